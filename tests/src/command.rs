//! `// RUN:` lines: a small shell, interpreted here so that tests need no shell and no LLVM.
//!
//! Known are the commands `plugopt`, `FileCheck`, `golden`, `not`, `cat` and `diff`; `|`, `&&`, `;`, `<`, `>`, `2>` and `2>&1`; quotes; and the
//! substitutions `%s` (the test file), `%S` (its folder), `%t` (a name for files of the test) and `%{plugins}` (where built plugins lie).

use crate::{filecheck, golden};
use std::collections::VecDeque;
use std::io::{Read, Write as _};
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::thread::ScopedJoinHandle;
use std::time::{Duration, Instant};

/// How long one run of the driver may take.
const TIME: Duration = Duration::from_secs(60);

/// Runs all RUN lines of a file; plugins lie beside the driver.
pub fn run_file(driver: &Path, file: &Path) -> Result<(), String> {
    run_file_as(driver, &[], file)
}

/// The same where the driver gets further words before those of each line.
pub fn run_file_as(driver: &Path, words: &[String], file: &Path) -> Result<(), String> {
    run_lines_of(driver, words, driver.parent().unwrap_or(Path::new(".")), file)
}

/// The same with plugins that lie in another folder.
pub fn run_file_with(driver: &Path, plugins: &Path, file: &Path) -> Result<(), String> {
    run_lines_of(driver, &[], plugins, file)
}

fn run_lines_of(driver: &Path, words: &[String], plugins: &Path, file: &Path) -> Result<(), String> {
    let text = std::fs::read(file).map_err(|error| format!("{}: {error}", file.display()))?;
    let lines = run_lines(&String::from_utf8_lossy(&text))?;
    if lines.is_empty() {
        return Err(format!("{}: no RUN line", file.display()));
    }
    let scratch = tempfile::tempdir().map_err(|error| error.to_string())?;
    let session = Session { driver, words, plugins, file, scratch: scratch.path() };
    for line in lines {
        session.run_line(&line).map_err(|reason| format!("RUN: {line}\n{reason}"))?;
    }
    Ok(())
}

/// The commands of a file's `// RUN:` lines; a line that ends with a backslash goes on in the next one.
pub fn run_lines(text: &str) -> Result<Vec<String>, String> {
    let mut lines: Vec<String> = Vec::new();
    let mut open = false;
    for line in text.lines() {
        let Some((_, command)) = line.split_once("RUN:") else { continue };
        let command = command.trim();
        let (command, goes_on) = match command.strip_suffix('\\') {
            Some(command) => (command.trim_end(), true),
            None => (command, false),
        };
        match lines.last_mut() {
            Some(last) if open => *last += &format!(" {command}"),
            _ => lines.push(command.to_string()),
        }
        open = goes_on;
    }
    if open { Err("the last RUN line goes on but nothing follows".into()) } else { Ok(lines) }
}

struct Session<'a> {
    driver: &'a Path,
    words: &'a [String],
    plugins: &'a Path,
    file: &'a Path,
    scratch: &'a Path,
}

/// What a command left behind.
struct Finished {
    code: i32,
    out: Vec<u8>,
    err: Vec<u8>,
}

impl Finished {
    fn ok(out: Vec<u8>) -> Finished {
        Finished { code: 0, out, err: Vec::new() }
    }

    fn failed(reason: impl Into<Vec<u8>>) -> Finished {
        Finished { code: 1, out: Vec::new(), err: reason.into() }
    }
}

