//! The entry of a plugin.

use crate::raw::{self, Bytes, Status};
use crate::tables;
use std::panic::catch_unwind;

/// A plugin as its crate exports it, so that it can be linked into a driver or made a library of its own by [`crate::export_library!`].
#[derive(Clone, Copy)]
pub struct StaticPlugin {
    /// Its manifest, with the first line.
    pub manifest: &'static str,
    /// Its entry point.
    pub entry: raw::EntryFn,
}

/// Bytes that live as long as the process.
pub const fn bytes(bytes: &'static [u8]) -> Bytes {
    Bytes { pointer: bytes.as_ptr(), length: bytes.len() }
}

/// What a plugin hands to the host. An empty descriptor means no dialects.
pub const fn plugin(
    name: &'static str,
    version: &'static str,
    descriptor: &'static [u8],
    hooks: &'static [raw::Hook],
    passes: &'static [raw::Pass],
) -> raw::Plugin {
    raw::Plugin {
        size: size_of::<raw::Plugin>() as u32,
        abi_version: raw::ABI_VERSION,
        name: bytes(name.as_bytes()),
        version: bytes(version.as_bytes()),
        descriptor: if descriptor.is_empty() {
            Bytes { pointer: core::ptr::null(), length: 0 }
        } else {
            bytes(descriptor)
        },
        hooks: hooks.as_ptr(),
        hook_count: hooks.len(),
        passes: passes.as_ptr(),
        pass_count: passes.len(),
    }
}

/// The body of an entry point: fetches the host's tables and hands out the plugin.
///
/// # Safety
/// To be called with the arguments that the host gave to the entry point.
pub unsafe fn entry(host: *const raw::Host, out: *mut *const raw::Plugin, plugin: &'static raw::Plugin) -> Status {
    let enter = || {
        // SAFETY: the host's struct lives as long as the process.
        let host = unsafe { &*host };
        let (Some(get_table), Some(set_error)) = (host.get_table, host.set_error) else {
            return Status::UNSUPPORTED;
        };
        // SAFETY: the functions are those of the specification.
        let fetched = tables::fetch(|name, hash| unsafe { get_table(host, bytes(name.as_bytes()), hash) });
        if let Err((name, hash)) = fetched {
            let text = format!(
                "the plugin needs the table `{name}` with the specification {hash:016x}, which the host does not have"
            );
            // SAFETY: the same.
            unsafe { set_error(host, Bytes { pointer: text.as_ptr(), length: text.len() }) };
            return Status::UNSUPPORTED;
        }
        // SAFETY: the result pointer is valid.
        unsafe { *out = plugin };
        Status::OK
    };
    catch_unwind(enter).unwrap_or(Status::PANICKED)
}

// SAFETY: constant data.
unsafe impl Sync for raw::Plugin {}
// SAFETY: the same.
unsafe impl Send for raw::Plugin {}

/// Makes the crate it is used in a plugin library: exports the entry point, and puts the manifest into its section. Takes the path of a
/// [`StaticPlugin`] constant.
#[macro_export]
macro_rules! export_library {
    ($plugin:path) => {
        const _: () = {
            const PLUGIN: $crate::plugin::StaticPlugin = $plugin;

            #[used]
            #[cfg_attr(target_os = "macos", unsafe(link_section = "__DATA,__plugopt"))]
            #[cfg_attr(not(target_os = "macos"), unsafe(link_section = ".plugopt"))]
            static MANIFEST: [u8; PLUGIN.manifest.len()] = $crate::manifest::to_array(PLUGIN.manifest);

            #[unsafe(no_mangle)]
            unsafe extern "C" fn plugopt_plugin_entry(
                host: *const $crate::raw::Host,
                plugin: *mut *const $crate::raw::Plugin,
            ) -> $crate::raw::Status {
                // SAFETY: the arguments are passed on.
                unsafe { (PLUGIN.entry)(host, plugin) }
            }
        };
    };
}
