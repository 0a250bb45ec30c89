module {
  func.func @f0(%arg0: i32, %arg1: i32, %arg2: memref<128xf32>, %arg3: i1) -> i32 {
    %c1 = arith.constant 1 : index
    %c128 = arith.constant 128 : index
    %c0 = arith.constant 0 : index
    %c3_i32 = arith.constant 3 : i32
    %0 = arith.addi %arg1, %arg1 : i32
    %1 = arith.andi %0, %arg1 : i32
    %2 = arith.addi %0, %arg0 : i32
    %3 = arith.andi %1, %c3_i32 : i32
    %4 = arith.addi %3, %1 : i32
    %5 = arith.ori %0, %arg1 : i32
    %6 = arith.muli %arg0, %arg0 : i32
    %7 = arith.addi %6, %4 : i32
    %8 = arith.addi %4, %0 : i32
    %9 = arith.subi %7, %3 : i32
    %10 = arith.ori %5, %0 : i32
    %11 = arith.andi %9, %10 : i32
    %12 = arith.ori %11, %2 : i32
    %13 = arith.subi %12, %8 : i32
    %14 = arith.xori %13, %arg0 : i32
    %15 = arith.andi %12, %4 : i32
    scf.for %arg4 = %c0 to %c128 step %c1 {
      %17 = memref.load %arg2[%arg4] : memref<128xf32>
      %18 = arith.addf %17, %17 : f32
      memref.store %18, %arg2[%arg4] : memref<128xf32>
    }
    cf.cond_br %arg3, ^bb1(%15 : i32), ^bb2
  ^bb1(%16: i32):  // pred: ^bb0
    return %16 : i32
  ^bb2:  // pred: ^bb0
    return %14 : i32
  }
  func.func @f1(%arg0: i32, %arg1: i32, %arg2: memref<128xf32>, %arg3: i1) -> i32 {
    %c1 = arith.constant 1 : index
    %c128 = arith.constant 128 : index
    %c0 = arith.constant 0 : index
    %c2_i32 = arith.constant 2 : i32
    %0 = arith.xori %arg0, %arg1 : i32
    %1 = arith.addi %arg1, %arg1 : i32
    %2 = arith.xori %arg1, %1 : i32
    %3 = arith.andi %0, %1 : i32
    %4 = arith.addi %2, %2 : i32
    %5 = arith.xori %3, %4 : i32
    %6 = arith.ori %0, %5 : i32
    %7 = arith.andi %5, %c2_i32 : i32
    %8 = arith.andi %6, %c2_i32 : i32
    %9 = arith.xori %0, %7 : i32
    scf.for %arg4 = %c0 to %c128 step %c1 {
      %11 = memref.load %arg2[%arg4] : memref<128xf32>
      %12 = arith.addf %11, %11 : f32
      memref.store %12, %arg2[%arg4] : memref<128xf32>
    }
    cf.cond_br %arg3, ^bb1(%9 : i32), ^bb2
  ^bb1(%10: i32):  // pred: ^bb0
    return %10 : i32
  ^bb2:  // pred: ^bb0
    return %8 : i32
  }
  func.func @f2(%arg0: i32, %arg1: i32, %arg2: memref<128xf32>, %arg3: i1) -> i32 {
    %c1 = arith.constant 1 : index
    %c128 = arith.constant 128 : index
    %c0 = arith.constant 0 : index
    %c4_i32 = arith.constant 4 : i32
    %0 = arith.subi %arg1, %arg0 : i32
    %1 = arith.andi %0, %c4_i32 : i32
    %2 = arith.ori %arg1, %0 : i32
    %3 = arith.xori %2, %c4_i32 : i32
    %4 = arith.muli %1, %c4_i32 : i32
    %5 = arith.ori %3, %0 : i32
    scf.for %arg4 = %c0 to %c128 step %c1 {
      %7 = memref.load %arg2[%arg4] : memref<128xf32>
      %8 = arith.addf %7, %7 : f32
      memref.store %8, %arg2[%arg4] : memref<128xf32>
    }
    cf.cond_br %arg3, ^bb1(%5 : i32), ^bb2
  ^bb1(%6: i32):  // pred: ^bb0
    return %6 : i32
  ^bb2:  // pred: ^bb0
    return %4 : i32
  }
  func.func @f3(%arg0: i32, %arg1: i32, %arg2: memref<128xf32>, %arg3: i1) -> i32 {
    %c1 = arith.constant 1 : index
    %c128 = arith.constant 128 : index
    %c0 = arith.constant 0 : index
    %0 = arith.addi %arg0, %arg1 : i32
    %1 = arith.ori %0, %arg1 : i32
    %2 = arith.andi %1, %0 : i32
    %3 = arith.xori %1, %arg0 : i32
    %4 = arith.muli %1, %3 : i32
    %5 = arith.ori %arg0, %2 : i32
    %6 = arith.subi %4, %1 : i32
    %7 = arith.andi %5, %arg1 : i32
    %8 = arith.subi %6, %5 : i32
    %9 = arith.subi %6, %1 : i32
    %10 = arith.xori %9, %8 : i32
    %11 = arith.addi %arg0, %10 : i32
    %12 = arith.andi %arg0, %11 : i32
    %13 = arith.muli %6, %7 : i32
    scf.for %arg4 = %c0 to %c128 step %c1 {
      %15 = memref.load %arg2[%arg4] : memref<128xf32>
      %16 = arith.addf %15, %15 : f32
      memref.store %16, %arg2[%arg4] : memref<128xf32>
    }
    cf.cond_br %arg3, ^bb1(%13 : i32), ^bb2
  ^bb1(%14: i32):  // pred: ^bb0
    return %14 : i32
  ^bb2:  // pred: ^bb0
    return %12 : i32
  }
  func.func @f4(%arg0: i32, %arg1: i32, %arg2: memref<128xf32>, %arg3: i1) -> i32 {
    %c0_i32 = arith.constant 0 : i32
    %c1 = arith.constant 1 : index
    %c128 = arith.constant 128 : index
    %c0 = arith.constant 0 : index
    %0 = arith.andi %arg0, %arg1 : i32
    %1 = arith.subi %c0_i32, %arg0 : i32
    %2 = arith.muli %1, %1 : i32
    %3 = arith.andi %0, %2 : i32
    %4 = arith.andi %3, %arg1 : i32
    scf.for %arg4 = %c0 to %c128 step %c1 {
      %6 = memref.load %arg2[%arg4] : memref<128xf32>
      %7 = arith.addf %6, %6 : f32
      memref.store %7, %arg2[%arg4] : memref<128xf32>
    }
    cf.cond_br %arg3, ^bb1(%4 : i32), ^bb2
  ^bb1(%5: i32):  // pred: ^bb0
    return %5 : i32
  ^bb2:  // pred: ^bb0
    return %0 : i32
  }
  func.func @f5(%arg0: i32, %arg1: i32, %arg2: memref<128xf32>, %arg3: i1) -> i32 {
    %c1 = arith.constant 1 : index
    %c128 = arith.constant 128 : index
    %c0 = arith.constant 0 : index
    %c3_i32 = arith.constant 3 : i32
    %c5_i32 = arith.constant 5 : i32
    %0 = arith.subi %arg0, %arg1 : i32
    %1 = arith.andi %arg1, %0 : i32
    %2 = arith.xori %0, %c5_i32 : i32
    %3 = arith.muli %arg1, %arg0 : i32
    %4 = arith.addi %1, %3 : i32
    %5 = arith.ori %4, %3 : i32
    %6 = arith.muli %arg0, %0 : i32
    %7 = arith.muli %4, %c3_i32 : i32
    %8 = arith.muli %7, %1 : i32
    %9 = arith.subi %5, %6 : i32
    %10 = arith.ori %8, %1 : i32
    %11 = arith.muli %1, %9 : i32
    %12 = arith.muli %10, %2 : i32
    scf.for %arg4 = %c0 to %c128 step %c1 {
      %14 = memref.load %arg2[%arg4] : memref<128xf32>
      %15 = arith.addf %14, %14 : f32
      memref.store %15, %arg2[%arg4] : memref<128xf32>
    }
    cf.cond_br %arg3, ^bb1(%12 : i32), ^bb2
  ^bb1(%13: i32):  // pred: ^bb0
    return %13 : i32
  ^bb2:  // pred: ^bb0
    return %11 : i32
  }
  func.func @f6(%arg0: i32, %arg1: i32, %arg2: memref<128xf32>, %arg3: i1) -> i32 {
    %c1 = arith.constant 1 : index
    %c128 = arith.constant 128 : index
    %c0 = arith.constant 0 : index
    %c5_i32 = arith.constant 5 : i32
    %c0_i32 = arith.constant 0 : i32
    %0 = arith.andi %arg0, %arg1 : i32
    %1 = arith.xori %arg0, %0 : i32
    %2 = arith.muli %arg0, %1 : i32
    %3 = arith.subi %0, %2 : i32
    %4 = arith.subi %arg1, %1 : i32
    %5 = arith.xori %4, %2 : i32
    %6 = arith.muli %5, %3 : i32
    %7 = arith.subi %c0_i32, %arg1 : i32
    %8 = arith.andi %6, %c5_i32 : i32
    scf.for %arg4 = %c0 to %c128 step %c1 {
      %10 = memref.load %arg2[%arg4] : memref<128xf32>
      %11 = arith.addf %10, %10 : f32
      memref.store %11, %arg2[%arg4] : memref<128xf32>
    }
    cf.cond_br %arg3, ^bb1(%8 : i32), ^bb2
  ^bb1(%9: i32):  // pred: ^bb0
    return %9 : i32
  ^bb2:  // pred: ^bb0
    return %7 : i32
  }
  func.func @f7(%arg0: i32, %arg1: i32, %arg2: memref<128xf32>, %arg3: i1) -> i32 {
    %c1 = arith.constant 1 : index
    %c128 = arith.constant 128 : index
    %c0 = arith.constant 0 : index
    %c1_i32 = arith.constant 1 : i32
    %0 = arith.xori %arg0, %arg1 : i32
    %1 = arith.addi %arg0, %arg0 : i32
    %2 = arith.andi %0, %arg1 : i32
    %3 = arith.andi %arg0, %2 : i32
    %4 = arith.ori %1, %3 : i32
    %5 = arith.ori %arg1, %c1_i32 : i32
    scf.for %arg4 = %c0 to %c128 step %c1 {
      %7 = memref.load %arg2[%arg4] : memref<128xf32>
      %8 = arith.addf %7, %7 : f32
      memref.store %8, %arg2[%arg4] : memref<128xf32>
    }
    cf.cond_br %arg3, ^bb1(%5 : i32), ^bb2
  ^bb1(%6: i32):  // pred: ^bb0
    return %6 : i32
  ^bb2:  // pred: ^bb0
    return %4 : i32
  }
  func.func @f8(%arg0: i32, %arg1: i32, %arg2: memref<128xf32>, %arg3: i1) -> i32 {
    %c1 = arith.constant 1 : index
    %c128 = arith.constant 128 : index
    %c0 = arith.constant 0 : index
    %c5_i32 = arith.constant 5 : i32
    %0 = arith.ori %arg1, %arg0 : i32
    %1 = arith.muli %arg1, %arg0 : i32
    %2 = arith.muli %arg0, %1 : i32
    %3 = arith.andi %arg1, %2 : i32
    %4 = arith.xori %3, %1 : i32
    %5 = arith.addi %0, %4 : i32
    %6 = arith.andi %3, %5 : i32
    %7 = arith.addi %1, %3 : i32
    %8 = arith.addi %7, %6 : i32
    %9 = arith.addi %8, %c5_i32 : i32
    scf.for %arg4 = %c0 to %c128 step %c1 {
      %11 = memref.load %arg2[%arg4] : memref<128xf32>
      %12 = arith.addf %11, %11 : f32
      memref.store %12, %arg2[%arg4] : memref<128xf32>
    }
    cf.cond_br %arg3, ^bb1(%c5_i32 : i32), ^bb2
  ^bb1(%10: i32):  // pred: ^bb0
    return %10 : i32
  ^bb2:  // pred: ^bb0
    return %9 : i32
  }
  func.func @f9(%arg0: i32, %arg1: i32, %arg2: memref<128xf32>, %arg3: i1) -> i32 {
    %c1 = arith.constant 1 : index
    %c128 = arith.constant 128 : index
    %c0 = arith.constant 0 : index
    %0 = arith.subi %arg1, %arg0 : i32
    %1 = arith.andi %arg0, %0 : i32
    %2 = arith.subi %arg1, %0 : i32
    %3 = arith.ori %arg1, %arg0 : i32
    %4 = arith.andi %0, %arg0 : i32
    %5 = arith.ori %1, %3 : i32
    %6 = arith.xori %4, %arg1 : i32
    %7 = arith.subi %2, %arg0 : i32
    %8 = arith.xori %7, %6 : i32
    %9 = arith.muli %5, %2 : i32
    %10 = arith.addi %9, %0 : i32
    %11 = arith.muli %10, %6 : i32
    %12 = arith.ori %8, %11 : i32
    scf.for %arg4 = %c0 to %c128 step %c1 {
      %14 = memref.load %arg2[%arg4] : memref<128xf32>
      %15 = arith.addf %14, %14 : f32
      memref.store %15, %arg2[%arg4] : memref<128xf32>
    }
    cf.cond_br %arg3, ^bb1(%12 : i32), ^bb2
  ^bb1(%13: i32):  // pred: ^bb0
    return %13 : i32
  ^bb2:  // pred: ^bb0
    return %11 : i32
  }
  func.func @f10(%arg0: i32, %arg1: i32, %arg2: memref<128xf32>, %arg3: i1) -> i32 {
    %c1 = arith.constant 1 : index
    %c128 = arith.constant 128 : index
    %c0 = arith.constant 0 : index
    %c4_i32 = arith.constant 4 : i32
    %c1_i32 = arith.constant 1 : i32
    %0 = arith.muli %arg1, %arg1 : i32
    %1 = arith.andi %arg0, %0 : i32
    %2 = arith.addi %arg0, %arg1 : i32
    %3 = arith.addi %arg1, %1 : i32
    %4 = arith.andi %0, %arg0 : i32
    %5 = arith.xori %2, %c1_i32 : i32
    %6 = arith.ori %3, %4 : i32
    %7 = arith.andi %1, %3 : i32
    %8 = arith.ori %arg1, %c1_i32 : i32
    %9 = arith.ori %7, %6 : i32
    %10 = arith.andi %1, %8 : i32
    %11 = arith.andi %8, %9 : i32
    %12 = arith.muli %5, %10 : i32
    %13 = arith.muli %12, %6 : i32
    %14 = arith.ori %11, %c4_i32 : i32
    %15 = arith.xori %13, %c1_i32 : i32
    %16 = arith.muli %14, %8 : i32
    %17 = arith.muli %15, %5 : i32
    scf.for %arg4 = %c0 to %c128 step %c1 {
      %19 = memref.load %arg2[%arg4] : memref<128xf32>
      %20 = arith.addf %19, %19 : f32
      memref.store %20, %arg2[%arg4] : memref<128xf32>
    }
    cf.cond_br %arg3, ^bb1(%17 : i32), ^bb2
  ^bb1(%18: i32):  // pred: ^bb0
    return %18 : i32
  ^bb2:  // pred: ^bb0
    return %16 : i32
  }
  func.func @f11(%arg0: i32, %arg1: i32, %arg2: memref<128xf32>, %arg3: i1) -> i32 {
    %c1 = arith.constant 1 : index
    %c128 = arith.constant 128 : index
    %c0 = arith.constant 0 : index
    %0 = arith.subi %arg1, %arg0 : i32
    %1 = arith.xori %arg1, %0 : i32
    %2 = arith.xori %arg1, %arg0 : i32
    %3 = arith.muli %1, %2 : i32
    %4 = arith.subi %1, %0 : i32
    %5 = arith.addi %4, %arg1 : i32
    %6 = arith.xori %3, %4 : i32
    %7 = arith.subi %arg0, %5 : i32
    scf.for %arg4 = %c0 to %c128 step %c1 {
      %9 = memref.load %arg2[%arg4] : memref<128xf32>
      %10 = arith.addf %9, %9 : f32
      memref.store %10, %arg2[%arg4] : memref<128xf32>
    }
    cf.cond_br %arg3, ^bb1(%7 : i32), ^bb2
  ^bb1(%8: i32):  // pred: ^bb0
    return %8 : i32
  ^bb2:  // pred: ^bb0
    return %6 : i32
  }
  func.func @f12(%arg0: i32, %arg1: i32, %arg2: memref<128xf32>, %arg3: i1) -> i32 {
    %c1 = arith.constant 1 : index
    %c128 = arith.constant 128 : index
    %c0 = arith.constant 0 : index
    %c2_i32 = arith.constant 2 : i32
    %c5_i32 = arith.constant 5 : i32
    %0 = arith.muli %arg0, %arg1 : i32
    %1 = arith.xori %arg1, %0 : i32
    %2 = arith.muli %1, %arg1 : i32
    %3 = arith.andi %arg0, %0 : i32
    %4 = arith.xori %arg0, %2 : i32
    %5 = arith.addi %0, %0 : i32
    %6 = arith.muli %3, %2 : i32
    %7 = arith.subi %0, %6 : i32
    %8 = arith.andi %arg1, %0 : i32
    %9 = arith.andi %arg0, %7 : i32
    %10 = arith.xori %9, %7 : i32
    %11 = arith.muli %4, %c5_i32 : i32
    %12 = arith.addi %10, %5 : i32
    %13 = arith.ori %8, %c2_i32 : i32
    %14 = arith.subi %12, %13 : i32
    %15 = arith.ori %11, %9 : i32
    scf.for %arg4 = %c0 to %c128 step %c1 {
      %17 = memref.load %arg2[%arg4] : memref<128xf32>
      %18 = arith.addf %17, %17 : f32
      memref.store %18, %arg2[%arg4] : memref<128xf32>
    }
    cf.cond_br %arg3, ^bb1(%15 : i32), ^bb2
  ^bb1(%16: i32):  // pred: ^bb0
    return %16 : i32
  ^bb2:  // pred: ^bb0
    return %14 : i32
  }
  func.func @f13(%arg0: i32, %arg1: i32, %arg2: memref<128xf32>, %arg3: i1) -> i32 {
    %c1 = arith.constant 1 : index
    %c128 = arith.constant 128 : index
    %c0 = arith.constant 0 : index
    %c5_i32 = arith.constant 5 : i32
    %0 = arith.andi %arg0, %arg1 : i32
    %1 = arith.ori %arg1, %0 : i32
    %2 = arith.ori %arg1, %arg0 : i32
    %3 = arith.muli %arg0, %2 : i32
    %4 = arith.andi %1, %arg0 : i32
    %5 = arith.andi %arg1, %4 : i32
    %6 = arith.subi %5, %4 : i32
    %7 = arith.muli %arg0, %5 : i32
    %8 = arith.andi %7, %3 : i32
    %9 = arith.subi %8, %2 : i32
    %10 = arith.muli %8, %3 : i32
    %11 = arith.xori %arg0, %6 : i32
    %12 = arith.addi %11, %6 : i32
    %13 = arith.ori %10, %9 : i32
    %14 = arith.subi %12, %c5_i32 : i32
    scf.for %arg4 = %c0 to %c128 step %c1 {
      %16 = memref.load %arg2[%arg4] : memref<128xf32>
      %17 = arith.addf %16, %16 : f32
      memref.store %17, %arg2[%arg4] : memref<128xf32>
    }
    cf.cond_br %arg3, ^bb1(%14 : i32), ^bb2
  ^bb1(%15: i32):  // pred: ^bb0
    return %15 : i32
  ^bb2:  // pred: ^bb0
    return %13 : i32
  }
  func.func @f14(%arg0: i32, %arg1: i32, %arg2: memref<128xf32>, %arg3: i1) -> i32 {
    %c1 = arith.constant 1 : index
    %c128 = arith.constant 128 : index
    %c0 = arith.constant 0 : index
    %c5_i32 = arith.constant 5 : i32
    %c2_i32 = arith.constant 2 : i32
    %0 = arith.muli %arg0, %arg1 : i32
    %1 = arith.xori %arg1, %arg0 : i32
    %2 = arith.ori %arg0, %0 : i32
    %3 = arith.muli %arg1, %0 : i32
    %4 = arith.muli %0, %1 : i32
    %5 = arith.muli %4, %arg0 : i32
    %6 = arith.subi %0, %2 : i32
    %7 = arith.subi %1, %arg1 : i32
    %8 = arith.subi %5, %4 : i32
    %9 = arith.subi %6, %c2_i32 : i32
    %10 = arith.muli %9, %3 : i32
    %11 = arith.xori %9, %c2_i32 : i32
    %12 = arith.xori %11, %10 : i32
    %13 = arith.xori %5, %12 : i32
    %14 = arith.xori %8, %c5_i32 : i32
    %15 = arith.addi %13, %7 : i32
    scf.for %arg4 = %c0 to %c128 step %c1 {
      %17 = memref.load %arg2[%arg4] : memref<128xf32>
      %18 = arith.addf %17, %17 : f32
      memref.store %18, %arg2[%arg4] : memref<128xf32>
    }
    cf.cond_br %arg3, ^bb1(%15 : i32), ^bb2
  ^bb1(%16: i32):  // pred: ^bb0
    return %16 : i32
  ^bb2:  // pred: ^bb0
    return %14 : i32
  }
  func.func @f15(%arg0: i32, %arg1: i32, %arg2: memref<128xf32>, %arg3: i1) -> i32 {
    %c1 = arith.constant 1 : index
    %c128 = arith.constant 128 : index
    %c0 = arith.constant 0 : index
    %c4_i32 = arith.constant 4 : i32
    %0 = arith.ori %arg0, %arg1 : i32
    %1 = arith.muli %0, %arg1 : i32
    %2 = arith.addi %arg1, %arg1 : i32
    %3 = arith.addi %1, %c4_i32 : i32
    %4 = arith.addi %3, %1 : i32
    %5 = arith.andi %4, %2 : i32
    %6 = arith.xori %4, %1 : i32
    %7 = arith.andi %arg1, %2 : i32
    %8 = arith.xori %7, %5 : i32
    %9 = arith.andi %arg0, %6 : i32
    %10 = arith.xori %9, %8 : i32
    scf.for %arg4 = %c0 to %c128 step %c1 {
      %12 = memref.load %arg2[%arg4] : memref<128xf32>
      %13 = arith.addf %12, %12 : f32
      memref.store %13, %arg2[%arg4] : memref<128xf32>
    }
    cf.cond_br %arg3, ^bb1(%10 : i32), ^bb2
  ^bb1(%11: i32):  // pred: ^bb0
    return %11 : i32
  ^bb2:  // pred: ^bb0
    return %7 : i32
  }
  func.func @f16(%arg0: i32, %arg1: i32, %arg2: memref<128xf32>, %arg3: i1) -> i32 {
    %c1 = arith.constant 1 : index
    %c128 = arith.constant 128 : index
    %c0 = arith.constant 0 : index
    %c4_i32 = arith.constant 4 : i32
    %0 = arith.muli %arg1, %arg1 : i32
    %1 = arith.addi %0, %arg0 : i32
    %2 = arith.ori %arg1, %0 : i32
    %3 = arith.ori %0, %2 : i32
    %4 = arith.muli %3, %2 : i32
    %5 = arith.subi %1, %arg1 : i32
    %6 = arith.addi %5, %3 : i32
    %7 = arith.addi %4, %4 : i32
    %8 = arith.ori %7, %6 : i32
    %9 = arith.xori %3, %c4_i32 : i32
    %10 = arith.andi %8, %arg1 : i32
    scf.for %arg4 = %c0 to %c128 step %c1 {
      %12 = memref.load %arg2[%arg4] : memref<128xf32>
      %13 = arith.addf %12, %12 : f32
      memref.store %13, %arg2[%arg4] : memref<128xf32>
    }
    cf.cond_br %arg3, ^bb1(%10 : i32), ^bb2
  ^bb1(%11: i32):  // pred: ^bb0
    return %11 : i32
  ^bb2:  // pred: ^bb0
    return %9 : i32
  }
  func.func @f17(%arg0: i32, %arg1: i32, %arg2: memref<128xf32>, %arg3: i1) -> i32 {
    %c1 = arith.constant 1 : index
    %c128 = arith.constant 128 : index
    %c0 = arith.constant 0 : index
    %c5_i32 = arith.constant 5 : i32
    %c1_i32 = arith.constant 1 : i32
    %0 = arith.ori %arg0, %c1_i32 : i32
    %1 = arith.xori %0, %arg0 : i32
    %2 = arith.muli %0, %arg0 : i32
    %3 = arith.xori %1, %c1_i32 : i32
    %4 = arith.ori %arg0, %3 : i32
    %5 = arith.addi %0, %c5_i32 : i32
    %6 = arith.andi %arg0, %2 : i32
    %7 = arith.addi %2, %arg0 : i32
    %8 = arith.ori %7, %4 : i32
    %9 = arith.ori %3, %6 : i32
    %10 = arith.addi %6, %8 : i32
    %11 = arith.xori %5, %9 : i32
    scf.for %arg4 = %c0 to %c128 step %c1 {
      %13 = memref.load %arg2[%arg4] : memref<128xf32>
      %14 = arith.addf %13, %13 : f32
      memref.store %14, %arg2[%arg4] : memref<128xf32>
    }
    cf.cond_br %arg3, ^bb1(%11 : i32), ^bb2
  ^bb1(%12: i32):  // pred: ^bb0
    return %12 : i32
  ^bb2:  // pred: ^bb0
    return %10 : i32
  }
  func.func @f18(%arg0: i32, %arg1: i32, %arg2: memref<128xf32>, %arg3: i1) -> i32 {
    %c1 = arith.constant 1 : index
    %c128 = arith.constant 128 : index
    %c0 = arith.constant 0 : index
    %0 = arith.andi %arg1, %arg0 : i32
    %1 = arith.subi %arg1, %arg0 : i32
    %2 = arith.addi %0, %arg1 : i32
    %3 = arith.ori %2, %1 : i32
    %4 = arith.muli %2, %2 : i32
    scf.for %arg4 = %c0 to %c128 step %c1 {
      %6 = memref.load %arg2[%arg4] : memref<128xf32>
      %7 = arith.addf %6, %6 : f32
      memref.store %7, %arg2[%arg4] : memref<128xf32>
    }
    cf.cond_br %arg3, ^bb1(%4 : i32), ^bb2
  ^bb1(%5: i32):  // pred: ^bb0
    return %5 : i32
  ^bb2:  // pred: ^bb0
    return %3 : i32
  }
  func.func @f19(%arg0: i32, %arg1: i32, %arg2: memref<128xf32>, %arg3: i1) -> i32 {
    %c0_i32 = arith.constant 0 : i32
    %c1 = arith.constant 1 : index
    %c128 = arith.constant 128 : index
    %c0 = arith.constant 0 : index
    %0 = arith.xori %arg0, %arg1 : i32
    %1 = arith.muli %0, %0 : i32
    %2 = arith.andi %1, %arg0 : i32
    %3 = arith.subi %arg1, %2 : i32
    scf.for %arg4 = %c0 to %c128 step %c1 {
      %5 = memref.load %arg2[%arg4] : memref<128xf32>
      %6 = arith.addf %5, %5 : f32
      memref.store %6, %arg2[%arg4] : memref<128xf32>
    }
    cf.cond_br %arg3, ^bb1(%c0_i32 : i32), ^bb2
  ^bb1(%4: i32):  // pred: ^bb0
    return %4 : i32
  ^bb2:  // pred: ^bb0
    return %3 : i32
  }
}

