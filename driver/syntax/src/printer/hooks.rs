//! The printer as the hooks of definitions see it.

use super::Printer;
use super::affine::PrintName;
use plugopt_dialect::asm::{AsmPrinter, OpAsmPrinter};
use plugopt_ir::attributes::AttrData;
use plugopt_ir::{AffineExpr, Attribute, Block, BodyId, Context, Ir, NamedAttribute, OpRef, Region, Type, Value};

impl<'a> Printer<'a> {
    /// Gives the arguments of a region's first block the names of other values, as `shadowRegionArgs` does.
    pub fn shadow_region_arguments(&mut self, body: BodyId, region: Region, names: &[Value]) {
        let Some(data) = self.ir.and_then(|ir| ir.try_body(body)) else { return };
        let Some(entry) = data.first_block(region) else { return };
        let owner = data.region_op(region);
        // The names are those of the operation's operands, which for a root are kept in the body around.
        let around = match data.parent() {
            Some((around, _)) if owner == plugopt_ir::Body::ROOT => around,
            _ => body,
        };
        for (&argument, &value) in data.arguments(entry).iter().zip(names) {
            if value.is_none() {
                continue;
            }
            let mut name = Vec::new();
            if let Some(names) = self.names(around) {
                names.push_value(value, false, &mut name);
            }
            if let (Some(names), Some(name)) = (self.names_mut(body), name.strip_prefix(b"%")) {
                names.shadow(argument, name);
            }
        }
    }

    /// An affine map whose dimensions and symbols are values; without the names of these and without `affine_map<…>`.
    pub fn affine_map_of_ssa_ids(&mut self, map: Attribute, body: BodyId, operands: &[Value]) {
        let AttrData::AffineMap(map) = self.context.attr_data(map) else {
            return self.text(b"<<NULL AFFINE MAP>>");
        };
        let (dims, symbols) = operands.split_at(operands.len().min(map.dims as usize));
        self.list(map.results.iter(), |p, &expr| p.affine_expr_of_ssa_ids(expr, body, dims, symbols));
    }

    /// An affine expression whose dimensions and symbols are values.
    pub fn affine_expr_of_ssa_ids(&mut self, expr: AffineExpr, body: BodyId, dims: &[Value], symbols: &[Value]) {
        let name: PrintName<'_, 'a> = &mut |printer, position, symbol| {
            let value = if symbol { symbols } else { dims }.get(position as usize).copied();
            if symbol {
                printer.text(b"symbol(");
            }
            match value {
                Some(value) => printer.operand(body, value),
                None => printer.text(b"<<UNKNOWN SSA VALUE>>"),
            }
            if symbol {
                printer.byte(b')');
            }
        };
        self.affine_expr_of(expr, name);
    }

    /// The attributes of an operation that the custom form prints: inherent ones that are set and discardable ones, sorted by name.
    pub fn all_attributes(&self, op: OpRef) -> Vec<NamedAttribute> {
        let Some(place) = self.place_of(op) else { return Vec::new() };
        let entry = self.ops.peek(place.inner.name(place.root));
        self.attributes_of(place, &entry)
    }
}

impl AsmPrinter for Printer<'_> {
    fn context(&self) -> &Context {
        self.context
    }
    fn text(&mut self, text: &[u8]) {
        Printer::text(self, text);
    }
    fn ty(&mut self, ty: Type) {
        Printer::ty(self, ty);
    }
    fn attribute(&mut self, attr: Attribute) {
        Printer::attribute(self, attr);
    }
    fn attribute_without_type(&mut self, attr: Attribute) {
        Printer::attribute_without_type(self, attr);
    }
    fn attribute_body(&mut self, attr: Attribute) {
        Printer::attribute_body(self, attr);
    }
    fn type_body(&mut self, ty: Type) {
        Printer::type_body(self, ty);
    }
    fn string(&mut self, text: &[u8]) {
        Printer::string(self, text);
    }
    fn keyword_or_string(&mut self, text: &[u8]) {
        Printer::keyword_or_string(self, text);
    }
    fn symbol_name(&mut self, name: &[u8]) {
        Printer::symbol_name(self, name);
    }
}

impl OpAsmPrinter for Printer<'_> {
    fn ir(&self) -> &Ir {
        self.ir.expect("operations are printed from a tree")
    }
    fn operand(&mut self, body: BodyId, value: Value) {
        Printer::operand(self, body, value);
    }
    fn successor(&mut self, body: BodyId, block: Block) {
        Printer::successor(self, body, block);
    }
    fn optional_attr_dict(&mut self, attributes: &[NamedAttribute], elided: &[&[u8]]) {
        let context = self.context;
        self.attr_dict(kept(context, attributes, elided), false);
    }
    fn optional_attr_dict_with_keyword(&mut self, attributes: &[NamedAttribute], elided: &[&[u8]]) {
        let context = self.context;
        self.attr_dict(kept(context, attributes, elided), true);
    }
    fn region(&mut self, body: BodyId, region: Region, entry_arguments: bool, terminators: bool, empty_block: bool) {
        Printer::region(self, body, region, entry_arguments, terminators, empty_block);
    }
    fn region_argument(&mut self, body: BodyId, value: Value, attributes: Attribute, omit_type: bool) {
        Printer::region_argument(self, body, value, attributes, omit_type);
    }
    fn shadow_region_arguments(&mut self, body: BodyId, region: Region, names: &[Value]) {
        Printer::shadow_region_arguments(self, body, region, names);
    }
    fn affine_map_of_ssa_ids(&mut self, map: Attribute, body: BodyId, operands: &[Value]) {
        Printer::affine_map_of_ssa_ids(self, map, body, operands);
    }
    fn generic_op(&mut self, op: OpRef) {
        Printer::generic_op(self, op);
    }
    fn custom_op(&mut self, op: OpRef) {
        Printer::custom_op(self, op);
    }
    fn newline(&mut self) {
        Printer::newline(self);
    }
    fn increase_indent(&mut self) {
        Printer::increase_indent(self);
    }
    fn decrease_indent(&mut self) {
        Printer::decrease_indent(self);
    }
    fn all_attributes(&self, op: OpRef) -> Vec<NamedAttribute> {
        Printer::all_attributes(self, op)
    }
}

/// The attributes whose names are not among `elided`.
fn kept<'s>(
    context: &'s Context,
    attributes: &'s [NamedAttribute],
    elided: &'s [&'s [u8]],
) -> impl Iterator<Item = NamedAttribute> + 's {
    attributes.iter().copied().filter(move |&(name, _)| !elided.contains(&context.bytes(name)))
}
