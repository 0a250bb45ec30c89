//! The definitions of a context: which dialects there are, and their operations, types, attributes and enums, each decoded when
//! it is first asked for.

use crate::asm::OpView;
use crate::constraint::Constraint;
use crate::definition::{AttrDef, DialectDef, EnumDef, InterfaceDef, Maker, OpDef, TypeDef};
use crate::hooks::{DefHooks, DialectHooks, OpHooks};
use parking_lot::{Mutex, RwLock};
use plugopt_descriptor as decl;
use plugopt_ir::{Attribute, Context, DefId, Definitions, Ident, OpName, RegisteredOp, Type};
use rustc_hash::FxHashMap;
use std::collections::BTreeMap;
use std::sync::{Arc, OnceLock};

/// Where the declarations and hooks of one dialect come from.
pub trait DialectSource: Send + Sync {
    /// The namespace.
    fn name(&self) -> &str;
    /// The dialect's own record; its lists (operations, types, …) may be empty.
    fn dialect(&self) -> Option<decl::DialectDecl>;
    /// Names of its operations without the dialect.
    fn op_names(&self) -> Vec<String>;
    /// Mnemonics of its types.
    fn type_names(&self) -> Vec<String>;
    /// Mnemonics of its attributes.
    fn attr_names(&self) -> Vec<String>;
    /// An operation by its name without the dialect.
    fn find_op(&self, name: &str) -> Option<decl::OpDecl>;
    /// A type by its mnemonic.
    fn find_type(&self, mnemonic: &str) -> Option<decl::TypeDecl>;
    /// An attribute by its mnemonic.
    fn find_attr(&self, mnemonic: &str) -> Option<decl::AttrDecl>;
    /// An enum by its name.
    fn find_enum(&self, name: &str) -> Option<decl::EnumDecl>;
    /// A constraint that one of the declarations refers to.
    fn constraint(&self, id: decl::ConstraintId) -> Option<decl::ConstraintDecl>;
    /// The hooks of the dialect.
    fn dialect_hooks(&self) -> Arc<dyn DialectHooks>;
    /// The hooks of an operation.
    fn op_hooks(&self, op: &decl::OpDecl) -> Arc<dyn OpHooks>;
    /// The hooks of a type.
    fn type_hooks(&self, ty: &decl::TypeDecl) -> Arc<dyn DefHooks>;
    /// The hooks of an attribute.
    fn attr_hooks(&self, attr: &decl::AttrDecl) -> Arc<dyn DefHooks>;
    /// Whether the crate `syntax` has the custom form of an operation itself.
    fn has_native_syntax(&self, _op: &str) -> bool {
        false
    }
}

/// A source whose declarations are at hand, for what is written in Rust beside the driver: `builtin`, and tests.
pub struct DeclaredSource {
    /// The declarations.
    pub dialect: decl::DialectDecl,
    /// Hooks of the dialect.
    pub hooks: Arc<dyn DialectHooks>,
    /// Hooks of operations by their names without the dialect.
    pub op_hooks: Vec<(&'static str, Arc<dyn OpHooks>)>,
    /// Operations whose custom form is written in the crate `syntax`.
    pub native_syntax: &'static [&'static str],
}

struct NoHooks;
impl OpHooks for NoHooks {
    fn set(&self) -> crate::hooks::OpHookSet {
        crate::hooks::OpHookSet::default()
    }
}
impl DefHooks for NoHooks {}
impl DialectHooks for NoHooks {}

impl DeclaredSource {
    /// A source without hooks.
    pub fn new(dialect: decl::DialectDecl) -> DeclaredSource {
        DeclaredSource { dialect, hooks: Arc::new(NoHooks), op_hooks: Vec::new(), native_syntax: &[] }
    }
}

