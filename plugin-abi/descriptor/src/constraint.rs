//! What a value, type or attribute must be: the predicates that the host evaluates, and the constraints that name them.

use crate::model::HookId;

/// Whether a constraint is about types or about attributes.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Sort {
    /// Operands, results and type parameters.
    #[default]
    Type,
    /// Inherent attributes and attribute parameters.
    Attr,
}

/// A constraint with all that the verifier and the format engine ask of it.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct ConstraintDecl {
    /// The name that the declaration used, without arguments; empty for expressions.
    pub name: String,
    /// What the verifier prints after "must be" or "failed to satisfy constraint: ".
    pub summary: String,
    /// Types or attributes.
    pub sort: Sort,
    /// The condition.
    pub predicate: Predicate,
    /// The class that ODS stores it as; parsers refuse other kinds ("invalid kind of type specified").
    pub class: Class,
    /// For types: the MLIR text of the only type that satisfies it, if it has one that formats may leave out (ODS's builder call).
    /// For attributes: that of its value type (`i64` for `I64Attr`, `none` for `StrAttr`), with which formats parse and print it.
    pub builder: Option<String>,
    /// An inherent attribute with this constraint is optional (`UnitAttr`).
    pub optional: bool,
    /// The dialect's enum whose words formats use for it.
    pub enumeration: Option<String>,
}

/// The class that ODS gives a constraint.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub enum Class {
    /// `Type` or `Attribute`: any.
    #[default]
    Any,
    /// A class of builtin types.
    Type(TypeClass),
    /// A class of builtin attributes.
    Attr(AttrKind),
    /// A type or attribute of a dialect, by `dialect.mnemonic`.
    Defined(String),
    /// Those with an interface.
    Interface(String),
}

