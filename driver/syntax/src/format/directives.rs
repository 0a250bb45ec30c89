//! `custom<Name>(…)`: directives that are built in, and those of the operation's dialect.

use super::parse::{self, Scratch};
use super::print::{self, inner_ranges};
use super::program::{Argument, Count, Custom, Values};
use crate::lexer::TokenKind;
use plugopt_dialect::asm::{ParseResult, ParsedRegion};
use plugopt_dialect::hooks::DirectiveArgument;
use plugopt_ir::attributes::AttrData;
use plugopt_ir::types::DYNAMIC;
use plugopt_ir::{Attribute, Signedness, Type};

/// Parses a directive. Gives whether something was there, which matters for one that starts an optional group.
pub(super) fn parse(run: &mut parse::Run<'_, '_>, custom: &Custom) -> ParseResult<bool> {
    match custom.name.as_str() {
        "DynamicIndexList" if parse_index_list_applies(custom) => parse_index_list(run, custom),
        "SymbolVisibility" => parse_visibility(run, custom),
        _ => parse_hook(run, custom),
    }
}

/// Prints a directive.
pub(super) fn print(run: &mut print::Run<'_, '_>, custom: &Custom) {
    match custom.name.as_str() {
        "DynamicIndexList" if parse_index_list_applies(custom) => print_index_list(run, custom),
        "SymbolVisibility" => print_visibility(run, custom),
        _ => print_hook(run, custom),
    }
}

/// The arguments of `DynamicIndexList`.
struct IndexList {
    values: u16,
    integers: u16,
    scalables: Option<u16>,
    types: Option<Values>,
}

fn index_list(custom: &Custom) -> Option<IndexList> {
    let mut attributes = Vec::new();
    let (mut values, mut types) = (None, None);
    for (argument, _) in &custom.arguments {
        match argument {
            Argument::Operand(index, _) => values = Some(*index),
            Argument::Attribute(slot) => attributes.push(*slot),
            Argument::Types(of, _) => types = Some(*of),
            _ => return None,
        }
    }
    Some(IndexList { values: values?, integers: *attributes.first()?, scalables: attributes.get(1).copied(), types })
}

fn parse_index_list_applies(custom: &Custom) -> bool {
    index_list(custom).is_some()
}

/// `[%value, 4, [8]]`, with ` : type` behind values where types are asked for.
fn parse_index_list(run: &mut parse::Run<'_, '_>, custom: &Custom) -> ParseResult<bool> {
    let Some(list) = index_list(custom) else { return Ok(false) };
    let at = run.p.here_index();
    let (first_operand, first_type) = (run.s.operands.len(), run.s.types.len());
    let mut integers: Vec<i64> = Vec::new();
    let mut scalables: Vec<bool> = Vec::new();
    let (operands, types) = (&mut run.s.operands, &mut run.s.types);
    let parsed = run.p.delimited(plugopt_dialect::asm::Delimiter::Square, " in dynamic index list", |p| {
        let scalable = p.consume_if(TokenKind::LeftBracket);
        match p.parse_optional_operand(true)? {
            Some(operand) => {
                operands.push(operand);
                integers.push(DYNAMIC);
                if list.types.is_some() {
                    p.expect_token(TokenKind::Colon, b":")?;
                    types.push(p.parse_type()?);
                }
            }
            None => integers.push(p.parse_integer()?),
        }
        scalables.push(scalable);
        if scalable {
            p.expect_token(TokenKind::RightBracket, b"]")?;
        }
        Ok(())
    });
    if parsed.is_err() {
        return Err(run.p.custom_error(run.p.custom_name_index(), "expected SSA value or integer"));
    }
    run.s.operand_spans[usize::from(list.values)] = (Scratch::span(first_operand, run.s.operands.len()), at);
    if let Some(of) = list.types {
        let span = Scratch::span(first_type, run.s.types.len());
        run.s.set_types(of, span);
    }
    let context = run.p.context;
    let i64_type = context.integer_type(64, Signedness::Signless);
    let data = integers.iter().flat_map(|v| v.to_le_bytes()).collect();
    run.op.properties[usize::from(list.integers)] =
        context.attribute_of(AttrData::DenseArray { element: i64_type, data });
    if let Some(slot) = list.scalables {
        let element = context.integer_type(1, Signedness::Signless);
        let data = scalables.iter().map(|&s| u8::from(s)).collect();
        run.op.properties[usize::from(slot)] = context.attribute_of(AttrData::DenseArray { element, data });
    }
    Ok(true)
}

