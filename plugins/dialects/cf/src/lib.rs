//! The dialect `cf`: branches between blocks, as of LLVM 22.

mod branch;
mod switch;

use plugopt_plugin::prelude::*;

dialect! {
    /// Control flow between the blocks of a region.
    dialect cf depends ["arith"];

    directive SwitchOpCases parse switch::parse_cases print switch::print_cases;

    /// Ends the program with a message unless a condition holds.
    op assert(arg: I1)
        attrs (msg: StrAttr)
        effects branch::effects_of_assert
        format "$arg `,` $msg attr-dict"
        canonicalize branch::canonicalize_assert;

    /// Goes on with a block, to which it passes its operands.
    op br as BranchOp(destOperands: variadic<AnyType>)
        successors (dest)
        traits [Pure, Terminator]
        interfaces [BranchOpInterface { successor_operands = branch::operands_of_br }]
        format "$dest (`(` $destOperands^ `:` type($destOperands) `)`)? attr-dict"
        canonicalize branch::canonicalize_br;

    /// Goes on with one of two blocks, as a condition says.
    op cond_br as CondBranchOp(condition: I1, trueDestOperands: variadic<AnyType>, falseDestOperands: variadic<AnyType>)
        attrs (branch_weights?: DenseI32ArrayAttr)
        successors (trueDest, falseDest)
        traits [AttrSizedOperandSegments, Pure, Terminator]
        interfaces [BranchOpInterface { successor_operands = branch::operands_of_cond_br }, WeightedBranchOpInterface]
        format "$condition (`weights` `(` $branch_weights^ `)` )? `,` $trueDest (`(` $trueDestOperands^ `:` type($trueDestOperands) `)`)? `,` $falseDest (`(` $falseDestOperands^ `:` type($falseDestOperands) `)`)? attr-dict"
        canonicalize branch::canonicalize_cond_br;

    /// Goes on with the block of the case that is the value of an integer, or with the default block.
    op switch(flag: AnyInteger, defaultOperands: variadic<AnyType>,
              caseOperands: variadic_of_variadic<AnyType, case_operand_segments>)
        attrs (case_values?: AnyIntElementsAttr, case_operand_segments: DenseI32ArrayAttr)
        successors (defaultDestination, caseDestinations: variadic<AnySuccessor>)
        traits [AttrSizedOperandSegments, Pure, Terminator]
        interfaces [BranchOpInterface { successor_operands = switch::successor_operands }]
        format "$flag `:` type($flag) `,` `[` `\n` custom<SwitchOpCases>(ref(type($flag)),$defaultDestination, $defaultOperands, type($defaultOperands), $case_values, $caseDestinations, $caseOperands, type($caseOperands)) `]` attr-dict"
        verify switch::verify canonicalize switch::canonicalize;
}

export_plugin! { name: "cf", description: "The dialect cf: branches between blocks", dialects: [cf] }

#[cfg(test)]
mod tests {
    use super::cf;
    use plugopt_descriptor::{Descriptor, HookId};

    #[test]
    fn every_hook_has_its_role() {
        let descriptor = Descriptor::new(&cf::DESCRIPTOR).unwrap();
        assert_eq!(descriptor.dialect_name(), Some("cf"));
        assert_eq!(descriptor.hook_count(), cf::HOOKS.len());
        for (index, hook) in cf::HOOKS.iter().enumerate() {
            assert_eq!(u32::from(descriptor.hook(HookId(index as u32)).unwrap().role.code()), hook.role.0);
        }
        assert_eq!(descriptor.op_names().collect::<Vec<_>>(), ["assert", "br", "cond_br", "switch"]);
    }
}
