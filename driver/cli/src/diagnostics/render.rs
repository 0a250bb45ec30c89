//! The text form of one message.

use plugopt_ir::Severity;
use plugopt_ir::location::SourceText;
use std::collections::HashMap;
use std::fmt::Write as _;
use std::io::Write;
use std::sync::{Arc, OnceLock};
use unicode_width::UnicodeWidthChar as _;

/// Longest source line that is shown, in bytes; longer ones help nobody.
const LONGEST_LINE: usize = 1 << 16;

/// Columns from one tab stop to the next.
const TAB: usize = 8;

/// A line and column of a file, both from 1 and 0 where unknown; columns count bytes.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Place {
    /// Name of the file.
    pub file: Vec<u8>,
    /// Line.
    pub line: u32,
    /// Column.
    pub column: u32,
}

/// What a message is about.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Spot {
    /// Nothing that is known.
    Unknown,
    /// A location without a file, as the text form has it.
    Text(Vec<u8>),
    /// A place in a file.
    Place(Place),
}

/// A severity, a place and a text.
pub struct Message<'a> {
    /// How grave it is.
    pub severity: Severity,
    /// What it is about.
    pub spot: &'a Spot,
    /// What is said.
    pub text: &'a [u8],
}

/// A text that lines are shown of.
pub type Text = Arc<dyn SourceText>;

/// Writes messages; knows the texts they are about.
pub struct Printer<W> {
    out: W,
    /// By name; `None` for a file that cannot be read.
    texts: HashMap<Vec<u8>, Option<Arc<Lines>>>,
}

/// A text and where its lines start.
pub struct Lines {
    text: Text,
    /// Made when the first message about the text is shown.
    starts: OnceLock<Vec<usize>>,
}

impl Lines {
    fn new(text: Text) -> Lines {
        Lines { text, starts: OnceLock::new() }
    }

    fn starts(&self) -> &[usize] {
        self.starts.get_or_init(|| {
            std::iter::once(0).chain(memchr::memchr_iter(b'\n', self.bytes()).map(|end| end + 1)).collect()
        })
    }

    /// The whole text.
    pub fn bytes(&self) -> &[u8] {
        (*self.text).as_ref()
    }

    /// The bytes of a line counted from 1, without its end.
    fn line(&self, line: u32) -> Option<&[u8]> {
        let start = *self.starts().get((line as usize).checked_sub(1)?)?;
        let rest = &self.bytes()[start..];
        Some(&rest[..memchr::memchr2(b'\n', b'\r', rest).unwrap_or(rest.len())])
    }

    /// Line and column, both from 1, of an offset.
    pub fn place(&self, offset: usize) -> (u32, u32) {
        let line = self.starts().partition_point(|&start| start <= offset);
        (line as u32, (offset - self.starts()[line - 1] + 1) as u32)
    }
}

impl<W: Write> Printer<W> {
    /// Writes to `out`.
    pub fn new(out: W) -> Printer<W> {
        Printer { out, texts: HashMap::new() }
    }

    /// Makes a text known by its name.
    pub fn add(&mut self, name: &[u8], text: Text) -> Arc<Lines> {
        let lines = Arc::new(Lines::new(text));
        self.texts.insert(name.to_vec(), Some(lines.clone()));
        lines
    }

    /// The text of that name: one made known, or a file that can be read.
    pub fn text(&mut self, name: &[u8]) -> Option<Arc<Lines>> {
        self.texts
            .entry(name.to_vec())
            .or_insert_with(|| {
                let path = std::str::from_utf8(name).ok()?;
                let text = std::fs::read(path).ok()?;
                Some(Arc::new(Lines::new(Arc::new(text))))
            })
            .clone()
    }

    /// Writes a message, with the source line if asked for and if there is one.
    pub fn print(&mut self, message: &Message<'_>, with_line: bool) {
        self.print_marked(message, with_line, 0);
    }

    /// The same with `marked` bytes from the place on underlined.
    pub fn print_marked(&mut self, message: &Message<'_>, with_line: bool, marked: usize) {
        let mut text = Vec::new();
        let mut snippet = None;
        match message.spot {
            Spot::Unknown | Spot::Text(_) => text.extend_from_slice(b"<unknown>:0: "),
            Spot::Place(place) => {
                text.extend_from_slice(&place.file);
                let mut numbers = String::new();
                let _ = write!(numbers, ":{}:{}: ", place.line, place.column);
                text.extend_from_slice(numbers.as_bytes());
                if with_line && place.line > 0 && place.column > 0 {
                    let column = place.column as usize - 1;
                    snippet = self.text(&place.file).and_then(|lines| {
                        let line = lines.line(place.line)?;
                        (column <= line.len() && line.len() <= LONGEST_LINE).then(|| snippet_of(line, column, marked))
                    });
                }
            }
        }
        text.extend_from_slice(match message.severity {
            Severity::Error => b"error: ",
            Severity::Warning => b"warning: ",
            Severity::Remark => b"remark: ",
            Severity::Note => b"note: ",
        });
        if let Spot::Text(location) = message.spot {
            text.extend_from_slice(location);
            text.extend_from_slice(b": ");
        }
        text.extend_from_slice(message.text);
        text.push(b'\n');
        text.extend(snippet.unwrap_or_default());
        // Standard error may be closed; there is nobody left to tell.
        let _ = self.out.write_all(&text);
    }
}

