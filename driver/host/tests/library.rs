//! Plugins as files: one in C against the header alone, and files that are refused, each with its reason.
#![allow(missing_docs)]

use plugopt_host::Plugins;
use plugopt_ir::Context;
use plugopt_pass::{PassRegistry, RunConfig, pipeline};
use plugopt_syntax::parser::{ParseOptions, parse_source};
use plugopt_syntax::printer::{PrintOptions, op_to_text};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::Arc;

/// Marks the operation with the number of operations in it.
const C_PASS: &str = r#"
#include "plugopt.h"
#include <stdlib.h>

PLUGOPT_MANIFEST("name = 'counting'\n"
                 "version = '0.1.0'\n"
                 PLUGOPT_NEEDS_CORE
                 PLUGOPT_NEEDS_IR_READ
                 PLUGOPT_NEEDS_IR_BUILD
                 "[[pass]]\n"
                 "name = 'count-ops'\n"
                 "summary = 'Counts operations'\n"
                 "[[pass.option]]\n"
                 "name = 'limit'\n"
                 "type = 'int'\n"
                 "default = '100'\n")

static const PlugoptCoreTable *core;
static const PlugoptIrReadTable *read;
static const PlugoptIrBuildTable *build;

typedef struct Count { int64_t limit; } Count;

static PlugoptStatus create(void *data, PlugoptSession *session, const PlugoptPassOption *options, size_t options_count,
                            void **instance) {
  Count *count = malloc(sizeof(Count));
  (void)data;
  (void)session;
  count->limit = -1;
  for (size_t i = 0; i < options_count; i++)
    if (plugopt_bytes_equal(options[i].name, "limit")) count->limit = options[i].integer;
  *instance = count;
  return PLUGOPT_STATUS_OK;
}

static PlugoptStatus clone(void *data, PlugoptSession *session, void *instance, void **copy) {
  (void)data;
  (void)session;
  *copy = malloc(sizeof(Count));
  memcpy(*copy, instance, sizeof(Count));
  return PLUGOPT_STATUS_OK;
}

static PlugoptStatus run(void *data, PlugoptSession *session, void *instance, PlugoptPassContext *context, PlugoptOp op) {
  PlugoptWalkCursor cursor = {0};
  PlugoptOpSummary chunk[2];
  size_t count;
  int64_t total = 0;
  PlugoptType i64;
  PlugoptAttribute value;
  PlugoptStatus status;
  (void)data;
  (void)context;
  do {
    status = read->op_walk(session, op, PLUGOPT_WALK_ORDER_POST, &cursor, chunk, 2, &count);
    if (status != PLUGOPT_STATUS_OK) return status;
    total += (int64_t)count;
  } while (count > 0);
  if (total > ((Count *)instance)->limit) {
    core->set_error(session, plugopt_str("there are too many operations"));
    return PLUGOPT_STATUS_INVALID_ARGUMENT;
  }
  if ((status = build->type_integer(session, 64, PLUGOPT_SIGNEDNESS_SIGNLESS, &i64)) != PLUGOPT_STATUS_OK) return status;
  if ((status = build->attribute_integer(session, i64, total, &value)) != PLUGOPT_STATUS_OK) return status;
  return build->op_set_attribute(session, op, plugopt_str("counting.ops"), value);
}

static const PlugoptPass passes[] = {
  { {(const uint8_t *)"count-ops", 9}, create, clone, run, free, NULL },
};

static PlugoptPlugin plugin;

PLUGOPT_EXPORT PlugoptStatus plugopt_plugin_entry(const PlugoptHost *host, const PlugoptPlugin **out) {
  core = host->get_table(host, plugopt_str(PLUGOPT_CORE), PLUGOPT_CORE_HASH);
  read = host->get_table(host, plugopt_str(PLUGOPT_IR_READ), PLUGOPT_IR_READ_HASH);
  build = host->get_table(host, plugopt_str(PLUGOPT_IR_BUILD), PLUGOPT_IR_BUILD_HASH);
  if (!core || !read || !build) {
    host->set_error(host, plugopt_str("a table is missing"));
    return PLUGOPT_STATUS_UNSUPPORTED;
  }
  plugin.size = sizeof(plugin);
  plugin.abi_version = PLUGOPT_ABI_VERSION;
  plugin.name = plugopt_str("counting");
  plugin.version = plugopt_str("0.1.0");
  plugin.passes = passes;
  plugin.pass_count = 1;
  *out = &plugin;
  return PLUGOPT_STATUS_OK;
}
"#;

