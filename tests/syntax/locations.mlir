// RUN: cat %s | plugopt --allow-unregistered-dialect --mlir-print-debuginfo | golden
// RUN: cat %s | plugopt --allow-unregistered-dialect --mlir-print-debuginfo | plugopt --allow-unregistered-dialect --mlir-print-debuginfo | golden
// RUN: cat %s | plugopt --allow-unregistered-dialect --mlir-print-debuginfo --mlir-print-local-scope | golden local
// RUN: cat %s | plugopt --allow-unregistered-dialect --mlir-print-debuginfo --mlir-pretty-debuginfo | golden pretty
// RUN: plugopt %s --allow-unregistered-dialect --mlir-use-nameloc-as-prefix | golden names
// RUN: plugopt %s --allow-unregistered-dialect | golden none

// All kinds of locations. The text comes from standard input, so that no folder is in what is printed.

#shared = loc("shared.py":7:8)
#named = loc("named"(#shared))
"l.here"() : () -> ()
"l.file"() : () -> () loc("a.py":1:2)
"l.quoted"() : () -> () loc("a \"b\"\\.py":1:2)
"l.range"() : () -> () loc("a.py":1:2 to 3:4)
"l.same_line"() : () -> () loc("a.py":1:2 to :4)
"l.name"() : () -> () loc("name")
"l.named"() : () -> () loc("name"("b.py":3:4))
"l.names"() : () -> () loc("outer"("inner"("b.py":3:4)))
"l.call"() : () -> () loc(callsite("f" at "c.py":5:6))
"l.calls"() : () -> () loc(callsite(#shared at callsite(#named at unknown)))
"l.fused"() : () -> () loc(fused["a", "b"("d.py":1:1)])
"l.flattened"() : () -> () loc(fused[fused["a", "b"], unknown, "a"])
"l.metadata"() : () -> () loc(fused<{x = 1 : i8}>["a", "b"])
"l.single"() : () -> () loc(fused<"only">["a"])
"l.unknown"() : () -> () loc(unknown)
"l.alias"() : () -> () loc(#named)
%value:2 = "l.values"() : () -> (i32, i32) loc("pair")
"l.region"() ({
^bb0(%a: i32 loc("arg.py":1:1), %b: i32 loc(unknown), %c: i32 loc("third"), %d: i32):
  "l.inside"(%a, %b) : (i32, i32) -> () loc(#later)
}) : () -> () loc("region.py":9:9)
"l.attribute"() {where = loc("a.py":1:2), here = loc(unknown), fused = loc(fused<#o.meta>["z"])} : () -> () loc(unknown)
func.func private @f(i32 {t.x} loc("x"), i32 loc("y")) loc("f")
func.func @g(%a: i32 {t.x} loc("x"), %b: i32 loc(unknown)) {
  return loc(#later)
} loc(callsite("g" at "h"))
#later = loc("later.py":10:11)

// OUTPUT:
// #loc2 = loc("a.py":1:2)
// #loc11 = loc(unknown)
// #loc17 = loc("arg.py":1:1)
// #loc18 = loc("third")
// #loc19 = loc("<stdin>":30:77)
// #loc21 = loc("z")
// #loc24 = loc("x")
// #loc33 = loc(fused<#o.meta>[#loc21])
// module {
//   "l.here"() : () -> () loc(#loc1)
//   "l.file"() : () -> () loc(#loc2)
//   "l.quoted"() : () -> () loc(#loc3)
//   "l.range"() : () -> () loc(#loc4)
//   "l.same_line"() : () -> () loc(#loc5)
//   "l.name"() : () -> () loc(#loc6)
//   "l.named"() : () -> () loc(#loc25)
//   "l.names"() : () -> () loc(#loc35)
//   "l.call"() : () -> () loc(#loc27)
//   "l.calls"() : () -> () loc(#loc38)
//   "l.fused"() : () -> () loc(#loc37)
//   "l.flattened"() : () -> () loc(#loc30)
//   "l.metadata"() : () -> () loc(#loc31)
//   "l.single"() : () -> () loc(#loc32)
//   "l.unknown"() : () -> () loc(#loc11)
//   "l.alias"() : () -> () loc(#loc28)
//   %0:2 = "l.values"() : () -> (i32, i32) loc(#loc15)
//   "l.region"() ({
//   ^bb0(%arg0: i32 loc("arg.py":1:1), %arg1: i32 loc(unknown), %arg2: i32 loc("third"), %arg3: i32 loc("<stdin>":30:77)):
//     "l.inside"(%arg0, %arg1) : (i32, i32) -> () loc(#loc20)
//   }) : () -> () loc(#loc16)
//   "l.attribute"() {fused = #loc33, here = #loc11, where = #loc2} : () -> () loc(#loc11)
//   func.func private @f(i32 {t.x}, i32) loc(#loc8)
//   func.func @g(%arg0: i32 {t.x} loc("x"), %arg1: i32 loc(unknown)) {
//     return loc(#loc20)
//   } loc(#loc34)
// } loc(#loc)
// #loc = loc("<stdin>":0:0)
// #loc1 = loc("<stdin>":12:1)
// #loc3 = loc("a \22b\22\\.py":1:2)
// #loc4 = loc("a.py":1:2 to 3:4)
// #loc5 = loc("a.py":1:2 to :4)
// #loc6 = loc("name")
// #loc7 = loc("b.py":3:4)
// #loc8 = loc("f")
// #loc9 = loc("c.py":5:6)
// #loc10 = loc("shared.py":7:8)
// #loc12 = loc("a")
// #loc13 = loc("d.py":1:1)
// #loc14 = loc("b")
// #loc15 = loc("pair")
// #loc16 = loc("region.py":9:9)
// #loc20 = loc("later.py":10:11)
// #loc22 = loc("g")
// #loc23 = loc("h")
// #loc25 = loc("name"(#loc7))
// #loc26 = loc("inner"(#loc7))
// #loc27 = loc(callsite(#loc8 at #loc9))
// #loc28 = loc("named"(#loc10))
// #loc29 = loc("b"(#loc13))
// #loc30 = loc(fused[#loc12, #loc14])
// #loc31 = loc(fused<{x = 1 : i8}>[#loc12, #loc14])
// #loc32 = loc(fused<"only">[#loc12])
// #loc34 = loc(callsite(#loc22 at #loc23))
// #loc35 = loc("outer"(#loc26))
// #loc36 = loc(callsite(#loc28 at #loc11))
// #loc37 = loc(fused[#loc12, #loc29])
// #loc38 = loc(callsite(#loc10 at #loc36))
//

// OUTPUT local:
// module {
//   "l.here"() : () -> () loc("<stdin>":12:1)
//   "l.file"() : () -> () loc("a.py":1:2)
//   "l.quoted"() : () -> () loc("a \22b\22\\.py":1:2)
//   "l.range"() : () -> () loc("a.py":1:2 to 3:4)
//   "l.same_line"() : () -> () loc("a.py":1:2 to :4)
//   "l.name"() : () -> () loc("name")
//   "l.named"() : () -> () loc("name"("b.py":3:4))
//   "l.names"() : () -> () loc("outer"("inner"("b.py":3:4)))
//   "l.call"() : () -> () loc(callsite("f" at "c.py":5:6))
//   "l.calls"() : () -> () loc(callsite("shared.py":7:8 at callsite("named"("shared.py":7:8) at unknown)))
//   "l.fused"() : () -> () loc(fused["a", "b"("d.py":1:1)])
//   "l.flattened"() : () -> () loc(fused["a", "b"])
//   "l.metadata"() : () -> () loc(fused<{x = 1 : i8}>["a", "b"])
//   "l.single"() : () -> () loc(fused<"only">["a"])
//   "l.unknown"() : () -> () loc(unknown)
//   "l.alias"() : () -> () loc("named"("shared.py":7:8))
//   %0:2 = "l.values"() : () -> (i32, i32) loc("pair")
//   "l.region"() ({
//   ^bb0(%arg0: i32 loc("arg.py":1:1), %arg1: i32 loc(unknown), %arg2: i32 loc("third"), %arg3: i32 loc("<stdin>":30:77)):
//     "l.inside"(%arg0, %arg1) : (i32, i32) -> () loc("later.py":10:11)
//   }) : () -> () loc("region.py":9:9)
//   "l.attribute"() {fused = loc(fused<#o.meta>["z"]), here = loc(unknown), where = loc("a.py":1:2)} : () -> () loc(unknown)
//   func.func private @f(i32 {t.x}, i32) loc("f")
//   func.func @g(%arg0: i32 {t.x} loc("x"), %arg1: i32 loc(unknown)) {
//     return loc("later.py":10:11)
//   } loc(callsite("g" at "h"))
// } loc("<stdin>":0:0)

// OUTPUT pretty:
// #loc2 = a.py:1:2
// #loc11 = [unknown]
// #loc17 = arg.py:1:1
// #loc18 = "third"
// #loc19 = <stdin>:30:77
// #loc21 = "z"
// #loc24 = "x"
// #loc33 = <#o.meta>[#loc21]
// module {
//   "l.here"() : () -> () <stdin>:12:1
//   "l.file"() : () -> () a.py:1:2
//   "l.quoted"() : () -> () a "b"\.py:1:2
//   "l.range"() : () -> () a.py:1:2 to 3:4
//   "l.same_line"() : () -> () a.py:1:2 to :4
//   "l.name"() : () -> () "name"
//   "l.named"() : () -> () "name"(#loc7)
//   "l.names"() : () -> () "outer"(#loc26)
//   "l.call"() : () -> () #loc8 at #loc9
//   "l.calls"() : () -> () #loc10
//  at #loc36
//   "l.fused"() : () -> () [#loc12, #loc29]
//   "l.flattened"() : () -> () [#loc12, #loc14]
//   "l.metadata"() : () -> () <{x = 1 : i8}>[#loc12, #loc14]
//   "l.single"() : () -> () <"only">[#loc12]
//   "l.unknown"() : () -> () [unknown]
//   "l.alias"() : () -> () "named"(#loc10)
//   %0:2 = "l.values"() : () -> (i32, i32) "pair"
//   "l.region"() ({
//   ^bb0(%arg0: i32 arg.py:1:1, %arg1: i32 [unknown], %arg2: i32 "third", %arg3: i32 <stdin>:30:77):
//     "l.inside"(%arg0, %arg1) : (i32, i32) -> () later.py:10:11
//   }) : () -> () region.py:9:9
//   "l.attribute"() {fused = #loc33, here = #loc11, where = #loc2} : () -> () [unknown]
//   func.func private @f(i32 {t.x}, i32) "f"
//   func.func @g(%arg0: i32 {t.x} "x", %arg1: i32 [unknown]) {
//     return later.py:10:11
//   } #loc22
//  at #loc23
// } <stdin>:0:0
// #loc = <stdin>:0:0
// #loc1 = <stdin>:12:1
// #loc3 = a "b"\.py:1:2
// #loc4 = a.py:1:2 to 3:4
// #loc5 = a.py:1:2 to :4
// #loc6 = "name"
// #loc7 = b.py:3:4
// #loc8 = "f"
// #loc9 = c.py:5:6
// #loc10 = shared.py:7:8
// #loc12 = "a"
// #loc13 = d.py:1:1
// #loc14 = "b"
// #loc15 = "pair"
// #loc16 = region.py:9:9
// #loc20 = later.py:10:11
// #loc22 = "g"
// #loc23 = "h"
// #loc25 = "name"(#loc7)
// #loc26 = "inner"(#loc7)
// #loc27 = #loc8 at #loc9
// #loc28 = "named"(#loc10)
// #loc29 = "b"(#loc13)
// #loc30 = [#loc12, #loc14]
// #loc31 = <{x = 1 : i8}>[#loc12, #loc14]
// #loc32 = <"only">[#loc12]
// #loc34 = #loc22
//  at #loc23
// #loc35 = "outer"(#loc26)
// #loc36 = #loc28
//  at #loc11
// #loc37 = [#loc12, #loc29]
// #loc38 = #loc10
//  at #loc36
//

// OUTPUT names:
// #loc = loc("z")
// #loc1 = loc(unknown)
// #loc2 = loc("a.py":1:2)
// #loc3 = loc(fused<#o.meta>[#loc])
// module {
//   "l.here"() : () -> ()
//   "l.file"() : () -> ()
//   "l.quoted"() : () -> ()
//   "l.range"() : () -> ()
//   "l.same_line"() : () -> ()
//   "l.name"() : () -> ()
//   "l.named"() : () -> ()
//   "l.names"() : () -> ()
//   "l.call"() : () -> ()
//   "l.calls"() : () -> ()
//   "l.fused"() : () -> ()
//   "l.flattened"() : () -> ()
//   "l.metadata"() : () -> ()
//   "l.single"() : () -> ()
//   "l.unknown"() : () -> ()
//   "l.alias"() : () -> ()
//   %pair:2 = "l.values"() : () -> (i32, i32)
//   "l.region"() ({
//   ^bb0(%arg0: i32, %arg1: i32, %third: i32, %arg3: i32):
//     "l.inside"(%arg0, %arg1) : (i32, i32) -> ()
//   }) : () -> ()
//   "l.attribute"() {fused = #loc3, here = #loc1, where = #loc2} : () -> ()
//   func.func private @f(i32 {t.x}, i32)
//   func.func @g(%x: i32 {t.x}, %arg1: i32) {
//     return
//   }
// }
//

// OUTPUT none:
// #loc = loc("z")
// #loc1 = loc(unknown)
// #loc2 = loc("a.py":1:2)
// #loc3 = loc(fused<#o.meta>[#loc])
// module {
//   "l.here"() : () -> ()
//   "l.file"() : () -> ()
//   "l.quoted"() : () -> ()
//   "l.range"() : () -> ()
//   "l.same_line"() : () -> ()
//   "l.name"() : () -> ()
//   "l.named"() : () -> ()
//   "l.names"() : () -> ()
//   "l.call"() : () -> ()
//   "l.calls"() : () -> ()
//   "l.fused"() : () -> ()
//   "l.flattened"() : () -> ()
//   "l.metadata"() : () -> ()
//   "l.single"() : () -> ()
//   "l.unknown"() : () -> ()
//   "l.alias"() : () -> ()
//   %0:2 = "l.values"() : () -> (i32, i32)
//   "l.region"() ({
//   ^bb0(%arg0: i32, %arg1: i32, %arg2: i32, %arg3: i32):
//     "l.inside"(%arg0, %arg1) : (i32, i32) -> ()
//   }) : () -> ()
//   "l.attribute"() {fused = #loc3, here = #loc1, where = #loc2} : () -> ()
//   func.func private @f(i32 {t.x}, i32)
//   func.func @g(%arg0: i32 {t.x}, %arg1: i32) {
//     return
//   }
// }
//
