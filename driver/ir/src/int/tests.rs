use num_bigint::BigInt;
use proptest::prelude::*;

use super::Int;

fn signed(value: &Int) -> String {
    let mut text = Vec::new();
    value.print_signed(&mut text);
    String::from_utf8(text).unwrap()
}

fn unsigned(value: &Int) -> String {
    let mut text = Vec::new();
    value.print_unsigned(&mut text);
    String::from_utf8(text).unwrap()
}

fn hex(value: &Int) -> String {
    let mut text = Vec::new();
    value.print_hex(&mut text);
    String::from_utf8(text).unwrap()
}

fn literal(spelling: &str, width: u32, is_signed: bool) -> Option<String> {
    let (negative, digits) = match spelling.strip_prefix('-') {
        Some(digits) => (true, digits),
        None => (false, spelling),
    };
    Int::parse_literal(digits.as_bytes(), negative, width, is_signed).map(|value| signed(&value))
}

#[test]
fn width_zero_holds_only_zero() {
    let zero = Int::from_i64(0, -1);
    assert!(zero.is_zero() && zero.is_all_ones() && !zero.is_negative());
    assert_eq!(zero, Int::one(0));
    assert_eq!(zero.add(&zero), zero);
    assert_eq!(zero.mul(&zero), zero);
    assert_eq!(zero.not(), zero);
    assert_eq!(zero.udiv(&zero), None);
    assert_eq!((zero.active_bits(), zero.leading_zeros(), zero.significant_bits()), (0, 0, 0));
    assert_eq!(zero.smul_overflow(&zero), (zero.clone(), false));
    assert_eq!(zero.sext(8), Int::zero(8));
    assert_eq!(Int::signed_min(0), Int::signed_max(0));
    assert_eq!(signed(&zero), "0");
}

#[test]
fn limits() {
    for width in [1, 7, 8, 63, 64, 65, 127, 128, 129, 1000] {
        let (low, high) = (Int::signed_min(width), Int::signed_max(width));
        assert_eq!(high.add(&Int::one(width)), low, "{width}");
        assert!(low.is_signed_min() && high.is_signed_max() && low.is_negative() && !high.is_negative());
        assert_eq!(low.sdiv(&Int::all_ones(width)), None);
        assert_eq!(low.floordiv(&Int::all_ones(width)), None);
        assert_eq!(low.to_bigint(), -(BigInt::from(1) << (width - 1)));
        assert!(Int::all_ones(width).is_all_ones());
        assert_eq!(Int::all_ones(width).to_i64(), Some(-1));
        assert_eq!(Int::all_ones(width).count_ones(), width);
    }
}

#[test]
fn literals_have_the_ranges_of_mlir_opt() {
    assert_eq!(literal("255", 8, false).as_deref(), Some("-1"));
    assert_eq!(literal("0x0FF", 8, false).as_deref(), Some("-1"));
    assert_eq!(literal("256", 8, false), None);
    assert_eq!(literal("-128", 8, false).as_deref(), Some("-128"));
    assert_eq!(literal("-129", 8, false), None);
    assert_eq!(literal("128", 8, true), None);
    assert_eq!(literal("127", 8, true).as_deref(), Some("127"));
    assert_eq!(literal("-0", 32, false), None);
    assert_eq!(literal("0", 0, false).as_deref(), Some("0"));
    assert_eq!(literal("-0", 0, false), None);
    assert_eq!(literal("1", 0, false), None);
    assert_eq!(literal("", 8, false), None);
    assert_eq!(literal("0x", 8, false), None);
    assert_eq!(literal("0xg", 8, false), None);
    assert_eq!(literal("+1", 8, false), None);
    assert_eq!(literal("1_0", 80, false), None);
    assert_eq!(literal("18446744073709551615", 64, false).as_deref(), Some("-1"));
    assert_eq!(literal("18446744073709551616", 64, false), None);
    let wide = "-170141183460469231731687303715884105728";
    assert_eq!(literal(wide, 128, false).as_deref(), Some(wide));
}

