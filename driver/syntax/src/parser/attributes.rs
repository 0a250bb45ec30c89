//! Attributes.

use super::symbols::Symbol;
use super::{Optional, Parser};
use crate::lexer::{TokenKind, unescape};
use plugopt_dialect::asm::{Delimiter, ParseResult};
use plugopt_ir::{AttrData, Attribute, Context, Int, NamedAttribute, Signedness, Type, TypeData};

impl<'s> Parser<'s> {
    /// An attribute. One without a type of its own gets `ty` unless that is [`Type::NONE`].
    pub(crate) fn parse_attribute(&mut self, ty: Type) -> ParseResult<Attribute> {
        match self.token.kind {
            TokenKind::Integer => self.integer_or_hex(ty, false),
            TokenKind::Float => self.float_attribute(ty, false),
            TokenKind::Minus => {
                self.advance();
                match self.token.kind {
                    TokenKind::Integer => self.integer_or_hex(ty, true),
                    TokenKind::Float => self.float_attribute(ty, true),
                    _ => Err(self.wrong_token("expected constant integer or floating point value")),
                }
            }
            TokenKind::String => self.string_attribute(ty),
            TokenKind::AtIdentifier => self.symbol_reference(),
            TokenKind::LeftBracket => self.deeper(Self::array_attribute),
            TokenKind::LeftBrace => self.deeper(|p| {
                let mut entries = Vec::new();
                p.parse_attr_dict(&mut entries)?;
                Ok(p.context.dictionary_attr(&entries))
            }),
            TokenKind::HashIdentifier => self.deeper(|p| p.extended_attribute(ty)),
            TokenKind::BareIdentifier => self.word_attribute(ty),
            _ => self.type_attribute(),
        }
    }

    fn word_attribute(&mut self, ty: Type) -> ParseResult<Attribute> {
        match self.here() {
            b"true" => {
                self.advance();
                Ok(self.context.bool_attr(true))
            }
            b"false" => {
                self.advance();
                Ok(self.context.bool_attr(false))
            }
            b"unit" => {
                self.advance();
                Ok(self.context.unit_attr())
            }
            b"affine_map" => {
                self.advance();
                self.expect(TokenKind::Less, "expected '<' in affine map")?;
                let map = self.affine_map()?;
                self.expect(TokenKind::Greater, "expected '>' in affine map")?;
                Ok(self.context.attribute_of(AttrData::AffineMap(map)))
            }
            b"affine_set" => {
                self.advance();
                self.expect(TokenKind::Less, "expected '<' in integer set")?;
                let set = self.integer_set()?;
                self.expect(TokenKind::Greater, "expected '>' in integer set")?;
                Ok(self.context.attribute_of(AttrData::IntegerSet(set)))
            }
            b"dense" => self.dense_elements(ty),
            b"dense_resource" => self.dense_resource(ty),
            b"array" => self.dense_array(),
            b"sparse" => self.sparse_elements(ty),
            b"strided" => self.strided_layout(),
            b"distinct" => self.deeper(|p| p.distinct(ty)),
            b"loc" => {
                self.advance();
                self.expect(TokenKind::LeftParen, "expected '(' in inline location")?;
                let location = self.parse_location_instance()?;
                self.expect(TokenKind::RightParen, "expected ')' in inline location")?;
                let location = self.context.resolve_location(location);
                Ok(self.context.attribute_of(AttrData::Location(location)))
            }
            _ => self.type_attribute(),
        }
    }

    fn type_attribute(&mut self) -> ParseResult<Attribute> {
        match self.parse_optional_type()? {
            Some(ty) => Ok(self.context.type_attr(ty)),
            None => Err(self.wrong_token("expected attribute value")),
        }
    }

