//! `scf.execute_region`.

use crate::ExecuteRegionOp;
use plugopt_plugin::control_flow::{BranchPoint, terminators_named, verify_exit_edge};
use plugopt_plugin::prelude::*;

pub fn parse_execute_region<'s>(parser: &mut OpAsmParser<'s>, state: &mut OpState<'s>) -> Result<()> {
    let types = parser.parse_optional_arrow_type_list()?;
    state.add_result_types(&types.to_vec());
    if parser.parse_optional_keyword("no_inline") {
        state.set_attribute("no_inline", parser.session().unit_attr());
    }
    parser.parse_region_into(state, &[])?;
    parser.parse_optional_attr_dict_into(state)
}

pub fn print_execute_region<'s>(op: Op<'s>, printer: &mut OpAsmPrinter<'s>) {
    printer.print_optional_arrow_type_list(&op.result_types().to_vec());
    printer.print_text(" ");
    let op = ExecuteRegionOp::new(op);
    if op.no_inline_attr().is_some() {
        printer.print_text("no_inline ");
    }
    printer.print_region(op.region(), false, true, false);
    printer.print_attributes(op.op(), &["no_inline"]);
}

pub fn verify_execute_region(op: Op<'_>) -> Result<()> {
    let Some(entry) = ExecuteRegionOp::new(op).region().entry_block() else {
        return Err("region needs to have at least one block".into());
    };
    if entry.argument_count() > 0 { Err("region cannot have any arguments".into()) } else { Ok(()) }
}

pub fn verify_execute_region_edges(op: Op<'_>) -> Result<()> {
    let results = op.results().to_vec();
    for terminator in terminators_named(ExecuteRegionOp::new(op).region(), &["scf.yield"]) {
        verify_exit_edge(op, terminator, &terminator.operands().to_vec(), BranchPoint::Parent, &results)?;
    }
    Ok(())
}
