//! Common subexpression elimination: an operation that does what another did before it gives way to that one.

use crate::equivalence::{equivalent, hash_op};
use hashbrown::HashTable;
use plugopt_dialect::definition::EffectKind;
use plugopt_dialect::dominance::RegionDominance;
use plugopt_dialect::effects::{effects_of, is_memory_effect_free, is_trivially_dead, only_reads};
use plugopt_ir::{Block, Body, Context, Location, Op, Region, Traits};
use rustc_hash::FxHashMap;
use std::rc::Rc;

/// What a run did.
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug)]
pub struct Statistics {
    /// Operations that gave way to an equal one.
    pub replaced: u64,
    /// Operations erased because nothing used them.
    pub dead: u64,
}

/// Eliminates common subexpressions and dead operations in the regions of a body's root.
pub fn eliminate(context: &Context, body: &mut Body) -> Statistics {
    let mut run = Run {
        context,
        body,
        known: HashTable::new(),
        outside: Vec::new(),
        undo: Vec::new(),
        erase: Vec::new(),
        reads: FxHashMap::default(),
        statistics: Statistics::default(),
    };
    run.regions(Body::ROOT);
    let erase = std::mem::take(&mut run.erase);
    for op in erase {
        run.body.erase_op(op);
    }
    run.statistics
}

/// Operations with their hashes.
type KnownOps = HashTable<(u64, Op)>;

struct Known {
    hash: u64,
    op: Op,
    shadowed: Option<Op>,
}

struct Run<'a> {
    context: &'a Context,
    body: &'a mut Body,
    known: KnownOps,
    /// What was known outside of operations that may be isolated, with what has to be forgotten of it.
    outside: Vec<(KnownOps, Vec<Known>)>,
    /// What was made known in the open scopes, in order.
    undo: Vec<Known>,
    erase: Vec<Op>,
    /// For an operation that reads: how far it was seen that nothing writes behind it, and whether something does there.
    reads: FxHashMap<Op, (Op, bool)>,
    statistics: Statistics,
}

/// What is left to do for the region trees that are open.
enum Step {
    /// Go through a block from an operation on.
    Ops { block: Block, next: Option<Op>, dominance: bool },
    /// An operation whose regions are done.
    After { op: Op, dominance: bool },
    /// Forget what was made known since.
    Close(usize),
    /// A block as a scope of its own, and in it what is below the block in the dominator tree.
    Scope { block: Block, tree: Option<Rc<RegionDominance>>, dominance: bool },
    /// The facts on reads end with a block.
    EndBlock,
    /// What is known outside is not to be used in what follows, until `Leave`.
    Enter,
    /// Go on with what was known before `Enter`.
    Leave,
}

