//! One run of the driver: input, chunks, and for each chunk parsing, verifying, the pipeline and printing.

use crate::args::{self, CommandLine, Expectations, Options, PROGRAM};
use crate::diagnostics::{Reporter, Text};
use crate::output::{Output, WriteError};
use crate::passes::{self, Plan, PlanError};
use crate::split::split;
use crate::{input, logging};
use plugopt_dialect::asm::OpView;
use plugopt_dialect::verify::{verify, verify_all};
use plugopt_host::Plugins;
use plugopt_ir::{Context, Diagnostic, Ir, Location};
use plugopt_pass::manager::Verifier;
use plugopt_pass::{PassInfo, PassRegistry, RunConfig};
use plugopt_syntax::parser::{ParseOptions, parse_source};
use plugopt_syntax::printer::{PrintOptions, location_to_text, op_to_text, print_op};
use std::io::{Stderr, Write as _};
use std::ops::Range;
use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError};

/// The variable with folders of plugins.
pub const PLUGIN_PATH: &str = "PLUGOPT_PLUGIN_PATH";

/// Exit code after any error.
const FAILURE: u8 = 1;

/// Does what the command line says; gives the exit code.
pub fn run(line: &CommandLine) -> u8 {
    exit_code(try_run(line))
}

/// The exit code of what came of a line; what is left to say is said.
pub fn exit_code(outcome: Result<bool, Stop>) -> u8 {
    match outcome {
        Ok(true) => 0,
        Ok(false) => FAILURE,
        Err(Stop::Said(text)) => {
            eprintln!("{text}");
            FAILURE
        }
        Err(Stop::Write(error)) => error.report(),
    }
}

/// Why a run ends before its end.
pub enum Stop {
    /// With this text for people.
    Said(String),
    /// The output cannot be written.
    Write(WriteError),
}

impl From<String> for Stop {
    fn from(text: String) -> Stop {
        Stop::Said(text)
    }
}

impl<E: Into<WriteError>> From<E> for Stop {
    fn from(error: E) -> Stop {
        Stop::Write(error.into())
    }
}

/// Whether all went well; what went wrong with the input was reported.
fn try_run(line: &CommandLine) -> Result<bool, Stop> {
    let options = &line.options;
    logging::start(options.log.as_deref())?;
    if options.version {
        write_text(&args::version())?;
        return Ok(true);
    }
    let mut reporter = Reporter::new(std::io::stderr(), location_to_text);
    let plugins = load_plugins(options)?;
    let mut registry = PassRegistry::default();
    plugins.add_passes(&mut registry);
    if options.help {
        write_text(&format!("{}\n{}", args::help(), passes::list(&registry)))?;
        return Ok(true);
    }
    if options.list_passes {
        write_text(&passes::list(&registry))?;
        return Ok(true);
    }
    if options.show_dialects {
        let mut names: Vec<&str> = plugins.dialect_names().chain(["builtin"]).collect();
        names.sort_unstable();
        write_text(&format!("Available Dialects: {}\n", names.join(",")))?;
        return Ok(true);
    }
    let plan = match passes::plan(line, &registry) {
        Ok(plan) => plan,
        Err(error) => return refuse(error, &mut reporter),
    };
    open_plugins(&plan, &registry, &plugins, options.allow_unregistered_dialect)?;
    let input = input::read(options.input.as_deref())?;
    let mut output = Output::open(&options.output)?;
    let text: Text = input.text;
    let chunks = split((*text).as_ref(), options.split_input_file.as_deref().unwrap_or_default().as_bytes());

    reporter.add_text(&input.name, text.clone());
    if let Some(mode) = options.verify_diagnostics {
        reporter.expect(&input.name, mode == Expectations::OnlyExpected);
    }
    for &offset in &chunks.near_misses {
        reporter.warn_at(&input.name, offset, "near miss with file split marker");
    }
    let reporter = Arc::new(Mutex::new(reporter));
    let separator = format!("{}\n", options.output_split_marker);
    let mut well = true;
    for (index, range) in chunks.ranges.into_iter().enumerate() {
        if index > 0 {
            output.write_all(separator.as_bytes())?;
        }
        let chunk = Chunk {
            options,
            plan: &plan,
            registry: &registry,
            plugins: &plugins,
            name: &input.name,
            text: &text,
            range,
            reporter: &reporter,
        };
        well &= chunk.process(&mut output)?;
    }
    if let Some(as_expected) = reporter.lock().unwrap_or_else(PoisonError::into_inner).finish() {
        well = as_expected;
    }
    if well {
        output.finish()?;
    }
    Ok(well)
}

