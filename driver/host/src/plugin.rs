//! The plugins of a run: those linked into the driver and those loaded from files.

use crate::glue;
use crate::hooks::{Functions, run_pass};
use crate::manifest::{Manifest, PassManifest};
use crate::session::Session;
use crate::source::PluginSource;
use plugopt_descriptor::Descriptor;
use plugopt_dialect::{DialectSource, Registry};
use plugopt_ir::Context;
use plugopt_pass::options::OptionValue;
use plugopt_pass::{Pass, PassContext, PassFailed, PassInfo, PassRegistry};
use plugopt_plugin::plugin::StaticPlugin;
use plugopt_plugin::raw::{self, Status};
use std::cell::RefCell;
use std::collections::BTreeMap;
use std::fmt;
use std::path::{Path, PathBuf};
use std::sync::{Arc, LazyLock};

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

struct Shared<T>(T);
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

/// A plugin that is ready.
struct Loaded {
    owner: Arc<Owner>,
    sources: Vec<Arc<dyn DialectSource>>,
    passes: Vec<(PassManifest, Shared<raw::Pass>)>,
}

/// All plugins of a run.
#[derive(Default)]
pub struct Plugins {
    loaded: Vec<Arc<Loaded>>,
    /// Files by their canonical path, so that loading one twice is loading it once.
    files: BTreeMap<PathBuf, ()>,
    python: Option<PathBuf>,
}

impl Plugins {
    /// No plugins.
    pub fn new() -> Plugins {
        Plugins::default()
    }

    /// Names the Python that runs `.py` files, a program or the folder of an environment. Of a process, only the first one to be used
    /// counts.
    pub fn use_python(&mut self, python: &Path) {
        self.python = Some(python.to_path_buf());
    }

    /// Names of the dialects of all plugins, in the order of the plugins.
    pub fn dialect_names(&self) -> impl Iterator<Item = &str> {
        self.loaded.iter().flat_map(|plugin| plugin.sources.iter().map(|source| source.name()))
    }

    /// Adds a plugin that is linked in.
    pub fn add_static(&mut self, plugin: &StaticPlugin) -> Result<(), LoadError> {
        // Only passes need what the manifest says: a dialect tells all by its descriptor.
        let manifest = plugin.manifest.contains("[[pass]]").then(|| Manifest::parse(plugin.manifest.as_bytes()));
        let wrong = |reason| LoadError { plugin: "linked in".into(), reason };
        let manifest = manifest.transpose().map_err(wrong)?;
        let loaded = self.enter(plugin.entry, manifest).map_err(wrong)?;
        self.loaded.push(Arc::new(loaded));
        Ok(())
    }

    /// Loads a plugin from a file.
    pub fn load(&mut self, path: &Path) -> Result<(), LoadError> {
        let wrong = |reason: String| LoadError { plugin: path.display().to_string(), reason };
        let canonical = path.canonicalize().map_err(|e| wrong(crate::library::io_reason(&e)))?;
        if self.files.contains_key(&canonical) {
            return Ok(());
        }
        if canonical.is_dir() {
            return Err(wrong("Is a directory".into()));
        }
        crate::crash::install();
        if canonical.extension().is_some_and(|extension| extension == "py") {
            let loaded = self.run_script(&canonical).map_err(wrong)?;
            self.loaded.push(Arc::new(loaded));
            self.files.insert(canonical, ());
            return Ok(());
        }
        let manifest = crate::library::manifest(&canonical).map_err(wrong)?;
        check_abi(&manifest).map_err(wrong)?;
        if let Some(other) = self.loaded.iter().find(|p| *p.owner.name == *manifest.name) {
            return Err(wrong(format!("another plugin with the name '{}' is loaded already", other.owner.name)));
        }
        // SAFETY: the file says that it is a plugin; what its initialisers do is theirs to answer for.
        let entry = unsafe { crate::library::open(&canonical) }.map_err(wrong)?;
        let declared = manifest.dialects.clone();
        let loaded = self.enter(entry, Some(manifest)).map_err(wrong)?;
        let offered: Vec<&str> = loaded.sources.iter().map(|s| s.name()).collect();
        if let Some(missing) = declared.iter().find(|name| !offered.contains(&name.as_str())) {
            return Err(wrong(format!(
                "the manifest declares the dialect '{missing}', which the plugin does not have"
            )));
        }
        if let Some(extra) = offered.iter().find(|name| !declared.iter().any(|d| d == **name)) {
            return Err(wrong(format!("the plugin has the dialect '{extra}', which its manifest does not declare")));
        }
        self.loaded.push(Arc::new(loaded));
        self.files.insert(canonical, ());
        Ok(())
    }

