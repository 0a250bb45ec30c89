//! `extract_strided_metadata`.

use crate::ExtractStridedMetadataOp;
use crate::layout::{Strided, rank, shape};
use plugopt_plugin::index_list::DYNAMIC;
use plugopt_plugin::prelude::*;

pub fn name_metadata<'s>(op: Op<'s>, names: &mut AsmNames<'s>) {
    let this = ExtractStridedMetadataOp::new(op);
    names.set_value_name(this.base_buffer(), "base_buffer");
    names.set_value_name(this.offset(), "offset");
    for (values, name) in [(this.sizes(), "sizes"), (this.strides(), "strides")] {
        if let Some(first) = values.first() {
            names.set_value_name(first, name);
        }
    }
}

/// The types of the results for a source.
fn result_types(source: Type<'_>) -> Result<Vec<Type<'_>>> {
    let session = source.session();
    let element = source.element().ok_or("a memref type has an element type")?;
    let mut types = vec![session.memref_type(&[], element, None, source.memory_space())?];
    types.resize(2 + 2 * rank(source), session.index_type());
    Ok(types)
}

pub fn infer_metadata(state: &mut OpState<'_>) -> Result<()> {
    let session = state.session();
    let Some(source) = session.state_operand_types(state).first().filter(|ty| ty.kind() == TypeKind::MEMREF) else {
        return Err("the source is a ranked memref".into());
    };
    state.add_result_types(&result_types(source)?);
    Ok(())
}

/// Uses of what the type says already take a constant; the source may be a cast.
pub fn fold_casts_of_results<'s>(op: Op<'s>, _: FoldOperands<'_, 's>) -> Option<Fold<'s>> {
    let this = ExtractStridedMetadataOp::new(op);
    let source = this.source();
    let layout = Strided::of(source.ty())?;
    let builder = Builder::before(op);
    let mut changed = false;
    let mut constant = |value: Value<'s>, known: i64| {
        if known != DYNAMIC && value.has_uses() {
            let attribute = op.session().index_attr(known);
            let made = builder.op("arith.constant").attribute("value", attribute).result(value.ty()).build_value();
            if let Ok(made) = made {
                value.replace_all_uses(made);
                changed = true;
            }
        }
    };
    constant(this.offset(), layout.offset);
    for (value, size) in this.sizes().iter().zip(shape(source.ty())) {
        constant(value, size);
    }
    for (value, stride) in this.strides().iter().zip(layout.strides) {
        constant(value, stride);
    }
    let cast = source.defining_op().filter(|cast| cast.is("memref.cast"));
    if let Some(before) = cast.map(|cast| cast.operand(0)).filter(|before| before.ty().kind() == TypeKind::MEMREF) {
        op.set_operand(0, before);
        changed = true;
    }
    changed.then_some(Fold::InPlace)
}
