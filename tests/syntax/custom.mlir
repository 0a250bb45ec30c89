// RUN: plugopt %s --allow-unregistered-dialect | golden
// RUN: plugopt %s --allow-unregistered-dialect | plugopt --allow-unregistered-dialect | golden

// Custom forms of the builtin dialect, within each other and within generic forms.

%a:2 = "test.values"() : () -> (i32, f32)
%b = builtin.unrealized_conversion_cast %a#0 : i32 to index
%c:2 = unrealized_conversion_cast %a#0, %a#1 : i32, f32 to i64, index {a = 1 : i8, b} loc("here")
%d = unrealized_conversion_cast to !foo.unknown {"a b" = "c"}
module @"quoted name" attributes {test.x, sym_visibility = "nested"} {
  module {}
  "test.region"() ({
    %0 = builtin.unrealized_conversion_cast to i1
  }) : () -> ()
  builtin.module @inner {
    %0 = unrealized_conversion_cast to i1
    %1 = builtin.unrealized_conversion_cast %later : tensor<*xf32> to i2
    %later = "test.value"() : () -> tensor<*xf32>
  }
}

// OUTPUT:
// module {
//   %0:2 = "test.values"() : () -> (i32, f32)
//   %1 = unrealized_conversion_cast %0#0 : i32 to index
//   %2:2 = unrealized_conversion_cast %0#0, %0#1 : i32, f32 to i64, index {a = 1 : i8, b}
//   %3 = unrealized_conversion_cast to !foo.unknown {"a b" = "c"}
//   module @"quoted name" attributes {sym_visibility = "nested", test.x} {
//     module {
//     }
//     "test.region"() ({
//       %4 = builtin.unrealized_conversion_cast to i1
//     }) : () -> ()
//     module @inner {
//       %4 = unrealized_conversion_cast to i1
//       %5 = unrealized_conversion_cast %6 : tensor<*xf32> to i2
//       %6 = "test.value"() : () -> tensor<*xf32>
//     }
//   }
// }
//
