//! The C++ classes: a method for each function of the tables, over the C header. What is written by hand is in `plugopt.hpp`.

use super::{Field, Form, Function, Kind, Spec, Table, Ty, camel};
use std::fmt::Write as _;

/// Words that are no names in C++.
const KEYWORDS: [&str; 24] = [
    "and", "auto", "bool", "break", "case", "char", "class", "const", "default", "delete", "double", "export", "float",
    "for", "if", "inline", "int", "new", "not", "operator", "or", "signed", "unsigned", "xor",
];

fn escape(name: &str) -> String {
    if KEYWORDS.contains(&name) { format!("{name}_") } else { name.to_string() }
}

/// The classes: what the specification calls it, and the prefix that function names lose.
const CLASSES: [(&str, &str); 16] = [
    ("op", "op_"),
    ("block", "block_"),
    ("region", "region_"),
    ("value", "value_"),
    ("type", "type_"),
    ("attribute", "attribute_"),
    ("ident", "ident_"),
    ("op_name", "op_name_"),
    ("location", "location_"),
    ("affine_expr", "affine_expr_"),
    ("parser", "parser_"),
    ("printer", "printer_"),
    ("op_state", "state_"),
    ("pass_context", "pass_"),
    ("asm_names", "names_"),
    ("patterns", "patterns_"),
];

/// Structs with handles in them, which go together with the session.
const WRAPPED: [&str; 4] = ["named_attribute", "insertion", "value_use", "op_summary"];

/// Members that are written by hand.
fn extra(class: &str) -> &'static str {
    match class {
        "session" => {
            "  /// Emits a diagnostic.\n  void emit(Severity severity, Location location, std::string_view message, ArrayRef<Note> notes = {}) const;\n\
             \x20 /// Arithmetic on integers of `width` bits, in words of 64 bits, low word first; none for division by zero and such shifts.\n\
             \x20 std::optional<IntResult> int_binary(IntOp op, uint32_t width, ArrayRef<uint64_t> lhs, ArrayRef<uint64_t> rhs) const;\n"
        }
        "op" => {
            "  /// Emits an error on it. Can be thrown: `throw op.emit_error(\"…\")`.\n  Error emit_error(std::string_view message, ArrayRef<Note> notes = {}) const;\n\
             \x20 /// Emits a diagnostic on it.\n  void emit(Severity severity, std::string_view message, ArrayRef<Note> notes = {}) const;\n\
             \x20 /// Whether its name is this one.\n  bool is(std::string_view name) const;\n\
             \x20 /// Calls `function(const OpSummary &)` for it and the operations in it. The IR must not change meanwhile.\n\
             \x20 template <class F> void walk(F function, WalkOrder order = WalkOrder::pre) const;\n\
             \x20 /// All of them as a list, so that the IR may change.\n  std::vector<Op> ops(WalkOrder order = WalkOrder::pre) const;\n"
        }
        "region" => {
            "  /// Adds a block with arguments, in front of `before` or at the end.\n\
             \x20 Block add_block(ArrayRef<Type> types = {}, ArrayRef<Location> locations = {}, Block before = {}) const;\n"
        }
        "parser" => {
            "  /// Emits an error at a location. Can be thrown.\n  Error emit_error(Location location, std::string_view message) const;\n"
        }
        "insertion" => "",
        _ => "",
    }
}

fn is_enum(spec: &Spec, name: &str) -> bool {
    matches!(spec.kind(name), Some(Kind::Enum(_))) && name != "status"
}

fn wrapped(spec: &Spec, name: &str) -> bool {
    spec.is_handle(name) || WRAPPED.contains(&name)
}

fn raw(ty: &Ty) -> String {
    match ty.base.as_str() {
        "bool" => "PlugoptBool".into(),
        "u8" => "uint8_t".into(),
        "u32" => "uint32_t".into(),
        "u64" => "uint64_t".into(),
        "i64" => "int64_t".into(),
        "usize" => "size_t".into(),
        "f64" => "double".into(),
        "text" => "PlugoptBytes".into(),
        name => format!("Plugopt{}", camel(name)),
    }
}

