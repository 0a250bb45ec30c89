//! Random edits, each checked against the invariants of the tables and against a plain model of uses and handles.

use super::*;
use crate::clone::Mapping;
use crate::context::Context;
use proptest::prelude::*;
use std::collections::{HashMap, HashSet};

/// Checks what the module states of its tables.
fn check(body: &Body) {
    check_ops(body);
    check_blocks(body);
    check_regions(body);
    check_values(body);
    check_pools(body);
}

fn living_ops(body: &Body) -> impl Iterator<Item = Op> + '_ {
    (0..body.ops.len()).filter(|&i| body.ops[i].alive).map(|i| Op(i as u32))
}

fn living_blocks(body: &Body) -> impl Iterator<Item = Block> + '_ {
    (0..body.blocks.len()).filter(|&i| body.blocks[i].alive).map(|i| Block(i as u32))
}

fn living_regions(body: &Body) -> impl Iterator<Item = Region> + '_ {
    (0..body.regions.len()).filter(|&i| body.regions[i].alive).map(|i| Region(i as u32))
}

fn check_ops(body: &Body) {
    let mut links = 0;
    for op in living_ops(body) {
        let data = &body.ops[op.at()];
        for at in data.operands.indexes() {
            assert_eq!(body.operands.items[at].owner, op, "an operand belongs to its operation");
            links += 1;
        }
        for (i, value) in body.results(op).enumerate() {
            assert_eq!(body.value_def(value), ValueDef::Result { op, index: i as u32 });
        }
        for (i, &region) in body.op_regions(op).iter().enumerate() {
            assert_eq!((body.region_op(region), body.region_index(region)), (op, i as u32));
            assert!(body.regions[region.at()].alive);
        }
        match data.block.some() {
            Some(block) => assert!(body.blocks[block.at()].alive, "a living operation is in a living block"),
            None => assert!(data.previous.is_none() && data.next.is_none()),
        }
    }
    let used: usize = (0..body.values.items.len()).map(|i| body.uses(Value(i as u32)).count()).sum();
    assert_eq!(used, links, "each operand is one use");
    let free: HashSet<Op> = body.free_ops.iter().copied().collect();
    assert_eq!(free.len(), body.free_ops.len());
    assert!(free.iter().all(|op| !body.ops[op.at()].alive));
}

fn check_blocks(body: &Body) {
    for block in living_blocks(body) {
        let data = &body.blocks[block.at()];
        let mut previous = Op::NONE;
        for op in body.block_ops(block) {
            assert!(body.ops[op.at()].alive);
            assert_eq!((body.op_block(op), body.ops[op.at()].previous), (block, previous));
            if let Some(previous) = previous.some() {
                assert!(body.is_before(previous, op) && !body.is_before(op, previous));
            }
            previous = op;
        }
        assert_eq!(data.last_op, previous);
        for (i, &value) in body.arguments(block).iter().enumerate() {
            assert_eq!(body.value_def(value), ValueDef::Argument { block, index: i as u32 });
        }
        let mut before = NO_LINK;
        let mut at = data.first_use;
        while at != NO_LINK {
            let link = &body.successors.items[at as usize];
            assert_eq!((link.target, link.previous), (block.0, before));
            assert!(body.successors(link.owner).any(|s| s == block));
            (before, at) = (at, link.next);
        }
    }
    assert_eq!(body.argument_locations.len(), body.block_arguments.items.len());
}

fn check_regions(body: &Body) {
    for region in living_regions(body) {
        let mut previous = Block::NONE;
        for block in body.region_blocks(region) {
            let data = &body.blocks[block.at()];
            assert!(data.alive);
            assert_eq!((data.region, data.previous), (region, previous));
            previous = block;
        }
        assert_eq!(body.regions[region.at()].last_block, previous);
    }
}

fn check_values(body: &Body) {
    for (i, data) in body.values.items.iter().enumerate() {
        let mut before = NO_LINK;
        let mut at = data.first_use;
        while at != NO_LINK {
            let link = &body.operands.items[at as usize];
            assert_eq!((link.target, link.previous), (i as u32, before), "a use list is linked both ways");
            (before, at) = (at, link.next);
        }
    }
}

