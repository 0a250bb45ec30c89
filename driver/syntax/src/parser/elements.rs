//! `dense<…>`, `sparse<…>`, `array<…>` and `dense_resource<…>`.
//!
//! The type comes behind the literal. The literal is walked over once to find its shape, and once more, with the type known, to
//! fill the bytes; nothing is kept for an element between.

use super::Parser;
use super::attributes::integer_value;
use crate::lexer::{TokenKind, unescape};
use plugopt_dialect::asm::ParseResult;
use plugopt_ir::{AttrData, Attribute, FloatKind, Signedness, Type, TypeData};

/// A literal that was walked over.
struct Literal {
    /// Index of its first token; `None` where nothing stands between `<` and `>`.
    start: Option<u32>,
    /// Sizes of the lists; empty for a single element.
    shape: Vec<i64>,
    /// Number of elements, the parts of complex numbers counted one by one.
    count: usize,
    /// Whether it is one string.
    hex: bool,
}

impl<'s> Parser<'s> {
    pub(super) fn dense_elements(&mut self, ty: Type) -> ParseResult<Attribute> {
        let start = self.token.start;
        self.advance();
        self.expect(TokenKind::Less, "expected '<' after 'dense'")?;
        let mut literal = Literal { start: None, shape: Vec::new(), count: 0, hex: false };
        if !self.consume_if(TokenKind::Greater) {
            literal = self.literal(true)?;
            self.expect(TokenKind::Greater, "expected '>'")?;
        }
        let at = if ty.is_none() { self.here_index() } else { start };
        let ty = self.elements_type(ty)?;
        self.fill(&literal, at, ty)
    }

    /// The type behind a literal: shaped, of static shape.
    fn elements_type(&mut self, mut ty: Type) -> ParseResult<Type> {
        if ty.is_none() {
            self.expect(TokenKind::Colon, "expected ':'")?;
            ty = self.parse_type()?;
        }
        let (shape, shaped) = (self.context.shape(ty), self.context.element_type(ty).is_some());
        if !shaped {
            return Err(self.error_here("elements literal must be a shaped type"));
        }
        match shape {
            Some(shape) if !shape.contains(&plugopt_ir::DYNAMIC) => Ok(ty),
            _ => Err(self.error_here("elements literal type must have static shape")),
        }
    }

    /// Walks over a literal.
    fn literal(&mut self, allow_hex: bool) -> ParseResult<Literal> {
        let start = Some(self.token.start);
        if allow_hex && self.at(TokenKind::String) {
            self.advance();
            return Ok(Literal { start, shape: Vec::new(), count: 1, hex: true });
        }
        let mut count = 0;
        if !self.at(TokenKind::LeftBracket) {
            self.literal_element(&mut count)?;
            return Ok(Literal { start, shape: Vec::new(), count, hex: false });
        }
        // For each open list its length so far, and the shape of its first element, once known.
        let mut open: Vec<(i64, Option<Vec<i64>>)> = Vec::new();
        loop {
            let shape = if self.consume_if(TokenKind::LeftBracket) {
                if !self.consume_if(TokenKind::RightBracket) {
                    open.push((0, None));
                    continue;
                }
                vec![0]
            } else {
                self.literal_element(&mut count)?;
                Vec::new()
            };
            // An element, or a list that is closed, ends here.
            let mut shape = shape;
            loop {
                let Some((length, first)) = open.last_mut() else {
                    return Ok(Literal { start, shape, count, hex: false });
                };
                *length += 1;
                match first {
                    None => *first = Some(shape),
                    Some(first) if *first != shape => {
                        let message = "tensor literal is invalid; ranks are not consistent between elements";
                        return Err(self.error_here(message));
                    }
                    Some(_) => {}
                }
                if self.consume_if(TokenKind::Comma) {
                    break;
                }
                self.expect(TokenKind::RightBracket, "expected ']'")?;
                let (length, first) = open.pop().expect("looked at above");
                shape = first.unwrap_or_default();
                shape.insert(0, length);
            }
        }
    }

