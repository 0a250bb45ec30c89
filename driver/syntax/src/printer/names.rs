//! Names of values and blocks: `%0`, `%arg0`, `%c1_i32_0`, `^bb1`.
//!
//! As in MLIR, all that is in a region gets its names before what is in the regions of its operations. Numbers go on from those of
//! the region around, or, with unique numbers, from the region named before. A name given by an operation is made unique
//! among those of its region and the regions around.
//!
//! The names of one body need of others only where their counters stood and what names were taken ([`Start`]), so that
//! bodies are named when they are printed. With unique numbers all are named at once.

use super::table::OpTable;
use super::{PrintOptions, same, text};
use hashbrown::HashTable;
use plugopt_dialect::asm::{OpView, ValueNames};
use plugopt_dialect::definition::ResultNames;
use plugopt_ir::body::ValueDef;
use plugopt_ir::{Block, Body, BodyId, Context, Ident, Ir, Location, LocationData, Op, OpRef, Region, Value};
use rustc_hash::{FxHashMap, FxHasher};
use smallvec::SmallVec;
use std::hash::Hasher;
use std::sync::Arc;

/// The names in one body. An entry of `values` is a kind in its two top bits and a number.
#[derive(Default)]
pub(super) struct Names {
    values: Vec<u32>,
    /// The position in its region, or an entry of `block_names`.
    blocks: Vec<u32>,
    block_names: Vec<(u32, Box<[u8]>)>,
    /// What results of operations with several stand for: the name of the group, and the number in it if it is needed.
    members: Vec<(u32, Option<u32>)>,
    /// First results of the groups of operations that have more than one group.
    groups: FxHashMap<Op, SmallVec<[u32; 4]>>,
    /// Numbers of operations without results, for comments about users.
    ops: FxHashMap<Op, u32>,
    text: Vec<u8>,
    spans: Vec<(u32, u32)>,
    children: FxHashMap<BodyId, Start>,
}

const KIND: u32 = 3 << 30;
const NUMBER: u32 = 0;
const ARGUMENT: u32 = 1 << 30;
const NAMED: u32 = 2 << 30;
const MEMBER: u32 = 3 << 30;
const UNKNOWN: u32 = u32::MAX;
const CUSTOM_BLOCK: u32 = 1 << 31;

impl Names {
    fn for_body(body: &Body) -> Names {
        Names {
            values: vec![UNKNOWN; body.value_bound()],
            blocks: vec![UNKNOWN; body.block_bound()],
            ..Names::default()
        }
    }

    /// `%name` or `%name#1`; with `group` the name of all results of the group that a first result stands for.
    #[inline]
    pub(super) fn push_value(&self, value: Value, group: bool, out: &mut Vec<u8>) {
        let mut code = self.values.get(value.0 as usize).copied().unwrap_or(UNKNOWN);
        let mut number = None;
        if code & KIND == MEMBER {
            match self.members.get((code & !KIND) as usize) {
                Some(&(head, in_group)) if code != UNKNOWN => (code, number) = (head, in_group),
                _ => return out.extend_from_slice(b"<<UNKNOWN SSA VALUE>>"),
            }
        }
        out.push(b'%');
        self.push_code(code, out);
        if let (Some(number), false) = (number, group) {
            out.push(b'#');
            text::push_small(out, number);
        }
    }

    fn push_code(&self, code: u32, out: &mut Vec<u8>) {
        let number = code & !KIND;
        match code & KIND {
            NUMBER => text::push_small(out, number),
            ARGUMENT => {
                out.extend_from_slice(b"arg");
                text::push_small(out, number);
            }
            _ => {
                let (start, len) = self.spans.get(number as usize).copied().unwrap_or_default();
                out.extend_from_slice(&self.text[start as usize..(start + len) as usize]);
            }
        }
    }

