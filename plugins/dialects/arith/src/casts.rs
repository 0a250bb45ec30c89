//! Casts: what they check and how they fold.

use crate::matching::{defined_by, element_width, poison};
use crate::{ExtFOp, ExtSIOp, ExtUIOp, FastMathFlags, RoundingMode, TruncFOp, TruncIOp};
use plugopt_plugin::fold::elementwise;
use plugopt_plugin::prelude::*;
use plugopt_plugin::raw::Rounding;

fn element_types<'s>(op: Op<'s>) -> (Type<'s>, Type<'s>) {
    (op.operand(0).ty().element_or_self(), op.result(0).ty().element_or_self())
}

/// The result is wider than the operand.
pub fn verify_extension(op: Op<'_>) -> Result<()> {
    let (from, to) = element_types(op);
    if element_width(from) >= element_width(to) {
        let message = format!("result type {to} must be wider than operand type {from}");
        return Err(op.location().emit_error(message));
    }
    Ok(())
}

/// The result is narrower than the operand.
pub fn verify_truncation(op: Op<'_>) -> Result<()> {
    let (from, to) = element_types(op);
    if element_width(from) <= element_width(to) {
        let message = format!("result type {to} must be shorter than operand type {from}");
        return Err(op.location().emit_error(message));
    }
    Ok(())
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
                    return (ty == op.operand(0).ty().element_or_self()).then(|| value.to_attribute(ty));
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
