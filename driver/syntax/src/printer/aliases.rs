//! Aliases: which attributes, types and locations have one, and the order of their definitions.
//!
//! mlir-opt prints everything once to nowhere, and so finds what will be printed. Here operations whose attributes and types
//! cannot contain anything with an alias are passed over, and nothing at all is done where the whole context has no such thing.

use super::{Printer, deep, text};
use crate::aliases::WrittenAliases;
use plugopt_dialect::registry::Registry;
use plugopt_ir::attributes::AttrData;
use plugopt_ir::types::TypeData;
use plugopt_ir::{Attribute, Context, Location, LocationData, Type};
use rustc_hash::FxHashMap;
use smallvec::SmallVec;
use std::sync::{Arc, Mutex, PoisonError};

const NO_ALIAS: u32 = u32::MAX;

/// What can have an alias. Location attributes are locations here.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) enum Symbol {
    Type(Type),
    Attribute(Attribute),
    Location(Location),
}

struct Alias {
    symbol: Symbol,
    /// In the list of names.
    name: u32,
    /// 0 where the name stands alone.
    number: u32,
    /// Defined at the bottom.
    deferred: bool,
}

/// The aliases of one printing.
#[derive(Default)]
pub(super) struct Aliases {
    list: Vec<Alias>,
    names: Vec<Name>,
    types: Vec<u32>,
    attributes: Vec<u32>,
    /// By the index of the interned location.
    locations: Vec<u32>,
    offsets: FxHashMap<Location, u32>,
}

fn found(table: &[u32], at: u32) -> Option<u32> {
    table.get(at as usize).copied().filter(|&index| index != NO_ALIAS)
}

fn set(table: &mut Vec<u32>, at: u32, index: u32) {
    let at = at as usize;
    if table.len() <= at {
        table.resize((at + 1).next_power_of_two(), NO_ALIAS);
    }
    table[at] = index;
}

impl Aliases {
    /// Appends an alias with its `#` or `!`.
    pub(super) fn push(&self, index: u32, out: &mut Vec<u8>) {
        let Alias { symbol, name, number, .. } = self.list[index as usize];
        push_alias(out, symbol, self.names[name as usize].text(), number);
    }

    pub(super) fn of_type(&self, ty: Type) -> Option<u32> {
        found(&self.types, ty.0)
    }

    pub(super) fn of_attribute(&self, context: &Context, attr: Attribute) -> Option<u32> {
        if self.list.is_empty() {
            return None;
        }
        if let Some(alias) = found(&self.attributes, attr.0) {
            return Some(alias);
        }
        match context.attr_data(attr) {
            AttrData::Location(location) => self.of_location(*location),
            _ => None,
        }
    }

    pub(super) fn of_location(&self, location: Location) -> Option<u32> {
        match location.interned() {
            Some(index) => found(&self.locations, index),
            None => self.offsets.get(&location).copied(),
        }
    }

    fn insert(&mut self, alias: Alias) {
        let index = self.list.len() as u32;
        match alias.symbol {
            Symbol::Type(ty) => set(&mut self.types, ty.0, index),
            Symbol::Attribute(attr) => set(&mut self.attributes, attr.0, index),
            Symbol::Location(location) => match location.interned() {
                Some(at) => set(&mut self.locations, at, index),
                None => _ = self.offsets.insert(location, index),
            },
        }
        self.list.push(alias);
    }
}

fn push_alias(out: &mut Vec<u8>, symbol: Symbol, name: &[u8], number: u32) {
    out.push(if matches!(symbol, Symbol::Type(_)) { b'!' } else { b'#' });
    out.extend_from_slice(name);
    if number > 0 {
        // A number behind a digit could not be told from it.
        if name.last().is_some_and(u8::is_ascii_digit) {
            out.push(b'_');
        }
        text::push_small(out, number);
    }
}

#[derive(Clone, Copy)]
struct Visited {
    symbol: Symbol,
    /// In the list of names, or [`NO_ALIAS`].
    name: u32,
    /// 0 without an alias in or on it.
    depth: u32,
    /// Part of the list of children.
    children: (u32, u32),
    deferrable: bool,
}

#[derive(Clone, PartialEq, Eq, Hash)]
enum Name {
    /// Gets a number where it is not the only one of the name.
    Generated(Box<[u8]>),
    /// As in the text that was parsed.
    Written(Arc<[u8]>),
}

