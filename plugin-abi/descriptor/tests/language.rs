//! The declaration language: what it accepts, what it makes of it, and where it reports what is wrong.

use plugopt_descriptor::*;

fn dialect(items: &str) -> DialectDecl {
    let text = format!("dialect t;\n{items}");
    match parse(&text) {
        Ok(parsed) => parsed.dialect,
        Err(error) => panic!("{:?}: {}\n{text}", line_and_column(&text, error.at), error.message),
    }
}

fn op(items: &str) -> (DialectDecl, OpDecl) {
    let dialect = dialect(items);
    let op = dialect.ops.last().expect("an op").clone();
    (dialect, op)
}

/// `expected` is the message, at the place marked with `^` (removed from the text).
fn check_error(marked: &str, expected: &str) {
    let at = marked.find('^').expect("a mark");
    let text = marked.replacen('^', "", 1);
    let error = parse(&text).expect_err(&text);
    assert_eq!((error.message.as_str(), error.at), (expected, at), "{text}");
}

fn type_constraint(text: &str) -> ConstraintDecl {
    let dialect = dialect(&format!("op x(a: {text});"));
    dialect.constraints[dialect.ops[0].operands[0].constraint.0 as usize].clone()
}

fn attr_constraint(text: &str) -> ConstraintDecl {
    let dialect = dialect(&format!("op x attrs (a: {text});"));
    dialect.constraints[dialect.ops[0].attributes[0].constraint.0 as usize].clone()
}

/// The examples of the documentation, parsed.
fn documented() -> Vec<DialectDecl> {
    let page = include_str!("../../../docs/declarations.md");
    let section = &page[page.find("## 6.").expect("examples")..];
    let blocks: Vec<&str> = section.split("```text\n").skip(1).map(|rest| rest.split("```").next().unwrap()).collect();
    assert_eq!(blocks.len(), 2);
    vec![parse(blocks[0]).unwrap().dialect, dialect(blocks[1])]
}

#[test]
fn documented_examples() {
    let [arith, memref] = documented().try_into().unwrap();
    assert_eq!(arith.name, "arith");
    assert_eq!(arith.summary, "Integer and floating-point arithmetic");
    assert_eq!(arith.dialect_hooks.get(Role::MaterializeConstant), Some(HookId(0)));

    let addi = arith.op("addi").unwrap();
    assert_eq!(addi.summary, "The sum of two integers");
    assert_eq!(addi.rust_name.as_deref(), Some("AddIOp"));
    assert_eq!(addi.operands.len(), 2);
    assert!(
        addi.has(SimpleTrait::Commutative)
            && addi.has(SimpleTrait::NoMemoryEffect)
            && addi.has(SimpleTrait::Tensorizable)
    );
    assert_eq!(addi.attributes[0].default.as_deref(), Some("#arith.overflow<none>"));
    assert!(!addi.attributes[0].optional);
    let overflow = arith.constraint(addi.attributes[0].constraint).unwrap();
    assert_eq!(overflow.class, Class::Defined("arith.overflow".into()));
    assert_eq!(overflow.summary, "Integer overflow arith flags");
    assert!(addi.format.as_deref().unwrap().contains("`overflow`"));
    let ranges = addi.interface("InferIntRangeInterface").unwrap();
    let hook = &arith.hooks[ranges.methods[0].1.0 as usize];
    assert_eq!(
        (hook.role, hook.method.as_str()),
        (Role::InterfaceMethod, "InferIntRangeInterface/1.infer_result_ranges")
    );
    assert_eq!(hook.path, "addi_ranges");
    assert_eq!(arith.hooks[addi.hooks.get(Role::Fold).unwrap().0 as usize].path, "fold_addi");

    let cmpi = arith.op("cmpi").unwrap();
    let predicate = arith.constraint(cmpi.attributes[0].constraint).unwrap();
    assert_eq!(predicate.summary, "allowed 64-bit signless integer cases: 0, 1, 2, 3, 4, 5, 6, 7, 8, 9");
    assert_eq!(predicate.enumeration.as_deref(), Some("CmpIPredicate"));
    assert_eq!(predicate.builder.as_deref(), Some("i64"));
    assert!(
        cmpi.traits.iter().any(
            |t| matches!(t, Trait::TypesMatchWith { from, transform: Transform::I1SameShape, .. } if from == "lhs")
        )
    );

    let alloc = memref.op("alloc").unwrap();
    assert_eq!(alloc.result_names, ResultNames::Fixed(vec!["alloc".into()]));
    let Effects::Declared(effects) = &alloc.effects else { panic!("declared effects") };
    assert_eq!((effects[0].kind, effects[0].on.as_deref(), effects[0].full), (EffectKind::Alloc, Some("memref"), true));
    let alignment = memref.constraint(alloc.attributes[0].constraint).unwrap();
    assert!(alloc.attributes[0].optional);
    assert_eq!(
        alignment.summary,
        "64-bit signless integer attribute whose value is positive and whose value is a power of two > 0"
    );
}

