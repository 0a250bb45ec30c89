//! What stands inside `loc( … )`.

use super::Parser;
use crate::lexer::TokenKind;
use plugopt_dialect::asm::{Delimiter, ParseResult};
use plugopt_ir::{AttrData, Attribute, Ident, Int, Location, LocationData, Type};

impl<'s> Parser<'s> {
    /// A location without `loc(` and `)`.
    pub(crate) fn parse_location_instance(&mut self) -> ParseResult<Location> {
        match self.token.kind {
            TokenKind::HashIdentifier => {
                let attr = self.parse_attribute(Type::NONE)?;
                match self.context.attr_data(attr) {
                    AttrData::Location(location) => Ok(*location),
                    _ => {
                        let text = crate::printer::attribute_to_text(self.context, attr);
                        Err(self.error_here([b"expected location attribute, but got", &*text].concat()))
                    }
                }
            }
            TokenKind::String => self.deeper(Self::name_or_file_location),
            TokenKind::BareIdentifier => match self.here() {
                b"callsite" => self.deeper(Self::call_site_location),
                b"fused" => self.deeper(Self::fused_location),
                b"unknown" => {
                    self.advance();
                    Ok(Location::UNKNOWN)
                }
                _ => Err(self.wrong_token("expected location instance")),
            },
            _ => Err(self.wrong_token("expected location instance")),
        }
    }

    fn call_site_location(&mut self) -> ParseResult<Location> {
        self.advance();
        self.expect(TokenKind::LeftParen, "expected '(' in callsite location")?;
        let callee = self.parse_location_instance()?;
        if !self.consume_keyword(b"at") {
            return Err(self.wrong_token("expected 'at' in callsite location"));
        }
        let caller = self.parse_location_instance()?;
        self.expect(TokenKind::RightParen, "expected ')' in callsite location")?;
        Ok(self.context.location_of(LocationData::CallSite { callee, caller }))
    }

    fn fused_location(&mut self) -> ParseResult<Location> {
        self.advance();
        let mut metadata = Attribute::NONE;
        if self.consume_if(TokenKind::Less) {
            metadata = self.parse_attribute(Type::NONE)?;
            self.expect(TokenKind::Greater, "expected '>' after fused location metadata")?;
        }
        let mut locations = Vec::new();
        self.delimited(Delimiter::Square, " in fused location", |p| {
            locations.push(p.parse_location_instance()?);
            Ok(())
        })?;
        Ok(self.context.fused_location(&locations, metadata))
    }

    fn name_or_file_location(&mut self) -> ParseResult<Location> {
        let literal = self.here();
        let name = match self.names_of_locations.get(literal) {
            Some(name) => {
                self.advance();
                name
            }
            None => {
                let name = self.optional_string_literal()?.unwrap_or_default();
                let name = self.context.ident(&name);
                self.names_of_locations.insert(literal, name);
                name
            }
        };
        if self.at(TokenKind::DoubleColon) {
            self.reset_to(self.token.start + 1);
            return Err(self.wrong_token("expected integer line number in FileLineColRange"));
        }
        if self.consume_if(TokenKind::Colon) {
            let line = self.location_number("expected integer line number in FileLineColRange")?;
            if !self.consume_if(TokenKind::Colon) {
                return Ok(self.context.file_location(name, line, 0));
            }
            let column = self.location_number("expected integer column number in FileLineColRange")?;
            let (mut end_line, mut end_column) = (line, column);
            let mut file = name;
            if !self.consume_keyword(b"to") {
                // A place in a file without a name is one in the standard input; a range is not.
                if name == Ident::EMPTY {
                    file = self.context.ident(b"-");
                }
            } else {
                if self.at(TokenKind::Integer) {
                    end_line = self.location_number("expected integer line number in FileLineColRange")?;
                }
                self.expect(TokenKind::Colon, "expected either integer or `:` post `to` in FileLineColRange")?;
                end_column = self.location_number("expected integer column number in FileLineColRange")?;
            }
            let data = LocationData::File { file, line, column, end_line, end_column };
            return Ok(self.context.location_of(data));
        }
        let mut child = Location::UNKNOWN;
        if self.consume_if(TokenKind::LeftParen) {
            child = self.parse_location_instance()?;
            self.expect(TokenKind::RightParen, "expected ')' after child location of NameLoc")?;
        }
        Ok(self.context.location_of(LocationData::Name { name, child }))
    }

    fn location_number(&mut self, message: &str) -> ParseResult<u32> {
        const ALWAYS_FIT: usize = 9;
        let value = match self.token.kind {
            TokenKind::Integer if self.here().len() <= ALWAYS_FIT && self.here().iter().all(u8::is_ascii_digit) => {
                Some(self.here().iter().fold(0, |number, digit| number * 10 + u32::from(digit - b'0')))
            }
            TokenKind::Integer => Int::parse(self.here()).and_then(|n| n.to_u64()).and_then(|n| n.try_into().ok()),
            _ => None,
        };
        match value {
            Some(value) => {
                self.advance();
                Ok(value)
            }
            None => Err(self.wrong_token(message)),
        }
    }
}
