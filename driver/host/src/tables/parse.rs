//! `plugopt.parse`

use super::core::{from_bits, kind};
use super::state;
use crate::session::*;
use plugopt_dialect::asm::{
    AsmParser, Delimiter, OpAsmParser, ParseFailed, ParsedArgument, Punctuation, UnresolvedOperand,
};
use plugopt_dialect::hooks::DirectiveArgument;
use plugopt_ir as ir;
use plugopt_ir::{Attribute, BodyId, Location, NamedAttribute, OpRef, Type};
use plugopt_plugin::raw::{self, Status};

fn asm(parser: &mut Parser) -> &mut dyn AsmParser {
    // SAFETY: the parser outlives the callback, and one function of the table uses it at a time.
    unsafe { &mut *parser.asm }
}

fn op_asm<'a>(s: &Session, parser: &'a mut Parser) -> Done<&'a mut dyn OpAsmParser> {
    match parser.op {
        // SAFETY: as in `asm`.
        Some(op) => Ok(unsafe { &mut *op }),
        None => Err(s.fail(Status::WRONG_STATE, "a type or attribute is parsed, not an operation")),
    }
}

trait OrFailure<T> {
    fn or_failure(self) -> Done<T>;
}

impl<T> OrFailure<T> for Result<T, ParseFailed> {
    fn or_failure(self) -> Done<T> {
        self.map_err(|ParseFailed| Status::FAILURE)
    }
}

fn text<'a>(s: &Session, bytes: &'a [u8]) -> Done<&'a str> {
    std::str::from_utf8(bytes).map_err(|_| s.fail(Status::INVALID_ARGUMENT, "the text is not UTF-8"))
}

fn ident(s: &Session, ident: ir::Ident) -> &'static [u8] {
    s.context().bytes(ident)
}

fn fail<T>(parser: &mut Parser, message: &str) -> Done<T> {
    let parser = asm(parser);
    let offset = parser.offset();
    parser.error(offset, message);
    Err(Status::FAILURE)
}

fn ty_or_none(ty: Option<Type>) -> Type {
    ty.unwrap_or(Type::NONE)
}

// ---- where --------------------------------------------------------------------------------------------------------------------

pub(crate) fn current_location(_: &Session, parser: &mut Parser) -> Done<Location> {
    Ok(Location::from_offset(asm(parser).offset()))
}

pub(crate) fn name_location(s: &Session, parser: &mut Parser) -> Done<Location> {
    // SAFETY: where an operation is parsed its state outlives the callback.
    match unsafe { parser.state.as_ref() } {
        Some(op) => Ok(op.location),
        None => current_location(s, parser),
    }
}

pub(crate) fn encoded_location(_: &Session, _: &mut Parser, location: Location) -> Done<Location> {
    Ok(location)
}

pub(crate) fn emit_error(_: &Session, parser: &mut Parser, location: Location, message: &[u8]) -> Done<()> {
    let parser = asm(parser);
    let offset = location.offset().unwrap_or_else(|| parser.offset());
    parser.error(offset, &String::from_utf8_lossy(message));
    Err(Status::FAILURE)
}

pub(crate) fn result_name(s: &Session, parser: &mut Parser, index: u32) -> Done<(&'static [u8], u32)> {
    let (name, count) = op_asm(s, parser)?.result_name(index as usize).ok_or(Status::NO_MATCH)?;
    Ok((s.interned(name), count))
}

pub(crate) fn result_count(s: &Session, parser: &mut Parser) -> Done<u32> {
    Ok(op_asm(s, parser)?.named_result_count() as u32)
}

// ---- tokens -------------------------------------------------------------------------------------------------------------------

fn punctuation(s: &Session, token: raw::Token) -> Done<Punctuation> {
    use raw::Token as T;
    Ok(match token {
        T::ARROW => Punctuation::Arrow,
        T::LEFT_BRACE => Punctuation::LeftBrace,
        T::RIGHT_BRACE => Punctuation::RightBrace,
        T::COLON => Punctuation::Colon,
        T::COMMA => Punctuation::Comma,
        T::EQUAL => Punctuation::Equal,
        T::LESS => Punctuation::Less,
        T::GREATER => Punctuation::Greater,
        T::QUESTION => Punctuation::Question,
        T::PLUS => Punctuation::Plus,
        T::MINUS => Punctuation::Minus,
        T::STAR => Punctuation::Star,
        T::SLASH => Punctuation::Slash,
        T::VERTICAL_BAR => Punctuation::VerticalBar,
        T::LEFT_PAREN => Punctuation::LeftParen,
        T::RIGHT_PAREN => Punctuation::RightParen,
        T::LEFT_SQUARE => Punctuation::LeftBracket,
        T::RIGHT_SQUARE => Punctuation::RightBracket,
        T::ELLIPSIS => Punctuation::Ellipsis,
        _ => return Err(s.fail(Status::INVALID_ARGUMENT, "there is no such token")),
    })
}

