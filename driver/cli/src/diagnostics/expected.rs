//! `--verify-diagnostics`: the `expected-error {{…}}` comments of the input against what was reported.

use super::render::{Message, Place, Printer, Spot};
use plugopt_ir::Severity;
use regex::bytes::Regex;
use std::collections::HashMap;
use std::io::Write;
use std::sync::LazyLock;

static DESIGNATOR: LazyLock<Regex> = LazyLock::new(|| {
    let pattern =
        r"(?-u)expected-(error|note|remark|warning)(-re)? *(@([+-][0-9]+|above|below|unknown))? *\{\{(.*)\}\}$";
    Regex::new(pattern).expect("the pattern is constant")
});

/// A diagnostic that the input announces.
struct Announced {
    severity: Severity,
    /// The line it is for; meaningless where `spot` is unknown.
    line: u32,
    /// Where the announcement stands.
    spot: Spot,
    text: Vec<u8>,
    pattern: Option<Regex>,
    seen: bool,
}

impl Announced {
    fn matches(&self, text: &[u8]) -> bool {
        match &self.pattern {
            Some(pattern) => pattern.is_match(text),
            None => memchr::memmem::find(text, &self.text).is_some(),
        }
    }

    fn complain<W: Write>(&self, printer: &mut Printer<W>, text: &[u8]) {
        let message = Message { severity: Severity::Error, spot: &self.spot, text };
        printer.print_marked(&message, true, self.text.len());
    }
}

/// All that is announced, by file.
pub struct Expected {
    files: HashMap<Vec<u8>, Vec<Announced>>,
    /// In the order in which files were looked at.
    order: Vec<Vec<u8>>,
    at_unknown: Vec<Announced>,
    only_expected: bool,
    failed: bool,
}

impl Expected {
    /// Nothing yet; `only_expected` lets diagnostics pass that are not announced.
    pub fn new(only_expected: bool) -> Expected {
        Expected { files: HashMap::new(), order: Vec::new(), at_unknown: Vec::new(), only_expected, failed: false }
    }

    /// Looks for announcements in the text of that name, once.
    pub fn read<W: Write>(&mut self, name: &[u8], printer: &mut Printer<W>) {
        if self.files.contains_key(name) {
            return;
        }
        let mut announced: Vec<Announced> = Vec::new();
        if let Some(lines) = printer.text(name) {
            // Line of the last text that announces nothing, and what waits for the next such line.
            let mut above = 1;
            let mut waiting: Vec<usize> = Vec::new();
            let last = lines.bytes().split(|&b| b == b'\n').count() as u32;
            for (line, number) in lines.bytes().split(|&b| b == b'\n').zip(1..) {
                let Some(found) = DESIGNATOR.captures(line.trim_ascii_end()) else {
                    waiting.drain(..).for_each(|index| announced[index].line = number);
                    above = number;
                    continue;
                };
                let column = found.get(0).map_or(0, |whole| whole.start()) as u32 + 1;
                let mut one = Announced {
                    severity: match &found[1] {
                        b"error" => Severity::Error,
                        b"warning" => Severity::Warning,
                        b"remark" => Severity::Remark,
                        _ => Severity::Note,
                    },
                    line: number,
                    spot: Spot::Place(Place { file: name.to_vec(), line: number, column }),
                    text: found[5].to_vec(),
                    pattern: None,
                    seen: false,
                };
                if found.get(2).is_some() {
                    match pattern_of(&one.text) {
                        Ok(pattern) => one.pattern = Some(pattern),
                        Err(reason) => {
                            one.complain(printer, reason.as_bytes());
                            self.failed = true;
                            continue;
                        }
                    }
                }
                match found.get(4).map(|at| at.as_bytes()) {
                    None => {}
                    Some(b"above") => one.line = above,
                    Some(b"below") => {
                        waiting.push(announced.len());
                        one.line = last;
                    }
                    Some(b"unknown") => {
                        one.spot = Spot::Unknown;
                        self.at_unknown.push(one);
                        continue;
                    }
                    Some(offset) => {
                        let offset = str::from_utf8(offset).ok().and_then(|text| text.parse::<i32>().ok());
                        one.line = offset.and_then(|offset| number.checked_add_signed(offset)).unwrap_or(0);
                    }
                }
                announced.push(one);
            }
        }
        self.files.insert(name.to_vec(), announced);
        self.order.push(name.to_vec());
    }

    /// Compares a diagnostic or one of its notes.
    pub fn observe<W: Write>(&mut self, message: &Message<'_>, printer: &mut Printer<W>) {
        let (candidates, line) = match message.spot {
            Spot::Place(place) => {
                self.read(&place.file, printer);
                (self.files.get_mut(&place.file).expect("just read"), Some(place.line))
            }
            _ => (&mut self.at_unknown, None),
        };
        let mut near_miss = None;
        for announced in candidates {
            if line.is_some_and(|line| line != announced.line) || !announced.matches(message.text) {
                continue;
            }
            if announced.severity == message.severity {
                announced.seen = true;
                return;
            }
            near_miss = Some(announced);
        }
        if self.only_expected {
            return;
        }
        self.failed = true;
        let kind = word(message.severity);
        match near_miss {
            Some(announced) => {
                let text = format!("'{kind}' diagnostic emitted when expecting a '{}'", word(announced.severity));
                let message = Message { severity: Severity::Error, spot: &announced.spot, text: text.as_bytes() };
                printer.print(&message, true);
            }
            None => {
                let mut text = format!("unexpected {kind}: ").into_bytes();
                text.extend_from_slice(message.text);
                printer.print(&Message { severity: Severity::Error, spot: message.spot, text: &text }, true);
            }
        }
    }

