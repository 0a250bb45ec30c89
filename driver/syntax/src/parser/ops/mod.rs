//! Operations, blocks and regions.
//!
//! Regions of operations in generic form are parsed by a loop over a stack of open regions, so that nesting costs no call. A custom
//! form that parses a region starts the loop anew on a stack that grows.

// Bodies are several hundred bytes and go from hand to hand; the trees that they end in hold them boxed.
#![allow(clippy::vec_box)]

mod names;
mod resolve;
mod source;

use super::spelled::Spelled;
use super::{Optional, Parser};
use crate::lexer::TokenKind;
use names::NameTable;
use plugopt_dialect::asm::{ParseResult, ParsedArgument, ParsedOp, ParsedRegion, UnresolvedOperand};
use plugopt_dialect::definition::OpDef;
use plugopt_dialect::registry::Registry;
use plugopt_ir::body::OpState;
use plugopt_ir::location::SourceText;
use plugopt_ir::{
    Attribute, Block, Body, BodyId, Diagnostic, Ident, Location, Op, OpInfo, OpName, Region, Traits, Type, Value,
};
use rustc_hash::FxHashMap;
use std::sync::Arc;

pub use source::{ParseOptions, parse_source};

/// A body of more operations is not copied when it is complete.
const LARGE_BODY: usize = 1 << 16;

/// Text for which a body has room at first.
const FIRST_ROOM: usize = 1 << 18;

/// Longest text of properties or types that is looked for among those parsed before.
const LONGEST_SPAN: usize = 256;

/// The text is released in steps of so many bytes.
const RELEASE_STEP: u32 = 1 << 22;

/// Bodies nested more deeply get room as they need it.
const MAX_ROOMY_NESTING: usize = 4;

/// How deep custom forms may nest.
const MAX_CUSTOM_NESTING: usize = 200_000;

struct BlockEntry {
    block: Block,
    /// Where it was defined or first used.
    at: u32,
    forward: bool,
}

/// A name on the left of `=`, with how many results it stands for.
#[derive(Clone, Copy)]
pub(crate) struct ResultName {
    start: u32,
    length: u32,
    count: u32,
}

/// The operation whose regions are being parsed, and the body that they go to where it is isolated.
struct Owner<'s> {
    known: Known<'s>,
    location: Location,
    isolated: bool,
    child: Option<Box<Body>>,
}

/// What is known of an operation's name.
#[derive(Clone, Copy)]
struct Known<'s> {
    name: OpName,
    info: &'s OpInfo,
    def: Option<&'s OpDef>,
}

impl<'s> Known<'s> {
    fn of(context: &'s plugopt_ir::Context, name: OpName) -> Known<'s> {
        let info = context.op_info(name);
        Known { name, info, def: OpDef::of(info) }
    }
}

/// An operation in custom form that is being parsed.
struct CustomOp<'s> {
    owner: Owner<'s>,
    /// Where its names start in `OpParsing::results`.
    first_result: usize,
    name_index: u32,
}

/// An operation in generic form whose regions are being parsed.
struct Pending<'s> {
    owner: Owner<'s>,
    op: Box<ParsedOp>,
    operands: Vec<UnresolvedOperand>,
    properties: Attribute,
    first_result: usize,
    start: u32,
}

/// A region whose blocks are being parsed.
struct OpenRegion<'s> {
    region: Region,
    block: Block,
    /// The operation to go on with after it; `None` where a custom form waits for it.
    pending: Option<Box<Pending<'s>>>,
    /// Whether a body was entered for it.
    entered: bool,
}

/// A body that is complete but for its place in the tree.
pub(crate) struct Finished {
    parent: BodyId,
    stub: Op,
    body: Box<Body>,
}

/// A region of an isolated operation that was skipped, to be parsed later.
pub(crate) struct Deferred<'s> {
    body: BodyId,
    region: Region,
    block: Block,
    /// Index after its `{`.
    start: u32,
    arguments: Vec<(UnresolvedOperand, Value)>,
    default_dialects: Vec<&'s [u8]>,
}

/// Something that took its location from an alias that was not defined yet.
pub(crate) struct DeferredLocation {
    body: BodyId,
    target: LocationTarget,
    /// Index and length of the alias, with its `#`.
    start: u32,
    length: u32,
}

#[derive(Clone, Copy)]
enum LocationTarget {
    Op(Op),
    Argument(Value),
}

/// The use of a value of another body.
pub(crate) struct Capture {
    body: BodyId,
    placeholder: Value,
    isolated: Location,
}

