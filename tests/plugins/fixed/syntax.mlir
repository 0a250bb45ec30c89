// The example dialects in Rust and in C++; the runner of the C++ plugins gives this file a folder of its own.
// RUN: plugopt %s --load %{plugins}/libfixed.so | golden
// RUN: plugopt %s --load %{plugins}/libfixed.so --mlir-print-op-generic > %t && plugopt %t --load %{plugins}/libfixed.so | golden

func.func @all(%a: !fixed.q<8, 8>, %b: !fixed.q<8, 8>) -> !fixed.q<12, 20> {
  %0 = fixed.constant 1.5 : !fixed.q<8, 8>
  %1 = fixed.constant -2.25 {note = "negative"} : !fixed.q<8, 8>
  // The nearest number of the format.
  %2 = fixed.constant 0.3 : !fixed.q<2, 3>
  %3 = fixed.add %a, %0 : !fixed.q<8, 8>
  %4 = fixed.mul %3, %b {exact} : !fixed.q<8, 8>
  %5 = fixed.convert %4 : !fixed.q<8, 8> to !fixed.q<12, 20>
  return %5 : !fixed.q<12, 20>
}

// OUTPUT:
// module {
//   func.func @all(%arg0: !fixed.q<8, 8>, %arg1: !fixed.q<8, 8>) -> !fixed.q<12, 20> {
//     %fix = fixed.constant 1.500000e+00 : !fixed.q<8, 8>
//     %fix_0 = fixed.constant -2.250000e+00 {note = "negative"} : !fixed.q<8, 8>
//     %fix_1 = fixed.constant 2.500000e-01 : !fixed.q<2, 3>
//     %0 = fixed.add %arg0, %fix : !fixed.q<8, 8>
//     %1 = fixed.mul %0, %arg1 {exact} : !fixed.q<8, 8>
//     %2 = fixed.convert %1 : !fixed.q<8, 8> to !fixed.q<12, 20>
//     return %2 : !fixed.q<12, 20>
//   }
// }
//
