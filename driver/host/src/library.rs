//! Files of plugins: reading their manifests without running them, and opening them. What depends on the platform is here.

use crate::manifest::Manifest;
use object::{Object, ObjectSection};
use plugopt_plugin::raw;
use std::path::Path;

/// The one symbol of a plugin.
const ENTRY: &[u8] = b"plugopt_plugin_entry\0";

#[cfg(target_os = "macos")]
const SECTION: &str = "__plugopt";
#[cfg(not(target_os = "macos"))]
const SECTION: &str = ".plugopt";

const ARCHITECTURE: object::Architecture = if cfg!(target_arch = "x86_64") {
    object::Architecture::X86_64
} else if cfg!(target_arch = "aarch64") {
    object::Architecture::Aarch64
} else {
    object::Architecture::Unknown
};

/// A reason without the number that Rust adds.
pub(crate) fn io_reason(error: &std::io::Error) -> String {
    match error.kind() {
        std::io::ErrorKind::NotFound => "No such file or directory".into(),
        std::io::ErrorKind::PermissionDenied => "Permission denied".into(),
        std::io::ErrorKind::IsADirectory => "Is a directory".into(),
        _ => error.to_string(),
    }
}

/// The manifest in a file, read without running it.
pub(crate) fn manifest(path: &Path) -> Result<Manifest, String> {
    if path.is_dir() {
        return Err("Is a directory".into());
    }
    let data = std::fs::read(path).map_err(|e| io_reason(&e))?;
    if data.is_empty() {
        return Err("the file is empty".into());
    }
    let file = object::File::parse(&*data).map_err(|e| format!("it is not a library: {e}"))?;
    if ARCHITECTURE != object::Architecture::Unknown && file.architecture() != ARCHITECTURE {
        return Err(format!("it is a library for {:?}, this plugopt runs on {ARCHITECTURE:?}", file.architecture()));
    }
    let Some(section) = file.section_by_name(SECTION) else {
        return Err(format!("it is a library without a plugin manifest (section `{SECTION}`)"));
    };
    let bytes = section.data().map_err(|e| format!("its manifest cannot be read: {e}"))?;
    Manifest::parse(bytes)
}

/// Opens a library, for good, and gives its entry point.
///
/// # Safety
/// The library's initialisers run.
pub(crate) unsafe fn open(path: &Path) -> Result<raw::EntryFn, String> {
    // SAFETY: by the contract of this function.
    let library = unsafe { libloading::Library::new(path) }.map_err(|e| format!("the loader refuses it: {e}"))?;
    // SAFETY: the specification gives the symbol this type.
    let entry = unsafe { library.get::<raw::EntryFn>(ENTRY) }
        .map(|symbol| *symbol)
        .map_err(|_| "it does not export the symbol `plugopt_plugin_entry`".to_string())?;
    // Libraries stay loaded: what they handed out points into them.
    std::mem::forget(library);
    Ok(entry)
}
