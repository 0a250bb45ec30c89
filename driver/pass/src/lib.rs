//! Passes: what they are, how they are named and configured, and how pipelines of them run.

mod generic;
pub mod manager;
pub mod options;
pub mod pass;
pub mod pipeline;
pub mod registry;

pub use manager::{RunConfig, run};
pub use pass::{Pass, PassContext, PassFailed};
pub use pipeline::{Anchor, Entry, Pipeline};
pub use registry::{PassInfo, PassRegistry};
