//! Textual pipelines: `builtin.module(func.func(cse,canonicalize{top-down=false}))`.
//!
//! The grammar and the messages are those of `mlir-opt`, which has two scanners: the outer one knows only parentheses, commas and
//! balanced braces; what stands between the braces is read by [`crate::options`].

use crate::options::{OptionValues, parse_options, print_options};
use crate::registry::{LookupError, PassInfo, PassRegistry};
use std::sync::Arc;

/// Which operations a pipeline runs on.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Anchor {
    /// Those of a name.
    Op(String),
    /// All that each of its passes can run on.
    Any,
}

impl Anchor {
    fn new(name: &str) -> Anchor {
        match name {
            "any" => Anchor::Any,
            name => Anchor::Op(name.to_owned()),
        }
    }

    /// As it is written.
    pub fn text(&self) -> &str {
        match self {
            Anchor::Op(name) => name,
            Anchor::Any => "any",
        }
    }
}

/// A pass with its options.
#[derive(Clone)]
pub struct PassEntry {
    /// The pass.
    pub info: Arc<PassInfo>,
    /// All its options.
    pub options: OptionValues,
}

/// An element of a pipeline.
#[derive(Clone)]
pub enum Entry {
    /// A pass on the anchor.
    Pass(PassEntry),
    /// A pipeline on the operations directly below the anchor.
    Nested(Pipeline),
}

/// Passes in order, with the operations that they run on.
#[derive(Clone)]
pub struct Pipeline {
    /// Which operations it runs on.
    pub anchor: Anchor,
    /// What runs.
    pub entries: Vec<Entry>,
}

/// Why a text is no pipeline.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PipelineError {
    /// What is wrong, one line or several.
    pub message: String,
}

/// Reads a pipeline with its anchor.
pub fn parse(text: &str, registry: &PassRegistry) -> Result<Pipeline, PipelineError> {
    let trimmed = text.trim();
    let wrapped = trimmed.find('(').filter(|_| trimmed.ends_with(')'));
    let Some(open) = wrapped else {
        let message = "expected pass pipeline to be wrapped with the anchor operation type, e.g. 'builtin.module(...)'";
        return Err(PipelineError { message: message.into() });
    };
    let anchor = Anchor::new(trimmed[..open].trim());
    let inner = &trimmed[open + 1..trimmed.len() - 1];
    let raw = Scanner { text: inner, at: 0 }.pipeline()?;
    resolve(anchor, raw, inner, registry)
}

/// One pass with the text of its options, as a flag gives it; nested below the anchor where the pass is restricted to another
/// operation.
pub fn from_flag(name: &str, options: &str, anchor: &Anchor, registry: &PassRegistry) -> Result<Entry, PipelineError> {
    let raw = RawEntry { name: name.to_owned(), at: 0, options: Some(options.to_owned()), nested: None };
    let info = find(&raw, name, registry)?;
    let entry = Entry::Pass(configure(info.clone(), options)?);
    match (&info.anchor, anchor) {
        (Some(own), Anchor::Op(op)) if own != op => {
            Ok(Entry::Nested(Pipeline { anchor: Anchor::Op(own.clone()), entries: vec![entry] }))
        }
        _ => Ok(entry),
    }
}

struct RawEntry {
    name: String,
    at: usize,
    options: Option<String>,
    nested: Option<Vec<RawEntry>>,
}

struct Scanner<'t> {
    text: &'t str,
    at: usize,
}