impl Name {
    fn text(&self) -> &[u8] {
        match self {
            Name::Generated(name) => name,
            Name::Written(name) => name,
        }
    }

    /// What names are sorted by: the name without the number, and the number.
    fn key(&self) -> (&[u8], u64) {
        match self {
            Name::Generated(name) => (name, 0),
            Name::Written(name) => {
                let digits = name.iter().rev().take_while(|b| b.is_ascii_digit()).count();
                let (stem, number) = name.split_at(name.len() - digits);
                let number = std::str::from_utf8(number).ok().and_then(|n| n.parse().ok()).unwrap_or(0);
                match stem {
                    [numbered @ .., b'_'] if numbered.last().is_some_and(u8::is_ascii_digit) => (numbered, number),
                    _ => (stem, number),
                }
            }
        }
    }
}

struct Open {
    deferrable: bool,
    depth: u32,
    children: SmallVec<[u32; 2]>,
}

/// Finds what has an alias, in the order in which it is printed.
pub(super) struct Collector {
    names: Vec<Name>,
    name_index: FxHashMap<Name, u32>,
    /// Where something was visited, by what it is.
    visited_types: Vec<u32>,
    visited_attributes: Vec<u32>,
    visited_locations: Vec<u32>,
    children: Vec<u32>,
    /// Offsets in sources, and what the same position is as an interned location.
    resolved: Vec<(Location, Location)>,
    visited: Vec<Visited>,
    /// What is being visited; empty where an operation prints.
    open: Vec<Open>,
    types: Vec<Maybe>,
    attributes: Vec<Maybe>,
}

/// Whether something can have an alias in or on it.
#[derive(Clone, Copy, PartialEq, Eq, Default)]
enum Maybe {
    #[default]
    Unknown,
    No,
    Yes,
}

fn slot<T: Default + Clone>(table: &mut Vec<T>, at: u32) -> &mut T {
    let at = at as usize;
    if table.len() <= at {
        table.resize((at + 1).next_power_of_two(), T::default());
    }
    &mut table[at]
}

/// Names of more than so many types get an alias.
const LONG_TUPLE: usize = 16;

/// The name of locations, in the list of names.
const LOC: u32 = 0;

impl Default for Collector {
    fn default() -> Self {
        Collector {
            names: vec![Name::Generated((*b"loc").into())],
            name_index: FxHashMap::default(),
            visited_types: Vec::new(),
            visited_attributes: Vec::new(),
            visited_locations: Vec::new(),
            children: Vec::new(),
            resolved: Vec::new(),
            visited: Vec::new(),
            open: Vec::new(),
            types: Vec::new(),
            attributes: Vec::new(),
        }
    }
}

impl Collector {
    /// The place of a name in the list.
    fn name(&mut self, name: Name) -> u32 {
        if name.text() == b"loc" && matches!(name, Name::Generated(_)) {
            return LOC;
        }
        let next = self.names.len() as u32;
        let index = *self.name_index.entry(name.clone()).or_insert(next);
        if index == next {
            self.names.push(name);
        }
        index
    }

    /// Where something was visited before; else it gets the next place.
    fn visited_at(&mut self, symbol: Symbol) -> Option<u32> {
        let next = self.visited.len() as u32;
        let (table, at) = match symbol {
            Symbol::Type(ty) => (&mut self.visited_types, ty.0),
            Symbol::Attribute(attr) => (&mut self.visited_attributes, attr.0),
            Symbol::Location(location) => (&mut self.visited_locations, location.interned().expect("resolved")),
        };
        let before = found(table, at);
        if before.is_none() {
            set(table, at, next);
        }
        before
    }

