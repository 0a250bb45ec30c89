use super::*;
use plugopt_ir::affine::{AffineBinaryKind, AffineExprData, AffineExprs};
use plugopt_ir::attributes::AttrData;
use plugopt_ir::body::OpState;
use plugopt_ir::types::{DYNAMIC, TypeData};
use plugopt_ir::{
    AffineMap, FloatKind, Int, IntegerSet, Location, LocationData, Op, OpaqueBody, Region, Signedness, Value,
};

fn context() -> Arc<Context> {
    let context = Arc::new(Context::new());
    context.set_threading(false);
    Registry::install(&context);
    context
}

fn attr(context: &Context, data: AttrData) -> String {
    let attr = context.attribute_of(data);
    String::from_utf8(attribute_to_text(context, attr)).unwrap()
}

fn ty(context: &Context, data: TypeData) -> String {
    String::from_utf8(type_to_text(context, context.type_of(data))).unwrap()
}

#[test]
fn builtin_types() {
    let c = context();
    let f32 = c.float_type(FloatKind::F32);
    let i1 = c.integer_type(1, Signedness::Signless);
    assert_eq!(ty(&c, TypeData::Integer { width: 3, signedness: Signedness::Signed }), "si3");
    assert_eq!(ty(&c, TypeData::Integer { width: 0, signedness: Signedness::Unsigned }), "ui0");
    assert_eq!(ty(&c, TypeData::Float(FloatKind::F8E4M3FN)), "f8E4M3FN");
    assert_eq!(ty(&c, TypeData::Tuple([i1, f32].into())), "tuple<i1, f32>");
    let function = c.function_type(&[i1], &[f32]);
    assert_eq!(ty(&c, TypeData::Function { inputs: [].into(), results: [function].into() }), "() -> ((i1) -> f32)");
    assert_eq!(ty(&c, TypeData::Function { inputs: [i1, f32].into(), results: [].into() }), "(i1, f32) -> ()");
    let vector = TypeData::Vector { shape: [4, 2].into(), scalable: [true, false].into(), element: f32 };
    assert_eq!(ty(&c, vector), "vector<[4]x2xf32>");
    let body = OpaqueBody::verbatim(b"bar");
    let encoding = c.attribute_of(AttrData::Opaque { dialect: c.ident(b"foo"), body, ty: c.none_type() });
    let tensor = TypeData::RankedTensor { shape: [DYNAMIC, 2].into(), element: f32, encoding };
    assert_eq!(ty(&c, tensor), "tensor<?x2xf32, #foo.bar>");
    let space = c.integer_attr(c.integer_type(64, Signedness::Signless), 3);
    let strided = c.attribute_of(AttrData::StridedLayout { offset: 3, strides: [DYNAMIC].into() });
    let memref = TypeData::MemRef { shape: [2].into(), element: f32, layout: strided, memory_space: space };
    assert_eq!(ty(&c, memref), "memref<2xf32, strided<[?], offset: 3>, 3>");
    let opaque = |body: &[u8]| TypeData::Opaque { dialect: c.ident(b"foo"), body: OpaqueBody::verbatim(body) };
    assert_eq!(ty(&c, opaque(b"a.b<c>")), "!foo.a.b<c>");
    assert_eq!(ty(&c, opaque(b"\"1\"")), "!foo<\"1\">");
}

