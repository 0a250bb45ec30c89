//! Canonicalization, as in mlir-opt. Of several patterns that apply to an operation the first one in the list of its hook does.

mod conditional;
mod loops;
mod parallel;
mod trips;

pub use conditional::canonicalize_if;
pub use loops::{canonicalize_for, canonicalize_while};
pub use parallel::{canonicalize_forall, canonicalize_parallel};

use crate::{ExecuteRegionOp, IndexSwitchOp};
use plugopt_plugin::control_flow::terminators_named;
use plugopt_plugin::index_list::integers;
use plugopt_plugin::prelude::*;
use plugopt_plugin::region_branch::{self, RegionEdge};

/// Replaces an operation by the operations of a region of one block; what ends the region gives the results.
fn replace_with_region<'s>(
    op: Op<'s>,
    rewriter: &mut Rewriter<'s>,
    region: Region<'s>,
    arguments: &[Value<'s>],
) -> Result<bool> {
    let Some(block) = region.entry_block().filter(|_| region.block_count() == 1) else { return Ok(false) };
    let Some(terminator) = block.last_op() else { return Ok(false) };
    block.inline(Insertion::before(op), arguments);
    // Read when the arguments have been replaced in it.
    let results = terminator.operands().to_vec();
    rewriter.replace(op, &results);
    rewriter.erase(terminator);
    Ok(true)
}

/// `arith.constant` of type `i1`.
fn boolean<'s>(rewriter: &Rewriter<'s>, value: bool) -> Result<Value<'s>> {
    let session = rewriter.session();
    let value = session.bool_attr(value);
    rewriter.op("arith.constant").attribute("value", value).result(session.signless_type(1)).build_value()
}

/// The truth value that a value is known to be.
fn known_truth(value: Value<'_>) -> Option<bool> {
    value.constant()?.boolean()
}

/// The items that are kept.
fn keep<T: Copy>(list: &[T], kept: &[bool]) -> Vec<T> {
    list.iter().zip(kept).filter(|(_, kept)| **kept).map(|(item, _)| *item).collect()
}

/// The edges from the terminators of all regions to the results.
fn yields<'s>(op: Op<'s>) -> Vec<RegionEdge<'s>> {
    let results = op.results().to_vec();
    let terminators = op.regions().into_iter().flat_map(|region| terminators_named(region, &["scf.yield"]));
    terminators.map(|from| RegionEdge { from, first_operand: 0, to: results.clone() }).collect()
}

pub fn canonicalize_execute_region<'s>(op: Op<'s>, rewriter: &mut Rewriter<'s>) -> Result<bool> {
    let this = ExecuteRegionOp::new(op);
    if this.no_inline_attr().is_none() {
        let inlined = match this.region().block_count() {
            1 => replace_with_region(op, rewriter, this.region(), &[])?,
            _ => inline_blocks(op, rewriter)?,
        };
        if inlined {
            return Ok(true);
        }
    }
    region_branch::canonicalize(op, rewriter, &yields(op))
}

/// A region of several blocks becomes part of one that may have several.
fn inline_blocks<'s>(op: Op<'s>, rewriter: &mut Rewriter<'s>) -> Result<bool> {
    let region = ExecuteRegionOp::new(op).region();
    let fits = |parent: Op<'s>| parent.is(ExecuteRegionOp::NAME) || parent.has_interface("FunctionOpInterface/1");
    let (Some(block), Some(entry)) = (op.parent_block(), region.entry_block()) else { return Ok(false) };
    if !op.parent_op().is_some_and(fits) {
        return Ok(false);
    }
    let rest = block.split(op);
    rewriter.set_at_end(block);
    rewriter.op("cf.br").successor(entry).build()?;
    for end in terminators_named(region, &["scf.yield"]) {
        Builder::before(end).op("cf.br").operands(end.operands()).successor(rest).build()?;
        rewriter.erase(end);
    }
    if let Some(target) = rest.parent_region() {
        region.move_blocks(target, Some(rest));
    }
    let arguments = op.results().into_iter().map(|result| rest.add_argument(result.ty(), result.location()));
    let arguments: Vec<_> = arguments.collect();
    rewriter.replace(op, &arguments);
    Ok(true)
}

pub fn canonicalize_index_switch<'s>(op: Op<'s>, rewriter: &mut Rewriter<'s>) -> Result<bool> {
    let this = IndexSwitchOp::new(op);
    if let Some(value) = this.arg().constant().and_then(Attribute::integer) {
        let case = integers(this.cases_attr()).into_iter().position(|case| case == value);
        let Some(region) = op.regions().get(case.map_or(0, |case| case + 1)) else { return Ok(false) };
        return replace_with_region(op, rewriter, region, &[]);
    }
    region_branch::canonicalize(op, rewriter, &yields(op))
}
