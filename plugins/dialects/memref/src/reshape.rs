//! `reshape`, `expand_shape` and `collapse_shape`.

use crate::layout::{Strided, dynamic_dims, is_identity, is_ranked, memref_like, mul, rank, shape};
use crate::view::forgets;
use crate::{CollapseShapeOp, ExpandShapeOp, ReshapeOp};
use core::cmp::Ordering;
use plugopt_plugin::index_list::{DYNAMIC, IndexOr, integers, mixed, unmixed};
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
    if source.ty() == result.ty() {
        return Some(source.into());
    }
    let inverse = if op.is("memref.expand_shape") { "memref.collapse_shape" } else { "memref.expand_shape" };
    let first = source.defining_op().filter(|first| first.is(inverse))?;
    let origin = first.operand(0);
    if origin.ty() != result.ty() {
        return None;
    }
    let shape = shape(origin.ty());
    // With one unknown size there is only one way back.
    let undone = dynamic_dims(&shape) < 2 || {
        let groups = groups(op.attribute("reassociation"));
        let expanded_first = shape.len() < rank(source.ty());
        let one_each = |group: &Vec<i64>| {
            let sizes = group.iter().filter_map(|index| shape.get(usize::try_from(*index).ok()?));
            sizes.filter(|size| **size == DYNAMIC).count() < 2
        };
        first.attribute("reassociation") == op.attribute("reassociation")
            && (expanded_first || groups.iter().all(one_each))
    };
    undone.then(|| origin.into())
}

/// The attribute that [`groups`] reads.
fn groups_attribute<'s>(session: Session<'s>, groups: &[Vec<i64>]) -> Attribute<'s> {
    let integers = |group: &Vec<i64>| {
        let elements: Vec<_> = group.iter().map(|index| session.i64_attr(*index)).collect();
        session.array_attr(&elements)
    };
    session.array_attr(&groups.iter().map(integers).collect::<Vec<_>>())
}

fn build_collapse<'s>(
    rewriter: &Rewriter<'s>,
    source: Value<'s>,
    ty: Type<'s>,
    groups: &[Vec<i64>],
) -> Result<Value<'s>> {
    let groups = groups_attribute(rewriter.session(), groups);
    rewriter.op(CollapseShapeOp::NAME).operand(source).attribute("reassociation", groups).result(ty).build_value()
}

fn build_expand<'s>(
    rewriter: &Rewriter<'s>,
    source: Value<'s>,
    ty: Type<'s>,
    groups: &[Vec<i64>],
    sizes: &[IndexOr<'s>],
) -> Result<Value<'s>> {
    let session = rewriter.session();
    let (constants, values) = unmixed(sizes);
    rewriter
        .op(ExpandShapeOp::NAME)
        .operand(source)
        .operands(values)
        .attribute("reassociation", groups_attribute(session, groups))
        .attribute("static_output_shape", session.i64_array_attr(&constants))
        .result(ty)
        .build_value()
}

fn output_shape<'s>(op: Op<'s>) -> Vec<IndexOr<'s>> {
    let this = ExpandShapeOp::new(op);
    mixed(&integers(this.static_output_shape_attr()), this.output_shape())
}

/// Of two steps in one direction the groups of both together.
fn compose_groups(first: &[Vec<i64>], second: &[Vec<i64>]) -> Option<Vec<Vec<i64>>> {
    if first.len() == second.len() {
        return None;
    }
    let (fine, coarse) = if first.len() < second.len() { (second, first) } else { (first, second) };
    if !coarse.is_empty() && fine.len() != coarse.iter().map(Vec::len).sum::<usize>() {
        return None;
    }
    let part = |index: &i64| fine.get(usize::try_from(*index).ok()?).cloned();
    coarse.iter().map(|group| Some(group.iter().map(part).collect::<Option<Vec<_>>>()?.concat())).collect()
}

/// How the dimensions of one shape make those of a shorter one, if that is clear.
fn groups_for_collapse(from: &[i64], to: &[i64]) -> Option<Vec<Vec<i64>>> {
    if from.len() <= to.len() {
        return None;
    }
    let mut groups: Vec<Vec<i64>> = Vec::with_capacity(to.len());
    let mut next = 0;
    for &size in to {
        let (mut group, mut product) = (Vec::new(), 1i64);
        while let Some(&found) = from.get(next).filter(|found| **found != DYNAMIC) {
            match product.checked_mul(found) {
                Some(smaller) if smaller < size => product = smaller,
                _ => break,
            }
            group.push(next as i64);
            next += 1;
        }
        let last = *from.get(next)?;
        let fits = if last == DYNAMIC || size == DYNAMIC {
            last == size && product == 1
        } else {
            product.checked_mul(last) == Some(size)
        };
        if !fits {
            return None;
        }
        group.push(next as i64);
        next += 1;
        groups.push(group);
    }
    for (index, size) in from.iter().enumerate().skip(next) {
        if *size != 1 && *size != DYNAMIC {
            return None;
        }
        if let Some(last) = groups.last_mut() {
            last.push(index as i64);
        }
    }
    Some(groups)
}

