//! Python classes as passes of the ABI.

use crate::handles::{self, Op};
use plugopt_plugin::bridge::{self, Wrap};
use plugopt_plugin::raw::{self, OptionKind, Severity, Status};
use plugopt_plugin::{Diagnostic, Session};
use pyo3::prelude::*;
use std::ffi::c_void;
use std::panic::{AssertUnwindSafe, catch_unwind};

/// What a file declares of a pass: its name, its class, and the attributes that its options are kept in.
pub(crate) type Declared = (String, Py<PyAny>, Vec<String>);

/// A pass of a file.
struct Class {
    /// What messages call the pass.
    who: String,
    class: Py<PyAny>,
    /// The attributes that the options are kept in, in the order of the manifest.
    options: Vec<String>,
}

/// The struct that the host gets for a file. It lives as long as the process.
pub(crate) fn plugin(name: String, classes: Vec<Declared>) -> &'static raw::Plugin {
    let plugin = name.clone();
    let leak = |text: String| -> raw::Bytes {
        let text: &'static str = Box::leak(text.into_boxed_str());
        raw::Bytes { pointer: text.as_ptr(), length: text.len() }
    };
    let passes: Vec<raw::Pass> = classes
        .into_iter()
        .map(|(name, class, options)| (format!("pass '{name}' of plugin '{plugin}'"), name, class, options))
        .map(|(who, name, class, options)| raw::Pass {
            name: leak(name),
            create: Some(create),
            clone: None,
            run: Some(run),
            destroy: Some(destroy),
            data: Box::into_raw(Box::new(Class { who, class, options })).cast(),
        })
        .collect();
    let passes: &'static [raw::Pass] = Box::leak(passes.into_boxed_slice());
    let none = raw::Bytes { pointer: std::ptr::null(), length: 0 };
    Box::leak(Box::new(raw::Plugin {
        size: size_of::<raw::Plugin>() as u32,
        abi_version: raw::ABI_VERSION,
        name: leak(name),
        version: leak("0".into()),
        descriptor: none,
        hooks: std::ptr::null(),
        hook_count: 0,
        passes: passes.as_ptr(),
        pass_count: passes.len(),
    }))
}

fn option_value<'py>(py: Python<'py>, option: &raw::PassOption) -> PyResult<Bound<'py, PyAny>> {
    let text = || {
        // SAFETY: the bytes of an option are valid during the call.
        let bytes = match option.text.length {
            0 => &[][..],
            length => unsafe { std::slice::from_raw_parts(option.text.pointer, length) },
        };
        String::from_utf8_lossy(bytes).into_owned()
    };
    Ok(match option.kind {
        OptionKind::BOOLEAN => (option.boolean != 0).into_pyobject(py)?.to_owned().into_any(),
        OptionKind::INTEGER => option.integer.into_pyobject(py)?.into_any(),
        OptionKind::REAL => option.real.into_pyobject(py)?.into_any(),
        OptionKind::LIST => {
            // SAFETY: the elements of an option are valid during the call.
            let elements = match option.element_count {
                0 => &[][..],
                count => unsafe { std::slice::from_raw_parts(option.elements, count) },
            };
            let values = elements.iter().map(|e| option_value(py, e)).collect::<PyResult<Vec<_>>>()?;
            values.into_pyobject(py)?.into_any()
        }
        _ => text().into_pyobject(py)?.into_any(),
    })
}

/// Runs `call` and turns whatever ends it into a status; `session` gets the message.
fn guard(session: *mut raw::Session, call: impl FnOnce() -> Result<(), String>) -> Status {
    let outcome = catch_unwind(AssertUnwindSafe(call)).unwrap_or_else(|_| Err("the Python component panicked".into()));
    match outcome {
        Ok(()) => Status::OK,
        Err(message) if message.is_empty() => Status::FAILURE,
        // SAFETY: the session is that of the callback that is running.
        Err(message) => {
            unsafe { bridge::with_session(session, |s| bridge::fail(s, &message)) }.unwrap_or(Status::FAILURE)
        }
    }
}

unsafe extern "C" fn create(
    data: *mut c_void,
    session: *mut raw::Session,
    options: *const raw::PassOption,
    count: usize,
    instance: *mut *mut c_void,
) -> Status {
    guard(session, || {
        // SAFETY: the data of a pass is a `Class` that lives as long as the process.
        let class = unsafe { &*data.cast::<Class>() };
        // SAFETY: the options are valid during the call.
        let options = if count == 0 { &[][..] } else { unsafe { std::slice::from_raw_parts(options, count) } };
        let made = Python::attach(|py| -> Result<Py<PyAny>, String> {
            let make = || -> PyResult<Py<PyAny>> {
                let object = class.class.call0(py)?;
                for (name, option) in class.options.iter().zip(options) {
                    object.setattr(py, name.as_str(), option_value(py, option)?)?;
                }
                Ok(object)
            };
            make().map_err(|error| crate::describe(py, &error).0)
        })?;
        // SAFETY: the result pointer is valid.
        unsafe { *instance = Box::into_raw(Box::new(made)).cast() };
        Ok(())
    })
}

unsafe extern "C" fn run(
    data: *mut c_void,
    session: *mut raw::Session,
    instance: *mut c_void,
    _: *mut raw::PassContext,
    op: raw::Op,
) -> Status {
    guard(session, || {
        // SAFETY: an instance is what `create` made.
        let object = unsafe { &*instance.cast::<Py<PyAny>>() };
        // SAFETY: the data of a pass is a `Class` that lives as long as the process.
        let class = unsafe { &*data.cast::<Class>() };
        let _loan = handles::Loan::begin(session);
        let failed = Python::attach(|py| {
            object.call_method1(py, "run", (Op::from(op),)).err().map(|error| crate::describe(py, &error))
        });
        let Some((headline, places)) = failed else { return Ok(()) };
        let report = |s: Session<'_>| {
            let location = plugopt_plugin::Op::wrap(op, s).location();
            let message = format!("{} failed: {headline}", class.who);
            let mut diagnostic = Diagnostic::at(location, Severity::ERROR, &message);
            for place in places.iter().rev() {
                diagnostic = diagnostic.note(location, place);
            }
            diagnostic.emit();
            // All was said. What a function of the host said before is what the exception is about.
            bridge::clear_error(s);
        };
        // SAFETY: the session is that of the callback that is running.
        unsafe { bridge::with_session(session, report) }.map_err(|error| format!("{headline} ({error})"))?;
        Err(String::new())
    })
}

unsafe extern "C" fn destroy(instance: *mut c_void) {
    // SAFETY: an instance is what `create` made, and is ended once.
    let object = unsafe { Box::from_raw(instance.cast::<Py<PyAny>>()) };
    // The interpreter may be at its end when the process is.
    let _ = catch_unwind(AssertUnwindSafe(|| Python::try_attach(|_| drop(object))));
}
