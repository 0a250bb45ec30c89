//! The directory of the bodies of one tree of operations: a module with its functions, or any detached operation.

use crate::attributes::Attribute;
use crate::body::{Block, Body, BodyId, Op, OpState, Value};
use crate::context::{Context, Ident, OpInfo, OpName};
use crate::location::Location;
use crate::traits::Traits;
use rustc_hash::FxHashMap;
use std::sync::Arc;

/// An operation of an [`Ir`]. One that has a body of its own is named as the root of it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct OpRef {
    /// The body it is in.
    pub body: BodyId,
    /// Its index there.
    pub op: Op,
}

impl OpRef {
    /// The root of a body.
    pub fn root(body: BodyId) -> OpRef {
        OpRef { body, op: Body::ROOT }
    }
}

/// A tree of operations: the body of its top, and those of all isolated operations below it.
///
/// Threads work on parts of it: [`Ir::split`] takes the bodies of an isolated operation out, as an `Ir` of their own, and
/// [`Ir::join`] puts them back.
pub struct Ir {
    context: Arc<Context>,
    bodies: Bodies,
    root: BodyId,
}

/// Bodies by their ids. That of the root is asked for again and again while a function is worked on, so that it takes no search.
struct Bodies {
    root: BodyId,
    of_root: Option<Box<Body>>,
    others: FxHashMap<BodyId, Box<Body>>,
}

impl Bodies {
    fn new(root: BodyId) -> Bodies {
        Bodies { root, of_root: None, others: FxHashMap::default() }
    }

    #[inline]
    fn get(&self, id: BodyId) -> Option<&Body> {
        if id == self.root { self.of_root.as_deref() } else { self.others.get(&id).map(|body| &**body) }
    }

    #[inline]
    fn get_mut(&mut self, id: BodyId) -> Option<&mut Body> {
        if id == self.root { self.of_root.as_deref_mut() } else { self.others.get_mut(&id).map(|body| &mut **body) }
    }

    fn insert(&mut self, id: BodyId, body: Box<Body>) {
        if id == self.root {
            self.of_root = Some(body);
        } else {
            self.others.insert(id, body);
        }
    }

    fn remove(&mut self, id: BodyId) -> Option<Box<Body>> {
        if id == self.root { self.of_root.take() } else { self.others.remove(&id) }
    }

    fn ids(&self) -> impl Iterator<Item = BodyId> + '_ {
        self.of_root.as_ref().map(|body| body.id()).into_iter().chain(self.others.keys().copied())
    }

    fn extend(&mut self, other: Bodies) {
        self.others.extend(other.others);
        if let Some(body) = other.of_root {
            self.insert(other.root, body);
        }
    }
}

impl Ir {
    /// A tree of one body.
    pub fn new(context: Arc<Context>, body: Box<Body>) -> Ir {
        let root = body.id();
        let mut bodies = Bodies::new(root);
        bodies.insert(root, body);
        Ir { context, bodies, root }
    }

    /// The context of all its types, attributes and names.
    pub fn context(&self) -> &Arc<Context> {
        &self.context
    }

    /// The operation at the top.
    pub fn root(&self) -> OpRef {
        OpRef::root(self.root)
    }

    /// A body of this tree.
    ///
    /// # Panics
    /// Where it is none, or is on loan to another thread.
    #[inline]
    pub fn body(&self, id: BodyId) -> &Body {
        self.bodies.get(id).expect("a body of this tree")
    }

    /// A body of this tree, `None` where it is none or on loan.
    #[inline]
    pub fn try_body(&self, id: BodyId) -> Option<&Body> {
        self.bodies.get(id)
    }

    /// A body of this tree, to change.
    ///
    /// # Panics
    /// Where it is none, or is on loan to another thread.
    pub fn body_mut(&mut self, id: BodyId) -> &mut Body {
        self.bodies.get_mut(id).expect("a body of this tree")
    }

    /// A body of this tree, to change; `None` where it is none or on loan.
    pub fn try_body_mut(&mut self, id: BodyId) -> Option<&mut Body> {
        self.bodies.get_mut(id)
    }

