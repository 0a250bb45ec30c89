//! What attributes and types parse to, as text again, and what is said about wrong ones. All expectations are mlir-opt's.

use super::parse_attribute_text;
use plugopt_dialect::Registry;
use plugopt_ir::{Attribute, Context, Type};

fn context() -> Context {
    let context = Context::new();
    Registry::install(&context);
    context.allow_unregistered_dialects(true);
    context
}

/// The text of the attribute, or the column and message of the first error.
fn parse(text: &str) -> Result<String, (u32, String)> {
    let context = context();
    let (result, diagnostics) =
        context.diagnostics().capture(|| parse_attribute_text(&context, text.as_bytes(), Type::NONE));
    let shown = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    match result {
        Ok(attribute) => Ok(shown(&crate::printer::attribute_to_text(&context, attribute))),
        Err(_) => {
            let first = diagnostics.first().expect("a failure says why");
            let offset = first.location.offset().expect("a place in the text");
            let source = context.source_of(offset).expect("a place in the text");
            Err((source.line_column(offset).1, shown(&first.message)))
        }
    }
}

#[test]
fn accepted() {
    let cases = [
        ("255 : i8", "-1 : i8"),
        ("-128 : i8", "-128 : i8"),
        ("loc(\"a\":1:2 to :4)", "loc(\"a\":1:2 to :4)"),
        (
            "loc(fused<\"x\">[\"a\", fused<\"x\">[\"b\"], fused<\"y\">[\"c\"], fused[\"d\"]])",
            "loc(fused<\"x\">[\"a\", \"b\", fused<\"y\">[\"c\"], \"d\"])",
        ),
        ("loc(\"\":1:1)", "loc(\"-\":1:1)"),
        ("affine_map<(x) -> (-x * 2)>", "affine_map<(d0) -> (d0 * -2)>"),
        ("affine_set<() : ()>", "affine_set<() : (0 == 0)>"),
        ("affine_set<(d0)[s0] : (d0 + 1 >= s0 * 2 + 1)>", "affine_set<(d0)[s0] : (d0 - (s0 * 2 + 1) + 1 >= 0)>"),
        ("dense<[1, 1, 1, 1]> : tensor<4xi32>", "dense<1> : tensor<4xi32>"),
        ("dense<> : tensor<2x0xi32>", "dense<> : tensor<2x0xi32>"),
        ("dense<[1, 0]> : tensor<2xi1>", "dense<[true, false]> : tensor<2xi1>"),
        ("dense<[0x7fc00000, 0x3f800000]> : tensor<2xf32>", "dense<[0x7FC00000, 1.000000e+00]> : tensor<2xf32>"),
        ("dense<[1, -2]> : tensor<2xi100>", "dense<[1, -2]> : tensor<2xi100>"),
        (
            "dense<[(1.0, 2.0), (3.0, 4.0)]> : tensor<2xcomplex<f32>>",
            "dense<[(1.000000e+00,2.000000e+00), (3.000000e+00,4.000000e+00)]> : tensor<2xcomplex<f32>>",
        ),
        ("dense<[\"a\", \"b\"]> : tensor<2x!foo.bar>", "dense<[\"a\", \"b\"]> : tensor<2x!foo.bar>"),
        ("dense<\"0x0100000002000000\"> : tensor<2xi32>", "dense<[1, 2]> : tensor<2xi32>"),
        (
            "dense<\"0x01\"> : tensor<8xi1>",
            "dense<[true, false, false, false, false, false, false, false]> : tensor<8xi1>",
        ),
        ("dense<\"0xFF01\"> : tensor<9xi1>", "dense<true> : tensor<9xi1>"),
        (
            "dense<\"0xFF03\"> : tensor<9xi1>",
            "dense<[true, true, true, true, true, true, true, true, true]> : tensor<9xi1>",
        ),
        ("dense<\"0x1F\"> : tensor<4xi1>", "dense<[true, true, true, true]> : tensor<4xi1>"),
        ("dense<\"0x112233\"> : tensor<1xtf32>", "dense<1.432390e+22> : tensor<1xtf32>"),
        ("sparse<[[0, 0], [1, 2]], [1, 5]> : tensor<3x4xi32>", "sparse<[[0, 0], [1, 2]], [1, 5]> : tensor<3x4xi32>"),
        ("array<i8: -128, 255>", "array<i8: -128, -1>"),
        ("strided<[1, ?, -3]>", "strided<[1, ?, -3]>"),
        ("#foo.bar<a, b<c>>", "#foo.bar<a, b<c>>"),
        ("#foo<\"bar\"> : i32", "#foo<\"bar\"> : i32"),
        ("vector<4x[4]xi32>", "vector<4x[4]xi32>"),
        ("tensor<0x1x2xf32>", "tensor<0x1x2xf32>"),
        ("memref<4xf32, 0 : i32>", "memref<4xf32>"),
        ("memref<4x4xf32, affine_map<(d0, d1)[s0] -> (d0, d1)>>", "memref<4x4xf32>"),
    ];
    for (text, expected) in cases {
        assert_eq!(parse(text), Ok(expected.to_string()), "{text}");
    }
}

