//! A compiled format: one flat list of instructions that the parser and the printer of operations run.
//!
//! Spaces are decided when the format is compiled, because they depend on the format alone. An optional group or a list of clauses
//! says how many of the instructions behind it belong to it, so that running a format needs no stack.

use crate::lexer::TokenKind;
use plugopt_descriptor::{Class, Transform};
use plugopt_dialect::definition::EnumDef;
use plugopt_ir::{DefId, Type};
use std::sync::Arc;

/// A piece of [`Program::text`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Text {
    pub(super) start: u32,
    pub(super) length: u32,
}

/// How many values, regions or successors a variable stands for, as far as syntax is concerned.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Count {
    One,
    Optional,
    Variadic,
    /// A variadic of variadics: `(…), (…)`
    Nested,
}

/// Values that a directive names.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Values {
    Operand(u16),
    Result(u16),
    Operands,
    Results,
}

/// One step. `space` asks the printer for a space before it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Inst {
    /// A keyword (`token` is `None`) or punctuation. `text` has the space before it, where there is one.
    Literal { token: Option<TokenKind>, text: Text, space: bool },
    /// Printed only.
    Space,
    /// Printed only.
    Newline,
    /// `$operand`
    Operand { index: u16, count: Count, space: bool },
    /// `$attribute`; `form` is an index into [`Program::forms`].
    Attribute { slot: u16, form: u16, optional: bool, space: bool },
    /// `$region`
    Region { index: u16, count: Count, space: bool },
    /// `$successor`
    Successor { index: u16, count: Count, space: bool },
    /// `type($values)`; `class` is an index into [`Program::classes`], and `u16::MAX` for any type.
    Types { of: Values, count: Count, class: u16, space: bool },
    /// `operands`
    Operands { space: bool },
    /// `regions`
    Regions { space: bool },
    /// `successors`
    Successors { space: bool },
    /// `functional-type(inputs, results)`
    FunctionalType { inputs: Values, results: Values, space: bool },
    /// `attr-dict`, `attr-dict-with-keyword`
    AttrDict { keyword: bool },
    /// `prop-dict`
    PropDict,
    /// `custom<…>(…)`: an index into [`Program::customs`].
    Custom { index: u16, space: bool },
    /// `( … )?`, followed by its instructions: `then`, of which the one at `first` decides when parsing, and `otherwise`.
    Group { group: u16, first: u16, then: u16, otherwise: u16 },
    /// `oilist( … )`: an index into [`Program::lists`], followed by the instructions of all its clauses.
    Clauses { list: u16, length: u16 },
}

/// How an attribute is written.
#[derive(Clone, Debug)]
pub(super) enum Form {
    /// As any attribute.
    Any,
    /// Without its type, which is known.
    Typed(Type),
    /// `@name`, a string attribute.
    Symbol,
    /// A word of an enum.
    Enum(Arc<EnumForm>),
    /// A dialect's attribute without its prefix.
    Defined(DefId),
    /// A builtin attribute of some class, with its type.
    Class,
    /// `true`, `false`
    Bool,
    /// An integer of that type, without it.
    Integer(Type),
    /// `"text"`
    String,
}

/// An enum as formats write it.
#[derive(Debug)]
pub(super) struct EnumForm {
    pub(super) def: EnumRef,
    /// `i32`, …
    pub(super) ty: Type,
}

/// The definition of an enum.
pub(super) struct EnumRef(pub(super) Arc<EnumDef>);

impl std::fmt::Debug for EnumRef {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.0.decl.name)
    }
}

/// A form with what the attribute must be besides.
#[derive(Clone, Debug)]
pub(super) struct AttrForm {
    pub(super) form: Form,
    pub(super) class: Class,
}

/// Whether an optional group is printed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Condition {
    /// An attribute is set and is not its default.
    Attribute(u16),
    /// There are such operands.
    Operand(u16),
    /// There are such results.
    Result(u16),
    /// There are operands.
    Operands,
    /// There are results.
    Results,
    /// There is such a region, or one that is not empty.
    Region(u16),
    /// There are such successors.
    Successor(u16),
    /// One of them holds.
    Any(Vec<Condition>),
}

/// `( … ^ … )?`
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Group {
    pub(super) condition: Condition,
    /// The anchor is in the `else` part.
    pub(super) inverted: bool,
    /// A unit attribute that is not written: the group says whether it is set.
    pub(super) unit: Option<u16>,
}

/// A clause of an `oilist`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Clause {
    pub(super) word: Text,
    /// Number of instructions.
    pub(super) length: u16,
    pub(super) condition: Condition,
    /// A unit attribute that the word stands for.
    pub(super) unit: Option<u16>,
}

/// What a `custom` directive gets.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Argument {
    Operand(u16, Count),
    Attribute(u16),
    Region(u16, Count),
    Successor(u16, Count),
    Types(Values, Count),
    Operands,
    Results,
    Regions,
    Successors,
    AttrDict,
    PropDict,
    Text(String),
}

/// `custom<Name>(…)`
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Custom {
    pub(super) name: String,
    /// With whether it is given by reference: what the directive does to it is not kept.
    pub(super) arguments: Vec<(Argument, bool)>,
    /// Decides whether an optional group is there.
    pub(super) guards: bool,
}

/// Whose type another type follows from.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum TypeSource {
    Operand(u16),
    Result(u16),
    Attribute(u16),
}

/// Where the types of an operand or result come from.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum TypeRule {
    /// They are written.
    Parsed,
    /// There is only one type.
    Fixed(Type),
    /// That of another value or attribute.
    Same(TypeSource),
    /// It follows from the type of another value or attribute.
    Transformed(TypeSource, Transform),
}

/// Where the types of all results come from.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum ResultTypes {
    /// Each has its rule.
    ByRule,
    /// Written all together.
    Together,
    /// Inferred.
    Inferred,
}

/// A compiled format of an operation.
#[derive(Debug)]
pub(crate) struct Program {
    pub(super) code: Box<[Inst]>,
    pub(super) text: Box<[u8]>,
    pub(super) forms: Box<[AttrForm]>,
    pub(super) classes: Box<[Class]>,
    pub(super) groups: Box<[Group]>,
    pub(super) lists: Box<[Box<[Clause]>]>,
    pub(super) customs: Box<[Custom]>,
    pub(super) operands: Box<[TypeRule]>,
    pub(super) results: Box<[TypeRule]>,
    pub(super) result_types: ResultTypes,
    /// The types of all operands are written together.
    pub(super) operand_types_together: bool,
    /// All operands are written together.
    pub(super) operands_together: bool,
    /// All regions are written together.
    pub(super) regions_together: bool,
    /// All successors are written together.
    pub(super) successors_together: bool,
    /// `attr-dict` leaves out these inherent attributes, by slot.
    pub(super) elided: Box<[bool]>,
    /// Inherent attributes are written by `prop-dict`.
    pub(super) has_prop_dict: bool,
    /// No operand stands for another number of values than one.
    pub(super) single_operands: bool,
    /// No result stands for another number of values than one.
    pub(super) single_results: bool,
    /// Sources of transformed types, which are checked before.
    pub(super) checked: Box<[TypeSource]>,
}

impl Program {
    pub(super) fn text(&self, text: Text) -> &[u8] {
        &self.text[text.start as usize..(text.start + text.length) as usize]
    }
}
