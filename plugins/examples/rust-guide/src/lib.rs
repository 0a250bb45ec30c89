//! Lengths with a unit: the plugin of docs/guide-rust.md.

use plugopt_plugin::prelude::*;

dialect! {
    /// Lengths.
    dialect units;

    /// A unit.
    enum Unit : i32 { m = 0, cm = 1, mm = 2 }

    /// A length in a unit.
    type length(unit: Unit) format "`<` $unit `>`" summary "length";

    /// A length from a number.
    op wrap(in: I64) -> (out: length)
        traits [Pure]
        format "$in attr-dict `:` qualified(type($out))";

    /// Another unit for the same length.
    op convert(in: length) -> (out: length)
        traits [Pure]
        format "$in attr-dict `:` qualified(type($in)) `to` qualified(type($out))"
        verify check_convert fold fold_convert;
}

/// Lengths are whole numbers, so that only smaller units can hold what larger ones say.
fn check_convert(op: Op<'_>) -> Result<()> {
    let convert = ConvertOp::new(op);
    if unit(convert.r#in()) > unit(convert.out()) {
        return Err("goes to a larger unit, which cannot hold all lengths".into());
    }
    Ok(())
}

fn fold_convert<'s>(op: Op<'s>, _: FoldOperands<'_, 's>) -> Option<Fold<'s>> {
    let convert = ConvertOp::new(op);
    (convert.r#in().ty() == convert.out().ty()).then(|| Fold::Value(convert.r#in()))
}

fn unit(length: Value<'_>) -> Option<i64> {
    length.ty().parameter(0)?.integer()
}

/// Reports conversions that lead to a unit that is too small for long lengths.
#[derive(Pass, Clone, Default)]
#[pass(name = "report-conversions", anchor = "func.func")]
struct ReportConversions {
    /// smallest unit that needs no report
    #[option(default = "mm")]
    down_to: String,
    /// conversions reported
    #[statistic]
    reported: Counter,
}

impl Run for ReportConversions {
    fn run(&mut self, function: Op<'_>, _: &mut PassContext<'_>) -> Result<()> {
        let limit = match self.down_to.as_str() {
            "m" => 0,
            "cm" => 1,
            "mm" => 2,
            other => return Err(format!("there is no unit `{other}`").into()),
        };
        for found in function.walk(WalkOrder::PRE) {
            if found.op.is("units.convert") && unit(found.op.result(0)) > Some(limit) {
                found.op.emit_remark(format!("goes below {}", self.down_to));
                self.reported += 1;
            }
        }
        Ok(())
    }
}

export_plugin! {
    name: "units",
    description: "Lengths with a unit",
    dialects: [units],
    passes: [ReportConversions],
}
plugopt_plugin::export_library!(crate::PLUGIN);
