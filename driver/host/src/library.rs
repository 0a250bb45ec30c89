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

/// Why a file is refused.
pub(crate) struct Refusal {
    /// Whether the file says that it is a plugin.
    pub(crate) is_plugin: bool,
    /// What is wrong with it.
    pub(crate) reason: String,
}

/// The manifest in a file, read without running it. Of a large file only headers and the manifest are read.
pub(crate) fn manifest(path: &Path) -> Result<Manifest, Refusal> {
    let no_plugin = |reason: String| Refusal { is_plugin: false, reason };
    let file = std::fs::File::open(path).map_err(|e| no_plugin(io_reason(&e)))?;
    let metadata = file.metadata().map_err(|e| no_plugin(io_reason(&e)))?;
    if metadata.is_dir() {
        return Err(no_plugin("Is a directory".into()));
    }
    if !metadata.is_file() {
        return Err(no_plugin("it is no regular file".into()));
    }
    if metadata.len() == 0 {
        return Err(no_plugin("the file is empty".into()));
    }
    let data = object::ReadCache::new(file);
    let file = object::File::parse(&data).map_err(|e| no_plugin(format!("it is not a library: {e}")))?;
    let is_plugin = file.section_by_name(SECTION).is_some();
    let refuse = |reason: String| Refusal { is_plugin, reason };
    if ARCHITECTURE != object::Architecture::Unknown && file.architecture() != ARCHITECTURE {
        return Err(refuse(format!(
            "it is a library for {:?}, this plugopt runs on {ARCHITECTURE:?}",
            file.architecture()
        )));
    }
    let Some(section) = file.section_by_name(SECTION) else {
        return Err(refuse(format!("it is a library without a plugin manifest (section `{SECTION}`)")));
    };
    let bytes = section.data().map_err(|e| refuse(format!("its manifest cannot be read: {e}")))?;
    Manifest::parse(bytes).map_err(refuse)
}

/// Opens a library, for good, and gives its entry point.
///
/// # Safety
/// The library's initialisers run.
pub(crate) unsafe fn open(path: &Path) -> Result<raw::EntryFn, String> {
    // SAFETY: by the contract of this function.
    // A name without a slash would be looked for elsewhere.
    let path = if path.components().count() == 1 { Path::new(".").join(path) } else { path.to_path_buf() };
    let library = unsafe { libloading::Library::new(&path) }.map_err(|e| format!("the loader refuses it: {e}"))?;
    // SAFETY: the specification gives the symbol this type.
    let entry = unsafe { library.get::<raw::EntryFn>(ENTRY) }
        .map(|symbol| *symbol)
        .map_err(|_| "it does not export the symbol `plugopt_plugin_entry`".to_string())?;
    // Libraries stay loaded: what they handed out points into them.
    std::mem::forget(library);
    Ok(entry)
}
