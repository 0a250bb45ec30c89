//! Affine expressions, maps and integer sets.
//!
//! Expressions are interned and made by the builders of [`AffineExprs`], which simplify as mlir-opt does when it
//! constructs one: the text that is printed depends on it. Everything here works on expressions of any depth without
//! recursion; what is asked often of a whole expression (is it symbolic, by which number can it be divided) is worked
//! out once, when it is interned, and kept as its [`AffineFacts`].

mod build;
mod map;
mod print;
mod simplify;
mod strided;
mod walk;

pub use map::{AffineMap, IntegerSet};
pub use print::{print_expr, print_expr_with, print_map, print_set};
pub use simplify::simplify_expr;
pub use strided::{StridedForm, row_major_strides};
pub use walk::AffineReplacements;

use std::borrow::Borrow;

/// An interned affine expression.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
#[repr(transparent)]
pub struct AffineExpr(pub u32);

/// The operation of a binary expression.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum AffineBinaryKind {
    /// `a + b`
    Add,
    /// `a * b`
    Mul,
    /// `a mod b`, from 0 to `b - 1`
    Mod,
    /// `a floordiv b`
    FloorDiv,
    /// `a ceildiv b`
    CeilDiv,
}

/// What an [`AffineExpr`] stands for.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum AffineExprData {
    /// `d0`
    Dim(u32),
    /// `s0`
    Symbol(u32),
    /// A number.
    Constant(i64),
    /// An operation on two expressions.
    Binary(AffineBinaryKind, AffineExpr, AffineExpr),
}

/// What is known of an expression as a whole.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct AffineFacts {
    /// A number that divides all its values, as large as simple rules find one; 0 for what is always 0.
    pub divisor: u64,
    /// One more than the highest dimension in it, 0 without dimensions.
    pub dims: u32,
    /// One more than the highest symbol in it, 0 without symbols.
    pub symbols: u32,
    /// Whether it multiplies, and divides, only by constants.
    pub pure: bool,
}

impl AffineFacts {
    /// Whether no dimension is in the expression.
    #[inline]
    pub fn is_symbolic_or_constant(&self) -> bool {
        self.dims == 0
    }
}

/// An expression with its facts, as an implementation of [`AffineExprs`] stores it.
#[derive(Clone, Copy, Debug)]
pub struct AffineNode {
    /// What the expression stands for.
    pub data: AffineExprData,
    /// What is known of it.
    pub facts: AffineFacts,
}

impl Borrow<AffineExprData> for AffineNode {
    fn borrow(&self) -> &AffineExprData {
        &self.data
    }
}

impl AffineNode {
    /// The node of an expression whose operands are interned in `exprs`.
    pub fn new(exprs: &(impl AffineExprs + ?Sized), data: AffineExprData) -> AffineNode {
        let facts = match data {
            AffineExprData::Dim(position) => {
                AffineFacts { divisor: 1, dims: position.saturating_add(1), symbols: 0, pure: true }
            }
            AffineExprData::Symbol(position) => {
                AffineFacts { divisor: 1, dims: 0, symbols: position.saturating_add(1), pure: true }
            }
            AffineExprData::Constant(value) => {
                AffineFacts { divisor: value.unsigned_abs(), dims: 0, symbols: 0, pure: true }
            }
            AffineExprData::Binary(kind, lhs, rhs) => {
                let (a, b) = (exprs.facts(lhs), exprs.facts(rhs));
                let is_constant = |expr| matches!(exprs.get(expr), AffineExprData::Constant(_));
                let divisor = match kind {
                    AffineBinaryKind::Add | AffineBinaryKind::Mod => gcd(a.divisor, b.divisor),
                    // Either factor's divisor is right too, where the product does not fit.
                    AffineBinaryKind::Mul => a.divisor.checked_mul(b.divisor).unwrap_or(a.divisor.max(b.divisor)),
                    AffineBinaryKind::FloorDiv | AffineBinaryKind::CeilDiv => match exprs.get(rhs) {
                        AffineExprData::Constant(by) if by != 0 && a.divisor.is_multiple_of(by.unsigned_abs()) => {
                            a.divisor / by.unsigned_abs()
                        }
                        _ => 1,
                    },
                };
                let linear = match kind {
                    AffineBinaryKind::Add => true,
                    AffineBinaryKind::Mul => is_constant(lhs) || is_constant(rhs),
                    _ => is_constant(rhs),
                };
                AffineFacts {
                    divisor,
                    dims: a.dims.max(b.dims),
                    symbols: a.symbols.max(b.symbols),
                    pure: linear && a.pure && b.pure,
                }
            }
        };
        AffineNode { data, facts }
    }
}

