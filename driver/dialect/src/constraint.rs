//! Constraints on types and attributes, evaluated.
//!
//! A constraint keeps a few of the types that satisfied it last, so that the common question costs one load and one comparison;
//! types are immutable, so that an answer stays right. A named type's body is set once, and no predicate asks for it.

use crate::hooks::DialectHooks;
use crate::registry::Registry;
use plugopt_descriptor::{
    AttrKind, ConstraintDecl, FloatKind as DeclFloat, Predicate, Scalability, Signedness as DeclSignedness, Sort,
    TypeClass,
};
use plugopt_ir::affine::{AffineExprData, AffineExprs};
use plugopt_ir::attributes::AttrData;
use plugopt_ir::types::{DYNAMIC, Signedness, TypeData};
use plugopt_ir::{AffineExpr, Attribute, Context, DefId, FloatKind, Int, Type};
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Arc, LazyLock, OnceLock};

const KEPT: usize = 8;

/// A constraint of a declaration.
pub struct Constraint {
    /// As declared: its summary, and what formats ask of it.
    pub decl: ConstraintDecl,
    owner: Option<Arc<dyn DialectHooks>>,
    fast: Fast,
    kept: [AtomicU32; KEPT],
    constants: OnceLock<Constants>,
}

/// The attributes that `EqualTo` compares with, by their texts.
type Constants = Box<[(Box<str>, Attribute)]>;

/// The commonest predicates.
enum Fast {
    /// Always holds.
    Any,
    /// A type, an attribute or neither of the definition.
    Definition(DefId),
    /// A builtin attribute of one kind.
    Kind(AttrKind),
    /// All others.
    General,
}

/// What a predicate is asked about.
#[derive(Clone, Copy)]
enum Item {
    Type(Type),
    Attr(Attribute),
}

impl Constraint {
    /// The constraint of a declaration. Hooks that it names are those of `owner`.
    pub fn new(registry: &Registry, owner: Option<Arc<dyn DialectHooks>>, decl: ConstraintDecl) -> Constraint {
        let fast = match &decl.predicate {
            Predicate::True => Fast::Any,
            Predicate::Defined(name) => Fast::Definition(registry.def_id(decl.sort == Sort::Attr, name)),
            Predicate::AttrIs(kind) => Fast::Kind(*kind),
            _ => Fast::General,
        };
        Constraint::with(fast, owner, decl)
    }

    fn with(fast: Fast, owner: Option<Arc<dyn DialectHooks>>, decl: ConstraintDecl) -> Constraint {
        Constraint { decl, owner, fast, kept: Default::default(), constants: OnceLock::new() }
    }

    /// That of the attributes `operandSegmentSizes` and `resultSegmentSizes`.
    pub(crate) fn segment_sizes() -> Arc<Constraint> {
        use plugopt_descriptor::Class;
        static SIZES: LazyLock<Arc<Constraint>> = LazyLock::new(|| {
            let decl = ConstraintDecl {
                name: "DenseI32ArrayAttr".into(),
                summary: "i32 dense array attribute".into(),
                sort: Sort::Attr,
                predicate: Predicate::AttrIs(AttrKind::DenseI32Array),
                class: Class::Attr(AttrKind::DenseI32Array),
                ..ConstraintDecl::default()
            };
            Arc::new(Constraint::with(Fast::Kind(AttrKind::DenseI32Array), None, decl))
        });
        SIZES.clone()
    }

    /// One that nothing satisfies: for a reference that leads nowhere.
    pub(crate) fn never() -> Arc<Constraint> {
        static NEVER: LazyLock<Arc<Constraint>> = LazyLock::new(|| {
            let predicate = Predicate::Not(Box::new(Predicate::True));
            Arc::new(Constraint::with(Fast::General, None, ConstraintDecl { predicate, ..ConstraintDecl::default() }))
        });
        NEVER.clone()
    }

    /// What the verifier prints.
    pub fn summary(&self) -> &str {
        &self.decl.summary
    }

    /// Whether every type or attribute satisfies it.
    pub fn is_any(&self) -> bool {
        matches!(self.fast, Fast::Any)
    }