fn compile(folder: &Path, name: &str, source: &str) -> PathBuf {
    let (c, library) = (folder.join(format!("{name}.c")), folder.join(format!("lib{name}.so")));
    std::fs::write(&c, source).unwrap();
    let include = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../plugin-abi/include");
    let flags = ["-std=c11", "-Wall", "-Wextra", "-pedantic", "-Werror", "-shared", "-fPIC", "-O1"];
    let status = Command::new("cc").args(flags).arg("-I").arg(include).arg(&c).arg("-o").arg(&library).status();
    assert!(status.unwrap().success(), "cc refuses {name}.c");
    library
}

fn run(plugins: &Plugins, passes: &str) -> Result<String, Vec<String>> {
    let context = Arc::new(Context::new());
    plugopt_syntax::install(&context);
    context.allow_unregistered_dialects(true);
    let mut registry = PassRegistry::default();
    plugins.add_passes(&mut registry);
    let input = "\"a.b\"() ({\n \"a.c\"() : () -> ()\n}) : () -> ()\n\"a.d\"() : () -> ()";
    let source = context.add_source(b"test.mlir", Arc::new(input.as_bytes().to_vec())).unwrap();
    let parse = ParseOptions { implicit_module: true };
    let mut ir = parse_source(&context, &source, 0..input.len(), &parse).unwrap();
    let pipeline = pipeline::parse(&format!("builtin.module({passes})"), &registry).unwrap();
    let (result, diagnostics) = context
        .diagnostics()
        .capture(|| plugopt_pass::run(&pipeline, &mut ir, &RunConfig { name_passes: true, ..RunConfig::default() }));
    match result {
        Ok(()) => Ok(String::from_utf8(op_to_text(&ir, ir.root(), &PrintOptions::default())).unwrap()),
        Err(_) => Err(diagnostics.iter().map(|d| String::from_utf8_lossy(&d.message).into_owned()).collect()),
    }
}

#[test]
fn a_pass_in_c() {
    let folder = tempfile::tempdir().unwrap();
    let library = compile(folder.path(), "counting", C_PASS);
    let mut plugins = Plugins::new();
    plugins.load(&library).unwrap();
    plugins.load(&library).unwrap();
    let text = run(&plugins, "count-ops").unwrap();
    assert!(text.starts_with("module attributes {counting.ops = 4 : i64} {"), "{text}");
    let message = "pass 'count-ops' of plugin 'counting' failed: there are too many operations";
    assert_eq!(run(&plugins, "count-ops{limit=3}").unwrap_err(), [message]);
    let symbols = Command::new("nm").args(["-D", "--undefined-only"]).arg(&library).output().unwrap();
    assert!(!String::from_utf8_lossy(&symbols.stdout).contains("plugopt"));
    // Another file with the same name in its manifest.
    let copy = folder.path().join("copy.so");
    std::fs::copy(&library, &copy).unwrap();
    let error = plugins.load(&copy).unwrap_err();
    assert_eq!(error.reason, format!("it has the name 'counting', as has the plugin in '{}'", library.display()));
}

