//! Locations.

use super::text::{push_integer, push_string};
use super::{Printer, deep};
use plugopt_ir::{Location, LocationData};

impl Printer<'_> {
    /// `loc(…)`, through an alias with `alias`.
    pub(super) fn location(&mut self, location: Location, alias: bool) {
        if self.options.pretty_debug_info {
            return self.location_data(location, true);
        }
        self.text(b"loc(");
        match self.aliases.of_location(location) {
            Some(name) if alias => self.aliases.push(name, &mut self.out),
            _ => self.location_data(location, false),
        }
        self.byte(b')');
    }

    /// ` loc(…)` where locations are printed.
    pub(super) fn trailing_location(&mut self, location: Location, alias: bool) {
        if self.options.debug_info {
            if self.is_collecting() {
                return self.visit_location(location, alias);
            }
            self.byte(b' ');
            self.location(location, alias);
        }
    }

    fn nested_location(&mut self, location: Location, pretty: bool) {
        match self.aliases.of_location(location) {
            Some(alias) => self.aliases.push(alias, &mut self.out),
            None => deep(|| self.location_data(location, pretty)),
        }
    }

    /// What stands between the parentheses of `loc(…)`.
    fn location_data(&mut self, location: Location, pretty: bool) {
        let context = self.context;
        match context.location_data(location) {
            LocationData::Unknown => self.text(if pretty { b"[unknown]" } else { b"unknown" }),
            LocationData::File { file, line, column, end_line, end_column } => {
                let name = context.bytes(file);
                if pretty {
                    self.text(name);
                } else {
                    push_string(&mut self.out, name);
                }
                let mut position = |before: &[u8], line: Option<u32>, column: u32| {
                    self.text(before);
                    if let Some(line) = line {
                        push_integer(&mut self.out, line);
                    }
                    self.byte(b':');
                    push_integer(&mut self.out, column);
                };
                position(b":", Some(line), column);
                if end_line != line {
                    position(b" to ", Some(end_line), end_column);
                } else if end_column != column {
                    position(b" to ", None, end_column);
                }
            }
            LocationData::Name { name, child } => {
                push_string(&mut self.out, context.bytes(name));
                if !matches!(context.location_data(child), LocationData::Unknown) {
                    self.byte(b'(');
                    self.nested_location(child, pretty);
                    self.byte(b')');
                }
            }
            LocationData::CallSite { callee, caller } => {
                if !pretty {
                    self.text(b"callsite(");
                }
                self.nested_location(callee, pretty);
                let named = || matches!(context.location_data(callee), LocationData::Name { .. });
                let file = || matches!(context.location_data(caller), LocationData::File { .. });
                if pretty && !(named() && file()) {
                    self.byte(b'\n');
                }
                self.text(b" at ");
                self.nested_location(caller, pretty);
                if !pretty {
                    self.byte(b')');
                }
            }
            LocationData::Fused { locations, metadata } => {
                if !pretty {
                    self.text(b"fused");
                }
                if !metadata.is_none() {
                    self.byte(b'<');
                    self.attribute(metadata);
                    self.byte(b'>');
                }
                self.byte(b'[');
                self.list(locations.iter(), |p, &location| p.nested_location(location, pretty));
                self.byte(b']');
            }
        }
    }
}