/// No entry is held twice, and none that is held is free.
fn check_pools(body: &Body) {
    let distinct = |held: &mut HashSet<usize>, indexes: std::ops::Range<usize>| {
        indexes.for_each(|i| assert!(held.insert(i), "entry {i} is held twice"));
    };
    fn free<T>(pool: &Pool<T>) -> impl Iterator<Item = std::ops::Range<usize>> + '_ {
        let lists = pool.free.iter().flat_map(|lists| lists.iter().enumerate());
        lists.flat_map(|(len, starts)| starts.iter().map(move |&s| s as usize..s as usize + len))
    }
    let (mut operands, mut values, mut properties, mut successors) =
        (HashSet::new(), HashSet::new(), HashSet::new(), HashSet::new());
    for op in living_ops(body) {
        let data = &body.ops[op.at()];
        distinct(&mut operands, data.operands.indexes());
        distinct(&mut values, data.results.indexes());
        let start = data.properties as usize;
        distinct(&mut properties, start..start + data.property_count as usize);
        distinct(&mut successors, body.extra(op).map_or(0..0, |e| e.successors.indexes()));
    }
    let mut lists = HashSet::new();
    for block in living_blocks(body) {
        distinct(&mut lists, body.blocks[block.at()].arguments.indexes());
        body.arguments(block).iter().for_each(|v| distinct(&mut values, v.at()..v.at() + 1));
    }
    free(&body.operands).for_each(|range| distinct(&mut operands, range));
    free(&body.values).for_each(|range| distinct(&mut values, range));
    free(&body.properties).for_each(|range| distinct(&mut properties, range));
    free(&body.successors).for_each(|range| distinct(&mut successors, range));
    free(&body.block_arguments).for_each(|range| distinct(&mut lists, range));
}

/// The order of uses that MLIR would have, and every handle that was ever given out.
#[derive(Default)]
struct Model {
    uses: HashMap<Value, Vec<(Op, u32)>>,
    ops: HashMap<(Op, u32), bool>,
    values: HashMap<(Value, u32), bool>,
}

impl Model {
    fn use_value(&mut self, value: Value, op: Op, index: u32) {
        self.uses.entry(value).or_default().insert(0, (op, index));
    }

    fn drop_use(&mut self, value: Value, op: Op, index: u32) {
        self.uses.get_mut(&value).expect("a used value").retain(|u| *u != (op, index));
    }

    fn created(&mut self, body: &Body, op: Op) {
        let handle = (op, body.op_generation(op).expect("a living operation"));
        assert!(self.ops.insert(handle, true).is_none(), "a handle is given out once: {handle:?}");
        body.results(op).for_each(|value| self.new_value(body, value));
        body.operands(op).enumerate().for_each(|(i, value)| self.use_value(value, op, i as u32));
    }

    fn new_value(&mut self, body: &Body, value: Value) {
        let handle = (value, body.value_generation(value).expect("a living value"));
        assert!(self.values.insert(handle, true).is_none(), "a handle is given out once: {handle:?}");
    }

    /// Everything below an operation goes.
    fn erased_op(&mut self, body: &Body, op: Op) {
        let mut todo = vec![op];
        while let Some(op) = todo.pop() {
            for (i, value) in body.operands(op).enumerate() {
                self.drop_use(value, op, i as u32);
            }
            self.ops.insert((op, body.op_generation(op).expect("a living operation")), false);
            body.results(op).for_each(|value| self.gone(body, value));
            for &region in body.op_regions(op) {
                for block in body.region_blocks(region) {
                    todo.extend(body.block_ops(block));
                    body.arguments(block).iter().for_each(|&value| self.gone(body, value));
                }
            }
        }
    }

    fn gone(&mut self, body: &Body, value: Value) {
        let generation = body.value_generation(value).expect("a living value");
        self.values.insert((value, generation), false);
    }

    fn compare(&self, body: &Body) {
        for (value, expected) in &self.uses {
            let found: Vec<(Op, u32)> = body.uses(*value).map(|u| (u.op, u.index)).collect();
            assert_eq!(&found, expected, "uses of {value:?} are in the order of MLIR");
        }
        for (&(op, generation), &alive) in &self.ops {
            assert_eq!(body.op_generation(op) == Some(generation), alive, "{op:?} of generation {generation}");
        }
        for (&(value, generation), &alive) in &self.values {
            assert_eq!(body.value_generation(value) == Some(generation), alive, "{value:?} of {generation}");
        }
    }
}

