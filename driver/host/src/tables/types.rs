//! `plugopt.ir.read`: types, attributes, affine expressions and locations.

use super::core::{from_bits, raw_kind};
use crate::session::*;
use plugopt_dialect::Registry;
use plugopt_ir as ir;
use plugopt_ir::affine::{AffineBinaryKind, AffineExprData, AffineExprs};
use plugopt_ir::{AttrData, Attribute, Context, DYNAMIC, Ident, Int, LocationData, Type, TypeData};
use plugopt_plugin::raw::{self, Status};

fn wrong<T>(s: &Session, what: &str) -> Done<T> {
    Err(s.fail(Status::WRONG_KIND, format!("it is not {what}")))
}

fn out_of_range(s: &Session, what: &str, index: usize, count: usize) -> Status {
    s.fail(Status::INVALID_ARGUMENT, format!("there is no {what} {index}: there are {count}"))
}

// ---- types --------------------------------------------------------------------------------------------------------------------

pub(crate) fn type_kind(s: &Session, ty: Type) -> Done<raw::TypeKind> {
    use raw::TypeKind as K;
    Ok(match s.context().type_data(ty) {
        TypeData::Absent => K::ABSENT,
        TypeData::Integer { .. } => K::INTEGER,
        TypeData::Index => K::INDEX,
        TypeData::Float(_) => K::FLOAT,
        TypeData::None => K::NONE,
        TypeData::Complex(_) => K::COMPLEX,
        TypeData::Tuple(_) => K::TUPLE,
        TypeData::Function { .. } => K::FUNCTION,
        TypeData::Vector { .. } => K::VECTOR,
        TypeData::RankedTensor { .. } => K::RANKED_TENSOR,
        TypeData::UnrankedTensor(_) => K::UNRANKED_TENSOR,
        TypeData::MemRef { .. } => K::MEMREF,
        TypeData::UnrankedMemRef { .. } => K::UNRANKED_MEMREF,
        TypeData::Opaque { .. } => K::OPAQUE,
        TypeData::Dialect { .. } => K::DIALECT,
        TypeData::Named { .. } => K::NAMED,
    })
}

pub(crate) fn type_to_text(s: &Session, ty: Type) -> Done<Vec<u8>> {
    let mut text = Registry::of(s.context()).quoted_type(s.context(), ty);
    // Without the quotes of diagnostics.
    if text.len() >= 2 && text.first() == Some(&b'\'') {
        text.pop();
        text.remove(0);
    }
    Ok(text)
}

pub(crate) fn type_width(s: &Session, ty: Type) -> Done<u32> {
    match s.context().type_data(ty) {
        TypeData::Integer { width, .. } => Ok(*width),
        TypeData::Float(kind) => Ok(kind.width()),
        _ => wrong(s, "an integer or floating point type"),
    }
}

pub(crate) fn type_signedness(s: &Session, ty: Type) -> Done<raw::Signedness> {
    match s.context().type_data(ty) {
        TypeData::Integer { signedness, .. } => Ok(match signedness {
            ir::Signedness::Signless => raw::Signedness::SIGNLESS,
            ir::Signedness::Signed => raw::Signedness::SIGNED,
            ir::Signedness::Unsigned => raw::Signedness::UNSIGNED,
        }),
        _ => wrong(s, "an integer type"),
    }
}

pub(crate) fn type_float_kind(s: &Session, ty: Type) -> Done<raw::FloatKind> {
    s.context().float_kind(ty).map_or_else(|| wrong(s, "a floating point type"), |kind| Ok(raw_kind(kind)))
}

pub(crate) fn type_element(s: &Session, ty: Type) -> Done<Option<Type>> {
    Ok(match s.context().type_data(ty) {
        TypeData::Complex(part) => Some(*part),
        _ => s.context().element_type(ty),
    })
}

