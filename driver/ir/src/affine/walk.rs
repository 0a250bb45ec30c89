//! Rewriting and evaluating expressions. Subexpressions that occur more than once are visited once.

use std::collections::HashMap;

use smallvec::SmallVec;

use super::AffineBinaryKind::{Add, CeilDiv, FloorDiv, Mod, Mul};
use super::AffineExprData::{Binary, Constant, Dim, Symbol};
use super::build::{checked_ceil_div, checked_floor_div};
use super::{AffineBinaryKind, AffineExpr, AffineExprs};

/// What dimensions and symbols are replaced with; those beyond the ends stay.
#[derive(Clone, Copy, Default, Debug)]
pub struct AffineReplacements<'a> {
    /// By dimension.
    pub dims: &'a [AffineExpr],
    /// By symbol.
    pub symbols: &'a [AffineExpr],
}

impl AffineExpr {
    /// Folds an expression from its leaves up: `leaf` gives the value of what is not binary, `combine` that of an
    /// operation from its operands' values. Stops at the first `None`.
    pub(super) fn fold<T: Copy>(
        self,
        exprs: &(impl AffineExprs + ?Sized),
        leaf: &mut dyn FnMut(AffineExpr) -> Option<T>,
        combine: &mut dyn FnMut(AffineExpr, AffineBinaryKind, T, T) -> Option<T>,
    ) -> Option<T> {
        let Binary(..) = exprs.get(self) else { return leaf(self) };
        let mut known: HashMap<AffineExpr, T> = HashMap::new();
        let mut stack: SmallVec<[AffineExpr; 16]> = SmallVec::new();
        stack.push(self);
        while let Some(&expr) = stack.last() {
            let mut value_of = |expr: AffineExpr| match known.get(&expr) {
                Some(&value) => Some(Some(value)),
                None if matches!(exprs.get(expr), Binary(..)) => None,
                None => Some(leaf(expr)),
            };
            if let Binary(kind, lhs, rhs) = exprs.get(expr)
                && !known.contains_key(&expr)
            {
                match (value_of(lhs), value_of(rhs)) {
                    (Some(lhs), Some(rhs)) => {
                        let value = combine(expr, kind, lhs?, rhs?)?;
                        known.insert(expr, value);
                    }
                    (None, _) => {
                        stack.push(lhs);
                        continue;
                    }
                    (_, None) => {
                        stack.push(rhs);
                        continue;
                    }
                }
            }
            stack.pop();
        }
        known.get(&self).copied()
    }

    /// Replaces dimensions and symbols and simplifies what changes.
    pub fn replace(self, exprs: &(impl AffineExprs + ?Sized), with: AffineReplacements<'_>) -> AffineExpr {
        let mut leaf = |expr| {
            let replacement = match exprs.get(expr) {
                Dim(position) => with.dims.get(position as usize),
                Symbol(position) => with.symbols.get(position as usize),
                _ => None,
            };
            Some(replacement.copied().unwrap_or(expr))
        };
        self.fold(exprs, &mut leaf, &mut |expr, kind, lhs, rhs| {
            let unchanged = exprs.get(expr) == Binary(kind, lhs, rhs);
            Some(if unchanged { expr } else { exprs.affine_binary(kind, lhs, rhs) })
        })
        .unwrap_or(self)
    }

    /// Moves the dimensions from `from` on up by `shift`.
    pub fn shift_dims(self, exprs: &(impl AffineExprs + ?Sized), from: u32, shift: u32) -> AffineExpr {
        let count = exprs.facts(self).dims;
        let dims: Vec<AffineExpr> =
            (0..count).map(|dim| exprs.affine_dim(if dim < from { dim } else { dim.saturating_add(shift) })).collect();
        self.replace(exprs, AffineReplacements { dims: &dims, symbols: &[] })
    }

    /// Moves the symbols from `from` on up by `shift`.
    pub fn shift_symbols(self, exprs: &(impl AffineExprs + ?Sized), from: u32, shift: u32) -> AffineExpr {
        let count = exprs.facts(self).symbols;
        let symbols: Vec<AffineExpr> = (0..count)
            .map(|symbol| exprs.affine_symbol(if symbol < from { symbol } else { symbol.saturating_add(shift) }))
            .collect();
        self.replace(exprs, AffineReplacements { dims: &[], symbols: &symbols })
    }

    /// The value for given dimensions and symbols. `None` where one that is used is missing, for a division by zero, a
    /// modulus less than one, and where something does not fit 64 bits.
    pub fn evaluate(self, exprs: &(impl AffineExprs + ?Sized), dims: &[i64], symbols: &[i64]) -> Option<i64> {
        let mut leaf = |expr| match exprs.get(expr) {
            Dim(position) => dims.get(position as usize).copied(),
            Symbol(position) => symbols.get(position as usize).copied(),
            Constant(value) => Some(value),
            Binary(..) => None,
        };
        self.fold(exprs, &mut leaf, &mut |_, kind, lhs, rhs| match kind {
            Add => lhs.checked_add(rhs),
            Mul => lhs.checked_mul(rhs),
            Mod => (rhs >= 1).then(|| lhs.rem_euclid(rhs)),
            FloorDiv => checked_floor_div(lhs, rhs),
            CeilDiv => checked_ceil_div(lhs, rhs),
        })
    }

    /// Marks the dimensions and symbols that occur in the expression.
    pub(super) fn mark_used(self, exprs: &(impl AffineExprs + ?Sized), dims: &mut [bool], symbols: &mut [bool]) {
        let mut leaf = |expr| {
            let used = match exprs.get(expr) {
                Dim(position) => dims.get_mut(position as usize),
                Symbol(position) => symbols.get_mut(position as usize),
                _ => None,
            };
            used.into_iter().for_each(|used| *used = true);
            Some(())
        };
        self.fold(exprs, &mut leaf, &mut |_, _, (), ()| Some(()));
    }

    /// Whether the dimension occurs in the expression.
    pub fn is_function_of_dim(self, exprs: &(impl AffineExprs + ?Sized), position: u32) -> bool {
        if position >= exprs.facts(self).dims {
            return false;
        }
        self.contains(exprs, exprs.affine_dim(position))
    }

    /// Whether the symbol occurs in the expression.
    pub fn is_function_of_symbol(self, exprs: &(impl AffineExprs + ?Sized), position: u32) -> bool {
        if position >= exprs.facts(self).symbols {
            return false;
        }
        self.contains(exprs, exprs.affine_symbol(position))
    }

    fn contains(self, exprs: &(impl AffineExprs + ?Sized), leaf: AffineExpr) -> bool {
        // Absence lets the fold run to its end.
        self.fold(exprs, &mut |expr| (expr != leaf).then_some(()), &mut |_, _, (), ()| Some(())).is_none()
    }
}
