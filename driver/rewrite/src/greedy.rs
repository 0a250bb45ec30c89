//! The greedy driver: folds, erases dead operations and applies patterns until nothing changes, in the order in which MLIR's
//! driver does it, because the text of the result depends on that order.

use crate::fold::{constant_value, fold};
use crate::region::simplify_region;
use crate::worklist::Worklist;
use plugopt_dialect::OpDef;
use plugopt_dialect::effects::is_trivially_dead;
use plugopt_dialect::hooks::{DialectPattern, FoldOutcome, Folded, Rewriter};
use plugopt_ir::module::Walk;
use plugopt_ir::{
    Attribute, Block, Body, BodyId, Context, Ident, Ir, Location, Op, OpName, OpRef, Region, Traits, Type, Value,
};
use rustc_hash::FxHashMap;
use smallvec::SmallVec;
use std::sync::Arc;

/// How far regions are simplified between the rounds.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum RegionSimplify {
    /// Not at all.
    Disabled,
    /// Unreachable blocks, dead operations and dead block arguments go.
    #[default]
    Normal,
    /// Blocks that are equal are merged too.
    Aggressive,
}

/// How the driver runs. The defaults are those of `canonicalize`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Config {
    /// Whether the first look goes from the top to the bottom.
    pub top_down: bool,
    /// Rounds at most; `None` for no limit.
    pub max_iterations: Option<u64>,
    /// Applications of patterns in a round at most; `None` for no limit.
    pub max_rewrites: Option<u64>,
    /// What is done between the rounds.
    pub region_simplify: RegionSimplify,
    /// Whether the canonicalization patterns of the operations are applied.
    pub canonicalize: bool,
}

impl Default for Config {
    fn default() -> Self {
        Config {
            top_down: true,
            max_iterations: Some(10),
            max_rewrites: None,
            region_simplify: RegionSimplify::Normal,
            canonicalize: true,
        }
    }
}

/// The patterns of dialects that belong to no operation of their own, the best first.
#[derive(Default)]
struct DialectPatterns {
    /// Those that come before the patterns of the operation itself.
    before: Vec<DialectPattern>,
    after: Vec<DialectPattern>,
}

impl DialectPatterns {
    fn of(context: &Context) -> Self {
        let dialects = plugopt_dialect::Registry::of(context).loaded_dialects();
        let mut all: Vec<_> = dialects.iter().flat_map(|dialect| dialect.hooks.canonicalization(context)).collect();
        // Among equals those for one operation come before those for any.
        all.sort_by_key(|pattern| (std::cmp::Reverse(pattern.benefit), pattern.root.is_none()));
        const OF_OPERATIONS: u32 = 1;
        let is_before = |pattern: &DialectPattern| match pattern.root {
            Some(_) => pattern.benefit >= OF_OPERATIONS,
            None => pattern.benefit > OF_OPERATIONS,
        };
        let (before, after) = all.into_iter().partition(is_before);
        DialectPatterns { before, after }
    }

    /// Applies the first of some patterns that matches. Gives whether one did.
    fn apply(patterns: &[DialectPattern], driver: &mut Driver<'_>, name: OpName, op: OpRef) -> bool {
        patterns
            .iter()
            .filter(|pattern| pattern.root.is_none_or(|root| root == name))
            .any(|pattern| (pattern.rewrite)(driver, op))
    }
}

/// Runs the driver on each body of a tree, on several threads where the context allows it: what is in different bodies does not
/// depend on each other. Gives whether all came to an end within the limit of rounds.
pub fn run(ir: &mut Ir, config: &Config) -> bool {
    use rayon::prelude::*;
    let ids: Vec<BodyId> = ir.body_ids().collect();
    let patterns = if config.canonicalize { DialectPatterns::of(ir.context()) } else { DialectPatterns::default() };
    let one = |part: &mut Ir| Driver::new(part, config, &patterns).run();
    if !ir.context().threading() || ids.len() < 2 {
        let mut converged = true;
        for id in ids {
            // A body can go with its stub while another is simplified.
            if ir.try_body(id).is_none() {
                continue;
            }
            let mut part = ir.lend(id);
            converged &= one(&mut part);
            ir.join(part);
        }
        return converged;
    }
    let mut parts: Vec<Ir> = ids.into_iter().map(|id| ir.lend(id)).collect();
    let converged = parts
        .par_chunks_mut(16)
        // All of them are run, whether one before came to an end or not.
        .map(|parts| parts.iter_mut().fold(true, |converged, part| one(part) & converged))
        .reduce(|| true, |a, b| a & b);
    ir.join_all(parts);
    converged
}

type ConstantKey = (Ident, Attribute, Type);

struct Driver<'a> {
    context: Arc<Context>,
    ir: &'a mut Ir,
    id: BodyId,
    config: &'a Config,
    patterns: &'a DialectPatterns,
    worklist: Worklist,
    /// The constants that the current round has moved to the start of a region, and what each gives.
    owned: FxHashMap<Op, (Region, ConstantKey)>,
    known: FxHashMap<(Region, ConstantKey), Op>,
    changed: bool,
}

