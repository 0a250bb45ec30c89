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
                 "values = ['none', 'abort', 'exit', 'null', 'stale', 'status']\n")

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
    let text = "for the --what option: Cannot find option named 'nope'! Expected one of: none, abort, exit, null, stale, status";
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
