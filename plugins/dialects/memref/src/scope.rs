//! `alloca_scope`.

use crate::AllocaScopeOp;
use plugopt_plugin::control_flow::{BranchPoint, terminators_named, verify_exit_edge};
use plugopt_plugin::prelude::*;

const RETURN: &str = "memref.alloca_scope.return";

pub fn parse_alloca_scope<'s>(parser: &mut OpAsmParser<'s>, state: &mut OpState<'s>) -> Result<()> {
    let types = parser.parse_optional_arrow_type_list()?;
    state.add_result_types(&types.to_vec());
    let region = parser.parse_region_into(state, &[])?;
    state.ensure_terminator(region, RETURN);
    parser.parse_optional_attr_dict_into(state)
}

pub fn print_alloca_scope<'s>(op: Op<'s>, printer: &mut OpAsmPrinter<'s>) {
    printer.print_text(" ");
    let terminators = op.result_count() > 0;
    if terminators {
        printer.print_text(" -> (");
        printer.print_types(&op.result_types().to_vec());
        printer.print_text(")");
    }
    printer.print_text(" ");
    printer.print_region(AllocaScopeOp::new(op).body_region(), false, terminators, false);
    printer.print_attributes(op, &[]);
}

pub fn verify_alloca_scope(op: Op<'_>) -> Result<()> {
    let results = op.results().to_vec();
    for terminator in terminators_named(AllocaScopeOp::new(op).body_region(), &[RETURN]) {
        verify_exit_edge(op, terminator, &terminator.operands().to_vec(), BranchPoint::Parent, &results)?;
    }
    Ok(())
}

/// Whether an operation itself may allocate in the scope around it.
fn may_allocate(op: Op<'_>) -> bool {
    if op.is("memref.alloca") {
        return true;
    }
    !op.is_pure() && !ALLOCATE_NOTHING.iter().any(|name| op.is(name)) && !op.has_trait("RecursiveMemoryEffects")
}

/// Operations with effects that are known to allocate nothing on the stack.
const ALLOCATE_NOTHING: [&str; 7] = [
    "memref.load",
    "memref.store",
    "memref.copy",
    "memref.alloc",
    "memref.dealloc",
    "memref.atomic_rmw",
    "memref.prefetch",
];

/// A scope in which nothing is allocated, or which is all that the scope around it has, is replaced by its operations.
pub fn canonicalize_alloca_scope<'s>(op: Op<'s>, rewriter: &mut Rewriter<'s>) -> Result<bool> {
    let region = AllocaScopeOp::new(op).body_region();
    let (Some(body), Some(parent)) = (region.entry_block(), op.parent_op()) else { return Ok(false) };
    let Some(terminator) = body.terminator().filter(|terminator| terminator.is(RETURN)) else { return Ok(false) };
    let only_scope = is_last(op) && parent.has_trait(SCOPE);
    if !only_scope && has_allocations(op) {
        return hoist_allocations(op, rewriter);
    }
    let results = terminator.operands().to_vec();
    body.inline(Insertion::before(op), &[]);
    rewriter.replace(op, &results);
    rewriter.erase(terminator);
    Ok(true)
}

const SCOPE: &str = "AutomaticAllocationScope";

/// Whether nothing but a terminator follows an operation in a region of one block.
fn is_last(op: Op<'_>) -> bool {
    let terminator = |op: Op<'_>| op.has_trait("Terminator") || !op.is_registered();
    let followed = op.next().is_some_and(|next| next.next().is_none() && terminator(next));
    followed && op.parent_region().is_some_and(|region| region.block_count() == 1)
}

/// Where a scope is the last thing that is done in the scope around it, that one can have its buffers.
fn hoist_allocations<'s>(op: Op<'s>, rewriter: &mut Rewriter<'s>) -> Result<bool> {
    let Some(mut outermost) = op.parent_op().filter(|parent| !parent.has_trait(SCOPE)) else { return Ok(false) };
    if !is_last(op) || !is_last(outermost) {
        return Ok(false);
    }
    loop {
        match outermost.parent_op() {
            None => return Ok(false),
            Some(parent) if parent.has_trait(SCOPE) => break,
            Some(parent) if is_last(parent) => outermost = parent,
            Some(_) => return Ok(false),
        }
    }
    let inside = |value: Value<'s>| {
        let around = value.parent_block().and_then(Block::parent_op);
        around.is_some_and(|around| outermost.is_ancestor(around))
    };
    let allocations = op.walk(WalkOrder::PRE).map(|summary| summary.op).filter(|inner| inner.is("memref.alloca"));
    let hoisted: Vec<_> = allocations.filter(|op| !op.operands().iter().any(inside)).collect();
    rewriter.set_before(outermost);
    let found = !hoisted.is_empty();
    for allocation in hoisted {
        let copy = allocation.clone(rewriter.place(), &[], &[]);
        rewriter.replace(allocation, &copy.results().to_vec());
    }
    Ok(found)
}

/// Whether something in a scope allocates in it; scopes inside keep what they allocate.
fn has_allocations(scope: Op<'_>) -> bool {
    let inside_inner_scope = |op: Op<'_>| {
        let mut around = op.parent_op();
        while let Some(parent) = around.filter(|parent| *parent != scope) {
            if parent.has_trait("AutomaticAllocationScope") {
                return true;
            }
            around = parent.parent_op();
        }
        false
    };
    let mut inner = scope.walk(WalkOrder::PRE).map(|summary| summary.op).filter(|op| *op != scope);
    inner.any(|op| may_allocate(op) && !inside_inner_scope(op))
}