pub(crate) fn type_shape(s: &Session, ty: Type, shape: &mut Out<i64>) -> Done<()> {
    match s.context().shape(ty) {
        Some(sizes) => shape.extend(sizes.iter().copied()),
        None => return wrong(s, "a ranked shaped type"),
    }
    Ok(())
}

pub(crate) fn type_rank(s: &Session, ty: Type) -> Done<Option<u32>> {
    Ok(s.context().shape(ty).map(|shape| shape.len() as u32))
}

pub(crate) fn type_scalable_dims(s: &Session, ty: Type, dims: &mut Out<bool>) -> Done<()> {
    match s.context().type_data(ty) {
        TypeData::Vector { scalable, .. } => dims.extend(scalable.iter().copied()),
        _ => return wrong(s, "a vector type"),
    }
    Ok(())
}

pub(crate) fn type_encoding(s: &Session, ty: Type) -> Done<Option<Attribute>> {
    Ok(match s.context().type_data(ty) {
        TypeData::RankedTensor { encoding, .. } => encoding.some(),
        _ => None,
    })
}

pub(crate) fn type_layout(s: &Session, ty: Type) -> Done<Option<Attribute>> {
    Ok(match s.context().type_data(ty) {
        TypeData::MemRef { layout, .. } => layout.some(),
        _ => None,
    })
}

pub(crate) fn type_memory_space(s: &Session, ty: Type) -> Done<Option<Attribute>> {
    Ok(match s.context().type_data(ty) {
        TypeData::MemRef { memory_space, .. } | TypeData::UnrankedMemRef { memory_space, .. } => memory_space.some(),
        _ => None,
    })
}

pub(crate) fn type_strides(s: &Session, ty: Type, out: &mut Out<i64>) -> Done<i64> {
    let context = s.context();
    let TypeData::MemRef { shape, layout, .. } = context.type_data(ty) else { return wrong(s, "a memref type") };
    let row_major = || {
        let sizes: Vec<Option<i64>> = shape.iter().map(|&n| (n != DYNAMIC).then_some(n)).collect();
        ir::affine::row_major_strides(&sizes)
    };
    let dynamic = |n: Option<i64>| n.unwrap_or(DYNAMIC);
    match layout.some().map(|layout| context.attr_data(layout)) {
        None => {
            out.extend(row_major().into_iter().map(dynamic));
            Ok(0)
        }
        Some(AttrData::StridedLayout { offset, strides }) => {
            out.extend(strides.iter().copied());
            Ok(*offset)
        }
        Some(AttrData::AffineMap(map)) if map.is_identity(context) => {
            out.extend(row_major().into_iter().map(dynamic));
            Ok(0)
        }
        Some(AttrData::AffineMap(map)) => {
            let form = map.strided_form(context).ok_or(Status::NO_MATCH)?;
            out.extend(form.static_strides(context).into_iter().map(dynamic));
            Ok(dynamic(form.static_offset(context)))
        }
        Some(_) => Err(Status::NO_MATCH),
    }
}

pub(crate) fn type_inputs(s: &Session, ty: Type, out: &mut Out<Type>) -> Done<()> {
    match s.context().type_data(ty) {
        TypeData::Function { inputs, .. } => out.extend(inputs.iter().copied()),
        _ => return wrong(s, "a function type"),
    }
    Ok(())
}

pub(crate) fn type_results(s: &Session, ty: Type, out: &mut Out<Type>) -> Done<()> {
    match s.context().type_data(ty) {
        TypeData::Function { results, .. } => out.extend(results.iter().copied()),
        _ => return wrong(s, "a function type"),
    }
    Ok(())
}

pub(crate) fn type_elements(s: &Session, ty: Type, out: &mut Out<Type>) -> Done<()> {
    match s.context().type_data(ty) {
        TypeData::Tuple(elements) => out.extend(elements.iter().copied()),
        _ => return wrong(s, "a tuple type"),
    }
    Ok(())
}

