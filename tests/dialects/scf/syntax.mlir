// RUN: plugopt %s --allow-unregistered-dialect | golden
// RUN: plugopt %s --allow-unregistered-dialect | plugopt --allow-unregistered-dialect | golden
// RUN: plugopt %s --allow-unregistered-dialect --mlir-print-op-generic | plugopt --allow-unregistered-dialect | golden
// RUN: plugopt %s --allow-unregistered-dialect --mlir-print-op-generic | golden generic

// Every operation of the dialect, with everything that its syntax may leave out and with all of it.

"t.scope"() ({
^bb0(%i: index, %n: i32, %f: f32, %c: i1, %t: tensor<8x?xf32>):
  scf.for %a = %i to %i step %i {
  }
  scf.for unsigned %a = %n to %n step %n : i32 {
    "t.use"(%a) : (i32) -> ()
    scf.yield
  } {note}
  %0:2 = scf.for %a = %i to %i step %i iter_args(%x = %f, %y = %c) -> (f32, i1) {
    %z = "t.def"(%a, %x) : (index, f32) -> f32
    scf.yield %z, %y : f32, i1
  }
  scf.if %c {
    "t.use"(%f) : (f32) -> ()
  }
  %1 = scf.if %c -> f32 {
    scf.yield %f : f32
  } else {
    scf.yield %0#0 : f32
  } {note = 1 : i8}
  scf.if %c {
  } else {
  }
  %2:2 = scf.while (%x = %f, %y = %i) : (f32, index) -> (i1, f32) {
    scf.condition(%c) {note} %c, %x : i1, f32
  } do {
  ^bb0(%p: i1, %q: f32):
    scf.yield %q, %i : f32, index
  } attributes {note}
  scf.while : () -> () {
    scf.condition(%c)
  } do {
    scf.yield
  }
  scf.parallel (%a, %b) = (%i, %i) to (%i, %i) step (%i, %i) {
  }
  %3:2 = scf.parallel (%a) = (%i) to (%i) step (%i) init (%f, %n) -> (f32, i32) {
    scf.reduce(%f, %n : f32, i32) {
    ^bb0(%l: f32, %r: f32):
      scf.reduce.return %l : f32
    }, {
    ^bb0(%l: i32, %r: i32):
      %s = "t.join"(%l, %r) : (i32, i32) -> i32
      scf.reduce.return %s : i32
    }
  } {note}
  scf.forall (%a, %b) in (8, %i) {
    "t.use"(%a, %b) : (index, index) -> ()
  }
  %4 = scf.forall (%a) = (2) to (%i) step (3) shared_outs(%o = %t) -> (tensor<8x?xf32>) {
    scf.forall.in_parallel {
    }
  } {note}
  %5 = scf.execute_region -> i32 {
    "t.jump"()[^next] : () -> ()
  ^next:
    scf.yield %n : i32
  }
  scf.execute_region no_inline {
    scf.yield
  } {note}
  %6 = scf.index_switch %i {note} -> f32
  case -1 {
    scf.yield %f : f32
  }
  case 2 {
    scf.yield %1 : f32
  }
  default {
    scf.yield %f : f32
  }
  scf.index_switch %i default {
  }
}) : () -> ()

