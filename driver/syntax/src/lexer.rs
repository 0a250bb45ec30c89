//! Bytes to tokens. No token owns anything: it is a kind and a range of the source.

use plugopt_ir::Context;
use plugopt_ir::{Diagnostic, Location};

/// What a token is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[allow(missing_docs)]
pub enum TokenKind {
    Eof,
    /// The lexer has reported it.
    Error,
    /// `foo`, keywords and integer types (`i32`) included
    BareIdentifier,
    /// `@foo`, `@"foo"`
    AtIdentifier,
    /// `#foo`, `#0`
    HashIdentifier,
    /// `%foo`
    PercentIdentifier,
    /// `^foo`
    CaretIdentifier,
    /// `!foo`
    ExclamationIdentifier,
    /// `2.0`
    Float,
    /// `42`, `0x2a`
    Integer,
    /// `"foo"`
    String,
    Arrow,
    Colon,
    DoubleColon,
    Comma,
    Ellipsis,
    Equal,
    Greater,
    LeftBrace,
    LeftParen,
    LeftBracket,
    Less,
    Minus,
    Plus,
    Question,
    RightBrace,
    RightParen,
    RightBracket,
    Slash,
    Star,
    VerticalBar,
    /// `{-#`
    MetadataBegin,
    /// `#-}`
    MetadataEnd,
}

/// A kind and the range of a source that it covers.
#[derive(Clone, Copy, Debug)]
pub struct Token {
    /// What it is.
    pub kind: TokenKind,
    /// Index of its first byte in the source.
    pub start: u32,
    /// Index after its last byte.
    pub end: u32,
}

const LETTER: u8 = 1;
const DIGIT: u8 = 2;
/// `$ . _ -`, allowed after a sigil
const PUNCT: u8 = 4;
/// `_ $ .`, allowed in a bare identifier
const BARE: u8 = 8;
const HEX: u8 = 16;
const BLANK: u8 = 32;

const CLASS: [u8; 256] = {
    let mut table = [0u8; 256];
    let mut i = 0;
    while i < 256 {
        let b = i as u8;
        let mut class = 0;
        if b.is_ascii_alphabetic() {
            class |= LETTER;
        }
        if b.is_ascii_digit() {
            class |= DIGIT;
        }
        if matches!(b, b'$' | b'.' | b'_' | b'-') {
            class |= PUNCT;
        }
        if matches!(b, b'$' | b'.' | b'_') {
            class |= BARE;
        }
        if b.is_ascii_hexdigit() {
            class |= HEX;
        }
        if matches!(b, b' ' | b'\t' | b'\n' | b'\r') {
            class |= BLANK;
        }
        table[i] = class;
        i += 1;
    }
    table
};

/// The tokens that one byte alone makes, whatever follows; [`TokenKind::Error`] for all other bytes.
const ALONE: [TokenKind; 256] = {
    let mut table = [TokenKind::Error; 256];
    table[b',' as usize] = TokenKind::Comma;
    table[b'=' as usize] = TokenKind::Equal;
    table[b'(' as usize] = TokenKind::LeftParen;
    table[b')' as usize] = TokenKind::RightParen;
    table[b'}' as usize] = TokenKind::RightBrace;
    table[b'[' as usize] = TokenKind::LeftBracket;
    table[b']' as usize] = TokenKind::RightBracket;
    table[b'<' as usize] = TokenKind::Less;
    table[b'>' as usize] = TokenKind::Greater;
    table[b'+' as usize] = TokenKind::Plus;
    table[b'*' as usize] = TokenKind::Star;
    table[b'?' as usize] = TokenKind::Question;
    table[b'|' as usize] = TokenKind::VerticalBar;
    table
};

#[inline(always)]
fn is(b: u8, class: u8) -> bool {
    CLASS[b as usize] & class != 0
}

/// Whether `text` could be written as a bare identifier.
pub fn is_bare_identifier(text: &[u8]) -> bool {
    match text {
        [first, rest @ ..] => {
            (is(*first, LETTER) || *first == b'_') && rest.iter().all(|&b| is(b, LETTER | DIGIT | BARE))
        }
        [] => false,
    }
}

/// Walks over a part of a source.
#[derive(Clone, Copy)]
pub struct Lexer<'s> {
    /// The whole source.
    pub source: &'s [u8],
    /// Where the part begins.
    pub start: usize,
    /// Where it ends.
    pub end: usize,
    /// Where the next token is looked for.
    pub position: usize,
    /// Offset of the source's first byte in the context.
    pub base: u32,
}

impl<'s> Lexer<'s> {
    fn byte(&self, at: usize) -> u8 {
        if at < self.end { self.source[at] } else { 0 }
    }

