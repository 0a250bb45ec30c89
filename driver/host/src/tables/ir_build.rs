//! `plugopt.ir.build`: operations, blocks, regions and values. Types and attributes are in `make`.

use super::ir_read::{definition, operand_range};
use crate::session::*;
use plugopt_dialect::hooks::InferInput;
use plugopt_dialect::{OpDef, definition::segment_size};
use plugopt_ir as ir;
use plugopt_ir::clone::Mapping;
use plugopt_ir::{Attribute, Body, BodyId, Context, NamedAttribute, Op, OpRef, Traits, Type, Value};
use plugopt_plugin::raw::{self, Status};
use smallvec::SmallVec;

pub(crate) use super::make::*;
pub(crate) use super::state::*;

fn invalid<T>(s: &Session, message: impl Into<Vec<u8>>) -> Done<T> {
    Err(s.fail(Status::INVALID_ARGUMENT, message))
}

fn body_mut(s: &Session, id: BodyId) -> Done<&mut Body> {
    match s.ir_mut()?.try_body_mut(id) {
        Some(body) => Ok(body),
        None => Err(s.fail(Status::FOREIGN_CONTEXT, "only the operation of the pass and what is in it may be changed")),
    }
}

/// Tells the driver of a rewrite.
fn modified(s: &Session, op: OpRef) -> Done<()> {
    if s.rewriter().is_some() {
        let at = s.position(op)?.1;
        if let Some(rewriter) = s.rewriter() {
            rewriter.modified(at);
        }
    }
    Ok(())
}

fn inserted(s: &Session, at: OpRef) {
    if let Some(rewriter) = s.rewriter() {
        rewriter.inserted(at);
    }
}

/// Values of one body.
fn values_in(s: &Session, body: BodyId, values: &[ValueRef]) -> Done<SmallVec<[Value; 8]>> {
    values
        .iter()
        .map(|v| match v.body == body {
            true => Ok(v.value),
            false => invalid(s, "a value is used in another isolated operation than the one it is defined in"),
        })
        .collect()
}

/// Where a place is: its body, its block and what follows.
fn place_of(s: &Session, place: Insertion) -> Done<Option<(BodyId, ir::Block, Option<Op>)>> {
    let Some(block) = place.block else {
        return match place.before {
            Some(_) => invalid(s, "the place has an operation and no block"),
            None => Ok(None),
        };
    };
    let before = match place.before {
        Some(before) => {
            let (body, at) = s.position(before)?;
            if at.body != block.body || body.op_block(at.op) != block.block {
                return invalid(s, "the operation to insert in front of is not in the block");
            }
            Some(at.op)
        }
        None => None,
    };
    Ok(Some((block.body, block.block, before)))
}

fn put(body: &mut Body, op: Op, block: ir::Block, before: Option<Op>) {
    match before {
        Some(before) => body.insert_op_before(op, before),
        None => body.append_op(block, op),
    }
}

/// Inherent attributes by slot, and the dictionary of the others.
fn split_attributes(context: &Context, name: ir::OpName, given: &[NamedAttribute]) -> (Vec<Attribute>, Attribute) {
    let info = context.op_info(name);
    let mut properties = vec![Attribute::NONE; info.properties.len()];
    let mut others: Vec<NamedAttribute> = Vec::new();
    for &(name, value) in given {
        match info.property_slot(name) {
            Some(slot) => properties[slot] = value,
            None => match others.iter_mut().find(|(n, _)| *n == name) {
                Some(entry) => entry.1 = value,
                None => others.push((name, value)),
            },
        }
    }
    (properties, context.dictionary_attr(&others))
}

