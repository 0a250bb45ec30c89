// RUN: plugopt %s | golden
// RUN: plugopt %s | plugopt | golden
// RUN: plugopt %s --mlir-print-op-generic | plugopt | golden

// Signatures, attributes, calls.

func.func private @declared(i32, memref<?xf32> {test.arg = 1 : i8}) -> (f32 {test.result}, i1)
func.func nested @none()
func.func private @function() -> (() -> ())
func.func @defined(%x: i32 {test.name = "x"}, %m: memref<?xf32>) -> f32 attributes {no_inline, test.kind = 2 : i32} {
  %0:2 = call @declared(%x, %m) : (i32, memref<?xf32>) -> (f32, i1)
  call @none() {no_inline} : () -> ()
  %f = constant @declared : (i32, memref<?xf32>) -> (f32, i1)
  %1:2 = call_indirect %f(%x, %m) : (i32, memref<?xf32>) -> (f32, i1)
  return %1#0 : f32
}
func.func @"a name"() {
  return
}

// OUTPUT:
// module {
//   func.func private @declared(i32, memref<?xf32> {test.arg = 1 : i8}) -> (f32 {test.result}, i1)
//   func.func nested @none()
//   func.func private @function() -> (() -> ())
//   func.func @defined(%arg0: i32 {test.name = "x"}, %arg1: memref<?xf32>) -> f32 attributes {no_inline, test.kind = 2 : i32} {
//     %0:2 = call @declared(%arg0, %arg1) : (i32, memref<?xf32>) -> (f32, i1)
//     call @none() {no_inline} : () -> ()
//     %f = constant @declared : (i32, memref<?xf32>) -> (f32, i1)
//     %1:2 = call_indirect %f(%arg0, %arg1) : (i32, memref<?xf32>) -> (f32, i1)
//     return %1#0 : f32
//   }
//   func.func @"a name"() {
//     return
//   }
// }
//
