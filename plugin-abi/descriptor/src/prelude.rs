//! The predefined constraints: those of ODS's common files, with the summaries that the verifier prints.

use crate::constraint::*;

/// An argument between `<` and `>`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Arg {
    Constraint(ConstraintDecl),
    Int(i64),
    Str(String),
    List(Vec<Arg>),
}

type C = ConstraintDecl;
type P = Predicate;
use AttrKind as A;
use TypeClass as T;

/// Arguments, taken from the front.
struct Args<'a> {
    name: &'a str,
    items: std::vec::IntoIter<Arg>,
}

impl Args<'_> {
    fn wrong<X>(&self, expected: &str) -> Result<X, String> {
        Err(format!("`{}` expects {expected}", self.name))
    }

    fn constraint(&mut self) -> Result<C, String> {
        match self.items.next() {
            Some(Arg::Constraint(c)) => Ok(c),
            _ => self.wrong("a constraint"),
        }
    }

    fn of_sort(&mut self, sort: Sort) -> Result<C, String> {
        let c = self.constraint()?;
        if c.sort == sort {
            Ok(c)
        } else {
            self.wrong(if sort == Sort::Type { "a type constraint" } else { "an attribute constraint" })
        }
    }

    fn constraints(&mut self) -> Result<Vec<C>, String> {
        match self.items.next() {
            Some(Arg::Constraint(c)) => Ok(vec![c]),
            Some(Arg::List(items)) => items
                .into_iter()
                .map(|item| match item {
                    Arg::Constraint(c) => Ok(c),
                    _ => self.wrong("a list of constraints"),
                })
                .collect(),
            _ => self.wrong("a list of constraints"),
        }
    }

    fn int(&mut self) -> Result<i64, String> {
        match self.items.next() {
            Some(Arg::Int(value)) => Ok(value),
            _ => self.wrong("an integer"),
        }
    }

    fn unsigned(&mut self) -> Result<u32, String> {
        let value = self.int()?;
        u32::try_from(value).or_else(|_| self.wrong("an integer that is not negative"))
    }

    fn ints(&mut self) -> Result<Vec<i64>, String> {
        match self.items.next() {
            Some(Arg::Int(value)) => Ok(vec![value]),
            Some(Arg::List(items)) => items
                .into_iter()
                .map(|item| match item {
                    Arg::Int(value) => Ok(value),
                    _ => self.wrong("a list of integers"),
                })
                .collect(),
            _ => self.wrong("a list of integers"),
        }
    }

    fn unsigned_list(&mut self) -> Result<Vec<u32>, String> {
        self.ints()?
            .into_iter()
            .map(|v| u32::try_from(v).or_else(|_| self.wrong("integers that are not negative")))
            .collect()
    }

    fn string(&mut self) -> Result<String, String> {
        match self.items.next() {
            Some(Arg::Str(text)) => Ok(text),
            _ => self.wrong("a string"),
        }
    }

    fn optional_string(&mut self) -> Result<Option<String>, String> {
        if self.items.len() == 0 { Ok(None) } else { self.string().map(Some) }
    }
}

fn ty(summary: impl Into<String>, predicate: P, class: impl Into<Option<T>>) -> C {
    C {
        summary: summary.into(),
        predicate,
        class: class.into().map_or(Class::Any, Class::Type),
        sort: Sort::Type,
        ..C::default()
    }
}

fn built(mut c: C, builder: impl Into<String>) -> C {
    c.builder = Some(builder.into());
    c
}

fn attr(summary: impl Into<String>, predicate: P, class: impl Into<Option<A>>) -> C {
    C {
        summary: summary.into(),
        predicate,
        class: class.into().map_or(Class::Any, Class::Attr),
        sort: Sort::Attr,
        ..C::default()
    }
}

fn join<X>(items: &[X], separator: &str, text: impl Fn(&X) -> String) -> String {
    items.iter().map(text).collect::<Vec<_>>().join(separator)
}

fn numbers<X: ToString>(items: &[X], separator: &str) -> String {
    join(items, separator, X::to_string)
}

fn any_of_predicate(items: &[C]) -> P {
    match items {
        [one] => one.predicate.clone(),
        _ => P::Or(items.iter().map(|c| c.predicate.clone()).collect()),
    }
}

fn all_of_predicate(items: &[C]) -> P {
    items.iter().fold(P::True, |all, c| all.and(c.predicate.clone()))
}

fn summaries(items: &[C], word: &str) -> String {
    let with_text: Vec<&C> = items.iter().filter(|c| !c.summary.is_empty()).collect();
    join(&with_text, word, |c| c.summary.clone())
}

/// `A | B`
pub(crate) fn any_of(items: Vec<C>, summary: Option<String>) -> C {
    C {
        summary: summary.unwrap_or_else(|| summaries(&items, " or ")),
        sort: items.first().map_or(Sort::Type, |c| c.sort),
        predicate: any_of_predicate(&items),
        ..C::default()
    }
}

/// `A & B`
pub(crate) fn all_of(items: Vec<C>, summary: Option<String>) -> C {
    C {
        summary: summary.unwrap_or_else(|| summaries(&items, " and ")),
        sort: items.first().map_or(Sort::Type, |c| c.sort),
        predicate: all_of_predicate(&items),
        class: items.first().map_or(Class::Any, |c| c.class.clone()),
        ..C::default()
    }
}

/// `!A`
pub(crate) fn negated(mut c: C, summary: Option<String>) -> C {
    c.predicate = P::Not(Box::new(c.predicate));
    c.summary = summary.unwrap_or_else(|| format!("not {}", c.summary));
    c.class = Class::Any;
    c.builder = None;
    c
}

fn confined(base: C, more: &[C], summary: String) -> C {
    C { summary, predicate: base.predicate.clone().and(all_of_predicate(more)), builder: None, ..base }
}

fn is(class: T) -> P {
    P::TypeIs(class)
}

fn element(items: &[C]) -> P {
    P::Element(Box::new(any_of_predicate(items)))
}

