//! IR to text, byte for byte as mlir-opt 22.
//!
//! A [`Printer`] appends to a buffer. What a format program or a hook prints goes through the same methods, so that one pass over
//! the operations with a [`aliases::Collector`] in place finds the attributes and types that will be printed, and in which order;
//! that is what the aliases on top are numbered by. Names of values are tables by index, made for one [`plugopt_ir::Body`] at a
//! time ([`names`]), which is why bodies can be printed on several threads.
//!
//! Regions of operations in generic form are kept on a stack of its own ([`ops`]); only a format or hook that prints a region
//! comes back by a call.

mod affine;
mod aliases;
mod attributes;
mod elements;
mod hooks;
mod locations;
mod metadata;
mod names;
mod ops;
mod parallel;
mod table;
#[cfg(test)]
mod tests;
pub(crate) mod text;
mod types;
mod users;

use aliases::{Aliases, Collector};
use names::Numbers;
use plugopt_dialect::registry::Registry;
use plugopt_ir::{Attribute, Body, Context, Ident, Ir, NamedAttribute, OpRef, Type};
use rustc_hash::FxHashMap;
use std::io;
use std::sync::Arc;
use table::OpTable;

/// What changes the text.
#[derive(Clone, PartialEq, Eq, Debug)]
#[allow(clippy::struct_excessive_bools)]
pub struct PrintOptions {
    /// All operations in generic form. An operation that does not verify must be printed so: custom forms may rely on what the
    /// verifier checks. Whether it does is for the caller to know.
    pub generic: bool,
    /// No aliases, no resources, and names that are unique up to the next isolated operation around only.
    pub local_scope: bool,
    /// `loc(…)` behind operations and block arguments.
    pub debug_info: bool,
    /// Locations in a form that cannot be parsed back.
    pub pretty_debug_info: bool,
    /// Dense elements of more than so many are left out; splats never are.
    pub elide_elements: Option<u64>,
    /// Resources whose text is longer than so many bytes are left out.
    pub elide_resources: Option<u64>,
    /// Dense elements of more than so many are printed as hexadecimal data.
    pub hex_elements: Option<u64>,
    /// `{...}` for regions.
    pub skip_regions: bool,
    /// Values are named after their locations where those have names.
    pub name_locations: bool,
    /// Numbers of values do not start anew in regions beside each other. Generic form implies it.
    pub unique_ids: bool,
    /// Comments that say who uses a value.
    pub value_users: bool,
}

impl Default for PrintOptions {
    fn default() -> Self {
        PrintOptions {
            generic: false,
            local_scope: false,
            debug_info: false,
            pretty_debug_info: false,
            elide_elements: None,
            elide_resources: None,
            hex_elements: Some(100),
            skip_regions: false,
            name_locations: false,
            unique_ids: false,
            value_users: false,
        }
    }
}

impl PrintOptions {
    /// As operations are shown in diagnostics: generic, within their own scope, large constants left out.
    pub fn diagnostic() -> PrintOptions {
        PrintOptions { generic: true, local_scope: true, elide_elements: Some(16), ..PrintOptions::default() }
    }

    fn unique(&self) -> bool {
        self.unique_ids || self.generic
    }
}

/// Whether the type of a typed attribute is printed behind it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Typed {
    /// Where it has one.
    Always,
    /// Where it is not the one that the parser takes without (`i64`, `f64`).
    UnlessDefault,
    /// Not at all.
    Never,
}

/// Cached text of what is interned, by index.
#[derive(Default)]
struct Texts {
    spans: Vec<(u32, u32)>,
    bytes: Vec<u8>,
}

/// Longer text is not kept, and nothing is beyond so many bytes in all.
const KEPT_LENGTH: usize = 256;
const KEPT_TOTAL: usize = 1 << 24;

impl Texts {
    #[inline]
    fn push(&self, index: u32, out: &mut Vec<u8>) -> bool {
        match self.spans.get(index as usize) {
            Some(&(start, len)) if len != 0 => {
                out.extend_from_slice(&self.bytes[start as usize..(start + len) as usize]);
                true
            }
            _ => false,
        }
    }

