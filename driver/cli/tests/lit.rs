//! Runs the tests below `tests/` with the driver that was just built.

use std::process::ExitCode;

fn main() -> ExitCode {
    plugopt_tests::main(env!("CARGO_BIN_EXE_plugopt"))
}
