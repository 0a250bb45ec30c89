//! What an op, type or attribute definition is; registry, constraints, traits, interfaces, verifier.

pub mod asm;
pub mod branch;
mod builtin;
pub mod constraint;
pub mod definition;
pub mod diagnostic;
pub mod dominance;
pub mod effects;
pub mod hooks;
pub mod registry;
pub mod verify;

pub use constraint::Constraint;
pub use definition::{AttrDef, DialectDef, EnumDef, OpDef, TypeDef};
pub use registry::{DialectSource, Registry};
