// RUN: plugopt %s --allow-unregistered-dialect --mlir-print-op-generic | golden
// RUN: plugopt %s --allow-unregistered-dialect --mlir-print-op-generic | plugopt --allow-unregistered-dialect --mlir-print-op-generic | golden
// RUN: plugopt %s --allow-unregistered-dialect | golden custom

// Properties: of operations that are not registered they are kept as they are; of those that are, inherent attributes go there,
// and what was not written gets its default.

"p.none"() <{}> : () -> ()
"p.any"() <{a = 1 : i8, b}> {a = 2 : i8, c} : () -> ()
"p.other"() <"no dictionary"> : () -> ()
"p.region"() <{m = affine_map<(d0) -> (d0)>}> ({
^bb0(%x: i32):
  "p.inside"(%x) <{where = loc("here")}> : (i32) -> ()
}) {m = affine_map<(d0) -> (d0 * 2)>} : () -> ()
func.func @inherent(%a: i32, %m: memref<4xf32>, %i: index) {
  %0 = "arith.addi"(%a, %a) : (i32, i32) -> i32
  %1 = "arith.addi"(%a, %a) <{overflowFlags = #arith.overflow<nsw>}> {mine} : (i32, i32) -> i32
  %2 = "arith.cmpi"(%a, %a) {predicate = 2 : i64, mine = 1 : i8} : (i32, i32) -> i1
  %3 = "memref.load"(%m, %i) <{nontemporal = true}> {x.y = "z"} : (memref<4xf32>, index) -> f32
  %4 = "memref.alloc"() <{operandSegmentSizes = array<i32: 0, 0>}> {alignment = 8 : i64} : () -> memref<4xf32>
  "func.return"() : () -> ()
}
module attributes {m.x} {
  "builtin.module"() <{sym_name = "inner", sym_visibility = "private"}> ({
  ^bb0:
  }) {m.y = 1 : i8} : () -> ()
}

// OUTPUT:
// #loc = loc("here")
// #map = affine_map<(d0) -> (d0 * 2)>
// #map1 = affine_map<(d0) -> (d0)>
// "builtin.module"() ({
//   "p.none"() <{}> : () -> ()
//   "p.any"() <{a = 1 : i8, b}> {a = 2 : i8, c} : () -> ()
//   "p.other"() <"no dictionary"> : () -> ()
//   "p.region"() <{m = #map1}> ({
//   ^bb0(%arg3: i32):
//     "p.inside"(%arg3) <{where = #loc}> : (i32) -> ()
//   }) {m = #map} : () -> ()
//   "func.func"() <{function_type = (i32, memref<4xf32>, index) -> (), sym_name = "inherent"}> ({
//   ^bb0(%arg0: i32, %arg1: memref<4xf32>, %arg2: index):
//     %0 = "arith.addi"(%arg0, %arg0) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i32
//     %1 = "arith.addi"(%arg0, %arg0) <{overflowFlags = #arith.overflow<nsw>}> {mine} : (i32, i32) -> i32
//     %2 = "arith.cmpi"(%arg0, %arg0) <{predicate = 2 : i64}> {mine = 1 : i8} : (i32, i32) -> i1
//     %3 = "memref.load"(%arg1, %arg2) <{nontemporal = true}> {x.y = "z"} : (memref<4xf32>, index) -> f32
//     %4 = "memref.alloc"() <{alignment = 8 : i64, operandSegmentSizes = array<i32: 0, 0>}> : () -> memref<4xf32>
//     "func.return"() : () -> ()
//   }) : () -> ()
//   "builtin.module"() ({
//     "builtin.module"() <{sym_name = "inner", sym_visibility = "private"}> ({
//     ^bb0:
//     }) {m.y = 1 : i8} : () -> ()
//   }) {m.x} : () -> ()
// }) : () -> ()
//

// OUTPUT custom:
// #loc = loc("here")
// #map = affine_map<(d0) -> (d0 * 2)>
// #map1 = affine_map<(d0) -> (d0)>
// module {
//   "p.none"() <{}> : () -> ()
//   "p.any"() <{a = 1 : i8, b}> {a = 2 : i8, c} : () -> ()
//   "p.other"() <"no dictionary"> : () -> ()
//   "p.region"() <{m = #map1}> ({
//   ^bb0(%arg0: i32):
//     "p.inside"(%arg0) <{where = #loc}> : (i32) -> ()
//   }) {m = #map} : () -> ()
//   func.func @inherent(%arg0: i32, %arg1: memref<4xf32>, %arg2: index) {
//     %0 = arith.addi %arg0, %arg0 : i32
//     %1 = arith.addi %arg0, %arg0 overflow<nsw> {mine} : i32
//     %2 = arith.cmpi slt, %arg0, %arg0 {mine = 1 : i8} : i32
//     %3 = memref.load %arg1[%arg2] {nontemporal = true, x.y = "z"} : memref<4xf32>
//     %alloc = memref.alloc() {alignment = 8 : i64} : memref<4xf32>
//     return
//   }
//   module attributes {m.x} {
//     module @inner attributes {m.y = 1 : i8, sym_visibility = "private"} {
//     }
//   }
// }
//
