//! `scf.for` and `scf.while`.

use crate::{ForOp, WhileOp, argument, ended_by, entry_arguments, print_initialization, types, wrong_terminator};
use plugopt_plugin::control_flow::{BranchPoint, LoopValues, verify_entry_edge, verify_exit_edge, verify_loop};
use plugopt_plugin::prelude::*;
use plugopt_plugin::raw::Speculatability;

const COUNTS_DIFFER: &str = "mismatch in number of loop-carried values and defined values";

pub fn parse_for<'s>(parser: &mut OpAsmParser<'s>, state: &mut OpState<'s>) -> Result<()> {
    let session = parser.session();
    if parser.parse_optional_keyword("unsigned") {
        state.set_attribute("unsignedCmp", session.unit_attr());
    }
    let variable = parser.parse_ssa_operand()?;
    parser.parse_equal()?;
    let lower = parser.parse_ssa_operand()?;
    parser.parse_keyword("to")?;
    let upper = parser.parse_ssa_operand()?;
    parser.parse_keyword("step")?;
    let step = parser.parse_ssa_operand()?;
    let (mut arguments, mut inits, mut results) = (Vec::new(), Vec::new(), Vec::new());
    if parser.parse_optional_keyword("iter_args") {
        let (names, values) = parser.parse_assignment_list()?;
        (arguments, inits) = (names.to_vec(), values.to_vec());
        results = parser.parse_arrow_type_list()?.to_vec();
        state.add_result_types(&results);
    }
    if arguments.len() != results.len() {
        let location = parser.name_location();
        return Err(parser.error_at(location, COUNTS_DIFFER));
    }
    let ty = if parser.parse_optional_colon() { parser.parse_type()? } else { session.index_type() };
    for bound in [lower, upper, step] {
        parser.resolve_operand_into(bound, ty, state)?;
    }
    let mut region_arguments = vec![argument(variable, ty)];
    for ((argument, init), ty) in arguments.into_iter().zip(inits).zip(results) {
        region_arguments.push(argument.with_type(ty));
        parser.resolve_operand_into(init, ty, state)?;
    }
    let region = parser.parse_region_into(state, &region_arguments)?;
    state.ensure_terminator(region, "scf.yield");
    parser.parse_optional_attr_dict_into(state)
}

pub fn print_for<'s>(op: Op<'s>, printer: &mut OpAsmPrinter<'s>) {
    let this = ForOp::new(op);
    let arguments = entry_arguments(this.region());
    let Some((variable, carried)) = arguments.split_first() else { return };
    printer.print_text(if this.unsigned_cmp_attr().is_some() { " unsigned " } else { " " });
    printer.print_operand(*variable);
    for (word, value) in [(" = ", this.lower_bound()), (" to ", this.upper_bound()), (" step ", this.step())] {
        printer.print_text(word);
        printer.print_operand(value);
    }
    let inits = this.init_args().to_vec();
    print_initialization(printer, " iter_args", carried, &inits);
    if !inits.is_empty() {
        printer.print_text(" -> (");
        printer.print_types(&types(&inits));
        printer.print_text(")");
    }
    printer.print_text(" ");
    if !variable.ty().is_index() {
        printer.print_text(" : ");
        printer.print_type(variable.ty());
        printer.print_text(" ");
    }
    printer.print_region(this.region(), false, !inits.is_empty(), false);
    printer.print_attributes(op, &["unsignedCmp"]);
}

pub fn verify_for(op: Op<'_>) -> Result<()> {
    if ForOp::new(op).init_args().len() != op.results().len() { Err(COUNTS_DIFFER.into()) } else { Ok(()) }
}

pub fn verify_for_regions(op: Op<'_>) -> Result<()> {
    let this = ForOp::new(op);
    let arguments = entry_arguments(this.region());
    let terminator = ended_by(this.region(), "scf.yield");
    let values = LoopValues {
        inits: this.init_args().to_vec(),
        iter_args: arguments.get(1..).map(<[_]>::to_vec),
        yielded: terminator.map(|op| op.operands().to_vec()).unwrap_or_default(),
        results: op.results().to_vec(),
    };
    verify_loop(op, &values)?;
    if let Some(terminator) = terminator {
        let carried = values.iter_args.unwrap_or_default();
        verify_exit_edge(op, terminator, &values.yielded, BranchPoint::Region(0), &carried)?;
        verify_exit_edge(op, terminator, &values.yielded, BranchPoint::Parent, &values.results)?;
    }
    if arguments.first().map(|variable| variable.ty()) != Some(this.lower_bound().ty()) {
        return Err("expected induction variable to be same type as bounds and step".into());
    }
    Ok(())
}

