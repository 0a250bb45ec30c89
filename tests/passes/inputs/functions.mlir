func.func @f0(%a: i32, %b: i32, %m: memref<128xf32>, %c: i1) -> i32 {
  %v0 = arith.subi %a, %b : i32
  %v1 = arith.addi %b, %b : i32
  %v2 = arith.andi %v1, %b : i32
  %v3 = arith.addi %v1, %a : i32
  %k3 = arith.constant 3 : i32
  %v4 = arith.andi %v2, %k3 : i32
  %v5 = arith.addi %v4, %v2 : i32
  %v6 = arith.ori %v1, %b : i32
  %v7 = arith.muli %a, %a : i32
  %v8 = arith.addi %v7, %v5 : i32
  %v9 = arith.addi %k3, %v7 : i32
  %v10 = arith.subi %k3, %v8 : i32
  %v11 = arith.addi %v5, %v1 : i32
  %v12 = arith.andi %v4, %v5 : i32
  %v13 = arith.subi %v8, %v4 : i32
  %k13 = arith.constant 5 : i32
  %v14 = arith.subi %v11, %v6 : i32
  %v15 = arith.addi %v10, %k13 : i32
  %v16 = arith.ori %v1, %v3 : i32
  %v17 = arith.ori %v6, %v1 : i32
  %v18 = arith.ori %v7, %v13 : i32
  %v19 = arith.andi %v13, %v17 : i32
  %v20 = arith.subi %v6, %v6 : i32
  %v21 = arith.xori %v12, %v13 : i32
  %v22 = arith.andi %v14, %b : i32
  %v23 = arith.andi %v4, %v19 : i32
  %k23 = arith.constant 3 : i32
  %v24 = arith.andi %v17, %v3 : i32
  %v25 = arith.muli %k13, %k23 : i32
  %v26 = arith.ori %v20, %v17 : i32
  %v27 = arith.ori %v19, %v3 : i32
  %v28 = arith.andi %v27, %k3 : i32
  %v29 = arith.subi %v28, %v21 : i32
  %v30 = arith.muli %v26, %b : i32
  %v31 = arith.andi %v0, %v15 : i32
  %v32 = arith.ori %v21, %v7 : i32
  %v33 = arith.subi %v27, %v11 : i32
  %k33 = arith.constant 0 : i32
  %v34 = arith.subi %v29, %v30 : i32
  %v35 = arith.subi %v21, %v27 : i32
  %v36 = arith.muli %v31, %v18 : i32
  %v37 = arith.andi %k13, %v36 : i32
  %v38 = arith.xori %v33, %a : i32
  %v39 = arith.andi %v27, %v5 : i32
  %c0 = arith.constant 0 : index
  %c128 = arith.constant 128 : index
  %c1 = arith.constant 1 : index
  scf.for %i = %c0 to %c128 step %c1 {
    %l = memref.load %m[%i] : memref<128xf32>
    %s = arith.addf %l, %l : f32
    memref.store %s, %m[%i] : memref<128xf32>
  }
  cf.cond_br %c, ^bb1(%v39 : i32), ^bb2
^bb1(%x: i32):
  return %x : i32
^bb2:
  return %v38 : i32
}
func.func @f1(%a: i32, %b: i32, %m: memref<128xf32>, %c: i1) -> i32 {
  %v0 = arith.xori %a, %b : i32
  %v1 = arith.addi %b, %b : i32
  %v2 = arith.xori %b, %v1 : i32
  %v3 = arith.andi %v0, %v1 : i32
  %k3 = arith.constant 2 : i32
  %v4 = arith.addi %v2, %v2 : i32
  %v5 = arith.xori %v3, %v4 : i32
  %v6 = arith.xori %a, %v1 : i32
  %v7 = arith.ori %v0, %v5 : i32
  %v8 = arith.xori %v0, %b : i32
  %v9 = arith.xori %v2, %a : i32
  %v10 = arith.ori %b, %b : i32
  %v11 = arith.addi %v4, %a : i32
  %v12 = arith.muli %v1, %v2 : i32
  %v13 = arith.addi %v3, %v8 : i32
  %k13 = arith.constant 2 : i32
  %v14 = arith.addi %v3, %v3 : i32
  %v15 = arith.muli %v13, %v3 : i32
  %v16 = arith.ori %v5, %v6 : i32
  %v17 = arith.andi %v7, %v12 : i32
  %v18 = arith.andi %v1, %a : i32
  %v19 = arith.muli %v9, %v7 : i32
  %v20 = arith.andi %k3, %v5 : i32
  %v21 = arith.addi %v5, %v19 : i32
  %v22 = arith.xori %k3, %v15 : i32
  %v23 = arith.andi %v22, %a : i32
  %k23 = arith.constant 1 : i32
  %v24 = arith.addi %v9, %v2 : i32
  %v25 = arith.addi %v19, %v3 : i32
  %v26 = arith.andi %v18, %v13 : i32
  %v27 = arith.ori %v23, %v11 : i32
  %v28 = arith.ori %k23, %v11 : i32
  %v29 = arith.xori %b, %v21 : i32
  %v30 = arith.ori %v16, %v23 : i32
  %v31 = arith.addi %v15, %v5 : i32
  %v32 = arith.subi %v1, %v15 : i32
  %v33 = arith.addi %v2, %v15 : i32
  %k33 = arith.constant 2 : i32
  %v34 = arith.ori %v7, %v22 : i32
  %v35 = arith.xori %v13, %v5 : i32
  %v36 = arith.addi %v30, %v0 : i32
  %v37 = arith.xori %v10, %v31 : i32
  %v38 = arith.andi %v7, %k33 : i32
  %v39 = arith.xori %v0, %v20 : i32
  %c0 = arith.constant 0 : index
  %c128 = arith.constant 128 : index
  %c1 = arith.constant 1 : index
  scf.for %i = %c0 to %c128 step %c1 {
    %l = memref.load %m[%i] : memref<128xf32>
    %s = arith.addf %l, %l : f32
    memref.store %s, %m[%i] : memref<128xf32>
  }
  cf.cond_br %c, ^bb1(%v39 : i32), ^bb2
^bb1(%x: i32):
  return %x : i32
^bb2:
  return %v38 : i32
}
func.func @f2(%a: i32, %b: i32, %m: memref<128xf32>, %c: i1) -> i32 {
  %v0 = arith.subi %b, %a : i32
  %v1 = arith.subi %v0, %v0 : i32
  %v2 = arith.andi %b, %v1 : i32
  %v3 = arith.addi %v1, %v0 : i32
  %k3 = arith.constant 4 : i32
  %v4 = arith.andi %a, %v0 : i32
  %v5 = arith.xori %k3, %v2 : i32
  %v6 = arith.addi %v0, %v1 : i32
  %v7 = arith.muli %v6, %v0 : i32
  %v8 = arith.muli %k3, %v1 : i32
  %v9 = arith.muli %v7, %b : i32
  %v10 = arith.andi %v5, %v3 : i32
  %v11 = arith.ori %v5, %v4 : i32
  %v12 = arith.xori %v1, %b : i32
  %v13 = arith.ori %b, %v0 : i32
  %k13 = arith.constant 1 : i32
  %v14 = arith.subi %v3, %k13 : i32
  %v15 = arith.subi %v5, %v7 : i32
  %v16 = arith.xori %v13, %v5 : i32
  %v17 = arith.muli %v7, %v7 : i32
  %v18 = arith.addi %v6, %v4 : i32
  %v19 = arith.xori %v18, %v12 : i32
  %v20 = arith.subi %v14, %k13 : i32
  %v21 = arith.addi %v7, %b : i32
  %v22 = arith.andi %v0, %v9 : i32
  %v23 = arith.subi %v22, %v2 : i32
  %k23 = arith.constant 2 : i32
  %v24 = arith.addi %v15, %v14 : i32
  %v25 = arith.andi %v0, %v14 : i32
  %v26 = arith.xori %v4, %v14 : i32
  %v27 = arith.addi %k13, %v19 : i32
  %v28 = arith.muli %v4, %v24 : i32
  %v29 = arith.muli %k3, %v0 : i32
  %v30 = arith.muli %a, %a : i32
  %v31 = arith.addi %v22, %v4 : i32
  %v32 = arith.addi %v9, %v12 : i32
  %v33 = arith.xori %v22, %v7 : i32
  %k33 = arith.constant 0 : i32
  %v34 = arith.andi %v7, %v12 : i32
  %v35 = arith.subi %k3, %v23 : i32
  %v36 = arith.andi %v29, %v14 : i32
  %v37 = arith.xori %v13, %v25 : i32
  %v38 = arith.muli %k3, %v10 : i32
  %v39 = arith.ori %v16, %v0 : i32
  %c0 = arith.constant 0 : index
  %c128 = arith.constant 128 : index
  %c1 = arith.constant 1 : index
  scf.for %i = %c0 to %c128 step %c1 {
    %l = memref.load %m[%i] : memref<128xf32>
    %s = arith.addf %l, %l : f32
    memref.store %s, %m[%i] : memref<128xf32>
  }
  cf.cond_br %c, ^bb1(%v39 : i32), ^bb2
^bb1(%x: i32):
  return %x : i32
^bb2:
  return %v38 : i32
}
func.func @f3(%a: i32, %b: i32, %m: memref<128xf32>, %c: i1) -> i32 {
  %v0 = arith.addi %a, %b : i32
  %v1 = arith.ori %v0, %b : i32
  %v2 = arith.andi %v1, %v0 : i32
  %v3 = arith.andi %a, %a : i32
  %k3 = arith.constant 2 : i32
  %v4 = arith.xori %v1, %a : i32
  %v5 = arith.muli %v1, %v4 : i32
  %v6 = arith.ori %v3, %v2 : i32
  %v7 = arith.subi %v5, %v1 : i32
  %v8 = arith.muli %v1, %v1 : i32
  %v9 = arith.muli %b, %v2 : i32
  %v10 = arith.addi %v9, %v4 : i32
  %v11 = arith.addi %v7, %v6 : i32
  %v12 = arith.ori %v3, %v1 : i32
  %v13 = arith.andi %v6, %b : i32
  %k13 = arith.constant 2 : i32
  %v14 = arith.subi %v7, %v6 : i32
  %v15 = arith.subi %v7, %v1 : i32
  %v16 = arith.xori %v15, %v14 : i32
  %v17 = arith.xori %v0, %v4 : i32
  %v18 = arith.subi %a, %v4 : i32
  %v19 = arith.andi %v0, %v5 : i32
  %v20 = arith.xori %v0, %v19 : i32
  %v21 = arith.addi %a, %v16 : i32
  %v22 = arith.addi %v6, %v20 : i32
  %v23 = arith.muli %v12, %v12 : i32
  %k23 = arith.constant 1 : i32
  %v24 = arith.addi %v13, %v20 : i32
  %v25 = arith.muli %v0, %v13 : i32
  %v26 = arith.ori %v3, %v3 : i32
  %v27 = arith.subi %v6, %v16 : i32
  %v28 = arith.muli %k3, %v27 : i32
  %v29 = arith.xori %v14, %v5 : i32
  %v30 = arith.subi %v6, %v29 : i32
  %v31 = arith.ori %v0, %v16 : i32
  %v32 = arith.xori %v30, %v10 : i32
  %v33 = arith.subi %v15, %v23 : i32
  %k33 = arith.constant 4 : i32
  %v34 = arith.subi %v1, %v12 : i32
  %v35 = arith.muli %v2, %k23 : i32
  %v36 = arith.andi %v30, %v13 : i32
  %v37 = arith.xori %k23, %v29 : i32
  %v38 = arith.andi %a, %v21 : i32
  %v39 = arith.muli %v7, %v13 : i32
  %c0 = arith.constant 0 : index
  %c128 = arith.constant 128 : index
  %c1 = arith.constant 1 : index
  scf.for %i = %c0 to %c128 step %c1 {
    %l = memref.load %m[%i] : memref<128xf32>
    %s = arith.addf %l, %l : f32
    memref.store %s, %m[%i] : memref<128xf32>
  }
  cf.cond_br %c, ^bb1(%v39 : i32), ^bb2
^bb1(%x: i32):
  return %x : i32
^bb2:
  return %v38 : i32
}
func.func @f4(%a: i32, %b: i32, %m: memref<128xf32>, %c: i1) -> i32 {
  %v0 = arith.andi %a, %b : i32
  %v1 = arith.xori %a, %a : i32
  %v2 = arith.ori %v0, %b : i32
  %v3 = arith.xori %b, %b : i32
  %k3 = arith.constant 2 : i32
  %v4 = arith.muli %v1, %v2 : i32
  %v5 = arith.andi %v0, %b : i32
  %v6 = arith.subi %v4, %a : i32
  %v7 = arith.subi %v5, %v3 : i32
  %v8 = arith.xori %v7, %v4 : i32
  %v9 = arith.ori %v7, %v8 : i32
  %v10 = arith.subi %v1, %v3 : i32
  %v11 = arith.andi %v7, %v4 : i32
  %v12 = arith.subi %v8, %k3 : i32
  %v13 = arith.muli %v5, %v4 : i32
  %k13 = arith.constant 0 : i32
  %v14 = arith.addi %v13, %v8 : i32
  %v15 = arith.subi %v13, %k3 : i32
  %v16 = arith.muli %v6, %v6 : i32
  %v17 = arith.xori %v8, %v3 : i32
  %v18 = arith.ori %v11, %v15 : i32
  %v19 = arith.addi %v1, %v15 : i32
  %v20 = arith.xori %v14, %v9 : i32
  %v21 = arith.subi %v2, %v5 : i32
  %v22 = arith.andi %k3, %v14 : i32
  %v23 = arith.ori %v20, %v21 : i32
  %k23 = arith.constant 0 : i32
  %v24 = arith.andi %v17, %v9 : i32
  %v25 = arith.ori %v16, %v8 : i32
  %v26 = arith.andi %v13, %v23 : i32
  %v27 = arith.subi %v0, %v3 : i32
  %v28 = arith.muli %k3, %k13 : i32
  %v29 = arith.ori %v3, %v5 : i32
  %v30 = arith.xori %v3, %k23 : i32
  %v31 = arith.subi %v20, %v23 : i32
  %v32 = arith.andi %v7, %v16 : i32
  %v33 = arith.andi %v5, %v26 : i32
  %k33 = arith.constant 1 : i32
  %v34 = arith.addi %v23, %v33 : i32
  %v35 = arith.xori %v22, %v4 : i32
  %v36 = arith.ori %v14, %k13 : i32
  %v37 = arith.subi %v20, %v30 : i32
  %v38 = arith.addi %v9, %v28 : i32
  %v39 = arith.andi %v32, %b : i32
  %c0 = arith.constant 0 : index
  %c128 = arith.constant 128 : index
  %c1 = arith.constant 1 : index
  scf.for %i = %c0 to %c128 step %c1 {
    %l = memref.load %m[%i] : memref<128xf32>
    %s = arith.addf %l, %l : f32
    memref.store %s, %m[%i] : memref<128xf32>
  }
  cf.cond_br %c, ^bb1(%v39 : i32), ^bb2
^bb1(%x: i32):
  return %x : i32
^bb2:
  return %v38 : i32
}
func.func @f5(%a: i32, %b: i32, %m: memref<128xf32>, %c: i1) -> i32 {
  %v0 = arith.addi %a, %b : i32
  %v1 = arith.subi %a, %b : i32
  %v2 = arith.subi %b, %v0 : i32
  %v3 = arith.muli %v2, %v0 : i32
  %k3 = arith.constant 5 : i32
  %v4 = arith.andi %k3, %k3 : i32
  %v5 = arith.subi %v3, %v4 : i32
  %v6 = arith.andi %b, %v1 : i32
  %v7 = arith.xori %k3, %v1 : i32
  %v8 = arith.muli %b, %a : i32
  %v9 = arith.addi %v6, %v8 : i32
  %v10 = arith.addi %v5, %v2 : i32
  %v11 = arith.ori %v9, %v8 : i32
  %v12 = arith.ori %v0, %b : i32
  %v13 = arith.xori %v8, %v6 : i32
  %k13 = arith.constant 3 : i32
  %v14 = arith.xori %v8, %v13 : i32
  %v15 = arith.muli %a, %v1 : i32
  %v16 = arith.andi %v11, %v8 : i32
  %v17 = arith.muli %k13, %v9 : i32
  %v18 = arith.muli %v17, %v14 : i32
  %v19 = arith.andi %v1, %v16 : i32
  %v20 = arith.andi %v9, %k3 : i32
  %v21 = arith.xori %a, %v5 : i32
  %v22 = arith.ori %v15, %v19 : i32
  %v23 = arith.ori %v22, %v19 : i32
  %k23 = arith.constant 4 : i32
  %v24 = arith.subi %v11, %v15 : i32
  %v25 = arith.xori %v10, %v24 : i32
  %v26 = arith.ori %v18, %v6 : i32
  %v27 = arith.ori %v7, %k23 : i32
  %v28 = arith.xori %v9, %v19 : i32
  %v29 = arith.xori %a, %v20 : i32
  %v30 = arith.xori %v23, %v21 : i32
  %v31 = arith.muli %v2, %v26 : i32
  %v32 = arith.ori %v12, %v14 : i32
  %v33 = arith.ori %b, %v22 : i32
  %k33 = arith.constant 5 : i32
  %v34 = arith.ori %v6, %v21 : i32
  %v35 = arith.muli %v8, %v2 : i32
  %v36 = arith.xori %a, %v18 : i32
  %v37 = arith.muli %v22, %v29 : i32
  %v38 = arith.muli %v6, %v24 : i32
  %v39 = arith.muli %v26, %v7 : i32
  %c0 = arith.constant 0 : index
  %c128 = arith.constant 128 : index
  %c1 = arith.constant 1 : index
  scf.for %i = %c0 to %c128 step %c1 {
    %l = memref.load %m[%i] : memref<128xf32>
    %s = arith.addf %l, %l : f32
    memref.store %s, %m[%i] : memref<128xf32>
  }
  cf.cond_br %c, ^bb1(%v39 : i32), ^bb2
^bb1(%x: i32):
  return %x : i32
^bb2:
  return %v38 : i32
}
func.func @f6(%a: i32, %b: i32, %m: memref<128xf32>, %c: i1) -> i32 {
  %v0 = arith.andi %a, %b : i32
  %v1 = arith.xori %a, %v0 : i32
  %v2 = arith.xori %v1, %a : i32
  %v3 = arith.muli %a, %v1 : i32
  %k3 = arith.constant 0 : i32
  %v4 = arith.subi %v2, %v3 : i32
  %v5 = arith.subi %b, %k3 : i32
  %v6 = arith.ori %v2, %v2 : i32
  %v7 = arith.subi %v5, %v1 : i32
  %v8 = arith.subi %v3, %v2 : i32
  %v9 = arith.addi %b, %v8 : i32
  %v10 = arith.xori %v7, %v3 : i32
  %v11 = arith.andi %v5, %v5 : i32
  %v12 = arith.ori %a, %v0 : i32
  %v13 = arith.muli %v5, %v8 : i32
  %k13 = arith.constant 4 : i32
  %v14 = arith.ori %v4, %v9 : i32
  %v15 = arith.xori %v9, %v3 : i32
  %v16 = arith.andi %v5, %v15 : i32
  %v17 = arith.muli %v4, %v5 : i32
  %v18 = arith.xori %v4, %v17 : i32
  %v19 = arith.addi %v15, %v9 : i32
  %v20 = arith.muli %v10, %v4 : i32
  %v21 = arith.muli %k3, %v0 : i32
  %v22 = arith.ori %v19, %v3 : i32
  %v23 = arith.xori %v11, %v14 : i32
  %k23 = arith.constant 5 : i32
  %v24 = arith.subi %v15, %v5 : i32
  %v25 = arith.andi %v13, %v3 : i32
  %v26 = arith.subi %v20, %v2 : i32
  %v27 = arith.ori %k23, %v19 : i32
  %v28 = arith.muli %v21, %v12 : i32
  %v29 = arith.addi %v10, %v15 : i32
  %v30 = arith.addi %k3, %v11 : i32
  %v31 = arith.andi %v16, %v26 : i32
  %v32 = arith.addi %v8, %v0 : i32
  %v33 = arith.addi %b, %v10 : i32
  %k33 = arith.constant 5 : i32
  %v34 = arith.addi %v26, %v28 : i32
  %v35 = arith.ori %k33, %k23 : i32
  %v36 = arith.muli %k13, %v4 : i32
  %v37 = arith.xori %v8, %k3 : i32
  %v38 = arith.subi %v21, %v11 : i32
  %v39 = arith.andi %k23, %v20 : i32
  %c0 = arith.constant 0 : index
  %c128 = arith.constant 128 : index
  %c1 = arith.constant 1 : index
  scf.for %i = %c0 to %c128 step %c1 {
    %l = memref.load %m[%i] : memref<128xf32>
    %s = arith.addf %l, %l : f32
    memref.store %s, %m[%i] : memref<128xf32>
  }
  cf.cond_br %c, ^bb1(%v39 : i32), ^bb2
^bb1(%x: i32):
  return %x : i32
^bb2:
  return %v38 : i32
}
func.func @f7(%a: i32, %b: i32, %m: memref<128xf32>, %c: i1) -> i32 {
  %v0 = arith.subi %a, %a : i32
  %v1 = arith.muli %b, %v0 : i32
  %v2 = arith.xori %v1, %b : i32
  %v3 = arith.andi %v0, %v0 : i32
  %k3 = arith.constant 3 : i32
  %v4 = arith.xori %a, %b : i32
  %v5 = arith.addi %a, %a : i32
  %v6 = arith.addi %v4, %v3 : i32
  %v7 = arith.andi %v6, %v2 : i32
  %v8 = arith.subi %k3, %v0 : i32
  %v9 = arith.ori %v0, %a : i32
  %v10 = arith.addi %k3, %v0 : i32
  %v11 = arith.ori %v5, %a : i32
  %v12 = arith.xori %k3, %v2 : i32
  %v13 = arith.subi %v0, %v11 : i32
  %k13 = arith.constant 5 : i32
  %v14 = arith.muli %a, %b : i32
  %v15 = arith.xori %b, %v13 : i32
  %v16 = arith.subi %b, %v5 : i32
  %v17 = arith.addi %v10, %v0 : i32
  %v18 = arith.subi %a, %v12 : i32
  %v19 = arith.ori %v2, %v5 : i32
  %v20 = arith.ori %k3, %v17 : i32
  %v21 = arith.andi %v9, %v7 : i32
  %v22 = arith.ori %v5, %v5 : i32
  %v23 = arith.ori %v16, %v4 : i32
  %k23 = arith.constant 1 : i32
  %v24 = arith.addi %v14, %v21 : i32
  %v25 = arith.xori %v3, %v8 : i32
  %v26 = arith.andi %v15, %v18 : i32
  %v27 = arith.xori %v1, %v18 : i32
  %v28 = arith.xori %v22, %v9 : i32
  %v29 = arith.ori %v23, %v2 : i32
  %v30 = arith.ori %k13, %v2 : i32
  %v31 = arith.muli %v8, %k3 : i32
  %v32 = arith.subi %v1, %v10 : i32
  %v33 = arith.andi %v0, %v1 : i32
  %k33 = arith.constant 5 : i32
  %v34 = arith.addi %v27, %v25 : i32
  %v35 = arith.xori %v19, %k3 : i32
  %v36 = arith.muli %v0, %v5 : i32
  %v37 = arith.xori %v0, %k23 : i32
  %v38 = arith.ori %v5, %v21 : i32
  %v39 = arith.ori %k23, %b : i32
  %c0 = arith.constant 0 : index
  %c128 = arith.constant 128 : index
  %c1 = arith.constant 1 : index
  scf.for %i = %c0 to %c128 step %c1 {
    %l = memref.load %m[%i] : memref<128xf32>
    %s = arith.addf %l, %l : f32
    memref.store %s, %m[%i] : memref<128xf32>
  }
  cf.cond_br %c, ^bb1(%v39 : i32), ^bb2
^bb1(%x: i32):
  return %x : i32
^bb2:
  return %v38 : i32
}
func.func @f8(%a: i32, %b: i32, %m: memref<128xf32>, %c: i1) -> i32 {
  %v0 = arith.ori %b, %a : i32
  %v1 = arith.muli %b, %a : i32
  %v2 = arith.muli %a, %v1 : i32
  %v3 = arith.addi %v0, %v0 : i32
  %k3 = arith.constant 5 : i32
  %v4 = arith.subi %v0, %k3 : i32
  %v5 = arith.andi %b, %v2 : i32
  %v6 = arith.addi %k3, %v1 : i32
  %v7 = arith.xori %v5, %v1 : i32
  %v8 = arith.muli %v3, %v5 : i32
  %v9 = arith.andi %v6, %v4 : i32
  %v10 = arith.addi %v0, %v7 : i32
  %v11 = arith.andi %v5, %v5 : i32
  %v12 = arith.ori %v10, %v10 : i32
  %v13 = arith.xori %a, %v6 : i32
  %k13 = arith.constant 5 : i32
  %v14 = arith.subi %k3, %v8 : i32
  %v15 = arith.andi %v13, %v7 : i32
  %v16 = arith.addi %v10, %v8 : i32
  %v17 = arith.subi %v14, %v0 : i32
  %v18 = arith.addi %v6, %v16 : i32
  %v19 = arith.xori %v7, %v10 : i32
  %v20 = arith.muli %v7, %v8 : i32
  %v21 = arith.muli %v7, %v19 : i32
  %v22 = arith.ori %v13, %v13 : i32
  %v23 = arith.addi %v13, %v1 : i32
  %k23 = arith.constant 1 : i32
  %v24 = arith.muli %v19, %v7 : i32
  %v25 = arith.muli %v14, %v0 : i32
  %v26 = arith.andi %v5, %v12 : i32
  %v27 = arith.andi %v19, %v20 : i32
  %v28 = arith.addi %v1, %v5 : i32
  %v29 = arith.addi %v28, %v26 : i32
  %v30 = arith.xori %v13, %v12 : i32
  %v31 = arith.ori %v17, %v19 : i32
  %v32 = arith.ori %v19, %v21 : i32
  %v33 = arith.muli %v24, %v17 : i32
  %k33 = arith.constant 4 : i32
  %v34 = arith.xori %v7, %b : i32
  %v35 = arith.subi %v13, %v11 : i32
  %v36 = arith.xori %v5, %v4 : i32
  %v37 = arith.subi %v22, %k33 : i32
  %v38 = arith.addi %k3, %v29 : i32
  %v39 = arith.ori %k13, %k3 : i32
  %c0 = arith.constant 0 : index
  %c128 = arith.constant 128 : index
  %c1 = arith.constant 1 : index
  scf.for %i = %c0 to %c128 step %c1 {
    %l = memref.load %m[%i] : memref<128xf32>
    %s = arith.addf %l, %l : f32
    memref.store %s, %m[%i] : memref<128xf32>
  }
  cf.cond_br %c, ^bb1(%v39 : i32), ^bb2
^bb1(%x: i32):
  return %x : i32
^bb2:
  return %v38 : i32
}
func.func @f9(%a: i32, %b: i32, %m: memref<128xf32>, %c: i1) -> i32 {
  %v0 = arith.subi %b, %a : i32
  %v1 = arith.ori %v0, %v0 : i32
  %v2 = arith.ori %a, %a : i32
  %v3 = arith.subi %b, %v2 : i32
  %k3 = arith.constant 3 : i32
  %v4 = arith.addi %v2, %v0 : i32
  %v5 = arith.andi %v2, %v1 : i32
  %v6 = arith.subi %v4, %v1 : i32
  %v7 = arith.andi %v4, %v3 : i32
  %v8 = arith.xori %v1, %v4 : i32
  %v9 = arith.ori %b, %v2 : i32
  %v10 = arith.andi %v1, %a : i32
  %v11 = arith.ori %v5, %v9 : i32
  %v12 = arith.andi %v5, %v11 : i32
  %v13 = arith.andi %v0, %v9 : i32
  %k13 = arith.constant 4 : i32
  %v14 = arith.xori %v10, %b : i32
  %v15 = arith.muli %v11, %a : i32
  %v16 = arith.subi %v6, %a : i32
  %v17 = arith.xori %v1, %v6 : i32
  %v18 = arith.xori %v7, %k13 : i32
  %v19 = arith.ori %v14, %k13 : i32
  %v20 = arith.muli %v13, %v10 : i32
  %v21 = arith.xori %v13, %v10 : i32
  %v22 = arith.xori %v16, %v14 : i32
  %v23 = arith.muli %v11, %v6 : i32
  %k23 = arith.constant 1 : i32
  %v24 = arith.xori %v11, %v14 : i32
  %v25 = arith.subi %k13, %v20 : i32
  %v26 = arith.subi %v5, %v16 : i32
  %v27 = arith.addi %v23, %v0 : i32
  %v28 = arith.muli %v22, %v21 : i32
  %v29 = arith.muli %b, %v3 : i32
  %v30 = arith.addi %a, %v20 : i32
  %v31 = arith.muli %v24, %k13 : i32
  %v32 = arith.muli %v25, %v17 : i32
  %v33 = arith.andi %v24, %v4 : i32
  %k33 = arith.constant 3 : i32
  %v34 = arith.muli %v6, %v22 : i32
  %v35 = arith.subi %b, %v8 : i32
  %v36 = arith.muli %v19, %v5 : i32
  %v37 = arith.xori %v14, %v22 : i32
  %v38 = arith.muli %v27, %v14 : i32
  %v39 = arith.ori %v22, %v38 : i32
  %c0 = arith.constant 0 : index
  %c128 = arith.constant 128 : index
  %c1 = arith.constant 1 : index
  scf.for %i = %c0 to %c128 step %c1 {
    %l = memref.load %m[%i] : memref<128xf32>
    %s = arith.addf %l, %l : f32
    memref.store %s, %m[%i] : memref<128xf32>
  }
  cf.cond_br %c, ^bb1(%v39 : i32), ^bb2
^bb1(%x: i32):
  return %x : i32
^bb2:
  return %v38 : i32
}
func.func @f10(%a: i32, %b: i32, %m: memref<128xf32>, %c: i1) -> i32 {
  %v0 = arith.muli %b, %b : i32
  %v1 = arith.andi %a, %v0 : i32
  %v2 = arith.andi %v1, %v1 : i32
  %v3 = arith.addi %a, %b : i32
  %k3 = arith.constant 1 : i32
  %v4 = arith.subi %b, %v3 : i32
  %v5 = arith.addi %b, %v2 : i32
  %v6 = arith.subi %v4, %b : i32
  %v7 = arith.andi %v0, %a : i32
  %v8 = arith.addi %k3, %v6 : i32
  %v9 = arith.addi %v5, %v1 : i32
  %v10 = arith.xori %k3, %v3 : i32
  %v11 = arith.addi %v7, %b : i32
  %v12 = arith.ori %v5, %v7 : i32
  %v13 = arith.andi %v1, %v5 : i32
  %k13 = arith.constant 5 : i32
  %v14 = arith.muli %v3, %v12 : i32
  %v15 = arith.ori %b, %k3 : i32
  %v16 = arith.ori %v0, %v9 : i32
  %v17 = arith.addi %v11, %v6 : i32
  %v18 = arith.ori %v13, %v12 : i32
  %v19 = arith.andi %v1, %v15 : i32
  %v20 = arith.andi %v1, %v2 : i32
  %v21 = arith.andi %v15, %v18 : i32
  %v22 = arith.subi %v3, %v13 : i32
  %v23 = arith.muli %v10, %v19 : i32
  %k23 = arith.constant 4 : i32
  %v24 = arith.muli %v23, %v12 : i32
  %v25 = arith.ori %k23, %v21 : i32
  %v26 = arith.xori %v24, %k3 : i32
  %v27 = arith.xori %v17, %v26 : i32
  %v28 = arith.addi %a, %v18 : i32
  %v29 = arith.ori %k13, %v1 : i32
  %v30 = arith.xori %k23, %v15 : i32
  %v31 = arith.addi %v11, %v27 : i32
  %v32 = arith.muli %k13, %v12 : i32
  %v33 = arith.andi %v6, %v5 : i32
  %k33 = arith.constant 2 : i32
  %v34 = arith.subi %v22, %v30 : i32
  %v35 = arith.ori %v33, %v1 : i32
  %v36 = arith.xori %v33, %v27 : i32
  %v37 = arith.subi %v22, %k13 : i32
  %v38 = arith.muli %v25, %v15 : i32
  %v39 = arith.muli %v26, %v10 : i32
  %c0 = arith.constant 0 : index
  %c128 = arith.constant 128 : index
  %c1 = arith.constant 1 : index
  scf.for %i = %c0 to %c128 step %c1 {
    %l = memref.load %m[%i] : memref<128xf32>
    %s = arith.addf %l, %l : f32
    memref.store %s, %m[%i] : memref<128xf32>
  }
  cf.cond_br %c, ^bb1(%v39 : i32), ^bb2
^bb1(%x: i32):
  return %x : i32
^bb2:
  return %v38 : i32
}
func.func @f11(%a: i32, %b: i32, %m: memref<128xf32>, %c: i1) -> i32 {
  %v0 = arith.andi %b, %b : i32
  %v1 = arith.subi %b, %a : i32
  %v2 = arith.xori %b, %v1 : i32
  %v3 = arith.xori %b, %a : i32
  %k3 = arith.constant 4 : i32
  %v4 = arith.muli %v2, %v3 : i32
  %v5 = arith.subi %v1, %v3 : i32
  %v6 = arith.xori %v4, %v4 : i32
  %v7 = arith.muli %b, %v0 : i32
  %v8 = arith.subi %v2, %v1 : i32
  %v9 = arith.addi %v7, %v5 : i32
  %v10 = arith.ori %a, %v6 : i32
  %v11 = arith.subi %v7, %b : i32
  %v12 = arith.subi %v6, %v1 : i32
  %v13 = arith.xori %v6, %v10 : i32
  %k13 = arith.constant 2 : i32
  %v14 = arith.addi %a, %v6 : i32
  %v15 = arith.xori %v4, %v0 : i32
  %v16 = arith.ori %v4, %v5 : i32
  %v17 = arith.ori %v16, %v7 : i32
  %v18 = arith.muli %v15, %v13 : i32
  %v19 = arith.andi %a, %v1 : i32
  %v20 = arith.muli %v8, %v2 : i32
  %v21 = arith.addi %v5, %v20 : i32
  %v22 = arith.subi %v17, %v14 : i32
  %v23 = arith.addi %v8, %v0 : i32
  %k23 = arith.constant 0 : i32
  %v24 = arith.ori %v1, %v6 : i32
  %v25 = arith.muli %v4, %v5 : i32
  %v26 = arith.xori %b, %v8 : i32
  %v27 = arith.addi %v3, %v5 : i32
  %v28 = arith.andi %v19, %v12 : i32
  %v29 = arith.addi %v17, %k13 : i32
  %v30 = arith.addi %v27, %v16 : i32
  %v31 = arith.addi %v18, %v5 : i32
  %v32 = arith.xori %k13, %v21 : i32
  %v33 = arith.addi %v31, %v28 : i32
  %k33 = arith.constant 3 : i32
  %v34 = arith.xori %v22, %v29 : i32
  %v35 = arith.andi %v15, %v11 : i32
  %v36 = arith.ori %v15, %v30 : i32
  %v37 = arith.subi %v1, %v33 : i32
  %v38 = arith.xori %v4, %v8 : i32
  %v39 = arith.subi %v10, %v23 : i32
  %c0 = arith.constant 0 : index
  %c128 = arith.constant 128 : index
  %c1 = arith.constant 1 : index
  scf.for %i = %c0 to %c128 step %c1 {
    %l = memref.load %m[%i] : memref<128xf32>
    %s = arith.addf %l, %l : f32
    memref.store %s, %m[%i] : memref<128xf32>
  }
  cf.cond_br %c, ^bb1(%v39 : i32), ^bb2
^bb1(%x: i32):
  return %x : i32
^bb2:
  return %v38 : i32
}
func.func @f12(%a: i32, %b: i32, %m: memref<128xf32>, %c: i1) -> i32 {
  %v0 = arith.muli %a, %b : i32
  %v1 = arith.xori %b, %v0 : i32
  %v2 = arith.muli %v1, %b : i32
  %v3 = arith.andi %a, %v0 : i32
  %k3 = arith.constant 0 : i32
  %v4 = arith.ori %v2, %v0 : i32
  %v5 = arith.xori %a, %v2 : i32
  %v6 = arith.andi %v0, %v0 : i32
  %v7 = arith.addi %v6, %v0 : i32
  %v8 = arith.ori %v1, %v4 : i32
  %v9 = arith.muli %v3, %v2 : i32
  %v10 = arith.subi %v0, %v9 : i32
  %v11 = arith.andi %v10, %v4 : i32
  %v12 = arith.andi %b, %v6 : i32
  %v13 = arith.subi %v5, %v6 : i32
  %k13 = arith.constant 5 : i32
  %v14 = arith.ori %a, %k13 : i32
  %v15 = arith.addi %v2, %v9 : i32
  %v16 = arith.ori %k13, %v1 : i32
  %v17 = arith.andi %a, %v10 : i32
  %v18 = arith.xori %v17, %v10 : i32
  %v19 = arith.muli %v8, %v10 : i32
  %v20 = arith.andi %v15, %v11 : i32
  %v21 = arith.addi %v1, %v12 : i32
  %v22 = arith.addi %v16, %v18 : i32
  %v23 = arith.ori %a, %v21 : i32
  %k23 = arith.constant 0 : i32
  %v24 = arith.addi %v14, %v2 : i32
  %v25 = arith.xori %v13, %v20 : i32
  %v26 = arith.muli %k13, %v5 : i32
  %v27 = arith.xori %v18, %v25 : i32
  %v28 = arith.ori %v12, %v12 : i32
  %v29 = arith.addi %v18, %v7 : i32
  %v30 = arith.addi %v0, %v16 : i32
  %v31 = arith.andi %v18, %v13 : i32
  %v32 = arith.ori %v1, %v23 : i32
  %v33 = arith.andi %v20, %v18 : i32
  %k33 = arith.constant 2 : i32
  %v34 = arith.muli %k23, %v12 : i32
  %v35 = arith.ori %k33, %v28 : i32
  %v36 = arith.subi %v1, %v17 : i32
  %v37 = arith.ori %v4, %v27 : i32
  %v38 = arith.subi %v29, %v35 : i32
  %v39 = arith.ori %v26, %v17 : i32
  %c0 = arith.constant 0 : index
  %c128 = arith.constant 128 : index
  %c1 = arith.constant 1 : index
  scf.for %i = %c0 to %c128 step %c1 {
    %l = memref.load %m[%i] : memref<128xf32>
    %s = arith.addf %l, %l : f32
    memref.store %s, %m[%i] : memref<128xf32>
  }
  cf.cond_br %c, ^bb1(%v39 : i32), ^bb2
^bb1(%x: i32):
  return %x : i32
^bb2:
  return %v38 : i32
}
func.func @f13(%a: i32, %b: i32, %m: memref<128xf32>, %c: i1) -> i32 {
  %v0 = arith.ori %a, %a : i32
  %v1 = arith.andi %a, %b : i32
  %v2 = arith.ori %b, %v1 : i32
  %v3 = arith.ori %b, %a : i32
  %k3 = arith.constant 1 : i32
  %v4 = arith.muli %v0, %v3 : i32
  %v5 = arith.subi %v4, %v4 : i32
  %v6 = arith.muli %v4, %v1 : i32
  %v7 = arith.andi %v4, %k3 : i32
  %v8 = arith.xori %b, %v6 : i32
  %v9 = arith.andi %v2, %v0 : i32
  %v10 = arith.subi %a, %k3 : i32
  %v11 = arith.andi %b, %v9 : i32
  %v12 = arith.addi %v7, %b : i32
  %v13 = arith.subi %v11, %v9 : i32
  %k13 = arith.constant 5 : i32
  %v14 = arith.xori %v6, %v2 : i32
  %v15 = arith.subi %v13, %v1 : i32
  %v16 = arith.muli %a, %v11 : i32
  %v17 = arith.andi %v16, %v4 : i32
  %v18 = arith.xori %v9, %a : i32
  %v19 = arith.xori %v4, %v10 : i32
  %v20 = arith.subi %v17, %v3 : i32
  %v21 = arith.muli %v17, %v4 : i32
  %v22 = arith.addi %v20, %k13 : i32
  %v23 = arith.xori %v3, %v3 : i32
  %k23 = arith.constant 3 : i32
  %v24 = arith.xori %a, %v13 : i32
  %v25 = arith.subi %v10, %v4 : i32
  %v26 = arith.addi %v24, %v13 : i32
  %v27 = arith.ori %v9, %v2 : i32
  %v28 = arith.subi %v21, %v24 : i32
  %v29 = arith.addi %v1, %v20 : i32
  %v30 = arith.addi %k3, %v25 : i32
  %v31 = arith.addi %v28, %v12 : i32
  %v32 = arith.addi %b, %v15 : i32
  %v33 = arith.andi %k13, %v22 : i32
  %k33 = arith.constant 1 : i32
  %v34 = arith.xori %v5, %v30 : i32
  %v35 = arith.ori %v16, %v29 : i32
  %v36 = arith.ori %k23, %v27 : i32
  %v37 = arith.andi %v30, %v7 : i32
  %v38 = arith.ori %v21, %v20 : i32
  %v39 = arith.subi %v26, %k13 : i32
  %c0 = arith.constant 0 : index
  %c128 = arith.constant 128 : index
  %c1 = arith.constant 1 : index
  scf.for %i = %c0 to %c128 step %c1 {
    %l = memref.load %m[%i] : memref<128xf32>
    %s = arith.addf %l, %l : f32
    memref.store %s, %m[%i] : memref<128xf32>
  }
  cf.cond_br %c, ^bb1(%v39 : i32), ^bb2
^bb1(%x: i32):
  return %x : i32
^bb2:
  return %v38 : i32
}
func.func @f14(%a: i32, %b: i32, %m: memref<128xf32>, %c: i1) -> i32 {
  %v0 = arith.muli %a, %b : i32
  %v1 = arith.xori %b, %a : i32
  %v2 = arith.ori %a, %v0 : i32
  %v3 = arith.muli %b, %v0 : i32
  %k3 = arith.constant 2 : i32
  %v4 = arith.muli %v0, %v1 : i32
  %v5 = arith.muli %v4, %a : i32
  %v6 = arith.subi %v0, %v2 : i32
  %v7 = arith.subi %v1, %b : i32
  %v8 = arith.xori %v5, %v6 : i32
  %v9 = arith.subi %v5, %k3 : i32
  %v10 = arith.ori %v1, %v6 : i32
  %v11 = arith.subi %v5, %v4 : i32
  %v12 = arith.andi %v8, %v1 : i32
  %v13 = arith.addi %v0, %v2 : i32
  %k13 = arith.constant 5 : i32
  %v14 = arith.addi %a, %v9 : i32
  %v15 = arith.andi %v10, %v2 : i32
  %v16 = arith.xori %v15, %v2 : i32
  %v17 = arith.ori %k13, %k13 : i32
  %v18 = arith.addi %v4, %v9 : i32
  %v19 = arith.subi %v6, %k3 : i32
  %v20 = arith.ori %v19, %v9 : i32
  %v21 = arith.muli %v19, %v3 : i32
  %v22 = arith.subi %v6, %v18 : i32
  %v23 = arith.subi %v8, %v12 : i32
  %k23 = arith.constant 4 : i32
  %v24 = arith.muli %v0, %v13 : i32
  %v25 = arith.muli %k3, %v18 : i32
  %v26 = arith.andi %a, %v6 : i32
  %v27 = arith.xori %k3, %v19 : i32
  %v28 = arith.andi %v13, %v1 : i32
  %v29 = arith.addi %v16, %v7 : i32
  %v30 = arith.subi %k3, %v4 : i32
  %v31 = arith.andi %v12, %v10 : i32
  %v32 = arith.xori %v27, %v21 : i32
  %v33 = arith.addi %v10, %v20 : i32
  %k33 = arith.constant 5 : i32
  %v34 = arith.xori %v5, %v32 : i32
  %v35 = arith.muli %a, %v4 : i32
  %v36 = arith.subi %v31, %v20 : i32
  %v37 = arith.ori %v25, %v29 : i32
  %v38 = arith.xori %v11, %k13 : i32
  %v39 = arith.addi %v34, %v7 : i32
  %c0 = arith.constant 0 : index
  %c128 = arith.constant 128 : index
  %c1 = arith.constant 1 : index
  scf.for %i = %c0 to %c128 step %c1 {
    %l = memref.load %m[%i] : memref<128xf32>
    %s = arith.addf %l, %l : f32
    memref.store %s, %m[%i] : memref<128xf32>
  }
  cf.cond_br %c, ^bb1(%v39 : i32), ^bb2
^bb1(%x: i32):
  return %x : i32
^bb2:
  return %v38 : i32
}
func.func @f15(%a: i32, %b: i32, %m: memref<128xf32>, %c: i1) -> i32 {
  %v0 = arith.ori %a, %b : i32
  %v1 = arith.muli %v0, %b : i32
  %v2 = arith.andi %v0, %v1 : i32
  %v3 = arith.addi %b, %b : i32
  %k3 = arith.constant 4 : i32
  %v4 = arith.addi %v1, %k3 : i32
  %v5 = arith.addi %v4, %v1 : i32
  %v6 = arith.andi %v5, %v3 : i32
  %v7 = arith.subi %b, %b : i32
  %v8 = arith.ori %a, %k3 : i32
  %v9 = arith.andi %v1, %v0 : i32
  %v10 = arith.xori %v5, %v1 : i32
  %v11 = arith.xori %k3, %v5 : i32
  %v12 = arith.muli %v1, %v1 : i32
  %v13 = arith.muli %v0, %v7 : i32
  %k13 = arith.constant 0 : i32
  %v14 = arith.andi %b, %v3 : i32
  %v15 = arith.subi %v6, %v12 : i32
  %v16 = arith.addi %v14, %v13 : i32
  %v17 = arith.addi %v14, %v9 : i32
  %v18 = arith.addi %v9, %v13 : i32
  %v19 = arith.xori %v16, %v6 : i32
  %v20 = arith.andi %v5, %v8 : i32
  %v21 = arith.andi %b, %k13 : i32
  %v22 = arith.andi %a, %v10 : i32
  %v23 = arith.muli %v14, %v19 : i32
  %k23 = arith.constant 2 : i32
  %v24 = arith.subi %v15, %v14 : i32
  %v25 = arith.xori %v23, %v5 : i32
  %v26 = arith.addi %v23, %v15 : i32
  %v27 = arith.muli %v22, %v21 : i32
  %v28 = arith.xori %b, %v4 : i32
  %v29 = arith.addi %v28, %a : i32
  %v30 = arith.addi %v17, %v17 : i32
  %v31 = arith.muli %v30, %v0 : i32
  %v32 = arith.ori %v19, %v2 : i32
  %v33 = arith.andi %v3, %v29 : i32
  %k33 = arith.constant 3 : i32
  %v34 = arith.muli %v27, %v29 : i32
  %v35 = arith.addi %v7, %v16 : i32
  %v36 = arith.muli %v10, %v6 : i32
  %v37 = arith.xori %v6, %v32 : i32
  %v38 = arith.addi %v21, %v16 : i32
  %v39 = arith.xori %v22, %v19 : i32
  %c0 = arith.constant 0 : index
  %c128 = arith.constant 128 : index
  %c1 = arith.constant 1 : index
  scf.for %i = %c0 to %c128 step %c1 {
    %l = memref.load %m[%i] : memref<128xf32>
    %s = arith.addf %l, %l : f32
    memref.store %s, %m[%i] : memref<128xf32>
  }
  cf.cond_br %c, ^bb1(%v39 : i32), ^bb2
^bb1(%x: i32):
  return %x : i32
^bb2:
  return %v38 : i32
}
func.func @f16(%a: i32, %b: i32, %m: memref<128xf32>, %c: i1) -> i32 {
  %v0 = arith.muli %b, %b : i32
  %v1 = arith.addi %v0, %a : i32
  %v2 = arith.ori %b, %v0 : i32
  %v3 = arith.andi %v2, %v0 : i32
  %k3 = arith.constant 4 : i32
  %v4 = arith.xori %a, %a : i32
  %v5 = arith.ori %v0, %v2 : i32
  %v6 = arith.andi %b, %v0 : i32
  %v7 = arith.muli %v5, %v2 : i32
  %v8 = arith.subi %v1, %b : i32
  %v9 = arith.muli %v8, %v4 : i32
  %v10 = arith.addi %v8, %v5 : i32
  %v11 = arith.muli %v9, %v10 : i32
  %v12 = arith.subi %v10, %v5 : i32
  %v13 = arith.addi %v7, %v7 : i32
  %k13 = arith.constant 2 : i32
  %v14 = arith.xori %v2, %b : i32
  %v15 = arith.andi %v8, %b : i32
  %v16 = arith.addi %v7, %v10 : i32
  %v17 = arith.ori %v3, %k13 : i32
  %v18 = arith.addi %v14, %v17 : i32
  %v19 = arith.ori %v13, %v10 : i32
  %v20 = arith.subi %k3, %v4 : i32
  %v21 = arith.addi %v14, %v2 : i32
  %v22 = arith.xori %v13, %v1 : i32
  %v23 = arith.ori %v5, %v11 : i32
  %k23 = arith.constant 1 : i32
  %v24 = arith.addi %v8, %v11 : i32
  %v25 = arith.muli %v24, %v15 : i32
  %v26 = arith.ori %v8, %v4 : i32
  %v27 = arith.ori %a, %a : i32
  %v28 = arith.andi %v0, %v7 : i32
  %v29 = arith.muli %v0, %a : i32
  %v30 = arith.subi %v3, %v28 : i32
  %v31 = arith.subi %v0, %v28 : i32
  %v32 = arith.subi %v10, %k23 : i32
  %v33 = arith.muli %v12, %v26 : i32
  %k33 = arith.constant 4 : i32
  %v34 = arith.muli %v16, %v21 : i32
  %v35 = arith.ori %v2, %v9 : i32
  %v36 = arith.xori %v8, %v9 : i32
  %v37 = arith.ori %k33, %v15 : i32
  %v38 = arith.xori %v23, %k33 : i32
  %v39 = arith.andi %v19, %b : i32
  %c0 = arith.constant 0 : index
  %c128 = arith.constant 128 : index
  %c1 = arith.constant 1 : index
  scf.for %i = %c0 to %c128 step %c1 {
    %l = memref.load %m[%i] : memref<128xf32>
    %s = arith.addf %l, %l : f32
    memref.store %s, %m[%i] : memref<128xf32>
  }
  cf.cond_br %c, ^bb1(%v39 : i32), ^bb2
^bb1(%x: i32):
  return %x : i32
^bb2:
  return %v38 : i32
}
func.func @f17(%a: i32, %b: i32, %m: memref<128xf32>, %c: i1) -> i32 {
  %v0 = arith.andi %a, %a : i32
  %v1 = arith.ori %v0, %v0 : i32
  %v2 = arith.ori %v1, %v0 : i32
  %v3 = arith.muli %a, %v1 : i32
  %k3 = arith.constant 1 : i32
  %v4 = arith.ori %v2, %k3 : i32
  %v5 = arith.andi %v4, %v4 : i32
  %v6 = arith.xori %v4, %v0 : i32
  %v7 = arith.muli %v5, %v2 : i32
  %v8 = arith.xori %k3, %v6 : i32
  %v9 = arith.xori %v2, %v2 : i32
  %v10 = arith.muli %a, %v6 : i32
  %v11 = arith.addi %v9, %v4 : i32
  %v12 = arith.andi %v11, %v3 : i32
  %v13 = arith.subi %v11, %k3 : i32
  %k13 = arith.constant 5 : i32
  %v14 = arith.andi %v7, %v2 : i32
  %v15 = arith.andi %v10, %b : i32
  %v16 = arith.ori %v1, %v8 : i32
  %v17 = arith.addi %v5, %k13 : i32
  %v18 = arith.ori %b, %v6 : i32
  %v19 = arith.andi %a, %v7 : i32
  %v20 = arith.muli %v6, %v14 : i32
  %v21 = arith.addi %k3, %v18 : i32
  %v22 = arith.addi %v7, %v1 : i32
  %v23 = arith.ori %v22, %v16 : i32
  %k23 = arith.constant 0 : i32
  %v24 = arith.subi %v20, %v18 : i32
  %v25 = arith.muli %v10, %v15 : i32
  %v26 = arith.muli %v4, %a : i32
  %v27 = arith.ori %v8, %v19 : i32
  %v28 = arith.muli %v14, %v20 : i32
  %v29 = arith.andi %v28, %v24 : i32
  %v30 = arith.addi %v9, %v22 : i32
  %v31 = arith.subi %v0, %v12 : i32
  %v32 = arith.ori %v11, %v12 : i32
  %v33 = arith.ori %v21, %v20 : i32
  %k33 = arith.constant 1 : i32
  %v34 = arith.xori %v6, %v15 : i32
  %v35 = arith.ori %v19, %a : i32
  %v36 = arith.ori %v15, %k23 : i32
  %v37 = arith.andi %v7, %v6 : i32
  %v38 = arith.addi %v19, %v23 : i32
  %v39 = arith.xori %v17, %v27 : i32
  %c0 = arith.constant 0 : index
  %c128 = arith.constant 128 : index
  %c1 = arith.constant 1 : index
  scf.for %i = %c0 to %c128 step %c1 {
    %l = memref.load %m[%i] : memref<128xf32>
    %s = arith.addf %l, %l : f32
    memref.store %s, %m[%i] : memref<128xf32>
  }
  cf.cond_br %c, ^bb1(%v39 : i32), ^bb2
^bb1(%x: i32):
  return %x : i32
^bb2:
  return %v38 : i32
}
func.func @f18(%a: i32, %b: i32, %m: memref<128xf32>, %c: i1) -> i32 {
  %v0 = arith.andi %b, %a : i32
  %v1 = arith.xori %v0, %b : i32
  %v2 = arith.xori %v0, %v1 : i32
  %v3 = arith.addi %v0, %a : i32
  %k3 = arith.constant 5 : i32
  %v4 = arith.andi %a, %v2 : i32
  %v5 = arith.subi %v2, %k3 : i32
  %v6 = arith.muli %v1, %a : i32
  %v7 = arith.addi %v6, %v5 : i32
  %v8 = arith.xori %v5, %v0 : i32
  %v9 = arith.subi %v2, %a : i32
  %v10 = arith.addi %v1, %a : i32
  %v11 = arith.ori %a, %k3 : i32
  %v12 = arith.ori %v8, %v10 : i32
  %v13 = arith.addi %v0, %b : i32
  %k13 = arith.constant 0 : i32
  %v14 = arith.addi %k13, %v7 : i32
  %v15 = arith.muli %a, %a : i32
  %v16 = arith.xori %k3, %v12 : i32
  %v17 = arith.subi %v5, %v6 : i32
  %v18 = arith.xori %k13, %v13 : i32
  %v19 = arith.muli %v4, %v3 : i32
  %v20 = arith.subi %v9, %b : i32
  %v21 = arith.subi %k13, %v18 : i32
  %v22 = arith.andi %b, %v7 : i32
  %v23 = arith.muli %v10, %v1 : i32
  %k23 = arith.constant 0 : i32
  %v24 = arith.xori %v3, %v13 : i32
  %v25 = arith.ori %v0, %v20 : i32
  %v26 = arith.subi %k3, %v4 : i32
  %v27 = arith.subi %v15, %k3 : i32
  %v28 = arith.addi %v16, %v6 : i32
  %v29 = arith.addi %k23, %v6 : i32
  %v30 = arith.subi %v0, %v14 : i32
  %v31 = arith.muli %v1, %v3 : i32
  %v32 = arith.andi %v9, %v11 : i32
  %v33 = arith.ori %v8, %v4 : i32
  %k33 = arith.constant 0 : i32
  %v34 = arith.subi %v1, %v4 : i32
  %v35 = arith.addi %v11, %v14 : i32
  %v36 = arith.ori %v13, %v28 : i32
  %v37 = arith.andi %v12, %v0 : i32
  %v38 = arith.ori %v13, %v9 : i32
  %v39 = arith.muli %v18, %v18 : i32
  %c0 = arith.constant 0 : index
  %c128 = arith.constant 128 : index
  %c1 = arith.constant 1 : index
  scf.for %i = %c0 to %c128 step %c1 {
    %l = memref.load %m[%i] : memref<128xf32>
    %s = arith.addf %l, %l : f32
    memref.store %s, %m[%i] : memref<128xf32>
  }
  cf.cond_br %c, ^bb1(%v39 : i32), ^bb2
^bb1(%x: i32):
  return %x : i32
^bb2:
  return %v38 : i32
}
func.func @f19(%a: i32, %b: i32, %m: memref<128xf32>, %c: i1) -> i32 {
  %v0 = arith.andi %b, %b : i32
  %v1 = arith.addi %b, %a : i32
  %v2 = arith.andi %v0, %b : i32
  %v3 = arith.xori %a, %b : i32
  %k3 = arith.constant 0 : i32
  %v4 = arith.andi %v0, %v2 : i32
  %v5 = arith.muli %v3, %v3 : i32
  %v6 = arith.andi %v4, %v3 : i32
  %v7 = arith.muli %v3, %k3 : i32
  %v8 = arith.andi %v5, %a : i32
  %v9 = arith.muli %v0, %v2 : i32
  %v10 = arith.subi %v2, %v6 : i32
  %v11 = arith.subi %v10, %v5 : i32
  %v12 = arith.ori %v8, %v0 : i32
  %v13 = arith.subi %v11, %v2 : i32
  %k13 = arith.constant 1 : i32
  %v14 = arith.subi %v0, %v5 : i32
  %v15 = arith.subi %v8, %v7 : i32
  %v16 = arith.subi %v5, %v12 : i32
  %v17 = arith.muli %v0, %v10 : i32
  %v18 = arith.subi %k13, %v8 : i32
  %v19 = arith.andi %v1, %v2 : i32
  %v20 = arith.ori %v7, %v0 : i32
  %v21 = arith.ori %v3, %v12 : i32
  %v22 = arith.xori %b, %b : i32
  %v23 = arith.ori %k3, %v16 : i32
  %k23 = arith.constant 2 : i32
  %v24 = arith.ori %v8, %v13 : i32
  %v25 = arith.muli %v23, %v23 : i32
  %v26 = arith.xori %v16, %v21 : i32
  %v27 = arith.ori %v19, %v17 : i32
  %v28 = arith.ori %v4, %v8 : i32
  %v29 = arith.andi %v0, %k13 : i32
  %v30 = arith.xori %v10, %v1 : i32
  %v31 = arith.subi %v15, %v16 : i32
  %v32 = arith.xori %v21, %v12 : i32
  %v33 = arith.muli %v1, %v11 : i32
  %k33 = arith.constant 2 : i32
  %v34 = arith.ori %v31, %a : i32
  %v35 = arith.subi %k3, %v5 : i32
  %v36 = arith.subi %v19, %v27 : i32
  %v37 = arith.muli %v6, %v7 : i32
  %v38 = arith.subi %v2, %v15 : i32
  %v39 = arith.xori %v27, %v27 : i32
  %c0 = arith.constant 0 : index
  %c128 = arith.constant 128 : index
  %c1 = arith.constant 1 : index
  scf.for %i = %c0 to %c128 step %c1 {
    %l = memref.load %m[%i] : memref<128xf32>
    %s = arith.addf %l, %l : f32
    memref.store %s, %m[%i] : memref<128xf32>
  }
  cf.cond_br %c, ^bb1(%v39 : i32), ^bb2
^bb1(%x: i32):
  return %x : i32
^bb2:
  return %v38 : i32
}