    /// The ids of all bodies, in no particular order.
    pub fn body_ids(&self) -> impl Iterator<Item = BodyId> + '_ {
        self.bodies.ids()
    }

    /// Makes `child` the body of `stub`, an operation of `parent` without regions and attributes of its own.
    pub fn attach_child(&mut self, parent: BodyId, stub: Op, mut child: Box<Body>) {
        let id = child.id();
        debug_assert!(child.parent.is_none());
        child.parent = Some((parent, stub));
        self.body_mut(parent).set_child(stub, id);
        self.bodies.insert(id, child);
    }

    /// Makes each body the child of a stub, as [`Ir::attach_child`] does; a parent may come after its child.
    pub fn attach_children(&mut self, children: impl Iterator<Item = (BodyId, Op, Box<Body>)>) {
        let mut links = Vec::new();
        for (parent, stub, mut child) in children {
            let id = child.id();
            child.parent = Some((parent, stub));
            links.push((parent, stub, id));
            self.bodies.insert(id, child);
        }
        for (parent, stub, child) in links {
            if let Some(body) = self.bodies.get_mut(parent) {
                body.set_child(stub, child);
            }
        }
    }

    /// Adds the bodies of another tree and hangs its top below `stub` of `parent`.
    pub fn attach_tree(&mut self, parent: BodyId, stub: Op, tree: Ir) {
        let Ir { mut bodies, root, .. } = tree;
        let child = bodies.remove(root).expect("a tree has its root");
        self.bodies.extend(bodies);
        self.attach_child(parent, stub, child);
    }

    /// The same operation, named as the root of its own body where it has one.
    pub fn resolve(&self, op: OpRef) -> OpRef {
        match self.body(op.body).child(op.op) {
            Some(child) => OpRef::root(child),
            None => op,
        }
    }

    /// The same operation, named where its operands, results and position are: the stub in the body around.
    pub fn position(&self, op: OpRef) -> OpRef {
        if op.op != Body::ROOT || op.body == self.root {
            return op;
        }
        self.body(op.body).parent().map_or(op, |(body, op)| OpRef { body, op })
    }

    /// The name.
    pub fn name(&self, op: OpRef) -> OpName {
        self.body(op.body).name(op.op)
    }

    /// What the core knows of its name.
    pub fn info(&self, op: OpRef) -> &OpInfo {
        self.context.op_info(self.name(op))
    }

    /// Where it comes from.
    pub fn location(&self, op: OpRef) -> Location {
        let op = self.resolve(op);
        self.body(op.body).location(op.op)
    }

    /// The operation around it.
    pub fn parent_op(&self, op: OpRef) -> Option<OpRef> {
        let at = self.position(op);
        // The root of a body is the parent of what is in its regions, so that no further step is needed.
        self.body(at.body).parent_op(at.op).map(|op| OpRef { body: at.body, op })
    }

    /// An attribute by name, inherent or discardable; [`Attribute::NONE`] where there is none.
    pub fn attribute(&self, op: OpRef, name: Ident) -> Attribute {
        let op = self.resolve(op);
        self.body(op.body).attribute(&self.context, op.op, name)
    }

    /// Sets an attribute by name: the inherent one where the operation has it, else a discardable one; removes it where `value` is
    /// [`Attribute::NONE`].
    pub fn set_attribute(&mut self, op: OpRef, name: Ident, value: Attribute) {
        let op = self.resolve(op);
        let context = self.context.clone();
        self.body_mut(op.body).set_attribute(&context, op.op, name, value);
    }

    /// Erases an operation that is not the top, with everything in it.
    pub fn erase(&mut self, op: OpRef) {
        let at = self.position(op);
        self.body_mut(at.body).erase_op(at.op);
        self.drop_orphans(at.body);
    }

    /// Drops the bodies whose stubs were erased in `body`, and those below them.
    pub fn drop_orphans(&mut self, body: BodyId) {
        let mut orphans = self.body_mut(body).take_orphans();
        while let Some(id) = orphans.pop() {
            if let Some(body) = self.bodies.remove(id) {
                orphans.extend(body.child_bodies());
            }
        }
    }

    /// Takes a body and all below it out, as a tree of its own, to be put back by [`Ir::join`]. The stub stays.
    pub fn split(&mut self, body: BodyId) -> Ir {
        let mut bodies = Bodies::new(body);
        let mut todo = vec![body];
        while let Some(id) = todo.pop() {
            let body = self.bodies.remove(id).expect("a body of this tree");
            todo.extend(body.child_bodies());
            bodies.insert(id, body);
        }
        Ir { context: self.context.clone(), bodies, root: body }
    }

    /// Takes one body out, without those below it, as a tree of its own, to be put back by [`Ir::join`]. The stub stays.
    pub fn lend(&mut self, id: BodyId) -> Ir {
        let body = self.bodies.remove(id).expect("a body of this tree");
        let mut bodies = Bodies::new(id);
        bodies.insert(id, body);
        Ir { context: self.context.clone(), bodies, root: id }
    }

    /// Puts back what [`Ir::split`] or [`Ir::lend`] took out. Bodies whose stubs were erased meanwhile are dropped.
    pub fn join(&mut self, part: Ir) {
        self.join_all(vec![part]);
    }

    /// [`Ir::join`] of several parts, which may lie within each other.
    pub fn join_all(&mut self, parts: Vec<Ir>) {
        let roots: Vec<BodyId> = parts.iter().map(|p| p.root).collect();
        for part in parts {
            self.bodies.extend(part.bodies);
        }
        for root in roots {
            if self.bodies.get(root).is_some() {
                self.drop_orphans(root);
            }
        }
    }

    /// The nested isolated operations directly below `op`'s body, in textual order.
    pub fn children(&self, body: BodyId) -> Vec<BodyId> {
        let body = self.body(body);
        let mut found = Vec::new();
        body.walk(Body::ROOT, |op| {
            found.extend(body.child(op));
            Walk::Advance
        });
        found
    }
}

