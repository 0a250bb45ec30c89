//! `plugopt plugin new KIND NAME`: a folder with a plugin that builds and passes its test as it is.

use crate::run::write_text;
use plugopt_bundled::templates::{TEMPLATES, Template};
use plugopt_pass::registry::suggestion;
use std::ffi::OsString;
use std::path::{Path, PathBuf};

/// The crate of the SDK.
const SDK: &str = "plugopt-plugin";
/// Where it lies in the tree of the project.
const SDK_FOLDER: &str = "plugin-abi";

/// The kinds, as a list for people.
pub fn kinds() -> String {
    TEMPLATES.iter().map(|template| template.kind).collect::<Vec<_>>().join(", ")
}

/// Makes the folder; the error is a text for people.
pub fn run(words: &[OsString]) -> Result<(), String> {
    let (mut named, mut sdk, mut words) = (Vec::new(), None, words.iter());
    while let Some(word) = words.next() {
        let text = word.to_str().ok_or_else(|| format!("'{}' is not UTF-8", word.to_string_lossy()))?;
        match text.strip_prefix("--sdk") {
            Some("") => sdk = Some(words.next().ok_or("for the --sdk option: requires a value!")?.into()),
            Some(rest) if rest.starts_with('=') => sdk = Some(PathBuf::from(&rest[1..])),
            _ if text.starts_with('-') => return Err(format!("'plugin new' has no option '{text}', only '--sdk'")),
            _ => named.push(text),
        }
    }
    let [kind, name] = named[..] else {
        return Err(format!("'plugin new' takes a kind and a name; the kinds are {}", kinds()));
    };
    let Some(template) = TEMPLATES.iter().find(|template| template.kind == kind) else {
        let similar = suggestion(kind, TEMPLATES.iter().map(|template| template.kind));
        let similar = similar.map(|kind| format!(", did you mean '{kind}'?")).unwrap_or_default();
        return Err(format!("there is no kind of plugin '{kind}'{similar}; the kinds are {}", kinds()));
    };
    let fits = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-';
    if !name.starts_with(|c: char| c.is_ascii_lowercase()) || !name.chars().all(fits) || name.ends_with('-') {
        return Err(format!(
            "'{name}' is no name of a plugin, which has lower case letters, digits and dashes, and begins with a letter"
        ));
    }
    let names = Names::new(name, &dependency(template, sdk)?);
    let folder = Path::new(name);
    let cannot = |path: &Path, error: std::io::Error| {
        format!("cannot write '{}': {}", path.display(), crate::input::reason(&error))
    };
    std::fs::create_dir(folder).map_err(|error| cannot(folder, error))?;
    for (file, text) in template.files {
        let path = folder.join(names.fill(file));
        let parent = path.parent().unwrap_or(folder);
        std::fs::create_dir_all(parent).map_err(|error| cannot(parent, error))?;
        std::fs::write(&path, names.fill(text)).map_err(|error| cannot(&path, error))?;
    }
    let test = names.fill(template.test);
    write_text(&format!("{name}: a {kind}; its test is `{test}` in that folder\n"))
        .map_err(|_| "the output cannot be written".to_string())
}

/// What stands for the SDK in a `Cargo.toml`: its folder if one is given or lies where this driver was built, else its version.
fn dependency(template: &Template, sdk: Option<PathBuf>) -> Result<String, String> {
    let is_sdk = |folder: &Path| {
        std::fs::read_to_string(folder.join("Cargo.toml")).is_ok_and(|text| text.contains(&format!("name = \"{SDK}\"")))
    };
    if !template.needs_sdk {
        return match sdk {
            Some(_) => Err(format!("a {} needs no SDK, so that '--sdk' has no meaning", template.kind)),
            None => Ok(String::new()),
        };
    }
    let given = match sdk {
        Some(folder) if is_sdk(&folder) => Some(folder),
        Some(folder) => return Err(format!("'{}' is not the folder of the crate {SDK}", folder.display())),
        None => {
            let driver = std::env::current_exe().unwrap_or_default();
            driver.ancestors().map(|folder| folder.join(SDK_FOLDER)).find(|folder| is_sdk(folder))
        }
    };
    let Some(folder) = given else { return Ok(format!("\"{}\"", env!("CARGO_PKG_VERSION"))) };
    let folder =
        folder.canonicalize().map_err(|error| format!("'{}': {}", folder.display(), crate::input::reason(&error)))?;
    Ok(format!("{{ path = {:?} }}", folder.to_string_lossy()))
}

/// The spellings of a name that templates ask for.
struct Names([(&'static str, String); 4]);

impl Names {
    fn new(name: &str, sdk: &str) -> Names {
        let word = |word: &str| word[..1].to_ascii_uppercase() + &word[1..];
        Names([
            ("@NAME@", name.to_string()),
            ("@IDENT@", name.replace('-', "_")),
            ("@TYPE@", name.split('-').filter(|part| !part.is_empty()).map(word).collect()),
            ("@SDK@", sdk.to_string()),
        ])
    }

    fn fill(&self, text: &str) -> String {
        self.0.iter().fold(text.to_string(), |text, (from, to)| text.replace(from, to))
    }
}
