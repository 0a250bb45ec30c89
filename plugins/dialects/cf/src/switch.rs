//! `cf.switch`.

use crate::SwitchOp;
use crate::branch::{Target, replace_by_branch, single_predecessor};
use core::ops::Range;
use plugopt_plugin::fold::dense_elements;
use plugopt_plugin::prelude::*;

/// The arguments of the directive, in the order of the format.
mod slot {
    pub const FLAG_TYPE: u32 = 0;
    pub const DEFAULT: u32 = 1;
    pub const DEFAULT_OPERANDS: u32 = 2;
    pub const DEFAULT_TYPES: u32 = 3;
    pub const VALUES: u32 = 4;
    pub const CASES: u32 = 5;
    pub const CASE_OPERANDS: u32 = 6;
    pub const CASE_TYPES: u32 = 7;
}

/// `: ^block(%a, %b : type, type)`
fn parse_target<'s>(
    parser: &mut OpAsmParser<'s>,
    allow_number: bool,
) -> Result<(Block<'s>, Vec<UnresolvedOperand>, Vec<Type<'s>>)> {
    parser.parse_colon()?;
    let block = parser.parse_successor()?;
    let (mut operands, mut types) = (Vec::new(), Vec::new());
    if parser.parse_optional_l_paren() {
        operands = parser.parse_operand_list(Delimiter::NONE, allow_number, -1)?.to_vec();
        types = parser.parse_colon_type_list()?.to_vec();
        parser.parse_r_paren()?;
    }
    Ok((block, operands, types))
}

/// `default: ^block, 1: ^block(%a : type), …`
pub fn parse_cases<'s>(parser: &mut OpAsmParser<'s>, _: Slots) -> Result<()> {
    parser.parse_keyword("default")?;
    let (block, operands, types) = parse_target(parser, false)?;
    parser.set_slot_successors(slot::DEFAULT, &[block]);
    parser.set_slot_operands(slot::DEFAULT_OPERANDS, &operands);
    parser.set_slot_types(slot::DEFAULT_TYPES, &types);
    let session = parser.session();
    let Some(flag) = parser.slot_types(slot::FLAG_TYPE).first() else {
        return Err("a switch has a type".into());
    };
    let (mut values, mut blocks) = (Vec::new(), Vec::new());
    while parser.parse_optional_comma() {
        values.push(session.integer_attr(flag, parser.parse_integer()?));
        let (block, operands, types) = parse_target(parser, true)?;
        blocks.push(block);
        parser.add_slot_operand_group(slot::CASE_OPERANDS, &operands);
        parser.add_slot_type_group(slot::CASE_TYPES, &types);
    }
    parser.set_slot_successors(slot::CASES, &blocks);
    if !values.is_empty() {
        let ty = session.vector_type(&[values.len() as i64], &[], flag)?;
        parser.set_slot_attribute(slot::VALUES, session.dense_elements_from(ty, &values)?);
    }
    Ok(())
}

pub fn print_cases<'s>(_: Op<'s>, printer: &mut OpAsmPrinter<'s>, _: Slots) {
    printer.print_text("  default: ");
    let operands = printer.slot_operands(slot::DEFAULT_OPERANDS).to_vec();
    if let Some(block) = printer.slot_successors(slot::DEFAULT).first() {
        printer.print_successor_and_use_list(block, &operands);
    }
    let Some(values) = printer.slot_attribute(slot::VALUES) else { return };
    let blocks = printer.slot_successors(slot::CASES).to_vec();
    for (index, (value, block)) in dense_elements(values).into_iter().zip(blocks).enumerate() {
        printer.print_text(",");
        printer.print_newline();
        // The value is printed without its sign, as an unsigned number of at most 64 bits.
        let value = Int::from_attribute(value).map_or(0, |value| value.to_u64().unwrap_or(u64::MAX));
        printer.print_text(format!("  {value}: "));
        let operands = printer.slot_operand_group(slot::CASE_OPERANDS, index as u32).to_vec();
        printer.print_successor_and_use_list(block, &operands);
    }
    printer.print_newline();
}

pub fn verify(op: Op<'_>) -> Result<()> {
    let switch = SwitchOp::new(op);
    let cases = op.successors().len().saturating_sub(1);
    let Some(values) = switch.case_values() else { return Ok(()) };
    let (flag, Some(found)) = (switch.flag().ty(), values.ty().and_then(Type::element)) else { return Ok(()) };
    if found != flag {
        return Err(format!("'flag' type ('{flag}') should match case value type ('{found}')").into());
    }
    let count = values.dense_count();
    if count != cases {
        return Err(
            format!("number of case values ({count}) should match number of case destinations ({cases})").into()
        );
    }
    Ok(())
}

/// Where the operands of each case start, and where the last one ends.
fn case_bounds(op: Op<'_>) -> Vec<u32> {
    let switch = SwitchOp::new(op);
    let mut bounds = vec![1 + switch.default_operands().len() as u32];
    for size in switch.case_operand_segments().and_then(Attribute::integers).unwrap_or_default() {
        let last = bounds.last().copied().unwrap_or_default();
        bounds.push(last.saturating_add(u32::try_from(size).unwrap_or_default()));
    }
    bounds
}

