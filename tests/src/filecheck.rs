//! What LLVM's FileCheck does, as far as tests of MLIR use it: `CHECK`, `-NEXT`, `-SAME`, `-NOT`, `-DAG`, `-LABEL`, `-EMPTY` and `-COUNT-n`
//! with `{{regular expressions}}` and `[[VARIABLES:…]]`.

use fancy_regex::Regex;
use std::collections::HashMap;
use std::ops::Range;

/// How a text is checked.
pub struct Options {
    /// What directives start with; `CHECK` if not given.
    pub prefixes: Vec<String>,
    /// Blanks count as they are.
    pub strict_whitespace: bool,
    /// A pattern must match a line from its start to its end.
    pub match_full_lines: bool,
    /// Variables without a `$` end at the next label.
    pub variable_scope: bool,
    /// An empty input is no error.
    pub allow_empty: bool,
}

impl Default for Options {
    fn default() -> Options {
        Options {
            prefixes: vec!["CHECK".into()],
            strict_whitespace: false,
            match_full_lines: false,
            variable_scope: false,
            allow_empty: false,
        }
    }
}

/// The command `FileCheck`: the arguments name the file with the directives.
pub fn run(arguments: &[String], input: &str) -> Result<(), String> {
    let mut options = Options::default();
    let mut file = None;
    let mut input_file = None;
    let mut words = arguments.iter();
    while let Some(word) = words.next() {
        let Some(option) = word.strip_prefix('-') else {
            file = Some(word);
            continue;
        };
        let option = option.strip_prefix('-').unwrap_or(option);
        let (name, value) = match option.split_once('=') {
            Some((name, value)) => (name, Some(value.to_string())),
            None => (option, None),
        };
        let mut value = || value.clone().or_else(|| words.next().cloned()).ok_or(format!("{word} needs a value"));
        match name {
            "check-prefix" | "check-prefixes" => options.prefixes = value()?.split(',').map(str::to_string).collect(),
            "input-file" => input_file = Some(value()?),
            "strict-whitespace" => options.strict_whitespace = true,
            "match-full-lines" => options.match_full_lines = true,
            "enable-var-scope" => options.variable_scope = true,
            "allow-empty" => options.allow_empty = true,
            "dump-input" => drop(value()?),
            _ => return Err(format!("FileCheck: unknown option {word}")),
        }
    }
    let read = |name: &str| std::fs::read_to_string(name).map_err(|error| format!("FileCheck: {name}: {error}"));
    let file = file.ok_or("FileCheck: no file with CHECK lines")?;
    let checks = read(file)?;
    match input_file {
        Some(name) => check(&checks, &read(&name)?, &options),
        None => check(&checks, input, &options),
    }
    .map_err(|reason| format!("{file}:{reason}"))
}

#[derive(Clone, Copy, PartialEq, Debug)]
enum Kind {
    Plain,
    Next,
    Same,
    Not,
    Dag,
    Label,
    Empty,
    Count(usize),
}

struct Directive {
    kind: Kind,
    /// As written: `CHECK-NEXT`.
    name: String,
    line: usize,
    pattern: Vec<Piece>,
}

#[derive(PartialEq, Debug)]
enum Piece {
    Text(String),
    Regex(String),
    Define(String, String),
    Use(String),
}

/// Checks a text against the directives in another one.
pub fn check(checks: &str, input: &str, options: &Options) -> Result<(), String> {
    let directives = directives(checks, options)?;
    if directives.is_empty() {
        return Err(format!(" no {} lines", options.prefixes.join(", ")));
    }
    let input = if options.strict_whitespace { input.to_string() } else { squeeze(input) };
    if input.trim().is_empty() && !options.allow_empty {
        return Err(" the input is empty".into());
    }
    let mut checker = Checker { input: &input, options, variables: HashMap::new() };

    // The labels divide the input first; what stands between two of them is looked for between their matches alone.
    let mut labels = Vec::new();
    let mut from = 0;
    for label in directives.iter().filter(|directive| directive.kind == Kind::Label) {
        let found = checker.find(label, from..input.len())?.ok_or_else(|| checker.not_found(label, from))?;
        from = found.end;
        labels.push(found);
    }
    let mut region = 0..labels.first().map_or(input.len(), |first| first.start);
    let mut next_label = 0;
    for part in directives.split_inclusive(|directive| directive.kind == Kind::Label) {
        let is_last = part.last().is_none_or(|last| last.kind != Kind::Label);
        let part = if is_last { part } else { &part[..part.len() - 1] };
        checker.check_region(part, region.clone())?;
        if !is_last {
            let end = labels.get(next_label + 1).map_or(input.len(), |next| next.start);
            region = labels[next_label].end..end;
            next_label += 1;
            if options.variable_scope {
                checker.variables.retain(|name, _| name.starts_with('$'));
            }
        }
    }
    Ok(())
}

