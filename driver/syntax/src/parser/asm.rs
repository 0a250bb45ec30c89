//! What hooks and formats parse with: MLIR's `AsmParser` and `OpAsmParser`.
//!
//! Errors that MLIR reports through the parser of a custom operation begin with `custom op 'name' `; those about tokens do not.

use super::{Optional, Parser};
use crate::lexer::{TokenKind, unescape};
use plugopt_dialect::OpDef;
use plugopt_dialect::asm::{
    AsmParser, Delimiter, OpAsmParser, ParseFailed, ParseResult, ParsedArgument, ParsedRegion, Punctuation,
    UnresolvedOperand,
};
use plugopt_dialect::definition::{Arity, RegionDef};
use plugopt_ir::attributes::AttrData;
use plugopt_ir::body::OpState;
use plugopt_ir::{Attribute, Block, Context, Ident, Location, NamedAttribute, OpName, Traits, Type, Value};
use smallvec::SmallVec;

/// The token of a punctuation.
pub(crate) fn token_of(punctuation: Punctuation) -> TokenKind {
    match punctuation {
        Punctuation::Arrow => TokenKind::Arrow,
        Punctuation::Colon => TokenKind::Colon,
        Punctuation::Comma => TokenKind::Comma,
        Punctuation::Equal => TokenKind::Equal,
        Punctuation::Less => TokenKind::Less,
        Punctuation::Greater => TokenKind::Greater,
        Punctuation::LeftParen => TokenKind::LeftParen,
        Punctuation::RightParen => TokenKind::RightParen,
        Punctuation::LeftBracket => TokenKind::LeftBracket,
        Punctuation::RightBracket => TokenKind::RightBracket,
        Punctuation::LeftBrace => TokenKind::LeftBrace,
        Punctuation::RightBrace => TokenKind::RightBrace,
        Punctuation::Question => TokenKind::Question,
        Punctuation::Star => TokenKind::Star,
        Punctuation::Plus => TokenKind::Plus,
        Punctuation::Minus => TokenKind::Minus,
        Punctuation::Slash => TokenKind::Slash,
        Punctuation::VerticalBar => TokenKind::VerticalBar,
        Punctuation::Ellipsis => TokenKind::Ellipsis,
        Punctuation::DoubleColon => TokenKind::DoubleColon,
    }
}

impl<'s> Parser<'s> {
    /// Reports an error as MLIR's parsers of custom operations do.
    #[cold]
    pub(crate) fn custom_error(&self, index: u32, message: impl AsRef<[u8]>) -> ParseFailed {
        match self.format.operation {
            Some(name) => {
                let name = self.context.op_name_bytes(name);
                self.error_at(index, [b"custom op '", name, b"' ", message.as_ref()].concat())
            }
            None => self.error_at(index, message.as_ref()),
        }
    }

    /// Consumes a keyword.
    pub(crate) fn expect_keyword(&mut self, word: &[u8]) -> ParseResult {
        if self.consume_keyword(word) {
            return Ok(());
        }
        Err(self.custom_error(self.here_index(), [b"expected '", word, b"'"].concat()))
    }

    /// Consumes a token that messages show as `text`.
    #[inline]
    pub(crate) fn expect_token(&mut self, kind: TokenKind, text: &[u8]) -> ParseResult {
        if self.token.kind == kind {
            self.advance();
            return Ok(());
        }
        Err(self.wrong_token([b"expected '", text, b"'"].concat()))
    }

    /// `@name`, if it is next.
    pub(crate) fn parse_optional_symbol_name(&mut self) -> Option<Ident> {
        if !self.at(TokenKind::AtIdentifier) {
            return None;
        }
        let name = match &self.here()[1..] {
            quoted @ [b'"', ..] => self.context.ident(&unescape(quoted)),
            bare => self.context.ident(bare),
        };
        self.advance();
        Some(name)
    }

    /// `@name`
    pub(crate) fn parse_symbol_name(&mut self) -> ParseResult<Ident> {
        let at = self.here_index();
        match self.parse_optional_symbol_name() {
            Some(name) => Ok(name),
            None => Err(self.custom_error(at, "expected valid '@'-identifier for symbol name")),
        }
    }

