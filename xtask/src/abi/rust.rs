//! The raw Rust mirror, and the methods of the SDK that only call a function of a table.

use super::{Field, Form, Function, Item, Kind, Spec, Table, Ty, camel};
use std::fmt::Write as _;

/// Identifiers that Rust keeps for itself.
pub(super) fn escape(name: &str) -> String {
    match name {
        "type" => "ty".into(),
        "trait" | "use" | "move" | "ref" | "mod" | "as" | "in" | "for" | "fn" | "box" | "match" | "where" => {
            format!("{name}_")
        }
        _ => name.into(),
    }
}

fn raw_base(ty: &Ty) -> String {
    match ty.base.as_str() {
        "bool" => "u8".into(),
        "u8" | "u32" | "u64" | "i64" | "usize" | "f64" => ty.base.clone(),
        "void" => "c_void".into(),
        "const" => "*const c_void".into(),
        "fnptr" => "Function".into(),
        "text" => "Bytes".into(),
        name => camel(name),
    }
}

fn raw_plain(spec: &Spec, ty: &Ty) -> String {
    let base = raw_base(ty);
    if spec.is_opaque(&ty.base) {
        format!("*mut {base}")
    } else if matches!(spec.kind(&ty.base), Some(Kind::Callback(_) | Kind::Function(..))) {
        format!("Option<{base}>")
    } else {
        base
    }
}

pub(super) fn raw_params(spec: &Spec, f: &Function) -> Vec<String> {
    let mut out = Vec::new();
    for p in &f.params {
        let (ty, name) = (raw_plain(spec, &p.ty), escape(&p.name));
        match p.ty.form {
            Form::Plain if spec.by_value(&p.ty.base) => out.push(format!("{name}: {ty}")),
            Form::Plain => out.push(format!("{name}: *const {ty}")),
            Form::Slice | Form::List => {
                out.push(format!("{name}: *const {ty}"));
                out.push(format!("{name}_count: usize"));
            }
            Form::Fill => {
                out.push(format!("{name}: *mut {ty}"));
                out.push(format!("{name}_count: usize"));
            }
            Form::Mut => out.push(format!("{name}: *mut {ty}")),
            Form::Pointer if p.ty.base == "void" => out.push(format!("{name}: *mut c_void")),
            Form::Pointer => out.push(format!("{name}: *const {ty}")),
            Form::MutPointer => out.push(format!("{name}: *mut *const {ty}")),
        }
    }
    for r in &f.results {
        let (ty, name) = (raw_plain(spec, &r.ty), escape(&r.name));
        match r.ty.form {
            Form::Slice => {
                out.push(format!("{name}: *mut {ty}"));
                out.push(format!("{name}_capacity: usize"));
                out.push(format!("{name}_count: *mut usize"));
            }
            Form::List => {
                out.push(format!("{name}: *mut *const {ty}"));
                out.push(format!("{name}_count: *mut usize"));
            }
            Form::Pointer => out.push(format!("{name}: *mut *mut c_void")),
            _ => {
                out.push(format!("{name}: *mut {ty}"));
                if has_flag(spec, &r.ty) {
                    out.push(format!("has_{name}: *mut u8"));
                }
            }
        }
    }
    out
}

/// Whether absence is told by a separate flag.
pub(super) fn has_flag(spec: &Spec, ty: &Ty) -> bool {
    ty.optional && ty.form == Form::Plain && !spec.is_handle(&ty.base) && ty.base != "bytes"
}

fn doc(out: &mut String, text: &str) {
    let mut line = String::from("///");
    for word in text.split_whitespace() {
        if line.len() + word.len() > 118 {
            let _ = writeln!(out, "{line}");
            line = String::from("///");
        }
        line.push(' ');
        line.push_str(word);
    }
    let _ = writeln!(out, "{line}");
}

