//! The data model: what a dialect says about itself, free of text and of bytes.

use crate::constraint::{ConstraintDecl, codes};

/// Index into [`DialectDecl::constraints`] and a descriptor's constraint table.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Default)]
pub struct ConstraintId(pub u32);

/// Index into [`DialectDecl::hooks`] and the plugin's hook table.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Default)]
pub struct HookId(pub u32);

codes! {
    /// What a hook is called for; it fixes the function's type.
    pub enum Role {
        /// Checks an op, before its regions are checked.
        Verify = 1 "verify",
        /// Checks an op after its regions.
        VerifyRegions = 2 "verify_regions",
        /// Folds an op.
        Fold = 3 "fold",
        /// Adds or runs canonicalization patterns of an op.
        Canonicalize = 4 "canonicalize",
        /// Infers result types.
        Infer = 5 "infer",
        /// Parses an op's custom form.
        Parse = 6 "parse",
        /// Prints an op's custom form.
        Print = 7 "print",
        /// Names results.
        ResultNames = 8 "result_names",
        /// Names block arguments.
        RegionNames = 9 "region_names",
        /// Names blocks.
        BlockNames = 10 "block_names",
        /// Computes memory effects.
        Effects = 11 "effects",
        /// A predicate on a type.
        TypePredicate = 12 "type_predicate",
        /// A predicate on an attribute.
        AttrPredicate = 13 "attr_predicate",
        /// A predicate on an op.
        OpPredicate = 14 "op_predicate",
        /// A function from a type to types.
        TypeTransform = 15 "type_transform",
        /// Checks the parameters of a type.
        VerifyType = 16 "verify_type",
        /// Parses the parameters of a type.
        ParseType = 17 "parse_type",
        /// Prints the parameters of a type.
        PrintType = 18 "print_type",
        /// Checks the parameters of an attribute.
        VerifyAttr = 19 "verify_attr",
        /// Parses the parameters of an attribute.
        ParseAttr = 20 "parse_attr",
        /// Prints the parameters of an attribute.
        PrintAttr = 21 "print_attr",
        /// Parses a custom directive.
        ParseDirective = 22 "parse_directive",
        /// Prints a custom directive.
        PrintDirective = 23 "print_directive",
        /// Makes an op of a constant.
        MaterializeConstant = 24 "materialize_constant",
        /// Checks a discardable attribute of the dialect on an op.
        VerifyOpAttribute = 25 "verify_op_attribute",
        /// Checks one on a region argument.
        VerifyRegionArgAttribute = 26 "verify_region_arg_attribute",
        /// Checks one on a region result.
        VerifyRegionResultAttribute = 27 "verify_region_result_attribute",
        /// Parses any type of the dialect.
        ParseDialectType = 28 "parse_dialect_type",
        /// Prints any type of the dialect.
        PrintDialectType = 29 "print_dialect_type",
        /// Parses any attribute of the dialect.
        ParseDialectAttr = 30 "parse_dialect_attr",
        /// Prints any attribute of the dialect.
        PrintDialectAttr = 31 "print_dialect_attr",
        /// Canonicalization patterns of the dialect.
        CanonicalizeDialect = 32 "canonicalize_dialect",
        /// A method of an interface; the hook names interface and method.
        InterfaceMethod = 33 "interface_method",
        /// Checks what follows from an op's name, types and inherent attributes.
        VerifySignature = 34 "verify_signature",
    }
}

/// A function that the plugin brings.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct HookDecl {
    /// What it is called for.
    pub role: Role,
    /// `Interface/REV.method` for [`Role::InterfaceMethod`], else empty.
    pub method: String,
    /// The name that the declaration gave it.
    pub path: String,
}

/// Hooks by role.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct HookSet(pub Vec<(Role, HookId)>);

impl HookSet {
    /// The hook for this role.
    pub fn get(&self, role: Role) -> Option<HookId> {
        self.0.iter().find(|(r, _)| *r == role).map(|(_, id)| *id)
    }