fn infer(
    s: &Session,
    name: ir::OpName,
    location: ir::Location,
    operand_types: &[Type],
    properties: &[Attribute],
    attributes: &[NamedAttribute],
) -> Done<Vec<Type>> {
    let context = s.context();
    let Some(def) = OpDef::of(context.op_info(name)) else {
        return invalid(s, "the result types of an operation that is not registered cannot be inferred");
    };
    let mut types = Vec::new();
    if def.hook_set.infer {
        let input = InferInput { context, location, operand_types, properties, attributes, region_results: &[] };
        def.hooks.infer(&input, &mut types).map_err(|_| Status::FAILURE)?;
        return Ok(types);
    }
    match crate::infer::result_types(context, def, operand_types, properties) {
        Some(types) => Ok(types),
        None => invalid(s, format!("the result types of '{}' cannot be inferred", def.text)),
    }
}

pub(crate) fn op_create(s: &Session, spec: &raw::OpSpec, place: Insertion) -> Done<OpRef> {
    let context = s.context();
    let name = ir::OpName::from_raw(s, spec.name)?;
    s.may_create(name)?;
    let location = Option::<ir::Location>::from_raw(s, spec.location)?.unwrap_or(ir::Location::UNKNOWN);
    // SAFETY: the specification says that the lists of an `op_spec` are valid for the call.
    let (operands, result_types, given, successors, taken) = unsafe {
        (
            take_list::<ValueRef>(s, spec.operands, spec.operand_count)?,
            take_list::<Type>(s, spec.result_types, spec.result_type_count)?,
            take_list::<NamedAttribute>(s, spec.attributes, spec.attribute_count)?,
            take_list::<BlockRef>(s, spec.successors, spec.successor_count)?,
            take_list::<RegionRef>(s, spec.regions, spec.given_region_count)?,
        )
    };
    let place = place_of(s, place)?;
    let id = match place {
        Some((body, ..)) => body,
        None => operands.first().map(|v| v.body).unwrap_or(s.ir()?.root().body),
    };
    let operands = values_in(s, id, &operands)?;
    if successors.iter().any(|b| b.body != id) {
        return invalid(s, "a successor is in another isolated operation");
    }
    if spec.region_count > 1 << 16 {
        return invalid(s, "an operation has fewer than 2^16 regions");
    }
    let (properties, attributes) = split_attributes(context, name, &given);
    let inferred;
    let result_types: &[Type] = if spec.infer_result_types != 0 {
        let body = s.body(id)?;
        let operand_types: SmallVec<[Type; 8]> = operands.iter().map(|&v| body.value_type(v)).collect();
        inferred = infer(s, name, location, &operand_types, &properties, context.dictionary(attributes))?;
        &inferred
    } else {
        &result_types
    };
    let isolated = context.op_info(name).has(Traits::ISOLATED_FROM_ABOVE);
    let regions = taken.len() + spec.region_count;
    if taken.iter().any(|r| isolated || r.body != id) {
        return invalid(s, "blocks cannot move into or out of an isolated operation when it is created");
    }
    let successors: SmallVec<[ir::Block; 4]> = successors.iter().map(|b| b.block).collect();
    let ir = s.ir_mut()?;
    if ir.try_body(id).is_none() {
        return Err(s.fail(Status::FOREIGN_CONTEXT, "only the operation of the pass and what is in it may be changed"));
    }
    let body = ir.body_mut(id);
    let own: Vec<ir::Region> = if isolated { Vec::new() } else { (0..regions).map(|_| body.create_region()).collect() };
    for (region, &new) in taken.iter().zip(&own) {
        body.move_blocks(region.region, new);
    }
    let plain = ir::body::OpState {
        name,
        location,
        operands: &operands,
        result_types,
        attributes,
        properties: &properties,
        successors: &successors,
        regions: &own,
    };
    let op = if isolated {
        let stub = ir::body::OpState { attributes: Attribute::EMPTY_DICTIONARY, properties: &[], ..plain };
        body.create_op(&stub)
    } else {
        body.create_op(&plain)
    };
    if let Some((_, block, before)) = place {
        put(body, op, block, before);
    }
    if isolated {
        let mut child = Body::new(name, location);
        for _ in 0..regions {
            let region = child.create_region();
            child.add_region(Body::ROOT, region);
        }
        child.set_properties(Body::ROOT, &properties);
        child.set_attributes(Body::ROOT, attributes);
        ir.attach_child(id, op, Box::new(child));
    }
    if place.is_some() {
        inserted(s, OpRef { body: id, op });
    }
    s.resolved(id, op)
}

