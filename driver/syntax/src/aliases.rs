//! The aliases that types and attributes of unknown dialects had in the text. What their dialects would call them is not known, so
//! the printer keeps these names.

use parking_lot::RwLock;
use plugopt_ir::{Attribute, Context, Type};
use rustc_hash::{FxHashMap, FxHashSet};
use std::sync::Arc;

/// Names without the sigil, by what they stand for. The first name that something was given stays.
#[derive(Default)]
pub(crate) struct WrittenAliases {
    attributes: RwLock<FxHashMap<Attribute, Arc<[u8]>>>,
    types: RwLock<FxHashMap<Type, Arc<[u8]>>>,
    /// With the sigil.
    undefined: RwLock<FxHashSet<Box<[u8]>>>,
}

impl WrittenAliases {
    fn of(context: &Context) -> Arc<WrittenAliases> {
        context.extension_or_default()
    }

    /// Notes that a text names, inside something unknown, what is no alias there. The printer must not give that name to anything.
    pub(crate) fn keep_undefined(context: &Context, name: &[u8]) {
        let aliases = WrittenAliases::of(context);
        if !aliases.undefined.read().contains(name) {
            aliases.undefined.write().insert(name.into());
        }
    }

    pub(crate) fn undefined(context: &Context) -> Vec<Box<[u8]>> {
        let aliases = context.extension::<WrittenAliases>();
        aliases.iter().flat_map(|aliases| aliases.undefined.read().iter().cloned().collect::<Vec<_>>()).collect()
    }

    pub(crate) fn keep_attribute(context: &Context, attr: Attribute, name: &[u8]) {
        WrittenAliases::of(context).attributes.write().entry(attr).or_insert_with(|| name.into());
    }

    pub(crate) fn keep_type(context: &Context, ty: Type, name: &[u8]) {
        WrittenAliases::of(context).types.write().entry(ty).or_insert_with(|| name.into());
    }

    pub(crate) fn attribute(context: &Context, attr: Attribute) -> Option<Arc<[u8]>> {
        context.extension::<WrittenAliases>()?.attributes.read().get(&attr).cloned()
    }

    pub(crate) fn ty(context: &Context, ty: Type) -> Option<Arc<[u8]>> {
        context.extension::<WrittenAliases>()?.types.read().get(&ty).cloned()
    }

    /// Whether a context has any.
    pub(crate) fn exist(context: &Context) -> bool {
        let aliases = context.extension::<WrittenAliases>();
        aliases.is_some_and(|a| !a.attributes.read().is_empty() || !a.types.read().is_empty())
    }
}
