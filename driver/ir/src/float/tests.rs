//! Expected texts are what mlir-opt 22 prints for the same literal.

use proptest::prelude::*;
use rustc_apfloat::Float;

use super::{FloatKind, Rounded, ToIntegral};
use crate::int::Int;

fn text(kind: FloatKind, bits: u128) -> String {
    let mut out = Vec::new();
    kind.print(bits, &mut out);
    String::from_utf8(out).unwrap()
}

/// What a literal, decimal or hexadecimal, is printed as.
fn reprint(kind: FloatKind, literal: &str) -> String {
    let bits = if literal.starts_with("0x") {
        kind.from_bits(&Int::parse(literal.as_bytes()).unwrap()).unwrap()
    } else {
        kind.parse_decimal(literal.as_bytes()).unwrap()
    };
    text(kind, bits)
}

#[track_caller]
fn check(kind: FloatKind, facts: &[(&str, &str)]) {
    for (literal, expected) in facts {
        assert_eq!(reprint(kind, literal), *expected, "{literal} : {}", kind.keyword());
    }
}

#[test]
fn text_of_wide_formats() {
    check(
        FloatKind::F64,
        &[
            ("1.0e400", "0x7FF0000000000000"),
            ("-1.0e400", "0xFFF0000000000000"),
            ("1.0e-400", "0.000000e+00"),
            ("-0.0", "-0.000000e+00"),
            ("1234567.0", "0x4132D68700000000"),
            ("123456.7", "123456.7"),
            ("1.0e-310", "1.000000e-310"),
            ("4.9e-324", "4.940660e-324"),
        ],
    );
    check(
        FloatKind::F32,
        &[
            ("1.", "1.000000e+00"),
            ("16777217.0", "0x4B800000"),
            ("1.0e400", "0x7F800000"),
            ("1.0e-400", "0.000000e+00"),
            ("0x7FC00001", "0x7FC00001"),
            ("0x7FA00000", "0x7FA00000"),
        ],
    );
    check(
        FloatKind::F80,
        &[
            ("3.14159265358979", "3.14159265358979000737"),
            ("1.e3", "1.000000e+03"),
            ("1.0e300", "1.0000000000000000525E+300"),
            ("1.0e-310", "9.99999999999996944933E-311"),
            ("0x00000000000000000001", "3.645200e-4951"),
            ("0x3FFF8000000000000000", "1.000000e+00"),
            ("0x3FFF0000000000000000", "0x7FFF0000000000000000"),
            ("0x3FFF7FFFFFFFFFFFFFFF", "0x7FFF7FFFFFFFFFFFFFFF"),
            ("0x00008000000000000000", "3.36210314311209350626E-4932"),
            ("0x7FFF0000000000000000", "0x7FFF0000000000000000"),
            ("0x7FFFA000000000000000", "0x7FFFA000000000000000"),
        ],
    );
    check(
        FloatKind::F128,
        &[
            ("3.14159265358979", "3.14159265358979000737349451810587198"),
            ("1.0e-400", "0.000000e+00"),
            ("1.0e-310", "9.99999999999996944932750289769196936E-311"),
            ("0x7FFF8000000000000000000000000000", "0x7FFF8000000000000000000000000000"),
        ],
    );
}

