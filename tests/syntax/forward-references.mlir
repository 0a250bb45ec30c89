// RUN: plugopt %s --allow-unregistered-dialect | golden
// RUN: plugopt %s --allow-unregistered-dialect | plugopt --allow-unregistered-dialect | golden

// Values that are used before they are defined: where order does not matter, and where blocks stand in another order.

"f.use"(%later, %pair#1, %pair#0, %arg) : (i32, i64, f32, vector<4xi1>) -> ()
"f.inside"() ({
  "f.use"(%later, %deep) : (i32, index) -> ()
  "f.deeper"() ({
    "f.use"(%deep, %pair#1) : (index, i64) -> ()
  }) : () -> ()
  %deep = "f.value"(%deep) : (index) -> index
}) : () -> ()
%later = "f.value"(%later) : (i32) -> i32
%pair:2 = "f.pair"() : () -> (f32, i64)
%arg = "f.value"() : () -> vector<4xi1>
func.func @blocks(%c: i1) -> f32 {
  cf.br ^last
^first(%x: f32):
  %1 = arith.addf %0, %x : f32
  return %1 : f32
^last:
  %0 = "f.value"() : () -> f32
  cf.cond_br %c, ^first(%0 : f32), ^other
^other:
  return %0 : f32
}
module {
  func.func @graph() {
    "f.graph"() ({
      %a = arith.addi %b, %c : i32
      %b = arith.muli %a, %c : i32
      %c = arith.constant 3 : i32
    }) : () -> ()
    return
  }
}

// OUTPUT:
// module {
//   "f.use"(%0, %1#1, %1#0, %2) : (i32, i64, f32, vector<4xi1>) -> ()
//   "f.inside"() ({
//     "f.use"(%0, %3) : (i32, index) -> ()
//     "f.deeper"() ({
//       "f.use"(%3, %1#1) : (index, i64) -> ()
//     }) : () -> ()
//     %3 = "f.value"(%3) : (index) -> index
//   }) : () -> ()
//   %0 = "f.value"(%0) : (i32) -> i32
//   %1:2 = "f.pair"() : () -> (f32, i64)
//   %2 = "f.value"() : () -> vector<4xi1>
//   func.func @blocks(%arg0: i1) -> f32 {
//     cf.br ^bb2
//   ^bb1(%3: f32):  // pred: ^bb2
//     %4 = arith.addf %5, %3 : f32
//     return %4 : f32
//   ^bb2:  // pred: ^bb0
//     %5 = "f.value"() : () -> f32
//     cf.cond_br %arg0, ^bb1(%5 : f32), ^bb3
//   ^bb3:  // pred: ^bb2
//     return %5 : f32
//   }
//   module {
//     func.func @graph() {
//       "f.graph"() ({
//         %3 = arith.addi %4, %c3_i32 : i32
//         %4 = arith.muli %3, %c3_i32 : i32
//         %c3_i32 = arith.constant 3 : i32
//       }) : () -> ()
//       return
//     }
//   }
// }
//
