//! The dialect `scf`: loops, branches and regions that are executed in place, as of LLVM 22.

mod conditional;
mod forall;
mod loops;
mod parallel;
mod patterns;
mod region;
mod switch;

use conditional::*;
use forall::*;
use loops::*;
use parallel::*;
use patterns::{
    canonicalize_execute_region, canonicalize_for, canonicalize_forall, canonicalize_if, canonicalize_index_switch,
    canonicalize_parallel, canonicalize_while,
};
use plugopt_plugin::prelude::*;
use region::*;
use switch::*;

dialect! {
    /// Structured control flow.
    ///
    /// Loops and branches keep their bodies in regions and give values, so that programs need no blocks of their own for them.
    dialect scf depends ["arith", "cf"];

    directive SwitchCases parse parse_switch_cases print print_switch_cases;

    /// Goes on with the loop, or leaves it.
    ///
    /// It ends the first region of a `scf.while`: while the condition holds the arguments go to the second region, else they are the
    /// loop's results.
    op condition(condition: I1, args: variadic<AnyType>)
        traits [HasParent<while>, Pure, Terminator]
        interfaces [RegionBranchTerminatorOpInterface]
        format "`(` $condition `)` attr-dict ($args^ `:` type($args))?";

    /// Executes a region of any number of blocks once.
    ///
    /// It gives what `scf.yield` passes out of the region. With `no_inline` it is kept as it is.
    op execute_region -> (_: variadic<AnyType>)
        attrs (no_inline: UnitAttr)
        regions (region: AnyRegion)
        traits [RecursiveMemoryEffects]
        interfaces [RegionBranchOpInterface]
        parse parse_execute_region print print_execute_region
        verify verify_execute_region verify_regions verify_execute_region_edges canonicalize canonicalize_execute_region;

    /// Counts from a lower bound to an upper bound, which is not reached, by a step.
    ///
    /// Values may be carried from one iteration to the next; those of the last one are the results. Bounds are compared as signed
    /// numbers unless `unsignedCmp` is set.
    op for(lowerBound: AnySignlessIntegerOrIndex, upperBound: AnySignlessIntegerOrIndex, step: AnySignlessIntegerOrIndex, initArgs: variadic<AnyType>) -> (results: variadic<AnyType>)
        attrs (unsignedCmp: UnitAttr)
        regions (region: SizedRegion<1>)
        traits [AutomaticAllocationScope, AllTypesMatch<lowerBound, upperBound, step>, SingleBlockImplicitTerminator<yield>, RecursiveMemoryEffects]
        interfaces [LoopLikeOpInterface, ConditionallySpeculatable { speculatability = for_speculatability }, RegionBranchOpInterface]
        parse parse_for print print_for
        verify verify_for verify_regions verify_for_regions canonicalize canonicalize_for;

    /// A parallel loop over any number of dimensions whose iterations share tensors.
    ///
    /// Its body runs once for every point; what the points contribute to the shared outputs is said by `scf.forall.in_parallel`.
    op forall(dynamicLowerBound: variadic<Index>, dynamicUpperBound: variadic<Index>, dynamicStep: variadic<Index>, outputs: variadic<AnyRankedTensor>) -> (results: variadic<AnyType>)
        attrs (staticLowerBound: DenseI64ArrayAttr, staticUpperBound: DenseI64ArrayAttr, staticStep: DenseI64ArrayAttr, mapping?: TypedArrayAttrBase<AnyAttrOf<[AttrInterface<"DeviceMappingAttrInterface", "DeviceMappingAttrInterface instance">, AttrInterface<"DeviceMaskingAttrInterface", "DeviceMaskingAttrInterface instance">], "DeviceMappingAttrInterface instance or DeviceMaskingAttrInterface instance">, "Device Mapping array attribute">)
        regions (region: SizedRegion<1>)
        traits [AttrSizedOperandSegments, AutomaticAllocationScope, RecursiveMemoryEffects, SingleBlockImplicitTerminator<"scf.forall.in_parallel">, HasParallelRegion]
        interfaces [LoopLikeOpInterface, RegionBranchOpInterface, DestinationStyleOpInterface]
        parse parse_forall print print_forall
        verify verify_forall canonicalize canonicalize_forall;

    /// Ends a `scf.forall`: its operations say what an iteration writes to the shared outputs.
    op forall.in_parallel as InParallelOp
        regions (region: SizedRegion<1>)
        traits [Pure, Terminator, HasParent<forall>, NoTerminator, SingleBlock, HasOnlyGraphRegion]
        interfaces [InParallelOpInterface, RegionKindInterface]
        parse parse_in_parallel print print_in_parallel
        verify verify_in_parallel;

    /// Executes one of two regions, by a condition.
    ///
    /// Without results the second region may be missing.
    op if(condition: I1) -> (results: variadic<AnyType>)
        regions (thenRegion: SizedRegion<1>, elseRegion: MaxSizedRegion<1>)
        traits [SingleBlockImplicitTerminator<yield>, RecursiveMemoryEffects, RecursivelySpeculatable, NoRegionArguments]
        interfaces [RegionBranchOpInterface]
        parse parse_if print print_if
        verify verify_if verify_regions verify_if_regions fold fold_if canonicalize canonicalize_if;

    /// A loop over any number of dimensions whose iterations may run at the same time.
    ///
    /// Values are combined by the `scf.reduce` that ends it, in no particular order.
    op parallel(lowerBound: variadic<Index>, upperBound: variadic<Index>, step: variadic<Index>, initVals: variadic<AnyType>) -> (results: variadic<AnyType>)
        regions (region: SizedRegion<1>)
        traits [AutomaticAllocationScope, AttrSizedOperandSegments, RecursiveMemoryEffects, SingleBlockImplicitTerminator<reduce>, HasParallelRegion]
        interfaces [LoopLikeOpInterface, RegionBranchOpInterface]
        parse parse_parallel print print_parallel
        verify verify_parallel canonicalize canonicalize_parallel;

    /// Ends a `scf.parallel`: each region combines two values of the type of its operand into one.
    op reduce(operands: variadic<AnyType>)
        regions (reductions: variadic<SizedRegion<1>>)
        traits [Terminator, HasParent<parallel>, RecursiveMemoryEffects]
        interfaces [RegionBranchTerminatorOpInterface]
        format "(`(` $operands^ `:` type($operands) `)`)? $reductions attr-dict"
        verify_regions verify_reduce_regions;

    /// Ends a region of `scf.reduce` with the combined value.
    op reduce.return(result: AnyType)
        traits [HasParent<reduce>, Pure, Terminator]
        format "$result attr-dict `:` type($result)"
        verify verify_reduce_return;

    /// A loop whose condition is computed by a region of its own.
    ///
    /// The first region runs before each iteration and ends with `scf.condition`; the second one is the body, whose yielded values go back to the first.
    op while(inits: variadic<AnyType>) -> (results: variadic<AnyType>)
        regions (before: SizedRegion<1>, after: SizedRegion<1>)
        traits [RecursiveMemoryEffects, SingleBlock]
        interfaces [RegionBranchOpInterface, LoopLikeOpInterface]
        parse parse_while print print_while
        verify verify_while verify_regions verify_while_regions canonicalize canonicalize_while;

    /// Executes the region whose constant equals the operand, else the default region.
    op index_switch(arg: Index) -> (results: variadic<AnyType>)
        attrs (cases: DenseI64ArrayAttr)
        regions (defaultRegion: SizedRegion<1>, caseRegions: variadic<SizedRegion<1>>)
        traits [RecursiveMemoryEffects, SingleBlockImplicitTerminator<yield>]
        interfaces [RegionBranchOpInterface]
        format r#"$arg attr-dict (`->` type($results)^)? custom<SwitchCases>($cases, $caseRegions) `\n` `` `default` $defaultRegion"#
        verify verify_index_switch canonicalize canonicalize_index_switch;

    /// Ends a region and passes values out of it.
    op yield(results: variadic<AnyType>)
        traits [Pure, ReturnLike, Terminator, HasParent<execute_region, for, if, index_switch, while>]
        interfaces [RegionBranchTerminatorOpInterface]
        format "attr-dict ($results^ `:` type($results))?";
}