fn definition_name(s: &Session, id: ir::DefId) -> Ident {
    s.context().ident(Registry::of(s.context()).def_name(id).as_bytes())
}

fn definition_dialect(s: &Session, id: ir::DefId) -> Ident {
    let registry = Registry::of(s.context());
    let name = registry.def_name(id);
    s.context().ident(name.split('.').next().unwrap_or(name).as_bytes())
}

pub(crate) fn type_definition(s: &Session, ty: Type) -> Done<Option<Ident>> {
    Ok(match s.context().type_data(ty) {
        TypeData::Dialect { definition, .. } | TypeData::Named { definition, .. } => {
            Some(definition_name(s, *definition))
        }
        _ => None,
    })
}

pub(crate) fn type_parameters(s: &Session, ty: Type, out: &mut Out<Option<Attribute>>) -> Done<()> {
    match s.context().type_data(ty) {
        TypeData::Dialect { parameters, .. } => out.extend(parameters.iter().map(|p| p.some())),
        TypeData::Named { .. } => {
            let body = s.context().named_type_body(ty);
            out.extend(body.iter().flat_map(|body| body.iter().map(|p| p.some())));
        }
        _ => return wrong(s, "a type of a registered dialect"),
    }
    Ok(())
}

pub(crate) fn type_parameter(s: &Session, ty: Type, index: u32) -> Done<Option<Attribute>> {
    let parameter = |parameters: &[Attribute]| {
        let found = parameters.get(index as usize).map(|p| p.some());
        found.ok_or_else(|| out_of_range(s, "parameter", index as usize, parameters.len()))
    };
    match s.context().type_data(ty) {
        TypeData::Dialect { parameters, .. } => parameter(parameters),
        TypeData::Named { .. } => parameter(&s.context().named_type_body(ty).unwrap_or_else(|| [].into())),
        _ => wrong(s, "a type of a registered dialect"),
    }
}

/// The whole text of a body, which lives as long as the context.
fn opaque_text(context: &'static Context, body: &'static ir::OpaqueBody) -> &'static [u8] {
    if body.inner.is_empty() {
        return &body.text;
    }
    context.bytes(context.ident(&plugopt_syntax::printer::opaque_to_text(context, body)))
}

pub(crate) fn type_opaque(s: &Session, ty: Type) -> Done<(Ident, &'static [u8])> {
    let context: &'static Context = s.context();
    match context.type_data(ty) {
        TypeData::Opaque { dialect, body } => Ok((*dialect, opaque_text(context, body))),
        _ => wrong(s, "an opaque type"),
    }
}

pub(crate) fn type_name(s: &Session, ty: Type) -> Done<Attribute> {
    match s.context().type_data(ty) {
        TypeData::Named { name, .. } => Ok(*name),
        _ => wrong(s, "a named type"),
    }
}

pub(crate) fn type_dialect(s: &Session, ty: Type) -> Done<Ident> {
    Ok(match s.context().type_data(ty) {
        TypeData::Dialect { definition, .. } | TypeData::Named { definition, .. } => definition_dialect(s, *definition),
        TypeData::Opaque { dialect, .. } => *dialect,
        _ => Ident::BUILTIN,
    })
}

pub(crate) fn type_satisfies(s: &Session, _: Type, _: &[u8]) -> Done<bool> {
    Err(s.fail(Status::UNSUPPORTED, "this host does not look up constraints by name"))
}

// ---- attributes ---------------------------------------------------------------------------------------------------------------