pub(crate) fn op_clone(s: &Session, op: OpRef, place: Insertion, from: &[ValueRef], to: &[ValueRef]) -> Done<OpRef> {
    if from.len() != to.len() {
        return invalid(s, "as many values to map to are needed as to map from");
    }
    let place = place_of(s, place)?;
    let at = s.position(op)?.1;
    if place.is_some_and(|(body, ..)| body != at.body) {
        return invalid(s, "an operation is copied within one isolated operation");
    }
    let mut mapping = Mapping::default();
    mapping.values.extend(values_in(s, at.body, from)?.into_iter().zip(values_in(s, at.body, to)?));
    if at.op == Body::ROOT {
        return Err(s.fail(Status::WRONG_STATE, "the operation of the pass cannot be copied by the pass"));
    }
    s.own_body(at.body)?;
    let copy = s.ir_mut()?.clone_op(op, &mut mapping);
    let at = s.position(copy)?.1;
    if let Some((id, block, before)) = place {
        put(body_mut(s, id)?, at.op, block, before);
        inserted(s, at);
    }
    Ok(copy)
}

/// The position of an operation that is not the top of the tree.
fn movable(s: &Session, op: OpRef) -> Done<OpRef> {
    let at = s.position(op)?.1;
    if at.op == Body::ROOT {
        return Err(
            s.fail(Status::WRONG_STATE, "the operation of the pass can be neither moved nor erased by the pass")
        );
    }
    s.own_body(at.body)?;
    Ok(at)
}

pub(crate) fn op_erase(s: &Session, op: OpRef) -> Done<()> {
    let at = movable(s, op)?;
    let body = s.body(at.body)?;
    if body.results(at.op).any(|v| body.has_uses(v)) {
        let name = String::from_utf8_lossy(s.context().op_name_bytes(body.name(at.op))).into_owned();
        return Err(s.fail(Status::WRONG_STATE, format!("a result of '{name}' is still in use")));
    }
    erase(s, at)
}

fn erase(s: &Session, at: OpRef) -> Done<()> {
    match s.rewriter() {
        Some(rewriter) => {
            s.ir_mut()?;
            rewriter.erase(at);
        }
        None => s.ir_mut()?.erase(at),
    }
    Ok(())
}

pub(crate) fn op_replace(s: &Session, op: OpRef, values: &[ValueRef]) -> Done<()> {
    let at = movable(s, op)?;
    let results: SmallVec<[Value; 8]> = s.body(at.body)?.results(at.op).collect();
    if results.len() != values.len() {
        return invalid(s, format!("{} values are given for {} results", values.len(), results.len()));
    }
    let values = values_in(s, at.body, values)?;
    let ir = s.ir_mut()?;
    match s.rewriter() {
        Some(rewriter) => rewriter.replace(at, &values),
        None => {
            let body = ir.body_mut(at.body);
            for (result, &value) in results.into_iter().zip(&values) {
                if result != value {
                    body.replace_all_uses(result, value);
                }
            }
            ir.erase(at);
        }
    }
    Ok(())
}

pub(crate) fn op_detach(s: &Session, op: OpRef) -> Done<()> {
    let at = movable(s, op)?;
    body_mut(s, at.body)?.detach_op(at.op);
    Ok(())
}

