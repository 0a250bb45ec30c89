func.func @f(%a: !@IDENT@.length<1>, %b: !@IDENT@.length<10>) -> !@IDENT@.length<10> {
  %0 = @IDENT@.convert %a : !@IDENT@.length<1> to !@IDENT@.length<10>
  %1 = @IDENT@.convert %b : !@IDENT@.length<10> to !@IDENT@.length<10>
  %2 = @IDENT@.add %0, %1 : !@IDENT@.length<10>
  return %2 : !@IDENT@.length<10>
}
