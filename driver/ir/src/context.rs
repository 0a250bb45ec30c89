//! The context: everything that is interned, and what is known of operation names. It is shared by all threads.

use crate::affine::{AffineExpr, AffineExprData, AffineExprs, AffineFacts, AffineNode};
use crate::attributes::{AttrData, Attribute};
use crate::diagnostic::DiagnosticEngine;
use crate::float::FloatKind;
use crate::int::Int;
use crate::interner::Interner;
use crate::location::{LocationData, SourceMap};
use crate::traits::Traits;
use crate::types::{Signedness, Type, TypeData};
use parking_lot::RwLock;
use rustc_hash::FxHashMap;
use std::any::Any;
use std::sync::atomic::{AtomicBool, AtomicU32, AtomicU64, Ordering};
use std::sync::{Arc, OnceLock};

/// An interned string of bytes: an attribute name, a symbol, a namespace, a file name.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
#[repr(transparent)]
pub struct Ident(pub u32);

/// The name of an operation, registered or not.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
#[repr(transparent)]
pub struct OpName(pub u32);

macro_rules! well_known {
    ($($name:ident = $text:literal),* $(,)?) => {
        #[allow(non_camel_case_types, clippy::upper_case_acronyms)]
        #[repr(u32)]
        enum Known { $($name),* }
        impl Ident { $(#[doc = concat!("`", $text, "`")] pub const $name: Ident = Ident(Known::$name as u32);)* }
        const WELL_KNOWN: &[&str] = &[$($text),*];
    };
}

// Names that MLIR's own interfaces and traits fix for all dialects.
well_known! {
    EMPTY = "",
    BUILTIN = "builtin",
    SYM_NAME = "sym_name",
    SYM_VISIBILITY = "sym_visibility",
    FUNCTION_TYPE = "function_type",
    ARG_ATTRS = "arg_attrs",
    RES_ATTRS = "res_attrs",
    VALUE = "value",
    OPERAND_SEGMENT_SIZES = "operandSegmentSizes",
    RESULT_SEGMENT_SIZES = "resultSegmentSizes",
}

/// What the core must know of an operation name.
pub struct OpInfo {
    /// The full name, `dialect.op`.
    pub name: Ident,
    /// What stands before the first dot; the whole name where there is none.
    pub dialect: Ident,
    /// Whether a definition is known.
    pub registered: bool,
    /// The traits that the core itself acts on; empty where not registered.
    pub traits: Traits,
    /// The names of the inherent attributes, in the order of their slots; empty where not registered.
    pub properties: Box<[Ident]>,
    /// The full definition, of a type that the crate `dialect` knows.
    pub definition: Option<Arc<dyn Any + Send + Sync>>,
}

impl OpInfo {
    /// Whether the operation is registered and has all of `traits`.
    pub fn has(&self, traits: Traits) -> bool {
        self.traits.contains(traits)
    }

    /// The slot of an inherent attribute.
    pub fn property_slot(&self, name: Ident) -> Option<usize> {
        self.properties.iter().position(|&n| n == name)
    }
}

/// Where the definitions of operations come from. Called once for each name that a context meets.
pub trait Definitions: Send + Sync {
    /// What is known of `name` (`dialect.op`), `None` where it is not registered.
    fn operation(&self, context: &Context, name: &[u8]) -> Option<RegisteredOp>;
}

/// The answer of [`Definitions::operation`].
pub struct RegisteredOp {
    /// See [`OpInfo::traits`].
    pub traits: Traits,
    /// See [`OpInfo::properties`].
    pub properties: Box<[Ident]>,
    /// See [`OpInfo::definition`].
    pub definition: Arc<dyn Any + Send + Sync>,
}

struct OpNameEntry {
    name: Box<[u8]>,
    info: OnceLock<OpInfo>,
}

impl std::borrow::Borrow<[u8]> for OpNameEntry {
    fn borrow(&self) -> &[u8] {
        &self.name
    }
}

pub(crate) struct Common {
    pub(crate) i1: Type,
    pub(crate) i8: Type,
    pub(crate) i16: Type,
    pub(crate) i32: Type,
    pub(crate) i64: Type,
    pub(crate) index: Type,
    pub(crate) none: Type,
    pub(crate) unit: Attribute,
    pub(crate) true_: Attribute,
    pub(crate) false_: Attribute,
}

/// Owner of all types, attributes, names, locations and sources. Everything that is interned lives as long as it.
pub struct Context {
    id: u32,
    idents: Interner<Box<[u8]>>,
    op_names: Interner<OpNameEntry>,
    pub(crate) types: Interner<TypeData>,
    pub(crate) attributes: Interner<AttrData>,
    pub(crate) locations: Interner<LocationData>,
    affine: Interner<AffineNode>,
    pub(crate) sources: SourceMap,
    pub(crate) common: Common,
    pub(crate) named_type_bodies: RwLock<FxHashMap<Type, Arc<[Attribute]>>>,
    pub(crate) next_distinct: AtomicU64,
    definitions: OnceLock<Arc<dyn Definitions>>,
    extensions: RwLock<FxHashMap<std::any::TypeId, Arc<dyn Any + Send + Sync>>>,
    allow_unregistered_dialects: AtomicBool,
    threading: AtomicBool,
    diagnostics: DiagnosticEngine,
}

static NEXT_CONTEXT: AtomicU32 = AtomicU32::new(1);

impl Default for Context {
    fn default() -> Self {
        Context::new()
    }
}

impl Context {
    /// A context that knows no definitions but those given by [`Context::set_definitions`].
    pub fn new() -> Context {
        let idents = Interner::<Box<[u8]>>::new();
        for text in WELL_KNOWN {
            idents.intern(text.as_bytes(), || text.as_bytes().into());
        }
        let types = Interner::new();
        let ty = |data: TypeData| Type(types.intern(&data, || data.clone()));
        ty(TypeData::Absent);
        let int = |width| ty(TypeData::Integer { width, signedness: Signedness::Signless });
        let (i1, i8, i16, i32, i64) = (int(1), int(8), int(16), int(32), int(64));
        let (index, none) = (ty(TypeData::Index), ty(TypeData::None));
        let attributes = Interner::new();
        let attr = |data: AttrData| Attribute(attributes.intern(&data, || data.clone()));
        attr(AttrData::Absent);
        attr(AttrData::Dictionary(Box::new([])));
        let unit = attr(AttrData::Unit);
        let false_ = attr(AttrData::Integer { ty: i1, value: Int::from_u64(1, 0) });
        let true_ = attr(AttrData::Integer { ty: i1, value: Int::from_u64(1, 1) });
        let locations = Interner::new();
        locations.intern(&LocationData::Unknown, || LocationData::Unknown);
        Context {
            id: NEXT_CONTEXT.fetch_add(1, Ordering::Relaxed),
            idents,
            op_names: Interner::new(),
            types,
            attributes,
            locations,
            affine: Interner::new(),
            sources: SourceMap::default(),
            common: Common { i1, i8, i16, i32, i64, index, none, unit, true_, false_ },
            named_type_bodies: RwLock::default(),
            next_distinct: AtomicU64::new(0),
            definitions: OnceLock::new(),
            extensions: RwLock::default(),
            allow_unregistered_dialects: AtomicBool::new(false),
            threading: AtomicBool::new(true),
            diagnostics: DiagnosticEngine::default(),
        }
    }

    /// Tells this context from all others of the process; never 0.
    pub fn id(&self) -> u32 {
        self.id
    }

    /// The interned form of a string of bytes.
    pub fn ident(&self, bytes: &[u8]) -> Ident {
        Ident(self.idents.intern(bytes, || bytes.into()))
    }

    /// The bytes of an identifier.
    pub fn bytes(&self, ident: Ident) -> &[u8] {
        self.idents.get(ident.0)
    }

    /// The bytes of an identifier given by its index, `None` where this context never gave it out.
    pub fn try_bytes(&self, index: u32) -> Option<&[u8]> {
        self.idents.try_get(index).map(|b| &**b)
    }

    /// Sets where definitions come from. Names that were met before stay as they are.
    pub fn set_definitions(&self, definitions: Arc<dyn Definitions>) -> Result<(), Arc<dyn Definitions>> {
        self.definitions.set(definitions)
    }

    /// The interned form of an operation name, with or without a definition.
    pub fn op_name(&self, name: &[u8]) -> OpName {
        let index = self.op_names.intern(name, || OpNameEntry { name: name.into(), info: OnceLock::new() });
        OpName(index)
    }

    /// Number of operation names met so far: all smaller indexes are valid.
    pub fn op_name_count(&self) -> usize {
        self.op_names.len()
    }

    /// What the core knows of an operation name; its definition is looked up when first asked for.
    #[inline]
    pub fn op_info(&self, name: OpName) -> &OpInfo {
        let entry = self.op_names.get(name.0);
        entry.info.get_or_init(|| {
            let dot = entry.name.iter().position(|&b| b == b'.').unwrap_or(entry.name.len());
            let found = self.definitions.get().and_then(|d| d.operation(self, &entry.name));
            let (name, dialect) = (self.ident(&entry.name), self.ident(&entry.name[..dot]));
            match found {
                Some(op) => OpInfo {
                    name,
                    dialect,
                    registered: true,
                    traits: op.traits,
                    properties: op.properties,
                    definition: Some(op.definition),
                },
                None => OpInfo {
                    name,
                    dialect,
                    registered: false,
                    traits: Traits::empty(),
                    properties: Box::new([]),
                    definition: None,
                },
            }
        })
    }

    /// The bytes of an operation name.
    pub fn op_name_bytes(&self, name: OpName) -> &[u8] {
        &self.op_names.get(name.0).name
    }

    /// Puts a value of a higher layer (a registry, a cache) beside the context, found by its type.
    pub fn set_extension<T: Any + Send + Sync>(&self, value: Arc<T>) {
        self.extensions.write().insert(std::any::TypeId::of::<T>(), value);
    }

    /// The value put by [`Context::set_extension`], or else the default, which is put.
    pub fn extension_or_default<T: Any + Send + Sync + Default>(&self) -> Arc<T> {
        if let Some(value) = self.extension() {
            return value;
        }
        let mut extensions = self.extensions.write();
        let value = extensions.entry(std::any::TypeId::of::<T>()).or_insert_with(|| Arc::new(T::default())).clone();
        value.downcast().unwrap_or_default()
    }

    /// The value put by [`Context::set_extension`].
    pub fn extension<T: Any + Send + Sync>(&self) -> Option<Arc<T>> {
        self.extensions.read().get(&std::any::TypeId::of::<T>()).cloned().and_then(|v| v.downcast().ok())
    }

    /// Whether operations, types and attributes of unregistered dialects are accepted.
    pub fn allows_unregistered_dialects(&self) -> bool {
        self.allow_unregistered_dialects.load(Ordering::Relaxed)
    }

    /// Sets what [`Context::allows_unregistered_dialects`] gives.
    pub fn allow_unregistered_dialects(&self, allow: bool) {
        self.allow_unregistered_dialects.store(allow, Ordering::Relaxed);
    }

    /// Whether work may be spread over threads.
    pub fn threading(&self) -> bool {
        self.threading.load(Ordering::Relaxed)
    }

    /// Sets what [`Context::threading`] gives.
    pub fn set_threading(&self, enabled: bool) {
        self.threading.store(enabled, Ordering::Relaxed);
    }

    /// Where diagnostics go.
    pub fn diagnostics(&self) -> &DiagnosticEngine {
        &self.diagnostics
    }

    /// A float type's kind.
    pub fn float_kind(&self, ty: Type) -> Option<FloatKind> {
        match self.type_data(ty) {
            TypeData::Float(kind) => Some(*kind),
            _ => None,
        }
    }
}

impl AffineExprs for Context {
    fn intern(&self, data: AffineExprData) -> AffineExpr {
        AffineExpr(self.affine.intern(&data, || AffineNode::new(self, data)))
    }

    fn get(&self, expr: AffineExpr) -> AffineExprData {
        self.affine.get(expr.0).data
    }

    fn facts(&self, expr: AffineExpr) -> AffineFacts {
        self.affine.get(expr.0).facts
    }
}