pub(crate) fn op_move(s: &Session, op: OpRef, place: Insertion) -> Done<()> {
    let at = movable(s, op)?;
    let Some((id, block, before)) = place_of(s, place)? else { return op_detach(s, op) };
    if id != at.body {
        return invalid(s, "an operation moves within one isolated operation");
    }
    if before == Some(at.op) {
        return Ok(());
    }
    let body = s.body(id)?;
    let region = body.block_region(block);
    if let Some(owner) = region.some().map(|r| body.region_op(r)).filter(|o| !o.is_none())
        && body.is_ancestor(at.op, owner)
    {
        return invalid(s, "an operation cannot move into itself");
    }
    let body = body_mut(s, id)?;
    body.detach_op(at.op);
    put(body, at.op, block, before);
    inserted(s, at);
    Ok(())
}

// ---- parts of operations ------------------------------------------------------------------------------------------------------

pub(crate) fn op_set_attribute(s: &Session, op: OpRef, name: &[u8], value: Option<Attribute>) -> Done<()> {
    s.own_body(op.body)?;
    let name = s.context().ident(name);
    s.ir_mut()?.set_attribute(op, name, value.unwrap_or(Attribute::NONE));
    modified(s, op)
}

/// An operation in its own body.
fn own(s: &Session, op: OpRef) -> Done<OpRef> {
    let op = s.resolved(op.body, op.op)?;
    s.own_body(op.body)?;
    Ok(op)
}

pub(crate) fn op_set_inherent_attribute(s: &Session, op: OpRef, slot: u32, value: Option<Attribute>) -> Done<()> {
    let at = own(s, op)?;
    let count = s.body(at.body)?.properties(at.op).len();
    if slot as usize >= count {
        return invalid(s, format!("there is no inherent attribute {slot}: there are {count}"));
    }
    body_mut(s, at.body)?.set_property(at.op, slot as usize, value.unwrap_or(Attribute::NONE));
    modified(s, op)
}

pub(crate) fn op_set_discardable_attributes(s: &Session, op: OpRef, dictionary: Attribute) -> Done<()> {
    if !matches!(s.context().attr_data(dictionary), ir::AttrData::Dictionary(_)) {
        return Err(s.fail(Status::WRONG_KIND, "it is not a dictionary"));
    }
    let at = own(s, op)?;
    body_mut(s, at.body)?.set_attributes(at.op, dictionary);
    modified(s, op)
}

pub(crate) fn op_set_operand(s: &Session, op: OpRef, index: u32, value: ValueRef) -> Done<()> {
    let (body, at) = s.position(op)?;
    let count = body.operand_count(at.op);
    if index as usize >= count {
        return invalid(s, format!("there is no operand {index}: there are {count}"));
    }
    let value = values_in(s, at.body, &[value])?[0];
    body_mut(s, at.body)?.set_operand(at.op, index as usize, value);
    modified(s, op)
}

pub(crate) fn op_set_operands(s: &Session, op: OpRef, operands: &[ValueRef]) -> Done<()> {
    let at = s.position(op)?.1;
    let operands = values_in(s, at.body, operands)?;
    body_mut(s, at.body)?.set_operands(at.op, &operands);
    modified(s, op)
}

pub(crate) fn op_set_named_operands(s: &Session, op: OpRef, name: &[u8], operands: &[ValueRef]) -> Done<()> {
    let (index, range) = operand_range(s, op, name)?;
    let def = definition(s, op)?;
    let (body, at) = s.position(op)?;
    let mut all: SmallVec<[Value; 8]> = body.operands(at.op).collect();
    all.splice_range(range, values_in(s, at.body, operands)?);
    let context = s.context();
    if let Some(slot) = def.operand_segments_slot() {
        let own = own(s, op)?;
        let sizes = s.body(own.body)?.properties(own.op).get(slot).copied().unwrap_or(Attribute::NONE);
        let mut list: Vec<i64> = (0..def.operands.len()).map(|i| i64::from(segment_size(context, sizes, i))).collect();
        if let Some(size) = list.get_mut(index) {
            *size = operands.len() as i64;
        }
        let i32_type = context.integer_type(32, ir::Signedness::Signless);
        let sizes = attribute_integer_array(s, i32_type, &list)?;
        body_mut(s, own.body)?.set_property(own.op, slot, sizes);
    }
    body_mut(s, at.body)?.set_operands(at.op, &all);
    modified(s, op)
}

