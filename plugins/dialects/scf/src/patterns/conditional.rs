//! `scf.if`.

use super::loops::region_in;
use super::{boolean, keep, known_truth, replace_with_region, yields};
use crate::{IfOp, ended_by};
use plugopt_plugin::prelude::*;
use plugopt_plugin::region_branch;

pub fn canonicalize_if<'s>(op: Op<'s>, rewriter: &mut Rewriter<'s>) -> Result<bool> {
    Ok(combine_with_previous(op, rewriter)?
        || combine_nested(op, rewriter)?
        || propagate_condition(op, rewriter)?
        || select_outer_values(op, rewriter)?
        || drop_empty_else(op, rewriter)?
        || take_known_region(op, rewriter)?
        || use_condition(op, rewriter)?
        || region_branch::canonicalize(op, rewriter, &yields(op))?)
}

fn yield_of<'s>(region: Region<'s>) -> Option<Op<'s>> {
    ended_by(region, "scf.yield")
}

/// Whether a region has nothing but its terminator.
fn only_yields(region: Region<'_>) -> bool {
    yield_of(region).is_some_and(|last| last.previous().is_none())
}

fn is_defined_in<'s>(value: Value<'s>, region: Region<'s>) -> bool {
    value.parent_block().and_then(Block::parent_region) == Some(region)
}

fn take_known_region<'s>(op: Op<'s>, rewriter: &mut Rewriter<'s>) -> Result<bool> {
    let this = IfOp::new(op);
    let Some(holds) = known_truth(this.condition()) else { return Ok(false) };
    let region = if holds { this.then_region() } else { this.else_region() };
    if region.block_count() > 0 {
        return replace_with_region(op, rewriter, region, &[]);
    }
    rewriter.erase(op);
    Ok(true)
}

/// In the regions the condition is known.
fn propagate_condition<'s>(op: Op<'s>, rewriter: &mut Rewriter<'s>) -> Result<bool> {
    let condition = IfOp::new(op).condition();
    if condition.constant().is_some() {
        return Ok(false);
    }
    let mut constants = [None, None];
    for one in condition.uses() {
        if one.owner == op || !op.is_ancestor(one.owner) {
            continue;
        }
        let Some(region) = region_in(op, one.owner) else { continue };
        let slot = &mut constants[usize::from(region == 0)];
        let value = match *slot {
            Some(value) => value,
            None => boolean(rewriter, region == 0)?,
        };
        *slot = Some(value);
        value.replace_use(one);
    }
    Ok(constants.iter().any(Option::is_some))
}

/// Results that are the condition, its negation, or the same value in both regions.
fn use_condition<'s>(op: Op<'s>, rewriter: &mut Rewriter<'s>) -> Result<bool> {
    let this = IfOp::new(op);
    let (Some(then), Some(otherwise)) = (yield_of(this.then_region()), yield_of(this.else_region())) else {
        return Ok(false);
    };
    let mut changed = false;
    for ((a, b), result) in then.operands().into_iter().zip(otherwise.operands()).zip(op.results()) {
        if !result.has_uses() {
            continue;
        }
        let value = if a == b {
            a
        } else {
            match (known_truth(a), known_truth(b)) {
                (Some(true), Some(false)) => this.condition(),
                (Some(false), Some(true)) => {
                    let one = boolean(rewriter, true)?;
                    let ty = this.condition().ty();
                    rewriter.op("arith.xori").operand(this.condition()).operand(one).result(ty).build_value()?
                }
                _ => continue,
            }
        };
        result.replace_all_uses(value);
        changed = true;
    }
    Ok(changed)
}

/// Results whose values exist outside are selected by the condition.
fn select_outer_values<'s>(op: Op<'s>, rewriter: &mut Rewriter<'s>) -> Result<bool> {
    let this = IfOp::new(op);
    let (Some(then), Some(otherwise)) = (yield_of(this.then_region()), yield_of(this.else_region())) else {
        return Ok(false);
    };
    let (left, right) = (then.operands().to_vec(), otherwise.operands().to_vec());
    let pairs = || left.iter().copied().zip(right.iter().copied());
    let inside = |(a, b)| is_defined_in(a, this.then_region()) || is_defined_in(b, this.else_region());
    let kept: Vec<bool> = pairs().map(inside).collect();
    if kept.iter().all(|kept| *kept) {
        return Ok(false);
    }
    let mut values = Vec::with_capacity(kept.len());
    for ((a, b), kept) in pairs().zip(&kept) {
        values.push(match kept {
            true => None,
            false if a == b => Some(a),
            false => {
                let select = rewriter.op("arith.select").operands([this.condition(), a, b]).result(a.ty());
                Some(select.build_value()?)
            }
        });
    }
    let made = rewriter
        .op_named(op.name())
        .operand(this.condition())
        .results(keep(&op.result_types().to_vec(), &kept))
        .region()
        .region()
        .build()?;
    for (region, target) in op.regions().into_iter().zip(made.regions()) {
        region.move_blocks(target, None);
    }
    then.set_operands(&keep(&left, &kept));
    otherwise.set_operands(&keep(&right, &kept));
    let mut results = made.results().into_iter();
    let values: Vec<_> = values.into_iter().filter_map(|value| value.or_else(|| results.next())).collect();
    rewriter.replace(op, &values);
    Ok(true)
}

/// Whether a value is the negation of another one.
fn is_negation_of<'s>(value: Value<'s>, of: Value<'s>) -> bool {
    let Some(op) = value.defining_op().filter(|op| op.is("arith.xori") && op.operand_count() == 2) else {
        return false;
    };
    op.operand(0) == of && known_truth(op.operand(1)) == Some(true)
}

