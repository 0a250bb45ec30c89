//! Integers as decimal and hexadecimal text.

use num_bigint::BigUint;

use super::Int;

/// The decimal digits of 00 to 99.
pub(crate) static DIGIT_PAIRS: [[u8; 2]; 100] = {
    let mut table = [[0; 2]; 100];
    let mut index = 0;
    while index < 100 {
        table[index] = [b'0' + (index / 10) as u8, b'0' + (index % 10) as u8];
        index += 1;
    }
    table
};

/// Appends `value` in decimal.
#[inline]
pub fn push_u64(out: &mut Vec<u8>, mut value: u64) {
    if value < 10 {
        out.push(b'0' + value as u8);
        return;
    }
    let mut buffer = [0; 20];
    let mut start = buffer.len();
    while value >= 100 {
        let pair = DIGIT_PAIRS[(value % 100) as usize];
        value /= 100;
        start -= 2;
        buffer[start..start + 2].copy_from_slice(&pair);
    }
    if value >= 10 {
        start -= 2;
        buffer[start..start + 2].copy_from_slice(&DIGIT_PAIRS[value as usize]);
    } else {
        start -= 1;
        buffer[start] = b'0' + value as u8;
    }
    out.extend_from_slice(&buffer[start..]);
}

/// Appends `value` in decimal, with a minus sign if negative.
#[inline]
pub fn push_i64(out: &mut Vec<u8>, value: i64) {
    if value < 0 {
        out.push(b'-');
    }
    push_u64(out, value.unsigned_abs());
}

impl Int {
    /// Reads an unsigned literal, decimal digits or `0x` and hexadecimal digits, of any length. The result has the
    /// smallest width that holds it, 1 for zero. `None` when there are no digits or something else is among them.
    pub fn parse(spelling: &[u8]) -> Option<Int> {
        if let Some(value) = parse_short(spelling) {
            return Some(Int::from_u64((64 - value.leading_zeros()).max(1), value));
        }
        let (digits, radix) = match spelling {
            [b'0', b'x' | b'X', digits @ ..] => (digits, 16),
            digits => (digits, 10),
        };
        let valid = |digit: &u8| if radix == 16 { digit.is_ascii_hexdigit() } else { digit.is_ascii_digit() };
        if digits.is_empty() || !digits.iter().all(valid) {
            return None;
        }
        let value = BigUint::parse_bytes(digits, radix)?;
        Some(Int::from_words(u32::try_from(value.bits()).ok()?.max(1), &value.to_u64_digits()))
    }

    /// Reads the literal of an integer attribute (see [`Int::parse`]), negated if `negative`, for a type of `width`
    /// bits. `None` when it is not in the type's range.
    ///
    /// The ranges are mlir-opt's: a bit pattern for signless and unsigned types (`255 : i8` is -1), while for
    /// `signed` ones, that is `si8` and `index`, a literal without a sign must not reach the sign bit. A negated
    /// literal must have the sign bit set afterwards, which refuses `-0`, and nothing can be negated at width 0.
    pub fn parse_literal(spelling: &[u8], negative: bool, width: u32, signed: bool) -> Option<Int> {
        let magnitude = Int::parse(spelling)?;
        if magnitude.active_bits() > width {
            return None;
        }
        let value = magnitude.zext(width);
        if negative {
            let value = value.neg();
            return value.is_negative().then_some(value);
        }
        (!signed || !value.is_negative()).then_some(value)
    }

    /// Appends the unsigned value in decimal.
    pub fn print_unsigned(&self, out: &mut Vec<u8>) {
        match self.to_u64() {
            Some(value) => push_u64(out, value),
            None => out.extend_from_slice(self.to_biguint().to_str_radix(10).as_bytes()),
        }
    }

    /// Appends the signed value in decimal.
    pub fn print_signed(&self, out: &mut Vec<u8>) {
        match self.to_i64() {
            Some(value) => push_i64(out, value),
            None => out.extend_from_slice(self.to_bigint().to_str_radix(10).as_bytes()),
        }
    }

    /// Appends `0x` and the bits in upper-case hexadecimal, without leading zeros.
    pub fn print_hex(&self, out: &mut Vec<u8>) {
        out.extend_from_slice(b"0x");
        let digits = self.active_bits().div_ceil(4).max(1);
        for digit in (0..digits).rev() {
            let nibble = self.words()[(digit / 16) as usize] >> (digit % 16 * 4) & 15;
            out.push(b"0123456789ABCDEF"[nibble as usize]);
        }
    }
}

/// Literals that surely fit in 64 bits; `None` also means "look more closely".
#[inline]
fn parse_short(spelling: &[u8]) -> Option<u64> {
    match spelling {
        [b'0', b'x' | b'X', digits @ ..] if (1..=16).contains(&digits.len()) => digits
            .iter()
            .try_fold(0, |value: u64, &digit| Some(value << 4 | u64::from(char::from(digit).to_digit(16)?))),
        digits if (1..=19).contains(&digits.len()) => digits
            .iter()
            .try_fold(0, |value: u64, &digit| digit.is_ascii_digit().then(|| value * 10 + u64::from(digit - b'0'))),
        _ => None,
    }
}
