//! The resources of a file (`{-# … #-}`): data that attributes refer to by a key, and data of others that is kept as it came.

use plugopt_ir::{Context, Ident};
use std::sync::{Arc, PoisonError, RwLock};

/// The value of a resource.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ResourceValue {
    /// `true` or `false`
    Bool(bool),
    /// `"text"`
    String(Arc<[u8]>),
    /// `"0x…"`: the alignment in four bytes, then the data
    Blob(Blob),
}

/// Bytes with an alignment.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Blob {
    /// In bytes, a power of two.
    pub alignment: u32,
    /// The bytes.
    pub data: Arc<[u8]>,
}

/// A resource and its key.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Resource {
    /// Names it in its group.
    pub key: Ident,
    /// Its value.
    pub value: ResourceValue,
}

/// Resources of one dialect or of one other owner.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ResourceGroup {
    /// The namespace of the dialect, or the name of the owner.
    pub owner: Ident,
    /// In the order in which they were given.
    pub entries: Vec<Resource>,
}

/// All resources of a context.
#[derive(Default, Debug)]
pub struct Resources {
    groups: RwLock<Groups>,
}

#[derive(Default, Clone, Debug)]
struct Groups {
    dialects: Vec<ResourceGroup>,
    external: Vec<ResourceGroup>,
}

fn set(groups: &mut Vec<ResourceGroup>, owner: Ident, key: Ident, value: ResourceValue, replace: bool) {
    let at = groups.iter().position(|g| g.owner == owner).unwrap_or_else(|| {
        groups.push(ResourceGroup { owner, entries: Vec::new() });
        groups.len() - 1
    });
    let entries = &mut groups[at].entries;
    match entries.iter_mut().find(|e| replace && e.key == key) {
        Some(entry) => entry.value = value,
        None => entries.push(Resource { key, value }),
    }
}

impl Resources {
    /// Those of a context, made where there are none yet.
    pub fn of(context: &Context) -> Arc<Resources> {
        context.extension::<Resources>().unwrap_or_else(|| {
            let resources = Arc::new(Resources::default());
            context.set_extension(resources.clone());
            resources
        })
    }

    /// Sets a resource of a dialect, that of `dense_resource<key>` for the dialect `builtin`.
    pub fn set_dialect(&self, dialect: Ident, key: Ident, value: ResourceValue) {
        set(&mut self.write().dialects, dialect, key, value, true);
    }

    /// Adds a resource that is nobody's here.
    pub fn add_external(&self, owner: Ident, key: Ident, value: ResourceValue) {
        set(&mut self.write().external, owner, key, value, false);
    }

    /// A resource of a dialect.
    pub fn dialect(&self, dialect: Ident, key: Ident) -> Option<ResourceValue> {
        let groups = self.groups.read().unwrap_or_else(PoisonError::into_inner);
        let group = groups.dialects.iter().find(|g| g.owner == dialect)?;
        group.entries.iter().find(|e| e.key == key).map(|e| e.value.clone())
    }

    /// The resources that are nobody's here.
    pub fn external(&self) -> Vec<ResourceGroup> {
        self.groups.read().unwrap_or_else(PoisonError::into_inner).external.clone()
    }

    /// Forgets all of them, as for the next file.
    pub fn clear(&self) {
        *self.write() = Groups::default();
    }

    fn write(&self) -> std::sync::RwLockWriteGuard<'_, Groups> {
        self.groups.write().unwrap_or_else(PoisonError::into_inner)
    }
}
