//! Recognising strided layouts: maps to an offset plus a stride for each dimension.

use super::AffineBinaryKind::{Add, CeilDiv, FloorDiv, Mod, Mul};
use super::AffineExprData::{Binary, Dim};
use super::{AffineExpr, AffineExprs, AffineMap, simplify_expr};

/// A layout `d0 * strides[0] + d1 * strides[1] + … + offset`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct StridedForm {
    /// By dimension, without dimensions in them.
    pub strides: Vec<AffineExpr>,
    /// Without dimensions in it.
    pub offset: AffineExpr,
}

impl StridedForm {
    /// The strides that are numbers.
    pub fn static_strides(&self, exprs: &(impl AffineExprs + ?Sized)) -> Vec<Option<i64>> {
        self.strides.iter().map(|&stride| exprs.affine_as_constant(stride)).collect()
    }

    /// The offset, if it is a number.
    pub fn static_offset(&self, exprs: &(impl AffineExprs + ?Sized)) -> Option<i64> {
        exprs.affine_as_constant(self.offset)
    }
}

impl AffineMap {
    /// The strides of a map with one result; `None` if it has not this form. A stride may be zero.
    ///
    /// The identity of several dimensions stands for the row-major layout and has no strides without a shape; see
    /// [`row_major_strides`].
    pub fn strided_form(&self, exprs: &(impl AffineExprs + ?Sized)) -> Option<StridedForm> {
        let [result] = *self.results else { return None };
        let (zero, one) = (exprs.affine_constant(0), exprs.affine_constant(1));
        let mut form = StridedForm { strides: vec![zero; self.dims as usize], offset: zero };
        let mut stack = vec![(simplify_expr(exprs, result, self.dims, self.symbols), one)];
        while let Some((expr, factor)) = stack.pop() {
            match exprs.get(expr) {
                Binary(FloorDiv | CeilDiv | Mod, ..) => return None,
                Binary(Add, lhs, rhs) => stack.extend([(rhs, factor), (lhs, factor)]),
                Binary(Mul, lhs, rhs) => {
                    let symbolic_left = exprs.facts(lhs).is_symbolic_or_constant();
                    let (rest, by) = if symbolic_left { (rhs, lhs) } else { (lhs, rhs) };
                    let factor = match exprs.get(rest) {
                        Dim(_) => exprs.affine_mul(by, factor),
                        _ => exprs.affine_mul(factor, by),
                    };
                    stack.push((rest, factor));
                }
                Dim(position) => {
                    let stride = form.strides.get_mut(position as usize)?;
                    *stride = exprs.affine_add(*stride, factor);
                }
                _ => form.offset = exprs.affine_add(form.offset, exprs.affine_mul(expr, factor)),
            }
        }
        let simplify = |expr| simplify_expr(exprs, expr, self.dims, self.symbols);
        form.offset = simplify(form.offset);
        form.strides.iter_mut().for_each(|stride| *stride = simplify(*stride));
        Some(form)
    }
}

/// The strides of the row-major layout of a shape in which `None` is a dynamic size: a stride is unknown once one of
/// the sizes to its right is, or is zero, or the product does not fit 64 bits.
pub fn row_major_strides(shape: &[Option<i64>]) -> Vec<Option<i64>> {
    let mut running = Some(1i64);
    let mut strides: Vec<Option<i64>> = shape
        .iter()
        .rev()
        .map(|&size| {
            let stride = running;
            running = running.zip(size.filter(|&size| size > 0)).and_then(|(stride, size)| stride.checked_mul(size));
            stride
        })
        .collect();
    strides.reverse();
    strides
}
