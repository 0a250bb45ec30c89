//! `plugopt.ir.build`: types, attributes, affine expressions and locations.

use super::core::{kind, to_bits};
use super::types::element_count;
use crate::session::*;
use plugopt_dialect::Registry;
use plugopt_dialect::asm::ParseResult;
use plugopt_ir as ir;
use plugopt_ir::affine::{AffineBinaryKind, AffineExprs, AffineMap, IntegerSet};
use plugopt_ir::types::MAX_INTEGER_WIDTH;
use plugopt_ir::{AttrData, Attribute, Context, DYNAMIC, Ident, Int, LocationData, NamedAttribute, Type, TypeData};
use plugopt_plugin::raw::{self, Status};
use plugopt_syntax::parser::{parse_attribute_text, parse_type_text};

fn invalid<T>(s: &Session, message: impl Into<Vec<u8>>) -> Done<T> {
    Err(s.fail(Status::INVALID_ARGUMENT, message))
}

// ---- types --------------------------------------------------------------------------------------------------------------------

pub(crate) fn type_integer(s: &Session, width: u32, signedness: raw::Signedness) -> Done<Type> {
    if width > MAX_INTEGER_WIDTH {
        return invalid(s, "the width is too large");
    }
    let signedness = match signedness {
        raw::Signedness::SIGNLESS => ir::Signedness::Signless,
        raw::Signedness::SIGNED => ir::Signedness::Signed,
        raw::Signedness::UNSIGNED => ir::Signedness::Unsigned,
        _ => return invalid(s, "there is no such signedness"),
    };
    Ok(s.context().integer_type(width, signedness))
}

pub(crate) fn type_index(s: &Session) -> Done<Type> {
    Ok(s.context().index_type())
}

pub(crate) fn type_float(s: &Session, format: raw::FloatKind) -> Done<Type> {
    Ok(s.context().float_type(kind(s, format)?))
}

pub(crate) fn type_none(s: &Session) -> Done<Type> {
    Ok(s.context().none_type())
}

pub(crate) fn type_complex(s: &Session, element: Type) -> Done<Type> {
    match s.context().type_data(element) {
        TypeData::Integer { .. } | TypeData::Index | TypeData::Float(_) => {
            Ok(s.context().type_of(TypeData::Complex(element)))
        }
        _ => invalid(s, "invalid element type for complex"),
    }
}

pub(crate) fn type_tuple(s: &Session, elements: &[Type]) -> Done<Type> {
    Ok(s.context().type_of(TypeData::Tuple(elements.into())))
}

pub(crate) fn type_function(s: &Session, inputs: &[Type], results: &[Type]) -> Done<Type> {
    Ok(s.context().function_type(inputs, results))
}

fn sizes(s: &Session, shape: &[i64]) -> Done<()> {
    match shape.iter().all(|&n| n >= 0 || n == DYNAMIC) {
        true => Ok(()),
        false => invalid(s, "a size is negative"),
    }
}

pub(crate) fn type_vector(s: &Session, shape: &[i64], scalable: &[bool], element: Type) -> Done<Type> {
    if !scalable.is_empty() && scalable.len() != shape.len() {
        return invalid(s, "there are as many scalable flags as sizes, or none");
    }
    if shape.iter().any(|&n| n <= 0) {
        return invalid(s, "vector types must have constant positive sizes");
    }
    if matches!(s.context().type_data(element), TypeData::Function { .. } | TypeData::Tuple(_) | TypeData::None)
        || s.context().element_type(element).is_some()
    {
        return invalid(s, "invalid element type for a vector");
    }
    let scalable: Box<[bool]> = if scalable.contains(&true) { scalable.into() } else { Box::default() };
    Ok(s.context().type_of(TypeData::Vector { shape: shape.into(), scalable, element }))
}

pub(crate) fn type_ranked_tensor(s: &Session, shape: &[i64], element: Type, encoding: Option<Attribute>) -> Done<Type> {
    sizes(s, shape)?;
    let encoding = encoding.unwrap_or(Attribute::NONE);
    Ok(s.context().type_of(TypeData::RankedTensor { shape: shape.into(), element, encoding }))
}

pub(crate) fn type_unranked_tensor(s: &Session, element: Type) -> Done<Type> {
    Ok(s.context().type_of(TypeData::UnrankedTensor(element)))
}

/// A memory space as it is stored: the default one is absent.
fn memory_space(s: &Session, space: Option<Attribute>) -> Attribute {
    match space {
        Some(space) if s.context().integer_value(space) == Some(0) => Attribute::NONE,
        Some(space) => space,
        None => Attribute::NONE,
    }
}

