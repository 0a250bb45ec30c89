//! `plugopt.ir.read`: operations, blocks, regions, values. Types, attributes and locations are in `types`.

use crate::session::*;
use plugopt_dialect::asm::OpView;
use plugopt_dialect::definition::Trait;
use plugopt_dialect::{OpDef, Registry, branch, effects};
use plugopt_ir as ir;
use plugopt_ir::body::ValueDef;
use plugopt_ir::{AttrData, Attribute, Body, BodyId, Ident, Op, OpRef, Traits};
use plugopt_plugin::raw::{self, Status};

pub(crate) use super::types::*;

/// The trait of a name that the core keeps as a bit.
pub(crate) fn trait_bits(name: &str) -> Option<Traits> {
    Some(match name {
        "IsolatedFromAbove" => Traits::ISOLATED_FROM_ABOVE,
        "IsTerminator" | "Terminator" => Traits::TERMINATOR,
        "NoTerminator" => Traits::NO_TERMINATOR,
        "SingleBlock" => Traits::SINGLE_BLOCK,
        "Symbol" => Traits::SYMBOL,
        "SymbolTable" => Traits::SYMBOL_TABLE,
        "AffineScope" => Traits::AFFINE_SCOPE,
        "AutomaticAllocationScope" => Traits::AUTOMATIC_ALLOCATION_SCOPE,
        "Commutative" | "IsCommutative" => Traits::COMMUTATIVE,
        "ConstantLike" => Traits::CONSTANT_LIKE,
        "Idempotent" | "IsIdempotent" => Traits::IDEMPOTENT,
        "Involution" | "IsInvolution" => Traits::INVOLUTION,
        "NoMemoryEffect" => Traits::NO_MEMORY_EFFECT,
        "AlwaysSpeculatable" => Traits::ALWAYS_SPECULATABLE,
        "Pure" => Traits::NO_MEMORY_EFFECT | Traits::ALWAYS_SPECULATABLE,
        "RecursiveMemoryEffects" | "HasRecursiveMemoryEffects" => Traits::RECURSIVE_MEMORY_EFFECTS,
        "RecursivelySpeculatable" => Traits::RECURSIVELY_SPECULATABLE,
        "ReturnLike" => Traits::RETURN_LIKE,
        "AttrSizedOperandSegments" => Traits::ATTR_SIZED_OPERAND_SEGMENTS,
        "AttrSizedResultSegments" => Traits::ATTR_SIZED_RESULT_SEGMENTS,
        _ => return None,
    })
}

/// The name of a declared trait.
pub(crate) fn trait_name(declared: &Trait) -> &str {
    match declared {
        Trait::Simple(simple) => simple.as_str(),
        Trait::Named(name) => name,
        Trait::HasParent(_) => "HasParent",
        Trait::SingleBlockImplicitTerminator(_) => "SingleBlockImplicitTerminator",
        _ => "",
    }
}

fn count(n: usize) -> u32 {
    u32::try_from(n).unwrap_or(u32::MAX)
}

fn out_of_range(s: &Session, what: &str, index: usize, count: usize) -> Status {
    s.fail(Status::INVALID_ARGUMENT, format!("there is no {what} {index}: there are {count}"))
}

fn value(body: BodyId, value: ir::Value) -> ValueRef {
    ValueRef { body, value }
}

fn block(body: BodyId, block: ir::Block) -> BlockRef {
    BlockRef { body, block }
}

/// An operation in its own body, where its attributes and regions are.
#[inline]
fn inside(s: &Session, op: OpRef) -> Done<(&Body, Op)> {
    let body = s.body(op.body)?;
    match body.child(op.op) {
        Some(child) => Ok((s.body(child)?, Body::ROOT)),
        None => Ok((body, op.op)),
    }
}

#[inline]
pub(crate) fn op_name(s: &Session, op: OpRef) -> Done<ir::OpName> {
    Ok(s.body(op.body)?.name(op.op))
}

