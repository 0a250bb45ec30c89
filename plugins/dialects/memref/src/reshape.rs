//! `reshape`, `expand_shape` and `collapse_shape`.

use crate::layout::{Strided, dynamic_dims, is_identity, is_ranked, memref_like, mul, rank, shape};
use crate::{CollapseShapeOp, ExpandShapeOp, ReshapeOp};
use plugopt_plugin::index_list::{DYNAMIC, integers};
use plugopt_plugin::prelude::*;

pub fn verify_reshape(op: Op<'_>) -> Result<()> {
    let this = ReshapeOp::new(op);
    let (source, result) = (this.source().ty(), this.result().ty());
    if source.element() != result.element() {
        return Err("element types of source and destination memref types should be the same".into());
    }
    if is_ranked(source) && !is_identity(source) {
        return Err("source memref type should have identity affine map".into());
    }
    if !is_ranked(result) {
        return Ok(());
    }
    if !is_identity(result) {
        return Err("result memref type should have identity affine map".into());
    }
    match this.shape().ty().shape().first() {
        Some(DYNAMIC) => {
            Err("cannot use shape operand with dynamic length to reshape to statically-ranked memref type".into())
        }
        Some(length) if length != rank(result) as i64 => {
            Err("length of shape operand differs from the result's memref rank".into())
        }
        _ => Ok(()),
    }
}

/// Which dimensions of the expanded shape belong to each dimension of the collapsed one.
fn groups(attribute: Option<Attribute<'_>>) -> Vec<Vec<i64>> {
    let Some(groups) = attribute.and_then(Attribute::array) else { return Vec::new() };
    groups.iter().map(|group| group.integers().unwrap_or_default()).collect()
}

fn verify_groups(collapsed: &[i64], expanded: &[i64], groups: &[Vec<i64>]) -> Result<(), String> {
    if collapsed.len() != groups.len() {
        let (found, expected) = (groups.len(), collapsed.len());
        return Err(format!("invalid number of reassociation groups: found {found}, expected {expected}"));
    }
    let mut next = 0;
    for (dim, (group, size)) in groups.iter().zip(collapsed).enumerate() {
        let mut sizes = Vec::with_capacity(group.len());
        for index in group {
            if *index != next {
                return Err("reassociation indices must be contiguous".into());
            }
            next += 1;
            let Some(size) = usize::try_from(*index).ok().and_then(|index| expanded.get(index)) else {
                return Err(format!("reassociation index {index} is out of bounds"));
            };
            sizes.push(*size);
        }
        let dynamic = dynamic_dims(&sizes) > 0;
        if (*size == DYNAMIC) != dynamic {
            return Err(format!("collapsed dim ({dim}) must be dynamic if and only if reassociation group is dynamic"));
        }
        let product = sizes.iter().fold(1i64, |product, size| product.wrapping_mul(*size));
        if !dynamic && product != *size {
            return Err(format!("collapsed dim size ({size}) must equal reassociation group size ({product})"));
        }
    }
    if collapsed.is_empty() {
        if expanded.iter().any(|size| *size != 1) {
            return Err("rank 0 memrefs can only be extended/collapsed with/from ones".into());
        }
    } else if next != expanded.len() as i64 {
        let rank = expanded.len();
        return Err(format!("expanded rank ({rank}) inconsistent with number of reassociation indices ({next})"));
    }
    Ok(())
}

/// The layout of an expanded memref; `groups` fit the shapes.
fn expanded_layout(source: Type<'_>, shape: &[i64], groups: &[Vec<i64>]) -> Option<Strided> {
    let layout = Strided::of(source)?;
    let mut strides = vec![1; shape.len()];
    for (group, stride) in groups.iter().zip(&layout.strides) {
        let mut stride = *stride;
        for index in group.iter().rev() {
            let index = usize::try_from(*index).ok()?;
            *strides.get_mut(index)? = stride;
            stride = mul(stride, *shape.get(index)?);
        }
    }
    Some(Strided { offset: layout.offset, strides })
}

