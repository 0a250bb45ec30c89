//! `scf.forall` and its terminator.

use crate::{ForallOp, InParallelOp, entry_arguments, print_initialization};
use plugopt_plugin::index_list::{integers, verify_list};
use plugopt_plugin::prelude::*;

pub fn parse_forall<'s>(parser: &mut OpAsmParser<'s>, state: &mut OpState<'s>) -> Result<()> {
    let session = parser.session();
    let index = session.index_type();
    let variables = parser.parse_argument_list(Delimiter::PAREN, false, false)?.to_vec();
    let count = variables.len();
    let (mut lower, mut step) = ((vec![0; count], 0), (vec![1; count], 0));
    let upper;
    if parser.parse_optional_keyword("in") {
        upper = parse_bounds(parser, state)?;
    } else {
        parser.parse_equal()?;
        lower = parse_bounds(parser, state)?;
        parser.parse_keyword("to")?;
        upper = parse_bounds(parser, state)?;
        parser.parse_keyword("step")?;
        step = parse_bounds(parser, state)?;
    }
    let mut arguments: Vec<_> = variables.into_iter().map(|variable| variable.with_type(index)).collect();
    let location = parser.current_location();
    let mut outputs = 0;
    if parser.parse_optional_keyword("shared_outs") {
        let (names, values) = parser.parse_assignment_list()?;
        let types = parser.parse_optional_arrow_type_list()?.to_vec();
        state.add_result_types(&types);
        parser.resolve_operands(&values.to_vec(), &types, location, state)?;
        outputs = types.len();
        arguments.extend(names.iter().zip(types).map(|(name, ty)| name.with_type(ty)));
    }
    let region = parser.parse_region_into(state, &arguments)?;
    state.ensure_terminator(region, InParallelOp::NAME);
    parser.parse_optional_attr_dict_into(state)?;
    state.set_attribute("staticLowerBound", session.i64_array_attr(&lower.0));
    state.set_attribute("staticUpperBound", session.i64_array_attr(&upper.0));
    state.set_attribute("staticStep", session.i64_array_attr(&step.0));
    let sizes = [lower.1, upper.1, step.1, outputs as i64];
    state.set_attribute("operandSegmentSizes", session.i32_array_attr(&sizes));
    Ok(())
}

/// `(%a, 4)`: the constants, and how many values there are, which go to the operands.
fn parse_bounds<'s>(parser: &mut OpAsmParser<'s>, state: &mut OpState<'s>) -> Result<(Vec<i64>, i64)> {
    let (constants, values) = parser.parse_dynamic_index_list(Token::LEFT_PAREN, Token::RIGHT_PAREN)?;
    let index = parser.session().index_type();
    parser.resolve_operands_of_type(&values, index, state)?;
    Ok((constants, values.len() as i64))
}

pub fn print_forall<'s>(op: Op<'s>, printer: &mut OpAsmPrinter<'s>) {
    let this = ForallOp::new(op);
    let arguments = entry_arguments(this.region());
    let lower = integers(this.static_lower_bound_attr());
    let upper = integers(this.static_upper_bound_attr());
    let step = integers(this.static_step_attr());
    let (variables, shared) = arguments.split_at(upper.len().min(arguments.len()));
    let upper_values = this.dynamic_upper_bound().to_vec();
    printer.print_text(" (");
    printer.print_operands(variables);
    if lower.iter().all(|bound| *bound == 0) && step.iter().all(|step| *step == 1) {
        printer.print_dynamic_index_list(&upper, &upper_values, ") in (", ")");
    } else {
        printer.print_dynamic_index_list(&lower, &this.dynamic_lower_bound().to_vec(), ") = (", ")");
        printer.print_dynamic_index_list(&upper, &upper_values, " to (", ")");
        printer.print_dynamic_index_list(&step, &this.dynamic_step().to_vec(), " step (", ")");
    }
    print_initialization(printer, " shared_outs", shared, &this.outputs().to_vec());
    printer.print_text(" ");
    if !shared.is_empty() {
        printer.print_text("-> (");
        printer.print_types(&op.result_types().to_vec());
        printer.print_text(") ");
    }
    printer.print_region(this.region(), false, op.result_count() > 0, false);
    let elided = ["operandSegmentSizes", "staticLowerBound", "staticUpperBound", "staticStep"];
    printer.print_attributes(op, &elided);
}

