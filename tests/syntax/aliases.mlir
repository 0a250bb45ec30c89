// RUN: plugopt %s --allow-unregistered-dialect | golden
// RUN: plugopt %s --allow-unregistered-dialect --mlir-print-local-scope | golden local
// RUN: plugopt %s --allow-unregistered-dialect --mlir-print-op-generic | golden generic

// Aliases of types and attributes: what keeps one, and in which order they are numbered.

!short = !other.very_long_name<with, parameters>
#map = affine_map<(d0, d1) -> (d1, d0)>
#set = affine_set<(d0) : (d0 >= 0)>
#anything = {x = 1 : i32}
"x.types"() : () -> (!short, !short)
"x.maps"() {a = affine_map<(d0) -> (d0 + 1)>, b = #map, c = affine_map<(d0) -> (d0 + 1)>} : () -> ()
"x.sets"() {a = #set, b = #anything} : () -> ()
"x.memref"() : () -> memref<4x4xf32, #map>
"x.nested"() {a = [#map, {b = #set}]} : () -> ()

// OUTPUT:
// !short = !other.very_long_name<with, parameters>
// #map = affine_map<(d0) -> (d0 + 1)>
// #map1 = affine_map<(d0, d1) -> (d1, d0)>
// #set = affine_set<(d0) : (d0 >= 0)>
// module {
//   %0:2 = "x.types"() : () -> (!short, !short)
//   "x.maps"() {a = #map, b = #map1, c = #map} : () -> ()
//   "x.sets"() {a = #set, b = {x = 1 : i32}} : () -> ()
//   %1 = "x.memref"() : () -> memref<4x4xf32, #map1>
//   "x.nested"() {a = [#map1, {b = #set}]} : () -> ()
// }
//

// OUTPUT local:
// module {
//   %0:2 = "x.types"() : () -> (!other.very_long_name<with, parameters>, !other.very_long_name<with, parameters>)
//   "x.maps"() {a = affine_map<(d0) -> (d0 + 1)>, b = affine_map<(d0, d1) -> (d1, d0)>, c = affine_map<(d0) -> (d0 + 1)>} : () -> ()
//   "x.sets"() {a = affine_set<(d0) : (d0 >= 0)>, b = {x = 1 : i32}} : () -> ()
//   %1 = "x.memref"() : () -> memref<4x4xf32, affine_map<(d0, d1) -> (d1, d0)>>
//   "x.nested"() {a = [affine_map<(d0, d1) -> (d1, d0)>, {b = affine_set<(d0) : (d0 >= 0)>}]} : () -> ()
// }

// OUTPUT generic:
// !short = !other.very_long_name<with, parameters>
// #map = affine_map<(d0) -> (d0 + 1)>
// #map1 = affine_map<(d0, d1) -> (d1, d0)>
// #set = affine_set<(d0) : (d0 >= 0)>
// "builtin.module"() ({
//   %0:2 = "x.types"() : () -> (!short, !short)
//   "x.maps"() {a = #map, b = #map1, c = #map} : () -> ()
//   "x.sets"() {a = #set, b = {x = 1 : i32}} : () -> ()
//   %1 = "x.memref"() : () -> memref<4x4xf32, #map1>
//   "x.nested"() {a = [#map1, {b = #set}]} : () -> ()
// }) : () -> ()
//
