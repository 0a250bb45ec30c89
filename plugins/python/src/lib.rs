//! The Python component: passes written in Python files.
//!
//! It is a client of the plugin ABI like any other plugin. The driver opens libpython with global symbols, then this library, and
//! calls `plugopt_script_entry` for each file. Nothing of the driver or of libpython is linked.

#![allow(unsafe_code)]

mod handles;
mod passes;

use plugopt_plugin::bridge;
use plugopt_plugin::raw::{self, Status};
use pyo3::prelude::*;
use pyo3::types::PyModule;
use std::ffi::CString;
use std::panic::{AssertUnwindSafe, catch_unwind};

/// The Python module `plugopt`, which is made when it is first needed.
fn module(py: Python<'_>) -> PyResult<Bound<'_, PyModule>> {
    let loaded = py.import("sys")?.getattr("modules")?;
    if let Ok(found) = loaded.get_item("plugopt") {
        return Ok(found.cast_into::<PyModule>()?);
    }
    let code = CString::new(include_str!("prelude.py"))?;
    let module = PyModule::from_code(py, &code, c"<plugopt>", c"plugopt")?;
    handles::add_to(&module)?;
    loaded.set_item("plugopt", &module)?;
    Ok(module)
}

/// One line of what an exception says, and the places in its traceback, outermost first.
fn describe(py: Python<'_>, error: &PyErr) -> (String, Vec<String>) {
    let asked =
        module(py).and_then(|m| m.getattr("_describe")?.call1((error.value(py), error.traceback(py)))?.extract());
    asked.unwrap_or_else(|_| (error.to_string(), Vec::new()))
}

fn load(path: &str) -> Result<(String, &'static raw::Plugin), String> {
    Python::initialize();
    Python::attach(|py| {
        let loaded = module(py).and_then(|m| m.getattr("_load")?.call1((path, raw::ABI_VERSION))?.extract());
        let (manifest, name, found): (String, String, Vec<passes::Declared>) = loaded.map_err(|error| {
            let (headline, places) = describe(py, &error);
            std::iter::once(headline).chain(places).collect::<Vec<_>>().join("\n  ")
        })?;
        Ok((manifest, passes::plugin(name, found)))
    })
}

/// See `script_entry` in the specification of the ABI.
///
/// # Safety
/// To be called by the host as the specification says.
#[unsafe(no_mangle)]
unsafe extern "C" fn plugopt_script_entry(
    host: *const raw::Host,
    path: raw::Bytes,
    manifest: *mut *const raw::Bytes,
    plugin: *mut *const raw::Plugin,
) -> Status {
    let made = catch_unwind(AssertUnwindSafe(|| {
        // SAFETY: the host gives what the specification says.
        unsafe { bridge::fetch_tables(host) }.map_err(|table| format!("the host lacks the table {table}"))?;
        // SAFETY: the bytes are valid for the call.
        let path = unsafe { std::slice::from_raw_parts(path.pointer, path.length) };
        load(std::str::from_utf8(path).map_err(|_| "its path is not UTF-8".to_string())?)
    }));
    let bytes = |text: &str| raw::Bytes { pointer: text.as_ptr(), length: text.len() };
    match made.unwrap_or_else(|_| Err("the Python component panicked".into())) {
        Ok((text, made)) => {
            // What is handed out lives as long as the process.
            let text: &'static str = Box::leak(text.into_boxed_str());
            // SAFETY: the result pointers are valid.
            unsafe {
                *manifest = Box::leak(Box::new(bytes(text)));
                *plugin = made;
            }
            Status::OK
        }
        Err(message) => {
            // SAFETY: the host's struct lives as long as the process, and its function is that of the specification.
            if let Some(set_error) = unsafe { (*host).set_error } {
                // SAFETY: the same.
                unsafe { set_error(host, bytes(&message)) };
            }
            Status::FAILURE
        }
    }
}
