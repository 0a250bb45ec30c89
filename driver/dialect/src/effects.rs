//! What operations do to memory, as far as definitions say, and what follows from that.

use crate::definition::{EffectKind, EffectsDef, OpDef};
use plugopt_ir::module::Walk;
use plugopt_ir::{Body, Context, Op, Traits, Value};

/// One memory effect of an operation.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct MemoryEffect {
    /// What happens.
    pub kind: EffectKind,
    /// The operand or result it happens to; `None` where it is not said or is a symbol.
    pub value: Option<Value>,
}

/// The memory effects of an operation itself, without those of its regions; `None` where they are not known.
pub fn effects_of(context: &Context, body: &Body, op: Op) -> Option<Vec<MemoryEffect>> {
    let info = context.op_info(body.name(op));
    if info.has(Traits::NO_MEMORY_EFFECT) {
        return Some(Vec::new());
    }
    let def = OpDef::of(info)?;
    match &def.effects {
        EffectsDef::Declared(effects) => {
            let mut found = Vec::with_capacity(effects.len());
            for effect in effects {
                let Some(on) = &effect.on else {
                    found.push(MemoryEffect { kind: effect.kind, value: None });
                    continue;
                };
                let properties = body.properties(op);
                if let Some(index) = def.operand_index(on) {
                    let range = def.operand_range(context, properties, body.operand_count(op), index);
                    let values = body.operands(op).skip(range.start).take(range.len());
                    found.extend(values.map(|v| MemoryEffect { kind: effect.kind, value: Some(v) }));
                } else if let Some(index) = def.result_index(on) {
                    let range = def.result_range(context, properties, body.result_count(op), index);
                    let values = body.results(op).skip(range.start).take(range.len());
                    found.extend(values.map(|v| MemoryEffect { kind: effect.kind, value: Some(v) }));
                } else {
                    found.push(MemoryEffect { kind: effect.kind, value: None });
                }
            }
            Some(found)
        }
        EffectsDef::Unknown | EffectsDef::Hook => None,
    }
}

/// Whether neither the operation nor anything in its regions has memory effects (MLIR's `isMemoryEffectFree`).
pub fn is_memory_effect_free(context: &Context, body: &Body, op: Op) -> bool {
    body.walk(op, |op| {
        let info = context.op_info(body.name(op));
        let recursive = info.has(Traits::RECURSIVE_MEMORY_EFFECTS);
        let free = match info.has(Traits::NO_MEMORY_EFFECT) {
            true => true,
            false => match OpDef::of(info).map(|d| &d.effects) {
                Some(EffectsDef::Declared(effects)) => effects.is_empty(),
                _ => recursive,
            },
        };
        match (free && body.child(op).is_none(), recursive) {
            (false, _) => Walk::Stop,
            (true, true) => Walk::Advance,
            (true, false) => Walk::Skip,
        }
    })
}

/// Whether the only effects of the operation are reads (and it has some).
pub fn only_reads(context: &Context, body: &Body, op: Op) -> bool {
    effects_of(context, body, op).is_some_and(|e| !e.is_empty() && e.iter().all(|e| e.kind == EffectKind::Read))
}

/// Whether the operation could be erased if its results had no uses (MLIR's `wouldOpBeTriviallyDead`).
pub fn would_be_trivially_dead(context: &Context, body: &Body, op: Op) -> bool {
    let info = context.op_info(body.name(op));
    if info.traits.intersects(Traits::TERMINATOR | Traits::SYMBOL) {
        return false;
    }
    if info.has(Traits::NO_MEMORY_EFFECT) && !info.has(Traits::RECURSIVE_MEMORY_EFFECTS) {
        return true;
    }
    body.walk(op, |op| {
        let info = context.op_info(body.name(op));
        let recursive = info.has(Traits::RECURSIVE_MEMORY_EFFECTS);
        let dead = match effects_of(context, body, op) {
            Some(effects) => {
                let allocated = |value: Option<Value>| {
                    let own = value.filter(|&v| body.defining_op(v) == Some(op));
                    own.is_some() && effects.contains(&MemoryEffect { kind: EffectKind::Alloc, value: own })
                };
                effects.iter().all(|e| e.kind == EffectKind::Read || allocated(e.value))
            }
            None => recursive && body.child(op).is_none(),
        };
        match (dead, recursive) {
            (false, _) => Walk::Stop,
            (true, true) => Walk::Advance,
            (true, false) => Walk::Skip,
        }
    })
}

/// Whether the operation can be erased: nothing uses it, and nothing else would notice.
pub fn is_trivially_dead(context: &Context, body: &Body, op: Op) -> bool {
    body.results(op).all(|v| !body.has_uses(v)) && would_be_trivially_dead(context, body, op)
}
