//! Builtin attributes, and attributes of dialects as `definition id + parameters`.

use crate::affine::{AffineMap, IntegerSet};
use crate::context::{Context, Ident};
use crate::int::Int;
use crate::location::Location;
use crate::types::{DefId, Signedness, Type, TypeData};

/// An interned attribute of a [`Context`]; equal attributes have equal indexes.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
#[repr(transparent)]
pub struct Attribute(pub u32);

impl Attribute {
    /// The absent attribute.
    pub const NONE: Attribute = Attribute(0);
    /// The empty dictionary `{}`.
    pub const EMPTY_DICTIONARY: Attribute = Attribute(1);

    /// Whether this is the absent attribute.
    pub fn is_none(self) -> bool {
        self == Attribute::NONE
    }

    /// The attribute unless it is the absent one.
    pub fn some(self) -> Option<Attribute> {
        (!self.is_none()).then_some(self)
    }
}

/// A name and its attribute, as in dictionaries.
pub type NamedAttribute = (Ident, Attribute);

/// What is in a type or attribute of an unregistered dialect: its text, but for what the text named by an alias, which cannot be
/// kept as text because the printer chooses the names of aliases.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct OpaqueBody {
    /// Without the outer `<`, `>` or the dot, and without what is in `inner`.
    pub text: Box<[u8]>,
    /// Attributes, and types as attributes, each with the index in `text` where it belongs; in order.
    pub inner: Box<[(u32, Attribute)]>,
}

impl OpaqueBody {
    /// A body of nothing but text.
    pub fn verbatim(text: &[u8]) -> Box<OpaqueBody> {
        Box::new(OpaqueBody { text: text.into(), inner: Box::new([]) })
    }

    /// Its parts in order: text, and what follows each but the last.
    pub fn parts(&self) -> impl Iterator<Item = (&[u8], Option<Attribute>)> {
        let ends = self.inner.iter().map(|&(at, attr)| (at as usize, Some(attr)));
        let mut start = 0;
        ends.chain(std::iter::once((self.text.len(), None))).map(move |(end, attr)| {
            let text = self.text.get(start..end).unwrap_or_default();
            start = end;
            (text, attr)
        })
    }
}

