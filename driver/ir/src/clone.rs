//! Copies of operations and of whole bodies.

use crate::body::{Block, Body, BodyId, Op, OpState, Region, Value};
use crate::module::{Ir, OpRef};
use rustc_hash::FxHashMap;

/// What stands for what in a copy. Values that are not in the map stand for themselves.
#[derive(Default, Debug)]
pub struct Mapping {
    /// Original to copy.
    pub values: FxHashMap<Value, Value>,
    /// Original to copy.
    pub blocks: FxHashMap<Block, Block>,
    /// Original to copy.
    pub ops: FxHashMap<Op, Op>,
}

impl Mapping {
    /// What stands for `value`.
    pub fn value(&self, value: Value) -> Value {
        self.values.get(&value).copied().unwrap_or(value)
    }

    /// What stands for `block`.
    pub fn block(&self, block: Block) -> Block {
        self.blocks.get(&block).copied().unwrap_or(block)
    }
}

impl Body {
    /// A detached copy of an operation of this body and all in its regions within this body. Operands and successors are what
    /// `mapping` has for them, which gets the entries of the copy. Stubs in the copy have no body yet: they are listed with that of
    /// the original.
    pub fn clone_op(&mut self, op: Op, mapping: &mut Mapping) -> (Op, Vec<(Op, BodyId)>) {
        let mut stubs = Vec::new();
        let top = self.clone_shell(op, mapping, &mut stubs);
        let mut todo = vec![(op, top)];
        let mut copies = vec![top];
        while let Some((from, to)) = todo.pop() {
            let regions: Vec<(Region, Region)> =
                self.op_regions(from).iter().copied().zip(self.op_regions(to).iter().copied()).collect();
            for &(from, to) in &regions {
                let blocks: Vec<Block> = self.region_blocks(from).collect();
                for &block in &blocks {
                    let arguments = self.arguments(block).to_vec();
                    let types: Vec<_> = arguments.iter().map(|&v| self.value_type(v)).collect();
                    let copy = self.create_block(&types);
                    self.append_block(to, copy);
                    mapping.blocks.insert(block, copy);
                    mapping.values.extend(arguments.into_iter().zip(self.arguments(copy).iter().copied()));
                }
                for block in blocks {
                    let copy = mapping.blocks[&block];
                    let ops: Vec<Op> = self.block_ops(block).collect();
                    for op in ops {
                        let clone = self.clone_shell(op, mapping, &mut stubs);
                        self.append_op(copy, clone);
                        copies.push(clone);
                        if !self.op_regions(op).is_empty() {
                            todo.push((op, clone));
                        }
                    }
                }
            }
        }
        // What was used before it was copied.
        for copy in copies {
            for i in 0..self.operand_count(copy) {
                let value = self.operand(copy, i);
                let mapped = mapping.value(value);
                if mapped != value {
                    self.set_operand(copy, i, mapped);
                }
            }
            let successors: Vec<Block> = self.successors(copy).collect();
            for (i, block) in successors.into_iter().enumerate() {
                let mapped = mapping.block(block);
                if mapped != block {
                    self.set_successor(copy, i, mapped);
                }
            }
        }
        (top, stubs)
    }

    fn clone_shell(&mut self, op: Op, mapping: &mut Mapping, stubs: &mut Vec<(Op, BodyId)>) -> Op {
        let operands: Vec<Value> = self.operands(op).map(|v| mapping.value(v)).collect();
        let result_types: Vec<_> = self.results(op).map(|v| self.value_type(v)).collect();
        let successors: Vec<Block> = self.successors(op).map(|b| mapping.block(b)).collect();
        let regions: Vec<Region> = (0..self.op_regions(op).len()).map(|_| self.create_region()).collect();
        let properties = self.properties(op).to_vec();
        let copy = self.create_op(&OpState {
            name: self.name(op),
            location: self.location(op),
            operands: &operands,
            result_types: &result_types,
            attributes: self.attributes(op),
            properties: &properties,
            successors: &successors,
            regions: &regions,
        });
        mapping.ops.insert(op, copy);
        mapping.values.extend(self.results(op).zip(self.results(copy)));
        stubs.extend(self.child(op).map(|child| (copy, child)));
        copy
    }
}

impl Ir {
    /// A detached copy, in the same body, of an operation and all in its regions, the bodies of isolated ones included. The top of
    /// the tree cannot be copied this way.
    pub fn clone_op(&mut self, op: OpRef, mapping: &mut Mapping) -> OpRef {
        let at = self.position(op);
        let (copy, mut stubs) = self.body_mut(at.body).clone_op(at.op, mapping);
        let mut todo: Vec<(BodyId, Op, BodyId)> = stubs.drain(..).map(|(stub, child)| (at.body, stub, child)).collect();
        while let Some((parent, stub, original)) = todo.pop() {
            let child = self.body(original).copy();
            let id = child.id();
            for (stub, nested) in child.stubs() {
                todo.push((id, stub, nested));
            }
            self.attach_child(parent, stub, Box::new(child));
        }
        self.resolve(OpRef { body: at.body, op: copy })
    }
}
