//! Diagnostics with notes.

use crate::handles::{Location, Op};
use crate::raw::{self, Severity};
use crate::session::raw_bytes;
use crate::tables;

enum Target<'s> {
    /// With its name in front of the message.
    Op(Op<'s>),
    PlainOp(Op<'s>),
    Location(Location<'s>),
}

/// A diagnostic that is not out yet.
#[must_use = "a diagnostic is emitted by `emit`"]
pub struct Diagnostic<'s> {
    target: Target<'s>,
    severity: Severity,
    message: Vec<u8>,
    notes: Vec<(Location<'s>, Vec<u8>)>,
}

impl<'s> Diagnostic<'s> {
    pub(crate) fn on_op(op: Op<'s>, severity: Severity, message: impl AsRef<[u8]>) -> Self {
        Diagnostic { target: Target::Op(op), severity, message: message.as_ref().to_vec(), notes: Vec::new() }
    }

    /// A diagnostic on an operation with the message as it is.
    pub(crate) fn on_op_plain(op: Op<'s>, severity: Severity, message: impl AsRef<[u8]>) -> Self {
        Diagnostic { target: Target::PlainOp(op), ..Diagnostic::on_op(op, severity, message) }
    }

    /// A diagnostic at a location.
    pub fn at(location: Location<'s>, severity: Severity, message: impl AsRef<[u8]>) -> Self {
        Diagnostic {
            target: Target::Location(location),
            severity,
            message: message.as_ref().to_vec(),
            notes: Vec::new(),
        }
    }

    /// Attaches a note.
    pub fn note(mut self, location: Location<'s>, message: impl AsRef<[u8]>) -> Self {
        self.notes.push((location, message.as_ref().to_vec()));
        self
    }

    /// Emits it. An error can be given back by a hook or pass.
    pub fn emit(self) -> crate::Error {
        let notes: Vec<raw::Note> = self
            .notes
            .iter()
            .map(|(location, message)| raw::Note { location: location.raw, message: raw_bytes(message) })
            .collect();
        let message = raw_bytes(&self.message);
        match self.target {
            Target::Op(op) | Target::PlainOp(op) => {
                let session = op.session;
                // SAFETY: all pointers are valid for the call.
                session.check(unsafe {
                    let emit = match self.target {
                        Target::PlainOp(_) => tables::core().op_emit_plain,
                        _ => tables::core().op_emit,
                    };
                    emit(session.as_ptr(), op.raw, self.severity, message, notes.as_ptr(), notes.len())
                });
            }
            Target::Location(location) => {
                let session = location.session;
                // SAFETY: all pointers are valid for the call.
                session.check(unsafe {
                    let emit = tables::core().emit;
                    emit(session.as_ptr(), self.severity, location.raw, message, notes.as_ptr(), notes.len())
                });
            }
        }
        crate::Error::reported()
    }
}
