//! The arena of one isolated operation: tables of operations, blocks, regions and values, linked by indexes.
//!
//! Invariants:
//! * [`Body::ROOT`] is the operation that owns the body. It is in no block.
//! * Each operand and successor entry is linked into the use list of its value or block, newest first, as MLIR keeps them.
//! * The entry of a value that is erased while used stays, as [`ValueDef::Erased`], so that no index dangles.
//! * What is created after something was erased has a greater generation than it, so that (index, generation) names one
//!   entity for the life of the body. Arguments that are removed from a block are not reused while the block lives.
//! * Operations of isolated kind that are nested in this body are *stubs*: operands, results and position are here, everything
//!   else is in the root of the child body. The directory of bodies ([`crate::Ir`]) follows these links.

use crate::attributes::Attribute;
use crate::context::{Ident, OpName};
use crate::location::Location;
use crate::types::Type;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};

macro_rules! entity {
    ($(#[$doc:meta])* $name:ident) => {
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
        #[repr(transparent)]
        pub struct $name(pub u32);

        impl $name {
            /// The absent one.
            pub const NONE: $name = $name(u32::MAX);

            /// Whether this is the absent one.
            pub fn is_none(self) -> bool {
                self.0 == u32::MAX
            }

            /// The entity unless it is the absent one.
            pub fn some(self) -> Option<$name> {
                (!self.is_none()).then_some(self)
            }

            #[allow(dead_code)]
            pub(crate) fn at(self) -> usize {
                self.0 as usize
            }
        }
    };
}

entity! {
    /// An operation of a [`Body`].
    Op
}
entity! {
    /// A block of a [`Body`].
    Block
}
entity! {
    /// A region of a [`Body`].
    Region
}
entity! {
    /// A result or block argument of a [`Body`].
    Value
}
entity! {
    /// Names a [`Body`] for the life of the process: never used again.
    BodyId
}

/// An operand: the `index`-th of `op`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct OpOperand {
    /// The user.
    pub op: Op,
    /// Position among its operands.
    pub index: u32,
}

/// Where a value comes from.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum ValueDef {
    /// A result of an operation.
    Result {
        /// The operation.
        op: Op,
        /// Position among its results.
        index: u32,
    },
    /// An argument of a block.
    Argument {
        /// The block.
        block: Block,
        /// Position among its arguments.
        index: u32,
    },
    /// Its operation or block was erased.
    Erased,
}

#[derive(Clone, Copy, Default, Debug)]
struct Range {
    start: u32,
    len: u32,
}

impl Range {
    fn indexes(self) -> std::ops::Range<usize> {
        self.start as usize..(self.start + self.len) as usize
    }
}

/// Runs of entries, with the freed ones kept by length for the next of that length.
#[derive(Clone)]
struct Pool<T> {
    items: Vec<T>,
    /// Absent until something is freed, which in most bodies never happens.
    free: Option<Box<[Vec<u32>; KEPT_LENGTHS]>>,
}

const KEPT_LENGTHS: usize = 16;

impl<T: Copy> Pool<T> {
    const fn new() -> Self {
        Pool { items: Vec::new(), free: None }
    }

    fn alloc(&mut self, items: impl ExactSizeIterator<Item = T>) -> Range {
        let len = items.len();
        if len == 0 {
            return Range::default();
        }
        if let Some(start) = self.free.as_mut().and_then(|free| free.get_mut(len)).and_then(Vec::pop) {
            for (slot, item) in self.items[start as usize..].iter_mut().zip(items) {
                *slot = item;
            }
            return Range { start, len: len as u32 };
        }
        let start = index(self.items.len());
        self.items.extend(items);
        Range { start, len: len as u32 }
    }

    fn release(&mut self, range: Range) {
        let len = range.len as usize;
        if len == 0 || len >= KEPT_LENGTHS {
            return;
        }
        self.free.get_or_insert_default()[len].push(range.start);
    }

    fn clear(&mut self) {
        self.items.clear();
        self.free = None;
    }

    fn slice(&self, range: Range) -> &[T] {
        &self.items[range.indexes()]
    }
}

fn index(len: usize) -> u32 {
    assert!(len < u32::MAX as usize, "a body has fewer than 2^32 - 1 entries of a kind");
    len as u32
}

struct OpData {
    name: OpName,
    location: Location,
    block: Block,
    previous: Op,
    next: Op,
    order: AtomicU32,
    attributes: Attribute,
    operands: Range,
    results: Range,
    properties: u32,
    extra: u32,
    property_count: u16,
    alive: bool,
}

#[derive(Clone, Copy)]
struct ExtraData {
    regions: Range,
    successors: Range,
    child: BodyId,
}

const NO_EXTRA: u32 = u32::MAX;
const NO_LINK: u32 = u32::MAX;

struct BlockData {
    region: Region,
    previous: Block,
    next: Block,
    first_op: Op,
    last_op: Op,
    arguments: Range,
    first_use: u32,
    generation: u32,
    ordered: AtomicBool,
    alive: bool,
}

struct RegionData {
    op: Op,
    index: u32,
    first_block: Block,
    last_block: Block,
    generation: u32,
    alive: bool,
}

#[derive(Clone, Copy)]
struct ValueData {
    ty: Type,
    owner: u32,
    index: u32,
    first_use: u32,
}

const ARGUMENT: u32 = 1 << 31;
const ERASED: u32 = u32::MAX;

#[derive(Clone, Copy)]
struct Link {
    target: u32,
    owner: Op,
    next: u32,
    previous: u32,
}

/// What an operation is made of; see [`Body::create_op`].
#[derive(Clone, Copy, Debug)]
pub struct OpState<'a> {
    /// Its name.
    pub name: OpName,
    /// Where it comes from.
    pub location: Location,
    /// Values of the same body.
    pub operands: &'a [Value],
    /// One for each result.
    pub result_types: &'a [Type],
    /// The discardable attributes: a dictionary.
    pub attributes: Attribute,
    /// The inherent attributes in the order of `OpInfo::properties`, or one attribute (`<{…}>`) where the operation is not
    /// registered.
    pub properties: &'a [Attribute],
    /// Blocks of the same body.
    pub successors: &'a [Block],
    /// Detached regions of the same body.
    pub regions: &'a [Region],
}

