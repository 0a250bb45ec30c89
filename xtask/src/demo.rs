//! `cargo xtask demo`: builds everything and runs a pass of each kind on a real input.

/// Builds the driver and the example plugins and shows what their passes change.
pub fn show() -> Result<(), String> {
    Err("there are no example plugins yet".into())
}