    /// Sets or replaces it.
    pub fn set(&mut self, role: Role, id: HookId) {
        match self.0.iter_mut().find(|(r, _)| *r == role) {
            Some(entry) => entry.1 = id,
            None => self.0.push((role, id)),
        }
    }
}

/// The use of an interface by an op, type, attribute or dialect.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct InterfaceUse {
    /// Its name, without revision.
    pub name: String,
    /// Its revision.
    pub revision: u32,
    /// Methods that functions implement.
    pub methods: Vec<(String, HookId)>,
}

/// An interface that this dialect defines.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct InterfaceDecl {
    /// Its name.
    pub name: String,
    /// Its revision.
    pub revision: u32,
    /// Documentation.
    pub docs: String,
    /// Names and documentation of its methods, in the order of their slots.
    pub methods: Vec<(String, String)>,
}

/// A custom directive of the dialect's formats.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct DirectiveDecl {
    /// `custom<NAME>`
    pub name: String,
    /// Parser.
    pub parse: HookId,
    /// Printer.
    pub print: HookId,
}

/// Everything that a dialect declares.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct DialectDecl {
    /// The namespace.
    pub name: String,
    /// One line.
    pub summary: String,
    /// Documentation, Markdown.
    pub docs: String,
    /// Dialects loaded with this one.
    pub depends: Vec<String>,
    /// Undeclared ops are accepted.
    pub unknown_ops: bool,
    /// Undeclared types are accepted.
    pub unknown_types: bool,
    /// Undeclared attributes are accepted.
    pub unknown_attrs: bool,
    /// Hooks of the dialect itself.
    pub dialect_hooks: HookSet,
    /// Discardable attributes (`dialect.name`) and what they must be.
    pub discardable: Vec<(String, ConstraintId)>,
    /// Interfaces of the dialect itself.
    pub interfaces: Vec<InterfaceUse>,
    /// All hooks, in the order of the plugin's hook table.
    pub hooks: Vec<HookDecl>,
    /// All constraints that anything refers to.
    pub constraints: Vec<ConstraintDecl>,
    /// Enums.
    pub enums: Vec<EnumDecl>,
    /// Types.
    pub types: Vec<TypeDecl>,
    /// Attributes.
    pub attrs: Vec<AttrDecl>,
    /// Operations.
    pub ops: Vec<OpDecl>,
    /// Custom directives.
    pub directives: Vec<DirectiveDecl>,
    /// Interfaces that the dialect defines.
    pub defined_interfaces: Vec<InterfaceDecl>,
}

impl DialectDecl {
    /// The constraint with this index.
    pub fn constraint(&self, id: ConstraintId) -> Option<&ConstraintDecl> {
        self.constraints.get(id.0 as usize)
    }

    /// The op with this mnemonic.
    pub fn op(&self, name: &str) -> Option<&OpDecl> {
        self.ops.iter().find(|op| op.name == name)
    }
}

/// An enum or a set of bits.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct EnumDecl {
    /// Its name.
    pub name: String,
    /// One line; what the verifier prints.
    pub summary: String,
    /// Documentation.
    pub docs: String,
    /// Bits of the integer that stores it.
    pub width: u32,
    /// Cases are bits that can be combined.
    pub bits: bool,
    /// Between bits, as printed.
    pub separator: String,
    /// Several words are printed in quotes.
    pub quoted: bool,
    /// A group is printed instead of its bits.
    pub primary_groups: bool,
    /// Cases in order.
    pub cases: Vec<EnumCase>,
}

/// One case.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct EnumCase {
    /// The word in MLIR text.
    pub name: String,
    /// The name in Rust, if not derived.
    pub rust_name: Option<String>,
    /// Its value.
    pub value: i64,
    /// A group of bits.
    pub group: bool,
    /// Documentation.
    pub docs: String,
}

impl EnumDecl {
    /// The case with this word.
    pub fn case(&self, name: &str) -> Option<&EnumCase> {
        self.cases.iter().find(|case| case.name == name)
    }