    /// An integer of at most 64 bits with an optional `-`, or `true` or `false`, if one is next.
    pub(crate) fn parse_optional_integer(&mut self) -> Optional<i64> {
        let word = if self.at(TokenKind::BareIdentifier) { self.here() } else { b"" };
        if matches!(word, b"true" | b"false") {
            self.advance();
            return Ok(Some(i64::from(word == b"true")));
        }
        let start = self.here_index();
        if !self.at(TokenKind::Integer) && !self.at(TokenKind::Minus) {
            return Ok(None);
        }
        let negative = self.consume_if(TokenKind::Minus);
        if !self.at(TokenKind::Integer) {
            return Err(self.wrong_token("expected integer value"));
        }
        let text = std::str::from_utf8(self.here()).unwrap_or("");
        let value = match text.strip_prefix("0x") {
            Some(digits) => i128::from_str_radix(digits, 16),
            None => text.parse::<i128>(),
        };
        self.advance();
        let value = value.ok().map(|value| if negative { -value } else { value });
        // Unsigned numbers of 64 bits are taken too, by their bits.
        match value.filter(|v| (i64::MIN as i128..=u64::MAX as i128).contains(v)) {
            Some(value) => Ok(Some(value as i64)),
            None => Err(self.custom_error(start, "integer value too large")),
        }
    }

    /// An integer of at most 64 bits.
    pub(crate) fn parse_integer(&mut self) -> ParseResult<i64> {
        let at = self.here_index();
        match self.parse_optional_integer()? {
            Some(value) => Ok(value),
            None => Err(self.custom_error(at, "expected integer value")),
        }
    }

    /// A keyword or a string, if one is next.
    pub(crate) fn parse_optional_keyword_or_string(&mut self) -> Option<Vec<u8>> {
        match self.token.kind {
            TokenKind::BareIdentifier => {
                let word = self.here().to_vec();
                self.advance();
                Some(word)
            }
            TokenKind::String => {
                let text = unescape(self.here());
                self.advance();
                Some(text)
            }
            _ => None,
        }
    }

    /// A keyword or a string.
    pub(crate) fn parse_keyword_or_string(&mut self) -> ParseResult<Vec<u8>> {
        let at = self.here_index();
        match self.parse_optional_keyword_or_string() {
            Some(text) => Ok(text),
            None => Err(self.custom_error(at, "expected valid keyword or string")),
        }
    }

    /// `%name`, if it is next.
    #[inline]
    pub(crate) fn parse_optional_operand(&mut self, allow_number: bool) -> Optional<UnresolvedOperand> {
        if self.at(TokenKind::PercentIdentifier) { self.ssa_use(allow_number).map(Some) } else { Ok(None) }
    }

    /// `-> type`, `-> (types)`, behind the arrow.
    pub(crate) fn parse_function_results(&mut self, into: &mut Vec<Type>) -> ParseResult {
        if !self.consume_if(TokenKind::LeftParen) {
            let ty = self.parse_type()?;
            into.push(ty);
            return Ok(());
        }
        if self.consume_if(TokenKind::RightParen) {
            return Ok(());
        }
        self.comma_separated(|p| {
            let ty = p.parse_type()?;
            into.push(ty);
            Ok(())
        })?;
        self.expect(TokenKind::RightParen, "expected ')'")
    }

    fn parse_argument(&mut self, allow_type: bool, allow_attributes: bool) -> ParseResult<ParsedArgument> {
        let name = self.ssa_use(false)?;
        let mut argument =
            ParsedArgument { name, ty: Type::NONE, attributes: Attribute::EMPTY_DICTIONARY, location: None };
        if allow_type {
            self.expect_token(TokenKind::Colon, b":")?;
            argument.ty = self.parse_type()?;
        }
        if allow_attributes && self.at(TokenKind::LeftBrace) {
            let mut attributes = Vec::new();
            self.parse_attr_dict(&mut attributes)?;
            argument.attributes = self.context.dictionary_attr(&attributes);
        }
        argument.location = self.optional_location_specifier()?;
        Ok(argument)
    }

