//! Plugins: discovery, manifests, loading, and the implementation of the ABI tables over the IR.
//!
//! A plugin hands out a descriptor of its dialects, a list of functions and a list of passes. The host makes of them what the crates
//! `dialect` and `pass` ask for: [`plugopt_dialect::DialectSource`]s and [`plugopt_pass::PassInfo`]s. Whether a plugin is linked in or
//! comes from a file makes no difference after that.
//!
//! The functions of the tables are generated (`glue`): they check what crosses, and call the functions of `tables`.

#![allow(unsafe_code)]

mod crash;
mod declaration;
#[allow(clippy::wildcard_imports)]
mod glue;
mod hooks;
mod infer;
mod instance;
mod library;
pub mod manifest;
mod patterns;
mod plugin;
mod plugins;
mod script;
mod session;
mod source;
mod tables;
mod text;

pub use crash::remove_on_crash;
pub use manifest::Manifest;
pub use plugin::{LoadError, Origin};
pub use plugins::{PluginInfo, Plugins, read_manifest};
pub use text::open_text;
