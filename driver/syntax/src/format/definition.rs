//! Formats of types and attributes: what follows `!dialect.mnemonic` or `#dialect.mnemonic`.

use super::enums;
use super::grammar::{self, Element};
use super::parse::{array_element, parse_class_type, parse_defined};
use super::print::print_dense_array;
use super::spacing::{self, Spacing};
use super::types::attr_is;
use crate::lexer::TokenKind;
use crate::parser::Parser;
use crate::printer::Printer;
use plugopt_descriptor::{Class, ParamKind};
use plugopt_dialect::Registry;
use plugopt_dialect::asm::{AsmParser, ParseResult};
use plugopt_dialect::definition::{EnumDef, ParamDef, TypeDef};
use plugopt_ir::attributes::AttrData;
use plugopt_ir::types::TypeData;
use plugopt_ir::{Attribute, Context, Signedness, Type};
use std::sync::Arc;

/// One step of a format.
#[derive(Clone, PartialEq, Eq, Debug)]
enum Step {
    Literal {
        token: Option<TokenKind>,
        text: String,
        space: bool,
    },
    Space,
    Newline,
    Param {
        index: usize,
        space: bool,
    },
    Params {
        indexes: Vec<usize>,
        space: bool,
    },
    Struct {
        indexes: Vec<usize>,
        space: bool,
    },
    Group {
        then: Vec<Step>,
        otherwise: Vec<Step>,
        /// Printed where one of these parameters is there.
        anchors: Vec<usize>,
        inverted: bool,
    },
}

/// A compiled format.
struct Program {
    steps: Vec<Step>,
    /// By parameter, for those that are enums or lists of enums.
    enums: Vec<Option<Arc<EnumDef>>>,
}

type Compiled = Result<Program, String>;

fn program_of<'d>(context: &Context, def: &'d TypeDef) -> Result<&'d Program, &'d str> {
    let made = def.program.get_or_init(|| Box::new(compile(context, def)));
    match made.downcast_ref::<Compiled>() {
        Some(Ok(program)) => Ok(program),
        Some(Err(message)) => Err(message),
        None => Err("the slot of the compiled format is taken"),
    }
}

fn enum_name(kind: &ParamKind) -> Option<&str> {
    match kind {
        ParamKind::Enum(name) => Some(name),
        ParamKind::Array(element) => enum_name(element),
        _ => None,
    }
}

fn compile(context: &Context, def: &TypeDef) -> Compiled {
    let written: Vec<usize> = (0..def.params.len()).filter(|&i| def.params[i].kind != ParamKind::SelfType).collect();
    let elements = match (&def.format, &written[..]) {
        (Some(format), _) => grammar::read(format)?,
        (None, []) => Vec::new(),
        (None, _) => grammar::read("`<` params `>`")?,
    };
    let registry = Registry::of(context);
    let mut enums = Vec::new();
    for param in &def.params {
        enums.push(match enum_name(&param.kind) {
            None => None,
            Some(name) => {
                let (dialect, name) = name.split_once('.').unwrap_or((&def.dialect.text, name));
                let found = registry.find_enum(context, dialect, name);
                Some(found.ok_or_else(|| format!("enum '{name}' is not declared"))?)
            }
        });
    }
    let mut compiler = Compiler {
        def,
        written,
        seen: vec![false; def.params.len()],
        spacing: Spacing { space: false, punctuation: false },
    };
    let steps = compiler.steps(&elements, true)?;
    for &index in &compiler.written {
        let param = &def.params[index];
        if !compiler.seen[index] && !param.optional && param.default_text.is_none() {
            return Err(format!("format is missing reference to parameter: {}", param.text));
        }
    }
    Ok(Program { steps, enums })
}

struct Compiler<'a> {
    def: &'a TypeDef,
    written: Vec<usize>,
    seen: Vec<bool>,
    spacing: Spacing,
}

