//! All types of the SDK, for the generated methods.

pub(crate) use crate::batch::{Batch, RawList};
pub(crate) use crate::session::{Wrap, raw_bytes};

pub(crate) use exports::*;

pub mod exports {
    //! The types that plugins use.
    pub use crate::batch::Batch;
    pub use crate::build::{Builder, OpBuilder};
    pub use crate::diagnostic::Diagnostic;
    pub use crate::error::{Error, Result};
    pub use crate::float::Float;
    pub use crate::fold::{Effects, Fold, FoldOperands};
    pub use crate::handles::*;
    pub use crate::parser::{Argument, OpAsmParser, OpState, UnresolvedOperand};
    pub use crate::pass::PassContext;
    pub use crate::pattern::{Patterns, Rewriter};
    pub use crate::printer::{AsmNames, OpAsmPrinter};
    pub use crate::session::{Session, Text};
}