/// What a summary tells of an operation.
#[inline]
pub(crate) fn summary(s: &Session, op: OpRef) -> Done<raw::OpSummary> {
    let (at, own) = (s.position(op)?, inside(s, op)?);
    Ok(raw::OpSummary {
        op: op.give(s),
        name: own.0.name(own.1).give(s),
        operand_count: count(at.0.operand_count(at.1.op)),
        result_count: count(at.0.result_count(at.1.op)),
        region_count: count(own.0.op_regions(own.1).len()),
        successor_count: count(at.0.successors(at.1.op).len()),
    })
}

#[inline]
pub(crate) fn op_summary(s: &Session, op: OpRef) -> Done<raw::OpSummary> {
    summary(s, op)
}

pub(crate) fn op_is_registered(s: &Session, op: OpRef) -> Done<bool> {
    Ok(s.context().op_info(op_name(s, op)?).registered)
}

pub(crate) fn op_location(s: &Session, op: OpRef) -> Done<ir::Location> {
    let (body, op) = inside(s, op)?;
    Ok(body.location(op))
}

#[inline]
pub(crate) fn op_operand_count(s: &Session, op: OpRef) -> Done<u32> {
    let (body, at) = s.position(op)?;
    Ok(count(body.operand_count(at.op)))
}

#[inline]
pub(crate) fn op_operand(s: &Session, op: OpRef, index: u32) -> Done<ValueRef> {
    let (body, at) = s.position(op)?;
    let (index, total) = (index as usize, body.operand_count(at.op));
    if index >= total {
        return Err(out_of_range(s, "operand", index, total));
    }
    Ok(value(at.body, body.operand(at.op, index)))
}

#[inline]
pub(crate) fn op_operands(s: &Session, op: OpRef, operands: &mut Out<ValueRef>) -> Done<()> {
    let (body, at) = s.position(op)?;
    operands.extend(body.operands(at.op).map(|v| value(at.body, v)));
    Ok(())
}

pub(crate) fn ops_operands(s: &Session, ops: &[OpRef], operands: &mut Out<ValueRef>) -> Done<()> {
    ops.iter().try_for_each(|op| op_operands(s, *op, operands))
}

pub(crate) fn ops_attribute(
    s: &Session,
    ops: &[OpRef],
    name: Ident,
    attributes: &mut Out<Option<Attribute>>,
) -> Done<()> {
    for op in ops {
        attributes.push(op_attribute_by_ident(s, *op, name)?);
    }
    Ok(())
}

/// The definition of an operation, which is needed to know names of operands.
pub(crate) fn definition(s: &Session, op: OpRef) -> Done<&'static OpDef> {
    let info = s.context().op_info(op_name(s, op)?);
    OpDef::of(info).ok_or_else(|| s.fail(Status::UNKNOWN_NAME, "the operation is not registered"))
}

fn unknown_name(s: &Session, what: &str, name: &[u8], def: &OpDef) -> Status {
    let name = String::from_utf8_lossy(name);
    s.fail(Status::UNKNOWN_NAME, format!("'{}' has no {what} `{name}`", def.text))
}

/// The range of operands that a declared operand stands for.
pub(crate) fn operand_range(s: &Session, op: OpRef, name: &[u8]) -> Done<(usize, std::ops::Range<usize>)> {
    let def = definition(s, op)?;
    let text = std::str::from_utf8(name).unwrap_or_default();
    let index = def.operand_index(text).ok_or_else(|| unknown_name(s, "operand", name, def))?;
    let (own, root) = inside(s, op)?;
    let (body, at) = s.position(op)?;
    Ok((index, def.operand_range(s.context(), own.properties(root), body.operand_count(at.op), index)))
}

pub(crate) fn op_named_operands(s: &Session, op: OpRef, name: &[u8], operands: &mut Out<ValueRef>) -> Done<()> {
    let (_, range) = operand_range(s, op, name)?;
    let (body, at) = s.position(op)?;
    operands.extend(body.operands(at.op).skip(range.start).take(range.len()).map(|v| value(at.body, v)));
    Ok(())
}

#[inline]
pub(crate) fn op_result_count(s: &Session, op: OpRef) -> Done<u32> {
    let (body, at) = s.position(op)?;
    Ok(count(body.result_count(at.op)))
}

pub(crate) fn op_result(s: &Session, op: OpRef, index: u32) -> Done<ValueRef> {
    let (body, at) = s.position(op)?;
    let (index, total) = (index as usize, body.result_count(at.op));
    if index >= total {
        return Err(out_of_range(s, "result", index, total));
    }
    Ok(value(at.body, body.result(at.op, index)))
}

