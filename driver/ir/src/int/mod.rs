//! Integers of any width in two's complement, as integer attributes and constants need them.
//!
//! An [`Int`] is a bit pattern with a width; signedness is a matter of the operation (`udiv`, `sdiv`), never of the
//! value. Bits above the width are zero at all times, so that equality and hashing are those of the stored words.
//! Binary operations take operands of one width. Where a caller breaks that, the left operand's width rules and the
//! right one is zero-extended or truncated to it: no input makes these functions panic.

mod text;

pub(crate) use text::DIGIT_PAIRS;
pub use text::{push_i64, push_u64};

use std::cmp::Ordering;
use std::fmt;

use num_bigint::{BigInt, BigUint, Sign};
use smallvec::SmallVec;

/// Working storage of operations on wide values.
type Words = SmallVec<[u64; 4]>;

/// A two's complement integer of a fixed width, 0 bits upwards.
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct Int {
    width: u32,
    value: Value,
}

/// Widths up to 64 are `Inline`, all others `Wide` with exactly `ceil(width / 64)` words, least significant first.
#[derive(Clone, PartialEq, Eq, Hash)]
enum Value {
    Inline(u64),
    Wide(Box<[u64]>),
}

/// The bits of the last word that belong to a value of `width` bits.
#[inline]
const fn top_mask(width: u32) -> u64 {
    match width % 64 {
        0 if width == 0 => 0,
        0 => u64::MAX,
        rest => (1 << rest) - 1,
    }
}

#[inline]
const fn word_count(width: u32) -> usize {
    if width <= 64 { 1 } else { width.div_ceil(64) as usize }
}

/// Sign-extends the low `width` bits (1 to 64) of `value`.
#[inline]
const fn sign_extend(value: u64, width: u32) -> i64 {
    if width == 0 {
        return 0;
    }
    let unused = 64 - width;
    ((value << unused) as i64) >> unused
}

impl Int {
    #[inline]
    fn inline(width: u32, value: u64) -> Int {
        Int { width, value: Value::Inline(value & top_mask(width)) }
    }

    /// The integer of `width` bits with the low bits of `words`, least significant word first. Words that are missing
    /// count as zero.
    pub fn from_words(width: u32, words: &[u64]) -> Int {
        if width <= 64 {
            return Int::inline(width, words.first().copied().unwrap_or(0));
        }
        let count = word_count(width);
        let mut wide: Vec<u64> = words.iter().copied().take(count).collect();
        wide.resize(count, 0);
        wide[count - 1] &= top_mask(width);
        Int { width, value: Value::Wide(wide.into_boxed_slice()) }
    }

    /// `value` truncated or zero-extended to `width` bits.
    #[inline]
    pub fn from_u64(width: u32, value: u64) -> Int {
        if width <= 64 { Int::inline(width, value) } else { Int::from_words(width, &[value]) }
    }

    /// `value` truncated or sign-extended to `width` bits.
    #[inline]
    pub fn from_i64(width: u32, value: i64) -> Int {
        if width <= 64 {
            return Int::inline(width, value as u64);
        }
        let mut words: Words = SmallVec::from_elem(if value < 0 { u64::MAX } else { 0 }, word_count(width));
        words[0] = value as u64;
        Int::from_words(width, &words)
    }

    /// `value` truncated or zero-extended to `width` bits.
    pub fn from_u128(width: u32, value: u128) -> Int {
        Int::from_words(width, &[value as u64, (value >> 64) as u64])
    }

    /// `value` truncated to `width` bits, in two's complement when it is negative.
    pub fn from_big(width: u32, value: &BigInt) -> Int {
        let magnitude = Int::from_words(width, &value.magnitude().to_u64_digits());
        if value.sign() == Sign::Minus { magnitude.neg() } else { magnitude }
    }

    /// Zero.
    #[inline]
    pub fn zero(width: u32) -> Int {
        Int::from_u64(width, 0)
    }

    /// One; at width 0 the only value there is, zero.
    #[inline]
    pub fn one(width: u32) -> Int {
        Int::from_u64(width, 1)
    }

