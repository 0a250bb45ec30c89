//! The runner of the tests that lie in this folder: each `.mlir` file is one test, each `[[case]]` of a `.toml` file too.
//!
//! A `.mlir` file says in its `// RUN:` lines how it is run ([`command`]) and in its `// CHECK` lines what must come out
//! ([`filecheck`]), or holds the output whole ([`golden`]). A `.toml` file holds command lines with exit code, streams and files
//! ([`case`]).

pub mod case;
pub mod command;
pub mod filecheck;
pub mod golden;

use libtest_mimic::{Arguments, Failed, Trial};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// The folder with the tests.
pub fn folder() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// Runs all tests with the given driver, as the arguments of this process say.
pub fn main(driver: &str) -> ExitCode {
    let arguments = Arguments::from_args();
    let driver = PathBuf::from(driver);
    let mut trials = Vec::new();
    for path in files(folder()) {
        let name = path.strip_prefix(folder()).unwrap_or(&path).display().to_string();
        match path.extension().and_then(|extension| extension.to_str()) {
            Some("mlir") => {
                let driver = driver.clone();
                trials.push(Trial::test(name, move || command::run_file(&driver, &path).map_err(Failed::from)));
            }
            Some("toml") => match case::load(&path) {
                Ok(cases) => trials.extend(cases.into_iter().map(|case| {
                    let driver = driver.clone();
                    Trial::test(format!("{name}::{}", case.name), move || case.run(&driver).map_err(Failed::from))
                })),
                Err(reason) => trials.push(Trial::test(name, move || Err(Failed::from(reason)))),
            },
            _ => {}
        }
    }
    libtest_mimic::run(&arguments, trials).exit_code()
}

/// All test files below a folder, sorted.
pub fn files(folder: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    let mut pending = vec![folder.to_path_buf()];
    while let Some(folder) = pending.pop() {
        let Ok(entries) = std::fs::read_dir(&folder) else { continue };
        for path in entries.flatten().map(|entry| entry.path()) {
            let name = path.file_name().and_then(|name| name.to_str()).unwrap_or_default();
            if path.is_dir() {
                // `inputs` holds what tests read, not tests.
                if name != "inputs" && name != "src" {
                    pending.push(path);
                }
            } else if name.ends_with(".mlir") || (name.ends_with(".toml") && name != "Cargo.toml") {
                found.push(path);
            }
        }
    }
    found.sort();
    found
}

/// Both texts, from the first line that differs.
fn difference(expected: &str, found: &str) -> String {
    let same = expected.lines().zip(found.lines()).take_while(|(a, b)| a == b).count();
    let rest = |text: &str| {
        let lines: Vec<&str> = text.lines().skip(same).take(12).collect();
        if lines.is_empty() { "<end>".to_string() } else { lines.join("\n") }
    };
    let mut text =
        format!("differs from line {} on\n--- expected\n{}\n--- found\n{}\n", same + 1, rest(expected), rest(found));
    if expected.lines().eq(found.lines()) {
        text = format!("differs in the end of the text: expected {expected:?}, found {found:?}\n");
    }
    text
}