    /// Whether a type satisfies it.
    #[inline]
    pub fn holds_for_type(&self, context: &Context, ty: Type) -> bool {
        if matches!(self.fast, Fast::Any) {
            return true;
        }
        let slot = &self.kept[ty.0 as usize % KEPT];
        if slot.load(Ordering::Relaxed) == ty.0 && !ty.is_none() {
            return true;
        }
        let holds = self.evaluate_type(context, ty);
        if holds {
            slot.store(ty.0, Ordering::Relaxed);
        }
        holds
    }

    #[cold]
    fn evaluate_type(&self, context: &Context, ty: Type) -> bool {
        self.holds(context, &self.decl.predicate, Item::Type(ty), true)
    }

    /// Whether an attribute satisfies it.
    pub fn holds_for_attr(&self, context: &Context, attr: Attribute) -> bool {
        match self.fast {
            Fast::Any => true,
            Fast::Definition(id) => match context.attr_data(attr) {
                AttrData::Dialect { definition, .. } => *definition == id,
                AttrData::Opaque { .. } => is_unknown_of(context, Item::Attr(attr), Registry::of(context).def_name(id)),
                _ => false,
            },
            Fast::Kind(kind) => is_kind(context, attr, kind),
            Fast::General => self.holds(context, &self.decl.predicate, Item::Attr(attr), true),
        }
    }

    fn constant(&self, context: &Context, text: &str) -> Attribute {
        let collect = || {
            let mut texts = Vec::new();
            collect_constants(&self.decl.predicate, &mut texts);
            let registry = Registry::of(context);
            texts
                .into_iter()
                .map(|text| (text.into(), registry.parse_attribute(context, text).unwrap_or(Attribute::NONE)))
                .collect()
        };
        let constants = self.constants.get_or_init(collect);
        constants.iter().find(|(t, _)| **t == *text).map_or(Attribute::NONE, |(_, attr)| *attr)
    }

