//! The manifest of a plugin: what is known of it without running it. The form is described in `plugin-abi/spec/manifest.md`.

use plugopt_pass::options::{OptionKind, OptionSpec, OptionValue, parse_value};
use std::collections::HashSet;
use toml::{Table, Value};

/// The first line, up to the revision.
const FIRST_LINE: &str = "plugopt-manifest ";
/// The revision of the form that this host reads.
const REVISION: u32 = 1;

/// A pass as the manifest declares it.
#[derive(Clone, PartialEq, Debug)]
pub struct PassManifest {
    /// As in pipelines.
    pub name: String,
    /// One line.
    pub summary: String,
    /// The only operation it runs on; `None` for any.
    pub anchor: Option<String>,
    /// Dialects of the operations that it may create.
    pub dialects: Vec<String>,
    /// Its options.
    pub options: Vec<OptionSpec>,
}

/// What a plugin says of itself.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Manifest {
    /// Its name.
    pub name: String,
    /// Its version.
    pub version: String,
    /// One line.
    pub description: String,
    /// Version of the structs that are not in tables.
    pub abi: u32,
    /// Tables that it needs, with the hashes of their specifications.
    pub needs: Vec<(String, u64)>,
    /// Tables that it can do without.
    pub uses: Vec<(String, u64)>,
    /// Dialects that it offers.
    pub dialects: Vec<String>,
    /// Passes that it offers.
    pub passes: Vec<PassManifest>,
}

fn text(table: &Table, key: &str) -> Result<Option<String>, String> {
    match table.get(key) {
        None => Ok(None),
        Some(Value::String(text)) => Ok(Some(text.clone())),
        Some(_) => Err(format!("`{key}` is not a string")),
    }
}

fn required(table: &Table, key: &str) -> Result<String, String> {
    text(table, key)?.filter(|text| !text.is_empty()).ok_or_else(|| format!("`{key}` is missing"))
}

fn texts(table: &Table, key: &str) -> Result<Vec<String>, String> {
    let wrong = || format!("`{key}` is not a list of strings");
    match table.get(key) {
        None => Ok(Vec::new()),
        Some(Value::Array(list)) => {
            list.iter().map(|value| value.as_str().map(str::to_string).ok_or_else(wrong)).collect()
        }
        Some(_) => Err(wrong()),
    }
}

fn tables<'a>(table: &'a Table, key: &str) -> Result<Vec<&'a Table>, String> {
    let wrong = || format!("`{key}` is not a list of tables");
    match table.get(key) {
        None => Ok(Vec::new()),
        Some(Value::Array(list)) => list.iter().map(|value| value.as_table().ok_or_else(wrong)).collect(),
        Some(_) => Err(wrong()),
    }
}

/// Names of tables with the hashes of their specifications.
fn hashes(table: &Table, key: &str) -> Result<Vec<(String, u64)>, String> {
    let Some(list) = table.get(key) else { return Ok(Vec::new()) };
    let list = list.as_table().ok_or_else(|| format!("`{key}` is not a table"))?;
    let hash = |(name, hash): (&String, &Value)| {
        let hash = hash.as_str().and_then(|hash| u64::from_str_radix(hash, 16).ok());
        Ok((name.clone(), hash.ok_or_else(|| format!("`{key}.'{name}'` is not a hash"))?))
    };
    list.iter().map(hash).collect()
}

fn kind(name: &str, values: &[String]) -> Result<OptionKind, String> {
    Ok(match name {
        "bool" => OptionKind::Bool,
        "int" => OptionKind::Int { min: i64::MIN.into(), max: i64::MAX.into() },
        "float" => OptionKind::Float,
        "string" | "pipeline" => OptionKind::String,
        "enum" if values.is_empty() => return Err("an option of type `enum` has no `values`".into()),
        "enum" => OptionKind::Enum(values.to_vec()),
        _ => match name.strip_prefix("list<").and_then(|rest| rest.strip_suffix('>')) {
            Some(inner) if !inner.starts_with("list<") => OptionKind::List(Box::new(kind(inner, values)?)),
            _ => return Err(format!("there is no option type `{name}`")),
        },
    })
}

fn option(table: &Table) -> Result<OptionSpec, String> {
    let name = required(table, "name")?;
    let values = texts(table, "values")?;
    let kind = kind(&required(table, "type")?, &values)?;
    let none = match &kind {
        OptionKind::Bool => OptionValue::Bool(false),
        OptionKind::Int { .. } => OptionValue::Int(0),
        OptionKind::Float => OptionValue::Float(0.0),
        OptionKind::String => OptionValue::String(String::new()),
        OptionKind::Enum(words) => OptionValue::String(words.first().cloned().unwrap_or_default()),
        OptionKind::List(_) => OptionValue::List(Vec::new()),
    };
    let mut spec = OptionSpec { doc: text(table, "help")?.unwrap_or_default(), name, kind, default: none };
    if let Some(default) = text(table, "default")? {
        let given = parse_value(&spec.kind, &spec.name, Some(&default));
        spec.default = given.map_err(|e| format!("the default of option `{}`: {e}", spec.name))?;
    }
    Ok(spec)
}

/// A name that is there more than once.
fn twice<'a>(names: impl Iterator<Item = &'a str>) -> Option<&'a str> {
    let mut seen = HashSet::new();
    names.into_iter().find(|name| !seen.insert(*name))
}

