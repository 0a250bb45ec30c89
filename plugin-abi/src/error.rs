//! Failures.

use crate::raw::Status;
use core::fmt;

/// Why something failed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Error {
    status: Status,
    message: Box<str>,
}

/// What fallible functions give.
pub type Result<T = (), E = Error> = core::result::Result<T, E>;

impl Error {
    /// A failure with a message, which the host reports together with the names of plugin and pass, or on the operation of the hook.
    pub fn new(message: impl Into<String>) -> Self {
        Error { status: Status::INVALID_ARGUMENT, message: message.into().into_boxed_str() }
    }

    /// A failure that a diagnostic has reported already.
    pub fn reported() -> Self {
        Error { status: Status::FAILURE, message: Box::default() }
    }

    pub(crate) fn of(status: Status, message: String) -> Self {
        Error { status, message: message.into_boxed_str() }
    }

    /// Whether a diagnostic has reported it already.
    pub fn is_reported(&self) -> bool {
        self.status == Status::FAILURE
    }

    /// Whether it only says that something does not apply.
    pub fn is_no_match(&self) -> bool {
        self.status == Status::NO_MATCH
    }

    /// Its status.
    pub fn status(&self) -> Status {
        self.status
    }

    /// Its text, empty where a diagnostic has reported it.
    pub fn message(&self) -> &str {
        &self.message
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.message.is_empty() { f.write_str("failed, as reported") } else { f.write_str(&self.message) }
    }
}

impl std::error::Error for Error {}

impl From<String> for Error {
    fn from(message: String) -> Self {
        Error::new(message)
    }
}

impl From<&str> for Error {
    fn from(message: &str) -> Self {
        Error::new(message)
    }
}
