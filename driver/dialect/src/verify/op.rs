//! One operation against its definition, before its regions are looked at.

use super::program::{AttributeCheck, Count, Program, Structural, ValueChecks};
use super::{At, Failed, conditions, traits};
use crate::definition::{Arity, OpDef, OperandDef, segment_size};
use plugopt_ir::attributes::AttrData;
use plugopt_ir::{Attribute, Type};

type Checked = Result<(), Failed>;

/// MLIR's `verifyInvariants` without the hook.
pub(super) fn check(at: &At<'_>, def: &OpDef, program: &Program) -> Checked {
    counts(at, program)?;
    for structural in &program.structural {
        check_structural(at, def, structural)?;
    }
    let properties = at.properties();
    if !program.required.is_empty() || !program.attributes.is_empty() {
        check_attributes(at, def, program, properties)?;
    }
    if let Some(constraint) = &program.uniform
        && program.conditions.is_empty()
        && !program.check_regions
        && traits::all_equal(at, true)
        && constraint.holds_for_type(at.context, at.operand_type(0))
    {
        return Ok(());
    }
    check_values(at, def, "operand", &program.operand_checks, &def.operands, at.operand_count())?;
    check_values(at, def, "result", &program.result_checks, &def.results, at.result_count())?;
    for (summary, condition) in &program.conditions {
        if !conditions::holds(at, def, condition) {
            return Err(at.op_error(format!("failed to verify that {summary}")));
        }
    }
    if program.check_regions {
        check_regions(at, def)?;
    }
    for &native in &program.native {
        traits::check(at, def, native)?;
    }
    Ok(())
}

fn counts(at: &At<'_>, program: &Program) -> Checked {
    let (regions, results) = (at.region_count(), at.result_count());
    let (successors, operands) = (at.successor_count(), at.operand_count());
    if program.regions.holds(regions)
        && program.results.holds(results)
        && program.successors.holds(successors)
        && program.operands.holds(operands)
        && successors == 0
    {
        return Ok(());
    }
    let error = |message: String| Err(at.op_error(message));
    if !program.regions.holds(regions) {
        return error(match program.regions {
            Count::Exactly(0) => "requires zero regions".into(),
            Count::Exactly(1) => "requires one region".into(),
            Count::Exactly(n) => format!("expected {n} regions"),
            Count::AtLeast(n) => format!("expected {n} or more regions"),
            Count::Any => String::new(),
        });
    }
    if !program.results.holds(results) {
        return error(match program.results {
            Count::Exactly(0) => "requires zero results".into(),
            Count::Exactly(1) => "requires one result".into(),
            Count::Exactly(n) => format!("expected {n} results"),
            Count::AtLeast(n) => format!("expected {n} or more results"),
            Count::Any => String::new(),
        });
    }
    if !program.successors.holds(successors) {
        return error(match program.successors {
            Count::Exactly(0) => format!("requires 0 successors but found {successors}"),
            Count::Exactly(1) => format!("requires 1 successor but found {successors}"),
            Count::Exactly(n) => format!("requires {n} successors but found {successors}"),
            Count::AtLeast(n) => format!("requires at least {n} successors but found {successors}"),
            Count::Any => String::new(),
        });
    }
    if !matches!(program.successors, Count::Any) {
        let region = at.parent_region();
        if at.outer.successors(at.position).any(|block| at.outer.block_region(block) != region) {
            return Err(at.error("reference to block defined in another region"));
        }
    }
    if !program.operands.holds(operands) {
        return error(match program.operands {
            Count::Exactly(0) => "requires zero operands".into(),
            Count::Exactly(1) => "requires a single operand".into(),
            Count::Exactly(n) => format!("expected {n} operands, but found {operands}"),
            Count::AtLeast(n) => format!("expected {n} or more operands, but found {operands}"),
            Count::Any => String::new(),
        });
    }
    Ok(())
}

fn check_structural(at: &At<'_>, def: &OpDef, structural: &Structural) -> Checked {
    match structural {
        Structural::SingleBlock { no_terminator } => {
            for (i, &region) in at.regions().iter().enumerate() {
                let Some(block) = at.body.first_block(region) else { continue };
                if at.body.next_block(block).is_some() {
                    return Err(at.op_error(format!("expects region #{i} to have 0 or 1 blocks")));
                }
                if !no_terminator && at.body.first_op(block).is_none() {
                    return Err(at.op_error("expects a non-empty block"));
                }
            }
            Ok(())
        }
        Structural::HasParent { parents, text } => {
            let parent = at.outer.parent_op(at.position).map(|op| at.outer.name(op));
            if parent.is_some_and(|name| parents.contains(&name)) { Ok(()) } else { Err(at.op_error(text.as_bytes())) }
        }
        Structural::NoRegionArguments => {
            for (i, &region) in at.regions().iter().enumerate() {
                let Some(block) = at.body.first_block(region) else { continue };
                if at.body.arguments(block).is_empty() {
                    continue;
                }
                return Err(at.op_error(match at.region_count() {
                    1 => "region should have no arguments".to_string(),
                    _ => format!("region #{i} should have no arguments"),
                }));
            }
            Ok(())
        }
        Structural::OperandSegments(slot) => {
            check_segments(at, def, *slot, "operand", at.operand_count(), &def.operands)
        }
        Structural::ResultSegments(slot) => check_segments(at, def, *slot, "result", at.result_count(), &def.results),
    }
}