fn bytes_of(run: &print::Run<'_, '_>, attr: Attribute) -> Box<[u8]> {
    match run.printer.context().attr_data(attr) {
        AttrData::DenseArray { data, .. } => data.clone(),
        _ => Box::default(),
    }
}

fn print_index_list(run: &mut print::Run<'_, '_>, custom: &Custom) {
    let Some(list) = index_list(custom) else { return };
    let integers = bytes_of(run, run.property(usize::from(list.integers)));
    let scalables = list.scalables.map(|slot| bytes_of(run, run.property(usize::from(slot)))).unwrap_or_default();
    let mut values = run.operand_range(usize::from(list.values));
    let (outer, op) = (run.outer, run.outer_op);
    run.printer.byte(b'[');
    for (i, word) in integers.chunks_exact(8).enumerate() {
        if i > 0 {
            run.printer.text(b", ");
        }
        let scalable = scalables.get(i).is_some_and(|&s| s != 0);
        if scalable {
            run.printer.byte(b'[');
        }
        let mut bytes = [0; 8];
        bytes.copy_from_slice(word);
        let integer = i64::from_le_bytes(bytes);
        match (integer == DYNAMIC).then(|| values.next()).flatten() {
            Some(index) => {
                let value = outer.operand(op, index);
                run.printer.operand(outer.id(), value);
                if list.types.is_some() {
                    run.printer.text(b" : ");
                    run.printer.ty(outer.value_type(value));
                }
            }
            None => run.printer.integer(integer),
        }
        if scalable {
            run.printer.byte(b']');
        }
    }
    run.printer.byte(b']');
}

/// `public`, `private`, `nested`, or nothing.
fn parse_visibility(run: &mut parse::Run<'_, '_>, custom: &Custom) -> ParseResult<bool> {
    let Some((Argument::Attribute(slot), _)) = custom.arguments.first() else { return Ok(false) };
    let word = run.p.here();
    if !run.p.at(TokenKind::BareIdentifier) || !matches!(word, b"public" | b"private" | b"nested") {
        if custom.guards {
            return Ok(false);
        }
        return match run.def.attributes[usize::from(*slot)].optional {
            true => Ok(false),
            false => Err(run.p.wrong_token("expected 'public', 'private', or 'nested'")),
        };
    }
    run.p.advance();
    run.op.properties[usize::from(*slot)] = run.p.context.string_attr(word);
    Ok(true)
}

fn print_visibility(run: &mut print::Run<'_, '_>, custom: &Custom) {
    let Some((Argument::Attribute(slot), _)) = custom.arguments.first() else { return };
    let value = run.property(usize::from(*slot));
    if let Some(word) = run.printer.context().string_value(value) {
        run.printer.text(word);
    }
}

// ---- directives of dialects ---------------------------------------------------------------------------------------------

fn parse_argument(run: &mut parse::Run<'_, '_>, argument: &Argument) -> DirectiveArgument {
    let body = run.p.current_body();
    match argument {
        Argument::Operand(index, count) => {
            let (span, _) = run.s.operand_spans[usize::from(*index)];
            let operands = &run.s.operands[span.range()];
            match count {
                Count::Nested => DirectiveArgument::OperandGroups(parsed_groups(run, *index, operands)),
                _ => DirectiveArgument::Operands(operands.to_vec()),
            }
        }
        Argument::Attribute(slot) => DirectiveArgument::Attribute(run.op.properties[usize::from(*slot)]),
        Argument::Region(index, _) => {
            let span = run.s.region_spans[usize::from(*index)];
            DirectiveArgument::ParsedRegions(run.s.regions[span.range()].to_vec())
        }
        Argument::Successor(index, _) => {
            let span = run.s.successor_spans[usize::from(*index)];
            DirectiveArgument::Successors(body, run.s.successors[span.range()].to_vec())
        }
        Argument::Types(of, count) => {
            let types = &run.s.types[run.s.types_of(*of).range()];
            match (of, count) {
                (Values::Operand(index), Count::Nested) => {
                    DirectiveArgument::TypeGroups(parsed_groups(run, *index, types))
                }
                _ => DirectiveArgument::Types(types.to_vec()),
            }
        }
        Argument::Operands => {
            let (span, _) = run.s.all_operands;
            DirectiveArgument::Operands(run.s.operands[span.range()].to_vec())
        }
        Argument::Results => DirectiveArgument::Types(run.s.types[run.s.all_result_types.range()].to_vec()),
        Argument::Regions => DirectiveArgument::ParsedRegions(run.s.regions.clone()),
        Argument::Successors => DirectiveArgument::Successors(body, run.s.successors.clone()),
        Argument::AttrDict => DirectiveArgument::AttrDict(run.op.attributes.clone()),
        Argument::PropDict => DirectiveArgument::AttrDict(Vec::new()),
        Argument::Text(text) => DirectiveArgument::Text(text.clone()),
    }
}

