//! What is known of an operation, a type, an attribute, an enum or a dialect: the declaration of its owner with names interned,
//! constraints compiled and hooks at hand.
//!
//! A definition belongs to one context. The registry makes it when it is first asked for, and keeps it for the life of the
//! context.

use crate::constraint::Constraint;
use crate::hooks::{DefHooks, DialectHooks, OpHookSet, OpHooks};
use crate::registry::Registry;
use crate::verify::Program;
use plugopt_descriptor as decl;
use plugopt_ir::attributes::AttrData;
use plugopt_ir::{Attribute, Context, DefId, Ident, NamedAttribute, OpInfo, Traits};
use std::any::Any;
use std::ops::Range;
use std::sync::{Arc, OnceLock};

pub use decl::{Arity, Effect, EffectKind, EnumCase, EnumDecl, ParamKind, Trait, Transform};

/// A slot in which a higher layer keeps what it makes of a definition once: the crate `syntax` its compiled format.
pub type Slot = OnceLock<Box<dyn Any + Send + Sync>>;

/// A dialect.
pub struct DialectDef {
    /// The namespace.
    pub name: Ident,
    /// The namespace as text.
    pub text: Box<str>,
    /// One line.
    pub summary: Box<str>,
    /// Documentation, Markdown.
    pub docs: Box<str>,
    /// Dialects that are loaded with this one.
    pub depends: Box<[String]>,
    /// Operations that are not declared are accepted.
    pub unknown_ops: bool,
    /// Types that are not declared are accepted.
    pub unknown_types: bool,
    /// Attributes that are not declared are accepted.
    pub unknown_attrs: bool,
    /// Discardable attributes (with the dialect's prefix) and what they must be.
    pub discardable: Box<[(Ident, Arc<Constraint>)]>,
    /// Which of the dialect's hooks there are.
    pub hook_set: decl::HookSet,
    /// The hooks of the dialect.
    pub hooks: Arc<dyn DialectHooks>,
}

/// An operand or a result, or a run of them.
pub struct OperandDef {
    /// Its name; empty where it has none.
    pub name: Ident,
    /// The name as text.
    pub text: Box<str>,
    /// How many values it stands for.
    pub arity: Arity,
    /// What their types must be.
    pub constraint: Arc<Constraint>,
    /// For a variadic of variadics: the slot of the attribute with the inner sizes.
    pub inner_segments: Option<usize>,
}

impl OperandDef {
    /// Whether it may stand for another number of values than one.
    pub fn is_variable(&self) -> bool {
        self.arity != Arity::One
    }
}

/// An inherent attribute.
pub struct AttributeDef {
    /// Its name.
    pub name: Ident,
    /// The name as text.
    pub text: Box<str>,
    /// What it must be.
    pub constraint: Arc<Constraint>,
    /// Whether it may be absent. One with a default may too.
    pub optional: bool,
    /// The value that stands for its absence, as MLIR text.
    pub default_text: Option<Box<str>>,
    /// A property that is no attribute: always present in `<{…}>`.
    pub property: bool,
    /// Made from the trait `AttrSizedOperandSegments` or `AttrSizedResultSegments`.
    pub segments: bool,
    default: OnceLock<Attribute>,
}

impl AttributeDef {
    /// The parsed default, [`Attribute::NONE`] where there is none.
    pub fn default(&self, context: &Context) -> Attribute {
        let Some(text) = &self.default_text else { return Attribute::NONE };
        *self.default.get_or_init(|| Registry::of(context).parse_attribute(context, text).unwrap_or(Attribute::NONE))
    }

    /// Whether MLIR's storage for the attribute (its C++ class) can take a value at all; else parsing `<{…}>` fails.
    pub fn fits_storage(&self, context: &Context, value: Attribute) -> bool {
        let decl = &self.constraint.decl;
        if decl.enumeration.is_some() {
            return self.constraint.holds_for_attr(context, value);
        }
        match &decl.class {
            decl::Class::Attr(kind) => crate::constraint::is_kind(context, value, *kind),
            decl::Class::Interface(name) => crate::constraint::attr_may_have_interface(context, value, name),
            decl::Class::Defined(_) => self.constraint.holds_for_attr(context, value),
            decl::Class::Any | decl::Class::Type(_) => true,
        }
    }

