//! Affine expressions, maps and integer sets.

use super::Parser;
use crate::lexer::TokenKind;
use plugopt_dialect::asm::{Delimiter, ParseResult, UnresolvedOperand};
use plugopt_ir::affine::{AffineBinaryKind, AffineExprs};
use plugopt_ir::{AffineExpr, AffineMap, IntegerSet};

/// The names that stand for dimensions and symbols, and the SSA names met so far where those are allowed.
#[derive(Default)]
pub(crate) struct AffineScope<'s> {
    names: Vec<(&'s [u8], AffineExpr)>,
    allow_ssa: bool,
    /// Operands that are dimensions.
    pub(crate) dims: Vec<UnresolvedOperand>,
    /// Operands that are symbols.
    pub(crate) symbols: Vec<UnresolvedOperand>,
}

impl<'s> Parser<'s> {
    /// `(d0)[s0] -> (d0 + s0)`
    pub(crate) fn affine_map(&mut self) -> ParseResult<AffineMap> {
        let start = self.token.start;
        match self.affine_map_or_set()? {
            Ok(map) => Ok(map),
            Err(_) => Err(self.error_at(start, "expected AffineMap, but got IntegerSet")),
        }
    }

    /// `(d0)[s0] : (d0 - s0 >= 0)`
    pub(crate) fn integer_set(&mut self) -> ParseResult<IntegerSet> {
        let start = self.token.start;
        match self.affine_map_or_set()? {
            Err(set) => Ok(set),
            Ok(_) => Err(self.error_at(start, "expected IntegerSet, but got AffineMap")),
        }
    }

    fn affine_map_or_set(&mut self) -> ParseResult<Result<AffineMap, IntegerSet>> {
        let mut scope = AffineScope::default();
        let (mut dims, mut symbols) = (0, 0);
        self.delimited(Delimiter::Paren, " in dimensional identifier list", |p| {
            let dim = p.context.affine_dim(dims);
            dims += 1;
            p.affine_name(dim, &mut scope)
        })?;
        self.delimited(Delimiter::OptionalSquare, " in symbol list", |p| {
            let symbol = p.context.affine_symbol(symbols);
            symbols += 1;
            p.affine_name(symbol, &mut scope)
        })?;
        if self.consume_if(TokenKind::Arrow) {
            let mut results = Vec::new();
            self.delimited(Delimiter::Paren, " in affine map range", |p| {
                results.push(p.affine_expr(&mut scope)?);
                Ok(())
            })?;
            return Ok(Ok(AffineMap { dims, symbols, results: results.into() }));
        }
        self.expect(TokenKind::Colon, "expected '->' or ':'")?;
        let (mut constraints, mut equality) = (Vec::new(), Vec::new());
        self.delimited(Delimiter::Paren, " in integer set constraint list", |p| {
            let (constraint, equal) = p.affine_constraint(&mut scope)?;
            constraints.push(constraint);
            equality.push(equal);
            Ok(())
        })?;
        if constraints.is_empty() {
            constraints.push(self.context.affine_constant(0));
            equality.push(true);
        }
        Ok(Err(IntegerSet { dims, symbols, constraints: constraints.into(), equality: equality.into() }))
    }

    fn affine_name(&mut self, expr: AffineExpr, scope: &mut AffineScope<'s>) -> ParseResult {
        if !self.at(TokenKind::BareIdentifier) {
            return Err(self.wrong_token("expected bare identifier"));
        }
        let name = self.here();
        if scope.names.iter().any(|(n, _)| *n == name) {
            return Err(self.error_here([b"redefinition of identifier '", name, b"'"].concat()));
        }
        self.advance();
        scope.names.push((name, expr));
        Ok(())
    }

    fn affine_constraint(&mut self, scope: &mut AffineScope<'s>) -> ParseResult<(AffineExpr, bool)> {
        let left = self.affine_expr(scope)?;
        // In this order, so that mlir-opt's `><=` is one too.
        for kind in [TokenKind::Greater, TokenKind::Less, TokenKind::Equal] {
            if self.consume_if(kind) && self.consume_if(TokenKind::Equal) {
                let right = self.affine_expr(scope)?;
                return Ok(match kind {
                    TokenKind::Less => (self.context.affine_sub(right, left), false),
                    _ => (self.context.affine_sub(left, right), kind == TokenKind::Equal),
                });
            }
        }
        Err(self.error_here("expected '== affine-expr' or '>= affine-expr' at end of affine constraint"))
    }

    /// An expression over SSA names between delimiters: the map, with its dimensions and symbols in the scope.
    pub(crate) fn ssa_affine_map(&mut self, delimiter: Delimiter) -> ParseResult<(AffineMap, AffineScope<'s>)> {
        let mut scope = AffineScope { allow_ssa: true, ..AffineScope::default() };
        let mut results = Vec::new();
        self.delimited(delimiter, " in affine map", |p| {
            results.push(p.affine_expr(&mut scope)?);
            Ok(())
        })?;
        let (dims, symbols) = (scope.dims.len() as u32, scope.symbols.len() as u32);
        Ok((AffineMap { dims, symbols, results: results.into() }, scope))
    }

    /// Sums and differences of terms.
    fn affine_expr(&mut self, scope: &mut AffineScope<'s>) -> ParseResult<AffineExpr> {
        self.deeper(|p| {
            let first = p.affine_operand(scope, false)?;
            let mut sum = p.affine_term(first, scope)?;
            loop {
                let minus = match p.token.kind {
                    TokenKind::Plus => false,
                    TokenKind::Minus => true,
                    _ => return Ok(sum),
                };
                p.advance();
                let operand = p.affine_operand(scope, true)?;
                let term = p.affine_term(operand, scope)?;
                sum = match minus {
                    true => p.context.affine_sub(sum, term),
                    false => p.context.affine_add(sum, term),
                };
            }
        })
    }

