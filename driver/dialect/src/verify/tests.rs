//! Trees built by hand, and what the verifier says of them.

use super::verify_all;
use crate::asm::OpView;
use crate::registry::{DeclaredSource, Registry, Text};
use plugopt_ir::body::OpState;
use plugopt_ir::types::{Signedness, TypeData};
use plugopt_ir::{Attribute, Block, Body, Context, Ident, Ir, Location, Op, OpRef, Region, Traits, Type, Value};
use std::sync::Arc;

const DIALECT: &str = r#"
    dialect t;
    op func regions (body: AnyRegion) attrs (sym_name: StrAttr, sym_visibility?: StrAttr)
        traits [IsolatedFromAbove, Symbol];
    op two_regions regions (a: AnyRegion, b: AnyRegion) traits [IsolatedFromAbove];
    op ret(values: variadic<AnyType>) traits [Terminator, HasParent<func>];
    op br(destOperands: variadic<AnyType>) successors (dest) interfaces [BranchOpInterface] traits [Terminator];
    op add(lhs: SignlessIntegerOrIndexLike, rhs: SignlessIntegerOrIndexLike)
        -> (result: SignlessIntegerOrIndexLike)
        traits [Pure, SameOperandsAndResultType, ElementwiseMappable];
    op use(values: variadic<I32>);
    op maybe(one: optional<I32>, rest: variadic<Index>) traits [AttrSizedOperandSegments];
    op number -> (result: AnyInteger) attrs (value: TypedAttr, flag?: I64Attr)
        traits [AllTypesMatch<value, result>];
    op compare(lhs: AnyType, rhs: AnyType) -> (result: AnyType)
        traits [SameTypeOperands,
                TypesMatchWith<"result type has i1 element type and same shape as operands", lhs, result, I1SameShape>];
    op loop regions (body: SizedRegion<1>) traits [SingleBlockImplicitTerminator<done>];
    op done traits [Terminator];
    op graph regions (body: AnyRegion) traits [NoTerminator, HasOnlyGraphRegion];
    op table regions (body: AnyRegion) traits [SymbolTable, NoTerminator, SingleBlock];
"#;

struct Spelling;

impl Text for Spelling {
    fn ty(&self, context: &Context, ty: Type) -> Vec<u8> {
        match context.type_data(ty) {
            TypeData::Integer { width, .. } => format!("i{width}").into_bytes(),
            TypeData::Index => b"index".to_vec(),
            data => format!("{data:?}").into_bytes(),
        }
    }

    fn attribute(&self, context: &Context, attribute: Attribute) -> Vec<u8> {
        let text = String::from_utf8_lossy(context.string_value(attribute).unwrap_or(b"?"));
        format!("\"{text}\"").into_bytes()
    }
}

/// A module being built. Operations are made in the body of the module unless `isolated` opens another.
struct Test {
    context: Arc<Context>,
    ir: Ir,
    body: plugopt_ir::BodyId,
    block: Block,
}

impl Test {
    fn new() -> Test {
        let context = Arc::new(Context::new());
        let registry = Registry::install(&context);
        let dialect = plugopt_descriptor::parse(DIALECT).unwrap().dialect;
        registry.add(Arc::new(DeclaredSource::new(dialect))).unwrap();
        registry.set_text(Arc::new(Spelling));
        let mut body = Body::new(context.op_name(b"builtin.module"), Location::UNKNOWN);
        body.set_properties(Body::ROOT, &[Attribute::NONE; 2]);
        let region = body.create_region();
        body.add_region(Body::ROOT, region);
        let block = body.create_block(&[]);
        body.append_block(region, block);
        let id = body.id();
        let ir = Ir::new(context.clone(), Box::new(body));
        Test { context, ir, body: id, block }
    }

    fn int(&self, width: u32) -> Type {
        self.context.integer_type(width, Signedness::Signless)
    }

    fn body(&mut self) -> &mut Body {
        self.ir.body_mut(self.body)
    }

    fn op(&mut self, name: &str, operands: &[Value], results: &[Type]) -> Op {
        self.full(name, operands, results, &[], &[])
    }

    fn full(
        &mut self,
        name: &str,
        operands: &[Value],
        results: &[Type],
        successors: &[Block],
        regions: &[Region],
    ) -> Op {
        let name = self.context.op_name(name.as_bytes());
        let properties = vec![Attribute::NONE; self.context.op_info(name).properties.len()];
        let state = OpState {
            operands,
            result_types: results,
            successors,
            regions,
            properties: &properties,
            ..OpState::new(name, Location::UNKNOWN)
        };
        let block = self.block;
        let op = self.body().create_op(&state);
        if !block.is_none() {
            self.body().append_op(block, op);
        }
        op
    }

