//! Handles with the lifetime of their session.

use crate::diagnostic::Diagnostic;
use crate::error::Error;
use crate::raw::{self, Severity};
use crate::session::{Session, Text, Wrap};
use crate::tables;
use core::fmt;

macro_rules! handles {
    ($($(#[$doc:meta])* $name:ident $null:ident;)*) => {$(
        $(#[$doc])*
        #[derive(Clone, Copy)]
        pub struct $name<'s> {
            pub(crate) raw: raw::$name,
            pub(crate) session: Session<'s>,
        }

        impl<'s> $name<'s> {
            /// The session it belongs to.
            #[inline]
            pub fn session(self) -> Session<'s> {
                self.session
            }

            /// The handle as it crosses.
            #[inline]
            pub fn as_raw(self) -> raw::$name {
                self.raw
            }
        }

        impl PartialEq for $name<'_> {
            #[inline]
            fn eq(&self, other: &Self) -> bool {
                self.raw == other.raw
            }
        }

        impl Eq for $name<'_> {}

        impl core::hash::Hash for $name<'_> {
            fn hash<H: core::hash::Hasher>(&self, state: &mut H) {
                self.raw.hash(state);
            }
        }

        impl<'s> Wrap<'s> for $name<'s> {
            type Raw = raw::$name;
            #[inline(always)]
            fn wrap(raw: raw::$name, session: Session<'s>) -> Self {
                $name { raw, session }
            }
            #[inline(always)]
            fn into_raw(self) -> raw::$name {
                self.raw
            }
        }

        impl<'s> Wrap<'s> for Option<$name<'s>> {
            type Raw = raw::$name;
            #[inline(always)]
            fn wrap(raw: raw::$name, session: Session<'s>) -> Self {
                (raw.$null != 0).then_some($name { raw, session })
            }
            #[inline(always)]
            fn into_raw(self) -> raw::$name {
                self.map(|handle| handle.raw).unwrap_or_default()
            }
        }
    )*};
}

handles! {
    /// An operation.
    Op context;
    /// A block.
    Block context;
    /// A region.
    Region context;
    /// A value: a result of an operation or an argument of a block.
    Value context;
    /// A type.
    Type context;
    /// An attribute.
    Attribute context;
    /// An identifier: an interned string.
    Ident context;
    /// The name of an operation.
    OpName context;
    /// A location.
    Location context;
    /// An affine expression.
    AffineExpr context;
}

