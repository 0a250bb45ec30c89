//! Operations, blocks and regions.

use super::names::{self, Names, Numbers, Scope, Start};
use super::table::{Form, OpEntry};
use super::{Printer, deep, same, text};
use crate::format;
use plugopt_ir::{Attribute, Block, Body, BodyId, NamedAttribute, Op, OpRef, Region, Traits, Type, Value};
use smallvec::SmallVec;
use std::sync::Arc;

/// Columns of one level.
const INDENT: usize = 2;

/// Text is handed to the writer when there is more than this.
pub(super) const FLUSH: usize = 1 << 18;

/// An operation, where its operands and results are and where its attributes and regions are: the same place unless it has a body of
/// its own.
#[derive(Clone, Copy)]
pub(super) struct Place<'a> {
    pub(super) outer: &'a Body,
    pub(super) op: Op,
    pub(super) inner: &'a Body,
    pub(super) root: Op,
}

impl Place<'_> {
    pub(super) fn has_body(&self) -> bool {
        !same(self.outer, self.inner)
    }

    /// As hooks get it.
    pub(super) fn op_ref(&self) -> OpRef {
        OpRef { body: self.inner.id(), op: self.root }
    }
}

/// What follows a region.
#[derive(Clone, Copy)]
enum After<'a> {
    /// Whoever called goes on.
    Caller,
    /// The rest of an operation in generic form; a whole line is ended by its location.
    Generic { place: Place<'a>, index: usize, line: bool },
    /// Nothing but, for a whole line, its end.
    Module { place: Place<'a>, line: bool },
    /// While aliases are collected: an operation of which only the regions matter.
    Skipped { place: Place<'a>, index: usize },
}

/// A region that is being printed.
pub(super) struct Frame<'a> {
    body: &'a Body,
    block: Option<Block>,
    next: Option<Op>,
    /// The terminator that is left out.
    end: Op,
    after: After<'a>,
}

/// How a region is printed.
#[derive(Clone, Copy)]
pub(super) struct RegionStyle {
    pub(super) entry_arguments: bool,
    pub(super) terminators: bool,
    pub(super) empty_block: bool,
}

const GENERIC: RegionStyle = RegionStyle { entry_arguments: true, terminators: true, empty_block: true };
const CUSTOM: RegionStyle = RegionStyle { entry_arguments: true, terminators: true, empty_block: false };

impl<'a> Printer<'a> {
    // ---- the whole ------------------------------------------------------------------------------------------------------

    /// Prints what was asked for: the top of a tree with all around it, or an operation alone.
    pub(super) fn print_top(&mut self, op: OpRef) {
        let Some(ir) = self.ir else { return };
        let at = ir.position(op);
        let (outer, op) = (ir.body(at.body), at.op);
        let place = self.place(outer, op);
        let is_top = outer.parent().is_none() && (op == Body::ROOT || outer.op_block(op).is_none());
        if self.options.local_scope || !is_top {
            self.name_around(ir, place);
            self.line(place);
            self.run(0);
            return;
        }
        self.collect_aliases(|printer| {
            printer.line(place);
            printer.run(0);
        });
        self.name_around(ir, place);
        self.alias_definitions(false);
        self.allow_parallel();
        self.line(place);
        self.run(0);
        self.byte(b'\n');
        self.alias_definitions(true);
        self.metadata();
    }

    /// Names everything that the text of an operation may refer to.
    fn name_around(&mut self, ir: &'a plugopt_ir::Ir, place: Place<'a>) {
        // Naming starts at the outermost operation, or in local scope at the nearest isolated one.
        let isolated = |place: &Place<'a>| {
            let info = self.context.op_info(place.inner.name(place.root));
            place.has_body() || info.has(Traits::ISOLATED_FROM_ABOVE)
        };
        let mut top = place;
        let mut path = vec![place];
        while !(self.options.local_scope && isolated(&top)) {
            let parent = match top.outer.parent_op(top.op) {
                Some(op) => Place { outer: top.outer, op, inner: top.outer, root: op },
                None => break,
            };
            // The top of a tree may be on loan: then what is around it is not here.
            let around = parent.outer.parent().filter(|_| parent.outer.id() != ir.root().body);
            top = match (parent.op, around) {
                (Body::ROOT, Some((id, stub))) => {
                    Place { outer: ir.body(id), op: stub, inner: parent.outer, root: Body::ROOT }
                }
                _ => parent,
            };
            path.push(top);
        }
        if self.options.unique() {
            let all = names::number_all(ir, top.outer, top.op, self.options, &mut self.ops);
            self.numbers = Numbers::All(Arc::new(all));
        } else if top.has_body() {
            let results = names::number_results(ir, top.outer, top.op, self.options, &mut self.ops);
            self.scopes.push(Scope { body: top.outer.id(), names: Arc::new(results) });
        } else {
            let start = Start::default();
            let names = names::number_body(ir, top.outer, top.op, &start, self.options, &mut self.ops);
            self.scopes.push(Scope { body: top.outer.id(), names: Arc::new(names) });
        }
        if let Numbers::All(all) = &self.numbers
            && let Some(names) = all.get(&top.outer.id())
        {
            self.scopes.push(Scope { body: top.outer.id(), names: names.clone() });
        }
        // Bodies between the top and the operation; that of the operation itself is entered when it is printed.
        for around in path.iter().skip(1).rev().filter(|p| p.has_body()) {
            self.enter(around.inner);
        }
    }

    #[inline]
    pub(super) fn place(&self, body: &'a Body, op: Op) -> Place<'a> {
        if body.is_plain(op) {
            return Place { outer: body, op, inner: body, root: op };
        }
        match body.child(op).and_then(|child| self.ir?.try_body(child)) {
            Some(inner) => Place { outer: body, op, inner, root: Body::ROOT },
            None => Place { outer: body, op, inner: body, root: op },
        }
    }

    /// The place of an operation given as hooks have it.
    pub(super) fn place_of(&self, op: OpRef) -> Option<Place<'a>> {
        let ir = self.ir?;
        let at = ir.position(op);
        Some(self.place(ir.body(at.body), at.op))
    }

    /// Makes the names of a body known while it is printed.
    pub(super) fn enter(&mut self, body: &'a Body) {
        let Some(ir) = self.ir.filter(|_| !self.is_collecting()) else { return };
        let names = match &self.numbers {
            Numbers::All(all) => all.get(&body.id()).cloned().unwrap_or_default(),
            Numbers::Lazy => {
                let parent = body.parent().map(|(id, _)| id);
                let around = self.scopes.last().filter(|s| Some(s.body) == parent);
                let start = around.and_then(|s| s.names.start_of(body.id())).cloned().unwrap_or_default();
                Arc::new(names::number_body(ir, body, Body::ROOT, &start, self.options, &mut self.ops))
            }
        };
        self.scopes.push(Scope { body: body.id(), names });
    }

    pub(super) fn leave(&mut self, body: &Body) {
        if self.scopes.last().is_some_and(|s| s.body == body.id()) {
            self.scopes.pop();
        }
    }

    pub(super) fn names(&self, body: BodyId) -> Option<&Names> {
        self.scopes.iter().rev().find(|s| s.body == body).map(|s| &*s.names)
    }

    pub(super) fn names_mut(&mut self, body: BodyId) -> Option<&mut Names> {
        self.scopes.iter_mut().rev().find(|s| s.body == body).and_then(|s| Arc::get_mut(&mut s.names))
    }

    // ---- names ----------------------------------------------------------------------------------------------------------

    /// `%name` of a value in a body.
    #[inline]
    pub fn operand(&mut self, body: BodyId, value: Value) {
        self.value(body, value, false);
    }

    #[inline]
    fn value(&mut self, body: BodyId, value: Value, group: bool) {
        match self.scopes.iter().rev().find(|s| s.body == body) {
            Some(scope) => scope.names.push_value(value, group, &mut self.out),
            None if self.is_collecting() => self.byte(b'%'),
            None => self.text(b"<<UNKNOWN SSA VALUE>>"),
        }
    }

    /// `%a, %b`
    pub fn operands(&mut self, body: BodyId, values: impl IntoIterator<Item = Value>) {
        self.list(values, |p, value| p.operand(body, value));
    }

    /// `^name` of a block in a body.
    pub fn successor(&mut self, body: BodyId, block: Block) {
        match self.scopes.iter().rev().find(|s| s.body == body) {
            Some(scope) => scope.names.push_block(block, &mut self.out),
            None => self.text(b"INVALIDBLOCK"),
        }
    }

    /// Starts a new line at the current indentation.
    pub fn newline(&mut self) {
        self.byte(b'\n');
        self.indentation();
    }

    /// Deepens the indentation of new lines by one step.
    pub fn increase_indent(&mut self) {
        self.indent += INDENT;
    }

    /// Takes one step back.
    pub fn decrease_indent(&mut self) {
        self.indent = self.indent.saturating_sub(INDENT);
    }

    fn indentation(&mut self) {
        const BLANKS: &[u8; 64] = &[b' '; 64];
        match BLANKS.get(..self.indent) {
            Some(blanks) => self.out.extend_from_slice(blanks),
            None => self.out.resize(self.out.len() + self.indent, b' '),
        }
    }

    // ---- operations -----------------------------------------------------------------------------------------------------

    /// Prints the regions on the stack above `depth`, and what belongs to them.
    pub(super) fn run(&mut self, depth: usize) {
        while self.frames.len() > depth {
            let at = self.frames.len() - 1;
            let frame = &mut self.frames[at];
            let Some(op) = frame.next.filter(|&op| op != frame.end) else {
                self.end_block();
                continue;
            };
            let body = frame.body;
            frame.next = body.next_op(op);
            if !body.is_plain(op)
                && body.child(op).is_some()
                && let Some(last) = self.print_in_parallel(body, op)
            {
                self.frames[at].next = body.next_op(last);
                continue;
            }
            let place = self.place(body, op);
            self.line(place);
        }
    }

    /// Indentation, results, operation, location and the end of the line.
    pub(super) fn line(&mut self, place: Place<'a>) {
        if self.is_collecting() {
            return self.collect_line(place);
        }
        self.indentation();
        let (outer, op) = (place.outer, place.op);
        let count = outer.result_count(op);
        if count > 0 {
            self.result_names(outer, op, count);
            self.text(b" = ");
        }
        let entry = self.ops.get(outer.name(op));
        if place.has_body() {
            self.enter(place.inner);
        }
        if self.name_and_rest(place, &entry, true) {
            self.end_line(place);
        }
    }

    fn result_names(&mut self, body: &Body, op: Op, count: usize) {
        let id = body.id();
        let group = |printer: &mut Self, start: usize, end: usize| {
            printer.value(id, body.result(op, start), true);
            if end - start > 1 {
                printer.byte(b':');
                text::push_integer(&mut printer.out, end - start);
            }
        };
        let groups: SmallVec<[u32; 4]> = match count {
            1 => SmallVec::new(),
            _ => self.names(id).and_then(|n| n.groups(op)).map(Into::into).unwrap_or_default(),
        };
        if groups.is_empty() {
            return group(self, 0, count);
        }
        for (i, &start) in groups.iter().enumerate() {
            if i > 0 {
                self.text(b", ");
            }
            group(self, start as usize, groups.get(i + 1).map_or(count, |&next| next as usize));
        }
    }

    /// Prints an operation from its name on, in custom form where it has one. Gives whether it is done: else its regions are on the
    /// stack, and the rest comes with them.
    fn name_and_rest(&mut self, place: Place<'a>, entry: &OpEntry<'a>, line: bool) -> bool {
        let form = if self.options.generic { Form::Generic } else { entry.form };
        if form == Form::Generic {
            return self.generic(place, entry, line);
        }
        let name = entry.short_name(self.default_dialects.last().copied().unwrap_or_default());
        self.text(name);
        let Some(def) = entry.def else { return true };
        match form {
            Form::Generic => {}
            Form::Module => return self.module(place, entry, line),
            Form::Format => format::print_op(self, place.op_ref(), def),
            Form::Hooks => def.hooks.print(self, place.op_ref()),
        }
        true
    }

    /// What follows an operation at the end of its line.
    fn end_line(&mut self, place: Place<'a>) {
        self.end_op(place);
        if !self.is_collecting() {
            self.trailing_location(place.inner.location(place.root), true);
            if self.options.value_users {
                self.users_comment(place);
            }
            if !self.frames.is_empty() {
                self.byte(b'\n');
            }
            self.flush_some();
        }
    }

    fn end_op(&mut self, place: Place<'a>) {
        if place.has_body() {
            self.leave(place.inner);
        }
    }

    /// `module @name attributes {…} {…}`
    fn module(&mut self, place: Place<'a>, entry: &OpEntry<'a>, line: bool) -> bool {
        let name = place.inner.attribute(self.context, place.root, plugopt_ir::Ident::SYM_NAME);
        if let Some(name) = self.context.string_value(name) {
            self.byte(b' ');
            self.symbol_name(name);
        }
        let mut attributes = self.attributes_of(place, entry);
        attributes.retain(|&(name, _)| name != plugopt_ir::Ident::SYM_NAME);
        self.attr_dict(attributes, true);
        self.byte(b' ');
        match place.inner.op_regions(place.root).first() {
            Some(&region) => self.begin_region(place.inner, region, CUSTOM, After::Module { place, line }),
            None => true,
        }
    }

    /// Inherent attributes that are set and discardable ones, sorted by name.
    pub(super) fn attributes_of(&self, place: Place<'a>, entry: &OpEntry<'a>) -> Vec<NamedAttribute> {
        let mut all = self.properties_of(place, entry).into_vec();
        let others = self.context.dictionary(place.inner.attributes(place.root));
        if all.is_empty() {
            return others.to_vec();
        }
        if !others.is_empty() {
            all.extend_from_slice(others);
            all.sort_by_key(|&(name, _)| self.context.bytes(name));
        }
        all
    }

    /// The inherent attributes of a registered operation that are set, sorted by name.
    fn properties_of(&self, place: Place<'a>, entry: &OpEntry<'a>) -> SmallVec<[NamedAttribute; 4]> {
        let values = place.inner.properties(place.root);
        let named = |&slot: &u16| {
            let slot = usize::from(slot);
            let mut value = *values.get(slot)?;
            if value.is_none() {
                let def = entry.def?.attributes.get(slot)?;
                value = if def.property { def.default(self.context) } else { Attribute::NONE };
            }
            (!value.is_none()).then_some((entry.info.properties[slot], value))
        };
        entry.slots.iter().filter_map(named).collect()
    }

    /// Everything from the quoted name on. Gives whether it is done, as `name_and_rest`.
    fn generic(&mut self, place: Place<'a>, entry: &OpEntry<'a>, line: bool) -> bool {
        let (outer, op) = (place.outer, place.op);
        self.text(&entry.generic_start);
        self.operands(outer.id(), outer.operands(op));
        self.byte(b')');
        let successors = place.inner.successors(place.root);
        if successors.len() > 0 {
            self.byte(b'[');
            self.list(successors, |p, block| p.successor(place.inner.id(), block));
            self.byte(b']');
        }
        if entry.info.registered {
            let properties = self.properties_of(place, entry);
            if !properties.is_empty() {
                self.text(b" <{");
                self.list(properties, |p, entry| p.named_attribute(entry));
                self.text(b"}>");
            }
        } else if let Some(properties) = place.inner.properties(place.root).first().and_then(|p| p.some()) {
            self.text(b" <");
            self.attribute(properties);
            self.byte(b'>');
        }
        match place.inner.op_regions(place.root).first() {
            Some(&region) => {
                self.text(b" (");
                self.begin_region(place.inner, region, GENERIC, After::Generic { place, index: 0, line })
            }
            None => {
                self.end_generic(place);
                true
            }
        }
    }

    /// Attributes and the function type of an operation in generic form.
    fn end_generic(&mut self, place: Place<'a>) {
        let attributes = place.inner.attributes(place.root);
        if attributes != Attribute::EMPTY_DICTIONARY {
            self.attr_dict(self.context.dictionary(attributes).iter().copied(), false);
        }
        self.text(b" : ");
        let (body, op) = (place.outer, place.op);
        self.byte(b'(');
        self.types(body.operands(op).map(|v| body.value_type(v)));
        self.text(b") -> ");
        self.result_types(body.results(op).map(|v| body.value_type(v)));
    }

    /// Prints an operation in its generic form.
    pub fn generic_op(&mut self, op: OpRef) {
        self.nested(op, |printer, place, entry| match printer.is_collecting() {
            true => printer.collect_generic(place, entry, false),
            false => printer.generic(place, entry, false),
        });
    }

    /// Prints an operation in its custom form, or its generic one where it has none, with its location if those are printed.
    pub fn custom_op(&mut self, op: OpRef) {
        self.nested(op, |printer, place, entry| match printer.is_collecting() {
            true => {
                printer.collect_line(place);
                false
            }
            false => printer.name_and_rest(place, entry, false),
        });
        if let Some(place) = self.place_of(op)
            && !self.is_collecting()
        {
            self.trailing_location(place.inner.location(place.root), true);
        }
    }

    fn nested(&mut self, op: OpRef, print: impl FnOnce(&mut Self, Place<'a>, &OpEntry<'a>) -> bool) {
        let Some(place) = self.place_of(op) else { return };
        let entry = self.ops.get(place.outer.name(place.op));
        // An operation that prints itself in generic form is entered already.
        let enter = place.has_body() && self.names(place.inner.id()).is_none();
        if enter {
            self.enter(place.inner);
        }
        let depth = self.frames.len();
        print(self, place, &entry);
        deep(|| self.run(depth));
        if enter {
            self.leave(place.inner);
        }
    }

    // ---- regions --------------------------------------------------------------------------------------------------------

    /// `{…}` of a region, for whoever prints an operation.
    pub fn region(
        &mut self,
        body: BodyId,
        region: Region,
        entry_arguments: bool,
        terminators: bool,
        empty_block: bool,
    ) {
        let Some(ir) = self.ir else { return };
        let style = RegionStyle { entry_arguments, terminators, empty_block };
        let depth = self.frames.len();
        self.begin_region(ir.body(body), region, style, After::Caller);
        deep(|| self.run(depth));
    }

    /// Starts a region. Gives whether all is done, the rest of the operation included.
    fn begin_region(&mut self, body: &'a Body, region: Region, style: RegionStyle, after: After<'a>) -> bool {
        let first = body.first_block(region);
        if self.is_collecting() {
            if self.options.skip_regions || first.is_none() {
                return self.after_region(after);
            }
            self.push_region(body, first, style, after);
            if style.entry_arguments {
                self.visit_arguments(body, first);
            }
            return false;
        }
        if self.options.skip_regions {
            self.text(b"{...}");
            return self.after_region(after);
        }
        self.text(b"{\n");
        let Some(entry) = first else {
            self.indentation();
            self.byte(b'}');
            return self.after_region(after);
        };
        let owner = body.region_op(region);
        let dialect = if owner.is_none() { b"" } else { self.ops.get(body.name(owner)).default_dialect };
        self.default_dialects.push(dialect);
        self.push_region(body, first, style, after);
        let header = (style.empty_block && body.first_op(entry).is_none())
            || (style.entry_arguments && !body.arguments(entry).is_empty());
        if header {
            self.block_header(body, entry);
        }
        self.begin_block(body, entry);
        false
    }

    fn push_region(&mut self, body: &'a Body, block: Option<Block>, style: RegionStyle, after: After<'a>) {
        let first = block.and_then(|b| body.first_op(b));
        let last = block.and_then(|b| body.last_op(b));
        let end = match last {
            Some(last) if !style.terminators && self.ops.get(body.name(last)).terminator => last,
            _ => Op::NONE,
        };
        self.frames.push(Frame { body, block, next: first, end, after });
    }

    fn begin_block(&mut self, body: &'a Body, block: Block) {
        // With deep nesting, the blanks in front of lines alone are more than memory holds.
        self.flush_some();
        self.increase_indent();
        if self.options.value_users {
            for &argument in body.arguments(block) {
                self.indentation();
                self.argument_users_comment(body, argument);
            }
        }
    }

    /// Goes on with the next block of the topmost region, or ends that.
    fn end_block(&mut self) {
        let collecting = self.is_collecting();
        if !collecting {
            self.decrease_indent();
        }
        let Some(frame) = self.frames.last_mut() else { return };
        let body = frame.body;
        let next = frame.block.and_then(|b| body.next_block(b));
        if let Some(block) = next {
            frame.block = next;
            frame.next = body.first_op(block);
            frame.end = Op::NONE;
            if collecting {
                return self.visit_arguments(body, next);
            }
            self.block_header(body, block);
            return self.begin_block(body, block);
        }
        let after = frame.after;
        self.frames.pop();
        if !collecting {
            self.default_dialects.pop();
            self.indentation();
            self.byte(b'}');
        }
        self.after_region(after);
    }

    /// Prints what follows a region. Gives whether the operation is done; its line is ended here only where its start is long past.
    fn after_region(&mut self, after: After<'a>) -> bool {
        let mut after = after;
        loop {
            match after {
                After::Caller => return true,
                After::Module { place, line } => {
                    if line {
                        self.end_line(place);
                    }
                    return false;
                }
                After::Generic { place, index, line } => {
                    if let Some(&region) = place.inner.op_regions(place.root).get(index + 1) {
                        after = After::Generic { place, index: index + 1, line };
                        if !self.is_collecting() {
                            self.text(b", ");
                        }
                        if self.is_settled(place.inner, region) {
                            self.settled_region();
                            continue;
                        }
                        return self.begin_region(place.inner, region, GENERIC, after);
                    }
                    if self.is_collecting() {
                        self.visit_generic(place);
                    } else {
                        self.byte(b')');
                        self.end_generic(place);
                    }
                    if line {
                        self.end_line(place);
                    }
                    return false;
                }
                After::Skipped { place, index } => match place.inner.op_regions(place.root).get(index + 1) {
                    Some(&region) => {
                        after = After::Skipped { place, index: index + 1 };
                        if !self.is_settled(place.inner, region) {
                            return self.begin_region(place.inner, region, GENERIC, after);
                        }
                    }
                    None => return false,
                },
            }
        }
    }

    /// Whether a region needs nothing of the stack, so that any number of them beside each other is printed by a loop.
    fn is_settled(&self, body: &Body, region: Region) -> bool {
        self.options.skip_regions || body.first_block(region).is_none()
    }

    fn settled_region(&mut self) {
        if self.is_collecting() {
            return;
        }
        if self.options.skip_regions {
            return self.text(b"{...}");
        }
        self.text(b"{\n");
        self.indentation();
        self.byte(b'}');
    }

    /// `^name(%a: type):` and who branches here.
    fn block_header(&mut self, body: &'a Body, block: Block) {
        self.indentation();
        self.successor(body.id(), block);
        let arguments = body.arguments(block);
        if !arguments.is_empty() {
            self.byte(b'(');
            self.list(arguments.iter(), |p, &argument| {
                p.region_argument(body.id(), argument, Attribute::EMPTY_DICTIONARY, false);
            });
            self.byte(b')');
        }
        self.byte(b':');
        let mut blocks: SmallVec<[Block; 4]> = body.predecessor_ops(block).map(|op| body.op_block(op)).collect();
        match *blocks {
            [] if body.previous_block(block).is_none() => {}
            [] => self.text(b"  // no predecessors"),
            [one] => {
                self.text(b"  // pred: ");
                self.successor(body.id(), one);
            }
            _ => {
                if let Some(names) = self.names(body.id()) {
                    blocks.sort_by_key(|&b| names.block_order(b));
                }
                self.text(b"  // ");
                text::push_integer(&mut self.out, blocks.len());
                self.text(b" preds: ");
                self.list(blocks, |p, b| p.successor(body.id(), b));
            }
        }
        self.byte(b'\n');
    }

    /// `%name: type {attributes} loc(…)`, as block arguments are printed.
    pub fn region_argument(&mut self, body: BodyId, value: Value, attributes: Attribute, omit_type: bool) {
        let Some(data) = self.ir.and_then(|ir| ir.try_body(body)) else { return };
        let ty = data.value_type(value);
        if self.is_collecting() {
            // Upstream looks at the type in any case, and not at the attributes.
            self.ty(ty);
            return self.trailing_location(data.argument_location(value), false);
        }
        self.operand(body, value);
        if !omit_type {
            self.text(b": ");
            self.ty(ty);
        }
        self.attr_dict(self.context.dictionary(attributes).iter().copied(), false);
        self.trailing_location(data.argument_location(value), false);
    }

    // ---- collecting aliases ---------------------------------------------------------------------------------------------

    fn visit_arguments(&mut self, body: &'a Body, block: Option<Block>) {
        let Some(block) = block else { return };
        for &argument in body.arguments(block) {
            self.ty(body.value_type(argument));
            self.trailing_location(body.argument_location(argument), false);
        }
    }

    fn collect_line(&mut self, place: Place<'a>) {
        self.out.clear();
        self.trailing_location(place.inner.location(place.root), true);
        let entry = self.ops.get(place.outer.name(place.op));
        let regions = place.inner.op_regions(place.root);
        // Locations of arguments are found where regions are printed.
        if (regions.is_empty() || !self.options.debug_info) && !self.has_aliases(place) {
            if let Some(&region) = regions.first() {
                let after = After::Skipped { place, index: 0 };
                match self.is_settled(place.inner, region) {
                    true => self.after_region(after),
                    false => self.begin_region(place.inner, region, GENERIC, after),
                };
            }
            return;
        }
        if self.options.generic || entry.form == Form::Generic {
            self.collect_generic(place, &entry, true);
        } else {
            self.name_and_rest(place, &entry, true);
        }
    }

    /// Whether an operation by itself may print something with an alias.
    fn has_aliases(&mut self, place: Place<'a>) -> bool {
        let (outer, op, inner) = (place.outer, place.op, place.inner);
        self.may_alias_attribute(inner.attributes(place.root))
            || inner.properties(place.root).iter().any(|&p| self.may_alias_attribute(p))
            || outer.results(op).any(|v| self.may_alias_type(outer.value_type(v)))
            || outer.operands(op).any(|v| self.may_alias_type(outer.value_type(v)))
            || inner.op_regions(place.root).iter().any(|&region| {
                let arguments = inner.first_block(region).map_or(&[][..], |block| inner.arguments(block));
                arguments.iter().any(|&v| self.may_alias_type(inner.value_type(v)))
            })
    }

    fn collect_generic(&mut self, place: Place<'a>, _entry: &OpEntry<'a>, line: bool) -> bool {
        match place.inner.op_regions(place.root).first() {
            Some(&region) => {
                let after = After::Generic { place, index: 0, line };
                self.begin_region(place.inner, region, GENERIC, after)
            }
            None => {
                self.visit_generic(place);
                true
            }
        }
    }

    /// What an operation in generic form prints behind its regions, in the order in which upstream looks at it.
    fn visit_generic(&mut self, place: Place<'a>) {
        let (body, op) = (place.outer, place.op);
        let types: SmallVec<[Type; 8]> =
            body.operands(op).chain(body.results(op)).map(|v| body.value_type(v)).collect();
        for ty in types {
            self.ty(ty);
        }
        let entry = self.ops.get(body.name(op));
        let attributes = if entry.info.registered {
            self.attributes_of(place, &entry)
        } else {
            // As the operation would be printed where its dialect is known.
            let mut all = self.context.dictionary(place.inner.attributes(place.root)).to_vec();
            if let Some(properties) = place.inner.properties(place.root).first() {
                all.extend_from_slice(self.context.dictionary(*properties));
                all.sort_by(|a, b| self.context.bytes(a.0).cmp(self.context.bytes(b.0)));
            }
            all
        };
        for (_, value) in attributes {
            self.attribute(value);
        }
    }

    // ---- output ---------------------------------------------------------------------------------------------------------

    /// Hands text to the writer where there is enough of it.
    #[inline]
    pub(super) fn flush_some(&mut self) {
        if self.out.len() >= FLUSH && self.sink.is_some() {
            self.flush();
        }
    }

    /// Hands all text to the writer.
    pub(super) fn flush(&mut self) {
        let Some(sink) = &mut self.sink else { return };
        if self.failure.is_none()
            && let Err(error) = sink.write_all(&self.out)
        {
            self.failure = Some(error);
        }
        self.out.clear();
    }
}