struct Checker<'a> {
    input: &'a str,
    options: &'a Options,
    variables: HashMap<String, String>,
}

impl Checker<'_> {
    fn check_region(&mut self, directives: &[Directive], region: Range<usize>) -> Result<(), String> {
        let mut at = region.start;
        let mut nots: Vec<&Directive> = Vec::new();
        let mut rest = directives;
        while let [first, others @ ..] = rest {
            rest = others;
            let found = match first.kind {
                Kind::Not => {
                    nots.push(first);
                    continue;
                }
                Kind::Dag => {
                    let group = directives.len() - others.len() - 1;
                    let count = directives[group..].iter().take_while(|directive| directive.kind == Kind::Dag).count();
                    rest = &directives[group + count..];
                    self.check_group(&directives[group..group + count], at..region.end)?
                }
                Kind::Empty => {
                    let bytes = self.input.as_bytes();
                    let end = self.input[at..region.end].find('\n').map(|offset| at + offset + 1);
                    match end.filter(|&end| end == bytes.len() || bytes[end] == b'\n') {
                        Some(end) => end..end,
                        None => {
                            return Err(self.problem(first, "is not on an empty line next to the match before", at));
                        }
                    }
                }
                kind => {
                    let times = if let Kind::Count(times) = kind { times } else { 1 };
                    let mut whole: Option<Range<usize>> = None;
                    for _ in 0..times {
                        let from = whole.as_ref().map_or(at, |whole| whole.end);
                        let found = self.find(first, from..region.end)?.ok_or_else(|| self.not_found(first, from))?;
                        whole = Some(whole.map_or(found.start, |whole| whole.start)..found.end);
                    }
                    let found = whole.unwrap_or(at..at);
                    let lines = self.input[at..found.start].matches('\n').count();
                    if kind == Kind::Next && lines != 1 {
                        return Err(self.problem(first, "is not on the line after the match before", at));
                    }
                    if kind == Kind::Same && lines != 0 {
                        return Err(self.problem(first, "is not on the same line as the match before", at));
                    }
                    found
                }
            };
            self.check_nots(&mut nots, at..found.start)?;
            at = found.end;
        }
        self.check_nots(&mut nots, at..region.end)
    }

    /// `-DAG` directives in a row match in any order, without overlap.
    fn check_group(&mut self, group: &[Directive], region: Range<usize>) -> Result<Range<usize>, String> {
        let mut taken: Vec<Range<usize>> = Vec::new();
        for directive in group {
            let mut from = region.start;
            let found = loop {
                let found =
                    self.find(directive, from..region.end)?.ok_or_else(|| self.not_found(directive, region.start))?;
                match taken.iter().find(|taken| taken.start < found.end && found.start < taken.end) {
                    Some(overlap) => from = overlap.end,
                    None => break found,
                }
            };
            taken.push(found);
        }
        let start = taken.iter().map(|taken| taken.start).min().unwrap_or(region.start);
        let end = taken.iter().map(|taken| taken.end).max().unwrap_or(region.start);
        Ok(start..end)
    }

    fn check_nots(&mut self, nots: &mut Vec<&Directive>, region: Range<usize>) -> Result<(), String> {
        for directive in nots.drain(..) {
            if let Some(found) = self.find(directive, region.start..region.end.max(region.start))? {
                return Err(self.problem(directive, "is there", found.start));
            }
        }
        Ok(())
    }

    /// The first match within a region; sets the variables that the pattern defines.
    fn find(&mut self, directive: &Directive, region: Range<usize>) -> Result<Option<Range<usize>>, String> {
        let problem = |reason: String| format!("{}: {}: {reason}", directive.line, directive.name);
        let mut source = String::from("(?m)");
        let mut groups: Vec<(&str, String)> = Vec::new();
        if self.options.match_full_lines {
            source += "^ *";
        }
        for piece in &directive.pattern {
            match piece {
                Piece::Text(text) => source += &fancy_regex::escape(text),
                Piece::Regex(regex) => source += &format!("(?:{regex})"),
                Piece::Define(name, regex) => {
                    let group = format!("v{}", groups.len());
                    source += &format!("(?<{group}>{regex})");
                    groups.push((name, group));
                }
                Piece::Use(name) => match groups.iter().rev().find(|(defined, _)| defined == name) {
                    Some((_, group)) => source += &format!("\\k<{group}>"),
                    None => {
                        let value = self.variables.get(name);
                        let value = value.ok_or_else(|| problem(format!("variable {name} is not defined")))?;
                        source += &fancy_regex::escape(value);
                    }
                },
            }
        }
        if self.options.match_full_lines {
            source += " *$";
        }
        let regex = Regex::new(&source).map_err(|error| problem(error.to_string()))?;
        // Anchors see the end of the region as the end of the text.
        let text = &self.input[..region.end];
        let captures = regex.captures_from_pos(text, region.start).map_err(|error| problem(error.to_string()))?;
        let Some(captures) = captures else { return Ok(None) };
        if directive.kind != Kind::Not {
            for (name, group) in groups {
                let value = captures.name(&group).map_or("", |value| value.as_str());
                self.variables.insert(name.to_string(), value.to_string());
            }
        }
        Ok(captures.get(0).map(|whole| whole.start()..whole.end()))
    }

    fn not_found(&self, directive: &Directive, from: usize) -> String {
        self.problem(directive, "is not found", from)
    }

    fn problem(&self, directive: &Directive, what: &str, at: usize) -> String {
        let line = self.input[..at].matches('\n').count() + 1;
        let shown: Vec<&str> = self.input.lines().skip(line - 1).take(10).collect();
        let mut pattern = String::new();
        for piece in &directive.pattern {
            match piece {
                Piece::Text(text) => pattern += text,
                Piece::Regex(regex) => pattern += &format!("{{{{{regex}}}}}"),
                Piece::Define(name, regex) => pattern += &format!("[[{name}:{regex}]]"),
                Piece::Use(name) => {
                    let value = self.variables.get(name).map(|value| format!("={value}")).unwrap_or_default();
                    pattern += &format!("[[{name}{value}]]");
                }
            }
        }
        format!(
            "{}: {}: {pattern}\n{what}; the input from its line {line} on:\n{}\n",
            directive.line,
            directive.name,
            shown.join("\n")
        )
    }
}

