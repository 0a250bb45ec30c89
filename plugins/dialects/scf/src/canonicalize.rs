//! Canonicalization of loops, switches and executed regions.

use crate::{ExecuteRegionOp, ForOp, IndexSwitchOp, ParallelOp, WhileOp, ended_by, entry_arguments};
use plugopt_plugin::index_list::integers;
use plugopt_plugin::prelude::*;

/// Replaces an operation by the operations of a region of one block; what ends the region gives the results.
pub fn replace_with_region<'s>(
    op: Op<'s>,
    rewriter: &mut Rewriter<'s>,
    region: Region<'s>,
    arguments: &[Value<'s>],
) -> Result<bool> {
    let Some(block) = region.entry_block().filter(|_| region.block_count() == 1) else { return Ok(false) };
    let Some(terminator) = block.last_op() else { return Ok(false) };
    block.inline(Insertion::before(op), arguments);
    // Read after the arguments have been replaced in it.
    let results = terminator.operands().to_vec();
    rewriter.replace(op, &results);
    rewriter.erase(terminator);
    Ok(true)
}

/// Whether a value is defined in a region of an operation.
fn is_inside<'s>(op: Op<'s>, value: Value<'s>) -> bool {
    value.parent_block().and_then(Block::parent_op).is_some_and(|parent| op.is_ancestor(parent))
}

fn keep<T: Copy>(list: &[T], kept: &[bool]) -> Vec<T> {
    list.iter().zip(kept).filter(|(_, kept)| **kept).map(|(item, _)| *item).collect()
}

/// How often a counting loop runs, where that is known.
fn trip_count<'s>(lower: Value<'s>, upper: Value<'s>, step: Value<'s>, unsigned: bool) -> Option<i128> {
    if lower == upper {
        return Some(0);
    }
    let constant = |value: Value<'s>| -> Option<i128> {
        let value = value.constant()?.int()?;
        if unsigned { value.to_u64().map(i128::from) } else { value.to_i64().map(i128::from) }
    };
    let distance = match (constant(lower), constant(upper)) {
        (Some(lower), Some(upper)) => upper - lower,
        _ => added_constant(lower, upper)?,
    };
    if distance <= 0 {
        return Some(0);
    }
    let step = constant(step).filter(|step| *step > 0)?;
    Some((distance + step - 1) / step)
}

/// The constant that is added to `lower` to give `upper`.
fn added_constant<'s>(lower: Value<'s>, upper: Value<'s>) -> Option<i128> {
    let sum = upper.defining_op().filter(|op| op.is("arith.addi") && op.operand_count() == 2)?;
    let (a, b) = (sum.operand(0), sum.operand(1));
    let constant = if a == lower {
        b
    } else if b == lower {
        a
    } else {
        return None;
    };
    constant.constant()?.integer().map(i128::from)
}

pub fn canonicalize_for<'s>(op: Op<'s>, rewriter: &mut Rewriter<'s>) -> Result<bool> {
    Ok(drop_carried(op, rewriter)? || simplify_for(op, rewriter)?)
}

/// Values that a loop carries without changing them, or for nobody, are not carried.
fn drop_carried<'s>(op: Op<'s>, rewriter: &mut Rewriter<'s>) -> Result<bool> {
    let this = ForOp::new(op);
    let Some(block) = this.region().entry_block() else { return Ok(false) };
    let Some(terminator) = ended_by(this.region(), "scf.yield") else { return Ok(false) };
    let inits = this.init_args().to_vec();
    let results = op.results().to_vec();
    let yielded = terminator.operands().to_vec();
    let arguments = entry_arguments(this.region());
    let carried = arguments.get(1..).unwrap_or_default();
    if inits.len() != carried.len() || yielded.len() != inits.len() || results.len() != inits.len() {
        return Ok(false);
    }
    let kept: Vec<bool> = (0..inits.len())
        .map(|i| {
            let unused = !carried[i].has_uses();
            !(carried[i] == yielded[i] || unused && (inits[i] == yielded[i] || !results[i].has_uses()))
        })
        .collect();
    if kept.iter().all(|kept| *kept) {
        return Ok(false);
    }
    let mut operands = op.operands().to_vec();
    operands.truncate(3);
    operands.extend(keep(&inits, &kept));
    let made = rewriter
        .op_named(op.name())
        .operands(operands)
        .results(keep(&results, &kept).into_iter().map(|result| result.ty()))
        .attributes(op.attribute_dictionary())
        .region()
        .build()?;
    for index in (0..kept.len()).rev().filter(|index| !kept[*index]) {
        carried[index].replace_all_uses(inits[index]);
    }
    terminator.set_operands(&keep(&terminator.operands().to_vec(), &kept));
    for index in (0..kept.len()).rev().filter(|index| !kept[*index]) {
        block.erase_argument(index as u32 + 1);
    }
    this.region().move_blocks(made.region(0), None);
    let mut new_results = made.results().into_iter();
    let values: Vec<_> = kept
        .iter()
        .zip(&inits)
        .map(|(kept, init)| if *kept { new_results.next().unwrap_or(*init) } else { *init })
        .collect();
    rewriter.replace(op, &values);
    Ok(true)
}

