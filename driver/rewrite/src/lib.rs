//! Patterns, greedy driver, folding, region simplification, cse.

pub mod cse;
pub mod equivalence;
pub mod fold;
pub mod greedy;
pub mod region;
mod worklist;
