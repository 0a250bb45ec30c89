//! Reading the input.

use std::io::{self, IsTerminal as _, Read as _};
use std::path::Path;
use std::sync::Arc;

use plugopt_ir::location::SourceText;

/// An input text and the name it has in diagnostics.
pub struct Input {
    /// As given on the command line, `<stdin>` for standard input.
    pub name: Vec<u8>,
    /// The bytes.
    pub text: Arc<dyn SourceText>,
}

/// Reads a file, or standard input if it is absent or `-`. The error is a text for people.
pub fn read(path: Option<&Path>) -> Result<Input, String> {
    let Some(path) = path.filter(|path| *path != Path::new("-")) else {
        let mut stdin = io::stdin();
        if stdin.is_terminal() {
            eprintln!("(processing input from stdin now, hit ctrl-c/ctrl-d to interrupt)");
        }
        let mut text = Vec::new();
        stdin.read_to_end(&mut text).map_err(|error| cannot_open(Path::new("-"), &error))?;
        return Ok(Input { name: b"<stdin>".to_vec(), text: Arc::new(text) });
    };
    let text = plugopt_host::open_text(path).map_err(|error| cannot_open(path, &error))?;
    Ok(Input { name: path.as_os_str().as_encoded_bytes().to_vec(), text })
}

fn cannot_open(path: &Path, error: &io::Error) -> String {
    format!("cannot open input file '{}': {}", path.display(), reason(error))
}

/// The reason alone, without the number that Rust appends.
pub fn reason(error: &io::Error) -> String {
    let text = error.to_string();
    match text.find(" (os error") {
        Some(end) => text[..end].to_string(),
        None => text,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_reason_is_what_the_system_says() {
        let error = |path: &str| read(Some(Path::new(path))).err().unwrap();
        assert_eq!(error("nosuch.mlir"), "cannot open input file 'nosuch.mlir': No such file or directory");
        assert_eq!(error("."), "cannot open input file '.': Is a directory");
    }
}
