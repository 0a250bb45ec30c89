//! Locations: a tagged `u32`, either an offset into the context's sources or an interned index. Line and column of an
//! offset are computed when someone asks.

use crate::attributes::Attribute;
use crate::context::{Context, Ident};
use parking_lot::RwLock;
use std::sync::{Arc, OnceLock};

/// Where an operation or value comes from.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[repr(transparent)]
pub struct Location(pub u32);

const INTERNED: u32 = 1 << 31;

impl Location {
    /// `loc(unknown)`
    pub const UNKNOWN: Location = Location(INTERNED);

    /// The place `offset` bytes into the context's sources.
    pub fn from_offset(offset: u32) -> Location {
        debug_assert!(offset < INTERNED);
        Location(offset)
    }

    /// The index among the interned locations of the context, where this is one.
    pub fn interned(self) -> Option<u32> {
        (self.0 & INTERNED != 0).then_some(self.0 & !INTERNED)
    }

    /// The offset into the context's sources, where this is one.
    pub fn offset(self) -> Option<u32> {
        (self.0 & INTERNED == 0).then_some(self.0)
    }
}

/// What an interned [`Location`] stands for.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum LocationData {
    /// `unknown`
    Unknown,
    /// `"file":1:2`, `"file":1:2 to 3:4`
    File {
        /// Name of the file.
        file: Ident,
        /// From 1; 0 where unknown.
        line: u32,
        /// In bytes from 1; 0 where unknown.
        column: u32,
        /// Equal to `line` where not a range.
        end_line: u32,
        /// Equal to `column` where not a range.
        end_column: u32,
    },
    /// `"name"(child)`
    Name {
        /// The name.
        name: Ident,
        /// [`Location::UNKNOWN`] where not written.
        child: Location,
    },
    /// `callsite(callee at caller)`
    CallSite {
        /// Where the code is.
        callee: Location,
        /// Where it was called from.
        caller: Location,
    },
    /// `fused<metadata>[a, b]`
    Fused {
        /// Never empty.
        locations: Box<[Location]>,
        /// [`Attribute::NONE`] where absent.
        metadata: Attribute,
    },
}

/// The bytes of a source.
pub trait SourceText: AsRef<[u8]> + Send + Sync {
    /// Hears that the first `length` bytes were read and will hardly be needed again: what can be had once more, as from a
    /// file, need not stay in memory.
    fn release(&self, length: usize) {
        let _ = length;
    }
}

impl SourceText for Vec<u8> {}
impl SourceText for &'static [u8] {}

/// A source text of a [`Context`]: its bytes have the offsets from `base` on.
pub struct Source {
    /// Name as shown in diagnostics and locations.
    pub name: Ident,
    /// Offset of the first byte.
    pub base: u32,
    /// The bytes.
    pub text: Arc<dyn SourceText>,
    lines: OnceLock<Box<[u32]>>,
}

impl Source {
    /// The bytes.
    pub fn bytes(&self) -> &[u8] {
        (*self.text).as_ref()
    }

    /// Line and column, both from 1, of an offset within this source; columns count bytes.
    pub fn line_column(&self, offset: u32) -> (u32, u32) {
        let at = offset - self.base;
        let lines = self.lines();
        let line = lines.partition_point(|&start| start <= at);
        (line as u32, at - lines[line - 1] + 1)
    }

    /// The bytes of a line counted from 1, without its end.
    pub fn line(&self, line: u32) -> Option<&[u8]> {
        let start = *self.lines().get((line as usize).checked_sub(1)?)? as usize;
        let rest = &self.bytes()[start..];
        let end = rest.iter().position(|&b| b == b'\n').unwrap_or(rest.len());
        Some(rest[..end].strip_suffix(b"\r").unwrap_or(&rest[..end]))
    }

    fn lines(&self) -> &[u32] {
        self.lines.get_or_init(|| {
            let bytes = self.bytes();
            let mut starts = vec![0];
            starts.extend(bytes.iter().enumerate().filter(|&(_, &b)| b == b'\n').map(|(i, _)| i as u32 + 1));
            starts.into()
        })
    }
}

