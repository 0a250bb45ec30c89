//! What custom assembly hooks see of the parser and the printer. The crate `syntax` implements both.

use plugopt_ir::{
    Attribute, Block, BodyId, Context, Ident, Ir, Location, NamedAttribute, Op, OpName, OpRef, Region, Type, Value,
};

/// Parsing failed; the diagnostic is emitted already.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ParseFailed;

/// What parsing gives.
pub type ParseResult<T = ()> = Result<T, ParseFailed>;

/// A punctuation token.
#[allow(missing_docs)]
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Punctuation {
    Arrow,
    Colon,
    Comma,
    Equal,
    Less,
    Greater,
    LeftParen,
    RightParen,
    LeftBracket,
    RightBracket,
    LeftBrace,
    RightBrace,
    Question,
    Star,
    Plus,
    Minus,
    Slash,
    VerticalBar,
    Ellipsis,
    DoubleColon,
}

impl Punctuation {
    /// As it is written.
    pub fn text(self) -> &'static str {
        match self {
            Punctuation::Arrow => "->",
            Punctuation::Colon => ":",
            Punctuation::Comma => ",",
            Punctuation::Equal => "=",
            Punctuation::Less => "<",
            Punctuation::Greater => ">",
            Punctuation::LeftParen => "(",
            Punctuation::RightParen => ")",
            Punctuation::LeftBracket => "[",
            Punctuation::RightBracket => "]",
            Punctuation::LeftBrace => "{",
            Punctuation::RightBrace => "}",
            Punctuation::Question => "?",
            Punctuation::Star => "*",
            Punctuation::Plus => "+",
            Punctuation::Minus => "-",
            Punctuation::Slash => "/",
            Punctuation::VerticalBar => "|",
            Punctuation::Ellipsis => "...",
            Punctuation::DoubleColon => "::",
        }
    }
}

/// What stands around a list.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Delimiter {
    /// Nothing; the list may be empty.
    None,
    /// `( … )`
    Paren,
    /// `[ … ]`
    Square,
    /// `< … >`
    LessGreater,
    /// `{ … }`
    Braces,
    /// `( … )` or nothing at all
    OptionalParen,
    /// `[ … ]` or nothing at all
    OptionalSquare,
    /// `< … >` or nothing at all
    OptionalLessGreater,
    /// `{ … }` or nothing at all
    OptionalBraces,
}

/// A use of an SSA name whose type is not known yet: `%name` or `%name#number`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct UnresolvedOperand {
    /// Offset of the `%` in the context's sources.
    pub offset: u32,
    /// Length of the name with its `%`, without `#number`.
    pub length: u32,
    /// What follows `#`, else 0.
    pub number: u32,
}

/// An argument of a region's entry block that was parsed before the region.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ParsedArgument {
    /// Its name.
    pub name: UnresolvedOperand,
    /// [`Type::NONE`] where not given yet.
    pub ty: Type,
    /// A dictionary.
    pub attributes: Attribute,
    /// Where `loc(…)` was written.
    pub location: Option<Location>,
}

/// A region that was parsed, or created by a hook, for the operation being parsed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ParsedRegion {
    /// The body it is in.
    pub body: BodyId,
    /// Its index there.
    pub region: Region,
}

/// An operation while it is parsed.
#[derive(Clone, Debug)]
pub struct ParsedOp {
    /// Its name.
    pub name: OpName,
    /// Where its name stands.
    pub location: Location,
    /// Resolved operands.
    pub operands: Vec<Value>,
    /// One for each result.
    pub result_types: Vec<Type>,
    /// Attributes in the order in which they were written. Those with the name of an inherent attribute become that.
    pub attributes: Vec<NamedAttribute>,
    /// Inherent attributes by slot; [`Attribute::NONE`] where not set.
    pub properties: Vec<Attribute>,
    /// Successors.
    pub successors: Vec<Block>,
    /// Regions, all in the same body.
    pub regions: Vec<ParsedRegion>,
}