fn raw_item(spec: &Spec, out: &mut String, item: &Item) {
    let name = camel(&item.name);
    match &item.kind {
        Kind::Handle(size) => {
            doc(out, &item.doc);
            out.push_str("#[repr(C)]\n#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug, StableAbi)]\n");
            let fields = if *size == 16 {
                "/// Its context.\npub context: u32,\n/// Its body.\npub body: u32,\n/// Its place in the body's table.\npub index: u32,\n\
                 /// Of that place.\npub generation: u32,"
            } else {
                "/// Its context.\npub context: u32,\n/// Its number.\npub id: u32,"
            };
            let _ = writeln!(out, "pub struct {name} {{ {fields} }}\n");
        }
        Kind::Opaque => {
            doc(out, &item.doc);
            let _ =
                writeln!(out, "#[repr(C)]\n#[derive(Debug, StableAbi)]\npub struct {name} {{ private: [u8; 0] }}\n");
        }
        Kind::Enum(values) => {
            doc(out, &item.doc);
            let ty = if item.name == "status" { "i32" } else { "u32" };
            let _ = writeln!(
                out,
                "#[repr(transparent)]\n#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Debug, StableAbi)]\n\
                 pub struct {name}(pub {ty});\n\nimpl {name} {{"
            );
            for (value, text, number) in values {
                if text.is_empty() {
                    doc(out, &format!("`{value}`"));
                } else {
                    doc(out, text);
                }
                let _ = writeln!(out, "pub const {}: {name} = {name}({number});", value.to_uppercase());
            }
            out.push_str("}\n\n");
        }
        Kind::Struct(fields) => {
            doc(out, &item.doc);
            out.push_str("#[repr(C)]\n#[derive(Clone, Copy, Debug, StableAbi)]\n#[allow(missing_docs)]\n");
            let _ = writeln!(out, "pub struct {name} {{");
            for f in fields {
                if !f.doc.is_empty() {
                    doc(out, &f.doc);
                }
                let callback = matches!(spec.kind(&f.ty.base), Some(Kind::Callback(_) | Kind::Function(..)));
                if callback || f.ty.base == "fnptr" || f.ty.base == item.name {
                    out.push_str("#[sabi(unsafe_opaque_field)]\n");
                }
                let ty = raw_plain(spec, &f.ty);
                let ty = match f.ty.form {
                    Form::Pointer if f.ty.base == "void" => "*mut c_void".to_string(),
                    Form::Pointer => format!("*const {ty}"),
                    _ => ty,
                };
                let _ = writeln!(out, "pub {}: {ty},", escape(&f.name));
            }
            out.push_str("}\n\n");
        }
        Kind::Callback(f) => {
            doc(out, &item.doc);
            let mut list = vec!["data: *mut c_void".to_string(), "session: *mut Session".to_string()];
            list.extend(raw_params(spec, f));
            let _ = writeln!(out, "pub type {name}Fn = unsafe extern \"C\" fn({}) -> Status;\n", list.join(", "));
        }
        Kind::Function(f, result) => {
            doc(out, &item.doc);
            let result = match result.as_str() {
                "" => String::new(),
                "const" => " -> *const c_void".into(),
                other => format!(" -> {}", camel(other)),
            };
            let list = raw_params(spec, f).join(", ");
            let _ = writeln!(out, "pub type {name}Fn = unsafe extern \"C\" fn({list}){result};\n");
        }
    }
}

fn raw_table(spec: &Spec, out: &mut String, table: &Table) {
    let upper = table.short.to_uppercase();
    let _ = writeln!(out, "/// Name of the table.\npub const {upper}: &str = \"{}\";\n", table.name);
    let _ = writeln!(out, "/// Hash of its specification.\npub const {upper}_HASH: u64 = 0x{:016x};\n", table.hash);
    let _ = writeln!(
        out,
        "/// Line of a manifest: the plugin needs this table.\npub const NEEDS_{upper}: &str = \"needs.'{}' = '{:016x}'\\n\";\n",
        table.name, table.hash
    );
    doc(out, &table.doc);
    let _ = writeln!(out, "#[repr(C)]\n#[derive(Clone, Copy)]\npub struct {}Table {{", camel(&table.short));
    for f in &table.functions {
        doc(out, &f.doc);
        let mut list = vec!["session: *mut Session".to_string()];
        list.extend(raw_params(spec, f));
        let _ = writeln!(out, "pub {}: unsafe extern \"C\" fn({}) -> Status,", f.name, list.join(", "));
    }
    out.push_str("}\n");
}

const GENERATED: &str = "Generated by `cargo xtask abi`; the source is `plugin-abi/spec`.";