fn delimiter(s: &Session, delimiter: raw::Delimiter) -> Done<Delimiter> {
    use raw::Delimiter as D;
    Ok(match delimiter {
        D::NONE => Delimiter::None,
        D::PAREN => Delimiter::Paren,
        D::SQUARE => Delimiter::Square,
        D::LESS_GREATER => Delimiter::LessGreater,
        D::BRACES => Delimiter::Braces,
        D::OPTIONAL_PAREN => Delimiter::OptionalParen,
        D::OPTIONAL_SQUARE => Delimiter::OptionalSquare,
        D::OPTIONAL_LESS_GREATER => Delimiter::OptionalLessGreater,
        D::OPTIONAL_BRACES => Delimiter::OptionalBraces,
        _ => return Err(s.fail(Status::INVALID_ARGUMENT, "there is no such delimiter")),
    })
}

pub(crate) fn parse_punctuation(s: &Session, parser: &mut Parser, token: raw::Token) -> Done<()> {
    asm(parser).punctuation(punctuation(s, token)?).or_failure()
}

pub(crate) fn parse_optional_punctuation(s: &Session, parser: &mut Parser, token: raw::Token) -> Done<bool> {
    Ok(asm(parser).optional_punctuation(punctuation(s, token)?))
}

pub(crate) fn parse_keyword(s: &Session, parser: &mut Parser, keyword: &[u8]) -> Done<()> {
    asm(parser).keyword(text(s, keyword)?).or_failure()
}

pub(crate) fn parse_optional_keyword(s: &Session, parser: &mut Parser, keyword: &[u8]) -> Done<bool> {
    Ok(asm(parser).optional_keyword(text(s, keyword)?))
}

pub(crate) fn parse_any_keyword(s: &Session, parser: &mut Parser) -> Done<&'static [u8]> {
    Ok(ident(s, asm(parser).any_keyword().or_failure()?))
}

pub(crate) fn parse_optional_any_keyword(s: &Session, parser: &mut Parser) -> Done<Option<&'static [u8]>> {
    Ok(asm(parser).optional_any_keyword().map(|word| ident(s, word)))
}

pub(crate) fn parse_keyword_of(s: &Session, parser: &mut Parser, keywords: &[&[u8]]) -> Done<u32> {
    if let Some(found) = parse_optional_keyword_of(s, parser, keywords)? {
        return Ok(found);
    }
    let words: Vec<_> = keywords.iter().map(|word| format!("'{}'", String::from_utf8_lossy(word))).collect();
    fail(parser, &format!("expected one of {}", words.join(", ")))
}

pub(crate) fn parse_optional_keyword_of(s: &Session, parser: &mut Parser, keywords: &[&[u8]]) -> Done<Option<u32>> {
    for (index, word) in keywords.iter().enumerate() {
        if asm(parser).optional_keyword(text(s, word)?) {
            return Ok(Some(index as u32));
        }
    }
    Ok(None)
}

pub(crate) fn parse_keyword_or_string(s: &Session, parser: &mut Parser) -> Done<&'static [u8]> {
    Ok(ident(s, asm(parser).keyword_or_string().or_failure()?))
}

pub(crate) fn parse_optional_keyword_or_string(s: &Session, parser: &mut Parser) -> Done<Option<&'static [u8]>> {
    Ok(asm(parser).optional_keyword_or_string().or_failure()?.map(|word| ident(s, word)))
}

pub(crate) fn parse_string(s: &Session, parser: &mut Parser) -> Done<&'static [u8]> {
    Ok(s.interned(&asm(parser).string().or_failure()?))
}

pub(crate) fn parse_optional_string(s: &Session, parser: &mut Parser) -> Done<Option<&'static [u8]>> {
    Ok(asm(parser).optional_string().or_failure()?.map(|value| s.interned(&value)))
}

pub(crate) fn parse_base64(s: &Session, parser: &mut Parser) -> Done<&'static [u8]> {
    let value = asm(parser).string().or_failure()?;
    match decode_base64(&value) {
        Some(bytes) => Ok(s.interned(&bytes)),
        None => fail(parser, "expected a string in base 64"),
    }
}

