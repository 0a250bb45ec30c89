//! Canonicalization patterns, as in mlir-opt. Of several that apply the one that matches more operations comes first.

use crate::matching::{constant_int, defined_by, element_width, scalar_constant, zero_of};
use crate::{
    AddIOp, BitcastOp, CmpIOp, CmpIPredicate, ConstantOp, DivFOp, ExtSIOp, ExtUIOp, IndexCastOp, IndexCastUIOp,
    IntegerOverflowFlags, MulFOp, MulIOp, NegFOp, OverflowAttr, SIToFPOp, ShRSIOp, ShRUIOp, SubIOp, TruncIOp, UIToFPOp,
};
use plugopt_plugin::prelude::*;

pub use crate::select::canonicalize as select;

/// What follows has the locations of the root and of the other operations that matched.
pub fn fused<'s>(rewriter: &mut Rewriter<'s>, root: Op<'s>, others: &[Op<'s>]) {
    if others.is_empty() {
        return rewriter.set_location(root.location());
    }
    let mut locations = vec![root.location()];
    locations.extend(others.iter().map(|op| op.location()));
    rewriter.set_location(root.session().fused_location(&locations, None));
}

/// `arith.constant true` or `false`.
pub fn boolean<'s>(rewriter: &Rewriter<'s>, value: bool) -> Result<Value<'s>> {
    let value = rewriter.session().bool_attr(value);
    constant(rewriter, rewriter.session().signless_type(1), value)
}

fn constant<'s>(rewriter: &Rewriter<'s>, ty: Type<'s>, value: Attribute<'s>) -> Result<Value<'s>> {
    Ok(ConstantOp::build(rewriter, &[ty], value)?.result())
}

fn overflow_flags(op: Op<'_>) -> IntegerOverflowFlags {
    AddIOp::new(op).overflow_flags().unwrap_or_default()
}

fn stored_flags<'s>(session: Session<'s>, flags: IntegerOverflowFlags) -> Result<Attribute<'s>> {
    session.dialect_attr(OverflowAttr::NAME, &[Some(session.i32_attr(flags.value() as i32))])
}

/// The flags that two operations have in common.
fn common_flags<'s>(a: Op<'s>, b: Op<'s>) -> Result<Attribute<'s>> {
    stored_flags(a.session(), overflow_flags(a) & overflow_flags(b))
}

/// An operand of a sum or difference that is new.
enum Term<'s> {
    Value(Value<'s>),
    Constant(Int),
}

/// Replaces an operation by a sum, difference or product.
fn replace_by<'s>(
    rewriter: &mut Rewriter<'s>,
    op: Op<'s>,
    inner: Op<'s>,
    name: &str,
    (lhs, rhs): (Term<'s>, Term<'s>),
    flags: Attribute<'s>,
) -> Result<bool> {
    fused(rewriter, op, &[inner]);
    let ty = op.result(0).ty();
    let value = |term| match term {
        Term::Value(value) => Ok(value),
        Term::Constant(value) => constant(rewriter, ty, value.to_attribute(ty)),
    };
    let (lhs, rhs) = (value(lhs)?, value(rhs)?);
    let new = rewriter.op(name).operand(lhs).operand(rhs).attribute("overflowFlags", flags).result(ty).build_value()?;
    rewriter.replace(op, &[new]);
    Ok(true)
}

pub fn addi<'s>(op: Op<'s>, rewriter: &mut Rewriter<'s>) -> Result<bool> {
    let (lhs, rhs) = (op.operand(0), op.operand(1));
    if let Some(outer) = scalar_constant(rhs)
        && let Some(inner) = lhs.defining_op()
    {
        let (a, b) = if inner.operand_count() == 2 { (inner.operand(0), inner.operand(1)) } else { (lhs, lhs) };
        if inner.is(AddIOp::NAME) {
            if let Some(constant) = scalar_constant(b) {
                let terms = (Term::Value(a), Term::Constant(constant.add(&outer)));
                return replace_by(rewriter, op, inner, AddIOp::NAME, terms, common_flags(inner, op)?);
            }
        } else if inner.is(SubIOp::NAME) {
            if let Some(constant) = scalar_constant(b) {
                let terms = (Term::Value(a), Term::Constant(outer.sub(&constant)));
                return replace_by(rewriter, op, inner, AddIOp::NAME, terms, common_flags(inner, op)?);
            }
            if let Some(constant) = scalar_constant(a) {
                let terms = (Term::Constant(constant.add(&outer)), Term::Value(b));
                return replace_by(rewriter, op, inner, SubIOp::NAME, terms, common_flags(inner, op)?);
            }
        }
    }
    // x + y * -1
    for (product, other) in [(rhs, lhs), (lhs, rhs)] {
        if let Some(product) = defined_by(product, MulIOp::NAME)
            && constant_int(product.operand(1)).is_some_and(|factor| factor.is_all_ones())
        {
            let flags = stored_flags(op.session(), IntegerOverflowFlags::NONE)?;
            let terms = (Term::Value(other), Term::Value(product.operand(0)));
            return replace_by(rewriter, op, product, SubIOp::NAME, terms, flags);
        }
    }
    Ok(false)
}

