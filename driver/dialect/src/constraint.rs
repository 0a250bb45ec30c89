//! Constraints on types and attributes.

use crate::hooks::DialectHooks;
use crate::registry::Registry;
use plugopt_descriptor::ConstraintDecl;
use plugopt_ir::Context;
use std::sync::{Arc, LazyLock};

/// A constraint of a declaration.
pub struct Constraint {
    /// As declared: its summary, and what formats ask of it.
    pub decl: ConstraintDecl,
}

impl Constraint {
    /// The constraint of a declaration.
    ///
    /// Hooks that it names are those of `owner`.
    pub fn new(
        _context: &Context,
        _registry: &Registry,
        _owner: &Arc<dyn DialectHooks>,
        decl: ConstraintDecl,
    ) -> Constraint {
        Constraint { decl }
    }

    /// That of the attributes `operandSegmentSizes` and `resultSegmentSizes`.
    pub(crate) fn segment_sizes() -> Arc<Constraint> {
        use plugopt_descriptor::{AttrKind, Class, Predicate, Sort};
        static SIZES: LazyLock<Arc<Constraint>> = LazyLock::new(|| {
            Arc::new(Constraint {
                decl: ConstraintDecl {
                    name: "DenseI32ArrayAttr".into(),
                    summary: "i32 dense array attribute".into(),
                    sort: Sort::Attr,
                    predicate: Predicate::AttrIs(AttrKind::DenseI32Array),
                    class: Class::Attr(AttrKind::DenseI32Array),
                    ..ConstraintDecl::default()
                },
            })
        });
        SIZES.clone()
    }
}
