//! Floating-point values of all builtin formats, exact and as their bit patterns.
//!
//! A value is its bits in a `u128` together with a [`FloatKind`]; bits above the kind's width are zero. All
//! arithmetic is done in the kind's own format with one rounding, to nearest and ties to even; nothing goes through
//! `f64` except what does in mlir-opt, the reading of literals. Results, NaN payloads and text are those of LLVM's
//! APFloat as mlir-opt 22 uses it. Where a format has no value for a result:
//!
//! * no infinity (`FN`, `FNUZ`, `f8E8M0FNU`): overflow is NaN; no NaN either (`f4`, `f6`): the largest finite value;
//! * no sign and no zero (`f8E8M0FNU`): zero is the smallest value, a negative number is NaN.

mod arith;
mod decimal;
mod soft;

pub use arith::ToIntegral;
pub use soft::Rounded;

use std::fmt;

use crate::int::Int;

/// What a format does with its largest exponent.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Special {
    /// Infinities and NaNs as in IEEE 754.
    Ieee,
    /// No infinity; NaN has all exponent and mantissa bits set.
    NanAllOnes,
    /// No infinity and no negative zero: its pattern is the only NaN.
    NanNegativeZero,
    /// Neither infinity nor NaN.
    FiniteOnly,
}

/// The parameters of a format. A normal value is `1.m * 2^e` with `min_exponent <= e <= max_exponent`.
#[derive(Clone, Copy, Debug)]
struct Format {
    keyword: &'static str,
    width: u32,
    /// Significant bits, the leading one included.
    precision: u32,
    min_exponent: i32,
    max_exponent: i32,
    special: Special,
}

