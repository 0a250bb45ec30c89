//! `plugopt.pass`

use crate::session::*;
use plugopt_ir::OpRef;
use plugopt_plugin::raw::Status;

pub(crate) fn signal_failure(_: &Session, context: &mut PassContext) -> Done<()> {
    context.failed.set(true);
    Ok(())
}

pub(crate) fn add_statistic(_: &Session, context: &mut PassContext, name: &[u8], amount: u64) -> Done<()> {
    let mut statistics = context.statistics.borrow_mut();
    match statistics.iter_mut().find(|(n, _)| **n == *name) {
        Some(entry) => entry.1 = entry.1.saturating_add(amount),
        None => statistics.push((name.into(), amount)),
    }
    Ok(())
}

pub(crate) fn preserve_all_analyses(_: &Session, _: &mut PassContext) -> Done<()> {
    // No analysis is kept from one pass to the next.
    Ok(())
}

pub(crate) fn is_cancelled(_: &Session, _: &mut PassContext) -> Done<bool> {
    Ok(false)
}

pub(crate) fn pass_name(s: &Session, context: &mut PassContext) -> Done<&'static [u8]> {
    Ok(s.interned(context.name.as_bytes()))
}

pub(crate) fn run_pipeline(s: &Session, _: &mut PassContext, _: &[u8], _: OpRef) -> Done<()> {
    Err(s.fail(Status::UNSUPPORTED, "this host does not run pipelines within passes"))
}
