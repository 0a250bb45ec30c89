//! The plugin ABI: everything that is generated from `plugin-abi/spec`.
//!
//! The language of the specification is described in its README. What is written: the C header, the raw Rust mirror, the methods of the
//! Rust SDK that only call a function of a table, and the reference.

mod c;
mod cpp;
mod docs;
mod host;
mod layout;
mod parse;
mod rust;

use std::collections::HashMap;
use std::fmt::Write as _;
use std::path::Path;
use std::process::{Command, Stdio};

/// The files of the specification, in the order in which they build on each other.
const FILES: [&str; 8] = ["types", "plugin", "core", "ir_read", "ir_build", "parse", "print", "rewrite"];
const LAST: &str = "pass";

/// How a type is passed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Form {
    Plain,
    Slice,
    List,
    Fill,
    Mut,
    Pointer,
    MutPointer,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Ty {
    pub(crate) base: String,
    pub(crate) form: Form,
    pub(crate) optional: bool,
}

#[derive(Clone, Debug)]
pub(crate) struct Field {
    pub(crate) doc: String,
    pub(crate) name: String,
    pub(crate) ty: Ty,
}

#[derive(Clone, Debug, Default)]
pub(crate) struct Function {
    pub(crate) doc: String,
    pub(crate) name: String,
    pub(crate) params: Vec<Field>,
    pub(crate) results: Vec<Field>,
    pub(crate) fails: bool,
    pub(crate) raw: bool,
    pub(crate) rename: Option<String>,
    pub(crate) errors: Vec<String>,
    pub(crate) any_thread: bool,
    pub(crate) owns: Option<String>,
    /// Heading that stands in front of it in the specification.
    pub(crate) section: Option<String>,
}

#[derive(Clone, Debug)]
pub(crate) enum Kind {
    /// Size in bytes.
    Handle(u32),
    Opaque,
    Enum(Vec<(String, String, u32)>),
    Struct(Vec<Field>),
    Callback(Function),
    /// Result, empty for none.
    Function(Function, String),
}

#[derive(Clone, Debug)]
pub(crate) struct Item {
    pub(crate) doc: String,
    pub(crate) name: String,
    pub(crate) kind: Kind,
}

#[derive(Clone, Debug)]
pub(crate) struct Table {
    pub(crate) doc: String,
    /// `plugopt.ir.read/0`
    pub(crate) name: String,
    /// `ir_read`
    pub(crate) short: String,
    pub(crate) functions: Vec<Function>,
    pub(crate) hash: u64,
}

#[derive(Debug, Default)]
pub(crate) struct Spec {
    /// Items by file.
    pub(crate) items: Vec<(String, Vec<Item>)>,
    pub(crate) tables: Vec<Table>,
    kinds: HashMap<String, Kind>,
}

impl Spec {
    pub(crate) fn kind(&self, name: &str) -> Option<&Kind> {
        self.kinds.get(name)
    }

    pub(crate) fn is_handle(&self, name: &str) -> bool {
        matches!(self.kind(name), Some(Kind::Handle(_)))
    }

    pub(crate) fn is_struct(&self, name: &str) -> bool {
        matches!(self.kind(name), Some(Kind::Struct(_)))
    }

    pub(crate) fn is_opaque(&self, name: &str) -> bool {
        matches!(self.kind(name), Some(Kind::Opaque))
    }

    /// Structs of two words, which are passed by value.
    pub(crate) fn by_value(&self, name: &str) -> bool {
        !self.is_struct(name) || name == "bytes" || name == "bits128"
    }
}

/// `plugopt.ir.read/0` → `IrRead`
pub(crate) fn camel(name: &str) -> String {
    let mut out = String::new();
    for part in name.split('_') {
        let mut chars = part.chars();
        if let Some(first) = chars.next() {
            out.extend(first.to_uppercase());
            out.push_str(chars.as_str());
        }
    }
    out
}

