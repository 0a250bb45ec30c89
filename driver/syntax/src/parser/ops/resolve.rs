//! From SSA names to values.

use super::names::{Key, NameEntry};
use super::{Capture, Parser};
use crate::lexer::TokenKind;
use plugopt_dialect::asm::{ParseResult, UnresolvedOperand};
use plugopt_ir::body::OpState;
use plugopt_ir::{Diagnostic, Location, Type, Value};

impl<'s> Parser<'s> {
    /// `%name`, `%name#1`
    pub(crate) fn ssa_use(&mut self, allow_number: bool) -> ParseResult<UnresolvedOperand> {
        let token = self.token;
        self.expect(TokenKind::PercentIdentifier, "expected SSA operand")?;
        let mut number = 0;
        if self.at(TokenKind::HashIdentifier) {
            if !allow_number {
                return Err(self.error_here("result number not allowed in argument list"));
            }
            match Self::hash_number(self.here()) {
                Some(found) => number = found,
                None => return Err(self.error_here("invalid SSA value result number")),
            }
            self.advance();
        }
        Ok(UnresolvedOperand { offset: self.offset_of(token.start), length: token.end - token.start, number })
    }

    /// The text of a name, with its `%`.
    pub(crate) fn name_text(&self, name: UnresolvedOperand) -> &'s [u8] {
        let start = (name.offset - self.lexer.base) as usize;
        &self.lexer.source[start..start + name.length as usize]
    }

    fn key(&self, name: UnresolvedOperand) -> Key<'s> {
        Key { text: self.name_text(name), number: name.number }
    }

    pub(super) fn find_name(&self, name: UnresolvedOperand) -> Option<NameEntry> {
        let index = self.ops.names.find(self.lexer.source, self.key(name))?;
        Some(*self.ops.names.entry(index))
    }

    /// The value of a name; a placeholder where it is not defined yet.
    pub(crate) fn resolve(&mut self, name: UnresolvedOperand, ty: Type) -> ParseResult<Value> {
        let key = self.key(name);
        let body = self.body_ref();
        let id = body.id();
        if let Some(index) = self.ops.names.find(self.lexer.source, key) {
            let entry = *self.ops.names.entry(index);
            let found = match entry.body == id {
                true => Some(body),
                false => self.ops.bodies.iter().rev().map(|b| &**b).find(|b| b.id() == entry.body),
            };
            if let Some(found) = found.map(|body| body.value_type(entry.value)).filter(|&found| found != ty) {
                let text = |ty| crate::printer::type_to_text(self.context, ty);
                let message = [
                    b"use of value '",
                    key.text,
                    b"' expects different type than prior uses: '",
                    &*text(ty),
                    b"' vs '",
                    &*text(found),
                    b"'",
                ]
                .concat();
                let diagnostic = Diagnostic::error(Location::from_offset(name.offset), message)
                    .with_note(self.location_of(entry.start), "prior use here");
                return Err(self.emit(diagnostic));
            }
            return match entry.body == id {
                true => Ok(entry.value),
                false => Ok(self.capture(name, ty)),
            };
        }
        if name.number != 0 {
            let first = self.find_name(UnresolvedOperand { number: 0, ..name });
            if first.is_some_and(|e| !e.forward) {
                return Err(self.error_at(name.offset - self.lexer.base, "reference to invalid result number"));
            }
        }
        let value = self.placeholder(name, ty);
        self.ops.names.insert_forward(key, name.offset - self.lexer.base, value, id);
        Ok(value)
    }

    fn placeholder(&mut self, name: UnresolvedOperand, ty: Type) -> Value {
        let cast = self.context.op_name(b"builtin.unrealized_conversion_cast");
        let location = Location::from_offset(name.offset);
        let body = self.body();
        let op = body.create_op(&OpState { result_types: &[ty], ..OpState::new(cast, location) });
        body.result(op, 0)
    }

    /// A stand-in for a value of another body, which an isolated operation must not use.
    fn capture(&mut self, name: UnresolvedOperand, ty: Type) -> Value {
        let placeholder = self.placeholder(name, ty);
        let body = self.body_ref();
        let (body, isolated) = (body.id(), body.location(plugopt_ir::Body::ROOT));
        self.ops.captures.push(Capture { body, placeholder, isolated });
        placeholder
    }

    /// Gives a name its value.
    pub(crate) fn define(&mut self, name: UnresolvedOperand, value: Value) -> ParseResult {
        let key = self.key(name);
        let start = name.offset - self.lexer.base;
        let id = self.body_ref().id();
        let Some(index) = self.ops.names.find_or_insert(self.lexer.source, key, start, value, id) else {
            return Ok(());
        };
        let entry = *self.ops.names.entry(index);
        let at = Location::from_offset(name.offset);
        let previous = self.location_of(entry.start);
        if !entry.forward {
            let message = [b"redefinition of SSA value '", key.text, b"'"].concat();
            return Err(self.emit(Diagnostic::error(at, message).with_note(previous, "previously defined here")));
        }
        if entry.body != id {
            // Used inside an isolated operation before it was defined outside.
            let isolated = previous;
            self.ops.captures.push(Capture { body: entry.body, placeholder: entry.value, isolated });
            self.ops.names.define(index, start, value, id);
            return Ok(());
        }
        let (used, defined) = (self.body_ref().value_type(entry.value), self.body_ref().value_type(value));
        if used != defined {
            let text = |ty| crate::printer::type_to_text(self.context, ty);
            let number = name.number.to_string();
            let message = [
                b"definition of SSA value '",
                key.text,
                b"#",
                number.as_bytes(),
                b"' has type '",
                &*text(defined),
                b"'",
            ]
            .concat();
            let note = [b"previously used here with type '", &*text(used), b"'"].concat();
            return Err(self.emit(Diagnostic::error(at, message).with_note(previous, note)));
        }
        let body = self.body();
        body.replace_all_uses(entry.value, value);
        if let Some(op) = body.defining_op(entry.value) {
            body.erase_op(op);
        }
        self.ops.names.define(index, start, value, id);
        Ok(())
    }
}