impl Run<'_> {
    fn regions(&mut self, top: Op) {
        let mut todo = Vec::new();
        self.push_regions(top, &mut todo);
        while let Some(step) = todo.pop() {
            match step {
                Step::Close(mark) => self.close(mark),
                Step::EndBlock => self.reads.clear(),
                Step::Enter => {
                    let outside = (std::mem::take(&mut self.known), std::mem::take(&mut self.undo));
                    self.outside.push(outside);
                }
                Step::Leave => (self.known, self.undo) = self.outside.pop().unwrap_or_default(),
                Step::After { op, dominance } => self.simplify(op, dominance),
                Step::Scope { block, tree, dominance } => {
                    todo.push(Step::Close(self.undo.len()));
                    if let Some(tree) = tree {
                        let children = tree.children(block).iter().rev();
                        todo.extend(children.map(|&block| Step::Scope { block, tree: Some(tree.clone()), dominance }));
                    }
                    todo.push(Step::EndBlock);
                    todo.push(Step::Ops { block, next: self.body.first_op(block), dominance });
                }
                Step::Ops { block, next, dominance } => {
                    let mut next = next;
                    while let Some(op) = next {
                        next = self.body.next_op(op);
                        if self.body.op_regions(op).is_empty() {
                            self.simplify(op, dominance);
                            continue;
                        }
                        todo.push(Step::Ops { block, next, dominance });
                        todo.push(Step::After { op, dominance });
                        self.push_regions(op, &mut todo);
                        break;
                    }
                }
            }
        }
    }

    fn push_regions(&mut self, op: Op, todo: &mut Vec<Step>) {
        let regions: smallvec::SmallVec<[Region; 4]> = self.body.op_regions(op).iter().copied().collect();
        let graph = self.body.has_traits(self.context, op, Traits::GRAPH_REGION);
        // Of an operation that is not registered nobody knows whether it is isolated and whether its blocks are graphs.
        let unknown = op != Body::ROOT && !self.context.op_info(self.body.name(op)).registered;
        if unknown {
            todo.push(Step::Leave);
        }
        for &region in regions.iter().rev() {
            let Some(first) = self.body.first_block(region) else { continue };
            if self.body.next_block(first).is_none() {
                todo.push(Step::Scope { block: first, tree: None, dominance: !graph && !unknown });
            } else if !graph {
                let tree = Some(Rc::new(RegionDominance::compute(self.body, region)));
                todo.push(Step::Scope { block: first, tree, dominance: true });
            }
        }
        if unknown {
            todo.push(Step::Enter);
        }
    }

    fn close(&mut self, mark: usize) {
        while self.undo.len() > mark {
            let Some(Known { hash, op, shadowed }) = self.undo.pop() else { return };
            if let Ok(mut entry) = self.known.find_entry(hash, |&(_, known)| known == op) {
                match shadowed {
                    Some(before) => entry.get_mut().1 = before,
                    None => {
                        entry.remove();
                    }
                }
            }
        }
    }

    fn lookup(&self, hash: u64, op: Op) -> Option<Op> {
        let (context, body) = (self.context, &*self.body);
        let found = self.known.find(hash, |&(h, known)| h == hash && equivalent(context, body, known, op));
        found.map(|&(_, known)| known)
    }

    fn learn(&mut self, hash: u64, op: Op) {
        let (context, body) = (self.context, &*self.body);
        let found = self.known.find_mut(hash, |&(h, known)| h == hash && equivalent(context, body, known, op));
        let shadowed = found.map(|entry| std::mem::replace(&mut entry.1, op));
        if shadowed.is_none() {
            self.known.insert_unique(hash, (hash, op), |&(h, _)| h);
        }
        self.undo.push(Known { hash, op, shadowed });
    }

    fn simplify(&mut self, op: Op, dominance: bool) {
        let (context, body) = (self.context, &*self.body);
        let info = context.op_info(body.name(op));
        if info.has(Traits::TERMINATOR) {
            return;
        }
        if is_trivially_dead(context, body, op) {
            self.erase.push(op);
            self.statistics.dead += 1;
            return;
        }
        // What could only be done for regions of one block is not tried for others.
        let many = |&r: &Region| body.first_block(r).is_some_and(|b| body.next_block(b).is_some());
        if body.op_regions(op).iter().any(many) || body.child(op).is_some() {
            return;
        }
        if !is_memory_effect_free(context, body, op) {
            if !only_reads(context, body, op) {
                return;
            }
            let hash = hash_op(context, body, op);
            if let Some(existing) = self.lookup(hash, op)
                && self.body.op_block(existing) == self.body.op_block(op)
                && !self.writes_between(existing, op)
            {
                self.replace(op, existing, dominance);
                return;
            }
            self.learn(hash, op);
            return;
        }
        let hash = hash_op(context, body, op);
        match self.lookup(hash, op) {
            Some(existing) => self.replace(op, existing, dominance),
            None => self.learn(hash, op),
        }
    }

    fn replace(&mut self, op: Op, existing: Op, dominance: bool) {
        let pairs: smallvec::SmallVec<[_; 2]> = self.body.results(op).zip(self.body.results(existing)).collect();
        if dominance {
            for (old, new) in pairs {
                self.body.replace_all_uses(old, new);
            }
            self.erase.push(op);
        } else {
            // Only users that were not looked at yet may change: equal operations among the known ones would become unequal.
            for (old, new) in pairs {
                let uses: Vec<_> = self.body.uses(old).collect();
                for user in uses {
                    if !self.is_known(user.op) {
                        self.body.set_operand(user.op, user.index as usize, new);
                    }
                }
            }
            if self.body.results(op).all(|v| !self.body.has_uses(v)) {
                self.erase.push(op);
            }
        }
        if self.body.location(existing) == Location::UNKNOWN {
            let location = self.body.location(op);
            self.body.set_location(existing, location);
        }
        self.statistics.replaced += 1;
    }

    fn is_known(&self, op: Op) -> bool {
        self.lookup(hash_op(self.context, self.body, op), op).is_some()
    }

    fn writes_between(&mut self, from: Op, to: Op) -> bool {
        let (start, written) = self.reads.get(&from).copied().unwrap_or((from, false));
        if written {
            return true;
        }
        let mut next = if start == from { self.body.next_op(from) } else { Some(start) };
        while let Some(op) = next.filter(|&op| op != to) {
            if self.may_write(op) {
                self.reads.insert(from, (op, true));
                return true;
            }
            next = self.body.next_op(op);
        }
        self.reads.insert(from, (to, false));
        false
    }

    /// Whether the operation or one in its regions writes, or may.
    fn may_write(&self, op: Op) -> bool {
        let (context, body) = (self.context, &*self.body);
        !body.walk(op, |op| {
            let recursive = body.has_traits(context, op, Traits::RECURSIVE_MEMORY_EFFECTS);
            match effects_of(context, body, op) {
                Some(effects) if effects.iter().any(|e| e.kind == EffectKind::Write) => plugopt_ir::module::Walk::Stop,
                Some(_) if recursive => plugopt_ir::module::Walk::Advance,
                Some(_) => plugopt_ir::module::Walk::Skip,
                None if recursive => plugopt_ir::module::Walk::Advance,
                None => plugopt_ir::module::Walk::Stop,
            }
        })
    }
}
