//! Splitting a file into chunks, as `--split-input-file` does.
//!
//! The marker is a plain substring, wherever it stands, and the rest of its line belongs to the next chunk. Its last two
//! bytes are looked for apart from the others, so that a marker which is a little short can be pointed out.

use memchr::memmem;
use std::ops::Range;

/// Number of bytes at the end of the marker that a near miss lacks.
const SUFFIX: usize = 2;

/// How a text is split.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Chunks {
    /// In the order of the text; none is empty.
    pub ranges: Vec<Range<usize>>,
    /// Offsets behind what is nearly a marker.
    pub near_misses: Vec<usize>,
}

/// Splits a text at a marker; an empty marker leaves it whole.
pub fn split(text: &[u8], marker: &[u8]) -> Chunks {
    if marker.is_empty() {
        let whole = 0..text.len();
        return Chunks { ranges: Vec::from([whole]), near_misses: Vec::new() };
    }
    // A marker too short for that is looked for as it is (mlir-opt 22 hangs).
    let (prefix, suffix) =
        if marker.len() > SUFFIX { marker.split_at(marker.len() - SUFFIX) } else { (marker, &[][..]) };
    let mut chunks = Chunks::default();
    let find = |from: usize| memmem::find(&text[from..], prefix).map(|offset| from + offset);
    let mut start = 0;
    let mut next = find(0);
    while let Some(at) = next {
        let after = at + prefix.len();
        let behind = after + suffix.len();
        next = find(after);
        if start == at {
            // A marker at the very start separates nothing: what is left of it belongs to the chunk.
            start = after;
        } else if text[after..].starts_with(suffix)
            && next != Some(behind)
            && !matches!(text.get(behind), None | Some(b'0'))
        {
            // (A `0` behind the marker hides it in mlir-opt 22 as well.)
            chunks.ranges.push(start..at);
            start = behind;
            next = find(behind);
        } else {
            chunks.near_misses.push(after);
        }
    }
    if start < text.len() {
        chunks.ranges.push(start..text.len());
    }
    chunks
}

#[cfg(test)]
mod tests {
    use super::*;

    fn chunks(text: &str) -> (Vec<&str>, Vec<usize>) {
        let chunks = split(text.as_bytes(), b"// -----");
        (chunks.ranges.into_iter().map(|range| &text[range]).collect(), chunks.near_misses)
    }

    #[test]
    fn the_rest_of_the_line_belongs_to_the_next_chunk() {
        assert_eq!(chunks("a\n// -----\nb"), (vec!["a\n", "\nb"], vec![]));
        assert_eq!(chunks("a // ----- b"), (vec!["a ", " b"], vec![]));
        assert_eq!(chunks("a\n  // ------\nb"), (vec!["a\n  ", "-\nb"], vec![]));
        assert_eq!(chunks("a\r\n// -----\r\nb"), (vec!["a\r\n", "\r\nb"], vec![]));
        assert_eq!(chunks("a\n// -----\n// -----\nb"), (vec!["a\n", "\n", "\nb"], vec![]));
    }

    #[test]
    fn what_is_no_marker() {
        assert_eq!(chunks("a\n//-----\nb"), (vec!["a\n//-----\nb"], vec![]));
        assert_eq!(chunks("a\n// ----\nb"), (vec!["a\n// ----\nb"], vec![8]));
        assert_eq!(chunks("a\n// -----"), (vec!["a\n// -----"], vec![8]));
        assert_eq!(chunks("// -----\nb"), (vec!["--\nb"], vec![]));
        assert_eq!(chunks(""), (vec![], vec![]));
    }

    #[test]
    fn other_markers() {
        let split = |text: &str, marker: &str| split(text.as_bytes(), marker.as_bytes()).ranges;
        assert_eq!(split("a//%b", "").len(), 1);
        assert_eq!(split("a//%b", "//%"), [0..1, 4..5]);
        assert_eq!(split("a%%b%%c", "%%"), [0..1, 3..4, 6..7]);
    }
}