    /// Makes sure that a region ends with a terminator, as `SingleBlockImplicitTerminator` does.
    pub(crate) fn ensure_region_terminator(&mut self, region: ParsedRegion, terminator: OpName, location: Location) {
        let context = self.context;
        let info = context.op_info(terminator);
        let properties = vec![Attribute::NONE; info.properties.len()];
        let must_have = |region: &&RegionDef| region.arity == Arity::One && region.min_blocks > 0;
        let region_count = OpDef::of(info).map_or(0, |def| def.regions.iter().filter(must_have).count());
        self.with_region_body(region, |body| {
            let block = match body.last_block(region.region) {
                Some(block) => block,
                None => {
                    let block = body.create_block(&[]);
                    body.append_block(region.region, block);
                    block
                }
            };
            let last = body.last_op(block).map(|op| context.op_info(body.name(op)));
            if last.is_none_or(|info| !info.has(Traits::TERMINATOR)) {
                let regions: SmallVec<[_; 1]> = (0..region_count)
                    .map(|_| {
                        let region = body.create_region();
                        let block = body.create_block(&[]);
                        body.append_block(region, block);
                        region
                    })
                    .collect();
                let state =
                    OpState { properties: &properties, regions: &regions, ..OpState::new(terminator, location) };
                let op = body.create_op(&state);
                body.append_op(block, op);
            }
        });
    }

    /// Makes sure that a region has a block.
    pub(crate) fn ensure_region_block(&mut self, region: ParsedRegion) {
        self.with_region_body(region, |body| {
            if body.first_block(region.region).is_none() {
                let block = body.create_block(&[]);
                body.append_block(region.region, block);
            }
        });
    }
}

