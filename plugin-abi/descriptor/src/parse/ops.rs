//! Operations, classes, their traits and effects.

use super::*;

const PURE: [SimpleTrait; 2] = [SimpleTrait::NoMemoryEffect, SimpleTrait::AlwaysSpeculatable];
const ELEMENTWISE_MAPPABLE: [SimpleTrait; 4] =
    [SimpleTrait::Elementwise, SimpleTrait::Scalarizable, SimpleTrait::Vectorizable, SimpleTrait::Tensorizable];

/// Clauses that one op has once.
#[derive(Default)]
struct Once {
    seen: Vec<String>,
    hooks: Vec<Role>,
}

impl<P: Copy> Parser<'_, P> {
    pub(super) fn op(&mut self, docs: String) -> Result<(), P> {
        let at = self.here();
        let name = self.name("the name of the op")?;
        if self.dialect.ops.iter().any(|op| op.name == name) {
            return Err(ParseError::new(at, format!("op `{name}` is declared twice")));
        }
        let rust_name = if self.eat_word("as") { Some(self.ident("a name")?) } else { None };
        let mut op = self.body(docs)?;
        op.name = name;
        op.rust_name = rust_name;
        self.check_op(&op).map_err(|message| ParseError::new(at, message))?;
        self.ops.push(at);
        self.dialect.ops.push(op);
        Ok(())
    }

    pub(super) fn class(&mut self, docs: String) -> Result<(), P> {
        let at = self.here();
        let name = self.ident("the name of the class")?;
        let class = self.body(docs)?;
        if self.locals.classes.insert(name.clone(), class).is_some() {
            return Err(ParseError::new(at, format!("class `{name}` is declared twice")));
        }
        Ok(())
    }

    /// What ops and classes share: `[: CLASS] signature clauses ;`
    fn body(&mut self, docs: String) -> Result<OpDecl, P> {
        let mut op = OpDecl::default();
        if self.eat(':') {
            let at = self.here();
            let class = self.ident("the name of a class")?;
            match self.locals.classes.get(&class) {
                Some(found) => op = found.clone(),
                None => return Err(ParseError::new(at, format!("there is no class `{class}` before this"))),
            }
        }
        if !docs.is_empty() {
            op.summary = first_line(&docs);
            op.docs = docs;
        }
        if self.is_punct('(') {
            op.operands = self.list('(', ')', Self::value)?;
        }
        if self.eat('-') {
            self.expect('>')?;
            op.results = self.list('(', ')', Self::value)?;
        }
        let mut once = Once::default();
        while !self.eat(';') {
            self.op_clause(&mut op, &mut once)?;
        }
        Ok(op)
    }

    fn value(&mut self) -> Result<ValueDecl, P> {
        let docs = self.docs();
        let mut name = self.ident("a name")?;
        if name == "_" {
            name.clear();
        }
        self.expect(':')?;
        let arity = match self.peek() {
            Some(Token::Ident(word)) if self.peek_at(1) == Some(&Token::Punct('<')) => match word.as_str() {
                "variadic" | "variadic_of_variadic" => Arity::Variadic,
                "optional" => Arity::Optional,
                _ => Arity::One,
            },
            _ => Arity::One,
        };
        let nested = self.is_word("variadic_of_variadic");
        if arity != Arity::One {
            self.next += 2;
        }
        let constraint = self.constraint(Sort::Type)?;
        let mut inner_segments = None;
        if nested {
            self.expect(',')?;
            inner_segments = Some(self.ident("the attribute with the sizes")?);
        }
        if arity != Arity::One {
            self.expect('>')?;
        }
        Ok(ValueDecl { name, arity, constraint: self.intern(constraint), inner_segments, docs })
    }

    fn op_clause(&mut self, op: &mut OpDecl, once: &mut Once) -> Result<(), P> {
        let at = self.here();
        let word = self.ident("a clause of the op or `;`")?;
        let list = matches!(word.as_str(), "attrs" | "traits" | "interfaces");
        if !list {
            if once.seen.contains(&word) {
                return Err(ParseError::new(at, format!("a second `{word}`")));
            }
            once.seen.push(word.clone());
        }
        let role = match word.as_str() {
            "attrs" => {
                let attributes = self.list('(', ')', Self::attribute)?;
                // An attribute of the class can be given again, to narrow it.
                for attribute in attributes {
                    match op.attributes.iter_mut().find(|a| a.name == attribute.name) {
                        Some(old) => *old = attribute,
                        None => op.attributes.push(attribute),
                    }
                }
                return Ok(());
            }
            "regions" => {
                op.regions = self.list('(', ')', Self::region)?;
                return Ok(());
            }
            "successors" => {
                op.successors = self.list('(', ')', Self::successor)?;
                return Ok(());
            }
            "traits" => {
                let traits = self.list('[', ']', Self::op_trait)?;
                for which in traits.into_iter().flatten() {
                    if !op.traits.contains(&which) {
                        op.traits.push(which);
                    }
                }
                return Ok(());
            }
            "interfaces" => {
                for interface in self.interfaces()? {
                    let same = |i: &&mut InterfaceUse| i.name == interface.name && i.revision == interface.revision;
                    match op.interfaces.iter_mut().find(same) {
                        Some(old) => *old = interface,
                        None => op.interfaces.push(interface),
                    }
                }
                return Ok(());
            }
            "effects" => {
                op.effects = if self.is_punct('[') {
                    Effects::Declared(self.list('[', ']', Self::effect)?)
                } else {
                    Effects::Hook(self.hook(Role::Effects)?)
                };
                return Ok(());
            }
            "format" => {
                op.format = Some(self.string("the format")?);
                op.hooks.0.retain(|(role, _)| !matches!(role, Role::Parse | Role::Print) || once.hooks.contains(role));
                return Ok(());
            }
            "summary" => {
                op.summary = self.string("the summary")?;
                return Ok(());
            }
            "result_names" => {
                op.result_names = match self.peek() {
                    Some(Token::Str(_)) => ResultNames::Fixed(vec![self.string("a name")?]),
                    Some(Token::Punct('[')) => ResultNames::Fixed(self.list('[', ']', |p| p.string("a name"))?),
                    _ => ResultNames::Hook(self.hook(Role::ResultNames)?),
                };
                return Ok(());
            }
            "default_dialect" => {
                op.default_dialect = Some(self.string("the name of a dialect")?);
                return Ok(());
            }
            "region_names" => Role::RegionNames,
            "block_names" => Role::BlockNames,
            "infer" => Role::Infer,
            "verify" => Role::Verify,
            "verify_signature" => Role::VerifySignature,
            "verify_regions" => Role::VerifyRegions,
            "fold" => Role::Fold,
            "canonicalize" => Role::Canonicalize,
            "parse" => Role::Parse,
            "print" => Role::Print,
            _ => return Err(ParseError::new(at, format!("an op has no clause `{word}`"))),
        };
        if matches!(role, Role::Parse | Role::Print) && !once.seen.iter().any(|w| w == "format") {
            op.format = None;
        }
        self.set_hook(&mut op.hooks, role, &mut once.hooks)
    }

    fn attribute(&mut self) -> Result<AttributeDecl, P> {
        let docs = self.docs();
        let property = self.is_word("prop") && !matches!(self.peek_at(1), Some(Token::Punct(':' | '?' | '.')));
        if property {
            self.next += 1;
        }
        let name = self.name("the name of an attribute")?;
        let mut optional = self.eat('?');
        self.expect(':')?;
        let constraint = self.constraint(Sort::Attr)?;
        let default = if self.eat('=') { Some(self.string("the default, as a string with MLIR text")?) } else { None };
        optional |= constraint.optional;
        Ok(AttributeDecl { name, constraint: self.intern(constraint), optional, default, property, docs })
    }

    fn region(&mut self) -> Result<RegionDecl, P> {
        let docs = self.docs();
        let mut region = RegionDecl { name: self.ident("the name of a region")?, docs, ..RegionDecl::default() };
        if !self.eat(':') {
            return Ok(region);
        }
        let variadic = self.eat_word("variadic");
        if variadic {
            self.expect('<')?;
            region.arity = Arity::Variadic;
        }
        let at = self.here();
        let word = self.ident("`AnyRegion`, `SizedRegion<n>`, `MinSizedRegion<n>` or `MaxSizedRegion<n>`")?;
        let mut bound = || -> Result<u32, P> {
            self.expect('<')?;
            let value = self.unsigned()?;
            self.expect('>')?;
            Ok(value)
        };
        match word.as_str() {
            "AnyRegion" => {}
            "SizedRegion" => {
                region.min_blocks = bound()?;
                region.max_blocks = Some(region.min_blocks);
            }
            "MinSizedRegion" => region.min_blocks = bound()?,
            "MaxSizedRegion" => region.max_blocks = Some(bound()?),
            _ => return Err(ParseError::new(at, format!("there is no region constraint `{word}`"))),
        }
        if variadic {
            self.expect('>')?;
        }
        Ok(region)
    }

    fn successor(&mut self) -> Result<SuccessorDecl, P> {
        let docs = self.docs();
        let mut successor =
            SuccessorDecl { name: self.ident("the name of a successor")?, docs, ..SuccessorDecl::default() };
        if self.eat(':') {
            let variadic = self.eat_word("variadic");
            if variadic {
                self.expect('<')?;
                successor.arity = Arity::Variadic;
            }
            if !self.eat_word("AnySuccessor") {
                return self.expected("`AnySuccessor`");
            }
            if variadic {
                self.expect('>')?;
            }
        }
        Ok(successor)
    }

    fn effect(&mut self) -> Result<Effect, P> {
        let at = self.here();
        let word = self.ident("`read`, `write`, `alloc` or `free`")?;
        let Some(kind) = EffectKind::from_name(&word) else {
            return Err(ParseError::new(at, "expected `read`, `write`, `alloc` or `free`"));
        };
        let mut effect = Effect { kind, ..Effect::default() };
        if !self.is_punct('(') {
            return Ok(effect);
        }
        self.list('(', ')', |p| {
            let followed_by = |token: Option<&Token>, text: bool| match token {
                Some(Token::Str(_)) => text,
                Some(Token::Int(_)) => !text,
                _ => false,
            };
            if p.is_word("resource") && followed_by(p.peek_at(1), true) {
                p.next += 1;
                effect.resource = Some(p.string("a resource")?);
            } else if p.is_word("stage") && followed_by(p.peek_at(1), false) {
                p.next += 1;
                effect.stage = p.unsigned()?;
            } else if p.eat_word("full") {
                effect.full = true;
            } else if effect.on.is_some() {
                return p.error("an effect is on one value");
            } else {
                effect.on = Some(p.ident("a value, `resource`, `stage` or `full`")?);
            }
            Ok(())
        })?;
        Ok(effect)
    }

    /// One trait; some names stand for several.
    fn op_trait(&mut self) -> Result<Vec<Trait>, P> {
        let at = self.here();
        let name = self.ident("a trait")?;
        let simple = |traits: &[SimpleTrait]| traits.iter().map(|t| Trait::Simple(*t)).collect();
        match name.as_str() {
            "Pure" => return Ok(simple(&PURE)),
            "ElementwiseMappable" => return Ok(simple(&ELEMENTWISE_MAPPABLE)),
            _ => {}
        }
        if let Some(which) = SimpleTrait::from_name(&name) {
            return Ok(vec![Trait::Simple(which)]);
        }
        if !self.is_punct('<') {
            return Ok(vec![Trait::Named(name)]);
        }
        let names = |p: &mut Self| p.angled_names();
        let one = match name.as_str() {
            "HasParent" | "ParentOneOf" => Trait::HasParent(self.angled_op_names()?),
            "SingleBlockImplicitTerminator" => {
                let mut ops = self.angled_op_names()?;
                let terminator = ops.pop().filter(|_| ops.is_empty());
                let Some(terminator) = terminator else {
                    return Err(ParseError::new(at, "`SingleBlockImplicitTerminator` expects one op"));
                };
                return Ok(vec![
                    Trait::Simple(SimpleTrait::SingleBlock),
                    Trait::SingleBlockImplicitTerminator(terminator),
                ]);
            }
            "InputMatchesTypes" => {
                self.expect('<')?;
                let names = self.name_list()?;
                self.expect(',')?;
                let types = self.list('[', ']', Self::interned_type)?;
                self.expect('>')?;
                if names.len() != types.len() {
                    return Err(ParseError::new(at, "as many types as names are needed"));
                }
                Trait::InputMatchesTypes(names, types)
            }
            "InputAddressIsCombinationOf" => {
                self.expect('<')?;
                let names = self.name_list()?;
                self.expect(',')?;
                let rows = self.list('[', ']', |p| p.list('[', ']', Self::interned_type))?;
                let default = format!("operands {{{}}} match one of the allowed type combinations", names.join(", "));
                let summary = if self.eat(',') { self.string("the summary")? } else { default };
                self.expect('>')?;
                if rows.is_empty() || rows.iter().any(|row| row.len() != names.len()) {
                    return Err(ParseError::new(at, "each combination needs as many types as there are names"));
                }
                Trait::InputAddressIsCombinationOf(names, rows, summary)
            }
            "ShapedTypeMatchesElementCountAndTypes" => match names(self)?.as_slice() {
                [shaped, elements] => Trait::ShapedTypeMatchesElementCountAndTypes(shaped.clone(), elements.clone()),
                _ => return Err(ParseError::new(at, format!("`{name}` expects two names"))),
            },
            "PredOpTrait" => {
                self.expect('<')?;
                let summary = self.string("the summary")?;
                self.expect(',')?;
                let condition = self.op_predicate()?;
                self.expect('>')?;
                Trait::Predicate { summary, condition }
            }
            "TypeIs" | "ElementTypeIs" => {
                let condition = self.op_predicate_of(&name, at)?;
                let summary = match &condition {
                    OpPredicate::TypeIs(value, id) | OpPredicate::ElementTypeIs(value, id) => {
                        let of = self.dialect.constraint(*id).map(|c| c.summary.as_str()).unwrap_or_default();
                        format!("'{value}' is {of}")
                    }
                    _ => String::new(),
                };
                Trait::Predicate { summary, condition }
            }
            _ => {
                if let Some(kind) = MatchKind::from_name(&name) {
                    Trait::AllMatch(kind, names(self)?)
                } else if let Some(comparison) = Comparison::from_name(&name) {
                    self.types_match(comparison)?
                } else {
                    return Err(ParseError::new(at, format!("there is no trait `{name}` with arguments")));
                }
            }
        };
        Ok(vec![one])
    }

    fn types_match(&mut self, comparison: Comparison) -> Result<Trait, P> {
        self.expect('<')?;
        let summary = self.string("the summary")?;
        self.expect(',')?;
        let from = self.name("a value")?;
        self.expect(',')?;
        let to = self.name("a value")?;
        self.expect(',')?;
        let at = self.here();
        let word = self.ident("a transform")?;
        let transform = match word.as_str() {
            "Same" => Transform::Same,
            "ElementType" => Transform::ElementType,
            "I1SameShape" => Transform::I1SameShape,
            "FunctionInputs" => Transform::FunctionInputs,
            "FunctionResults" => Transform::FunctionResults,
            "RepeatElementType" => Transform::RepeatElementType,
            "TypeParam" => {
                self.expect('<')?;
                let name = self.string("the name of a parameter")?;
                self.expect('>')?;
                Transform::TypeParam(name)
            }
            "hook" => {
                self.expect('(')?;
                let hook = self.hook(Role::TypeTransform)?;
                self.expect(')')?;
                Transform::Hook(hook)
            }
            _ => return Err(ParseError::new(at, format!("there is no transform `{word}`"))),
        };
        self.expect('>')?;
        Ok(Trait::TypesMatchWith { summary, from, to, transform, comparison })
    }

    fn interned_type(&mut self) -> Result<ConstraintId, P> {
        let constraint = self.constraint(Sort::Type)?;
        Ok(self.intern(constraint))
    }

    fn name_list(&mut self) -> Result<Vec<String>, P> {
        self.list('[', ']', |p| p.name("a name"))
    }

    /// `<a, b>` or `<[a, b]>`
    fn angled_names(&mut self) -> Result<Vec<String>, P> {
        if self.peek_at(1) != Some(&Token::Punct('[')) {
            return self.list('<', '>', |p| p.name("a name"));
        }
        self.expect('<')?;
        let names = self.name_list()?;
        self.expect('>')?;
        Ok(names)
    }

    fn angled_op_names(&mut self) -> Result<Vec<String>, P> {
        let names = self.angled_names()?;
        Ok(names.into_iter().map(|name| self.full_name(name)).collect())
    }

    fn op_predicate(&mut self) -> Result<OpPredicate, P> {
        self.nested(|p| p.op_joined('|', |p| p.op_joined('&', Self::op_unary, OpPredicate::And), OpPredicate::Or))
    }

    fn op_joined(
        &mut self,
        operator: char,
        mut operand: impl FnMut(&mut Self) -> Result<OpPredicate, P>,
        join: fn(Vec<OpPredicate>) -> OpPredicate,
    ) -> Result<OpPredicate, P> {
        let first = operand(self)?;
        if !self.is_punct(operator) {
            return Ok(first);
        }
        let mut items = vec![first];
        while self.eat(operator) {
            items.push(operand(self)?);
        }
        Ok(join(items))
    }

    fn op_unary(&mut self) -> Result<OpPredicate, P> {
        if self.eat('!') {
            return self.nested(Self::op_unary).map(|p| OpPredicate::Not(Box::new(p)));
        }
        if self.eat('(') {
            let inner = self.op_predicate()?;
            self.expect(')')?;
            return Ok(inner);
        }
        let at = self.here();
        let word = self.ident("a condition")?;
        self.op_predicate_of(&word, at)
    }

    fn op_predicate_of(&mut self, word: &str, at: P) -> Result<OpPredicate, P> {
        if word == "hook" {
            self.expect('(')?;
            let hook = self.hook(Role::OpPredicate)?;
            self.expect(')')?;
            return Ok(OpPredicate::Hook(hook));
        }
        if let Some(kind) = MatchKind::from_name(word) {
            return Ok(OpPredicate::AllMatch(kind, self.angled_names()?));
        }
        self.expect('<')?;
        let condition = match word {
            "TypeIs" | "ElementTypeIs" => {
                let value = self.name("a value")?;
                self.expect(',')?;
                let of = self.interned_type()?;
                if word == "TypeIs" { OpPredicate::TypeIs(value, of) } else { OpPredicate::ElementTypeIs(value, of) }
            }
            "TCopVTEtIs" => {
                let index = self.unsigned()?;
                self.expect(',')?;
                OpPredicate::OperandElementTypeIs(index, self.interned_type()?)
            }
            "TCopVTEtAreSameAt" => OpPredicate::OperandElementTypesAllMatch(self.list('[', ']', Self::unsigned)?),
            "TCopVTEtIsSameAs"
            | "TCresVTEtIsSameAsOp"
            | "TCresVTEtIsSameAsOpBase"
            | "TCresIsSameAsOpBase"
            | "TCOpResIsShapedType" => {
                let i = self.unsigned()?;
                self.expect(',')?;
                let j = self.unsigned()?;
                match word {
                    "TCopVTEtIsSameAs" => OpPredicate::OperandElementTypesMatch(i, j),
                    "TCresVTEtIsSameAsOp" => OpPredicate::ResultElementTypeMatchesOperand(i, j),
                    "TCresVTEtIsSameAsOpBase" => OpPredicate::ResultElementOrSelfMatchesOperand(i, j),
                    "TCresIsSameAsOpBase" => OpPredicate::ResultTypeMatchesOperand(i, j),
                    _ => OpPredicate::ResultAndOperandShaped(i, j),
                }
            }
            _ => return Err(ParseError::new(at, format!("there is no condition `{word}`"))),
        };
        self.expect('>')?;
        Ok(condition)
    }

    /// What must hold for the op as a whole.
    fn check_op(&self, op: &OpDecl) -> std::result::Result<(), String> {
        let values = op.operands.iter().chain(&op.results).map(|v| v.name.as_str());
        let attributes = op.attributes.iter().map(|a| a.name.as_str());
        let named: Vec<&str> = values.chain(attributes).filter(|name| !name.is_empty()).collect();
        let others = op.regions.iter().map(|r| r.name.as_str()).chain(op.successors.iter().map(|s| s.name.as_str()));
        let all: Vec<&str> = named.iter().copied().chain(others).collect();
        if let Some(twice) = all.iter().enumerate().find(|(i, name)| all[..*i].contains(name)).map(|(_, name)| name) {
            return Err(format!("`{twice}` is declared twice in `{}`", op.name));
        }
        let known = |name: &str| match named.contains(&name) {
            true => Ok(()),
            false => Err(format!("`{}` has no operand, result or attribute `{name}`", op.name)),
        };
        for which in &op.traits {
            match which {
                Trait::AllMatch(_, names)
                | Trait::InputMatchesTypes(names, _)
                | Trait::InputAddressIsCombinationOf(names, ..) => names.iter().try_for_each(|name| known(name))?,
                Trait::TypesMatchWith { from, to, .. } => known(from).and_then(|()| known(to))?,
                Trait::ShapedTypeMatchesElementCountAndTypes(shaped, elements) => {
                    known(shaped).and_then(|()| known(elements))?;
                }
                Trait::Predicate { condition, .. } => check_predicate(condition, &known)?,
                _ => {}
            }
        }
        if let Effects::Declared(effects) = &op.effects {
            effects.iter().filter_map(|effect| effect.on.as_deref()).try_for_each(known)?;
        }
        if let ResultNames::Fixed(names) = &op.result_names {
            if names.len() > op.results.len() {
                return Err(format!("`{}` has fewer results than `result_names`", op.name));
            }
        }
        for value in &op.operands {
            value.inner_segments.iter().try_for_each(|name| known(name))?;
        }
        let several = |values: &[ValueDecl]| values.iter().filter(|v| v.arity != Arity::One).count() > 1;
        let sized = |by_attr, same| op.has(by_attr) || op.has(same);
        if several(&op.operands) && !sized(SimpleTrait::AttrSizedOperandSegments, SimpleTrait::SameVariadicOperandSize)
        {
            return Err(format!(
                "`{}` has more than one variadic operand and needs `AttrSizedOperandSegments` or `SameVariadicOperandSize`",
                op.name
            ));
        }
        if several(&op.results) && !sized(SimpleTrait::AttrSizedResultSegments, SimpleTrait::SameVariadicResultSize) {
            return Err(format!(
                "`{}` has more than one variadic result and needs `AttrSizedResultSegments` or `SameVariadicResultSize`",
                op.name
            ));
        }
        let last_only = |mut arities: Vec<Arity>| {
            arities.pop();
            arities.contains(&Arity::Variadic)
        };
        if last_only(op.regions.iter().map(|r| r.arity).collect()) {
            return Err(format!("only the last region of `{}` can be variadic", op.name));
        }
        if last_only(op.successors.iter().map(|s| s.arity).collect()) {
            return Err(format!("only the last successor of `{}` can be variadic", op.name));
        }
        let (parse, print) = (op.hooks.get(Role::Parse).is_some(), op.hooks.get(Role::Print).is_some());
        if parse != print {
            return Err(format!("`parse` and `print` of `{}` come together", op.name));
        }
        if parse && op.format.is_some() {
            return Err(format!("`format` and `parse` of `{}` exclude each other", op.name));
        }
        Ok(())
    }
}

type Known<'a> = dyn Fn(&str) -> std::result::Result<(), String> + 'a;

fn check_predicate(predicate: &OpPredicate, known: &Known<'_>) -> std::result::Result<(), String> {
    match predicate {
        OpPredicate::And(items) | OpPredicate::Or(items) => items.iter().try_for_each(|p| check_predicate(p, known)),
        OpPredicate::Not(item) => check_predicate(item, known),
        OpPredicate::AllMatch(_, names) => names.iter().try_for_each(|name| known(name)),
        OpPredicate::TypeIs(name, _) | OpPredicate::ElementTypeIs(name, _) => known(name),
        _ => Ok(()),
    }
}
