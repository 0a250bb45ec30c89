//! What the code of a dialect's owner can do for its operations, types and attributes. The crate `host` implements it over the
//! functions of a plugin.

use crate::asm::{AsmParser, AsmPrinter, OpAsmParser, OpAsmPrinter, OpView, ParseResult, ParsedOp, ValueNames};
use plugopt_descriptor::{EffectKind, HookId};
use plugopt_ir::{Attribute, Block, BodyId, Context, Ir, Location, NamedAttribute, OpName, OpRef, Region, Type, Value};

/// A hook failed; the diagnostic is emitted already.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct HookFailed;

/// What a folder gives for one result.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Folded {
    /// A value of the operation's body.
    Value(Value),
    /// A constant.
    Attribute(Attribute),
}

/// What a fold hook did.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum FoldOutcome {
    /// Nothing.
    Unchanged,
    /// The operation was changed in place.
    InPlace,
    /// One for each result.
    Results(smallvec::SmallVec<[Folded; 2]>),
}

/// What result type inference starts from.
pub struct InferInput<'a> {
    /// The context.
    pub context: &'a Context,
    /// The operation's location, for diagnostics.
    pub location: Location,
    /// Types of the operands.
    pub operand_types: &'a [Type],
    /// Inherent attributes by slot.
    pub properties: &'a [Attribute],
    /// Discardable attributes.
    pub attributes: &'a [NamedAttribute],
    /// For each region the types that its terminator passes on, where known.
    pub region_results: &'a [Vec<Type>],
}

/// What an operation does to memory.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct MemoryEffect {
    /// Reads, writes, allocates, frees.
    pub kind: EffectKind,
    /// The value it happens to; `None` where it is on a symbol or on no value.
    pub value: Option<Value>,
    /// The symbol it happens to; [`Attribute::NONE`] where none.
    pub symbol: Attribute,
    /// The resource; `None` is the default one.
    pub resource: Option<Box<str>>,
    /// Order among the operation's effects.
    pub stage: u32,
    /// It covers the whole of the resource.
    pub full: bool,
}

/// Which hooks an operation has: asked once, when its definition is decoded.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
#[allow(missing_docs, clippy::struct_excessive_bools)]
pub struct OpHookSet {
    pub verify: bool,
    pub verify_signature: bool,
    pub verify_regions: bool,
    pub fold: bool,
    pub canonicalize: bool,
    pub infer: bool,
    pub parse: bool,
    pub print: bool,
    pub result_names: bool,
    pub region_names: bool,
    pub block_names: bool,
    pub effects: bool,
}

