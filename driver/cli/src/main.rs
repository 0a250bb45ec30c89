//! The `plugopt` command.

mod args;
mod diagnostics;
mod input;
mod logging;
mod output;
mod passes;
mod run;
mod split;

use std::process::ExitCode;

#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> ExitCode {
    match args::parse(std::env::args_os()) {
        Ok(line) => run::run(&line).into(),
        Err(text) => {
            eprintln!("{text}");
            ExitCode::FAILURE
        }
    }
}