fn decode_base64(text: &[u8]) -> Option<Vec<u8>> {
    if !text.len().is_multiple_of(4) {
        return None;
    }
    let digit = |c: u8| match c {
        b'A'..=b'Z' => Some(u32::from(c - b'A')),
        b'a'..=b'z' => Some(u32::from(c - b'a') + 26),
        b'0'..=b'9' => Some(u32::from(c - b'0') + 52),
        b'+' => Some(62),
        b'/' => Some(63),
        _ => None,
    };
    let padding = text.iter().rev().take_while(|c| **c == b'=').count();
    if padding > 2 {
        return None;
    }
    let mut out = Vec::with_capacity(text.len() / 4 * 3);
    for chunk in text[..text.len() - padding].chunks(4) {
        let mut bits = 0;
        for &c in chunk {
            bits = bits << 6 | digit(c)?;
        }
        bits <<= 6 * (4 - chunk.len());
        out.extend(&bits.to_be_bytes()[1..chunk.len()]);
    }
    Some(out)
}

fn symbol(s: &Session, name: ir::Ident) -> Attribute {
    s.context().string_attr(ident(s, name))
}

pub(crate) fn parse_symbol_name(s: &Session, parser: &mut Parser) -> Done<Attribute> {
    Ok(symbol(s, asm(parser).symbol_name().or_failure()?))
}

pub(crate) fn parse_optional_symbol_name(s: &Session, parser: &mut Parser) -> Done<Option<Attribute>> {
    Ok(asm(parser).optional_symbol_name().or_failure()?.map(|name| symbol(s, name)))
}

pub(crate) fn parse_integer(_: &Session, parser: &mut Parser) -> Done<i64> {
    asm(parser).integer().or_failure()
}

pub(crate) fn parse_optional_integer(_: &Session, parser: &mut Parser) -> Done<Option<i64>> {
    asm(parser).optional_integer().or_failure()
}

pub(crate) fn parse_optional_decimal_integer(_: &Session, parser: &mut Parser) -> Done<Option<i64>> {
    asm(parser).optional_integer().or_failure()
}

fn typed_number(s: &Session, parser: &mut Parser, ty: Type) -> Done<Attribute> {
    let offset = asm(parser).offset();
    let value = asm(parser).attribute(ty).or_failure()?;
    if s.context().attr_type(value) != ty {
        asm(parser).error(offset, "expected a number");
        return Err(Status::FAILURE);
    }
    Ok(value)
}

pub(crate) fn parse_integer_words(s: &Session, parser: &mut Parser, width: u32) -> Done<Vec<u64>> {
    let ty = super::make::type_integer(s, width, raw::Signedness::SIGNLESS)?;
    match s.context().attr_data(typed_number(s, parser, ty)?) {
        ir::AttrData::Integer { value, .. } => Ok(value.words().to_vec()),
        _ => fail(parser, "expected an integer"),
    }
}

pub(crate) fn parse_float(s: &Session, parser: &mut Parser, format: raw::FloatKind) -> Done<raw::Bits128> {
    let ty = s.context().float_type(kind(s, format)?);
    match s.context().attr_data(typed_number(s, parser, ty)?) {
        ir::AttrData::Float { bits, .. } => Ok(from_bits(*bits)),
        _ => fail(parser, "expected a floating point number"),
    }
}

// ---- attributes and types -----------------------------------------------------------------------------------------------------

pub(crate) fn parse_attribute(_: &Session, parser: &mut Parser, ty: Option<Type>) -> Done<Attribute> {
    asm(parser).attribute(ty_or_none(ty)).or_failure()
}

pub(crate) fn parse_optional_attribute(_: &Session, parser: &mut Parser, ty: Option<Type>) -> Done<Option<Attribute>> {
    asm(parser).optional_attribute(ty_or_none(ty)).or_failure()
}

pub(crate) fn parse_custom_attribute(
    s: &Session,
    parser: &mut Parser,
    definition: &[u8],
    ty: Option<Type>,
) -> Done<Attribute> {
    asm(parser).attribute_body(text(s, definition)?, ty_or_none(ty)).or_failure()
}

fn dictionary(s: &Session, entries: &[NamedAttribute]) -> Attribute {
    s.context().dictionary_attr(entries)
}

pub(crate) fn parse_optional_attr_dict(s: &Session, parser: &mut Parser) -> Done<Attribute> {
    let mut entries = Vec::new();
    asm(parser).optional_attr_dict(&mut entries).or_failure()?;
    Ok(dictionary(s, &entries))
}

pub(crate) fn parse_optional_attr_dict_with_keyword(s: &Session, parser: &mut Parser) -> Done<Attribute> {
    let mut entries = Vec::new();
    asm(parser).optional_attr_dict_with_keyword(&mut entries).or_failure()?;
    Ok(dictionary(s, &entries))
}

pub(crate) fn parse_optional_prop_dict(s: &Session, parser: &mut Parser) -> Done<Option<Attribute>> {
    if !asm(parser).optional_punctuation(Punctuation::Less) {
        return Ok(None);
    }
    let value = parse_optional_attr_dict(s, parser)?;
    asm(parser).punctuation(Punctuation::Greater).or_failure()?;
    Ok(Some(value))
}