/// One edit; the numbers choose among what there is.
#[derive(Clone, Debug)]
enum Edit {
    Create { operands: Vec<usize>, results: usize, regions: usize, successors: Vec<usize>, block: usize },
    Place { op: usize, block: usize, how: u8 },
    Erase { op: usize },
    EraseBlock { block: usize },
    CreateBlock { region: usize, arguments: usize },
    AddArgument { block: usize },
    RemoveArgument { block: usize, index: usize },
    SetOperand { op: usize, index: usize, value: usize },
    SetOperands { op: usize, values: Vec<usize> },
    ReplaceUses { old: usize, new: usize },
    SetProperties { op: usize, count: usize },
    SetSuccessor { op: usize, index: usize, block: usize },
    Split { op: usize },
    MoveBlocks { from: usize, to: usize },
    Clone { op: usize },
}

fn edits() -> impl Strategy<Value = Vec<Edit>> {
    let n = 0..1000usize;
    let few = prop::collection::vec(n.clone(), 0..4);
    let many = prop::collection::vec(n.clone(), 0..20);
    let edit = prop_oneof![
        6 => (few.clone(), 0..4usize, 0..3usize, prop::collection::vec(n.clone(), 0..2), n.clone()).prop_map(
            |(operands, results, regions, successors, block)| Edit::Create { operands, results, regions, successors, block }
        ),
        3 => (n.clone(), n.clone(), 0..4u8).prop_map(|(op, block, how)| Edit::Place { op, block, how }),
        3 => n.clone().prop_map(|op| Edit::Erase { op }),
        1 => n.clone().prop_map(|block| Edit::EraseBlock { block }),
        3 => (n.clone(), 0..4usize).prop_map(|(region, arguments)| Edit::CreateBlock { region, arguments }),
        2 => n.clone().prop_map(|block| Edit::AddArgument { block }),
        1 => (n.clone(), n.clone()).prop_map(|(block, index)| Edit::RemoveArgument { block, index }),
        3 => (n.clone(), n.clone(), n.clone()).prop_map(|(op, index, value)| Edit::SetOperand { op, index, value }),
        2 => (n.clone(), many).prop_map(|(op, values)| Edit::SetOperands { op, values }),
        2 => (n.clone(), n.clone()).prop_map(|(old, new)| Edit::ReplaceUses { old, new }),
        1 => (n.clone(), 0..20usize).prop_map(|(op, count)| Edit::SetProperties { op, count }),
        1 => (n.clone(), n.clone(), n.clone()).prop_map(|(op, index, block)| Edit::SetSuccessor { op, index, block }),
        1 => n.clone().prop_map(|op| Edit::Split { op }),
        1 => (n.clone(), n.clone()).prop_map(|(from, to)| Edit::MoveBlocks { from, to }),
        1 => n.prop_map(|op| Edit::Clone { op }),
    ];
    prop::collection::vec(edit, 1..80)
}

fn pick<T: Copy>(items: &[T], n: usize) -> Option<T> {
    (!items.is_empty()).then(|| items[n % items.len()])
}

