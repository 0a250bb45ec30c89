// RUN: plugopt %s --split-input-file --verify-diagnostics

// expected-error@+1 {{expected SSA identifier}}
func.func @f(%a: i32, i32)

// -----

// expected-error@+1 {{expected type instead of SSA identifier}}
func.func @f(i32, %a: i32)

// -----

// expected-error@+1 {{expected non-empty function body}}
func.func @f() {
}

// -----

// expected-error@+1 {{'sym_visibility' is an inferred attribute and should not be specified in the explicit attribute dictionary}}
func.func @f() attributes {sym_visibility = "private"}

// -----

func.func @f() -> i32 {
  // expected-error@+1 {{'func.return' op has 0 operands, but enclosing function (@f) returns 1}}
  return
}

// -----

func.func @f(%x: i64) -> i32 {
  // expected-error@+1 {{type of return operand 0 ('i64') doesn't match function result type ('i32') in function @f}}
  return %x : i64
}

// -----

func.func @f() {
  // expected-error@+1 {{'func.call' op 'g' does not reference a valid function}}
  call @g() : () -> ()
  return
}

// -----

func.func private @g(i32) -> i32
func.func @f() {
  // expected-error@+1 {{'func.call' op incorrect number of operands for callee}}
  %0 = call @g() : () -> i32
  return
}

// -----

func.func private @g(i32) -> i32
func.func @f(%x: i64) {
  // expected-error@+1 {{operand type mismatch: expected operand type 'i32', but provided 'i64' for operand number 0}}
  %0 = call @g(%x) : (i64) -> i32
  return
}

// -----

func.func private @g(i32) -> i32
func.func @f(%x: i32) {
  // expected-error@+3 {{result type mismatch at index 0}}
  // expected-note@+2 {{      op result types: 'i64'}}
  // expected-note@+1 {{function result types: 'i32'}}
  %0 = call @g(%x) : (i32) -> i64
  return
}

// -----

func.func @f() {
  // expected-error@+1 {{reference to undefined function 'g'}}
  %0 = constant @g : () -> ()
  return
}

// -----

func.func private @g(i32)
func.func @f() {
  // expected-error@+1 {{reference to function with mismatched type}}
  %0 = constant @g : () -> ()
  return
}
