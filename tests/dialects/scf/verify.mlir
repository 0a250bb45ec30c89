// RUN: plugopt %s --allow-unregistered-dialect --split-input-file --verify-diagnostics

// What the verifiers of the dialect refuse.

"t.scope"() ({
^bb0(%i: index, %n: i32):
  // expected-error@+1 {{failed to verify that all of {lowerBound, upperBound, step} have same type}}
  "scf.for"(%i, %i, %n) ({
  ^bb0(%a: index):
    scf.yield
  }) : (index, index, i32) -> ()
}) : () -> ()

// -----

"t.scope"() ({
^bb0(%i: index, %n: i32):
  // expected-error@+1 {{mismatch in number of loop-carried values and defined values}}
  "scf.for"(%i, %i, %i, %n) ({
  ^bb0(%a: index):
    scf.yield
  }) : (index, index, index, i32) -> ()
}) : () -> ()

// -----

"t.scope"() ({
^bb0(%i: index, %n: i32):
  // expected-error@+1 {{different number of inits and region iter_args: 1 != 0}}
  %0 = "scf.for"(%i, %i, %i, %n) ({
  ^bb0(%a: index):
    scf.yield
  }) : (index, index, index, i32) -> i32
}) : () -> ()

// -----

"t.scope"() ({
^bb0(%i: index, %n: i32):
  // expected-error@+1 {{0-th region iter_arg and 0-th yielded value have different type: 'i32' != 'index'}}
  %0 = scf.for %a = %i to %i step %i iter_args(%x = %n) -> (i32) {
    scf.yield %i : index
  }
}) : () -> ()

// -----

"t.scope"() ({
^bb0(%i: index, %n: i32):
  // expected-error@+1 {{along control flow edge from Operation scf.yield to Region #0: region branch point has 0 operands, but region successor needs 1 inputs}}
  %0 = scf.for %a = %i to %i step %i iter_args(%x = %n) -> (i32) {
    // expected-note@+1 {{region branch point}}
    scf.yield
  }
}) : () -> ()

// -----

"t.scope"() ({
^bb0(%i: index, %n: i32):
  // expected-error@+1 {{expected induction variable to be same type as bounds and step}}
  "scf.for"(%i, %i, %i) ({
  ^bb0(%a: i32):
    scf.yield
  }) : (index, index, index) -> ()
}) : () -> ()

// -----

"t.scope"() ({
^bb0(%i: index, %n: i32):
  // expected-error@+1 {{mismatch in number of loop-carried values and defined values}}
  %0 = scf.for %a = %i to %i step %i iter_args(%x = %n) -> (i32, i32) {
  }
}) : () -> ()

// -----

"t.scope"() ({
^bb0(%c: i1, %n: i32):
  // expected-error@+1 {{must have an else block if defining values}}
  %0 = scf.if %c -> i32 {
    scf.yield %n : i32
  }
}) : () -> ()

// -----

"t.scope"() ({
^bb0(%c: i1, %n: i32):
  // expected-error@+1 {{along control flow edge from Operation scf.yield to parent: successor operand type #0 'i1' should match successor input type #0 'i32'}}
  %0 = scf.if %c -> i32 {
    scf.yield %n : i32
  } else {
    // expected-note@+1 {{region branch point}}
    scf.yield %c : i1
  }
}) : () -> ()

// -----

"t.scope"() ({
^bb0(%i: index):
  // expected-error@+1 {{needs at least one tuple element for lowerBound, upperBound and step}}
  scf.parallel () = () to () step () {
  }
}) : () -> ()

// -----

"t.scope"() ({
^bb0(%i: index):
  // expected-error@+1 {{expects number of results: 1 to be the same as number of reductions: 0}}
  %0 = scf.parallel (%a) = (%i) to (%i) step (%i) init (%i) -> index {
  }
}) : () -> ()

// -----

"t.scope"() ({
^bb0(%i: index):
  %0 = scf.parallel (%a) = (%i) to (%i) step (%i) init (%i) -> index {
    // expected-error@+1 {{expected two block arguments with type 'index' in the 0-th reduction region}}
    scf.reduce(%i : index) {
    ^bb0(%l: index):
      scf.reduce.return %l : index
    }
  }
}) : () -> ()

// -----

"t.scope"() ({
^bb0(%i: index, %c: i1):
  // expected-error@+1 {{expects the 'before' region to terminate with 'scf.condition'}}
  scf.while : () -> () {
    // expected-note@+1 {{terminator here}}
    scf.yield
  } do {
    scf.yield
  }
}) : () -> ()

// -----

"t.scope"() ({
^bb0(%i: index, %c: i1):
  // expected-error@+1 {{expected as many input types as operands (expected 1 got 0)}}
  scf.while (%a = %i) : () -> () {
    scf.condition(%c)
  } do {
    scf.yield
  }
}) : () -> ()

// -----

"t.scope"() ({
^bb0(%i: index, %c: i1):
  // expected-error@+1 {{has duplicate case value: 3}}
  scf.index_switch %i
  case 3 {
    scf.yield
  }
  case 3 {
    scf.yield
  }
  default {
    scf.yield
  }
}) : () -> ()

// -----

"t.scope"() ({
^bb0(%i: index, %c: i1):
  // expected-error@+1 {{expected result #0 of each region to be 'index'}}
  %0 = scf.index_switch %i -> index
  case 3 {
    // expected-note@+1 {{case region #0 returns 'i1' here}}
    scf.yield %c : i1
  }
  default {
    scf.yield %i : index
  }
}) : () -> ()

// -----

// expected-error@+1 {{region cannot have any arguments}}
"scf.execute_region"() ({
^bb0(%i: index):
  scf.yield
}) : () -> ()

// -----

"t.scope"() ({
^bb0(%i: index, %t: tensor<4xf32>):
  scf.forall (%a) in (4) {
    // expected-error@+1 {{expected only ParallelCombiningOpInterface ops}}
    scf.forall.in_parallel {
      %0 = arith.constant 1 : index
    }
  }
}) : () -> ()

// -----

// expected-error@+1 {{expects parent op to be one of 'scf.execute_region, scf.for, scf.if, scf.index_switch, scf.while'}}
scf.yield
