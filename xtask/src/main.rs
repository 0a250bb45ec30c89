//! The tasks of the project: `cargo xtask TASK`.

mod abi;
mod bench;
mod ci;
mod command;
mod demo;
mod fuzz;
mod plugins;
mod test;
mod tidy;

use std::process::ExitCode;

const USAGE: &str = "\
cargo xtask TASK

  demo            build the driver and the example plugins, and run one pass of each kind on a real input
  test [FILTER]   run all tests, Rust and Python, or those whose name contains FILTER
  ci              what the CI runs: formatting, lints, generated files, tidy, all tests
  abi [--check]   generate header, mirror and reference of the plugin ABI, or compare them with the specification
  tidy            check the rules of the house
  fuzz TARGET [SECONDS]
                  run a fuzz target
  bench           compare with mlir-opt 22, if it is installed
  bench abi       what crossing to a plugin costs
";

fn main() -> ExitCode {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    let done = match words.as_slice() {
        ["demo"] => demo::show(),
        ["test", rest @ ..] => test::all(rest),
        ["ci"] => ci::all(),
        ["abi"] => abi::run(command::root(), false),
        ["abi", "--check"] => abi::run(command::root(), true),
        ["tidy"] => tidy::run(),
        ["fuzz", rest @ ..] => fuzz::fuzz(rest),
        ["bench", "abi"] => bench::abi(),
        ["bench", rest @ ..] => bench::compare(rest),
        ["help" | "--help" | "-h"] => {
            print!("{USAGE}");
            Ok(())
        }
        _ => Err(USAGE.to_string()),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(reason) => {
            eprintln!("{}", reason.trim_end());
            ExitCode::FAILURE
        }
    }
}
