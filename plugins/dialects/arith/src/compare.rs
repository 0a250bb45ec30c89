//! Comparisons.

use crate::matching::{both, defined_by, element_width, i1_same_shape, is_zero, poison, splat};
use crate::patterns::boolean;
use crate::{CmpFOp, CmpFPredicate, CmpIOp, CmpIPredicate, ConstantOp, ExtSIOp, ExtUIOp, SIToFPOp, UIToFPOp};
use core::cmp::Ordering;
use plugopt_plugin::fold::elementwise;
use plugopt_plugin::prelude::*;
use plugopt_plugin::raw;

/// Whether two integers compare so.
pub fn holds(predicate: CmpIPredicate, lhs: &Int, rhs: &Int) -> bool {
    let (signed, unsigned) = (lhs.scmp(rhs), lhs.ucmp(rhs));
    match predicate {
        CmpIPredicate::Eq => unsigned == Ordering::Equal,
        CmpIPredicate::Ne => unsigned != Ordering::Equal,
        CmpIPredicate::Slt => signed == Ordering::Less,
        CmpIPredicate::Sle => signed != Ordering::Greater,
        CmpIPredicate::Sgt => signed == Ordering::Greater,
        CmpIPredicate::Sge => signed != Ordering::Less,
        CmpIPredicate::Ult => unsigned == Ordering::Less,
        CmpIPredicate::Ule => unsigned != Ordering::Greater,
        CmpIPredicate::Ugt => unsigned == Ordering::Greater,
        CmpIPredicate::Uge => unsigned != Ordering::Less,
    }
}

/// The predicate that holds for the operands in the other order.
fn swapped(predicate: CmpIPredicate) -> CmpIPredicate {
    match predicate {
        CmpIPredicate::Eq => CmpIPredicate::Eq,
        CmpIPredicate::Ne => CmpIPredicate::Ne,
        CmpIPredicate::Slt => CmpIPredicate::Sgt,
        CmpIPredicate::Sle => CmpIPredicate::Sge,
        CmpIPredicate::Sgt => CmpIPredicate::Slt,
        CmpIPredicate::Sge => CmpIPredicate::Sle,
        CmpIPredicate::Ult => CmpIPredicate::Ugt,
        CmpIPredicate::Ule => CmpIPredicate::Uge,
        CmpIPredicate::Ugt => CmpIPredicate::Ult,
        CmpIPredicate::Uge => CmpIPredicate::Ule,
    }
}

/// The predicate that holds where the given one does not.
pub fn inverted(predicate: CmpIPredicate) -> CmpIPredicate {
    match predicate {
        CmpIPredicate::Eq => CmpIPredicate::Ne,
        CmpIPredicate::Ne => CmpIPredicate::Eq,
        CmpIPredicate::Slt => CmpIPredicate::Sge,
        CmpIPredicate::Sle => CmpIPredicate::Sgt,
        CmpIPredicate::Sgt => CmpIPredicate::Sle,
        CmpIPredicate::Sge => CmpIPredicate::Slt,
        CmpIPredicate::Ult => CmpIPredicate::Uge,
        CmpIPredicate::Ule => CmpIPredicate::Ugt,
        CmpIPredicate::Ugt => CmpIPredicate::Ule,
        CmpIPredicate::Uge => CmpIPredicate::Ult,
    }
}

/// A predicate as it is stored.
pub fn stored<'s>(session: Session<'s>, predicate: CmpIPredicate) -> Attribute<'s> {
    session.i64_attr(predicate.value())
}