/// A shaped container of one of `items`.
fn container(items: &[C], predicate: P, description: &str, class: impl Into<Option<T>>) -> C {
    let predicate = match items {
        [one] if one.predicate == P::True => predicate,
        _ => predicate.and(element(items)),
    };
    ty(format!("{description} of {} values", summaries(items, " or ")), predicate, class)
}

fn non_zero_rank_vector() -> P {
    is(T::Vector).and(P::MinRank(1))
}

fn fixed_vector() -> P {
    is(T::Vector).and(P::Scalability(Scalability::Fixed))
}

fn scalable_vector() -> P {
    is(T::Vector).and(P::Scalability(Scalability::Any))
}

fn trailing_scalable_vector() -> P {
    is(T::Vector).and(P::Scalability(Scalability::OnlyTrailing))
}

fn value_semantics(item: &C) -> P {
    P::ValueSemantics.and(element(std::slice::from_ref(item)))
}

fn or_value_semantics(item: &C, summary: impl Into<String>) -> C {
    ty(summary, P::Or(vec![item.predicate.clone(), value_semantics(item)]), None)
}

fn integer(width: Option<u32>, signedness: Option<Signedness>) -> P {
    P::Integer { width, signedness }
}

fn int_of(width: u32, signedness: Option<Signedness>) -> C {
    match signedness {
        None => ty(format!("{width}-bit integer"), integer(Some(width), None), None),
        Some(s) => {
            let prefix = match s {
                Signedness::Signless => "i",
                Signedness::Signed => "si",
                Signedness::Unsigned => "ui",
            };
            let c = ty(format!("{width}-bit {} integer", s.as_str()), integer(Some(width), Some(s)), T::Integer);
            built(c, format!("{prefix}{width}"))
        }
    }
}

fn ints_of(widths: &[u32], signedness: Option<Signedness>) -> C {
    let items: Vec<C> = widths.iter().map(|w| int_of(*w, signedness)).collect();
    let word = signedness.map_or(String::new(), |s| format!("{} ", s.as_str()));
    let class = if signedness.is_none() { Class::Type(T::Integer) } else { Class::Any };
    C { class, ..any_of(items, Some(format!("{}-bit {word}integer", numbers(widths, "/")))) }
}

fn float_of(width: u32) -> Result<C, String> {
    let kind =
        FloatKind::from_name(&format!("f{width}")).ok_or_else(|| format!("there is no float type of {width} bits"))?;
    Ok(built(ty(format!("{width}-bit float"), P::Float(Some(kind)), T::Float), kind.as_str()))
}

fn signless() -> C {
    ty("signless integer", integer(None, Some(Signedness::Signless)), T::Integer)
}

fn index() -> C {
    built(ty("index", is(T::Index), T::Index), "index")
}

fn signless_or_index() -> C {
    ty("signless integer or index", P::Or(vec![signless().predicate, index().predicate]), None)
}

fn any_float() -> C {
    ty("floating-point", P::Float(None), T::Float)
}

fn any_type() -> C {
    ty("any type", P::True, None)
}

fn memref_of(items: &[C]) -> C {
    container(items, is(T::MemRef), "memref", T::MemRef)
}

fn unranked_memref_of(items: &[C]) -> C {
    container(items, is(T::UnrankedMemRef), "unranked.memref", T::UnrankedMemRef)
}

fn predicate_only(predicate: P) -> C {
    ty("", predicate, None)
}

fn integer_attr(of: &C, summary: impl Into<String>) -> C {
    let value_type = P::ValueType(Box::new(of.predicate.clone()));
    C { builder: of.builder.clone(), ..attr(summary, P::AttrIs(A::Integer).and(value_type), A::Integer) }
}

fn float_attr(of: &C, summary: impl Into<String>) -> C {
    let value_type = P::ValueType(Box::new(of.predicate.clone()));
    C { builder: of.builder.clone(), ..attr(summary, P::AttrIs(A::Float).and(value_type), A::Float) }
}

fn kind_attr(kind: A, summary: &str, value_type: Option<&str>) -> C {
    C { builder: value_type.map(str::to_string), ..attr(summary, P::AttrIs(kind), kind) }
}

fn array_of(item: &C, summary: impl Into<String>) -> C {
    let c = attr(summary, P::AttrIs(A::Array).and(P::Items(Box::new(item.predicate.clone()))), A::Array);
    built(c, "none")
}

fn elements_of(kind: A, element_type: P, summary: impl Into<String>) -> C {
    let predicate = P::AttrIs(kind).and(P::ValueType(Box::new(P::Element(Box::new(element_type)))));
    attr(summary, predicate, kind)
}

fn ranked_elements(base: C, dims: &[i64], word: &str) -> C {
    let summary = format!("{word} attribute of shape [{}]", numbers(dims, ", "));
    let shape = P::ValueType(Box::new(P::Shape(dims.to_vec())));
    C { summary, predicate: base.predicate.clone().and(shape), ..base }
}

fn type_attr(of: &C, summary: impl Into<String>) -> C {
    let predicate = match of.predicate {
        P::True => P::AttrIs(A::Type),
        _ => P::AttrIs(A::Type).and(P::TypeValue(Box::new(of.predicate.clone()))),
    };
    built(attr(summary, predicate, A::Type), "none")
}

fn condition(summary: impl Into<String>, predicate: P) -> C {
    attr(summary, predicate, None)
}

fn confined_attr(base: C, more: &[C]) -> C {
    let summary = std::iter::once(&base).chain(more).map(|c| c.summary.as_str()).collect::<Vec<_>>().join(" ");
    let predicate = base.predicate.clone().and(all_of_predicate(more));
    C { summary, predicate, ..base }
}