#[test]
fn builtin_attributes() {
    let c = context();
    let int = |width, signedness| c.integer_type(width, signedness);
    let (i1, i8, i64) = (int(1, Signedness::Signless), int(8, Signedness::Signless), int(64, Signedness::Signless));
    let integer = |ty, value: Int| attr(&c, AttrData::Integer { ty, value });
    assert_eq!(integer(i8, Int::from_i64(8, -1)), "-1 : i8");
    assert_eq!(integer(int(8, Signedness::Unsigned), Int::from_i64(8, -1)), "255 : ui8");
    assert_eq!(integer(i1, Int::from_u64(1, 1)), "true");
    assert_eq!(integer(c.index_type(), Int::from_u64(64, 4)), "4 : index");
    let f64 = c.float_type(FloatKind::F64);
    let one = AttrData::Float { ty: f64, bits: u128::from(1f64.to_bits()) };
    assert_eq!(attr(&c, one.clone()), "1.000000e+00 : f64");
    let infinity = AttrData::Float { ty: f64, bits: u128::from(f64::INFINITY.to_bits()) };
    let list = [c.integer_attr(i64, 7), c.attribute_of(one), c.attribute_of(infinity), c.unit_attr(), c.type_attr(i8)];
    assert_eq!(attr(&c, AttrData::Array(list.into())), "[7, 1.000000e+00, 0x7FF0000000000000 : f64, unit, i8]");
    let dictionary = c.dictionary_attr(&[
        (c.ident(b"b c"), c.integer_attr(i64, 1)),
        (c.ident(b"a"), c.unit_attr()),
        (c.ident(b"1"), c.string_attr(b"x\"")),
    ]);
    assert_eq!(attribute_to_text(&c, dictionary), br#"{"1" = "x\22", a, "b c" = 1 : i64}"#);
    let symbol = AttrData::SymbolRef { root: c.ident(b"a b"), nested: [c.ident(b"c")].into() };
    assert_eq!(attr(&c, symbol), "@\"a b\"::@c");
    assert_eq!(attribute_to_text_without_type(&c, c.integer_attr(i8, 3)), b"3");
}

#[test]
fn elements() {
    let c = context();
    let int = |width| c.integer_type(width, Signedness::Signless);
    let tensor = |shape: &[i64], element| {
        c.type_of(TypeData::RankedTensor { shape: shape.into(), element, encoding: Attribute::NONE })
    };
    let dense = |ty, data: &[u8], splat| c.attribute_of(AttrData::DenseElements { ty, data: data.into(), splat });
    let nested = dense(tensor(&[2, 1, 2], int(8)), &[1, 2, 3, 255], false);
    assert_eq!(attribute_to_text(&c, nested), b"dense<[[[1, 2]], [[3, -1]]]> : tensor<2x1x2xi8>");
    let splat = dense(tensor(&[2], int(1)), &[1], true);
    assert_eq!(attribute_to_text(&c, splat), b"dense<true> : tensor<2xi1>");
    let scalar = dense(tensor(&[], int(8)), &[1], true);
    assert_eq!(attribute_to_text(&c, scalar), b"dense<1> : tensor<i8>");
    let empty = dense(tensor(&[0, 3], int(8)), &[], false);
    assert_eq!(attribute_to_text(&c, empty), b"dense<> : tensor<0x3xi8>");
    let complex = dense(tensor(&[2], c.type_of(TypeData::Complex(int(8)))), &[1, 2, 3, 4], false);
    assert_eq!(attribute_to_text(&c, complex), b"dense<[(1,2), (3,4)]> : tensor<2xcomplex<i8>>");
    let registry = Registry::of(&c);
    let with = |options: PrintOptions, attr| {
        let mut printer = Printer::new(&c, &registry, None, &options);
        printer.attribute(attr);
        String::from_utf8(printer.out).unwrap()
    };
    let bits = dense(tensor(&[10], int(1)), &[1, 0, 1, 1, 0, 0, 0, 0, 1, 1], false);
    let hex = || PrintOptions { hex_elements: Some(1), ..PrintOptions::default() };
    assert_eq!(with(hex(), bits), "dense<\"0x0D03\"> : tensor<10xi1>");
    assert_eq!(with(hex(), splat), "dense<true> : tensor<2xi1>");
    let elided = PrintOptions { elide_elements: Some(9), ..PrintOptions::default() };
    assert_eq!(with(elided, bits), "dense_resource<__elided__> : tensor<10xi1>");
    let array = AttrData::DenseArray { element: int(32), data: [1, 0, 0, 0, 255, 255, 255, 255].into() };
    assert_eq!(attr(&c, array), "array<i32: 1, -1>");
    assert_eq!(attr(&c, AttrData::DenseArray { element: int(8), data: [].into() }), "array<i8>");
}

#[test]
fn affine_expressions() {
    let c = context();
    let (d0, s0) = (c.intern(AffineExprData::Dim(0)), c.intern(AffineExprData::Symbol(0)));
    let constant = |value| c.intern(AffineExprData::Constant(value));
    let binary = |kind, a, b| c.intern(AffineExprData::Binary(kind, a, b));
    let mul = |a, by| binary(AffineBinaryKind::Mul, a, constant(by));
    let add = |a, b| binary(AffineBinaryKind::Add, a, b);
    let results = [
        add(d0, mul(s0, -1)),
        mul(d0, -1),
        add(d0, constant(-3)),
        binary(AffineBinaryKind::FloorDiv, add(d0, constant(1)), constant(2)),
        mul(binary(AffineBinaryKind::Mod, d0, constant(3)), 2),
        mul(add(d0, s0), -1),
        add(d0, mul(s0, -2)),
        add(d0, mul(add(d0, s0), -1)),
    ];
    let map = AttrData::AffineMap(AffineMap { dims: 1, symbols: 1, results: results.into() });
    assert_eq!(
        attr(&c, map),
        "affine_map<(d0)[s0] -> (d0 - s0, -d0, d0 - 3, (d0 + 1) floordiv 2, (d0 mod 3) * 2, -(d0 + s0), d0 - s0 * 2, \
         d0 - (d0 + s0))>"
    );
    let constraints = [add(d0, mul(s0, -1)), d0].into();
    let set = IntegerSet { dims: 1, symbols: 1, constraints, equality: [false, true].into() };
    assert_eq!(attr(&c, AttrData::IntegerSet(set)), "affine_set<(d0)[s0] : (d0 - s0 >= 0, d0 == 0)>");
}

#[test]
fn locations() {
    let c = context();
    let file = |line, column, end_line, end_column| {
        c.location_of(LocationData::File { file: c.ident(b"a"), line, column, end_line, end_column })
    };
    let text = |location| String::from_utf8(location_to_text(&c, location)).unwrap();
    assert_eq!(text(Location::UNKNOWN), "loc(unknown)");
    assert_eq!(text(file(1, 2, 1, 2)), "loc(\"a\":1:2)");
    assert_eq!(text(file(1, 2, 1, 4)), "loc(\"a\":1:2 to :4)");
    assert_eq!(text(file(1, 2, 3, 4)), "loc(\"a\":1:2 to 3:4)");
    let name = c.location_of(LocationData::Name { name: c.ident(b"n"), child: file(1, 2, 1, 2) });
    let plain = c.location_of(LocationData::Name { name: c.ident(b"x"), child: Location::UNKNOWN });
    let call = c.location_of(LocationData::CallSite { callee: plain, caller: name });
    assert_eq!(text(call), "loc(callsite(\"x\" at \"n\"(\"a\":1:2)))");
    let locations = [plain, Location::UNKNOWN].into();
    let fused = c.location_of(LocationData::Fused { locations, metadata: c.string_attr(b"m") });
    assert_eq!(text(fused), "loc(fused<\"m\">[\"x\", unknown])");
}

/// A tree that is made piece by piece.
struct Make {
    context: Arc<Context>,
    body: Box<Body>,
    at: plugopt_ir::Block,
}

impl Make {
    /// A module with one block.
    fn module() -> Make {
        let context = context();
        let mut body = Box::new(Body::new(context.op_name(b"builtin.module"), Location::UNKNOWN));
        body.set_properties(Body::ROOT, &[Attribute::NONE, Attribute::NONE]);
        let region = body.create_region();
        body.add_region(Body::ROOT, region);
        let at = body.create_block(&[]);
        body.append_block(region, at);
        Make { context, body, at }
    }

    fn op(
        &mut self,
        name: &str,
        operands: &[Value],
        results: &[Type],
        attributes: Attribute,
        regions: &[Region],
    ) -> Op {
        let state = OpState {
            operands,
            result_types: results,
            attributes,
            regions,
            ..OpState::new(self.context.op_name(name.as_bytes()), Location::UNKNOWN)
        };
        let op = self.body.create_op(&state);
        self.body.append_op(self.at, op);
        op
    }

    fn simple(&mut self, name: &str, operands: &[Value], results: usize) -> Op {
        let types = vec![self.context.index_type(); results];
        self.op(name, operands, &types, Attribute::EMPTY_DICTIONARY, &[])
    }

    fn region(&mut self, arguments: usize) -> (Region, plugopt_ir::Block) {
        let region = self.body.create_region();
        let block = self.body.create_block(&vec![self.context.index_type(); arguments]);
        self.body.append_block(region, block);
        (region, block)
    }

    fn print(self, options: &PrintOptions) -> String {
        let ir = Ir::new(self.context, self.body);
        let text = String::from_utf8(op_to_text(&ir, ir.root(), options)).unwrap();
        let mut written = Vec::new();
        print_op(&ir, ir.root(), options, &mut written).unwrap();
        assert_eq!(String::from_utf8(written).unwrap(), text);
        text
    }
}

#[test]
fn values_and_regions() {
    let mut m = Make::module();
    let a = m.simple("t.a", &[], 2);
    let (first, second) = (m.body.result(a, 0), m.body.result(a, 1));
    let (region, block) = m.region(1);
    let (other, _) = m.region(0);
    let empty = m.body.create_region();
    let name = m.context.ident(b"k");
    let attributes = m.context.dictionary_attr(&[(name, m.context.unit_attr())]);
    m.op("t.b", &[second], &[], attributes, &[region, other, empty]);
    let outside = std::mem::replace(&mut m.at, block);
    m.simple("t.c", &[first, m.body.arguments(block)[0]], 1);
    m.at = outside;
    m.simple("t.d", &[], 1);
    let expected = "\
module {
  %0:2 = \"t.a\"() : () -> (index, index)
  \"t.b\"(%0#1) ({
  ^bb0(%arg0: index):
    %2 = \"t.c\"(%0#0, %arg0) : (index, index) -> index
  }, {
  ^bb0:
  }, {
  }) {k} : (index) -> ()
  %1 = \"t.d\"() : () -> index
}
";
    assert_eq!(m.print(&PrintOptions::default()), expected);
}