impl<'a> Driver<'a> {
    fn new(ir: &'a mut Ir, config: &'a Config, patterns: &'a DialectPatterns) -> Self {
        let (context, id) = (ir.context().clone(), ir.root().body);
        Driver {
            context,
            ir,
            id,
            config,
            patterns,
            worklist: Worklist::default(),
            owned: FxHashMap::default(),
            known: FxHashMap::default(),
            changed: false,
        }
    }

    fn body(&self) -> &Body {
        self.ir.body(self.id)
    }

    fn body_mut(&mut self) -> &mut Body {
        self.ir.body_mut(self.id)
    }

    fn run(&mut self) -> bool {
        let mut rounds = 0;
        loop {
            if self.config.max_iterations.is_some_and(|max| rounds >= max) {
                return false;
            }
            rounds += 1;
            self.worklist.clear(self.body().op_bound());
            self.owned.clear();
            self.known.clear();
            self.changed = false;
            self.fill_worklist();
            self.process();
            if self.config.region_simplify != RegionSimplify::Disabled {
                let aggressive = self.config.region_simplify == RegionSimplify::Aggressive;
                let context = self.context.clone();
                self.changed |= simplify_region(&context, self.body_mut(), aggressive);
            }
            if !self.changed {
                return true;
            }
        }
    }

    fn fill_worklist(&mut self) {
        if !self.config.top_down {
            for op in self.body().post_order(Body::ROOT) {
                if op != Body::ROOT && !self.replaced_by_known_constant(op) {
                    self.add(op);
                }
            }
            return;
        }
        let mut order = Vec::with_capacity(self.body().op_bound());
        self.body().walk(Body::ROOT, |op| {
            order.push(op);
            Walk::Advance
        });
        for op in order.into_iter().skip(1) {
            if !self.replaced_by_known_constant(op) {
                self.add(op);
            }
        }
        self.worklist.reverse();
    }

    fn add(&mut self, op: Op) {
        let mut at = Some(op);
        while let Some(op) = at.filter(|&op| op != Body::ROOT) {
            self.worklist.push(op);
            at = self.ir.body(self.id).parent_op(op);
        }
    }

    // ---- constants ------------------------------------------------------------------------------------------------------

    /// The region at whose start constants for a block are put: that of the root or of an unregistered operation.
    fn constant_region(&self, block: Block) -> Region {
        let body = self.body();
        let mut region = body.block_region(block);
        loop {
            let parent = body.region_op(region);
            let outer = body.op_block(parent);
            if outer.is_none() || !self.context.op_info(body.name(parent)).registered {
                return region;
            }
            region = body.block_region(outer);
        }
    }

    /// Moves a constant to the start of its region, or replaces it by an equal one that is there. Gives whether it is gone.
    fn replaced_by_known_constant(&mut self, op: Op) -> bool {
        let info = self.context.op_info(self.body().name(op));
        if !info.has(Traits::CONSTANT_LIKE) || self.body().result_count(op) != 1 {
            return false;
        }
        let dialect = info.dialect;
        let value = constant_value(self.ir, self.id, op);
        if value.is_none() {
            return false;
        }
        let block = self.body().op_block(op);
        if block.is_none() {
            return false;
        }
        let region = self.constant_region(block);
        let key = (dialect, value, self.body().value_type(self.body().result(op, 0)));
        if let Some(&existing) = self.known.get(&(region, key)) {
            let replacement = self.body().result(existing, 0);
            self.replace_op(op, &[replacement]);
            self.body_mut().set_location(existing, Location::UNKNOWN);
            return true;
        }
        let Some(entry) = self.body().first_block(region) else { return false };
        let first = self.body().first_op(entry);
        let after_owned = self.body().previous_op(op).is_some_and(|p| self.owned.contains_key(&p));
        if block != entry || (first != Some(op) && !after_owned) {
            let body = self.body_mut();
            body.detach_op(op);
            body.prepend_op(entry, op);
            body.set_location(op, Location::UNKNOWN);
        }
        self.known.insert((region, key), op);
        self.owned.insert(op, (region, key));
        false
    }

    fn forget_constant(&mut self, op: Op) {
        if let Some(key) = self.owned.remove(&op) {
            self.known.remove(&key);
        }
    }

    // ---- the loop -------------------------------------------------------------------------------------------------------

    fn process(&mut self) {
        let mut rewrites = 0;
        let context = self.context.clone();
        while self.config.max_rewrites.is_none_or(|max| rewrites < max) {
            let Some(op) = self.worklist.pop() else { return };
            if is_trivially_dead(&context, self.body(), op) {
                self.erase_op(op);
                self.changed = true;
                continue;
            }
            let info = context.op_info(self.body().name(op));
            if !info.has(Traits::CONSTANT_LIKE) && self.try_fold(op) {
                self.changed = true;
                continue;
            }
            if !self.config.canonicalize {
                continue;
            }
            let at = OpRef { body: self.id, op };
            let name = self.body().name(op);
            let patterns = self.patterns;
            let matched = DialectPatterns::apply(&patterns.before, self, name, at)
                || OpDef::of(info)
                    .filter(|def| def.hook_set.canonicalize)
                    .is_some_and(|def| def.hooks.clone().canonicalize(self, at))
                || DialectPatterns::apply(&patterns.after, self, name, at);
            if matched {
                self.changed = true;
                rewrites += 1;
            }
        }
    }

