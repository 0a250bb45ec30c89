//! The declaration is one that a driver can read.

use crate::arith;
use plugopt_descriptor::{Descriptor, HookId};

#[test]
fn every_hook_has_its_role() {
    let descriptor = Descriptor::new(&arith::DESCRIPTOR).unwrap();
    assert_eq!(descriptor.dialect_name(), Some("arith"));
    assert_eq!(descriptor.hook_count(), arith::HOOKS.len());
    for (index, hook) in arith::HOOKS.iter().enumerate() {
        assert_eq!(u32::from(descriptor.hook(HookId(index as u32)).unwrap().role.code()), hook.role.0);
    }
    assert_eq!(descriptor.op_names().count(), 51);
}
