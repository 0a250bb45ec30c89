//! The dialect `func`: functions, calls and returns, as of LLVM 22.

mod call;
mod constant;
mod function;

use plugopt_plugin::prelude::*;

dialect! {
    /// Functions, and what calls them.
    dialect func materialize_constant constant::materialize;

    /// Calls a function of the symbol table around.
    ///
    /// Operands and results have the types of the function's.
    op call(operands: variadic<AnyType>) -> (_: variadic<AnyType>)
        attrs (callee: FlatSymbolRefAttr, arg_attrs?: DictArrayAttr, res_attrs?: DictArrayAttr, no_inline: UnitAttr)
        traits [MemRefsNormalizable]
        interfaces [CallOpInterface, SymbolUserOpInterface { verify_symbol_uses = call::verify }]
        format "$callee `(` $operands `)` attr-dict `:` functional-type($operands, results)";

    /// Calls the function that a value is.
    op call_indirect(callee: FunctionType, callee_operands: variadic<AnyType>) -> (results: variadic<AnyType>)
        attrs (arg_attrs?: DictArrayAttr, res_attrs?: DictArrayAttr)
        traits [RangedTypesMatchWith<"callee input types match argument types", callee, callee_operands, FunctionInputs>,
                RangedTypesMatchWith<"callee result types match result types", callee, results, FunctionResults>]
        interfaces [CallOpInterface]
        format "$callee `(` $callee_operands `)` attr-dict `:` type($callee)"
        canonicalize call::canonicalize_indirect;

    /// A function as a value.
    op constant -> (_: AnyType)
        attrs (value: FlatSymbolRefAttr)
        traits [ConstantLike, Pure]
        interfaces [SymbolUserOpInterface { verify_symbol_uses = constant::verify }]
        result_names "f"
        format "attr-dict $value `:` type(results)"
        fold constant::fold;

    /// A function: its name, its type and, unless it is defined elsewhere, its body.
    ///
    /// Nothing in the body refers to values outside. The arguments of the first block are those of the function; attributes of arguments
    /// and results stand beside their types.
    op func
        attrs (sym_name: SymbolNameAttr, function_type: TypeAttrOf<FunctionType>, sym_visibility?: StrAttr,
               arg_attrs?: DictArrayAttr, res_attrs?: DictArrayAttr, no_inline: UnitAttr)
        regions (body: AnyRegion)
        traits [AffineScope, AutomaticAllocationScope, IsolatedFromAbove, Symbol]
        interfaces [FunctionOpInterface, CallableOpInterface]
        default_dialect "func"
        parse function::parse print function::print;

    /// Ends a function and gives its results.
    op return(operands: variadic<AnyType>)
        traits [Pure, HasParent<func>, MemRefsNormalizable, ReturnLike, Terminator]
        interfaces [RegionBranchTerminatorOpInterface]
        format "attr-dict ($operands^ `:` type($operands))?"
        verify function::verify_return;
}

export_plugin! { name: "func", description: "The dialect func: functions, calls and returns", dialects: [func] }

#[cfg(test)]
mod tests {
    use super::func;
    use plugopt_descriptor::{Descriptor, HookId};

    #[test]
    fn every_hook_has_its_role() {
        let descriptor = Descriptor::new(&func::DESCRIPTOR).unwrap();
        assert_eq!(descriptor.dialect_name(), Some("func"));
        assert_eq!(descriptor.hook_count(), func::HOOKS.len());
        for (index, hook) in func::HOOKS.iter().enumerate() {
            assert_eq!(u32::from(descriptor.hook(HookId(index as u32)).unwrap().role.code()), hook.role.0);
        }
        assert_eq!(descriptor.op_names().collect::<Vec<_>>(), ["call", "call_indirect", "constant", "func", "return"]);
    }
}
