//! Simplification of regions (MLIR's `simplifyRegions`): unreachable blocks, dead operations and dead block arguments go; on
//! request equal blocks are merged.

use crate::equivalence::hash_op;
use plugopt_dialect::OpDef;
use plugopt_dialect::branch::{SuccessorOperands, successor_operands};
use plugopt_dialect::definition::segment_size;
use plugopt_dialect::dominance::{post_order, reverse_post_order};
use plugopt_dialect::effects::would_be_trivially_dead;
use plugopt_ir::body::ValueDef;
use plugopt_ir::{AttrData, Block, Body, Context, Op, Region, Traits, Value};
use rustc_hash::{FxHashMap, FxHashSet};

/// Simplifies the regions of a body's root and all nested ones. Gives whether it changed anything.
pub fn simplify_region(context: &Context, body: &mut Body, merge_blocks: bool) -> bool {
    let mut changed = erase_unreachable_blocks(body);
    changed |= erase_dead(context, body);
    if merge_blocks {
        changed |= merge_equal_blocks(context, body);
    }
    changed
}

fn all_regions(body: &Body) -> Vec<Region> {
    let mut regions = Vec::new();
    body.walk(Body::ROOT, |op| {
        regions.extend_from_slice(body.op_regions(op));
        plugopt_ir::module::Walk::Advance
    });
    regions
}

/// Erases the blocks that no branch leads to.
pub fn erase_unreachable_blocks(body: &mut Body) -> bool {
    let several = |body: &Body, region: Region| body.first_block(region) != body.last_block(region);
    let mut todo: Vec<Region> = all_regions(body).into_iter().filter(|&r| several(body, r)).collect();
    todo.reverse();
    let mut changed = false;
    while let Some(region) = todo.pop() {
        if body.region_generation(region).is_none() {
            continue;
        }
        let reachable: FxHashSet<Block> = reverse_post_order(body, region).into_iter().collect();
        let dead: Vec<Block> = body.region_blocks(region).filter(|b| !reachable.contains(b)).collect();
        if dead.is_empty() {
            continue;
        }
        changed = true;
        // They may use each other: first the branches go, then the blocks.
        for &block in &dead {
            if let Some(last) = body.last_op(block) {
                body.erase_op(last);
            }
        }
        for block in dead {
            body.erase_block(block);
        }
    }
    changed
}

struct Liveness<'a> {
    context: &'a Context,
    body: &'a Body,
    ops: Vec<bool>,
    arguments: FxHashSet<Value>,
    branches: FxHashMap<Op, Option<Vec<SuccessorOperands>>>,
    changed: bool,
}

impl Liveness<'_> {
    fn branch(&mut self, op: Op) -> Option<&[SuccessorOperands]> {
        let (context, body) = (self.context, self.body);
        self.branches.entry(op).or_insert_with(|| successor_operands(context, body, op)).as_deref()
    }

    fn mark(&mut self, op: Op) {
        let live = &mut self.ops[op.0 as usize];
        self.changed |= !*live;
        *live = true;
    }

    fn mark_argument(&mut self, value: Value) {
        self.changed |= self.arguments.insert(value);
    }

    /// The block argument that an operand of a branch is passed to.
    fn passed_to(&mut self, op: Op, operand: usize) -> Option<Value> {
        let body = self.body;
        let branch = self.branch(op)?;
        let (successor, range) = branch.iter().enumerate().find(|(_, s)| s.range.contains(&operand))?;
        let index = operand - range.range.start;
        let block = body.successors(op).nth(successor)?;
        body.arguments(block).get(index).copied()
    }

    fn value_is_live(&mut self, value: Value) -> bool {
        let body = self.body;
        let uses = body.uses(value);
        for user in uses {
            if !self.ops[user.op.0 as usize] {
                continue;
            }
            if body.has_traits(self.context, user.op, Traits::TERMINATOR)
                && body.successors(user.op).len() > 0
                && let Some(argument) = self.passed_to(user.op, user.index as usize)
                && !self.arguments.contains(&argument)
            {
                continue;
            }
            return true;
        }
        false
    }

    fn visit(&mut self, op: Op) {
        let body = self.body;
        if body.has_traits(self.context, op, Traits::TERMINATOR) {
            self.mark(op);
            if body.successors(op).len() > 0 && self.branch(op).is_none() {
                for block in body.successors(op) {
                    for &argument in body.arguments(block) {
                        self.mark_argument(argument);
                    }
                }
            }
            return;
        }
        if self.ops[op.0 as usize] {
            return;
        }
        if !would_be_trivially_dead(self.context, body, op) {
            return self.mark(op);
        }
        if body.results(op).any(|v| self.value_is_live(v)) {
            self.mark(op);
        }
    }
}

