//! Printing with a compiled format.

use super::parse::{array_element, is_set};
use super::program::{AttrForm, Condition, Count, Form, Inst, Program, Values};
use super::{directives, enums, program_of};
use crate::printer::Printer;
use plugopt_descriptor::Class;
use plugopt_dialect::definition::{OpDef, Syntax, segment_size};
use plugopt_ir::attributes::AttrData;
use plugopt_ir::types::TypeData;
use plugopt_ir::{Attribute, Body, BodyId, Context, NamedAttribute, Op, OpRef, Region, Traits, Type};
use std::ops::Range;

/// Prints what follows the name of an operation in custom form.
pub(crate) fn print_op(printer: &mut Printer<'_>, op: OpRef, def: &OpDef) {
    let Some(ir) = printer.tree() else { return };
    let Syntax::Format { text, program } = &def.syntax else { return };
    let Ok(program) = program_of(printer.context(), def, text, program) else { return };
    let at = ir.position(op);
    let inner = ir.body(op.body);
    let properties = inner.properties(op.op);
    let mut run = Run { printer, def, program, op, inner, outer: ir.body(at.body), outer_op: at.op, properties };
    run.code(0, program.code.len());
}

/// The printing of one operation.
pub(super) struct Run<'r, 'a> {
    pub(super) printer: &'r mut Printer<'a>,
    pub(super) def: &'r OpDef,
    pub(super) program: &'r Program,
    pub(super) op: OpRef,
    /// Where its attributes, regions and successors are.
    pub(super) inner: &'a Body,
    /// Where its operands and results are.
    pub(super) outer: &'a Body,
    pub(super) outer_op: Op,
    pub(super) properties: &'a [Attribute],
}