fn base(spec: &Spec, ty: &Ty) -> String {
    match ty.base.as_str() {
        "bytes" => "std::string_view".into(),
        "text" => "std::string".into(),
        "bool" => "bool".into(),
        "value_use" => "Use".into(),
        name if wrapped(spec, name) || is_enum(spec, name) || spec.is_opaque(name) => camel(name),
        _ => raw(ty),
    }
}

/// Parameter, statement in front of the call, arguments of the call.
fn param(spec: &Spec, p: &Field) -> (String, String, String) {
    let name = escape(&p.name);
    let ty = base(spec, &p.ty);
    let converted = wrapped(spec, &p.ty.base) || ["bytes", "bool"].contains(&p.ty.base.as_str());
    match p.ty.form {
        Form::Slice if converted => (
            format!("ArrayRef<{ty}> {name}"),
            format!("  auto raw_{name} = detail::raw_list<{}>({name});\n", raw(&p.ty)),
            format!("raw_{name}.data(), raw_{name}.size()"),
        ),
        Form::Slice => (format!("ArrayRef<{ty}> {name}"), String::new(), format!("{name}.data(), {name}.size()")),
        Form::Mut => (format!("{ty} &{name}"), String::new(), format!("&{name}")),
        _ if spec.is_opaque(&p.ty.base) => (format!("const {ty} &{name}"), String::new(), format!("{name}.raw()")),
        _ if WRAPPED.contains(&p.ty.base.as_str()) => (
            format!("const {ty} &{name}"),
            format!("  auto raw_{name} = detail::to_raw({name});\n"),
            format!("&raw_{name}"),
        ),
        _ if converted => (format!("{ty} {name}"), String::new(), format!("detail::to_raw({name})")),
        _ if is_enum(spec, &p.ty.base) => {
            (format!("{ty} {name}"), String::new(), format!("static_cast<{}>({name})", raw(&p.ty)))
        }
        _ if spec.by_value(&p.ty.base) => (format!("{ty} {name}"), String::new(), name),
        _ => (format!("const {ty} &{name}"), String::new(), format!("&{name}")),
    }
}

struct Method {
    class: String,
    declaration: String,
    definition: String,
}