fn gcd(mut a: u64, mut b: u64) -> u64 {
    while b != 0 {
        (a, b) = (b, a % b);
    }
    a
}

/// Where expressions are interned, and the builders for them.
pub trait AffineExprs {
    /// The expression that stands for `data`, as it is. Use the builders for everything that is to be simplified.
    fn intern(&self, data: AffineExprData) -> AffineExpr;

    /// What an expression stands for.
    fn get(&self, expr: AffineExpr) -> AffineExprData;

    /// What is known of an expression.
    fn facts(&self, expr: AffineExpr) -> AffineFacts;

    /// A dimension.
    fn affine_dim(&self, position: u32) -> AffineExpr {
        self.intern(AffineExprData::Dim(position))
    }

    /// A symbol.
    fn affine_symbol(&self, position: u32) -> AffineExpr {
        self.intern(AffineExprData::Symbol(position))
    }

    /// A number.
    fn affine_constant(&self, value: i64) -> AffineExpr {
        self.intern(AffineExprData::Constant(value))
    }

    /// `lhs + rhs`, simplified.
    fn affine_add(&self, lhs: AffineExpr, rhs: AffineExpr) -> AffineExpr {
        build::add(self, lhs, rhs)
    }

    /// `lhs - rhs`, which is `lhs + rhs * -1`, simplified.
    fn affine_sub(&self, lhs: AffineExpr, rhs: AffineExpr) -> AffineExpr {
        build::add(self, lhs, self.affine_neg(rhs))
    }

    /// `expr * -1`, simplified.
    fn affine_neg(&self, expr: AffineExpr) -> AffineExpr {
        build::mul(self, expr, self.affine_constant(-1))
    }

    /// `lhs * rhs`, simplified.
    fn affine_mul(&self, lhs: AffineExpr, rhs: AffineExpr) -> AffineExpr {
        build::mul(self, lhs, rhs)
    }

    /// `lhs mod rhs`, simplified.
    fn affine_mod(&self, lhs: AffineExpr, rhs: AffineExpr) -> AffineExpr {
        build::modulo(self, lhs, rhs)
    }

    /// `lhs floordiv rhs`, simplified.
    fn affine_floordiv(&self, lhs: AffineExpr, rhs: AffineExpr) -> AffineExpr {
        build::floordiv(self, lhs, rhs)
    }

    /// `lhs ceildiv rhs`, simplified.
    fn affine_ceildiv(&self, lhs: AffineExpr, rhs: AffineExpr) -> AffineExpr {
        build::ceildiv(self, lhs, rhs)
    }

    /// The builder for `kind`.
    fn affine_binary(&self, kind: AffineBinaryKind, lhs: AffineExpr, rhs: AffineExpr) -> AffineExpr {
        match kind {
            AffineBinaryKind::Add => self.affine_add(lhs, rhs),
            AffineBinaryKind::Mul => self.affine_mul(lhs, rhs),
            AffineBinaryKind::Mod => self.affine_mod(lhs, rhs),
            AffineBinaryKind::FloorDiv => self.affine_floordiv(lhs, rhs),
            AffineBinaryKind::CeilDiv => self.affine_ceildiv(lhs, rhs),
        }
    }

    /// The number that an expression is, if it is one.
    fn affine_as_constant(&self, expr: AffineExpr) -> Option<i64> {
        match self.get(expr) {
            AffineExprData::Constant(value) => Some(value),
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests;
