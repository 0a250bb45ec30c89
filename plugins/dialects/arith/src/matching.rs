//! What patterns and folders ask of values and types, and how they make new operations.

use plugopt_plugin::prelude::*;

/// The operation of this name that defines a value.
pub fn defined_by<'s>(value: Value<'s>, name: &str) -> Option<Op<'s>> {
    value.defined_by(name.as_bytes())
}

/// The integer that a value is known to be, in all elements.
pub fn constant_int(value: Value<'_>) -> Option<Int> {
    value.constant()?.int()
}

/// The integer constant that a value is known to be; none for vectors and tensors.
pub fn scalar_constant(value: Value<'_>) -> Option<Int> {
    Int::from_attribute(value.constant()?)
}

/// Whether a constant is zero in all elements.
pub fn is_zero(attribute: Option<Attribute<'_>>) -> bool {
    attribute.and_then(Attribute::int).is_some_and(|value| value.is_zero())
}

/// Whether a constant is one in all elements.
pub fn is_one(attribute: Option<Attribute<'_>>) -> bool {
    attribute.and_then(Attribute::int).is_some_and(|value| value.is_one())
}

/// Whether a value is `xori(of, -1)`.
pub fn is_complement(value: Value<'_>, of: Value<'_>) -> bool {
    defined_by(value, crate::XOrIOp::NAME).is_some_and(|xor| {
        xor.operand(0) == of && constant_int(xor.operand(1)).is_some_and(|value| value.is_all_ones())
    })
}

/// Width of an integer or float type, or of the elements of a shaped type.
pub fn element_width(ty: Type<'_>) -> Option<u32> {
    let element = ty.element_or_self();
    (element.is_integer() || element.is_float()).then(|| element.width())
}

/// Zero of an integer, `index` or float type, or of a static shape of such.
pub fn zero_of<'s>(ty: Type<'s>) -> Option<Attribute<'s>> {
    let session = ty.session();
    let element = ty.element_or_self();
    let zero = match element.kind() {
        TypeKind::INTEGER | TypeKind::INDEX => session.integer_attr(element, 0),
        TypeKind::FLOAT => session.float_attr(element, 0.0),
        _ => return None,
    };
    splat(ty, zero)
}

/// A constant that has this value in all elements of a type.
pub fn splat<'s>(ty: Type<'s>, element: Attribute<'s>) -> Option<Attribute<'s>> {
    match ty.kind() {
        TypeKind::VECTOR | TypeKind::RANKED_TENSOR => {
            ty.has_static_shape().then(|| ty.session().dense_elements_from(ty, &[element]).ok())?
        }
        _ if ty.is_shaped() => None,
        _ => Some(element),
    }
}

/// The type of the same shape with other elements.
pub fn with_element<'s>(ty: Type<'s>, element: Type<'s>) -> Option<Type<'s>> {
    let session = ty.session();
    match ty.kind() {
        TypeKind::VECTOR => session.vector_type(&ty.shape().to_vec(), &ty.scalable_dims().to_vec(), element).ok(),
        TypeKind::RANKED_TENSOR => session.tensor_type(&ty.shape().to_vec(), element, ty.encoding()).ok(),
        TypeKind::UNRANKED_TENSOR => session.unranked_tensor_type(element).ok(),
        _ => Some(element),
    }
}

/// `i1`, or `i1` in the same shape.
pub fn i1_same_shape<'s>(ty: Type<'s>) -> Option<Type<'s>> {
    with_element(ty, ty.session().signless_type(1))
}

/// `#ub.poison`, if one of the operands is that: what an operation on it gives.
pub fn poison<'s>(operands: FoldOperands<'_, 's>) -> Option<Attribute<'s>> {
    operands.iter().flatten().find(|operand| is_poison(*operand))
}

/// Whether an attribute is `#ub.poison`.
pub fn is_poison(attribute: Attribute<'_>) -> bool {
    attribute.kind() == AttributeKind::DIALECT
        && attribute.definition().is_some_and(|definition| definition.text() == "ub.poison")
}

/// The two constant operands of an operation; none if one is not constant.
pub fn both<'s>(operands: FoldOperands<'_, 's>) -> Option<(Attribute<'s>, Attribute<'s>)> {
    Some((operands.get(0)?, operands.get(1)?))
}
