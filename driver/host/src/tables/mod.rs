//! The functions of the tables, over the IR. What crosses is checked already.

pub(crate) mod core;
pub(crate) mod ir_build;
pub(crate) mod ir_read;
mod make;
pub(crate) mod parse;
pub(crate) mod pass;
pub(crate) mod print;
pub(crate) mod rewrite;
mod state;
mod types;

pub(crate) use state::finish_regions;
