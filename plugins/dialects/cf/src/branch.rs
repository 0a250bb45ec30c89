//! `cf.assert`, `cf.br` and `cf.cond_br`.

use crate::{BranchOp, CondBranchOp};
use core::ops::Range;
use plugopt_plugin::prelude::*;

pub fn operands_of_br(op: Op<'_>, _: u32) -> Range<u32> {
    0..op.operand_count()
}

pub fn operands_of_cond_br(op: Op<'_>, successor: u32) -> Range<u32> {
    let passed = CondBranchOp::new(op).true_dest_operands().len() as u32;
    if successor == 0 { 1..1 + passed } else { 1 + passed..op.operand_count() }
}

/// The end of the program counts as a write.
pub fn effects_of_assert<'s>(_: Op<'s>, effects: &mut Effects<'s>) {
    effects.write(None);
}

pub fn canonicalize_assert<'s>(op: Op<'s>, rewriter: &mut Rewriter<'s>) -> Result<bool> {
    let holds = op.operand(0).constant().and_then(Attribute::int).is_some_and(|value| value.is_one());
    if holds {
        rewriter.erase(op);
    }
    Ok(holds)
}

/// A block and what is passed to it.
#[derive(Clone, PartialEq)]
pub struct Target<'s> {
    pub block: Block<'s>,
    pub operands: Vec<Value<'s>>,
}

impl<'s> Target<'s> {
    pub fn new(block: Block<'s>, operands: &Batch<'s, Value<'s>>) -> Self {
        Target { block, operands: operands.to_vec() }
    }

    /// Where the target's own branch goes, if it holds nothing else and its arguments are used by that branch alone.
    pub fn collapsed(&self) -> Option<Self> {
        let branch = self.block.first_op()?;
        if branch.next().is_some() || !branch.is(BranchOp::NAME) {
            return None;
        }
        let arguments = self.block.arguments().to_vec();
        if arguments.iter().any(|argument| argument.users().iter().any(|user| user != branch)) {
            return None;
        }
        let block = branch.successors().first()?;
        if block == self.block {
            return None;
        }
        let map = |operand: Value<'s>| match arguments.iter().position(|argument| *argument == operand) {
            Some(index) => self.operands.get(index).copied(),
            None => Some(operand),
        };
        let operands = branch.operands().iter().map(map).collect::<Option<Vec<_>>>()?;
        Some(Target { block, operands })
    }
}

/// Puts a branch in the place of a terminator.
pub fn replace_by_branch<'s>(op: Op<'s>, rewriter: &mut Rewriter<'s>, target: &Target<'s>) -> Result<bool> {
    BranchOp::build(rewriter, &target.operands, target.block)?;
    rewriter.erase(op);
    Ok(true)
}

/// The block that control comes from, by exactly one edge.
pub fn single_predecessor(block: Block<'_>) -> Option<Block<'_>> {
    block.predecessors().single()
}

pub fn canonicalize_br<'s>(op: Op<'s>, rewriter: &mut Rewriter<'s>) -> Result<bool> {
    let Some(block) = op.parent_block() else { return Ok(false) };
    let Some(dest) = op.successors().first().filter(|dest| *dest != block) else { return Ok(false) };
    let target = Target::new(dest, &op.operands());
    if single_predecessor(dest).is_some() {
        rewriter.erase(op);
        dest.inline(Insertion::at_end(block), &target.operands);
        return Ok(true);
    }
    match target.collapsed() {
        Some(target) => replace_by_branch(op, rewriter, &target),
        None => Ok(false),
    }
}

fn targets<'s>(branch: CondBranchOp<'s>) -> Option<[Target<'s>; 2]> {
    let successors = branch.op().successors();
    Some([
        Target::new(successors.get(0)?, &branch.true_dest_operands()),
        Target::new(successors.get(1)?, &branch.false_dest_operands()),
    ])
}

pub fn canonicalize_cond_br<'s>(op: Op<'s>, rewriter: &mut Rewriter<'s>) -> Result<bool> {
    let branch = CondBranchOp::new(op);
    let condition = branch.condition();
    let Some([yes, no]) = targets(branch) else { return Ok(false) };
    if let Some(known) = condition.constant().and_then(Attribute::int) {
        return replace_by_branch(op, rewriter, if known.is_zero() { &no } else { &yes });
    }
    match (yes.collapsed(), no.collapsed()) {
        (None, None) => {}
        (new_yes, new_no) => {
            let (yes, no) = (new_yes.unwrap_or(yes), new_no.unwrap_or(no));
            CondBranchOp::build(rewriter, condition, &yes.operands, &no.operands, None, yes.block, no.block)?;
            rewriter.erase(op);
            return Ok(true);
        }
    }
    if identical_successors(op, rewriter, condition, &yes, &no)? {
        return Ok(true);
    }
    let Some(block) = op.parent_block() else { return Ok(false) };
    if let Some(before) = single_predecessor(block).and_then(|before| before.terminator()).and_then(CondBranchOp::cast)
        && before.condition() == condition
    {
        let taken = before.op().successors().first() == Some(block);
        return replace_by_branch(op, rewriter, if taken { &yes } else { &no });
    }
    propagate_truth(op, rewriter, condition, yes.block, no.block)
}

/// Both ways lead to one block.
fn identical_successors<'s>(
    op: Op<'s>,
    rewriter: &mut Rewriter<'s>,
    condition: Value<'s>,
    yes: &Target<'s>,
    no: &Target<'s>,
) -> Result<bool> {
    if yes.block != no.block {
        return Ok(false);
    }
    if yes == no {
        return replace_by_branch(op, rewriter, yes);
    }
    let predecessors = yes.block.predecessors().to_vec();
    if op.parent_block().is_none_or(|block| predecessors.iter().any(|predecessor| *predecessor != block)) {
        return Ok(false);
    }
    let mut operands = Vec::with_capacity(yes.operands.len());
    for (yes, no) in yes.operands.iter().zip(&no.operands) {
        operands.push(match yes == no {
            true => *yes,
            false => rewriter.op("arith.select").operands([condition, *yes, *no]).result(yes.ty()).build_value()?,
        });
    }
    replace_by_branch(op, rewriter, &Target { block: yes.block, operands })
}

/// In a block that is only reached where the condition holds it is true, and the like.
fn propagate_truth<'s>(
    op: Op<'s>,
    rewriter: &mut Rewriter<'s>,
    condition: Value<'s>,
    yes: Block<'s>,
    no: Block<'s>,
) -> Result<bool> {
    let session = op.session();
    let mut changed = false;
    for (block, truth) in [(yes, true), (no, false)] {
        if single_predecessor(block).is_none() {
            continue;
        }
        let mut constant = None;
        for use_ in condition.uses().to_vec() {
            if use_.owner.parent_block() != Some(block) {
                continue;
            }
            let value = match constant {
                Some(value) => value,
                None => rewriter
                    .op("arith.constant")
                    .attribute("value", session.bool_attr(truth))
                    .result(session.signless_type(1))
                    .build_value()?,
            };
            constant = Some(value);
            use_.owner.set_operand(use_.operand_index, value);
            changed = true;
        }
    }
    Ok(changed)
}
