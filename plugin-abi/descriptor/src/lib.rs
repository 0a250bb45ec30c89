//! The declaration language and its binary form: one declaration per operation, from which everything else is derived.
//!
//! [`parse`] reads the language of `docs/declarations.md` from text; the `dialect!` macro feeds the same parser with Rust tokens. The
//! result is a [`DialectDecl`], which [`encode`] turns into one constant blob of bytes. The host opens it with [`Descriptor::new`] and
//! decodes one operation at a time. The crate knows nothing of IR, hosts or the C tables.

mod constraint;
mod descriptor;
mod model;
mod parse;
mod prelude;
mod token;
mod wire;

pub use constraint::*;
pub use descriptor::{Descriptor, MAGIC, MAJOR, MINOR, encode};
pub use model::*;
pub use parse::{Parsed, parse, parse_tokens};
pub use token::{ParseError, Spanned, Token, integer, line_and_column, tokenize};
pub use wire::Malformed;
