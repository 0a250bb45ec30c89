//! `dense<…>`, `sparse<…>`, `array<…>` and `dense_resource<…>`.
//!
//! The type comes behind the literal. The literal is walked over once to find its shape, and once more, with the type known, to
//! fill the bytes; nothing is kept for an element between.

use super::Parser;
use super::attributes::integer_value;
use super::types::comma_list;
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
        let ty = self.elements_type(ty, start)?;
        self.fill(&literal, start, ty)
    }

    /// The type behind a literal: shaped, of static shape.
    fn elements_type(&mut self, mut ty: Type, at: u32) -> ParseResult<Type> {
        if ty.is_none() {
            self.expect(TokenKind::Colon, "expected ':'")?;
            ty = self.parse_type()?;
        }
        let (shape, shaped) = (self.context.shape(ty), self.context.element_type(ty).is_some());
        if !shaped {
            return Err(self.error_at(at, "elements literal must be a shaped type"));
        }
        match shape {
            Some(shape) if !shape.contains(&plugopt_ir::DYNAMIC) => Ok(ty),
            _ => Err(self.error_at(at, "elements literal type must have static shape")),
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
            let message = format!(
                "inferred shape of elements literal ([{}]) does not match type ([{}])",
                comma_list(&literal.shape),
                comma_list(&shape)
            );
            return Err(self.error_at(at, message));
        }
        if literal.count == 0 && elements != 0 {
            let message = [b"parsed zero elements, but type (", &*self.quoted(ty), b") expected at least 1"].concat();
            return Err(self.error_at(at, message));
        }
        // A complex number is two elements of a literal; one value, or as many as the type has.
        let parts = if part == element { 1 } else { 2 };
        let single = literal.shape.is_empty() && (parts == 2 || literal.count == 1);
        let wanted = if single { 1 } else { usize::try_from(elements).unwrap_or(usize::MAX) };
        let count = literal.count / parts;
        let wrong = match parts {
            _ if single && elements == 0 => false,
            2 => literal.count != wanted.saturating_mul(2),
            _ => count < wanted,
        };
        if wrong {
            let named = if single && parts == 2 { element } else { ty };
            let wanted = wanted.saturating_mul(parts);
            let first = format!("parsed {} elements, but type (", literal.count).into_bytes();
            let last = format!(") expected {wanted} elements").into_bytes();
            return Err(self.error_at(at, [first, self.quoted(named), last].concat()));
        }
        if !number {
            return self.fill_strings(literal, at, ty, wanted);
        }
        let bytes = self.context.dense_element_bytes(part).unwrap_or(0);
        let mut data = Vec::with_capacity(literal.count * bytes);
        let kind = self.context.float_kind(part);
        self.visit(literal, |p, negative| match kind {
            Some(kind) => p.float_element(kind, negative, bytes, &mut data),
            None => p.integer_element(part, negative, bytes, &mut data),
        })?;
        let size = self.context.dense_element_bytes(element).unwrap_or(0);
        data.truncate(wanted.min(count).saturating_mul(size));
        let splat = !data.is_empty() && (single || is_splat(&data, size));
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
            TokenKind::Float => Err(self.error_at(index, "expected integer elements, but parsed floating-point")),
            _ => Err(self.error_at(index, "integer constant out of range for type")),
        }
    }

    /// Reads the current token.
    fn float_element(&mut self, kind: FloatKind, negative: bool, bytes: usize, data: &mut Vec<u8>) -> ParseResult {
        let index = self.token.start;
        let bits = match self.token.kind {
            TokenKind::Integer => self.float_from_hex(self.here(), index, negative, kind)?,
            TokenKind::Float => match kind.parse_decimal(self.here()) {
                Ok(bits) if negative => kind.neg(bits),
                Ok(bits) => bits,
                Err(_) => return Err(self.error_at(index, "floating point value too large")),
            },
            _ => return Err(self.error_at(index, "expected floating point literal")),
        };
        data.extend_from_slice(&bits.to_le_bytes()[..bytes]);
        Ok(())
    }

    fn fill_strings(&mut self, literal: &Literal, at: u32, ty: Type, wanted: usize) -> ParseResult<Attribute> {
        let mut values: Vec<Box<[u8]>> = Vec::with_capacity(literal.count);
        self.visit(literal, |p, _| {
            if !p.at(TokenKind::String) {
                return Err(p.error_at(at, [b"expected string token, got ", p.here()].concat()));
            }
            values.push(unescape(p.here()).into());
            Ok(())
        })?;
        values.truncate(wanted);
        let splat = !values.is_empty() && values.windows(2).all(|w| w[0] == w[1]);
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
        let width = match self.context.type_data(element) {
            TypeData::Integer { width, .. } => *width,
            _ => 0,
        };
        let elements = elements as u128;
        let mut splat = elements == 1;
        let valid = if width == 1 {
            // Packed, eight elements in a byte; a splat is a byte of zeros or ones.
            splat |= matches!(data[..], [0 | 0xff]);
            splat && data.len() == 1 || data.len() as u128 == elements.div_ceil(8)
        } else {
            splat |= data.len() == size;
            data.len() as u128 == size as u128 * if splat { 1 } else { elements }
        };
        if !valid {
            let message = [b"elements hex data size is invalid for provided type: ", &*self.quoted(ty)].concat();
            return Err(self.error_at(at, message));
        }
        if elements == 0 && !splat {
            data.clear();
        } else if width == 1 {
            match packed_splat(&data, elements, splat) {
                Some(value) => {
                    splat = true;
                    data = vec![u8::from(value)];
                }
                None => data = (0..elements as usize).map(|i| data[i / 8] >> (i % 8) & 1).collect(),
            }
        } else {
            if !splat && is_splat(&data, size) {
                splat = true;
                data.truncate(size);
            }
            self.clear_unused_bits(element, &mut data);
        }
        Ok(self.context.attribute_of(AttrData::DenseElements { ty, data: data.into(), splat }))
    }

    /// Gives values from raw bytes the form in which they are stored.
    fn clear_unused_bits(&self, element: Type, data: &mut [u8]) {
        let part = match self.context.type_data(element) {
            TypeData::Complex(part) => *part,
            _ => element,
        };
        let size = self.context.dense_element_bytes(part).unwrap_or(0).max(1);
        match self.context.type_data(part) {
            TypeData::Integer { width, .. } if width % 8 != 0 => {
                let mask = (1u8 << (width % 8)) - 1;
                data.chunks_exact_mut(size).filter_map(|value| value.last_mut()).for_each(|byte| *byte &= mask);
            }
            TypeData::Float(kind) if kind.width() % 8 != 0 || *kind == FloatKind::F80 => {
                for value in data.chunks_exact_mut(size) {
                    let bits = value.iter().rev().fold(0u128, |bits, &byte| bits << 8 | u128::from(byte));
                    value.copy_from_slice(&kind.canonical(bits).to_le_bytes()[..size]);
                }
            }
            _ => {}
        }
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
            let ty = self.elements_type(ty, start)?;
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
        let ty = self.elements_type(ty, start)?;
        let rank = self.context.shape(ty).map_or(0, <[i64]>::len) as i64;
        let indices_shape = if indices.shape.is_empty() { vec![1, rank] } else { indices.shape.clone() };
        let indices_type = tensor(self, &indices_shape, index_type);
        let element = self.context.element_type_or_self(ty);
        let values_shape = if values.shape.is_empty() { vec![indices_shape[0]] } else { values.shape.clone() };
        let values_type = tensor(self, &values_shape, element);
        let indices = self.fill(&indices, indices_at, indices_type)?;
        let values = self.fill(&values, values_at, values_type)?;
        self.check_sparse(start, ty, indices, &indices_shape, &values_shape)?;
        Ok(self.context.attribute_of(AttrData::SparseElements { ty, indices, values }))
    }

    fn check_sparse(
        &mut self,
        start: u32,
        ty: Type,
        indices: Attribute,
        indices_shape: &[i64],
        values_shape: &[i64],
    ) -> ParseResult {
        let shape = self.context.shape(ty).unwrap_or_default();
        if values_shape.len() != 1 {
            return Err(self.error_at(start, "expected 1-d tensor for sparse element values"));
        }
        let consistent = match *indices_shape {
            [_, rank] => rank == shape.len() as i64,
            [_] => shape.len() == 1,
            _ => false,
        };
        if !consistent || indices_shape[0] != values_shape[0] {
            let message = format!(
                "expected shape ([{}]); inferred shape of indices literal ([{}]); inferred shape of values literal ([{}])",
                comma_list(shape),
                comma_list(indices_shape),
                comma_list(values_shape)
            );
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
                let index = index.iter().map(|&i| (i as u64).to_string()).collect::<Vec<_>>().join(", ");
                let message = format!(
                    "sparse index #{element} is not contained within the value shape, with index=[{index}], and type="
                );
                return Err(self.error_at(start, [message.into_bytes(), self.quoted(ty)].concat()));
            }
        }
        Ok(())
    }

    pub(super) fn dense_array(&mut self) -> ParseResult<Attribute> {
        self.advance();
        self.expect(TokenKind::Less, "expected '<' after 'array'")?;
        let at = self.token.start;
        let element = self.parse_type();
        let element = element.map_err(|_| self.error_at(at, "expected an integer or floating point type"))?;
        let width = match self.context.type_data(element) {
            TypeData::Integer { width, .. } => *width,
            TypeData::Float(kind) => kind.width(),
            TypeData::Index => 64,
            _ => {
                let message = [b"expected integer or float type, got: ", &*self.quoted(element)].concat();
                return Err(self.error_at(at, message));
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
                    Some(kind) => {
                        p.float_element(kind, negative, bytes, &mut data)?;
                        p.advance();
                        Ok(())
                    }
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
                if matches!(self.context.type_data(ty), TypeData::Integer { width: 1, .. }) {
                    return Err(self.error_here("expected 'true' or 'false' values for i1 type"));
                }
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
    size > 0
        && !data.is_empty()
        && data.len().is_multiple_of(size)
        && data.chunks_exact(size).all(|c| c == &data[..size])
}

/// The value of all elements of a packed literal; no splat where bits beyond the last element are set.
fn packed_splat(data: &[u8], elements: u128, known: bool) -> Option<bool> {
    let (&last, others) = data.split_last()?;
    if known {
        return Some(data[0] != 0);
    }
    let value = data[0] & 1 != 0;
    if matches!(data, [0 | 0xff]) {
        return Some(value);
    }
    let odd = (elements % 8) as u32;
    let full = if value { 0xff } else { 0 };
    let last_full = if value && odd != 0 { (1u8 << odd) - 1 } else { full };
    (last == last_full && others.iter().all(|&byte| byte == full)).then_some(value)
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
