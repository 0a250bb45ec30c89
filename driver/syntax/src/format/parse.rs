//! Parsing with a compiled format.
//!
//! What was parsed so far is kept in a [`Scratch`] of flat lists that is used again for later operations. An operation that parses a
//! region keeps its own until it is done, so that there are as many as operations that are open at a time.

use super::program::{
    AttrForm, Clause, Count, EnumForm, Form, Inst, Program, ResultTypes, TypeRule, TypeSource, Values,
};
use super::{definition, directives, enums, native, program_of, types};
use crate::lexer::{TokenKind, unescape};
use crate::parser::Parser;
use plugopt_descriptor::{AttrKind, Class};
use plugopt_dialect::Registry;
use plugopt_dialect::asm::{AsmParser, OpAsmParser, ParseResult, ParsedOp, ParsedRegion, UnresolvedOperand};
use plugopt_dialect::definition::{OpDef, Syntax};
use plugopt_dialect::hooks::InferInput;
use plugopt_ir::attributes::AttrData;
use plugopt_ir::types::TypeData;
use plugopt_ir::{Attribute, Block, OpName, Signedness, Traits, Type};
use rustc_hash::FxHashMap;
use smallvec::SmallVec;

/// What formats keep in a parser.
#[derive(Default)]
pub(crate) struct FormatState {
    /// The operation in custom form whose parsing errors name.
    pub(crate) operation: Option<OpName>,
    #[allow(clippy::vec_box)] // They are taken and given back with every operation.
    spare: Vec<Box<Scratch>>,
    sizes: FxHashMap<SmallVec<[i32; 8]>, Attribute>,
}

/// A part of one of the lists of a [`Scratch`].
#[derive(Clone, Copy, Default, Debug)]
pub(super) struct Span {
    pub(super) start: u32,
    pub(super) end: u32,
}

impl Span {
    pub(super) fn range(self) -> std::ops::Range<usize> {
        self.start as usize..self.end as usize
    }

    pub(super) fn len(self) -> usize {
        (self.end - self.start) as usize
    }
}

/// What of an operation was parsed so far.
#[derive(Default)]
pub(super) struct Scratch {
    pub(super) operands: Vec<UnresolvedOperand>,
    pub(super) types: Vec<Type>,
    pub(super) regions: Vec<ParsedRegion>,
    pub(super) successors: Vec<Block>,
    /// By declared operand, with where its text started.
    pub(super) operand_spans: Vec<(Span, u32)>,
    pub(super) operand_types: Vec<Span>,
    pub(super) result_types: Vec<Span>,
    pub(super) region_spans: Vec<Span>,
    pub(super) successor_spans: Vec<Span>,
    /// `operands`, `type(operands)` and `type(results)`
    pub(super) all_operands: (Span, u32),
    pub(super) all_operand_types: Span,
    pub(super) all_result_types: Span,
    inner_sizes: Vec<i32>,
    inferred: Vec<Type>,
}

impl Scratch {
    fn reset(&mut self, def: &OpDef) {
        fn refill<T: Copy + Default>(list: &mut Vec<T>, length: usize) {
            if list.len() == length {
                list.fill(T::default());
            } else {
                list.clear();
                list.resize(length, T::default());
            }
        }
        self.operands.clear();
        self.types.clear();
        self.regions.clear();
        self.successors.clear();
        refill(&mut self.operand_spans, def.operands.len());
        refill(&mut self.operand_types, def.operands.len());
        refill(&mut self.result_types, def.results.len());
        refill(&mut self.region_spans, def.regions.len());
        refill(&mut self.successor_spans, def.successors.len());
        self.all_operands = Default::default();
        self.all_operand_types = Span::default();
        self.all_result_types = Span::default();
    }

    /// What follows `start` in a list of that length.
    pub(super) fn span(start: usize, end: usize) -> Span {
        Span { start: start as u32, end: end as u32 }
    }

    pub(super) fn set_types(&mut self, of: Values, span: Span) {
        match of {
            Values::Operand(index) => self.operand_types[index as usize] = span,
            Values::Result(index) => self.result_types[index as usize] = span,
            Values::Operands => self.all_operand_types = span,
            Values::Results => self.all_result_types = span,
        }
    }

    pub(super) fn types_of(&self, of: Values) -> Span {
        match of {
            Values::Operand(index) => self.operand_types[index as usize],
            Values::Result(index) => self.result_types[index as usize],
            Values::Operands => self.all_operand_types,
            Values::Results => self.all_result_types,
        }
    }
}

/// Parses what follows the name of an operation in custom form.
pub(crate) fn parse_op<'s>(p: &mut Parser<'s>, op: &mut ParsedOp, def: &'s OpDef) -> ParseResult {
    let outer = p.format.operation.replace(op.name);
    let parsed = match &def.syntax {
        Syntax::Format { text, program } => match program_of(p.context, def, text, program) {
            Ok(program) => parse_with(p, op, def, program),
            Err(message) => {
                let message = format!("has an invalid assembly format: {message}");
                Err(p.custom_error(p.custom_name_index(), message))
            }
        },
        Syntax::Hooks => def.hooks.parse(p, op),
        Syntax::Native => native::parse_module(p, op),
        Syntax::Generic => Err(p.custom_error(p.custom_name_index(), "has no custom assembly form")),
    };
    p.format.operation = outer;
    parsed
}