    /// Reports what was announced and did not come; whether all was as announced.
    pub fn finish<W: Write>(self, printer: &mut Printer<W>) -> bool {
        let Expected { mut files, order, at_unknown, mut failed, .. } = self;
        let by_file = order.iter().flat_map(|name| files.remove(name)).flatten();
        for announced in by_file.chain(at_unknown).filter(|announced| !announced.seen) {
            let mut text = format!("expected {} \"", word(announced.severity)).into_bytes();
            text.extend_from_slice(&announced.text);
            text.extend_from_slice(b"\" was not produced");
            announced.complain(printer, &text);
            failed = true;
        }
        !failed
    }
}

fn word(severity: Severity) -> &'static str {
    match severity {
        Severity::Error => "error",
        Severity::Warning => "warning",
        Severity::Remark => "remark",
        Severity::Note => "note",
    }
}

/// The pattern of a text with `{{regular expressions}}` in it.
fn pattern_of(text: &[u8]) -> Result<Regex, String> {
    let mut text = std::str::from_utf8(text).map_err(|_| "invalid regex: not UTF-8".to_string())?;
    let mut pattern = String::new();
    while let Some((before, rest)) = text.split_once("{{") {
        let Some((inside, after)) = rest.split_once("}}") else {
            return Err("found start of regex with no end '}}'".into());
        };
        // Checked alone first, so that a stray parenthesis cannot reach beyond its braces.
        compile(inside)?;
        pattern += &format!("{}({inside})", regex::escape(before));
        text = after;
    }
    compile(&(pattern + &regex::escape(text)))
}

fn compile(pattern: &str) -> Result<Regex, String> {
    Regex::new(pattern).map_err(|error| {
        let text = error.to_string();
        let reason = text.lines().last().unwrap_or_default().trim();
        format!("invalid regex: {}", reason.strip_prefix("error: ").unwrap_or(reason))
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::Arc;

    const FILE: &[u8] = b"a.mlir";

    /// What is complained about when `input` gets the diagnostics (severity, line, text); line 0 is an unknown location.
    fn complaints(input: &str, diagnostics: &[(Severity, u32, &str)], only_expected: bool) -> (bool, String) {
        let mut out = Vec::new();
        let mut printer = Printer::new(&mut out);
        printer.add(FILE, Arc::new(input.as_bytes().to_vec()));
        let mut expected = Expected::new(only_expected);
        expected.read(FILE, &mut printer);
        for &(severity, line, text) in diagnostics {
            let spot = match line {
                0 => Spot::Unknown,
                line => Spot::Place(Place { file: FILE.to_vec(), line, column: 1 }),
            };
            expected.observe(&Message { severity, spot: &spot, text: text.as_bytes() }, &mut printer);
        }
        let good = expected.finish(&mut printer);
        (good, String::from_utf8(out).unwrap())
    }

    #[track_caller]
    fn good(input: &str, diagnostics: &[(Severity, u32, &str)]) {
        assert_eq!(complaints(input, diagnostics, false), (true, String::new()));
    }

    #[test]
    fn designators() {
        use Severity::*;
        good("foo // expected-error {{is b}}", &[(Error, 1, "this is bad")]);
        good("// expected-error@+1 {{x}}\nfoo", &[(Error, 2, "x")]);
        good("foo\n// expected-warning@-1 {{x}}", &[(Warning, 1, "x")]);
        good("foo\n// expected-error@above {{x}}\n// expected-note @above {{y}}", &[(Error, 1, "x"), (Note, 1, "y")]);
        good(
            "// expected-error@below {{x}}\n// expected-remark@below {{y}}\nfoo",
            &[(Error, 3, "x"), (Remark, 3, "y")],
        );
        good("// expected-error@unknown {{x}}\n", &[(Error, 0, "x")]);
        good("foo // expected-error-re {{a{{[0-9]+}}.}}", &[(Error, 1, "ba12.")]);
        // Malformed ones are comments, and one announcement covers several diagnostics.
        good("foo // expected-error foo", &[]);
        good("foo // expected-error {{x}}", &[(Error, 1, "x"), (Error, 1, "xx")]);
    }

    #[test]
    fn what_differs_is_reported() {
        use Severity::*;
        assert_eq!(
            complaints("foo // expected-error {{nope}}", &[(Error, 1, "x")], false),
            (
                false,
                "a.mlir:1:1: error: unexpected error: x\nfoo // expected-error {{nope}}\n^\n\
                 a.mlir:1:8: error: expected error \"nope\" was not produced\nfoo // expected-error {{nope}}\n       ^~~~\n"
                    .into()
            )
        );
        assert_eq!(
            complaints("foo // expected-error {{x}}", &[(Warning, 1, "x"), (Error, 1, "x")], false),
            (
                false,
                "a.mlir:1:8: error: 'warning' diagnostic emitted when expecting a 'error'\n\
                 foo // expected-error {{x}}\n       ^\n"
                    .into()
            )
        );
        let (ok, text) = complaints("foo // expected-error-re {{a{{[}}}}", &[], false);
        assert!(!ok && text.starts_with("a.mlir:1:8: error: invalid regex: "), "{text}");
        let (ok, text) = complaints("foo // expected-error-re {{a{{b}}", &[], false);
        assert!(!ok && text.contains("found start of regex with no end '}}'"), "{text}");
    }

    #[test]
    fn only_expected_lets_others_pass() {
        use Severity::*;
        assert!(complaints("foo // expected-error {{x}}", &[(Error, 1, "x"), (Note, 1, "y"), (Error, 0, "z")], true).0);
        assert!(!complaints("foo // expected-error {{x}}", &[(Note, 1, "y")], true).0);
    }
}
