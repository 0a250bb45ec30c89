//! Maps and integer sets.

use super::AffineExprData::{Constant, Dim, Symbol};
use super::{AffineExpr, AffineExprs, AffineReplacements, gcd, simplify_expr};

/// `(d0)[s0] -> (d0 + s0)`
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct AffineMap {
    /// Number of dimensions.
    pub dims: u32,
    /// Number of symbols.
    pub symbols: u32,
    /// One for each result.
    pub results: Box<[AffineExpr]>,
}

/// `(d0)[s0] : (d0 - s0 >= 0)`
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct IntegerSet {
    /// Number of dimensions.
    pub dims: u32,
    /// Number of symbols.
    pub symbols: u32,
    /// Each is 0 or at least 0.
    pub constraints: Box<[AffineExpr]>,
    /// Which of them are equal to 0.
    pub equality: Box<[bool]>,
}

fn dim_range(exprs: &(impl AffineExprs + ?Sized), range: std::ops::Range<u32>) -> Vec<AffineExpr> {
    range.map(|position| exprs.affine_dim(position)).collect()
}

impl AffineMap {
    /// A map with these results.
    pub fn new(dims: u32, symbols: u32, results: impl Into<Box<[AffineExpr]>>) -> AffineMap {
        AffineMap { dims, symbols, results: results.into() }
    }

    /// A map with these results and as many dimensions and symbols as they use.
    pub fn infer(exprs: &(impl AffineExprs + ?Sized), results: impl Into<Box<[AffineExpr]>>) -> AffineMap {
        let results = results.into();
        let dims = results.iter().map(|&result| exprs.facts(result).dims).max().unwrap_or(0);
        let symbols = results.iter().map(|&result| exprs.facts(result).symbols).max().unwrap_or(0);
        AffineMap { dims, symbols, results }
    }

    /// `(d0, d1) -> (d0, d1)`
    pub fn identity(exprs: &(impl AffineExprs + ?Sized), dims: u32) -> AffineMap {
        AffineMap::new(dims, 0, dim_range(exprs, 0..dims))
    }

    /// `(d0, d1, d2) -> (d1, d2)`: the last `results` dimensions, or all if they are fewer.
    pub fn minor_identity(exprs: &(impl AffineExprs + ?Sized), dims: u32, results: u32) -> AffineMap {
        AffineMap::new(dims, 0, dim_range(exprs, dims.saturating_sub(results)..dims))
    }

    /// `() -> (value)`
    pub fn constant(exprs: &(impl AffineExprs + ?Sized), value: i64) -> AffineMap {
        AffineMap::new(0, 0, [exprs.affine_constant(value)])
    }

    /// `(d0, d1, d2) -> (d1, d2, d0)` for 1, 2, 0. `None` if that is not a permutation.
    pub fn permutation(exprs: &(impl AffineExprs + ?Sized), permutation: &[u32]) -> Option<AffineMap> {
        let dims = u32::try_from(permutation.len()).ok()?;
        let results: Vec<AffineExpr> = permutation.iter().map(|&dim| exprs.affine_dim(dim)).collect();
        let map = AffineMap::new(dims, 0, results);
        map.is_permutation(exprs).then_some(map)
    }

    /// The number of results.
    pub fn result_count(&self) -> usize {
        self.results.len()
    }

    /// The number of dimensions and symbols.
    pub fn input_count(&self) -> usize {
        self.dims as usize + self.symbols as usize
    }

    /// Whether there are neither inputs nor results.
    pub fn is_empty(&self) -> bool {
        self.input_count() == 0 && self.results.is_empty()
    }

    /// The dimension that a result is, if it is one.
    pub fn dim_position(&self, exprs: &(impl AffineExprs + ?Sized), result: usize) -> Option<u32> {
        match exprs.get(*self.results.get(result)?) {
            Dim(position) => Some(position),
            _ => None,
        }
    }

    /// The first result that is this dimension.
    pub fn result_position(&self, exprs: &(impl AffineExprs + ?Sized), dim: u32) -> Option<usize> {
        self.results.iter().position(|&result| exprs.get(result) == Dim(dim))
    }

    /// Whether each dimension is the result at its place, and nothing else is. Symbols do not count.
    pub fn is_identity(&self, exprs: &(impl AffineExprs + ?Sized)) -> bool {
        self.dims as usize == self.results.len()
            && self.results.iter().zip(0..).all(|(&result, position)| exprs.get(result) == Dim(position))
    }

    /// Whether each symbol is the result at its place, and nothing else is.
    pub fn is_symbol_identity(&self, exprs: &(impl AffineExprs + ?Sized)) -> bool {
        self.symbols as usize == self.results.len()
            && self.results.iter().zip(0..).all(|(&result, position)| exprs.get(result) == Symbol(position))
    }

    /// Whether the results are the last dimensions, in order, and there are no symbols.
    pub fn is_minor_identity(&self, exprs: &(impl AffineExprs + ?Sized)) -> bool {
        let Some(first) = (self.dims as usize).checked_sub(self.results.len()) else { return false };
        self.symbols == 0
            && self.results.iter().zip(first as u32..).all(|(&result, position)| exprs.get(result) == Dim(position))
    }

