// What the passes make of functions of integer arithmetic with a loop and a branch. The expected texts are the output of mlir-opt 22
// for the same input and pass; they must come out byte for byte, with and without threads.

// RUN: plugopt %S/inputs/functions.mlir --cse | diff %S/inputs/functions.cse.mlir -
// RUN: plugopt %S/inputs/functions.mlir --cse --mlir-disable-threading | diff %S/inputs/functions.cse.mlir -
// RUN: plugopt %S/inputs/functions.mlir --canonicalize | diff %S/inputs/functions.canonicalize.mlir -
// RUN: plugopt %S/inputs/functions.mlir --canonicalize --mlir-disable-threading | diff %S/inputs/functions.canonicalize.mlir -

// A round that changed something in one function does not end the run of the others.
// RUN: plugopt %S/inputs/functions.mlir --canonicalize=max-iterations=1 --mlir-disable-threading > %t
// RUN: plugopt %S/inputs/functions.mlir --canonicalize=max-iterations=1 | diff %t -
