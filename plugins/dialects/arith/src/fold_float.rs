//! Folders of floating point arithmetic, as in mlir-opt.

use crate::matching::{both, defined_by, poison};
use crate::{FastMathFlags, MulFOp, NegFOp};
use plugopt_plugin::fold::{binary_float, unary_float};
use plugopt_plugin::prelude::*;

fn constants<'s>(
    op: Op<'s>,
    operands: FoldOperands<'_, 's>,
    mut f: impl FnMut(Float<'s>, Float<'s>) -> Float<'s>,
) -> Option<Fold<'s>> {
    if let Some(poison) = poison(operands) {
        return Some(poison.into());
    }
    let (lhs, rhs) = both(operands)?;
    binary_float(lhs, rhs, op.result(0).ty(), |a, b| Some(f(a, b)))
}

/// Whether the second operand is this number, with its sign, in all elements.
fn rhs_is(operands: FoldOperands<'_, '_>, value: f64) -> bool {
    operands.get(1).and_then(Attribute::float).is_some_and(|float| float.is(value))
}

pub fn negf<'s>(op: Op<'s>, operands: FoldOperands<'_, 's>) -> Option<Fold<'s>> {
    if let Some(inner) = defined_by(op.operand(0), NegFOp::NAME) {
        return Some(inner.operand(0).into());
    }
    if let Some(poison) = poison(operands) {
        return Some(poison.into());
    }
    unary_float(operands.get(0)?, op.result(0).ty(), |a| Some(a.neg()))
}

pub fn addf<'s>(op: Op<'s>, operands: FoldOperands<'_, 's>) -> Option<Fold<'s>> {
    if rhs_is(operands, -0.0) {
        return Some(op.operand(0).into());
    }
    constants(op, operands, Float::add)
}

pub fn subf<'s>(op: Op<'s>, operands: FoldOperands<'_, 's>) -> Option<Fold<'s>> {
    if rhs_is(operands, 0.0) {
        return Some(op.operand(0).into());
    }
    constants(op, operands, Float::sub)
}

pub fn mulf<'s>(op: Op<'s>, operands: FoldOperands<'_, 's>) -> Option<Fold<'s>> {
    if rhs_is(operands, 1.0) {
        return Some(op.operand(0).into());
    }
    let flags = MulFOp::new(op).fastmath().unwrap_or_default();
    if flags.contains(FastMathFlags::NNAN | FastMathFlags::NSZ) && (rhs_is(operands, 0.0) || rhs_is(operands, -0.0)) {
        return Some(op.operand(1).into());
    }
    constants(op, operands, Float::mul)
}

pub fn divf<'s>(op: Op<'s>, operands: FoldOperands<'_, 's>) -> Option<Fold<'s>> {
    if rhs_is(operands, 1.0) {
        return Some(op.operand(0).into());
    }
    constants(op, operands, Float::div)
}

pub fn remf<'s>(op: Op<'s>, operands: FoldOperands<'_, 's>) -> Option<Fold<'s>> {
    constants(op, operands, Float::rem)
}

/// A minimum or maximum that is NaN where an operand is: of a value with itself, and with the infinity that loses against all.
fn extremum<'s>(
    op: Op<'s>,
    operands: FoldOperands<'_, 's>,
    neutral: f64,
    f: impl FnMut(Float<'s>, Float<'s>) -> Float<'s>,
) -> Option<Fold<'s>> {
    if op.operand(0) == op.operand(1) {
        return Some(op.operand(1).into());
    }
    if rhs_is(operands, neutral) && has_infinity(op.result(0).ty()) {
        return Some(op.operand(0).into());
    }
    constants(op, operands, f)
}

/// A minimum or maximum that NaN loses. An infinity is not neutral for it: the other operand may be NaN.
fn number_extremum<'s>(
    op: Op<'s>,
    operands: FoldOperands<'_, 's>,
    f: impl FnMut(Float<'s>, Float<'s>) -> Float<'s>,
) -> Option<Fold<'s>> {
    if op.operand(0) == op.operand(1) {
        return Some(op.operand(1).into());
    }
    if operands.get(1).and_then(Attribute::float).is_some_and(|float| float.is_nan()) {
        return Some(op.operand(0).into());
    }
    constants(op, operands, f)
}

/// Formats without infinities give the nearest finite number, which is not neutral.
fn has_infinity(ty: Type<'_>) -> bool {
    matches!(
        ty.element_or_self().float_kind(),
        FloatKind::F16
            | FloatKind::BF16
            | FloatKind::F32
            | FloatKind::F64
            | FloatKind::F80
            | FloatKind::F128
            | FloatKind::TF32
            | FloatKind::F8E5M2
            | FloatKind::F8E4M3
            | FloatKind::F8E3M4
    )
}

pub fn maximumf<'s>(op: Op<'s>, operands: FoldOperands<'_, 's>) -> Option<Fold<'s>> {
    extremum(op, operands, f64::NEG_INFINITY, Float::maximum)
}

pub fn maxnumf<'s>(op: Op<'s>, operands: FoldOperands<'_, 's>) -> Option<Fold<'s>> {
    number_extremum(op, operands, Float::maxnum)
}

pub fn minimumf<'s>(op: Op<'s>, operands: FoldOperands<'_, 's>) -> Option<Fold<'s>> {
    extremum(op, operands, f64::INFINITY, Float::minimum)
}

pub fn minnumf<'s>(op: Op<'s>, operands: FoldOperands<'_, 's>) -> Option<Fold<'s>> {
    number_extremum(op, operands, Float::minnum)
}