impl<'a> OpState<'a> {
    /// An operation without operands, results, attributes, successors and regions.
    pub fn new(name: OpName, location: Location) -> OpState<'a> {
        OpState {
            name,
            location,
            operands: &[],
            result_types: &[],
            attributes: Attribute::EMPTY_DICTIONARY,
            properties: &[],
            successors: &[],
            regions: &[],
        }
    }
}

/// The arena of one isolated operation, down to the next isolated ones.
pub struct Body {
    id: BodyId,
    /// The stub of the root in the body around, for [`crate::Ir`].
    pub(crate) parent: Option<(BodyId, Op)>,
    ops: Vec<OpData>,
    blocks: Vec<BlockData>,
    regions: Vec<RegionData>,
    values: Pool<ValueData>,
    operands: Pool<Link>,
    successors: Pool<Link>,
    properties: Pool<Attribute>,
    block_arguments: Pool<Value>,
    /// Beside the entries of `block_arguments`.
    argument_locations: Vec<Location>,
    region_lists: Pool<Region>,
    extras: Vec<ExtraData>,
    free_ops: Vec<Op>,
    free_blocks: Vec<Block>,
    free_regions: Vec<Region>,
    free_extras: Vec<u32>,
    generation: u32,
    /// Generations of operations; those behind the end have 0, as all have until something is erased.
    op_generations: Vec<u32>,
    orphans: Vec<BodyId>,
}

static NEXT_BODY: AtomicU32 = AtomicU32::new(1);

impl Body {
    /// The operation that owns the body.
    pub const ROOT: Op = Op(0);

    fn next_id() -> BodyId {
        let id = NEXT_BODY.fetch_add(1, Ordering::Relaxed);
        assert!(id != u32::MAX, "a process makes fewer than 2^32 bodies");
        BodyId(id)
    }

    /// A body whose root has the given name and location, and nothing else yet.
    pub fn new(name: OpName, location: Location) -> Body {
        let mut body = Body {
            id: Body::next_id(),
            parent: None,
            ops: Vec::new(),
            blocks: Vec::new(),
            regions: Vec::new(),
            values: Pool::new(),
            operands: Pool::new(),
            successors: Pool::new(),
            properties: Pool::new(),
            block_arguments: Pool::new(),
            argument_locations: Vec::new(),
            region_lists: Pool::new(),
            extras: Vec::new(),
            free_ops: Vec::new(),
            free_blocks: Vec::new(),
            free_regions: Vec::new(),
            free_extras: Vec::new(),
            generation: 0,
            op_generations: Vec::new(),
            orphans: Vec::new(),
        };
        body.create_op(&OpState::new(name, location));
        body
    }

    /// Names this body.
    pub fn id(&self) -> BodyId {
        self.id
    }

    /// The body around and the stub of this body's root in it; `None` where detached.
    #[inline]
    pub fn parent(&self) -> Option<(BodyId, Op)> {
        self.parent
    }

    /// Makes room for about so many more operations, operands and values.
    pub fn reserve(&mut self, ops: usize, operands: usize, values: usize) {
        self.ops.reserve_exact(ops);
        self.operands.items.reserve_exact(operands);
        self.values.items.reserve_exact(values);
    }

    /// Makes room for what a text of so many bytes can hold, as far as that can be told. Room that is not used costs little more
    /// than address space.
    pub fn reserve_for_text(&mut self, bytes: usize) {
        let estimate = (bytes / 24).clamp(16, 1 << 25);
        self.reserve(estimate, estimate * 2, estimate);
        self.properties.items.reserve_exact(estimate);
    }

    /// Whether the next operation needs new room.
    #[inline]
    pub fn is_full(&self) -> bool {
        self.ops.len() == self.ops.capacity() && self.free_ops.is_empty()
    }

    /// Takes what is in another body, and its id, into the room of this one.
    pub fn take_from(&mut self, other: Body) {
        fn refill<T>(list: &mut Vec<T>, from: Vec<T>) {
            list.clear();
            list.extend(from);
        }
        fn refill_pool<T: Copy>(pool: &mut Pool<T>, from: Pool<T>) {
            refill(&mut pool.items, from.items);
            pool.free = from.free;
        }
        self.id = other.id;
        self.parent = other.parent;
        refill(&mut self.ops, other.ops);
        refill(&mut self.blocks, other.blocks);
        refill(&mut self.regions, other.regions);
        refill_pool(&mut self.values, other.values);
        refill_pool(&mut self.operands, other.operands);
        refill_pool(&mut self.successors, other.successors);
        refill_pool(&mut self.properties, other.properties);
        refill_pool(&mut self.block_arguments, other.block_arguments);
        refill(&mut self.argument_locations, other.argument_locations);
        refill_pool(&mut self.region_lists, other.region_lists);
        refill(&mut self.extras, other.extras);
        refill(&mut self.free_ops, other.free_ops);
        refill(&mut self.free_blocks, other.free_blocks);
        refill(&mut self.free_regions, other.free_regions);
        refill(&mut self.free_extras, other.free_extras);
        self.generation = other.generation;
        refill(&mut self.op_generations, other.op_generations);
        refill(&mut self.orphans, other.orphans);
    }

    /// The body as a new one of exactly the size it needs, under its id. This one is left empty, with a root of the same name under a new
    /// id, and keeps its room for the next.
    pub fn take_exact(&mut self) -> Body {
        let mut exact = self.copy();
        exact.parent = self.parent.take();
        let name = self.ops[0].name;
        std::mem::swap(&mut exact.id, &mut self.id);
        self.reset(name, Location::UNKNOWN);
        exact
    }

    /// Forgets everything but the room. The id stays.
    pub fn reset(&mut self, name: OpName, location: Location) {
        self.ops.clear();
        self.blocks.clear();
        self.regions.clear();
        self.values.clear();
        self.operands.clear();
        self.successors.clear();
        self.properties.clear();
        self.block_arguments.clear();
        self.argument_locations.clear();
        self.region_lists.clear();
        self.extras.clear();
        self.free_ops.clear();
        self.free_blocks.clear();
        self.free_regions.clear();
        self.free_extras.clear();
        self.generation = 0;
        self.op_generations.clear();
        self.orphans.clear();
        self.create_op(&OpState::new(name, location));
    }

    /// All operation indexes are below this; for tables of side data.
    pub fn op_bound(&self) -> usize {
        self.ops.len()
    }

