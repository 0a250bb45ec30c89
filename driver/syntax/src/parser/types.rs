//! Types.

use super::{Optional, Parser};
use crate::lexer::TokenKind;
use plugopt_dialect::asm::{ParseFailed, ParseResult};
use plugopt_ir::types::MAX_INTEGER_WIDTH;
use plugopt_ir::{AttrData, Attribute, Context, DYNAMIC, FloatKind, Signedness, Type, TypeData};
use smallvec::SmallVec;

/// A spelling longer than this is not looked up as a whole.
const LONGEST_CACHED: usize = 64;

type Types = SmallVec<[Type; 8]>;
type Shape = SmallVec<[i64; 6]>;

impl<'s> Parser<'s> {
    /// Whether a type starts at the current token.
    pub(crate) fn at_type(&self) -> bool {
        match self.token.kind {
            TokenKind::LeftParen | TokenKind::ExclamationIdentifier => true,
            TokenKind::BareIdentifier => {
                let word = self.here();
                matches!(word, b"memref" | b"tensor" | b"complex" | b"tuple" | b"vector" | b"index" | b"none")
                    || integer_keyword(word).is_some()
                    || FloatKind::from_keyword(word).is_some()
            }
            _ => false,
        }
    }

    /// A type, consumed if one starts at the current token.
    pub(crate) fn parse_optional_type(&mut self) -> Optional<Type> {
        if !self.at_type() {
            return Ok(None);
        }
        self.parse_type().map(Some)
    }

    /// A type.
    pub(crate) fn parse_type(&mut self) -> ParseResult<Type> {
        match self.token.kind {
            TokenKind::BareIdentifier => self.bare_type(),
            TokenKind::LeftParen => self.function_type(),
            _ => self.parse_non_function_type(),
        }
    }

    /// A type that starts with a word; those of a short spelling are looked up by it.
    fn bare_type(&mut self) -> ParseResult<Type> {
        let source = self.lexer.source;
        let start = self.token.start as usize;
        let mut end = self.token.end as usize;
        if source.get(end) == Some(&b'<') {
            match balanced(&source[end..self.lexer.end.min(end + LONGEST_CACHED)]) {
                Some(length) => end += length,
                None => return self.parse_non_function_type(),
            }
        }
        let spelling = &source[start..end];
        if let Some(ty) = self.type_cache.get(spelling) {
            self.lexer.position = end;
            self.last_end = end as u32;
            self.token = self.lexer.next(self.context);
            return Ok(ty);
        }
        let ty = self.parse_non_function_type()?;
        if self.last_end as usize == end && !spelling.contains(&b'#') && !spelling.contains(&b'!') {
            self.type_cache.insert(spelling, ty);
        }
        Ok(ty)
    }

    /// A type that is no function type.
    pub(crate) fn parse_non_function_type(&mut self) -> ParseResult<Type> {
        if self.at(TokenKind::ExclamationIdentifier) {
            return self.deeper(Self::extended_type);
        }
        if !self.at(TokenKind::BareIdentifier) {
            return Err(self.wrong_token("expected non-function type"));
        }
        let word = self.here();
        match word {
            b"memref" => self.deeper(Self::memref_type),
            b"tensor" => self.deeper(Self::tensor_type),
            b"vector" => self.deeper(Self::vector_type),
            b"complex" => self.deeper(Self::complex_type),
            b"tuple" => self.deeper(Self::tuple_type),
            b"index" => {
                self.advance();
                Ok(self.context.index_type())
            }
            b"none" => {
                self.advance();
                Ok(self.context.none_type())
            }
            _ => {
                if let Some((signedness, digits)) = integer_keyword(word) {
                    return self.integer_type(signedness, digits);
                }
                match FloatKind::from_keyword(word) {
                    Some(kind) => {
                        self.advance();
                        Ok(self.context.float_type(kind))
                    }
                    None => Err(self.wrong_token("expected non-function type")),
                }
            }
        }
    }

