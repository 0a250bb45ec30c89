//! `cargo xtask fuzz`: libFuzzer over the targets of `fuzz/`, on the stable toolchain.

use crate::command::{cargo, root, run, target};
use std::path::Path;

/// What the compiler must add for libFuzzer to see which code ran.
const INSTRUMENTATION: &str = "-Cpasses=sancov-module -Cllvm-args=-sanitizer-coverage-level=4 \
                               -Cllvm-args=-sanitizer-coverage-inline-8bit-counters \
                               -Cllvm-args=-sanitizer-coverage-pc-table \
                               -Cllvm-args=-sanitizer-coverage-trace-compares --cfg fuzzing -Ccodegen-units=1";

/// Words of the text form, which the fuzzer would take long to find.
const DICTIONARY: &str = include_str!("../../fuzz/mlir.dict");

/// Runs a target for some seconds.
pub fn fuzz(words: &[&str]) -> Result<(), String> {
    let (name, seconds) = match words {
        [name] => (*name, "60"),
        [name, seconds] => (*name, *seconds),
        _ => return Err("cargo xtask fuzz TARGET [SECONDS]; the targets are the files of fuzz/fuzz_targets".into()),
    };
    let host = host()?;
    let folder = target().join("fuzz");
    let corpus = folder.join("corpus").join(name);
    let artifacts = folder.join("artifacts").join(name);
    for folder in [&corpus, &artifacts] {
        std::fs::create_dir_all(folder).map_err(|error| error.to_string())?;
    }
    seed(&corpus)?;
    let dictionary = folder.join("mlir.dict");
    std::fs::write(&dictionary, DICTIONARY).map_err(|error| error.to_string())?;
    // With a target named, build scripts and macros are compiled without the instrumentation.
    let mut command = cargo(&["run", "--release", "--quiet", "--target", &host, "--bin", name]);
    command.arg("--manifest-path").arg(root().join("fuzz/Cargo.toml")).arg("--target-dir").arg(&folder).arg("--");
    command.arg(&corpus).arg(format!("-artifact_prefix={}/", artifacts.display()));
    command.arg(format!("-max_total_time={seconds}")).arg(format!("-dict={}", dictionary.display()));
    command.args(["-max_len=4096", "-timeout=20", "-rss_limit_mb=4096", "-print_final_stats=1"]);
    run(command.env("RUSTFLAGS", INSTRUMENTATION))
}

/// The chunks of all tests.
fn seed(corpus: &Path) -> Result<(), String> {
    let mut pending = vec![root().join("tests")];
    let mut count = 0;
    while let Some(folder) = pending.pop() {
        for path in std::fs::read_dir(folder).map_err(|error| error.to_string())?.flatten().map(|entry| entry.path()) {
            if path.is_dir() {
                pending.push(path);
            } else if path.extension().is_some_and(|extension| extension == "mlir") {
                let text = std::fs::read_to_string(&path).map_err(|error| error.to_string())?;
                for chunk in text.split("// -----").filter(|chunk| chunk.len() <= 4096) {
                    std::fs::write(corpus.join(format!("seed{count}")), chunk).map_err(|error| error.to_string())?;
                    count += 1;
                }
            }
        }
    }
    Ok(())
}

fn host() -> Result<String, String> {
    let output = std::process::Command::new("rustc").arg("-vV").output().map_err(|error| format!("rustc: {error}"))?;
    let text = String::from_utf8_lossy(&output.stdout);
    let host = text.lines().find_map(|line| line.strip_prefix("host: "));
    host.map(str::to_string).ok_or_else(|| "rustc does not name its host".into())
}
