//! `arith.select`.

use crate::compare::{inverted, stored};
use crate::matching::{
    constant_int, defined_by, i1_same_shape, is_complement, is_one, is_poison, is_zero, scalar_constant,
};
use crate::patterns::{boolean, fused};
use crate::{CmpIOp, CmpIPredicate, ExtUIOp, SelectOp, XOrIOp};
use plugopt_plugin::fold::elementwise;
use plugopt_plugin::prelude::*;

/// `%condition, %true, %false {…} : condition type, type`, where a condition of type `i1` leaves its type out.
pub fn parse<'s>(parser: &mut OpAsmParser<'s>, state: &mut OpState<'s>) -> Result<()> {
    let operands = parser.parse_operand_list(Delimiter::NONE, true, 3)?;
    parser.parse_optional_attr_dict_into(state)?;
    let first = parser.parse_colon_type()?;
    let (condition, ty) = if parser.parse_optional_comma() {
        (first, parser.parse_type()?)
    } else {
        (parser.session().signless_type(1), first)
    };
    state.add_result_type(ty);
    let location = parser.name_location();
    parser.resolve_operands(&operands.to_vec(), &[condition, ty, ty], location, state)
}

pub fn print<'s>(op: Op<'s>, printer: &mut OpAsmPrinter<'s>) {
    let select = SelectOp::new(op);
    printer.print_text(" ");
    printer.print_operands(&op.operands().to_vec());
    printer.print_attributes(op, &[]);
    printer.print_text(" : ");
    let condition = select.condition().ty();
    if condition.is_shaped() {
        printer.print_type(condition);
        printer.print_text(", ");
    }
    printer.print_type(select.result().ty());
}

pub fn verify(op: Op<'_>) -> Result<()> {
    let select = SelectOp::new(op);
    let (condition, ty) = (select.condition().ty(), select.result().ty());
    if condition.is_signless_integer(1) {
        return Ok(());
    }
    if !matches!(ty.kind(), TypeKind::VECTOR | TypeKind::RANKED_TENSOR | TypeKind::UNRANKED_TENSOR) {
        return Err(format!("expected condition to be a signless i1, but got '{condition}'").into());
    }
    match i1_same_shape(ty) {
        Some(expected) if expected != condition => Err(format!(
            "expected condition type to have the same shape as the result type, expected '{expected}', but got '{condition}'"
        )
        .into()),
        _ => Ok(()),
    }
}

pub fn fold<'s>(op: Op<'s>, operands: FoldOperands<'_, 's>) -> Option<Fold<'s>> {
    let select = SelectOp::new(op);
    let (condition, yes, no) = (select.condition(), select.true_value(), select.false_value());
    if yes == no || is_one(operands.get(0)) {
        return Some(yes.into());
    }
    if is_zero(operands.get(0)) {
        return Some(no.into());
    }
    if operands.get(1).is_some_and(is_poison) {
        return Some(no.into());
    }
    if operands.get(2).is_some_and(is_poison) {
        return Some(yes.into());
    }
    if select.result().ty().is_signless_integer(1) && is_one(operands.get(1)) && is_zero(operands.get(2)) {
        return Some(condition.into());
    }
    if let Some(comparison) = defined_by(condition, CmpIOp::NAME) {
        let predicate = CmpIOp::new(comparison).predicate();
        let (lhs, rhs) = (comparison.operand(0), comparison.operand(1));
        if (lhs, rhs) == (yes, no) || (rhs, lhs) == (yes, no) {
            match predicate {
                Some(CmpIPredicate::Ne) => return Some(yes.into()),
                Some(CmpIPredicate::Eq) => return Some(no.into()),
                _ => {}
            }
        }
    }
    let all = [operands.get(0)?, operands.get(1)?, operands.get(2)?];
    if !all.iter().all(|constant| constant.is(AttributeKind::DENSE_ELEMENTS)) {
        return None;
    }
    elementwise(all, all[1].ty()?, |[condition, yes, no]| Some(if condition.boolean()? { yes } else { no }))
}

/// The scalar `i1` constant that a value is.
fn truth(value: Value<'_>) -> Option<bool> {
    let constant = scalar_constant(value)?;
    (constant.width() == 1 && value.ty().is_signless_integer(1)).then(|| !constant.is_zero())
}

pub fn canonicalize<'s>(op: Op<'s>, rewriter: &mut Rewriter<'s>) -> Result<bool> {
    let select = SelectOp::new(op);
    let (condition, yes, no) = (select.condition(), select.true_value(), select.false_value());
    let ty = select.result().ty();
    let choose = |rewriter: &mut Rewriter<'s>, sources: &[Op<'s>], condition, yes, no| {
        fused(rewriter, op, sources);
        let new = SelectOp::build(rewriter, &[ty], condition, yes, no)?;
        rewriter.replace(op, &[new.result()]);
        Ok(true)
    };
    if let Some(inner) = defined_by(no, SelectOp::NAME)
        && inner.operand(0) == condition
    {
        return choose(rewriter, &[inner], condition, yes, inner.operand(2));
    }
    if let Some(inner) = defined_by(yes, SelectOp::NAME)
        && inner.operand(0) == condition
    {
        return choose(rewriter, &[inner], condition, inner.operand(1), no);
    }
    if let Some(xor) = defined_by(condition, XOrIOp::NAME)
        && is_complement(condition, xor.operand(0))
    {
        return choose(rewriter, &[xor], xor.operand(0), no, yes);
    }
    if truth(yes) == Some(false) && truth(no) == Some(true) {
        fused(rewriter, op, &[]);
        let one = boolean(rewriter, true)?;
        let not = XOrIOp::build(rewriter, &[ty], condition, one)?;
        rewriter.replace(op, &[not.result()]);
        return Ok(true);
    }
    if ty.is_integer() && ty.width() != 1 {
        let constant = |value: Value<'s>| constant_int(value);
        let (yes, no) = (constant(yes), constant(no));
        let is = |value: &Option<Int>, one: bool| {
            value.as_ref().is_some_and(|value| if one { value.is_one() } else { value.is_zero() })
        };
        if is(&yes, true) && is(&no, false) {
            let extended = ExtUIOp::build(rewriter, &[ty], condition)?;
            rewriter.replace(op, &[extended.out()]);
            return Ok(true);
        }
        if is(&yes, false) && is(&no, true) {
            let one = boolean(rewriter, true)?;
            let not = XOrIOp::build(rewriter, &[condition.ty()], condition, one)?;
            let extended = ExtUIOp::build(rewriter, &[ty], not.result())?;
            rewriter.replace(op, &[extended.out()]);
            return Ok(true);
        }
    }
    Ok(false)
}

/// `xori(cmpi, true)` asks the opposite.
pub fn invert_comparison<'s>(op: Op<'s>, rewriter: &mut Rewriter<'s>) -> Result<bool> {
    let Some(comparison) = defined_by(op.operand(0), CmpIOp::NAME) else { return Ok(false) };
    if truth(op.operand(1)) != Some(true) {
        return Ok(false);
    }
    let Some(predicate) = CmpIOp::new(comparison).predicate() else { return Ok(false) };
    fused(rewriter, op, &[comparison]);
    let predicate = stored(op.session(), inverted(predicate));
    let new = CmpIOp::build(rewriter, &[op.result(0).ty()], comparison.operand(0), comparison.operand(1), predicate)?;
    rewriter.replace(op, &[new.result()]);
    Ok(true)
}
