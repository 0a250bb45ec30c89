//! The blob: a header, a string pool, and tables of records that are decoded when asked for.
//!
//! ```text
//!  0  magic "PLUGOPTD"
//!  8  u16 major, u16 minor version of this layout
//! 12  u32 length of the whole blob
//! 16  u32 number of strings, u32 offset of their index (count + 1 offsets into the text), u32 offset of the text
//! 28  u32 number of tables, then per table: u32 kind, u32 number of entries, u32 offset
//!     a table's entry: u32 string index of its name, u32 offset, u32 length of its record
//! ```
//! All numbers are little-endian, all offsets count from the start of the blob. Tables of named things are sorted by the bytes of the name.

use crate::constraint::ConstraintDecl;
use crate::model::*;
use crate::wire::{Malformed, Pool, Reader, Strings, Wire, Writer};

/// The first bytes of a descriptor.
pub const MAGIC: [u8; 8] = *b"PLUGOPTD";
/// Readers refuse another major version.
pub const MAJOR: u16 = 1;
/// Counts additions.
pub const MINOR: u16 = 0;

const HEADER: usize = 32;
const TABLE: usize = 12;
const ENTRY: usize = 12;

/// What a table holds.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(u32)]
enum Kind {
    Dialect = 1,
    Ops = 2,
    Types = 3,
    Attrs = 4,
    Enums = 5,
    Constraints = 6,
    Hooks = 7,
    Directives = 8,
    Interfaces = 9,
}

const KINDS: usize = 10;

#[derive(Clone, Copy, Default, Debug)]
struct Table {
    count: usize,
    offset: usize,
}

/// A descriptor's bytes, checked as far as the header goes. Everything else is checked when it is decoded.
#[derive(Clone, Copy, Debug)]
pub struct Descriptor<'a> {
    bytes: &'a [u8],
    string_count: usize,
    string_index: usize,
    string_text: usize,
    tables: [Table; KINDS],
}

impl Strings for Descriptor<'_> {
    fn string(&self, id: u32) -> Result<&str, Malformed> {
        self.text(id)
    }
}

impl<'a> Descriptor<'a> {
    /// Reads the header. `bytes` may be longer than the descriptor.
    pub fn new(bytes: &'a [u8]) -> Result<Self, Malformed> {
        if bytes.get(..8) != Some(&MAGIC[..]) {
            return Err(Malformed::Magic);
        }
        let version = bytes.get(8..10).ok_or(Malformed::Truncated)?;
        let found = u16::from_le_bytes([version[0], version[1]]);
        if found != MAJOR {
            return Err(Malformed::Version { found, expected: MAJOR });
        }
        let length = word(bytes, 12)?;
        let bytes = bytes.get(..length.max(HEADER)).ok_or(Malformed::Truncated)?;
        let mut descriptor = Descriptor {
            bytes,
            string_count: word(bytes, 16)?,
            string_index: word(bytes, 20)?,
            string_text: word(bytes, 24)?,
            tables: [Table::default(); KINDS],
        };
        let tables = word(bytes, 28)?;
        if tables > length / TABLE
            || !fits(length, descriptor.string_index, descriptor.string_count.saturating_add(1), 4)
        {
            return Err(Malformed::Truncated);
        }
        for index in 0..tables {
            let at = HEADER + index * TABLE;
            let (kind, count, offset) = (word(bytes, at)?, word(bytes, at + 4)?, word(bytes, at + 8)?);
            if !fits(length, offset, count, ENTRY) {
                return Err(Malformed::Truncated);
            }
            // Tables of later versions are skipped.
            if let Some(table) = descriptor.tables.get_mut(kind) {
                *table = Table { count, offset };
            }
        }
        Ok(descriptor)
    }

    /// The descriptors that lie one behind the other in `bytes`: those of a plugin with several dialects.
    pub fn sequence(mut bytes: &'a [u8]) -> Result<Vec<Self>, Malformed> {
        let mut all = Vec::new();
        while !bytes.is_empty() {
            let descriptor = Descriptor::new(bytes)?;
            bytes = &bytes[descriptor.bytes.len()..];
            all.push(descriptor);
        }
        Ok(all)
    }