    fn literal_element(&mut self, count: &mut usize) -> ParseResult {
        match self.token.kind {
            TokenKind::Float | TokenKind::Integer | TokenKind::String => self.advance(),
            TokenKind::BareIdentifier if matches!(self.here(), b"true" | b"false") => self.advance(),
            TokenKind::Minus => {
                self.advance();
                if !matches!(self.token.kind, TokenKind::Float | TokenKind::Integer) {
                    return Err(self.error_here("expected integer or floating point literal"));
                }
                self.advance();
            }
            TokenKind::LeftParen => {
                return self.deeper(|p| {
                    p.advance();
                    p.literal_element(count)?;
                    p.expect(TokenKind::Comma, "expected ',' between complex elements")?;
                    p.literal_element(count)?;
                    p.expect(TokenKind::RightParen, "expected ')' after complex elements")
                });
            }
            _ => return Err(self.error_here("expected element literal of primitive type")),
        }
        *count += 1;
        Ok(())
    }

    /// The elements attribute of a literal and its type.
    fn fill(&mut self, literal: &Literal, at: u32, ty: Type) -> ParseResult<Attribute> {
        let element = self.context.element_type_or_self(ty);
        let shape: Vec<i64> = self.context.shape(ty).unwrap_or_default().to_vec();
        let elements = shape.iter().try_fold(1i64, |n, &d| n.checked_mul(d)).unwrap_or(i64::MAX);
        let part = match self.context.type_data(element) {
            TypeData::Complex(part) => *part,
            _ => element,
        };
        let number =
            matches!(self.context.type_data(part), TypeData::Integer { .. } | TypeData::Index | TypeData::Float(_));
        if literal.hex && number {
            return self.fill_hex(literal, at, ty, element, elements);
        }
        if !literal.shape.is_empty() && literal.shape != shape {
            let list = |dims: &[i64]| dims.iter().map(i64::to_string).collect::<Vec<_>>().join(", ");
            let message = format!(
                "inferred shape of elements literal ([{}]) does not match type ([{}])",
                list(&literal.shape),
                list(&shape)
            );
            return Err(self.error_at(at, message));
        }
        if literal.count == 0 && elements != 0 {
            let text = crate::printer::type_to_text(self.context, ty);
            let message = [b"parsed zero elements, but type (", &*text, b") expected at least 1"].concat();
            return Err(self.error_at(at, message));
        }
        if !number {
            return self.fill_strings(literal, ty);
        }
        let bytes = self.context.dense_element_bytes(part).unwrap_or(0);
        let mut data = Vec::with_capacity(literal.count * bytes);
        let kind = self.context.float_kind(part);
        self.visit(literal, |p, negative| match kind {
            Some(kind) => p.float_element(kind, negative, bytes, &mut data),
            None => p.integer_element(part, negative, bytes, &mut data),
        })?;
        let size = self.context.dense_element_bytes(element).unwrap_or(0);
        let single = literal.shape.is_empty() && literal.count > 0;
        let splat = single || (elements > 1 && is_splat(&data, size)) || elements == 1;
        if splat {
            data.truncate(size);
        }
        Ok(self.context.attribute_of(AttrData::DenseElements { ty, data: data.into(), splat }))
    }

    /// Reads the elements of a literal once more: `visit` is called at each, with whether a minus stood before it.
    fn visit(&mut self, literal: &Literal, mut visit: impl FnMut(&mut Self, bool) -> ParseResult) -> ParseResult {
        let Some(start) = literal.start else { return Ok(()) };
        let (token, last_end, position) = (self.token, self.last_end, self.lexer.position);
        self.reset_to(start);
        for _ in 0..literal.count {
            let mut negative = false;
            loop {
                match self.token.kind {
                    TokenKind::Minus => negative = true,
                    TokenKind::LeftBracket
                    | TokenKind::RightBracket
                    | TokenKind::Comma
                    | TokenKind::LeftParen
                    | TokenKind::RightParen => {}
                    _ => break,
                }
                self.advance();
            }
            visit(self, negative)?;
            self.advance();
        }
        self.lexer.position = position;
        self.token = token;
        self.last_end = last_end;
        Ok(())
    }

