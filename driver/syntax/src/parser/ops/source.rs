//! Whole texts: the top level, function bodies that are parsed beside each other, and what can only be checked at the end.

use super::{
    Capture, Deferred, DeferredLocation, FIRST_ROOM, Finished, LARGE_BODY, LocationTarget, OpenRegion, Parser,
};
use crate::lexer::{Lexer, TokenKind};
use plugopt_dialect::asm::{ParseFailed, ParseResult, ParsedArgument};
use plugopt_dialect::registry::Registry;
use plugopt_ir::location::Source;
use plugopt_ir::{Attribute, Body, BodyId, Context, Diagnostic, Ident, Ir, Location, Op, Region, Severity, Traits};
use rustc_hash::FxHashMap;
use std::ops::Range;
use std::sync::Arc;

/// How a text is parsed.
#[derive(Clone, Copy, Debug)]
pub struct ParseOptions {
    /// Wraps the operations in a `builtin.module` unless the text is one.
    pub implicit_module: bool,
}

impl Default for ParseOptions {
    fn default() -> Self {
        ParseOptions { implicit_module: true }
    }
}

/// Bodies are skipped and parsed beside each other where they are at least this long.
const WORTH_DEFERRING: usize = 256;

/// How many bodies a task takes.
const BODIES_PER_TASK: usize = 32;

/// Parses `source[range]` into a tree whose top is a `builtin.module`, or the operation of the text. Nothing is verified.
///
/// Errors are reported to the context: the textually first one, whatever the number of threads.
pub fn parse_source(
    context: &Arc<Context>,
    source: &Source,
    range: Range<usize>,
    options: &ParseOptions,
) -> ParseResult<Ir> {
    let bytes = source.bytes();
    let start = source.base + range.start as u32;
    let (result, mut diagnostics) = context.diagnostics().capture(|| {
        let mut parser = Parser::new(context, bytes, range, source.base);
        parser.ops.registry = context.extension::<Registry>();
        parser.ops.defer_bodies = context.threading();
        if !parser.ops.defer_bodies {
            parser.ops.text = Some(source.text.clone());
        }
        let top = parser.top_level();
        (parser, top)
    });
    let (mut parser, top) = result;
    let limit = match top {
        Ok(()) => u32::MAX,
        Err(ParseFailed) => first_error(&diagnostics).unwrap_or(0),
    };
    let bodies = parser.parse_deferred(limit);
    source.text.release(parser.lexer.position);
    let mut failed = top.is_err();
    if let Some(errors) = bodies {
        failed = true;
        // What was reported behind the first error never was reached.
        diagnostics.retain(|d| d.severity != Severity::Error && d.location.offset().is_some_and(|o| o < limit));
        diagnostics.extend(errors);
    }
    for diagnostic in diagnostics {
        context.diagnostics().emit(diagnostic);
    }
    if failed {
        return Err(ParseFailed);
    }
    parser.check_names()?;
    parser.resolve_deferred_locations()?;
    parser.assemble(context, start, options)
}

fn first_error(diagnostics: &[Diagnostic]) -> Option<u32> {
    diagnostics.iter().filter(|d| d.severity == Severity::Error).find_map(|d| d.location.offset())
}

struct Job<'s> {
    deferred: Deferred<'s>,
    body: Box<Body>,
    outcome: Outcome,
}

#[derive(Default)]
struct Outcome {
    diagnostics: Vec<Diagnostic>,
    failed: bool,
    finished: Vec<Finished>,
    undefined: Vec<u32>,
    captures: Vec<Capture>,
    locations: Vec<DeferredLocation>,
}

impl<'s> Parser<'s> {
    fn top_level(&mut self) -> ParseResult {
        let module = self.context.op_name(b"builtin.module");
        // The module around what has none is at no line of its file.
        let file = self.context.source_of(self.lexer.base).map_or(Ident::EMPTY, |source| source.name);
        let mut body = Box::new(Body::new(module, self.context.file_location(file, 0, 0)));
        body.reserve_for_text((self.lexer.end - self.lexer.start).min(FIRST_ROOM));
        let slots = self.context.op_info(module).properties.len();
        body.set_properties(Body::ROOT, &vec![Attribute::NONE; slots]);
        let region = body.create_region();
        body.add_region(Body::ROOT, region);
        self.ops.bodies.push(body);
        self.ops.default_dialects.push(b"builtin");
        self.open_base(region);
        loop {
            match self.token.kind {
                TokenKind::Eof => return Ok(()),
                TokenKind::Error => return Err(ParseFailed),
                TokenKind::HashIdentifier => self.parse_attribute_alias_definition()?,
                TokenKind::ExclamationIdentifier => self.parse_type_alias_definition()?,
                TokenKind::MetadataBegin => self.parse_file_metadata()?,
                _ => {
                    self.operation()?;
                    self.region_loop(1)?;
                }
            }
        }
    }