fn read(root: &Path) -> Result<Spec, String> {
    let mut spec = Spec::default();
    for file in FILES.iter().chain([&LAST]) {
        let path = root.join("plugin-abi/spec").join(format!("{file}.abi"));
        let text = std::fs::read_to_string(&path).map_err(|e| format!("{}: {e}", path.display()))?;
        let (items, tables) = parse::parse(&text).map_err(|e| format!("{}:{e}", path.display()))?;
        for item in &items {
            // Callbacks have names of their own: `speculatability` is an enum and the callback that answers it.
            let name = if is_function(&item.kind) { format!("{}_fn", item.name) } else { item.name.clone() };
            if spec.kinds.insert(name, item.kind.clone()).is_some() {
                return Err(format!("{}: `{}` is declared twice", path.display(), item.name));
            }
        }
        spec.items.push((file.to_string(), items));
        spec.tables.extend(tables);
    }
    check(&spec)?;
    let layouts = canonical_items(&spec);
    let hashes: Vec<u64> =
        spec.tables.iter().map(|table| fnv(&format!("{layouts}{}", canonical_table(table)))).collect();
    for (table, hash) in spec.tables.iter_mut().zip(hashes) {
        table.hash = hash;
    }
    Ok(spec)
}

fn is_function(kind: &Kind) -> bool {
    matches!(kind, Kind::Callback(_) | Kind::Function(..))
}

const SCALARS: [&str; 12] =
    ["bool", "u8", "u32", "u64", "i64", "usize", "f64", "void", "const", "fnptr", "text", "status"];

fn check(spec: &Spec) -> Result<(), String> {
    let known = |ty: &Ty| spec.kinds.contains_key(&ty.base) || SCALARS.contains(&ty.base.as_str());
    let fields = |owner: &str, fields: &[Field]| -> Result<(), String> {
        for field in fields {
            if !known(&field.ty) {
                return Err(format!("`{owner}`: `{}` has the unknown type `{}`", field.name, field.ty.base));
            }
        }
        Ok(())
    };
    for (_, items) in &spec.items {
        for item in items {
            match &item.kind {
                Kind::Struct(list) => fields(&item.name, list)?,
                Kind::Callback(f) | Kind::Function(f, _) => {
                    fields(&item.name, &f.params)?;
                    fields(&item.name, &f.results)?;
                }
                Kind::Handle(_) | Kind::Opaque | Kind::Enum(_) => {}
            }
        }
    }
    for table in &spec.tables {
        for (index, f) in table.functions.iter().enumerate() {
            let owner = format!("{}: {}", table.name, f.name);
            fields(&owner, &f.params)?;
            fields(&owner, &f.results)?;
            if f.doc.is_empty() {
                return Err(format!("`{owner}` has no documentation"));
            }
            if table.functions[..index].iter().any(|g| g.name == f.name) {
                return Err(format!("`{owner}` is declared twice"));
            }
        }
    }
    Ok(())
}

fn canonical_ty(ty: &Ty) -> String {
    format!("{:?} {}{}", ty.form, ty.base, if ty.optional { "?" } else { "" })
}

fn canonical_function(f: &Function) -> String {
    let list = |fields: &[Field]| {
        fields.iter().map(|f| format!("{}: {}", f.name, canonical_ty(&f.ty))).collect::<Vec<_>>().join(", ")
    };
    format!("{}({}) -> ({})\n", f.name, list(&f.params), list(&f.results))
}

fn canonical_items(spec: &Spec) -> String {
    let mut out = String::new();
    for item in spec.items.iter().flat_map(|(_, items)| items) {
        let _ = match &item.kind {
            Kind::Handle(size) => writeln!(out, "handle {} {size}", item.name),
            Kind::Opaque => writeln!(out, "opaque {}", item.name),
            Kind::Enum(values) => {
                let values: Vec<_> = values.iter().map(|(name, _, value)| format!("{name}={value}")).collect();
                writeln!(out, "enum {} {}", item.name, values.join(","))
            }
            Kind::Struct(fields) => {
                let fields: Vec<_> = fields.iter().map(|f| format!("{}: {}", f.name, canonical_ty(&f.ty))).collect();
                writeln!(out, "struct {} {}", item.name, fields.join(","))
            }
            Kind::Callback(f) => write!(out, "callback {}", canonical_function(f)),
            Kind::Function(f, result) => write!(out, "function {result} {}", canonical_function(f)),
        };
    }
    out
}

fn canonical_table(table: &Table) -> String {
    let mut out = format!("table {}\n", table.name);
    table.functions.iter().for_each(|f| out.push_str(&canonical_function(f)));
    out
}

