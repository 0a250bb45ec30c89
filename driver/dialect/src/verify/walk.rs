//! The walk over an isolated operation: structure first, dominance of what is not obvious last.

use super::signature::{Checks, Signature};
use super::{At, Failed, Known, Verifier, late, op};
use crate::diagnostic;
use crate::dominance::Dominance;
use plugopt_ir::body::{OpParts, ValueDef};
use plugopt_ir::{Attribute, Block, Body, Context, Diagnostic, Location, Op, OpRef, Region, Traits};
use rayon::prelude::*;
use rustc_hash::FxHashSet;
use smallvec::SmallVec;

type Checked = Result<(), Failed>;

/// What came of verifying an isolated operation.
pub(super) struct Outcome {
    pub(super) result: Checked,
    /// The operations in it that refer to symbols of a table around it.
    pub(super) symbol_users: Vec<OpRef>,
}

/// An operation whose regions are being walked.
struct Frame {
    op: Op,
    region: usize,
    block: Block,
    /// The operation being walked in `block`, for its order.
    current: Op,
    /// Isolated operations found since belong to this one.
    isolated: usize,
    symbol_users: usize,
}

/// An operand that the walk alone cannot tell to be defined.
#[derive(Clone, Copy)]
struct Doubt {
    user: Op,
    index: u32,
    /// The user or the operation around it that is in the region of the definition; absent where none is.
    around: Op,
}

/// The walk over one isolated operation.
struct Walk<'v, 'a> {
    verifier: &'v Verifier<'a>,
    body: &'a Body,
    unit: OpRef,
    frames: Vec<Frame>,
    isolated: Vec<OpRef>,
    symbol_users: Vec<OpRef>,
    /// For each region that is being walked the number of its frame, counted from 1; 0 for the others.
    open: Vec<u32>,
    /// Operands whose dominance needs a closer look.
    doubtful: Vec<Doubt>,
    /// Dictionaries in which nothing is to be checked.
    plain: FxHashSet<Attribute>,
    checked: Checks,
}

impl<'a> Verifier<'a> {
    /// Verifies an isolated operation, or the top of what is verified, with everything in it.
    pub(super) fn unit(&self, unit: OpRef) -> Outcome {
        let body = self.ir.body(unit.body);
        let mut walk = Walk {
            verifier: self,
            body,
            unit,
            frames: Vec::new(),
            isolated: Vec::new(),
            symbol_users: Vec::new(),
            open: vec![0; body.region_bound()],
            doubtful: Vec::new(),
            plain: FxHashSet::default(),
            checked: self.checked.lock().pop().unwrap_or_default(),
        };
        let result = walk.run();
        self.checked.lock().push(walk.checked);
        Outcome { result, symbol_users: walk.symbol_users }
    }

    /// Verifies isolated operations beside each other. All report; the diagnostics come in their order.
    fn units(&self, units: &[OpRef]) -> Outcome {
        let outcomes: Vec<Outcome> = if units.len() > 1 && self.context.threading() {
            let run = |&unit: &OpRef| self.context.diagnostics().capture(|| self.nested_unit(unit));
            let captured: Vec<(Outcome, Vec<Diagnostic>)> = units.par_iter().map(run).collect();
            captured
                .into_iter()
                .map(|(outcome, diagnostics)| {
                    diagnostics.into_iter().for_each(|d| self.context.diagnostics().emit(d));
                    outcome
                })
                .collect()
        } else {
            units.iter().map(|&unit| self.nested_unit(unit)).collect()
        };
        let mut all = Outcome { result: Ok(()), symbol_users: Vec::new() };
        for outcome in outcomes {
            all.result = all.result.and(outcome.result);
            all.symbol_users.extend(outcome.symbol_users);
        }
        all
    }

    /// A unit inside another: isolated operations nest as deep as the input does.
    fn nested_unit(&self, unit: OpRef) -> Outcome {
        stacker::maybe_grow(64 << 10, 4 << 20, || self.unit(unit))
    }

