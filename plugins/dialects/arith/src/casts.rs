//! Casts: what they check and how they fold.

use crate::matching::{defined_by, element_width, poison};
use crate::{ExtFOp, ExtSIOp, ExtUIOp, FastMathFlags, RoundingMode, TruncFOp, TruncIOp};
use plugopt_plugin::fold::elementwise;
use plugopt_plugin::prelude::*;
use plugopt_plugin::raw::Rounding;

/// Whether a type is a scalar, a vector or a tensor, or a memref where that is allowed, of elements of these kinds.
fn is_like(ty: Type<'_>, memref: bool, kinds: &[TypeKind]) -> bool {
    let container = match ty.kind() {
        TypeKind::MEMREF => memref,
        TypeKind::UNRANKED_MEMREF => false,
        _ => true,
    };
    container && kinds.contains(&ty.element_or_self().kind())
}

/// Shapes that are known agree, and so do the encodings of tensors.
fn shapes_agree(from: Type<'_>, to: Type<'_>) -> bool {
    if from.is_shaped() != to.is_shaped() {
        return false;
    }
    if (from.kind(), to.kind()) == (TypeKind::RANKED_TENSOR, TypeKind::RANKED_TENSOR)
        && from.encoding() != to.encoding()
    {
        return false;
    }
    if !from.is_shaped() || from.rank().is_none() || to.rank().is_none() {
        return true;
    }
    if from.kind() == TypeKind::VECTOR
        && to.kind() == TypeKind::VECTOR
        && !from.scalable_dims().iter().eq(to.scalable_dims().iter())
    {
        return false;
    }
    let agree = |(a, b): (i64, i64)| a == b || a == i64::MIN || b == i64::MIN;
    from.rank() == to.rank() && from.shape().iter().zip(to.shape().iter()).all(agree)
}

fn verify_cast<'s>(op: Op<'s>, fits: impl Fn(Type<'s>, Type<'s>) -> bool) -> Result<()> {
    let (from, to) = (op.operand(0).ty(), op.result(0).ty());
    if shapes_agree(from, to) && fits(from, to) {
        return Ok(());
    }
    let operands: Vec<_> = op.operand_types().iter().map(|ty| format!("'{ty}'")).collect();
    let plural = if operands.len() == 1 { "" } else { "s" };
    Err(format!("operand type{plural} {} and result type '{to}' are cast incompatible", operands.join(", ")).into())
}

const INTEGER: &[TypeKind] = &[TypeKind::INTEGER];
const FLOAT: &[TypeKind] = &[TypeKind::FLOAT];
const INTEGER_OR_INDEX: &[TypeKind] = &[TypeKind::INTEGER, TypeKind::INDEX];
const ANY: &[TypeKind] = &[TypeKind::INTEGER, TypeKind::INDEX, TypeKind::FLOAT];

fn verify_width(op: Op<'_>, kinds: &[TypeKind], order: core::cmp::Ordering) -> Result<()> {
    verify_cast(op, |from, to| {
        is_like(from, false, kinds) && is_like(to, false, kinds) && element_width(to).cmp(&element_width(from)) == order
    })
}

/// The result is wider than the operand.
pub fn verify_int_extension(op: Op<'_>) -> Result<()> {
    verify_width(op, INTEGER, core::cmp::Ordering::Greater)
}

/// The result is narrower than the operand.
pub fn verify_int_truncation(op: Op<'_>) -> Result<()> {
    verify_width(op, INTEGER, core::cmp::Ordering::Less)
}

/// The result is wider than the operand.
pub fn verify_float_extension(op: Op<'_>) -> Result<()> {
    verify_width(op, FLOAT, core::cmp::Ordering::Greater)
}

/// The result is narrower than the operand.
pub fn verify_float_truncation(op: Op<'_>) -> Result<()> {
    verify_width(op, FLOAT, core::cmp::Ordering::Less)
}

/// An integer becomes a float.
pub fn verify_to_float(op: Op<'_>) -> Result<()> {
    verify_cast(op, |from, to| is_like(from, false, INTEGER) && is_like(to, false, FLOAT))
}

