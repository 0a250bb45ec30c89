//! `builtin.module`.

use crate::parser::Parser;
use plugopt_dialect::asm::{ParseResult, ParsedOp};

/// `module @name attributes {…} {…}`, behind `module`. The printer has the counterpart, so that modules nest without calls.
pub(super) fn parse_module(p: &mut Parser<'_>, op: &mut ParsedOp) -> ParseResult {
    if let Some(name) = p.parse_optional_symbol_name() {
        let name = p.context.string_attr(p.context.bytes(name));
        if let Some(slot) = op.properties.first_mut() {
            *slot = name;
        }
    }
    if p.consume_keyword(b"attributes") {
        p.parse_attr_dict(&mut op.attributes)?;
    }
    let region = p.custom_region(&[])?;
    p.ensure_region_block(region);
    op.regions.push(region);
    Ok(())
}
