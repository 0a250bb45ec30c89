//! Lists that mix values and constant integers: `[%offset, 4]`. A constant array holds `INT64_MIN` where a value stands.

use crate::error::Result;
use crate::handles::{Attribute, Op, Value};
use crate::parser::OpAsmParser;
use crate::printer::OpAsmPrinter;
use crate::raw::{Token, UnresolvedOperand};
use crate::session::Session;

/// A size, stride or offset that is not known.
pub const DYNAMIC: i64 = i64::MIN;

/// An element of such a list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum IndexOr<'s> {
    /// A constant.
    Constant(i64),
    /// A value.
    Value(Value<'s>),
}

impl<'s> IndexOr<'s> {
    /// The constant that it is, or the constant that its value is.
    pub fn constant(self) -> Option<i64> {
        match self {
            IndexOr::Constant(value) => Some(value),
            IndexOr::Value(value) => value.constant()?.integer(),
        }
    }

    /// Whether it is this constant, written as one or as a value.
    pub fn is(self, constant: i64) -> bool {
        self.constant() == Some(constant)
    }

    /// Constants in place of values that are constants.
    pub fn folded(self) -> Self {
        self.constant().map_or(self, IndexOr::Constant)
    }
}

/// The list of constants and values.
pub fn mixed<'s>(constants: &[i64], values: impl IntoIterator<Item = Value<'s>>) -> Vec<IndexOr<'s>> {
    let mut values = values.into_iter();
    let mixed = constants.iter().map(|constant| match *constant {
        DYNAMIC => values.next().map_or(IndexOr::Constant(DYNAMIC), IndexOr::Value),
        constant => IndexOr::Constant(constant),
    });
    mixed.collect()
}

/// The reverse of [`mixed`].
pub fn unmixed<'s>(mixed: &[IndexOr<'s>]) -> (Vec<i64>, Vec<Value<'s>>) {
    let mut values = Vec::new();
    let constants = mixed.iter().map(|element| match *element {
        IndexOr::Constant(constant) => constant,
        IndexOr::Value(value) => {
            values.push(value);
            DYNAMIC
        }
    });
    (constants.collect(), values)
}

/// The integers of a dense array; none where there is no attribute.
pub fn integers(attribute: Option<Attribute<'_>>) -> Vec<i64> {
    attribute.and_then(Attribute::integers).unwrap_or_default()
}

impl<'s> OpAsmParser<'s> {
    /// `[%a, 4]` between the given delimiters: the constants, with [`DYNAMIC`] for values, and the values.
    pub fn parse_dynamic_index_list(
        &mut self,
        open: Token,
        close: Token,
    ) -> Result<(Vec<i64>, Vec<UnresolvedOperand>)> {
        let (mut constants, mut values) = (Vec::new(), Vec::new());
        let parsed = self.parse_comma_separated(open, close, |parser| {
            match parser.parse_optional_operand(true)? {
                Some(operand) => {
                    values.push(operand);
                    constants.push(DYNAMIC);
                }
                None => constants.push(parser.parse_integer()?),
            }
            Ok(())
        });
        if parsed.is_err() {
            let location = self.name_location();
            return Err(self.error_at(location, "expected SSA value or integer"));
        }
        Ok((constants, values))
    }
}

