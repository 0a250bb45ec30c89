//! `scf.parallel` and `scf.forall`.

use super::keep;
use super::trips::{Trips, trips};
use crate::{ForallOp, InParallelOp, ParallelOp, ended_by, entry_arguments};
use plugopt_plugin::index_list::{IndexOr, integers, mixed, unmixed};
use plugopt_plugin::prelude::*;
use plugopt_plugin::region_branch::drop_results;

pub fn canonicalize_parallel<'s>(op: Op<'s>, rewriter: &mut Rewriter<'s>) -> Result<bool> {
    Ok(drop_short_dimensions(op, rewriter)? || merge_nested(op, rewriter)?)
}

/// Makes a `scf.parallel` with an empty region.
fn build_parallel<'s>(
    rewriter: &Rewriter<'s>,
    bounds: [Vec<Value<'s>>; 3],
    inits: Vec<Value<'s>>,
    results: impl IntoIterator<Item = Type<'s>>,
) -> Result<Op<'s>> {
    let count = bounds[0].len() as i64;
    let sizes = rewriter.session().i32_array_attr(&[count, count, count, inits.len() as i64]);
    rewriter
        .op(ParallelOp::NAME)
        .operands(bounds.into_iter().flatten())
        .operands(inits)
        .results(results)
        .attribute("operandSegmentSizes", sizes)
        .region()
        .build()
}

/// Dimensions that have one iteration go; if one has none the loop does.
fn drop_short_dimensions<'s>(op: Op<'s>, rewriter: &mut Rewriter<'s>) -> Result<bool> {
    let this = ParallelOp::new(op);
    let (lower, upper, step) = (this.lower_bound().to_vec(), this.upper_bound().to_vec(), this.step().to_vec());
    let Some(block) = this.region().entry_block() else { return Ok(false) };
    let variables = block.arguments().to_vec();
    let inits = this.init_vals().to_vec();
    let mut kept = vec![true; lower.len()];
    for (index, kept) in kept.iter_mut().enumerate() {
        let [lower, upper, step] = [lower[index], upper[index], step[index]].map(IndexOr::Value);
        match trips(lower, upper, step, false) {
            Some(Trips::Zero) => {
                rewriter.replace(op, &inits);
                return Ok(true);
            }
            Some(Trips::One) => *kept = false,
            _ => {}
        }
    }
    if kept.iter().all(|kept| *kept) || variables.len() != kept.len() {
        return Ok(false);
    }
    if !kept.contains(&true) {
        return inline_once(op, rewriter, &lower);
    }
    let bounds = [&lower, &upper, &step].map(|list| keep(list, &kept));
    let made = build_parallel(rewriter, bounds, inits, op.result_types())?;
    for index in (0..kept.len()).rev().filter(|index| !kept[*index]) {
        variables[index].replace_all_uses(lower[index]);
        block.erase_argument(index as u32);
    }
    this.region().move_blocks(made.region(0), None);
    rewriter.replace(op, &made.results().to_vec());
    Ok(true)
}

/// A parallel loop that runs once: its operations, then those of its reductions with the initial values.
fn inline_once<'s>(op: Op<'s>, rewriter: &mut Rewriter<'s>, variables: &[Value<'s>]) -> Result<bool> {
    let this = ParallelOp::new(op);
    let (Some(block), Some(reduce)) = (this.region().entry_block(), ended_by(this.region(), "scf.reduce")) else {
        return Ok(false);
    };
    let inits = this.init_vals().to_vec();
    block.inline(Insertion::before(op), variables);
    let mut results = Vec::with_capacity(inits.len());
    for ((region, init), operand) in reduce.regions().into_iter().zip(inits).zip(reduce.operands()) {
        let Some(body) = region.entry_block() else { continue };
        let Some(terminator) = body.last_op() else { continue };
        body.inline(Insertion::before(op), &[init, operand]);
        results.push(terminator.operand(0));
        rewriter.erase(terminator);
    }
    rewriter.erase(reduce);
    rewriter.replace(op, &results);
    Ok(true)
}

