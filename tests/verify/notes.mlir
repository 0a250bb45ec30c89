// RUN: not plugopt %s --split-input-file 2>&1 | FileCheck %s

// Where an error shows the operation: on lines of its own where it has several; not where the operation was not made yet; and also
// where the message does not begin with its name.

// CHECK: error: 'scf.for' op operand #0 must be signless integer or index, but got 'f32'
// CHECK: note: see current operation: {{$}}
// CHECK-NEXT: {{^}}"scf.for"(%arg0, %arg1, %arg1) ({
// CHECK-NEXT: {{^}}}) : (f32, index, index) -> ()
func.func @several_lines(%a: f32, %i: index) {
  "scf.for"(%a, %i, %i) ({}) : (f32, index, index) -> ()
  return
}

// -----

// CHECK: error: type of return operand 0 ('f32') doesn't match function result type ('i32') in function @plain
// CHECK: note: see current operation: "func.return"(%arg0) : (f32) -> ()
func.func @plain(%a: f32) -> i32 {
  return %a : f32
}

// -----

// CHECK: error: 'memref.global' op attribute 'alignment' failed to satisfy constraint
// CHECK-NOT: note:
"memref.global"() {sym_name = 1, type = 1, alignment = i32} : () -> ()
// CHECK: error: custom op 'memref.load' 'memref.load' op attribute 'alignment' failed to satisfy constraint
// CHECK-NOT: note:

// -----

func.func @custom(%m: memref<f32>) -> f32 {
  %0 = memref.load %m[] {nontemporal = 1, alignment = i32} : memref<f32>
  return %0 : f32
}

// -----

// CHECK: error: 'arith.scaling_truncf' op operand types 'f32', 'f8E8M0FNU' and result type 'f64' are cast incompatible
func.func @cast(%a: f32, %b: f8E8M0FNU) {
  %0 = arith.scaling_truncf %a, %b : f32, f8E8M0FNU to f64
  return
}

// -----

// CHECK: error: custom op 'func.func' expected non-empty function body
func.func @empty() {}