    #[inline(always)]
    fn run(&self, mut at: usize, class: u8) -> usize {
        let bytes = &self.source[..self.end];
        // Without a check of the end at each byte.
        while let Some(window) = bytes.get(at..).and_then(|rest| rest.first_chunk::<8>()) {
            match window.iter().position(|&b| !is(b, class)) {
                Some(step) => return at + step,
                None => at += 8,
            }
        }
        while at < bytes.len() && is(bytes[at], class) {
            at += 1;
        }
        at
    }

    #[inline(always)]
    fn token(&mut self, kind: TokenKind, start: usize, end: usize) -> Token {
        self.position = end;
        Token { kind, start: start as u32, end: end as u32 }
    }

    #[cold]
    fn error(&mut self, context: &Context, at: usize, start: usize, message: &str) -> Token {
        let location = Location::from_offset(self.base + at as u32);
        context.diagnostics().emit(Diagnostic::error(location, message));
        self.token(TokenKind::Error, start, (at + 1).min(self.end).max(start))
    }

    /// The next token. An error is reported to the context at once.
    pub fn next(&mut self, context: &Context) -> Token {
        let bytes = &self.source[..self.end];
        let mut at = self.position;
        let byte = loop {
            match bytes.get(at) {
                Some(&byte) if is(byte, BLANK) => at += 1,
                Some(&byte) => break byte,
                None => return self.token(TokenKind::Eof, bytes.len(), bytes.len()),
            }
        };
        match ALONE[byte as usize] {
            TokenKind::Error => {}
            kind => return self.token(kind, at, at + 1),
        }
        if byte == b'%'
            && let Some(end) = self.suffix(at + 1)
        {
            return self.token(TokenKind::PercentIdentifier, at, end);
        }
        if is(byte, LETTER) {
            let end = self.run(at + 1, LETTER | DIGIT | BARE);
            return self.token(TokenKind::BareIdentifier, at, end);
        }
        self.next_of_several(context, at)
    }

    /// The token at `at`, or behind what is to be skipped there.
    #[inline(never)]
    fn next_of_several(&mut self, context: &Context, mut at: usize) -> Token {
        let bytes = &self.source[..self.end];
        loop {
            while at < bytes.len() && is(bytes[at], BLANK) {
                at += 1;
            }
            let Some(&byte) = bytes.get(at) else {
                return self.token(TokenKind::Eof, bytes.len(), bytes.len());
            };
            match ALONE[byte as usize] {
                TokenKind::Error => {}
                kind => return self.token(kind, at, at + 1),
            }
            let one = |kind| (kind, at + 1);
            let (kind, end) = match byte {
                b'%' => match self.suffix(at + 1) {
                    Some(end) => (TokenKind::PercentIdentifier, end),
                    None => return self.error(context, at, at, "invalid SSA name"),
                },
                b'a'..=b'z' | b'A'..=b'Z' | b'_' => {
                    (TokenKind::BareIdentifier, self.run(at + 1, LETTER | DIGIT | BARE))
                }
                b':' if self.byte(at + 1) == b':' => (TokenKind::DoubleColon, at + 2),
                b':' => one(TokenKind::Colon),
                b'{' if self.byte(at + 1) == b'-' && self.byte(at + 2) == b'#' => (TokenKind::MetadataBegin, at + 3),
                b'{' => one(TokenKind::LeftBrace),
                b'-' if self.byte(at + 1) == b'>' => (TokenKind::Arrow, at + 2),
                b'-' => one(TokenKind::Minus),
                b'0'..=b'9' => self.number(at),
                b'"' => match self.string(context, at) {
                    Ok(end) => (TokenKind::String, end),
                    Err(token) => return token,
                },
                b'#' if self.byte(at + 1) == b'-' && self.byte(at + 2) == b'}' => (TokenKind::MetadataEnd, at + 3),
                b'#' | b'!' | b'^' => {
                    let (kind, message) = match byte {
                        b'#' => (TokenKind::HashIdentifier, "invalid attribute name"),
                        b'!' => (TokenKind::ExclamationIdentifier, "invalid type identifier"),
                        _ => (TokenKind::CaretIdentifier, "invalid block name"),
                    };
                    match self.suffix(at + 1) {
                        Some(end) => (kind, end),
                        None => return self.error(context, at, at, message),
                    }
                }
                b'@' => match self.byte(at + 1) {
                    b'"' => match self.string(context, at + 1) {
                        Ok(end) => (TokenKind::AtIdentifier, end),
                        Err(token) => return token,
                    },
                    next if is(next, LETTER) || next == b'_' => {
                        (TokenKind::AtIdentifier, self.run(at + 2, LETTER | DIGIT | BARE))
                    }
                    _ => {
                        return self.error(context, at + 1, at, "@ identifier expected to start with letter or '_'");
                    }
                },
                b'/' if self.byte(at + 1) == b'/' => {
                    let rest = &bytes[at..];
                    at += memchr::memchr2(b'\n', b'\r', rest).unwrap_or(rest.len());
                    continue;
                }
                b'/' => one(TokenKind::Slash),
                b'.' if self.byte(at + 1) == b'.' && self.byte(at + 2) == b'.' => (TokenKind::Ellipsis, at + 3),
                b'.' => {
                    return self.error(context, at + 1, at, "expected three consecutive dots for an ellipsis");
                }
                0 => {
                    at += 1;
                    continue;
                }
                _ => return self.error(context, at, at, "unexpected character"),
            };
            return self.token(kind, at, end);
        }
    }

