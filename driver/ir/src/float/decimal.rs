//! Finite values as decimal text, digit for digit as APFloat's `toString` writes it.
//!
//! That function does not round a value to so many digits. It takes the exact value as `N * 10^x` with an integer
//! `N`, removes as many decimal digits from `N` as a bound on its bits says are not needed, by truncation, and rounds
//! what is left, half up, to the wanted number of digits. Now and then exactly that number is left and the result is
//! the truncated one, so the steps are followed here.
//!
//! Values up to `f64` are printed with 192-bit products by a table of powers of five. The rare ones where that
//! precision does not decide, and the wider formats, take the same steps with big integers.

use num_bigint::BigUint;

use super::FloatKind;
use super::soft::Unpacked;
use crate::int::{DIGIT_PAIRS, push_u64};

/// Digits of the short form.
const SHORT_DIGITS: u32 = 6;
/// Zeros that the long form writes before or after the digits rather than an exponent.
const MAX_PADDING: i32 = 3;

/// `digits * 10^exponent`, without trailing zeros in `digits`; up to 38 digits.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Decimal {
    digits: u128,
    exponent: i32,
}

/// Appends a finite value; false, with nothing appended, if it has to be written in hexadecimal.
#[inline]
pub(super) fn print(kind: FloatKind, bits: u128, out: &mut Vec<u8>) -> bool {
    let start = out.len();
    if kind.is_negative(bits) {
        out.push(b'-');
    }
    let Unpacked::Finite { significand, scale } = unpack(kind, bits) else {
        out.extend_from_slice(b"0.000000e+00");
        return true;
    };
    let number = Number::new(kind, significand, scale);
    let (short, reads_back) = number.short();
    if reads_back {
        print_short(short, out);
        return true;
    }
    if !print_long(number.decimal(long_digits(kind)), long_digits(kind), out) {
        out.truncate(start);
        return false;
    }
    true
}

/// [`FloatKind::unpack`] of a finite value, with a shorter way for the common formats.
#[inline]
fn unpack(kind: FloatKind, bits: u128) -> Unpacked {
    let format = match kind {
        FloatKind::F16 | FloatKind::BF16 | FloatKind::F32 | FloatKind::F64 => kind.format(),
        _ => return kind.unpack(bits),
    };
    let mantissa_bits = format.precision - 1;
    let magnitude = bits as u64 & (u64::MAX >> (65 - format.width));
    if magnitude == 0 {
        return Unpacked::Zero;
    }
    let exponent = (magnitude >> mantissa_bits) as i32;
    let hidden = u64::from(exponent != 0) << mantissa_bits;
    let significand = magnitude & ((1 << mantissa_bits) - 1) | hidden;
    let scale = format.min_exponent - mantissa_bits as i32 + (exponent - 1).max(0);
    Unpacked::Finite { significand: u128::from(significand), scale }
}

/// The number of digits in which all values of a format differ.
const fn long_digits_of(precision: u32) -> u32 {
    2 + precision * 59 / 196
}

fn long_digits(kind: FloatKind) -> u32 {
    long_digits_of(kind.precision())
}

/// The decimal digits of an integer, without leading zeros.
struct Digits {
    bytes: [u8; 40],
    start: usize,
}

impl Digits {
    #[inline]
    fn new(value: u128) -> Digits {
        let mut digits = Digits { bytes: [b'0'; 40], start: 40 };
        match u64::try_from(value) {
            Ok(value) => digits.prepend(value),
            Err(_) => {
                const CHUNK: u128 = 10_000_000_000_000_000_000;
                digits.prepend((value % CHUNK) as u64);
                digits.start = 40 - 19;
                // What is left has no more than 20 digits.
                digits.prepend((value / CHUNK) as u64);
            }
        }
        digits
    }