#[test]
fn blocks() {
    let mut m = Make::module();
    let (region, entry) = m.region(0);
    let (b1, b2) = (m.body.create_block(&[m.context.index_type()]), m.body.create_block(&[]));
    m.body.append_block(region, b1);
    m.body.append_block(region, b2);
    m.op("t.r", &[], &[], Attribute::EMPTY_DICTIONARY, &[region]);
    let name = m.context.op_name(b"t.br");
    for (at, successors) in [(entry, &[b1, b1][..]), (b1, &[b1])] {
        let state = OpState { successors, ..OpState::new(name, Location::UNKNOWN) };
        let op = m.body.create_op(&state);
        m.body.append_op(at, op);
    }
    m.at = b2;
    m.simple("t.end", &[], 0);
    let expected = "\
module {
  \"t.r\"() ({
    \"t.br\"()[^bb1, ^bb1] : () -> ()
  ^bb1(%0: index):  // 3 preds: ^bb0, ^bb0, ^bb1
    \"t.br\"()[^bb1] : () -> ()
  ^bb2:  // no predecessors
    \"t.end\"() : () -> ()
  }) : () -> ()
}
";
    assert_eq!(m.print(&PrintOptions::default()), expected);
}

#[test]
fn numbers_of_generic_form_go_on() {
    let make = || {
        let mut m = Make::module();
        let outside = m.at;
        for _ in 0..2 {
            let (region, block) = m.region(1);
            m.at = block;
            m.simple("t.a", &[], 1);
            m.at = outside;
            m.op("t.r", &[], &[], Attribute::EMPTY_DICTIONARY, &[region]);
        }
        m
    };
    let custom = make().print(&PrintOptions::default());
    assert_eq!(custom.matches("%0 = ").count(), 2, "{custom}");
    let generic = make().print(&PrintOptions { generic: true, ..PrintOptions::default() });
    let expected = "\
\"builtin.module\"() ({
  \"t.r\"() ({
  ^bb0(%arg1: index):
    %1 = \"t.a\"() : () -> index
  }) : () -> ()
  \"t.r\"() ({
  ^bb0(%arg0: index):
    %0 = \"t.a\"() : () -> index
  }) : () -> ()
}) : () -> ()
";
    assert_eq!(generic, expected);
}

