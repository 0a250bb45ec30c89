//! Affine expressions, maps and sets.

use super::{Printer, deep};
use plugopt_ir::affine::{AffineBinaryKind, AffineExprData, AffineExprs};
use plugopt_ir::{AffineExpr, AffineMap, IntegerSet};

/// Prints a dimension or, with `true`, a symbol of an affine expression.
pub(crate) type PrintName<'f, 'a> = &'f mut dyn FnMut(&mut Printer<'a>, u32, bool);

impl<'a> Printer<'a> {
    pub(super) fn affine_map(&mut self, map: &AffineMap) {
        self.affine_header(map.dims, map.symbols);
        self.text(b" -> (");
        self.list(map.results.iter(), |p, &expr| p.affine_expr(expr));
        self.byte(b')');
    }

    pub(super) fn integer_set(&mut self, set: &IntegerSet) {
        self.affine_header(set.dims, set.symbols);
        self.text(b" : (");
        self.list(set.constraints.iter().zip(set.equality.iter()), |p, (&expr, &equality)| {
            p.affine_expr(expr);
            p.text(if equality { b" == 0" } else { b" >= 0" });
        });
        self.byte(b')');
    }

    fn affine_header(&mut self, dims: u32, symbols: u32) {
        let mut names = |open, letter, count, close| {
            self.byte(open);
            self.list(0..count, |p, i| {
                p.byte(letter);
                super::text::push_integer(&mut p.out, i);
            });
            self.byte(close);
        };
        names(b'(', b'd', dims, b')');
        if symbols > 0 {
            names(b'[', b's', symbols, b']');
        }
    }

    /// `d0 + s0 * 2`
    pub fn affine_expr(&mut self, expr: AffineExpr) {
        self.affine_expr_of(expr, &mut |p, position, symbol| {
            p.byte(if symbol { b's' } else { b'd' });
            super::text::push_integer(&mut p.out, position);
        });
    }

    /// An expression whose dimensions and symbols are printed by `name`.
    pub(crate) fn affine_expr_of(&mut self, expr: AffineExpr, name: PrintName<'_, 'a>) {
        self.affine(expr, false, name);
    }

    /// `tight` is within an operator that binds more tightly than `+`.
    fn affine(&mut self, expr: AffineExpr, tight: bool, name: PrintName<'_, 'a>) {
        match self.context.get(expr) {
            AffineExprData::Dim(position) => name(self, position, false),
            AffineExprData::Symbol(position) => name(self, position, true),
            AffineExprData::Constant(value) => self.integer(value),
            AffineExprData::Binary(kind, left, right) => deep(|| {
                if tight {
                    self.byte(b'(');
                }
                match kind {
                    AffineBinaryKind::Add => self.affine_sum(left, right, name),
                    _ => self.affine_product(kind, left, right, name),
                }
                if tight {
                    self.byte(b')');
                }
            }),
        }
    }

    fn affine_product(&mut self, kind: AffineBinaryKind, left: AffineExpr, right: AffineExpr, name: PrintName<'_, 'a>) {
        if kind == AffineBinaryKind::Mul && self.context.get(right) == AffineExprData::Constant(-1) {
            self.byte(b'-');
            return self.affine(left, true, name);
        }
        self.affine(left, true, name);
        self.text(match kind {
            AffineBinaryKind::Add => b" + ",
            AffineBinaryKind::Mul => b" * ",
            AffineBinaryKind::Mod => b" mod ",
            AffineBinaryKind::FloorDiv => b" floordiv ",
            AffineBinaryKind::CeilDiv => b" ceildiv ",
        });
        self.affine(right, true, name);
    }

    /// A sum, as a difference where its second part is negative.
    fn affine_sum(&mut self, left: AffineExpr, right: AffineExpr, name: PrintName<'_, 'a>) {
        self.affine(left, false, name);
        match self.context.get(right) {
            AffineExprData::Binary(AffineBinaryKind::Mul, factor, by) => match self.context.get(by) {
                AffineExprData::Constant(-1) => {
                    self.text(b" - ");
                    let sum = matches!(self.context.get(factor), AffineExprData::Binary(AffineBinaryKind::Add, ..));
                    return self.affine(factor, sum, name);
                }
                AffineExprData::Constant(by) if by < -1 => {
                    self.text(b" - ");
                    self.affine(factor, true, name);
                    self.text(b" * ");
                    return super::text::push_integer(&mut self.out, by.unsigned_abs());
                }
                _ => {}
            },
            AffineExprData::Constant(value) if value < 0 => {
                self.text(b" - ");
                return super::text::push_integer(&mut self.out, value.unsigned_abs());
            }
            _ => {}
        }
        self.text(b" + ");
        self.affine(right, false, name);
    }
}
