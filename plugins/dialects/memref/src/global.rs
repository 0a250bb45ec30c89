//! `global` and `get_global`.

use crate::{GetGlobalOp, GlobalOp, plain_error};
use plugopt_plugin::prelude::*;

/// Slots of the directive: the type, then the initial value.
const TYPE: u32 = 0;
const VALUE: u32 = 1;

fn is_static_memref(ty: Type<'_>) -> bool {
    ty.kind() == TypeKind::MEMREF && ty.has_static_shape()
}

/// The type of the elements that initialize a memref.
fn tensor_type(ty: Type<'_>) -> Result<Type<'_>> {
    let element = ty.element().ok_or("a memref type has an element type")?;
    ty.session().tensor_type(&ty.shape().to_vec(), element, None)
}

fn is_elements(attribute: Attribute<'_>) -> bool {
    use AttributeKind as K;
    [K::DENSE_ELEMENTS, K::DENSE_STRINGS, K::SPARSE_ELEMENTS, K::DENSE_RESOURCE].contains(&attribute.kind())
}

pub fn parse_global_type(parser: &mut OpAsmParser<'_>, _: Slots) -> Result<()> {
    let session = parser.session();
    let ty = parser.parse_type()?;
    if !is_static_memref(ty) {
        let location = parser.name_location();
        return Err(parser.error_at(location, format!("type should be static shaped memref, but got '{ty}'")));
    }
    parser.set_slot_attribute(TYPE, session.type_attr(ty));
    if !parser.parse_optional_equal() {
        return Ok(());
    }
    if parser.parse_optional_keyword("uninitialized") {
        parser.set_slot_attribute(VALUE, session.unit_attr());
        return Ok(());
    }
    let value = parser.parse_attribute_with_type(tensor_type(ty)?)?;
    if !is_elements(value) {
        let location = parser.name_location();
        return Err(parser.error_at(location, "initial value should be a unit or elements attribute"));
    }
    parser.set_slot_attribute(VALUE, value);
    Ok(())
}

pub fn print_global_type<'s>(op: Op<'s>, printer: &mut OpAsmPrinter<'s>, _: Slots) {
    let this = GlobalOp::new(op);
    if let Some(ty) = this.type_attr() {
        printer.print_attribute(ty);
    }
    match this.initial_value_attr() {
        None => {}
        Some(value) if value.is(AttributeKind::UNIT) => printer.print_text(" = uninitialized"),
        Some(value) => {
            printer.print_text(" = ");
            printer.print_attribute_without_type(value);
        }
    }
}

pub fn verify_global(op: Op<'_>) -> Result<()> {
    let this = GlobalOp::new(op);
    let Some(ty) = this.type_attr().and_then(Attribute::type_value) else { return Ok(()) };
    if !is_static_memref(ty) {
        return Err(format!("type should be static shaped memref, but got '{ty}'").into());
    }
    if let Some(value) = this.initial_value_attr().filter(|value| !value.is(AttributeKind::UNIT)) {
        if !is_elements(value) {
            return Err(format!("initial value should be a unit or elements attribute, but got {value}").into());
        }
        let expected = tensor_type(ty)?;
        match value.ty() {
            Some(found) if found != expected => {
                let message = format!("initial value expected to be of type '{expected}', but was of type '{found}'");
                return Err(message.into());
            }
            _ => {}
        }
    }
    match this.alignment() {
        Some(alignment) if (alignment as u64).count_ones() != 1 => {
            Err(plain_error(op, format!("alignment attribute value {alignment} is not a power of 2")))
        }
        _ => Ok(()),
    }
}

pub fn verify_get_global(op: Op<'_>) -> Result<()> {
    let Some(name) = GetGlobalOp::new(op).name_attr() else { return Ok(()) };
    let text = name.flat_symbol().unwrap_or_default();
    let Some(global) = op.lookup_symbol(name).and_then(GlobalOp::cast) else {
        return Err(format!("'{text}' does not reference a valid global memref").into());
    };
    let result = op.result(0).ty();
    match global.type_attr().and_then(Attribute::type_value) {
        Some(ty) if ty != result => {
            Err(format!("result type '{result}' does not match type '{ty}' of the global memref @{text}").into())
        }
        _ => Ok(()),
    }
}