/// The predefined constraint of that name; `None` if there is none.
pub(crate) fn predefined(name: &str, items: Vec<Arg>) -> Result<Option<C>, String> {
    let count = items.len();
    let mut args = Args { name, items: items.into_iter() };
    let made = match type_constraint(name, &mut args)? {
        Some(c) => Some(c),
        None => attr_constraint(name, &mut args)?,
    };
    let Some(mut c) = made else { return Ok(None) };
    if args.items.len() > 0 {
        return Err(format!("`{name}` has {} arguments too many of {count}", args.items.len()));
    }
    c.name = name.to_string();
    Ok(Some(c))
}

fn scalar_type(name: &str) -> Option<C> {
    let (prefix, width) = name.find(|c: char| c.is_ascii_digit()).map(|at| name.split_at(at))?;
    let width: u32 = width.parse().ok()?;
    let listed = [1, 8, 16, 32, 64].contains(&width);
    match prefix {
        "AnyI" if listed => Some(int_of(width, None)),
        "I" if listed || width == 128 => Some(int_of(width, Some(Signedness::Signless))),
        "SI" if listed => Some(int_of(width, Some(Signedness::Signed))),
        "UI" if listed => Some(int_of(width, Some(Signedness::Unsigned))),
        "F" if [16, 32, 64, 80, 128].contains(&width) => float_of(width).ok(),
        "BF" if width == 16 => Some(built(ty("bfloat16 type", P::Float(Some(FloatKind::BF16)), None), "bf16")),
        "TF" if width == 32 => Some(built(ty("tf32 type", P::Float(Some(FloatKind::TF32)), None), "tf32")),
        _ => None,
    }
}