fn parse_with<'s>(p: &mut Parser<'s>, op: &mut ParsedOp, def: &'s OpDef, program: &'s Program) -> ParseResult {
    let mut scratch = p.format.spare.pop().unwrap_or_default();
    scratch.reset(def);
    let mut run = Run { p, op, def, program, s: &mut scratch };
    let parsed = run.code(0, program.code.len()).and_then(|()| run.finish());
    p.format.spare.push(scratch);
    parsed
}

/// The parsing of one operation.
pub(super) struct Run<'r, 's> {
    pub(super) p: &'r mut Parser<'s>,
    pub(super) op: &'r mut ParsedOp,
    pub(super) def: &'s OpDef,
    pub(super) program: &'s Program,
    pub(super) s: &'r mut Scratch,
}

impl<'s> Run<'_, 's> {
    fn code(&mut self, from: usize, to: usize) -> ParseResult {
        let mut at = from;
        while at < to {
            let inst = self.program.code[at];
            at += 1;
            match inst {
                Inst::Group { group, first, then, otherwise } => {
                    self.group(at, group, first, then, otherwise)?;
                    at += usize::from(then) + usize::from(otherwise);
                }
                Inst::Clauses { list, length } => {
                    self.clauses(at, list)?;
                    at += usize::from(length);
                }
                inst => {
                    self.inst(inst)?;
                }
            }
        }
        Ok(())
    }

    /// Runs one instruction. Gives whether something was there, which matters for what starts an optional group.
    #[inline]
    fn inst(&mut self, inst: Inst) -> ParseResult<bool> {
        match inst {
            Inst::Literal { token: Some(kind), text, space } => {
                if self.p.token.kind == kind {
                    self.p.advance();
                } else {
                    let text = &self.program.text(text)[usize::from(space)..];
                    self.p.expect_token(kind, text)?;
                }
                Ok(true)
            }
            Inst::Literal { token: None, text, space } => {
                self.p.expect_keyword(&self.program.text(text)[usize::from(space)..])?;
                Ok(true)
            }
            Inst::Operand { index, count, .. } => self.operand(usize::from(index), count),
            Inst::Types { of, count, class, .. } => {
                self.types(of, count, class)?;
                Ok(true)
            }
            Inst::AttrDict { keyword } => {
                if self.p.at(TokenKind::LeftBrace) || keyword {
                    self.attr_dict(keyword)?;
                }
                Ok(true)
            }
            Inst::Attribute { slot, form, optional, .. } => {
                let attr = self.attribute(usize::from(slot), &self.program.forms[usize::from(form)], optional)?;
                if let Some(attr) = attr {
                    self.op.properties[usize::from(slot)] = attr;
                }
                Ok(attr.is_some())
            }
            Inst::Region { index, count, .. } => {
                let span = self.regions(count)?;
                self.s.region_spans[usize::from(index)] = span;
                let parsed = span.range().any(|i| self.has_blocks(self.s.regions[i]));
                Ok(if count == Count::Variadic { span.len() > 0 } else { parsed })
            }
            Inst::Successor { index, count, .. } => {
                let span = self.successors(count)?;
                self.s.successor_spans[usize::from(index)] = span;
                Ok(span.len() > 0)
            }
            Inst::Operands { .. } => {
                let at = self.p.here_index();
                let start = self.s.operands.len();
                self.operand_list()?;
                self.s.all_operands = (Scratch::span(start, self.s.operands.len()), at);
                Ok(self.s.operands.len() > start)
            }
            Inst::Regions { .. } => self.regions(Count::Variadic).map(|span| span.len() > 0),
            Inst::Successors { .. } => self.successors(Count::Variadic).map(|span| span.len() > 0),
            Inst::FunctionalType { inputs, results, .. } => {
                self.functional_type(inputs, results)?;
                Ok(true)
            }
            Inst::PropDict => {
                self.prop_dict()?;
                Ok(true)
            }
            Inst::Custom { index, .. } => directives::parse(self, &self.program.customs[usize::from(index)]),
            Inst::Space | Inst::Newline => Ok(true),
            Inst::Group { .. } | Inst::Clauses { .. } => Ok(true),
        }
    }

    fn group(&mut self, at: usize, group: u16, first: u16, then: u16, otherwise: u16) -> ParseResult {
        let group = &self.program.groups[usize::from(group)];
        let first = at + usize::from(first);
        let then_end = at + usize::from(then);
        let there = match self.program.code[first] {
            Inst::Literal { token: Some(kind), .. } => self.p.consume_if(kind),
            Inst::Literal { token: None, text, space } => {
                self.p.consume_keyword(&self.program.text(text)[usize::from(space)..])
            }
            inst => self.inst(inst)?,
        };
        if there != group.inverted
            && let Some(slot) = group.unit
        {
            self.op.properties[usize::from(slot)] = self.p.context.unit_attr();
        }
        if there { self.code(first + 1, then_end) } else { self.code(then_end, then_end + usize::from(otherwise)) }
    }

    fn clauses(&mut self, at: usize, list: u16) -> ParseResult {
        let clauses: &'s [Clause] = &self.program.lists[usize::from(list)];
        let mut seen: SmallVec<[bool; 16]> = SmallVec::from_elem(false, clauses.len());
        'next: loop {
            let mut start = at;
            for (clause, seen) in clauses.iter().zip(seen.iter_mut()) {
                let word = self.program.text(clause.word);
                let word = word.strip_prefix(b" ").unwrap_or(word);
                let end = start + usize::from(clause.length);
                if !self.p.consume_keyword(word) {
                    start = end;
                    continue;
                }
                if std::mem::replace(seen, true) {
                    let message =
                        [b"`", word, b"` clause can appear at most once in the expansion of the oilist directive"]
                            .concat();
                    return Err(self.p.custom_error(self.p.custom_name_index(), message));
                }
                if let Some(slot) = clause.unit {
                    self.op.properties[usize::from(slot)] = self.p.context.unit_attr();
                }
                self.code(start, end)?;
                continue 'next;
            }
            return Ok(());
        }
    }

    // ---- operands and types ---------------------------------------------------------------------------------------------

    #[inline]
    fn operand(&mut self, index: usize, count: Count) -> ParseResult<bool> {
        let at = self.p.token.start;
        let start = self.s.operands.len();
        match count {
            Count::One => {
                let operand = self.p.ssa_use(true)?;
                self.s.operands.push(operand);
            }
            Count::Optional => {
                if let Some(operand) = self.p.parse_optional_operand(true)? {
                    self.s.operands.push(operand);
                }
            }
            Count::Variadic => self.operand_list()?,
            Count::Nested => self.nested_operands(index)?,
        }
        self.s.operand_spans[index] = (Scratch::span(start, self.s.operands.len()), at);
        Ok(self.s.operands.len() > start)
    }

    fn operand_list(&mut self) -> ParseResult {
        if !self.p.at(TokenKind::PercentIdentifier) {
            return Ok(());
        }
        loop {
            let operand = self.p.ssa_use(true)?;
            self.s.operands.push(operand);
            if !self.p.consume_if(TokenKind::Comma) {
                return Ok(());
            }
        }
    }

    fn nested_operands(&mut self, index: usize) -> ParseResult {
        self.s.inner_sizes.clear();
        loop {
            if !self.p.consume_if(TokenKind::LeftParen) {
                break;
            }
            let before = self.s.operands.len();
            self.operand_list()?;
            self.p.expect(TokenKind::RightParen, "expected ')'")?;
            self.s.inner_sizes.push((self.s.operands.len() - before) as i32);
            if !self.p.consume_if(TokenKind::Comma) {
                break;
            }
        }
        if let Some(slot) = self.def.operands[index].inner_segments {
            self.op.properties[slot] = self.p.size_array(&self.s.inner_sizes);
        }
        Ok(())
    }

    #[inline]
    fn types(&mut self, of: Values, count: Count, class: u16) -> ParseResult {
        let start = self.s.types.len();
        match count {
            Count::One => {
                let ty = match self.program.classes.get(usize::from(class)) {
                    None => self.p.parse_type()?,
                    Some(class) => parse_class_type(self.p, class)?,
                };
                self.s.types.push(ty);
            }
            Count::Optional => {
                if let Some(ty) = self.p.parse_optional_type()? {
                    self.s.types.push(ty);
                }
            }
            Count::Variadic => self.type_list()?,
            Count::Nested => loop {
                if !self.p.consume_if(TokenKind::LeftParen) {
                    break;
                }
                if !self.p.consume_if(TokenKind::RightParen) {
                    self.type_list()?;
                    self.p.expect(TokenKind::RightParen, "expected ')'")?;
                }
                if !self.p.consume_if(TokenKind::Comma) {
                    break;
                }
            },
        }
        let span = Scratch::span(start, self.s.types.len());
        self.s.set_types(of, span);
        Ok(())
    }

    fn type_list(&mut self) -> ParseResult {
        loop {
            let ty = self.p.parse_type()?;
            self.s.types.push(ty);
            if !self.p.consume_if(TokenKind::Comma) {
                return Ok(());
            }
        }
    }

    fn functional_type(&mut self, of_inputs: Values, of_results: Values) -> ParseResult {
        let at = self.p.here_index();
        let ty = self.p.parse_type()?;
        let TypeData::Function { inputs, results } = self.p.context.type_data(ty) else {
            let class = Class::Type(plugopt_descriptor::TypeClass::Function);
            return Err(self.p.custom_error(at, types::wrong_class(self.p.context, ty, &class)));
        };
        for (of, types) in [(of_inputs, inputs), (of_results, results)] {
            let start = self.s.types.len();
            self.s.types.extend_from_slice(types);
            let span = Scratch::span(start, self.s.types.len());
            self.s.set_types(of, span);
        }
        Ok(())
    }

    // ---- attributes -----------------------------------------------------------------------------------------------------

    fn attribute(&mut self, slot: usize, form: &AttrForm, optional: bool) -> ParseResult<Option<Attribute>> {
        let p = &mut *self.p;
        let name = &*self.def.attributes[slot].text;
        let at = p.here_index();
        match &form.form {
            Form::Enum(form) => return parse_enum(p, form, name, optional || self.def.attributes[slot].optional),
            Form::Symbol => {
                let symbol = match optional {
                    true => p.parse_optional_symbol_name(),
                    false => Some(p.parse_symbol_name()?),
                };
                return Ok(symbol.map(|name| p.context.string_attr(p.context.bytes(name))));
            }
            Form::Bool | Form::Integer(_) | Form::String if optional && !p.at_attribute() => return Ok(None),
            Form::Bool => {
                return property(p, name, "boolean", at, |p| {
                    let value = p.parse_integer()?;
                    Ok(p.context.bool_attr(value != 0))
                })
                .map(Some);
            }
            Form::Integer(ty) => {
                let wide = *ty == p.context.integer_type(64, Signedness::Signless);
                let what = if wide { "int64_t" } else { "int32_t" };
                return property(p, name, what, at, |p| {
                    let value = p.parse_integer()?;
                    Ok(p.context.integer_attr(*ty, value))
                })
                .map(Some);
            }
            Form::String => {
                return property(p, name, "string", at, |p| {
                    let text = p.string()?;
                    Ok(p.context.string_attr(&text))
                })
                .map(Some);
            }
            Form::Any | Form::Typed(_) | Form::Defined(_) | Form::Class => {}
        }
        let ty = if let Form::Typed(ty) = form.form { ty } else { Type::NONE };
        if optional {
            // Three classes only look at their own token.
            let own = match form.class {
                Class::Attr(AttrKind::Array) => Some(TokenKind::LeftBracket),
                Class::Attr(AttrKind::String) => Some(TokenKind::String),
                Class::Attr(AttrKind::SymbolRef | AttrKind::FlatSymbolRef) => Some(TokenKind::AtIdentifier),
                _ => None,
            };
            if own.map_or(!p.at_attribute(), |own| !p.at(own)) {
                return Ok(None);
            }
        }
        let attr = match (&form.form, &form.class) {
            _ if optional || p.at(TokenKind::HashIdentifier) => p.parse_attribute(ty)?,
            (Form::Defined(definition), _) => parse_defined(p, *definition, ty)?,
            (Form::Class, Class::Attr(kind)) => match array_element(p.context, *kind) {
                Some(element) => parse_dense_array(p, element)?,
                None => p.parse_attribute(ty)?,
            },
            _ => p.parse_attribute(ty)?,
        };
        if !types::attr_is(p.context, attr, &form.class) {
            return Err(p.custom_error(at, "invalid kind of attribute specified"));
        }
        Ok(Some(attr))
    }

    pub(super) fn attr_dict(&mut self, keyword: bool) -> ParseResult {
        let at = self.p.here_index();
        let before = self.op.attributes.len();
        if !keyword || self.p.consume_keyword(b"attributes") {
            self.p.parse_attr_dict(&mut self.op.attributes)?;
        }
        let context = self.p.context;
        if let Some(message) = self.def.unfit_attribute(context, &self.op.attributes[before..]) {
            return Err(self.p.custom_error(at, message));
        }
        Ok(())
    }

    pub(super) fn prop_dict(&mut self) -> ParseResult {
        if !self.p.consume_if(TokenKind::Less) {
            return Ok(());
        }
        let at = self.p.here_index();
        let properties = self.p.parse_attribute(Type::NONE)?;
        self.p.expect(TokenKind::Greater, "expected '>'")?;
        let context = self.p.context;
        if !matches!(context.attr_data(properties), AttrData::Dictionary(_)) {
            return Err(self.p.custom_error(at, "expected DictionaryAttr to set properties"));
        }
        for &(name, value) in context.dictionary(properties) {
            match self.def.attributes.iter().position(|a| a.name == name) {
                Some(slot) => self.op.properties[slot] = value,
                None => {
                    let name = context.bytes(name);
                    let message = [b"unknown key '", name, b"' when parsing properties dictionary"].concat();
                    return Err(self.p.custom_error(at, message));
                }
            }
        }
        Ok(())
    }

    // ---- regions and successors -----------------------------------------------------------------------------------------

    fn has_blocks(&mut self, region: ParsedRegion) -> bool {
        // A region that is parsed later has one too.
        self.p.with_region_body(region, |body| body.first_block(region.region).is_some()).unwrap_or(true)
    }

    fn region(&mut self) -> ParseResult {
        let region = self.p.custom_region(&[])?;
        self.complete_region(region);
        self.s.regions.push(region);
        Ok(())
    }

    /// What traits add to a region.
    pub(super) fn complete_region(&mut self, region: ParsedRegion) {
        if self.def.traits.contains(Traits::IMPLICIT_TERMINATOR) {
            if let Some(terminator) = &self.def.implicit_terminator {
                let terminator = self.p.context.op_name(terminator.as_bytes());
                self.p.ensure_region_terminator(region, terminator, self.op.location);
            }
        } else if self.def.traits.contains(Traits::SINGLE_BLOCK) {
            self.p.ensure_region_block(region);
        }
    }

    fn regions(&mut self, count: Count) -> ParseResult<Span> {
        let start = self.s.regions.len();
        match count {
            Count::One => self.region()?,
            _ => {
                if self.p.at(TokenKind::LeftBrace) {
                    self.region()?;
                    while count == Count::Variadic && self.p.consume_if(TokenKind::Comma) {
                        self.region()?;
                    }
                }
            }
        }
        Ok(Scratch::span(start, self.s.regions.len()))
    }

    fn successors(&mut self, count: Count) -> ParseResult<Span> {
        let start = self.s.successors.len();
        if count == Count::One || self.p.at(TokenKind::CaretIdentifier) {
            let block = self.p.parse_successor()?;
            self.s.successors.push(block);
            while count == Count::Variadic && self.p.consume_if(TokenKind::Comma) {
                let block = self.p.parse_successor()?;
                self.s.successors.push(block);
            }
        }
        Ok(Scratch::span(start, self.s.successors.len()))
    }

    // ---- the end --------------------------------------------------------------------------------------------------------

    #[inline]
    fn finish(&mut self) -> ParseResult {
        let def = self.def;
        if !def.regions.is_empty() {
            self.finish_regions();
        }
        if self.program.successors_together {
            self.op.successors.extend_from_slice(&self.s.successors);
        } else {
            for span in &self.s.successor_spans {
                self.op.successors.extend_from_slice(&self.s.successors[span.range()]);
            }
        }
        if def.traits.intersects(Traits::ATTR_SIZED_OPERAND_SEGMENTS | Traits::ATTR_SIZED_RESULT_SEGMENTS) {
            self.finish_segments();
        }
        if !self.program.checked.is_empty() {
            self.check_sources()?;
        }
        match self.program.result_types {
            ResultTypes::Together => {
                let span = self.s.all_result_types;
                self.op.result_types.extend_from_slice(&self.s.types[span.range()]);
            }
            ResultTypes::ByRule => {
                for i in 0..def.results.len() {
                    self.result(i)?;
                }
            }
            ResultTypes::Inferred => {}
        }
        self.finish_operands()?;
        if self.program.result_types == ResultTypes::Inferred {
            self.infer()?;
        }
        Ok(())
    }

    fn finish_regions(&mut self) {
        if self.program.regions_together {
            self.op.regions.extend_from_slice(&self.s.regions);
            return;
        }
        for (i, def) in self.def.regions.iter().enumerate() {
            let span = self.s.region_spans[i];
            if span.len() == 0 && def.arity == plugopt_descriptor::Arity::One {
                let region = self.p.custom_empty_region();
                self.op.regions.push(region);
            } else {
                self.op.regions.extend_from_slice(&self.s.regions[span.range()]);
            }
        }
    }

    fn finish_segments(&mut self) {
        let size = |span: &Span| span.len() as i32;
        if let (Some(slot), false) = (self.def.operand_segments_slot(), self.program.operands_together) {
            let sizes: SmallVec<[i32; 8]> = self.s.operand_spans.iter().map(|(span, _)| size(span)).collect();
            self.op.properties[slot] = self.p.size_array(&sizes);
        }
        let by_rule = self.program.result_types == ResultTypes::ByRule;
        if let (Some(slot), true) = (self.def.result_segments_slot(), by_rule) {
            let sizes: SmallVec<[i32; 8]> = self.s.result_types.iter().map(size).collect();
            self.op.properties[slot] = self.p.size_array(&sizes);
        }
    }

    /// The sources of transformed types must be what they are declared as.
    fn check_sources(&mut self) -> ParseResult {
        for source in &self.program.checked {
            let (def, span) = match *source {
                TypeSource::Operand(index) => {
                    (&self.def.operands[usize::from(index)], self.s.operand_types[usize::from(index)])
                }
                TypeSource::Result(index) => {
                    (&self.def.results[usize::from(index)], self.s.result_types[usize::from(index)])
                }
                TypeSource::Attribute(_) => continue,
            };
            for &ty in &self.s.types[span.range()] {
                if !def.constraint.holds_for_type(self.p.context, ty) {
                    let mut message =
                        format!("'{}' must be {}, but got '", def.text, def.constraint.summary()).into_bytes();
                    message.extend_from_slice(&crate::printer::type_to_text(self.p.context, ty));
                    message.push(b'\'');
                    return Err(self.p.custom_error(self.p.custom_name_index(), message));
                }
            }
        }
        Ok(())
    }

    /// The types behind a source.
    fn source(&self, source: TypeSource) -> SmallVec<[Type; 2]> {
        match source {
            TypeSource::Operand(index) => self.s.types[self.s.operand_types[usize::from(index)].range()].into(),
            TypeSource::Result(index) => self.s.types[self.s.result_types[usize::from(index)].range()].into(),
            TypeSource::Attribute(slot) => {
                let attr = self.op.properties[usize::from(slot)];
                let ty = plugopt_dialect::constraint::value_type(self.p.context, attr);
                let none = self.p.context.none_type();
                smallvec::smallvec![if ty.is_none() { none } else { ty }]
            }
        }
    }

    fn source_is_variadic(&self, source: TypeSource) -> bool {
        let variadic = |arity| arity == plugopt_descriptor::Arity::Variadic;
        match source {
            TypeSource::Operand(index) => variadic(self.def.operands[usize::from(index)].arity),
            TypeSource::Result(index) => variadic(self.def.results[usize::from(index)].arity),
            TypeSource::Attribute(_) => false,
        }
    }

    /// The types of a rule that looks at another value, and whether they are one type for any number of values.
    fn derived(&mut self, rule: &TypeRule, name: &str) -> ParseResult<(SmallVec<[Type; 2]>, bool)> {
        match rule {
            TypeRule::Parsed => Ok((SmallVec::new(), false)),
            TypeRule::Fixed(ty) => Ok((smallvec::smallvec![*ty], true)),
            TypeRule::Same(source) => {
                let types = self.source(*source);
                let one = !self.source_is_variadic(*source);
                if one && types.is_empty() {
                    return Err(self.unknown_type(name));
                }
                Ok((types, one))
            }
            TypeRule::Transformed(source, transform) => {
                use plugopt_descriptor::Transform as T;
                let from = self.source(*source);
                let mut into = std::mem::take(&mut self.s.inferred);
                into.clear();
                let known = from
                    .iter()
                    .all(|&ty| types::transform(self.p.context, &self.def.dialect, transform, ty, &mut into));
                let types: SmallVec<[Type; 2]> = into.as_slice().into();
                self.s.inferred = into;
                let many = matches!(transform, T::FunctionInputs | T::FunctionResults | T::RepeatElementType);
                let many = many || self.source_is_variadic(*source) || types.len() != 1;
                if !known || (types.is_empty() && from.is_empty()) {
                    return Err(self.unknown_type(name));
                }
                Ok((types, !many))
            }
        }
    }

    #[cold]
    fn unknown_type(&self, name: &str) -> plugopt_dialect::asm::ParseFailed {
        let message = format!("the type of '{name}' does not follow from the types that are written");
        self.p.custom_error(self.p.custom_name_index(), message)
    }

    /// The one type that a rule gives, where it gives one for sure: the common cases of [`Run::derived`].
    #[inline]
    fn one_type(&self, rule: &TypeRule) -> Option<Type> {
        let (source, transform) = match rule {
            TypeRule::Fixed(ty) => return Some(*ty),
            TypeRule::Parsed => return None,
            TypeRule::Same(source) => (*source, None),
            TypeRule::Transformed(source, transform) => (*source, Some(transform)),
        };
        let span = match source {
            TypeSource::Operand(index) => self.s.operand_types[usize::from(index)],
            TypeSource::Result(index) => self.s.result_types[usize::from(index)],
            TypeSource::Attribute(slot) => {
                let ty = self.p.context.attr_type(self.op.properties[usize::from(slot)]);
                return if ty.is_none() || transform.is_some() { None } else { Some(ty) };
            }
        };
        if span.len() != 1 || self.source_is_variadic(source) {
            return None;
        }
        let ty = self.s.types[span.start as usize];
        match transform {
            None => Some(ty),
            Some(transform) => types::transform_one(self.p.context, transform, ty),
        }
    }

    #[inline]
    fn result(&mut self, index: usize) -> ParseResult {
        match &self.program.results[index] {
            TypeRule::Parsed => {
                let span = self.s.result_types[index];
                self.op.result_types.extend_from_slice(&self.s.types[span.range()]);
            }
            rule => {
                if let Some(ty) = self.one_type(rule) {
                    self.op.result_types.push(ty);
                    return Ok(());
                }
                let (types, _) = self.derived(rule, &self.def.results[index].text)?;
                self.op.result_types.extend_from_slice(&types);
            }
        }
        Ok(())
    }

    fn finish_operands(&mut self) -> ParseResult {
        let program = self.program;
        if program.operand_types_together {
            let types = self.s.all_operand_types;
            if program.operands_together {
                let (span, at) = self.s.all_operands;
                return self.resolve(span, types, at);
            }
            // They are taken in the order of their declarations.
            let count: usize = self.s.operand_spans.iter().map(|(span, _)| span.len()).sum();
            if count != types.len() {
                return Err(self.wrong_count(self.p.custom_name_index(), count, types.len()));
            }
            let mut next = types.range();
            for i in 0..self.s.operand_spans.len() {
                for j in self.s.operand_spans[i].0.range() {
                    let Some(ty) = next.next().map(|k| self.s.types[k]) else { return Ok(()) };
                    let value = self.p.resolve(self.s.operands[j], ty)?;
                    self.op.operands.push(value);
                }
            }
            return Ok(());
        }
        if program.operands_together {
            return self.finish_all_operands();
        }
        for (i, rule) in program.operands.iter().enumerate() {
            let (span, at) = self.s.operand_spans[i];
            match rule {
                TypeRule::Parsed => {
                    let types = self.s.operand_types[i];
                    self.resolve(span, types, at)?;
                }
                rule => {
                    if let Some(ty) = self.one_type(rule) {
                        self.resolve_all(span, ty)?;
                    } else if span.len() > 0 {
                        let (types, one) = self.derived(rule, &self.def.operands[i].text)?;
                        self.resolve_derived(span, &types, one, at)?;
                    }
                }
            }
        }
        Ok(())
    }

    /// Operands that are written together, whose types are not: each declared one has its rule.
    fn finish_all_operands(&mut self) -> ParseResult {
        let (span, at) = self.s.all_operands;
        let mut types: SmallVec<[Type; 8]> = SmallVec::new();
        for (i, rule) in self.program.operands.iter().enumerate() {
            match rule {
                TypeRule::Parsed => types.extend_from_slice(&self.s.types[self.s.operand_types[i].range()]),
                rule => {
                    let (derived, _) = self.derived(rule, &self.def.operands[i].text)?;
                    types.extend_from_slice(&derived);
                }
            }
        }
        self.resolve_derived(span, &types, false, at)
    }

    #[cold]
    fn wrong_count(&self, at: u32, operands: usize, types: usize) -> plugopt_dialect::asm::ParseFailed {
        let message = format!("number of operands and types do not match: got {operands} operands and {types} types");
        self.p.custom_error(at, message)
    }

    #[inline]
    fn resolve_all(&mut self, span: Span, ty: Type) -> ParseResult {
        for i in span.range() {
            let value = self.p.resolve(self.s.operands[i], ty)?;
            self.op.operands.push(value);
        }
        Ok(())
    }

    #[inline]
    fn resolve(&mut self, span: Span, types: Span, at: u32) -> ParseResult {
        if span.len() != types.len() {
            return Err(self.wrong_count(at, span.len(), types.len()));
        }
        for (i, j) in span.range().zip(types.range()) {
            let value = self.p.resolve(self.s.operands[i], self.s.types[j])?;
            self.op.operands.push(value);
        }
        Ok(())
    }

    fn resolve_derived(&mut self, span: Span, types: &[Type], one: bool, at: u32) -> ParseResult {
        if let (true, [ty]) = (one, types) {
            return self.resolve_all(span, *ty);
        }
        if span.len() != types.len() {
            return Err(self.wrong_count(at, span.len(), types.len()));
        }
        for (i, &ty) in span.range().zip(types) {
            let value = self.p.resolve(self.s.operands[i], ty)?;
            self.op.operands.push(value);
        }
        Ok(())
    }

    fn infer(&mut self) -> ParseResult {
        let context = self.p.context;
        let def = self.def;
        let mut discardable = Vec::new();
        for &(name, value) in &self.op.attributes {
            match def.attributes.iter().position(|a| a.name == name) {
                Some(slot) => self.op.properties[slot] = value,
                None => discardable.push((name, value)),
            }
        }
        for (attribute, slot) in def.attributes.iter().zip(&mut self.op.properties) {
            if slot.is_none() && attribute.default_text.is_some() && !attribute.optional {
                *slot = attribute.default(context);
            }
        }
        let operand_types: Vec<Type> = self.op.operands.iter().map(|&v| Parser::value_type(self.p, v)).collect();
        let region_results: Vec<Vec<Type>> = self
            .op
            .regions
            .iter()
            .map(|&region| self.p.region_terminator(region).map(|(_, types)| types).unwrap_or_default())
            .collect();
        let input = InferInput {
            context,
            location: self.op.location,
            operand_types: &operand_types,
            properties: &self.op.properties,
            attributes: &discardable,
            region_results: &region_results,
        };
        def.hooks.infer(&input, &mut self.op.result_types).map_err(|_| plugopt_dialect::asm::ParseFailed)
    }
}

