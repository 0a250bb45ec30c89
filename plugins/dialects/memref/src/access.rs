//! Operations that reach elements: `load`, `store`, `prefetch`, `copy`, `dim`, `rank`.

use crate::layout::{dropped_dims, dynamic_dims, is_ranked, parse_colon_memref_type, rank, shape};
use crate::view::forgets;
use crate::{CopyOp, DimOp, LoadOp, PrefetchOp, ReshapeOp, StoreOp, SubViewOp, fold::fold_casts};
use plugopt_plugin::index_list::{DYNAMIC, IndexOr, Slice};
use plugopt_plugin::prelude::*;
use plugopt_plugin::raw::Speculatability;

pub fn verify_load(op: Op<'_>) -> Result<()> {
    let load = LoadOp::new(op);
    let (expected, found) = (rank(load.memref().ty()), load.indices().len());
    if expected != found {
        let message = format!("incorrect number of indices for load, expected {expected} but got {found}");
        return Err(message.into());
    }
    Ok(())
}

pub fn verify_store(op: Op<'_>) -> Result<()> {
    let store = StoreOp::new(op);
    if store.indices().len() != rank(store.memref().ty()) {
        return Err("store index operand count not equal to memref rank".into());
    }
    Ok(())
}

pub fn parse_prefetch<'s>(parser: &mut OpAsmParser<'s>, state: &mut OpState<'s>) -> Result<()> {
    let session = parser.session();
    let memref = parser.parse_ssa_operand()?;
    let indices = parser.parse_operand_list(Delimiter::SQUARE, true, -1)?.to_vec();
    parser.parse_comma()?;
    let mode = parser.parse_any_keyword()?;
    parser.parse_comma()?;
    parser.parse_keyword("locality")?;
    parser.parse_less()?;
    let locality = parser.parse_attribute_with_type(session.signless_type(32))?;
    state.set_attribute("localityHint", locality);
    parser.parse_greater()?;
    parser.parse_comma()?;
    let cache = parser.parse_any_keyword()?;
    let ty = parse_colon_memref_type(parser)?;
    parser.resolve_operand_into(memref, ty, state)?;
    parser.resolve_operands_of_type(&indices, session.index_type(), state)?;
    let location = parser.name_location();
    if mode != *"read" && mode != *"write" {
        return Err(parser.error_at(location, "rw specifier has to be 'read' or 'write'"));
    }
    if cache != *"data" && cache != *"instr" {
        return Err(parser.error_at(location, "cache type has to be 'data' or 'instr'"));
    }
    state.set_attribute("isWrite", session.bool_attr(mode == *"write"));
    state.set_attribute("isDataCache", session.bool_attr(cache == *"data"));
    Ok(())
}

pub fn print_prefetch<'s>(op: Op<'s>, printer: &mut OpAsmPrinter<'s>) {
    let this = PrefetchOp::new(op);
    printer.print_text(" ");
    printer.print_operand(this.memref());
    printer.print_text("[");
    printer.print_operands(&this.indices().to_vec());
    printer.print_text(if this.is_write() == Some(true) { "], write, locality<" } else { "], read, locality<" });
    printer.print_integer(this.locality_hint().unwrap_or(0));
    printer.print_text(if this.is_data_cache() == Some(true) { ">, data" } else { ">, instr" });
    printer.print_attributes(op, &["localityHint", "isWrite", "isDataCache"]);
    printer.print_text(" : ");
    printer.print_type(this.memref().ty());
}

pub fn verify_prefetch(op: Op<'_>) -> Result<()> {
    let this = PrefetchOp::new(op);
    if this.indices().len() != rank(this.memref().ty()) { Err("too few indices".into()) } else { Ok(()) }
}

/// Of casts that only forget what is known the copy takes the source, but of none that forgets the rank.
pub fn fold_copy<'s>(op: Op<'s>, _: FoldOperands<'_, 's>) -> Option<Fold<'s>> {
    let mut folded = false;
    for (operand, index) in op.operands().into_iter().zip(0..) {
        let cast = operand.defining_op().filter(|cast| cast.is("memref.cast") && forgets(*cast));
        if let Some(cast) = cast {
            op.set_operand(index, cast.operand(0));
            folded = true;
        }
    }
    folded.then_some(Fold::InPlace)
}

