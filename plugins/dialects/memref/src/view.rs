//! `subview`, `reinterpret_cast`, `transpose` and `view`.

use crate::layout::{
    Strided, add, dropped_dims, dynamic_dims, is_identity, is_ranked, memref_like, mul, parse_memref_type, rank,
    reduced_dims, shape,
};
use crate::{ExtractStridedMetadataOp, ReinterpretCastOp, SubViewOp, TransposeOp, ViewOp, plain_error};
use plugopt_plugin::index_list::{DYNAMIC, IndexOr, Slice, integers, unmixed, verify_slice};
use plugopt_plugin::prelude::*;

/// The type of a part of a memref: its shape is the sizes.
fn slice_type<'s>(source: Type<'s>, offsets: &[i64], sizes: &[i64], strides: &[i64]) -> Result<Option<Type<'s>>> {
    let Some(layout) = Strided::of(source) else { return Ok(None) };
    let offset = offsets
        .iter()
        .zip(&layout.strides)
        .fold(layout.offset, |sum, (offset, stride)| add(sum, mul(*offset, *stride)));
    let strides = layout.strides.iter().zip(strides).map(|(a, b)| mul(*a, *b)).collect();
    memref_like(source, sizes, Some(&Strided { offset, strides })).map(Some)
}

pub fn verify_subview(op: Op<'_>) -> Result<()> {
    let this = SubViewOp::new(op);
    let (source, result) = (this.source().ty(), this.result().ty());
    verify_slice(op, [rank(source); 3])?;
    if source.memory_space() != result.memory_space() {
        let message = "different memory spaces specified for base memref type ";
        return Err(plain_error(op, format!("{message}'{source}' and subview memref type '{result}'")));
    }
    let offsets = integers(this.static_offsets_attr());
    let sizes = integers(this.static_sizes_attr());
    let strides = integers(this.static_strides_attr());
    let Some(expected) = slice_type(source, &offsets, &sizes, &strides)? else {
        return Err(plain_error(op, format!("base type '{source}' is not strided")));
    };
    verify_reduced(op, expected, result)?;
    check_bounds(&shape(source), &offsets, &sizes, &strides).map_err(|message| plain_error(op, message))
}

/// Checks that a part lies in a shape, as far as that is known.
fn check_bounds(shape: &[i64], offsets: &[i64], sizes: &[i64], strides: &[i64]) -> Result<(), String> {
    for (dim, (((size, offset), length), stride)) in shape.iter().zip(offsets).zip(sizes).zip(strides).enumerate() {
        if *size == DYNAMIC || *offset == DYNAMIC {
            continue;
        }
        if offset >= size {
            return Err(format!("offset {dim} is out-of-bounds: {offset} >= {size}"));
        }
        if *length == DYNAMIC || *stride == DYNAMIC || *length == 0 {
            continue;
        }
        let last = add(*offset, mul(length - 1, *stride));
        if last != DYNAMIC && last >= *size {
            return Err(format!("slice along dimension {dim} runs out-of-bounds: {last} >= {size}"));
        }
    }
    Ok(())
}

/// Checks that a type is that of a subview, or that without some dimensions of size 1.
fn verify_reduced<'s>(op: Op<'s>, expected: Type<'s>, result: Type<'s>) -> Result<()> {
    if expected == result {
        return Ok(());
    }
    if rank(result) > rank(expected) {
        let message = "expected result rank to be smaller or equal to the source rank, but got ";
        return Err(plain_error(op, format!("{message}'{result}'")));
    }
    let mismatch = |what: &str| {
        let message = format!(
            "expected result type to be '{expected}' or a rank-reduced version. (mismatch of result {what}), but got '{result}'"
        );
        Err(plain_error(op, message))
    };
    if reduced_dims(&shape(expected), &shape(result)).is_none() {
        return mismatch("sizes");
    }
    if expected.element() != result.element() {
        let element = expected.element().map(|ty| ty.to_string()).unwrap_or_default();
        return Err(plain_error(op, format!("expected result element type to be '{element}', but got '{result}'")));
    }
    let (Some(wanted), Some(found)) = (Strided::of(expected), Strided::of(result)) else { return mismatch("layout") };
    if wanted.offset != found.offset {
        return mismatch("layout");
    }
    let Some(dropped) = dropped_dims(expected, result, &Slice::of(op).sizes) else { return mismatch("layout") };
    let kept = wanted.strides.iter().zip(&dropped).filter(|(_, dropped)| !**dropped).map(|(stride, _)| *stride);
    if kept.eq(found.strides.iter().copied()) { Ok(()) } else { mismatch("layout") }
}