pub(crate) fn op_results(s: &Session, op: OpRef, results: &mut Out<ValueRef>) -> Done<()> {
    let (body, at) = s.position(op)?;
    results.extend(body.results(at.op).map(|v| value(at.body, v)));
    Ok(())
}

pub(crate) fn op_result_types(s: &Session, op: OpRef, types: &mut Out<ir::Type>) -> Done<()> {
    let (body, at) = s.position(op)?;
    types.extend(body.results(at.op).map(|v| body.value_type(v)));
    Ok(())
}

pub(crate) fn op_operand_types(s: &Session, op: OpRef, types: &mut Out<ir::Type>) -> Done<()> {
    let (body, at) = s.position(op)?;
    types.extend(body.operands(at.op).map(|v| body.value_type(v)));
    Ok(())
}

pub(crate) fn op_named_results(s: &Session, op: OpRef, name: &[u8], results: &mut Out<ValueRef>) -> Done<()> {
    let def = definition(s, op)?;
    let text = std::str::from_utf8(name).unwrap_or_default();
    let index = def.result_index(text).ok_or_else(|| unknown_name(s, "result", name, def))?;
    let (own, root) = inside(s, op)?;
    let (body, at) = s.position(op)?;
    let range = def.result_range(s.context(), own.properties(root), body.result_count(at.op), index);
    results.extend(body.results(at.op).skip(range.start).take(range.len()).map(|v| value(at.body, v)));
    Ok(())
}

// ---- attributes ---------------------------------------------------------------------------------------------------------------

pub(crate) fn op_attribute(s: &Session, op: OpRef, name: &[u8]) -> Done<Option<Attribute>> {
    op_attribute_by_ident(s, op, s.context().ident(name))
}

#[inline]
pub(crate) fn op_attribute_by_ident(s: &Session, op: OpRef, name: Ident) -> Done<Option<Attribute>> {
    let (body, op) = inside(s, op)?;
    Ok(body.attribute(s.context(), op, name).some())
}

pub(crate) fn op_inherent_attribute(s: &Session, op: OpRef, slot: u32) -> Done<Option<Attribute>> {
    let (body, op) = inside(s, op)?;
    let properties = body.properties(op);
    let found = properties.get(slot as usize);
    found.map(|a| a.some()).ok_or_else(|| out_of_range(s, "inherent attribute", slot as usize, properties.len()))
}

pub(crate) fn op_inherent_attributes(s: &Session, op: OpRef, attributes: &mut Out<ir::NamedAttribute>) -> Done<()> {
    let (body, op) = inside(s, op)?;
    let info = s.context().op_info(body.name(op));
    if info.registered {
        let named = info.properties.iter().copied().zip(body.properties(op).iter().copied());
        attributes.extend(named.filter(|(_, a)| !a.is_none()));
    } else if let Some(&properties) = body.properties(op).first() {
        attributes.extend(s.context().dictionary(properties).iter().copied());
    }
    Ok(())
}

pub(crate) fn op_discardable_attributes(s: &Session, op: OpRef, attributes: &mut Out<ir::NamedAttribute>) -> Done<()> {
    let (body, op) = inside(s, op)?;
    attributes.extend(s.context().dictionary(body.attributes(op)).iter().copied());
    Ok(())
}

pub(crate) fn op_attribute_dictionary(s: &Session, op: OpRef) -> Done<Attribute> {
    let (body, op) = inside(s, op)?;
    let context = s.context();
    let info = context.op_info(body.name(op));
    let mut all: Vec<ir::NamedAttribute> = context.dictionary(body.attributes(op)).to_vec();
    if info.registered {
        let named = info.properties.iter().copied().zip(body.properties(op).iter().copied());
        all.extend(named.filter(|(_, a)| !a.is_none()));
    } else if let Some(&properties) = body.properties(op).first() {
        all.extend(context.dictionary(properties).iter().copied());
    }
    Ok(context.dictionary_attr(&all))
}

// ---- structure ----------------------------------------------------------------------------------------------------------------

