// RUN: plugopt %s --allow-unregistered-dialect --split-input-file --verify-diagnostics

// What the verifiers of the dialect refuse.

"t.scope"() ({
^bb0(%i: index, %m: memref<8x4xf32>):
  // expected-error@+1 {{incorrect number of dynamic sizes, has 0, expected 1}}
  %0 = memref.alloc() : memref<?xf32>
  %1 = "t.def"() : () -> memref<4xf32>
}) : () -> ()

// -----

// expected-error@+1 {{requires an ancestor op with AutomaticAllocationScope trait}}
%0 = memref.alloca() : memref<4xf32>

// -----

"t.scope"() ({
^bb0(%i: index, %m: memref<8x4xf32>):
  // expected-error@+1 {{incorrect number of indices for load, expected 2 but got 1}}
  %0 = memref.load %m[%i] : memref<8x4xf32>
}) : () -> ()

// -----

"t.scope"() ({
^bb0(%i: index, %f: f32, %m: memref<8x4xf32>):
  // expected-error@+1 {{store index operand count not equal to memref rank}}
  memref.store %f, %m[%i] : memref<8x4xf32>
}) : () -> ()

// -----

"t.scope"() ({
^bb0(%i: index, %m: memref<8x4xf32>):
  // expected-error@+1 {{operand type 'memref<8x4xf32>' and result type 'memref<8x4xf32, 1>' are cast incompatible}}
  %0 = memref.cast %m : memref<8x4xf32> to memref<8x4xf32, 1>
}) : () -> ()

// -----

"t.scope"() ({
^bb0(%i: index, %m: memref<8x4xf32>):
  // expected-error@+1 {{offset 0 is out-of-bounds: 9 >= 8}}
  %0 = memref.subview %m[9, 0] [2, 2] [1, 1] : memref<8x4xf32> to memref<2x2xf32, strided<[4, 1], offset: 36>>
}) : () -> ()

// -----

"t.scope"() ({
^bb0(%i: index, %m: memref<8x4xf32>):
  // expected-error@+1 {{slice along dimension 1 runs out-of-bounds: 4 >= 4}}
  %0 = memref.subview %m[0, 0] [2, 5] [1, 1] : memref<8x4xf32> to memref<2x5xf32, strided<[4, 1]>>
}) : () -> ()

// -----

"t.scope"() ({
^bb0(%i: index, %m: memref<8x4xf32>):
  // expected-error@+1 {{expected result type to be 'memref<2x2xf32, strided<[4, 1]>>' or a rank-reduced version. (mismatch of result layout)}}
  %0 = memref.subview %m[0, 0] [2, 2] [1, 1] : memref<8x4xf32> to memref<2x2xf32, strided<[5, 1]>>
}) : () -> ()

// -----

"t.scope"() ({
^bb0(%i: index, %m: memref<8x4xf32>):
  // expected-error@+1 {{expected mixed offsets rank to match mixed sizes rank (1 vs 2) so the rank of the result type is well-formed.}}
  %0 = memref.subview %m[0] [2, 2] [1, 1] : memref<8x4xf32> to memref<2x2xf32, strided<[4, 1]>>
}) : () -> ()

// -----

"t.scope"() ({
^bb0(%i: index, %m: memref<8x4xf32>):
  // expected-error@+1 {{expected result type with size = 3 instead of 2 in dim = 0}}
  %0 = memref.reinterpret_cast %m to offset: [0], sizes: [3], strides: [1] : memref<8x4xf32> to memref<2xf32>
}) : () -> ()

// -----

"t.scope"() ({
^bb0(%i: index, %m: memref<8x4xf32>):
  // expected-error@+1 {{collapsed dim size (30) must equal reassociation group size (32)}}
  %0 = memref.collapse_shape %m [[0, 1]] : memref<8x4xf32> into memref<30xf32>
}) : () -> ()

// -----

"t.scope"() ({
^bb0(%i: index, %m: memref<8x4xf32, strided<[5, 1]>>):
  // expected-error@+1 {{invalid source layout map or collapsing non-contiguous dims}}
  %0 = memref.collapse_shape %m [[0, 1]] : memref<8x4xf32, strided<[5, 1]>> into memref<32xf32, strided<[1]>>
}) : () -> ()

// -----

"t.scope"() ({
^bb0(%i: index, %m: memref<8x4xf32>):
  // expected-error@+1 {{reassociation indices must be contiguous}}
  %0 = memref.expand_shape %m [[0], [2, 1]] output_shape [8, 2, 2] : memref<8x4xf32> into memref<8x2x2xf32>
}) : () -> ()

// -----

"t.scope"() ({
^bb0(%i: index, %m: memref<8x4xf32>):
  // expected-error@+1 {{is not equivalent to the canonical transposed input type}}
  %0 = memref.transpose %m (i, j) -> (j, i) : memref<8x4xf32> to memref<4x8xf32>
}) : () -> ()

// -----

// expected-error@+1 {{'nowhere' does not reference a valid global memref}}
%0 = memref.get_global @nowhere : memref<4xf32>

// -----

memref.global @g : memref<2xf32>
// expected-error@+1 {{result type 'memref<4xf32>' does not match type 'memref<2xf32>' of the global memref @g}}
%0 = memref.get_global @g : memref<4xf32>

// -----

// expected-error@+1 {{type should be static shaped memref, but got 'memref<?xf32>'}}
memref.global @g : memref<?xf32>

// -----

"t.scope"() ({
^bb0(%i: index, %m: memref<8xf32>, %n: i32):
  // expected-error@+1 {{expected at least 4 operands}}
  "memref.dma_start"(%m) : (memref<8xf32>) -> ()
}) : () -> ()

// -----

"t.scope"() ({
^bb0(%i: index, %m: memref<8xf32>, %f: f32):
  // expected-error@+1 {{with kind 'addi' expects an integer type}}
  %0 = memref.atomic_rmw addi %f, %m[%i] : (f32, memref<8xf32>) -> f32
}) : () -> ()

// -----

"t.scope"() ({
^bb0(%i: index, %m: memref<8xf32>, %f: f32):
  %0 = memref.generic_atomic_rmw %m[%i] : memref<8xf32> {
  ^bb0(%old: f32):
    // expected-error@+1 {{body of 'memref.generic_atomic_rmw' should contain only operations with no side effects}}
    memref.store %f, %m[%i] : memref<8xf32>
    memref.atomic_yield %old : f32
  }
}) : () -> ()
