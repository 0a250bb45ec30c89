//! The dialect `func` as a plugin file.

plugopt_plugin::export_library!(plugopt_dialect_func::PLUGIN);
