// RUN: plugopt %s --allow-unregistered-dialect --canonicalize | golden

// Loops and branches whose course is known, and values that need not be carried.

"t.scope"() ({
^bb0(%i: index, %f: f32, %g: f32, %c: i1):
  %c0 = "arith.constant"() {value = 0 : index} : () -> index
  %c1 = "arith.constant"() {value = 1 : index} : () -> index
  %c4 = "arith.constant"() {value = 4 : index} : () -> index
  %true = "arith.constant"() {value = true} : () -> i1
  // Never runs.
  %0 = scf.for %a = %c4 to %c1 step %c1 iter_args(%x = %f) -> (f32) {
    %z = "t.never"(%x) : (f32) -> f32
    scf.yield %z : f32
  }
  "t.use"(%0) : (f32) -> ()
  // Runs once.
  %1 = scf.for %a = %c0 to %c1 step %c4 iter_args(%x = %f) -> (f32) {
    %z = "t.once"(%a, %x) : (index, f32) -> f32
    scf.yield %z : f32
  }
  "t.use"(%1) : (f32) -> ()
  // Carries one value that stays and one that nobody uses.
  %2:3 = scf.for %a = %c0 to %i step %c1 iter_args(%x = %f, %y = %g, %u = %g) -> (f32, f32, f32) {
    %z = "t.carried"(%x, %y) : (f32, f32) -> f32
    scf.yield %z, %y, %z : f32, f32, f32
  }
  "t.use"(%2#0, %2#1) : (f32, f32) -> ()
  // Gives a value from outside.
  %3 = scf.for %a = %c0 to %c4 step %c1 iter_args(%x = %f) -> (f32) {
    scf.yield %g : f32
  }
  "t.use"(%3) : (f32) -> ()
  %4 = scf.if %true -> f32 {
    %z = "t.then"() : () -> f32
    scf.yield %z : f32
  } else {
    scf.yield %f : f32
  }
  "t.use"(%4) : (f32) -> ()
  %5:2 = scf.if %c -> (f32, f32) {
    %z = "t.then"(%c) : (i1) -> f32
    scf.yield %z, %f : f32, f32
  } else {
    %z = "t.else"(%c) : (i1) -> f32
    scf.yield %z, %g : f32, f32
  }
  "t.use"(%5#0, %5#1) : (f32, f32) -> ()
  scf.if %c {
    "t.first"() : () -> ()
  }
  scf.if %c {
    "t.second"() : () -> ()
  } else {
  }
  "t.end"() : () -> ()
  %6 = scf.execute_region -> f32 {
    %z = "t.inside"() : () -> f32
    scf.yield %z : f32
  }
  %7 = scf.index_switch %c4 -> f32
  case 4 {
    scf.yield %6 : f32
  }
  default {
    scf.yield %f : f32
  }
  "t.use"(%7) : (f32) -> ()
  scf.parallel (%a, %b) = (%c0, %c0) to (%c1, %c4) step (%c1, %c1) {
    "t.use"(%a, %b) : (index, index) -> ()
  }
}) : () -> ()

// OUTPUT:
// module {
//   "t.scope"() ({
//   ^bb0(%arg0: index, %arg1: f32, %arg2: f32, %arg3: i1):
//     %true = arith.constant true
//     %false = arith.constant false
//     %c0 = arith.constant 0 : index
//     %c1 = arith.constant 1 : index
//     %c4 = arith.constant 4 : index
//     "t.use"(%arg1) : (f32) -> ()
//     %0 = "t.once"(%c0, %arg1) : (index, f32) -> f32
//     "t.use"(%0) : (f32) -> ()
//     %1 = scf.for %arg4 = %c0 to %arg0 step %c1 iter_args(%arg5 = %arg1) -> (f32) {
//       %6 = "t.carried"(%arg5, %arg2) : (f32, f32) -> f32
//       scf.yield %6 : f32
//     }
//     "t.use"(%1, %arg2) : (f32, f32) -> ()
//     "t.use"(%arg2) : (f32) -> ()
//     %2 = "t.then"() : () -> f32
//     "t.use"(%2) : (f32) -> ()
//     %3 = arith.select %arg3, %arg1, %arg2 : f32
//     %4 = scf.if %arg3 -> (f32) {
//       %6 = "t.then"(%true) : (i1) -> f32
//       scf.yield %6 : f32
//     } else {
//       %6 = "t.else"(%false) : (i1) -> f32
//       scf.yield %6 : f32
//     }
//     "t.use"(%4, %3) : (f32, f32) -> ()
//     scf.if %arg3 {
//       "t.first"() : () -> ()
//       "t.second"() : () -> ()
//     }
//     "t.end"() : () -> ()
//     %5 = "t.inside"() : () -> f32
//     "t.use"(%5) : (f32) -> ()
//     scf.parallel (%arg4) = (%c0) to (%c4) step (%c1) {
//       "t.use"(%c0, %arg4) : (index, index) -> ()
//       scf.reduce 
//     }
//   }) : () -> ()
// }
//