/// A subview that is all of its source is its source.
pub fn fold_subview<'s>(op: Op<'s>, _: FoldOperands<'_, 's>) -> Option<Fold<'s>> {
    let this = SubViewOp::new(op);
    let (source, result) = (this.source(), this.result().ty());
    if result.has_static_shape() && result == source.ty() {
        return Some(source.into());
    }
    let first = source.defining_op().filter(|first| first.is(SubViewOp::NAME))?;
    let slice = Slice::of(op);
    let whole = slice.is_from_start_without_gaps() && slice.sizes == Slice::of(first).sizes;
    (whole && result == source.ty()).then(|| source.into())
}

/// Constants become part of the type, casts of the source vanish, and a subview of everything is a cast.
pub fn canonicalize_subview<'s>(op: Op<'s>, rewriter: &mut Rewriter<'s>) -> Result<bool> {
    Ok(fold_constants(op, rewriter)? || subview_of_cast(op, rewriter)? || whole_subview(op, rewriter)?)
}

/// The type of a subview of `source`, without the dimensions that the type of `op` is without.
fn canonical_type<'s>(op: Op<'s>, source: Type<'s>, slice: &Slice<'s>) -> Result<Option<Type<'s>>> {
    let this = SubViewOp::new(op);
    let constants = |list: &[IndexOr<'s>]| unmixed(list).0;
    let Some(full) =
        slice_type(source, &constants(&slice.offsets), &constants(&slice.sizes), &constants(&slice.strides))?
    else {
        return Ok(None);
    };
    let Some(dropped) = dropped_dims(this.source().ty(), this.result().ty(), &slice.sizes) else { return Ok(None) };
    let Some(layout) = Strided::of(full) else { return Ok(None) };
    let keep = |list: &[i64]| -> Vec<i64> {
        list.iter().zip(&dropped).filter(|(_, dropped)| !**dropped).map(|(value, _)| *value).collect()
    };
    let layout_kept = Strided { offset: layout.offset, strides: keep(&layout.strides) };
    memref_like(full, &keep(&shape(full)), Some(&layout_kept)).map(Some)
}

fn build_subview<'s>(
    op: Op<'s>,
    rewriter: &Rewriter<'s>,
    source: Value<'s>,
    slice: &Slice<'s>,
    ty: Type<'s>,
) -> Result<Value<'s>> {
    let [offsets, sizes, strides] = slice.values();
    let [static_offsets, static_sizes, static_strides] = slice.attributes(op.session());
    let made = SubViewOp::build(
        rewriter,
        &[ty],
        source,
        &offsets,
        &sizes,
        &strides,
        static_offsets,
        static_sizes,
        static_strides,
    )?;
    Ok(made.result())
}

fn replace_with_cast<'s>(op: Op<'s>, rewriter: &mut Rewriter<'s>, value: Value<'s>) -> Result<()> {
    let ty = op.result(0).ty();
    let value = match value.ty() == ty {
        true => value,
        false => rewriter.op("memref.cast").operand(value).result(ty).build_value()?,
    };
    rewriter.replace(op, &[value]);
    Ok(())
}

