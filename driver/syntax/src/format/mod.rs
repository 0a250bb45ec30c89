//! Custom forms: what follows the name of an operation, a type or an attribute.
//!
//! A declaration's format is compiled once, when it is first met, to a [`program::Program`] that both the parser and the printer
//! run. What cannot be said in a format is written by hooks of the owner; `builtin.module` is written here.

mod compile;
mod definition;
mod directives;
mod enums;
mod grammar;
mod native;
mod parse;
mod print;
mod program;
mod spacing;
#[cfg(test)]
mod tests;
mod types;

use plugopt_dialect::definition::{OpDef, Slot, Syntax};
use plugopt_ir::Context;
use program::Program;

pub(crate) use definition::{parse_attr_body, parse_attr_def, parse_type_body, parse_type_def, print_def};
pub(crate) use parse::{FormatState, parse_op};
pub(crate) use print::print_op;

/// The compiled format of an operation, or what is wrong with its text.
fn program_of<'d>(context: &Context, def: &'d OpDef, text: &str, slot: &'d Slot) -> Result<&'d Program, &'d str> {
    let made = slot.get_or_init(|| Box::new(compile::compile(context, def, text)));
    match made.downcast_ref::<Result<Program, String>>() {
        Some(Ok(program)) => Ok(program),
        Some(Err(message)) => Err(message),
        None => Err("the slot of the compiled format is taken"),
    }
}

/// Compiles the format of an operation and tells what is wrong with it.
///
/// # Errors
/// The message that a use of the operation in custom form would report.
pub fn check_format(context: &Context, def: &OpDef) -> Result<(), String> {
    match &def.syntax {
        Syntax::Format { text, program } => program_of(context, def, text, program).map(drop).map_err(str::to_string),
        _ => Ok(()),
    }
}
