//! `alloc`, `alloca`, `realloc`, `assume_alignment`, `distinct_objects`.

use crate::layout::{dynamic_dims, is_identity, layout_symbols, shape};
use crate::{AllocOp, AssumeAlignmentOp, ReallocOp, plain_error};
use plugopt_plugin::index_list::DYNAMIC;
use plugopt_plugin::prelude::*;

/// `alloc` and `alloca` have the same operands.
pub fn verify_alloc(op: Op<'_>) -> Result<()> {
    let this = AllocOp::new(op);
    let ty = this.memref().ty();
    let (expected, found) = (dynamic_dims(&shape(ty)), this.dynamic_sizes().len());
    if expected != found {
        return Err(format!("incorrect number of dynamic sizes, has {found}, expected {expected}").into());
    }
    let (expected, found) = (layout_symbols(ty), this.symbol_operands().len());
    if expected != found {
        let message = "symbol operand count does not equal memref symbol count: expected ";
        return Err(format!("{message}{expected}, got {found}").into());
    }
    Ok(())
}

pub fn verify_alloca(op: Op<'_>) -> Result<()> {
    let mut around = op.parent_op();
    while let Some(parent) = around {
        if parent.has_trait("AutomaticAllocationScope") {
            return verify_alloc(op);
        }
        around = parent.parent_op();
    }
    Err("requires an ancestor op with AutomaticAllocationScope trait".into())
}

/// Sizes that are constants go into the type; buffers that are only written and released vanish.
pub fn canonicalize_alloc<'s>(op: Op<'s>, rewriter: &mut Rewriter<'s>) -> Result<bool> {
    Ok(constants_into_type(op, rewriter)? || erase_unread(op, rewriter))
}

fn constants_into_type<'s>(op: Op<'s>, rewriter: &mut Rewriter<'s>) -> Result<bool> {
    let this = AllocOp::new(op);
    let ty = this.memref().ty();
    let mut shape = shape(ty);
    let mut kept = Vec::new();
    for (size, value) in shape.iter_mut().filter(|size| **size == DYNAMIC).zip(this.dynamic_sizes()) {
        match value.constant().and_then(Attribute::integer).filter(|constant| *constant >= 0) {
            Some(constant) => *size = constant,
            None => kept.push(value),
        }
    }
    if kept.len() == this.dynamic_sizes().len() {
        return Ok(false);
    }
    let element = ty.element().ok_or("a memref type has an element type")?;
    let new_type = op.session().memref_type(&shape, element, ty.layout(), ty.memory_space())?;
    let symbols = this.symbol_operands();
    let sizes = op.session().i32_array_attr(&[kept.len() as i64, symbols.len() as i64]);
    let made = rewriter
        .op_named(op.name())
        .operands(kept)
        .operands(symbols)
        .result(new_type)
        .attribute("operandSegmentSizes", sizes)
        .optional_attribute("alignment", op.attribute("alignment"))
        .build_value()?;
    let cast = rewriter.op("memref.cast").operand(made).result(ty).build_value()?;
    rewriter.replace(op, &[cast]);
    Ok(true)
}

/// Erases an allocation whose buffer is only stored to and released.
fn erase_unread<'s>(op: Op<'s>, rewriter: &mut Rewriter<'s>) -> bool {
    let buffer = op.result(0);
    let users = buffer.users();
    let unread = |user: Op<'s>| user.is("memref.dealloc") || user.is("memref.store") && user.operand(0) != buffer;
    if !users.iter().all(unread) {
        return false;
    }
    for user in users {
        rewriter.erase(user);
    }
    rewriter.erase(op);
    true
}

pub fn verify_realloc(op: Op<'_>) -> Result<()> {
    let this = ReallocOp::new(op);
    let (source, result) = (this.source().ty(), op.result(0).ty());
    if !is_identity(source) {
        return Err(plain_error(op, format!("unsupported layout for source memref type '{source}'")));
    }
    if !is_identity(result) {
        return Err(plain_error(op, format!("unsupported layout for result memref type '{result}'")));
    }
    let differ = |what: &str| {
        let message =
            format!("different {what} specified for source memref type '{source}' and result memref type '{result}'");
        Err(plain_error(op, message))
    };
    if source.memory_space() != result.memory_space() {
        return differ("memory spaces");
    }
    if source.element() != result.element() {
        return differ("element types");
    }
    match (dynamic_dims(&shape(result)) > 0, this.dynamic_result_size().is_some()) {
        (true, false) => Err(plain_error(op, format!("missing dimension operand for result type '{result}'"))),
        (false, true) => Err(plain_error(op, format!("unnecessary dimension operand for result type '{result}'"))),
        _ => Ok(()),
    }
}

pub fn canonicalize_realloc<'s>(op: Op<'s>, rewriter: &mut Rewriter<'s>) -> Result<bool> {
    Ok(erase_unread(op, rewriter))
}

pub fn verify_assume_alignment(op: Op<'_>) -> Result<()> {
    match AssumeAlignmentOp::new(op).alignment() {
        Some(alignment) if alignment > 0 && alignment.count_ones() == 1 => Ok(()),
        _ => Err("alignment must be power of 2".into()),
    }
}

pub fn infer_distinct_objects(state: &mut OpState<'_>) -> Result<()> {
    let session = state.session();
    let types = session.state_operand_types(state).to_vec();
    state.add_result_types(&types);
    Ok(())
}

pub fn verify_distinct_objects(op: Op<'_>) -> Result<()> {
    if op.operand_types() != op.result_types() {
        return Err("operand types and result types must match".into());
    }
    if op.operand_count() == 0 { Err("expected at least one operand".into()) } else { Ok(()) }
}