    fn integer_element(&mut self, ty: Type, negative: bool, bytes: usize, data: &mut Vec<u8>) -> ParseResult {
        let index = self.token.start;
        let unsigned = matches!(self.context.type_data(ty), TypeData::Integer { signedness: Signedness::Unsigned, .. });
        if negative && unsigned {
            let message = "expected unsigned integer elements, but parsed negative value";
            return Err(self.error_at(index, message));
        }
        match self.token.kind {
            TokenKind::BareIdentifier => {
                if !matches!(self.context.type_data(ty), TypeData::Integer { width: 1, .. }) {
                    return Err(self.error_at(index, "expected i1 type for 'true' or 'false' values"));
                }
                data.push((self.here() == b"true") as u8);
                Ok(())
            }
            TokenKind::Integer => {
                let literal = self.here();
                // Short decimal literals of at most 64 bits need no wide integer.
                if let (Some(value), true) = (small_decimal(literal), (2..=8).contains(&bytes)) {
                    let bits = bytes as u32 * 8;
                    if value < 1 << (bits - 1).min(62) && exact_width(self.context, ty) == Some(bits) {
                        let value = if negative { -value } else { value };
                        data.extend_from_slice(&value.to_le_bytes()[..bytes]);
                        return Ok(());
                    }
                }
                match integer_value(self.context, ty, negative, literal) {
                    Some(value) => {
                        push_words(value.words(), bytes, data);
                        Ok(())
                    }
                    None => Err(self.error_at(index, "integer constant out of range for type")),
                }
            }
            _ => Err(self.error_at(index, "expected integer elements, but parsed floating-point")),
        }
    }

    fn float_element(&mut self, kind: FloatKind, negative: bool, bytes: usize, data: &mut Vec<u8>) -> ParseResult {
        let index = self.token.start;
        let bits = match self.token.kind {
            TokenKind::Integer if self.here().starts_with(b"0x") => {
                self.float_from_hex(self.here(), index, negative, kind)?
            }
            TokenKind::Float => match kind.parse_decimal(self.here()) {
                Ok(bits) if negative => kind.neg(bits),
                Ok(bits) => bits,
                Err(_) => return Err(self.error_here("floating point value too large for attribute")),
            },
            _ => return Err(self.error_here("expected floating-point elements, but parsed integer")),
        };
        data.extend_from_slice(&bits.to_le_bytes()[..bytes]);
        Ok(())
    }

    fn fill_strings(&mut self, literal: &Literal, ty: Type) -> ParseResult<Attribute> {
        let mut values: Vec<Box<[u8]>> = Vec::with_capacity(literal.count);
        self.visit(literal, |p, _| {
            let text = p.here();
            values.push(if p.at(TokenKind::String) { unescape(text).into() } else { text.into() });
            Ok(())
        })?;
        let splat = literal.shape.is_empty() && literal.count > 0
            || values.windows(2).all(|w| w[0] == w[1]) && !values.is_empty();
        if splat {
            values.truncate(1);
        }
        Ok(self.context.attribute_of(AttrData::DenseStrings { ty, values: values.into(), splat }))
    }

