use super::*;
use crate::Context;

#[test]
fn constants_go_right() {
    let context = Context::new();
    let sum = context.affine_add(context.affine_constant(4), context.affine_dim(0));
    let mut text = Vec::new();
    print_expr(&context, sum, &mut text);
    assert_eq!(text, b"d0 + 4");
}
