//! A dialect in Rust: fixed-point numbers. Beside it, in cpp-dialect, is the same dialect in C++; both pass the same tests.
//!
//! ```text
//! plugopt in.mlir --load libfixed.so --canonicalize
//! ```

use plugopt_plugin::prelude::*;
use plugopt_plugin::raw::{Bits128, FloatKind};

dialect! {
    /// Fixed-point arithmetic. Results that do not fit wrap around.
    dialect fixed materialize_constant materialize;

    /// A number with `int_bits` before and `frac_bits` behind the point, in two's complement.
    type q(int_bits: u32, frac_bits: u32) format "`<` $int_bits `,` $frac_bits `>`" summary "fixed-point number" verify check_format;

    /// A number. Its value is the integer that it is when the point is left out.
    op constant() -> (result: q)
        attrs (value: APIntAttr)
        traits [Pure, ConstantLike]
        verify check_constant fold fold_constant parse parse_constant print print_constant result_names name_constant;

    /// The sum of two numbers of one format.
    op add(lhs: q, rhs: q) -> (result: q)
        traits [Pure, Commutative, SameOperandsAndResultType]
        format "$lhs `,` $rhs attr-dict `:` qualified(type($result))"
        fold fold_add;

    /// The product of two numbers of one format, rounded down.
    op mul(lhs: q, rhs: q) -> (result: q)
        traits [Pure, Commutative, SameOperandsAndResultType]
        format "$lhs `,` $rhs attr-dict `:` qualified(type($result))"
        fold fold_mul;

    /// The same number in another format, rounded down.
    op convert(in: q) -> (out: q)
        traits [Pure]
        format "$in attr-dict `:` qualified(type($in)) `to` qualified(type($out))"
        verify check_convert fold fold_convert;
}

/// Products of two numbers fit 64 bits.
const MAX_BITS: i64 = 32;

/// What the type of a number says.
#[derive(Clone, Copy)]
struct Format {
    int_bits: i64,
    frac_bits: i64,
}

impl Format {
    fn of(ty: Type<'_>) -> Option<Format> {
        // The parameters are unsigned, their attributes signless.
        let bits = |index| Some(ty.parameter(index)?.integer()? & 0xffff_ffff);
        if ty.definition()?.text() != "fixed.q" {
            return None;
        }
        Some(Format { int_bits: bits(0)?, frac_bits: bits(1)? })
    }

    fn bits(self) -> i64 {
        self.int_bits + self.frac_bits
    }

    fn integer(self, session: Session<'_>) -> Type<'_> {
        session.integer_type(self.bits() as u32, Signedness::SIGNLESS)
    }

    /// What is left of a number in this format.
    fn wrapped(self, number: i64) -> i64 {
        let unused = 64 - self.bits();
        number << unused >> unused
    }

    /// The integer that a constant is, or none.
    fn number(self, constant: Option<Attribute<'_>>) -> Option<i64> {
        // i1 is read without its sign.
        constant?.integer().map(|value| self.wrapped(value))
    }

    fn constant<'s>(self, session: Session<'s>, number: i64) -> Fold<'s> {
        session.integer_attr_of(self.integer(session), self.wrapped(number)).into()
    }
}

/// Rounds down.
fn shift_right(number: i64, bits: i64) -> i64 {
    if bits > 0 { number >> bits } else { number << -bits }
}

fn power_of_two(exponent: i64) -> f64 {
    2f64.powi(exponent as i32)
}

fn check_format(_: Session<'_>, parameters: &[Option<Attribute<'_>>]) -> Result<()> {
    let bits = |index: usize| parameters[index].and_then(|bits| bits.integer()).unwrap_or(0) & 0xffff_ffff;
    let (int_bits, frac_bits) = (bits(0), bits(1));
    if int_bits < 1 {
        return Err("a number has at least one bit before the point, for its sign".into());
    }
    if int_bits + frac_bits > MAX_BITS {
        return Err(format!("a number has at most {MAX_BITS} bits, not {}", int_bits + frac_bits).into());
    }
    Ok(())
}

fn materialize<'s>(builder: &mut Builder<'s>, value: Attribute<'s>, ty: Type<'s>) -> Result<Option<Op<'s>>> {
    if Format::of(ty).is_none() || !value.is(AttributeKind::INTEGER) {
        return Ok(None);
    }
    builder.op("fixed.constant").attribute("value", value).result(ty).build().map(Some)
}