#[test]
fn type_summaries_are_those_of_ods() {
    for (text, summary) in [
        ("AnyType", "any type"),
        ("AnyVectorOfNonZeroRank", "vector of any type values"),
        ("MemRefRankOf<[AnySignlessInteger | Index], [1, 2]>", "1D/2D memref of signless integer or index values"),
        ("AnyStridedMemRefOfRank<0>", "strided memref of any type values of rank 0"),
        ("VectorOfRankAndType<[1], [Index]>", "vector of index values of ranks 1"),
        ("Complex<AnyFloat>", "complex type with floating-point elements"),
        (
            "AnyNon0RankedOrUnrankedMemRef",
            "unranked.memref of any type values or non-0-ranked.memref of any type values",
        ),
        ("TensorRankOf<[AnyType], [4]>", "4D tensor of any type values"),
        ("TensorOrMemRef<[AnyType]>", "Tensor or MemRef of any type values"),
        ("SignlessIntegerOrIndexLike", "signless-integer-like"),
        ("AnyTypeOf<[AnyInteger, Index, AnyFloat]>", "integer or index or floating-point"),
        ("AnyTypeOf<[I8, F16], \"small\">", "small"),
        ("I32 | I64", "32-bit signless integer or 64-bit signless integer"),
        ("SI8", "8-bit signed integer"),
        ("F8E4M3B11FNUZ", "f8E4M3B11FNUZ type"),
        ("BF16", "bfloat16 type"),
        ("FloatOfWidths<[32, 64]>", "32/64-bit float"),
        ("ShapedTypeWithNthDimOfSize<-1, [2, 4]>", " with dim -1 having a size of {2, 4}"),
        (
            "VectorOfMinMaxLengthAndType<2, 4, [I8]>",
            "vector of 8-bit signless integer values of at least length 2 of at most length 4",
        ),
        ("NestedTupleOf<[I1, Index]>", "nested tuple with any combination of 1-bit signless integer or index values"),
        ("Type<\"gpu.async.token\", \"async token type\">", "async token type"),
        ("F32Tensor", "tensor of 32-bit float values"),
        ("IndexTensor", "tensor of index values"),
        ("BF16MemRef", "memref of bfloat16 type values"),
    ] {
        assert_eq!(type_constraint(text).summary, summary, "{text}");
    }
}

#[test]
fn attr_summaries_are_those_of_ods() {
    for (text, summary) in [
        ("I64Attr", "64-bit signless integer attribute"),
        ("UI8Attr", "8-bit unsigned integer attribute"),
        ("AnyI32Attr", "32-bit integer attribute"),
        ("F64Attr", "64-bit float attribute"),
        (
            "ConfinedAttr<I32Attr, [IntMinValue<0>, IntMaxValue<3>]>",
            "32-bit signless integer attribute whose minimum value is 0 whose maximum value is 3",
        ),
        (
            "ConfinedAttr<DenseI64ArrayAttr, [DenseArrayStrictlySorted]>",
            "i64 dense array attribute should be in increasing order",
        ),
        ("RankedI64ElementsAttr<[2]>", "64-bit signless int elements attribute of shape [2]"),
        ("TypeAttrOf<FunctionType>", "type attribute of function type"),
        ("TypeAttrBase<AnyMemRef, \"memref type attribute\">", "memref type attribute"),
        ("IndexListArrayAttr", "Array of 64-bit integer array attributes"),
        ("AffineMapArrayAttr", "AffineMap array attribute"),
        ("DenseBoolArrayAttr", "i1 dense array attribute"),
        ("StrAttr | SymbolRefAttr", "string attribute or symbol reference attribute"),
        ("TypedStrAttr<NoneType>", "string attribute of none type"),
        ("I32ElementsAttr", "32-bit signless integer elements attribute"),
    ] {
        assert_eq!(attr_constraint(text).summary, summary, "{text}");
    }
}

