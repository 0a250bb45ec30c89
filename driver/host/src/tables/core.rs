//! `plugopt.core`

use crate::session::*;
use plugopt_dialect::asm::OpView;
use plugopt_dialect::{OpDef, Registry, diagnostic};
use plugopt_ir as ir;
use plugopt_ir::{Diagnostic, FloatKind, Int, OpRef, Severity};
use plugopt_plugin::raw::{self, Status};
use std::cmp::Ordering;

pub(crate) fn last_error(s: &Session) -> Done<Vec<u8>> {
    Ok(s.last_error())
}

pub(crate) fn set_error(s: &Session, message: &[u8]) -> Done<()> {
    s.fail(Status::FAILURE, message);
    Ok(())
}

/// Whether a handle can be used; the reason why not is no error.
fn alive<T: Convert>(s: &Session, raw: T::Raw) -> Done<bool> {
    match T::from_raw(s, raw) {
        Ok(_) => Ok(true),
        Err(Status::STALE_HANDLE) => Ok(false),
        Err(other) => Err(other),
    }
}

pub(crate) fn op_is_alive(s: &Session, op: raw::Op) -> Done<bool> {
    alive::<OpRef>(s, op)
}

pub(crate) fn block_is_alive(s: &Session, block: raw::Block) -> Done<bool> {
    alive::<BlockRef>(s, block)
}

pub(crate) fn region_is_alive(s: &Session, region: raw::Region) -> Done<bool> {
    alive::<RegionRef>(s, region)
}

pub(crate) fn value_is_alive(s: &Session, value: raw::Value) -> Done<bool> {
    alive::<ValueRef>(s, value)
}

pub(crate) fn context_id(s: &Session) -> Done<u32> {
    Ok(s.context().id())
}

pub(crate) fn allows_unregistered_dialects(s: &Session) -> Done<bool> {
    Ok(s.context().allows_unregistered_dialects())
}

pub(crate) fn has_dialect(s: &Session, name: &[u8]) -> Done<bool> {
    let name = std::str::from_utf8(name).unwrap_or_default();
    Ok(Registry::of(s.context()).is_known_dialect(name))
}

pub(crate) fn ident(s: &Session, text: &[u8]) -> Done<ir::Ident> {
    Ok(s.context().ident(text))
}

pub(crate) fn ident_text(s: &Session, ident: ir::Ident) -> Done<&'static [u8]> {
    Ok(s.context().bytes(ident))
}

pub(crate) fn op_name(s: &Session, text: &[u8]) -> Done<ir::OpName> {
    Ok(s.context().op_name(text))
}

pub(crate) fn op_name_text(s: &Session, name: ir::OpName) -> Done<&'static [u8]> {
    Ok(s.context().op_name_bytes(name))
}

pub(crate) fn op_name_dialect(s: &Session, name: ir::OpName) -> Done<&'static [u8]> {
    Ok(s.context().bytes(s.context().op_info(name).dialect))
}

pub(crate) fn op_name_is_registered(s: &Session, name: ir::OpName) -> Done<bool> {
    Ok(s.context().op_info(name).registered)
}

pub(crate) fn op_name_has_trait(s: &Session, name: ir::OpName, trait_: &[u8]) -> Done<bool> {
    let info = s.context().op_info(name);
    let name = std::str::from_utf8(trait_).unwrap_or_default();
    if let Some(bits) = super::ir_read::trait_bits(name) {
        return Ok(info.has(bits));
    }
    Ok(OpDef::of(info).is_some_and(|def| def.trait_list.iter().any(|t| super::ir_read::trait_name(t) == name)))
}

pub(crate) fn op_name_has_interface(s: &Session, name: ir::OpName, interface: &[u8]) -> Done<bool> {
    let context = s.context();
    let (interface, revision) = match interface.iter().rposition(|&b| b == b'/') {
        Some(at) => {
            let revision = std::str::from_utf8(&interface[at + 1..]).ok().and_then(|text| text.parse().ok());
            (&interface[..at], revision.unwrap_or(1))
        }
        None => (interface, 1),
    };
    Ok(Registry::of(context).interface(context, name, context.ident(interface), revision).is_some())
}

pub(crate) fn op_name_attribute_names(s: &Session, name: ir::OpName, names: &mut Out<ir::Ident>) -> Done<()> {
    names.extend(s.context().op_info(name).properties.iter().copied());
    Ok(())
}

