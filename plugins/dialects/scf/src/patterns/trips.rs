//! How often a counting loop runs.

use plugopt_plugin::index_list::IndexOr;
use plugopt_plugin::prelude::*;

/// How often a loop runs, as far as patterns tell cases apart.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Trips {
    /// It does not run.
    Zero,
    /// It runs once.
    One,
    /// It runs more than once.
    Many,
}

const INDEX_WIDTH: u32 = 64;

/// How often a loop with these bounds, which are compared as signed or as unsigned numbers, runs; none where that is not known.
pub fn trips<'s>(lower: IndexOr<'s>, upper: IndexOr<'s>, step: IndexOr<'s>, unsigned: bool) -> Option<Trips> {
    if lower == upper {
        return Some(Trips::Zero);
    }
    let distance = match (constant(lower), constant(upper)) {
        (Some(lower), Some(upper)) => {
            if lower.width() != upper.width() {
                return None;
            }
            let order = if unsigned { upper.ucmp(&lower) } else { upper.scmp(&lower) };
            if order.is_le() {
                return Some(Trips::Zero);
            }
            // As an unsigned number it is right even where the difference of signed ones overflows.
            upper.sub(&lower)
        }
        (None, None) => {
            let added = added_constant(lower, upper, unsigned)?;
            if added.is_zero() || (!unsigned && added.is_negative()) {
                return Some(Trips::Zero);
            }
            added
        }
        _ => return None,
    };
    let step = constant(step).filter(|step| step.width() == distance.width())?;
    if step.is_zero() || (!unsigned && step.is_negative()) {
        return None;
    }
    Some(if step.ucmp(&distance).is_ge() { Trips::One } else { Trips::Many })
}

fn constant(bound: IndexOr<'_>) -> Option<Int> {
    match bound {
        IndexOr::Constant(value) => Some(Int::new(INDEX_WIDTH, value)),
        IndexOr::Value(value) => Int::from_attribute(value.constant()?),
    }
}

/// The constant of `upper = arith.addi lower, constant`, where the sum does not wrap around.
fn added_constant<'s>(lower: IndexOr<'s>, upper: IndexOr<'s>, unsigned: bool) -> Option<Int> {
    let (IndexOr::Value(lower), IndexOr::Value(upper)) = (lower, upper) else { return None };
    let sum = upper.defining_op().filter(|op| op.is("arith.addi") && op.operand_count() == 2)?;
    let flags = sum.attribute("overflowFlags")?.parameter(0)?.integer()?;
    const NO_SIGNED_WRAP: i64 = 1;
    const NO_UNSIGNED_WRAP: i64 = 2;
    let needed = if unsigned { NO_UNSIGNED_WRAP } else { NO_SIGNED_WRAP };
    if flags & needed == 0 || sum.operand(0) != lower {
        return None;
    }
    Int::from_attribute(sum.operand(1).constant()?)
}