/// How a walk goes on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Walk {
    /// With the next operation.
    Advance,
    /// With the next operation that is not inside this one.
    Skip,
    /// Not at all.
    Stop,
}

impl Body {
    /// Visits `top` and everything inside it within this body, an operation before what it contains, in textual order.
    /// Gives whether the walk came to its end.
    pub fn walk(&self, top: Op, mut visit: impl FnMut(Op) -> Walk) -> bool {
        match visit(top) {
            Walk::Advance => {}
            Walk::Skip => return true,
            Walk::Stop => return false,
        }
        let mut op = match self.first_inside(top) {
            Some(op) => op,
            None => return true,
        };
        loop {
            let inside = match visit(op) {
                Walk::Advance => self.first_inside(op),
                Walk::Skip => None,
                Walk::Stop => return false,
            };
            let mut at = op;
            op = match inside {
                Some(inner) => inner,
                None => loop {
                    if at == top {
                        return true;
                    }
                    if let Some(next) = self.next_op(at) {
                        break next;
                    }
                    let block = self.op_block(at);
                    if let Some(next) = self.first_op_from(self.next_block(block)) {
                        break next;
                    }
                    let region = self.block_region(block);
                    let owner = self.region_op(region);
                    if let Some(next) = self.first_inside_from(owner, self.region_index(region) as usize + 1) {
                        break next;
                    }
                    at = owner;
                },
            };
        }
    }

    /// Everything inside `top` and `top` itself, an operation after what it contains (MLIR's default order). The list is made
    /// first, so that the caller may erase as it goes.
    pub fn post_order(&self, top: Op) -> Vec<Op> {
        // An operation comes after what it contains when the list of a walk that visits everything backwards is reversed.
        let mut order = Vec::new();
        let mut todo = vec![top];
        while let Some(op) = todo.pop() {
            order.push(op);
            for &region in self.op_regions(op) {
                for block in self.region_blocks(region) {
                    todo.extend(self.block_ops(block));
                }
            }
        }
        order.reverse();
        order
    }