    /// The region at the bottom of the stack, which no `}` closes.
    fn open_base(&mut self, region: Region) {
        self.ops.names.push_scope();
        self.ops.blocks.push(FxHashMap::default());
        let block = self.body().create_block(&[]);
        self.body().append_block(region, block);
        self.ops.block = Some(block);
        self.ops.open.push(OpenRegion { region, block, pending: None, entered: false });
    }

    // ---- bodies beside each other ---------------------------------------------------------------------------------------

    /// Skips the region of the custom operation being parsed, whose `{` is at `open`, where it can be parsed later.
    pub(super) fn defer_region(
        &mut self,
        open: u32,
        region: Region,
        arguments: &[ParsedArgument],
    ) -> ParseResult<bool> {
        if !self.ops.defer_bodies || !self.ops.names.is_empty() {
            return Ok(false);
        }
        let owner = &self.ops.custom.last().expect("a custom form asks for the region").owner;
        let info = owner.known.info;
        if !owner.isolated || info.traits.intersects(Traits::SYMBOL_TABLE | Traits::IMPLICIT_TERMINATOR) {
            return Ok(false);
        }
        let Some(end) = self.lexer.skip_braces(open as usize) else { return Ok(false) };
        if end - (open as usize) < WORTH_DEFERRING {
            return Ok(false);
        }
        let custom = self.ops.custom.last_mut().expect("a custom form asks for the region");
        let child = custom.owner.child.as_mut().expect("made with the region");
        let block = child.create_block(&[]);
        child.append_block(region, block);
        let mut named = Vec::with_capacity(arguments.len());
        for argument in arguments {
            let location = argument.location.unwrap_or(Location::from_offset(argument.name.offset));
            named.push((argument.name, child.add_argument_at(block, argument.ty, location)));
        }
        let body = child.id();
        let default_dialects = self.ops.default_dialects.clone();
        self.ops.deferred.push(Deferred { body, region, block, start: open + 1, arguments: named, default_dialects });
        self.lexer.position = end;
        self.token = crate::lexer::Token { kind: TokenKind::RightBrace, start: end as u32 - 1, end: end as u32 };
        self.advance();
        Ok(true)
    }

    /// Parses what was skipped before `limit`. Gives the diagnostics of the textually first failure, if there is one.
    fn parse_deferred(&mut self, limit: u32) -> Option<Vec<Diagnostic>> {
        use rayon::prelude::*;
        if self.ops.deferred.is_empty() {
            return None;
        }
        let by_id: FxHashMap<BodyId, usize> =
            self.ops.finished.iter().enumerate().map(|(i, f)| (f.body.id(), i)).collect();
        let base = self.lexer.base;
        let spare = self.context.op_name(b"builtin.module");
        let mut jobs: Vec<Job<'s>> = Vec::with_capacity(self.ops.deferred.len());
        let mut homes = Vec::with_capacity(self.ops.deferred.len());
        for deferred in std::mem::take(&mut self.ops.deferred) {
            if base + deferred.start >= limit {
                continue;
            }
            // The operation itself may have failed after its region was skipped: its text still comes first.
            let body = match by_id.get(&deferred.body) {
                Some(&home) => {
                    homes.push(Some(home));
                    let empty = Box::new(Body::new(spare, Location::UNKNOWN));
                    std::mem::replace(&mut self.ops.finished[home].body, empty)
                }
                None => continue,
            };
            jobs.push(Job { deferred, body, outcome: Outcome::default() });
        }
        let shared = &*self;
        let (context, lexer, aliases) = (shared.context, shared.lexer, &shared.aliases);
        let distinct = &shared.distinct;
        let registry = &shared.ops.registry;
        jobs.par_chunks_mut(BODIES_PER_TASK).for_each(|jobs| {
            let mut parser = Parser::new(context, lexer.source, lexer.start..lexer.start, lexer.base);
            parser.aliases = aliases.clone();
            parser.distinct = distinct.clone();
            parser.ops.registry = registry.clone();
            for job in jobs {
                parser.run_job(&lexer, job);
            }
        });
        let mut failure: Option<(u32, Vec<Diagnostic>)> = None;
        for (mut job, home) in jobs.into_iter().zip(homes) {
            if job.outcome.failed {
                let at = first_error(&job.outcome.diagnostics).unwrap_or(job.deferred.start + base);
                if at < limit && failure.as_ref().is_none_or(|(first, _)| at < *first) {
                    failure = Some((at, std::mem::take(&mut job.outcome.diagnostics)));
                }
                continue;
            }
            if let Some(home) = home {
                self.ops.finished[home].body = job.body;
            }
            self.ops.finished.append(&mut job.outcome.finished);
            self.ops.captures.append(&mut job.outcome.captures);
            self.ops.locations.append(&mut job.outcome.locations);
            self.ops.undefined.append(&mut job.outcome.undefined);
        }
        failure.map(|(_, diagnostics)| diagnostics)
    }

