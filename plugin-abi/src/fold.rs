//! Folding.

use crate::batch::Batch;
use crate::float::Float;
use crate::handles::{Attribute, Type, Value};
use crate::int::Int;
use crate::raw::{self, AttributeKind, TypeKind};
use crate::session::{Session, Wrap};
use std::marker::PhantomData;

/// The constant operands of an operation that is folded.
#[derive(Clone, Copy)]
pub struct FoldOperands<'a, 's> {
    raw: &'a [raw::Attribute],
    session: Session<'s>,
}

impl<'a, 's> FoldOperands<'a, 's> {
    pub(crate) fn new(raw: &'a [raw::Attribute], session: Session<'s>) -> Self {
        FoldOperands { raw, session }
    }

    /// How many operands.
    pub fn len(self) -> usize {
        self.raw.len()
    }

    /// Whether there is none.
    pub fn is_empty(self) -> bool {
        self.raw.is_empty()
    }

    /// The constant of an operand, if it is one.
    #[inline]
    pub fn get(self, index: usize) -> Option<Attribute<'s>> {
        Option::<Attribute<'s>>::wrap(*self.raw.get(index)?, self.session)
    }

    /// All of them.
    pub fn iter(self) -> impl Iterator<Item = Option<Attribute<'s>>> + 'a
    where
        's: 'a,
    {
        let session = self.session;
        self.raw.iter().map(move |raw| Option::<Attribute<'s>>::wrap(*raw, session))
    }
}

/// What an operation, or one of its results, folds to.
#[derive(Clone, Debug)]
pub enum Fold<'s> {
    /// A constant.
    Attribute(Attribute<'s>),
    /// A value that exists.
    Value(Value<'s>),
    /// The operation itself was changed.
    InPlace,
    /// One for each result, if there is not exactly one.
    Results(Vec<Fold<'s>>),
}

impl<'s> From<Attribute<'s>> for Fold<'s> {
    fn from(attribute: Attribute<'s>) -> Self {
        Fold::Attribute(attribute)
    }
}

impl<'s> From<Value<'s>> for Fold<'s> {
    fn from(value: Value<'s>) -> Self {
        Fold::Value(value)
    }
}

impl Fold<'_> {
    pub(crate) fn result(&self) -> Option<raw::FoldResult> {
        // SAFETY: a struct of handles.
        let mut out: raw::FoldResult = unsafe { core::mem::zeroed() };
        match self {
            Fold::Attribute(attribute) => out.attribute = attribute.raw,
            Fold::Value(value) => out.value = value.raw,
            Fold::InPlace | Fold::Results(_) => return None,
        }
        Some(out)
    }
}

/// The constant elements of one operand: a scalar, a splat or a list.
enum Elements<'s> {
    One(Attribute<'s>),
    Many(Attribute<'s>, usize),
}

impl<'s> Elements<'s> {
    fn of(attribute: Attribute<'s>) -> Option<Self> {
        match attribute.kind() {
            AttributeKind::INTEGER | AttributeKind::FLOAT => Some(Elements::One(attribute)),
            AttributeKind::DENSE_ELEMENTS if attribute.is_splat() => Some(Elements::One(attribute.dense_element(0))),
            AttributeKind::DENSE_ELEMENTS => Some(Elements::Many(attribute, attribute.dense_count())),
            _ => None,
        }
    }

    fn get(&self, index: usize) -> Attribute<'s> {
        match self {
            Elements::One(attribute) => *attribute,
            Elements::Many(attribute, _) => attribute.dense_element(index),
        }
    }
}

/// Folds elementwise: scalars, splats and lists of constants of any operands of equal shape. `ty` is the type of the result, `f` computes
/// one element, as an attribute of the element type.
pub fn elementwise<'s, const N: usize>(
    operands: [Attribute<'s>; N],
    ty: Type<'s>,
    mut f: impl FnMut([Attribute<'s>; N]) -> Option<Attribute<'s>>,
) -> Option<Fold<'s>> {
    let mut elements = Vec::with_capacity(N);
    for operand in operands {
        elements.push(Elements::of(operand)?);
    }
    let count = elements.iter().find_map(|e| if let Elements::Many(_, count) = e { Some(*count) } else { None });
    let mut at = |index: usize| f(core::array::from_fn(|i| elements[i].get(index)));
    if !matches!(ty.kind(), TypeKind::VECTOR | TypeKind::RANKED_TENSOR) {
        return count.is_none().then(|| at(0))?.map(Fold::Attribute);
    }
    if !ty.has_static_shape() {
        return None;
    }
    let session = ty.session();
    let Some(count) = count else {
        let element = at(0)?;
        return session.dense_elements_from(ty, &[element]).ok().map(Fold::Attribute);
    };
    let mut results = Vec::with_capacity(count);
    for index in 0..count {
        results.push(at(index)?);
    }
    session.dense_elements_from(ty, &results).ok().map(Fold::Attribute)
}

/// Folds two integers, elementwise where they are vectors or tensors.
pub fn binary_int<'s>(
    lhs: Attribute<'s>,
    rhs: Attribute<'s>,
    ty: Type<'s>,
    mut f: impl FnMut(&Int, &Int) -> Option<Int>,
) -> Option<Fold<'s>> {
    let element = ty.element_or_self();
    elementwise([lhs, rhs], ty, |[a, b]| {
        let value = f(&Int::from_attribute(a)?, &Int::from_attribute(b)?)?;
        Some(value.to_attribute(element))
    })
}