    pub(super) fn may_alias_type(&mut self, context: &Context, registry: &Registry, ty: Type) -> bool {
        match *slot(&mut self.types, ty.0) {
            Maybe::Yes => return true,
            Maybe::No => return false,
            Maybe::Unknown => {}
        }
        let found = deep(|| match context.type_data(ty) {
            TypeData::Absent | TypeData::Integer { .. } | TypeData::Index | TypeData::Float(_) | TypeData::None => {
                false
            }
            TypeData::Opaque { body, .. } => {
                body.inner.iter().any(|i| self.may_alias_attribute(context, registry, i.1))
                    || WrittenAliases::ty(context, ty).is_some()
            }
            TypeData::Complex(ty) | TypeData::UnrankedTensor(ty) | TypeData::Vector { element: ty, .. } => {
                self.any_type(context, registry, &[*ty])
            }
            TypeData::Tuple(types) => types.len() > LONG_TUPLE || self.any_type(context, registry, types),
            TypeData::Function { inputs, results } => {
                self.any_type(context, registry, inputs) || self.any_type(context, registry, results)
            }
            TypeData::RankedTensor { element, encoding, .. } => {
                self.any_type(context, registry, &[*element]) || self.may_alias_attribute(context, registry, *encoding)
            }
            TypeData::MemRef { element, layout, memory_space, .. } => {
                self.any_type(context, registry, &[*element])
                    || self.may_alias_attribute(context, registry, *layout)
                    || self.may_alias_attribute(context, registry, *memory_space)
            }
            TypeData::UnrankedMemRef { element, memory_space } => {
                self.any_type(context, registry, &[*element])
                    || self.may_alias_attribute(context, registry, *memory_space)
            }
            TypeData::Dialect { definition, parameters } => {
                registry.def(context, *definition).is_none_or(|def| def.alias.is_some())
                    || parameters.iter().any(|&p| self.may_alias_attribute(context, registry, p))
            }
            TypeData::Named { .. } => true,
        });
        *slot(&mut self.types, ty.0) = if found { Maybe::Yes } else { Maybe::No };
        found
    }

    pub(super) fn may_alias_attribute(&mut self, context: &Context, registry: &Registry, attr: Attribute) -> bool {
        match *slot(&mut self.attributes, attr.0) {
            Maybe::Yes => return true,
            Maybe::No => return false,
            Maybe::Unknown => {}
        }
        let found = deep(|| match context.attr_data(attr) {
            AttrData::AffineMap(_) | AttrData::IntegerSet(_) | AttrData::Location(_) => true,
            AttrData::Absent
            | AttrData::Unit
            | AttrData::Integer { .. }
            | AttrData::Float { .. }
            | AttrData::SymbolRef { .. }
            | AttrData::DenseArray { .. }
            | AttrData::StridedLayout { .. } => false,
            AttrData::Distinct { referenced, .. } => *referenced != context.unit_attr(),
            AttrData::Array(elements) => elements.iter().any(|&e| self.may_alias_attribute(context, registry, e)),
            AttrData::Dictionary(entries) => {
                entries.iter().any(|&(_, e)| self.may_alias_attribute(context, registry, e))
            }
            AttrData::Type(ty)
            | AttrData::String { ty, .. }
            | AttrData::DenseElements { ty, .. }
            | AttrData::DenseStrings { ty, .. }
            | AttrData::SparseElements { ty, .. }
            | AttrData::DenseResource { ty, .. } => self.may_alias_type(context, registry, *ty),
            AttrData::Opaque { body, ty, .. } => {
                body.inner.iter().any(|i| self.may_alias_attribute(context, registry, i.1))
                    || self.may_alias_type(context, registry, *ty)
                    || WrittenAliases::attribute(context, attr).is_some()
            }
            AttrData::Dialect { definition, parameters } => {
                registry.def(context, *definition).is_none_or(|def| def.alias.is_some())
                    || parameters.iter().any(|&p| self.may_alias_attribute(context, registry, p))
            }
        });
        *slot(&mut self.attributes, attr.0) = if found { Maybe::Yes } else { Maybe::No };
        found
    }

    fn any_type(&mut self, context: &Context, registry: &Registry, types: &[Type]) -> bool {
        types.iter().any(|&ty| self.may_alias_type(context, registry, ty))
    }

    /// Notes that what is being visited contains something.
    fn record(&mut self, index: u32) {
        let depth = self.visited[index as usize].depth;
        if let Some(open) = self.open.last_mut() {
            open.children.push(index);
            open.depth = open.depth.max(depth);
        }
    }

    fn forbid_deferring(&mut self, index: u32) {
        let mut todo = vec![index];
        while let Some(at) = todo.pop() {
            let visited = &mut self.visited[at as usize];
            if std::mem::replace(&mut visited.deferrable, false) {
                let (start, end) = visited.children;
                todo.extend_from_slice(&self.children[start as usize..end as usize]);
            }
        }
    }