/// A parallel loop that is all there is in another one becomes one with it, if its bounds do not depend on that one.
fn merge_nested<'s>(op: Op<'s>, rewriter: &mut Rewriter<'s>) -> Result<bool> {
    let outer = ParallelOp::new(op);
    let Some(end) = ended_by(outer.region(), "scf.reduce") else { return Ok(false) };
    let Some(inner) = end.previous().filter(|inner| inner.previous().is_none()).and_then(ParallelOp::cast) else {
        return Ok(false);
    };
    let variables = entry_arguments(outer.region());
    let Some(body) = inner.region().entry_block() else { return Ok(false) };
    let depends = inner.op().operands().iter().any(|operand| variables.contains(&operand));
    if depends || !outer.init_vals().is_empty() || !inner.init_vals().is_empty() {
        return Ok(false);
    }
    let all = |a: Batch<'s, Value<'s>>, b: Batch<'s, Value<'s>>| a.into_iter().chain(b).collect::<Vec<_>>();
    let bounds = [
        all(outer.lower_bound(), inner.lower_bound()),
        all(outer.upper_bound(), inner.upper_bound()),
        all(outer.step(), inner.step()),
    ];
    let made = build_parallel(rewriter, bounds, Vec::new(), [])?;
    let count = variables.len() + body.argument_count() as usize;
    let index = op.session().index_type();
    let block = op.session().create_block(made.region(0), None, &vec![index; count], &vec![op.location(); count]);
    let arguments = block.arguments().to_vec();
    let (outer_arguments, inner_arguments) = arguments.split_at(variables.len());
    for (old, new) in variables.iter().zip(outer_arguments) {
        old.replace_all_uses(*new);
    }
    body.inline(Insertion::at_end(block), inner_arguments);
    rewriter.erase(op);
    Ok(true)
}

pub fn canonicalize_forall<'s>(op: Op<'s>, rewriter: &mut Rewriter<'s>) -> Result<bool> {
    let this = Forall::of(op);
    Ok(this.fold_bounds()
        || this.drop_outputs(rewriter)?
        || this.drop_short_dimensions(rewriter)?
        || this.use_known_variables(rewriter)?)
}

/// A `scf.forall` with its bounds.
struct Forall<'s> {
    this: ForallOp<'s>,
    bounds: [Vec<IndexOr<'s>>; 3],
}

impl<'s> Forall<'s> {
    fn of(op: Op<'s>) -> Self {
        let this = ForallOp::new(op);
        let bounds = [
            mixed(&integers(this.static_lower_bound_attr()), this.dynamic_lower_bound()),
            mixed(&integers(this.static_upper_bound_attr()), this.dynamic_upper_bound()),
            mixed(&integers(this.static_step_attr()), this.dynamic_step()),
        ];
        Forall { this, bounds }
    }

    fn rank(&self) -> usize {
        self.bounds[0].len()
    }