impl<'a> Run<'_, 'a> {
    fn code(&mut self, from: usize, to: usize) {
        let mut at = from;
        while at < to {
            let inst = self.program.code[at];
            at += 1;
            match inst {
                Inst::Group { group, then, otherwise, .. } => {
                    let group = &self.program.groups[usize::from(group)];
                    let then_end = at + usize::from(then);
                    let end = then_end + usize::from(otherwise);
                    if self.holds(&group.condition) != group.inverted {
                        self.code(at, then_end);
                    } else {
                        self.code(then_end, end);
                    }
                    at = end;
                }
                Inst::Clauses { list, length } => {
                    let mut start = at;
                    for clause in &self.program.lists[usize::from(list)] {
                        let end = start + usize::from(clause.length);
                        if self.holds(&clause.condition) {
                            self.printer.text(self.program.text(clause.word));
                            self.code(start, end);
                        }
                        start = end;
                    }
                    at += usize::from(length);
                }
                inst => self.inst(inst),
            }
        }
    }

    fn space(&mut self, space: bool) {
        if space {
            self.printer.byte(b' ');
        }
    }

    fn inst(&mut self, inst: Inst) {
        match inst {
            Inst::Literal { text, .. } => self.printer.text(self.program.text(text)),
            Inst::Space => self.printer.byte(b' '),
            Inst::Newline => self.printer.newline(),
            Inst::Operand { index, count, space } => {
                self.space(space);
                match count {
                    Count::Nested => self.nested(usize::from(index), |run, range| run.operands(range)),
                    _ => self.operands(self.operand_range(usize::from(index))),
                }
            }
            Inst::Types { of, count, class, space } => {
                self.space(space);
                match (count, of) {
                    (Count::Nested, Values::Operand(index)) => self.nested(usize::from(index), |run, range| {
                        let types = run.operand_types(range);
                        run.printer.types(types);
                    }),
                    _ => self.types(of, class),
                }
            }
            Inst::Attribute { slot, form, space, .. } => {
                self.space(space);
                let value = self.property(usize::from(slot));
                let program = self.program;
                self.attribute(value, &program.forms[usize::from(form)]);
            }
            Inst::Region { index, space, .. } => {
                self.space(space);
                let range = self.region_range(usize::from(index));
                self.regions(range);
            }
            Inst::Successor { index, space, .. } => {
                self.space(space);
                let range = self.successor_range(usize::from(index));
                self.successors(range);
            }
            Inst::Operands { space } => {
                self.space(space);
                self.operands(0..self.outer.operand_count(self.outer_op));
            }
            Inst::Regions { space } => {
                self.space(space);
                self.regions(0..self.inner.op_regions(self.op.op).len());
            }
            Inst::Successors { space } => {
                self.space(space);
                self.successors(0..self.inner.successors(self.op.op).len());
            }
            Inst::FunctionalType { inputs, results, space } => {
                self.space(space);
                self.printer.byte(b'(');
                let inputs = self.types_of(inputs);
                self.printer.types(inputs);
                self.printer.text(b") -> ");
                let results = self.types_of(results);
                self.printer.result_types(results.into_iter());
            }
            Inst::AttrDict { keyword } => self.attr_dict(keyword),
            Inst::PropDict => self.prop_dict(),
            Inst::Custom { index, space } => {
                self.space(space);
                let program = self.program;
                directives::print(self, &program.customs[usize::from(index)]);
            }
            Inst::Group { .. } | Inst::Clauses { .. } => {}
        }
    }

    // ---- what the operation has -----------------------------------------------------------------------------------------

    pub(super) fn property(&self, slot: usize) -> Attribute {
        self.properties.get(slot).copied().unwrap_or(Attribute::NONE)
    }

    #[inline]
    pub(super) fn operand_range(&self, index: usize) -> Range<usize> {
        let count = self.outer.operand_count(self.outer_op);
        if self.program.single_operands && index < count {
            return index..index + 1;
        }
        self.def.operand_range(self.printer.context(), self.properties, count, index)
    }

    #[inline]
    pub(super) fn result_range(&self, index: usize) -> Range<usize> {
        let count = self.outer.result_count(self.outer_op);
        if self.program.single_results && index < count {
            return index..index + 1;
        }
        self.def.result_range(self.printer.context(), self.properties, count, index)
    }

    /// Regions and successors are single but for the last one, which may be a run.
    pub(super) fn region_range(&self, index: usize) -> Range<usize> {
        let count = self.inner.op_regions(self.op.op).len();
        run_of(self.def.regions.iter().map(|r| r.arity != plugopt_descriptor::Arity::One), count, index)
    }

    pub(super) fn successor_range(&self, index: usize) -> Range<usize> {
        let count = self.inner.successors(self.op.op).len();
        run_of(self.def.successors.iter().map(|s| s.arity != plugopt_descriptor::Arity::One), count, index)
    }

    pub(super) fn operand_types(&self, range: Range<usize>) -> Vec<Type> {
        range.map(|i| self.outer.value_type(self.outer.operand(self.outer_op, i))).collect()
    }

    /// The types of values.
    pub(super) fn types_of(&self, of: Values) -> Vec<Type> {
        let result_types =
            |range: Range<usize>| range.map(|i| self.outer.value_type(self.outer.result(self.outer_op, i))).collect();
        match of {
            Values::Operand(index) => self.operand_types(self.operand_range(usize::from(index))),
            Values::Result(index) => result_types(self.result_range(usize::from(index))),
            Values::Operands => self.operand_types(0..self.outer.operand_count(self.outer_op)),
            Values::Results => result_types(0..self.outer.result_count(self.outer_op)),
        }
    }

    fn holds(&self, condition: &Condition) -> bool {
        match condition {
            Condition::Attribute(slot) => {
                let slot = usize::from(*slot);
                is_set(self.printer.context(), self.def, slot, self.property(slot))
            }
            Condition::Operand(index) => !self.operand_range(usize::from(*index)).is_empty(),
            Condition::Result(index) => !self.result_range(usize::from(*index)).is_empty(),
            Condition::Operands => self.outer.operand_count(self.outer_op) > 0,
            Condition::Results => self.outer.result_count(self.outer_op) > 0,
            Condition::Region(index) => {
                let index = usize::from(*index);
                let range = self.region_range(index);
                match self.def.regions[index].arity {
                    plugopt_descriptor::Arity::One => {
                        let regions = self.inner.op_regions(self.op.op);
                        range.clone().any(|i| self.inner.first_block(regions[i]).is_some())
                    }
                    _ => !range.is_empty(),
                }
            }
            Condition::Successor(index) => !self.successor_range(usize::from(*index)).is_empty(),
            Condition::Any(conditions) => conditions.iter().any(|condition| self.holds(condition)),
        }
    }

    // ---- pieces ---------------------------------------------------------------------------------------------------------

    #[inline]
    fn operands(&mut self, range: Range<usize>) {
        let body = self.outer.id();
        for i in range.clone() {
            if i > range.start {
                self.printer.text(b", ");
            }
            self.printer.operand(body, self.outer.operand(self.outer_op, i));
        }
    }

    /// The groups of a variadic of variadics, by the inner sizes.
    pub(super) fn inner_ranges(&self, index: usize) -> impl Iterator<Item = Range<usize>> + use<'a> {
        let sizes = self.def.operands[index].inner_segments.map_or(Attribute::NONE, |slot| self.property(slot));
        inner_ranges(self.printer.context(), sizes, self.operand_range(index))
    }

    /// `(…), (…)`
    fn nested(&mut self, index: usize, print: impl Fn(&mut Self, Range<usize>)) {
        for (i, range) in self.inner_ranges(index).enumerate() {
            if i > 0 {
                self.printer.text(b", ");
            }
            self.printer.byte(b'(');
            print(self, range);
            self.printer.byte(b')');
        }
    }

    #[inline]
    fn types(&mut self, of: Values, class: u16) {
        if matches!(self.program.classes.get(usize::from(class)), Some(Class::Defined(_))) {
            for ty in self.types_of(of) {
                self.printer.type_body(ty);
            }
            return;
        }
        let (outer, op) = (self.outer, self.outer_op);
        let operands = |range: Range<usize>| range.map(move |i| outer.value_type(outer.operand(op, i)));
        let results = |range: Range<usize>| range.map(move |i| outer.value_type(outer.result(op, i)));
        match of {
            Values::Operand(index) => self.printer_types(operands(self.operand_range(usize::from(index)))),
            Values::Result(index) => self.printer_types(results(self.result_range(usize::from(index)))),
            Values::Operands => self.printer_types(operands(0..outer.operand_count(op))),
            Values::Results => self.printer_types(results(0..outer.result_count(op))),
        }
    }

    fn printer_types(&mut self, types: impl Iterator<Item = Type>) {
        self.printer.types(types);
    }

    fn attribute(&mut self, value: Attribute, form: &AttrForm) {
        let context = self.printer.context();
        match &form.form {
            Form::Any => self.printer.attribute(value),
            Form::Typed(_) => self.printer.attribute_without_type(value),
            Form::Symbol => match context.string_value(value) {
                Some(name) => self.printer.symbol_name(name),
                None => self.printer.attribute(value),
            },
            Form::Enum(form) => {
                let text = context.integer_value(value).and_then(|value| enums::attribute_text(&form.def.0, value));
                match text {
                    Some(text) => self.printer.text(text.as_bytes()),
                    None => self.printer.attribute(value),
                }
            }
            Form::Defined(_) => self.printer.attribute_body(value),
            Form::Class => match &form.class {
                Class::Attr(kind) if array_element(context, *kind).is_some() => print_dense_array(self.printer, value),
                _ => self.printer.attribute(value),
            },
            Form::Bool | Form::Integer(_) | Form::String => self.printer.attribute_without_type(value),
        }
    }

    pub(super) fn regions(&mut self, range: Range<usize>) {
        let regions = self.inner.op_regions(self.op.op);
        for i in range.clone() {
            if i > range.start {
                self.printer.text(b", ");
            }
            if let Some(&region) = regions.get(i) {
                let terminators =
                    !self.def.traits.contains(Traits::IMPLICIT_TERMINATOR) || self.needs_terminator(region);
                self.printer.region(self.inner.id(), region, true, terminators, false);
            }
        }
    }

    /// Whether the terminator of a region says more than that it is there.
    fn needs_terminator(&self, region: Region) -> bool {
        let body = self.inner;
        let last = body.first_block(region).and_then(|block| body.last_op(block));
        let Some(op) = last else { return true };
        body.operand_count(op) != 0
            || body.result_count(op) != 0
            || body.attributes(op) != Attribute::EMPTY_DICTIONARY
            || body.properties(op).iter().any(|p| !p.is_none())
    }

    pub(super) fn successors(&mut self, range: Range<usize>) {
        let body: BodyId = self.inner.id();
        let blocks = self.inner.successors(self.op.op).skip(range.start).take(range.len());
        self.printer.list(blocks, |printer, block| printer.successor(body, block));
    }

    /// Whether `attr-dict` and `prop-dict` leave out an inherent attribute.
    fn is_elided(&self, slot: usize, value: Attribute) -> bool {
        let attribute = &self.def.attributes[slot];
        value.is_none()
            || self.program.elided[slot]
            || (attribute.default_text.is_some() && value == attribute.default(self.printer.context()))
    }

    #[inline]
    fn attr_dict(&mut self, keyword: bool) {
        let discardable = self.inner.attributes(self.op.op);
        let no_inherent = self.program.has_prop_dict
            || (0..self.properties.len().min(self.def.attributes.len()))
                .all(|slot| self.is_elided(slot, self.properties[slot]));
        if no_inherent && discardable == Attribute::EMPTY_DICTIONARY {
            return;
        }
        let context = self.printer.context();
        let others = context.dictionary(discardable);
        if no_inherent {
            return self.printer.attr_dict(others.iter().copied(), keyword);
        }
        let all = self.inherent(others);
        self.printer.attr_dict(all, keyword);
    }

    /// Inherent attributes that are not left out, with others, sorted by name.
    pub(super) fn inherent(&self, others: &[NamedAttribute]) -> Vec<NamedAttribute> {
        let context = self.printer.context();
        let mut all: Vec<NamedAttribute> = others.to_vec();
        for (slot, attribute) in self.def.attributes.iter().enumerate() {
            let value = self.property(slot);
            if !self.is_elided(slot, value) {
                all.push((attribute.name, value));
            }
        }
        all.sort_by(|a, b| context.bytes(a.0).cmp(context.bytes(b.0)));
        all
    }

    pub(super) fn prop_dict(&mut self) {
        self.printer.byte(b' ');
        let all = self.inherent(&[]);
        if all.is_empty() {
            return;
        }
        self.printer.byte(b'<');
        // A dictionary of all that there is stands close to its brackets, a part of it is printed as a list of attributes is.
        if self.program.elided.contains(&true) {
            self.printer.attr_dict(all, false);
        } else {
            let dictionary = self.printer.context().dictionary_attr(&all);
            self.printer.attribute(dictionary);
        }
        self.printer.byte(b'>');
    }
}