impl Compiler<'_> {
    fn param(&mut self, name: &str) -> Result<usize, String> {
        let index = self.def.param_index(name);
        let index = index.ok_or_else(|| format!("{} has no parameter named '{name}'", self.def.text))?;
        if std::mem::replace(&mut self.seen[index], true) {
            return Err(format!("duplicate parameter '{name}'"));
        }
        Ok(index)
    }

    fn params(&mut self, elements: &[Element]) -> Result<Vec<usize>, String> {
        let mut indexes = Vec::new();
        for element in elements {
            match element {
                Element::Variable(name) => indexes.push(self.param(name)?),
                Element::Directive(word, _) if word == "params" => indexes.append(&mut self.all_params()?),
                _ => return Err("`struct` takes parameters or `params`".to_string()),
            }
        }
        Ok(indexes)
    }

    fn all_params(&mut self) -> Result<Vec<usize>, String> {
        let names: Vec<String> = self.written.iter().map(|&i| self.def.params[i].text.to_string()).collect();
        names.iter().map(|name| self.param(name)).collect()
    }

    fn steps(&mut self, elements: &[Element], top: bool) -> Result<Vec<Step>, String> {
        let mut steps = Vec::new();
        for element in elements {
            steps.push(match element {
                Element::Literal(text) => {
                    if !grammar::literal_is_valid(text) {
                        return Err(format!("`{text}` is no valid literal"));
                    }
                    let space = self.spacing.before_literal(text);
                    let token = if grammar::is_word(text) { None } else { spacing::punctuation(text) };
                    Step::Literal { token, text: text.clone(), space }
                }
                Element::Whitespace("\n") => Step::Newline,
                Element::Whitespace(text) => {
                    self.spacing.whitespace(text.is_empty());
                    if text.is_empty() {
                        continue;
                    }
                    Step::Space
                }
                Element::Variable(name) => {
                    Step::Param { index: self.param(name)?, space: self.spacing.before_element() }
                }
                Element::Qualified(inner) => match &**inner {
                    Element::Variable(name) => {
                        Step::Param { index: self.param(name)?, space: self.spacing.before_element() }
                    }
                    _ => return Err("'qualified' takes a parameter".to_string()),
                },
                Element::Directive(word, arguments) => match word.as_str() {
                    "params" => Step::Params { indexes: self.all_params()?, space: self.spacing.before_element() },
                    "struct" => Step::Struct { indexes: self.params(arguments)?, space: self.spacing.before_element() },
                    _ => return Err(format!("unknown directive in format: {word}")),
                },
                Element::Group { then, otherwise, anchor, inverted } if top => {
                    let part = if *inverted { otherwise } else { then };
                    let anchors = match part.get(*anchor) {
                        Some(Element::Variable(name)) => self.def.param_index(name).into_iter().collect(),
                        Some(Element::Directive(word, _)) if word == "params" => self.written.clone(),
                        Some(Element::Directive(_, arguments)) => arguments
                            .iter()
                            .filter_map(|element| match element {
                                Element::Variable(name) => self.def.param_index(name),
                                _ => None,
                            })
                            .collect(),
                        _ => return Err("an optional group has no anchor".to_string()),
                    };
                    Step::Group {
                        then: self.steps(then, false)?,
                        otherwise: self.steps(otherwise, false)?,
                        anchors,
                        inverted: *inverted,
                    }
                }
                Element::Group { .. } => return Err("optional groups can only be used at the top level".to_string()),
                Element::Custom(name, _) => {
                    return Err(format!("'custom<{name}>' in the format of a type or attribute needs hooks instead"));
                }
                _ => return Err("not allowed in the format of a type or attribute".to_string()),
            });
        }
        Ok(steps)
    }
}

/// Whether something can follow the mnemonic.
pub(super) fn has_syntax(def: &TypeDef) -> bool {
    def.hooks.has_syntax() || def.format.is_some() || !def.params.is_empty()
}

// ---- parsing ------------------------------------------------------------------------------------------------------------

/// Parses what follows a type's mnemonic where the type is written with its prefix: errors do not name the custom operation around.
pub(crate) fn parse_type_def(p: &mut Parser<'_>, def: &TypeDef) -> ParseResult<Type> {
    outside_of_operation(p, |p| parse_type_body(p, def))
}

/// Parses what follows an attribute's mnemonic where the attribute is written with its prefix. `ty` is its type where that is known.
pub(crate) fn parse_attr_def(p: &mut Parser<'_>, def: &TypeDef, ty: Type) -> ParseResult<Attribute> {
    outside_of_operation(p, |p| parse_attr_body(p, def, ty))
}

