//! Checks of operations whose regions pass values to each other: what `RegionBranchOpInterface` and `LoopLikeOpInterface` promise.

use crate::error::Result;
use crate::handles::{Op, Region, Type, Value};
use crate::raw::Severity;

/// Where control comes from or goes to.
#[derive(Clone, Copy, Debug)]
pub enum BranchPoint {
    /// The operation itself: its operands, or its results.
    Parent,
    /// One of its regions.
    Region(u32),
}

impl BranchPoint {
    fn name(self) -> String {
        match self {
            BranchPoint::Parent => "parent".into(),
            BranchPoint::Region(index) => format!("Region #{index}"),
        }
    }
}

/// Checks that the values passed from the operation itself fit what the target takes.
pub fn verify_entry_edge<'s>(op: Op<'s>, passed: &[Value<'s>], to: BranchPoint, taken: &[Value<'s>]) -> Result<()> {
    verify_edge(op, None, passed, to, taken)
}

/// Checks that the values that a terminator passes fit what the target takes.
pub fn verify_exit_edge<'s>(
    op: Op<'s>,
    terminator: Op<'s>,
    passed: &[Value<'s>],
    to: BranchPoint,
    taken: &[Value<'s>],
) -> Result<()> {
    verify_edge(op, Some(terminator), passed, to, taken)
}

fn verify_edge<'s>(
    op: Op<'s>,
    terminator: Option<Op<'s>>,
    passed: &[Value<'s>],
    to: BranchPoint,
    taken: &[Value<'s>],
) -> Result<()> {
    let found = if passed.len() != taken.len() {
        format!("region branch point has {} operands, but region successor needs {} inputs", passed.len(), taken.len())
    } else {
        let types = passed.iter().map(|value| value.ty()).zip(taken.iter().map(|value| value.ty()));
        let Some((index, (passed, taken))) = types.enumerate().find(|(_, (passed, taken))| passed != taken) else {
            return Ok(());
        };
        format!("successor operand type #{index} '{passed}' should match successor input type #{index} '{taken}'")
    };
    let from = match terminator {
        Some(terminator) => format!("Operation {}", terminator.name().text()),
        None => "parent".into(),
    };
    let message = format!("along control flow edge from {from} to {}: {found}", to.name());
    let mut diagnostic = op.diagnostic(Severity::ERROR, message);
    if let Some(terminator) = terminator {
        diagnostic = diagnostic.note(terminator.location(), "region branch point");
    }
    Err(diagnostic.emit())
}

/// The values that a loop passes on.
#[derive(Clone, Debug, Default)]
pub struct LoopValues<'s> {
    /// What it starts with.
    pub inits: Vec<Value<'s>>,
    /// The arguments of its region that stand for them; none where the region has fewer arguments than induction variables.
    pub iter_args: Option<Vec<Value<'s>>>,
    /// What the region yields. Empty where that is not known.
    pub yielded: Vec<Value<'s>>,
    /// What it gives.
    pub results: Vec<Value<'s>>,
}

/// Checks that numbers and types of the values that a loop passes on agree.
pub fn verify_loop<'s>(op: Op<'s>, values: &LoopValues<'s>) -> Result<()> {
    let Some(iter_args) = &values.iter_args else {
        return Err(op.emit_error(format!(
            "different number of inits and region iter_args: {} != {}",
            values.inits.len(),
            u64::MAX
        )));
    };
    let counts = |what: &str, a: usize, b: usize| {
        if a == b { Ok(()) } else { Err(op.emit_error(format!("different number of {what}: {a} != {b}"))) }
    };
    counts("inits and region iter_args", values.inits.len(), iter_args.len())?;
    if !values.yielded.is_empty() {
        counts("region iter_args and yielded values", iter_args.len(), values.yielded.len())?;
    }
    counts("loop results and region iter_args", values.results.len(), iter_args.len())?;
    let differ = |index: usize, a: &str, b: &str, left: Type<'s>, right: Type<'s>| {
        if left == right {
            return Ok(());
        }
        Err(op.emit_error(format!("{index}-th {a} and {index}-th {b} have different type: '{left}' != '{right}'")))
    };
    for (index, (init, argument)) in values.inits.iter().zip(iter_args).enumerate() {
        differ(index, "init", "region iter_arg", init.ty(), argument.ty())?;
        if let Some(yielded) = values.yielded.get(index) {
            differ(index, "region iter_arg", "yielded value", argument.ty(), yielded.ty())?;
        }
    }
    for (index, (argument, result)) in iter_args.iter().zip(&values.results).enumerate() {
        differ(index, "region iter_arg", "loop result", argument.ty(), result.ty())?;
    }
    Ok(())
}

/// The terminators of the blocks of a region that are operations of one of some names.
pub fn terminators_named<'s>(region: Region<'s>, names: &[&str]) -> Vec<Op<'s>> {
    let last = region.blocks().into_iter().filter_map(|block| block.last_op());
    last.filter(|op| names.iter().any(|name| op.is(name))).collect()
}
