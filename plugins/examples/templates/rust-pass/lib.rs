//! The plugin `@NAME@`: one pass.
//!
//! ```text
//! cargo build
//! plugopt in.mlir --load target/debug/lib@IDENT@.so -p 'builtin.module(func.func(@NAME@{attribute=size}))'
//! ```

use plugopt_plugin::prelude::*;

/// Writes into an attribute of a function how many operations are in it.
#[derive(Pass, Clone, Default)]
#[pass(name = "@NAME@", anchor = "func.func")]
struct @TYPE@ {
    /// name of the attribute
    #[option(default = "op_count")]
    attribute: String,
}

impl Run for @TYPE@ {
    fn run(&mut self, function: Op<'_>, _: &mut PassContext<'_>) -> Result<()> {
        let mut count = 0;
        let mut todo = vec![function];
        while let Some(op) = todo.pop() {
            for region in op.regions().iter() {
                for block in region.blocks().iter() {
                    let ops = block.ops();
                    count += ops.len() as i64;
                    todo.extend(ops.iter());
                }
            }
        }
        function.set(&self.attribute, function.session().i64_attr(count));
        Ok(())
    }
}

export_plugin! { name: "@NAME@", description: "One pass", dialects: [], passes: [@TYPE@] }
plugopt_plugin::export_library!(crate::PLUGIN);
