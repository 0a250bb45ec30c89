// RUN: plugopt %s -split-input-file -verify-diagnostics

// Inherent attributes that stand among the others of a generic form are checked when it is parsed: before its operands are known
// to be defined.

func.func @f(%a: i32) -> i1 {
  // expected-error@+1 {{'arith.cmpi' op attribute 'predicate' failed to satisfy constraint: allowed 64-bit signless integer cases: 0, 1, 2, 3, 4, 5, 6, 7, 8, 9}}
  %0 = "arith.cmpi"(%a, %later) {predicate = 42 : i64, x} : (i32, i32) -> i1
  return %0 : i1
}

// -----

// expected-error@+1 {{custom op 'func.func' expected non-empty function body}}
func.func @empty() {}