// OUTPUT:
// module {
//   "t.scope"() ({
//   ^bb0(%arg0: index, %arg1: i32, %arg2: f32, %arg3: i1, %arg4: tensor<8x?xf32>):
//     scf.for %arg5 = %arg0 to %arg0 step %arg0 {
//     }
//     scf.for unsigned %arg5 = %arg1 to %arg1 step %arg1  : i32 {
//       "t.use"(%arg5) : (i32) -> ()
//     } {note}
//     %0:2 = scf.for %arg5 = %arg0 to %arg0 step %arg0 iter_args(%arg6 = %arg2, %arg7 = %arg3) -> (f32, i1) {
//       %7 = "t.def"(%arg5, %arg6) : (index, f32) -> f32
//       scf.yield %7, %arg7 : f32, i1
//     }
//     scf.if %arg3 {
//       "t.use"(%arg2) : (f32) -> ()
//     }
//     %1 = scf.if %arg3 -> (f32) {
//       scf.yield %arg2 : f32
//     } else {
//       scf.yield %0#0 : f32
//     } {note = 1 : i8}
//     scf.if %arg3 {
//     } else {
//     }
//     %2:2 = scf.while (%arg5 = %arg2, %arg6 = %arg0) : (f32, index) -> (i1, f32) {
//       scf.condition(%arg3) {note} %arg3, %arg5 : i1, f32
//     } do {
//     ^bb0(%arg5: i1, %arg6: f32):
//       scf.yield %arg6, %arg0 : f32, index
//     } attributes {note}
//     scf.while : () -> () {
//       scf.condition(%arg3)
//     } do {
//       scf.yield
//     }
//     scf.parallel (%arg5, %arg6) = (%arg0, %arg0) to (%arg0, %arg0) step (%arg0, %arg0) {
//       scf.reduce 
//     }
//     %3:2 = scf.parallel (%arg5) = (%arg0) to (%arg0) step (%arg0) init (%arg2, %arg1) -> (f32, i32) {
//       scf.reduce(%arg2, %arg1 : f32, i32) {
//       ^bb0(%arg6: f32, %arg7: f32):
//         scf.reduce.return %arg6 : f32
//       }, {
//       ^bb0(%arg6: i32, %arg7: i32):
//         %7 = "t.join"(%arg6, %arg7) : (i32, i32) -> i32
//         scf.reduce.return %7 : i32
//       }
//     } {note}
//     scf.forall (%arg5, %arg6) in (8, %arg0) {
//       "t.use"(%arg5, %arg6) : (index, index) -> ()
//     }
//     %4 = scf.forall (%arg5) = (2) to (%arg0) step (3) shared_outs(%arg6 = %arg4) -> (tensor<8x?xf32>) {
//       scf.forall.in_parallel {
//       }
//     } {note}
//     %5 = scf.execute_region -> i32 {
//       "t.jump"()[^bb1] : () -> ()
//     ^bb1:  // pred: ^bb0
//       scf.yield %arg1 : i32
//     }
//     scf.execute_region no_inline {
//       scf.yield
//     } {note}
//     %6 = scf.index_switch %arg0 {note} -> f32 
//     case -1 {
//       scf.yield %arg2 : f32
//     }
//     case 2 {
//       scf.yield %1 : f32
//     }
//     default {
//       scf.yield %arg2 : f32
//     }
//     scf.index_switch %arg0 
//     default {
//     }
//   }) : () -> ()
// }
//