#[test]
fn text_of_narrow_formats() {
    check(FloatKind::F16, &[("0.1", "9.997550e-02"), ("1.e400", "0x7C00"), ("0xFFFF", "0xFFFF")]);
    check(FloatKind::BF16, &[("0.1", "1.000980e-01"), ("0x7FC1", "0x7FC1")]);
    check(FloatKind::TF32, &[("0.1", "9.997550e-02"), ("0x7FFFF", "0x7FFFF")]);
    check(FloatKind::F8E5M2, &[("0.1", "9.375000e-02")]);
    check(FloatKind::F8E4M3, &[("247.0", "2.400000e+02"), ("248.0", "0x78")]);
    check(FloatKind::F8E3M4, &[("15.5", "1.550000e+01"), ("15.75", "0x70")]);
    check(
        FloatKind::F8E4M3FN,
        &[("464.0", "4.480000e+02"), ("465.0", "0x7F"), ("1.0e10", "0x7F"), ("-1.0e400", "0xFF"), ("0xFF", "0xFF")],
    );
    check(
        FloatKind::F8E4M3FNUZ,
        &[
            ("240.0", "2.400000e+02"),
            ("250.0", "0x80"),
            ("-1.0e400", "0x80"),
            ("-0.0", "0.000000e+00"),
            ("1.0e-9", "0.000000e+00"),
            ("-1.0e-9", "0.000000e+00"),
        ],
    );
    check(FloatKind::F8E4M3B11FNUZ, &[("30.0", "3.000000e+01"), ("31.0", "0x80")]);
    check(FloatKind::F6E3M2FN, &[("28.0", "2.800000e+01"), ("30.0", "2.800000e+01"), ("0x3F", "-2.800000e+01")]);
    check(FloatKind::F6E2M3FN, &[("-1.0e30", "-7.500000e+00"), ("0.0625", "0.000000e+00")]);
    check(
        FloatKind::F4E2M1FN,
        &[("1.0e10", "6.000000e+00"), ("-7.0", "-6.000000e+00"), ("5.0", "4.000000e+00"), ("0xF", "-6.000000e+00")],
    );
    check(
        FloatKind::F8E8M0FNU,
        &[
            ("1.0", "1.000000e+00"),
            ("0.0", "5.877470e-39"),
            ("-0.0", "5.877470e-39"),
            ("1.5", "2.000000e+00"),
            ("3.0", "4.000000e+00"),
            ("6.0", "8.000000e+00"),
            ("1.0e-40", "5.877470e-39"),
            ("170141183460469231731687303715884105728.0", "1.701410e+38"),
            ("240141183460469231731687303715884105728.0", "1.701410e+38"),
            ("260141183460469231731687303715884105728.0", "0xFF"),
            ("-1.0", "0xFF"),
        ],
    );
}

#[test]
fn literals_have_a_point_after_a_digit() {
    for literal in
        ["", "-", ".5", "1", "1e5", "1.0e", "1.0e+", "inf", "nan", "-inf", "1.0f", "1..", "0x1.0", " 1.0", "1.0 "]
    {
        assert!(FloatKind::F32.parse_decimal(literal.as_bytes()).is_err(), "{literal}");
    }
    for literal in ["1.", "+1.", "01.0", "1.e3", "1.E+3", "1.0e-99999999999999999999", "0.0e99999999999999999999"] {
        assert!(FloatKind::F32.parse_decimal(literal.as_bytes()).is_ok(), "{literal}");
    }
}

#[test]
fn parameters() {
    for kind in FloatKind::ALL {
        assert_eq!(FloatKind::from_keyword(kind.keyword().as_bytes()), Some(kind));
        assert!(kind.fits_in(kind));
        assert_eq!(kind.is_nan(kind.nan()), kind.has_nan());
        assert_eq!(kind.is_infinity(kind.infinity(true)), kind.has_infinity());
        assert!(kind.is_finite(kind.largest(true)));
        assert_eq!(kind.is_zero(kind.zero(true)), kind.has_zero());
        assert_eq!(text(kind, kind.one(false)), "1.000000e+00");
        assert!(kind.convert(kind.largest(false), FloatKind::F128).exact);
        assert!(kind.fits_in(FloatKind::F128));
    }
    assert_eq!(text(FloatKind::F8E4M3FN, FloatKind::F8E4M3FN.largest(false)), "4.480000e+02");
    assert_eq!(FloatKind::F80.largest(false), 0x7FFE_FFFF_FFFF_FFFF_FFFF);
    assert!(FloatKind::BF16.fits_in(FloatKind::F32) && !FloatKind::F16.fits_in(FloatKind::BF16));
    assert!(!FloatKind::F8E8M0FNU.fits_in(FloatKind::F16) && FloatKind::F8E8M0FNU.fits_in(FloatKind::BF16));
    assert_eq!(FloatKind::F4E2M1FN.from_bits(&Int::from_u64(8, 0x1F)), None);
}