trait SpliceRange {
    fn splice_range(&mut self, range: std::ops::Range<usize>, with: SmallVec<[Value; 8]>);
}

impl SpliceRange for SmallVec<[Value; 8]> {
    fn splice_range(&mut self, range: std::ops::Range<usize>, with: SmallVec<[Value; 8]>) {
        let tail: SmallVec<[Value; 8]> = self.drain(range.start..).skip(range.len()).collect();
        self.extend(with);
        self.extend(tail);
    }
}

pub(crate) fn op_set_successor(s: &Session, op: OpRef, index: u32, successor: BlockRef) -> Done<()> {
    let (body, at) = s.position(op)?;
    let count = body.successors(at.op).len();
    if index as usize >= count || successor.body != at.body {
        return invalid(s, format!("there is no successor {index}, or the block is elsewhere: there are {count}"));
    }
    body_mut(s, at.body)?.set_successor(at.op, index as usize, successor.block);
    modified(s, op)
}

pub(crate) fn op_set_location(s: &Session, op: OpRef, location: ir::Location) -> Done<()> {
    let at = own(s, op)?;
    body_mut(s, at.body)?.set_location(at.op, location);
    Ok(())
}

pub(crate) fn op_verify(s: &Session, op: OpRef) -> Done<()> {
    plugopt_dialect::verify::verify(s.ir()?, op).map_err(|_| Status::FAILURE)
}

pub(crate) fn ops_parse(s: &Session, _text: &[u8], _place: Insertion, _ops: &mut Out<OpRef>) -> Done<()> {
    Err(s.fail(Status::UNSUPPORTED, "this host does not parse operations in callbacks"))
}

// ---- blocks and regions -------------------------------------------------------------------------------------------------------

fn link(body: &mut Body, region: ir::Region, block: ir::Block, before: Option<ir::Block>) {
    match before {
        Some(before) => body.insert_block_before(block, before),
        None => body.append_block(region, block),
    }
}

fn check_before(s: &Session, region: RegionRef, before: Option<BlockRef>) -> Done<()> {
    match before {
        Some(b) if b.body != region.body || s.body(b.body)?.block_region(b.block) != region.region => {
            invalid(s, "the block to insert in front of is not in the region")
        }
        _ => Ok(()),
    }
}

pub(crate) fn block_create(
    s: &Session,
    region: RegionRef,
    before: Option<BlockRef>,
    types: &[Type],
    locations: &[ir::Location],
) -> Done<BlockRef> {
    if !locations.is_empty() && locations.len() != types.len() {
        return invalid(s, "there are as many locations as types, or none");
    }
    check_before(s, region, before)?;
    let body = body_mut(s, region.body)?;
    let block = body.create_block(types);
    let arguments = body.arguments(block).to_vec();
    for (argument, &location) in arguments.into_iter().zip(locations) {
        body.set_argument_location(argument, location);
    }
    link(body, region.region, block, before.map(|b| b.block));
    Ok(BlockRef { body: region.body, block })
}