/// Copies of nothing, and of a buffer to itself.
pub fn canonicalize_copy<'s>(op: Op<'s>, rewriter: &mut Rewriter<'s>) -> Result<bool> {
    let copy = CopyOp::new(op);
    let (source, target) = (copy.source(), copy.target());
    let is_empty = |ty: Type<'_>| is_ranked(ty) && ty.shape().iter().any(|size| size == 0);
    if source == target || is_empty(source.ty()) || is_empty(target.ty()) {
        rewriter.erase(op);
        return Ok(true);
    }
    Ok(false)
}

/// The result is an `index`.
pub fn infer_index(state: &mut OpState<'_>) -> Result<()> {
    let index = state.session().index_type();
    state.add_result_type(index);
    Ok(())
}

pub fn dim_speculatability(op: Op<'_>) -> Speculatability {
    let dim = DimOp::new(op);
    let ty = dim.source().ty();
    let known =
        is_ranked(ty) && dim.index().constant().and_then(Attribute::integer).is_some_and(|i| i < rank(ty) as i64);
    if known { Speculatability::SPECULATABLE } else { Speculatability::NOT_SPECULATABLE }
}

/// A known size is a constant; an unknown one is an operand of what made the buffer.
pub fn fold_dim<'s>(op: Op<'s>, operands: FoldOperands<'_, 's>) -> Option<Fold<'s>> {
    let dim = DimOp::new(op);
    let index = usize::try_from(operands.get(1)?.integer()?).ok()?;
    let source = dim.source();
    let ty = source.ty();
    if !is_ranked(ty) {
        return None;
    }
    let shape = shape(ty);
    match *shape.get(index)? {
        DYNAMIC => {}
        size => return Some(op.session().index_attr(size).into()),
    }
    if let Some(made_by) = source.defining_op() {
        let number = dynamic_dims(&shape[..index]);
        let name = made_by.name().text();
        let name = name.as_str().unwrap_or_default();
        match name {
            "memref.alloc" | "memref.alloca" => {
                return made_by.named_operands("dynamicSizes").get(number).map(Fold::from);
            }
            "memref.view" => return made_by.named_operands("sizes").get(number).map(Fold::from),
            "memref.subview" => {
                let sizes = Slice::of(made_by).sizes;
                return match *sizes.get(kept_dim(made_by, &sizes, index)?)? {
                    IndexOr::Value(value) => Some(value.into()),
                    IndexOr::Constant(_) => None,
                };
            }
            _ => {}
        }
    }
    fold_casts(op, operands)
}

/// The size of a dimension of a `memref.reshape` is read from its shape operand.
pub fn canonicalize_dim<'s>(op: Op<'s>, rewriter: &mut Rewriter<'s>) -> Result<bool> {
    let dim = DimOp::new(op);
    let (index, Some(reshape)) = (dim.index(), dim.source().defining_op().and_then(ReshapeOp::cast)) else {
        return Ok(false);
    };
    let made = reshape.op();
    // The number of the dimension must be known where the reshape is.
    if index.parent_block() == made.parent_block() {
        if index.defining_op().is_some_and(|by| made.is_before_in_block(by)) {
            return Ok(false);
        }
    } else if op.parent_block() != made.parent_block() {
        let around = index.parent_block().and_then(Block::parent_op);
        let around = around.is_some_and(|around| around != made && around.is_ancestor(made));
        if !around || index.parent_block().and_then(Block::parent_region) == made.parent_region() {
            return Ok(false);
        }
    }
    // Behind the reshape nothing has changed the shape yet.
    rewriter.set_place(Insertion::after(made));
    let element = reshape.shape().ty().element().ok_or("a memref type has an element type")?;
    let mut size = rewriter.op("memref.load").operands([reshape.shape(), index]).result(element).build_value()?;
    if size.ty() != dim.result().ty() {
        size = rewriter.op("arith.index_cast").operand(size).result(dim.result().ty()).build_value()?;
    }
    rewriter.replace(op, &[size]);
    Ok(true)
}

/// The dimension of the source that a dimension of a subview's result is.
fn kept_dim(op: Op<'_>, sizes: &[IndexOr<'_>], index: usize) -> Option<usize> {
    let this = SubViewOp::new(op);
    let dropped = dropped_dims(this.source().ty(), this.result().ty(), sizes)?;
    dropped.iter().enumerate().filter(|(_, dropped)| !**dropped).nth(index).map(|(at, _)| at)
}

pub fn fold_rank<'s>(op: Op<'s>, _: FoldOperands<'_, 's>) -> Option<Fold<'s>> {
    let ty = op.operand(0).ty();
    is_ranked(ty).then(|| op.session().index_attr(rank(ty) as i64).into())
}