    /// All bits that a case may set.
    pub fn valid_bits(&self) -> u64 {
        self.cases.iter().fold(0, |bits, case| bits | case.value as u64)
    }
}

/// What a parameter of a type or attribute is.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub enum ParamKind {
    /// A type, perhaps constrained.
    Type(Option<ConstraintId>),
    /// An attribute, perhaps constrained.
    #[default]
    AnyAttr,
    /// An attribute of this constraint.
    Attr(ConstraintId),
    /// An integer; stored as an integer attribute of that width.
    Int {
        /// Bits.
        width: u32,
        /// Printed and bounded as signed.
        signed: bool,
    },
    /// An index-typed integer attribute.
    Index,
    /// A 32-bit float attribute.
    F32,
    /// A 64-bit float attribute.
    F64,
    /// `true` or `false`; an `i1` integer attribute.
    Bool,
    /// A string attribute, written in quotes.
    String,
    /// An integer attribute of any type.
    ApInt,
    /// A float attribute of any type.
    ApFloat,
    /// `@name`
    Symbol,
    /// A location.
    Location,
    /// An affine map.
    AffineMap,
    /// An integer set.
    IntegerSet,
    /// `2x?x4`: an array attribute of i64.
    Dims,
    /// An array attribute.
    Array(Box<ParamKind>),
    /// The type of the attribute itself.
    SelfType,
    /// An enum of the dialect.
    Enum(String),
}

/// A parameter of a type or attribute.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct ParamDecl {
    /// Its name.
    pub name: String,
    /// What it is.
    pub kind: ParamKind,
    /// May be absent.
    pub optional: bool,
    /// Left out of the text when equal to this MLIR text.
    pub default: Option<String>,
    /// Documentation.
    pub docs: String,
}

/// A type of a dialect.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct TypeDecl {
    /// The mnemonic.
    pub name: String,
    /// The name in Rust, if not derived.
    pub rust_name: Option<String>,
    /// One line; what the verifier prints.
    pub summary: String,
    /// Documentation.
    pub docs: String,
    /// Parameters in order.
    pub params: Vec<ParamDecl>,
    /// The assembly format.
    pub format: Option<String>,
    /// Verify, parse, print.
    pub hooks: HookSet,
    /// Printed through an alias of this name.
    pub alias: Option<String>,
    /// Traits, by name.
    pub traits: Vec<String>,
    /// Interfaces.
    pub interfaces: Vec<InterfaceUse>,
}

/// An attribute of a dialect: the same shape.
pub type AttrDecl = TypeDecl;

/// How many values an operand, result, region or successor stands for.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Arity {
    /// Exactly one.
    #[default]
    One,
    /// One or none.
    Optional,
    /// Any number.
    Variadic,
}

/// An operand or a result.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct ValueDecl {
    /// Its name; empty if it has none.
    pub name: String,
    /// How many.
    pub arity: Arity,
    /// What its type must be.
    pub constraint: ConstraintId,
    /// For a variadic of variadics: the attribute with the inner sizes.
    pub inner_segments: Option<String>,
    /// Documentation.
    pub docs: String,
}

/// An inherent attribute.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct AttributeDecl {
    /// Its name.
    pub name: String,
    /// What it must be.
    pub constraint: ConstraintId,
    /// May be absent.
    pub optional: bool,
    /// MLIR text of the value it has when absent.
    pub default: Option<String>,
    /// A property that is no attribute: always present in `<{…}>`.
    pub property: bool,
    /// Documentation.
    pub docs: String,
}

/// A region.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct RegionDecl {
    /// Its name.
    pub name: String,
    /// One or any number.
    pub arity: Arity,
    /// Fewest blocks.
    pub min_blocks: u32,
    /// Most blocks.
    pub max_blocks: Option<u32>,
    /// Documentation.
    pub docs: String,
}

impl RegionDecl {
    /// What the verifier prints.
    pub fn summary(&self) -> String {
        match (self.min_blocks, self.max_blocks) {
            (0, None) => "any region".to_string(),
            (min, None) => format!("region with at least {min} blocks"),
            (min, Some(max)) if min == max => format!("region with {min} blocks"),
            (_, Some(max)) => format!("region with at most {max} blocks"),
        }
    }
}

