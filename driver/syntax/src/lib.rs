//! Text to IR and IR to text, and nothing else.

pub mod format;
pub mod lexer;
pub mod parser;
pub mod printer;
pub mod resources;
