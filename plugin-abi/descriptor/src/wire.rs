//! How the data model becomes bytes and comes back.
//!
//! Numbers are LEB128, strings are indexes into the blob's string pool, structs are records that start with their length. A reader
//! skips the fields that it does not know at the end of a record, and gives those that are missing their default; so a field can be
//! added at the end of any struct. An unknown enum code is an error that says so: what it means cannot be guessed.

use std::collections::HashMap;
use std::fmt;

use crate::constraint::*;
use crate::model::*;

/// Why bytes are not a descriptor.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Malformed {
    /// It does not start as one.
    Magic,
    /// Its format is of another major version.
    Version {
        /// What the bytes say.
        found: u16,
        /// What this reader reads.
        expected: u16,
    },
    /// It ends early, or an offset points outside.
    Truncated,
    /// A number is out of range.
    Number,
    /// A string is not UTF-8 or its index does not exist.
    String,
    /// Nested deeper than any declaration is.
    TooDeep,
    /// A record expands to more text than any declaration has.
    TooLarge,
    /// A code that this version does not know: the plugin was built with a newer SDK.
    Unknown {
        /// Of what.
        what: &'static str,
        /// The code.
        code: u64,
    },
}

impl fmt::Display for Malformed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Malformed::Magic => f.write_str("not a plugopt descriptor"),
            Malformed::Version { found, expected } => {
                write!(f, "descriptor format {found} is not the format {expected} that this host reads")
            }
            Malformed::Truncated => f.write_str("the descriptor is truncated"),
            Malformed::Number => f.write_str("a number in the descriptor is out of range"),
            Malformed::String => f.write_str("a string in the descriptor is invalid"),
            Malformed::TooDeep => f.write_str("the descriptor is nested too deep"),
            Malformed::TooLarge => f.write_str("a record of the descriptor is too large"),
            Malformed::Unknown { what, code } => {
                write!(f, "{what} number {code} is not known to this host; the plugin was built with a newer SDK")
            }
        }
    }
}

impl std::error::Error for Malformed {}

/// Text that one record may expand to, in bytes.
const TEXT_LIMIT: usize = 1 << 24;
/// Nesting of predicates and parameter kinds.
pub(crate) const DEPTH_LIMIT: u32 = 100;

/// Strings of a blob, each once.
#[derive(Default)]
pub(crate) struct Pool {
    ids: HashMap<String, u32>,
    pub(crate) strings: Vec<String>,
}

impl Pool {
    pub(crate) fn intern(&mut self, text: &str) -> u32 {
        if let Some(id) = self.ids.get(text) {
            return *id;
        }
        let id = self.strings.len() as u32;
        self.ids.insert(text.to_string(), id);
        self.strings.push(text.to_string());
        id
    }
}

pub(crate) struct Writer<'a> {
    pub(crate) bytes: Vec<u8>,
    pub(crate) pool: &'a mut Pool,
}

impl Writer<'_> {
    pub(crate) fn number(&mut self, mut value: u64) {
        while value >= 0x80 {
            self.bytes.push(value as u8 | 0x80);
            value >>= 7;
        }
        self.bytes.push(value as u8);
    }

    fn record(&mut self, fields: impl FnOnce(&mut Self)) {
        let start = self.bytes.len();
        fields(self);
        let body = self.bytes.split_off(start);
        self.number(body.len() as u64);
        self.bytes.extend_from_slice(&body);
    }
}

/// Resolves string indexes.
pub(crate) trait Strings {
    fn string(&self, id: u32) -> Result<&str, Malformed>;
}

pub(crate) struct Reader<'a> {
    bytes: &'a [u8],
    position: usize,
    end: usize,
    depth: u32,
    text: usize,
    strings: &'a dyn Strings,
}

impl<'a> Reader<'a> {
    pub(crate) fn new(bytes: &'a [u8], strings: &'a dyn Strings) -> Self {
        Reader { bytes, position: 0, end: bytes.len(), depth: 0, text: 0, strings }
    }

    fn byte(&mut self) -> Result<u8, Malformed> {
        if self.position >= self.end {
            return Err(Malformed::Truncated);
        }
        let byte = *self.bytes.get(self.position).ok_or(Malformed::Truncated)?;
        self.position += 1;
        Ok(byte)
    }