    /// Whether an operation may lack it.
    pub fn may_be_absent(&self) -> bool {
        self.optional || self.default_text.is_some()
    }
}

/// A region or a run of regions.
pub struct RegionDef {
    /// Its name; empty where it has none.
    pub name: Ident,
    /// The name as text.
    pub text: Box<str>,
    /// How many regions it stands for.
    pub arity: Arity,
    /// Fewest blocks.
    pub min_blocks: u32,
    /// Most blocks.
    pub max_blocks: Option<u32>,
    /// What the verifier prints.
    pub summary: Box<str>,
}

/// A successor or a run of successors.
pub struct SuccessorDef {
    /// Its name.
    pub name: Ident,
    /// The name as text.
    pub text: Box<str>,
    /// How many successors it stands for.
    pub arity: Arity,
}

/// The custom form of an operation.
pub enum Syntax {
    /// It has only its generic form.
    Generic,
    /// An assembly format.
    Format {
        /// As declared.
        text: Box<str>,
        /// Where the crate `syntax` keeps the compiled format.
        program: Slot,
    },
    /// [`OpHooks::parse`] and [`OpHooks::print`].
    Hooks,
    /// Written in the crate `syntax` itself (`builtin.module`).
    Native,
}

/// How results are named in text.
pub enum ResultNames {
    /// By number.
    Default,
    /// One for each declared result; an empty one leaves its values numbered.
    Fixed(Box<[Box<str>]>),
    /// [`OpHooks::result_names`] says.
    Hook,
}

/// What an operation does to memory.
pub enum EffectsDef {
    /// Not known but by traits.
    Unknown,
    /// Exactly these.
    Declared(Box<[Effect]>),
    /// [`OpHooks::effects`] says.
    Hook,
}

/// The use of an interface.
#[derive(Clone)]
pub struct InterfaceDef {
    /// Its name, without revision.
    pub name: Ident,
    /// Its revision.
    pub revision: u32,
    /// The methods that functions implement.
    pub methods: Arc<[(Box<str>, decl::HookId)]>,
    /// Whose functions they are.
    pub owner: Arc<dyn DialectHooks>,
}

impl InterfaceDef {
    /// The hook that implements a method.
    pub fn method(&self, name: &str) -> Option<decl::HookId> {
        self.methods.iter().find(|(n, _)| **n == *name).map(|(_, hook)| *hook)
    }
}

/// An operation.
pub struct OpDef {
    /// The full name, `dialect.op`.
    pub name: Ident,
    /// The full name as text.
    pub text: Box<str>,
    /// Its dialect.
    pub dialect: Arc<DialectDef>,
    /// One line.
    pub summary: Box<str>,
    /// Documentation, Markdown.
    pub docs: Box<str>,
    /// Operands.
    pub operands: Box<[OperandDef]>,
    /// Results.
    pub results: Box<[OperandDef]>,
    /// Inherent attributes, in the order of their slots; those of segment sizes are the last.
    pub attributes: Box<[AttributeDef]>,
    /// Regions.
    pub regions: Box<[RegionDef]>,
    /// Successors.
    pub successors: Box<[SuccessorDef]>,
    /// The traits that the core acts on.
    pub traits: Traits,
    /// All traits as declared.
    pub trait_list: Box<[Trait]>,
    /// The operation that ends its regions where it is left out (`SingleBlockImplicitTerminator`); full name.
    pub implicit_terminator: Option<Box<str>>,
    /// The custom form.
    pub syntax: Syntax,
    /// Names of results.
    pub result_names: ResultNames,
    /// The dialect whose prefix is left out in the operation's regions.
    pub default_dialect: Option<Box<str>>,
    /// Memory effects.
    pub effects: EffectsDef,
    /// Interfaces that the declaration lists; for all of them ask [`Registry::interface`].
    pub interfaces: Box<[InterfaceDef]>,
    /// Which hooks there are.
    pub hook_set: OpHookSet,
    /// The hooks.
    pub hooks: Arc<dyn OpHooks>,
    /// The constraints that traits refer to.
    trait_constraints: Box<[(decl::ConstraintId, Arc<Constraint>)]>,
    /// The checks of the declaration, compiled when first needed.
    pub(crate) checks: OnceLock<Program>,
}

