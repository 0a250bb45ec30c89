//! Text to IR.
//!
//! One [`Parser`] walks over one text. What it shares with the parsers of function bodies that run beside it are the aliases, which
//! are complete before those run.

mod affine;
mod asm;
mod attributes;
mod elements;
mod locations;
mod metadata;
mod ops;
mod spelled;
mod symbols;
#[cfg(test)]
mod tests;
mod tokens;
mod types;

use crate::lexer::{Lexer, Token, TokenKind};
use plugopt_dialect::asm::{ParseFailed, ParseResult};
use plugopt_ir::{Attribute, Context, Diagnostic, Ident, Location, Type};
use rustc_hash::FxHashMap;
use std::sync::Arc;

pub use attributes::parse_attribute_text;
pub use ops::{ParseOptions, parse_source};
pub use types::parse_type_text;

/// The aliases of a text (`#a = …`, `!t = …`), with where each is defined.
#[derive(Clone, Default)]
pub(crate) struct Aliases {
    pub(crate) attributes: FxHashMap<Box<[u8]>, (Attribute, u32)>,
    pub(crate) types: FxHashMap<Box<[u8]>, (Type, u32)>,
}

/// Reads tokens, attributes, types and operations.
pub struct Parser<'s> {
    pub(crate) context: &'s Context,
    pub(crate) lexer: Lexer<'s>,
    pub(crate) token: Token,
    /// Index after the token before the current one.
    pub(crate) last_end: u32,
    pub(crate) aliases: Arc<Aliases>,
    /// Types by their spelling, for those that are written often.
    pub(crate) type_cache: spelled::Spelled<'s, Type>,
    /// Names and files of locations by their literals.
    pub(crate) names_of_locations: spelled::Spelled<'s, Ident>,
    pub(crate) ops: ops::OpParsing<'s>,
    pub(crate) format: crate::format::FormatState,
    /// What each `distinct[n]` of the text stands for; shared with the parsers of bodies.
    pub(crate) distinct: Arc<parking_lot::Mutex<FxHashMap<u64, Attribute>>>,
    depth: u32,
}

/// How deep types, attributes and locations may nest.
const MAX_NESTING: u32 = 200_000;

impl<'s> Parser<'s> {
    /// A parser over `source[range]`, whose first byte has offset `base` in the context's sources.
    pub(crate) fn new(context: &'s Context, source: &'s [u8], range: std::ops::Range<usize>, base: u32) -> Parser<'s> {
        let mut lexer = Lexer { source, start: range.start, end: range.end, position: range.start, base };
        let token = lexer.next(context);
        Parser {
            context,
            lexer,
            token,
            last_end: range.start as u32,
            aliases: Arc::default(),
            type_cache: spelled::Spelled::default(),
            names_of_locations: spelled::Spelled::default(),
            ops: ops::OpParsing::default(),
            format: crate::format::FormatState::default(),
            distinct: Arc::default(),
            depth: 0,
        }
    }

    /// The bytes of a token.
    pub(crate) fn spelling(&self, token: Token) -> &'s [u8] {
        &self.lexer.source[token.start as usize..token.end as usize]
    }

    /// The bytes of the current token.
    pub(crate) fn here(&self) -> &'s [u8] {
        self.spelling(self.token)
    }

    /// Offset of an index of the source in the context's sources.
    pub(crate) fn offset_of(&self, index: u32) -> u32 {
        self.lexer.base + index
    }

    /// The location of an index of the source.
    pub(crate) fn location_of(&self, index: u32) -> Location {
        Location::from_offset(self.offset_of(index))
    }

    pub(crate) fn emit(&self, diagnostic: Diagnostic) -> ParseFailed {
        // After an error of the lexer whatever else is said about the token only confuses.
        if self.token.kind != TokenKind::Error {
            self.context.diagnostics().emit(diagnostic);
        }
        ParseFailed
    }

    /// Reports an error at an index of the source.
    #[cold]
    pub(crate) fn error_at(&self, index: u32, message: impl Into<Vec<u8>>) -> ParseFailed {
        self.emit(Diagnostic::error(self.location_of(index), message))
    }

    /// Reports an error at the current token.
    #[cold]
    pub(crate) fn error_here(&self, message: impl Into<Vec<u8>>) -> ParseFailed {
        self.error_at(self.here_index(), message)
    }

    /// Index of the current token; at the end of the text that of the byte before.
    pub(crate) fn here_index(&self) -> u32 {
        match self.token.kind {
            TokenKind::Eof => self.token.start.saturating_sub(1).max(self.lexer.start as u32),
            _ => self.token.start,
        }
    }

    /// Reports that another token was expected: after the token before where the current one starts a line.
    #[cold]
    pub(crate) fn wrong_token(&self, message: impl Into<Vec<u8>>) -> ParseFailed {
        let here = self.here_index();
        let mut text = &self.lexer.source[self.lexer.start..here as usize];
        loop {
            let blanks = text.iter().rev().take_while(|b| matches!(b, b' ' | b'\t')).count();
            text = &text[..text.len() - blanks];
            match text.last() {
                None => return self.error_at(here, message),
                Some(b'\n' | b'\r') => {}
                Some(_) => return self.error_at((self.lexer.start + text.len()) as u32, message),
            }
            text = &text[..text.len() - 1];
            let line_start = text.iter().rposition(|b| matches!(b, b'\n' | b'\r')).unwrap_or(0);
            if let Some(comment) = memchr::memmem::find(&text[line_start..], b"//") {
                text = &text[..line_start + comment];
            }
        }
    }

    /// Goes one level deeper, on a stack that grows with the depth.
    pub(crate) fn deeper<R>(&mut self, parse: impl FnOnce(&mut Self) -> ParseResult<R>) -> ParseResult<R> {
        if self.depth >= MAX_NESTING {
            return Err(self.error_here("nesting is too deep"));
        }
        self.depth += 1;
        let result = stacker::maybe_grow(32 * 1024, 1024 * 1024, || parse(self));
        self.depth -= 1;
        result
    }
}

/// Parses a text that is no part of a file; nothing may follow.
pub(crate) fn whole_text<R>(
    context: &Context,
    text: &[u8],
    parse: impl FnOnce(&mut Parser<'_>) -> ParseResult<R>,
) -> ParseResult<R> {
    let Ok(source) = context.add_source(text, Arc::new(text.to_vec())) else {
        context.diagnostics().emit(Diagnostic::error(Location::UNKNOWN, "the sources are too large"));
        return Err(ParseFailed);
    };
    let bytes = source.bytes();
    let mut parser = Parser::new(context, bytes, 0..bytes.len(), source.base);
    let result = parse(&mut parser)?;
    if parser.token.kind != TokenKind::Eof {
        let rest = &bytes[parser.token.start as usize..];
        return Err(parser.error_here([b"found trailing characters: '", rest, b"'"].concat()));
    }
    Ok(result)
}

/// The outcome of something that may not be there.
pub(crate) type Optional<T> = ParseResult<Option<T>>;
