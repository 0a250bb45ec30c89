//! The dialect statement and everything but ops: enums, types, attributes, named constraints, directives, interfaces.

use super::*;

impl<P: Copy> Parser<'_, P> {
    pub(super) fn declaration(&mut self) -> Result<(), P> {
        self.dialect.docs = self.docs();
        if !self.eat_word("dialect") {
            return self.expected("`dialect`");
        }
        self.dialect.name = self.ident("the name of the dialect")?;
        self.dialect.summary = first_line(&self.dialect.docs);
        self.dialect_clauses()?;

        // A name may be used before it is defined, so the kinds of items are read one after the other.
        let items = self.split_items()?;
        let of = |words: &'static [&'static str]| items.iter().filter(move |(_, word)| words.contains(&word.as_str()));
        for (item, word) in of(&["type", "attr"]) {
            self.announce(*item, word == "type")?;
        }
        for (item, word) in of(&["enum", "bits"]) {
            self.within(*item, |p, docs| p.enumeration(docs, word == "bits"))?;
        }
        for (item, _) in of(&["constraint"]) {
            self.within(*item, |p, docs| p.named_constraint(docs))?;
        }
        for (item, word) in of(&["type", "attr"]) {
            self.within(*item, |p, docs| p.definition(docs, word == "type"))?;
        }
        for (item, _) in of(&["class"]) {
            self.within(*item, |p, docs| p.class(docs))?;
        }
        for (item, word) in of(&["op", "directive", "interface"]) {
            self.within(*item, |p, docs| match word.as_str() {
                "op" => p.op(docs),
                "directive" => p.directive(),
                _ => p.interface(docs),
            })?;
        }
        Ok(())
    }

    fn dialect_clauses(&mut self) -> Result<(), P> {
        let mut hooks = HookSet::default();
        let mut fresh = Vec::new();
        loop {
            if self.eat(';') {
                self.dialect.dialect_hooks = hooks;
                return Ok(());
            }
            let at = self.here();
            let word = self.ident("a clause of the dialect or `;`")?;
            let role = match word.as_str() {
                "summary" => {
                    self.dialect.summary = self.string("the summary")?;
                    continue;
                }
                "depends" => {
                    let names = self.list('[', ']', |p| p.string("the name of a dialect"))?;
                    self.dialect.depends.extend(names);
                    continue;
                }
                "discardable" => {
                    let attributes = self.list('(', ')', |p| {
                        p.docs();
                        let name = p.name("the name of an attribute")?;
                        p.expect(':')?;
                        let constraint = p.constraint(Sort::Attr)?;
                        Ok((name, p.intern(constraint)))
                    })?;
                    self.dialect.discardable.extend(attributes);
                    continue;
                }
                "unknown_ops" => {
                    self.dialect.unknown_ops = true;
                    continue;
                }
                "unknown_types" => {
                    self.dialect.unknown_types = true;
                    continue;
                }
                "unknown_attrs" => {
                    self.dialect.unknown_attrs = true;
                    continue;
                }
                "interfaces" => {
                    let interfaces = self.interfaces()?;
                    self.dialect.interfaces.extend(interfaces);
                    continue;
                }
                "materialize_constant" => Role::MaterializeConstant,
                "verify_op_attribute" => Role::VerifyOpAttribute,
                "verify_region_arg_attribute" => Role::VerifyRegionArgAttribute,
                "verify_region_result_attribute" => Role::VerifyRegionResultAttribute,
                "parse_type" => Role::ParseDialectType,
                "print_type" => Role::PrintDialectType,
                "parse_attr" => Role::ParseDialectAttr,
                "print_attr" => Role::PrintDialectAttr,
                "canonicalize" => Role::CanonicalizeDialect,
                _ => return Err(ParseError::new(at, format!("a dialect has no clause `{word}`"))),
            };
            self.set_hook(&mut hooks, role, &mut fresh)?;
        }
    }

    /// Finds the items and the word that each starts with.
    fn split_items(&mut self) -> Result<Vec<(Item, String)>, P> {
        let mut items = Vec::new();
        while self.peek().is_some() {
            let start = self.next;
            self.docs();
            let at = self.here();
            let word = self.ident("an item of the dialect")?;
            const WORDS: [&str; 9] =
                ["enum", "bits", "type", "attr", "constraint", "class", "op", "directive", "interface"];
            if !WORDS.contains(&word.as_str()) {
                return Err(ParseError::new(at, format!("expected {}, found `{word}`", WORDS.join(", "))));
            }
            let braced = word == "enum" || word == "bits";
            let mut open: Vec<char> = Vec::new();
            loop {
                let Some(token) = self.peek() else {
                    return self.expected(if braced { "`{ cases }`" } else { "`;` at the end of the item" });
                };
                let Token::Punct(c) = *token else {
                    self.next += 1;
                    continue;
                };
                match c {
                    ';' if open.is_empty() => {
                        self.next += 1;
                        break;
                    }
                    '(' => open.push(')'),
                    '[' => open.push(']'),
                    '{' => open.push('}'),
                    ')' | ']' | '}' => match open.pop() {
                        Some(expected) if expected == c => {}
                        Some(expected) => return self.expected(&format!("`{expected}`")),
                        None => return self.expected("`;` at the end of the item"),
                    },
                    _ => {}
                }
                self.next += 1;
                if braced && c == '}' && open.is_empty() {
                    self.eat(';');
                    break;
                }
            }
            items.push((Item { start, end: self.next }, word));
        }
        Ok(items)
    }

    /// Parses one item; the body starts after its first word.
    fn within<T>(&mut self, item: Item, body: impl FnOnce(&mut Self, String) -> Result<T, P>) -> Result<T, P> {
        let (next, limit) = (self.next, self.limit);
        (self.next, self.limit) = (item.start, item.end);
        let docs = self.docs();
        self.next += 1;
        let result = body(self, docs)?;
        if self.next < self.limit {
            return self.expected("the end of the item");
        }
        (self.next, self.limit) = (next, limit);
        Ok(result)
    }

    /// Makes the name of a type or attribute known before anything refers to it.
    fn announce(&mut self, item: Item, is_type: bool) -> Result<(), P> {
        let (next, limit) = (self.next, self.limit);
        (self.next, self.limit) = (item.start, item.end);
        let docs = self.docs();
        self.next += 1;
        let at = self.here();
        let name = self.name("a mnemonic")?;
        let mut depth = 0usize;
        let mut summary = None;
        let mut has_params = false;
        let mut shaped_text = None;
        while let Some(token) = self.peek() {
            match token {
                Token::Punct('(') => {
                    has_params |= depth == 0;
                    depth += 1;
                }
                Token::Punct('[' | '{') => depth += 1,
                Token::Punct(')' | ']' | '}') => depth = depth.saturating_sub(1),
                Token::Ident(word) if depth == 0 && word == "summary" => {
                    if let Some(Token::Str(text)) = self.peek_at(1) {
                        summary = Some(text.clone());
                    }
                }
                Token::Ident(word) if depth == 0 && word == "parse" => shaped_text = Some(()),
                _ => {}
            }
            self.next += 1;
        }
        (self.next, self.limit) = (next, limit);
        let kind = if is_type { "type" } else { "attribute" };
        let summary = summary.unwrap_or_else(|| match first_line(&docs) {
            line if line.is_empty() => format!("{}.{name} {kind}", self.dialect.name),
            line => line,
        });
        let sort = if is_type { Sort::Type } else { Sort::Attr };
        let buildable = !has_params && shaped_text.is_none();
        let constraint = defined(sort, &self.dialect.name, &name, summary, buildable);
        let table = if is_type { &mut self.locals.types } else { &mut self.locals.attrs };
        if table.insert(name.clone(), constraint).is_some() {
            return Err(ParseError::new(at, format!("{kind} `{name}` is declared twice")));
        }
        Ok(())
    }

    fn enumeration(&mut self, docs: String, bits: bool) -> Result<(), P> {
        let at = self.here();
        let name = self.ident("the name of the enum")?;
        self.expect(':')?;
        let width = match self.ident("`i8`, `i16`, `i32` or `i64`")?.as_str() {
            "i8" => 8,
            "i16" => 16,
            "i32" => 32,
            "i64" => 64,
            _ => {
                self.next -= 1;
                return self.expected("`i8`, `i16`, `i32` or `i64`");
            }
        };
        let mut decl = EnumDecl { name, docs, width, bits, ..EnumDecl::default() };
        if bits {
            decl.separator = "|".to_string();
        }
        while !self.is_punct('{') {
            match self.ident("`{`")?.as_str() {
                "summary" => decl.summary = self.string("the summary")?,
                "separator" if bits => decl.separator = self.string("the separator")?,
                "quoted" if bits => decl.quoted = true,
                "primary_groups" if bits => decl.primary_groups = true,
                _ => {
                    self.next -= 1;
                    return self.expected("`{`");
                }
            }
        }
        if bits && !decl.separator.contains(['|', ',']) {
            return Err(ParseError::new(at, "the separator must contain `|` or `,`"));
        }
        decl.cases = self
            .list('{', '}', |p| {
                let docs = p.docs();
                let group = bits && p.is_word("group") && p.peek_at(1) != Some(&Token::Punct('='));
                if group {
                    p.next += 1;
                }
                let at = p.here();
                // A case may be spelled by nothing at all, as LLVM's `UnnamedAddr` has it.
                let name = match p.peek() {
                    Some(Token::Str(_)) => p.string("a case")?,
                    _ => p.ident("a case")?,
                };
                let rust_name = if p.eat_word("as") { Some(p.ident("a name")?) } else { None };
                p.expect('=')?;
                let value_at = p.here();
                let value = p.integer()?;
                if decl.width < 64 && (value >> decl.width != 0 && value >> (decl.width - 1) != -1) {
                    return Err(ParseError::new(value_at, format!("the value does not fit into {} bits", decl.width)));
                }
                Ok((at, EnumCase { name, rust_name, value, group, docs }))
            })?
            .into_iter()
            .try_fold(Vec::<EnumCase>::new(), |mut cases, (at, case)| {
                if cases.iter().any(|c| c.name == case.name) {
                    return Err(ParseError::new(at, format!("case `{}` is declared twice", case.name)));
                }
                cases.push(case);
                Ok(cases)
            })?;
        self.eat(';');
        if decl.cases.is_empty() {
            return Err(ParseError::new(at, "an enum has at least one case"));
        }
        if self.locals.enums.insert(decl.name.clone(), crate::prelude::of_enum(&decl)).is_some() {
            return Err(ParseError::new(at, format!("enum `{}` is declared twice", decl.name)));
        }
        self.enums.push(at);
        self.dialect.enums.push(decl);
        Ok(())
    }

    fn named_constraint(&mut self, _docs: String) -> Result<(), P> {
        let at = self.here();
        let name = self.ident("the name of the constraint")?;
        let summary = match self.peek() {
            Some(Token::Str(_)) => Some(self.string("the summary")?),
            _ => None,
        };
        self.expect('=')?;
        let mut constraint = self.constraint_of_any_sort()?;
        self.expect(';')?;
        constraint.name.clone_from(&name);
        if let Some(summary) = summary {
            constraint.summary = summary;
        }
        if self.locals.constraints.insert(name.clone(), constraint).is_some() {
            return Err(ParseError::new(at, format!("constraint `{name}` is declared twice")));
        }
        Ok(())
    }

    fn definition(&mut self, docs: String, is_type: bool) -> Result<(), P> {
        let at = self.here();
        let name = self.name("a mnemonic")?;
        let table = if is_type { &self.locals.types } else { &self.locals.attrs };
        let summary = table.get(&name).map(|c| c.summary.clone()).unwrap_or_default();
        let rust_name = if self.eat_word("as") { Some(self.ident("a name")?) } else { None };
        let mut decl = TypeDecl { name, rust_name, summary, docs, ..TypeDecl::default() };
        if self.is_punct('(') {
            decl.params = self.list('(', ')', |p| p.param(is_type))?;
        }
        let mut fresh = Vec::new();
        let roles = if is_type {
            [Role::VerifyType, Role::ParseType, Role::PrintType]
        } else {
            [Role::VerifyAttr, Role::ParseAttr, Role::PrintAttr]
        };
        while !self.eat(';') {
            let clause_at = self.here();
            let word = self.ident("a clause or `;`")?;
            let role = match word.as_str() {
                "format" => {
                    decl.format = Some(self.string("the format")?);
                    continue;
                }
                "summary" => {
                    decl.summary = self.string("the summary")?;
                    continue;
                }
                "alias" => {
                    decl.alias = Some(self.string("the alias")?);
                    continue;
                }
                "traits" => {
                    decl.traits.extend(self.list('[', ']', |p| p.ident("a trait"))?);
                    continue;
                }
                "interfaces" => {
                    decl.interfaces.extend(self.interfaces()?);
                    continue;
                }
                "verify" => roles[0],
                "parse" => roles[1],
                "print" => roles[2],
                _ => return Err(ParseError::new(clause_at, format!("there is no clause `{word}` here"))),
            };
            self.set_hook(&mut decl.hooks, role, &mut fresh)?;
        }
        let (parse, print) = (decl.hooks.get(roles[1]).is_some(), decl.hooks.get(roles[2]).is_some());
        if parse != print {
            return Err(ParseError::new(at, "`parse` and `print` come together"));
        }
        if parse && decl.format.is_some() {
            return Err(ParseError::new(at, "`format` and `parse` exclude each other"));
        }
        let own_text = if is_type { Role::ParseDialectType } else { Role::ParseDialectAttr };
        if !decl.params.is_empty()
            && decl.format.is_none()
            && !parse
            && self.dialect.dialect_hooks.get(own_text).is_none()
        {
            return Err(ParseError::new(at, "parameters need a `format`, or `parse` and `print`"));
        }
        if is_type {
            self.dialect.types.push(decl)
        } else {
            self.dialect.attrs.push(decl)
        }
        Ok(())
    }

    fn param(&mut self, is_type: bool) -> Result<ParamDecl, P> {
        let docs = self.docs();
        let name = self.ident("the name of a parameter")?;
        let optional = self.eat('?');
        self.expect(':')?;
        let at = self.here();
        let kind = self.param_kind()?;
        if is_type && kind == ParamKind::SelfType {
            return Err(ParseError::new(at, "only an attribute has a `self_type`"));
        }
        let default = if self.eat('=') { Some(self.string("the default, as a string with MLIR text")?) } else { None };
        Ok(ParamDecl { name, kind, optional, default, docs })
    }

    fn param_kind(&mut self) -> Result<ParamKind, P> {
        let at = self.here();
        let word = self.ident("the kind of the parameter")?;
        let int = |width, signed| Ok(ParamKind::Int { width, signed });
        match word.as_str() {
            "type" | "attr" => {
                let sort = if word == "type" { Sort::Type } else { Sort::Attr };
                let constraint = if self.eat('<') {
                    let constraint = self.constraint(sort)?;
                    self.expect('>')?;
                    Some(self.intern(constraint))
                } else {
                    None
                };
                Ok(match (sort, constraint) {
                    (Sort::Type, constraint) => ParamKind::Type(constraint),
                    (Sort::Attr, Some(constraint)) => ParamKind::Attr(constraint),
                    (Sort::Attr, None) => ParamKind::AnyAttr,
                })
            }
            "i8" => int(8, true),
            "i16" => int(16, true),
            "i32" => int(32, true),
            "i64" => int(64, true),
            "u8" => int(8, false),
            "u16" => int(16, false),
            "u32" => int(32, false),
            "u64" => int(64, false),
            "index" => Ok(ParamKind::Index),
            "f32" => Ok(ParamKind::F32),
            "f64" => Ok(ParamKind::F64),
            "bool" => Ok(ParamKind::Bool),
            "string" => Ok(ParamKind::String),
            "apint" => Ok(ParamKind::ApInt),
            "apfloat" => Ok(ParamKind::ApFloat),
            "symbol" => Ok(ParamKind::Symbol),
            "location" => Ok(ParamKind::Location),
            "affine_map" => Ok(ParamKind::AffineMap),
            "integer_set" => Ok(ParamKind::IntegerSet),
            "dims" => Ok(ParamKind::Dims),
            "self_type" => Ok(ParamKind::SelfType),
            "array" => {
                self.expect('<')?;
                let kind = self.nested(Self::param_kind)?;
                self.expect('>')?;
                Ok(ParamKind::Array(Box::new(kind)))
            }
            _ if self.locals.enums.contains_key(&word) => Ok(ParamKind::Enum(word)),
            _ => Err(ParseError::new(at, format!("there is no parameter kind and no enum `{word}`"))),
        }
    }

    fn directive(&mut self) -> Result<(), P> {
        let at = self.here();
        let name = self.ident("the name of the directive")?;
        if !self.eat_word("parse") {
            return self.expected("`parse`");
        }
        let parse = self.hook(Role::ParseDirective)?;
        if !self.eat_word("print") {
            return self.expected("`print`");
        }
        let print = self.hook(Role::PrintDirective)?;
        self.expect(';')?;
        if self.dialect.directives.iter().any(|d| d.name == name) {
            return Err(ParseError::new(at, format!("directive `{name}` is declared twice")));
        }
        self.dialect.directives.push(DirectiveDecl { name, parse, print });
        Ok(())
    }

    fn interface(&mut self, docs: String) -> Result<(), P> {
        let name = self.ident("the name of the interface")?;
        self.expect('/')?;
        let revision = self.unsigned()?;
        let mut methods = Vec::new();
        if self.is_punct('{') {
            methods = self.list('{', '}', |p| {
                let docs = p.docs();
                Ok((p.ident("the name of a method")?, docs))
            })?;
        }
        self.expect(';')?;
        self.dialect.defined_interfaces.push(InterfaceDecl { name, revision, docs, methods });
        Ok(())
    }
}