fn fold_constants<'s>(op: Op<'s>, rewriter: &mut Rewriter<'s>) -> Result<bool> {
    let slice = Slice::of(op);
    let fold = |list: &[IndexOr<'s>], allowed: fn(i64) -> bool| -> Option<Vec<IndexOr<'s>>> {
        let element =
            |element: &IndexOr<'s>| element.constant().filter(|c| allowed(*c)).map_or(*element, IndexOr::Constant);
        let folded: Vec<_> = list.iter().map(element).collect();
        (folded != list).then_some(folded)
    };
    // One list at a time: where one would leave the bounds the others stay as they are.
    let mut folded = slice.clone();
    if let Some(offsets) = fold(&slice.offsets, |offset| offset >= 0) {
        folded.offsets = offsets;
    } else if let Some(sizes) = fold(&slice.sizes, |size| size >= 0) {
        folded.sizes = sizes;
    } else if let Some(strides) = fold(&slice.strides, |stride| stride != 0) {
        folded.strides = strides;
    } else {
        return Ok(false);
    }
    let source = SubViewOp::new(op).source();
    let constants = |list: &[IndexOr<'s>]| unmixed(list).0;
    let [offsets, sizes, strides] = [&folded.offsets, &folded.sizes, &folded.strides].map(|list| constants(list));
    if check_bounds(&shape(source.ty()), &offsets, &sizes, &strides).is_err() {
        return Ok(false);
    }
    let Some(ty) = canonical_type(op, source.ty(), &folded)? else { return Ok(false) };
    let made = build_subview(op, rewriter, source, &folded, ty)?;
    replace_with_cast(op, rewriter, made)?;
    Ok(true)
}

/// Whether a cast only forgets what is known.
pub fn forgets(cast: Op<'_>) -> bool {
    let (from, to) = (cast.operand(0).ty(), cast.result(0).ty());
    if !is_ranked(from) || !is_ranked(to) || from.element() != to.element() || rank(from) != rank(to) {
        return false;
    }
    let (Some(a), Some(b)) = (Strided::of(from), Strided::of(to)) else { return false };
    let learns = |from: i64, to: i64| from != to && from == DYNAMIC && to != DYNAMIC;
    !shape(from).into_iter().zip(shape(to)).any(|(from, to)| learns(from, to))
        && !learns(a.offset, b.offset)
        && !a.strides.into_iter().zip(b.strides).any(|(from, to)| learns(from, to))
}

fn subview_of_cast<'s>(op: Op<'s>, rewriter: &mut Rewriter<'s>) -> Result<bool> {
    let slice = Slice::of(op);
    let all = slice.offsets.iter().chain(&slice.sizes).chain(&slice.strides);
    // Values that are constants are folded first.
    if all.clone().any(|element| matches!(element, IndexOr::Value(_)) && element.constant().is_some()) {
        return Ok(false);
    }
    let Some(cast) = SubViewOp::new(op).source().defining_op().filter(|cast| cast.is("memref.cast")) else {
        return Ok(false);
    };
    if !forgets(cast) {
        return Ok(false);
    }
    let source = cast.operand(0);
    let Some(ty) = canonical_type(op, source.ty(), &slice)? else { return Ok(false) };
    let made = build_subview(op, rewriter, source, &slice, ty)?;
    replace_with_cast(op, rewriter, made)?;
    Ok(true)
}

fn whole_subview<'s>(op: Op<'s>, rewriter: &mut Rewriter<'s>) -> Result<bool> {
    let this = SubViewOp::new(op);
    let (source, slice) = (this.source(), Slice::of(op));
    let shape = shape(source.ty());
    let all = rank(this.result().ty()) == shape.len()
        && slice.is_from_start_without_gaps()
        && slice.sizes.iter().zip(&shape).all(|(size, known)| size.constant() == Some(*known));
    if !all {
        return Ok(false);
    }
    replace_with_cast(op, rewriter, source)?;
    Ok(true)
}

