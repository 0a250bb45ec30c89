//! Stands in until the real module lands: take that one over this.
#![allow(missing_docs)]
use crate::parser::Parser;
use plugopt_dialect::{asm::*, definition::*};
pub(crate) fn parse_op<'s>(p: &mut Parser<'s>, op: &mut ParsedOp, def: &'s OpDef) -> ParseResult {
    let _ = (p, op, def);
    Ok(())
}
pub(crate) fn print_op(p: &mut crate::printer::Printer<'_>, op: plugopt_ir::OpRef, def: &OpDef) {
    let _ = (p, op, def);
}
pub(crate) fn print_def(p: &mut crate::printer::Printer<'_>, def: &TypeDef, parameters: &[plugopt_ir::Attribute]) {
    let _ = (p, def, parameters);
}
