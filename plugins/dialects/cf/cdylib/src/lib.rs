//! The dialect `cf` as a plugin file.

plugopt_plugin::export_library!(plugopt_dialect_cf::PLUGIN);