/// A successor.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct SuccessorDecl {
    /// Its name.
    pub name: String,
    /// One or any number.
    pub arity: Arity,
    /// Documentation.
    pub docs: String,
}

codes! {
    /// Kinds of memory effects.
    pub enum EffectKind {
        /// Reads.
        Read = 1 "read",
        /// Writes.
        Write = 2 "write",
        /// Allocates.
        Alloc = 3 "alloc",
        /// Frees.
        Free = 4 "free",
    }
}

/// One memory effect.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Effect {
    /// What happens.
    pub kind: EffectKind,
    /// The operand, result or symbol attribute it happens to; none: the op.
    pub on: Option<String>,
    /// The resource; none: the default one.
    pub resource: Option<String>,
    /// Order among the op's effects.
    pub stage: u32,
    /// It covers the whole of the resource.
    pub full: bool,
}

/// What an op does to memory.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub enum Effects {
    /// Not said here: unknown, unless a trait says more.
    #[default]
    Unknown,
    /// Exactly these.
    Declared(Vec<Effect>),
    /// A function says.
    Hook(HookId),
}

/// How results are named in text.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub enum ResultNames {
    /// By number.
    #[default]
    Default,
    /// The declared results in order; an empty string leaves one unnamed.
    Fixed(Vec<String>),
    /// A function says.
    Hook(HookId),
}

codes! {
    /// Traits without arguments.
    pub enum SimpleTrait {
        /// No use of values from outside.
        IsolatedFromAbove = 1 "IsolatedFromAbove",
        /// Ends a block.
        Terminator = 2 "Terminator",
        /// Blocks need no terminator.
        NoTerminator = 3 "NoTerminator",
        /// Regions have one block.
        SingleBlock = 4 "SingleBlock",
        /// Entry blocks have no arguments.
        NoRegionArguments = 5 "NoRegionArguments",
        /// Regions are graphs.
        HasOnlyGraphRegion = 6 "HasOnlyGraphRegion",
        /// Symbols within are looked up by name.
        SymbolTable = 7 "SymbolTable",
        /// Defines a symbol.
        Symbol = 8 "Symbol",
        /// Defines a symbol if it has a name.
        OptionalSymbol = 9 "OptionalSymbol",
        /// Affine dimensions and symbols end here.
        AffineScope = 10 "AffineScope",
        /// Stack allocations end here.
        AutomaticAllocationScope = 11 "AutomaticAllocationScope",
        /// Iterations of the region are independent.
        HasParallelRegion = 12 "HasParallelRegion",
        /// Gives its operands to the parent.
        ReturnLike = 13 "ReturnLike",
        /// Has `operandSegmentSizes`.
        AttrSizedOperandSegments = 14 "AttrSizedOperandSegments",
        /// Has `resultSegmentSizes`.
        AttrSizedResultSegments = 15 "AttrSizedResultSegments",
        /// All variadic operands have the same size.
        SameVariadicOperandSize = 16 "SameVariadicOperandSize",
        /// All variadic results have the same size.
        SameVariadicResultSize = 17 "SameVariadicResultSize",
        /// Memref layouts can be normalized.
        MemRefsNormalizable = 18 "MemRefsNormalizable",
        /// Has a data layout specification.
        HasDefaultDLTIDataLayout = 19 "HasDefaultDLTIDataLayout",
        /// Operands do not alias.
        DistinctObjects = 20 "DistinctObjects",
        /// The order of operands does not matter.
        Commutative = 30 "Commutative",
        /// `f(f(x)) = f(x)`
        Idempotent = 31 "Idempotent",
        /// `f(f(x)) = x`
        Involution = 32 "Involution",
        /// A constant.
        ConstantLike = 33 "ConstantLike",
        /// No memory effects.
        NoMemoryEffect = 40 "NoMemoryEffect",
        /// May run though the program did not reach it.
        AlwaysSpeculatable = 41 "AlwaysSpeculatable",
        /// The effects of the ops within.
        RecursiveMemoryEffects = 42 "RecursiveMemoryEffects",
        /// Speculatable if the ops within are.
        RecursivelySpeculatable = 43 "RecursivelySpeculatable",
        /// All operands have one type.
        SameTypeOperands = 50 "SameTypeOperands",
        /// All operands have one shape.
        SameOperandsShape = 51 "SameOperandsShape",
        /// All operands have one element type.
        SameOperandsElementType = 52 "SameOperandsElementType",
        /// Operands and results have one shape.
        SameOperandsAndResultShape = 53 "SameOperandsAndResultShape",
        /// Operands and results have one element type.
        SameOperandsAndResultElementType = 54 "SameOperandsAndResultElementType",
        /// Operands and results have one type.
        SameOperandsAndResultType = 55 "SameOperandsAndResultType",
        /// Operands and results have one rank.
        SameOperandsAndResultRank = 56 "SameOperandsAndResultRank",
        /// The result has the broadcast shape of the operands.
        ResultsBroadcastableShape = 57 "ResultsBroadcastableShape",
        /// Results are floats or containers of floats.
        ResultsAreFloatLike = 58 "ResultsAreFloatLike",
        /// The result type is that of the first attribute.
        FirstAttrDerivedResultType = 59 "FirstAttrDerivedResultType",
        /// Works element by element.
        Elementwise = 60 "Elementwise",
        /// Can be unrolled to scalars.
        Scalarizable = 61 "Scalarizable",
        /// Can be applied to vectors.
        Vectorizable = 62 "Vectorizable",
        /// Can be applied to tensors.
        Tensorizable = 63 "Tensorizable",
    }
}