    /// Products, quotients and remainders that start with an operand.
    fn affine_term(&mut self, first: AffineExpr, scope: &mut AffineScope<'s>) -> ParseResult<AffineExpr> {
        let mut term = first;
        let mut pending = self.affine_high_op();
        while let Some((kind, at)) = pending {
            let operand = self.affine_operand(scope, true)?;
            pending = self.affine_high_op();
            let at = pending.map_or(at, |(_, next)| next);
            term = self.affine_product(kind, term, operand, at)?;
        }
        Ok(term)
    }

    fn affine_high_op(&mut self) -> Option<(AffineBinaryKind, u32)> {
        let at = self.token.start;
        let kind = match self.token.kind {
            TokenKind::Star => AffineBinaryKind::Mul,
            TokenKind::BareIdentifier => match self.here() {
                b"floordiv" => AffineBinaryKind::FloorDiv,
                b"ceildiv" => AffineBinaryKind::CeilDiv,
                b"mod" => AffineBinaryKind::Mod,
                _ => return None,
            },
            _ => return None,
        };
        self.advance();
        Some((kind, at))
    }

    fn affine_product(
        &mut self,
        kind: AffineBinaryKind,
        left: AffineExpr,
        right: AffineExpr,
        at: u32,
    ) -> ParseResult<AffineExpr> {
        let symbolic = |expr| self.context.facts(expr).is_symbolic_or_constant();
        let message = match kind {
            AffineBinaryKind::Mul if !symbolic(left) && !symbolic(right) => {
                "non-affine expression: at least one of the multiply operands has to be either a constant or symbolic"
            }
            AffineBinaryKind::FloorDiv if !symbolic(right) => {
                "non-affine expression: right operand of floordiv has to be either a constant or symbolic"
            }
            AffineBinaryKind::CeilDiv if !symbolic(right) => {
                "non-affine expression: right operand of ceildiv has to be either a constant or symbolic"
            }
            AffineBinaryKind::Mod if !symbolic(right) => {
                "non-affine expression: right operand of mod has to be either a constant or symbolic"
            }
            _ => return Ok(self.context.affine_binary(kind, left, right)),
        };
        Err(self.error_at(at, message))
    }

    fn affine_operand(&mut self, scope: &mut AffineScope<'s>, left: bool) -> ParseResult<AffineExpr> {
        match self.token.kind {
            TokenKind::BareIdentifier if self.here() == b"symbol" => {
                self.advance();
                self.expect(TokenKind::LeftParen, "expected '(' at start of SSA symbol")?;
                let symbol = self.affine_ssa_name(scope, true)?;
                self.expect(TokenKind::RightParen, "expected ')' at end of SSA symbol")?;
                Ok(symbol)
            }
            TokenKind::BareIdentifier => {
                let name = self.here();
                match scope.names.iter().find(|(n, _)| *n == name) {
                    Some(&(_, expr)) => {
                        self.advance();
                        Ok(expr)
                    }
                    None => Err(self.wrong_token("use of undeclared identifier")),
                }
            }
            TokenKind::PercentIdentifier => self.affine_ssa_name(scope, false),
            TokenKind::Integer => {
                let value = plugopt_ir::Int::parse(self.here()).and_then(|v| v.to_u64());
                match value.and_then(|v| i64::try_from(v).ok()) {
                    Some(value) => {
                        self.advance();
                        Ok(self.context.affine_constant(value))
                    }
                    None => Err(self.error_here("constant too large for index")),
                }
            }
            TokenKind::LeftParen => {
                self.advance();
                if self.at(TokenKind::RightParen) {
                    return Err(self.error_here("no expression inside parentheses"));
                }
                let expr = self.affine_expr(scope)?;
                self.expect(TokenKind::RightParen, "expected ')'")?;
                Ok(expr)
            }
            TokenKind::Minus => self.deeper(|p| {
                p.advance();
                let operand = p.affine_operand(scope, left);
                let operand = operand.map_err(|_| p.error_here("missing operand of negation"))?;
                Ok(p.context.affine_mul(p.context.affine_constant(-1), operand))
            }),
            TokenKind::Plus | TokenKind::Star if !left => {
                Err(self.error_here("missing left operand of binary operator"))
            }
            _ if left => Err(self.error_here("missing right operand of binary operator")),
            _ => Err(self.error_here("expected affine expression")),
        }
    }

    fn affine_ssa_name(&mut self, scope: &mut AffineScope<'s>, symbol: bool) -> ParseResult<AffineExpr> {
        if !scope.allow_ssa {
            return Err(self.wrong_token("unexpected ssa identifier"));
        }
        if !self.at(TokenKind::PercentIdentifier) {
            return Err(self.wrong_token("expected ssa identifier"));
        }
        let name = self.here();
        if let Some(&(_, expr)) = scope.names.iter().find(|(n, _)| *n == name) {
            self.advance();
            return Ok(expr);
        }
        let operand = self.ssa_use(true)?;
        let expr = match symbol {
            true => {
                scope.symbols.push(operand);
                self.context.affine_symbol(scope.symbols.len() as u32 - 1)
            }
            false => {
                scope.dims.push(operand);
                self.context.affine_dim(scope.dims.len() as u32 - 1)
            }
        };
        scope.names.push((name, expr));
        Ok(expr)
    }
}