fn check_segments(at: &At<'_>, def: &OpDef, slot: usize, what: &str, count: usize, defs: &[OperandDef]) -> Checked {
    let sizes = at.properties().get(slot).copied().unwrap_or(Attribute::NONE);
    let name = &def.attributes[slot].text;
    if sizes.is_none() {
        // Sizes that were never set are zeros.
        return match count {
            0 if defs.iter().all(OperandDef::is_variable) => Ok(()),
            _ => Err(at.op_error(format!(
                "{what} count ({count}) does not match with the total size (0) specified in attribute '{name}'"
            ))),
        };
    }
    let is_sizes = def.attributes[slot].constraint.holds_for_attr(at.context, sizes);
    let length = match at.context.attr_data(sizes) {
        AttrData::DenseArray { data, .. } if is_sizes => data.len() / 4,
        _ => return Err(at.op_error(format!("requires dense i32 array attribute '{name}'"))),
    };
    let size = |i| segment_size(at.context, sizes, i);
    if (0..length).any(|i| size(i) < 0) {
        return Err(at.op_error(format!("'{name}' attribute cannot have negative elements")));
    }
    let total: u64 = (0..length).map(|i| size(i) as u64).sum();
    if total != count as u64 {
        return Err(at.op_error(format!(
            "{what} count ({count}) does not match with the total size ({total}) specified in attribute '{name}'"
        )));
    }
    if length != defs.len() {
        return Err(at.op_error(format!(
            "'{name}' attribute for specifying {what} segments must have {} elements, but got {length}",
            defs.len()
        )));
    }
    let fixed = defs.iter().enumerate().find(|(i, d)| d.arity == Arity::One && size(*i) != 1);
    if let Some((i, _)) = fixed {
        return Err(at.op_error(format!("{what} #{i} must be a single value, but '{name}' gives it {}", size(i))));
    }
    Ok(())
}

fn check_attributes(at: &At<'_>, def: &OpDef, program: &Program, properties: &[Attribute]) -> Checked {
    let value = |slot: usize| properties.get(slot).copied().unwrap_or(Attribute::NONE);
    for &slot in &program.required {
        if value(slot).is_none() {
            return Err(at.op_error(format!("requires attribute '{}'", def.attributes[slot].text)));
        }
    }
    for AttributeCheck { slot, constraint } in &program.attributes {
        let value = value(*slot);
        if !value.is_none() && !constraint.holds_for_attr(at.context, value) {
            return Err(at.op_error(format!(
                "attribute '{}' failed to satisfy constraint: {}",
                def.attributes[*slot].text,
                constraint.summary()
            )));
        }
    }
    Ok(())
}

fn check_values(
    at: &At<'_>,
    def: &OpDef,
    what: &'static str,
    checks: &ValueChecks,
    defs: &[OperandDef],
    count: usize,
) -> Checked {
    if checks.trivial {
        return Ok(());
    }
    let operands = what == "operand";
    let ty = |index: usize| if operands { at.operand_type(index) } else { at.result_type(index) };
    if checks.fixed {
        for (index, check) in checks.checks.iter().enumerate() {
            if !check.constraint.holds_for_type(at.context, ty(index)) {
                return Err(mismatch(at, what, index, check.constraint.summary(), Arity::One, ty(index)));
            }
        }
        return Ok(());
    }
    let mut index = 0;
    for (group, check) in checks.checks.iter().enumerate() {
        let range = match defs.len() {
            // One run takes what there is.
            1 => 0..count,
            _ if operands => def.operand_range(at.context, at.properties(), count, group),
            _ => def.result_range(at.context, at.properties(), count, group),
        };
        if check.arity == Arity::Optional && range.len() > 1 {
            return Err(at.op_error(format!(
                "{what} group starting at #{index} requires 0 or 1 element, but found {}",
                range.len()
            )));
        }
        for at_index in range {
            if !check.constraint.holds_for_type(at.context, ty(at_index)) {
                return Err(mismatch(at, what, index, check.constraint.summary(), check.arity, ty(at_index)));
            }
            index += 1;
        }
    }
    Ok(())
}

#[cold]
fn mismatch(at: &At<'_>, what: &str, index: usize, summary: &str, arity: Arity, ty: Type) -> Failed {
    let variadic = if arity == Arity::Variadic { "variadic of " } else { "" };
    let mut message = format!("{what} #{index} must be {variadic}{summary}, but got ").into_bytes();
    message.extend(at.quoted_type(ty));
    at.op_error(message)
}

fn check_regions(at: &At<'_>, def: &OpDef) -> Checked {
    let regions = at.regions();
    let fixed = def.regions.iter().filter(|r| r.arity == Arity::One).count();
    let mut index = 0;
    for region_def in &def.regions {
        let run = if region_def.arity == Arity::One { 1 } else { regions.len().saturating_sub(fixed) };
        for _ in 0..run {
            let Some(&region) = regions.get(index) else { return Ok(()) };
            let most = region_def.max_blocks.map_or(usize::MAX, |max| max as usize);
            let counted = at.body.region_blocks(region).take(most.saturating_add(1).min(1 << 20)).count();
            if counted < region_def.min_blocks as usize || counted > most {
                let name = match &*region_def.text {
                    "" => " ".to_string(),
                    name => format!(" ('{name}') "),
                };
                let summary = &region_def.summary;
                return Err(at.op_error(format!("region #{index}{name}failed to verify constraint: {summary}")));
            }
            index += 1;
        }
    }
    Ok(())
}