    fn integer_type(&mut self, signedness: Signedness, digits: &[u8]) -> ParseResult<Type> {
        let Some(width) = std::str::from_utf8(digits).ok().and_then(|d| d.parse::<u32>().ok()) else {
            return Err(self.error_here("invalid integer width"));
        };
        if width > MAX_INTEGER_WIDTH {
            return Err(self.error_here(format!("integer bitwidth is limited to {MAX_INTEGER_WIDTH} bits")));
        }
        self.advance();
        Ok(self.context.integer_type(width, signedness))
    }

    fn function_type(&mut self) -> ParseResult<Type> {
        self.deeper(|p| {
            let (mut inputs, mut results) = (Types::new(), Types::new());
            p.types_in_parens(&mut inputs)?;
            p.expect(TokenKind::Arrow, "expected '->' in function type")?;
            p.function_results(&mut results)?;
            Ok(p.context.function_type(&inputs, &results))
        })
    }

    fn types_in_parens(&mut self, into: &mut Types) -> ParseResult {
        self.expect(TokenKind::LeftParen, "expected '('")?;
        if self.consume_if(TokenKind::RightParen) {
            return Ok(());
        }
        self.comma_separated(|p| {
            into.push(p.parse_type()?);
            Ok(())
        })?;
        self.expect(TokenKind::RightParen, "expected ')'")
    }

    fn function_results(&mut self, into: &mut Types) -> ParseResult {
        if self.at(TokenKind::LeftParen) {
            return self.types_in_parens(into);
        }
        into.push(self.parse_non_function_type()?);
        Ok(())
    }

    fn complex_type(&mut self) -> ParseResult<Type> {
        self.advance();
        self.expect(TokenKind::Less, "expected '<' in complex type")?;
        let at = self.token.start;
        let element = self.parse_type()?;
        self.expect(TokenKind::Greater, "expected '>' in complex type")?;
        if !matches!(self.context.type_data(element), TypeData::Float(_) | TypeData::Integer { .. }) {
            return Err(self.error_at(at, "invalid element type for complex"));
        }
        Ok(self.context.type_of(TypeData::Complex(element)))
    }

    fn tuple_type(&mut self) -> ParseResult<Type> {
        self.advance();
        self.expect(TokenKind::Less, "expected '<' in tuple type")?;
        let mut types = Types::new();
        if !self.consume_if(TokenKind::Greater) {
            self.comma_separated(|p| {
                types.push(p.parse_type()?);
                Ok(())
            })?;
            self.expect(TokenKind::Greater, "expected '>' in tuple type")?;
        }
        Ok(self.context.type_of(TypeData::Tuple(types.into_vec().into())))
    }

    fn vector_type(&mut self) -> ParseResult<Type> {
        let start = self.token.start;
        self.advance();
        self.expect(TokenKind::Less, "expected '<' in vector type")?;
        let mut shape = Shape::new();
        let mut scalable: SmallVec<[bool; 6]> = SmallVec::new();
        while matches!(self.token.kind, TokenKind::Integer | TokenKind::LeftBracket) {
            let bracket = self.consume_if(TokenKind::LeftBracket);
            shape.push(self.dimension()?);
            if bracket && !self.consume_if(TokenKind::RightBracket) {
                return Err(self.wrong_token("missing ']' closing scalable dimension"));
            }
            scalable.push(bracket);
            self.dimension_x()?;
        }
        let element = self.parse_type()?;
        self.expect(TokenKind::Greater, "expected '>' in vector type")?;
        if !is_vector_element(self.context, element) {
            let message = "failed to verify 'elementType': VectorElementTypeInterface instance";
            return Err(self.error_at(start, message));
        }
        if shape.iter().any(|&size| size <= 0) {
            let sizes = comma_list(&shape);
            return Err(self.error_at(start, format!("vector types must have positive constant sizes but got {sizes}")));
        }
        if !scalable.contains(&true) {
            scalable.clear();
        }
        let (shape, scalable) = (shape.into_vec().into(), scalable.into_vec().into());
        Ok(self.context.type_of(TypeData::Vector { shape, scalable, element }))
    }