pub(crate) fn attribute_kind(s: &Session, attribute: Attribute) -> Done<raw::AttributeKind> {
    use raw::AttributeKind as K;
    Ok(match s.context().attr_data(attribute) {
        AttrData::Absent => K::ABSENT,
        AttrData::Unit => K::UNIT,
        AttrData::Integer { .. } => K::INTEGER,
        AttrData::Float { .. } => K::FLOAT,
        AttrData::String { .. } => K::STRING,
        AttrData::Array(_) => K::ARRAY,
        AttrData::Dictionary(_) => K::DICTIONARY,
        AttrData::Type(_) => K::TYPE,
        AttrData::SymbolRef { .. } => K::SYMBOL_REF,
        AttrData::AffineMap(_) => K::AFFINE_MAP,
        AttrData::IntegerSet(_) => K::INTEGER_SET,
        AttrData::DenseElements { .. } => K::DENSE_ELEMENTS,
        AttrData::DenseStrings { .. } => K::DENSE_STRINGS,
        AttrData::DenseArray { .. } => K::DENSE_ARRAY,
        AttrData::SparseElements { .. } => K::SPARSE_ELEMENTS,
        AttrData::DenseResource { .. } => K::DENSE_RESOURCE,
        AttrData::StridedLayout { .. } => K::STRIDED_LAYOUT,
        AttrData::Distinct { .. } => K::DISTINCT,
        AttrData::Location(_) => K::LOCATION,
        AttrData::Opaque { .. } => K::OPAQUE,
        AttrData::Dialect { .. } => K::DIALECT,
    })
}

pub(crate) fn attribute_to_text(s: &Session, attribute: Attribute) -> Done<Vec<u8>> {
    Ok(Registry::of(s.context()).attribute_text(s.context(), attribute))
}

pub(crate) fn attribute_type(s: &Session, attribute: Attribute) -> Done<Option<Type>> {
    let ty = s.context().attr_type(attribute);
    Ok((!ty.is_none()).then_some(ty))
}

pub(crate) fn attribute_integer_words(s: &Session, attribute: Attribute, words: &mut Out<u64>) -> Done<()> {
    match s.context().attr_data(attribute) {
        AttrData::Integer { value, .. } => {
            let width = value.width();
            words.extend(value.sext(width.next_multiple_of(64).max(64)).words().iter().copied());
        }
        _ => return wrong(s, "an integer attribute"),
    }
    Ok(())
}

pub(crate) fn attribute_integer(s: &Session, attribute: Attribute) -> Done<Option<i64>> {
    Ok(s.context().integer_value(attribute))
}

pub(crate) fn attribute_float_bits(s: &Session, attribute: Attribute) -> Done<(raw::Bits128, raw::FloatKind)> {
    match s.context().attr_data(attribute) {
        AttrData::Float { ty, bits } => {
            let kind = s.context().float_kind(*ty).ok_or(Status::WRONG_KIND)?;
            Ok((from_bits(*bits), raw_kind(kind)))
        }
        _ => wrong(s, "a float attribute"),
    }
}

pub(crate) fn attribute_f64(s: &Session, attribute: Attribute) -> Done<Option<f64>> {
    Ok(match s.context().attr_data(attribute) {
        AttrData::Float { ty, bits } => s.context().float_kind(*ty).map(|kind| kind.to_f64(*bits)),
        _ => None,
    })
}

pub(crate) fn attribute_string(s: &Session, attribute: Attribute) -> Done<Option<&'static [u8]>> {
    let context: &'static Context = s.context();
    Ok(context.string_value(attribute))
}

pub(crate) fn attribute_count(s: &Session, attribute: Attribute) -> Done<usize> {
    match s.context().attr_data(attribute) {
        AttrData::Array(elements) => Ok(elements.len()),
        AttrData::Dictionary(entries) => Ok(entries.len()),
        _ => wrong(s, "an array or a dictionary"),
    }
}

pub(crate) fn attribute_elements(s: &Session, attribute: Attribute, out: &mut Out<Attribute>) -> Done<()> {
    match s.context().attr_data(attribute) {
        AttrData::Array(elements) => out.extend(elements.iter().copied()),
        _ => return wrong(s, "an array attribute"),
    }
    Ok(())
}