/// Replaces each run of blanks and tabs by one blank.
fn squeeze(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            ' ' | '\t' if out.ends_with(' ') => {}
            ' ' | '\t' => out.push(' '),
            '\r' => {}
            c => out.push(c),
        }
    }
    out
}

fn directives(checks: &str, options: &Options) -> Result<Vec<Directive>, String> {
    let mut directives = Vec::new();
    for (line, number) in checks.lines().zip(1..) {
        let found = options.prefixes.iter().find_map(|prefix| {
            let (start, _) = line.match_indices(prefix.as_str()).find(|&(start, _)| {
                !line[..start].ends_with(|c: char| c.is_ascii_alphanumeric() || c == '_' || c == '-')
            })?;
            let rest = &line[start + prefix.len()..];
            let (suffix, pattern) = rest.split_once(':')?;
            suffix
                .chars()
                .all(|c| c == '-' || c.is_ascii_uppercase() || c.is_ascii_digit())
                .then_some((prefix, suffix, pattern))
        });
        let Some((prefix, suffix, pattern)) = found else { continue };
        let kind = match suffix {
            "" => Kind::Plain,
            "-NEXT" => Kind::Next,
            "-SAME" => Kind::Same,
            "-NOT" => Kind::Not,
            "-DAG" => Kind::Dag,
            "-LABEL" => Kind::Label,
            "-EMPTY" => Kind::Empty,
            suffix => match suffix.strip_prefix("-COUNT-").and_then(|count| count.parse().ok()) {
                Some(count) => Kind::Count(count),
                // Another RUN line may have the longer prefix; a word that nobody asks for is a mistake.
                None if is_prefix(checks, &format!("{prefix}{suffix}")) => continue,
                None => return Err(format!("{number}: unknown directive {prefix}{suffix}")),
            },
        };
        let name = format!("{prefix}{suffix}");
        let pattern = if options.strict_whitespace && options.match_full_lines { pattern } else { pattern.trim() };
        let pattern = if options.strict_whitespace { pattern.to_string() } else { squeeze(pattern) };
        if pattern.is_empty() != (kind == Kind::Empty) {
            return Err(format!(
                "{number}: {name} {}",
                if pattern.is_empty() { "without a pattern" } else { "with a pattern" }
            ));
        }
        if directives.is_empty() && matches!(kind, Kind::Next | Kind::Same | Kind::Empty) {
            return Err(format!("{number}: {name} before any other directive"));
        }
        let pattern = pieces(&pattern).map_err(|reason| format!("{number}: {name}: {reason}"))?;
        if kind == Kind::Label && pattern.iter().any(|piece| matches!(piece, Piece::Define(..) | Piece::Use(_))) {
            return Err(format!("{number}: {name} may not have variables"));
        }
        directives.push(Directive { kind, name, line: number, pattern });
    }
    Ok(directives)
}

