//! Calls.

use crate::{CallOp, FuncOp};
use plugopt_plugin::prelude::*;

fn list(types: &[Type<'_>]) -> String {
    types.iter().map(|ty| format!("'{ty}'")).collect::<Vec<_>>().join(", ")
}

/// The callee is a function of the types that the call has.
pub fn verify(op: Op<'_>) -> Result<()> {
    let call = CallOp::new(op);
    let Some(callee) = call.callee_attr() else {
        return Err("requires a 'callee' symbol reference attribute".into());
    };
    let function = op.lookup_symbol(callee).and_then(FuncOp::cast);
    let Some(ty) = function.and_then(FuncOp::function_type) else {
        let name = callee.flat_symbol().unwrap_or_default();
        return Err(format!("'{name}' does not reference a valid function").into());
    };
    let (inputs, results) = (ty.inputs(), ty.results());
    let operand_types = op.operand_types();
    if inputs.len() != operand_types.len() {
        return Err("incorrect number of operands for callee".into());
    }
    for (index, (found, expected)) in operand_types.iter().zip(inputs.iter()).enumerate() {
        if found != expected {
            return Err(format!(
                "operand type mismatch: expected operand type '{expected}', but provided '{found}' for operand number {index}"
            )
            .into());
        }
    }
    let result_types = op.result_types();
    if results.len() != result_types.len() {
        return Err("incorrect number of results for callee".into());
    }
    if let Some(index) = result_types.iter().zip(results.iter()).position(|(found, expected)| found != expected) {
        let location = op.location();
        return Err(op
            .diagnostic(Severity::ERROR, format!("result type mismatch at index {index}"))
            .note(location, format!("      op result types: {}", list(&result_types.to_vec())))
            .note(location, format!("function result types: {}", list(&results.to_vec())))
            .emit());
    }
    Ok(())
}

/// A call of a known function calls it directly.
pub fn canonicalize_indirect<'s>(op: Op<'s>, rewriter: &mut Rewriter<'s>) -> Result<bool> {
    let Some(callee) = op.operand(0).constant().filter(|callee| callee.is(AttributeKind::SYMBOL_REF)) else {
        return Ok(false);
    };
    let operands = op.operands().iter().skip(1).collect::<Vec<_>>();
    let types = op.result_types().to_vec();
    let call = rewriter.op(CallOp::NAME).operands(operands).attribute("callee", callee).results(types).build()?;
    rewriter.replace(op, &call.results().to_vec());
    Ok(true)
}
