//! `scf.for` and `scf.while`.

use super::trips::{Trips, trips};
use super::{boolean, replace_with_region};
use crate::{ForOp, IfOp, WhileOp, ended_by, entry_arguments};
use plugopt_plugin::index_list::IndexOr;
use plugopt_plugin::prelude::*;
use plugopt_plugin::region_branch::{self, RegionEdge};

pub fn canonicalize_for<'s>(op: Op<'s>, rewriter: &mut Rewriter<'s>) -> Result<bool> {
    Ok(simplify_known_trips(op, rewriter)? || region_branch::canonicalize(op, rewriter, &edges_of_for(op))?)
}

fn edges_of_for<'s>(op: Op<'s>) -> Vec<RegionEdge<'s>> {
    let this = ForOp::new(op);
    let carried: Vec<_> = entry_arguments(this.region()).into_iter().skip(1).collect();
    let results = op.results().to_vec();
    let mut edges = Vec::new();
    for (from, first_operand) in [(Some(op), 3), (ended_by(this.region(), "scf.yield"), 0)] {
        let Some(from) = from else { continue };
        edges.extend([&carried, &results].map(|to| RegionEdge { from, first_operand, to: to.clone() }));
    }
    edges
}

/// Loops that do not run, run once, or do nothing.
fn simplify_known_trips<'s>(op: Op<'s>, rewriter: &mut Rewriter<'s>) -> Result<bool> {
    let this = ForOp::new(op);
    let inits = this.init_args().to_vec();
    let [lower, upper, step] = [this.lower_bound(), this.upper_bound(), this.step()].map(IndexOr::Value);
    match trips(lower, upper, step, this.unsigned_cmp_attr().is_some()) {
        None => Ok(false),
        Some(Trips::Zero) => {
            rewriter.replace(op, &inits);
            Ok(true)
        }
        Some(Trips::One) => {
            let mut arguments = vec![this.lower_bound()];
            arguments.extend(inits);
            replace_with_region(op, rewriter, this.region(), &arguments)
        }
        Some(Trips::Many) => {
            let terminator = ended_by(this.region(), "scf.yield").filter(|last| last.previous().is_none());
            let Some(terminator) = terminator else { return Ok(false) };
            let yielded = terminator.operands().to_vec();
            let inside = |value: &Value<'s>| value.parent_block().and_then(Block::parent_op) == Some(op);
            if yielded.iter().any(inside) {
                return Ok(false);
            }
            rewriter.replace(op, &yielded);
            Ok(true)
        }
    }
}

pub fn canonicalize_while<'s>(op: Op<'s>, rewriter: &mut Rewriter<'s>) -> Result<bool> {
    let this = WhileOp::new(op);
    let (Some(condition), Some(end)) = (ended_by(this.before(), "scf.condition"), ended_by(this.after(), "scf.yield"))
    else {
        return Ok(false);
    };
    let parts = Parts { this, condition, end };
    Ok(parts.condition_holds(rewriter)?
        || parts.comparison_holds(rewriter)?
        || parts.align_arguments(rewriter)?
        || parts.move_conditional(rewriter)?
        || region_branch::canonicalize(op, rewriter, &parts.edges())?)
}

/// A `scf.while` and what ends its regions.
struct Parts<'s> {
    this: WhileOp<'s>,
    condition: Op<'s>,
    end: Op<'s>,
}

