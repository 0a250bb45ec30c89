//! The dialect `arith`: integer and floating point arithmetic, as of LLVM 22.

mod casts;
mod compare;
mod constant;
mod fold_float;
mod fold_int;
mod matching;
mod patterns;
mod select;

use plugopt_plugin::prelude::*;

dialect! {
    /// Integer and floating point arithmetic.
    ///
    /// Operands are scalars, vectors or tensors; each operation works on the elements. Integers are signless: where it
    /// matters, the operation says how it reads them.
    dialect arith materialize_constant constant::materialize;

    /// What a comparison of floats asks, first whether one of the two is NaN.
    enum CmpFPredicate : i64 {
        "false" as AlwaysFalse = 0, oeq = 1, ogt = 2, oge = 3, olt = 4, ole = 5, one = 6, ord = 7,
        ueq = 8, ugt = 9, uge = 10, ult = 11, ule = 12, une = 13, uno = 14, "true" as AlwaysTrue = 15
    }

    /// What a comparison of integers asks, and how it reads them.
    enum CmpIPredicate : i64 {
        eq = 0, ne = 1, slt = 2, sle = 3, sgt = 4, sge = 5, ult = 6, ule = 7, ugt = 8, uge = 9
    }

    /// What an atomic operation does with the value in memory.
    enum AtomicRMWKind : i64 {
        addf = 0, addi = 1, andi = 2, assign = 3, maximumf = 4, maxnumf = 5, maxs = 6, maxu = 7, minimumf = 8,
        minnumf = 9, mins = 10, minu = 11, mulf = 12, muli = 13, ori = 14, xori = 15
    }

    /// What the optimiser may assume of floats.
    bits FastMathFlags : i32 summary "Floating point fast math flags" separator "," primary_groups {
        none = 0, reassoc = 1, nnan = 2, ninf = 4, nsz = 8, arcp = 16, contract = 32, afn = 64, group fast = 127
    }

    /// Flags of floating point operations.
    attr fastmath(value: FastMathFlags) format "`<` $value `>`" summary "Floating point fast math flags";

    /// What the optimiser may assume of integers.
    bits IntegerOverflowFlags : i32 summary "Integer overflow arith flags" separator ", " primary_groups {
        none = 0, nsw = 1, nuw = 2
    }

    /// Flags of integer operations.
    attr overflow(value: IntegerOverflowFlags) format "`<` $value `>`" summary "Integer overflow arith flags";

    /// Where a result lies between two floats: which one is taken.
    enum RoundingMode : i32 summary "Floating point rounding mode" {
        to_nearest_even = 0, downward = 1, upward = 2, toward_zero = 3, to_nearest_away = 4
    }

    constraint SignlessFixedWidthIntegerLike "signless-fixed-width-integer-like" =
        AnySignlessInteger | VectorOfAnyRankOf<[AnySignlessInteger]> | TensorOf<[AnySignlessInteger]>;
    constraint IndexCastLike "signless-integer-like or memref of signless-integer" =
        SignlessIntegerOrIndexLike | MemRefOf<[AnySignlessInteger, Index]>;
    constraint BitcastLike "signless-integer-or-float-like or memref of signless-integer or float" =
        SignlessIntegerOrFloatLike | MemRefOf<[AnySignlessInteger, AnyFloat]>;

    class IntBinary(lhs: SignlessIntegerOrIndexLike, rhs: SignlessIntegerOrIndexLike)
        -> (result: SignlessIntegerOrIndexLike)
        traits [SameOperandsAndResultType, ElementwiseMappable]
        interfaces [InferIntRangeInterface, VectorUnrollOpInterface]
        format "$lhs `,` $rhs attr-dict `:` type($result)";

    class IntBinaryOverflow : IntBinary
        attrs (overflowFlags: overflow = "#arith.overflow<none>")
        traits [Pure]
        interfaces [ArithIntegerOverflowFlagsInterface]
        format "$lhs `,` $rhs (`overflow` `` $overflowFlags^)? attr-dict `:` type($result)";

    class IntBinaryExact : IntBinary
        attrs (isExact: UnitAttr)
        format "$lhs `,` $rhs (`exact` $isExact^)? attr-dict `:` type($result)";

    class FloatUnary(operand: FloatLike) -> (result: FloatLike)
        attrs (fastmath: fastmath = "#arith.fastmath<none>")
        traits [Pure, SameOperandsAndResultType, ElementwiseMappable]
        interfaces [ArithFastMathInterface, VectorUnrollOpInterface]
        format "$operand (`fastmath` `` $fastmath^)? attr-dict `:` type($result)";

    class FloatBinary(lhs: FloatLike, rhs: FloatLike) -> (result: FloatLike)
        attrs (fastmath: fastmath = "#arith.fastmath<none>")
        traits [Pure, SameOperandsAndResultType, ElementwiseMappable]
        interfaces [ArithFastMathInterface, VectorUnrollOpInterface]
        format "$lhs `,` $rhs (`fastmath` `` $fastmath^)? attr-dict `:` type($result)";

    class Cast
        traits [Pure, SameOperandsAndResultShape, ElementwiseMappable,
                PredOpTrait<"input and output have the same tensor dimensions", SameInputOutputTensorDims<in, out>>]
        interfaces [CastOpInterface, VectorUnrollOpInterface]
        format "$in attr-dict `:` type($in) `to` type($out)";

    /// A constant.
    op constant() -> (result: AnyType)
        attrs (value: TypedAttr)
        traits [ConstantLike, Pure, AllTypesMatch<value, result>]
        interfaces [InferIntRangeInterface]
        format "attr-dict $value"
        result_names constant::names
        verify_signature constant::verify fold constant::fold;

    /// The sum of two integers.
    op addi as AddIOp : IntBinaryOverflow
        traits [Commutative] fold fold_int::addi canonicalize patterns::addi;

    /// The sum of two unsigned integers, and whether it did not fit.
    op addui_extended as AddUIExtendedOp(lhs: SignlessIntegerOrIndexLike, rhs: SignlessIntegerOrIndexLike)
        -> (sum: SignlessIntegerOrIndexLike, overflow: BoolLike)
        traits [Pure, Commutative, ElementwiseMappable, AllTypesMatch<lhs, rhs, sum>]
        interfaces [VectorUnrollOpInterface]
        format "$lhs `,` $rhs attr-dict `:` type($sum) `,` type($overflow)"
        fold fold_int::addui_extended canonicalize patterns::addui_extended;

    /// The difference of two integers.
    op subi as SubIOp : IntBinaryOverflow fold fold_int::subi canonicalize patterns::subi;

    /// The product of two integers.
    op muli as MulIOp : IntBinaryOverflow
        traits [Commutative] result_names constant::vscale_names fold fold_int::muli canonicalize patterns::muli;

    /// The product of two signed integers in twice the width: its low and its high half.
    op mulsi_extended as MulSIExtendedOp(lhs: SignlessIntegerOrIndexLike, rhs: SignlessIntegerOrIndexLike)
        -> (low: SignlessIntegerOrIndexLike, high: SignlessIntegerOrIndexLike)
        traits [Pure, Commutative, ElementwiseMappable, AllTypesMatch<lhs, rhs, low, high>]
        interfaces [VectorUnrollOpInterface]
        format "$lhs `,` $rhs attr-dict `:` type($lhs)"
        fold fold_int::mulsi_extended canonicalize patterns::mulsi_extended;

    /// The product of two unsigned integers in twice the width: its low and its high half.
    op mului_extended as MulUIExtendedOp(lhs: SignlessIntegerOrIndexLike, rhs: SignlessIntegerOrIndexLike)
        -> (low: SignlessIntegerOrIndexLike, high: SignlessIntegerOrIndexLike)
        traits [Pure, Commutative, ElementwiseMappable, AllTypesMatch<lhs, rhs, low, high>]
        interfaces [VectorUnrollOpInterface]
        format "$lhs `,` $rhs attr-dict `:` type($lhs)"
        fold fold_int::mului_extended canonicalize patterns::mului_extended;

    /// The quotient of two unsigned integers, rounded down.
    op divui as DivUIOp : IntBinaryExact
        traits [NoMemoryEffect] interfaces [ConditionallySpeculatable { speculatability = fold_int::speculate_unsigned }]
        fold fold_int::divui;
    /// The quotient of two signed integers, rounded towards zero.
    op divsi as DivSIOp : IntBinaryExact
        traits [NoMemoryEffect] interfaces [ConditionallySpeculatable { speculatability = fold_int::speculate_signed }]
        fold fold_int::divsi;
    /// The quotient of two unsigned integers, rounded up.
    op ceildivui as CeilDivUIOp : IntBinary
        traits [NoMemoryEffect] interfaces [ConditionallySpeculatable { speculatability = fold_int::speculate_unsigned }]
        fold fold_int::ceildivui;
    /// The quotient of two signed integers, rounded up.
    op ceildivsi as CeilDivSIOp : IntBinary
        traits [NoMemoryEffect] interfaces [ConditionallySpeculatable { speculatability = fold_int::speculate_signed }]
        fold fold_int::ceildivsi;
    /// The quotient of two signed integers, rounded down.
    op floordivsi as FloorDivSIOp : IntBinary traits [Pure] fold fold_int::floordivsi;
    /// The remainder of the division of two unsigned integers.
    op remui as RemUIOp : IntBinary traits [Pure] fold fold_int::remui;
    /// The remainder of the division of two signed integers, with the sign of the first.
    op remsi as RemSIOp : IntBinary traits [Pure] fold fold_int::remsi;

    /// Bitwise and.
    op andi as AndIOp : IntBinary
        traits [Pure, Commutative, Idempotent] fold fold_int::andi canonicalize patterns::andi;
    /// Bitwise or.
    op ori as OrIOp : IntBinary
        traits [Pure, Commutative, Idempotent] fold fold_int::ori canonicalize patterns::ori;
    /// Bitwise exclusive or.
    op xori as XOrIOp : IntBinary
        traits [Pure, Commutative] fold fold_int::xori canonicalize patterns::xori;

    /// Shift to the left; zeros come in.
    op shli as ShLIOp : IntBinaryOverflow fold fold_int::shli;
    /// Shift to the right; zeros come in.
    op shrui as ShRUIOp : IntBinaryExact traits [Pure] fold fold_int::shrui;
    /// Shift to the right; copies of the sign come in.
    op shrsi as ShRSIOp : IntBinaryExact traits [Pure] fold fold_int::shrsi;

    /// The negative of a float.
    op negf as NegFOp : FloatUnary fold fold_float::negf;
    /// The sum of two floats.
    op addf as AddFOp : FloatBinary traits [Commutative] fold fold_float::addf;
    /// The difference of two floats.
    op subf as SubFOp : FloatBinary fold fold_float::subf;
    /// The product of two floats.
    op mulf as MulFOp : FloatBinary traits [Commutative] fold fold_float::mulf canonicalize patterns::mulf;
    /// The quotient of two floats.
    op divf as DivFOp : FloatBinary fold fold_float::divf canonicalize patterns::divf;
    /// The remainder of the division of two floats.
    op remf as RemFOp : FloatBinary fold fold_float::remf;
    /// The larger of two floats; NaN if one of them is.
    op maximumf as MaximumFOp : FloatBinary traits [Commutative] fold fold_float::maximumf;
    /// The larger of two floats; the other one where one is NaN.
    op maxnumf as MaxNumFOp : FloatBinary traits [Commutative] fold fold_float::maxnumf;
    /// The smaller of two floats; NaN if one of them is.
    op minimumf as MinimumFOp : FloatBinary traits [Commutative] fold fold_float::minimumf;
    /// The smaller of two floats; the other one where one is NaN.
    op minnumf as MinNumFOp : FloatBinary traits [Commutative] fold fold_float::minnumf;

    /// The larger of two signed integers.
    op maxsi as MaxSIOp : IntBinary traits [Pure, Commutative] fold fold_int::maxsi;
    /// The larger of two unsigned integers.
    op maxui as MaxUIOp : IntBinary traits [Pure, Commutative] fold fold_int::maxui;
    /// The smaller of two signed integers.
    op minsi as MinSIOp : IntBinary traits [Pure, Commutative] fold fold_int::minsi;
    /// The smaller of two unsigned integers.
    op minui as MinUIOp : IntBinary traits [Pure, Commutative] fold fold_int::minui;

    /// A wider unsigned integer of the same value.
    op extui as ExtUIOp : Cast (in: SignlessFixedWidthIntegerLike) -> (out: SignlessFixedWidthIntegerLike)
        interfaces [InferIntRangeInterface] verify_signature casts::verify_int_extension fold casts::extui;
    /// A wider signed integer of the same value.
    op extsi as ExtSIOp : Cast (in: SignlessFixedWidthIntegerLike) -> (out: SignlessFixedWidthIntegerLike)
        interfaces [InferIntRangeInterface] verify_signature casts::verify_int_extension fold casts::extsi canonicalize patterns::extsi;
    /// The low bits of an integer.
    op trunci as TruncIOp : Cast (in: SignlessFixedWidthIntegerLike) -> (out: SignlessFixedWidthIntegerLike)
        attrs (overflowFlags: overflow = "#arith.overflow<none>")
        interfaces [InferIntRangeInterface, ArithIntegerOverflowFlagsInterface]
        format "$in (`overflow` `` $overflowFlags^)? attr-dict `:` type($in) `to` type($out)"
        verify_signature casts::verify_int_truncation fold casts::trunci canonicalize patterns::trunci;

    /// A float of a wider type with the same value.
    op extf as ExtFOp : Cast (in: FloatLike) -> (out: FloatLike)
        attrs (fastmath?: fastmath)
        interfaces [ArithFastMathInterface]
        format "$in (`fastmath` `` $fastmath^)? attr-dict `:` type($in) `to` type($out)"
        verify_signature casts::verify_float_extension fold casts::extf;
    /// A float of a narrower type, rounded.
    op truncf as TruncFOp : Cast (in: FloatLike) -> (out: FloatLike)
        attrs (roundingmode?: RoundingMode, fastmath?: fastmath)
        interfaces [ArithRoundingModeInterface, ArithFastMathInterface]
        format "$in ($roundingmode^)? (`fastmath` `` $fastmath^)? attr-dict `:` type($in) `to` type($out)"
        verify_signature casts::verify_float_truncation fold casts::truncf canonicalize patterns::truncf;

    /// A float of a wider type, times a power of two that is given as a float of eight bits.
    op scaling_extf as ScalingExtFOp(in: FloatLike, scale: FloatLike) -> (out: FloatLike)
        attrs (fastmath?: fastmath)
        traits [Pure, ElementwiseMappable,
                PredOpTrait<"input and output have the same tensor dimensions", SameInputOutputTensorDims<in, out>>]
        interfaces [ArithFastMathInterface, CastOpInterface, VectorUnrollOpInterface]
        format "$in `,` $scale (`fastmath` `` $fastmath^)? attr-dict `:` type($in) `,` type($scale) `to` type($out)"
        verify_signature casts::verify_float_extension;
    /// A float of a narrower type, divided by a power of two that is given as a float of eight bits.
    op scaling_truncf as ScalingTruncFOp(in: FloatLike, scale: FloatLike) -> (out: FloatLike)
        attrs (roundingmode?: RoundingMode, fastmath?: fastmath)
        traits [Pure, ElementwiseMappable,
                PredOpTrait<"input and output have the same tensor dimensions", SameInputOutputTensorDims<in, out>>]
        interfaces [ArithRoundingModeInterface, ArithFastMathInterface, CastOpInterface, VectorUnrollOpInterface]
        format "$in `,` $scale ($roundingmode^)? (`fastmath` `` $fastmath^)? attr-dict `:` type($in) `,` type($scale) `to` type($out)"
        verify_signature casts::verify_float_truncation;

    /// The float next to an unsigned integer.
    op uitofp as UIToFPOp : Cast (in: SignlessFixedWidthIntegerLike) -> (out: FloatLike) verify_signature casts::verify_to_float fold casts::uitofp;
    /// The float next to a signed integer.
    op sitofp as SIToFPOp : Cast (in: SignlessFixedWidthIntegerLike) -> (out: FloatLike) verify_signature casts::verify_to_float fold casts::sitofp;
    /// A float without its fraction, as an unsigned integer.
    op fptoui as FPToUIOp : Cast (in: FloatLike) -> (out: SignlessFixedWidthIntegerLike) verify_signature casts::verify_from_float fold casts::fptoui;
    /// A float without its fraction, as a signed integer.
    op fptosi as FPToSIOp : Cast (in: FloatLike) -> (out: SignlessFixedWidthIntegerLike) verify_signature casts::verify_from_float fold casts::fptosi;

    /// Between `index` and integers; a narrower value is extended by its sign.
    op index_cast as IndexCastOp : Cast (in: IndexCastLike) -> (out: IndexCastLike)
        interfaces [InferIntRangeInterface] verify_signature casts::verify_index_cast fold casts::index_cast canonicalize patterns::index_cast;
    /// Between `index` and integers; a narrower value is extended by zeros.
    op index_castui as IndexCastUIOp : Cast (in: IndexCastLike) -> (out: IndexCastLike)
        interfaces [InferIntRangeInterface] verify_signature casts::verify_index_cast fold casts::index_castui canonicalize patterns::index_castui;
    /// The same bits as another type of the same width.
    op bitcast as BitcastOp : Cast (in: BitcastLike) -> (out: BitcastLike)
        verify_signature casts::verify_bitcast fold casts::bitcast canonicalize patterns::bitcast;

    /// Compares two integers.
    op cmpi as CmpIOp(lhs: SignlessIntegerOrIndexLike, rhs: SignlessIntegerOrIndexLike) -> (result: BoolLike)
        attrs (predicate: CmpIPredicate)
        traits [Pure, SameTypeOperands, ElementwiseMappable,
                TypesMatchWith<"result type has i1 element type and same shape as operands", lhs, result, I1SameShape>]
        interfaces [InferIntRangeInterface, VectorUnrollOpInterface]
        format "$predicate `,` $lhs `,` $rhs attr-dict `:` type($lhs)"
        fold compare::fold_cmpi canonicalize patterns::cmpi;

    /// Compares two floats.
    op cmpf as CmpFOp(lhs: FloatLike, rhs: FloatLike) -> (result: BoolLike)
        attrs (predicate: CmpFPredicate, fastmath: fastmath = "#arith.fastmath<none>")
        traits [Pure, SameTypeOperands, ElementwiseMappable,
                TypesMatchWith<"result type has i1 element type and same shape as operands", lhs, result, I1SameShape>]
        interfaces [ArithFastMathInterface, VectorUnrollOpInterface]
        format "$predicate `,` $lhs `,` $rhs (`fastmath` `` $fastmath^)? attr-dict `:` type($lhs)"
        fold compare::fold_cmpf canonicalize compare::canonicalize_cmpf;

    /// One of two values, chosen by a condition.
    op select as SelectOp(condition: BoolLike, true_value: AnyType, false_value: AnyType) -> (result: AnyType)
        traits [Pure, ElementwiseMappable, AllTypesMatch<true_value, false_value, result>,
                PredOpTrait<"condition is signless i1 or has matching shape",
                            TypeIs<condition, I1> | AllShapesMatch<condition, result>>]
        interfaces [InferIntRangeInterface, SelectLikeOpInterface, VectorUnrollOpInterface]
        parse select::parse print select::print
        verify_signature select::verify fold select::fold canonicalize patterns::select;
}

export_plugin! { name: "arith", description: "The dialect arith: integer and floating point arithmetic", dialects: [arith] }

#[cfg(test)]
mod tests;
