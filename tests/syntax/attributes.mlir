// RUN: plugopt %s --allow-unregistered-dialect | golden
// RUN: plugopt %s --allow-unregistered-dialect | plugopt --allow-unregistered-dialect | golden

// Builtin attributes.

"a.integers"() {a = 1, b = -7 : i8, c = 255 : ui8, d = 0x1F : i64, e = true, f = false, g = 5 : index, h = 128 : i8,
                i = -128 : si8, j = -9223372036854775808, k = 170141183460469231731687303715884105727 : i128} : () -> ()
"a.floats"() {a = 1.0, b = -0.0, c = 1.5e10 : f32, d = 0x7F800000 : f32, e = 0x7FC00000 : f32, f = 3.1415926535897931,
              g = 1.0e-40 : f32, h = 0x7E00 : f16, i = 0.1 : bf16, j = 2.0 : f8E5M2, k = 1.0e300 : f128, l = 16777217.0,
              m = 1.0e-7 : f16, n = 65504.0 : f16, o = 0.333333343 : f32} : () -> ()
"a.strings"() {a = "plain", b = "tab\09and\n\"quotes\"", c = "\\ \F0\9F", d = "", e = "typed" : !other.string} : () -> ()
"a.containers"() {a = [], b = [1, "x", [2.0 : f32], unit], c = {}, d = {x = 1 : i8, y, "z z" = {w}}, e = [{}, []]} : () -> ()
"a.symbols"() {a = @f, b = @outer::@inner, c = @"with space"::@"\22", d = @a::@b::@c} : () -> ()
"a.types"() {a = i32, b = () -> i32, c = !other.type<x>} : () -> ()
"a.units"() {unit_attr, other = unit} : () -> ()
"a.arrays"() {a = array<i8>, b = array<i8: 1, -2>, c = array<i32: 3>, d = array<i64: 4, 5, 6>, e = array<f32: 1.0, 0x7F800000>,
              f = array<f64: 0.5>, g = array<i1: true, false>, h = array<i16: -32768>} : () -> ()
"a.maps"() {a = affine_map<() -> ()>, b = affine_map<(d0, d1)[s0] -> (d0 + s0 * 2, d1 mod 3)>, c = affine_map<(d0) -> (d0 floordiv 4, d0 ceildiv 8)>,
            d = affine_set<(d0)[s0] : (d0 >= 0, s0 - d0 - 1 >= 0, d0 - 2 == 0)>, e = affine_map<(i, j) -> (-i, j - i * 3)>,
            f = affine_set<() : (1 == 0)>} : () -> ()
"a.strides"() {a = strided<[]>, b = strided<[4, 1]>, c = strided<[?, 1], offset: ?>, d = strided<[8, 2], offset: 3>} : () -> ()
"a.unknown"() {a = #other.attr, b = #other.attr<1, [2], {c = (3)}>, c = #other<"raw">, d = #other.attr<"a>b">} : () -> ()
"a.distinct"() {a = distinct[0]<>, b = distinct[1]<"x">, c = distinct[0]<>} : () -> ()
"a.names"() {"not an identifier" = 1, a.b.c = 2, d$ollar = 3, "0x" = 4} : () -> ()

// OUTPUT:
// #distinct = distinct[0]<"x">
// #map = affine_map<() -> ()>
// #map1 = affine_map<(d0, d1)[s0] -> (d0 + s0 * 2, d1 mod 3)>
// #map2 = affine_map<(d0) -> (d0 floordiv 4, d0 ceildiv 8)>
// #map3 = affine_map<(d0, d1) -> (-d0, d1 - d0 * 3)>
// #set = affine_set<(d0)[s0] : (d0 >= 0, -d0 + s0 - 1 >= 0, d0 - 2 == 0)>
// #set1 = affine_set<() : (1 == 0)>
// module {
//   "a.integers"() {a = 1 : i64, b = -7 : i8, c = 255 : ui8, d = 31 : i64, e = true, f = false, g = 5 : index, h = -128 : i8, i = -128 : si8, j = -9223372036854775808 : i64, k = 170141183460469231731687303715884105727 : i128} : () -> ()
//   "a.floats"() {a = 1.000000e+00 : f64, b = -0.000000e+00 : f64, c = 1.500000e+10 : f32, d = 0x7F800000 : f32, e = 0x7FC00000 : f32, f = 3.1415926535897931 : f64, g = 9.999940e-41 : f32, h = 0x7E00 : f16, i = 1.000980e-01 : bf16, j = 2.000000e+00 : f8E5M2, k = 1.00000000000000005250476025520442025E+300 : f128, l = 0x4170000010000000 : f64, m = 1.192090e-07 : f16, n = 6.550400e+04 : f16, o = 0.333333343 : f32} : () -> ()
//   "a.strings"() {a = "plain", b = "tab\09and\0A\22quotes\22", c = "\\ \F0\9F", d = "", e = "typed" : !other.string} : () -> ()
//   "a.containers"() {a = [], b = [1, "x", [2.000000e+00 : f32], unit], c = {}, d = {x = 1 : i8, y, "z z" = {w}}, e = [{}, []]} : () -> ()
//   "a.symbols"() {a = @f, b = @outer::@inner, c = @"with space"::@"\22", d = @a::@b::@c} : () -> ()
//   "a.types"() {a = i32, b = () -> i32, c = !other.type<x>} : () -> ()
//   "a.units"() {other, unit_attr} : () -> ()
//   "a.arrays"() {a = array<i8>, b = array<i8: 1, -2>, c = array<i32: 3>, d = array<i64: 4, 5, 6>, e = array<f32: 1.000000e+00, 0x7F800000>, f = array<f64: 5.000000e-01>, g = array<i1: true, false>, h = array<i16: -32768>} : () -> ()
//   "a.maps"() {a = #map, b = #map1, c = #map2, d = #set, e = #map3, f = #set1} : () -> ()
//   "a.strides"() {a = strided<[]>, b = strided<[4, 1]>, c = strided<[?, 1], offset: ?>, d = strided<[8, 2], offset: 3>} : () -> ()
//   "a.unknown"() {a = #other.attr, b = #other.attr<1, [2], {c = (3)}>, c = #other<"raw">, d = #other.attr<"a>b">} : () -> ()
//   "a.distinct"() {a = distinct[1]<>, b = #distinct, c = distinct[1]<>} : () -> ()
//   "a.names"() {"0x" = 4 : i64, a.b.c = 2 : i64, d$ollar = 3 : i64, "not an identifier" = 1 : i64} : () -> ()
// }
//
