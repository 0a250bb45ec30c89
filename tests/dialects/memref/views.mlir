// RUN: plugopt %s --allow-unregistered-dialect --canonicalize | golden

// Views of views, and what is known of their shapes.

func.func @casts(%m: memref<4x4xf32>, %n: memref<?xf32>) -> (memref<4x4xf32>, memref<?xf32>) {
  %0 = memref.cast %m : memref<4x4xf32> to memref<?x4xf32>
  %1 = memref.cast %0 : memref<?x4xf32> to memref<4x4xf32>
  %2 = memref.memory_space_cast %n : memref<?xf32> to memref<?xf32>
  return %1, %2 : memref<4x4xf32>, memref<?xf32>
}

// The bounds keep the second one as it is.
func.func @bounds(%m: memref<8x4xf32>, %i: index) -> (memref<?x?xf32, strided<[?, ?], offset: ?>>, memref<?x?xf32, strided<[?, ?], offset: ?>>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %c9 = arith.constant 9 : index
  %0 = memref.subview %m[%c0, %i] [%c3, %c1] [%c1, %c1] : memref<8x4xf32> to memref<?x?xf32, strided<[?, ?], offset: ?>>
  %1 = memref.subview %m[%c9, %i] [%c3, %c1] [%c1, %c0] : memref<8x4xf32> to memref<?x?xf32, strided<[?, ?], offset: ?>>
  return %0, %1 : memref<?x?xf32, strided<[?, ?], offset: ?>>, memref<?x?xf32, strided<[?, ?], offset: ?>>
}

func.func @sizes(%m: memref<*xf32>, %s: memref<?xi32>, %n: index, %q: memref<8x?xf32>) -> (index, index) {
  %c1 = arith.constant 1 : index
  %0 = memref.reshape %m(%s) : (memref<*xf32>, memref<?xi32>) -> memref<*xf32>
  %1 = memref.dim %0, %n : memref<*xf32>
  %2 = memref.subview %q[0, 0] [8, %n] [1, 1] : memref<8x?xf32> to memref<8x?xf32, strided<[?, 1]>>
  %3 = memref.dim %2, %c1 : memref<8x?xf32, strided<[?, 1]>>
  return %1, %3 : index, index
}

func.func @collapsed(%m: memref<?x4x?x2x?xf32>, %n: memref<2x1x1xf32>) -> (memref<?x?xf32>, memref<2xf32>) {
  %0 = memref.collapse_shape %m [[0, 1], [2], [3, 4]] : memref<?x4x?x2x?xf32> into memref<?x?x?xf32>
  %1 = memref.collapse_shape %0 [[0], [1, 2]] : memref<?x?x?xf32> into memref<?x?xf32>
  %2 = memref.cast %n : memref<2x1x1xf32> to memref<2x?x?xf32>
  %3 = memref.collapse_shape %2 [[0, 1, 2]] : memref<2x?x?xf32> into memref<?xf32>
  %4 = memref.cast %3 : memref<?xf32> to memref<2xf32>
  return %1, %4 : memref<?x?xf32>, memref<2xf32>
}

func.func @expanded(%m: memref<?x?xf32>, %a: index, %b: index, %c: index) -> (memref<?x3x4x?x5xf32>, memref<?x5xf32>) {
  %0 = memref.expand_shape %m [[0, 1], [2, 3]] output_shape [%a, 12, %b, 5] : memref<?x?xf32> into memref<?x12x?x5xf32>
  %1 = memref.expand_shape %0 [[0], [1, 2], [3], [4]] output_shape [%c, 3, 4, %b, 5] : memref<?x12x?x5xf32> into memref<?x3x4x?x5xf32>
  %2 = memref.collapse_shape %0 [[0, 1, 2], [3]] : memref<?x12x?x5xf32> into memref<?x5xf32>
  return %1, %2 : memref<?x3x4x?x5xf32>, memref<?x5xf32>
}

