// RUN: plugopt %s --allow-unregistered-dialect --canonicalize | golden

// Types that come to say more, casts that vanish, sizes that are known.

"t.scope"() ({
^bb0(%m: memref<8x4xf32>, %i: index, %f: f32):
  %c0 = "arith.constant"() {value = 0 : index} : () -> index
  %c1 = "arith.constant"() {value = 1 : index} : () -> index
  %c4 = "arith.constant"() {value = 4 : index} : () -> index
  // Only written.
  %0 = memref.alloc() : memref<4xf32>
  memref.store %f, %0[%c0] : memref<4xf32>
  memref.dealloc %0 : memref<4xf32>
  // A size is constant.
  %1 = memref.alloc(%c4, %i) : memref<?x?xf32>
  "t.use"(%1) : (memref<?x?xf32>) -> ()
  %2 = memref.dim %1, %c1 : memref<?x?xf32>
  %3 = memref.dim %m, %c1 : memref<8x4xf32>
  %4 = memref.rank %m : memref<8x4xf32>
  "t.use"(%2, %3, %4) : (index, index, index) -> ()
  // Casts.
  %5 = memref.cast %m : memref<8x4xf32> to memref<?x?xf32>
  %6 = memref.load %5[%i, %i] : memref<?x?xf32>
  memref.store %6, %5[%i, %i] : memref<?x?xf32>
  %7 = memref.cast %5 : memref<?x?xf32> to memref<*xf32>
  "t.use"(%7) : (memref<*xf32>) -> ()
  memref.copy %m, %m : memref<8x4xf32> to memref<8x4xf32>
  // Parts.
  %8 = memref.subview %m[%c0, %i] [%c4, 2] [1, %c1] : memref<8x4xf32> to memref<?x2xf32, strided<[4, ?], offset: ?>>
  "t.use"(%8) : (memref<?x2xf32, strided<[4, ?], offset: ?>>) -> ()
  %9 = memref.subview %5[%i, 0] [2, 4] [1, 1] : memref<?x?xf32> to memref<2x4xf32, strided<[?, 1], offset: ?>>
  "t.use"(%9) : (memref<2x4xf32, strided<[?, 1], offset: ?>>) -> ()
  %10 = memref.transpose %m (i, j) -> (j, i) : memref<8x4xf32> to memref<4x8xf32, strided<[1, 4]>>
  %11 = memref.transpose %10 (i, j) -> (j, i) : memref<4x8xf32, strided<[1, 4]>> to memref<8x4xf32, strided<[4, 1]>>
  "t.use"(%11) : (memref<8x4xf32, strided<[4, 1]>>) -> ()
  %12 = memref.alloca_scope -> (f32) {
    %x = memref.load %m[%c0, %c1] : memref<8x4xf32>
    memref.alloca_scope.return %x : f32
  }
  "t.use"(%12) : (f32) -> ()
  %13, %14, %15:2, %16:2 = memref.extract_strided_metadata %m : memref<8x4xf32> -> memref<f32>, index, index, index, index, index
  "t.use"(%13, %14, %15#0, %16#0) : (memref<f32>, index, index, index) -> ()
}) : () -> ()

// OUTPUT:
// module {
//   "t.scope"() ({
//   ^bb0(%arg0: memref<8x4xf32>, %arg1: index, %arg2: f32):
//     %c8 = arith.constant 8 : index
//     %c2 = arith.constant 2 : index
//     %c4 = arith.constant 4 : index
//     %c0 = arith.constant 0 : index
//     %c1 = arith.constant 1 : index
//     %alloc = memref.alloc(%arg1) : memref<4x?xf32>
//     %cast = memref.cast %alloc : memref<4x?xf32> to memref<?x?xf32>
//     "t.use"(%cast) : (memref<?x?xf32>) -> ()
//     "t.use"(%arg1, %c4, %c2) : (index, index, index) -> ()
//     %0 = memref.load %arg0[%arg1, %arg1] : memref<8x4xf32>
//     memref.store %0, %arg0[%arg1, %arg1] : memref<8x4xf32>
//     %cast_0 = memref.cast %arg0 : memref<8x4xf32> to memref<*xf32>
//     "t.use"(%cast_0) : (memref<*xf32>) -> ()
//     %subview = memref.subview %arg0[0, %arg1] [4, 2] [1, 1] : memref<8x4xf32> to memref<4x2xf32, strided<[4, 1], offset: ?>>
//     %cast_1 = memref.cast %subview : memref<4x2xf32, strided<[4, 1], offset: ?>> to memref<?x2xf32, strided<[4, ?], offset: ?>>
//     "t.use"(%cast_1) : (memref<?x2xf32, strided<[4, ?], offset: ?>>) -> ()
//     %subview_2 = memref.subview %arg0[%arg1, 0] [2, 4] [1, 1] : memref<8x4xf32> to memref<2x4xf32, strided<[4, 1], offset: ?>>
//     %cast_3 = memref.cast %subview_2 : memref<2x4xf32, strided<[4, 1], offset: ?>> to memref<2x4xf32, strided<[?, 1], offset: ?>>
//     "t.use"(%cast_3) : (memref<2x4xf32, strided<[?, 1], offset: ?>>) -> ()
//     %transpose = memref.transpose %arg0 (d0, d1) -> (d0, d1) : memref<8x4xf32> to memref<8x4xf32, strided<[4, 1]>>
//     "t.use"(%transpose) : (memref<8x4xf32, strided<[4, 1]>>) -> ()
//     %1 = memref.load %arg0[%c0, %c1] : memref<8x4xf32>
//     "t.use"(%1) : (f32) -> ()
//     %base_buffer, %offset, %sizes:2, %strides:2 = memref.extract_strided_metadata %arg0 : memref<8x4xf32> -> memref<f32>, index, index, index, index, index
//     "t.use"(%base_buffer, %c0, %c8, %c4) : (memref<f32>, index, index, index) -> ()
//   }) : () -> ()
// }
//