pub(crate) fn attribute_element(s: &Session, attribute: Attribute, index: usize) -> Done<Attribute> {
    match s.context().attr_data(attribute) {
        AttrData::Array(elements) => {
            elements.get(index).copied().ok_or_else(|| out_of_range(s, "element", index, elements.len()))
        }
        _ => wrong(s, "an array attribute"),
    }
}

pub(crate) fn attribute_entries(s: &Session, attribute: Attribute, out: &mut Out<ir::NamedAttribute>) -> Done<()> {
    match s.context().attr_data(attribute) {
        AttrData::Dictionary(entries) => out.extend(entries.iter().copied()),
        _ => return wrong(s, "a dictionary"),
    }
    Ok(())
}

pub(crate) fn attribute_entry(s: &Session, attribute: Attribute, name: &[u8]) -> Done<Option<Attribute>> {
    match s.context().attr_data(attribute) {
        AttrData::Dictionary(_) => Ok(s.context().dictionary_get(attribute, s.context().ident(name)).some()),
        _ => wrong(s, "a dictionary"),
    }
}

pub(crate) fn attribute_type_value(s: &Session, attribute: Attribute) -> Done<Option<Type>> {
    Ok(match s.context().attr_data(attribute) {
        AttrData::Type(ty) => Some(*ty),
        _ => None,
    })
}

pub(crate) fn attribute_symbols(s: &Session, attribute: Attribute, symbols: &mut Out<Ident>) -> Done<()> {
    match s.context().attr_data(attribute) {
        AttrData::SymbolRef { root, nested } => {
            symbols.push(*root);
            symbols.extend(nested.iter().copied());
        }
        _ => return wrong(s, "a symbol reference"),
    }
    Ok(())
}

pub(crate) fn attribute_is_splat(s: &Session, attribute: Attribute) -> Done<bool> {
    match s.context().attr_data(attribute) {
        AttrData::DenseElements { splat, .. } | AttrData::DenseStrings { splat, .. } => Ok(*splat),
        _ => wrong(s, "a dense elements attribute"),
    }
}

pub(crate) fn attribute_raw_data(s: &Session, attribute: Attribute) -> Done<&'static [u8]> {
    let context: &'static Context = s.context();
    match context.attr_data(attribute) {
        AttrData::DenseElements { data, .. } | AttrData::DenseArray { data, .. } => Ok(data),
        _ => wrong(s, "a dense elements or dense array attribute"),
    }
}

/// An element of dense data as an attribute; complex numbers are arrays of two.
pub(crate) fn element_attribute(context: &Context, ty: Type, bytes: &[u8]) -> Attribute {
    let words = |bytes: &[u8]| -> Vec<u64> {
        let word = |chunk: &[u8]| chunk.iter().rev().fold(0, |word, byte| word << 8 | u64::from(*byte));
        bytes.chunks(8).map(word).collect()
    };
    match context.type_data(ty) {
        TypeData::Integer { width, .. } => {
            context.attribute_of(AttrData::Integer { ty, value: Int::from_words(*width, &words(bytes)) })
        }
        TypeData::Index => context.attribute_of(AttrData::Integer { ty, value: Int::from_words(64, &words(bytes)) }),
        TypeData::Float(_) => {
            let bits = bytes.iter().rev().fold(0u128, |bits, byte| bits << 8 | u128::from(*byte));
            context.attribute_of(AttrData::Float { ty, bits })
        }
        TypeData::Complex(part) => {
            let (real, imaginary) = bytes.split_at(bytes.len() / 2);
            let parts = [element_attribute(context, *part, real), element_attribute(context, *part, imaginary)];
            context.array_attr(&parts)
        }
        _ => Attribute::NONE,
    }
}

/// How many elements a static shape has.
pub(crate) fn element_count(context: &Context, ty: Type) -> usize {
    let sizes = context.shape(ty).unwrap_or(&[]);
    sizes.iter().fold(1usize, |n, &size| n.saturating_mul(usize::try_from(size).unwrap_or(0)))
}

