//! Text to IR and IR to text, and nothing else.

pub mod lexer;
pub mod parser;