fn type_constraint(name: &str, args: &mut Args<'_>) -> Result<Option<C>, String> {
    if let Some(c) = scalar_type(name) {
        return Ok(Some(c));
    }
    if let Some(scalar) = name.strip_suffix("Tensor").and_then(container_element) {
        return Ok(Some(container(&[scalar], is(T::Tensor), "tensor", T::Tensor)));
    }
    if let Some(scalar) = name.strip_suffix("MemRef").and_then(container_element) {
        return Ok(Some(memref_of(&[scalar])));
    }
    if let Some(kind) = name.strip_prefix('F').and_then(|rest| FloatKind::from_name(&format!("f{rest}"))) {
        return Ok(Some(built(ty(format!("{} type", kind.as_str()), P::Float(Some(kind)), None), kind.as_str())));
    }
    use Signedness::{Signed, Signless, Unsigned};
    let any = || vec![any_type()];
    Ok(Some(match name {
        "AnyType" => any_type(),
        "NoneType" => built(ty("none type", is(T::None), T::None), "none"),
        "AnyTypeOf" => any_of(args.constraints()?, args.optional_string()?),
        "AllOfType" => C { class: Class::Any, ..all_of(args.constraints()?, args.optional_string()?) },
        "ConfinedType" => {
            let base = args.of_sort(Sort::Type)?;
            let more = args.constraints()?;
            confined(base, &more, args.optional_string()?.unwrap_or_default())
        }
        "TypeAlias" => {
            let base = args.of_sort(Sort::Type)?;
            C { summary: args.string()?, ..base }
        }
        "Not" => negated(args.of_sort(Sort::Type)?, args.optional_string()?),

        "AnyInteger" => ty("integer", integer(None, None), T::Integer),
        "AnyI" => int_of(args.unsigned()?, None),
        "I" => int_of(args.unsigned()?, Some(Signless)),
        "SI" => int_of(args.unsigned()?, Some(Signed)),
        "UI" => int_of(args.unsigned()?, Some(Unsigned)),
        "AnyIntOfWidths" => ints_of(&args.unsigned_list()?, None),
        "SignlessIntOfWidths" => ints_of(&args.unsigned_list()?, Some(Signless)),
        "SignedIntOfWidths" => ints_of(&args.unsigned_list()?, Some(Signed)),
        "UnsignedIntOfWidths" => ints_of(&args.unsigned_list()?, Some(Unsigned)),
        "AnySignlessInteger" => signless(),
        "AnySignedInteger" => ty("signed integer", integer(None, Some(Signed)), None),
        "AnyUnsignedInteger" => ty("unsigned integer", integer(None, Some(Unsigned)), None),
        "Index" => index(),
        "AnySignlessIntegerOrIndex" => signless_or_index(),
        "AnyFloat" => any_float(),
        "F" => float_of(args.unsigned()?)?,
        "FloatOfWidths" => {
            let widths = args.unsigned_list()?;
            let items = widths.iter().map(|w| float_of(*w)).collect::<Result<Vec<_>, _>>()?;
            any_of(items, Some(format!("{}-bit float", numbers(&widths, "/"))))
        }
        "AnyComplex" => ty("complex-type", is(T::Complex), T::Complex),
        "Complex" => {
            let of = args.of_sort(Sort::Type)?;
            let predicate = is(T::Complex).and(P::Element(Box::new(of.predicate)));
            let c = ty(format!("complex type with {} elements", of.summary), predicate, T::Complex);
            C { builder: of.builder.map(|inner| format!("complex<{inner}>")), ..c }
        }
        "OpaqueType" => {
            let (dialect, name) = (args.string()?, args.string()?);
            let builder = format!("!{dialect}<\"{name}\">");
            built(ty(args.string()?, P::Opaque { dialect, name }, None), builder)
        }
        "FunctionType" => ty("function type", is(T::Function), T::Function),

        "AnyShaped" => container(&any(), is(T::Shaped), "shaped", T::Shaped),
        "ShapedOf" => container(&args.constraints()?, is(T::Shaped), "shaped", T::Shaped),
        "ValueSemanticsContainerOf" => {
            container(&args.constraints()?, P::ValueSemantics, "container with value semantics", None)
        }
        "TypeOrValueSemanticsContainer" => {
            let of = args.of_sort(Sort::Type)?;
            or_value_semantics(&of, args.string()?)
        }
        "TypeOrContainer" => {
            let of = args.of_sort(Sort::Type)?;
            let shaped = is(T::Shaped).and(P::Element(Box::new(of.predicate.clone())));
            ty(args.string()?, P::Or(vec![of.predicate, shaped]), None)
        }

        "AnyVectorOfNonZeroRank" => container(&any(), non_zero_rank_vector(), "vector", T::Vector),
        "VectorOfNonZeroRankOf" => container(&args.constraints()?, non_zero_rank_vector(), "vector", T::Vector),
        "AnyFixedVectorOfNonZeroRank" => {
            container(&any(), fixed_vector().and(P::MinRank(1)), "fixed-length vector", T::Vector)
        }
        "FixedVectorOfNonZeroRankOf" => {
            container(&args.constraints()?, fixed_vector().and(P::MinRank(1)), "fixed-length vector", T::Vector)
        }
        "AnyVectorOfAnyRank" => container(&any(), is(T::Vector), "vector", T::Vector),
        "VectorOfAnyRankOf" => container(&args.constraints()?, is(T::Vector), "vector", T::Vector),
        "AnyFixedVectorOfAnyRank" => container(&any(), fixed_vector(), "fixed-length vector", T::Vector),
        "FixedVectorOfAnyRank" => container(&args.constraints()?, fixed_vector(), "fixed-length vector", T::Vector),
        "AnyScalableVectorOfAnyRank" => container(&any(), scalable_vector(), "scalable vector", T::Vector),
        "ScalableVectorOfAnyRank" => container(&args.constraints()?, scalable_vector(), "scalable vector", T::Vector),
        "VectorWithTrailingDimScalableOf" => {
            container(&args.constraints()?, trailing_scalable_vector(), "trailing scalable vector", T::Vector)
        }
        "VectorOfRank" => vector_of_rank(non_zero_rank_vector(), args.unsigned_list()?),
        "FixedVectorOfRank" => vector_of_rank(fixed_vector(), args.unsigned_list()?),
        "ScalableVectorOfRank" => vector_of_rank(scalable_vector(), args.unsigned_list()?),
        "VectorOfRankAndType" => {
            let rank = vector_of_rank(non_zero_rank_vector(), args.unsigned_list()?);
            both(container(&args.constraints()?, non_zero_rank_vector(), "vector", T::Vector), &[rank])
        }
        "FixedVectorOfRankAndType" => {
            let rank = vector_of_rank(non_zero_rank_vector(), args.unsigned_list()?);
            both(container(&args.constraints()?, fixed_vector(), "fixed-length vector", T::Vector), &[rank])
        }
        "VectorOfLength" => vector_of_length(non_zero_rank_vector(), args.ints()?),
        "FixedVectorOfLength" => vector_of_length(fixed_vector(), args.ints()?),
        "ScalableVectorOfLength" => vector_of_length(scalable_vector(), args.ints()?),
        "VectorOfMinLength" => min_length(args.int()?),
        "VectorOfMaxLength" => max_length(args.int()?),
        "VectorOfLengthAndType" => {
            let length = vector_of_length(non_zero_rank_vector(), args.ints()?);
            both(container(&args.constraints()?, non_zero_rank_vector(), "vector", T::Vector), &[length])
        }
        "VectorOfMinMaxLengthAndType" => {
            let bounds = [min_length(args.int()?), max_length(args.int()?)];
            both(container(&args.constraints()?, non_zero_rank_vector(), "vector", T::Vector), &bounds)
        }
        "FixedVectorOfLengthAndType" => {
            let length = vector_of_length(fixed_vector(), args.ints()?);
            both(container(&args.constraints()?, fixed_vector(), "fixed-length vector", T::Vector), &[length])
        }
        "FixedVectorOfShapeAndType" => {
            let dims = args.ints()?;
            let of = args.of_sort(Sort::Type)?;
            let shape = numbers(&dims, "x");
            let builder = of.builder.as_ref().map(|inner| format!("vector<{shape}x{inner}>"));
            let items = [of];
            let c = container(&items, fixed_vector().and(P::Shape(dims)), "vector", T::Vector);
            // ODS's summary spells the record's name here; the type itself says the same.
            let text = items[0].builder.clone().unwrap_or_else(|| items[0].name.clone());
            C { builder, summary: format!("vector<{shape}x{text}> of {} values", items[0].summary), ..c }
        }
        "ScalableVectorOfLengthAndType" => {
            let length = vector_of_length(scalable_vector(), args.ints()?);
            both(container(&args.constraints()?, scalable_vector(), "scalable vector", T::Vector), &[length])
        }
        "ScalableVectorOfRankAndLengthAndType" => {
            let rank = vector_of_rank(scalable_vector(), args.unsigned_list()?);
            let length = vector_of_length(scalable_vector(), args.ints()?);
            let of = container(&args.constraints()?, scalable_vector(), "scalable vector", T::Vector);
            let summary = format!("{}{}{}", rank.summary, of.summary, length.summary);
            C { summary, ..both(of, &[rank, length]) }
        }
        "ShapedTypeWithNthDimOfSize" => nth_dim(args.int()?, args.ints()?),
        "VectorWithTrailingDimScalableOfSizeAndType" => {
            let dim = nth_dim(-1, args.ints()?);
            let of = args.constraints()?;
            both(container(&of, trailing_scalable_vector(), "trailing scalable vector", T::Vector), &[dim])
        }

        "AnyTensor" => container(&any(), is(T::Tensor), "tensor", T::Tensor),
        "TensorOf" => container(&args.constraints()?, is(T::Tensor), "tensor", T::Tensor),
        "AnyRankedTensor" => container(&any(), is(T::RankedTensor), "ranked tensor", T::RankedTensor),
        "RankedTensorOf" => container(&args.constraints()?, is(T::RankedTensor), "ranked tensor", T::RankedTensor),
        "AnyUnrankedTensor" => container(&any(), is(T::UnrankedTensor), "unranked tensor", T::UnrankedTensor),
        "UnrankedTensorOf" => {
            container(&args.constraints()?, is(T::UnrankedTensor), "unranked tensor", T::UnrankedTensor)
        }
        "AnyNon0RankedTensor" => non_0_ranked_tensor(&any()),
        "Non0RankedTensorOf" => non_0_ranked_tensor(&args.constraints()?),
        "AnyNon0RankedOrUnrankedTensor" => {
            let items = vec![
                container(&any(), is(T::UnrankedTensor), "unranked tensor", T::UnrankedTensor),
                non_0_ranked_tensor(&any()),
            ];
            C { class: Class::Type(T::Tensor), ..any_of(items, Some("non-0-ranked or unranked tensor".to_string())) }
        }
        "TensorRankOf" => {
            let of = args.constraints()?;
            let ranks = args.unsigned_list()?;
            let words = join(&ranks, "/", |r| format!("{r}D"));
            container(&of, is(T::RankedTensor).and(P::RankIn(ranks)), &format!("{words} tensor"), T::RankedTensor)
        }
        "AnyStaticShapeTensor" => static_tensor(&any()),
        "StaticShapeTensorOf" => static_tensor(&args.constraints()?),

        "AnyMemRef" => memref_of(&any()),
        "MemRefOf" => memref_of(&args.constraints()?),
        "AnyUnrankedMemRef" => unranked_memref_of(&any()),
        "UnrankedMemRefOf" => unranked_memref_of(&args.constraints()?),
        "AnyNon0RankedMemRef" => non_0_ranked_memref(&any()),
        "Non0RankedMemRefOf" => non_0_ranked_memref(&args.constraints()?),
        "AnyRankedOrUnrankedMemRef" => container(&any(), is(T::BaseMemRef), "ranked or unranked memref", T::BaseMemRef),
        "RankedOrUnrankedMemRefOf" => {
            container(&args.constraints()?, is(T::BaseMemRef), "ranked or unranked memref", T::BaseMemRef)
        }
        "AnyNon0RankedOrUnrankedMemRef" => any_of(vec![unranked_memref_of(&any()), non_0_ranked_memref(&any())], None),
        "MemRefRankOf" | "StridedMemRefRankOf" => {
            let of = memref_of(&args.constraints()?);
            let ranks = args.unsigned_list()?;
            let summary = format!("{} {}", join(&ranks, "/", |r| format!("{r}D")), of.summary);
            confined(of, &[predicate_only(P::RankIn(ranks))], summary)
        }
        "AnyStaticShapeMemRef" => static_memref(&any()),
        "StaticShapeMemRefOf" => static_memref(&args.constraints()?),
        "AnyStridedMemRef" => strided_memref(&any()),
        "StridedMemRefOf" => strided_memref(&args.constraints()?),
        "AnyStridedMemRefOfRank" => {
            let rank = args.unsigned()?;
            let base = strided_memref(&any());
            let summary = format!("{} of rank {rank}", base.summary);
            C { class: Class::Any, ..confined(base, &[predicate_only(P::RankIn(vec![rank]))], summary) }
        }
        "TensorOrMemRef" => {
            let either = P::Or(vec![is(T::Tensor), is(T::MemRef)]);
            container(&args.constraints()?, either, "Tensor or MemRef", T::Shaped)
        }

        "AnyTuple" => ty("tuple", is(T::Tuple), T::Tuple),
        "TupleOf" => {
            let of = args.constraints()?;
            let summary = format!("tuple with any combination of {} values", summaries(&of, " or "));
            ty(summary, P::TupleOf(Box::new(any_of_predicate(&of))), None)
        }
        "NestedTupleOf" => {
            let of = args.constraints()?;
            let summary = format!("nested tuple with any combination of {} values", summaries(&of, " or "));
            ty(summary, P::NestedTupleOf(Box::new(any_of_predicate(&of))), None)
        }

        "BoolLike" => or_value_semantics(&int_of(1, Some(Signless)), "bool-like"),
        "SignlessIntegerLike" => or_value_semantics(&signless(), "signless-integer"),
        "SignlessIntegerOrIndexLike" => or_value_semantics(&signless_or_index(), "signless-integer-like"),
        "FloatLike" => or_value_semantics(&any_float(), "floating-point-like"),
        "SignlessIntegerOrFloatLike" => any_of(
            vec![or_value_semantics(&signless(), ""), or_value_semantics(&any_float(), "")],
            Some("signless-integer-like or floating-point-like".to_string()),
        ),
        "SignlessIntegerOrIndexOrFloatLike" => any_of(
            vec![or_value_semantics(&signless_or_index(), ""), or_value_semantics(&any_float(), "")],
            Some("signless-integer-or-index-like or floating-point-like".to_string()),
        ),

        "Type" => {
            let name = args.string()?;
            let summary = args.optional_string()?.unwrap_or_else(|| format!("{name} type"));
            C { class: Class::Defined(name.clone()), ..ty(summary, P::Defined(name), None) }
        }
        "TypeInterface" => {
            let name = args.string()?;
            let summary = args.optional_string()?.unwrap_or_else(|| format!("{name} instance"));
            C { class: Class::Interface(name.clone()), ..ty(summary, P::Interface(name), None) }
        }
        "TypeTrait" => {
            let name = args.string()?;
            ty(args.string()?, P::Trait(name), None)
        }
        "TypeParam" => {
            let base = args.of_sort(Sort::Type)?;
            let param = args.string()?;
            let of = args.constraint()?;
            let summary = args.optional_string()?.unwrap_or_else(|| format!("{} of {}", base.summary, of.summary));
            confined(base, &[predicate_only(P::Param(param, Box::new(of.predicate)))], summary)
        }

        "HasRank" => predicate_only(P::HasRank),
        "HasAnyRankOf" => predicate_only(P::RankIn(args.unsigned_list()?)),
        "HasRankGreaterOrEqual" => predicate_only(P::MinRank(args.unsigned()?)),
        "HasStaticShape" => predicate_only(P::StaticShape),
        "HasStrides" => predicate_only(P::Strided),
        "HasIdentityLayout" => predicate_only(P::IdentityLayout),
        "HasValueSemantics" => predicate_only(P::ValueSemantics),
        "IsVector" => predicate_only(is(T::Vector)),
        "IsFixedVector" => predicate_only(fixed_vector()),
        "IsScalableVector" => predicate_only(scalable_vector()),
        "ElementIs" => predicate_only(P::Element(Box::new(args.of_sort(Sort::Type)?.predicate))),
        "ElementTypeOrSelfIs" => predicate_only(P::ElementOrSelf(Box::new(args.of_sort(Sort::Type)?.predicate))),
        "NumElements" => predicate_only(P::ElementCountIn(args.ints()?)),
        "MinNumElements" => predicate_only(P::MinElementCount(args.int()?)),
        "MaxNumElements" => predicate_only(P::MaxElementCount(args.int()?)),
        "MemorySpaceIs" => predicate_only(P::MemorySpace(Box::new(args.of_sort(Sort::Attr)?.predicate))),
        _ => return Ok(None),
    }))
}