#[test]
fn nans_keep_what_fits() {
    let convert = |from: FloatKind, bits, to: FloatKind| from.convert(bits, to);
    let rounded = |bits, exact| Rounded { bits, exact };
    assert_eq!(convert(FloatKind::F8E4M3FN, 0xFF, FloatKind::F32), rounded(0xFFF0_0000, true));
    assert_eq!(convert(FloatKind::F8E4M3FNUZ, 0x80, FloatKind::F32), rounded(0x7FC0_0000, true));
    assert_eq!(convert(FloatKind::F8E8M0FNU, 0xFF, FloatKind::F32), rounded(0x7FC0_0000, true));
    assert_eq!(convert(FloatKind::F32, 0x7FC1_2345, FloatKind::F16), rounded(0x7E09, false));
    assert_eq!(convert(FloatKind::F32, 0x7F80_0001, FloatKind::F64), rounded(0x7FF8_0000_2000_0000, true));
    assert_eq!(convert(FloatKind::F32, 0xFF80_0000, FloatKind::F8E4M3FN), rounded(0xFF, false));
}

#[test]
fn integers() {
    let to_int = |kind: FloatKind, literal: &str, width, signed| {
        kind.to_int(kind.parse_decimal(literal.as_bytes()).unwrap(), width, signed)
            .map(|(value, exact)| (value.to_i64().unwrap(), exact))
    };
    assert_eq!(to_int(FloatKind::F32, "-1.5", 32, true), Some((-1, false)));
    assert_eq!(to_int(FloatKind::F32, "-0.5", 32, false), Some((0, false)));
    assert_eq!(to_int(FloatKind::F32, "-1.0", 32, false), None);
    assert_eq!(to_int(FloatKind::F32, "127.9", 8, true), Some((127, false)));
    assert_eq!(to_int(FloatKind::F32, "128.0", 8, true), None);
    assert_eq!(to_int(FloatKind::F32, "-128.0", 8, true), Some((-128, true)));
    assert_eq!(to_int(FloatKind::F32, "-129.0", 8, true), None);
    assert_eq!(to_int(FloatKind::F32, "255.0", 8, false), Some((-1, true)));
    assert_eq!(to_int(FloatKind::F64, "1.0e400", 64, true), None);
    assert_eq!(to_int(FloatKind::F64, "1.0e-300", 64, true), Some((0, false)));
    let huge = Int::from_words(300, &[1, 0, 0, 0, 1 << 40]);
    let rounded = FloatKind::F64.from_int(&huge, true);
    assert_eq!((FloatKind::F64.to_f64(rounded.bits), rounded.exact), (2f64.powi(296), false));
    assert_eq!(FloatKind::F64.to_int(rounded.bits, 300, true), Some((Int::one_bit(300, 296), true)));
    assert_eq!(FloatKind::F16.from_int(&Int::from_u64(32, 65520), false), Rounded { bits: 0x7C00, exact: false });
    assert_eq!(FloatKind::F16.from_int(&Int::from_u64(32, 65519), false), Rounded { bits: 0x7BFF, exact: false });
    assert_eq!(FloatKind::F32.from_int(&Int::from_i64(8, -1), false).bits, u128::from(255f32.to_bits()));
}

#[test]
fn minima_and_maxima() {
    let kind = FloatKind::F32;
    let bits = |value: f32| u128::from(value.to_bits());
    let nan = kind.nan();
    assert_eq!(kind.minimum(bits(1.0), nan), nan);
    assert_eq!(kind.minnum(bits(1.0), nan), bits(1.0));
    assert_eq!(kind.maxnum(nan, bits(1.0)), bits(1.0));
    assert_eq!(kind.maximum(bits(-0.0), bits(0.0)), bits(0.0));
    assert_eq!(kind.minimum(bits(0.0), bits(-0.0)), bits(-0.0));
    assert_eq!(kind.maximum(bits(3.0), bits(-4.0)), bits(3.0));
    assert_eq!(kind.minimum(bits(3.0), bits(-4.0)), bits(-4.0));
}

