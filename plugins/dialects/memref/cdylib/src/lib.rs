//! The dialect `memref` as a library that the driver loads.

plugopt_plugin::export_library!(plugopt_dialect_memref::PLUGIN);