macro_rules! wrapped {
    ($($(#[$doc:meta])* $name:ident: $raw:ident { $($(#[$field_doc:meta])* $field:ident: $ty:ty = $raw_field:ident,)* })*) => {$(
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub struct $name<'s> {
            $($(#[$field_doc])* pub $field: $ty,)*
        }

        impl<'s> Wrap<'s> for $name<'s> {
            type Raw = raw::$raw;
            #[inline(always)]
            fn wrap(raw: raw::$raw, session: Session<'s>) -> Self {
                $name { $($field: <$ty as Wrap<'s>>::wrap(raw.$raw_field, session),)* }
            }
            #[inline(always)]
            fn into_raw(self) -> raw::$raw {
                // SAFETY: a struct of numbers and handles, which may all be zero.
                #[allow(unused_mut)]
                let mut raw: raw::$raw = unsafe { core::mem::zeroed() };
                $(raw.$raw_field = Wrap::into_raw(self.$field);)*
                raw
            }
        }
    )*};
}

wrapped! {
    /// A name and an attribute.
    NamedAttribute: NamedAttribute {
        /// The name.
        name: Ident<'s> = name,
        /// The attribute.
        value: Attribute<'s> = value,
    }
    /// A place for an operation.
    Insertion: Insertion {
        /// The block; none for a detached operation.
        block: Option<Block<'s>> = block,
        /// The operation that follows; none for the end of the block.
        before: Option<Op<'s>> = before,
    }
    /// A use of a value.
    Use: ValueUse {
        /// The operation.
        owner: Op<'s> = owner,
        /// Which of its operands.
        operand_index: u32 = operand_index,
    }
    /// An operation and what is cheap to know about it.
    OpSummary: OpSummary {
        /// The operation.
        op: Op<'s> = op,
        /// Its name.
        name: OpName<'s> = name,
        /// How many operands.
        operand_count: u32 = operand_count,
        /// How many results.
        result_count: u32 = result_count,
        /// How many regions.
        region_count: u32 = region_count,
        /// How many successors.
        successor_count: u32 = successor_count,
    }
}

impl<'s> NamedAttribute<'s> {
    /// A name and an attribute.
    pub fn new(name: Ident<'s>, value: Attribute<'s>) -> Self {
        NamedAttribute { name, value }
    }
}

impl<'s> Insertion<'s> {
    /// In front of an operation.
    pub fn before(op: Op<'s>) -> Self {
        Insertion { block: op.parent_block(), before: Some(op) }
    }

    /// Behind an operation.
    pub fn after(op: Op<'s>) -> Self {
        Insertion { block: op.parent_block(), before: op.next() }
    }

    /// At the start of a block.
    pub fn at_start(block: Block<'s>) -> Self {
        Insertion { block: Some(block), before: block.first_op() }
    }

    /// At the end of a block.
    pub fn at_end(block: Block<'s>) -> Self {
        Insertion { block: Some(block), before: None }
    }

    /// Nowhere.
    pub fn detached() -> Self {
        Insertion { block: None, before: None }
    }
}

impl<'s> Op<'s> {
    /// Whether its name is this one.
    pub fn is(self, name: &str) -> bool {
        self.name().text() == *name
    }

    /// Emits an error on it. Its result can be given back by a hook or pass: `return Err(op.emit_error("…"))`.
    pub fn emit_error(self, message: impl AsRef<[u8]>) -> Error {
        self.diagnostic(Severity::ERROR, message).emit();
        Error::reported()
    }

    /// Emits an error on it whose message does not begin with its name (MLIR's `emitError`).
    pub fn emit_plain_error(self, message: impl AsRef<[u8]>) -> Error {
        Diagnostic::on_op_plain(self, Severity::ERROR, message).emit()
    }

    /// Emits a warning on it.
    pub fn emit_warning(self, message: impl AsRef<[u8]>) {
        self.diagnostic(Severity::WARNING, message).emit();
    }

    /// Emits a remark on it.
    pub fn emit_remark(self, message: impl AsRef<[u8]>) {
        self.diagnostic(Severity::REMARK, message).emit();
    }

    /// A diagnostic on it, to which notes can be added.
    pub fn diagnostic(self, severity: Severity, message: impl AsRef<[u8]>) -> Diagnostic<'s> {
        Diagnostic::on_op(self, severity, message)
    }

    /// The operations in it and itself.
    pub fn walk(self, order: raw::WalkOrder) -> Walk<'s> {
        // SAFETY: a struct of numbers.
        let cursor = unsafe { core::mem::zeroed() };
        Walk { root: self, order, cursor, buffer: [cursor_less_summary(); WALK], len: 0, at: 0, done: false }
    }

    /// Its only result.
    pub fn single_result(self) -> Option<Value<'s>> {
        if self.result_count() == 1 { Some(self.result(0)) } else { None }
    }

    /// The value of an integer attribute of at most 64 bits.
    pub fn integer_attribute(self, name: &str) -> Option<i64> {
        self.attribute(name)?.integer()
    }

    /// The value of a string attribute.
    pub fn string_attribute(self, name: &str) -> Option<Text<'s>> {
        self.attribute(name)?.string()
    }

    /// Sets an attribute.
    pub fn set(self, name: &str, value: Attribute<'s>) {
        self.set_attribute(name, Some(value));
    }
}

const WALK: usize = 64;

fn cursor_less_summary() -> raw::OpSummary {
    // SAFETY: a struct of numbers and handles.
    unsafe { core::mem::zeroed() }
}

/// The operations of a walk. They come from the host in chunks; the IR must not change before it ended.
pub struct Walk<'s> {
    root: Op<'s>,
    order: raw::WalkOrder,
    cursor: raw::WalkCursor,
    buffer: [raw::OpSummary; WALK],
    len: usize,
    at: usize,
    done: bool,
}

impl<'s> Iterator for Walk<'s> {
    type Item = OpSummary<'s>;

    #[inline]
    fn next(&mut self) -> Option<OpSummary<'s>> {
        if self.at == self.len {
            if self.done {
                return None;
            }
            let session = self.root.session;
            let mut count = 0;
            // SAFETY: buffer and cursor are valid.
            session.check(unsafe {
                (tables::ir_read().op_walk)(
                    session.as_ptr(),
                    self.root.raw,
                    self.order,
                    &raw mut self.cursor,
                    self.buffer.as_mut_ptr(),
                    WALK,
                    &raw mut count,
                )
            });
            self.at = 0;
            self.len = count.min(WALK);
            if self.len == 0 {
                self.done = true;
                return None;
            }
        }
        let summary = self.buffer[self.at];
        self.at += 1;
        Some(OpSummary::wrap(summary, self.root.session))
    }
}