    /// All block indexes are below this.
    pub fn block_bound(&self) -> usize {
        self.blocks.len()
    }

    /// All region indexes are below this.
    pub fn region_bound(&self) -> usize {
        self.regions.len()
    }

    /// All value indexes are below this.
    pub fn value_bound(&self) -> usize {
        self.values.items.len()
    }

    // ---- creating -------------------------------------------------------------------------------------------------------

    /// Creates a detached operation.
    pub fn create_op(&mut self, state: &OpState<'_>) -> Op {
        let op = match self.free_ops.pop() {
            Some(op) => op,
            None => Op(index(self.ops.len())),
        };
        let operands = self.alloc_links(op, state.operands);
        let results = self.values.alloc(state.result_types.iter().enumerate().map(|(i, &ty)| ValueData {
            ty,
            owner: op.0,
            index: i as u32,
            first_use: NO_LINK,
        }));
        let properties = self.properties.alloc(state.properties.iter().copied());
        let extra = if state.successors.is_empty() && state.regions.is_empty() {
            NO_EXTRA
        } else {
            let regions = self.region_lists.alloc(state.regions.iter().copied());
            for (i, &region) in state.regions.iter().enumerate() {
                let data = &mut self.regions[region.at()];
                debug_assert!(data.op.is_none(), "the region belongs to another operation");
                data.op = op;
                data.index = i as u32;
            }
            let successors = self.alloc_successors(op, state.successors);
            self.new_extra(ExtraData { regions, successors, child: BodyId::NONE })
        };
        let data = OpData {
            name: state.name,
            location: state.location,
            block: Block::NONE,
            previous: Op::NONE,
            next: Op::NONE,
            order: AtomicU32::new(0),
            attributes: state.attributes,
            operands,
            results,
            properties: properties.start,
            extra,
            property_count: u16::try_from(state.properties.len()).expect("fewer than 2^16 inherent attributes"),
            alive: true,
        };
        match self.ops.get_mut(op.at()) {
            Some(slot) => *slot = data,
            None => self.ops.push(data),
        }
        if self.generation != 0 {
            if self.op_generations.len() <= op.at() {
                self.op_generations.resize(op.at() + 1, 0);
            }
            self.op_generations[op.at()] = self.generation;
        }
        op
    }

    fn new_extra(&mut self, data: ExtraData) -> u32 {
        match self.free_extras.pop() {
            Some(slot) => {
                self.extras[slot as usize] = data;
                slot
            }
            None => {
                self.extras.push(data);
                index(self.extras.len() - 1)
            }
        }
    }

    fn alloc_links(&mut self, op: Op, operands: &[Value]) -> Range {
        let link = |&v: &Value| Link { target: v.0, owner: op, next: NO_LINK, previous: NO_LINK };
        let range = self.operands.alloc(operands.iter().map(link));
        for i in range.indexes() {
            self.link_operand(i as u32);
        }
        range
    }

    fn alloc_successors(&mut self, op: Op, blocks: &[Block]) -> Range {
        let link = |&b: &Block| Link { target: b.0, owner: op, next: NO_LINK, previous: NO_LINK };
        let range = self.successors.alloc(blocks.iter().map(link));
        for i in range.indexes() {
            self.link_successor(i as u32);
        }
        range
    }

    fn link_operand(&mut self, at: u32) {
        let value = self.operands.items[at as usize].target as usize;
        let head = std::mem::replace(&mut self.values.items[value].first_use, at);
        let link = &mut self.operands.items[at as usize];
        link.next = head;
        link.previous = NO_LINK;
        if head != NO_LINK {
            self.operands.items[head as usize].previous = at;
        }
    }

    fn unlink_operand(&mut self, at: u32) {
        let Link { target, next, previous, .. } = self.operands.items[at as usize];
        match previous {
            NO_LINK => self.values.items[target as usize].first_use = next,
            _ => self.operands.items[previous as usize].next = next,
        }
        if next != NO_LINK {
            self.operands.items[next as usize].previous = previous;
        }
    }

    fn link_successor(&mut self, at: u32) {
        let block = self.successors.items[at as usize].target as usize;
        let head = std::mem::replace(&mut self.blocks[block].first_use, at);
        let link = &mut self.successors.items[at as usize];
        link.next = head;
        link.previous = NO_LINK;
        if head != NO_LINK {
            self.successors.items[head as usize].previous = at;
        }
    }

    fn unlink_successor(&mut self, at: u32) {
        let Link { target, next, previous, .. } = self.successors.items[at as usize];
        match previous {
            NO_LINK => self.blocks[target as usize].first_use = next,
            _ => self.successors.items[previous as usize].next = next,
        }
        if next != NO_LINK {
            self.successors.items[next as usize].previous = previous;
        }
    }

    /// Creates a detached region.
    pub fn create_region(&mut self) -> Region {
        let data = RegionData {
            op: Op::NONE,
            index: 0,
            first_block: Block::NONE,
            last_block: Block::NONE,
            generation: self.generation,
            alive: true,
        };
        match self.free_regions.pop() {
            Some(region) => {
                self.regions[region.at()] = data;
                region
            }
            None => {
                self.regions.push(data);
                Region(index(self.regions.len() - 1))
            }
        }
    }

    /// Creates a detached block with arguments of the given types.
    pub fn create_block(&mut self, arguments: &[Type]) -> Block {
        let block = self.free_blocks.pop().unwrap_or(Block(index(self.blocks.len())));
        let values = self.values.alloc(arguments.iter().enumerate().map(|(i, &ty)| ValueData {
            ty,
            owner: block.0 | ARGUMENT,
            index: i as u32,
            first_use: NO_LINK,
        }));
        let arguments = self.block_arguments.alloc(values.indexes().map(|i| Value(i as u32)));
        self.argument_locations.resize(self.block_arguments.items.len(), Location::UNKNOWN);
        self.argument_locations[arguments.indexes()].fill(Location::UNKNOWN);
        let data = BlockData {
            region: Region::NONE,
            previous: Block::NONE,
            next: Block::NONE,
            first_op: Op::NONE,
            last_op: Op::NONE,
            arguments,
            first_use: NO_LINK,
            generation: self.generation,
            ordered: AtomicBool::new(true),
            alive: true,
        };
        match self.blocks.get_mut(block.at()) {
            Some(slot) => *slot = data,
            None => self.blocks.push(data),
        }
        block
    }

