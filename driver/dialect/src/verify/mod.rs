//! The verifier. What it checks, in the order in which it does (messages and order are those of mlir-opt 22):
//!
//! For each operation, before its regions:
//! * no operand is a value whose definition was erased (`null operand found`);
//! * discardable attributes satisfy the dialect that their prefix names;
//! * the definition's checks hold, in the order that [`program`] states; these include that a terminator ends its block, that a
//!   symbol has a name, a known visibility, no results and a symbol table around it, that a function's entry block fits its type, and
//!   that branches pass what their successors take;
//! * the definition's own hook agrees;
//! * a graph region has at most one block; an entry block has no predecessors.
//!
//! For each block, on entry: it is not empty unless it needs no terminator; only its last operation has successors. On exit: the
//! successors are blocks of the same region; the last operation is a terminator, or may be one, unless none is needed.
//!
//! For each operation, after its regions: nested isolated operations are valid, each on its own; regions end with the implicit
//! terminator; nothing inside uses a value from outside of an isolated operation; symbols of a table are unique; inferred types
//! agree; the definition's second hook agrees; an operation that is not registered is allowed.
//!
//! Last, for each isolated operation: every definition dominates its uses. In graph regions, and in single-block regions of
//! operations that are not registered, order does not matter; in unreachable blocks nothing is checked.
//!
//! An isolated operation is given up at its first error; its siblings are still verified, so that each function reports its own error.
//! Isolated operations are verified on several threads where the context allows it, and reported in textual order.

mod conditions;
mod late;
mod op;
mod program;
mod signature;
#[cfg(test)]
mod tests;
mod traits;
mod walk;

pub use conditions::i1_same_shape;
pub(crate) use program::Program;
pub use traits::{broadcast_shape, compatible_shape, compatible_shapes};
pub use walk::order_matters;

use crate::asm::OpView;
use crate::definition::{DialectDef, OpDef};
use crate::diagnostic;
use crate::hooks::HookFailed;
use crate::registry::Registry;
use parking_lot::Mutex;
use plugopt_ir::{Attribute, Body, Context, Diagnostic, Ident, Ir, Op, OpInfo, OpName, OpRef, Region, Type};
use std::sync::{Arc, OnceLock};

/// A check failed; the diagnostic is emitted.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Failed;

/// Verifies an operation and everything in it. What is wrong goes to the context's diagnostics.
pub fn verify(ir: &Ir, op: OpRef) -> Result<(), HookFailed> {
    let registry = Registry::of(ir.context());
    let verifier = Verifier::new(ir, &registry);
    verifier.unit(ir.resolve(op)).result.map_err(|Failed| HookFailed)
}

/// Verifies the whole tree.
pub fn verify_all(ir: &Ir) -> Result<(), HookFailed> {
    verify(ir, ir.root())
}

/// What is known of an operation name, looked up once per run.
struct Known<'a> {
    info: &'a OpInfo,
    def: Option<(&'a OpDef, &'a Program)>,
}

/// One run.
struct Verifier<'a> {
    ir: &'a Ir,
    context: &'a Context,
    registry: &'a Registry,
    names: Box<[OnceLock<Known<'a>>]>,
    /// What was found to hold, kept from one walk to the next.
    checked: Mutex<Vec<signature::Checks>>,
}

impl<'a> Verifier<'a> {
    fn new(ir: &'a Ir, registry: &'a Registry) -> Verifier<'a> {
        let context: &Context = ir.context();
        let names = (0..context.op_name_count()).map(|_| OnceLock::new()).collect();
        Verifier { ir, context, registry, names, checked: Mutex::default() }
    }

    fn look_up(&self, name: OpName) -> Known<'a> {
        let info = self.context.op_info(name);
        Known { info, def: OpDef::of(info).map(|def| (def, Program::of(self.context, def))) }
    }

    /// The names that exist when the run starts are all that its operations can have.
    #[inline]
    fn known(&self, name: OpName) -> &Known<'a> {
        self.names[name.0 as usize].get_or_init(|| self.look_up(name))
    }

    fn dialect(&self, prefix: &[u8]) -> Option<Arc<DialectDef>> {
        self.registry.dialect(self.context, std::str::from_utf8(prefix).ok()?)
    }
}

/// An operation being checked: where its attributes and regions are, and where its operands, results and position are. These
/// are the same but for the root of a body.
#[derive(Clone, Copy)]
pub(crate) struct At<'a> {
    ir: &'a Ir,
    pub(crate) context: &'a Context,
    registry: &'a Registry,
    pub(crate) body: &'a Body,
    pub(crate) op: Op,
    pub(crate) outer: &'a Body,
    pub(crate) position: Op,
}

impl<'a> At<'a> {
    pub(crate) fn view(&self) -> OpView<'a> {
        OpView { ir: self.ir, op: OpRef { body: self.body.id(), op: self.op } }
    }

    pub(crate) fn registry(&self) -> &'a Registry {
        self.registry
    }

    /// Reports an error that begins with the operation's name.
    #[cold]
    pub(crate) fn op_error(&self, message: impl AsRef<[u8]>) -> Failed {
        self.emit(diagnostic::op_error(self.view(), message))
    }

    /// Reports an error with the text as it is.
    #[cold]
    pub(crate) fn error(&self, message: impl Into<Vec<u8>>) -> Failed {
        self.emit(diagnostic::error(self.view(), message))
    }

    fn emit(&self, diagnostic: Diagnostic) -> Failed {
        self.context.diagnostics().emit(diagnostic);
        Failed
    }

    pub(crate) fn quoted_type(&self, ty: Type) -> Vec<u8> {
        self.registry.quoted_type(self.context, ty)
    }

    pub(crate) fn properties(&self) -> &'a [Attribute] {
        self.body.properties(self.op)
    }

    pub(crate) fn attribute(&self, name: Ident) -> Attribute {
        self.body.attribute(self.context, self.op, name)
    }

    pub(crate) fn regions(&self) -> &'a [Region] {
        self.body.op_regions(self.op)
    }

    pub(crate) fn region_count(&self) -> usize {
        self.regions().len()
    }

    pub(crate) fn operand_count(&self) -> usize {
        self.outer.operand_count(self.position)
    }

    pub(crate) fn operand_type(&self, index: usize) -> Type {
        self.outer.value_type(self.outer.operand(self.position, index))
    }

    pub(crate) fn result_count(&self) -> usize {
        self.outer.result_count(self.position)
    }

    pub(crate) fn result_type(&self, index: usize) -> Type {
        self.outer.value_type(self.outer.result(self.position, index))
    }

    pub(crate) fn successor_count(&self) -> usize {
        self.outer.successors(self.position).len()
    }

    /// The region that the operation is in.
    pub(crate) fn parent_region(&self) -> Region {
        match self.outer.op_block(self.position).some() {
            Some(block) => self.outer.block_region(block),
            None => Region::NONE,
        }
    }
}
