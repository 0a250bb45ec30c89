// RUN: plugopt %s --allow-unregistered-dialect --split-input-file --verify-diagnostics

// Texts that are refused, each with its place and message.

// expected-error@+1 {{expected operation name in quotes}}
%0 = 1

// -----

// expected-error@+1 {{use of undeclared SSA value name}}
"a.b"(%nope) : (i32) -> ()

// -----

// expected-note@+1 {{previously defined here}}
%0 = "a.b"() : () -> i32
// expected-error@+1 {{redefinition of SSA value '%0'}}
%0 = "a.b"() : () -> i32

// -----

// expected-note@+1 {{prior use here}}
%0 = "a.b"() : () -> i32
// expected-error@+1 {{use of value '%0' expects different type than prior uses: 'f32' vs 'i32'}}
"a.b"(%0) : (f32) -> ()

// -----

// expected-error@+1 {{expected 1 operand type but had 0}}
"a.b"(%0) : () -> ()

// -----

// expected-error@+1 {{operation defines 1 results but was provided 2 to bind}}
%0:2 = "a.b"() : () -> i32

// -----

// expected-error@+1 {{cannot name an operation with no results}}
%0 = "a.b"() : () -> ()

// -----

"a.b"() ({
  // expected-error@+1 {{reference to an undefined block}}
  "a.c"()[^nope] : () -> ()
}) : () -> ()

// -----

"a.b"() ({
^bb0:
  "a.c"() : () -> ()
// expected-error@+1 {{redefinition of block '^bb0'}}
^bb0:
  "a.c"() : () -> ()
}) : () -> ()

// -----

// expected-error@+1 {{custom op 'nope' is unknown (tried 'builtin.nope' as well)}}
nope

// -----

// expected-error@+2 {{Dialect `nope' not found for custom op 'nope.op'}}
// expected-note@+1 {{Available dialects:}}
nope.op

// -----

// expected-error@+1 {{undefined symbol alias id 'nope'}}
"a.b"() {x = #nope} : () -> ()

// -----

// expected-error@+1 {{undefined symbol alias id 'nope'}}
"a.b"() : () -> !nope

// -----

#x = 1 : i32
// expected-error@+1 {{redefinition of attribute alias id 'x'}}
#x = 2 : i32

// -----

// expected-error@+1 {{duplicate key 'x' in dictionary attribute}}
"a.b"() {x, x} : () -> ()

// -----

// expected-error@+1 {{integer constant out of range for attribute}}
"a.b"() {x = 256 : i8} : () -> ()

// -----

// expected-error@+1 {{expected ',' or ']'}}
"a.b"() {x = [1} : () -> ()

// -----

// expected-error@+1 {{inferred shape of elements literal ([2]) does not match type ([3])}}
"a.b"() {x = dense<[1, 2]> : tensor<3xi32>} : () -> ()

// -----

// expected-error@+1 {{expected integer elements, but parsed floating-point}}
"a.b"() {x = dense<1.0> : tensor<3xi32>} : () -> ()

// -----

// expected-error@+1 {{use of undeclared identifier}}
"a.b"() {x = affine_map<(d0) -> (d1)>} : () -> ()

// -----

// expected-error@+1 {{expected non-function type}}
"a.b"() : () -> tensor<4x>

// -----

// expected-error@+1 {{expected '>'}}
"a.b"() : () -> tensor<4xi32

// -----

"a.b"() ({
  // expected-error@+1 {{expected operation name in quotes}}
  "a.c"() : () -> ()
) : () -> ()

// -----

// expected-error@+1 {{expected ':' followed by operation type}}
"a.b"()

// -----

// expected-error@+1 {{expected '"' in string literal}}
"a.b"() {x = "unclosed} : () -> ()

// -----

// expected-error@+1 {{unknown escape in string literal}}
"a.b"() {x = "\q"} : () -> ()

// -----

// expected-error@+1 {{expected location instance}}
"a.b"() : () -> () loc(nope)

// -----

// expected-error@+1 {{operation location alias was never defined}}
"a.b"() : () -> () loc(#nope)
