//! Plugins in C on the command line: passes that make mistakes, and library files that are refused.
#![allow(missing_docs)]

use std::path::{Path, PathBuf};
use std::process::{Command, Output};

/// A pass that makes the mistake its option names, against the header alone.
const SOURCE: &str = r#"
#include "plugopt.h"
#include <stdlib.h>

PLUGOPT_MANIFEST("name = 'c-mistakes'\n"
                 "version = '0.1.0'\n"
                 PLUGOPT_NEEDS_CORE
                 PLUGOPT_NEEDS_IR_READ
                 PLUGOPT_NEEDS_IR_BUILD
                 "[[pass]]\n"
                 "name = 'c-mistake'\n"
                 "summary = 'Makes a mistake'\n"
                 "anchor = 'func.func'\n"
                 "[[pass.option]]\n"
                 "name = 'what'\n"
                 "type = 'enum'\n"
                 "values = ['none', 'abort', 'exit', 'null', 'stale', 'status', 'context']\n")

static const PlugoptIrReadTable *read;
static const PlugoptIrBuildTable *build;

static PlugoptStatus create(void *data, PlugoptSession *session, const PlugoptPassOption *options, size_t count,
                            void **instance) {
  (void)data;
  (void)session;
  char *what = calloc(1, 16);
  if (count == 1 && options[0].text.length < 16) memcpy(what, options[0].text.pointer, options[0].text.length);
  *instance = what;
  return PLUGOPT_STATUS_OK;
}

static PlugoptStatus run(void *data, PlugoptSession *session, void *what, PlugoptPassContext *context, PlugoptOp op) {
  PlugoptWalkCursor cursor = {0};
  PlugoptOpSummary first;
  size_t count;
  PlugoptStatus status;
  (void)data;
  (void)context;
  if (!strcmp(what, "abort")) abort();
  if (!strcmp(what, "exit")) exit(0);
  if (!strcmp(what, "null")) *(volatile int *)NULL = 1;
  if (!strcmp(what, "status")) return 77;
  if (!strcmp(what, "context")) {
    static PlugoptOp kept;
    static int has_kept;
    if (has_kept) return build->op_erase(session, kept);
    has_kept = 1;
    kept = op;
    return PLUGOPT_STATUS_OK;
  }
  if (strcmp(what, "stale")) return PLUGOPT_STATUS_OK;
  status = read->op_walk(session, op, PLUGOPT_WALK_ORDER_POST, &cursor, &first, 1, &count);
  if (status != PLUGOPT_STATUS_OK) return status;
  status = build->op_erase(session, first.op);
  if (status != PLUGOPT_STATUS_OK) return status;
  return build->op_erase(session, first.op);
}

static const PlugoptPass passes[] = {
  { {(const uint8_t *)"c-mistake", 9}, create, NULL, run, free, NULL },
};

static PlugoptPlugin plugin;

PLUGOPT_EXPORT PlugoptStatus plugopt_plugin_entry(const PlugoptHost *host, const PlugoptPlugin **out) {
  read = host->get_table(host, plugopt_str(PLUGOPT_IR_READ), PLUGOPT_IR_READ_HASH);
  build = host->get_table(host, plugopt_str(PLUGOPT_IR_BUILD), PLUGOPT_IR_BUILD_HASH);
  if (!read || !build) return PLUGOPT_STATUS_UNSUPPORTED;
  plugin.size = sizeof(plugin);
  plugin.abi_version = PLUGOPT_ABI_VERSION;
  plugin.name = plugopt_str("c-mistakes");
  plugin.version = plugopt_str("0.1.0");
  plugin.passes = passes;
  plugin.pass_count = 1;
  *out = &plugin;
  return PLUGOPT_STATUS_OK;
}
"#;

/// A folder with an input, an output file and libraries.
struct Folder(tempfile::TempDir);

impl Folder {
    fn new() -> Folder {
        let folder = Folder(tempfile::tempdir().unwrap());
        std::fs::write(folder.path("in.mlir"), "func.func @f() {\n  return\n}\n").unwrap();
        std::fs::write(folder.path("out.mlir"), "before").unwrap();
        folder
    }

    fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    fn compile(&self, name: &str, source: &str) -> Vec<u8> {
        let (file, include) =
            (self.path("a.c"), Path::new(env!("CARGO_MANIFEST_DIR")).join("../../plugin-abi/include"));
        std::fs::write(&file, source).unwrap();
        let flags = ["-std=c11", "-Wall", "-Wextra", "-Werror", "-shared", "-fPIC", "-O1"];
        let mut cc = Command::new("cc");
        cc.args(flags).arg("-I").arg(include).arg(&file).arg("-o").arg(self.path(name));
        assert!(cc.status().unwrap().success(), "cc refuses {name}");
        std::fs::remove_file(&file).unwrap();
        std::fs::read(self.path(name)).unwrap()
    }

    fn run(&self, words: &[&str]) -> Output {
        let mut command = Command::new(env!("CARGO_BIN_EXE_plugopt"));
        command.args(["in.mlir", "-o", "out.mlir"]).args(words).current_dir(self.0.path()).output().unwrap()
    }

    /// A run that fails: with these exit code and text, nothing on standard output, and the files as they were.
    #[track_caller]
    fn fails(&self, words: &[&str], code: i32, text: &str) {
        let names = || {
            let entries = std::fs::read_dir(self.0.path()).unwrap();
            let mut names: Vec<_> = entries.map(|entry| entry.unwrap().file_name()).collect();
            names.sort();
            names
        };
        let before = names();
        let output = self.run(words);
        assert_eq!(String::from_utf8_lossy(&output.stderr), text);
        assert_eq!((plugopt_tests::command::exit_code(&output.status), &*output.stdout), (code, &b""[..]));
        assert_eq!(names(), before);
        assert_eq!(std::fs::read_to_string(self.path("out.mlir")).unwrap(), "before");
    }
}

#[test]
fn mistakes_of_a_pass_in_c() {
    let folder = Folder::new();
    folder.compile("mistakes.so", SOURCE);
    let words = |what: &str| ["--load".to_string(), "mistakes.so".into(), format!("--c-mistake=what={what}")];
    let fails = |what: &str, code: i32, text: &str| {
        folder.fails(&words(what).each_ref().map(String::as_str), code, text);
    };
    let ends =
        |how: &str| format!("<unknown>:0: error: pass 'c-mistake' of plugin 'c-mistakes' on 'func.func' {how}\n");
    let reports = |what: &str| {
        format!("in.mlir:1:1: error: pass 'c-mistake' of plugin 'c-mistakes' failed{what}\nfunc.func @f() {{\n^\n")
    };
    fails("abort", 134, &ends("ended the process: SIGABRT, abort"));
    fails("null", 139, &ends("ended the process: SIGSEGV, invalid memory access"));
    fails("exit", 1, &ends("called exit, which a pass must not do"));
    fails("stale", 1, &reports(": the operation, block, region or value was erased"));
    fails("status", 1, &reports(" on 'func.func' without saying why"));
    std::fs::write(folder.path("chunks.mlir"), "func.func @f() {\n  return\n}\n// -----\nfunc.func private @g()\n")
        .unwrap();
    let mut command = Command::new(env!("CARGO_BIN_EXE_plugopt"));
    command.args(["chunks.mlir", "--split-input-file"]).args(words("context")).current_dir(folder.0.path());
    let output = command.output().unwrap();
    let text = "chunks.mlir:5:1: error: pass 'c-mistake' of plugin 'c-mistakes' failed: the handle belongs to another context\n";
    assert!(String::from_utf8_lossy(&output.stderr).starts_with(text), "{output:?}");
    assert_eq!(output.status.code(), Some(1));
    assert!(!String::from_utf8_lossy(&output.stdout).contains("@g"), "{output:?}");
    let text = "for the --what option: Cannot find option named 'nope'! Expected one of: none, abort, exit, null, stale, status, context";
    let output = folder.run(&words("nope").each_ref().map(String::as_str));
    assert!(String::from_utf8_lossy(&output.stderr).contains(text), "{output:?}");
    let output = folder.run(&words("none").each_ref().map(String::as_str));
    assert!(output.status.success() && output.stderr.is_empty(), "{output:?}");
    assert_eq!(
        std::fs::read_to_string(folder.path("out.mlir")).unwrap(),
        "module {\n  func.func @f() {\n    return\n  }\n}\n\n"
    );
}

