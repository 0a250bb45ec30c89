//! The plugin contract and its Rust SDK.
//!
//! [`raw`] is the ABI as it crosses, generated from `plugin-abi/spec`. Everything else makes it safe: handles that carry the lifetime of
//! the callback they were given to, hooks and passes as ordinary functions and types. A plugin written with it contains no `unsafe`.
//!
//! Functions that read or change the IR do not give `Result`s for mistakes of the plugin (a handle that outlived its operation, a width
//! asked of a tuple type): such a call ends the hook or pass with an error that says what was wrong, as a panic would, and nothing
//! unwinds into the host. `Result`s are for what depends on the input: parsing, verifying, inferring types.
//!
//! The crate depends on no crate of the driver, and builds with Rust 1.85.

#![allow(unsafe_code)]

pub mod bridge;
pub mod control_flow;
pub mod hook;
pub mod index_list;
pub mod int;
#[doc(hidden)]
pub mod join;
pub mod manifest;
pub mod pass;
pub mod plugin;
pub mod raw;

mod api;
mod batch;
mod build;
mod diagnostic;
mod error;
mod float;
pub mod fold;
mod handles;
mod parser;
mod pattern;
mod printer;
pub mod region_branch;
mod sdk;
mod session;
mod tables;

pub use sdk::exports::*;

/// Everything that a plugin usually needs.
pub mod prelude {
    pub use crate::hook::{self, Slots};
    pub use crate::int::{Int, int};
    pub use crate::pass::{Counter, OptionValue, Options, Pass, PassContext, Run};
    pub use crate::raw::{
        AffineKind, AttributeKind, Delimiter, FloatKind, LocationKind, Severity, Signedness, Token, TypeKind, WalkOrder,
    };
    pub use crate::sdk::exports::*;
    #[allow(unused_imports)]
    pub use plugopt_plugin_macros::*;
}

#[doc(hidden)]
pub mod macro_support {
    //! What the expansions of the SDK's macros name.
    pub use crate::{hook, manifest, pass, plugin, raw};
}