    /// Makes a detached copy of an operation's name, location, attributes and result types the root of this body, and moves its regions
    /// there; the operation itself is erased. For a top-level operation that was parsed inside a container.
    pub fn adopt_root(&mut self, op: Op) {
        assert!(op != Body::ROOT && self.op_regions(Body::ROOT).len() <= 1, "the root is a container");
        let types: Vec<Type> = self.results(op).map(|v| self.value_type(v)).collect();
        let properties = self.properties(op).to_vec();
        let regions = self.op_regions(op).to_vec();
        let container = self.op_regions(Body::ROOT).to_vec();
        self.detach_op(op);
        let (name, location, attributes) = (self.name(op), self.location(op), self.attributes(op));
        let extra = std::mem::replace(&mut self.ops[op.at()].extra, NO_EXTRA);
        self.free_tree(vec![op], container.iter().flat_map(|&r| self.region_blocks(r)).collect());
        let old = self.ops[0].extra;
        if old != NO_EXTRA {
            self.free_extras.push(old);
        }
        let results = self.values.alloc(types.iter().enumerate().map(|(i, &ty)| ValueData {
            ty,
            owner: 0,
            index: i as u32,
            first_use: NO_LINK,
        }));
        let root = &mut self.ops[0];
        root.name = name;
        root.location = location;
        root.attributes = attributes;
        root.results = results;
        root.extra = extra;
        for region in regions {
            self.regions[region.at()].op = Body::ROOT;
        }
        self.set_properties(Body::ROOT, &properties);
    }

    // ---- operations -----------------------------------------------------------------------------------------------------

    /// Whether it has neither regions nor successors nor a body of its own.
    #[inline]
    pub fn is_plain(&self, op: Op) -> bool {
        self.ops[op.at()].extra == NO_EXTRA
    }

    /// The name.
    #[inline]
    pub fn name(&self, op: Op) -> OpName {
        self.ops[op.at()].name
    }

    /// Changes the name; operands, results and attributes stay as they are.
    pub fn set_name(&mut self, op: Op, name: OpName) {
        self.ops[op.at()].name = name;
    }

    /// Where it comes from. That of a stub is kept by the root of its own body.
    pub fn location(&self, op: Op) -> Location {
        self.ops[op.at()].location
    }

    /// Changes where it comes from.
    pub fn set_location(&mut self, op: Op, location: Location) {
        self.ops[op.at()].location = location;
    }

    /// The discardable attributes: a dictionary.
    #[inline]
    pub fn attributes(&self, op: Op) -> Attribute {
        self.ops[op.at()].attributes
    }

    /// Replaces the discardable attributes.
    pub fn set_attributes(&mut self, op: Op, dictionary: Attribute) {
        self.ops[op.at()].attributes = dictionary;
    }

    /// The inherent attributes, by slot.
    #[inline]
    pub fn properties(&self, op: Op) -> &[Attribute] {
        let data = &self.ops[op.at()];
        &self.properties.items[data.properties as usize..data.properties as usize + data.property_count as usize]
    }

    /// Sets an inherent attribute by its slot.
    pub fn set_property(&mut self, op: Op, slot: usize, value: Attribute) {
        let data = &self.ops[op.at()];
        assert!(slot < data.property_count as usize, "no such inherent attribute");
        self.properties.items[data.properties as usize + slot] = value;
    }

    /// Replaces all inherent attributes, whose number may change.
    pub fn set_properties(&mut self, op: Op, properties: &[Attribute]) {
        let data = &self.ops[op.at()];
        let old = Range { start: data.properties, len: data.property_count as u32 };
        if old.len as usize == properties.len() {
            self.properties.items[old.indexes()].copy_from_slice(properties);
            return;
        }
        self.properties.release(old);
        let range = self.properties.alloc(properties.iter().copied());
        let data = &mut self.ops[op.at()];
        data.properties = range.start;
        data.property_count = u16::try_from(properties.len()).expect("fewer than 2^16 inherent attributes");
    }

    /// Number of operands.
    #[inline]
    pub fn operand_count(&self, op: Op) -> usize {
        self.ops[op.at()].operands.len as usize
    }

    /// The `index`-th operand.
    #[inline]
    pub fn operand(&self, op: Op, index: usize) -> Value {
        Value(self.operands.slice(self.ops[op.at()].operands)[index].target)
    }