/// What the parser keeps while it parses operations.
#[derive(Default)]
pub(crate) struct OpParsing<'s> {
    pub(crate) registry: Option<Arc<Registry>>,
    bodies: Vec<Box<Body>>,
    /// Where the next operation goes.
    block: Option<Block>,
    names: NameTable,
    blocks: Vec<FxHashMap<&'s [u8], BlockEntry>>,
    results: Vec<ResultName>,
    default_dialects: Vec<&'s [u8]>,
    custom: Vec<CustomOp<'s>>,
    open: Vec<OpenRegion<'s>>,
    finished: Vec<Finished>,
    deferred: Vec<Deferred<'s>>,
    locations: Vec<DeferredLocation>,
    captures: Vec<Capture>,
    /// Where names were used in bodies parsed beside, and never defined.
    undefined: Vec<u32>,
    defer_bodies: bool,
    /// The text, where it is released as it is read.
    text: Option<Arc<dyn SourceText>>,
    /// Where the text is released the next time.
    release_at: u32,
    /// In boxes, for it is large and goes from hand to hand.
    #[allow(clippy::vec_box)]
    spare: Vec<Box<ParsedOp>>,
    /// Bodies with room, for the next to be parsed.
    spare_bodies: Vec<Box<Body>>,
    operands: Vec<UnresolvedOperand>,
    op_names: Spelled<'s, Known<'s>>,
    /// Properties and types of operations in generic form by how they were written: most are written often.
    spelled_properties: Spelled<'s, Attribute>,
    spelled_types: Spelled<'s, Type>,
}

impl<'s> Parser<'s> {
    fn body(&mut self) -> &mut Body {
        self.ops.bodies.last_mut().expect("operations are parsed into a body")
    }

    fn body_ref(&self) -> &Body {
        self.ops.bodies.last().expect("operations are parsed into a body")
    }

