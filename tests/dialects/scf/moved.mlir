// RUN: plugopt %s --allow-unregistered-dialect --canonicalize | FileCheck %s

// The body uses what the branch that moved into it gives from the first region: it must be passed on. mlir-opt 22 makes text of this
// that does not verify.

// CHECK-LABEL: @given_from_before
func.func @given_from_before(%n: i32) -> (i32, i32) {
  // CHECK: %[[LOOP:.*]]:2 = scf.while (%[[X:.*]] = %arg0)
  %0:2 = scf.while (%x = %n) : (i32) -> (i32, i32) {
    // CHECK: %[[INNER:.*]] = "t.inner"(%[[X]])
    // CHECK-NEXT: scf.condition(%{{.*}}) %[[X]], %[[INNER]] : i32, i32
    %less = "t.less"(%x) : (i32) -> i1
    %inner = "t.inner"(%x) : (i32) -> i32
    %1:2 = scf.if %less -> (i32, i32) {
      "t.then"() : () -> ()
      scf.yield %inner, %x : i32, i32
    } else {
      scf.yield %x, %n : i32, i32
    }
    scf.condition(%less) %1#0, %1#1 : i32, i32
  } do {
  // CHECK: ^bb0(%[[A:.*]]: i32, %[[B:.*]]: i32):
  // CHECK-NEXT: "t.then"()
  // CHECK-NEXT: "t.next"(%[[B]], %[[A]])
  ^bb0(%x: i32, %y: i32):
    %z = "t.next"(%x, %y) : (i32, i32) -> i32
    scf.yield %z : i32
  }
  // CHECK: return %[[LOOP]]#0, %arg0
  return %0#0, %0#1 : i32, i32
}
