//! Arithmetic and comparison in a format, for constant folding.

use std::cmp::Ordering;

use super::FloatKind;
use super::soft::Unpacked;

/// To which neighbouring integer a value is rounded.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ToIntegral {
    /// Towards zero.
    Truncate,
    /// Towards negative infinity.
    Floor,
    /// Towards positive infinity.
    Ceil,
    /// To the nearest, ties to even.
    NearestEven,
    /// To the nearest, ties away from zero.
    NearestAway,
}

impl FloatKind {
    /// The NaN that an operation with at least one NaN operand yields: the first of them, made quiet.
    fn propagate(self, a: u128, b: u128) -> u128 {
        self.quiet(if self.is_nan(a) { a } else { b })
    }

    fn quiet(self, nan: u128) -> u128 {
        if self.is_signaling(nan) { nan | 1 << (self.mantissa_bits() - 1) } else { nan }
    }

    /// The hardware's result, unless it is a NaN, whose sign and payload differ between machines.
    #[inline]
    fn native(self, a: u128, b: u128, double: fn(f64, f64) -> f64, single: fn(f32, f32) -> f32) -> Option<u128> {
        match self {
            FloatKind::F64 => {
                let result = double(f64::from_bits(a as u64), f64::from_bits(b as u64));
                (!result.is_nan()).then(|| u128::from(result.to_bits()))
            }
            FloatKind::F32 => {
                let result = single(f32::from_bits(a as u32), f32::from_bits(b as u32));
                (!result.is_nan()).then(|| u128::from(result.to_bits()))
            }
            _ => None,
        }
    }

    /// The sum.
    pub fn add(self, a: u128, b: u128) -> u128 {
        if let Some(result) = self.native(a, b, |a, b| a + b, |a, b| a + b) {
            return result;
        }
        let (a_negative, b_negative) = (self.is_negative(a), self.is_negative(b));
        match (self.unpack(a), self.unpack(b)) {
            (Unpacked::Nan, _) | (_, Unpacked::Nan) => self.propagate(a, b),
            (Unpacked::Infinity, Unpacked::Infinity) => {
                if a_negative == b_negative {
                    a
                } else {
                    self.nan()
                }
            }
            (Unpacked::Infinity, _) => a,
            (_, Unpacked::Infinity) => b,
            (Unpacked::Zero, Unpacked::Zero) => self.zero(a_negative && b_negative),
            (_, Unpacked::Zero) => a,
            (Unpacked::Zero, _) => b,
            (
                Unpacked::Finite { significand: first, scale: first_scale },
                Unpacked::Finite { significand: second, scale: second_scale },
            ) => {
                let first_is_larger = self.magnitude_cmp(a, b).is_ge();
                let (large, large_scale, small, small_scale, negative) = if first_is_larger {
                    (first, first_scale, second, second_scale, a_negative)
                } else {
                    (second, second_scale, first, first_scale, b_negative)
                };
                // With the larger one moved up as far as it goes, what falls off the smaller one's end is far below
                // half a unit in the result's last place, except that its presence breaks ties.
                let up = large.leading_zeros().saturating_sub(2) as i32;
                let (large, scale) = (large << up, large_scale - up);
                let down = scale - small_scale;
                let (aligned, sticky) = if down <= 0 {
                    (small << -down, false)
                } else if down < 128 {
                    (small >> down, small & ((1 << down) - 1) != 0)
                } else {
                    (0, true)
                };
                if a_negative == b_negative {
                    return self.round(negative, large + aligned, scale, sticky).bits;
                }
                let difference = large - aligned - u128::from(sticky);
                if difference == 0 {
                    return self.zero(false);
                }
                self.round(negative, difference, scale, sticky).bits
            }
        }
    }

    /// The difference.
    pub fn sub(self, a: u128, b: u128) -> u128 {
        if let Some(result) = self.native(a, b, |a, b| a - b, |a, b| a - b) {
            return result;
        }
        if self.is_nan(a) || self.is_nan(b) {
            return self.propagate(a, b);
        }
        if !self.has_sign() {
            return self.sub_unsigned(a, b);
        }
        self.add(a, self.neg(b))
    }

    /// The difference in the format without a sign: powers of two, whose difference is one only for neighbours.
    fn sub_unsigned(self, a: u128, b: u128) -> u128 {
        let exact = FloatKind::F128.sub(self.convert(a, FloatKind::F128).bits, self.convert(b, FloatKind::F128).bits);
        FloatKind::F128.convert(exact, self).bits
    }