    /// Makes a plugin of a file in Python.
    fn run_script(&self, path: &Path) -> Result<Loaded, String> {
        let entry = crate::script::entry(self.python.as_deref())?;
        let text = path.to_str().ok_or("its path is not UTF-8")?;
        let bytes = raw::Bytes { pointer: text.as_ptr(), length: text.len() };
        let mut manifest: *const raw::Bytes = std::ptr::null();
        let mut given: *const raw::Plugin = std::ptr::null();
        // SAFETY: the arguments are those of the specification.
        called(|| unsafe { entry(&raw const HOST.0, bytes, &raw mut manifest, &raw mut given) })?;
        if manifest.is_null() {
            return Err("the component handed out no manifest".into());
        }
        // SAFETY: the specification says that what the component hands out lives as long as the process.
        let manifest = Manifest::parse(unsafe { list((*manifest).pointer, (*manifest).length) })?;
        if let Some(other) = self.loaded.iter().find(|p| *p.owner.name == *manifest.name) {
            return Err(format!("another plugin with the name '{}' is loaded already", other.owner.name));
        }
        self.accept(given, Some(manifest))
    }

    /// Calls the entry point of a plugin and checks what it hands out.
    fn enter(&self, entry: raw::EntryFn, manifest: Option<Manifest>) -> Result<Loaded, String> {
        let mut given: *const raw::Plugin = std::ptr::null();
        // SAFETY: the arguments are those of the specification.
        called(|| unsafe { entry(&raw const HOST.0, &raw mut given) })
            .map_err(|reason| format!("its entry point failed: {reason}"))?;
        self.accept(given, manifest)
    }