fn severity(s: &Session, severity: raw::Severity) -> Done<Severity> {
    Ok(match severity {
        raw::Severity::ERROR => Severity::Error,
        raw::Severity::WARNING => Severity::Warning,
        raw::Severity::REMARK => Severity::Remark,
        raw::Severity::NOTE => Severity::Note,
        _ => return Err(s.fail(Status::INVALID_ARGUMENT, "there is no such severity")),
    })
}

fn with_notes(s: &Session, mut diagnostic: Diagnostic, notes: &[raw::Note]) -> Done<Diagnostic> {
    for note in notes {
        let location = Option::<ir::Location>::from_raw(s, note.location)?.unwrap_or(ir::Location::UNKNOWN);
        // SAFETY: the notes are valid for the call.
        diagnostic = diagnostic.with_note(location, unsafe { take_bytes(s, note.message) }?);
    }
    Ok(diagnostic)
}

pub(crate) fn emit(
    s: &Session,
    level: raw::Severity,
    location: ir::Location,
    message: &[u8],
    notes: &[raw::Note],
) -> Done<()> {
    let diagnostic = Diagnostic::new(severity(s, level)?, location, message);
    s.context().diagnostics().emit(with_notes(s, diagnostic, notes)?);
    Ok(())
}

pub(crate) fn op_emit(s: &Session, op: OpRef, level: raw::Severity, message: &[u8], notes: &[raw::Note]) -> Done<()> {
    let view = OpView { ir: s.ir()?, op };
    emit_with_level(s, diagnostic::op_error(view, message), level, notes)
}

pub(crate) fn op_emit_plain(
    s: &Session,
    op: OpRef,
    level: raw::Severity,
    message: &[u8],
    notes: &[raw::Note],
) -> Done<()> {
    let view = OpView { ir: s.ir()?, op };
    emit_with_level(s, diagnostic::error(view, message), level, notes)
}

fn emit_with_level(s: &Session, mut diagnostic: Diagnostic, level: raw::Severity, notes: &[raw::Note]) -> Done<()> {
    diagnostic.severity = severity(s, level)?;
    s.context().diagnostics().emit(with_notes(s, diagnostic, notes)?);
    Ok(())
}

pub(crate) fn log_enabled(_: &Session, level: raw::LogLevel, _target: &[u8]) -> Done<bool> {
    use tracing::Level;
    Ok(match level {
        raw::LogLevel::ERROR => tracing::enabled!(target: "plugin", Level::ERROR),
        raw::LogLevel::WARN => tracing::enabled!(target: "plugin", Level::WARN),
        raw::LogLevel::INFO => tracing::enabled!(target: "plugin", Level::INFO),
        raw::LogLevel::DEBUG => tracing::enabled!(target: "plugin", Level::DEBUG),
        _ => tracing::enabled!(target: "plugin", Level::TRACE),
    })
}

pub(crate) fn log(_: &Session, level: raw::LogLevel, target: &[u8], message: &[u8]) -> Done<()> {
    let (from, text) = (String::from_utf8_lossy(target), String::from_utf8_lossy(message));
    match level {
        raw::LogLevel::ERROR => tracing::error!(target: "plugin", %from, "{text}"),
        raw::LogLevel::WARN => tracing::warn!(target: "plugin", %from, "{text}"),
        raw::LogLevel::INFO => tracing::info!(target: "plugin", %from, "{text}"),
        raw::LogLevel::DEBUG => tracing::debug!(target: "plugin", %from, "{text}"),
        _ => tracing::trace!(target: "plugin", %from, "{text}"),
    }
    Ok(())
}

// ---- numbers ----------------------------------------------------------------------------------------------------------------

