//! Simplification of a whole expression by taking it apart into a sum of multiples and building it anew.
//!
//! This is what upstream calls flattening. Divisions, and products and remainders by symbols, cannot be taken apart;
//! each different one is a *local* of the sum.

use std::collections::HashMap;

use super::AffineBinaryKind::{self, Add, CeilDiv, FloorDiv, Mod, Mul};
use super::AffineExprData::{Binary, Constant, Dim, Symbol};
use super::{AffineExpr, AffineExprs, gcd};

/// How many nested remainders are looked through for one that makes another zero.
const MAX_NESTED: u32 = 8;

/// The expression as a sum of multiples of dimensions, then of symbols, then of what else is in it, then a constant;
/// itself where that fails: in it something is divided by zero or less, or a coefficient does not fit 64 bits.
/// `dims` and `symbols` are the numbers of them that there are.
pub fn simplify_expr(exprs: &(impl AffineExprs + ?Sized), expr: AffineExpr, dims: u32, symbols: u32) -> AffineExpr {
    simplify_nested(exprs, expr, dims, symbols, 0)
}

fn simplify_nested(
    exprs: &(impl AffineExprs + ?Sized),
    mut expr: AffineExpr,
    dims: u32,
    symbols: u32,
    nested: u32,
) -> AffineExpr {
    if !exprs.facts(expr).pure {
        expr = simplify_symbolic(exprs, expr, dims, symbols, nested);
    }
    let mut flattener = Flattener { exprs, locals: Vec::new() };
    let Some(sum) = flattener.flatten(expr) else { return expr };
    let plain = flattener.rebuild(&sum);
    if exprs.facts(expr).pure || plain == expr {
        return plain;
    }
    flattener.rebuild_symbolic(&sum, dims, symbols)
}

/// What a coefficient belongs to, in the order in which a sum is built.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum Term {
    Dim(u32),
    Symbol(u32),
    Local(usize),
}

/// `Σ coefficient * term + constant`, the terms in order and without zero coefficients.
#[derive(Clone, Default, Debug)]
struct Sum {
    terms: Vec<(Term, i64)>,
    constant: i64,
}

impl Sum {
    fn of(term: Term) -> Sum {
        Sum { terms: vec![(term, 1)], constant: 0 }
    }

    fn add_term(&mut self, term: Term, coefficient: i64) -> Option<()> {
        match self.terms.binary_search_by_key(&term, |&(term, _)| term) {
            Ok(index) => {
                let sum = self.terms[index].1.checked_add(coefficient)?;
                if sum == 0 {
                    self.terms.remove(index);
                } else {
                    self.terms[index].1 = sum;
                }
            }
            Err(index) if coefficient != 0 => self.terms.insert(index, (term, coefficient)),
            Err(_) => {}
        }
        Some(())
    }

    fn add(mut self, other: &Sum) -> Option<Sum> {
        self.constant = self.constant.checked_add(other.constant)?;
        for &(term, coefficient) in &other.terms {
            self.add_term(term, coefficient)?;
        }
        Some(self)
    }

    fn scale(mut self, factor: i64) -> Option<Sum> {
        if factor == 0 {
            return Some(Sum::default());
        }
        self.constant = self.constant.checked_mul(factor)?;
        for (_, coefficient) in &mut self.terms {
            *coefficient = coefficient.checked_mul(factor)?;
        }
        Some(self)
    }

    /// The greatest common divisor of all numbers in the sum and `start`.
    fn gcd(&self, start: i64) -> i64 {
        let all = self.terms.iter().map(|&(_, coefficient)| coefficient).chain([self.constant]);
        // At most `start`, which is a positive i64.
        all.fold(start.unsigned_abs(), |divisor, value| gcd(divisor, value.unsigned_abs())) as i64
    }

    fn divide(mut self, by: i64) -> Sum {
        self.constant /= by;
        self.terms.iter_mut().for_each(|(_, coefficient)| *coefficient /= by);
        self
    }
}

struct Flattener<'a, E: AffineExprs + ?Sized> {
    exprs: &'a E,
    locals: Vec<AffineExpr>,
}

