//! Operations, blocks and regions.

/// What the parser keeps while it parses operations.
#[derive(Default)]
pub(crate) struct OpParsing {}
