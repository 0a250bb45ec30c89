//! Manifests, put together at compile time. The form is described in `plugin-abi/spec/manifest.md`.

use crate::raw;

/// The first line, the ABI version, and the tables that the SDK needs: what every manifest of a Rust plugin begins with.
pub const HEADER: &[&str] = &[
    "plugopt-manifest 1\nabi = 0\n",
    raw::NEEDS_CORE,
    raw::NEEDS_IR_READ,
    raw::NEEDS_IR_BUILD,
    raw::NEEDS_PARSE,
    raw::NEEDS_PRINT,
    raw::NEEDS_REWRITE,
    raw::NEEDS_PASS,
];

const _: () = assert!(raw::ABI_VERSION == 0, "the header states the version");

/// Length of texts together.
pub const fn total(parts: &[&str]) -> usize {
    let (mut length, mut i) = (0, 0);
    while i < parts.len() {
        length += parts[i].len();
        i += 1;
    }
    length
}

/// Texts together, `N` bytes long ([`total`]).
pub const fn concat<const N: usize>(parts: &[&str]) -> [u8; N] {
    let mut out = [0; N];
    let (mut at, mut i) = (0, 0);
    while i < parts.len() {
        let part = parts[i].as_bytes();
        let mut j = 0;
        while j < part.len() {
            out[at] = part[j];
            at += 1;
            j += 1;
        }
        i += 1;
    }
    assert!(at == N, "the length is that of the texts together");
    out
}

/// A text as an array.
pub const fn to_array<const N: usize>(text: &str) -> [u8; N] {
    concat(&[text])
}

/// The text of an array that [`concat`] made.
pub const fn to_text(bytes: &[u8]) -> &str {
    match core::str::from_utf8(bytes) {
        Ok(text) => text,
        Err(_) => panic!("a manifest is UTF-8"),
    }
}

/// Puts constant texts together, as a constant.
#[macro_export]
macro_rules! concat_texts {
    ($($parts:expr),* $(,)?) => {{
        const PARTS: &[&[&str]] = &[$($parts),*];
        const FLAT: [&str; $crate::manifest::count(PARTS)] = $crate::manifest::flatten(PARTS);
        const BYTES: [u8; $crate::manifest::total(&FLAT)] = $crate::manifest::concat(&FLAT);
        $crate::manifest::to_text(&BYTES)
    }};
}

/// How many texts lists have together.
pub const fn count(parts: &[&[&str]]) -> usize {
    let (mut count, mut i) = (0, 0);
    while i < parts.len() {
        count += parts[i].len();
        i += 1;
    }
    count
}

/// Lists of texts as one list.
pub const fn flatten<'a, const N: usize>(parts: &[&[&'a str]]) -> [&'a str; N] {
    let mut out = [""; N];
    let (mut at, mut i) = (0, 0);
    while i < parts.len() {
        let mut j = 0;
        while j < parts[i].len() {
            out[at] = parts[i][j];
            at += 1;
            j += 1;
        }
        i += 1;
    }
    out
}

#[cfg(test)]
mod tests {
    const MANIFEST: &str = crate::concat_texts!(super::HEADER, &["name = 'x'\n", "version = '1'\n"]);

    #[test]
    fn a_manifest_is_put_together() {
        assert!(MANIFEST.starts_with("plugopt-manifest 1\nabi = 0\nneeds.'plugopt.core/0' = '"));
        assert!(MANIFEST.ends_with("name = 'x'\nversion = '1'\n"));
        let bytes: [u8; MANIFEST.len()] = super::to_array(MANIFEST);
        assert_eq!(&bytes, MANIFEST.as_bytes());
    }
}