    /// The operands.
    #[inline]
    pub fn operands(&self, op: Op) -> impl ExactSizeIterator<Item = Value> + DoubleEndedIterator + Clone + '_ {
        self.operands.slice(self.ops[op.at()].operands).iter().map(|link| Value(link.target))
    }

    /// Replaces one operand.
    pub fn set_operand(&mut self, op: Op, index: usize, value: Value) {
        let range = self.ops[op.at()].operands;
        assert!(index < range.len as usize, "no such operand");
        let at = range.start + index as u32;
        self.unlink_operand(at);
        self.operands.items[at as usize].target = value.0;
        self.link_operand(at);
    }

    /// Replaces all operands, whose number may change.
    pub fn set_operands(&mut self, op: Op, operands: &[Value]) {
        let range = self.ops[op.at()].operands;
        if range.len as usize == operands.len() {
            for (i, &value) in operands.iter().enumerate() {
                if self.operands.items[range.start as usize + i].target != value.0 {
                    self.set_operand(op, i, value);
                }
            }
            return;
        }
        for at in range.indexes() {
            self.unlink_operand(at as u32);
        }
        self.operands.release(range);
        self.ops[op.at()].operands = self.alloc_links(op, operands);
    }

    /// Number of results.
    #[inline]
    pub fn result_count(&self, op: Op) -> usize {
        self.ops[op.at()].results.len as usize
    }

    /// The `index`-th result.
    #[inline]
    pub fn result(&self, op: Op, index: usize) -> Value {
        let range = self.ops[op.at()].results;
        assert!(index < range.len as usize, "no such result");
        Value(range.start + index as u32)
    }

    /// The results.
    pub fn results(&self, op: Op) -> impl ExactSizeIterator<Item = Value> + DoubleEndedIterator + Clone + use<> {
        let range = self.ops[op.at()].results;
        (range.start..range.start + range.len).map(Value)
    }

    /// The successors.
    #[inline]
    pub fn successors(&self, op: Op) -> impl ExactSizeIterator<Item = Block> + Clone + '_ {
        let range = self.extra(op).map_or(Range::default(), |e| e.successors);
        self.successors.slice(range).iter().map(|link| Block(link.target))
    }

    /// Replaces one successor.
    pub fn set_successor(&mut self, op: Op, index: usize, block: Block) {
        let range = self.extra(op).map_or(Range::default(), |e| e.successors);
        assert!(index < range.len as usize, "no such successor");
        let at = range.start + index as u32;
        self.unlink_successor(at);
        self.successors.items[at as usize].target = block.0;
        self.link_successor(at);
    }

    /// The regions. A stub has none: they are in its own body.
    #[inline]
    pub fn op_regions(&self, op: Op) -> &[Region] {
        self.extra(op).map_or(&[], |e| self.region_lists.slice(e.regions))
    }

    /// Gives the operation one more region, which must be detached.
    pub fn add_region(&mut self, op: Op, region: Region) {
        let extra = self.extra_mut(op);
        let old = self.extras[extra].regions;
        let mut list = self.region_lists.slice(old).to_vec();
        let data = &mut self.regions[region.at()];
        assert!(data.op.is_none(), "the region belongs to another operation");
        data.op = op;
        data.index = list.len() as u32;
        list.push(region);
        self.region_lists.release(old);
        self.extras[extra].regions = self.region_lists.alloc(list.into_iter());
    }

    /// The body of a stub's root.
    #[inline]
    pub fn child(&self, op: Op) -> Option<BodyId> {
        self.extra(op).and_then(|e| e.child.some())
    }

    pub(crate) fn set_child(&mut self, op: Op, child: BodyId) {
        let extra = self.extra_mut(op);
        self.extras[extra].child = child;
    }

    #[inline]
    fn extra(&self, op: Op) -> Option<&ExtraData> {
        self.extras.get(self.ops[op.at()].extra as usize)
    }

    fn extra_mut(&mut self, op: Op) -> usize {
        if self.ops[op.at()].extra == NO_EXTRA {
            let empty = ExtraData { regions: Range::default(), successors: Range::default(), child: BodyId::NONE };
            let slot = self.new_extra(empty);
            self.ops[op.at()].extra = slot;
        }
        self.ops[op.at()].extra as usize
    }

    /// The block it is in, [`Block::NONE`] where detached or the root.
    #[inline]
    pub fn op_block(&self, op: Op) -> Block {
        self.ops[op.at()].block
    }

    /// The operation around, within this body; `None` for the root and detached operations.
    pub fn parent_op(&self, op: Op) -> Option<Op> {
        let block = self.ops[op.at()].block.some()?;
        self.regions[self.blocks[block.at()].region.some()?.at()].op.some()
    }

    /// The operation after it in its block.
    #[inline]
    pub fn next_op(&self, op: Op) -> Option<Op> {
        self.ops[op.at()].next.some()
    }

    /// The operation before it in its block.
    pub fn previous_op(&self, op: Op) -> Option<Op> {
        self.ops[op.at()].previous.some()
    }

    /// The generation of an operation, `None` where the index is none of a living one.
    #[inline]
    pub fn op_generation(&self, op: Op) -> Option<u32> {
        let alive = self.ops.get(op.at()).is_some_and(|d| d.alive);
        alive.then(|| self.op_generations.get(op.at()).copied().unwrap_or(0))
    }

    /// The generation of a block, `None` where the index is none of a living one.
    #[inline]
    pub fn block_generation(&self, block: Block) -> Option<u32> {
        self.blocks.get(block.at()).filter(|d| d.alive).map(|d| d.generation)
    }

    /// The generation of a region, `None` where the index is none of a living one.
    #[inline]
    pub fn region_generation(&self, region: Region) -> Option<u32> {
        self.regions.get(region.at()).filter(|d| d.alive).map(|d| d.generation)
    }

    /// The generation of a value (that of its operation or block), `None` where the index is none of a living one.
    #[inline]
    pub fn value_generation(&self, value: Value) -> Option<u32> {
        match self.values.items.get(value.at())?.owner {
            ERASED => None,
            owner if owner & ARGUMENT != 0 => self.block_generation(Block(owner & !ARGUMENT)),
            owner => self.op_generation(Op(owner)),
        }
    }

    /// Whether `a` comes before `b` in the block that both are in.
    pub fn is_before(&self, a: Op, b: Op) -> bool {
        let block = self.ops[a.at()].block;
        debug_assert!(!block.is_none() && block == self.ops[b.at()].block, "operations of one block are compared");
        // Two threads that number the same block write the same numbers.
        if !self.blocks[block.at()].ordered.load(Ordering::Acquire) {
            let mut next = self.blocks[block.at()].first_op;
            let mut order = 0;
            while let Some(op) = next.some() {
                self.ops[op.at()].order.store(order, Ordering::Relaxed);
                order += 1;
                next = self.ops[op.at()].next;
            }
            self.blocks[block.at()].ordered.store(true, Ordering::Release);
        }
        self.ops[a.at()].order.load(Ordering::Relaxed) < self.ops[b.at()].order.load(Ordering::Relaxed)
    }

    // ---- position -------------------------------------------------------------------------------------------------------

    /// Puts a detached operation at the end of a block.
    pub fn append_op(&mut self, block: Block, op: Op) {
        self.link_op(block, op, self.blocks[block.at()].last_op, Op::NONE);
    }

    /// Puts a detached operation at the start of a block.
    pub fn prepend_op(&mut self, block: Block, op: Op) {
        self.link_op(block, op, Op::NONE, self.blocks[block.at()].first_op);
    }

    /// Puts a detached operation before another.
    pub fn insert_op_before(&mut self, op: Op, before: Op) {
        let OpData { block, previous, .. } = self.ops[before.at()];
        self.link_op(block, op, previous, before);
    }

    /// Puts a detached operation after another.
    pub fn insert_op_after(&mut self, op: Op, after: Op) {
        let OpData { block, next, .. } = self.ops[after.at()];
        self.link_op(block, op, after, next);
    }

    fn link_op(&mut self, block: Block, op: Op, previous: Op, next: Op) {
        assert!(self.ops[op.at()].block.is_none() && op != Body::ROOT, "the operation is in a block already");
        let ordered = *self.blocks[block.at()].ordered.get_mut();
        let order = match previous.some() {
            Some(previous) => {
                self.ops[previous.at()].next = op;
                self.ops[previous.at()].order.get_mut().wrapping_add(1)
            }
            None => {
                self.blocks[block.at()].first_op = op;
                0
            }
        };
        match next.some() {
            Some(next) => self.ops[next.at()].previous = op,
            None => self.blocks[block.at()].last_op = op,
        }
        *self.blocks[block.at()].ordered.get_mut() = ordered && next.is_none();
        let data = &mut self.ops[op.at()];
        data.block = block;
        data.previous = previous;
        data.next = next;
        *data.order.get_mut() = order;
    }

    /// Takes an operation out of its block; it stays alive.
    pub fn detach_op(&mut self, op: Op) {
        let OpData { block, previous, next, .. } = self.ops[op.at()];
        let Some(block) = block.some() else { return };
        match previous.some() {
            Some(previous) => self.ops[previous.at()].next = next,
            None => self.blocks[block.at()].first_op = next,
        }
        match next.some() {
            Some(next) => self.ops[next.at()].previous = previous,
            None => self.blocks[block.at()].last_op = previous,
        }
        let data = &mut self.ops[op.at()];
        data.block = Block::NONE;
        data.previous = Op::NONE;
        data.next = Op::NONE;
    }

    /// Moves all operations from `first` on to the end of another block (MLIR's `splitBlock` and `spliceBlock`).
    pub fn move_ops_to_end(&mut self, first: Op, block: Block) {
        let mut next = Some(first);
        while let Some(op) = next {
            next = self.next_op(op);
            self.detach_op(op);
            self.append_op(block, op);
        }
    }

    // ---- blocks and regions ---------------------------------------------------------------------------------------------

    /// Puts a detached block at the end of a region.
    pub fn append_block(&mut self, region: Region, block: Block) {
        self.link_block(region, block, self.regions[region.at()].last_block, Block::NONE);
    }

    /// Puts a detached block before another.
    pub fn insert_block_before(&mut self, block: Block, before: Block) {
        let BlockData { region, previous, .. } = self.blocks[before.at()];
        self.link_block(region, block, previous, before);
    }

    /// Puts a detached block after another.
    pub fn insert_block_after(&mut self, block: Block, after: Block) {
        let BlockData { region, next, .. } = self.blocks[after.at()];
        self.link_block(region, block, after, next);
    }

    fn link_block(&mut self, region: Region, block: Block, previous: Block, next: Block) {
        assert!(self.blocks[block.at()].region.is_none(), "the block is in a region already");
        match previous.some() {
            Some(previous) => self.blocks[previous.at()].next = block,
            None => self.regions[region.at()].first_block = block,
        }
        match next.some() {
            Some(next) => self.blocks[next.at()].previous = block,
            None => self.regions[region.at()].last_block = block,
        }
        let data = &mut self.blocks[block.at()];
        data.region = region;
        data.previous = previous;
        data.next = next;
    }

    /// Takes a block out of its region; it stays alive.
    pub fn detach_block(&mut self, block: Block) {
        let BlockData { region, previous, next, .. } = self.blocks[block.at()];
        let Some(region) = region.some() else { return };
        match previous.some() {
            Some(previous) => self.blocks[previous.at()].next = next,
            None => self.regions[region.at()].first_block = next,
        }
        match next.some() {
            Some(next) => self.blocks[next.at()].previous = previous,
            None => self.regions[region.at()].last_block = previous,
        }
        let data = &mut self.blocks[block.at()];
        data.region = Region::NONE;
        data.previous = Block::NONE;
        data.next = Block::NONE;
    }

    /// The region it is in.
    #[inline]
    pub fn block_region(&self, block: Block) -> Region {
        self.blocks[block.at()].region
    }

    /// The block after it in its region.
    #[inline]
    pub fn next_block(&self, block: Block) -> Option<Block> {
        self.blocks[block.at()].next.some()
    }

    /// The block before it in its region.
    pub fn previous_block(&self, block: Block) -> Option<Block> {
        self.blocks[block.at()].previous.some()
    }

    /// Its first operation.
    #[inline]
    pub fn first_op(&self, block: Block) -> Option<Op> {
        self.blocks[block.at()].first_op.some()
    }

    /// Its last operation.
    pub fn last_op(&self, block: Block) -> Option<Op> {
        self.blocks[block.at()].last_op.some()
    }

    /// Its operations.
    pub fn block_ops(&self, block: Block) -> impl Iterator<Item = Op> + Clone + '_ {
        std::iter::successors(self.first_op(block), |&op| self.next_op(op))
    }

    /// Its arguments.
    pub fn arguments(&self, block: Block) -> &[Value] {
        self.block_arguments.slice(self.blocks[block.at()].arguments)
    }

    /// Adds an argument at the end, at an unknown location.
    pub fn add_argument(&mut self, block: Block, ty: Type) -> Value {
        self.add_argument_at(block, ty, Location::UNKNOWN)
    }

    /// Adds an argument at the end.
    pub fn add_argument_at(&mut self, block: Block, ty: Type, location: Location) -> Value {
        let range = self.blocks[block.at()].arguments;
        let value = ValueData { ty, owner: block.0 | ARGUMENT, index: range.len, first_use: NO_LINK };
        let value = if self.blocks[block.at()].generation == self.generation {
            Value(self.values.alloc([value].into_iter()).start)
        } else {
            // The argument has the generation of its block, which an erased value may have had too: its entry must be new.
            self.values.items.push(value);
            Value(index(self.values.items.len() - 1))
        };
        if range.len > 0 && (range.start + range.len) as usize == self.block_arguments.items.len() {
            self.block_arguments.items.push(value);
            self.argument_locations.push(location);
            self.blocks[block.at()].arguments.len += 1;
        } else {
            let mut list = self.argument_list(range);
            list.push((value, location));
            self.set_argument_list(block, &list);
        }
        value
    }

    /// Inserts an argument in front of the `index`-th, or at the end.
    pub fn insert_argument(&mut self, block: Block, index: usize, ty: Type, location: Location) -> Value {
        let value = self.add_argument_at(block, ty, location);
        let mut list = self.argument_list(self.blocks[block.at()].arguments);
        list[index..].rotate_right(1);
        for (i, (value, _)) in list.iter().enumerate().skip(index) {
            self.values.items[value.at()].index = i as u32;
        }
        self.set_argument_list(block, &list);
        value
    }

    /// Removes an argument, which should have no uses left.
    pub fn remove_argument(&mut self, block: Block, index: usize) {
        let mut list = self.argument_list(self.blocks[block.at()].arguments);
        let (removed, _) = list.remove(index);
        // A handle to the argument must not become valid again, so its entry is not reused: see the module's invariants.
        self.values.items[removed.at()].owner = ERASED;
        for (i, (value, _)) in list.iter().enumerate().skip(index) {
            self.values.items[value.at()].index = i as u32;
        }
        self.set_argument_list(block, &list);
    }

    fn argument_list(&self, range: Range) -> Vec<(Value, Location)> {
        let locations = self.argument_locations[range.indexes()].iter();
        self.block_arguments.slice(range).iter().copied().zip(locations.copied()).collect()
    }

    fn set_argument_list(&mut self, block: Block, list: &[(Value, Location)]) {
        self.block_arguments.release(self.blocks[block.at()].arguments);
        let range = self.block_arguments.alloc(list.iter().map(|(value, _)| *value));
        self.argument_locations.resize(self.block_arguments.items.len(), Location::UNKNOWN);
        for (slot, (_, location)) in self.argument_locations[range.indexes()].iter_mut().zip(list) {
            *slot = *location;
        }
        self.blocks[block.at()].arguments = range;
    }

    /// Where a block argument comes from; unknown for results.
    pub fn argument_location(&self, value: Value) -> Location {
        match self.value_def(value) {
            ValueDef::Argument { block, index } => {
                self.argument_locations[(self.blocks[block.at()].arguments.start + index) as usize]
            }
            _ => Location::UNKNOWN,
        }
    }

    /// Changes where a block argument comes from.
    pub fn set_argument_location(&mut self, value: Value, location: Location) {
        if let ValueDef::Argument { block, index } = self.value_def(value) {
            self.argument_locations[(self.blocks[block.at()].arguments.start + index) as usize] = location;
        }
    }

    /// The operations that have it as a successor, newest first; one may occur several times.
    pub fn predecessor_ops(&self, block: Block) -> impl Iterator<Item = Op> + Clone + '_ {
        let first = self.blocks[block.at()].first_use;
        let links = &self.successors.items;
        std::iter::successors((first != NO_LINK).then_some(first), move |&at| {
            let next = links[at as usize].next;
            (next != NO_LINK).then_some(next)
        })
        .map(move |at| links[at as usize].owner)
    }

    /// The operation that owns the region, [`Op::NONE`] where detached.
    pub fn region_op(&self, region: Region) -> Op {
        self.regions[region.at()].op
    }

    /// Position among the regions of its operation.
    pub fn region_index(&self, region: Region) -> u32 {
        self.regions[region.at()].index
    }

    /// The first block.
    pub fn first_block(&self, region: Region) -> Option<Block> {
        self.regions[region.at()].first_block.some()
    }

    /// The last block.
    pub fn last_block(&self, region: Region) -> Option<Block> {
        self.regions[region.at()].last_block.some()
    }

    /// Its blocks.
    pub fn region_blocks(&self, region: Region) -> impl Iterator<Item = Block> + Clone + '_ {
        std::iter::successors(self.first_block(region), |&block| self.next_block(block))
    }

    /// Moves all blocks of `from` to the end of `to`.
    pub fn move_blocks(&mut self, from: Region, to: Region) {
        while let Some(block) = self.first_block(from) {
            self.detach_block(block);
            self.append_block(to, block);
        }
    }

    // ---- values ---------------------------------------------------------------------------------------------------------

    /// The type.
    pub fn value_type(&self, value: Value) -> Type {
        self.values.items[value.at()].ty
    }

    /// Changes the type.
    pub fn set_value_type(&mut self, value: Value, ty: Type) {
        self.values.items[value.at()].ty = ty;
    }

    /// Where it comes from.
    pub fn value_def(&self, value: Value) -> ValueDef {
        let data = &self.values.items[value.at()];
        match data.owner {
            ERASED => ValueDef::Erased,
            owner if owner & ARGUMENT != 0 => ValueDef::Argument { block: Block(owner & !ARGUMENT), index: data.index },
            owner => ValueDef::Result { op: Op(owner), index: data.index },
        }
    }

    /// The operation it is a result of.
    pub fn defining_op(&self, value: Value) -> Option<Op> {
        match self.value_def(value) {
            ValueDef::Result { op, .. } => Some(op),
            _ => None,
        }
    }

    /// The block it is defined in; [`Block::NONE`] for results of detached operations.
    pub fn value_block(&self, value: Value) -> Block {
        match self.value_def(value) {
            ValueDef::Result { op, .. } => self.op_block(op),
            ValueDef::Argument { block, .. } => block,
            ValueDef::Erased => Block::NONE,
        }
    }

    /// Its uses, newest first.
    pub fn uses(&self, value: Value) -> impl Iterator<Item = OpOperand> + Clone + '_ {
        let first = self.values.items[value.at()].first_use;
        let links = &self.operands.items;
        std::iter::successors((first != NO_LINK).then_some(first), move |&at| {
            let next = links[at as usize].next;
            (next != NO_LINK).then_some(next)
        })
        .map(move |at| {
            let op = links[at as usize].owner;
            OpOperand { op, index: at - self.ops[op.at()].operands.start }
        })
    }

    /// Whether it is used at all.
    pub fn has_uses(&self, value: Value) -> bool {
        self.values.items[value.at()].first_use != NO_LINK
    }

    /// Whether it is used exactly once.
    pub fn has_one_use(&self, value: Value) -> bool {
        let first = self.values.items[value.at()].first_use;
        first != NO_LINK && self.operands.items[first as usize].next == NO_LINK
    }

    /// Makes all users of `old` use `new` (MLIR's `replaceAllUsesWith`: the uses move one by one to the front of the other list).
    pub fn replace_all_uses(&mut self, old: Value, new: Value) {
        if old == new {
            return;
        }
        loop {
            let at = self.values.items[old.at()].first_use;
            if at == NO_LINK {
                return;
            }
            self.unlink_operand(at);
            self.operands.items[at as usize].target = new.0;
            self.link_operand(at);
        }
    }

    /// Puts the uses of a value in the given order, which must name each of them once.
    pub fn reorder_uses(&mut self, value: Value, order: &[OpOperand]) {
        debug_assert_eq!(self.uses(value).count(), order.len());
        for operand in order.iter().rev() {
            let at = self.ops[operand.op.at()].operands.start + operand.index;
            debug_assert_eq!(self.operands.items[at as usize].target, value.0);
            self.unlink_operand(at);
            self.link_operand(at);
        }
    }

    // ---- erasing --------------------------------------------------------------------------------------------------------

    /// Erases an operation with everything in its regions. Its results should have no uses left; where they have, the users
    /// keep a value without definition, which the verifier reports. Does nothing for the root.
    pub fn erase_op(&mut self, op: Op) {
        if op == Body::ROOT || !self.ops[op.at()].alive {
            return;
        }
        self.detach_op(op);
        self.free_tree(vec![op], Vec::new());
    }

    /// Erases a block with everything in it.
    pub fn erase_block(&mut self, block: Block) {
        self.detach_block(block);
        self.free_tree(Vec::new(), vec![block]);
    }

    fn free_tree(&mut self, mut ops: Vec<Op>, mut blocks: Vec<Block>) {
        let mut regions = Vec::new();
        let (mut op_at, mut block_at) = (0, 0);
        loop {
            if let Some(&op) = ops.get(op_at) {
                op_at += 1;
                for &region in self.op_regions(op) {
                    regions.push(region);
                    blocks.extend(self.region_blocks(region));
                }
            } else if let Some(&block) = blocks.get(block_at) {
                block_at += 1;
                ops.extend(self.block_ops(block));
            } else {
                break;
            }
        }
        // First all uses go, then what is used, so that only uses from outside are left to be seen.
        for &op in &ops {
            for at in self.ops[op.at()].operands.indexes() {
                self.unlink_operand(at as u32);
            }
            for at in self.extra(op).map_or(Range::default(), |e| e.successors).indexes() {
                self.unlink_successor(at as u32);
            }
        }
        for op in ops {
            let data = &mut self.ops[op.at()];
            data.alive = false;
            let (operands, results, extra) = (data.operands, data.results, data.extra);
            let properties = Range { start: data.properties, len: data.property_count as u32 };
            data.operands = Range::default();
            data.results = Range::default();
            data.property_count = 0;
            data.extra = NO_EXTRA;
            self.operands.release(operands);
            self.properties.release(properties);
            self.free_values(results);
            if extra != NO_EXTRA {
                let ExtraData { regions, successors, child } = self.extras[extra as usize];
                self.region_lists.release(regions);
                self.successors.release(successors);
                self.extras[extra as usize].child = BodyId::NONE;
                self.free_extras.push(extra);
                self.orphans.extend(child.some());
            }
            self.free_ops.push(op);
        }
        for block in blocks {
            let arguments = self.blocks[block.at()].arguments;
            for i in arguments.indexes() {
                let value = self.block_arguments.items[i];
                self.free_values(Range { start: value.0, len: 1 });
            }
            self.block_arguments.release(arguments);
            let data = &mut self.blocks[block.at()];
            data.alive = false;
            data.arguments = Range::default();
            // A block that is still a successor of something keeps its entry, so that no index dangles.
            if data.first_use == NO_LINK {
                self.free_blocks.push(block);
            }
        }
        for region in regions {
            self.regions[region.at()].alive = false;
            self.free_regions.push(region);
        }
        match self.generation.checked_add(1) {
            Some(next) => self.generation = next,
            // Nothing is reused any more, so that generations need not grow.
            None => {
                self.free_ops.clear();
                self.free_blocks.clear();
                self.free_regions.clear();
                self.values.free = None;
            }
        }
    }

    fn free_values(&mut self, range: Range) {
        let mut used = false;
        for value in &mut self.values.items[range.indexes()] {
            value.owner = ERASED;
            used |= value.first_use != NO_LINK;
        }
        if !used {
            self.values.release(range);
        }
    }

    /// The bodies whose stubs were erased since the last call, for the directory to drop.
    pub(crate) fn take_orphans(&mut self) -> Vec<BodyId> {
        std::mem::take(&mut self.orphans)
    }

    /// The bodies of the stubs in this body, in no particular order.
    pub fn child_bodies(&self) -> impl Iterator<Item = BodyId> + '_ {
        self.extras.iter().filter_map(|e| e.child.some())
    }

    /// The stubs in this body, with the bodies of their roots.
    pub(crate) fn stubs(&self) -> Vec<(Op, BodyId)> {
        let living = |i: &usize| self.ops[*i].alive;
        (0..self.ops.len()).filter(living).filter_map(|i| self.child(Op(i as u32)).map(|c| (Op(i as u32), c))).collect()
    }

    /// A copy of all tables, as a detached body. Its stubs still name the bodies of the original.
    pub(crate) fn copy(&self) -> Body {
        let ops = self.ops.iter().map(|d| OpData { order: AtomicU32::new(d.order.load(Ordering::Relaxed)), ..*d });
        let blocks =
            self.blocks.iter().map(|d| BlockData { ordered: AtomicBool::new(d.ordered.load(Ordering::Acquire)), ..*d });
        let regions = self.regions.iter().map(|d| RegionData { ..*d });
        Body {
            id: Body::next_id(),
            parent: None,
            ops: ops.collect(),
            blocks: blocks.collect(),
            regions: regions.collect(),
            values: self.values.clone(),
            operands: self.operands.clone(),
            successors: self.successors.clone(),
            properties: self.properties.clone(),
            block_arguments: self.block_arguments.clone(),
            argument_locations: self.argument_locations.clone(),
            region_lists: self.region_lists.clone(),
            extras: self.extras.clone(),
            free_ops: self.free_ops.clone(),
            free_blocks: self.free_blocks.clone(),
            free_regions: self.free_regions.clone(),
            free_extras: self.free_extras.clone(),
            generation: self.generation,
            op_generations: self.op_generations.clone(),
            orphans: Vec::new(),
        }
    }

    /// The inherent attribute of a name: by its slot where `slots` (the names of `OpInfo::properties`) has it.
    #[inline]
    pub fn property_by_name(&self, op: Op, slots: &[Ident], name: Ident) -> Option<Attribute> {
        let slot = slots.iter().position(|&n| n == name)?;
        self.properties(op).get(slot).copied()
    }
}

mod parts;

pub use parts::OpParts;

#[cfg(test)]
mod tests;