/// The hooks of one operation. The defaults stand for hooks that it does not have.
pub trait OpHooks: Send + Sync {
    /// Which of the methods below do something.
    fn set(&self) -> OpHookSet;
    /// Checks what constraints and traits do not say, before the regions are verified.
    fn verify(&self, _op: OpView<'_>) -> Result<(), HookFailed> {
        Ok(())
    }
    /// The same of what follows from name, types of operands and results, and inherent attributes.
    fn verify_signature(&self, _op: OpView<'_>) -> Result<(), HookFailed> {
        Ok(())
    }
    /// Checks what needs verified regions.
    fn verify_regions(&self, _op: OpView<'_>) -> Result<(), HookFailed> {
        Ok(())
    }
    /// Folds the operation; `constants` has one entry for each operand, [`Attribute::NONE`] where it is no constant.
    fn fold(&self, _ir: &mut Ir, _op: OpRef, _constants: &[Attribute]) -> FoldOutcome {
        FoldOutcome::Unchanged
    }
    /// The result types.
    fn infer(&self, _input: &InferInput<'_>, _into: &mut Vec<Type>) -> Result<(), HookFailed> {
        Err(HookFailed)
    }
    /// Parses what follows the operation's name.
    fn parse(&self, _parser: &mut dyn OpAsmParser, _op: &mut ParsedOp) -> ParseResult {
        Ok(())
    }
    /// Prints what follows the operation's name.
    fn print(&self, _printer: &mut dyn OpAsmPrinter, _op: OpRef) {}
    /// Names the results.
    fn result_names(&self, _op: OpView<'_>, _names: &mut dyn ValueNames) {}
    /// Names the arguments of a region's blocks.
    fn region_names(&self, _op: OpView<'_>, _body: BodyId, _region: Region, _names: &mut dyn ValueNames) {}
    /// Names blocks.
    fn block_names(&self, _op: OpView<'_>, _names: &mut dyn FnMut(Block, &[u8])) {}
    /// The memory effects, where the declaration leaves them to a function.
    fn effects(&self, _op: OpView<'_>, _into: &mut Vec<MemoryEffect>) {}
    /// Runs the canonicalization patterns of the operation through a rewriter that the crate `rewrite` provides.
    fn canonicalize(&self, _rewriter: &mut dyn Rewriter, _op: OpRef) -> bool {
        false
    }
    /// A named directive of the operation's dialect (`custom<Name>(…)`), parsing. `arguments` are what the format passes.
    fn parse_directive(
        &self,
        _name: &str,
        _parser: &mut dyn OpAsmParser,
        _op: &mut ParsedOp,
        _arguments: &mut [DirectiveArgument],
    ) -> ParseResult {
        Ok(())
    }
    /// A named directive of the operation's dialect, printing.
    fn print_directive(
        &self,
        _name: &str,
        _printer: &mut dyn OpAsmPrinter,
        _op: OpRef,
        _arguments: &[DirectiveArgument],
    ) {
    }
}

/// What a format passes to `custom<…>`; a parsing hook fills it.
#[derive(Clone, Debug)]
pub enum DirectiveArgument {
    /// `$attribute`
    Attribute(Attribute),
    /// `$operand` while parsing
    Operands(Vec<crate::asm::UnresolvedOperand>),
    /// `$operand` while printing
    Values(BodyId, Vec<Value>),
    /// `$operand` of a variadic of variadics while parsing: a list for each group
    OperandGroups(Vec<Vec<crate::asm::UnresolvedOperand>>),
    /// `$operand` of a variadic of variadics while printing
    ValueGroups(BodyId, Vec<Vec<Value>>),
    /// `type($operand)`
    Types(Vec<Type>),
    /// `type($operand)` of a variadic of variadics
    TypeGroups(Vec<Vec<Type>>),
    /// `$region` while parsing
    ParsedRegions(Vec<crate::asm::ParsedRegion>),
    /// `$region` while printing
    Regions(BodyId, Vec<Region>),
    /// `$successor`
    Successors(BodyId, Vec<Block>),
    /// `attr-dict` and `prop-dict`
    AttrDict(Vec<NamedAttribute>),
    /// A literal string of the format.
    Text(String),
}

/// How patterns and folders change the IR: everything goes through it, so that the driver of the rewrite knows.
pub trait Rewriter {
    /// The tree.
    fn ir(&self) -> &Ir;
    /// The tree, to change an operation in place; the driver must be told by [`Rewriter::modified`].
    fn ir_mut(&mut self) -> &mut Ir;
    /// An operation was changed in place.
    fn modified(&mut self, op: OpRef);
    /// An operation was created and put in its place.
    fn inserted(&mut self, op: OpRef);
    /// Replaces all results of an operation and erases it.
    fn replace(&mut self, op: OpRef, values: &[Value]);
    /// Erases an operation without uses.
    fn erase(&mut self, op: OpRef);
    /// Replaces all uses of a value.
    fn replace_all_uses(&mut self, body: BodyId, old: Value, new: Value);
    /// A constant of the given value and type before an operation, made by the dialect that `like` names (`dialect.…`); `None`
    /// where that dialect cannot.
    fn constant(&mut self, before: OpRef, like: &[u8], value: Attribute, ty: Type) -> Option<Value>;
}

/// The hooks of one type or attribute definition.
pub trait DefHooks: Send + Sync {
    /// Whether [`DefHooks::parse`] and [`DefHooks::print`] do something.
    fn has_syntax(&self) -> bool {
        false
    }
    /// Parses what follows `dialect.mnemonic`, into the parameters.
    fn parse(&self, _parser: &mut dyn AsmParser, _ty: Type) -> ParseResult<Vec<Attribute>> {
        Ok(Vec::new())
    }
    /// Prints what follows `dialect.mnemonic`. A named type comes with its name and then its body, without the body where that is not
    /// set yet or the type stands inside itself.
    fn print(&self, _printer: &mut dyn AsmPrinter, _parameters: &[Attribute]) {}
    /// Whether [`DefHooks::verify`] does something.
    fn has_verifier(&self) -> bool {
        false
    }
    /// Checks the parameters; the message says what is wrong with them.
    fn verify(&self, _context: &Context, _parameters: &[Attribute]) -> Result<(), String> {
        Ok(())
    }
}

/// A canonicalization pattern that a dialect adds to those of its operations.
pub struct DialectPattern {
    /// The operations that it is for; `None` for all.
    pub root: Option<OpName>,
    /// Of several patterns the one of the highest benefit is tried first; those of operations have 1.
    pub benefit: u32,
    /// Rewrites an operation. Gives whether it did.
    pub rewrite: Box<RewriteFn>,
}

/// The function of a [`DialectPattern`].
pub type RewriteFn = dyn Fn(&mut dyn Rewriter, OpRef) -> bool + Send + Sync;

/// The hooks of a dialect as a whole.
pub trait DialectHooks: Send + Sync {
    /// The patterns of the dialect that belong to no operation of its own.
    fn canonicalization(&self, _context: &Context) -> Vec<DialectPattern> {
        Vec::new()
    }
    /// The name (`dialect.op`) and attributes of an operation that gives the constant `value` of type `ty`.
    fn materialize_constant(&self, _ir: &mut Ir, _before: OpRef, _value: Attribute, _ty: Type) -> Option<OpRef> {
        None
    }
    /// Checks a discardable attribute of this dialect on an operation.
    fn verify_op_attribute(&self, _op: OpView<'_>, _attribute: NamedAttribute) -> Result<(), HookFailed> {
        Ok(())
    }
    /// Checks an attribute of this dialect on an argument of a region (in `arg_attrs` of a function).
    fn verify_region_arg_attribute(
        &self,
        _op: OpView<'_>,
        _region: u32,
        _argument: u32,
        _attribute: NamedAttribute,
    ) -> Result<(), HookFailed> {
        Ok(())
    }
    /// Checks an attribute of this dialect on a result of a region (in `res_attrs` of a function).
    fn verify_region_result_attribute(
        &self,
        _op: OpView<'_>,
        _region: u32,
        _result: u32,
        _attribute: NamedAttribute,
    ) -> Result<(), HookFailed> {
        Ok(())
    }
    /// The method `verify_symbol_uses` of the interface `SymbolUserOpInterface`: checks the symbols that an operation refers to,
    /// when everything in the symbol table around it is verified.
    fn verify_symbol_uses(&self, _hook: HookId, _op: OpView<'_>) -> Result<(), HookFailed> {
        Ok(())
    }
    /// A predicate on types that a constraint names.
    fn type_predicate(&self, _hook: HookId, _context: &Context, _ty: Type) -> bool {
        false
    }
    /// A predicate on attributes that a constraint names.
    fn attr_predicate(&self, _hook: HookId, _context: &Context, _attribute: Attribute) -> bool {
        false
    }
    /// A predicate on operations that a trait names.
    fn op_predicate(&self, _hook: HookId, _op: OpView<'_>) -> bool {
        false
    }
    /// A function from a type to types that a trait names; `false` where it has no answer.
    fn transform_type(&self, _hook: HookId, _context: &Context, _ty: Type, _into: &mut Vec<Type>) -> bool {
        false
    }
}
