// RUN: plugopt %s | golden
// RUN: plugopt %s | plugopt | golden
// RUN: plugopt %s --mlir-print-op-generic | plugopt | golden

// Branches.

func.func @branches(%c: i1, %x: i32) -> i32 {
  cf.assert %c, "must hold"
  cf.cond_br %c weights([3, 5]), ^left(%x : i32), ^right
^left(%y: i32):
  cf.br ^end(%y : i32) {hint}
^right:
  cf.switch %x : i32, [
    default: ^left(%x : i32),
    -1: ^right,
    42: ^end(%x : i32)
  ]
^end(%z: i32):
  return %z : i32
}

func.func @only_default(%x: i64) {
  cf.switch %x : i64, [
    default: ^end
  ] {kept}
^end:
  return
}

// OUTPUT:
// module {
//   func.func @branches(%arg0: i1, %arg1: i32) -> i32 {
//     cf.assert %arg0, "must hold"
//     cf.cond_br %arg0 weights([3, 5]), ^bb1(%arg1 : i32), ^bb2
//   ^bb1(%0: i32):  // 2 preds: ^bb0, ^bb2
//     cf.br ^bb3(%0 : i32) {hint}
//   ^bb2:  // 2 preds: ^bb0, ^bb2
//     cf.switch %arg1 : i32, [
//       default: ^bb1(%arg1 : i32),
//       4294967295: ^bb2,
//       42: ^bb3(%arg1 : i32)
//     ]
//   ^bb3(%1: i32):  // 2 preds: ^bb1, ^bb2
//     return %1 : i32
//   }
//   func.func @only_default(%arg0: i64) {
//     cf.switch %arg0 : i64, [
//       default: ^bb1] {kept}
//   ^bb1:  // pred: ^bb0
//     return
//   }
// }
//
