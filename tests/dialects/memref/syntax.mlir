// RUN: plugopt %s --allow-unregistered-dialect | golden
// RUN: plugopt %s --allow-unregistered-dialect | plugopt --allow-unregistered-dialect | golden
// RUN: plugopt %s --allow-unregistered-dialect --mlir-print-op-generic | plugopt --allow-unregistered-dialect | golden
// RUN: plugopt %s --allow-unregistered-dialect --mlir-print-op-generic | golden generic

// Every operation of the dialect.

memref.global "private" constant @table : memref<2xf32> = dense<[1.0, 2.0]> {alignment = 64}
memref.global @empty : memref<4x2xi8> = uninitialized
memref.global @elsewhere : memref<f32>
%t = memref.get_global @table : memref<2xf32>
"t.scope"() ({
^bb0(%m: memref<?x4xf32>, %i: index, %u: memref<*xf32>, %b: memref<?xi8>, %n: i32, %k: memref<8xi32>, %f: f32, %s: memref<2xindex>):
  %0 = memref.alloc() : memref<4xf32>
  %1 = memref.alloc(%i)[%i] {alignment = 8} : memref<?xf32, affine_map<(d0)[s0] -> (d0 + s0)>>
  %2 = memref.realloc %b : memref<?xi8> to memref<16xi8>
  %3 = memref.realloc %b(%i) {alignment = 16} : memref<?xi8> to memref<?xi8>
  memref.alloca_scope {
    %x = memref.alloca(%i, %i) : memref<?x?xf32, 3>
  }
  %4 = memref.alloca_scope -> (index) {
    memref.alloca_scope.return %i : index
  } {note}
  %5 = memref.load %m[%i, %i] : memref<?x4xf32>
  %6 = memref.load %m[%i, %i] {nontemporal = true} : memref<?x4xf32>
  memref.store %f, %m[%i, %i] {alignment = 4} : memref<?x4xf32>
  memref.prefetch %m[%i, %i], write, locality<2>, instr : memref<?x4xf32>
  memref.prefetch %m[%i, %i], read, locality<3>, data : memref<?x4xf32>
  memref.copy %m, %m : memref<?x4xf32> to memref<?x4xf32>
  %7 = memref.dim %m, %i : memref<?x4xf32>
  %8 = memref.dim {note} %u, %i : memref<*xf32>
  %9 = memref.rank %u : memref<*xf32>
  %10 = memref.cast %m : memref<?x4xf32> to memref<?x?xf32, strided<[?, 1], offset: ?>>
  %11 = memref.cast %m : memref<?x4xf32> to memref<*xf32>
  %12 = memref.memory_space_cast %m : memref<?x4xf32> to memref<?x4xf32, 5>
  %13 = memref.subview %m[%i, 0] [2, %i] [1, 2] : memref<?x4xf32> to memref<2x?xf32, strided<[4, 2], offset: ?>>
  %14 = memref.subview %m[0, 0] [1, 4] [1, 1] : memref<?x4xf32> to memref<4xf32, strided<[1]>>
  %15 = memref.reinterpret_cast %u to offset: [%i], sizes: [4, %i], strides: [%i, 1] : memref<*xf32> to memref<4x?xf32, strided<[?, 1], offset: ?>>
  %16 = memref.transpose %m (d0, d1) -> (d1, d0) : memref<?x4xf32> to memref<4x?xf32, strided<[1, 4]>>
  %17 = memref.view %b[%i][%i] : memref<?xi8> to memref<?x2xf32>
  %18 = memref.reshape %m(%s) : (memref<?x4xf32>, memref<2xindex>) -> memref<?x?xf32>
  %19 = memref.expand_shape %m [[0, 1], [2]] output_shape [%i, 1, 4] : memref<?x4xf32> into memref<?x1x4xf32>
  %20 = memref.collapse_shape %m [[0, 1]] : memref<?x4xf32> into memref<?xf32>
  %22 = memref.assume_alignment %m, 16 : memref<?x4xf32>
  %23:2 = memref.distinct_objects %m, %k : memref<?x4xf32>, memref<8xi32>
  %24, %25, %26:2, %27:2 = memref.extract_strided_metadata %m : memref<?x4xf32> -> memref<f32>, index, index, index, index, index
  %28 = memref.extract_aligned_pointer_as_index %u : memref<*xf32> -> index
  %29 = memref.atomic_rmw maximumf %f, %m[%i, %i] : (f32, memref<?x4xf32>) -> f32
  %30 = memref.generic_atomic_rmw %k[%i] : memref<8xi32> {
  ^bb0(%old: i32):
    memref.atomic_yield %old : i32
  }
  memref.dma_start %m[%i, %i], %m[%i, %i], %i, %k[%i] : memref<?x4xf32>, memref<?x4xf32>, memref<8xi32>
  memref.dma_start %m[%i, %i], %m[%i, %i], %i, %k[%i], %i, %i : memref<?x4xf32>, memref<?x4xf32>, memref<8xi32>
  memref.dma_wait %k[%i], %i : memref<8xi32>
  memref.dealloc %0 : memref<4xf32>
}) : () -> ()

