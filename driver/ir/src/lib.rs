//! The IR core: entities, arenas, interner, types, attributes, locations, walking, cloning.
//!
//! It knows no text, no files and no plugins. Everything is named by `u32` indexes: what is interned by indexes into the
//! [`Context`], operations, blocks, regions and values by indexes into the tables of a [`Body`].

pub mod affine;
pub mod attributes;
pub mod body;
pub mod clone;
pub mod context;
pub mod diagnostic;
pub mod float;
pub mod int;
mod interner;
pub mod location;
pub mod module;
pub mod traits;
pub mod types;

pub use affine::{AffineExpr, AffineMap, IntegerSet};
pub use attributes::{AttrData, Attribute, NamedAttribute, OpaqueBody};
pub use body::{Block, Body, BodyId, Op, Region, Value};
pub use context::{Context, Definitions, Ident, OpInfo, OpName, RegisteredOp};
pub use diagnostic::{Diagnostic, Severity};
pub use float::FloatKind;
pub use int::Int;
pub use location::{Location, LocationData};
pub use module::{Ir, OpRef};
pub use traits::Traits;
pub use types::{DYNAMIC, DefId, Signedness, Type, TypeData};