pub(crate) fn type_memref(
    s: &Session,
    shape: &[i64],
    element: Type,
    layout: Option<Attribute>,
    space: Option<Attribute>,
) -> Done<Type> {
    sizes(s, shape)?;
    let context = s.context();
    let rank = shape.len() as u32;
    let layout = match layout.map(|layout| (layout, context.attr_data(layout))) {
        None => Attribute::NONE,
        Some((_, AttrData::AffineMap(map))) if map.dims != rank => {
            return invalid(s, "the layout map has another number of dimensions than the shape");
        }
        Some((_, AttrData::AffineMap(map))) if map.is_identity(context) && map.symbols == 0 => Attribute::NONE,
        Some((_, AttrData::StridedLayout { strides, .. })) if strides.len() != shape.len() => {
            return invalid(s, "there are as many strides as sizes");
        }
        Some((layout, _)) => layout,
    };
    let memory_space = memory_space(s, space);
    Ok(context.type_of(TypeData::MemRef { shape: shape.into(), element, layout, memory_space }))
}

pub(crate) fn type_unranked_memref(s: &Session, element: Type, space: Option<Attribute>) -> Done<Type> {
    let memory_space = memory_space(s, space);
    Ok(s.context().type_of(TypeData::UnrankedMemRef { element, memory_space }))
}

/// The id of a definition, after its verifier has accepted the parameters.
fn defined(s: &Session, is_attribute: bool, name: &[u8], parameters: &[Attribute]) -> Done<ir::DefId> {
    let (context, registry) = (s.context(), Registry::of(s.context()));
    let text = std::str::from_utf8(name).unwrap_or_default();
    let unknown = || s.fail(Status::UNKNOWN_NAME, format!("no loaded dialect defines `{text}`"));
    let def = registry.def(context, registry.def_id(is_attribute, text)).ok_or_else(unknown)?;
    if def.params.len() != parameters.len() {
        return invalid(s, format!("`{text}` has {} parameters, {} are given", def.params.len(), parameters.len()));
    }
    if let Some((param, _)) = def.params.iter().zip(parameters).find(|(p, a)| a.is_none() && !p.optional) {
        return invalid(s, format!("the parameter `{}` of `{text}` is not optional", param.text));
    }
    if def.hooks.has_verifier() {
        def.hooks.verify(context, parameters).or_else(|message| invalid(s, message))?;
    }
    Ok(def.id)
}

fn absent(parameters: &[Option<Attribute>]) -> Box<[Attribute]> {
    parameters.iter().map(|p| p.unwrap_or(Attribute::NONE)).collect()
}

pub(crate) fn type_dialect(s: &Session, name: &[u8], parameters: &[Option<Attribute>]) -> Done<Type> {
    let parameters = absent(parameters);
    let definition = defined(s, false, name, &parameters)?;
    Ok(s.context().type_of(TypeData::Dialect { definition, parameters }))
}

pub(crate) fn type_named(s: &Session, definition: &[u8], name: Attribute) -> Done<Type> {
    let registry = Registry::of(s.context());
    let text = std::str::from_utf8(definition).unwrap_or_default();
    match registry.find_type(s.context(), text) {
        Some(def) => Ok(s.context().type_of(TypeData::Named { definition: def.id, name })),
        None => Err(s.fail(Status::UNKNOWN_NAME, format!("no loaded dialect defines `{text}`"))),
    }
}

pub(crate) fn type_set_body(s: &Session, ty: Type, body: &[Option<Attribute>]) -> Done<bool> {
    match s.context().type_data(ty) {
        TypeData::Named { .. } => Ok(s.context().set_named_type_body(ty, &absent(body))),
        _ => Err(s.fail(Status::WRONG_KIND, "it is not a named type")),
    }
}

/// What the parser makes of a text. Its errors are those of the function, which the plugin may get over, and not of the input.
fn parsed<T>(s: &Session, text: &[u8], what: &str, parse: impl FnOnce() -> ParseResult<T>) -> Done<T> {
    let (found, diagnostics) = s.context().diagnostics().capture(parse);
    found.map_err(|_| {
        let reason = diagnostics.first().map(|d| String::from_utf8_lossy(&d.message)).unwrap_or_default();
        s.fail(Status::INVALID_ARGUMENT, format!("`{}` is not {what}: {reason}", String::from_utf8_lossy(text)))
    })
}

fn parsed_attribute(s: &Session, text: &[u8]) -> Done<Attribute> {
    parsed(s, text, "an attribute", || parse_attribute_text(s.context(), text, Type::NONE))
}

