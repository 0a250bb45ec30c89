//! `dma_start` and `dma_wait`.

use crate::DmaWaitOp;
use crate::layout::{is_ranked, rank};
use plugopt_plugin::prelude::*;

pub fn parse_dma_start<'s>(parser: &mut OpAsmParser<'s>, state: &mut OpState<'s>) -> Result<()> {
    let index = parser.session().index_type();
    let source = parse_element(parser)?;
    parser.parse_comma()?;
    let target = parse_element(parser)?;
    parser.parse_comma()?;
    let count = parser.parse_ssa_operand()?;
    parser.parse_comma()?;
    let tag = parse_element(parser)?;
    let strides = parser.parse_trailing_operand_list(Delimiter::NONE)?.to_vec();
    let location = parser.name_location();
    if !strides.is_empty() && strides.len() != 2 {
        return Err(parser.error_at(location, "expected two stride related operands"));
    }
    let types = parser.parse_colon_type_list()?.to_vec();
    let [source_type, target_type, tag_type] = types[..] else {
        return Err(parser.error_at(location, "fewer/more types expected"));
    };
    resolve_element(parser, state, source, source_type)?;
    resolve_element(parser, state, target, target_type)?;
    parser.resolve_operand_into(count, index, state)?;
    resolve_element(parser, state, tag, tag_type)?;
    parser.resolve_operands_of_type(&strides, index, state)
}

type Element = (UnresolvedOperand, Vec<UnresolvedOperand>);

/// `%memref[%i, %j]`
fn parse_element(parser: &mut OpAsmParser<'_>) -> Result<Element> {
    let memref = parser.parse_ssa_operand()?;
    Ok((memref, parser.parse_operand_list(Delimiter::SQUARE, true, -1)?.to_vec()))
}

fn resolve_element<'s>(
    parser: &mut OpAsmParser<'s>,
    state: &mut OpState<'s>,
    (memref, indices): Element,
    ty: Type<'s>,
) -> Result<()> {
    let index = parser.session().index_type();
    parser.resolve_operand_into(memref, ty, state)?;
    parser.resolve_operands_of_type(&indices, index, state)
}

/// The operands of a transfer, by what they are for.
struct Parts<'s> {
    source: Value<'s>,
    source_indices: Vec<Value<'s>>,
    target: Value<'s>,
    target_indices: Vec<Value<'s>>,
    count: Value<'s>,
    tag: Value<'s>,
    tag_indices: Vec<Value<'s>>,
    strides: Vec<Value<'s>>,
}

/// Takes operands apart by the ranks of the memrefs among them; the message says what is wrong with them.
fn parts<'s>(operands: &[Value<'s>]) -> Result<Parts<'s>, String> {
    let at_least = |count: usize| format!("expected at least {count} operands");
    let memref = |value: Value<'s>, name: &str| {
        if is_ranked(value.ty()) { Ok(rank(value.ty())) } else { Err(format!("expected {name} to be of memref type")) }
    };
    let all_index = |values: &[Value<'s>], name: &str| {
        let index = values.iter().all(|value| value.ty().is_index());
        if index { Ok(values.to_vec()) } else { Err(format!("expected {name} to be of index type")) }
    };
    if operands.len() < 4 {
        return Err(at_least(4));
    }
    let source_rank = memref(operands[0], "source")?;
    let mut expected = source_rank + 4;
    if operands.len() < expected {
        return Err(at_least(expected));
    }
    let source_indices = all_index(&operands[1..=source_rank], "source indices")?;
    let target = source_rank + 1;
    let target_rank = memref(operands[target], "destination")?;
    expected += target_rank;
    if operands.len() < expected {
        return Err(at_least(expected));
    }
    let count = target + 1 + target_rank;
    let target_indices = all_index(&operands[target + 1..count], "destination indices")?;
    if !operands[count].ty().is_index() {
        return Err("expected num elements to be of index type".into());
    }
    let tag = count + 1;
    let tag_rank = memref(operands[tag], "tag")?;
    expected += tag_rank;
    if operands.len() < expected {
        return Err(at_least(expected));
    }
    let tag_indices = all_index(&operands[tag + 1..expected], "tag indices")?;
    let strides = operands[expected..].to_vec();
    if !strides.is_empty() && strides.len() != 2 {
        return Err("incorrect number of operands".into());
    }
    if !strides.iter().all(|stride| stride.ty().is_index()) {
        return Err("expected stride and num elements per stride to be of type index".into());
    }
    Ok(Parts {
        source: operands[0],
        source_indices,
        target: operands[target],
        target_indices,
        count: operands[count],
        tag: operands[tag],
        tag_indices,
        strides,
    })
}

pub fn print_dma_start<'s>(op: Op<'s>, printer: &mut OpAsmPrinter<'s>) {
    let Ok(parts) = parts(&op.operands().to_vec()) else { return };
    let element = |printer: &mut OpAsmPrinter<'s>, memref: Value<'s>, indices: &[Value<'s>]| {
        printer.print_operand(memref);
        printer.print_text("[");
        printer.print_operands(indices);
        printer.print_text("]");
    };
    printer.print_text(" ");
    element(printer, parts.source, &parts.source_indices);
    printer.print_text(", ");
    element(printer, parts.target, &parts.target_indices);
    printer.print_text(", ");
    printer.print_operand(parts.count);
    printer.print_text(", ");
    element(printer, parts.tag, &parts.tag_indices);
    for stride in parts.strides {
        printer.print_text(", ");
        printer.print_operand(stride);
    }
    printer.print_attributes(op, &[]);
    printer.print_text(" : ");
    printer.print_types(&[parts.source.ty(), parts.target.ty(), parts.tag.ty()]);
}

pub fn verify_dma_start(op: Op<'_>) -> Result<()> {
    Ok(parts(&op.operands().to_vec()).map(drop)?)
}

pub fn verify_dma_wait(op: Op<'_>) -> Result<()> {
    let this = DmaWaitOp::new(op);
    let (expected, found) = (rank(this.tag_mem_ref().ty()), this.tag_indices().len());
    if expected == found {
        return Ok(());
    }
    let message = "expected tagIndices to have the same number of elements as the tagMemRef rank, expected ";
    Err(format!("{message}{expected}, but got {found}").into())
}
