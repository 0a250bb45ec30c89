//! Which operands a branch passes to its successors.
//!
//! An operation with the interface `BranchOpInterface` passes to its declared successor `dest` the operands declared as
//! `destOperands`; `defaultDestination` and `caseDestinations` go with `defaultOperands` and `caseOperands`. These are the names that
//! MLIR's own dialects use.

use crate::definition::{Arity, OpDef, segment_size};
use plugopt_ir::{Body, Context, Op};
use std::ops::Range;

/// The operands that a branch passes on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SuccessorOperands {
    /// Which of the operation's operands they are.
    pub range: Range<usize>,
    /// The declared operand, for its segment size.
    pub declared: Option<usize>,
    /// The position within a declared operand of several lists.
    pub inner: Option<usize>,
}

/// Whether the operation tells what it passes to its successors.
pub fn is_branch(context: &Context, def: &OpDef) -> bool {
    def.interfaces.iter().any(|i| context.bytes(i.name) == b"BranchOpInterface")
}

/// For each successor of a branch the operands passed to it; `None` where the operation is no branch.
pub fn successor_operands(context: &Context, body: &Body, op: Op) -> Option<Vec<SuccessorOperands>> {
    let def = OpDef::of(context.op_info(body.name(op)))?;
    if !is_branch(context, def) {
        return None;
    }
    let total = body.successors(op).len();
    let mut found = Vec::with_capacity(total);
    for (index, successor) in def.successors.iter().enumerate() {
        let stem = successor.text.strip_suffix("Destinations").or_else(|| successor.text.strip_suffix("Destination"));
        let declared = def.operand_index(&format!("{}Operands", stem.unwrap_or(&successor.text)));
        let range = |declared: usize| def.operand_range(context, body.properties(op), body.operand_count(op), declared);
        if successor.arity == Arity::One {
            let range = declared.map_or(0..0, range);
            found.push(SuccessorOperands { range, declared, inner: None });
            continue;
        }
        // The variadic successor takes what the others leave.
        let count = total.saturating_sub(found.len() + def.successors.len() - index - 1);
        let inner = declared.and_then(|d| def.operands[d].inner_segments);
        let mut start = declared.map_or(0, |d| range(d).start);
        for i in 0..count {
            let sizes = inner.and_then(|slot| body.properties(op).get(slot));
            let size = sizes.map_or(0, |&sizes| segment_size(context, sizes, i).max(0) as usize);
            let end = (start + size).min(body.operand_count(op));
            found.push(SuccessorOperands { range: start.min(end)..end, declared, inner: Some(i) });
            start = end;
        }
    }
    found.resize(total, SuccessorOperands { range: 0..0, declared: None, inner: None });
    Some(found)
}
