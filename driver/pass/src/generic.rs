//! The passes of the driver itself, which know no dialect.

use crate::options::{OptionKind, OptionSpec, OptionValue, OptionValues};
use crate::pass::{Pass, PassContext, PassFailed};
use crate::registry::PassInfo;
use plugopt_ir::BodyId;
use plugopt_rewrite::greedy::{Config, RegionSimplify};
use std::sync::Arc;

pub(crate) fn passes() -> Vec<PassInfo> {
    vec![cse(), canonicalize()]
}

struct Cse;

impl Pass for Cse {
    fn run(&mut self, context: &mut PassContext<'_>) -> Result<(), PassFailed> {
        use rayon::prelude::*;
        let ir_context = context.ir.context().clone();
        let ids: Vec<BodyId> = context.ir.body_ids().collect();
        // What is in different bodies has nothing in common.
        if !ir_context.threading() || ids.len() < 2 {
            for id in ids {
                if let Some(body) = context.ir.try_body_mut(id) {
                    plugopt_rewrite::cse::eliminate(&ir_context, body);
                    context.ir.drop_orphans(id);
                }
            }
            return Ok(());
        }
        let mut parts: Vec<_> = ids.into_iter().map(|id| context.ir.lend(id)).collect();
        parts.par_chunks_mut(16).for_each(|parts| {
            for part in parts {
                let id = part.root().body;
                plugopt_rewrite::cse::eliminate(&ir_context, part.body_mut(id));
            }
        });
        context.ir.join_all(parts);
        Ok(())
    }
}

fn cse() -> PassInfo {
    PassInfo {
        name: "cse".into(),
        summary: "Eliminate common sub-expressions".into(),
        plugin: None,
        anchor: None,
        options: Vec::new(),
        dialects: Vec::new(),
        create: Arc::new(|_| Ok(Box::new(Cse))),
    }
}

struct Canonicalize(Config, bool);

impl Pass for Canonicalize {
    fn run(&mut self, context: &mut PassContext<'_>) -> Result<(), PassFailed> {
        let converged = plugopt_rewrite::greedy::run(context.ir, &self.0);
        if converged || !self.1 { Ok(()) } else { Err(PassFailed) }
    }
}

fn canonicalize() -> PassInfo {
    let option =
        |name: &str, kind, default, doc: &str| OptionSpec { name: name.into(), kind, default, doc: doc.into() };
    let int = || OptionKind::Int { min: i64::MIN.into(), max: i64::MAX.into() };
    let words = ["disabled", "normal", "aggressive"].map(String::from).to_vec();
    let strings = || OptionKind::List(Box::new(OptionKind::String));
    PassInfo {
        name: "canonicalize".into(),
        summary: "Canonicalize operations".into(),
        plugin: None,
        anchor: None,
        options: vec![
            option("top-down", OptionKind::Bool, OptionValue::Bool(true), "seed the worklist from the top"),
            option(
                "region-simplify",
                OptionKind::Enum(words),
                OptionValue::String("normal".into()),
                "how far regions are simplified",
            ),
            option("max-iterations", int(), OptionValue::Int(10), "rounds at most, -1 for no limit"),
            option("max-num-rewrites", int(), OptionValue::Int(-1), "rewrites in a round at most, -1 for no limit"),
            option("test-convergence", OptionKind::Bool, OptionValue::Bool(false), "fail where the limits end the run"),
            option("disable-patterns", strings(), OptionValue::List(vec![]), "labels of patterns that are left out"),
            option("enable-patterns", strings(), OptionValue::List(vec![]), "labels of the only patterns applied"),
        ],
        dialects: Vec::new(),
        create: Arc::new(create_canonicalize),
    }
}

fn create_canonicalize(values: &OptionValues) -> Result<Box<dyn Pass>, String> {
    let [
        OptionValue::Bool(top_down),
        OptionValue::String(simplify),
        OptionValue::Int(iterations),
        OptionValue::Int(rewrites),
        OptionValue::Bool(test),
        ..,
    ] = &values[..]
    else {
        return Err("the options of canonicalize are of other types".into());
    };
    let limit = |n: i128| u64::try_from(n).ok();
    let config = Config {
        top_down: *top_down,
        max_iterations: limit(*iterations),
        max_rewrites: limit(*rewrites),
        region_simplify: match simplify.as_str() {
            "disabled" => RegionSimplify::Disabled,
            "aggressive" => RegionSimplify::Aggressive,
            _ => RegionSimplify::Normal,
        },
        canonicalize: true,
    };
    Ok(Box::new(Canonicalize(config, *test)))
}
