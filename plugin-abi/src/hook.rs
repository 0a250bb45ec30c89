//! Hooks: ordinary functions, wrapped so that they can be called through the ABI.
//!
//! A hook is made of a function by the constructor of its role: `hook::verify(check_width)`. The wrapper turns a panic into an error
//! that the host reports; nothing unwinds across the boundary.

use crate::batch::RawList;
use crate::build::Builder;
use crate::error::{Error, Result};
use crate::fold::{Effects, Fold, FoldOperands};
use crate::handles::{Attribute, Insertion, Location, NamedAttribute, Op, Region, Type};
use crate::parser::{OpAsmParser, OpState};
use crate::pattern::{Patterns, Rewriter};
use crate::printer::{AsmNames, OpAsmPrinter};
use crate::raw::{self, HookRole, Status};
use crate::session::{Session, Wrap, raw_bytes};
use crate::tables;
use core::ffi::c_void;
use std::panic::{AssertUnwindSafe, catch_unwind};

/// How many slots a custom directive has; they are read and set through the parser and printer (`slot_…`, `set_slot_…`).
pub type Slots = u32;

/// The value of a function item. Its type has no data, so that the type alone says which function it is.
#[inline(always)]
pub(crate) fn instance<F: Copy>() -> F {
    const { assert!(size_of::<F>() == 0, "a hook is a function, or a closure that captures nothing") };
    // SAFETY: a type without data has one value, and one was given to the constructor of the hook.
    unsafe { core::mem::transmute_copy::<(), F>(&()) }
}

/// Calls a hook; a panic becomes an error.
#[inline]
pub(crate) fn guard(session: *mut raw::Session, call: impl for<'s> FnOnce(Session<'s>) -> Status) -> Status {
    // SAFETY: the session is that of the callback that is running.
    let session = unsafe { Session::new(session) };
    match catch_unwind(AssertUnwindSafe(|| call(session))) {
        Ok(status) => status,
        Err(payload) => caught(session, payload),
    }
}

#[cold]
fn caught(session: Session<'_>, payload: Box<dyn std::any::Any + Send>) -> Status {
    let (status, message) = match payload.downcast::<Error>() {
        Ok(error) => (error.status(), error.message().to_string()),
        Err(payload) => {
            let text = payload
                .downcast_ref::<&str>()
                .map(|text| (*text).to_string())
                .or_else(|| payload.downcast_ref::<String>().cloned())
                .unwrap_or_else(|| "something that is no text".into());
            // The payload's own destructor may panic too.
            core::mem::forget(payload);
            (Status::PANICKED, format!("panicked: {text}"))
        }
    };
    set_error(session, &message);
    status
}

pub(crate) fn set_error(session: Session<'_>, message: &str) {
    // SAFETY: the arguments are valid for the call.
    unsafe { (tables::core().set_error)(session.as_ptr(), raw_bytes(message.as_bytes())) };
}

/// The status of what a hook gave; its message goes to the host.
#[inline]
pub(crate) fn outcome(session: Session<'_>, result: Result<()>) -> Status {
    match result {
        Ok(()) => Status::OK,
        Err(error) => {
            if !error.message().is_empty() {
                set_error(session, error.message());
            }
            error.status()
        }
    }
}

/// The status of what a verifying hook gave; its message becomes an error on the operation.
fn verified(op: Op<'_>, result: Result<()>) -> Status {
    match result {
        Ok(()) => Status::OK,
        Err(error) => {
            if !error.is_reported() {
                op.emit_error(error.message());
            }
            Status::FAILURE
        }
    }
}

/// Gives a list to a buffer of the caller.
///
/// # Safety
/// `buffer` has room for `capacity` elements, `count` is valid.
unsafe fn give<T: Copy>(list: &[T], buffer: *mut T, capacity: usize, count: *mut usize) {
    // SAFETY: by the contract of this function.
    unsafe {
        core::ptr::copy_nonoverlapping(list.as_ptr(), buffer, list.len().min(capacity));
        *count = list.len();
    }
}

/// # Safety
/// `pointer` has `count` elements, or `count` is 0.
#[inline]
unsafe fn slice<'a, T>(pointer: *const T, count: usize) -> &'a [T] {
    // SAFETY: by the contract of this function.
    if count == 0 { &[] } else { unsafe { core::slice::from_raw_parts(pointer, count) } }
}

