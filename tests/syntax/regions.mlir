// RUN: plugopt %s --allow-unregistered-dialect | golden
// RUN: plugopt %s --allow-unregistered-dialect | plugopt --allow-unregistered-dialect | golden
// RUN: plugopt %s --allow-unregistered-dialect --mlir-print-unique-ssa-ids | golden unique
// RUN: plugopt %s --allow-unregistered-dialect --mlir-print-value-users | golden users
// RUN: plugopt %s --allow-unregistered-dialect --mlir-print-skip-regions | golden skipped

// Blocks, successors, regions, names and properties.

%c = "r.value"() : () -> i1
%pair:2 = "r.pair"() <{prop = 1 : i32}> {attr} : () -> (i32, i32)
"r.flow"() ({
^entry(%a: i32, %b: f32):
  "r.branch"(%c, %a)[^left, ^right] {n = 1 : i8} : (i1, i32) -> ()
^left:
  %x, %y = "r.two"(%b) : (f32) -> (i32, i32)
  "r.jump"(%y)[^right] : (i32) -> ()
^right(%z: i32):
  "r.end"(%z, %pair#1) : (i32, i32) -> ()
}, {
}, {
^bb0:
  "r.empty"() : () -> ()
}) {attr = "x"} : () -> ()
"r.nested"(%pair#0) ({
  "r.inner"() ({
    %0 = "r.deep"() : () -> i8
    "r.use"(%0, %later) : (i8, index) -> ()
  }) : () -> ()
  %0 = "r.sibling"() : () -> i16
}) : (i32) -> ()
%later = "r.graph"(%later) : (index) -> index
module @symbol attributes {r.x = 1 : i32} {
  "r.inside"() : () -> ()
}
builtin.module {
}

// OUTPUT:
// module {
//   %0 = "r.value"() : () -> i1
//   %1:2 = "r.pair"() <{prop = 1 : i32}> {attr} : () -> (i32, i32)
//   "r.flow"() ({
//   ^bb0(%arg0: i32, %arg1: f32):
//     "r.branch"(%0, %arg0)[^bb1, ^bb2] {n = 1 : i8} : (i1, i32) -> ()
//   ^bb1:  // pred: ^bb0
//     %3:2 = "r.two"(%arg1) : (f32) -> (i32, i32)
//     "r.jump"(%3#1)[^bb2] : (i32) -> ()
//   ^bb2(%4: i32):  // 2 preds: ^bb0, ^bb1
//     "r.end"(%4, %1#1) : (i32, i32) -> ()
//   }, {
//   }, {
//     "r.empty"() : () -> ()
//   }) {attr = "x"} : () -> ()
//   "r.nested"(%1#0) ({
//     "r.inner"() ({
//       %4 = "r.deep"() : () -> i8
//       "r.use"(%4, %2) : (i8, index) -> ()
//     }) : () -> ()
//     %3 = "r.sibling"() : () -> i16
//   }) : (i32) -> ()
//   %2 = "r.graph"(%2) : (index) -> index
//   module @symbol attributes {r.x = 1 : i32} {
//     "r.inside"() : () -> ()
//   }
//   module {
//   }
// }
//

// OUTPUT unique:
// module {
//   %0 = "r.value"() : () -> i1
//   %1:2 = "r.pair"() <{prop = 1 : i32}> {attr} : () -> (i32, i32)
//   "r.flow"() ({
//   ^bb0(%arg0: i32, %arg1: f32):
//     "r.branch"(%0, %arg0)[^bb1, ^bb2] {n = 1 : i8} : (i1, i32) -> ()
//   ^bb1:  // pred: ^bb0
//     %5:2 = "r.two"(%arg1) : (f32) -> (i32, i32)
//     "r.jump"(%5#1)[^bb2] : (i32) -> ()
//   ^bb2(%6: i32):  // 2 preds: ^bb0, ^bb1
//     "r.end"(%6, %1#1) : (i32, i32) -> ()
//   }, {
//   }, {
//     "r.empty"() : () -> ()
//   }) {attr = "x"} : () -> ()
//   "r.nested"(%1#0) ({
//     "r.inner"() ({
//       %4 = "r.deep"() : () -> i8
//       "r.use"(%4, %2) : (i8, index) -> ()
//     }) : () -> ()
//     %3 = "r.sibling"() : () -> i16
//   }) : (i32) -> ()
//   %2 = "r.graph"(%2) : (index) -> index
//   module @symbol attributes {r.x = 1 : i32} {
//     "r.inside"() : () -> ()
//   }
//   module {
//   }
// }
//

// OUTPUT users:
// module {
//   %0 = "r.value"() : () -> i1 // user: %7
//   %1:2 = "r.pair"() <{prop = 1 : i32}> {attr} : () -> (i32, i32) // users: (%3), (%11)
//   "r.flow"() ({
//   ^bb0(%arg0: i32, %arg1: f32):
//     // %arg0 is used by %7
//     // %arg1 is used by %8#0, %8#1
//     "r.branch"(%0, %arg0)[^bb1, ^bb2] {n = 1 : i8} : (i1, i32) -> () // id: %7
//   ^bb1:  // pred: ^bb0
//     %8:2 = "r.two"(%arg1) : (f32) -> (i32, i32) // users: (unused), (%9)
//     "r.jump"(%8#1)[^bb2] : (i32) -> () // id: %9
//   ^bb2(%10: i32):  // 2 preds: ^bb0, ^bb1
//     // %10 is used by %11
//     "r.end"(%10, %1#1) : (i32, i32) -> () // id: %11
//   }, {
//   }, {
//     "r.empty"() : () -> ()
//   }) {attr = "x"} : () -> ()
//   "r.nested"(%1#0) ({
//     "r.inner"() ({
//       %9 = "r.deep"() : () -> i8 // user: %10
//       "r.use"(%9, %4) : (i8, index) -> () // id: %10
//     }) : () -> ()
//     %8 = "r.sibling"() : () -> i16 // unused
//   }) : (i32) -> () // id: %3
//   %4 = "r.graph"(%4) : (index) -> index // users: %10, %4
//   module @symbol attributes {r.x = 1 : i32} {
//     "r.inside"() : () -> ()
//   }
//   module {
//   }
// }
//

// OUTPUT skipped:
// module {...}
//