fn method(spec: &Spec, table: &Table, f: &Function) -> Method {
    let makes = |r: &Field| ["type", "attribute", "location", "affine_expr"].contains(&r.ty.base.as_str());
    let constructor = table.short == "ir_build" && f.results.len() == 1 && f.results.iter().all(makes);
    let first = f.params.first().filter(|p| p.ty.form == Form::Plain && !p.ty.optional && !constructor);
    let on = first.and_then(|p| CLASSES.iter().find(|(name, _)| *name == p.ty.base));
    let class = on.map_or("session", |(name, _)| name);
    let name = match f.rename.as_deref() {
        Some("ty") => "type".to_string(),
        Some(name) => name.to_string(),
        None => on.and_then(|(_, prefix)| f.name.strip_prefix(prefix)).unwrap_or(&f.name).to_string(),
    };
    let name = escape(&name);
    let no_match = f.errors.iter().any(|e| e == "no_match");
    let (mut params, mut before, mut args) = (Vec::new(), String::new(), vec!["session_".to_string()]);
    if on.is_some() {
        args.push("raw_".into());
    }
    for p in f.params.iter().skip(usize::from(on.is_some())) {
        let (declared, statement, argument) = param(spec, p);
        params.push(declared);
        before.push_str(&statement);
        args.push(argument);
    }
    let (mut types, mut values, mut batch) = (Vec::new(), Vec::new(), None);
    for r in &f.results {
        let (name, ty, raw) = (format!("out_{}", r.name), base(spec, &r.ty), raw(&r.ty));
        match r.ty.form {
            Form::Slice => {
                let _ = writeln!(before, "  std::vector<{raw}> {name};");
                args.push("buffer, capacity, count".into());
                batch = Some((name.clone(), raw));
                types.push(format!("std::vector<{ty}>"));
                values.push(format!("detail::wrap_list<{ty}>({name}.data(), {name}.size(), session_)"));
            }
            Form::List => {
                let _ = writeln!(before, "  const {raw} *{name} = nullptr;\n  size_t {name}_count = 0;");
                args.push(format!("&{name}, &{name}_count"));
                types.push(format!("std::vector<{ty}>"));
                values.push(format!("detail::wrap_list<{ty}>({name}, {name}_count, session_)"));
            }
            _ => {
                let _ = writeln!(before, "  {raw} {name}{{}};");
                args.push(format!("&{name}"));
                let wrap = format!("detail::wrap<{ty}>({name}, session_)");
                if super::rust::has_flag(spec, &r.ty) {
                    let _ = writeln!(before, "  PlugoptBool {name}_found = 0;");
                    args.push(format!("&{name}_found"));
                    types.push(format!("std::optional<{ty}>"));
                    values.push(format!("{name}_found ? std::optional<{ty}>({wrap}) : std::nullopt"));
                } else if r.ty.optional && r.ty.base == "bytes" {
                    types.push(format!("std::optional<{ty}>"));
                    values.push(format!("{name}.pointer ? std::optional<{ty}>({wrap}) : std::nullopt"));
                } else {
                    types.push(ty);
                    values.push(wrap);
                }
            }
        }
    }
    let ty = match types.len() {
        0 => "void".to_string(),
        1 => types[0].clone(),
        _ => format!("std::tuple<{}>", types.join(", ")),
    };
    let value = match values.len() {
        0 => String::new(),
        1 => values[0].clone(),
        _ => format!("{ty}({})", values.join(", ")),
    };
    let ty = match (no_match, types.len()) {
        (false, _) => ty,
        (true, 0) => "bool".into(),
        (true, _) => format!("std::optional<{ty}>"),
    };
    let call = format!("detail::tables.{}->{}({})", table.short, f.name, args.join(", "));
    let call = match batch {
        Some((out, raw)) => {
            format!("detail::collect({out}, [&]({raw} *buffer, size_t capacity, size_t *count) {{ return {call}; }})")
        }
        None => call,
    };
    let check = match (no_match, types.is_empty()) {
        (false, _) => format!("  detail::check(session_, {call});\n"),
        (true, true) => format!("  return detail::matched(session_, {call});\n"),
        (true, false) => format!("  if (!detail::matched(session_, {call})) return std::nullopt;\n"),
    };
    let tail = if value.is_empty() { String::new() } else { format!("  return {value};\n") };
    let defaults = params.iter().map(|p| p.to_string()).collect::<Vec<_>>().join(", ");
    let mut declaration = String::new();
    super::c::comment(&mut declaration, "  ", &super::c::notes(f));
    let _ = writeln!(declaration, "  {ty} {name}({defaults}) const;");
    let definition =
        format!("inline {ty} {}::{name}({}) const {{\n{before}{check}{tail}}}\n\n", camel(class), params.join(", "));
    Method { class: class.to_string(), declaration, definition }
}

/// The header with what is written by hand; the generated parts go where the marks are.
const TEMPLATE: &str = include_str!("../../../plugin-abi/spec/plugopt.hpp.in");