impl<E: AffineExprs + ?Sized> Flattener<'_, E> {
    fn flatten(&mut self, expr: AffineExpr) -> Option<Sum> {
        enum Task {
            Visit(AffineExpr),
            Combine(AffineBinaryKind, AffineExpr),
        }
        let mut tasks = vec![Task::Visit(expr)];
        let mut sums: Vec<Sum> = Vec::new();
        while let Some(task) = tasks.pop() {
            let sum = match task {
                Task::Visit(expr) => match self.exprs.get(expr) {
                    Dim(position) => Sum::of(Term::Dim(position)),
                    Symbol(position) => Sum::of(Term::Symbol(position)),
                    Constant(constant) => Sum { terms: Vec::new(), constant },
                    Binary(kind, lhs, rhs) => {
                        tasks.extend([Task::Combine(kind, rhs), Task::Visit(rhs), Task::Visit(lhs)]);
                        continue;
                    }
                },
                Task::Combine(kind, rhs_expr) => {
                    let (rhs, lhs) = (sums.pop()?, sums.pop()?);
                    self.combine(kind, lhs, rhs, rhs_expr)?
                }
            };
            sums.push(sum);
        }
        sums.pop()
    }

    fn combine(&mut self, kind: AffineBinaryKind, lhs: Sum, rhs: Sum, rhs_expr: AffineExpr) -> Option<Sum> {
        if kind == Add {
            return lhs.add(&rhs);
        }
        let Some(constant) = self.exprs.affine_as_constant(rhs_expr) else {
            let (lhs, rhs) = (self.rebuild(&lhs), self.rebuild(&rhs));
            let local = self.exprs.affine_binary(kind, lhs, rhs);
            return Some(Sum::of(self.local(local)));
        };
        if kind == Mul {
            return lhs.scale(constant);
        }
        if constant <= 0 {
            return None;
        }
        let divisor = lhs.gcd(constant);
        if divisor == constant {
            return Some(if kind == Mod { Sum::default() } else { lhs.divide(divisor) });
        }
        let dividend = self.rebuild(&lhs.clone().divide(divisor));
        let by = self.exprs.affine_constant(constant / divisor);
        let quotient_kind = if kind == Mod { FloorDiv } else { kind };
        let quotient = self.exprs.affine_binary(quotient_kind, dividend, by);
        let quotient = self.local(quotient);
        if kind != Mod {
            return Some(Sum::of(quotient));
        }
        let mut remainder = lhs;
        remainder.add_term(quotient, constant.checked_neg()?)?;
        Some(remainder)
    }

    fn local(&mut self, expr: AffineExpr) -> Term {
        let known = self.locals.iter().position(|&local| local == expr);
        Term::Local(known.unwrap_or_else(|| {
            self.locals.push(expr);
            self.locals.len() - 1
        }))
    }

    fn term(&self, term: Term) -> AffineExpr {
        match term {
            Term::Dim(position) => self.exprs.affine_dim(position),
            Term::Symbol(position) => self.exprs.affine_symbol(position),
            Term::Local(index) => self.locals[index],
        }
    }

    fn add_multiple(&self, sum: AffineExpr, expr: AffineExpr, coefficient: i64) -> AffineExpr {
        self.exprs.affine_add(sum, self.exprs.affine_mul(expr, self.exprs.affine_constant(coefficient)))
    }

    fn add_constant(&self, sum: AffineExpr, constant: i64) -> AffineExpr {
        if constant == 0 { sum } else { self.exprs.affine_add(sum, self.exprs.affine_constant(constant)) }
    }

    fn rebuild(&self, sum: &Sum) -> AffineExpr {
        let zero = self.exprs.affine_constant(0);
        let terms = sum
            .terms
            .iter()
            .fold(zero, |built, &(term, coefficient)| self.add_multiple(built, self.term(term), coefficient));
        self.add_constant(terms, sum.constant)
    }

    /// The sum with what belongs to one position together, as in `d0 + d0 * s0 + s0 + d1 * s1 + s1`; then the locals
    /// of another form. The keys by which they are ordered are upstream's.
    fn rebuild_symbolic(&self, sum: &Sum, dims: u32, symbols: u32) -> AffineExpr {
        let behind_dims = i64::from(dims.max(symbols));
        let (mut next_symbol, mut next_dim) = (behind_dims, -1);
        let mut symbol_key = || {
            next_symbol += 1;
            next_symbol - 1
        };
        let mut dim_key = || {
            next_dim -= 1;
            next_dim + 1
        };
        let mut ordered = Vec::new();
        let mut others = Vec::new();
        for &(term, coefficient) in &sum.terms {
            if let Term::Symbol(position) = term {
                ordered.push(((position, symbol_key()), term, coefficient));
            }
        }
        for &(term, coefficient) in &sum.terms {
            let Term::Local(index) = term else { continue };
            let Binary(_, lhs, rhs) = self.exprs.get(self.locals[index]) else {
                others.push((term, coefficient));
                continue;
            };
            match (self.exprs.get(lhs), self.exprs.get(rhs)) {
                (Dim(position), Constant(_)) => ordered.push(((position, dim_key()), term, coefficient)),
                (Dim(position), Symbol(symbol)) => {
                    ordered.push(((position, i64::from(symbol)), term, coefficient));
                }
                (Symbol(position), Constant(_) | Symbol(_)) => {
                    ordered.push(((position, symbol_key()), term, coefficient));
                }
                _ => others.push((term, coefficient)),
            }
        }
        for &(term, coefficient) in &sum.terms {
            if let Term::Dim(position) = term {
                ordered.push(((position, dim_key()), term, coefficient));
            }
        }
        ordered.sort_by_key(|&(key, ..)| key);
        let all = ordered.into_iter().map(|(_, term, coefficient)| (term, coefficient)).chain(others);
        let zero = self.exprs.affine_constant(0);
        let terms = all.fold(zero, |built, (term, coefficient)| self.add_multiple(built, self.term(term), coefficient));
        self.add_constant(terms, sum.constant)
    }
}

