//! The simplifications made when an expression is built.
//!
//! Sums and products have constants at the right, and symbolic operands to the right of those with dimensions.
//! Numbers that overflow wrap, as they do upstream, except that two constants are then not folded.

use super::AffineBinaryKind::{self, Add, CeilDiv, FloorDiv, Mod, Mul};
use super::AffineExprData::{Binary, Constant, Dim, Symbol};
use super::{AffineExpr, AffineExprs};

/// How deep simplified parts of a sum are added to the rest of it; real sums stay at two or three.
const MAX_NESTED: u32 = 100;

/// `value * factor` if the expression is a product with a constant, else itself and 1.
fn split_factor(exprs: &(impl AffineExprs + ?Sized), expr: AffineExpr) -> (AffineExpr, i64) {
    match exprs.get(expr) {
        Binary(Mul, value, factor) => match exprs.get(factor) {
            Constant(factor) => (value, factor),
            _ => (expr, 1),
        },
        _ => (expr, 1),
    }
}

/// The left operand and the constant on the right, if the expression is such an operation of this kind.
fn with_constant(
    exprs: &(impl AffineExprs + ?Sized),
    kind: AffineBinaryKind,
    expr: AffineExpr,
) -> Option<(AffineExpr, i64)> {
    match exprs.get(expr) {
        Binary(found, lhs, rhs) if found == kind => Some((lhs, exprs.affine_as_constant(rhs)?)),
        _ => None,
    }
}

fn intern(exprs: &(impl AffineExprs + ?Sized), kind: AffineBinaryKind, lhs: AffineExpr, rhs: AffineExpr) -> AffineExpr {
    exprs.intern(Binary(kind, lhs, rhs))
}

fn is_symbolic(exprs: &(impl AffineExprs + ?Sized), expr: AffineExpr) -> bool {
    exprs.facts(expr).is_symbolic_or_constant()
}

pub(super) fn add(exprs: &(impl AffineExprs + ?Sized), lhs: AffineExpr, rhs: AffineExpr) -> AffineExpr {
    add_nested(exprs, lhs, rhs, 0)
}

fn add_nested(exprs: &(impl AffineExprs + ?Sized), lhs: AffineExpr, rhs: AffineExpr, nested: u32) -> AffineExpr {
    let simplified = if nested < MAX_NESTED { simplify_add(exprs, lhs, rhs, nested + 1) } else { None };
    simplified.unwrap_or_else(|| intern(exprs, Add, lhs, rhs))
}

/// What one look at a sum says.
enum Sum {
    Simplified(AffineExpr),
    AsItIs,
    /// The first one's sum with what the second one's sum with the right operand simplifies to, if it does.
    Within(AffineExpr, AffineExpr),
}

fn simplify_add(
    exprs: &(impl AffineExprs + ?Sized),
    mut lhs: AffineExpr,
    rhs: AffineExpr,
    nested: u32,
) -> Option<AffineExpr> {
    let mut outer = Vec::new();
    let innermost = loop {
        match look_at_sum(exprs, lhs, rhs, nested) {
            Sum::Simplified(sum) => break sum,
            Sum::AsItIs => return None,
            Sum::Within(first, last) => {
                outer.push(first);
                lhs = last;
            }
        }
    };
    Some(outer.into_iter().rev().fold(innermost, |sum, first| add_nested(exprs, first, sum, nested)))
}