/// Erases operations and block arguments that nothing needs, those that only need each other included.
pub fn erase_dead(context: &Context, body: &mut Body) -> bool {
    let regions = all_regions(body);
    // For each region its blocks backwards; an operation comes after those in its regions.
    let orders: Vec<(Region, Vec<Block>)> = regions.iter().map(|&r| (r, post_order(body, r))).collect();
    let mut live = Liveness {
        context,
        body,
        ops: vec![false; body.op_bound()],
        arguments: FxHashSet::default(),
        branches: FxHashMap::default(),
        changed: false,
    };
    live.ops[0] = true;
    loop {
        live.changed = false;
        for (region, blocks) in orders.iter().rev() {
            let entry = body.first_block(*region);
            for &block in blocks {
                let mut next = body.last_op(block);
                while let Some(op) = next {
                    next = body.previous_op(op);
                    live.visit(op);
                }
                if Some(block) == entry {
                    continue;
                }
                for &argument in body.arguments(block) {
                    if !live.arguments.contains(&argument) && live.value_is_live(argument) {
                        live.mark_argument(argument);
                    }
                }
            }
        }
        if !live.changed {
            break;
        }
    }
    let (ops, arguments, mut branches) = (live.ops, live.arguments, live.branches);
    let mut changed = false;
    for (region, blocks) in &orders {
        if body.region_generation(*region).is_none() {
            continue;
        }
        for &block in blocks {
            if body.block_generation(block).is_none() {
                continue;
            }
            if blocks.len() > 1
                && let Some(last) = body.last_op(block)
            {
                let branch = branches.remove(&last).unwrap_or_else(|| successor_operands(context, body, last));
                if let Some(branch) = branch {
                    drop_passed(context, body, last, &branch, &arguments);
                }
            }
            let mut next = body.last_op(block);
            while let Some(op) = next {
                next = body.previous_op(op);
                if !ops[op.0 as usize] {
                    changed = true;
                    body.erase_op(op);
                }
            }
        }
        let later: Vec<Block> = body.region_blocks(*region).skip(1).collect();
        for block in later {
            for index in (0..body.arguments(block).len()).rev() {
                if !arguments.contains(&body.arguments(block)[index]) {
                    body.remove_argument(block, index);
                }
            }
        }
    }
    changed
}

/// Removes the operands of a branch that are passed to dead arguments.
fn drop_passed(context: &Context, body: &mut Body, op: Op, branch: &[SuccessorOperands], live: &FxHashSet<Value>) {
    let mut operands: Vec<Value> = body.operands(op).collect();
    let blocks: Vec<Block> = body.successors(op).collect();
    let Some(def) = OpDef::of(context.op_info(body.name(op))) else { return };
    let mut dropped = false;
    for (successor, &block) in branch.iter().zip(&blocks).rev() {
        for index in (0..successor.range.len()).rev() {
            let dead = body.arguments(block).get(index).is_some_and(|a| !live.contains(a));
            if !dead {
                continue;
            }
            dropped = true;
            operands.remove(successor.range.start + index);
            let Some(declared) = successor.declared else { continue };
            shrink_segment(context, body, op, def.operand_segments_slot(), declared);
            if let Some(inner) = successor.inner {
                shrink_segment(context, body, op, def.operands[declared].inner_segments, inner);
            }
        }
    }
    if dropped {
        body.set_operands(op, &operands);
    }
}

fn shrink_segment(context: &Context, body: &mut Body, op: Op, slot: Option<usize>, index: usize) {
    let Some(slot) = slot else { return };
    let Some(&sizes) = body.properties(op).get(slot) else { return };
    let AttrData::DenseArray { element, data } = context.attr_data(sizes) else { return };
    let mut data = data.clone();
    let size = segment_size(context, sizes, index) - 1;
    if let Some(bytes) = data.get_mut(index * 4..index * 4 + 4) {
        bytes.copy_from_slice(&size.to_le_bytes());
    }
    let element = *element;
    body.set_property(op, slot, context.attribute_of(AttrData::DenseArray { element, data }));
}

/// Merges blocks of a region that have no arguments and do the same; users of the others go to the first.
fn merge_equal_blocks(context: &Context, body: &mut Body) -> bool {
    let mut changed = false;
    for region in all_regions(body) {
        if body.region_generation(region).is_none() || body.first_block(region) == body.last_block(region) {
            continue;
        }
        let blocks: Vec<Block> = body.region_blocks(region).skip(1).collect();
        let mut leaders: Vec<(u64, Block)> = Vec::new();
        for block in blocks {
            let hash = block_hash(context, body, block);
            let Some(&(_, leader)) = leaders.iter().find(|&&(h, l)| h == hash && blocks_equal(context, body, l, block))
            else {
                leaders.push((hash, block));
                continue;
            };
            let users: Vec<Op> = body.predecessor_ops(block).collect();
            for user in users {
                let successors: Vec<Block> = body.successors(user).collect();
                for (index, successor) in successors.into_iter().enumerate() {
                    if successor == block {
                        body.set_successor(user, index, leader);
                    }
                }
            }
            body.erase_block(block);
            changed = true;
        }
    }
    changed
}

fn block_hash(context: &Context, body: &Body, block: Block) -> u64 {
    body.block_ops(block).fold(0, |hash, op| hash.rotate_left(5) ^ hash_op(context, body, op))
}

/// Only blocks without arguments and without values that are used outside are merged: no operands have to be passed then.
fn blocks_equal(context: &Context, body: &Body, a: Block, b: Block) -> bool {
    if !body.arguments(a).is_empty() || !body.arguments(b).is_empty() {
        return false;
    }
    let own =
        |v: Value, block: Block| matches!(body.value_def(v), ValueDef::Result { op, .. } if body.op_block(op) == block);
    let (mut left, mut right) = (body.block_ops(a), body.block_ops(b));
    loop {
        match (left.next(), right.next()) {
            (None, None) => return true,
            (Some(x), Some(y)) => {
                let leaks = |op: Op, block| body.operands(op).any(|v| own(v, block));
                if leaks(x, a) || leaks(y, b) || !crate::equivalence::equivalent(context, body, x, y) {
                    return false;
                }
                let used_outside =
                    |op: Op| body.results(op).any(|v| body.uses(v).any(|u| body.op_block(u.op) != body.op_block(op)));
                if used_outside(x) || used_outside(y) {
                    return false;
                }
            }
            _ => return false,
        }
    }
}