pub fn verify_reinterpret_cast(op: Op<'_>) -> Result<()> {
    let this = ReinterpretCastOp::new(op);
    let (source, result) = (this.source().ty(), this.result().ty());
    let rank = rank(result);
    verify_slice(op, [1, rank, rank])?;
    for (what, differ) in [
        ("memory spaces", source.memory_space() != result.memory_space()),
        ("element types", source.element() != result.element()),
    ] {
        if differ {
            let message =
                format!("different {what} specified for source type '{source}' and result memref type '{result}'");
            return Err(plain_error(op, message));
        }
    }
    let differs = |found: i64, expected: i64| found != DYNAMIC && expected != DYNAMIC && found != expected;
    for (dim, (found, expected)) in shape(result).into_iter().zip(integers(this.static_sizes_attr())).enumerate() {
        if differs(found, expected) {
            let message = format!("expected result type with size = {expected} instead of {found} in dim = {dim}");
            return Err(plain_error(op, message));
        }
    }
    let Some(layout) = Strided::of(result) else {
        let message = format!("expected result type to have strided layout but found '{result}'");
        return Err(plain_error(op, message));
    };
    let offset = integers(this.static_offsets_attr()).first().copied().unwrap_or(DYNAMIC);
    if differs(layout.offset, offset) {
        let found = layout.offset;
        return Err(plain_error(op, format!("expected result type with offset = {offset} instead of {found}")));
    }
    for (dim, (found, expected)) in layout.strides.into_iter().zip(integers(this.static_strides_attr())).enumerate() {
        if differs(found, expected) {
            let message = format!("expected result type with stride = {expected} instead of {found} in dim = {dim}");
            return Err(plain_error(op, message));
        }
    }
    Ok(())
}

/// The source of the source will do; a cast back to what the buffer was is that buffer.
pub fn fold_reinterpret_cast<'s>(op: Op<'s>, _: FoldOperands<'_, 's>) -> Option<Fold<'s>> {
    let source = op.operand(0);
    let unchanged = || {
        let ty = op.result(0).ty();
        let same = ty.has_static_shape() && source.ty() == ty;
        (same && Slice::of(op).offsets.first() == Some(&IndexOr::Constant(0))).then(|| source.into())
    };
    let Some(made_by) = source.defining_op() else { return unchanged() };
    let starts_at_base = || {
        let slice = Slice::of(made_by);
        slice.offsets.iter().all(|offset| offset.is(0))
    };
    let before = match made_by.name().text().as_str()? {
        "memref.reinterpret_cast" | "memref.cast" => made_by.operand(0),
        "memref.subview" if starts_at_base() => made_by.operand(0),
        _ => return unchanged(),
    };
    op.set_operand(0, before);
    Some(Fold::InPlace)
}

/// What the type or a constant says about offset, sizes and strides.
fn known<'s>(slice: &Slice<'s>, layout: &Strided, shape: &[i64]) -> Slice<'s> {
    let known = |list: &[IndexOr<'s>], from_type: &[i64]| -> Vec<IndexOr<'s>> {
        let known = list.iter().zip(from_type).map(|(element, constant)| match (element.folded(), *constant) {
            (IndexOr::Value(_), constant) if constant != DYNAMIC => IndexOr::Constant(constant),
            (element, _) => element,
        });
        known.collect()
    };
    Slice {
        offsets: known(&slice.offsets, &[layout.offset]),
        sizes: known(&slice.sizes, shape),
        strides: known(&slice.strides, &layout.strides),
    }
}

/// Of the base buffer that a memref was taken apart to: that memref itself, if offset, sizes and strides are the same, else the same
/// cast of that memref.
fn base_of_metadata<'s>(op: Op<'s>, rewriter: &mut Rewriter<'s>, wanted: &Slice<'s>) -> Result<bool> {
    let metadata = ReinterpretCastOp::new(op).source().defining_op().and_then(ExtractStridedMetadataOp::cast);
    let Some(metadata) = metadata else { return Ok(false) };
    let source = metadata.source();
    let Some(layout) = Strided::of(source.ty()) else { return Ok(false) };
    let values = |values: Batch<'s, Value<'s>>| values.into_iter().map(IndexOr::Value).collect();
    let found = Slice {
        offsets: vec![IndexOr::Value(metadata.offset())],
        sizes: values(metadata.sizes()),
        strides: values(metadata.strides()),
    };
    if known(&found, &layout, &shape(source.ty())) == *wanted {
        replace_with_cast(op, rewriter, source)?;
    } else {
        op.set_operand(0, source);
    }
    Ok(true)
}