    fn run_job(&mut self, lexer: &Lexer<'s>, job: &mut Job<'s>) {
        let name = job.body.name(Body::ROOT);
        let mut body = self.roomy_body(name, Location::UNKNOWN);
        body.take_from(std::mem::replace(&mut *job.body, Body::new(name, Location::UNKNOWN)));
        let deferred = &job.deferred;
        self.lexer = Lexer { position: deferred.start as usize, ..*lexer };
        self.last_end = deferred.start;
        self.ops.bodies.clear();
        self.ops.bodies.push(body);
        self.ops.names.clear();
        self.ops.blocks.clear();
        self.ops.results.clear();
        self.ops.custom.clear();
        self.ops.open.clear();
        self.ops.default_dialects.clone_from(&deferred.default_dialects);
        let (result, diagnostics) = self.context.diagnostics().capture(|| {
            self.advance();
            self.ops.names.push_scope();
            self.ops.blocks.push(FxHashMap::default());
            self.ops.block = Some(deferred.block);
            self.ops.open.push(OpenRegion {
                region: deferred.region,
                block: deferred.block,
                pending: None,
                entered: false,
            });
            if deferred.arguments.iter().any(|(name, _)| name.length != 0) {
                if self.at(TokenKind::CaretIdentifier) {
                    return Err(self.error_here("invalid block name in region with named arguments"));
                }
                for &(name, value) in &deferred.arguments {
                    self.define_argument(name, value)?;
                }
            }
            if self.at(TokenKind::CaretIdentifier) {
                self.block_header(true)?;
            }
            // The closing brace was found when the region was skipped, so that the token after it is not needed.
            self.region_loop(0)
        });
        job.outcome = Outcome {
            diagnostics,
            failed: result.is_err(),
            finished: std::mem::take(&mut self.ops.finished),
            undefined: self.ops.names.undefined().collect(),
            captures: std::mem::take(&mut self.ops.captures),
            locations: std::mem::take(&mut self.ops.locations),
        };
        if let Some(mut body) = self.ops.bodies.pop() {
            match body.op_bound() > LARGE_BODY {
                true => job.body = body,
                false => {
                    *job.body = body.take_exact();
                    self.ops.spare_bodies.push(body);
                }
            }
        }
        self.ops.bodies.clear();
    }

    // ---- the end --------------------------------------------------------------------------------------------------------

    fn check_names(&mut self) -> ParseResult {
        let mut undefined: Vec<u32> = self.ops.names.undefined().chain(self.ops.undefined.iter().copied()).collect();
        undefined.sort_unstable();
        for &at in &undefined {
            let location = self.location_of(at);
            self.context.diagnostics().emit(Diagnostic::error(location, "use of undeclared SSA value name"));
        }
        let blocks = self.ops.blocks.first();
        let mut failed = !undefined.is_empty();
        if !failed {
            let mut forward: Vec<u32> =
                blocks.iter().flat_map(|b| b.values()).filter(|b| b.forward).map(|b| b.at).collect();
            forward.sort_unstable();
            for at in forward {
                let location = self.location_of(at);
                self.context.diagnostics().emit(Diagnostic::error(location, "reference to an undefined block"));
                failed = true;
            }
        }
        if failed {
            return Err(ParseFailed);
        }
        for capture in std::mem::take(&mut self.ops.captures) {
            self.report_capture(&capture);
            failed = true;
        }
        if failed { Err(ParseFailed) } else { Ok(()) }
    }

