//! `cargo xtask tidy`: the rules of the house that a program can check. They are explained in ARCHITECTURE.md.

use crate::command::root;
use regex::Regex;
use std::path::{Path, PathBuf};
use std::process::Command;

/// Longest source file, in lines.
const MOST_LINES: usize = 1500;
/// Largest file, in bytes.
const MOST_BYTES: u64 = 1_000_000;

/// What the crates under `driver/` may depend on, of this workspace and of those outside crates that give access to what lies outside
/// of the IR. All others are free.
const DRIVER_CRATES: [(&str, &[&str]); 7] = [
    ("ir", &[]),
    ("dialect", &["plugopt-ir", "plugopt-descriptor"]),
    ("syntax", &["plugopt-ir", "plugopt-dialect", "plugopt-descriptor"]),
    ("rewrite", &["plugopt-ir", "plugopt-dialect"]),
    ("pass", &["plugopt-ir", "plugopt-dialect", "plugopt-rewrite"]),
    (
        "host",
        &[
            "plugopt-ir",
            "plugopt-dialect",
            "plugopt-syntax",
            "plugopt-rewrite",
            "plugopt-pass",
            "plugopt-plugin",
            "plugopt-descriptor",
            "libc",
            "libloading",
            "memmap2",
            "object",
        ],
    ),
    (
        "cli",
        &[
            "plugopt-ir",
            "plugopt-dialect",
            "plugopt-syntax",
            "plugopt-rewrite",
            "plugopt-pass",
            "plugopt-host",
            "plugopt-bundled",
            "clap",
            "clap_lex",
            "tempfile",
            "tracing-subscriber",
        ],
    ),
];

/// Crates that reach files, libraries or the terminal: only where [`DRIVER_CRATES`] names them.
const OUTWARD: [&str; 8] =
    ["libc", "libloading", "object", "clap", "clap_lex", "tempfile", "tracing-subscriber", "memmap2"];

/// Folders whose crates may hold `unsafe`; in `ir` only where it was measured to pay.
const UNSAFE: [&str; 5] = ["driver/host/", "driver/ir/", "plugin-abi/", "plugins/python/", "plugins/examples/"];

/// Dialects of upstream, none of which the driver may name.
const DIALECTS: &str = "acc|affine|amdgpu|amx|arith|arm_neon|arm_sme|arm_sve|async|bufferization|cf|complex|dlti|emitc|func|\
                        gpu|index|irdl|linalg|llvm|math|memref|ml_program|mpi|nvgpu|nvvm|omp|pdl|pdl_interp|ptr|quant|rocdl|\
                        scf|shape|shard|smt|sparse_tensor|spirv|tensor|tosa|transform|ub|vector|wasmssa|x86vector|xegpu|xevm";

/// Checks all rules.
pub fn run() -> Result<(), String> {
    let listed = Command::new("git")
        .args(["ls-files", "-z", "--cached", "--others", "--exclude-standard"])
        .current_dir(root())
        .output()
        .map_err(|error| format!("git: {error}"))?;
    if !listed.status.success() {
        return Err("tidy needs a git checkout".into());
    }
    let names = String::from_utf8_lossy(&listed.stdout);
    let names: Vec<&str> = names.split('\0').filter(|name| !name.is_empty()).collect();
    let problems = check(root(), &names);
    if problems.is_empty() { Ok(()) } else { Err(format!("tidy:\n{}", problems.join("\n"))) }
}

/// What is wrong with these files.
fn check(root: &Path, names: &[&str]) -> Vec<String> {
    let mut problems = Vec::new();
    for &name in names {
        let path = root.join(name);
        let Ok(metadata) = std::fs::metadata(&path) else { continue };
        if metadata.len() > MOST_BYTES && name != "Cargo.lock" {
            problems.push(format!("{name}: larger than {MOST_BYTES} bytes"));
            continue;
        }
        let Ok(text) = std::fs::read_to_string(&path) else { continue };
        let found = check_file(name, &text, names);
        problems.extend(found.into_iter().map(|(line, what)| match line {
            0 => format!("{name}: {what}"),
            line => format!("{name}:{line}: {what}"),
        }));
    }
    problems
}