// OUTPUT:
// #map = affine_map<(d0)[s0] -> (d0 + s0)>
// module {
//   memref.global "private" constant @table : memref<2xf32> = dense<[1.000000e+00, 2.000000e+00]> {alignment = 64 : i64}
//   memref.global @empty : memref<4x2xi8> = uninitialized
//   memref.global @elsewhere : memref<f32>
//   %0 = memref.get_global @table : memref<2xf32>
//   "t.scope"() ({
//   ^bb0(%arg0: memref<?x4xf32>, %arg1: index, %arg2: memref<*xf32>, %arg3: memref<?xi8>, %arg4: i32, %arg5: memref<8xi32>, %arg6: f32, %arg7: memref<2xindex>):
//     %alloc = memref.alloc() : memref<4xf32>
//     %alloc_0 = memref.alloc(%arg1)[%arg1] {alignment = 8 : i64} : memref<?xf32, #map>
//     %1 = memref.realloc %arg3 : memref<?xi8> to memref<16xi8>
//     %2 = memref.realloc %arg3(%arg1) {alignment = 16 : i64} : memref<?xi8> to memref<?xi8>
//     memref.alloca_scope  {
//       %alloca = memref.alloca(%arg1, %arg1) : memref<?x?xf32, 3>
//     }
//     %3 = memref.alloca_scope  -> (index) {
//       memref.alloca_scope.return %arg1 : index
//     } {note}
//     %4 = memref.load %arg0[%arg1, %arg1] : memref<?x4xf32>
//     %5 = memref.load %arg0[%arg1, %arg1] {nontemporal = true} : memref<?x4xf32>
//     memref.store %arg6, %arg0[%arg1, %arg1] {alignment = 4 : i64} : memref<?x4xf32>
//     memref.prefetch %arg0[%arg1, %arg1], write, locality<2>, instr : memref<?x4xf32>
//     memref.prefetch %arg0[%arg1, %arg1], read, locality<3>, data : memref<?x4xf32>
//     memref.copy %arg0, %arg0 : memref<?x4xf32> to memref<?x4xf32>
//     %dim = memref.dim %arg0, %arg1 : memref<?x4xf32>
//     %dim_1 = memref.dim {note} %arg2, %arg1 : memref<*xf32>
//     %6 = memref.rank %arg2 : memref<*xf32>
//     %cast = memref.cast %arg0 : memref<?x4xf32> to memref<?x?xf32, strided<[?, 1], offset: ?>>
//     %cast_2 = memref.cast %arg0 : memref<?x4xf32> to memref<*xf32>
//     %memspacecast = memref.memory_space_cast %arg0 : memref<?x4xf32> to memref<?x4xf32, 5>
//     %subview = memref.subview %arg0[%arg1, 0] [2, %arg1] [1, 2] : memref<?x4xf32> to memref<2x?xf32, strided<[4, 2], offset: ?>>
//     %subview_3 = memref.subview %arg0[0, 0] [1, 4] [1, 1] : memref<?x4xf32> to memref<4xf32, strided<[1]>>
//     %reinterpret_cast = memref.reinterpret_cast %arg2 to offset: [%arg1], sizes: [4, %arg1], strides: [%arg1, 1] : memref<*xf32> to memref<4x?xf32, strided<[?, 1], offset: ?>>
//     %transpose = memref.transpose %arg0 (d0, d1) -> (d1, d0) : memref<?x4xf32> to memref<4x?xf32, strided<[1, 4]>>
//     %view = memref.view %arg3[%arg1][%arg1] : memref<?xi8> to memref<?x2xf32>
//     %reshape = memref.reshape %arg0(%arg7) : (memref<?x4xf32>, memref<2xindex>) -> memref<?x?xf32>
//     %expand_shape = memref.expand_shape %arg0 [[0, 1], [2]] output_shape [%arg1, 1, 4] : memref<?x4xf32> into memref<?x1x4xf32>
//     %collapse_shape = memref.collapse_shape %arg0 [[0, 1]] : memref<?x4xf32> into memref<?xf32>
//     %assume_align = memref.assume_alignment %arg0, 16 : memref<?x4xf32>
//     %7:2 = memref.distinct_objects %arg0, %arg5 : memref<?x4xf32>, memref<8xi32>
//     %base_buffer, %offset, %sizes:2, %strides:2 = memref.extract_strided_metadata %arg0 : memref<?x4xf32> -> memref<f32>, index, index, index, index, index
//     %intptr = memref.extract_aligned_pointer_as_index %arg2 : memref<*xf32> -> index
//     %8 = memref.atomic_rmw maximumf %arg6, %arg0[%arg1, %arg1] : (f32, memref<?x4xf32>) -> f32
//     %9 = memref.generic_atomic_rmw %arg5[%arg1] : memref<8xi32> {
//     ^bb0(%arg8: i32):
//       memref.atomic_yield %arg8 : i32
//     }
//     memref.dma_start %arg0[%arg1, %arg1], %arg0[%arg1, %arg1], %arg1, %arg5[%arg1] : memref<?x4xf32>, memref<?x4xf32>, memref<8xi32>
//     memref.dma_start %arg0[%arg1, %arg1], %arg0[%arg1, %arg1], %arg1, %arg5[%arg1], %arg1, %arg1 : memref<?x4xf32>, memref<?x4xf32>, memref<8xi32>
//     memref.dma_wait %arg5[%arg1], %arg1 : memref<8xi32>
//     memref.dealloc %alloc : memref<4xf32>
//   }) : () -> ()
// }
//

