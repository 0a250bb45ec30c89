//! `#dialect<…>`, `!dialect.name<…>` and aliases.

use super::Parser;
use crate::aliases::WrittenAliases;
use crate::lexer::TokenKind;
use plugopt_dialect::Registry;
use plugopt_dialect::asm::{ParseFailed, ParseResult};
use plugopt_ir::{AttrData, Attribute, OpaqueBody, Type, TypeData};

/// The length of a string literal with its quotes, at the start of a text.
fn string_length(text: &[u8]) -> usize {
    let mut at = 1;
    while let Some(step) = memchr::memchr2(b'"', b'\\', text.get(at..).unwrap_or_default()) {
        at += step + 1;
        if text[at - 1] == b'"' {
            return at;
        }
        at += 1;
    }
    text.len()
}

/// What a `#…` or `!…` stands for.
pub(crate) enum Symbol<'s> {
    /// `#name`
    Alias {
        /// Without the sigil.
        name: &'s [u8],
        /// Index of the sigil.
        at: u32,
    },
    /// `#dialect<body>` or `#dialect.body`; the current token is the first behind it.
    Dialect {
        /// The namespace.
        dialect: &'s [u8],
        /// Without the outer `<`, `>` or the dot.
        body: &'s [u8],
        /// Index of the body, for diagnostics.
        at: u32,
    },
}