    fn at(&self, body: &'a Body, op: Op) -> At<'a> {
        let (outer, position) = match body.parent() {
            Some((outer, position)) if op == Body::ROOT => match self.ir.try_body(outer) {
                Some(outer) => (outer, position),
                None => (body, op),
            },
            _ => (body, op),
        };
        At { ir: self.ir, context: self.context, registry: self.registry, body, op, outer, position }
    }
}

/// Whether a block of these operations may lack a terminator.
fn may_lack_terminator(body: &Body, block: Block, known: &Known<'_>) -> bool {
    let region = body.block_region(block);
    let single = body.first_block(region) == Some(block) && body.next_block(block).is_none();
    single && (!known.info.registered || known.info.has(Traits::NO_TERMINATOR))
}

impl<'v, 'a: 'v> Walk<'v, 'a> {
    fn run(&mut self) -> Checked {
        let top = self.unit.op;
        self.enter_and_open(top)?;
        while let Some(frame) = self.frames.last() {
            let (owner, block, current) = (frame.op, frame.block, frame.current);
            let next = match (block.some(), current.some()) {
                (Some(block), None) => self.body.first_op(block),
                (Some(_), Some(current)) => self.body.next_op(current),
                _ => None,
            };
            if let Some(op) = next {
                if let Some(frame) = self.frames.last_mut() {
                    frame.current = op;
                }
                self.visit(block, op)?;
                continue;
            }
            if !block.is_none() {
                self.leave_block(owner, block)?;
            }
            if !block.is_none() {
                self.open[self.body.block_region(block).0 as usize] = 0;
            }
            match self.next_block(owner, block) {
                Some((region, next)) => {
                    self.open[self.body.block_region(next).0 as usize] = self.frames.len() as u32;
                    if let Some(frame) = self.frames.last_mut() {
                        (frame.region, frame.block, frame.current) = (region, next, Op::NONE);
                    }
                    self.enter_block(owner, next)?;
                }
                None => {
                    let frame = self.frames.pop().expect("the frame looked at above");
                    self.leave(frame)?;
                }
            }
        }
        self.check_dominance()
    }

    fn next_block(&self, owner: Op, block: Block) -> Option<(usize, Block)> {
        let frame = self.frames.last()?;
        if let Some(next) = block.some().and_then(|block| self.body.next_block(block)) {
            return Some((frame.region, next));
        }
        let first = if block.is_none() { 0 } else { frame.region + 1 };
        let regions = self.body.op_regions(owner);
        (first..regions.len()).find_map(|i| self.body.first_block(regions[i]).map(|block| (i, block)))
    }

    /// An operation within the unit.
    #[inline]
    fn visit(&mut self, block: Block, op: Op) -> Checked {
        let parts = self.body.parts(op);
        self.check_operands(block, op, parts)?;
        if parts.is_plain {
            let known = self.verifier.known(parts.name);
            self.enter(op, parts, known)?;
            return self.finish(op, known, &[]);
        }
        let leaf = self.body.op_regions(op).is_empty();
        if self.body.successors(op).len() != 0 && self.body.next_op(op).is_some() {
            let message = "operation with block successors must terminate its parent block";
            return Err(self.verifier.at(self.body, op).error(message));
        }
        if let Some(child) = self.body.child(op) {
            let unit = OpRef::root(child);
            match self.verifier.ir.body(child).op_regions(Body::ROOT).is_empty() {
                // MLIR looks at isolated operations without regions in their place.
                true => {
                    let outcome = self.verifier.unit(unit);
                    self.symbol_users.extend(outcome.symbol_users);
                    return outcome.result;
                }
                false => self.isolated.push(unit),
            }
            return Ok(());
        }
        if !leaf {
            let known = self.verifier.known(self.body.name(op));
            if known.info.has(Traits::ISOLATED_FROM_ABOVE) {
                self.isolated.push(OpRef { body: self.unit.body, op });
                return Ok(());
            }
            return self.enter_and_open(op);
        }
        let known = self.verifier.known(parts.name);
        self.enter(op, parts, known)?;
        self.finish(op, known, &[])
    }

    fn enter_and_open(&mut self, op: Op) -> Checked {
        let parts = self.body.parts(op);
        let known = self.verifier.known(parts.name);
        self.enter(op, parts, known)?;
        self.frames.push(Frame {
            op,
            region: 0,
            block: Block::NONE,
            current: Op::NONE,
            isolated: self.isolated.len(),
            symbol_users: self.symbol_users.len(),
        });
        Ok(())
    }