    /// The value with all bits set: the largest unsigned one, and -1.
    pub fn all_ones(width: u32) -> Int {
        Int::from_i64(width, -1)
    }

    /// A single set bit; zero if `bit` is outside the width.
    pub fn one_bit(width: u32, bit: u32) -> Int {
        let mut words: Words = SmallVec::from_elem(0, word_count(width));
        if bit < width {
            words[(bit / 64) as usize] = 1 << (bit % 64);
        }
        Int::from_words(width, &words)
    }

    /// The smallest signed value.
    pub fn signed_min(width: u32) -> Int {
        if width == 0 { Int::zero(0) } else { Int::one_bit(width, width - 1) }
    }

    /// The largest signed value.
    pub fn signed_max(width: u32) -> Int {
        if width == 0 { Int::zero(0) } else { Int::all_ones(width).lshr_by(1) }
    }

    /// The number of bits.
    #[inline]
    pub fn width(&self) -> u32 {
        self.width
    }

    /// The bits, least significant word first; `max(1, ceil(width / 64))` words, unused high bits zero.
    #[inline]
    pub fn words(&self) -> &[u64] {
        match &self.value {
            Value::Inline(word) => std::slice::from_ref(word),
            Value::Wide(words) => words,
        }
    }

    fn to_words(&self) -> Words {
        SmallVec::from_slice(self.words())
    }

    /// The words of `other` as an operand of an operation with `self`.
    fn operand(&self, other: &Int) -> Words {
        let mut words = other.to_words();
        words.resize(word_count(self.width), 0);
        words
    }

    /// The words, with the sign in the unused bits of the last one.
    fn sign_extended_words(&self) -> Words {
        let mut words = self.to_words();
        if self.is_negative() {
            let last = words.len() - 1;
            words[last] |= !top_mask(self.width);
        }
        words
    }

    /// Whether all bits are zero.
    #[inline]
    pub fn is_zero(&self) -> bool {
        match &self.value {
            Value::Inline(word) => *word == 0,
            Value::Wide(words) => words.iter().all(|&word| word == 0),
        }
    }

    /// Whether this is the number one.
    #[inline]
    pub fn is_one(&self) -> bool {
        let words = self.words();
        words[0] == 1 && words[1..].iter().all(|&word| word == 0)
    }

    /// Whether all bits are set; true at width 0, as for APInt.
    pub fn is_all_ones(&self) -> bool {
        let words = self.words();
        let (last, rest) = words.split_last().unwrap_or((&0, &[]));
        *last == top_mask(self.width) && rest.iter().all(|&word| word == u64::MAX)
    }

    /// The bit at `index`, counted from the least significant one; false outside the width.
    #[inline]
    pub fn bit(&self, index: u32) -> bool {
        self.words().get((index / 64) as usize).is_some_and(|word| word >> (index % 64) & 1 == 1)
    }

    /// Whether the sign bit is set.
    #[inline]
    pub fn is_negative(&self) -> bool {
        self.width != 0 && self.bit(self.width - 1)
    }

    /// Whether this is the smallest signed value.
    pub fn is_signed_min(&self) -> bool {
        self.is_negative() && self.trailing_zeros() == self.width - 1
    }

    /// Whether this is the largest signed value.
    pub fn is_signed_max(&self) -> bool {
        self.width == 0 || (!self.is_negative() && self.count_ones() == self.width - 1)
    }

    /// The unsigned value, if it fits.
    #[inline]
    pub fn to_u64(&self) -> Option<u64> {
        let words = self.words();
        words[1..].iter().all(|&word| word == 0).then_some(words[0])
    }

    /// The signed value, if it fits.
    #[inline]
    pub fn to_i64(&self) -> Option<i64> {
        match &self.value {
            Value::Inline(word) => Some(sign_extend(*word, self.width)),
            Value::Wide(_) => {
                let words = self.sign_extended_words();
                let fill = if (words[0] as i64) < 0 { u64::MAX } else { 0 };
                words[1..].iter().all(|&word| word == fill).then_some(words[0] as i64)
            }
        }
    }