    fn op(&self) -> Op<'s> {
        self.this.op()
    }

    fn trips(&self, dimension: usize) -> Option<Trips> {
        let [lower, upper, step] = &self.bounds;
        trips(*lower.get(dimension)?, *upper.get(dimension)?, *step.get(dimension)?, false)
    }

    fn lower_bound(&self, dimension: usize, rewriter: &Rewriter<'s>) -> Result<Value<'s>> {
        match self.bounds[0][dimension] {
            IndexOr::Value(value) => Ok(value),
            IndexOr::Constant(value) => {
                let session = rewriter.session();
                let index = session.index_type();
                let value = session.integer_attr(index, value);
                rewriter.op("arith.constant").attribute("value", value).result(index).build_value()
            }
        }
    }

    /// Bounds that are constants are written as such.
    fn fold_bounds(&self) -> bool {
        let folded = self.bounds.clone().map(|list| list.into_iter().map(IndexOr::folded).collect::<Vec<_>>());
        if folded == self.bounds {
            return false;
        }
        self.set_bounds(&folded, &self.this.outputs().to_vec());
        true
    }

    fn set_bounds(&self, bounds: &[Vec<IndexOr<'s>>; 3], outputs: &[Value<'s>]) {
        let op = self.op();
        let session = op.session();
        let (mut operands, mut sizes) = (Vec::new(), Vec::new());
        for (name, list) in ["staticLowerBound", "staticUpperBound", "staticStep"].into_iter().zip(bounds) {
            let (constants, values) = unmixed(list);
            sizes.push(values.len() as i64);
            operands.extend(values);
            op.set(name, session.i64_array_attr(&constants));
        }
        sizes.push(outputs.len() as i64);
        operands.extend_from_slice(outputs);
        op.set_operands(&operands);
        op.set("operandSegmentSizes", session.i32_array_attr(&sizes));
    }

    /// The operations at the end that write to a shared output.
    fn writers(&self, argument: Value<'s>) -> Vec<Op<'s>> {
        let users = argument.users().to_vec().into_iter();
        users.filter(|user| user.parent_op().is_some_and(|parent| parent.is(InParallelOp::NAME))).collect()
    }

    /// Outputs that nobody uses or nothing is written to.
    fn drop_outputs(&self, rewriter: &mut Rewriter<'s>) -> Result<bool> {
        let op = self.op();
        let Some(block) = self.this.region().entry_block() else { return Ok(false) };
        let shared: Vec<_> = block.arguments().into_iter().skip(self.rank()).collect();
        let outputs = self.this.outputs().to_vec();
        let results = op.results().to_vec();
        if shared.len() != outputs.len() || results.len() != outputs.len() {
            return Ok(false);
        }
        let needed =
            |(argument, result): (&Value<'s>, &Value<'s>)| result.has_uses() && !self.writers(*argument).is_empty();
        let kept: Vec<bool> = shared.iter().zip(&results).map(needed).collect();
        if kept.iter().all(|kept| *kept) {
            return Ok(false);
        }
        for index in (0..kept.len()).rev().filter(|index| !kept[*index]) {
            for writer in self.writers(shared[index]) {
                rewriter.erase(writer);
            }
            shared[index].replace_all_uses(outputs[index]);
            results[index].replace_all_uses(outputs[index]);
            block.erase_argument((self.rank() + index) as u32);
        }
        self.set_bounds(&self.bounds, &keep(&outputs, &kept));
        drop_results(op, rewriter, |index| !kept[index as usize])?;
        Ok(true)
    }

    /// Dimensions that have one iteration go; if one has none the loop does.
    fn drop_short_dimensions(&self, rewriter: &mut Rewriter<'s>) -> Result<bool> {
        let op = self.op();
        if self.this.mapping_attr().and_then(Attribute::array).is_some_and(|mapping| !mapping.is_empty()) {
            return Ok(false);
        }
        let Some(block) = self.this.region().entry_block() else { return Ok(false) };
        let found: Vec<_> = (0..self.rank()).map(|dimension| self.trips(dimension)).collect();
        let outputs = self.this.outputs().to_vec();
        if found.contains(&Some(Trips::Zero)) {
            rewriter.replace(op, &outputs);
            return Ok(true);
        }
        let kept: Vec<bool> = found.iter().map(|trips| *trips != Some(Trips::One)).collect();
        if kept.iter().all(|kept| *kept) {
            return Ok(false);
        }
        if !kept.contains(&true) {
            return self.inline_once(rewriter, block, outputs);
        }
        for index in (0..kept.len()).rev().filter(|index| !kept[*index]) {
            let argument = block.argument(index as u32);
            if argument.has_uses() {
                argument.replace_all_uses(self.lower_bound(index, rewriter)?);
            }
            block.erase_argument(index as u32);
        }
        let bounds = self.bounds.clone().map(|list| keep(&list, &kept));
        self.set_bounds(&bounds, &outputs);
        Ok(true)
    }

    fn inline_once(&self, rewriter: &mut Rewriter<'s>, block: Block<'s>, outputs: Vec<Value<'s>>) -> Result<bool> {
        let Some(end) = ended_by(self.this.region(), InParallelOp::NAME) else { return Ok(false) };
        // What is written to the outputs is up to the dialect whose operations write.
        if end.region(0).entry_block().is_some_and(|block| block.first_op().is_some()) {
            return Ok(false);
        }
        let mut arguments = Vec::with_capacity(self.rank() + outputs.len());
        for dimension in 0..self.rank() {
            arguments.push(self.lower_bound(dimension, rewriter)?);
        }
        arguments.extend(outputs.iter().copied());
        block.inline(Insertion::before(self.op()), &arguments);
        rewriter.replace(self.op(), &outputs);
        rewriter.erase(end);
        Ok(true)
    }

    /// Variables that only have one value.
    fn use_known_variables(&self, rewriter: &mut Rewriter<'s>) -> Result<bool> {
        let mut changed = false;
        for (dimension, variable) in entry_arguments(self.this.region()).into_iter().take(self.rank()).enumerate() {
            if variable.has_uses() && self.trips(dimension) == Some(Trips::One) {
                variable.replace_all_uses(self.lower_bound(dimension, rewriter)?);
                changed = true;
            }
        }
        Ok(changed)
    }
}
