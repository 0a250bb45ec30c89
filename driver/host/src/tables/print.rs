//! `plugopt.print`

use super::core::{kind, to_bits};
use super::parse::kind_of;
use crate::session::*;
use plugopt_dialect::asm::{AsmPrinter, OpAsmPrinter};
use plugopt_dialect::hooks::DirectiveArgument;
use plugopt_ir as ir;
use plugopt_ir::{AttrData, Attribute, DYNAMIC, OpRef, Type};
use plugopt_plugin::raw::{self, Status};

fn asm(printer: &mut Printer) -> &mut dyn AsmPrinter {
    // SAFETY: the printer outlives the callback, and one function of the table uses it at a time.
    unsafe { &mut *printer.asm }
}

fn op_asm<'a>(s: &Session, printer: &'a mut Printer) -> Done<&'a mut dyn OpAsmPrinter> {
    match printer.op {
        // SAFETY: as in `asm`.
        Some(op) => Ok(unsafe { &mut *op }),
        None => Err(s.fail(Status::WRONG_STATE, "a type or attribute is printed, not an operation")),
    }
}

pub(crate) fn print_text(_: &Session, printer: &mut Printer, text: &[u8]) -> Done<()> {
    asm(printer).text(text);
    Ok(())
}

pub(crate) fn print_integer(_: &Session, printer: &mut Printer, value: i64) -> Done<()> {
    asm(printer).text(value.to_string().as_bytes());
    Ok(())
}

pub(crate) fn print_newline(s: &Session, printer: &mut Printer) -> Done<()> {
    op_asm(s, printer)?.newline();
    Ok(())
}

pub(crate) fn increase_indent(s: &Session, printer: &mut Printer) -> Done<()> {
    op_asm(s, printer)?.increase_indent();
    Ok(())
}

pub(crate) fn decrease_indent(s: &Session, printer: &mut Printer) -> Done<()> {
    op_asm(s, printer)?.decrease_indent();
    Ok(())
}

pub(crate) fn print_float(s: &Session, printer: &mut Printer, format: raw::FloatKind, bits: raw::Bits128) -> Done<()> {
    let kind = kind(s, format)?;
    let mut text = Vec::new();
    kind.print(kind.canonical(to_bits(bits)), &mut text);
    asm(printer).text(&text);
    Ok(())
}

pub(crate) fn print_type(_: &Session, printer: &mut Printer, ty: Type) -> Done<()> {
    asm(printer).ty(ty);
    Ok(())
}

pub(crate) fn print_types(_: &Session, printer: &mut Printer, types: &[Type]) -> Done<()> {
    for (index, &ty) in types.iter().enumerate() {
        if index > 0 {
            asm(printer).text(b", ");
        }
        asm(printer).ty(ty);
    }
    Ok(())
}

pub(crate) fn print_optional_arrow_type_list(s: &Session, printer: &mut Printer, types: &[Type]) -> Done<()> {
    if types.is_empty() { Ok(()) } else { print_arrow_type_list(s, printer, types) }
}

pub(crate) fn print_arrow_type_list(s: &Session, printer: &mut Printer, types: &[Type]) -> Done<()> {
    asm(printer).text(b" -> ");
    result_types(s, printer, types)
}

/// Types as behind an arrow: one that is no function type stands alone.
fn result_types(s: &Session, printer: &mut Printer, types: &[Type]) -> Done<()> {
    if let [one] = types
        && !matches!(s.context().type_data(*one), ir::TypeData::Function { .. })
    {
        asm(printer).ty(*one);
        return Ok(());
    }
    asm(printer).text(b"(");
    print_types(s, printer, types)?;
    asm(printer).text(b")");
    Ok(())
}

pub(crate) fn print_functional_type(s: &Session, printer: &mut Printer, inputs: &[Type], results: &[Type]) -> Done<()> {
    asm(printer).text(b"(");
    print_types(s, printer, inputs)?;
    asm(printer).text(b") -> ");
    result_types(s, printer, results)
}

pub(crate) fn print_functional_type_of(s: &Session, printer: &mut Printer, op: OpRef) -> Done<()> {
    let (body, at) = s.position(op)?;
    let inputs: Vec<Type> = body.operands(at.op).map(|v| body.value_type(v)).collect();
    let results: Vec<Type> = body.results(at.op).map(|v| body.value_type(v)).collect();
    print_functional_type(s, printer, &inputs, &results)
}

pub(crate) fn print_stripped_type(_: &Session, printer: &mut Printer, ty: Type) -> Done<()> {
    asm(printer).type_body(ty);
    Ok(())
}

