//! What the fuzz targets share.

use plugopt_dialect::Registry;
use plugopt_dialect::verify::verify_all;
use plugopt_ir::{Context, Ir};
use plugopt_syntax::parser::{ParseOptions, parse_source};
use plugopt_syntax::printer::{PrintOptions, op_to_text};
use std::sync::Arc;

/// A context of one thread whose diagnostics are kept.
pub fn context() -> Arc<Context> {
    let context = Arc::new(Context::new());
    context.set_threading(false);
    context.allow_unregistered_dialects(true);
    Registry::install(&context);
    context
}

/// Parses a text. Without a result there must be an error.
pub fn parse(context: &Arc<Context>, text: &[u8]) -> Option<Ir> {
    let source = context.add_source(b"fuzz.mlir", Arc::new(text.to_vec())).ok()?;
    let parsed = parse_source(context, &source, 0..text.len(), &ParseOptions::default());
    assert!(
        parsed.is_ok() || context.diagnostics().error_count() + context.diagnostics().take_pending().len() > 0,
        "a failure without an error"
    );
    parsed.ok()
}

/// Whether the verifier accepts a tree. Without that there must be an error.
pub fn is_valid(ir: &Ir) -> bool {
    let (result, diagnostics) = ir.context().diagnostics().capture(|| verify_all(ir));
    assert!(result.is_ok() || !diagnostics.is_empty(), "a failure without an error");
    result.is_ok()
}

/// The text of a tree.
pub fn print(ir: &Ir, generic: bool) -> Vec<u8> {
    op_to_text(ir, ir.root(), &PrintOptions { generic, ..PrintOptions::default() })
}