    /// Whether a predicate holds; `unknown` where only the definition of a type or attribute whose dialect is unknown could tell.
    fn holds(&self, context: &Context, predicate: &Predicate, item: Item, unknown: bool) -> bool {
        let type_data = || match item {
            Item::Type(ty) => context.type_data(ty),
            Item::Attr(_) => &TypeData::Absent,
        };
        let ty_of = |item: Item| match item {
            Item::Type(ty) => ty,
            Item::Attr(_) => Type::NONE,
        };
        let attr_data = || match item {
            Item::Type(_) => &AttrData::Absent,
            Item::Attr(attr) => context.attr_data(attr),
        };
        let int = || match attr_data() {
            AttrData::Integer { value, .. } => Some(value),
            _ => None,
        };
        match predicate {
            Predicate::True => true,
            Predicate::And(all) => all.iter().all(|p| self.holds(context, p, item, unknown)),
            Predicate::Or(any) => any.iter().any(|p| self.holds(context, p, item, unknown)),
            Predicate::Not(p) => !self.holds(context, p, item, !unknown),
            Predicate::Hook(hook) => self.owner.as_ref().is_some_and(|owner| match item {
                Item::Type(ty) => owner.type_predicate(*hook, context, ty),
                Item::Attr(attr) => owner.attr_predicate(*hook, context, attr),
            }),

            Predicate::Integer { width, signedness } => match type_data() {
                TypeData::Integer { width: w, signedness: s } => {
                    width.is_none_or(|width| width == *w)
                        && signedness.is_none_or(|signedness| signedness_of(signedness) == *s)
                }
                _ => false,
            },
            Predicate::Float(kind) => match type_data() {
                TypeData::Float(found) => kind.is_none_or(|kind| float_of(kind) == *found),
                _ => false,
            },
            Predicate::TypeIs(class) => is_class(context, ty_of(item), *class),
            Predicate::ValueSemantics => match type_data() {
                TypeData::Vector { .. } | TypeData::RankedTensor { .. } | TypeData::UnrankedTensor(_) => true,
                TypeData::Opaque { .. } => unknown,
                _ => has_trait(context, item, "ValueSemantics"),
            },
            Predicate::Opaque { dialect, name } => match type_data() {
                TypeData::Opaque { dialect: d, body } => {
                    context.bytes(*d) == dialect.as_bytes() && *body.text == *name.as_bytes() && body.inner.is_empty()
                }
                _ => false,
            },
            Predicate::Scalability(which) => match type_data() {
                TypeData::Vector { shape, scalable, .. } => {
                    let is_scalable = |dim: usize| scalable.get(dim).copied().unwrap_or(false);
                    match which {
                        Scalability::Fixed => !scalable.contains(&true),
                        Scalability::Any => scalable.contains(&true),
                        Scalability::OnlyTrailing => shape
                            .len()
                            .checked_sub(1)
                            .is_some_and(|last| is_scalable(last) && !(0..last).any(is_scalable)),
                        Scalability::All => !shape.is_empty() && (0..shape.len()).all(is_scalable),
                    }
                }
                _ => false,
            },
            Predicate::Element(p) => match type_data() {
                TypeData::Complex(element) => self.holds(context, p, Item::Type(*element), unknown),
                _ => element_of(context, ty_of(item))
                    .is_some_and(|element| self.holds(context, p, Item::Type(element), unknown)),
            },
            Predicate::ElementOrSelf(p) => {
                let ty = ty_of(item);
                self.holds(context, p, Item::Type(element_of(context, ty).unwrap_or(ty)), unknown)
            }
            Predicate::HasRank => shape_of(context, ty_of(item)).is_some(),
            Predicate::RankIn(ranks) => {
                shape_of(context, ty_of(item)).is_some_and(|shape| ranks.iter().any(|&r| r as usize == shape.len()))
            }
            Predicate::MinRank(rank) => {
                shape_of(context, ty_of(item)).is_some_and(|shape| shape.len() >= *rank as usize)
            }
            Predicate::StaticShape => shape_of(context, ty_of(item)).is_some_and(|shape| !shape.contains(&DYNAMIC)),
            Predicate::Shape(wanted) => shape_of(context, ty_of(item)).is_some_and(|shape| *shape == **wanted),
            Predicate::ElementCountIn(counts) => {
                element_count(context, ty_of(item)).is_some_and(|count| counts.contains(&count))
            }
            Predicate::MinElementCount(min) => element_count(context, ty_of(item)).is_some_and(|count| count >= *min),
            Predicate::MaxElementCount(max) => element_count(context, ty_of(item)).is_some_and(|count| count <= *max),
            Predicate::DimIn { dim, sizes } => shape_of(context, ty_of(item)).is_some_and(|shape| {
                let at = if *dim < 0 { shape.len() as i64 + dim } else { *dim };
                let size = usize::try_from(at).ok().and_then(|at| shape.get(at));
                size.is_some_and(|size| sizes.contains(size))
            }),
            Predicate::Strided => match type_data() {
                TypeData::MemRef { layout, shape, .. } => is_strided(context, *layout, shape.len()),
                _ => false,
            },
            Predicate::IdentityLayout => match type_data() {
                TypeData::MemRef { layout, .. } => layout.is_none(),
                _ => false,
            },
            Predicate::MemorySpace(p) => match type_data() {
                TypeData::MemRef { memory_space, .. } | TypeData::UnrankedMemRef { memory_space, .. } => {
                    self.holds(context, p, Item::Attr(*memory_space), unknown)
                }
                _ => false,
            },
            Predicate::TupleOf(p) => match type_data() {
                TypeData::Tuple(types) => types.iter().all(|&ty| self.holds(context, p, Item::Type(ty), unknown)),
                _ => false,
            },
            Predicate::NestedTupleOf(p) => {
                let TypeData::Tuple(types) = type_data() else { return false };
                let mut todo: Vec<Type> = types.to_vec();
                while let Some(ty) = todo.pop() {
                    match context.type_data(ty) {
                        TypeData::Tuple(types) => todo.extend(types.iter().copied()),
                        _ if !self.holds(context, p, Item::Type(ty), unknown) => return false,
                        _ => {}
                    }
                }
                true
            }

            Predicate::Defined(name) => {
                is_unknown_of(context, item, name)
                    || definition_of(context, item).is_some_and(|id| Registry::of(context).def_name(id) == name)
            }
            Predicate::Interface(_) | Predicate::Trait(_) | Predicate::Param(..) if is_unknown(context, item) => {
                unknown
            }
            Predicate::Interface(name) => has_interface(context, item, name),
            Predicate::Trait(name) => has_trait(context, item, name),
            Predicate::Param(name, p) => {
                let Some((id, parameters)) = parameters_of(context, item) else { return false };
                let registry = Registry::of(context);
                let index = registry.def(context, id).and_then(|def| def.param_index(name));
                let Some(&value) = index.and_then(|index| parameters.get(index)) else { return false };
                match context.attr_data(value) {
                    AttrData::Type(ty) => self.holds(context, p, Item::Type(*ty), unknown),
                    _ => self.holds(context, p, Item::Attr(value), unknown),
                }
            }

            Predicate::AttrIs(kind) => match item {
                Item::Attr(attr) => is_kind(context, attr, *kind),
                Item::Type(_) => false,
            },
            Predicate::ValueType(p) => match item {
                Item::Attr(attr) => match value_type(context, attr) {
                    Type::NONE => false,
                    ty => {
                        // Elements attributes are asked for the type of their elements by `Element`.
                        self.holds(context, p, Item::Type(ty), unknown)
                    }
                },
                Item::Type(_) => false,
            },
            Predicate::TypeValue(p) => match attr_data() {
                AttrData::Type(ty) => self.holds(context, p, Item::Type(*ty), unknown),
                _ => false,
            },
            Predicate::Items(p) => match attr_data() {
                AttrData::Array(items) => items.iter().all(|&item| self.holds(context, p, Item::Attr(item), unknown)),
                _ => false,
            },
            Predicate::IsNull => matches!(item, Item::Attr(attr) if attr.is_none()),
            Predicate::EqualTo(text) => match item {
                Item::Attr(attr) => !attr.is_none() && self.constant(context, text) == attr,
                Item::Type(_) => false,
            },
            Predicate::IntIn(values) => int().and_then(signed).is_some_and(|value| values.contains(&value)),
            Predicate::IntNotEqual(other) => int().is_some_and(|value| signed(value) != Some(*other)),
            Predicate::IntMin(min) => int().is_some_and(|value| match signed(value) {
                Some(value) => value >= *min,
                None => !value.is_negative(),
            }),
            Predicate::IntMax(max) => int().is_some_and(|value| match signed(value) {
                Some(value) => value <= *max,
                None => value.is_negative(),
            }),
            Predicate::IntNonNegative => int().is_some_and(|value| !value.is_negative()),
            Predicate::IntPositive => int().is_some_and(|value| !value.is_negative() && !value.is_zero()),
            Predicate::IntPowerOf2 => int().is_some_and(Int::is_power_of_two),
            Predicate::IntBits(bits) => {
                int().is_some_and(|value| value.to_u64().is_some_and(|value| value & !bits == 0))
            }
            Predicate::Count { min, max } => {
                let count = match attr_data() {
                    AttrData::Array(items) => items.len(),
                    AttrData::DenseArray { element, data } => {
                        data.len() / context.dense_element_bytes(*element).unwrap_or(1).max(1)
                    }
                    _ => return false,
                };
                count >= *min as usize && max.is_none_or(|max| count <= max as usize)
            }
            Predicate::DensePositive => dense_ints(context, attr_data()).is_some_and(|mut v| v.all(|v| v > 0)),
            Predicate::DenseNonNegative => dense_ints(context, attr_data()).is_some_and(|mut v| v.all(|v| v >= 0)),
            Predicate::DenseSorted => dense_ints(context, attr_data()).is_some_and(|v| v.is_sorted()),
            Predicate::DenseStrictlySorted => {
                dense_ints(context, attr_data()).is_some_and(|v| v.is_sorted_by(|a, b| a < b))
            }
            Predicate::NthInt { index, min, max } => match attr_data() {
                AttrData::Array(items) => {
                    let value = items.get(*index as usize).and_then(|&item| match context.attr_data(item) {
                        AttrData::Integer { value, .. } => signed(value),
                        _ => None,
                    });
                    value.is_some_and(|v| min.is_none_or(|min| v >= min) && max.is_none_or(|max| v <= max))
                }
                _ => false,
            },
        }
    }
}