    /// Whether an attribute starts at the current token.
    pub(crate) fn at_attribute(&self) -> bool {
        match self.token.kind {
            TokenKind::AtIdentifier
            | TokenKind::Float
            | TokenKind::Integer
            | TokenKind::HashIdentifier
            | TokenKind::LeftBrace
            | TokenKind::LeftBracket
            | TokenKind::Minus
            | TokenKind::String => true,
            TokenKind::BareIdentifier => {
                // `array`, `distinct` and `strided` are not among those of MLIR either.
                let words: [&[u8]; 9] = [
                    b"affine_map",
                    b"affine_set",
                    b"dense",
                    b"dense_resource",
                    b"false",
                    b"loc",
                    b"sparse",
                    b"true",
                    b"unit",
                ];
                words.contains(&self.here()) || self.at_type()
            }
            _ => self.at_type(),
        }
    }

    /// An attribute, consumed if one starts at the current token.
    pub(crate) fn parse_optional_attribute(&mut self, ty: Type) -> Optional<Attribute> {
        if self.at_attribute() { self.parse_attribute(ty).map(Some) } else { Ok(None) }
    }

    /// `{…}`, whose `{` should be the current token.
    pub(crate) fn parse_attr_dict(&mut self, into: &mut Vec<NamedAttribute>) -> ParseResult {
        let first = into.len();
        self.delimited(Delimiter::Braces, " in attribute dictionary", |p| {
            let name = match p.token.kind {
                TokenKind::String => p.context.ident(&unescape(p.here())),
                TokenKind::BareIdentifier => p.context.ident(p.here()),
                _ => return Err(p.wrong_token("expected attribute name")),
            };
            if p.context.bytes(name).is_empty() {
                return Err(p.error_here("expected valid attribute name"));
            }
            if into[first..].iter().any(|(n, _)| *n == name) {
                let name = p.context.bytes(name);
                return Err(p.error_here([b"duplicate key '", name, b"' in dictionary attribute"].concat()));
            }
            p.advance();
            let value = match p.consume_if(TokenKind::Equal) {
                true => p.parse_attribute(Type::NONE)?,
                false => p.context.unit_attr(),
            };
            into.push((name, value));
            Ok(())
        })
    }

    fn array_attribute(&mut self) -> ParseResult<Attribute> {
        self.advance();
        let mut elements = Vec::new();
        self.comma_separated_until(TokenKind::RightBracket, true, |p| {
            elements.push(p.parse_attribute(Type::NONE)?);
            Ok(())
        })?;
        Ok(self.context.array_attr(&elements))
    }

    fn string_attribute(&mut self, mut ty: Type) -> ParseResult<Attribute> {
        let value = unescape(self.here());
        self.advance();
        if ty.is_none() {
            ty = match self.consume_if(TokenKind::Colon) {
                true => self.parse_type()?,
                false => self.context.none_type(),
            };
        }
        Ok(self.context.attribute_of(AttrData::String { value: value.into(), ty }))
    }

    fn symbol_reference(&mut self) -> ParseResult<Attribute> {
        let root = self.context.ident(&self.symbol_text(self.here()));
        self.advance();
        let mut nested = Vec::new();
        while self.consume_double_colon() {
            if !self.at(TokenKind::AtIdentifier) {
                return Err(self.error_at(self.token.start, "expected nested symbol reference identifier"));
            }
            nested.push(self.context.ident(&self.symbol_text(self.here())));
            self.advance();
        }
        Ok(self.context.attribute_of(AttrData::SymbolRef { root, nested: nested.into() }))
    }

    /// `::`, also with a blank between.
    fn consume_double_colon(&mut self) -> bool {
        if self.at(TokenKind::Colon) {
            let start = self.token.start;
            let last_end = self.last_end;
            self.advance();
            if self.consume_if(TokenKind::Colon) {
                return true;
            }
            self.reset_to(start);
            self.last_end = last_end;
        }
        self.consume_if(TokenKind::DoubleColon)
    }

