//! A plugin as its author writes it, through the tables: parsing, verifying, folding, rewriting, passes, printing, and mistakes.
#![allow(missing_docs, unsafe_code)]

use plugopt_host::Plugins;
use plugopt_ir::{Context, Diagnostic, Ir};
use plugopt_pass::{PassRegistry, RunConfig, pipeline};
use plugopt_plugin::prelude::*;
use plugopt_syntax::parser::{ParseOptions, parse_source};
use plugopt_syntax::printer::{PrintOptions, op_to_text};
use std::sync::Arc;

dialect! {
    /// What the tests need.
    dialect t materialize_constant materialize canonicalize add_patterns;

    type pair(left: i64, right?: type) parse parse_pair print print_pair verify verify_pair;

    op constant() -> (result: AnyType)
        attrs (value: AnyAttr)
        traits [Pure, ConstantLike]
        fold fold_constant parse parse_constant print print_constant result_names name_constant;

    op sum(lhs: AnyType, rhs: AnyType) -> (result: AnyType)
        traits [Pure, SameOperandsAndResultType]
        format "$lhs `,` $rhs attr-dict `:` type($result)"
        verify verify_sum fold fold_sum canonicalize canonicalize_sum;

    op less(lhs: AnyType, rhs: AnyType) -> (result: AnyType)
        traits [Pure, SameTypeOperands, TypesMatchWith<"result is i1", lhs, result, I1SameShape>]
        format "$lhs `,` $rhs attr-dict `:` type($lhs)";

    op wrap(values: variadic<AnyType>)
        regions (body: AnyRegion)
        traits [NoTerminator, SingleBlock]
        parse parse_wrap print print_wrap region_names name_wrap;

    op use(values: variadic<AnyType>) format "$values attr-dict `:` type($values)";
}

/// Patterns for one operation, and for all.
fn add_patterns(patterns: &mut Patterns<'_>) {
    let session = patterns.session();
    patterns.add("use", Some(session.op_name("t.use")), 1, |op, _| {
        // A value that is used twice in a row is used once.
        let mut operands = op.operands().to_vec();
        operands.dedup();
        let changed = operands.len() != op.operand_count() as usize;
        if changed {
            op.set_operands(&operands);
        }
        Ok(changed)
    });
    patterns.add("any", None, 5, |op, rewriter| {
        let marked = op.attribute("erased").is_some();
        if marked {
            rewriter.erase(op);
        }
        Ok(marked)
    });
    patterns.add("never", None, 9, |op, _| match op.attribute("broken") {
        Some(_) => Err("because".into()),
        None => Ok(false),
    });
}

fn materialize<'s>(builder: &mut Builder<'s>, value: Attribute<'s>, ty: Type<'s>) -> Result<Option<Op<'s>>> {
    if value.kind() != AttributeKind::INTEGER {
        return Ok(None);
    }
    builder.op("t.constant").attribute("value", value).result(ty).build().map(Some)
}

fn parse_pair<'s>(parser: &mut OpAsmParser<'s>) -> Result<Vec<Option<Attribute<'s>>>> {
    parser.parse_less()?;
    let left = parser.parse_integer()?;
    let right = if parser.parse_optional_comma() { Some(parser.parse_type()?) } else { None };
    parser.parse_greater()?;
    let session = parser.session();
    Ok(vec![Some(session.i64_attr(left)), right.map(|ty| session.type_attr(ty))])
}

fn print_pair<'s>(printer: &mut OpAsmPrinter<'s>, parameters: &[Option<Attribute<'s>>]) {
    printer.print_text("<");
    printer.print_integer(parameters[0].and_then(Attribute::integer).unwrap_or(0));
    if let Some(right) = parameters[1] {
        printer.print_text(", ");
        printer.print_attribute(right);
    }
    printer.print_text(">");
}

fn verify_pair<'s>(_: Session<'s>, parameters: &[Option<Attribute<'s>>]) -> Result<()> {
    match parameters[0].and_then(Attribute::integer) {
        Some(13) => Err("13 is not lucky".into()),
        _ => Ok(()),
    }
}

fn fold_constant<'s>(op: Op<'s>, _: FoldOperands<'_, 's>) -> Option<Fold<'s>> {
    op.attribute("value").map(Fold::from)
}

