//! Traits and interfaces that need no declaration beyond their name.

use super::conditions::same_kind;
use super::program::Native;
use super::{At, Failed};
use crate::constraint::{element_of, is_shaped, shape_of};
use crate::definition::OpDef;
use crate::hooks::DialectHooks;
use crate::registry::Registry;
use plugopt_descriptor::Role;
use plugopt_ir::attributes::AttrData;
use plugopt_ir::types::{DYNAMIC, TypeData};
use plugopt_ir::{Attribute, Context, Ident, NamedAttribute, Type};
use smallvec::SmallVec;
use std::sync::Arc;

type Checked = Result<(), Failed>;

pub(super) fn check(at: &At<'_>, def: &OpDef, native: Native) -> Checked {
    match native {
        Native::Terminator => terminator(at),
        Native::SameTypeOperands => same_type_operands(at),
        Native::SameOperandsShape => same_shape(at, false, "requires the same shape for all operands"),
        Native::SameOperandsAndResultShape => {
            same_shape(at, true, "requires the same shape for all operands and results")
        }
        Native::SameOperandsElementType => same_element_type(at, false),
        Native::SameOperandsAndResultElementType => same_element_type(at, true),
        Native::SameOperandsAndResultType => same_operands_and_result_type(at),
        Native::SameOperandsAndResultRank => same_rank(at),
        Native::ResultsBroadcastableShape => broadcastable(at),
        Native::ResultsAreFloatLike => results_are_float_like(at),
        Native::Elementwise => elementwise(at),
        Native::ResultsLikeOperand(index) => results_like_operand(at, def, index),
        Native::Symbol { optional } => symbol(at, def, optional),
        Native::Function => function(at, def),
        Native::Branch => branch(at),
    }
}

fn terminator(at: &At<'_>) -> Checked {
    let block = at.outer.op_block(at.position);
    if block.is_none() || at.outer.last_op(block) != Some(at.position) {
        return Err(at.op_error("must be the last operation in the parent block"));
    }
    Ok(())
}

fn same_type_operands(at: &At<'_>) -> Checked {
    let count = at.operand_count();
    if count > 1 && (1..count).any(|i| at.operand_type(i) != at.operand_type(0)) {
        return Err(at.op_error("requires all operands to have the same type"));
    }
    Ok(())
}

fn at_least_one(at: &At<'_>, results: bool) -> Checked {
    if at.operand_count() == 0 {
        return Err(at.op_error("expected 1 or more operands, but found 0"));
    }
    if results && at.result_count() == 0 {
        return Err(at.op_error("expected 1 or more results"));
    }
    Ok(())
}

/// All types are the same one, which satisfies most traits.
pub(super) fn all_equal(at: &At<'_>, results: bool) -> bool {
    let first = at.operand_type(0);
    (1..at.operand_count()).all(|i| at.operand_type(i) == first)
        && (!results || (0..at.result_count()).all(|i| at.result_type(i) == first))
}

fn all_types(at: &At<'_>, results: bool) -> SmallVec<[Type; 8]> {
    let operands = (0..at.operand_count()).map(|i| at.operand_type(i));
    let count = if results { at.result_count() } else { 0 };
    operands.chain((0..count).map(|i| at.result_type(i))).collect()
}

fn same_shape(at: &At<'_>, results: bool, message: &str) -> Checked {
    at_least_one(at, results)?;
    if all_equal(at, results) || compatible_shapes(at.context, &all_types(at, results)) {
        return Ok(());
    }
    Err(at.op_error(message))
}

fn element_or_self(context: &Context, ty: Type) -> Type {
    element_of(context, ty).unwrap_or(ty)
}

fn same_element_type(at: &At<'_>, results: bool) -> Checked {
    at_least_one(at, results)?;
    if all_equal(at, results) {
        return Ok(());
    }
    let mut elements = all_types(at, results).into_iter().map(|ty| element_or_self(at.context, ty));
    let first = elements.next();
    if elements.any(|e| Some(e) != first) {
        let which = if results { "operands and results" } else { "operands" };
        return Err(at.op_error(format!("requires the same element type for all {which}")));
    }
    Ok(())
}

fn same_operands_and_result_type(at: &At<'_>) -> Checked {
    at_least_one(at, true)?;
    if all_equal(at, true) {
        return Ok(());
    }
    let context = at.context;
    let first = at.result_type(0);
    let element = element_or_self(context, first);
    let encoding = |ty| match context.type_data(ty) {
        TypeData::RankedTensor { encoding, .. } => *encoding,
        _ => Attribute::NONE,
    };
    let results = (1..at.result_count()).map(|i| at.result_type(i));
    for ty in results.chain((0..at.operand_count()).map(|i| at.operand_type(i))) {
        if element_or_self(context, ty) != element || !compatible_shape(context, ty, first) {
            return Err(at.op_error("requires the same type for all operands and results"));
        }
        if !encoding(first).is_none() && encoding(ty) != encoding(first) {
            return Err(at.op_error("requires the same encoding for all operands and results"));
        }
    }
    Ok(())
}