impl OpDef {
    /// A constraint that a trait refers to.
    pub(crate) fn trait_constraint(&self, id: decl::ConstraintId) -> Arc<Constraint> {
        let found = self.trait_constraints.iter().find(|(found, _)| *found == id);
        found.map_or_else(Constraint::never, |(_, constraint)| constraint.clone())
    }

    /// The definition behind what the core knows of a name, `None` where it is not registered.
    pub fn of(info: &OpInfo) -> Option<&OpDef> {
        info.definition.as_deref().and_then(<dyn Any + Send + Sync>::downcast_ref)
    }

    /// The name without the dialect.
    pub fn mnemonic(&self) -> &str {
        self.text.get(self.dialect.text.len() + 1..).unwrap_or("")
    }

    /// Whether it has a trait without arguments.
    pub fn has(&self, which: decl::SimpleTrait) -> bool {
        self.trait_list.contains(&Trait::Simple(which))
    }

    /// What parsers say where an inherent attribute does not satisfy its constraint: of several the first by name, as in MLIR's
    /// `verifyInherentAttrs`.
    pub fn unfit_attribute(&self, context: &Context, attributes: &[NamedAttribute]) -> Option<String> {
        let unfit = attributes.iter().filter_map(|&(name, value)| {
            let attribute = self.attributes.iter().find(|a| a.name == name)?;
            (!attribute.constraint.holds_for_attr(context, value)).then_some(attribute)
        });
        let attribute = unfit.min_by_key(|attribute| &attribute.text)?;
        let (op, name, summary) = (&self.text, &attribute.text, attribute.constraint.summary());
        Some(format!("'{op}' op attribute '{name}' failed to satisfy constraint: {summary}"))
    }

    /// The slot of an inherent attribute.
    pub fn attribute_slot(&self, name: &str) -> Option<usize> {
        self.attributes.iter().position(|a| *a.text == *name)
    }

    /// The position of a declared operand.
    pub fn operand_index(&self, name: &str) -> Option<usize> {
        self.operands.iter().position(|a| *a.text == *name)
    }

    /// The position of a declared result.
    pub fn result_index(&self, name: &str) -> Option<usize> {
        self.results.iter().position(|a| *a.text == *name)
    }

    /// The slot of `operandSegmentSizes`.
    pub fn operand_segments_slot(&self) -> Option<usize> {
        self.segments_slot(Ident::OPERAND_SEGMENT_SIZES)
    }

    /// The slot of `resultSegmentSizes`.
    pub fn result_segments_slot(&self) -> Option<usize> {
        self.segments_slot(Ident::RESULT_SEGMENT_SIZES)
    }

    fn segments_slot(&self, name: Ident) -> Option<usize> {
        self.attributes.iter().position(|a| a.segments && a.name == name)
    }

    /// Which of an operation's `count` operands the declared operand `index` stands for. The range is within `0..count` also
    /// where the operation is not valid.
    pub fn operand_range(
        &self,
        context: &Context,
        properties: &[Attribute],
        count: usize,
        index: usize,
    ) -> Range<usize> {
        let sizes = self.operand_segments_slot().and_then(|slot| properties.get(slot)).copied();
        range_of(context, &self.operands, sizes, count, index)
    }

    /// Which of an operation's `count` results the declared result `index` stands for, as [`OpDef::operand_range`].
    pub fn result_range(
        &self,
        context: &Context,
        properties: &[Attribute],
        count: usize,
        index: usize,
    ) -> Range<usize> {
        let sizes = self.result_segments_slot().and_then(|slot| properties.get(slot)).copied();
        range_of(context, &self.results, sizes, count, index)
    }
}

/// The `index`-th number of an `array<i32: …>` attribute; 0 where it has none.
pub fn segment_size(context: &Context, sizes: Attribute, index: usize) -> i32 {
    match context.attr_data(sizes) {
        AttrData::DenseArray { data, .. } => {
            let bytes = data.get(index * 4..index * 4 + 4).and_then(|bytes| bytes.try_into().ok());
            bytes.map_or(0, i32::from_le_bytes)
        }
        _ => 0,
    }
}

