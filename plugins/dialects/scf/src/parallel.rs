//! `scf.parallel` and `scf.reduce`.

use crate::{ParallelOp, ended_by, entry_arguments, wrong_terminator};
use plugopt_plugin::prelude::*;

pub fn parse_parallel<'s>(parser: &mut OpAsmParser<'s>, state: &mut OpState<'s>) -> Result<()> {
    let session = parser.session();
    let index = session.index_type();
    let variables = parser.parse_argument_list(Delimiter::PAREN, false, false)?.to_vec();
    let count = variables.len() as i64;
    parser.parse_equal()?;
    for (number, keyword) in ["", "to", "step"].into_iter().enumerate() {
        if number > 0 {
            parser.parse_keyword(keyword)?;
        }
        let values = parser.parse_operand_list(Delimiter::PAREN, true, count)?;
        parser.resolve_operands_of_type(&values.to_vec(), index, state)?;
    }
    let mut inits = Vec::new();
    if parser.parse_optional_keyword("init") {
        inits = parser.parse_operand_list(Delimiter::PAREN, true, -1)?.to_vec();
    }
    let results = parser.parse_optional_arrow_type_list()?.to_vec();
    state.add_result_types(&results);
    let arguments: Vec<_> = variables.into_iter().map(|variable| variable.with_type(index)).collect();
    let region = parser.parse_region_into(state, &arguments)?;
    let sizes = [count, count, count, inits.len() as i64];
    state.set_attribute("operandSegmentSizes", session.i32_array_attr(&sizes));
    parser.parse_optional_attr_dict_into(state)?;
    let location = parser.name_location();
    parser.resolve_operands(&inits, &results, location, state)?;
    state.ensure_terminator(region, "scf.reduce");
    Ok(())
}

pub fn print_parallel<'s>(op: Op<'s>, printer: &mut OpAsmPrinter<'s>) {
    let this = ParallelOp::new(op);
    let arguments = entry_arguments(this.region());
    let (lower, upper, step) = (this.lower_bound().to_vec(), this.upper_bound().to_vec(), this.step().to_vec());
    for (word, values) in [(" (", &arguments), (") = (", &lower), (") to (", &upper), (") step (", &step)] {
        printer.print_text(word);
        printer.print_operands(values);
    }
    printer.print_text(")");
    let inits = this.init_vals().to_vec();
    if !inits.is_empty() {
        printer.print_text(" init (");
        printer.print_operands(&inits);
        printer.print_text(")");
    }
    printer.print_optional_arrow_type_list(&op.result_types().to_vec());
    printer.print_text(" ");
    printer.print_region(this.region(), false, true, false);
    printer.print_attributes(op, &["operandSegmentSizes"]);
}

pub fn verify_parallel(op: Op<'_>) -> Result<()> {
    let this = ParallelOp::new(op);
    let step = this.step();
    if step.is_empty() {
        return Err("needs at least one tuple element for lowerBound, upperBound and step".into());
    }
    if step.iter().any(|step| step.constant().and_then(Attribute::integer).is_some_and(|step| step <= 0)) {
        return Err("constant step operand must be positive".into());
    }
    let arguments = entry_arguments(this.region());
    if arguments.len() != step.len() {
        let (found, expected) = (arguments.len(), step.len());
        let message = "expects the same number of induction variables: ";
        return Err(format!("{message}{found} as bound and step values: {expected}").into());
    }
    if !arguments.iter().all(|argument| argument.ty().is_index()) {
        return Err("expects arguments for the induction variable to be of index type".into());
    }
    let Some(reduce) = ended_by(this.region(), "scf.reduce") else {
        return Err(wrong_terminator(op, this.region(), "expects body to terminate with 'scf.reduce'"));
    };
    let (results, reductions, inits) = (op.results().len(), reduce.regions().len(), this.init_vals().len());
    for (count, what) in [(reductions, "reductions"), (inits, "initial values")] {
        if results != count {
            let message = format!("expects number of results: {results} to be the same as number of {what}: {count}");
            return Err(message.into());
        }
    }
    for (index, (result, operand)) in op.result_types().iter().zip(reduce.operand_types().iter()).enumerate() {
        if result != operand {
            return Err(reduce.emit_error(format!(
                "expects type of {index}-th reduction operand: '{operand}' to be the same as the {index}-th result type: '{result}'"
            )));
        }
    }
    Ok(())
}

pub fn verify_reduce_regions(op: Op<'_>) -> Result<()> {
    let (types, regions) = (op.operand_types(), op.regions());
    if types.len() != regions.len() {
        let message = format!(
            "expects number of operands: {} to be the same as number of reductions: {}",
            types.len(),
            regions.len()
        );
        return Err(message.into());
    }
    for (index, (ty, region)) in types.iter().zip(regions.iter()).enumerate() {
        let Some(last) = region.entry_block().and_then(Block::last_op) else {
            return Err(format!("{index}-th reduction has an empty body").into());
        };
        let arguments = entry_arguments(region);
        if arguments.len() != 2 || arguments.iter().any(|argument| argument.ty() != ty) {
            return Err(
                format!("expected two block arguments with type '{ty}' in the {index}-th reduction region").into()
            );
        }
        if !last.is("scf.reduce.return") {
            return Err("reduction bodies must be terminated with an 'scf.reduce.return' op".into());
        }
    }
    Ok(())
}

pub fn verify_reduce_return(op: Op<'_>) -> Result<()> {
    let Some(block) = op.parent_block().filter(|block| block.argument_count() > 0) else { return Ok(()) };
    let expected = block.argument(0).ty();
    if op.operand(0).ty() != expected {
        return Err(format!("must have type '{expected}' (the type of the reduction inputs)").into());
    }
    Ok(())
}
