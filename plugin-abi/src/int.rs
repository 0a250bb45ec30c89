//! Integers of a fixed width, for folders. Up to 64 bits nothing is allocated.

use crate::handles::{Attribute, Type};
use crate::raw::{AttributeKind, TypeKind};
use core::cmp::Ordering;
use core::fmt;

/// An integer of a fixed width that is neither signed nor unsigned: operations say how they read it. Both sides of a binary operation
/// have the same width; if they do not, the right one is read as if it had the width of the left one.
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct Int {
    width: u32,
    /// The low 64 bits.
    low: u64,
    /// The words above, low word first; bits above the width are zero.
    high: Box<[u64]>,
}

/// An integer from a signed value.
pub fn int(width: u32, value: i64) -> Int {
    Int::new(width, value)
}

fn word_count(width: u32) -> usize {
    width.div_ceil(64).max(1) as usize
}

impl Int {
    /// An integer from a signed value, cut to the width.
    pub fn new(width: u32, value: i64) -> Int {
        let fill = if value < 0 { u64::MAX } else { 0 };
        Int::make(width, |index| if index == 0 { value as u64 } else { fill })
    }

    /// An integer from an unsigned value, cut to the width.
    pub fn from_u64(width: u32, value: u64) -> Int {
        Int::make(width, |index| if index == 0 { value } else { 0 })
    }

    /// An integer from words of 64 bits, low word first, cut to the width; words that are not there are zero.
    pub fn from_words(width: u32, words: &[u64]) -> Int {
        Int::make(width, |index| words.get(index).copied().unwrap_or(0))
    }

    /// Zero.
    pub fn zero(width: u32) -> Int {
        Int::from_u64(width, 0)
    }

    /// One.
    pub fn one(width: u32) -> Int {
        Int::from_u64(width, 1)
    }

    /// All bits set.
    pub fn all_ones(width: u32) -> Int {
        Int::new(width, -1)
    }

    /// The smallest signed value.
    pub fn signed_min(width: u32) -> Int {
        Int::one(width).shl_by(width.saturating_sub(1))
    }

    /// The largest signed value.
    pub fn signed_max(width: u32) -> Int {
        Int::signed_min(width).not()
    }

    /// The value of an integer attribute; 64 bits wide for `index`.
    pub fn from_attribute(attribute: Attribute<'_>) -> Option<Int> {
        if attribute.kind() != AttributeKind::INTEGER {
            return None;
        }
        let width = attribute.ty().map_or(64, |ty| if ty.kind() == TypeKind::INTEGER { ty.width() } else { 64 });
        let words = attribute.integer_words();
        Some(Int::from_words(width, words.raw()))
    }

