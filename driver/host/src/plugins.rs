//! The plugins of a run: those linked into the driver and those found in files. They are known by what they declare; the code of a
//! library is opened when something of it is used.

use crate::instance::PluginPass;
use crate::library::{self, Refusal};
use crate::manifest::Manifest;
use crate::plugin::{HostAbi, Known, LoadError, Origin, enter, run_script};
use crate::source::LazySource;
use plugopt_dialect::{DialectSource, Registry};
use plugopt_pass::{Pass, PassInfo, PassRegistry};
use plugopt_plugin::plugin::StaticPlugin;
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::sync::{Arc, OnceLock};

/// The dialect of the driver itself.
const BUILTIN: &str = "builtin";

/// A plugin and where it comes from.
#[derive(Clone, Debug)]
pub struct PluginInfo {
    /// What it says of itself.
    pub manifest: Manifest,
    /// Where it comes from.
    pub origin: Origin,
}

/// The manifest of a library, whether this host could load it or not. No code runs.
pub fn read_manifest(library: &Path) -> Result<Manifest, LoadError> {
    let wrong = |refusal: Refusal| LoadError { plugin: library.display().to_string(), reason: refusal.reason };
    library::manifest(library).map_err(wrong)
}

/// All plugins of a run.
#[derive(Default)]
pub struct Plugins {
    known: Vec<Arc<Known>>,
    /// The manifests of those that are linked in, in their order; they come first.
    linked: Vec<&'static str>,
    /// Files by their canonical path, so that loading one twice is loading it once.
    files: BTreeSet<PathBuf>,
    python: Option<PathBuf>,
    failure: Arc<OnceLock<LoadError>>,
}