/// The parser, seen by a hook that parses the custom form of an operation, a type or an attribute.
///
/// Offsets are those of the context's sources ([`Location::from_offset`]). Every method that gives [`ParseFailed`] has emitted its
/// diagnostic.
pub trait AsmParser {
    /// The context.
    fn context(&self) -> &Context;
    /// Offset of the next token.
    fn offset(&mut self) -> u32;
    /// Reports an error at an offset.
    fn error(&mut self, offset: u32, message: &str) -> ParseFailed;

    /// Consumes a punctuation token.
    fn punctuation(&mut self, token: Punctuation) -> ParseResult;
    /// Consumes a punctuation token if it is the next one.
    fn optional_punctuation(&mut self, token: Punctuation) -> bool;
    /// Consumes the given keyword.
    fn keyword(&mut self, word: &str) -> ParseResult;
    /// Consumes the given keyword if it is next.
    fn optional_keyword(&mut self, word: &str) -> bool;
    /// Any keyword (bare identifier), consumed if one is next.
    fn optional_any_keyword(&mut self) -> Option<Ident>;
    /// Any keyword; the error is `expected valid keyword`.
    fn any_keyword(&mut self) -> ParseResult<Ident>;
    /// Any keyword or a string.
    fn keyword_or_string(&mut self) -> ParseResult<Ident>;
    /// Any keyword or a string, consumed if one is next.
    fn optional_keyword_or_string(&mut self) -> ParseResult<Option<Ident>>;
    /// An integer of at most 64 bits, with an optional sign, consumed if one is next.
    fn optional_integer(&mut self) -> ParseResult<Option<i64>>;
    /// An integer of at most 64 bits; the error is `expected integer value`.
    fn integer(&mut self) -> ParseResult<i64>;
    /// A string, consumed if one is next; the escapes are resolved.
    fn optional_string(&mut self) -> ParseResult<Option<Vec<u8>>>;
    /// A string; the error is `expected string`.
    fn string(&mut self) -> ParseResult<Vec<u8>>;
    /// `@name`, consumed if one is next.
    fn optional_symbol_name(&mut self) -> ParseResult<Option<Ident>>;
    /// `@name`
    fn symbol_name(&mut self) -> ParseResult<Ident>;

    /// An attribute; one without a type of its own gets `ty` unless that is [`Type::NONE`].
    fn attribute(&mut self, ty: Type) -> ParseResult<Attribute>;
    /// An attribute, consumed if one is next.
    fn optional_attribute(&mut self, ty: Type) -> ParseResult<Option<Attribute>>;
    /// The body of a dialect attribute given by its definition's name (`dialect.mnemonic`), without `#dialect.mnemonic`.
    fn attribute_body(&mut self, definition: &str, ty: Type) -> ParseResult<Attribute>;
    /// `{…}` if it is next.
    fn optional_attr_dict(&mut self, into: &mut Vec<NamedAttribute>) -> ParseResult;
    /// `attributes {…}` if it is next.
    fn optional_attr_dict_with_keyword(&mut self, into: &mut Vec<NamedAttribute>) -> ParseResult;

    /// A type.
    fn ty(&mut self) -> ParseResult<Type>;
    /// A type, consumed if one is next.
    fn optional_type(&mut self) -> ParseResult<Option<Type>>;
    /// The body of a dialect type given by its definition's name (`dialect.mnemonic`), without `!dialect.mnemonic`.
    fn type_body(&mut self, definition: &str) -> ParseResult<Type>;
    /// Types with commas between.
    fn type_list(&mut self, into: &mut Vec<Type>) -> ParseResult;
    /// `-> type` or `-> (types)` if the arrow is next.
    fn optional_arrow_type_list(&mut self, into: &mut Vec<Type>) -> ParseResult;
    /// `4x?x` or, without `trailing_x`, `4x?`; `-1` is never given: `?` is [`plugopt_ir::DYNAMIC`].
    fn dimension_list(&mut self, allow_dynamic: bool, trailing_x: bool) -> ParseResult<Vec<i64>>;

    /// `loc(…)`, if it is next.
    fn optional_location(&mut self) -> ParseResult<Option<Location>>;

