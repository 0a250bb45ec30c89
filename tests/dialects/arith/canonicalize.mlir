// RUN: plugopt %s --canonicalize | golden

// Folds and patterns.

func.func @constants(%x: i32) -> (i32, i32, i32, i1) {
  %two = arith.constant 2 : i32
  %five = arith.constant 5 : i32
  %0 = arith.muli %two, %five : i32
  %1 = arith.addi %five, %x : i32
  %2 = arith.addi %1, %two : i32
  %3 = arith.subi %two, %x : i32
  %4 = arith.addi %3, %five : i32
  %5 = arith.cmpi slt, %two, %x : i32
  return %0, %2, %4, %5 : i32, i32, i32, i1
}

func.func @identities(%x: i32, %y: i32) -> (i32, i32, i32, i32) {
  %zero = arith.constant 0 : i32
  %ones = arith.constant -1 : i32
  %0 = arith.subi %x, %x : i32
  %1 = arith.addi %x, %y : i32
  %2 = arith.subi %1, %y : i32
  %3 = arith.xori %y, %ones : i32
  %4 = arith.andi %y, %3 : i32
  %5 = arith.muli %y, %ones : i32
  %6 = arith.addi %x, %5 : i32
  return %0, %2, %4, %6 : i32, i32, i32, i32
}

func.func @kept(%x: i32, %y: f32) -> (i32, i32, f32) {
  %zero = arith.constant 0 : i32
  %min = arith.constant -2147483648 : i32
  %ones = arith.constant -1 : i32
  %f = arith.constant 0.0 : f32
  %0 = arith.divsi %x, %zero : i32
  %1 = arith.divsi %min, %ones : i32
  %2 = arith.addf %y, %f : f32
  return %0, %1, %2 : i32, i32, f32
}

func.func @select(%c: i1, %x: i32, %y: i32) -> (i32, i32, i32) {
  %t = arith.constant true
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %0 = arith.xori %c, %t : i1
  %1 = arith.select %0, %x, %y : i32
  %2 = arith.select %c, %one, %zero : i32
  %3 = arith.cmpi eq, %x, %y : i32
  %4 = arith.select %3, %x, %y : i32
  return %1, %2, %4 : i32, i32, i32
}

func.func @casts(%x: i8, %n: i32) -> (i32, i8, i1, i1) {
  %0 = arith.extui %x : i8 to i16
  %1 = arith.extsi %0 : i16 to i32
  %2 = arith.trunci %1 : i32 to i8
  %bound = arith.constant 3.5 : f32
  %3 = arith.sitofp %n : i32 to f32
  %4 = arith.cmpf olt, %3, %bound : f32
  %nan = arith.constant 0x7FC00000 : f32
  %5 = arith.cmpf uno, %3, %nan : f32
  return %1, %2, %4, %5 : i32, i8, i1, i1
}

func.func @numbers(%x: f32) -> (f32, f32, f32, f32) {
  %nan = arith.constant 0x7FC00000 : f32
  %low = arith.constant 0xFF800000 : f32
  // NaN loses; the smallest number does not lose against NaN.
  %0 = arith.maxnumf %x, %nan : f32
  %1 = arith.maxnumf %x, %low : f32
  %2 = arith.maximumf %x, %low : f32
  %3 = arith.bitcast %x : f32 to f32
  return %0, %1, %2, %3 : f32, f32, f32, f32
}

// OUTPUT:
// module {
//   func.func @constants(%arg0: i32) -> (i32, i32, i32, i1) {
//     %c2_i32 = arith.constant 2 : i32
//     %c10_i32 = arith.constant 10 : i32
//     %c7_i32 = arith.constant 7 : i32
//     %0 = arith.addi %arg0, %c7_i32 : i32
//     %1 = arith.subi %c7_i32, %arg0 : i32
//     %2 = arith.cmpi sgt, %arg0, %c2_i32 : i32
//     return %c10_i32, %0, %1, %2 : i32, i32, i32, i1
//   }
//   func.func @identities(%arg0: i32, %arg1: i32) -> (i32, i32, i32, i32) {
//     %c0_i32 = arith.constant 0 : i32
//     %0 = arith.subi %arg0, %arg1 : i32
//     return %c0_i32, %arg0, %c0_i32, %0 : i32, i32, i32, i32
//   }
//   func.func @kept(%arg0: i32, %arg1: f32) -> (i32, i32, f32) {
//     %c0_i32 = arith.constant 0 : i32
//     %c-2147483648_i32 = arith.constant -2147483648 : i32
//     %c-1_i32 = arith.constant -1 : i32
//     %cst = arith.constant 0.000000e+00 : f32
//     %0 = arith.divsi %arg0, %c0_i32 : i32
//     %1 = arith.divsi %c-2147483648_i32, %c-1_i32 : i32
//     %2 = arith.addf %arg1, %cst : f32
//     return %0, %1, %2 : i32, i32, f32
//   }
//   func.func @select(%arg0: i1, %arg1: i32, %arg2: i32) -> (i32, i32, i32) {
//     %0 = arith.select %arg0, %arg2, %arg1 : i32
//     %1 = arith.extui %arg0 : i1 to i32
//     return %0, %1, %arg2 : i32, i32, i32
//   }
//   func.func @casts(%arg0: i8, %arg1: i32) -> (i32, i8, i1, i1) {
//     %true = arith.constant true
//     %c3_i32 = arith.constant 3 : i32
//     %0 = arith.extui %arg0 : i8 to i32
//     %1 = arith.cmpi sle, %arg1, %c3_i32 : i32
//     return %0, %arg0, %1, %true : i32, i8, i1, i1
//   }
//   func.func @numbers(%arg0: f32) -> (f32, f32, f32, f32) {
//     %cst = arith.constant 0xFF800000 : f32
//     %0 = arith.maxnumf %arg0, %cst : f32
//     return %arg0, %0, %arg0, %arg0 : f32, f32, f32, f32
//   }
// }
//