fn collect_constants<'a>(predicate: &'a Predicate, into: &mut Vec<&'a str>) {
    match predicate {
        Predicate::EqualTo(text) => into.push(text),
        Predicate::And(all) | Predicate::Or(all) => all.iter().for_each(|p| collect_constants(p, into)),
        Predicate::Not(p)
        | Predicate::Element(p)
        | Predicate::ElementOrSelf(p)
        | Predicate::MemorySpace(p)
        | Predicate::TupleOf(p)
        | Predicate::NestedTupleOf(p)
        | Predicate::Param(_, p)
        | Predicate::ValueType(p)
        | Predicate::TypeValue(p)
        | Predicate::Items(p) => collect_constants(p, into),
        _ => {}
    }
}

/// Sign extended, as C++ has it (`getSExtValue`, or `getInt` for the cases of an enum).
fn signed(value: &Int) -> Option<i64> {
    value.to_i64()
}

fn signedness_of(signedness: DeclSignedness) -> Signedness {
    match signedness {
        DeclSignedness::Signless => Signedness::Signless,
        DeclSignedness::Signed => Signedness::Signed,
        DeclSignedness::Unsigned => Signedness::Unsigned,
    }
}

/// The format of a float type in declarations.
pub fn float_of(kind: DeclFloat) -> FloatKind {
    match kind {
        DeclFloat::F16 => FloatKind::F16,
        DeclFloat::F32 => FloatKind::F32,
        DeclFloat::F64 => FloatKind::F64,
        DeclFloat::F80 => FloatKind::F80,
        DeclFloat::F128 => FloatKind::F128,
        DeclFloat::BF16 => FloatKind::BF16,
        DeclFloat::TF32 => FloatKind::TF32,
        DeclFloat::F8E4M3FN => FloatKind::F8E4M3FN,
        DeclFloat::F8E5M2 => FloatKind::F8E5M2,
        DeclFloat::F8E4M3 => FloatKind::F8E4M3,
        DeclFloat::F8E4M3FNUZ => FloatKind::F8E4M3FNUZ,
        DeclFloat::F8E4M3B11FNUZ => FloatKind::F8E4M3B11FNUZ,
        DeclFloat::F8E5M2FNUZ => FloatKind::F8E5M2FNUZ,
        DeclFloat::F8E3M4 => FloatKind::F8E3M4,
        DeclFloat::F4E2M1FN => FloatKind::F4E2M1FN,
        DeclFloat::F6E2M3FN => FloatKind::F6E2M3FN,
        DeclFloat::F6E3M2FN => FloatKind::F6E3M2FN,
        DeclFloat::F8E8M0FNU => FloatKind::F8E8M0FNU,
    }
}