#[test]
fn what_formats_ask_of_constraints() {
    let builder = |c: ConstraintDecl| c.builder.unwrap_or_default();
    assert_eq!(builder(type_constraint("Index")), "index");
    assert_eq!(builder(type_constraint("Complex<F32>")), "complex<f32>");
    assert_eq!(builder(type_constraint("AnyFloat")), "");
    assert_eq!(builder(type_constraint("FixedVectorOfShapeAndType<[4], F32>")), "vector<4xf32>");
    assert_eq!(builder(type_constraint("AnyTypeOf<[I1]>")), "");
    assert_eq!(builder(attr_constraint("I64Attr")), "i64");
    assert_eq!(builder(attr_constraint("ConfinedAttr<I8Attr, [IntPositive]>")), "i8");
    assert_eq!(builder(attr_constraint("StrAttr")), "none");
    assert_eq!(builder(attr_constraint("AnyAttr")), "");
    assert_eq!(type_constraint("AnyMemRef").class, Class::Type(TypeClass::MemRef));
    assert_eq!(type_constraint("BoolLike").class, Class::Any);
    assert_eq!(attr_constraint("ArrayAttr").class, Class::Attr(AttrKind::Array));
    assert!(attr_constraint("UnitAttr").optional);

    let (decl, op) =
        op("type token summary \"a token\"; type box(of: type) format \"`<` $of `>`\"; op x(a: token, b: box);");
    let of = |i: usize| decl.constraint(op.operands[i].constraint).unwrap().builder.clone();
    assert_eq!((of(0).as_deref(), of(1)), (Some("!t.token"), None));
}

#[test]
fn types_attributes_and_enums() {
    let decl = dialect(
        "/// A number.\n/// More.\n\
         type q(int_bits: u32, frac_bits: u32, scale?: attr<F32Attr>, kind: Kind = \"a\", dims: dims, of: array<array<type<AnyFloat>>>)\n\
             format \"`<` $int_bits `>`\" verify check::width traits [ValueSemantics];\n\
         attr q(value: Kind) format \"$value\";\n\
         bits Flags : i32 separator \", \" quoted primary_groups { none = 0, a = 1, /// Doc.\n b = 0x2, \"c-d\" as Cd = 4, group all = 7 }\n\
         enum Kind : i64 summary \"kind\" { a = 0, b = -1 };\n",
    );
    let q = &decl.types[0];
    assert_eq!((q.summary.as_str(), q.docs.as_str()), ("A number", "A number.\nMore."));
    assert_eq!(q.params[0].kind, ParamKind::Int { width: 32, signed: false });
    assert!(q.params[2].optional && matches!(q.params[2].kind, ParamKind::Attr(_)));
    assert_eq!((&q.params[3].kind, q.params[3].default.as_deref()), (&ParamKind::Enum("Kind".into()), Some("a")));
    assert!(matches!(&q.params[5].kind, ParamKind::Array(inner) if matches!(**inner, ParamKind::Array(_))));
    assert_eq!(decl.hooks[q.hooks.get(Role::VerifyType).unwrap().0 as usize].path, "check::width");
    let flags = decl.enums.iter().find(|e| e.name == "Flags").unwrap();
    assert!(flags.bits && flags.quoted && flags.primary_groups && flags.cases[4].group && !flags.cases[1].group);
    assert_eq!(
        (flags.valid_bits(), flags.cases[3].rust_name.as_deref(), flags.cases[2].docs.as_str()),
        (7, Some("Cd"), "Doc.")
    );
}

#[test]
fn names_resolve_by_what_is_expected() {
    let (decl, op) = op("attr q; type q; op x(a: q) attrs (b: q);");
    let sort = |id| decl.constraint(id).unwrap().sort;
    assert_eq!((sort(op.operands[0].constraint), sort(op.attributes[0].constraint)), (Sort::Type, Sort::Attr));
}

#[test]
fn constraints_are_shared_and_composed() {
    let (decl, op) = op("constraint Small \"small integer\" = I8 | I16;\n\
         constraint Checked = AnyInteger & !I1 & hook(checks::it);\n\
         op x(a: Small, b: Small, c: variadic<Checked>, d: SI32);");
    assert_eq!(op.operands[0].constraint, op.operands[1].constraint);
    assert_eq!(decl.constraint(op.operands[0].constraint).unwrap().summary, "small integer");
    let checked = decl.constraint(op.operands[2].constraint).unwrap();
    let Predicate::And(items) = &checked.predicate else { panic!("{:?}", checked.predicate) };
    assert_eq!(items[2], Predicate::Hook(HookId(0)));
    assert_eq!(decl.hooks[0].role, Role::TypePredicate);
}

