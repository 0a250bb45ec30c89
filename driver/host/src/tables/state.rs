//! `plugopt.ir.build`: operations that are being put together, by a parser or for inference.

use crate::session::*;
use plugopt_dialect::OpDef;
use plugopt_dialect::asm::{ParsedOp, ParsedRegion};
use plugopt_ir as ir;
use plugopt_ir::{AttrData, Attribute, BodyId, NamedAttribute, Type};
use plugopt_plugin::raw::Status;

fn parsed<'a>(s: &Session, state: &mut OpState) -> Done<&'a mut ParsedOp> {
    match state {
        // SAFETY: the operation outlives the callback, and only this function's callers use it during a call.
        OpState::Parsed(op) => Ok(unsafe { &mut **op }),
        OpState::Infer { .. } => Err(s.fail(Status::WRONG_STATE, "types are inferred: the operation does not exist")),
    }
}

fn value(value: ir::Value) -> ValueRef {
    ValueRef { body: BodyId(PARSED), value }
}

pub(crate) fn state_name(_: &Session, state: &mut OpState) -> Done<ir::OpName> {
    Ok(match state {
        // SAFETY: as in `parsed`.
        OpState::Parsed(op) => unsafe { &**op }.name,
        OpState::Infer { name, .. } => *name,
    })
}

pub(crate) fn state_location(_: &Session, state: &mut OpState) -> Done<ir::Location> {
    Ok(match state {
        // SAFETY: as in `parsed`.
        OpState::Parsed(op) => unsafe { &**op }.location,
        // SAFETY: the input outlives the callback.
        OpState::Infer { input, .. } => unsafe { &**input }.location,
    })
}

pub(crate) fn state_operands(s: &Session, state: &mut OpState, operands: &mut Out<ValueRef>) -> Done<()> {
    operands.extend(parsed(s, state)?.operands.iter().map(|&v| value(v)));
    Ok(())
}

fn operand_types(s: &Session, state: &mut OpState) -> Done<Vec<Type>> {
    match state {
        // SAFETY: the input outlives the callback.
        OpState::Infer { input, .. } => Ok(unsafe { &**input }.operand_types.to_vec()),
        OpState::Parsed(_) => {
            let operands = parsed(s, state)?.operands.clone();
            let parser = s.parser().ok_or(Status::WRONG_STATE)?;
            Ok(operands.into_iter().map(|v| parser.value_type(v)).collect())
        }
    }
}

pub(crate) fn state_operand_types(s: &Session, state: &mut OpState, types: &mut Out<Type>) -> Done<()> {
    types.extend(operand_types(s, state)?);
    Ok(())
}

pub(crate) fn state_named_operands(
    s: &Session,
    state: &mut OpState,
    name: &[u8],
    operands: &mut Out<ValueRef>,
) -> Done<()> {
    let op = parsed(s, state)?;
    let text = std::str::from_utf8(name).unwrap_or_default();
    let def = OpDef::of(s.context().op_info(op.name));
    let found = def.and_then(|def| Some((def, def.operand_index(text)?)));
    let (def, index) = found.ok_or_else(|| s.fail(Status::UNKNOWN_NAME, format!("there is no operand `{text}`")))?;
    let range = def.operand_range(s.context(), &op.properties, op.operands.len(), index);
    operands.extend(op.operands[range].iter().map(|&v| value(v)));
    Ok(())
}

/// All attributes, inherent ones first.
fn all(s: &Session, state: &mut OpState) -> Done<Vec<NamedAttribute>> {
    let name = state_name(s, state)?;
    let slots = &s.context().op_info(name).properties;
    let named = |properties: &[Attribute]| -> Vec<NamedAttribute> {
        let pairs = slots.iter().copied().zip(properties.iter().copied());
        pairs.filter(|(_, a)| !a.is_none()).collect()
    };
    Ok(match state {
        OpState::Infer { input, .. } => {
            // SAFETY: the input outlives the callback.
            let input = unsafe { &**input };
            named(input.properties).into_iter().chain(input.attributes.iter().copied()).collect()
        }
        OpState::Parsed(_) => {
            let op = parsed(s, state)?;
            let written = op.attributes.clone();
            let mut found = named(&op.properties);
            found.retain(|(name, _)| written.iter().all(|(n, _)| n != name));
            found.extend(written);
            found
        }
    })
}

pub(crate) fn state_attribute(s: &Session, state: &mut OpState, name: &[u8]) -> Done<Option<Attribute>> {
    let name = s.context().ident(name);
    Ok(all(s, state)?.into_iter().find(|(n, _)| *n == name).map(|(_, value)| value))
}

pub(crate) fn state_attribute_dictionary(s: &Session, state: &mut OpState) -> Done<Attribute> {
    Ok(s.context().dictionary_attr(&all(s, state)?))
}

pub(crate) fn state_result_types(s: &Session, state: &mut OpState, types: &mut Out<Type>) -> Done<()> {
    match state {
        // SAFETY: the list outlives the callback.
        OpState::Infer { into, .. } => types.extend(unsafe { &**into }.iter().copied()),
        OpState::Parsed(_) => types.extend(parsed(s, state)?.result_types.iter().copied()),
    }
    Ok(())
}

/// A region that was added and that nothing was parsed into yet.
const PENDING: ParsedRegion = ParsedRegion { body: BodyId::NONE, region: ir::Region::NONE };

fn region(region: ParsedRegion) -> RegionRef {
    RegionRef { body: region.body, region: region.region }
}