/// Whether a type is of a class of builtin types.
pub fn is_class(context: &Context, ty: Type, class: TypeClass) -> bool {
    let data = context.type_data(ty);
    match class {
        TypeClass::Integer => matches!(data, TypeData::Integer { .. }),
        TypeClass::Index => matches!(data, TypeData::Index),
        TypeClass::Float => matches!(data, TypeData::Float(_)),
        TypeClass::None => matches!(data, TypeData::None),
        TypeClass::Complex => matches!(data, TypeData::Complex(_)),
        TypeClass::Tuple => matches!(data, TypeData::Tuple(_)),
        TypeClass::Function => matches!(data, TypeData::Function { .. }),
        TypeClass::Vector => matches!(data, TypeData::Vector { .. }),
        TypeClass::Tensor => matches!(data, TypeData::RankedTensor { .. } | TypeData::UnrankedTensor(_)),
        TypeClass::RankedTensor => matches!(data, TypeData::RankedTensor { .. }),
        TypeClass::UnrankedTensor => matches!(data, TypeData::UnrankedTensor(_)),
        TypeClass::MemRef => matches!(data, TypeData::MemRef { .. }),
        TypeClass::UnrankedMemRef => matches!(data, TypeData::UnrankedMemRef { .. }),
        TypeClass::BaseMemRef => matches!(data, TypeData::MemRef { .. } | TypeData::UnrankedMemRef { .. }),
        TypeClass::Shaped => is_shaped(context, ty),
    }
}