    fn try_fold(&mut self, op: Op) -> bool {
        let at = OpRef { body: self.id, op };
        let results = match fold(self.ir, at) {
            FoldOutcome::Unchanged => return false,
            FoldOutcome::InPlace => {
                self.add(op);
                return true;
            }
            FoldOutcome::Results(results) => results,
        };
        let mut values: SmallVec<[Value; 4]> = SmallVec::new();
        let mut made: SmallVec<[Op; 2]> = SmallVec::new();
        let types: SmallVec<[Type; 4]> = self.body().results(op).map(|v| self.body().value_type(v)).collect();
        for (result, ty) in results.iter().zip(types) {
            match *result {
                Folded::Value(value) => values.push(value),
                Folded::Attribute(attr) => match self.materialize(at, attr, ty) {
                    Some(constant) => {
                        made.push(constant);
                        values.push(self.body().result(constant, 0));
                    }
                    None => {
                        for constant in made {
                            self.erase_op(constant);
                        }
                        return false;
                    }
                },
            }
        }
        self.replace_op(op, &values);
        true
    }

    fn materialize(&mut self, before: OpRef, value: Attribute, ty: Type) -> Option<Op> {
        let context = self.context.clone();
        let def = OpDef::of(context.op_info(self.body().name(before.op)))?;
        let made = def.dialect.hooks.clone().materialize_constant(self.ir, before, value, ty)?;
        self.add(made.op);
        Some(made.op)
    }

    // ---- changes --------------------------------------------------------------------------------------------------------

    fn replace_op(&mut self, op: Op, values: &[Value]) {
        let results: SmallVec<[Value; 4]> = self.body().results(op).collect();
        for (result, &value) in results.into_iter().zip(values) {
            self.replace_value(result, value);
        }
        self.erase_op(op);
    }

    fn replace_value(&mut self, old: Value, new: Value) {
        if old == new {
            return;
        }
        let users: SmallVec<[Op; 8]> = self.body().uses(old).map(|u| u.op).collect();
        self.body_mut().replace_all_uses(old, new);
        for user in users {
            self.add(user);
        }
    }

    fn erase_op(&mut self, op: Op) {
        if self.body().op_regions(op).is_empty() {
            self.forget(op);
        } else {
            for op in self.body().post_order(op).into_iter() {
                self.forget(op);
            }
        }
        self.body_mut().erase_op(op);
    }

    /// What is known of an operation goes; those that gave its operands may be dead, or fold further, now.
    fn forget(&mut self, op: Op) {
        let body = self.ir.body(self.id);
        let mut defining: SmallVec<[Op; 8]> = SmallVec::new();
        for operand in body.operands(op) {
            let Some(definition) = body.defining_op(operand) else { continue };
            let mut other = None;
            let many = body.uses(operand).any(|u| {
                if u.op == op || Some(u.op) == other {
                    return false;
                }
                other.replace(u.op).is_some()
            });
            if !many {
                defining.push(definition);
            }
        }
        for definition in defining {
            self.add(definition);
        }
        self.worklist.remove(op);
        self.forget_constant(op);
    }
}

impl Rewriter for Driver<'_> {
    fn ir(&self) -> &Ir {
        self.ir
    }

    fn ir_mut(&mut self) -> &mut Ir {
        self.ir
    }

    fn modified(&mut self, op: OpRef) {
        if op.body == self.id {
            self.add(op.op);
        }
    }

    fn inserted(&mut self, op: OpRef) {
        if op.body == self.id {
            self.add(op.op);
        }
    }

    fn replace(&mut self, op: OpRef, values: &[Value]) {
        if op.body == self.id {
            self.replace_op(op.op, values);
        }
    }

    fn erase(&mut self, op: OpRef) {
        if op.body == self.id {
            self.erase_op(op.op);
        }
    }

    fn replace_all_uses(&mut self, body: BodyId, old: Value, new: Value) {
        if body == self.id {
            self.replace_value(old, new);
        }
    }

    fn constant(&mut self, before: OpRef, like: &[u8], value: Attribute, ty: Type) -> Option<Value> {
        let context = self.context.clone();
        let registry = plugopt_dialect::Registry::of(&context);
        let dialect = registry.dialect(&context, std::str::from_utf8(like).ok()?)?;
        let made = dialect.hooks.clone().materialize_constant(self.ir, before, value, ty)?;
        self.add(made.op);
        Some(self.body().result(made.op, 0))
    }
}
