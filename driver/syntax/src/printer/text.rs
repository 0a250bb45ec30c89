//! How names and strings are spelled.

use plugopt_ir::types::DYNAMIC;

const HEX: &[u8; 16] = b"0123456789ABCDEF";

/// Appends text with everything but printable ASCII, `"` and `\` as `\XX` (`\` itself as `\\`).
pub(crate) fn push_escaped(out: &mut Vec<u8>, text: &[u8]) {
    let plain = |b: u8| matches!(b, b' '..=b'~') && b != b'"' && b != b'\\';
    let mut rest = text;
    while let Some(at) = rest.iter().position(|&b| !plain(b)) {
        out.extend_from_slice(&rest[..at]);
        match rest[at] {
            b'\\' => out.extend_from_slice(b"\\\\"),
            b => out.extend_from_slice(&[b'\\', HEX[usize::from(b >> 4)], HEX[usize::from(b & 15)]]),
        }
        rest = &rest[at + 1..];
    }
    out.extend_from_slice(rest);
}

/// Appends `"text"` with escapes.
pub(crate) fn push_string(out: &mut Vec<u8>, text: &[u8]) {
    out.push(b'"');
    push_escaped(out, text);
    out.push(b'"');
}

/// Appends upper-case hexadecimal digits, two a byte.
pub(crate) fn push_hex(out: &mut Vec<u8>, bytes: impl IntoIterator<Item = u8>) {
    out.extend(bytes.into_iter().flat_map(|b| [HEX[usize::from(b >> 4)], HEX[usize::from(b & 15)]]));
}

/// Whether text can stand without quotes where an identifier is wanted.
pub(crate) fn is_bare_identifier(text: &[u8]) -> bool {
    match text {
        [first, rest @ ..] => {
            (first.is_ascii_alphabetic() || *first == b'_')
                && rest.iter().all(|&b| b.is_ascii_alphanumeric() || matches!(b, b'_' | b'$' | b'.'))
        }
        [] => false,
    }
}

/// Appends text as it is where it is an identifier, else in quotes.
pub(crate) fn push_keyword_or_string(out: &mut Vec<u8>, text: &[u8]) {
    if is_bare_identifier(text) {
        out.extend_from_slice(text);
    } else {
        push_string(out, text);
    }
}

/// Appends `@name`.
pub(crate) fn push_symbol(out: &mut Vec<u8>, name: &[u8]) {
    if name.is_empty() {
        out.extend_from_slice(b"@<<INVALID EMPTY SYMBOL>>");
        return;
    }
    out.push(b'@');
    push_keyword_or_string(out, name);
}

/// Whether the text of a dialect's type or attribute can follow a dot: an identifier, perhaps with `<…>` at its end.
pub(crate) fn is_pretty_symbol(text: &[u8]) -> bool {
    if !text.first().is_some_and(u8::is_ascii_alphabetic) {
        return false;
    }
    match text.iter().position(|&b| !(b.is_ascii_alphanumeric() || matches!(b, b'.' | b'_'))) {
        None => true,
        Some(at) => text[at] == b'<' && text.last() == Some(&b'>'),
    }
}

/// Ends what was started as `prefix dialect .`, with the dot at `dot`: where what follows cannot stand after a dot, it is put
/// between `<` and `>`.
pub(crate) fn finish_dialect_symbol(out: &mut Vec<u8>, dot: usize) {
    if !is_pretty_symbol(&out[dot + 1..]) {
        out[dot] = b'<';
        out.push(b'>');
    }
}

/// Appends a size, or `?`.
pub(crate) fn push_dimension(out: &mut Vec<u8>, size: i64) {
    if size == DYNAMIC {
        out.push(b'?');
    } else {
        push_integer(out, size);
    }
}

/// Appends `4x?x8`.
pub(crate) fn push_dimensions(out: &mut Vec<u8>, shape: &[i64]) {
    for (i, &size) in shape.iter().enumerate() {
        if i > 0 {
            out.push(b'x');
        }
        push_dimension(out, size);
    }
}

