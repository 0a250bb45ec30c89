//! Folders of integer arithmetic, as in mlir-opt.

use crate::matching::{both, constant_int, defined_by, i1_same_shape, is_complement, is_one, is_zero, poison, zero_of};
use crate::{AddIOp, AndIOp, SubIOp, XOrIOp};
use core::cmp::Ordering;
use plugopt_plugin::fold::binary_int;
use plugopt_plugin::prelude::*;
use plugopt_plugin::raw::Speculatability;

/// Folds two constants; poison where one is that.
fn constants<'s>(
    op: Op<'s>,
    operands: FoldOperands<'_, 's>,
    f: impl FnMut(&Int, &Int) -> Option<Int>,
) -> Option<Fold<'s>> {
    if let Some(poison) = poison(operands) {
        return Some(poison.into());
    }
    let (lhs, rhs) = both(operands)?;
    binary_int(lhs, rhs, op.result(0).ty(), f)
}

fn zero<'s>(op: Op<'s>) -> Option<Fold<'s>> {
    zero_of(op.result(0).ty()).map(Fold::Attribute)
}

pub fn addi<'s>(op: Op<'s>, operands: FoldOperands<'_, 's>) -> Option<Fold<'s>> {
    let (lhs, rhs) = (op.operand(0), op.operand(1));
    if is_zero(operands.get(1)) {
        return Some(lhs.into());
    }
    // (a - b) + b and b + (a - b)
    for (difference, other) in [(lhs, rhs), (rhs, lhs)] {
        if let Some(difference) = defined_by(difference, SubIOp::NAME)
            && difference.operand(1) == other
        {
            return Some(difference.operand(0).into());
        }
    }
    constants(op, operands, |a, b| Some(a.add(b)))
}

pub fn subi<'s>(op: Op<'s>, operands: FoldOperands<'_, 's>) -> Option<Fold<'s>> {
    let (lhs, rhs) = (op.operand(0), op.operand(1));
    if lhs == rhs
        && let Some(zero) = zero(op)
    {
        return Some(zero);
    }
    if is_zero(operands.get(1)) {
        return Some(lhs.into());
    }
    if let Some(sum) = defined_by(lhs, AddIOp::NAME) {
        if sum.operand(1) == rhs {
            return Some(sum.operand(0).into());
        }
        if sum.operand(0) == rhs {
            return Some(sum.operand(1).into());
        }
    }
    constants(op, operands, |a, b| Some(a.sub(b)))
}

pub fn muli<'s>(op: Op<'s>, operands: FoldOperands<'_, 's>) -> Option<Fold<'s>> {
    if is_zero(operands.get(1)) {
        return Some(op.operand(1).into());
    }
    if is_one(operands.get(1)) {
        return Some(op.operand(0).into());
    }
    constants(op, operands, |a, b| Some(a.mul(b)))
}

/// Folds the two results of two constants.
fn two_results<'s>(
    op: Op<'s>,
    operands: FoldOperands<'_, 's>,
    first: impl FnMut(&Int, &Int) -> Option<Int>,
    second: impl FnMut(&Int, &Int) -> Option<Int>,
) -> Option<Fold<'s>> {
    if let Some(poison) = poison(operands) {
        return Some(Fold::Results(vec![poison.into(), poison.into()]));
    }
    let (lhs, rhs) = both(operands)?;
    let first = binary_int(lhs, rhs, op.result(0).ty(), first)?;
    let second = binary_int(lhs, rhs, op.result(1).ty(), second)?;
    Some(Fold::Results(vec![first, second]))
}

pub fn addui_extended<'s>(op: Op<'s>, operands: FoldOperands<'_, 's>) -> Option<Fold<'s>> {
    if is_zero(operands.get(1)) {
        let no_overflow = zero_of(op.result(1).ty())?;
        return Some(Fold::Results(vec![op.operand(0).into(), no_overflow.into()]));
    }
    i1_same_shape(op.result(0).ty())?;
    two_results(op, operands, |a, b| Some(a.add(b)), |a, b| Some(Int::from_u64(1, u64::from(a.uadd_overflows(b)))))
}

fn high_half(a: &Int, b: &Int, signed: bool) -> Int {
    let width = a.width();
    a.widening_mul(b, signed).lshr_by(width).zext_or_trunc(width)
}

pub fn mulsi_extended<'s>(op: Op<'s>, operands: FoldOperands<'_, 's>) -> Option<Fold<'s>> {
    if is_zero(operands.get(1)) {
        let zero = operands.get(1)?;
        return Some(Fold::Results(vec![zero.into(), zero.into()]));
    }
    two_results(op, operands, |a, b| Some(a.mul(b)), |a, b| Some(high_half(a, b, true)))
}

