//! Canonicalization that is the same for all operations whose regions pass values to each other and to the results
//! (`RegionBranchOpInterface`): values that are known get known users, and what nobody uses is not passed.

use crate::error::Result;
use crate::handles::{Op, Value};
use crate::pattern::Rewriter;
use std::collections::{HashMap, HashSet};

/// Control goes from an operation to a region or back: the operation itself or the terminator of one of its regions passes some of
/// its operands to block arguments or results.
#[derive(Clone, Debug)]
pub struct RegionEdge<'s> {
    /// The operation itself, or a terminator in one of its regions.
    pub from: Op<'s>,
    /// The first of its operands that it passes. All that follow `to` go along.
    pub first_operand: u32,
    /// What takes the values.
    pub to: Vec<Value<'s>>,
}

/// What each value that is passed to is given: operands, by operation and number.
struct Edges<'s> {
    /// Values that something is passed to, in the order of the edges.
    inputs: Vec<Value<'s>>,
    operands: HashMap<Value<'s>, Vec<(Op<'s>, u32)>>,
}

impl<'s> Edges<'s> {
    fn new(edges: &[RegionEdge<'s>]) -> Self {
        let mut all = Edges { inputs: Vec::new(), operands: HashMap::new() };
        for edge in edges {
            let passed = edge.from.operand_count().saturating_sub(edge.first_operand);
            for (input, index) in edge.to.iter().zip(0..passed) {
                let operands = all.operands.entry(*input).or_default();
                if operands.is_empty() {
                    all.inputs.push(*input);
                }
                operands.push((edge.from, edge.first_operand + index));
            }
        }
        all
    }

    fn operands(&self, input: Value<'s>) -> impl Iterator<Item = (Op<'s>, u32)> + '_ {
        self.operands.get(&input).into_iter().flatten().copied()
    }

    /// The one value, from elsewhere, that an input always is. None where there may be several.
    fn only_value(&self, input: Value<'s>) -> Option<Value<'s>> {
        let mut seen = HashSet::new();
        let mut todo = vec![input];
        let mut found = None;
        while let Some(next) = todo.pop() {
            if !self.operands.contains_key(&next) {
                if found.is_some_and(|found| found != next) {
                    return None;
                }
                found = Some(next);
                continue;
            }
            for (op, index) in self.operands(next) {
                let value = op.operand(index);
                if seen.insert(value) {
                    todo.push(value);
                }
            }
        }
        found
    }

    /// The sets of inputs that can only go together: an operand that is passed to one is passed to the others too.
    fn tied(&self) -> Vec<Vec<Value<'s>>> {
        let mut set: Vec<usize> = (0..self.inputs.len()).collect();
        let mut first_input = HashMap::new();
        for (at, &input) in self.inputs.iter().enumerate() {
            for operand in self.operands(input) {
                let first = *first_input.entry(operand).or_insert(at);
                let (kept, merged) = (set[first], set[at]);
                if kept != merged {
                    set.iter_mut().filter(|set| **set == merged).for_each(|set| *set = kept);
                }
            }
        }
        let mut sets = vec![Vec::new(); self.inputs.len()];
        for (set, &input) in set.into_iter().zip(&self.inputs) {
            sets[set].push(input);
        }
        sets
    }
}

/// Whether `value` can stand where `input`, a result of `op` or an argument in it, is used.
fn is_visible<'s>(op: Op<'s>, value: Value<'s>, input: Value<'s>) -> bool {
    let inside = value.parent_block().and_then(|block| block.parent_op()) == Some(op);
    !inside || (value.owner_block().is_some() && value.owner_block() == input.owner_block())
}

/// Applies the patterns to an operation, whose edges are given. Gives whether one did something.
///
/// The operation must be verified, must not be isolated and must have no segments of operands among those that it passes.
pub fn canonicalize<'s>(op: Op<'s>, rewriter: &mut Rewriter<'s>, edges: &[RegionEdge<'s>]) -> Result<bool> {
    let edges = Edges::new(edges);
    Ok(use_known_values(op, &edges) || merge_duplicates(&edges) || drop_unused(op, rewriter, &edges)?)
}