#[test]
fn libraries_that_are_refused() {
    let folder = Folder::new();
    let refused = |name: &str, reason: &str| {
        folder.fails(&["--load", name], 1, &format!("plugopt: cannot load plugin '{name}': {reason}\n"));
    };
    folder.compile("foreign.so", "int answer(void);\nint answer(void) { return 42; }\n");
    refused("foreign.so", "it is a library without a plugin manifest (section `.plugopt`)");
    let good = folder.compile("good.so", SOURCE);
    for part in [2, 3, 7] {
        std::fs::write(folder.path("truncated.so"), &good[..good.len() / part]).unwrap();
        refused("truncated.so", "it is not a library: Invalid ELF section header offset/size/alignment");
    }
    std::fs::write(folder.path("beginning.so"), &good[..20]).unwrap();
    refused("beginning.so", "it is not a library: Invalid ELF header size or alignment");
    let changed = |name: &str, from: &[u8], to: &[u8]| {
        let at = good.windows(from.len()).position(|window| window == from).unwrap();
        let mut bytes = good.clone();
        bytes[at..at + to.len()].copy_from_slice(to);
        std::fs::write(folder.path(name), bytes).unwrap();
    };
    changed("newer.so", b"\nabi = 0", b"\nabi = 7");
    let reason = "it is built for version 7 of the plugin ABI, this plugopt speaks version 0: use a newer plugopt";
    refused("newer.so", reason);
    changed("manifest.so", b"plugopt-manifest 1", b"plugopt-manifest 4");
    refused("manifest.so", "the manifest is of revision 4, this plugopt reads revision 1");
    changed("key.so", b"version = ", b"verzion = ");
    refused("key.so", "`version` is missing");
}

/// A plugin that offers a pass and a dialect by its manifest, and whose code cannot be used; `begin` runs when it is opened.
fn offering(name: &str, pass: &str, dialect: &str, begin: &str) -> String {
    let source = r#"
#include "plugopt.h"
#include <stdio.h>
#include <stdlib.h>
PLUGOPT_MANIFEST("name = '@NAME'\n" "version = '0.1.0'\n" "dialects = ['@DIALECT']\n" "[[pass]]\n" "name = '@PASS'\n"
                 "summary = 'Passes by'\n" "[[pass.option]]\n" "name = 'limit'\n" "type = 'int'\n" "default = '4'\n")
__attribute__((constructor)) static void begin(void) { fputs("@NAME begins\n", stderr); @BEGIN }
PLUGOPT_EXPORT PlugoptStatus plugopt_plugin_entry(const PlugoptHost *host, const PlugoptPlugin **out) {
  (void)out;
  host->set_error(host, plugopt_str("not today"));
  return PLUGOPT_STATUS_FAILURE;
}
"#;
    [("@NAME", name), ("@PASS", pass), ("@DIALECT", dialect), ("@BEGIN", begin)]
        .iter()
        .fold(source.to_string(), |text, (from, to)| text.replace(from, to))
}

/// Standard output and error of a run that goes well.
#[track_caller]
fn works(folder: &Folder, words: &[&str]) -> (String, String) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_plugopt"));
    let output = command.args(words).current_dir(folder.0.path()).env_remove("PLUGOPT_PLUGIN_PATH").output().unwrap();
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    assert!(output.status.success(), "{output:?}");
    (text(&output.stdout), text(&output.stderr))
}