    fn tensor_type(&mut self) -> ParseResult<Type> {
        self.advance();
        self.expect(TokenKind::Less, "expected '<' in tensor type")?;
        let mut shape = Shape::new();
        let unranked = self.consume_if(TokenKind::Star);
        if unranked {
            self.dimension_x()?;
        } else {
            self.dimensions(&mut shape, true, true)?;
        }
        let at = self.token.start;
        let element = self.parse_type()?;
        let mut encoding = Attribute::NONE;
        if self.consume_if(TokenKind::Comma)
            && let Some(attr) = self.parse_optional_attribute(Type::NONE)?
        {
            encoding = attr;
        }
        self.expect(TokenKind::Greater, "expected '>' in tensor type")?;
        if !is_tensor_element(self.context, element) {
            return Err(self.error_at(at, "invalid tensor element type"));
        }
        if unranked {
            if !encoding.is_none() {
                return Err(self.error_here("cannot apply encoding to unranked tensor"));
            }
            return Ok(self.context.type_of(TypeData::UnrankedTensor(element)));
        }
        let shape = shape.into_vec().into();
        Ok(self.context.type_of(TypeData::RankedTensor { shape, element, encoding }))
    }

    fn memref_type(&mut self) -> ParseResult<Type> {
        let start = self.token.start;
        self.advance();
        self.expect(TokenKind::Less, "expected '<' in memref type")?;
        let mut shape = Shape::new();
        let unranked = self.consume_if(TokenKind::Star);
        if unranked {
            self.dimension_x()?;
        } else {
            self.dimensions(&mut shape, true, true)?;
        }
        let at = self.token.start;
        let element = self.parse_type()?;
        if !is_memref_element(self.context, element) {
            return Err(self.error_at(at, "invalid memref element type"));
        }
        let (mut layout, mut memory_space) = (Attribute::NONE, Attribute::NONE);
        if !self.consume_if(TokenKind::Greater) {
            self.expect(TokenKind::Comma, "expected ',' or '>' in memref type")?;
            self.comma_separated_until(TokenKind::Greater, false, |p| {
                let attr = p.parse_attribute(Type::NONE)?;
                // What is unknown is a layout where a memory space, which is the last, can follow.
                let unknown = matches!(p.context.attr_data(attr), AttrData::Opaque { .. });
                if is_layout(p.context, attr) || unknown && !unranked && layout.is_none() && p.at(TokenKind::Comma) {
                    layout = attr;
                    if unranked {
                        return Err(p.error_here("cannot have affine map for unranked memref type"));
                    }
                    if !memory_space.is_none() {
                        return Err(p.error_here("expected memory space to be last in memref type"));
                    }
                } else if !memory_space.is_none() {
                    return Err(p.error_here("multiple memory spaces specified in memref type"));
                } else {
                    memory_space = attr;
                }
                Ok(())
            })?;
        }
        // The default memory space is not stored.
        if matches!(self.context.attr_data(memory_space), AttrData::Integer { value, .. } if value.is_zero()) {
            memory_space = Attribute::NONE;
        }
        let supported = matches!(
            self.context.attr_data(memory_space),
            AttrData::Absent
                | AttrData::Integer { .. }
                | AttrData::String { .. }
                | AttrData::Dictionary(_)
                | AttrData::Dialect { .. }
                | AttrData::Opaque { .. }
        );
        let unsupported = "unsupported memory space Attribute";
        if unranked {
            if !supported {
                return Err(self.error_at(start, unsupported));
            }
            return Ok(self.context.type_of(TypeData::UnrankedMemRef { element, memory_space }));
        }
        let layout = self.checked_layout(start, layout, &shape)?;
        if !supported {
            return Err(self.error_at(start, unsupported));
        }
        let shape = shape.into_vec().into();
        Ok(self.context.type_of(TypeData::MemRef { shape, element, layout, memory_space }))
    }