/// A float becomes an integer.
pub fn verify_from_float(op: Op<'_>) -> Result<()> {
    verify_cast(op, |from, to| is_like(from, false, FLOAT) && is_like(to, false, INTEGER))
}

/// One side is `index`, the other one an integer.
pub fn verify_index_cast(op: Op<'_>) -> Result<()> {
    verify_cast(op, |from, to| {
        is_like(from, true, INTEGER_OR_INDEX)
            && is_like(to, true, INTEGER_OR_INDEX)
            && from.element_or_self().is_index() != to.element_or_self().is_index()
    })
}

/// Both sides have the same width.
pub fn verify_bitcast(op: Op<'_>) -> Result<()> {
    verify_cast(op, |from, to| {
        is_like(from, true, ANY) && is_like(to, true, ANY) && element_width(from) == element_width(to)
    })
}

/// Folds the constant operand, element by element. `convert` gets an element and the element type of the result.
fn fold_elements<'s>(
    op: Op<'s>,
    operands: FoldOperands<'_, 's>,
    mut convert: impl FnMut(Attribute<'s>, Type<'s>) -> Option<Attribute<'s>>,
) -> Option<Fold<'s>> {
    if let Some(poison) = poison(operands) {
        return Some(poison.into());
    }
    let ty = op.result(0).ty();
    let element = ty.element_or_self();
    elementwise([operands.get(0)?], ty, |[value]| convert(value, element))
}

fn fold_integers<'s>(
    op: Op<'s>,
    operands: FoldOperands<'_, 's>,
    convert: impl Fn(&Int, u32) -> Int,
) -> Option<Fold<'s>> {
    fold_elements(op, operands, |value, ty| {
        let width = if ty.is_integer() { ty.width() } else { 64 };
        Some(convert(&Int::from_attribute(value)?, width).to_attribute(ty))
    })
}

pub fn extui<'s>(op: Op<'s>, operands: FoldOperands<'_, 's>) -> Option<Fold<'s>> {
    if let Some(inner) = defined_by(op.operand(0), ExtUIOp::NAME) {
        op.set_operand(0, inner.operand(0));
        return Some(Fold::InPlace);
    }
    fold_integers(op, operands, Int::zext_or_trunc)
}

pub fn extsi<'s>(op: Op<'s>, operands: FoldOperands<'_, 's>) -> Option<Fold<'s>> {
    if let Some(inner) = defined_by(op.operand(0), ExtSIOp::NAME) {
        op.set_operand(0, inner.operand(0));
        return Some(Fold::InPlace);
    }
    fold_integers(op, operands, Int::sext_or_trunc)
}

pub fn trunci<'s>(op: Op<'s>, operands: FoldOperands<'_, 's>) -> Option<Fold<'s>> {
    let operand = op.operand(0);
    if let Some(inner) = operand.defining_op() {
        if inner.is(ExtUIOp::NAME) || inner.is(ExtSIOp::NAME) {
            let source = inner.operand(0);
            let (from, to) = (source.ty().element_or_self(), op.result(0).ty().element_or_self());
            if element_width(from) > element_width(to) {
                op.set_operand(0, source);
                return Some(Fold::InPlace);
            }
            if from == to {
                return Some(source.into());
            }
        } else if inner.is(TruncIOp::NAME) {
            op.set_operand(0, inner.operand(0));
            return Some(Fold::InPlace);
        }
    }
    fold_integers(op, operands, Int::zext_or_trunc)
}

pub fn index_cast<'s>(op: Op<'s>, operands: FoldOperands<'_, 's>) -> Option<Fold<'s>> {
    fold_integers(op, operands, Int::sext_or_trunc)
}

pub fn index_castui<'s>(op: Op<'s>, operands: FoldOperands<'_, 's>) -> Option<Fold<'s>> {
    fold_integers(op, operands, Int::zext_or_trunc)
}

fn contracts(flags: Option<FastMathFlags>) -> bool {
    flags.is_some_and(|flags| flags.contains(FastMathFlags::CONTRACT))
}