    fn extended_attribute(&mut self, ty: Type) -> ParseResult<Attribute> {
        let attr = match self.dialect_symbol()? {
            Symbol::Alias { name, at } => match self.aliases.attributes.get(name) {
                Some(&(attr, defined)) if defined <= at => attr,
                _ => return Err(self.undefined_alias(name)),
            },
            Symbol::Dialect { dialect, body, at } => {
                let mut own = ty;
                if self.consume_if(TokenKind::Colon) {
                    own = self.parse_type()?;
                }
                self.dialect_attribute(dialect, body, at, own)?
            }
        };
        let found = self.context.attr_type(attr);
        if !ty.is_none() && !found.is_none() && found != ty {
            let text = |ty| crate::printer::type_to_text(self.context, ty);
            let message =
                [b"attribute type different than expected: expected ", &*text(ty), b", but got ", &*text(found)];
            return Err(self.error_here(message.concat()));
        }
        Ok(attr)
    }

    // ---- numbers --------------------------------------------------------------------------------------------------------

    fn float_attribute(&mut self, mut ty: Type, negative: bool) -> ParseResult<Attribute> {
        let literal = self.here();
        let index = self.here_index();
        self.advance();
        if ty.is_none() {
            ty = match self.consume_if(TokenKind::Colon) {
                true => self.parse_type()?,
                false => self.context.float_type(plugopt_ir::FloatKind::F64),
            };
        }
        let Some(kind) = self.context.float_kind(ty) else {
            return Err(self.error_here("floating point value not valid for specified type"));
        };
        match kind.parse_decimal(literal) {
            Ok(bits) => {
                let bits = if negative { kind.neg(bits) } else { bits };
                Ok(self.context.attribute_of(AttrData::Float { ty, bits }))
            }
            Err(_) => Err(self.error_at(index, "floating point value too large for attribute")),
        }
    }

    fn integer_or_hex(&mut self, mut ty: Type, negative: bool) -> ParseResult<Attribute> {
        let literal = self.here();
        let index = self.token.start;
        self.advance();
        if ty.is_none() {
            ty = match self.consume_if(TokenKind::Colon) {
                true => self.parse_type()?,
                false => self.context.integer_type(64, Signedness::Signless),
            };
        }
        match self.context.type_data(ty) {
            TypeData::Float(kind) => {
                let bits = self.float_from_hex(literal, index, negative, *kind)?;
                Ok(self.context.attribute_of(AttrData::Float { ty, bits }))
            }
            TypeData::Integer { signedness: Signedness::Unsigned, .. } if negative => {
                Err(self.error_at(index, "negative integer literal not valid for unsigned integer type"))
            }
            TypeData::Integer { .. } | TypeData::Index => match integer_value(self.context, ty, negative, literal) {
                Some(value) => Ok(self.context.attribute_of(AttrData::Integer { ty, value })),
                None => Err(self.error_at(index, "integer constant out of range for attribute")),
            },
            _ => Err(self.error_at(index, "integer literal not valid for specified type")),
        }
    }

    /// The bits that a hexadecimal literal gives a float.
    pub(crate) fn float_from_hex(
        &self,
        literal: &[u8],
        index: u32,
        negative: bool,
        kind: plugopt_ir::FloatKind,
    ) -> ParseResult<u128> {
        if !literal.starts_with(b"0x") {
            let location = self.location_of(index);
            let message = "unexpected decimal integer literal for a floating point value";
            let diagnostic = plugopt_ir::Diagnostic::error(location, message)
                .with_note(location, "add a trailing dot to make the literal a float");
            return Err(self.emit(diagnostic));
        }
        if negative {
            return Err(self.error_at(index, "hexadecimal float literal should not have a leading minus"));
        }
        let bits = Int::parse(literal).and_then(|value| kind.from_bits(&value));
        bits.ok_or_else(|| self.error_at(index, "hexadecimal float constant out of range for type"))
    }

    // ---- others ---------------------------------------------------------------------------------------------------------