/// Parses what follows a type's mnemonic where that itself is left out.
pub(crate) fn parse_type_body(p: &mut Parser<'_>, def: &TypeDef) -> ParseResult<Type> {
    let at = p.here_index();
    let parameters = parameters(p, def, Type::NONE)?;
    let context = p.context;
    if def.has_trait("Mutable") {
        let Some((&name, body)) = parameters.split_first() else {
            return Err(p.custom_error(at, "a type of this kind needs a name"));
        };
        let ty = context.type_of(TypeData::Named { definition: def.id, name });
        if !body.is_empty() && !context.set_named_type_body(ty, body) {
            return Err(p.custom_error(at, "identified type already used with a different body"));
        }
        return Ok(ty);
    }
    verify(p, def, &parameters, at)?;
    Ok(context.type_of(TypeData::Dialect { definition: def.id, parameters: parameters.into() }))
}

/// Parses what follows an attribute's mnemonic where that itself is left out.
pub(crate) fn parse_attr_body(p: &mut Parser<'_>, def: &TypeDef, ty: Type) -> ParseResult<Attribute> {
    let at = p.here_index();
    let parameters = parameters(p, def, ty)?;
    verify(p, def, &parameters, at)?;
    Ok(p.context.attribute_of(AttrData::Dialect { definition: def.id, parameters: parameters.into() }))
}

fn outside_of_operation<R>(p: &mut Parser<'_>, parse: impl FnOnce(&mut Parser<'_>) -> R) -> R {
    let operation = p.format.operation.take();
    let result = parse(p);
    p.format.operation = operation;
    result
}

fn verify(p: &mut Parser<'_>, def: &TypeDef, parameters: &[Attribute], at: u32) -> ParseResult {
    let context = p.context;
    for (param, &value) in def.params.iter().zip(parameters) {
        let Some(constraint) = &param.constraint else { continue };
        let holds = |value: Attribute| match context.attr_data(value) {
            AttrData::Type(ty) if constraint.decl.sort == plugopt_descriptor::Sort::Type => {
                constraint.holds_for_type(context, *ty)
            }
            _ => constraint.holds_for_attr(context, value),
        };
        let all = match (&param.kind, context.attr_data(value)) {
            (_, AttrData::Absent) => true,
            (ParamKind::Array(_), AttrData::Array(elements)) => elements.iter().all(|&element| holds(element)),
            _ => holds(value),
        };
        if !all {
            let message = format!("failed to verify '{}': {}", param.text, constraint.summary());
            return Err(p.custom_error(at, message));
        }
    }
    if def.hooks.has_verifier() {
        def.hooks.verify(context, parameters).map_err(|message| p.custom_error(at, message))?;
    }
    Ok(())
}

fn parameters(p: &mut Parser<'_>, def: &TypeDef, ty: Type) -> ParseResult<Vec<Attribute>> {
    if def.hooks.has_syntax() {
        return def.hooks.parse(p, ty);
    }
    let program = match program_of(p.context, def) {
        Ok(program) => program,
        Err(message) => {
            let message = format!("'{}' has an invalid assembly format: {message}", def.text);
            return Err(p.custom_error(p.here_index(), message));
        }
    };
    let mut run = Run { p, def, program, values: vec![Attribute::NONE; def.params.len()] };
    run.steps(&program.steps)?;
    let mut values = run.values;
    let context = p.context;
    for (param, value) in def.params.iter().zip(&mut values) {
        if !value.is_none() {
            continue;
        }
        if param.kind == ParamKind::SelfType {
            let ty = if ty.is_none() { context.none_type() } else { ty };
            *value = context.type_attr(ty);
        } else if param.default_text.is_some() {
            *value = param.default(context);
        }
    }
    Ok(values)
}

struct Run<'r, 's, 'd> {
    p: &'r mut Parser<'s>,
    def: &'d TypeDef,
    program: &'d Program,
    values: Vec<Attribute>,
}

fn is_optional(param: &ParamDef) -> bool {
    param.optional || param.default_text.is_some()
}

