//! The list of plugins linked into the driver.