pub(crate) fn attribute_dense_element(s: &Session, attribute: Attribute, index: usize) -> Done<Attribute> {
    let context = s.context();
    let count = attribute_dense_count(s, attribute)?;
    if index >= count {
        return Err(out_of_range(s, "element", index, count));
    }
    match context.attr_data(attribute) {
        AttrData::DenseElements { ty, data, splat } => {
            let element = context.element_type(*ty).unwrap_or(*ty);
            let size = context.dense_element_bytes(element).ok_or(Status::WRONG_KIND)?;
            let at = if *splat { 0 } else { index.saturating_mul(size) };
            let bytes = data.get(at..at + size).ok_or_else(|| out_of_range(s, "element", index, count))?;
            Ok(element_attribute(context, element, bytes))
        }
        AttrData::DenseArray { element, data } => {
            let size = context.dense_element_bytes(*element).ok_or(Status::WRONG_KIND)?;
            let bytes = data.get(index * size..(index + 1) * size);
            Ok(element_attribute(context, *element, bytes.ok_or_else(|| out_of_range(s, "element", index, count))?))
        }
        AttrData::DenseStrings { values, splat, ty } => {
            let value = values.get(if *splat { 0 } else { index });
            let value = value.ok_or_else(|| out_of_range(s, "element", index, count))?.clone();
            let ty = context.element_type(*ty).unwrap_or(context.none_type());
            Ok(context.attribute_of(AttrData::String { value, ty }))
        }
        _ => wrong(s, "a dense attribute"),
    }
}

pub(crate) fn attribute_dense_count(s: &Session, attribute: Attribute) -> Done<usize> {
    let context = s.context();
    match context.attr_data(attribute) {
        AttrData::DenseElements { ty, .. } | AttrData::DenseStrings { ty, .. } => Ok(element_count(context, *ty)),
        AttrData::DenseArray { element, data } => {
            Ok(data.len() / context.dense_element_bytes(*element).unwrap_or(1).max(1))
        }
        _ => wrong(s, "a dense attribute"),
    }
}

pub(crate) fn attribute_i64_array(s: &Session, attribute: Attribute, values: &mut Out<i64>) -> Done<()> {
    let context = s.context();
    match context.attr_data(attribute) {
        AttrData::DenseArray { element, data } => {
            let TypeData::Integer { width, .. } = context.type_data(*element) else {
                return wrong(s, "a dense array of integers");
            };
            let size = context.dense_element_bytes(*element).unwrap_or(1).max(1);
            for bytes in data.chunks_exact(size) {
                let word = bytes.iter().take(8).rev().fold(0u64, |word, byte| word << 8 | u64::from(*byte));
                let unused = 64 - (*width).clamp(1, 64);
                values.push(((word << unused) as i64) >> unused);
            }
            Ok(())
        }
        _ => wrong(s, "a dense array of integers"),
    }
}

pub(crate) fn attribute_dense_strings(s: &Session, attribute: Attribute, out: &mut Out<&[u8]>) -> Done<()> {
    let context: &'static Context = s.context();
    match context.attr_data(attribute) {
        AttrData::DenseStrings { values, .. } => out.extend(values.iter().map(|v| &**v)),
        _ => return wrong(s, "a dense strings attribute"),
    }
    Ok(())
}

pub(crate) fn attribute_sparse(s: &Session, attribute: Attribute) -> Done<(Attribute, Attribute)> {
    match s.context().attr_data(attribute) {
        AttrData::SparseElements { indices, values, .. } => Ok((*indices, *values)),
        _ => wrong(s, "a sparse elements attribute"),
    }
}

pub(crate) fn attribute_resource_key(s: &Session, attribute: Attribute) -> Done<Ident> {
    match s.context().attr_data(attribute) {
        AttrData::DenseResource { key, .. } => Ok(*key),
        _ => wrong(s, "a resource attribute"),
    }
}

