//! The list of plugins linked into the driver, and the templates of new ones.

pub mod templates;

use plugopt_plugin::plugin::StaticPlugin;

/// All of them.
pub const PLUGINS: &[StaticPlugin] = &[
    plugopt_dialect_arith::PLUGIN,
    plugopt_dialect_cf::PLUGIN,
    plugopt_dialect_func::PLUGIN,
    plugopt_dialect_memref::PLUGIN,
    plugopt_dialect_scf::PLUGIN,
];
