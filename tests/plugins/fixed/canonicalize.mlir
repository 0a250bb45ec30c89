// RUN: plugopt %s --load %{plugins}/libfixed.so --canonicalize | golden

func.func @folds() -> (!fixed.q<8, 8>, !fixed.q<8, 8>, !fixed.q<4, 4>, !fixed.q<4, 20>) {
  %a = fixed.constant 1.5 : !fixed.q<8, 8>
  %b = fixed.constant -2.25 : !fixed.q<8, 8>
  %sum = fixed.add %a, %b : !fixed.q<8, 8>
  %product = fixed.mul %a, %b : !fixed.q<8, 8>
  %narrow = fixed.convert %b : !fixed.q<8, 8> to !fixed.q<4, 4>
  %wide = fixed.convert %b : !fixed.q<8, 8> to !fixed.q<4, 20>
  return %sum, %product, %narrow, %wide : !fixed.q<8, 8>, !fixed.q<8, 8>, !fixed.q<4, 4>, !fixed.q<4, 20>
}

func.func @wraps() -> (!fixed.q<4, 4>, !fixed.q<1, 7>) {
  %seven = fixed.constant 7.5 : !fixed.q<4, 4>
  %sum = fixed.add %seven, %seven : !fixed.q<4, 4>
  %least = fixed.constant -1.0 : !fixed.q<1, 7>
  %product = fixed.mul %least, %least : !fixed.q<1, 7>
  return %sum, %product : !fixed.q<4, 4>, !fixed.q<1, 7>
}

// A product is rounded down: -3/256 times 1/2.
func.func @rounds() -> !fixed.q<8, 8> {
  %a = fixed.constant -0.01171875 : !fixed.q<8, 8>
  %half = fixed.constant 0.5 : !fixed.q<8, 8>
  %product = fixed.mul %a, %half : !fixed.q<8, 8>
  return %product : !fixed.q<8, 8>
}

func.func @identities(%a: !fixed.q<8, 8>, %b: !fixed.q<1, 7>) -> (!fixed.q<8, 8>, !fixed.q<8, 8>, !fixed.q<8, 8>, !fixed.q<1, 7>) {
  %zero = fixed.constant 0.0 : !fixed.q<8, 8>
  %one = fixed.constant 1.0 : !fixed.q<8, 8>
  %same = fixed.add %zero, %a : !fixed.q<8, 8>
  %also = fixed.mul %one, %a : !fixed.q<8, 8>
  %none = fixed.mul %a, %zero : !fixed.q<8, 8>
  // What looks like one is minus one here.
  %minus = fixed.constant -1.0 : !fixed.q<1, 7>
  %other = fixed.mul %b, %minus : !fixed.q<1, 7>
  return %same, %also, %none, %other : !fixed.q<8, 8>, !fixed.q<8, 8>, !fixed.q<8, 8>, !fixed.q<1, 7>
}

// OUTPUT:
// module {
//   func.func @folds() -> (!fixed.q<8, 8>, !fixed.q<8, 8>, !fixed.q<4, 4>, !fixed.q<4, 20>) {
//     %fix = fixed.constant -7.500000e-01 : !fixed.q<8, 8>
//     %fix_0 = fixed.constant -3.375000e+00 : !fixed.q<8, 8>
//     %fix_1 = fixed.constant -2.250000e+00 : !fixed.q<4, 4>
//     %fix_2 = fixed.constant -2.250000e+00 : !fixed.q<4, 20>
//     return %fix, %fix_0, %fix_1, %fix_2 : !fixed.q<8, 8>, !fixed.q<8, 8>, !fixed.q<4, 4>, !fixed.q<4, 20>
//   }
//   func.func @wraps() -> (!fixed.q<4, 4>, !fixed.q<1, 7>) {
//     %fix = fixed.constant -1.000000e+00 : !fixed.q<4, 4>
//     %fix_0 = fixed.constant -1.000000e+00 : !fixed.q<1, 7>
//     return %fix, %fix_0 : !fixed.q<4, 4>, !fixed.q<1, 7>
//   }
//   func.func @rounds() -> !fixed.q<8, 8> {
//     %fix = fixed.constant -7.812500e-03 : !fixed.q<8, 8>
//     return %fix : !fixed.q<8, 8>
//   }
//   func.func @identities(%arg0: !fixed.q<8, 8>, %arg1: !fixed.q<1, 7>) -> (!fixed.q<8, 8>, !fixed.q<8, 8>, !fixed.q<8, 8>, !fixed.q<1, 7>) {
//     %fix = fixed.constant -1.000000e+00 : !fixed.q<1, 7>
//     %fix_0 = fixed.constant 0.000000e+00 : !fixed.q<8, 8>
//     %0 = fixed.mul %arg1, %fix : !fixed.q<1, 7>
//     return %arg0, %arg0, %fix_0, %0 : !fixed.q<8, 8>, !fixed.q<8, 8>, !fixed.q<8, 8>, !fixed.q<1, 7>
//   }
// }
//