pub(crate) fn attribute_strided_layout(s: &Session, attribute: Attribute, out: &mut Out<i64>) -> Done<i64> {
    match s.context().attr_data(attribute) {
        AttrData::StridedLayout { offset, strides } => {
            out.extend(strides.iter().copied());
            Ok(*offset)
        }
        _ => wrong(s, "a strided layout"),
    }
}

pub(crate) fn attribute_distinct(s: &Session, attribute: Attribute) -> Done<(u64, Attribute)> {
    match s.context().attr_data(attribute) {
        AttrData::Distinct { id, referenced } => Ok((*id, *referenced)),
        _ => wrong(s, "a distinct attribute"),
    }
}

pub(crate) fn attribute_location(s: &Session, attribute: Attribute) -> Done<ir::Location> {
    match s.context().attr_data(attribute) {
        AttrData::Location(location) => Ok(*location),
        _ => wrong(s, "a location attribute"),
    }
}

pub(crate) fn attribute_opaque(s: &Session, attribute: Attribute) -> Done<(Ident, &'static [u8])> {
    let context: &'static Context = s.context();
    match context.attr_data(attribute) {
        AttrData::Opaque { dialect, body, .. } => Ok((*dialect, opaque_text(context, body))),
        _ => wrong(s, "an opaque attribute"),
    }
}

pub(crate) fn attribute_definition(s: &Session, attribute: Attribute) -> Done<Option<Ident>> {
    Ok(match s.context().attr_data(attribute) {
        AttrData::Dialect { definition, .. } => Some(definition_name(s, *definition)),
        _ => None,
    })
}

pub(crate) fn attribute_parameters(s: &Session, attribute: Attribute, out: &mut Out<Option<Attribute>>) -> Done<()> {
    match s.context().attr_data(attribute) {
        AttrData::Dialect { parameters, .. } => out.extend(parameters.iter().map(|p| p.some())),
        _ => return wrong(s, "an attribute of a registered dialect"),
    }
    Ok(())
}

pub(crate) fn attribute_parameter(s: &Session, attribute: Attribute, index: u32) -> Done<Option<Attribute>> {
    match s.context().attr_data(attribute) {
        AttrData::Dialect { parameters, .. } => {
            let found = parameters.get(index as usize).map(|p| p.some());
            found.ok_or_else(|| out_of_range(s, "parameter", index as usize, parameters.len()))
        }
        _ => wrong(s, "an attribute of a registered dialect"),
    }
}

pub(crate) fn attribute_dialect(s: &Session, attribute: Attribute) -> Done<Ident> {
    Ok(match s.context().attr_data(attribute) {
        AttrData::Dialect { definition, .. } => definition_dialect(s, *definition),
        AttrData::Opaque { dialect, .. } => *dialect,
        _ => Ident::BUILTIN,
    })
}

pub(crate) fn attribute_satisfies(s: &Session, _: Attribute, _: &[u8]) -> Done<bool> {
    Err(s.fail(Status::UNSUPPORTED, "this host does not look up constraints by name"))
}

// ---- affine -------------------------------------------------------------------------------------------------------------------

pub(crate) fn attribute_affine_map(
    s: &Session,
    attribute: Attribute,
    out: &mut Out<ir::AffineExpr>,
) -> Done<(u32, u32)> {
    match s.context().attr_data(attribute) {
        AttrData::AffineMap(map) => {
            out.extend(map.results.iter().copied());
            Ok((map.dims, map.symbols))
        }
        _ => wrong(s, "an affine map"),
    }
}

pub(crate) fn attribute_integer_set(
    s: &Session,
    attribute: Attribute,
    constraints: &mut Out<ir::AffineExpr>,
    equalities: &mut Out<bool>,
) -> Done<(u32, u32)> {
    match s.context().attr_data(attribute) {
        AttrData::IntegerSet(set) => {
            constraints.extend(set.constraints.iter().copied());
            equalities.extend(set.equality.iter().copied());
            Ok((set.dims, set.symbols))
        }
        _ => wrong(s, "an integer set"),
    }
}