/// What the type or a constant says about offset, sizes and strides becomes part of the operation.
pub fn canonicalize_reinterpret_cast<'s>(op: Op<'s>, rewriter: &mut Rewriter<'s>) -> Result<bool> {
    let this = ReinterpretCastOp::new(op);
    let (source, result) = (this.source(), this.result().ty());
    let Some(layout) = Strided::of(result) else { return Ok(false) };
    let slice = Slice::of(op);
    let folded = known(&slice, &layout, &shape(result));
    if base_of_metadata(op, rewriter, &folded)? {
        return Ok(true);
    }
    let negative = folded.sizes.iter().any(|size| matches!(size, IndexOr::Constant(size) if *size < 0));
    if folded == slice || negative || folded.offsets.len() != 1 {
        return Ok(false);
    }
    let constants = |list: &[IndexOr<'s>]| unmixed(list).0;
    let layout = Strided { offset: constants(&folded.offsets)[0], strides: constants(&folded.strides) };
    let ty = memref_like(result, &constants(&folded.sizes), Some(&layout))?;
    let [offsets, sizes, strides] = folded.values();
    let [static_offsets, static_sizes, static_strides] = folded.attributes(op.session());
    let made = ReinterpretCastOp::build(
        rewriter,
        &[ty],
        source,
        &offsets,
        &sizes,
        &strides,
        static_offsets,
        static_sizes,
        static_strides,
    )?;
    let value = made.result();
    replace_with_cast(op, rewriter, value)?;
    Ok(true)
}

pub fn parse_transpose<'s>(parser: &mut OpAsmParser<'s>, state: &mut OpState<'s>) -> Result<()> {
    let source = parser.parse_ssa_operand()?;
    let permutation = parser.parse_affine_map()?;
    parser.parse_optional_attr_dict_into(state)?;
    parser.parse_colon()?;
    let ty = parse_memref_type(parser)?;
    parser.resolve_operand_into(source, ty, state)?;
    parser.parse_keyword("to")?;
    let result = parse_memref_type(parser)?;
    state.add_result_type(result);
    state.set_attribute("permutation", permutation);
    Ok(())
}

pub fn print_transpose<'s>(op: Op<'s>, printer: &mut OpAsmPrinter<'s>) {
    let source = op.operand(0);
    printer.print_text(" ");
    printer.print_operand(source);
    printer.print_text(" ");
    if let Some(map) = TransposeOp::new(op).permutation_attr() {
        printer.print_affine_map(map);
    }
    printer.print_attributes(op, &["permutation"]);
    printer.print_text(" : ");
    printer.print_type(source.ty());
    printer.print_text(" to ");
    printer.print_type(op.result(0).ty());
}

/// The dimension that each result of a permutation map is; none where it is no permutation.
fn permutation(map: Attribute<'_>) -> Option<Vec<usize>> {
    let (results, dims, symbols) = map.affine_map();
    let positions = results.iter().map(|expr| (expr.kind() == AffineKind::DIM).then(|| expr.value() as usize));
    let positions: Vec<usize> = positions.collect::<Option<_>>()?;
    let mut sorted = positions.clone();
    sorted.sort_unstable();
    (symbols == 0 && sorted.into_iter().eq(0..dims as usize)).then_some(positions)
}