    /// The product.
    pub fn mul(self, a: u128, b: u128) -> u128 {
        if let Some(result) = self.native(a, b, |a, b| a * b, |a, b| a * b) {
            return result;
        }
        let negative = self.is_negative(a) != self.is_negative(b);
        match (self.unpack(a), self.unpack(b)) {
            (Unpacked::Nan, _) | (_, Unpacked::Nan) => self.propagate(a, b),
            (Unpacked::Infinity, Unpacked::Zero) | (Unpacked::Zero, Unpacked::Infinity) => self.nan(),
            (Unpacked::Infinity, _) | (_, Unpacked::Infinity) => self.infinity(negative),
            (Unpacked::Zero, _) | (_, Unpacked::Zero) => self.zero(negative),
            (
                Unpacked::Finite { significand: first, scale: first_scale },
                Unpacked::Finite { significand: second, scale: second_scale },
            ) => {
                let (high, low) = widening_mul(first, second);
                let scale = first_scale + second_scale;
                if high == 0 {
                    return self.round(negative, low, scale, false).bits;
                }
                let drop = 128 - high.leading_zeros();
                let top = if drop == 128 { high } else { high << (128 - drop) | low >> drop };
                let sticky = if drop == 128 { low != 0 } else { low & ((1 << drop) - 1) != 0 };
                self.round(negative, top, scale + drop as i32, sticky).bits
            }
        }
    }

    /// The quotient. `None` if it is undefined in a format without infinity and NaN.
    pub fn div(self, a: u128, b: u128) -> Option<u128> {
        if let Some(result) = self.native(a, b, |a, b| a / b, |a, b| a / b) {
            return Some(result);
        }
        let negative = self.is_negative(a) != self.is_negative(b);
        Some(match (self.unpack(a), self.unpack(b)) {
            (Unpacked::Nan, _) | (_, Unpacked::Nan) => self.propagate(a, b),
            (Unpacked::Infinity, Unpacked::Infinity) => self.nan(),
            (_, Unpacked::Zero) if !self.has_nan() => return None,
            (Unpacked::Zero, Unpacked::Zero) => self.nan(),
            (Unpacked::Infinity, _) | (_, Unpacked::Zero) => self.infinity(negative),
            (Unpacked::Zero, _) | (_, Unpacked::Infinity) => self.zero(negative),
            (
                Unpacked::Finite { significand: first, scale: first_scale },
                Unpacked::Finite { significand: second, scale: second_scale },
            ) => {
                // Both with their leading bit at the same place, the quotient is between 1/2 and 2; it takes
                // precision + 3 steps of long division to have all bits and enough for rounding.
                let (up, down) = (first.leading_zeros() - 2, second.leading_zeros() - 2);
                let divisor = second << down;
                let mut rest = first << up;
                let mut quotient: u128 = 0;
                let steps = self.precision() + 3;
                for _ in 0..steps {
                    quotient <<= 1;
                    if rest >= divisor {
                        rest -= divisor;
                        quotient |= 1;
                    }
                    rest <<= 1;
                }
                let scale = (first_scale - up as i32) - (second_scale - down as i32) - (steps as i32 - 1);
                self.round(negative, quotient, scale, rest != 0).bits
            }
        })
    }

    /// The remainder of the division rounded towards zero, as C's `fmod`; it has the sign of `a`. `None` if it is
    /// undefined in a format without NaN.
    pub fn rem(self, a: u128, b: u128) -> Option<u128> {
        let negative = self.is_negative(a);
        Some(match (self.unpack(a), self.unpack(b)) {
            (Unpacked::Nan, _) | (_, Unpacked::Nan) => self.propagate(a, b),
            (_, Unpacked::Zero) if !self.has_nan() => return None,
            (Unpacked::Infinity, _) | (_, Unpacked::Zero) => self.nan(),
            (Unpacked::Zero, _) | (_, Unpacked::Infinity) => a,
            (
                Unpacked::Finite { significand: first, scale: first_scale },
                Unpacked::Finite { significand: second, scale: second_scale },
            ) => {
                if self.magnitude_cmp(a, b).is_lt() {
                    return Some(a);
                }
                let mut rest = first % second;
                let mut left = first_scale - second_scale;
                while left > 0 && rest != 0 {
                    let step = left.min(rest.leading_zeros() as i32).max(1);
                    rest = (rest << step) % second;
                    left -= step;
                }
                self.round(negative, rest, second_scale, false).bits
            }
        })
    }