/// Whether a RUN line asks for a prefix: it, or it and a known suffix.
fn is_prefix(checks: &str, name: &str) -> bool {
    let asked = checks.lines().filter(|line| line.contains("check-prefix")).flat_map(|line| {
        line.split(|c: char| c != '-' && c != '_' && !c.is_ascii_alphanumeric()).filter(|word| !word.is_empty())
    });
    asked
        .into_iter()
        .any(|word| name.strip_prefix(word).is_some_and(|suffix| suffix.is_empty() || suffix.starts_with('-')))
}

fn pieces(pattern: &str) -> Result<Vec<Piece>, String> {
    let mut pieces = Vec::new();
    let mut rest = pattern;
    while !rest.is_empty() {
        let next = [rest.find("{{"), rest.find("[[")].into_iter().flatten().min().unwrap_or(rest.len());
        if next > 0 {
            pieces.push(Piece::Text(rest[..next].to_string()));
            rest = &rest[next..];
        } else if let Some(inside) = rest.strip_prefix("{{") {
            let end = inside.find("}}").ok_or("'{{' without '}}'")?;
            pieces.push(Piece::Regex(inside[..end].to_string()));
            rest = &inside[end + 2..];
        } else {
            let inside = &rest[2..];
            let name_end =
                inside.find(|c: char| !(c.is_ascii_alphanumeric() || c == '_' || c == '$')).unwrap_or(inside.len());
            let name = inside[..name_end].to_string();
            let after = &inside[name_end..];
            if name.is_empty() {
                // `[[` of the text itself, as in nested lists.
                if after.starts_with(['#', '@']) {
                    return Err("numeric variables are not supported".into());
                }
                pieces.push(Piece::Text("[".into()));
                rest = &rest[1..];
            } else if let Some(after) = after.strip_prefix("]]") {
                pieces.push(Piece::Use(name));
                rest = after;
            } else if let Some(regex) = after.strip_prefix(':') {
                let end = variable_end(regex).ok_or("'[[' without ']]'")?;
                pieces.push(Piece::Define(name, regex[..end].to_string()));
                rest = &regex[end + 2..];
            } else {
                pieces.push(Piece::Text("[".into()));
                rest = &rest[1..];
            }
        }
    }
    Ok(pieces)
}

