//! The passes that can be named, and who owns each.

use crate::options::{OptionSpec, OptionValues};
use crate::pass::Pass;
use std::collections::BTreeMap;
use std::sync::Arc;

/// Makes an instance of a pass with the given options; the error is one line.
pub type Factory = Arc<dyn Fn(&OptionValues) -> Result<Box<dyn Pass>, String> + Send + Sync>;

/// A pass as its owner declares it.
#[derive(Clone)]
pub struct PassInfo {
    /// The name in pipelines and flags.
    pub name: String,
    /// One line.
    pub summary: String,
    /// The plugin it comes from; `None` for passes of the driver.
    pub plugin: Option<String>,
    /// The only operation it runs on; `None` for any.
    pub anchor: Option<String>,
    /// Its options.
    pub options: Vec<OptionSpec>,
    /// Dialects of the operations that it may create.
    pub dialects: Vec<String>,
    /// Makes instances.
    pub create: Factory,
}

/// A name could not be resolved to one pass.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum LookupError {
    /// There is none; a similar name, if there is one.
    Unknown(Option<String>),
    /// Several plugins own it: these.
    Ambiguous(Vec<String>),
}

/// All passes, by name.
#[derive(Clone)]
pub struct PassRegistry {
    passes: BTreeMap<String, Vec<Arc<PassInfo>>>,
}

impl Default for PassRegistry {
    fn default() -> Self {
        let mut registry = PassRegistry { passes: BTreeMap::new() };
        for pass in crate::generic::passes() {
            registry.add(pass);
        }
        registry
    }
}

impl PassRegistry {
    /// Adds a pass. One of the same plugin and name is replaced.
    pub fn add(&mut self, pass: PassInfo) {
        let owners = self.passes.entry(pass.name.clone()).or_default();
        owners.retain(|p| p.plugin != pass.plugin);
        owners.push(Arc::new(pass));
    }

    /// The pass of a name, which may be qualified by its plugin: `plugin/pass`.
    pub fn find(&self, name: &str) -> Result<Arc<PassInfo>, LookupError> {
        if let Some(owners) = self.passes.get(name) {
            if let [pass] = &owners[..] {
                return Ok(pass.clone());
            }
            let owners = owners.iter().map(|p| p.plugin.clone().unwrap_or_else(|| "plugopt".into())).collect();
            return Err(LookupError::Ambiguous(owners));
        }
        if let Some((plugin, short)) = name.split_once('/') {
            let owners = self.passes.get(short).into_iter().flatten();
            let mut owned = owners.filter(|p| p.plugin.as_deref().unwrap_or("plugopt") == plugin);
            if let Some(pass) = owned.next() {
                return Ok(pass.clone());
            }
        }
        Err(LookupError::Unknown(suggestion(name, self.passes.keys().map(String::as_str)).map(str::to_owned)))
    }

    /// All passes, sorted by name.
    pub fn iter(&self) -> impl Iterator<Item = &Arc<PassInfo>> {
        self.passes.values().flatten()
    }
}

/// The name that is most like `word`, if one is alike at all.
pub fn suggestion<'a>(word: &str, names: impl Iterator<Item = &'a str>) -> Option<&'a str> {
    let limit = word.chars().count().div_ceil(3).max(1);
    let scored = names.map(|name| (strsim::damerau_levenshtein(word, name), name));
    scored.filter(|&(distance, _)| distance <= limit).min().map(|(_, name)| name)
}