macro_rules! codes {
    ($(#[$meta:meta])* $vis:vis enum $name:ident { $($(#[$doc:meta])* $variant:ident = $code:literal $text:literal,)* }) => {
        $(#[$meta])*
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
        #[repr(u16)]
        $vis enum $name { $($(#[$doc])* $variant = $code,)* }

        impl Default for $name {
            fn default() -> Self {
                Self::ALL[0]
            }
        }

        impl $name {
            /// All of them, in order of their codes.
            pub const ALL: &'static [$name] = &[$($name::$variant,)*];

            /// The number that stands for it in a descriptor.
            pub const fn code(self) -> u16 {
                self as u16
            }

            /// The one with this number.
            pub const fn from_code(code: u16) -> Option<Self> {
                match code { $($code => Some($name::$variant),)* _ => None }
            }

            /// Its spelling in declarations.
            pub const fn as_str(self) -> &'static str {
                match self { $($name::$variant => $text,)* }
            }

            /// The one with this spelling.
            pub fn from_name(name: &str) -> Option<Self> {
                match name { $($text => Some($name::$variant),)* _ => None }
            }
        }
    };
}
pub(crate) use codes;

codes! {
    /// Classes of builtin types, as C++ has them.
    pub enum TypeClass {
        /// Any integer type.
        Integer = 1 "IntegerType",
        /// `index`
        Index = 2 "IndexType",
        /// Any float type.
        Float = 3 "FloatType",
        /// `none`
        None = 4 "NoneType",
        /// `complex<…>`
        Complex = 5 "ComplexType",
        /// `tuple<…>`
        Tuple = 6 "TupleType",
        /// `(…) -> …`
        Function = 7 "FunctionType",
        /// `vector<…>`
        Vector = 8 "VectorType",
        /// `tensor<…>`
        Tensor = 9 "TensorType",
        /// `tensor<4xf32>`
        RankedTensor = 10 "RankedTensorType",
        /// `tensor<*xf32>`
        UnrankedTensor = 11 "UnrankedTensorType",
        /// `memref<4xf32>`
        MemRef = 12 "MemRefType",
        /// `memref<*xf32>`
        UnrankedMemRef = 13 "UnrankedMemRefType",
        /// `memref<…>`
        BaseMemRef = 14 "BaseMemRefType",
        /// Anything with a shape and an element type.
        Shaped = 15 "ShapedType",
    }
}

codes! {
    /// Kinds of builtin attributes.
    pub enum AttrKind {
        /// An integer with its type, booleans included.
        Integer = 1 "IntegerAttr",
        /// A float with its type.
        Float = 2 "FloatAttr",
        /// An `i1` integer attribute.
        Bool = 3 "BoolAttr",
        /// A string.
        String = 4 "StringAttr",
        /// `unit`
        Unit = 5 "UnitAttr",
        /// A type.
        Type = 6 "TypeAttr",
        /// `[…]`
        Array = 7 "ArrayAttr",
        /// `{…}`
        Dictionary = 8 "DictionaryAttr",
        /// `@a::@b`
        SymbolRef = 9 "SymbolRefAttr",
        /// `@a`
        FlatSymbolRef = 10 "FlatSymbolRefAttr",
        /// `affine_map<…>`
        AffineMap = 11 "AffineMapAttr",
        /// `affine_set<…>`
        IntegerSet = 12 "IntegerSetAttr",
        /// `loc(…)`
        Location = 13 "LocationAttr",
        /// Any elements attribute: dense, sparse, resource, string, dense array.
        Elements = 14 "ElementsAttr",
        /// `dense<…>` of anything but strings.
        DenseElements = 15 "DenseElementsAttr",
        /// `dense<…>` of integers or index.
        DenseIntElements = 16 "DenseIntElementsAttr",
        /// `dense<…>` of floats.
        DenseFloatElements = 17 "DenseFPElementsAttr",
        /// `dense<"…">`
        DenseStringElements = 18 "DenseStringElementsAttr",
        /// `dense_resource<…>`
        DenseResourceElements = 19 "DenseResourceElementsAttr",
        /// `sparse<…>`
        SparseElements = 20 "SparseElementsAttr",
        /// `array<…>` of any element type.
        DenseArray = 21 "DenseArrayAttr",
        /// `array<i1: …>`
        DenseBoolArray = 22 "DenseBoolArrayAttr",
        /// `array<i8: …>`
        DenseI8Array = 23 "DenseI8ArrayAttr",
        /// `array<i16: …>`
        DenseI16Array = 24 "DenseI16ArrayAttr",
        /// `array<i32: …>`
        DenseI32Array = 25 "DenseI32ArrayAttr",
        /// `array<i64: …>`
        DenseI64Array = 26 "DenseI64ArrayAttr",
        /// `array<f32: …>`
        DenseF32Array = 27 "DenseF32ArrayAttr",
        /// `array<f64: …>`
        DenseF64Array = 28 "DenseF64ArrayAttr",
        /// Any attribute that has a type.
        Typed = 29 "TypedAttr",
    }
}

codes! {
    /// Float types, by their MLIR spelling.
    pub enum FloatKind {
        /// `f16`
        F16 = 1 "f16",
        /// `f32`
        F32 = 2 "f32",
        /// `f64`
        F64 = 3 "f64",
        /// `f80`
        F80 = 4 "f80",
        /// `f128`
        F128 = 5 "f128",
        /// `bf16`
        BF16 = 6 "bf16",
        /// `tf32`
        TF32 = 7 "tf32",
        /// `f8E4M3FN`
        F8E4M3FN = 8 "f8E4M3FN",
        /// `f8E5M2`
        F8E5M2 = 9 "f8E5M2",
        /// `f8E4M3`
        F8E4M3 = 10 "f8E4M3",
        /// `f8E4M3FNUZ`
        F8E4M3FNUZ = 11 "f8E4M3FNUZ",
        /// `f8E4M3B11FNUZ`
        F8E4M3B11FNUZ = 12 "f8E4M3B11FNUZ",
        /// `f8E5M2FNUZ`
        F8E5M2FNUZ = 13 "f8E5M2FNUZ",
        /// `f8E3M4`
        F8E3M4 = 14 "f8E3M4",
        /// `f4E2M1FN`
        F4E2M1FN = 15 "f4E2M1FN",
        /// `f6E2M3FN`
        F6E2M3FN = 16 "f6E2M3FN",
        /// `f6E3M2FN`
        F6E3M2FN = 17 "f6E3M2FN",
        /// `f8E8M0FNU`
        F8E8M0FNU = 18 "f8E8M0FNU",
    }
}

codes! {
    /// Signedness of integer types.
    pub enum Signedness {
        /// `i32`
        Signless = 1 "signless",
        /// `si32`
        Signed = 2 "signed",
        /// `ui32`
        Unsigned = 3 "unsigned",
    }
}

codes! {
    /// Which dimensions of a vector are scalable.
    pub enum Scalability {
        /// None.
        Fixed = 1 "fixed",
        /// At least one.
        Any = 2 "any",
        /// The last one and no other; the rank is not 0.
        OnlyTrailing = 3 "only-trailing",
        /// All; the rank is not 0.
        All = 4 "all",
    }
}

/// A condition on one type or attribute ("it" below). A condition that asks something of a kind that it is not does not hold.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub enum Predicate {
    /// Always holds.
    #[default]
    True,
    /// All hold.
    And(Vec<Predicate>),
    /// One holds.
    Or(Vec<Predicate>),
    /// Does not hold.
    Not(Box<Predicate>),
    /// A function of the plugin decides.
    Hook(HookId),

    /// An integer type; `None` is any width, any signedness.
    Integer {
        /// Bits.
        width: Option<u32>,
        /// Signless, signed, unsigned.
        signedness: Option<Signedness>,
    },
    /// A float type; `None` is any.
    Float(Option<FloatKind>),
    /// A builtin type of that class; `Shaped` includes dialect types with the shaped interface.
    TypeIs(TypeClass),
    /// A shaped type whose shape-changing clones are values: vectors, tensors, and dialect types with the trait `ValueSemantics`.
    ValueSemantics,
    /// An `!dialect.name` opaque type of an unregistered dialect.
    Opaque {
        /// The dialect.
        dialect: String,
        /// The text after the dot.
        name: String,
    },
    /// A vector with these scalable dimensions.
    Scalability(Scalability),
    /// The element type of a shaped or complex type satisfies it.
    Element(Box<Predicate>),
    /// The element type of a shaped type, or the type itself if it is not shaped, satisfies it.
    ElementOrSelf(Box<Predicate>),
    /// Ranked.
    HasRank,
    /// Ranked, with one of these ranks.
    RankIn(Vec<u32>),
    /// Ranked, with at least this rank.
    MinRank(u32),
    /// Ranked, and no dimension is dynamic.
    StaticShape,
    /// Exactly these dimensions.
    Shape(Vec<i64>),
    /// The number of elements is one of these.
    ElementCountIn(Vec<i64>),
    /// At least so many elements.
    MinElementCount(i64),
    /// At most so many elements.
    MaxElementCount(i64),
    /// Dimension `dim` (negative: from the end) is one of `sizes`.
    DimIn {
        /// The index.
        dim: i64,
        /// Allowed sizes.
        sizes: Vec<i64>,
    },
    /// A memref whose layout is strided.
    Strided,
    /// A memref with the identity layout.
    IdentityLayout,
    /// A memref (ranked or not) whose memory space satisfies it; no memory space is a null attribute, which only `IsNull` satisfies.
    MemorySpace(Box<Predicate>),
    /// A tuple; all its types satisfy it.
    TupleOf(Box<Predicate>),
    /// A tuple, perhaps of tuples; all leaves satisfy it.
    NestedTupleOf(Box<Predicate>),

    /// The type or attribute definition `dialect.mnemonic`.
    Defined(String),
    /// Has this interface.
    Interface(String),
    /// Has this trait.
    Trait(String),
    /// Its parameter of that name satisfies it (a type parameter's type, else the attribute).
    Param(String, Box<Predicate>),

    /// A builtin attribute of that kind.
    AttrIs(AttrKind),
    /// The attribute has a type, and that satisfies it (integer, float, elements, typed string, …).
    ValueType(Box<Predicate>),
    /// A type attribute; its type satisfies it.
    TypeValue(Box<Predicate>),
    /// An array attribute; each element satisfies it.
    Items(Box<Predicate>),
    /// A null attribute.
    IsNull,
    /// Equal to the attribute with this MLIR text.
    EqualTo(String),
    /// An integer attribute whose value is one of these (by sign-extended value).
    IntIn(Vec<i64>),
    /// Not that value.
    IntNotEqual(i64),
    /// At least.
    IntMin(i64),
    /// At most.
    IntMax(i64),
    /// The top bit is clear.
    IntNonNegative,
    /// The top bit is clear and a bit is set.
    IntPositive,
    /// Exactly one bit is set.
    IntPowerOf2,
    /// No bits outside of these are set.
    IntBits(u64),
    /// Number of elements of an array or dense array attribute: at least, at most.
    Count {
        /// Smallest count.
        min: u32,
        /// Largest count.
        max: Option<u32>,
    },
    /// Every element of a dense integer array is greater than 0.
    DensePositive,
    /// Every element of a dense integer array is at least 0.
    DenseNonNegative,
    /// A dense array in non-decreasing order.
    DenseSorted,
    /// A dense array in increasing order.
    DenseStrictlySorted,
    /// An array attribute whose element `index` is an integer attribute between the two.
    NthInt {
        /// Position.
        index: u32,
        /// Smallest value.
        min: Option<i64>,
        /// Largest value.
        max: Option<i64>,
    },
}

impl Predicate {
    /// Both hold; flattens.
    pub fn and(self, other: Predicate) -> Predicate {
        match (self, other) {
            (Predicate::True, p) | (p, Predicate::True) => p,
            (Predicate::And(mut a), Predicate::And(b)) => {
                a.extend(b);
                Predicate::And(a)
            }
            (Predicate::And(mut a), b) => {
                a.push(b);
                Predicate::And(a)
            }
            (a, b) => Predicate::And(vec![a, b]),
        }
    }
}