fn container_element(prefix: &str) -> Option<C> {
    match prefix {
        "Index" => Some(index()),
        "I1" | "I8" | "I16" | "I32" | "I64" | "BF16" | "F16" | "F32" | "F64" => scalar_type(prefix),
        _ => None,
    }
}

fn both(base: C, more: &[C]) -> C {
    let summary = std::iter::once(&base).chain(more).map(|c| c.summary.as_str()).collect();
    C { class: Class::Type(T::Vector), ..confined(base, more, summary) }
}

fn vector_of_rank(base: P, ranks: Vec<u32>) -> C {
    ty(format!(" of ranks {}", numbers(&ranks, "/")), base.and(P::RankIn(ranks)), T::Vector)
}

fn vector_of_length(base: P, lengths: Vec<i64>) -> C {
    ty(format!(" of length {}", numbers(&lengths, "/")), base.and(P::ElementCountIn(lengths)), T::Vector)
}

fn min_length(n: i64) -> C {
    ty(format!(" of at least length {n}"), non_zero_rank_vector().and(P::MinElementCount(n)), T::Vector)
}

fn max_length(n: i64) -> C {
    ty(format!(" of at most length {n}"), non_zero_rank_vector().and(P::MaxElementCount(n)), T::Vector)
}

fn nth_dim(dim: i64, sizes: Vec<i64>) -> C {
    let summary = format!(" with dim {dim} having a size of {{{}}}", numbers(&sizes, ", "));
    ty(summary, P::DimIn { dim, sizes }, T::Shaped)
}