impl AsmParser for Parser<'_> {
    fn context(&self) -> &Context {
        self.context
    }

    fn offset(&mut self) -> u32 {
        self.offset_of(self.token.start)
    }

    fn error(&mut self, offset: u32, message: &str) -> ParseFailed {
        self.custom_error(offset.wrapping_sub(self.lexer.base), message)
    }

    fn punctuation(&mut self, token: Punctuation) -> ParseResult {
        self.expect_token(token_of(token), token.text().as_bytes())
    }

    fn optional_punctuation(&mut self, token: Punctuation) -> bool {
        self.consume_if(token_of(token))
    }

    fn keyword(&mut self, word: &str) -> ParseResult {
        self.expect_keyword(word.as_bytes())
    }

    fn optional_keyword(&mut self, word: &str) -> bool {
        self.consume_keyword(word.as_bytes())
    }

    fn optional_any_keyword(&mut self) -> Option<Ident> {
        let word = self.optional_bare()?;
        Some(self.context.ident(word))
    }

    fn any_keyword(&mut self) -> ParseResult<Ident> {
        match self.optional_bare() {
            Some(word) => Ok(self.context.ident(word)),
            None => Err(self.wrong_token("expected valid keyword")),
        }
    }

    fn keyword_or_string(&mut self) -> ParseResult<Ident> {
        let text = self.parse_keyword_or_string()?;
        Ok(self.context.ident(&text))
    }

    fn optional_keyword_or_string(&mut self) -> ParseResult<Option<Ident>> {
        Ok(self.parse_optional_keyword_or_string().map(|text| self.context.ident(&text)))
    }

    fn optional_integer(&mut self) -> ParseResult<Option<i64>> {
        self.parse_optional_integer()
    }

    fn integer(&mut self) -> ParseResult<i64> {
        self.parse_integer()
    }

    fn optional_string(&mut self) -> ParseResult<Option<Vec<u8>>> {
        self.optional_string_literal()
    }

    fn string(&mut self) -> ParseResult<Vec<u8>> {
        let at = self.here_index();
        match self.optional_string_literal()? {
            Some(text) => Ok(text),
            None => Err(self.custom_error(at, "expected string")),
        }
    }

    fn optional_symbol_name(&mut self) -> ParseResult<Option<Ident>> {
        Ok(self.parse_optional_symbol_name())
    }

    fn symbol_name(&mut self) -> ParseResult<Ident> {
        self.parse_symbol_name()
    }

    fn attribute(&mut self, ty: Type) -> ParseResult<Attribute> {
        self.parse_attribute(ty)
    }

    fn optional_attribute(&mut self, ty: Type) -> ParseResult<Option<Attribute>> {
        self.parse_optional_attribute(ty)
    }

    fn attribute_body(&mut self, definition: &str, ty: Type) -> ParseResult<Attribute> {
        let registry = plugopt_dialect::Registry::of(self.context);
        match registry.find_attr(self.context, definition) {
            Some(def) => crate::format::parse_attr_body(self, def, ty),
            None => Err(self.custom_error(self.here_index(), format!("unknown attribute '#{definition}'"))),
        }
    }

    fn optional_attr_dict(&mut self, into: &mut Vec<NamedAttribute>) -> ParseResult {
        if self.at(TokenKind::LeftBrace) { self.parse_attr_dict(into) } else { Ok(()) }
    }

    fn optional_attr_dict_with_keyword(&mut self, into: &mut Vec<NamedAttribute>) -> ParseResult {
        if self.consume_keyword(b"attributes") { self.parse_attr_dict(into) } else { Ok(()) }
    }

    fn ty(&mut self) -> ParseResult<Type> {
        self.parse_type()
    }

    fn optional_type(&mut self) -> ParseResult<Option<Type>> {
        self.parse_optional_type()
    }

    fn type_body(&mut self, definition: &str) -> ParseResult<Type> {
        let registry = plugopt_dialect::Registry::of(self.context);
        match registry.find_type(self.context, definition) {
            Some(def) => crate::format::parse_type_body(self, def),
            None => Err(self.custom_error(self.here_index(), format!("unknown type '!{definition}'"))),
        }
    }

    fn type_list(&mut self, into: &mut Vec<Type>) -> ParseResult {
        self.comma_separated(|p| {
            let ty = p.parse_type()?;
            into.push(ty);
            Ok(())
        })
    }

    fn optional_arrow_type_list(&mut self, into: &mut Vec<Type>) -> ParseResult {
        if self.consume_if(TokenKind::Arrow) { self.parse_function_results(into) } else { Ok(()) }
    }

    fn dimension_list(&mut self, allow_dynamic: bool, trailing_x: bool) -> ParseResult<Vec<i64>> {
        let mut sizes = smallvec::SmallVec::new();
        self.dimensions(&mut sizes, allow_dynamic, trailing_x)?;
        Ok(sizes.into_vec())
    }

    fn optional_location(&mut self) -> ParseResult<Option<Location>> {
        self.optional_location_specifier()
    }

    fn text(&self, from: u32, to: u32) -> &[u8] {
        let index = |offset: u32| (offset.wrapping_sub(self.lexer.base)) as usize;
        self.lexer.source.get(index(from)..index(to)).unwrap_or_default()
    }
}