pub(crate) fn parse_affine_map(s: &Session, parser: &mut Parser) -> Done<Attribute> {
    op_asm(s, parser)?.affine_map_attr().or_failure()
}

pub(crate) fn parse_integer_set(s: &Session, parser: &mut Parser) -> Done<Attribute> {
    op_asm(s, parser)?.integer_set_attr().or_failure()
}

pub(crate) fn parse_type(_: &Session, parser: &mut Parser) -> Done<Type> {
    asm(parser).ty().or_failure()
}

pub(crate) fn parse_optional_type(_: &Session, parser: &mut Parser) -> Done<Option<Type>> {
    asm(parser).optional_type().or_failure()
}

pub(crate) fn parse_custom_type(s: &Session, parser: &mut Parser, definition: &[u8]) -> Done<Type> {
    asm(parser).type_body(text(s, definition)?).or_failure()
}

pub(crate) fn parse_type_list(_: &Session, parser: &mut Parser) -> Done<Vec<Type>> {
    let mut types = Vec::new();
    asm(parser).type_list(&mut types).or_failure()?;
    Ok(types)
}

pub(crate) fn parse_colon_type(_: &Session, parser: &mut Parser) -> Done<Type> {
    asm(parser).punctuation(Punctuation::Colon).or_failure()?;
    asm(parser).ty().or_failure()
}

pub(crate) fn parse_colon_type_list(s: &Session, parser: &mut Parser) -> Done<Vec<Type>> {
    asm(parser).punctuation(Punctuation::Colon).or_failure()?;
    parse_type_list(s, parser)
}

pub(crate) fn parse_optional_colon_type_list(s: &Session, parser: &mut Parser) -> Done<Vec<Type>> {
    match asm(parser).optional_punctuation(Punctuation::Colon) {
        true => parse_type_list(s, parser),
        false => Ok(Vec::new()),
    }
}

/// `type` or `(types)`, as behind an arrow.
fn result_types(parser: &mut Parser) -> Done<Vec<Type>> {
    if !asm(parser).optional_punctuation(Punctuation::LeftParen) {
        return Ok(vec![asm(parser).ty().or_failure()?]);
    }
    let mut types = Vec::new();
    if !asm(parser).optional_punctuation(Punctuation::RightParen) {
        asm(parser).type_list(&mut types).or_failure()?;
        asm(parser).punctuation(Punctuation::RightParen).or_failure()?;
        if asm(parser).optional_punctuation(Punctuation::Arrow) {
            return Err(Status::NO_MATCH);
        }
    }
    Ok(types)
}

pub(crate) fn parse_arrow_type_list(_: &Session, parser: &mut Parser) -> Done<Vec<Type>> {
    asm(parser).punctuation(Punctuation::Arrow).or_failure()?;
    match result_types(parser) {
        Err(Status::NO_MATCH) => fail(parser, "a function type stands in parentheses here"),
        types => types,
    }
}

pub(crate) fn parse_optional_arrow_type_list(_: &Session, parser: &mut Parser) -> Done<Vec<Type>> {
    let mut types = Vec::new();
    asm(parser).optional_arrow_type_list(&mut types).or_failure()?;
    Ok(types)
}

pub(crate) fn parse_function_type(s: &Session, parser: &mut Parser) -> Done<Type> {
    let offset = asm(parser).offset();
    let ty = asm(parser).ty().or_failure()?;
    match s.context().type_data(ty) {
        ir::TypeData::Function { .. } => Ok(ty),
        _ => {
            asm(parser).error(offset, "invalid kind of type specified");
            Err(Status::FAILURE)
        }
    }
}

pub(crate) fn parse_dimension_list(
    _: &Session,
    parser: &mut Parser,
    allow_dynamic: bool,
    trailing_x: bool,
) -> Done<Vec<i64>> {
    asm(parser).dimension_list(allow_dynamic, trailing_x).or_failure()
}

pub(crate) fn parse_x_in_dimension_list(_: &Session, parser: &mut Parser) -> Done<()> {
    asm(parser).keyword("x").or_failure()
}

pub(crate) fn parse_optional_location(_: &Session, parser: &mut Parser) -> Done<Option<Location>> {
    asm(parser).optional_location().or_failure()
}

// ---- operands -----------------------------------------------------------------------------------------------------------------

fn give_operand(s: &Session, operand: UnresolvedOperand) -> raw::UnresolvedOperand {
    let location = Location::from_offset(operand.offset).give(s);
    raw::UnresolvedOperand { location, name: operand.length, number: operand.number }
}

fn take_operand(operand: &raw::UnresolvedOperand) -> UnresolvedOperand {
    UnresolvedOperand { offset: operand.location.id, length: operand.name, number: operand.number }
}