pub(crate) fn block_erase(s: &Session, at: BlockRef) -> Done<()> {
    let body = s.body(at.body)?;
    let branched = body.predecessor_ops(at.block).any(|op| body.op_block(op) != at.block);
    let used = body.arguments(at.block).iter().any(|&v| body.has_uses(v))
        && body
            .arguments(at.block)
            .iter()
            .any(|&v| body.uses(v).any(|u| body.ancestor_in_block(at.block, u.op).is_none()));
    let ops: Vec<Op> = body.block_ops(at.block).collect();
    let outside = ops
        .iter()
        .any(|&op| body.results(op).any(|v| body.uses(v).any(|u| body.ancestor_in_block(at.block, u.op).is_none())));
    if branched || used || outside {
        return Err(s.fail(Status::WRONG_STATE, "the block, or a value defined in it, is still in use"));
    }
    if s.rewriter().is_some() {
        for op in ops.into_iter().rev() {
            erase(s, OpRef { body: at.body, op })?;
        }
    }
    body_mut(s, at.body)?.erase_block(at.block);
    s.ir_mut()?.drop_orphans(at.body);
    Ok(())
}

pub(crate) fn block_add_argument(s: &Session, at: BlockRef, ty: Type, location: ir::Location) -> Done<ValueRef> {
    let value = body_mut(s, at.body)?.add_argument_at(at.block, ty, location);
    Ok(ValueRef { body: at.body, value })
}

pub(crate) fn block_insert_argument(
    s: &Session,
    at: BlockRef,
    index: u32,
    ty: Type,
    location: ir::Location,
) -> Done<ValueRef> {
    let count = s.body(at.body)?.arguments(at.block).len();
    if index as usize > count {
        return invalid(s, format!("an argument {index} cannot be inserted: there are {count}"));
    }
    let value = body_mut(s, at.body)?.insert_argument(at.block, index as usize, ty, location);
    Ok(ValueRef { body: at.body, value })
}

pub(crate) fn block_erase_argument(s: &Session, at: BlockRef, index: u32) -> Done<()> {
    let body = s.body(at.body)?;
    let arguments = body.arguments(at.block);
    match arguments.get(index as usize) {
        None => return invalid(s, format!("there is no argument {index}: there are {}", arguments.len())),
        Some(&value) if body.has_uses(value) => {
            return Err(s.fail(Status::WRONG_STATE, "the argument is still in use"));
        }
        Some(_) => {}
    }
    body_mut(s, at.body)?.remove_argument(at.block, index as usize);
    Ok(())
}

pub(crate) fn block_split(s: &Session, at: BlockRef, op: OpRef) -> Done<BlockRef> {
    let (body, op) = s.position(op)?;
    if op.body != at.body || body.op_block(op.op) != at.block || body.block_region(at.block).is_none() {
        return invalid(s, "the operation is not in the block, or the block not in a region");
    }
    let body = body_mut(s, at.body)?;
    let block = body.create_block(&[]);
    body.insert_block_after(block, at.block);
    body.move_ops_to_end(op.op, block);
    Ok(BlockRef { body: at.body, block })
}

pub(crate) fn block_inline(s: &Session, at: BlockRef, place: Insertion, arguments: &[ValueRef]) -> Done<()> {
    let Some((id, block, before)) = place_of(s, place)? else { return invalid(s, "there is no place") };
    let body = s.body(at.body)?;
    let old = body.arguments(at.block).to_vec();
    if id != at.body || block == at.block {
        return invalid(s, "a block moves into another one of the same isolated operation");
    }
    if old.len() != arguments.len() {
        return invalid(s, format!("{} values are given for {} arguments", arguments.len(), old.len()));
    }
    if body.predecessor_ops(at.block).next().is_some() {
        return Err(s.fail(Status::WRONG_STATE, "a branch leads to the block"));
    }
    let new = values_in(s, id, arguments)?;
    let ops: Vec<Op> = body.block_ops(at.block).collect();
    for (old, new) in old.into_iter().zip(new) {
        replace_uses(s, id, old, new)?;
    }
    for op in ops {
        let body = body_mut(s, id)?;
        body.detach_op(op);
        put(body, op, block, before);
        inserted(s, OpRef { body: id, op });
    }
    body_mut(s, id)?.erase_block(at.block);
    Ok(())
}