    /// `^name`
    pub(super) fn push_block(&self, block: Block, out: &mut Vec<u8>) {
        match self.blocks.get(block.0 as usize) {
            None | Some(&UNKNOWN) => out.extend_from_slice(b"INVALIDBLOCK"),
            Some(code) if code & CUSTOM_BLOCK != 0 => {
                out.push(b'^');
                out.extend_from_slice(&self.block_names[(code & !CUSTOM_BLOCK) as usize].1);
            }
            Some(&number) => {
                out.extend_from_slice(b"^bb");
                text::push_small(out, number);
            }
        }
    }

    /// The position of a block in its region.
    pub(super) fn block_order(&self, block: Block) -> u32 {
        match self.blocks.get(block.0 as usize) {
            Some(code) if code & CUSTOM_BLOCK != 0 && *code != UNKNOWN => {
                self.block_names[(code & !CUSTOM_BLOCK) as usize].0
            }
            Some(&number) => number,
            None => UNKNOWN,
        }
    }

    /// First results of the groups that an operation's results form, where these are more than one.
    pub(super) fn groups(&self, op: Op) -> Option<&[u32]> {
        if self.groups.is_empty() {
            return None;
        }
        self.groups.get(&op).map(|groups| &**groups)
    }

    /// `%number` of an operation without results.
    pub(super) fn push_op(&self, op: Op, out: &mut Vec<u8>) {
        match self.ops.get(&op) {
            Some(&number) => {
                out.push(b'%');
                text::push_integer(out, number);
            }
            None => out.extend_from_slice(b"<<UNKNOWN OPERATION>>"),
        }
    }

    fn add_text(&mut self, name: &[u8]) -> u32 {
        self.spans.push((self.text.len() as u32, name.len() as u32));
        self.text.extend_from_slice(name);
        (self.spans.len() - 1) as u32 | NAMED
    }

    /// Gives arguments the names of other values.
    pub(super) fn shadow(&mut self, argument: Value, name: &[u8]) {
        let code = self.add_text(name);
        if let Some(slot) = self.values.get_mut(argument.0 as usize) {
            *slot = code;
        }
    }

    fn get(&self, value: Value) -> u32 {
        self.values.get(value.0 as usize).copied().unwrap_or(UNKNOWN)
    }

    fn set(&mut self, value: Value, code: u32) {
        if let Some(slot) = self.values.get_mut(value.0 as usize) {
            *slot = code;
        }
    }

    /// Where the naming of an isolated operation's body starts.
    pub(super) fn start_of(&self, child: BodyId) -> Option<&Start> {
        self.children.get(&child)
    }
}

/// Names in use while a body is printed.
pub(super) struct Scope {
    pub(super) body: BodyId,
    pub(super) names: Arc<Names>,
}

/// When bodies are named.
#[derive(Clone)]
pub(super) enum Numbers {
    /// Each when it is printed.
    Lazy,
    /// All are.
    All(Arc<FxHashMap<BodyId, Arc<Names>>>),
}

/// Where the counters stand, and which names are taken, when a body's first region is named.
#[derive(Clone, Default)]
pub(super) struct Start {
    counters: Counters,
    taken: Option<Arc<Taken>>,
}

#[derive(Clone, Copy, Default)]
struct Counters {
    value: u32,
    argument: u32,
    conflict: u32,
}

/// Names in use, the newest last.
#[derive(Clone, Default)]
struct Taken {
    text: Vec<u8>,
    spans: Vec<(u32, u32)>,
    /// Whether one of them looks like the name of an argument.
    like_argument: bool,
}

impl Taken {
    fn name(&self, index: u32) -> &[u8] {
        let (start, len) = self.spans[index as usize];
        &self.text[start as usize..(start + len) as usize]
    }
}

fn hash(name: &[u8]) -> u64 {
    let mut hasher = FxHasher::default();
    hasher.write(name);
    hasher.finish()
}

