//! The conditions of traits on the types of an operation's operands, results and attributes.

use super::At;
use super::program::{Condition, Named};
use crate::constraint::{Constraint, element_count, element_of, is_shaped, shape_of, value_type};
use crate::definition::{OpDef, Transform};
use plugopt_descriptor::MatchKind;
use plugopt_ir::types::{Signedness, TypeData};
use plugopt_ir::{Attribute, Context, Type};
use smallvec::{SmallVec, smallvec};

type Types = SmallVec<[Type; 4]>;

/// Whether a condition holds for an operation.
pub(super) fn holds(at: &At<'_>, def: &OpDef, condition: &Condition) -> bool {
    let context = at.context;
    match condition {
        Condition::And(all) => all.iter().all(|c| holds(at, def, c)),
        Condition::Or(any) => any.iter().any(|c| holds(at, def, c)),
        Condition::Not(one) => !holds(at, def, one),
        Condition::Hook(hook) => def.dialect.hooks.op_predicate(*hook, at.view()),
        Condition::AllMatch(kind, names) => all_match(at, def, *kind, names),
        Condition::TypeIs(name, constraint) => {
            types_of(at, def, *name).iter().all(|&ty| constraint.holds_for_type(context, ty))
        }
        Condition::ElementTypeIs(name, constraint) => types_of(at, def, *name)
            .iter()
            .all(|&ty| element_of(context, ty).is_some_and(|element| constraint.holds_for_type(context, element))),
        Condition::OperandElementTypeIs(i, constraint) => {
            shaped_element(context, operand(at, *i)).is_some_and(|e| constraint.holds_for_type(context, e))
        }
        Condition::OperandElementTypesMatch(all) => {
            let mut elements = all.iter().map(|&i| shaped_element(context, operand(at, i)));
            match elements.next() {
                Some(Some(first)) => elements.all(|e| e == Some(first)),
                Some(None) => false,
                None => true,
            }
        }
        Condition::ResultElementTypeMatchesOperand(i, j) => {
            let (result, operand) = (shaped_element(context, result(at, *i)), shaped_element(context, operand(at, *j)));
            result.is_some() && result == operand
        }
        Condition::ResultElementOrSelfMatchesOperand(i, j) => {
            let element = |ty: Option<Type>| ty.map(|ty| element_of(context, ty).unwrap_or(ty));
            let (result, operand) = (element(result(at, *i)), element(operand(at, *j)));
            result.is_some() && result == operand
        }
        Condition::ResultTypeMatchesOperand(i, j) => {
            let (result, operand) = (result(at, *i), operand(at, *j));
            result.is_some() && result == operand
        }
        Condition::ResultAndOperandShaped(i, j) => {
            let shaped = |ty: Option<Type>| ty.is_some_and(|ty| is_shaped(context, ty));
            shaped(result(at, *i)) && shaped(operand(at, *j))
        }
        Condition::TypesMatchWith { from, to, transform, optional } => {
            if let (Some(from), Some(to)) = (one_type(at, *from), one_type(at, *to))
                && let Some(matches) = simple_match(context, transform, from, to)
            {
                return matches;
            }
            let (from, to) = (types_of(at, def, *from), types_of(at, def, *to));
            if *optional && (from.is_empty() || to.is_empty()) {
                return true;
            }
            transformed(at, def, transform, &from).is_some_and(|types| types == to)
        }
        Condition::TypesAre(names, constraints) => are(at, def, names, constraints),
        Condition::TypesAreOneOf(names, rows) => rows.iter().any(|row| are(at, def, names, row)),
        Condition::ElementCountAndTypes(shaped, elements) => {
            let Some(&shaped) = types_of(at, def, *shaped).first() else { return false };
            let elements = types_of(at, def, *elements);
            element_count(context, shaped) == Some(elements.len() as i64)
                && elements.iter().all(|&ty| element_of(context, shaped) == Some(ty))
        }
        Condition::Never => false,
    }
}

fn operand(at: &At<'_>, index: usize) -> Option<Type> {
    (index < at.operand_count()).then(|| at.operand_type(index))
}