/// Values that are always the same one from elsewhere.
fn use_known_values<'s>(op: Op<'s>, edges: &Edges<'s>) -> bool {
    let mut changed = false;
    for &input in edges.inputs.iter().filter(|input| input.has_uses()) {
        if let Some(value) = edges.only_value(input).filter(|value| is_visible(op, *value, input)) {
            input.replace_all_uses(value);
            changed = true;
        }
    }
    changed
}

/// Values of one owner that always get the same.
fn merge_duplicates(edges: &Edges<'_>) -> bool {
    let mut changed = false;
    let mut inputs = edges.inputs.clone();
    // Those that are tied to each other are to give way to those that are tied to each other, so that they all become unused.
    inputs.sort_by_key(|input| input.index());
    let mut known = HashMap::new();
    for input in inputs {
        let given: Vec<_> = edges.operands(input).map(|(op, index)| (op, op.operand(index))).collect();
        let first = *known.entry((input.defining_op(), input.owner_block(), given)).or_insert(input);
        if first != input && input.has_uses() {
            input.replace_all_uses(first);
            changed = true;
        }
    }
    changed
}

/// Values that nobody uses, with the operands that are passed to them.
fn drop_unused<'s>(op: Op<'s>, rewriter: &mut Rewriter<'s>, edges: &Edges<'s>) -> Result<bool> {
    let unused = edges.tied().into_iter().filter(|set| set.iter().all(|input| !input.has_uses()));
    let unused: Vec<Value<'s>> = unused.flatten().collect();
    if unused.is_empty() {
        return Ok(false);
    }
    let mut operands: Vec<(Op<'s>, HashSet<u32>)> = Vec::new();
    for (owner, index) in unused.iter().flat_map(|input| edges.operands(*input)) {
        match operands.iter_mut().find(|(op, _)| *op == owner) {
            Some((_, indexes)) => _ = indexes.insert(index),
            None => operands.push((owner, HashSet::from([index]))),
        }
    }
    for (owner, indexes) in operands {
        let kept = owner.operands().into_iter().zip(0..).filter(|(_, index)| !indexes.contains(index));
        owner.set_operands(&kept.map(|(operand, _)| operand).collect::<Vec<_>>());
    }
    let (mut arguments, mut results) = (Vec::new(), HashSet::new());
    for input in unused {
        match input.owner_block() {
            Some(block) => arguments.push((block, input.index())),
            None => _ = results.insert(input.index()),
        }
    }
    arguments.sort_by_key(|(_, index)| core::cmp::Reverse(*index));
    for (block, index) in arguments {
        block.erase_argument(index);
    }
    if !results.is_empty() {
        drop_results(op, rewriter, |index| results.contains(&index))?;
    }
    Ok(true)
}

/// Makes the same operation without some of its results, which have no uses; its regions move over. Gives the new one.
pub fn drop_results<'s>(op: Op<'s>, rewriter: &Rewriter<'s>, dropped: impl Fn(u32) -> bool) -> Result<Op<'s>> {
    let kept = || op.results().into_iter().filter(|result| !dropped(result.index()));
    let regions = op.regions();
    let mut builder = rewriter
        .op_named(op.name())
        .location(op.location())
        .operands(op.operands())
        .results(kept().map(|result| result.ty()))
        .attributes(op.attribute_dictionary());
    for _ in 0..regions.len() {
        builder = builder.region();
    }
    let made = builder.build()?;
    for (region, target) in regions.into_iter().zip(made.regions()) {
        region.move_blocks(target, None);
    }
    for (old, new) in kept().zip(made.results()) {
        old.replace_all_uses(new);
    }
    op.erase();
    Ok(made)
}
