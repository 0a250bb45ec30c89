//! `atomic_rmw` and `generic_atomic_rmw`.

use crate::layout::{parse_colon_memref_type, rank};
use crate::{AtomicRMWKind, AtomicRMWOp, GenericAtomicRMWOp, plain_error};
use plugopt_plugin::prelude::*;

pub fn verify_atomic_rmw(op: Op<'_>) -> Result<()> {
    let this = AtomicRMWOp::new(op);
    if rank(this.memref().ty()) != this.indices().len() {
        return Err("expects the number of subscripts to be equal to memref rank".into());
    }
    use AtomicRMWKind as K;
    let Some(kind) = this.kind() else { return Ok(()) };
    let value = this.value().ty();
    let expected = match kind {
        K::Addf | K::Maximumf | K::Minimumf | K::Mulf if !value.is_float() => "a floating-point type",
        K::Addi | K::Maxs | K::Maxu | K::Mins | K::Minu | K::Muli | K::Ori | K::Xori | K::Andi
            if !value.is_integer() =>
        {
            "an integer type"
        }
        _ => return Ok(()),
    };
    Err(format!("with kind '{}' expects {expected}", kind.as_str()).into())
}

pub fn parse_generic_atomic_rmw<'s>(parser: &mut OpAsmParser<'s>, state: &mut OpState<'s>) -> Result<()> {
    let memref = parser.parse_ssa_operand()?;
    let indices = parser.parse_operand_list(Delimiter::SQUARE, true, -1)?.to_vec();
    let ty = parse_colon_memref_type(parser)?;
    parser.resolve_operand_into(memref, ty, state)?;
    let index = parser.session().index_type();
    parser.resolve_operands_of_type(&indices, index, state)?;
    parser.parse_region_into(state, &[])?;
    parser.parse_optional_attr_dict_into(state)?;
    state.add_result_types(&ty.element().into_iter().collect::<Vec<_>>());
    Ok(())
}

pub fn print_generic_atomic_rmw<'s>(op: Op<'s>, printer: &mut OpAsmPrinter<'s>) {
    let this = GenericAtomicRMWOp::new(op);
    printer.print_text(" ");
    printer.print_operand(this.memref());
    printer.print_text("[");
    printer.print_operands(&this.indices().to_vec());
    printer.print_text("] : ");
    printer.print_type(this.memref().ty());
    printer.print_text(" ");
    printer.print_region(this.atomic_body(), true, true, false);
    printer.print_attributes(op, &[]);
}

pub fn verify_generic_atomic_rmw(op: Op<'_>) -> Result<()> {
    let this = GenericAtomicRMWOp::new(op);
    let arguments = this.atomic_body().entry_block().map(|block| block.argument_types().to_vec()).unwrap_or_default();
    let [argument] = arguments[..] else {
        return Err("expected single number of entry block arguments".into());
    };
    if this.result().ty() != argument {
        return Err("expected block argument of the same type result type".into());
    }
    for inner in op.walk(WalkOrder::POST).map(|summary| summary.op).filter(|inner| *inner != op) {
        if !inner.is_pure() {
            let message = "body of 'memref.generic_atomic_rmw' should contain only operations with no side effects";
            return Err(plain_error(inner, message.into()));
        }
    }
    Ok(())
}

pub fn verify_atomic_yield(op: Op<'_>) -> Result<()> {
    let parent = op.parent_op().and_then(|parent| parent.result_types().first());
    let yielded = op.operand(0).ty();
    match parent {
        Some(parent) if parent != yielded => {
            Err(format!("types mismatch between yield op: '{yielded}' and its parent: '{parent}'").into())
        }
        _ => Ok(()),
    }
}
