//! What a definition's declaration asks of each operation, compiled once so that checking costs no look-up by name.
//!
//! The order of the parts is that of the verifiers that ODS generates: numbers of regions, results, successors and operands;
//! structural traits; attributes, operands, results, conditions, regions; then all other traits and interfaces; then the hook.

use crate::constraint::Constraint;
use crate::definition::{Arity, OpDef, OperandDef};
use plugopt_descriptor::{ConstraintId, HookId, MatchKind, OpPredicate, SimpleTrait, Trait, Transform};
use plugopt_ir::{Context, OpName};
use std::sync::Arc;

/// How many of something an operation has.
#[derive(Clone, Copy)]
pub(crate) enum Count {
    Any,
    Exactly(u32),
    AtLeast(u32),
}

impl Count {
    fn of(arities: impl Iterator<Item = Arity>) -> Count {
        let (mut all, mut variable) = (0, 0);
        for arity in arities {
            all += 1;
            variable += u32::from(arity != Arity::One);
        }
        match (all, variable) {
            (all, 0) => Count::Exactly(all),
            (all, variable) if all == variable => Count::Any,
            (all, variable) => Count::AtLeast(all - variable),
        }
    }

    #[inline]
    pub(crate) fn holds(self, found: usize) -> bool {
        match self {
            Count::Any => true,
            Count::Exactly(n) => found == n as usize,
            Count::AtLeast(n) => found >= n as usize,
        }
    }
}

pub(crate) enum Structural {
    SingleBlock { no_terminator: bool },
    HasParent { parents: Box<[OpName]>, text: Box<str> },
    NoRegionArguments,
    OperandSegments(usize),
    ResultSegments(usize),
}

/// A run of operands or results.
pub(crate) struct ValueCheck {
    pub(crate) arity: Arity,
    pub(crate) constraint: Arc<Constraint>,
}

pub(crate) struct ValueChecks {
    pub(crate) checks: Box<[ValueCheck]>,
    /// Each stands for one value.
    pub(crate) fixed: bool,
    /// Nothing can fail.
    pub(crate) trivial: bool,
}

pub(crate) struct AttributeCheck {
    pub(crate) slot: usize,
    pub(crate) constraint: Arc<Constraint>,
}

/// What a name in a trait stands for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Named {
    /// A declared operand, which may stand for several values.
    Operand(usize),
    /// A declared result, which may stand for several values.
    Result(usize),
    Attribute(usize),
    /// One operand, at this position in every operation.
    OneOperand(usize),
    /// One result, at this position in every operation.
    OneResult(usize),
}

pub(crate) enum Condition {
    And(Box<[Condition]>),
    Or(Box<[Condition]>),
    Not(Box<Condition>),
    Hook(HookId),
    AllMatch(MatchKind, Box<[Named]>),
    TypeIs(Named, Arc<Constraint>),
    ElementTypeIs(Named, Arc<Constraint>),
    OperandElementTypeIs(usize, Arc<Constraint>),
    OperandElementTypesMatch(Box<[usize]>),
    ResultElementTypeMatchesOperand(usize, usize),
    ResultElementOrSelfMatchesOperand(usize, usize),
    ResultTypeMatchesOperand(usize, usize),
    ResultAndOperandShaped(usize, usize),
    TypesMatchWith {
        from: Named,
        to: Named,
        transform: Transform,
        optional: bool,
    },
    TypesAre(Box<[Named]>, Box<[Arc<Constraint>]>),
    TypesAreOneOf(Box<[Named]>, Box<[Box<[Arc<Constraint>]>]>),
    ElementCountAndTypes(Named, Named),
    /// A name that stands for nothing: the declaration is wrong, and holds for no operation.
    Never,
}

/// Traits and interfaces that are checked before the regions.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Native {
    Terminator,
    SameTypeOperands,
    SameOperandsShape,
    SameOperandsElementType,
    SameOperandsAndResultShape,
    SameOperandsAndResultElementType,
    SameOperandsAndResultType,
    SameOperandsAndResultRank,
    ResultsBroadcastableShape,
    ResultsAreFloatLike,
    Elementwise,
    /// The type of the results is inferred from this operand, which `SameOperandsAndResultType` gives an operation.
    ResultsLikeOperand(usize),
    Symbol {
        optional: bool,
    },
    Function,
    Branch,
}

impl Native {
    fn is_about_types(self) -> bool {
        !matches!(self, Native::Terminator | Native::Symbol { .. } | Native::Function | Native::Branch)
    }
}

impl Condition {
    /// Whether a function on the operation is asked, which may look at anything.
    fn has_hook(&self) -> bool {
        match self {
            Condition::Hook(_) => true,
            Condition::And(all) | Condition::Or(all) => all.iter().any(Condition::has_hook),
            Condition::Not(one) => one.has_hook(),
            _ => false,
        }
    }
}

