//! When two operations do the same (MLIR's `OperationEquivalence`, locations ignored).

use plugopt_ir::{Body, Context, Op, Traits, Value};
use rustc_hash::{FxHashMap, FxHasher};
use smallvec::SmallVec;
use std::hash::{Hash, Hasher};

/// A hash that is the same for equivalent operations.
pub fn hash_op(context: &Context, body: &Body, op: Op) -> u64 {
    let mut state = FxHasher::default();
    let name = body.name(op);
    name.hash(&mut state);
    body.attributes(op).hash(&mut state);
    body.properties(op).hash(&mut state);
    for result in body.results(op) {
        body.value_type(result).hash(&mut state);
    }
    if context.op_info(name).has(Traits::COMMUTATIVE) {
        let mut operands: SmallVec<[u32; 8]> = body.operands(op).map(|v| v.0).collect();
        operands.sort_unstable();
        operands.hash(&mut state);
    } else {
        for operand in body.operands(op) {
            operand.0.hash(&mut state);
        }
    }
    state.finish()
}

/// Whether two operations of a body do the same: name, attributes, operands, result types, successors and, with what is defined in
/// them taken as equal, regions.
pub fn equivalent(context: &Context, body: &Body, a: Op, b: Op) -> bool {
    if a == b {
        return true;
    }
    let mut same: FxHashMap<Value, Value> = FxHashMap::default();
    if !shells_equal(context, body, a, b, &same) {
        return false;
    }
    if body.op_regions(a).is_empty() && body.op_regions(b).is_empty() {
        return true;
    }
    let mut todo = vec![(a, b)];
    while let Some((a, b)) = todo.pop() {
        for (&ra, &rb) in body.op_regions(a).iter().zip(body.op_regions(b)) {
            let (mut blocks_a, mut blocks_b) = (body.region_blocks(ra), body.region_blocks(rb));
            loop {
                let (ba, bb) = match (blocks_a.next(), blocks_b.next()) {
                    (None, None) => break,
                    (Some(ba), Some(bb)) => (ba, bb),
                    _ => return false,
                };
                let (args_a, args_b) = (body.arguments(ba), body.arguments(bb));
                let types = |args: &[Value]| args.iter().map(|&v| body.value_type(v)).collect::<SmallVec<[_; 4]>>();
                if types(args_a) != types(args_b) {
                    return false;
                }
                same.extend(args_a.iter().copied().zip(args_b.iter().copied()));
                let (mut ops_a, mut ops_b) = (body.block_ops(ba), body.block_ops(bb));
                loop {
                    let (oa, ob) = match (ops_a.next(), ops_b.next()) {
                        (None, None) => break,
                        (Some(oa), Some(ob)) => (oa, ob),
                        _ => return false,
                    };
                    if !shells_equal(context, body, oa, ob, &same) {
                        return false;
                    }
                    same.extend(body.results(oa).zip(body.results(ob)));
                    if !body.op_regions(oa).is_empty() {
                        todo.push((oa, ob));
                    }
                }
            }
        }
    }
    true
}

fn shells_equal(context: &Context, body: &Body, a: Op, b: Op, same: &FxHashMap<Value, Value>) -> bool {
    if body.name(a) != body.name(b)
        || body.attributes(a) != body.attributes(b)
        || body.properties(a) != body.properties(b)
        || body.operand_count(a) != body.operand_count(b)
        || body.result_count(a) != body.result_count(b)
        || body.op_regions(a).len() != body.op_regions(b).len()
        || body.child(a).is_some()
        || body.child(b).is_some()
    {
        return false;
    }
    if !body.results(a).zip(body.results(b)).all(|(x, y)| body.value_type(x) == body.value_type(y)) {
        return false;
    }
    if !body.successors(a).eq(body.successors(b)) {
        return false;
    }
    let equal = |x: Value, y: Value| x == y || same.get(&x) == Some(&y);
    if body.operands(a).zip(body.operands(b)).all(|(x, y)| equal(x, y)) {
        return true;
    }
    if !context.op_info(body.name(a)).has(Traits::COMMUTATIVE) {
        return false;
    }
    let mut left: SmallVec<[Value; 4]> = body.operands(a).map(|v| same.get(&v).copied().unwrap_or(v)).collect();
    let mut right: SmallVec<[Value; 4]> = body.operands(b).collect();
    left.sort_unstable();
    right.sort_unstable();
    left == right
}
