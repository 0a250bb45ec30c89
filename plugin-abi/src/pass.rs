//! Passes.

use crate::error::{Error, Result};
use crate::handles::Op;
use crate::hook::{guard, outcome};
use crate::parser::opaque;
use crate::raw::{self, OptionKind, Status};
use crate::session::{Session, Wrap, raw_bytes};
use crate::tables;
use core::ffi::c_void;
use core::fmt;
use std::panic::{AssertUnwindSafe, catch_unwind};

opaque! {
    /// The run of a pass on one operation.
    PassContext: PassContext;
}

/// What a pass does.
pub trait Run {
    /// Runs on one operation: it may change that and what is in it, and only read what is around it. It keeps nothing for the next run.
    /// An error, or an error diagnostic, fails the pass.
    fn run(&mut self, op: Op<'_>, cx: &mut PassContext<'_>) -> Result<()>;
}

/// A pass with its name and options; `derive(Pass)` implements it.
pub trait Pass: Run + Clone + Send + 'static {
    /// As in pipelines.
    const NAME: &'static str;
    /// Its part of the manifest: `[[pass]]` and what follows.
    const MANIFEST: &'static str;
    /// An instance with these options.
    fn from_options(options: &Options<'_>) -> Result<Self>;
    /// Gives the statistics that were counted since the last call, and resets them.
    fn take_statistics(&mut self, _each: &mut dyn FnMut(&'static str, u64)) {}
}

/// A statistic: how often something was done.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counter(u64);

impl Counter {
    /// Counts `amount` more.
    pub fn add(&mut self, amount: u64) {
        self.0 = self.0.saturating_add(amount);
    }

    /// The count so far.
    pub fn get(self) -> u64 {
        self.0
    }

    /// The count so far, which starts again at zero.
    pub fn take(&mut self) -> u64 {
        core::mem::take(&mut self.0)
    }
}

impl core::ops::AddAssign<u64> for Counter {
    fn add_assign(&mut self, amount: u64) {
        self.add(amount);
    }
}

/// The options of a pass, checked by the host against the manifest.
#[derive(Clone, Copy)]
pub struct Options<'a> {
    list: &'a [raw::PassOption],
}

/// The value of an option.
#[derive(Clone, Copy)]
pub struct OptionRef<'a>(&'a raw::PassOption);

impl<'a> Options<'a> {
    /// The option of this name.
    pub fn find(&self, name: &str) -> Option<OptionRef<'a>> {
        self.list.iter().map(OptionRef).find(|option| option.name() == name.as_bytes())
    }

    /// The value of an option; none where the host did not give it.
    pub fn get<T: OptionValue>(&self, name: &str) -> Result<Option<T>> {
        self.find(name).map(|option| option.value(name)).transpose()
    }

    /// The value of an option that the manifest declares.
    pub fn require<T: OptionValue>(&self, name: &str) -> Result<T> {
        self.get(name)?.ok_or_else(|| Error::new(format!("the host did not give the option `{name}`")))
    }
}

/// # Safety
/// As long as `bytes` says, and for `'a`.
unsafe fn bytes<'a>(bytes: raw::Bytes) -> &'a [u8] {
    if bytes.length == 0 {
        return &[];
    }
    // SAFETY: by the contract of this function.
    unsafe { core::slice::from_raw_parts(bytes.pointer, bytes.length) }
}

impl<'a> OptionRef<'a> {
    /// Its name; empty for the elements of a list.
    pub fn name(self) -> &'a [u8] {
        // SAFETY: options are valid while an `OptionRef` lives.
        unsafe { bytes(self.0.name) }
    }

    /// Its type.
    pub fn kind(self) -> OptionKind {
        self.0.kind
    }

    /// Its text; empty where it is none.
    pub fn text(self) -> &'a str {
        // SAFETY: as for `name`.
        let text = if self.0.kind == OptionKind::TEXT { unsafe { bytes(self.0.text) } } else { &[] };
        core::str::from_utf8(text).unwrap_or_default()
    }

    /// The elements of a list.
    pub fn elements(self) -> impl Iterator<Item = OptionRef<'a>> {
        let list = if self.0.kind == OptionKind::LIST && self.0.element_count > 0 {
            // SAFETY: as for `name`.
            unsafe { core::slice::from_raw_parts(self.0.elements, self.0.element_count) }
        } else {
            &[]
        };
        list.iter().map(OptionRef)
    }

    /// Its value as a Rust type.
    pub fn value<T: OptionValue>(self, name: &str) -> Result<T> {
        T::from_option(self).ok_or_else(|| Error::new(format!("the option `{name}` has a value of another type")))
    }
}

/// A Rust type of an option. Enums implement it by hand or by `derive(OptionValue)`.
pub trait OptionValue: Sized {
    /// As in manifests: `bool`, `int`, `float`, `string`, `enum`, `list<…>`.
    const TYPE: &'static str;
    /// Names of the values of an enum.
    const VALUES: &'static [&'static str] = &[];
    /// The value; none where the option has another type.
    fn from_option(option: OptionRef<'_>) -> Option<Self>;
}

impl OptionValue for bool {
    const TYPE: &'static str = "bool";
    fn from_option(option: OptionRef<'_>) -> Option<bool> {
        (option.kind() == OptionKind::BOOLEAN).then_some(option.0.boolean != 0)
    }
}

