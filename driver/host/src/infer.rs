//! Result types of an operation that a plugin creates without giving them, as far as its declaration says.

use plugopt_descriptor::{MatchKind, SimpleTrait};
use plugopt_dialect::definition::{Arity, Trait, Transform};
use plugopt_dialect::verify::i1_same_shape;
use plugopt_dialect::{OpDef, Registry};
use plugopt_ir::{AttrData, Attribute, Context, Type, TypeData};

/// One type for each result, or `None` where the declaration leaves one open.
pub(crate) fn result_types(
    context: &Context,
    def: &OpDef,
    operands: &[Type],
    properties: &[Attribute],
) -> Option<Vec<Type>> {
    def.results
        .iter()
        .map(|result| match result.arity {
            Arity::One => {
                let only = result.constraint.decl.builder.as_deref().and_then(|text| parsed(context, text));
                only.or_else(|| by_traits(context, def, &result.text, operands, properties))
            }
            _ => None,
        })
        .collect()
}

fn parsed(context: &Context, text: &str) -> Option<Type> {
    match context.attr_data(Registry::of(context).parse_attribute(context, text)?) {
        AttrData::Type(ty) => Some(*ty),
        _ => None,
    }
}

/// The type of an operand, or that of an attribute, by its name in the declaration.
fn type_of(context: &Context, def: &OpDef, name: &str, operands: &[Type], properties: &[Attribute]) -> Option<Type> {
    if let Some(index) = def.operand_index(name) {
        let range = def.operand_range(context, properties, operands.len(), index);
        return operands.get(range).and_then(|types| types.first()).copied();
    }
    let attribute = properties.get(def.attribute_slot(name)?).copied()?;
    attribute_type(context, attribute)
}

fn attribute_type(context: &Context, attribute: Attribute) -> Option<Type> {
    match context.attr_data(attribute) {
        AttrData::Type(ty) => Some(*ty),
        _ => Some(context.attr_type(attribute)).filter(|ty| !ty.is_none()),
    }
}

fn by_traits(
    context: &Context,
    def: &OpDef,
    result: &str,
    operands: &[Type],
    properties: &[Attribute],
) -> Option<Type> {
    let of = |name: &str| type_of(context, def, name, operands, properties);
    def.trait_list.iter().find_map(|declared| match declared {
        Trait::Simple(SimpleTrait::SameOperandsAndResultType) => operands.first().copied(),
        Trait::Simple(SimpleTrait::FirstAttrDerivedResultType) => attribute_type(context, *properties.first()?),
        Trait::AllMatch(MatchKind::Types, names) if names.iter().any(|name| name == result) => {
            names.iter().filter(|name| *name != result).find_map(|name| of(name))
        }
        Trait::TypesMatchWith { from, to, transform, .. } if to == result => transformed(context, transform, of(from)?),
        _ => None,
    })
}

fn transformed(context: &Context, transform: &Transform, ty: Type) -> Option<Type> {
    match (transform, context.type_data(ty)) {
        (Transform::Same, _) => Some(ty),
        (Transform::ElementType, TypeData::Complex(element)) => Some(*element),
        (Transform::ElementType, _) => context.element_type(ty),
        (Transform::I1SameShape, _) => Some(i1_same_shape(context, ty)),
        (Transform::FunctionResults, TypeData::Function { results, .. }) => match results[..] {
            [only] => Some(only),
            _ => None,
        },
        _ => None,
    }
}
