//! A sharded, append-only interner: lookups by index take no lock, insertions lock one of the shards.

use hashbrown::HashTable;
use parking_lot::RwLock;
use rustc_hash::FxHasher;
use std::borrow::Borrow;
use std::hash::{Hash, Hasher};

const SHARDS: usize = 16;

/// Interned values of one kind. An index stays valid, and its value in place, for the life of the interner.
pub(crate) struct Interner<T> {
    items: boxcar::Vec<T>,
    shards: [RwLock<HashTable<(u32, u32)>>; SHARDS],
}

pub(crate) fn hash_of<Q: Hash + ?Sized>(value: &Q) -> u64 {
    let mut hasher = FxHasher::default();
    value.hash(&mut hasher);
    hasher.finish()
}

/// The hash of a table, made of the part that its entries keep, so that a table grows without looking at what it refers to.
fn spread(tag: u32) -> u64 {
    (tag as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15)
}

impl<T> Interner<T> {
    pub(crate) fn new() -> Self {
        Interner { items: boxcar::Vec::new(), shards: std::array::from_fn(|_| RwLock::new(HashTable::new())) }
    }

    /// The value of an index that this interner gave out.
    pub(crate) fn get(&self, index: u32) -> &T {
        &self.items[index as usize]
    }

    /// The value of an index, or `None` where this interner never gave it out.
    pub(crate) fn try_get(&self, index: u32) -> Option<&T> {
        self.items.get(index as usize)
    }

    pub(crate) fn len(&self) -> usize {
        self.items.count()
    }

    /// The index of the value equal to `key`; `make` is called once where there is none yet.
    pub(crate) fn intern<Q>(&self, key: &Q, make: impl FnOnce() -> T) -> u32
    where
        T: Borrow<Q>,
        Q: Hash + Eq + ?Sized,
    {
        let hash = hash_of(key);
        let shard = &self.shards[(hash >> 52) as usize % SHARDS];
        let tag = (hash ^ hash >> 32) as u32;
        let hash = spread(tag);
        let eq = |&(index, found): &(u32, u32)| found == tag && self.items[index as usize].borrow() == key;
        if let Some(&(index, _)) = shard.read().find(hash, eq) {
            return index;
        }
        let mut table = shard.write();
        if let Some(&(index, _)) = table.find(hash, eq) {
            return index;
        }
        let index = u32::try_from(self.items.push(make())).expect("fewer than 2^32 interned values");
        table.insert_unique(hash, (index, tag), |&(_, tag)| spread(tag));
        index
    }
}
