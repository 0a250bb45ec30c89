//! The guides for authors of plugins: their code is compiled and run as they say, and gives what they show.
#![allow(missing_docs)]

use std::path::{Path, PathBuf};
use std::process::Command;

/// A block of code of a page.
enum Block {
    /// With a name, which stands in a comment above it.
    File { name: String, text: String },
    /// Commands, each with the output that it has.
    Console(Vec<(String, String)>),
}

fn blocks(page: &str) -> Vec<Block> {
    let (mut found, mut name, mut lines) = (Vec::new(), None, page.lines());
    while let Some(line) = lines.next() {
        if let Some(file) = line.strip_prefix("<!-- file: ") {
            name = file.strip_suffix(" -->").map(str::to_string);
        } else if let Some(language) = line.strip_prefix("```") {
            let text: Vec<&str> = lines.by_ref().take_while(|line| *line != "```").collect();
            match (name.take(), language) {
                (Some(name), _) => found.push(Block::File { name, text: text.join("\n") + "\n" }),
                (None, "console") => found.push(Block::Console(commands(&text))),
                _ => {}
            }
        }
    }
    found
}

fn commands(lines: &[&str]) -> Vec<(String, String)> {
    let mut found: Vec<(String, String)> = Vec::new();
    for line in lines {
        match (line.strip_prefix("$ "), found.last_mut()) {
            (Some(command), _) => found.push((command.to_string(), String::new())),
            (None, Some((_, output))) => *output += &format!("{line}\n"),
            (None, None) => panic!("an output without a command: {line}"),
        }
    }
    found
}

/// Does what a page says, in a folder of its own that has `plugin-abi` in it.
fn follow(page: &str) {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").canonicalize().unwrap();
    let text = std::fs::read_to_string(root.join("docs").join(page)).unwrap();
    let folder = tempfile::tempdir().unwrap();
    let driver = PathBuf::from(env!("CARGO_BIN_EXE_plugopt"));
    let built = driver.parent().unwrap();
    let link = |what: &Path, name: &str| std::os::unix::fs::symlink(what, folder.path().join(name)).unwrap();
    link(&root.join("plugin-abi"), "plugin-abi");
    std::fs::create_dir(folder.path().join("target")).unwrap();
    link(built, "target/debug");
    let path = std::env::join_paths(
        std::iter::once(built.to_path_buf())
            .chain(std::env::split_paths(&std::env::var_os("PATH").unwrap_or_default())),
    );
    let path = path.unwrap();
    let (mut files, mut runs) = (0, 0);
    for block in blocks(&text) {
        match block {
            // What is a file of this project is built with it.
            Block::File { name, text } if name.starts_with("plugins/") => {
                assert_eq!(std::fs::read_to_string(root.join(&name)).unwrap(), text, "{page}: {name}");
                files += 1;
            }
            Block::File { name, text } => {
                std::fs::write(folder.path().join(name), text).unwrap();
                files += 1;
            }
            Block::Console(commands) => {
                for (command, expected) in commands.iter().filter(|(command, _)| command != "cargo build") {
                    let mut shell = Command::new("sh");
                    shell.args(["-c", &format!("{{ {command}; }} 2>&1")]).current_dir(folder.path()).env("PATH", &path);
                    let output = shell.output().unwrap();
                    assert_eq!(String::from_utf8_lossy(&output.stdout), *expected, "{page}: {command}");
                    runs += 1;
                }
            }
        }
    }
    assert!(files >= 2 && runs >= 2, "{page}: {files} files, {runs} commands");
}

#[test]
fn guide_for_c() {
    follow("guide-c.md");
}

#[test]
fn guide_for_cpp() {
    follow("guide-cpp.md");
}

#[test]
fn guide_for_rust() {
    follow("guide-rust.md");
}