    fn value(&mut self, name: &str, operands: &[Value], ty: Type) -> Value {
        let op = self.op(name, operands, &[ty]);
        self.body().result(op, 0)
    }

    fn region(&mut self) -> Region {
        self.body().create_region()
    }

    fn block(&mut self, region: Region, arguments: &[Type]) -> Block {
        let block = self.body().create_block(arguments);
        self.body().append_block(region, block);
        block
    }

    fn set(&mut self, op: Op, name: Ident, value: Attribute) {
        let context = self.context.clone();
        self.body().set_attribute(&context, op, name, value);
    }

    /// An isolated operation with one region of one block in a body of its own, which is then built in.
    fn isolated(&mut self, name: &str, symbol: &str) -> (plugopt_ir::BodyId, Block) {
        let stub = self.op(name, &[], &[]);
        let name = self.context.op_name(name.as_bytes());
        let mut child = Body::new(name, Location::UNKNOWN);
        child.set_properties(Body::ROOT, &vec![Attribute::NONE; self.context.op_info(name).properties.len()]);
        let symbol = self.context.string_attr(symbol.as_bytes());
        child.set_attribute(&self.context, Body::ROOT, Ident::SYM_NAME, symbol);
        let region = child.create_region();
        child.add_region(Body::ROOT, region);
        let block = child.create_block(&[]);
        child.append_block(region, block);
        let (parent, id) = (self.body, child.id());
        self.ir.attach_child(parent, stub, Box::new(child));
        let outer = (self.body, self.block);
        (self.body, self.block) = (id, block);
        outer
    }

    fn leave(&mut self, outer: (plugopt_ir::BodyId, Block)) {
        (self.body, self.block) = outer;
    }

    fn errors(&self) -> Vec<String> {
        let (result, diagnostics) = self.context.diagnostics().capture(|| verify_all(&self.ir));
        assert_eq!(result.is_err(), !diagnostics.is_empty());
        let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
        let mut lines = Vec::new();
        for diagnostic in diagnostics {
            lines.push(text(&diagnostic.message));
            lines.extend(diagnostic.notes.iter().map(|n| format!("note: {}", text(&n.message))));
        }
        lines
    }

    #[track_caller]
    fn expect(&self, expected: &[&str]) {
        assert_eq!(self.errors(), expected);
    }
}

#[test]
fn a_valid_tree_has_no_errors() {
    let mut t = Test::new();
    let i32 = t.int(32);
    let outer = t.isolated("t.func", "f");
    let a = t.value("t.number", &[], i32);
    let op = t.body().defining_op(a).unwrap();
    let number = t.context.integer_attr(i32, 7);
    t.set(op, Ident::VALUE, number);
    let b = t.value("t.add", &[a, a], i32);
    t.op("t.ret", &[b], &[]);
    t.leave(outer);
    t.expect(&[]);
}

#[test]
fn counts_come_first() {
    let mut t = Test::new();
    let i32 = t.int(32);
    let region = t.region();
    t.full("t.add", &[], &[], &[], &[region]);
    t.expect(&["'t.add' op requires zero regions"]);
    let mut t = Test::new();
    t.op("t.add", &[], &[]);
    t.expect(&["'t.add' op requires one result"]);
    let mut t = Test::new();
    t.op("t.add", &[], &[i32]);
    t.expect(&["'t.add' op expected 2 operands, but found 0"]);
}

