// RUN: plugopt %s --allow-unregistered-dialect --mlir-print-debuginfo | golden
// RUN: plugopt %s --allow-unregistered-dialect --mlir-print-debuginfo --mlir-print-local-scope | golden local
// RUN: plugopt %s --allow-unregistered-dialect --mlir-print-debuginfo | plugopt --allow-unregistered-dialect --mlir-print-debuginfo | golden

// All kinds of locations.

#shared = loc("shared.py":7:8)
#named = loc("named"(#shared))
"l.file"() : () -> () loc("a.py":1:2)
"l.range"() : () -> () loc("a.py":1:2 to 3:4)
"l.same_line"() : () -> () loc("a.py":1:2 to :4)
"l.name"() : () -> () loc("name")
"l.named"() : () -> () loc("name"("b.py":3:4))
"l.call"() : () -> () loc(callsite("f" at "c.py":5:6))
"l.calls"() : () -> () loc(callsite(#shared at callsite(#named at unknown)))
"l.fused"() : () -> () loc(fused["a", "b"("d.py":1:1)])
"l.metadata"() : () -> () loc(fused<{x = 1 : i8}>["a", "b"])
"l.unknown"() : () -> () loc(unknown)
"l.alias"() : () -> () loc(#named)
"l.region"() ({
^bb0(%a: i32 loc("arg.py":1:1), %b: i32 loc(unknown)):
  "l.inside"(%a, %b) : (i32, i32) -> () loc(#later)
}) : () -> () loc("region.py":9:9)
"l.attribute"() {where = loc("a.py":1:2), here = loc(unknown)} : () -> () loc(unknown)
#later = loc("later.py":10:11)

// OUTPUT:
// #loc1 = loc("a.py":1:2)
// #loc9 = loc(unknown)
// #loc14 = loc("arg.py":1:1)
// module {
//   "l.file"() : () -> () loc(#loc1)
//   "l.range"() : () -> () loc(#loc2)
//   "l.same_line"() : () -> () loc(#loc3)
//   "l.name"() : () -> () loc(#loc4)
//   "l.named"() : () -> () loc(#loc16)
//   "l.call"() : () -> () loc(#loc17)
//   "l.calls"() : () -> () loc(#loc23)
//   "l.fused"() : () -> () loc(#loc22)
//   "l.metadata"() : () -> () loc(#loc20)
//   "l.unknown"() : () -> () loc(#loc9)
//   "l.alias"() : () -> () loc(#loc18)
//   "l.region"() ({
//   ^bb0(%arg0: i32 loc("arg.py":1:1), %arg1: i32 loc(unknown)):
//     "l.inside"(%arg0, %arg1) : (i32, i32) -> () loc(#loc15)
//   }) : () -> () loc(#loc13)
//   "l.attribute"() {here = #loc9, where = #loc1} : () -> () loc(#loc9)
// } loc(#loc)
// #loc = loc("/tmp/wt/house/tests/syntax/locations.mlir":0:0)
// #loc2 = loc("a.py":1:2 to 3:4)
// #loc3 = loc("a.py":1:2 to :4)
// #loc4 = loc("name")
// #loc5 = loc("b.py":3:4)
// #loc6 = loc("f")
// #loc7 = loc("c.py":5:6)
// #loc8 = loc("shared.py":7:8)
// #loc10 = loc("a")
// #loc11 = loc("d.py":1:1)
// #loc12 = loc("b")
// #loc13 = loc("region.py":9:9)
// #loc15 = loc("later.py":10:11)
// #loc16 = loc("name"(#loc5))
// #loc17 = loc(callsite(#loc6 at #loc7))
// #loc18 = loc("named"(#loc8))
// #loc19 = loc("b"(#loc11))
// #loc20 = loc(fused<{x = 1 : i8}>[#loc10, #loc12])
// #loc21 = loc(callsite(#loc18 at #loc9))
// #loc22 = loc(fused[#loc10, #loc19])
// #loc23 = loc(callsite(#loc8 at #loc21))
//

// OUTPUT local:
// module {
//   "l.file"() : () -> () loc("a.py":1:2)
//   "l.range"() : () -> () loc("a.py":1:2 to 3:4)
//   "l.same_line"() : () -> () loc("a.py":1:2 to :4)
//   "l.name"() : () -> () loc("name")
//   "l.named"() : () -> () loc("name"("b.py":3:4))
//   "l.call"() : () -> () loc(callsite("f" at "c.py":5:6))
//   "l.calls"() : () -> () loc(callsite("shared.py":7:8 at callsite("named"("shared.py":7:8) at unknown)))
//   "l.fused"() : () -> () loc(fused["a", "b"("d.py":1:1)])
//   "l.metadata"() : () -> () loc(fused<{x = 1 : i8}>["a", "b"])
//   "l.unknown"() : () -> () loc(unknown)
//   "l.alias"() : () -> () loc("named"("shared.py":7:8))
//   "l.region"() ({
//   ^bb0(%arg0: i32 loc("arg.py":1:1), %arg1: i32 loc(unknown)):
//     "l.inside"(%arg0, %arg1) : (i32, i32) -> () loc("later.py":10:11)
//   }) : () -> () loc("region.py":9:9)
//   "l.attribute"() {here = loc(unknown), where = loc("a.py":1:2)} : () -> () loc(unknown)
// } loc("/tmp/wt/house/tests/syntax/locations.mlir":0:0)