    fn fill_hex(
        &mut self,
        literal: &Literal,
        at: u32,
        ty: Type,
        element: Type,
        elements: i64,
    ) -> ParseResult<Attribute> {
        let start = literal.start.unwrap_or(at);
        let mut data = match self.hex_bytes_at(start) {
            Some(data) => data,
            None => return Err(self.error_at(start, "expected string containing hex digits starting with `0x`")),
        };
        let size = self.context.dense_element_bytes(element).unwrap_or(0);
        let one_bit = matches!(self.context.type_data(element), TypeData::Integer { width: 1, .. });
        let total = (elements as u128) * size as u128;
        let mut splat = false;
        let valid = if one_bit {
            // Packed, eight elements in a byte; a splat is a byte of zeros or ones.
            let packed = (elements as u128).div_ceil(8);
            if data.len() == 1 && elements != 1 && matches!(data[0], 0 | 0xff) {
                splat = true;
                data = vec![(data[0] != 0) as u8];
                true
            } else if data.len() as u128 == packed {
                data = (0..elements as usize).map(|i| data[i / 8] >> (i % 8) & 1).collect();
                true
            } else {
                false
            }
        } else if data.len() == size && elements != 1 {
            splat = true;
            true
        } else {
            data.len() as u128 == total
        };
        if !valid {
            let text = crate::printer::type_to_text(self.context, ty);
            let message = [b"elements hex data size is invalid for provided type: ", &*text].concat();
            return Err(self.error_at(at, message));
        }
        let size = if one_bit { 1 } else { size };
        if !splat && elements >= 1 && is_splat(&data, size) {
            data.truncate(size);
            splat = true;
        }
        Ok(self.context.attribute_of(AttrData::DenseElements { ty, data: data.into(), splat }))
    }

    /// The bytes of a string literal `"0x…"` at an index.
    fn hex_bytes_at(&self, start: u32) -> Option<Vec<u8>> {
        let rest = &self.lexer.source[start as usize..self.lexer.end];
        let end = memchr::memchr(b'"', rest.get(1..)?)? + 1;
        hex_bytes(&rest[1..end])
    }

    pub(super) fn sparse_elements(&mut self, ty: Type) -> ParseResult<Attribute> {
        let start = self.token.start;
        self.advance();
        self.expect(TokenKind::Less, "Expected '<' after 'sparse'")?;
        let index_type = self.context.integer_type(64, Signedness::Signless);
        let tensor = |p: &Self, shape: &[i64], element: Type| {
            let encoding = Attribute::NONE;
            p.context.type_of(TypeData::RankedTensor { shape: shape.into(), element, encoding })
        };
        let empty = |ty| AttrData::DenseElements { ty, data: Box::new([]), splat: false };
        if self.consume_if(TokenKind::Greater) {
            let ty = self.elements_type(ty)?;
            let rank = self.context.shape(ty).map_or(0, <[i64]>::len) as i64;
            let indices = tensor(self, &[0, rank], index_type);
            let values = tensor(self, &[0], self.context.element_type_or_self(ty));
            let indices = self.context.attribute_of(empty(indices));
            let values = self.context.attribute_of(empty(values));
            return Ok(self.context.attribute_of(AttrData::SparseElements { ty, indices, values }));
        }
        let indices_at = self.token.start;
        let indices = self.literal(false)?;
        self.expect(TokenKind::Comma, "expected ','")?;
        let values_at = self.token.start;
        let values = self.literal(true)?;
        self.expect(TokenKind::Greater, "expected '>'")?;
        let ty = self.elements_type(ty)?;
        let shape = self.context.shape(ty).unwrap_or_default().to_vec();
        let rank = shape.len() as i64;
        let indices_shape = if indices.shape.is_empty() { vec![1, rank] } else { indices.shape.clone() };
        let indices_type = tensor(self, &indices_shape, index_type);
        let element = self.context.element_type_or_self(ty);
        let values_shape = if values.shape.is_empty() { vec![indices_shape[0]] } else { values.shape.clone() };
        let values_type = tensor(self, &values_shape, element);
        let indices = self.fill(&indices, indices_at, indices_type)?;
        let values = self.fill(&values, values_at, values_type)?;
        self.check_sparse(start, &shape, indices, &indices_shape, &values_shape)?;
        Ok(self.context.attribute_of(AttrData::SparseElements { ty, indices, values }))
    }