pub fn mului_extended<'s>(op: Op<'s>, operands: FoldOperands<'_, 's>) -> Option<Fold<'s>> {
    if is_zero(operands.get(1)) {
        let zero = operands.get(1)?;
        return Some(Fold::Results(vec![zero.into(), zero.into()]));
    }
    if is_one(operands.get(1)) {
        let zero = zero_of(op.operand(0).ty())?;
        return Some(Fold::Results(vec![op.operand(0).into(), zero.into()]));
    }
    two_results(op, operands, |a, b| Some(a.mul(b)), |a, b| Some(high_half(a, b, false)))
}

/// A quotient: by one it is the dividend.
fn quotient<'s>(
    op: Op<'s>,
    operands: FoldOperands<'_, 's>,
    f: impl FnMut(&Int, &Int) -> Option<Int>,
) -> Option<Fold<'s>> {
    if is_one(operands.get(1)) {
        return Some(op.operand(0).into());
    }
    constants(op, operands, f)
}

/// None where the quotient does not fit.
fn divided(a: &Int, b: &Int, f: impl Fn(&Int, &Int) -> Option<Int>) -> Option<Int> {
    if a.is_signed_min() && b.is_all_ones() && a.width() > 1 { None } else { f(a, b) }
}

pub fn divui<'s>(op: Op<'s>, operands: FoldOperands<'_, 's>) -> Option<Fold<'s>> {
    quotient(op, operands, |a, b| Some(a.udivrem(b)?.0))
}

pub fn divsi<'s>(op: Op<'s>, operands: FoldOperands<'_, 's>) -> Option<Fold<'s>> {
    quotient(op, operands, |a, b| divided(a, b, |a, b| Some(a.sdivrem(b)?.0)))
}

pub fn ceildivui<'s>(op: Op<'s>, operands: FoldOperands<'_, 's>) -> Option<Fold<'s>> {
    quotient(op, operands, Int::udiv_ceil)
}

pub fn ceildivsi<'s>(op: Op<'s>, operands: FoldOperands<'_, 's>) -> Option<Fold<'s>> {
    quotient(op, operands, |a, b| {
        // mlir-opt gives up where the negative of an operand does not fit.
        if a.is_signed_min() || b.is_signed_min() {
            return if a.is_zero() && !b.is_zero() { Some(a.clone()) } else { None };
        }
        a.sdiv_ceil(b)
    })
}

pub fn floordivsi<'s>(op: Op<'s>, operands: FoldOperands<'_, 's>) -> Option<Fold<'s>> {
    quotient(op, operands, |a, b| divided(a, b, Int::sdiv_floor))
}

fn remainder<'s>(
    op: Op<'s>,
    operands: FoldOperands<'_, 's>,
    f: impl FnMut(&Int, &Int) -> Option<Int>,
) -> Option<Fold<'s>> {
    if is_one(operands.get(1)) {
        return zero(op);
    }
    constants(op, operands, f)
}

pub fn remui<'s>(op: Op<'s>, operands: FoldOperands<'_, 's>) -> Option<Fold<'s>> {
    remainder(op, operands, |a, b| Some(a.udivrem(b)?.1))
}

pub fn remsi<'s>(op: Op<'s>, operands: FoldOperands<'_, 's>) -> Option<Fold<'s>> {
    remainder(op, operands, |a, b| Some(a.sdivrem(b)?.1))
}

pub fn andi<'s>(op: Op<'s>, operands: FoldOperands<'_, 's>) -> Option<Fold<'s>> {
    let (lhs, rhs) = (op.operand(0), op.operand(1));
    if let Some(constant) = operands.get(1).and_then(Attribute::int) {
        if constant.is_zero() {
            return Some(rhs.into());
        }
        if constant.is_all_ones() {
            return Some(lhs.into());
        }
    }
    if is_complement(rhs, lhs) || is_complement(lhs, rhs) {
        return zero(op);
    }
    for (inner, other) in [(lhs, rhs), (rhs, lhs)] {
        if let Some(and) = defined_by(inner, AndIOp::NAME)
            && (and.operand(0) == other || and.operand(1) == other)
        {
            return Some(inner.into());
        }
    }
    constants(op, operands, |a, b| Some(a.and(b)))
}

pub fn ori<'s>(op: Op<'s>, operands: FoldOperands<'_, 's>) -> Option<Fold<'s>> {
    let (lhs, rhs) = (op.operand(0), op.operand(1));
    if let Some(constant) = operands.get(1).and_then(Attribute::int) {
        if constant.is_zero() {
            return Some(lhs.into());
        }
        if constant.is_all_ones() {
            return operands.get(1).map(Fold::Attribute);
        }
    }
    for (inner, other) in [(rhs, lhs), (lhs, rhs)] {
        if is_complement(inner, other) {
            return inner.defining_op().map(|xor| xor.operand(1).into());
        }
    }
    constants(op, operands, |a, b| Some(a.or(b)))
}

