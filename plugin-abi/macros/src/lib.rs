//! The SDK's macros.
