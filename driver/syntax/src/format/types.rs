//! What formats do with types: their classes, and types that follow from other types.

use super::compile::class_name;
use plugopt_descriptor::{Class, Transform};
use plugopt_dialect::Registry;
use plugopt_dialect::constraint::{element_count, element_of, is_class, is_kind, type_may_have_interface};
use plugopt_dialect::definition::DialectDef;
use plugopt_ir::attributes::AttrData;
use plugopt_ir::types::TypeData;
use plugopt_ir::{Attribute, Context, DefId, Signedness, Type};

/// Most types that a transform repeats.
const MAX_REPEATED: i64 = 1 << 20;

/// The definition of a dialect's type.
pub(super) fn type_definition(context: &Context, ty: Type) -> Option<DefId> {
    match context.type_data(ty) {
        TypeData::Dialect { definition, .. } | TypeData::Named { definition, .. } => Some(*definition),
        _ => None,
    }
}

/// Whether a type is of a class.
pub(super) fn type_is(context: &Context, ty: Type, class: &Class) -> bool {
    match class {
        Class::Any | Class::Attr(_) => true,
        Class::Type(class) => is_class(context, ty, *class),
        Class::Defined(name) => match type_definition(context, ty) {
            Some(definition) => Registry::of(context).def_name(definition) == name,
            None => false,
        },
        Class::Interface(name) => type_may_have_interface(context, ty, name),
    }
}

/// Whether an attribute is of a class.
pub(super) fn attr_is(context: &Context, attr: Attribute, class: &Class) -> bool {
    match class {
        Class::Any | Class::Type(_) => true,
        Class::Attr(kind) => is_kind(context, attr, *kind),
        Class::Defined(name) => match context.attr_data(attr) {
            AttrData::Dialect { definition, .. } => Registry::of(context).def_name(*definition) == name,
            _ => false,
        },
        Class::Interface(name) => plugopt_dialect::constraint::attr_may_have_interface(context, attr, name),
    }
}

/// What a message says of a type that is not of a class.
pub(super) fn wrong_class(context: &Context, ty: Type, class: &Class) -> Vec<u8> {
    let mut message = b"invalid kind of type specified".to_vec();
    if let Some(name) = class_name(class) {
        message.extend_from_slice(b": expected ");
        message.extend_from_slice(name.as_bytes());
        message.extend_from_slice(b", but found '");
        message.extend_from_slice(&crate::printer::type_to_text(context, ty));
        message.push(b'\'');
    }
    message
}

/// The types that follow from a type; `false` where there is no answer.
pub(super) fn transform(
    context: &Context,
    dialect: &DialectDef,
    transform: &Transform,
    ty: Type,
    into: &mut Vec<Type>,
) -> bool {
    let data = context.type_data(ty);
    match (transform, data) {
        (Transform::Same, _) => into.push(ty),
        (Transform::ElementType, TypeData::Complex(element)) => into.push(*element),
        (Transform::ElementType, _) => match element_of(context, ty) {
            Some(element) => into.push(element),
            None => return false,
        },
        (Transform::I1SameShape, _) => into.push(i1_same_shape(context, ty)),
        (Transform::FunctionInputs, TypeData::Function { inputs, .. }) => into.extend_from_slice(inputs),
        (Transform::FunctionResults, TypeData::Function { results, .. }) => into.extend_from_slice(results),
        (Transform::RepeatElementType, _) => match (element_of(context, ty), element_count(context, ty)) {
            (Some(element), Some(count @ 0..=MAX_REPEATED)) => into.extend((0..count).map(|_| element)),
            _ => return false,
        },
        (Transform::TypeParam(name), TypeData::Dialect { definition, parameters }) => {
            let registry = Registry::of(context);
            let index = registry.def(context, *definition).and_then(|def| def.param_index(name));
            match index.and_then(|index| parameters.get(index)).map(|&attr| context.attr_data(attr)) {
                Some(AttrData::Type(ty)) => into.push(*ty),
                _ => return false,
            }
        }
        (Transform::Hook(hook), _) => return dialect.hooks.transform_type(*hook, context, ty, into),
        _ => return false,
    }
    true
}

/// The one type that follows from a type, for the transforms that are simple.
#[inline]
pub(super) fn transform_one(context: &Context, transform: &Transform, ty: Type) -> Option<Type> {
    match transform {
        Transform::Same => Some(ty),
        Transform::ElementType => context.element_type(ty),
        Transform::I1SameShape => Some(i1_same_shape(context, ty)),
        _ => None,
    }
}

/// `i1`, or the same container of `i1`.
fn i1_same_shape(context: &Context, ty: Type) -> Type {
    let i1 = context.integer_type(1, Signedness::Signless);
    let data = match context.type_data(ty) {
        TypeData::Vector { shape, scalable, .. } => {
            TypeData::Vector { shape: shape.clone(), scalable: scalable.clone(), element: i1 }
        }
        TypeData::RankedTensor { shape, encoding, .. } => {
            TypeData::RankedTensor { shape: shape.clone(), element: i1, encoding: *encoding }
        }
        TypeData::UnrankedTensor(_) => TypeData::UnrankedTensor(i1),
        TypeData::MemRef { shape, layout, memory_space, .. } => {
            TypeData::MemRef { shape: shape.clone(), element: i1, layout: *layout, memory_space: *memory_space }
        }
        TypeData::UnrankedMemRef { memory_space, .. } => {
            TypeData::UnrankedMemRef { element: i1, memory_space: *memory_space }
        }
        _ => return i1,
    };
    context.type_of(data)
}