impl<'s> Parts<'s> {
    /// What the first region passes on.
    fn passed(&self) -> Vec<Value<'s>> {
        self.condition.operands().into_iter().skip(1).collect()
    }

    fn after_arguments(&self) -> Vec<Value<'s>> {
        entry_arguments(self.this.after())
    }

    fn edges(&self) -> Vec<RegionEdge<'s>> {
        let before = entry_arguments(self.this.before());
        let results = self.this.op().results().to_vec();
        vec![
            RegionEdge { from: self.this.op(), first_operand: 0, to: before.clone() },
            RegionEdge { from: self.end, first_operand: 0, to: before },
            RegionEdge { from: self.condition, first_operand: 1, to: results },
            RegionEdge { from: self.condition, first_operand: 1, to: self.after_arguments() },
        ]
    }

    /// In the body the condition is true.
    fn condition_holds(&self, rewriter: &mut Rewriter<'s>) -> Result<bool> {
        let mut truth = None;
        for (passed, argument) in self.passed().into_iter().zip(self.after_arguments()) {
            if passed == self.condition.operand(0) && argument.has_uses() {
                let value = match truth {
                    Some(value) => value,
                    None => boolean(rewriter, true)?,
                };
                truth = Some(value);
                argument.replace_all_uses(value);
            }
        }
        Ok(truth.is_some())
    }

    /// In the body the comparison that the condition is has the same result, or the inverse one the other.
    fn comparison_holds(&self, rewriter: &mut Rewriter<'s>) -> Result<bool> {
        let comparison = self.condition.operand(0).defining_op().filter(|op| op.is("arith.cmpi"));
        let Some(comparison) = comparison else { return Ok(false) };
        let Some(predicate) = comparison.integer_attribute("predicate") else { return Ok(false) };
        let mut changed = false;
        for (passed, argument) in self.passed().into_iter().zip(self.after_arguments()) {
            for side in 0..2 {
                if passed != comparison.operand(side) {
                    continue;
                }
                let users = argument.users().to_vec();
                for user in users.into_iter().filter(|user| user.is("arith.cmpi")) {
                    if user.operand(1 - side) != comparison.operand(1 - side) || user.operand(side) != argument {
                        continue;
                    }
                    let truth = match user.integer_attribute("predicate") {
                        Some(found) if found == predicate => true,
                        Some(found) if Some(found) == inverse_predicate(predicate) => false,
                        _ => continue,
                    };
                    rewriter.set_before(user);
                    let truth = boolean(rewriter, truth)?;
                    rewriter.replace(user, &[truth]);
                    changed = true;
                }
            }
        }
        Ok(changed)
    }

    /// Where the first region passes on just its arguments, it passes them in their order.
    fn align_arguments(&self, rewriter: &mut Rewriter<'s>) -> Result<bool> {
        let op = self.this.op();
        let (arguments, passed) = (entry_arguments(self.this.before()), self.passed());
        if arguments == passed || arguments.len() != passed.len() {
            return Ok(false);
        }
        let positions = passed.iter().map(|value| arguments.iter().position(|argument| argument == value));
        let Some(positions) = positions.collect::<Option<Vec<_>>>() else { return Ok(false) };
        let mut order = vec![usize::MAX; positions.len()];
        for (from, &to) in positions.iter().enumerate() {
            order[to] = from;
        }
        // Two of them are the same value.
        if order.contains(&usize::MAX) {
            return Ok(false);
        }
        let mut operands = vec![self.condition.operand(0)];
        operands.extend(arguments);
        self.condition.set_operands(&operands);
        let results = op.results().to_vec();
        let made = rewriter
            .op_named(op.name())
            .operands(op.operands())
            .results(order.iter().map(|from| results[*from].ty()))
            .region()
            .region()
            .build()?;
        self.this.before().move_blocks(made.region(0), None);
        let after = self.after_arguments();
        if let Some(old) = self.this.after().entry_block() {
            let types: Vec<_> = order.iter().map(|from| after[*from].ty()).collect();
            let locations: Vec<_> = order.iter().map(|from| after[*from].location()).collect();
            let new = op.session().create_block(made.region(1), None, &types, &locations);
            let values: Vec<_> = positions.iter().map(|to| new.argument(*to as u32)).collect();
            old.inline(Insertion::at_end(new), &values);
        }
        let values: Vec<_> = positions.iter().map(|to| made.result(*to as u32)).collect();
        rewriter.replace(op, &values);
        Ok(true)
    }

    /// A `scf.if` on the condition at the end of the first region: what it does where the condition holds, the body does.
    fn move_conditional(&self, rewriter: &mut Rewriter<'s>) -> Result<bool> {
        let op = self.this.op();
        let Some(conditional) = self.condition.previous().and_then(IfOp::cast) else { return Ok(false) };
        let otherwise = ended_by(conditional.else_region(), "scf.yield");
        let empty =
            conditional.else_region().block_count() == 0 || otherwise.is_some_and(|last| last.previous().is_none());
        let (Some(then), Some(then_block)) =
            (ended_by(conditional.then_region(), "scf.yield"), conditional.then_region().entry_block())
        else {
            return Ok(false);
        };
        if conditional.condition() != self.condition.operand(0) || !empty {
            return Ok(false);
        }
        for (passed, argument) in self.passed().into_iter().zip(self.after_arguments()) {
            let (Some(otherwise), true) = (otherwise, passed.defining_op() == Some(conditional.op())) else {
                continue;
            };
            passed.replace_all_uses(otherwise.operand(passed.index()));
            argument.replace_all_uses(then.operand(passed.index()));
        }
        // What the moved operations, and with them the body, use of the first region is passed on to them.
        let own = Some(self.this.before());
        let mut used: Vec<Value<'s>> = Vec::new();
        for summary in conditional.op().walk(WalkOrder::PRE).filter(|summary| summary.op != conditional.op()) {
            let of_then = region_in(conditional.op(), summary.op) == Some(0);
            for operand in summary.op.operands().iter().filter(|_| of_then) {
                if operand.parent_block().and_then(Block::parent_region) == own && !used.contains(&operand) {
                    used.push(operand);
                }
            }
        }
        let made = rewriter
            .op_named(op.name())
            .operands(op.operands())
            .results(op.result_types().into_iter().chain(used.iter().map(|value| value.ty())))
            .region()
            .region()
            .build()?;
        self.this.before().move_blocks(made.region(0), None);
        self.this.after().move_blocks(made.region(1), None);
        let mut operands = self.condition.operands().to_vec();
        operands.extend(used.iter().copied());
        self.condition.set_operands(&operands);
        let Some(body) = made.region(1).entry_block() else { return Ok(false) };
        for value in used {
            let argument = body.add_argument(value.ty(), op.location());
            for one in value.uses() {
                let moved = region_in(conditional.op(), one.owner) == Some(0);
                if moved || region_in(made, one.owner) == Some(1) {
                    argument.replace_use(one);
                }
            }
        }
        rewriter.erase(then);
        then_block.inline(Insertion::at_start(body), &[]);
        rewriter.erase(conditional.op());
        let results = made.results().into_iter().take(op.result_count() as usize).collect::<Vec<_>>();
        rewriter.replace(op, &results);
        Ok(true)
    }
}

/// The predicate of `arith.cmpi` that holds where another one does not.
fn inverse_predicate(predicate: i64) -> Option<i64> {
    // eq ne, slt sle sgt sge, ult ule ugt uge
    const INVERSE: [i64; 10] = [1, 0, 5, 4, 3, 2, 9, 8, 7, 6];
    INVERSE.get(usize::try_from(predicate).ok()?).copied()
}

/// Which region of an operation another one is in.
pub fn region_in<'s>(op: Op<'s>, inner: Op<'s>) -> Option<u32> {
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