    /// Whether each result is a dimension, none twice, or zero where `zeros` allows it. Such a map has no symbols.
    pub fn is_projected_permutation(&self, exprs: &(impl AffineExprs + ?Sized), zeros: bool) -> bool {
        if self.symbols > 0 || self.results.len() > self.input_count() {
            return false;
        }
        let mut seen = vec![false; self.input_count()];
        self.results.iter().all(|&result| match exprs.get(result) {
            Dim(position) => seen.get_mut(position as usize).is_some_and(|seen| !std::mem::replace(seen, true)),
            Constant(0) => zeros,
            _ => false,
        })
    }

    /// Whether the results are all dimensions, each once.
    pub fn is_permutation(&self, exprs: &(impl AffineExprs + ?Sized)) -> bool {
        self.dims as usize == self.results.len() && self.is_projected_permutation(exprs, false)
    }

    /// The results, if all are numbers.
    pub fn constant_results(&self, exprs: &(impl AffineExprs + ?Sized)) -> Option<Vec<i64>> {
        self.results.iter().map(|&result| exprs.affine_as_constant(result)).collect()
    }

    /// The one result, if it is a number.
    pub fn single_constant(&self, exprs: &(impl AffineExprs + ?Sized)) -> Option<i64> {
        match *self.results {
            [result] => exprs.affine_as_constant(result),
            _ => None,
        }
    }

    /// Whether all results multiply and divide only by constants.
    pub fn is_pure_affine(&self, exprs: &(impl AffineExprs + ?Sized)) -> bool {
        self.results.iter().all(|&result| exprs.facts(result).pure)
    }

    /// A number that divides all results; `None` if they are all always zero, so that any number does.
    pub fn divisor(&self, exprs: &(impl AffineExprs + ?Sized)) -> Option<u64> {
        Some(self.results.iter().fold(0, |divisor, &result| gcd(divisor, exprs.facts(result).divisor)))
            .filter(|&divisor| divisor != 0)
    }

    /// The values of the results for given dimensions and symbols. `None` where one has no value (see
    /// [`AffineExpr::evaluate`]).
    pub fn evaluate(&self, exprs: &(impl AffineExprs + ?Sized), dims: &[i64], symbols: &[i64]) -> Option<Vec<i64>> {
        self.results.iter().map(|&result| result.evaluate(exprs, dims, symbols)).collect()
    }

    /// Replaces dimensions and symbols in the results, which have `dims` and `symbols` of them then.
    pub fn replace(
        &self,
        exprs: &(impl AffineExprs + ?Sized),
        with: AffineReplacements<'_>,
        dims: u32,
        symbols: u32,
    ) -> AffineMap {
        let results: Vec<AffineExpr> = self.results.iter().map(|&result| result.replace(exprs, with)).collect();
        AffineMap::new(dims, symbols, results)
    }

    /// The map that gives `self` the results of `inner` as dimensions. Its symbols are those of `self`, then those of
    /// `inner`. `None` if the numbers do not match.
    pub fn compose(&self, exprs: &(impl AffineExprs + ?Sized), inner: &AffineMap) -> Option<AffineMap> {
        if self.dims as usize != inner.results.len() {
            return None;
        }
        let symbols = self.symbols.checked_add(inner.symbols)?;
        let shifted: Vec<AffineExpr> =
            inner.results.iter().map(|result| result.shift_symbols(exprs, 0, self.symbols)).collect();
        let with = AffineReplacements { dims: &shifted, symbols: &[] };
        Some(self.replace(exprs, with, inner.dims, symbols))
    }

    /// The map from results back to dimensions: each dimension becomes the first result that is it. `None` if there
    /// are symbols or a dimension is no result.
    pub fn inverse_permutation(&self, exprs: &(impl AffineExprs + ?Sized)) -> Option<AffineMap> {
        if self.symbols != 0 {
            return None;
        }
        let results: Option<Vec<AffineExpr>> = (0..self.dims)
            .map(|dim| Some(exprs.affine_dim(u32::try_from(self.result_position(exprs, dim)?).ok()?)))
            .collect();
        Some(AffineMap::new(u32::try_from(self.results.len()).ok()?, 0, results?))
    }

    /// The map with only the results at these places, in this order; places beyond the end are left out.
    pub fn sub_map(&self, places: &[usize]) -> AffineMap {
        let results: Vec<AffineExpr> = places.iter().filter_map(|&place| self.results.get(place)).copied().collect();
        AffineMap::new(self.dims, self.symbols, results)
    }

    /// Which dimensions, and which symbols, occur in the results.
    pub fn used(&self, exprs: &(impl AffineExprs + ?Sized)) -> (Vec<bool>, Vec<bool>) {
        let (mut dims, mut symbols) = (vec![false; self.dims as usize], vec![false; self.symbols as usize]);
        for &result in &self.results {
            result.mark_used(exprs, &mut dims, &mut symbols);
        }
        (dims, symbols)
    }

