//! `{-# … #-}`: the resources of a file.

use super::Parser;
use super::elements::hex_bytes;
use crate::lexer::{Token, TokenKind, unescape};
use crate::resources::{Blob, ResourceValue, Resources};
use plugopt_dialect::asm::ParseResult;
use plugopt_ir::Ident;

impl<'s> Parser<'s> {
    /// The current token should be `{-#`.
    pub(crate) fn parse_file_metadata(&mut self) -> ParseResult {
        self.advance();
        self.comma_separated_until(TokenKind::MetadataEnd, true, |p| {
            let at = p.token.start;
            let Some(key) = p.optional_bare() else {
                return Err(p.error_here("expected identifier key in file metadata dictionary"));
            };
            p.expect(TokenKind::Colon, "expected ':'")?;
            match key {
                b"dialect_resources" => p.resource_groups(Self::dialect_group),
                b"external_resources" => p.resource_groups(Self::external_group),
                _ => {
                    let message = [b"unknown key '", key, b"' in file metadata dictionary"].concat();
                    Err(p.error_at(at, message))
                }
            }
        })
    }

    fn resource_groups(&mut self, mut group: impl FnMut(&mut Self, &'s [u8], u32) -> ParseResult) -> ParseResult {
        self.expect(TokenKind::LeftBrace, "expected '{'")?;
        self.comma_separated_until(TokenKind::RightBrace, true, |p| {
            let at = p.token.start;
            let Some(name) = p.optional_bare() else {
                return Err(p.error_here("expected identifier key for 'resource' entry"));
            };
            p.expect(TokenKind::Colon, "expected ':'")?;
            p.expect(TokenKind::LeftBrace, "expected '{'")?;
            group(p, name, at)
        })
    }

    fn dialect_group(&mut self, name: &'s [u8], at: u32) -> ParseResult {
        let dialect = self.context.ident(name);
        if !self.is_known_dialect(dialect) {
            return Err(self.error_at(at, [b"dialect '", name, b"' is unknown"].concat()));
        }
        if dialect != Ident::BUILTIN {
            let message = [b"unexpected 'resource' section for dialect '", name, b"'"].concat();
            return Err(self.error_here(message));
        }
        let resources = Resources::of(self.context);
        self.comma_separated_until(TokenKind::RightBrace, true, |p| {
            let key = p.resource_key()?;
            p.expect(TokenKind::Colon, "expected ':'")?;
            let token = p.token;
            p.advance();
            let blob = p.resource_blob(token, key)?;
            resources.set_dialect(dialect, key, ResourceValue::Blob(blob));
            Ok(())
        })
    }

    /// Resources of whoever runs the driver are kept as they are.
    fn external_group(&mut self, name: &'s [u8], _at: u32) -> ParseResult {
        let owner = self.context.ident(name);
        let resources = Resources::of(self.context);
        self.comma_separated_until(TokenKind::RightBrace, true, |p| {
            if !matches!(p.token.kind, TokenKind::BareIdentifier | TokenKind::String) {
                return Err(p.error_here("expected identifier key for 'external_resources' entry"));
            }
            let key = p.resource_key()?;
            p.expect(TokenKind::Colon, "expected ':'")?;
            let token = p.token;
            p.advance();
            let text = p.spelling(token);
            let value = match (token.kind, text) {
                (TokenKind::BareIdentifier, b"true") => ResourceValue::Bool(true),
                (TokenKind::BareIdentifier, b"false") => ResourceValue::Bool(false),
                (TokenKind::String, text) if text.starts_with(b"\"0x") => {
                    ResourceValue::Blob(p.resource_blob(token, key)?)
                }
                (TokenKind::String, text) => ResourceValue::String(unescape(text).into()),
                _ => {
                    let message = [b"expected string value for key '", p.context.bytes(key), b"'"].concat();
                    return Err(p.error_at(token.start, message));
                }
            };
            resources.add_external(owner, key, value);
            Ok(())
        })
    }

    /// The key of a resource: a keyword or a string.
    pub(crate) fn resource_key(&mut self) -> ParseResult<Ident> {
        if let Some(text) = self.optional_string_literal()? {
            return Ok(self.context.ident(&text));
        }
        match self.optional_bare() {
            Some(word) => Ok(self.context.ident(word)),
            None => Err(self.error_here("expected identifier key for 'resource' entry")),
        }
    }

    fn resource_blob(&mut self, token: Token, key: Ident) -> ParseResult<Blob> {
        let name = self.context.bytes(key);
        let text = self.spelling(token);
        let bytes = match token.kind {
            TokenKind::String => hex_bytes(&text[1..text.len() - 1]),
            _ => None,
        };
        let Some(bytes) = bytes else {
            let message = [b"expected hex string blob for key '", name, b"'"].concat();
            return Err(self.error_at(token.start, message));
        };
        let Some((alignment, data)) = bytes.split_first_chunk::<4>() else {
            let message = [b"expected hex string blob for key '", name, b"' to encode alignment in first 4 bytes"];
            return Err(self.error_at(token.start, message.concat()));
        };
        let alignment = u32::from_le_bytes(*alignment);
        if alignment != 0 && !alignment.is_power_of_two() {
            let value = alignment.to_string();
            let message = [
                b"expected hex string blob for key '",
                name,
                b"' to encode alignment in first 4 bytes, but got non-power-of-2 value: ",
                value.as_bytes(),
            ];
            return Err(self.error_at(token.start, message.concat()));
        }
        // An empty one has no alignment.
        Ok(Blob { alignment: if data.is_empty() { 0 } else { alignment }, data: data.into() })
    }
}