#[test]
fn types_and_attributes_satisfy_their_constraints() {
    let mut t = Test::new();
    let (i1, i32, i64) = (t.int(1), t.int(32), t.int(64));
    let f32 = t.context.float_type(plugopt_ir::FloatKind::F32);
    let a = t.value("u.x", &[], i32);
    let c = t.value("u.x", &[], f32);
    t.context.allow_unregistered_dialects(true);
    t.op("t.add", &[a, c], &[i32]);
    let add = "'t.add' op operand #1 must be signless-integer-like, but got 'Float(F32)'";
    t.expect(&[add]);

    let mut t = Test::new();
    t.context.allow_unregistered_dialects(true);
    let a = t.value("u.x", &[], i32);
    let b = t.value("u.x", &[], i64);
    t.op("t.add", &[a, b], &[i32]);
    t.expect(&["'t.add' op requires the same type for all operands and results"]);

    let shaped = |size| {
        let shape = Box::new([size]);
        TypeData::RankedTensor { shape, element: i32, encoding: Attribute::NONE }
    };
    let mut t = Test::new();
    t.context.allow_unregistered_dialects(true);
    let (fixed, dynamic) = (t.context.type_of(shaped(2)), t.context.type_of(shaped(plugopt_ir::DYNAMIC)));
    let vector = t.context.type_of(TypeData::Vector { shape: Box::new([2]), scalable: Box::new([]), element: i32 });
    let a = t.value("u.x", &[], fixed);
    let b = t.value("u.x", &[], vector);
    t.op("t.add", &[a, b], &[fixed]);
    t.expect(&["'t.add' op all non-scalar operands/results must have the same shape and base type"]);
    let block = t.block;
    let last = t.body().last_op(block).unwrap();
    t.body().erase_op(last);
    let b = t.value("u.x", &[], dynamic);
    t.op("t.add", &[b, a], &[fixed]);
    let errors = t.errors();
    assert!(errors[0].starts_with("'t.add' op inferred type(s) '"), "{errors:?}");
    assert_eq!(errors[1], "'t.add' op failed to infer returned types");

    let mut t = Test::new();
    t.context.allow_unregistered_dialects(true);
    let a = t.value("u.x", &[], i32);
    let b = t.value("u.x", &[], i64);
    t.op("t.use", &[a, b], &[]);
    t.expect(&["'t.use' op operand #1 must be variadic of 32-bit signless integer, but got 'i64'"]);

    let mut t = Test::new();
    t.op("t.number", &[], &[i32]);
    t.expect(&["'t.number' op requires attribute 'value'"]);

    let mut t = Test::new();
    let op = t.op("t.number", &[], &[i32]);
    let (number, flag) = (t.context.integer_attr(i64, 1), t.context.string_attr(b"x"));
    t.set(op, Ident::VALUE, number);
    t.expect(&["'t.number' op failed to verify that all of {value, result} have same type"]);
    let name = t.context.ident(b"flag");
    t.set(op, name, flag);
    t.expect(&["'t.number' op attribute 'flag' failed to satisfy constraint: 64-bit signless integer attribute"]);

    let mut t = Test::new();
    t.context.allow_unregistered_dialects(true);
    let a = t.value("u.x", &[], i32);
    t.op("t.compare", &[a, a], &[i32]);
    let compare = "failed to verify that result type has i1 element type and same shape as operands";
    t.expect(&[&format!("'t.compare' op {compare}")]);

    let mut t = Test::new();
    t.context.allow_unregistered_dialects(true);
    let a = t.value("u.x", &[], i32);
    t.op("t.compare", &[a, a], &[i1]);
    t.expect(&[]);
}

#[test]
fn segments_add_up() {
    let segments = |t: &Test, sizes: &[i32]| {
        let data = sizes.iter().flat_map(|s| s.to_le_bytes()).collect();
        t.context.attribute_of(plugopt_ir::AttrData::DenseArray { element: t.int(32), data })
    };
    let error = |sizes: Option<&[i32]>| {
        let mut t = Test::new();
        t.context.allow_unregistered_dialects(true);
        let i32 = t.int(32);
        let a = t.value("u.x", &[], i32);
        let op = t.op("t.maybe", &[a], &[]);
        if let Some(sizes) = sizes {
            let sizes = segments(&t, sizes);
            t.set(op, Ident::OPERAND_SEGMENT_SIZES, sizes);
        }
        t.errors().join("\n")
    };
    assert_eq!(error(Some(&[1, 0])), "");
    let unset = "operand count (1) does not match with the total size (0) specified in attribute 'operandSegmentSizes'";
    assert_eq!(error(None), format!("'t.maybe' op {unset}"));
    assert_eq!(error(Some(&[-1, 2])), "'t.maybe' op 'operandSegmentSizes' attribute cannot have negative elements");
    let total = "operand count (1) does not match with the total size (3) specified in attribute 'operandSegmentSizes'";
    assert_eq!(error(Some(&[1, 2])), format!("'t.maybe' op {total}"));
    assert_eq!(error(Some(&[0, 1])), "'t.maybe' op operand #0 must be variadic of index, but got 'i32'");
}