impl Run<'_, '_, '_> {
    fn steps(&mut self, steps: &[Step]) -> ParseResult {
        for step in steps {
            match step {
                Step::Literal { token: Some(token), text, .. } => self.p.expect_token(*token, text.as_bytes())?,
                Step::Literal { token: None, text, .. } => self.p.expect_keyword(text.as_bytes())?,
                Step::Space | Step::Newline => {}
                Step::Param { index, .. } => {
                    if !is_optional(&self.def.params[*index]) || self.may_start(*index) {
                        self.param(*index)?;
                    }
                }
                Step::Params { indexes, .. } => self.list(indexes)?,
                Step::Struct { indexes, .. } => self.fields(indexes)?,
                Step::Group { then, otherwise, .. } => {
                    let first = then.iter().position(|s| !matches!(s, Step::Space | Step::Newline)).unwrap_or(0);
                    let there = match then.get(first) {
                        Some(Step::Literal { token: Some(token), .. }) => self.p.consume_if(*token),
                        Some(Step::Literal { token: None, text, .. }) => self.p.consume_keyword(text.as_bytes()),
                        Some(Step::Param { index, .. }) => {
                            let there = self.may_start(*index);
                            if there {
                                self.param(*index)?;
                            }
                            there
                        }
                        Some(Step::Struct { indexes, .. }) => {
                            let there = self.p.at(TokenKind::BareIdentifier);
                            if there {
                                self.fields(indexes)?;
                            }
                            there
                        }
                        Some(Step::Params { indexes, .. }) => {
                            let there = indexes.first().is_some_and(|&index| self.may_start(index));
                            if there {
                                self.list(indexes)?;
                            }
                            there
                        }
                        _ => false,
                    };
                    if there {
                        for step in &then[first + 1..] {
                            // What is behind the start of a group must be there.
                            match step {
                                Step::Param { index, .. } => self.param(*index)?,
                                step => self.steps(std::slice::from_ref(step))?,
                            }
                        }
                    } else {
                        self.steps(otherwise)?;
                    }
                }
            }
        }
        Ok(())
    }

    /// Whether a parameter can start at the current token.
    fn may_start(&mut self, index: usize) -> bool {
        fn starts(p: &Parser<'_>, kind: &ParamKind) -> bool {
            match kind {
                ParamKind::Array(element) => starts(p, element),
                ParamKind::Type(_) => p.at_type(),
                ParamKind::Int { .. } | ParamKind::Index | ParamKind::ApInt => {
                    p.at(TokenKind::Integer) || p.at(TokenKind::Minus)
                }
                ParamKind::F32 | ParamKind::F64 | ParamKind::ApFloat => {
                    p.at(TokenKind::Integer) || p.at(TokenKind::Float) || p.at(TokenKind::Minus)
                }
                ParamKind::Bool => p.at_keyword(b"true") || p.at_keyword(b"false"),
                ParamKind::String => p.at(TokenKind::String),
                ParamKind::Symbol => p.at(TokenKind::AtIdentifier),
                ParamKind::Dims => p.at(TokenKind::Integer) || p.at(TokenKind::Question),
                ParamKind::Enum(_) => p.at(TokenKind::BareIdentifier) || p.at(TokenKind::String),
                _ => p.at_attribute(),
            }
        }
        starts(self.p, &self.def.params[index].kind)
    }

    fn param(&mut self, index: usize) -> ParseResult {
        let param = &self.def.params[index];
        let enumeration = self.program.enums[index].as_deref();
        match parse_param(self.p, &param.kind, param, enumeration) {
            Ok(value) => {
                self.values[index] = value;
                Ok(())
            }
            Err(_) => {
                let message = format!(
                    "failed to parse {} parameter '{}' which is to be a `{}`",
                    self.def.text,
                    param.text,
                    kind_name(&param.kind, &self.def.dialect.text)
                );
                Err(self.p.custom_error(self.p.here_index(), message))
            }
        }
    }

    /// `params`: with commas between; optional ones at the end may be left out.
    fn list(&mut self, indexes: &[usize]) -> ParseResult {
        for (i, &index) in indexes.iter().enumerate() {
            let optional = is_optional(&self.def.params[index]);
            if optional && !self.may_start(index) {
                continue;
            }
            self.param(index)?;
            let rest = &indexes[i + 1..];
            if rest.is_empty() {
                break;
            }
            if rest.iter().all(|&index| is_optional(&self.def.params[index])) {
                if !self.p.consume_if(TokenKind::Comma) {
                    break;
                }
            } else {
                self.p.expect_token(TokenKind::Comma, b",")?;
            }
        }
        Ok(())
    }

    /// `struct(…)`: `name = value` in any order.
    fn fields(&mut self, indexes: &[usize]) -> ParseResult {
        let mut seen = vec![false; indexes.len()];
        let required = |index: &usize| !is_optional(&self.def.params[*index]);
        let all_required = indexes.iter().all(required);
        let none_required = !indexes.iter().any(required);
        if none_required && !self.p.at(TokenKind::BareIdentifier) {
            return Ok(());
        }
        for number in 0.. {
            let Some(key) = self.p.optional_bare() else {
                let _ = self.p.wrong_token("expected valid keyword");
                return Err(self.p.custom_error(self.p.here_index(), "expected a parameter name in struct"));
            };
            self.p.expect_token(TokenKind::Equal, b"=")?;
            let position = indexes.iter().position(|&index| self.def.params[index].text.as_bytes() == key);
            match position.filter(|&position| !seen[position]) {
                Some(position) => {
                    seen[position] = true;
                    self.param(indexes[position])?;
                }
                None => {
                    let message = [b"duplicate or unknown struct parameter name: ", key].concat();
                    return Err(self.p.custom_error(self.p.here_index(), message));
                }
            }
            if all_required {
                if number + 1 == indexes.len() {
                    return Ok(());
                }
                self.p.expect_token(TokenKind::Comma, b",")?;
            } else if !self.p.consume_if(TokenKind::Comma) {
                break;
            }
        }
        let missing = indexes.iter().zip(&seen).find(|&(&index, &seen)| !seen && !is_optional(&self.def.params[index]));
        match missing {
            None => Ok(()),
            Some((&index, _)) => {
                let message = format!("struct is missing required parameter: {}", self.def.params[index].text);
                Err(self.p.custom_error(self.p.here_index(), message))
            }
        }
    }
}