/// Loops that do not run, run once, or do nothing.
fn simplify_for<'s>(op: Op<'s>, rewriter: &mut Rewriter<'s>) -> Result<bool> {
    let this = ForOp::new(op);
    let unsigned = this.unsigned_cmp_attr().is_some();
    let inits = this.init_args().to_vec();
    match trip_count(this.lower_bound(), this.upper_bound(), this.step(), unsigned) {
        None => Ok(false),
        Some(0) => {
            rewriter.replace(op, &inits);
            Ok(true)
        }
        Some(1) => {
            let mut arguments = vec![this.lower_bound()];
            arguments.extend(inits);
            replace_with_region(op, rewriter, this.region(), &arguments)
        }
        Some(_) => {
            let terminator = ended_by(this.region(), "scf.yield").filter(|last| last.previous().is_none());
            let Some(terminator) = terminator else { return Ok(false) };
            let yielded = terminator.operands().to_vec();
            if yielded.iter().any(|value| is_inside(op, *value)) {
                return Ok(false);
            }
            rewriter.replace(op, &yielded);
            Ok(true)
        }
    }
}

pub fn canonicalize_execute_region<'s>(op: Op<'s>, rewriter: &mut Rewriter<'s>) -> Result<bool> {
    let this = ExecuteRegionOp::new(op);
    if this.no_inline_attr().is_some() || ended_by(this.region(), "scf.yield").is_none() {
        return Ok(false);
    }
    replace_with_region(op, rewriter, this.region(), &[])
}

pub fn canonicalize_index_switch<'s>(op: Op<'s>, rewriter: &mut Rewriter<'s>) -> Result<bool> {
    let this = IndexSwitchOp::new(op);
    let Some(constant) = this.arg().constant().and_then(Attribute::integer) else { return Ok(false) };
    let case = integers(this.cases_attr()).into_iter().position(|case| case == constant);
    let Some(region) = op.regions().get(case.map_or(0, |case| case + 1)) else { return Ok(false) };
    replace_with_region(op, rewriter, region, &[])
}

pub fn canonicalize_while<'s>(op: Op<'s>, rewriter: &mut Rewriter<'s>) -> Result<bool> {
    Ok(condition_is_true(op, rewriter)? || drop_unused_results(op, rewriter)? || drop_unused_arguments(op, rewriter)?)
}

/// In the body of a loop its condition holds.
fn condition_is_true<'s>(op: Op<'s>, rewriter: &mut Rewriter<'s>) -> Result<bool> {
    let this = WhileOp::new(op);
    let Some(terminator) = ended_by(this.before(), "scf.condition") else { return Ok(false) };
    let condition = terminator.operand(0);
    let mut constant = None;
    for (passed, argument) in terminator.operands().into_iter().skip(1).zip(entry_arguments(this.after())) {
        if passed != condition || !argument.has_uses() {
            continue;
        }
        let value = match constant {
            Some(value) => value,
            None => {
                let attribute = op.session().bool_attr(true);
                rewriter.op("arith.constant").attribute("value", attribute).result(condition.ty()).build_value()?
            }
        };
        constant = Some(value);
        argument.replace_all_uses(value);
    }
    Ok(constant.is_some())
}

/// Results that nobody uses, neither behind the loop nor in its body.
fn drop_unused_results<'s>(op: Op<'s>, rewriter: &mut Rewriter<'s>) -> Result<bool> {
    let this = WhileOp::new(op);
    let (Some(terminator), Some(after)) = (ended_by(this.before(), "scf.condition"), this.after().entry_block()) else {
        return Ok(false);
    };
    let (results, arguments) = (op.results().to_vec(), entry_arguments(this.after()));
    if results.len() != arguments.len() || terminator.operand_count() as usize != results.len() + 1 {
        return Ok(false);
    }
    let used = results.iter().zip(&arguments).map(|(result, argument)| result.has_uses() || argument.has_uses());
    let kept: Vec<bool> = used.collect();
    if kept.iter().all(|kept| *kept) {
        return Ok(false);
    }
    let made = rewriter
        .op_named(op.name())
        .operands(op.operands())
        .results(keep(&results, &kept).into_iter().map(|result| result.ty()))
        .attributes(op.attribute_dictionary())
        .region()
        .region()
        .build()?;
    let operands = terminator.operands().to_vec();
    let mut passed = vec![operands[0]];
    passed.extend(keep(&operands[1..], &kept));
    terminator.set_operands(&passed);
    for index in (0..kept.len()).rev().filter(|index| !kept[*index]) {
        after.erase_argument(index as u32);
    }
    this.before().move_blocks(made.region(0), None);
    this.after().move_blocks(made.region(1), None);
    let mut new_results = made.results().into_iter();
    for (old, _) in results.iter().zip(&kept).filter(|(_, kept)| **kept) {
        if let Some(new) = new_results.next() {
            old.replace_all_uses(new);
        }
    }
    rewriter.erase(op);
    Ok(true)
}

