// RUN: plugopt %s --allow-unregistered-dialect --mlir-print-op-generic | golden
// RUN: plugopt %s --allow-unregistered-dialect --mlir-print-op-generic | plugopt --allow-unregistered-dialect --mlir-print-op-generic | golden
// RUN: plugopt %s --allow-unregistered-dialect | golden custom

// Successors, also before their blocks, and the comments with the predecessors of a block.

"s.region"() ({
^start:
  "s.br"()[^b, ^a, ^b] {n} : () -> ()
^a:  // A comment.
  "s.br"()[^a] : () -> ()
^b(%x: i32, %y: f32):
  "s.br"(%x)[^a, ^end] : (i32) -> ()
^alone:
  "s.end"() : () -> ()
^end:
  "s.end"() : () -> ()
}) : () -> ()
"s.loop"() ({
^start:
  "s.br"()[^again] : () -> ()
^again:
  "s.br"()[^again, ^again] : () -> ()
}, {
  "s.br"()[^next] : () -> ()
^next:
  "s.br"()[^next] : () -> ()
}) : () -> ()
"s.nested"() ({
  "s.inner"() ({
  ^bb0:
    "s.br"()[^bb1] : () -> ()
  ^bb1:
    "s.end"() : () -> ()
  }) : () -> ()
  "s.br"()[^bb1] : () -> ()
^bb1:
  "s.end"() : () -> ()
}) : () -> ()
func.func @branches(%c: i1, %a: i32) -> i32 {
  cf.cond_br %c, ^both(%a, %a : i32, i32), ^one
^one:
  %0 = arith.constant 1 : i32
  cf.br ^both(%0, %a : i32, i32)
^both(%x: i32, %y: i32):
  return %y : i32
}

// OUTPUT:
// "builtin.module"() ({
//   "s.region"() ({
//     "s.br"()[^bb2, ^bb1, ^bb2] {n} : () -> ()
//   ^bb1:  // 3 preds: ^bb0, ^bb1, ^bb2
//     "s.br"()[^bb1] : () -> ()
//   ^bb2(%3: i32, %4: f32):  // 2 preds: ^bb0, ^bb0
//     "s.br"(%3)[^bb1, ^bb4] : (i32) -> ()
//   ^bb3:  // no predecessors
//     "s.end"() : () -> ()
//   ^bb4:  // pred: ^bb2
//     "s.end"() : () -> ()
//   }) : () -> ()
//   "s.loop"() ({
//     "s.br"()[^bb1] : () -> ()
//   ^bb1:  // 3 preds: ^bb0, ^bb1, ^bb1
//     "s.br"()[^bb1, ^bb1] : () -> ()
//   }, {
//     "s.br"()[^bb1] : () -> ()
//   ^bb1:  // 2 preds: ^bb0, ^bb1
//     "s.br"()[^bb1] : () -> ()
//   }) : () -> ()
//   "s.nested"() ({
//     "s.inner"() ({
//       "s.br"()[^bb1] : () -> ()
//     ^bb1:  // pred: ^bb0
//       "s.end"() : () -> ()
//     }) : () -> ()
//     "s.br"()[^bb1] : () -> ()
//   ^bb1:  // pred: ^bb0
//     "s.end"() : () -> ()
//   }) : () -> ()
//   "func.func"() <{function_type = (i1, i32) -> i32, sym_name = "branches"}> ({
//   ^bb0(%arg0: i1, %arg1: i32):
//     "cf.cond_br"(%arg0, %arg1, %arg1)[^bb2, ^bb1] <{operandSegmentSizes = array<i32: 1, 2, 0>}> : (i1, i32, i32) -> ()
//   ^bb1:  // pred: ^bb0
//     %0 = "arith.constant"() <{value = 1 : i32}> : () -> i32
//     "cf.br"(%0, %arg1)[^bb2] : (i32, i32) -> ()
//   ^bb2(%1: i32, %2: i32):  // 2 preds: ^bb0, ^bb1
//     "func.return"(%2) : (i32) -> ()
//   }) : () -> ()
// }) : () -> ()
//

// OUTPUT custom:
// module {
//   "s.region"() ({
//     "s.br"()[^bb2, ^bb1, ^bb2] {n} : () -> ()
//   ^bb1:  // 3 preds: ^bb0, ^bb1, ^bb2
//     "s.br"()[^bb1] : () -> ()
//   ^bb2(%0: i32, %1: f32):  // 2 preds: ^bb0, ^bb0
//     "s.br"(%0)[^bb1, ^bb4] : (i32) -> ()
//   ^bb3:  // no predecessors
//     "s.end"() : () -> ()
//   ^bb4:  // pred: ^bb2
//     "s.end"() : () -> ()
//   }) : () -> ()
//   "s.loop"() ({
//     "s.br"()[^bb1] : () -> ()
//   ^bb1:  // 3 preds: ^bb0, ^bb1, ^bb1
//     "s.br"()[^bb1, ^bb1] : () -> ()
//   }, {
//     "s.br"()[^bb1] : () -> ()
//   ^bb1:  // 2 preds: ^bb0, ^bb1
//     "s.br"()[^bb1] : () -> ()
//   }) : () -> ()
//   "s.nested"() ({
//     "s.inner"() ({
//       "s.br"()[^bb1] : () -> ()
//     ^bb1:  // pred: ^bb0
//       "s.end"() : () -> ()
//     }) : () -> ()
//     "s.br"()[^bb1] : () -> ()
//   ^bb1:  // pred: ^bb0
//     "s.end"() : () -> ()
//   }) : () -> ()
//   func.func @branches(%arg0: i1, %arg1: i32) -> i32 {
//     cf.cond_br %arg0, ^bb2(%arg1, %arg1 : i32, i32), ^bb1
//   ^bb1:  // pred: ^bb0
//     %c1_i32 = arith.constant 1 : i32
//     cf.br ^bb2(%c1_i32, %arg1 : i32, i32)
//   ^bb2(%0: i32, %1: i32):  // 2 preds: ^bb0, ^bb1
//     return %1 : i32
//   }
// }
//