fn give_operands(s: &Session, list: Vec<UnresolvedOperand>) -> Vec<raw::UnresolvedOperand> {
    list.into_iter().map(|operand| give_operand(s, operand)).collect()
}

fn value(value: ir::Value) -> ValueRef {
    ValueRef { body: BodyId(PARSED), value }
}

pub(crate) fn parse_operand(s: &Session, parser: &mut Parser, allow_number: bool) -> Done<raw::UnresolvedOperand> {
    Ok(give_operand(s, op_asm(s, parser)?.operand(allow_number).or_failure()?))
}

pub(crate) fn parse_optional_operand(
    s: &Session,
    parser: &mut Parser,
    allow_number: bool,
) -> Done<Option<raw::UnresolvedOperand>> {
    let found = op_asm(s, parser)?.optional_operand(allow_number).or_failure()?;
    Ok(found.map(|operand| give_operand(s, operand)))
}

pub(crate) fn parse_operand_list(
    s: &Session,
    parser: &mut Parser,
    around: raw::Delimiter,
    allow_number: bool,
    required: i64,
) -> Done<Vec<raw::UnresolvedOperand>> {
    let around = delimiter(s, around)?;
    let offset = asm(parser).offset();
    let list = op_asm(s, parser)?.operand_list(around, allow_number).or_failure()?;
    if required >= 0 && list.len() as i64 != required {
        asm(parser).error(offset, &format!("expected {required} operands"));
        return Err(Status::FAILURE);
    }
    Ok(give_operands(s, list))
}

pub(crate) fn parse_trailing_operand_list(
    s: &Session,
    parser: &mut Parser,
    around: raw::Delimiter,
) -> Done<Vec<raw::UnresolvedOperand>> {
    match asm(parser).optional_punctuation(Punctuation::Comma) {
        true => parse_operand_list(s, parser, around, true, -1),
        false => Ok(Vec::new()),
    }
}

pub(crate) fn resolve_operand(
    s: &Session,
    parser: &mut Parser,
    operand: &raw::UnresolvedOperand,
    ty: Type,
) -> Done<ValueRef> {
    Ok(value(op_asm(s, parser)?.resolve_operand(take_operand(operand), ty).or_failure()?))
}

pub(crate) fn resolve_operands(
    s: &Session,
    parser: &mut Parser,
    operands: &[raw::UnresolvedOperand],
    types: &[Type],
    location: Location,
    into: &mut OpState,
) -> Done<()> {
    if operands.len() != types.len() {
        let parser = asm(parser);
        let offset = location.offset().unwrap_or_else(|| parser.offset());
        let message = format!(
            "number of operands and types do not match: got {} operands and {} types",
            operands.len(),
            types.len()
        );
        parser.error(offset, &message);
        return Err(Status::FAILURE);
    }
    for (operand, &ty) in operands.iter().zip(types) {
        let value = resolve_operand(s, parser, operand, ty)?;
        state::state_add_operand(s, into, value)?;
    }
    Ok(())
}

pub(crate) fn resolve_operands_of_type(
    s: &Session,
    parser: &mut Parser,
    operands: &[raw::UnresolvedOperand],
    ty: Type,
    into: &mut OpState,
) -> Done<()> {
    for operand in operands {
        let value = resolve_operand(s, parser, operand, ty)?;
        state::state_add_operand(s, into, value)?;
    }
    Ok(())
}

pub(crate) fn operand_name(s: &Session, parser: &mut Parser, operand: &raw::UnresolvedOperand) -> Done<&'static [u8]> {
    let UnresolvedOperand { offset, length, .. } = take_operand(operand);
    Ok(s.interned(asm(parser).text(offset, offset.saturating_add(length))))
}

pub(crate) fn parse_affine_map_of_ssa_ids(
    s: &Session,
    parser: &mut Parser,
    around: raw::Delimiter,
) -> Done<(Vec<raw::UnresolvedOperand>, Attribute)> {
    let around = delimiter(s, around)?;
    let (map, dims, symbols) = op_asm(s, parser)?.affine_map_of_ssa_ids(around).or_failure()?;
    Ok((give_operands(s, dims.into_iter().chain(symbols).collect()), map))
}

pub(crate) fn parse_affine_expr_of_ssa_ids(
    s: &Session,
    parser: &mut Parser,
) -> Done<(Vec<raw::UnresolvedOperand>, Vec<raw::UnresolvedOperand>, ir::AffineExpr)> {
    let (map, dims, symbols) = op_asm(s, parser)?.affine_map_of_ssa_ids(Delimiter::None).or_failure()?;
    match s.context().attr_data(map) {
        ir::AttrData::AffineMap(map) if map.results.len() == 1 => {
            Ok((give_operands(s, dims), give_operands(s, symbols), map.results[0]))
        }
        _ => fail(parser, "expected one affine expression"),
    }
}