/// The groups of a collapse from a longer to a shorter shape, where groups of both make one dimension of a shape between.
fn groups_through(long: (&[i64], &[Vec<i64>]), short: (&[i64], &[Vec<i64>])) -> Option<Vec<Vec<i64>>> {
    if long.1.is_empty() {
        return groups_for_collapse(long.0, short.0);
    }
    let mut composed = Vec::new();
    for (from, to) in long.1.iter().zip(short.1) {
        let sizes = |shape: &[i64], group: &[i64]| -> Option<Vec<i64>> {
            group.iter().map(|index| shape.get(usize::try_from(*index).ok()?).copied()).collect()
        };
        let (from_sizes, to_sizes) = (sizes(long.0, from)?, sizes(short.0, to)?);
        if dynamic_dims(&from_sizes) >= 2 && dynamic_dims(&to_sizes) >= 2 {
            return None;
        }
        let first = *from.first()?;
        if from_sizes.len() == to_sizes.len() {
            if from_sizes != to_sizes {
                return None;
            }
            composed.extend((0..from.len() as i64).map(|index| vec![first + index]));
            continue;
        }
        let inner = groups_for_collapse(&from_sizes, &to_sizes)?;
        composed
            .extend(inner.into_iter().map(|group| group.into_iter().map(|index| first + index).collect::<Vec<_>>()));
    }
    Some(composed)
}

/// The operation before, if it has this name and no layout is in the way.
fn previous<'s>(op: Op<'s>, name: &str) -> Option<Op<'s>> {
    let first = op.operand(0).defining_op().filter(|first| first.is(name))?;
    (is_identity(first.operand(0).ty()) && is_identity(op.operand(0).ty())).then_some(first)
}

pub fn canonicalize_expand_shape<'s>(op: Op<'s>, rewriter: &mut Rewriter<'s>) -> Result<bool> {
    let (own, ty) = (groups(op.attribute("reassociation")), op.result(0).ty());
    if let Some(first) = previous(op, ExpandShapeOp::NAME).filter(|_| is_identity(ty))
        && let Some(composed) = compose_groups(&groups(first.attribute("reassociation")), &own)
    {
        let made = build_expand(rewriter, first.operand(0), ty, &composed, &output_shape(op))?;
        rewriter.replace(op, &[made]);
        return Ok(true);
    }
    let Some(first) = previous(op, CollapseShapeOp::NAME) else { return Ok(false) };
    let (source, before) = (first.operand(0), groups(first.attribute("reassociation")));
    let (from, to) = (shape(source.ty()), shape(ty));
    let made = match from.len().cmp(&to.len()) {
        Ordering::Equal => return Ok(false),
        Ordering::Greater => {
            let Some(composed) = groups_through((&from, &before), (&to, &own)) else { return Ok(false) };
            build_collapse(rewriter, source, ty, &composed)?
        }
        Ordering::Less => {
            let Some(composed) = groups_through((&to, &own), (&from, &before)) else { return Ok(false) };
            build_expand(rewriter, source, ty, &composed, &output_shape(op))?
        }
    };
    rewriter.replace(op, &[made]);
    Ok(true)
}

pub fn canonicalize_collapse_shape<'s>(op: Op<'s>, rewriter: &mut Rewriter<'s>) -> Result<bool> {
    let (own, ty) = (groups(op.attribute("reassociation")), op.result(0).ty());
    if let Some(first) = previous(op, CollapseShapeOp::NAME).filter(|_| is_identity(ty))
        && let Some(composed) = compose_groups(&groups(first.attribute("reassociation")), &own)
    {
        let made = build_collapse(rewriter, first.operand(0), ty, &composed)?;
        rewriter.replace(op, &[made]);
        return Ok(true);
    }
    Ok(collapse_of_expand(op, rewriter, &own)? || collapse_of_cast(op, rewriter, &own)?)
}

