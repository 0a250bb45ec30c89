//! Text to IR and IR to text, and nothing else.

mod aliases;
pub mod format;
pub mod lexer;
pub mod parser;
pub mod printer;
pub mod resources;

use plugopt_dialect::Registry;
use plugopt_dialect::registry::Text;
use plugopt_ir::{Attribute, Context, Type};
use std::sync::Arc;

/// Spells types and attributes in diagnostics of other layers.
struct Spelling;

impl Text for Spelling {
    fn ty(&self, context: &Context, ty: Type) -> Vec<u8> {
        printer::type_to_text(context, ty)
    }

    fn attribute(&self, context: &Context, attribute: Attribute) -> Vec<u8> {
        printer::attribute_to_text(context, attribute)
    }
}

/// Gives a context a registry of definitions whose texts of attributes can be parsed, and that spells types and attributes in
/// diagnostics.
pub fn install(context: &Context) -> Arc<Registry> {
    let registry = Registry::install(context);
    registry.set_attribute_parser(Box::new(|context, text| {
        parser::parse_attribute_text(context, text.as_bytes(), Type::NONE).ok()
    }));
    registry.set_text(Arc::new(Spelling));
    registry
}