    /// The integer as an attribute of an integer type or `index`.
    pub fn to_attribute<'s>(&self, ty: Type<'s>) -> Attribute<'s> {
        if self.high.is_empty() {
            return ty.session().integer_attr_words(ty, &[self.low]);
        }
        ty.session().integer_attr_words(ty, &self.words())
    }

    fn make(width: u32, mut word: impl FnMut(usize) -> u64) -> Int {
        let count = word_count(width);
        let top = match width % 64 {
            0 if width > 0 => u64::MAX,
            bits => (1u64 << bits) - 1,
        };
        let mut get = |index: usize| if index + 1 == count { word(index) & top } else { word(index) };
        let low = get(0);
        Int { width, low, high: (1..count).map(get).collect() }
    }

    #[inline]
    fn word(&self, index: usize) -> u64 {
        if index == 0 { self.low } else { self.high.get(index - 1).copied().unwrap_or(0) }
    }

    fn small(&self) -> bool {
        self.high.is_empty()
    }

    /// Width in bits.
    pub fn width(&self) -> u32 {
        self.width
    }

    /// Words of 64 bits, low word first.
    pub fn words(&self) -> Vec<u64> {
        core::iter::once(self.low).chain(self.high.iter().copied()).collect()
    }

    /// Whether the topmost bit is set.
    pub fn is_negative(&self) -> bool {
        self.width > 0 && self.bit(self.width - 1)
    }

    /// One bit.
    pub fn bit(&self, index: u32) -> bool {
        (self.word((index / 64) as usize) >> (index % 64)) & 1 == 1
    }

    /// Whether it is zero.
    pub fn is_zero(&self) -> bool {
        self.low == 0 && self.high.iter().all(|w| *w == 0)
    }

    /// Whether it is one.
    pub fn is_one(&self) -> bool {
        self.low == 1 && self.width > 0 && self.high.iter().all(|w| *w == 0)
    }

    /// Whether all bits are set.
    pub fn is_all_ones(&self) -> bool {
        *self == Int::all_ones(self.width)
    }

    /// Whether it is the smallest signed value.
    pub fn is_signed_min(&self) -> bool {
        *self == Int::signed_min(self.width)
    }

    /// Whether exactly one bit is set.
    pub fn is_power_of_2(&self) -> bool {
        self.count_ones() == 1
    }

    /// How many bits are set.
    pub fn count_ones(&self) -> u32 {
        self.low.count_ones() + self.high.iter().map(|w| w.count_ones()).sum::<u32>()
    }

    /// How many bits at the top are zero.
    pub fn leading_zeros(&self) -> u32 {
        (0..self.width).rev().take_while(|i| !self.bit(*i)).count() as u32
    }

    /// How many bits at the bottom are zero.
    pub fn trailing_zeros(&self) -> u32 {
        (0..self.width).take_while(|i| !self.bit(*i)).count() as u32
    }

    /// The value read as unsigned, if it fits.
    pub fn to_u64(&self) -> Option<u64> {
        self.high.iter().all(|w| *w == 0).then_some(self.low)
    }

    /// The value read as signed, if it fits.
    pub fn to_i64(&self) -> Option<i64> {
        if self.small() {
            return Some(self.signed_low());
        }
        let value = self.low as i64;
        (*self == Int::new(self.width, value)).then_some(value)
    }

    /// The low word with the sign of a small integer.
    fn signed_low(&self) -> i64 {
        match self.width {
            0 => 0,
            width => ((self.low << (64 - width)) as i64) >> (64 - width),
        }
    }

    /// Sum.
    #[must_use]
    pub fn add(&self, other: &Int) -> Int {
        if self.small() {
            return Int::from_u64(self.width, self.low.wrapping_add(other.low));
        }
        let mut carry = false;
        Int::make(self.width, |i| {
            let (sum, first) = self.word(i).overflowing_add(other.word(i));
            let (sum, second) = sum.overflowing_add(u64::from(carry));
            carry = first | second;
            sum
        })
    }

    /// Negation.
    #[must_use]
    pub fn neg(&self) -> Int {
        self.not().add(&Int::one(self.width))
    }

    /// Difference.
    #[must_use]
    pub fn sub(&self, other: &Int) -> Int {
        if self.small() {
            return Int::from_u64(self.width, self.low.wrapping_sub(other.low));
        }
        self.add(&other.zext_or_trunc(self.width).neg())
    }

    /// Product.
    #[must_use]
    pub fn mul(&self, other: &Int) -> Int {
        if self.small() {
            return Int::from_u64(self.width, self.low.wrapping_mul(other.low));
        }
        let count = word_count(self.width);
        let mut words = vec![0u64; count];
        for i in 0..count {
            let mut carry = 0u128;
            for j in 0..count - i {
                let product = u128::from(self.word(i)) * u128::from(other.word(j)) + u128::from(words[i + j]) + carry;
                words[i + j] = product as u64;
                carry = product >> 64;
            }
        }
        Int::from_words(self.width, &words)
    }

    /// Unsigned quotient and remainder; none for a division by zero.
    pub fn udivrem(&self, other: &Int) -> Option<(Int, Int)> {
        if other.is_zero() {
            return None;
        }
        if self.small() {
            return Some((
                Int::from_u64(self.width, self.low / other.low),
                Int::from_u64(self.width, self.low % other.low),
            ));
        }
        let divisor = other.zext_or_trunc(self.width);
        let (mut quotient, mut remainder) = (Int::zero(self.width), Int::zero(self.width));
        for i in (0..self.width).rev() {
            let overflow = remainder.is_negative();
            remainder = remainder.shl_by(1);
            remainder.low |= u64::from(self.bit(i));
            if overflow || remainder.ucmp(&divisor) != Ordering::Less {
                remainder = remainder.sub(&divisor);
                quotient.set_bit(i);
            }
        }
        Some((quotient, remainder))
    }

    fn set_bit(&mut self, index: u32) {
        let bit = 1 << (index % 64);
        match index / 64 {
            0 => self.low |= bit,
            word => {
                if let Some(word) = self.high.get_mut(word as usize - 1) {
                    *word |= bit;
                }
            }
        }
    }

    /// Signed quotient, rounding towards zero, and remainder with the sign of the dividend; none for a division by zero. The smallest
    /// value divided by -1 wraps.
    pub fn sdivrem(&self, other: &Int) -> Option<(Int, Int)> {
        let absolute = |int: &Int| if int.is_negative() { int.neg() } else { int.clone() };
        let (quotient, remainder) = absolute(self).udivrem(&absolute(other))?;
        Some((
            if self.is_negative() == other.is_negative() { quotient } else { quotient.neg() },
            if self.is_negative() { remainder.neg() } else { remainder },
        ))
    }

    /// Bitwise and.
    #[must_use]
    pub fn and(&self, other: &Int) -> Int {
        Int::make(self.width, |i| self.word(i) & other.word(i))
    }

    /// Bitwise or.
    #[must_use]
    pub fn or(&self, other: &Int) -> Int {
        Int::make(self.width, |i| self.word(i) | other.word(i))
    }

    /// Bitwise exclusive or.
    #[must_use]
    pub fn xor(&self, other: &Int) -> Int {
        Int::make(self.width, |i| self.word(i) ^ other.word(i))
    }

    /// Bitwise not.
    #[must_use]
    pub fn not(&self) -> Int {
        Int::make(self.width, |i| !self.word(i))
    }

    /// Shifted left; zero where all bits are shifted out.
    #[must_use]
    pub fn shl_by(&self, amount: u32) -> Int {
        if amount >= self.width {
            return Int::zero(self.width);
        }
        let (words, bits) = ((amount / 64) as usize, amount % 64);
        Int::make(self.width, |i| {
            if i < words {
                return 0;
            }
            let low = if bits > 0 && i > words { self.word(i - words - 1) >> (64 - bits) } else { 0 };
            (self.word(i - words) << bits) | low
        })
    }

    /// Shifted right, zeros coming in.
    #[must_use]
    pub fn lshr_by(&self, amount: u32) -> Int {
        if amount >= self.width {
            return Int::zero(self.width);
        }
        let (words, bits) = ((amount / 64) as usize, amount % 64);
        Int::make(self.width, |i| {
            let high = if bits > 0 { self.word(i + words + 1) << (64 - bits) } else { 0 };
            (self.word(i + words) >> bits) | high
        })
    }

    /// Shifted right, copies of the topmost bit coming in.
    #[must_use]
    pub fn ashr_by(&self, amount: u32) -> Int {
        let shifted = self.lshr_by(amount);
        if !self.is_negative() {
            return shifted;
        }
        shifted.or(&Int::all_ones(self.width).lshr_by(amount).not())
    }

    /// The amount of a shift by another integer; none where it is the width or more.
    fn amount(&self, other: &Int) -> Option<u32> {
        other.to_u64().filter(|n| *n < u64::from(self.width)).map(|n| n as u32)
    }

    /// Shifted left; none where the amount is the width or more.
    pub fn shl(&self, other: &Int) -> Option<Int> {
        Some(self.shl_by(self.amount(other)?))
    }

    /// Shifted right, zeros coming in; none where the amount is the width or more.
    pub fn lshr(&self, other: &Int) -> Option<Int> {
        Some(self.lshr_by(self.amount(other)?))
    }

    /// Shifted right, copies of the topmost bit coming in; none where the amount is the width or more.
    pub fn ashr(&self, other: &Int) -> Option<Int> {
        Some(self.ashr_by(self.amount(other)?))
    }

    /// Compares as unsigned.
    pub fn ucmp(&self, other: &Int) -> Ordering {
        let count = word_count(self.width.max(other.width));
        (0..count).rev().map(|i| self.word(i).cmp(&other.word(i))).find(|o| o.is_ne()).unwrap_or(Ordering::Equal)
    }

    /// Compares as signed.
    pub fn scmp(&self, other: &Int) -> Ordering {
        other.is_negative().cmp(&self.is_negative()).then_with(|| self.ucmp(other))
    }

    /// Cut to a smaller width, or wider with zeros.
    #[must_use]
    pub fn zext_or_trunc(&self, width: u32) -> Int {
        Int::make(width, |i| self.word(i))
    }

    /// Cut to a smaller width, or wider with copies of the topmost bit.
    #[must_use]
    pub fn sext_or_trunc(&self, width: u32) -> Int {
        if width <= self.width || !self.is_negative() {
            return self.zext_or_trunc(width);
        }
        Int::all_ones(width).shl_by(self.width).or(&self.zext_or_trunc(width))
    }

    /// Whether the signed sum does not fit.
    pub fn sadd_overflows(&self, other: &Int) -> bool {
        self.is_negative() == other.is_negative() && self.add(other).is_negative() != self.is_negative()
    }

    /// Whether the signed difference does not fit.
    pub fn ssub_overflows(&self, other: &Int) -> bool {
        self.is_negative() != other.is_negative() && self.sub(other).is_negative() != self.is_negative()
    }

    /// Whether the unsigned sum does not fit.
    pub fn uadd_overflows(&self, other: &Int) -> bool {
        self.add(other).ucmp(self) == Ordering::Less
    }

    /// The words of the exact product: signed or unsigned, twice as wide.
    #[must_use]
    pub fn widening_mul(&self, other: &Int, signed: bool) -> Int {
        let width = self.width.saturating_mul(2);
        if signed {
            self.sext_or_trunc(width).mul(&other.sext_or_trunc(width))
        } else {
            self.zext_or_trunc(width).mul(&other.zext_or_trunc(width))
        }
    }

    /// Whether the signed product does not fit.
    pub fn smul_overflows(&self, other: &Int) -> bool {
        let exact = self.widening_mul(other, true);
        exact.zext_or_trunc(self.width).sext_or_trunc(exact.width) != exact
    }

    /// Signed quotient, rounding up; none for a division by zero or one that does not fit.
    pub fn sdiv_ceil(&self, other: &Int) -> Option<Int> {
        if other.is_all_ones() && self.is_signed_min() {
            return None;
        }
        let (quotient, remainder) = self.sdivrem(other)?;
        let up = !remainder.is_zero() && remainder.is_negative() == other.is_negative();
        Some(if up { quotient.add(&Int::one(self.width)) } else { quotient })
    }

    /// Signed quotient, rounding down; none for a division by zero or one that does not fit.
    pub fn sdiv_floor(&self, other: &Int) -> Option<Int> {
        if other.is_all_ones() && self.is_signed_min() {
            return None;
        }
        let (quotient, remainder) = self.sdivrem(other)?;
        let down = !remainder.is_zero() && remainder.is_negative() != other.is_negative();
        Some(if down { quotient.sub(&Int::one(self.width)) } else { quotient })
    }

    /// Unsigned quotient, rounding up; none for a division by zero.
    pub fn udiv_ceil(&self, other: &Int) -> Option<Int> {
        let (quotient, remainder) = self.udivrem(other)?;
        Some(if remainder.is_zero() { quotient } else { quotient.add(&Int::one(self.width)) })
    }
}