#[test]
fn classes_are_the_start_of_ops() {
    let (_, op) =
        op("class Base(a: I1) -> (r: I1) attrs (x: I32Attr, y: UnitAttr) traits [Pure] format \"$a\" verify v;\n\
         class Derived : Base(b: I8) attrs (z: StrAttr) parse p print q;\n\
         op o : Derived traits [Pure, Commutative] attrs (x?: I64Attr) verify w;");
    assert_eq!(op.operands[0].name, "b");
    assert_eq!(op.results[0].name, "r");
    assert_eq!(op.attributes.iter().map(|a| a.name.as_str()).collect::<Vec<_>>(), ["x", "y", "z"]);
    assert!(op.attributes[0].optional && op.attributes[1].optional);
    assert_eq!(op.traits.len(), 3);
    assert!(op.format.is_none() && op.hooks.get(Role::Parse).is_some());
    assert_eq!(op.hooks.0.len(), 3);
}

#[test]
fn every_clause_of_ops() {
    let (decl, op) = op("interface MyInterface/2 { first, second };\n\
         directive Mine parse a print b;\n\
         op all.of as AllOp(a: variadic<Index>, b: optional<I1>, segs: variadic_of_variadic<I8, sizes>) -> (r: AnyType, s: variadic<AnyType>)\n\
           attrs (sizes: DenseI32ArrayAttr, prop flag: UnitProp = \"false\", \"odd name\"?: AnyAttr)\n\
           regions (body: SizedRegion<1>, more: MinSizedRegion<2>, few: MaxSizedRegion<3>, rest: variadic<AnyRegion>)\n\
           successors (next, others: variadic<AnySuccessor>)\n\
           traits [AttrSizedOperandSegments, HasParent<\"scf.for\", here>, SingleBlockImplicitTerminator<yield>, Special,\n\
                   AllTypesMatch<[\"a\", r]>, TypeIs<r, I1>, RangedTypesMatchWith<\"m\", a, s, hook(tr)>,\n\
                   PredOpTrait<\"p\", TypeIs<r, I1> | !(AllShapesMatch<a, r> & TCopVTEtIsSameAs<0, 1>) | hook(pred)>,\n\
                   InputAddressIsCombinationOf<[a, b], [[I1, I8], [I8, I1]]>]\n\
           interfaces [MyInterface, \"Other/3\" { m = f::g }]\n\
           effects [read, write(r, resource \"R\", stage 2, full), alloc(full), free(b)]\n\
           format r#\"`a` $a\"# summary \"s\" result_names [\"x\", \"y\"] region_names rn block_names bn default_dialect \"t\"\n\
           infer i verify v verify_regions vr fold fo canonicalize ca;");
    assert_eq!((op.name.as_str(), op.rust_name.as_deref(), op.summary.as_str()), ("all.of", Some("AllOp"), "s"));
    assert_eq!(
        op.operands.iter().map(|o| o.arity).collect::<Vec<_>>(),
        [Arity::Variadic, Arity::Optional, Arity::Variadic]
    );
    assert_eq!(op.operands[2].inner_segments.as_deref(), Some("sizes"));
    assert!(op.attributes[1].property && op.attributes[2].optional);
    assert_eq!(
        op.regions.iter().map(RegionDecl::summary).collect::<Vec<_>>(),
        ["region with 1 blocks", "region with at least 2 blocks", "region with at most 3 blocks", "any region"]
    );
    assert_eq!(op.successors[1].arity, Arity::Variadic);
    assert!(op.traits.contains(&Trait::HasParent(vec!["scf.for".into(), "t.here".into()])));
    assert!(
        op.traits.contains(&Trait::SingleBlockImplicitTerminator("t.yield".into())) && op.has(SimpleTrait::SingleBlock)
    );
    assert!(op.traits.contains(&Trait::Named("Special".into())));
    assert!(
        op.traits
            .iter()
            .any(|t| matches!(t, Trait::Predicate { summary, .. } if summary == "'r' is 1-bit signless integer"))
    );
    assert!(
        op.traits
            .iter()
            .any(|t| matches!(t, Trait::Predicate { condition: OpPredicate::Or(items), .. } if items.len() == 3))
    );
    assert_eq!(op.interfaces[1].revision, 3);
    let Effects::Declared(effects) = &op.effects else { panic!() };
    assert_eq!((effects[1].stage, effects[1].resource.as_deref(), effects[1].full), (2, Some("R"), true));
    assert_eq!(op.hooks.0.len(), 7);
    assert_eq!(decl.directives[0].name, "Mine");
    assert_eq!(decl.defined_interfaces[0].revision, 2);
}