fn range_of(
    context: &Context,
    defs: &[OperandDef],
    sizes: Option<Attribute>,
    count: usize,
    index: usize,
) -> Range<usize> {
    let clamp = |start: usize, len: usize| start.min(count)..start.saturating_add(len).min(count);
    if let Some(sizes) = sizes {
        let size = |i| usize::try_from(segment_size(context, sizes, i)).unwrap_or(0);
        let start = (0..index).map(size).fold(0, usize::saturating_add);
        return clamp(start, size(index));
    }
    let variable = defs.iter().filter(|d| d.is_variable()).count();
    if variable == 0 {
        return clamp(index, 1);
    }
    // One run, or several of the same length (`SameVariadicOperandSize`).
    let run = count.saturating_sub(defs.len() - variable) / variable;
    let before = defs.iter().take(index).filter(|d| d.is_variable()).count();
    let start = (index - before).saturating_add(before.saturating_mul(run));
    clamp(start, if defs.get(index).is_some_and(OperandDef::is_variable) { run } else { 1 })
}

/// A parameter of a type or attribute.
pub struct ParamDef {
    /// Its name.
    pub name: Ident,
    /// The name as text.
    pub text: Box<str>,
    /// What it is.
    pub kind: ParamKind,
    /// The constraint that `kind` (or the kind of its elements) refers to.
    pub constraint: Option<Arc<Constraint>>,
    /// May be absent.
    pub optional: bool,
    /// Left out of the text when equal to this MLIR text.
    pub default_text: Option<Box<str>>,
    default: OnceLock<Attribute>,
}

impl ParamDef {
    /// The parsed default, [`Attribute::NONE`] where there is none.
    pub fn default(&self, context: &Context) -> Attribute {
        let Some(text) = &self.default_text else { return Attribute::NONE };
        *self.default.get_or_init(|| Registry::of(context).parse_attribute(context, text).unwrap_or(Attribute::NONE))
    }
}

/// A type of a dialect.
pub struct TypeDef {
    /// Names it in types and attributes.
    pub id: DefId,
    /// Whether it is an attribute's definition.
    pub is_attribute: bool,
    /// `dialect.mnemonic`
    pub text: Box<str>,
    /// The mnemonic.
    pub mnemonic: Box<str>,
    /// Its dialect.
    pub dialect: Arc<DialectDef>,
    /// What the verifier prints; empty where the declaration has none.
    pub summary: Box<str>,
    /// Documentation, Markdown.
    pub docs: Box<str>,
    /// Parameters in order.
    pub params: Box<[ParamDef]>,
    /// The assembly format.
    pub format: Option<Box<str>>,
    /// Where the crate `syntax` keeps the compiled format.
    pub program: Slot,
    /// Printed through an alias of this name.
    pub alias: Option<Box<str>>,
    /// Traits, by name.
    pub traits: Box<[String]>,
    /// Interfaces.
    pub interfaces: Box<[InterfaceDef]>,
    /// The hooks.
    pub hooks: Arc<dyn DefHooks>,
}

/// An attribute of a dialect: the same shape.
pub type AttrDef = TypeDef;

impl TypeDef {
    /// Whether it has a trait.
    pub fn has_trait(&self, name: &str) -> bool {
        self.traits.iter().any(|t| t == name)
    }

    /// The position of a parameter.
    pub fn param_index(&self, name: &str) -> Option<usize> {
        self.params.iter().position(|p| *p.text == *name)
    }
}

/// An enum or a set of bits.
pub struct EnumDef {
    /// As declared.
    pub decl: EnumDecl,
    /// Its dialect.
    pub dialect: Arc<DialectDef>,
}

impl EnumDef {
    /// The value of a word.
    pub fn value(&self, word: &[u8]) -> Option<i64> {
        self.decl.cases.iter().find(|c| c.name.as_bytes() == word).map(|c| c.value)
    }

    /// The word of a value, for enums that are no sets of bits.
    pub fn word(&self, value: i64) -> Option<&str> {
        self.decl.cases.iter().find(|c| c.value == value).map(|c| c.name.as_str())
    }

