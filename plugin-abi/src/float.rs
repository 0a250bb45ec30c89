//! Floating point numbers of any format, exact: the host computes.

use crate::handles::{Attribute, Type};
use crate::int::Int;
use crate::raw::{self, AttributeKind, Bits128, FloatKind, FloatOp, Ordering, Rounding, Status};
use crate::session::Session;
use crate::tables;

/// A floating point number in the format of its type.
#[derive(Clone, Copy, Debug)]
pub struct Float<'s> {
    session: Session<'s>,
    kind: FloatKind,
    bits: Bits128,
}

macro_rules! binary {
    ($($(#[$doc:meta])* $name:ident $op:ident;)*) => {$(
        $(#[$doc])*
        #[must_use]
        pub fn $name(self, other: Self) -> Self {
            self.apply(FloatOp::$op, other)
        }
    )*};
}

// The names are those of `Int`, whose methods are no operators because they take a width into account.
#[allow(clippy::should_implement_trait)]
impl<'s> Float<'s> {
    /// A number from its bits.
    pub fn new(session: Session<'s>, kind: FloatKind, bits: Bits128) -> Self {
        Float { session, kind, bits }
    }

    /// The value of a float attribute.
    pub fn from_attribute(attribute: Attribute<'s>) -> Option<Self> {
        if attribute.kind() != AttributeKind::FLOAT {
            return None;
        }
        let (bits, kind) = attribute.float_bits();
        Some(Float { session: attribute.session(), kind, bits })
    }

    /// The number nearest to a double.
    pub fn from_f64(session: Session<'s>, kind: FloatKind, value: f64) -> Self {
        Float { session, kind, bits: session.float_from_f64(kind, value) }
    }

    /// The number nearest to an integer.
    pub fn from_int(session: Session<'s>, kind: FloatKind, value: &Int, signed: bool) -> Self {
        let words = value.words();
        let mut bits = Bits128 { low: 0, high: 0 };
        // SAFETY: the arguments are valid for the call.
        session.check(unsafe {
            (tables::core().float_from_int)(
                session.as_ptr(),
                kind,
                value.width(),
                u8::from(signed),
                words.as_ptr(),
                words.len(),
                &raw mut bits,
            )
        });
        Float { session, kind, bits }
    }

    /// The number as an attribute of a type of its format.
    pub fn to_attribute(self, ty: Type<'s>) -> Attribute<'s> {
        self.session.float_attr_bits(ty, self.bits)
    }

    /// Its format.
    pub fn kind(self) -> FloatKind {
        self.kind
    }

    /// Its bits.
    pub fn bits(self) -> Bits128 {
        self.bits
    }

    /// The double nearest to it.
    pub fn to_f64(self) -> f64 {
        self.session.float_to_f64(self.kind, self.bits)
    }

    fn apply(self, op: FloatOp, other: Self) -> Self {
        Float { bits: self.session.float_binary(self.kind, op, self.bits, other.bits), ..self }
    }

    binary! {
        /// Sum.
        add ADD;
        /// Difference.
        sub SUB;
        /// Product.
        mul MUL;
        /// Quotient.
        div DIV;
        /// Remainder with the sign of the dividend.
        rem REM;
        /// The smaller one; NaN where one is NaN.
        minimum MINIMUM;
        /// The larger one; NaN where one is NaN.
        maximum MAXIMUM;
        /// The smaller one; the other where one is NaN.
        minnum MINNUM;
        /// The larger one; the other where one is NaN.
        maxnum MAXNUM;
        /// With the sign of another one.
        copysign COPYSIGN;
    }

    /// With the other sign.
    #[must_use]
    pub fn neg(self) -> Self {
        self.apply(FloatOp::NEG, self)
    }

    /// Without sign.
    #[must_use]
    pub fn abs(self) -> Self {
        self.apply(FloatOp::ABS, self)
    }

    /// How it compares.
    pub fn compare(self, other: Self) -> Ordering {
        self.session.float_compare(self.kind, self.bits, other.bits)
    }

    /// Whether it is a NaN.
    pub fn is_nan(self) -> bool {
        self.compare(self) == Ordering::UNORDERED
    }

    /// Whether it is the nearest number of its format to `value`, with the same sign.
    pub fn is(self, value: f64) -> bool {
        self.bits_equal(Float::from_f64(self.session, self.kind, value))
    }

    /// Whether the bits are the same.
    pub fn bits_equal(self, other: Self) -> bool {
        (self.bits.low, self.bits.high) == (other.bits.low, other.bits.high)
    }

    /// Whether its sign bit is set: it is negative, or `-0.0`.
    pub fn is_negative(self) -> bool {
        let one = Float::from_f64(self.session, self.kind, 1.0);
        one.copysign(self).compare(one) == Ordering::LESS
    }

    /// In another format, and whether nothing was lost.
    pub fn convert(self, kind: FloatKind, rounding: Rounding) -> (Self, bool) {
        let (bits, exact) = self.session.float_convert(self.kind, kind, self.bits, rounding);
        (Float { kind, bits, ..self }, exact)
    }

    /// The integer part; none where it does not fit, and for NaN and infinities.
    pub fn to_int(self, width: u32, signed: bool) -> Option<Int> {
        let mut words = vec![0u64; width.div_ceil(64).max(1) as usize];
        let mut count = 0;
        // SAFETY: the arguments are valid for the call.
        let status = unsafe {
            (tables::core().float_to_int)(
                self.session.as_ptr(),
                self.kind,
                self.bits,
                width,
                u8::from(signed),
                words.as_mut_ptr(),
                words.len(),
                &raw mut count,
            )
        };
        if status == Status::NO_MATCH {
            return None;
        }
        self.session.check(status);
        Some(Int::from_words(width, &words))
    }
}

impl PartialEq for raw::Bits128 {
    fn eq(&self, other: &Self) -> bool {
        (self.low, self.high) == (other.low, other.high)
    }
}