fn results_like_operand(at: &At<'_>, def: &OpDef, index: usize) -> Checked {
    let inferred = at.operand_type(index);
    let results: SmallVec<[Type; 4]> = (0..at.result_count()).map(|i| at.result_type(i)).collect();
    if results.iter().all(|&ty| ty == inferred) {
        return Ok(());
    }
    let inferred: SmallVec<[Type; 4]> = results.iter().map(|_| inferred).collect();
    Err(super::late::not_as_inferred(at, def, &inferred, &results))
}

fn same_rank(at: &At<'_>) -> Checked {
    if at.operand_count() == 0 {
        return Err(at.op_error("expected 1 or more operands, but found 0"));
    }
    let rank = |ty| shape_of(at.context, ty).map(<[i64]>::len);
    let operands = (0..at.operand_count()).filter_map(|i| rank(at.operand_type(i)));
    let results = (0..at.result_count()).filter_map(|i| rank(at.result_type(i)));
    let Some(first) = operands.clone().chain(results.clone()).next() else { return Ok(()) };
    if operands.clone().any(|r| r != first) {
        return Err(at.op_error("operands don't have matching ranks"));
    }
    if results.clone().any(|r| r != first) {
        return Err(at.op_error("result type has different rank than operands"));
    }
    Ok(())
}

fn results_are_float_like(at: &At<'_>) -> Checked {
    for i in 0..at.result_count() {
        let mut ty = at.result_type(i);
        // Looks through tensors of vectors.
        while let TypeData::RankedTensor { element, .. } | TypeData::UnrankedTensor(element) = at.context.type_data(ty)
        {
            ty = *element;
        }
        if let TypeData::Vector { element, .. } = at.context.type_data(ty) {
            ty = *element;
        }
        if !matches!(at.context.type_data(ty), TypeData::Float(_)) {
            return Err(at.op_error("requires a floating point type"));
        }
    }
    Ok(())
}

fn elementwise(at: &At<'_>) -> Checked {
    if at.operand_count() > 0 && at.result_count() > 0 && all_equal(at, true) {
        return Ok(());
    }
    let mappable = |ty: &Type| {
        matches!(
            at.context.type_data(*ty),
            TypeData::Vector { .. } | TypeData::RankedTensor { .. } | TypeData::UnrankedTensor(_)
        )
    };
    let mut types: SmallVec<[Type; 8]> = (0..at.operand_count()).map(|i| at.operand_type(i)).filter(mappable).collect();
    let operands = types.len();
    types.extend((0..at.result_count()).map(|i| at.result_type(i)).filter(mappable));
    let results = types.len() - operands;
    let Some(&first) = types.first() else { return Ok(()) };
    let message = if operands == 0 {
        "if a result is non-scalar, then at least one operand must be non-scalar"
    } else if results == 0 {
        "if an operand is non-scalar, then there must be at least one non-scalar result"
    } else if results != at.result_count() {
        "if an operand is non-scalar, then all results must be non-scalar"
    } else if !types.iter().all(|&ty| same_kind(at.context, ty, first)) || !compatible_shapes(at.context, &types) {
        "all non-scalar operands/results must have the same shape and base type"
    } else {
        return Ok(());
    };
    Err(at.op_error(message))
}

/// MLIR's `verifyCompatibleShape` of two types.
pub fn compatible_shape(context: &Context, a: Type, b: Type) -> bool {
    match (is_shaped(context, a), is_shaped(context, b)) {
        (false, false) => return true,
        (true, true) => {}
        _ => return false,
    }
    match (shape_of(context, a), shape_of(context, b)) {
        (Some(a), Some(b)) => {
            a.len() == b.len() && a.iter().zip(b).all(|(&a, &b)| a == b || a == DYNAMIC || b == DYNAMIC)
        }
        _ => true,
    }
}

/// MLIR's `verifyCompatibleShapes` of many types.
pub fn compatible_shapes(context: &Context, types: &[Type]) -> bool {
    let shaped = types.iter().filter(|&&ty| is_shaped(context, ty)).count();
    if shaped == 0 {
        return true;
    }
    if shaped != types.len() {
        return false;
    }
    let scalable =
        |ty: &&Type| matches!(context.type_data(**ty), TypeData::Vector { scalable, .. } if scalable.contains(&true));
    let scalable = types.iter().filter(scalable).count();
    if scalable != 0 && scalable != types.len() {
        return false;
    }
    let mut shapes = types.iter().filter_map(|&ty| shape_of(context, ty));
    let Some(first) = shapes.next() else { return true };
    let mut known: SmallVec<[i64; 8]> = first.into();
    for shape in shapes {
        if shape.len() != known.len() {
            return false;
        }
        for (known, &size) in known.iter_mut().zip(shape) {
            match (*known, size) {
                (_, DYNAMIC) => {}
                (DYNAMIC, size) => *known = size,
                (a, b) if a != b => return false,
                _ => {}
            }
        }
    }
    true
}