/// Traits and interfaces that are checked after the regions.
pub(crate) enum Late {
    ImplicitTerminator(OpName),
    IsolatedFromAbove,
    SymbolTable,
    InferredTypes,
}

/// The checks of one operation.
pub(crate) struct Program {
    pub(crate) regions: Count,
    pub(crate) results: Count,
    pub(crate) successors: Count,
    pub(crate) operands: Count,
    pub(crate) structural: Box<[Structural]>,
    pub(crate) required: Box<[usize]>,
    pub(crate) attributes: Box<[AttributeCheck]>,
    pub(crate) operand_checks: ValueChecks,
    pub(crate) result_checks: ValueChecks,
    pub(crate) conditions: Box<[(Box<str>, Condition)]>,
    pub(crate) check_regions: bool,
    pub(crate) native: Box<[Native]>,
    /// Where all operands and results have this one constraint and must have the same type, and nothing else is asked of their
    /// types: a look at one of them will do where they are all equal.
    pub(crate) uniform: Option<Arc<Constraint>>,
    pub(crate) late: Box<[Late]>,
    /// Whether the checks before the hook depend on the types and inherent attributes alone, so that what held once holds again.
    pub(crate) by_signature: bool,
    /// `SymbolUserOpInterface`: asked by the symbol table around, after everything in it is verified.
    pub(crate) symbol_user: Option<HookId>,
}

impl Program {
    pub(crate) fn of<'a>(context: &Context, def: &'a OpDef) -> &'a Program {
        def.checks.get_or_init(|| compile(context, def))
    }
}

fn value_checks(defs: &[OperandDef]) -> ValueChecks {
    let checks: Box<[ValueCheck]> =
        defs.iter().map(|d| ValueCheck { arity: d.arity, constraint: d.constraint.clone() }).collect();
    ValueChecks {
        fixed: checks.iter().all(|c| c.arity == Arity::One),
        trivial: checks.iter().all(|c| c.constraint.is_any() && c.arity != Arity::Optional),
        checks,
    }
}

struct Compiler<'a> {
    context: &'a Context,
    def: &'a OpDef,
}