    #[inline]
    fn prepend(&mut self, mut value: u64) {
        while value >= 100 {
            let pair = (value % 100) as usize;
            value /= 100;
            self.start -= 2;
            self.bytes[self.start..self.start + 2].copy_from_slice(&DIGIT_PAIRS[pair]);
        }
        let pair = DIGIT_PAIRS[value as usize];
        let count = if value >= 10 { 2 } else { 1 };
        self.start -= count;
        self.bytes[self.start..self.start + count].copy_from_slice(&pair[2 - count..]);
    }

    #[inline]
    fn as_slice(&self) -> &[u8] {
        &self.bytes[self.start..]
    }
}

/// `d.dddddde+xx`.
#[inline]
fn print_short(decimal: Decimal, out: &mut Vec<u8>) {
    let digits = Digits::new(decimal.digits);
    let digits = digits.as_slice();
    let exponent = decimal.exponent + digits.len() as i32 - 1;
    let mut text = *b"0.000000e+00";
    text[0] = digits[0];
    text[2..1 + digits.len()].copy_from_slice(&digits[1..]);
    if exponent < 0 {
        text[9] = b'-';
    }
    let exponent = exponent.unsigned_abs();
    if exponent < 100 {
        text[10..].copy_from_slice(&DIGIT_PAIRS[exponent as usize]);
        out.extend_from_slice(&text);
    } else {
        out.extend_from_slice(&text[..10]);
        push_u64(out, u64::from(exponent));
    }
}

/// The default form: positional if few zeros are needed for that, else scientific. False for what has no point.
#[inline]
fn print_long(decimal: Decimal, precision: u32, out: &mut Vec<u8>) -> bool {
    let digits = Digits::new(decimal.digits);
    let digits = digits.as_slice();
    let (exponent, count) = (decimal.exponent, digits.len() as i32);
    let leading = exponent + count - 1;
    let scientific = if exponent >= 0 {
        exponent > MAX_PADDING || count + exponent > precision as i32
    } else {
        leading < 0 && -leading > MAX_PADDING
    };
    if scientific {
        out.extend_from_slice(&[digits[0], b'.']);
        out.extend_from_slice(if count > 1 { &digits[1..] } else { b"0" });
        out.extend_from_slice(if leading < 0 { b"E-" } else { b"E+" });
        push_u64(out, u64::from(leading.unsigned_abs()));
    } else if exponent >= 0 {
        return false;
    } else if leading >= 0 {
        let (whole, fraction) = digits.split_at(leading as usize + 1);
        out.extend_from_slice(whole);
        out.push(b'.');
        out.extend_from_slice(fraction);
    } else {
        out.extend_from_slice(&b"0.00"[..1 + leading.unsigned_abs() as usize]);
        out.extend_from_slice(digits);
    }
    true
}

/// The magnitude of a finite value that is not zero: `significand * 2^scale`, the significand odd.
struct Number {
    kind: FloatKind,
    significand: u128,
    scale: i32,
    /// Zero bits removed from the end of the significand as the format has it.
    shifted: u32,
    /// Whether the next smaller value is nearer than the next larger one.
    lower_is_nearer: bool,
    /// The bits of the integer that the value is when it is written as an integer times a power of ten, if the table
    /// gives them; that is only so if the significand has no more than 64 bits.
    bits: Option<u32>,
}

impl Number {
    #[inline]
    fn new(kind: FloatKind, significand: u128, scale: i32) -> Number {
        let shifted = significand.trailing_zeros();
        let lower_is_nearer = significand == 1 << kind.mantissa_bits()
            && scale > kind.format().min_exponent - kind.mantissa_bits() as i32;
        let (significand, scale) = (significand >> shifted, scale + shifted as i32);
        let bits = if kind.precision() <= 53 { integer_bits(significand as u64, scale) } else { None };
        Number { kind, significand, scale, shifted, lower_is_nearer, bits }
    }