impl fmt::Debug for Int {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "i{}:0x", self.width)?;
        self.words().iter().rev().try_for_each(|word| write!(f, "{word:016x}"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Pairs of all kinds of values, as `i128` of a width.
    fn samples(width: u32) -> Vec<i128> {
        let wrap = |value: i128| (value << (128 - width)) >> (128 - width);
        let mut out: Vec<i128> = [0, 1, 2, 3, 5, 7, 63, 64, 65, 1 << 31, i128::from(u64::MAX), i128::from(i64::MAX)]
            .into_iter()
            .flat_map(|v| [wrap(v), wrap(-v), wrap(v << 40)])
            .collect();
        out.push(wrap(1 << (width - 1)));
        out
    }

    fn make(width: u32, value: i128) -> Int {
        Int::from_words(width, &[value as u64, (value >> 64) as u64])
    }

    fn unsigned(width: u32, value: i128) -> u128 {
        ((value as u128) << (128 - width)) >> (128 - width)
    }

    #[test]
    fn arithmetic_agrees_with_128_bits() {
        for width in [1, 7, 8, 32, 63, 64, 65, 100, 120] {
            for a in samples(width) {
                for b in samples(width) {
                    let (x, y) = (make(width, a), make(width, b));
                    let (ua, ub) = (unsigned(width, a), unsigned(width, b));
                    let is = |what: &str, got: Int, expected: i128| {
                        assert_eq!(got, make(width, expected), "{what} of {a} and {b} in {width} bits");
                    };
                    is("add", x.add(&y), a.wrapping_add(b));
                    is("sub", x.sub(&y), a.wrapping_sub(b));
                    is("mul", x.mul(&y), a.wrapping_mul(b));
                    is("and", x.and(&y), a & b);
                    is("xor", x.xor(&y), a ^ b);
                    assert_eq!(x.ucmp(&y), ua.cmp(&ub));
                    assert_eq!(x.scmp(&y), a.cmp(&b));
                    let fits = |v: i128| make(width, v).sext_or_trunc(128) == make(128, v);
                    assert_eq!(x.sadd_overflows(&y), !fits(a + b));
                    assert_eq!(x.ssub_overflows(&y), !fits(a - b));
                    match x.udivrem(&y) {
                        None => assert_eq!(b, 0),
                        Some((q, r)) => {
                            is("udiv", q, (ua / ub) as i128);
                            is("urem", r, (ua % ub) as i128);
                        }
                    }
                    if let Some((q, r)) = x.sdivrem(&y) {
                        is("sdiv", q, a.wrapping_div(b));
                        is("srem", r, a.wrapping_rem(b));
                    }
                    if let (Some(down), Some(up)) = (x.sdiv_floor(&y), x.sdiv_ceil(&y)) {
                        is(
                            "floor",
                            down,
                            a.wrapping_div_euclid(b) - i128::from(b < 0 && a.wrapping_rem_euclid(b) != 0),
                        );
                        is("ceil", up, a / b + i128::from(a % b != 0 && (a < 0) == (b < 0)));
                    }
                }
                let x = make(width, a);
                for n in [0, 1, 31, 63, 64, 65, 99, 119] {
                    if n < width {
                        assert_eq!(x.shl_by(n), make(width, a << n));
                        assert_eq!(x.ashr_by(n), make(width, a >> n), "{a} >> {n} in {width}");
                        assert_eq!(x.lshr_by(n), make(width, (unsigned(width, a) >> n) as i128));
                    } else {
                        assert_eq!(x.shl(&Int::from_u64(width.max(8), u64::from(n))), None);
                    }
                }
                assert_eq!(x.sext_or_trunc(128), make(128, a));
                assert_eq!(x.to_i64(), i64::try_from(a).ok());
            }
        }
    }

    #[test]
    fn products_that_do_not_fit() {
        assert!(int(8, 16).smul_overflows(&int(8, 8)));
        assert!(!int(8, 16).smul_overflows(&int(8, -8)));
        assert!(int(64, i64::MIN).smul_overflows(&int(64, -1)));
        assert!(int(8, 200).uadd_overflows(&int(8, 100)));
    }
}