pub(crate) fn type_parse(s: &Session, text: &[u8]) -> Done<Type> {
    parsed(s, text, "a type", || parse_type_text(s.context(), text))
}

// ---- attributes ---------------------------------------------------------------------------------------------------------------

pub(crate) fn attribute_unit(s: &Session) -> Done<Attribute> {
    Ok(s.context().unit_attr())
}

fn integer_width(s: &Session, ty: Type) -> Done<u32> {
    match s.context().type_data(ty) {
        TypeData::Integer { width, .. } => Ok(*width),
        TypeData::Index => Ok(64),
        _ => Err(s.fail(Status::WRONG_KIND, "it is neither an integer type nor `index`")),
    }
}

pub(crate) fn attribute_integer(s: &Session, ty: Type, value: i64) -> Done<Attribute> {
    let value = Int::from_i64(integer_width(s, ty)?, value);
    Ok(s.context().attribute_of(AttrData::Integer { ty, value }))
}

pub(crate) fn attribute_integer_words(s: &Session, ty: Type, words: &[u64]) -> Done<Attribute> {
    let value = Int::from_words(integer_width(s, ty)?, words);
    Ok(s.context().attribute_of(AttrData::Integer { ty, value }))
}

pub(crate) fn attribute_bool(s: &Session, value: bool) -> Done<Attribute> {
    Ok(s.context().bool_attr(value))
}

fn format_of(s: &Session, ty: Type) -> Done<ir::FloatKind> {
    s.context().float_kind(ty).ok_or_else(|| s.fail(Status::WRONG_KIND, "it is not a floating point type"))
}

pub(crate) fn attribute_float_bits(s: &Session, ty: Type, bits: raw::Bits128) -> Done<Attribute> {
    let bits = format_of(s, ty)?.canonical(to_bits(bits));
    Ok(s.context().attribute_of(AttrData::Float { ty, bits }))
}

pub(crate) fn attribute_float(s: &Session, ty: Type, value: f64) -> Done<Attribute> {
    let bits = format_of(s, ty)?.from_f64(value).bits;
    Ok(s.context().attribute_of(AttrData::Float { ty, bits }))
}

pub(crate) fn attribute_string(s: &Session, value: &[u8], ty: Option<Type>) -> Done<Attribute> {
    let ty = ty.unwrap_or(s.context().none_type());
    Ok(s.context().attribute_of(AttrData::String { value: value.into(), ty }))
}

pub(crate) fn attribute_array(s: &Session, elements: &[Attribute]) -> Done<Attribute> {
    Ok(s.context().array_attr(elements))
}

pub(crate) fn attribute_dictionary(s: &Session, entries: &[NamedAttribute]) -> Done<Attribute> {
    let mut names: Vec<Ident> = entries.iter().map(|e| e.0).collect();
    names.sort_unstable();
    if names.windows(2).any(|w| w[0] == w[1]) {
        return invalid(s, "a name is in the dictionary twice");
    }
    Ok(s.context().dictionary_attr(entries))
}

pub(crate) fn attribute_type(s: &Session, ty: Type) -> Done<Attribute> {
    Ok(s.context().type_attr(ty))
}

pub(crate) fn attribute_symbol_ref(s: &Session, symbols: &[Ident]) -> Done<Attribute> {
    match symbols {
        [] => invalid(s, "a symbol reference has at least one symbol"),
        [root, nested @ ..] => Ok(s.context().attribute_of(AttrData::SymbolRef { root: *root, nested: nested.into() })),
    }
}

fn dense_type(s: &Session, ty: Type) -> Done<(Type, usize)> {
    let context = s.context();
    let fits = matches!(context.type_data(ty), TypeData::Vector { .. } | TypeData::RankedTensor { .. });
    let fixed = context.shape(ty).is_some_and(|shape| shape.iter().all(|&n| n >= 0));
    match context.element_type(ty).filter(|_| fits && fixed) {
        Some(element) => Ok((element, element_count(context, ty))),
        None => Err(s.fail(Status::WRONG_KIND, "it is not a vector or tensor type of static shape")),
    }
}

/// Dense elements in their one form: equal elements are a splat.
fn dense(context: &Context, ty: Type, size: usize, data: &[u8]) -> Attribute {
    let splat = size > 0 && data.len() >= size && data.chunks(size).all(|c| *c == data[..size]);
    let data = if splat { data[..size].into() } else { data.into() };
    context.attribute_of(AttrData::DenseElements { ty, data, splat })
}