    /// The verifier's words, since the value has no place in the tree.
    fn report_capture(&self, capture: &Capture) {
        let bodies = self.ops.finished.iter().map(|f| &f.body).chain(&self.ops.bodies);
        for body in bodies.filter(|b| b.id() == capture.body) {
            if let Some(user) = body.uses(capture.placeholder).last() {
                let name = self.context.op_name_bytes(body.name(user.op));
                let message = [b"'", name, b"' op using value defined outside the region"].concat();
                let diagnostic = Diagnostic::error(body.location(user.op), message)
                    .with_note(capture.isolated, "required by region isolation constraints");
                self.context.diagnostics().emit(diagnostic);
                return;
            }
        }
        let location = capture.isolated;
        self.context.diagnostics().emit(Diagnostic::error(location, "using value defined outside the region"));
    }

    fn resolve_deferred_locations(&mut self) -> ParseResult {
        let mut deferred = std::mem::take(&mut self.ops.locations);
        if deferred.is_empty() {
            return Ok(());
        }
        deferred.sort_by_key(|d| d.start);
        let by_id: FxHashMap<BodyId, usize> =
            self.ops.finished.iter().enumerate().map(|(i, f)| (f.body.id(), i)).collect();
        for DeferredLocation { body, target, start, length } in deferred {
            let name = &self.lexer.source[start as usize + 1..(start + length) as usize];
            let Some(&(attr, _)) = self.aliases.attributes.get(name) else {
                return Err(self.error_at(start, "operation location alias was never defined"));
            };
            let location = self.location_from_alias(start, attr)?;
            let body = match by_id.get(&body) {
                Some(&index) => &mut self.ops.finished[index].body,
                None => match self.ops.bodies.iter_mut().find(|b| b.id() == body) {
                    Some(body) => body,
                    None => continue,
                },
            };
            match target {
                LocationTarget::Op(op) => body.set_location(op, location),
                LocationTarget::Argument(value) => body.set_argument_location(value, location),
            }
        }
        Ok(())
    }

    fn assemble(mut self, context: &Arc<Context>, start: u32, options: &ParseOptions) -> ParseResult<Ir> {
        let top = self.ops.bodies.pop().expect("the body of the top level");
        let region = top.op_regions(Body::ROOT)[0];
        let block = top.first_block(region).expect("the block of the top level");
        let ops: Vec<Op> = top.block_ops(block).take(2).collect();
        let top_id = top.id();
        // The top of a tree has neither operands nor results: one with them stays inside, where the verifier sees them.
        let is_module = |op: Op| {
            let alone = top.operand_count(op) == 0 && top.result_count(op) == 0;
            alone && top.name(op) == context.op_name(b"builtin.module")
        };
        let single = matches!(ops[..], [op] if !options.implicit_module || is_module(op));
        if !options.implicit_module && !single {
            let found = top.block_ops(block).count();
            let message = format!("source must contain a single top-level operation, found: {found}");
            let name = context.source_of(start).map_or(Ident::EMPTY, |s| s.name);
            let location = context.file_location(name, 0, 0);
            context.diagnostics().emit(Diagnostic::error(location, message));
            return Err(ParseFailed);
        }
        let mut finished = std::mem::take(&mut self.ops.finished);
        let mut ir;
        if single {
            // The operation takes the place of the container.
            match finished.iter().position(|f| f.parent == top_id) {
                Some(index) => {
                    let root = finished.swap_remove(index);
                    ir = Ir::new(context.clone(), root.body);
                }
                None => {
                    let mut top = top;
                    top.adopt_root(ops[0]);
                    ir = Ir::new(context.clone(), top);
                }
            }
        } else {
            ir = Ir::new(context.clone(), top);
        }
        ir.attach_children(finished.into_iter().map(|f| (f.parent, f.stub, f.body)));
        Ok(ir)
    }
}