impl Scanner<'_> {
    fn error(&self, at: usize, message: &str) -> PipelineError {
        located(self.text, at, message)
    }

    fn pipeline(mut self) -> Result<Vec<RawEntry>, PipelineError> {
        // The lists that are open; each nested pipeline is one more.
        let mut stack: Vec<(Vec<RawEntry>, usize)> = vec![(Vec::new(), 0)];
        if self.text.trim().is_empty() {
            return Ok(Vec::new());
        }
        loop {
            let rest = &self.text[self.at..];
            let end = rest.find([',', '(', ')', '{']).unwrap_or(rest.len());
            let lead = rest[..end].len() - rest[..end].trim_start().len();
            let name = rest[..end].trim().to_owned();
            let at = self.at + lead;
            self.at += end;
            let mut entry = RawEntry { name, at, options: None, nested: None };
            match self.text.as_bytes().get(self.at) {
                Some(b'(') => {
                    entry.nested = Some(Vec::new());
                    stack.last_mut().expect("the outermost list").0.push(entry);
                    stack.push((Vec::new(), self.at));
                    self.at += 1;
                    continue;
                }
                Some(b'{') => {
                    let Some(close) = closing(self.text.as_bytes(), self.at) else {
                        return Err(self.error(self.at, "missing closing '}' while processing pass options"));
                    };
                    entry.options = Some(self.text[self.at + 1..close].to_owned());
                    self.at = close + 1;
                }
                _ => {}
            }
            stack.last_mut().expect("the outermost list").0.push(entry);
            // Closing parentheses, then a comma or the end.
            loop {
                let rest = &self.text[self.at..];
                self.at += rest.len() - rest.trim_start().len();
                match self.text.as_bytes().get(self.at) {
                    Some(b')') => {
                        if stack.len() == 1 {
                            let message = "encountered extra closing ')' creating unbalanced parentheses while parsing \
                                           pipeline";
                            return Err(self.error(self.at, message));
                        }
                        let (done, _) = stack.pop().expect("checked above");
                        let owner = stack.last_mut().and_then(|(list, _)| list.last_mut());
                        if let Some(owner) = owner {
                            owner.nested = Some(done);
                        }
                        self.at += 1;
                    }
                    Some(b',') => {
                        self.at += 1;
                        break;
                    }
                    Some(_) => return Err(self.error(self.at, "expected ',' after parsing pipeline")),
                    None => {
                        if stack.len() > 1 {
                            let open = stack.last().map_or(0, |(_, open)| *open);
                            let message = "encountered unbalanced parentheses while parsing pipeline";
                            return Err(self.error(open + 1, message));
                        }
                        return Ok(stack.pop().expect("the outermost list").0);
                    }
                }
            }
        }
    }
}

fn closing(bytes: &[u8], open: usize) -> Option<usize> {
    let mut depth = 0usize;
    for (i, b) in bytes.iter().enumerate().skip(open) {
        match b {
            b'{' => depth += 1,
            b'}' => {
                depth -= 1;
                if depth == 0 {
                    return Some(i);
                }
            }
            _ => {}
        }
    }
    None
}

/// A message with the place in the text, as LLVM's source manager prints it.
fn located(text: &str, at: usize, message: &str) -> PipelineError {
    let start = text[..at].rfind('\n').map_or(0, |n| n + 1);
    let line = text[start..].lines().next().unwrap_or("");
    let number = text[..at].matches('\n').count() + 1;
    let column = at - start + 1;
    let expand = |part: &str| part.replace('\t', "        ");
    let caret = " ".repeat(expand(&line[..at - start]).chars().count());
    let message =
        format!("MLIR Textual PassPipeline Parser:{number}:{column}: error: {message}\n{}\n{caret}^", expand(line));
    PipelineError { message }
}

fn find(raw: &RawEntry, text: &str, registry: &PassRegistry) -> Result<Arc<PassInfo>, PipelineError> {
    registry.find(&raw.name).map_err(|error| {
        let mut found =
            located(text, raw.at, &format!("'{}' does not refer to a registered pass or pass pipeline", raw.name));
        match error {
            LookupError::Unknown(Some(similar)) => found.message.push_str(&format!("\ndid you mean '{similar}'?")),
            LookupError::Unknown(None) => {}
            LookupError::Ambiguous(owners) => {
                let choices: Vec<String> = owners.iter().map(|o| format!("'{o}/{}'", raw.name)).collect();
                let message = format!("pass '{}' has several owners, use one of {}", raw.name, choices.join(", "));
                found = located(text, raw.at, &message);
            }
        }
        found
    })
}

fn configure(info: Arc<PassInfo>, options: &str) -> Result<PassEntry, PipelineError> {
    let values = parse_options(&info.options, options).map_err(|reason| PipelineError {
        message: format!("{reason}\nfailed to add `{}` with options `{options}`", info.name),
    })?;
    Ok(PassEntry { info, options: values })
}

