//! Golden blocks: the whole output, in the test file itself.
//!
//! `// RUN: plugopt %s | golden` compares with the block that follows the line `// OUTPUT:`; `golden NAME` with the one after
//! `// OUTPUT NAME:`. Each line of a block starts with `// `, a line of nothing is `//`; the block ends with the first
//! line that is no such comment. `PLUGOPT_BLESS=1` writes what came out into the file.

use std::ops::Range;
use std::path::Path;

const BLESS: &str = "PLUGOPT_BLESS";

/// Compares `output` with a block of `file`, or puts it there if asked to.
pub fn run(arguments: &[String], file: &Path, output: &str) -> Result<(), String> {
    let heading = match arguments {
        [] => "// OUTPUT:".to_string(),
        [name] => format!("// OUTPUT {name}:"),
        _ => return Err("golden takes one name at most".into()),
    };
    let text = std::fs::read_to_string(file).map_err(|error| format!("{}: {error}", file.display()))?;
    let block = find(&text, &heading);
    let expected = block.clone().map(|range| uncomment(&text[range]));
    if expected.as_deref() == Some(output) {
        return Ok(());
    }
    if std::env::var_os(BLESS).is_some_and(|value| value != "0") {
        let blessed = match block {
            Some(range) => format!("{}{}{}", &text[..range.start], comment(output), &text[range.end..]),
            None => format!("{}\n\n{heading}\n{}", text.trim_end(), comment(output)),
        };
        return std::fs::write(file, blessed).map_err(|error| format!("{}: {error}", file.display()));
    }
    let reason = match expected {
        Some(expected) => crate::difference(&expected, output),
        None => format!("there is no line '{heading}' in {}\n", file.display()),
    };
    Err(format!("{reason}To accept what came out, run the test again with {BLESS}=1.\n"))
}

/// The lines after the heading.
fn find(text: &str, heading: &str) -> Option<Range<usize>> {
    let mut at = 0;
    let mut start = None;
    for line in text.split_inclusive('\n') {
        let is_comment = line.starts_with("// ") || line.trim_end() == "//";
        match start {
            None if line.trim_end() == heading => start = Some(at + line.len()),
            Some(start) if !is_comment || line.starts_with("// OUTPUT") => return Some(start..at),
            _ => {}
        }
        at += line.len();
    }
    start.map(|start| start..at)
}

fn comment(output: &str) -> String {
    output.lines().map(|line| if line.is_empty() { "//\n".to_string() } else { format!("// {line}\n") }).collect()
}

fn uncomment(block: &str) -> String {
    block.lines().map(|line| format!("{}\n", line.strip_prefix("// ").unwrap_or(""))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn blocks() {
        let text = "foo\n// OUTPUT:\n// a\n//\n// b\n// OUTPUT x:\n// c\n\nbar\n";
        assert_eq!(uncomment(&text[find(text, "// OUTPUT:").unwrap()]), "a\n\nb\n");
        assert_eq!(uncomment(&text[find(text, "// OUTPUT x:").unwrap()]), "c\n");
        assert_eq!(find(text, "// OUTPUT y:"), None);
        assert_eq!(uncomment(&comment("a\n\nb\n")), "a\n\nb\n");
    }

    #[test]
    fn what_differs_names_the_way_to_accept_it() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("a.mlir");
        std::fs::write(&file, "// OUTPUT:\n// a\n").unwrap();
        assert!(run(&[], &file, "a\n").is_ok());
        let reason = run(&[], &file, "b\n").unwrap_err();
        assert!(reason.contains("PLUGOPT_BLESS=1") && reason.contains("line 1"), "{reason}");
    }
}
