// RUN: plugopt %s --canonicalize | golden

// Branches that are known, that only pass on, and that lead to one place.

func.func @known(%x: i32, %y: i32) -> i32 {
  %t = arith.constant true
  cf.cond_br %t, ^a(%x : i32), ^a(%y : i32)
^a(%z: i32):
  return %z : i32
}

func.func @same_place(%c: i1, %x: i32, %y: i32) -> i32 {
  cf.cond_br %c, ^a(%x : i32), ^a(%y : i32)
^a(%z: i32):
  return %z : i32
}

func.func @passed_on(%c: i1, %x: i32, %y: i32) -> i32 {
  cf.cond_br %c, ^a(%x : i32), ^b
^a(%z: i32):
  cf.br ^end(%z : i32)
^b:
  %0 = arith.addi %x, %y : i32
  cf.br ^end(%0 : i32)
^end(%r: i32):
  return %r : i32
}

func.func @known_case(%x: i32, %y: i32) -> i32 {
  %n = arith.constant 7 : i32
  cf.switch %n : i32, [
    default: ^a(%x : i32),
    7: ^a(%y : i32)
  ]
^a(%z: i32):
  return %z : i32
}

// OUTPUT:
// module {
//   func.func @known(%arg0: i32, %arg1: i32) -> i32 {
//     return %arg0 : i32
//   }
//   func.func @same_place(%arg0: i1, %arg1: i32, %arg2: i32) -> i32 {
//     %0 = arith.select %arg0, %arg1, %arg2 : i32
//     return %0 : i32
//   }
//   func.func @passed_on(%arg0: i1, %arg1: i32, %arg2: i32) -> i32 {
//     cf.cond_br %arg0, ^bb2(%arg1 : i32), ^bb1
//   ^bb1:  // pred: ^bb0
//     %0 = arith.addi %arg1, %arg2 : i32
//     cf.br ^bb2(%0 : i32)
//   ^bb2(%1: i32):  // 2 preds: ^bb0, ^bb1
//     return %1 : i32
//   }
//   func.func @known_case(%arg0: i32, %arg1: i32) -> i32 {
//     return %arg1 : i32
//   }
// }
//