fn result(at: &At<'_>, index: usize) -> Option<Type> {
    (index < at.result_count()).then(|| at.result_type(index))
}

fn shaped_element(context: &Context, ty: Option<Type>) -> Option<Type> {
    ty.filter(|&ty| is_shaped(context, ty)).and_then(|ty| element_of(context, ty))
}

fn are(at: &At<'_>, def: &OpDef, names: &[Named], constraints: &[std::sync::Arc<Constraint>]) -> bool {
    let mut pairs = names.iter().zip(constraints);
    pairs.all(|(&name, constraint)| types_of(at, def, name).iter().all(|&ty| constraint.holds_for_type(at.context, ty)))
}

/// The type of what stands for exactly one value.
#[inline]
fn one_type(at: &At<'_>, name: Named) -> Option<Type> {
    match name {
        Named::OneOperand(i) => Some(at.operand_type(i)),
        Named::OneResult(i) => Some(at.result_type(i)),
        Named::Attribute(slot) => {
            let value = at.properties().get(slot).copied().unwrap_or(Attribute::NONE);
            let ty = at.context.attr_type(value);
            (!ty.is_none()).then_some(ty)
        }
        _ => None,
    }
}

/// The common cases, for which no type is made.
fn simple_match(context: &Context, transform: &Transform, from: Type, to: Type) -> Option<bool> {
    match transform {
        Transform::Same => Some(from == to),
        Transform::ElementType => context.element_type(from).map(|element| element == to),
        Transform::I1SameShape => match context.type_data(from) {
            TypeData::Integer { .. } | TypeData::Index | TypeData::Float(_) => {
                Some(to == context.integer_type(1, Signedness::Signless))
            }
            _ => None,
        },
        _ => None,
    }
}

/// The types of the values that a name stands for, or of the attribute.
fn types_of(at: &At<'_>, def: &OpDef, name: Named) -> Types {
    match name {
        Named::OneOperand(i) => smallvec![at.operand_type(i)],
        Named::OneResult(i) => smallvec![at.result_type(i)],
        Named::Operand(i) => {
            let range = def.operand_range(at.context, at.properties(), at.operand_count(), i);
            range.map(|i| at.operand_type(i)).collect()
        }
        Named::Result(i) => {
            let range = def.result_range(at.context, at.properties(), at.result_count(), i);
            range.map(|i| at.result_type(i)).collect()
        }
        Named::Attribute(slot) => match at.properties().get(slot).copied().unwrap_or(Attribute::NONE) {
            Attribute::NONE => Types::new(),
            value => match at.context.attr_data(value) {
                plugopt_ir::AttrData::Type(ty) => smallvec![*ty],
                _ => smallvec![value_type(at.context, value)],
            },
        },
    }
}

fn all_match(at: &At<'_>, def: &OpDef, kind: MatchKind, names: &[Named]) -> bool {
    let Some((&first, rest)) = names.split_first() else { return true };
    if let Some(one) = one_type(at, first)
        && rest.iter().all(|&name| one_type(at, name).is_some_and(|other| same(at.context, kind, one, other)))
    {
        return true;
    }
    let first = types_of(at, def, first);
    rest.iter().all(|&name| {
        let other = types_of(at, def, name);
        // A name of several values stands for the list of their types.
        first == other
            || first.len() == other.len() && first.iter().zip(&other).all(|(&a, &b)| same(at.context, kind, a, b))
    })
}

/// Whether two types agree in what is compared.
fn same(context: &Context, kind: MatchKind, a: Type, b: Type) -> bool {
    if a == b {
        return true;
    }
    let element = |ty| element_of(context, ty).unwrap_or(ty);
    match kind {
        MatchKind::Types => false,
        MatchKind::ElementTypes => element(a) == element(b),
        MatchKind::Shapes => {
            let shapes = (shape_of(context, a), shape_of(context, b));
            matches!(shapes, (Some(a), Some(b)) if a == b)
        }
        MatchKind::Ranks => {
            let ranks = (shape_of(context, a).map(<[i64]>::len), shape_of(context, b).map(<[i64]>::len));
            matches!(ranks, (Some(a), Some(b)) if a == b)
        }
        MatchKind::ElementCounts => {
            let counts = (element_count(context, a), element_count(context, b));
            matches!(counts, (Some(a), Some(b)) if a == b)
        }
        MatchKind::TypeIds => same_kind(context, a, b),
        MatchKind::TensorDims => {
            let dims = |ty| match context.type_data(ty) {
                TypeData::RankedTensor { shape, .. } => &**shape,
                _ => &[],
            };
            dims(a) == dims(b)
        }
    }
}

