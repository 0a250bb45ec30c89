// RUN: plugopt %s --allow-unregistered-dialect | golden
// RUN: plugopt %s --allow-unregistered-dialect | plugopt --allow-unregistered-dialect | golden
// RUN: plugopt %s --allow-unregistered-dialect --mlir-print-local-scope | golden local

// Types and attributes of unknown dialects keep the aliases that they had, and what they name by aliases follows: the printer
// chooses other names for maps, locations and numbers of distinct attributes. A name that was no alias where it
// stands is given to nothing.

#other = affine_map<(d0) -> (d0)>
#map2 = affine_map<(d0) -> (d0 * 2)>
#map1 = #o.map<#map2>
#file10 = #o.file<"ten">
#file9 = #o.file<"nine">
#file = #o.file<"none">
#unit = #o.unit<id = distinct[7]<>, file = #file10, name = "#file9 and \" #file10">
#unit1 = #o.unit<id = distinct[3]<>, file = #file9>
#unused = #o.unused
#place = loc("a.mlir":1:2)
#fused = loc(fused<#unit>[#place])
#vec4_1 = #o.late<at = #fused>
#vec4 = #o.early
#empty = #o<#file>
!struct = !o.struct<(f32, !o.ptr)>
!pair = !o.pair<!struct, !short>
!short = !o.short
!builtin = tensor<4xf32>

"t.maps"() {a = #other, b = #map1} : () -> ()
"t.units"() {a = #unit1, b = #unit, c = [#vec4_1, #vec4], d = #empty, e = distinct[7]<>} : () -> ()
%0 = "t.types"() : () -> tensor<4x!pair>
%1 = "t.inner"() : () -> !o.pair<!builtin, tensor<2xf32, #unit>>
%2 = "t.later"() : () -> !o.pair<!pair, !short>
"t.unknown"() {a = #o.ref<#map, #nothing, #o.nested<#file>, #file.x, %0#1>} : () -> ()
"t.data"() {a = #o.data<dense_resource<blob> : tensor<1xi8>>} : () -> ()

{-#
  dialect_resources: { builtin: { blob: "0x0100000007", unused: "0x0100000008" } }
#-}

// OUTPUT:
// !short1 = !o.short
// !struct = !o.struct<(f32, !o.ptr)>
// #file = #o.file<"none">
// #file9 = #o.file<"nine">
// #file10 = #o.file<"ten">
// #loc = loc("a.mlir":1:2)
// #map2 = affine_map<(d0) -> (d0)>
// #map3 = affine_map<(d0) -> (d0 * 2)>
// #vec4 = #o.early
// !pair = !o.pair<!struct, !short>
// #empty = #o<#file>
// #map1 = #o.map<#map3>
// #unit = #o.unit<id = distinct[0]<>, file = #file10, name = "#file9 and \" #file10">
// #unit1 = #o.unit<id = distinct[1]<>, file = #file9>
// #loc1 = loc(fused<#unit>[#loc])
// #vec4_1 = #o.late<at = #loc1>
// module {
//   "t.maps"() {a = #map2, b = #map1} : () -> ()
//   "t.units"() {a = #unit1, b = #unit, c = [#vec4_1, #vec4], d = #empty, e = distinct[0]<>} : () -> ()
//   %0 = "t.types"() : () -> tensor<4x!pair>
//   %1 = "t.inner"() : () -> !o.pair<tensor<4xf32>, tensor<2xf32, #unit>>
//   %2 = "t.later"() : () -> !o.pair<!pair, !short1>
//   "t.unknown"() {a = #o.ref<#map, #nothing, #o.nested<#file>, #file.x, %0#1>} : () -> ()
//   "t.data"() {a = #o.data<dense_resource<blob> : tensor<1xi8>>} : () -> ()
// }
//
// {-#
//   dialect_resources: {
//     builtin: {
//       blob: "0x0100000007"
//     }
//   }
// #-}
//

// OUTPUT local:
// module {
//   "t.maps"() {a = affine_map<(d0) -> (d0)>, b = #o.map<affine_map<(d0) -> (d0 * 2)>>} : () -> ()
//   "t.units"() {a = #o.unit<id = distinct[0]<>, file = #o.file<"nine">>, b = #o.unit<id = distinct[1]<>, file = #o.file<"ten">, name = "#file9 and \" #file10">, c = [#o.late<at = loc(fused<#o.unit<id = distinct[1]<>, file = #o.file<"ten">, name = "#file9 and \" #file10">>["a.mlir":1:2])>, #o.early], d = #o<#o.file<"none">>, e = distinct[1]<>} : () -> ()
//   %0 = "t.types"() : () -> tensor<4x!o.pair<!o.struct<(f32, !o.ptr)>, !short>>
//   %1 = "t.inner"() : () -> !o.pair<tensor<4xf32>, tensor<2xf32, #o.unit<id = distinct[1]<>, file = #o.file<"ten">, name = "#file9 and \" #file10">>>
//   %2 = "t.later"() : () -> !o.pair<!o.pair<!o.struct<(f32, !o.ptr)>, !short>, !o.short>
//   "t.unknown"() {a = #o.ref<#map, #nothing, #o.nested<#o.file<"none">>, #file.x, %0#1>} : () -> ()
//   "t.data"() {a = #o.data<dense_resource<blob> : tensor<1xi8>>} : () -> ()
// }