pub(crate) fn attribute_dense_elements(s: &Session, ty: Type, data: &[u8], splat: bool) -> Done<Attribute> {
    let (element, count) = dense_type(s, ty)?;
    let size = s.context().dense_element_bytes(element);
    let size = size.ok_or_else(|| s.fail(Status::WRONG_KIND, "the elements have no dense form"))?;
    let expected = if splat { size } else { size.saturating_mul(count) };
    if data.len() != expected {
        return invalid(s, format!("{} bytes are given, {expected} are needed", data.len()));
    }
    Ok(dense(s.context(), ty, size, data))
}

/// Adds the bytes of one element.
fn element_bytes(s: &Session, element: Type, value: Attribute, out: &mut Vec<u8>) -> Done<()> {
    let context = s.context();
    let size = context.dense_element_bytes(element).ok_or(Status::WRONG_KIND)?;
    match (context.attr_data(value), context.type_data(element)) {
        (AttrData::Integer { ty, value }, _) if *ty == element => {
            let bytes = value.words().iter().flat_map(|word| word.to_le_bytes());
            out.extend(bytes.chain(std::iter::repeat(0)).take(size));
        }
        (AttrData::Float { ty, bits }, _) if *ty == element => out.extend(&bits.to_le_bytes()[..size]),
        (AttrData::Array(parts), TypeData::Complex(part)) if parts.len() == 2 => {
            for &value in parts {
                element_bytes(s, *part, value, out)?;
            }
        }
        _ => return invalid(s, "an element is not of the element type"),
    }
    Ok(())
}

pub(crate) fn attribute_dense_from_elements(s: &Session, ty: Type, elements: &[Attribute]) -> Done<Attribute> {
    let (element, count) = dense_type(s, ty)?;
    if elements.len() != count && elements.len() != 1 {
        return invalid(s, format!("{} elements are given, {count} are needed", elements.len()));
    }
    let mut data = Vec::new();
    for &value in elements {
        element_bytes(s, element, value, &mut data)?;
    }
    let size = s.context().dense_element_bytes(element).unwrap_or(0);
    if count == 0 {
        data.clear();
    }
    Ok(dense(s.context(), ty, size, &data))
}

pub(crate) fn attribute_dense_strings(s: &Session, ty: Type, values: &[&[u8]], splat: bool) -> Done<Attribute> {
    let (_, count) = dense_type(s, ty)?;
    if values.len() != if splat { 1 } else { count } {
        return invalid(s, format!("{} strings are given, {count} are needed", values.len()));
    }
    let splat = !values.is_empty() && values.iter().all(|v| *v == values[0]);
    let values = if splat { &values[..1] } else { values };
    let values = values.iter().map(|v| (*v).into()).collect();
    Ok(s.context().attribute_of(AttrData::DenseStrings { ty, values, splat }))
}

pub(crate) fn attribute_dense_array(s: &Session, element: Type, data: &[u8]) -> Done<Attribute> {
    let size = s.context().dense_element_bytes(element).unwrap_or(0);
    if size == 0 || !data.len().is_multiple_of(size) {
        return invalid(s, "the bytes are not those of whole elements");
    }
    Ok(s.context().attribute_of(AttrData::DenseArray { element, data: data.into() }))
}

pub(crate) fn attribute_integer_array(s: &Session, element: Type, values: &[i64]) -> Done<Attribute> {
    let TypeData::Integer { width, .. } = s.context().type_data(element) else {
        return Err(s.fail(Status::WRONG_KIND, "it is not an integer type"));
    };
    let size = (*width as usize).div_ceil(8);
    if size > 8 || size == 0 {
        return invalid(s, "the elements of the array are wider than 64 bits");
    }
    let mask = if *width == 1 { 1 } else { u64::MAX };
    let data = values.iter().flat_map(|v| (*v as u64 & mask).to_le_bytes().into_iter().take(size)).collect();
    Ok(s.context().attribute_of(AttrData::DenseArray { element, data }))
}

pub(crate) fn attribute_sparse(s: &Session, ty: Type, indices: Attribute, values: Attribute) -> Done<Attribute> {
    dense_type(s, ty)?;
    let is_dense =
        |a| matches!(s.context().attr_data(a), AttrData::DenseElements { .. } | AttrData::DenseStrings { .. });
    if !is_dense(indices) || !is_dense(values) {
        return invalid(s, "indices and values are dense elements");
    }
    Ok(s.context().attribute_of(AttrData::SparseElements { ty, indices, values }))
}

pub(crate) fn attribute_dense_resource(s: &Session, ty: Type, key: Ident) -> Done<Attribute> {
    if s.context().element_type(ty).is_none() {
        return Err(s.fail(Status::WRONG_KIND, "it is not a shaped type"));
    }
    Ok(s.context().attribute_of(AttrData::DenseResource { ty, key }))
}