pub fn extf<'s>(op: Op<'s>, operands: FoldOperands<'_, 's>) -> Option<Fold<'s>> {
    let extension = ExtFOp::new(op);
    if let Some(inner) = defined_by(extension.r#in(), TruncFOp::NAME) {
        let truncation = TruncFOp::new(inner);
        let source = truncation.r#in();
        if source.ty() == extension.out().ty() && contracts(truncation.fastmath()) && contracts(extension.fastmath()) {
            return Some(source.into());
        }
    }
    fold_elements(op, operands, |value, ty| {
        let (value, exact) = Float::from_attribute(value)?.convert(ty.float_kind(), Rounding::NEAREST_EVEN);
        exact.then(|| value.to_attribute(ty))
    })
}

pub fn truncf<'s>(op: Op<'s>, operands: FoldOperands<'_, 's>) -> Option<Fold<'s>> {
    let truncation = TruncFOp::new(op);
    if let Some(inner) = defined_by(truncation.r#in(), ExtFOp::NAME) {
        let source = inner.operand(0);
        let (from, to) = (source.ty().element_or_self(), truncation.out().ty().element_or_self());
        if element_width(from) > element_width(to) {
            op.set_operand(0, source);
            return Some(Fold::InPlace);
        }
        if from == to {
            return Some(source.into());
        }
    }
    let rounding = match truncation.roundingmode() {
        None | Some(RoundingMode::ToNearestEven) => Rounding::NEAREST_EVEN,
        Some(RoundingMode::Downward) => Rounding::DOWNWARD,
        Some(RoundingMode::Upward) => Rounding::UPWARD,
        Some(RoundingMode::TowardZero) => Rounding::TOWARD_ZERO,
        Some(RoundingMode::ToNearestAway) => Rounding::NEAREST_AWAY,
    };
    fold_elements(op, operands, |value, ty| {
        let (value, exact) = Float::from_attribute(value)?.convert(ty.float_kind(), rounding);
        exact.then(|| value.to_attribute(ty))
    })
}

fn to_float<'s>(op: Op<'s>, operands: FoldOperands<'_, 's>, signed: bool) -> Option<Fold<'s>> {
    let session = op.session();
    fold_elements(op, operands, |value, ty| {
        let value = Int::from_attribute(value)?;
        Some(Float::from_int(session, ty.float_kind(), &value, signed).to_attribute(ty))
    })
}

pub fn uitofp<'s>(op: Op<'s>, operands: FoldOperands<'_, 's>) -> Option<Fold<'s>> {
    to_float(op, operands, false)
}

pub fn sitofp<'s>(op: Op<'s>, operands: FoldOperands<'_, 's>) -> Option<Fold<'s>> {
    to_float(op, operands, true)
}

fn from_float<'s>(op: Op<'s>, operands: FoldOperands<'_, 's>, signed: bool) -> Option<Fold<'s>> {
    fold_elements(op, operands, |value, ty| {
        Some(Float::from_attribute(value)?.to_int(ty.width(), signed)?.to_attribute(ty))
    })
}

pub fn fptoui<'s>(op: Op<'s>, operands: FoldOperands<'_, 's>) -> Option<Fold<'s>> {
    from_float(op, operands, false)
}

pub fn fptosi<'s>(op: Op<'s>, operands: FoldOperands<'_, 's>) -> Option<Fold<'s>> {
    from_float(op, operands, true)
}

pub fn bitcast<'s>(op: Op<'s>, operands: FoldOperands<'_, 's>) -> Option<Fold<'s>> {
    let session = op.session();
    fold_elements(op, operands, |value, ty| {
        let words = match value.kind() {
            AttributeKind::FLOAT => {
                let (bits, _) = value.float_bits();
                [bits.low, bits.high]
            }
            _ => {
                let value = Int::from_attribute(value)?;
                if value.width() > 128 {
                    return None;
                }
                let words = value.words();
                [words.first().copied().unwrap_or(0), words.get(1).copied().unwrap_or(0)]
            }
        };
        match ty.kind() {
            TypeKind::FLOAT => {
                let bits = plugopt_plugin::raw::Bits128 { low: words[0], high: words[1] };
                Some(Float::new(session, ty.float_kind(), bits).to_attribute(ty))
            }
            TypeKind::INTEGER => Some(Int::from_words(ty.width(), &words).to_attribute(ty)),
            _ => None,
        }
    })
}
