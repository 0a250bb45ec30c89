// RUN: plugopt %s --allow-unregistered-dialect --cse | golden

// Regions of operations that are not known may be isolated: what is known outside is not used in them, but what is known
// in them is.

func.func @unknown(%x: i32, %y: i32) -> i32 {
  %0 = arith.addi %x, %y : i32
  "t.scope"() ({
    %1 = arith.addi %x, %y : i32
    %2 = arith.addi %x, %y : i32
    "t.use"(%1, %2) : (i32, i32) -> ()
  }) : () -> ()
  %3 = arith.addi %y, %x : i32
  %4 = arith.muli %0, %3 : i32
  return %4 : i32
}

// Reads that nothing comes between.
func.func @reads(%m: memref<4xi32>, %i: index) -> (i32, i32, i32) {
  %0 = memref.load %m[%i] : memref<4xi32>
  %1 = memref.load %m[%i] : memref<4xi32>
  memref.store %1, %m[%i] : memref<4xi32>
  %2 = memref.load %m[%i] : memref<4xi32>
  return %0, %1, %2 : i32, i32, i32
}

// Equal regions.
func.func @branches(%c: i1, %x: i32) -> (i32, i32) {
  %0 = scf.if %c -> i32 {
    %2 = arith.addi %x, %x : i32
    scf.yield %2 : i32
  } else {
    scf.yield %x : i32
  }
  %1 = scf.if %c -> i32 {
    %2 = arith.addi %x, %x : i32
    scf.yield %2 : i32
  } else {
    scf.yield %x : i32
  }
  return %0, %1 : i32, i32
}

// A block knows what the blocks that dominate it know.
func.func @dominance(%c: i1, %x: i32) -> i32 {
  %0 = arith.muli %x, %x : i32
  cf.cond_br %c, ^a, ^b
^a:
  %1 = arith.muli %x, %x : i32
  %2 = arith.addi %x, %x : i32
  cf.br ^c(%1, %2 : i32, i32)
^b:
  %3 = arith.addi %x, %x : i32
  cf.br ^c(%3, %0 : i32, i32)
^c(%4: i32, %5: i32):
  %6 = arith.addi %x, %x : i32
  %7 = arith.addi %4, %5 : i32
  %8 = arith.addi %6, %7 : i32
  return %8 : i32
}

// OUTPUT:
// module {
//   func.func @unknown(%arg0: i32, %arg1: i32) -> i32 {
//     %0 = arith.addi %arg0, %arg1 : i32
//     "t.scope"() ({
//       %2 = arith.addi %arg0, %arg1 : i32
//       "t.use"(%2, %2) : (i32, i32) -> ()
//     }) : () -> ()
//     %1 = arith.muli %0, %0 : i32
//     return %1 : i32
//   }
//   func.func @reads(%arg0: memref<4xi32>, %arg1: index) -> (i32, i32, i32) {
//     %0 = memref.load %arg0[%arg1] : memref<4xi32>
//     memref.store %0, %arg0[%arg1] : memref<4xi32>
//     %1 = memref.load %arg0[%arg1] : memref<4xi32>
//     return %0, %0, %1 : i32, i32, i32
//   }
//   func.func @branches(%arg0: i1, %arg1: i32) -> (i32, i32) {
//     %0 = scf.if %arg0 -> (i32) {
//       %1 = arith.addi %arg1, %arg1 : i32
//       scf.yield %1 : i32
//     } else {
//       scf.yield %arg1 : i32
//     }
//     return %0, %0 : i32, i32
//   }
//   func.func @dominance(%arg0: i1, %arg1: i32) -> i32 {
//     %0 = arith.muli %arg1, %arg1 : i32
//     cf.cond_br %arg0, ^bb1, ^bb2
//   ^bb1:  // pred: ^bb0
//     %1 = arith.addi %arg1, %arg1 : i32
//     cf.br ^bb3(%0, %1 : i32, i32)
//   ^bb2:  // pred: ^bb0
//     %2 = arith.addi %arg1, %arg1 : i32
//     cf.br ^bb3(%2, %0 : i32, i32)
//   ^bb3(%3: i32, %4: i32):  // 2 preds: ^bb1, ^bb2
//     %5 = arith.addi %arg1, %arg1 : i32
//     %6 = arith.addi %3, %4 : i32
//     %7 = arith.addi %5, %6 : i32
//     return %7 : i32
//   }
// }
//