    /// The unsigned value, if it fits.
    pub fn to_u128(&self) -> Option<u128> {
        let words = self.words();
        let high = words.get(1).copied().unwrap_or(0);
        words[1..].iter().skip(1).all(|&word| word == 0).then_some(u128::from(words[0]) | u128::from(high) << 64)
    }

    /// The unsigned value.
    pub fn to_biguint(&self) -> BigUint {
        let digits = self.words().iter().flat_map(|&word| [word as u32, (word >> 32) as u32]).collect();
        BigUint::new(digits)
    }

    /// The signed value.
    pub fn to_bigint(&self) -> BigInt {
        if self.is_negative() {
            BigInt::from_biguint(Sign::Minus, self.neg().to_biguint())
        } else {
            BigInt::from_biguint(Sign::Plus, self.to_biguint())
        }
    }

    /// The value with zeros for the bits that `width` adds; truncates to a smaller width.
    pub fn zext(&self, width: u32) -> Int {
        Int::from_words(width, self.words())
    }

    /// The value with copies of the sign bit for the bits that `width` adds; truncates to a smaller width.
    pub fn sext(&self, width: u32) -> Int {
        if let (Value::Inline(word), true) = (&self.value, width <= 64) {
            return Int::inline(width, sign_extend(*word, self.width) as u64);
        }
        let mut words = self.sign_extended_words();
        words.resize(word_count(width), if self.is_negative() { u64::MAX } else { 0 });
        Int::from_words(width, &words)
    }

    /// The low `width` bits; zero-extends to a larger width.
    pub fn trunc(&self, width: u32) -> Int {
        Int::from_words(width, self.words())
    }

    /// The sum modulo 2^width.
    pub fn add(&self, other: &Int) -> Int {
        if let (Value::Inline(a), Value::Inline(b)) = (&self.value, &other.value) {
            return Int::inline(self.width, a.wrapping_add(*b));
        }
        let mut sum = self.to_words();
        let mut carry = false;
        for (a, b) in sum.iter_mut().zip(self.operand(other)) {
            let (partial, first) = a.overflowing_add(b);
            let (total, second) = partial.overflowing_add(u64::from(carry));
            *a = total;
            carry = first || second;
        }
        Int::from_words(self.width, &sum)
    }

    /// The difference modulo 2^width.
    pub fn sub(&self, other: &Int) -> Int {
        if let (Value::Inline(a), Value::Inline(b)) = (&self.value, &other.value) {
            return Int::inline(self.width, a.wrapping_sub(*b));
        }
        self.add(&other.trunc(self.width).neg())
    }

    /// The negation modulo 2^width.
    pub fn neg(&self) -> Int {
        if let Value::Inline(word) = self.value {
            return Int::inline(self.width, word.wrapping_neg());
        }
        self.not().add(&Int::one(self.width))
    }

    /// The absolute value; the smallest signed value stays itself.
    pub fn abs(&self) -> Int {
        if self.is_negative() { self.neg() } else { self.clone() }
    }

    /// The product modulo 2^width.
    pub fn mul(&self, other: &Int) -> Int {
        if let (Value::Inline(a), Value::Inline(b)) = (&self.value, &other.value) {
            return Int::inline(self.width, a.wrapping_mul(*b));
        }
        Int::from_words(self.width, &(self.to_biguint() * other.to_biguint()).to_u64_digits())
    }

    fn zip_words(&self, other: &Int, combine: impl Fn(u64, u64) -> u64) -> Int {
        let words: Words = self.to_words().iter().zip(self.operand(other)).map(|(&a, b)| combine(a, b)).collect();
        Int::from_words(self.width, &words)
    }

    /// Bitwise and.
    pub fn and(&self, other: &Int) -> Int {
        self.zip_words(other, |a, b| a & b)
    }

    /// Bitwise or.
    pub fn or(&self, other: &Int) -> Int {
        self.zip_words(other, |a, b| a | b)
    }

    /// Bitwise exclusive or.
    pub fn xor(&self, other: &Int) -> Int {
        self.zip_words(other, |a, b| a ^ b)
    }