fn take_argument(run: &mut parse::Run<'_, '_>, argument: &Argument, value: DirectiveArgument, at: u32) {
    match (argument, value) {
        (Argument::Operand(index, _), DirectiveArgument::Operands(operands)) => {
            let start = run.s.operands.len();
            run.s.operands.extend(operands);
            run.s.operand_spans[usize::from(*index)] = (Scratch::span(start, run.s.operands.len()), at);
        }
        (Argument::Operand(index, _), DirectiveArgument::OperandGroups(groups)) => {
            let index = usize::from(*index);
            let start = run.s.operands.len();
            let sizes: Vec<i32> = groups.iter().map(|group| group.len() as i32).collect();
            run.s.operands.extend(groups.into_iter().flatten());
            run.s.operand_spans[index] = (Scratch::span(start, run.s.operands.len()), at);
            if let Some(slot) = run.def.operands[index].inner_segments {
                run.op.properties[slot] = run.p.size_array(&sizes);
            }
        }
        (Argument::Operands, DirectiveArgument::Operands(operands)) => {
            let start = run.s.operands.len();
            run.s.operands.extend(operands);
            run.s.all_operands = (Scratch::span(start, run.s.operands.len()), at);
        }
        (Argument::Attribute(slot), DirectiveArgument::Attribute(attr)) if !attr.is_none() => {
            run.op.properties[usize::from(*slot)] = attr;
        }
        (Argument::Region(index, _), DirectiveArgument::ParsedRegions(regions)) => {
            let span = take_regions(run, regions);
            run.s.region_spans[usize::from(*index)] = span;
        }
        (Argument::Regions, DirectiveArgument::ParsedRegions(regions)) => {
            run.s.regions.clear();
            take_regions(run, regions);
        }
        (Argument::Successor(index, _), DirectiveArgument::Successors(_, blocks)) => {
            let start = run.s.successors.len();
            run.s.successors.extend(blocks);
            run.s.successor_spans[usize::from(*index)] = Scratch::span(start, run.s.successors.len());
        }
        (Argument::Successors, DirectiveArgument::Successors(_, blocks)) => run.s.successors = blocks,
        (Argument::Types(of, _), DirectiveArgument::Types(types)) => {
            let start = run.s.types.len();
            run.s.types.extend(types.into_iter().filter(|ty| *ty != Type::NONE));
            let span = Scratch::span(start, run.s.types.len());
            run.s.set_types(*of, span);
        }
        (Argument::Types(of, _), DirectiveArgument::TypeGroups(groups)) => {
            let start = run.s.types.len();
            run.s.types.extend(groups.into_iter().flatten());
            let span = Scratch::span(start, run.s.types.len());
            run.s.set_types(*of, span);
        }
        (Argument::AttrDict, DirectiveArgument::AttrDict(attributes)) => run.op.attributes = attributes,
        (Argument::PropDict, DirectiveArgument::AttrDict(attributes)) => {
            for (name, value) in attributes {
                if let Some(slot) = run.def.attributes.iter().position(|a| a.name == name) {
                    run.op.properties[slot] = value;
                }
            }
        }
        _ => {}
    }
}