pub(crate) fn print_attribute(_: &Session, printer: &mut Printer, attribute: Attribute) -> Done<()> {
    asm(printer).attribute(attribute);
    Ok(())
}

pub(crate) fn print_attribute_without_type(_: &Session, printer: &mut Printer, attribute: Attribute) -> Done<()> {
    asm(printer).attribute_without_type(attribute);
    Ok(())
}

pub(crate) fn print_stripped_attribute(_: &Session, printer: &mut Printer, attribute: Attribute) -> Done<()> {
    asm(printer).attribute_body(attribute);
    Ok(())
}

fn entries(s: &Session, dictionary: Attribute) -> Done<&[ir::NamedAttribute]> {
    match s.context().attr_data(dictionary) {
        AttrData::Dictionary(entries) => Ok(entries),
        _ => Err(s.fail(Status::WRONG_KIND, "it is not a dictionary")),
    }
}

pub(crate) fn print_optional_attr_dict(
    s: &Session,
    printer: &mut Printer,
    dictionary: Attribute,
    elided: &[&[u8]],
) -> Done<()> {
    op_asm(s, printer)?.optional_attr_dict(entries(s, dictionary)?, elided);
    Ok(())
}

pub(crate) fn print_optional_attr_dict_with_keyword(
    s: &Session,
    printer: &mut Printer,
    dictionary: Attribute,
    elided: &[&[u8]],
) -> Done<()> {
    op_asm(s, printer)?.optional_attr_dict_with_keyword(entries(s, dictionary)?, elided);
    Ok(())
}

pub(crate) fn print_op_attr_dict(s: &Session, printer: &mut Printer, op: OpRef, elided: &[&[u8]]) -> Done<()> {
    let printer = op_asm(s, printer)?;
    let attributes = printer.all_attributes(op);
    printer.optional_attr_dict(&attributes, elided);
    Ok(())
}

pub(crate) fn print_op_attr_dict_with_keyword(
    s: &Session,
    printer: &mut Printer,
    op: OpRef,
    elided: &[&[u8]],
) -> Done<()> {
    let printer = op_asm(s, printer)?;
    let attributes = printer.all_attributes(op);
    printer.optional_attr_dict_with_keyword(&attributes, elided);
    Ok(())
}

pub(crate) fn print_string(_: &Session, printer: &mut Printer, text: &[u8]) -> Done<()> {
    asm(printer).string(text);
    Ok(())
}

pub(crate) fn print_keyword_or_string(_: &Session, printer: &mut Printer, text: &[u8]) -> Done<()> {
    asm(printer).keyword_or_string(text);
    Ok(())
}

pub(crate) fn print_symbol_name(_: &Session, printer: &mut Printer, name: &[u8]) -> Done<()> {
    asm(printer).symbol_name(name);
    Ok(())
}

pub(crate) fn print_dimension_list(_: &Session, printer: &mut Printer, dims: &[i64]) -> Done<()> {
    for (index, &size) in dims.iter().enumerate() {
        if index > 0 {
            asm(printer).text(b"x");
        }
        match size {
            DYNAMIC => asm(printer).text(b"?"),
            _ => asm(printer).text(size.to_string().as_bytes()),
        }
    }
    Ok(())
}

pub(crate) fn print_operand(s: &Session, printer: &mut Printer, value: ValueRef) -> Done<()> {
    op_asm(s, printer)?.operand(value.body, value.value);
    Ok(())
}

pub(crate) fn print_operands(s: &Session, printer: &mut Printer, values: &[ValueRef]) -> Done<()> {
    for (index, value) in values.iter().enumerate() {
        if index > 0 {
            asm(printer).text(b", ");
        }
        print_operand(s, printer, *value)?;
    }
    Ok(())
}

pub(crate) fn print_region_argument(
    s: &Session,
    printer: &mut Printer,
    argument: ValueRef,
    attributes: Option<Attribute>,
    omit_type: bool,
) -> Done<()> {
    let attributes = attributes.unwrap_or(Attribute::EMPTY_DICTIONARY);
    op_asm(s, printer)?.region_argument(argument.body, argument.value, attributes, omit_type);
    Ok(())
}

pub(crate) fn print_optional_location(s: &Session, _: &mut Printer, _: ir::Location) -> Done<()> {
    Err(s.fail(Status::UNSUPPORTED, "this host prints locations of operations and arguments only"))
}

pub(crate) fn print_successor(s: &Session, printer: &mut Printer, block: BlockRef) -> Done<()> {
    op_asm(s, printer)?.successor(block.body, block.block);
    Ok(())
}