/// Makes empty regions of those that nothing was parsed into.
pub(crate) fn finish_regions(parser: &mut dyn plugopt_dialect::asm::OpAsmParser, op: &mut ParsedOp) {
    for region in op.regions.iter_mut().filter(|region| **region == PENDING) {
        *region = parser.empty_region();
    }
}

fn finish(s: &Session, op: &mut ParsedOp) -> Done<()> {
    finish_regions(s.parser().ok_or(Status::WRONG_STATE)?, op);
    Ok(())
}

pub(crate) fn state_regions(s: &Session, state: &mut OpState, regions: &mut Out<RegionRef>) -> Done<()> {
    let op = parsed(s, state)?;
    finish(s, op)?;
    regions.extend(op.regions.iter().map(|&r| region(r)));
    Ok(())
}

pub(crate) fn state_successors(s: &Session, state: &mut OpState, successors: &mut Out<BlockRef>) -> Done<()> {
    let op = parsed(s, state)?;
    successors.extend(op.successors.iter().map(|&block| BlockRef { body: BodyId(PARSED), block }));
    Ok(())
}

pub(crate) fn state_add_operand(s: &Session, state: &mut OpState, operand: ValueRef) -> Done<()> {
    parsed(s, state)?.operands.push(operand.value);
    Ok(())
}

pub(crate) fn state_add_operands(s: &Session, state: &mut OpState, operands: &[ValueRef]) -> Done<()> {
    parsed(s, state)?.operands.extend(operands.iter().map(|v| v.value));
    Ok(())
}

pub(crate) fn state_add_result_type(s: &Session, state: &mut OpState, ty: Type) -> Done<()> {
    state_add_result_types(s, state, &[ty])
}

pub(crate) fn state_add_result_types(s: &Session, state: &mut OpState, types: &[Type]) -> Done<()> {
    match state {
        // SAFETY: the list outlives the callback.
        OpState::Infer { into, .. } => unsafe { &mut **into }.extend(types),
        OpState::Parsed(_) => parsed(s, state)?.result_types.extend(types),
    }
    Ok(())
}

fn set(op: &mut ParsedOp, name: ir::Ident, value: Attribute) {
    match op.attributes.iter_mut().find(|(n, _)| *n == name) {
        Some(entry) => entry.1 = value,
        None => op.attributes.push((name, value)),
    }
}

pub(crate) fn state_set_attribute(s: &Session, state: &mut OpState, name: &[u8], value: Attribute) -> Done<()> {
    set(parsed(s, state)?, s.context().ident(name), value);
    Ok(())
}

pub(crate) fn state_remove_attribute(s: &Session, state: &mut OpState, name: &[u8]) -> Done<()> {
    let name = s.context().ident(name);
    let op = parsed(s, state)?;
    op.attributes.retain(|(n, _)| *n != name);
    if let Some(slot) = s.context().op_info(op.name).property_slot(name)
        && let Some(property) = op.properties.get_mut(slot)
    {
        *property = Attribute::NONE;
    }
    Ok(())
}

pub(crate) fn state_add_attributes(s: &Session, state: &mut OpState, dictionary: Attribute) -> Done<()> {
    let AttrData::Dictionary(entries) = s.context().attr_data(dictionary) else {
        return Err(s.fail(Status::WRONG_KIND, "it is not a dictionary"));
    };
    let op = parsed(s, state)?;
    entries.iter().for_each(|&(name, value)| set(op, name, value));
    Ok(())
}

pub(crate) fn state_add_successor(s: &Session, state: &mut OpState, successor: BlockRef) -> Done<()> {
    parsed(s, state)?.successors.push(successor.block);
    Ok(())
}

pub(crate) fn state_add_region(s: &Session, state: &mut OpState) -> Done<u32> {
    let op = parsed(s, state)?;
    op.regions.push(PENDING);
    Ok(op.regions.len() as u32 - 1)
}

/// A region of the state, made where nothing was parsed into it yet.
pub(crate) fn parsed_region(s: &Session, state: &mut OpState, index: u32) -> Done<ParsedRegion> {
    let op = parsed(s, state)?;
    finish(s, op)?;
    op.regions.get(index as usize).copied().ok_or_else(|| no_region(s, index, op.regions.len()))
}

fn no_region(s: &Session, index: u32, count: usize) -> Status {
    s.fail(Status::INVALID_ARGUMENT, format!("there is no region {index}: there are {count}"))
}

/// Whether there is a region of this number that nothing was parsed into yet.
pub(crate) fn check_region(s: &Session, state: &mut OpState, index: u32) -> Done<()> {
    let regions = &parsed(s, state)?.regions;
    match regions.get(index as usize) {
        Some(_) => Ok(()),
        None => Err(no_region(s, index, regions.len())),
    }
}

/// Replaces a region of the state.
pub(crate) fn set_region(s: &Session, state: &mut OpState, index: u32, region: ParsedRegion) -> Done<()> {
    check_region(s, state, index)?;
    parsed(s, state)?.regions[index as usize] = region;
    Ok(())
}

pub(crate) fn state_region(s: &Session, state: &mut OpState, index: u32) -> Done<RegionRef> {
    Ok(region(parsed_region(s, state, index)?))
}

pub(crate) fn state_ensure_terminator(s: &Session, state: &mut OpState, index: u32, terminator: &[u8]) -> Done<()> {
    let region = parsed_region(s, state, index)?;
    let location = state_location(s, state)?;
    let parser = s.parser().ok_or(Status::WRONG_STATE)?;
    if terminator.is_empty() {
        parser.ensure_block(region);
        return Ok(());
    }
    parser.ensure_terminator(region, s.context().op_name(terminator), location);
    Ok(())
}
