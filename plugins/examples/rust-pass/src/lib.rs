//! A plugin with one pass, in Rust: additions of a value to itself become multiplications by two.
//!
//! ```text
//! plugopt in.mlir --load librust_pass.so -p 'builtin.module(func.func(double-to-mul{width=32}))'
//! ```

use plugopt_plugin::prelude::*;

/// Replaces additions of a value to itself by multiplications by two.
#[derive(Pass, Clone, Default)]
#[pass(name = "double-to-mul", anchor = "func.func", dialects = ["arith"])]
struct DoubleToMul {
    /// width of the integers to change, 0 for all
    #[option(default = 0)]
    width: u32,
    /// additions replaced
    #[statistic]
    replaced: Counter,
}

impl Run for DoubleToMul {
    fn run(&mut self, function: Op<'_>, _: &mut PassContext<'_>) -> Result<()> {
        let mut additions = Vec::new();
        let mut todo = vec![function];
        while let Some(op) = todo.pop() {
            for region in op.regions().iter() {
                for block in region.blocks().iter() {
                    todo.extend(block.ops().iter());
                }
            }
            if op.name().text() == "arith.addi" && op.operand(0) == op.operand(1) {
                additions.push(op);
            }
        }
        for addition in additions {
            let ty = addition.result(0).ty();
            if ty.kind() != TypeKind::INTEGER || (self.width != 0 && ty.width() != self.width) {
                continue;
            }
            let builder = Builder::before(addition);
            let two = addition.session().integer_attr(ty, 2);
            let two = builder.op("arith.constant").attribute("value", two).result(ty).build_value()?;
            let product =
                builder.op("arith.muli").operand(addition.operand(0)).operand(two).result(ty).build_value()?;
            addition.replace(&[product]);
            self.replaced += 1;
        }
        Ok(())
    }
}

export_plugin! { name: "rust-pass", description: "A pass in Rust", dialects: [], passes: [DoubleToMul] }
plugopt_plugin::export_library!(crate::PLUGIN);
