//! Runs the tests of the dialects again, with the dialects in libraries instead of linked in.

use libtest_mimic::{Arguments, Failed, Trial};
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};

const DRIVER: &str = env!("CARGO_BIN_EXE_plugopt");

/// A folder with the libraries of the dialects that are linked into the driver, as the workspace builds them beside it.
fn libraries() -> std::io::Result<tempfile::TempDir> {
    let folder = tempfile::tempdir()?;
    for entry in std::fs::read_dir(Path::new(DRIVER).parent().unwrap_or(Path::new(".")))? {
        let path = entry?.path();
        let name = path.file_name().unwrap_or_default();
        let text = name.to_string_lossy();
        if text.starts_with("libplugopt_dialect_") && text.ends_with(std::env::consts::DLL_SUFFIX) {
            #[cfg(unix)]
            std::os::unix::fs::symlink(&path, folder.path().join(name))?;
            #[cfg(not(unix))]
            std::fs::copy(&path, folder.path().join(name))?;
        }
    }
    Ok(folder)
}

fn dialects(words: &[String]) -> Result<String, Failed> {
    let output = Command::new(DRIVER).args(words).arg("--show-dialects").env_remove("PLUGOPT_PLUGIN_PATH").output()?;
    Ok(String::from_utf8_lossy(&[output.stdout, output.stderr].concat()).into_owned())
}

/// All dialects that are linked in are libraries too.
fn all_are_there(words: &[String]) -> Result<(), Failed> {
    let (linked, found) = (dialects(&[])?, dialects(words)?);
    let hint = "`cargo build --workspace` builds the libraries";
    if linked == found { Ok(()) } else { Err(format!("linked in: {linked}found: {found}{hint}").into()) }
}

fn main() -> ExitCode {
    let arguments = Arguments::from_args();
    let folder = match libraries() {
        Ok(folder) => folder,
        Err(error) => {
            eprintln!("the libraries cannot be collected: {error}");
            return ExitCode::FAILURE;
        }
    };
    let words = ["--no-bundled".to_string(), format!("--plugin-dir={}", folder.path().display())];
    let run = |file: PathBuf| {
        let (name, words) =
            (file.strip_prefix(plugopt_tests::folder()).unwrap_or(&file).display().to_string(), words.clone());
        let run = move || plugopt_tests::command::run_file_as(Path::new(DRIVER), &words, &file).map_err(Failed::from);
        Trial::test(format!("libraries: {name}"), run)
    };
    let folders = ["dialects", "passes"].map(|name| plugopt_tests::folder().join(name));
    let files = folders.iter().flat_map(|folder| plugopt_tests::files(folder));
    let mut trials: Vec<Trial> = files.filter(|file| file.extension().is_some_and(|e| e == "mlir")).map(run).collect();
    let all = words.clone();
    trials.push(Trial::test("libraries: all dialects", move || all_are_there(&all)));
    libtest_mimic::run(&arguments, trials).exit_code()
}
