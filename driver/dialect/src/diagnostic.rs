//! Errors about an operation, as MLIR words them: `'dialect.op' op …` with the note `see current operation: …`.

use crate::asm::OpView;
use crate::hooks::HookFailed;
use crate::registry::Registry;
use plugopt_ir::Diagnostic;

/// An error at an operation with the text as it is (MLIR's `emitError`).
pub fn error(op: OpView<'_>, message: impl Into<Vec<u8>>) -> Diagnostic {
    let location = op.ir.location(op.op);
    let diagnostic = Diagnostic::error(location, message);
    match Registry::of(op.ir.context()).print_op(op) {
        Some(text) => diagnostic.with_note(location, [b"see current operation: ", &*on_own_lines(text)].concat()),
        None => diagnostic,
    }
}

/// Text of several lines starts on a line of its own.
pub(crate) fn on_own_lines(mut text: Vec<u8>) -> Vec<u8> {
    if text.contains(&b'\n') {
        text.insert(0, b'\n');
    }
    text
}

/// An error at an operation that begins with its name (MLIR's `emitOpError`).
pub fn op_error(op: OpView<'_>, message: impl AsRef<[u8]>) -> Diagnostic {
    let name = op.ir.context().op_name_bytes(op.ir.name(op.op));
    error(op, [b"'", name, b"' op ", message.as_ref()].concat())
}

/// Reports an error that begins with the operation's name.
pub fn fail(op: OpView<'_>, message: impl AsRef<[u8]>) -> HookFailed {
    op.ir.context().diagnostics().emit(op_error(op, message));
    HookFailed
}