fn collapse_of_expand<'s>(op: Op<'s>, rewriter: &mut Rewriter<'s>, own: &[Vec<i64>]) -> Result<bool> {
    let Some(first) = op.operand(0).defining_op().filter(|first| first.is(ExpandShapeOp::NAME)) else {
        return Ok(false);
    };
    let (source, ty) = (first.operand(0), op.result(0).ty());
    if source.ty() == ty || !is_identity(source.ty()) || !is_identity(op.operand(0).ty()) {
        return Ok(false);
    }
    let before = groups(first.attribute("reassociation"));
    let order = rank(source.ty()).cmp(&rank(ty));
    let (fine, coarse) = if order.is_gt() { (&before[..], own) } else { (own, &before[..]) };
    let mut next = 0;
    let mut composed = Vec::with_capacity(coarse.len());
    for group in coarse {
        let mut inside = Vec::new();
        let Some(end) = group.last() else { return Ok(false) };
        while let Some(last) = fine.get(next).and_then(|group| group.last()) {
            if last > end {
                return Ok(false);
            }
            inside.push(next as i64);
            next += 1;
            if last == end {
                break;
            }
        }
        composed.push(inside);
    }
    let made = match order {
        Ordering::Greater => build_collapse(rewriter, source, ty, &composed)?,
        Ordering::Equal => rewriter.op("memref.cast").operand(source).result(ty).build_value()?,
        Ordering::Less => {
            let sizes = collapsed_sizes(rewriter, &output_shape(first), own)?;
            build_expand(rewriter, source, ty, &composed, &sizes)?
        }
    };
    rewriter.replace(op, &[made]);
    Ok(true)
}

/// The sizes of dimensions that are merged.
fn collapsed_sizes<'s>(
    rewriter: &Rewriter<'s>,
    sizes: &[IndexOr<'s>],
    groups: &[Vec<i64>],
) -> Result<Vec<IndexOr<'s>>> {
    let index = rewriter.session().index_type();
    let product = |a: Value<'s>, b: Value<'s>| rewriter.op("arith.muli").operands([a, b]).result(index).build_value();
    let mut merged = Vec::with_capacity(groups.len());
    for group in groups {
        let (mut known, mut values) = (1i64, Vec::new());
        for size in group.iter().filter_map(|index| sizes.get(usize::try_from(*index).ok()?)) {
            match (size.constant(), *size) {
                (Some(constant), _) => known = known.wrapping_mul(constant),
                (None, IndexOr::Value(value)) => values.push(value),
                (None, IndexOr::Constant(_)) => {}
            }
        }
        let mut values = values.into_iter();
        let Some(mut size) = values.next() else {
            merged.push(IndexOr::Constant(known));
            continue;
        };
        for value in values {
            size = product(size, value)?;
        }
        if known != 1 {
            let known = rewriter.session().index_attr(known);
            let known = rewriter.op("arith.constant").attribute("value", known).result(index).build_value()?;
            size = product(size, known)?;
        }
        merged.push(IndexOr::Value(size));
    }
    Ok(merged)
}

/// A cast that only forgets what is known comes behind the collapse.
fn collapse_of_cast<'s>(op: Op<'s>, rewriter: &mut Rewriter<'s>, own: &[Vec<i64>]) -> Result<bool> {
    let cast = op.operand(0).defining_op().filter(|cast| cast.is("memref.cast"));
    let Some(cast) = cast.filter(|cast| forgets(*cast)) else { return Ok(false) };
    let (source, ty) = (cast.operand(0), op.result(0).ty());
    let from = shape(source.ty());
    let product = |group: &Vec<i64>| {
        let sizes = group.iter().filter_map(|index| from.get(usize::try_from(*index).ok()?));
        sizes.fold(1, |product, size| if product == DYNAMIC || *size == DYNAMIC { DYNAMIC } else { product * size })
    };
    let to: Vec<i64> = own.iter().map(product).collect();
    let layout = match is_identity(source.ty()) {
        true => None,
        false => match collapsed_layout(source.ty(), own) {
            Some(layout) => Some(layout),
            None => return Ok(false),
        },
    };
    let new = memref_like(source.ty(), &to, layout.as_ref())?;
    if new == ty {
        op.set_operand(0, source);
        return Ok(true);
    }
    let made = build_collapse(rewriter, source, new, own)?;
    let made = rewriter.op("memref.cast").operand(made).result(ty).build_value()?;
    rewriter.replace(op, &[made]);
    Ok(true)
}