pub(crate) fn print_successor_and_use_list(
    s: &Session,
    printer: &mut Printer,
    block: BlockRef,
    operands: &[ValueRef],
) -> Done<()> {
    print_successor(s, printer, block)?;
    if operands.is_empty() {
        return Ok(());
    }
    asm(printer).text(b"(");
    print_operands(s, printer, operands)?;
    asm(printer).text(b" : ");
    for (index, value) in operands.iter().enumerate() {
        if index > 0 {
            asm(printer).text(b", ");
        }
        let ty = s.body(value.body)?.value_type(value.value);
        asm(printer).ty(ty);
    }
    asm(printer).text(b")");
    Ok(())
}

pub(crate) fn print_region(
    s: &Session,
    printer: &mut Printer,
    region: RegionRef,
    entry_arguments: bool,
    terminators: bool,
    empty_block: bool,
) -> Done<()> {
    op_asm(s, printer)?.region(region.body, region.region, entry_arguments, terminators, empty_block);
    Ok(())
}

pub(crate) fn shadow_region_arguments(
    s: &Session,
    printer: &mut Printer,
    region: RegionRef,
    names: &[ValueRef],
) -> Done<()> {
    let names: Vec<ir::Value> = names.iter().map(|v| v.value).collect();
    op_asm(s, printer)?.shadow_region_arguments(region.body, region.region, &names);
    Ok(())
}

pub(crate) fn print_op(s: &Session, printer: &mut Printer, op: OpRef) -> Done<()> {
    op_asm(s, printer)?.custom_op(op);
    Ok(())
}

pub(crate) fn print_generic_op(s: &Session, printer: &mut Printer, op: OpRef, with_name: bool) -> Done<()> {
    if !with_name {
        return Err(s.fail(Status::UNSUPPORTED, "this host prints operations with their names"));
    }
    op_asm(s, printer)?.generic_op(op);
    Ok(())
}

pub(crate) fn print_affine_map_of_ssa_ids(
    s: &Session,
    printer: &mut Printer,
    map: Attribute,
    operands: &[ValueRef],
) -> Done<()> {
    let AttrData::AffineMap(data) = s.context().attr_data(map) else { return Err(Status::WRONG_KIND) };
    let body = operands.first().map_or(ir::BodyId::NONE, |v| v.body);
    if operands.len() != data.input_count() || operands.iter().any(|v| v.body != body) {
        return Err(s.fail(Status::INVALID_ARGUMENT, "the map has another number of dimensions and symbols"));
    }
    let values: Vec<ir::Value> = operands.iter().map(|v| v.value).collect();
    op_asm(s, printer)?.affine_map_of_ssa_ids(map, body, &values);
    Ok(())
}

pub(crate) fn print_affine_expr_of_ssa_ids(
    s: &Session,
    printer: &mut Printer,
    expr: ir::AffineExpr,
    dims: &[ValueRef],
    symbols: &[ValueRef],
) -> Done<()> {
    let map = super::make::attribute_affine_map(s, dims.len() as u32, symbols.len() as u32, &[expr])?;
    print_affine_map_of_ssa_ids(s, printer, map, &[dims, symbols].concat())
}

pub(crate) fn print_affine_map(s: &Session, printer: &mut Printer, map: Attribute) -> Done<()> {
    let AttrData::AffineMap(data) = s.context().attr_data(map) else { return Err(Status::WRONG_KIND) };
    let mut text = Vec::new();
    ir::affine::print_map(s.context(), data, &mut text);
    asm(printer).text(&text);
    Ok(())
}

pub(crate) fn prints_generic(_: &Session, _: &mut Printer) -> Done<bool> {
    // A hook is called for the custom form alone.
    Ok(false)
}

// ---- slots --------------------------------------------------------------------------------------------------------------------

fn slot<'a>(s: &Session, printer: &'a mut Printer, slot: u32) -> Done<&'a DirectiveArgument> {
    // SAFETY: the arguments of the directive outlive the callback.
    let slots = unsafe { &*printer.slots };
    let count = slots.len();
    let found = slots.get(slot as usize);
    found.ok_or_else(|| s.fail(Status::INVALID_ARGUMENT, format!("there is no slot {slot}: there are {count}")))
}

fn wrong<T>(s: &Session) -> Done<T> {
    Err(s.fail(Status::WRONG_KIND, "the slot is for something else"))
}

pub(crate) fn slot_kind(s: &Session, printer: &mut Printer, index: u32) -> Done<raw::SlotKind> {
    Ok(kind_of(slot(s, printer, index)?))
}