    /// Index after the name behind a sigil.
    #[inline(always)]
    pub(crate) fn suffix(&self, at: usize) -> Option<usize> {
        match self.byte(at) {
            first if is(first, DIGIT) => Some(self.run(at + 1, DIGIT)),
            first if is(first, LETTER | PUNCT) => Some(self.run(at + 1, LETTER | DIGIT | PUNCT)),
            _ => None,
        }
    }

    fn number(&self, at: usize) -> (TokenKind, usize) {
        if self.byte(at) == b'0' && self.byte(at + 1) == b'x' {
            // `0xi32` is a `0` before an identifier.
            return match is(self.byte(at + 2), HEX) {
                true => (TokenKind::Integer, self.run(at + 2, HEX)),
                false => (TokenKind::Integer, at + 1),
            };
        }
        let mut end = self.run(at + 1, DIGIT);
        if self.byte(end) != b'.' {
            return (TokenKind::Integer, end);
        }
        end = self.run(end + 1, DIGIT);
        if matches!(self.byte(end), b'e' | b'E') {
            let sign = matches!(self.byte(end + 1), b'+' | b'-') as usize;
            if is(self.byte(end + 1 + sign), DIGIT) {
                end = self.run(end + 1 + sign, DIGIT);
            }
        }
        (TokenKind::Float, end)
    }

    /// The end of the string literal whose `"` is at `at`.
    fn string(&mut self, context: &Context, quote: usize) -> Result<usize, Token> {
        let bytes = &self.source[..self.end];
        let mut at = quote + 1;
        loop {
            let rest = &bytes[at.min(bytes.len())..];
            let Some(step) = rest.iter().position(|b| matches!(b, b'"' | b'\\' | b'\n' | 0x0b | 0x0c)) else {
                return Err(self.error(context, bytes.len(), quote, "expected '\"' in string literal"));
            };
            at += step;
            match bytes[at] {
                b'"' => return Ok(at + 1),
                b'\\' => match (self.byte(at + 1), self.byte(at + 2)) {
                    (b'"' | b'\\' | b'n' | b't', _) => at += 2,
                    (a, b) if is(a, HEX) && is(b, HEX) => at += 3,
                    _ => return Err(self.error(context, at, quote, "unknown escape in string literal")),
                },
                _ => return Err(self.error(context, at, quote, "expected '\"' in string literal")),
            }
        }
    }

    /// Index after the `}` that closes the region whose `{` is at `open`, by braces alone; `None` where there is none.
    pub fn skip_braces(&self, open: usize) -> Option<usize> {
        let bytes = &self.source[..self.end];
        let mut at = open;
        let mut depth = 0usize;
        loop {
            let step = bytes[at..].iter().position(|b| matches!(b, b'{' | b'}' | b'"' | b'/'))?;
            at += step;
            match bytes[at] {
                b'{' => depth += 1,
                b'}' => {
                    depth -= 1;
                    if depth == 0 {
                        return Some(at + 1);
                    }
                }
                b'/' if self.byte(at + 1) == b'/' => {
                    at += memchr::memchr2(b'\n', b'\r', &bytes[at..])?;
                    continue;
                }
                b'"' => {
                    at += 1;
                    loop {
                        at += memchr::memchr2(b'"', b'\\', &bytes[at.min(bytes.len())..])?;
                        if bytes[at] == b'"' {
                            break;
                        }
                        at += 2;
                    }
                }
                _ => {}
            }
            at += 1;
        }
    }
}

/// The bytes that a string literal, given with its quotes, stands for.
pub fn unescape(literal: &[u8]) -> Vec<u8> {
    let inner = literal.strip_prefix(b"\"").and_then(|s| s.strip_suffix(b"\"")).unwrap_or(literal);
    let mut out = Vec::with_capacity(inner.len());
    let mut rest = inner;
    while let Some(at) = memchr::memchr(b'\\', rest) {
        out.extend_from_slice(&rest[..at]);
        let digit = |b: u8| (b as char).to_digit(16).unwrap_or(0) as u8;
        match &rest[at + 1..] {
            [b'n', tail @ ..] => {
                out.push(b'\n');
                rest = tail;
            }
            [b't', tail @ ..] => {
                out.push(b'\t');
                rest = tail;
            }
            [b @ (b'"' | b'\\'), tail @ ..] => {
                out.push(*b);
                rest = tail;
            }
            [a, b, tail @ ..] => {
                out.push(digit(*a) << 4 | digit(*b));
                rest = tail;
            }
            tail => rest = tail,
        }
    }
    out.extend_from_slice(rest);
    out
}
