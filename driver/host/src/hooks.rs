//! The hooks of a plugin's dialects: what the crate `dialect` asks for, done by C functions.

use crate::plugin::Owner;
use crate::session::{
    AsmNames, BlockRef, Convert, Insertion, Nullable, OpState, Parser, PassContext, Printer, Session,
};
use plugopt_descriptor::{self as decl, HookId, Role};
use plugopt_dialect::asm::{
    AsmParser, AsmPrinter, OpAsmParser, OpAsmPrinter, OpView, ParseFailed, ParseResult, ParsedOp, ValueNames,
};
use plugopt_dialect::hooks::{
    DefHooks, DialectHooks, DialectPattern, DirectiveArgument, FoldOutcome, Folded, HookFailed, InferInput,
    MemoryEffect, OpHookSet, OpHooks, Rewriter,
};
use plugopt_ir as ir;
use plugopt_ir::{Attribute, Block, BodyId, Context, Diagnostic, Ir, Location, NamedAttribute, OpRef, Region, Type};
use plugopt_plugin::raw::{self, Status};
use smallvec::SmallVec;
use std::collections::HashMap;
use std::sync::Arc;

/// The functions of one dialect: a part of the plugin's list.
#[derive(Clone)]
pub(crate) struct Functions {
    pub(crate) owner: Arc<Owner>,
    pub(crate) list: &'static [raw::Hook],
}

/// A function with its first argument.
#[derive(Clone, Copy)]
struct Hook<F> {
    function: F,
    data: *mut core::ffi::c_void,
}

// SAFETY: the specification says that hooks and their data are used from any thread.
unsafe impl<F> Send for Hook<F> {}
// SAFETY: the same.
unsafe impl<F> Sync for Hook<F> {}

impl Functions {
    /// The function behind a number, where it has the expected role.
    ///
    /// # Safety
    /// `F` is the callback type of `role`.
    unsafe fn get<F: Copy>(&self, id: HookId, role: Role) -> Option<Hook<F>> {
        const { assert!(size_of::<F>() == size_of::<unsafe extern "C" fn()>()) };
        let hook = self.list.get(id.0 as usize)?;
        if hook.role.0 != role as u32 {
            return None;
        }
        // SAFETY: by the contract of this function.
        let function = unsafe { core::mem::transmute_copy::<unsafe extern "C" fn(), F>(&hook.function?) };
        Some(Hook { function, data: hook.data })
    }

    /// # Safety
    /// As for [`Functions::get`].
    unsafe fn find<F: Copy>(&self, hooks: &decl::HookSet, role: Role) -> Option<Hook<F>> {
        // SAFETY: by the contract of this function.
        hooks.get(role).and_then(|id| unsafe { self.get(id, role) })
    }

    /// What a hook came to. A failure that no diagnostic told of gets one.
    #[inline]
    fn outcome(&self, s: &Session, what: What<'_>, location: Location, status: Status) -> Result<(), HookFailed> {
        if status == Status::OK { Ok(()) } else { self.failure(s, what, location, status) }
    }

    #[cold]
    fn failure(&self, s: &Session, what: What<'_>, location: Location, status: Status) -> Result<(), HookFailed> {
        let text = s.take_error();
        if status != Status::FAILURE || !text.is_empty() {
            self.report(s.context(), what, location, status, &text);
        }
        Err(HookFailed)
    }

    /// Lets a pattern rewrite an operation. Gives whether it did.
    fn rewrite(&self, hook: Hook<raw::RewriteFn>, what: What<'_>, rewriter: &mut dyn Rewriter, op: OpRef) -> bool {
        let op = rewriter.ir().resolve(op);
        let location = rewriter.ir().location(op);
        let s = Session::rewriting(rewriter);
        let raw_op = op.give(&s);
        // SAFETY: the arguments are those of the specification.
        let status = unsafe { (hook.function)(hook.data, s.as_raw(), raw_op) };
        if status == Status::NO_MATCH {
            return false;
        }
        self.outcome(&s, what, location, status).is_ok()
    }

    fn report(&self, context: &Context, what: What<'_>, location: Location, status: Status, text: &[u8]) {
        let text = String::from_utf8_lossy(text);
        let reason = if text.is_empty() { format!("status {}", status.0) } else { text.into_owned() };
        let message = format!("{what} of plugin '{}' failed: {reason}", self.owner.name);
        context.diagnostics().emit(Diagnostic::error(location, message));
    }
}

/// Names a hook in messages.
#[derive(Clone, Copy)]
struct What<'a> {
    hook: &'a str,
    of: &'static str,
    name: &'a str,
}

impl std::fmt::Display for What<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "the hook `{}` of {}'{}'", self.hook, self.of, self.name)
    }
}

