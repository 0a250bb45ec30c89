//! `plugopt plugin …`: what plugins there are, whether one can be used, and the folder of a new one.

use crate::args::{self, PROGRAM};
use crate::new_plugin;
use crate::run::{Stop, load_plugins, write_text};
use plugopt_host::{LoadError, Manifest, Origin, Plugins, read_manifest};
use plugopt_ir::Context;
use plugopt_pass::PassRegistry;
use std::ffi::OsString;
use std::path::Path;
use std::sync::Arc;

const HELP: &str = "\
Usage: plugopt plugin list [options]       the plugins that these options make known, with what they offer
       plugopt plugin check [options] file whether a plugin can be used, by its manifest and by its code
       plugopt plugin new kind name [--sdk folder]
                                           a folder with a plugin, its build and its test; kinds: ";

/// The words behind `plugopt plugin`, if the line is one.
pub fn words(line: &[OsString]) -> Option<&[OsString]> {
    let [_, first, rest @ ..] = line else { return None };
    // A line with this word alone, or with options, has an input file of that name.
    let is_input = match rest.first() {
        None => Path::new(first).exists(),
        Some(word) => word.as_encoded_bytes().starts_with(b"-") && word != "--help" && word != "-h",
    };
    (first == "plugin" && !is_input).then_some(rest)
}

/// Does what they say.
pub fn run(words: &[OsString]) -> Result<(), Stop> {
    let [command, rest @ ..] = words else { return Err(format!("{PROGRAM}: a command is missing\n{}", help()).into()) };
    match command.to_str() {
        Some("list") => list(rest),
        Some("check") => check(rest),
        Some("new") => new_plugin::run(rest).map_err(|reason| format!("{PROGRAM}: {reason}").into()),
        Some("--help" | "-h") => Ok(write_text(&format!("{}\n", help()))?),
        _ => {
            let word = command.to_string_lossy();
            Err(format!("{PROGRAM}: there is no command 'plugin {word}'\n{}", help()).into())
        }
    }
}

fn help() -> String {
    format!("{HELP}{}", new_plugin::kinds())
}

fn options(words: &[OsString]) -> Result<args::Options, Stop> {
    let line = args::parse(std::iter::once(OsString::from(PROGRAM)).chain(words.iter().cloned()))?;
    match line.pass_flags.first() {
        None => Ok(line.options),
        Some(flag) => Err(args::unknown_argument(flag, []).into()),
    }
}

fn list(words: &[OsString]) -> Result<(), Stop> {
    let options = options(words)?;
    if let Some(input) = &options.input {
        return Err(format!("{PROGRAM}: 'plugin list' takes no file, but there is '{}'", input.display()).into());
    }
    let mut text = String::new();
    for plugin in load_plugins(&options)?.list().map_err(said)? {
        let Manifest { name, version, dialects, passes, .. } = &plugin.manifest;
        let passes: Vec<String> = passes.iter().map(|pass| pass.name.clone()).collect();
        let named = [("dialect", "dialects", dialects), ("pass", "passes", &passes)];
        let named = named.iter().filter(|(.., names)| !names.is_empty());
        let named = named
            .map(|(one, many, names)| format!("{} {}", if names.len() == 1 { one } else { many }, names.join(", ")));
        let named: Vec<String> = named.collect();
        text += &format!("{name} {version} ({}): {}\n", plugin.origin, named.join("; "));
    }
    Ok(write_text(&text)?)
}

fn check(words: &[OsString]) -> Result<(), Stop> {
    let options = options(words)?;
    let Some(file) = &options.input else { return Err(format!("{PROGRAM}: 'plugin check' takes a file").into()) };
    let mut plugins = Plugins::new();
    if let Some(python) = &options.python {
        plugins.use_python(python);
    }
    let wrong = |error: LoadError| {
        // What the file says of itself, so that both sides are there.
        let described =
            read_manifest(file).map(|manifest| format!("\n{PROGRAM}: its manifest says: {}", describe(&manifest)));
        format!("{PROGRAM}: {error}{}", described.unwrap_or_default())
    };
    plugins.load(file).map_err(wrong)?;
    let listed = plugins.list().map_err(wrong)?;
    let [plugin] = listed.as_slice() else { return Err(format!("{PROGRAM}: there is no plugin").into()) };
    plugins.open(&plugin.manifest.name).map_err(wrong)?;
    let found = problems(&plugins, &plugin.manifest)?;
    if !found.is_empty() {
        let error = LoadError { plugin: file.display().to_string(), reason: found.join("; ") };
        return Err(wrong(error).into());
    }
    let revision_0 = |(name, _): &(String, u64)| name.ends_with("/0");
    let loads = match plugin.origin {
        Origin::Script(_) => "loads in this plugopt",
        _ if plugin.manifest.abi == 0 || plugin.manifest.needs.iter().any(revision_0) => {
            "loads in this plugopt, and in others whose tables of revision 0 are the same"
        }
        _ => "loads in this plugopt and later ones",
    };
    Ok(write_text(&format!("{}; {loads}\n", describe(&plugin.manifest)))?)
}

/// What a plugin says of itself, on one line.
fn describe(manifest: &Manifest) -> String {
    let Manifest { name, version, abi, needs, uses, dialects, passes, .. } = manifest;
    let tables = |verb: &str, tables: &[(String, u64)]| match tables {
        [] => String::new(),
        tables => format!(", {verb} {}", tables.iter().map(|(name, _)| name.as_str()).collect::<Vec<_>>().join(", ")),
    };
    let count = |count: usize, one: &str, many: &str| format!("{count} {}", if count == 1 { one } else { many });
    format!(
        "{name} {version} (ABI {abi}{}{}): {}, {}",
        tables("needs", needs),
        tables("can use", uses),
        count(dialects.len(), "dialect", "dialects"),
        count(passes.len(), "pass", "passes"),
    )
}

/// What of an opened plugin cannot be used: declarations that cannot be read, passes that cannot be made with their defaults.
fn problems(plugins: &Plugins, manifest: &Manifest) -> Result<Vec<String>, Stop> {
    let context = Arc::new(Context::new());
    let registry = plugopt_syntax::install(&context);
    plugins.add_dialects(&registry).map_err(said)?;
    let mut found = Vec::new();
    for dialect in &manifest.dialects {
        if registry.dialect(&context, dialect).is_none() {
            found.push(format!("its dialect '{dialect}' cannot be read"));
        }
        for name in registry.op_names(dialect) {
            if !context.op_info(context.op_name(name.as_bytes())).registered {
                found.push(format!("its operation '{name}' cannot be read"));
            }
        }
        let types = registry.type_names(dialect).into_iter().map(|name| (name, "type", false));
        let attributes = registry.attr_names(dialect).into_iter().map(|name| (name, "attribute", true));
        for (name, kind, is_attribute) in types.chain(attributes) {
            let id = registry.def_id(is_attribute, &format!("{dialect}.{name}"));
            if registry.def(&context, id).is_none() {
                found.push(format!("its {kind} '{dialect}.{name}' cannot be read"));
            }
        }
    }
    let mut passes = PassRegistry::default();
    plugins.add_passes(&mut passes);
    for pass in passes.iter().filter(|pass| pass.plugin.as_deref() == Some(&manifest.name)) {
        let defaults = pass.options.iter().map(|option| option.default.clone()).collect();
        if let Err(reason) = (pass.create)(&defaults) {
            found.push(format!("its pass '{}' cannot be created: {reason}", pass.name));
        }
    }
    Ok(found)
}

fn said(error: LoadError) -> Stop {
    format!("{PROGRAM}: {error}").into()
}
