//! The elements of dense and sparse attributes.

use super::text::{push_hex, push_string};
use super::{Printer, Typed};
use plugopt_ir::attributes::AttrData;
use plugopt_ir::types::TypeData;
use plugopt_ir::{Attribute, FloatKind, Int, Signedness, Type};

/// How an element is read from its bytes.
enum Element {
    Bool,
    Integer { width: u32, unsigned: bool },
    Float(FloatKind),
}

impl Element {
    fn push(&self, bytes: &[u8], out: &mut Vec<u8>) {
        let word = |bytes: &[u8]| bytes.iter().rev().fold(0u128, |word, &b| word << 8 | u128::from(b));
        match self {
            Element::Bool => out.extend_from_slice(if bytes.first() == Some(&0) { b"false" } else { b"true" }),
            Element::Integer { width, unsigned } => {
                let value = if bytes.len() <= 16 {
                    Int::from_u128(*width, word(bytes))
                } else {
                    let words: Vec<u64> = bytes.chunks(8).map(|chunk| word(chunk) as u64).collect();
                    Int::from_words(*width, &words)
                };
                if *unsigned {
                    value.print_unsigned(out);
                } else {
                    value.print_signed(out);
                }
            }
            Element::Float(kind) => {
                kind.print(word(bytes), out);
            }
        }
    }
}

impl Printer<'_> {
    fn element(&self, ty: Type) -> Element {
        match self.context.type_data(ty) {
            TypeData::Integer { width: 1, .. } => Element::Bool,
            TypeData::Integer { width, signedness } => {
                Element::Integer { width: *width, unsigned: *signedness == Signedness::Unsigned }
            }
            TypeData::Float(kind) => Element::Float(*kind),
            _ => Element::Integer { width: 64, unsigned: false },
        }
    }

    /// Number of elements of a static shape.
    fn element_count(&self, ty: Type) -> u64 {
        let shape = self.context.shape(ty).unwrap_or_default();
        shape.iter().fold(1, |count: u64, &size| count.saturating_mul(size.max(0) as u64))
    }

    /// Whether elements are left out for their number.
    pub(super) fn elides(&self, ty: Type, splat: bool) -> bool {
        !splat && self.options.elide_elements.is_some_and(|limit| self.element_count(ty) > limit)
    }

    /// What stands between `<` and `>`.
    pub(super) fn dense_elements(&mut self, ty: Type, data: &[u8], splat: bool, hex_allowed: bool) {
        let count = self.element_count(ty);
        let element = self.context.element_type_or_self(ty);
        if hex_allowed && !splat && self.options.hex_elements.is_some_and(|limit| count > limit) {
            self.text(b"\"0x");
            if matches!(self.context.type_data(element), TypeData::Integer { width: 1, .. }) {
                let packed = data
                    .chunks(8)
                    .map(|bits| bits.iter().enumerate().fold(0, |byte, (i, &bit)| byte | u8::from(bit != 0) << i));
                push_hex(&mut self.out, packed);
            } else {
                push_hex(&mut self.out, data.iter().copied());
            }
            return self.byte(b'"');
        }
        let size = self.context.dense_element_bytes(element).unwrap_or(1);
        let bytes = |i: usize| data.get(i * size..(i + 1) * size).unwrap_or_default();
        if let TypeData::Complex(part) = self.context.type_data(element) {
            let part = self.element(*part);
            self.nested_elements(ty, splat, count, |printer, i| {
                let (real, imaginary) = bytes(i).split_at(bytes(i).len() / 2);
                printer.byte(b'(');
                part.push(real, &mut printer.out);
                printer.byte(b',');
                part.push(imaginary, &mut printer.out);
                printer.byte(b')');
            });
        } else {
            let element = self.element(element);
            self.nested_elements(ty, splat, count, |printer, i| element.push(bytes(i), &mut printer.out));
        }
    }

    pub(super) fn dense_strings(&mut self, ty: Type, values: &[Box<[u8]>], splat: bool) {
        let count = self.element_count(ty);
        self.nested_elements(ty, splat, count, |printer, i| {
            push_string(&mut printer.out, values.get(i).map_or(&[][..], |v| v));
        });
    }

    /// Elements with brackets around each dimension.
    fn nested_elements(&mut self, ty: Type, splat: bool, count: u64, mut print: impl FnMut(&mut Self, usize)) {
        if splat {
            return print(self, 0);
        }
        let shape = self.context.shape(ty).unwrap_or_default();
        if count == 0 {
            return;
        }
        let rank = shape.len();
        let mut counter = vec![0i64; rank];
        let mut open = 0;
        for i in 0..count {
            if i > 0 {
                self.text(b", ");
            }
            while open < rank {
                self.byte(b'[');
                open += 1;
            }
            print(self, i as usize);
            for d in (0..rank).rev() {
                counter[d] += 1;
                if d == 0 || counter[d] < shape[d] {
                    break;
                }
                counter[d] = 0;
                open -= 1;
                self.byte(b']');
            }
        }
        for _ in 0..open {
            self.byte(b']');
        }
    }

    pub(super) fn sparse_elements(&mut self, indices: Attribute, values: Attribute) {
        let elided = |attr: Attribute| match self.context.attr_data(attr) {
            AttrData::DenseElements { ty, splat, .. } | AttrData::DenseStrings { ty, splat, .. } => {
                self.elides(*ty, *splat)
            }
            _ => false,
        };
        if elided(indices) || elided(values) {
            return self.text(b"dense_resource<__elided__>");
        }
        self.text(b"sparse<");
        let context = self.context;
        if let AttrData::DenseElements { ty, data, splat } = context.attr_data(indices)
            && self.element_count(*ty) != 0
        {
            self.dense_elements(*ty, data, *splat, false);
            self.text(b", ");
            match context.attr_data(values) {
                AttrData::DenseElements { ty, data, splat } => self.dense_elements(*ty, data, *splat, true),
                AttrData::DenseStrings { ty, values, splat } => self.dense_strings(*ty, values, *splat),
                _ => self.attribute_as(values, Typed::Never),
            }
        }
        self.byte(b'>');
    }

    /// Elements of `array<…>`.
    pub(super) fn dense_array(&mut self, element: Type, data: &[u8]) {
        let size = self.context.dense_element_bytes(element).unwrap_or(1).max(1);
        let element = self.element(element);
        self.list(data.chunks(size), |printer, bytes| element.push(bytes, &mut printer.out));
    }
}
