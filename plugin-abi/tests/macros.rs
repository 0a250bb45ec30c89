//! The macros against the SDK: a crate with two dialects and a pass, as a plugin author writes it.
#![allow(missing_docs)]

use plugopt_descriptor::{Descriptor, HookId};
use plugopt_plugin::prelude::*;
use plugopt_plugin::raw;

dialect! {
    /// Fixed-point arithmetic.
    dialect fixed materialize_constant materialize verify_op_attribute check_attribute;

    /// How a result is rounded.
    enum Rounding : i32 { down = 0, "to-nearest" as Nearest = 1, truncate = 0 }
    bits Flags : i32 separator "," { none = 0, nsw = 1, nuw = 2, group both = 3 }
    attr flags(value: Flags) format "`<` $value `>`";

    /// A number with `int_bits` before and `frac_bits` after the point.
    type q(int_bits: u32, frac_bits: u32, signed: bool, inner?: type) format "`<` $int_bits `.` $frac_bits `>`" verify check_width;
    type token parse parse_token print print_token;

    constraint Small "small" = AnyType & hook(is_small);
    directive Widths parse parse_widths print print_widths;

    /// Adds two numbers of the same format.
    op add(lhs: q, rhs: q) -> (result: q)
        attrs (flags: flags = "#fixed.flags<none>", rounding?: Rounding, name?: StrAttr, exact: BoolAttr = "false", of?: TypeAttr)
        traits [Pure, Commutative, SameOperandsAndResultType,
                TypesMatchWith<"halves", lhs, result, hook(half)>, PredOpTrait<"even", hook(is_even)>]
        format "$lhs `,` $rhs attr-dict `:` type($result)"
        fold fold_add verify verify::add canonicalize canonicalize_add infer infer_add result_names name_add;

    op loop(init: variadic<q>, limit: optional<Small>, last: q) -> (results: variadic<q>)
        regions (body: SizedRegion<1>, others: variadic<AnyRegion>)
        successors (next, rest: variadic<AnySuccessor>)
        traits [AttrSizedOperandSegments]
        interfaces [RegionBranchOpInterface { successor_regions = loop_regions }]
        effects loop_effects parse parse_loop print print_loop verify_regions verify_loop
        region_names name_arguments block_names name_blocks;
}

dialect! {
    dialect other;
    op nothing fold fold_add;
}

fn materialize<'s>(builder: &mut Builder<'s>, value: Attribute<'s>, ty: Type<'s>) -> Result<Option<Op<'s>>> {
    builder.op(AddOp::NAME).attribute("value", value).result(ty).build().map(Some)
}
fn check_attribute<'s>(_: Op<'s>, _: NamedAttribute<'s>) -> Result<()> {
    Ok(())
}
fn check_width<'s>(_: Session<'s>, parameters: &[Option<Attribute<'s>>]) -> Result<()> {
    if parameters.len() == 4 { Ok(()) } else { Err("four parameters".into()) }
}
fn parse_token<'s>(parser: &mut OpAsmParser<'s>) -> Result<Vec<Option<Attribute<'s>>>> {
    parser.parse_keyword("it")?;
    Ok(Vec::new())
}
fn print_token<'s>(_: &mut OpAsmPrinter<'s>, _: &[Option<Attribute<'s>>]) {}
fn is_small(ty: Type<'_>) -> bool {
    ty.width() < 8
}
fn is_even(op: Op<'_>) -> bool {
    op.operand_count() % 2 == 0
}
fn half(ty: Type<'_>) -> Vec<Type<'_>> {
    vec![ty]
}
fn parse_widths(_: &mut OpAsmParser<'_>, _: Slots) -> Result<()> {
    Ok(())
}
fn print_widths<'s>(_: Op<'s>, _: &mut OpAsmPrinter<'s>, _: Slots) {}
fn fold_add<'s>(op: Op<'s>, _: FoldOperands<'_, 's>) -> Option<Fold<'s>> {
    let add = AddOp::new(op);
    (add.flags()? == Flags::NSW | Flags::NUW && add.rounding().is_none()).then(|| Fold::from(add.lhs()))
}
mod verify {
    use super::*;
    pub fn add(op: Op<'_>) -> Result<()> {
        let add = AddOp::cast(op).ok_or("not an addition")?;
        match QType::cast(add.result().ty()) {
            Some(q) if q.int_bits() == Some(0) && q.inner().is_none() && q.signed() != Some(true) => {
                Err("too narrow".into())
            }
            _ => Ok(()),
        }
    }
}
fn canonicalize_add<'s>(op: Op<'s>, _: &mut Rewriter<'s>) -> Result<bool> {
    let add = AddOp::new(op);
    let swapped =
        AddOp::build(&Builder::before(op), &[], add.rhs(), add.lhs(), add.flags_attr(), None, None, None, None)?;
    Ok(swapped.op() != op)
}
fn infer_add(_: &mut OpState<'_>) -> Result<()> {
    Ok(())
}
fn name_add(_: Op<'_>, _: &mut AsmNames<'_>) {}
fn loop_regions(_: Op<'_>, _: Option<u32>, _: &mut Vec<raw::RegionSuccessor>) {}
fn loop_effects<'s>(op: Op<'s>, _: &mut Effects<'s>) {
    let it = LoopOp::new(op);
    let _ = (it.init().len(), it.limit(), it.last(), it.results().len(), it.body(), it.next());
}
fn parse_loop<'s>(_: &mut OpAsmParser<'s>, _: &mut OpState<'s>) -> Result<()> {
    Ok(())
}
fn print_loop<'s>(_: Op<'s>, _: &mut OpAsmPrinter<'s>) {}
fn verify_loop(_: Op<'_>) -> Result<()> {
    Ok(())
}
fn name_arguments<'s>(_: Op<'s>, _: Region<'s>, _: &mut AsmNames<'s>) {}
fn name_blocks<'s>(_: Op<'s>, _: &mut AsmNames<'s>) {}