fn non_0_ranked_tensor(of: &[C]) -> C {
    container(of, is(T::Tensor).and(P::MinRank(1)), "non-0-ranked.tensor", T::Tensor)
}

fn static_tensor(of: &[C]) -> C {
    container(of, is(T::RankedTensor).and(P::StaticShape), "statically shaped tensor", T::RankedTensor)
}

fn non_0_ranked_memref(of: &[C]) -> C {
    let base = memref_of(of);
    let summary = format!("non-0-ranked.{}", base.summary);
    confined(base, &[predicate_only(P::MinRank(1))], summary)
}

fn static_memref(of: &[C]) -> C {
    let base = memref_of(of);
    let summary = format!("statically shaped {}", base.summary);
    confined(base, &[predicate_only(P::StaticShape)], summary)
}

fn strided_memref(of: &[C]) -> C {
    let base = memref_of(of);
    let summary = format!("strided {}", base.summary);
    confined(base, &[predicate_only(P::Strided)], summary)
}

fn attr_constraint(name: &str, args: &mut Args<'_>) -> Result<Option<C>, String> {
    if let Some(of) = name.strip_suffix("Attr").and_then(scalar_type) {
        let text = |of: &C| format!("{} attribute", of.summary);
        match name.as_bytes()[0] {
            b'F' if name == "F32Attr" || name == "F64Attr" => return Ok(Some(float_attr(&of, text(&of)))),
            b'A' | b'I' | b'S' | b'U' => return Ok(Some(integer_attr(&of, text(&of)))),
            _ => {}
        }
    }
    if let Some(of) = name.strip_prefix("Dense").and_then(|rest| rest.strip_suffix("ArrayAttr")) {
        let kind = match of {
            "Bool" => Some((A::DenseBoolArray, "i1")),
            "I8" => Some((A::DenseI8Array, "i8")),
            "I16" => Some((A::DenseI16Array, "i16")),
            "I32" => Some((A::DenseI32Array, "i32")),
            "I64" => Some((A::DenseI64Array, "i64")),
            "F32" => Some((A::DenseF32Array, "f32")),
            "F64" => Some((A::DenseF64Array, "f64")),
            _ => None,
        };
        return Ok(kind.map(|(kind, word)| kind_attr(kind, &format!("{word} dense array attribute"), None)));
    }
    let string = |summary: &str| kind_attr(A::String, summary, Some("none"));
    let dictionary = || kind_attr(A::Dictionary, "dictionary of named attribute values", Some("none"));
    let symbol = || kind_attr(A::SymbolRef, "symbol reference attribute", Some("none"));
    let flat_symbol = || kind_attr(A::FlatSymbolRef, "flat symbol reference attribute", Some("none"));
    let affine_map = || kind_attr(A::AffineMap, "AffineMap attribute", Some("index"));
    let location = || kind_attr(A::Location, "location attribute", None);
    let bool_attr = || kind_attr(A::Bool, "bool attribute", Some("i1"));
    let any_type_attr = || type_attr(&any_type(), "any type attribute");
    let scalar = |name: &str| attr_constraint(name, &mut Args { name, items: Vec::new().into_iter() }).ok().flatten();
    let signless_elements = |width: u32| {
        let of = integer(Some(width), Some(Signedness::Signless));
        elements_of(A::DenseIntElements, of, format!("{width}-bit signless integer elements attribute"))
    };
    let float_elements = |width: u32| -> Result<C, String> {
        let of = float_of(width)?.predicate;
        Ok(elements_of(A::DenseFloatElements, of, format!("{width}-bit float elements attribute")))
    };
    let any_int_elements = |width: u32| {
        let of = integer(Some(width), None);
        elements_of(A::DenseIntElements, of, format!("{width}-bit integer elements attribute"))
    };
    let array_of_named = |item: &str, summary: &str| scalar(item).map(|item| array_of(&item, summary));
    Ok(Some(match name {
        "AnyAttr" => attr("any attribute", P::True, None),
        "AnyAttrOf" => any_of(args.constraints()?, args.optional_string()?),
        "ConfinedAttr" => {
            let base = args.of_sort(Sort::Attr)?;
            confined_attr(base, &args.constraints()?)
        }
        "AllAttrOf" => {
            let items = args.constraints()?;
            C { class: Class::Any, ..all_of(items, None) }
        }
        "NotAttr" => negated(args.of_sort(Sort::Attr)?, args.optional_string()?),
        "TypedAttr" => C { class: Class::Attr(A::Typed), ..attr("TypedAttr instance", P::AttrIs(A::Typed), None) },
        "TypedAttrOf" => {
            let of = args.of_sort(Sort::Type)?;
            attr(args.string()?, P::AttrIs(A::Typed).and(P::ValueType(Box::new(of.predicate))), A::Typed)
        }

        "BoolAttr" | "BoolProp" => bool_attr(),
        "IndexAttr" => integer_attr(&index(), "index attribute"),
        "APIntAttr" => kind_attr(A::Integer, "arbitrary integer attribute", None),
        "AnyIntegerAttrOf" => {
            let of = args.of_sort(Sort::Type)?;
            integer_attr(&of, args.string()?)
        }
        "AnyFloatAttrOf" => {
            let of = args.of_sort(Sort::Type)?;
            float_attr(&of, args.string()?)
        }
        "StrAttr" | "SymbolNameAttr" => string("string attribute"),
        "StringProp" => string("string"),
        "TypedStrAttr" => {
            let of = args.of_sort(Sort::Type)?;
            let summary = format!("string attribute of {}", of.summary);
            let predicate = P::AttrIs(A::String).and(P::ValueType(Box::new(of.predicate)));
            C { builder: of.builder, ..attr(summary, predicate, A::String) }
        }
        "SymbolRefAttr" => symbol(),
        "FlatSymbolRefAttr" => flat_symbol(),
        "LocationAttr" => location(),
        "TypeAttr" => any_type_attr(),
        "TypeAttrOf" => {
            let of = args.of_sort(Sort::Type)?;
            type_attr(&of, format!("type attribute of {}", of.summary))
        }
        "TypeAttrBase" => {
            let of = args.of_sort(Sort::Type)?;
            type_attr(&of, args.string()?)
        }
        "AffineMapAttr" => affine_map(),
        "IntegerSetAttr" => kind_attr(A::IntegerSet, "IntegerSet attribute", Some("none")),

        "UnitAttr" => C { optional: true, ..kind_attr(A::Unit, "unit attribute", Some("none")) },
        "UnitProp" => attr("unit property", P::Or(vec![P::AttrIs(A::Unit), P::AttrIs(A::Bool)]), None),
        "I32Prop" => C { summary: "int32_t".to_string(), ..integer_attr(&int_of(32, Some(Signedness::Signless)), "") },
        "I64Prop" => C { summary: "int64_t".to_string(), ..integer_attr(&int_of(64, Some(Signedness::Signless)), "") },
        "DictionaryAttr" => dictionary(),
        "ArrayAttr" => kind_attr(A::Array, "array attribute", Some("none")),
        "TypedArrayAttrBase" => {
            let of = args.of_sort(Sort::Attr)?;
            array_of(&of, args.string()?)
        }
        "LocationArrayAttr" => array_of(&location(), "location array attribute"),
        "AffineMapArrayAttr" => array_of(&affine_map(), "AffineMap array attribute"),
        "BoolArrayAttr" => array_of(&bool_attr(), "1-bit boolean array attribute"),
        "I32ArrayAttr" => return Ok(array_of_named("I32Attr", "32-bit integer array attribute")),
        "I64ArrayAttr" => return Ok(array_of_named("I64Attr", "64-bit integer array attribute")),
        "F32ArrayAttr" => return Ok(array_of_named("F32Attr", "32-bit float array attribute")),
        "F64ArrayAttr" => return Ok(array_of_named("F64Attr", "64-bit float array attribute")),
        "StrArrayAttr" => array_of(&string("string attribute"), "string array attribute"),
        "TypeArrayAttr" => array_of(&any_type_attr(), "type array attribute"),
        "IndexListArrayAttr" => return Ok(array_of_named("I64ArrayAttr", "Array of 64-bit integer array attributes")),
        "DictArrayAttr" => array_of(&dictionary(), "Array of dictionary attributes"),
        "SymbolRefArrayAttr" => array_of(&symbol(), "symbol ref array attribute"),
        "FlatSymbolRefArrayAttr" => array_of(&flat_symbol(), "flat symbol ref array attribute"),

        "ElementsAttr" => kind_attr(A::Elements, "constant vector/tensor attribute", None),
        "AnyIntElementsAttr" => kind_attr(A::DenseIntElements, "integer elements attribute", None),
        "IndexElementsAttr" => elements_of(A::DenseIntElements, is(T::Index), "index elements attribute"),
        "IntElementsAttrOf" => any_int_elements(args.unsigned()?),
        "AnyI32ElementsAttr" => any_int_elements(32),
        "AnyI64ElementsAttr" => any_int_elements(64),
        "SignlessIntElementsAttr" => signless_elements(args.unsigned()?),
        "I32ElementsAttr" => signless_elements(32),
        "I64ElementsAttr" => signless_elements(64),
        "RankedI32ElementsAttr" => {
            ranked_elements(signless_elements(32), &args.ints()?, "32-bit signless int elements")
        }
        "RankedI64ElementsAttr" => {
            ranked_elements(signless_elements(64), &args.ints()?, "64-bit signless int elements")
        }
        "F64ElementsAttr" => float_elements(64)?,
        "FloatElementsAttr" => float_elements(args.unsigned()?)?,
        "RankedF32ElementsAttr" => ranked_elements(float_elements(32)?, &args.ints()?, "32-bit float elements"),
        "RankedF64ElementsAttr" => ranked_elements(float_elements(64)?, &args.ints()?, "64-bit float elements"),
        "StringElementsAttr" => kind_attr(A::DenseStringElements, "string elements attribute", None),

        "ConstantAttr" => {
            let base = args.of_sort(Sort::Attr)?;
            let text = args.string()?;
            C { summary: format!("constant attribute {text}"), predicate: P::EqualTo(text), ..base }
        }
        "Attr" => {
            let name = args.string()?;
            let summary = args.optional_string()?.unwrap_or_else(|| format!("{name} attribute"));
            C { class: Class::Defined(name.clone()), ..attr(summary, P::Defined(name), None) }
        }
        "AttrInterface" => {
            let name = args.string()?;
            let summary = args.optional_string()?.unwrap_or_else(|| format!("{name} instance"));
            C { class: Class::Interface(name.clone()), ..attr(summary, P::Interface(name), None) }
        }
        "AttrParam" => {
            let base = args.of_sort(Sort::Attr)?;
            let param = args.string()?;
            let of = args.constraint()?;
            let summary = args.optional_string()?.unwrap_or_else(|| format!("{} of {}", base.summary, of.summary));
            C { summary, predicate: base.predicate.clone().and(P::Param(param, Box::new(of.predicate))), ..base }
        }
        "Enum" => {
            let of = args.of_sort(Sort::Type)?;
            let values = args.ints()?;
            let summary = match args.optional_string()? {
                Some(summary) => summary,
                None => format!("allowed {} cases: {}", of.summary, numbers(&values, ", ")),
            };
            let base = integer_attr(&of, summary);
            C { predicate: base.predicate.clone().and(P::IntIn(values)), ..base }
        }

        "IntNEQValue" => {
            let n = args.int()?;
            condition(format!("whose value is not {n}"), P::IntNotEqual(n))
        }
        "IntMinValue" => {
            let n = args.int()?;
            condition(format!("whose minimum value is {n}"), P::IntMin(n))
        }
        "IntMaxValue" => {
            let n = args.int()?;
            condition(format!("whose maximum value is {n}"), P::IntMax(n))
        }
        "IntNonNegative" => condition("whose value is non-negative", P::IntNonNegative),
        "IntPositive" => condition("whose value is positive", P::IntPositive),
        "IntPowerOf2" => condition("whose value is a power of two > 0", P::IntPowerOf2),
        "IntPositivePowerOf2" => positive_power_of_2(),
        "IntValidAlignment" => confined_attr(args.of_sort(Sort::Attr)?, &[positive_power_of_2()]),
        "IntIsOneOf" => {
            let values = args.ints()?;
            condition(format!("whose value is one of {{{}}}", numbers(&values, ", ")), P::IntIn(values))
        }
        "ArrayCount" | "DenseArrayCount" => {
            let n = args.unsigned()?;
            condition(format!("with exactly {n} elements"), P::Count { min: n, max: Some(n) })
        }
        "ArrayMinCount" | "DenseArrayMinCt" => {
            let n = args.unsigned()?;
            condition(format!("with at least {n} elements"), P::Count { min: n, max: None })
        }
        "ArrayMaxCount" | "DenseArrayMaxCt" => {
            let n = args.unsigned()?;
            condition(format!("with at most {n} elements"), P::Count { min: 0, max: Some(n) })
        }
        "DenseArrayStrictlyPositive" => condition("whose value is positive", P::DensePositive),
        "DenseArrayNonNegative" => condition("whose value is non-negative", P::DenseNonNegative),
        "DenseArraySorted" => condition("should be in non-decreasing order", P::DenseSorted),
        "DenseArrayStrictlySorted" => condition("should be in increasing order", P::DenseStrictlySorted),
        "IntArrayNthElemEq" => {
            let (index, n) = (args.unsigned()?, args.int()?);
            condition(format!("whose {index}-th element must be {n}"), P::NthInt { index, min: Some(n), max: Some(n) })
        }
        "IntArrayNthElemMinValue" => {
            let (index, n) = (args.unsigned()?, args.int()?);
            condition(
                format!("whose {index}-th element must be at least {n}"),
                P::NthInt { index, min: Some(n), max: None },
            )
        }
        "IntArrayNthElemMaxValue" => {
            let (index, n) = (args.unsigned()?, args.int()?);
            condition(
                format!("whose {index}-th element must be at most {n}"),
                P::NthInt { index, min: None, max: Some(n) },
            )
        }
        "IntArrayNthElemInRange" => {
            let (index, min, max) = (args.unsigned()?, args.int()?, args.int()?);
            condition(
                format!("whose {index}-th element must be at least {min} and at most {max}"),
                P::NthInt { index, min: Some(min), max: Some(max) },
            )
        }
        "IsNullAttr" => condition("empty attribute (for optional attributes)", P::IsNull),
        _ => return Ok(None),
    }))
}

fn positive_power_of_2() -> C {
    condition("whose value is positive and whose value is a power of two > 0", P::IntPositive.and(P::IntPowerOf2))
}

/// The attribute constraint that an enum's name stands for.
pub(crate) fn of_enum(decl: &crate::model::EnumDecl) -> C {
    let of = int_of(decl.width, Some(Signedness::Signless));
    let values: Vec<i64> = decl.cases.iter().map(|case| case.value).collect();
    let summary = match decl.summary.as_str() {
        "" if decl.bits => decl.name.clone(),
        "" => format!("allowed {} cases: {}", of.summary, numbers(&values, ", ")),
        text => text.to_string(),
    };
    let base = integer_attr(&of, summary);
    let cases = if decl.bits { P::IntBits(decl.valid_bits()) } else { P::IntIn(values) };
    C {
        predicate: base.predicate.clone().and(cases),
        enumeration: Some(decl.name.clone()),
        name: decl.name.clone(),
        ..base
    }
}
