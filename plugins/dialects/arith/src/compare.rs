//! Comparisons.

use crate::matching::{both, defined_by, element_width, i1_same_shape, is_zero, poison, splat};
use crate::{CmpFOp, CmpFPredicate, CmpIOp, CmpIPredicate, ExtSIOp, ExtUIOp};
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