pub(crate) fn int_binary(
    s: &Session,
    op: raw::IntOp,
    width: u32,
    lhs: &[u64],
    rhs: &[u64],
    words: &mut Out<u64>,
) -> Done<(bool, bool)> {
    if width > ir::types::MAX_INTEGER_WIDTH {
        return Err(s.fail(Status::INVALID_ARGUMENT, "the width is too large"));
    }
    let (a, b) = (Int::from_words(width, lhs), Int::from_words(width, rhs));
    let none = || Status::NO_MATCH;
    let wide = width.saturating_mul(2).saturating_add(1);
    let exact = |f: &dyn Fn(&Int, &Int) -> Int| {
        let signed = f(&a.sext(wide), &b.sext(wide));
        let unsigned = f(&a.zext(wide), &b.zext(wide));
        let result = unsigned.trunc(width);
        (result.sext(wide) != signed, result.zext(wide) != unsigned, result)
    };
    let shift = |f: &dyn Fn(u32) -> Int| -> Done<Int> {
        let amount = b.to_u64().filter(|n| *n < u64::from(width)).ok_or_else(none)?;
        Ok(f(amount as u32))
    };
    let mut overflow = (false, false);
    let result = match op {
        raw::IntOp::ADD | raw::IntOp::SUB | raw::IntOp::MUL => {
            let (signed, unsigned, result) = match op {
                raw::IntOp::ADD => exact(&|a, b| a.add(b)),
                raw::IntOp::SUB => exact(&|a, b| a.sub(b)),
                _ => exact(&|a, b| a.mul(b)),
            };
            overflow = (signed, unsigned);
            result
        }
        raw::IntOp::DIV_U => a.udivrem(&b).ok_or_else(none)?.0,
        raw::IntOp::REM_U => a.udivrem(&b).ok_or_else(none)?.1,
        raw::IntOp::DIV_S => {
            overflow.0 = a.is_signed_min() && b.is_all_ones();
            a.sdivrem(&b).ok_or_else(none)?.0
        }
        raw::IntOp::REM_S => a.sdivrem(&b).ok_or_else(none)?.1,
        raw::IntOp::AND => a.and(&b),
        raw::IntOp::OR => a.or(&b),
        raw::IntOp::XOR => a.xor(&b),
        raw::IntOp::SHL => shift(&|n| a.shl_by(n))?,
        raw::IntOp::SHR_U => shift(&|n| a.lshr_by(n))?,
        raw::IntOp::SHR_S => shift(&|n| a.ashr_by(n))?,
        _ => return Err(s.fail(Status::INVALID_ARGUMENT, "there is no such operation")),
    };
    words.extend(result.words().iter().copied());
    Ok(overflow)
}

fn ordering(ordering: Ordering) -> raw::Ordering {
    match ordering {
        Ordering::Less => raw::Ordering::LESS,
        Ordering::Equal => raw::Ordering::EQUAL,
        Ordering::Greater => raw::Ordering::GREATER,
    }
}

pub(crate) fn int_compare(s: &Session, width: u32, is_signed: bool, lhs: &[u64], rhs: &[u64]) -> Done<raw::Ordering> {
    if width > ir::types::MAX_INTEGER_WIDTH {
        return Err(s.fail(Status::INVALID_ARGUMENT, "the width is too large"));
    }
    let (a, b) = (Int::from_words(width, lhs), Int::from_words(width, rhs));
    let by_sign = if is_signed { b.is_negative().cmp(&a.is_negative()) } else { Ordering::Equal };
    Ok(ordering(by_sign.then_with(|| a.words().iter().rev().cmp(b.words().iter().rev()))))
}

/// Formats in the order of `float_kind`.
const KINDS: [FloatKind; 18] = [
    FloatKind::F16,
    FloatKind::BF16,
    FloatKind::F32,
    FloatKind::F64,
    FloatKind::F80,
    FloatKind::F128,
    FloatKind::TF32,
    FloatKind::F8E5M2,
    FloatKind::F8E4M3,
    FloatKind::F8E4M3FN,
    FloatKind::F8E5M2FNUZ,
    FloatKind::F8E4M3FNUZ,
    FloatKind::F8E4M3B11FNUZ,
    FloatKind::F8E3M4,
    FloatKind::F8E8M0FNU,
    FloatKind::F6E2M3FN,
    FloatKind::F6E3M2FN,
    FloatKind::F4E2M1FN,
];

pub(crate) fn kind(s: &Session, kind: raw::FloatKind) -> Done<FloatKind> {
    let found = KINDS.get(kind.0 as usize).copied();
    found.ok_or_else(|| s.fail(Status::INVALID_ARGUMENT, "there is no such floating point format"))
}

pub(crate) fn raw_kind(kind: FloatKind) -> raw::FloatKind {
    raw::FloatKind(KINDS.iter().position(|k| *k == kind).map_or(u32::MAX, |at| at as u32))
}

