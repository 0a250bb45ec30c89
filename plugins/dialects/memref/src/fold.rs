//! The fold that most operations share: they take what a cast takes.

use crate::layout::is_ranked;
use plugopt_plugin::prelude::*;

/// Replaces operands that are casts of ranked memrefs, other than `kept`.
fn fold_operands<'s>(op: Op<'s>, kept: Option<Value<'s>>) -> Option<Fold<'s>> {
    let mut folded = false;
    for (index, operand) in op.operands().into_iter().enumerate() {
        let Some(cast) = operand.defining_op().filter(|cast| Some(operand) != kept && cast.is("memref.cast")) else {
            continue;
        };
        if is_ranked(cast.operand(0).ty()) {
            op.set_operand(index as u32, cast.operand(0));
            folded = true;
        }
    }
    folded.then_some(Fold::InPlace)
}

/// For operations without results.
pub fn fold_casts<'s>(op: Op<'s>, _: FoldOperands<'_, 's>) -> Option<Fold<'s>> {
    fold_operands(op, None)
}

/// For operations whose first operand is a value that they write.
pub fn fold_casts_but_value<'s>(op: Op<'s>, _: FoldOperands<'_, 's>) -> Option<Fold<'s>> {
    fold_operands(op, Some(op.operand(0)))
}

/// For operations with one result.
pub fn fold_casts_of_result<'s>(op: Op<'s>, _: FoldOperands<'_, 's>) -> Option<Fold<'s>> {
    fold_operands(op, None)
}
