//! Text to IR.
//!
//! One [`Parser`] walks over one text. What it shares with the parsers of function bodies that run beside it are the aliases, which
//! are complete before those run.

mod asm;
mod ops;
mod placeholder;
mod tokens;

use crate::lexer::{Lexer, Token, TokenKind};
use plugopt_dialect::asm::{ParseFailed, ParseResult};
use plugopt_ir::{Attribute, Context, Diagnostic, Ident, Location, Type};
use rustc_hash::FxHashMap;
use std::sync::Arc;

pub use ops::{ParseOptions, parse_source};

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
    pub(crate) type_cache: FxHashMap<&'s [u8], Type>,
    pub(crate) ops: ops::OpParsing<'s>,
    pub(crate) format: crate::format::FormatState,
}

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
            type_cache: FxHashMap::default(),
            ops: ops::OpParsing::default(),
            format: crate::format::FormatState::default(),
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

    pub(crate) fn ident_of(&self, bytes: &[u8]) -> Ident {
        self.context.ident(bytes)
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

    /// A parser of a bare attribute or type that is no part of a file.
    pub fn for_text(context: &'s Context, source: &'s plugopt_ir::location::Source) -> Parser<'s> {
        let bytes = source.bytes();
        Parser::new(context, bytes, 0..bytes.len(), source.base)
    }
}

/// Text around a value in a message.
pub(crate) fn message(parts: &[&[u8]]) -> Vec<u8> {
    parts.concat()
}

/// The outcome of something that may not be there.
pub(crate) type Optional<T> = ParseResult<Option<T>>;
