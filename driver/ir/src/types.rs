//! Builtin types, and types of dialects as `definition id + parameters`.

use crate::attributes::{Attribute, OpaqueBody};
use crate::context::{Context, Ident};
use crate::float::FloatKind;

/// An interned type of a [`Context`]; equal types have equal indexes.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
#[repr(transparent)]
pub struct Type(pub u32);

impl Type {
    /// The absent type.
    pub const NONE: Type = Type(0);

    /// Whether this is the absent type.
    pub fn is_none(self) -> bool {
        self == Type::NONE
    }
}

/// How an integer type reads its bits.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Signedness {
    /// `i32`
    Signless,
    /// `si32`
    Signed,
    /// `ui32`
    Unsigned,
}

/// A dimension that is not known statically (`?`), in shapes, strides and offsets.
pub const DYNAMIC: i64 = i64::MIN;

/// The widest integer type, in bits (MLIR's `IntegerType::kMaxWidth`).
pub const MAX_INTEGER_WIDTH: u32 = (1 << 24) - 1;

/// The definition of a dialect's type or attribute: an index into the registry of the `dialect` crate.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct DefId(pub u32);

/// What a [`Type`] stands for.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum TypeData {
    /// The value behind [`Type::NONE`].
    Absent,
    /// `i32`, `si8`, `ui1`
    Integer {
        /// In bits, at most [`MAX_INTEGER_WIDTH`].
        width: u32,
        /// Prefix of the keyword.
        signedness: Signedness,
    },
    /// `index`
    Index,
    /// `f32`, `bf16`, `f8E4M3FN`, …
    Float(FloatKind),
    /// `none`
    None,
    /// `complex<f32>`
    Complex(Type),
    /// `tuple<i32, f32>`
    Tuple(Box<[Type]>),
    /// `(i32) -> f32`
    Function {
        /// Types of the arguments.
        inputs: Box<[Type]>,
        /// Types of the results.
        results: Box<[Type]>,
    },
    /// `vector<4x[8]xf32>`
    Vector {
        /// Sizes, all positive.
        shape: Box<[i64]>,
        /// Which dimensions are scalable; empty where none is.
        scalable: Box<[bool]>,
        /// Type of the elements.
        element: Type,
    },
    /// `tensor<4x?xf32, #encoding>`
    RankedTensor {
        /// Sizes, [`DYNAMIC`] for `?`.
        shape: Box<[i64]>,
        /// Type of the elements.
        element: Type,
        /// [`Attribute::NONE`] where absent.
        encoding: Attribute,
    },
    /// `tensor<*xf32>`
    UnrankedTensor(Type),
    /// `memref<4x?xf32, layout, space>`
    MemRef {
        /// Sizes, [`DYNAMIC`] for `?`.
        shape: Box<[i64]>,
        /// Type of the elements.
        element: Type,
        /// A layout attribute; [`Attribute::NONE`] stands for the identity map, which is never stored.
        layout: Attribute,
        /// [`Attribute::NONE`] where absent.
        memory_space: Attribute,
    },
    /// `memref<*xf32, space>`
    UnrankedMemRef {
        /// Type of the elements.
        element: Type,
        /// [`Attribute::NONE`] where absent.
        memory_space: Attribute,
    },
    /// A type of an unregistered dialect, kept as it was written: `!dialect<body>` or `!dialect.body`.
    Opaque {
        /// The namespace.
        dialect: Ident,
        /// What stands after the namespace.
        body: Box<OpaqueBody>,
    },
    /// A type of a registered dialect.
    Dialect {
        /// Its definition.
        definition: DefId,
        /// One for each parameter of the definition; [`Attribute::NONE`] where optional and absent.
        parameters: Box<[Attribute]>,
    },
    /// A type of a registered dialect that is identified by a name and whose body is set once
    /// ([`Context::set_named_type_body`]), so that it can contain itself.
    Named {
        /// Its definition.
        definition: DefId,
        /// What identifies it.
        name: Attribute,
    },
}

impl Context {
    /// The type that stands for `data`, which must satisfy the invariants stated on [`TypeData`].
    pub fn type_of(&self, data: TypeData) -> Type {
        Type(self.types.intern(&data, || data.clone()))
    }

    /// What a type stands for.
    pub fn type_data(&self, ty: Type) -> &TypeData {
        self.types.get(ty.0)
    }

    /// What an index stands for, or `None` where this context never gave it out.
    pub fn try_type_data(&self, index: u32) -> Option<&TypeData> {
        self.types.try_get(index)
    }

    /// `iN`, `siN` or `uiN`.
    pub fn integer_type(&self, width: u32, signedness: Signedness) -> Type {
        if signedness == Signedness::Signless {
            match width {
                1 => return self.common.i1,
                8 => return self.common.i8,
                16 => return self.common.i16,
                32 => return self.common.i32,
                64 => return self.common.i64,
                _ => {}
            }
        }
        self.type_of(TypeData::Integer { width, signedness })
    }

    /// `(inputs) -> results`
    pub fn function_type(&self, inputs: &[Type], results: &[Type]) -> Type {
        self.type_of(TypeData::Function { inputs: inputs.into(), results: results.into() })
    }

    /// A floating point type.
    pub fn float_type(&self, kind: FloatKind) -> Type {
        self.type_of(TypeData::Float(kind))
    }

    /// `index`
    pub fn index_type(&self) -> Type {
        self.common.index
    }

    /// `none`
    pub fn none_type(&self) -> Type {
        self.common.none
    }

    /// Sets the body of a [`TypeData::Named`] type. Gives `false`, and changes nothing, where another body is set already.
    pub fn set_named_type_body(&self, ty: Type, body: &[Attribute]) -> bool {
        let mut bodies = self.named_type_bodies.write();
        match bodies.get(&ty) {
            Some(found) => **found == *body,
            None => {
                bodies.insert(ty, body.into());
                true
            }
        }
    }

    /// The body of a [`TypeData::Named`] type, `None` where it is not set yet.
    pub fn named_type_body(&self, ty: Type) -> Option<std::sync::Arc<[Attribute]>> {
        self.named_type_bodies.read().get(&ty).cloned()
    }

    /// Type of the elements of a vector, tensor or memref.
    pub fn element_type(&self, ty: Type) -> Option<Type> {
        match self.type_data(ty) {
            TypeData::Vector { element, .. }
            | TypeData::RankedTensor { element, .. }
            | TypeData::MemRef { element, .. }
            | TypeData::UnrankedMemRef { element, .. } => Some(*element),
            TypeData::UnrankedTensor(element) => Some(*element),
            _ => None,
        }
    }

    /// Sizes of a ranked vector, tensor or memref, [`DYNAMIC`] for `?`.
    pub fn shape(&self, ty: Type) -> Option<&[i64]> {
        match self.type_data(ty) {
            TypeData::Vector { shape, .. } | TypeData::RankedTensor { shape, .. } | TypeData::MemRef { shape, .. } => {
                Some(shape)
            }
            _ => None,
        }
    }

    /// The element type of a shaped type, the type itself otherwise (MLIR's `getElementTypeOrSelf`).
    pub fn element_type_or_self(&self, ty: Type) -> Type {
        self.element_type(ty).unwrap_or(ty)
    }
}