#[test]
fn rejected() {
    let cases = [
        ("256 : i8", 1, "integer constant out of range for attribute"),
        ("-129 : i8", 2, "integer constant out of range for attribute"),
        ("128 : si8", 1, "integer constant out of range for attribute"),
        ("-1 : ui8", 2, "negative integer literal not valid for unsigned integer type"),
        ("1 : f32", 1, "unexpected decimal integer literal for a floating point value"),
        ("-0x7fc00000 : f32", 2, "hexadecimal float literal should not have a leading minus"),
        ("0x1ffffffff : f32", 1, "hexadecimal float constant out of range for type"),
        ("1 : tensor<4xi32>", 1, "integer literal not valid for specified type"),
        ("- i32", 2, "expected constant integer or floating point value"),
        ("@foo::bar", 7, "expected nested symbol reference identifier"),
        ("[1, 2,]", 7, "expected attribute value"),
        ("[1 2]", 3, "expected ',' or ']'"),
        ("{a = 1, a = 2}", 9, "duplicate key 'a' in dictionary attribute"),
        ("{\"\" = 1}", 2, "expected valid attribute name"),
        ("{1 = 2}", 2, "expected attribute name"),
        ("loc(\"a\"::2)", 9, "expected integer line number in FileLineColRange"),
        ("loc(\"a\":4294967296:1)", 9, "expected integer line number in FileLineColRange"),
        ("loc(callsite(\"a\" \"b\"))", 17, "expected 'at' in callsite location"),
        (
            "affine_map<(d0) -> (d0 * d0)>",
            24,
            "non-affine expression: at least one of the multiply operands has to be either a constant or symbolic",
        ),
        (
            "affine_map<(d0, d1) -> (d0 floordiv d1)>",
            28,
            "non-affine expression: right operand of floordiv has to be either a constant or symbolic",
        ),
        ("affine_map<(d0, d0) -> (d0)>", 17, "redefinition of identifier 'd0'"),
        ("affine_map<(d0) -> (d1)>", 21, "use of undeclared identifier"),
        ("affine_map<(x) -> (x + +5)>", 24, "missing right operand of binary operator"),
        ("affine_map<(x) -> (())>", 21, "no expression inside parentheses"),
        ("affine_map<(x) -> (x + 9223372036854775808)>", 24, "constant too large for index"),
        ("affine_map<(d0) : (d0 >= 0)>", 12, "expected AffineMap, but got IntegerSet"),
        ("affine_map<(symbol) -> (symbol)>", 31, "expected '(' at start of SSA symbol"),
        (
            "affine_set<(d0) : (d0 >< 0)>",
            26,
            "expected '== affine-expr' or '>= affine-expr' at end of affine constraint",
        ),
        (
            "dense<[[1, 2], [3]]> : tensor<2x2xi32>",
            19,
            "tensor literal is invalid; ranks are not consistent between elements",
        ),
        ("dense<[1, 2]> : tensor<2x2xi32>", 1, "inferred shape of elements literal ([2]) does not match type ([2, 2])"),
        ("dense<> : tensor<1xi32>", 1, "parsed zero elements, but type ('tensor<1xi32>') expected at least 1"),
        ("dense<1> : tensor<?xi32>", 1, "elements literal type must have static shape"),
        ("dense<1> : i32", 1, "elements literal must be a shaped type"),
        ("dense<true> : tensor<2xi8>", 7, "expected i1 type for 'true' or 'false' values"),
        ("dense<256> : tensor<2xi8>", 7, "integer constant out of range for type"),
        ("dense<1> : tensor<2xf32>", 7, "unexpected decimal integer literal for a floating point value"),
        ("dense<1.0> : tensor<2xcomplex<f32>>", 1, "parsed 1 elements, but type ('complex<f32>') expected 2 elements"),
        (
            "dense<[1.0, 2.0]> : tensor<2xcomplex<f32>>",
            1,
            "parsed 2 elements, but type ('tensor<2xcomplex<f32>>') expected 4 elements",
        ),
        ("dense<[1, 2]> : tensor<2x!foo.bar>", 1, "expected string token, got 1"),
        (
            "dense<\"0x010000\"> : tensor<2xi32>",
            1,
            "elements hex data size is invalid for provided type: 'tensor<2xi32>'",
        ),
        ("dense<\"0x0100000g\"> : tensor<2xi32>", 7, "expected string containing hex digits starting with `0x`"),
        (
            "sparse<[[0, 0], [1, 2]], [1, 5, 6]> : tensor<3x4xi32>",
            1,
            "expected shape ([3, 4]); inferred shape of indices literal ([2, 2]); inferred shape of values literal ([3])",
        ),
        (
            "sparse<[[-1, 0]], 1> : tensor<2x4xi32>",
            1,
            "sparse index #0 is not contained within the value shape, with index=[18446744073709551615, 0], and type='tensor<2x4xi32>'",
        ),
        ("array<i1: 2>", 12, "expected 'true' or 'false' values for i1 type"),
        ("array<i4: 1>", 7, "element type bitwidth must be a multiple of 8"),
        ("array<f32: true>", 12, "expected floating point literal"),
        ("array<none>", 7, "expected integer or float type, got: 'none'"),
        ("strided<[9223372036854775808]>", 10, "expected a 64-bit signed integer or '?'"),
        ("distinct[0]<foo>", 13, "expected attribute value"),
        ("[distinct[0]<1>, distinct[0]<2>]", 18, "referenced attribute does not match previous definition: 1 : i64"),
        ("#foo<(a}>", 5, "unbalanced '(' character in pretty dialect name"),
        ("#foo-bar.baz", 10, "invalid dialect namespace '\"foo-bar\"'"),
        ("#builtin.int<3>", 10, "dialect 'builtin' provides no attribute parsing hook"),
        ("i16777216", 1, "integer bitwidth is limited to 16777215 bits"),
        ("complex<index>", 9, "invalid element type for complex"),
        ("vector<4xnone>", 1, "failed to verify 'elementType': VectorElementTypeInterface instance"),
        ("vector<0x4xi32>", 1, "vector types must have positive constant sizes but got 0, 4"),
        ("tensor<4xi32, array<i32: 1>>", 14, "expected '>' in tensor type"),
        ("tensor<4xtuple<i32>>", 10, "invalid tensor element type"),
        ("memref<*xf32, affine_map<(d0) -> (d0)>>", 39, "cannot have affine map for unranked memref type"),
        ("memref<4xf32, [1]>", 1, "unsupported memory space Attribute"),
        ("memref<4xf32, 1, 2>", 19, "multiple memory spaces specified in memref type"),
        ("memref<4x4xf32, affine_map<(d0) -> (d0)>>", 1, "memref layout mismatch between rank and affine map: 2 != 1"),
        ("memref<4x4xf32, strided<[1]>>", 1, "expected the number of strides to match the rank"),
        ("memref<4xtuple<i32>>", 10, "invalid memref element type"),
    ];
    for (text, column, message) in cases {
        assert_eq!(parse(text), Err((column, message.to_string())), "{text}");
    }
}