impl<'s> Block<'s> {
    /// The operations of the block, first to last.
    pub fn iter(self) -> crate::batch::IntoIter<'s, Op<'s>> {
        self.ops().into_iter()
    }
}

impl<'s> Value<'s> {
    /// Replaces one use of a value.
    pub fn replace_use(self, replaced: Use<'s>) {
        let session = self.session;
        // SAFETY: the arguments are valid.
        session
            .check(unsafe { (tables::ir_build().value_replace_use)(session.as_ptr(), &replaced.into_raw(), self.raw) });
    }

    /// Whether it is a result of an operation of this name.
    pub fn is_result_of(self, name: &str) -> bool {
        self.defining_op().is_some_and(|op| op.is(name))
    }
}

impl Type<'_> {
    /// Whether it is `index`.
    pub fn is_index(self) -> bool {
        self.kind() == raw::TypeKind::INDEX
    }

    /// Whether it is an integer type.
    pub fn is_integer(self) -> bool {
        self.kind() == raw::TypeKind::INTEGER
    }

    /// Whether it is `iN` of this width.
    pub fn is_signless_integer(self, width: u32) -> bool {
        self.is_integer() && self.width() == width && self.signedness() == raw::Signedness::SIGNLESS
    }

    /// Whether it is a floating point type.
    pub fn is_float(self) -> bool {
        self.kind() == raw::TypeKind::FLOAT
    }

    /// Whether it is a vector, tensor or memref type.
    pub fn is_shaped(self) -> bool {
        matches!(
            self.kind(),
            raw::TypeKind::VECTOR
                | raw::TypeKind::RANKED_TENSOR
                | raw::TypeKind::UNRANKED_TENSOR
                | raw::TypeKind::MEMREF
                | raw::TypeKind::UNRANKED_MEMREF
        )
    }

    /// Element type of a shaped type, else the type itself.
    pub fn element_or_self(self) -> Self {
        if self.is_shaped() { self.element().unwrap_or(self) } else { self }
    }

    /// Whether all sizes are known.
    pub fn has_static_shape(self) -> bool {
        self.rank().is_some() && self.shape().iter().all(|size| size != i64::MIN)
    }
}

impl<'s> Attribute<'s> {
    /// Whether it is of this kind.
    pub fn is(self, kind: raw::AttributeKind) -> bool {
        self.kind() == kind
    }

    /// `true` or `false`, if it is an integer attribute of type `i1`.
    pub fn boolean(self) -> Option<bool> {
        let value = self.integer()?;
        (self.ty()?.is_signless_integer(1)).then_some(value != 0)
    }

    /// The name that a symbol reference without nested symbols has.
    pub fn flat_symbol(self) -> Option<Text<'s>> {
        (self.kind() == raw::AttributeKind::SYMBOL_REF).then(|| self.symbols().single())?.map(Ident::text)
    }
}

impl<'s> Location<'s> {
    /// Emits an error there.
    pub fn emit_error(self, message: impl AsRef<[u8]>) -> Error {
        Diagnostic::at(self, Severity::ERROR, message).emit();
        Error::reported()
    }

    /// A diagnostic there, to which notes can be added.
    pub fn diagnostic(self, severity: Severity, message: impl AsRef<[u8]>) -> Diagnostic<'s> {
        Diagnostic::at(self, severity, message)
    }
}

macro_rules! debug_as_text {
    ($($name:ident $method:ident),*) => {$(
        impl fmt::Debug for $name<'_> {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                fmt::Display::fmt(&self.$method(), f)
            }
        }

        impl fmt::Display for $name<'_> {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                fmt::Display::fmt(&self.$method(), f)
            }
        }
    )*};
}

debug_as_text!(Op to_text, Type to_text, Attribute to_text, Location to_text, Ident text, OpName text);

macro_rules! debug_as_handle {
    ($($name:ident),*) => {$(
        impl fmt::Debug for $name<'_> {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                fmt::Debug::fmt(&self.raw, f)
            }
        }
    )*};
}

debug_as_handle!(Block, Region, Value, AffineExpr);