    /// MLIR's `verifyOnEntrance` of an operation.
    #[inline]
    fn enter(&mut self, op: Op, parts: OpParts<'a>, known: &Known<'a>) -> Checked {
        let dictionary = parts.attributes;
        if dictionary != Attribute::EMPTY_DICTIONARY && !self.plain.contains(&dictionary) {
            self.check_dictionary(op, dictionary)?;
        }
        if let Some((def, program)) = known.def {
            let signature = if program.by_signature { Signature::of(parts) } else { None };
            if !signature.is_some_and(|signature| self.checked.contains(signature)) {
                op::check(&self.verifier.at(self.body, op), def, program)?;
                if def.hook_set.verify_signature {
                    def.hooks.verify_signature(self.verifier.at(self.body, op).view()).map_err(|_| Failed)?;
                }
                if let Some(signature) = signature {
                    self.checked.insert(signature);
                }
            }
            if def.hook_set.verify {
                def.hooks.verify(self.verifier.at(self.body, op).view()).map_err(|_| Failed)?;
            }
            if program.symbol_user.is_some() {
                self.symbol_users.push(OpRef { body: self.unit.body, op });
            }
        }
        if parts.is_plain {
            return Ok(());
        }
        match self.body.op_regions(op) {
            [] => Ok(()),
            regions => self.check_regions(op, known, regions),
        }
    }

    fn check_regions(&self, op: Op, known: &Known<'_>, regions: &[Region]) -> Checked {
        let graph = known.info.registered && known.info.has(Traits::GRAPH_REGION);
        for (i, &region) in regions.iter().enumerate() {
            let Some(first) = self.body.first_block(region) else { continue };
            if graph && self.body.next_block(first).is_some() {
                let message = format!("expects graph region #{i} to have 0 or 1 blocks");
                return Err(self.verifier.at(self.body, op).op_error(message));
            }
            if self.body.predecessor_ops(first).next().is_some() {
                let location = self.body.location(op);
                return Err(self.plain_error(location, "entry block of region may not have predecessors"));
            }
        }
        Ok(())
    }

    fn plain_error(&self, location: Location, message: &str) -> Failed {
        self.verifier.context.diagnostics().emit(Diagnostic::error(location, message));
        Failed
    }

    fn check_dictionary(&mut self, op: Op, dictionary: Attribute) -> Checked {
        let context = self.verifier.context;
        let mut plain = true;
        for &attribute in context.dictionary(dictionary) {
            let name = context.bytes(attribute.0);
            let Some(dot) = name.iter().position(|&b| b == b'.') else { continue };
            let Some(dialect) = self.verifier.dialect(&name[..dot]) else { continue };
            let at = self.verifier.at(self.body, op);
            if let Some((_, constraint)) = dialect.discardable.iter().find(|(n, _)| *n == attribute.0)
                && !constraint.holds_for_attr(context, attribute.1)
            {
                let message =
                    [b"attribute '", name, b"' failed to satisfy constraint: ", constraint.summary().as_bytes()];
                return Err(at.op_error(message.concat()));
            }
            if dialect.hook_set.get(plugopt_descriptor::Role::VerifyOpAttribute).is_some() {
                plain = false;
                dialect.hooks.verify_op_attribute(at.view(), attribute).map_err(|_| Failed)?;
            }
        }
        if plain {
            self.plain.insert(dictionary);
        }
        Ok(())
    }

    fn enter_block(&self, owner: Op, block: Block) -> Checked {
        if self.body.first_op(block).is_some() {
            return Ok(());
        }
        if may_lack_terminator(self.body, block, self.verifier.known(self.body.name(owner))) {
            return Ok(());
        }
        let location = self.body.location(owner);
        Err(self.plain_error(location, "empty block: expect at least a terminator"))
    }

    fn leave_block(&self, owner: Op, block: Block) -> Checked {
        let Some(last) = self.body.last_op(block) else { return Ok(()) };
        let region = self.body.block_region(block);
        if self.body.successors(last).any(|successor| self.body.block_region(successor) != region) {
            return Err(self.verifier.at(self.body, last).op_error("branching to block of a different region"));
        }
        let info = self.verifier.known(self.body.name(last)).info;
        if !info.registered || info.has(Traits::TERMINATOR) {
            return Ok(());
        }
        if may_lack_terminator(self.body, block, self.verifier.known(self.body.name(owner))) {
            return Ok(());
        }
        let op = OpRef { body: self.unit.body, op: last };
        let op = self.verifier.ir.resolve(op);
        let view = crate::asm::OpView { ir: self.verifier.ir, op };
        let text = diagnostic::on_own_lines(self.verifier.registry.print_op(view).unwrap_or_default());
        self.verifier
            .context
            .diagnostics()
            .emit(diagnostic::error(view, [b"block with no terminator, has ", &*text].concat()));
        Err(Failed)
    }

