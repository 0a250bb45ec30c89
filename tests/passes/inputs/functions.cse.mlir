module {
  func.func @f0(%arg0: i32, %arg1: i32, %arg2: memref<128xf32>, %arg3: i1) -> i32 {
    %0 = arith.subi %arg0, %arg1 : i32
    %1 = arith.addi %arg1, %arg1 : i32
    %2 = arith.andi %1, %arg1 : i32
    %3 = arith.addi %1, %arg0 : i32
    %c3_i32 = arith.constant 3 : i32
    %4 = arith.andi %2, %c3_i32 : i32
    %5 = arith.addi %4, %2 : i32
    %6 = arith.ori %1, %arg1 : i32
    %7 = arith.muli %arg0, %arg0 : i32
    %8 = arith.addi %7, %5 : i32
    %9 = arith.subi %c3_i32, %8 : i32
    %10 = arith.addi %5, %1 : i32
    %11 = arith.andi %4, %5 : i32
    %12 = arith.subi %8, %4 : i32
    %c5_i32 = arith.constant 5 : i32
    %13 = arith.subi %10, %6 : i32
    %14 = arith.addi %9, %c5_i32 : i32
    %15 = arith.ori %6, %1 : i32
    %16 = arith.ori %7, %12 : i32
    %17 = arith.andi %12, %15 : i32
    %18 = arith.subi %6, %6 : i32
    %19 = arith.xori %11, %12 : i32
    %20 = arith.ori %18, %15 : i32
    %21 = arith.ori %17, %3 : i32
    %22 = arith.andi %21, %c3_i32 : i32
    %23 = arith.subi %22, %19 : i32
    %24 = arith.muli %20, %arg1 : i32
    %25 = arith.andi %0, %14 : i32
    %26 = arith.subi %21, %10 : i32
    %27 = arith.muli %25, %16 : i32
    %28 = arith.xori %26, %arg0 : i32
    %29 = arith.andi %21, %5 : i32
    %c0 = arith.constant 0 : index
    %c128 = arith.constant 128 : index
    %c1 = arith.constant 1 : index
    scf.for %arg4 = %c0 to %c128 step %c1 {
      %31 = memref.load %arg2[%arg4] : memref<128xf32>
      %32 = arith.addf %31, %31 : f32
      memref.store %32, %arg2[%arg4] : memref<128xf32>
    }
    cf.cond_br %arg3, ^bb1(%29 : i32), ^bb2
  ^bb1(%30: i32):  // pred: ^bb0
    return %30 : i32
  ^bb2:  // pred: ^bb0
    return %28 : i32
  }
  func.func @f1(%arg0: i32, %arg1: i32, %arg2: memref<128xf32>, %arg3: i1) -> i32 {
    %0 = arith.xori %arg0, %arg1 : i32
    %1 = arith.addi %arg1, %arg1 : i32
    %2 = arith.xori %arg1, %1 : i32
    %3 = arith.andi %0, %1 : i32
    %c2_i32 = arith.constant 2 : i32
    %4 = arith.addi %2, %2 : i32
    %5 = arith.xori %3, %4 : i32
    %6 = arith.xori %arg0, %1 : i32
    %7 = arith.ori %0, %5 : i32
    %8 = arith.xori %0, %arg1 : i32
    %9 = arith.xori %2, %arg0 : i32
    %10 = arith.ori %arg1, %arg1 : i32
    %11 = arith.addi %4, %arg0 : i32
    %12 = arith.muli %1, %2 : i32
    %13 = arith.addi %3, %8 : i32
    %14 = arith.muli %13, %3 : i32
    %15 = arith.ori %5, %6 : i32
    %16 = arith.andi %1, %arg0 : i32
    %17 = arith.muli %9, %7 : i32
    %18 = arith.andi %c2_i32, %5 : i32
    %19 = arith.addi %5, %17 : i32
    %20 = arith.xori %c2_i32, %14 : i32
    %21 = arith.andi %20, %arg0 : i32
    %c1_i32 = arith.constant 1 : i32
    %22 = arith.ori %15, %21 : i32
    %23 = arith.addi %14, %5 : i32
    %24 = arith.andi %7, %c2_i32 : i32
    %25 = arith.xori %0, %18 : i32
    %c0 = arith.constant 0 : index
    %c128 = arith.constant 128 : index
    %c1 = arith.constant 1 : index
    scf.for %arg4 = %c0 to %c128 step %c1 {
      %27 = memref.load %arg2[%arg4] : memref<128xf32>
      %28 = arith.addf %27, %27 : f32
      memref.store %28, %arg2[%arg4] : memref<128xf32>
    }
    cf.cond_br %arg3, ^bb1(%25 : i32), ^bb2
  ^bb1(%26: i32):  // pred: ^bb0
    return %26 : i32
  ^bb2:  // pred: ^bb0
    return %24 : i32
  }
  func.func @f2(%arg0: i32, %arg1: i32, %arg2: memref<128xf32>, %arg3: i1) -> i32 {
    %0 = arith.subi %arg1, %arg0 : i32
    %1 = arith.subi %0, %0 : i32
    %2 = arith.andi %arg1, %1 : i32
    %3 = arith.addi %1, %0 : i32
    %c4_i32 = arith.constant 4 : i32
    %4 = arith.andi %arg0, %0 : i32
    %5 = arith.xori %c4_i32, %2 : i32
    %6 = arith.muli %3, %0 : i32
    %7 = arith.muli %6, %arg1 : i32
    %8 = arith.andi %5, %3 : i32
    %9 = arith.xori %1, %arg1 : i32
    %10 = arith.ori %arg1, %0 : i32
    %c1_i32 = arith.constant 1 : i32
    %11 = arith.subi %3, %c1_i32 : i32
    %12 = arith.subi %5, %6 : i32
    %13 = arith.xori %10, %5 : i32
    %14 = arith.addi %3, %4 : i32
    %15 = arith.xori %14, %9 : i32
    %16 = arith.andi %0, %7 : i32
    %17 = arith.subi %16, %2 : i32
    %18 = arith.addi %12, %11 : i32
    %19 = arith.andi %0, %11 : i32
    %20 = arith.muli %c4_i32, %0 : i32
    %21 = arith.muli %c4_i32, %8 : i32
    %22 = arith.ori %13, %0 : i32
    %c0 = arith.constant 0 : index
    %c128 = arith.constant 128 : index
    %c1 = arith.constant 1 : index
    scf.for %arg4 = %c0 to %c128 step %c1 {
      %24 = memref.load %arg2[%arg4] : memref<128xf32>
      %25 = arith.addf %24, %24 : f32
      memref.store %25, %arg2[%arg4] : memref<128xf32>
    }
    cf.cond_br %arg3, ^bb1(%22 : i32), ^bb2
  ^bb1(%23: i32):  // pred: ^bb0
    return %23 : i32
  ^bb2:  // pred: ^bb0
    return %21 : i32
  }
  func.func @f3(%arg0: i32, %arg1: i32, %arg2: memref<128xf32>, %arg3: i1) -> i32 {
    %0 = arith.addi %arg0, %arg1 : i32
    %1 = arith.ori %0, %arg1 : i32
    %2 = arith.andi %1, %0 : i32
    %3 = arith.andi %arg0, %arg0 : i32
    %c2_i32 = arith.constant 2 : i32
    %4 = arith.xori %1, %arg0 : i32
    %5 = arith.muli %1, %4 : i32
    %6 = arith.ori %3, %2 : i32
    %7 = arith.subi %5, %1 : i32
    %8 = arith.muli %arg1, %2 : i32
    %9 = arith.addi %8, %4 : i32
    %10 = arith.ori %3, %1 : i32
    %11 = arith.andi %6, %arg1 : i32
    %12 = arith.subi %7, %6 : i32
    %13 = arith.subi %7, %1 : i32
    %14 = arith.xori %13, %12 : i32
    %15 = arith.andi %0, %5 : i32
    %16 = arith.xori %0, %15 : i32
    %17 = arith.addi %arg0, %14 : i32
    %18 = arith.muli %10, %10 : i32
    %c1_i32 = arith.constant 1 : i32
    %19 = arith.subi %6, %14 : i32
    %20 = arith.xori %12, %5 : i32
    %21 = arith.subi %6, %20 : i32
    %22 = arith.andi %arg0, %17 : i32
    %23 = arith.muli %7, %11 : i32
    %c0 = arith.constant 0 : index
    %c128 = arith.constant 128 : index
    %c1 = arith.constant 1 : index
    scf.for %arg4 = %c0 to %c128 step %c1 {
      %25 = memref.load %arg2[%arg4] : memref<128xf32>
      %26 = arith.addf %25, %25 : f32
      memref.store %26, %arg2[%arg4] : memref<128xf32>
    }
    cf.cond_br %arg3, ^bb1(%23 : i32), ^bb2
  ^bb1(%24: i32):  // pred: ^bb0
    return %24 : i32
  ^bb2:  // pred: ^bb0
    return %22 : i32
  }
  func.func @f4(%arg0: i32, %arg1: i32, %arg2: memref<128xf32>, %arg3: i1) -> i32 {
    %0 = arith.andi %arg0, %arg1 : i32
    %1 = arith.xori %arg0, %arg0 : i32
    %2 = arith.ori %0, %arg1 : i32
    %3 = arith.xori %arg1, %arg1 : i32
    %c2_i32 = arith.constant 2 : i32
    %4 = arith.muli %1, %2 : i32
    %5 = arith.andi %0, %arg1 : i32
    %6 = arith.subi %4, %arg0 : i32
    %7 = arith.subi %5, %3 : i32
    %8 = arith.xori %7, %4 : i32
    %9 = arith.ori %7, %8 : i32
    %10 = arith.andi %7, %4 : i32
    %11 = arith.muli %5, %4 : i32
    %c0_i32 = arith.constant 0 : i32
    %12 = arith.addi %11, %8 : i32
    %13 = arith.subi %11, %c2_i32 : i32
    %14 = arith.muli %6, %6 : i32
    %15 = arith.xori %8, %3 : i32
    %16 = arith.xori %12, %9 : i32
    %17 = arith.subi %2, %5 : i32
    %18 = arith.andi %c2_i32, %12 : i32
    %19 = arith.ori %16, %17 : i32
    %20 = arith.andi %11, %19 : i32
    %21 = arith.muli %c2_i32, %c0_i32 : i32
    %22 = arith.xori %3, %c0_i32 : i32
    %23 = arith.andi %7, %14 : i32
    %24 = arith.andi %5, %20 : i32
    %25 = arith.addi %9, %21 : i32
    %26 = arith.andi %23, %arg1 : i32
    %c0 = arith.constant 0 : index
    %c128 = arith.constant 128 : index
    %c1 = arith.constant 1 : index
    scf.for %arg4 = %c0 to %c128 step %c1 {
      %28 = memref.load %arg2[%arg4] : memref<128xf32>
      %29 = arith.addf %28, %28 : f32
      memref.store %29, %arg2[%arg4] : memref<128xf32>
    }
    cf.cond_br %arg3, ^bb1(%26 : i32), ^bb2
  ^bb1(%27: i32):  // pred: ^bb0
    return %27 : i32
  ^bb2:  // pred: ^bb0
    return %25 : i32
  }
  func.func @f5(%arg0: i32, %arg1: i32, %arg2: memref<128xf32>, %arg3: i1) -> i32 {
    %0 = arith.addi %arg0, %arg1 : i32
    %1 = arith.subi %arg0, %arg1 : i32
    %2 = arith.subi %arg1, %0 : i32
    %3 = arith.muli %2, %0 : i32
    %c5_i32 = arith.constant 5 : i32
    %4 = arith.andi %c5_i32, %c5_i32 : i32
    %5 = arith.subi %3, %4 : i32
    %6 = arith.andi %arg1, %1 : i32
    %7 = arith.xori %c5_i32, %1 : i32
    %8 = arith.muli %arg1, %arg0 : i32
    %9 = arith.addi %6, %8 : i32
    %10 = arith.addi %5, %2 : i32
    %11 = arith.ori %9, %8 : i32
    %12 = arith.ori %0, %arg1 : i32
    %13 = arith.xori %8, %6 : i32
    %c3_i32 = arith.constant 3 : i32
    %14 = arith.xori %8, %13 : i32
    %15 = arith.muli %arg0, %1 : i32
    %16 = arith.andi %11, %8 : i32
    %17 = arith.muli %c3_i32, %9 : i32
    %18 = arith.muli %17, %14 : i32
    %19 = arith.andi %1, %16 : i32
    %20 = arith.andi %9, %c5_i32 : i32
    %21 = arith.xori %arg0, %5 : i32
    %22 = arith.ori %15, %19 : i32
    %23 = arith.ori %22, %19 : i32
    %c4_i32 = arith.constant 4 : i32
    %24 = arith.subi %11, %15 : i32
    %25 = arith.ori %18, %6 : i32
    %26 = arith.xori %arg0, %20 : i32
    %27 = arith.muli %6, %24 : i32
    %28 = arith.muli %25, %7 : i32
    %c0 = arith.constant 0 : index
    %c128 = arith.constant 128 : index
    %c1 = arith.constant 1 : index
    scf.for %arg4 = %c0 to %c128 step %c1 {
      %30 = memref.load %arg2[%arg4] : memref<128xf32>
      %31 = arith.addf %30, %30 : f32
      memref.store %31, %arg2[%arg4] : memref<128xf32>
    }
    cf.cond_br %arg3, ^bb1(%28 : i32), ^bb2
  ^bb1(%29: i32):  // pred: ^bb0
    return %29 : i32
  ^bb2:  // pred: ^bb0
    return %27 : i32
  }
  func.func @f6(%arg0: i32, %arg1: i32, %arg2: memref<128xf32>, %arg3: i1) -> i32 {
    %0 = arith.andi %arg0, %arg1 : i32
    %1 = arith.xori %arg0, %0 : i32
    %2 = arith.xori %1, %arg0 : i32
    %3 = arith.muli %arg0, %1 : i32
    %c0_i32 = arith.constant 0 : i32
    %4 = arith.subi %2, %3 : i32
    %5 = arith.subi %arg1, %c0_i32 : i32
    %6 = arith.subi %5, %1 : i32
    %7 = arith.subi %3, %2 : i32
    %8 = arith.addi %arg1, %7 : i32
    %9 = arith.xori %6, %3 : i32
    %10 = arith.andi %5, %5 : i32
    %11 = arith.ori %arg0, %0 : i32
    %12 = arith.muli %5, %7 : i32
    %c4_i32 = arith.constant 4 : i32
    %13 = arith.ori %4, %8 : i32
    %14 = arith.xori %8, %3 : i32
    %15 = arith.andi %5, %14 : i32
    %16 = arith.muli %4, %5 : i32
    %17 = arith.addi %14, %8 : i32
    %18 = arith.muli %9, %4 : i32
    %19 = arith.muli %c0_i32, %0 : i32
    %c5_i32 = arith.constant 5 : i32
    %20 = arith.subi %18, %2 : i32
    %21 = arith.muli %19, %11 : i32
    %22 = arith.subi %19, %10 : i32
    %23 = arith.andi %c5_i32, %18 : i32
    %c0 = arith.constant 0 : index
    %c128 = arith.constant 128 : index
    %c1 = arith.constant 1 : index
    scf.for %arg4 = %c0 to %c128 step %c1 {
      %25 = memref.load %arg2[%arg4] : memref<128xf32>
      %26 = arith.addf %25, %25 : f32
      memref.store %26, %arg2[%arg4] : memref<128xf32>
    }
    cf.cond_br %arg3, ^bb1(%23 : i32), ^bb2
  ^bb1(%24: i32):  // pred: ^bb0
    return %24 : i32
  ^bb2:  // pred: ^bb0
    return %22 : i32
  }
  func.func @f7(%arg0: i32, %arg1: i32, %arg2: memref<128xf32>, %arg3: i1) -> i32 {
    %0 = arith.subi %arg0, %arg0 : i32
    %1 = arith.muli %arg1, %0 : i32
    %2 = arith.xori %1, %arg1 : i32
    %3 = arith.andi %0, %0 : i32
    %c3_i32 = arith.constant 3 : i32
    %4 = arith.xori %arg0, %arg1 : i32
    %5 = arith.addi %arg0, %arg0 : i32
    %6 = arith.addi %4, %3 : i32
    %7 = arith.andi %6, %2 : i32
    %8 = arith.subi %c3_i32, %0 : i32
    %9 = arith.ori %0, %arg0 : i32
    %10 = arith.addi %c3_i32, %0 : i32
    %11 = arith.ori %5, %arg0 : i32
    %12 = arith.xori %c3_i32, %2 : i32
    %13 = arith.subi %0, %11 : i32
    %c5_i32 = arith.constant 5 : i32
    %14 = arith.muli %arg0, %arg1 : i32
    %15 = arith.xori %arg1, %13 : i32
    %16 = arith.subi %arg1, %5 : i32
    %17 = arith.addi %10, %0 : i32
    %18 = arith.subi %arg0, %12 : i32
    %19 = arith.ori %2, %5 : i32
    %20 = arith.andi %9, %7 : i32
    %21 = arith.ori %5, %5 : i32
    %22 = arith.ori %16, %4 : i32
    %c1_i32 = arith.constant 1 : i32
    %23 = arith.xori %3, %8 : i32
    %24 = arith.xori %1, %18 : i32
    %25 = arith.ori %5, %20 : i32
    %26 = arith.ori %c1_i32, %arg1 : i32
    %c0 = arith.constant 0 : index
    %c128 = arith.constant 128 : index
    %c1 = arith.constant 1 : index
    scf.for %arg4 = %c0 to %c128 step %c1 {
      %28 = memref.load %arg2[%arg4] : memref<128xf32>
      %29 = arith.addf %28, %28 : f32
      memref.store %29, %arg2[%arg4] : memref<128xf32>
    }
    cf.cond_br %arg3, ^bb1(%26 : i32), ^bb2
  ^bb1(%27: i32):  // pred: ^bb0
    return %27 : i32
  ^bb2:  // pred: ^bb0
    return %25 : i32
  }
  func.func @f8(%arg0: i32, %arg1: i32, %arg2: memref<128xf32>, %arg3: i1) -> i32 {
    %0 = arith.ori %arg1, %arg0 : i32
    %1 = arith.muli %arg1, %arg0 : i32
    %2 = arith.muli %arg0, %1 : i32
    %3 = arith.addi %0, %0 : i32
    %c5_i32 = arith.constant 5 : i32
    %4 = arith.subi %0, %c5_i32 : i32
    %5 = arith.andi %arg1, %2 : i32
    %6 = arith.addi %c5_i32, %1 : i32
    %7 = arith.xori %5, %1 : i32
    %8 = arith.muli %3, %5 : i32
    %9 = arith.addi %0, %7 : i32
    %10 = arith.andi %5, %5 : i32
    %11 = arith.ori %9, %9 : i32
    %12 = arith.xori %arg0, %6 : i32
    %13 = arith.subi %c5_i32, %8 : i32
    %14 = arith.addi %9, %8 : i32
    %15 = arith.subi %13, %0 : i32
    %16 = arith.xori %7, %9 : i32
    %17 = arith.muli %7, %8 : i32
    %18 = arith.muli %7, %16 : i32
    %19 = arith.ori %12, %12 : i32
    %20 = arith.andi %5, %11 : i32
    %21 = arith.addi %1, %5 : i32
    %22 = arith.addi %21, %20 : i32
    %c4_i32 = arith.constant 4 : i32
    %23 = arith.addi %c5_i32, %22 : i32
    %24 = arith.ori %c5_i32, %c5_i32 : i32
    %c0 = arith.constant 0 : index
    %c128 = arith.constant 128 : index
    %c1 = arith.constant 1 : index
    scf.for %arg4 = %c0 to %c128 step %c1 {
      %26 = memref.load %arg2[%arg4] : memref<128xf32>
      %27 = arith.addf %26, %26 : f32
      memref.store %27, %arg2[%arg4] : memref<128xf32>
    }
    cf.cond_br %arg3, ^bb1(%24 : i32), ^bb2
  ^bb1(%25: i32):  // pred: ^bb0
    return %25 : i32
  ^bb2:  // pred: ^bb0
    return %23 : i32
  }
  func.func @f9(%arg0: i32, %arg1: i32, %arg2: memref<128xf32>, %arg3: i1) -> i32 {
    %0 = arith.subi %arg1, %arg0 : i32
    %1 = arith.ori %0, %0 : i32
    %2 = arith.ori %arg0, %arg0 : i32
    %3 = arith.subi %arg1, %2 : i32
    %4 = arith.addi %2, %0 : i32
    %5 = arith.andi %2, %1 : i32
    %6 = arith.subi %4, %1 : i32
    %7 = arith.andi %4, %3 : i32
    %8 = arith.xori %1, %4 : i32
    %9 = arith.ori %arg1, %2 : i32
    %10 = arith.andi %1, %arg0 : i32
    %11 = arith.ori %5, %9 : i32
    %12 = arith.andi %0, %9 : i32
    %c4_i32 = arith.constant 4 : i32
    %13 = arith.xori %10, %arg1 : i32
    %14 = arith.subi %6, %arg0 : i32
    %15 = arith.xori %1, %6 : i32
    %16 = arith.ori %13, %c4_i32 : i32
    %17 = arith.muli %12, %10 : i32
    %18 = arith.xori %12, %10 : i32
    %19 = arith.xori %14, %13 : i32
    %20 = arith.muli %11, %6 : i32
    %21 = arith.xori %11, %13 : i32
    %22 = arith.subi %c4_i32, %17 : i32
    %23 = arith.addi %20, %0 : i32
    %24 = arith.muli %23, %13 : i32
    %25 = arith.ori %19, %24 : i32
    %c0 = arith.constant 0 : index
    %c128 = arith.constant 128 : index
    %c1 = arith.constant 1 : index
    scf.for %arg4 = %c0 to %c128 step %c1 {
      %27 = memref.load %arg2[%arg4] : memref<128xf32>
      %28 = arith.addf %27, %27 : f32
      memref.store %28, %arg2[%arg4] : memref<128xf32>
    }
    cf.cond_br %arg3, ^bb1(%25 : i32), ^bb2
  ^bb1(%26: i32):  // pred: ^bb0
    return %26 : i32
  ^bb2:  // pred: ^bb0
    return %24 : i32
  }
  func.func @f10(%arg0: i32, %arg1: i32, %arg2: memref<128xf32>, %arg3: i1) -> i32 {
    %0 = arith.muli %arg1, %arg1 : i32
    %1 = arith.andi %arg0, %0 : i32
    %2 = arith.andi %1, %1 : i32
    %3 = arith.addi %arg0, %arg1 : i32
    %c1_i32 = arith.constant 1 : i32
    %4 = arith.subi %arg1, %3 : i32
    %5 = arith.addi %arg1, %2 : i32
    %6 = arith.subi %4, %arg1 : i32
    %7 = arith.addi %5, %1 : i32
    %8 = arith.xori %c1_i32, %3 : i32
    %9 = arith.addi %1, %arg1 : i32
    %10 = arith.ori %5, %1 : i32
    %11 = arith.andi %1, %5 : i32
    %c5_i32 = arith.constant 5 : i32
    %12 = arith.ori %arg1, %c1_i32 : i32
    %13 = arith.addi %9, %6 : i32
    %14 = arith.ori %11, %10 : i32
    %15 = arith.andi %1, %12 : i32
    %16 = arith.andi %12, %14 : i32
    %17 = arith.subi %3, %11 : i32
    %18 = arith.muli %8, %15 : i32
    %c4_i32 = arith.constant 4 : i32
    %19 = arith.muli %18, %10 : i32
    %20 = arith.ori %c4_i32, %16 : i32
    %21 = arith.xori %19, %c1_i32 : i32
    %22 = arith.xori %13, %21 : i32
    %23 = arith.xori %c4_i32, %12 : i32
    %24 = arith.andi %6, %5 : i32
    %25 = arith.muli %20, %12 : i32
    %26 = arith.muli %21, %8 : i32
    %c0 = arith.constant 0 : index
    %c128 = arith.constant 128 : index
    %c1 = arith.constant 1 : index
    scf.for %arg4 = %c0 to %c128 step %c1 {
      %28 = memref.load %arg2[%arg4] : memref<128xf32>
      %29 = arith.addf %28, %28 : f32
      memref.store %29, %arg2[%arg4] : memref<128xf32>
    }
    cf.cond_br %arg3, ^bb1(%26 : i32), ^bb2
  ^bb1(%27: i32):  // pred: ^bb0
    return %27 : i32
  ^bb2:  // pred: ^bb0
    return %25 : i32
  }
  func.func @f11(%arg0: i32, %arg1: i32, %arg2: memref<128xf32>, %arg3: i1) -> i32 {
    %0 = arith.andi %arg1, %arg1 : i32
    %1 = arith.subi %arg1, %arg0 : i32
    %2 = arith.xori %arg1, %1 : i32
    %3 = arith.xori %arg1, %arg0 : i32
    %4 = arith.muli %2, %3 : i32
    %5 = arith.subi %1, %3 : i32
    %6 = arith.xori %4, %4 : i32
    %7 = arith.muli %arg1, %0 : i32
    %8 = arith.subi %2, %1 : i32
    %9 = arith.ori %arg0, %6 : i32
    %10 = arith.subi %7, %arg1 : i32
    %11 = arith.subi %6, %1 : i32
    %12 = arith.xori %6, %9 : i32
    %c2_i32 = arith.constant 2 : i32
    %13 = arith.addi %arg0, %6 : i32
    %14 = arith.xori %4, %0 : i32
    %15 = arith.ori %4, %5 : i32
    %16 = arith.ori %15, %7 : i32
    %17 = arith.muli %14, %12 : i32
    %18 = arith.andi %arg0, %1 : i32
    %19 = arith.muli %8, %2 : i32
    %20 = arith.addi %5, %19 : i32
    %21 = arith.subi %16, %13 : i32
    %22 = arith.addi %8, %0 : i32
    %23 = arith.addi %3, %5 : i32
    %24 = arith.andi %18, %11 : i32
    %25 = arith.addi %16, %c2_i32 : i32
    %26 = arith.addi %23, %15 : i32
    %27 = arith.addi %17, %5 : i32
    %28 = arith.addi %27, %24 : i32
    %29 = arith.xori %4, %8 : i32
    %30 = arith.subi %9, %22 : i32
    %c0 = arith.constant 0 : index
    %c128 = arith.constant 128 : index
    %c1 = arith.constant 1 : index
    scf.for %arg4 = %c0 to %c128 step %c1 {
      %32 = memref.load %arg2[%arg4] : memref<128xf32>
      %33 = arith.addf %32, %32 : f32
      memref.store %33, %arg2[%arg4] : memref<128xf32>
    }
    cf.cond_br %arg3, ^bb1(%30 : i32), ^bb2
  ^bb1(%31: i32):  // pred: ^bb0
    return %31 : i32
  ^bb2:  // pred: ^bb0
    return %29 : i32
  }
  func.func @f12(%arg0: i32, %arg1: i32, %arg2: memref<128xf32>, %arg3: i1) -> i32 {
    %0 = arith.muli %arg0, %arg1 : i32
    %1 = arith.xori %arg1, %0 : i32
    %2 = arith.muli %1, %arg1 : i32
    %3 = arith.andi %arg0, %0 : i32
    %4 = arith.ori %2, %0 : i32
    %5 = arith.xori %arg0, %2 : i32
    %6 = arith.andi %0, %0 : i32
    %7 = arith.addi %6, %0 : i32
    %8 = arith.ori %1, %4 : i32
    %9 = arith.muli %3, %2 : i32
    %10 = arith.subi %0, %9 : i32
    %11 = arith.andi %10, %4 : i32
    %12 = arith.andi %arg1, %6 : i32
    %13 = arith.subi %5, %6 : i32
    %c5_i32 = arith.constant 5 : i32
    %14 = arith.ori %arg0, %c5_i32 : i32
    %15 = arith.addi %2, %9 : i32
    %16 = arith.ori %c5_i32, %1 : i32
    %17 = arith.andi %arg0, %10 : i32
    %18 = arith.xori %17, %10 : i32
    %19 = arith.andi %15, %11 : i32
    %20 = arith.addi %1, %12 : i32
    %21 = arith.ori %arg0, %20 : i32
    %c0_i32 = arith.constant 0 : i32
    %22 = arith.xori %13, %19 : i32
    %23 = arith.muli %c5_i32, %5 : i32
    %24 = arith.xori %18, %22 : i32
    %25 = arith.ori %12, %12 : i32
    %26 = arith.addi %18, %7 : i32
    %c2_i32 = arith.constant 2 : i32
    %27 = arith.ori %c2_i32, %25 : i32
    %28 = arith.subi %26, %27 : i32
    %29 = arith.ori %23, %17 : i32
    %c0 = arith.constant 0 : index
    %c128 = arith.constant 128 : index
    %c1 = arith.constant 1 : index
    scf.for %arg4 = %c0 to %c128 step %c1 {
      %31 = memref.load %arg2[%arg4] : memref<128xf32>
      %32 = arith.addf %31, %31 : f32
      memref.store %32, %arg2[%arg4] : memref<128xf32>
    }
    cf.cond_br %arg3, ^bb1(%29 : i32), ^bb2
  ^bb1(%30: i32):  // pred: ^bb0
    return %30 : i32
  ^bb2:  // pred: ^bb0
    return %28 : i32
  }
  func.func @f13(%arg0: i32, %arg1: i32, %arg2: memref<128xf32>, %arg3: i1) -> i32 {
    %0 = arith.ori %arg0, %arg0 : i32
    %1 = arith.andi %arg0, %arg1 : i32
    %2 = arith.ori %arg1, %1 : i32
    %3 = arith.ori %arg1, %arg0 : i32
    %c1_i32 = arith.constant 1 : i32
    %4 = arith.muli %0, %3 : i32
    %5 = arith.subi %4, %4 : i32
    %6 = arith.muli %4, %1 : i32
    %7 = arith.andi %4, %c1_i32 : i32
    %8 = arith.andi %2, %0 : i32
    %9 = arith.subi %arg0, %c1_i32 : i32
    %10 = arith.andi %arg1, %8 : i32
    %11 = arith.addi %7, %arg1 : i32
    %12 = arith.subi %10, %8 : i32
    %c5_i32 = arith.constant 5 : i32
    %13 = arith.subi %12, %1 : i32
    %14 = arith.muli %arg0, %10 : i32
    %15 = arith.andi %14, %4 : i32
    %16 = arith.subi %15, %3 : i32
    %17 = arith.muli %15, %4 : i32
    %18 = arith.addi %16, %c5_i32 : i32
    %c3_i32 = arith.constant 3 : i32
    %19 = arith.xori %arg0, %12 : i32
    %20 = arith.subi %9, %4 : i32
    %21 = arith.addi %19, %12 : i32
    %22 = arith.ori %8, %2 : i32
    %23 = arith.subi %17, %19 : i32
    %24 = arith.addi %1, %16 : i32
    %25 = arith.addi %c1_i32, %20 : i32
    %26 = arith.ori %17, %16 : i32
    %27 = arith.subi %21, %c5_i32 : i32
    %c0 = arith.constant 0 : index
    %c128 = arith.constant 128 : index
    %c1 = arith.constant 1 : index
    scf.for %arg4 = %c0 to %c128 step %c1 {
      %29 = memref.load %arg2[%arg4] : memref<128xf32>
      %30 = arith.addf %29, %29 : f32
      memref.store %30, %arg2[%arg4] : memref<128xf32>
    }
    cf.cond_br %arg3, ^bb1(%27 : i32), ^bb2
  ^bb1(%28: i32):  // pred: ^bb0
    return %28 : i32
  ^bb2:  // pred: ^bb0
    return %26 : i32
  }
  func.func @f14(%arg0: i32, %arg1: i32, %arg2: memref<128xf32>, %arg3: i1) -> i32 {
    %0 = arith.muli %arg0, %arg1 : i32
    %1 = arith.xori %arg1, %arg0 : i32
    %2 = arith.ori %arg0, %0 : i32
    %3 = arith.muli %arg1, %0 : i32
    %c2_i32 = arith.constant 2 : i32
    %4 = arith.muli %0, %1 : i32
    %5 = arith.muli %4, %arg0 : i32
    %6 = arith.subi %0, %2 : i32
    %7 = arith.subi %1, %arg1 : i32
    %8 = arith.xori %5, %6 : i32
    %9 = arith.subi %5, %c2_i32 : i32
    %10 = arith.ori %1, %6 : i32
    %11 = arith.subi %5, %4 : i32
    %12 = arith.andi %8, %1 : i32
    %13 = arith.addi %0, %2 : i32
    %c5_i32 = arith.constant 5 : i32
    %14 = arith.andi %10, %2 : i32
    %15 = arith.xori %14, %2 : i32
    %16 = arith.addi %4, %9 : i32
    %17 = arith.subi %6, %c2_i32 : i32
    %18 = arith.ori %17, %9 : i32
    %19 = arith.muli %17, %3 : i32
    %20 = arith.muli %c2_i32, %16 : i32
    %21 = arith.xori %c2_i32, %17 : i32
    %22 = arith.addi %15, %7 : i32
    %23 = arith.andi %12, %10 : i32
    %24 = arith.xori %21, %19 : i32
    %25 = arith.xori %5, %24 : i32
    %26 = arith.xori %11, %c5_i32 : i32
    %27 = arith.addi %25, %7 : i32
    %c0 = arith.constant 0 : index
    %c128 = arith.constant 128 : index
    %c1 = arith.constant 1 : index
    scf.for %arg4 = %c0 to %c128 step %c1 {
      %29 = memref.load %arg2[%arg4] : memref<128xf32>
      %30 = arith.addf %29, %29 : f32
      memref.store %30, %arg2[%arg4] : memref<128xf32>
    }
    cf.cond_br %arg3, ^bb1(%27 : i32), ^bb2
  ^bb1(%28: i32):  // pred: ^bb0
    return %28 : i32
  ^bb2:  // pred: ^bb0
    return %26 : i32
  }
  func.func @f15(%arg0: i32, %arg1: i32, %arg2: memref<128xf32>, %arg3: i1) -> i32 {
    %0 = arith.ori %arg0, %arg1 : i32
    %1 = arith.muli %0, %arg1 : i32
    %2 = arith.andi %0, %1 : i32
    %3 = arith.addi %arg1, %arg1 : i32
    %c4_i32 = arith.constant 4 : i32
    %4 = arith.addi %1, %c4_i32 : i32
    %5 = arith.addi %4, %1 : i32
    %6 = arith.andi %5, %3 : i32
    %7 = arith.subi %arg1, %arg1 : i32
    %8 = arith.ori %arg0, %c4_i32 : i32
    %9 = arith.xori %5, %1 : i32
    %10 = arith.muli %1, %1 : i32
    %11 = arith.muli %0, %7 : i32
    %c0_i32 = arith.constant 0 : i32
    %12 = arith.andi %arg1, %3 : i32
    %13 = arith.subi %6, %10 : i32
    %14 = arith.addi %12, %11 : i32
    %15 = arith.addi %12, %2 : i32
    %16 = arith.xori %14, %6 : i32
    %17 = arith.andi %arg1, %c0_i32 : i32
    %18 = arith.andi %arg0, %9 : i32
    %19 = arith.muli %12, %16 : i32
    %20 = arith.muli %18, %17 : i32
    %21 = arith.xori %arg1, %4 : i32
    %22 = arith.addi %21, %arg0 : i32
    %23 = arith.addi %15, %15 : i32
    %24 = arith.ori %16, %2 : i32
    %25 = arith.addi %17, %14 : i32
    %26 = arith.xori %18, %16 : i32
    %c0 = arith.constant 0 : index
    %c128 = arith.constant 128 : index
    %c1 = arith.constant 1 : index
    scf.for %arg4 = %c0 to %c128 step %c1 {
      %28 = memref.load %arg2[%arg4] : memref<128xf32>
      %29 = arith.addf %28, %28 : f32
      memref.store %29, %arg2[%arg4] : memref<128xf32>
    }
    cf.cond_br %arg3, ^bb1(%26 : i32), ^bb2
  ^bb1(%27: i32):  // pred: ^bb0
    return %27 : i32
  ^bb2:  // pred: ^bb0
    return %25 : i32
  }
  func.func @f16(%arg0: i32, %arg1: i32, %arg2: memref<128xf32>, %arg3: i1) -> i32 {
    %0 = arith.muli %arg1, %arg1 : i32
    %1 = arith.addi %0, %arg0 : i32
    %2 = arith.ori %arg1, %0 : i32
    %3 = arith.andi %2, %0 : i32
    %c4_i32 = arith.constant 4 : i32
    %4 = arith.xori %arg0, %arg0 : i32
    %5 = arith.ori %0, %2 : i32
    %6 = arith.muli %5, %2 : i32
    %7 = arith.subi %1, %arg1 : i32
    %8 = arith.muli %7, %4 : i32
    %9 = arith.addi %7, %5 : i32
    %10 = arith.muli %8, %9 : i32
    %11 = arith.subi %9, %5 : i32
    %12 = arith.addi %6, %6 : i32
    %c2_i32 = arith.constant 2 : i32
    %13 = arith.xori %2, %arg1 : i32
    %14 = arith.andi %7, %arg1 : i32
    %15 = arith.addi %6, %9 : i32
    %16 = arith.ori %3, %c2_i32 : i32
    %17 = arith.ori %12, %9 : i32
    %18 = arith.addi %13, %2 : i32
    %19 = arith.ori %5, %10 : i32
    %c1_i32 = arith.constant 1 : i32
    %20 = arith.addi %7, %10 : i32
    %21 = arith.ori %7, %4 : i32
    %22 = arith.andi %0, %6 : i32
    %23 = arith.xori %19, %c4_i32 : i32
    %24 = arith.andi %17, %arg1 : i32
    %c0 = arith.constant 0 : index
    %c128 = arith.constant 128 : index
    %c1 = arith.constant 1 : index
    scf.for %arg4 = %c0 to %c128 step %c1 {
      %26 = memref.load %arg2[%arg4] : memref<128xf32>
      %27 = arith.addf %26, %26 : f32
      memref.store %27, %arg2[%arg4] : memref<128xf32>
    }
    cf.cond_br %arg3, ^bb1(%24 : i32), ^bb2
  ^bb1(%25: i32):  // pred: ^bb0
    return %25 : i32
  ^bb2:  // pred: ^bb0
    return %23 : i32
  }
  func.func @f17(%arg0: i32, %arg1: i32, %arg2: memref<128xf32>, %arg3: i1) -> i32 {
    %0 = arith.andi %arg0, %arg0 : i32
    %1 = arith.ori %0, %0 : i32
    %2 = arith.ori %1, %0 : i32
    %3 = arith.muli %arg0, %1 : i32
    %c1_i32 = arith.constant 1 : i32
    %4 = arith.ori %2, %c1_i32 : i32
    %5 = arith.andi %4, %4 : i32
    %6 = arith.xori %4, %0 : i32
    %7 = arith.muli %5, %2 : i32
    %8 = arith.xori %c1_i32, %6 : i32
    %9 = arith.xori %2, %2 : i32
    %10 = arith.muli %arg0, %6 : i32
    %11 = arith.addi %9, %4 : i32
    %12 = arith.andi %11, %3 : i32
    %c5_i32 = arith.constant 5 : i32
    %13 = arith.andi %7, %2 : i32
    %14 = arith.andi %10, %arg1 : i32
    %15 = arith.ori %1, %8 : i32
    %16 = arith.addi %5, %c5_i32 : i32
    %17 = arith.ori %arg1, %6 : i32
    %18 = arith.andi %arg0, %7 : i32
    %19 = arith.muli %6, %13 : i32
    %20 = arith.addi %c1_i32, %17 : i32
    %21 = arith.addi %7, %1 : i32
    %22 = arith.ori %21, %15 : i32
    %c0_i32 = arith.constant 0 : i32
    %23 = arith.subi %19, %17 : i32
    %24 = arith.ori %8, %18 : i32
    %25 = arith.muli %13, %19 : i32
    %26 = arith.addi %18, %22 : i32
    %27 = arith.xori %16, %24 : i32
    %c0 = arith.constant 0 : index
    %c128 = arith.constant 128 : index
    %c1 = arith.constant 1 : index
    scf.for %arg4 = %c0 to %c128 step %c1 {
      %29 = memref.load %arg2[%arg4] : memref<128xf32>
      %30 = arith.addf %29, %29 : f32
      memref.store %30, %arg2[%arg4] : memref<128xf32>
    }
    cf.cond_br %arg3, ^bb1(%27 : i32), ^bb2
  ^bb1(%28: i32):  // pred: ^bb0
    return %28 : i32
  ^bb2:  // pred: ^bb0
    return %26 : i32
  }
  func.func @f18(%arg0: i32, %arg1: i32, %arg2: memref<128xf32>, %arg3: i1) -> i32 {
    %0 = arith.andi %arg1, %arg0 : i32
    %1 = arith.xori %0, %arg1 : i32
    %2 = arith.xori %0, %1 : i32
    %3 = arith.addi %0, %arg0 : i32
    %c5_i32 = arith.constant 5 : i32
    %4 = arith.andi %arg0, %2 : i32
    %5 = arith.subi %2, %c5_i32 : i32
    %6 = arith.muli %1, %arg0 : i32
    %7 = arith.addi %6, %5 : i32
    %8 = arith.xori %5, %0 : i32
    %9 = arith.subi %2, %arg0 : i32
    %10 = arith.addi %1, %arg0 : i32
    %11 = arith.ori %arg0, %c5_i32 : i32
    %12 = arith.ori %8, %10 : i32
    %13 = arith.addi %0, %arg1 : i32
    %c0_i32 = arith.constant 0 : i32
    %14 = arith.addi %c0_i32, %7 : i32
    %15 = arith.muli %arg0, %arg0 : i32
    %16 = arith.xori %c5_i32, %12 : i32
    %17 = arith.xori %c0_i32, %13 : i32
    %18 = arith.subi %9, %arg1 : i32
    %19 = arith.addi %16, %6 : i32
    %20 = arith.ori %13, %9 : i32
    %21 = arith.muli %17, %17 : i32
    %c0 = arith.constant 0 : index
    %c128 = arith.constant 128 : index
    %c1 = arith.constant 1 : index
    scf.for %arg4 = %c0 to %c128 step %c1 {
      %23 = memref.load %arg2[%arg4] : memref<128xf32>
      %24 = arith.addf %23, %23 : f32
      memref.store %24, %arg2[%arg4] : memref<128xf32>
    }
    cf.cond_br %arg3, ^bb1(%21 : i32), ^bb2
  ^bb1(%22: i32):  // pred: ^bb0
    return %22 : i32
  ^bb2:  // pred: ^bb0
    return %20 : i32
  }
  func.func @f19(%arg0: i32, %arg1: i32, %arg2: memref<128xf32>, %arg3: i1) -> i32 {
    %0 = arith.andi %arg1, %arg1 : i32
    %1 = arith.addi %arg1, %arg0 : i32
    %2 = arith.andi %0, %arg1 : i32
    %3 = arith.xori %arg0, %arg1 : i32
    %c0_i32 = arith.constant 0 : i32
    %4 = arith.andi %0, %2 : i32
    %5 = arith.muli %3, %3 : i32
    %6 = arith.andi %4, %3 : i32
    %7 = arith.muli %3, %c0_i32 : i32
    %8 = arith.andi %5, %arg0 : i32
    %9 = arith.subi %2, %6 : i32
    %10 = arith.subi %9, %5 : i32
    %11 = arith.ori %8, %0 : i32
    %12 = arith.subi %10, %2 : i32
    %c1_i32 = arith.constant 1 : i32
    %13 = arith.subi %8, %7 : i32
    %14 = arith.subi %5, %11 : i32
    %15 = arith.muli %0, %9 : i32
    %16 = arith.andi %1, %2 : i32
    %17 = arith.ori %3, %11 : i32
    %18 = arith.ori %c0_i32, %14 : i32
    %19 = arith.ori %16, %15 : i32
    %20 = arith.subi %13, %14 : i32
    %21 = arith.subi %2, %13 : i32
    %22 = arith.xori %19, %19 : i32
    %c0 = arith.constant 0 : index
    %c128 = arith.constant 128 : index
    %c1 = arith.constant 1 : index
    scf.for %arg4 = %c0 to %c128 step %c1 {
      %24 = memref.load %arg2[%arg4] : memref<128xf32>
      %25 = arith.addf %24, %24 : f32
      memref.store %25, %arg2[%arg4] : memref<128xf32>
    }
    cf.cond_br %arg3, ^bb1(%22 : i32), ^bb2
  ^bb1(%23: i32):  // pred: ^bb0
    return %23 : i32
  ^bb2:  // pred: ^bb0
    return %21 : i32
  }
}