pub(super) fn files(spec: &Spec) -> Vec<(String, String)> {
    let mut out = Vec::new();
    let mut module = format!(
        "//! The ABI as it crosses, in Rust. {GENERATED}\n//!\n\
         //! `StableAbi` describes the handles and structs. The tables have none: a description of some hundred function pointers would be\n\
         //! checked against nothing, since a table is matched by the hash of its specification, and is never extended.\n\n"
    );
    let name = |file: &str| {
        // Not `core`, which is a crate.
        if spec.tables.iter().any(|t| t.short == file) { format!("{file}_table") } else { file.to_string() }
    };
    for (file, _) in &spec.items {
        let _ = writeln!(module, "mod {};", name(file));
    }
    for (file, _) in &spec.items {
        let _ = writeln!(module, "pub use {}::*;", name(file));
    }
    module.push_str(
        "\n/// Version of the structs that are not in tables.\npub const ABI_VERSION: u32 = 0;\n\n\
         /// Any function; cast to and from the callback type that it has.\npub type Function = Option<unsafe extern \"C\" fn()>;\n\n",
    );
    let _ = writeln!(
        module,
        "/// Names of all tables and the hashes of their specifications.\npub const TABLES: &[(&str, u64)] = &["
    );
    for table in &spec.tables {
        let upper = table.short.to_uppercase();
        let _ = writeln!(module, "({upper}, {upper}_HASH),");
    }
    module.push_str("];\n");
    out.push(("raw/mod.rs".to_string(), module));
    for (file, items) in &spec.items {
        let mut text = format!("//! {GENERATED}\n\n");
        let tables: Vec<_> = spec.tables.iter().filter(|t| t.short == *file).collect();
        if tables.is_empty() && file == "types" {
            text.push_str("use abi_stable::StableAbi;\n\n");
        } else if tables.is_empty() {
            text.push_str("use super::*;\nuse abi_stable::StableAbi;\nuse core::ffi::c_void;\n\n");
        } else {
            text.push_str("use super::*;\n\n");
        }
        items.iter().for_each(|item| raw_item(spec, &mut text, item));
        tables.iter().for_each(|table| raw_table(spec, &mut text, table));
        out.push((format!("raw/{}.rs", name(file)), text));
    }
    let mut module = format!("//! Methods that only call a function of a table. {GENERATED}\n\n");
    for table in &spec.tables {
        let _ = writeln!(module, "mod {};", table.short);
        out.push((format!("api/{}.rs", table.short), api(spec, table)));
    }
    out.push(("api/mod.rs".to_string(), module));
    out
}

/// What the SDK makes a method of: its type, whether it is a handle, and the prefix that function names lose.
fn receiver(base: &str) -> Option<(&'static str, bool, &'static str)> {
    Some(match base {
        "op" => ("Op<'s>", true, "op_"),
        "block" => ("Block<'s>", true, "block_"),
        "region" => ("Region<'s>", true, "region_"),
        "value" => ("Value<'s>", true, "value_"),
        "type" => ("Type<'s>", true, "type_"),
        "attribute" => ("Attribute<'s>", true, "attribute_"),
        "ident" => ("Ident<'s>", true, "ident_"),
        "op_name" => ("OpName<'s>", true, "op_name_"),
        "location" => ("Location<'s>", true, "location_"),
        "affine_expr" => ("AffineExpr<'s>", true, "affine_expr_"),
        "parser" => ("OpAsmParser<'s>", false, "parser_"),
        "printer" => ("OpAsmPrinter<'s>", false, "printer_"),
        "op_state" => ("OpState<'s>", false, "state_"),
        "pass_context" => ("PassContext<'s>", false, "pass_"),
        "asm_names" => ("AsmNames<'s>", false, "names_"),
        "patterns" => ("Patterns<'s>", false, "patterns_"),
        _ => return None,
    })
}

/// Structs that the SDK wraps together with the session.
const WRAPPED: [&str; 4] = ["named_attribute", "insertion", "value_use", "op_summary"];

fn sdk_base(spec: &Spec, ty: &Ty) -> String {
    match ty.base.as_str() {
        "bytes" => "Text<'s>".into(),
        "text" => "String".into(),
        "bool" | "u8" | "u32" | "u64" | "i64" | "usize" | "f64" => ty.base.clone(),
        "value_use" => "Use<'s>".into(),
        name if spec.is_handle(name) || WRAPPED.contains(&name) => format!("{}<'s>", camel(name)),
        name => format!("raw::{}", camel(name)),
    }
}

fn sdk_element(spec: &Spec, ty: &Ty) -> String {
    let base = sdk_base(spec, ty);
    if ty.optional { format!("Option<{base}>") } else { base }
}