/// MLIR's `getBroadcastedShape`.
pub fn broadcast_shape(a: &[i64], b: &[i64]) -> Option<Vec<i64>> {
    let (long, short) = if a.len() >= b.len() { (a, b) } else { (b, a) };
    let mut shape = long.to_vec();
    let start = long.len() - short.len();
    for (into, &other) in shape[start..].iter_mut().zip(short) {
        let one = *into;
        *into = match (one, other) {
            (DYNAMIC, other) if other > 1 => other,
            (one, DYNAMIC) if one > 1 => one,
            (DYNAMIC, _) | (_, DYNAMIC) => DYNAMIC,
            (one, other) if one == other || other == 1 => one,
            (1, other) => other,
            _ => return None,
        };
    }
    Some(shape)
}

fn shape_text(shape: &[i64]) -> String {
    let sizes: Vec<String> =
        shape.iter().map(|&size| if size == DYNAMIC { "?".to_string() } else { size.to_string() }).collect();
    format!("'{}'", sizes.join("x"))
}

fn broadcastable(at: &At<'_>) -> Checked {
    let types = all_types(at, true);
    let is_tensor =
        |ty: &Type| matches!(at.context.type_data(*ty), TypeData::RankedTensor { .. } | TypeData::UnrankedTensor(_));
    let is_vector = |ty: &Type| matches!(at.context.type_data(*ty), TypeData::Vector { .. });
    if types.iter().any(is_tensor) && types.iter().any(is_vector) {
        return Err(at.error("cannot broadcast vector with tensor"));
    }
    let ranked = |ty: Type| match at.context.type_data(ty) {
        TypeData::RankedTensor { shape, .. } => Some(&**shape),
        _ => None,
    };
    let mut operands = (0..at.operand_count()).filter_map(|i| ranked(at.operand_type(i)));
    let Some(first) = operands.next() else { return Ok(()) };
    let mut expected = first.to_vec();
    for shape in operands {
        match broadcast_shape(&expected, shape) {
            Some(shape) => expected = shape,
            None => return Err(at.op_error("operands don't have broadcast-compatible shapes")),
        }
    }
    for shape in (0..at.result_count()).filter_map(|i| ranked(at.result_type(i))) {
        let suffix = &shape[shape.len().saturating_sub(expected.len())..];
        let fits = |(&a, &b): (&i64, &i64)| a == DYNAMIC || b == DYNAMIC || a == b;
        if suffix.len() != expected.len() || !expected.iter().zip(suffix).all(fits) {
            return Err(at.op_error(format!(
                "result type {} not broadcast compatible with broadcasted operands's shapes {}",
                shape_text(shape),
                shape_text(&expected)
            )));
        }
    }
    Ok(())
}

fn symbol(at: &At<'_>, def: &OpDef, optional: bool) -> Checked {
    let name = at.attribute(Ident::SYM_NAME);
    if optional && name.is_none() {
        return Ok(());
    }
    if at.context.string_value(name).is_none() {
        return Err(at.op_error("requires string attribute 'sym_name'"));
    }
    let visibility = at.attribute(Ident::SYM_VISIBILITY);
    let mut public = true;
    if !visibility.is_none() {
        let text = || at.registry().attribute_text(at.context, visibility);
        match at.context.string_value(visibility) {
            None => {
                let message = b"requires visibility attribute 'sym_visibility' to be a string attribute, but got ";
                return Err(at.op_error([&message[..], &text()].concat()));
            }
            Some(b"public") => {}
            Some(b"private" | b"nested") => public = false,
            Some(_) => {
                let message = b"visibility expected to be one of [\"public\", \"private\", \"nested\"], but got ";
                return Err(at.op_error([&message[..], &text()].concat()));
            }
        }
    }
    // A function without a body declares a symbol that is defined elsewhere.
    let is_function = def.interfaces.iter().any(|i| at.context.bytes(i.name) == b"FunctionOpInterface");
    let declaration = is_function && at.regions().first().is_none_or(|&r| at.body.first_block(r).is_none());
    if declaration && public {
        return Err(at.op_error("symbol declaration cannot have public visibility"));
    }
    if at.result_count() != 0 {
        return Err(at.op_error("symbols must not have results"));
    }
    if let Some(parent) = at.outer.parent_op(at.position) {
        let info = at.context.op_info(at.outer.name(parent));
        if info.registered && !info.has(plugopt_ir::Traits::SYMBOL_TABLE) {
            return Err(at.op_error("symbol's parent must have the SymbolTable trait"));
        }
    }
    Ok(())
}