    /// The layout of a memref as it is stored: none for the identity.
    fn checked_layout(&mut self, start: u32, layout: Attribute, shape: &[i64]) -> ParseResult<Attribute> {
        match self.context.attr_data(layout) {
            AttrData::AffineMap(map) => {
                if map.dims as usize != shape.len() {
                    let message =
                        format!("memref layout mismatch between rank and affine map: {} != {}", shape.len(), map.dims);
                    return Err(self.error_at(start, message));
                }
                if map.is_identity(self.context) {
                    return Ok(Attribute::NONE);
                }
                Ok(layout)
            }
            AttrData::StridedLayout { strides, .. } if strides.len() != shape.len() => {
                Err(self.error_at(start, "expected the number of strides to match the rank"))
            }
            _ => Ok(layout),
        }
    }

    /// `4x?x` or, without `trailing_x`, `4x?`.
    pub(crate) fn dimensions(
        &mut self,
        into: &mut SmallVec<[i64; 6]>,
        allow_dynamic: bool,
        trailing_x: bool,
    ) -> ParseResult {
        let starts = |kind| matches!(kind, TokenKind::Integer | TokenKind::Question);
        if trailing_x {
            while starts(self.token.kind) {
                into.push(self.dimension_or_dynamic(allow_dynamic)?);
                self.dimension_x()?;
            }
            return Ok(());
        }
        if starts(self.token.kind) {
            into.push(self.dimension_or_dynamic(allow_dynamic)?);
            while self.at(TokenKind::BareIdentifier) && self.here()[0] == b'x' {
                self.dimension_x()?;
                into.push(self.dimension_or_dynamic(allow_dynamic)?);
            }
        }
        Ok(())
    }

    fn dimension_or_dynamic(&mut self, allow_dynamic: bool) -> ParseResult<i64> {
        let at = self.token.start;
        if !self.consume_if(TokenKind::Question) {
            return self.dimension();
        }
        if !allow_dynamic {
            return Err(self.error_at(at, "expected static shape"));
        }
        Ok(DYNAMIC)
    }

    fn dimension(&mut self) -> ParseResult<i64> {
        let text = self.here();
        if text.len() > 1 && text[1] == b'x' {
            // `0x3xf32`: a size of 0, then `x3xf32`.
            self.reset_to(self.token.start + 1);
            return Ok(0);
        }
        let value = (self.token.kind == TokenKind::Integer)
            .then(|| std::str::from_utf8(text).ok().and_then(|t| t.parse::<i64>().ok()))
            .flatten();
        match value {
            Some(value) => {
                self.advance();
                Ok(value)
            }
            None => Err(self.error_here("invalid dimension")),
        }
    }

    fn dimension_x(&mut self) -> ParseResult {
        if !self.at(TokenKind::BareIdentifier) || self.here()[0] != b'x' {
            return Err(self.wrong_token("expected 'x' in dimension list"));
        }
        // `x4xf32` is one word for the lexer.
        self.reset_to(self.token.start + 1);
        Ok(())
    }

    /// Reads the next token from an index of the source.
    pub(crate) fn reset_to(&mut self, index: u32) {
        self.last_end = index;
        self.lexer.position = index as usize;
        self.token = self.lexer.next(self.context);
    }

    /// A type as messages show it.
    pub(crate) fn quoted(&self, ty: Type) -> Vec<u8> {
        [b"'", &*crate::printer::type_to_text(self.context, ty), b"'"].concat()
    }

    fn extended_type(&mut self) -> ParseResult<Type> {
        match self.dialect_symbol()? {
            super::symbols::Symbol::Alias { name, at } => match self.aliases.types.get(name) {
                Some(&(ty, defined)) if defined <= at => Ok(ty),
                _ => Err(self.undefined_alias(name)),
            },
            super::symbols::Symbol::Dialect { dialect, body, at } => self.dialect_type(dialect, body, at),
        }
    }
}