/// Whether two types are of the same class in MLIR (have the same `TypeID`).
pub(super) fn same_kind(context: &Context, a: Type, b: Type) -> bool {
    let (a, b) = (context.type_data(a), context.type_data(b));
    let definition = |data: &TypeData| match data {
        TypeData::Dialect { definition, .. } | TypeData::Named { definition, .. } => Some(*definition),
        _ => None,
    };
    match (definition(a), definition(b)) {
        (None, None) => match (a, b) {
            (TypeData::Float(a), TypeData::Float(b)) => a == b,
            _ => std::mem::discriminant(a) == std::mem::discriminant(b),
        },
        (a, b) => a == b,
    }
}

fn transformed(at: &At<'_>, def: &OpDef, transform: &Transform, from: &[Type]) -> Option<Types> {
    let context = at.context;
    let mut types = Types::new();
    for &ty in from {
        match transform {
            Transform::Same => types.push(ty),
            Transform::ElementType => types.push(match context.type_data(ty) {
                TypeData::Complex(element) => *element,
                _ => element_of(context, ty)?,
            }),
            Transform::I1SameShape => types.push(i1_same_shape(context, ty)),
            Transform::FunctionInputs => match context.type_data(ty) {
                TypeData::Function { inputs, .. } => types.extend_from_slice(inputs),
                _ => return None,
            },
            Transform::FunctionResults => match context.type_data(ty) {
                TypeData::Function { results, .. } => types.extend_from_slice(results),
                _ => return None,
            },
            Transform::RepeatElementType => {
                let count = usize::try_from(element_count(context, ty)?).ok()?;
                let element = element_of(context, ty)?;
                // More values than that no operation has.
                types.extend(std::iter::repeat_n(element, count.min(at.operand_count() + at.result_count() + 1)));
            }
            Transform::TypeParam(name) => match context.type_data(ty) {
                TypeData::Dialect { definition, parameters } => {
                    let registry = crate::registry::Registry::of(context);
                    let index = registry.def(context, *definition)?.param_index(name)?;
                    match context.attr_data(*parameters.get(index)?) {
                        plugopt_ir::AttrData::Type(ty) => types.push(*ty),
                        _ => return None,
                    }
                }
                _ => return None,
            },
            Transform::Hook(hook) => {
                let mut list = Vec::new();
                if !def.dialect.hooks.transform_type(*hook, context, ty, &mut list) {
                    return None;
                }
                types.extend(list);
            }
        }
    }
    Some(types)
}

/// `i1`, in a container of the same shape where `ty` is one (MLIR's `getI1SameShape`).
pub fn i1_same_shape(context: &Context, ty: Type) -> Type {
    let i1 = context.integer_type(1, Signedness::Signless);
    match context.type_data(ty) {
        TypeData::Vector { shape, scalable, .. } => {
            context.type_of(TypeData::Vector { shape: shape.clone(), scalable: scalable.clone(), element: i1 })
        }
        TypeData::RankedTensor { shape, encoding, .. } => {
            context.type_of(TypeData::RankedTensor { shape: shape.clone(), element: i1, encoding: *encoding })
        }
        TypeData::UnrankedTensor(_) => context.type_of(TypeData::UnrankedTensor(i1)),
        TypeData::MemRef { shape, layout, memory_space, .. } => context.type_of(TypeData::MemRef {
            shape: shape.clone(),
            element: i1,
            layout: *layout,
            memory_space: *memory_space,
        }),
        TypeData::UnrankedMemRef { memory_space, .. } => {
            context.type_of(TypeData::UnrankedMemRef { element: i1, memory_space: *memory_space })
        }
        _ => i1,
    }
}
