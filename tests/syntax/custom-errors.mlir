// RUN: plugopt %s --split-input-file --verify-diagnostics

// Custom forms that are refused: errors of an operation's own parser name it, those about tokens do not.

// expected-error@+1 {{custom op 'builtin.unrealized_conversion_cast' expected 'to'}}
%0 = builtin.unrealized_conversion_cast %1 : i32 i64

// -----

// expected-error@+1 {{expected ':'}}
%0 = builtin.unrealized_conversion_cast %1 to i64

// -----

// expected-error@+1 {{expected non-function type}}
%0 = builtin.unrealized_conversion_cast to

// -----

// expected-error@+1 {{custom op 'builtin.unrealized_conversion_cast' number of operands and types do not match: got 2 operands and 1 types}}
%0 = builtin.unrealized_conversion_cast %1, %1 : i32 to i64

// -----

// expected-error@+1 {{expected SSA operand}}
%0 = builtin.unrealized_conversion_cast %1, : i32 to i64

// -----

// expected-error@+1 {{expected '{' in attribute dictionary}}
module attributes

// -----

// expected-error@+1 {{expected '{' to begin a region}}
module @a @b {
}

// -----

// expected-error@+1 {{duplicate key 'a' in dictionary attribute}}
module attributes {a, a} {
}