/// The plugins that are linked in, and those that the line names.
pub fn load_plugins(options: &Options) -> Result<Plugins, Stop> {
    let mut plugins = Plugins::new();
    if let Some(python) = &options.python {
        plugins.use_python(python);
    }
    let bundled = if options.no_bundled { &[] } else { plugopt_bundled::PLUGINS };
    for plugin in bundled {
        plugins.add_static(plugin).map_err(|error| format!("{PROGRAM}: {error}"))?;
    }
    for path in &options.load {
        plugins.load(path).map_err(|error| format!("{PROGRAM}: {error}"))?;
    }
    for path in &options.load_optional {
        if let Err(error) = plugins.load(path) {
            tracing::warn!(target: "plugin", "{error}");
        }
    }
    let search = |plugins: &mut Plugins, folder: &Path| {
        plugins.search(folder).map_err(|error| Stop::Said(format!("{PROGRAM}: {error}")))
    };
    for folder in &options.plugin_dir {
        if let Err(error) = std::fs::read_dir(folder) {
            let (folder, reason) = (folder.display(), input::reason(&error));
            return Err(format!("{PROGRAM}: cannot search folder '{folder}' for plugins: {reason}").into());
        }
        search(&mut plugins, folder)?;
    }
    let path = std::env::var_os(PLUGIN_PATH).unwrap_or_default();
    for folder in std::env::split_paths(&path).filter(|folder| !folder.as_os_str().is_empty()) {
        match std::fs::read_dir(&folder) {
            Ok(_) => search(&mut plugins, &folder)?,
            Err(error) => {
                tracing::info!(target: "plugin", folder = %folder.display(), "skipped: {}", input::reason(&error));
            }
        }
    }
    Ok(plugins)
}

/// Opens the plugins of the passes that will run, so that one that cannot be used is told of before the input is read.
fn open_plugins(plan: &Plan, registry: &PassRegistry, plugins: &Plugins, unknown_dialects: bool) -> Result<(), Stop> {
    for pass in plan.passes(registry) {
        let Some(plugin) = &pass.plugin else { continue };
        plugins.open(plugin).map_err(|error| format!("{PROGRAM}: {error}"))?;
        let is_there = |name: &str| name == "builtin" || plugins.dialect_names().any(|known| known == name);
        if let Some(dialect) = pass.dialects.iter().find(|name| !unknown_dialects && !is_there(name)) {
            let PassInfo { name, .. } = &*pass;
            let text = format!("pass '{name}' of plugin '{plugin}' needs the dialect '{dialect}', which no plugin has");
            return Err(format!("{PROGRAM}: {text}").into());
        }
    }
    Ok(())
}

/// Says what is wrong with the passes.
fn refuse(error: PlanError, reporter: &mut Reporter<Stderr>) -> Result<bool, Stop> {
    match error {
        PlanError::Usage(text) => Err(text.into()),
        PlanError::Diagnostic(text) => {
            reporter.error(&text);
            Ok(false)
        }
    }
}

/// Writes to standard output.
pub fn write_text(text: &str) -> Result<(), WriteError> {
    let mut stdout = Output::Stdout(std::io::stdout());
    stdout.write_all(text.as_bytes())?;
    stdout.finish()
}

/// A part of the input that is processed on its own.
struct Chunk<'a> {
    options: &'a Options,
    plan: &'a Plan,
    registry: &'a PassRegistry,
    plugins: &'a Plugins,
    name: &'a [u8],
    text: &'a Text,
    range: Range<usize>,
    reporter: &'a Arc<Mutex<Reporter<Stderr>>>,
}