#[test]
fn text_of_wide_values() {
    let value = Int::parse(b"0xDEADBEEF0123456789abcdef01").unwrap();
    assert_eq!(value.width(), 104);
    assert_eq!(hex(&value), "0xDEADBEEF0123456789ABCDEF01");
    assert_eq!(unsigned(&value), "17642423809438080123523964989185");
    assert_eq!(hex(&Int::zero(200)), "0x0");
    assert_eq!(format!("{:?}", Int::from_i64(200, -5)), "-5:i200");
}

/// A width and two values of it, as integers and as signed numbers.
fn pairs() -> impl Strategy<Value = (u32, i128, i128)> {
    let special = prop_oneof![Just(0i128), Just(1), Just(-1), Just(i128::MIN), Just(i128::MAX)];
    let number = || prop_oneof![4 => any::<i128>(), 3 => any::<i64>().prop_map(i128::from), 2 => -300i128..300, 1 => special.clone()];
    (1u32..=128, number(), number()).prop_map(|(width, a, b)| {
        let unused = 128 - width;
        (width, a << unused >> unused, b << unused >> unused)
    })
}

fn int(width: u32, value: i128) -> Int {
    Int::from_u128(width, value as u128)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2000))]

    #[test]
    fn agrees_with_i128((width, a, b) in pairs()) {
        let unused = 128 - width;
        let wrap = |value: i128| int(width, value);
        let bits = |value: i128| (value as u128) << unused >> unused;
        let (x, y) = (int(width, a), int(width, b));
        let fits = |value: Option<i128>| value.is_some_and(|value| value << unused >> unused == value);
        prop_assert_eq!(x.to_bigint(), BigInt::from(a));
        prop_assert_eq!(signed(&x), a.to_string());
        prop_assert_eq!(unsigned(&x), bits(a).to_string());
        prop_assert_eq!(hex(&x), format!("{:#X}", bits(a)).replace("0X", "0x"));
        prop_assert_eq!(x.add(&y), wrap(a.wrapping_add(b)));
        prop_assert_eq!(x.sub(&y), wrap(a.wrapping_sub(b)));
        prop_assert_eq!(x.mul(&y), wrap(a.wrapping_mul(b)));
        prop_assert_eq!(x.neg(), wrap(a.wrapping_neg()));
        prop_assert_eq!(x.and(&y), wrap(a & b));
        prop_assert_eq!(x.or(&y), wrap(a | b));
        prop_assert_eq!(x.xor(&y), wrap(a ^ b));
        prop_assert_eq!(x.not(), wrap(!a));
        prop_assert_eq!(x.scmp(&y), a.cmp(&b));
        prop_assert_eq!(x.ucmp(&y), bits(a).cmp(&bits(b)));
        prop_assert_eq!(x.sadd_overflow(&y), (wrap(a.wrapping_add(b)), !fits(a.checked_add(b))));
        prop_assert_eq!(x.ssub_overflow(&y), (wrap(a.wrapping_sub(b)), !fits(a.checked_sub(b))));
        prop_assert_eq!(x.smul_overflow(&y), (wrap(a.wrapping_mul(b)), !fits(a.checked_mul(b))));
        let ufits = |value: Option<u128>| value.is_some_and(|value| value << unused >> unused == value);
        prop_assert_eq!(x.uadd_overflow(&y).1, !ufits(bits(a).checked_add(bits(b))));
        prop_assert_eq!(x.usub_overflow(&y).1, bits(a) < bits(b));
        prop_assert_eq!(x.umul_overflow(&y).1, !ufits(bits(a).checked_mul(bits(b))));
        prop_assert_eq!(x.leading_zeros(), bits(a).leading_zeros() - unused);
        prop_assert_eq!(x.trailing_zeros(), bits(a).trailing_zeros().min(width));
        prop_assert_eq!(x.to_i64(), i64::try_from(a).ok());
        prop_assert_eq!(x.to_u64(), u64::try_from(bits(a)).ok());
        prop_assert_eq!(x.udiv(&y), bits(a).checked_div(bits(b)).map(|q| Int::from_u128(width, q)));
        prop_assert_eq!(x.urem(&y), bits(a).checked_rem(bits(b)).map(|q| Int::from_u128(width, q)));
        let quotient = a.checked_div(b).filter(|&q| fits(Some(q)));
        prop_assert_eq!(x.sdiv(&y), quotient.map(wrap));
        prop_assert_eq!(x.srem(&y), (b != 0).then(|| wrap(a.wrapping_rem(b))));
        let floor = |a: i128, b: i128| a.div_euclid(b) - i128::from(b < 0 && a.rem_euclid(b) != 0);
        prop_assert_eq!(x.floordiv(&y), quotient.map(|_| wrap(floor(a, b))));
        let ceil = |a: i128, b: i128| a / b + i128::from(a % b != 0 && (a < 0) == (b < 0));
        prop_assert_eq!(x.ceildiv(&y), quotient.map(|_| wrap(ceil(a, b))));
        let amount = (b.unsigned_abs() % (u128::from(width) + 3)) as u32;
        prop_assert_eq!(x.shl_by(amount), wrap(if amount < width { a << amount } else { 0 }));
        prop_assert_eq!(x.lshr_by(amount), Int::from_u128(width, if amount < width { bits(a) >> amount } else { 0 }));
        prop_assert_eq!(x.ashr_by(amount), wrap(a >> amount.min(127)));
    }

    #[test]
    fn agrees_with_big_integers(width in 65u32..700, a in prop::collection::vec(any::<u64>(), 1..11), b in prop::collection::vec(any::<u64>(), 1..11), amount in 0u32..720) {
        let (x, y) = (Int::from_words(width, &a), Int::from_words(width, &b));
        let (big, other) = (x.to_bigint(), y.to_bigint());
        let modulus = BigInt::from(1) << width;
        let wrap = |value: BigInt| Int::from_big(width, &value);
        prop_assert_eq!(&wrap(big.clone()), &x);
        prop_assert_eq!(&wrap(&big + &modulus), &x);
        prop_assert_eq!(x.add(&y), wrap(&big + &other));
        prop_assert_eq!(x.sub(&y), wrap(&big - &other));
        prop_assert_eq!(x.mul(&y), wrap(&big * &other));
        prop_assert_eq!(x.scmp(&y), big.cmp(&other));
        prop_assert_eq!(x.ucmp(&y), x.to_biguint().cmp(&y.to_biguint()));
        if !y.is_zero() && !x.sdiv_overflows(&y) {
            prop_assert_eq!(x.sdiv(&y), Some(wrap(&big / &other)));
            prop_assert_eq!(x.srem(&y), Some(wrap(&big % &other)));
        }
        prop_assert_eq!(x.shl_by(amount), wrap(&big << amount));
        prop_assert_eq!(x.ashr_by(amount), wrap(&big >> amount));
        prop_assert_eq!(x.lshr_by(amount), wrap(BigInt::from(x.to_biguint()) >> amount));
        prop_assert_eq!(x.sext(width + 77).to_bigint(), big.clone());
        prop_assert_eq!(x.zext(width + 77).to_biguint(), x.to_biguint());
        prop_assert_eq!(x.sext(width + 77).trunc(width), x.clone());
        prop_assert_eq!(signed(&x), big.to_string());
        let text = unsigned(&x);
        prop_assert_eq!(Int::parse(text.as_bytes()).map(|value| value.zext(width)), Some(x.clone()));
        prop_assert_eq!(Int::parse(hex(&x).as_bytes()).map(|value| value.zext(width)), Some(x.clone()));
    }
}
