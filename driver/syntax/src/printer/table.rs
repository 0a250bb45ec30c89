//! What the printer must know of an operation's name, looked up once.

use plugopt_dialect::definition::{OpDef, ResultNames, Syntax};
use plugopt_ir::{Context, OpInfo, OpName, Traits};
use std::rc::Rc;

/// How an operation prints what follows its name.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Form {
    Generic,
    Module,
    Format,
    Hooks,
}

pub(super) struct OpEntry<'a> {
    pub(super) info: &'a OpInfo,
    pub(super) def: Option<&'a OpDef>,
    /// The full name.
    pub(super) name: &'a [u8],
    /// The full name in quotes, and the parenthesis of the operands.
    pub(super) generic_start: Box<[u8]>,
    /// Where the name's only dot is.
    pub(super) only_dot: Option<usize>,
    pub(super) form: Form,
    /// Left out in the names of operations in its regions.
    pub(super) default_dialect: &'a [u8],
    pub(super) terminator: bool,
    pub(super) names_results: bool,
    pub(super) names_arguments: bool,
    pub(super) names_blocks: bool,
    /// Slots of inherent attributes, sorted by name.
    pub(super) slots: Box<[u16]>,
}

impl<'a> OpEntry<'a> {
    fn new(context: &'a Context, name: OpName) -> OpEntry<'a> {
        let info = context.op_info(name);
        let def = OpDef::of(info);
        let text = context.op_name_bytes(name);
        let dot = text.iter().position(|&b| b == b'.');
        let mut slots: Vec<u16> = (0..info.properties.len() as u16).collect();
        slots.sort_by_key(|&slot| context.bytes(info.properties[usize::from(slot)]));
        let mut generic_start = Vec::new();
        super::text::push_string(&mut generic_start, text);
        generic_start.push(b'(');
        let hooks = def.map_or_else(Default::default, |def| def.hook_set);
        OpEntry {
            info,
            def,
            name: text,
            generic_start: generic_start.into(),
            only_dot: dot.filter(|&dot| !text[dot + 1..].contains(&b'.')),
            form: match def.map(|def| &def.syntax) {
                None | Some(Syntax::Generic) => Form::Generic,
                Some(Syntax::Format { .. }) => Form::Format,
                Some(Syntax::Hooks) => Form::Hooks,
                Some(Syntax::Native) => Form::Module,
            },
            default_dialect: def.and_then(|def| def.default_dialect.as_deref()).unwrap_or("").as_bytes(),
            terminator: info.has(Traits::TERMINATOR),
            names_results: def.is_some_and(|def| !matches!(def.result_names, ResultNames::Default)),
            names_arguments: hooks.region_names,
            names_blocks: hooks.block_names,
            slots: slots.into(),
        }
    }

    /// The name without the prefix that the operation around makes needless.
    pub(super) fn short_name(&self, default_dialect: &[u8]) -> &'a [u8] {
        match self.only_dot {
            Some(dot) if self.name[..dot] == *default_dialect => &self.name[dot + 1..],
            _ => self.name,
        }
    }
}

/// The entries that were needed so far, by operation name.
pub(super) struct OpTable<'a> {
    context: &'a Context,
    entries: Vec<Option<Rc<OpEntry<'a>>>>,
}

impl<'a> OpTable<'a> {
    pub(super) fn new(context: &'a Context) -> OpTable<'a> {
        OpTable { context, entries: Vec::new() }
    }

    #[inline]
    pub(super) fn get(&mut self, name: OpName) -> Rc<OpEntry<'a>> {
        match self.entries.get(name.0 as usize) {
            Some(Some(entry)) => entry.clone(),
            _ => self.make(name),
        }
    }

    /// An entry that need not be kept.
    pub(super) fn peek(&self, name: OpName) -> Rc<OpEntry<'a>> {
        match self.entries.get(name.0 as usize) {
            Some(Some(entry)) => entry.clone(),
            _ => Rc::new(OpEntry::new(self.context, name)),
        }
    }

    #[cold]
    fn make(&mut self, name: OpName) -> Rc<OpEntry<'a>> {
        let at = name.0 as usize;
        if self.entries.len() <= at {
            self.entries.resize_with(at + 1, || None);
        }
        let entry = Rc::new(OpEntry::new(self.context, name));
        self.entries[at] = Some(entry.clone());
        entry
    }
}