    /// The text of a set of bits: words with the separator between; `None` where a bit has no name.
    pub fn bits_text(&self, value: i64) -> Option<String> {
        let mask = if self.decl.width >= 64 { u64::MAX } else { (1 << self.decl.width) - 1 };
        let bits = value as u64 & mask;
        if bits & !(self.decl.valid_bits() & mask) != 0 {
            return None;
        }
        if bits == 0 {
            return Some(self.word(0).unwrap_or("").to_string());
        }
        let mut left = bits;
        let mut words = Vec::new();
        if self.decl.primary_groups {
            for case in self.decl.cases.iter().filter(|c| c.group && c.value != 0) {
                if left & case.value as u64 == case.value as u64 {
                    words.push(case.name.as_str());
                    left &= !(case.value as u64);
                }
            }
        }
        for case in self.decl.cases.iter().filter(|c| c.value != 0 && (!self.decl.primary_groups || !c.group)) {
            let value = case.value as u64 & mask;
            let wanted = if self.decl.primary_groups { left } else { bits };
            if wanted & value == value {
                words.push(case.name.as_str());
            }
        }
        Some(words.join(&self.decl.separator))
    }

    /// The text of a value as it is printed; `None` where it has none.
    pub fn text(&self, value: i64) -> Option<String> {
        if self.decl.bits { self.bits_text(value) } else { self.word(value).map(str::to_string) }
    }
}

/// Whether results are called in text as the declaration calls them. As in ODS they are where there are several and the operation has
/// no say of its own in names.
fn names_results_as_declared(op: &decl::OpDecl) -> bool {
    use decl::Role;
    let own = [Role::ResultNames, Role::RegionNames, Role::BlockNames];
    op.results.len() > 1
        && op.default_dialect.is_none()
        && op.interface("OpAsmOpInterface").is_none()
        && own.iter().all(|&role| op.hooks.get(role).is_none())
}

/// What definitions are made with: where names are interned and constraints are compiled.
pub(crate) struct Maker<'a> {
    pub(crate) context: &'a Context,
    pub(crate) constraint: &'a dyn Fn(decl::ConstraintId) -> Arc<Constraint>,
    pub(crate) dialect: &'a Arc<DialectDef>,
}