impl Compiler<'_> {
    fn constraint(&self, id: ConstraintId) -> Arc<Constraint> {
        self.def.trait_constraint(id)
    }

    fn named(&self, name: &str) -> Option<Named> {
        let placed = |defs: &[OperandDef], i: usize| defs[..=i].iter().all(|d| d.arity == Arity::One);
        let operand = self.def.operand_index(name).map(|i| match placed(&self.def.operands, i) {
            true => Named::OneOperand(i),
            false => Named::Operand(i),
        });
        let result = || {
            self.def.result_index(name).map(|i| match placed(&self.def.results, i) {
                true => Named::OneResult(i),
                false => Named::Result(i),
            })
        };
        operand.or_else(result).or_else(|| self.def.attribute_slot(name).map(Named::Attribute))
    }

    fn all_named(&self, names: &[String]) -> Option<Box<[Named]>> {
        names.iter().map(|name| self.named(name)).collect()
    }

    fn condition(&self, predicate: &OpPredicate) -> Condition {
        let list = |all: &[OpPredicate]| all.iter().map(|p| self.condition(p)).collect();
        let at = |i: u32| i as usize;
        match predicate {
            OpPredicate::And(all) => Condition::And(list(all)),
            OpPredicate::Or(all) => Condition::Or(list(all)),
            OpPredicate::Not(one) => Condition::Not(Box::new(self.condition(one))),
            OpPredicate::Hook(hook) => Condition::Hook(*hook),
            OpPredicate::AllMatch(kind, names) => self.all_match(*kind, names),
            OpPredicate::TypeIs(name, id) => {
                self.named(name).map_or(Condition::Never, |n| Condition::TypeIs(n, self.constraint(*id)))
            }
            OpPredicate::ElementTypeIs(name, id) => {
                self.named(name).map_or(Condition::Never, |n| Condition::ElementTypeIs(n, self.constraint(*id)))
            }
            OpPredicate::OperandElementTypeIs(i, id) => Condition::OperandElementTypeIs(at(*i), self.constraint(*id)),
            OpPredicate::OperandElementTypesMatch(i, j) => {
                Condition::OperandElementTypesMatch(Box::new([at(*i), at(*j)]))
            }
            OpPredicate::OperandElementTypesAllMatch(all) => {
                Condition::OperandElementTypesMatch(all.iter().map(|&i| at(i)).collect())
            }
            OpPredicate::ResultElementTypeMatchesOperand(i, j) => {
                Condition::ResultElementTypeMatchesOperand(at(*i), at(*j))
            }
            OpPredicate::ResultElementOrSelfMatchesOperand(i, j) => {
                Condition::ResultElementOrSelfMatchesOperand(at(*i), at(*j))
            }
            OpPredicate::ResultTypeMatchesOperand(i, j) => Condition::ResultTypeMatchesOperand(at(*i), at(*j)),
            OpPredicate::ResultAndOperandShaped(i, j) => Condition::ResultAndOperandShaped(at(*i), at(*j)),
        }
    }

    fn all_match(&self, kind: MatchKind, names: &[String]) -> Condition {
        self.all_named(names).map_or(Condition::Never, |names| Condition::AllMatch(kind, names))
    }

    /// The condition of a trait that is one (ODS's `PredOpTrait`), with what is printed where it does not hold.
    fn trait_condition(&self, t: &Trait) -> Option<(Box<str>, Condition)> {
        let constraints = |ids: &[ConstraintId]| ids.iter().map(|&id| self.constraint(id)).collect::<Box<[_]>>();
        Some(match t {
            Trait::AllMatch(MatchKind::TensorDims, names) => {
                let summary = "input and output have the same tensor dimensions";
                (summary.into(), self.all_match(MatchKind::TensorDims, names))
            }
            Trait::AllMatch(kind, names) => {
                let summary = format!("all of {{{}}} have same {}", names.join(", "), kind.noun());
                (summary.into(), self.all_match(*kind, names))
            }
            Trait::TypesMatchWith { summary, from, to, transform, comparison } => {
                let condition = match (self.named(from), self.named(to)) {
                    (Some(from), Some(to)) => Condition::TypesMatchWith {
                        from,
                        to,
                        transform: transform.clone(),
                        optional: *comparison == plugopt_descriptor::Comparison::Optional,
                    },
                    _ => Condition::Never,
                };
                (summary.as_str().into(), condition)
            }
            Trait::InputMatchesTypes(names, types) => {
                let summary = format!("operands {{{}}} match expected types", names.join(", "));
                let condition = self.all_named(names).map(|names| Condition::TypesAre(names, constraints(types)));
                (summary.into(), condition.unwrap_or(Condition::Never))
            }
            Trait::InputAddressIsCombinationOf(names, rows, summary) => {
                let rows = rows.iter().map(|row| constraints(row)).collect();
                let condition = self.all_named(names).map(|names| Condition::TypesAreOneOf(names, rows));
                (summary.as_str().into(), condition.unwrap_or(Condition::Never))
            }
            Trait::ShapedTypeMatchesElementCountAndTypes(shaped, elements) => {
                let summary = format!("shaped type '{shaped}' matches '{elements}' element count and types");
                let condition = match (self.named(shaped), self.named(elements)) {
                    (Some(shaped), Some(elements)) => Condition::ElementCountAndTypes(shaped, elements),
                    _ => Condition::Never,
                };
                (summary.into(), condition)
            }
            Trait::Predicate { summary, condition } => (summary.as_str().into(), self.condition(condition)),
            _ => return None,
        })
    }

    fn structural(&self, t: &Trait) -> Option<Structural> {
        use SimpleTrait as S;
        match t {
            Trait::Simple(S::SingleBlock) => {
                Some(Structural::SingleBlock { no_terminator: self.def.has(S::NoTerminator) })
            }
            Trait::Simple(S::NoRegionArguments) => Some(Structural::NoRegionArguments),
            Trait::Simple(S::AttrSizedOperandSegments) => {
                self.def.operand_segments_slot().map(Structural::OperandSegments)
            }
            Trait::Simple(S::AttrSizedResultSegments) => {
                self.def.result_segments_slot().map(Structural::ResultSegments)
            }
            Trait::HasParent(names) => {
                let parents = names.iter().map(|name| self.context.op_name(name.as_bytes())).collect();
                let several = if names.len() == 1 { "" } else { "to be one of " };
                let text = format!("expects parent op {several}'{}'", names.join(", "));
                Some(Structural::HasParent { parents, text: text.into() })
            }
            _ => None,
        }
    }
}

fn native(t: &Trait) -> Option<Native> {
    use SimpleTrait as S;
    let Trait::Simple(t) = t else { return None };
    Some(match t {
        S::Terminator => Native::Terminator,
        S::SameTypeOperands => Native::SameTypeOperands,
        S::SameOperandsShape => Native::SameOperandsShape,
        S::SameOperandsElementType => Native::SameOperandsElementType,
        S::SameOperandsAndResultShape => Native::SameOperandsAndResultShape,
        S::SameOperandsAndResultElementType => Native::SameOperandsAndResultElementType,
        S::SameOperandsAndResultType => Native::SameOperandsAndResultType,
        S::SameOperandsAndResultRank => Native::SameOperandsAndResultRank,
        S::ResultsBroadcastableShape => Native::ResultsBroadcastableShape,
        S::ResultsAreFloatLike => Native::ResultsAreFloatLike,
        S::Elementwise => Native::Elementwise,
        S::Symbol => Native::Symbol { optional: false },
        S::OptionalSymbol => Native::Symbol { optional: true },
        _ => return None,
    })
}