/// A loop by a constant step of 1 comes to an end; by any other step it might not.
pub fn for_speculatability(op: Op<'_>) -> Speculatability {
    match ForOp::new(op).step().constant().and_then(Attribute::integer) {
        Some(1) => Speculatability::RECURSIVELY_SPECULATABLE,
        _ => Speculatability::NOT_SPECULATABLE,
    }
}

pub fn parse_while<'s>(parser: &mut OpAsmParser<'s>, state: &mut OpState<'s>) -> Result<()> {
    let (before, after) = (state.add_region(), state.add_region());
    let (mut arguments, mut inits) = (Vec::new(), Vec::new());
    if parser.parse_optional_l_paren() {
        (arguments, inits) = parse_assignments(parser)?;
    }
    let type_location = parser.current_location();
    parser.parse_colon()?;
    let function_location = parser.current_location();
    let function = parser.parse_type()?;
    if function.kind() != TypeKind::FUNCTION {
        let message = "invalid kind of type specified: expected builtin.function, but found ";
        return Err(parser.error_at(function_location, format!("{message}'{function}'")));
    }
    state.add_result_types(&function.results().to_vec());
    let inputs = function.inputs().to_vec();
    if inputs.len() != inits.len() {
        let (expected, found) = (inits.len(), inputs.len());
        let message = format!("expected as many input types as operands (expected {expected} got {found})");
        return Err(parser.error_at(type_location, message));
    }
    let location = parser.current_location();
    parser.resolve_operands(&inits, &inputs, location, state)?;
    let arguments: Vec<_> = arguments.into_iter().zip(inputs).map(|(name, ty)| argument(name, ty)).collect();
    parser.parse_region(state, before, &arguments, false)?;
    parser.parse_keyword("do")?;
    parser.parse_region(state, after, &[], false)?;
    parser.parse_optional_attr_dict_with_keyword_into(state)
}

/// The assignments `%a = %b, …)`, behind the parenthesis that says that they are there.
fn parse_assignments(parser: &mut OpAsmParser<'_>) -> Result<(Vec<UnresolvedOperand>, Vec<UnresolvedOperand>)> {
    let (mut names, mut values) = (Vec::new(), Vec::new());
    if parser.parse_optional_r_paren() {
        return Ok((names, values));
    }
    loop {
        names.push(parser.parse_operand(false)?);
        parser.parse_equal()?;
        values.push(parser.parse_ssa_operand()?);
        if !parser.parse_optional_comma() {
            parser.parse_r_paren()?;
            return Ok((names, values));
        }
    }
}

pub fn print_while<'s>(op: Op<'s>, printer: &mut OpAsmPrinter<'s>) {
    let this = WhileOp::new(op);
    print_initialization(printer, " ", &entry_arguments(this.before()), &this.inits().to_vec());
    printer.print_text(" : ");
    printer.print_functional_type(&op.operand_types().to_vec(), &op.result_types().to_vec());
    printer.print_text(" ");
    printer.print_region(this.before(), false, true, false);
    printer.print_text(" do ");
    printer.print_region(this.after(), true, true, false);
    printer.print_op_attr_dict_with_keyword(op, &[]);
}

pub fn verify_while(op: Op<'_>) -> Result<()> {
    let this = WhileOp::new(op);
    if ended_by(this.before(), "scf.condition").is_none() {
        let message = "expects the 'before' region to terminate with 'scf.condition'";
        return Err(wrong_terminator(op, this.before(), message));
    }
    if ended_by(this.after(), "scf.yield").is_none() {
        let message = "expects the 'after' region to terminate with 'scf.yield'";
        return Err(wrong_terminator(op, this.after(), message));
    }
    Ok(())
}

pub fn verify_while_regions(op: Op<'_>) -> Result<()> {
    let this = WhileOp::new(op);
    let (before, after) = (entry_arguments(this.before()), entry_arguments(this.after()));
    verify_entry_edge(op, &this.inits().to_vec(), BranchPoint::Region(0), &before)?;
    if let Some(condition) = ended_by(this.before(), "scf.condition") {
        let passed = condition.operands().iter().skip(1).collect::<Vec<_>>();
        verify_exit_edge(op, condition, &passed, BranchPoint::Parent, &op.results().to_vec())?;
        verify_exit_edge(op, condition, &passed, BranchPoint::Region(1), &after)?;
    }
    if let Some(terminator) = ended_by(this.after(), "scf.yield") {
        verify_exit_edge(op, terminator, &terminator.operands().to_vec(), BranchPoint::Region(0), &before)?;
    }
    Ok(())
}
