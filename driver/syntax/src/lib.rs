//! Text to IR and IR to text, and nothing else.

pub mod format;
pub mod lexer;
pub mod parser;
pub mod printer;
pub mod resources;

use plugopt_dialect::Registry;
use plugopt_ir::{Context, Type};
use std::sync::Arc;

/// Gives a context a registry of definitions whose texts of attributes can be parsed.
pub fn install(context: &Context) -> Arc<Registry> {
    let registry = Registry::install(context);
    registry.set_attribute_parser(Box::new(|context, text| {
        parser::parse_attribute_text(context, text.as_bytes(), Type::NONE).ok()
    }));
    registry
}