    /// Checks what a plugin hands out.
    fn accept(&self, given: *const raw::Plugin, manifest: Option<Manifest>) -> Result<Loaded, String> {
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
        if plugin.abi_version != raw::ABI_VERSION {
            return Err(abi_reason(plugin.abi_version));
        }
        let mut owner = Owner { name: Box::default() };
        owner.name = owner.text(plugin.name).into();
        if let Some(manifest) = manifest.as_ref().filter(|m| *m.name != *owner.name) {
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
        let sources = self.dialects(&owner, bytes, hooks)?;
        let declared = manifest.map(|m| m.passes).unwrap_or_default();
        let passes = passes_of(&owner, declared, passes)?;
        Ok(Loaded { owner, sources, passes })
    }

    fn dialects(
        &self,
        owner: &Arc<Owner>,
        bytes: &'static [u8],
        hooks: &'static [raw::Hook],
    ) -> Result<Vec<Arc<dyn DialectSource>>, String> {
        let (bytes, hooks) = match bytes.starts_with(&plugopt_descriptor::MAGIC) || bytes.is_empty() {
            true => (bytes, hooks),
            false => crate::declaration::compile(owner, bytes, hooks)?,
        };
        let descriptors = Descriptor::sequence(bytes).map_err(|e| format!("its descriptor cannot be read: {e:?}"))?;
        let expected: usize = descriptors.iter().map(Descriptor::hook_count).sum();
        if expected != hooks.len() {
            return Err(format!("its descriptor names {expected} functions, its list has {}", hooks.len()));
        }
        let (mut sources, mut first): (Vec<Arc<dyn DialectSource>>, usize) = (Vec::new(), 0);
        for descriptor in descriptors {
            let end = first + descriptor.hook_count();
            let functions = Functions { owner: owner.clone(), list: &hooks[first..end] };
            first = end;
            let Some(source) = PluginSource::new(descriptor, functions) else { continue };
            let taken = self.loaded.iter().find(|p| p.sources.iter().any(|s| s.name() == source.name()));
            if let Some(other) = taken {
                return Err(format!(
                    "its dialect '{}' is the one of plugin '{}' already",
                    source.name(),
                    other.owner.name
                ));
            }
            sources.push(Arc::new(source));
        }
        Ok(sources)
    }

    /// Makes the dialects of all plugins known to a context's registry.
    pub fn add_dialects(&self, registry: &Registry) -> Result<(), LoadError> {
        for plugin in &self.loaded {
            for source in &plugin.sources {
                registry.add(source.clone()).map_err(|taken| LoadError {
                    plugin: plugin.owner.name.to_string(),
                    reason: format!("its dialect '{}' is there already", taken.0),
                })?;
            }
        }
        Ok(())
    }

    /// Makes the passes of all plugins known.
    pub fn add_passes(&self, registry: &mut PassRegistry) {
        for plugin in &self.loaded {
            for (index, (declared, _)) in plugin.passes.iter().enumerate() {
                let owner = plugin.clone();
                registry.add(PassInfo {
                    name: declared.name.clone(),
                    summary: declared.summary.clone(),
                    plugin: Some(plugin.owner.name.to_string()),
                    anchor: declared.anchor.clone(),
                    options: declared.options.clone(),
                    dialects: declared.dialects.clone(),
                    create: Arc::new(move |options| {
                        PluginPass::new(owner.clone(), index, options).map(|pass| Box::new(pass) as Box<dyn Pass>)
                    }),
                });
            }
        }
    }
}

/// Calls an entry point; the error is what it said.
fn called(entry: impl FnOnce() -> Status) -> Result<(), String> {
    ENTRY_ERROR.with_borrow_mut(String::clear);
    let status = entry();
    let said = ENTRY_ERROR.with_borrow_mut(std::mem::take);
    match status {
        Status::OK => Ok(()),
        _ if said.is_empty() => Err(format!("status {}", status.0)),
        _ => Err(said),
    }
}

fn abi_reason(found: u32) -> String {
    format!(
        "it is built for version {found} of the plugin ABI, this plugopt speaks version {}: {}",
        raw::ABI_VERSION,
        if found > raw::ABI_VERSION { "use a newer plugopt" } else { "rebuild the plugin with a newer SDK" }
    )
}

/// Whether this host has what a manifest needs.
fn check_abi(manifest: &Manifest) -> Result<(), String> {
    if manifest.abi != raw::ABI_VERSION {
        return Err(abi_reason(manifest.abi));
    }
    for (name, hash) in &manifest.needs {
        if !glue::table(name.as_bytes(), *hash).is_null() {
            continue;
        }
        let has: Vec<String> = raw::TABLES.iter().map(|(name, hash)| format!("{name} {hash:016x}")).collect();
        return Err(match raw::TABLES.iter().find(|(known, _)| known == name) {
            Some((_, ours)) => format!(
                "it needs the table {name} with the specification {hash:016x}, this plugopt has {ours:016x}: rebuild the plugin \
                 with the SDK of this plugopt"
            ),
            None => format!("it needs the table {name}, which this plugopt does not have; it has {}", has.join(", ")),
        });
    }
    Ok(())
}

/// The passes that the manifest and the plugin agree on.
fn passes_of(
    owner: &Owner,
    declared: Vec<PassManifest>,
    given: &'static [raw::Pass],
) -> Result<Vec<(PassManifest, Shared<raw::Pass>)>, String> {
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
        passes.push((declared, Shared(*found)));
    }
    Ok(passes)
}

