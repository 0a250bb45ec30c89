// RUN: plugopt %s --allow-unregistered-dialect | golden
// RUN: plugopt %s --allow-unregistered-dialect | plugopt --allow-unregistered-dialect | golden

// What only the definition of a type, attribute or operation could say is not asked where its dialect is unknown.

"t.elements"() {a = vector<4x!other.thing>, b = memref<4x!other.thing>, c = memref<*x!other.thing>} : () -> ()
"t.memrefs"() {a = memref<4xf32, #other.space>, b = memref<*xf32, #other.space<1>>,
               c = memref<4xf32, #other.layout<x>, #other.space>} : () -> ()
func.func @forall(%tensor: tensor<4xf32>, %value: f32) -> tensor<4xf32> {
  %0 = scf.forall (%i) in (4) shared_outs(%out = %tensor) -> (tensor<4xf32>) {
    scf.forall.in_parallel {
      "other.insert"(%value, %out, %i) : (f32, tensor<4xf32>, index) -> ()
    }
  } {mapping = [#other.thread<x>]}
  return %0 : tensor<4xf32>
}
%0 = "t.value"() : () -> !other.float
%1 = arith.constant #other.number<1> : !other.float

// OUTPUT:
// module {
//   "t.elements"() {a = vector<4x!other.thing>, b = memref<4x!other.thing>, c = memref<*x!other.thing>} : () -> ()
//   "t.memrefs"() {a = memref<4xf32, #other.space>, b = memref<*xf32, #other.space<1>>, c = memref<4xf32, #other.layout<x>, #other.space>} : () -> ()
//   func.func @forall(%arg0: tensor<4xf32>, %arg1: f32) -> tensor<4xf32> {
//     %1 = scf.forall (%arg2) in (4) shared_outs(%arg3 = %arg0) -> (tensor<4xf32>) {
//       scf.forall.in_parallel {
//         "other.insert"(%arg1, %arg3, %arg2) : (f32, tensor<4xf32>, index) -> ()
//       }
//     } {mapping = [#other.thread<x>]}
//     return %1 : tensor<4xf32>
//   }
//   %0 = "t.value"() : () -> !other.float
//   %cst = arith.constant #other.number<1> : !other.float
// }
//