pub fn subi<'s>(op: Op<'s>, rewriter: &mut Rewriter<'s>) -> Result<bool> {
    let (lhs, rhs) = (op.operand(0), op.operand(1));
    let sum_or_difference = |value: Value<'s>| {
        value.defining_op().and_then(|inner| {
            let is_sum = inner.is(AddIOp::NAME);
            (is_sum || inner.is(SubIOp::NAME)).then(|| (inner, is_sum, inner.operand(0), inner.operand(1)))
        })
    };
    if let Some((inner, is_sum, a, b)) = sum_or_difference(lhs) {
        if let Some(outer) = scalar_constant(rhs) {
            if let Some(constant) = scalar_constant(b) {
                if is_sum {
                    let flags = stored_flags(op.session(), IntegerOverflowFlags::NONE)?;
                    let terms = (Term::Value(a), Term::Constant(constant.sub(&outer)));
                    return replace_by(rewriter, op, inner, AddIOp::NAME, terms, flags);
                }
                let terms = (Term::Value(a), Term::Constant(constant.add(&outer)));
                return replace_by(rewriter, op, inner, SubIOp::NAME, terms, common_flags(inner, op)?);
            }
            if let Some(constant) = scalar_constant(a)
                && !is_sum
            {
                let terms = (Term::Constant(constant.sub(&outer)), Term::Value(b));
                return replace_by(rewriter, op, inner, SubIOp::NAME, terms, common_flags(inner, op)?);
            }
        }
        // (a - b) - a
        if !is_sum
            && a == rhs
            && let Some(zero) = zero_of(b.ty())
        {
            fused(rewriter, op, &[inner]);
            let zero = constant(rewriter, b.ty(), zero)?;
            let new = SubIOp::build(rewriter, &[op.result(0).ty()], zero, b, Some(common_flags(inner, op)?))?;
            rewriter.replace(op, &[new.result()]);
            return Ok(true);
        }
    }
    if let Some(outer) = scalar_constant(lhs)
        && let Some((inner, is_sum, a, b)) = sum_or_difference(rhs)
    {
        let (name, terms) = if let Some(constant) = scalar_constant(b) {
            let value = if is_sum { outer.sub(&constant) } else { constant.add(&outer) };
            (SubIOp::NAME, (Term::Constant(value), Term::Value(a)))
        } else if let Some(constant) = scalar_constant(a)
            && !is_sum
        {
            (AddIOp::NAME, (Term::Value(b), Term::Constant(outer.sub(&constant))))
        } else {
            return Ok(false);
        };
        return replace_by(rewriter, op, inner, name, terms, common_flags(inner, op)?);
    }
    Ok(false)
}

pub fn muli<'s>(op: Op<'s>, rewriter: &mut Rewriter<'s>) -> Result<bool> {
    if let Some(inner) = defined_by(op.operand(0), MulIOp::NAME)
        && let Some(outer) = scalar_constant(op.operand(1))
        && let Some(constant) = scalar_constant(inner.operand(1))
    {
        let terms = (Term::Value(inner.operand(0)), Term::Constant(constant.mul(&outer)));
        return replace_by(rewriter, op, inner, MulIOp::NAME, terms, common_flags(inner, op)?);
    }
    Ok(false)
}

/// Replaces an operation with two results, of which the second has no use, by one that gives the first.
fn first_result_by<'s>(op: Op<'s>, rewriter: &mut Rewriter<'s>, name: &str) -> Result<bool> {
    if op.result(1).has_uses() {
        return Ok(false);
    }
    let (lhs, rhs) = (op.operand(0), op.operand(1));
    let flags = stored_flags(op.session(), IntegerOverflowFlags::NONE)?;
    let builder = rewriter.op(name).operand(lhs).operand(rhs).attribute("overflowFlags", flags);
    let new = builder.result(op.result(0).ty()).build_value()?;
    // Nothing uses the second result: any value of its type would do, and there is none but its own operation's.
    op.result(0).replace_all_uses(new);
    rewriter.erase(op);
    Ok(true)
}

pub fn addui_extended<'s>(op: Op<'s>, rewriter: &mut Rewriter<'s>) -> Result<bool> {
    first_result_by(op, rewriter, AddIOp::NAME)
}