#[inline]
pub(crate) fn op_region_count(s: &Session, op: OpRef) -> Done<u32> {
    let (body, op) = inside(s, op)?;
    Ok(count(body.op_regions(op).len()))
}

pub(crate) fn op_region(s: &Session, op: OpRef, index: u32) -> Done<RegionRef> {
    let (body, op) = inside(s, op)?;
    let regions = body.op_regions(op);
    let found = regions.get(index as usize).ok_or_else(|| out_of_range(s, "region", index as usize, regions.len()))?;
    Ok(RegionRef { body: body.id(), region: *found })
}

pub(crate) fn op_regions(s: &Session, op: OpRef, regions: &mut Out<RegionRef>) -> Done<()> {
    let (body, op) = inside(s, op)?;
    regions.extend(body.op_regions(op).iter().map(|&region| RegionRef { body: body.id(), region }));
    Ok(())
}

pub(crate) fn op_successors(s: &Session, op: OpRef, successors: &mut Out<BlockRef>) -> Done<()> {
    let (body, at) = s.position(op)?;
    successors.extend(body.successors(at.op).map(|b| block(at.body, b)));
    Ok(())
}

pub(crate) fn op_parent_block(s: &Session, op: OpRef) -> Done<Option<BlockRef>> {
    let (body, at) = s.position(op)?;
    Ok(body.op_block(at.op).some().map(|b| block(at.body, b)))
}

pub(crate) fn op_parent_region(s: &Session, op: OpRef) -> Done<Option<RegionRef>> {
    let (body, at) = s.position(op)?;
    let region = body.op_block(at.op).some().and_then(|b| body.block_region(b).some());
    Ok(region.map(|region| RegionRef { body: at.body, region }))
}

pub(crate) fn op_parent_op(s: &Session, op: OpRef) -> Done<Option<OpRef>> {
    let (body, at) = s.position(op)?;
    body.parent_op(at.op).map(|op| s.resolved(at.body, op)).transpose()
}

#[inline]
pub(crate) fn op_next(s: &Session, op: OpRef) -> Done<Option<OpRef>> {
    let (body, at) = s.position(op)?;
    body.next_op(at.op).map(|op| s.resolved(at.body, op)).transpose()
}

pub(crate) fn op_previous(s: &Session, op: OpRef) -> Done<Option<OpRef>> {
    let (body, at) = s.position(op)?;
    body.previous_op(at.op).map(|op| s.resolved(at.body, op)).transpose()
}

pub(crate) fn op_is_before_in_block(s: &Session, op: OpRef, other: OpRef) -> Done<bool> {
    let ((body, at), (_, to)) = (s.position(op)?, s.position(other)?);
    let of = body.op_block(at.op);
    if at.body != to.body || of.is_none() || of != body.op_block(to.op) {
        return Err(s.fail(Status::INVALID_ARGUMENT, "the operations are not in one block"));
    }
    Ok(body.is_before(at.op, to.op))
}

pub(crate) fn op_is_ancestor(s: &Session, op: OpRef, other: OpRef) -> Done<bool> {
    let mut at = Some(other);
    while let Some(current) = at {
        if current == op {
            return Ok(true);
        }
        at = op_parent_op(s, current)?;
    }
    Ok(false)
}

pub(crate) fn op_has_trait(s: &Session, op: OpRef, trait_: &[u8]) -> Done<bool> {
    super::core::op_name_has_trait(s, op_name(s, op)?, trait_)
}

pub(crate) fn op_has_interface(s: &Session, op: OpRef, interface: &[u8]) -> Done<bool> {
    super::core::op_name_has_interface(s, op_name(s, op)?, interface)
}

pub(crate) fn op_is_pure(s: &Session, op: OpRef) -> Done<bool> {
    let (body, at) = s.position(op)?;
    Ok(effects::is_memory_effect_free(s.context(), body, at.op))
}

pub(crate) fn op_is_trivially_dead(s: &Session, op: OpRef) -> Done<bool> {
    let (body, at) = s.position(op)?;
    Ok(effects::is_trivially_dead(s.context(), body, at.op))
}

pub(crate) fn op_constant_value(s: &Session, op: OpRef) -> Done<Option<Attribute>> {
    let (body, at) = s.position(op)?;
    if body.result_count(at.op) != 1 {
        return Ok(None);
    }
    value_constant(s, value(at.body, body.result(at.op, 0)))
}

