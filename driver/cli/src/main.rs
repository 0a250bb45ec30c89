//! The `plugopt` command.
#![allow(dead_code, unused_imports)]

mod args;
mod diagnostics;
mod input;
mod logging;
mod output;
mod split;

use std::process::ExitCode;

fn main() -> ExitCode {
    match args::parse(std::env::args_os()) {
        Ok(line) if line.options.help => {
            print!("{}", args::help());
            ExitCode::SUCCESS
        }
        Ok(_) => ExitCode::SUCCESS,
        Err(text) => {
            eprintln!("{text}");
            ExitCode::FAILURE
        }
    }
}