fn pass(table: &Table) -> Result<PassManifest, String> {
    let name = required(table, "name")?;
    let options = tables(table, "option")?.into_iter().map(option).collect::<Result<Vec<_>, _>>();
    if let Some(twice) = twice(options.iter().flatten().map(|option| option.name.as_str())) {
        return Err(format!("pass `{name}`: two options are called `{twice}`"));
    }
    Ok(PassManifest {
        summary: text(table, "summary")?.unwrap_or_default(),
        anchor: text(table, "anchor")?,
        dialects: texts(table, "dialects")?,
        options: options.map_err(|e| format!("pass `{name}`: {e}"))?,
        name,
    })
}

impl Manifest {
    /// Reads a manifest; zero bytes behind it are ignored. The error says what is wrong with it.
    pub fn parse(bytes: &[u8]) -> Result<Manifest, String> {
        let end = bytes.iter().position(|&b| b == 0).unwrap_or(bytes.len());
        let text_of = std::str::from_utf8(&bytes[..end]).map_err(|_| "the manifest is not UTF-8")?;
        let Some((revision, body)) = text_of.strip_prefix(FIRST_LINE).and_then(|rest| rest.split_once('\n')) else {
            return Err(format!("the manifest does not begin with `{FIRST_LINE}{REVISION}`"));
        };
        match revision.trim().parse::<u32>() {
            Ok(REVISION) => {}
            Ok(other) => {
                return Err(format!("the manifest is of revision {other}, this plugopt reads revision {REVISION}"));
            }
            Err(_) => return Err(format!("the manifest has the revision `{}`", revision.trim())),
        }
        let table: Table = body.parse().map_err(|e| format!("the manifest: {e}"))?;
        let known = ["name", "version", "description", "abi", "needs", "uses", "dialects", "pass"];
        for key in table.keys().filter(|key| !known.contains(&key.as_str())) {
            tracing::warn!(target: "plugin", "the manifest has a key `{key}` that this plugopt does not know");
        }
        let dialects = texts(&table, "dialects")?;
        if let Some(twice) = twice(dialects.iter().map(String::as_str)) {
            return Err(format!("two dialects are called `{twice}`"));
        }
        let passes: Vec<PassManifest> = tables(&table, "pass")?.into_iter().map(pass).collect::<Result<_, _>>()?;
        if let Some(twice) = twice(passes.iter().map(|pass| pass.name.as_str())) {
            return Err(format!("two passes are called `{twice}`"));
        }
        let abi = table.get("abi").and_then(Value::as_integer).ok_or("`abi` is missing")?;
        Ok(Manifest {
            name: required(&table, "name")?,
            version: required(&table, "version")?,
            description: text(&table, "description")?.unwrap_or_default(),
            abi: u32::try_from(abi).map_err(|_| "`abi` is not a version")?,
            needs: hashes(&table, "needs")?,
            uses: hashes(&table, "uses")?,
            dialects,
            passes,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const GOOD: &str = "plugopt-manifest 1\nabi = 0\nneeds.'plugopt.core/0' = '00ff'\nname = 'x'\nversion = '1'\n\
        dialects = ['d']\n[[pass]]\nname = 'p'\n[[pass.option]]\nname = 'limit'\ntype = 'int'\ndefault = '4'\n\
        [[pass.option]]\nname = 'tiles'\ntype = 'list<int>'\ndefault = '1,2'\n[[pass.option]]\nname = 'mode'\ntype = 'enum'\n\
        values = ['a', 'b']\n";

    #[test]
    fn a_manifest() {
        let manifest = Manifest::parse(format!("{GOOD}\0\0").as_bytes()).unwrap();
        assert_eq!((&*manifest.name, &*manifest.version), ("x", "1"));
        assert_eq!(manifest.needs, [("plugopt.core/0".to_string(), 255)]);
        let options = &manifest.passes[0].options;
        assert_eq!(options[0].default, OptionValue::Int(4));
        assert_eq!(options[1].default, OptionValue::List(vec![OptionValue::Int(1), OptionValue::Int(2)]));
        assert_eq!(options[2].default, OptionValue::String("a".into()));
    }

    #[test]
    fn what_is_wrong_is_said() {
        let check = |text: &str, expected: &str| {
            let error = Manifest::parse(text.as_bytes()).unwrap_err();
            assert!(error.contains(expected), "{error}");
        };
        check("", "does not begin with `plugopt-manifest 1`");
        check(&GOOD.replace("manifest 1", "manifest 7"), "is of revision 7, this plugopt reads revision 1");
        check(&GOOD.replace("name = 'x'", ""), "`name` is missing");
        check(&GOOD.replace("abi = 0", "abi = -1"), "`abi` is not a version");
        check(&GOOD.replace("'00ff'", "'zz'"), "`needs.'plugopt.core/0'` is not a hash");
        check(&GOOD.replace("'int'", "'integer'"), "pass `p`: there is no option type `integer`");
        check(&GOOD.replace("'4'", "'four'"), "the default of option `limit`");
        check(&GOOD.replace("values = ['a', 'b']", ""), "has no `values`");
        check(&GOOD.replace("['d']", "['d', 'd']"), "two dialects are called `d`");
        check(&GOOD.replace("needs", "uses").replace("'00ff'", "1"), "`uses.'plugopt.core/0'` is not a hash");
        check(&GOOD.replace("['d']", "'d'"), "`dialects` is not a list of strings");
        check(&GOOD.replace("[[pass]]", "[[pass]"), "the manifest: ");
        check(&format!("{GOOD}[[pass]]\nname = 'p'\n"), "two passes are called `p`");
        check(&GOOD.replace("name = 'tiles'", "name = 'limit'"), "pass `p`: two options are called `limit`");
    }
}