    /// The aliases of all that was visited, in the order of their definitions.
    fn finish(mut self, context: &Context) -> Aliases {
        self.children = Vec::new();
        let mut named = std::mem::take(&mut self.visited);
        named.retain(|v| v.name != NO_ALIAS);
        let is_type = |v: &Visited| matches!(v.symbol, Symbol::Type(_));
        // Names are compared once, then by their ranks.
        let mut sorted: Vec<u32> = (0..self.names.len() as u32).collect();
        sorted.sort_by(|&a, &b| self.names[a as usize].key().cmp(&self.names[b as usize].key()));
        let mut ranks = vec![0u32; sorted.len()];
        for pair in sorted.windows(2) {
            let (a, b) = (pair[0] as usize, pair[1] as usize);
            ranks[b] = ranks[a] + u32::from(self.names[a].key() != self.names[b].key());
        }
        named.sort_by_key(|v| (v.depth, !is_type(v), ranks[v.name as usize]));
        let text_of = |v: &Visited, number: u32| {
            let mut text = Vec::new();
            push_alias(&mut text, v.symbol, self.names[v.name as usize].text(), number);
            text
        };
        // Names that were written go first, then those that are generated; two of one name come of two texts.
        let undefined = WrittenAliases::undefined(context).into_iter().map(|name| (name, usize::MAX));
        let mut used: FxHashMap<Box<[u8]>, usize> = undefined.collect();
        for (i, visited) in named.iter().enumerate() {
            if matches!(self.names[visited.name as usize], Name::Written(_)) {
                used.entry(text_of(visited, 0).into()).or_insert(i);
            }
        }
        // Whether a name with a number may be what another one stands for.
        let shared = |name: &[u8]| {
            let starts = |other: &[u8]| other.starts_with(name);
            used.keys().any(|text| starts(&text[1..]))
                || self.names.iter().filter(|other| starts(other.text())).count() > 1
        };
        let shared: Vec<bool> = self.names.iter().map(|name| shared(name.text())).collect();
        let mut counts: FxHashMap<&[u8], u32> = FxHashMap::default();
        let mut numbers: Vec<u32> = Vec::with_capacity(named.len());
        for (i, visited) in named.iter().enumerate() {
            let name = &self.names[visited.name as usize];
            let mut number = 0;
            if matches!(name, Name::Generated(_)) || used.get(&*text_of(visited, 0)) != Some(&i) {
                let count = counts.entry(name.text()).or_default();
                loop {
                    number = *count;
                    *count += 1;
                    if !shared[visited.name as usize] {
                        break;
                    }
                    let text = text_of(visited, number);
                    if !used.contains_key(&*text) {
                        used.insert(text.into(), i);
                        break;
                    }
                }
            }
            numbers.push(number);
        }
        let mut aliases = Aliases { list: Vec::with_capacity(named.len()), ..Aliases::default() };
        for (visited, number) in named.into_iter().zip(numbers) {
            let Visited { symbol, name, deferrable, .. } = visited;
            aliases.insert(Alias { symbol, name, number, deferred: deferrable });
        }
        aliases.names = self.names;
        for (offset, location) in self.resolved {
            if let Some(index) = aliases.of_location(location) {
                aliases.offsets.insert(offset, index);
            }
        }
        aliases
    }
}

/// What a context was searched for, and how far.
#[derive(Clone, Copy, Default)]
pub(super) struct Searched {
    types: u32,
    attributes: u32,
    /// Something has an alias.
    pub(super) aliases: bool,
    /// There are distinct attributes, whose numbers depend on the order of printing.
    pub(super) distinct: bool,
}

/// Keeps the outcome of the search with the context, so that it goes on where it ended.
#[derive(Default)]
struct Search(Mutex<Searched>);

/// Looks for what the printer must know of the types and attributes of a context.
pub(super) fn search(context: &Context, registry: &Registry) -> Searched {
    let state = context.extension::<Search>().unwrap_or_else(|| {
        let state = Arc::new(Search::default());
        context.set_extension(state.clone());
        state
    });
    let mut searched = state.0.lock().unwrap_or_else(PoisonError::into_inner);
    searched.aliases |= WrittenAliases::exist(context);
    let defined = |id| registry.def(context, id).is_none_or(|def| def.alias.is_some());
    while let Some(data) = context.try_type_data(searched.types) {
        searched.types += 1;
        searched.aliases |= match data {
            TypeData::Tuple(types) => types.len() > LONG_TUPLE,
            TypeData::Dialect { definition, .. } | TypeData::Named { definition, .. } => defined(*definition),
            _ => false,
        };
    }
    while let Some(data) = context.try_attr_data(searched.attributes) {
        searched.attributes += 1;
        searched.aliases |= match data {
            AttrData::AffineMap(_) | AttrData::IntegerSet(_) | AttrData::Location(_) => true,
            AttrData::Distinct { .. } => {
                searched.distinct = true;
                true
            }
            AttrData::Dialect { definition, .. } => defined(*definition),
            _ => false,
        };
    }
    *searched
}

