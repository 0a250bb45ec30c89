//! For components that bring plugins of another language into the process. Their objects cannot carry the lifetime of a callback, so
//! they keep handles as they cross, and borrow the session of the callback that is running for each use. The host checks each
//! handle: one whose operation is gone is an error, not undefined behaviour.

use crate::error::Error;
use crate::raw::{self, Status};
use crate::session::Session;
use crate::tables;
use std::panic::{AssertUnwindSafe, catch_unwind};

pub use crate::session::Wrap;

/// Runs `call` with the session of the callback that is running on this thread. A mistake in the use of a handle ends `call`, and is
/// given as the error.
///
/// # Safety
/// `session` is the session of a callback that is running on this thread.
pub unsafe fn with_session<R>(
    session: *mut raw::Session,
    call: impl for<'s> FnOnce(Session<'s>) -> R,
) -> Result<R, Error> {
    // SAFETY: by the contract of this function; `call` cannot keep the session, since it works for any lifetime.
    let session = unsafe { Session::new(session) };
    catch_unwind(AssertUnwindSafe(|| call(session))).map_err(|payload| match payload.downcast::<Error>() {
        Ok(error) => *error,
        Err(_) => Error::new("the component panicked"),
    })
}

/// Fetches the tables of the host, as the entry point of a plugin does. Gives the name of a table that the host lacks.
///
/// # Safety
/// `host` is what the host gave to the component.
pub unsafe fn fetch_tables(host: *const raw::Host) -> Result<(), &'static str> {
    // SAFETY: the host's struct lives as long as the process.
    let host = unsafe { &*host };
    let Some(get_table) = host.get_table else { return Err("get_table") };
    let bytes = |name: &'static str| raw::Bytes { pointer: name.as_ptr(), length: name.len() };
    // SAFETY: the function is that of the specification.
    tables::fetch(|name, hash| unsafe { get_table(host, bytes(name), hash) }).map_err(|(name, _)| name)
}

/// Takes back what functions of the host said was wrong, once it was reported or came to nothing.
pub fn clear_error(session: Session<'_>) {
    crate::hook::set_error(session, "");
}

/// Gives the host the message of a failure, and the status to return.
pub fn fail(session: Session<'_>, message: &str) -> Status {
    crate::hook::set_error(session, message);
    Status::INVALID_ARGUMENT
}