    /// The bytes of the descriptor alone.
    pub fn as_bytes(&self) -> &'a [u8] {
        self.bytes
    }

    fn text(&self, id: u32) -> Result<&'a str, Malformed> {
        let id = id as usize;
        if id >= self.string_count {
            return Err(Malformed::String);
        }
        let (start, end) =
            (word(self.bytes, self.string_index + id * 4)?, word(self.bytes, self.string_index + id * 4 + 4)?);
        let start = self.string_text.checked_add(start).ok_or(Malformed::String)?;
        let end = self.string_text.checked_add(end).ok_or(Malformed::String)?;
        let text = self.bytes.get(start..end).ok_or(Malformed::String)?;
        std::str::from_utf8(text).map_err(|_| Malformed::String)
    }

    fn table(&self, kind: Kind) -> Table {
        self.tables[kind as usize]
    }

    fn entry(&self, kind: Kind, index: usize) -> Result<[usize; 3], Malformed> {
        let table = self.table(kind);
        if index >= table.count {
            return Err(Malformed::Truncated);
        }
        let at = table.offset + index * ENTRY;
        Ok([word(self.bytes, at)?, word(self.bytes, at + 4)?, word(self.bytes, at + 8)?])
    }

    fn name_at(&self, kind: Kind, index: usize) -> Result<&'a str, Malformed> {
        self.text(self.entry(kind, index)?[0] as u32)
    }

    fn decode<T: Wire>(&self, kind: Kind, index: usize) -> Result<T, Malformed> {
        let [_, offset, length] = self.entry(kind, index)?;
        let end = offset.checked_add(length).ok_or(Malformed::Truncated)?;
        let bytes = self.bytes.get(offset..end).ok_or(Malformed::Truncated)?;
        T::read(&mut Reader::new(bytes, self))
    }

    fn position(&self, kind: Kind, name: &str) -> Result<Option<usize>, Malformed> {
        let (mut low, mut high) = (0, self.table(kind).count);
        while low < high {
            let middle = low + (high - low) / 2;
            match self.name_at(kind, middle)?.as_bytes().cmp(name.as_bytes()) {
                std::cmp::Ordering::Equal => return Ok(Some(middle)),
                std::cmp::Ordering::Less => low = middle + 1,
                std::cmp::Ordering::Greater => high = middle,
            }
        }
        Ok(None)
    }

    fn find<T: Wire>(&self, kind: Kind, name: &str) -> Result<Option<T>, Malformed> {
        self.position(kind, name)?.map(|index| self.decode(kind, index)).transpose()
    }

    fn names(&self, kind: Kind) -> impl Iterator<Item = &'a str> + use<'a> {
        let this = *self;
        (0..self.table(kind).count).filter_map(move |index| this.name_at(kind, index).ok())
    }

    fn all<T: Wire>(&self, kind: Kind) -> Result<Vec<T>, Malformed> {
        (0..self.table(kind).count).map(|index| self.decode(kind, index)).collect()
    }

    /// The name of the dialect it declares; `None` if it declares none.
    pub fn dialect_name(&self) -> Option<&'a str> {
        self.name_at(Kind::Dialect, 0).ok()
    }

    /// The dialect's own record; its lists (ops, types, …) are empty.
    pub fn dialect(&self) -> Result<DialectDecl, Malformed> {
        self.decode(Kind::Dialect, 0)
    }

    /// Everything at once, ops and other named things sorted by name.
    pub fn decode_all(&self) -> Result<DialectDecl, Malformed> {
        Ok(DialectDecl {
            hooks: self.all(Kind::Hooks)?,
            constraints: self.all(Kind::Constraints)?,
            enums: self.all(Kind::Enums)?,
            types: self.all(Kind::Types)?,
            attrs: self.all(Kind::Attrs)?,
            ops: self.all(Kind::Ops)?,
            directives: self.all(Kind::Directives)?,
            defined_interfaces: self.all(Kind::Interfaces)?,
            ..self.dialect()?
        })
    }

    /// Op names without the dialect, sorted; nothing is decoded.
    pub fn op_names(&self) -> impl Iterator<Item = &'a str> + use<'a> {
        self.names(Kind::Ops)
    }

    /// The position of an op in [`Descriptor::op_names`], by its name without the dialect; nothing is decoded.
    pub fn op_index(&self, name: &str) -> Result<Option<usize>, Malformed> {
        self.position(Kind::Ops, name)
    }

    /// Decodes the op at that position.
    pub fn op_at(&self, index: usize) -> Result<OpDecl, Malformed> {
        self.decode(Kind::Ops, index)
    }

    /// Decodes one op by its name without the dialect.
    pub fn find_op(&self, name: &str) -> Result<Option<OpDecl>, Malformed> {
        self.find(Kind::Ops, name)
    }

    /// Mnemonics of types, sorted.
    pub fn type_names(&self) -> impl Iterator<Item = &'a str> + use<'a> {
        self.names(Kind::Types)
    }

    /// The position of a type in [`Descriptor::type_names`].
    pub fn type_index(&self, name: &str) -> Result<Option<usize>, Malformed> {
        self.position(Kind::Types, name)
    }

    /// Decodes the type at that position.
    pub fn type_at(&self, index: usize) -> Result<TypeDecl, Malformed> {
        self.decode(Kind::Types, index)
    }

    /// Decodes one type by its mnemonic.
    pub fn find_type(&self, name: &str) -> Result<Option<TypeDecl>, Malformed> {
        self.find(Kind::Types, name)
    }

    /// Mnemonics of attributes, sorted.
    pub fn attr_names(&self) -> impl Iterator<Item = &'a str> + use<'a> {
        self.names(Kind::Attrs)
    }

    /// The position of an attribute in [`Descriptor::attr_names`].
    pub fn attr_index(&self, name: &str) -> Result<Option<usize>, Malformed> {
        self.position(Kind::Attrs, name)
    }

    /// Decodes the attribute at that position.
    pub fn attr_at(&self, index: usize) -> Result<AttrDecl, Malformed> {
        self.decode(Kind::Attrs, index)
    }

    /// Decodes one attribute by its mnemonic.
    pub fn find_attr(&self, name: &str) -> Result<Option<AttrDecl>, Malformed> {
        self.find(Kind::Attrs, name)
    }

    /// Names of enums, sorted.
    pub fn enum_names(&self) -> impl Iterator<Item = &'a str> + use<'a> {
        self.names(Kind::Enums)
    }

    /// Decodes one enum by its name.
    pub fn find_enum(&self, name: &str) -> Result<Option<EnumDecl>, Malformed> {
        self.find(Kind::Enums, name)
    }

    /// Names of custom directives, sorted.
    pub fn directive_names(&self) -> impl Iterator<Item = &'a str> + use<'a> {
        self.names(Kind::Directives)
    }

    /// Decodes one custom directive by its name.
    pub fn find_directive(&self, name: &str) -> Result<Option<DirectiveDecl>, Malformed> {
        self.find(Kind::Directives, name)
    }

    /// The number of constraints.
    pub fn constraint_count(&self) -> usize {
        self.table(Kind::Constraints).count
    }

    /// Decodes one constraint.
    pub fn constraint(&self, id: ConstraintId) -> Result<ConstraintDecl, Malformed> {
        self.decode(Kind::Constraints, id.0 as usize)
    }

    /// The number of hooks: what the plugin's hook table must have.
    pub fn hook_count(&self) -> usize {
        self.table(Kind::Hooks).count
    }

    /// Decodes one hook.
    pub fn hook(&self, id: HookId) -> Result<HookDecl, Malformed> {
        self.decode(Kind::Hooks, id.0 as usize)
    }

    /// Interfaces that the dialect defines.
    pub fn defined_interfaces(&self) -> Result<Vec<InterfaceDecl>, Malformed> {
        self.all(Kind::Interfaces)
    }
}

