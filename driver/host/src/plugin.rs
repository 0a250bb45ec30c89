//! One plugin: what is known of it before its code runs, and the handshake when something of it is used.

use crate::glue;
use crate::hooks::Functions;
use crate::manifest::{Manifest, PassManifest};
use crate::source::PluginSource;
use plugopt_descriptor::Descriptor;
use plugopt_plugin::raw::{self, Status};
use std::cell::RefCell;
use std::fmt;
use std::path::PathBuf;
use std::sync::{Arc, OnceLock};

/// Why a plugin is refused.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LoadError {
    /// The file, or the name of a plugin that is linked in.
    pub plugin: String,
    /// What is wrong, and what was expected.
    pub reason: String,
}

impl fmt::Display for LoadError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "cannot load plugin '{}': {}", self.plugin, self.reason)
    }
}

impl std::error::Error for LoadError {}

/// Who a plugin is, for messages.
pub(crate) struct Owner {
    pub(crate) name: Box<str>,
}

impl Owner {
    /// A text of the plugin.
    pub(crate) fn text(&self, bytes: raw::Bytes) -> String {
        String::from_utf8_lossy(self.bytes(bytes)).into_owned()
    }

    /// Bytes of the plugin.
    pub(crate) fn bytes(&self, bytes: raw::Bytes) -> &'static [u8] {
        // SAFETY: the specification says that what a plugin hands out lives as long as the process.
        unsafe { list(bytes.pointer, bytes.length) }
    }
}

/// # Safety
/// `pointer` has `count` elements that live as long as the process, or `count` is 0.
unsafe fn list<T>(pointer: *const T, count: usize) -> &'static [T] {
    // SAFETY: by the contract of this function.
    if pointer.is_null() || count == 0 { &[] } else { unsafe { std::slice::from_raw_parts(pointer, count) } }
}

pub(crate) struct Shared<T>(pub(crate) T);
// SAFETY: constant data and functions that are called from any thread.
unsafe impl<T> Sync for Shared<T> {}
// SAFETY: the same.
unsafe impl<T> Send for Shared<T> {}

const NAME: &str = concat!("plugopt ", env!("CARGO_PKG_VERSION"));

static HOST: Shared<raw::Host> = Shared(raw::Host {
    size: size_of::<raw::Host>() as u32,
    abi_version: raw::ABI_VERSION,
    name: raw::Bytes { pointer: NAME.as_ptr(), length: NAME.len() },
    get_table: Some(get_table),
    set_error: Some(set_error),
});

thread_local! {
    /// What the entry point of a plugin said.
    static ENTRY_ERROR: RefCell<String> = const { RefCell::new(String::new()) };
}

unsafe extern "C" fn get_table(_: *const raw::Host, name: raw::Bytes, hash: u64) -> *const core::ffi::c_void {
    // SAFETY: the bytes are valid for the call.
    let name = if name.length == 0 { &[] } else { unsafe { std::slice::from_raw_parts(name.pointer, name.length) } };
    glue::table(name, hash)
}

unsafe extern "C" fn set_error(_: *const raw::Host, message: raw::Bytes) {
    if message.length > 0 {
        // SAFETY: the bytes are valid for the call.
        let text = unsafe { std::slice::from_raw_parts(message.pointer, message.length) };
        ENTRY_ERROR.with_borrow_mut(|error| *error = String::from_utf8_lossy(text).into_owned());
    }
}

/// Where a plugin comes from.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Origin {
    /// Linked into the driver.
    Linked,
    /// A shared library; the path as it was given.
    Library(PathBuf),
    /// A file in Python.
    Script(PathBuf),
}

impl fmt::Display for Origin {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Origin::Linked => f.write_str("linked in"),
            Origin::Library(path) | Origin::Script(path) => write!(f, "'{}'", path.display()),
        }
    }
}

/// A plugin whose code was called.
pub(crate) struct Ready {
    pub(crate) owner: Arc<Owner>,
    pub(crate) sources: Vec<Arc<PluginSource>>,
    /// In the order of the manifest.
    pub(crate) passes: Vec<Shared<&'static raw::Pass>>,
}

/// A plugin by what it declares. Its code is opened and called when something of it is used.
pub(crate) struct Known {
    pub(crate) name: String,
    pub(crate) origin: Origin,
    pub(crate) dialects: Vec<String>,
    pub(crate) passes: Vec<PassManifest>,
    /// The whole manifest, of files.
    pub(crate) manifest: Option<Manifest>,
    ready: OnceLock<Result<Ready, LoadError>>,
    /// The first plugin of the run whose code turned out to be none to use.
    failure: Arc<OnceLock<LoadError>>,
}

