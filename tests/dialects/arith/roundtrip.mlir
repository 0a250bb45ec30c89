// RUN: plugopt %s | golden
// RUN: plugopt %s | plugopt | golden
// RUN: plugopt %s --mlir-print-op-generic | plugopt | golden

// The custom forms and the names of constants.

func.func @constants() {
  %a = arith.constant true
  %b = arith.constant 0 : i1
  %c = arith.constant -7 : i32
  %d = arith.constant 12 : index
  %e = arith.constant 1.5 : f32
  %f = arith.constant dense<[1, 2]> : vector<2xi8>
  %g = arith.constant {note} 170141183460469231731687303715884105727 : i128
  %h = arith.constant 12 : index
  return
}

func.func @integers(%x: i32, %y: i32, %v: vector<4xi64>, %i: index) {
  %0 = arith.addi %x, %y overflow<nsw, nuw> : i32
  %1 = arith.subi %v, %v overflow<nuw> {tag = "t"} : vector<4xi64>
  %sum, %bit = arith.addui_extended %x, %y : i32, i1
  %low, %high = arith.mulsi_extended %x, %y : i32
  %2 = arith.divsi %x, %y exact : i32
  %3 = arith.shrui %i, %i : index
  %4 = arith.cmpi ult, %x, %y : i32
  %5 = arith.select %4, %x, %y : i32
  %6 = arith.cmpi ne, %v, %v : vector<4xi64>
  %7 = arith.select %6, %v, %1 {kept} : vector<4xi1>, vector<4xi64>
  return
}

func.func @floats(%x: f32, %y: f32, %s: f8E8M0FNU) {
  %0 = arith.mulf %x, %y fastmath<contract, nnan> : f32
  %1 = arith.addf %x, %y fastmath<reassoc, nnan, ninf, nsz, arcp, contract, afn> : f32
  %2 = arith.negf %x : f32
  %3 = arith.cmpf une, %x, %y fastmath<fast> : f32
  %4 = arith.truncf %x to_nearest_away fastmath<nsz> : f32 to f16
  %5 = arith.extf %4 : f16 to f64
  %6 = arith.bitcast %x : f32 to i32
  %7 = arith.scaling_truncf %x, %s downward : f32, f8E8M0FNU to f4E2M1FN
  return
}

func.func @casts(%x: i32, %i: index, %m: memref<2xindex>) {
  %0 = arith.trunci %x overflow<nsw> : i32 to i8
  %1 = arith.extui %0 : i8 to i64
  %2 = arith.index_cast %i : index to i64
  %3 = arith.index_castui %m : memref<2xindex> to memref<2xi32>
  %4 = arith.sitofp %x : i32 to bf16
  return
}

// OUTPUT:
// module {
//   func.func @constants() {
//     %true = arith.constant true
//     %false = arith.constant false
//     %c-7_i32 = arith.constant -7 : i32
//     %c12 = arith.constant 12 : index
//     %cst = arith.constant 1.500000e+00 : f32
//     %cst_0 = arith.constant dense<[1, 2]> : vector<2xi8>
//     %c170141183460469231731687303715884105727_i128 = arith.constant {note} 170141183460469231731687303715884105727 : i128
//     %c12_1 = arith.constant 12 : index
//     return
//   }
//   func.func @integers(%arg0: i32, %arg1: i32, %arg2: vector<4xi64>, %arg3: index) {
//     %0 = arith.addi %arg0, %arg1 overflow<nsw, nuw> : i32
//     %1 = arith.subi %arg2, %arg2 overflow<nuw> {tag = "t"} : vector<4xi64>
//     %sum, %overflow = arith.addui_extended %arg0, %arg1 : i32, i1
//     %low, %high = arith.mulsi_extended %arg0, %arg1 : i32
//     %2 = arith.divsi %arg0, %arg1 exact : i32
//     %3 = arith.shrui %arg3, %arg3 : index
//     %4 = arith.cmpi ult, %arg0, %arg1 : i32
//     %5 = arith.select %4, %arg0, %arg1 : i32
//     %6 = arith.cmpi ne, %arg2, %arg2 : vector<4xi64>
//     %7 = arith.select %6, %arg2, %1 {kept} : vector<4xi1>, vector<4xi64>
//     return
//   }
//   func.func @floats(%arg0: f32, %arg1: f32, %arg2: f8E8M0FNU) {
//     %0 = arith.mulf %arg0, %arg1 fastmath<nnan,contract> : f32
//     %1 = arith.addf %arg0, %arg1 fastmath<fast> : f32
//     %2 = arith.negf %arg0 : f32
//     %3 = arith.cmpf une, %arg0, %arg1 fastmath<fast> : f32
//     %4 = arith.truncf %arg0 to_nearest_away fastmath<nsz> : f32 to f16
//     %5 = arith.extf %4 : f16 to f64
//     %6 = arith.bitcast %arg0 : f32 to i32
//     %7 = arith.scaling_truncf %arg0, %arg2 downward : f32, f8E8M0FNU to f4E2M1FN
//     return
//   }
//   func.func @casts(%arg0: i32, %arg1: index, %arg2: memref<2xindex>) {
//     %0 = arith.trunci %arg0 overflow<nsw> : i32 to i8
//     %1 = arith.extui %0 : i8 to i64
//     %2 = arith.index_cast %arg1 : index to i64
//     %3 = arith.index_castui %arg2 : memref<2xindex> to memref<2xi32>
//     %4 = arith.sitofp %arg0 : i32 to bf16
//     return
//   }
// }
//
