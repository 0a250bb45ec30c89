//! The definitions of a plugin's dialect, decoded from its descriptor when they are asked for.

use crate::hooks::{Directives, Functions, PluginDef, PluginDialect, PluginOp};
use crate::plugin::Known;
use plugopt_descriptor::{self as decl, Descriptor, Malformed};
use plugopt_dialect::DialectSource;
use plugopt_dialect::hooks::{DefHooks, DialectHooks, OpHooks};
use plugopt_dialect::registry::DeclaredSource;
use std::sync::{Arc, LazyLock, OnceLock};

/// One dialect of a plugin.
pub(crate) struct PluginSource {
    descriptor: Descriptor<'static>,
    name: Box<str>,
    functions: Functions,
    directives: OnceLock<Arc<Directives>>,
}

impl PluginSource {
    pub(crate) fn new(descriptor: Descriptor<'static>, functions: Functions) -> Option<PluginSource> {
        let name = descriptor.dialect_name()?.into();
        Some(PluginSource { descriptor, name, functions, directives: OnceLock::new() })
    }

    /// The namespace, which lives as long as the source.
    pub(crate) fn dialect_name(&self) -> &str {
        &self.name
    }

    /// What a descriptor gives; one that is malformed gives nothing, and the log says so.
    fn decoded<T>(&self, what: &str, result: Result<Option<T>, Malformed>) -> Option<T> {
        match result {
            Ok(found) => found,
            Err(error) => {
                let plugin = &self.functions.owner.name;
                tracing::error!(target: "plugin", %plugin, dialect = %self.name, "{what} cannot be decoded: {error:?}");
                None
            }
        }
    }

    fn directives(&self) -> Arc<Directives> {
        let make = || {
            let names = self.descriptor.directive_names();
            let declared = names.filter_map(|name| self.decoded(name, self.descriptor.find_directive(name)));
            Arc::new(Directives::new(&self.functions, declared))
        };
        self.directives.get_or_init(make).clone()
    }
}

impl DialectSource for PluginSource {
    fn name(&self) -> &str {
        &self.name
    }
    fn dialect(&self) -> Option<decl::DialectDecl> {
        self.decoded("the dialect", self.descriptor.dialect().map(Some))
    }
    fn op_names(&self) -> Vec<String> {
        self.descriptor.op_names().map(str::to_string).collect()
    }
    fn type_names(&self) -> Vec<String> {
        self.descriptor.type_names().map(str::to_string).collect()
    }
    fn attr_names(&self) -> Vec<String> {
        self.descriptor.attr_names().map(str::to_string).collect()
    }
    fn find_op(&self, name: &str) -> Option<decl::OpDecl> {
        self.decoded(name, self.descriptor.find_op(name))
    }
    fn find_type(&self, mnemonic: &str) -> Option<decl::TypeDecl> {
        self.decoded(mnemonic, self.descriptor.find_type(mnemonic))
    }
    fn find_attr(&self, mnemonic: &str) -> Option<decl::AttrDecl> {
        self.decoded(mnemonic, self.descriptor.find_attr(mnemonic))
    }
    fn find_enum(&self, name: &str) -> Option<decl::EnumDecl> {
        self.decoded(name, self.descriptor.find_enum(name))
    }
    fn constraint(&self, id: decl::ConstraintId) -> Option<decl::ConstraintDecl> {
        self.decoded("a constraint", self.descriptor.constraint(id).map(Some))
    }
    fn dialect_hooks(&self) -> Arc<dyn DialectHooks> {
        let hooks = self.dialect().map(|d| d.dialect_hooks).unwrap_or_default();
        Arc::new(PluginDialect::new(&self.functions, &self.name, &hooks))
    }
    fn op_hooks(&self, op: &decl::OpDecl) -> Arc<dyn OpHooks> {
        Arc::new(PluginOp::new(&self.functions, &self.name, op, self.directives()))
    }
    fn type_hooks(&self, ty: &decl::TypeDecl) -> Arc<dyn DefHooks> {
        Arc::new(PluginDef::new(&self.functions, &self.name, ty, false))
    }
    fn attr_hooks(&self, attr: &decl::AttrDecl) -> Arc<dyn DefHooks> {
        Arc::new(PluginDef::new(&self.functions, &self.name, attr, true))
    }
}

/// A dialect of a plugin that is not opened before something of the dialect is used. If it cannot be opened then, the dialect has
/// nothing, and the plugin remembers why.
pub(crate) struct LazySource {
    plugin: Arc<Known>,
    name: Box<str>,
}

impl LazySource {
    pub(crate) fn new(plugin: Arc<Known>, name: &str) -> LazySource {
        LazySource { plugin, name: name.into() }
    }

    fn opened(&self) -> Option<&PluginSource> {
        self.plugin.ready().ok()?.sources.iter().find(|source| source.dialect_name() == &*self.name).map(Arc::as_ref)
    }

    fn source(&self) -> &dyn DialectSource {
        static NOTHING: LazyLock<DeclaredSource> = LazyLock::new(|| DeclaredSource::new(decl::DialectDecl::default()));
        match self.opened() {
            Some(source) => source,
            None => &*NOTHING,
        }
    }
}

impl DialectSource for LazySource {
    fn name(&self) -> &str {
        &self.name
    }
    fn dialect(&self) -> Option<decl::DialectDecl> {
        self.opened()?.dialect()
    }
    fn op_names(&self) -> Vec<String> {
        self.source().op_names()
    }
    fn type_names(&self) -> Vec<String> {
        self.source().type_names()
    }
    fn attr_names(&self) -> Vec<String> {
        self.source().attr_names()
    }
    fn find_op(&self, name: &str) -> Option<decl::OpDecl> {
        self.source().find_op(name)
    }
    fn find_type(&self, mnemonic: &str) -> Option<decl::TypeDecl> {
        self.source().find_type(mnemonic)
    }
    fn find_attr(&self, mnemonic: &str) -> Option<decl::AttrDecl> {
        self.source().find_attr(mnemonic)
    }
    fn find_enum(&self, name: &str) -> Option<decl::EnumDecl> {
        self.source().find_enum(name)
    }
    fn constraint(&self, id: decl::ConstraintId) -> Option<decl::ConstraintDecl> {
        self.source().constraint(id)
    }
    fn dialect_hooks(&self) -> Arc<dyn DialectHooks> {
        self.source().dialect_hooks()
    }
    fn op_hooks(&self, op: &decl::OpDecl) -> Arc<dyn OpHooks> {
        self.source().op_hooks(op)
    }
    fn type_hooks(&self, ty: &decl::TypeDecl) -> Arc<dyn DefHooks> {
        self.source().type_hooks(ty)
    }
    fn attr_hooks(&self, attr: &decl::AttrDecl) -> Arc<dyn DefHooks> {
        self.source().attr_hooks(attr)
    }
}
