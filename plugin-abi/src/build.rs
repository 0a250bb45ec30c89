//! Building operations.

use crate::error::Result;
use crate::handles::{Attribute, Block, Ident, Insertion, Location, Op, OpName, Region, Type, Value};
use crate::raw;
use crate::session::{Session, Wrap};
use crate::tables;

/// Creates operations at a place that moves along.
#[derive(Clone, Copy, Debug)]
pub struct Builder<'s> {
    session: Session<'s>,
    place: Insertion<'s>,
    location: Location<'s>,
}

impl<'s> Builder<'s> {
    /// A builder for a place.
    pub fn new(place: Insertion<'s>, location: Location<'s>) -> Self {
        Builder { session: location.session, place, location }
    }

    /// A builder for the place in front of an operation, with its location.
    pub fn before(op: Op<'s>) -> Self {
        Builder::new(Insertion::before(op), op.location())
    }

    /// A builder for the place behind an operation, with its location.
    pub fn after(op: Op<'s>) -> Self {
        Builder::new(Insertion::after(op), op.location())
    }

    /// The session.
    pub fn session(&self) -> Session<'s> {
        self.session
    }

    /// Where the next operation goes.
    pub fn place(&self) -> Insertion<'s> {
        self.place
    }

    /// Location of the next operation.
    pub fn location(&self) -> Location<'s> {
        self.location
    }

    /// Builds somewhere else from now on.
    pub fn set_place(&mut self, place: Insertion<'s>) {
        self.place = place;
    }

    /// Sets the location of what follows.
    pub fn set_location(&mut self, location: Location<'s>) {
        self.location = location;
    }

    /// The next operations go in front of this one.
    pub fn set_before(&mut self, op: Op<'s>) {
        self.place = Insertion::before(op);
    }

    /// The next operations go to the end of this block.
    pub fn set_at_end(&mut self, block: Block<'s>) {
        self.place = Insertion::at_end(block);
    }

    /// The next operations go to the start of this block.
    pub fn set_at_start(&mut self, block: Block<'s>) {
        self.place = Insertion::at_start(block);
    }

    /// An operation of this name, put in its place by [`OpBuilder::build`].
    pub fn op(&self, name: &str) -> OpBuilder<'s> {
        self.op_named(self.session.op_name(name))
    }

    /// The same with a name that is known already.
    pub fn op_named(&self, name: OpName<'s>) -> OpBuilder<'s> {
        OpBuilder {
            session: self.session,
            place: self.place,
            name,
            location: self.location,
            operands: Vec::new(),
            result_types: Vec::new(),
            attributes: Vec::new(),
            successors: Vec::new(),
            regions: Vec::new(),
            region_count: 0,
            infer: false,
        }
    }

    /// A new block at the end of a region; building goes on at its end.
    pub fn create_block(&mut self, region: Region<'s>, types: &[Type<'s>]) -> Block<'s> {
        let locations = vec![self.location; types.len()];
        let block = self.session.create_block(region, None, types, &locations);
        self.set_at_end(block);
        block
    }

    /// A constant operation of the dialect of `for_op` that gives `value`.
    pub fn constant_like(&self, for_op: Op<'s>, value: Attribute<'s>, ty: Type<'s>) -> Result<Option<Value<'s>>> {
        let session = self.session;
        let mut op = raw::Op::default();
        // SAFETY: all pointers are valid for the call.
        let status = unsafe {
            (tables::rewrite().materialize_constant)(
                session.as_ptr(),
                for_op.raw,
                value.raw,
                ty.raw,
                &self.place.into_raw(),
                self.location.raw,
                &raw mut op,
            )
        };
        if status == raw::Status::NO_MATCH {
            return Ok(None);
        }
        session.result(status)?;
        Ok(Option::<Op<'s>>::wrap(op, session).map(|op| op.result(0)))
    }
}

impl<'s> Session<'s> {
    /// A new block with arguments, in front of `before` or at the end of the region. `locations` is empty or as long as `types`.
    pub fn create_block(
        self,
        region: Region<'s>,
        before: Option<Block<'s>>,
        types: &[Type<'s>],
        locations: &[Location<'s>],
    ) -> Block<'s> {
        let types = crate::batch::RawList::new(types.iter().map(|t| t.raw));
        let locations = crate::batch::RawList::new(locations.iter().map(|l| l.raw));
        let mut block = raw::Block::default();
        // SAFETY: all pointers are valid for the call.
        self.check(unsafe {
            (tables::ir_build().block_create)(
                self.as_ptr(),
                region.raw,
                before.into_raw(),
                types.as_ptr(),
                types.len(),
                locations.as_ptr(),
                locations.len(),
                &raw mut block,
            )
        });
        Block::wrap(block, self)
    }
}

/// An operation that is not created yet.
#[must_use = "an operation is created by `build`"]
#[derive(Clone, Debug)]
pub struct OpBuilder<'s> {
    session: Session<'s>,
    place: Insertion<'s>,
    name: OpName<'s>,
    location: Location<'s>,
    operands: Vec<raw::Value>,
    result_types: Vec<raw::Type>,
    attributes: Vec<raw::NamedAttribute>,
    successors: Vec<raw::Block>,
    regions: Vec<raw::Region>,
    region_count: usize,
    infer: bool,
}

impl<'s> OpBuilder<'s> {
    /// Adds an operand.
    pub fn operand(mut self, value: Value<'s>) -> Self {
        self.operands.push(value.raw);
        self
    }

    /// Adds operands.
    pub fn operands(mut self, values: impl IntoIterator<Item = Value<'s>>) -> Self {
        self.operands.extend(values.into_iter().map(|value| value.raw));
        self
    }

    /// Adds a result.
    pub fn result(mut self, ty: Type<'s>) -> Self {
        self.result_types.push(ty.raw);
        self
    }

    /// Adds results.
    pub fn results(mut self, types: impl IntoIterator<Item = Type<'s>>) -> Self {
        self.result_types.extend(types.into_iter().map(|ty| ty.raw));
        self
    }

    /// Has the result types inferred.
    pub fn infer_results(mut self) -> Self {
        self.infer = true;
        self
    }

    /// Adds an attribute, inherent or discardable.
    pub fn attribute(self, name: &str, value: Attribute<'s>) -> Self {
        let name = self.session.ident(name);
        self.attribute_named(name, value)
    }

    /// The same with a name that is known already.
    pub fn attribute_named(mut self, name: Ident<'s>, value: Attribute<'s>) -> Self {
        self.attributes.push(raw::NamedAttribute { name: name.raw, value: value.raw });
        self
    }

    /// Adds an attribute where there is one.
    pub fn optional_attribute(self, name: &str, value: Option<Attribute<'s>>) -> Self {
        match value {
            Some(value) => self.attribute(name, value),
            None => self,
        }
    }

    /// Adds the entries of a dictionary.
    pub fn attributes(mut self, dictionary: Attribute<'s>) -> Self {
        self.attributes.extend(dictionary.entries().iter().map(Wrap::into_raw));
        self
    }

    /// Adds a successor.
    pub fn successor(mut self, block: Block<'s>) -> Self {
        self.successors.push(block.raw);
        self
    }

    /// Adds an empty region, behind those that move in.
    pub fn region(mut self) -> Self {
        self.region_count += 1;
        self
    }

    /// Moves a detached region in.
    pub fn take_region(mut self, region: Region<'s>) -> Self {
        self.regions.push(region.raw);
        self
    }

    /// Sets another location.
    pub fn location(mut self, location: Location<'s>) -> Self {
        self.location = location;
        self
    }

    /// Creates it. Fails where its types cannot be inferred.
    pub fn build(self) -> Result<Op<'s>> {
        let spec = raw::OpSpec {
            name: self.name.raw,
            location: self.location.raw,
            operands: self.operands.as_ptr(),
            operand_count: self.operands.len(),
            result_types: self.result_types.as_ptr(),
            result_type_count: self.result_types.len(),
            attributes: self.attributes.as_ptr(),
            attribute_count: self.attributes.len(),
            successors: self.successors.as_ptr(),
            successor_count: self.successors.len(),
            region_count: self.region_count,
            regions: self.regions.as_ptr(),
            given_region_count: self.regions.len(),
            infer_result_types: u8::from(self.infer),
        };
        let mut op = raw::Op::default();
        // SAFETY: all pointers are valid for the call.
        let status = unsafe {
            (tables::ir_build().op_create)(self.session.as_ptr(), &raw const spec, &self.place.into_raw(), &raw mut op)
        };
        self.session.result(status)?;
        Ok(Op::wrap(op, self.session))
    }

    /// Creates it and gives its first result.
    pub fn build_value(self) -> Result<Value<'s>> {
        Ok(self.build()?.result(0))
    }
}