/// The line with its tabs expanded, and below it `^` at the column and `~` under the other marked bytes.
fn snippet_of(line: &[u8], column: usize, marked: usize) -> Vec<u8> {
    let mut shown = Vec::with_capacity(line.len() + 1);
    let mut below = Vec::new();
    let mut width = 0;
    let mut extend = |byte: usize, columns: usize, width: &mut usize| {
        let mark = match byte {
            byte if byte == column => b'^',
            byte if byte > column && byte < column + marked => b'~',
            _ => b' ',
        };
        below.resize(below.len() + columns, mark);
        *width += columns;
    };
    let mut at = 0;
    for chunk in line.utf8_chunks() {
        for c in chunk.valid().chars() {
            if c == '\t' {
                let columns = TAB - width % TAB;
                shown.resize(shown.len() + columns, b' ');
                extend(at, columns, &mut width);
            } else {
                shown.extend_from_slice(c.encode_utf8(&mut [0; 4]).as_bytes());
                let columns = c.width().unwrap_or(1);
                // The caret stands under the character that the column is in.
                let byte = if (at..at + c.len_utf8()).contains(&column) { column } else { at };
                extend(byte, columns, &mut width);
            }
            at += c.len_utf8();
        }
        for &byte in chunk.invalid() {
            shown.push(byte);
            extend(at, 1, &mut width);
            at += 1;
        }
    }
    if column >= line.len() {
        extend(column, 1, &mut width);
    }
    shown.push(b'\n');
    let end = below.iter().rposition(|&mark| mark != b' ').map_or(0, |last| last + 1);
    shown.extend_from_slice(&below[..end]);
    shown.push(b'\n');
    shown
}

#[cfg(test)]
mod tests {
    use super::*;

    fn printed(source: &str, line: u32, column: u32, marked: usize) -> String {
        let mut out = Vec::new();
        let mut printer = Printer::new(&mut out);
        printer.add(b"a.mlir", Arc::new(source.as_bytes().to_vec()));
        let spot = Spot::Place(Place { file: b"a.mlir".to_vec(), line, column });
        let message = Message { severity: Severity::Error, spot: &spot, text: b"no" };
        printer.print_marked(&message, true, marked);
        String::from_utf8(out).unwrap()
    }

    #[test]
    fn caret_under_the_column() {
        assert_eq!(printed("x\n  foo bar\r\ny", 2, 3, 0), "a.mlir:2:3: error: no\n  foo bar\n  ^\n");
        assert_eq!(printed("x\n  foo bar", 2, 3, 3), "a.mlir:2:3: error: no\n  foo bar\n  ^~~\n");
        assert_eq!(printed("foo", 1, 4, 0), "a.mlir:1:4: error: no\nfoo\n   ^\n");
        assert_eq!(printed("", 1, 1, 0), "a.mlir:1:1: error: no\n\n^\n");
    }

    #[test]
    fn tabs_and_wide_characters() {
        assert_eq!(printed("\ta\tb", 1, 4, 0), "a.mlir:1:4: error: no\n        a       b\n                ^\n");
        assert_eq!(printed("é b", 1, 4, 0), "a.mlir:1:4: error: no\né b\n  ^\n");
        assert_eq!(printed("漢b", 1, 4, 0), "a.mlir:1:4: error: no\n漢b\n  ^\n");
    }

    #[test]
    fn places_without_a_line() {
        assert_eq!(printed("foo", 0, 0, 0), "a.mlir:0:0: error: no\n");
        assert_eq!(printed("foo", 9, 1, 0), "a.mlir:9:1: error: no\n");
        assert_eq!(printed("foo", 1, 9, 0), "a.mlir:1:9: error: no\n");
        assert_eq!(printed(&"x".repeat(LONGEST_LINE + 1), 1, 2, 0), "a.mlir:1:2: error: no\n");
        let mut out = Vec::new();
        let mut printer = Printer::new(&mut out);
        printer.print(&Message { severity: Severity::Warning, spot: &Spot::Unknown, text: b"x" }, true);
        let spot = Spot::Text(b"loc(\"n\")".to_vec());
        printer.print(&Message { severity: Severity::Note, spot: &spot, text: b"y" }, true);
        let text = String::from_utf8(out).unwrap();
        assert_eq!(text, "<unknown>:0: warning: x\n<unknown>:0: note: loc(\"n\"): y\n");
    }
}