macro_rules! float_kinds {
    ($($(#[$doc:meta])* $name:ident = $keyword:literal $width:literal $precision:literal $min:literal..=$max:literal $special:ident;)*) => {
        /// A builtin floating-point format.
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
        #[repr(u8)]
        pub enum FloatKind {
            $($(#[$doc])* $name,)*
        }

        impl FloatKind {
            /// All formats.
            pub const ALL: [FloatKind; FORMATS.len()] = [$(FloatKind::$name),*];
        }

        const FORMATS: &[Format] = &[$(Format {
            keyword: $keyword,
            width: $width,
            precision: $precision,
            min_exponent: $min,
            max_exponent: $max,
            special: Special::$special,
        }),*];
    };
}

float_kinds! {
    /// 2 exponent bits, 1 mantissa bit, finite values only.
    F4E2M1FN = "f4E2M1FN" 4 2 0..=2 FiniteOnly;
    /// 2 exponent bits, 3 mantissa bits, finite values only.
    F6E2M3FN = "f6E2M3FN" 6 4 0..=2 FiniteOnly;
    /// 3 exponent bits, 2 mantissa bits, finite values only.
    F6E3M2FN = "f6E3M2FN" 6 3 -2..=4 FiniteOnly;
    /// 5 exponent bits, 2 mantissa bits, as in IEEE 754.
    F8E5M2 = "f8E5M2" 8 3 -14..=15 Ieee;
    /// 5 exponent bits, 2 mantissa bits, bias 16, one NaN, no infinity, no negative zero.
    F8E5M2FNUZ = "f8E5M2FNUZ" 8 3 -15..=15 NanNegativeZero;
    /// 4 exponent bits, 3 mantissa bits, as in IEEE 754.
    F8E4M3 = "f8E4M3" 8 4 -6..=7 Ieee;
    /// 4 exponent bits, 3 mantissa bits, no infinity.
    F8E4M3FN = "f8E4M3FN" 8 4 -6..=8 NanAllOnes;
    /// 4 exponent bits, 3 mantissa bits, bias 8, one NaN, no infinity, no negative zero.
    F8E4M3FNUZ = "f8E4M3FNUZ" 8 4 -7..=7 NanNegativeZero;
    /// 4 exponent bits, 3 mantissa bits, bias 11, one NaN, no infinity, no negative zero.
    F8E4M3B11FNUZ = "f8E4M3B11FNUZ" 8 4 -10..=4 NanNegativeZero;
    /// 3 exponent bits, 4 mantissa bits, as in IEEE 754.
    F8E3M4 = "f8E3M4" 8 5 -2..=3 Ieee;
    /// 8 exponent bits and nothing else: the powers of two from 2^-127 to 2^127, and a NaN.
    F8E8M0FNU = "f8E8M0FNU" 8 1 -127..=127 NanAllOnes;
    /// The upper half of an `f32`.
    BF16 = "bf16" 16 8 -126..=127 Ieee;
    /// IEEE 754 binary16.
    F16 = "f16" 16 11 -14..=15 Ieee;
    /// 8 exponent bits, 10 mantissa bits.
    TF32 = "tf32" 19 11 -126..=127 Ieee;
    /// IEEE 754 binary32.
    F32 = "f32" 32 24 -126..=127 Ieee;
    /// IEEE 754 binary64.
    F64 = "f64" 64 53 -1022..=1023 Ieee;
    /// The x87 extended format, whose leading significand bit is stored.
    F80 = "f80" 80 64 -16382..=16383 Ieee;
    /// IEEE 754 binary128.
    F128 = "f128" 128 113 -16382..=16383 Ieee;
}

/// A literal that is not of the form `[-+]?[0-9]+[.][0-9]*([eE][-+]?[0-9]+)?`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ParseFloatError;

impl fmt::Display for ParseFloatError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("invalid floating-point literal")
    }
}

impl std::error::Error for ParseFloatError {}

impl FloatKind {
    #[inline]
    fn format(self) -> &'static Format {
        &FORMATS[self as usize]
    }

    /// The name of the builtin type.
    #[inline]
    pub fn keyword(self) -> &'static str {
        self.format().keyword
    }

    /// The format of the builtin type with this name.
    pub fn from_keyword(keyword: &[u8]) -> Option<FloatKind> {
        Self::ALL.into_iter().find(|kind| kind.keyword().as_bytes() == keyword)
    }

    /// The number of bits.
    #[inline]
    pub fn width(self) -> u32 {
        self.format().width
    }

    /// The number of significant bits, the leading one included (`getFPMantissaWidth`).
    #[inline]
    pub fn precision(self) -> u32 {
        self.format().precision
    }

    /// Whether the format has infinities.
    #[inline]
    pub fn has_infinity(self) -> bool {
        self.format().special == Special::Ieee
    }

    /// Whether the format has a NaN.
    #[inline]
    pub fn has_nan(self) -> bool {
        self.format().special != Special::FiniteOnly
    }

    /// Whether the format has negative numbers.
    #[inline]
    pub fn has_sign(self) -> bool {
        self != FloatKind::F8E8M0FNU
    }

    /// Whether the format has a zero.
    #[inline]
    pub fn has_zero(self) -> bool {
        self != FloatKind::F8E8M0FNU
    }

    /// Whether each value of `self`, negative zero included, is one of `other`.
    pub fn fits_in(self, other: FloatKind) -> bool {
        let (from, to) = (self.format(), other.format());
        let denormal_floor = |format: &Format| format.min_exponent - (format.precision as i32 - 1);
        from.precision <= to.precision
            && from.max_exponent <= to.max_exponent
            && denormal_floor(from) >= denormal_floor(to)
            && (other.has_sign() || !self.has_sign())
            && (other.has_zero() || !self.has_zero())
            && (to.special != Special::NanNegativeZero || from.special == Special::NanNegativeZero || !self.has_sign())
            && (other.has_infinity() || !self.has_infinity())
            && (other.has_nan() || !self.has_nan())
    }

    #[inline]
    fn mask(self) -> u128 {
        u128::MAX >> (128 - self.width())
    }

    /// The sign bit; 0 for the format without one.
    #[inline]
    fn sign_mask(self) -> u128 {
        if self.has_sign() { 1 << (self.width() - 1) } else { 0 }
    }

    /// Bits of the stored mantissa, without the integer bit that `f80` stores.
    #[inline]
    fn mantissa_bits(self) -> u32 {
        self.precision() - 1
    }

    /// The position of the lowest exponent bit.
    #[inline]
    fn exponent_shift(self) -> u32 {
        if self == FloatKind::F80 { 64 } else { self.mantissa_bits() }
    }

    #[inline]
    fn exponent_mask(self) -> u128 {
        (self.mask() ^ self.sign_mask()) >> self.exponent_shift()
    }

    /// The bits that APFloat writes for what it reads from `bits`: surplus bits are dropped, and of the redundant
    /// patterns of `f80`, pseudo-denormals become normal numbers and unnormals NaNs.
    pub fn canonical(self, bits: u128) -> u128 {
        let bits = bits & self.mask();
        if self != FloatKind::F80 {
            return bits;
        }
        let integer = bits >> 63 & 1;
        match (bits >> 64 & 0x7FFF, integer) {
            (0, 1) => bits | 1 << 64,
            (0, _) | (_, 1) => bits,
            _ => bits | 0x7FFF << 64,
        }
    }

    /// The value with these bits, as a hexadecimal literal gives them; `None` when they are more than the width.
    pub fn from_bits(self, bits: &Int) -> Option<u128> {
        if bits.active_bits() > self.width() {
            return None;
        }
        bits.to_u128().map(|bits| self.canonical(bits))
    }

    /// The bits as an integer of the format's width.
    pub fn to_int_bits(self, bits: u128) -> Int {
        Int::from_u128(self.width(), bits)
    }

    /// Whether the sign bit is set; for zeros and NaNs too.
    #[inline]
    pub fn is_negative(self, bits: u128) -> bool {
        bits & self.sign_mask() != 0
    }

    /// Whether the value is zero of either sign.
    #[inline]
    pub fn is_zero(self, bits: u128) -> bool {
        if self.format().special == Special::NanNegativeZero {
            return bits == 0;
        }
        self.has_zero() && bits & !self.sign_mask() == 0
    }

    /// Whether the value is positive zero; false for the format without zero.
    #[inline]
    pub fn is_positive_zero(self, bits: u128) -> bool {
        self.has_zero() && bits == 0
    }

    /// Whether the value is negative zero.
    #[inline]
    pub fn is_negative_zero(self, bits: u128) -> bool {
        self.is_zero(bits) && self.is_negative(bits)
    }

    /// Whether the value is not a number.
    #[inline]
    pub fn is_nan(self, bits: u128) -> bool {
        let magnitude = bits & !self.sign_mask();
        match self.format().special {
            Special::Ieee => {
                let exponent = magnitude >> self.exponent_shift();
                let integer_missing = self == FloatKind::F80 && magnitude >> 63 & 1 == 0;
                if exponent == self.exponent_mask() {
                    integer_missing || magnitude & ((1 << self.mantissa_bits()) - 1) != 0
                } else {
                    integer_missing && exponent != 0
                }
            }
            Special::NanAllOnes => magnitude == self.mask() & !self.sign_mask(),
            Special::NanNegativeZero => bits == self.sign_mask(),
            Special::FiniteOnly => false,
        }
    }

    /// Whether the value is a NaN whose use is an invalid operation.
    pub fn is_signaling(self, bits: u128) -> bool {
        self.has_infinity() && self.is_nan(bits) && bits >> (self.mantissa_bits() - 1) & 1 == 0
    }

    /// Whether the value is infinite.
    #[inline]
    pub fn is_infinity(self, bits: u128) -> bool {
        self.has_infinity() && bits & !self.sign_mask() == self.infinity_magnitude()
    }

    /// Whether the value is a number and not infinite.
    #[inline]
    pub fn is_finite(self, bits: u128) -> bool {
        if self.has_infinity() && self != FloatKind::F80 {
            return (bits & !self.sign_mask()) >> self.exponent_shift() != self.exponent_mask();
        }
        !self.is_nan(bits) && !self.is_infinity(bits)
    }

    fn infinity_magnitude(self) -> u128 {
        let integer = if self == FloatKind::F80 { 1 << 63 } else { 0 };
        self.exponent_mask() << self.exponent_shift() | integer
    }

    #[inline]
    fn signed(self, negative: bool, magnitude: u128) -> u128 {
        if negative { magnitude | self.sign_mask() } else { magnitude }
    }

    /// Zero; where there is none, the smallest value.
    pub fn zero(self, negative: bool) -> u128 {
        if self.format().special == Special::NanNegativeZero { 0 } else { self.signed(negative, 0) }
    }

    /// One.
    pub fn one(self, negative: bool) -> u128 {
        self.round(negative, 1, 0, false).bits
    }

    /// Infinity; where there is none NaN, and where that is missing too the largest finite value.
    pub fn infinity(self, negative: bool) -> u128 {
        match self.format().special {
            Special::Ieee => self.signed(negative, self.infinity_magnitude()),
            Special::FiniteOnly => self.largest(negative),
            _ => self.signed(negative, self.nan()),
        }
    }

    /// The positive quiet NaN; in formats without a NaN the largest finite value.
    pub fn nan(self) -> u128 {
        match self.format().special {
            Special::Ieee => self.infinity_magnitude() | 1 << (self.mantissa_bits() - 1),
            Special::NanAllOnes => self.mask() & !self.sign_mask(),
            Special::NanNegativeZero => self.sign_mask(),
            Special::FiniteOnly => self.largest(false),
        }
    }

    /// The largest finite value, or with `negative` the smallest.
    pub fn largest(self, negative: bool) -> u128 {
        let magnitude = self.mask() & !self.sign_mask();
        let magnitude = match self.format().special {
            Special::Ieee if self == FloatKind::F80 => 0x7FFE_FFFF_FFFF_FFFF_FFFF,
            Special::Ieee => self.infinity_magnitude() - 1,
            Special::NanAllOnes => magnitude - 1,
            Special::NanNegativeZero | Special::FiniteOnly => magnitude,
        };
        self.signed(negative, magnitude)
    }

    /// Changes the sign, of NaNs too; of the one zero and the one NaN of a `FNUZ` format nothing changes.
    #[inline]
    pub fn neg(self, bits: u128) -> u128 {
        let only_one = self.format().special == Special::NanNegativeZero && bits & !self.sign_mask() == 0;
        if only_one { bits } else { bits ^ self.sign_mask() }
    }

    /// Clears the sign, of NaNs too.
    #[inline]
    pub fn abs(self, bits: u128) -> u128 {
        if self.is_negative(bits) { self.neg(bits) } else { bits }
    }

    /// The value of an `f64`, rounded.
    #[inline]
    pub fn from_f64(self, value: f64) -> Rounded {
        match self {
            FloatKind::F64 => Rounded { bits: u128::from(value.to_bits()), exact: true },
            FloatKind::F32 if !value.is_nan() => {
                let single = value as f32;
                Rounded { bits: u128::from(single.to_bits()), exact: f64::from(single) == value }
            }
            _ => FloatKind::F64.convert(u128::from(value.to_bits()), self),
        }
    }

    /// The value as an `f64`, rounded if need be.
    #[inline]
    pub fn to_f64(self, bits: u128) -> f64 {
        f64::from_bits(self.convert(bits, FloatKind::F64).bits as u64)
    }

    /// Reads a literal `[-+]?[0-9]+[.][0-9]*([eE][-+]?[0-9]+)?`, as mlir-opt does: it is rounded to `f64` and from
    /// there to the format, so that `f32` values are rounded twice and the wider formats get 53 bits.
    ///
    /// # Errors
    ///
    /// The literal does not have this form.
    #[inline]
    pub fn parse_decimal(self, literal: &[u8]) -> Result<u128, ParseFloatError> {
        Ok(self.from_f64(parse_f64(literal)?).bits)
    }

    /// Appends the value as mlir-opt prints it in an attribute: six digits in scientific form if that reads back to
    /// the same value, else as many digits as every value of the format needs, and hexadecimal bits for infinities,
    /// NaNs and what those digits would turn into an integer. Returns whether it is hexadecimal.
    #[inline]
    pub fn print(self, bits: u128, out: &mut Vec<u8>) -> bool {
        if self.is_finite(bits) && decimal::print(self, bits, out) {
            return false;
        }
        Int::from_u128(128, bits).print_hex(out);
        true
    }
}

/// Reads a literal of MLIR's form (see [`FloatKind::parse_decimal`]).
///
/// # Errors
///
/// The literal does not have this form.
#[inline]
pub fn parse_f64(literal: &[u8]) -> Result<f64, ParseFloatError> {
    // What is left to exclude after the library's own check: a missing whole part or point, `inf`, `nan`.
    let unsigned = literal.strip_prefix(b"-").or(literal.strip_prefix(b"+")).unwrap_or(literal);
    let whole = unsigned.iter().take_while(|digit| digit.is_ascii_digit()).count();
    if whole == 0 || unsigned.get(whole) != Some(&b'.') {
        return Err(ParseFloatError);
    }
    std::str::from_utf8(literal).ok().and_then(|text| text.parse().ok()).ok_or(ParseFloatError)
}

#[cfg(test)]
mod tests;