/// What an [`Attribute`] stands for.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum AttrData {
    /// The value behind [`Attribute::NONE`].
    Absent,
    /// `unit`
    Unit,
    /// `42 : i32`, `true`, `7 : index`
    Integer {
        /// An integer type or `index`.
        ty: Type,
        /// As wide as the type, 64 bits for `index`.
        value: Int,
    },
    /// `1.0 : f32`
    Float {
        /// A float type.
        ty: Type,
        /// The bits in the type's own format.
        bits: u128,
    },
    /// `"text"`, `"text" : !type`
    String {
        /// Bytes, not necessarily UTF-8.
        value: Box<[u8]>,
        /// The `none` type where not given.
        ty: Type,
    },
    /// `[1, 2]`
    Array(Box<[Attribute]>),
    /// `{a = 1, b}`; sorted by the bytes of the names, no name twice.
    Dictionary(Box<[NamedAttribute]>),
    /// `i32` as an attribute
    Type(Type),
    /// `@a::@b`
    SymbolRef {
        /// The symbol in the nearest table.
        root: Ident,
        /// The symbols below it.
        nested: Box<[Ident]>,
    },
    /// `affine_map<(d0) -> (d0)>`
    AffineMap(AffineMap),
    /// `affine_set<(d0) : (d0 >= 0)>`
    IntegerSet(IntegerSet),
    /// `dense<[1, 2]> : tensor<2xi32>` of integers, floats, indexes or complex numbers
    DenseElements {
        /// A vector or ranked tensor type of static shape.
        ty: Type,
        /// Elements in little-endian order, each in whole bytes (`i1` in one byte that is 0 or 1; see
        /// [`Context::dense_element_bytes`]); one element where `splat`.
        data: Box<[u8]>,
        /// Whether all elements are the same, and only one is stored.
        splat: bool,
    },
    /// `dense<["a", "b"]> : tensor<2x!type>`
    DenseStrings {
        /// As for [`AttrData::DenseElements`].
        ty: Type,
        /// One where `splat`.
        values: Box<[Box<[u8]>]>,
        /// Whether all elements are the same, and only one is stored.
        splat: bool,
    },
    /// `array<i32: 1, 2>`
    DenseArray {
        /// `i1` or integer of whole bytes or float.
        element: Type,
        /// Elements in little-endian order, `i1` in one byte.
        data: Box<[u8]>,
    },
    /// `sparse<[[0, 0]], 1.0> : tensor<3x4xf32>`
    SparseElements {
        /// A vector or ranked tensor type of static shape.
        ty: Type,
        /// A dense elements attribute of `i64`.
        indices: Attribute,
        /// A dense elements attribute of the elements of `ty`.
        values: Attribute,
    },
    /// `dense_resource<key> : tensor<4xf32>`
    DenseResource {
        /// A shaped type.
        ty: Type,
        /// The key in the resources of dialect `builtin`.
        key: Ident,
    },
    /// `strided<[4, ?], offset: 3>`
    StridedLayout {
        /// [`crate::types::DYNAMIC`] for `?`.
        offset: i64,
        /// [`crate::types::DYNAMIC`] for `?`.
        strides: Box<[i64]>,
    },
    /// `distinct[0]<attribute>`: equal to none but itself
    Distinct {
        /// Tells it from the others.
        id: u64,
        /// What it refers to.
        referenced: Attribute,
    },
    /// `loc(…)` as an attribute
    Location(Location),
    /// An attribute of an unregistered dialect, kept as it was written: `#dialect<body>` or `#dialect.body`.
    Opaque {
        /// The namespace.
        dialect: Ident,
        /// What stands after the namespace.
        body: Box<OpaqueBody>,
        /// The `none` type where not given.
        ty: Type,
    },
    /// An attribute of a registered dialect.
    Dialect {
        /// Its definition.
        definition: DefId,
        /// One for each parameter of the definition; [`Attribute::NONE`] where optional and absent.
        parameters: Box<[Attribute]>,
    },
}

impl Context {
    /// The attribute that stands for `data`, which must satisfy the invariants stated on [`AttrData`].
    pub fn attribute_of(&self, data: AttrData) -> Attribute {
        let hash_key = &data;
        Attribute(self.attributes.intern(hash_key, || data.clone()))
    }

    /// What an attribute stands for.
    pub fn attr_data(&self, attr: Attribute) -> &AttrData {
        self.attributes.get(attr.0)
    }

    /// What an index stands for, or `None` where this context never gave it out.
    pub fn try_attr_data(&self, index: u32) -> Option<&AttrData> {
        self.attributes.try_get(index)
    }

    /// `unit`
    pub fn unit_attr(&self) -> Attribute {
        self.common.unit
    }

    /// `true` or `false`
    pub fn bool_attr(&self, value: bool) -> Attribute {
        if value { self.common.true_ } else { self.common.false_ }
    }

    /// `value : ty`, the value wrapped to the width of the type.
    pub fn integer_attr(&self, ty: Type, value: i64) -> Attribute {
        let width = match self.type_data(ty) {
            TypeData::Integer { width, .. } => *width,
            _ => 64,
        };
        self.attribute_of(AttrData::Integer { ty, value: Int::from_i64(width, value) })
    }

    /// `value : index`
    pub fn index_attr(&self, value: i64) -> Attribute {
        self.integer_attr(self.index_type(), value)
    }

    /// `"value"`
    pub fn string_attr(&self, value: &[u8]) -> Attribute {
        self.attribute_of(AttrData::String { value: value.into(), ty: self.none_type() })
    }

    /// `[…]`
    pub fn array_attr(&self, elements: &[Attribute]) -> Attribute {
        self.attribute_of(AttrData::Array(elements.into()))
    }

    /// A type as an attribute.
    pub fn type_attr(&self, ty: Type) -> Attribute {
        self.attribute_of(AttrData::Type(ty))
    }

    /// `@root`
    pub fn symbol_ref(&self, root: Ident) -> Attribute {
        self.attribute_of(AttrData::SymbolRef { root, nested: Box::new([]) })
    }