impl Maker<'_> {
    fn ident(&self, text: &str) -> Ident {
        self.context.ident(text.as_bytes())
    }

    fn interfaces(&self, uses: &[decl::InterfaceUse]) -> Box<[InterfaceDef]> {
        uses.iter()
            .map(|i| InterfaceDef {
                name: self.ident(&i.name),
                revision: i.revision,
                methods: i.methods.iter().map(|(name, hook)| (name.as_str().into(), *hook)).collect(),
                owner: self.dialect.hooks.clone(),
            })
            .collect()
    }

    fn values(&self, values: &[decl::ValueDecl], attributes: &[AttributeDef]) -> Box<[OperandDef]> {
        values
            .iter()
            .map(|v| OperandDef {
                name: self.ident(&v.name),
                text: v.name.as_str().into(),
                arity: v.arity,
                constraint: (self.constraint)(v.constraint),
                inner_segments: v
                    .inner_segments
                    .as_ref()
                    .and_then(|name| attributes.iter().position(|a| *a.text == **name)),
            })
            .collect()
    }

    pub(crate) fn op(&self, op: &decl::OpDecl, native_syntax: bool, hooks: Arc<dyn OpHooks>) -> OpDef {
        use decl::{ResultNames as Names, Role, SimpleTrait as S};
        let text: Box<str> = format!("{}.{}", self.dialect.text, op.name).into();
        let mut attributes: Vec<AttributeDef> = op
            .attributes
            .iter()
            .map(|a| {
                let constraint = (self.constraint)(a.constraint);
                AttributeDef {
                    name: self.ident(&a.name),
                    text: a.name.as_str().into(),
                    optional: a.optional || constraint.decl.optional,
                    constraint,
                    default_text: a.default.as_deref().map(Into::into),
                    property: a.property,
                    segments: false,
                    default: OnceLock::new(),
                }
            })
            .collect();
        for (which, name) in
            [(S::AttrSizedOperandSegments, "operandSegmentSizes"), (S::AttrSizedResultSegments, "resultSegmentSizes")]
        {
            if op.has(which) {
                attributes.push(AttributeDef {
                    name: self.ident(name),
                    text: name.into(),
                    constraint: Constraint::segment_sizes(),
                    optional: false,
                    default_text: None,
                    property: true,
                    segments: true,
                    default: OnceLock::new(),
                });
            }
        }
        let implicit_terminator = op.traits.iter().find_map(|t| match t {
            Trait::SingleBlockImplicitTerminator(name) => Some(name.as_str().into()),
            _ => None,
        });
        let mut hook_set = hooks.set();
        // A plugin may not tell, or may tell wrongly, what its declaration says.
        hook_set.effects &= matches!(op.effects, decl::Effects::Hook(_));
        OpDef {
            name: self.ident(&text),
            dialect: self.dialect.clone(),
            summary: op.summary.as_str().into(),
            docs: op.docs.as_str().into(),
            operands: self.values(&op.operands, &attributes),
            results: self.values(&op.results, &attributes),
            attributes: attributes.into(),
            regions: op
                .regions
                .iter()
                .map(|r| RegionDef {
                    name: self.ident(&r.name),
                    text: r.name.as_str().into(),
                    arity: r.arity,
                    min_blocks: r.min_blocks,
                    max_blocks: r.max_blocks,
                    summary: r.summary().into(),
                })
                .collect(),
            successors: op
                .successors
                .iter()
                .map(|s| SuccessorDef { name: self.ident(&s.name), text: s.name.as_str().into(), arity: s.arity })
                .collect(),
            traits: traits_of(op, hook_set),
            trait_list: op.traits.clone().into(),
            implicit_terminator,
            syntax: match &op.format {
                _ if native_syntax => Syntax::Native,
                Some(text) => Syntax::Format { text: text.as_str().into(), program: Slot::new() },
                None if op.hooks.get(Role::Parse).is_some() || op.hooks.get(Role::Print).is_some() => Syntax::Hooks,
                None => Syntax::Generic,
            },
            result_names: match &op.result_names {
                Names::Default if names_results_as_declared(op) => {
                    ResultNames::Fixed(op.results.iter().map(|result| result.name.as_str().into()).collect())
                }
                Names::Default => ResultNames::Default,
                Names::Fixed(names) => ResultNames::Fixed(names.iter().map(|n| n.as_str().into()).collect()),
                Names::Hook(_) => ResultNames::Hook,
            },
            default_dialect: op.default_dialect.as_deref().map(Into::into),
            effects: match &op.effects {
                decl::Effects::Unknown => EffectsDef::Unknown,
                decl::Effects::Declared(effects) => EffectsDef::Declared(effects.clone().into()),
                decl::Effects::Hook(_) => EffectsDef::Hook,
            },
            interfaces: self.interfaces(&op.interfaces),
            hook_set,
            hooks,
            trait_constraints: trait_constraints(&op.traits)
                .into_iter()
                .map(|id| (id, (self.constraint)(id)))
                .collect(),
            checks: OnceLock::new(),
            text,
        }
    }

    pub(crate) fn ty(&self, id: DefId, is_attribute: bool, ty: &decl::TypeDecl, hooks: Arc<dyn DefHooks>) -> TypeDef {
        TypeDef {
            id,
            is_attribute,
            text: format!("{}.{}", self.dialect.text, ty.name).into(),
            mnemonic: ty.name.as_str().into(),
            dialect: self.dialect.clone(),
            summary: ty.summary.as_str().into(),
            docs: ty.docs.as_str().into(),
            params: ty
                .params
                .iter()
                .map(|p| ParamDef {
                    name: self.ident(&p.name),
                    text: p.name.as_str().into(),
                    kind: p.kind.clone(),
                    constraint: constraint_of(&p.kind).map(self.constraint),
                    optional: p.optional,
                    default_text: p.default.as_deref().map(Into::into),
                    default: OnceLock::new(),
                })
                .collect(),
            format: ty.format.as_deref().map(Into::into),
            program: Slot::new(),
            alias: ty.alias.as_deref().map(Into::into),
            traits: ty.traits.clone().into(),
            interfaces: self.interfaces(&ty.interfaces),
            hooks,
        }
    }
}

