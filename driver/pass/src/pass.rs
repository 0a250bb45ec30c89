//! The contract of a pass.
//!
//! * A pass changes its own operation and what is below it, nothing else. What is around the operation may be read, except for
//!   the operations beside it, which other threads may be changing.
//! * It keeps no state between operations but what its statistics need, and shares none with other instances: there is one
//!   instance for each entry of a pipeline and thread.
//! * It declares the dialects of the operations that it creates.
//! * It fails by an error diagnostic, or by [`PassFailed`]; each implies the other.

use plugopt_ir::{Ir, OpRef};

/// A pass failed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PassFailed;

/// What a pass works on.
pub struct PassContext<'a> {
    /// The tree whose top is the operation.
    pub ir: &'a mut Ir,
    /// The tree that this one was taken out of, where there is one: to be read only.
    pub around: Option<&'a Ir>,
}

impl PassContext<'_> {
    /// The operation that the pass runs on.
    pub fn op(&self) -> OpRef {
        self.ir.root()
    }
}

/// One instance of a pass.
pub trait Pass: Send {
    /// Runs on one operation.
    fn run(&mut self, context: &mut PassContext<'_>) -> Result<(), PassFailed>;
}