fn resolve(anchor: Anchor, raw: Vec<RawEntry>, text: &str, registry: &PassRegistry) -> Result<Pipeline, PipelineError> {
    // Children before parents, without recursion: each list is finished when all its nested ones are.
    struct Level {
        anchor: Anchor,
        left: std::vec::IntoIter<RawEntry>,
        entries: Vec<Entry>,
    }
    let mut stack = vec![Level { anchor, left: raw.into_iter(), entries: Vec::new() }];
    loop {
        let level = stack.last_mut().expect("the outermost level");
        let Some(entry) = level.left.next() else {
            let done = stack.pop().expect("just looked at");
            let pipeline = Pipeline { anchor: done.anchor, entries: done.entries };
            match stack.last_mut() {
                Some(outer) => outer.entries.push(Entry::Nested(pipeline)),
                None => return Ok(pipeline),
            }
            continue;
        };
        if let Some(nested) = entry.nested {
            let anchor = Anchor::new(&entry.name);
            stack.push(Level { anchor, left: nested.into_iter(), entries: Vec::new() });
            continue;
        }
        let info = find(&entry, text, registry)?;
        let options = entry.options.unwrap_or_default();
        if let (Some(own), Anchor::Op(op)) = (&info.anchor, &level.anchor)
            && own != op
        {
            let message = format!(
                "Can't add pass '{}' restricted to '{own}' on a PassManager intended to run on '{op}', did you intend to \
                     nest?\nfailed to add `{}` with options `{options}`",
                info.name, info.name
            );
            return Err(PipelineError { message });
        }
        let configured = configure(info, &options)?;
        level.entries.push(Entry::Pass(configured));
    }
}

impl Pipeline {
    /// The text on one line; [`parse`] reads it back as the same pipeline.
    pub fn text(&self) -> String {
        let mut out = String::new();
        enum Item<'a> {
            Text(&'static str),
            Pipeline(&'a Pipeline),
            Entry(&'a Entry),
        }
        let mut todo = vec![Item::Pipeline(self)];
        while let Some(item) = todo.pop() {
            match item {
                Item::Text(text) => out.push_str(text),
                Item::Entry(Entry::Nested(pipeline)) => todo.push(Item::Pipeline(pipeline)),
                Item::Entry(Entry::Pass(pass)) => {
                    out.push_str(&pass.info.name);
                    if !pass.info.options.is_empty() {
                        out.push('{');
                        out.push_str(&print_options(&pass.info.options, &pass.options));
                        out.push('}');
                    }
                }
                Item::Pipeline(pipeline) => {
                    out.push_str(pipeline.anchor.text());
                    out.push('(');
                    todo.push(Item::Text(")"));
                    for (i, entry) in pipeline.entries.iter().enumerate().rev() {
                        todo.push(Item::Entry(entry));
                        if i > 0 {
                            todo.push(Item::Text(","));
                        }
                    }
                }
            }
        }
        out
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(text: &str, expected: Result<&str, &str>) {
        let found = parse(text, &PassRegistry::default());
        match (found, expected) {
            (Ok(found), Ok(expected)) => assert_eq!(found.text(), expected, "{text}"),
            (Err(found), Err(expected)) => assert_eq!(found.message, expected, "{text}"),
            (Ok(found), Err(_)) => panic!("{text} was read as {}", found.text()),
            (Err(found), Ok(_)) => panic!("{text} was refused: {}", found.message),
        }
    }

    #[test]
    fn reads_nesting_and_blanks() {
        check("builtin.module(cse)", Ok("builtin.module(cse)"));
        check(" builtin.module ( cse , func.func ( cse ) ) ", Ok("builtin.module(cse,func.func(cse))"));
        check("builtin.module(\n cse,\n any(cse)\n)", Ok("builtin.module(cse,any(cse))"));
        check("builtin.module()", Ok("builtin.module()"));
    }

    #[test]
    fn refuses_with_place() {
        let parser = |l: u32, c: u32, message: &str, line: &str| {
            let caret = " ".repeat(c as usize - 1);
            format!("MLIR Textual PassPipeline Parser:{l}:{c}: error: {message}\n{line}\n{caret}^")
        };
        check(
            "cse,canonicalize",
            Err("expected pass pipeline to be wrapped with the anchor operation type, e.g. 'builtin.module(...)'"),
        );
        let unknown = "'' does not refer to a registered pass or pass pipeline";
        check("builtin.module(cse,)", Err(&parser(1, 5, unknown, "cse,")));
        let extra = "encountered extra closing ')' creating unbalanced parentheses while parsing pipeline";
        check("builtin.module(cse))", Err(&parser(1, 4, extra, "cse)")));
        let open = "encountered unbalanced parentheses while parsing pipeline";
        check("builtin.module(func.func(cse)", Err(&parser(1, 11, open, "func.func(cse")));
        let comma = "expected ',' after parsing pipeline";
        check("builtin.module(func.func(cse)cse)", Err(&parser(1, 15, comma, "func.func(cse)cse")));
        let brace = "missing closing '}' while processing pass options";
        let line = "canonicalize{max-iterations=3";
        check(&format!("builtin.module({line})"), Err(&parser(1, 13, brace, line)));
        let typo = parser(1, 1, "'cze' does not refer to a registered pass or pass pipeline", "cze");
        check("builtin.module(cze)", Err(&format!("{typo}\ndid you mean 'cse'?")));
    }
}
