//! Taking values apart and putting them together with one rounding; conversions.

use num_bigint::BigUint;

use super::{FloatKind, Special};
use crate::int::Int;

/// A result in some format, and whether nothing was lost on the way.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Rounded {
    /// The value.
    pub bits: u128,
    /// Whether it is the exact result; a NaN that lost payload or an infinity that became NaN is not.
    pub exact: bool,
}

/// A number `significand * 2^scale`, or one of the others.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Unpacked {
    Zero,
    Finite { significand: u128, scale: i32 },
    Infinity,
    Nan,
}

impl FloatKind {
    /// The magnitude of a value.
    #[inline]
    pub(super) fn unpack(self, bits: u128) -> Unpacked {
        if self.is_nan(bits) {
            return Unpacked::Nan;
        }
        if self.is_infinity(bits) {
            return Unpacked::Infinity;
        }
        if self.is_zero(bits) {
            return Unpacked::Zero;
        }
        let format = self.format();
        let magnitude = bits & !self.sign_mask();
        let exponent = (magnitude >> self.exponent_shift()) as i32;
        let lowest = format.min_exponent - self.mantissa_bits() as i32;
        let (significand, scale) = match self {
            FloatKind::F8E8M0FNU => (1, format.min_exponent + exponent),
            FloatKind::F80 => (magnitude & u128::from(u64::MAX), lowest + (exponent - 1).max(0)),
            _ => {
                let mantissa = magnitude & ((1 << self.mantissa_bits()) - 1);
                if exponent == 0 {
                    (mantissa, lowest)
                } else {
                    (mantissa | 1 << self.mantissa_bits(), lowest + exponent - 1)
                }
            }
        };
        Unpacked::Finite { significand, scale }
    }

    /// The value nearest to `±significand * 2^scale`, ties to even. `sticky` says that the exact magnitude is a
    /// little more, by less than one in the significand's last place; there must then be at least two bits more than
    /// the precision.
    pub(super) fn round(self, negative: bool, significand: u128, scale: i32, sticky: bool) -> Rounded {
        let format = self.format();
        if significand == 0 {
            return Rounded { bits: self.zero(negative), exact: self.has_zero() && !sticky };
        }
        let mantissa_bits = self.mantissa_bits() as i32;
        let mut exponent = scale.saturating_add(127 - significand.leading_zeros() as i32);
        let lowest = exponent.max(format.min_exponent) - mantissa_bits;
        let dropped = lowest - scale;
        let (mut kept, mut exact) = (significand, !sticky);
        if dropped <= 0 {
            kept <<= -dropped;
        } else {
            let dropped = dropped as u32;
            let rest = if dropped < 128 { significand & ((1 << dropped) - 1) } else { significand };
            kept = if dropped < 128 { significand >> dropped } else { 0 };
            let half = if dropped <= 128 { 1 << (dropped - 1) } else { 0 };
            let above_half = dropped <= 128 && (rest > half || rest == half && (sticky || kept & 1 == 1));
            exact = exact && rest == 0;
            kept += u128::from(above_half);
        }
        if kept == 0 {
            return Rounded { bits: self.zero(negative), exact: false };
        }
        exponent = exponent.max(format.min_exponent);
        if kept >> self.precision() != 0 {
            kept >>= 1;
            exponent += 1;
        }
        let nan_pattern = format.special == Special::NanAllOnes
            && mantissa_bits > 0
            && exponent == format.max_exponent
            && kept == (1 << self.precision()) - 1;
        if exponent > format.max_exponent || nan_pattern {
            return Rounded { bits: self.infinity(negative), exact: false };
        }
        if negative && !self.has_sign() {
            return Rounded { bits: self.nan(), exact: false };
        }
        let field = (exponent - format.min_exponent) as u128;
        let magnitude = match self {
            FloatKind::F8E8M0FNU => field,
            FloatKind::F80 if kept >> 63 == 0 => kept,
            FloatKind::F80 => (field + 1) << 64 | kept,
            // A normal number's leading bit raises the exponent field by one; a denormal has none.
            _ => (field << mantissa_bits) + kept,
        };
        Rounded { bits: self.signed(negative, magnitude), exact }
    }