// ---- regions and blocks -------------------------------------------------------------------------------------------------------

fn give_argument(s: &Session, argument: ParsedArgument) -> raw::Argument {
    raw::Argument {
        name: give_operand(s, argument.name),
        ty: (!argument.ty.is_none()).then_some(argument.ty).give(s),
        attributes: argument.attributes.some().give(s),
        location: argument.location.give(s),
    }
}

fn take_arguments(s: &Session, arguments: &[raw::Argument]) -> Done<Vec<ParsedArgument>> {
    let one = |argument: &raw::Argument| {
        Ok(ParsedArgument {
            name: take_operand(&argument.name),
            ty: ty_or_none(Option::<Type>::from_raw(s, argument.ty)?),
            attributes: Option::<Attribute>::from_raw(s, argument.attributes)?.unwrap_or(Attribute::EMPTY_DICTIONARY),
            location: Option::<Location>::from_raw(s, argument.location)?,
        })
    };
    arguments.iter().map(one).collect()
}

pub(crate) fn parse_argument(
    s: &Session,
    parser: &mut Parser,
    allow_type: bool,
    allow_attributes: bool,
) -> Done<raw::Argument> {
    Ok(give_argument(s, op_asm(s, parser)?.argument(allow_type, allow_attributes).or_failure()?))
}

pub(crate) fn parse_optional_argument(
    s: &Session,
    parser: &mut Parser,
    allow_type: bool,
    allow_attributes: bool,
) -> Done<Option<raw::Argument>> {
    let found = op_asm(s, parser)?.optional_argument(allow_type, allow_attributes).or_failure()?;
    Ok(found.map(|argument| give_argument(s, argument)))
}

pub(crate) fn parse_argument_list(
    s: &Session,
    parser: &mut Parser,
    around: raw::Delimiter,
    allow_type: bool,
    allow_attributes: bool,
) -> Done<Vec<raw::Argument>> {
    let around = delimiter(s, around)?;
    let list = op_asm(s, parser)?.argument_list(around, allow_type, allow_attributes).or_failure()?;
    Ok(list.into_iter().map(|argument| give_argument(s, argument)).collect())
}

type Assignments = (Vec<raw::Argument>, Vec<raw::UnresolvedOperand>);

fn assignments(s: &Session, parser: &mut Parser, types: bool) -> Done<Assignments> {
    let (mut arguments, mut operands) = (Vec::new(), Vec::new());
    asm(parser).punctuation(Punctuation::LeftParen).or_failure()?;
    if asm(parser).optional_punctuation(Punctuation::RightParen) {
        return Ok((arguments, operands));
    }
    loop {
        let mut argument = op_asm(s, parser)?.argument(false, false).or_failure()?;
        asm(parser).punctuation(Punctuation::Equal).or_failure()?;
        operands.push(parse_operand(s, parser, true)?);
        if types {
            argument.ty = parse_colon_type(s, parser)?;
        }
        arguments.push(give_argument(s, argument));
        if !asm(parser).optional_punctuation(Punctuation::Comma) {
            asm(parser).punctuation(Punctuation::RightParen).or_failure()?;
            return Ok((arguments, operands));
        }
    }
}

pub(crate) fn parse_assignment_list(s: &Session, parser: &mut Parser) -> Done<Assignments> {
    assignments(s, parser, false)
}

pub(crate) fn parse_assignment_list_with_types(s: &Session, parser: &mut Parser) -> Done<Assignments> {
    assignments(s, parser, true)
}

pub(crate) fn parse_region(
    s: &Session,
    parser: &mut Parser,
    into: &mut OpState,
    index: u32,
    arguments: &[raw::Argument],
    shadow: bool,
) -> Done<()> {
    state::check_region(s, into, index)?;
    let arguments = take_arguments(s, arguments)?;
    let region = op_asm(s, parser)?.region(&arguments, shadow).or_failure()?;
    state::set_region(s, into, index, region)
}

pub(crate) fn parse_optional_region(
    s: &Session,
    parser: &mut Parser,
    into: &mut OpState,
    index: u32,
    arguments: &[raw::Argument],
    shadow: bool,
) -> Done<bool> {
    state::check_region(s, into, index)?;
    let arguments = take_arguments(s, arguments)?;
    match op_asm(s, parser)?.optional_region(&arguments, shadow).or_failure()? {
        Some(region) => state::set_region(s, into, index, region).map(|()| true),
        None => Ok(false),
    }
}

fn block(block: ir::Block) -> BlockRef {
    BlockRef { body: BodyId(PARSED), block }
}

pub(crate) fn parse_successor(s: &Session, parser: &mut Parser) -> Done<BlockRef> {
    Ok(block(op_asm(s, parser)?.successor().or_failure()?))
}