impl Chunk<'_> {
    /// Prints the result, or gives `false` after an error, which was reported.
    fn process(&self, output: &mut Output) -> Result<bool, Stop> {
        let context = Arc::new(Context::new());
        context.set_threading(!self.options.mlir_disable_threading);
        context.allow_unregistered_dialects(self.options.allow_unregistered_dialect);
        let registry = plugopt_syntax::install(&context);
        self.plugins.add_dialects(&registry).map_err(|error| format!("{PROGRAM}: {error}"))?;
        if self.options.mlir_print_op_on_diagnostic && self.options.verify_diagnostics.is_none() {
            let PrintOptions { generic, local_scope, elide_elements, .. } = PrintOptions::diagnostic();
            let options = PrintOptions { generic, local_scope, elide_elements, ..self.print_options() };
            registry.set_op_printer(Some(Arc::new(move |op: OpView<'_>| op_to_text(op.ir, op.op, &options))));
        }
        let (reporter, weak) = (self.reporter.clone(), Arc::downgrade(&context));
        let plugin_failed = self.plugins.failed();
        context.diagnostics().set_handler(Some(Arc::new(move |diagnostic| {
            // Once a plugin could not be opened, what is said is about what it lacks.
            if plugin_failed() {
                return;
            }
            if let Some(context) = weak.upgrade() {
                reporter.lock().unwrap_or_else(PoisonError::into_inner).report(&context, &diagnostic);
            }
        })));
        let source = context.add_source(self.name, self.text.clone()).map_err(|error| format!("{PROGRAM}: {error}"))?;
        let parse = ParseOptions { implicit_module: !self.options.no_implicit_module };
        let parsed = parse_source(&context, &source, self.range.clone(), &parse);
        self.plugins_are_well()?;
        let Ok(mut ir) = parsed else { return Ok(false) };
        let verified = !self.options.mlir_very_unsafe_disable_verifier_on_parsing;
        let well = (!verified || verify_all(&ir).is_ok()) && self.run_passes(&mut ir);
        self.plugins_are_well()?;
        if !well {
            return Ok(false);
        }
        let mut options = self.print_options();
        // Custom forms rely on what the verifier checks.
        let may_be_invalid = !verified || !self.options.verify_each;
        if may_be_invalid && !self.options.mlir_print_assume_verified {
            options.generic |= context.diagnostics().capture(|| verify_all(&ir)).0.is_err();
        }
        print_op(&ir, ir.root(), &options, output)?;
        output.write_all(b"\n")?;
        // The last context of the process goes with it; giving back its tables piece by piece would only take time.
        std::mem::forget(ir);
        Ok(true)
    }

    /// The end of the run if a plugin could not be opened when something of it was used.
    fn plugins_are_well(&self) -> Result<(), Stop> {
        self.plugins.failure().map_or(Ok(()), |error| Err(format!("{PROGRAM}: {error}").into()))
    }

    fn print_options(&self) -> PrintOptions {
        let options = self.options;
        let defaults = PrintOptions::default();
        PrintOptions {
            generic: options.mlir_print_op_generic,
            local_scope: options.mlir_print_local_scope,
            debug_info: options.mlir_print_debuginfo,
            pretty_debug_info: options.mlir_pretty_debuginfo,
            elide_elements: options.mlir_elide_elementsattrs_if_larger.map(u64::from),
            elide_resources: options.mlir_elide_resource_strings_if_larger.map(u64::from),
            hex_elements: match options.mlir_print_elementsattrs_with_hex_if_larger {
                None => defaults.hex_elements,
                Some(limit) => limit.try_into().ok(),
            },
            skip_regions: options.mlir_print_skip_regions,
            name_locations: options.mlir_use_nameloc_as_prefix,
            unique_ids: options.mlir_print_unique_ssa_ids,
            value_users: options.mlir_print_value_users,
        }
    }

    fn run_passes(&self, ir: &mut Ir) -> bool {
        let context = ir.context().clone();
        let top = String::from_utf8_lossy(context.op_name_bytes(ir.name(ir.root())));
        let pipeline = match self.plan.pipeline(&top, self.registry) {
            Ok(None) => return true,
            Ok(Some(pipeline)) => pipeline,
            Err(PlanError::Usage(text) | PlanError::Diagnostic(text)) => {
                context.diagnostics().emit(Diagnostic::error(Location::UNKNOWN, text));
                return false;
            }
        };
        let verifier: Arc<Verifier> = Arc::new(|ir, op| verify(ir, op).is_ok());
        let verify = self.options.verify_each.then_some(verifier);
        let config = RunConfig { verify, name_passes: self.options.verify_diagnostics.is_none() };
        plugopt_pass::run(&pipeline, ir, &config).is_ok()
    }
}