/// Arguments of the first region that it does not use.
fn drop_unused_arguments<'s>(op: Op<'s>, rewriter: &mut Rewriter<'s>) -> Result<bool> {
    let this = WhileOp::new(op);
    let (Some(before), Some(terminator)) = (this.before().entry_block(), ended_by(this.after(), "scf.yield")) else {
        return Ok(false);
    };
    let (inits, yielded) = (this.inits().to_vec(), terminator.operands().to_vec());
    let kept: Vec<bool> = entry_arguments(this.before()).iter().map(|argument| argument.has_uses()).collect();
    if kept.iter().all(|kept| *kept) || inits.len() != kept.len() || yielded.len() != kept.len() {
        return Ok(false);
    }
    let made = rewriter
        .op_named(op.name())
        .operands(keep(&inits, &kept))
        .results(op.result_types())
        .attributes(op.attribute_dictionary())
        .region()
        .region()
        .build()?;
    terminator.set_operands(&keep(&yielded, &kept));
    for index in (0..kept.len()).rev().filter(|index| !kept[*index]) {
        before.erase_argument(index as u32);
    }
    this.before().move_blocks(made.region(0), None);
    this.after().move_blocks(made.region(1), None);
    rewriter.replace(op, &made.results().to_vec());
    Ok(true)
}

pub fn canonicalize_parallel<'s>(op: Op<'s>, rewriter: &mut Rewriter<'s>) -> Result<bool> {
    let this = ParallelOp::new(op);
    let (lower, upper, step) = (this.lower_bound().to_vec(), this.upper_bound().to_vec(), this.step().to_vec());
    let Some(block) = this.region().entry_block() else { return Ok(false) };
    let variables = block.arguments().to_vec();
    let mut kept = vec![true; lower.len()];
    for (index, kept) in kept.iter_mut().enumerate() {
        match trip_count(lower[index], upper[index], step[index], false) {
            Some(0) => {
                rewriter.replace(op, &this.init_vals().to_vec());
                return Ok(true);
            }
            Some(1) => *kept = false,
            _ => {}
        }
    }
    if kept.iter().all(|kept| *kept) || variables.len() != kept.len() {
        return Ok(false);
    }
    if !kept.contains(&true) {
        return parallel_once(op, rewriter, &lower);
    }
    let (new_lower, new_upper, new_step) = (keep(&lower, &kept), keep(&upper, &kept), keep(&step, &kept));
    let inits = this.init_vals().to_vec();
    let count = new_lower.len() as i64;
    let sizes = op.session().i32_array_attr(&[count, count, count, inits.len() as i64]);
    let made = rewriter
        .op_named(op.name())
        .operands(new_lower.into_iter().chain(new_upper).chain(new_step).chain(inits))
        .results(op.result_types())
        .attribute("operandSegmentSizes", sizes)
        .region()
        .build()?;
    for index in (0..kept.len()).rev().filter(|index| !kept[*index]) {
        variables[index].replace_all_uses(lower[index]);
        block.erase_argument(index as u32);
    }
    this.region().move_blocks(made.region(0), None);
    rewriter.replace(op, &made.results().to_vec());
    Ok(true)
}

/// A parallel loop that runs once: its operations, then those of its reductions with the initial values.
fn parallel_once<'s>(op: Op<'s>, rewriter: &mut Rewriter<'s>, variables: &[Value<'s>]) -> Result<bool> {
    let this = ParallelOp::new(op);
    let (Some(block), Some(reduce)) = (this.region().entry_block(), ended_by(this.region(), "scf.reduce")) else {
        return Ok(false);
    };
    let inits = this.init_vals().to_vec();
    block.inline(Insertion::before(op), variables);
    let mut results = Vec::with_capacity(inits.len());
    for ((region, init), operand) in reduce.regions().into_iter().zip(inits).zip(reduce.operands()) {
        let Some(body) = region.entry_block() else { continue };
        let Some(terminator) = body.last_op() else { continue };
        body.inline(Insertion::before(op), &[init, operand]);
        results.push(terminator.operand(0));
        rewriter.erase(terminator);
    }
    rewriter.erase(reduce);
    rewriter.replace(op, &results);
    Ok(true)
}
