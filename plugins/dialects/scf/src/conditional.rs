//! `scf.if`.

use crate::{IfOp, ended_by};
use plugopt_plugin::control_flow::{BranchPoint, verify_exit_edge};
use plugopt_plugin::prelude::*;

pub fn parse_if<'s>(parser: &mut OpAsmParser<'s>, state: &mut OpState<'s>) -> Result<()> {
    let (then, otherwise) = (state.add_region(), state.add_region());
    let condition = parser.parse_ssa_operand()?;
    let i1 = parser.session().signless_type(1);
    parser.resolve_operand_into(condition, i1, state)?;
    let types = parser.parse_optional_arrow_type_list()?;
    state.add_result_types(&types.to_vec());
    parser.parse_region(state, then, &[], false)?;
    state.ensure_terminator(then, "scf.yield");
    if parser.parse_optional_keyword("else") {
        parser.parse_region(state, otherwise, &[], false)?;
        state.ensure_terminator(otherwise, "scf.yield");
    }
    parser.parse_optional_attr_dict_into(state)
}

pub fn print_if<'s>(op: Op<'s>, printer: &mut OpAsmPrinter<'s>) {
    let this = IfOp::new(op);
    printer.print_text(" ");
    printer.print_operand(this.condition());
    let terminators = op.result_count() > 0;
    if terminators {
        printer.print_text(" -> (");
        printer.print_types(&op.result_types().to_vec());
        printer.print_text(")");
    }
    printer.print_text(" ");
    printer.print_region(this.then_region(), false, terminators, false);
    if this.else_region().block_count() > 0 {
        printer.print_text(" else ");
        printer.print_region(this.else_region(), false, terminators, false);
    }
    printer.print_attributes(op, &[]);
}

pub fn verify_if(op: Op<'_>) -> Result<()> {
    if op.result_count() != 0 && IfOp::new(op).else_region().block_count() == 0 {
        return Err("must have an else block if defining values".into());
    }
    Ok(())
}

pub fn verify_if_regions(op: Op<'_>) -> Result<()> {
    let results = op.results().to_vec();
    for region in op.regions() {
        if let Some(terminator) = ended_by(region, "scf.yield") {
            verify_exit_edge(op, terminator, &terminator.operands().to_vec(), BranchPoint::Parent, &results)?;
        }
    }
    Ok(())
}

/// `if !c then A else B` is `if c then B else A`.
pub fn fold_if<'s>(op: Op<'s>, _: FoldOperands<'_, 's>) -> Option<Fold<'s>> {
    let this = IfOp::new(op);
    let (then, otherwise) = (this.then_region(), this.else_region());
    let else_block = otherwise.entry_block()?;
    let then_block = then.entry_block()?;
    let negation = this.condition().defining_op().filter(|op| op.is("arith.xori") && op.operand_count() == 2)?;
    if !negation.operand(1).constant()?.int()?.is_one() {
        return None;
    }
    op.set_operand(0, negation.operand(0));
    else_block.move_to(then, Some(then_block));
    then_block.move_to(otherwise, None);
    Some(Fold::InPlace)
}
