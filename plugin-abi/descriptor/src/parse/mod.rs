//! The parser of the declaration language (`docs/declarations.md`), over tokens of any origin.

mod constraints;
mod items;
mod ops;

use std::collections::HashMap;

use crate::constraint::{Class, ConstraintDecl, Predicate, Sort};
use crate::model::*;
use crate::token::{ParseError, Spanned, Token};

/// A parsed declaration with the positions that front ends report errors at.
#[derive(Clone, Debug)]
pub struct Parsed<P> {
    /// The declaration.
    pub dialect: DialectDecl,
    /// Where each of [`DialectDecl::hooks`] was first named.
    pub hooks: Vec<P>,
    /// Where the name of each of [`DialectDecl::ops`] stands.
    pub ops: Vec<P>,
    /// Where the name of each of [`DialectDecl::enums`] stands.
    pub enums: Vec<P>,
}

/// Parses a declaration. `end` is the position of what follows the last token.
pub fn parse_tokens<P: Copy>(tokens: &[Spanned<P>], end: P) -> Result<Parsed<P>, P> {
    let mut parser = Parser {
        tokens,
        next: 0,
        limit: tokens.len(),
        end,
        depth: 0,
        dialect: DialectDecl::default(),
        hooks: Vec::new(),
        ops: Vec::new(),
        enums: Vec::new(),
        locals: Locals::default(),
    };
    parser.declaration()?;
    Ok(Parsed { dialect: parser.dialect, hooks: parser.hooks, ops: parser.ops, enums: parser.enums })
}

/// Parses the text of a declaration file.
pub fn parse(text: &str) -> Result<Parsed<usize>, usize> {
    let tokens = crate::token::tokenize(text)?;
    parse_tokens(&tokens, text.len())
}

/// Names that this declaration defines.
#[derive(Default)]
struct Locals {
    types: HashMap<String, ConstraintDecl>,
    attrs: HashMap<String, ConstraintDecl>,
    enums: HashMap<String, ConstraintDecl>,
    constraints: HashMap<String, ConstraintDecl>,
    classes: HashMap<String, OpDecl>,
}

struct Parser<'a, P> {
    tokens: &'a [Spanned<P>],
    next: usize,
    limit: usize,
    end: P,
    depth: u32,
    dialect: DialectDecl,
    hooks: Vec<P>,
    ops: Vec<P>,
    enums: Vec<P>,
    locals: Locals,
}

type Result<T, P> = std::result::Result<T, ParseError<P>>;

/// An item's tokens: from its documentation to its last token.
#[derive(Clone, Copy)]
struct Item {
    start: usize,
    end: usize,
}

