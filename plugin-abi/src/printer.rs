//! The printer, for hooks.

use crate::handles::Op;
use crate::parser::opaque;
use crate::raw;
use crate::session::Session;
use core::fmt;

opaque! {
    /// The printer. It is a [`core::fmt::Write`], so that `write!` works.
    OpAsmPrinter: Printer;
    /// Collects names of values.
    AsmNames: AsmNames;
}

impl fmt::Write for OpAsmPrinter<'_> {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        self.print_text(text);
        Ok(())
    }
}

impl<'s> OpAsmPrinter<'s> {
    /// The attributes of an operation, without some: ` {…}`, or nothing.
    pub fn print_attributes(&mut self, op: Op<'s>, elided: &[&str]) {
        self.print_op_attr_dict(op, elided);
    }

    /// Elements with a separator between.
    pub fn print_separated<T>(
        &mut self,
        items: impl IntoIterator<Item = T>,
        separator: &str,
        mut print: impl FnMut(&mut Self, T),
    ) {
        for (index, item) in items.into_iter().enumerate() {
            if index > 0 {
                self.print_text(separator);
            }
            print(self, item);
        }
    }
}