pub(crate) fn attribute_strided_layout(s: &Session, strides: &[i64], offset: i64) -> Done<Attribute> {
    Ok(s.context().attribute_of(AttrData::StridedLayout { offset, strides: strides.into() }))
}

pub(crate) fn attribute_distinct(s: &Session, referenced: Attribute) -> Done<Attribute> {
    Ok(s.context().distinct_attr(referenced))
}

pub(crate) fn attribute_location(s: &Session, location: ir::Location) -> Done<Attribute> {
    Ok(s.context().attribute_of(AttrData::Location(location)))
}

pub(crate) fn attribute_dialect(s: &Session, name: &[u8], parameters: &[Option<Attribute>]) -> Done<Attribute> {
    let parameters = absent(parameters);
    let definition = defined(s, true, name, &parameters)?;
    Ok(s.context().attribute_of(AttrData::Dialect { definition, parameters }))
}

pub(crate) fn attribute_affine_map(
    s: &Session,
    dims: u32,
    symbols: u32,
    results: &[ir::AffineExpr],
) -> Done<Attribute> {
    Ok(s.context().attribute_of(AttrData::AffineMap(AffineMap::new(dims, symbols, results))))
}

pub(crate) fn attribute_integer_set(
    s: &Session,
    dims: u32,
    symbols: u32,
    constraints: &[ir::AffineExpr],
    equalities: &[bool],
) -> Done<Attribute> {
    if constraints.len() != equalities.len() || constraints.is_empty() {
        return invalid(s, "there is a flag for each constraint, and at least one constraint");
    }
    let set = IntegerSet::new(dims, symbols, constraints.iter().copied().zip(equalities.iter().copied()));
    Ok(s.context().attribute_of(AttrData::IntegerSet(set)))
}

pub(crate) fn affine_dim(s: &Session, position: u32) -> Done<ir::AffineExpr> {
    Ok(s.context().affine_dim(position))
}

pub(crate) fn affine_symbol(s: &Session, position: u32) -> Done<ir::AffineExpr> {
    Ok(s.context().affine_symbol(position))
}

pub(crate) fn affine_constant(s: &Session, value: i64) -> Done<ir::AffineExpr> {
    Ok(s.context().affine_constant(value))
}

pub(crate) fn affine_binary(
    s: &Session,
    kind: raw::AffineKind,
    lhs: ir::AffineExpr,
    rhs: ir::AffineExpr,
) -> Done<ir::AffineExpr> {
    let kind = match kind {
        raw::AffineKind::ADD => AffineBinaryKind::Add,
        raw::AffineKind::MUL => AffineBinaryKind::Mul,
        raw::AffineKind::MOD => AffineBinaryKind::Mod,
        raw::AffineKind::FLOOR_DIV => AffineBinaryKind::FloorDiv,
        raw::AffineKind::CEIL_DIV => AffineBinaryKind::CeilDiv,
        _ => return invalid(s, "there is no such operation"),
    };
    Ok(s.context().affine_binary(kind, lhs, rhs))
}

pub(crate) fn attribute_parse(s: &Session, text: &[u8], ty: Option<Type>) -> Done<Attribute> {
    match ty {
        // What has no type of its own is written with it.
        Some(ty) => {
            let ty = super::types::type_to_text(s, ty)?;
            let typed = [text, b" : ", &*ty].concat();
            parsed_attribute(s, &typed).or_else(|_| parsed_attribute(s, text))
        }
        None => parsed_attribute(s, text),
    }
}

// ---- locations ----------------------------------------------------------------------------------------------------------------

pub(crate) fn location_unknown(_: &Session) -> Done<ir::Location> {
    Ok(ir::Location::UNKNOWN)
}

pub(crate) fn location_file(s: &Session, file: &[u8], line: u32, column: u32) -> Done<ir::Location> {
    Ok(s.context().file_location(s.context().ident(file), line, column))
}

pub(crate) fn location_name(s: &Session, name: &[u8], child: ir::Location) -> Done<ir::Location> {
    Ok(s.context().location_of(LocationData::Name { name: s.context().ident(name), child }))
}

pub(crate) fn location_call_site(s: &Session, callee: ir::Location, caller: ir::Location) -> Done<ir::Location> {
    Ok(s.context().location_of(LocationData::CallSite { callee, caller }))
}

pub(crate) fn location_fused(s: &Session, parts: &[ir::Location], metadata: Option<Attribute>) -> Done<ir::Location> {
    Ok(s.context().fused_location(parts, metadata.unwrap_or(Attribute::NONE)))
}
