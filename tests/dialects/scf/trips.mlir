// RUN: plugopt %s --allow-unregistered-dialect --canonicalize | FileCheck %s

// Counts that mlir-opt 22 gets wrong.

// CHECK-LABEL: @far_apart
// CHECK-NEXT: %[[C:.*]] = arith.constant 1 : i32
// CHECK-NEXT: "t.once"(%[[C]])
func.func @far_apart() {
  %one = arith.constant 1 : i32
  %far = arith.constant -3 : i32
  scf.for unsigned %i = %one to %far step %far : i32 {
    "t.once"(%i) : (i32) -> ()
  }
  return
}

// CHECK-LABEL: @endless
// CHECK: scf.for
// CHECK: scf.for
func.func @endless() {
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : index
  %minus = arith.constant -3 : index
  scf.for %i = %zero to %one step %zero {
    "t.use"(%i) : (index) -> ()
  }
  scf.for %i = %zero to %one step %minus {
    "t.use"(%i) : (index) -> ()
  }
  return
}
