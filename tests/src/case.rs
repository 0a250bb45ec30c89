//! Command lines with what must come of them, in `.toml` files.

use crate::command::{exit_code, output_of};
use serde::Deserialize;
use std::collections::BTreeMap;
use std::path::Path;
use std::process::Command;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    case: Vec<Case>,
}

/// One run of the driver in a folder of its own.
///
/// In `args` and the expected texts, `{plugins}` is the folder with built plugins.
#[derive(Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Case {
    /// What is tested.
    pub name: String,
    /// The words of the command line.
    #[serde(default)]
    args: Vec<String>,
    /// Standard input.
    #[serde(default)]
    stdin: String,
    /// Variables of the environment.
    #[serde(default)]
    env: BTreeMap<String, String>,
    /// Files that are there before.
    #[serde(default)]
    files: BTreeMap<String, String>,
    /// The exit code.
    #[serde(default)]
    exit: i32,
    /// Standard output, whole; nothing if absent.
    stdout: Option<String>,
    /// Texts within standard output.
    #[serde(default)]
    stdout_has: Vec<String>,
    /// Standard error, whole; nothing if absent.
    stderr: Option<String>,
    /// Texts within standard error.
    #[serde(default)]
    stderr_has: Vec<String>,
    /// Files and their contents afterwards.
    #[serde(default)]
    after: BTreeMap<String, String>,
    /// All names in the folder afterwards.
    names: Option<Vec<String>>,
}

/// Reads the cases of a file.
pub fn load(path: &Path) -> Result<Vec<Case>, String> {
    let text = std::fs::read_to_string(path).map_err(|error| error.to_string())?;
    toml::from_str::<File>(&text).map(|file| file.case).map_err(|error| error.to_string())
}

impl Case {
    /// Runs it.
    pub fn run(&self, driver: &Path) -> Result<(), String> {
        let folder = tempfile::tempdir().map_err(|error| error.to_string())?;
        let plugins = driver.parent().unwrap_or(Path::new(".")).display().to_string();
        let fill = |text: &str| text.replace("{plugins}", &plugins);
        for (name, text) in &self.files {
            let path = folder.path().join(name);
            std::fs::create_dir_all(path.parent().unwrap_or(&path)).map_err(|error| error.to_string())?;
            std::fs::write(&path, text).map_err(|error| format!("{name}: {error}"))?;
        }
        let mut command = Command::new(driver);
        command.args(self.args.iter().map(|word| fill(word))).current_dir(folder.path());
        command.env_remove("PLUGOPT_LOG").env_remove("PLUGOPT_PLUGIN_PATH").envs(&self.env);
        let output = output_of(command, self.stdin.as_bytes())?;

        let (stdout, stderr) = (String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
        let mut wrong = String::new();
        let code = exit_code(&output.status);
        if code != self.exit {
            wrong += &format!("exit code {code} instead of {}\n", self.exit);
        }
        for (stream, found, whole, parts) in
            [("stdout", &stdout, &self.stdout, &self.stdout_has), ("stderr", &stderr, &self.stderr, &self.stderr_has)]
        {
            let whole = match whole {
                None if parts.is_empty() => Some(""),
                whole => whole.as_deref(),
            };
            if let Some(whole) = whole.map(fill).filter(|whole| *whole != **found) {
                wrong += &format!("{stream} {}", crate::difference(&whole, found));
            }
            for part in parts.iter().map(|part| fill(part)).filter(|part| !found.contains(part)) {
                wrong += &format!("{stream} lacks {part:?}\n");
            }
        }
        for (name, expected) in &self.after {
            let found =
                std::fs::read_to_string(folder.path().join(name)).map_err(|error| format!("{name}: {error}"))?;
            if found != *expected {
                wrong += &format!("{name} {}", crate::difference(expected, &found));
            }
        }
        if let Some(names) = &self.names {
            let entries = std::fs::read_dir(folder.path()).map_err(|error| error.to_string())?;
            let mut found: Vec<_> =
                entries.flatten().map(|entry| entry.file_name().to_string_lossy().into_owned()).collect();
            found.sort();
            if found != *names {
                wrong += &format!("files {found:?} instead of {names:?}\n");
            }
        }
        if wrong.is_empty() {
            return Ok(());
        }
        Err(format!("plugopt {}\n{wrong}--- stdout\n{stdout}--- stderr\n{stderr}", self.args.join(" ")))
    }
}
