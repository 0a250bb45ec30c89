//! The aliases that types and attributes of unknown dialects had in the text. What their dialects would call them is not known, so
//! the printer keeps these names.

use parking_lot::RwLock;
use plugopt_ir::{Attribute, Context, Type};
use rustc_hash::FxHashMap;
use std::sync::Arc;

/// Names without the sigil, by what they stand for. The first name that something was given stays.
#[derive(Default)]
pub(crate) struct WrittenAliases {
    attributes: RwLock<FxHashMap<Attribute, Arc<[u8]>>>,
    types: RwLock<FxHashMap<Type, Arc<[u8]>>>,
}

impl WrittenAliases {
    fn of(context: &Context) -> Arc<WrittenAliases> {
        context.extension::<WrittenAliases>().unwrap_or_else(|| {
            let aliases = Arc::new(WrittenAliases::default());
            context.set_extension(aliases.clone());
            aliases
        })
    }

    /// Definitions of aliases are parsed by one thread.
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
        context.extension::<WrittenAliases>().is_some()
    }
}