#[test]
fn errors() {
    check_error("^", "expected `dialect`");
    check_error("dialect t ^x;", "a dialect has no clause `x`");
    check_error(
        "dialect t; ^foo x;",
        "expected enum, bits, type, attr, constraint, class, op, directive, interface, found `foo`",
    );
    check_error("dialect t; op x(a: ^Foo);", "there is no constraint, type, attribute or enum `Foo`");
    check_error(
        "dialect t; op x(a: ^gpu.token);",
        "there is no `gpu.token` in this dialect; another dialect's is `Type<\"gpu.token\">` or `Attr<\"gpu.token\">`",
    );
    check_error("dialect t; op x(a: ^StrAttr);", "this constraint is about attributes, expected one about types");
    check_error("dialect t; op x(a: ^MemRefOf);", "`MemRefOf` expects a list of constraints");
    check_error("dialect t; op x(a: ^I<1, 2>);", "`I` has 1 arguments too many of 2");
    check_error("dialect t; op x(a: I1 | ^StrAttr);", "`|` joins constraints on types with constraints on attributes");
    check_error("dialect t; op x(a: I1^", "expected `;` at the end of the item");
    check_error("dialect t; op x(a: I1 ^]);", "expected `)`, found `]`");
    check_error("dialect t; op x(a: I1 ^b: I1);", "expected `,` or `)`, found `b`");
    check_error("dialect t; op x ^frobnicate y;", "an op has no clause `frobnicate`");
    check_error("dialect t; op x fold a ^fold b;", "a second `fold`");
    check_error("dialect t; op ^x parse p;", "`parse` and `print` of `x` come together");
    check_error("dialect t; op ^x(a: I1, a: I1);", "`a` is declared twice in `x`");
    check_error("dialect t; op x; op ^x;", "op `x` is declared twice");
    check_error("dialect t; op ^x(a: I1) traits [AllTypesMatch<a, b>];", "`x` has no operand, result or attribute `b`");
    check_error("dialect t; op x traits [^Frob<1>];", "there is no trait `Frob` with arguments");
    check_error(
        "dialect t; op ^x(a: variadic<I1>, b: optional<I1>);",
        "`x` has more than one variadic operand and needs `AttrSizedOperandSegments` or `SameVariadicOperandSize`",
    );
    check_error("dialect t; op x : ^C;", "there is no class `C` before this");
    check_error("dialect t; enum E : i8 { a = ^256 }", "the value does not fit into 8 bits");
    check_error("dialect t; enum E : i8 { a = 1, ^a = 2 }", "case `a` is declared twice");
    check_error("dialect t; enum E : ^i7 { a = 1 }", "expected `i8`, `i16`, `i32` or `i64`, found `i7`");
    check_error("dialect t; type ^q(a: i32);", "parameters need a `format`, or `parse` and `print`");
    check_error("dialect t; type q(a: ^foo) format \"\";", "there is no parameter kind and no enum `foo`");
    check_error(
        "dialect t; constraint C = ^hook(f);",
        "cannot tell whether this is about types or attributes; write `AnyType & hook(…)` or `AnyAttr & hook(…)`",
    );
    check_error("dialect t; op x attrs (a: ^T); type T;", "`T` is a type, expected an attribute constraint");
    check_error("dialect t; op x effects [^frob];", "expected `read`, `write`, `alloc` or `free`");
    check_error("dialect t; op x interfaces [^\"Foo/x\"];", "an interface is `Name` or `Name/REVISION`");
    check_error("dialect t; op x; ^;", "expected an item of the dialect, found `;`");
}

#[test]
fn deep_nesting_is_an_error() {
    let text = format!("dialect t; op x(a: {}I1{});", "(".repeat(100_000), ")".repeat(100_000));
    assert_eq!(parse(&text).unwrap_err().message, "nested too deep");
    let text = format!("dialect t; op x(a: {}I1{});", "AnyTypeOf<[".repeat(50_000), "]>".repeat(50_000));
    assert_eq!(parse(&text).unwrap_err().message, "nested too deep");
    let text = format!("dialect t; op x(a: {}I1);", "!".repeat(100_000));
    assert_eq!(parse(&text).unwrap_err().message, "nested too deep");
    let text = format!("dialect t; type x(a: {}i8{}) format \"\";", "array<".repeat(100_000), ">".repeat(100_000));
    assert_eq!(parse(&text).unwrap_err().message, "nested too deep");
}

