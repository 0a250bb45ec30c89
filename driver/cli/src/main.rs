//! The `plugopt` command.

mod args;
mod diagnostics;
mod input;
mod logging;
mod new_plugin;
mod output;
mod passes;
mod plugin;
mod run;
mod split;

use std::process::ExitCode;

#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> ExitCode {
    let words: Vec<_> = std::env::args_os().collect();
    if let Some(words) = plugin::words(&words) {
        return run::exit_code(plugin::run(words).map(|()| true)).into();
    }
    match args::parse(words) {
        Ok(line) => run::run(&line).into(),
        Err(text) => {
            eprintln!("{text}");
            ExitCode::FAILURE
        }
    }
}
