//! The loan of the IR that a callback has got.

use crate::error::{Error, Result};
use crate::raw::{self, Status};
use crate::tables;
use core::fmt;
use core::marker::PhantomData;

/// The current loan of the IR. Everything that a callback gets or makes carries it; none of that outlives the callback.
#[derive(Clone, Copy)]
pub struct Session<'s> {
    pointer: *mut raw::Session,
    loan: PhantomData<&'s raw::Session>,
}

impl<'s> Session<'s> {
    /// # Safety
    /// `pointer` is the session of a callback that lasts for `'s`, on its thread.
    pub(crate) unsafe fn new(pointer: *mut raw::Session) -> Self {
        Session { pointer, loan: PhantomData }
    }

    #[inline(always)]
    pub(crate) fn as_ptr(self) -> *mut raw::Session {
        self.pointer
    }

    /// Ends the hook or pass where a call failed by a mistake of the plugin.
    #[inline(always)]
    pub(crate) fn check(self, status: Status) {
        if status != Status::OK {
            self.raise(status);
        }
    }

    #[inline(always)]
    pub(crate) fn result(self, status: Status) -> Result<()> {
        if status == Status::OK { Ok(()) } else { Err(self.error(status)) }
    }

    #[cold]
    pub(crate) fn error(self, status: Status) -> Error {
        if status == Status::FAILURE { Error::reported() } else { Error::of(status, self.last_error()) }
    }

    #[cold]
    #[inline(never)]
    fn raise(self, status: Status) -> ! {
        // Not `panic!`: the hook of panics would print a message that is for the host to report.
        std::panic::resume_unwind(Box::new(self.error(status)))
    }
}

impl fmt::Debug for Session<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Session")
    }
}

/// Bytes of an identifier or string, usually UTF-8. They live as long as their context.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Default)]
pub struct Text<'s>(&'s [u8]);

impl<'s> Text<'s> {
    /// The bytes.
    pub fn as_bytes(self) -> &'s [u8] {
        self.0
    }

    /// The text, if it is UTF-8.
    pub fn as_str(self) -> Option<&'s str> {
        core::str::from_utf8(self.0).ok()
    }
}

impl AsRef<[u8]> for Text<'_> {
    fn as_ref(&self) -> &[u8] {
        self.0
    }
}

impl core::ops::Deref for Text<'_> {
    type Target = [u8];
    fn deref(&self) -> &[u8] {
        self.0
    }
}

impl PartialEq<str> for Text<'_> {
    fn eq(&self, other: &str) -> bool {
        self.0 == other.as_bytes()
    }
}

impl PartialEq<&str> for Text<'_> {
    fn eq(&self, other: &&str) -> bool {
        self.0 == other.as_bytes()
    }
}

impl fmt::Display for Text<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match core::str::from_utf8(self.0) {
            Ok(text) => f.pad(text),
            Err(_) => f.pad(&String::from_utf8_lossy(self.0)),
        }
    }
}

impl fmt::Debug for Text<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(&String::from_utf8_lossy(self.0), f)
    }
}

impl<'s> From<&'s str> for Text<'s> {
    fn from(text: &'s str) -> Self {
        Text(text.as_bytes())
    }
}

/// Absent bytes.
pub(crate) const NO_BYTES: raw::Bytes = raw::Bytes { pointer: core::ptr::null(), length: 0 };

/// Bytes as they cross. An empty slice has a pointer that is not null, so that it does not read as absent.
#[inline(always)]
pub(crate) fn raw_bytes(bytes: &[u8]) -> raw::Bytes {
    raw::Bytes { pointer: bytes.as_ptr(), length: bytes.len() }
}

/// What has a form that crosses and a safe form.
pub trait Wrap<'s>: Copy {
    /// The form that crosses.
    type Raw: Copy + 's;
    /// The safe form.
    #[doc(hidden)]
    fn wrap(raw: Self::Raw, session: Session<'s>) -> Self;
    /// The form that crosses.
    #[doc(hidden)]
    fn into_raw(self) -> Self::Raw;
}

impl<'s> Wrap<'s> for Text<'s> {
    type Raw = raw::Bytes;
    #[inline(always)]
    fn wrap(raw: raw::Bytes, _: Session<'s>) -> Self {
        if raw.pointer.is_null() || raw.length == 0 {
            return Text(&[]);
        }
        // SAFETY: the specification says that bytes from the host live as long as their context, which outlives the session.
        Text(unsafe { core::slice::from_raw_parts(raw.pointer, raw.length) })
    }
    #[inline(always)]
    fn into_raw(self) -> raw::Bytes {
        raw_bytes(self.0)
    }
}