/// The sources of a context, in the order of their offsets.
#[derive(Default)]
pub(crate) struct SourceMap {
    sources: RwLock<Vec<Arc<Source>>>,
}

/// A source could not be added: the offsets of a context (2 GiB) are used up.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SourcesTooLarge;

impl std::fmt::Display for SourcesTooLarge {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("the sources of one context are larger than 2 GiB")
    }
}

impl std::error::Error for SourcesTooLarge {}

impl Context {
    /// Adds a source text.
    pub fn add_source(&self, name: &[u8], text: Arc<dyn SourceText>) -> Result<Arc<Source>, SourcesTooLarge> {
        let mut sources = self.sources.sources.write();
        let base = sources.last().map_or(1, |s| s.base as u64 + s.bytes().len() as u64 + 1);
        if base + (*text).as_ref().len() as u64 >= INTERNED as u64 {
            return Err(SourcesTooLarge);
        }
        let source = Arc::new(Source { name: self.ident(name), base: base as u32, text, lines: OnceLock::new() });
        sources.push(source.clone());
        Ok(source)
    }

    /// The source that an offset lies in.
    pub fn source_of(&self, offset: u32) -> Option<Arc<Source>> {
        let sources = self.sources.sources.read();
        let after = sources.partition_point(|s| s.base <= offset);
        sources.get(after.checked_sub(1)?).cloned()
    }

    /// The location that stands for `data`.
    pub fn location_of(&self, data: LocationData) -> Location {
        Location(self.locations.intern(&data, || data.clone()) | INTERNED)
    }

    /// `"file":line:column`
    pub fn file_location(&self, file: Ident, line: u32, column: u32) -> Location {
        self.location_of(LocationData::File { file, line, column, end_line: line, end_column: column })
    }

    /// `fused<metadata>[locations]` as MLIR builds it: unknown and equal ones are dropped, fused ones of the same metadata are taken
    /// apart, and one alone without metadata stands for itself.
    pub fn fused_location(&self, locations: &[Location], metadata: Attribute) -> Location {
        let mut found: Vec<Location> = Vec::new();
        let mut add = |location: Location| {
            if !found.contains(&location) {
                found.push(location);
            }
        };
        for &location in locations {
            // A place in a source is what it is: its line is not asked for.
            if location.offset().is_some() {
                add(location);
                continue;
            }
            match self.location_data(location) {
                LocationData::Fused { locations, metadata: inner } if inner == metadata => {
                    locations.iter().copied().for_each(&mut add);
                }
                LocationData::Unknown => {}
                _ => add(location),
            }
        }
        match found[..] {
            [] if metadata.is_none() => Location::UNKNOWN,
            [one] if metadata.is_none() => one,
            [] => self.location_of(LocationData::Fused { locations: Box::new([Location::UNKNOWN]), metadata }),
            _ => self.location_of(LocationData::Fused { locations: found.into(), metadata }),
        }
    }

    /// What a location stands for; an offset is resolved to its file, line and column.
    pub fn location_data(&self, location: Location) -> LocationData {
        match location.offset() {
            None => self.locations.get(location.0 & !INTERNED).clone(),
            Some(offset) => match self.source_of(offset) {
                Some(source) => {
                    let (line, column) = source.line_column(offset);
                    LocationData::File { file: source.name, line, column, end_line: line, end_column: column }
                }
                None => LocationData::Unknown,
            },
        }
    }

    /// The interned form of a location, in which equal positions are equal.
    pub fn resolve_location(&self, location: Location) -> Location {
        match location.offset() {
            None => location,
            Some(_) => self.location_of(self.location_data(location)),
        }
    }

    /// Whether an index names an interned location or an offset of this context.
    pub fn is_location(&self, location: Location) -> bool {
        match location.offset() {
            None => self.locations.try_get(location.0 & !INTERNED).is_some(),
            Some(offset) => self.source_of(offset).is_some(),
        }
    }
}