fn apply(body: &mut Body, model: &mut Model, context: &Context, edit: &Edit) {
    let name = context.op_name(b"test.op");
    let ty = context.index_type();
    let ops: Vec<Op> = living_ops(body).filter(|&op| op != Body::ROOT).collect();
    let blocks: Vec<Block> = living_blocks(body).collect();
    let regions: Vec<Region> = living_regions(body).collect();
    let is_living = |i: &usize| !matches!(body.value_def(Value(*i as u32)), ValueDef::Erased);
    let values: Vec<Value> = (0..body.value_bound()).filter(is_living).map(|i| Value(i as u32)).collect();
    let block_is_in = |body: &Body, block: Block, op: Op| {
        let owner = body.block_region(block).some().and_then(|region| body.region_op(region).some());
        owner.is_some_and(|owner| body.is_ancestor(op, owner))
    };
    match edit {
        Edit::Create { operands, results, regions, successors, block } => {
            let operands: Vec<Value> = operands.iter().filter_map(|&n| pick(&values, n)).collect();
            let successors: Vec<Block> = successors.iter().filter_map(|&n| pick(&blocks, n)).collect();
            let regions: Vec<Region> = (0..*regions).map(|_| body.create_region()).collect();
            let types = vec![ty; *results];
            let op = body.create_op(&OpState {
                operands: &operands,
                result_types: &types,
                successors: &successors,
                regions: &regions,
                properties: &[Attribute::NONE; 2],
                ..OpState::new(name, Location::UNKNOWN)
            });
            if let Some(block) = pick(&blocks, *block) {
                body.append_op(block, op);
            }
            model.created(body, op);
        }
        Edit::Place { op, block, how } => {
            let (Some(op), Some(block)) = (pick(&ops, *op), pick(&blocks, *block)) else { return };
            if block_is_in(body, block, op) {
                return;
            }
            body.detach_op(op);
            match (how, body.first_op(block), body.last_op(block)) {
                (0, Some(first), _) => body.insert_op_before(op, first),
                (1, _, Some(last)) => body.insert_op_before(op, last),
                (2, Some(first), _) => body.insert_op_after(op, first),
                (3, ..) => body.prepend_op(block, op),
                _ => body.append_op(block, op),
            }
        }
        Edit::Erase { op } => {
            let Some(op) = pick(&ops, *op) else { return };
            model.erased_op(body, op);
            body.erase_op(op);
        }
        Edit::EraseBlock { block } => {
            let Some(block) = pick(&blocks, *block) else { return };
            for op in body.block_ops(block) {
                model.erased_op(body, op);
            }
            body.arguments(block).iter().for_each(|&value| model.gone(body, value));
            body.erase_block(block);
        }
        Edit::CreateBlock { region, arguments } => {
            let Some(region) = pick(&regions, *region) else { return };
            let block = body.create_block(&vec![ty; *arguments]);
            body.append_block(region, block);
            body.arguments(block).iter().for_each(|&value| model.new_value(body, value));
        }
        Edit::AddArgument { block } => {
            let Some(block) = pick(&blocks, *block) else { return };
            let value = body.add_argument(block, ty);
            model.new_value(body, value);
        }
        Edit::RemoveArgument { block, index } => {
            let Some(block) = pick(&blocks, *block) else { return };
            let Some(value) = pick(body.arguments(block), *index) else { return };
            model.gone(body, value);
            let index = body.arguments(block).iter().position(|&v| v == value).unwrap_or(0);
            body.remove_argument(block, index);
        }
        Edit::SetOperand { op, index, value } => {
            let (Some(op), Some(value)) = (pick(&ops, *op), pick(&values, *value)) else { return };
            if body.operand_count(op) == 0 {
                return;
            }
            let index = index % body.operand_count(op);
            model.drop_use(body.operand(op, index), op, index as u32);
            body.set_operand(op, index, value);
            model.use_value(value, op, index as u32);
        }
        Edit::SetOperands { op, values: chosen } => {
            let Some(op) = pick(&ops, *op) else { return };
            let chosen: Vec<Value> = chosen.iter().filter_map(|&n| pick(&values, n)).collect();
            let before: Vec<Value> = body.operands(op).collect();
            let same_count = before.len() == chosen.len();
            for (i, &value) in before.iter().enumerate() {
                if !same_count || chosen[i] != value {
                    model.drop_use(value, op, i as u32);
                }
            }
            for (i, &value) in chosen.iter().enumerate() {
                if !same_count || before[i] != value {
                    model.use_value(value, op, i as u32);
                }
            }
            body.set_operands(op, &chosen);
        }
        Edit::ReplaceUses { old, new } => {
            let (Some(old), Some(new)) = (pick(&values, *old), pick(&values, *new)) else { return };
            if old != new {
                for (op, index) in model.uses.insert(old, Vec::new()).unwrap_or_default() {
                    model.use_value(new, op, index);
                }
            }
            body.replace_all_uses(old, new);
        }
        Edit::SetProperties { op, count } => {
            if let Some(op) = pick(&ops, *op) {
                let properties = vec![Attribute::EMPTY_DICTIONARY; *count];
                body.set_properties(op, &properties);
                assert_eq!(body.properties(op), properties);
            }
        }
        Edit::SetSuccessor { op, index, block } => {
            let (Some(op), Some(block)) = (pick(&ops, *op), pick(&blocks, *block)) else { return };
            let count = body.successors(op).len();
            if count > 0 {
                body.set_successor(op, index % count, block);
                assert!(body.predecessor_ops(block).any(|p| p == op));
            }
        }
        Edit::Split { op } => {
            let Some(op) = pick(&ops, *op).filter(|&op| !body.op_block(op).is_none()) else { return };
            let block = body.op_block(op);
            let moved: Vec<Op> = body.block_ops(block).skip_while(|&o| o != op).collect();
            let after = body.create_block(&[]);
            if !body.block_region(block).is_none() {
                body.insert_block_after(after, block);
            }
            body.move_ops_to_end(op, after);
            assert!(body.block_ops(after).eq(moved));
        }
        Edit::MoveBlocks { from, to } => {
            let (Some(from), Some(to)) = (pick(&regions, *from), pick(&regions, *to)) else { return };
            let blocks: Vec<Block> = body.region_blocks(from).collect();
            let owner = body.region_op(to).some();
            let into_itself = owner.is_some_and(|to| {
                let mut at = Some(to);
                std::iter::from_fn(|| {
                    let op = at?;
                    at = body.parent_op(op);
                    Some(body.op_block(op))
                })
                .any(|around| blocks.contains(&around))
            });
            if from == to || into_itself || blocks.is_empty() {
                return;
            }
            body.move_blocks(from, to);
            assert!(body.first_block(from).is_none());
        }
        Edit::Clone { op } => {
            let Some(op) = pick(&ops, *op) else { return };
            // Uses of copies come in the order in which the copier makes them; they are read back, not predicted.
            let mut inside = 0;
            body.walk(op, |_| {
                inside += 1;
                crate::module::Walk::Advance
            });
            if inside > 40 || living_ops(body).count() > 400 {
                return;
            }
            let mut mapping = Mapping::default();
            let (copy, stubs) = body.clone_op(op, &mut mapping);
            assert!(stubs.is_empty());
            assert_eq!(mapping.ops.len(), inside);
            for (&original, &copy) in &mapping.ops {
                assert_eq!(body.operand_count(original), body.operand_count(copy));
                let mapped = body.operands(original).map(|v| mapping.value(v));
                assert!(mapped.eq(body.operands(copy)), "operands of a copy are the copies of operands");
                let mapped = body.successors(original).map(|b| mapping.block(b));
                assert!(mapped.eq(body.successors(copy)));
            }
            model.ops.extend(mapping.ops.values().map(|&op| ((op, body.op_generation(op).unwrap()), true)));
            let new_values = mapping.values.values();
            model.values.extend(new_values.map(|&v| ((v, body.value_generation(v).unwrap()), true)));
            model.uses = (0..body.value_bound() as u32)
                .map(|i| (Value(i), body.uses(Value(i)).map(|u| (u.op, u.index)).collect()))
                .collect();
            assert!(body.op_block(copy).is_none());
        }
    }
}

