//! What is checked of an operation after its regions.

use super::program::{Late, Program};
use super::{At, Failed, Verifier};
use crate::asm::OpView;
use crate::definition::OpDef;
use crate::diagnostic;
use crate::hooks::InferInput;
use plugopt_ir::attributes::AttrData;
use plugopt_ir::body::ValueDef;
use plugopt_ir::{Attribute, Body, Diagnostic, Ident, OpName, OpRef, Region, Traits, Type};
use rustc_hash::FxHashMap;

type Checked = Result<(), Failed>;

/// MLIR's `verifyRegionInvariants`.
pub(super) fn check(
    at: &At<'_>,
    verifier: &Verifier<'_>,
    def: &OpDef,
    program: &Program,
    symbol_users: &[OpRef],
) -> Checked {
    for late in &program.late {
        match late {
            Late::ImplicitTerminator(name) => implicit_terminator(at, *name)?,
            Late::IsolatedFromAbove => isolated(at)?,
            Late::SymbolTable => symbol_table(at, verifier, symbol_users)?,
            Late::InferredTypes => inferred_types(at, def)?,
        }
    }
    if def.hook_set.verify_regions {
        def.hooks.verify_regions(at.view()).map_err(|_| Failed)?;
    }
    Ok(())
}

fn implicit_terminator(at: &At<'_>, terminator: OpName) -> Checked {
    for &region in at.regions() {
        let Some(last) = at.body.first_block(region).and_then(|block| at.body.last_op(block)) else { continue };
        if at.body.name(last) == terminator {
            continue;
        }
        let wanted = at.context.op_name_bytes(terminator);
        let found = at.context.op_name_bytes(at.body.name(last));
        let message = [b"expects regions to end with '", wanted, b"', found '", found, b"'"].concat();
        let note = [b"in custom textual format, the absence of terminator implies '", wanted, b"'"].concat();
        let location = at.body.location(at.op);
        return Err(at.emit(diagnostic::op_error(at.view(), message).with_note(location, note)));
    }
    Ok(())
}

/// No operation inside uses a value that is defined outside of the region of the isolated operation that it is in. Where the
/// operation has a body of its own and one region, its structure rules that out.
fn isolated(at: &At<'_>) -> Checked {
    let body = at.body;
    if at.op == Body::ROOT && at.regions().len() < 2 {
        return Ok(());
    }
    for &top in at.regions() {
        let mut todo = vec![top];
        while let Some(region) = todo.pop() {
            for op in body.region_blocks(region).flat_map(|block| body.block_ops(block)) {
                for value in body.operands(op) {
                    let block = match body.value_def(value) {
                        ValueDef::Result { op, .. } => body.op_block(op),
                        ValueDef::Argument { block, .. } => block,
                        ValueDef::Erased => continue,
                    };
                    let view = OpView { ir: at.ir, op: at.ir.resolve(OpRef { body: body.id(), op }) };
                    let Some(defined) = block.some().and_then(|block| body.block_region(block).some()) else {
                        return Err(at.emit(diagnostic::error(view, "operation's operand is unlinked")));
                    };
                    if !is_within(body, defined, top) {
                        let error = diagnostic::op_error(view, "using value defined outside the region");
                        let note = "required by region isolation constraints";
                        return Err(at.emit(error.with_note(body.location(at.op), note)));
                    }
                }
                let regions = body.op_regions(op);
                if !regions.is_empty() && !at.context.op_info(body.name(op)).has(Traits::ISOLATED_FROM_ABOVE) {
                    todo.extend(regions);
                }
            }
        }
    }
    Ok(())
}

fn is_within(body: &Body, mut region: Region, ancestor: Region) -> bool {
    loop {
        if region == ancestor {
            return true;
        }
        let Some(owner) = body.region_op(region).some() else { return false };
        let Some(block) = body.op_block(owner).some() else { return false };
        region = body.block_region(block);
    }
}

fn symbol_table(at: &At<'_>, verifier: &Verifier<'_>, symbol_users: &[OpRef]) -> Checked {
    if at.region_count() != 1 {
        return Err(at.op_error("Operations with a 'SymbolTable' must have exactly one region"));
    }
    let region = at.regions()[0];
    let single = at.body.first_block(region).filter(|&block| at.body.next_block(block).is_none());
    let Some(block) = single else {
        return Err(at.op_error("Operations with a 'SymbolTable' must have exactly one block"));
    };
    let mut seen: FxHashMap<Attribute, OpRef> = FxHashMap::default();
    for op in at.body.block_ops(block) {
        let op = at.ir.resolve(OpRef { body: at.body.id(), op });
        let name = at.ir.attribute(op, Ident::SYM_NAME);
        let AttrData::String { value, .. } = at.context.attr_data(name) else { continue };
        if let Some(&first) = seen.get(&name) {
            let message = [b"redefinition of symbol named '", &**value, b"'"].concat();
            let error = diagnostic::error(OpView { ir: at.ir, op }, message);
            return Err(at.emit(error.with_note(at.ir.location(first), "see existing symbol definition here")));
        }
        seen.insert(name, op);
    }
    for &user in symbol_users {
        let Some((def, program)) = verifier.known(at.ir.name(user)).def else { continue };
        if let Some(hook) = program.symbol_user {
            let view = OpView { ir: at.ir, op: user };
            def.dialect.hooks.verify_symbol_uses(hook, view).map_err(|_| Failed)?;
        }
    }
    Ok(())
}

fn inferred_types(at: &At<'_>, def: &OpDef) -> Checked {
    let operand_types: Vec<Type> = (0..at.operand_count()).map(|i| at.operand_type(i)).collect();
    let terminators = |&region: &Region| {
        let last = at.body.last_block(region).and_then(|block| at.body.last_op(block));
        last.map_or_else(Vec::new, |op| at.body.operands(op).map(|v| at.body.value_type(v)).collect())
    };
    let region_results: Vec<Vec<Type>> = at.regions().iter().map(terminators).collect();
    let location = at.ir.location(at.view().op);
    let input = InferInput {
        context: at.context,
        location,
        operand_types: &operand_types,
        properties: at.properties(),
        attributes: at.context.dictionary(at.body.attributes(at.op)),
        region_results: &region_results,
    };
    let mut inferred = Vec::new();
    if def.hooks.infer(&input, &mut inferred).is_err() {
        return Err(at.op_error("failed to infer returned types"));
    }
    let results: Vec<Type> = (0..at.result_count()).map(|i| at.result_type(i)).collect();
    if inferred == results {
        return Ok(());
    }
    Err(not_as_inferred(at, def, &inferred, &results))
}

/// The two errors that MLIR reports where results have other types than those inferred.
pub(super) fn not_as_inferred(at: &At<'_>, def: &OpDef, inferred: &[Type], results: &[Type]) -> Failed {
    let list = |types: &[Type]| types.iter().map(|&ty| at.quoted_type(ty)).collect::<Vec<_>>().join(&b", "[..]);
    let message = [
        b"'",
        def.text.as_bytes(),
        b"' op inferred type(s) ",
        &list(inferred),
        b" are incompatible with return type(s) of operation ",
        &list(results),
    ]
    .concat();
    at.context.diagnostics().emit(Diagnostic::error(at.ir.location(at.view().op), message));
    at.op_error("failed to infer returned types")
}