/// `n` of `argn`.
fn argument_number(name: &[u8]) -> Option<u32> {
    let digits = name.strip_prefix(b"arg")?;
    let plain = digits == b"0" || (digits.first() != Some(&b'0') && digits.iter().all(u8::is_ascii_digit));
    if plain { std::str::from_utf8(digits).ok()?.parse().ok() } else { None }
}

struct Item<'a> {
    body: &'a Body,
    region: Region,
    counters: Counters,
    /// Depth of the scope that the region is in.
    depth: usize,
}

struct Numberer<'t, 'a> {
    context: &'a Context,
    ir: &'a Ir,
    options: &'t PrintOptions,
    ops: &'t mut OpTable<'a>,
    counters: Counters,
    taken: Taken,
    table: HashTable<u32>,
    /// Number of names that were taken when each scope began, and those at its end for the bodies in it.
    scopes: Vec<(usize, Option<Arc<Taken>>)>,
    todo: Vec<Item<'a>>,
    /// Kept for their room.
    given: Given,
    clean: Vec<u8>,
    /// Names of all bodies, where they are wanted at once.
    all: Option<FxHashMap<BodyId, Arc<Names>>>,
}

/// What an operation calls its values.
#[derive(Default)]
struct Given {
    /// With the ends of the names in `text`.
    values: Vec<(Value, usize)>,
    text: Vec<u8>,
}

impl Given {
    /// Takes the lists of the operation before, emptied.
    fn reuse(of: &mut Given) -> Given {
        let mut given = std::mem::take(of);
        given.values.clear();
        given.text.clear();
        given
    }

    fn names(&self) -> impl Iterator<Item = (Value, &[u8])> {
        let mut start = 0;
        self.values.iter().map(move |&(value, end)| (value, &self.text[std::mem::replace(&mut start, end)..end]))
    }
}

impl ValueNames for Given {
    fn set_name(&mut self, value: Value, name: &[u8]) {
        self.text.extend_from_slice(name);
        self.values.push((value, self.text.len()));
    }
}

/// The names of a body whose numbering starts at `top`.
pub(super) fn number_body<'a>(
    ir: &'a Ir,
    body: &'a Body,
    top: Op,
    start: &Start,
    options: &PrintOptions,
    ops: &mut OpTable<'a>,
) -> Names {
    let mut numberer = Numberer::new(ir, options, ops, start);
    let mut names = Names::for_body(body);
    numberer.run(body, top, &mut names);
    names
}

/// The names of a body and all below it.
pub(super) fn number_all<'a>(
    ir: &'a Ir,
    body: &'a Body,
    top: Op,
    options: &PrintOptions,
    ops: &mut OpTable<'a>,
) -> FxHashMap<BodyId, Arc<Names>> {
    let mut numberer = Numberer::new(ir, options, ops, &Start::default());
    numberer.all = Some(FxHashMap::default());
    let mut names = Names::for_body(body);
    numberer.run(body, top, &mut names);
    let mut all = numberer.all.take().unwrap_or_default();
    all.insert(body.id(), Arc::new(names));
    all
}

/// Names of the results of one isolated operation that is printed by itself.
pub(super) fn number_results<'a>(
    ir: &'a Ir,
    body: &'a Body,
    op: Op,
    options: &PrintOptions,
    ops: &mut OpTable<'a>,
) -> Names {
    let mut numberer = Numberer::new(ir, options, ops, &Start::default());
    let mut names = Names::for_body(body);
    numberer.scopes.push((0, None));
    numberer.op(body, op, &mut names);
    names
}

impl<'t, 'a> Numberer<'t, 'a> {
    fn new(ir: &'a Ir, options: &'t PrintOptions, ops: &'t mut OpTable<'a>, start: &Start) -> Numberer<'t, 'a> {
        let taken = start.taken.as_deref().cloned().unwrap_or_default();
        let mut table = HashTable::new();
        for index in 0..taken.spans.len() as u32 {
            table.insert_unique(hash(taken.name(index)), index, |&i| hash(taken.name(i)));
        }
        Numberer {
            context: ir.context(),
            ir,
            options,
            ops,
            counters: start.counters,
            taken,
            table,
            scopes: Vec::new(),
            todo: Vec::new(),
            given: Given::default(),
            clean: Vec::new(),
            all: None,
        }
    }