/// Sizes as messages show them.
pub(crate) fn comma_list(sizes: &[i64]) -> String {
    sizes.iter().map(i64::to_string).collect::<Vec<_>>().join(", ")
}

/// `i32`, `si8`, `ui16`: how it is read, and its digits.
fn integer_keyword(word: &[u8]) -> Option<(Signedness, &[u8])> {
    let (signedness, digits) = match word {
        [b'i', digits @ ..] => (Signedness::Signless, digits),
        [b's', b'i', digits @ ..] => (Signedness::Signed, digits),
        [b'u', b'i', digits @ ..] => (Signedness::Unsigned, digits),
        _ => return None,
    };
    (!digits.is_empty() && digits.iter().all(u8::is_ascii_digit)).then_some((signedness, digits))
}

/// Length of a text in balanced `<…>` that contains no string, at its start.
fn balanced(text: &[u8]) -> Option<usize> {
    let mut depth = 0usize;
    let mut previous = 0;
    for (i, &b) in text.iter().enumerate() {
        match b {
            b'<' => depth += 1,
            b'>' if previous == b'-' => {}
            b'>' => {
                depth -= 1;
                if depth == 0 {
                    return Some(i + 1);
                }
            }
            b'"' | b'\n' | b'/' => return None,
            _ => {}
        }
        previous = b;
    }
    None
}

/// A type of an unknown dialect may have any trait.
fn may_have_type_trait(context: &Context, ty: Type, name: &str) -> bool {
    match context.type_data(ty) {
        TypeData::Opaque { .. } => true,
        TypeData::Dialect { definition, .. } | TypeData::Named { definition, .. } => {
            let registry = plugopt_dialect::Registry::of(context);
            registry.def(context, *definition).is_some_and(|def| {
                def.has_trait(name) || def.interfaces.iter().any(|i| context.bytes(i.name) == name.as_bytes())
            })
        }
        _ => false,
    }
}

fn is_vector_element(context: &Context, ty: Type) -> bool {
    matches!(context.type_data(ty), TypeData::Integer { .. } | TypeData::Index | TypeData::Float(_))
        || may_have_type_trait(context, ty, "VectorElementTypeInterface")
}

fn is_tensor_element(context: &Context, ty: Type) -> bool {
    matches!(
        context.type_data(ty),
        TypeData::Complex(_)
            | TypeData::Float(_)
            | TypeData::Integer { .. }
            | TypeData::Opaque { .. }
            | TypeData::Vector { .. }
            | TypeData::Index
            | TypeData::Dialect { .. }
            | TypeData::Named { .. }
    )
}

fn is_memref_element(context: &Context, ty: Type) -> bool {
    match context.type_data(ty) {
        TypeData::Integer { .. }
        | TypeData::Index
        | TypeData::Float(_)
        | TypeData::Complex(_)
        | TypeData::MemRef { .. }
        | TypeData::UnrankedMemRef { .. }
        | TypeData::Vector { .. } => true,
        _ => may_have_type_trait(context, ty, "MemRefElementTypeInterface"),
    }
}

fn is_layout(context: &Context, attr: Attribute) -> bool {
    match context.attr_data(attr) {
        AttrData::AffineMap(_) | AttrData::StridedLayout { .. } => true,
        AttrData::Dialect { definition, .. } => {
            let registry = plugopt_dialect::Registry::of(context);
            registry
                .def(context, *definition)
                .is_some_and(|def| def.interfaces.iter().any(|i| context.bytes(i.name) == b"MemRefLayoutAttrInterface"))
        }
        _ => false,
    }
}

/// A type given by its text alone; nothing may follow it.
pub fn parse_type_text(context: &Context, text: &[u8]) -> ParseResult<Type> {
    super::whole_text(context, text, |parser| parser.parse_type()).map_err(|ParseFailed| ParseFailed)
}