/// Lines, 0 for the whole file, and what is wrong there.
fn check_file(name: &str, text: &str, names: &[&str]) -> Vec<(usize, String)> {
    let mut problems = Vec::new();
    let ending = name.rsplit('.').next().unwrap_or_default();
    let generated = text.lines().take(5).any(|line| line.contains("Generated"));
    if matches!(ending, "rs" | "py" | "c" | "h" | "hpp" | "cpp") && !generated {
        let lines = text.lines().count();
        if lines > MOST_LINES {
            problems.push((0, format!("{lines} lines, more than {MOST_LINES}")));
        }
    }
    if ending == "mlir" && name.starts_with("tests/") && !name.contains("/inputs/") && !text.contains("RUN:") {
        problems.push((0, "no RUN line".into()));
    }
    if ending == "md" {
        problems.extend(broken_links(name, text, names));
    }
    if name.ends_with("Cargo.toml") {
        problems.extend(check_manifest(name, text).into_iter().map(|what| (0, what)));
    }
    if !name.ends_with("Cargo.lock") {
        problems.extend(lines_with(text, &format!("/(work|root|farm){}", "/"), "a path of one machine"));
    }
    if matches!(ending, "rs" | "py") && name != "xtask/src/tidy.rs" {
        let unfinished = r"todo!\(|unimplemented!\(|FIXME|#\[ignore|should_panic|assert!\(true\)";
        problems.extend(lines_with(text, unfinished, "unfinished, or a test that cannot fail"));
        if !UNSAFE.iter().any(|folder| name.starts_with(folder)) {
            problems.extend(lines_with(text, r"(allow|expect)\(unsafe_code", "unsafe code has no place here"));
        }
        if name.starts_with("driver/") && name.contains("/src/") && !name.ends_with("tests.rs") {
            let code = text.split("#[cfg(test)]").next().unwrap_or_default();
            let named = format!(r#""[!#]?({DIALECTS})\."#);
            problems.extend(lines_with(code, &named, "a dialect is named in the driver"));
        }
    }
    problems
}

fn lines_with(text: &str, pattern: &str, what: &str) -> Vec<(usize, String)> {
    let pattern = Regex::new(pattern).expect("patterns are constant");
    let is_comment = |line: &str| line.trim_start().starts_with("//");
    let lines = text.lines().zip(1..).filter(|(line, _)| pattern.is_match(line) && !is_comment(line));
    lines.map(|(line, number)| (number, format!("{what}: {}", line.trim()))).collect()
}

fn check_manifest(name: &str, text: &str) -> Vec<String> {
    let Ok(manifest) = text.parse::<toml::Table>() else { return vec!["no TOML".into()] };
    let mut problems = Vec::new();
    // A library around a linked-in plugin only exports its entry, which is unsafe.
    let is_export = name.ends_with("/cdylib/Cargo.toml");
    if manifest.contains_key("package") && !name.starts_with("fuzz/") && !is_export {
        let inherits = manifest.get("lints").and_then(|lints| lints.get("workspace")).and_then(toml::Value::as_bool);
        if inherits != Some(true) {
            problems.push("does not inherit the lints of the workspace".into());
        }
    }
    let dependencies: Vec<&str> = manifest
        .get("dependencies")
        .and_then(toml::Value::as_table)
        .into_iter()
        .flat_map(|table| table.keys())
        .map(String::as_str)
        .collect();
    if let Some(folder) = name.strip_prefix("driver/").and_then(|rest| rest.strip_suffix("/Cargo.toml")) {
        let Some((_, allowed)) = DRIVER_CRATES.iter().find(|(known, _)| *known == folder) else {
            problems.push("is not in the table of crates of xtask/src/tidy.rs".into());
            return problems;
        };
        for dependency in dependencies {
            let guarded = dependency.starts_with("plugopt-") || OUTWARD.contains(&dependency);
            if guarded && !allowed.contains(&dependency) {
                problems.push(format!("may not depend on {dependency}"));
            }
        }
    } else if name.starts_with("plugins/") || name.starts_with("plugin-abi/") {
        for dependency in dependencies {
            let crate_name = dependency.strip_prefix("plugopt-");
            if crate_name.is_some_and(|name| DRIVER_CRATES.iter().any(|(driver, _)| *driver == name)) {
                problems.push(format!("depends on {dependency}, which is a crate of the driver"));
            }
        }
    }
    problems
}

/// Links to files that are not there.
fn broken_links(name: &str, text: &str, names: &[&str]) -> Vec<(usize, String)> {
    let link = Regex::new(r"\]\(([^)#\s]+)(#[^)]*)?\)").expect("the pattern is constant");
    let folder = Path::new(name).parent().unwrap_or(Path::new(""));
    let mut problems = Vec::new();
    for (line, number) in text.lines().zip(1..) {
        for found in link.captures_iter(line).map(|found| found[1].to_string()) {
            if found.contains("://") || found.starts_with("mailto:") {
                continue;
            }
            let path = normalise(&folder.join(&found));
            let there = names.iter().any(|name| Path::new(name).starts_with(&path));
            if !there {
                problems.push((number, format!("link to {found}, which is not there")));
            }
        }
    }
    problems
}

fn normalise(path: &Path) -> PathBuf {
    let mut out = PathBuf::new();
    for part in path.components() {
        match part {
            std::path::Component::ParentDir => drop(out.pop()),
            std::path::Component::CurDir => {}
            part => out.push(part),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    fn problems(name: &str, text: &str) -> usize {
        check_file(name, text, &[name, "docs/a.md"]).len()
    }

    #[test]
    fn manifests() {
        let crate_with = |dependency: &str| {
            format!("[package]\nname = 'x'\n[lints]\nworkspace = true\n[dependencies]\n{dependency}.workspace = true\n")
        };
        assert_eq!(problems("driver/syntax/Cargo.toml", &crate_with("plugopt-ir")), 0);
        assert_eq!(problems("driver/syntax/Cargo.toml", &crate_with("plugopt-pass")), 1);
        assert_eq!(problems("driver/ir/Cargo.toml", &crate_with("libloading")), 1);
        assert_eq!(problems("driver/ir/Cargo.toml", &crate_with("smallvec")), 0);
        assert_eq!(problems("driver/new/Cargo.toml", &crate_with("smallvec")), 1);
        assert_eq!(problems("plugins/dialects/x/Cargo.toml", &crate_with("plugopt-plugin")), 0);
        assert_eq!(problems("plugins/dialects/x/Cargo.toml", &crate_with("plugopt-ir")), 1);
        assert_eq!(problems("plugins/dialects/x/Cargo.toml", "[package]\nname = 'x'"), 1);
    }

    #[test]
    fn sources() {
        assert_eq!(problems("driver/ir/src/a.rs", "let x = \"builtin.module\";"), 0);
        assert_eq!(problems("driver/ir/src/a.rs", &format!("let x = b\"{}.func\";", "func")), 1);
        assert_eq!(problems("driver/ir/src/a.rs", &format!("#[cfg(test)]\nlet x = \"{}.func\";", "func")), 0);
        assert_eq!(problems("plugins/x/src/a.rs", &format!("let x = \"{}.func\";", "func")), 0);
        assert_eq!(problems("driver/syntax/src/a.rs", "#![allow(unsafe_code)]"), 1);
        assert_eq!(problems("driver/host/src/a.rs", "#![allow(unsafe_code)]"), 0);
        assert_eq!(problems("driver/host/src/a.rs", &"\n".repeat(MOST_LINES + 1)), 1);
        assert_eq!(problems("tests/a.rs", "fn a() { FIXME }"), 1);
    }

    #[test]
    fn texts() {
        assert_eq!(problems("tests/a.mlir", "module {}"), 1);
        assert_eq!(problems("tests/a.mlir", "// RUN: x"), 0);
        assert_eq!(problems("tests/inputs/a.mlir", "module {}"), 0);
        assert_eq!(problems("README.md", "[a](docs/a.md#b) [c](https://x) [d](docs)"), 0);
        assert_eq!(problems("docs/b.md", "[a](a.md) [b](../nope.md)"), 1);
        assert_eq!(problems("a.toml", &["x = '/ro", "ot/y'"].concat()), 1);
    }
}