/// The context of callbacks that have no IR: instances are made before there is any.
static IDLE: LazyLock<Context> = LazyLock::new(Context::new);

/// An instance of a pass.
struct PluginPass {
    plugin: Arc<Loaded>,
    index: usize,
    instance: *mut core::ffi::c_void,
}

// SAFETY: the specification says that an instance is used by one thread at a time, any thread.
unsafe impl Send for PluginPass {}

impl PluginPass {
    fn new(plugin: Arc<Loaded>, index: usize, options: &[OptionValue]) -> Result<PluginPass, String> {
        let (declared, pass) = &plugin.passes[index];
        let names = declared.options.iter().map(|spec| spec.name.as_str());
        let given: Vec<GivenOption> = names.zip(options).map(|(name, value)| GivenOption::new(name, value)).collect();
        let raw: Vec<raw::PassOption> = given.iter().map(GivenOption::raw).collect();
        let s = Session::new(&IDLE);
        let mut instance = std::ptr::null_mut();
        let Some(create) = pass.0.create else { return Err("it has no function to make instances".into()) };
        // SAFETY: the arguments are those of the specification.
        let status = unsafe { create(pass.0.data, s.as_raw(), raw.as_ptr(), raw.len(), &raw mut instance) };
        if status != Status::OK {
            let text = String::from_utf8_lossy(&s.take_error()).into_owned();
            return Err(if text.is_empty() { format!("status {}", status.0) } else { text });
        }
        Ok(PluginPass { plugin, index, instance })
    }
}

impl Pass for PluginPass {
    fn run(&mut self, context: &mut PassContext<'_>) -> Result<(), PassFailed> {
        let pass = &self.plugin.passes[self.index].1.0;
        run_pass(&self.plugin.owner, pass, self.instance, context.ir, context.around).map_err(|()| PassFailed)
    }
}

impl Drop for PluginPass {
    fn drop(&mut self) {
        if let Some(destroy) = self.plugin.passes[self.index].1.0.destroy {
            // SAFETY: the instance was made by `create`, and is ended once.
            unsafe { destroy(self.instance) };
        }
    }
}

/// The value of an option, with the elements of lists beside it.
struct GivenOption {
    name: String,
    value: OptionValue,
    elements: Vec<GivenOption>,
    raw_elements: Vec<raw::PassOption>,
}

impl GivenOption {
    fn new(name: &str, value: &OptionValue) -> GivenOption {
        let elements: Vec<GivenOption> = match value {
            OptionValue::List(list) => list.iter().map(|value| GivenOption::new("", value)).collect(),
            _ => Vec::new(),
        };
        let raw_elements = elements.iter().map(GivenOption::raw).collect();
        GivenOption { name: name.into(), value: value.clone(), elements, raw_elements }
    }

    fn raw(&self) -> raw::PassOption {
        let bytes = |text: &str| raw::Bytes { pointer: text.as_ptr(), length: text.len() };
        let mut option = raw::PassOption {
            name: bytes(&self.name),
            kind: raw::OptionKind::BOOLEAN,
            boolean: 0,
            integer: 0,
            real: 0.0,
            text: bytes(""),
            elements: std::ptr::null(),
            element_count: 0,
        };
        match &self.value {
            OptionValue::Bool(value) => option.boolean = u8::from(*value),
            OptionValue::Int(value) => {
                option.kind = raw::OptionKind::INTEGER;
                option.integer = i64::try_from(*value).unwrap_or(i64::MAX);
            }
            OptionValue::Float(value) => {
                option.kind = raw::OptionKind::REAL;
                option.real = *value;
            }
            OptionValue::String(text) => {
                option.kind = raw::OptionKind::TEXT;
                option.text = bytes(text);
            }
            OptionValue::List(_) => {
                option.kind = raw::OptionKind::LIST;
                option.elements = self.raw_elements.as_ptr();
                option.element_count = self.elements.len();
            }
        }
        option
    }
}