    fn run(&mut self, body: &'a Body, top: Op, names: &mut Names) {
        self.scopes.push((self.taken.spans.len(), None));
        // Regions of an isolated operation that is not a root here are in its own body.
        let (inner, root) = match body.child(top).and_then(|child| self.ir.try_body(child)) {
            Some(inner) => (inner, Body::ROOT),
            None => (body, top),
        };
        let counters = self.counters;
        let push = |todo: &mut Vec<Item<'a>>, body: &'a Body, op| {
            todo.extend(body.op_regions(op).iter().map(|&region| Item { body, region, counters, depth: 1 }));
        };
        push(&mut self.todo, inner, root);
        if !same(inner, body)
            && let Some(all) = &mut self.all
        {
            all.insert(inner.id(), Arc::new(Names::for_body(inner)));
        }
        self.op(body, top, names);
        while let Some(item) = self.todo.pop() {
            if !self.options.unique() {
                self.counters = item.counters;
            }
            while self.scopes.len() > item.depth {
                self.close_scope();
            }
            self.scopes.push((self.taken.spans.len(), None));
            if same(item.body, body) {
                self.region(item.body, item.region, names);
            } else if let Some(mut others) = self.all.as_mut().and_then(|all| all.remove(&item.body.id())) {
                if let Some(others) = Arc::get_mut(&mut others) {
                    self.region(item.body, item.region, others);
                }
                if let Some(all) = &mut self.all {
                    all.insert(item.body.id(), others);
                }
            }
        }
    }

    fn close_scope(&mut self) {
        let Some((from, _)) = self.scopes.pop() else { return };
        for index in (from..self.taken.spans.len()).map(|i| i as u32) {
            let found = self.table.find_entry(hash(self.taken.name(index)), |&i| i == index);
            if let Ok(entry) = found {
                entry.remove();
            }
        }
        if let Some(&(start, _)) = self.taken.spans.get(from) {
            self.taken.text.truncate(start as usize);
            self.taken.spans.truncate(from);
        }
    }

    fn region(&mut self, body: &'a Body, region: Region, names: &mut Names) {
        let owner = body.region_op(region);
        if !self.options.generic && !owner.is_none() {
            let entry = self.ops.get(body.name(owner));
            if entry.names_arguments
                && let Some(def) = entry.def
            {
                let mut given = Given::reuse(&mut self.given);
                let view = OpView { ir: self.ir, op: OpRef { body: body.id(), op: owner } };
                def.hooks.region_names(view, body.id(), region, &mut given);
                for (value, name) in given.names() {
                    if matches!(body.value_def(value), ValueDef::Argument { .. }) && names.get(value) == UNKNOWN {
                        self.name(names, value, name);
                    }
                }
                self.given = given;
            }
        }
        let first_nested = self.todo.len();
        let mut children: Vec<(usize, BodyId)> = Vec::new();
        let mut next_block = body.first_block(region);
        let mut order = 0;
        while let Some(block) = next_block {
            match &mut names.blocks[block.0 as usize] {
                code if *code != UNKNOWN && *code & CUSTOM_BLOCK != 0 => {
                    names.block_names[(*code & !CUSTOM_BLOCK) as usize].0 = order;
                }
                code => *code = order,
            }
            self.arguments(body, block, order == 0, names);
            order += 1;
            let mut next_op = body.first_op(block);
            while let Some(op) = next_op {
                self.op(body, op, names);
                next_op = body.next_op(op);
                if body.is_plain(op) {
                    continue;
                }
                for &region in body.op_regions(op) {
                    self.todo.push(Item { body, region, counters: Counters::default(), depth: 0 });
                }
                if let Some(child) = body.child(op) {
                    children.push((self.todo.len(), child));
                    if let Some(all) = &mut self.all
                        && let Some(inner) = self.ir.try_body(child)
                    {
                        all.insert(child, Arc::new(Names::for_body(inner)));
                        for &region in inner.op_regions(Body::ROOT) {
                            self.todo.push(Item { body: inner, region, counters: Counters::default(), depth: 0 });
                        }
                    }
                }
            }
            next_block = body.next_block(block);
        }
        let (counters, depth) = (self.counters, self.scopes.len());
        for item in &mut self.todo[first_nested..] {
            item.counters = counters;
            item.depth = depth;
        }
        if self.all.is_none() && !children.is_empty() {
            let taken = (!self.taken.spans.is_empty()).then(|| Arc::new(self.taken.clone()));
            let start = Start { counters, taken };
            names.children.extend(children.into_iter().map(|(_, child)| (child, start.clone())));
        }
    }