/// Whether a type has MLIR's `ShapedType` interface.
pub fn is_shaped(context: &Context, ty: Type) -> bool {
    match context.type_data(ty) {
        TypeData::Vector { .. }
        | TypeData::RankedTensor { .. }
        | TypeData::UnrankedTensor(_)
        | TypeData::MemRef { .. }
        | TypeData::UnrankedMemRef { .. } => true,
        TypeData::Dialect { .. } | TypeData::Named { .. } => {
            let item = Item::Type(ty);
            has_trait(context, item, "Shaped") || has_interface(context, item, "ShapedType")
        }
        _ => false,
    }
}

/// The element type of a shaped type; a dialect's says it by a parameter `elementType`.
pub fn element_of(context: &Context, ty: Type) -> Option<Type> {
    if let Some(element) = context.element_type(ty) {
        return Some(element);
    }
    match context.type_data(ty) {
        TypeData::Dialect { definition, parameters } if is_shaped(context, ty) => {
            let registry = Registry::of(context);
            let index = registry.def(context, *definition)?.param_index("elementType")?;
            match context.attr_data(*parameters.get(index)?) {
                AttrData::Type(ty) => Some(*ty),
                _ => None,
            }
        }
        _ => None,
    }
}

/// The sizes of a ranked shaped type.
pub fn shape_of(context: &Context, ty: Type) -> Option<&[i64]> {
    context.shape(ty)
}

/// The number of elements of a shaped type of static shape.
pub fn element_count(context: &Context, ty: Type) -> Option<i64> {
    let shape = shape_of(context, ty)?;
    shape.iter().try_fold(1i64, |count, &size| if size == DYNAMIC { None } else { count.checked_mul(size) })
}

/// Whether an attribute is of a kind of builtin attributes.
pub fn is_kind(context: &Context, attr: Attribute, kind: AttrKind) -> bool {
    let data = context.attr_data(attr);
    let element_is =
        |ty: Type, test: fn(&TypeData) -> bool| context.element_type(ty).is_some_and(|e| test(context.type_data(e)));
    let array_of = |wanted: &TypeData| match data {
        AttrData::DenseArray { element, .. } => context.type_data(*element) == wanted,
        _ => false,
    };
    let ints = |width| TypeData::Integer { width, signedness: Signedness::Signless };
    match kind {
        AttrKind::Integer => matches!(data, AttrData::Integer { .. }),
        AttrKind::Float => matches!(data, AttrData::Float { .. }),
        AttrKind::Bool => match data {
            AttrData::Integer { ty, .. } => *ty == context.integer_type(1, Signedness::Signless),
            _ => false,
        },
        AttrKind::String => matches!(data, AttrData::String { .. }),
        AttrKind::Unit => matches!(data, AttrData::Unit),
        AttrKind::Type => matches!(data, AttrData::Type(_)),
        AttrKind::Array => matches!(data, AttrData::Array(_)),
        AttrKind::Dictionary => matches!(data, AttrData::Dictionary(_)),
        AttrKind::SymbolRef => matches!(data, AttrData::SymbolRef { .. }),
        AttrKind::FlatSymbolRef => matches!(data, AttrData::SymbolRef { nested, .. } if nested.is_empty()),
        AttrKind::AffineMap => matches!(data, AttrData::AffineMap(_)),
        AttrKind::IntegerSet => matches!(data, AttrData::IntegerSet(_)),
        AttrKind::Location => matches!(data, AttrData::Location(_)),
        AttrKind::Elements => match data {
            AttrData::DenseElements { .. }
            | AttrData::DenseStrings { .. }
            | AttrData::DenseResource { .. }
            | AttrData::SparseElements { .. } => true,
            _ => attr_may_have_interface(context, attr, "ElementsAttr"),
        },
        AttrKind::DenseElements => matches!(data, AttrData::DenseElements { .. } | AttrData::DenseStrings { .. }),
        AttrKind::DenseIntElements => match data {
            AttrData::DenseElements { ty, .. } => {
                element_is(*ty, |e| matches!(e, TypeData::Integer { .. } | TypeData::Index))
            }
            _ => false,
        },
        AttrKind::DenseFloatElements => match data {
            AttrData::DenseElements { ty, .. } => element_is(*ty, |e| matches!(e, TypeData::Float(_))),
            _ => false,
        },
        AttrKind::DenseStringElements => matches!(data, AttrData::DenseStrings { .. }),
        AttrKind::DenseResourceElements => matches!(data, AttrData::DenseResource { .. }),
        AttrKind::SparseElements => matches!(data, AttrData::SparseElements { .. }),
        AttrKind::DenseArray => matches!(data, AttrData::DenseArray { .. }),
        AttrKind::DenseBoolArray => array_of(&ints(1)),
        AttrKind::DenseI8Array => array_of(&ints(8)),
        AttrKind::DenseI16Array => array_of(&ints(16)),
        AttrKind::DenseI32Array => array_of(&ints(32)),
        AttrKind::DenseI64Array => array_of(&ints(64)),
        AttrKind::DenseF32Array => array_of(&TypeData::Float(FloatKind::F32)),
        AttrKind::DenseF64Array => array_of(&TypeData::Float(FloatKind::F64)),
        AttrKind::Typed => !value_type(context, attr).is_none(),
    }
}