#[test]
fn code_runs_when_something_of_it_is_used() {
    let folder = Folder::new();
    folder.compile("late.so", &offering("late", "pass-late", "late", ""));
    std::fs::write(folder.path("late.mlir"), "\"late.op\"() : () -> ()\n").unwrap();
    let load = ["--load", "late.so"];
    let with = |words: &[&'static str]| [&load, words].concat();
    // What only asks, and what uses others.
    for words in
        [&["in.mlir"][..], &["--help"], &["--list-passes"], &["--show-dialects"], &["in.mlir", "--canonicalize"]]
    {
        let (_, stderr) = works(&folder, &with(words));
        assert_eq!(stderr, "", "{words:?}");
    }
    let (help, _) = works(&folder, &with(&["--help"]));
    assert!(help.contains("  --pass-late ") && help.contains("Passes by [late]\n"), "{help}");
    assert!(help.contains("    --limit=<int>") && help.contains("(default: 4)"), "{help}");
    let (dialects, _) = works(&folder, &with(&["--show-dialects"]));
    assert!(dialects.contains(",func,late,memref,"), "{dialects}");
    folder.fails(
        &with(&["--pass-lat"]),
        1,
        "plugopt: Unknown command line argument '--pass-lat'.  Try: 'plugopt --help'\nplugopt: Did you mean '--pass-late'?\n",
    );
    folder.fails(
        &with(&["--pass-late=limt=4"]),
        1,
        "<unknown>:0: error: <Pass-Options-Parser>: no such option limt, did you mean 'limit'?\n\
         failed to add `pass-late` with options `limt=4`\n",
    );
    // What uses it.
    let cannot = "late begins\nplugopt: cannot load plugin 'late.so': its entry point failed: not today\n";
    folder.fails(&with(&["--pass-late"]), 1, cannot);
    folder.fails(&with(&["--pass-late=limit=4"]), 1, cannot);
    folder.fails(&with(&["-p", "builtin.module(func.func(late/pass-late{limit=1}))"]), 1, cannot);
    std::fs::rename(folder.path("late.mlir"), folder.path("in.mlir")).unwrap();
    folder.fails(&with(&[]), 1, cannot);
    folder.fails(&with(&["--allow-unregistered-dialect"]), 1, cannot);
    folder.fails(&with(&["--verify-diagnostics"]), 1, cannot);
    std::fs::write(folder.path("in.mlir"), "late.op\n").unwrap();
    folder.fails(&with(&[]), 1, cannot);
    std::fs::write(folder.path("in.mlir"), "func.func private @f(!late.t)\n").unwrap();
    folder.fails(&with(&["--allow-unregistered-dialect"]), 1, cannot);
}

#[test]
fn code_that_ends_the_process_when_it_is_opened() {
    let folder = Folder::new();
    let fails = |begin: &str, code: i32, text: &str| {
        folder.compile("bad.so", &offering("bad", "pass-bad", "bad", begin));
        let text = format!("bad begins\nplugopt: cannot load plugin 'bad.so': its code {text}\n");
        folder.fails(&["--load", "bad.so", "--pass-bad"], code, &text);
    };
    fails("abort();", 134, "ended the process: SIGABRT, abort");
    fails("*(volatile int *)NULL = 1;", 139, "ended the process: SIGSEGV, invalid memory access");
    fails("exit(0);", 1, "called exit, which a plugin must not do");
}

#[test]
fn entry_points_that_hand_out_what_cannot_be_used() {
    let folder = Folder::new();
    std::fs::write(folder.path("in.mlir"), "\"bad.op\"() : () -> ()\n").unwrap();
    let fails = |body: &str, reason: &str| {
        let source = r#"
#include "plugopt.h"
PLUGOPT_MANIFEST("name = 'bad'\n" "version = '0.1.0'\n" "dialects = ['bad']\n")
static PlugoptPlugin plugin;
PLUGOPT_EXPORT PlugoptStatus plugopt_plugin_entry(const PlugoptHost *host, const PlugoptPlugin **out) {
  (void)host;
  plugin.size = sizeof(plugin);
  plugin.abi_version = PLUGOPT_ABI_VERSION;
  plugin.name = plugopt_str("bad");
  plugin.version = plugopt_str("0.1.0");
  *out = &plugin;
  @BODY
  return PLUGOPT_STATUS_OK;
}
"#;
        folder.compile("bad.so", &source.replace("@BODY", body));
        folder.fails(&["--load", "bad.so"], 1, &format!("plugopt: cannot load plugin 'bad.so': {reason}\n"));
    };
    fails("return PLUGOPT_STATUS_PANICKED;", "its entry point failed: it panicked");
    fails("return 77;", "its entry point failed: status 77");
    fails("*out = NULL;", "its entry point handed out nothing");
    fails(
        "plugin.abi_version = 4;",
        "it is built for version 4 of the plugin ABI, this plugopt speaks version 0: use a newer plugopt",
    );
    fails("", "the manifest declares the dialect 'bad', which the plugin does not have");
    let declared = |text: &str| format!("plugin.descriptor = plugopt_str(\"{text}\");");
    fails(&declared("dialect worse;"), "the manifest declares the dialect 'bad', which the plugin does not have");
    fails(&declared("dialect bad; op x(); op x();"), "its declaration:1:25: op `x` is declared twice");
}

#[test]
fn plugins_are_found_in_folders() {
    let folder = Folder::new();
    std::fs::create_dir(folder.path("plugins")).unwrap();
    for (file, source) in [
        ("plugins/b.so", offering("b", "pass-b", "db", "")),
        ("plugins/a.so", offering("a", "pass-a", "da", "")),
        ("plugins/c.so", offering("c", "pass-a", "dc", "")),
        ("first.so", offering("b", "pass-first", "dfirst", "")),
        ("plugins/foreign.so", "int answer(void);\nint answer(void) { return 42; }\n".to_string()),
    ] {
        folder.compile(file, &source);
    }
    std::fs::write(folder.path("plugins/readme.txt"), "plugopt").unwrap();
    let listed = |words: &[&str], variable: &str| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_plugopt"));
        command.args(words).arg("--list-passes").env("PLUGOPT_PLUGIN_PATH", variable).current_dir(folder.0.path());
        let output = command.output().unwrap();
        assert!(output.status.success() && output.stderr.is_empty(), "{output:?}");
        let text = String::from_utf8_lossy(&output.stdout).into_owned();
        let names = text.lines().filter(|line| line.starts_with("  --pass-"));
        names
            .map(|line| format!("{} {}", line.split_whitespace().next().unwrap(), line.rsplit(' ').next().unwrap()))
            .collect::<Vec<_>>()
    };
    let all = ["--pass-a [a]", "--pass-a [c]", "--pass-b [b]"];
    assert_eq!(listed(&[], ""), [""; 0]);
    assert_eq!(listed(&["--plugin-dir", "plugins"], ""), all);
    assert_eq!(listed(&[], "nosuch:plugins:"), all);
    assert_eq!(listed(&["--plugin-dir=plugins", "--load", "plugins/../plugins/a.so"], "plugins"), all);
    // One that is named counts before one of the same name that is found.
    assert_eq!(
        listed(&["--plugin-dir", "plugins", "--load", "first.so"], ""),
        ["--pass-a [a]", "--pass-a [c]", "--pass-first [b]"]
    );

    // Two owners of a pass are settled by the qualified name.
    let found = ["--plugin-dir", "plugins"];
    let with = |words: &[&'static str]| [&found, words].concat();
    folder.fails(
        &with(&["--pass-a"]),
        1,
        "plugopt: '--pass-a' is a pass of several plugins: a, c; write '--a/pass-a' or '--c/pass-a'\n",
    );
    let text = "<unknown>:0: error: MLIR Textual PassPipeline Parser:1:1: error: pass 'pass-a' has several owners, use one of \
                'a/pass-a', 'c/pass-a'\npass-a\n^\n";
    folder.fails(&with(&["-p", "builtin.module(pass-a)"]), 1, text);
    let opened = |name: &str| {
        format!("{name} begins\nplugopt: cannot load plugin 'plugins/{name}.so': its entry point failed: not today\n")
    };
    folder.fails(&with(&["--c/pass-a"]), 1, &opened("c"));
    folder.fails(&with(&["-p", "builtin.module(a/pass-a)"]), 1, &opened("a"));

    // What is broken is named.
    let good = std::fs::read(folder.path("plugins/b.so")).unwrap();
    let at = good.windows(8).position(|window| window == b"\nabi = 0").unwrap();
    let mut newer = good.clone();
    newer[at + 7] = b'6';
    std::fs::write(folder.path("plugins/newer.so"), newer).unwrap();
    folder.fails(
        &found,
        1,
        "plugopt: cannot load plugin 'plugins/newer.so': it is built for version 6 of the plugin ABI, this plugopt speaks version 0: \
         use a newer plugopt\n",
    );
}

#[test]
fn two_owners_of_a_name() {
    let folder = Folder::new();
    for (file, source) in [
        ("one.so", offering("one", "pass-one", "d", "")),
        ("two.so", offering("two", "pass-two", "d", "")),
        ("same.so", offering("one", "pass-same", "same", "")),
        ("arith.so", offering("mine", "pass-arith", "arith", "")),
        ("builtin.so", offering("mine", "pass-builtin", "builtin", "")),
        ("linked.so", offering("func", "pass-linked", "dl", "")),
    ] {
        folder.compile(file, &source);
    }
    let fails = |files: &[&'static str], reason: &str| {
        let words: Vec<&str> = files.iter().flat_map(|file| ["--load", file]).collect();
        let text = format!("plugopt: cannot load plugin '{}': {reason}\n", files.last().unwrap());
        folder.fails(&words, 1, &text);
    };
    fails(&["one.so", "two.so"], "its dialect 'd' is the one of plugin 'one' in 'one.so'");
    fails(&["one.so", "same.so"], "it has the name 'one', as has the plugin in 'one.so'");
    fails(&["arith.so"], "its dialect 'arith' is the one of plugin 'arith' that is linked in");
    fails(&["builtin.so"], "its dialect 'builtin' is that of plugopt");
    fails(&["linked.so"], "it has the name 'func', as has the plugin that is linked in");
    let (dialects, _) =
        works(&folder, &["--no-bundled", "--load", "arith.so", "--load", "linked.so", "--show-dialects"]);
    assert_eq!(dialects, "Available Dialects: arith,builtin,dl\n");
}
