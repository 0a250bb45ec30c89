//! Comments about who uses a value.

use super::Printer;
use super::ops::Place;
use plugopt_ir::{Body, Op, Value};

impl Printer<'_> {
    /// What follows an operation: its own number, or the users of its results.
    pub(super) fn users_comment(&mut self, place: Place<'_>) {
        let (body, op) = (place.outer, place.op);
        let count = body.result_count(op);
        if count == 0 {
            if body.operand_count(op) > 0 {
                self.text(b" // id: ");
                self.op_number(body, op);
            }
            return;
        }
        let mut users: Vec<Op> = Vec::new();
        for user in body.results(op).flat_map(|value| body.uses(value)) {
            if !users.contains(&user.op) {
                users.push(user.op);
            }
        }
        if users.is_empty() {
            return self.text(b" // unused");
        }
        let results: usize = users.iter().map(|&user| body.result_count(user)).sum();
        let one = results <= 1 && users.len() == 1 && count == 1;
        self.text(if one { b" // user: " } else { b" // users: " });
        self.list(body.results(op), |p, value| {
            if count > 1 {
                p.byte(b'(');
            }
            p.value_users(body, value);
            if count > 1 {
                p.byte(b')');
            }
        });
    }

    /// A line about a block argument.
    pub(super) fn argument_users_comment(&mut self, body: &Body, argument: Value) {
        self.text(b"// ");
        self.operand(body.id(), argument);
        if body.has_uses(argument) {
            self.text(b" is used by ");
            self.value_users(body, argument);
        } else {
            self.text(b" is unused");
        }
        self.byte(b'\n');
    }

    fn value_users(&mut self, body: &Body, value: Value) {
        if !body.has_uses(value) {
            return self.text(b"unused");
        }
        let mut seen: Vec<Op> = Vec::new();
        for (i, operand) in body.uses(value).enumerate() {
            if seen.contains(&operand.op) {
                continue;
            }
            seen.push(operand.op);
            if i > 0 {
                self.text(b", ");
            }
            if body.result_count(operand.op) == 0 {
                self.op_number(body, operand.op);
            } else {
                self.operands(body.id(), body.results(operand.op));
            }
        }
    }

    fn op_number(&mut self, body: &Body, op: Op) {
        match self.scopes.iter().rev().find(|s| s.body == body.id()) {
            Some(scope) => scope.names.push_op(op, &mut self.out),
            None => self.text(b"<<UNKNOWN OPERATION>>"),
        }
    }
}
