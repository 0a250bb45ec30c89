// RUN: plugopt %s --allow-unregistered-dialect | golden
// RUN: plugopt %s --allow-unregistered-dialect | plugopt --allow-unregistered-dialect | golden

// Builtin types, as attributes and as results.

"t.integers"() {a = i1, b = i32, c = si8, d = ui64, e = i16777215, f = index, g = i0} : () -> ()
"t.floats"() {a = bf16, b = f16, c = tf32, d = f32, e = f64, f = f80, g = f128} : () -> ()
"t.small_floats"() {a = f4E2M1FN, b = f6E2M3FN, c = f6E3M2FN, d = f8E3M4, e = f8E4M3, f = f8E4M3B11FNUZ,
                    g = f8E4M3FN, h = f8E4M3FNUZ, i = f8E5M2, j = f8E5M2FNUZ, k = f8E8M0FNU} : () -> ()
"t.vectors"() {a = vector<4xf32>, b = vector<[4]xi1>, c = vector<2x[8]x3xbf16>, d = vector<f32>,
               e = vector<1x1xindex>} : () -> ()
"t.tensors"() {a = tensor<f32>, b = tensor<?x4xi8>, c = tensor<*xf64>, d = tensor<0x0xi1>,
               e = tensor<2x?xf32, "encoding">, f = tensor<4xvector<2xf32>>, g = tensor<3x!other.thing>} : () -> ()
"t.memrefs"() {a = memref<f32>, b = memref<?x4xf32>, c = memref<*xi8>, d = memref<4xf32, 3>,
               e = memref<4x4xf32, affine_map<(d0, d1) -> (d1, d0)>>, f = memref<*xf32, "local">,
               g = memref<2x3xf32, strided<[3, 1], offset: 5>>, h = memref<2x3xf32, strided<[?, 1], offset: ?>, 1 : i32>,
               i = memref<4xf32, affine_map<(d0) -> (d0)>>, j = memref<4xmemref<2xf32>>} : () -> ()
"t.others"() {a = none, b = complex<f32>, c = complex<i8>, d = tuple<>, e = tuple<i32, tuple<f32>, none>,
              f = () -> (), g = (i32) -> f32, h = (i32, f32) -> (i8, i16), i = () -> (() -> ()),
              j = (() -> i1) -> i1} : () -> ()
"t.unknown"() {a = !other.plain, b = !other.args<1, "two", [three, {4 = 5}], (six -> seven)>,
               c = !other<"raw text <with> brackets">} : () -> ()

%0:3 = "t.results"() : () -> (i32, tensor<?xf32>, !other.thing<a>)
"t.uses"(%0#2, %0#0, %0#1) : (!other.thing<a>, i32, tensor<?xf32>) -> ()

// OUTPUT:
// #map = affine_map<(d0, d1) -> (d1, d0)>
// module {
//   "t.integers"() {a = i1, b = i32, c = si8, d = ui64, e = i16777215, f = index, g = i0} : () -> ()
//   "t.floats"() {a = bf16, b = f16, c = tf32, d = f32, e = f64, f = f80, g = f128} : () -> ()
//   "t.small_floats"() {a = f4E2M1FN, b = f6E2M3FN, c = f6E3M2FN, d = f8E3M4, e = f8E4M3, f = f8E4M3B11FNUZ, g = f8E4M3FN, h = f8E4M3FNUZ, i = f8E5M2, j = f8E5M2FNUZ, k = f8E8M0FNU} : () -> ()
//   "t.vectors"() {a = vector<4xf32>, b = vector<[4]xi1>, c = vector<2x[8]x3xbf16>, d = vector<f32>, e = vector<1x1xindex>} : () -> ()
//   "t.tensors"() {a = tensor<f32>, b = tensor<?x4xi8>, c = tensor<*xf64>, d = tensor<0x0xi1>, e = tensor<2x?xf32, "encoding">, f = tensor<4xvector<2xf32>>, g = tensor<3x!other.thing>} : () -> ()
//   "t.memrefs"() {a = memref<f32>, b = memref<?x4xf32>, c = memref<*xi8>, d = memref<4xf32, 3>, e = memref<4x4xf32, #map>, f = memref<*xf32, "local">, g = memref<2x3xf32, strided<[3, 1], offset: 5>>, h = memref<2x3xf32, strided<[?, 1], offset: ?>, 1 : i32>, i = memref<4xf32>, j = memref<4xmemref<2xf32>>} : () -> ()
//   "t.others"() {a = none, b = complex<f32>, c = complex<i8>, d = tuple<>, e = tuple<i32, tuple<f32>, none>, f = () -> (), g = (i32) -> f32, h = (i32, f32) -> (i8, i16), i = () -> (() -> ()), j = (() -> i1) -> i1} : () -> ()
//   "t.unknown"() {a = !other.plain, b = !other.args<1, "two", [three, {4 = 5}], (six -> seven)>, c = !other<"raw text <with> brackets">} : () -> ()
//   %0:3 = "t.results"() : () -> (i32, tensor<?xf32>, !other.thing<a>)
//   "t.uses"(%0#2, %0#0, %0#1) : (!other.thing<a>, i32, tensor<?xf32>) -> ()
// }
//