    /// The bitwise complement.
    pub fn not(&self) -> Int {
        let words: Words = self.words().iter().map(|word| !word).collect();
        Int::from_words(self.width, &words)
    }

    /// Shifts left by `amount` bits; zero when that is the width or more.
    pub fn shl_by(&self, amount: u32) -> Int {
        if amount >= self.width {
            return Int::zero(self.width);
        }
        if let Value::Inline(word) = self.value {
            return Int::inline(self.width, word << amount);
        }
        let (skip, bits) = ((amount / 64) as usize, amount % 64);
        let words = self.words();
        let shifted: Words = (0..words.len())
            .map(|index| {
                let Some(from) = index.checked_sub(skip) else { return 0 };
                let carried = if bits != 0 && from > 0 { words[from - 1] >> (64 - bits) } else { 0 };
                words[from] << bits | carried
            })
            .collect();
        Int::from_words(self.width, &shifted)
    }

    /// Shifts right by `amount` bits, filling with zeros.
    pub fn lshr_by(&self, amount: u32) -> Int {
        if amount >= self.width {
            return Int::zero(self.width);
        }
        Int::from_words(self.width, &shift_words_right(self.words(), amount, 0))
    }

    /// Shifts right by `amount` bits, filling with the sign bit.
    pub fn ashr_by(&self, amount: u32) -> Int {
        let fill = if self.is_negative() { u64::MAX } else { 0 };
        if amount >= self.width {
            return if fill == 0 { Int::zero(self.width) } else { Int::all_ones(self.width) };
        }
        Int::from_words(self.width, &shift_words_right(&self.sign_extended_words(), amount, fill))
    }

    /// A shift amount, clamped to the width.
    fn amount(&self, amount: &Int) -> u32 {
        amount.to_u64().map_or(self.width, |amount| amount.min(u64::from(self.width)) as u32)
    }

    /// Shifts left by the unsigned value of `amount`; zero when that is the width or more.
    pub fn shl(&self, amount: &Int) -> Int {
        self.shl_by(self.amount(amount))
    }

    /// Shifts right by the unsigned value of `amount`, filling with zeros.
    pub fn lshr(&self, amount: &Int) -> Int {
        self.lshr_by(self.amount(amount))
    }

    /// Shifts right by the unsigned value of `amount`, filling with the sign bit.
    pub fn ashr(&self, amount: &Int) -> Int {
        self.ashr_by(self.amount(amount))
    }

    /// Unsigned quotient and remainder; `None` for a zero divisor.
    pub fn udivrem(&self, other: &Int) -> Option<(Int, Int)> {
        if other.is_zero() {
            return None;
        }
        if let (Value::Inline(a), Value::Inline(b)) = (&self.value, &other.value) {
            return Some((Int::inline(self.width, a / b), Int::inline(self.width, a % b)));
        }
        let (a, b) = (self.to_biguint(), other.to_biguint());
        let quotient = Int::from_words(self.width, &(&a / &b).to_u64_digits());
        Some((quotient, Int::from_words(self.width, &(a % b).to_u64_digits())))
    }

    /// Signed quotient, rounded towards zero, and the remainder, which has the sign of `self`; `None` for a zero
    /// divisor. The one quotient that does not fit, of the smallest value and -1, wraps (see [`Int::sdiv_overflows`]).
    pub fn sdivrem(&self, other: &Int) -> Option<(Int, Int)> {
        let (quotient, remainder) = self.abs().udivrem(&other.abs())?;
        let quotient = if self.is_negative() != other.is_negative() { quotient.neg() } else { quotient };
        Some((quotient, if self.is_negative() { remainder.neg() } else { remainder }))
    }

    /// Unsigned quotient; `None` for a zero divisor.
    pub fn udiv(&self, other: &Int) -> Option<Int> {
        Some(self.udivrem(other)?.0)
    }

    /// Unsigned remainder; `None` for a zero divisor.
    pub fn urem(&self, other: &Int) -> Option<Int> {
        Some(self.udivrem(other)?.1)
    }