pub(crate) fn parse_optional_successor(s: &Session, parser: &mut Parser) -> Done<Option<BlockRef>> {
    Ok(op_asm(s, parser)?.optional_successor().or_failure()?.map(block))
}

pub(crate) fn parse_successor_and_use_list(s: &Session, parser: &mut Parser) -> Done<(Vec<ValueRef>, BlockRef)> {
    let successor = parse_successor(s, parser)?;
    if !asm(parser).optional_punctuation(Punctuation::LeftParen) {
        return Ok((Vec::new(), successor));
    }
    let operands = op_asm(s, parser)?.operand_list(Delimiter::None, true).or_failure()?;
    let types = parse_colon_type_list(s, parser)?;
    asm(parser).punctuation(Punctuation::RightParen).or_failure()?;
    if operands.len() != types.len() {
        return fail(parser, "expected as many types as operands");
    }
    let mut values = Vec::new();
    for (operand, ty) in operands.into_iter().zip(types) {
        values.push(value(op_asm(s, parser)?.resolve_operand(operand, ty).or_failure()?));
    }
    Ok((values, successor))
}

pub(crate) fn parse_generic_op(s: &Session, _: &mut Parser) -> Done<OpRef> {
    Err(s.fail(Status::UNSUPPORTED, "this host parses no operations within hooks but those of regions"))
}

pub(crate) fn parsed_region_terminator(
    s: &Session,
    parser: &mut Parser,
    from: &mut OpState,
    index: u32,
) -> Done<(Vec<Type>, Option<ir::OpName>)> {
    let region = state::parsed_region(s, from, index)?;
    Ok(match op_asm(s, parser)?.region_terminator(region) {
        Some((name, types)) => (types, Some(name)),
        None => (Vec::new(), None),
    })
}

pub(crate) fn parsed_region_argument_types(
    s: &Session,
    parser: &mut Parser,
    from: &mut OpState,
    index: u32,
    types: &mut Out<Type>,
) -> Done<()> {
    let region = state::parsed_region(s, from, index)?;
    types.extend(op_asm(s, parser)?.region_argument_types(region));
    Ok(())
}

pub(crate) fn parsed_value_type(s: &Session, parser: &mut Parser, value: ValueRef) -> Done<Type> {
    Ok(op_asm(s, parser)?.value_type(value.value))
}

// ---- slots --------------------------------------------------------------------------------------------------------------------

fn slot<'a>(s: &Session, parser: &'a mut Parser, slot: u32) -> Done<&'a mut DirectiveArgument> {
    // SAFETY: the arguments of the directive outlive the callback.
    let slots = unsafe { &mut *parser.slots };
    let count = slots.len();
    let found = slots.get_mut(slot as usize);
    found.ok_or_else(|| s.fail(Status::INVALID_ARGUMENT, format!("there is no slot {slot}: there are {count}")))
}

fn wrong<T>(s: &Session) -> Done<T> {
    Err(s.fail(Status::WRONG_KIND, "the slot is for something else"))
}

pub(crate) fn kind_of(slot: &DirectiveArgument) -> raw::SlotKind {
    use raw::SlotKind as K;
    match slot {
        DirectiveArgument::Attribute(_) | DirectiveArgument::AttrDict(_) => K::ATTRIBUTE,
        DirectiveArgument::Operands(_) | DirectiveArgument::Values(..) => K::OPERANDS,
        DirectiveArgument::OperandGroups(_) | DirectiveArgument::ValueGroups(..) => K::OPERAND_GROUPS,
        DirectiveArgument::Types(_) => K::TYPES,
        DirectiveArgument::TypeGroups(_) => K::TYPE_GROUPS,
        DirectiveArgument::ParsedRegions(_) | DirectiveArgument::Regions(..) => K::REGIONS,
        DirectiveArgument::Successors(..) => K::SUCCESSORS,
        DirectiveArgument::Text(_) => K::STRING,
    }
}

pub(crate) fn slot_kind(s: &Session, parser: &mut Parser, index: u32) -> Done<raw::SlotKind> {
    Ok(kind_of(slot(s, parser, index)?))
}

pub(crate) fn slot_operands(
    s: &Session,
    parser: &mut Parser,
    index: u32,
    operands: &mut Out<raw::UnresolvedOperand>,
) -> Done<()> {
    match slot(s, parser, index)? {
        DirectiveArgument::Operands(list) => operands.extend(list.iter().map(|&o| give_operand(s, o))),
        _ => return wrong(s),
    }
    Ok(())
}

pub(crate) fn slot_types(s: &Session, parser: &mut Parser, index: u32, types: &mut Out<Type>) -> Done<()> {
    match slot(s, parser, index)? {
        DirectiveArgument::Types(list) => types.extend(list.iter().copied()),
        _ => return wrong(s),
    }
    Ok(())
}