#[test]
fn division_in_formats_without_nan() {
    let kind = FloatKind::F4E2M1FN;
    assert_eq!(kind.div(kind.one(false), 0), None);
    assert_eq!(kind.rem(0, 0), None);
    assert_eq!(kind.add(kind.largest(true), kind.largest(true)), kind.largest(true));
    assert_eq!(FloatKind::F8E4M3FN.div(0, 0), Some(0x7F));
}

fn single() -> impl Strategy<Value = u32> {
    prop_oneof![
        4 => any::<u32>(),
        2 => any::<u32>().prop_map(|bits| bits & 0x807F_FFFF | (0x3F00_0000 + (bits >> 5 & 0x0300_0000))),
        1 => any::<u8>().prop_map(|bits| u32::from(bits) << 24),
        1 => any::<u16>().prop_map(|bits| u32::from(bits & 0x8FFF)),
        2 => (-200i32..200).prop_map(|value| (value as f32 / 8.0).to_bits()),
    ]
}

fn double() -> impl Strategy<Value = u64> {
    prop_oneof![
        3 => any::<u64>(),
        3 => (any::<u64>(), 1020u64..1028).prop_map(|(bits, exponent)| bits & 0x800F_FFFF_FFFF_FFFF | exponent << 52),
        2 => any::<f32>().prop_map(|value| f64::from(value).to_bits()),
        1 => any::<u32>().prop_map(u64::from),
        1 => (any::<i64>(), 0i32..40).prop_map(|(value, scale)| (value as f64 / 10f64.powi(scale)).to_bits()),
    ]
}

