//! SSA names and their values.

use crate::parser::spelled::{EXACT, digest, mix};
use hashbrown::HashTable;
use hashbrown::hash_table::Entry;
use plugopt_ir::{BodyId, Value};

/// A name that was defined, or used before its definition.
#[derive(Clone, Copy)]
pub(crate) struct NameEntry {
    head: u64,
    hash: u64,
    /// Index of its `%` in the source, where it was defined or first used.
    pub(crate) start: u32,
    length: u32,
    number: u32,
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

/// What a key is found by.
#[derive(Clone, Copy)]
struct Print {
    /// See [`digest`].
    head: u64,
    hash: u64,
}

impl Print {
    #[inline]
    fn of(key: Key<'_>) -> Print {
        let head = digest(key.text);
        Print { head, hash: mix(head, (key.number as u64) << 40 | key.text.len() as u64) }
    }
}

impl NameEntry {
    #[inline]
    fn is(&self, source: &[u8], key: Key<'_>, print: Print) -> bool {
        self.head == print.head
            && self.number == key.number
            && self.length as usize == key.text.len()
            && (key.text.len() <= EXACT || source[self.start as usize..][..self.length as usize] == *key.text)
    }
}

impl NameTable {
    /// Whether no name is visible.
    pub(crate) fn is_empty(&self) -> bool {
        self.table.is_empty()
    }

    /// The entry of a name.
    #[inline]
    pub(crate) fn find(&self, source: &[u8], key: Key<'_>) -> Option<u32> {
        let print = Print::of(key);
        self.table.find(print.hash, |&index| self.entries[index as usize].is(source, key, print)).copied()
    }

    pub(crate) fn entry(&self, index: u32) -> &NameEntry {
        &self.entries[index as usize]
    }

    /// The entry of a name, unless it has none yet: then it gets one, with its text at `start` in the source.
    #[inline]
    pub(crate) fn find_or_insert(
        &mut self,
        source: &[u8],
        key: Key<'_>,
        start: u32,
        value: Value,
        body: BodyId,
    ) -> Option<u32> {
        let print = Print::of(key);
        let entries = &self.entries;
        let is = |&index: &u32| entries[index as usize].is(source, key, print);
        match self.table.entry(print.hash, is, |&i| entries[i as usize].hash) {
            Entry::Occupied(found) => return Some(*found.get()),
            Entry::Vacant(room) => _ = room.insert(entries.len() as u32),
        }
        self.recorded.push(self.entries.len() as u32);
        self.push(key, print, start, value, body, false);
        None
    }

    /// Adds a name that is used before its definition and has no entry yet, whose text is at `start` in the source.
    pub(crate) fn insert_forward(&mut self, key: Key<'_>, start: u32, value: Value, body: BodyId) {
        let print = Print::of(key);
        let entries = &self.entries;
        self.table.insert_unique(print.hash, entries.len() as u32, |&i| entries[i as usize].hash);
        self.push(key, print, start, value, body, true);
        self.forward += 1;
    }

    fn push(&mut self, key: Key<'_>, print: Print, start: u32, value: Value, body: BodyId, forward: bool) {
        let Print { head, hash } = print;
        let (length, number) = (key.text.len() as u32, key.number);
        self.entries.push(NameEntry { head, hash, start, length, number, value, body, forward });
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