pub fn verify_forall(op: Op<'_>) -> Result<()> {
    let this = ForallOp::new(op);
    let upper = integers(this.static_upper_bound_attr());
    let rank = upper.len();
    let (outputs, arguments) = (this.outputs(), entry_arguments(this.region()));
    if op.results().len() != outputs.len() {
        let (results, outputs) = (op.results().len(), outputs.len());
        return Err(format!("produces {results} results, but has only {outputs} outputs").into());
    }
    if arguments.len() != rank + outputs.len() {
        return Err(format!("region expects {rank} arguments").into());
    }
    let (variables, shared) = arguments.split_at(rank);
    if let Some(index) = variables.iter().position(|variable| !variable.ty().is_index()) {
        return Err(format!("expects {index}-th block argument to be an index").into());
    }
    if let Some(index) = shared.iter().zip(outputs.iter()).position(|(argument, output)| argument.ty() != output.ty()) {
        return Err(format!("type mismatch between {index}-th output and corresponding block argument").into());
    }
    verify_mapping(&this, rank)?;
    let lower = integers(this.static_lower_bound_attr());
    let step = integers(this.static_step_attr());
    verify_list(op, "lower bound", rank, &lower, this.dynamic_lower_bound().len())?;
    verify_list(op, "upper bound", rank, &upper, this.dynamic_upper_bound().len())?;
    verify_list(op, "step", rank, &step, this.dynamic_step().len())
}

/// What the iterations map to: one attribute for each dimension, and at most one mask.
fn verify_mapping(op: &ForallOp<'_>, rank: usize) -> Result<()> {
    let Some(mapping) = op.mapping_attr().and_then(Attribute::array) else { return Ok(()) };
    if mapping.is_empty() {
        return Ok(());
    }
    let masks = mapping
        .iter()
        .filter(|attribute| attribute.definition().is_some_and(|name| name.text() == *"gpu.mask"))
        .count();
    // What an attribute of an unknown dialect is cannot be told.
    let unknown = mapping.iter().filter(|attribute| attribute.is(AttributeKind::OPAQUE)).count();
    if mapping.len() - masks < rank || mapping.len() - masks - unknown > rank {
        return Err("mapping attribute size must match op rank".into());
    }
    if masks > 1 {
        return Err("\"mapping\" supports at most one device masking attribute".into());
    }
    Ok(())
}

pub fn parse_in_parallel<'s>(parser: &mut OpAsmParser<'s>, state: &mut OpState<'s>) -> Result<()> {
    let region = parser.parse_region_into(state, &[])?;
    state.ensure_terminator(region, "");
    parser.parse_optional_attr_dict_into(state)
}

pub fn print_in_parallel<'s>(op: Op<'s>, printer: &mut OpAsmPrinter<'s>) {
    printer.print_text(" ");
    printer.print_region(InParallelOp::new(op).region(), false, false, false);
    printer.print_attributes(op, &[]);
}

pub fn verify_in_parallel(op: Op<'_>) -> Result<()> {
    let Some(forall) = op.parent_op().and_then(ForallOp::cast) else {
        return Err("expected forall op parent".into());
    };
    let arguments = entry_arguments(forall.region());
    let rank = integers(forall.static_upper_bound_attr()).len();
    let shared = arguments.get(rank..).unwrap_or_default();
    let Some(block) = InParallelOp::new(op).region().entry_block() else { return Ok(()) };
    for inner in block.ops() {
        // What an operation that is not registered does cannot be told.
        if !inner.is_registered() {
            continue;
        }
        if !inner.has_interface("ParallelCombiningOpInterface") {
            return Err("expected only ParallelCombiningOpInterface ops".into());
        }
        if inner.named_operands("dest").iter().any(|dest| !shared.contains(&dest)) {
            return Err(inner.emit_error("may only insert into an output block argument"));
        }
    }
    Ok(())
}
