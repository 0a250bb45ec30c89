//! Attributes, but for the elements of dense ones.

use super::text::{push_dimension, push_string, push_symbol};
use super::{Printer, Typed, deep};
use plugopt_ir::attributes::AttrData;
use plugopt_ir::types::TypeData;
use plugopt_ir::{Attribute, FloatKind, Signedness, Type};

impl Printer<'_> {
    /// Prints an attribute with its type, through an alias where it has one.
    #[inline]
    pub fn attribute(&mut self, attr: Attribute) {
        if !self.attr_texts.push(attr.0, &mut self.out) {
            self.attribute_as(attr, Typed::Always);
        }
    }

    /// Prints an attribute without its type, through an alias where it has one.
    pub fn attribute_without_type(&mut self, attr: Attribute) {
        self.attribute_as(attr, Typed::Never);
    }

    /// A dialect's attribute without its prefix; other attributes as they are.
    pub fn attribute_body(&mut self, attr: Attribute) {
        if self.is_collecting() {
            return self.visit_attribute(attr, false);
        }
        if let Some(alias) = self.aliases.of_attribute(self.context, attr) {
            return self.aliases.push(alias, &mut self.out);
        }
        let start = self.out.len();
        if let AttrData::Dialect { definition, parameters } = self.context.attr_data(attr) {
            deep(|| self.defined_body(*definition, parameters));
        }
        if self.out.len() == start {
            self.attribute(attr);
        }
    }

    pub(super) fn attribute_as(&mut self, attr: Attribute, typed: Typed) {
        if self.is_collecting() {
            return self.visit_attribute(attr, typed == Typed::Never);
        }
        if let Some(alias) = self.aliases.of_attribute(self.context, attr) {
            return self.aliases.push(alias, &mut self.out);
        }
        let data = self.context.attr_data(attr);
        let kept = typed == Typed::Always
            && !matches!(
                data,
                AttrData::Unit
                    | AttrData::Integer { .. }
                    | AttrData::String { .. }
                    | AttrData::SymbolRef { .. }
                    | AttrData::Type(_)
                    | AttrData::Location(_)
            );
        if !kept {
            return self.attribute_data(attr, data, typed);
        }
        let start = self.out.len();
        let transient = std::mem::replace(&mut self.transient, false);
        self.attribute_data(attr, data, typed);
        if !self.transient && self.open_types.is_empty() {
            self.attr_texts.keep(attr.0, &self.out[start..]);
        }
        self.transient |= transient;
    }

    /// Prints an attribute as it is, though it has an alias.
    pub(super) fn attribute_unaliased(&mut self, attr: Attribute) {
        let data = self.context.attr_data(attr);
        self.attribute_data(attr, data, Typed::Always);
    }

    fn attribute_data(&mut self, attr: Attribute, data: &AttrData, typed: Typed) {
        let context = self.context;
        let mut ty = context.none_type();
        match data {
            AttrData::Absent => self.text(b"<<NULL ATTRIBUTE>>"),
            AttrData::Unit => self.text(b"unit"),
            AttrData::Integer { ty: int, value } => {
                match context.type_data(*int) {
                    TypeData::Integer { width: 1, signedness: Signedness::Signless } => {
                        return self.text(if value.is_zero() { b"false" } else { b"true" });
                    }
                    TypeData::Integer { signedness: Signedness::Unsigned, .. } => value.print_unsigned(&mut self.out),
                    _ => value.print_signed(&mut self.out),
                }
                if typed == Typed::UnlessDefault && *int == context.integer_type(64, Signedness::Signless) {
                    return;
                }
                ty = *int;
            }
            AttrData::Float { ty: float, bits } => {
                let kind = context.float_kind(*float).unwrap_or(FloatKind::F64);
                let hex = kind.print(*bits, &mut self.out);
                if typed == Typed::UnlessDefault && kind == FloatKind::F64 && !hex {
                    return;
                }
                ty = *float;
            }
            AttrData::String { value, ty: string } => {
                push_string(&mut self.out, value);
                ty = *string;
            }
            AttrData::Array(elements) => deep(|| {
                self.byte(b'[');
                self.list(elements.iter(), |p, &element| p.attribute_as(element, Typed::UnlessDefault));
                self.byte(b']');
            }),
            AttrData::Dictionary(entries) => deep(|| {
                self.byte(b'{');
                self.list(entries.iter(), |p, &entry| p.named_attribute(entry));
                self.byte(b'}');
            }),
            AttrData::Type(ty) => self.ty(*ty),
            AttrData::SymbolRef { root, nested } => {
                push_symbol(&mut self.out, context.bytes(*root));
                for name in nested {
                    self.text(b"::");
                    push_symbol(&mut self.out, context.bytes(*name));
                }
            }
            AttrData::AffineMap(map) => {
                self.text(b"affine_map<");
                self.affine_map(map);
                self.byte(b'>');
            }
            AttrData::IntegerSet(set) => {
                self.text(b"affine_set<");
                self.integer_set(set);
                self.byte(b'>');
            }
            AttrData::DenseElements { ty: shaped, data, splat } => {
                if self.elides(*shaped, *splat) {
                    self.text(b"dense_resource<__elided__>");
                } else {
                    self.text(b"dense<");
                    self.dense_elements(*shaped, data, *splat, true);
                    self.byte(b'>');
                }
                ty = *shaped;
            }
            AttrData::DenseStrings { ty: shaped, values, splat } => {
                if self.elides(*shaped, *splat) {
                    self.text(b"dense_resource<__elided__>");
                } else {
                    self.text(b"dense<");
                    self.dense_strings(*shaped, values, *splat);
                    self.byte(b'>');
                }
                ty = *shaped;
            }
            AttrData::SparseElements { ty: shaped, indices, values } => {
                self.sparse_elements(*indices, *values);
                ty = *shaped;
            }
            AttrData::DenseArray { element, data } => {
                self.text(b"array<");
                self.ty(*element);
                if !data.is_empty() {
                    self.text(b": ");
                    self.dense_array(*element, data);
                }
                self.byte(b'>');
            }
            AttrData::DenseResource { ty: shaped, key } => {
                self.text(b"dense_resource<");
                super::text::push_keyword_or_string(&mut self.out, context.bytes(*key));
                self.byte(b'>');
                self.transient = true;
                self.resources.push(*key);
                ty = *shaped;
            }
            AttrData::StridedLayout { offset, strides } => {
                self.text(b"strided<[");
                self.list(strides.iter(), |p, &stride| push_dimension(&mut p.out, stride));
                self.byte(b']');
                if *offset != 0 {
                    self.text(b", offset: ");
                    push_dimension(&mut self.out, *offset);
                }
                self.byte(b'>');
            }
            AttrData::Distinct { referenced, .. } => {
                let next = self.distinct.len() as u64;
                let number = *self.distinct.entry(attr).or_insert(next);
                self.transient = true;
                self.text(b"distinct[");
                super::text::push_integer(&mut self.out, number);
                self.text(b"]<");
                if *referenced != context.unit_attr() {
                    deep(|| self.attribute(*referenced));
                }
                self.byte(b'>');
            }
            AttrData::Location(location) => self.location(*location, false),
            AttrData::Opaque { dialect, body, ty: opaque } => {
                deep(|| self.opaque(b'#', context.bytes(*dialect), body));
                ty = *opaque;
            }
            AttrData::Dialect { definition, parameters } => {
                deep(|| self.defined(b'#', *definition, parameters));
                ty = self.self_type(*definition, parameters);
            }
        }
        if typed != Typed::Never && ty != context.none_type() {
            self.text(b" : ");
            self.ty(ty);
        }
    }

    /// The type of a dialect's attribute that has a parameter for it, else `none`.
    fn self_type(&self, definition: plugopt_ir::DefId, parameters: &[Attribute]) -> Type {
        let none = self.context.none_type();
        let Some(def) = self.registry.def(self.context, definition) else { return none };
        let of =
            |(param, &attr): (&plugopt_dialect::definition::ParamDef, &Attribute)| match self.context.attr_data(attr) {
                AttrData::Type(ty) if param.kind == plugopt_dialect::definition::ParamKind::SelfType => Some(*ty),
                _ => None,
            };
        def.params.iter().zip(parameters).find_map(of).unwrap_or(none)
    }
}