codes! {
    /// What `All…Match` compares.
    pub enum MatchKind {
        /// Types.
        Types = 1 "AllTypesMatch",
        /// Element types, or the types of what is not shaped.
        ElementTypes = 2 "AllElementTypesMatch",
        /// Shapes.
        Shapes = 3 "AllShapesMatch",
        /// Ranks.
        Ranks = 4 "AllRanksMatch",
        /// Numbers of elements.
        ElementCounts = 5 "AllElementCountsMatch",
        /// Kinds of types.
        TypeIds = 6 "AllTypeIDsMatch",
        /// Shapes of tensors; anything else counts as having no dimensions.
        TensorDims = 7 "SameInputOutputTensorDims",
    }
}

impl MatchKind {
    /// The words after "have same".
    pub fn noun(self) -> &'static str {
        match self {
            MatchKind::Types => "type",
            MatchKind::ElementTypes => "element type",
            MatchKind::Shapes | MatchKind::TensorDims => "shape",
            MatchKind::Ranks => "rank",
            MatchKind::ElementCounts => "element count",
            MatchKind::TypeIds => "type IDs",
        }
    }
}

/// From the type of one value to the type of another.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub enum Transform {
    /// The same type.
    #[default]
    Same,
    /// The element type of a shaped or complex type.
    ElementType,
    /// `i1`, in the same container.
    I1SameShape,
    /// Inputs of a function type.
    FunctionInputs,
    /// Results of a function type.
    FunctionResults,
    /// The element type, as often as there are elements.
    RepeatElementType,
    /// A parameter of a dialect's type.
    TypeParam(String),
    /// A function says.
    Hook(HookId),
}

codes! {
    /// How the two sides of `TypesMatchWith` are compared.
    pub enum Comparison {
        /// As they are.
        Plain = 1 "TypesMatchWith",
        /// Holds also if one of them is absent.
        Optional = 2 "OptionalTypesMatchWith",
        /// As lists of types.
        Ranged = 3 "RangedTypesMatchWith",
    }
}