pub(crate) fn op_successor_operands(s: &Session, op: OpRef, successor: u32, operands: &mut Out<ValueRef>) -> Done<()> {
    let (body, at) = s.position(op)?;
    let passed = branch::successor_operands(s.context(), body, at.op)
        .ok_or_else(|| s.fail(Status::UNSUPPORTED, "the operation is no branch"))?;
    let found = passed.get(successor as usize);
    let range = found.ok_or_else(|| out_of_range(s, "successor", successor as usize, passed.len()))?.range.clone();
    operands.extend(body.operands(at.op).skip(range.start).take(range.len()).map(|v| value(at.body, v)));
    Ok(())
}

/// The first operation of the regions of `op` from number `region` on.
fn first_inside(s: &Session, op: OpRef, region: usize) -> Done<Option<OpRef>> {
    let (body, op) = inside(s, op)?;
    for &region in body.op_regions(op).iter().skip(region) {
        if let Some(first) = body.region_blocks(region).find_map(|b| body.first_op(b)) {
            return s.resolved(body.id(), first).map(Some);
        }
    }
    Ok(None)
}

/// The operation that follows in the text and is not in `op`, but beside or after it under the same parent; and the parent where
/// there is none.
fn beside(s: &Session, op: OpRef) -> Done<Result<OpRef, Option<OpRef>>> {
    let (body, at) = s.position(op)?;
    if let Some(next) = body.next_op(at.op) {
        return s.resolved(at.body, next).map(Ok);
    }
    let Some(of) = body.op_block(at.op).some() else { return Ok(Err(None)) };
    let mut next = body.next_block(of);
    while let Some(after) = next {
        if let Some(first) = body.first_op(after) {
            return s.resolved(at.body, first).map(Ok);
        }
        next = body.next_block(after);
    }
    let Some(region) = body.block_region(of).some() else { return Ok(Err(None)) };
    let Some(parent) = body.region_op(region).some() else { return Ok(Err(None)) };
    let parent = s.resolved(at.body, parent)?;
    Ok(first_inside(s, parent, body.region_index(region) as usize + 1)?.ok_or(Some(parent)))
}

fn leaf(s: &Session, mut op: OpRef) -> Done<OpRef> {
    while let Some(inner) = first_inside(s, op, 0)? {
        op = inner;
    }
    Ok(op)
}

fn next_pre(s: &Session, root: OpRef, op: OpRef) -> Done<Option<OpRef>> {
    if let Some(inner) = first_inside(s, op, 0)? {
        return Ok(Some(inner));
    }
    let mut at = op;
    while at != root {
        match beside(s, at)? {
            Ok(next) => return Ok(Some(next)),
            Err(Some(parent)) => at = parent,
            Err(None) => return Ok(None),
        }
    }
    Ok(None)
}

fn next_post(s: &Session, root: OpRef, op: OpRef) -> Done<Option<OpRef>> {
    if op == root {
        return Ok(None);
    }
    match beside(s, op)? {
        Ok(next) => leaf(s, next).map(Some),
        Err(parent) => Ok(parent),
    }
}

pub(crate) fn op_walk(
    s: &Session,
    op: OpRef,
    order: raw::WalkOrder,
    cursor: &mut raw::WalkCursor,
    ops: &mut Out<raw::OpSummary>,
) -> Done<()> {
    if order != raw::WalkOrder::PRE && order != raw::WalkOrder::POST {
        return Err(s.fail(Status::INVALID_ARGUMENT, "there is no such order"));
    }
    let post = order == raw::WalkOrder::POST;
    let mut next = match cursor.state {
        0 if post => Some(leaf(s, op)?),
        0 => Some(op),
        _ => Option::<OpRef>::from_raw(s, cursor.next)?,
    };
    for _ in 0..ops.room() {
        let Some(at) = next else { break };
        let body = s.body(at.body)?;
        // Most operations have nothing in them, and another one such behind them.
        if at.op != Body::ROOT
            && at != op
            && body.is_plain(at.op)
            && let Some(after) = body.next_op(at.op)
            && body.is_plain(after)
        {
            ops.push(raw::OpSummary {
                op: at.give(s),
                name: body.name(at.op).give(s),
                operand_count: count(body.operand_count(at.op)),
                result_count: count(body.result_count(at.op)),
                region_count: 0,
                successor_count: 0,
            });
            next = Some(OpRef { body: at.body, op: after });
            continue;
        }
        ops.push(summary(s, at)?);
        next = if post { next_post(s, op, at)? } else { next_pre(s, op, at)? };
    }
    cursor.state = 1;
    cursor.next = next.give(s);
    Ok(())
}

