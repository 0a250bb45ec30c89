//! Shapes, strides and layouts of memref types.

use plugopt_plugin::index_list::{DYNAMIC, IndexOr};
use plugopt_plugin::prelude::*;

/// Offset and strides of a type whose layout is strided.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Strided {
    /// In elements; [`DYNAMIC`] where it is not known.
    pub offset: i64,
    /// The same for each dimension.
    pub strides: Vec<i64>,
}

impl Strided {
    /// Those of a memref type; none where its layout is not strided.
    pub fn of(ty: Type<'_>) -> Option<Strided> {
        if ty.kind() != TypeKind::MEMREF {
            return None;
        }
        let (strides, offset) = ty.strides().ok()?;
        Some(Strided { offset, strides: strides.to_vec() })
    }
}

/// A sum in which an unknown term makes the sum unknown.
pub fn add(a: i64, b: i64) -> i64 {
    if a == DYNAMIC || b == DYNAMIC { DYNAMIC } else { a.checked_add(b).unwrap_or(DYNAMIC) }
}

/// A product in which an unknown factor makes the product unknown, unless the other one is 0.
pub fn mul(a: i64, b: i64) -> i64 {
    match (a, b) {
        (0, _) | (_, 0) => 0,
        (DYNAMIC, _) | (_, DYNAMIC) => DYNAMIC,
        _ => a.checked_mul(b).unwrap_or(DYNAMIC),
    }
}

pub fn shape(ty: Type<'_>) -> Vec<i64> {
    ty.shape().to_vec()
}

pub fn rank(ty: Type<'_>) -> usize {
    ty.rank().unwrap_or(0) as usize
}

pub fn is_ranked(ty: Type<'_>) -> bool {
    ty.kind() == TypeKind::MEMREF
}

pub fn dynamic_dims(shape: &[i64]) -> usize {
    shape.iter().filter(|size| **size == DYNAMIC).count()
}

/// Whether a memref type's layout says no more than its shape does.
pub fn is_identity(ty: Type<'_>) -> bool {
    let Some(layout) = ty.layout() else { return true };
    match layout.kind() {
        // `(d0) -> (d0)`, written as strides.
        AttributeKind::STRIDED_LAYOUT => {
            let (strides, offset) = layout.strided_layout();
            offset == 0 && strides.single() == Some(1)
        }
        AttributeKind::AFFINE_MAP => {
            let (results, dims, symbols) = layout.affine_map();
            let in_place = |(position, expr): (usize, AffineExpr<'_>)| {
                expr.kind() == AffineKind::DIM && expr.value() == position as i64
            };
            symbols == 0 && dims as usize == results.len() && results.iter().enumerate().all(in_place)
        }
        _ => false,
    }
}

/// How many symbols a memref type's layout has.
pub fn layout_symbols(ty: Type<'_>) -> usize {
    let Some(layout) = ty.layout().filter(|_| !is_identity(ty)) else { return 0 };
    match layout.kind() {
        AttributeKind::STRIDED_LAYOUT => {
            let (strides, offset) = layout.strided_layout();
            dynamic_dims(&strides.to_vec()) + usize::from(offset == DYNAMIC)
        }
        AttributeKind::AFFINE_MAP => layout.affine_map().2 as usize,
        _ => 0,
    }
}

/// A memref type with the element type and memory space of another one.
pub fn memref_like<'s>(ty: Type<'s>, shape: &[i64], layout: Option<&Strided>) -> Result<Type<'s>> {
    let session = ty.session();
    let element = ty.element().ok_or("a memref type has an element type")?;
    let layout = layout.map(|layout| session.strided_layout_attr(&layout.strides, layout.offset));
    session.memref_type(shape, element, layout, ty.memory_space())
}

/// Which dimensions of `original` are left out in `reduced`: only those of size 1 may be.
pub fn reduced_dims(original: &[i64], reduced: &[i64]) -> Option<Vec<bool>> {
    let mut at = 0;
    let mut dropped = Vec::with_capacity(original.len());
    for size in original {
        let kept = reduced.get(at) == Some(size);
        at += usize::from(kept);
        if !kept && *size != 1 {
            return None;
        }
        dropped.push(!kept);
    }
    (at == reduced.len()).then_some(dropped)
}

/// Which dimensions of a memref type are left out in another one. Among several of size 1 the strides tell.
pub fn dropped_dims(original: Type<'_>, reduced: Type<'_>, sizes: &[IndexOr<'_>]) -> Option<Vec<bool>> {
    let (rank, kept) = (rank(original), rank(reduced));
    let mut dropped = vec![false; rank];
    if rank == kept {
        return Some(dropped);
    }
    let wanted = rank.checked_sub(kept)?;
    for (dropped, size) in dropped.iter_mut().zip(sizes) {
        *dropped = *size == IndexOr::Constant(1);
    }
    let count = |dropped: &[bool]| dropped.iter().filter(|dropped| **dropped).count();
    if count(&dropped) == wanted {
        return Some(dropped);
    }
    let (original, reduced) = (Strided::of(original)?, Strided::of(reduced)?);
    let occurrences = |strides: &[i64], stride: i64| strides.iter().filter(|other| **other == stride).count();
    let mut taken: Vec<i64> = Vec::new();
    for (dropped, stride) in dropped.iter_mut().zip(&original.strides).filter(|(dropped, _)| **dropped) {
        let left = occurrences(&original.strides, *stride) - occurrences(&taken, *stride);
        match left.cmp(&occurrences(&reduced.strides, *stride)) {
            core::cmp::Ordering::Greater => taken.push(*stride),
            core::cmp::Ordering::Equal => *dropped = false,
            core::cmp::Ordering::Less => return None,
        }
    }
    (count(&dropped) == wanted).then_some(dropped)
}

/// Parses a type that must be a ranked memref.
pub fn parse_memref_type<'s>(parser: &mut OpAsmParser<'s>) -> Result<Type<'s>> {
    let location = parser.current_location();
    let ty = parser.parse_type()?;
    if is_ranked(ty) {
        return Ok(ty);
    }
    let message = format!("invalid kind of type specified: expected builtin.memref, but found '{ty}'");
    Err(parser.error_at(location, message))
}

/// The same behind a colon.
pub fn parse_colon_memref_type<'s>(parser: &mut OpAsmParser<'s>) -> Result<Type<'s>> {
    parser.parse_colon()?;
    parse_memref_type(parser)
}