    fn arguments(&mut self, body: &Body, block: Block, entry: bool, names: &mut Names) {
        for &argument in body.arguments(block) {
            if names.get(argument) != UNKNOWN {
                continue;
            }
            if self.options.name_locations {
                let number = self.counters.argument;
                self.counters.argument += u32::from(entry);
                match name_of_location(self.context, body.argument_location(argument)) {
                    Some(name) => self.name(names, argument, self.context.bytes(name)),
                    None if entry => self.name(names, argument, format!("arg{number}").as_bytes()),
                    None => self.name(names, argument, b""),
                }
            } else if entry {
                let number = self.counters.argument;
                self.counters.argument += 1;
                if self.taken.like_argument {
                    self.name(names, argument, format!("arg{number}").as_bytes());
                } else {
                    names.set(argument, number | ARGUMENT);
                }
            } else {
                names.set(argument, self.counters.value);
                self.counters.value += 1;
            }
        }
    }

    #[inline]
    fn op(&mut self, body: &'a Body, op: Op, names: &mut Names) {
        let count = body.result_count(op);
        if !self.options.generic || self.options.name_locations {
            self.named_op(body, op, names);
        }
        if count == 0 {
            if self.options.value_users {
                names.ops.insert(op, self.counters.value);
                self.counters.value += 1;
            }
            return;
        }
        let first = body.result(op, 0);
        if names.get(first) == UNKNOWN {
            names.set(first, self.counters.value);
            self.counters.value += 1;
        }
        if count > 1 {
            self.members(body, op, count, names);
        }
    }

    /// Lets an operation name its blocks and results.
    fn named_op(&mut self, body: &'a Body, op: Op, names: &mut Names) {
        if self.options.name_locations && body.result_count(op) > 0 {
            let inner = body.child(op).and_then(|child| self.ir.try_body(child));
            let location = inner.map_or(body.location(op), |inner| inner.location(Body::ROOT));
            if let Some(name) = name_of_location(self.context, location) {
                return self.name(names, body.result(op, 0), self.context.bytes(name));
            }
        }
        if self.options.generic {
            return;
        }
        let entry = self.ops.get(body.name(op));
        let Some(def) = entry.def else { return };
        let stub = body.child(op);
        let view = || OpView { ir: self.ir, op: stub.map_or(OpRef { body: body.id(), op }, OpRef::root) };
        // The blocks of an isolated operation are named with its body.
        if entry.names_blocks && stub.is_none() {
            def.hooks.block_names(view(), &mut |block, name| {
                let mut clean = Vec::new();
                text::sanitize(name, b"$._-", &mut clean);
                let index = names.block_names.len() as u32;
                if let Some(slot) = names.blocks.get_mut(block.0 as usize)
                    && *slot == UNKNOWN
                {
                    *slot = index | CUSTOM_BLOCK;
                    names.block_names.push((0, clean.into()));
                }
            });
        }
        if !entry.names_results || (op == Body::ROOT && body.parent().is_some()) {
            return;
        }
        let mut given = Given::reuse(&mut self.given);
        match &def.result_names {
            ResultNames::Default => {}
            ResultNames::Fixed(fixed) => {
                let count = body.result_count(op);
                for (i, name) in fixed.iter().enumerate() {
                    let range = def.result_range(self.context, body.properties(op), count, i);
                    if !range.is_empty() && !name.is_empty() {
                        given.set_name(body.result(op, range.start), name.as_bytes());
                    }
                }
            }
            ResultNames::Hook => def.hooks.result_names(view(), &mut given),
        }
        let mut groups: SmallVec<[u32; 4]> = SmallVec::new();
        for (value, name) in given.names() {
            let ValueDef::Result { op: owner, index } = body.value_def(value) else { continue };
            if owner != op || names.get(value) != UNKNOWN {
                continue;
            }
            self.name(names, value, name);
            if index > 0 {
                groups.push(index);
            }
        }
        self.given = given;
        if !groups.is_empty() {
            groups.push(0);
            groups.sort_unstable();
            names.groups.insert(op, groups);
        }
    }