    fn op_info(&self, name: OpName) -> &'s OpInfo {
        self.context.op_info(name)
    }

    // ---- one operation --------------------------------------------------------------------------------------------------

    /// Parses an operation and appends it to the current block, or opens its first region.
    fn operation(&mut self) -> ParseResult {
        let start = self.token.start;
        if start >= self.ops.release_at {
            self.release_text(start);
        }
        let first_result = self.ops.results.len();
        if self.at(TokenKind::PercentIdentifier) {
            self.comma_separated(Self::result_name)?;
            self.expect(TokenKind::Equal, "expected '=' after SSA name")?;
        }
        match self.token.kind {
            TokenKind::BareIdentifier => self.custom_operation(start, first_result),
            TokenKind::String => self.generic_operation(start, first_result),
            _ => Err(self.wrong_token("expected operation name in quotes")),
        }
    }

    #[cold]
    fn release_text(&mut self, position: u32) {
        if let Some(text) = &self.ops.text {
            text.release(position as usize);
            self.ops.release_at = position.saturating_add(RELEASE_STEP);
        } else {
            self.ops.release_at = u32::MAX;
        }
    }

    fn result_name(&mut self) -> ParseResult {
        let token = self.token;
        self.expect(TokenKind::PercentIdentifier, "expected valid ssa identifier")?;
        let mut count = 1;
        if self.consume_if(TokenKind::Colon) {
            if !self.at(TokenKind::Integer) {
                return Err(self.wrong_token("expected integer number of results"));
            }
            count = std::str::from_utf8(self.here()).ok().and_then(|t| t.parse::<u32>().ok()).unwrap_or(0);
            if count < 1 {
                return Err(self.error_here("expected named operation to have at least 1 result"));
            }
            self.advance();
        }
        self.ops.results.push(ResultName { start: token.start, length: token.end - token.start, count });
        Ok(())
    }

    fn take_parsed_op(&mut self, name: OpName, location: Location, info: &OpInfo) -> Box<ParsedOp> {
        let mut op = self.ops.spare.pop().unwrap_or_else(|| {
            Box::new(ParsedOp {
                name,
                location,
                operands: Vec::new(),
                result_types: Vec::new(),
                attributes: Vec::new(),
                properties: Vec::new(),
                successors: Vec::new(),
                regions: Vec::new(),
            })
        });
        op.name = name;
        op.location = location;
        op.properties.resize(info.properties.len(), Attribute::NONE);
        op
    }

    fn give_back(&mut self, mut op: Box<ParsedOp>) {
        op.operands.clear();
        op.result_types.clear();
        op.attributes.clear();
        op.properties.clear();
        op.successors.clear();
        op.regions.clear();
        self.ops.spare.push(op);
    }

    /// Puts a parsed operation into the current block and binds the names of its results.
    fn finish(
        &mut self,
        mut op: Box<ParsedOp>,
        mut owner: Owner<'s>,
        start: u32,
        first_result: usize,
        generic_properties: Attribute,
    ) -> ParseResult {
        let Known { info, def, .. } = owner.known;
        let mut attributes = Attribute::EMPTY_DICTIONARY;
        if !op.attributes.is_empty() {
            if !info.properties.is_empty() {
                let properties = &mut op.properties;
                op.attributes.retain(|&(name, value)| match info.property_slot(name) {
                    Some(slot) => {
                        properties[slot] = value;
                        false
                    }
                    None => true,
                });
            }
            attributes = self.context.dictionary_attr(&op.attributes);
        }
        if !generic_properties.is_none() {
            self.set_generic_properties(&mut op, info, generic_properties)?;
        }
        if let Some(def) = def {
            self.fill_defaults(def, &mut op);
        }
        let regions: smallvec::SmallVec<[Region; 2]> = op.regions.iter().map(|r| r.region).collect();
        let state = OpState {
            name: op.name,
            location: op.location,
            operands: &op.operands,
            result_types: &op.result_types,
            attributes,
            properties: &op.properties,
            successors: &op.successors,
            regions: &regions,
        };
        let body = self.ops.bodies.last_mut().expect("operations are parsed into a body");
        if body.is_full() {
            // What outgrows its first room may well take all of the text that is left.
            body.reserve_for_text(self.lexer.end - self.lexer.position.min(self.lexer.end));
        }
        let created;
        let root; // where the location goes
        if owner.isolated {
            let (mut child, roomy) = match owner.child.take() {
                Some(child) => (child, true),
                None => (Box::new(Body::new(op.name, op.location)), false),
            };
            child.set_attributes(Body::ROOT, attributes);
            child.set_properties(Body::ROOT, &op.properties);
            for &region in &regions {
                child.add_region(Body::ROOT, region);
            }
            created = body.create_op(&OpState {
                attributes: Attribute::EMPTY_DICTIONARY,
                properties: &[],
                regions: &[],
                ..state
            });
            root = (child.id(), Body::ROOT);
            let parent = body.id();
            let child = if roomy { self.exact_body(child) } else { child };
            self.ops.finished.push(Finished { parent, stub: created, body: child });
        } else {
            created = body.create_op(&state);
            root = (body.id(), created);
        }
        if let Some(block) = self.ops.block {
            self.body().append_op(block, created);
        }
        if self.at_keyword(b"loc")
            && let Some(location) = self.trailing_location(root.0, LocationTarget::Op(root.1))?
        {
            match self.ops.finished.last_mut() {
                Some(last) if owner.isolated => last.body.set_location(Body::ROOT, location),
                _ => self.body().set_location(created, location),
            }
        }
        self.give_back(op);
        self.bind_results(created, start, first_result)
    }

    /// A body with room for what is left of the text.
    fn roomy_body(&mut self, name: OpName, location: Location) -> Box<Body> {
        match self.ops.spare_bodies.pop() {
            Some(mut body) => {
                body.reset(name, location);
                body
            }
            None => {
                let mut body = Box::new(Body::new(name, location));
                // Bodies that are open at once share the text that is left.
                if self.ops.bodies.len() <= MAX_ROOMY_NESTING {
                    let left = self.lexer.end - self.lexer.position.min(self.lexer.end);
                    body.reserve_for_text(left.min(FIRST_ROOM));
                }
                body
            }
        }
    }

    /// A body that is complete, in the room that it needs. One that fills much of its room stays where it is.
    fn exact_body(&mut self, mut body: Box<Body>) -> Box<Body> {
        if body.op_bound() > LARGE_BODY {
            return body;
        }
        let exact = Box::new(body.take_exact());
        self.ops.spare_bodies.push(body);
        exact
    }

    fn bind_results(&mut self, op: Op, start: u32, first_result: usize) -> ParseResult {
        if self.ops.results.len() == first_result {
            return Ok(());
        }
        let named: u64 = self.ops.results[first_result..].iter().map(|r| r.count as u64).sum();
        let count = self.body().result_count(op);
        if count == 0 {
            return Err(self.error_at(start, "cannot name an operation with no results"));
        }
        if named != count as u64 {
            let message = format!("operation defines {count} results but was provided {named} to bind");
            return Err(self.error_at(start, message));
        }
        let mut index = 0;
        for i in first_result..self.ops.results.len() {
            let ResultName { start, length, count } = self.ops.results[i];
            for number in 0..count {
                let value = self.body().result(op, index);
                index += 1;
                self.define(UnresolvedOperand { offset: self.offset_of(start), length, number }, value)?;
            }
        }
        self.ops.results.truncate(first_result);
        Ok(())
    }

    fn set_generic_properties(&mut self, op: &mut ParsedOp, info: &OpInfo, properties: Attribute) -> ParseResult {
        if !info.registered {
            op.properties.clear();
            op.properties.push(properties);
            return Ok(());
        }
        if !matches!(self.context.attr_data(properties), plugopt_ir::AttrData::Dictionary(_)) {
            let name = self.context.bytes(info.name).to_vec();
            let text = crate::printer::attribute_to_text(self.context, properties);
            let message =
                [b"invalid properties ", &*text, b" for op ", &*name, b": expected DictionaryAttr to set properties"]
                    .concat();
            return Err(self.emit(Diagnostic::error(op.location, message)));
        }
        let def = OpDef::of(info);
        for &(name, value) in self.context.dictionary(properties) {
            let Some(slot) = info.property_slot(name) else { continue };
            op.properties[slot] = value;
            if let Some(reason) = def.and_then(|def| self.unfit_property(def, slot, value)) {
                let text = crate::printer::attribute_to_text(self.context, properties);
                let name = self.context.bytes(info.name);
                let message = [b"invalid properties ", &*text, b" for op ", name, b": ", &reason].concat();
                return Err(self.emit(Diagnostic::error(op.location, message)));
            }
        }
        Ok(())
    }

    /// Why an inherent attribute cannot have a value, whatever its constraint says.
    fn unfit_property(&self, def: &OpDef, slot: usize, value: Attribute) -> Option<Vec<u8>> {
        let attribute = &def.attributes[slot];
        if !attribute.fits_storage(self.context, value) {
            let value = crate::printer::attribute_to_text(self.context, value);
            let name = attribute.text.as_bytes();
            return Some([b"Invalid attribute `", name, b"` in property conversion: ", &*value].concat());
        }
        let plugopt_ir::AttrData::DenseArray { data, .. } = self.context.attr_data(value) else { return None };
        let expected = match attribute.name {
            Ident::OPERAND_SEGMENT_SIZES if attribute.segments => def.operands.len(),
            Ident::RESULT_SEGMENT_SIZES if attribute.segments => def.results.len(),
            _ => return None,
        };
        let found = data.len() / 4;
        (found != expected)
            .then(|| format!("size mismatch in attribute conversion: {found} vs {expected}").into_bytes())
    }

    /// Sets the inherent attributes that were not written to their defaults, and segment sizes to zeros.
    fn fill_defaults(&self, def: &OpDef, op: &mut ParsedOp) {
        for (attribute, slot) in def.attributes.iter().zip(&mut op.properties) {
            if slot.is_none() && attribute.segments {
                let count = if attribute.name == Ident::OPERAND_SEGMENT_SIZES { &def.operands } else { &def.results };
                let element = self.context.integer_type(32, plugopt_ir::types::Signedness::Signless);
                let data = vec![0; count.len() * 4].into();
                *slot = self.context.attribute_of(plugopt_ir::AttrData::DenseArray { element, data });
                continue;
            }
            if slot.is_none() && attribute.default_text.is_some() && !attribute.optional {
                *slot = attribute.default(self.context);
            }
        }
    }

    // ---- generic form ---------------------------------------------------------------------------------------------------

    fn generic_operation(&mut self, start: u32, first_result: usize) -> ParseResult {
        let name_index = self.token.start;
        let location = self.location_of(name_index);
        let literal = self.here();
        let known = match self.ops.op_names.get(literal) {
            Some(known) => known,
            None => {
                let text = crate::lexer::unescape(literal);
                if text.is_empty() {
                    return Err(self.error_here("empty operation name is invalid"));
                }
                if text.contains(&0) {
                    return Err(self.error_here("null character not allowed in operation name"));
                }
                let known = Known::of(self.context, self.context.op_name(&text));
                self.ops.op_names.insert(literal, known);
                known
            }
        };
        self.advance();
        let Known { name, info, .. } = known;
        if !info.registered && !self.context.allows_unregistered_dialects() && !self.is_known_dialect(info.dialect) {
            return Err(self.error_here(
                "operation being parsed with an unregistered dialect. If this is intended, please use \
                 -allow-unregistered-dialect with the MLIR tool used",
            ));
        }
        self.expect(TokenKind::LeftParen, "expected '(' to start operand list")?;
        let mut operands = std::mem::take(&mut self.ops.operands);
        operands.clear();
        if self.at(TokenKind::PercentIdentifier) {
            self.comma_separated(|p| {
                let operand = p.ssa_use(true)?;
                operands.push(operand);
                Ok(())
            })?;
        }
        self.expect(TokenKind::RightParen, "expected ')' to end operand list")?;
        let mut op = self.take_parsed_op(name, location, info);
        if self.at(TokenKind::LeftBracket) {
            if info.registered && !info.has(Traits::TERMINATOR) {
                return Err(self.error_here("successors in non-terminator"));
            }
            self.advance();
            self.comma_separated_until(TokenKind::RightBracket, false, |p| {
                let block = p.parse_successor()?;
                op.successors.push(block);
                Ok(())
            })?;
        }
        let mut properties = Attribute::NONE;
        if self.at(TokenKind::Less) {
            properties = self.properties()?;
        }
        let owner = Owner { known, location, isolated: info.has(Traits::ISOLATED_FROM_ABOVE), child: None };
        if self.consume_if(TokenKind::LeftParen) {
            let pending =
                Pending { owner, op, operands: std::mem::take(&mut operands), properties, first_result, start };
            return self.next_pending_region(Box::new(pending));
        }
        self.finish_generic(op, owner, &operands, properties, start, first_result)?;
        self.ops.operands = operands;
        Ok(())
    }

    /// Opens the next region of an operation in generic form, or goes on after it where it is empty.
    fn next_pending_region(&mut self, mut pending: Box<Pending<'s>>) -> ParseResult {
        loop {
            let region = self.enter(&mut pending.owner, |body| body.create_region());
            let id = self.owner_body(&pending.owner);
            pending.op.regions.push(ParsedRegion { body: id, region });
            self.expect(TokenKind::LeftBrace, "expected '{' to begin a region")?;
            if !self.consume_if(TokenKind::RightBrace) {
                return self.open_region(region, Some(pending), &[]);
            }
            if !self.consume_if(TokenKind::Comma) {
                return self.finish_pending(*pending);
            }
        }
    }

    fn finish_pending(&mut self, pending: Pending<'s>) -> ParseResult {
        self.expect(TokenKind::RightParen, "expected ')' to end region list")?;
        let Pending { owner, op, operands, properties, first_result, start, .. } = pending;
        self.finish_generic(op, owner, &operands, properties, start, first_result)
    }

    fn finish_generic(
        &mut self,
        mut op: Box<ParsedOp>,
        owner: Owner<'s>,
        operands: &[UnresolvedOperand],
        properties: Attribute,
        start: u32,
        first_result: usize,
    ) -> ParseResult {
        if self.at(TokenKind::LeftBrace) {
            self.parse_attr_dict(&mut op.attributes)?;
        }
        self.expect(TokenKind::Colon, "expected ':' followed by operation type")?;
        let type_index = self.token.start;
        let ty = self.operation_type()?;
        let plugopt_ir::TypeData::Function { inputs, results } = self.context.type_data(ty) else {
            return Err(self.error_at(type_index, "expected function type"));
        };
        op.result_types.extend_from_slice(results);
        if inputs.len() != operands.len() {
            let plural = if operands.len() == 1 { "" } else { "s" };
            let message = format!("expected {} operand type{plural} but had {}", operands.len(), inputs.len());
            return Err(self.error_at(type_index, message));
        }
        for (&operand, &ty) in operands.iter().zip(inputs) {
            let value = self.resolve(operand, ty)?;
            op.operands.push(value);
        }
        // Those in `<{…}>` are left to the verifier.
        if properties.is_none()
            && !op.attributes.is_empty()
            && let Some(def) = OpDef::of(self.op_info(op.name))
            && let Some(message) = def.unfit_attribute(self.context, &op.attributes)
        {
            return Err(self.emit(Diagnostic::error(op.location, message)));
        }
        self.finish(op, owner, start, first_result, properties)
    }

    /// `<{…}>`
    fn properties(&mut self) -> ParseResult<Attribute> {
        let span = self.properties_span();
        if let Some(text) = span
            && let Some(properties) = self.ops.spelled_properties.get(text)
        {
            self.skip_to(self.token.end as usize + text.len());
            self.expect(TokenKind::Greater, "expected '>' to close properties")?;
            return Ok(properties);
        }
        let start = self.token.end as usize;
        self.advance();
        let properties = self.parse_attribute(Type::NONE)?;
        if let Some(text) = span
            && self.last_end as usize == start + text.len()
        {
            self.ops.spelled_properties.insert(text, properties);
        }
        self.expect(TokenKind::Greater, "expected '>' to close properties")?;
        Ok(properties)
    }

    /// What is probably the dictionary in properties. What was parsed from the same bytes before means the same again: a name has one
    /// meaning in a text.
    fn properties_span(&self) -> Option<&'s [u8]> {
        let start = self.token.end as usize;
        let rest = self.lexer.source.get(start..self.lexer.end.min(start + LONGEST_SPAN))?;
        let inner = rest.strip_prefix(b"{")?;
        let end = memchr::memchr3(b'}', b'{', b'"', inner)?;
        (inner[end] == b'}').then(|| &rest[..end + 2])
    }

    /// The type behind the colon of an operation in generic form.
    fn operation_type(&mut self) -> ParseResult<Type> {
        let span = self.operation_type_span();
        if let Some(text) = span
            && let Some(ty) = self.ops.spelled_types.get(text)
        {
            self.skip_to(self.token.start as usize + text.len());
            return Ok(ty);
        }
        let start = self.token.start as usize;
        let ty = self.parse_type()?;
        if let Some(text) = span
            && self.last_end as usize == start + text.len()
        {
            self.ops.spelled_types.insert(text, ty);
        }
        Ok(ty)
    }

    /// What is probably the type: all up to the end of the line or a location. (A name with a sigil at its end could go on in the next
    /// line.)
    fn operation_type_span(&self) -> Option<&'s [u8]> {
        let start = self.token.start as usize;
        let rest = self.lexer.source.get(start..self.lexer.end.min(start + LONGEST_SPAN))?;
        let mut line = rest[..memchr::memchr(b'\n', rest)?].trim_ascii_end();
        if line.ends_with(b")")
            && let Some(location) = memchr::memmem::find(line, b" loc(")
        {
            line = line[..location].trim_ascii_end();
        }
        let last = line.rsplit(|&b| matches!(b, b' ' | b'(' | b',')).next()?;
        (!last.contains(&b'!') || last.ends_with(b">")).then_some(line)
    }

    /// Goes on with the token at or after an index.
    fn skip_to(&mut self, index: usize) {
        self.lexer.position = index;
        self.advance();
        self.last_end = index as u32;
    }

    // ---- custom form ----------------------------------------------------------------------------------------------------

    fn custom_operation(&mut self, start: u32, first_result: usize) -> ParseResult {
        let token = self.token;
        let written = self.here();
        let qualified = memchr::memchr(b'.', written).is_some();
        let cached = if qualified { self.ops.op_names.get(written) } else { None };
        let known = match cached {
            Some(known) => known,
            None if qualified => {
                let known = Known::of(self.context, self.context.op_name(written));
                self.ops.op_names.insert(written, known);
                known
            }
            None => {
                let dialect = self.ops.default_dialects.last().copied().unwrap_or(b"builtin");
                Known::of(self.context, self.context.op_name(&[dialect, b".", written].concat()))
            }
        };
        self.advance();
        let Known { name, info, def } = known;
        let Some(def) = def else {
            return Err(self.unknown_custom_op(token.start, written, info));
        };
        let location = self.location_of(token.start);
        let isolated = info.has(Traits::ISOLATED_FROM_ABOVE);
        let mut op = self.take_parsed_op(name, location, info);
        self.ops.default_dialects.push(def.default_dialect.as_deref().unwrap_or_default().as_bytes());
        self.ops.custom.push(CustomOp {
            owner: Owner { known, location, isolated, child: None },
            first_result,
            name_index: token.start,
        });
        crate::format::parse_op(self, &mut op, def)?;
        let CustomOp { owner, .. } = self.ops.custom.pop().expect("pushed above");
        self.ops.default_dialects.pop();
        if op.attributes.len() > 1 {
            self.check_duplicates(token.start, &op)?;
        }
        self.finish(op, owner, start, first_result, Attribute::NONE)
    }

    fn check_duplicates(&self, name_index: u32, op: &ParsedOp) -> ParseResult {
        for (i, (name, _)) in op.attributes.iter().enumerate() {
            if op.attributes[..i].iter().any(|(other, _)| other == name) {
                let name = self.context.bytes(*name);
                let message = [b"attribute '", name, b"' occurs more than once in the attribute list"].concat();
                return Err(self.error_at(name_index, message));
            }
        }
        Ok(())
    }

    #[cold]
    fn unknown_custom_op(&self, index: u32, written: &[u8], info: &OpInfo) -> plugopt_dialect::asm::ParseFailed {
        let full = self.context.bytes(info.name);
        let tried = |mut message: Vec<u8>| {
            if written != full {
                message.extend_from_slice(b" (tried '");
                message.extend_from_slice(full);
                message.extend_from_slice(b"' as well)");
            }
            message
        };
        if self.is_known_dialect(info.dialect) {
            return self.error_at(index, tried([b"custom op '", written, b"' is unknown"].concat()));
        }
        let dialect = self.context.bytes(info.dialect);
        let message = tried([b"Dialect `", dialect, b"' not found for custom op '", written, b"' "].concat());
        let available = self.ops.registry.as_ref().map(|r| r.dialect_names()).unwrap_or_default();
        let note = format!(
            "Available dialects: {} ; for more info on dialect registration see \
             https://mlir.llvm.org/getting_started/Faq/#registered-loaded-dependent-whats-up-with-dialects-management",
            available.join(", ")
        );
        let location = self.location_of(index);
        self.emit(Diagnostic::error(location, message).with_note(location, note))
    }

    pub(crate) fn is_known_dialect(&self, dialect: Ident) -> bool {
        let name = std::str::from_utf8(self.context.bytes(dialect));
        self.ops.registry.as_ref().is_some_and(|r| name.is_ok_and(|name| r.is_known_dialect(name)))
    }

    /// The names on the left of `=` of the custom operation being parsed: the `index`-th of all results.
    pub(crate) fn result_name_at(&self, mut index: usize) -> Option<(&'s [u8], u32)> {
        let first = self.ops.custom.last()?.first_result;
        for name in &self.ops.results[first..] {
            if index < name.count as usize {
                let text = &self.lexer.source[name.start as usize + 1..(name.start + name.length) as usize];
                return Some((text, index as u32));
            }
            index -= name.count as usize;
        }
        None
    }

    /// How many results are named on the left of `=` of the custom operation being parsed.
    pub(crate) fn named_results(&self) -> usize {
        let first = self.ops.custom.last().map_or(0, |c| c.first_result);
        self.ops.results[first..].iter().map(|r| r.count as usize).sum()
    }

    /// Index of the name of the custom operation being parsed.
    pub(crate) fn custom_name_index(&self) -> u32 {
        self.ops.custom.last().map_or(self.token.start, |c| c.name_index)
    }

    // ---- regions --------------------------------------------------------------------------------------------------------

    fn owner_body(&self, owner: &Owner<'s>) -> BodyId {
        owner.child.as_ref().map_or_else(|| self.body_ref().id(), |c| c.id())
    }

    /// Runs `with` on the body that the owner's regions go to.
    fn enter<R>(&mut self, owner: &mut Owner<'s>, with: impl FnOnce(&mut Body) -> R) -> R {
        if !owner.isolated {
            return with(self.body());
        }
        if owner.child.is_none() {
            owner.child = Some(self.roomy_body(owner.known.name, owner.location));
        }
        with(owner.child.as_mut().expect("made above"))
    }

    /// Parses the region of the custom operation being parsed; the current token should be `{`.
    pub(crate) fn custom_region(&mut self, arguments: &[ParsedArgument]) -> ParseResult<ParsedRegion> {
        let mut custom = self.ops.custom.pop().expect("a custom form asks for the region");
        let region = self.enter(&mut custom.owner, |body| body.create_region());
        let parsed = ParsedRegion { body: self.owner_body(&custom.owner), region };
        self.ops.custom.push(custom);
        let open = self.token;
        self.expect(TokenKind::LeftBrace, "expected '{' to begin a region")?;
        if arguments.is_empty() && self.consume_if(TokenKind::RightBrace) {
            // Without a body a function is declared; it is printed without braces, so that it may not be written with them.
            let name = self.ops.custom.last().expect("pushed above").owner.known.name;
            let is_function = OpDef::of(self.op_info(name))
                .is_some_and(|def| def.interfaces.iter().any(|i| self.context.bytes(i.name) == b"FunctionOpInterface"));
            if is_function {
                return Err(self.custom_error(open.start, "expected non-empty function body"));
            }
            return Ok(parsed);
        }
        if self.defer_region(open.start, region, arguments)? {
            return Ok(parsed);
        }
        if self.ops.custom.len() > MAX_CUSTOM_NESTING {
            return Err(self.error_at(open.start, "nesting is too deep"));
        }
        let outer_block = self.ops.block;
        let base = self.ops.open.len();
        stacker::maybe_grow(64 * 1024, 1024 * 1024, || {
            self.open_region(region, None, arguments)?;
            self.region_loop(base)
        })?;
        self.ops.block = outer_block;
        Ok(parsed)
    }

    /// An empty region for the custom operation being parsed.
    pub(crate) fn custom_empty_region(&mut self) -> ParsedRegion {
        let mut custom = self.ops.custom.pop().expect("a custom form asks for the region");
        let region = self.enter(&mut custom.owner, |body| body.create_region());
        let parsed = ParsedRegion { body: self.owner_body(&custom.owner), region };
        self.ops.custom.push(custom);
        parsed
    }

    /// Looks into the body of a region parsed for the current custom operation.
    pub(crate) fn with_region_body<R>(&mut self, region: ParsedRegion, with: impl FnOnce(&mut Body) -> R) -> Option<R> {
        let body = match self.ops.custom.last_mut().and_then(|c| c.owner.child.as_mut()) {
            Some(child) => child,
            None => self.ops.bodies.last_mut()?,
        };
        (body.id() == region.body).then(|| with(body))
    }

    /// Looks into the body of a region parsed for the current custom operation, without changing it.
    pub(crate) fn region_body<R>(&self, region: ParsedRegion, with: impl FnOnce(&Body) -> R) -> Option<R> {
        let body = match self.ops.custom.last().and_then(|c| c.owner.child.as_ref()) {
            Some(child) => child,
            None => self.ops.bodies.last()?,
        };
        (body.id() == region.body).then(|| with(body))
    }

    /// The body that operations are parsed into.
    pub(crate) fn current_body(&self) -> BodyId {
        self.body_ref().id()
    }

    /// Starts on the blocks of a region, after its `{`.
    fn open_region(
        &mut self,
        region: Region,
        mut pending: Option<Box<Pending<'s>>>,
        arguments: &[ParsedArgument],
    ) -> ParseResult {
        let owner = match &mut pending {
            Some(pending) => &mut pending.owner,
            None => &mut self.ops.custom.last_mut().expect("a custom form asks for the region").owner,
        };
        let entered = owner.isolated;
        if entered {
            let child = owner.child.take().expect("made with the region");
            self.ops.bodies.push(child);
        }
        self.ops.names.push_scope();
        self.ops.blocks.push(FxHashMap::default());
        let block = self.body().create_block(&[]);
        self.body().append_block(region, block);
        self.ops.block = Some(block);
        self.ops.open.push(OpenRegion { region, block, pending, entered });
        if arguments.iter().any(|a| a.name.length != 0) {
            if self.at(TokenKind::CaretIdentifier) {
                return Err(self.error_here("invalid block name in region with named arguments"));
            }
            self.entry_arguments(block, arguments)?;
        }
        if self.at(TokenKind::CaretIdentifier) {
            self.block_header(true)?;
        }
        Ok(())
    }

    fn entry_arguments(&mut self, block: Block, arguments: &[ParsedArgument]) -> ParseResult {
        for argument in arguments {
            let location = argument.location.unwrap_or(Location::from_offset(argument.name.offset));
            let value = self.body().add_argument_at(block, argument.ty, location);
            if argument.name.length != 0 {
                self.define_argument(argument.name, value)?;
            }
        }
        Ok(())
    }

    fn define_argument(&mut self, name: UnresolvedOperand, value: Value) -> ParseResult {
        let Some(entry) = self.find_name(name) else { return self.define(name, value) };
        let previous = self.location_of(entry.start);
        let message = [b"region entry argument '", self.name_text(name), b"' is already in use"].concat();
        let diagnostic = Diagnostic::error(Location::from_offset(name.offset), message)
            .with_note(previous, "previously referenced here");
        Err(self.emit(diagnostic))
    }

    /// Parses blocks until the regions above `base` are closed.
    fn region_loop(&mut self, base: usize) -> ParseResult {
        while self.ops.open.len() > base {
            match self.token.kind {
                TokenKind::RightBrace => self.close_region()?,
                TokenKind::CaretIdentifier => self.block_header(false)?,
                _ => self.operation()?,
            }
        }
        Ok(())
    }

    fn close_region(&mut self) -> ParseResult {
        let OpenRegion { pending, entered, .. } = self.ops.open.pop().expect("a region is open");
        let blocks = self.ops.blocks.pop().unwrap_or_default();
        if blocks.values().any(|b| b.forward) {
            let mut undefined: Vec<u32> = blocks.values().filter(|b| b.forward).map(|b| b.at).collect();
            undefined.sort_unstable();
            for at in undefined {
                self.error_at(at, "reference to an undefined block");
            }
            return Err(plugopt_dialect::asm::ParseFailed);
        }
        self.ops.names.pop_scope();
        self.advance();
        if entered {
            let child = self.ops.bodies.pop().expect("entered with the region");
            match pending {
                Some(mut pending) => {
                    pending.owner.child = Some(child);
                    self.after_region(pending)
                }
                None => {
                    let custom = self.ops.custom.last_mut().expect("a custom form asked for the region");
                    custom.owner.child = Some(child);
                    Ok(())
                }
            }
        } else if let Some(pending) = pending {
            self.after_region(pending)
        } else {
            Ok(())
        }
    }

    fn after_region(&mut self, pending: Box<Pending<'s>>) -> ParseResult {
        // The operation belongs to the block around the region.
        self.ops.block = self.ops.open.last().map(|o| o.block).or(self.ops.block);
        if self.consume_if(TokenKind::Comma) {
            return self.next_pending_region(pending);
        }
        self.finish_pending(*pending)
    }

    fn block_header(&mut self, entry: bool) -> ParseResult {
        let token = self.token;
        let name = self.here();
        self.advance();
        let OpenRegion { region, block: current, .. } = *self.ops.open.last().expect("a region is open");
        let found = self.ops.blocks.last_mut().and_then(|blocks| blocks.get_mut(name)).map(|e| {
            let forward = std::mem::replace(&mut e.forward, false);
            (e.block, forward)
        });
        let block = match found {
            Some((_, false)) => {
                return Err(self.error_at(token.start, [b"redefinition of block '", name, b"'"].concat()));
            }
            Some((block, true)) => {
                if entry {
                    self.body().erase_block(current);
                }
                self.body().append_block(region, block);
                block
            }
            None if entry => current,
            None => {
                let block = self.body().create_block(&[]);
                self.body().append_block(region, block);
                block
            }
        };
        let blocks = self.ops.blocks.last_mut().expect("a region is open");
        blocks.insert(name, BlockEntry { block, at: token.start, forward: false });
        self.ops.open.last_mut().expect("a region is open").block = block;
        self.ops.block = Some(block);
        if self.at(TokenKind::LeftParen) {
            self.block_arguments(block)?;
        }
        self.expect(TokenKind::Colon, "expected ':' after block name")
    }

    fn block_arguments(&mut self, block: Block) -> ParseResult {
        self.advance();
        if self.consume_if(TokenKind::RightParen) {
            return Ok(());
        }
        self.comma_separated(|p| {
            let name = p.ssa_use(true)?;
            p.expect(TokenKind::Colon, "expected ':' and type for SSA operand")?;
            let ty = p.parse_type()?;
            let value = p.body().add_argument_at(block, ty, Location::from_offset(name.offset));
            if p.at_keyword(b"loc") {
                let body = p.body().id();
                if let Some(location) = p.trailing_location(body, LocationTarget::Argument(value))? {
                    p.body().set_argument_location(value, location);
                }
            }
            p.define(name, value)
        })?;
        self.expect(TokenKind::RightParen, "expected ')'")
    }

    /// `^name`
    pub(crate) fn parse_successor(&mut self) -> ParseResult<Block> {
        if !self.at(TokenKind::CaretIdentifier) {
            return Err(self.wrong_token("expected block name"));
        }
        let name = self.here();
        let at = self.token.start;
        self.advance();
        if let Some(entry) = self.ops.blocks.last().and_then(|blocks| blocks.get(name)) {
            return Ok(entry.block);
        }
        let block = self.body().create_block(&[]);
        if let Some(blocks) = self.ops.blocks.last_mut() {
            blocks.insert(name, BlockEntry { block, at, forward: true });
        }
        Ok(block)
    }

    // ---- locations ------------------------------------------------------------------------------------------------------

    /// `loc(…)`; `None` where it is an alias that is not defined yet.
    fn trailing_location(&mut self, body: BodyId, target: LocationTarget) -> Optional<Location> {
        self.advance();
        self.expect(TokenKind::LeftParen, "expected '(' in location")?;
        let token = self.token;
        // With a dot it is a dialect's attribute.
        let location = if self.at(TokenKind::HashIdentifier) && !self.here().contains(&b'.') {
            let name = &self.here()[1..];
            self.advance();
            match self.aliases.attributes.get(name) {
                Some(&(attr, _)) => Some(self.location_from_alias(token.start, attr)?),
                None => {
                    let (start, length) = (token.start, token.end - token.start);
                    self.ops.locations.push(DeferredLocation { body, target, start, length });
                    None
                }
            }
        } else {
            Some(self.parse_location_instance()?)
        };
        self.expect(TokenKind::RightParen, "expected ')' in location")?;
        Ok(location)
    }

    /// `loc(…)` in a custom form, where aliases must be defined before.
    pub(crate) fn optional_location_specifier(&mut self) -> Optional<Location> {
        if !self.at_keyword(b"loc") {
            return Ok(None);
        }
        self.advance();
        self.expect(TokenKind::LeftParen, "expected '(' in location")?;
        let location = self.parse_location_instance()?;
        self.expect(TokenKind::RightParen, "expected ')' in location")?;
        Ok(Some(location))
    }

    fn location_from_alias(&self, index: u32, attr: Attribute) -> ParseResult<Location> {
        match self.context.attr_data(attr) {
            plugopt_ir::AttrData::Location(location) => Ok(*location),
            _ => {
                let text = crate::printer::attribute_to_text(self.context, attr);
                Err(self.error_at(index, [b"expected location, but found '", &*text, b"'"].concat()))
            }
        }
    }

    /// Type of a value in the current body.
    pub(crate) fn value_type(&self, value: Value) -> Type {
        self.body_ref().value_type(value)
    }
}
