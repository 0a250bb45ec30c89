//! Folding: what an operation is known to give.

use plugopt_dialect::OpDef;
use plugopt_dialect::hooks::{FoldOutcome, Folded};
use plugopt_ir::{Attribute, Body, BodyId, Context, Ident, Ir, Op, OpRef, Traits, Value};
use smallvec::SmallVec;

/// The value of an operation that is a constant (`ConstantLike`), [`Attribute::NONE`] otherwise: its attribute `value`, or what its
/// folder gives.
pub fn constant_value(ir: &mut Ir, body: BodyId, op: Op) -> Attribute {
    let context = ir.context().clone();
    let info = context.op_info(ir.body(body).name(op));
    if !info.has(Traits::CONSTANT_LIKE) {
        return Attribute::NONE;
    }
    if let Some(slot) = info.property_slot(Ident::VALUE) {
        return ir.body(body).properties(op).get(slot).copied().unwrap_or(Attribute::NONE);
    }
    match OpDef::of(info) {
        Some(def) if def.hook_set.fold => match def.hooks.clone().fold(ir, OpRef { body, op }, &[]) {
            FoldOutcome::Results(results) => match results[..] {
                [Folded::Attribute(value)] => value,
                _ => Attribute::NONE,
            },
            _ => Attribute::NONE,
        },
        _ => Attribute::NONE,
    }
}

/// The same without running a folder: [`Attribute::NONE`] also where only a folder would tell.
pub fn constant_attribute(context: &Context, body: &Body, value: Value) -> Attribute {
    let Some(op) = body.defining_op(value) else { return Attribute::NONE };
    let info = context.op_info(body.name(op));
    if !info.has(Traits::CONSTANT_LIKE) {
        return Attribute::NONE;
    }
    let slot = info.property_slot(Ident::VALUE);
    slot.and_then(|slot| body.properties(op).get(slot)).copied().unwrap_or(Attribute::NONE)
}

/// Folds an operation as MLIR's `Operation::fold` does: first its own folder, then what its traits say.
pub fn fold(ir: &mut Ir, op: OpRef) -> FoldOutcome {
    let context = ir.context().clone();
    let body = ir.body(op.body);
    let info = context.op_info(body.name(op.op));
    let Some(def) = OpDef::of(info) else { return FoldOutcome::Unchanged };
    let traits = info.traits;
    let by_trait = Traits::COMMUTATIVE | Traits::IDEMPOTENT | Traits::INVOLUTION | Traits::CAST;
    if !def.hook_set.fold && !traits.intersects(by_trait) {
        return FoldOutcome::Unchanged;
    }
    let mut constants: SmallVec<[Attribute; 8]> =
        body.operands(op.op).map(|v| constant_attribute(&context, body, v)).collect();
    for (i, constant) in constants.iter_mut().enumerate() {
        if constant.is_none() {
            let body = ir.body(op.body);
            if let Some(defining) = body.defining_op(body.operand(op.op, i))
                && body.has_traits(&context, defining, Traits::CONSTANT_LIKE)
            {
                *constant = constant_value(ir, op.body, defining);
            }
        }
    }
    let mut in_place = false;
    if def.hook_set.fold {
        match def.hooks.clone().fold(ir, op, &constants) {
            FoldOutcome::Unchanged => {}
            FoldOutcome::InPlace => in_place = true,
            FoldOutcome::Results(results) if folds_to_itself(ir, op, &results) => in_place = true,
            results => return results,
        }
    }
    if commute(ir, op, &mut constants, traits) {
        return FoldOutcome::InPlace;
    }
    match fold_traits(ir, op, traits) {
        FoldOutcome::Unchanged if in_place => FoldOutcome::InPlace,
        outcome => outcome,
    }
}

fn folds_to_itself(ir: &Ir, op: OpRef, results: &[Folded]) -> bool {
    let body = ir.body(op.body);
    results.len() == body.result_count(op.op)
        && !results.is_empty()
        && results.iter().zip(body.results(op.op)).all(|(f, v)| *f == Folded::Value(v))
}

/// Moves the constant operands of a commutative operation behind the others. Gives whether it changed anything.
fn commute(ir: &mut Ir, op: OpRef, constants: &mut [Attribute], traits: Traits) -> bool {
    if !traits.contains(Traits::COMMUTATIVE) || constants.len() < 2 {
        return false;
    }
    let sorted = constants.windows(2).all(|w| w[0].is_none() || !w[1].is_none());
    if sorted {
        return false;
    }
    let body = ir.body_mut(op.body);
    let operands: SmallVec<[Value; 8]> = body.operands(op.op).collect();
    let mut order: SmallVec<[Value; 8]> = SmallVec::new();
    order.extend(operands.iter().zip(constants.iter()).filter(|(_, c)| c.is_none()).map(|(v, _)| *v));
    order.extend(operands.iter().zip(constants.iter()).filter(|(_, c)| !c.is_none()).map(|(v, _)| *v));
    body.set_operands(op.op, &order);
    true
}

/// `f(f(x))` by traits, and casts that change nothing.
fn fold_traits(ir: &Ir, op: OpRef, traits: Traits) -> FoldOutcome {
    let body = ir.body(op.body);
    if traits.contains(Traits::CAST)
        && body.operand_count(op.op) > 0
        && body.operand_count(op.op) == body.result_count(op.op)
        && body.operands(op.op).zip(body.results(op.op)).all(|(a, b)| body.value_type(a) == body.value_type(b))
    {
        return FoldOutcome::Results(body.operands(op.op).map(Folded::Value).collect());
    }
    if !traits.intersects(Traits::IDEMPOTENT | Traits::INVOLUTION) || body.result_count(op.op) != 1 {
        return FoldOutcome::Unchanged;
    }
    let Some(first) = body.operands(op.op).next() else { return FoldOutcome::Unchanged };
    let ty = body.value_type(body.result(op.op, 0));
    let value = |v: Value| FoldOutcome::Results(smallvec::smallvec![Folded::Value(v)]);
    let inner = body.defining_op(first).filter(|&inner| body.name(inner) == body.name(op.op));
    if traits.contains(Traits::IDEMPOTENT) {
        if body.operand_count(op.op) == 1 {
            if let Some(inner) = inner
                && body.value_type(first) == ty
                && body.operand_count(inner) == 1
            {
                return value(first);
            }
        } else if body.operand_count(op.op) == 2
            && body.operands(op.op).all(|v| v == first)
            && body.value_type(first) == ty
        {
            return value(first);
        }
    }
    if traits.contains(Traits::INVOLUTION)
        && body.operand_count(op.op) == 1
        && let Some(source) = inner.and_then(|inner| body.operands(inner).next())
        && body.value_type(source) == ty
    {
        return value(source);
    }
    FoldOutcome::Unchanged
}
