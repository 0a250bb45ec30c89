//! The dialect `builtin`: the only one that the driver itself knows.

use crate::hooks::{FoldOutcome, Folded, OpHookSet, OpHooks};
use crate::registry::DeclaredSource;
use plugopt_descriptor::{
    Arity, AttrKind, AttributeDecl, Class, ConstraintDecl, ConstraintId, DialectDecl, Effects, OpDecl, Predicate,
    RegionDecl, SimpleTrait, Sort, Trait, ValueDecl,
};
use plugopt_ir::{Attribute, Ir, OpRef};
use smallvec::SmallVec;
use std::sync::Arc;

const ANY_TYPE: ConstraintId = ConstraintId(0);
const SYMBOL_NAME: ConstraintId = ConstraintId(1);
const STRING: ConstraintId = ConstraintId(2);

fn constraints() -> Vec<ConstraintDecl> {
    let string = |name: &str| ConstraintDecl {
        name: name.into(),
        summary: "string attribute".into(),
        sort: Sort::Attr,
        predicate: Predicate::AttrIs(AttrKind::String),
        class: Class::Attr(AttrKind::String),
        builder: Some("none".into()),
        ..ConstraintDecl::default()
    };
    vec![
        ConstraintDecl { name: "AnyType".into(), summary: "any type".into(), ..ConstraintDecl::default() },
        string("SymbolNameAttr"),
        string("StrAttr"),
    ]
}

fn simple(traits: &[SimpleTrait]) -> Vec<Trait> {
    traits.iter().map(|&t| Trait::Simple(t)).collect()
}

fn module() -> OpDecl {
    use SimpleTrait as S;
    let attribute = |name: &str, constraint| AttributeDecl {
        name: name.into(),
        constraint,
        optional: true,
        ..AttributeDecl::default()
    };
    OpDecl {
        name: "module".into(),
        summary: "A top level container operation".into(),
        attributes: vec![attribute("sym_name", SYMBOL_NAME), attribute("sym_visibility", STRING)],
        regions: vec![RegionDecl {
            name: "bodyRegion".into(),
            min_blocks: 1,
            max_blocks: Some(1),
            ..RegionDecl::default()
        }],
        traits: simple(&[
            S::AffineScope,
            S::IsolatedFromAbove,
            S::NoRegionArguments,
            S::SymbolTable,
            S::OptionalSymbol,
            S::NoTerminator,
            S::SingleBlock,
            S::HasOnlyGraphRegion,
        ]),
        default_dialect: Some("builtin".into()),
        ..OpDecl::default()
    }
}

fn unrealized_conversion_cast() -> OpDecl {
    use SimpleTrait as S;
    let variadic = |name: &str| ValueDecl {
        name: name.into(),
        arity: Arity::Variadic,
        constraint: ANY_TYPE,
        ..ValueDecl::default()
    };
    OpDecl {
        name: "unrealized_conversion_cast".into(),
        summary: "An unrealized conversion from one set of types to another".into(),
        operands: vec![variadic("inputs")],
        results: vec![variadic("outputs")],
        traits: simple(&[S::NoMemoryEffect, S::AlwaysSpeculatable]),
        effects: Effects::Declared(Vec::new()),
        format: Some("($inputs^ `:` type($inputs))? `to` type($outputs) attr-dict".into()),
        ..OpDecl::default()
    }
}

struct ModuleHooks;

impl OpHooks for ModuleHooks {
    fn set(&self) -> OpHookSet {
        OpHookSet { verify: true, ..OpHookSet::default() }
    }

    fn verify(&self, op: crate::asm::OpView<'_>) -> Result<(), crate::hooks::HookFailed> {
        let context = op.ir.context();
        let op_ref = op.ir.resolve(op.op);
        let attributes = op.ir.body(op_ref.body).attributes(op_ref.op);
        let names = context.dictionary(attributes).iter().map(|&(name, _)| context.bytes(name));
        match names.into_iter().find(|name| !name.contains(&b'.')) {
            None => Ok(()),
            Some(name) => {
                let text = [b"can only contain attributes with dialect-prefixed names, found: '", name, b"'"].concat();
                Err(crate::diagnostic::fail(op, text))
            }
        }
    }
}

struct CastHooks;

impl OpHooks for CastHooks {
    fn set(&self) -> OpHookSet {
        OpHookSet { fold: true, verify: true, ..OpHookSet::default() }
    }

    fn verify(&self, op: crate::asm::OpView<'_>) -> Result<(), crate::hooks::HookFailed> {
        let body = op.ir.body(op.op.body);
        if body.result_count(op.op.op) == 0 {
            return Err(crate::diagnostic::fail(op, "expected at least one result for cast operation"));
        }
        Ok(())
    }

    /// A cast to the types that its inputs have already gives the inputs; a cast of the whole result of a cast back to its inputs'
    /// types gives those.
    fn fold(&self, ir: &mut Ir, op: OpRef, _constants: &[Attribute]) -> FoldOutcome {
        let body = ir.body(op.body);
        let types_match = |values: &mut dyn Iterator<Item = plugopt_ir::Value>| {
            values.map(|v| body.value_type(v)).eq(body.results(op.op).map(|v| body.value_type(v)))
        };
        let values = |values: &mut dyn Iterator<Item = plugopt_ir::Value>| {
            FoldOutcome::Results(values.map(Folded::Value).collect::<SmallVec<[Folded; 2]>>())
        };
        if body.operand_count(op.op) == 0 {
            return FoldOutcome::Unchanged;
        }
        if types_match(&mut body.operands(op.op)) {
            return values(&mut body.operands(op.op));
        }
        let Some(input) = body.defining_op(body.operand(op.op, 0)) else { return FoldOutcome::Unchanged };
        let is_inverse = body.name(input) == body.name(op.op)
            && body.results(input).eq(body.operands(op.op))
            && types_match(&mut body.operands(input));
        if is_inverse { values(&mut body.operands(input)) } else { FoldOutcome::Unchanged }
    }
}

/// The source of the dialect.
pub(crate) fn source() -> DeclaredSource {
    let dialect = DialectDecl {
        name: "builtin".into(),
        constraints: constraints(),
        ops: vec![module(), unrealized_conversion_cast()],
        ..DialectDecl::default()
    };
    DeclaredSource {
        op_hooks: vec![("module", Arc::new(ModuleHooks)), ("unrealized_conversion_cast", Arc::new(CastHooks))],
        native_syntax: &["module"],
        ..DeclaredSource::new(dialect)
    }
}