    pub(crate) fn number(&mut self) -> Result<u64, Malformed> {
        let mut value = 0u64;
        let mut shift = 0;
        loop {
            let byte = self.byte()?;
            if shift > 63 || (shift == 63 && byte > 1) {
                return Err(Malformed::Number);
            }
            value |= u64::from(byte & 0x7f) << shift;
            if byte & 0x80 == 0 {
                return Ok(value);
            }
            shift += 7;
        }
    }

    fn nested<T>(&mut self, body: impl FnOnce(&mut Self) -> Result<T, Malformed>) -> Result<T, Malformed> {
        if self.depth >= DEPTH_LIMIT {
            return Err(Malformed::TooDeep);
        }
        self.depth += 1;
        let result = body(self);
        self.depth -= 1;
        result
    }

    fn record<T>(&mut self, fields: impl FnOnce(&mut Self) -> Result<T, Malformed>) -> Result<T, Malformed> {
        let length = usize::try_from(self.number()?).map_err(|_| Malformed::Truncated)?;
        let outer = self.end;
        let end = self.position.checked_add(length).filter(|end| *end <= outer).ok_or(Malformed::Truncated)?;
        self.end = end;
        let result = self.nested(fields);
        self.position = end;
        self.end = outer;
        result
    }

    fn field<T: Wire + Default>(&mut self) -> Result<T, Malformed> {
        if self.position == self.end { Ok(T::default()) } else { T::read(self) }
    }
}