/// C++'s name of a kind of parameters, as far as it can be known.
fn kind_name(kind: &ParamKind, dialect: &str) -> String {
    match kind {
        ParamKind::Type(_) | ParamKind::SelfType => "::mlir::Type".to_string(),
        ParamKind::Int { width, signed } => format!("{}int{width}_t", if *signed { "" } else { "u" }),
        ParamKind::Index => "size_t".to_string(),
        ParamKind::F32 => "float".to_string(),
        ParamKind::F64 => "double".to_string(),
        ParamKind::Bool => "bool".to_string(),
        ParamKind::String => "::llvm::StringRef".to_string(),
        ParamKind::ApInt => "::llvm::APInt".to_string(),
        ParamKind::ApFloat => "::llvm::APFloat".to_string(),
        ParamKind::Symbol => "::mlir::SymbolRefAttr".to_string(),
        ParamKind::Location => "::mlir::LocationAttr".to_string(),
        ParamKind::AffineMap => "::mlir::AffineMap".to_string(),
        ParamKind::IntegerSet => "::mlir::IntegerSet".to_string(),
        ParamKind::Dims => "::llvm::ArrayRef<int64_t>".to_string(),
        ParamKind::Array(element) => format!("::llvm::ArrayRef<{}>", kind_name(element, dialect)),
        ParamKind::Enum(name) => format!("::mlir::{dialect}::{name}"),
        ParamKind::AnyAttr | ParamKind::Attr(_) => "::mlir::Attribute".to_string(),
    }
}

