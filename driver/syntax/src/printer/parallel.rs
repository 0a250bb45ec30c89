//! Bodies beside each other, as the functions of a module, printed by several threads and put together in order.

use super::names::Scope;
use super::{Printer, aliases, ops};
use plugopt_ir::{Body, Ident, Op};
use std::sync::OnceLock;
use std::sync::atomic::{AtomicUsize, Ordering};

/// Operations that are printed at once, so that memory is bounded.
const CHUNK: usize = 1 << 18;
/// With fewer, threads do not pay.
const WORTH: usize = 1 << 13;
/// Operations that one thread takes at a time.
const PIECE: usize = 1 << 12;

impl<'a> Printer<'a> {
    /// Finds out whether bodies may be printed by several threads.
    pub(super) fn allow_parallel(&mut self) {
        self.parallel = self.context.threading()
            && !self.options.value_users
            && !aliases::search(self.context, self.registry).distinct;
    }

    /// Prints operations from `first` on that have bodies of their own. Gives the last one, `None` where they are better printed one
    /// by one.
    pub(super) fn print_in_parallel(&mut self, body: &'a Body, first: Op) -> Option<Op> {
        if !self.parallel || self.is_collecting() {
            return None;
        }
        if let Some(last) = self.serial_until {
            if first == last {
                self.serial_until = None;
            }
            return None;
        }
        let ir = self.ir?;
        let mut pieces: Vec<(Op, usize)> = Vec::new();
        let (mut total, mut open, mut last) = (0, 0, first);
        let mut next = Some(first);
        while let Some(op) = next.filter(|_| total < CHUNK) {
            let alone = body.operand_count(op) == 0 && body.result_count(op) == 0;
            let Some(inner) = body.child(op).filter(|_| alone).and_then(|id| ir.try_body(id)) else { break };
            let weight = inner.op_bound() + 1;
            match pieces.last_mut() {
                Some(piece) if open < PIECE => piece.1 += 1,
                _ => {
                    pieces.push((op, 1));
                    open = 0;
                }
            }
            open += weight;
            total += weight;
            last = op;
            next = body.next_op(op);
        }
        // To ask for the number of threads starts them.
        if total < WORTH || pieces.len() < 2 || rayon::current_num_threads() < 2 {
            self.serial_until = (last != first).then_some(last);
            return None;
        }
        let shared = Shared {
            context: self.context,
            registry: self.registry,
            ir,
            options: self.options,
            aliases: self.aliases.clone(),
            numbers: self.numbers.clone(),
            scopes: self.scopes.iter().map(|s| Scope { body: s.body, names: s.names.clone() }).collect(),
            default_dialects: self.default_dialects.clone(),
            indent: self.indent,
        };
        let (taken, texts) = (AtomicUsize::new(0), Vec::from_iter(pieces.iter().map(|_| OnceLock::new())));
        let work = || {
            let mut printer = shared.printer();
            loop {
                let index = taken.fetch_add(1, Ordering::Relaxed);
                let (Some(&(first, count)), Some(slot)) = (pieces.get(index), texts.get(index)) else { break };
                let slot: &OnceLock<Piece> = slot;
                // Nobody else has this index.
                let _ = slot.set(printer.piece(body, first, count));
            }
        };
        rayon::scope(|scope| {
            for _ in 0..rayon::current_num_threads().min(pieces.len()) {
                scope.spawn(|_| work());
            }
        });
        for piece in texts.into_iter().filter_map(OnceLock::into_inner) {
            self.out.extend_from_slice(&piece.text);
            self.resources.extend(piece.resources);
            self.flush_some();
        }
        Some(last)
    }

    fn piece(&mut self, body: &'a Body, first: Op, count: usize) -> Piece {
        let mut next = Some(first);
        for _ in 0..count {
            let Some(op) = next else { break };
            next = body.next_op(op);
            let place = self.place(body, op);
            self.line(place);
            self.run(0);
            self.byte(b'\n');
        }
        let room = self.out.len() + ops::FLUSH;
        Piece {
            text: std::mem::replace(&mut self.out, Vec::with_capacity(room)),
            resources: std::mem::take(&mut self.resources),
        }
    }
}

struct Piece {
    text: Vec<u8>,
    resources: Vec<Ident>,
}

/// What the printers of all threads have in common.
struct Shared<'a> {
    context: &'a plugopt_ir::Context,
    registry: &'a plugopt_dialect::registry::Registry,
    ir: &'a plugopt_ir::Ir,
    options: &'a super::PrintOptions,
    aliases: std::sync::Arc<aliases::Aliases>,
    numbers: super::names::Numbers,
    scopes: Vec<Scope>,
    default_dialects: Vec<&'a [u8]>,
    indent: usize,
}

impl<'a> Shared<'a> {
    fn printer(&self) -> Printer<'a> {
        let mut printer = Printer::new(self.context, self.registry, Some(self.ir), self.options);
        printer.aliases = self.aliases.clone();
        printer.numbers = self.numbers.clone();
        printer.scopes = self.scopes.iter().map(|s| Scope { body: s.body, names: s.names.clone() }).collect();
        printer.default_dialects.clone_from(&self.default_dialects);
        printer.indent = self.indent;
        printer
    }
}
