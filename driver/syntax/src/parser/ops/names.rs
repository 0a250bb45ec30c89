//! SSA names and their values.

use hashbrown::HashTable;
use plugopt_ir::{BodyId, Value};

/// A name that was defined, or used before its definition.
#[derive(Clone, Copy)]
pub(crate) struct NameEntry {
    /// Index of its `%` in the source, where it was defined or first used.
    pub(crate) start: u32,
    length: u32,
    number: u32,
    hash: u64,
    /// Its value, or the placeholder where it is not defined yet.
    pub(crate) value: Value,
    /// The body of `value`.
    pub(crate) body: BodyId,
    /// Whether it is used but not defined yet.
    pub(crate) forward: bool,
}

/// The names that can be used at a point of the text. A region that ends takes its names along.
#[derive(Default)]
pub(crate) struct NameTable {
    table: HashTable<u32>,
    entries: Vec<NameEntry>,
    /// Entries in the order of their definition.
    recorded: Vec<u32>,
    /// For each open region how many were recorded before it.
    scopes: Vec<u32>,
    forward: usize,
}

/// A name that is looked for: `source[start..][..length]` and the number behind `#`.
#[derive(Clone, Copy)]
pub(crate) struct Key<'s> {
    pub(crate) text: &'s [u8],
    pub(crate) number: u32,
}

fn hash(key: Key<'_>) -> u64 {
    const K: u64 = 0x9e37_79b9_7f4a_7c15;
    let mut state = (key.text.len() as u64 ^ ((key.number as u64) << 32)).wrapping_mul(K);
    let mut chunks = key.text.chunks_exact(8);
    for chunk in &mut chunks {
        let mut word = [0; 8];
        word.copy_from_slice(chunk);
        state = (state ^ u64::from_le_bytes(word)).wrapping_mul(K);
        state ^= state >> 29;
    }
    let mut tail = 0u64;
    for &byte in chunks.remainder() {
        tail = tail << 8 | byte as u64;
    }
    state = (state ^ tail).wrapping_mul(K);
    state ^ (state >> 32)
}

impl NameTable {
    /// Whether no name is visible.
    pub(crate) fn is_empty(&self) -> bool {
        self.table.is_empty()
    }

    /// The entry of a name.
    pub(crate) fn find(&self, source: &[u8], key: Key<'_>) -> Option<u32> {
        let hash = hash(key);
        self.find_hashed(source, key, hash)
    }

    fn find_hashed(&self, source: &[u8], key: Key<'_>, hash: u64) -> Option<u32> {
        let found = self.table.find(hash, |&index| {
            let entry = &self.entries[index as usize];
            entry.hash == hash
                && entry.number == key.number
                && entry.length as usize == key.text.len()
                && source[entry.start as usize..][..entry.length as usize] == *key.text
        });
        found.copied()
    }

    pub(crate) fn entry(&self, index: u32) -> &NameEntry {
        &self.entries[index as usize]
    }

    /// Adds a name that has no entry yet, whose text is at `start` in the source.
    pub(crate) fn insert(&mut self, key: Key<'_>, start: u32, value: Value, body: BodyId, forward: bool) {
        let hash = hash(key);
        let index = self.entries.len() as u32;
        self.entries.push(NameEntry {
            start,
            length: key.text.len() as u32,
            number: key.number,
            hash,
            value,
            body,
            forward,
        });
        let entries = &self.entries;
        self.table.insert_unique(hash, index, |&i| entries[i as usize].hash);
        if forward {
            self.forward += 1;
        } else {
            self.recorded.push(index);
        }
    }

    /// Gives a name that was only used so far its definition.
    pub(crate) fn define(&mut self, index: u32, start: u32, value: Value, body: BodyId) {
        let entry = &mut self.entries[index as usize];
        entry.start = start;
        entry.value = value;
        entry.body = body;
        entry.forward = false;
        self.forward -= 1;
        self.recorded.push(index);
    }

    /// Opens a region.
    pub(crate) fn push_scope(&mut self) {
        self.scopes.push(self.recorded.len() as u32);
    }

    /// Closes a region: the names defined in it go.
    pub(crate) fn pop_scope(&mut self) {
        let mark = self.scopes.pop().unwrap_or(0) as usize;
        if mark == 0 && self.forward == 0 {
            self.table.clear();
            self.entries.clear();
            self.recorded.clear();
            return;
        }
        for index in self.recorded.drain(mark..) {
            let hash = self.entries[index as usize].hash;
            if let Ok(found) = self.table.find_entry(hash, |&i| i == index) {
                found.remove();
            }
        }
    }

    /// Where names were used that are not defined.
    pub(crate) fn undefined(&self) -> impl Iterator<Item = u32> + '_ {
        self.entries.iter().filter(|e| e.forward).map(|e| e.start)
    }

    /// Forgets everything.
    pub(crate) fn clear(&mut self) {
        self.table.clear();
        self.entries.clear();
        self.recorded.clear();
        self.scopes.clear();
        self.forward = 0;
    }
}