pub fn fold_cmpi<'s>(op: Op<'s>, operands: FoldOperands<'_, 's>) -> Option<Fold<'s>> {
    let comparison = CmpIOp::new(op);
    let predicate = comparison.predicate()?;
    let (lhs, rhs) = (comparison.lhs(), comparison.rhs());
    let session = op.session();
    if lhs == rhs {
        let (zero, ty) = (Int::zero(1), comparison.result().ty());
        return splat(ty, session.bool_attr(holds(predicate, &zero, &zero))).map(Fold::Attribute);
    }
    if predicate == CmpIPredicate::Ne && is_zero(operands.get(1)) {
        let extension = defined_by(lhs, ExtSIOp::NAME).or_else(|| defined_by(lhs, ExtUIOp::NAME));
        if let Some(source) = extension.map(|extension| extension.operand(0))
            && source.ty().kind() != TypeKind::RANKED_TENSOR
            && element_width(source.ty()) == Some(1)
        {
            return Some(source.into());
        }
    }
    if operands.get(0).is_some() && operands.get(1).is_none() {
        op.set_attribute("predicate", Some(stored(session, swapped(predicate))));
        op.set_operands(&[rhs, lhs]);
        return Some(Fold::InPlace);
    }
    if let Some(poison) = poison(operands) {
        return Some(poison.into());
    }
    let (lhs, rhs) = both(operands)?;
    let ty = i1_same_shape(lhs.ty()?)?;
    elementwise([lhs, rhs], ty, |[lhs, rhs]| {
        Some(session.bool_attr(holds(predicate, &Int::from_attribute(lhs)?, &Int::from_attribute(rhs)?)))
    })
}

/// Whether two floats that compare so satisfy a predicate. Its value has a bit for each outcome.
fn satisfies(predicate: CmpFPredicate, outcome: raw::Ordering) -> bool {
    let bit = match outcome {
        raw::Ordering::EQUAL => 1,
        raw::Ordering::GREATER => 2,
        raw::Ordering::LESS => 4,
        _ => 8,
    };
    predicate.value() & bit != 0
}

pub fn fold_cmpf<'s>(op: Op<'s>, operands: FoldOperands<'_, 's>) -> Option<Fold<'s>> {
    let predicate = CmpFOp::new(op).predicate()?;
    let float = |index: usize| operands.get(index).and_then(Float::from_attribute);
    let (lhs, rhs) = (float(0), float(1));
    // A NaN decides without the other operand.
    let outcome = if lhs.is_some_and(Float::is_nan) || rhs.is_some_and(Float::is_nan) {
        raw::Ordering::UNORDERED
    } else {
        lhs?.compare(rhs?)
    };
    Some(op.session().bool_attr(satisfies(predicate, outcome)).into())
}

/// Bits of the significand of a format, with the one that is not stored.
fn precision(kind: FloatKind) -> i32 {
    match kind {
        FloatKind::F16 | FloatKind::TF32 => 11,
        FloatKind::BF16 => 8,
        FloatKind::F32 => 24,
        FloatKind::F64 => 53,
        FloatKind::F80 => 64,
        FloatKind::F128 => 113,
        FloatKind::F8E5M2 | FloatKind::F8E5M2FNUZ | FloatKind::F6E3M2FN => 3,
        FloatKind::F8E3M4 => 5,
        FloatKind::F4E2M1FN => 2,
        FloatKind::F8E8M0FNU => 1,
        _ => 4,
    }
}

/// The exponent of a number, as `ilogb`; none for zero, infinities and NaN.
fn exponent(value: f64) -> Option<i32> {
    let bits = value.to_bits();
    let biased = (bits >> 52 & 0x7ff) as i32;
    match biased {
        0x7ff => None,
        0 if value == 0.0 => None,
        0 => Some(-1011 - (bits & ((1 << 52) - 1)).leading_zeros() as i32),
        _ => Some(biased - 1023),
    }
}

/// The comparison of integers that a comparison of floats made of them is, if it can be one.
fn integer_predicate(predicate: CmpFPredicate, signed: bool) -> Option<CmpIPredicate> {
    let of = |if_signed, if_not| if signed { if_signed } else { if_not };
    Some(match predicate {
        CmpFPredicate::Oeq | CmpFPredicate::Ueq => CmpIPredicate::Eq,
        CmpFPredicate::One | CmpFPredicate::Une => CmpIPredicate::Ne,
        CmpFPredicate::Ogt | CmpFPredicate::Ugt => of(CmpIPredicate::Sgt, CmpIPredicate::Ugt),
        CmpFPredicate::Oge | CmpFPredicate::Uge => of(CmpIPredicate::Sge, CmpIPredicate::Uge),
        CmpFPredicate::Olt | CmpFPredicate::Ult => of(CmpIPredicate::Slt, CmpIPredicate::Ult),
        CmpFPredicate::Ole | CmpFPredicate::Ule => of(CmpIPredicate::Sle, CmpIPredicate::Ule),
        _ => return None,
    })
}

/// What a comparison of an integer with a number becomes.
enum Simplified {
    Known(bool),
    Compare(CmpIPredicate, Int),
}

