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

// Bounds that are known by their distance, where the sum does not wrap around.
func.func @distance(%n: i32, %m: i32, %f: f32) -> (f32, f32, f32) {
  %one = arith.constant 1 : i32
  %signed = arith.addi %n, %one overflow<nsw> : i32
  %unsigned = arith.addi %n, %one overflow<nuw> : i32
  %0 = scf.for %i = %n to %signed step %one iter_args(%x = %f) -> f32 : i32 {
    %z = "t.once"(%i, %x) : (i32, f32) -> f32
    scf.yield %z : f32
  }
  %1 = scf.for unsigned %i = %n to %unsigned step %one iter_args(%x = %f) -> f32 : i32 {
    %z = "t.once"(%i, %x) : (i32, f32) -> f32
    scf.yield %z : f32
  }
  %2 = scf.for %i = %n to %unsigned step %one iter_args(%x = %f) -> f32 : i32 {
    %z = "t.often"(%i, %x) : (i32, f32) -> f32
    scf.yield %z : f32
  }
  return %0, %1, %2 : f32, f32, f32
}

// Two values that are always the same, and one that follows another.
func.func @duplicates(%n: index, %f: f32, %g: f32) -> (f32, f32, f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %0:3 = scf.for %i = %c0 to %n step %c1 iter_args(%x = %f, %y = %f, %z = %g) -> (f32, f32, f32) {
    %1 = "t.step"(%x, %y, %z) : (f32, f32, f32) -> f32
    scf.yield %1, %1, %x : f32, f32, f32
  }
  return %0#0, %0#1, %0#2 : f32, f32, f32
}

func.func @condition(%n: i32, %c: i1) -> (i32, i1, i32) {
  %0:3 = scf.while (%x = %n, %u = %n) : (i32, i32) -> (i32, i1, i32) {
    %less = "t.less"(%x) : (i32) -> i1
    scf.condition(%less) %x, %less, %x : i32, i1, i32
  } do {
  ^bb0(%x: i32, %less: i1, %y: i32):
    %z = "t.next"(%x, %less, %y) : (i32, i1, i32) -> i32
    scf.yield %z, %z : i32, i32
  }
  return %0#0, %0#1, %0#2 : i32, i1, i32
}

func.func @comparison(%n: i32, %m: i32) -> i32 {
  %0 = scf.while (%x = %n) : (i32) -> i32 {
    %less = arith.cmpi ult, %x, %m : i32
    scf.condition(%less) %x : i32
  } do {
  ^bb0(%x: i32):
    %same = arith.cmpi ult, %x, %m : i32
    %inverse = arith.cmpi uge, %x, %m : i32
    %other = arith.cmpi slt, %x, %m : i32
    %z = "t.next"(%x, %same, %inverse, %other) : (i32, i1, i1, i1) -> i32
    scf.yield %z : i32
  }
  return %0 : i32
}

func.func @other_order(%n: i32, %f: f32) -> (f32, i32) {
  %0:2 = scf.while (%x = %n, %y = %f) : (i32, f32) -> (f32, i32) {
    %less = "t.less"(%x) : (i32) -> i1
    scf.condition(%less) %y, %x : f32, i32
  } do {
  ^bb0(%y: f32, %x: i32):
    %z:2 = "t.next"(%x, %y) : (i32, f32) -> (i32, f32)
    scf.yield %z#0, %z#1 : i32, f32
  }
  return %0#0, %0#1 : f32, i32
}

func.func @moved(%n: i32) -> i32 {
  %0 = scf.while (%x = %n) : (i32) -> i32 {
    %less = "t.less"(%x) : (i32) -> i1
    %inner = "t.inner"(%x) : (i32) -> i32
    %1 = scf.if %less -> i32 {
      %2 = "t.then"(%inner) : (i32) -> i32
      scf.yield %2 : i32
    } else {
      scf.yield %x : i32
    }
    scf.condition(%less) %1 : i32
  } do {
  ^bb0(%x: i32):
    %z = "t.next"(%x) : (i32) -> i32
    scf.yield %z : i32
  }
  return %0 : i32
}

// The branches.
func.func @conditions(%c: i1, %d: i1, %f: f32) -> (f32, i1, i1) {
  %true = arith.constant true
  %false = arith.constant false
  %0:2 = scf.if %c -> (f32, i1) {
    %1 = "t.a"() : () -> f32
    scf.yield %1, %true : f32, i1
  } else {
    scf.yield %f, %false : f32, i1
  }
  %not = arith.xori %d, %true : i1
  %2 = scf.if %not -> i1 {
    "t.b"() : () -> ()
    scf.yield %false : i1
  } else {
    "t.c"() : () -> ()
    scf.yield %true : i1
  }
  scf.if %c {
    scf.if %d {
      "t.both"() : () -> ()
    }
  }
  "t.end"() : () -> ()
  return %0#0, %0#1, %2 : f32, i1, i1
}

