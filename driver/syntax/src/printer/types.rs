//! Types.

use super::text::{finish_dialect_symbol, push_dimensions, push_integer};
use super::{Printer, deep};
use crate::format;
use plugopt_ir::types::TypeData;
use plugopt_ir::{AttrData, Attribute, DefId, OpaqueBody, Signedness, Type};

impl Printer<'_> {
    /// Prints a type, through an alias where it has one.
    #[inline]
    pub fn ty(&mut self, ty: Type) {
        if !self.type_texts.push(ty.0, &mut self.out) {
            self.uncached_type(ty);
        }
    }

    #[inline(never)]
    fn uncached_type(&mut self, ty: Type) {
        if self.is_collecting() {
            return self.visit_type(ty);
        }
        let start = self.out.len();
        let transient = std::mem::replace(&mut self.transient, false);
        match self.aliases.of_type(ty) {
            Some(alias) => self.aliases.push(alias, &mut self.out),
            None => deep(|| self.type_unaliased(ty)),
        }
        if !self.transient && self.open_types.is_empty() {
            self.type_texts.keep(ty.0, &self.out[start..]);
        }
        self.transient |= transient;
    }

    /// Prints a type as it is, though it has an alias.
    pub(super) fn type_unaliased(&mut self, ty: Type) {
        let context = self.context;
        match context.type_data(ty) {
            TypeData::Absent => self.text(b"<<NULL TYPE>>"),
            TypeData::Integer { width, signedness } => {
                self.text(match signedness {
                    Signedness::Signless => b"i",
                    Signedness::Signed => b"si",
                    Signedness::Unsigned => b"ui",
                });
                push_integer(&mut self.out, *width);
            }
            TypeData::Index => self.text(b"index"),
            TypeData::Float(kind) => self.text(kind.keyword().as_bytes()),
            TypeData::None => self.text(b"none"),
            TypeData::Complex(part) => {
                self.text(b"complex<");
                self.ty(*part);
                self.byte(b'>');
            }
            TypeData::Tuple(types) => {
                self.text(b"tuple<");
                self.types(types.iter().copied());
                self.byte(b'>');
            }
            TypeData::Function { inputs, results } => {
                self.byte(b'(');
                self.types(inputs.iter().copied());
                self.text(b") -> ");
                self.result_types(results.iter().copied());
            }
            TypeData::Vector { shape, scalable, element } => {
                self.text(b"vector<");
                for (i, &size) in shape.iter().enumerate() {
                    if scalable.get(i) == Some(&true) {
                        self.byte(b'[');
                        push_integer(&mut self.out, size);
                        self.byte(b']');
                    } else {
                        push_integer(&mut self.out, size);
                    }
                    self.byte(b'x');
                }
                self.ty(*element);
                self.byte(b'>');
            }
            TypeData::RankedTensor { shape, element, encoding } => {
                self.text(b"tensor<");
                self.shaped(shape, *element);
                self.optional_parameter(*encoding, super::Typed::Always);
                self.byte(b'>');
            }
            TypeData::UnrankedTensor(element) => {
                self.text(b"tensor<*x");
                self.ty(*element);
                self.byte(b'>');
            }
            TypeData::MemRef { shape, element, layout, memory_space } => {
                self.text(b"memref<");
                self.shaped(shape, *element);
                self.optional_parameter(*layout, super::Typed::UnlessDefault);
                self.optional_parameter(*memory_space, super::Typed::UnlessDefault);
                self.byte(b'>');
            }
            TypeData::UnrankedMemRef { element, memory_space } => {
                self.text(b"memref<*x");
                self.ty(*element);
                self.optional_parameter(*memory_space, super::Typed::UnlessDefault);
                self.byte(b'>');
            }
            TypeData::Opaque { dialect, body } => deep(|| self.opaque(b'!', context.bytes(*dialect), body)),
            TypeData::Dialect { definition, parameters } => self.defined(b'!', *definition, parameters),
            TypeData::Named { definition, .. } => {
                self.named_type(ty, |printer, parameters| printer.defined(b'!', *definition, parameters));
            }
        }
    }

    /// `type` or `(types)`, as behind an arrow: one type that is no function type stands alone.
    pub fn result_types(&mut self, mut types: impl ExactSizeIterator<Item = Type>) {
        if types.len() == 1 {
            let Some(ty) = types.next() else { return };
            if !matches!(self.context.type_data(ty), TypeData::Function { .. }) {
                return self.ty(ty);
            }
            self.byte(b'(');
            self.ty(ty);
        } else {
            self.byte(b'(');
            self.types(types);
        }
        self.byte(b')');
    }

    fn shaped(&mut self, shape: &[i64], element: Type) {
        push_dimensions(&mut self.out, shape);
        if !shape.is_empty() {
            self.byte(b'x');
        }
        self.ty(element);
    }

    fn optional_parameter(&mut self, attr: Attribute, typed: super::Typed) {
        if !attr.is_none() {
            self.text(b", ");
            self.attribute_as(attr, typed);
        }
    }

    /// `#dialect<body>` or `#dialect.body`, as the body allows.
    pub(super) fn opaque(&mut self, sigil: u8, dialect: &[u8], body: &OpaqueBody) {
        self.byte(sigil);
        self.text(dialect);
        let dot = self.out.len();
        self.byte(b'.');
        self.opaque_body(body);
        finish_dialect_symbol(&mut self.out, dot);
    }

    pub(super) fn opaque_body(&mut self, body: &OpaqueBody) {
        for (text, inner) in body.parts() {
            self.text(text);
            if !self.is_collecting() {
                self.note_resources(text);
            }
            match inner.map(|attr| (attr, self.context.attr_data(attr))) {
                Some((_, AttrData::Type(ty))) => self.ty(*ty),
                Some((attr, _)) => self.attribute(attr),
                None => {}
            }
        }
    }

    /// Resources that a text refers to are printed.
    fn note_resources(&mut self, text: &[u8]) {
        const REFERENCE: &[u8] = b"dense_resource<";
        for at in memchr::memmem::find_iter(text, REFERENCE) {
            let key = &text[at + REFERENCE.len()..];
            let Some(end) = memchr::memchr(b'>', key) else { return };
            self.transient = true;
            self.resources.push(self.context.ident(&key[..end]));
        }
    }

    /// A dialect's type or attribute with its prefix.
    pub(super) fn defined(&mut self, sigil: u8, definition: DefId, parameters: &[Attribute]) {
        let registry = self.registry;
        let name = registry.def_name(definition).as_bytes();
        let dot = name.iter().position(|&b| b == b'.').unwrap_or(name.len());
        self.byte(sigil);
        self.text(&name[..dot]);
        let dot_at = self.out.len();
        self.byte(b'.');
        self.text(name.get(dot + 1..).unwrap_or_default());
        self.defined_body(definition, parameters);
        finish_dialect_symbol(&mut self.out, dot_at);
    }

    /// What follows the mnemonic of a dialect's type or attribute.
    pub(super) fn defined_body(&mut self, definition: DefId, parameters: &[Attribute]) {
        let registry = self.registry;
        let Some(def) = registry.def(self.context, definition) else { return };
        if def.hooks.has_syntax() {
            def.hooks.print(self, parameters);
        } else {
            format::print_def(self, def, parameters);
        }
    }

    /// Gives `print` the parameters of a named type: its name, then its body unless that is not set or the type stands inside itself.
    pub(super) fn named_type(&mut self, ty: Type, print: impl FnOnce(&mut Self, &[Attribute])) {
        let TypeData::Named { name, .. } = self.context.type_data(ty) else { return };
        let mut parameters = vec![*name];
        if !self.open_types.contains(&ty) {
            parameters.extend(self.context.named_type_body(ty).iter().flat_map(|body| body.iter().copied()));
        }
        self.open_types.push(ty);
        print(self, &parameters);
        self.open_types.pop();
    }

    /// A dialect's type without its prefix; other types as they are.
    pub fn type_body(&mut self, ty: Type) {
        if self.is_collecting() {
            return self.visit_type(ty);
        }
        if let Some(alias) = self.aliases.of_type(ty) {
            return self.aliases.push(alias, &mut self.out);
        }
        let start = self.out.len();
        match self.context.type_data(ty) {
            TypeData::Dialect { definition, parameters } => deep(|| self.defined_body(*definition, parameters)),
            TypeData::Named { definition, .. } => {
                deep(|| self.named_type(ty, |printer, parameters| printer.defined_body(*definition, parameters)));
            }
            _ => {}
        }
        if self.out.len() == start {
            self.ty(ty);
        }
    }
}