    /// Signed quotient, rounded towards zero; `None` for a zero divisor or an overflow.
    pub fn sdiv(&self, other: &Int) -> Option<Int> {
        if self.sdiv_overflows(other) {
            return None;
        }
        Some(self.sdivrem(other)?.0)
    }

    /// Signed remainder, which has the sign of `self`; `None` for a zero divisor.
    pub fn srem(&self, other: &Int) -> Option<Int> {
        Some(self.sdivrem(other)?.1)
    }

    /// Whether the signed quotient is outside the width's range: the smallest value divided by -1.
    pub fn sdiv_overflows(&self, other: &Int) -> bool {
        self.is_signed_min() && other.is_all_ones()
    }

    /// Signed quotient, rounded towards negative infinity; `None` for a zero divisor or an overflow.
    pub fn floordiv(&self, other: &Int) -> Option<Int> {
        if self.sdiv_overflows(other) {
            return None;
        }
        let (quotient, remainder) = self.sdivrem(other)?;
        let below = !remainder.is_zero() && self.is_negative() != other.is_negative();
        Some(if below { quotient.sub(&Int::one(self.width)) } else { quotient })
    }

    /// Signed quotient, rounded towards positive infinity; `None` for a zero divisor or an overflow.
    pub fn ceildiv(&self, other: &Int) -> Option<Int> {
        if self.sdiv_overflows(other) {
            return None;
        }
        let (quotient, remainder) = self.sdivrem(other)?;
        let above = !remainder.is_zero() && self.is_negative() == other.is_negative();
        Some(if above { quotient.add(&Int::one(self.width)) } else { quotient })
    }

    /// Unsigned quotient, rounded up; `None` for a zero divisor.
    pub fn ceildiv_unsigned(&self, other: &Int) -> Option<Int> {
        let (quotient, remainder) = self.udivrem(other)?;
        Some(if remainder.is_zero() { quotient } else { quotient.add(&Int::one(self.width)) })
    }

    /// Compares the unsigned values.
    pub fn ucmp(&self, other: &Int) -> Ordering {
        let (a, b) = (self.words(), other.words());
        let word = |words: &[u64], index: usize| words.get(index).copied().unwrap_or(0);
        (0..a.len().max(b.len()))
            .rev()
            .map(|index| word(a, index).cmp(&word(b, index)))
            .find(|o| o.is_ne())
            .unwrap_or(Ordering::Equal)
    }

    /// Compares the signed values.
    pub fn scmp(&self, other: &Int) -> Ordering {
        match (self.is_negative(), other.is_negative()) {
            (true, false) => Ordering::Less,
            (false, true) => Ordering::Greater,
            _ if self.width == other.width => self.ucmp(other),
            _ => {
                let width = self.width.max(other.width);
                self.sext(width).ucmp(&other.sext(width))
            }
        }
    }

    /// The smaller unsigned value.
    pub fn umin(&self, other: &Int) -> Int {
        if self.ucmp(other).is_le() { self.clone() } else { other.clone() }
    }

    /// The larger unsigned value.
    pub fn umax(&self, other: &Int) -> Int {
        if self.ucmp(other).is_ge() { self.clone() } else { other.clone() }
    }

    /// The smaller signed value.
    pub fn smin(&self, other: &Int) -> Int {
        if self.scmp(other).is_le() { self.clone() } else { other.clone() }
    }

    /// The larger signed value.
    pub fn smax(&self, other: &Int) -> Int {
        if self.scmp(other).is_ge() { self.clone() } else { other.clone() }
    }

    /// The number of bits up to the highest set one: the smallest width that holds the unsigned value.
    pub fn active_bits(&self) -> u32 {
        let words = self.words();
        match words.iter().rposition(|&word| word != 0) {
            Some(last) => last as u32 * 64 + (64 - words[last].leading_zeros()),
            None => 0,
        }
    }

    /// The smallest width that holds the signed value; 1 for zero, 0 at width 0.
    pub fn significant_bits(&self) -> u32 {
        if self.width == 0 {
            return 0;
        }
        if self.is_negative() { self.not().active_bits() + 1 } else { self.active_bits() + 1 }
    }

