//! The dialect `memref`: allocation, access and views of buffers, as of LLVM 22.

mod access;
mod alloc;
mod atomic;
mod cast;
mod dma;
mod fold;
mod global;
mod layout;
mod metadata;
mod reshape;
mod scope;
mod view;

use access::*;
use alloc::*;
use atomic::*;
use cast::*;
use dma::*;
use fold::*;
use global::*;
use metadata::*;
use plugopt_plugin::prelude::*;
use reshape::*;
use scope::*;
use view::*;

dialect! {
    /// Buffers.
    ///
    /// A memref is a reference to a region of memory with a shape, a layout and a memory space.
    dialect memref depends ["arith", "ub"] materialize_constant materialize_constant;

    /// How `memref.atomic_rmw` combines a value with what is in memory.
    enum AtomicRMWKind : i64 {
        addf = 0, addi = 1, andi = 2, assign = 3, maximumf = 4, maxnumf = 5, maxs = 6, maxu = 7, minimumf = 8, minnumf = 9, mins = 10,
        minu = 11, mulf = 12, muli = 13, ori = 14, xori = 15
    }

    directive GlobalMemrefOpTypeAndInitialValue parse parse_global_type print print_global_type;

    /// Says that a buffer starts at an address that is a multiple of a power of two.
    ///
    /// The result is the same buffer; it is undefined behaviour if the address is not aligned so.
    op assume_alignment(memref: AnyMemRef) -> (result: AnyMemRef)
        attrs (alignment: ConfinedAttr<I32Attr, [IntPositive]>)
        traits [Pure, SameOperandsAndResultType]
        interfaces [ViewLikeOpInterface, MemorySpaceCastConsumerOpInterface, ReifyRankedShapedTypeOpInterface]
        result_names "assume_align"
        format "$memref `,` $alignment attr-dict `:` type($memref)"
        verify verify_assume_alignment fold fold_casts_of_result;

    /// Says that its operands never overlap.
    ///
    /// The results are the same buffers; it is undefined behaviour to reach the memory of one through another.
    op distinct_objects(operands: variadic<AnyMemRef>) -> (results: variadic<AnyMemRef>)
        traits [Pure, DistinctObjects]
        infer infer_distinct_objects
        format "$operands attr-dict `:` type($operands)"
        verify verify_distinct_objects;

    /// Allocates a buffer on the heap.
    ///
    /// The operands are the sizes that are not known, and the symbols of the layout.
    op alloc(dynamicSizes: variadic<Index>, symbolOperands: variadic<Index>) -> (memref: AnyMemRef)
        attrs (alignment?: IntValidAlignment<I64Attr>)
        traits [AttrSizedOperandSegments]
        interfaces [AlignmentAttrOpInterface]
        effects [alloc(memref, full)]
        result_names "alloc"
        format "`(`$dynamicSizes`)` (`` `[` $symbolOperands^ `]`)? attr-dict `:` type($memref)"
        verify_signature verify_alloc canonicalize canonicalize_alloc;

    /// Changes the size of a buffer of rank 1, perhaps by moving it.
    ///
    /// The source must not be used afterwards; elements that it does not have are undefined.
    op realloc(source: MemRefRankOf<[AnyType], [1]>, dynamicResultSize: optional<Index>) -> (_: MemRefRankOf<[AnyType], [1]>)
        attrs (alignment?: IntValidAlignment<I64Attr>)
        interfaces [AlignmentAttrOpInterface]
        effects [free(source, full), alloc(stage 1, full)]
        format "$source (`(` $dynamicResultSize^ `)`)? attr-dict `:` type($source) `to` type(results)"
        verify_signature verify_realloc canonicalize canonicalize_realloc;

    /// Allocates a buffer on the stack: it lives until control leaves the allocation scope around it.
    op alloca(dynamicSizes: variadic<Index>, symbolOperands: variadic<Index>) -> (memref: AnyMemRef)
        attrs (alignment?: IntValidAlignment<I64Attr>)
        traits [AttrSizedOperandSegments]
        interfaces [AlignmentAttrOpInterface, PromotableAllocationOpInterface, DestructurableAllocationOpInterface]
        effects [alloc(memref, resource "AutomaticAllocationScopeResource", full)]
        result_names "alloca"
        format "`(`$dynamicSizes`)` (`` `[` $symbolOperands^ `]`)? attr-dict `:` type($memref)"
        verify verify_alloca canonicalize canonicalize_alloc;

    /// A scope for buffers on the stack: they are released where its region ends.
    op alloca_scope -> (results: variadic<AnyType>)
        regions (bodyRegion: SizedRegion<1>)
        traits [AutomaticAllocationScope, SingleBlockImplicitTerminator<"memref.alloca_scope.return">, RecursiveMemoryEffects, NoRegionArguments]
        interfaces [RegionBranchOpInterface]
        parse parse_alloca_scope print print_alloca_scope
        verify_regions verify_alloca_scope canonicalize canonicalize_alloca_scope;

    /// Ends a `memref.alloca_scope` and passes values out of it.
    op alloca_scope.return(results: variadic<AnyType>)
        traits [HasParent<alloca_scope>, Pure, ReturnLike, Terminator]
        interfaces [RegionBranchTerminatorOpInterface]
        format "attr-dict ($results^ `:` type($results))?";

    /// Makes the type of a buffer say more or less about its shape and layout.
    ///
    /// What the types say must not contradict; a rank may be forgotten or assumed.
    op cast(source: AnyRankedOrUnrankedMemRef) -> (dest: AnyRankedOrUnrankedMemRef)
        traits [MemRefsNormalizable, Pure, SameOperandsAndResultShape]
        interfaces [CastOpInterface, MemorySpaceCastConsumerOpInterface, ViewLikeOpInterface]
        result_names "cast"
        format "$source attr-dict `:` type($source) `to` type($dest)"
        verify_signature verify_cast fold fold_casts_of_result;

    /// Copies the elements of one buffer to another of the same shape.
    op copy(source: AnyRankedOrUnrankedMemRef, target: AnyRankedOrUnrankedMemRef)
        traits [SameOperandsElementType, SameOperandsShape]
        effects [read(source, full), write(target, full)]
        format "$source `,` $target attr-dict `:` type($source) `to` type($target)"
        fold fold_copy canonicalize canonicalize_copy;

    /// Releases a buffer that `memref.alloc` made.
    op dealloc(memref: AnyRankedOrUnrankedMemRef)
        traits [MemRefsNormalizable]
        effects [free(memref, full)]
        format "$memref attr-dict `:` type($memref)"
        fold fold_casts;

    /// The size of one dimension of a buffer.
    op dim(source: AnyNon0RankedOrUnrankedMemRef, index: Index) -> (result: Index)
        traits [MemRefsNormalizable, NoMemoryEffect]
        interfaces [ConditionallySpeculatable { speculatability = dim_speculatability }, ShapedDimOpInterface, InferIntRangeInterface]
        result_names "dim"
        infer infer_index
        format "attr-dict $source `,` $index `:` type($source)"
        fold fold_dim canonicalize canonicalize_dim;

    /// Starts to move elements from one buffer to another, while execution goes on.
    ///
    /// The operands are source and target with their indices, the number of elements, a tag to wait for, and perhaps a stride with the
    /// number of elements between two of its steps.
    op dma_start(operands: variadic<AnyType>)
        parse parse_dma_start print print_dma_start
        verify verify_dma_start fold fold_casts;

    /// Waits until the transfer that a tag belongs to has moved so many elements.
    op dma_wait(tagMemRef: AnyMemRef, tagIndices: variadic<Index>, numElements: Index)
        format "$tagMemRef `[` $tagIndices `]` `,` $numElements attr-dict `:` type($tagMemRef)"
        verify verify_dma_wait fold fold_casts;

    /// The address at which the aligned part of a buffer starts, as a number.
    op extract_aligned_pointer_as_index(source: AnyRankedOrUnrankedMemRef) -> (aligned_pointer: Index)
        traits [Pure, SameVariadicResultSize]
        result_names "intptr"
        infer infer_index
        format "$source `:` type($source) `->` type(results) attr-dict";

    /// Takes a buffer apart: its base buffer, offset, sizes and strides.
    op extract_strided_metadata(source: AnyStridedMemRef) -> (base_buffer: AnyStridedMemRefOfRank<0>, offset: Index, sizes: variadic<Index>, strides: variadic<Index>)
        traits [Pure, SameVariadicResultSize]
        interfaces [ViewLikeOpInterface]
        result_names name_metadata
        infer infer_metadata
        format "$source `:` type($source) `->` type(results) attr-dict"
        fold fold_casts_of_results;

    /// Replaces an element by what a region computes of it, as one step.
    op generic_atomic_rmw as GenericAtomicRMWOp(memref: MemRefOf<[AnySignlessInteger, AnyFloat]>, indices: variadic<Index>) -> (result: AnyTypeOf<[AnySignlessInteger, AnyFloat]>)
        regions (atomic_body: AnyRegion)
        traits [SingleBlockImplicitTerminator<atomic_yield>, TypesMatchWith<"result type matches element type of memref", memref, result, ElementType>]
        effects [read(memref), write(memref)]
        parse parse_generic_atomic_rmw print print_generic_atomic_rmw
        verify verify_generic_atomic_rmw;

    /// Ends the region of a `memref.generic_atomic_rmw` with the new element.
    op atomic_yield(result: AnyType)
        traits [HasParent<generic_atomic_rmw>, Pure, Terminator, ReturnLike]
        interfaces [RegionBranchTerminatorOpInterface]
        format "$result attr-dict `:` type($result)"
        verify verify_atomic_yield;

    /// The buffer of a `memref.global`.
    op get_global -> (result: AnyStaticShapeMemRef)
        attrs (name: FlatSymbolRefAttr)
        traits [Pure]
        interfaces [SymbolUserOpInterface { verify_symbol_uses = verify_get_global }]
        format "$name `:` type($result) attr-dict";

    /// A buffer that exists for as long as the program runs.
    ///
    /// Without an initial value it is only declared here; it may also have none on purpose.
    op global
        attrs (sym_name: SymbolNameAttr, sym_visibility?: StrAttr, type: TypeAttrBase<AnyMemRef, "memref type attribute">, initial_value?: AnyAttr, constant: UnitAttr, alignment?: IntValidAlignment<I64Attr>)
        traits [Symbol]
        interfaces [AlignmentAttrOpInterface]
        format "($sym_visibility^)? (`constant` $constant^)? $sym_name `:` custom<GlobalMemrefOpTypeAndInitialValue>($type, $initial_value) attr-dict"
        verify verify_global;

    /// Reads an element of a buffer.
    op load(memref: AnyMemRef, indices: variadic<Index>) -> (result: AnyType)
        attrs (nontemporal?: BoolAttr = "false", alignment?: IntValidAlignment<I64Attr>)
        traits [TypesMatchWith<"result type matches element type of 'memref'", memref, result, ElementType>, MemRefsNormalizable]
        interfaces [AlignmentAttrOpInterface, MemorySpaceCastConsumerOpInterface, PromotableMemOpInterface, DestructurableAccessorOpInterface]
        effects [read(memref)]
        format "$memref `[` $indices `]` attr-dict `:` type($memref)"
        verify_signature verify_load fold fold_casts_of_result;

    /// The same buffer seen from another memory space.
    op memory_space_cast(source: AnyRankedOrUnrankedMemRef) -> (dest: AnyRankedOrUnrankedMemRef)
        traits [MemRefsNormalizable, Pure, SameOperandsAndResultElementType, SameOperandsAndResultShape]
        interfaces [CastOpInterface, MemorySpaceCastOpInterface, ViewLikeOpInterface]
        result_names "memspacecast"
        format "$source attr-dict `:` type($source) `to` type($dest)"
        verify_signature verify_memory_space_cast fold fold_memory_space_cast;

    /// Says that an element is going to be read or written soon.
    op prefetch(memref: AnyMemRef, indices: variadic<Index>)
        attrs (isWrite: BoolAttr, localityHint: ConfinedAttr<I32Attr, [IntMinValue<0>, IntMaxValue<3>]>, isDataCache: BoolAttr)
        effects [write(memref)]
        parse parse_prefetch print print_prefetch
        verify_signature verify_prefetch fold fold_casts;

    /// A buffer with the same base, and offset, sizes and strides of its own choice.
    op reinterpret_cast(source: AnyRankedOrUnrankedMemRef, offsets: variadic<Index>, sizes: variadic<Index>, strides: variadic<Index>) -> (result: AnyStridedMemRef)
        attrs (static_offsets: DenseI64ArrayAttr, static_sizes: DenseI64ArrayAttr, static_strides: DenseI64ArrayAttr)
        traits [AttrSizedOperandSegments, MemRefsNormalizable, Pure]
        interfaces [MemorySpaceCastConsumerOpInterface, OffsetSizeAndStrideOpInterface, ViewLikeOpInterface]
        result_names "reinterpret_cast"
        format "$source `to` `offset` `` `:` custom<DynamicIndexList>($offsets, $static_offsets) `` `,` `sizes` `` `:` custom<DynamicIndexList>($sizes, $static_sizes) `` `,` `strides` `` `:` custom<DynamicIndexList>($strides, $static_strides) attr-dict `:` type($source) `to` type($result)"
        verify_signature verify_reinterpret_cast fold fold_reinterpret_cast canonicalize canonicalize_reinterpret_cast;

    /// The number of dimensions of a buffer.
    op rank(memref: AnyRankedOrUnrankedMemRef) -> (_: Index)
        traits [Pure]
        infer infer_index
        format "$memref attr-dict `:` type($memref)"
        fold fold_rank;

    /// The elements of a buffer in the shape that another buffer holds.
    op reshape(source: AnyRankedOrUnrankedMemRef, shape: MemRefRankOf<[AnySignlessInteger, Index], [1]>) -> (result: AnyRankedOrUnrankedMemRef)
        traits [Pure]
        interfaces [MemorySpaceCastConsumerOpInterface, ViewLikeOpInterface]
        effects [read(shape)]
        result_names "reshape"
        format "$source `(` $shape `)` attr-dict `:` functional-type(operands, results)"
        verify_signature verify_reshape;

    /// Splits dimensions of a buffer; the reassociation says which of the result belong to which of the source.
    op expand_shape(src: AnyStridedMemRef, output_shape: variadic<Index>) -> (result: AnyStridedMemRef)
        attrs (reassociation: IndexListArrayAttr, static_output_shape: DenseI64ArrayAttr)
        traits [Pure]
        interfaces [MemorySpaceCastConsumerOpInterface, ReifyRankedShapedTypeOpInterface, ViewLikeOpInterface]
        result_names "expand_shape"
        format "$src $reassociation `output_shape` custom<DynamicIndexList>($output_shape, $static_output_shape) attr-dict `:` type($src) `into` type($result)"
        verify_signature verify_expand_shape fold fold_reassociation canonicalize canonicalize_expand_shape;

    /// Merges dimensions of a buffer that follow each other without gaps.
    op collapse_shape(src: AnyStridedMemRef) -> (result: AnyStridedMemRef)
        attrs (reassociation: IndexListArrayAttr)
        traits [Pure]
        interfaces [MemorySpaceCastConsumerOpInterface, ViewLikeOpInterface]
        result_names "collapse_shape"
        format "$src $reassociation attr-dict `:` type($src) `into` type($result)"
        verify_signature verify_collapse_shape fold fold_reassociation canonicalize canonicalize_collapse_shape;

    /// Writes an element of a buffer.
    op store(value: AnyType, memref: AnyMemRef, indices: variadic<Index>)
        attrs (nontemporal?: BoolAttr = "false", alignment?: IntValidAlignment<I64Attr>)
        traits [TypesMatchWith<"type of 'value' matches element type of 'memref'", memref, value, ElementType>, MemRefsNormalizable]
        interfaces [AlignmentAttrOpInterface, MemorySpaceCastConsumerOpInterface, PromotableMemOpInterface, DestructurableAccessorOpInterface]
        effects [write(memref)]
        format "$value `,` $memref `[` $indices `]` attr-dict `:` type($memref)"
        verify_signature verify_store fold fold_casts_but_value;

    /// A part of a buffer, by offsets, sizes and strides.
    ///
    /// Dimensions of size 1 may be missing in the result.
    op subview as SubViewOp(source: AnyMemRef, offsets: variadic<Index>, sizes: variadic<Index>, strides: variadic<Index>) -> (result: AnyMemRef)
        attrs (static_offsets: DenseI64ArrayAttr, static_sizes: DenseI64ArrayAttr, static_strides: DenseI64ArrayAttr)
        traits [AttrSizedOperandSegments, Pure]
        interfaces [InferStridedMetadataOpInterface, MemorySpaceCastConsumerOpInterface, ViewLikeOpInterface, OffsetSizeAndStrideOpInterface]
        result_names "subview"
        format "$source `` custom<DynamicIndexList>($offsets, $static_offsets) custom<DynamicIndexList>($sizes, $static_sizes) custom<DynamicIndexList>($strides, $static_strides) attr-dict `:` type($source) `to` type($result)"
        verify_signature verify_subview fold fold_subview canonicalize canonicalize_subview;

    /// A buffer with its dimensions in another order.
    op transpose(in: AnyStridedMemRef) -> (_: AnyStridedMemRef)
        attrs (permutation: AffineMapAttr)
        traits [Pure]
        interfaces [MemorySpaceCastConsumerOpInterface]
        result_names "transpose"
        parse parse_transpose print print_transpose
        verify_signature verify_transpose fold fold_transpose;

    /// A buffer of any type inside a buffer of bytes.
    op view(source: MemRefRankOf<[I8], [1]>, byte_shift: Index, sizes: variadic<Index>) -> (_: AnyMemRef)
        traits [Pure]
        interfaces [MemorySpaceCastConsumerOpInterface, ViewLikeOpInterface]
        result_names "view"
        format "$source `[` $byte_shift `]` `` `[` $sizes `]` attr-dict `:` type($source) `to` type(results)"
        verify_signature verify_view canonicalize canonicalize_view;

    /// Reads an element, combines it with a value and writes it back, as one step.
    op atomic_rmw as AtomicRMWOp(value: AnyTypeOf<[AnySignlessInteger, AnyFloat]>, memref: MemRefOf<[AnySignlessInteger, AnyFloat]>, indices: variadic<Index>) -> (result: AnyTypeOf<[AnySignlessInteger, AnyFloat]>)
        attrs (kind: AtomicRMWKind)
        traits [AllTypesMatch<value, result>, TypesMatchWith<"value type matches element type of memref", memref, value, ElementType>]
        interfaces [MemorySpaceCastConsumerOpInterface]
        effects [read(memref), write(memref)]
        format "$kind $value `,` $memref `[` $indices `]` attr-dict `:` `(` type($value) `,` type($memref) `)` `->` type($result)"
        verify_signature verify_atomic_rmw fold fold_casts_but_value;
}

export_plugin! { name: "memref", description: "Buffers", dialects: [memref], passes: [] }

/// The constants that folds of this dialect give are those of `arith`.
fn materialize_constant<'s>(builder: &mut Builder<'s>, value: Attribute<'s>, ty: Type<'s>) -> Result<Option<Op<'s>>> {
    if value.ty() != Some(ty) {
        return Ok(None);
    }
    builder.op("arith.constant").attribute("value", value).result(ty).build().map(Some)
}

/// An error on an operation without its name in front.
fn plain_error(op: Op<'_>, message: String) -> Error {
    op.emit_plain_error(message)
}