    /// The value nearest to `±(significand + fraction) * 2^scale`, where `sticky` says whether the fraction, less
    /// than one, is more than zero.
    pub(super) fn round_big(self, negative: bool, significand: &BigUint, scale: i32, sticky: bool) -> Rounded {
        let surplus = significand.bits().saturating_sub(128);
        let top = significand >> surplus;
        let sticky = sticky || significand.trailing_zeros().is_some_and(|zeros| zeros < surplus);
        let words = top.to_u64_digits();
        let word = |index: usize| u128::from(words.get(index).copied().unwrap_or(0));
        let surplus = i32::try_from(surplus).unwrap_or(i32::MAX);
        self.round(negative, word(0) | word(1) << 64, scale.saturating_add(surplus), sticky)
    }

    /// Converts a value to another format with one rounding.
    pub fn convert(self, bits: u128, to: FloatKind) -> Rounded {
        let negative = self.is_negative(bits);
        match self.unpack(bits) {
            _ if self == to => Rounded { bits, exact: true },
            Unpacked::Zero => {
                let exact = to.has_zero() && !(negative && to.format().special == Special::NanNegativeZero);
                Rounded { bits: to.zero(negative), exact }
            }
            Unpacked::Infinity => Rounded { bits: to.infinity(negative), exact: to.has_infinity() },
            Unpacked::Nan => self.convert_nan(bits, to),
            Unpacked::Finite { significand, scale } => to.round(negative, significand, scale, false),
        }
    }

    /// Payloads keep their leading bits, and the result is quiet.
    fn convert_nan(self, bits: u128, to: FloatKind) -> Rounded {
        let negative = self.is_negative(bits);
        if !to.has_infinity() {
            let exact = to.has_nan() && !self.has_infinity();
            return Rounded { bits: to.signed(negative, to.nan()), exact };
        }
        if self.format().special == Special::NanNegativeZero || self == FloatKind::F8E8M0FNU {
            return Rounded { bits: to.nan(), exact: true };
        }
        let payload = bits & ((1 << self.mantissa_bits()) - 1);
        let (from_bits, to_bits) = (self.mantissa_bits(), to.mantissa_bits());
        let moved =
            if to_bits >= from_bits { payload << (to_bits - from_bits) } else { payload >> (from_bits - to_bits) };
        let lost = to_bits < from_bits && payload & ((1 << (from_bits - to_bits)) - 1) != 0;
        let unnormal = self == FloatKind::F80 && bits >> 63 & 1 == 0;
        Rounded { bits: to.signed(negative, to.nan() | moved), exact: !lost && !unnormal }
    }

    /// The value nearest to an integer.
    pub fn from_int(self, value: &Int, signed: bool) -> Rounded {
        let negative = signed && value.is_negative();
        let magnitude = if negative { value.neg() } else { value.clone() };
        match magnitude.to_u128() {
            Some(magnitude) => self.round(negative, magnitude, 0, false),
            None => self.round_big(negative, &magnitude.to_biguint(), 0, false),
        }
    }

    /// The value as an integer, rounded towards zero, and whether that is exact. `None` for infinities, NaNs and
    /// what is outside the range of the integer type.
    pub fn to_int(self, bits: u128, width: u32, signed: bool) -> Option<(Int, bool)> {
        let (significand, scale) = match self.unpack(bits) {
            Unpacked::Zero => return Some((Int::zero(width), true)),
            Unpacked::Finite { significand, scale } => (significand, scale),
            Unpacked::Infinity | Unpacked::Nan => return None,
        };
        let top = 128 - significand.leading_zeros() as i32 + scale;
        if top > width as i32 {
            return None;
        }
        let (magnitude, exact) = if scale >= 0 {
            (Int::from_u128(width.max(128), significand).shl_by(scale as u32), true)
        } else if scale > -128 {
            let whole = significand >> -scale;
            (Int::from_u128(width.max(128), whole), whole << -scale == significand)
        } else {
            (Int::zero(width), false)
        };
        let magnitude = magnitude.trunc(width);
        if magnitude.is_zero() {
            return Some((magnitude, exact));
        }
        let negative = self.is_negative(bits);
        let value = if negative { magnitude.neg() } else { magnitude };
        let fits = if signed { value.is_negative() == negative } else { !negative };
        fits.then_some((value, exact))
    }
}