// OUTPUT generic:
// "builtin.module"() ({
//   "t.scope"() ({
//   ^bb0(%arg0: index, %arg1: i32, %arg2: f32, %arg3: i1, %arg4: tensor<8x?xf32>):
//     "scf.for"(%arg0, %arg0, %arg0) ({
//     ^bb0(%arg24: index):
//       "scf.yield"() : () -> ()
//     }) : (index, index, index) -> ()
//     "scf.for"(%arg1, %arg1, %arg1) <{unsignedCmp}> ({
//     ^bb0(%arg23: i32):
//       "t.use"(%arg23) : (i32) -> ()
//       "scf.yield"() : () -> ()
//     }) {note} : (i32, i32, i32) -> ()
//     %0:2 = "scf.for"(%arg0, %arg0, %arg0, %arg2, %arg3) ({
//     ^bb0(%arg20: index, %arg21: f32, %arg22: i1):
//       %8 = "t.def"(%arg20, %arg21) : (index, f32) -> f32
//       "scf.yield"(%8, %arg22) : (f32, i1) -> ()
//     }) : (index, index, index, f32, i1) -> (f32, i1)
//     "scf.if"(%arg3) ({
//       "t.use"(%arg2) : (f32) -> ()
//       "scf.yield"() : () -> ()
//     }, {
//     }) : (i1) -> ()
//     %1 = "scf.if"(%arg3) ({
//       "scf.yield"(%arg2) : (f32) -> ()
//     }, {
//       "scf.yield"(%0#0) : (f32) -> ()
//     }) {note = 1 : i8} : (i1) -> f32
//     "scf.if"(%arg3) ({
//       "scf.yield"() : () -> ()
//     }, {
//       "scf.yield"() : () -> ()
//     }) : (i1) -> ()
//     %2:2 = "scf.while"(%arg2, %arg0) ({
//     ^bb0(%arg18: f32, %arg19: index):
//       "scf.condition"(%arg3, %arg3, %arg18) {note} : (i1, i1, f32) -> ()
//     }, {
//     ^bb0(%arg16: i1, %arg17: f32):
//       "scf.yield"(%arg17, %arg0) : (f32, index) -> ()
//     }) {note} : (f32, index) -> (i1, f32)
//     "scf.while"() ({
//       "scf.condition"(%arg3) : (i1) -> ()
//     }, {
//       "scf.yield"() : () -> ()
//     }) : () -> ()
//     "scf.parallel"(%arg0, %arg0, %arg0, %arg0, %arg0, %arg0) <{operandSegmentSizes = array<i32: 2, 2, 2, 0>}> ({
//     ^bb0(%arg14: index, %arg15: index):
//       "scf.reduce"() : () -> ()
//     }) : (index, index, index, index, index, index) -> ()
//     %3:2 = "scf.parallel"(%arg0, %arg0, %arg0, %arg2, %arg1) <{operandSegmentSizes = array<i32: 1, 1, 1, 2>}> ({
//     ^bb0(%arg9: index):
//       "scf.reduce"(%arg2, %arg1) ({
//       ^bb0(%arg12: f32, %arg13: f32):
//         "scf.reduce.return"(%arg12) : (f32) -> ()
//       }, {
//       ^bb0(%arg10: i32, %arg11: i32):
//         %7 = "t.join"(%arg10, %arg11) : (i32, i32) -> i32
//         "scf.reduce.return"(%7) : (i32) -> ()
//       }) : (f32, i32) -> ()
//     }) {note} : (index, index, index, f32, i32) -> (f32, i32)
//     "scf.forall"(%arg0) <{operandSegmentSizes = array<i32: 0, 1, 0, 0>, staticLowerBound = array<i64: 0, 0>, staticStep = array<i64: 1, 1>, staticUpperBound = array<i64: 8, -9223372036854775808>}> ({
//     ^bb0(%arg7: index, %arg8: index):
//       "t.use"(%arg7, %arg8) : (index, index) -> ()
//       "scf.forall.in_parallel"() ({
//       ^bb0:
//       }) : () -> ()
//     }) : (index) -> ()
//     %4 = "scf.forall"(%arg0, %arg4) <{operandSegmentSizes = array<i32: 0, 1, 0, 1>, staticLowerBound = array<i64: 2>, staticStep = array<i64: 3>, staticUpperBound = array<i64: -9223372036854775808>}> ({
//     ^bb0(%arg5: index, %arg6: tensor<8x?xf32>):
//       "scf.forall.in_parallel"() ({
//       ^bb0:
//       }) : () -> ()
//     }) {note} : (index, tensor<8x?xf32>) -> tensor<8x?xf32>
//     %5 = "scf.execute_region"() ({
//       "t.jump"()[^bb1] : () -> ()
//     ^bb1:  // pred: ^bb0
//       "scf.yield"(%arg1) : (i32) -> ()
//     }) : () -> i32
//     "scf.execute_region"() <{no_inline}> ({
//       "scf.yield"() : () -> ()
//     }) {note} : () -> ()
//     %6 = "scf.index_switch"(%arg0) <{cases = array<i64: -1, 2>}> ({
//       "scf.yield"(%arg2) : (f32) -> ()
//     }, {
//       "scf.yield"(%arg2) : (f32) -> ()
//     }, {
//       "scf.yield"(%1) : (f32) -> ()
//     }) {note} : (index) -> f32
//     "scf.index_switch"(%arg0) <{cases = array<i64>}> ({
//       "scf.yield"() : () -> ()
//     }) : (index) -> ()
//   }) : () -> ()
// }) : () -> ()
//
