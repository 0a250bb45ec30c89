//! Stands in until the real module lands: take that one over this.
#![allow(missing_docs)]
use crate::parser::Parser;
use plugopt_dialect::{asm::*, definition::*};
pub(crate) fn parse_op<'s>(p: &mut Parser<'s>, op: &mut ParsedOp, def: &'s OpDef) -> ParseResult {
    let _ = (p, op, def);
    Ok(())
}