/// A condition on an op.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum OpPredicate {
    /// All hold.
    And(Vec<OpPredicate>),
    /// One holds.
    Or(Vec<OpPredicate>),
    /// Does not hold.
    Not(Box<OpPredicate>),
    /// A function says.
    Hook(HookId),
    /// The named values agree.
    AllMatch(MatchKind, Vec<String>),
    /// The type of the named value satisfies the constraint.
    TypeIs(String, ConstraintId),
    /// The named value is shaped and its element type satisfies the constraint.
    ElementTypeIs(String, ConstraintId),
    /// Operand `i` exists, is shaped and its element type satisfies the constraint.
    OperandElementTypeIs(u32, ConstraintId),
    /// Operands `i` and `j` exist, are shaped and have the same element type.
    OperandElementTypesMatch(u32, u32),
    /// All operands of these positions have the same element type.
    OperandElementTypesAllMatch(Vec<u32>),
    /// Result `i` and operand `j` exist, are shaped and have the same element type.
    ResultElementTypeMatchesOperand(u32, u32),
    /// Result `i` and operand `j` exist and have the same element type, or type where one is not shaped.
    ResultElementOrSelfMatchesOperand(u32, u32),
    /// Result `i` and operand `j` exist and have the same type.
    ResultTypeMatchesOperand(u32, u32),
    /// Result `i` and operand `j` exist and are shaped.
    ResultAndOperandShaped(u32, u32),
}

/// A trait of an op.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Trait {
    /// One without arguments.
    Simple(SimpleTrait),
    /// The parent is one of these ops (full names).
    HasParent(Vec<String>),
    /// Regions have one block, ended by this op (full name), which may be left out.
    SingleBlockImplicitTerminator(String),
    /// Named values agree.
    AllMatch(MatchKind, Vec<String>),
    /// The type of `to` is the transformed type of `from`.
    TypesMatchWith {
        /// What the verifier prints after "failed to verify that ".
        summary: String,
        /// The value (or attribute) that is transformed.
        from: String,
        /// The value that must agree.
        to: String,
        /// How.
        transform: Transform,
        /// How the two are compared.
        comparison: Comparison,
    },
    /// Each named value has the type beside it.
    InputMatchesTypes(Vec<String>, Vec<ConstraintId>),
    /// The types of the named values are one of the rows.
    InputAddressIsCombinationOf(Vec<String>, Vec<Vec<ConstraintId>>, String),
    /// As many values as the shaped type has elements, all of its element type.
    ShapedTypeMatchesElementCountAndTypes(String, String),
    /// Any condition.
    Predicate {
        /// What the verifier prints after "failed to verify that ".
        summary: String,
        /// The condition.
        condition: OpPredicate,
    },
    /// One that somebody else knows.
    Named(String),
}

/// An operation.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct OpDecl {
    /// The name without the dialect.
    pub name: String,
    /// The name in Rust, if not derived.
    pub rust_name: Option<String>,
    /// Operands.
    pub operands: Vec<ValueDecl>,
    /// Results.
    pub results: Vec<ValueDecl>,
    /// Inherent attributes.
    pub attributes: Vec<AttributeDecl>,
    /// Regions.
    pub regions: Vec<RegionDecl>,
    /// Successors.
    pub successors: Vec<SuccessorDecl>,
    /// Traits, each once.
    pub traits: Vec<Trait>,
    /// Interfaces.
    pub interfaces: Vec<InterfaceUse>,
    /// Memory effects.
    pub effects: Effects,
    /// The assembly format.
    pub format: Option<String>,
    /// Names of results.
    pub result_names: ResultNames,
    /// The dialect whose prefix is left out in the op's regions.
    pub default_dialect: Option<String>,
    /// The other hooks.
    pub hooks: HookSet,
    /// One line.
    pub summary: String,
    /// Documentation, Markdown.
    pub docs: String,
}

impl OpDecl {
    /// Whether it has this trait.
    pub fn has(&self, which: SimpleTrait) -> bool {
        self.traits.contains(&Trait::Simple(which))
    }

    /// The interface of this name, any revision.
    pub fn interface(&self, name: &str) -> Option<&InterfaceUse> {
        self.interfaces.iter().find(|interface| interface.name == name)
    }
}
