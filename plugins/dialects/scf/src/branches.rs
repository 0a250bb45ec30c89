//! Canonicalization of `scf.if`.

use crate::canonicalize::replace_with_region;
use crate::{IfOp, ended_by};
use plugopt_plugin::prelude::*;

pub fn canonicalize_if<'s>(op: Op<'s>, rewriter: &mut Rewriter<'s>) -> Result<bool> {
    Ok(static_condition(op, rewriter)?
        || condition_in_regions(op, rewriter)?
        || results_from_condition(op, rewriter)?
        || drop_unused_results(op, rewriter)?
        || select_outer_values(op, rewriter)?
        || combine_with_previous(op, rewriter)?
        || drop_empty_else(op, rewriter)?
        || combine_nested(op, rewriter)?)
}

fn yield_of<'s>(region: Region<'s>) -> Option<Op<'s>> {
    ended_by(region, "scf.yield")
}

fn constant<'s>(rewriter: &Rewriter<'s>, value: bool) -> Result<Value<'s>> {
    let attribute = rewriter.session().bool_attr(value);
    let ty = rewriter.session().signless_type(1);
    rewriter.op("arith.constant").attribute("value", attribute).result(ty).build_value()
}

fn static_condition<'s>(op: Op<'s>, rewriter: &mut Rewriter<'s>) -> Result<bool> {
    let this = IfOp::new(op);
    match this.condition().constant().and_then(Attribute::boolean) {
        None => Ok(false),
        Some(true) => replace_with_region(op, rewriter, this.then_region(), &[]),
        Some(false) if this.else_region().block_count() > 0 => {
            replace_with_region(op, rewriter, this.else_region(), &[])
        }
        Some(false) => {
            rewriter.erase(op);
            Ok(true)
        }
    }
}

/// In the regions the condition is known.
fn condition_in_regions<'s>(op: Op<'s>, rewriter: &mut Rewriter<'s>) -> Result<bool> {
    let condition = IfOp::new(op).condition();
    let mut constants = [None, None];
    for one in condition.uses() {
        if one.owner == op || !op.is_ancestor(one.owner) {
            continue;
        }
        let Some(region) = region_of(op, one.owner) else { continue };
        let known = region == 0;
        let slot = &mut constants[usize::from(known)];
        let value = match *slot {
            Some(value) => value,
            None => constant(rewriter, known)?,
        };
        *slot = Some(value);
        value.replace_use(one);
    }
    Ok(constants.iter().any(Option::is_some))
}

/// Which region of an operation another one is in.
fn region_of<'s>(op: Op<'s>, inner: Op<'s>) -> Option<u32> {
    let mut at = inner;
    loop {
        let region = at.parent_region()?;
        let parent = at.parent_op()?;
        if parent == op {
            return Some(region.index());
        }
        at = parent;
    }
}