/// The parts of `whole` that an attribute with sizes cuts it into. None reaches beyond it.
pub(super) fn inner_ranges(
    context: &Context,
    sizes: Attribute,
    whole: Range<usize>,
) -> impl Iterator<Item = Range<usize>> + use<'_> {
    let count = match context.attr_data(sizes) {
        AttrData::DenseArray { data, .. } => data.len() / 4,
        _ => 0,
    };
    let mut start = whole.start;
    (0..count).map(move |i| {
        let size = usize::try_from(segment_size(context, sizes, i)).unwrap_or(0);
        let end = start.saturating_add(size).min(whole.end);
        let range = start..end;
        start = end;
        range
    })
}

/// `[1, 2]`
pub(super) fn print_dense_array(printer: &mut Printer<'_>, value: Attribute) {
    let context = printer.context();
    let AttrData::DenseArray { element, data } = context.attr_data(value) else { return printer.attribute(value) };
    let width = match context.type_data(*element) {
        TypeData::Integer { width, .. } => *width,
        TypeData::Float(kind) => kind.width(),
        _ => 64,
    };
    let bytes = (width as usize).div_ceil(8).max(1);
    printer.byte(b'[');
    printer.list(data.chunks_exact(bytes), |printer, chunk| match context.type_data(*element) {
        TypeData::Float(kind) => {
            let mut bits = [0; 16];
            bits[..chunk.len().min(16)].copy_from_slice(&chunk[..chunk.len().min(16)]);
            kind.print(u128::from_le_bytes(bits), &mut printer.out);
        }
        _ if width == 1 => printer.text(if chunk == [0] { b"false" } else { b"true" }),
        _ => {
            let negative = chunk.last().is_some_and(|b| b & 0x80 != 0);
            let mut word = if negative { [0xff; 8] } else { [0; 8] };
            word[..chunk.len().min(8)].copy_from_slice(&chunk[..chunk.len().min(8)]);
            printer.integer(i64::from_le_bytes(word));
        }
    });
    printer.byte(b']');
}

fn run_of(variable: impl ExactSizeIterator<Item = bool>, count: usize, index: usize) -> Range<usize> {
    let declared = variable.len();
    let mut start = 0;
    for (i, variable) in variable.enumerate() {
        let length = if variable { count.saturating_sub(declared - 1) } else { 1 };
        if i == index {
            return start.min(count)..(start + length).min(count);
        }
        start += length;
    }
    count..count
}