impl Session<'_> {
    fn run_line(&self, line: &str) -> Result<(), String> {
        let words = words(line)?;
        for pipeline in words.split(|word| matches!(word, Word::Operator("&&" | ";"))) {
            let mut input = Vec::new();
            let mut messages = String::new();
            let mut failed = None;
            for stage in pipeline.split(|word| *word == Word::Operator("|")) {
                let finished = self.run_stage(stage, input)?;
                messages += &String::from_utf8_lossy(&finished.err);
                if finished.code != 0 && failed.is_none() {
                    failed = Some(format!("a command ended with exit code {}", finished.code));
                }
                input = finished.out;
            }
            if let Some(reason) = failed {
                return Err(format!("{reason}\n{messages}{}", String::from_utf8_lossy(&input)));
            }
        }
        Ok(())
    }

    fn run_stage(&self, stage: &[Word], mut input: Vec<u8>) -> Result<Finished, String> {
        let mut command = VecDeque::new();
        let (mut out_file, mut err_file, mut merge) = (None, None, false);
        let mut words = stage.iter();
        while let Some(word) = words.next() {
            match word {
                Word::Text(text) => command.push_back(self.substitute(text)),
                Word::Operator("2>&1") => merge = true,
                Word::Operator(operator) => {
                    let Some(Word::Text(name)) = words.next() else {
                        return Err(format!("'{operator}' without a file"));
                    };
                    let name = PathBuf::from(self.substitute(name));
                    match *operator {
                        "<" => input = std::fs::read(&name).map_err(|error| format!("{}: {error}", name.display()))?,
                        ">" => out_file = Some(name),
                        _ => err_file = Some(name),
                    }
                }
            }
        }
        let mut finished = self.run_command(command, input, merge)?;
        for (file, stream) in [(out_file, &mut finished.out), (err_file, &mut finished.err)] {
            if let Some(file) = file {
                std::fs::write(&file, std::mem::take(stream))
                    .map_err(|error| format!("{}: {error}", file.display()))?;
            }
        }
        Ok(finished)
    }

    fn run_command(&self, mut command: VecDeque<String>, input: Vec<u8>, merge: bool) -> Result<Finished, String> {
        let name = command.pop_front().ok_or("a command is missing")?;
        let arguments: Vec<String> = command.into();
        let read = |name: &str| std::fs::read_to_string(name).map_err(|error| format!("{name}: {error}"));
        match name.as_str() {
            "plugopt" => self.run_driver(&arguments, input, merge),
            "not" => {
                let mut finished = self.run_command(arguments.into(), input, merge)?;
                finished.code = match finished.code {
                    // A crash is never what a test expects.
                    0 | 128.. | ..0 => 1,
                    _ => 0,
                };
                Ok(finished)
            }
            "FileCheck" => {
                let input = String::from_utf8_lossy(&input);
                Ok(match filecheck::run(&arguments, &input) {
                    Ok(()) => Finished::ok(Vec::new()),
                    Err(reason) => Finished::failed(reason),
                })
            }
            "golden" => Ok(match golden::run(&arguments, self.file, &String::from_utf8_lossy(&input)) {
                Ok(()) => Finished::ok(Vec::new()),
                Err(reason) => Finished::failed(reason),
            }),
            "cat" => {
                let mut out = if arguments.is_empty() { input } else { Vec::new() };
                for name in &arguments {
                    out.extend(read(name)?.into_bytes());
                }
                Ok(Finished::ok(out))
            }
            "diff" => {
                let [first, second] = arguments.as_slice() else { return Err("diff takes two files".into()) };
                let side = |name: &str| match name {
                    "-" => Ok(String::from_utf8_lossy(&input).into_owned()),
                    name => read(name),
                };
                let (first, second) = (side(first)?, side(second)?);
                Ok(if first == second {
                    Finished::ok(vec![])
                } else {
                    Finished::failed(crate::difference(&first, &second))
                })
            }
            name => Err(format!("unknown command '{name}'")),
        }
    }

    fn run_driver(&self, arguments: &[String], input: Vec<u8>, merge: bool) -> Result<Finished, String> {
        let words = [self.words, arguments].concat();
        let finished = run_driver(self.driver, &words, &input, self.scratch)?;
        let Finished { code, mut out, mut err } = finished;
        if merge {
            // The driver writes what it has to say before the result.
            err.append(&mut out);
            out = std::mem::take(&mut err);
        }
        Ok(Finished { code, out, err })
    }

    fn substitute(&self, text: &str) -> String {
        let folder = self.file.parent().unwrap_or(Path::new("."));
        let mut out = String::new();
        let mut rest = text;
        while let Some((before, after)) = rest.split_once('%') {
            out += before;
            let known = [
                ("%", "%".to_string()),
                ("{plugins}", self.plugins.display().to_string()),
                ("s", self.file.display().to_string()),
                ("S", folder.display().to_string()),
                ("t", self.scratch.join("t").display().to_string()),
            ];
            match known.iter().find_map(|(name, value)| Some((after.strip_prefix(name)?, value))) {
                Some((after, value)) => {
                    out += value;
                    rest = after;
                }
                None => {
                    out.push('%');
                    rest = after;
                }
            }
        }
        out + rest
    }
}

/// Runs the driver and waits for it; exit codes of signals are 128 and more, as shells have them.
fn run_driver(driver: &Path, arguments: &[String], input: &[u8], folder: &Path) -> Result<Finished, String> {
    let mut command = Command::new(driver);
    command.args(arguments).current_dir(folder).env_remove("PLUGOPT_PLUGIN_PATH");
    let output = output_of(command, input)?;
    Ok(Finished { code: exit_code(&output.status), out: output.stdout, err: output.stderr })
}