/// The type of a typed attribute; a dialect's attribute says it by a parameter of kind `self_type`.
pub fn value_type(context: &Context, attr: Attribute) -> Type {
    match context.attr_data(attr) {
        AttrData::Dialect { definition, parameters } => {
            let registry = Registry::of(context);
            let Some(def) = registry.def(context, *definition) else { return Type::NONE };
            let index = def.params.iter().position(|p| p.kind == plugopt_descriptor::ParamKind::SelfType);
            match index.and_then(|index| parameters.get(index)).map(|&p| context.attr_data(p)) {
                Some(AttrData::Type(ty)) => *ty,
                _ => Type::NONE,
            }
        }
        _ => context.attr_type(attr),
    }
}

fn parameters_of(context: &Context, item: Item) -> Option<(DefId, &[Attribute])> {
    match item {
        Item::Type(ty) => match context.type_data(ty) {
            TypeData::Dialect { definition, parameters } => Some((*definition, parameters)),
            TypeData::Named { definition, name } => Some((*definition, std::slice::from_ref(name))),
            _ => None,
        },
        Item::Attr(attr) => match context.attr_data(attr) {
            AttrData::Dialect { definition, parameters } => Some((*definition, parameters)),
            _ => None,
        },
    }
}

fn definition_of(context: &Context, item: Item) -> Option<DefId> {
    parameters_of(context, item).map(|(id, _)| id)
}

fn has_trait(context: &Context, item: Item, name: &str) -> bool {
    let Some(id) = definition_of(context, item) else { return false };
    Registry::of(context).def(context, id).is_some_and(|def| def.has_trait(name))
}

/// Whether a type has an interface, declared by its definition or builtin, or may have it because its dialect is unknown.
pub fn type_may_have_interface(context: &Context, ty: Type, name: &str) -> bool {
    let item = Item::Type(ty);
    is_unknown(context, item) || has_interface(context, item, name)
}

/// Whether an attribute has an interface, declared by its definition or builtin, or may have it because its dialect is unknown.
pub fn attr_may_have_interface(context: &Context, attr: Attribute, name: &str) -> bool {
    let item = Item::Attr(attr);
    is_unknown(context, item) || has_interface(context, item, name)
}

/// Whether a type or attribute is of a dialect that is unknown, and was let in all the same.
fn is_unknown(context: &Context, item: Item) -> bool {
    match item {
        Item::Type(ty) => matches!(context.type_data(ty), TypeData::Opaque { .. }),
        Item::Attr(attr) => matches!(context.attr_data(attr), AttrData::Opaque { .. }),
    }
}