proptest! {
    #[test]
    fn edits_keep_the_invariants(edits in edits()) {
        let context = Context::new();
        let mut body = Body::new(context.op_name(b"test.root"), Location::UNKNOWN);
        let region = body.create_region();
        body.add_region(Body::ROOT, region);
        let block = body.create_block(&[context.index_type()]);
        body.append_block(region, block);
        let mut model = Model::default();
        model.new_value(&body, body.arguments(block)[0]);
        for edit in &edits {
            apply(&mut body, &mut model, &context, edit);
            check(&body);
            model.compare(&body);
        }
        check(&body.copy());
    }
}

#[test]
fn a_handle_to_an_erased_result_stays_invalid_when_its_place_is_an_argument() {
    let context = Context::new();
    let ty = context.index_type();
    let mut body = Body::new(context.op_name(b"test.root"), Location::UNKNOWN);
    let block = body.create_block(&[]);
    let op =
        body.create_op(&OpState { result_types: &[ty], ..OpState::new(context.op_name(b"a.b"), Location::UNKNOWN) });
    let value = body.result(op, 0);
    let generation = body.value_generation(value);
    body.erase_op(op);
    let argument = body.add_argument(block, ty);
    assert!(argument != value || body.value_generation(argument) != generation);
}

#[test]
fn erasing_a_deep_tree_needs_no_deep_stack() {
    let context = Context::new();
    let mut body = Body::new(context.op_name(b"test.root"), Location::UNKNOWN);
    let name = context.op_name(b"test.nest");
    let mut inner: Option<Op> = None;
    for _ in 0..200_000 {
        let region = body.create_region();
        let block = body.create_block(&[]);
        body.append_block(region, block);
        if let Some(op) = inner {
            body.append_op(block, op);
        }
        inner = Some(body.create_op(&OpState { regions: &[region], ..OpState::new(name, Location::UNKNOWN) }));
    }
    body.erase_op(inner.unwrap());
    assert_eq!(living_ops(&body).count(), 1);
    assert_eq!((living_blocks(&body).count(), living_regions(&body).count()), (0, 0));
}