    /// The value in the short form, and whether that reads back as the same value.
    #[inline]
    fn short(&self) -> (Decimal, bool) {
        if let Some(fast) = self.scaled(SHORT_DIGITS) {
            let decimal = fast.decimal(SHORT_DIGITS);
            if let Some(reads_back) = self.reads_back(&fast, decimal) {
                return (decimal, reads_back);
            }
        }
        let decimal = self.decimal_exact(SHORT_DIGITS);
        let back = from_decimal(self.kind, decimal);
        (
            decimal,
            self.kind.unpack(back)
                == Unpacked::Finite {
                    significand: self.significand << self.shifted,
                    scale: self.scale - self.shifted as i32,
                },
        )
    }

    /// The value in `precision` digits.
    #[inline]
    fn decimal(&self, precision: u32) -> Decimal {
        match self.scaled(precision) {
            Some(fast) => fast.decimal(precision),
            None => self.decimal_exact(precision),
        }
    }

    /// The steps with big integers.
    #[cold]
    fn decimal_exact(&self, precision: u32) -> Decimal {
        let mut value = BigUint::from(self.significand);
        let mut exponent = 0;
        if self.scale >= 0 {
            value <<= self.scale;
        } else {
            value *= BigUint::from(5u32).pow(self.scale.unsigned_abs());
            exponent = self.scale;
        }
        let removed = removable_digits(value.bits() as u32, precision);
        value /= BigUint::from(10u32).pow(removed);
        let words = value.to_u64_digits();
        let word = |index: usize| u128::from(words.get(index).copied().unwrap_or(0));
        // At most 196/59 * 36 + 4 bits are left: the widest format has 36 digits.
        round_digits(word(0) | word(1) << 64, exponent + removed as i32, precision)
    }
}

/// The bits of `significand * 2^scale`, or if the scale is negative of `significand * 5^-scale`. `None` where the table
/// does not decide.
#[inline]
fn integer_bits(significand: u64, scale: i32) -> Option<u32> {
    if scale >= 0 {
        return Some(64 - significand.leading_zeros() + scale as u32);
    }
    let (high, low) = widening_mul(significand, power_of_five(-scale)?);
    let cut_short = scale < -(EXACT_POWERS as i32);
    if cut_short && low.checked_add(u128::from(significand)).is_none() {
        return None;
    }
    // The product is at least 2^127.
    let product_bits = if high != 0 { 192 - high.leading_zeros() } else { 128 };
    u32::try_from(product_bits as i32 + floor_log2_of_five(-scale) - 127).ok()
}

/// How many decimal digits of an integer of `bits` bits are cut off if `precision` digits are wanted.
#[inline]
fn removable_digits(bits: u32, precision: u32) -> u32 {
    let required = (precision * 196).div_ceil(59);
    bits.saturating_sub(required) * 59 / 196
}

/// Rounds half up to `precision` digits and removes trailing zeros.
fn round_digits(mut digits: u128, mut exponent: i32, precision: u32) -> Decimal {
    if let Ok(digits) = u64::try_from(digits) {
        return round_short(digits, exponent, precision);
    }
    let limit = 10u128.pow(precision);
    if digits >= limit {
        exponent += 1;
        while digits / 10 >= limit {
            digits /= 10;
            exponent += 1;
        }
        digits = (digits + 5) / 10;
    }
    while digits.is_multiple_of(10) {
        digits /= 10;
        exponent += 1;
    }
    Decimal { digits, exponent }
}

/// [`round_digits`] in 64 bits.
#[inline]
fn round_short(mut digits: u64, mut exponent: i32, precision: u32) -> Decimal {
    if let Some(limit) = 10u64.checked_pow(precision).filter(|&limit| digits >= limit) {
        exponent += 1;
        // Rarely more than one digit, never many.
        while digits / 10 >= limit {
            digits /= 10;
            exponent += 1;
        }
        digits = (digits + 5) / 10;
    }
    while digits != 0 && digits.is_multiple_of(10) {
        digits /= 10;
        exponent += 1;
    }
    Decimal { digits: u128::from(digits), exponent }
}

