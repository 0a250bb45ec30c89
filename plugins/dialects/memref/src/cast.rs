//! `cast` and `memory_space_cast`.

use crate::layout::{Strided, is_ranked, shape};
use plugopt_plugin::index_list::DYNAMIC;
use plugopt_plugin::prelude::*;

fn compatible(a: i64, b: i64) -> bool {
    a == DYNAMIC || b == DYNAMIC || a == b
}

fn all_compatible(a: &[i64], b: &[i64]) -> bool {
    a.len() == b.len() && a.iter().zip(b).all(|(a, b)| compatible(*a, *b))
}

/// Whether `memref.cast` can make one of the other.
pub fn cast_compatible(a: Type<'_>, b: Type<'_>) -> bool {
    if a.element() != b.element() || a.memory_space() != b.memory_space() {
        return false;
    }
    if !is_ranked(a) || !is_ranked(b) {
        return is_ranked(a) || is_ranked(b);
    }
    if a.layout() != b.layout() {
        let (Some(a), Some(b)) = (Strided::of(a), Strided::of(b)) else { return false };
        if !compatible(a.offset, b.offset) || !all_compatible(&a.strides, &b.strides) {
            return false;
        }
    }
    all_compatible(&shape(a), &shape(b))
}

fn incompatible(op: Op<'_>) -> Result<()> {
    let (from, to) = (op.operand(0).ty(), op.result(0).ty());
    Err(format!("operand type '{from}' and result type '{to}' are cast incompatible").into())
}

pub fn verify_cast(op: Op<'_>) -> Result<()> {
    if cast_compatible(op.operand(0).ty(), op.result(0).ty()) { Ok(()) } else { incompatible(op) }
}

pub fn verify_memory_space_cast(op: Op<'_>) -> Result<()> {
    let (a, b) = (op.operand(0).ty(), op.result(0).ty());
    let same = a.element() == b.element() && is_ranked(a) == is_ranked(b);
    if same && (!is_ranked(a) || a.layout() == b.layout() && a.shape() == b.shape()) {
        Ok(())
    } else {
        incompatible(op)
    }
}

/// Two casts of the memory space are one.
pub fn fold_memory_space_cast<'s>(op: Op<'s>, _: FoldOperands<'_, 's>) -> Option<Fold<'s>> {
    let first = op.operand(0).defining_op().filter(|first| first.is("memref.memory_space_cast"))?;
    op.set_operand(0, first.operand(0));
    Some(Fold::InPlace)
}