impl OpAsmParser for Parser<'_> {
    fn result_name(&self, index: usize) -> Option<(&[u8], u32)> {
        self.result_name_at(index)
    }

    fn named_result_count(&self) -> usize {
        self.named_results()
    }

    fn operand(&mut self, allow_number: bool) -> ParseResult<UnresolvedOperand> {
        self.ssa_use(allow_number)
    }

    fn optional_operand(&mut self, allow_number: bool) -> ParseResult<Option<UnresolvedOperand>> {
        self.parse_optional_operand(allow_number)
    }

    fn operand_list(&mut self, delimiter: Delimiter, allow_number: bool) -> ParseResult<Vec<UnresolvedOperand>> {
        let mut operands = Vec::new();
        if delimiter == Delimiter::None && !self.at(TokenKind::PercentIdentifier) {
            return Ok(operands);
        }
        self.delimited(delimiter, " in operand list", |p| {
            let operand = p.ssa_use(allow_number)?;
            operands.push(operand);
            Ok(())
        })?;
        Ok(operands)
    }

    fn resolve_operand(&mut self, operand: UnresolvedOperand, ty: Type) -> ParseResult<Value> {
        self.resolve(operand, ty)
    }

    fn affine_map_of_ssa_ids(
        &mut self,
        delimiter: Delimiter,
    ) -> ParseResult<(Attribute, Vec<UnresolvedOperand>, Vec<UnresolvedOperand>)> {
        let (map, scope) = self.ssa_affine_map(delimiter)?;
        Ok((self.context.attribute_of(plugopt_ir::AttrData::AffineMap(map)), scope.dims, scope.symbols))
    }

    fn argument(&mut self, allow_type: bool, allow_attributes: bool) -> ParseResult<ParsedArgument> {
        self.parse_argument(allow_type, allow_attributes)
    }

    fn optional_argument(&mut self, allow_type: bool, allow_attributes: bool) -> ParseResult<Option<ParsedArgument>> {
        if !self.at(TokenKind::PercentIdentifier) {
            return Ok(None);
        }
        self.parse_argument(allow_type, allow_attributes).map(Some)
    }

    fn argument_list(
        &mut self,
        delimiter: Delimiter,
        allow_type: bool,
        allow_attributes: bool,
    ) -> ParseResult<Vec<ParsedArgument>> {
        let mut arguments = Vec::new();
        if delimiter == Delimiter::None && !self.at(TokenKind::PercentIdentifier) {
            return Ok(arguments);
        }
        self.delimited(delimiter, " in argument list", |p| {
            let argument = p.parse_argument(allow_type, allow_attributes)?;
            arguments.push(argument);
            Ok(())
        })?;
        Ok(arguments)
    }

    fn region(&mut self, arguments: &[ParsedArgument], _enable_name_shadowing: bool) -> ParseResult<ParsedRegion> {
        self.custom_region(arguments)
    }

    fn optional_region(
        &mut self,
        arguments: &[ParsedArgument],
        _enable_name_shadowing: bool,
    ) -> ParseResult<Option<ParsedRegion>> {
        if self.at(TokenKind::LeftBrace) { self.custom_region(arguments).map(Some) } else { Ok(None) }
    }

    fn empty_region(&mut self) -> ParsedRegion {
        self.custom_empty_region()
    }

    fn ensure_terminator(&mut self, region: ParsedRegion, terminator: OpName, location: Location) {
        self.ensure_region_terminator(region, terminator, location);
    }

    fn affine_map_attr(&mut self) -> ParseResult<Attribute> {
        let map = self.affine_map()?;
        Ok(self.context.attribute_of(AttrData::AffineMap(map)))
    }

    fn integer_set_attr(&mut self) -> ParseResult<Attribute> {
        let set = self.integer_set()?;
        Ok(self.context.attribute_of(AttrData::IntegerSet(set)))
    }

    fn ensure_block(&mut self, region: ParsedRegion) {
        self.ensure_region_block(region);
    }

    fn successor(&mut self) -> ParseResult<Block> {
        self.parse_successor()
    }

    fn optional_successor(&mut self) -> ParseResult<Option<Block>> {
        if self.at(TokenKind::CaretIdentifier) { self.parse_successor().map(Some) } else { Ok(None) }
    }

    fn value_type(&self, value: Value) -> Type {
        Parser::value_type(self, value)
    }

    fn region_terminator(&self, region: ParsedRegion) -> Option<(OpName, Vec<Type>)> {
        self.region_body(region, |body| {
            let op = body.last_block(region.region).and_then(|block| body.last_op(block))?;
            Some((body.name(op), body.operands(op).map(|v| body.value_type(v)).collect()))
        })?
    }

    fn region_argument_types(&self, region: ParsedRegion) -> Vec<Type> {
        let types = self.region_body(region, |body| {
            let block = body.first_block(region.region)?;
            Some(body.arguments(block).iter().map(|&v| body.value_type(v)).collect())
        });
        types.flatten().unwrap_or_default()
    }
}