pub fn mului_extended<'s>(op: Op<'s>, rewriter: &mut Rewriter<'s>) -> Result<bool> {
    first_result_by(op, rewriter, MulIOp::NAME)
}

pub fn mulsi_extended<'s>(op: Op<'s>, rewriter: &mut Rewriter<'s>) -> Result<bool> {
    if first_result_by(op, rewriter, MulIOp::NAME)? {
        return Ok(true);
    }
    let x = op.operand(0);
    if !constant_int(op.operand(1)).is_some_and(|factor| factor.width() > 1 && factor.is_one()) {
        return Ok(false);
    }
    let Some(zero) = zero_of(x.ty()) else { return Ok(false) };
    let zero = constant(rewriter, x.ty(), zero)?;
    let predicate = crate::compare::stored(op.session(), CmpIPredicate::Slt);
    let Some(bit) = crate::matching::i1_same_shape(x.ty()) else { return Ok(false) };
    let negative = CmpIOp::build(rewriter, &[bit], x, zero, predicate)?;
    let high = ExtSIOp::build(rewriter, &[op.result(1).ty()], negative.result())?;
    rewriter.replace(op, &[x, high.out()]);
    Ok(true)
}

/// `f(ext x, ext y)` is `ext f(x, y)` for operations on bits.
fn of_extensions<'s>(op: Op<'s>, rewriter: &mut Rewriter<'s>) -> Result<bool> {
    let (Some(lhs), Some(rhs)) = (op.operand(0).defining_op(), op.operand(1).defining_op()) else { return Ok(false) };
    for name in [ExtUIOp::NAME, ExtSIOp::NAME] {
        if lhs.is(name) && rhs.is(name) {
            let (x, y) = (lhs.operand(0), rhs.operand(0));
            if x.ty() != y.ty() {
                return Ok(false);
            }
            fused(rewriter, op, &[lhs, rhs]);
            let inner = rewriter.op_named(op.name()).operand(x).operand(y).result(x.ty()).build_value()?;
            let new = rewriter.op(name).operand(inner).result(op.result(0).ty()).build_value()?;
            rewriter.replace(op, &[new]);
            return Ok(true);
        }
    }
    Ok(false)
}

pub fn andi<'s>(op: Op<'s>, rewriter: &mut Rewriter<'s>) -> Result<bool> {
    of_extensions(op, rewriter)
}

pub fn ori<'s>(op: Op<'s>, rewriter: &mut Rewriter<'s>) -> Result<bool> {
    of_extensions(op, rewriter)
}

pub fn xori<'s>(op: Op<'s>, rewriter: &mut Rewriter<'s>) -> Result<bool> {
    Ok(of_extensions(op, rewriter)? || crate::select::invert_comparison(op, rewriter)?)
}

pub fn cmpi<'s>(op: Op<'s>, rewriter: &mut Rewriter<'s>) -> Result<bool> {
    let comparison = CmpIOp::new(op);
    let Some(predicate @ (CmpIPredicate::Eq | CmpIPredicate::Ne)) = comparison.predicate() else { return Ok(false) };
    let predicate = crate::compare::stored(op.session(), predicate);
    for name in [ExtSIOp::NAME, ExtUIOp::NAME] {
        if let Some(lhs) = defined_by(comparison.lhs(), name)
            && let Some(rhs) = defined_by(comparison.rhs(), name)
            && lhs.operand(0).ty() == rhs.operand(0).ty()
        {
            fused(rewriter, op, &[lhs, rhs]);
            let (x, y) = (lhs.operand(0), rhs.operand(0));
            let new = CmpIOp::build(rewriter, &[comparison.result().ty()], x, y, predicate)?;
            rewriter.replace(op, &[new.result()]);
            return Ok(true);
        }
    }
    Ok(false)
}

/// Replaces a cast of a cast by one cast of the source.
fn cast_source<'s>(op: Op<'s>, rewriter: &mut Rewriter<'s>, inner: Op<'s>, name: &str) -> Result<bool> {
    fused(rewriter, op, &[inner]);
    let new = rewriter.op(name).operand(inner.operand(0)).result(op.result(0).ty()).build_value()?;
    rewriter.replace(op, &[new]);
    Ok(true)
}

/// A cast and the cast back.
fn round_trip<'s>(op: Op<'s>, rewriter: &mut Rewriter<'s>, name: &str) -> bool {
    if let Some(inner) = defined_by(op.operand(0), name)
        && inner.operand(0).ty() == op.result(0).ty()
    {
        rewriter.replace(op, &[inner.operand(0)]);
        return true;
    }
    false
}