/// FNV-1a, 64 bits.
fn fnv(text: &str) -> u64 {
    text.bytes().fold(0xcbf2_9ce4_8422_2325, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3))
}

fn rustfmt(text: &str) -> Result<String, String> {
    let mut child = Command::new("rustfmt")
        .args(["--edition", "2024", "--config", "max_width=120,use_small_heuristics=Max"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .map_err(|e| format!("rustfmt: {e}"))?;
    let mut stdin = child.stdin.take().ok_or("rustfmt has no input")?;
    let input = text.to_owned();
    let writer = std::thread::spawn(move || std::io::Write::write_all(&mut stdin, input.as_bytes()));
    let output = child.wait_with_output().map_err(|e| format!("rustfmt: {e}"))?;
    writer.join().map_err(|_| "rustfmt: the writer panicked")?.map_err(|e| format!("rustfmt: {e}"))?;
    if !output.status.success() {
        return Err("rustfmt refused the generated text".into());
    }
    String::from_utf8(output.stdout).map_err(|e| e.to_string())
}

/// All generated files: path from the root and text.
fn generate(spec: &Spec) -> Result<Vec<(String, String)>, String> {
    let mut files = vec![
        ("plugin-abi/include/plugopt.h".to_string(), c::header(spec)),
        ("plugin-abi/include/plugopt.hpp".to_string(), cpp::header(spec)),
        ("docs/abi.md".to_string(), docs::reference(spec)),
    ];
    for (path, text) in rust::files(spec) {
        files.push((format!("plugin-abi/src/{path}"), rustfmt(&text)?));
    }
    for (path, text) in host::files(spec) {
        files.push((format!("driver/host/src/glue/{path}"), rustfmt(&text)?));
    }
    files.push(("plugin-abi/tests/header/layouts.rs".to_string(), rustfmt(&layout::list(spec))?));
    Ok(files)
}

/// Writes the generated files, or with `check` compares them with those that are there; in both cases released tables with the ledger.
pub(crate) fn run(root: &Path, check: bool) -> Result<(), String> {
    let spec = read(root)?;
    layout::compare(&spec, &root.join("plugin-abi/ledger"), check)?;
    let mut different = Vec::new();
    for (path, text) in generate(&spec)? {
        let file = root.join(&path);
        if std::fs::read_to_string(&file).is_ok_and(|found| found == text) {
            continue;
        }
        if check {
            different.push(path);
            continue;
        }
        if let Some(folder) = file.parent() {
            std::fs::create_dir_all(folder).map_err(|e| format!("{}: {e}", folder.display()))?;
        }
        std::fs::write(&file, text).map_err(|e| format!("{path}: {e}"))?;
        println!("wrote {path}");
    }
    if different.is_empty() {
        return Ok(());
    }
    Err(format!("not what the specification says (run `cargo xtask abi`): {}", different.join(", ")))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_in_comments_do_not_change_the_hash() {
        let hash = |text: &str| canonical_table(&parse::parse(text).unwrap().1[0]);
        let plain = "/// A\ntable t/0 { /// B\n fn f(a: op, b: [u32]) -> (c: value?); }";
        assert_eq!(hash(plain), hash("/// X\ntable t/0 { /// Y\n fn f(a: op, b: [u32]) -> (c: value?) fails; }"));
        assert_ne!(hash(plain), hash("/// A\ntable t/0 { /// B\n fn f(a: op, b: [u64]) -> (c: value?); }"));
    }

    /// Prints what the host's functions look like: `cargo test -p xtask signatures -- --nocapture`.
    #[test]
    fn signatures_of_the_host() {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap();
        let spec = read(root).unwrap();
        for table in &spec.tables {
            println!("// {}", table.name);
            table.functions.iter().for_each(|f| println!("{}", host::signature(&spec, f)));
        }
        let named = |name: &str| spec.tables.iter().flat_map(|t| &t.functions).find(|f| f.name == name).unwrap();
        assert_eq!(
            host::signature(&spec, named("op_operands")),
            "pub(crate) fn op_operands(s: &Session, op: OpRef, operands: &mut Out<ValueRef>) -> Done<()>"
        );
    }

    #[test]
    fn the_generated_files_are_those_of_the_specification() {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap();
        run(root, true).unwrap();
    }
}