export_plugin! { name: "scf", description: "Structured control flow", dialects: [scf], passes: [] }

/// Where the terminator of a region is wrong: an error on the operation that shows it.
fn wrong_terminator<'s>(op: Op<'s>, region: Region<'s>, message: &str) -> Error {
    let mut diagnostic = op.diagnostic(Severity::ERROR, message);
    if let Some(last) = region.entry_block().and_then(Block::last_op) {
        diagnostic = diagnostic.note(last.location(), "terminator here");
    }
    diagnostic.emit()
}

/// The operation that ends a region of one block, if it has this name.
fn ended_by<'s>(region: Region<'s>, name: &str) -> Option<Op<'s>> {
    region.entry_block()?.last_op().filter(|op| op.is(name))
}

/// Arguments of the first block of a region; none where the region is empty.
fn entry_arguments<'s>(region: Region<'s>) -> Vec<Value<'s>> {
    region.entry_block().map(|block| block.arguments().to_vec()).unwrap_or_default()
}

/// An argument of a region that stands where an operand was parsed.
fn argument<'s>(name: UnresolvedOperand, ty: Type<'s>) -> Argument {
    Argument { name, ty: ty.as_raw(), attributes: Default::default(), location: name.location }
}

/// ` KEYWORD(%argument = %value, …)`, or nothing.
fn print_initialization<'s>(
    printer: &mut OpAsmPrinter<'s>,
    keyword: &str,
    arguments: &[Value<'s>],
    values: &[Value<'s>],
) {
    if values.is_empty() {
        return;
    }
    printer.print_text(keyword);
    printer.print_text("(");
    printer.print_separated(arguments.iter().zip(values), ", ", |printer, (argument, value)| {
        printer.print_operand(*argument);
        printer.print_text(" = ");
        printer.print_operand(*value);
    });
    printer.print_text(")");
}

fn types<'s>(values: &[Value<'s>]) -> Vec<Type<'s>> {
    values.iter().map(|value| value.ty()).collect()
}