fn word(bytes: &[u8], at: usize) -> Result<usize, Malformed> {
    let end = at.checked_add(4).ok_or(Malformed::Truncated)?;
    let slice = bytes.get(at..end).ok_or(Malformed::Truncated)?;
    Ok(u32::from_le_bytes([slice[0], slice[1], slice[2], slice[3]]) as usize)
}

fn fits(length: usize, offset: usize, count: usize, size: usize) -> bool {
    count.checked_mul(size).and_then(|bytes| bytes.checked_add(offset)).is_some_and(|end| end <= length)
}

#[derive(Default)]
struct Builder {
    pool: Pool,
    records: Vec<u8>,
    tables: Vec<(Kind, Vec<[u32; 3]>)>,
}

impl Builder {
    fn table<T: Wire>(&mut self, kind: Kind, items: &[T], name: impl Fn(&T) -> &str, sorted: bool) {
        if items.is_empty() {
            return;
        }
        let mut order: Vec<&T> = items.iter().collect();
        if sorted {
            order.sort_by(|a, b| name(a).as_bytes().cmp(name(b).as_bytes()));
        }
        let mut entries = Vec::with_capacity(order.len());
        for item in order {
            let key = self.pool.intern(name(item));
            let mut writer = Writer { bytes: Vec::new(), pool: &mut self.pool };
            item.write(&mut writer);
            let bytes = writer.bytes;
            entries.push([key, self.records.len() as u32, bytes.len() as u32]);
            self.records.extend_from_slice(&bytes);
        }
        self.tables.push((kind, entries));
    }

