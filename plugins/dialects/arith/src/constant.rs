//! Constants: names of their results, what may be one, and how one is made.

use crate::matching::is_poison;
use crate::{ConstantOp, MulIOp};
use plugopt_plugin::prelude::*;
use std::fmt::Write as _;

/// `%c42_i32`, `%c42` (of type `index`), `%true`, `%false`, or `%cst` for all others.
pub fn names<'s>(op: Op<'s>, names: &mut AsmNames<'s>) {
    let constant = ConstantOp::new(op);
    let result = constant.result();
    let Some(value) = constant.value().filter(|value| value.is(AttributeKind::INTEGER)) else {
        return names.set_value_name(result, "cst");
    };
    let ty = result.ty();
    if ty.is_integer() && ty.width() == 1 {
        return names.set_value_name(result, if value.integer() == Some(0) { "false" } else { "true" });
    }
    let mut name = String::with_capacity(32);
    name.push('c');
    match value.integer() {
        Some(value) => _ = write!(name, "{value}"),
        None => name.push_str(value.to_text().split(' ').next().unwrap_or_default()),
    }
    if ty.is_integer() {
        let width = ty.width();
        _ = if ty.is_signless_integer(width) { write!(name, "_i{width}") } else { write!(name, "_{}", ty.to_text()) };
    }
    names.set_value_name(result, name);
}

/// `%c4_vscale` for a multiple of `vector.vscale`.
pub fn vscale_names<'s>(op: Op<'s>, names: &mut AsmNames<'s>) {
    let product = MulIOp::new(op);
    if !product.result().ty().is_index() {
        return;
    }
    let factor = |constant: Value<'s>, scale: Value<'s>| {
        if scale.is_result_of("vector.vscale") { constant.constant()?.integer() } else { None }
    };
    let (lhs, rhs) = (product.lhs(), product.rhs());
    if let Some(factor) = factor(lhs, rhs).or_else(|| factor(rhs, lhs)) {
        names.set_value_name(product.result(), format!("c{factor}_vscale"));
    }
}

fn is_elements(value: Attribute<'_>) -> bool {
    matches!(
        value.kind(),
        AttributeKind::DENSE_ELEMENTS
            | AttributeKind::DENSE_STRINGS
            | AttributeKind::DENSE_RESOURCE
            | AttributeKind::SPARSE_ELEMENTS
    )
}

fn is_supported(value: Attribute<'_>) -> bool {
    matches!(value.kind(), AttributeKind::INTEGER | AttributeKind::FLOAT) || is_elements(value)
}

pub fn verify(op: Op<'_>) -> Result<()> {
    let constant = ConstantOp::new(op);
    let Some(value) = constant.value() else { return Ok(()) };
    let ty = constant.result().ty();
    match value.ty() {
        Some(found) if found != ty => return Err(format!("value type '{found}' must match return type: '{ty}'").into()),
        _ => {}
    }
    if ty.is_integer() && ty.signedness() != Signedness::SIGNLESS {
        return Err("integer return type must be signless".into());
    }
    // One of an unknown dialect may be an elements attribute.
    if !is_supported(value) && !value.is(AttributeKind::OPAQUE) {
        return Err("value must be an integer, float, or elements attribute".into());
    }
    let scalable = ty.kind() == TypeKind::VECTOR && ty.scalable_dims().iter().any(|scalable| scalable);
    if scalable && !(value.is(AttributeKind::DENSE_ELEMENTS) && value.is_splat()) {
        // The spelling is that of mlir-opt, whose text tests compare.
        return Err(
            "intializing scalable vectors with elements attribute is not supported unless it's a vector splat".into()
        );
    }
    Ok(())
}

pub fn fold<'s>(op: Op<'s>, _: FoldOperands<'_, 's>) -> Option<Fold<'s>> {
    ConstantOp::new(op).value().map(Fold::Attribute)
}

/// A constant operation with this value; `ub.poison` for poison.
pub fn materialize<'s>(builder: &mut Builder<'s>, value: Attribute<'s>, ty: Type<'s>) -> Result<Option<Op<'s>>> {
    if is_poison(value) {
        return builder.op("ub.poison").attribute("value", value).result(ty).build().map(Some);
    }
    let signless = !ty.is_integer() || ty.signedness() == Signedness::SIGNLESS;
    if value.ty() != Some(ty) || !signless || !is_supported(value) {
        return Ok(None);
    }
    ConstantOp::build(builder, &[ty], value).map(|constant| Some(constant.op()))
}