pub fn index_cast<'s>(op: Op<'s>, rewriter: &mut Rewriter<'s>) -> Result<bool> {
    if round_trip(op, rewriter, IndexCastOp::NAME) {
        return Ok(true);
    }
    match defined_by(op.operand(0), ExtSIOp::NAME) {
        Some(inner) => cast_source(op, rewriter, inner, IndexCastOp::NAME),
        None => Ok(false),
    }
}

pub fn index_castui<'s>(op: Op<'s>, rewriter: &mut Rewriter<'s>) -> Result<bool> {
    if round_trip(op, rewriter, IndexCastUIOp::NAME) {
        return Ok(true);
    }
    match defined_by(op.operand(0), ExtUIOp::NAME) {
        Some(inner) => cast_source(op, rewriter, inner, IndexCastUIOp::NAME),
        None => Ok(false),
    }
}

pub fn bitcast<'s>(op: Op<'s>, rewriter: &mut Rewriter<'s>) -> Result<bool> {
    if round_trip(op, rewriter, BitcastOp::NAME) {
        return Ok(true);
    }
    match defined_by(op.operand(0), BitcastOp::NAME) {
        Some(inner) => cast_source(op, rewriter, inner, BitcastOp::NAME),
        None => Ok(false),
    }
}

pub fn extsi<'s>(op: Op<'s>, rewriter: &mut Rewriter<'s>) -> Result<bool> {
    match defined_by(op.operand(0), ExtUIOp::NAME) {
        Some(inner) => cast_source(op, rewriter, inner, ExtUIOp::NAME),
        None => Ok(false),
    }
}

pub fn trunci<'s>(op: Op<'s>, rewriter: &mut Rewriter<'s>) -> Result<bool> {
    let Some(inner) = op.operand(0).defining_op() else { return Ok(false) };
    let to = element_width(op.result(0).ty());
    for name in [ExtSIOp::NAME, ExtUIOp::NAME] {
        // Only bits that the extension made are cut off.
        if inner.is(name) {
            let from = element_width(inner.operand(0).ty());
            let between = element_width(inner.result(0).ty());
            return if between > to && to > from { cast_source(op, rewriter, inner, name) } else { Ok(false) };
        }
    }
    if inner.is(ShRSIOp::NAME) {
        let (x, amount) = (inner.operand(0), inner.operand(1));
        let ty = x.ty();
        if let (Some(wide), Some(to), Some(constant_amount)) = (element_width(ty), to, amount.constant())
            && constant_amount.int().and_then(|amount| amount.to_u64()) == Some(u64::from(wide.saturating_sub(to)))
        {
            fused(rewriter, op, &[inner]);
            let amount = constant(rewriter, ty, constant_amount)?;
            let shifted = ShRUIOp::build(rewriter, &[ty], x, amount, None)?;
            let flags = stored_flags(op.session(), IntegerOverflowFlags::NONE)?;
            let new = TruncIOp::build(rewriter, &[op.result(0).ty()], shifted.result(), Some(flags))?;
            rewriter.replace(op, &[new.out()]);
            return Ok(true);
        }
    }
    Ok(false)
}

/// A float made of an integer and rounded again is made of it at once.
pub fn truncf<'s>(op: Op<'s>, rewriter: &mut Rewriter<'s>) -> Result<bool> {
    let Some(inner) = op.operand(0).defining_op() else { return Ok(false) };
    for name in [SIToFPOp::NAME, UIToFPOp::NAME] {
        if inner.is(name) {
            return cast_source(op, rewriter, inner, name);
        }
    }
    Ok(false)
}

/// The signs of two factors cancel.
fn of_negations<'s>(op: Op<'s>, rewriter: &mut Rewriter<'s>, flags: Option<Attribute<'s>>) -> Result<bool> {
    let (Some(lhs), Some(rhs)) = (defined_by(op.operand(0), NegFOp::NAME), defined_by(op.operand(1), NegFOp::NAME))
    else {
        return Ok(false);
    };
    fused(rewriter, op, &[lhs, rhs]);
    let new = rewriter
        .op_named(op.name())
        .operand(lhs.operand(0))
        .operand(rhs.operand(0))
        .optional_attribute("fastmath", flags)
        .result(op.result(0).ty())
        .build_value()?;
    rewriter.replace(op, &[new]);
    Ok(true)
}

pub fn mulf<'s>(op: Op<'s>, rewriter: &mut Rewriter<'s>) -> Result<bool> {
    of_negations(op, rewriter, MulFOp::new(op).fastmath_attr())
}

pub fn divf<'s>(op: Op<'s>, rewriter: &mut Rewriter<'s>) -> Result<bool> {
    of_negations(op, rewriter, DivFOp::new(op).fastmath_attr())
}
