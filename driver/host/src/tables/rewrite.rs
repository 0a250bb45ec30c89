//! `plugopt.rewrite`

use super::ir_read::op_name;
use crate::session::*;
use plugopt_dialect::hooks::{FoldOutcome, Folded};
use plugopt_dialect::{OpDef, Registry};
use plugopt_ir as ir;
use plugopt_ir::{Attribute, OpRef, Type};
use plugopt_plugin::raw::{self, Status};

pub(crate) fn patterns_create(s: &Session) -> Done<*mut raw::Patterns> {
    let mut owned = s.patterns.borrow_mut();
    owned.push(Box::default());
    Ok(owned.last().map_or(std::ptr::null_mut(), |p| (&raw const **p).cast_mut().cast()))
}

/// Tells a plugin that its pattern is gone.
pub(crate) fn end_pattern(pattern: &raw::Pattern) {
    if let Some(destroy) = pattern.destroy {
        // SAFETY: the plugin gave the function for this data; a pattern is ended once.
        unsafe { destroy(pattern.data) };
    }
}

pub(crate) fn patterns_destroy(s: &Session, patterns: &mut Patterns) -> Done<()> {
    std::mem::take(&mut patterns.list).iter().for_each(end_pattern);
    let pointer: *const Patterns = patterns;
    s.patterns.borrow_mut().retain(|p| !std::ptr::eq(&raw const **p, pointer));
    Ok(())
}

pub(crate) fn patterns_add(s: &Session, patterns: &mut Patterns, pattern: &raw::Pattern) -> Done<()> {
    if pattern.match_and_rewrite.is_none() {
        return Err(s.fail(Status::INVALID_ARGUMENT, "the pattern has no function"));
    }
    Option::<ir::OpName>::from_raw(s, pattern.root)?;
    patterns.list.push(*pattern);
    Ok(())
}

pub(crate) fn patterns_add_canonicalization(_: &Session, patterns: &mut Patterns, _: Option<ir::OpName>) -> Done<()> {
    patterns.canonicalize = true;
    Ok(())
}

pub(crate) fn apply_greedily(
    s: &Session,
    op: OpRef,
    patterns: &mut Patterns,
    config: &raw::GreedyConfig,
) -> Done<(bool, bool)> {
    crate::patterns::apply(s, op, patterns, config)
}

pub(crate) fn op_fold(s: &Session, op: OpRef, values: &mut Out<ValueRef>) -> Done<()> {
    let at = s.position(op)?.1;
    let results: Vec<(ir::Value, Type)> = {
        let body = s.body(at.body)?;
        body.results(at.op).map(|v| (v, body.value_type(v))).collect()
    };
    let own = |value| ValueRef { body: at.body, value };
    match plugopt_rewrite::fold::fold(s.ir_mut()?, at) {
        FoldOutcome::Unchanged => {}
        FoldOutcome::InPlace => values.extend(results.into_iter().map(|(v, _)| own(v))),
        FoldOutcome::Results(folded) => {
            let mut found = Vec::new();
            for (fold, (_, ty)) in folded.iter().zip(results) {
                match *fold {
                    Folded::Value(value) => found.push(value),
                    Folded::Attribute(value) => match constant(s, at, value, ty, at)? {
                        Some(made) => found.push(s.body(made.body)?.result(made.op, 0)),
                        None => return Ok(()),
                    },
                }
            }
            values.extend(found.into_iter().map(own));
        }
    }
    Ok(())
}

/// A constant operation before `before`, of the dialect of `like`.
fn constant(s: &Session, like: OpRef, value: Attribute, ty: Type, before: OpRef) -> Done<Option<OpRef>> {
    let name = op_name(s, like)?;
    let dialect = s.context().bytes(s.context().op_info(name).dialect);
    if let Some(rewriter) = s.rewriter() {
        s.ir_mut()?;
        let made = rewriter.constant(before, dialect, value, ty);
        let body = s.body(before.body)?;
        return Ok(made.and_then(|v| body.defining_op(v)).map(|op| OpRef { body: before.body, op }));
    }
    let Some(def) = OpDef::of(s.context().op_info(name)) else { return Ok(None) };
    let hooks = def.dialect.hooks.clone();
    Ok(hooks.materialize_constant(s.ir_mut()?, before, value, ty))
}

pub(crate) fn op_modified(s: &Session, op: OpRef) -> Done<()> {
    let at = s.position(op)?.1;
    if let Some(rewriter) = s.rewriter() {
        rewriter.modified(at);
    }
    Ok(())
}

pub(crate) fn match_failure(s: &Session, op: OpRef, reason: &[u8]) -> Done<()> {
    let name = String::from_utf8_lossy(s.context().op_name_bytes(op_name(s, op)?));
    tracing::trace!(target: "plugin", %name, "no match: {}", String::from_utf8_lossy(reason));
    Ok(())
}

pub(crate) fn materialize_constant(
    s: &Session,
    for_op: OpRef,
    value: Attribute,
    ty: Type,
    place: Insertion,
    _location: ir::Location,
) -> Done<Option<OpRef>> {
    let _ = Registry::of(s.context());
    let before = match (place.before, place.block) {
        (Some(before), _) => s.position(before)?.1,
        // At the end of a block nothing follows: the constant goes in front of the last operation, whose operand it may be.
        (None, Some(block)) => match s.body(block.body)?.last_op(block.block) {
            Some(op) => OpRef { body: block.body, op },
            None => return Err(s.fail(Status::UNSUPPORTED, "a constant cannot be put into an empty block")),
        },
        (None, None) => return Err(s.fail(Status::INVALID_ARGUMENT, "a constant needs a place")),
    };
    match constant(s, for_op, value, ty, before)? {
        Some(op) => Ok(Some(op)),
        None => Err(Status::NO_MATCH),
    }
}