pub(crate) fn affine_expr_kind(s: &Session, expr: ir::AffineExpr) -> Done<raw::AffineKind> {
    use raw::AffineKind as K;
    Ok(match s.context().get(expr) {
        AffineExprData::Dim(_) => K::DIM,
        AffineExprData::Symbol(_) => K::SYMBOL,
        AffineExprData::Constant(_) => K::CONSTANT,
        AffineExprData::Binary(AffineBinaryKind::Add, ..) => K::ADD,
        AffineExprData::Binary(AffineBinaryKind::Mul, ..) => K::MUL,
        AffineExprData::Binary(AffineBinaryKind::Mod, ..) => K::MOD,
        AffineExprData::Binary(AffineBinaryKind::FloorDiv, ..) => K::FLOOR_DIV,
        AffineExprData::Binary(AffineBinaryKind::CeilDiv, ..) => K::CEIL_DIV,
    })
}

pub(crate) fn affine_expr_value(s: &Session, expr: ir::AffineExpr) -> Done<i64> {
    match s.context().get(expr) {
        AffineExprData::Dim(position) | AffineExprData::Symbol(position) => Ok(i64::from(position)),
        AffineExprData::Constant(value) => Ok(value),
        AffineExprData::Binary(..) => wrong(s, "a dimension, symbol or constant"),
    }
}

pub(crate) fn affine_expr_sides(s: &Session, expr: ir::AffineExpr) -> Done<(ir::AffineExpr, ir::AffineExpr)> {
    match s.context().get(expr) {
        AffineExprData::Binary(_, lhs, rhs) => Ok((lhs, rhs)),
        _ => wrong(s, "a binary expression"),
    }
}

// ---- locations ----------------------------------------------------------------------------------------------------------------

pub(crate) fn location_kind(s: &Session, location: ir::Location) -> Done<raw::LocationKind> {
    use raw::LocationKind as K;
    Ok(match s.context().location_data(location) {
        LocationData::Unknown => K::UNKNOWN,
        LocationData::File { .. } => K::FILE,
        LocationData::Name { .. } => K::NAME,
        LocationData::CallSite { .. } => K::CALL_SITE,
        LocationData::Fused { .. } => K::FUSED,
    })
}

pub(crate) fn location_file(s: &Session, location: ir::Location) -> Done<(Ident, u32, u32, u32, u32)> {
    match s.context().location_data(location) {
        LocationData::File { file, line, column, end_line, end_column } => {
            Ok((file, line, column, end_line, end_column))
        }
        _ => wrong(s, "a file location"),
    }
}

pub(crate) fn location_name(s: &Session, location: ir::Location) -> Done<(Ident, ir::Location)> {
    match s.context().location_data(location) {
        LocationData::Name { name, child } => Ok((name, child)),
        _ => wrong(s, "a name location"),
    }
}

pub(crate) fn location_call_site(s: &Session, location: ir::Location) -> Done<(ir::Location, ir::Location)> {
    match s.context().location_data(location) {
        LocationData::CallSite { callee, caller } => Ok((callee, caller)),
        _ => wrong(s, "a call site location"),
    }
}

pub(crate) fn location_fused(
    s: &Session,
    location: ir::Location,
    parts: &mut Out<ir::Location>,
) -> Done<Option<Attribute>> {
    match s.context().location_data(location) {
        LocationData::Fused { locations, metadata } => {
            parts.extend(locations.iter().copied());
            Ok(metadata.some())
        }
        _ => wrong(s, "a fused location"),
    }
}

pub(crate) fn location_to_text(s: &Session, location: ir::Location) -> Done<Vec<u8>> {
    let attribute = s.context().attribute_of(AttrData::Location(location));
    attribute_to_text(s, attribute)
}
