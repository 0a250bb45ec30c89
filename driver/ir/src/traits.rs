//! The operation traits that the core itself acts on, as a set of bits.

bitflags::bitflags! {
    /// Traits of a registered operation that parsing, printing, walking, verifying and the generic passes rely on. All other
    /// traits live in the definition.
    #[derive(Clone, Copy, PartialEq, Eq, Debug)]
    pub struct Traits: u64 {
        /// No value defined outside is used inside; the operation has a body of its own.
        const ISOLATED_FROM_ABOVE = 1 << 0;
        /// Ends a block.
        const TERMINATOR = 1 << 1;
        /// Regions need no terminator.
        const NO_TERMINATOR = 1 << 2;
        /// Each region has at most one block.
        const SINGLE_BLOCK = 1 << 3;
        /// Defines a symbol by its attribute `sym_name`.
        const SYMBOL = 1 << 4;
        /// The symbols in its region are looked up by name.
        const SYMBOL_TABLE = 1 << 5;
        /// Regions are graphs: no dominance within a block.
        const GRAPH_REGION = 1 << 6;
        /// Affine dimensions and symbols end here.
        const AFFINE_SCOPE = 1 << 7;
        /// Stack allocations end here.
        const AUTOMATIC_ALLOCATION_SCOPE = 1 << 8;
        /// The order of the operands does not matter.
        const COMMUTATIVE = 1 << 9;
        /// Is a constant: its folder gives its value without operands.
        const CONSTANT_LIKE = 1 << 10;
        /// `f(f(x)) = f(x)`
        const IDEMPOTENT = 1 << 11;
        /// `f(f(x)) = x`
        const INVOLUTION = 1 << 12;
        /// Has no memory effects.
        const NO_MEMORY_EFFECT = 1 << 13;
        /// May be executed though the program did not reach it.
        const ALWAYS_SPECULATABLE = 1 << 14;
        /// Has the memory effects of the operations in its regions, and no others.
        const RECURSIVE_MEMORY_EFFECTS = 1 << 15;
        /// Speculatable where the operations in its regions are.
        const RECURSIVELY_SPECULATABLE = 1 << 16;
        /// Gives control back to its parent (region terminator of the parent's results).
        const RETURN_LIKE = 1 << 17;
        /// The symbol may be left out.
        const OPTIONAL_SYMBOL = 1 << 18;
        /// The terminator of a single-block region is left out in the custom form and added by the builder.
        const IMPLICIT_TERMINATOR = 1 << 19;
        /// Uses the attribute `operandSegmentSizes`.
        const ATTR_SIZED_OPERAND_SEGMENTS = 1 << 20;
        /// Uses the attribute `resultSegmentSizes`.
        const ATTR_SIZED_RESULT_SEGMENTS = 1 << 21;
        /// The definition lists its memory effects as data.
        const DECLARED_MEMORY_EFFECTS = 1 << 22;
        /// A cast (`CastOpInterface`): gives its operands where the types are the same.
        const CAST = 1 << 23;
        /// The definition has a folder.
        const HAS_FOLD = 1 << 24;
        /// The definition has canonicalization patterns.
        const HAS_CANONICALIZE = 1 << 25;
    }
}