    fn finish(self) -> Vec<u8> {
        let tables_at = HEADER;
        let entries_at = tables_at + self.tables.len() * TABLE;
        let strings_at = entries_at + self.tables.iter().map(|(_, entries)| entries.len() * ENTRY).sum::<usize>();
        let text_at = strings_at + (self.pool.strings.len() + 1) * 4;
        let records_at = text_at + self.pool.strings.iter().map(String::len).sum::<usize>();
        let length = records_at + self.records.len();

        let mut out = Vec::with_capacity(length);
        let put = |out: &mut Vec<u8>, value: usize| out.extend_from_slice(&(value as u32).to_le_bytes());
        out.extend_from_slice(&MAGIC);
        out.extend_from_slice(&MAJOR.to_le_bytes());
        out.extend_from_slice(&MINOR.to_le_bytes());
        for value in [length, self.pool.strings.len(), strings_at, text_at, self.tables.len()] {
            put(&mut out, value);
        }
        let mut at = entries_at;
        for (kind, entries) in &self.tables {
            for value in [*kind as usize, entries.len(), at] {
                put(&mut out, value);
            }
            at += entries.len() * ENTRY;
        }
        for [key, offset, size] in self.tables.iter().flat_map(|(_, entries)| entries) {
            for value in [*key as usize, records_at + *offset as usize, *size as usize] {
                put(&mut out, value);
            }
        }
        let mut end = 0;
        put(&mut out, end);
        for text in &self.pool.strings {
            end += text.len();
            put(&mut out, end);
        }
        self.pool.strings.iter().for_each(|text| out.extend_from_slice(text.as_bytes()));
        out.extend_from_slice(&self.records);
        debug_assert_eq!(out.len(), length);
        out
    }
}

/// The bytes of a dialect's descriptor. The same declaration gives the same bytes.
pub fn encode(dialect: &DialectDecl) -> Vec<u8> {
    let mut builder = Builder::default();
    builder.table(Kind::Dialect, std::slice::from_ref(dialect), |d| &d.name, false);
    builder.table(Kind::Ops, &dialect.ops, |op| &op.name, true);
    builder.table(Kind::Types, &dialect.types, |t| &t.name, true);
    builder.table(Kind::Attrs, &dialect.attrs, |a| &a.name, true);
    builder.table(Kind::Enums, &dialect.enums, |e| &e.name, true);
    builder.table(Kind::Constraints, &dialect.constraints, |c| &c.name, false);
    builder.table(Kind::Hooks, &dialect.hooks, |h| &h.path, false);
    builder.table(Kind::Directives, &dialect.directives, |d| &d.name, true);
    builder.table(Kind::Interfaces, &dialect.defined_interfaces, |i| &i.name, true);
    builder.finish()
}