pub(crate) fn slot_operands(s: &Session, printer: &mut Printer, index: u32, values: &mut Out<ValueRef>) -> Done<()> {
    match slot(s, printer, index)? {
        DirectiveArgument::Values(body, list) => {
            values.extend(list.iter().map(|&value| ValueRef { body: *body, value }));
        }
        _ => return wrong(s),
    }
    Ok(())
}

pub(crate) fn slot_group_count(s: &Session, printer: &mut Printer, index: u32) -> Done<u32> {
    match slot(s, printer, index)? {
        DirectiveArgument::ValueGroups(_, groups) => Ok(groups.len() as u32),
        DirectiveArgument::TypeGroups(groups) => Ok(groups.len() as u32),
        _ => wrong(s),
    }
}

fn group<'a, T>(s: &Session, groups: &'a [Vec<T>], group: u32) -> Done<&'a [T]> {
    let count = groups.len();
    let found = groups.get(group as usize).map(Vec::as_slice);
    found.ok_or_else(|| s.fail(Status::INVALID_ARGUMENT, format!("there is no group {group}: there are {count}")))
}

pub(crate) fn slot_operand_group(
    s: &Session,
    printer: &mut Printer,
    index: u32,
    number: u32,
    values: &mut Out<ValueRef>,
) -> Done<()> {
    match slot(s, printer, index)? {
        DirectiveArgument::ValueGroups(body, groups) => {
            values.extend(group(s, groups, number)?.iter().map(|&value| ValueRef { body: *body, value }));
        }
        _ => return wrong(s),
    }
    Ok(())
}

pub(crate) fn slot_type_group(
    s: &Session,
    printer: &mut Printer,
    index: u32,
    number: u32,
    types: &mut Out<Type>,
) -> Done<()> {
    match slot(s, printer, index)? {
        DirectiveArgument::TypeGroups(groups) => types.extend(group(s, groups, number)?.iter().copied()),
        _ => return wrong(s),
    }
    Ok(())
}

pub(crate) fn slot_types(s: &Session, printer: &mut Printer, index: u32, types: &mut Out<Type>) -> Done<()> {
    match slot(s, printer, index)? {
        DirectiveArgument::Types(list) => types.extend(list.iter().copied()),
        _ => return wrong(s),
    }
    Ok(())
}

pub(crate) fn slot_attribute(s: &Session, printer: &mut Printer, index: u32) -> Done<Option<Attribute>> {
    match slot(s, printer, index)? {
        DirectiveArgument::Attribute(attribute) => Ok(attribute.some()),
        DirectiveArgument::AttrDict(entries) => Ok(Some(s.context().dictionary_attr(entries))),
        _ => wrong(s),
    }
}

pub(crate) fn slot_regions(s: &Session, printer: &mut Printer, index: u32, regions: &mut Out<RegionRef>) -> Done<()> {
    match slot(s, printer, index)? {
        DirectiveArgument::Regions(body, list) => {
            regions.extend(list.iter().map(|&region| RegionRef { body: *body, region }));
        }
        _ => return wrong(s),
    }
    Ok(())
}

pub(crate) fn slot_successors(s: &Session, printer: &mut Printer, index: u32, out: &mut Out<BlockRef>) -> Done<()> {
    match slot(s, printer, index)? {
        DirectiveArgument::Successors(body, list) => {
            out.extend(list.iter().map(|&block| BlockRef { body: *body, block }));
        }
        _ => return wrong(s),
    }
    Ok(())
}

pub(crate) fn slot_string(s: &Session, printer: &mut Printer, index: u32) -> Done<&'static [u8]> {
    match slot(s, printer, index)? {
        DirectiveArgument::Text(text) => Ok(s.interned(text.as_bytes())),
        _ => wrong(s),
    }
}

// ---- names --------------------------------------------------------------------------------------------------------------------

pub(crate) fn set_name(s: &Session, names: &mut AsmNames, value: ValueRef, name: &[u8]) -> Done<()> {
    match names {
        // SAFETY: the collector outlives the callback.
        AsmNames::Values(names) => unsafe { &mut **names }.set_name(value.value, name),
        AsmNames::Blocks(_) => return Err(s.fail(Status::WRONG_STATE, "names of blocks are asked for")),
    }
    Ok(())
}

pub(crate) fn set_block_name(s: &Session, names: &mut AsmNames, block: BlockRef, name: &[u8]) -> Done<()> {
    match names {
        // SAFETY: the collector outlives the callback.
        AsmNames::Blocks(names) => (unsafe { &mut **names })(block.block, name),
        AsmNames::Values(_) => return Err(s.fail(Status::WRONG_STATE, "names of values are asked for")),
    }
    Ok(())
}
