//! The classes of the module `plugopt`: operations, values, blocks, regions, types and attributes.
//!
//! An object holds a handle as it crosses, and nothing of the IR. It works while a pass runs on its thread; the host refuses handles
//! whose operation is gone.

use plugopt_plugin::bridge::{self, Wrap};
use plugopt_plugin::raw::{self, AttributeKind};
use plugopt_plugin::{Builder, Session};
use pyo3::exceptions::{PyRuntimeError, PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList, PyModule, PyString};
use std::cell::Cell;

pyo3::create_exception!(plugopt, IRError, PyValueError, "A handle or argument that the IR does not accept.");

thread_local! {
    static SESSION: Cell<*mut raw::Session> = const { Cell::new(std::ptr::null_mut()) };
}

/// The time in which this thread may touch the IR: a run of a pass.
pub(crate) struct Loan(*mut raw::Session);

impl Loan {
    pub(crate) fn begin(session: *mut raw::Session) -> Loan {
        Loan(SESSION.replace(session))
    }
}

impl Drop for Loan {
    fn drop(&mut self) {
        SESSION.set(self.0);
    }
}

fn with<R>(call: impl for<'s> FnOnce(Session<'s>) -> R) -> PyResult<R> {
    let session = SESSION.get();
    if session.is_null() {
        return Err(PyRuntimeError::new_err("the IR can only be used by the thread that runs a pass, while it runs"));
    }
    // SAFETY: the loan says that the session's callback is running on this thread.
    unsafe { bridge::with_session(session, call) }.map_err(|error| IRError::new_err(error.to_string()))
}

fn fallible<R>(call: impl for<'s> FnOnce(Session<'s>) -> plugopt_plugin::Result<R>) -> PyResult<R> {
    with(call)?.map_err(|error| IRError::new_err(error.to_string()))
}

