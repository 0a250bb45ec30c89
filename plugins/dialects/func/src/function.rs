//! `func.func` and `func.return`.

use crate::{FuncOp, ReturnOp};
use plugopt_plugin::prelude::*;

/// What stands between the parentheses: names or none, but all alike.
#[derive(Default)]
struct Signature<'s> {
    /// For the region; empty where there are no names.
    named: Vec<Argument>,
    types: Vec<Type<'s>>,
    attributes: Vec<Option<Attribute<'s>>>,
}

fn parse_arguments<'s>(parser: &mut OpAsmParser<'s>) -> Result<Signature<'s>> {
    let mut signature = Signature::default();
    parser.parse_comma_separated(Token::LEFT_PAREN, Token::RIGHT_PAREN, |parser| {
        let session = parser.session();
        let location = parser.current_location();
        let first = signature.types.is_empty();
        if let Some(argument) = parser.parse_optional_argument(true, true)? {
            if !first && signature.named.is_empty() {
                return Err(parser.error_at(location, "expected type instead of SSA identifier"));
            }
            signature.types.extend(argument.type_in(session));
            signature.attributes.push(argument.attributes_in(session));
            signature.named.push(argument);
            return Ok(());
        }
        if !signature.named.is_empty() {
            return Err(parser.error_at(location, "expected SSA identifier"));
        }
        signature.types.push(parser.parse_type()?);
        signature.attributes.push(Some(parser.parse_optional_attr_dict()?));
        parser.parse_optional_location()?;
        Ok(())
    })?;
    Ok(signature)
}

/// Types behind the arrow, each with its attributes.
type Results<'s> = Vec<(Type<'s>, Option<Attribute<'s>>)>;

fn parse_results<'s>(parser: &mut OpAsmParser<'s>) -> Result<Results<'s>> {
    let mut results = Vec::new();
    if !parser.parse_optional_arrow() {
        return Ok(results);
    }
    if !parser.parse_optional_l_paren() {
        results.push((parser.parse_type()?, None));
        return Ok(results);
    }
    if parser.parse_optional_r_paren() {
        return Ok(results);
    }
    loop {
        let ty = parser.parse_type()?;
        results.push((ty, Some(parser.parse_optional_attr_dict()?)));
        if !parser.parse_optional_comma() {
            break;
        }
    }
    parser.parse_r_paren()?;
    Ok(results)
}

/// The attributes of arguments or results as one array; none where all are empty.
fn attribute_array<'s>(session: Session<'s>, list: &[Option<Attribute<'s>>]) -> Option<Attribute<'s>> {
    if list.iter().flatten().all(|dictionary| dictionary.count() == 0) {
        return None;
    }
    let empty = session.dictionary(&[]);
    let list: Vec<_> = list.iter().map(|dictionary| dictionary.unwrap_or(empty)).collect();
    Some(session.array_attr(&list))
}

/// `private @name(%a: type {…}) -> (type {…}) attributes {…} {…}`
pub fn parse<'s>(parser: &mut OpAsmParser<'s>, state: &mut OpState<'s>) -> Result<()> {
    let session = parser.session();
    if let Some(word) = parser.parse_optional_keyword_of(&["public", "private", "nested"]) {
        let visibility = ["public", "private", "nested"][word as usize];
        state.set_attribute("sym_visibility", session.string_attr(visibility));
    }
    let name = parser.parse_symbol_name()?;
    state.set_attribute("sym_name", name);
    let arguments = parse_arguments(parser)?;
    let results = parse_results(parser)?;
    let outputs: Vec<_> = results.iter().map(|(ty, _)| *ty).collect();
    let ty = session.function_type(&arguments.types, &outputs);
    state.set_attribute("function_type", session.type_attr(ty));

    let location = parser.current_location();
    let attributes = parser.parse_optional_attr_dict_with_keyword()?;
    for inferred in ["sym_visibility", "sym_name", "function_type"] {
        if attributes.entry(inferred).is_some() {
            return Err(parser.error_at(
                location,
                format!("'{inferred}' is an inferred attribute and should not be specified in the explicit attribute dictionary"),
            ));
        }
    }
    state.add_attributes(attributes);
    if let Some(array) = attribute_array(session, &arguments.attributes) {
        state.set_attribute("arg_attrs", array);
    }
    let of_results: Vec<_> = results.iter().map(|(_, attributes)| *attributes).collect();
    if let Some(array) = attribute_array(session, &of_results) {
        state.set_attribute("res_attrs", array);
    }

    let index = state.add_region();
    parser.parse_optional_region(state, index, &arguments.named, false)?;
    Ok(())
}

fn dictionary_at(array: Option<Attribute<'_>>, index: usize) -> Option<Attribute<'_>> {
    array.filter(|array| index < array.count()).map(|array| array.element(index))
}

pub fn print<'s>(op: Op<'s>, printer: &mut OpAsmPrinter<'s>) {
    let function = FuncOp::new(op);
    let Some(ty) = function.function_type() else { return };
    printer.print_text(" ");
    if let Some(visibility) = function.sym_visibility() {
        printer.print_text(visibility);
        printer.print_text(" ");
    }
    printer.print_symbol_name(function.sym_name().unwrap_or_default());
    let entry = function.body().entry_block();
    let attributes = function.arg_attrs();
    printer.print_text("(");
    printer.print_separated(ty.inputs().iter().enumerate(), ", ", |printer, (index, ty)| {
        let attributes = dictionary_at(attributes, index);
        if let Some(entry) = entry {
            return printer.print_region_argument(entry.argument(index as u32), attributes, false);
        }
        printer.print_type(ty);
        if let Some(attributes) = attributes {
            printer.print_optional_attr_dict(attributes, &[]);
        }
    });
    printer.print_text(")");
    let results = ty.results();
    if !results.is_empty() {
        let attributes = function.res_attrs();
        let first = results.first().is_some_and(|ty| ty.kind() == TypeKind::FUNCTION);
        let parentheses =
            results.len() > 1 || first || dictionary_at(attributes, 0).is_some_and(|dictionary| dictionary.count() > 0);
        printer.print_text(if parentheses { " -> (" } else { " -> " });
        printer.print_separated(results.iter().enumerate(), ", ", |printer, (index, ty)| {
            printer.print_type(ty);
            if let Some(attributes) = dictionary_at(attributes, index) {
                printer.print_optional_attr_dict(attributes, &[]);
            }
        });
        if parentheses {
            printer.print_text(")");
        }
    }
    let elided = ["sym_name", "sym_visibility", "function_type", "arg_attrs", "res_attrs"];
    printer.print_op_attr_dict_with_keyword(op, &elided);
    if entry.is_some() {
        printer.print_text(" ");
        printer.print_region(function.body(), false, true, false);
    }
}

/// The operands are the results of the function.
pub fn verify_return(op: Op<'_>) -> Result<()> {
    let operands = ReturnOp::new(op).operands();
    let Some(function) = op.parent_op().and_then(FuncOp::cast) else { return Ok(()) };
    let Some(ty) = function.function_type() else { return Ok(()) };
    let results = ty.results();
    let name = function.sym_name().unwrap_or_default();
    if operands.len() != results.len() {
        return Err(format!(
            "has {} operands, but enclosing function (@{name}) returns {}",
            operands.len(),
            results.len()
        )
        .into());
    }
    for (index, (operand, result)) in operands.iter().zip(results.iter()).enumerate() {
        let found = operand.ty();
        if found != result {
            return Err(op.emit_plain_error(format!(
                "type of return operand {index} ('{found}') doesn't match function result type ('{result}') in function @{name}"
            )));
        }
    }
    Ok(())
}