fn parse_param(
    p: &mut Parser<'_>,
    kind: &ParamKind,
    param: &ParamDef,
    enumeration: Option<&EnumDef>,
) -> ParseResult<Attribute> {
    let context = p.context;
    let int_type = |width: u32| context.integer_type(width.max(1), Signedness::Signless);
    match kind {
        ParamKind::Type(_) | ParamKind::SelfType => {
            let ty = match &param.constraint {
                Some(constraint) => parse_class_type(p, &constraint.decl.class)?,
                None => p.parse_type()?,
            };
            Ok(context.type_attr(ty))
        }
        ParamKind::Int { width, signed } => {
            let at = p.here_index();
            let value = p.parse_integer()?;
            let fits = match (*width, *signed) {
                (64.., _) => true,
                (width, true) => (-(1i64 << (width - 1))..1i64 << (width - 1)).contains(&value),
                (width, false) => (0..1i64 << width).contains(&value),
            };
            if !fits {
                return Err(p.custom_error(at, "integer value too large"));
            }
            Ok(context.integer_attr(int_type(*width), value))
        }
        ParamKind::Index => {
            let value = p.parse_integer()?;
            Ok(context.index_attr(value))
        }
        ParamKind::ApInt => {
            let value = p.parse_integer()?;
            Ok(context.integer_attr(int_type(64), value))
        }
        ParamKind::Bool => {
            let value = p.parse_integer()?;
            Ok(context.bool_attr(value != 0))
        }
        ParamKind::F32 => p.parse_attribute(context.float_type(plugopt_ir::FloatKind::F32)),
        ParamKind::F64 | ParamKind::ApFloat => p.parse_attribute(context.float_type(plugopt_ir::FloatKind::F64)),
        ParamKind::String => {
            let text = p.string()?;
            Ok(context.string_attr(&text))
        }
        ParamKind::Symbol => {
            let name = p.parse_symbol_name()?;
            Ok(context.symbol_ref(name))
        }
        ParamKind::Dims => {
            let sizes = p.dimension_list(true, false)?;
            let sizes: Vec<Attribute> = sizes.iter().map(|&size| context.integer_attr(int_type(64), size)).collect();
            Ok(context.array_attr(&sizes))
        }
        ParamKind::Array(element) => {
            let mut elements = Vec::new();
            p.comma_separated(|p| {
                elements.push(parse_param(p, element, param, enumeration)?);
                Ok(())
            })?;
            Ok(context.array_attr(&elements))
        }
        ParamKind::Enum(_) => match enumeration {
            Some(def) => parse_enum(p, def),
            None => Err(p.custom_error(p.here_index(), "unknown enum")),
        },
        ParamKind::AnyAttr
        | ParamKind::Attr(_)
        | ParamKind::Location
        | ParamKind::AffineMap
        | ParamKind::IntegerSet => parse_attribute(p, param),
    }
}

fn parse_attribute(p: &mut Parser<'_>, param: &ParamDef) -> ParseResult<Attribute> {
    let Some(constraint) = &param.constraint else { return p.parse_attribute(Type::NONE) };
    let at = p.here_index();
    let class = &constraint.decl.class;
    let value = match class {
        Class::Defined(name) if !p.at(TokenKind::HashIdentifier) => {
            let definition = Registry::of(p.context).def_id(true, name);
            parse_defined(p, definition, Type::NONE)?
        }
        Class::Attr(kind) if !p.at(TokenKind::HashIdentifier) => match array_element(p.context, *kind) {
            Some(element) => super::parse::parse_dense_array(p, element)?,
            None => p.parse_attribute(Type::NONE)?,
        },
        _ => p.parse_attribute(Type::NONE)?,
    };
    if attr_is(p.context, value, class) {
        return Ok(value);
    }
    Err(p.custom_error(at, "invalid kind of attribute specified"))
}

fn parse_enum(p: &mut Parser<'_>, def: &EnumDef) -> ParseResult<Attribute> {
    let ty = p.context.integer_type(def.decl.width.max(1), Signedness::Signless);
    let at = p.here_index();
    let mut value = 0;
    loop {
        let word = p.parse_keyword_or_string()?;
        let Some(found) = (if def.decl.bits { enums::value_of(def, &word) } else { def.value(&word) }) else {
            let cases = enums::cases(def);
            let message = format!("expected ::mlir::{}::{} to be one of: {cases}", def.dialect.text, def.decl.name);
            return Err(p.custom_error(at, message));
        };
        value |= found;
        if !def.decl.bits {
            break;
        }
        let more = match def.decl.separator.trim() {
            "|" => p.consume_if(TokenKind::VerticalBar),
            "," => p.consume_if(TokenKind::Comma),
            _ => false,
        };
        if !more {
            break;
        }
    }
    Ok(p.context.integer_attr(ty, value))
}

// ---- printing -----------------------------------------------------------------------------------------------------------

/// Prints what follows a type's or attribute's mnemonic.
pub(crate) fn print_def(printer: &mut Printer<'_>, def: &TypeDef, parameters: &[Attribute]) {
    let Ok(program) = program_of(printer.context(), def) else { return };
    let mut run = PrintRun { printer, def, program, parameters };
    run.steps(&program.steps);
}

struct PrintRun<'r, 'a> {
    printer: &'r mut Printer<'a>,
    def: &'r TypeDef,
    program: &'r Program,
    parameters: &'r [Attribute],
}

impl PrintRun<'_, '_> {
    fn value(&self, index: usize) -> Attribute {
        self.parameters.get(index).copied().unwrap_or(Attribute::NONE)
    }