#[test]
fn blocks_end_with_terminators() {
    let mut t = Test::new();
    let outer = t.isolated("t.func", "f");
    t.leave(outer);
    t.expect(&["empty block: expect at least a terminator"]);

    let mut t = Test::new();
    let outer = t.isolated("t.func", "f");
    t.op("t.use", &[], &[]);
    t.leave(outer);
    t.expect(&["block with no terminator, has "]);

    let mut t = Test::new();
    let outer = t.isolated("t.func", "f");
    t.op("t.ret", &[], &[]);
    t.op("t.ret", &[], &[]);
    t.leave(outer);
    t.expect(&["'t.ret' op must be the last operation in the parent block"]);

    let mut t = Test::new();
    t.op("t.ret", &[], &[]);
    t.expect(&["'t.ret' op expects parent op 't.func'"]);

    let mut t = Test::new();
    let region = t.region();
    t.full("t.loop", &[], &[], &[], &[region]);
    t.expect(&["'t.loop' op region #0 ('body') failed to verify constraint: region with 1 blocks"]);

    let mut t = Test::new();
    t.context.allow_unregistered_dialects(true);
    let region = t.region();
    t.full("t.loop", &[], &[], &[], &[region]);
    t.block = t.block(region, &[]);
    t.op("u.end", &[], &[]);
    t.expect(&[
        "'t.loop' op expects regions to end with 't.done', found 'u.end'",
        "note: in custom textual format, the absence of terminator implies 't.done'",
    ]);
}

#[test]
fn branches_fit_their_successors() {
    let mut t = Test::new();
    let i32 = t.int(32);
    let outer = t.isolated("t.func", "f");
    let region = {
        let block = t.block;
        t.body().block_region(block)
    };
    let target = t.block(region, &[i32]);
    t.full("t.br", &[], &[], &[target], &[]);
    t.block = target;
    t.op("t.ret", &[], &[]);
    t.leave(outer);
    t.expect(&["branch has 0 operands for successor #0, but target block has 1"]);

    let mut t = Test::new();
    let outer = t.isolated("t.func", "f");
    let entry = t.block;
    t.full("t.br", &[], &[], &[entry], &[]);
    t.leave(outer);
    t.expect(&["entry block of region may not have predecessors"]);

    let mut t = Test::new();
    t.context.allow_unregistered_dialects(true);
    let outer = t.isolated("t.func", "f");
    let region = {
        let block = t.block;
        t.body().block_region(block)
    };
    let target = t.block(region, &[]);
    t.full("u.br", &[], &[], &[target], &[]);
    t.op("t.ret", &[], &[]);
    t.leave(outer);
    t.expect(&["operation with block successors must terminate its parent block"]);
}

#[test]
fn definitions_dominate_uses() {
    // In a block of a registered operation that is no graph.
    let mut t = Test::new();
    t.context.allow_unregistered_dialects(true);
    let i32 = t.int(32);
    let outer = t.isolated("t.func", "f");
    let a = t.value("u.x", &[], i32);
    let op = t.op("u.y", &[a], &[]);
    t.op("t.ret", &[], &[]);
    let body = t.body;
    let def = t.ir.body(body).defining_op(a).unwrap();
    t.body().detach_op(def);
    t.body().insert_op_after(def, op);
    t.leave(outer);
    t.expect(&["operand #0 does not dominate this use", "note: operand defined here (op in the same block)"]);

    // In a graph region and in a region of an operation that is not registered.
    for owner in ["t.graph", "u.graph"] {
        let mut t = Test::new();
        t.context.allow_unregistered_dialects(true);
        let region = t.region();
        t.full(owner, &[], &[], &[], &[region]);
        t.block = t.block(region, &[]);
        let a = t.value("u.x", &[], i32);
        let b = t.value("u.y", &[a], i32);
        let def = t.ir.body(t.body).defining_op(a).unwrap();
        t.body().set_operands(def, &[b, a]);
        t.expect(&[]);
    }

    // Across blocks: from one side of a branch to the join.
    let mut t = Test::new();
    t.context.allow_unregistered_dialects(true);
    let outer = t.isolated("t.func", "f");
    let region = {
        let block = t.block;
        t.body().block_region(block)
    };
    let (left, join, dead) = (t.block(region, &[]), t.block(region, &[i32]), t.block(region, &[]));
    t.full("u.cond", &[], &[], &[left, join], &[]);
    t.block = left;
    let a = t.value("u.x", &[], i32);
    t.full("t.br", &[a], &[], &[join], &[]);
    t.block = join;
    let inner = t.region();
    t.full("u.op", &[], &[], &[], &[inner]);
    t.op("t.ret", &[], &[]);
    t.block = t.block(inner, &[]);
    t.op("u.y", &[a], &[]);
    t.block = dead;
    // What is not reachable may use anything.
    t.op("u.z", &[a], &[]);
    t.op("t.ret", &[], &[]);
    t.leave(outer);
    t.expect(&["operand #0 does not dominate this use", "note: operand defined here (op in a parent region)"]);
}