/// A type of a class: a dialect's type is written without its prefix.
pub(super) fn parse_class_type(p: &mut Parser<'_>, class: &Class) -> ParseResult<Type> {
    let at = p.here_index();
    let ty = match class {
        Class::Defined(name) if !p.at(TokenKind::ExclamationIdentifier) => {
            let registry = Registry::of(p.context);
            match registry.find_type(p.context, name).filter(|def| definition::has_syntax(def)) {
                Some(def) => definition::parse_type_body(p, def)?,
                None => p.parse_type()?,
            }
        }
        _ => p.parse_type()?,
    };
    if types::type_is(p.context, ty, class) {
        return Ok(ty);
    }
    Err(p.custom_error(at, types::wrong_class(p.context, ty, class)))
}

/// A dialect's attribute without its prefix.
pub(super) fn parse_defined(p: &mut Parser<'_>, definition: plugopt_ir::DefId, ty: Type) -> ParseResult<Attribute> {
    let registry = Registry::of(p.context);
    match registry.def(p.context, definition).filter(|def| definition::has_syntax(def)) {
        Some(def) => definition::parse_attr_body(p, def, ty),
        None => p.parse_attribute(ty),
    }
}

fn property(
    p: &mut Parser<'_>,
    name: &str,
    what: &str,
    at: u32,
    parse: impl FnOnce(&mut Parser<'_>) -> ParseResult<Attribute>,
) -> ParseResult<Attribute> {
    parse(p).map_err(|_| p.custom_error(at, format!("invalid value for property {name}, expected {what}")))
}

/// A word of an enum for an inherent attribute.
fn parse_enum(p: &mut Parser<'_>, form: &EnumForm, name: &str, optional: bool) -> ParseResult<Option<Attribute>> {
    let def = &form.def.0;
    let at = p.here_index();
    let text = match p.token.kind {
        TokenKind::BareIdentifier if enums::is_case_keyword(def, p.here()) => {
            let word = p.here();
            p.advance();
            std::borrow::Cow::Borrowed(word)
        }
        TokenKind::String => {
            let text = unescape(p.here());
            p.advance();
            text.into()
        }
        _ if optional => return Ok(None),
        _ => {
            let cases = enums::cases(def);
            let message = format!(
                "expected string or keyword containing one of the following enum values for attribute '{name}' [{cases}]"
            );
            return Err(p.custom_error(at, message));
        }
    };
    match enums::value_of(def, &text) {
        Some(value) => Ok(Some(p.context.integer_attr(form.ty, value))),
        None => {
            let message = [b"invalid ", name.as_bytes(), b" attribute specification: \"", &*text, b"\""].concat();
            Err(p.custom_error(at, message))
        }
    }
}

/// The element type of a class of dense arrays, which formats write in brackets.
pub(super) fn array_element(context: &plugopt_ir::Context, kind: AttrKind) -> Option<Type> {
    use plugopt_ir::FloatKind as F;
    let int = |width| Some(context.integer_type(width, Signedness::Signless));
    match kind {
        AttrKind::DenseBoolArray => int(1),
        AttrKind::DenseI8Array => int(8),
        AttrKind::DenseI16Array => int(16),
        AttrKind::DenseI32Array => int(32),
        AttrKind::DenseI64Array => int(64),
        AttrKind::DenseF32Array => Some(context.float_type(F::F32)),
        AttrKind::DenseF64Array => Some(context.float_type(F::F64)),
        _ => None,
    }
}

/// `[1, 2]`
pub(super) fn parse_dense_array(p: &mut Parser<'_>, element: Type) -> ParseResult<Attribute> {
    let mut data = Vec::new();
    p.expect(TokenKind::LeftBracket, "expected '['")?;
    if !p.consume_if(TokenKind::RightBracket) {
        let context = p.context;
        p.comma_separated(|p| match context.type_data(element) {
            TypeData::Float(kind) => {
                let at = p.here_index();
                let negative = p.consume_if(TokenKind::Minus);
                if !p.at(TokenKind::Float) && !p.at(TokenKind::Integer) {
                    return Err(p.custom_error(at, "expected floating point literal"));
                }
                let bits = kind.parse_decimal(p.here()).unwrap_or(0);
                p.advance();
                let bits = if negative { kind.neg(bits) } else { bits };
                data.extend_from_slice(&bits.to_le_bytes()[..(kind.width() as usize).div_ceil(8)]);
                Ok(())
            }
            data_type => {
                let at = p.here_index();
                let value = p.parse_integer()?;
                let width = if let TypeData::Integer { width, .. } = data_type { *width } else { 64 };
                let fits = match width {
                    1 => (0..=1).contains(&value),
                    64.. => true,
                    width => (-(1i64 << (width - 1))..1i64 << width).contains(&value),
                };
                if !fits {
                    return Err(p.custom_error(at, "integer value too large"));
                }
                data.extend_from_slice(&value.to_le_bytes()[..(width as usize).div_ceil(8)]);
                Ok(())
            }
        })?;
        p.expect(TokenKind::RightBracket, "expected ']'")?;
    }
    Ok(p.context.attribute_of(AttrData::DenseArray { element, data: data.into() }))
}

impl Parser<'_> {
    /// `array<i32: …>` of numbers of values.
    pub(crate) fn size_array(&mut self, sizes: &[i32]) -> Attribute {
        if let Some(&attr) = self.format.sizes.get(sizes) {
            return attr;
        }
        let element = self.context.integer_type(32, Signedness::Signless);
        let data = sizes.iter().flat_map(|size| size.to_le_bytes()).collect();
        let attr = self.context.attribute_of(AttrData::DenseArray { element, data });
        self.format.sizes.insert(sizes.into(), attr);
        attr
    }
}

/// Whether an attribute would be printed by an optional group or a clause.
pub(super) fn is_set(context: &plugopt_ir::Context, def: &OpDef, slot: usize, value: Attribute) -> bool {
    let attribute = &def.attributes[slot];
    match &attribute.default_text {
        None => !value.is_none(),
        Some(_) => !value.is_none() && value != attribute.default(context),
    }
}