#[test]
fn equal_types_are_one() {
    let context = context();
    let text = b"[memref<4xf32>, memref<4xf32, 0>, memref<4xf32, affine_map<(d0) -> (d0)>>, memref<4x\nf32>]";
    let attribute = parse_attribute_text(&context, text, Type::NONE).expect("an array");
    let plugopt_ir::AttrData::Array(elements) = context.attr_data(attribute) else { panic!("an array") };
    assert!(elements.iter().all(|element| *element == elements[0]));
}

#[test]
fn nesting_costs_no_stack() {
    let context = context();
    let depth = 50_000;
    for (open, close) in [("[", "]"), ("{a = ", "}"), ("tuple<", ">"), ("() -> (", ")")] {
        let text = [open.repeat(depth), "i32".to_string(), close.repeat(depth)].concat();
        let attribute = parse_attribute_text(&context, text.as_bytes(), Type::NONE);
        assert!(attribute.is_ok_and(|attribute| attribute != Attribute::NONE), "{open}");
    }
    let sum = ["affine_map<() -> (", &"(1 + ".repeat(depth), "1", &")".repeat(depth), ")>"].concat();
    assert!(parse_attribute_text(&context, sum.as_bytes(), Type::NONE).is_ok());
    let (result, diagnostics) =
        context.diagnostics().capture(|| parse_attribute_text(&context, "[".repeat(400_000).as_bytes(), Type::NONE));
    assert!(result.is_err());
    assert_eq!(diagnostics[0].message, b"nesting is too deep");
}
