//! Stands in until the real module lands: take that one over this.
#![allow(missing_docs)]
use plugopt_ir::*;
pub fn attribute_to_text(_c: &Context, _a: Attribute) -> Vec<u8> {
    vec![]
}
pub fn type_to_text(_c: &Context, _a: Type) -> Vec<u8> {
    vec![]
}