/// The value of a format nearest to a positive decimal number.
fn from_decimal(kind: FloatKind, decimal: Decimal) -> u128 {
    let digits = BigUint::from(decimal.digits);
    let power = BigUint::from(5u32).pow(decimal.exponent.unsigned_abs());
    if decimal.exponent >= 0 {
        return kind.round_big(false, &(digits * power), decimal.exponent, false).bits;
    }
    let up = power.bits() + 128;
    let numerator = digits << up;
    let quotient = &numerator / &power;
    let exact = &quotient * &power == numerator;
    kind.round_big(false, &quotient, decimal.exponent.saturating_sub(up as i32), !exact).bits
}

/// A value times a power of ten, as `(high:low + ε) / 2^shift` with an `ε` less than `margin`.
struct Scaled {
    high: u64,
    low: u128,
    shift: u32,
    margin: u64,
    /// The table's power of five.
    power: u128,
    /// The whole part.
    digits: u64,
    /// The power of ten to multiply it with.
    exponent: i32,
}

impl Number {
    /// The value scaled so that its whole part has the digits that are left after the first step. `None` where the
    /// table does not decide.
    #[inline]
    fn scaled(&self, precision: u32) -> Option<Scaled> {
        let significand = self.significand as u64;
        let fives = self.scale.min(0).unsigned_abs();
        let removed = removable_digits(self.bits?, precision) as i32;
        let exponent = removed - fives as i32;
        let power = power_of_five(-exponent)?;
        let (high, low) = widening_mul(significand, power);
        let shift = 127 - floor_log2_of_five(-exponent) - self.scale + exponent;
        let margin = if (0..=EXACT_POWERS as i32).contains(&-exponent) { 0 } else { significand };
        let shift = u32::try_from(shift).ok().filter(|shift| (1..192).contains(shift))?;
        let (digits, fraction_high, fraction_low) = if shift >= 128 {
            let digits = high >> (shift - 128);
            (digits, high & ((1 << (shift - 128)) - 1), low)
        } else {
            let digits = u128::from(high) << (128 - shift) | low >> shift;
            (u64::try_from(digits).ok()?, 0, low & ((1 << shift) - 1))
        };
        if margin != 0 {
            let (low, carry) = fraction_low.overflowing_add(u128::from(margin));
            let high = fraction_high + u64::from(carry);
            let reaches_next = if shift >= 128 { high >> (shift - 128) != 0 } else { carry || low >> shift != 0 };
            if reaches_next {
                return None;
            }
        }
        Some(Scaled { high, low, shift, margin, power, digits, exponent })
    }

    /// Whether `decimal`, made from `fast` by dropping some digits, is nearer to this value than to its neighbours.
    /// `None` where the table does not decide.
    #[inline]
    fn reads_back(&self, fast: &Scaled, decimal: Decimal) -> Option<bool> {
        // Both on the scale of `fast`: the decimal number is a whole number there.
        let whole = decimal.digits as u64 * 10u64.checked_pow((decimal.exponent - fast.exponent) as u32)?;
        let (whole_high, whole_low) = if fast.shift >= 128 {
            (u128::from(whole) << (fast.shift - 128), 0)
        } else {
            (u128::from(whole) >> (128 - fast.shift), u128::from(whole) << fast.shift)
        };
        let above = (whole_high, whole_low) >= (u128::from(fast.high), fast.low);
        let (large, small) = if above {
            ((whole_high, whole_low), (u128::from(fast.high), fast.low))
        } else {
            ((u128::from(fast.high), fast.low), (whole_high, whole_low))
        };
        let (low, borrow) = large.1.overflowing_sub(small.1);
        let high = large.0 - small.0 - u128::from(borrow);
        // Half the distance to the neighbour on that side. One unit in the last place is `power / 2^shifted`.
        let near = self.lower_is_nearer && !above;
        let half = fast.power >> (self.shifted + 1 + u32::from(near)).min(127);
        let margin = u128::from(fast.margin) + 2;
        if high != 0 || low > half.saturating_add(margin) {
            Some(false)
        } else if low.saturating_add(margin) < half {
            Some(true)
        } else {
            None
        }
    }
}