func.func @blocks(%c: i1) -> i32 {
  %0 = scf.execute_region -> i32 {
    cf.cond_br %c, ^a, ^b
  ^a:
    %1 = "t.a"() : () -> i32
    scf.yield %1 : i32
  ^b:
    %2 = "t.b"() : () -> i32
    scf.yield %2 : i32
  }
  return %0 : i32
}

func.func @kept(%c: i1) -> i32 {
  %0:2 = scf.execute_region -> (i32, i32) no_inline {
    %1:2 = "t.a"() : () -> (i32, i32)
    scf.yield %1#0, %1#1 : i32, i32
  }
  return %0#1 : i32
}

func.func @cases(%n: index, %x: i32) -> (i32, i32) {
  %0:3 = scf.index_switch %n -> i32, i32, i32
  case 1 {
    %1 = "t.one"() : () -> i32
    scf.yield %1, %x, %1 : i32, i32, i32
  }
  default {
    %1 = "t.other"() : () -> i32
    scf.yield %1, %x, %1 : i32, i32, i32
  }
  return %0#0, %0#1 : i32, i32
}

func.func @nested(%n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.parallel (%i) = (%c0) to (%n) step (%c1) {
    scf.parallel (%j, %k) = (%c0, %c0) to (%n, %c1) step (%c1, %c1) {
      "t.use"(%i, %j, %k) : (index, index, index) -> ()
    }
  }
  return
}

func.func @reduced(%f: f32) -> f32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %0 = scf.parallel (%i) = (%c0) to (%c1) step (%c1) init (%f) -> f32 {
    %1 = "t.value"(%i) : (index) -> f32
    scf.reduce(%1 : f32) {
    ^bb0(%a: f32, %b: f32):
      %2 = arith.addf %a, %b : f32
      scf.reduce.return %2 : f32
    }
  }
  return %0 : f32
}