impl<'s> Parser<'s> {
    /// Reads the current token, which starts with `#` or `!`, and what belongs to it.
    pub(crate) fn dialect_symbol(&mut self) -> ParseResult<Symbol<'s>> {
        let token = self.token;
        let name = &self.here()[1..];
        self.advance();
        let trailing = self.at(TokenKind::Less) && self.token.start == token.end;
        let dot = memchr::memchr(b'.', name);
        match dot {
            None if !trailing => Ok(Symbol::Alias { name, at: token.start }),
            None => {
                let open = self.token.start;
                let end = self.symbol_body()?;
                let body = &self.lexer.source[open as usize + 1..end as usize - 1];
                Ok(Symbol::Dialect { dialect: name, body, at: token.start })
            }
            Some(dot) => {
                let start = token.start + 1 + dot as u32 + 1;
                let end = if trailing { self.symbol_body()? } else { token.end };
                let body = &self.lexer.source[start as usize..end as usize];
                Ok(Symbol::Dialect { dialect: &name[..dot], body, at: start })
            }
        }
    }

    /// Skips a text in balanced punctuation, from its `<` on. Gives the index after it.
    fn symbol_body(&mut self) -> ParseResult<u32> {
        let source = self.lexer.source;
        let mut at = self.token.start as usize;
        let mut open: Vec<u8> = Vec::new();
        loop {
            let Some(&byte) = source[..self.lexer.end].get(at) else {
                return Err(match open.last() {
                    Some(&last) => self.unbalanced(last),
                    None => self.error_here("unexpected nul or EOF in pretty dialect name"),
                });
            };
            at += 1;
            let opener = match byte {
                b'<' | b'[' | b'(' | b'{' => {
                    open.push(byte);
                    continue;
                }
                b'-' => {
                    if source.get(at) == Some(&b'>') {
                        at += 1;
                    }
                    continue;
                }
                b'>' => b'<',
                b']' => b'[',
                b')' => b'(',
                b'}' => b'{',
                b'"' => {
                    self.reset_to(at as u32 - 1);
                    if !self.at(TokenKind::String) {
                        return Err(ParseFailed);
                    }
                    at = self.token.end as usize;
                    continue;
                }
                _ => continue,
            };
            match open.last() {
                Some(&last) if last != opener => return Err(self.unbalanced(last)),
                _ => {
                    open.pop();
                }
            }
            if open.is_empty() {
                self.reset_to(at as u32);
                return Ok(at as u32);
            }
        }
    }

    fn unbalanced(&self, open: u8) -> ParseFailed {
        self.error_here([b"unbalanced '", &[open][..], b"' character in pretty dialect name"].concat())
    }

    pub(crate) fn undefined_alias(&self, name: &[u8]) -> ParseFailed {
        self.wrong_token([b"undefined symbol alias id '", name, b"'"].concat())
    }

    pub(crate) fn dialect_type(&mut self, dialect: &'s [u8], body: &'s [u8], at: u32) -> ParseResult<Type> {
        let registry = Registry::of(self.context);
        let known = std::str::from_utf8(dialect).ok().and_then(|name| registry.dialect(self.context, name));
        let opaque = |p: &Self| {
            let dialect = p.context.ident(dialect);
            let body = p.opaque_body(body);
            Ok(p.context.type_of(TypeData::Opaque { dialect, body }))
        };
        let Some(known) = known else {
            self.check_namespace(dialect, at)?;
            if !self.context.allows_unregistered_dialects() {
                let text = [b"`!\"", dialect, b"\"<\"", body, b"\">` type"].concat();
                return Err(self.unregistered(at, &text));
            }
            return opaque(self);
        };
        self.inside_symbol(body, |p| {
            let start = p.token.start;
            let mnemonic = p.optional_bare();
            let full = mnemonic.map(|word| [&*known.text, ".", &String::from_utf8_lossy(word)].concat());
            let Some(def) = full.and_then(|name| registry.find_type(p.context, &name)) else {
                if known.unknown_types {
                    return opaque(p);
                }
                if registry.type_names(&known.text).is_empty() {
                    let message = [b"dialect '", dialect, b"' provides no type parsing hook"].concat();
                    return Err(p.error_at(start, message));
                }
                let Some(mnemonic) = mnemonic else {
                    return Err(p.wrong_token("expected valid keyword"));
                };
                let unknown = [b"unknown  type `", mnemonic, b"` in dialect `", dialect, b"`"].concat();
                return Err(p.error_at(start, unknown));
            };
            crate::format::parse_type_def(p, def)
        })
    }

    pub(crate) fn dialect_attribute(
        &mut self,
        dialect: &'s [u8],
        body: &'s [u8],
        at: u32,
        ty: Type,
    ) -> ParseResult<Attribute> {
        let registry = Registry::of(self.context);
        let known = std::str::from_utf8(dialect).ok().and_then(|name| registry.dialect(self.context, name));
        let Some(known) = known else {
            self.check_namespace(dialect, at)?;
            let ty = if ty.is_none() { self.context.none_type() } else { ty };
            if !self.context.allows_unregistered_dialects() {
                let ty = self.quoted(ty);
                let text = [b"#\"", dialect, b"\"<\"", body, b"\"> : ", &*ty, b" attribute"].concat();
                return Err(self.unregistered(at, &text));
            }
            let dialect = self.context.ident(dialect);
            let body = self.opaque_body(body);
            return Ok(self.context.attribute_of(AttrData::Opaque { dialect, body, ty }));
        };
        self.inside_symbol(body, |p| {
            let start = p.token.start;
            let mnemonic = p.optional_bare();
            let full = mnemonic.map(|word| [&*known.text, ".", &String::from_utf8_lossy(word)].concat());
            let Some(def) = full.and_then(|name| registry.find_attr(p.context, &name)) else {
                if registry.attr_names(&known.text).is_empty() {
                    let message = [b"dialect '", dialect, b"' provides no attribute parsing hook"].concat();
                    return Err(p.error_at(start, message));
                }
                let Some(mnemonic) = mnemonic else {
                    return Err(p.wrong_token("expected valid keyword"));
                };
                let unknown = [b"unknown attribute `", mnemonic, b"` in dialect `", dialect, b"`"].concat();
                return Err(p.error_at(start, unknown));
            };
            crate::format::parse_attr_def(p, def, ty)
        })
    }

    /// The body of a type or attribute of an unknown dialect, with the attributes and types apart that it names by aliases, and
    /// those that are told apart by a number.
    fn opaque_body(&self, body: &'s [u8]) -> Box<OpaqueBody> {
        let start = body.as_ptr() as usize - self.lexer.source.as_ptr() as usize;
        let (mut text, mut inner) = (Vec::new(), Vec::new());
        let (mut copied, mut at) = (0, 0);
        while let Some(step) = body[at..].iter().position(|b| matches!(b, b'"' | b'#' | b'!' | b'd')) {
            at += step;
            let found = match body[at] {
                b'"' => {
                    at += string_length(&body[at..]);
                    continue;
                }
                b'd' => self.empty_distinct(&body[..at], &body[at..]),
                sigil => self.alias_reference(sigil, start + at, body),
            };
            let Some((length, attr)) = found else {
                at += 1;
                continue;
            };
            text.extend_from_slice(&body[copied..at]);
            inner.push((text.len() as u32, attr));
            at += length;
            copied = at;
        }
        if inner.is_empty() {
            return OpaqueBody::verbatim(body);
        }
        text.extend_from_slice(&body[copied..]);
        Box::new(OpaqueBody { text: text.into(), inner: inner.into() })
    }

    /// What a `#name` or `!name` at an index of the source stands for, with its length; none where `name` is no alias that is
    /// defined before.
    fn alias_reference(&self, sigil: u8, at: usize, body: &[u8]) -> Option<(usize, Attribute)> {
        let end =
            self.lexer.suffix(at + 1)?.min(body.as_ptr_range().end as usize - self.lexer.source.as_ptr() as usize);
        let source = self.lexer.source;
        // `%0#1` and `#dialect.name<…>` are none.
        let inside_word = sigil == b'#' && source[..at].last().is_some_and(|b| b.is_ascii_alphanumeric() || *b == b'_');
        let name = &source[at + 1..end];
        if inside_word || source.get(end) == Some(&b'<') || memchr::memchr(b'.', name).is_some() {
            return None;
        }
        let found = match sigil {
            b'#' => self.aliases.attributes.get(name).copied(),
            _ => self.aliases.types.get(name).map(|&(ty, defined)| (self.context.type_attr(ty), defined)),
        };
        match found {
            Some((attr, defined)) if defined as usize <= at => Some((end - at, attr)),
            _ => {
                WrittenAliases::keep_undefined(self.context, &source[at..end]);
                None
            }
        }
    }

    /// A `distinct[0]<>`, whose number the printer chooses, with its length.
    fn empty_distinct(&self, before: &[u8], text: &[u8]) -> Option<(usize, Attribute)> {
        let inside_word = before.last().is_some_and(|b| b.is_ascii_alphanumeric() || matches!(b, b'_' | b'$' | b'.'));
        let rest = text.strip_prefix(b"distinct[").filter(|_| !inside_word)?;
        let digits = rest.iter().take_while(|b| b.is_ascii_digit()).count();
        let number = std::str::from_utf8(&rest[..digits]).ok()?.parse().ok()?;
        rest[digits..].starts_with(b"]<>").then_some(())?;
        let unit = self.context.unit_attr();
        let mut attr = *self.distinct.lock().entry(number).or_insert_with(|| self.context.distinct_attr(unit));
        if !matches!(self.context.attr_data(attr), AttrData::Distinct { referenced, .. } if *referenced == unit) {
            attr = self.context.distinct_attr(unit);
        }
        Some((b"distinct[]<>".len() + digits, attr))
    }

    /// Parses a part of the source that was skipped, and comes back behind it.
    fn inside_symbol<R>(&mut self, body: &'s [u8], parse: impl FnOnce(&mut Self) -> ParseResult<R>) -> ParseResult<R> {
        let behind = self.token.start;
        let last_end = self.last_end;
        let start = body.as_ptr() as usize - self.lexer.source.as_ptr() as usize;
        self.reset_to(start as u32);
        let result = parse(self)?;
        self.reset_to(behind);
        self.last_end = last_end;
        Ok(result)
    }

    fn check_namespace(&self, dialect: &[u8], at: u32) -> ParseResult {
        let valid = |&b: &u8| b.is_ascii_alphanumeric() || b == b'_' || b == b'$';
        let first = dialect.first().is_some_and(|b| b.is_ascii_alphabetic() || *b == b'_');
        if first && dialect.iter().all(valid) {
            return Ok(());
        }
        Err(self.error_at(at, [b"invalid dialect namespace '\"", dialect, b"\"'"].concat()))
    }

    fn unregistered(&self, at: u32, text: &[u8]) -> ParseFailed {
        let advice =
            b" created with unregistered dialect. If this is intended, please call allowUnregisteredDialects() on the \
                       MLIRContext, or use -allow-unregistered-dialect with the MLIR opt tool used";
        self.error_at(at, [text, advice].concat())
    }

    // ---- definitions of aliases -----------------------------------------------------------------------------------------

    /// `#name = attribute`
    pub(crate) fn parse_attribute_alias_definition(&mut self) -> ParseResult {
        let at = self.token.start;
        let name = &self.here()[1..];
        if self.aliases.attributes.contains_key(name) {
            return Err(self.error_here([b"redefinition of attribute alias id '", name, b"'"].concat()));
        }
        if memchr::memchr(b'.', name).is_some() {
            return Err(self.error_here("attribute names with a '.' are reserved for dialect-defined names"));
        }
        self.advance();
        self.expect(TokenKind::Equal, "expected '=' in attribute alias definition")?;
        let attr = self.parse_attribute(Type::NONE)?;
        if matches!(self.context.attr_data(attr), AttrData::Opaque { .. }) {
            WrittenAliases::keep_attribute(self.context, attr, name);
        }
        std::sync::Arc::make_mut(&mut self.aliases).attributes.insert(name.into(), (attr, at));
        Ok(())
    }

    /// `!name = type`
    pub(crate) fn parse_type_alias_definition(&mut self) -> ParseResult {
        let at = self.token.start;
        let name = &self.here()[1..];
        if self.aliases.types.contains_key(name) {
            return Err(self.error_here([b"redefinition of type alias id '", name, b"'"].concat()));
        }
        if memchr::memchr(b'.', name).is_some() {
            return Err(self.error_here("type names with a '.' are reserved for dialect-defined names"));
        }
        self.advance();
        self.expect(TokenKind::Equal, "expected '=' in type alias definition")?;
        let ty = self.parse_type()?;
        if matches!(self.context.type_data(ty), TypeData::Opaque { .. }) {
            WrittenAliases::keep_type(self.context, ty, name);
        }
        std::sync::Arc::make_mut(&mut self.aliases).types.insert(name.into(), (ty, at));
        Ok(())
    }
}