/// Compares an integer of some width, read as signed or not, with a float.
fn compare_with<'s>(
    session: Session<'s>,
    predicate: CmpIPredicate,
    (width, signed): (u32, bool),
    bound: Float<'s>,
) -> Option<Simplified> {
    use CmpIPredicate::{Eq, Ne, Sge, Sgt, Sle, Slt, Uge, Ugt, Ule, Ult};
    use raw::Ordering;
    let float = |value: &Int| Float::from_int(session, bound.kind(), value, signed);
    let (min, max) = match signed {
        true => (Int::signed_min(width), Int::signed_max(width)),
        false => (Int::zero(width), Int::all_ones(width)),
    };
    if float(&max).compare(bound) == Ordering::LESS {
        return Some(Simplified::Known(matches!(predicate, Ne | Slt | Sle | Ult | Ule)));
    }
    if float(&min).compare(bound) == Ordering::GREATER {
        return Some(Simplified::Known(matches!(predicate, Ne | Sgt | Sge | Ugt | Uge)));
    }
    let whole = bound.to_int(width, signed)?;
    let negative = bound.is_negative();
    if float(&whole).compare(bound) == Ordering::EQUAL {
        return Some(Simplified::Compare(predicate, whole));
    }
    // The bound has a fraction: between two integers `<` and `<=` are the same.
    let predicate = match predicate {
        Ne => return Some(Simplified::Known(true)),
        Eq => return Some(Simplified::Known(false)),
        Ult | Ule if negative => return Some(Simplified::Known(false)),
        Ugt | Uge if negative => return Some(Simplified::Known(true)),
        Sle | Slt => {
            if negative {
                Slt
            } else {
                Sle
            }
        }
        Sgt | Sge => {
            if negative {
                Sge
            } else {
                Sgt
            }
        }
        Ult | Ule => Ule,
        Ugt | Uge => Ugt,
    };
    Some(Simplified::Compare(predicate, whole))
}

/// A float that was made of an integer is compared with a constant as the integer.
pub fn canonicalize_cmpf<'s>(op: Op<'s>, rewriter: &mut Rewriter<'s>) -> Result<bool> {
    let comparison = CmpFOp::new(op);
    let Some(bound) = comparison.rhs().constant().and_then(Float::from_attribute) else { return Ok(false) };
    let (Some(predicate), Some(cast)) = (comparison.predicate(), comparison.lhs().defining_op()) else {
        return Ok(false);
    };
    let signed = cast.is(SIToFPOp::NAME);
    if bound.is_nan() || !(signed || cast.is(UIToFPOp::NAME)) {
        return Ok(false);
    }
    let source = cast.operand(0);
    let ty = source.ty();
    if !ty.is_integer() {
        return Ok(false);
    }
    let (width, precision) = (ty.width() as i32, precision(bound.kind()));
    let value_bits = if signed { width - 1 } else { width };
    if width > precision {
        let value = bound.to_f64();
        match exponent(value) {
            Some(exponent) if precision <= exponent && exponent <= value_bits => return Ok(false),
            // Formats of this range hold every integer of the width.
            None if value.is_infinite() => {
                let largest = Float::from_int(op.session(), bound.kind(), &Int::signed_max(ty.width()), true);
                if largest.to_f64().is_infinite() {
                    return Ok(false);
                }
            }
            _ => {}
        }
    }
    let session = op.session();
    let simplified = match predicate {
        CmpFPredicate::Ord => Simplified::Known(true),
        CmpFPredicate::Uno => Simplified::Known(false),
        _ => {
            let integer = integer_predicate(predicate, signed);
            match integer.and_then(|predicate| compare_with(session, predicate, (ty.width(), signed), bound)) {
                Some(simplified) => simplified,
                None => return Ok(false),
            }
        }
    };
    rewriter.set_location(op.location());
    let new = match simplified {
        Simplified::Known(known) => boolean(rewriter, known)?,
        Simplified::Compare(predicate, bound) => {
            let bound = ConstantOp::build(rewriter, &[ty], bound.to_attribute(ty))?.result();
            let predicate = stored(session, predicate);
            CmpIOp::build(rewriter, &[comparison.result().ty()], source, bound, predicate)?.result()
        }
    };
    rewriter.replace(op, &[new]);
    Ok(true)
}