pub fn verify_transpose(op: Op<'_>) -> Result<()> {
    let Some(map) = TransposeOp::new(op).permutation_attr() else { return Ok(()) };
    let (source, result) = (op.operand(0).ty(), op.result(0).ty());
    let Some(permutation) = permutation(map) else { return Err("expected a permutation map".into()) };
    if permutation.len() != rank(source) {
        return Err("expected a permutation map of same rank as the input".into());
    }
    let Some(layout) = Strided::of(source) else { return Ok(()) };
    let permuted = |list: &[i64]| -> Vec<i64> { permutation.iter().map(|from| list[*from]).collect() };
    let (sizes, strides) = (permuted(&shape(source)), permuted(&layout.strides));
    let expected = Strided { offset: layout.offset, strides };
    let same = source.element() == result.element()
        && source.memory_space() == result.memory_space()
        && shape(result) == sizes
        && Strided::of(result).as_ref() == Some(&expected);
    if same {
        return Ok(());
    }
    let expected = memref_like(source, &sizes, Some(&expected))?;
    let message =
        format!("result type '{result}' is not equivalent to the canonical transposed input type '{expected}'");
    Err(message.into())
}

/// A transposition that changes nothing; two that are one.
pub fn fold_transpose<'s>(op: Op<'s>, _: FoldOperands<'_, 's>) -> Option<Fold<'s>> {
    let source = op.operand(0);
    let second = permutation(TransposeOp::new(op).permutation_attr()?)?;
    if second.iter().copied().eq(0..second.len()) && op.result(0).ty() == source.ty() {
        return Some(source.into());
    }
    let first = source.defining_op().and_then(TransposeOp::cast)?;
    let first_permutation = permutation(first.permutation_attr()?)?;
    let session = op.session();
    let composed: Option<Vec<_>> = second
        .iter()
        .map(|from| first_permutation.get(*from).map(|position| session.affine_dim(*position as u32)))
        .collect();
    let map = session.affine_map_attr(second.len() as u32, 0, &composed?);
    op.set_operand(0, first.op().operand(0));
    op.set("permutation", map);
    Some(Fold::InPlace)
}

pub fn verify_view(op: Op<'_>) -> Result<()> {
    let this = ViewOp::new(op);
    let (source, result) = (this.source().ty(), op.result(0).ty());
    if !is_identity(source) {
        return Err(plain_error(op, format!("unsupported map for base memref type '{source}'")));
    }
    if !is_identity(result) {
        return Err(plain_error(op, format!("unsupported map for result memref type '{result}'")));
    }
    if source.memory_space() != result.memory_space() {
        let message = "different memory spaces specified for base memref type ";
        return Err(plain_error(op, format!("{message}'{source}' and view memref type '{result}'")));
    }
    if this.sizes().len() != dynamic_dims(&shape(result)) {
        return Err(plain_error(op, format!("incorrect number of size operands for type '{result}'")));
    }
    Ok(())
}

/// Sizes that are constants go into the type; casts of the source vanish.
pub fn canonicalize_view<'s>(op: Op<'s>, rewriter: &mut Rewriter<'s>) -> Result<bool> {
    let this = ViewOp::new(op);
    let (source, ty) = (this.source(), op.result(0).ty());
    let mut shape = shape(ty);
    let mut kept = Vec::new();
    for (size, value) in shape.iter_mut().filter(|size| **size == DYNAMIC).zip(this.sizes()) {
        match value.constant().and_then(Attribute::integer).filter(|constant| *constant >= 0) {
            Some(constant) => *size = constant,
            None => kept.push(value),
        }
    }
    let cast = source.defining_op().filter(|cast| cast.is("memref.cast") && is_ranked(cast.operand(0).ty()));
    let folds_cast = cast.is_some_and(|cast| cast.operand(0).defining_op().is_some_and(|op| op.is("memref.alloc")));
    if kept.len() == this.sizes().len() && !folds_cast {
        return Ok(false);
    }
    let source = cast.filter(|_| folds_cast).map_or(source, |cast| cast.operand(0));
    let new_type = memref_like(ty, &shape, None)?;
    let made = ViewOp::build(rewriter, &[new_type], source, this.byte_shift(), &kept)?;
    replace_with_cast(op, rewriter, made.op().result(0))?;
    Ok(true)
}