impl<'s> OpAsmPrinter<'s> {
    /// The elements of a list of constants and values between delimiters.
    pub fn print_dynamic_index_list(&mut self, constants: &[i64], values: &[Value<'s>], open: &str, close: &str) {
        self.print_text(open);
        self.print_separated(mixed(constants, values.iter().copied()), ", ", |printer, element| match element {
            IndexOr::Constant(constant) => printer.print_integer(constant),
            IndexOr::Value(value) => printer.print_operand(value),
        });
        self.print_text(close);
    }
}

/// Checks a list of constants and values: as many as there should be, and a value for every unknown constant.
pub fn verify_list(op: Op<'_>, name: &str, expected: usize, constants: &[i64], values: usize) -> Result<()> {
    if constants.len() != expected {
        let message = format!("expected {expected} {name} values, got {}", constants.len());
        return Err(op.location().emit_error(message));
    }
    let dynamic = constants.iter().filter(|constant| **constant == DYNAMIC).count();
    if values != dynamic {
        return Err(op.location().emit_error(format!("expected {dynamic} dynamic {name} values")));
    }
    Ok(())
}

/// Offsets, sizes and strides of a part of a shaped value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Slice<'s> {
    /// Where it starts.
    pub offsets: Vec<IndexOr<'s>>,
    /// How many elements it has.
    pub sizes: Vec<IndexOr<'s>>,
    /// How far they are apart.
    pub strides: Vec<IndexOr<'s>>,
}

/// The operands and attributes that MLIR names so in all operations that take a part of something.
impl<'s> Slice<'s> {
    /// Those of an operation.
    pub fn of(op: Op<'s>) -> Self {
        let part = |constants: &str, values: &str| mixed(&integers(op.attribute(constants)), op.named_operands(values));
        Slice {
            offsets: part("static_offsets", "offsets"),
            sizes: part("static_sizes", "sizes"),
            strides: part("static_strides", "strides"),
        }
    }

    /// Constants in place of values that are constants.
    pub fn folded(&self) -> Self {
        let fold = |list: &[IndexOr<'s>]| list.iter().map(|element| element.folded()).collect();
        Slice { offsets: fold(&self.offsets), sizes: fold(&self.sizes), strides: fold(&self.strides) }
    }

    /// The three constant arrays.
    pub fn attributes(&self, session: Session<'s>) -> [Attribute<'s>; 3] {
        [&self.offsets, &self.sizes, &self.strides].map(|list| session.i64_array_attr(&unmixed(list).0))
    }

    /// The values of all three, and how many each has.
    pub fn values(&self) -> [Vec<Value<'s>>; 3] {
        [&self.offsets, &self.sizes, &self.strides].map(|list| unmixed(list).1)
    }

    /// Whether all offsets are 0 and all strides 1.
    pub fn is_from_start_without_gaps(&self) -> bool {
        self.offsets.iter().all(|offset| offset.is(0)) && self.strides.iter().all(|stride| stride.is(1))
    }
}

/// Checks the offsets, sizes and strides of an operation; there are at most as many as `ranks` says.
pub fn verify_slice(op: Op<'_>, ranks: [usize; 3]) -> Result<()> {
    let list = |constants: &str, values: &str| (integers(op.attribute(constants)), op.named_operands(values).len());
    let (offsets, offset_values) = list("static_offsets", "offsets");
    let (sizes, size_values) = list("static_sizes", "sizes");
    let (strides, stride_values) = list("static_strides", "strides");
    let ranks_differ = |what: &str, found: usize| {
        let message = format!(
            "expected mixed {what} rank to match mixed {} rank ({found} vs {}) so the rank of the result type is well-formed.",
            if what == "offsets" { "sizes" } else { "strides" },
            if what == "offsets" { sizes.len() } else { strides.len() },
        );
        Err(op.location().emit_error(message))
    };
    if !(offsets.len() == 1 && ranks[0] == 1) && offsets.len() != sizes.len() {
        return ranks_differ("offsets", offsets.len());
    }
    if sizes.len() != strides.len() {
        return ranks_differ("sizes", sizes.len());
    }
    verify_list(op, "offset", ranks[0], &offsets, offset_values)?;
    verify_list(op, "size", ranks[1], &sizes, size_values)?;
    verify_list(op, "stride", ranks[2], &strides, stride_values)?;
    for (name, list) in [("offsets", offsets), ("sizes", sizes)] {
        if let Some(negative) = list.iter().find(|value| **value < 0 && **value != DYNAMIC) {
            let message = format!("expected {name} to be non-negative, but got {negative}");
            return Err(op.location().emit_error(message));
        }
    }
    Ok(())
}