/// The functions of one operation.
pub(crate) struct PluginOp {
    functions: Functions,
    name: Box<str>,
    verify: Option<Hook<raw::VerifyFn>>,
    verify_signature: Option<Hook<raw::VerifyFn>>,
    verify_regions: Option<Hook<raw::VerifyFn>>,
    fold: Option<Hook<raw::FoldFn>>,
    canonicalize: Option<Hook<raw::RewriteFn>>,
    infer: Option<Hook<raw::InferFn>>,
    parse: Option<Hook<raw::ParseFn>>,
    print: Option<Hook<raw::PrintFn>>,
    result_names: Option<Hook<raw::ResultNamesFn>>,
    region_names: Option<Hook<raw::RegionNamesFn>>,
    block_names: Option<Hook<raw::BlockNamesFn>>,
    effects: Option<Hook<raw::EffectsFn>>,
    directives: Arc<Directives>,
}

/// The functions of the custom directives of a dialect.
#[derive(Default)]
pub(crate) struct Directives(HashMap<Box<str>, (Hook<raw::ParseDirectiveFn>, Hook<raw::PrintDirectiveFn>)>);

impl Directives {
    pub(crate) fn new(functions: &Functions, declared: impl Iterator<Item = decl::DirectiveDecl>) -> Directives {
        let mut all = HashMap::new();
        for directive in declared {
            // SAFETY: the types are those of the roles.
            let both = unsafe {
                functions
                    .get(directive.parse, Role::ParseDirective)
                    .zip(functions.get(directive.print, Role::PrintDirective))
            };
            if let Some(both) = both {
                all.insert(directive.name.into(), both);
            }
        }
        Directives(all)
    }
}

impl PluginOp {
    pub(crate) fn new(
        functions: &Functions,
        dialect: &str,
        op: &decl::OpDecl,
        directives: Arc<Directives>,
    ) -> PluginOp {
        let hooks = &op.hooks;
        // SAFETY: the types of the fields are those of the roles.
        unsafe {
            PluginOp {
                verify: functions.find(hooks, Role::Verify),
                verify_signature: functions.find(hooks, Role::VerifySignature),
                verify_regions: functions.find(hooks, Role::VerifyRegions),
                fold: functions.find(hooks, Role::Fold),
                canonicalize: functions.find(hooks, Role::Canonicalize),
                infer: functions.find(hooks, Role::Infer),
                parse: functions.find(hooks, Role::Parse),
                print: functions.find(hooks, Role::Print),
                result_names: match op.result_names {
                    decl::ResultNames::Hook(id) => functions.get(id, Role::ResultNames),
                    _ => functions.find(hooks, Role::ResultNames),
                },
                region_names: functions.find(hooks, Role::RegionNames),
                block_names: functions.find(hooks, Role::BlockNames),
                effects: match op.effects {
                    decl::Effects::Hook(id) => functions.get(id, Role::Effects),
                    _ => functions.find(hooks, Role::Effects),
                },
                functions: functions.clone(),
                name: format!("{dialect}.{}", op.name).into(),
                directives,
            }
        }
    }

    fn what<'a>(&'a self, hook: &'a str) -> What<'a> {
        What { hook, of: "", name: &self.name }
    }
}