    /// The number of zero bits above the highest set one.
    pub fn leading_zeros(&self) -> u32 {
        self.width - self.active_bits()
    }

    /// The number of zero bits below the lowest set one; the width for zero.
    pub fn trailing_zeros(&self) -> u32 {
        let words = self.words();
        match words.iter().position(|&word| word != 0) {
            Some(first) => first as u32 * 64 + words[first].trailing_zeros(),
            None => self.width,
        }
    }

    /// The number of set bits.
    pub fn count_ones(&self) -> u32 {
        self.words().iter().map(|word| word.count_ones()).sum()
    }

    /// Whether exactly one bit is set.
    pub fn is_power_of_two(&self) -> bool {
        self.count_ones() == 1
    }

    /// The exponent, if the unsigned value is a power of two.
    pub fn exact_log2(&self) -> Option<u32> {
        self.is_power_of_two().then(|| self.trailing_zeros())
    }

    /// The sum, and whether it left the unsigned range.
    pub fn uadd_overflow(&self, other: &Int) -> (Int, bool) {
        let sum = self.add(other);
        let overflow = sum.ucmp(self).is_lt();
        (sum, overflow)
    }

    /// The sum, and whether it left the signed range.
    pub fn sadd_overflow(&self, other: &Int) -> (Int, bool) {
        let sum = self.add(other);
        let overflow = self.is_negative() == other.is_negative() && sum.is_negative() != self.is_negative();
        (sum, overflow)
    }

    /// The difference, and whether it left the unsigned range.
    pub fn usub_overflow(&self, other: &Int) -> (Int, bool) {
        (self.sub(other), self.ucmp(other).is_lt())
    }

    /// The difference, and whether it left the signed range.
    pub fn ssub_overflow(&self, other: &Int) -> (Int, bool) {
        let difference = self.sub(other);
        let overflow = self.is_negative() != other.is_negative() && difference.is_negative() != self.is_negative();
        (difference, overflow)
    }

    /// The product, and whether it left the unsigned range.
    pub fn umul_overflow(&self, other: &Int) -> (Int, bool) {
        let (low, high) = self.umul_extended(other);
        (low, !high.is_zero())
    }

    /// The product, and whether it left the signed range.
    pub fn smul_overflow(&self, other: &Int) -> (Int, bool) {
        let (low, high) = self.smul_extended(other);
        let fits = if low.is_negative() { high.is_all_ones() } else { high.is_zero() };
        (low, !fits)
    }

    /// The low and the high half of the unsigned product.
    pub fn umul_extended(&self, other: &Int) -> (Int, Int) {
        let product = if self.width <= 64 {
            Int::from_u128(128, u128::from(self.words()[0]) * u128::from(other.words()[0]))
        } else {
            self.zext(self.width.saturating_mul(2)).mul(&other.zext(self.width.saturating_mul(2)))
        };
        (product.trunc(self.width), product.lshr_by(self.width).trunc(self.width))
    }

    /// The low and the high half of the signed product.
    pub fn smul_extended(&self, other: &Int) -> (Int, Int) {
        let double = self.width.saturating_mul(2);
        let product = self.sext(double).mul(&other.sext(double));
        (product.trunc(self.width), product.lshr_by(self.width).trunc(self.width))
    }
}

fn shift_words_right(words: &[u64], amount: u32, fill: u64) -> Words {
    let (skip, bits) = ((amount / 64) as usize, amount % 64);
    let word = |index: usize| words.get(index).copied().unwrap_or(fill);
    (0..words.len())
        .map(|index| {
            let from = index + skip;
            if bits == 0 { word(from) } else { word(from) >> bits | word(from + 1) << (64 - bits) }
        })
        .collect()
}

impl fmt::Debug for Int {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut text = Vec::new();
        self.print_signed(&mut text);
        write!(f, "{}:i{}", String::from_utf8_lossy(&text), self.width)
    }
}

#[cfg(test)]
mod tests;