/// Results that are the condition, its negation, or the same value in both regions.
fn results_from_condition<'s>(op: Op<'s>, rewriter: &mut Rewriter<'s>) -> Result<bool> {
    let this = IfOp::new(op);
    let (Some(then), Some(otherwise)) = (yield_of(this.then_region()), yield_of(this.else_region())) else {
        return Ok(false);
    };
    let mut changed = false;
    for ((a, b), result) in then.operands().into_iter().zip(otherwise.operands()).zip(op.results()) {
        if !result.has_uses() {
            continue;
        }
        let boolean = |value: Value<'s>| value.constant().and_then(Attribute::boolean);
        let value = if a == b {
            a
        } else {
            match (boolean(a), boolean(b)) {
                (Some(true), Some(false)) => this.condition(),
                (Some(false), Some(true)) => {
                    let one = constant(rewriter, true)?;
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

/// Makes the same `scf.if` with the results for which `kept` says so. The regions move over.
fn with_results<'s>(op: Op<'s>, rewriter: &Rewriter<'s>, kept: &[bool]) -> Result<Op<'s>> {
    let this = IfOp::new(op);
    let types = op.result_types().into_iter().zip(kept).filter(|(_, kept)| **kept).map(|(ty, _)| ty);
    let made = rewriter
        .op_named(op.name())
        .operand(this.condition())
        .results(types)
        .attributes(op.attribute_dictionary())
        .region()
        .region()
        .build()?;
    for (index, region) in op.regions().into_iter().enumerate() {
        if let Some(terminator) = yield_of(region) {
            let operands = terminator.operands().into_iter().zip(kept).filter(|(_, kept)| **kept);
            let operands: Vec<_> = operands.map(|(operand, _)| operand).collect();
            terminator.set_operands(&operands);
        }
        region.move_blocks(made.region(index as u32), None);
    }
    Ok(made)
}

fn drop_unused_results<'s>(op: Op<'s>, rewriter: &mut Rewriter<'s>) -> Result<bool> {
    let results = op.results().to_vec();
    let kept: Vec<bool> = results.iter().map(|result| result.has_uses()).collect();
    if kept.iter().all(|kept| *kept) {
        return Ok(false);
    }
    let made = with_results(op, rewriter, &kept)?;
    let mut new_results = made.results().into_iter();
    for (old, _) in results.iter().zip(&kept).filter(|(_, kept)| **kept) {
        if let Some(new) = new_results.next() {
            old.replace_all_uses(new);
        }
    }
    rewriter.erase(op);
    Ok(true)
}

/// Results whose values exist outside are selected by the condition.
fn select_outer_values<'s>(op: Op<'s>, rewriter: &mut Rewriter<'s>) -> Result<bool> {
    let this = IfOp::new(op);
    let (Some(then), Some(otherwise)) = (yield_of(this.then_region()), yield_of(this.else_region())) else {
        return Ok(false);
    };
    let defined_in =
        |value: Value<'s>, region: Region<'s>| value.parent_block().and_then(Block::parent_region) == Some(region);
    let pairs: Vec<_> = then.operands().into_iter().zip(otherwise.operands()).collect();
    let inside =
        |(a, b): &(Value<'s>, Value<'s>)| defined_in(*a, this.then_region()) || defined_in(*b, this.else_region());
    let kept: Vec<bool> = pairs.iter().map(inside).collect();
    if kept.iter().all(|kept| *kept) {
        return Ok(false);
    }
    let mut values = Vec::with_capacity(pairs.len());
    for ((a, b), kept) in pairs.iter().zip(&kept) {
        values.push(match kept {
            true => None,
            false if a == b => Some(*a),
            false => {
                let select = rewriter.op("arith.select").operands([this.condition(), *a, *b]).result(a.ty());
                Some(select.build_value()?)
            }
        });
    }
    let made = with_results(op, rewriter, &kept)?;
    let mut new_results = made.results().into_iter();
    let values: Vec<_> = values.into_iter().filter_map(|value| value.or_else(|| new_results.next())).collect();
    rewriter.replace(op, &values);
    Ok(true)
}

/// Whether a value is the negation of another one.
fn is_negation_of<'s>(value: Value<'s>, of: Value<'s>) -> bool {
    let Some(op) = value.defining_op().filter(|op| op.is("arith.xori") && op.operand_count() == 2) else {
        return false;
    };
    op.operand(0) == of && op.operand(1).constant().and_then(Attribute::boolean) == Some(true)
}

/// Two `scf.if` in a row, by one condition or its negation, become one.
fn combine_with_previous<'s>(op: Op<'s>, rewriter: &mut Rewriter<'s>) -> Result<bool> {
    let next = IfOp::new(op);
    let Some(previous) = op.previous().and_then(IfOp::cast) else { return Ok(false) };
    let (condition, first) = (next.condition(), previous.condition());
    let blocks = (next.then_region().entry_block(), next.else_region().entry_block());
    let (next_then, next_else) = if condition == first {
        blocks
    } else if is_negation_of(condition, first) || is_negation_of(first, condition) {
        (blocks.1, blocks.0)
    } else {
        return Ok(false);
    };
    let Some(then_yield) = yield_of(previous.then_region()) else { return Ok(false) };
    let else_yield = yield_of(previous.else_region());
    let inner = |block: Option<Block<'s>>, user: Op<'s>| {
        let region = block.and_then(Block::parent_region).map(Region::index);
        region.is_some() && region_of(op, user) == region
    };
    for (index, result) in previous.op().results().into_iter().enumerate() {
        for one in result.uses() {
            if !op.is_ancestor(one.owner) || one.owner == op {
                continue;
            }
            if inner(next_then, one.owner) {
                then_yield.operand(index as u32).replace_use(one);
            } else if let Some(else_yield) = else_yield.filter(|_| inner(next_else, one.owner)) {
                else_yield.operand(index as u32).replace_use(one);
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
        let Some(added) = added else { continue };
        let (Some(block), Some(first_yield)) = (target.entry_block(), yield_of(target)) else {
            added.move_to(target, None);
            continue;
        };
        let Some(second_yield) = added.last_op() else { continue };
        added.inline(Insertion::at_end(block), &[]);
        let mut operands = first_yield.operands().to_vec();
        operands.extend(second_yield.operands());
        second_yield.set_operands(&operands);
        rewriter.erase(first_yield);
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
    let empty = this
        .else_region()
        .entry_block()
        .is_some_and(|block| block.last_op().is_some_and(|last| last.previous().is_none()));
    if op.result_count() > 0 || !empty {
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

/// An `scf.if` that is all there is in another one: one with both conditions.
fn combine_nested<'s>(op: Op<'s>, rewriter: &mut Rewriter<'s>) -> Result<bool> {
    let outer = IfOp::new(op);
    let only_yields = |region: Region<'s>| {
        region.entry_block().is_none_or(|block| block.last_op().is_none_or(|last| last.previous().is_none()))
    };
    let Some(then_yield) = yield_of(outer.then_region()) else { return Ok(false) };
    let Some(inner) = then_yield.previous().filter(|inner| inner.previous().is_none()).and_then(IfOp::cast) else {
        return Ok(false);
    };
    if !only_yields(outer.else_region()) || !only_yields(inner.else_region()) {
        return Ok(false);
    }
    let mut then_values = then_yield.operands().to_vec();
    let else_values = yield_of(outer.else_region()).map(|op| op.operands().to_vec()).unwrap_or_default();
    let (inner_then, inner_else) = (yield_of(inner.then_region()), yield_of(inner.else_region()));
    let mut selected = Vec::new();
    for (index, value) in then_values.iter_mut().enumerate() {
        let Some(else_value) = else_values.get(index) else { return Ok(false) };
        if value.defining_op() == Some(inner.op()) {
            let (Some(inner_then), Some(inner_else)) = (inner_then, inner_else) else { return Ok(false) };
            if inner_else.operand(value.index()) != *else_value {
                return Ok(false);
            }
            *value = inner_then.operand(value.index());
        } else if value.parent_block().and_then(Block::parent_region) == Some(outer.then_region()) {
            return Ok(false);
        } else {
            selected.push(index);
        }
    }
    let Some(inner_block) = inner.then_region().entry_block() else { return Ok(false) };
    let Some(inner_yield) = inner_then else { return Ok(false) };
    // The inner condition is computed outside: nothing but the inner operation is in the region.
    let conditions = [outer.condition(), inner.condition()];
    let both = rewriter.op("arith.andi").operands(conditions).result(outer.condition().ty()).build_value()?;
    let mut selects = Vec::with_capacity(selected.len());
    for index in &selected {
        let (a, b) = (then_values[*index], else_values[*index]);
        selects.push(rewriter.op("arith.select").operands([outer.condition(), a, b]).result(a.ty()).build_value()?);
    }
    let made = rewriter.op_named(op.name()).operand(both).results(op.result_types()).region().region().build()?;
    inner_yield.set_operands(&then_values);
    inner_block.move_to(made.region(0), None);
    if !else_values.is_empty() {
        let mut at = Builder::before(op);
        at.create_block(made.region(1), &[]);
        at.op("scf.yield").operands(else_values).build()?;
    }
    let mut results = made.results().to_vec();
    for (index, select) in selected.into_iter().zip(selects) {
        results[index] = select;
    }
    rewriter.replace(op, &results);
    Ok(true)
}