/// Simplifies divisions by symbols of what is a multiple of the symbol.
fn simplify_symbolic(
    exprs: &(impl AffineExprs + ?Sized),
    expr: AffineExpr,
    dims: u32,
    symbols: u32,
    nested: u32,
) -> AffineExpr {
    expr.fold(exprs, &mut Some, &mut |original, kind, lhs, rhs| {
        let built = |kind| exprs.affine_binary(kind, lhs, rhs);
        if matches!(kind, Add | Mul) {
            return Some(built(kind));
        }
        if kind == Mod && nested < MAX_NESTED && is_multiple_by_subtraction(exprs, lhs, rhs, dims, symbols, nested) {
            return Some(exprs.affine_constant(0));
        }
        let (Symbol(symbol), Binary(_, original_lhs, _)) = (exprs.get(rhs), exprs.get(original)) else {
            return Some(built(kind));
        };
        if divide_by_symbol(exprs, original_lhs, symbol, kind).is_none() {
            return Some(built(kind));
        }
        if kind == Mod {
            return Some(exprs.affine_constant(0));
        }
        Some(divide_by_symbol(exprs, lhs, symbol, kind).unwrap_or_else(|| built(kind)))
    })
    .unwrap_or(expr)
}

/// The quotient of the expression and a symbol, if it is certain to be exact. The quotient, by a floordiv, of a
/// floordiv can be taken of the inner one's dividend, and likewise for two ceildiv; `within` is the outer operation.
/// Nowhere else in an expression is there such a quotient of a division.
fn divide_by_symbol(
    exprs: &(impl AffineExprs + ?Sized),
    expr: AffineExpr,
    symbol: u32,
    within: AffineBinaryKind,
) -> Option<AffineExpr> {
    type Key = (AffineExpr, AffineBinaryKind);
    let mut known: HashMap<Key, Option<AffineExpr>> = HashMap::new();
    let mut stack = vec![(expr, within)];
    while let Some(&(expr, within)) = stack.last() {
        let quotient = match exprs.get(expr) {
            Constant(value) => (value == 0).then_some(expr),
            Dim(_) => None,
            Symbol(position) => (position == symbol).then(|| exprs.affine_constant(1)),
            Binary(kind @ (FloorDiv | CeilDiv), lhs, rhs) => {
                if kind != within {
                    None
                } else if let Some(&quotient) = known.get(&(lhs, kind)) {
                    quotient.map(|quotient| exprs.affine_binary(kind, quotient, rhs))
                } else {
                    stack.push((lhs, kind));
                    continue;
                }
            }
            Binary(kind, lhs, rhs) => {
                let Some(&first) = known.get(&(lhs, Mod)) else {
                    stack.push((lhs, Mod));
                    continue;
                };
                let Some(&second) = known.get(&(rhs, Mod)) else {
                    stack.push((rhs, Mod));
                    continue;
                };
                match (kind, first, second) {
                    (Mul, Some(first), _) => Some(exprs.affine_mul(first, rhs)),
                    (Mul, None, Some(second)) => Some(exprs.affine_mul(lhs, second)),
                    (_, Some(first), Some(second)) => Some(exprs.affine_binary(kind, first, second)),
                    _ => None,
                }
            }
        };
        known.insert((expr, within), quotient);
        stack.pop();
    }
    known.get(&(expr, within)).copied().flatten()
}

/// Whether `lhs` is `x - x mod rhs`, and so a multiple of `rhs`.
fn is_multiple_by_subtraction(
    exprs: &(impl AffineExprs + ?Sized),
    lhs: AffineExpr,
    rhs: AffineExpr,
    dims: u32,
    symbols: u32,
    nested: u32,
) -> bool {
    let mut summands = Vec::new();
    let mut stack = vec![lhs];
    while let Some(expr) = stack.pop() {
        match exprs.get(expr) {
            Binary(Add, first, second) => stack.extend([second, first]),
            _ => summands.push(expr),
        }
    }
    let subtracted = |expr| match exprs.get(expr) {
        Binary(Mul, remainder, factor) if exprs.get(factor) == Constant(-1) => match exprs.get(remainder) {
            Binary(Mod, dividend, divisor) if divisor == rhs => Some(dividend),
            _ => None,
        },
        _ => None,
    };
    (0..summands.len()).any(|index| {
        let Some(dividend) = subtracted(summands[index]) else { return false };
        let others = summands.iter().enumerate().filter(|&(other, _)| other != index).map(|(_, &expr)| expr);
        let sum = others.fold(exprs.affine_constant(0), |sum, expr| exprs.affine_add(sum, expr));
        let difference = exprs.affine_sub(sum, dividend);
        exprs.get(simplify_nested(exprs, difference, dims, symbols, nested + 1)) == Constant(0)
    })
}