fn parse_constant<'s>(parser: &mut OpAsmParser<'s>, state: &mut OpState<'s>) -> Result<()> {
    let value = parser.parse_attribute()?;
    parser.parse_optional_attr_dict_into(state)?;
    state.set_attribute("value", value);
    match value.ty() {
        Some(ty) => state.add_result_type(ty),
        None => return Err(parser.error("a constant has a type")),
    }
    Ok(())
}

fn print_constant<'s>(op: Op<'s>, printer: &mut OpAsmPrinter<'s>) {
    printer.print_text(" ");
    printer.print_attribute(op.attribute("value").unwrap());
    printer.print_attributes(op, &["value"]);
}

fn name_constant<'s>(op: Op<'s>, names: &mut AsmNames<'s>) {
    if let Some(value) = op.integer_attribute("value") {
        names.set_value_name(op.result(0), format!("c{value}"));
    }
}

fn verify_sum(op: Op<'_>) -> Result<()> {
    if op.attribute("panic").is_some() {
        panic!("at the disco");
    }
    if op.attribute("bad").is_some() { Err("is marked as bad".into()) } else { Ok(()) }
}

fn fold_sum<'s>(op: Op<'s>, operands: FoldOperands<'_, 's>) -> Option<Fold<'s>> {
    if operands.get(1)?.int()?.is_zero() {
        return Some(op.operand(0).into());
    }
    plugopt_plugin::fold::binary_int(operands.get(0)?, operands.get(1)?, op.result(0).ty(), |a, b| Some(a.add(b)))
}

/// `(x + c) + d` becomes `x + (c + d)`.
fn canonicalize_sum<'s>(op: Op<'s>, rewriter: &mut Rewriter<'s>) -> Result<bool> {
    let Some(inner) = op.operand(0).defining_op().filter(|inner| inner.is("t.sum")) else { return Ok(false) };
    let ty = op.result(0).ty();
    if inner.operand(1).constant().is_none() || op.operand(1).constant().is_none() {
        return Ok(false);
    }
    let sum = rewriter.op("t.sum").operands([inner.operand(1), op.operand(1)]).result(ty).build_value()?;
    let new = rewriter.op("t.sum").operands([inner.operand(0), sum]).infer_results().build_value()?;
    rewriter.replace(op, &[new]);
    Ok(true)
}

fn parse_wrap<'s>(parser: &mut OpAsmParser<'s>, state: &mut OpState<'s>) -> Result<()> {
    let operands = parser.parse_operand_list(Delimiter::PAREN, true, -1)?.to_vec();
    let location = parser.current_location();
    let types = parser.parse_optional_colon_type_list()?.to_vec();
    parser.resolve_operands(&operands, &types, location, state)?;
    parser.parse_keyword("as")?;
    let mut arguments = parser.parse_argument_list(Delimiter::PAREN, false, false)?.to_vec();
    if arguments.len() != types.len() {
        return Err(parser.error("as many arguments as operands are needed"));
    }
    for (argument, ty) in arguments.iter_mut().zip(&types) {
        *argument = argument.with_type(*ty);
    }
    parser.parse_region_into(state, &arguments)?;
    parser.parse_optional_attr_dict_into(state)
}

fn print_wrap<'s>(op: Op<'s>, printer: &mut OpAsmPrinter<'s>) {
    printer.print_text("(");
    printer.print_operands(&op.operands().to_vec());
    printer.print_text(")");
    if op.operand_count() > 0 {
        printer.print_text(" : ");
        printer.print_types(&op.operand_types().to_vec());
    }
    printer.print_text(" as (");
    let region = op.region(0);
    let arguments = region.entry_block().map(|block| block.arguments().to_vec()).unwrap_or_default();
    printer.print_separated(arguments, ", ", |printer, argument| printer.print_region_argument(argument, None, true));
    printer.print_text(") ");
    printer.print_region(region, false, true, false);
    printer.print_attributes(op, &[]);
}

fn name_wrap<'s>(_: Op<'s>, region: Region<'s>, names: &mut AsmNames<'s>) {
    for argument in region.entry_block().map(Block::arguments).into_iter().flatten() {
        names.set_value_name(argument, "inner");
    }
}