    /// Compares magnitudes of finite values and infinities. In all formats the magnitude's bits are in its order.
    #[inline]
    fn magnitude_cmp(self, a: u128, b: u128) -> Ordering {
        (a & !self.sign_mask()).cmp(&(b & !self.sign_mask()))
    }

    /// Compares two numbers; zeros are equal. `None` if one is NaN.
    #[inline]
    pub fn cmp(self, a: u128, b: u128) -> Option<Ordering> {
        if self.is_nan(a) || self.is_nan(b) {
            return None;
        }
        if self.is_zero(a) && self.is_zero(b) {
            return Some(Ordering::Equal);
        }
        Some(match (self.is_negative(a), self.is_negative(b)) {
            (false, false) => self.magnitude_cmp(a, b),
            (true, true) => self.magnitude_cmp(b, a),
            (true, false) => Ordering::Less,
            (false, true) => Ordering::Greater,
        })
    }

    /// The smaller of two values of which neither is NaN, -0 being less than +0.
    fn smaller(self, a: u128, b: u128) -> u128 {
        let first = match self.cmp(a, b) {
            Some(Ordering::Equal) => self.is_negative(a),
            order => order == Some(Ordering::Less),
        };
        if first { a } else { b }
    }

    fn larger(self, a: u128, b: u128) -> u128 {
        if self.smaller(a, b) == a { b } else { a }
    }

    /// IEEE 754-2019 `minimum`: NaN if an operand is; -0 is less than +0.
    pub fn minimum(self, a: u128, b: u128) -> u128 {
        if self.is_nan(a) || self.is_nan(b) { self.propagate(a, b) } else { self.smaller(a, b) }
    }

    /// IEEE 754-2019 `maximum`: NaN if an operand is; -0 is less than +0.
    pub fn maximum(self, a: u128, b: u128) -> u128 {
        if self.is_nan(a) || self.is_nan(b) { self.propagate(a, b) } else { self.larger(a, b) }
    }

    /// The smaller one, or the other operand if one is a quiet NaN; -0 is less than +0.
    pub fn minnum(self, a: u128, b: u128) -> u128 {
        self.number_of(a, b).unwrap_or_else(|| self.smaller(a, b))
    }

    /// The larger one, or the other operand if one is a quiet NaN; -0 is less than +0.
    pub fn maxnum(self, a: u128, b: u128) -> u128 {
        self.number_of(a, b).unwrap_or_else(|| self.larger(a, b))
    }

    fn number_of(self, a: u128, b: u128) -> Option<u128> {
        if self.is_signaling(a) || self.is_signaling(b) {
            return Some(self.quiet(if self.is_signaling(a) { a } else { b }));
        }
        if self.is_nan(a) { Some(b) } else { self.is_nan(b).then_some(a) }
    }

    /// Rounds to an integer in the format. Infinities stay, NaNs become quiet, and a zero keeps the operand's sign.
    pub fn round_to_integral(self, bits: u128, how: ToIntegral) -> u128 {
        let Unpacked::Finite { significand, scale } = self.unpack(bits) else { return self.quiet(bits) };
        if scale >= 0 {
            return bits;
        }
        let negative = self.is_negative(bits);
        let dropped = scale.unsigned_abs();
        let (whole, rest, half) = if dropped < 128 {
            (significand >> dropped, significand & ((1 << dropped) - 1), 1u128 << (dropped - 1))
        } else {
            (0, significand, u128::MAX)
        };
        let up = match how {
            ToIntegral::Truncate => false,
            ToIntegral::Floor => negative && rest != 0,
            ToIntegral::Ceil => !negative && rest != 0,
            ToIntegral::NearestEven => rest > half || rest == half && whole & 1 == 1,
            ToIntegral::NearestAway => rest >= half,
        };
        self.round(negative, whole + u128::from(up), 0, false).bits
    }
}

/// The high and the low half of a product.
fn widening_mul(a: u128, b: u128) -> (u128, u128) {
    let mask = u128::from(u64::MAX);
    let (a_high, a_low, b_high, b_low) = (a >> 64, a & mask, b >> 64, b & mask);
    let low = a_low * b_low;
    let middle = a_high * b_low + (low >> 64);
    let other = a_low * b_high + (middle & mask);
    (a_high * b_high + (middle >> 64) + (other >> 64), other << 64 | low & mask)
}
