//! Tokens, keywords, lists: what all other parts of the parser are made of.

use super::{Optional, Parser};
use crate::lexer::{TokenKind, unescape};
use plugopt_dialect::asm::{Delimiter, ParseResult};

impl<'s> Parser<'s> {
    /// Goes to the next token.
    pub(crate) fn advance(&mut self) {
        self.last_end = self.token.end;
        self.token = self.lexer.next(self.context);
    }

    /// Whether the current token is of that kind.
    pub(crate) fn at(&self, kind: TokenKind) -> bool {
        self.token.kind == kind
    }

    /// Whether the current token is that keyword.
    pub(crate) fn at_keyword(&self, word: &[u8]) -> bool {
        self.token.kind == TokenKind::BareIdentifier && self.here() == word
    }

    /// Consumes a token of that kind if it is the current one.
    pub(crate) fn consume_if(&mut self, kind: TokenKind) -> bool {
        let found = self.token.kind == kind;
        if found {
            self.advance();
        }
        found
    }

    /// Consumes a keyword if it is the current token.
    pub(crate) fn consume_keyword(&mut self, word: &[u8]) -> bool {
        let found = self.at_keyword(word);
        if found {
            self.advance();
        }
        found
    }

    /// Consumes a token of that kind.
    pub(crate) fn expect(&mut self, kind: TokenKind, message: &str) -> ParseResult {
        if self.token.kind == kind {
            self.advance();
            return Ok(());
        }
        Err(self.wrong_token(message))
    }

    /// Elements with commas between.
    pub(crate) fn comma_separated(&mut self, mut element: impl FnMut(&mut Self) -> ParseResult) -> ParseResult {
        element(self)?;
        while self.consume_if(TokenKind::Comma) {
            element(self)?;
        }
        Ok(())
    }

    /// Elements with commas between, up to a closing token, which is consumed.
    pub(crate) fn comma_separated_until(
        &mut self,
        close: TokenKind,
        allow_empty: bool,
        element: impl FnMut(&mut Self) -> ParseResult,
    ) -> ParseResult {
        if self.at(close) {
            if !allow_empty {
                return Err(self.wrong_token("expected list element"));
            }
            self.advance();
            return Ok(());
        }
        self.comma_separated(element)?;
        if self.consume_if(close) {
            return Ok(());
        }
        Err(self.wrong_token(format!("expected ',' or '{}'", spelled(close))))
    }

    /// Elements with commas between, within delimiters. `context` ends the message of an error (` in …`).
    pub(crate) fn delimited(
        &mut self,
        delimiter: Delimiter,
        context: &str,
        element: impl FnMut(&mut Self) -> ParseResult,
    ) -> ParseResult {
        let (open, close, optional) = match delimiter {
            Delimiter::None => return self.comma_separated(element),
            Delimiter::Paren => (TokenKind::LeftParen, TokenKind::RightParen, false),
            Delimiter::OptionalParen => (TokenKind::LeftParen, TokenKind::RightParen, true),
            Delimiter::Square => (TokenKind::LeftBracket, TokenKind::RightBracket, false),
            Delimiter::OptionalSquare => (TokenKind::LeftBracket, TokenKind::RightBracket, true),
            Delimiter::LessGreater => (TokenKind::Less, TokenKind::Greater, false),
            Delimiter::OptionalLessGreater => (TokenKind::Less, TokenKind::Greater, true),
            Delimiter::Braces => (TokenKind::LeftBrace, TokenKind::RightBrace, false),
            Delimiter::OptionalBraces => (TokenKind::LeftBrace, TokenKind::RightBrace, true),
        };
        if optional && !self.at(open) {
            return Ok(());
        }
        if !self.consume_if(open) {
            return Err(self.wrong_token(format!("expected '{}'{context}", spelled(open))));
        }
        if self.consume_if(close) {
            return Ok(());
        }
        self.comma_separated(element)?;
        if self.consume_if(close) {
            return Ok(());
        }
        Err(self.wrong_token(format!("expected '{}'{context}", spelled(close))))
    }

    /// A bare identifier, consumed if one is next.
    pub(crate) fn optional_bare(&mut self) -> Option<&'s [u8]> {
        if self.token.kind != TokenKind::BareIdentifier {
            return None;
        }
        let word = self.here();
        self.advance();
        Some(word)
    }

    /// A string literal's value, consumed if one is next.
    pub(crate) fn optional_string_literal(&mut self) -> Optional<Vec<u8>> {
        if self.token.kind != TokenKind::String {
            return Ok(None);
        }
        let value = unescape(self.here());
        self.advance();
        Ok(Some(value))
    }

    /// The name behind the `@` of a token.
    pub(crate) fn symbol_text(&self, spelling: &'s [u8]) -> Vec<u8> {
        match &spelling[1..] {
            quoted @ [b'"', ..] => unescape(quoted),
            bare => bare.to_vec(),
        }
    }

    /// The number behind the `#` of a token.
    pub(crate) fn hash_number(spelling: &[u8]) -> Option<u32> {
        std::str::from_utf8(&spelling[1..]).ok()?.parse().ok()
    }
}

/// A punctuation token as messages show it.
pub(crate) fn spelled(kind: TokenKind) -> &'static str {
    match kind {
        TokenKind::LeftParen => "(",
        TokenKind::RightParen => ")",
        TokenKind::LeftBracket => "[",
        TokenKind::RightBracket => "]",
        TokenKind::Less => "<",
        TokenKind::Greater => ">",
        TokenKind::LeftBrace => "{",
        TokenKind::RightBrace => "}",
        TokenKind::MetadataEnd => "#-}",
        _ => "",
    }
}