/// Which of two plugins with the same name counts.
#[derive(Clone, Copy, PartialEq, Eq)]
enum SameName {
    /// Neither: it is an error.
    Refused,
    /// The one that was there first.
    FirstCounts,
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
        self.known.iter().flat_map(|plugin| plugin.dialects.iter().map(String::as_str))
    }

    /// All plugins, in the order in which they were added. No code runs.
    pub fn list(&self) -> Result<Vec<PluginInfo>, LoadError> {
        let mut linked = self.linked.iter();
        let info = |plugin: &Arc<Known>| {
            let manifest = match (&plugin.origin, &plugin.manifest) {
                (Origin::Linked, _) => Manifest::parse(linked.next().copied().unwrap_or_default().as_bytes()),
                (_, manifest) => Ok(manifest.clone().unwrap_or_default()),
            };
            let manifest = manifest.map_err(|reason| LoadError { plugin: plugin.name.clone(), reason })?;
            Ok(PluginInfo { manifest, origin: plugin.origin.clone() })
        };
        self.known.iter().map(info).collect()
    }

    /// Adds a plugin that is linked in.
    pub fn add_static(&mut self, plugin: &StaticPlugin) -> Result<(), LoadError> {
        // Only passes need what the manifest says: a dialect tells all by its descriptor.
        let manifest = plugin.manifest.contains("[[pass]]").then(|| Manifest::parse(plugin.manifest.as_bytes()));
        let wrong = |reason| LoadError { plugin: "linked in".into(), reason };
        let manifest = manifest.transpose().map_err(wrong)?;
        let ready = enter(plugin.entry, manifest.as_ref()).map_err(wrong)?;
        let known = Known::called(Origin::Linked, ready, manifest);
        self.check_owners(&known).map_err(wrong)?;
        self.known.push(Arc::new(known));
        self.linked.push(plugin.manifest);
        Ok(())
    }

    /// Makes the plugin in a file known. A library is read and not opened; a file in Python runs.
    pub fn load(&mut self, path: &Path) -> Result<(), LoadError> {
        self.add_file(path, SameName::Refused)
            .map_err(|refusal| LoadError { plugin: path.display().to_string(), reason: refusal.reason })
    }

    /// Makes the plugins in a folder known, in the order of their file names: libraries and Python files. A file that is no plugin is
    /// skipped, and so is a plugin whose name another one has already.
    pub fn search(&mut self, folder: &Path) -> Result<(), LoadError> {
        let wrong = |plugin: &Path, reason: String| LoadError { plugin: plugin.display().to_string(), reason };
        let unreadable = |error: std::io::Error| wrong(folder, library::io_reason(&error));
        let mut files = Vec::new();
        for entry in std::fs::read_dir(folder).map_err(unreadable)? {
            let path = entry.map_err(unreadable)?.path();
            let extension = path.extension().and_then(|extension| extension.to_str());
            if matches!(extension, Some("py" | std::env::consts::DLL_EXTENSION)) && path.is_file() {
                files.push(path);
            }
        }
        files.sort();
        for path in files {
            match self.add_file(&path, SameName::FirstCounts) {
                Ok(()) => {}
                Err(Refusal { is_plugin: false, reason }) => {
                    tracing::info!(target: "plugin", path = %path.display(), "skipped: {reason}");
                }
                Err(Refusal { is_plugin: true, reason }) => return Err(wrong(&path, reason)),
            }
        }
        Ok(())
    }

    fn add_file(&mut self, path: &Path, same_name: SameName) -> Result<(), Refusal> {
        let no_plugin = |reason| Refusal { is_plugin: false, reason };
        let broken = |reason| Refusal { is_plugin: true, reason };
        let canonical = path.canonicalize().map_err(|e| no_plugin(library::io_reason(&e)))?;
        if self.files.contains(&canonical) {
            return Ok(());
        }
        let is_script = canonical.extension().is_some_and(|extension| extension == "py") && !canonical.is_dir();
        let known = if is_script {
            if same_name == SameName::FirstCounts && !mentions_plugopt(&canonical) {
                return Err(no_plugin("it does not mention plugopt".into()));
            }
            crate::crash::install();
            let shown = path.display().to_string();
            let _opening = crate::crash::opening(shown.as_bytes());
            let text = canonical.to_str().ok_or_else(|| broken("its path is not UTF-8".into()))?;
            let (ready, manifest) = run_script(text, self.python.as_deref()).map_err(broken)?;
            Known::called(Origin::Script(path.to_path_buf()), ready, Some(manifest))
        } else {
            let manifest = library::manifest(&canonical)?;
            HostAbi::OURS.check(&manifest).map_err(broken)?;
            Known::library(path.to_path_buf(), manifest, self.failure.clone())
        };
        if let Some(other) = self.known.iter().find(|other| other.name == known.name) {
            let reason = format!("it has the name '{}', as has the plugin {}", known.name, whence(other));
            if same_name == SameName::FirstCounts {
                tracing::info!(target: "plugin", path = %path.display(), "skipped: {reason}");
                return Ok(());
            }
            return Err(broken(reason));
        }
        self.check_owners(&known).map_err(broken)?;
        self.known.push(Arc::new(known));
        self.files.insert(canonical);
        Ok(())
    }

    /// Whether the dialects of a plugin have no other owner.
    fn check_owners(&self, plugin: &Known) -> Result<(), String> {
        for name in &plugin.dialects {
            if name == BUILTIN {
                return Err(format!("its dialect '{BUILTIN}' is that of plugopt"));
            }
            if let Some(other) = self.known.iter().find(|other| other.dialects.contains(name)) {
                return Err(format!("its dialect '{name}' is the one of plugin '{}' {}", other.name, whence(other)));
            }
        }
        Ok(())
    }

    /// Opens a plugin now, as if something of it were used.
    pub fn open(&self, name: &str) -> Result<(), LoadError> {
        match self.known.iter().find(|plugin| plugin.name == name) {
            Some(plugin) => plugin.ready().map(|_| ()).map_err(LoadError::clone),
            None => Err(LoadError { plugin: name.into(), reason: "there is no such plugin".into() }),
        }
    }

    /// Why a plugin could not be opened when something of it was used, if that happened: then nothing that came of it counts.
    pub fn failure(&self) -> Option<&LoadError> {
        self.failure.get()
    }

    /// Tells of such a failure where the plugins themselves are not at hand.
    pub fn failed(&self) -> impl Fn() -> bool + Send + Sync + 'static {
        let failure = self.failure.clone();
        move || failure.get().is_some()
    }

    /// Makes the dialects of all plugins known to a context's registry.
    pub fn add_dialects(&self, registry: &Registry) -> Result<(), LoadError> {
        for plugin in &self.known {
            let sources: Vec<Arc<dyn DialectSource>> = match plugin.if_ready() {
                Some(ready) => ready.sources.iter().map(|source| source.clone() as Arc<dyn DialectSource>).collect(),
                None => {
                    let lazy =
                        |name: &String| Arc::new(LazySource::new(plugin.clone(), name)) as Arc<dyn DialectSource>;
                    plugin.dialects.iter().map(lazy).collect()
                }
            };
            for source in sources {
                registry.add(source).map_err(|taken| LoadError {
                    plugin: plugin.name.clone(),
                    reason: format!("its dialect '{}' is there already", taken.0),
                })?;
            }
        }
        Ok(())
    }

    /// Makes the passes of all plugins known.
    pub fn add_passes(&self, registry: &mut PassRegistry) {
        for plugin in &self.known {
            for (index, declared) in plugin.passes.iter().enumerate() {
                let owner = plugin.clone();
                registry.add(PassInfo {
                    name: declared.name.clone(),
                    summary: declared.summary.clone(),
                    plugin: Some(plugin.name.clone()),
                    anchor: declared.anchor.clone(),
                    options: declared.options.clone(),
                    dialects: declared.dialects.clone(),
                    create: Arc::new(move |options| {
                        PluginPass::new(&owner, index, options).map(|pass| Box::new(pass) as Box<dyn Pass>)
                    }),
                });
            }
        }
    }
}

fn whence(plugin: &Known) -> String {
    match &plugin.origin {
        Origin::Linked => "that is linked in".into(),
        Origin::Library(path) | Origin::Script(path) => format!("in '{}'", path.display()),
    }
}

/// Whether a file in Python that was found in a folder may declare a plugin: only such files run.
fn mentions_plugopt(path: &Path) -> bool {
    std::fs::read(path).is_ok_and(|text| text.windows(7).any(|window| window == b"plugopt"))
}