/// Does what the option says.
#[derive(Pass, Clone, Default)]
#[pass(name = "try", anchor = "builtin.module", dialects = ["t"])]
struct Try {
    /// What.
    #[option(default = "count")]
    what: String,
    #[option(default = 2)]
    times: i64,
}

fn mark(op: Op<'_>, name: &str, value: i64) {
    op.set(name, op.session().i64_attr(value));
}

impl Run for Try {
    fn run(&mut self, module: Op<'_>, _: &mut PassContext<'_>) -> Result<()> {
        let all: Vec<OpSummary<'_>> = module.walk(WalkOrder::PRE).collect();
        let sums = || all.iter().map(|s| s.op).filter(|op| op.is("t.sum"));
        match self.what.as_str() {
            "count" => mark(module, "t.count", all.len() as i64 * self.times),
            "orders" => {
                let names = |order| module.walk(order).map(|s| s.name.text().to_string()).collect::<Vec<_>>().join(" ");
                module.set("t.pre", module.session().string_attr(names(WalkOrder::PRE)));
                module.set("t.post", module.session().string_attr(names(WalkOrder::POST)));
            }
            "several" => {
                let ops: Vec<Op<'_>> = all.iter().map(|summary| summary.op).collect();
                let session = module.session();
                let operands: Vec<_> = ops.iter().flat_map(|op| op.operands().to_vec()).collect();
                assert_eq!(session.ops_operands(&ops).to_vec(), operands);
                let values: Vec<_> = ops.iter().map(|op| op.attribute("value")).collect();
                assert_eq!(session.ops_attribute(&ops, session.ident("value")).to_vec(), values);
                mark(module, "t.operands", operands.len() as i64);
                mark(module, "t.values", values.iter().flatten().count() as i64);
            }
            "stale" => {
                let first = sums().find(|op| !op.single_result().is_some_and(Value::has_uses)).unwrap();
                first.erase();
                assert!(!first.is_alive());
                first.operands();
            }
            "fail" => return Err("because".into()),
            "silent" => return Err(Error::reported()),
            "panic" => panic!("in a pass"),
            "error" => {
                module.emit_error("is not good");
            }
            "range" => {
                sums().next().unwrap().operand(7);
            }
            "in-use" => all.iter().find(|s| s.name.text() == "t.constant").unwrap().op.erase(),
            "clone" => {
                let op = sums().next().unwrap();
                let copy = op.clone(Insertion::after(op), &[op.operand(0)], &[op.operand(1)]);
                mark(copy, "t.copied", 1);
            }
            "infer" => {
                let op = sums().next().unwrap();
                let builder = Builder::after(op);
                let less = builder.op("t.less").operands(op.operands()).infer_results().build_value()?;
                assert!(less.ty().is_signless_integer(1));
                let builder = Builder::after(less.defining_op().unwrap());
                builder.op("t.use").operand(less).build()?;
                assert!(builder.op("t.constant").infer_results().build().is_err());
            }
            "nested" => {
                let mut builder = Builder::before(sums().next().unwrap());
                let inner = builder.op("builtin.module").region().build()?;
                builder.create_block(inner.region(0), &[]);
                let value = builder.session().i64_attr(7);
                let ty = builder.session().signless_type(64);
                builder.op("t.constant").attribute("value", value).result(ty).build()?;
            }
            "patterns" => {
                let config =
                    plugopt_plugin::raw::GreedyConfig { max_iterations: 0, top_down: 1, simplify_regions: 0, fold: 0 };
                fn drop_unused<'s>(op: Op<'s>, rewriter: &mut Rewriter<'s>) -> Result<bool> {
                    if !op.is_trivially_dead() {
                        return Ok(false);
                    }
                    rewriter.erase(op);
                    Ok(true)
                }
                let (changed, converged) =
                    module.apply_patterns(|set| set.add("drop", None, 1, drop_unused), &config)?;
                assert!(changed && converged);
            }
            "symbol" => {
                let session = module.session();
                let found = module.lookup_symbol(session.flat_symbol_ref_attr("inner")).unwrap();
                mark(found, "t.found", 1);
            }
            other => return Err(format!("nothing is called '{other}'").into()),
        }
        Ok(())
    }
}