    fn strided_layout(&mut self) -> ParseResult<Attribute> {
        self.advance();
        self.expect(TokenKind::Less, "expected '<' after 'strided'")?;
        self.expect(TokenKind::LeftBracket, "expected '['")?;
        let mut strides = Vec::new();
        if !self.at(TokenKind::RightBracket) {
            self.comma_separated(|p| {
                strides.push(p.stride_or_offset()?);
                Ok(())
            })?;
        }
        self.expect(TokenKind::RightBracket, "expected ']'")?;
        let mut offset = 0;
        if !self.consume_if(TokenKind::Greater) {
            self.expect(TokenKind::Comma, "expected ','")?;
            if !self.consume_keyword(b"offset") {
                return Err(self.wrong_token("expected 'offset' after comma"));
            }
            self.expect(TokenKind::Colon, "expected ':' after 'offset'")?;
            offset = self.stride_or_offset()?;
            self.expect(TokenKind::Greater, "expected '>'")?;
        }
        Ok(self.context.attribute_of(AttrData::StridedLayout { offset, strides: strides.into() }))
    }

    fn stride_or_offset(&mut self) -> ParseResult<i64> {
        if self.consume_if(TokenKind::Question) {
            return Ok(plugopt_ir::DYNAMIC);
        }
        let index = self.token.start;
        let negative = self.consume_if(TokenKind::Minus);
        let value = match self.token.kind {
            TokenKind::Integer => Int::parse(self.here()).and_then(|v| v.to_u64()),
            _ => None,
        };
        match value.and_then(|v| i64::try_from(v).ok()) {
            Some(value) => {
                self.advance();
                Ok(if negative { -value } else { value })
            }
            None => Err(self.error_at(index, "expected a 64-bit signed integer or '?'")),
        }
    }

    fn distinct(&mut self, ty: Type) -> ParseResult<Attribute> {
        let start = self.token.start;
        self.advance();
        self.expect(TokenKind::LeftBracket, "expected '[' after 'distinct'")?;
        let literal = self.here();
        self.expect(TokenKind::Integer, "expected distinct ID")?;
        let Some(number) = Int::parse(literal).and_then(|v| v.to_u64()) else {
            return Err(self.error_here("expected an unsigned 64-bit integer"));
        };
        self.expect(TokenKind::RightBracket, "expected ']' to close distinct ID")?;
        self.expect(TokenKind::Less, "expected '<' after distinct ID")?;
        let referenced = match self.consume_if(TokenKind::Greater) {
            true => self.context.unit_attr(),
            false => {
                let attr = self.parse_attribute(ty).map_err(|_| self.error_here("expected attribute"))?;
                self.expect(TokenKind::Greater, "expected '>' to close distinct attribute")?;
                attr
            }
        };
        let mut known = self.distinct.lock();
        let attr = *known.entry(number).or_insert_with(|| self.context.distinct_attr(referenced));
        drop(known);
        match self.context.attr_data(attr) {
            AttrData::Distinct { referenced: before, .. } if *before != referenced => {
                let text = crate::printer::attribute_to_text(self.context, *before);
                let message = [b"referenced attribute does not match previous definition: ", &*text].concat();
                Err(self.error_at(start, message))
            }
            _ => Ok(attr),
        }
    }
}

/// The value of an integer literal in a type, `None` where it does not fit.
pub(crate) fn integer_value(context: &Context, ty: Type, negative: bool, literal: &[u8]) -> Option<Int> {
    let (width, signed) = match context.type_data(ty) {
        TypeData::Integer { width, signedness } => (*width, *signedness == Signedness::Signed),
        _ => (64, true),
    };
    Int::parse_literal(literal, negative, width, signed)
}

/// An attribute given by its text alone; nothing may follow it.
pub fn parse_attribute_text(context: &Context, text: &[u8], ty: Type) -> ParseResult<Attribute> {
    super::whole_text(context, text, |parser| parser.parse_attribute(ty))
}