pub(crate) fn block_move(s: &Session, at: BlockRef, region: RegionRef, before: Option<BlockRef>) -> Done<()> {
    check_before(s, region, before)?;
    if region.body != at.body {
        return invalid(s, "a block moves within one isolated operation");
    }
    if before == Some(at) {
        return Ok(());
    }
    let body = body_mut(s, at.body)?;
    body.detach_block(at.block);
    link(body, region.region, at.block, before.map(|b| b.block));
    Ok(())
}

pub(crate) fn region_move_blocks(s: &Session, from: RegionRef, to: RegionRef, before: Option<BlockRef>) -> Done<()> {
    check_before(s, to, before)?;
    if from.body != to.body || from == to {
        return invalid(s, "blocks move between two regions of one isolated operation");
    }
    let body = body_mut(s, from.body)?;
    let blocks: Vec<ir::Block> = body.region_blocks(from.region).collect();
    for block in blocks {
        body.detach_block(block);
        link(body, to.region, block, before.map(|b| b.block));
    }
    Ok(())
}

pub(crate) fn region_clone_blocks(
    s: &Session,
    from: RegionRef,
    to: RegionRef,
    before: Option<BlockRef>,
    values: &[ValueRef],
    with: &[ValueRef],
) -> Done<()> {
    check_before(s, to, before)?;
    if from.body != to.body || values.len() != with.len() {
        return invalid(s, "blocks are copied within one isolated operation, and each mapped value has one to map to");
    }
    let id = from.body;
    let mut mapping = Mapping::default();
    mapping.values.extend(values_in(s, id, values)?.into_iter().zip(values_in(s, id, with)?));
    let owner = s.body(id)?.region_op(from.region);
    if owner.is_none() || owner == Body::ROOT {
        return Err(s.fail(Status::WRONG_STATE, "the regions of the operation of the pass cannot be copied"));
    }
    // A copy of the whole operation, whose blocks move.
    let index = s.body(id)?.region_index(from.region) as usize;
    let copy = s.ir_mut()?.clone_op(OpRef { body: id, op: owner }, &mut mapping);
    let copied = RegionRef { body: id, region: s.body(id)?.op_regions(copy.op)[index] };
    region_move_blocks(s, copied, to, before)?;
    s.ir_mut()?.erase(copy);
    Ok(())
}

// ---- values -------------------------------------------------------------------------------------------------------------------

fn replace_uses(s: &Session, body: BodyId, old: Value, new: Value) -> Done<()> {
    if old == new {
        return Ok(());
    }
    let own = body_mut(s, body)?;
    match s.rewriter() {
        Some(rewriter) => rewriter.replace_all_uses(body, old, new),
        None => own.replace_all_uses(old, new),
    }
    Ok(())
}

pub(crate) fn value_replace_all_uses(s: &Session, value: ValueRef, with: ValueRef) -> Done<()> {
    let with = values_in(s, value.body, &[with])?[0];
    replace_uses(s, value.body, value.value, with)
}

pub(crate) fn value_replace_all_uses_except(s: &Session, value: ValueRef, with: ValueRef, except: OpRef) -> Done<()> {
    let with = values_in(s, value.body, &[with])?[0];
    let except = s.position(except)?.1;
    let uses: Vec<_> = s.body(value.body)?.uses(value.value).filter(|u| u.op != except.op).collect();
    for one in uses {
        body_mut(s, value.body)?.set_operand(one.op, one.index as usize, with);
        modified(s, OpRef { body: value.body, op: one.op })?;
    }
    Ok(())
}

pub(crate) fn value_replace_use(s: &Session, use_: &raw::ValueUse, with: ValueRef) -> Done<()> {
    op_set_operand(s, OpRef::from_raw(s, use_.owner)?, use_.operand_index, with)
}

pub(crate) fn value_set_type(s: &Session, value: ValueRef, ty: Type) -> Done<()> {
    body_mut(s, value.body)?.set_value_type(value.value, ty);
    Ok(())
}
