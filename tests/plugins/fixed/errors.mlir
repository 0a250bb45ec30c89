// RUN: plugopt %s --load %{plugins}/libfixed.so -split-input-file -verify-diagnostics

// expected-error@+1 {{a number has at most 32 bits, not 38}}
func.func @f(%a: !fixed.q<30, 8>) { return }

// -----

// expected-error@+1 {{a number has at least one bit before the point, for its sign}}
func.func @f(%a: !fixed.q<0, 8>) { return }

// -----

// Together they are 2^32.
// expected-error@+1 {{a number has at most 32 bits, not 4294967296}}
func.func @f(%a: !fixed.q<4294967295, 1>) { return }

// -----

// expected-error@+1 {{the number does not fit !fixed.q<4, 4>}}
%0 = fixed.constant 8.0 : !fixed.q<4, 4>

// -----

// expected-error@+1 {{expected a fixed-point type, but got i32}}
%0 = fixed.constant 8.0 : i32

// -----

// expected-error@+1 {{'fixed.constant' op value must have 8 bits, as the type of the result has}}
%0 = "fixed.constant"() {value = 3 : i7} : () -> !fixed.q<4, 4>

// -----

func.func @f(%a: !fixed.q<4, 4>) {
  // expected-error@+1 {{'fixed.convert' op converts between two formats, but has one}}
  %0 = fixed.convert %a : !fixed.q<4, 4> to !fixed.q<4, 4>
  return
}

// -----

func.func @f(%a: i8) {
  // expected-error@+1 {{'fixed.add' op operand #0 must be fixed-point number, but got 'i8'}}
  %0 = "fixed.add"(%a, %a) : (i8, i8) -> !fixed.q<4, 4>
  return
}
