// RUN: plugopt %s --allow-unregistered-dialect --split-input-file --verify-diagnostics

// Rules that hold for all operations, as far as operations without a definition can break them.

"a.b"() ({
^bb0(%0: i32):
  "a.jump"()[^bb1] : () -> ()
^bb1:
  // expected-error@+1 {{operand #0 does not dominate this use}}
  "a.use"(%1) : (i32) -> ()
^bb2:
  // expected-note@+1 {{operand defined here (op in the same region)}}
  %1 = "a.def"() : () -> i32
  "a.jump"()[^bb1] : () -> ()
}) : () -> ()

// -----

module {
  // expected-note@+1 {{see existing symbol definition here}}
  module @twice {}
  // expected-error@+1 {{redefinition of symbol named 'twice'}}
  module @twice {}
}

// -----

// expected-error@+1 {{'builtin.module' op can only contain attributes with dialect-prefixed names, found: 'plain'}}
module attributes {plain} {}

// -----

// expected-error@+1 {{'builtin.module' op requires one region}}
"builtin.module"() : () -> ()

// -----

// expected-error@+1 {{'builtin.module' op requires zero results}}
%0 = "builtin.module"() ({
  "a.b"() : () -> ()
}) : () -> i32

// -----

// expected-error@+1 {{'builtin.module' op expects region #0 to have 0 or 1 blocks}}
"builtin.module"() ({
^bb0:
  "a.end"() : () -> ()
^bb1:
  "a.end"() : () -> ()
}) : () -> ()

// -----

%0 = "a.def"() : () -> i32
// expected-note@+1 {{required by region isolation constraints}}
module {
  // expected-error@+1 {{'a.use' op using value defined outside the region}}
  "a.use"(%0) : (i32) -> ()
}