    /// Whether a parameter is printed: a required one always, an optional one where it is not what its absence means.
    fn is_set(&self, index: usize) -> bool {
        let param = &self.def.params[index];
        if !is_optional(param) {
            return true;
        }
        let value = self.value(index);
        if value.is_none() {
            return false;
        }
        let context = self.printer.context();
        if param.default_text.is_some() {
            return value != param.default(context);
        }
        match context.attr_data(value) {
            AttrData::Array(elements) => !elements.is_empty(),
            AttrData::Integer { value, .. } => !matches!(param.kind, ParamKind::Bool) || !value.is_zero(),
            _ => true,
        }
    }

    fn steps(&mut self, steps: &[Step]) {
        for step in steps {
            match step {
                Step::Literal { text, space, .. } => {
                    self.space(*space);
                    self.printer.text(text.as_bytes());
                }
                Step::Space => self.printer.byte(b' '),
                Step::Newline => self.printer.newline(),
                Step::Param { index, space } => {
                    if self.is_set(*index) {
                        self.space(*space);
                        self.param(*index);
                    }
                }
                Step::Params { indexes, space } => self.list(indexes, *space, false),
                Step::Struct { indexes, space } => self.list(indexes, *space, true),
                Step::Group { then, otherwise, anchors, inverted } => {
                    let set = anchors.iter().any(|&index| self.is_set(index));
                    self.steps(if set != *inverted { then } else { otherwise });
                }
            }
        }
    }

    fn space(&mut self, space: bool) {
        if space {
            self.printer.byte(b' ');
        }
    }

    fn list(&mut self, indexes: &[usize], space: bool, named: bool) {
        let mut first = true;
        for &index in indexes {
            if !self.is_set(index) {
                continue;
            }
            if std::mem::replace(&mut first, false) {
                self.space(space);
            } else {
                self.printer.text(b", ");
            }
            if named {
                self.printer.text(self.def.params[index].text.as_bytes());
                self.printer.text(b" = ");
            }
            self.param(index);
        }
    }

    fn param(&mut self, index: usize) {
        let param = &self.def.params[index];
        let enumeration = self.program.enums[index].as_deref();
        print_param(self.printer, &param.kind, param, enumeration, self.value(index));
    }
}

fn print_param(
    printer: &mut Printer<'_>,
    kind: &ParamKind,
    param: &ParamDef,
    enumeration: Option<&EnumDef>,
    value: Attribute,
) {
    let context = printer.context();
    let class = param.constraint.as_ref().map_or(&Class::Any, |constraint| &constraint.decl.class);
    match (kind, context.attr_data(value)) {
        (ParamKind::Type(_) | ParamKind::SelfType, AttrData::Type(ty)) => match class {
            Class::Defined(_) => printer.type_body(*ty),
            _ => printer.ty(*ty),
        },
        (ParamKind::Int { signed: false, .. }, AttrData::Integer { value, .. }) => {
            value.print_unsigned(&mut printer.out);
        }
        (ParamKind::Int { .. } | ParamKind::Index | ParamKind::ApInt, AttrData::Integer { value, .. }) => {
            value.print_signed(&mut printer.out);
        }
        (ParamKind::Dims, AttrData::Array(sizes)) => {
            let sizes: Vec<i64> = sizes.iter().filter_map(|&size| context.integer_value(size)).collect();
            printer.dimensions(&sizes);
        }
        (ParamKind::Array(element), AttrData::Array(elements)) => {
            printer.list(elements.iter(), |printer, &value| print_param(printer, element, param, enumeration, value));
        }
        (ParamKind::Enum(_), AttrData::Integer { .. }) => {
            let text = context.integer_value(value).and_then(|value| enumeration?.text(value));
            match text {
                Some(text) => printer.text(text.as_bytes()),
                None => printer.attribute_without_type(value),
            }
        }
        (ParamKind::AnyAttr | ParamKind::Location | ParamKind::AffineMap | ParamKind::IntegerSet, _) => {
            printer.attribute(value);
        }
        (ParamKind::Attr(_), _) => match class {
            Class::Defined(_) => printer.attribute_body(value),
            Class::Attr(kind) if array_element(context, *kind).is_some() => print_dense_array(printer, value),
            _ => printer.attribute(value),
        },
        _ => printer.attribute_without_type(value),
    }
}