export_plugin! { name: "testing", version: "1", dialects: [t], passes: [Try] }

struct Outcome {
    text: String,
    diagnostics: Vec<Diagnostic>,
}

impl Outcome {
    fn messages(&self) -> Vec<String> {
        self.diagnostics.iter().map(|d| String::from_utf8_lossy(&d.message).into_owned()).collect()
    }
}

fn plugins() -> Plugins {
    let mut plugins = Plugins::new();
    plugins.add_static(&PLUGIN).unwrap();
    plugins
}

/// Parses, verifies, runs and prints; the text is empty after an error.
fn run(input: &str, passes: &str) -> Outcome {
    let plugins = plugins();
    let context = Arc::new(Context::new());
    plugins.add_dialects(&plugopt_syntax::install(&context)).unwrap();
    let mut registry = PassRegistry::default();
    plugins.add_passes(&mut registry);
    let source = context.add_source(b"test.mlir", Arc::new(input.as_bytes().to_vec())).unwrap();
    let (text, diagnostics) = context.diagnostics().capture(|| -> Option<String> {
        let parse = ParseOptions { implicit_module: true };
        let mut ir: Ir = parse_source(&context, &source, 0..input.len(), &parse).ok()?;
        plugopt_dialect::verify::verify_all(&ir).ok()?;
        if !passes.is_empty() {
            let pipeline = pipeline::parse(&format!("builtin.module({passes})"), &registry).unwrap();
            let config = RunConfig { name_passes: true, ..RunConfig::default() };
            plugopt_pass::run(&pipeline, &mut ir, &config).ok()?;
            plugopt_dialect::verify::verify_all(&ir).ok()?;
        }
        Some(String::from_utf8(op_to_text(&ir, ir.root(), &PrintOptions::default())).unwrap())
    });
    Outcome { text: text.unwrap_or_default(), diagnostics }
}

fn body(text: &str) -> String {
    text.lines().map(str::trim).filter(|l| !l.starts_with("module") && *l != "}").collect::<Vec<_>>().join("\n")
}

#[track_caller]
fn prints(input: &str, passes: &str, expected: &str) {
    let outcome = run(input, passes);
    assert_eq!(body(&outcome.text), expected, "{:?}", outcome.messages());
}

#[track_caller]
fn fails(input: &str, passes: &str, message: &str) {
    let outcome = run(input, passes);
    let messages = outcome.messages();
    assert!(messages.iter().any(|m| m.contains(message)) && outcome.text.is_empty(), "{messages:?}\n{}", outcome.text);
}

const SUMS: &str = "%0 = t.constant 3 : i32\n%1 = t.constant 4 : i32\n%2 = t.sum %0, %1 : i32";

#[test]
fn custom_forms_are_parsed_and_printed() {
    prints(SUMS, "", "%c3 = t.constant 3 : i32\n%c4 = t.constant 4 : i32\n%0 = t.sum %c3, %c4 : i32");
    prints(
        "%x = t.constant 1 : i8 {a}\nt.wrap(%x) : i8 as (%y) {\n t.use %y : i8\n} {b}",
        "",
        "%c1 = t.constant 1 : i8 {a}\nt.wrap(%c1) : i8 as (%inner) {\nt.use %inner : i8\n} {b}",
    );
    prints("t.wrap() as () {\n}", "", "t.wrap() as () {");
}

#[test]
fn types_are_parsed_printed_and_verified() {
    prints("%0 = \"t.constant\"() <{value = unit}> : () -> !t.pair<4, !t.pair<5>>", "", "%0 = t.constant unit");
    let generic = "t.use %0 : !t.pair<4, i32>";
    let input = format!("%0 = \"t.constant\"() <{{value = unit}}> : () -> !t.pair<4, i32>\n{generic}");
    assert!(run(&input, "").text.contains(generic));
    fails("%0 = \"t.constant\"() <{value = unit}> : () -> !t.pair<13>", "", "13 is not lucky");
    fails("%0 = \"t.constant\"() <{value = unit}> : () -> !t.pair<x>", "", "expected integer value");
}

#[test]
fn errors_of_parse_hooks_are_at_their_place() {
    fails("%0 = t.constant unit", "", "a constant has a type");
    fails("t.wrap() as (%a) {}", "", "as many arguments as operands are needed");
    fails("t.wrap(%a) as () {}", "", "number of operands and types do not match: got 1 operands and 0 types");
}

