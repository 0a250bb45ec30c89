//! Instances of the passes of plugins.

use crate::hooks::run_pass;
use crate::plugin::{Known, LoadError, Owner};
use crate::session::Session;
use plugopt_ir::Context;
use plugopt_pass::options::OptionValue;
use plugopt_pass::{Pass, PassContext, PassFailed};
use plugopt_plugin::raw::{self, Status};
use std::sync::{Arc, LazyLock};

/// The context of callbacks that have no IR: instances are made before there is any.
static IDLE: LazyLock<Context> = LazyLock::new(Context::new);

/// An instance of a pass.
pub(crate) struct PluginPass {
    plugin: Arc<Owner>,
    pass: &'static raw::Pass,
    /// The dialects whose operations it may create: those that it declares, those of its plugin, and the driver's own.
    creates: Vec<String>,
    instance: *mut core::ffi::c_void,
}

// SAFETY: the specification says that an instance is used by one thread at a time, any thread.
unsafe impl Send for PluginPass {}

impl PluginPass {
    /// Makes an instance of the pass of that index in the manifest; the plugin is opened if it was not yet.
    pub(crate) fn new(known: &Known, index: usize, options: &[OptionValue]) -> Result<PluginPass, String> {
        let ready = known.ready().map_err(LoadError::to_string)?;
        let pass = ready.passes[index].0;
        let names = known.passes[index].options.iter().map(|spec| spec.name.as_str());
        let given: Vec<GivenOption> = names.zip(options).map(|(name, value)| GivenOption::new(name, value)).collect();
        let raw: Vec<raw::PassOption> = given.iter().map(GivenOption::raw).collect();
        let s = Session::new(&IDLE);
        let mut instance = std::ptr::null_mut();
        let Some(create) = pass.create else { return Err("it has no function to make instances".into()) };
        // SAFETY: the arguments are those of the specification.
        let status = unsafe { create(pass.data, s.as_raw(), raw.as_ptr(), raw.len(), &raw mut instance) };
        if status != Status::OK {
            let text = String::from_utf8_lossy(&s.take_error()).into_owned();
            return Err(if text.is_empty() { format!("status {}", status.0) } else { text });
        }
        let creates =
            known.passes[index].dialects.iter().chain(&known.dialects).cloned().chain(["builtin".into()]).collect();
        Ok(PluginPass { plugin: ready.owner.clone(), pass, creates, instance })
    }
}

impl Pass for PluginPass {
    fn run(&mut self, context: &mut PassContext<'_>) -> Result<(), PassFailed> {
        run_pass(&self.plugin, self.pass, self.instance, context.ir, context.around, &self.creates)
            .map_err(|()| PassFailed)
    }
}

impl Drop for PluginPass {
    fn drop(&mut self) {
        if let Some(destroy) = self.pass.destroy {
            // SAFETY: the instance was made by `create`, and is ended once.
            unsafe { destroy(self.instance) };
        }
    }
}

/// The value of an option, with the elements of lists beside it.
struct GivenOption {
    name: String,
    value: OptionValue,
    elements: Vec<GivenOption>,
    raw_elements: Vec<raw::PassOption>,
}

impl GivenOption {
    fn new(name: &str, value: &OptionValue) -> GivenOption {
        let elements: Vec<GivenOption> = match value {
            OptionValue::List(list) => list.iter().map(|value| GivenOption::new("", value)).collect(),
            _ => Vec::new(),
        };
        let raw_elements = elements.iter().map(GivenOption::raw).collect();
        GivenOption { name: name.into(), value: value.clone(), elements, raw_elements }
    }

    fn raw(&self) -> raw::PassOption {
        let bytes = |text: &str| raw::Bytes { pointer: text.as_ptr(), length: text.len() };
        let mut option = raw::PassOption {
            name: bytes(&self.name),
            kind: raw::OptionKind::BOOLEAN,
            boolean: 0,
            integer: 0,
            real: 0.0,
            text: bytes(""),
            elements: std::ptr::null(),
            element_count: 0,
        };
        match &self.value {
            OptionValue::Bool(value) => option.boolean = u8::from(*value),
            OptionValue::Int(value) => {
                option.kind = raw::OptionKind::INTEGER;
                option.integer = i64::try_from(*value).unwrap_or(i64::MAX);
            }
            OptionValue::Float(value) => {
                option.kind = raw::OptionKind::REAL;
                option.real = *value;
            }
            OptionValue::String(text) => {
                option.kind = raw::OptionKind::TEXT;
                option.text = bytes(text);
            }
            OptionValue::List(_) => {
                option.kind = raw::OptionKind::LIST;
                option.elements = self.raw_elements.as_ptr();
                option.element_count = self.elements.len();
            }
        }
        option
    }
}
