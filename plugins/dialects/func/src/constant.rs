//! Functions as values.

use crate::{ConstantOp, FuncOp};
use plugopt_plugin::prelude::*;

/// The function exists and has the type of the value.
pub fn verify(op: Op<'_>) -> Result<()> {
    let Some(name) = ConstantOp::new(op).value_attr() else { return Ok(()) };
    let Some(function) = op.lookup_symbol(name).and_then(FuncOp::cast) else {
        let name = name.flat_symbol().unwrap_or_default();
        return Err(format!("reference to undefined function '{name}'").into());
    };
    if function.function_type() != Some(op.result(0).ty()) {
        return Err("reference to function with mismatched type".into());
    }
    Ok(())
}

pub fn fold<'s>(op: Op<'s>, _: FoldOperands<'_, 's>) -> Option<Fold<'s>> {
    ConstantOp::new(op).value_attr().map(Fold::Attribute)
}

pub fn materialize<'s>(builder: &mut Builder<'s>, value: Attribute<'s>, ty: Type<'s>) -> Result<Option<Op<'s>>> {
    if value.flat_symbol().is_none() || ty.kind() != TypeKind::FUNCTION {
        return Ok(None);
    }
    builder.op(ConstantOp::NAME).attribute("value", value).result(ty).build().map(Some)
}