#[test]
fn verifiers() {
    fails(&format!("{SUMS}\n%3 = t.sum %0, %1 {{bad}} : i32"), "", "'t.sum' op is marked as bad");
    let message = "the hook `verify` of 't.sum' of plugin 'testing' failed: panicked: at the disco";
    fails(&format!("{SUMS}\n%3 = t.sum %0, %1 {{panic}} : i32"), "", message);
}

#[test]
fn folders_patterns_and_constants() {
    prints(&format!("{SUMS}\nt.use %2 : i32"), "canonicalize", "%c7 = t.constant 7 : i32\nt.use %c7 : i32");
    let input = "%x = \"u.x\"() : () -> i64\n%a = t.constant 3 : i64\n%b = t.constant 4 : i64\n%z = t.constant 0 : i64\n\
        %0 = t.sum %x, %a : i64\n%1 = t.sum %0, %z : i64\n%2 = t.sum %1, %b : i64\nt.use %2 : i64";
    let plugins = plugins();
    let context = Arc::new(Context::new());
    context.allow_unregistered_dialects(true);
    plugins.add_dialects(&plugopt_syntax::install(&context)).unwrap();
    let source = context.add_source(b"test.mlir", Arc::new(input.as_bytes().to_vec())).unwrap();
    let parse = ParseOptions { implicit_module: true };
    let mut ir = parse_source(&context, &source, 0..input.len(), &parse).unwrap();
    let pipeline = pipeline::parse("builtin.module(canonicalize)", &PassRegistry::default()).unwrap();
    plugopt_pass::run(&pipeline, &mut ir, &RunConfig::default()).unwrap();
    let text = String::from_utf8(op_to_text(&ir, ir.root(), &PrintOptions::default())).unwrap();
    let expected = "%c7 = t.constant 7 : i64\n%0 = \"u.x\"() : () -> i64\n%1 = t.sum %0, %c7 : i64\nt.use %1 : i64";
    assert_eq!(body(&text), expected);
}

#[test]
fn patterns_of_the_dialect() {
    let constants = "%c1 = t.constant 1 : i64\n%c2 = t.constant 2 : i64\n";
    prints(
        &format!("{constants}t.use %c1, %c1, %c2, %c1 : i64, i64, i64, i64\nt.use %c1 {{erased}} : i64"),
        "canonicalize",
        &format!("{constants}t.use %c1, %c2, %c1 : i64, i64, i64"),
    );
    let message = "the hook `canonicalize` of dialect 't' of plugin 'testing' failed: because";
    fails(&format!("{constants}t.use %c1 {{broken}} : i64"), "canonicalize", message);
}

#[test]
fn passes_with_options() {
    assert!(run(SUMS, "try{times=5}").text.starts_with("module attributes {t.count = 20 : i64} {"));
    let orders = run("t.wrap() as () {\n%0 = t.constant 1 : i8\n}\nmodule {\n}\n", "try{what=orders}").text;
    assert!(orders.contains("t.pre = \"builtin.module t.wrap t.constant builtin.module\""), "{orders}");
    assert!(orders.contains("t.post = \"t.constant t.wrap builtin.module builtin.module\""), "{orders}");
    let orders = run(&format!("t.wrap() as () {{\n{SUMS}}}\n{SUMS}"), "try{what=orders}").text;
    let sums = "t.constant t.constant t.sum";
    assert!(orders.contains(&format!("t.pre = \"builtin.module t.wrap {sums} {sums}\"")), "{orders}");
    assert!(orders.contains(&format!("t.post = \"{sums} t.wrap {sums} builtin.module\"")), "{orders}");
    let several = run(SUMS, "try{what=several}").text;
    assert!(several.starts_with("module attributes {t.operands = 2 : i64, t.values = 2 : i64} {"), "{several}");
    prints(
        SUMS,
        "try{what=clone}",
        "%c3 = t.constant 3 : i32\n%c4 = t.constant 4 : i32\n%0 = t.sum %c3, %c4 : i32\n\
         %1 = t.sum %c4, %c4 {t.copied = 1 : i64} : i32",
    );
    prints(
        SUMS,
        "try{what=nested}",
        "%c3 = t.constant 3 : i32\n%c4 = t.constant 4 : i32\n%c7 = t.constant 7 : i64\n%0 = t.sum %c3, %c4 : i32",
    );
    prints(
        SUMS,
        "try{what=infer}",
        "%c3 = t.constant 3 : i32\n%c4 = t.constant 4 : i32\n%0 = t.sum %c3, %c4 : i32\n%1 = t.less %c3, %c4 : i32\nt.use %1 : i1",
    );
    prints(SUMS, "try{what=patterns}", "");
    let found = run("module @inner {\n}\nmodule {\n}", "try{what=symbol}").text;
    assert!(found.contains("module @inner attributes {t.found = 1 : i64}"), "{found}");
}