fn sorted(mut dialect: DialectDecl) -> DialectDecl {
    dialect.ops.sort_by(|a, b| a.name.cmp(&b.name));
    dialect.types.sort_by(|a, b| a.name.cmp(&b.name));
    dialect.attrs.sort_by(|a, b| a.name.cmp(&b.name));
    dialect.enums.sort_by(|a, b| a.name.cmp(&b.name));
    dialect
}

#[test]
fn round_trip() {
    let mut all = documented();
    all.push(dialect(
        "interface I/2 { a, b }; directive D parse p print q; type v(a: array<u8>, b: string = \"\\\"\\\"\") format \"x\";",
    ));
    for decl in all {
        let bytes = encode(&decl);
        assert_eq!(bytes, encode(&decl), "the bytes are a function of the declaration");
        let descriptor = Descriptor::new(&bytes).unwrap();
        assert_eq!(descriptor.dialect_name(), Some(decl.name.as_str()));
        let expected = sorted(decl);
        assert_eq!(descriptor.decode_all().unwrap(), expected);
        assert_eq!(
            descriptor.op_names().collect::<Vec<_>>(),
            expected.ops.iter().map(|o| o.name.as_str()).collect::<Vec<_>>()
        );
        for op in &expected.ops {
            assert_eq!(descriptor.find_op(&op.name).unwrap().as_ref(), Some(op));
        }
        assert_eq!(descriptor.find_op("no.such.op"), Ok(None));
        for (index, constraint) in expected.constraints.iter().enumerate() {
            assert_eq!(&descriptor.constraint(ConstraintId(index as u32)).unwrap(), constraint);
        }
        assert!(descriptor.constraint(ConstraintId(10_000)).is_err());
        assert_eq!(descriptor.hook_count(), expected.hooks.len());
    }
}

#[test]
fn descriptors_in_sequence() {
    let all = documented();
    let bytes: Vec<u8> = all.iter().flat_map(encode).collect();
    let found = Descriptor::sequence(&bytes).unwrap();
    assert_eq!(found.iter().map(|d| d.dialect_name().unwrap()).collect::<Vec<_>>(), ["arith", "t"]);
    assert_eq!(found[1].hook_count(), all[1].hooks.len());
    assert!(Descriptor::sequence(&[]).unwrap().is_empty());
    assert_eq!(Descriptor::sequence(&bytes[..bytes.len() - 1]).unwrap_err(), Malformed::Truncated);
}

/// Reads everything there is to read.
fn exercise(bytes: &[u8]) {
    let Ok(descriptor) = Descriptor::new(bytes) else { return };
    let _ = descriptor.decode_all();
    let _ = Descriptor::sequence(bytes);
    let _ = descriptor.defined_interfaces();
    for name in descriptor.op_names().take(1000) {
        let _ = descriptor.find_op(name);
    }
    let _ = descriptor.find_type("q");
    for index in 0..descriptor.constraint_count().min(1000) {
        let _ = descriptor.constraint(ConstraintId(index as u32));
    }
}

#[test]
fn malformed_bytes_are_errors() {
    let bytes = encode(&documented()[0]);
    assert_eq!(Descriptor::new(&[]).unwrap_err(), Malformed::Magic);
    let mut other = bytes.clone();
    other[8] = 9;
    assert_eq!(Descriptor::new(&other).unwrap_err(), Malformed::Version { found: 9, expected: 1 });
    for length in 0..bytes.len() {
        assert!(Descriptor::new(&bytes[..length]).is_err(), "{length}");
    }
    let mut longer = bytes.clone();
    longer.extend_from_slice(b"trailing");
    assert_eq!(Descriptor::new(&longer).unwrap().as_bytes(), bytes);

    // Random changes, from a fixed seed.
    let mut state = 0x9E37_79B9_7F4A_7C15u64;
    let mut random = |below: usize| {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        (state % below as u64) as usize
    };
    for _ in 0..20_000 {
        let mut changed = bytes.clone();
        for _ in 0..=random(4) {
            let at = random(changed.len());
            changed[at] = match random(4) {
                0 => 0xff,
                1 => 0,
                2 => changed[at].wrapping_add(1),
                _ => random(256) as u8,
            };
        }
        exercise(&changed);
    }
}