/// Parameter of the method, statements in front of the call, and arguments of the call.
fn sdk_param(spec: &Spec, p: &Field) -> (String, String, String) {
    let name = escape(&p.name);
    let wrapped = spec.is_handle(&p.ty.base) || WRAPPED.contains(&p.ty.base.as_str());
    match p.ty.form {
        Form::Slice if p.ty.base == "bytes" => (
            format!("{name}: &[&str]"),
            format!("let {name} = RawList::new({name}.iter().map(|t| raw_bytes(t.as_bytes())));"),
            format!("{name}.as_ptr(), {name}.len()"),
        ),
        Form::Slice if p.ty.base == "bool" => {
            (format!("{name}: &[bool]"), String::new(), format!("{name}.as_ptr().cast(), {name}.len()"))
        }
        Form::Slice if wrapped => (
            format!("{name}: &[{}]", sdk_element(spec, &p.ty)),
            format!("let {name} = RawList::new({name}.iter().map(|h| Wrap::into_raw(*h)));"),
            format!("{name}.as_ptr(), {name}.len()"),
        ),
        Form::Slice => {
            (format!("{name}: &[{}]", sdk_base(spec, &p.ty)), String::new(), format!("{name}.as_ptr(), {name}.len()"))
        }
        _ if p.ty.base == "bytes" => {
            (format!("{name}: impl AsRef<[u8]>"), String::new(), format!("raw_bytes({name}.as_ref())"))
        }
        _ if spec.is_opaque(&p.ty.base) => {
            let ty = receiver(&p.ty.base).map_or("", |r| r.0);
            (format!("{name}: &mut {ty}"), String::new(), format!("{name}.as_ptr()"))
        }
        _ if p.ty.base == "bool" => (format!("{name}: bool"), String::new(), format!("u8::from({name})")),
        _ if wrapped && !spec.by_value(&p.ty.base) => {
            (format!("{name}: {}", sdk_base(spec, &p.ty)), String::new(), format!("&Wrap::into_raw({name})"))
        }
        _ if wrapped => {
            (format!("{name}: {}", sdk_element(spec, &p.ty)), String::new(), format!("Wrap::into_raw({name})"))
        }
        _ if p.ty.base == "unresolved_operand" => {
            (format!("{name}: raw::UnresolvedOperand"), String::new(), format!("&raw const {name}"))
        }
        _ if !spec.by_value(&p.ty.base) => (format!("{name}: &raw::{}", camel(&p.ty.base)), String::new(), name),
        _ => (format!("{name}: {}", sdk_base(spec, &p.ty)), String::new(), name),
    }
}

struct Out {
    before: String,
    args: Vec<String>,
    types: Vec<String>,
    values: Vec<String>,
    batch: bool,
}

fn sdk_results(spec: &Spec, f: &Function) -> Out {
    let mut out = Out { before: String::new(), args: Vec::new(), types: Vec::new(), values: Vec::new(), batch: false };
    for r in &f.results {
        let name = format!("out_{}", escape(&r.name));
        let sdk = sdk_base(spec, &r.ty);
        match r.ty.form {
            Form::Slice => {
                out.batch = true;
                out.args.push("buffer, capacity, count".into());
                out.types.push(format!("Batch<'s, {}>", sdk_element(spec, &r.ty)));
                out.values.push("batch".into());
            }
            Form::List => {
                let _ = writeln!(out.before, "let (mut {name}, mut {name}_count) = (core::ptr::null(), 0);");
                out.args.push(format!("&raw mut {name}, &raw mut {name}_count"));
                out.types.push(format!("Batch<'s, {}>", sdk_element(spec, &r.ty)));
                out.values.push(format!("unsafe {{ Batch::from_list(session, {name}, {name}_count) }}"));
            }
            _ => {
                let _ = writeln!(out.before, "let mut {name} = unsafe {{ core::mem::zeroed() }};");
                out.args.push(format!("&raw mut {name}"));
                if has_flag(spec, &r.ty) {
                    let _ = writeln!(out.before, "let mut {name}_found = 0u8;");
                    out.args.push(format!("&raw mut {name}_found"));
                    out.types.push(format!("Option<{sdk}>"));
                    out.values.push(format!("({name}_found != 0).then(|| <{sdk} as Wrap>::wrap({name}, session))"));
                } else if r.ty.base == "text" {
                    out.types.push("String".into());
                    out.values.push(format!("<Text<'s> as Wrap>::wrap({name}, session).to_string()"));
                } else {
                    let ty = if r.ty.optional { format!("Option<{sdk}>") } else { sdk };
                    out.values.push(format!("<{ty} as Wrap>::wrap({name}, session)"));
                    out.types.push(ty);
                }
            }
        }
    }
    out
}