#[test]
fn aliases() {
    let make = || {
        let mut m = Make::module();
        let c = m.context.clone();
        let map = |value| {
            let expr = c.intern(AffineExprData::Constant(value));
            c.attribute_of(AttrData::AffineMap(AffineMap { dims: 0, symbols: 0, results: [expr].into() }))
        };
        let memref = c.type_of(TypeData::MemRef {
            shape: [2].into(),
            element: c.index_type(),
            layout: map(1),
            memory_space: Attribute::NONE,
        });
        let (region, block) = m.region(0);
        let attributes = c.dictionary_attr(&[(c.ident(b"m"), c.array_attr(&[map(2)]))]);
        m.op("t.a", &[], &[memref], attributes, &[region]);
        m.at = block;
        let attributes = c.dictionary_attr(&[(c.ident(b"m"), map(3))]);
        m.op("t.b", &[], &[], attributes, &[]);
        m
    };
    let expected = "\
#map = affine_map<() -> (3)>
#map1 = affine_map<() -> (1)>
#map2 = affine_map<() -> (2)>
module {
  %0 = \"t.a\"() ({
    \"t.b\"() {m = #map} : () -> ()
  }) {m = [#map2]} : () -> memref<2xindex, #map1>
}
";
    assert_eq!(make().print(&PrintOptions::default()), expected);
    let local = make().print(&PrintOptions { local_scope: true, ..PrintOptions::default() });
    assert!(local.contains("{m = affine_map<() -> (3)>}") && !local.contains('#') && local.ends_with('}'), "{local}");
}