/// Where to start.
#[derive(Clone, Copy, Default, PartialEq, Debug, OptionValue)]
enum Start {
    #[default]
    Top,
    #[option(name = "the-bottom")]
    Bottom,
}

/// Replaces multiplications by powers of two with shifts.
///
/// At length.
#[derive(Pass, Clone, Default)]
#[pass(name = "strength-reduce", anchor = "func.func", dialects = ["arith"])]
struct StrengthReduce {
    /// Largest shift to emit.
    #[option(default = 31)]
    max_shift: u32,
    #[option(default = "top")]
    start: Start,
    #[option]
    tiles: Vec<i64>,
    #[option]
    only: Option<String>,
    /// Multiplications replaced.
    #[statistic]
    replaced: Counter,
    scratch: Vec<u8>,
}

impl Run for StrengthReduce {
    fn run(&mut self, _: Op<'_>, _: &mut PassContext<'_>) -> Result<()> {
        self.scratch.clear();
        self.replaced += u64::from(self.max_shift) + self.tiles.len() as u64;
        if self.start == Start::Bottom && self.only.is_some() { Err("no".into()) } else { Ok(()) }
    }
}

export_plugin! { name: "fixed", description: "Fixed \"point\"", dialects: [fixed, other], passes: [StrengthReduce] }

#[test]
fn hooks_are_in_the_order_of_the_descriptor() {
    let descriptor = Descriptor::new(&fixed::DESCRIPTOR).unwrap();
    assert_eq!((descriptor.dialect_name(), fixed::NAME), (Some("fixed"), "fixed"));
    assert_eq!(descriptor.hook_count(), fixed::HOOKS.len());
    for (index, hook) in fixed::HOOKS.iter().enumerate() {
        let declared = descriptor.hook(HookId(index as u32)).unwrap();
        assert_eq!(u32::from(declared.role.code()), hook.role.0, "{declared:?}");
    }
    assert_eq!(descriptor.op_names().collect::<Vec<_>>(), ["add", "loop"]);
    assert_eq!((AddOp::NAME, QType::NAME, FlagsAttr::NAME), ("fixed.add", "fixed.q", "fixed.flags"));
}

#[test]
fn enums() {
    assert_eq!(Rounding::from_name("to-nearest"), Some(Rounding::Nearest));
    assert_eq!((Rounding::Nearest.value(), Rounding::Nearest.as_str()), (1, "to-nearest"));
    assert_eq!((Rounding::from_name("truncate"), Rounding::from_value(7)), (Some(Rounding::Down), None));
    assert_eq!(Rounding::Truncate, Rounding::Down);
    assert_eq!((Flags::NSW | Flags::NUW, Flags::from_value(4)), (Flags::BOTH, None));
    assert!(Flags::BOTH.contains(Flags::NUW) && Flags::NONE.is_empty() && Flags::default() == Flags::NONE);
}

#[test]
fn a_plugin_of_two_dialects() {
    let manifest: toml::Table = PLUGIN.manifest.split_once('\n').unwrap().1.parse().unwrap();
    assert!(PLUGIN.manifest.starts_with("plugopt-manifest 1\n"));
    assert_eq!(manifest["name"].as_str(), Some("fixed"));
    assert_eq!(manifest["version"].as_str(), Some(env!("CARGO_PKG_VERSION")));
    assert_eq!(manifest["description"].as_str(), Some("Fixed \"point\""));
    assert_eq!(manifest["dialects"], toml::Value::from(vec!["fixed", "other"]));
    let pass = &manifest["pass"][0];
    assert_eq!(pass["name"].as_str(), Some("strength-reduce"));
    assert_eq!(pass["summary"].as_str(), Some("Replaces multiplications by powers of two with shifts"));
    assert_eq!(pass["dialects"], toml::Value::from(vec!["arith"]));
    let options = pass["option"].as_array().unwrap();
    let types: Vec<_> = options.iter().map(|option| option["type"].as_str().unwrap()).collect();
    assert_eq!(types, ["int", "enum", "list<int>", "string"]);
    assert_eq!(options[0]["default"].as_str(), Some("31"));
    assert_eq!(options[1]["values"], toml::Value::from(vec!["top", "the-bottom"]));
    assert_eq!(pass["statistic"][0]["help"].as_str(), Some("Multiplications replaced"));
}