func.func @threads(%n: index) {
  %c0 = arith.constant 0 : index
  %c4 = arith.constant 4 : index
  %c1 = arith.constant 1 : index
  scf.forall (%i, %j, %k) = (%c0, 2, 0) to (%c4, 3, %n) step (%c1, %c1, 2) {
    "t.use"(%i, %j, %k) : (index, index, index) -> ()
  }
  scf.forall (%i, %j) = (%c4, 0) to (%c1, %n) step (1, 1) {
    "t.never"(%i, %j) : (index, index) -> ()
  }
  scf.forall (%i) in (1) {
    "t.once"(%i) : (index) -> ()
  }
  return
}

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
//   func.func @distance(%arg0: i32, %arg1: i32, %arg2: f32) -> (f32, f32, f32) {
//     %c1_i32 = arith.constant 1 : i32
//     %0 = arith.addi %arg0, %c1_i32 overflow<nuw> : i32
//     %1 = "t.once"(%arg0, %arg2) : (i32, f32) -> f32
//     %2 = "t.once"(%arg0, %arg2) : (i32, f32) -> f32
//     %3 = scf.for %arg3 = %arg0 to %0 step %c1_i32 iter_args(%arg4 = %arg2) -> (f32)  : i32 {
//       %4 = "t.often"(%arg3, %arg4) : (i32, f32) -> f32
//       scf.yield %4 : f32
//     }
//     return %1, %2, %3 : f32, f32, f32
//   }
//   func.func @duplicates(%arg0: index, %arg1: f32, %arg2: f32) -> (f32, f32, f32) {
//     %c0 = arith.constant 0 : index
//     %c1 = arith.constant 1 : index
//     %0:2 = scf.for %arg3 = %c0 to %arg0 step %c1 iter_args(%arg4 = %arg1, %arg5 = %arg2) -> (f32, f32) {
//       %1 = "t.step"(%arg4, %arg4, %arg5) : (f32, f32, f32) -> f32
//       scf.yield %1, %arg4 : f32, f32
//     }
//     return %0#0, %0#0, %0#1 : f32, f32, f32
//   }
//   func.func @condition(%arg0: i32, %arg1: i1) -> (i32, i1, i32) {
//     %true = arith.constant true
//     %0:2 = scf.while (%arg2 = %arg0) : (i32) -> (i32, i1) {
//       %1 = "t.less"(%arg2) : (i32) -> i1
//       scf.condition(%1) %arg2, %1 : i32, i1
//     } do {
//     ^bb0(%arg2: i32, %arg3: i1):
//       %1 = "t.next"(%arg2, %true, %arg2) : (i32, i1, i32) -> i32
//       scf.yield %1 : i32
//     }
//     return %0#0, %0#1, %0#0 : i32, i1, i32
//   }
//   func.func @comparison(%arg0: i32, %arg1: i32) -> i32 {
//     %false = arith.constant false
//     %true = arith.constant true
//     %0 = scf.while (%arg2 = %arg0) : (i32) -> i32 {
//       %1 = arith.cmpi ult, %arg2, %arg1 : i32
//       scf.condition(%1) %arg2 : i32
//     } do {
//     ^bb0(%arg2: i32):
//       %1 = arith.cmpi slt, %arg2, %arg1 : i32
//       %2 = "t.next"(%arg2, %true, %false, %1) : (i32, i1, i1, i1) -> i32
//       scf.yield %2 : i32
//     }
//     return %0 : i32
//   }
//   func.func @other_order(%arg0: i32, %arg1: f32) -> (f32, i32) {
//     %0:2 = scf.while (%arg2 = %arg0, %arg3 = %arg1) : (i32, f32) -> (i32, f32) {
//       %1 = "t.less"(%arg2) : (i32) -> i1
//       scf.condition(%1) %arg2, %arg3 : i32, f32
//     } do {
//     ^bb0(%arg2: i32, %arg3: f32):
//       %1:2 = "t.next"(%arg2, %arg3) : (i32, f32) -> (i32, f32)
//       scf.yield %1#0, %1#1 : i32, f32
//     }
//     return %0#1, %0#0 : f32, i32
//   }
//   func.func @moved(%arg0: i32) -> i32 {
//     %0:2 = scf.while (%arg1 = %arg0) : (i32) -> (i32, i32) {
//       %1 = "t.less"(%arg1) : (i32) -> i1
//       %2 = "t.inner"(%arg1) : (i32) -> i32
//       scf.condition(%1) %arg1, %2 : i32, i32
//     } do {
//     ^bb0(%arg1: i32, %arg2: i32):
//       %1 = "t.then"(%arg2) : (i32) -> i32
//       %2 = "t.next"(%1) : (i32) -> i32
//       scf.yield %2 : i32
//     }
//     return %0#0 : i32
//   }
//   func.func @conditions(%arg0: i1, %arg1: i1, %arg2: f32) -> (f32, i1, i1) {
//     %0 = scf.if %arg0 -> (f32) {
//       %2 = "t.a"() : () -> f32
//       scf.yield %2 : f32
//     } else {
//       scf.yield %arg2 : f32
//     }
//     scf.if %arg1 {
//       "t.c"() : () -> ()
//     } else {
//       "t.b"() : () -> ()
//     }
//     %1 = arith.andi %arg0, %arg1 : i1
//     scf.if %1 {
//       "t.both"() : () -> ()
//     }
//     "t.end"() : () -> ()
//     return %0, %arg0, %arg1 : f32, i1, i1
//   }
//   func.func @blocks(%arg0: i1) -> i32 {
//     cf.cond_br %arg0, ^bb1, ^bb2
//   ^bb1:  // pred: ^bb0
//     %0 = "t.a"() : () -> i32
//     cf.br ^bb3(%0 : i32)
//   ^bb2:  // pred: ^bb0
//     %1 = "t.b"() : () -> i32
//     cf.br ^bb3(%1 : i32)
//   ^bb3(%2: i32):  // 2 preds: ^bb1, ^bb2
//     return %2 : i32
//   }
//   func.func @kept(%arg0: i1) -> i32 {
//     %0 = scf.execute_region -> i32 no_inline {
//       %1:2 = "t.a"() : () -> (i32, i32)
//       scf.yield %1#1 : i32
//     }
//     return %0 : i32
//   }
//   func.func @cases(%arg0: index, %arg1: i32) -> (i32, i32) {
//     %0 = scf.index_switch %arg0 -> i32 
//     case 1 {
//       %1 = "t.one"() : () -> i32
//       scf.yield %1 : i32
//     }
//     default {
//       %1 = "t.other"() : () -> i32
//       scf.yield %1 : i32
//     }
//     return %0, %arg1 : i32, i32
//   }
//   func.func @nested(%arg0: index) {
//     %c0 = arith.constant 0 : index
//     %c1 = arith.constant 1 : index
//     scf.parallel (%arg1, %arg2) = (%c0, %c0) to (%arg0, %arg0) step (%c1, %c1) {
//       "t.use"(%arg1, %arg2, %c0) : (index, index, index) -> ()
//       scf.reduce 
//     }
//     return
//   }
//   func.func @reduced(%arg0: f32) -> f32 {
//     %c0 = arith.constant 0 : index
//     %0 = "t.value"(%c0) : (index) -> f32
//     %1 = arith.addf %arg0, %0 : f32
//     return %1 : f32
//   }
//   func.func @threads(%arg0: index) {
//     %c0 = arith.constant 0 : index
//     %c2 = arith.constant 2 : index
//     scf.forall (%arg1, %arg2) = (0, 0) to (4, %arg0) step (1, 2) {
//       "t.use"(%arg1, %c2, %arg2) : (index, index, index) -> ()
//     }
//     "t.once"(%c0) : (index) -> ()
//     return
//   }
// }
//