/// Where the regular expression of a variable ends: at the first `]]` that is outside of brackets.
fn variable_end(text: &str) -> Option<usize> {
    let mut depth = 0;
    let mut chars = text.char_indices();
    while let Some((at, c)) = chars.next() {
        match c {
            '\\' => drop(chars.next()),
            '[' => depth += 1,
            ']' if depth > 0 => depth -= 1,
            ']' if text[at..].starts_with("]]") => return Some(at),
            _ => {}
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn good(checks: &str, input: &str) {
        check(checks, input, &Options::default()).unwrap();
    }

    #[track_caller]
    fn bad(checks: &str, input: &str, part: &str) {
        let reason = check(checks, input, &Options::default()).unwrap_err();
        assert!(reason.contains(part), "{reason}");
    }

    #[test]
    fn order() {
        good("CHECK: a\nCHECK: b", "x a\ny b");
        bad("CHECK: b\nCHECK: a", "a\nb", "2: CHECK: a\nis not found; the input from its line 2 on");
        good("CHECK: a\nCHECK-NEXT: b\nCHECK-SAME: c", "a\n  b  c");
        bad("CHECK: a\nCHECK-NEXT: b", "a\nx\nb", "not on the line after");
        bad("CHECK: a\nCHECK-NEXT: b", "a b", "not on the line after");
        bad("CHECK: a\nCHECK-SAME: b", "a\nb", "not on the same line");
        good("CHECK: a\nCHECK-EMPTY:\nCHECK-NEXT: b", "a\n\nb");
        bad("CHECK: a\nCHECK-EMPTY:", "a\nb", "empty line");
        good("CHECK-COUNT-2: a\nCHECK-NOT: a", "a a");
        bad("CHECK-COUNT-3: a", "a a", "not found");
    }

    #[test]
    fn nots_lie_between_matches() {
        good("CHECK: a\nCHECK-NOT: x\nCHECK: b\nCHECK: x", "x a b x");
        bad("CHECK: a\nCHECK-NOT: x\nCHECK: b", "a x b", "is there");
        bad("CHECK: a\nCHECK-NOT: x", "a b x", "is there");
        bad("CHECK-NOT: x\nCHECK: a", "x a", "is there");
    }

    #[test]
    fn dags_match_in_any_order() {
        good("CHECK-DAG: a\nCHECK-DAG: b\nCHECK: c", "b a c");
        bad("CHECK-DAG: a\nCHECK-DAG: b\nCHECK: c", "b c a", "c\nis not found");
        bad("CHECK-DAG: a\nCHECK-DAG: a", "a", "not found");
        good("CHECK-DAG: x[[X:[0-9]+]]\nCHECK-DAG: v[[X]]", "v1 x1");
        bad("CHECK-DAG: a\nCHECK-NOT: x\nCHECK-DAG: b", "a x b", "is there");
    }

    #[test]
    fn labels_divide() {
        let input = "f\n a\ng\n b\n";
        good("CHECK-LABEL: f\nCHECK: a\nCHECK-LABEL: g\nCHECK: b", input);
        bad("CHECK-LABEL: f\nCHECK: b\nCHECK-LABEL: g", input, "2: CHECK: b\nis not found");
        bad("CHECK-LABEL: f\nCHECK-LABEL: h", input, "2: CHECK-LABEL: h");
        bad("CHECK-LABEL: g\nCHECK-NOT: b", input, "is there");
        good("CHECK-LABEL: f\nCHECK-NOT: b\nCHECK-LABEL: g", input);
        good("CHECK-LABEL: f\nCHECK-NEXT: a\nCHECK-LABEL: g", input);
    }

    #[test]
    fn variables() {
        good("CHECK: [[X:%[a-z0-9]+]] = a\nCHECK: b [[X]]", "%0 = a\nb %0");
        bad("CHECK: [[X:%[a-z0-9]+]] = a\nCHECK: b [[X]]", "%0 = a\nb %1", "b [[X=%0]]\nis not found");
        good("CHECK: [[X:[a-z]+]],[[X]];", "ab,cd; ab,ab;");
        bad("CHECK: [[Y]]", "a", "variable Y is not defined");
        good("CHECK: {{[0-9]+}}x", "a12x");
        good("CHECK: dense<[[1, 2], [3]]>", "dense<[[1, 2], [3]]>");
        let scoped = Options { variable_scope: true, ..Options::default() };
        let checks = "CHECK: [[$G:a]] [[L:b]]\nCHECK-LABEL: f\nCHECK: [[$G]]";
        check(checks, "a b\nf\na", &scoped).unwrap();
        assert!(check(&format!("{checks}\nCHECK: [[L]]"), "a b\nf\na b", &scoped).is_err());
    }

    #[test]
    fn blanks() {
        good("CHECK: a b", "a \t  b");
        let strict = Options { strict_whitespace: true, ..Options::default() };
        assert!(check("CHECK: a b", "a  b", &strict).is_err());
        let full = Options { match_full_lines: true, ..Options::default() };
        assert!(check("CHECK: a", "a b", &full).is_err());
        check("CHECK: a", "b\n  a \n", &full).unwrap();
    }

    #[test]
    fn mistakes_in_directives() {
        bad("foo", "a", "no CHECK lines");
        bad("CHECK: a", " \n", "the input is empty");
        bad("CHECK-NXT: a", "a", "unknown directive CHECK-NXT");
        good("RUN: FileCheck --check-prefix=CHECK-GEN\nCHECK-GEN-NEXT: b\nCHECK: a", "a");
        bad("CHECK-NEXT: a", "a", "before any other directive");
        bad("CHECK:", "a", "without a pattern");
        bad("CHECK: {{a", "a", "'{{' without '}}'");
    }
}