fn look_at_sum(exprs: &(impl AffineExprs + ?Sized), lhs: AffineExpr, rhs: AffineExpr, nested: u32) -> Sum {
    let add = |lhs, rhs| add_nested(exprs, lhs, rhs, nested);
    let (left_constant, right_constant) = (exprs.affine_as_constant(lhs), exprs.affine_as_constant(rhs));
    if let (Some(left), Some(right)) = (left_constant, right_constant) {
        let sum = left.checked_add(right);
        return sum.map_or(Sum::AsItIs, |sum| Sum::Simplified(exprs.affine_constant(sum)));
    }
    if left_constant.is_some() || is_symbolic(exprs, lhs) && !is_symbolic(exprs, rhs) || out_of_order(exprs, lhs, rhs) {
        return Sum::Simplified(add(rhs, lhs));
    }
    let left_sum = with_constant(exprs, Add, lhs);
    match (right_constant, left_sum) {
        (Some(0), _) => return Sum::Simplified(lhs),
        (Some(right), Some((value, left))) => {
            return Sum::Simplified(add(value, exprs.affine_constant(left.wrapping_add(right))));
        }
        _ => {}
    }
    let ((left_value, left_factor), (right_value, right_factor)) = (split_factor(exprs, lhs), split_factor(exprs, rhs));
    if left_value == right_value {
        let factor = exprs.affine_constant(left_factor.wrapping_add(right_factor));
        return Sum::Simplified(mul(exprs, left_value, factor));
    }
    if let Some((value, left)) = left_sum {
        return Sum::Simplified(add(add(value, rhs), exprs.affine_constant(left)));
    }
    look_for_remainder(exprs, lhs, rhs)
}

/// `e + (e floordiv q) * q * -1` and `e + (e floordiv q) * -q` are `e mod q`.
fn look_for_remainder(exprs: &(impl AffineExprs + ?Sized), lhs: AffineExpr, rhs: AffineExpr) -> Sum {
    let Binary(kind, value, factor) = exprs.get(rhs) else { return Sum::AsItIs };
    if let (Some(-1), Binary(Mul, quotient, by)) = (exprs.affine_as_constant(factor), exprs.get(value)) {
        let Binary(FloorDiv, dividend, divisor) = exprs.get(quotient) else { return Sum::AsItIs };
        if divisor == by && dividend == lhs {
            return Sum::Simplified(modulo(exprs, lhs, by));
        }
    }
    let (Mul, Binary(FloorDiv, dividend, divisor)) = (kind, exprs.get(value)) else { return Sum::AsItIs };
    let positive = exprs.affine_as_constant(divisor).is_some_and(|divisor| divisor > 0);
    if positive && dividend == lhs && divisor == exprs.affine_neg(factor) {
        return Sum::Simplified(modulo(exprs, lhs, divisor));
    }
    match exprs.get(lhs) {
        Binary(Add, first, last) => Sum::Within(first, last),
        _ => Sum::AsItIs,
    }
}

/// Whether both are dimensions, or both symbols, and the right one comes before the left one.
fn out_of_order(exprs: &(impl AffineExprs + ?Sized), lhs: AffineExpr, rhs: AffineExpr) -> bool {
    match (exprs.get(lhs), exprs.get(rhs)) {
        (Dim(left), Dim(right)) | (Symbol(left), Symbol(right)) => left > right,
        _ => false,
    }
}

pub(super) fn mul(exprs: &(impl AffineExprs + ?Sized), lhs: AffineExpr, rhs: AffineExpr) -> AffineExpr {
    simplify_mul(exprs, lhs, rhs).unwrap_or_else(|| intern(exprs, Mul, lhs, rhs))
}

fn simplify_mul(exprs: &(impl AffineExprs + ?Sized), lhs: AffineExpr, rhs: AffineExpr) -> Option<AffineExpr> {
    let (left_constant, right_constant) = (exprs.affine_as_constant(lhs), exprs.affine_as_constant(rhs));
    if let (Some(left), Some(right)) = (left_constant, right_constant) {
        return Some(exprs.affine_constant(left.checked_mul(right)?));
    }
    if !is_symbolic(exprs, lhs) && !is_symbolic(exprs, rhs) {
        return None;
    }
    if !is_symbolic(exprs, rhs) || left_constant.is_some() || out_of_order(exprs, lhs, rhs) {
        return Some(mul(exprs, rhs, lhs));
    }
    match right_constant {
        Some(1) => return Some(lhs),
        Some(0) => return Some(rhs),
        _ => {}
    }
    let (value, left) = with_constant(exprs, Mul, lhs)?;
    Some(match right_constant {
        Some(right) => mul(exprs, value, exprs.affine_constant(left.wrapping_mul(right))),
        None => mul(exprs, mul(exprs, value, rhs), exprs.affine_constant(left)),
    })
}