macro_rules! hooks {
    ($(
        $(#[$doc:meta])*
        $name:ident($role:ident): $callback:ident, [$($bound:tt)+], |$session:ident, $function:ident $(, $arg:ident: $ty:ty)*| $body:block
    )*) => {$(
$(#[$doc])*
        pub const fn $name<F>(_function: F) -> raw::Hook
        where
            F: $($bound)+ + Copy,
        {
            // SAFETY: function pointers have one layout; the role tells the type to cast back to.
            let function = unsafe {
                core::mem::transmute::<raw::$callback, unsafe extern "C" fn()>($name::shim::<F>)
            };
            raw::Hook {
                role: HookRole::$role,
                reserved: 0,
                function: Some(function),
                data: core::ptr::null_mut(),
                name: crate::session::NO_BYTES,
            }
        }

        mod $name {
            use super::*;

            pub(super) unsafe extern "C" fn shim<F>(_: *mut c_void, session: *mut raw::Session, $($arg: $ty),*) -> Status
            where
                F: $($bound)+ + Copy,
            {
                guard(session, |$session| {
                    let $function = instance::<F>();
                    // SAFETY: the arguments are those that the specification gives to this callback.
                    #[allow(unused_unsafe)]
                    unsafe { $body }
                })
            }
        }
    )*};
}

hooks! {
    /// Checks an operation; an error becomes a diagnostic on it: `'dialect.op' op MESSAGE`.
    verify(VERIFY): VerifyFn, [for<'s> Fn(Op<'s>) -> Result<()>], |session, function, op: raw::Op| {
        let op = Op::wrap(op, session);
        verified(op, function(op))
    }

    /// The same where the outcome follows from the operation's name, the types of its operands and results, and its inherent
    /// attributes: the host need not call it again for operations that have the same.
    verify_signature(VERIFY_SIGNATURE): VerifyFn, [for<'s> Fn(Op<'s>) -> Result<()>], |session, function, op: raw::Op| {
        let op = Op::wrap(op, session);
        verified(op, function(op))
    }

    /// The same after the operations in its regions were checked.
    verify_regions(VERIFY_REGIONS): VerifyFn, [for<'s> Fn(Op<'s>) -> Result<()>], |session, function, op: raw::Op| {
        let op = Op::wrap(op, session);
        verified(op, function(op))
    }

    /// Folds an operation.
    fold(FOLD): FoldFn, [for<'a, 's> Fn(Op<'s>, FoldOperands<'a, 's>) -> Option<Fold<'s>>],
    |session, function, op: raw::Op, operands: *const raw::Attribute, operand_count: usize, results: *mut raw::FoldResult,
     result_count: usize, outcome: *mut raw::FoldOutcome| {
        let operands = FoldOperands::new(slice(operands, operand_count), session);
        *outcome = match function(Op::wrap(op, session), operands) {
            None => raw::FoldOutcome::NONE,
            Some(Fold::InPlace) => raw::FoldOutcome::IN_PLACE,
            Some(Fold::Results(list)) => {
                if list.len() != result_count {
                    return crate::hook::outcome(session, Err("the number of folded results is not that of the operation's results".into()));
                }
                for (index, fold) in list.iter().enumerate() {
                    let Some(result) = fold.result() else {
                        return crate::hook::outcome(session, Err("a result folds to an attribute or a value".into()));
                    };
                    results.add(index).write(result);
                }
                raw::FoldOutcome::REPLACED
            }
            Some(fold) => {
                let (Some(result), 1) = (fold.result(), result_count) else {
                    return crate::hook::outcome(session, Err("one result is folded, the operation has another number".into()));
                };
                results.write(result);
                raw::FoldOutcome::REPLACED
            }
        };
        Status::OK
    }

    /// Runs the canonicalization patterns of an operation; gives whether one applied.
    canonicalize(CANONICALIZE): RewriteFn, [for<'a, 's> Fn(Op<'s>, &'a mut Rewriter<'s>) -> Result<bool>],
    |session, function, op: raw::Op| {
        let op = Op::wrap(op, session);
        match function(op, &mut Rewriter::new(op)) {
            Ok(true) => Status::OK,
            Ok(false) => Status::NO_MATCH,
            Err(error) => outcome(session, Err(error)),
        }
    }

    /// Adds result types to a state that has everything else. Its operands may have types only ([`OpState::operand_types`]).
    infer(INFER): InferFn, [for<'a, 's> Fn(&'a mut OpState<'s>) -> Result<()>], |session, function, state: *mut raw::OpState| {
        outcome(session, function(&mut OpState::new(state, session)))
    }

    /// Parses what follows the name of an operation.
    parse(PARSE): ParseFn, [for<'a, 's> Fn(&'a mut OpAsmParser<'s>, &'a mut OpState<'s>) -> Result<()>],
    |session, function, parser: *mut raw::Parser, state: *mut raw::OpState| {
        outcome(session, function(&mut OpAsmParser::new(parser, session), &mut OpState::new(state, session)))
    }

    /// Prints what follows the name of an operation.
    print(PRINT): PrintFn, [for<'a, 's> Fn(Op<'s>, &'a mut OpAsmPrinter<'s>)],
    |session, function, printer: *mut raw::Printer, op: raw::Op| {
        function(Op::wrap(op, session), &mut OpAsmPrinter::new(printer, session));
        Status::OK
    }

    /// Suggests names for results.
    result_names(RESULT_NAMES): ResultNamesFn, [for<'a, 's> Fn(Op<'s>, &'a mut AsmNames<'s>)],
    |session, function, op: raw::Op, names: *mut raw::AsmNames| {
        function(Op::wrap(op, session), &mut AsmNames::new(names, session));
        Status::OK
    }

    /// Suggests names for the arguments of the blocks of a region.
    region_names(REGION_NAMES): RegionNamesFn, [for<'a, 's> Fn(Op<'s>, Region<'s>, &'a mut AsmNames<'s>)],
    |session, function, op: raw::Op, region: raw::Region, names: *mut raw::AsmNames| {
        function(Op::wrap(op, session), Region::wrap(region, session), &mut AsmNames::new(names, session));
        Status::OK
    }

    /// Suggests names for blocks.
    block_names(BLOCK_NAMES): BlockNamesFn, [for<'a, 's> Fn(Op<'s>, &'a mut AsmNames<'s>)],
    |session, function, op: raw::Op, names: *mut raw::AsmNames| {
        function(Op::wrap(op, session), &mut AsmNames::new(names, session));
        Status::OK
    }

    /// Effects on memory of an operation itself.
    effects(EFFECTS): EffectsFn, [for<'a, 's> Fn(Op<'s>, &'a mut Effects<'s>)],
    |session, function, op: raw::Op, buffer: *mut raw::Effect, capacity: usize, count: *mut usize| {
        let mut effects = Effects::new();
        function(Op::wrap(op, session), &mut effects);
        give(&effects.list, buffer, capacity, count);
        Status::OK
    }

    /// A predicate on types.
    type_predicate(TYPE_PREDICATE): TypePredicateFn, [for<'s> Fn(Type<'s>) -> bool],
    |session, function, ty: raw::Type, satisfied: *mut u8| {
        *satisfied = u8::from(function(Type::wrap(ty, session)));
        Status::OK
    }

    /// A predicate on attributes.
    attr_predicate(ATTR_PREDICATE): AttributePredicateFn, [for<'s> Fn(Attribute<'s>) -> bool],
    |session, function, attribute: raw::Attribute, satisfied: *mut u8| {
        *satisfied = u8::from(function(Attribute::wrap(attribute, session)));
        Status::OK
    }

    /// A predicate on operations.
    op_predicate(OP_PREDICATE): OpPredicateFn, [for<'s> Fn(Op<'s>) -> bool], |session, function, op: raw::Op, satisfied: *mut u8| {
        *satisfied = u8::from(function(Op::wrap(op, session)));
        Status::OK
    }

    /// A function from a type to types.
    type_transform(TYPE_TRANSFORM): TypeTransformFn, [for<'s> Fn(Type<'s>) -> Vec<Type<'s>>],
    |session, function, ty: raw::Type, buffer: *mut raw::Type, capacity: usize, count: *mut usize| {
        let types: Vec<raw::Type> = function(Type::wrap(ty, session)).into_iter().map(Wrap::into_raw).collect();
        give(&types, buffer, capacity, count);
        Status::OK
    }

    /// Checks the parameters of a type; the error says what is wrong.
    verify_type(VERIFY_TYPE): VerifyParametersFn, [for<'a, 's> Fn(Session<'s>, &'a [Option<Attribute<'s>>]) -> Result<()>],
    |session, function, parameters: *const raw::Attribute, count: usize| {
        outcome(session, function(session, &wrapped(session, slice(parameters, count))))
    }

    /// Checks the parameters of an attribute; the error says what is wrong.
    verify_attr(VERIFY_ATTR): VerifyParametersFn, [for<'a, 's> Fn(Session<'s>, &'a [Option<Attribute<'s>>]) -> Result<()>],
    |session, function, parameters: *const raw::Attribute, count: usize| {
        outcome(session, function(session, &wrapped(session, slice(parameters, count))))
    }

    /// Parses the parameters of a type, after its mnemonic.
    parse_type(PARSE_TYPE): ParseParametersFn, [for<'a, 's> Fn(&'a mut OpAsmParser<'s>) -> Result<Vec<Option<Attribute<'s>>>>],
    |session, function, parser: *mut raw::Parser, _ty: raw::Type, buffer: *mut raw::Attribute, capacity: usize, count: *mut usize| {
        parameters(session, function(&mut OpAsmParser::new(parser, session)), buffer, capacity, count)
    }

    /// Parses the parameters of an attribute, after its mnemonic; the type is the one that it shall have.
    parse_attr(PARSE_ATTR): ParseParametersFn,
    [for<'a, 's> Fn(&'a mut OpAsmParser<'s>, Option<Type<'s>>) -> Result<Vec<Option<Attribute<'s>>>>],
    |session, function, parser: *mut raw::Parser, ty: raw::Type, buffer: *mut raw::Attribute, capacity: usize, count: *mut usize| {
        let ty = Option::<Type<'_>>::wrap(ty, session);
        parameters(session, function(&mut OpAsmParser::new(parser, session), ty), buffer, capacity, count)
    }

    /// Prints the parameters of a type, after its mnemonic.
    print_type(PRINT_TYPE): PrintParametersFn, [for<'a, 's> Fn(&'a mut OpAsmPrinter<'s>, &'a [Option<Attribute<'s>>])],
    |session, function, printer: *mut raw::Printer, parameters: *const raw::Attribute, count: usize| {
        function(&mut OpAsmPrinter::new(printer, session), &wrapped(session, slice(parameters, count)));
        Status::OK
    }

    /// Prints the parameters of an attribute, after its mnemonic.
    print_attr(PRINT_ATTR): PrintParametersFn, [for<'a, 's> Fn(&'a mut OpAsmPrinter<'s>, &'a [Option<Attribute<'s>>])],
    |session, function, printer: *mut raw::Printer, parameters: *const raw::Attribute, count: usize| {
        function(&mut OpAsmPrinter::new(printer, session), &wrapped(session, slice(parameters, count)));
        Status::OK
    }

    /// Parses `custom<…>` of a format.
    parse_directive(PARSE_DIRECTIVE): ParseDirectiveFn, [for<'a, 's> Fn(&'a mut OpAsmParser<'s>, Slots) -> Result<()>],
    |session, function, parser: *mut raw::Parser, slots: u32| {
        outcome(session, function(&mut OpAsmParser::new(parser, session), slots))
    }

    /// Prints `custom<…>` of a format.
    print_directive(PRINT_DIRECTIVE): PrintDirectiveFn, [for<'a, 's> Fn(Op<'s>, &'a mut OpAsmPrinter<'s>, Slots)],
    |session, function, printer: *mut raw::Printer, op: raw::Op, slots: u32| {
        function(Op::wrap(op, session), &mut OpAsmPrinter::new(printer, session), slots);
        Status::OK
    }

    /// Makes a constant operation of the dialect, at the builder's place; none where it has none for this value and type.
    materialize_constant(MATERIALIZE_CONSTANT): MaterializeConstantFn,
    [for<'a, 's> Fn(&'a mut Builder<'s>, Attribute<'s>, Type<'s>) -> Result<Option<Op<'s>>>],
    |session, function, value: raw::Attribute, ty: raw::Type, place: *const raw::Insertion, location: raw::Location, op: *mut raw::Op| {
        let mut builder = Builder::new(Insertion::wrap(*place, session), Location::wrap(location, session));
        match function(&mut builder, Attribute::wrap(value, session), Type::wrap(ty, session)) {
            Ok(Some(made)) => {
                *op = made.into_raw();
                Status::OK
            }
            Ok(None) => Status::NO_MATCH,
            Err(error) => outcome(session, Err(error)),
        }
    }

    /// Checks an attribute of the dialect on an operation of any dialect.
    verify_op_attribute(VERIFY_OP_ATTRIBUTE): VerifyOpAttributeFn, [for<'s> Fn(Op<'s>, NamedAttribute<'s>) -> Result<()>],
    |session, function, op: raw::Op, attribute: *const raw::NamedAttribute| {
        let op = Op::wrap(op, session);
        verified(op, function(op, NamedAttribute::wrap(*attribute, session)))
    }

    /// Checks an attribute of the dialect on an argument of a region: numbers of region and argument.
    verify_region_arg_attribute(VERIFY_REGION_ARG_ATTRIBUTE): VerifyRegionAttributeFn,
    [for<'s> Fn(Op<'s>, u32, u32, NamedAttribute<'s>) -> Result<()>],
    |session, function, op: raw::Op, region: u32, index: u32, attribute: *const raw::NamedAttribute| {
        let op = Op::wrap(op, session);
        verified(op, function(op, region, index, NamedAttribute::wrap(*attribute, session)))
    }

    /// Checks an attribute of the dialect on a result of a region: numbers of region and result.
    verify_region_result_attribute(VERIFY_REGION_RESULT_ATTRIBUTE): VerifyRegionAttributeFn,
    [for<'s> Fn(Op<'s>, u32, u32, NamedAttribute<'s>) -> Result<()>],
    |session, function, op: raw::Op, region: u32, index: u32, attribute: *const raw::NamedAttribute| {
        let op = Op::wrap(op, session);
        verified(op, function(op, region, index, NamedAttribute::wrap(*attribute, session)))
    }

    /// Parses a type of the dialect, after `!dialect.`.
    parse_dialect_type(PARSE_DIALECT_TYPE): ParseTypeFn, [for<'a, 's> Fn(&'a mut OpAsmParser<'s>) -> Result<Type<'s>>],
    |session, function, parser: *mut raw::Parser, ty: *mut raw::Type| {
        match function(&mut OpAsmParser::new(parser, session)) {
            Ok(parsed) => {
                *ty = parsed.into_raw();
                Status::OK
            }
            Err(error) => outcome(session, Err(error)),
        }
    }

    /// Prints a type of the dialect, after `!dialect.`.
    print_dialect_type(PRINT_DIALECT_TYPE): PrintTypeFn, [for<'a, 's> Fn(Type<'s>, &'a mut OpAsmPrinter<'s>)],
    |session, function, printer: *mut raw::Printer, ty: raw::Type| {
        function(Type::wrap(ty, session), &mut OpAsmPrinter::new(printer, session));
        Status::OK
    }

    /// Parses an attribute of the dialect, after `#dialect.`; the type is the one that it shall have.
    parse_dialect_attr(PARSE_DIALECT_ATTR): ParseAttributeFn,
    [for<'a, 's> Fn(&'a mut OpAsmParser<'s>, Option<Type<'s>>) -> Result<Attribute<'s>>],
    |session, function, parser: *mut raw::Parser, ty: raw::Type, attribute: *mut raw::Attribute| {
        match function(&mut OpAsmParser::new(parser, session), Option::<Type<'_>>::wrap(ty, session)) {
            Ok(parsed) => {
                *attribute = parsed.into_raw();
                Status::OK
            }
            Err(error) => outcome(session, Err(error)),
        }
    }

    /// Prints an attribute of the dialect, after `#dialect.`.
    print_dialect_attr(PRINT_DIALECT_ATTR): PrintAttributeFn, [for<'a, 's> Fn(Attribute<'s>, &'a mut OpAsmPrinter<'s>)],
    |session, function, printer: *mut raw::Printer, attribute: raw::Attribute| {
        function(Attribute::wrap(attribute, session), &mut OpAsmPrinter::new(printer, session));
        Status::OK
    }

    /// Adds patterns that belong to no single operation.
    canonicalize_dialect(CANONICALIZE_DIALECT): AddPatternsFn, [for<'a, 's> Fn(&'a mut Patterns<'s>)],
    |session, function, patterns: *mut raw::Patterns| {
        function(&mut Patterns::new(patterns, session));
        Status::OK
    }
}

fn wrapped<'s>(session: Session<'s>, raw: &[raw::Attribute]) -> Vec<Option<Attribute<'s>>> {
    raw.iter().map(|raw| Option::<Attribute<'s>>::wrap(*raw, session)).collect()
}

/// # Safety
/// As for [`give`].
unsafe fn parameters<'s>(
    session: Session<'s>,
    parsed: Result<Vec<Option<Attribute<'s>>>>,
    buffer: *mut raw::Attribute,
    capacity: usize,
    count: *mut usize,
) -> Status {
    match parsed {
        Ok(list) => {
            let list = RawList::new(list.into_iter().map(Wrap::into_raw));
            // SAFETY: by the contract of this function.
            unsafe { give(slice(list.as_ptr(), list.len()), buffer, capacity, count) };
            Status::OK
        }
        Err(error) => outcome(session, Err(error)),
    }
}

/// Methods of `ConditionallySpeculatable/1`.
pub mod conditionally_speculatable {
    use super::*;

    hooks! {
        /// Whether an operation may be executed where it would not have been.
        speculatability(INTERFACE_METHOD): SpeculatabilityFn, [for<'s> Fn(Op<'s>) -> raw::Speculatability],
        |session, function, op: raw::Op, answer: *mut raw::Speculatability| {
            *answer = function(Op::wrap(op, session));
            Status::OK
        }
    }
}

/// Methods of `SymbolUserOpInterface/1`.
pub mod symbol_user_op_interface {
    use super::*;

    hooks! {
        /// Checks the symbols that an operation refers to, when everything in the symbol table around it is checked.
        verify_symbol_uses(INTERFACE_METHOD): VerifyFn, [for<'s> Fn(Op<'s>) -> Result<()>], |session, function, op: raw::Op| {
            let op = Op::wrap(op, session);
            verified(op, function(op))
        }
    }
}

/// Methods of `RegionBranchOpInterface/1`.
pub mod region_branch_op_interface {
    use super::*;

    hooks! {
        /// Where control goes from a region, or from the operation itself (none).
        successor_regions(INTERFACE_METHOD): SuccessorRegionsFn,
        [for<'a, 's> Fn(Op<'s>, Option<u32>, &'a mut Vec<raw::RegionSuccessor>)],
        |session, function, op: raw::Op, point: u32, buffer: *mut raw::RegionSuccessor, capacity: usize, count: *mut usize| {
            let mut list = Vec::new();
            function(Op::wrap(op, session), (point != u32::MAX).then_some(point), &mut list);
            give(&list, buffer, capacity, count);
            Status::OK
        }
    }
}

/// Methods of `BranchOpInterface/1`.
pub mod branch_op_interface {
    use super::*;

    hooks! {
        /// Which operands a branch passes to a successor.
        successor_operands(INTERFACE_METHOD): SuccessorOperandsFn, [for<'s> Fn(Op<'s>, u32) -> core::ops::Range<u32>],
        |session, function, op: raw::Op, successor: u32, begin: *mut u32, count: *mut u32| {
            let range = function(Op::wrap(op, session), successor);
            *begin = range.start;
            *count = range.end.saturating_sub(range.start);
            Status::OK
        }
    }
}

// SAFETY: the specification says that `data` is used from any thread; hooks of this crate have none.
unsafe impl Sync for raw::Hook {}
// SAFETY: the same.
unsafe impl Send for raw::Hook {}

#[cfg(test)]
mod tests {
    use super::*;

    fn adds<'s>(_: Op<'s>, operands: FoldOperands<'_, 's>) -> Option<Fold<'s>> {
        operands.get(0).map(Fold::from)
    }

    static HOOKS: [raw::Hook; 2] = [fold(adds), verify(|_| Ok(()))];

    #[test]
    fn hooks_are_constants_with_their_roles() {
        assert_eq!(HOOKS[0].role, HookRole::FOLD);
        assert_eq!(HOOKS[1].role, HookRole::VERIFY);
        assert!(HOOKS.iter().all(|hook| hook.function.is_some()));
    }

    #[test]
    fn a_hook_writes_what_it_folded() {
        let operand = raw::Attribute { context: 1, id: 7 };
        // SAFETY: plain data; the session is not used by the hook.
        unsafe {
            let function: raw::FoldFn = core::mem::transmute(HOOKS[0].function.unwrap());
            let mut result: raw::FoldResult = core::mem::zeroed();
            let mut outcome = raw::FoldOutcome::NONE;
            let op = raw::Op::default();
            let null = core::ptr::null_mut();
            let status = function(null, null.cast(), op, &operand, 1, &raw mut result, 1, &raw mut outcome);
            assert_eq!((status, outcome), (Status::OK, raw::FoldOutcome::REPLACED));
            assert_eq!(result.attribute, operand);
            let status = function(null, null.cast(), op, core::ptr::null(), 0, &raw mut result, 1, &raw mut outcome);
            assert_eq!((status, outcome), (Status::OK, raw::FoldOutcome::NONE));
        }
    }
}