fn uniform(def: &OpDef, natives: &[Native]) -> Option<Arc<Constraint>> {
    let first = def.operands.first()?;
    let mut values = def.operands.iter().chain(&def.results);
    let same = values.all(|d| d.arity == Arity::One && Arc::ptr_eq(&d.constraint, &first.constraint));
    let type_traits = |n: &Native| {
        matches!(n, Native::SameOperandsAndResultType | Native::Elementwise | Native::ResultsLikeOperand(_))
    };
    let only = natives.contains(&Native::SameOperandsAndResultType) && natives.iter().all(type_traits);
    (same && only && !def.results.is_empty()).then(|| first.constraint.clone())
}

fn compile(context: &Context, def: &OpDef) -> Program {
    use SimpleTrait as S;
    let compiler = Compiler { context, def };
    let interface = |name: &str| def.interfaces.iter().find(|i| context.bytes(i.name) == name.as_bytes());
    let mut natives: Vec<Native> = def.trait_list.iter().filter_map(native).collect();
    if interface("FunctionOpInterface").is_some() {
        // Functions are symbols by their interface.
        if !natives.iter().any(|n| matches!(n, Native::Symbol { .. })) {
            natives.push(Native::Symbol { optional: false });
        }
        natives.push(Native::Function);
    }
    // ODS infers from the first operand that is one value; MLIR checks it after the regions, which such operations have none of.
    let anchor = def.operands.iter().position(|o| !o.is_variable());
    if let Some(anchor) = anchor.filter(|_| natives.contains(&Native::SameOperandsAndResultType) && !def.hook_set.infer)
        && def.results.iter().all(|r| r.arity == Arity::One)
        && anchor == 0
    {
        natives.push(Native::ResultsLikeOperand(anchor));
    }
    if crate::branch::is_branch(context, def) {
        natives.push(Native::Branch);
    }
    let mut late = Vec::new();
    for t in &def.trait_list {
        if let Trait::SingleBlockImplicitTerminator(name) = t {
            late.push(Late::ImplicitTerminator(context.op_name(name.as_bytes())));
        }
    }
    for t in &def.trait_list {
        match t {
            Trait::Simple(S::IsolatedFromAbove) => late.push(Late::IsolatedFromAbove),
            Trait::Simple(S::SymbolTable) => late.push(Late::SymbolTable),
            _ => {}
        }
    }
    if def.hook_set.infer {
        late.push(Late::InferredTypes);
    }
    let uniform = uniform(def, &natives);
    let structural: Box<[Structural]> = def.trait_list.iter().filter_map(|t| compiler.structural(t)).collect();
    let conditions: Box<[(Box<str>, Condition)]> =
        def.trait_list.iter().filter_map(|t| compiler.trait_condition(t)).collect();
    let by_signature = def.regions.is_empty()
        && def.successors.is_empty()
        && structural.iter().all(|s| matches!(s, Structural::OperandSegments(_) | Structural::ResultSegments(_)))
        && natives.iter().all(|n| n.is_about_types())
        && !conditions.iter().any(|(_, c)| c.has_hook());
    Program {
        uniform,
        by_signature,
        regions: Count::of(def.regions.iter().map(|r| r.arity)),
        results: Count::of(def.results.iter().map(|r| r.arity)),
        successors: Count::of(def.successors.iter().map(|s| s.arity)),
        operands: Count::of(def.operands.iter().map(|o| o.arity)),
        structural,
        required: def
            .attributes
            .iter()
            .enumerate()
            .filter(|(_, a)| !a.may_be_absent() && !a.segments)
            .map(|(slot, _)| slot)
            .collect(),
        attributes: def
            .attributes
            .iter()
            .enumerate()
            .filter(|(_, a)| !a.constraint.is_any() && !a.segments)
            .map(|(slot, a)| AttributeCheck { slot, constraint: a.constraint.clone() })
            .collect(),
        operand_checks: value_checks(&def.operands),
        result_checks: value_checks(&def.results),
        conditions,
        check_regions: def.regions.iter().any(|r| r.min_blocks > 0 || r.max_blocks.is_some()),
        native: natives.into(),
        late: late.into(),
        symbol_user: interface("SymbolUserOpInterface").and_then(|i| i.method("verify_symbol_uses")),
    }
}