pub(crate) fn op_to_text(s: &Session, op: OpRef) -> Done<Vec<u8>> {
    let view = OpView { ir: s.ir()?, op };
    let text = Registry::of(s.context()).print_op(view);
    text.ok_or_else(|| s.fail(Status::UNSUPPORTED, "this host prints no operations in callbacks"))
}

// ---- symbols ------------------------------------------------------------------------------------------------------------------

pub(crate) fn op_nearest_symbol_table(s: &Session, op: OpRef) -> Done<Option<OpRef>> {
    let mut at = Some(op);
    while let Some(current) = at {
        if s.context().op_info(op_name(s, current)?).has(Traits::SYMBOL_TABLE) {
            return Ok(Some(current));
        }
        at = op_parent_op(s, current)?;
    }
    Ok(None)
}

fn lookup(s: &Session, table: OpRef, name: Ident) -> Done<Option<OpRef>> {
    let wanted = s.context().string_attr(s.context().bytes(name));
    let (body, op) = inside(s, table)?;
    for &region in body.op_regions(op) {
        for block in body.region_blocks(region) {
            for op in body.block_ops(block) {
                let op = s.resolved(body.id(), op)?;
                if op_attribute_by_ident(s, op, Ident::SYM_NAME)? == Some(wanted) {
                    return Ok(Some(op));
                }
            }
        }
    }
    Ok(None)
}

pub(crate) fn op_lookup_in_table(s: &Session, op: OpRef, name: &[u8]) -> Done<Option<OpRef>> {
    lookup(s, op, s.context().ident(name))
}

pub(crate) fn op_lookup_symbol(s: &Session, op: OpRef, symbol: Attribute) -> Done<Option<OpRef>> {
    let AttrData::SymbolRef { root, nested } = s.context().attr_data(symbol) else {
        return Err(Status::WRONG_KIND);
    };
    let Some(table) = op_nearest_symbol_table(s, op)? else { return Ok(None) };
    let mut found = lookup(s, table, *root)?;
    for &name in nested {
        let Some(inner) = found else { break };
        found = lookup(s, inner, name)?;
    }
    Ok(found)
}

fn mentions(context: &ir::Context, attribute: Attribute, symbol: Ident) -> bool {
    let mut todo = vec![attribute];
    while let Some(attribute) = todo.pop() {
        match context.attr_data(attribute) {
            AttrData::SymbolRef { root, .. } if *root == symbol => return true,
            AttrData::Array(list) => todo.extend(list.iter().copied()),
            AttrData::Dictionary(entries) => todo.extend(entries.iter().map(|e| e.1)),
            AttrData::Dialect { parameters, .. } => todo.extend(parameters.iter().copied().filter(|p| !p.is_none())),
            AttrData::Opaque { body, .. } => todo.extend(body.inner.iter().map(|i| i.1)),
            _ => {}
        }
    }
    false
}

pub(crate) fn op_symbol_uses(s: &Session, op: OpRef, symbol: &[u8], users: &mut Out<OpRef>) -> Done<()> {
    let context = s.context();
    let symbol = context.ident(symbol);
    let mut next = next_pre(s, op, op)?;
    while let Some(at) = next {
        let info = context.op_info(op_name(s, at)?);
        if mentions(context, op_attribute_dictionary(s, at)?, symbol) {
            users.push(at);
        }
        // What is in another symbol table refers to the symbols of that one.
        next = if info.has(Traits::SYMBOL_TABLE) {
            let mut up = at;
            loop {
                match beside(s, up)? {
                    Ok(next) => break Some(next),
                    Err(Some(parent)) if parent != op => up = parent,
                    Err(_) => break None,
                }
            }
        } else {
            next_pre(s, op, at)?
        };
    }
    Ok(())
}