    /// The text between two offsets.
    fn text(&self, from: u32, to: u32) -> &[u8];
}

/// The parser, seen by a hook that parses the custom form of an operation.
pub trait OpAsmParser: AsmParser {
    /// Number of names on the left of `=`, and the `index`-th of all results' names; `None` where not named.
    fn result_name(&self, index: usize) -> Option<(&[u8], u32)>;
    /// Number of results that are named on the left of `=`.
    fn named_result_count(&self) -> usize;

    /// `%name` or `%name#1`
    fn operand(&mut self, allow_number: bool) -> ParseResult<UnresolvedOperand>;
    /// `%name`, consumed if one is next.
    fn optional_operand(&mut self, allow_number: bool) -> ParseResult<Option<UnresolvedOperand>>;
    /// Operands with commas between, within delimiters.
    fn operand_list(&mut self, delimiter: Delimiter, allow_number: bool) -> ParseResult<Vec<UnresolvedOperand>>;
    /// The value of a name; a name that is not defined yet gets a placeholder of that type.
    fn resolve_operand(&mut self, operand: UnresolvedOperand, ty: Type) -> ParseResult<Value>;
    /// An affine map without `affine_map<>`.
    fn affine_map_attr(&mut self) -> ParseResult<Attribute>;
    /// An integer set without `affine_set<>`.
    fn integer_set_attr(&mut self) -> ParseResult<Attribute>;
    /// `affine_map` over SSA names (`%i + 1, %j` between delimiters): operands of dimensions, of symbols, and the map.
    fn affine_map_of_ssa_ids(
        &mut self,
        delimiter: Delimiter,
    ) -> ParseResult<(Attribute, Vec<UnresolvedOperand>, Vec<UnresolvedOperand>)>;

    /// `%name`, `%name: type`, `%name: type {attributes} loc(…)`
    fn argument(&mut self, allow_type: bool, allow_attributes: bool) -> ParseResult<ParsedArgument>;
    /// The same, consumed if one is next.
    fn optional_argument(&mut self, allow_type: bool, allow_attributes: bool) -> ParseResult<Option<ParsedArgument>>;
    /// Arguments with commas between, within delimiters.
    fn argument_list(
        &mut self,
        delimiter: Delimiter,
        allow_type: bool,
        allow_attributes: bool,
    ) -> ParseResult<Vec<ParsedArgument>>;

    /// `{…}` with the given entry arguments, for the operation being parsed.
    fn region(&mut self, arguments: &[ParsedArgument], enable_name_shadowing: bool) -> ParseResult<ParsedRegion>;
    /// The same, if `{` is next.
    fn optional_region(
        &mut self,
        arguments: &[ParsedArgument],
        enable_name_shadowing: bool,
    ) -> ParseResult<Option<ParsedRegion>>;
    /// An empty region for the operation being parsed.
    fn empty_region(&mut self) -> ParsedRegion;
    /// Makes sure that the region has a block that ends with the operation `terminator` (without operands), as
    /// `SingleBlockImplicitTerminator` does. Regions that the terminator must have are made, each with a block.
    fn ensure_terminator(&mut self, region: ParsedRegion, terminator: OpName, location: Location);
    /// Makes sure that the region has a block, as `NoTerminator` does.
    fn ensure_block(&mut self, region: ParsedRegion);

    /// `^name`
    fn successor(&mut self) -> ParseResult<Block>;
    /// `^name`, consumed if one is next.
    fn optional_successor(&mut self) -> ParseResult<Option<Block>>;

    /// Type of a value of the operation's body.
    fn value_type(&self, value: Value) -> Type;
    /// The operations of a parsed region's blocks: the last one of its last block, with its name and operand types. For hooks that
    /// derive result types from a terminator.
    fn region_terminator(&self, region: ParsedRegion) -> Option<(OpName, Vec<Type>)>;
    /// Types of the arguments of the first block of a parsed region.
    fn region_argument_types(&self, region: ParsedRegion) -> Vec<Type>;
}

