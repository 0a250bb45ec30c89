//! Affine expressions, maps and integer sets.

/// An interned affine expression.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
#[repr(transparent)]
pub struct AffineExpr(pub u32);

/// The operation of a binary expression.
#[allow(missing_docs)]
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum AffineBinaryKind {
    Add,
    Mul,
    Mod,
    FloorDiv,
    CeilDiv,
}

/// What an [`AffineExpr`] stands for.
#[allow(missing_docs)]
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum AffineExprData {
    Dim(u32),
    Symbol(u32),
    Constant(i64),
    Binary(AffineBinaryKind, AffineExpr, AffineExpr),
}

/// Interns expressions.
pub trait AffineExprs {
    /// The expression that stands for `data`.
    fn intern(&self, data: AffineExprData) -> AffineExpr;
    /// What an expression stands for.
    fn get(&self, expr: AffineExpr) -> AffineExprData;
}

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
