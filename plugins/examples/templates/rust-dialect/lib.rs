//! The plugin `@NAME@`: the dialect `@IDENT@`.
//!
//! ```text
//! cargo build
//! plugopt in.mlir --load target/debug/lib@IDENT@.so --canonicalize
//! ```

use plugopt_plugin::prelude::*;

dialect! {
    /// Lengths with a unit.
    dialect @IDENT@;

    /// A length in units of so many millimetres.
    type length(millimetres: u32) format "`<` $millimetres `>`" summary "length" verify check_length;

    /// The sum of two lengths of one unit.
    op add(lhs: length, rhs: length) -> (result: length)
        traits [Pure, Commutative, SameOperandsAndResultType]
        format "$lhs `,` $rhs attr-dict `:` qualified(type($result))";

    /// The same length in another unit.
    op convert(in: length) -> (out: length)
        traits [Pure]
        format "$in attr-dict `:` qualified(type($in)) `to` qualified(type($out))"
        fold fold_convert;
}

fn check_length(_: Session<'_>, parameters: &[Option<Attribute<'_>>]) -> Result<()> {
    match parameters[0].and_then(|millimetres| millimetres.integer()) {
        Some(0) | None => Err("a unit is longer than nothing".into()),
        Some(_) => Ok(()),
    }
}

/// Nothing is converted to its own unit.
fn fold_convert<'s>(op: Op<'s>, _: FoldOperands<'_, 's>) -> Option<Fold<'s>> {
    (op.operand(0).ty() == op.result(0).ty()).then(|| op.operand(0).into())
}

export_plugin! { name: "@NAME@", description: "The dialect @IDENT@", dialects: [@IDENT@], passes: [] }
plugopt_plugin::export_library!(crate::PLUGIN);
