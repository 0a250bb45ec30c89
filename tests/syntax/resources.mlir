// RUN: plugopt %s --allow-unregistered-dialect | golden
// RUN: plugopt %s --allow-unregistered-dialect | plugopt --allow-unregistered-dialect | golden
// RUN: plugopt %s --allow-unregistered-dialect --mlir-elide-resource-strings-if-larger=10 | golden elided

// Resources of a file.

"s.data"() {a = dense_resource<blob> : tensor<3xi64>, b = dense_resource<"odd name"> : tensor<1xi8>} : () -> ()

{-#
  dialect_resources: {
    builtin: {
      blob: "0x08000000010000000000000002000000000000000300000000000000",
      "odd name": "0x01000000FF"
    }
  },
  external_resources: {
    some_tool: {
      flag: true,
      text: "hello",
      bytes: "0x0400000001020304"
    }
  }
#-}

// OUTPUT:
// module {
//   "s.data"() {a = dense_resource<blob> : tensor<3xi64>, b = dense_resource<"odd name"> : tensor<1xi8>} : () -> ()
// }
//
// {-#
//   dialect_resources: {
//     builtin: {
//       blob: "0x08000000010000000000000002000000000000000300000000000000",
//       "odd name": "0x01000000FF"
//     }
//   },
//   external_resources: {
//     some_tool: {
//       flag: true,
//       text: "hello",
//       bytes: "0x0400000001020304"
//     }
//   }
// #-}
//

// OUTPUT elided:
// module {
//   "s.data"() {a = dense_resource<blob> : tensor<3xi64>, b = dense_resource<"odd name"> : tensor<1xi8>} : () -> ()
// }
//
// {-#
//   external_resources: {
//     some_tool: {
//       flag: true,
//       text: "hello"
//     }
//   }
// #-}
//
