//! Rewrite patterns.

use crate::build::Builder;
use crate::error::Result;
use crate::handles::{Op, OpName, Value};
use crate::hook::{guard, instance};
use crate::parser::opaque;
use crate::raw::{self, Status};
use crate::session::{Session, Wrap, raw_bytes};
use crate::tables;
use core::ffi::c_void;
use core::ops::{Deref, DerefMut};

opaque! {
    /// A set of patterns.
    Patterns: Patterns;
}

impl<'s> Patterns<'s> {
    /// Adds a pattern: a function that gives whether it rewrote the operation. `root` is the name of the operations that it is for, or
    /// none for all.
    pub fn add<F>(&mut self, name: &str, root: Option<OpName<'s>>, benefit: u32, _function: F)
    where
        F: for<'a, 'b> Fn(Op<'b>, &'a mut Rewriter<'b>) -> Result<bool> + Copy,
    {
        let pattern = raw::Pattern {
            name: raw_bytes(name.as_bytes()),
            root: root.into_raw(),
            benefit,
            reserved: 0,
            match_and_rewrite: Some(rewrite_shim::<F>),
            data: core::ptr::null_mut(),
            destroy: None,
        };
        let session = self.session();
        // SAFETY: the arguments are valid for the call.
        session.check(unsafe { (tables::rewrite().patterns_add)(session.as_ptr(), self.as_ptr(), &raw const pattern) });
    }
}

pub(crate) unsafe extern "C" fn rewrite_shim<F>(_: *mut c_void, session: *mut raw::Session, op: raw::Op) -> Status
where
    F: for<'a, 'b> Fn(Op<'b>, &'a mut Rewriter<'b>) -> Result<bool> + Copy,
{
    guard(session, |session| {
        let op = Op::wrap(op, session);
        let mut rewriter = Rewriter::new(op);
        match instance::<F>()(op, &mut rewriter) {
            Ok(true) => Status::OK,
            Ok(false) => Status::NO_MATCH,
            Err(error) => crate::hook::outcome(session, Err(error)),
        }
    })
}

/// Changes the IR for a pattern: a [`Builder`] in front of the matched operation, and more. The driver of the patterns is told of every
/// change by the host.
pub struct Rewriter<'s> {
    builder: Builder<'s>,
}

impl<'s> Rewriter<'s> {
    /// A rewriter in front of an operation.
    pub fn new(op: Op<'s>) -> Self {
        Rewriter { builder: Builder::before(op) }
    }

    /// Replaces the results of an operation and erases it.
    pub fn replace(&mut self, op: Op<'s>, values: &[Value<'s>]) {
        op.replace(values);
    }

    /// Erases an operation without uses.
    pub fn erase(&mut self, op: Op<'s>) {
        op.erase();
    }

    /// Folds an operation: a value for each result; none where it does not fold.
    pub fn fold(&mut self, op: Op<'s>) -> Result<Vec<Value<'s>>> {
        op.try_fold()
    }
}

impl<'s> Op<'s> {
    /// Folds it: a value for each result, made by constants in front of it where necessary; none where it does not fold.
    pub fn try_fold(self) -> Result<Vec<Value<'s>>> {
        let session = self.session;
        let mut values = vec![raw::Value::default(); self.result_count() as usize];
        let mut count = 0;
        // SAFETY: the arguments are valid for the call.
        let status = unsafe {
            (tables::rewrite().op_fold)(session.as_ptr(), self.raw, values.as_mut_ptr(), values.len(), &raw mut count)
        };
        session.result(status)?;
        values.truncate(count);
        Ok(values.into_iter().map(|value| Value::wrap(value, session)).collect())
    }

    /// Applies patterns to everything in it until none applies. Gives whether anything changed, and whether it came to an end.
    pub fn apply_patterns(
        self,
        add: impl FnOnce(&mut Patterns<'s>),
        config: &raw::GreedyConfig,
    ) -> Result<(bool, bool)> {
        let session: Session<'s> = self.session;
        let mut pointer = core::ptr::null_mut();
        // SAFETY: the arguments are valid for the call.
        session.check(unsafe { (tables::rewrite().patterns_create)(session.as_ptr(), &raw mut pointer) });
        let owned = Owned { pointer, session };
        // SAFETY: the set lives until `owned` is dropped.
        let mut patterns = unsafe { Patterns::new(owned.pointer, session) };
        add(&mut patterns);
        let (mut changed, mut converged) = (0, 0);
        // SAFETY: the arguments are valid for the call.
        let status = unsafe {
            (tables::rewrite().apply_greedily)(
                session.as_ptr(),
                self.raw,
                owned.pointer,
                config,
                &raw mut changed,
                &raw mut converged,
            )
        };
        session.result(status)?;
        Ok((changed != 0, converged != 0))
    }
}

/// A pattern set that this library owns.
struct Owned<'s> {
    pointer: *mut raw::Patterns,
    session: Session<'s>,
}

impl Drop for Owned<'_> {
    fn drop(&mut self) {
        // SAFETY: it is ended once.
        unsafe { (tables::rewrite().patterns_destroy)(self.session.as_ptr(), self.pointer) };
    }
}

impl<'s> Deref for Rewriter<'s> {
    type Target = Builder<'s>;
    fn deref(&self) -> &Builder<'s> {
        &self.builder
    }
}

impl DerefMut for Rewriter<'_> {
    fn deref_mut(&mut self) -> &mut Self::Target {
        &mut self.builder
    }
}