    fn keep(&mut self, index: u32, text: &[u8]) {
        if text.len() > KEPT_LENGTH || self.bytes.len() > KEPT_TOTAL {
            return;
        }
        let at = index as usize;
        if self.spans.len() <= at {
            self.spans.resize((at + 1).next_power_of_two(), (0, 0));
        }
        self.spans[at] = (self.bytes.len() as u32, text.len() as u32);
        self.bytes.extend_from_slice(text);
    }
}

/// Prints one operation with all in it, or attributes and types.
///
/// Format programs and hooks get it to print what follows an operation's name, or a type's or attribute's mnemonic.
pub struct Printer<'a> {
    pub(crate) context: &'a Context,
    registry: &'a Registry,
    ir: Option<&'a Ir>,
    options: &'a PrintOptions,
    pub(crate) out: Vec<u8>,
    aliases: Arc<Aliases>,
    collector: Option<Box<Collector>>,
    type_texts: Texts,
    attr_texts: Texts,
    /// Nothing that is being printed may be cached, for its text depends on when it is printed.
    transient: bool,
    /// Named types that are being printed.
    open_types: Vec<Type>,
    distinct: FxHashMap<Attribute, u64>,
    /// Keys of resources, in the order of their first use.
    resources: Vec<Ident>,
    ops: OpTable<'a>,
    numbers: Numbers,
    scopes: Vec<names::Scope>,
    frames: Vec<ops::Frame<'a>>,
    default_dialects: Vec<&'a [u8]>,
    indent: usize,
    sink: Option<&'a mut (dyn io::Write + Send)>,
    failure: Option<io::Error>,
    /// Bodies beside each other may be printed by several threads.
    parallel: bool,
    /// The last of some bodies that are too small for that.
    serial_until: Option<plugopt_ir::Op>,
}

impl<'a> Printer<'a> {
    fn new(context: &'a Context, registry: &'a Registry, ir: Option<&'a Ir>, options: &'a PrintOptions) -> Printer<'a> {
        Printer {
            context,
            registry,
            ir,
            options,
            out: Vec::new(),
            aliases: Arc::default(),
            collector: None,
            type_texts: Texts::default(),
            attr_texts: Texts::default(),
            transient: false,
            open_types: Vec::new(),
            distinct: FxHashMap::default(),
            resources: Vec::new(),
            ops: OpTable::new(context),
            numbers: Numbers::Lazy,
            scopes: Vec::new(),
            frames: Vec::new(),
            default_dialects: vec![b"builtin"],
            indent: 0,
            sink: None,
            failure: None,
            parallel: false,
            serial_until: None,
        }
    }

    /// The context.
    pub fn context(&self) -> &'a Context {
        self.context
    }

    /// The definitions of the context.
    pub fn registry(&self) -> &'a Registry {
        self.registry
    }

    /// The options.
    pub fn options(&self) -> &'a PrintOptions {
        self.options
    }

    /// The tree being printed; `None` for a bare attribute or type.
    pub fn tree(&self) -> Option<&'a Ir> {
        self.ir
    }

    /// Whether this only collects what will be printed; the text is thrown away.
    pub fn is_collecting(&self) -> bool {
        self.collector.is_some()
    }

    /// Appends text as it is.
    #[inline]
    pub fn text(&mut self, text: &[u8]) {
        self.out.extend_from_slice(text);
    }

    /// Appends one byte as it is.
    #[inline]
    pub fn byte(&mut self, byte: u8) {
        self.out.push(byte);
    }

    /// Appends a number.
    #[inline]
    pub fn integer(&mut self, value: i64) {
        text::push_integer(&mut self.out, value);
    }

    /// `"text"` with escapes.
    pub fn string(&mut self, text: &[u8]) {
        text::push_string(&mut self.out, text);
    }

    /// A keyword as it is, or in quotes where it is none.
    pub fn keyword_or_string(&mut self, text: &[u8]) {
        text::push_keyword_or_string(&mut self.out, text);
    }

    /// `@name`, in quotes where needed.
    pub fn symbol_name(&mut self, name: &[u8]) {
        text::push_symbol(&mut self.out, name);
    }

    /// `4x?x8`
    pub fn dimensions(&mut self, shape: &[i64]) {
        text::push_dimensions(&mut self.out, shape);
    }

    /// Calls `print` for each item, with `, ` between.
    pub fn list<T>(&mut self, items: impl IntoIterator<Item = T>, mut print: impl FnMut(&mut Self, T)) {
        for (i, item) in items.into_iter().enumerate() {
            if i > 0 {
                self.text(b", ");
            }
            print(self, item);
        }
    }

    /// Types with commas between.
    pub fn types(&mut self, types: impl IntoIterator<Item = Type>) {
        self.list(types, |p, ty| p.ty(ty));
    }

    /// `name = value`, only the name where the value is `unit`.
    fn named_attribute(&mut self, (name, value): NamedAttribute) {
        text::push_keyword_or_string(&mut self.out, self.context.bytes(name));
        if value != self.context.unit_attr() {
            self.text(b" = ");
            self.attribute(value);
        }
    }

    /// ` {…}` of attributes, after ` attributes` with `keyword`; nothing where there are none.
    pub fn attr_dict(&mut self, attributes: impl IntoIterator<Item = NamedAttribute>, keyword: bool) {
        let mut first = true;
        for entry in attributes {
            if first {
                self.text(if keyword { b" attributes {" } else { b" {" });
                first = false;
            } else {
                self.text(b", ");
            }
            self.named_attribute(entry);
        }
        if !first {
            self.byte(b'}');
        }
    }
}