    fn check_sparse(
        &mut self,
        start: u32,
        shape: &[i64],
        indices: Attribute,
        indices_shape: &[i64],
        values_shape: &[i64],
    ) -> ParseResult {
        if values_shape.len() != 1 {
            return Err(self.error_at(start, "expected 1-d tensor for sparse element values"));
        }
        let list = |dims: &[i64]| dims.iter().map(i64::to_string).collect::<Vec<_>>().join(", ");
        let shapes = format!("indices shape ([{}]) vs values shape ([{}])", list(indices_shape), list(values_shape));
        if indices_shape.len() == 2 {
            if indices_shape[1] != shape.len() as i64 {
                let message = format!(
                    "expected shape ([{}]); inferred shape of indices literal ([{}]); inferred shape of values literal ([{}])",
                    list(shape),
                    list(indices_shape),
                    list(values_shape)
                );
                return Err(self.error_at(start, message));
            }
        } else if indices_shape.len() != 1 || shape.len() != 1 {
            let message = format!(
                "expected shape ([{}]); inferred shape of indices literal ([{}]); inferred shape of values literal ([{}])",
                list(shape),
                list(indices_shape),
                list(values_shape)
            );
            return Err(self.error_at(start, message));
        }
        if indices_shape[0] != values_shape[0] {
            let message = format!("expected shape ([{}]); {shapes}", list(shape));
            return Err(self.error_at(start, message));
        }
        let AttrData::DenseElements { data, splat, .. } = self.context.attr_data(indices) else { return Ok(()) };
        let read = |i: usize| {
            let at = if *splat { 0 } else { i * 8 };
            data.get(at..at + 8).and_then(|b| b.try_into().ok()).map_or(0, i64::from_le_bytes)
        };
        let rank = shape.len().max(1);
        for element in 0..indices_shape[0].max(0) as usize {
            let index: Vec<i64> = (0..rank).map(|d| read(element * rank + d)).collect();
            if index.iter().zip(shape).any(|(i, size)| i < &0 || i >= size) {
                let message = format!(
                    "sparse index #{element} is not contained within the value shape, with index=[{}], and shape=[{}]",
                    list(&index),
                    list(shape)
                );
                return Err(self.error_at(start, message));
            }
        }
        Ok(())
    }

    pub(super) fn dense_array(&mut self) -> ParseResult<Attribute> {
        self.advance();
        self.expect(TokenKind::Less, "expected '<' after 'array'")?;
        let at = self.token.start;
        let element = self.parse_type()?;
        let width = match self.context.type_data(element) {
            TypeData::Integer { width, .. } => *width,
            TypeData::Float(kind) => kind.width(),
            TypeData::Index => 64,
            _ => {
                let text = crate::printer::type_to_text(self.context, element);
                return Err(self.error_at(at, [b"expected integer or float type, got: ", &*text].concat()));
            }
        };
        if width != 1 && width % 8 != 0 {
            return Err(self.error_at(at, "element type bitwidth must be a multiple of 8"));
        }
        let mut data = Vec::new();
        if !self.consume_if(TokenKind::Greater) {
            self.expect(TokenKind::Colon, "expected ':' after dense array type")?;
            // Elements without bits count all the same.
            let bytes = width.div_ceil(8).max(1) as usize;
            let kind = self.context.float_kind(element);
            self.comma_separated(|p| {
                let negative = p.consume_if(TokenKind::Minus);
                match kind {
                    Some(kind) => p.array_float(kind, negative, bytes, &mut data),
                    None => p.array_integer(element, negative, bytes, &mut data),
                }
            })?;
            self.expect(TokenKind::Greater, "expected '>' to close an array attribute")?;
        }
        Ok(self.context.attribute_of(AttrData::DenseArray { element, data: data.into() }))
    }

