//! Sizes, offsets and slots: the ledger of what is released, and the list that a test compares C and Rust by.
//!
//! A table at revision 0 is not released: it is matched by the hash of its specification and may change. From revision 1 on,
//! `plugin-abi/ledger` holds what crosses by it, and neither the table nor a type that it uses may differ from that. Only enums may get
//! values, since readers accept numbers that they do not know.

use super::{Field, Form, Kind, Spec, Table, Ty, camel, canonical_function, canonical_ty};
use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::path::Path;

/// Size and alignment where pointers have 64 bits.
fn size(spec: &Spec, ty: &Ty) -> (usize, usize) {
    if !matches!(ty.form, Form::Plain) {
        return (8, 8);
    }
    match ty.base.as_str() {
        "bool" | "u8" => (1, 1),
        "u32" | "status" => (4, 4),
        "u64" | "i64" | "usize" | "f64" | "void" | "const" | "fnptr" => (8, 8),
        "text" => (16, 8),
        name => match spec.kind(name) {
            Some(Kind::Handle(size)) => (*size as usize, 4),
            Some(Kind::Enum(_)) => (4, 4),
            Some(Kind::Struct(fields)) => {
                let (_, size, align) = offsets(spec, fields);
                (size, align)
            }
            _ => (8, 8),
        },
    }
}

/// Offsets of the fields, size and alignment of a struct.
fn offsets(spec: &Spec, fields: &[Field]) -> (Vec<usize>, usize, usize) {
    let (mut all, mut at, mut align) = (Vec::new(), 0usize, 1);
    for field in fields {
        let (field_size, field_align) = size(spec, &field.ty);
        at = at.next_multiple_of(field_align);
        all.push(at);
        at += field_size;
        align = align.max(field_align);
    }
    (all, at.next_multiple_of(align), align)
}

/// The names of the types that some types are made of, with the types themselves.
fn reach(spec: &Spec, ty: &Ty, found: &mut BTreeSet<String>) {
    if !found.insert(ty.base.clone()) {
        return;
    }
    let mut fields = |list: &[Field]| list.iter().for_each(|f| reach(spec, &f.ty, found));
    match spec.kind(&ty.base) {
        Some(Kind::Struct(list)) => fields(list),
        Some(Kind::Callback(f) | Kind::Function(f, _)) => {
            fields(&f.params);
            fields(&f.results);
        }
        _ => {}
    }
}

/// What a released table fixes, a line for each slot, field and value.
fn entry(spec: &Spec, table: &Table) -> String {
    let mut out = format!("table {}\n", table.name);
    let mut types = BTreeSet::from(["status".to_string()]);
    for (slot, f) in table.functions.iter().enumerate() {
        let _ = write!(out, "  slot {slot} offset {} {}", slot * 8, canonical_function(f));
        f.params.iter().chain(&f.results).for_each(|p| reach(spec, &p.ty, &mut types));
    }
    for name in types {
        match spec.kind(&name) {
            Some(Kind::Handle(size)) => {
                let _ = writeln!(out, "handle {name} size {size} align 4");
            }
            Some(Kind::Opaque) => {
                let _ = writeln!(out, "opaque {name}");
            }
            Some(Kind::Enum(values)) => {
                let _ = writeln!(out, "enum {name} size 4");
                for (value, _, number) in values {
                    let _ = writeln!(out, "  value {name}.{value} = {number}");
                }
            }
            Some(Kind::Struct(fields)) => {
                let (offsets, size, align) = offsets(spec, fields);
                let _ = writeln!(out, "struct {name} size {size} align {align}");
                for (field, offset) in fields.iter().zip(offsets) {
                    let _ = writeln!(out, "  field {name}.{} offset {offset} {}", field.name, canonical_ty(&field.ty));
                }
            }
            Some(Kind::Callback(f)) => {
                let _ = write!(out, "callback {}", canonical_function(f));
            }
            Some(Kind::Function(f, result)) => {
                let _ = write!(out, "function {result} {}", canonical_function(f));
            }
            None => {}
        }
    }
    out
}

