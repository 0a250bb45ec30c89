//! Expressions, maps and sets as text, with the parentheses and the subtractions that mlir-opt writes.

use smallvec::SmallVec;

use super::AffineBinaryKind::{Add, CeilDiv, FloorDiv, Mod, Mul};
use super::AffineExprData::{Binary, Constant, Dim, Symbol};
use super::{AffineExpr, AffineExprs, AffineMap, IntegerSet};
use crate::int::{push_i64, push_u64};

/// What is left to write. `tight` says that the expression is an operand of something that binds more than a sum.
enum Piece {
    Text(&'static str),
    Number(i64),
    Expr { expr: AffineExpr, tight: bool },
}

/// Appends an expression; dimensions are `d0`, `d1`, … and symbols `s0`, `s1`, ….
pub fn print_expr(exprs: &(impl AffineExprs + ?Sized), expr: AffineExpr, out: &mut Vec<u8>) {
    print_expr_with(exprs, expr, out, &mut |out, is_symbol, position| {
        out.push(if is_symbol { b's' } else { b'd' });
        push_u64(out, u64::from(position));
    });
}

/// Appends an expression whose dimensions and symbols `name` writes, from whether it is a symbol and its position.
pub fn print_expr_with(
    exprs: &(impl AffineExprs + ?Sized),
    expr: AffineExpr,
    out: &mut Vec<u8>,
    name: &mut dyn FnMut(&mut Vec<u8>, bool, u32),
) {
    use Piece::{Expr, Number, Text};
    let mut stack: SmallVec<[Piece; 16]> = SmallVec::new();
    stack.push(Expr { expr, tight: false });
    while let Some(piece) = stack.pop() {
        let (expr, tight) = match piece {
            Text(text) => {
                out.extend_from_slice(text.as_bytes());
                continue;
            }
            Number(value) => {
                push_i64(out, value);
                continue;
            }
            Expr { expr, tight } => (expr, tight),
        };
        let (kind, lhs, rhs) = match exprs.get(expr) {
            Dim(position) => {
                name(out, false, position);
                continue;
            }
            Symbol(position) => {
                name(out, true, position);
                continue;
            }
            Constant(value) => {
                push_i64(out, value);
                continue;
            }
            Binary(kind, lhs, rhs) => (kind, lhs, rhs),
        };
        if tight {
            out.push(b'(');
            stack.push(Text(")"));
        }
        let mut push = |pieces: [Piece; 5]| stack.extend(pieces.into_iter().rev());
        const NOTHING: Piece = Text("");
        let loose = |expr| Expr { expr, tight: false };
        let bound = |expr| Expr { expr, tight: true };
        if kind == Add {
            match exprs.get(rhs) {
                Constant(value) if value < 0 => {
                    push([loose(lhs), Text(" - "), Number(value.wrapping_neg()), NOTHING, NOTHING]);
                }
                Binary(Mul, value, factor) => match exprs.get(factor) {
                    Constant(-1) => {
                        let is_sum = matches!(exprs.get(value), Binary(Add, ..));
                        push([loose(lhs), Text(" - "), Expr { expr: value, tight: is_sum }, NOTHING, NOTHING]);
                    }
                    Constant(factor) if factor < -1 => {
                        push([loose(lhs), Text(" - "), bound(value), Text(" * "), Number(factor.wrapping_neg())]);
                    }
                    _ => push([loose(lhs), Text(" + "), loose(rhs), NOTHING, NOTHING]),
                },
                _ => push([loose(lhs), Text(" + "), loose(rhs), NOTHING, NOTHING]),
            }
            continue;
        }
        let spelling = match kind {
            Add | Mul => " * ",
            Mod => " mod ",
            FloorDiv => " floordiv ",
            CeilDiv => " ceildiv ",
        };
        if kind == Mul && exprs.get(rhs) == Constant(-1) {
            push([Text("-"), bound(lhs), NOTHING, NOTHING, NOTHING]);
        } else {
            push([bound(lhs), Text(spelling), bound(rhs), NOTHING, NOTHING]);
        }
    }
}

fn print_names(prefix: u8, count: u32, out: &mut Vec<u8>) {
    for position in 0..count {
        if position != 0 {
            out.extend_from_slice(b", ");
        }
        out.push(prefix);
        push_u64(out, u64::from(position));
    }
}

/// `(d0, d1)[s0]`, the brackets only if there are symbols.
fn print_space(dims: u32, symbols: u32, out: &mut Vec<u8>) {
    out.push(b'(');
    print_names(b'd', dims, out);
    out.push(b')');
    if symbols != 0 {
        out.push(b'[');
        print_names(b's', symbols, out);
        out.push(b']');
    }
}

/// Appends a map, `(d0)[s0] -> (d0 + s0)`.
pub fn print_map(exprs: &(impl AffineExprs + ?Sized), map: &AffineMap, out: &mut Vec<u8>) {
    print_space(map.dims, map.symbols, out);
    out.extend_from_slice(b" -> (");
    for (index, &result) in map.results.iter().enumerate() {
        if index != 0 {
            out.extend_from_slice(b", ");
        }
        print_expr(exprs, result, out);
    }
    out.push(b')');
}

/// Appends a set, `(d0)[s0] : (d0 - s0 >= 0)`.
pub fn print_set(exprs: &(impl AffineExprs + ?Sized), set: &IntegerSet, out: &mut Vec<u8>) {
    print_space(set.dims, set.symbols, out);
    out.extend_from_slice(b" : (");
    for (index, (&constraint, &equality)) in set.constraints.iter().zip(&set.equality).enumerate() {
        if index != 0 {
            out.extend_from_slice(b", ");
        }
        print_expr(exprs, constraint, out);
        out.extend_from_slice(if equality { b" == 0" } else { b" >= 0" });
    }
    out.push(b')');
}
