//! All parts of an operation at once, for walks that look at each of them.

use super::{Body, Link, NO_EXTRA, Op, Range, Value, ValueData};
use crate::attributes::Attribute;
use crate::context::OpName;
use crate::types::Type;

/// See [`Body::parts`].
#[derive(Clone, Copy)]
pub struct OpParts<'b> {
    body: &'b Body,
    /// Its name.
    pub name: OpName,
    /// The discardable attributes: a dictionary.
    pub attributes: Attribute,
    /// The inherent attributes, by slot.
    pub properties: &'b [Attribute],
    /// See [`Body::is_plain`].
    pub is_plain: bool,
    operands: &'b [Link],
    results: &'b [ValueData],
}

impl<'b> OpParts<'b> {
    /// Number of operands.
    #[inline]
    pub fn operand_count(&self) -> usize {
        self.operands.len()
    }

    /// Number of results.
    #[inline]
    pub fn result_count(&self) -> usize {
        self.results.len()
    }

    /// The operands.
    #[inline]
    pub fn operands(&self) -> impl ExactSizeIterator<Item = Value> + Clone + use<'b> {
        self.operands.iter().map(|link| Value(link.target))
    }

    /// The types of the operands.
    #[inline]
    pub fn operand_types(&self) -> impl ExactSizeIterator<Item = Type> + Clone + use<'b> {
        let values = &self.body.values.items;
        self.operands.iter().map(move |link| values[link.target as usize].ty)
    }

    /// The types of the results.
    #[inline]
    pub fn result_types(&self) -> impl ExactSizeIterator<Item = Type> + Clone + use<'b> {
        self.results.iter().map(|value| value.ty)
    }
}

impl Body {
    /// What an operation is made of, looked up at once.
    #[inline]
    pub fn parts(&self, op: Op) -> OpParts<'_> {
        let data = &self.ops[op.at()];
        let properties = Range { start: data.properties, len: data.property_count as u32 };
        OpParts {
            body: self,
            name: data.name,
            attributes: data.attributes,
            properties: &self.properties.items[properties.indexes()],
            is_plain: data.extra == NO_EXTRA,
            operands: &self.operands.items[data.operands.indexes()],
            results: &self.values.items[data.results.indexes()],
        }
    }
}