// ---- blocks and regions -------------------------------------------------------------------------------------------------------

pub(crate) fn block_arguments(s: &Session, at: BlockRef, arguments: &mut Out<ValueRef>) -> Done<()> {
    arguments.extend(s.body(at.body)?.arguments(at.block).iter().map(|&v| value(at.body, v)));
    Ok(())
}

pub(crate) fn block_argument_types(s: &Session, at: BlockRef, types: &mut Out<ir::Type>) -> Done<()> {
    let body = s.body(at.body)?;
    types.extend(body.arguments(at.block).iter().map(|&v| body.value_type(v)));
    Ok(())
}

pub(crate) fn block_argument_count(s: &Session, at: BlockRef) -> Done<u32> {
    Ok(count(s.body(at.body)?.arguments(at.block).len()))
}

pub(crate) fn block_argument(s: &Session, at: BlockRef, index: u32) -> Done<ValueRef> {
    let arguments = s.body(at.body)?.arguments(at.block);
    let found = arguments.get(index as usize);
    found.map(|&v| value(at.body, v)).ok_or_else(|| out_of_range(s, "argument", index as usize, arguments.len()))
}

pub(crate) fn block_ops(s: &Session, at: BlockRef, ops: &mut Out<OpRef>) -> Done<()> {
    let body = s.body(at.body)?;
    for op in body.block_ops(at.block) {
        ops.push(s.resolved(at.body, op)?);
    }
    Ok(())
}

#[inline]
pub(crate) fn block_first_op(s: &Session, at: BlockRef) -> Done<Option<OpRef>> {
    s.body(at.body)?.first_op(at.block).map(|op| s.resolved(at.body, op)).transpose()
}

pub(crate) fn block_last_op(s: &Session, at: BlockRef) -> Done<Option<OpRef>> {
    s.body(at.body)?.last_op(at.block).map(|op| s.resolved(at.body, op)).transpose()
}

pub(crate) fn block_terminator(s: &Session, at: BlockRef) -> Done<Option<OpRef>> {
    let body = s.body(at.body)?;
    let last = body.last_op(at.block).filter(|&op| body.has_traits(s.context(), op, Traits::TERMINATOR));
    last.map(|op| s.resolved(at.body, op)).transpose()
}

pub(crate) fn block_parent_region(s: &Session, at: BlockRef) -> Done<Option<RegionRef>> {
    let region = s.body(at.body)?.block_region(at.block).some();
    Ok(region.map(|region| RegionRef { body: at.body, region }))
}

pub(crate) fn block_parent_op(s: &Session, at: BlockRef) -> Done<Option<OpRef>> {
    match block_parent_region(s, at)? {
        Some(region) => region_parent_op(s, region),
        None => Ok(None),
    }
}

pub(crate) fn block_next(s: &Session, at: BlockRef) -> Done<Option<BlockRef>> {
    Ok(s.body(at.body)?.next_block(at.block).map(|b| block(at.body, b)))
}

pub(crate) fn block_previous(s: &Session, at: BlockRef) -> Done<Option<BlockRef>> {
    Ok(s.body(at.body)?.previous_block(at.block).map(|b| block(at.body, b)))
}

pub(crate) fn block_predecessors(s: &Session, at: BlockRef, predecessors: &mut Out<BlockRef>) -> Done<()> {
    let body = s.body(at.body)?;
    predecessors.extend(body.predecessor_ops(at.block).map(|op| block(at.body, body.op_block(op))));
    Ok(())
}

pub(crate) fn block_is_entry(s: &Session, at: BlockRef) -> Done<bool> {
    let body = s.body(at.body)?;
    let region = body.block_region(at.block);
    Ok(!region.is_none() && body.first_block(region) == Some(at.block))
}

pub(crate) fn region_blocks(s: &Session, at: RegionRef, blocks: &mut Out<BlockRef>) -> Done<()> {
    blocks.extend(s.body(at.body)?.region_blocks(at.region).map(|b| block(at.body, b)));
    Ok(())
}

pub(crate) fn region_first_block(s: &Session, at: RegionRef) -> Done<Option<BlockRef>> {
    Ok(s.body(at.body)?.first_block(at.region).map(|b| block(at.body, b)))
}

