//! A plugin for tests, whose pass makes the mistake that its option names.

use plugopt_plugin::prelude::*;

/// Makes a mistake.
#[derive(Pass, Clone, Default)]
#[pass(name = "mistake", anchor = "func.func")]
struct Mistake {
    /// which one
    #[option(default = "none")]
    what: String,
    /// a number
    #[option(default = 3)]
    count: u32,
}

impl Run for Mistake {
    fn run(&mut self, function: Op<'_>, _: &mut PassContext<'_>) -> Result<()> {
        let inner = || function.region(0).entry_block().map(|block| block.ops().to_vec()).unwrap_or_default();
        match self.what.as_str() {
            "none" => {
                function.set("test.count", function.session().i64_attr(self.count.into()));
                Ok(())
            }
            "error" => Err("it is wrong".into()),
            "report" => {
                function.emit_error("is wrong");
                Ok(())
            }
            "panic" => panic!("in the pass"),
            "stale" => {
                let ops = inner();
                ops[0].erase();
                ops[0].name();
                Ok(())
            }
            "range" => {
                function.region(7);
                Ok(())
            }
            "in-use" => {
                inner()[0].erase();
                Ok(())
            }
            "outside" => {
                if let Some(module) = function.parent_op() {
                    module.set("x", function.session().i64_attr(1));
                }
                Ok(())
            }
            "overflow" => {
                fn deep(n: u64) -> u64 {
                    if n == u64::MAX { 0 } else { deep(n + 1).wrapping_add(core::hint::black_box(n)) }
                }
                function.set("x", function.session().i64_attr(deep(0) as i64));
                Ok(())
            }
            "undeclared" => {
                let session = function.session();
                let one = session.i64_attr(1);
                let constant = Builder::before(inner()[0]).op("arith.constant").attribute("value", one);
                constant.result(session.signless_type(64)).build()?;
                Ok(())
            }
            "silent" => Err(Error::reported()),
            "abort" => std::process::abort(),
            other => Err(format!("there is no mistake '{other}'").into()),
        }
    }
}

export_plugin! { name: "mistakes", description: "Mistakes of passes", dialects: [], passes: [Mistake] }
plugopt_plugin::export_library!(crate::PLUGIN);
