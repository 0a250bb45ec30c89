//! The loan of the IR to a callback, and the checks of everything that comes from a plugin.
//!
//! A session lives on the host's stack while a callback runs. Its `*mut raw::Session` is a pointer to it; handles are checked against
//! it at every call: the context by its number, operations, blocks, regions and values by body, index and generation.

use plugopt_dialect::asm::{AsmParser, AsmPrinter, OpAsmParser, OpAsmPrinter, ParsedOp, ValueNames};
use plugopt_dialect::hooks::{DirectiveArgument, InferInput, Rewriter};
use plugopt_ir as ir;
use plugopt_ir::{Body, BodyId, Context, Ir, OpRef};
use plugopt_plugin::raw::{self, Status};
use smallvec::SmallVec;
use std::any::{Any, TypeId};
use std::cell::{Cell, RefCell};
use std::panic::{AssertUnwindSafe, catch_unwind};

/// What a function of a table gives.
pub(crate) type Done<T> = Result<T, Status>;

/// The body of values and blocks that a parser knows and that belong to no tree yet.
pub(crate) const PARSED: u32 = u32::MAX;

/// A block and its body.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct BlockRef {
    pub(crate) body: BodyId,
    pub(crate) block: ir::Block,
}

/// A region and its body.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct RegionRef {
    pub(crate) body: BodyId,
    pub(crate) region: ir::Region,
}

/// A value and its body.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct ValueRef {
    pub(crate) body: BodyId,
    pub(crate) value: ir::Value,
}

/// A place for an operation.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Insertion {
    pub(crate) block: Option<BlockRef>,
    pub(crate) before: Option<OpRef>,
}

