// RUN: plugopt %s --allow-unregistered-dialect | golden
// RUN: plugopt %s --allow-unregistered-dialect | plugopt --allow-unregistered-dialect | golden
// RUN: plugopt %s --allow-unregistered-dialect --mlir-elide-elementsattrs-if-larger=3 | FileCheck %s --check-prefix=ELIDE
// RUN: plugopt %s --allow-unregistered-dialect --mlir-print-elementsattrs-with-hex-if-larger=2 | FileCheck %s --check-prefix=HEX

// Dense and sparse elements.

// ELIDE: "e.nested"() {a = dense_resource<__elided__> : tensor<2x2xi32>, b = dense<1.000000e+00> : tensor<2xf32>
// HEX: "e.nested"() {a = dense<"0x01000000020000000300000004000000"> : tensor<2x2xi32>
"e.nested"() {a = dense<[[1, 2], [3, 4]]> : tensor<2x2xi32>, b = dense<[1.0, 1.0]> : tensor<2xf32>} : () -> ()
"e.splats"() {a = dense<0> : tensor<4x4xi8>, b = dense<true> : tensor<3xi1>, c = dense<1.5> : vector<8xf16>,
              d = dense<> : tensor<0xf32>, e = dense<5> : tensor<i64>, f = dense<-1> : vector<2xsi4>} : () -> ()
"e.bits"() {a = dense<[true, false, true]> : tensor<3xi1>, b = dense<[1, 2, 3]> : tensor<3xi3>,
            c = dense<[0xFFFF, 0x0001]> : tensor<2xui16>} : () -> ()
"e.hex"() {a = dense<"0x0000803F00000040"> : tensor<2xf32>, b = dense<"0xFF"> : tensor<1xi8>} : () -> ()
"e.special"() {a = dense<[0x7F800000, 0xFF800000, 0x7FC00000]> : tensor<3xf32>, b = dense<0x7FF0000000000000> : tensor<2xf64>} : () -> ()
"e.complex"() {a = dense<(1.0, 2.0)> : tensor<2xcomplex<f32>>, b = dense<[(1, 2), (3, 4)]> : tensor<2xcomplex<i32>>} : () -> ()
"e.strings"() {a = dense<["a", "b\22"]> : tensor<2x!other.string>, b = dense<"same"> : tensor<2x!other.string>} : () -> ()
"e.index"() {a = dense<[1, -1]> : tensor<2xindex>} : () -> ()
"e.sparse"() {a = sparse<[[0, 1], [1, 2]], [5, 6]> : tensor<2x3xi32>, b = sparse<0, 1.0> : tensor<4xf32>,
              c = sparse<[], []> : tensor<2xi8>, d = sparse<[[3]], ["s"]> : tensor<4x!other.string>} : () -> ()
"e.wide"() {a = dense<[1, -1]> : tensor<2xi128>, b = dense<12345678901234567890123> : tensor<i100>} : () -> ()

// OUTPUT:
// module {
//   "e.nested"() {a = dense<[[1, 2], [3, 4]]> : tensor<2x2xi32>, b = dense<1.000000e+00> : tensor<2xf32>} : () -> ()
//   "e.splats"() {a = dense<0> : tensor<4x4xi8>, b = dense<true> : tensor<3xi1>, c = dense<1.500000e+00> : vector<8xf16>, d = dense<> : tensor<0xf32>, e = dense<5> : tensor<i64>, f = dense<-1> : vector<2xsi4>} : () -> ()
//   "e.bits"() {a = dense<[true, false, true]> : tensor<3xi1>, b = dense<[1, 2, 3]> : tensor<3xi3>, c = dense<[65535, 1]> : tensor<2xui16>} : () -> ()
//   "e.hex"() {a = dense<[1.000000e+00, 2.000000e+00]> : tensor<2xf32>, b = dense<-1> : tensor<1xi8>} : () -> ()
//   "e.special"() {a = dense<[0x7F800000, 0xFF800000, 0x7FC00000]> : tensor<3xf32>, b = dense<0x7FF0000000000000> : tensor<2xf64>} : () -> ()
//   "e.complex"() {a = dense<(1.000000e+00,2.000000e+00)> : tensor<2xcomplex<f32>>, b = dense<[(1,2), (3,4)]> : tensor<2xcomplex<i32>>} : () -> ()
//   "e.strings"() {a = dense<["a", "b\22"]> : tensor<2x!other.string>, b = dense<"same"> : tensor<2x!other.string>} : () -> ()
//   "e.index"() {a = dense<[1, -1]> : tensor<2xindex>} : () -> ()
//   "e.sparse"() {a = sparse<[[0, 1], [1, 2]], [5, 6]> : tensor<2x3xi32>, b = sparse<0, 1.000000e+00> : tensor<4xf32>, c = sparse<> : tensor<2xi8>, d = sparse<3, "s"> : tensor<4x!other.string>} : () -> ()
//   "e.wide"() {a = dense<[1, -1]> : tensor<2xi128>, b = dense<12345678901234567890123> : tensor<i100>} : () -> ()
// }
//