impl Known {
    /// A library that was not opened yet.
    pub(crate) fn library(path: PathBuf, manifest: Manifest, failure: Arc<OnceLock<LoadError>>) -> Known {
        Known {
            name: manifest.name.clone(),
            origin: Origin::Library(path),
            dialects: manifest.dialects.clone(),
            passes: manifest.passes.clone(),
            manifest: Some(manifest),
            ready: OnceLock::new(),
            failure,
        }
    }

    /// A plugin whose code was called already.
    pub(crate) fn called(origin: Origin, ready: Ready, manifest: Option<Manifest>) -> Known {
        Known {
            name: ready.owner.name.to_string(),
            origin,
            dialects: ready.sources.iter().map(|source| source.dialect_name().to_string()).collect(),
            passes: manifest.as_ref().map(|manifest| manifest.passes.clone()).unwrap_or_default(),
            manifest,
            ready: OnceLock::from(Ok(ready)),
            failure: Arc::default(),
        }
    }

    /// What the code hands out, if it was called already.
    pub(crate) fn if_ready(&self) -> Option<&Ready> {
        self.ready.get()?.as_ref().ok()
    }

    /// What the code hands out; it is opened and called now unless it was before.
    pub(crate) fn ready(&self) -> Result<&Ready, &LoadError> {
        let made = self.ready.get_or_init(|| {
            self.open().map_err(|reason| {
                let error = LoadError { plugin: self.path_text(), reason };
                self.failure.get_or_init(|| error.clone());
                error
            })
        });
        made.as_ref()
    }

    fn path_text(&self) -> String {
        match &self.origin {
            Origin::Linked => self.name.clone(),
            Origin::Library(path) | Origin::Script(path) => path.display().to_string(),
        }
    }

    fn open(&self) -> Result<Ready, String> {
        let Origin::Library(path) = &self.origin else { return Err("its code is called when it is added".into()) };
        tracing::debug!(target: "plugin", plugin = %self.name, path = %path.display(), "opened");
        crate::crash::install();
        let text = self.path_text();
        let _opening = crate::crash::opening(text.as_bytes());
        // SAFETY: the file says that it is a plugin; what its initialisers do is theirs to answer for.
        let entry = unsafe { crate::library::open(path) }?;
        enter(entry, self.manifest.as_ref())
    }
}

/// Runs a file in Python, and takes the plugin that the component makes of it.
pub(crate) fn run_script(path: &str, python: Option<&std::path::Path>) -> Result<(Ready, Manifest), String> {
    let entry = crate::script::entry(python)?;
    let bytes = raw::Bytes { pointer: path.as_ptr(), length: path.len() };
    let mut manifest: *const raw::Bytes = std::ptr::null();
    let mut given: *const raw::Plugin = std::ptr::null();
    // SAFETY: the arguments are those of the specification.
    called(|| unsafe { entry(&raw const HOST.0, bytes, &raw mut manifest, &raw mut given) })?;
    if manifest.is_null() {
        return Err("the component handed out no manifest".into());
    }
    // SAFETY: the specification says that what the component hands out lives as long as the process.
    let manifest = Manifest::parse(unsafe { list((*manifest).pointer, (*manifest).length) })?;
    Ok((accept(given, Some(&manifest))?, manifest))
}

/// Calls the entry point of a plugin and checks what it hands out. Without a manifest only dialects are taken.
pub(crate) fn enter(entry: raw::EntryFn, manifest: Option<&Manifest>) -> Result<Ready, String> {
    let mut given: *const raw::Plugin = std::ptr::null();
    // SAFETY: the arguments are those of the specification.
    called(|| unsafe { entry(&raw const HOST.0, &raw mut given) })
        .map_err(|reason| format!("its entry point failed: {reason}"))?;
    accept(given, manifest)
}