/// The numbers below 1000, with zeros in front.
const DIGITS: [[u8; 3]; 1000] = {
    let mut table = [[0; 3]; 1000];
    let mut n = 0;
    while n < table.len() {
        table[n] = [b'0' + (n / 100) as u8, b'0' + (n / 10 % 10) as u8, b'0' + (n % 10) as u8];
        n += 1;
    }
    table
};

/// Appends a number that is mostly small: there are several in each line, so that a call to copy its digits would count.
#[inline]
pub(crate) fn push_small(out: &mut Vec<u8>, value: u32) {
    match DIGITS.get(value as usize) {
        Some(&[_, _, ones]) if value < 10 => out.push(ones),
        Some(&[_, tens, ones]) if value < 100 => out.extend_from_slice(&[tens, ones]),
        Some(digits) => out.extend_from_slice(digits),
        None => push_integer(out, value),
    }
}

/// Appends a number.
#[inline]
pub(crate) fn push_integer(out: &mut Vec<u8>, value: impl itoa::Integer) {
    out.extend_from_slice(itoa::Buffer::new().format(value).as_bytes());
}

/// Makes a name that can be parsed, as MLIR does: characters that may not stand in a name become `_` or their code.
pub(crate) fn sanitize(name: &[u8], allowed: &[u8], into: &mut Vec<u8>) {
    let valid = |b: u8| b.is_ascii_alphanumeric() || allowed.contains(&b);
    let Some(&first) = name.first() else { return };
    if first.is_ascii_digit() || (!valid(first) && first != b' ') {
        into.push(b'_');
    }
    for &b in name {
        if valid(b) {
            into.push(b);
        } else if b == b' ' {
            into.push(b'_');
        } else if b < 16 {
            into.push(HEX[usize::from(b)]);
        } else {
            into.extend_from_slice(&[HEX[usize::from(b >> 4)], HEX[usize::from(b & 15)]]);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn with(f: impl FnOnce(&mut Vec<u8>)) -> String {
        let mut out = Vec::new();
        f(&mut out);
        String::from_utf8(out).unwrap()
    }

    #[test]
    fn small_numbers_are_spelled_as_all_others() {
        for number in (0..1200).chain([9999, u32::MAX]) {
            assert_eq!(with(|o| push_small(o, number)), number.to_string());
        }
    }

    #[test]
    fn strings() {
        assert_eq!(with(|o| push_string(o, b"a\"b\\\n\xc3\xa9")), r#""a\22b\\\0A\C3\A9""#);
        assert_eq!(with(|o| push_keyword_or_string(o, b"a.b$")), "a.b$");
        assert_eq!(with(|o| push_keyword_or_string(o, b"1")), "\"1\"");
        assert_eq!(with(|o| push_symbol(o, b"a b")), "@\"a b\"");
        assert_eq!(with(|o| push_symbol(o, b"")), "@<<INVALID EMPTY SYMBOL>>");
    }

    #[test]
    fn dialect_symbols() {
        for (text, pretty) in
            [("a", true), ("a.b<c>", true), ("a-b", false), ("a<b>c", false), ("1", false), ("", false)]
        {
            assert_eq!(is_pretty_symbol(text.as_bytes()), pretty, "{text}");
        }
        assert_eq!(
            with(|o| {
                o.extend_from_slice(b"!d.1");
                finish_dialect_symbol(o, 2);
            }),
            "!d<1>"
        );
    }

    #[test]
    fn names() {
        let sanitized = |name: &str| with(|o| sanitize(name.as_bytes(), b"$._-", o));
        assert_eq!(sanitized("3"), "_3");
        assert_eq!(sanitized("a b"), "a_b");
        assert_eq!(sanitized("a+\n"), "a2BA");
        assert_eq!(sanitized("+"), "_2B");
    }
}