pub(crate) fn region_last_block(s: &Session, at: RegionRef) -> Done<Option<BlockRef>> {
    Ok(s.body(at.body)?.last_block(at.region).map(|b| block(at.body, b)))
}

pub(crate) fn region_block_count(s: &Session, at: RegionRef) -> Done<u32> {
    Ok(count(s.body(at.body)?.region_blocks(at.region).count()))
}

pub(crate) fn region_parent_op(s: &Session, at: RegionRef) -> Done<Option<OpRef>> {
    s.body(at.body)?.region_op(at.region).some().map(|op| s.resolved(at.body, op)).transpose()
}

pub(crate) fn region_index(s: &Session, at: RegionRef) -> Done<u32> {
    Ok(s.body(at.body)?.region_index(at.region))
}

// ---- values -------------------------------------------------------------------------------------------------------------------

#[inline]
pub(crate) fn value_type(s: &Session, at: ValueRef) -> Done<ir::Type> {
    if let Some(parser) = s.parser() {
        return Ok(parser.value_type(at.value));
    }
    Ok(s.body(at.body)?.value_type(at.value))
}

pub(crate) fn value_defining_op(s: &Session, at: ValueRef) -> Done<Option<OpRef>> {
    s.body(at.body)?.defining_op(at.value).map(|op| s.resolved(at.body, op)).transpose()
}

pub(crate) fn value_defined_by(s: &Session, at: ValueRef, name: &[u8]) -> Done<Option<OpRef>> {
    let body = s.body(at.body)?;
    let Some(op) = body.defining_op(at.value) else { return Ok(None) };
    // The stub of an isolated operation has its name too.
    if s.context().op_name_bytes(body.name(op)) != name {
        return Ok(None);
    }
    s.resolved(at.body, op).map(Some)
}

pub(crate) fn value_owner_block(s: &Session, at: ValueRef) -> Done<Option<BlockRef>> {
    Ok(match s.body(at.body)?.value_def(at.value) {
        ValueDef::Argument { block: of, .. } => Some(block(at.body, of)),
        _ => None,
    })
}

pub(crate) fn value_parent_block(s: &Session, at: ValueRef) -> Done<Option<BlockRef>> {
    Ok(s.body(at.body)?.value_block(at.value).some().map(|b| block(at.body, b)))
}

pub(crate) fn value_index(s: &Session, at: ValueRef) -> Done<u32> {
    match s.body(at.body)?.value_def(at.value) {
        ValueDef::Result { index, .. } | ValueDef::Argument { index, .. } => Ok(index),
        ValueDef::Erased => Err(Status::STALE_HANDLE),
    }
}

pub(crate) fn value_location(s: &Session, at: ValueRef) -> Done<ir::Location> {
    let body = s.body(at.body)?;
    match body.defining_op(at.value) {
        Some(op) => op_location(s, s.resolved(at.body, op)?),
        None => Ok(body.argument_location(at.value)),
    }
}

pub(crate) fn value_uses(s: &Session, at: ValueRef, uses: &mut Out<raw::ValueUse>) -> Done<()> {
    for one in s.body(at.body)?.uses(at.value) {
        let owner = s.resolved(at.body, one.op)?.give(s);
        uses.push(raw::ValueUse { owner, operand_index: one.index, reserved: 0 });
    }
    Ok(())
}

pub(crate) fn value_users(s: &Session, at: ValueRef, users: &mut Out<OpRef>) -> Done<()> {
    for one in s.body(at.body)?.uses(at.value) {
        users.push(s.resolved(at.body, one.op)?);
    }
    Ok(())
}

pub(crate) fn value_has_uses(s: &Session, at: ValueRef) -> Done<bool> {
    Ok(s.body(at.body)?.has_uses(at.value))
}

pub(crate) fn value_has_one_use(s: &Session, at: ValueRef) -> Done<bool> {
    Ok(s.body(at.body)?.has_one_use(at.value))
}

pub(crate) fn value_constant(s: &Session, at: ValueRef) -> Done<Option<Attribute>> {
    Ok(plugopt_rewrite::fold::constant_attribute(s.context(), s.body(at.body)?, at.value).some())
}
