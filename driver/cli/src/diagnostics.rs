//! Diagnostics as people read them: `file:line:col: error: text`, the source line, a caret.

mod expected;
mod render;

pub use render::Text;

use expected::Expected;
use plugopt_ir::{Context, Diagnostic, Location, LocationData, Severity};
use render::{Message, Place, Printer, Spot};
use std::io::Write;

/// Most callers that are shown for a location within inlined calls.
const CALL_STACK_LIMIT: usize = 10;

/// Writes diagnostics, or compares them with what the input announces.
pub struct Reporter<W> {
    printer: Printer<W>,
    expected: Option<Expected>,
    /// The text form of a location that has no file.
    location_text: fn(&Context, Location) -> Vec<u8>,
}

impl<W: Write> Reporter<W> {
    /// Writes to `out`; `location_text` gives the text form of a location, `loc("name")`.
    pub fn new(out: W, location_text: fn(&Context, Location) -> Vec<u8>) -> Reporter<W> {
        Reporter { printer: Printer::new(out), expected: None, location_text }
    }

    /// Makes the text of a file known by the name it has in locations.
    pub fn add_text(&mut self, name: &[u8], text: Text) {
        self.printer.add(name, text);
    }

    /// From now on compares diagnostics with the `expected-…` comments of the text of that name.
    pub fn expect(&mut self, name: &[u8], only_expected: bool) {
        let mut expected = Expected::new(only_expected);
        expected.read(name, &mut self.printer);
        self.expected = Some(expected);
    }

    /// Writes or compares a diagnostic with its notes.
    pub fn report(&mut self, context: &Context, diagnostic: &Diagnostic) {
        let Diagnostic { severity, location, message, notes } = diagnostic;
        if let Some(expected) = &mut self.expected {
            for one in std::iter::once(diagnostic).chain(notes) {
                let spot = spot(context, one.location, self.location_text);
                let message = Message { severity: one.severity, spot: &spot, text: &one.message };
                expected.observe(&message, &mut self.printer);
            }
            return;
        }
        self.message(context, *severity, *location, message, true);
        let mut last = *location;
        let mut call = call_site(context, *location);
        for _ in 0..CALL_STACK_LIMIT {
            let Some(caller) = call else { break };
            last = caller;
            self.message(context, Severity::Note, caller, b"called from", true);
            call = call_site(context, caller);
        }
        for note in notes {
            let elsewhere = context.resolve_location(last) != context.resolve_location(note.location);
            self.message(context, note.severity, note.location, &note.message, elsewhere);
            last = note.location;
        }
    }

    /// Writes a warning about an offset of a text that was made known.
    pub fn warn_at(&mut self, name: &[u8], offset: usize, text: &str) {
        let Some(lines) = self.printer.text(name) else { return };
        let (line, column) = lines.place(offset);
        let spot = Spot::Place(Place { file: name.to_vec(), line, column });
        self.printer.print(&Message { severity: Severity::Warning, spot: &spot, text: text.as_bytes() }, true);
    }

    /// Writes an error without a place.
    pub fn error(&mut self, text: &str) {
        self.printer.print(&Message { severity: Severity::Error, spot: &Spot::Unknown, text: text.as_bytes() }, false);
    }

    /// Ends the comparison; whether all came as announced, `None` where nothing was compared.
    pub fn finish(&mut self) -> Option<bool> {
        self.expected.take().map(|expected| expected.finish(&mut self.printer))
    }

    fn message(&mut self, context: &Context, severity: Severity, location: Location, text: &[u8], with_line: bool) {
        let spot = spot(context, location, self.location_text);
        self.printer.print(&Message { severity, spot: &spot, text }, with_line);
    }
}

fn spot(context: &Context, location: Location, text: fn(&Context, Location) -> Vec<u8>) -> Spot {
    if location == Location::UNKNOWN {
        return Spot::Unknown;
    }
    match place(context, location) {
        Some(place) => Spot::Place(place),
        None => Spot::Text(text(context, location)),
    }
}

/// The first place of a file within a location.
fn place(context: &Context, location: Location) -> Option<Place> {
    let mut pending = vec![location];
    while let Some(location) = pending.pop() {
        match context.location_data(location) {
            LocationData::Unknown => {}
            LocationData::File { file, line, column, .. } => {
                return Some(Place { file: context.bytes(file).to_vec(), line, column });
            }
            LocationData::Name { child, .. } => pending.push(child),
            LocationData::CallSite { callee, caller } => pending.extend([caller, callee]),
            LocationData::Fused { locations, .. } => pending.extend(locations.iter().rev()),
        }
    }
    None
}

/// The caller of the first call site within a location.
fn call_site(context: &Context, location: Location) -> Option<Location> {
    let mut pending = vec![location];
    while let Some(location) = pending.pop() {
        match context.location_data(location) {
            LocationData::Unknown | LocationData::File { .. } => {}
            LocationData::Name { child, .. } => pending.push(child),
            LocationData::CallSite { caller, .. } => return Some(caller),
            LocationData::Fused { locations, .. } => pending.extend(locations.iter().rev()),
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::Arc;

    const SOURCE: &[u8] = b"one\ntwo\n";

    fn reported(diagnostic: impl Fn(&Context) -> Diagnostic) -> String {
        let context = Context::new();
        let mut out = Vec::new();
        let mut reporter = Reporter::new(&mut out, |_, _| b"loc(\"n\")".to_vec());
        reporter.add_text(b"a.mlir", Arc::new(SOURCE));
        let source = context.add_source(b"a.mlir", Arc::new(SOURCE)).unwrap();
        assert_eq!(source.base, 1);
        reporter.report(&context, &diagnostic(&context));
        String::from_utf8(out).unwrap()
    }

    #[test]
    fn notes_show_the_line_if_it_is_another() {
        let text = reported(|context| {
            let file = context.ident(b"a.mlir");
            let second = context.file_location(file, 2, 1);
            Diagnostic::error(Location::from_offset(5), "bad")
                .with_note(second, "same")
                .with_note(Location::from_offset(1), "other")
        });
        assert_eq!(text, "a.mlir:2:1: error: bad\ntwo\n^\na.mlir:2:1: note: same\na.mlir:1:1: note: other\none\n^\n");
    }

    #[test]
    fn call_sites_become_notes() {
        let text = reported(|context| {
            let at = |line| context.file_location(context.ident(b"a.mlir"), line, 2);
            let outer = context.location_of(LocationData::CallSite { callee: at(2), caller: Location::UNKNOWN });
            let call = context.location_of(LocationData::CallSite { callee: at(1), caller: outer });
            Diagnostic::error(call, "bad")
        });
        assert_eq!(
            text,
            "a.mlir:1:2: error: bad\none\n ^\na.mlir:2:2: note: called from\ntwo\n ^\n<unknown>:0: note: called from\n"
        );
    }

    #[test]
    fn locations_without_a_file() {
        let text = reported(|context| {
            let name = context.location_of(LocationData::Name { name: context.ident(b"n"), child: Location::UNKNOWN });
            Diagnostic::error(name, "bad").with_note(Location::UNKNOWN, "x")
        });
        assert_eq!(text, "<unknown>:0: error: loc(\"n\"): bad\n<unknown>:0: note: x\n");
    }
}