pub(super) fn header(spec: &Spec) -> String {
    let mut out = String::new();
    for item in spec.items.iter().flat_map(|(_, items)| items) {
        let Kind::Enum(values) = &item.kind else { continue };
        if !is_enum(spec, &item.name) {
            continue;
        }
        super::c::comment(&mut out, "", &item.doc);
        let _ = writeln!(out, "enum class {} : uint32_t {{", camel(&item.name));
        for (value, doc, number) in values {
            super::c::comment(&mut out, "  ", doc);
            let _ = writeln!(out, "  {} = {number},", escape(value));
        }
        out.push_str("};\n\n");
    }
    let methods: Vec<Method> = spec
        .tables
        .iter()
        .flat_map(|table| table.functions.iter().filter(|f| !f.raw).map(move |f| method(spec, table, f)))
        .collect();
    let handles = CLASSES.iter().map(|(name, _)| *name);
    let all: Vec<&str> = std::iter::once("session").chain(handles).collect();
    all.iter().for_each(|name| {
        let _ = writeln!(out, "class {};", camel(name));
    });
    out.push_str("struct NamedAttribute;\nstruct Insertion;\nstruct Use;\nstruct OpSummary;\nstruct Note;\nstruct IntResult;\n\n");
    out.push_str("namespace detail {\n/** The host's tables. */\nstruct Tables {\n");
    for table in &spec.tables {
        let _ = writeln!(out, "  const Plugopt{}Table *{};", camel(&table.short), table.short);
    }
    out.push_str("};\ninline Tables tables{};\n\n/** Asks the host for all tables; gives the name of one that it lacks, or null. */\ninline const char *find_tables(const PlugoptHost *host) {\n");
    for table in &spec.tables {
        let (short, upper) = (&table.short, table.short.to_uppercase());
        let _ = writeln!(
            out,
            "  tables.{short} = static_cast<const Plugopt{}Table *>(host->get_table(host, plugopt_str(PLUGOPT_{upper}), PLUGOPT_{upper}_HASH));\n  if (!tables.{short}) return PLUGOPT_{upper};",
            camel(short)
        );
    }
    out.push_str(
        "  return nullptr;\n}\n\n/** Lines of a manifest: all tables. */\ninline constexpr std::string_view needs =",
    );
    for table in &spec.tables {
        let _ = write!(out, "\n    PLUGOPT_NEEDS_{}", table.short.to_uppercase());
    }
    out.push_str(";\n} // namespace detail\n\n");
    for name in all {
        let class = camel(name);
        let doc = spec.items.iter().flat_map(|(_, items)| items).find(|item| item.name == name).map_or("", |i| &i.doc);
        super::c::comment(&mut out, "", doc);
        let _ = writeln!(out, "class {class} {{\npublic:");
        if name == "session" {
            out.push_str("  explicit Session(PlugoptSession *session) : session_(session) {}\n  PlugoptSession *raw() const { return session_; }\n\n");
        } else if spec.is_handle(name) {
            let _ = writeln!(
                out,
                "  using Raw = Plugopt{class};\n  /** The null handle. */\n  {class}() = default;\n  {class}(Raw raw, PlugoptSession *session) : raw_(raw), session_(session) {{}}\n  \
                 /** Whether it is not null. */\n  explicit operator bool() const {{ return raw_.context != 0; }}\n  Raw raw() const {{ return raw_; }}\n  Session session() const {{ return Session(session_); }}\n  \
                 friend bool operator==({class} a, {class} b) {{ return std::memcmp(&a.raw_, &b.raw_, sizeof(Raw)) == 0; }}\n  \
                 friend bool operator!=({class} a, {class} b) {{ return !(a == b); }}\n"
            );
        } else {
            let _ = writeln!(
                out,
                "  {class}(Plugopt{class} *raw, PlugoptSession *session) : raw_(raw), session_(session) {{}}\n  Plugopt{class} *raw() const {{ return raw_; }}\n  Session session() const {{ return Session(session_); }}\n"
            );
        }
        out.push_str(extra(name));
        methods.iter().filter(|m| m.class == name).for_each(|m| out.push_str(&m.declaration));
        out.push_str("\nprivate:\n");
        if spec.is_handle(name) {
            out.push_str("  Raw raw_{};\n  PlugoptSession *session_ = nullptr;\n");
        } else if name == "session" {
            out.push_str("  PlugoptSession *session_;\n");
        } else {
            let _ = writeln!(out, "  Plugopt{class} *raw_;\n  PlugoptSession *session_;");
        }
        out.push_str("};\n\n");
    }
    let definitions: String = methods.iter().map(|m| m.definition.as_str()).collect();
    TEMPLATE.replace("@CLASSES@\n", &out).replace("@METHODS@\n", &definitions)
}