/// Has a form in bytes.
pub(crate) trait Wire: Sized {
    fn write(&self, w: &mut Writer<'_>);
    fn read(r: &mut Reader<'_>) -> Result<Self, Malformed>;
}

macro_rules! wire_number {
    ($($type:ty),*) => { $(
        impl Wire for $type {
            fn write(&self, w: &mut Writer<'_>) { w.number(u64::from(*self)) }
            fn read(r: &mut Reader<'_>) -> Result<Self, Malformed> {
                <$type>::try_from(r.number()?).map_err(|_| Malformed::Number)
            }
        }
    )* };
}
wire_number!(u16, u32, u64);

impl Wire for i64 {
    fn write(&self, w: &mut Writer<'_>) {
        w.number(((*self << 1) ^ (*self >> 63)) as u64);
    }
    fn read(r: &mut Reader<'_>) -> Result<Self, Malformed> {
        let value = r.number()?;
        Ok((value >> 1) as i64 ^ -((value & 1) as i64))
    }
}

impl Wire for bool {
    fn write(&self, w: &mut Writer<'_>) {
        w.number(u64::from(*self));
    }
    fn read(r: &mut Reader<'_>) -> Result<Self, Malformed> {
        match r.number()? {
            0 => Ok(false),
            1 => Ok(true),
            _ => Err(Malformed::Number),
        }
    }
}

impl Wire for String {
    fn write(&self, w: &mut Writer<'_>) {
        let id = w.pool.intern(self);
        w.number(u64::from(id));
    }
    fn read(r: &mut Reader<'_>) -> Result<Self, Malformed> {
        let id = u32::read(r)?;
        let text = r.strings.string(id)?;
        r.text = r.text.saturating_add(text.len());
        if r.text > TEXT_LIMIT {
            return Err(Malformed::TooLarge);
        }
        Ok(text.to_string())
    }
}

impl<T: Wire> Wire for Option<T> {
    fn write(&self, w: &mut Writer<'_>) {
        self.is_some().write(w);
        if let Some(value) = self {
            value.write(w);
        }
    }
    fn read(r: &mut Reader<'_>) -> Result<Self, Malformed> {
        if bool::read(r)? { Ok(Some(T::read(r)?)) } else { Ok(None) }
    }
}

impl<T: Wire> Wire for Vec<T> {
    fn write(&self, w: &mut Writer<'_>) {
        w.number(self.len() as u64);
        self.iter().for_each(|item| item.write(w));
    }
    fn read(r: &mut Reader<'_>) -> Result<Self, Malformed> {
        let count = usize::try_from(r.number()?).map_err(|_| Malformed::Truncated)?;
        // Every item takes a byte or more.
        if count > r.end - r.position {
            return Err(Malformed::Truncated);
        }
        r.nested(|r| (0..count).map(|_| T::read(r)).collect())
    }
}

impl<T: Wire> Wire for Box<T> {
    fn write(&self, w: &mut Writer<'_>) {
        (**self).write(w);
    }
    fn read(r: &mut Reader<'_>) -> Result<Self, Malformed> {
        Ok(Box::new(r.nested(T::read)?))
    }
}

impl<A: Wire, B: Wire> Wire for (A, B) {
    fn write(&self, w: &mut Writer<'_>) {
        self.0.write(w);
        self.1.write(w);
    }
    fn read(r: &mut Reader<'_>) -> Result<Self, Malformed> {
        Ok((A::read(r)?, B::read(r)?))
    }
}

macro_rules! wire_codes {
    ($($type:ident $what:literal),* $(,)?) => { $(
        impl Wire for $type {
            fn write(&self, w: &mut Writer<'_>) { w.number(u64::from(self.code())) }
            fn read(r: &mut Reader<'_>) -> Result<Self, Malformed> {
                let code = r.number()?;
                u16::try_from(code).ok().and_then($type::from_code).ok_or(Malformed::Unknown { what: $what, code })
            }
        }
    )* };
}

wire_codes! {
    TypeClass "type class",
    AttrKind "attribute kind",
    FloatKind "float type",
    Signedness "signedness",
    Scalability "scalability",
    Role "hook role",
    EffectKind "memory effect",
    SimpleTrait "trait",
    MatchKind "equality",
    Comparison "type comparison",
}

macro_rules! wire_struct {
    ($($type:ident { $($field:ident),* $(,)? })*) => { $(
        impl Wire for $type {
            fn write(&self, w: &mut Writer<'_>) {
                w.record(|w| { $( self.$field.write(w); )* });
            }
            #[allow(clippy::needless_update)]
            fn read(r: &mut Reader<'_>) -> Result<Self, Malformed> {
                r.record(|r| Ok($type { $( $field: r.field()?, )* ..Default::default() }))
            }
        }
    )* };
}

macro_rules! wire_enum {
    ($type:ident $what:literal { $($code:literal $variant:ident $( ( $($tuple:ident),* ) )? $( { $($field:ident),* } )?),* $(,)? }) => {
        impl Wire for $type {
            fn write(&self, w: &mut Writer<'_>) {
                match self {
                    $( Self::$variant $( ( $($tuple),* ) )? $( { $($field),* } )? => {
                        w.number($code);
                        $( $( $tuple.write(w); )* )?
                        $( $( $field.write(w); )* )?
                    } )*
                }
            }
            fn read(r: &mut Reader<'_>) -> Result<Self, Malformed> {
                match r.number()? {
                    $( $code => {
                        $( $( let $tuple = Wire::read(r)?; )* )?
                        $( $( let $field = Wire::read(r)?; )* )?
                        Ok(Self::$variant $( ( $($tuple),* ) )? $( { $($field),* } )?)
                    } )*
                    code => Err(Malformed::Unknown { what: $what, code }),
                }
            }
        }
    };
}

impl Wire for ConstraintId {
    fn write(&self, w: &mut Writer<'_>) {
        self.0.write(w);
    }
    fn read(r: &mut Reader<'_>) -> Result<Self, Malformed> {
        u32::read(r).map(ConstraintId)
    }
}

impl Wire for HookId {
    fn write(&self, w: &mut Writer<'_>) {
        self.0.write(w);
    }
    fn read(r: &mut Reader<'_>) -> Result<Self, Malformed> {
        u32::read(r).map(HookId)
    }
}

impl Wire for HookSet {
    fn write(&self, w: &mut Writer<'_>) {
        self.0.write(w);
    }
    fn read(r: &mut Reader<'_>) -> Result<Self, Malformed> {
        Vec::read(r).map(HookSet)
    }
}

wire_enum! { Sort "sort of constraint" { 1 Type, 2 Attr } }
wire_enum! { Class "class" { 0 Any, 1 Type(class), 2 Attr(kind), 3 Defined(name), 4 Interface(name) } }
wire_enum! { Arity "arity" { 1 One, 2 Optional, 3 Variadic } }
wire_enum! { Effects "memory effects" { 0 Unknown, 1 Declared(effects), 2 Hook(hook) } }
wire_enum! { ResultNames "result names" { 0 Default, 1 Fixed(names), 2 Hook(hook) } }
wire_enum! { Transform "type transform" {
    0 Same, 1 ElementType, 2 I1SameShape, 3 FunctionInputs, 4 FunctionResults, 5 RepeatElementType, 6 TypeParam(name), 7 Hook(hook),
} }
wire_enum! { ParamKind "parameter kind" {
    0 AnyAttr, 1 Type(constraint), 2 Attr(constraint), 3 Int { width, signed }, 4 Index, 5 F32, 6 F64, 7 Bool, 8 String, 9 ApInt, 10 ApFloat,
    11 Symbol, 12 Location, 13 AffineMap, 14 IntegerSet, 15 Dims, 16 Array(kind), 17 SelfType, 18 Enum(name),
} }
wire_enum! { OpPredicate "condition" {
    1 And(items), 2 Or(items), 3 Not(item), 4 Hook(hook), 5 AllMatch(kind, names), 6 TypeIs(name, constraint), 7 ElementTypeIs(name, constraint),
    8 OperandElementTypeIs(index, constraint), 9 OperandElementTypesMatch(i, j), 10 OperandElementTypesAllMatch(indexes),
    11 ResultElementTypeMatchesOperand(i, j), 12 ResultTypeMatchesOperand(i, j), 13 ResultAndOperandShaped(i, j), 14 ResultElementOrSelfMatchesOperand(i, j),
} }
wire_enum! { Trait "trait" {
    1 Simple(which), 2 HasParent(names), 3 SingleBlockImplicitTerminator(name), 4 AllMatch(kind, names),
    5 TypesMatchWith { summary, from, to, transform, comparison }, 6 InputMatchesTypes(names, types),
    7 InputAddressIsCombinationOf(names, rows, summary), 8 ShapedTypeMatchesElementCountAndTypes(shaped, elements),
    9 Predicate { summary, condition }, 10 Named(name),
} }
wire_enum! { Predicate "constraint" {
    0 True, 1 And(items), 2 Or(items), 3 Not(item), 4 Hook(hook),
    10 Integer { width, signedness }, 11 Float(kind), 12 TypeIs(class), 13 ValueSemantics, 14 Opaque { dialect, name }, 15 Scalability(which),
    16 Element(item), 17 ElementOrSelf(item), 18 HasRank, 19 RankIn(ranks), 20 MinRank(rank), 21 StaticShape, 22 Shape(dims),
    23 ElementCountIn(counts), 24 MinElementCount(count), 25 MaxElementCount(count), 26 DimIn { dim, sizes }, 27 Strided, 28 IdentityLayout,
    29 MemorySpace(item), 30 TupleOf(item), 31 NestedTupleOf(item),
    40 Defined(name), 41 Interface(name), 42 Trait(name), 43 Param(name, item),
    50 AttrIs(kind), 51 ValueType(item), 52 TypeValue(item), 53 Items(item), 54 IsNull, 55 EqualTo(text), 56 IntIn(values), 57 IntNotEqual(value),
    58 IntMin(value), 59 IntMax(value), 60 IntNonNegative, 61 IntPositive, 62 IntPowerOf2, 63 IntBits(bits), 64 Count { min, max },
    65 DensePositive, 66 DenseNonNegative, 67 DenseSorted, 68 DenseStrictlySorted, 69 NthInt { index, min, max },
} }

wire_struct! {
    ConstraintDecl { name, summary, sort, predicate, class, builder, optional, enumeration }
    HookDecl { role, method, path }
    InterfaceUse { name, revision, methods }
    InterfaceDecl { name, revision, docs, methods }
    DirectiveDecl { name, parse, print }
    EnumDecl { name, summary, docs, width, bits, separator, quoted, primary_groups, cases }
    EnumCase { name, rust_name, value, group, docs }
    ParamDecl { name, kind, optional, default, docs }
    TypeDecl { name, rust_name, summary, docs, params, format, hooks, alias, traits, interfaces }
    ValueDecl { name, arity, constraint, inner_segments, docs }
    AttributeDecl { name, constraint, optional, default, property, docs }
    RegionDecl { name, arity, min_blocks, max_blocks, docs }
    SuccessorDecl { name, arity, docs }
    Effect { kind, on, resource, stage, full }
    OpDecl {
        name, rust_name, operands, results, attributes, regions, successors, traits, interfaces, effects, format, result_names,
        default_dialect, hooks, summary, docs,
    }
    // The lists of a dialect are tables of their own.
    DialectDecl { name, summary, docs, depends, unknown_ops, unknown_types, unknown_attrs, dialect_hooks, discardable, interfaces }
}