    fn leave(&mut self, frame: Frame) -> Checked {
        let isolated: Vec<OpRef> = self.isolated.drain(frame.isolated..).collect();
        let known = self.verifier.known(self.body.name(frame.op));
        if !isolated.is_empty() {
            let outcome = self.verifier.units(&isolated);
            self.symbol_users.extend(outcome.symbol_users);
            outcome.result?;
        }
        // Users of symbols ask the nearest table around them; tables further out are not theirs.
        let users: Vec<OpRef> = match known.info.has(Traits::SYMBOL_TABLE) {
            true => self.symbol_users.drain(frame.symbol_users..).collect(),
            false => Vec::new(),
        };
        self.finish(frame.op, known, &users)
    }

    /// MLIR's `verifyOnExit` of an operation, without its isolated operations.
    #[inline]
    fn finish(&self, op: Op, known: &Known<'a>, symbol_users: &[OpRef]) -> Checked {
        match known.def {
            Some((def, program)) => {
                if !program.late.is_empty() || def.hook_set.verify_regions {
                    late::check(&self.verifier.at(self.body, op), self.verifier, def, program, symbol_users)?;
                }
                Ok(())
            }
            None => self.check_unregistered(op, known),
        }
    }

    fn check_unregistered(&self, op: Op, known: &Known<'a>) -> Checked {
        let context = self.verifier.context;
        let dialect = context.bytes(known.info.dialect);
        match self.verifier.dialect(dialect) {
            None if context.allows_unregistered_dialects() => Ok(()),
            None => Err(self.verifier.at(self.body, op).op_error(
                "created with unregistered dialect. If this is intended, please call allowUnregisteredDialects() on the \
                 MLIRContext, or use -allow-unregistered-dialect with the MLIR opt tool used",
            )),
            Some(dialect) if dialect.unknown_ops => Ok(()),
            Some(_) => {
                let name = context.bytes(known.info.name);
                let message = [
                    b"unregistered operation '",
                    name,
                    b"' found in dialect ('",
                    dialect,
                    b"') that does not allow unknown operations",
                ];
                Err(self.verifier.at(self.body, op).error(message.concat()))
            }
        }
    }

    // ---- dominance ------------------------------------------------------------------------------------------------------

    /// Settles the operands that the walk can see to be defined before; the others are kept for later.
    #[inline]
    fn check_operands(&mut self, block: Block, op: Op, parts: OpParts<'a>) -> Checked {
        for (index, value) in parts.operands().enumerate() {
            let (defined, definition) = match self.body.value_def(value) {
                ValueDef::Result { op, .. } => (self.body.op_block(op), op),
                ValueDef::Argument { block, .. } => (block, Op::NONE),
                ValueDef::Erased => return Err(self.verifier.at(self.body, op).error("null operand found")),
            };
            let around = if defined == block { op } else { self.around(defined) };
            let settled = !around.is_none()
                && self.body.op_block(around) == defined
                && (definition.is_none() || (definition != around && self.body.is_before(definition, around)));
            if !settled {
                self.doubtful.push(Doubt { user: op, index: index as u32, around });
            }
        }
        Ok(())
    }

    /// The operation being walked in the region of a block, if that region is being walked.
    fn around(&self, block: Block) -> Op {
        let region = block.some().map_or(Region::NONE, |block| self.body.block_region(block));
        match self.open.get(region.0 as usize) {
            None | Some(0) => Op::NONE,
            Some(&frame) => self.frames[frame as usize - 1].current,
        }
    }

    fn check_dominance(&mut self) -> Checked {
        if self.doubtful.is_empty() {
            return Ok(());
        }
        let mut dominance = Dominance::default();
        let doubtful = std::mem::take(&mut self.doubtful);
        let failing: SmallVec<[Doubt; 4]> =
            doubtful.iter().copied().filter(|doubt| !self.is_dominated(&mut dominance, doubt)).collect();
        if failing.is_empty() {
            return Ok(());
        }
        // MLIR visits the operations of all of an operation's regions before those in their regions, the last of these first.
        let mut todo = vec![self.unit.op];
        while let Some(owner) = todo.pop() {
            for &region in self.body.op_regions(owner) {
                for block in self.body.region_blocks(region) {
                    for op in self.body.block_ops(block) {
                        if let Some(doubt) = failing.iter().find(|doubt| doubt.user == op) {
                            self.report_dominance(op, doubt.index as usize);
                            return Err(Failed);
                        }
                        if !self.body.op_regions(op).is_empty()
                            && !self.verifier.known(self.body.name(op)).info.has(Traits::ISOLATED_FROM_ABOVE)
                        {
                            todo.push(op);
                        }
                    }
                }
            }
        }
        Ok(())
    }