impl<'s> Wrap<'s> for Option<Text<'s>> {
    type Raw = raw::Bytes;
    #[inline(always)]
    fn wrap(raw: raw::Bytes, session: Session<'s>) -> Self {
        (!raw.pointer.is_null()).then(|| Text::wrap(raw, session))
    }
    #[inline(always)]
    fn into_raw(self) -> raw::Bytes {
        self.map_or(raw::Bytes { pointer: core::ptr::null(), length: 0 }, |text| raw_bytes(text.0))
    }
}

impl<'s> Wrap<'s> for bool {
    type Raw = u8;
    #[inline(always)]
    fn wrap(raw: u8, _: Session<'s>) -> Self {
        raw != 0
    }
    #[inline(always)]
    fn into_raw(self) -> u8 {
        u8::from(self)
    }
}

macro_rules! as_they_are {
    ($($ty:ty),* $(,)?) => {$(
        impl<'s> Wrap<'s> for $ty {
            type Raw = $ty;
            #[inline(always)]
            fn wrap(raw: $ty, _: Session<'s>) -> Self {
                raw
            }
            #[inline(always)]
            fn into_raw(self) -> $ty {
                self
            }
        }
    )*};
}

as_they_are!(
    u8,
    u32,
    u64,
    i64,
    usize,
    f64,
    raw::Status,
    raw::TypeKind,
    raw::AttributeKind,
    raw::Signedness,
    raw::FloatKind,
    raw::LocationKind,
    raw::AffineKind,
    raw::Ordering,
    raw::SlotKind,
    raw::Bits128,
    raw::UnresolvedOperand,
    raw::Argument,
    raw::RegionSuccessor,
    raw::Effect,
);

impl<'s> Session<'s> {
    /// `iN`
    pub fn signless_type(self, width: u32) -> crate::Type<'s> {
        self.integer_type(width, raw::Signedness::SIGNLESS)
    }

    /// `value : type`
    pub fn integer_attr(self, ty: crate::Type<'s>, value: i64) -> crate::Attribute<'s> {
        self.integer_attr_of(ty, value)
    }

    /// `value : index`
    pub fn index_attr(self, value: i64) -> crate::Attribute<'s> {
        self.integer_attr_of(self.index_type(), value)
    }

    /// `value : i64`
    pub fn i64_attr(self, value: i64) -> crate::Attribute<'s> {
        self.integer_attr_of(self.signless_type(64), value)
    }

    /// `value : i32`
    pub fn i32_attr(self, value: i32) -> crate::Attribute<'s> {
        self.integer_attr_of(self.signless_type(32), i64::from(value))
    }

    /// `"value"`
    pub fn string_attr(self, value: impl AsRef<[u8]>) -> crate::Attribute<'s> {
        self.string_attr_of(value, None)
    }

    /// `@name`
    pub fn flat_symbol_ref_attr(self, name: impl AsRef<[u8]>) -> crate::Attribute<'s> {
        self.symbol_ref_attr(&[self.ident(name)])
    }

    /// `array<i64: …>`
    pub fn i64_array_attr(self, values: &[i64]) -> crate::Attribute<'s> {
        self.integer_array_attr(self.signless_type(64), values)
    }

    /// `array<i32: …>`
    pub fn i32_array_attr(self, values: &[i64]) -> crate::Attribute<'s> {
        self.integer_array_attr(self.signless_type(32), values)
    }

    /// The dictionary of some names and attributes.
    pub fn dictionary(self, entries: &[(&str, crate::Attribute<'s>)]) -> crate::Attribute<'s> {
        let entries: Vec<_> =
            entries.iter().map(|(name, value)| crate::NamedAttribute::new(self.ident(name), *value)).collect();
        self.dictionary_attr(&entries)
    }

    /// What the last call in this session said when it failed.
    pub fn last_error(self) -> String {
        let mut text = raw::Bytes { pointer: core::ptr::null(), length: 0 };
        // SAFETY: the table and the session are valid.
        let status = unsafe { (tables::core().last_error)(self.pointer, &raw mut text) };
        if status == Status::OK { Text::wrap(text, self).to_string() } else { String::new() }
    }
}
