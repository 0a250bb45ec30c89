//! What an op, type or attribute definition is; registry, constraints, traits, interfaces, verifier.

pub mod asm;
pub mod hooks;
