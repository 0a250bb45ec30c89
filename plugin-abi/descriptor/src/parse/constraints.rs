//! Constraint expressions.

use super::*;
use crate::prelude::{Arg, all_of, any_of, negated, predefined};

impl<P: Copy> Parser<'_, P> {
    /// An expression about types or about attributes.
    pub(super) fn constraint(&mut self, sort: Sort) -> Result<ConstraintDecl, P> {
        let at = self.here();
        let constraint = self.expression(Some(sort))?;
        if constraint.sort == sort {
            Ok(constraint)
        } else {
            let (found, expected) = match sort {
                Sort::Type => ("attributes", "types"),
                Sort::Attr => ("types", "attributes"),
            };
            Err(ParseError::new(at, format!("this constraint is about {found}, expected one about {expected}")))
        }
    }

    /// An expression that says itself what it is about.
    pub(super) fn constraint_of_any_sort(&mut self) -> Result<ConstraintDecl, P> {
        self.expression(None)
    }

    fn expression(&mut self, sort: Option<Sort>) -> Result<ConstraintDecl, P> {
        self.nested(|p| p.joined(sort, '|', |p, sort| p.joined(sort, '&', Self::unary, all_of), any_of))
    }

    fn joined(
        &mut self,
        sort: Option<Sort>,
        operator: char,
        operand: impl Fn(&mut Self, Option<Sort>) -> Result<ConstraintDecl, P>,
        join: fn(Vec<ConstraintDecl>, Option<String>) -> ConstraintDecl,
    ) -> Result<ConstraintDecl, P> {
        let first = operand(self, sort)?;
        if !self.is_punct(operator) {
            return Ok(first);
        }
        let sort = sort.unwrap_or(first.sort);
        let mut items = vec![first];
        while self.eat(operator) {
            let at = self.here();
            let item = operand(self, Some(sort))?;
            if item.sort != sort {
                return Err(ParseError::new(
                    at,
                    format!("`{operator}` joins constraints on types with constraints on attributes"),
                ));
            }
            items.push(item);
        }
        Ok(join(items, None))
    }

    fn unary(&mut self, sort: Option<Sort>) -> Result<ConstraintDecl, P> {
        if self.eat('!') {
            let item = self.nested(|p| p.unary(sort))?;
            return Ok(negated(item, None));
        }
        if self.eat('(') {
            let item = self.expression(sort)?;
            self.expect(')')?;
            return Ok(item);
        }
        if self.is_word("hook") && self.peek_at(1) == Some(&Token::Punct('(')) {
            self.next += 1;
            return self.hook_constraint(sort);
        }
        self.atom(sort)
    }

    fn hook_constraint(&mut self, sort: Option<Sort>) -> Result<ConstraintDecl, P> {
        let Some(sort) = sort else {
            self.next -= 1;
            return self.error("cannot tell whether this is about types or attributes; write `AnyType & hook(…)` or `AnyAttr & hook(…)`");
        };
        self.expect('(')?;
        let role = if sort == Sort::Type { Role::TypePredicate } else { Role::AttrPredicate };
        let hook = self.hook(role)?;
        self.expect(')')?;
        Ok(ConstraintDecl { sort, predicate: Predicate::Hook(hook), ..ConstraintDecl::default() })
    }

    fn atom(&mut self, sort: Option<Sort>) -> Result<ConstraintDecl, P> {
        let at = self.here();
        let name = self.name("a constraint")?;
        if self.eat('<') {
            let args = self.arguments()?;
            return match predefined(&name, args) {
                Ok(Some(constraint)) => Ok(constraint),
                Ok(None) => Err(ParseError::new(at, format!("there is no constraint `{name}` with arguments"))),
                Err(message) => Err(ParseError::new(at, message)),
            };
        }
        if let Some(constraint) = self.local(&name, sort) {
            return Ok(constraint);
        }
        match predefined(&name, Vec::new()) {
            Ok(Some(constraint)) => Ok(constraint),
            Ok(None) => Err(ParseError::new(at, self.unknown(&name, sort))),
            Err(message) => Err(ParseError::new(at, message)),
        }
    }

    fn local(&self, name: &str, sort: Option<Sort>) -> Option<ConstraintDecl> {
        let types = || self.locals.types.get(name);
        let attrs = || self.locals.attrs.get(name).or_else(|| self.locals.enums.get(name));
        let definition = match sort {
            Some(Sort::Type) => types(),
            Some(Sort::Attr) => attrs(),
            None => types().or_else(attrs),
        };
        definition.or_else(|| self.locals.constraints.get(name)).cloned()
    }

    fn unknown(&self, name: &str, sort: Option<Sort>) -> String {
        if sort == Some(Sort::Type) && self.locals.attrs.contains_key(name) {
            return format!("`{name}` is an attribute, expected a type constraint");
        }
        if sort == Some(Sort::Attr) && self.locals.types.contains_key(name) {
            return format!("`{name}` is a type, expected an attribute constraint");
        }
        match name.split_once('.') {
            Some(_) => format!(
                "there is no `{name}` in this dialect; another dialect's is `Type<\"{name}\">` or `Attr<\"{name}\">`"
            ),
            None => format!("there is no constraint, type, attribute or enum `{name}`"),
        }
    }

    /// Arguments up to the closing `>`.
    fn arguments(&mut self) -> Result<Vec<Arg>, P> {
        let mut args = Vec::new();
        loop {
            if self.eat('>') {
                return Ok(args);
            }
            args.push(self.argument()?);
            if !self.eat(',') {
                self.expect('>')?;
                return Ok(args);
            }
        }
    }

    fn argument(&mut self) -> Result<Arg, P> {
        match self.peek() {
            Some(Token::Punct('[')) => {
                let items = self.nested(|p| p.list('[', ']', Self::argument))?;
                Ok(Arg::List(items))
            }
            Some(Token::Int(_) | Token::Punct('-')) => Ok(Arg::Int(self.integer()?)),
            Some(Token::Str(_)) => Ok(Arg::Str(self.string("a string")?)),
            // Which sort is known only to the constraint that takes it; hooks here are about types.
            Some(Token::Ident(word)) if word == "hook" => self.expression(Some(Sort::Type)).map(Arg::Constraint),
            _ => self.expression(None).map(Arg::Constraint),
        }
    }
}