pub fn successor_operands(op: Op<'_>, successor: u32) -> Range<u32> {
    let bounds = case_bounds(op);
    if successor == 0 {
        return 1..bounds[0];
    }
    let at = successor as usize;
    let end = bounds.get(at).copied().unwrap_or_else(|| op.operand_count());
    bounds.get(at - 1).copied().unwrap_or(end)..end
}

/// A switch in parts.
struct Switch<'s> {
    flag: Value<'s>,
    default: Target<'s>,
    cases: Vec<(Int, Target<'s>)>,
}

impl<'s> Switch<'s> {
    fn of(op: Op<'s>) -> Option<Self> {
        let switch = SwitchOp::new(op);
        let successors = op.successors();
        let operands = op.operands().to_vec();
        let target = |index: u32| {
            let range = successor_operands(op, index);
            let operands = operands.get(range.start as usize..range.end as usize)?.to_vec();
            Some(Target { block: successors.get(index as usize)?, operands })
        };
        let values = switch.case_values().map(dense_elements).unwrap_or_default();
        let mut cases = Vec::with_capacity(values.len());
        for (index, value) in values.into_iter().enumerate() {
            cases.push((Int::from_attribute(value)?, target(index as u32 + 1)?));
        }
        Some(Switch { flag: switch.flag(), default: target(0)?, cases })
    }

    /// Where a value of the flag leads.
    fn target(&self, value: &Int) -> &Target<'s> {
        self.cases.iter().find(|(case, _)| case == value).map_or(&self.default, |(_, target)| target)
    }

    fn replace(&self, op: Op<'s>, rewriter: &mut Rewriter<'s>) -> Result<bool> {
        let session = op.session();
        let ty = self.flag.ty();
        let values: Vec<_> = self.cases.iter().map(|(value, _)| value.to_attribute(ty)).collect();
        let sizes: Vec<i64> = self.cases.iter().map(|(_, target)| target.operands.len() as i64).collect();
        let of_cases: Vec<_> = self.cases.iter().flat_map(|(_, target)| target.operands.iter().copied()).collect();
        let segments = [1, self.default.operands.len() as i64, of_cases.len() as i64];
        let mut builder = rewriter
            .op(SwitchOp::NAME)
            .operand(self.flag)
            .operands(self.default.operands.iter().copied())
            .operands(of_cases)
            .attribute("case_operand_segments", session.i32_array_attr(&sizes))
            .attribute("operandSegmentSizes", session.i32_array_attr(&segments))
            .successor(self.default.block);
        if !values.is_empty() {
            let vector = session.vector_type(&[values.len() as i64], &[], ty)?;
            builder = builder.attribute("case_values", session.dense_elements_from(vector, &values)?);
        }
        for (_, target) in &self.cases {
            builder = builder.successor(target.block);
        }
        builder.build()?;
        rewriter.erase(op);
        Ok(true)
    }
}

pub fn canonicalize<'s>(op: Op<'s>, rewriter: &mut Rewriter<'s>) -> Result<bool> {
    let Some(mut switch) = Switch::of(op) else { return Ok(false) };
    if switch.cases.is_empty() {
        return replace_by_branch(op, rewriter, &switch.default);
    }
    let before = switch.cases.len();
    let default = switch.default.clone();
    switch.cases.retain(|(_, target)| *target != default);
    if switch.cases.len() != before {
        return switch.replace(op, rewriter);
    }
    if let Some(value) = switch.flag.constant().and_then(Attribute::int) {
        return replace_by_branch(op, rewriter, switch.target(&value));
    }
    let mut collapsed = false;
    let targets = switch.cases.iter_mut().map(|(_, target)| target).chain([&mut switch.default]);
    for target in targets {
        if let Some(new) = target.collapsed() {
            *target = new;
            collapsed = true;
        }
    }
    if collapsed {
        return switch.replace(op, rewriter);
    }
    after_same_switch(op, rewriter, switch)
}

/// The switch before, on the same value, led here: what that says of the value.
fn after_same_switch<'s>(op: Op<'s>, rewriter: &mut Rewriter<'s>, mut switch: Switch<'s>) -> Result<bool> {
    let Some(block) = op.parent_block() else { return Ok(false) };
    let before = single_predecessor(block).and_then(|before| before.terminator()).filter(|op| op.is(SwitchOp::NAME));
    let Some(before) = before.and_then(Switch::of).filter(|before| before.flag == switch.flag) else {
        return Ok(false);
    };
    if before.default.block != block {
        return match before.cases.iter().find(|(_, target)| target.block == block) {
            Some((value, _)) => replace_by_branch(op, rewriter, switch.target(value)),
            None => Ok(false),
        };
    }
    let impossible: Vec<_> =
        before.cases.iter().filter(|(_, target)| target.block != block).map(|(value, _)| value).collect();
    let count = switch.cases.len();
    switch.cases.retain(|(value, _)| !impossible.contains(&value));
    if switch.cases.len() == count { Ok(false) } else { switch.replace(op, rewriter) }
}