impl Printer<'_> {
    /// Finds the aliases by running `print` with a collector in place.
    pub(super) fn collect_aliases(&mut self, print: impl FnOnce(&mut Self)) {
        if !self.options.debug_info && !search(self.context, self.registry).aliases {
            return;
        }
        self.collector = Some(Box::default());
        print(self);
        self.out.clear();
        if let Some(collector) = self.collector.take() {
            self.aliases = Arc::new(collector.finish(self.context));
        }
    }

    /// Whether an attribute must be looked at while aliases are collected.
    pub(super) fn may_alias_attribute(&mut self, attr: Attribute) -> bool {
        let (context, registry) = (self.context, self.registry);
        self.collector.as_mut().is_some_and(|c| c.may_alias_attribute(context, registry, attr))
    }

    /// Whether a type must be looked at while aliases are collected.
    pub(super) fn may_alias_type(&mut self, ty: Type) -> bool {
        let (context, registry) = (self.context, self.registry);
        self.collector.as_mut().is_some_and(|c| c.may_alias_type(context, registry, ty))
    }

    pub(super) fn visit_type(&mut self, ty: Type) {
        if self.may_alias_type(ty) {
            let deferrable = self.inherits_deferring();
            self.visit(Symbol::Type(ty), deferrable, false);
        }
    }

    pub(super) fn visit_attribute(&mut self, attr: Attribute, without_type: bool) {
        if let AttrData::Location(location) = self.context.attr_data(attr) {
            let deferrable = self.inherits_deferring();
            self.visit_location(*location, deferrable);
        } else if self.may_alias_attribute(attr) {
            // What an operation prints without its type is visited with it all the same.
            let without_type = without_type && self.collector.as_ref().is_some_and(|c| !c.open.is_empty());
            let deferrable = self.inherits_deferring();
            self.visit(Symbol::Attribute(attr), deferrable, without_type);
        }
    }

    pub(super) fn visit_location(&mut self, location: Location, deferrable: bool) {
        let resolved = self.context.resolve_location(location);
        if resolved != location
            && let Some(collector) = &mut self.collector
        {
            collector.resolved.push((location, resolved));
        }
        self.visit(Symbol::Location(resolved), deferrable, false);
    }

    fn inherits_deferring(&self) -> bool {
        self.collector.as_ref().and_then(|c| c.open.last()).is_some_and(|open| open.deferrable)
    }

    fn visit(&mut self, symbol: Symbol, deferrable: bool, without_type: bool) {
        let Some(collector) = &mut self.collector else { return };
        if let Some(index) = collector.visited_at(symbol) {
            if !deferrable {
                collector.forbid_deferring(index);
            }
            return collector.record(index);
        }
        let index = collector.visited.len() as u32;
        collector.visited.push(Visited { symbol, name: NO_ALIAS, depth: 0, children: (0, 0), deferrable: false });
        let name = match symbol {
            Symbol::Location(_) => LOC,
            _ => {
                let name = self.alias_name(symbol);
                let Some(collector) = &mut self.collector else { return };
                name.map_or(NO_ALIAS, |name| collector.name(name))
            }
        };
        let leaf = match symbol {
            Symbol::Location(location) => {
                matches!(self.context.location_data(location), LocationData::Unknown | LocationData::File { .. })
            }
            _ => false,
        };
        let Some(collector) = &mut self.collector else { return };
        let has_name = name != NO_ALIAS;
        let visited = &mut collector.visited[index as usize];
        visited.name = name;
        visited.depth = u32::from(has_name);
        // Without an alias of its own it can hold none back: like upstream, only what has a name is deferrable.
        visited.deferrable = deferrable && has_name;
        if leaf {
            return collector.record(index);
        }
        collector.open.push(Open { deferrable, depth: 0, children: SmallVec::new() });
        let start = self.out.len();
        deep(|| match symbol {
            Symbol::Type(ty) => self.visit_inside_type(ty),
            Symbol::Attribute(attr) => self.visit_inside_attribute(attr, without_type),
            Symbol::Location(location) => self.visit_inside_location(location),
        });
        self.out.truncate(start);
        let Some(collector) = &mut self.collector else { return };
        if let Some(open) = collector.open.pop() {
            let first = collector.children.len() as u32;
            collector.children.extend_from_slice(&open.children);
            let visited = &mut collector.visited[index as usize];
            visited.children = (first, collector.children.len() as u32);
            if open.depth > 0 {
                visited.depth = open.depth + 1;
            }
        }
        collector.record(index);
    }

    fn visit_inside_type(&mut self, ty: Type) {
        // Builtin types and the formats of dialects print just what is to be visited.
        self.type_unaliased(ty);
    }

    fn visit_inside_attribute(&mut self, attr: Attribute, without_type: bool) {
        let context = self.context;
        let mut ty = Type::NONE;
        match context.attr_data(attr) {
            AttrData::Distinct { referenced, .. } => self.attribute(*referenced),
            AttrData::Dictionary(entries) => entries.iter().for_each(|&(_, value)| self.attribute(value)),
            AttrData::Array(elements) => elements.iter().for_each(|&element| self.attribute(element)),
            AttrData::Type(ty) => self.ty(*ty),
            AttrData::Dialect { definition, parameters } => self.defined(b'#', *definition, parameters),
            AttrData::String { ty: of, .. }
            | AttrData::DenseElements { ty: of, .. }
            | AttrData::DenseStrings { ty: of, .. }
            | AttrData::SparseElements { ty: of, .. }
            | AttrData::DenseResource { ty: of, .. } => ty = *of,
            AttrData::Opaque { body, ty: of, .. } => {
                self.opaque_body(body);
                ty = *of;
            }
            _ => {}
        }
        if !without_type && !ty.is_none() && ty != context.none_type() {
            self.ty(ty);
        }
    }

    fn visit_inside_location(&mut self, location: Location) {
        let deferrable = self.inherits_deferring();
        match self.context.location_data(location) {
            LocationData::Name { child, .. } => {
                if !matches!(self.context.location_data(child), LocationData::Unknown) {
                    self.visit_location(child, deferrable);
                }
            }
            LocationData::CallSite { callee, caller } => {
                self.visit_location(callee, deferrable);
                self.visit_location(caller, deferrable);
            }
            LocationData::Fused { locations, metadata } => {
                if !metadata.is_none() {
                    self.attribute(metadata);
                }
                for &location in &locations {
                    self.visit_location(location, deferrable);
                }
            }
            LocationData::Unknown | LocationData::File { .. } => {}
        }
    }

    /// The name of the alias that something gets, without number.
    fn alias_name(&self, symbol: Symbol) -> Option<Name> {
        let context = self.context;
        let of_def = |id| self.registry.def(context, id).and_then(|def| def.alias.as_deref()).map(str::as_bytes);
        let name: &[u8] = match symbol {
            Symbol::Location(_) => return None,
            Symbol::Attribute(attr) => match context.attr_data(attr) {
                AttrData::AffineMap(_) => b"map",
                AttrData::IntegerSet(_) => b"set",
                AttrData::Distinct { referenced, .. } if *referenced != context.unit_attr() => b"distinct",
                AttrData::Dialect { definition, .. } => of_def(*definition)?,
                AttrData::Opaque { .. } => return WrittenAliases::attribute(context, attr).map(Name::Written),
                _ => return None,
            },
            Symbol::Type(ty) => match context.type_data(ty) {
                TypeData::Tuple(types) if types.len() > LONG_TUPLE => b"tuple",
                TypeData::Dialect { definition, .. } | TypeData::Named { definition, .. } => of_def(*definition)?,
                TypeData::Opaque { .. } => return WrittenAliases::ty(context, ty).map(Name::Written),
                _ => return None,
            },
        };
        let mut clean = Vec::new();
        text::sanitize(name, b"$_-", &mut clean);
        (!clean.is_empty()).then(|| Name::Generated(clean.into()))
    }

    /// Definitions of aliases, those at the bottom with `deferred`.
    pub(super) fn alias_definitions(&mut self, deferred: bool) {
        let aliases = self.aliases.clone();
        for (index, alias) in aliases.list.iter().enumerate().filter(|(_, alias)| alias.deferred == deferred) {
            aliases.push(index as u32, &mut self.out);
            self.text(b" = ");
            match alias.symbol {
                Symbol::Type(ty) => self.type_unaliased(ty),
                Symbol::Attribute(attr) => self.attribute_unaliased(attr),
                Symbol::Location(location) => self.location(location, false),
            }
            self.byte(b'\n');
            self.flush_some();
        }
    }
}