fn trait_constraints(traits: &[Trait]) -> Vec<decl::ConstraintId> {
    use decl::OpPredicate as P;
    let mut found = Vec::new();
    let mut todo = Vec::new();
    for t in traits {
        match t {
            Trait::InputMatchesTypes(_, ids) => found.extend(ids),
            Trait::InputAddressIsCombinationOf(_, rows, _) => found.extend(rows.iter().flatten()),
            Trait::Predicate { condition, .. } => todo.push(condition),
            _ => {}
        }
    }
    while let Some(predicate) = todo.pop() {
        match predicate {
            P::And(all) | P::Or(all) => todo.extend(all),
            P::Not(one) => todo.push(one),
            P::TypeIs(_, id) | P::ElementTypeIs(_, id) | P::OperandElementTypeIs(_, id) => found.push(*id),
            _ => {}
        }
    }
    found
}

fn constraint_of(kind: &ParamKind) -> Option<decl::ConstraintId> {
    match kind {
        ParamKind::Type(constraint) => *constraint,
        ParamKind::Attr(constraint) => Some(*constraint),
        ParamKind::Array(element) => constraint_of(element),
        _ => None,
    }
}

fn traits_of(op: &decl::OpDecl, hooks: OpHookSet) -> Traits {
    use decl::SimpleTrait as S;
    let mut traits = Traits::empty();
    for t in &op.traits {
        traits |= match t {
            Trait::Simple(simple) => match simple {
                S::IsolatedFromAbove => Traits::ISOLATED_FROM_ABOVE,
                S::Terminator => Traits::TERMINATOR,
                S::NoTerminator => Traits::NO_TERMINATOR,
                S::SingleBlock => Traits::SINGLE_BLOCK,
                S::HasOnlyGraphRegion => Traits::GRAPH_REGION,
                S::SymbolTable => Traits::SYMBOL_TABLE,
                S::Symbol => Traits::SYMBOL,
                S::OptionalSymbol => Traits::SYMBOL | Traits::OPTIONAL_SYMBOL,
                S::AffineScope => Traits::AFFINE_SCOPE,
                S::AutomaticAllocationScope => Traits::AUTOMATIC_ALLOCATION_SCOPE,
                S::ReturnLike => Traits::RETURN_LIKE,
                S::AttrSizedOperandSegments => Traits::ATTR_SIZED_OPERAND_SEGMENTS,
                S::AttrSizedResultSegments => Traits::ATTR_SIZED_RESULT_SEGMENTS,
                S::Commutative => Traits::COMMUTATIVE,
                S::Idempotent => Traits::IDEMPOTENT,
                S::Involution => Traits::INVOLUTION,
                S::ConstantLike => Traits::CONSTANT_LIKE,
                S::NoMemoryEffect => Traits::NO_MEMORY_EFFECT,
                S::AlwaysSpeculatable => Traits::ALWAYS_SPECULATABLE,
                S::RecursiveMemoryEffects => Traits::RECURSIVE_MEMORY_EFFECTS,
                S::RecursivelySpeculatable => Traits::RECURSIVELY_SPECULATABLE,
                _ => Traits::empty(),
            },
            Trait::SingleBlockImplicitTerminator(_) => Traits::SINGLE_BLOCK | Traits::IMPLICIT_TERMINATOR,
            _ => Traits::empty(),
        };
    }
    if op.interfaces.iter().any(|interface| interface.name == "CastOpInterface") {
        traits |= Traits::CAST;
    }
    match &op.effects {
        decl::Effects::Declared(effects) if effects.is_empty() => traits |= Traits::NO_MEMORY_EFFECT,
        decl::Effects::Declared(_) => traits |= Traits::DECLARED_MEMORY_EFFECTS,
        _ => {}
    }
    traits.set(Traits::HAS_FOLD, hooks.fold);
    traits.set(Traits::HAS_CANONICALIZE, hooks.canonicalize);
    traits
}