/// What the pointer to a parser points to.
pub(crate) struct Parser {
    pub(crate) op: Option<*mut (dyn OpAsmParser + 'static)>,
    pub(crate) asm: *mut (dyn AsmParser + 'static),
    pub(crate) slots: *mut [DirectiveArgument],
    /// What the directive was parsed into, for regions of slots.
    pub(crate) state: *mut ParsedOp,
}

/// What the pointer to a printer points to.
pub(crate) struct Printer {
    pub(crate) op: Option<*mut (dyn OpAsmPrinter + 'static)>,
    pub(crate) asm: *mut (dyn AsmPrinter + 'static),
    pub(crate) slots: *const [DirectiveArgument],
}

/// What the pointer to a state of an operation points to.
pub(crate) enum OpState {
    Parsed(*mut ParsedOp),
    Infer { name: ir::OpName, input: *const InferInput<'static>, into: *mut Vec<ir::Type> },
}

/// What the pointer to a collector of names points to.
pub(crate) enum AsmNames {
    Values(*mut (dyn ValueNames + 'static)),
    Blocks(*mut (dyn FnMut(ir::Block, &[u8]) + 'static)),
}

/// What the pointer to a set of patterns points to.
#[derive(Default)]
pub(crate) struct Patterns {
    pub(crate) list: Vec<raw::Pattern>,
    pub(crate) canonicalize: bool,
}

/// What the pointer to the context of a pass points to.
#[derive(Default)]
pub(crate) struct PassContext {
    pub(crate) name: Box<str>,
    pub(crate) failed: Cell<bool>,
    pub(crate) statistics: RefCell<Vec<(Box<[u8]>, u64)>>,
}

/// See the module.
pub(crate) struct Session {
    context: *const Context,
    #[cfg(debug_assertions)]
    thread: std::thread::ThreadId,
    id: u32,
    tree: *const Ir,
    tree_mut: *mut Ir,
    around: *const Ir,
    /// The dialects whose operations a pass may create; all of them in other callbacks.
    creates: Option<SmallVec<[ir::Ident; 4]>>,
    rewriter: Option<*mut (dyn Rewriter + 'static)>,
    parser: Option<*mut (dyn OpAsmParser + 'static)>,
    cached: Cell<(u32, *const Body)>,
    error: RefCell<Vec<u8>>,
    text: RefCell<Vec<u8>>,
    lists: RefCell<Vec<Box<dyn Any>>>,
    opaque: RefCell<SmallVec<[(*mut (), TypeId); 2]>>,
    /// Boxed, because pointers to them are given out.
    #[allow(clippy::vec_box)]
    pub(crate) patterns: RefCell<Vec<Box<Patterns>>>,
}

impl Session {
    /// A session without IR.
    pub(crate) fn new(context: &Context) -> Session {
        Session {
            context,
            #[cfg(debug_assertions)]
            thread: std::thread::current().id(),
            id: context.id(),
            tree: std::ptr::null(),
            tree_mut: std::ptr::null_mut(),
            around: std::ptr::null(),
            creates: None,
            rewriter: None,
            parser: None,
            cached: Cell::new((PARSED, std::ptr::null())),
            error: RefCell::default(),
            text: RefCell::default(),
            lists: RefCell::default(),
            opaque: RefCell::default(),
            patterns: RefCell::default(),
        }
    }

    /// A session that can read a tree.
    pub(crate) fn reading(ir: &Ir) -> Session {
        Session { tree: ir, ..Session::new(ir.context()) }
    }

    /// A session that can read and change a tree.
    pub(crate) fn changing(ir: &mut Ir) -> Session {
        let mut session = Session::new(ir.context());
        session.tree_mut = ir;
        session
    }

    /// The session of a pass: the parents of the tree can be read in another one, and only operations of the given dialects are created.
    pub(crate) fn of_pass<'n>(ir: &mut Ir, around: Option<&Ir>, creates: impl Iterator<Item = &'n str>) -> Session {
        let creates = Some(creates.map(|name| ir.context().ident(name.as_bytes())).collect());
        Session { around: around.map_or(std::ptr::null(), |ir| ir), creates, ..Session::changing(ir) }
    }

    /// Whether an operation of that name may be created here. Those of dialects that nobody has are the verifier's.
    pub(crate) fn may_create(&self, name: ir::OpName) -> Done<()> {
        let Some(allowed) = &self.creates else { return Ok(()) };
        let info = self.context().op_info(name);
        if allowed.contains(&info.dialect) {
            return Ok(());
        }
        let text = |ident| String::from_utf8_lossy(self.context().bytes(ident)).into_owned();
        let dialect = text(info.dialect);
        if !plugopt_dialect::Registry::of(self.context()).is_known_dialect(&dialect) {
            return Ok(());
        }
        let op = text(info.name);
        let message =
            format!("it creates '{op}' but does not declare the dialect '{dialect}', whose operations it may create");
        Err(self.fail(Status::WRONG_STATE, message))
    }

    /// A session whose changes go through a rewriter.
    pub(crate) fn rewriting(rewriter: &mut dyn Rewriter) -> Session {
        let mut session = Session::new(rewriter.ir().context());
        // SAFETY: the session does not outlive the callback, and the rewriter does.
        session.rewriter =
            Some(unsafe { std::mem::transmute::<*mut (dyn Rewriter + '_), *mut (dyn Rewriter + 'static)>(rewriter) });
        session
    }

    /// A session in which an operation is parsed.
    pub(crate) fn parsing(parser: *mut (dyn OpAsmParser + 'static)) -> Session {
        // SAFETY: the parser outlives the callback.
        let context = unsafe { &*parser }.context();
        Session { parser: Some(parser), ..Session::new(context) }
    }

    /// The pointer that callbacks get.
    pub(crate) fn as_raw(&self) -> *mut raw::Session {
        (&raw const *self).cast_mut().cast()
    }

    /// The context. It outlives all sessions, and what it interns lives as long as it.
    pub(crate) fn context<'c>(&self) -> &'c Context {
        // SAFETY: as said.
        unsafe { &*self.context }
    }

    /// Whether a rewriter is told of changes.
    #[allow(clippy::mut_from_ref)]
    pub(crate) fn rewriter(&self) -> Option<&mut dyn Rewriter> {
        // SAFETY: no other reference to it is in use while a function of a table runs: each uses it for one call at a time.
        self.rewriter.map(|rewriter| unsafe { &mut *rewriter })
    }

    /// The parser, where an operation is parsed.
    #[allow(clippy::mut_from_ref)]
    pub(crate) fn parser(&self) -> Option<&mut dyn OpAsmParser> {
        // SAFETY: as for the rewriter.
        self.parser.map(|parser| unsafe { &mut *parser })
    }

    /// The tree on loan.
    pub(crate) fn ir(&self) -> Done<&Ir> {
        // SAFETY: the tree outlives the session, and is changed by nobody else meanwhile.
        unsafe {
            if let Some(rewriter) = self.rewriter {
                return Ok((*rewriter).ir());
            }
            let tree = if self.tree_mut.is_null() { self.tree } else { self.tree_mut };
            tree.as_ref().ok_or_else(|| self.fail(Status::WRONG_STATE, "no IR is on loan to this callback"))
        }
    }

    /// The tree on loan, to change.
    #[allow(clippy::mut_from_ref)]
    pub(crate) fn ir_mut(&self) -> Done<&mut Ir> {
        self.cached.set((PARSED, std::ptr::null()));
        // SAFETY: functions of tables do not keep references to the tree across this call.
        unsafe {
            if let Some(rewriter) = self.rewriter {
                return Ok((*rewriter).ir_mut());
            }
            self.tree_mut
                .as_mut()
                .ok_or_else(|| self.fail(Status::WRONG_STATE, "the IR must not be changed in this callback"))
        }
    }

    /// A body of the tree, or of the tree around.
    #[inline]
    pub(crate) fn body(&self, id: BodyId) -> Done<&Body> {
        let (cached, body) = self.cached.get();
        if cached == id.0 {
            // SAFETY: it is in the tree; the cache is emptied before the tree changes.
            return Ok(unsafe { &*body });
        }
        self.find_body(id)
    }

    fn find_body(&self, id: BodyId) -> Done<&Body> {
        let mut found = self.ir()?.try_body(id);
        if found.is_none() {
            // SAFETY: it outlives the session.
            found = unsafe { self.around.as_ref() }.and_then(|ir| ir.try_body(id));
        }
        let Some(body) = found else {
            return Err(self.fail(Status::STALE_HANDLE, "the operation was erased, or is not on loan to this callback"));
        };
        self.cached.set((id.0, body));
        Ok(body)
    }

    /// Whether a body belongs to the tree that may be changed.
    pub(crate) fn own_body(&self, id: BodyId) -> Done<()> {
        match self.ir()?.try_body(id) {
            Some(_) => Ok(()),
            None => {
                Err(self
                    .fail(Status::FOREIGN_CONTEXT, "only the operation of the pass and what is in it may be changed"))
            }
        }
    }

    /// An operation where its operands, results and position are.
    #[inline]
    pub(crate) fn position(&self, op: OpRef) -> Done<(&Body, OpRef)> {
        let body = self.body(op.body)?;
        if op.op == Body::ROOT
            && let Some((parent, stub)) = body.parent()
            && let Ok(body) = self.quiet_body(parent)
        {
            return Ok((body, OpRef { body: parent, op: stub }));
        }
        Ok((body, op))
    }

    fn quiet_body(&self, id: BodyId) -> Result<&Body, ()> {
        let found = self.ir().ok().and_then(|ir| ir.try_body(id));
        // SAFETY: it outlives the session.
        found.or_else(|| unsafe { self.around.as_ref() }.and_then(|ir| ir.try_body(id))).ok_or(())
    }

    /// An operation as handles name it: the root of its own body where it has one.
    #[inline]
    pub(crate) fn resolved(&self, body: BodyId, op: ir::Op) -> Done<OpRef> {
        match self.body(body)?.child(op) {
            Some(child) if self.quiet_body(child).is_ok() => Ok(OpRef::root(child)),
            _ => Ok(OpRef { body, op }),
        }
    }

    /// Keeps the text of an error and gives its status.
    #[cold]
    pub(crate) fn fail(&self, status: Status, message: impl Into<Vec<u8>>) -> Status {
        *self.error.borrow_mut() = message.into();
        status
    }

    /// The text of the last error; it is gone then.
    pub(crate) fn take_error(&self) -> Vec<u8> {
        self.error.take()
    }

    pub(crate) fn last_error(&self) -> Vec<u8> {
        self.error.borrow().clone()
    }

    /// Makes a host's struct known under its pointer.
    pub(crate) fn register<T: 'static>(&self, value: &mut T) -> *mut () {
        let pointer = (&raw mut *value).cast::<()>();
        self.opaque.borrow_mut().push((pointer, TypeId::of::<T>()));
        pointer
    }

    /// The struct behind a pointer that a plugin gives back.
    ///
    /// # Safety
    /// Nobody else uses the struct during the call.
    #[allow(clippy::mut_from_ref)]
    pub(crate) unsafe fn opaque<T: 'static>(&self, pointer: *mut ()) -> Done<&mut T> {
        let known = self.opaque.borrow().iter().any(|&(p, ty)| p == pointer && ty == TypeId::of::<T>())
            || self.patterns.borrow().iter().any(|p| std::ptr::eq(&raw const **p, pointer.cast()));
        if !known {
            return Err(self.fail(Status::WRONG_STATE, "the pointer is not one that this callback was given"));
        }
        // SAFETY: it was registered, and lives as long as the session.
        Ok(unsafe { &mut *pointer.cast() })
    }

    /// Forgets the lists of the call before.
    pub(crate) fn drop_lists(&self) {
        self.lists.borrow_mut().clear();
    }

    /// Hands out a list that lives until the next call that gives one.
    ///
    /// # Safety
    /// The result pointers are null or valid.
    pub(crate) unsafe fn give_list<T: Convert<Raw: 'static>>(
        &self,
        list: Vec<T>,
        out: *mut *const T::Raw,
        count: *mut usize,
    ) {
        let list: Vec<T::Raw> = list.into_iter().map(|item| item.give(self)).collect();
        // SAFETY: by the contract of this function.
        unsafe {
            write(out, list.as_ptr());
            write(count, list.len());
        }
        self.lists.borrow_mut().push(Box::new(list));
    }

    /// Hands out a text that lives until the next call that gives one.
    ///
    /// # Safety
    /// The result pointer is null or valid.
    pub(crate) unsafe fn give_text(&self, text: Vec<u8>, out: *mut raw::Bytes) {
        // SAFETY: by the contract of this function.
        unsafe { write(out, raw::Bytes { pointer: text.as_ptr(), length: text.len() }) };
        *self.text.borrow_mut() = text;
    }

    /// The text in the file, with the line, of a place that a plugin names.
    pub(crate) fn interned(&self, text: &[u8]) -> &'static [u8] {
        let context: &'static Context = self.context();
        context.bytes(context.ident(text))
    }
}

/// # Safety
/// `out` is null or valid.
unsafe fn write<T>(out: *mut T, value: T) {
    if !out.is_null() {
        // SAFETY: by the contract of this function.
        unsafe { out.write(value) };
    }
}

/// Runs the body of a function of a table.
#[inline(always)]
pub(crate) fn enter(session: *mut raw::Session, work: impl FnOnce(&Session) -> Done<()>) -> Status {
    // SAFETY: the specification says that a plugin gives the session that its callback got.
    let Some(session) = (unsafe { session.cast::<Session>().as_ref() }) else { return Status::WRONG_STATE };
    #[cfg(debug_assertions)]
    if session.thread != std::thread::current().id() {
        // Without a text: the session is another thread's.
        return Status::WRONG_STATE;
    }
    match catch_unwind(AssertUnwindSafe(|| work(session))) {
        Ok(Ok(())) => Status::OK,
        Ok(Err(status)) => failed(session, status),
        Err(payload) => {
            let text = panic_text(payload.as_ref());
            session.fail(Status::INVALID_ARGUMENT, format!("the host refused the call: {text}"))
        }
    }
}

#[cold]
fn failed(session: &Session, status: Status) -> Status {
    if session.error.borrow().is_empty() && status != Status::NO_MATCH && status != Status::FAILURE {
        let text = match status {
            Status::STALE_HANDLE => "the operation, block, region or value was erased",
            Status::FOREIGN_CONTEXT => "the handle belongs to another context",
            Status::INVALID_ARGUMENT => "an argument is not valid",
            Status::WRONG_KIND => "the function does not apply to this kind of type, attribute, location or value",
            Status::UNKNOWN_NAME => "the name is not known",
            Status::WRONG_STATE => "the call is not allowed now",
            Status::UNSUPPORTED => "the host does not support this",
            _ => "the call failed",
        };
        *session.error.borrow_mut() = text.into();
    }
    status
}

/// The text of a panic.
pub(crate) fn panic_text(payload: &(dyn Any + Send)) -> String {
    let text = payload.downcast_ref::<&str>().map(|s| (*s).to_string());
    text.or_else(|| payload.downcast_ref::<String>().cloned()).unwrap_or_else(|| "something that is no text".into())
}

/// What crosses in another form than it is used in.
pub(crate) trait Convert: Sized {
    /// As it crosses.
    type Raw: Copy;
    /// Checks what a plugin gives.
    fn from_raw(s: &Session, raw: Self::Raw) -> Done<Self>;
    /// What a plugin gets.
    fn give(self, s: &Session) -> Self::Raw;
}

/// Handles and lists of nothing, for null.
pub(crate) trait Nullable: Convert {
    /// Whether it is null.
    fn is_null(raw: &Self::Raw) -> bool;
    /// Null.
    fn null() -> Self::Raw;
}

impl<T: Nullable> Convert for Option<T> {
    type Raw = T::Raw;
    #[inline]
    fn from_raw(s: &Session, raw: T::Raw) -> Done<Self> {
        if T::is_null(&raw) { Ok(None) } else { T::from_raw(s, raw).map(Some) }
    }
    #[inline]
    fn give(self, s: &Session) -> T::Raw {
        self.map_or_else(T::null, |value| value.give(s))
    }
}

#[cold]
fn wrong_handle(s: &Session, context: u32) -> Status {
    if context == 0 {
        s.fail(Status::INVALID_ARGUMENT, "a null handle was given where one is needed")
    } else if context != s.id {
        s.fail(Status::FOREIGN_CONTEXT, "the handle belongs to another context")
    } else {
        s.fail(Status::STALE_HANDLE, "the operation, block, region or value was erased")
    }
}

/// Handles of what is in the IR. Usually they name the body of the call before.
trait Entity: Convert {
    /// The whole check.
    fn checked(s: &Session, raw: Self::Raw) -> Done<Self>;
}

macro_rules! entities {
    ($($name:ident $raw:ident $field:ident $entity:ident $generation:ident;)*) => {$(
        impl Entity for $name {
            #[inline(never)]
            fn checked(s: &Session, raw: raw::$raw) -> Done<Self> {
                if raw.context != s.id {
                    return Err(wrong_handle(s, raw.context));
                }
                let entity = $name { body: BodyId(raw.body), $field: ir::$entity(raw.index) };
                if raw.body == PARSED {
                    return if s.parser.is_some() { Ok(entity) } else { Err(wrong_handle(s, raw.context)) };
                }
                if s.parser.is_some() {
                    return Ok(entity);
                }
                if s.body(entity.body)?.$generation(entity.$field) != Some(raw.generation) {
                    return Err(wrong_handle(s, raw.context));
                }
                Ok(entity)
            }
        }

        impl Convert for $name {
            type Raw = raw::$raw;
            #[inline(always)]
            fn from_raw(s: &Session, raw: raw::$raw) -> Done<Self> {
                let (cached, body) = s.cached.get();
                // SAFETY: as in `Session::body`.
                if let Some(body) = unsafe { body.as_ref() }
                    && (raw.context, raw.body) == (s.id, cached)
                    && body.$generation(ir::$entity(raw.index)) == Some(raw.generation)
                {
                    return Ok($name { body: BodyId(raw.body), $field: ir::$entity(raw.index) });
                }
                Self::checked(s, raw)
            }
            #[inline]
            fn give(self, s: &Session) -> raw::$raw {
                let generation = if self.body.0 == PARSED || s.parser.is_some() {
                    0
                } else {
                    s.body(self.body).ok().and_then(|body| body.$generation(self.$field)).unwrap_or(u32::MAX)
                };
                raw::$raw { context: s.id, body: self.body.0, index: self.$field.0, generation }
            }
        }

        impl Nullable for $name {
            #[inline]
            fn is_null(raw: &raw::$raw) -> bool {
                raw.context == 0
            }
            #[inline]
            fn null() -> raw::$raw {
                raw::$raw::default()
            }
        }
    )*};
}

entities! {
    OpRef Op op Op op_generation;
    BlockRef Block block Block block_generation;
    RegionRef Region region Region region_generation;
    ValueRef Value value Value value_generation;
}

macro_rules! interned {
    ($($ty:ty, $raw:ident, |$s:ident, $id:ident| $valid:expr, $make:expr;)*) => {$(
        impl Convert for $ty {
            type Raw = raw::$raw;
            #[inline]
            fn from_raw($s: &Session, raw: raw::$raw) -> Done<Self> {
                if raw.context != $s.id {
                    return Err(wrong_handle($s, raw.context));
                }
                let $id = raw.id;
                if !$valid {
                    return Err($s.fail(Status::INVALID_ARGUMENT, "the handle was not given out by the host"));
                }
                Ok($make)
            }
            #[inline]
            fn give(self, s: &Session) -> raw::$raw {
                raw::$raw { context: s.id, id: self.0 }
            }
        }

        impl Nullable for $ty {
            #[inline]
            fn is_null(raw: &raw::$raw) -> bool {
                raw.context == 0
            }
            #[inline]
            fn null() -> raw::$raw {
                raw::$raw::default()
            }
        }
    )*};
}

interned! {
    ir::Type, Type, |s, id| id != 0 && s.context().try_type_data(id).is_some(), ir::Type(id);
    ir::Attribute, Attribute, |s, id| id != 0 && s.context().try_attr_data(id).is_some(), ir::Attribute(id);
    ir::Ident, Ident, |s, id| s.context().try_bytes(id).is_some(), ir::Ident(id);
    ir::OpName, OpName, |s, id| (id as usize) < s.context().op_name_count(), ir::OpName(id);
    ir::Location, Location, |s, id| ir::Location(id).offset().is_some() || s.context().is_location(ir::Location(id)), ir::Location(id);
    ir::AffineExpr, AffineExpr, |s, id| true, ir::AffineExpr(id);
}

impl Convert for ir::NamedAttribute {
    type Raw = raw::NamedAttribute;
    fn from_raw(s: &Session, raw: raw::NamedAttribute) -> Done<Self> {
        Ok((ir::Ident::from_raw(s, raw.name)?, ir::Attribute::from_raw(s, raw.value)?))
    }
    fn give(self, s: &Session) -> raw::NamedAttribute {
        raw::NamedAttribute { name: self.0.give(s), value: self.1.give(s) }
    }
}

impl Convert for Insertion {
    type Raw = raw::Insertion;
    fn from_raw(s: &Session, raw: raw::Insertion) -> Done<Self> {
        let before = Option::<OpRef>::from_raw(s, raw.before)?;
        Ok(Insertion { block: Option::<BlockRef>::from_raw(s, raw.block)?, before })
    }
    fn give(self, s: &Session) -> raw::Insertion {
        raw::Insertion { block: self.block.give(s), before: self.before.give(s) }
    }
}

impl Convert for &[u8] {
    type Raw = raw::Bytes;
    fn from_raw(_: &Session, raw: raw::Bytes) -> Done<Self> {
        // SAFETY: the specification says that the bytes are valid for the call.
        Ok(if raw.length == 0 { &[] } else { unsafe { std::slice::from_raw_parts(raw.pointer, raw.length) } })
    }
    fn give(self, _: &Session) -> raw::Bytes {
        raw::Bytes { pointer: self.as_ptr(), length: self.len() }
    }
}

impl Nullable for &[u8] {
    fn is_null(raw: &raw::Bytes) -> bool {
        raw.pointer.is_null()
    }
    fn null() -> raw::Bytes {
        raw::Bytes { pointer: std::ptr::null(), length: 0 }
    }
}

impl Convert for bool {
    type Raw = u8;
    fn from_raw(_: &Session, raw: u8) -> Done<Self> {
        Ok(raw != 0)
    }
    fn give(self, _: &Session) -> u8 {
        u8::from(self)
    }
}

macro_rules! as_they_are {
    ($($ty:ty),* $(,)?) => {$(
        impl Convert for $ty {
            type Raw = $ty;
            #[inline]
            fn from_raw(_: &Session, raw: $ty) -> Done<Self> {
                Ok(raw)
            }
            #[inline]
            fn give(self, _: &Session) -> $ty {
                self
            }
        }
    )*};
}

as_they_are!(
    u8,
    u32,
    u64,
    i64,
    usize,
    f64,
    raw::Bits128,
    raw::Ordering,
    raw::OpSummary,
    raw::ValueUse,
    raw::TypeKind,
    raw::AttributeKind,
    raw::LocationKind,
    raw::AffineKind,
    raw::Signedness,
    raw::FloatKind,
    raw::SlotKind,
    raw::UnresolvedOperand,
    raw::Argument,
    *mut raw::Patterns,
);

/// A buffer of the caller.
pub(crate) struct Out<'s, T: Convert> {
    session: &'s Session,
    buffer: *mut T::Raw,
    capacity: usize,
    count: *mut usize,
    len: usize,
}

impl<'s, T: Convert> Out<'s, T> {
    /// # Safety
    /// `buffer` has room for `capacity` elements, `count` is null or valid.
    #[inline]
    pub(crate) unsafe fn new(
        session: &'s Session,
        buffer: *mut T::Raw,
        capacity: usize,
        count: *mut usize,
    ) -> Done<Self> {
        if buffer.is_null() && capacity > 0 {
            return Err(session.fail(Status::INVALID_ARGUMENT, "a null buffer has a capacity"));
        }
        Ok(Out { session, buffer, capacity, count, len: 0 })
    }

    /// Adds an element.
    #[inline]
    pub(crate) fn push(&mut self, value: T) {
        if self.len < self.capacity {
            // SAFETY: within the capacity.
            unsafe { self.buffer.add(self.len).write(value.give(self.session)) };
        }
        self.len += 1;
    }

    /// Adds elements.
    #[inline]
    pub(crate) fn extend(&mut self, values: impl IntoIterator<Item = T>) {
        values.into_iter().for_each(|value| self.push(value));
    }

    /// How many elements there is room for.
    pub(crate) fn room(&self) -> usize {
        self.capacity
    }

    /// Tells the caller how many elements there are.
    ///
    /// # Safety
    /// As for [`Out::new`].
    #[inline]
    pub(crate) unsafe fn finish(self) {
        // SAFETY: by the contract of this function.
        unsafe { write(self.count, self.len) };
    }
}

/// Hands out a result.
///
/// # Safety
/// `out` is null or valid.
#[inline]
pub(crate) unsafe fn give<T: Convert>(s: &Session, value: T, out: *mut T::Raw) {
    // SAFETY: by the contract of this function.
    unsafe { write(out, value.give(s)) };
}

/// Hands out a result that may be absent.
///
/// # Safety
/// The pointers are null or valid.
#[inline]
pub(crate) unsafe fn give_optional<T: Convert>(s: &Session, value: Option<T>, out: *mut T::Raw, has: *mut u8) {
    // SAFETY: by the contract of this function.
    unsafe {
        write(has, u8::from(value.is_some()));
        if let Some(value) = value {
            write(out, value.give(s));
        }
    }
}

/// A list of a plugin.
///
/// # Safety
/// `pointer` is null or has `count` elements, for the call.
#[inline]
pub(crate) unsafe fn take_slice<'a, T>(s: &Session, pointer: *const T, count: usize) -> Done<&'a [T]> {
    if count == 0 {
        return Ok(&[]);
    }
    if pointer.is_null() {
        return Err(s.fail(Status::INVALID_ARGUMENT, "a null list has a length"));
    }
    // SAFETY: by the contract of this function.
    Ok(unsafe { std::slice::from_raw_parts(pointer, count) })
}

/// A list of handles of a plugin, checked.
///
/// # Safety
/// As for [`take_slice`].
#[inline]
pub(crate) unsafe fn take_list<T: Convert>(
    s: &Session,
    pointer: *const T::Raw,
    count: usize,
) -> Done<SmallVec<[T; 8]>> {
    // SAFETY: by the contract of this function.
    unsafe { take_slice(s, pointer, count) }?.iter().map(|raw| T::from_raw(s, *raw)).collect()
}

/// # Safety
/// As for [`take_slice`].
pub(crate) unsafe fn take_flags(s: &Session, pointer: *const u8, count: usize) -> Done<SmallVec<[bool; 8]>> {
    // SAFETY: by the contract of this function.
    Ok(unsafe { take_slice(s, pointer, count) }?.iter().map(|flag| *flag != 0).collect())
}

/// Bytes of a plugin.
///
/// # Safety
/// They are valid for the call.
#[inline]
pub(crate) unsafe fn take_bytes<'a>(s: &Session, bytes: raw::Bytes) -> Done<&'a [u8]> {
    // SAFETY: by the contract of this function.
    unsafe { take_slice(s, bytes.pointer, bytes.length) }
}

/// # Safety
/// As for [`take_slice`] and [`take_bytes`].
pub(crate) unsafe fn take_byte_lists<'a>(
    s: &Session,
    pointer: *const raw::Bytes,
    count: usize,
) -> Done<SmallVec<[&'a [u8]; 8]>> {
    // SAFETY: by the contract of this function.
    unsafe { take_slice(s, pointer, count)?.iter().map(|b| take_bytes(s, *b)).collect() }
}

/// # Safety
/// `pointer` is null or valid for the call.
#[inline]
pub(crate) unsafe fn take_ref<'a, T>(s: &Session, pointer: *const T) -> Done<&'a T> {
    // SAFETY: by the contract of this function.
    unsafe { pointer.as_ref() }.ok_or_else(|| s.fail(Status::INVALID_ARGUMENT, "a null pointer was given"))
}

/// # Safety
/// `pointer` is null or valid for the call, and nobody else uses what it points to.
#[inline]
pub(crate) unsafe fn take_mut<'a, T>(s: &Session, pointer: *mut T) -> Done<&'a mut T> {
    // SAFETY: by the contract of this function.
    unsafe { pointer.as_mut() }.ok_or_else(|| s.fail(Status::INVALID_ARGUMENT, "a null pointer was given"))
}
