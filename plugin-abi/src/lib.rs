//! The plugin contract and its Rust SDK.