fn check_constant(op: Op<'_>) -> Result<()> {
    let constant = ConstantOp::new(op);
    let (Some(format), Some(value)) = (Format::of(constant.result().ty()), op.attribute("value")) else {
        return Ok(());
    };
    if value.ty() != Some(format.integer(op.session())) {
        return Err(format!("value must have {} bits, as the type of the result has", format.bits()).into());
    }
    Ok(())
}

fn fold_constant<'s>(op: Op<'s>, _: FoldOperands<'_, 's>) -> Option<Fold<'s>> {
    op.attribute("value").map(Fold::Attribute)
}

fn parse_constant<'s>(parser: &mut OpAsmParser<'s>, state: &mut OpState<'s>) -> Result<()> {
    let location = parser.current_location();
    let real = f64::from_bits(parser.parse_float(FloatKind::F64)?.low);
    state.add_attributes(parser.parse_optional_attr_dict()?);
    let ty = parser.parse_colon_type()?;
    let Some(format) = Format::of(ty) else {
        return Err(parser.error_at(location, format!("expected a fixed-point type, but got {ty}")));
    };
    let scaled = (real * power_of_two(format.frac_bits)).round_ties_even();
    let limit = power_of_two(format.bits() - 1);
    if !(scaled >= -limit && scaled < limit) {
        return Err(parser.error_at(location, format!("the number does not fit {ty}")));
    }
    let session = parser.session();
    state.set_attribute("value", session.integer_attr_of(format.integer(session), scaled as i64));
    state.add_result_type(ty);
    Ok(())
}

fn print_constant<'s>(op: Op<'s>, printer: &mut OpAsmPrinter<'s>) {
    let ty = op.result(0).ty();
    let Some(format) = Format::of(ty) else { return };
    let real = format.number(op.attribute("value")).unwrap_or(0) as f64 * power_of_two(-format.frac_bits);
    printer.print_text(" ");
    printer.print_float(FloatKind::F64, Bits128 { low: real.to_bits(), high: 0 });
    printer.print_op_attr_dict(op, &["value"]);
    printer.print_text(" : ");
    printer.print_type(ty);
}

fn name_constant<'s>(op: Op<'s>, names: &mut AsmNames<'s>) {
    names.set_value_name(op.result(0), "fix");
}

fn fold_add<'s>(op: Op<'s>, operands: FoldOperands<'_, 's>) -> Option<Fold<'s>> {
    let format = Format::of(op.result(0).ty())?;
    let rhs = format.number(operands.get(1))?;
    if rhs == 0 {
        return Some(op.operand(0).into());
    }
    let lhs = format.number(operands.get(0))?;
    Some(format.constant(op.session(), lhs + rhs))
}

fn fold_mul<'s>(op: Op<'s>, operands: FoldOperands<'_, 's>) -> Option<Fold<'s>> {
    let format = Format::of(op.result(0).ty())?;
    let rhs = format.number(operands.get(1))?;
    if rhs == 0 {
        return operands.get(1).map(Fold::Attribute);
    }
    // One has a form in the format if there is a bit for it beside the sign.
    if format.int_bits > 1 && rhs == 1 << format.frac_bits {
        return Some(op.operand(0).into());
    }
    let lhs = format.number(operands.get(0))?;
    Some(format.constant(op.session(), shift_right(lhs * rhs, format.frac_bits)))
}

fn check_convert(op: Op<'_>) -> Result<()> {
    if op.operand(0).ty() == op.result(0).ty() {
        return Err("converts between two formats, but has one".into());
    }
    Ok(())
}

fn fold_convert<'s>(op: Op<'s>, operands: FoldOperands<'_, 's>) -> Option<Fold<'s>> {
    let (from, to) = (Format::of(op.operand(0).ty())?, Format::of(op.result(0).ty())?);
    let number = from.number(operands.get(0))?;
    Some(to.constant(op.session(), shift_right(number, from.frac_bits - to.frac_bits)))
}

export_plugin! { name: "fixed", description: "Fixed-point arithmetic, in Rust", dialects: [fixed] }
plugopt_plugin::export_library!(crate::PLUGIN);
