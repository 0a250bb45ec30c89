//! `scf.index_switch`.

use crate::{IndexSwitchOp, ended_by};
use plugopt_plugin::index_list::integers;
use plugopt_plugin::prelude::*;

/// Slots of the directive: the constants, then the regions.
const CASES: u32 = 0;
const REGIONS: u32 = 1;

pub fn parse_switch_cases(parser: &mut OpAsmParser<'_>, _: Slots) -> Result<()> {
    let mut cases = Vec::new();
    while parser.parse_optional_keyword("case") {
        cases.push(parser.parse_integer()?);
        parser.parse_slot_region(REGIONS, &[], false)?;
    }
    let cases = parser.session().i64_array_attr(&cases);
    parser.set_slot_attribute(CASES, cases);
    Ok(())
}

pub fn print_switch_cases<'s>(op: Op<'s>, printer: &mut OpAsmPrinter<'s>, _: Slots) {
    let cases = integers(IndexSwitchOp::new(op).cases_attr());
    for (case, region) in cases.into_iter().zip(op.regions().iter().skip(1)) {
        printer.print_newline();
        printer.print_text("case ");
        printer.print_integer(case);
        printer.print_text(" ");
        printer.print_region(region, false, true, false);
    }
}

pub fn verify_index_switch(op: Op<'_>) -> Result<()> {
    let cases = integers(IndexSwitchOp::new(op).cases_attr());
    let regions = op.regions().to_vec();
    let case_regions = regions.len().saturating_sub(1);
    if cases.len() != case_regions {
        return Err(format!("has {case_regions} case regions but {} case values", cases.len()).into());
    }
    let mut seen = std::collections::HashSet::new();
    if let Some(twice) = cases.iter().find(|case| !seen.insert(**case)) {
        return Err(format!("has duplicate case value: {twice}").into());
    }
    for (index, region) in regions.into_iter().enumerate() {
        let name = if index == 0 { "default region".into() } else { format!("case region #{}", index - 1) };
        verify_region(op, region, &name)?;
    }
    Ok(())
}

fn verify_region<'s>(op: Op<'s>, region: Region<'s>, name: &str) -> Result<()> {
    let Some(terminator) = ended_by(region, "scf.yield") else {
        let found = region.entry_block().and_then(Block::last_op).map(|op| op.name().text().to_string());
        return Err(format!("expected region to end with scf.yield, but got {}", found.unwrap_or_default()).into());
    };
    let (results, yielded) = (op.result_types(), terminator.operand_types());
    if results.len() != yielded.len() {
        let message =
            format!("expected each region to return {} values, but {name} returns {}", results.len(), yielded.len());
        let note = "see yield operation here";
        return Err(op.diagnostic(Severity::ERROR, message).note(terminator.location(), note).emit());
    }
    let differs = results.iter().zip(yielded.iter()).enumerate().find(|(_, (result, yielded))| result != yielded);
    if let Some((index, (result, yielded))) = differs {
        let message = format!("expected result #{index} of each region to be '{result}'");
        let note = format!("{name} returns '{yielded}' here");
        return Err(op.diagnostic(Severity::ERROR, message).note(terminator.location(), note).emit());
    }
    Ok(())
}