macro_rules! integers {
    ($($ty:ty),*) => {$(
        impl OptionValue for $ty {
            const TYPE: &'static str = "int";
            fn from_option(option: OptionRef<'_>) -> Option<$ty> {
                (option.kind() == OptionKind::INTEGER).then_some(option.0.integer)?.try_into().ok()
            }
        }
    )*};
}

integers!(i8, i16, i32, i64, isize, u8, u16, u32, u64, usize);

impl OptionValue for f64 {
    const TYPE: &'static str = "float";
    fn from_option(option: OptionRef<'_>) -> Option<f64> {
        match option.kind() {
            OptionKind::REAL => Some(option.0.real),
            OptionKind::INTEGER => Some(option.0.integer as f64),
            _ => None,
        }
    }
}

impl OptionValue for f32 {
    const TYPE: &'static str = "float";
    fn from_option(option: OptionRef<'_>) -> Option<f32> {
        f64::from_option(option).map(|value| value as f32)
    }
}

impl OptionValue for String {
    const TYPE: &'static str = "string";
    fn from_option(option: OptionRef<'_>) -> Option<String> {
        (option.kind() == OptionKind::TEXT).then(|| option.text().to_string())
    }
}

macro_rules! lists {
    ($($ty:ty: $name:literal),*) => {$(
        impl OptionValue for Vec<$ty> {
            const TYPE: &'static str = $name;
            fn from_option(option: OptionRef<'_>) -> Option<Self> {
                option.elements().map(<$ty>::from_option).collect()
            }
        }
    )*};
}

lists!(bool: "list<bool>", i32: "list<int>", i64: "list<int>", u32: "list<int>", u64: "list<int>", f64: "list<float>", String: "list<string>");

impl fmt::Debug for Options<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.list.iter().map(|o| String::from_utf8_lossy(OptionRef(o).name()))).finish()
    }
}

/// A pass as the plugin's list has it.
pub const fn pass<P: Pass>() -> raw::Pass {
    raw::Pass {
        name: raw::Bytes { pointer: P::NAME.as_ptr(), length: P::NAME.len() },
        create: Some(create::<P>),
        clone: Some(clone::<P>),
        run: Some(run::<P>),
        destroy: Some(destroy::<P>),
        data: core::ptr::null_mut(),
    }
}

unsafe extern "C" fn create<P: Pass>(
    _: *mut c_void,
    session: *mut raw::Session,
    options: *const raw::PassOption,
    option_count: usize,
    instance: *mut *mut c_void,
) -> Status {
    guard(session, |session| {
        // SAFETY: the arguments are those of the specification.
        let list = if option_count == 0 { &[] } else { unsafe { core::slice::from_raw_parts(options, option_count) } };
        match P::from_options(&Options { list }) {
            Ok(pass) => {
                // SAFETY: the result pointer is valid.
                unsafe { *instance = Box::into_raw(Box::new(pass)).cast() };
                Status::OK
            }
            Err(error) => outcome(session, Err(error)),
        }
    })
}

unsafe extern "C" fn clone<P: Pass>(
    _: *mut c_void,
    session: *mut raw::Session,
    instance: *mut c_void,
    clone: *mut *mut c_void,
) -> Status {
    guard(session, |_| {
        // SAFETY: the instance was made by `create` and is not running.
        let copy = unsafe { &*instance.cast::<P>() }.clone();
        // SAFETY: the result pointer is valid.
        unsafe { *clone = Box::into_raw(Box::new(copy)).cast() };
        Status::OK
    })
}

unsafe extern "C" fn run<P: Pass>(
    _: *mut c_void,
    session: *mut raw::Session,
    instance: *mut c_void,
    context: *mut raw::PassContext,
    op: raw::Op,
) -> Status {
    guard(session, |session| {
        // SAFETY: the instance was made by `create`, and one thread at a time runs it.
        let pass = unsafe { &mut *instance.cast::<P>() };
        // SAFETY: the context is that of this callback.
        let mut context = unsafe { PassContext::new(context, session) };
        let result = pass.run(Op::wrap(op, session), &mut context);
        pass.take_statistics(&mut |name, amount| {
            if amount > 0 {
                context.add_statistic(name, amount);
            }
        });
        outcome(session, result)
    })
}

unsafe extern "C" fn destroy<P: Pass>(instance: *mut c_void) {
    // SAFETY: the instance was made by `create` or `clone`, and is ended once.
    let pass = unsafe { Box::from_raw(instance.cast::<P>()) };
    // A destructor that panics must not unwind into the host; there is nobody to tell.
    let _ = catch_unwind(AssertUnwindSafe(|| drop(pass)));
}

// SAFETY: the specification says that `data` is used from any thread; passes of this crate have none.
unsafe impl Sync for raw::Pass {}
// SAFETY: the same.
unsafe impl Send for raw::Pass {}

impl Session<'_> {
    /// Writes a log record, if its level is wanted.
    pub fn log_message(self, level: raw::LogLevel, target: &str, message: fmt::Arguments<'_>) {
        if self.log_enabled(level, target) {
            self.log(level, target, message.to_string());
        }
    }

    /// Why a pattern did not match, for the log.
    pub fn not_matched(self, op: Op<'_>, reason: &str) {
        // SAFETY: the arguments are valid for the call.
        unsafe { (tables::rewrite().match_failure)(self.as_ptr(), op.as_raw(), raw_bytes(reason.as_bytes())) };
    }
}