pub(crate) fn slot_attribute(s: &Session, parser: &mut Parser, index: u32) -> Done<Option<Attribute>> {
    match slot(s, parser, index)? {
        DirectiveArgument::Attribute(attribute) => Ok(attribute.some()),
        DirectiveArgument::AttrDict(entries) => Ok(Some(dictionary(s, entries))),
        _ => wrong(s),
    }
}

pub(crate) fn slot_string(s: &Session, parser: &mut Parser, index: u32) -> Done<&'static [u8]> {
    match slot(s, parser, index)? {
        DirectiveArgument::Text(text) => Ok(s.interned(text.as_bytes())),
        _ => wrong(s),
    }
}

pub(crate) fn set_slot_operands(
    s: &Session,
    parser: &mut Parser,
    index: u32,
    operands: &[raw::UnresolvedOperand],
) -> Done<()> {
    match slot(s, parser, index)? {
        DirectiveArgument::Operands(list) => *list = operands.iter().map(take_operand).collect(),
        _ => return wrong(s),
    }
    Ok(())
}

pub(crate) fn add_slot_operand_group(
    s: &Session,
    parser: &mut Parser,
    index: u32,
    operands: &[raw::UnresolvedOperand],
) -> Done<()> {
    match slot(s, parser, index)? {
        DirectiveArgument::OperandGroups(groups) => groups.push(operands.iter().map(take_operand).collect()),
        _ => return wrong(s),
    }
    Ok(())
}

pub(crate) fn set_slot_types(s: &Session, parser: &mut Parser, index: u32, types: &[Type]) -> Done<()> {
    match slot(s, parser, index)? {
        DirectiveArgument::Types(list) => *list = types.to_vec(),
        _ => return wrong(s),
    }
    Ok(())
}

pub(crate) fn add_slot_type_group(s: &Session, parser: &mut Parser, index: u32, types: &[Type]) -> Done<()> {
    match slot(s, parser, index)? {
        DirectiveArgument::TypeGroups(groups) => groups.push(types.to_vec()),
        _ => return wrong(s),
    }
    Ok(())
}

pub(crate) fn set_slot_attribute(s: &Session, parser: &mut Parser, index: u32, attribute: Attribute) -> Done<()> {
    match slot(s, parser, index)? {
        DirectiveArgument::Attribute(value) => *value = attribute,
        DirectiveArgument::AttrDict(entries) => *entries = s.context().dictionary(attribute).to_vec(),
        _ => return wrong(s),
    }
    Ok(())
}

pub(crate) fn set_slot_successors(s: &Session, parser: &mut Parser, index: u32, successors: &[BlockRef]) -> Done<()> {
    match slot(s, parser, index)? {
        DirectiveArgument::Successors(_, list) => *list = successors.iter().map(|b| b.block).collect(),
        _ => return wrong(s),
    }
    Ok(())
}

pub(crate) fn parse_slot_region(
    s: &Session,
    parser: &mut Parser,
    index: u32,
    arguments: &[raw::Argument],
    shadow: bool,
) -> Done<()> {
    if !matches!(slot(s, parser, index)?, DirectiveArgument::ParsedRegions(_)) {
        return wrong(s);
    }
    let arguments = take_arguments(s, arguments)?;
    let region = op_asm(s, parser)?.region(&arguments, shadow).or_failure()?;
    if let DirectiveArgument::ParsedRegions(list) = slot(s, parser, index)? {
        list.push(region);
    }
    Ok(())
}

pub(crate) fn parse_optional_slot_region(
    s: &Session,
    parser: &mut Parser,
    index: u32,
    arguments: &[raw::Argument],
    shadow: bool,
) -> Done<bool> {
    if !matches!(slot(s, parser, index)?, DirectiveArgument::ParsedRegions(_)) {
        return wrong(s);
    }
    let arguments = take_arguments(s, arguments)?;
    let Some(region) = op_asm(s, parser)?.optional_region(&arguments, shadow).or_failure()? else { return Ok(false) };
    if let DirectiveArgument::ParsedRegions(list) = slot(s, parser, index)? {
        list.push(region);
    }
    Ok(true)
}

#[cfg(test)]
mod tests {
    use super::decode_base64;

    #[test]
    fn base64() {
        assert_eq!(decode_base64(b"").as_deref(), Some(&b""[..]));
        assert_eq!(decode_base64(b"aGVsbG8=").as_deref(), Some(&b"hello"[..]));
        assert_eq!(decode_base64(b"aGVsbA==").as_deref(), Some(&b"hell"[..]));
        assert_eq!(decode_base64(b"aGVs").as_deref(), Some(&b"hel"[..]));
        for wrong in [&b"a"[..], b"a===", b"aG!s", b"===="] {
            assert_eq!(decode_base64(wrong), None);
        }
    }
}