    fn first_inside(&self, op: Op) -> Option<Op> {
        self.first_inside_from(op, 0)
    }

    fn first_inside_from(&self, op: Op, region: usize) -> Option<Op> {
        self.op_regions(op)[region.min(self.op_regions(op).len())..]
            .iter()
            .find_map(|&region| self.first_op_from(self.first_block(region)))
    }

    fn first_op_from(&self, mut block: Option<Block>) -> Option<Op> {
        while let Some(at) = block {
            if let Some(op) = self.first_op(at) {
                return Some(op);
            }
            block = self.next_block(at);
        }
        None
    }

    /// An attribute by name, inherent or discardable; [`Attribute::NONE`] where there is none.
    pub fn attribute(&self, context: &Context, op: Op, name: Ident) -> Attribute {
        let info = context.op_info(self.name(op));
        if let Some(found) = self.property_by_name(op, &info.properties, name) {
            return found;
        }
        let found = context.dictionary_get(self.attributes(op), name);
        if found.is_none() && !info.registered {
            return self.properties(op).first().map_or(Attribute::NONE, |&p| context.dictionary_get(p, name));
        }
        found
    }

    /// Sets an attribute by name: the inherent one where the operation has it, else a discardable one; removes it where `value` is
    /// [`Attribute::NONE`].
    pub fn set_attribute(&mut self, context: &Context, op: Op, name: Ident, value: Attribute) {
        let info = context.op_info(self.name(op));
        match info.property_slot(name) {
            Some(slot) if slot < self.properties(op).len() => self.set_property(op, slot, value),
            _ => {
                let dictionary = context.dictionary_with(self.attributes(op), name, value);
                self.set_attributes(op, dictionary);
            }
        }
    }

    /// Whether the operation is registered and has all of `traits`.
    pub fn has_traits(&self, context: &Context, op: Op, traits: Traits) -> bool {
        context.op_info(self.name(op)).has(traits)
    }

    /// Whether `ancestor` is `op` or around it, within this body.
    pub fn is_ancestor(&self, ancestor: Op, op: Op) -> bool {
        let mut at = Some(op);
        while let Some(op) = at {
            if op == ancestor {
                return true;
            }
            at = self.parent_op(op);
        }
        false
    }

    /// The operation of `block` that is `op` or around it, within this body.
    pub fn ancestor_in_block(&self, block: Block, mut op: Op) -> Option<Op> {
        loop {
            if self.op_block(op) == block {
                return Some(op);
            }
            op = self.parent_op(op)?;
        }
    }
}

/// Creates operations at a place of a body.
pub struct Builder<'a> {
    /// The body.
    pub body: &'a mut Body,
    /// Where the next operation goes.
    pub at: InsertionPoint,
}

/// A place in a block.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum InsertionPoint {
    /// Before an operation.
    Before(Op),
    /// At the end of a block.
    End(Block),
    /// At the start of a block.
    Start(Block),
    /// Nowhere: created operations are detached.
    Detached,
}

impl Builder<'_> {
    /// Creates an operation and puts it in its place.
    pub fn create(&mut self, state: &OpState<'_>) -> Op {
        let op = self.body.create_op(state);
        self.insert(op);
        op
    }

    /// Puts a detached operation in the place.
    pub fn insert(&mut self, op: Op) {
        match self.at {
            InsertionPoint::Before(before) => self.body.insert_op_before(op, before),
            InsertionPoint::End(block) => self.body.append_op(block, op),
            InsertionPoint::Start(block) => {
                self.body.prepend_op(block, op);
                // The next one goes after it.
                self.at = match self.body.next_op(op) {
                    Some(next) => InsertionPoint::Before(next),
                    None => InsertionPoint::End(block),
                };
            }
            InsertionPoint::Detached => {}
        }
    }

    /// Creates an operation with one result.
    pub fn create_value(&mut self, state: &OpState<'_>) -> Value {
        let op = self.create(state);
        self.body.result(op, 0)
    }
}
