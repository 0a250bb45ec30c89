//! `cargo xtask test`: all tests, Rust and Python.

use crate::command::{cargo, root, run, target, works};
use crate::plugins;
use std::path::PathBuf;
use std::process::Command;

/// Folder with the Python tests.
const PYTHON_TESTS: &str = "tests/python";
/// The oldest Python that the component supports.
const PYTHON: (u32, u32) = (3, 11);

/// Runs the tests whose names contain the words, all without words.
pub fn all(filters: &[&str]) -> Result<(), String> {
    // Plugins are shared libraries, which the tests load but no test depends on.
    plugins::build()?;
    if works(&mut cargo(&["nextest", "--version"])) {
        run(cargo(&["nextest", "run", "--workspace", "--no-tests=pass", "--cargo-quiet"]).args(filters))?;
    } else {
        eprintln!("(cargo-nextest is not installed; its runs are faster)");
        run(cargo(&["test", "--workspace", "--quiet", "--"]).args(filters))?;
    }
    if !root().join(PYTHON_TESTS).is_dir() {
        return Ok(());
    }
    let python = venv()?;
    let mut pytest = Command::new(python);
    pytest
        .args(["-m", "pytest", "-q", PYTHON_TESTS])
        .current_dir(root())
        .env("PLUGOPT_BIN_DIR", target().join("debug"));
    if !filters.is_empty() {
        pytest.args(["-k", &filters.join(" or ")]);
    }
    run(&mut pytest)
}

/// The Python of an environment with pytest, made below the build folder if it is not there.
fn venv() -> Result<PathBuf, String> {
    let folder = target().join("venv");
    let python = folder.join(if cfg!(windows) { "Scripts/python.exe" } else { "bin/python" });
    if !works(Command::new(&python).args(["-c", "import pytest"])) {
        let (major, minor) = PYTHON;
        let wanted = format!("import sys; sys.exit(sys.version_info < ({major}, {minor}))");
        let names = ["python3".to_string(), format!("python{major}.{minor}"), "python".to_string()];
        let found = names.iter().find(|name| works(Command::new(name).args(["-c", &wanted])));
        let found = found.ok_or_else(|| format!("the Python tests need Python {major}.{minor} or newer as python3"))?;
        run(Command::new(found).args(["-m", "venv"]).arg(&folder))?;
        run(Command::new(&python).args(["-m", "pip", "install", "--quiet", "pytest"]))?;
    }
    Ok(python)
}