fn method(spec: &Spec, table: &Table, f: &Function) -> (String, String) {
    let makes = |r: &Field| ["type", "attribute", "location", "affine_expr"].contains(&r.ty.base.as_str());
    let constructor = table.short == "ir_build" && f.results.len() == 1 && f.results.iter().all(makes);
    let first = f.params.first().filter(|p| p.ty.form == Form::Plain && !p.ty.optional && !constructor);
    let on = first.and_then(|p| receiver(&p.ty.base));
    let owner = on.map_or("Session<'s>", |r| r.0).to_string();
    let name =
        f.rename.clone().unwrap_or_else(|| on.and_then(|r| f.name.strip_prefix(r.2)).unwrap_or(&f.name).to_string());
    let fallible = f.fails || f.errors.iter().any(|e| e == "no_match");
    let (self_param, session, mut args) = match on {
        None => ("self", "self", Vec::new()),
        Some((_, true, _)) => ("self", "self.session", vec!["self.raw".to_string()]),
        Some(_) => ("&mut self", "self.session()", vec!["self.as_ptr()".to_string()]),
    };
    let (mut params, mut before) = (vec![self_param.to_string()], format!("let session = {session};\n"));
    for p in f.params.iter().skip(usize::from(on.is_some())) {
        let (param, statement, arg) = sdk_param(spec, p);
        params.push(param);
        before.push_str(&statement);
        args.push(arg);
    }
    let results = sdk_results(spec, f);
    before.push_str(&results.before);
    args.extend(results.args);
    let ret = match results.types.len() {
        0 => "()".to_string(),
        1 => results.types[0].clone(),
        _ => format!("({})", results.types.join(", ")),
    };
    let value = match results.values.len() {
        0 => "()".to_string(),
        1 => results.values[0].clone(),
        _ => format!("({})", results.values.join(", ")),
    };
    let call = format!("unsafe {{ (tables::{}().{})(session.as_ptr(), {}) }}", table.short, f.name, args.join(", "))
        .replace("(), )", "())");
    let mut out = String::new();
    doc(&mut out, &f.doc);
    if f.results.is_empty() && !fallible {
        let _ =
            writeln!(out, "#[inline]\npub fn {name}({}) {{\n{before}session.check({call});\n}}\n", params.join(", "));
        return (owner, out);
    }
    let ret = if fallible { format!("Result<{ret}>") } else { ret };
    let _ = writeln!(out, "#[inline]\npub fn {name}({}) -> {ret} {{\n{before}", params.join(", "));
    let status = if results.batch {
        let _ = writeln!(out, "let (batch, status) = Batch::collect(session, |buffer, capacity, count| {call});");
        "status".to_string()
    } else {
        call
    };
    let tail = if value == "()" { String::new() } else { value };
    match (fallible, tail.is_empty()) {
        (true, true) => {
            let _ = writeln!(out, "session.result({status})\n}}\n");
        }
        (true, false) => {
            let _ = writeln!(out, "session.result({status})?;\nOk({tail})\n}}\n");
        }
        _ => {
            let _ = writeln!(out, "session.check({status});\n{tail}\n}}\n");
        }
    }
    (owner, out)
}

fn api(spec: &Spec, table: &Table) -> String {
    let mut out = format!(
        "//! `{}`. {GENERATED}\n#![allow(clippy::unused_unit, clippy::too_many_arguments, clippy::type_complexity, unused_imports)]\n\nuse crate::sdk::*;\nuse crate::{{raw, tables}};\n\n",
        table.name
    );
    let mut owners: Vec<(String, String)> = Vec::new();
    for f in table.functions.iter().filter(|f| !f.raw) {
        let (owner, text) = method(spec, table, f);
        match owners.iter_mut().find(|(name, _)| *name == owner) {
            Some((_, all)) => all.push_str(&text),
            None => owners.push((owner, text)),
        }
    }
    for (owner, methods) in owners {
        let _ = writeln!(out, "impl<'s> {owner} {{\n{methods}}}\n");
    }
    out
}
