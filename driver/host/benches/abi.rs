//! What crossing to a plugin costs: single calls, and a walk of a plugin in C beside the same walk inside the driver.
//!
//! `cargo xtask bench abi` runs it. Each figure is the best of several runs.
#![allow(missing_docs)]

use plugopt_host::Plugins;
use plugopt_ir::module::Walk;
use plugopt_ir::{Body, BodyId, Context, Ident, Ir, Op};
use plugopt_pass::{PassRegistry, RunConfig, pipeline};
use plugopt_plugin::prelude::dialect;
use plugopt_syntax::parser::{ParseOptions, parse_source};
use std::fmt::Write as _;
use std::path::Path;
use std::process::Command;
use std::sync::Arc;
use std::time::{Duration, Instant};

dialect! {
    dialect t;
    op wrap() regions (body: AnyRegion) traits [IsolatedFromAbove, NoTerminator, SingleBlock];
    op sum(lhs: AnyType, rhs: AnyType) -> (result: AnyType) attrs (kind: I64Attr);
}

plugopt_plugin::prelude::export_plugin! { name: "t", description: "What is walked", dialects: [t] }

const FUNCTIONS: usize = 1000;
const SUMS: usize = 999;
const CALLS: u32 = 10_000_000;
const ROUNDS: usize = 7;

/// `FUNCTIONS` isolated operations with chains of additions.
fn source() -> String {
    let mut text = String::new();
    for _ in 0..FUNCTIONS {
        text.push_str("\"t.wrap\"() ({\n^bb0(%a: i32):\n");
        for i in 0..SUMS {
            let lhs = if i == 0 { "%a".into() } else { format!("%{}", i - 1) };
            let _ = writeln!(text, "%{i} = \"t.sum\"({lhs}, %a) <{{kind = {} : i64}}> : (i32, i32) -> i32", i % 3);
        }
        text.push_str("}) : () -> ()\n");
    }
    text
}

/// The walk of the plugin, inside the driver.
fn walk(ir: &Ir, id: BodyId, kind: Ident, sum: &mut u64) {
    let Some(body) = ir.try_body(id) else { return };
    let mut visit = |at: &Body, op: Op| {
        *sum += u64::from(at.name(op).0);
        *sum += at.operands(op).map(|value| u64::from(value.0) + 1).sum::<u64>();
        let attribute = at.attribute(ir.context(), op, kind);
        *sum += if attribute.is_none() { 0 } else { u64::from(attribute.0) };
    };
    let mut inside = Vec::new();
    body.walk(Body::ROOT, |op| {
        match body.child(op) {
            // Its name and attributes are those of the root of its own body.
            Some(child) => inside.push(child),
            None => visit(body, op),
        }
        Walk::Advance
    });
    inside.into_iter().for_each(|child| walk(ir, child, kind, sum));
}

fn best(mut run: impl FnMut()) -> Duration {
    (0..ROUNDS)
        .map(|_| {
            let start = Instant::now();
            run();
            start.elapsed()
        })
        .min()
        .unwrap_or_default()
}

fn main() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let folder = tempfile::tempdir().expect("a folder for the plugin");
    let library = folder.path().join("walk.so");
    let compiler = std::env::var_os("CC").unwrap_or_else(|| "cc".into());
    let status = Command::new(compiler)
        .args(["-std=c11", "-O2", "-fPIC", "-shared", "-I"])
        .arg(root.join("../../plugin-abi/include"))
        .arg(root.join("benches/walk.c"))
        .arg("-o")
        .arg(&library)
        .status();
    assert!(status.is_ok_and(|status| status.success()), "the plugin is not built");

    let mut plugins = Plugins::new();
    plugins.add_static(&PLUGIN).expect("the dialect");
    plugins.load(&library).expect("the plugin");
    let context = Arc::new(Context::new());
    plugins.add_dialects(&plugopt_syntax::install(&context)).expect("dialects");
    let mut registry = PassRegistry::default();
    plugins.add_passes(&mut registry);
    let text = source();
    let source = context.add_source(b"bench.mlir", Arc::new(text.into_bytes())).expect("a source");
    let length = source.bytes().len();
    let parse = ParseOptions { implicit_module: true };
    let mut ir = parse_source(&context, &source, 0..length, &parse).expect("the input parses");

    let kind = context.ident(b"kind");
    let result = context.ident(b"bench.sum");
    let config = RunConfig { name_passes: false, ..RunConfig::default() };
    let mut time = |what: &str, times: u32| {
        let pipeline = pipeline::parse(&format!("builtin.module(abi-bench{{what={what} times={times}}})"), &registry);
        let pipeline = pipeline.expect("the pass");
        let time = best(|| plugopt_pass::run(&pipeline, &mut ir, &config).expect("the pass runs"));
        let sum = ir.attribute(ir.root(), result);
        (time, context.integer_value(sum).map(|sum| sum as u64))
    };
    let (start, _) = time("nothing", 0);
    let (check, counted) = time("check", CALLS);
    assert_eq!(counted, Some(2 * u64::from(CALLS)));
    let (operands, counted) = time("operands", CALLS);
    assert_eq!(counted, Some(2 * u64::from(CALLS)));
    let (batch, by_batch) = time("batch", 0);
    let (single, by_single) = time("single", 0);
    let mut sum = 0;
    let driver = best(|| {
        sum = 0;
        walk(&ir, ir.root().body, kind, &mut sum);
    });
    assert_eq!((by_batch, by_single), (Some(sum), Some(sum)), "the walks see the same");

    let ops = (FUNCTIONS * (SUMS + 1) + 1) as f64;
    let call = |time: Duration| (time.saturating_sub(start)).as_secs_f64() * 1e9 / f64::from(CALLS);
    let op = |time: Duration| time.as_secs_f64() * 1e9 / ops;
    println!("{:44} {:>8}  {:>8}", "", "measured", "goal");
    println!("{:44} {:>5.1} ns  {:>8}", "a call with its handle check", call(check), "5 ns");
    println!("{:44} {:>5.1} ns  {:>8}", "all operands of an operation", call(operands), "20 ns");
    println!("{:44} {:>5.1} ns", "a walk inside the driver, per operation", op(driver));
    println!("{:44} {:>5.1} ns", "the same in a plugin, by batches", op(batch));
    println!("{:44} {:>5.1} x   {:>8}", "  ratio", batch.as_secs_f64() / driver.as_secs_f64(), "3 x");
    println!("{:44} {:>5.1} ns  {:>8}", "the same in a plugin, by single calls", op(single), "60 ns");
}