#[test]
fn files_that_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name);
    let refused = |file: &Path, expected: &str| {
        let mut plugins = Plugins::new();
        let opened = plugins.load(file).and_then(|()| plugins.open(&plugins.list()?[0].manifest.name));
        let error = opened.unwrap_err();
        assert!(error.reason.contains(expected), "{error}");
        assert!(error.to_string().contains(&file.display().to_string()), "{error}");
    };
    let variant = |name: &str, from: &str, to: &str| {
        assert!(C_PASS.contains(from), "{from}");
        compile(folder.path(), name, &C_PASS.replacen(from, to, 1))
    };
    refused(&path("missing.so"), "No such file or directory");
    refused(folder.path(), "Is a directory");
    std::fs::write(path("empty.so"), "").unwrap();
    refused(&path("empty.so"), "the file is empty");
    std::fs::write(path("text.so"), "no library at all, only a text of some length that goes on and on").unwrap();
    refused(&path("text.so"), "it is not a library");
    let good = compile(folder.path(), "good", C_PASS);
    let bytes = std::fs::read(&good).unwrap();
    std::fs::write(path("truncated.so"), &bytes[..bytes.len() / 2]).unwrap();
    assert!(Plugins::new().load(&path("truncated.so")).is_err());
    let mut other = bytes.clone();
    other[18] = 0xb7;
    std::fs::write(path("aarch64.so"), &other).unwrap();
    refused(&path("aarch64.so"), "it is a library for Aarch64");
    let foreign = compile(folder.path(), "foreign", "int answer(void);\nint answer(void) { return 42; }\n");
    refused(&foreign, "it is a library without a plugin manifest (section `.plugopt`)");

    let mut future = bytes.clone();
    let at = bytes.windows(18).position(|w| w == b"plugopt-manifest 1").unwrap();
    future[at + 17] = b'9';
    std::fs::write(path("future.so"), &future).unwrap();
    refused(&path("future.so"), "the manifest is of revision 9, this plugopt reads revision 1");
    let mut abi = bytes.clone();
    let at = bytes.windows(8).position(|w| w == b"\nabi = 0").unwrap();
    abi[at + 7] = b'5';
    std::fs::write(path("abi.so"), &abi).unwrap();
    refused(
        &path("abi.so"),
        "it is built for version 5 of the plugin ABI, this plugopt speaks version 0: use a newer plugopt",
    );
    let needs = "PLUGOPT_NEEDS_CORE\n";
    let unknown = variant("unknown", needs, "\"needs.'plugopt.magic/3' = '12'\\n\"\n");
    refused(
        &unknown,
        "it needs the table plugopt.magic/3, which this plugopt does not have: use a newer plugopt; it has plugopt.core/0",
    );
    let stale = variant("stale", needs, "\"needs.'plugopt.core/0' = '12'\\n\"\n");
    refused(&stale, "it needs the table plugopt.core/0 with the specification 0000000000000012, this plugopt has");

    refused(
        &variant("symbol", "plugopt_plugin_entry(", "another_entry("),
        "does not export the symbol `plugopt_plugin_entry`",
    );
    let fails = variant("fails", "if (!core ||", "if (core || !core ||");
    refused(&fails, "its entry point failed: a table is missing");
    refused(&variant("small", "plugin.size = sizeof(plugin);", "plugin.size = 8;"), "its struct has 8 bytes");
    let named = variant("named", "plugopt_str(\"counting\")", "plugopt_str(\"other\")");
    refused(&named, "its manifest has the name 'counting', the plugin the name 'other'");
    let lacks = variant("lacks", "plugin.pass_count = 1", "plugin.pass_count = 0");
    refused(&lacks, "its manifest declares the pass 'count-ops', which the plugin does not have");
    let extra = variant("extra", "\"name = 'count-ops'\\n\"", "\"name = 'other-ops'\\n\"");
    refused(&extra, "it has the pass 'count-ops', which its manifest does not declare");
    let dialect = variant("dialect", "\"version = '0.1.0'\\n\"", "\"version = '0.1.0'\\n\" \"dialects = ['d']\\n\"");
    refused(&dialect, "the manifest declares the dialect 'd', which the plugin does not have");
}

#[test]
fn a_table_that_a_plugin_can_do_without() {
    let folder = tempfile::tempdir().unwrap();
    let uses = r#""uses.'plugopt.magic/3' = '12'\n"
                 PLUGOPT_NEEDS_CORE"#;
    let asks = r#"if (host->get_table(host, plugopt_str("plugopt.magic/3"), 0x12)) return PLUGOPT_STATUS_FAILURE;
  core = host->get_table(host, plugopt_str(PLUGOPT_CORE), 1);
  if (core) return PLUGOPT_STATUS_FAILURE;
  core = host->get_table("#;
    let source = C_PASS.replacen("PLUGOPT_NEEDS_CORE", uses, 1).replacen("core = host->get_table(", asks, 1);
    let library = compile(folder.path(), "modest", &source);
    let mut plugins = Plugins::new();
    plugins.load(&library).unwrap();
    assert_eq!(plugins.list().unwrap()[0].manifest.uses, [("plugopt.magic/3".to_string(), 0x12)]);
    let text = run(&plugins, "count-ops").unwrap();
    assert!(text.starts_with("module attributes {counting.ops = 4 : i64} {"), "{text}");
}

#[test]
fn code_runs_when_something_of_it_is_used() {
    let folder = tempfile::tempdir().unwrap();
    let constructor = format!(
        "{C_PASS}\n__attribute__((constructor)) static void begin(void) {{ setenv(\"PLUGOPT_TEST_BEGUN\", \"1\", 1); }}\n"
    );
    let source = format!("#define _POSIX_C_SOURCE 200112L\n{constructor}");
    let library = compile(folder.path(), "begun", &source);
    let begun = || std::env::var_os("PLUGOPT_TEST_BEGUN").is_some();
    let mut plugins = Plugins::new();
    plugins.load(&library).unwrap();
    let mut registry = PassRegistry::default();
    plugins.add_passes(&mut registry);
    assert_eq!(registry.find("count-ops").unwrap().plugin.as_deref(), Some("counting"));
    assert!(run(&plugins, "canonicalize").is_ok() && !begun());
    assert!(run(&plugins, "count-ops").is_ok() && begun());
}