func.func @both_ways(%m: memref<?x6xf32>, %n: memref<12x6xf32>, %a: index) -> (memref<?x6xf32>, memref<12x2x3xf32>, memref<72xf32>) {
  %0 = memref.expand_shape %m [[0, 1], [2]] output_shape [%a, 2, 6] : memref<?x6xf32> into memref<?x2x6xf32>
  %1 = memref.collapse_shape %0 [[0, 1], [2]] : memref<?x2x6xf32> into memref<?x6xf32>
  %2 = memref.collapse_shape %n [[0, 1]] : memref<12x6xf32> into memref<72xf32>
  %3 = memref.expand_shape %2 [[0, 1, 2]] output_shape [12, 2, 3] : memref<72xf32> into memref<12x2x3xf32>
  %4 = memref.expand_shape %n [[0, 1], [2]] output_shape [3, 4, 6] : memref<12x6xf32> into memref<3x4x6xf32>
  %5 = memref.collapse_shape %4 [[0, 1, 2]] : memref<3x4x6xf32> into memref<72xf32>
  return %1, %3, %5 : memref<?x6xf32>, memref<12x2x3xf32>, memref<72xf32>
}

func.func @metadata(%m: memref<8x2xf32>) -> (memref<8x2xf32>, memref<?xf32, strided<[?], offset: ?>>, memref<8x2xf32>) {
  %base, %offset, %sizes:2, %strides:2 = memref.extract_strided_metadata %m : memref<8x2xf32> -> memref<f32>, index, index, index, index, index
  %0 = memref.reinterpret_cast %base to offset: [0], sizes: [8, 2], strides: [2, 1] : memref<f32> to memref<8x2xf32>
  %1 = memref.reinterpret_cast %base to offset: [%offset], sizes: [%sizes#0], strides: [%strides#0] : memref<f32> to memref<?xf32, strided<[?], offset: ?>>
  %2 = memref.reinterpret_cast %m to offset: [0], sizes: [8, 2], strides: [2, 1] : memref<8x2xf32> to memref<8x2xf32>
  return %0, %1, %2 : memref<8x2xf32>, memref<?xf32, strided<[?], offset: ?>>, memref<8x2xf32>
}

func.func @scopes(%n: index) {
  "t.scope"() ({
    memref.alloca_scope {
      %0 = memref.alloca(%n) : memref<?xi64>
      "t.use"(%0) : (memref<?xi64>) -> ()
    }
    "t.end"() : () -> ()
  }) : () -> ()
  return
}

func.func @copies(%m: memref<2xf32>, %n: memref<2xf32>) {
  %0 = memref.cast %m : memref<2xf32> to memref<?xf32>
  %1 = memref.cast %n : memref<2xf32> to memref<?xf32>
  memref.copy %0, %1 : memref<?xf32> to memref<?xf32>
  %2 = memref.cast %m : memref<2xf32> to memref<*xf32>
  %3 = memref.cast %n : memref<2xf32> to memref<*xf32>
  memref.copy %2, %3 : memref<*xf32> to memref<*xf32>
  memref.copy %0, %0 : memref<?xf32> to memref<?xf32>
  return
}

// OUTPUT:
// module {
//   func.func @casts(%arg0: memref<4x4xf32>, %arg1: memref<?xf32>) -> (memref<4x4xf32>, memref<?xf32>) {
//     return %arg0, %arg1 : memref<4x4xf32>, memref<?xf32>
//   }
//   func.func @bounds(%arg0: memref<8x4xf32>, %arg1: index) -> (memref<?x?xf32, strided<[?, ?], offset: ?>>, memref<?x?xf32, strided<[?, ?], offset: ?>>) {
//     %c0 = arith.constant 0 : index
//     %c1 = arith.constant 1 : index
//     %c3 = arith.constant 3 : index
//     %c9 = arith.constant 9 : index
//     %subview = memref.subview %arg0[0, %arg1] [3, 1] [1, 1] : memref<8x4xf32> to memref<3x1xf32, strided<[4, 1], offset: ?>>
//     %cast = memref.cast %subview : memref<3x1xf32, strided<[4, 1], offset: ?>> to memref<?x?xf32, strided<[?, ?], offset: ?>>
//     %subview_0 = memref.subview %arg0[%c9, %arg1] [%c3, %c1] [%c1, %c0] : memref<8x4xf32> to memref<?x?xf32, strided<[?, ?], offset: ?>>
//     return %cast, %subview_0 : memref<?x?xf32, strided<[?, ?], offset: ?>>, memref<?x?xf32, strided<[?, ?], offset: ?>>
//   }
//   func.func @sizes(%arg0: memref<*xf32>, %arg1: memref<?xi32>, %arg2: index, %arg3: memref<8x?xf32>) -> (index, index) {
//     %0 = memref.load %arg1[%arg2] : memref<?xi32>
//     %1 = arith.index_cast %0 : i32 to index
//     return %1, %arg2 : index, index
//   }
//   func.func @collapsed(%arg0: memref<?x4x?x2x?xf32>, %arg1: memref<2x1x1xf32>) -> (memref<?x?xf32>, memref<2xf32>) {
//     %collapse_shape = memref.collapse_shape %arg0 [[0, 1], [2, 3, 4]] : memref<?x4x?x2x?xf32> into memref<?x?xf32>
//     %collapse_shape_0 = memref.collapse_shape %arg1 [[0, 1, 2]] : memref<2x1x1xf32> into memref<2xf32>
//     return %collapse_shape, %collapse_shape_0 : memref<?x?xf32>, memref<2xf32>
//   }
//   func.func @expanded(%arg0: memref<?x?xf32>, %arg1: index, %arg2: index, %arg3: index) -> (memref<?x3x4x?x5xf32>, memref<?x5xf32>) {
//     %expand_shape = memref.expand_shape %arg0 [[0, 1], [2, 3]] output_shape [%arg1, 12, %arg2, 5] : memref<?x?xf32> into memref<?x12x?x5xf32>
//     %expand_shape_0 = memref.expand_shape %arg0 [[0, 1, 2], [3, 4]] output_shape [%arg3, 3, 4, %arg2, 5] : memref<?x?xf32> into memref<?x3x4x?x5xf32>
//     %collapse_shape = memref.collapse_shape %expand_shape [[0, 1, 2], [3]] : memref<?x12x?x5xf32> into memref<?x5xf32>
//     return %expand_shape_0, %collapse_shape : memref<?x3x4x?x5xf32>, memref<?x5xf32>
//   }
//   func.func @both_ways(%arg0: memref<?x6xf32>, %arg1: memref<12x6xf32>, %arg2: index) -> (memref<?x6xf32>, memref<12x2x3xf32>, memref<72xf32>) {
//     %expand_shape = memref.expand_shape %arg1 [[0], [1, 2]] output_shape [12, 2, 3] : memref<12x6xf32> into memref<12x2x3xf32>
//     %collapse_shape = memref.collapse_shape %arg1 [[0, 1]] : memref<12x6xf32> into memref<72xf32>
//     return %arg0, %expand_shape, %collapse_shape : memref<?x6xf32>, memref<12x2x3xf32>, memref<72xf32>
//   }
//   func.func @metadata(%arg0: memref<8x2xf32>) -> (memref<8x2xf32>, memref<?xf32, strided<[?], offset: ?>>, memref<8x2xf32>) {
//     %reinterpret_cast = memref.reinterpret_cast %arg0 to offset: [0], sizes: [8], strides: [2] : memref<8x2xf32> to memref<8xf32, strided<[2]>>
//     %cast = memref.cast %reinterpret_cast : memref<8xf32, strided<[2]>> to memref<?xf32, strided<[?], offset: ?>>
//     return %arg0, %cast, %arg0 : memref<8x2xf32>, memref<?xf32, strided<[?], offset: ?>>, memref<8x2xf32>
//   }
//   func.func @scopes(%arg0: index) {
//     %alloca = memref.alloca(%arg0) : memref<?xi64>
//     "t.scope"() ({
//       memref.alloca_scope  {
//         "t.use"(%alloca) : (memref<?xi64>) -> ()
//       }
//       "t.end"() : () -> ()
//     }) : () -> ()
//     return
//   }
//   func.func @copies(%arg0: memref<2xf32>, %arg1: memref<2xf32>) {
//     memref.copy %arg0, %arg1 : memref<2xf32> to memref<2xf32>
//     %cast = memref.cast %arg0 : memref<2xf32> to memref<*xf32>
//     %cast_0 = memref.cast %arg1 : memref<2xf32> to memref<*xf32>
//     memref.copy %cast, %cast_0 : memref<*xf32> to memref<*xf32>
//     return
//   }
// }
//