    /// Fills in what all but the first results of groups are called.
    fn members(&mut self, body: &Body, op: Op, count: usize, names: &mut Names) {
        let whole = [0];
        let groups = names.groups.get(&op).cloned();
        let groups: &[u32] = groups.as_deref().unwrap_or(&whole);
        for (i, &start) in groups.iter().enumerate() {
            let end = groups.get(i + 1).map_or(count, |&next| next as usize);
            let head = names.get(body.result(op, start as usize));
            let single = end - start as usize == 1;
            for index in start as usize..end {
                let member = names.members.len() as u32;
                names.members.push((head, (!single).then_some(index as u32 - start)));
                names.set(body.result(op, index), member | MEMBER);
            }
        }
    }

    /// Gives a value a name, made unique; a number where the name is empty.
    fn name(&mut self, names: &mut Names, value: Value, name: &[u8]) {
        if name.is_empty() {
            names.set(value, self.counters.value);
            self.counters.value += 1;
            return;
        }
        let mut clean = std::mem::take(&mut self.clean);
        clean.clear();
        text::sanitize(name, b"$._-", &mut clean);
        if self.is_taken(&clean) {
            clean.push(b'_');
            let stem = clean.len();
            loop {
                text::push_integer(&mut clean, self.counters.conflict);
                self.counters.conflict += 1;
                if !self.is_taken(&clean) {
                    break;
                }
                clean.truncate(stem);
            }
        }
        let code = names.add_text(&clean);
        names.set(value, code);
        self.taken.like_argument |= argument_number(&clean).is_some();
        let index = self.taken.spans.len() as u32;
        self.taken.spans.push((self.taken.text.len() as u32, clean.len() as u32));
        self.taken.text.extend_from_slice(&clean);
        let taken = &self.taken;
        self.table.insert_unique(hash(&clean), index, |&i| hash(taken.name(i)));
        self.clean = clean;
    }

    fn is_taken(&self, name: &[u8]) -> bool {
        let found = self.table.find(hash(name), |&i| self.taken.name(i) == name).is_some();
        // Numbered arguments are not in the table.
        found || (!self.options.name_locations && argument_number(name).is_some_and(|n| n < self.counters.argument))
    }
}

/// The first name in a location.
fn name_of_location(context: &Context, location: Location) -> Option<Ident> {
    let mut todo = vec![location];
    while let Some(location) = todo.pop() {
        match context.location_data(location) {
            LocationData::Name { name, .. } => return Some(name),
            LocationData::CallSite { callee, caller } => todo.extend([caller, callee]),
            LocationData::Fused { locations, .. } => todo.extend(locations.iter().rev()),
            LocationData::Unknown | LocationData::File { .. } => {}
        }
    }
    None
}