#[test]
fn mistakes_of_passes_name_pass_and_plugin() {
    let of = |what: &str| format!("pass 'try' of plugin 'testing' failed: {what}");
    fails(SUMS, "try{what=fail}", &of("because"));
    fails(SUMS, "try{what=unknown}", &of("nothing is called 'unknown'"));
    fails(SUMS, "try{what=panic}", &of("panicked: in a pass"));
    fails(SUMS, "try{what=stale}", &of("the operation, block, region or value was erased"));
    fails(SUMS, "try{what=range}", &of("there is no operand 7: there are 2"));
    fails(SUMS, "try{what=in-use}", &of("a result of 't.constant' is still in use"));
    fails(SUMS, "try{what=silent}", "pass 'try' of plugin 'testing' failed on 'builtin.module' without saying why");
    let outcome = run(SUMS, "try{what=error}");
    assert!(outcome.text.is_empty());
    assert_eq!(outcome.messages(), ["'builtin.module' op is not good"]);
    assert_eq!(
        outcome.diagnostics[0].notes.last().map(|n| &*n.message),
        Some(&b"in pass 'try' of plugin 'testing'"[..])
    );
}

#[test]
fn a_plugin_is_added_once() {
    let mut plugins = plugins();
    let error = plugins.add_static(&PLUGIN).unwrap_err().to_string();
    assert!(error.ends_with("its dialect 't' is the one of plugin 'testing' that is linked in"), "{error}");
}

/// What another host says to the plugin's entry point, and what the plugin says to it.
mod another_host {
    use plugopt_plugin::raw::{self, Bytes, Status};
    use std::cell::RefCell;

    thread_local! {
        static SAID: RefCell<String> = const { RefCell::new(String::new()) };
    }

    unsafe extern "C" fn no_table(_: *const raw::Host, _: Bytes, _: u64) -> *const core::ffi::c_void {
        core::ptr::null()
    }

    unsafe extern "C" fn set_error(_: *const raw::Host, message: Bytes) {
        // SAFETY: the bytes are valid for the call.
        let text = unsafe { std::slice::from_raw_parts(message.pointer, message.length) };
        SAID.with_borrow_mut(|said| *said = String::from_utf8_lossy(text).into_owned());
    }

    pub fn enter(entry: raw::EntryFn, functions: bool) -> (Status, String, bool) {
        let host = raw::Host {
            size: size_of::<raw::Host>() as u32,
            abi_version: 9,
            name: Bytes { pointer: core::ptr::null(), length: 0 },
            get_table: functions.then_some(no_table),
            set_error: functions.then_some(set_error),
        };
        let mut out = core::ptr::null();
        // SAFETY: the arguments are those of the specification.
        let status = unsafe { entry(&raw const host, &raw mut out) };
        (status, SAID.take(), out.is_null())
    }
}

#[test]
fn a_host_without_the_tables_of_a_plugin() {
    let (status, said, nothing) = another_host::enter(PLUGIN.entry, true);
    let hash = plugopt_plugin::raw::CORE_HASH;
    let expected = format!(
        "the plugin needs the table `plugopt.core/0` with the specification {hash:016x}, which the host does not have"
    );
    assert_eq!((status, said, nothing), (plugopt_plugin::raw::Status::UNSUPPORTED, expected, true));
    let unsupported = (plugopt_plugin::raw::Status::UNSUPPORTED, String::new(), true);
    assert_eq!(another_host::enter(PLUGIN.entry, false), unsupported);
}