// What every part of the grammar needs.
impl<P: Copy> Parser<'_, P> {
    fn peek(&self) -> Option<&Token> {
        self.peek_at(0)
    }

    fn peek_at(&self, ahead: usize) -> Option<&Token> {
        let index = self.next + ahead;
        if index < self.limit { self.tokens.get(index).map(|t| &t.token) } else { None }
    }

    fn here(&self) -> P {
        self.tokens.get(self.next).map_or(self.end, |t| t.at)
    }

    fn error<T>(&self, message: impl Into<String>) -> Result<T, P> {
        Err(ParseError::new(self.here(), message))
    }

    fn expected<T>(&self, what: &str) -> Result<T, P> {
        match self.peek() {
            Some(token) => self.error(format!("expected {what}, found {token}")),
            None => self.error(format!("expected {what}")),
        }
    }

    fn is_punct(&self, c: char) -> bool {
        self.peek() == Some(&Token::Punct(c))
    }

    fn eat(&mut self, c: char) -> bool {
        let found = self.is_punct(c);
        if found {
            self.next += 1;
        }
        found
    }

    fn expect(&mut self, c: char) -> Result<(), P> {
        if self.eat(c) { Ok(()) } else { self.expected(&format!("`{c}`")) }
    }

    fn is_word(&self, word: &str) -> bool {
        matches!(self.peek(), Some(Token::Ident(w)) if w == word)
    }

    fn eat_word(&mut self, word: &str) -> bool {
        let found = self.is_word(word);
        if found {
            self.next += 1;
        }
        found
    }

    fn ident(&mut self, what: &str) -> Result<String, P> {
        match self.peek() {
            Some(Token::Ident(word)) => {
                let word = word.clone();
                self.next += 1;
                Ok(word)
            }
            _ => self.expected(what),
        }
    }

    fn string(&mut self, what: &str) -> Result<String, P> {
        match self.peek() {
            Some(Token::Str(text)) => {
                let text = text.clone();
                self.next += 1;
                Ok(text)
            }
            _ => self.expected(what),
        }
    }

    fn integer(&mut self) -> Result<i64, P> {
        let negative = self.eat('-');
        match self.peek() {
            Some(Token::Int(value)) => {
                let value = if negative { -*value } else { *value };
                // Values of the top bit may be written as unsigned.
                let narrow = i64::try_from(value).ok().or_else(|| u64::try_from(value).ok().map(|v| v as i64));
                match narrow {
                    Some(value) => {
                        self.next += 1;
                        Ok(value)
                    }
                    None => self.error("integer does not fit into 64 bits"),
                }
            }
            _ => self.expected("an integer"),
        }
    }

    fn unsigned(&mut self) -> Result<u32, P> {
        let at = self.here();
        let value = self.integer()?;
        u32::try_from(value).map_err(|_| ParseError::new(at, "expected an integer from 0 to 4294967295"))
    }

    /// `ident { "." ident }` or a string.
    fn name(&mut self, what: &str) -> Result<String, P> {
        if let Some(Token::Str(_)) = self.peek() {
            let at = self.here();
            let text = self.string(what)?;
            return if text.is_empty() { Err(ParseError::new(at, "a name cannot be empty")) } else { Ok(text) };
        }
        let mut name = self.ident(what)?;
        while self.is_punct('.') {
            self.next += 1;
            name.push('.');
            name.push_str(&self.ident("an identifier")?);
        }
        Ok(name)
    }

    /// `ident { "::" ident }`
    fn path(&mut self) -> Result<String, P> {
        let mut path = self.ident("the name of a function")?;
        while self.is_punct(':') && self.peek_at(1) == Some(&Token::Punct(':')) {
            self.next += 2;
            path.push_str("::");
            path.push_str(&self.ident("an identifier")?);
        }
        Ok(path)
    }

    fn docs(&mut self) -> String {
        let mut lines: Vec<String> = Vec::new();
        while let Some(Token::Doc(line)) = self.peek() {
            lines.extend(line.split('\n').map(|line| line.strip_prefix(' ').unwrap_or(line).trim_end().to_string()));
            self.next += 1;
        }
        lines.join("\n").trim().to_string()
    }

    /// Items between `open` and `close`, separated by commas.
    fn list<T>(
        &mut self,
        open: char,
        close: char,
        mut item: impl FnMut(&mut Self) -> Result<T, P>,
    ) -> Result<Vec<T>, P> {
        self.expect(open)?;
        let mut items = Vec::new();
        loop {
            if self.eat(close) {
                return Ok(items);
            }
            items.push(item(self)?);
            if !self.eat(',') {
                return match self.eat(close) {
                    true => Ok(items),
                    false => self.expected(&format!("`,` or `{close}`")),
                };
            }
        }
    }

    fn nested<T>(&mut self, body: impl FnOnce(&mut Self) -> Result<T, P>) -> Result<T, P> {
        // Well below the limit of the binary form.
        if self.depth >= 32 {
            return self.error("nested too deep");
        }
        self.depth += 1;
        let result = body(self);
        self.depth -= 1;
        result
    }

    /// The function named next, as a hook of that role.
    fn hook(&mut self, role: Role) -> Result<HookId, P> {
        self.method_hook(role, String::new())
    }

    fn method_hook(&mut self, role: Role, method: String) -> Result<HookId, P> {
        let at = self.here();
        let path = self.path()?;
        let hook = HookDecl { role, method, path };
        if let Some(index) = self.dialect.hooks.iter().position(|h| *h == hook) {
            return Ok(HookId(index as u32));
        }
        self.dialect.hooks.push(hook);
        self.hooks.push(at);
        Ok(HookId(self.dialect.hooks.len() as u32 - 1))
    }

    fn set_hook(&mut self, hooks: &mut HookSet, role: Role, fresh: &mut Vec<Role>) -> Result<(), P> {
        if fresh.contains(&role) {
            return self.error(format!("a second `{}`", role.as_str()));
        }
        fresh.push(role);
        let id = self.hook(role)?;
        hooks.set(role, id);
        Ok(())
    }

    fn intern(&mut self, constraint: ConstraintDecl) -> ConstraintId {
        let index = self.dialect.constraints.iter().position(|c| *c == constraint).unwrap_or_else(|| {
            self.dialect.constraints.push(constraint);
            self.dialect.constraints.len() - 1
        });
        ConstraintId(index as u32)
    }

    /// The full name of an op that may be written without its dialect.
    fn full_name(&self, name: String) -> String {
        if name.contains('.') { name } else { format!("{}.{name}", self.dialect.name) }
    }

    fn interfaces(&mut self) -> Result<Vec<InterfaceUse>, P> {
        self.list('[', ']', |p| {
            let at = p.here();
            let full = match p.peek() {
                Some(Token::Str(_)) => p.string("an interface")?,
                _ => p.ident("an interface")?,
            };
            let (name, revision) = match full.rsplit_once('/') {
                None => (full.clone(), 1),
                Some((name, revision)) => match revision.parse() {
                    Ok(revision) if !name.is_empty() => (name.to_string(), revision),
                    _ => return Err(ParseError::new(at, "an interface is `Name` or `Name/REVISION`")),
                },
            };
            let mut methods = Vec::new();
            if p.is_punct('{') {
                methods = p.list('{', '}', |p| {
                    let method = p.ident("the name of a method")?;
                    p.expect('=')?;
                    let hook = p.method_hook(Role::InterfaceMethod, format!("{name}/{revision}.{method}"))?;
                    Ok((method, hook))
                })?;
            }
            Ok(InterfaceUse { name, revision, methods })
        })
    }
}

/// One line for diagnostics and lists, from documentation.
fn first_line(docs: &str) -> String {
    let line = docs.lines().next().unwrap_or_default();
    line.strip_suffix('.').unwrap_or(line).to_string()
}

fn defined(sort: Sort, dialect: &str, name: &str, summary: String, buildable: bool) -> ConstraintDecl {
    let full = format!("{dialect}.{name}");
    let builder = match (sort, buildable) {
        (Sort::Type, true) => Some(format!("!{full}")),
        _ => None,
    };
    ConstraintDecl {
        name: name.to_string(),
        summary,
        sort,
        predicate: Predicate::Defined(full.clone()),
        class: Class::Defined(full),
        builder,
        ..ConstraintDecl::default()
    }
}