    /// MLIR's `DominanceInfo::properlyDominates` of a value and an operation; holds in unreachable blocks.
    fn is_dominated(&self, dominance: &mut Dominance, doubt: &Doubt) -> bool {
        let body = self.body;
        let user_block = body.op_block(doubt.user);
        let user_region = body.block_region(user_block);
        let first = body.first_block(user_region);
        if first != Some(user_block) && !dominance.tree(body, user_region).is_reachable(user_block) {
            return true;
        }
        let (block, definition) = match body.value_def(body.operand(doubt.user, doubt.index as usize)) {
            ValueDef::Result { op, .. } => (body.op_block(op), Some(op)),
            ValueDef::Argument { block, .. } => (block, None),
            ValueDef::Erased => return false,
        };
        let (Some(block), Some(at)) = (block.some(), doubt.around.some()) else { return false };
        let region = body.block_region(block);
        let at_block = body.op_block(at);
        if block != at_block {
            return dominance.tree(body, region).dominates(block, at_block);
        }
        match definition {
            None => true,
            Some(definition) if self.order_matters(region) => definition != at && body.is_before(definition, at),
            Some(_) => true,
        }
    }

    /// Whether definitions must come before their uses within a block (MLIR's `hasSSADominance`).
    fn order_matters(&self, region: Region) -> bool {
        order_matters(self.verifier.context, self.body, region)
    }

    fn report_dominance(&self, op: Op, index: usize) {
        let body = self.body;
        let at = self.verifier.at(body, op);
        let at = At { op, ..at };
        let view = crate::asm::OpView { ir: at.ir, op: self.verifier.ir.resolve(OpRef { body: self.unit.body, op }) };
        let diagnostic = diagnostic::error(view, format!("operand #{index} does not dominate this use"));
        let region = body.block_region(body.op_block(op));
        let around = |inner: Region, outer: Region| {
            let mut at = body.region_op(inner);
            while let Some(op) = at.some() {
                let block = body.op_block(op);
                if block.is_none() {
                    return false;
                }
                if body.block_region(block) == outer {
                    return true;
                }
                at = body.region_op(body.block_region(block));
            }
            false
        };
        let value = body.operand(op, index);
        let diagnostic = match body.value_def(value) {
            ValueDef::Result { op: definition, .. } => {
                let definition_block = body.op_block(definition);
                let place = if definition_block.is_none() {
                    "op is neither in a parent nor in a child region"
                } else if definition_block == body.op_block(op) {
                    "op in the same block"
                } else {
                    let other = body.block_region(definition_block);
                    if other == region {
                        "op in the same region"
                    } else if around(region, other) {
                        "op in a parent region"
                    } else if around(other, region) {
                        "op in a child region"
                    } else {
                        "op is neither in a parent nor in a child region"
                    }
                };
                let definition = OpRef { body: self.unit.body, op: definition };
                let location = self.verifier.ir.location(definition);
                diagnostic.with_note(location, format!("operand defined here ({place})"))
            }
            ValueDef::Argument { block, .. } => {
                let other = body.block_region(block);
                let location = match other.some().and_then(|region| body.region_op(region).some()) {
                    Some(owner) => body.location(owner),
                    None => Location::UNKNOWN,
                };
                if other.is_none() {
                    diagnostic.with_note(location, "operand defined as a block argument (block without parent)")
                } else {
                    let number = body.region_blocks(other).take_while(|&b| b != block).count();
                    let place = if other == region {
                        " in the same region"
                    } else if around(region, other) {
                        " in a parent region"
                    } else if around(other, region) {
                        " in a child region"
                    } else {
                        " neither in a parent nor in a child region"
                    };
                    let message = format!("operand defined as a block argument (block #{number}{place})");
                    diagnostic.with_note(location, message)
                }
            }
            ValueDef::Erased => diagnostic,
        };
        self.verifier.context.diagnostics().emit(diagnostic);
    }
}

/// Whether definitions must come before their uses within a block of the region (MLIR's `hasSSADominance`): not in graph
/// regions, and, where there is one block only, not in regions of operations that are not registered.
pub fn order_matters(context: &Context, body: &Body, region: Region) -> bool {
    if body.first_block(region) != body.last_block(region) {
        return true;
    }
    match body.region_op(region).some() {
        Some(owner) => {
            let info = context.op_info(body.name(owner));
            info.registered && !info.has(Traits::GRAPH_REGION)
        }
        None => true,
    }
}