macro_rules! handle {
    ($(#[$doc:meta])* $name:ident) => {
        $(#[$doc])*
        #[pyclass(frozen, eq, hash, from_py_object, module = "plugopt")]
        #[derive(Clone, Copy, PartialEq, Eq, Hash)]
        pub(crate) struct $name(raw::$name);

        impl From<raw::$name> for $name {
            fn from(raw: raw::$name) -> Self {
                $name(raw)
            }
        }

        impl $name {
            fn of(self, session: Session<'_>) -> plugopt_plugin::$name<'_> {
                plugopt_plugin::$name::wrap(self.0, session)
            }
        }
    };
}

handle! {
    /// An operation.
    Op
}
handle! {
    /// A result of an operation or an argument of a block.
    Value
}
handle! {
    /// A block.
    Block
}
handle! {
    /// A region.
    Region
}
handle! {
    /// A type.
    Type
}
handle! {
    /// An attribute.
    Attribute
}

macro_rules! list {
    ($batch:expr) => {
        $batch.iter().map(|item| item.as_raw().into()).collect()
    };
}

#[pymethods]
impl Op {
    /// The full name, `dialect.op`.
    #[getter]
    fn name(&self) -> PyResult<String> {
        with(|s| self.of(s).name().text().to_string())
    }

    /// The operands.
    #[getter]
    fn operands(&self) -> PyResult<Vec<Value>> {
        with(|s| list!(self.of(s).operands()))
    }

    /// The results.
    #[getter]
    fn results(&self) -> PyResult<Vec<Value>> {
        with(|s| list!(self.of(s).results()))
    }

    /// The only result.
    #[getter]
    fn result(&self) -> PyResult<Value> {
        match self.results()?[..] {
            [one] => Ok(one),
            ref all => Err(IRError::new_err(format!("the operation has {} results, not one", all.len()))),
        }
    }

    /// The regions.
    #[getter]
    fn regions(&self) -> PyResult<Vec<Region>> {
        with(|s| list!(self.of(s).regions()))
    }

    /// The operation around it.
    #[getter]
    fn parent(&self) -> PyResult<Option<Op>> {
        with(|s| self.of(s).parent_op().map(|op| op.as_raw().into()))
    }

    /// The block it is in.
    #[getter]
    fn block(&self) -> PyResult<Option<Block>> {
        with(|s| self.of(s).parent_block().map(|block| block.as_raw().into()))
    }

    /// All attributes by name, inherent and discardable.
    #[getter]
    fn attributes<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let entries: Vec<(String, Attribute)> = with(|s| {
            let dictionary = self.of(s).attribute_dictionary();
            dictionary.entries().iter().map(|e| (e.name.text().to_string(), e.value.as_raw().into())).collect()
        })?;
        let dict = PyDict::new(py);
        for (name, value) in entries {
            dict.set_item(name, value)?;
        }
        Ok(dict)
    }

    /// An attribute by name, or None.
    fn get(&self, name: &str) -> PyResult<Option<Attribute>> {
        with(|s| self.of(s).attribute(name).map(|a| a.as_raw().into()))
    }

    /// Sets an attribute; None removes it.
    #[pyo3(signature = (name, value))]
    fn set(&self, name: &str, value: Option<Attribute>) -> PyResult<()> {
        with(|s| self.of(s).set_attribute(name, value.map(|value| value.of(s))))
    }

    /// Replaces an operand.
    fn set_operand(&self, index: u32, value: Value) -> PyResult<()> {
        with(|s| self.of(s).set_operand(index, value.of(s)))
    }

    /// The operation and all inside it, an operation before what it contains. The list is made at once, so that the caller may change
    /// the IR as it goes.
    fn walk(&self) -> PyResult<Vec<Op>> {
        with(|s| {
            let mut found = Vec::new();
            let mut todo = vec![self.of(s)];
            while let Some(op) = todo.pop() {
                found.push(op.as_raw().into());
                let mut inside = Vec::new();
                for region in op.regions().iter() {
                    for block in region.blocks().iter() {
                        inside.extend(block.ops().iter());
                    }
                }
                todo.extend(inside.into_iter().rev());
            }
            found
        })
    }

    /// Erases the operation, whose results must have no uses left.
    fn erase(&self) -> PyResult<()> {
        with(|s| self.of(s).erase())
    }

    /// Replaces all uses of the results by other values, a value or a list, and erases the operation.
    fn replace(&self, values: &Bound<'_, PyAny>) -> PyResult<()> {
        let values: Vec<Value> = match values.extract::<Value>() {
            Ok(one) => vec![one],
            Err(_) => values.extract()?,
        };
        with(|s| {
            let values: Vec<_> = values.iter().map(|v| v.of(s)).collect();
            self.of(s).replace(&values);
        })
    }

    /// Whether the definition has a trait.
    fn has_trait(&self, name: &str) -> PyResult<bool> {
        with(|s| self.of(s).has_trait(name))
    }

    /// Where it comes from, as text.
    #[getter]
    fn location(&self) -> PyResult<String> {
        with(|s| self.of(s).location().to_text())
    }

    /// Reports an error on the operation, which fails the pass.
    fn emit_error(&self, message: &str) -> PyResult<()> {
        with(|s| drop(self.of(s).emit_error(message)))
    }

    /// Reports a warning on the operation.
    fn emit_warning(&self, message: &str) -> PyResult<()> {
        with(|s| self.of(s).emit_warning(message))
    }

    /// Reports a remark on the operation.
    fn emit_remark(&self, message: &str) -> PyResult<()> {
        with(|s| self.of(s).emit_remark(message))
    }

    fn __str__(&self) -> PyResult<String> {
        with(|s| self.of(s).to_text())
    }

    fn __repr__(&self) -> String {
        match self.name() {
            Ok(name) => format!("<plugopt.Op {name}>"),
            Err(_) => "<plugopt.Op that is gone>".into(),
        }
    }
}

#[pymethods]
impl Value {
    /// The type.
    #[getter]
    fn r#type(&self) -> PyResult<Type> {
        with(|s| self.of(s).ty().as_raw().into())
    }

    /// The operation it is a result of, or None.
    #[getter]
    fn owner(&self) -> PyResult<Option<Op>> {
        with(|s| self.of(s).defining_op().map(|op| op.as_raw().into()))
    }

    /// The operations that use it, newest first.
    #[getter]
    fn users(&self) -> PyResult<Vec<Op>> {
        with(|s| list!(self.of(s).users()))
    }

    /// The constant that it is known to be, or None.
    #[getter]
    fn constant(&self) -> PyResult<Option<Attribute>> {
        with(|s| self.of(s).constant().map(|a| a.as_raw().into()))
    }

    /// Makes all users use another value.
    fn replace_all_uses_with(&self, value: Value) -> PyResult<()> {
        with(|s| self.of(s).replace_all_uses(value.of(s)))
    }
}

#[pymethods]
impl Block {
    /// The operations.
    #[getter]
    fn ops(&self) -> PyResult<Vec<Op>> {
        with(|s| list!(self.of(s).ops()))
    }

    /// The arguments.
    #[getter]
    fn arguments(&self) -> PyResult<Vec<Value>> {
        with(|s| list!(self.of(s).arguments()))
    }

    /// The operation around it.
    #[getter]
    fn parent(&self) -> PyResult<Option<Op>> {
        with(|s| self.of(s).parent_op().map(|op| op.as_raw().into()))
    }
}

#[pymethods]
impl Region {
    /// The blocks.
    #[getter]
    fn blocks(&self) -> PyResult<Vec<Block>> {
        with(|s| list!(self.of(s).blocks()))
    }
}

#[pymethods]
impl Type {
    /// The type of a text such as `i32`.
    #[staticmethod]
    fn parse(text: &str) -> PyResult<Type> {
        fallible(|s| s.parse_type(text).map(|ty| ty.as_raw().into()))
    }

    /// Width of an integer type in bits.
    #[getter]
    fn width(&self) -> PyResult<u32> {
        with(|s| self.of(s).width())
    }

    fn __str__(&self) -> PyResult<String> {
        with(|s| self.of(s).to_text())
    }

    fn __repr__(&self) -> String {
        format!("<plugopt.Type {}>", self.__str__().unwrap_or_default())
    }
}

#[pymethods]
impl Attribute {
    /// The attribute of a text such as `3 : i32`.
    #[staticmethod]
    fn parse(text: &str) -> PyResult<Attribute> {
        fallible(|s| s.parse_attr(text, None).map(|a| a.as_raw().into()))
    }

    /// An integer of a type.
    #[staticmethod]
    fn integer(r#type: Type, value: i64) -> PyResult<Attribute> {
        with(|s| s.integer_attr_of(r#type.of(s), value).as_raw().into())
    }

    /// The type, or None.
    #[getter]
    fn r#type(&self) -> PyResult<Option<Type>> {
        with(|s| self.of(s).ty().map(|ty| ty.as_raw().into()))
    }

    /// The value as a Python object, for integers, floats and strings; else None.
    #[getter]
    fn value<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyAny>>> {
        enum Found {
            Int(i64),
            Float(f64),
            Text(String),
            None,
        }
        let found = with(|s| {
            let attribute = self.of(s);
            match attribute.kind() {
                AttributeKind::INTEGER => attribute.integer().map_or(Found::None, Found::Int),
                AttributeKind::FLOAT => attribute.f64().map_or(Found::None, Found::Float),
                AttributeKind::STRING => attribute.string().map_or(Found::None, |t| Found::Text(t.to_string())),
                _ => Found::None,
            }
        })?;
        Ok(match found {
            Found::Int(value) => Some(value.into_pyobject(py)?.into_any()),
            Found::Float(value) => Some(value.into_pyobject(py)?.into_any()),
            Found::Text(value) => Some(value.into_pyobject(py)?.into_any()),
            Found::None => None,
        })
    }

    fn __str__(&self) -> PyResult<String> {
        with(|s| self.of(s).to_text())
    }

    fn __repr__(&self) -> String {
        format!("<plugopt.Attribute {}>", self.__str__().unwrap_or_default())
    }
}

fn to_type(value: &Bound<'_, PyAny>) -> PyResult<Type> {
    if let Ok(text) = value.cast::<PyString>() {
        return Type::parse(&text.to_cow()?);
    }
    value.extract::<Type>().map_err(|_| PyTypeError::new_err("a result type is a Type or the text of one"))
}

/// Creates an operation before or after another. `results` are types or texts of types, `attributes` a dictionary of attributes.
#[pyfunction]
#[pyo3(signature = (name, operands = Vec::new(), results = None, attributes = None, *, before = None, after = None))]
fn create(
    name: &str,
    operands: Vec<Value>,
    results: Option<&Bound<'_, PyList>>,
    attributes: Option<&Bound<'_, PyDict>>,
    before: Option<Op>,
    after: Option<Op>,
) -> PyResult<Op> {
    let mut types = Vec::new();
    for item in results.into_iter().flatten() {
        types.push(to_type(&item)?);
    }
    let mut named: Vec<(String, Attribute)> = Vec::new();
    for (name, value) in attributes.into_iter().flatten() {
        let value = value
            .extract::<Attribute>()
            .map_err(|_| PyTypeError::new_err(format!("the attribute {name} is not a plugopt.Attribute")))?;
        named.push((name.extract()?, value));
    }
    if before.is_some() == after.is_some() {
        return Err(PyTypeError::new_err("one of `before` and `after` says where the operation goes"));
    }
    fallible(|s| {
        let builder = match (before, after) {
            (Some(op), _) => Builder::before(op.of(s)),
            (None, Some(op)) => Builder::after(op.of(s)),
            (None, None) => return Err(plugopt_plugin::Error::new("there is no place for the operation")),
        };
        let mut op = builder.op(name).operands(operands.iter().map(|v| v.of(s))).results(types.iter().map(|t| t.of(s)));
        for (name, value) in &named {
            op = op.attribute(name, value.of(s));
        }
        op.build().map(|op| op.as_raw().into())
    })
}

/// Adds the classes to the module.
pub(crate) fn add_to(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_class::<Op>()?;
    module.add_class::<Value>()?;
    module.add_class::<Block>()?;
    module.add_class::<Region>()?;
    module.add_class::<Type>()?;
    module.add_class::<Attribute>()?;
    module.add("IRError", module.py().get_type::<IRError>())?;
    module.add_function(wrap_pyfunction!(create, module)?)
}
