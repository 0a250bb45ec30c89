//! Patterns that a pass of a plugin applies itself.

use crate::session::*;
use crate::tables::ir_read;
use plugopt_ir as ir;
use plugopt_ir::module::Walk;
use plugopt_ir::{Body, OpRef};
use plugopt_plugin::raw::{self, Status};

const DEFAULT_ROUNDS: u32 = 10;

/// Applies patterns to everything in `op` until none applies. The order is that of the text, with `top_down`, or its reverse; of the
/// patterns for an operation the one of the highest benefit is tried first.
pub(crate) fn apply(s: &Session, op: OpRef, patterns: &mut Patterns, config: &raw::GreedyConfig) -> Done<(bool, bool)> {
    let mut list: Vec<(Option<ir::OpName>, raw::Pattern)> = Vec::new();
    for pattern in &patterns.list {
        list.push((Option::<ir::OpName>::from_raw(s, pattern.root)?, *pattern));
    }
    list.sort_by_key(|(_, pattern)| std::cmp::Reverse(pattern.benefit));
    s.own_body(op.body)?;
    let rounds = if config.max_iterations == 0 { DEFAULT_ROUNDS } else { config.max_iterations };
    let mut any = false;
    for _ in 0..rounds {
        let mut changed = false;
        let mut ops = inside(s, op)?;
        if config.top_down == 0 {
            ops.reverse();
        }
        for raw_op in ops {
            changed |= one(s, &list, raw_op)?;
        }
        any |= changed;
        if !changed {
            return Ok((any, true));
        }
    }
    Ok((any, false))
}

/// Handles of all operations in `op`, in the order of the text.
fn inside(s: &Session, op: OpRef) -> Done<Vec<raw::Op>> {
    let mut found = Vec::new();
    let mut todo = vec![op];
    while let Some(top) = todo.pop() {
        let mut order = Vec::new();
        s.body(top.body)?.walk(top.op, |op| {
            order.push(op);
            Walk::Advance
        });
        for inner in order {
            let inner = s.resolved(top.body, inner)?;
            if inner != top {
                found.push(inner.give(s));
                if inner.op == Body::ROOT {
                    todo.push(inner);
                }
            }
        }
    }
    Ok(found)
}

/// Tries the patterns on one operation, if it is still there. Gives whether one applied.
fn one(s: &Session, patterns: &[(Option<ir::OpName>, raw::Pattern)], raw_op: raw::Op) -> Done<bool> {
    for (root, pattern) in patterns {
        let Ok(op) = OpRef::from_raw(s, raw_op) else {
            s.take_error();
            return Ok(false);
        };
        if root.is_some_and(|root| ir_read::op_name(s, op) != Ok(root)) {
            continue;
        }
        let Some(function) = pattern.match_and_rewrite else { continue };
        // SAFETY: the arguments are those of the specification.
        match unsafe { function(pattern.data, s.as_raw(), raw_op) } {
            Status::OK => return Ok(true),
            Status::NO_MATCH => {}
            status => return Err(status),
        }
    }
    Ok(false)
}