/// Two `scf.if` in a row, by one condition or its negation, become one.
fn combine_with_previous<'s>(op: Op<'s>, rewriter: &mut Rewriter<'s>) -> Result<bool> {
    let next = IfOp::new(op);
    let Some(previous) = op.previous().and_then(IfOp::cast) else { return Ok(false) };
    let (condition, first) = (next.condition(), previous.condition());
    let regions = [next.then_region(), next.else_region()];
    let [next_then, next_else] = if condition == first {
        regions
    } else if is_negation_of(condition, first) || is_negation_of(first, condition) {
        [regions[1], regions[0]]
    } else {
        return Ok(false);
    };
    let ends = [yield_of(previous.then_region()), yield_of(previous.else_region())];
    if ends[0].is_none() {
        return Ok(false);
    }
    for result in previous.op().results() {
        for one in result.uses().into_iter().filter(|one| op != one.owner && op.is_ancestor(one.owner)) {
            let region = region_in(op, one.owner);
            let after = [next_then, next_else].into_iter().position(|next| region == Some(next.index()));
            if let Some(end) = after.and_then(|after| ends[after]) {
                end.operand(result.index()).replace_use(one);
            }
        }
    }
    let made = rewriter
        .op_named(op.name())
        .operand(first)
        .results(previous.op().result_types())
        .results(op.result_types())
        .region()
        .region()
        .build()?;
    for (old, added, index) in [(previous.then_region(), next_then, 0), (previous.else_region(), next_else, 1)] {
        let target = made.region(index);
        old.move_blocks(target, None);
        let Some(added_block) = added.entry_block() else { continue };
        let (Some(block), Some(first_end), Some(second_end)) =
            (target.entry_block(), yield_of(target), yield_of(added))
        else {
            added.move_blocks(target, None);
            continue;
        };
        added_block.inline(Insertion::at_end(block), &[]);
        let mut operands = first_end.operands().to_vec();
        operands.extend(second_end.operands());
        second_end.set_operands(&operands);
        rewriter.erase(first_end);
    }
    let results = made.results().to_vec();
    let (first_results, second_results) = results.split_at(previous.op().result_count() as usize);
    rewriter.replace(previous.op(), first_results);
    rewriter.replace(op, second_results);
    Ok(true)
}

/// An `else` that does nothing.
fn drop_empty_else<'s>(op: Op<'s>, rewriter: &mut Rewriter<'s>) -> Result<bool> {
    let this = IfOp::new(op);
    if op.result_count() > 0 || !only_yields(this.else_region()) {
        return Ok(false);
    }
    let made = rewriter
        .op_named(op.name())
        .operand(this.condition())
        .attributes(op.attribute_dictionary())
        .region()
        .region()
        .build()?;
    this.then_region().move_blocks(made.region(0), None);
    rewriter.erase(op);
    Ok(true)
}

/// A `scf.if` that is all there is in another one: one with both conditions.
fn combine_nested<'s>(op: Op<'s>, rewriter: &mut Rewriter<'s>) -> Result<bool> {
    let outer = IfOp::new(op);
    let empty = |region: Region<'s>| region.block_count() == 0 || only_yields(region);
    let Some(then) = yield_of(outer.then_region()) else { return Ok(false) };
    let Some(inner) = then.previous().filter(|inner| inner.previous().is_none()).and_then(IfOp::cast) else {
        return Ok(false);
    };
    if !empty(outer.else_region()) || !empty(inner.else_region()) {
        return Ok(false);
    }
    let mut then_values = then.operands().to_vec();
    let else_values = yield_of(outer.else_region()).map(|op| op.operands().to_vec()).unwrap_or_default();
    let (Some(inner_then), inner_else) = (yield_of(inner.then_region()), yield_of(inner.else_region())) else {
        return Ok(false);
    };
    let mut selected = Vec::new();
    for (index, value) in then_values.iter_mut().enumerate() {
        let Some(else_value) = else_values.get(index) else { return Ok(false) };
        if value.defining_op() == Some(inner.op()) {
            if inner_else.is_none_or(|end| end.operand(value.index()) != *else_value) {
                return Ok(false);
            }
            *value = inner_then.operand(value.index());
        } else if is_defined_in(*value, outer.then_region()) {
            return Ok(false);
        } else {
            selected.push(index);
        }
    }
    let Some(inner_block) = inner.then_region().entry_block() else { return Ok(false) };
    // The inner condition is computed outside: nothing but the inner operation is in the region.
    let conditions = [outer.condition(), inner.condition()];
    let both = rewriter.op("arith.andi").operands(conditions).result(outer.condition().ty()).build_value()?;
    let mut selects = Vec::with_capacity(selected.len());
    for index in &selected {
        let (a, b) = (then_values[*index], else_values[*index]);
        selects.push(rewriter.op("arith.select").operands([outer.condition(), a, b]).result(a.ty()).build_value()?);
    }
    let made = rewriter.op_named(op.name()).operand(both).results(op.result_types()).region().region().build()?;
    inner_then.set_operands(&then_values);
    inner_block.move_to(made.region(0), None);
    if !else_values.is_empty() {
        let mut end = Builder::before(op);
        end.create_block(made.region(1), &[]);
        end.op("scf.yield").operands(else_values).build()?;
    }
    let mut results = made.results().to_vec();
    for (index, select) in selected.into_iter().zip(selects) {
        results[index] = select;
    }
    rewriter.replace(op, &results);
    Ok(true)
}
