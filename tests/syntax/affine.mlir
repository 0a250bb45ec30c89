// RUN: plugopt %s --allow-unregistered-dialect | golden
// RUN: plugopt %s --allow-unregistered-dialect | plugopt --allow-unregistered-dialect | golden

// Affine maps and integer sets: what is simplified when they are read, and how the result is printed.

"a.empty"() {a = affine_map<() -> ()>, b = affine_map<(d0, d1) -> ()>, c = affine_map<()[s0] -> (s0)>} : () -> ()
"a.names"() {a = affine_map<(i, j)[N] -> (j + N, i)>, b = affine_map<(d1, d0) -> (d1, d0)>} : () -> ()
"a.sums"() {a = affine_map<(d0) -> (d0 + 0)>, b = affine_map<(d0) -> (2 + d0)>, c = affine_map<(d0, d1) -> (d0 - d1)>,
            d = affine_map<(d0) -> (d0 + 1 - 3)>, e = affine_map<(d0) -> (d0 + d0)>, f = affine_map<(d0) -> (d0 - d0)>,
            g = affine_map<(d0, d1) -> (d0 - d1 * 3)>, h = affine_map<(d0) -> (-d0)>, i = affine_map<(d0) -> (-(d0 + 1))>,
            j = affine_map<(d0, d1) -> (d0 - (d1 - 2))>} : () -> ()
"a.products"() {a = affine_map<(d0) -> (d0 * 1)>, b = affine_map<(d0) -> (3 * d0 * 2)>, c = affine_map<(d0) -> ((d0 + 1) * 2)>,
                d = affine_map<(d0)[s0] -> (d0 * s0)>, e = affine_map<(d0) -> (d0 * 0)>,
                f = affine_map<(d0)[s0] -> (s0 * (d0 + 1))>, g = affine_map<(d0)[s0] -> (d0 * -s0)>} : () -> ()
"a.divisions"() {a = affine_map<(d0) -> (d0 floordiv 4, d0 ceildiv 4, d0 mod 4)>,
                 b = affine_map<(d0) -> (d0 floordiv 1, d0 ceildiv 1, d0 mod 1)>,
                 c = affine_map<(d0) -> ((d0 * 4) floordiv 2, (d0 * 4) ceildiv 2, (d0 * 4) mod 2)>,
                 d = affine_map<(d0) -> ((d0 + 1) mod 2 + (d0 floordiv 2) * 2)>,
                 e = affine_map<() -> (7 floordiv 2, -7 floordiv 2, 7 ceildiv 2, -7 ceildiv 2, -7 mod 4)>,
                 f = affine_map<(d0)[s0] -> (d0 floordiv s0, d0 mod s0, d0 ceildiv (s0 + 1))>,
                 g = affine_map<(d0) -> (d0 - (d0 floordiv 8) * 8)>} : () -> ()
"a.large"() {a = affine_map<() -> (9223372036854775807, -9223372036854775807)>} : () -> ()
"a.sets"() {a = affine_set<(d0) : (d0 >= 0)>, b = affine_set<(i)[N] : (i - 1 == 0, N - i >= 0)>, c = affine_set<() : ()>,
            d = affine_set<(d0, d1) : (d0 >= d1, d0 <= 4, d0 == d1 + 1)>, e = affine_set<() : (0 == 0)>} : () -> ()
"a.layouts"() : () -> (memref<4x4xf32, affine_map<(d0, d1) -> (d0, d1)>>, memref<4x4xf32, affine_map<(i, j) -> (j, i)>>,
                       memref<?xf32, affine_map<(d0)[s0] -> (d0 + s0)>, 2>)

// OUTPUT:
// #map = affine_map<() -> ()>
// #map1 = affine_map<(d0, d1) -> ()>
// #map2 = affine_map<()[s0] -> (s0)>
// #map3 = affine_map<(d0, d1)[s0] -> (d1 + s0, d0)>
// #map4 = affine_map<(d0, d1) -> (d0, d1)>
// #map5 = affine_map<(d0) -> (d0)>
// #map6 = affine_map<(d0) -> (d0 + 2)>
// #map7 = affine_map<(d0, d1) -> (d0 - d1)>
// #map8 = affine_map<(d0) -> (d0 - 2)>
// #map9 = affine_map<(d0) -> (d0 * 2)>
// #map10 = affine_map<(d0) -> (0)>
// #map11 = affine_map<(d0, d1) -> (d0 - d1 * 3)>
// #map12 = affine_map<(d0) -> (-d0)>
// #map13 = affine_map<(d0) -> (-(d0 + 1))>
// #map14 = affine_map<(d0, d1) -> (d0 - (d1 - 2))>
// #map15 = affine_map<(d0) -> (d0 * 6)>
// #map16 = affine_map<(d0) -> ((d0 + 1) * 2)>
// #map17 = affine_map<(d0)[s0] -> (d0 * s0)>
// #map18 = affine_map<(d0)[s0] -> ((d0 + 1) * s0)>
// #map19 = affine_map<(d0)[s0] -> (d0 * (-s0))>
// #map20 = affine_map<(d0) -> (d0 floordiv 4, d0 ceildiv 4, d0 mod 4)>
// #map21 = affine_map<(d0) -> (d0, d0, 0)>
// #map22 = affine_map<(d0) -> (d0 * 2, d0 * 2, 0)>
// #map23 = affine_map<(d0) -> ((d0 + 1) mod 2 + (d0 floordiv 2) * 2)>
// #map24 = affine_map<() -> (3, -4, 4, -3, 1)>
// #map25 = affine_map<(d0)[s0] -> (d0 floordiv s0, d0 mod s0, d0 ceildiv (s0 + 1))>
// #map26 = affine_map<(d0) -> (d0 mod 8)>
// #map27 = affine_map<() -> (9223372036854775807, -9223372036854775807)>
// #map28 = affine_map<(d0, d1) -> (d1, d0)>
// #map29 = affine_map<(d0)[s0] -> (d0 + s0)>
// #set = affine_set<(d0) : (d0 >= 0)>
// #set1 = affine_set<(d0)[s0] : (d0 - 1 == 0, -d0 + s0 >= 0)>
// #set2 = affine_set<() : (0 == 0)>
// #set3 = affine_set<(d0, d1) : (d0 - d1 >= 0, -d0 + 4 >= 0, d0 - (d1 + 1) == 0)>
// module {
//   "a.empty"() {a = #map, b = #map1, c = #map2} : () -> ()
//   "a.names"() {a = #map3, b = #map4} : () -> ()
//   "a.sums"() {a = #map5, b = #map6, c = #map7, d = #map8, e = #map9, f = #map10, g = #map11, h = #map12, i = #map13, j = #map14} : () -> ()
//   "a.products"() {a = #map5, b = #map15, c = #map16, d = #map17, e = #map10, f = #map18, g = #map19} : () -> ()
//   "a.divisions"() {a = #map20, b = #map21, c = #map22, d = #map23, e = #map24, f = #map25, g = #map26} : () -> ()
//   "a.large"() {a = #map27} : () -> ()
//   "a.sets"() {a = #set, b = #set1, c = #set2, d = #set3, e = #set2} : () -> ()
//   %0:3 = "a.layouts"() : () -> (memref<4x4xf32>, memref<4x4xf32, #map28>, memref<?xf32, #map29, 2>)
// }
//