/// Folds one integer, elementwise where it is a vector or tensor.
pub fn unary_int<'s>(operand: Attribute<'s>, ty: Type<'s>, mut f: impl FnMut(&Int) -> Option<Int>) -> Option<Fold<'s>> {
    let element = ty.element_or_self();
    elementwise([operand], ty, |[a]| Some(f(&Int::from_attribute(a)?)?.to_attribute(element)))
}

/// Folds two floating point numbers, elementwise where they are vectors or tensors.
pub fn binary_float<'s>(
    lhs: Attribute<'s>,
    rhs: Attribute<'s>,
    ty: Type<'s>,
    mut f: impl FnMut(Float<'s>, Float<'s>) -> Option<Float<'s>>,
) -> Option<Fold<'s>> {
    let element = ty.element_or_self();
    elementwise([lhs, rhs], ty, |[a, b]| {
        Some(f(Float::from_attribute(a)?, Float::from_attribute(b)?)?.to_attribute(element))
    })
}

/// Folds one floating point number, elementwise where it is a vector or tensor.
pub fn unary_float<'s>(
    operand: Attribute<'s>,
    ty: Type<'s>,
    mut f: impl FnMut(Float<'s>) -> Option<Float<'s>>,
) -> Option<Fold<'s>> {
    let element = ty.element_or_self();
    elementwise([operand], ty, |[a]| Some(f(Float::from_attribute(a)?)?.to_attribute(element)))
}

/// Collects the effects of an operation.
pub struct Effects<'s> {
    pub(crate) list: Vec<raw::Effect>,
    loan: PhantomData<Session<'s>>,
}

impl<'s> Effects<'s> {
    pub(crate) fn new() -> Self {
        Effects { list: Vec::new(), loan: PhantomData }
    }

    /// Adds an effect on a value, or on the default resource as a whole.
    pub fn add(&mut self, kind: raw::EffectKind, value: Option<Value<'s>>) {
        // SAFETY: a struct of numbers and handles.
        let mut effect: raw::Effect = unsafe { core::mem::zeroed() };
        effect.kind = kind;
        effect.value = value.into_raw();
        self.list.push(effect);
    }

    /// Adds a read.
    pub fn read(&mut self, value: Option<Value<'s>>) {
        self.add(raw::EffectKind::READ, value);
    }

    /// Adds a write.
    pub fn write(&mut self, value: Option<Value<'s>>) {
        self.add(raw::EffectKind::WRITE, value);
    }

    /// Adds an allocation.
    pub fn allocate(&mut self, value: Option<Value<'s>>) {
        self.add(raw::EffectKind::ALLOCATE, value);
    }

    /// Adds a release.
    pub fn free(&mut self, value: Option<Value<'s>>) {
        self.add(raw::EffectKind::FREE, value);
    }
}

/// The elements of a dense attribute, as attributes.
pub fn dense_elements<'s>(attribute: Attribute<'s>) -> Vec<Attribute<'s>> {
    (0..attribute.dense_count()).map(|index| attribute.dense_element(index)).collect()
}

impl<'s> Attribute<'s> {
    /// The attribute of all elements: itself for a scalar, the one element of a splat; none for others.
    pub fn splat_or_self(self) -> Option<Attribute<'s>> {
        match Elements::of(self)? {
            Elements::One(attribute) => Some(attribute),
            Elements::Many(..) => None,
        }
    }

    /// The integer that all elements are.
    pub fn int(self) -> Option<Int> {
        Int::from_attribute(self.splat_or_self()?)
    }

    /// The floating point number that all elements are.
    pub fn float(self) -> Option<Float<'s>> {
        Float::from_attribute(self.splat_or_self()?)
    }

    /// Elements of an array attribute that are integers.
    pub fn integers(self) -> Option<Vec<i64>> {
        match self.kind() {
            AttributeKind::ARRAY => self.elements().iter().map(Attribute::integer).collect(),
            AttributeKind::DENSE_ARRAY => Some(self.i64_array().to_vec()),
            _ => None,
        }
    }

    /// Elements of an array attribute.
    pub fn array(self) -> Option<Batch<'s, Attribute<'s>>> {
        (self.kind() == AttributeKind::ARRAY).then(|| self.elements())
    }
}
