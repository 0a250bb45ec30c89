//! Diagnostics: what is reported, and to whom. Their text form is made elsewhere.

use crate::location::Location;
use parking_lot::Mutex;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

/// How grave a [`Diagnostic`] is.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub enum Severity {
    /// Explains the diagnostic it is attached to.
    Note,
    /// Tells what a pass did or could not do.
    Remark,
    /// Suspicious, but accepted.
    Warning,
    /// Makes the run fail.
    Error,
}

/// One message about a place, with notes.
#[derive(Clone, Debug)]
pub struct Diagnostic {
    /// How grave it is.
    pub severity: Severity,
    /// What it is about.
    pub location: Location,
    /// One line without its end, or several.
    pub message: Vec<u8>,
    /// Of severity [`Severity::Note`], without notes of their own.
    pub notes: Vec<Diagnostic>,
}

impl Diagnostic {
    /// A diagnostic without notes.
    pub fn new(severity: Severity, location: Location, message: impl Into<Vec<u8>>) -> Diagnostic {
        Diagnostic { severity, location, message: message.into(), notes: Vec::new() }
    }

    /// An error without notes.
    pub fn error(location: Location, message: impl Into<Vec<u8>>) -> Diagnostic {
        Diagnostic::new(Severity::Error, location, message)
    }

    /// The same with one more note.
    pub fn with_note(mut self, location: Location, message: impl Into<Vec<u8>>) -> Diagnostic {
        self.notes.push(Diagnostic::new(Severity::Note, location, message));
        self
    }
}

/// Receives diagnostics; may be called from any thread.
pub type Handler = Arc<dyn Fn(Diagnostic) + Send + Sync>;

thread_local! {
    static CAPTURE: std::cell::RefCell<Vec<Vec<Diagnostic>>> = const { std::cell::RefCell::new(Vec::new()) };
}

/// Hands diagnostics to the handler that was set last, or keeps them until there is one.
///
/// Work that is spread over threads wraps each piece in [`DiagnosticEngine::capture`] and emits what it got in the order of
/// the pieces, so that the order does not depend on the threads.
#[derive(Default)]
pub struct DiagnosticEngine {
    handler: Mutex<Option<Handler>>,
    pending: Mutex<Vec<Diagnostic>>,
    errors: AtomicUsize,
}

impl DiagnosticEngine {
    /// Sets who receives diagnostics; those kept so far are handed over. Gives the handler before.
    pub fn set_handler(&self, handler: Option<Handler>) -> Option<Handler> {
        let previous = std::mem::replace(&mut *self.handler.lock(), handler.clone());
        if let Some(handler) = handler {
            for diagnostic in std::mem::take(&mut *self.pending.lock()) {
                handler(diagnostic);
            }
        }
        previous
    }

    /// Reports a diagnostic.
    pub fn emit(&self, diagnostic: Diagnostic) {
        let uncaptured = CAPTURE.with_borrow_mut(|stack| match stack.last_mut() {
            Some(captured) => {
                captured.push(diagnostic);
                None
            }
            None => Some(diagnostic),
        });
        let Some(diagnostic) = uncaptured else { return };
        if diagnostic.severity == Severity::Error {
            self.errors.fetch_add(1, Ordering::Relaxed);
        }
        let handler = self.handler.lock().clone();
        match handler {
            Some(handler) => handler(diagnostic),
            None => self.pending.lock().push(diagnostic),
        }
    }

    /// Number of errors handed over so far.
    pub fn error_count(&self) -> usize {
        self.errors.load(Ordering::Relaxed)
    }

    /// The diagnostics kept because there was no handler.
    pub fn take_pending(&self) -> Vec<Diagnostic> {
        std::mem::take(&mut *self.pending.lock())
    }

    /// Runs `work` and gives what it reported on this thread instead of handing it over.
    pub fn capture<R>(&self, work: impl FnOnce() -> R) -> (R, Vec<Diagnostic>) {
        struct Pop(bool);
        impl Drop for Pop {
            fn drop(&mut self) {
                if self.0 {
                    CAPTURE.with_borrow_mut(|stack| stack.pop());
                }
            }
        }
        CAPTURE.with_borrow_mut(|stack| stack.push(Vec::new()));
        let mut pop = Pop(true);
        let result = work();
        pop.0 = false;
        (result, CAPTURE.with_borrow_mut(|stack| stack.pop()).unwrap_or_default())
    }
}