#[test]
fn aliases_of_dialects() {
    use plugopt_descriptor::{DialectDecl, OpDecl, ParamDecl, ParamKind, ResultNames, TypeDecl};
    let mut m = Make::module();
    let c = m.context.clone();
    let decl = |name: &str, alias: &str, kind| TypeDecl {
        name: name.into(),
        params: vec![ParamDecl { name: "x".into(), kind, ..ParamDecl::default() }],
        format: Some("`<` $x `>`".into()),
        alias: Some(alias.into()),
        ..TypeDecl::default()
    };
    let number = OpDecl {
        name: "number".into(),
        results: vec![plugopt_descriptor::ValueDecl { name: "r".into(), ..Default::default() }],
        format: Some("attr-dict `:` type($r)".into()),
        result_names: ResultNames::Fixed(vec!["n".into()]),
        ..OpDecl::default()
    };
    // Several results are called what the declaration calls them.
    let result = |name: &str| plugopt_descriptor::ValueDecl { name: name.into(), ..Default::default() };
    let pair = OpDecl { name: "pair".into(), results: vec![result("low"), result("high")], ..OpDecl::default() };
    let dialect = DialectDecl {
        name: "d".into(),
        attrs: vec![
            decl("leaf", "a1", ParamKind::Int { width: 32, signed: true }),
            decl("node", "b c", ParamKind::AnyAttr),
        ],
        types: vec![decl("t", "a", ParamKind::AnyAttr)],
        constraints: vec![plugopt_descriptor::ConstraintDecl::default()],
        ops: vec![number, pair],
        ..DialectDecl::default()
    };
    let registry = Registry::of(&c);
    registry.add(Arc::new(plugopt_dialect::registry::DeclaredSource::new(dialect))).unwrap();
    let i32 = c.integer_type(32, Signedness::Signless);
    let defined = |name: &str, parameter| {
        let parameters = [parameter].into();
        c.attribute_of(AttrData::Dialect { definition: registry.def_id(true, name), parameters })
    };
    let (one, two) = (defined("d.leaf", c.integer_attr(i32, 1)), defined("d.leaf", c.integer_attr(i32, 2)));
    let node = defined("d.node", two);
    let ty = c.type_of(TypeData::Dialect { definition: registry.def_id(false, "d.t"), parameters: [node].into() });
    let attributes = c.dictionary_attr(&[(c.ident(b"k"), c.array_attr(&[one, two]))]);
    m.op("d.number", &[], &[ty], attributes, &[]);
    m.op("d.number", &[], &[ty], Attribute::EMPTY_DICTIONARY, &[]);
    let pair = m.simple("d.pair", &[], 2);
    let high = m.body.result(pair, 1);
    m.simple("d.use", &[high], 0);
    let expected = "\
#a1 = #d.leaf<1>
#a1_1 = #d.leaf<2>
#b_c = #d.node<#a1_1>
!a = !d.t<#b_c>
module {
  %n = d.number {k = [#a1, #a1_1]} : !a
  %n_0 = d.number : !a
  %low, %high = \"d.pair\"() : () -> (index, index)
  \"d.use\"(%high) : (index) -> ()
}
";
    assert_eq!(m.print(&PrintOptions::default()), expected);
}

#[test]
fn location_aliases() {
    let mut m = Make::module();
    let c = m.context.clone();
    let op = m.simple("t.a", &[], 0);
    let child = c.file_location(c.ident(b"f"), 1, 2);
    m.body.set_location(op, c.location_of(LocationData::Name { name: c.ident(b"n"), child }));
    let op = m.simple("t.b", &[], 0);
    m.body.set_location(op, child);
    let text = m.print(&PrintOptions { debug_info: true, ..PrintOptions::default() });
    let expected = "\
module {
  \"t.a\"() : () -> () loc(#loc2)
  \"t.b\"() : () -> () loc(#loc1)
} loc(#loc)
#loc = loc(unknown)
#loc1 = loc(\"f\":1:2)
#loc2 = loc(\"n\"(#loc1))
";
    assert_eq!(text, expected);
}

#[test]
fn users() {
    let mut m = Make::module();
    let a = m.simple("t.a", &[], 1);
    let value = m.body.result(a, 0);
    m.simple("t.b", &[value, value], 0);
    m.simple("t.c", &[], 2);
    let text = m.print(&PrintOptions { value_users: true, ..PrintOptions::default() });
    let expected = "\
module {
  %0 = \"t.a\"() : () -> index // user: %1
  \"t.b\"(%0, %0) : (index, index) -> () // id: %1
  %2:2 = \"t.c\"() : () -> (index, index) // unused
}
";
    assert_eq!(text, expected);
}

#[test]
fn resources() {
    use crate::resources::{Blob, ResourceValue, Resources};
    let mut m = Make::module();
    let c = m.context.clone();
    let resources = Resources::of(&c);
    let key = c.ident(b"a b");
    let blob = Blob { alignment: 4, data: [1, 171].into() };
    resources.set_dialect(Ident::BUILTIN, key, ResourceValue::Blob(blob));
    resources.set_dialect(Ident::BUILTIN, c.ident(b"unused"), ResourceValue::Bool(true));
    resources.add_external(c.ident(b"ext"), c.ident(b"k"), ResourceValue::Bool(true));
    resources.add_external(c.ident(b"ext"), c.ident(b"s"), ResourceValue::String(b"x\n"[..].into()));
    let ty = c.type_of(TypeData::UnrankedTensor(c.index_type()));
    let attributes = c.dictionary_attr(&[(c.ident(b"v"), c.attribute_of(AttrData::DenseResource { ty, key }))]);
    m.op("t.a", &[], &[], attributes, &[]);
    let text = m.print(&PrintOptions { elide_resources: None, ..PrintOptions::default() });
    let expected = "\
module {
  \"t.a\"() {v = dense_resource<\"a b\"> : tensor<*xindex>} : () -> ()
}

{-#
  dialect_resources: {
    builtin: {
      \"a b\": \"0x0400000001AB\"
    }
  },
  external_resources: {
    ext: {
      k: true,
      s: \"x\\0A\"
    }
  }
#-}
";
    assert_eq!(text, expected);
}

#[test]
fn many_bodies_and_deep_regions() {
    let make = |functions: usize, depth: usize, threads: bool| {
        let mut m = Make::module();
        m.context.set_threading(threads);
        let context = m.context.clone();
        let block = m.at;
        let stubs: Vec<Op> = (0..functions).map(|_| m.simple("t.module", &[], 0)).collect();
        let mut ir = Ir::new(context.clone(), m.body);
        let root = ir.root().body;
        for (i, stub) in stubs.into_iter().enumerate() {
            let mut child = Make::module();
            child.context = context.clone();
            let value = context.integer_attr(context.index_type(), i as i64);
            let attributes = context.dictionary_attr(&[(context.ident(b"i"), value)]);
            for _ in 0..10 {
                child.op("t.v", &[], &[context.index_type()], attributes, &[]);
            }
            for _ in 0..depth {
                let (region, block) = child.region(0);
                child.op("t.r", &[], &[], Attribute::EMPTY_DICTIONARY, &[region]);
                child.at = block;
            }
            ir.attach_child(root, stub, child.body);
        }
        let _ = block;
        let mut out = Vec::new();
        print_op(&ir, ir.root(), &PrintOptions::default(), &mut out).unwrap();
        out
    };
    assert_eq!(make(2000, 0, true), make(2000, 0, false));
    let deep = make(1, 5_000, false);
    assert!(deep.ends_with(b"}\n"));
}

#[test]
fn nested_bodies() {
    let m = Make::module();
    let context = m.context.clone();
    let mut ir = Ir::new(context.clone(), m.body);
    let mut at = ir.root().body;
    for _ in 0..3_000 {
        let child = Make::module();
        let body = ir.body_mut(at);
        let region = body.op_regions(Body::ROOT)[0];
        let block = body.first_block(region).unwrap();
        let name = context.op_name(b"builtin.module");
        let stub = body.create_op(&OpState::new(name, Location::UNKNOWN));
        body.append_op(block, stub);
        let mut child = child.body;
        let id = child.id();
        child.set_name(Body::ROOT, name);
        ir.attach_child(at, stub, child);
        at = id;
    }
    for generic in [false, true] {
        let options = PrintOptions { generic, ..PrintOptions::default() };
        let text = op_to_text(&ir, ir.root(), &options);
        let opened = text.windows(2).filter(|w| w == b"{\n").count();
        assert_eq!(opened, 3_001);
    }
}