// OUTPUT generic:
// #map = affine_map<(d0)[s0] -> (d0 + s0)>
// #map1 = affine_map<(d0, d1) -> (d1, d0)>
// "builtin.module"() ({
//   "memref.global"() <{alignment = 64 : i64, constant, initial_value = dense<[1.000000e+00, 2.000000e+00]> : tensor<2xf32>, sym_name = "table", sym_visibility = "private", type = memref<2xf32>}> : () -> ()
//   "memref.global"() <{initial_value, sym_name = "empty", type = memref<4x2xi8>}> : () -> ()
//   "memref.global"() <{sym_name = "elsewhere", type = memref<f32>}> : () -> ()
//   %0 = "memref.get_global"() <{name = @table}> : () -> memref<2xf32>
//   "t.scope"() ({
//   ^bb0(%arg0: memref<?x4xf32>, %arg1: index, %arg2: memref<*xf32>, %arg3: memref<?xi8>, %arg4: i32, %arg5: memref<8xi32>, %arg6: f32, %arg7: memref<2xindex>):
//     %1 = "memref.alloc"() <{operandSegmentSizes = array<i32: 0, 0>}> : () -> memref<4xf32>
//     %2 = "memref.alloc"(%arg1, %arg1) <{alignment = 8 : i64, operandSegmentSizes = array<i32: 1, 1>}> : (index, index) -> memref<?xf32, #map>
//     %3 = "memref.realloc"(%arg3) : (memref<?xi8>) -> memref<16xi8>
//     %4 = "memref.realloc"(%arg3, %arg1) <{alignment = 16 : i64}> : (memref<?xi8>, index) -> memref<?xi8>
//     "memref.alloca_scope"() ({
//       %28 = "memref.alloca"(%arg1, %arg1) <{operandSegmentSizes = array<i32: 2, 0>}> : (index, index) -> memref<?x?xf32, 3>
//       "memref.alloca_scope.return"() : () -> ()
//     }) : () -> ()
//     %5 = "memref.alloca_scope"() ({
//       "memref.alloca_scope.return"(%arg1) : (index) -> ()
//     }) {note} : () -> index
//     %6 = "memref.load"(%arg0, %arg1, %arg1) : (memref<?x4xf32>, index, index) -> f32
//     %7 = "memref.load"(%arg0, %arg1, %arg1) <{nontemporal = true}> : (memref<?x4xf32>, index, index) -> f32
//     "memref.store"(%arg6, %arg0, %arg1, %arg1) <{alignment = 4 : i64}> : (f32, memref<?x4xf32>, index, index) -> ()
//     "memref.prefetch"(%arg0, %arg1, %arg1) <{isDataCache = false, isWrite = true, localityHint = 2 : i32}> : (memref<?x4xf32>, index, index) -> ()
//     "memref.prefetch"(%arg0, %arg1, %arg1) <{isDataCache = true, isWrite = false, localityHint = 3 : i32}> : (memref<?x4xf32>, index, index) -> ()
//     "memref.copy"(%arg0, %arg0) : (memref<?x4xf32>, memref<?x4xf32>) -> ()
//     %8 = "memref.dim"(%arg0, %arg1) : (memref<?x4xf32>, index) -> index
//     %9 = "memref.dim"(%arg2, %arg1) {note} : (memref<*xf32>, index) -> index
//     %10 = "memref.rank"(%arg2) : (memref<*xf32>) -> index
//     %11 = "memref.cast"(%arg0) : (memref<?x4xf32>) -> memref<?x?xf32, strided<[?, 1], offset: ?>>
//     %12 = "memref.cast"(%arg0) : (memref<?x4xf32>) -> memref<*xf32>
//     %13 = "memref.memory_space_cast"(%arg0) : (memref<?x4xf32>) -> memref<?x4xf32, 5>
//     %14 = "memref.subview"(%arg0, %arg1, %arg1) <{operandSegmentSizes = array<i32: 1, 1, 1, 0>, static_offsets = array<i64: -9223372036854775808, 0>, static_sizes = array<i64: 2, -9223372036854775808>, static_strides = array<i64: 1, 2>}> : (memref<?x4xf32>, index, index) -> memref<2x?xf32, strided<[4, 2], offset: ?>>
//     %15 = "memref.subview"(%arg0) <{operandSegmentSizes = array<i32: 1, 0, 0, 0>, static_offsets = array<i64: 0, 0>, static_sizes = array<i64: 1, 4>, static_strides = array<i64: 1, 1>}> : (memref<?x4xf32>) -> memref<4xf32, strided<[1]>>
//     %16 = "memref.reinterpret_cast"(%arg2, %arg1, %arg1, %arg1) <{operandSegmentSizes = array<i32: 1, 1, 1, 1>, static_offsets = array<i64: -9223372036854775808>, static_sizes = array<i64: 4, -9223372036854775808>, static_strides = array<i64: -9223372036854775808, 1>}> : (memref<*xf32>, index, index, index) -> memref<4x?xf32, strided<[?, 1], offset: ?>>
//     %17 = "memref.transpose"(%arg0) <{permutation = #map1}> : (memref<?x4xf32>) -> memref<4x?xf32, strided<[1, 4]>>
//     %18 = "memref.view"(%arg3, %arg1, %arg1) : (memref<?xi8>, index, index) -> memref<?x2xf32>
//     %19 = "memref.reshape"(%arg0, %arg7) : (memref<?x4xf32>, memref<2xindex>) -> memref<?x?xf32>
//     %20 = "memref.expand_shape"(%arg0, %arg1) <{reassociation = [[0, 1], [2]], static_output_shape = array<i64: -9223372036854775808, 1, 4>}> : (memref<?x4xf32>, index) -> memref<?x1x4xf32>
//     %21 = "memref.collapse_shape"(%arg0) <{reassociation = [[0, 1]]}> : (memref<?x4xf32>) -> memref<?xf32>
//     %22 = "memref.assume_alignment"(%arg0) <{alignment = 16 : i32}> : (memref<?x4xf32>) -> memref<?x4xf32>
//     %23:2 = "memref.distinct_objects"(%arg0, %arg5) : (memref<?x4xf32>, memref<8xi32>) -> (memref<?x4xf32>, memref<8xi32>)
//     %24:6 = "memref.extract_strided_metadata"(%arg0) : (memref<?x4xf32>) -> (memref<f32>, index, index, index, index, index)
//     %25 = "memref.extract_aligned_pointer_as_index"(%arg2) : (memref<*xf32>) -> index
//     %26 = "memref.atomic_rmw"(%arg6, %arg0, %arg1, %arg1) <{kind = 4 : i64}> : (f32, memref<?x4xf32>, index, index) -> f32
//     %27 = "memref.generic_atomic_rmw"(%arg5, %arg1) ({
//     ^bb0(%arg8: i32):
//       "memref.atomic_yield"(%arg8) : (i32) -> ()
//     }) : (memref<8xi32>, index) -> i32
//     "memref.dma_start"(%arg0, %arg1, %arg1, %arg0, %arg1, %arg1, %arg1, %arg5, %arg1) : (memref<?x4xf32>, index, index, memref<?x4xf32>, index, index, index, memref<8xi32>, index) -> ()
//     "memref.dma_start"(%arg0, %arg1, %arg1, %arg0, %arg1, %arg1, %arg1, %arg5, %arg1, %arg1, %arg1) : (memref<?x4xf32>, index, index, memref<?x4xf32>, index, index, index, memref<8xi32>, index, index, index) -> ()
//     "memref.dma_wait"(%arg5, %arg1, %arg1) : (memref<8xi32>, index, index) -> ()
//     "memref.dealloc"(%1) : (memref<4xf32>) -> ()
//   }) : () -> ()
// }) : () -> ()
//