pub(super) fn floordiv(exprs: &(impl AffineExprs + ?Sized), lhs: AffineExpr, rhs: AffineExpr) -> AffineExpr {
    let Some(by) = exprs.affine_as_constant(rhs).filter(|&by| by != 0) else {
        return intern(exprs, FloorDiv, lhs, rhs);
    };
    enum Task {
        Divide(AffineExpr),
        Sum,
    }
    let divides = |expr| exprs.facts(expr).divisor.is_multiple_of(by.unsigned_abs());
    let mut tasks = vec![Task::Divide(lhs)];
    let mut results = Vec::new();
    while let Some(task) = tasks.pop() {
        let result = match task {
            Task::Sum => match (results.pop(), results.pop()) {
                (Some(second), Some(first)) => add(exprs, first, second),
                _ => continue,
            },
            Task::Divide(expr) => match exprs.get(expr) {
                // A sum with a multiple of the divisor in it is divided in two.
                Binary(Add, first, second) if by != 1 && (divides(first) || divides(second)) => {
                    tasks.extend([Task::Sum, Task::Divide(second), Task::Divide(first)]);
                    continue;
                }
                _ => simplify_division(exprs, expr, by, checked_floor_div)
                    .unwrap_or_else(|| intern(exprs, FloorDiv, expr, rhs)),
            },
        };
        results.push(result);
    }
    results.pop().unwrap_or_else(|| intern(exprs, FloorDiv, lhs, rhs))
}

/// What the two divisions by a constant other than zero have in common.
fn simplify_division(
    exprs: &(impl AffineExprs + ?Sized),
    lhs: AffineExpr,
    by: i64,
    divide: fn(i64, i64) -> Option<i64>,
) -> Option<AffineExpr> {
    if let Constant(value) = exprs.get(lhs) {
        return Some(exprs.affine_constant(divide(value, by)?));
    }
    if by == 1 {
        return Some(lhs);
    }
    let (value, factor) = with_constant(exprs, Mul, lhs)?;
    let exact = factor.wrapping_rem(by) == 0;
    exact.then(|| mul(exprs, value, exprs.affine_constant(factor.wrapping_div(by))))
}

pub(super) fn checked_floor_div(value: i64, by: i64) -> Option<i64> {
    let quotient = value.checked_div(by)?;
    Some(if value % by != 0 && (value < 0) != (by < 0) { quotient - 1 } else { quotient })
}

pub(super) fn checked_ceil_div(value: i64, by: i64) -> Option<i64> {
    let quotient = value.checked_div(by)?;
    Some(if value % by != 0 && (value < 0) == (by < 0) { quotient + 1 } else { quotient })
}

pub(super) fn ceildiv(exprs: &(impl AffineExprs + ?Sized), lhs: AffineExpr, rhs: AffineExpr) -> AffineExpr {
    let by = exprs.affine_as_constant(rhs).filter(|&by| by != 0);
    by.and_then(|by| simplify_division(exprs, lhs, by, checked_ceil_div))
        .unwrap_or_else(|| intern(exprs, CeilDiv, lhs, rhs))
}

pub(super) fn modulo(exprs: &(impl AffineExprs + ?Sized), mut lhs: AffineExpr, rhs: AffineExpr) -> AffineExpr {
    let Some(by) = exprs.affine_as_constant(rhs).filter(|&by| by >= 1) else {
        return intern(exprs, Mod, lhs, rhs);
    };
    let divides = |expr| exprs.facts(expr).divisor.is_multiple_of(by.unsigned_abs());
    loop {
        if divides(lhs) {
            return exprs.affine_constant(0);
        }
        lhs = match exprs.get(lhs) {
            Constant(value) => return exprs.affine_constant(value.rem_euclid(by)),
            Binary(Add, multiple, rest) | Binary(Add, rest, multiple) if divides(multiple) => rest,
            Binary(Mod, value, inner) => match exprs.get(inner) {
                Constant(inner) if inner >= 1 && inner % by == 0 => value,
                _ => return intern(exprs, Mod, lhs, rhs),
            },
            _ => return intern(exprs, Mod, lhs, rhs),
        };
    }
}