/// Prints an operation with all in it. The text of the top of a tree comes with aliases and resources around it and ends with a
/// newline; without them, for an operation inside or with [`PrintOptions::local_scope`], it does not.
///
/// # Errors
/// Those of the writer.
pub fn print_op(ir: &Ir, op: OpRef, options: &PrintOptions, out: &mut (dyn io::Write + Send)) -> io::Result<()> {
    let registry = Registry::of(ir.context());
    let mut printer = Printer::new(ir.context(), &registry, Some(ir), options);
    printer.sink = Some(out);
    printer.print_top(op);
    printer.flush();
    printer.failure.map_or(Ok(()), Err)
}

/// Prints an operation as [`print_op`] into memory.
pub fn op_to_text(ir: &Ir, op: OpRef, options: &PrintOptions) -> Vec<u8> {
    let registry = Registry::of(ir.context());
    let mut printer = Printer::new(ir.context(), &registry, Some(ir), options);
    printer.print_top(op);
    printer.out
}

/// The text of an attribute, as in diagnostics.
pub fn attribute_to_text(context: &Context, attribute: Attribute) -> Vec<u8> {
    bare(context, |printer| printer.attribute(attribute))
}

/// The text of a type, as in diagnostics.
pub fn type_to_text(context: &Context, ty: Type) -> Vec<u8> {
    bare(context, |printer| printer.ty(ty))
}

/// The text of a location, `loc(…)`.
pub fn location_to_text(context: &Context, location: plugopt_ir::Location) -> Vec<u8> {
    bare(context, |printer| printer.location(location, false))
}

/// The text of an attribute without its type.
pub fn attribute_to_text_without_type(context: &Context, attribute: Attribute) -> Vec<u8> {
    bare(context, |printer| printer.attribute_without_type(attribute))
}

/// The text in a type or attribute of an unknown dialect.
pub fn opaque_to_text(context: &Context, body: &plugopt_ir::OpaqueBody) -> Vec<u8> {
    bare(context, |printer| printer.opaque_body(body))
}

fn bare(context: &Context, print: impl FnOnce(&mut Printer<'_>)) -> Vec<u8> {
    let registry = Registry::of(context);
    let options = PrintOptions::default();
    let mut printer = Printer::new(context, &registry, None, &options);
    print(&mut printer);
    printer.out
}

/// Runs what may nest as deep as the input does, on more stack where little is left.
fn deep<R>(run: impl FnOnce() -> R) -> R {
    stacker::maybe_grow(64 << 10, 4 << 20, run)
}

/// Two bodies are the same one.
fn same(a: &Body, b: &Body) -> bool {
    a.id() == b.id()
}