/// What was parsed for the groups of a variadic of variadics, in groups again.
fn parsed_groups<T: Copy>(run: &parse::Run<'_, '_>, index: u16, list: &[T]) -> Vec<Vec<T>> {
    let slot = run.def.operands[usize::from(index)].inner_segments;
    let sizes = slot.and_then(|slot| run.op.properties.get(slot).copied()).unwrap_or(Attribute::NONE);
    let ranges = inner_ranges(run.p.context, sizes, 0..list.len());
    ranges.map(|range| list[range].to_vec()).collect()
}

fn take_regions(run: &mut parse::Run<'_, '_>, regions: Vec<ParsedRegion>) -> parse::Span {
    let start = run.s.regions.len();
    for region in regions {
        run.complete_region(region);
        run.s.regions.push(region);
    }
    Scratch::span(start, run.s.regions.len())
}

fn parse_hook(run: &mut parse::Run<'_, '_>, custom: &Custom) -> ParseResult<bool> {
    let at = run.p.here_index();
    let before = run.p.token.start;
    let mut arguments: Vec<DirectiveArgument> =
        custom.arguments.iter().map(|(argument, _)| parse_argument(run, argument)).collect();
    run.def.hooks.parse_directive(&custom.name, run.p, run.op, &mut arguments)?;
    for ((argument, reference), value) in custom.arguments.iter().zip(arguments) {
        if !reference {
            take_argument(run, argument, value, at);
        }
    }
    // One that is optional and reads nothing was not there.
    Ok(run.p.token.start != before)
}

fn print_argument(run: &print::Run<'_, '_>, argument: &Argument) -> DirectiveArgument {
    let (outer, op) = (run.outer, run.outer_op);
    let values = |range: std::ops::Range<usize>| {
        DirectiveArgument::Values(outer.id(), range.map(|i| outer.operand(op, i)).collect())
    };
    let regions = run.inner.op_regions(run.op.op);
    let part = |range: std::ops::Range<usize>| {
        DirectiveArgument::Regions(run.inner.id(), regions.get(range).unwrap_or_default().to_vec())
    };
    let blocks = |range: std::ops::Range<usize>| {
        let blocks = run.inner.successors(run.op.op).skip(range.start).take(range.len());
        DirectiveArgument::Successors(run.inner.id(), blocks.collect())
    };
    match argument {
        Argument::Operand(index, Count::Nested) => {
            let groups = run.inner_ranges(usize::from(*index));
            let values = |range: std::ops::Range<usize>| range.map(|i| outer.operand(op, i)).collect();
            DirectiveArgument::ValueGroups(outer.id(), groups.map(values).collect())
        }
        Argument::Operand(index, _) => values(run.operand_range(usize::from(*index))),
        Argument::Attribute(slot) => DirectiveArgument::Attribute(run.property(usize::from(*slot))),
        Argument::Region(index, _) => part(run.region_range(usize::from(*index))),
        Argument::Successor(index, _) => blocks(run.successor_range(usize::from(*index))),
        Argument::Types(Values::Operand(index), Count::Nested) => {
            let groups = run.inner_ranges(usize::from(*index));
            DirectiveArgument::TypeGroups(groups.map(|range| run.operand_types(range)).collect())
        }
        Argument::Types(of, _) => DirectiveArgument::Types(run.types_of(*of)),
        Argument::Operands => values(0..outer.operand_count(op)),
        Argument::Results => DirectiveArgument::Types(run.types_of(Values::Results)),
        Argument::Regions => part(0..regions.len()),
        Argument::Successors => blocks(0..run.inner.successors(run.op.op).len()),
        Argument::AttrDict => DirectiveArgument::AttrDict(run.printer.all_attributes(run.op)),
        Argument::PropDict => DirectiveArgument::AttrDict(run.inherent(&[])),
        Argument::Text(text) => DirectiveArgument::Text(text.clone()),
    }
}

fn print_hook(run: &mut print::Run<'_, '_>, custom: &Custom) {
    let arguments: Vec<DirectiveArgument> =
        custom.arguments.iter().map(|(argument, _)| print_argument(run, argument)).collect();
    run.def.hooks.print_directive(&custom.name, run.printer, run.op, &arguments);
}
