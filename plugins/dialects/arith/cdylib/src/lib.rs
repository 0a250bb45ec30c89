//! The dialect `arith` as a plugin file.

plugopt_plugin::export_library!(plugopt_dialect_arith::PLUGIN);