/// The printer, seen by a hook that prints the custom form of a type or attribute.
pub trait AsmPrinter {
    /// The context.
    fn context(&self) -> &Context;
    /// Appends text as it is.
    fn text(&mut self, text: &[u8]);
    /// Prints a type, through an alias where it has one.
    fn ty(&mut self, ty: Type);
    /// Prints an attribute with its type, through an alias where it has one.
    fn attribute(&mut self, attr: Attribute);
    /// Prints an attribute without its type.
    fn attribute_without_type(&mut self, attr: Attribute);
    /// Prints a dialect attribute or type without `#dialect.mnemonic`.
    fn attribute_body(&mut self, attr: Attribute);
    /// See [`AsmPrinter::attribute_body`].
    fn type_body(&mut self, ty: Type);
    /// `"text"` with escapes.
    fn string(&mut self, text: &[u8]);
    /// A keyword as it is, or in quotes where it is none.
    fn keyword_or_string(&mut self, text: &[u8]);
    /// `@name`, in quotes where needed.
    fn symbol_name(&mut self, name: &[u8]);
}

/// The printer, seen by a hook that prints the custom form of an operation.
pub trait OpAsmPrinter: AsmPrinter {
    /// The tree being printed.
    fn ir(&self) -> &Ir;
    /// `%name` of a value in a body.
    fn operand(&mut self, body: BodyId, value: Value);
    /// `^name` of a block in a body.
    fn successor(&mut self, body: BodyId, block: Block);
    /// ` {…}` of all attributes but the named ones, nothing where none is left.
    fn optional_attr_dict(&mut self, attributes: &[NamedAttribute], elided: &[&[u8]]);
    /// ` attributes {…}` of all attributes but the named ones, nothing where none is left.
    fn optional_attr_dict_with_keyword(&mut self, attributes: &[NamedAttribute], elided: &[&[u8]]);
    /// `{…}` of a region.
    fn region(&mut self, body: BodyId, region: Region, entry_arguments: bool, terminators: bool, empty_block: bool);
    /// `%name` with ` : type` and ` loc(…)` as for a block argument.
    fn region_argument(&mut self, body: BodyId, value: Value, attributes: Attribute, omit_type: bool);
    /// Gives the arguments of a region the names of other values, as `shadowRegionArgs` does.
    fn shadow_region_arguments(&mut self, body: BodyId, region: Region, names: &[Value]);
    /// Prints a map over SSA names.
    fn affine_map_of_ssa_ids(&mut self, map: Attribute, body: BodyId, operands: &[Value]);
    /// Prints an operation in its generic form.
    fn generic_op(&mut self, op: OpRef);
    /// Prints an operation in its custom form, or its generic one where it has none, with its location if those are printed.
    fn custom_op(&mut self, op: OpRef);
    /// Starts a new line at the current indentation.
    fn newline(&mut self);
    /// Deepens the indentation of new lines by one step.
    fn increase_indent(&mut self);
    /// Takes one step back.
    fn decrease_indent(&mut self);
    /// The attributes of an operation that the custom form prints: inherent ones that are set, then discardable ones, sorted by name.
    fn all_attributes(&self, op: OpRef) -> Vec<NamedAttribute>;
}

/// Names of results and block arguments that an operation would like its values to have in text.
pub trait ValueNames {
    /// Gives a value of the operation or of its regions a name, without `%`. An empty name leaves it numbered.
    fn set_name(&mut self, value: Value, name: &[u8]);
}

/// An operation of a tree, as hooks get it.
#[derive(Clone, Copy)]
pub struct OpView<'a> {
    /// The tree.
    pub ir: &'a Ir,
    /// The operation, named as the root of its own body where it has one.
    pub op: OpRef,
}

impl OpView<'_> {
    /// The operation's operands, where they are kept.
    pub fn operands(&self) -> (BodyId, Vec<Value>) {
        let at = self.ir.position(self.op);
        (at.body, self.ir.body(at.body).operands(at.op).collect())
    }

    /// The index of the operation in its body.
    pub fn index(&self) -> Op {
        self.op.op
    }
}