pub(crate) fn to_bits(bits: raw::Bits128) -> u128 {
    u128::from(bits.low) | u128::from(bits.high) << 64
}

pub(crate) fn from_bits(bits: u128) -> raw::Bits128 {
    raw::Bits128 { low: bits as u64, high: (bits >> 64) as u64 }
}

/// Bits of a format, without what is above its width.
fn checked(kind: FloatKind, bits: raw::Bits128) -> u128 {
    kind.canonical(to_bits(bits))
}

pub(crate) fn float_binary(
    s: &Session,
    format: raw::FloatKind,
    op: raw::FloatOp,
    lhs: raw::Bits128,
    rhs: raw::Bits128,
) -> Done<raw::Bits128> {
    let kind = kind(s, format)?;
    let (a, b) = (checked(kind, lhs), checked(kind, rhs));
    let undefined = || s.fail(Status::UNSUPPORTED, "the format has no value for the result");
    Ok(from_bits(match op {
        raw::FloatOp::ADD => kind.add(a, b),
        raw::FloatOp::SUB => kind.sub(a, b),
        raw::FloatOp::MUL => kind.mul(a, b),
        raw::FloatOp::DIV => kind.div(a, b).ok_or_else(undefined)?,
        raw::FloatOp::REM => kind.rem(a, b).ok_or_else(undefined)?,
        raw::FloatOp::MINIMUM => kind.minimum(a, b),
        raw::FloatOp::MAXIMUM => kind.maximum(a, b),
        raw::FloatOp::MINNUM => kind.minnum(a, b),
        raw::FloatOp::MAXNUM => kind.maxnum(a, b),
        raw::FloatOp::NEG => kind.neg(a),
        raw::FloatOp::ABS => kind.abs(a),
        raw::FloatOp::COPYSIGN if kind.is_negative(a) == kind.is_negative(b) => a,
        raw::FloatOp::COPYSIGN => kind.neg(a),
        _ => return Err(s.fail(Status::INVALID_ARGUMENT, "there is no such operation")),
    }))
}

pub(crate) fn float_compare(
    s: &Session,
    format: raw::FloatKind,
    lhs: raw::Bits128,
    rhs: raw::Bits128,
) -> Done<raw::Ordering> {
    let kind = kind(s, format)?;
    Ok(kind.cmp(checked(kind, lhs), checked(kind, rhs)).map_or(raw::Ordering::UNORDERED, ordering))
}

pub(crate) fn float_convert(
    s: &Session,
    from: raw::FloatKind,
    to: raw::FloatKind,
    bits: raw::Bits128,
    mode: raw::Rounding,
) -> Done<(raw::Bits128, bool)> {
    let (from, to) = (kind(s, from)?, kind(s, to)?);
    let rounded = from.convert(checked(from, bits), to);
    if !rounded.exact && mode != raw::Rounding::NEAREST_EVEN {
        return Err(s.fail(Status::UNSUPPORTED, "only rounding to nearest, ties to even, is supported"));
    }
    Ok((from_bits(rounded.bits), rounded.exact))
}

pub(crate) fn float_from_int(
    s: &Session,
    format: raw::FloatKind,
    width: u32,
    is_signed: bool,
    words: &[u64],
) -> Done<raw::Bits128> {
    Ok(from_bits(kind(s, format)?.from_int(&Int::from_words(width, words), is_signed).bits))
}

pub(crate) fn float_to_int(
    s: &Session,
    format: raw::FloatKind,
    bits: raw::Bits128,
    width: u32,
    is_signed: bool,
    words: &mut Out<u64>,
) -> Done<()> {
    let kind = kind(s, format)?;
    let (value, _) = kind.to_int(checked(kind, bits), width, is_signed).ok_or(Status::NO_MATCH)?;
    words.extend(value.words().iter().copied());
    Ok(())
}

pub(crate) fn float_from_f64(s: &Session, format: raw::FloatKind, value: f64) -> Done<raw::Bits128> {
    Ok(from_bits(kind(s, format)?.from_f64(value).bits))
}

pub(crate) fn float_to_f64(s: &Session, format: raw::FloatKind, bits: raw::Bits128) -> Done<f64> {
    let kind = kind(s, format)?;
    Ok(kind.to_f64(checked(kind, bits)))
}