fn function(at: &At<'_>, _def: &OpDef) -> Checked {
    let Some(AttrData::Type(ty)) = Some(at.context.attr_data(at.attribute(Ident::FUNCTION_TYPE))) else {
        return Ok(());
    };
    // Other function types are their dialect's business.
    let TypeData::Function { inputs, results } = at.context.type_data(*ty) else { return Ok(()) };
    dictionaries(at, Ident::ARG_ATTRS, "argument", inputs.len())?;
    dictionaries(at, Ident::RES_ATTRS, "result", results.len())?;
    if at.region_count() != 1 {
        return Err(at.op_error("expects one region"));
    }
    let Some(entry) = at.body.first_block(at.regions()[0]) else { return Ok(()) };
    let arguments = at.body.arguments(entry);
    if arguments.len() != inputs.len() {
        let count = inputs.len();
        return Err(at.op_error(format!("entry block must have {count} arguments to match function signature")));
    }
    for (i, (&argument, &input)) in arguments.iter().zip(&**inputs).enumerate() {
        let ty = at.body.value_type(argument);
        if ty != input {
            let message = [
                format!("type of entry block argument #{i}(").as_bytes(),
                &at.quoted_type(ty),
                b") must match the type of the corresponding argument in function signature(",
                &at.quoted_type(input),
                b")",
            ]
            .concat();
            return Err(at.op_error(message));
        }
    }
    Ok(())
}

/// The dictionaries of a function's arguments or results.
fn dictionaries(at: &At<'_>, name: Ident, what: &str, count: usize) -> Checked {
    let AttrData::Array(entries) = at.context.attr_data(at.attribute(name)) else { return Ok(()) };
    if entries.len() != count {
        return Err(at.op_error(format!(
            "expects {what} attribute array to have the same number of elements as the number of function {what}s, got {}, but expected {count}",
            entries.len()
        )));
    }
    for (i, &entry) in entries.iter().enumerate() {
        let AttrData::Dictionary(attributes) = at.context.attr_data(entry) else {
            let text = at.registry().attribute_text(at.context, entry);
            let message = format!("expects {what} attribute dictionary to be a DictionaryAttr, but got `");
            return Err(at.op_error([message.as_bytes(), &text, b"`"].concat()));
        };
        for &attribute in attributes {
            let bytes = at.context.bytes(attribute.0);
            let Some(dot) = bytes.iter().position(|&b| b == b'.') else {
                return Err(at.op_error(format!("{what}s may only have dialect attributes")));
            };
            let role =
                if what == "argument" { Role::VerifyRegionArgAttribute } else { Role::VerifyRegionResultAttribute };
            let Some(hooks) = dialect_hooks(at.registry(), at.context, &bytes[..dot], role) else { continue };
            verify_region_attribute(at, &*hooks, role, i as u32, attribute)?;
        }
    }
    Ok(())
}

fn verify_region_attribute(
    at: &At<'_>,
    hooks: &dyn DialectHooks,
    role: Role,
    index: u32,
    attribute: NamedAttribute,
) -> Checked {
    let result = match role {
        Role::VerifyRegionArgAttribute => hooks.verify_region_arg_attribute(at.view(), 0, index, attribute),
        _ => hooks.verify_region_result_attribute(at.view(), 0, index, attribute),
    };
    result.map_err(|_| Failed)
}

/// The hooks of the dialect that an attribute's prefix names, where it has the one asked for.
fn dialect_hooks(registry: &Registry, context: &Context, prefix: &[u8], role: Role) -> Option<Arc<dyn DialectHooks>> {
    let dialect = registry.dialect(context, std::str::from_utf8(prefix).ok()?)?;
    dialect.hook_set.get(role)?;
    Some(dialect.hooks.clone())
}

/// The operands that a branch passes on fit its successors' arguments.
fn branch(at: &At<'_>) -> Checked {
    let successors = at.outer.successors(at.position);
    if at.operand_count() == 0 && successors.clone().all(|block| at.outer.arguments(block).is_empty()) {
        return Ok(());
    }
    let Some(passed) = crate::branch::successor_operands(at.context, at.outer, at.position) else { return Ok(()) };
    for (number, (block, passed)) in successors.zip(passed).enumerate() {
        let arguments = at.outer.arguments(block);
        let count = passed.range.len();
        if count != arguments.len() {
            return Err(at.error(format!(
                "branch has {count} operands for successor #{number}, but target block has {}",
                arguments.len()
            )));
        }
        for (i, (operand, &argument)) in passed.range.zip(arguments).enumerate() {
            if at.operand_type(operand) != at.outer.value_type(argument) {
                return Err(at.error(format!("type mismatch for bb argument #{i} of successor #{number}")));
            }
        }
    }
    Ok(())
}