#[test]
fn isolation_is_kept() {
    // An operation that captures is left in the body around by the parser.
    let mut t = Test::new();
    t.context.allow_unregistered_dialects(true);
    let i32 = t.int(32);
    let a = t.value("u.x", &[], i32);
    let (one, two) = (t.region(), t.region());
    t.full("t.two_regions", &[], &[], &[], &[one, two]);
    t.block = t.block(one, &[]);
    t.op("u.y", &[a], &[]);
    t.op("t.done", &[], &[]);
    t.expect(&["'u.y' op using value defined outside the region", "note: required by region isolation constraints"]);
}

#[test]
fn symbols_are_unique_and_visible_as_they_should() {
    let mut t = Test::new();
    for _ in 0..2 {
        let outer = t.isolated("t.func", "f");
        t.op("t.ret", &[], &[]);
        t.leave(outer);
    }
    t.expect(&["redefinition of symbol named 'f'", "note: see existing symbol definition here"]);

    let mut t = Test::new();
    let outer = t.isolated("t.func", "f");
    t.op("t.ret", &[], &[]);
    let name = t.context.string_attr(b"hidden");
    t.set(Body::ROOT, Ident::SYM_VISIBILITY, name);
    t.leave(outer);
    t.expect(&[
        "'t.func' op visibility expected to be one of [\"public\", \"private\", \"nested\"], but got \"hidden\"",
    ]);

    let mut t = Test::new();
    let region = t.region();
    t.full("t.graph", &[], &[], &[], &[region]);
    t.block = t.block(region, &[]);
    let outer = t.isolated("t.func", "f");
    t.op("t.ret", &[], &[]);
    t.leave(outer);
    t.expect(&["'t.func' op symbol's parent must have the SymbolTable trait"]);
}

#[test]
fn unregistered_operations_need_permission() {
    let mut t = Test::new();
    t.op("u.x", &[], &[]);
    let created = "created with unregistered dialect. If this is intended, please call allowUnregisteredDialects() on the \
                   MLIRContext, or use -allow-unregistered-dialect with the MLIR opt tool used";
    t.expect(&[&format!("'u.x' op {created}")]);
    t.context.allow_unregistered_dialects(true);
    t.expect(&[]);
    t.op("t.x", &[], &[]);
    t.expect(&["unregistered operation 't.x' found in dialect ('t') that does not allow unknown operations"]);
}

#[test]
fn each_function_reports_in_order_on_any_number_of_threads() {
    let mut t = Test::new();
    for i in 0..50 {
        let outer = t.isolated("t.func", &format!("f{i}"));
        let operands = vec![];
        t.op(if i % 2 == 0 { "t.add" } else { "t.number" }, &operands, &[]);
        t.leave(outer);
    }
    let expected: Vec<String> = (0..50)
        .map(|i| format!("'{}' op requires one result", if i % 2 == 0 { "t.add" } else { "t.number" }))
        .collect();
    assert_eq!(t.errors(), expected);
    t.context.set_threading(false);
    assert_eq!(t.errors(), expected);
}

#[test]
fn a_printer_adds_the_operation() {
    let mut t = Test::new();
    let print = |op: OpView<'_>| [b"<", op.ir.context().op_name_bytes(op.ir.name(op.op)), b">"].concat();
    Registry::of(&t.context).set_op_printer(Some(Arc::new(print)));
    let outer = t.isolated("t.func", "f");
    t.op("t.use", &[], &[]);
    t.leave(outer);
    t.expect(&["block with no terminator, has <t.use>", "note: see current operation: <t.use>"]);
}

#[test]
fn nesting_may_be_deep() {
    let mut t = Test::new();
    t.context.allow_unregistered_dialects(true);
    for _ in 0..200_000 {
        let region = t.region();
        t.full("u.nest", &[], &[], &[], &[region]);
        t.block = t.block(region, &[]);
    }
    t.op("t.use", &[], &[]);
    t.expect(&[]);
    assert!(t.ir.info(OpRef::root(t.body)).has(Traits::SYMBOL_TABLE));
}