impl DialectSource for DeclaredSource {
    fn name(&self) -> &str {
        &self.dialect.name
    }
    fn dialect(&self) -> Option<decl::DialectDecl> {
        Some(self.dialect.clone())
    }
    fn op_names(&self) -> Vec<String> {
        self.dialect.ops.iter().map(|o| o.name.clone()).collect()
    }
    fn type_names(&self) -> Vec<String> {
        self.dialect.types.iter().map(|t| t.name.clone()).collect()
    }
    fn attr_names(&self) -> Vec<String> {
        self.dialect.attrs.iter().map(|a| a.name.clone()).collect()
    }
    fn find_op(&self, name: &str) -> Option<decl::OpDecl> {
        self.dialect.ops.iter().find(|o| o.name == name).cloned()
    }
    fn find_type(&self, mnemonic: &str) -> Option<decl::TypeDecl> {
        self.dialect.types.iter().find(|t| t.name == mnemonic).cloned()
    }
    fn find_attr(&self, mnemonic: &str) -> Option<decl::AttrDecl> {
        self.dialect.attrs.iter().find(|a| a.name == mnemonic).cloned()
    }
    fn find_enum(&self, name: &str) -> Option<decl::EnumDecl> {
        self.dialect.enums.iter().find(|e| e.name == name).cloned()
    }
    fn constraint(&self, id: decl::ConstraintId) -> Option<decl::ConstraintDecl> {
        self.dialect.constraint(id).cloned()
    }
    fn dialect_hooks(&self) -> Arc<dyn DialectHooks> {
        self.hooks.clone()
    }
    fn op_hooks(&self, op: &decl::OpDecl) -> Arc<dyn OpHooks> {
        let found = self.op_hooks.iter().find(|(name, _)| *name == op.name);
        found.map_or_else(|| Arc::new(NoHooks) as Arc<dyn OpHooks>, |(_, hooks)| hooks.clone())
    }
    fn type_hooks(&self, _ty: &decl::TypeDecl) -> Arc<dyn DefHooks> {
        Arc::new(NoHooks)
    }
    fn attr_hooks(&self, _attr: &decl::AttrDecl) -> Arc<dyn DefHooks> {
        Arc::new(NoHooks)
    }
    fn has_native_syntax(&self, op: &str) -> bool {
        self.native_syntax.contains(&op)
    }
}

/// A dialect whose source is known, and what was decoded of it so far.
struct Loaded {
    source: Arc<dyn DialectSource>,
    def: OnceLock<Option<Arc<DialectDef>>>,
    constraints: RwLock<FxHashMap<decl::ConstraintId, Arc<Constraint>>>,
    enums: Mutex<FxHashMap<String, Option<Arc<EnumDef>>>>,
}

struct Entry {
    is_attribute: bool,
    name: Box<str>,
    def: OnceLock<Option<Box<TypeDef>>>,
}

/// Parses the text of a default value or of a constant in a constraint.
pub type AttributeParser = Box<dyn Fn(&Context, &str) -> Option<Attribute> + Send + Sync>;