/// Whether a type or attribute of an unknown dialect starts with the full name of a definition.
fn is_unknown_of(context: &Context, item: Item, name: &str) -> bool {
    let (dialect, body) = match item {
        Item::Type(ty) => match context.type_data(ty) {
            TypeData::Opaque { dialect, body } => (dialect, body),
            _ => return false,
        },
        Item::Attr(attr) => match context.attr_data(attr) {
            AttrData::Opaque { dialect, body, .. } => (dialect, body),
            _ => return false,
        },
    };
    let Some((namespace, mnemonic)) = name.split_once('.') else { return false };
    let text = &*body.text;
    let word = text.iter().take_while(|b| b.is_ascii_alphanumeric() || matches!(b, b'_' | b'$' | b'.')).count();
    context.bytes(*dialect) == namespace.as_bytes() && text[..word] == *mnemonic.as_bytes()
}

fn has_interface(context: &Context, item: Item, full: &str) -> bool {
    let (name, revision) = match full.rsplit_once('/') {
        Some((name, revision)) => (name, revision.parse().unwrap_or(1)),
        None => (full, 1u32),
    };
    if let Some(id) = definition_of(context, item) {
        let registry = Registry::of(context);
        let Some(def) = registry.def(context, id) else { return false };
        let name = context.ident(name.as_bytes());
        return def.interfaces.iter().any(|i| i.name == name && i.revision >= revision);
    }
    let name = name.strip_suffix("Interface").unwrap_or(name);
    match item {
        Item::Type(ty) => {
            let data = context.type_data(ty);
            match name {
                "ShapedType" => is_shaped(context, ty),
                "FloatType" => matches!(data, TypeData::Float(_)),
                "PtrLikeType" => matches!(data, TypeData::MemRef { .. } | TypeData::UnrankedMemRef { .. }),
                "VectorElementType" => matches!(data, TypeData::Integer { .. } | TypeData::Index | TypeData::Float(_)),
                _ => false,
            }
        }
        Item::Attr(attr) => {
            let data = context.attr_data(attr);
            match name {
                "TypedAttr" => !context.attr_type(attr).is_none(),
                "ElementsAttr" => matches!(
                    data,
                    AttrData::DenseElements { .. }
                        | AttrData::DenseStrings { .. }
                        | AttrData::DenseResource { .. }
                        | AttrData::SparseElements { .. }
                ),
                "BlobAttr" => matches!(data, AttrData::DenseArray { .. } | AttrData::DenseResource { .. }),
                "MemRefLayoutAttr" => matches!(data, AttrData::AffineMap(_) | AttrData::StridedLayout { .. }),
                _ => false,
            }
        }
    }
}

fn dense_ints<'a>(context: &Context, data: &'a AttrData) -> Option<impl Iterator<Item = i64> + 'a> {
    let AttrData::DenseArray { element, data } = data else { return None };
    let bytes = match context.type_data(*element) {
        TypeData::Integer { width, .. } => (*width as usize).div_ceil(8),
        _ => return None,
    };
    Some(data.chunks_exact(bytes.max(1)).map(move |chunk| {
        let negative = bytes > 1 && chunk.last().is_some_and(|b| b & 0x80 != 0) || bytes == 1 && chunk[0] & 0x80 != 0;
        let mut wide = [if negative { 0xff } else { 0 }; 8];
        let kept = bytes.min(8);
        wide[..kept].copy_from_slice(&chunk[..kept]);
        i64::from_le_bytes(wide)
    }))
}

/// Whether a memref layout has strides and an offset (MLIR's `getStridesAndOffset` succeeds).
fn is_strided(context: &Context, layout: Attribute, rank: usize) -> bool {
    let map = match context.attr_data(layout) {
        AttrData::Absent | AttrData::StridedLayout { .. } => return true,
        AttrData::AffineMap(map) => map,
        _ => return false,
    };
    let is_dim = |(i, &e): (usize, &AffineExpr)| AffineExprs::get(context, e) == AffineExprData::Dim(i as u32);
    if map.results.len() == rank && map.results.iter().enumerate().all(is_dim) {
        return true;
    }
    map.strided_form(context).is_some()
}