/// Runs a program on an input; ends it, as a failure, if it takes too long.
pub fn output_of(mut command: Command, input: &[u8]) -> Result<Output, String> {
    let spawned = command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn();
    let mut child = spawned.map_err(|error| format!("{}: {error}", command.get_program().display()))?;
    let (stdin, stdout, stderr) = (child.stdin.take(), child.stdout.take(), child.stderr.take());
    std::thread::scope(|scope| {
        // A driver that does not read its input closes it.
        scope.spawn(move || stdin.map(|mut stdin| stdin.write_all(input)));
        let stdout = scope.spawn(move || read(stdout));
        let stderr = scope.spawn(move || read(stderr));
        let deadline = Instant::now() + TIME;
        let mut pause = Duration::from_micros(500);
        let status = loop {
            match child.try_wait().map_err(|error| error.to_string())? {
                Some(status) => break status,
                None if Instant::now() > deadline => {
                    let _ = child.kill();
                    return Err(format!("did not end within {TIME:?}"));
                }
                None => std::thread::sleep(pause),
            }
            pause = (pause * 2).min(Duration::from_millis(20));
        };
        let text = |thread: ScopedJoinHandle<'_, std::io::Result<Vec<u8>>>| match thread.join() {
            Ok(read) => read.map_err(|error| error.to_string()),
            Err(_) => Err("a thread of the test runner panicked".to_string()),
        };
        Ok(Output { status, stdout: text(stdout)?, stderr: text(stderr)? })
    })
}

fn read(stream: Option<impl Read>) -> std::io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    if let Some(mut stream) = stream {
        stream.read_to_end(&mut bytes)?;
    }
    Ok(bytes)
}

/// The exit code as shells have it.
pub fn exit_code(status: &std::process::ExitStatus) -> i32 {
    #[cfg(unix)]
    {
        use std::os::unix::process::ExitStatusExt as _;
        if let Some(signal) = status.signal() {
            return 128 + signal;
        }
    }
    status.code().unwrap_or(-1)
}

#[derive(PartialEq, Debug)]
enum Word {
    Text(String),
    Operator(&'static str),
}

/// Splits a command into words and operators; `'…'` and `"…"` protect.
fn words(line: &str) -> Result<Vec<Word>, String> {
    const OPERATORS: [&str; 7] = ["2>&1", "2>", "&&", "|", ";", "<", ">"];
    let mut words = Vec::new();
    let mut word: Option<String> = None;
    let mut rest = line;
    while let Some(c) = rest.chars().next() {
        let at_start = word.is_none();
        // `2>` is an operator only where a word starts.
        let operator = OPERATORS
            .into_iter()
            .find(|operator| rest.starts_with(operator) && (at_start || !operator.starts_with('2')));
        if let Some(operator) = operator {
            words.extend(word.take().map(Word::Text));
            words.push(Word::Operator(operator));
            rest = &rest[operator.len()..];
        } else if c.is_whitespace() {
            words.extend(word.take().map(Word::Text));
            rest = &rest[c.len_utf8()..];
        } else if c == '\'' || c == '"' {
            let (inside, after) = rest[1..].split_once(c).ok_or_else(|| format!("unclosed {c} in: {line}"))?;
            word.get_or_insert_default().push_str(inside);
            rest = after;
        } else {
            word.get_or_insert_default().push(c);
            rest = &rest[c.len_utf8()..];
        }
    }
    words.extend(word.map(Word::Text));
    Ok(words)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_and_operators() {
        let text = |text: &str| Word::Text(text.into());
        assert_eq!(
            words("not plugopt %s -p='a b{c}' 2>&1 | FileCheck %s>x").unwrap(),
            [
                text("not"),
                text("plugopt"),
                text("%s"),
                text("-p=a b{c}"),
                Word::Operator("2>&1"),
                Word::Operator("|"),
                text("FileCheck"),
                text("%s"),
                Word::Operator(">"),
                text("x"),
            ]
        );
        assert!(words("a 'b").is_err());
    }

    #[test]
    fn lines_go_on_after_a_backslash() {
        assert_eq!(run_lines("// RUN: a \\\n// RUN:   b\nx\n// RUN: c").unwrap(), ["a b", "c"]);
        assert!(run_lines("// RUN: a \\").is_err());
    }

    #[test]
    fn what_fails_is_a_failure() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("a.mlir");
        let run = |text: &str| {
            std::fs::write(&file, text).unwrap();
            run_file(Path::new("no-driver"), &file)
        };
        assert!(run("").unwrap_err().contains("no RUN line"));
        assert!(run("// RUN: cat %s | FileCheck %s\n// CHECK: {{^}}run line\nRUN LINE").is_err());
        assert!(run("// RUN: cat %s | FileCheck %s\n// CHECK: {{^}}RUN LINE\nRUN LINE").is_ok());
        assert!(run("// RUN: cat %s | FileCheck %s && diff %s %S/b").unwrap_err().contains("no CHECK lines"));
        assert!(run("// RUN: not diff %s %s").is_err());
        assert!(run("// RUN: cat %s > %t && not diff %s /dev/null && diff %s %t").is_ok());
        assert!(run("// RUN: frob").unwrap_err().contains("unknown command"));
    }
}