impl Scaled {
    #[inline]
    fn decimal(&self, precision: u32) -> Decimal {
        round_short(self.digits, self.exponent, precision)
    }
}

/// The high 64 and the low 128 bits of a product.
#[inline]
fn widening_mul(a: u64, b: u128) -> (u64, u128) {
    let low = u128::from(a) * u128::from(b as u64);
    let high = u128::from(a) * (b >> 64) + (low >> 64);
    ((high >> 64) as u64, high << 64 | low & u128::from(u64::MAX))
}

/// The exponents of the table.
const FIRST_POWER: i32 = -310;
const LAST_POWER: i32 = 1080;
/// Up to here `5^n` has no more than 128 bits.
const EXACT_POWERS: u32 = 55;

/// `5^exponent` as a number from `2^127` to `2^128 - 1`, rounded down.
#[inline]
fn power_of_five(exponent: i32) -> Option<u128> {
    let index = usize::try_from(exponent - FIRST_POWER).ok()?;
    POWERS_OF_FIVE.get(index).copied()
}

/// The binary exponent that belongs to the table's power.
#[inline]
const fn floor_log2_of_five(exponent: i32) -> i32 {
    ((exponent as i64 * 0x9_49A7_84BC) >> 34) as i32
}

static POWERS_OF_FIVE: [u128; (LAST_POWER - FIRST_POWER + 1) as usize] = powers_of_five();

const fn powers_of_five() -> [u128; (LAST_POWER - FIRST_POWER + 1) as usize] {
    const WORDS: usize = 40;
    let mut table = [0; (LAST_POWER - FIRST_POWER + 1) as usize];
    let mut words = [0u64; WORDS];
    words[0] = 1;
    let mut exponent = 0;
    while exponent <= LAST_POWER {
        table[(exponent - FIRST_POWER) as usize] = leading_bits(&words);
        let mut carry = 0;
        let mut index = 0;
        while index < WORDS {
            let product = words[index] as u128 * 5 + carry;
            words[index] = product as u64;
            carry = product >> 64;
            index += 1;
        }
        exponent += 1;
    }
    // Dividing a power of two by five again and again, rounding down each time, is dividing it by a power of five and
    // rounding down once.
    let mut words = [0u64; WORDS];
    words[WORDS - 1] = 1 << 63;
    exponent = -1;
    while exponent >= FIRST_POWER {
        let mut rest = 0;
        let mut index = WORDS;
        while index > 0 {
            index -= 1;
            let dividend = rest << 64 | words[index] as u128;
            words[index] = (dividend / 5) as u64;
            rest = dividend % 5;
        }
        table[(exponent - FIRST_POWER) as usize] = leading_bits(&words);
        exponent -= 1;
    }
    table
}

/// The 128 bits from the highest set one down.
const fn leading_bits(words: &[u64]) -> u128 {
    let mut top = words.len() - 1;
    while words[top] == 0 {
        top -= 1;
    }
    let second = if top >= 1 { words[top - 1] } else { 0 };
    let third = if top >= 2 { words[top - 2] } else { 0 };
    let zeros = words[top].leading_zeros();
    let bits = (words[top] as u128) << 64 | second as u128;
    if zeros == 0 { bits } else { bits << zeros | (third >> (64 - zeros)) as u128 }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn table_is_exact() {
        for exponent in FIRST_POWER..=LAST_POWER {
            let log = floor_log2_of_five(exponent);
            let power = BigUint::from(5u32).pow(exponent.unsigned_abs());
            let expected = if exponent >= 0 {
                assert_eq!(power.bits() as i32 - 1, log, "{exponent}");
                (power << 128u32) >> (log + 1)
            } else {
                let value = (BigUint::from(1u32) << (127 - log)) / power;
                assert_eq!(value.bits(), 128, "{exponent}");
                value
            };
            assert_eq!(BigUint::from(power_of_five(exponent).unwrap()), expected, "{exponent}");
        }
    }
}