pub fn xori<'s>(op: Op<'s>, operands: FoldOperands<'_, 's>) -> Option<Fold<'s>> {
    let (lhs, rhs) = (op.operand(0), op.operand(1));
    if is_zero(operands.get(1)) {
        return Some(lhs.into());
    }
    if lhs == rhs
        && let Some(zero) = zero(op)
    {
        return Some(zero);
    }
    for (inner, other) in [(lhs, rhs), (rhs, lhs)] {
        if let Some(xor) = defined_by(inner, XOrIOp::NAME) {
            if xor.operand(1) == other {
                return Some(xor.operand(0).into());
            }
            if xor.operand(0) == other {
                return Some(xor.operand(1).into());
            }
        }
    }
    constants(op, operands, |a, b| Some(a.xor(b)))
}

fn shift<'s>(op: Op<'s>, operands: FoldOperands<'_, 's>, f: impl FnMut(&Int, &Int) -> Option<Int>) -> Option<Fold<'s>> {
    if is_zero(operands.get(1)) {
        return Some(op.operand(0).into());
    }
    constants(op, operands, f)
}

pub fn shli<'s>(op: Op<'s>, operands: FoldOperands<'_, 's>) -> Option<Fold<'s>> {
    shift(op, operands, Int::shl)
}

pub fn shrui<'s>(op: Op<'s>, operands: FoldOperands<'_, 's>) -> Option<Fold<'s>> {
    shift(op, operands, Int::lshr)
}

pub fn shrsi<'s>(op: Op<'s>, operands: FoldOperands<'_, 's>) -> Option<Fold<'s>> {
    shift(op, operands, Int::ashr)
}

/// The one of two values that `wanted` says compares with the other. `absorbing` and `neutral` are the ends of the range.
fn extremum<'s>(
    op: Op<'s>,
    operands: FoldOperands<'_, 's>,
    absorbing: impl Fn(&Int) -> bool,
    neutral: impl Fn(&Int) -> bool,
    first: impl Fn(&Int, &Int) -> bool,
) -> Option<Fold<'s>> {
    let (lhs, rhs) = (op.operand(0), op.operand(1));
    if lhs == rhs {
        return Some(rhs.into());
    }
    if let Some(constant) = operands.get(1).and_then(Attribute::int) {
        if absorbing(&constant) {
            return Some(rhs.into());
        }
        if neutral(&constant) {
            return Some(lhs.into());
        }
    }
    constants(op, operands, |a, b| Some(if first(a, b) { a.clone() } else { b.clone() }))
}

fn is_signed_max(value: &Int) -> bool {
    *value == Int::signed_max(value.width())
}

pub fn maxsi<'s>(op: Op<'s>, operands: FoldOperands<'_, 's>) -> Option<Fold<'s>> {
    extremum(op, operands, is_signed_max, Int::is_signed_min, |a, b| a.scmp(b) == Ordering::Greater)
}

pub fn maxui<'s>(op: Op<'s>, operands: FoldOperands<'_, 's>) -> Option<Fold<'s>> {
    extremum(op, operands, Int::is_all_ones, Int::is_zero, |a, b| a.ucmp(b) == Ordering::Greater)
}

pub fn minsi<'s>(op: Op<'s>, operands: FoldOperands<'_, 's>) -> Option<Fold<'s>> {
    extremum(op, operands, Int::is_signed_min, is_signed_max, |a, b| a.scmp(b) == Ordering::Less)
}

pub fn minui<'s>(op: Op<'s>, operands: FoldOperands<'_, 's>) -> Option<Fold<'s>> {
    extremum(op, operands, Int::is_zero, Int::is_all_ones, |a, b| a.ucmp(b) == Ordering::Less)
}

fn speculatable(safe: bool) -> Speculatability {
    if safe { Speculatability::SPECULATABLE } else { Speculatability::NOT_SPECULATABLE }
}

/// A division is safe where its divisor is known not to be zero.
pub fn speculate_unsigned(op: Op<'_>) -> Speculatability {
    speculatable(constant_int(op.operand(1)).is_some_and(|divisor| !divisor.is_zero()))
}

/// The same, and the quotient fits where the divisor is not -1.
pub fn speculate_signed(op: Op<'_>) -> Speculatability {
    speculatable(constant_int(op.operand(1)).is_some_and(|divisor| !divisor.is_zero() && !divisor.is_all_ones()))
}