/// Prints an operation for the note `see current operation: …` of diagnostics, in its generic form.
pub type OpPrinter = dyn Fn(OpView<'_>) -> Vec<u8> + Send + Sync;

/// Spells types and attributes in diagnostics; the crate `syntax` does it.
pub trait Text: Send + Sync {
    /// A type as it is printed.
    fn ty(&self, context: &Context, ty: Type) -> Vec<u8>;
    /// An attribute as it is printed.
    fn attribute(&self, context: &Context, attribute: Attribute) -> Vec<u8>;
}

/// The definitions of a context. It sits in the context as its [`Definitions`] and as an extension ([`Registry::of`]).
pub struct Registry {
    dialects: RwLock<BTreeMap<Box<str>, Arc<Loaded>>>,
    entries: boxcar::Vec<Entry>,
    entry_ids: [RwLock<FxHashMap<Box<str>, DefId>>; 2],
    parser: OnceLock<AttributeParser>,
    printer: RwLock<Option<Arc<OpPrinter>>>,
    text: OnceLock<Arc<dyn Text>>,
    attached: RwLock<FxHashMap<(Ident, Ident), InterfaceDef>>,
}

/// Adding a dialect failed: its namespace is taken by another source.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct DialectExists(pub String);

struct Resolver(Arc<Registry>);

impl Definitions for Resolver {
    fn operation(&self, context: &Context, name: &[u8]) -> Option<RegisteredOp> {
        let name = std::str::from_utf8(name).ok()?;
        let (dialect, mnemonic) = name.split_once('.')?;
        let def = self.0.make_op(context, dialect, mnemonic)?;
        Some(RegisteredOp {
            traits: def.traits,
            properties: def.attributes.iter().map(|a| a.name).collect(),
            definition: Arc::new(def),
        })
    }
}

impl Registry {
    /// Gives a context a registry that knows the dialect `builtin`. One that it has already stays, and is given.
    pub fn install(context: &Context) -> Arc<Registry> {
        if let Some(registry) = context.extension::<Registry>() {
            return registry;
        }
        let registry = Arc::new(Registry {
            dialects: RwLock::default(),
            entries: boxcar::Vec::new(),
            entry_ids: Default::default(),
            parser: OnceLock::new(),
            printer: RwLock::default(),
            text: OnceLock::new(),
            attached: RwLock::default(),
        });
        let builtin = registry.add(Arc::new(crate::builtin::source()));
        debug_assert!(builtin.is_ok());
        // A context whose definitions come from elsewhere keeps them; its registry serves types and attributes.
        let _ = context.set_definitions(Arc::new(Resolver(registry.clone())));
        context.set_extension(registry.clone());
        registry
    }

    /// The registry of a context.
    pub fn of(context: &Context) -> Arc<Registry> {
        context.extension::<Registry>().unwrap_or_else(|| Registry::install(context))
    }

    /// Makes a dialect known. Must come before the context meets a name of it.
    pub fn add(&self, source: Arc<dyn DialectSource>) -> Result<(), DialectExists> {
        let name: Box<str> = source.name().into();
        let mut dialects = self.dialects.write();
        if dialects.contains_key(&name) {
            return Err(DialectExists(name.into()));
        }
        let loaded = Loaded { source, def: OnceLock::new(), constraints: RwLock::default(), enums: Mutex::default() };
        dialects.insert(name, Arc::new(loaded));
        Ok(())
    }

    /// Sets how texts of attributes in declarations are parsed; the crate `syntax` does it. A second one is ignored.
    pub fn set_attribute_parser(&self, parser: AttributeParser) {
        let _ = self.parser.set(parser);
    }

    /// Parses the text of an attribute in a declaration.
    pub fn parse_attribute(&self, context: &Context, text: &str) -> Option<Attribute> {
        self.parser.get()?(context, text)
    }

    /// Sets how operations are printed in diagnostics; without one the note is left out.
    pub fn set_op_printer(&self, printer: Option<Arc<OpPrinter>>) {
        *self.printer.write() = printer;
    }

    /// The text of an operation for a diagnostic.
    pub fn print_op(&self, op: OpView<'_>) -> Option<Vec<u8>> {
        let printer = self.printer.read().clone()?;
        Some(printer(op))
    }

    /// Sets how types and attributes are spelled in diagnostics. A second one is ignored.
    pub fn set_text(&self, text: Arc<dyn Text>) {
        let _ = self.text.set(text);
    }

    /// A type as diagnostics spell it, in single quotes.
    pub fn quoted_type(&self, context: &Context, ty: Type) -> Vec<u8> {
        let text = self.text.get().map_or_else(|| b"?".to_vec(), |t| t.ty(context, ty));
        [b"'", &*text, b"'"].concat()
    }

    /// An attribute as diagnostics spell it.
    pub fn attribute_text(&self, context: &Context, attribute: Attribute) -> Vec<u8> {
        self.text.get().map_or_else(|| b"?".to_vec(), |t| t.attribute(context, attribute))
    }

    /// Whether a dialect of this name is available.
    pub fn is_known_dialect(&self, name: &str) -> bool {
        self.dialects.read().contains_key(name)
    }

    /// The names of all available dialects, sorted.
    pub fn dialect_names(&self) -> Vec<String> {
        self.dialects.read().keys().map(|name| name.to_string()).collect()
    }

    /// The dialects of which something was used, sorted by name.
    pub fn loaded_dialects(&self) -> Vec<Arc<DialectDef>> {
        self.dialects.read().values().filter_map(|loaded| loaded.def.get()?.clone()).collect()
    }

    fn loaded(&self, name: &str) -> Option<Arc<Loaded>> {
        self.dialects.read().get(name).cloned()
    }

    /// A dialect by its name.
    pub fn dialect(&self, context: &Context, name: &str) -> Option<Arc<DialectDef>> {
        let loaded = self.loaded(name)?;
        self.dialect_of(context, &loaded)
    }

    fn dialect_of(&self, context: &Context, loaded: &Loaded) -> Option<Arc<DialectDef>> {
        let make = || {
            let dialect = loaded.source.dialect()?;
            Some(Arc::new(DialectDef {
                name: context.ident(dialect.name.as_bytes()),
                text: dialect.name.as_str().into(),
                summary: dialect.summary.into(),
                docs: dialect.docs.into(),
                depends: dialect.depends.into(),
                unknown_ops: dialect.unknown_ops,
                unknown_types: dialect.unknown_types,
                unknown_attrs: dialect.unknown_attrs,
                discardable: dialect
                    .discardable
                    .iter()
                    .map(|(name, id)| (context.ident(name.as_bytes()), self.constraint_of(loaded, *id)))
                    .collect(),
                hook_set: dialect.dialect_hooks,
                hooks: loaded.source.dialect_hooks(),
            }))
        };
        loaded.def.get_or_init(make).clone()
    }

    fn constraint_of(&self, loaded: &Loaded, id: decl::ConstraintId) -> Arc<Constraint> {
        if let Some(found) = loaded.constraints.read().get(&id) {
            return found.clone();
        }
        let decl = loaded.source.constraint(id).unwrap_or_default();
        let made = Arc::new(Constraint::new(self, Some(loaded.source.dialect_hooks()), decl));
        loaded.constraints.write().entry(id).or_insert(made).clone()
    }

    fn make_op(&self, context: &Context, dialect: &str, mnemonic: &str) -> Option<OpDef> {
        let loaded = self.loaded(dialect)?;
        let op = loaded.source.find_op(mnemonic)?;
        let dialect = self.dialect_of(context, &loaded)?;
        let hooks = loaded.source.op_hooks(&op);
        let constraint = |id| self.constraint_of(&loaded, id);
        let maker = Maker { context, constraint: &constraint, dialect: &dialect };
        Some(maker.op(&op, loaded.source.has_native_syntax(mnemonic), hooks))
    }

    /// The names of all operations of a dialect with its prefix, sorted; nothing is decoded.
    pub fn op_names(&self, dialect: &str) -> Vec<String> {
        let Some(loaded) = self.loaded(dialect) else { return Vec::new() };
        let mut names: Vec<_> = loaded.source.op_names().iter().map(|name| format!("{dialect}.{name}")).collect();
        names.sort();
        names
    }

    /// The mnemonics of all types of a dialect, sorted.
    pub fn type_names(&self, dialect: &str) -> Vec<String> {
        let Some(loaded) = self.loaded(dialect) else { return Vec::new() };
        let mut names = loaded.source.type_names();
        names.sort();
        names
    }

    /// The mnemonics of all attributes of a dialect, sorted.
    pub fn attr_names(&self, dialect: &str) -> Vec<String> {
        let Some(loaded) = self.loaded(dialect) else { return Vec::new() };
        let mut names = loaded.source.attr_names();
        names.sort();
        names
    }

    /// Names the definition of a type or attribute (`dialect.mnemonic`), whether there is one or not; nothing is decoded.
    pub fn def_id(&self, is_attribute: bool, name: &str) -> DefId {
        let ids = &self.entry_ids[usize::from(is_attribute)];
        if let Some(&id) = ids.read().get(name) {
            return id;
        }
        *ids.write().entry(name.into()).or_insert_with(|| {
            let entry = Entry { is_attribute, name: name.into(), def: OnceLock::new() };
            DefId(u32::try_from(self.entries.push(entry)).expect("fewer than 2^32 definitions"))
        })
    }

    /// The definition of a type or attribute; `None` where nobody declares it.
    pub fn def(&self, context: &Context, id: DefId) -> Option<&TypeDef> {
        let entry = self.entries.get(id.0 as usize)?;
        let make = || {
            let (dialect, mnemonic) = entry.name.split_once('.')?;
            let loaded = self.loaded(dialect)?;
            let source = &loaded.source;
            let (decl, hooks) = if entry.is_attribute {
                let decl = source.find_attr(mnemonic)?;
                let hooks = source.attr_hooks(&decl);
                (decl, hooks)
            } else {
                let decl = source.find_type(mnemonic)?;
                let hooks = source.type_hooks(&decl);
                (decl, hooks)
            };
            let dialect = self.dialect_of(context, &loaded)?;
            let constraint = |id| self.constraint_of(&loaded, id);
            let maker = Maker { context, constraint: &constraint, dialect: &dialect };
            Some(Box::new(maker.ty(id, entry.is_attribute, &decl, hooks)))
        };
        entry.def.get_or_init(make).as_deref()
    }

    /// The name (`dialect.mnemonic`) of a definition.
    pub fn def_name(&self, id: DefId) -> &str {
        self.entries.get(id.0 as usize).map_or("", |entry| &entry.name)
    }

    /// A type's definition by `dialect.mnemonic`.
    pub fn find_type(&self, context: &Context, name: &str) -> Option<&TypeDef> {
        self.def(context, self.def_id(false, name))
    }

    /// An attribute's definition by `dialect.mnemonic`.
    pub fn find_attr(&self, context: &Context, name: &str) -> Option<&AttrDef> {
        self.def(context, self.def_id(true, name))
    }

    /// An enum of a dialect.
    pub fn find_enum(&self, context: &Context, dialect: &str, name: &str) -> Option<Arc<EnumDef>> {
        let loaded = self.loaded(dialect)?;
        let def = self.dialect_of(context, &loaded)?;
        let mut enums = loaded.enums.lock();
        let make = || loaded.source.find_enum(name).map(|decl| Arc::new(EnumDef { decl, dialect: def }));
        enums.entry(name.to_string()).or_insert_with(make).clone()
    }

    /// Attaches an interface to an operation that its owner did not give it (an external model). One attached later replaces it.
    pub fn attach_interface(&self, op: Ident, interface: InterfaceDef) {
        self.attached.write().insert((op, interface.name), interface);
    }

    /// How an operation implements an interface of at least the given revision.
    pub fn interface(&self, context: &Context, op: OpName, name: Ident, revision: u32) -> Option<InterfaceDef> {
        let info = context.op_info(op);
        let fits = |i: &&InterfaceDef| i.name == name && i.revision >= revision;
        let declared = OpDef::of(info).and_then(|def| def.interfaces.iter().find(fits)).cloned();
        declared.or_else(|| self.attached.read().get(&(info.name, name)).filter(fits).cloned())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use plugopt_descriptor::{EnumCase, EnumDecl, OpDecl, TypeDecl};
    use plugopt_ir::Traits;

    fn registry() -> (Context, Arc<Registry>) {
        let context = Context::new();
        let registry = Registry::install(&context);
        let case = |name: &str, value, group| EnumCase { name: name.into(), value, group, ..EnumCase::default() };
        let dialect = decl::DialectDecl {
            name: "test".into(),
            ops: vec![OpDecl { name: "a.b".into(), ..OpDecl::default() }],
            types: vec![TypeDecl { name: "q".into(), ..TypeDecl::default() }],
            enums: vec![EnumDecl {
                name: "Flags".into(),
                width: 32,
                bits: true,
                separator: ",".into(),
                primary_groups: true,
                cases: vec![
                    case("none", 0, false),
                    case("x", 1, false),
                    case("y", 2, false),
                    case("z", 4, false),
                    case("xy", 3, true),
                ],
                ..EnumDecl::default()
            }],
            ..decl::DialectDecl::default()
        };
        registry.add(Arc::new(DeclaredSource::new(dialect))).unwrap();
        (context, registry)
    }

    #[test]
    fn operations_are_found_by_dialect_and_name() {
        let (context, registry) = registry();
        let info = context.op_info(context.op_name(b"test.a.b"));
        assert_eq!(OpDef::of(info).map(OpDef::mnemonic), Some("a.b"));
        assert!(!context.op_info(context.op_name(b"test.a")).registered);
        assert!(!context.op_info(context.op_name(b"unknown.a")).registered);
        assert_eq!(registry.dialect_names(), ["builtin", "test"]);
        let module = context.op_info(context.op_name(b"builtin.module"));
        assert!(module.has(Traits::ISOLATED_FROM_ABOVE | Traits::SYMBOL_TABLE | Traits::GRAPH_REGION));
        assert_eq!(module.properties.len(), 2);
    }

    #[test]
    fn types_are_found_by_name_and_id() {
        let (context, registry) = registry();
        let found = registry.find_type(&context, "test.q").unwrap();
        assert_eq!(registry.def(&context, found.id).map(|d| &*d.text), Some("test.q"));
        assert!(registry.find_type(&context, "test.p").is_none());
        assert!(registry.find_attr(&context, "test.q").is_none());
    }

    #[test]
    fn bits_are_spelled_by_groups_first() {
        let (context, registry) = registry();
        let flags = registry.find_enum(&context, "test", "Flags").unwrap();
        assert_eq!(flags.text(0).as_deref(), Some("none"));
        assert_eq!(flags.text(2).as_deref(), Some("y"));
        assert_eq!(flags.text(7).as_deref(), Some("xy,z"));
        assert_eq!(flags.text(8), None);
        assert_eq!(flags.value(b"z"), Some(4));
    }

    #[test]
    fn a_namespace_has_one_owner() {
        let (_, registry) = registry();
        let again = DeclaredSource::new(decl::DialectDecl { name: "test".into(), ..decl::DialectDecl::default() });
        assert_eq!(registry.add(Arc::new(again)), Err(DialectExists("test".into())));
    }
}