/// The layout of a collapsed memref; none where its groups are seen to have gaps.
fn collapsed_layout(source: Type<'_>, groups: &[Vec<i64>]) -> Option<Strided> {
    let layout = Strided::of(source)?;
    let shape = shape(source);
    let at = |list: &[i64], index: i64| list.get(usize::try_from(index).ok()?).copied();
    let mut strides = Vec::with_capacity(groups.len());
    for group in groups {
        // The strides of dimensions of size 1 mean nothing.
        let (first, rest) = group.split_first()?;
        let last = rest.iter().rev().find(|index| at(&shape, **index) != Some(1)).unwrap_or(first);
        let unsure = at(&shape, *last)? == DYNAMIC && last != first;
        strides.push(if unsure { DYNAMIC } else { at(&layout.strides, *last)? });
    }
    for (group, stride) in groups.iter().zip(&strides) {
        let mut stride = *stride;
        for index in group.iter().skip(1).rev() {
            stride = mul(stride, at(&shape, *index)?);
            let found = at(&layout.strides, index - 1)?;
            if stride != DYNAMIC && found != DYNAMIC && stride != found {
                return None;
            }
        }
    }
    Some(Strided { offset: layout.offset, strides })
}

pub fn verify_expand_shape(op: Op<'_>) -> Result<()> {
    let this = ExpandShapeOp::new(op);
    let (source, result) = (this.src().ty(), this.result().ty());
    let (from, to) = (rank(source), rank(result));
    if from > to {
        let message = format!("has source rank {from} and result rank {to}. This is not an expansion ({from} > {to}).");
        return Err(message.into());
    }
    let groups = groups(this.reassociation_attr());
    let result_shape = shape(result);
    verify_groups(&shape(source), &result_shape, &groups)?;
    let layout = if is_identity(source) {
        None
    } else {
        Some(expanded_layout(source, &result_shape, &groups).ok_or("invalid source layout map")?)
    };
    let expected = memref_like(source, &result_shape, layout.as_ref())?;
    if expected != result {
        return Err(format!("expected expanded type to be '{expected}' but found '{result}'").into());
    }
    let bounds = integers(this.static_output_shape_attr());
    if bounds.len() != to {
        let message = "expected number of static shape bounds to be equal to the output rank";
        return Err(format!("{message} ({to}) but found {} inputs instead", bounds.len()).into());
    }
    let (dynamic, values) = (dynamic_dims(&bounds), this.output_shape().len());
    if dynamic != values {
        let message = "mismatch in dynamic dims in output_shape and static_output_shape: static_output_shape has ";
        return Err(format!("{message}{dynamic} dynamic dims while output_shape has {values} values").into());
    }
    let differs = result_shape.iter().zip(&bounds).position(|(size, bound)| *size != DYNAMIC && size != bound);
    match differs {
        Some(position) => Err(format!("invalid output shape provided at pos {position}").into()),
        None => Ok(()),
    }
}

pub fn verify_collapse_shape(op: Op<'_>) -> Result<()> {
    let this = CollapseShapeOp::new(op);
    let (source, result) = (this.src().ty(), this.result().ty());
    let (from, to) = (rank(source), rank(result));
    if from < to {
        let message = format!("has source rank {from} and result rank {to}. This is not a collapse ({from} < {to}).");
        return Err(message.into());
    }
    let groups = groups(this.reassociation_attr());
    let result_shape = shape(result);
    verify_groups(&result_shape, &shape(source), &groups)?;
    let layout = if is_identity(source) {
        None
    } else {
        let message = "invalid source layout map or collapsing non-contiguous dims";
        Some(collapsed_layout(source, &groups).ok_or(message)?)
    };
    let expected = memref_like(source, &result_shape, layout.as_ref())?;
    if expected != result {
        return Err(format!("expected collapsed type to be '{expected}' but found '{result}'").into());
    }
    Ok(())
}

/// An operation that undoes the one before it: the value that the first one takes.
pub fn fold_reassociation<'s>(op: Op<'s>, _: FoldOperands<'_, 's>) -> Option<Fold<'s>> {
    let (source, result) = (op.operand(0), op.result(0));
    // Nothing is split or merged.
    if source.ty() == result.ty() && source.ty().has_static_shape() {
        return Some(source.into());
    }
    let inverse = if op.is("memref.expand_shape") { "memref.collapse_shape" } else { "memref.expand_shape" };
    let first = source.defining_op().filter(|first| first.is(inverse))?;
    let same = first.attribute("reassociation") == op.attribute("reassociation");
    let origin = first.operand(0);
    (origin.ty() == result.ty() && (same || result.ty().has_static_shape())).then(|| origin.into())
}
