//! Inputs of unusual size: each is processed, or refused with a diagnostic, in bounded memory and time.
#![cfg(unix)]

use std::fmt::Write as _;
use std::path::Path;
use std::process::{Command, Output};
use std::time::{Duration, Instant};

/// Address space of the driver, in KiB: a few times what the largest input needs.
const MEMORY: u32 = 6 << 20;
/// Far more than the slowest case needs in a debug build.
const TIME: Duration = Duration::from_secs(100);

/// Runs the driver on a text; fails the test if it crashes, or takes too long or too much.
fn plugopt(text: &str, arguments: &[&str]) -> Output {
    let folder = tempfile::tempdir().unwrap();
    let input = folder.path().join("in.mlir");
    std::fs::write(&input, text).unwrap();
    let start = Instant::now();
    let output = Command::new("sh")
        .arg("-c")
        .arg(format!("ulimit -v {MEMORY}; exec \"$0\" \"$@\""))
        .arg(Path::new(env!("CARGO_BIN_EXE_plugopt")))
        .arg("in.mlir")
        .args(arguments)
        .current_dir(folder.path())
        .output()
        .unwrap();
    assert!(start.elapsed() < TIME, "took {:?}", start.elapsed());
    let code = output.status.code();
    assert!(matches!(code, Some(0 | 1)), "{:?}\n{}", output.status, String::from_utf8_lossy(&output.stderr));
    assert_eq!(code == Some(0), output.stderr.is_empty(), "{}", String::from_utf8_lossy(&output.stderr));
    output
}

/// The same for an input that must be accepted: what it prints.
fn accepted(text: &str, arguments: &[&str]) -> Vec<u8> {
    let output = plugopt(text, arguments);
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    output.stdout
}

/// The same for an input that may be refused, if only with a short diagnostic.
fn accepted_or_refused(text: &str, arguments: &[&str]) {
    let output = plugopt(text, arguments);
    assert!(output.stderr.len() < 100_000, "{} bytes of diagnostics", output.stderr.len());
}

const GENERIC: [&str; 2] = ["--allow-unregistered-dialect", "--mlir-print-op-generic"];

fn count(haystack: &[u8], needle: &[u8]) -> usize {
    memchr::memmem::find_iter(haystack, needle).count()
}

#[test]
fn a_hundred_thousand_nested_regions() {
    const DEPTH: usize = 100_000;
    let text = format!("{}{}", "\"a.b\"() ({\n".repeat(DEPTH), "}) : () -> ()\n".repeat(DEPTH));
    accepted_or_refused(&text, &["--allow-unregistered-dialect", "-o", "/dev/null"]);
    accepted_or_refused(&text, &["--allow-unregistered-dialect", "--mlir-print-skip-regions"]);
}

#[test]
fn a_hundred_thousand_nested_loops() {
    const DEPTH: usize = 100_000;
    let mut text = String::from("func.func @f(%a: index) {\n");
    for level in 0..DEPTH {
        let _ = writeln!(text, "scf.for %i{level} = %a to %a step %a {{");
    }
    text += &"}\n".repeat(DEPTH);
    text += "return\n}\n";
    accepted_or_refused(&text, &["-o", "/dev/null"]);
}

#[test]
fn regions_that_are_never_closed() {
    accepted_or_refused(&"\"a.b\"() ({\n".repeat(100_000), &GENERIC);
    accepted_or_refused(&"module {\n".repeat(100_000), &GENERIC);
}

#[test]
fn brackets_that_are_never_closed() {
    for open in ["[", "{a = ", "(", "tuple<", "dense<[", "!a.b<", "loc(callsite(", "affine_map<(d0) -> ((", "vector<2x"]
    {
        accepted_or_refused(&format!("\"a.b\"() {{x = {} ", open.repeat(100_000)), &GENERIC);
    }
}

#[test]
fn a_million_operations_in_a_block() {
    const OPERATIONS: usize = 1_000_000;
    let mut text = String::with_capacity(40 * OPERATIONS);
    text += "%0 = \"a.b\"() : () -> i32\n";
    for value in 1..OPERATIONS {
        let _ = writeln!(text, "%{value} = \"a.b\"(%{}) : (i32) -> i32", value - 1);
    }
    let printed = accepted(&text, &GENERIC);
    assert_eq!(count(&printed, b"a.b"), OPERATIONS);
}

#[test]
fn a_line_of_a_hundred_megabytes() {
    let op = "\"a.b\"() {x = 1 : i32} : () -> () ";
    let times = 100_000_000 / op.len() + 1;
    let text = op.repeat(times);
    assert_eq!(count(&accepted(&text, &GENERIC), b"a.b"), times);
    accepted_or_refused(&format!("{text} %x"), &GENERIC);
}

#[test]
fn a_string_of_a_megabyte() {
    let text = format!("\"a.b\"() {{x = \"{}\"}} : () -> ()\n", "abcdefghij".repeat(100_000));
    let printed = accepted(&text, &GENERIC);
    assert!(printed.len() > 1_000_000);
    accepted_or_refused(&text.replace(" : ()", " % "), &GENERIC);
}

#[test]
fn many_results_and_long_lists() {
    let text = format!("%r:100000 = \"a.b\"() : () -> ({})\n", vec!["i32"; 100_000].join(", "));
    assert_eq!(count(&accepted(&text, &GENERIC), b"i32"), 100_000);
    let text = format!("\"a.b\"() {{x = [{}]}} : () -> ()\n", vec!["1 : i32"; 100_000].join(", "));
    assert_eq!(count(&accepted(&text, &GENERIC), b"1 : i32"), 100_000);
    accepted_or_refused("%r:4294967295 = \"a.b\"() : () -> i32\n", &GENERIC);
}