    /// A dictionary of entries in any order, no name twice.
    pub fn dictionary_attr(&self, entries: &[NamedAttribute]) -> Attribute {
        if entries.is_empty() {
            return Attribute::EMPTY_DICTIONARY;
        }
        let mut sorted: Box<[NamedAttribute]> = entries.into();
        if !sorted.is_sorted_by(|a, b| self.bytes(a.0) < self.bytes(b.0)) {
            sorted.sort_by(|a, b| self.bytes(a.0).cmp(self.bytes(b.0)));
        }
        self.attribute_of(AttrData::Dictionary(sorted))
    }

    /// The entries of a dictionary; none for other attributes.
    pub fn dictionary(&self, attr: Attribute) -> &[NamedAttribute] {
        match self.attr_data(attr) {
            AttrData::Dictionary(entries) => entries,
            _ => &[],
        }
    }

    /// The entry of a dictionary, [`Attribute::NONE`] where there is none.
    #[inline]
    pub fn dictionary_get(&self, attr: Attribute, name: Ident) -> Attribute {
        self.dictionary(attr).iter().find(|(n, _)| *n == name).map_or(Attribute::NONE, |(_, value)| *value)
    }

    /// The dictionary with one entry set, or removed where `value` is [`Attribute::NONE`].
    pub fn dictionary_with(&self, attr: Attribute, name: Ident, value: Attribute) -> Attribute {
        let mut entries: Vec<_> = self.dictionary(attr).iter().copied().filter(|(n, _)| *n != name).collect();
        if !value.is_none() {
            entries.push((name, value));
        }
        self.dictionary_attr(&entries)
    }

    /// A `distinct[…]<referenced>` that equals no other.
    pub fn distinct_attr(&self, referenced: Attribute) -> Attribute {
        let id = self.next_distinct.fetch_add(1, std::sync::atomic::Ordering::Relaxed);
        self.attribute_of(AttrData::Distinct { id, referenced })
    }

    /// The type of a typed attribute, [`Type::NONE`] for those that have none.
    pub fn attr_type(&self, attr: Attribute) -> Type {
        match self.attr_data(attr) {
            AttrData::Integer { ty, .. }
            | AttrData::Float { ty, .. }
            | AttrData::String { ty, .. }
            | AttrData::DenseElements { ty, .. }
            | AttrData::DenseStrings { ty, .. }
            | AttrData::SparseElements { ty, .. }
            | AttrData::DenseResource { ty, .. }
            | AttrData::Opaque { ty, .. } => *ty,
            _ => Type::NONE,
        }
    }

    /// The bytes of a string attribute.
    pub fn string_value(&self, attr: Attribute) -> Option<&[u8]> {
        match self.attr_data(attr) {
            AttrData::String { value, .. } => Some(value),
            _ => None,
        }
    }

    /// The value of an integer attribute of at most 64 bits: sign extended, or zero extended where the type is unsigned or
    /// `i1`.
    pub fn integer_value(&self, attr: Attribute) -> Option<i64> {
        match self.attr_data(attr) {
            AttrData::Integer { ty, value } => match self.type_data(*ty) {
                TypeData::Integer { width: 1, .. } | TypeData::Integer { signedness: Signedness::Unsigned, .. } => {
                    value.to_u64().map(|v| v as i64)
                }
                _ => value.to_i64(),
            },
            _ => None,
        }
    }

    /// Bytes of one element in [`AttrData::DenseElements`]: the width rounded up to bytes, twice that for complex numbers.
    pub fn dense_element_bytes(&self, element: Type) -> Option<usize> {
        match self.type_data(element) {
            TypeData::Integer { width, .. } => Some((*width as usize).div_ceil(8)),
            TypeData::Index => Some(8),
            TypeData::Float(kind) => Some((kind.width() as usize).div_ceil(8)),
            TypeData::Complex(part) => match self.type_data(*part) {
                TypeData::Complex(_) => None,
                _ => self.dense_element_bytes(*part).map(|bytes| bytes * 2),
            },
            _ => None,
        }
    }
}