/// What differs between a ledger's entry and the specification.
fn difference(ledger: &str, now: &str) -> Option<String> {
    let lines: BTreeSet<&str> = now.lines().collect();
    if let Some(gone) = ledger.lines().find(|line| !lines.contains(line)) {
        return Some(format!("`{}` is released and is not there any more", gone.trim()));
    }
    let known: BTreeSet<&str> = ledger.lines().collect();
    let added = now.lines().find(|line| !known.contains(line) && !line.starts_with("  value "));
    added.map(|line| format!("`{}` is not part of what is released", line.trim()))
}

/// `plugopt.ir.read/1` → `plugopt.ir.read-1.txt`
fn file_name(table: &str) -> String {
    format!("{}.txt", table.replace('/', "-"))
}

fn is_released(table: &Table) -> bool {
    !table.name.ends_with("/0")
}

/// Compares the released tables with the ledger; writes what is new there, unless it is to be checked only.
pub(super) fn compare(spec: &Spec, folder: &Path, check: bool) -> Result<(), String> {
    let mut wrong = Vec::new();
    for table in spec.tables.iter().filter(|table| is_released(table)) {
        let (file, now) = (folder.join(file_name(&table.name)), entry(spec, table));
        match std::fs::read_to_string(&file) {
            Ok(ledger) => wrong.extend(difference(&ledger, &now).map(|reason| format!("{}: {reason}", table.name))),
            Err(_) if check => wrong.push(format!("{}: released, but not in the ledger", table.name)),
            Err(_) => std::fs::write(&file, now).map_err(|e| format!("{}: {e}", file.display()))?,
        }
    }
    let released: BTreeSet<String> =
        spec.tables.iter().filter(|t| is_released(t)).map(|t| file_name(&t.name)).collect();
    for entry in std::fs::read_dir(folder).map_err(|e| format!("{}: {e}", folder.display()))?.flatten() {
        let name = entry.file_name().to_string_lossy().into_owned();
        if name.ends_with(".txt") && !released.contains(&name) {
            wrong.push(format!("{name}: in the ledger, but not in the specification"));
        }
    }
    if wrong.is_empty() { Ok(()) } else { Err(format!("released tables never change:\n  {}", wrong.join("\n  "))) }
}