/// Checks what a plugin hands out.
fn accept(given: *const raw::Plugin, manifest: Option<&Manifest>) -> Result<Ready, String> {
    if given.is_null() {
        return Err("its entry point handed out nothing".into());
    }
    // SAFETY: the struct begins with its size.
    let size = unsafe { (&raw const (*given).size).read_unaligned() } as usize;
    if size < size_of::<raw::Plugin>() {
        return Err(format!("its struct has {size} bytes, {} were expected", size_of::<raw::Plugin>()));
    }
    // SAFETY: it is as large as ours at least, and lives as long as the process.
    let plugin: &'static raw::Plugin = unsafe { &*given };
    HostAbi::OURS.check_version(plugin.abi_version)?;
    let mut owner = Owner { name: Box::default() };
    owner.name = owner.text(plugin.name).into();
    if let Some(manifest) = manifest.filter(|m| *m.name != *owner.name) {
        return Err(format!("its manifest has the name '{}', the plugin the name '{}'", manifest.name, owner.name));
    }
    let owner = Arc::new(owner);
    // SAFETY: the specification says that the lists of the plugin live as long as the process.
    let (bytes, hooks, passes) = unsafe {
        (
            list(plugin.descriptor.pointer, plugin.descriptor.length),
            list(plugin.hooks, plugin.hook_count),
            list(plugin.passes, plugin.pass_count),
        )
    };
    let sources = dialects_of(&owner, bytes, hooks)?;
    if let Some(manifest) = manifest {
        let offered: Vec<&str> = sources.iter().map(|source| source.dialect_name()).collect();
        if let Some(missing) = manifest.dialects.iter().find(|name| !offered.contains(&name.as_str())) {
            return Err(format!("the manifest declares the dialect '{missing}', which the plugin does not have"));
        }
        if let Some(extra) = offered.iter().find(|name| !manifest.dialects.iter().any(|d| d == **name)) {
            return Err(format!("the plugin has the dialect '{extra}', which its manifest does not declare"));
        }
    }
    let passes = passes_of(&owner, manifest.map_or(&[], |m| &m.passes), passes)?;
    Ok(Ready { owner, sources, passes })
}

fn dialects_of(
    owner: &Arc<Owner>,
    bytes: &'static [u8],
    hooks: &'static [raw::Hook],
) -> Result<Vec<Arc<PluginSource>>, String> {
    let (bytes, hooks) = match bytes.starts_with(&plugopt_descriptor::MAGIC) || bytes.is_empty() {
        true => (bytes, hooks),
        false => crate::declaration::compile(owner, bytes, hooks)?,
    };
    let descriptors = Descriptor::sequence(bytes).map_err(|e| format!("its descriptor cannot be read: {e:?}"))?;
    let expected: usize = descriptors.iter().map(Descriptor::hook_count).sum();
    if expected != hooks.len() {
        return Err(format!("its descriptor names {expected} functions, its list has {}", hooks.len()));
    }
    let (mut sources, mut first): (Vec<Arc<PluginSource>>, usize) = (Vec::new(), 0);
    for descriptor in descriptors {
        let end = first + descriptor.hook_count();
        let functions = Functions { owner: owner.clone(), list: &hooks[first..end] };
        first = end;
        let Some(source) = PluginSource::new(descriptor, functions) else { continue };
        if sources.iter().any(|other| other.dialect_name() == source.dialect_name()) {
            return Err(format!("it has the dialect '{}' twice", source.dialect_name()));
        }
        sources.push(Arc::new(source));
    }
    Ok(sources)
}

/// The passes of a plugin in the order of its manifest.
fn passes_of(
    owner: &Owner,
    declared: &[PassManifest],
    given: &'static [raw::Pass],
) -> Result<Vec<Shared<&'static raw::Pass>>, String> {
    if let Some(extra) = given.iter().map(|p| owner.text(p.name)).find(|n| !declared.iter().any(|d| d.name == *n)) {
        return Err(format!("it has the pass '{extra}', which its manifest does not declare"));
    }
    let mut passes = Vec::new();
    for declared in declared {
        let Some(found) = given.iter().find(|pass| owner.text(pass.name) == declared.name) else {
            return Err(format!("its manifest declares the pass '{}', which the plugin does not have", declared.name));
        };
        if found.create.is_none() || found.run.is_none() || found.destroy.is_none() {
            return Err(format!("the pass '{}' lacks a function", declared.name));
        }
        passes.push(Shared(found));
    }
    Ok(passes)
}

/// Calls an entry point; the error is what it said.
fn called(entry: impl FnOnce() -> Status) -> Result<(), String> {
    ENTRY_ERROR.with_borrow_mut(String::clear);
    let status = entry();
    let said = ENTRY_ERROR.with_borrow_mut(std::mem::take);
    match status {
        Status::OK => Ok(()),
        Status::PANICKED if said.is_empty() => Err("it panicked".into()),
        _ if said.is_empty() => Err(format!("status {}", status.0)),
        _ => Err(said),
    }
}

/// What a host speaks.
pub(crate) struct HostAbi<'a> {
    /// The oldest and the newest version of the structs that are not in tables.
    pub(crate) versions: (u32, u32),
    /// Tables with the hashes of their specifications.
    pub(crate) tables: &'a [(&'a str, u64)],
}