/// Bits of a format, as a number of the format that APFloat's port has.
fn compare_with_apfloat<F: Float>(kind: FloatKind, a: u128, b: u128) -> Result<(), TestCaseError> {
    let (a, b) = (kind.canonical(a), kind.canonical(b));
    let (x, y) = (F::from_bits(a), F::from_bits(b));
    prop_assert_eq!(x.to_bits(), a);
    // The port makes other NaNs of operations than LLVM does.
    let same = |ours: u128, theirs: F| {
        if theirs.is_nan() { kind.is_nan(ours) } else { ours == theirs.to_bits() }
    };
    prop_assert_eq!(kind.is_nan(a), x.is_nan());
    prop_assert_eq!(kind.is_infinity(a), x.is_infinite());
    prop_assert_eq!(kind.is_zero(a), x.is_zero());
    prop_assert_eq!(kind.cmp(a, b), x.partial_cmp(&y));
    prop_assert!(same(kind.add(a, b), (x + y).value), "{:x} + {:x}", a, b);
    prop_assert!(same(kind.sub(a, b), (x - y).value), "{:x} - {:x}", a, b);
    prop_assert!(same(kind.mul(a, b), (x * y).value), "{:x} * {:x}", a, b);
    prop_assert!(same(kind.div(a, b).unwrap(), (x / y).value), "{:x} / {:x}", a, b);
    for (how, round) in [
        (ToIntegral::Truncate, rustc_apfloat::Round::TowardZero),
        (ToIntegral::Floor, rustc_apfloat::Round::TowardNegative),
        (ToIntegral::Ceil, rustc_apfloat::Round::TowardPositive),
        (ToIntegral::NearestEven, rustc_apfloat::Round::NearestTiesToEven),
        (ToIntegral::NearestAway, rustc_apfloat::Round::NearestTiesToAway),
    ] {
        prop_assert!(same(kind.round_to_integral(a, how), x.round_to_integral(round).value), "{:?} {:x}", how, a);
    }
    let integer = x.to_i128(40);
    let ours = kind.to_int(a, 40, true);
    let exact = integer.status.is_empty();
    let valid = !integer.status.contains(rustc_apfloat::Status::INVALID_OP);
    prop_assert_eq!(ours, valid.then(|| (Int::from_u128(40, integer.value as u128), exact)));
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(4000))]

    #[test]
    fn single_agrees_with_the_machine(a in single(), b in single()) {
        compare_with_apfloat::<rustc_apfloat::ieee::Single>(FloatKind::F32, a.into(), b.into())?;
        let (x, y) = (f32::from_bits(a), f32::from_bits(b));
        let kind = FloatKind::F32;
        let rem = kind.rem(a.into(), b.into()).unwrap();
        let same = if (x % y).is_nan() { kind.is_nan(rem) } else { rem == u128::from((x % y).to_bits()) };
        prop_assert!(same, "{} % {}", x, y);
    }

    #[test]
    fn double_agrees_with_the_machine(a in double(), b in double()) {
        compare_with_apfloat::<rustc_apfloat::ieee::Double>(FloatKind::F64, a.into(), b.into())?;
        let (x, y) = (f64::from_bits(a), f64::from_bits(b));
        let kind = FloatKind::F64;
        let rem = kind.rem(a.into(), b.into()).unwrap();
        let same = if (x % y).is_nan() { kind.is_nan(rem) } else { rem == u128::from((x % y).to_bits()) };
        prop_assert!(same, "{} % {}", x, y);
        if !x.is_nan() {
            prop_assert_eq!(kind.convert(a.into(), FloatKind::F32).bits, u128::from((x as f32).to_bits()));
        }
    }

    #[test]
    fn others_agree_with_apfloat(a in any::<u128>(), b in any::<u128>(), near in 0u32..200) {
        use rustc_apfloat::ieee;
        // Exponents of the wide formats near each other, so that their significands meet.
        let close = |width: u32, bits: u128| bits & ((1 << (width - 16)) - 1) | (bits >> 127) << (width - 1) | u128::from(0x3FFF - near) << (width - 16);
        compare_with_apfloat::<ieee::Half>(FloatKind::F16, a, b)?;
        compare_with_apfloat::<ieee::BFloat>(FloatKind::BF16, a, b)?;
        compare_with_apfloat::<ieee::Float8E5M2>(FloatKind::F8E5M2, a, b)?;
        compare_with_apfloat::<ieee::Float8E4M3FN>(FloatKind::F8E4M3FN, a, b)?;
        compare_with_apfloat::<ieee::Quad>(FloatKind::F128, a, b)?;
        compare_with_apfloat::<ieee::Quad>(FloatKind::F128, close(128, a), b & !(0x3F << 112) | (0x3FC0 << 112))?;
        let integer = 1u128 << 63;
        compare_with_apfloat::<ieee::X87DoubleExtended>(FloatKind::F80, a | integer, b | integer)?;
        compare_with_apfloat::<ieee::X87DoubleExtended>(FloatKind::F80, close(80, a) | integer, b & 0x8000_FFFF_FFFF_FFFF_FFFF | 0x3FFF << 64 | integer)?;
    }

    #[test]
    fn printed_text_reads_back(single in single(), double in double()) {
        let text32 = text(FloatKind::F32, single.into());
        if !text32.starts_with("0x") {
            prop_assert_eq!(text32.parse::<f32>().unwrap().to_bits(), single, "{}", text32);
        }
        let text64 = text(FloatKind::F64, double.into());
        if !text64.starts_with("0x") {
            prop_assert_eq!(text64.parse::<f64>().unwrap().to_bits(), double, "{}", text64);
            prop_assert_eq!(FloatKind::F64.parse_decimal(text64.as_bytes()), Ok(double.into()));
        }
    }

    #[test]
    fn conversions_round_trip(bits in any::<u128>(), from in 0..FloatKind::ALL.len(), to in 0..FloatKind::ALL.len()) {
        let (from, to) = (FloatKind::ALL[from], FloatKind::ALL[to]);
        let bits = from.canonical(bits);
        let there = from.convert(bits, to);
        if !from.is_nan(bits) {
            if from.fits_in(to) {
                prop_assert!(there.exact);
            }
            if there.exact {
                prop_assert_eq!(to.convert(there.bits, from).bits, bits);
            }
        }
        prop_assert!(there.bits >> 1 >> (to.width() - 1) == 0);
    }
}