/// Leaves the lifetime out of a reference that a session keeps for one callback.
macro_rules! forever {
    ($value:expr, $trait:path) => {{
        let pointer: *mut (dyn $trait + '_) = $value;
        // SAFETY: only the lifetime differs, and the pointer is not used after the callback.
        unsafe { core::mem::transmute::<*mut (dyn $trait + '_), *mut (dyn $trait + 'static)>(pointer) }
    }};
}

impl OpHooks for PluginOp {
    fn set(&self) -> OpHookSet {
        OpHookSet {
            verify: self.verify.is_some(),
            verify_signature: self.verify_signature.is_some(),
            verify_regions: self.verify_regions.is_some(),
            fold: self.fold.is_some(),
            canonicalize: self.canonicalize.is_some(),
            infer: self.infer.is_some(),
            parse: self.parse.is_some(),
            print: self.print.is_some(),
            result_names: self.result_names.is_some(),
            region_names: self.region_names.is_some(),
            block_names: self.block_names.is_some(),
            effects: self.effects.is_some(),
        }
    }

    fn verify(&self, op: OpView<'_>) -> Result<(), HookFailed> {
        let Some(hook) = self.verify else { return Ok(()) };
        self.check(hook, "verify", op)
    }

    fn verify_signature(&self, op: OpView<'_>) -> Result<(), HookFailed> {
        let Some(hook) = self.verify_signature else { return Ok(()) };
        self.check(hook, "verify_signature", op)
    }

    fn verify_regions(&self, op: OpView<'_>) -> Result<(), HookFailed> {
        let Some(hook) = self.verify_regions else { return Ok(()) };
        self.check(hook, "verify_regions", op)
    }

    fn fold(&self, ir: &mut Ir, op: OpRef, constants: &[Attribute]) -> FoldOutcome {
        let Some(hook) = self.fold else { return FoldOutcome::Unchanged };
        let at = ir.position(op);
        let count = ir.body(at.body).result_count(at.op);
        let s = Session::changing(ir);
        let operands: SmallVec<[raw::Attribute; 8]> = constants.iter().map(|c| c.some().give(&s)).collect();
        let empty = raw::FoldResult { attribute: ir::Attribute::null(), value: crate::session::ValueRef::null() };
        let mut results: SmallVec<[raw::FoldResult; 4]> = smallvec::smallvec![empty; count];
        let mut outcome = raw::FoldOutcome::NONE;
        let raw_op = op.give(&s);
        // SAFETY: the arguments are those of the specification.
        let status = unsafe {
            (hook.function)(
                hook.data,
                s.as_raw(),
                raw_op,
                operands.as_ptr(),
                operands.len(),
                results.as_mut_ptr(),
                results.len(),
                &raw mut outcome,
            )
        };
        if status != Status::OK {
            if status != Status::NO_MATCH {
                let location = ir.location(op);
                let _ = self.functions.outcome(&s, self.what("fold"), location, status);
            }
            return FoldOutcome::Unchanged;
        }
        match outcome {
            raw::FoldOutcome::IN_PLACE => FoldOutcome::InPlace,
            raw::FoldOutcome::REPLACED => {
                let fold = |result: &raw::FoldResult| match Option::<Attribute>::from_raw(&s, result.attribute)? {
                    Some(attribute) => Ok(Folded::Attribute(attribute)),
                    None => crate::session::ValueRef::from_raw(&s, result.value).map(|v| Folded::Value(v.value)),
                };
                match results.iter().map(fold).collect::<Result<SmallVec<_>, Status>>() {
                    Ok(results) => FoldOutcome::Results(results),
                    Err(status) => {
                        let _ = self.functions.outcome(&s, self.what("fold"), ir.location(op), status);
                        FoldOutcome::Unchanged
                    }
                }
            }
            _ => FoldOutcome::Unchanged,
        }
    }

    fn infer(&self, input: &InferInput<'_>, into: &mut Vec<Type>) -> Result<(), HookFailed> {
        let Some(hook) = self.infer else { return Err(HookFailed) };
        let s = Session::new(input.context);
        let mut state = OpState::Infer {
            name: input.context.op_name(self.name.as_bytes()),
            input: std::ptr::from_ref(input).cast(),
            into,
        };
        let pointer = s.register(&mut state);
        // SAFETY: the arguments are those of the specification.
        let status = unsafe { (hook.function)(hook.data, s.as_raw(), pointer.cast()) };
        self.functions.outcome(&s, self.what("infer"), input.location, status)
    }

    fn parse(&self, parser: &mut dyn OpAsmParser, op: &mut ParsedOp) -> ParseResult {
        let Some(hook) = self.parse else { return Ok(()) };
        let state: *mut ParsedOp = op;
        let mut none: [DirectiveArgument; 0] = [];
        self.parsing("parse", parser, state, &mut none, |s, parser, state| {
            // SAFETY: the arguments are those of the specification.
            unsafe { (hook.function)(hook.data, s.as_raw(), parser, state) }
        })
    }

    fn print(&self, printer: &mut dyn OpAsmPrinter, op: OpRef) {
        let Some(hook) = self.print else { return };
        self.printing("print", printer, op, &[], |s, printer, op| {
            // SAFETY: the arguments are those of the specification.
            unsafe { (hook.function)(hook.data, s.as_raw(), printer, op) }
        });
    }

    fn result_names(&self, op: OpView<'_>, names: &mut dyn ValueNames) {
        let Some(hook) = self.result_names else { return };
        let s = Session::reading(op.ir);
        let mut names = AsmNames::Values(forever!(names, ValueNames));
        let pointer = s.register(&mut names);
        // SAFETY: the arguments are those of the specification.
        let status = unsafe { (hook.function)(hook.data, s.as_raw(), op.op.give(&s), pointer.cast()) };
        let _ = self.functions.outcome(&s, self.what("result_names"), op.ir.location(op.op), status);
    }

    fn region_names(&self, op: OpView<'_>, body: BodyId, region: Region, names: &mut dyn ValueNames) {
        let Some(hook) = self.region_names else { return };
        let s = Session::reading(op.ir);
        let mut names = AsmNames::Values(forever!(names, ValueNames));
        let pointer = s.register(&mut names);
        let region = crate::session::RegionRef { body, region }.give(&s);
        // SAFETY: the arguments are those of the specification.
        let status = unsafe { (hook.function)(hook.data, s.as_raw(), op.op.give(&s), region, pointer.cast()) };
        let _ = self.functions.outcome(&s, self.what("region_names"), op.ir.location(op.op), status);
    }

    fn block_names(&self, op: OpView<'_>, names: &mut dyn FnMut(Block, &[u8])) {
        let Some(hook) = self.block_names else { return };
        let s = Session::reading(op.ir);
        let names: *mut (dyn FnMut(Block, &[u8]) + '_) = names;
        // SAFETY: only the lifetime differs, and the pointer is not used after the callback.
        let names = unsafe {
            core::mem::transmute::<*mut (dyn FnMut(Block, &[u8]) + '_), *mut (dyn FnMut(Block, &[u8]) + 'static)>(names)
        };
        let mut names = AsmNames::Blocks(names);
        let pointer = s.register(&mut names);
        // SAFETY: the arguments are those of the specification.
        let status = unsafe { (hook.function)(hook.data, s.as_raw(), op.op.give(&s), pointer.cast()) };
        let _ = self.functions.outcome(&s, self.what("block_names"), op.ir.location(op.op), status);
    }

    fn effects(&self, op: OpView<'_>, into: &mut Vec<MemoryEffect>) {
        let Some(hook) = self.effects else { return };
        let s = Session::reading(op.ir);
        let raw_op = op.op.give(&s);
        let found = buffer(|buffer, capacity, count| {
            // SAFETY: the arguments are those of the specification.
            unsafe { (hook.function)(hook.data, s.as_raw(), raw_op, buffer, capacity, count) }
        });
        match found {
            Ok(effects) => into.extend(effects.iter().filter_map(|effect| memory_effect(&s, effect))),
            Err(status) => {
                let _ = self.functions.outcome(&s, self.what("effects"), op.ir.location(op.op), status);
            }
        }
    }

    fn canonicalize(&self, rewriter: &mut dyn Rewriter, op: OpRef) -> bool {
        let Some(hook) = self.canonicalize else { return false };
        self.functions.rewrite(hook, self.what("canonicalize"), rewriter, op)
    }

    fn parse_directive(
        &self,
        name: &str,
        parser: &mut dyn OpAsmParser,
        op: &mut ParsedOp,
        arguments: &mut [DirectiveArgument],
    ) -> ParseResult {
        let Some((hook, _)) = self.directives.0.get(name).copied() else {
            let offset = parser.offset();
            return Err(parser.error(offset, &format!("'{}' has no directive '{name}'", self.name)));
        };
        let count = arguments.len() as u32;
        self.parsing("parse", parser, op, arguments, |s, parser, _| {
            // SAFETY: the arguments are those of the specification.
            unsafe { (hook.function)(hook.data, s.as_raw(), parser, count) }
        })
    }

    fn print_directive(&self, name: &str, printer: &mut dyn OpAsmPrinter, op: OpRef, arguments: &[DirectiveArgument]) {
        let Some((_, hook)) = self.directives.0.get(name).copied() else { return };
        let count = arguments.len() as u32;
        self.printing("print", printer, op, arguments, |s, printer, op| {
            // SAFETY: the arguments are those of the specification.
            unsafe { (hook.function)(hook.data, s.as_raw(), printer, op, count) }
        });
    }
}

impl PluginOp {
    fn check(&self, hook: Hook<raw::VerifyFn>, what: &str, op: OpView<'_>) -> Result<(), HookFailed> {
        let s = Session::reading(op.ir);
        // SAFETY: the arguments are those of the specification.
        let status = unsafe { (hook.function)(hook.data, s.as_raw(), op.op.give(&s)) };
        if status == Status::OK {
            return Ok(());
        }
        self.functions.outcome(&s, self.what(what), op.ir.location(op.op), status)
    }

    fn parsing(
        &self,
        what: &str,
        parser: &mut dyn OpAsmParser,
        op: *mut ParsedOp,
        slots: &mut [DirectiveArgument],
        call: impl FnOnce(&Session, *mut raw::Parser, *mut raw::OpState) -> Status,
    ) -> ParseResult {
        let pointer = forever!(parser, OpAsmParser);
        let s = Session::parsing(pointer);
        let asm: *mut (dyn AsmParser + 'static) = pointer;
        let mut host = Parser { op: Some(pointer), asm, slots, state: op };
        let mut state = OpState::Parsed(op);
        let (raw_parser, raw_state) = (s.register(&mut host), s.register(&mut state));
        let status = call(&s, raw_parser.cast(), raw_state.cast());
        let text = s.take_error();
        // SAFETY: the callback is over, and the references are those that this function was called with.
        let (parser, op) = unsafe { (&mut *pointer, &mut *op) };
        match status {
            Status::OK => {
                crate::tables::finish_regions(parser, op);
                Ok(())
            }
            // The diagnostic is out.
            Status::FAILURE if text.is_empty() => Err(ParseFailed),
            _ => {
                let offset = parser.offset();
                let text = String::from_utf8_lossy(&text);
                let reason = if text.is_empty() { format!("status {}", status.0) } else { text.into_owned() };
                let what = self.what(what);
                Err(parser.error(offset, &format!("{what} of plugin '{}' failed: {reason}", self.functions.owner.name)))
            }
        }
    }

    fn printing(
        &self,
        what: &str,
        printer: &mut dyn OpAsmPrinter,
        op: OpRef,
        slots: &[DirectiveArgument],
        call: impl FnOnce(&Session, *mut raw::Printer, raw::Op) -> Status,
    ) {
        let pointer = forever!(printer, OpAsmPrinter);
        // SAFETY: the tree that is printed is not part of the printer and outlives the callback.
        let ir: &Ir = unsafe { &*std::ptr::from_ref((*pointer).ir()) };
        let s = Session::reading(ir);
        let asm: *mut (dyn AsmPrinter + 'static) = pointer;
        let mut host = Printer { op: Some(pointer), asm, slots };
        let raw_printer = s.register(&mut host);
        let status = call(&s, raw_printer.cast(), op.give(&s));
        let _ = self.functions.outcome(&s, self.what(what), ir.location(op), status);
    }
}

fn memory_effect(s: &Session, effect: &raw::Effect) -> Option<MemoryEffect> {
    let kind = match effect.kind {
        raw::EffectKind::READ => decl::EffectKind::Read,
        raw::EffectKind::WRITE => decl::EffectKind::Write,
        raw::EffectKind::ALLOCATE => decl::EffectKind::Alloc,
        raw::EffectKind::FREE => decl::EffectKind::Free,
        _ => return None,
    };
    let value = Option::<crate::session::ValueRef>::from_raw(s, effect.value).ok().flatten().map(|v| v.value);
    let symbol = Option::<Attribute>::from_raw(s, effect.symbol).ok().flatten().unwrap_or(Attribute::NONE);
    let resource = Option::<ir::Ident>::from_raw(s, effect.resource).ok().flatten();
    let resource = resource.map(|name| String::from_utf8_lossy(s.context().bytes(name)).into());
    Some(MemoryEffect { kind, value, symbol, resource, stage: effect.stage, full: false })
}

/// The elements of a callback that fills a buffer.
fn buffer<T: Copy>(mut call: impl FnMut(*mut T, usize, *mut usize) -> Status) -> Result<SmallVec<[T; 4]>, Status> {
    let mut list: SmallVec<[T; 4]> = SmallVec::new();
    loop {
        let (capacity, mut count) = (list.capacity(), 0);
        let status = call(list.as_mut_ptr(), capacity, &raw mut count);
        if status != Status::OK {
            return Err(status);
        }
        if count <= capacity {
            // SAFETY: the callee filled the first `count` elements.
            unsafe { list.set_len(count) };
            return Ok(list);
        }
        list.reserve(count);
    }
}

/// The functions of a type or an attribute.
pub(crate) struct PluginDef {
    functions: Functions,
    name: Box<str>,
    verify: Option<Hook<raw::VerifyParametersFn>>,
    parse: Option<Hook<raw::ParseParametersFn>>,
    print: Option<Hook<raw::PrintParametersFn>>,
    parameters: usize,
}

impl PluginDef {
    pub(crate) fn new(functions: &Functions, dialect: &str, def: &decl::TypeDecl, is_attribute: bool) -> PluginDef {
        let (verify, parse, print) = match is_attribute {
            true => (Role::VerifyAttr, Role::ParseAttr, Role::PrintAttr),
            false => (Role::VerifyType, Role::ParseType, Role::PrintType),
        };
        // SAFETY: the types of the fields are those of the roles.
        unsafe {
            PluginDef {
                verify: functions.find(&def.hooks, verify),
                parse: functions.find(&def.hooks, parse),
                print: functions.find(&def.hooks, print),
                functions: functions.clone(),
                name: format!("{dialect}.{}", def.name).into(),
                parameters: def.params.len(),
            }
        }
    }
}

impl DefHooks for PluginDef {
    fn has_syntax(&self) -> bool {
        self.parse.is_some() && self.print.is_some()
    }

    fn parse(&self, parser: &mut dyn AsmParser, ty: Type) -> ParseResult<Vec<Attribute>> {
        let Some(hook) = self.parse else { return Ok(Vec::new()) };
        let pointer = forever!(parser, AsmParser);
        // SAFETY: the parser outlives the callback.
        let s = Session::new(unsafe { &*pointer }.context());
        let mut none: [DirectiveArgument; 0] = [];
        let mut host = Parser { op: None, asm: pointer, slots: &mut none, state: std::ptr::null_mut() };
        let raw_parser = s.register(&mut host);
        let mut buffer = vec![Attribute::null(); self.parameters];
        let mut count = 0;
        let ty = (!ty.is_none()).then_some(ty).give(&s);
        // SAFETY: the arguments are those of the specification.
        let mut status = unsafe {
            (hook.function)(
                hook.data,
                s.as_raw(),
                raw_parser.cast(),
                ty,
                buffer.as_mut_ptr(),
                buffer.len(),
                &raw mut count,
            )
        };
        if status == Status::OK && count != buffer.len() {
            let expected = buffer.len();
            status =
                s.fail(Status::INVALID_ARGUMENT, format!("{count} parameters were parsed, {expected} are declared"));
        }
        if status == Status::OK {
            match buffer.into_iter().map(|raw| Option::<Attribute>::from_raw(&s, raw)).collect::<Result<Vec<_>, _>>() {
                Ok(list) => return Ok(list.into_iter().map(|a| a.unwrap_or(Attribute::NONE)).collect()),
                Err(wrong) => status = wrong,
            }
        }
        let text = s.take_error();
        if status == Status::FAILURE && text.is_empty() {
            return Err(ParseFailed);
        }
        // SAFETY: the callback is over.
        let parser = unsafe { &mut *pointer };
        let offset = parser.offset();
        let text = String::from_utf8_lossy(&text);
        let plugin = &self.functions.owner.name;
        Err(parser.error(offset, &format!("the hook `parse` of '{}' of plugin '{plugin}' failed: {text}", self.name)))
    }

    fn print(&self, printer: &mut dyn AsmPrinter, parameters: &[Attribute]) {
        let Some(hook) = self.print else { return };
        let pointer = forever!(printer, AsmPrinter);
        // SAFETY: the printer outlives the callback.
        let s = Session::new(unsafe { &*pointer }.context());
        let mut host = Printer { op: None, asm: pointer, slots: &[] };
        let raw_printer = s.register(&mut host);
        let parameters: SmallVec<[raw::Attribute; 4]> = parameters.iter().map(|p| p.some().give(&s)).collect();
        // SAFETY: the arguments are those of the specification.
        let status = unsafe {
            (hook.function)(hook.data, s.as_raw(), raw_printer.cast(), parameters.as_ptr(), parameters.len())
        };
        let what = What { hook: "print", of: "", name: &self.name };
        let _ = self.functions.outcome(&s, what, Location::UNKNOWN, status);
    }

    fn has_verifier(&self) -> bool {
        self.verify.is_some()
    }

    fn verify(&self, context: &Context, parameters: &[Attribute]) -> Result<(), String> {
        let Some(hook) = self.verify else { return Ok(()) };
        let s = Session::new(context);
        let parameters: SmallVec<[raw::Attribute; 4]> = parameters.iter().map(|p| p.some().give(&s)).collect();
        // SAFETY: the arguments are those of the specification.
        let status = unsafe { (hook.function)(hook.data, s.as_raw(), parameters.as_ptr(), parameters.len()) };
        if status == Status::OK {
            return Ok(());
        }
        let text = String::from_utf8_lossy(&s.take_error()).into_owned();
        Err(if text.is_empty() { format!("the parameters of '{}' are not valid", self.name) } else { text })
    }
}

/// The functions of a dialect as a whole.
pub(crate) struct PluginDialect {
    functions: Functions,
    name: Box<str>,
    materialize: Option<Hook<raw::MaterializeConstantFn>>,
    canonicalize: Option<Hook<raw::AddPatternsFn>>,
    op_attribute: Option<Hook<raw::VerifyOpAttributeFn>>,
    argument_attribute: Option<Hook<raw::VerifyRegionAttributeFn>>,
    result_attribute: Option<Hook<raw::VerifyRegionAttributeFn>>,
}

impl PluginDialect {
    pub(crate) fn new(functions: &Functions, name: &str, hooks: &decl::HookSet) -> PluginDialect {
        // SAFETY: the types of the fields are those of the roles.
        unsafe {
            PluginDialect {
                functions: functions.clone(),
                name: name.into(),
                materialize: functions.find(hooks, Role::MaterializeConstant),
                canonicalize: functions.find(hooks, Role::CanonicalizeDialect),
                op_attribute: functions.find(hooks, Role::VerifyOpAttribute),
                argument_attribute: functions.find(hooks, Role::VerifyRegionArgAttribute),
                result_attribute: functions.find(hooks, Role::VerifyRegionResultAttribute),
            }
        }
    }

    fn region_attribute(
        &self,
        hook: Option<Hook<raw::VerifyRegionAttributeFn>>,
        op: OpView<'_>,
        region: u32,
        index: u32,
        attribute: NamedAttribute,
    ) -> Result<(), HookFailed> {
        let Some(hook) = hook else { return Ok(()) };
        let s = Session::reading(op.ir);
        let attribute = attribute.give(&s);
        // SAFETY: the arguments are those of the specification.
        let status =
            unsafe { (hook.function)(hook.data, s.as_raw(), op.op.give(&s), region, index, &raw const attribute) };
        self.functions.outcome(&s, self.what("verify of an attribute"), op.ir.location(op.op), status)
    }

    fn what<'a>(&'a self, hook: &'a str) -> What<'a> {
        What { hook, of: "dialect ", name: &self.name }
    }
}

/// A pattern of a plugin, which the plugin is told of when it is gone.
struct OwnedPattern(raw::Pattern);

// SAFETY: the specification says that patterns and their data are used from any thread.
unsafe impl Send for OwnedPattern {}
// SAFETY: the same.
unsafe impl Sync for OwnedPattern {}

impl OwnedPattern {
    fn hook(&self) -> Option<Hook<raw::RewriteFn>> {
        Some(Hook { function: self.0.match_and_rewrite?, data: self.0.data })
    }
}

impl Drop for OwnedPattern {
    fn drop(&mut self) {
        crate::tables::rewrite::end_pattern(&self.0);
    }
}

impl DialectHooks for PluginDialect {
    fn canonicalization(&self, context: &Context) -> Vec<DialectPattern> {
        let Some(hook) = self.canonicalize else { return Vec::new() };
        let s = Session::new(context);
        let mut patterns = crate::session::Patterns::default();
        let pointer = s.register(&mut patterns);
        // SAFETY: the arguments are those of the specification.
        let status = unsafe { (hook.function)(hook.data, s.as_raw(), pointer.cast()) };
        let list: Vec<_> = patterns.list.into_iter().map(OwnedPattern).collect();
        if self.functions.outcome(&s, self.what("canonicalize"), Location::UNKNOWN, status).is_err() {
            return Vec::new();
        }
        let adopt = |pattern: OwnedPattern| {
            let root = Option::<ir::OpName>::from_raw(&s, pattern.0.root).ok()?;
            let (functions, name) = (self.functions.clone(), self.name.clone());
            let benefit = pattern.0.benefit;
            let rewrite = move |rewriter: &mut dyn Rewriter, op: OpRef| {
                let what = What { hook: "canonicalize", of: "dialect ", name: &name };
                pattern.hook().is_some_and(|hook| functions.rewrite(hook, what, rewriter, op))
            };
            Some(DialectPattern { root, benefit, rewrite: Box::new(rewrite) })
        };
        list.into_iter().filter_map(adopt).collect()
    }

    fn materialize_constant(&self, ir: &mut Ir, before: OpRef, value: Attribute, ty: Type) -> Option<OpRef> {
        let hook = self.materialize?;
        let at = ir.position(before);
        let location = ir.location(before);
        let block = ir.body(at.body).op_block(at.op);
        let before = ir.resolve(before);
        let s = Session::changing(ir);
        let place = Insertion { block: Some(BlockRef { body: at.body, block }), before: Some(before) }.give(&s);
        let mut made = OpRef::null();
        // SAFETY: the arguments are those of the specification.
        let status = unsafe {
            (hook.function)(
                hook.data,
                s.as_raw(),
                value.give(&s),
                ty.give(&s),
                &raw const place,
                location.give(&s),
                &raw mut made,
            )
        };
        if status == Status::NO_MATCH {
            return None;
        }
        self.functions.outcome(&s, self.what("materialize_constant"), location, status).ok()?;
        match Option::<OpRef>::from_raw(&s, made) {
            Ok(op) => op,
            Err(status) => {
                let _ = self.functions.outcome(&s, self.what("materialize_constant"), location, status);
                None
            }
        }
    }

    fn verify_op_attribute(&self, op: OpView<'_>, attribute: NamedAttribute) -> Result<(), HookFailed> {
        let Some(hook) = self.op_attribute else { return Ok(()) };
        let s = Session::reading(op.ir);
        let attribute = attribute.give(&s);
        // SAFETY: the arguments are those of the specification.
        let status = unsafe { (hook.function)(hook.data, s.as_raw(), op.op.give(&s), &raw const attribute) };
        self.functions.outcome(&s, self.what("verify_op_attribute"), op.ir.location(op.op), status)
    }

    fn verify_region_arg_attribute(
        &self,
        op: OpView<'_>,
        region: u32,
        argument: u32,
        attribute: NamedAttribute,
    ) -> Result<(), HookFailed> {
        self.region_attribute(self.argument_attribute, op, region, argument, attribute)
    }

    fn verify_region_result_attribute(
        &self,
        op: OpView<'_>,
        region: u32,
        result: u32,
        attribute: NamedAttribute,
    ) -> Result<(), HookFailed> {
        self.region_attribute(self.result_attribute, op, region, result, attribute)
    }

    fn verify_symbol_uses(&self, hook: HookId, op: OpView<'_>) -> Result<(), HookFailed> {
        // SAFETY: the method of this interface has that type.
        let found = unsafe { self.functions.get::<raw::VerifyFn>(hook, Role::InterfaceMethod) };
        let Some(hook) = found else { return Ok(()) };
        let s = Session::reading(op.ir);
        // SAFETY: the arguments are those of the specification.
        let status = unsafe { (hook.function)(hook.data, s.as_raw(), op.op.give(&s)) };
        self.functions.outcome(&s, self.what("verify_symbol_uses"), op.ir.location(op.op), status)
    }

    fn type_predicate(&self, hook: HookId, context: &Context, ty: Type) -> bool {
        // SAFETY: the type is that of the role.
        let found = unsafe { self.functions.get::<raw::TypePredicateFn>(hook, Role::TypePredicate) };
        self.predicate(
            context,
            found.map(|hook| {
                move |s: &Session, satisfied: *mut u8| {
                    // SAFETY: the arguments are those of the specification.
                    unsafe { (hook.function)(hook.data, s.as_raw(), ty.give(s), satisfied) }
                }
            }),
        )
    }

    fn attr_predicate(&self, hook: HookId, context: &Context, attribute: Attribute) -> bool {
        // SAFETY: the type is that of the role.
        let found = unsafe { self.functions.get::<raw::AttributePredicateFn>(hook, Role::AttrPredicate) };
        self.predicate(
            context,
            found.map(|hook| {
                move |s: &Session, satisfied: *mut u8| {
                    // SAFETY: the arguments are those of the specification.
                    unsafe { (hook.function)(hook.data, s.as_raw(), attribute.give(s), satisfied) }
                }
            }),
        )
    }

    fn op_predicate(&self, hook: HookId, op: OpView<'_>) -> bool {
        // SAFETY: the type is that of the role.
        let found = unsafe { self.functions.get::<raw::OpPredicateFn>(hook, Role::OpPredicate) };
        let Some(hook) = found else { return false };
        let s = Session::reading(op.ir);
        let mut satisfied = 0;
        // SAFETY: the arguments are those of the specification.
        let status = unsafe { (hook.function)(hook.data, s.as_raw(), op.op.give(&s), &raw mut satisfied) };
        self.functions.outcome(&s, self.what("predicate"), op.ir.location(op.op), status).is_ok() && satisfied != 0
    }

    fn transform_type(&self, hook: HookId, context: &Context, ty: Type, into: &mut Vec<Type>) -> bool {
        // SAFETY: the type is that of the role.
        let found = unsafe { self.functions.get::<raw::TypeTransformFn>(hook, Role::TypeTransform) };
        let Some(hook) = found else { return false };
        let s = Session::new(context);
        let types = buffer(|buffer, capacity, count| {
            // SAFETY: the arguments are those of the specification.
            unsafe { (hook.function)(hook.data, s.as_raw(), ty.give(&s), buffer, capacity, count) }
        });
        let types =
            types.and_then(|list| list.into_iter().map(|raw| Type::from_raw(&s, raw)).collect::<Result<Vec<_>, _>>());
        match types {
            Ok(types) => {
                into.extend(types);
                true
            }
            Err(status) => {
                let _ = self.functions.outcome(&s, self.what("transform"), Location::UNKNOWN, status);
                false
            }
        }
    }
}

impl PluginDialect {
    fn predicate(&self, context: &Context, call: Option<impl FnOnce(&Session, *mut u8) -> Status>) -> bool {
        let Some(call) = call else { return false };
        let s = Session::new(context);
        let mut satisfied = 0;
        let status = call(&s, &raw mut satisfied);
        self.functions.outcome(&s, self.what("predicate"), Location::UNKNOWN, status).is_ok() && satisfied != 0
    }
}

/// Runs a pass of a plugin on the top of a tree.
pub(crate) fn run_pass(
    owner: &Owner,
    pass: &raw::Pass,
    instance: *mut core::ffi::c_void,
    ir: &mut Ir,
    around: Option<&Ir>,
    creates: &[String],
) -> Result<(), ()> {
    let op = ir.root();
    let location = ir.location(op);
    let s = Session::of_pass(ir, around, creates.iter().map(String::as_str));
    let mut context = PassContext { name: owner.text(pass.name).into(), ..PassContext::default() };
    let pointer = s.register(&mut context);
    let Some(run) = pass.run else { return Err(()) };
    let raw_op = op.give(&s);
    let op_name = s.context().op_name_bytes(ir.name(op));
    let _running = crate::crash::enter(owner.bytes(pass.name), owner.name.as_bytes(), op_name);
    // SAFETY: the arguments are those of the specification.
    let status = unsafe { run(pass.data, s.as_raw(), instance, pointer.cast(), raw_op) };
    let text = s.take_error();
    if status != Status::OK && !text.is_empty() {
        let message =
            format!("pass '{}' of plugin '{}' failed: {}", context.name, owner.name, String::from_utf8_lossy(&text));
        s.context().diagnostics().emit(Diagnostic::error(location, message));
    }
    for (name, amount) in context.statistics.borrow().iter() {
        let name = String::from_utf8_lossy(name);
        tracing::debug!(target: "statistics", pass = %context.name, %name, amount);
    }
    if status == Status::OK && !context.failed.get() { Ok(()) } else { Err(()) }
}