/// Rust code with the layouts that the compiler gives to everything that crosses, under its C names.
pub(super) fn list(spec: &Spec) -> String {
    let mut out = String::from(
        "//! Layouts of what crosses, as this compiler has them. Generated by `cargo xtask abi`; the source is `plugin-abi/spec`.\n\n\
         use super::Layout;\nuse abi_stable::StableAbi;\nuse core::mem::{align_of, offset_of, size_of};\nuse plugopt_plugin::raw;\n\n\
         pub(crate) fn layouts() -> Vec<Layout> {\nvec![\n",
    );
    let mut add = |name: &str, fields: Vec<(String, String)>, stable: bool| {
        let fields: Vec<String> =
            fields.iter().map(|(c, rust)| format!("(\"{c}\", offset_of!(raw::{name}, {rust}))")).collect();
        let stable = if stable { format!("Some(<raw::{name} as StableAbi>::LAYOUT)") } else { "None".into() };
        let _ = writeln!(
            out,
            "Layout {{ name: \"Plugopt{name}\", size: size_of::<raw::{name}>(), align: align_of::<raw::{name}>(), fields: vec![{}], stable: {stable} }},",
            fields.join(", ")
        );
    };
    let same = |names: &[&str]| names.iter().map(|name| (name.to_string(), name.to_string())).collect::<Vec<_>>();
    for item in spec.items.iter().flat_map(|(_, items)| items) {
        let name = camel(&item.name);
        match &item.kind {
            Kind::Handle(16) => add(&name, same(&["context", "body", "index", "generation"]), true),
            Kind::Handle(_) => add(&name, same(&["context", "id"]), true),
            Kind::Enum(_) => add(&name, Vec::new(), true),
            Kind::Struct(fields) => {
                add(&name, fields.iter().map(|f| (f.name.clone(), super::rust::escape(&f.name))).collect(), true);
            }
            Kind::Opaque | Kind::Callback(_) | Kind::Function(..) => {}
        }
    }
    for table in &spec.tables {
        let slots = table.functions.iter().map(|f| (f.name.clone(), f.name.clone())).collect();
        add(&format!("{}Table", camel(&table.short)), slots, false);
    }
    out.push_str("]\n}\n");
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    const RELEASED: &str = "
        handle op 16;
        enum status { ok = 0, failure = 1 }
        enum color { red = 0, }
        struct pair { flag: bool, size: usize, }
        callback visit(op: op, pair: pair);
        struct more { visit: visit_fn, op: op, color: color, }
        /// A table.
        table made.up/1 {
          /// One.
          fn one(op: op) -> (count: u32);
          /// Two.
          fn two(more: more);
        }";

    fn spec(text: &str) -> Spec {
        let (items, tables) = crate::abi::parse::parse(text).unwrap();
        let mut spec = Spec { tables, ..Spec::default() };
        for item in &items {
            let function = matches!(item.kind, Kind::Callback(_) | Kind::Function(..));
            let name = if function { format!("{}_fn", item.name) } else { item.name.clone() };
            spec.kinds.insert(name, item.kind.clone());
        }
        spec.items.push(("made_up".into(), items));
        spec
    }

    #[test]
    fn an_entry_has_slots_offsets_and_sizes() {
        let text = entry(&spec(RELEASED), &spec(RELEASED).tables[0]);
        for line in [
            "table made.up/1",
            "  slot 1 offset 8 two(more: Plain more) -> ()",
            "struct pair size 16 align 8",
            "  field pair.size offset 8 Plain usize",
            "struct more size 32 align 8",
            "  field more.op offset 8 Plain op",
            "  field more.color offset 24 Plain color",
            "callback visit(op: Plain op, pair: Plain pair) -> ()",
            "  value color.red = 0",
            "handle op size 16 align 4",
        ] {
            assert!(text.lines().any(|found| found == line), "{line}\n{text}");
        }
    }

    #[test]
    fn a_released_table_does_not_change() {
        let folder = tempfile::tempdir().unwrap();
        let check = |text: &str| compare(&spec(text), folder.path(), true);
        assert!(check(RELEASED).unwrap_err().ends_with("made.up/1: released, but not in the ledger"));
        compare(&spec(RELEASED), folder.path(), false).unwrap();
        assert_eq!(check(RELEASED), Ok(()));

        let changed = |from: &str, to: &str| {
            let text = RELEASED.replace(from, to);
            assert_ne!(text, RELEASED);
            let found = check(&text);
            // Writing does not make a change right.
            assert_eq!(compare(&spec(&text), folder.path(), false), found);
            found.map_err(|reason| reason.lines().nth(1).unwrap().trim().to_string())
        };
        // Words and new values of an enum are free.
        assert_eq!(changed("/// Two.", "/// Another word."), Ok(()));
        assert_eq!(changed("red = 0,", "red = 0, green = 1,"), Ok(()));
        let gone = |line: &str| Err(format!("made.up/1: `{line}` is released and is not there any more"));
        assert_eq!(changed("red = 0", "red = 1"), gone("value color.red = 0"));
        assert_eq!(
            changed("fn two(more: more)", "fn two(more: more, op: op)"),
            gone("slot 1 offset 8 two(more: Plain more) -> ()")
        );
        assert_eq!(
            changed("-> (count: u32)", "-> (count: u64)"),
            gone("slot 0 offset 0 one(op: Plain op) -> (count: Plain u32)")
        );
        assert_eq!(changed("handle op 16", "handle op 8"), gone("struct more size 32 align 8"));
        assert_eq!(
            changed("flag: bool, size: usize,", "size: usize, flag: bool,"),
            gone("field pair.flag offset 0 Plain bool")
        );
        let new = "made.up/1: `slot 2 offset 16 three(op: Plain op) -> ()` is not part of what is released";
        let third = "fn two(more: more);\n /// Three.\n fn three(op: op);";
        assert_eq!(changed("fn two(more: more);", third), Err(new.into()));
        // It cannot go either; a new revision stands beside it.
        let renamed = "made.up-1.txt: in the ledger, but not in the specification";
        assert_eq!(changed("made.up/1", "made.up/0"), Err(renamed.into()));
    }
}