    /// Leaves out the dimensions that `keep` is false for; where they occur, they become zero.
    pub fn project_dims(&self, exprs: &(impl AffineExprs + ?Sized), keep: &[bool]) -> AffineMap {
        let (replacements, count) = renumber(exprs, self.dims, keep, |position| exprs.affine_dim(position));
        self.replace(exprs, AffineReplacements { dims: &replacements, symbols: &[] }, count, self.symbols)
    }

    /// Leaves out the symbols that `keep` is false for; where they occur, they become zero.
    pub fn project_symbols(&self, exprs: &(impl AffineExprs + ?Sized), keep: &[bool]) -> AffineMap {
        let (replacements, count) = renumber(exprs, self.symbols, keep, |position| exprs.affine_symbol(position));
        self.replace(exprs, AffineReplacements { dims: &[], symbols: &replacements }, self.dims, count)
    }

    /// Leaves out the dimensions that do not occur.
    pub fn compress_dims(&self, exprs: &(impl AffineExprs + ?Sized)) -> AffineMap {
        self.project_dims(exprs, &self.used(exprs).0)
    }

    /// Leaves out the symbols that do not occur.
    pub fn compress_symbols(&self, exprs: &(impl AffineExprs + ?Sized)) -> AffineMap {
        self.project_symbols(exprs, &self.used(exprs).1)
    }

    /// One map with the results of all. Dimensions are shared, symbols are not.
    pub fn concat(exprs: &(impl AffineExprs + ?Sized), maps: &[AffineMap]) -> AffineMap {
        let (mut dims, mut symbols, mut results) = (0, 0u32, Vec::new());
        for map in maps {
            results.extend(map.results.iter().map(|result| result.shift_symbols(exprs, 0, symbols)));
            symbols = symbols.saturating_add(map.symbols);
            dims = map.dims.max(dims);
        }
        AffineMap::new(dims, symbols, results)
    }

    /// The map with each result simplified as a sum of products (see [`simplify_expr`]).
    pub fn simplify(&self, exprs: &(impl AffineExprs + ?Sized)) -> AffineMap {
        let simplified = |&result| simplify_expr(exprs, result, self.dims, self.symbols);
        AffineMap::new(self.dims, self.symbols, self.results.iter().map(simplified).collect::<Vec<_>>())
    }
}

/// New expressions for numbered inputs of which some are left out, and how many are left.
fn renumber(
    exprs: &(impl AffineExprs + ?Sized),
    count: u32,
    keep: &[bool],
    make: impl Fn(u32) -> AffineExpr,
) -> (Vec<AffineExpr>, u32) {
    let mut next = 0;
    let replacements = (0..count as usize)
        .map(|position| {
            if !keep.get(position).copied().unwrap_or(true) {
                return exprs.affine_constant(0);
            }
            next += 1;
            make(next - 1)
        })
        .collect();
    (replacements, next)
}

impl IntegerSet {
    /// A set with these constraints, each with whether it is an equality.
    pub fn new(dims: u32, symbols: u32, constraints: impl IntoIterator<Item = (AffineExpr, bool)>) -> IntegerSet {
        let (constraints, equality): (Vec<AffineExpr>, Vec<bool>) = constraints.into_iter().unzip();
        IntegerSet { dims, symbols, constraints: constraints.into(), equality: equality.into() }
    }

    /// The set without elements, in its canonical form `1 == 0`.
    pub fn empty(exprs: &(impl AffineExprs + ?Sized), dims: u32, symbols: u32) -> IntegerSet {
        IntegerSet::new(dims, symbols, [(exprs.affine_constant(1), true)])
    }

    /// The number of dimensions and symbols.
    pub fn input_count(&self) -> usize {
        self.dims as usize + self.symbols as usize
    }

    /// The number of equalities.
    pub fn equality_count(&self) -> usize {
        self.equality.iter().filter(|&&equality| equality).count()
    }

    /// Replaces dimensions and symbols in the constraints, which have `dims` and `symbols` of them then.
    pub fn replace(
        &self,
        exprs: &(impl AffineExprs + ?Sized),
        with: AffineReplacements<'_>,
        dims: u32,
        symbols: u32,
    ) -> IntegerSet {
        let replaced = self.constraints.iter().map(|&constraint| constraint.replace(exprs, with));
        IntegerSet::new(dims, symbols, replaced.zip(self.equality.iter().copied()))
    }

    /// Whether a point is in the set. `None` where a constraint has no value (see [`AffineExpr::evaluate`]).
    pub fn contains(&self, exprs: &(impl AffineExprs + ?Sized), dims: &[i64], symbols: &[i64]) -> Option<bool> {
        let mut inside = true;
        for (constraint, &equality) in self.constraints.iter().zip(&self.equality) {
            let value = constraint.evaluate(exprs, dims, symbols)?;
            inside &= if equality { value == 0 } else { value >= 0 };
        }
        Some(inside)
    }
}
