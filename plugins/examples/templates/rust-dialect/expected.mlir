module {
  func.func @f(%arg0: !@IDENT@.length<1>, %arg1: !@IDENT@.length<10>) -> !@IDENT@.length<10> {
    %0 = @IDENT@.convert %arg0 : !@IDENT@.length<1> to !@IDENT@.length<10>
    %1 = @IDENT@.add %0, %arg1 : !@IDENT@.length<10>
    return %1 : !@IDENT@.length<10>
  }
}