impl HostAbi<'static> {
    /// This one.
    pub(crate) const OURS: HostAbi<'static> =
        HostAbi { versions: (raw::ABI_VERSION, raw::ABI_VERSION), tables: raw::TABLES };
}

impl HostAbi<'_> {
    /// Whether a plugin of that version can be talked to.
    pub(crate) fn check_version(&self, found: u32) -> Result<(), String> {
        let (oldest, newest) = self.versions;
        if (oldest..=newest).contains(&found) {
            return Ok(());
        }
        let speaks =
            if oldest == newest { format!("version {newest}") } else { format!("versions {oldest} to {newest}") };
        let todo = if found > newest { "use a newer plugopt" } else { "rebuild the plugin with a newer SDK" };
        Err(format!("it is built for version {found} of the plugin ABI, this plugopt speaks {speaks}: {todo}"))
    }

    /// Whether this host has what a manifest needs.
    pub(crate) fn check(&self, manifest: &Manifest) -> Result<(), String> {
        self.check_version(manifest.abi)?;
        for (name, hash) in &manifest.needs {
            let same_name = self.tables.iter().find(|(known, _)| known == name);
            match same_name {
                Some((_, ours)) if ours == hash => {}
                Some((_, ours)) => {
                    return Err(format!(
                        "it needs the table {name} with the specification {hash:016x}, this plugopt has {ours:016x}: rebuild the \
                         plugin with the SDK of this plugopt"
                    ));
                }
                None => {
                    let has: Vec<&str> = self.tables.iter().map(|(name, _)| *name).collect();
                    return Err(format!(
                        "it needs the table {name}, which this plugopt does not have: {}; it has {}",
                        self.advice(name),
                        has.join(", ")
                    ));
                }
            }
        }
        Ok(())
    }

    /// What to do about a table that is not there.
    fn advice(&self, name: &str) -> &'static str {
        let parts = |name: &str| {
            name.rsplit_once('/').and_then(|(family, n)| Some((family.to_string(), n.parse::<u32>().ok()?)))
        };
        let Some((family, revision)) = parts(name) else { return "use a newer plugopt" };
        let newest =
            self.tables.iter().filter_map(|(name, _)| parts(name)).filter(|(f, _)| *f == family).map(|(_, n)| n).max();
        match newest {
            Some(newest) if newest > revision => "rebuild the plugin with a newer SDK",
            _ => "use a newer plugopt",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn manifest(abi: u32, needs: &[(&str, u64)]) -> Manifest {
        let needs = needs.iter().map(|(name, hash)| (name.to_string(), *hash)).collect();
        Manifest { name: "x".into(), version: "1".into(), abi, needs, ..Manifest::default() }
    }

    #[test]
    fn hosts_of_other_times_refuse_with_both_sides() {
        let later = HostAbi { versions: (2, 4), tables: &[("plugopt.ir.read/2", 7), ("plugopt.ir.read/3", 8)] };
        let refused = |manifest: &Manifest, expected: &str| {
            assert_eq!(later.check(manifest).unwrap_err(), expected);
        };
        assert_eq!(later.check(&manifest(2, &[("plugopt.ir.read/2", 7)])), Ok(()));
        assert_eq!(later.check(&manifest(4, &[])), Ok(()));
        refused(
            &manifest(1, &[]),
            "it is built for version 1 of the plugin ABI, this plugopt speaks versions 2 to 4: rebuild the plugin with a newer SDK",
        );
        refused(
            &manifest(5, &[]),
            "it is built for version 5 of the plugin ABI, this plugopt speaks versions 2 to 4: use a newer plugopt",
        );
        refused(
            &manifest(3, &[("plugopt.ir.read/1", 7)]),
            "it needs the table plugopt.ir.read/1, which this plugopt does not have: rebuild the plugin with a newer SDK; it has \
             plugopt.ir.read/2, plugopt.ir.read/3",
        );
        refused(
            &manifest(3, &[("plugopt.ir.read/4", 7)]),
            "it needs the table plugopt.ir.read/4, which this plugopt does not have: use a newer plugopt; it has plugopt.ir.read/2, \
             plugopt.ir.read/3",
        );
        refused(
            &manifest(3, &[("plugopt.ir.read/2", 9)]),
            "it needs the table plugopt.ir.read/2 with the specification 0000000000000009, this plugopt has 0000000000000007: rebuild \
             the plugin with the SDK of this plugopt",
        );
    }
}