    fn array_integer(&mut self, ty: Type, negative: bool, bytes: usize, data: &mut Vec<u8>) -> ParseResult {
        match self.token.kind {
            TokenKind::BareIdentifier if matches!(self.here(), b"true" | b"false") => {
                if !matches!(self.context.type_data(ty), TypeData::Integer { width: 1, .. }) {
                    return Err(self.error_here("expected i1 type for 'true' or 'false' values"));
                }
                data.push((self.here() == b"true") as u8);
                self.advance();
                Ok(())
            }
            TokenKind::Integer => {
                let literal = self.here();
                self.advance();
                match integer_value(self.context, ty, negative, literal) {
                    Some(value) => {
                        push_words(value.words(), bytes, data);
                        Ok(())
                    }
                    None => Err(self.error_here("integer constant out of range")),
                }
            }
            _ => Err(self.error_here("expected integer literal")),
        }
    }

    fn array_float(&mut self, kind: FloatKind, negative: bool, bytes: usize, data: &mut Vec<u8>) -> ParseResult {
        let (literal, index) = (self.here(), self.token.start);
        let bits = match self.token.kind {
            TokenKind::Integer => {
                self.advance();
                self.float_from_hex(literal, index, negative, kind)?
            }
            TokenKind::Float => {
                self.advance();
                match kind.parse_decimal(literal) {
                    Ok(bits) if negative => kind.neg(bits),
                    Ok(bits) => bits,
                    Err(_) => return Err(self.error_at(index, "floating point value too large for attribute")),
                }
            }
            _ => return Err(self.error_here("expected integer or floating point literal")),
        };
        data.extend_from_slice(&bits.to_le_bytes()[..bytes]);
        Ok(())
    }

    pub(super) fn dense_resource(&mut self, mut ty: Type) -> ParseResult<Attribute> {
        let mut at = self.token.start;
        self.advance();
        self.expect(TokenKind::Less, "expected '<' after 'dense_resource'")?;
        let key = self.resource_key()?;
        self.expect(TokenKind::Greater, "expected '>'")?;
        if ty.is_none() {
            at = self.token.start;
            self.expect(TokenKind::Colon, "expected ':'")?;
            ty = self.parse_type()?;
        }
        if self.context.element_type(ty).is_none() {
            return Err(self.error_at(at, "`dense_resource` expected a shaped type"));
        }
        Ok(self.context.attribute_of(AttrData::DenseResource { ty, key }))
    }
}

fn exact_width(context: &plugopt_ir::Context, ty: Type) -> Option<u32> {
    match context.type_data(ty) {
        TypeData::Integer { width, .. } => Some(*width),
        TypeData::Index => Some(64),
        _ => None,
    }
}

fn small_decimal(literal: &[u8]) -> Option<i64> {
    if literal.len() > 18 || literal.contains(&b'x') {
        return None;
    }
    Some(literal.iter().fold(0, |n, b| n * 10 + (b - b'0') as i64))
}

fn push_words(words: &[u64], bytes: usize, data: &mut Vec<u8>) {
    data.extend((0..bytes).map(|i| (words.get(i / 8).copied().unwrap_or(0) >> (i % 8 * 8)) as u8));
}

fn is_splat(data: &[u8], size: usize) -> bool {
    size > 0 && !data.is_empty() && data.len() % size == 0 && data.chunks_exact(size).all(|c| c == &data[..size])
}

/// The bytes behind `0x`, two digits each.
pub(crate) fn hex_bytes(text: &[u8]) -> Option<Vec<u8>> {
    let digits = text.strip_prefix(b"0x")?;
    if digits.len() % 2 != 0 {
        return None;
    }
    let digit = |b: u8| (b as char).to_digit(16).map(|d| d as u8);
    digits.chunks_exact(2).map(|pair| Some(digit(pair[0])? << 4 | digit(pair[1])?)).collect()
}
