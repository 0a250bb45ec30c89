//! Runs pipelines.
//!
//! Nested pipelines run on the operations directly below, one operation after the other or on several threads; neighbouring nested
//! pipelines run together, operation by operation. The order of diagnostics is that of the operations in the text, however many
//! threads there are.

use crate::pass::{Pass, PassContext, PassFailed};
use crate::pipeline::{Anchor, Entry, PassEntry, Pipeline};
use parking_lot::Mutex;
use plugopt_ir::{Body, BodyId, Context, Diagnostic, Ir, Location, OpRef, Severity, Traits};
use std::sync::Arc;

/// Checks an operation and all below it; gives whether it is valid, after it has reported what is not.
pub type Verifier = dyn Fn(&Ir, OpRef) -> bool + Send + Sync;

/// How pipelines run.
#[derive(Clone, Default)]
pub struct RunConfig {
    /// Runs after each pass.
    pub verify: Option<Arc<Verifier>>,
    /// Whether errors of a plugin's pass get a note that names both; not wanted where all diagnostics are compared.
    pub name_passes: bool,
}

/// Bodies that one task takes.
const BODIES_PER_TASK: usize = 16;

/// Runs a pipeline on the top of a tree.
pub fn run(pipeline: &Pipeline, ir: &mut Ir, config: &RunConfig) -> Result<(), PassFailed> {
    let context = ir.context().clone();
    let name = context.op_name_bytes(ir.name(ir.root()));
    if let Anchor::Op(anchor) = &pipeline.anchor
        && anchor.as_bytes() != name
    {
        let message = format!("can't run '{anchor}' pass manager on '{}' op", String::from_utf8_lossy(name));
        let location = whole_file(&context, ir.location(ir.root()));
        context.diagnostics().emit(Diagnostic::error(location, message));
        return Err(PassFailed);
    }
    let prepared = Prepared::new(pipeline, &context)?;
    prepared.run(ir, None, config)
}

fn whole_file(context: &Context, location: Location) -> Location {
    match context.location_data(location) {
        plugopt_ir::LocationData::File { file, .. } => context.file_location(file, 0, 0),
        _ => location,
    }
}

/// A pass with the instances that are not running.
struct Instances {
    entry: PassEntry,
    idle: Mutex<Vec<Box<dyn Pass>>>,
}

/// What runs on one anchor: passes, and groups of neighbouring nested pipelines.
enum Stage {
    Pass(Instances),
    Nested(Vec<Prepared>),
}

struct Prepared {
    anchor: Anchor,
    stages: Vec<Stage>,
}

impl Prepared {
    fn new(pipeline: &Pipeline, context: &Context) -> Result<Prepared, PassFailed> {
        let mut stages = Vec::new();
        for entry in &pipeline.entries {
            match entry {
                Entry::Pass(pass) => {
                    // The first instance is made at once, so that options are refused before anything runs.
                    let first = create(pass, context)?;
                    stages.push(Stage::Pass(Instances { entry: pass.clone(), idle: Mutex::new(vec![first]) }));
                }
                Entry::Nested(nested) => {
                    let prepared = Prepared::new(nested, context)?;
                    match stages.last_mut() {
                        Some(Stage::Nested(group)) => match group.iter_mut().find(|p| p.anchor == prepared.anchor) {
                            Some(same) if prepared.anchor != Anchor::Any => same.stages.extend(prepared.stages),
                            _ => group.push(prepared),
                        },
                        _ => stages.push(Stage::Nested(vec![prepared])),
                    }
                }
            }
        }
        Ok(Prepared { anchor: pipeline.anchor.clone(), stages })
    }

    fn run(&self, ir: &mut Ir, around: Option<&Ir>, config: &RunConfig) -> Result<(), PassFailed> {
        let context = ir.context().clone();
        let info = ir.info(ir.root());
        let refused = match () {
            () if !info.registered => Some("trying to schedule a pass on an unregistered operation"),
            () if !info.has(Traits::ISOLATED_FROM_ABOVE) => {
                Some("trying to schedule a pass on an operation not marked as 'IsolatedFromAbove'")
            }
            () => None,
        };
        if let Some(reason) = refused.filter(|_| !self.stages.is_empty()) {
            let name = String::from_utf8_lossy(context.op_name_bytes(ir.name(ir.root()))).into_owned();
            let location = ir.location(ir.root());
            context.diagnostics().emit(Diagnostic::error(location, format!("'{name}' op {reason}")));
            return Err(PassFailed);
        }
        for stage in &self.stages {
            match stage {
                Stage::Pass(instances) => instances.run(ir, around, config)?,
                Stage::Nested(group) => run_nested(group, ir, config)?,
            }
        }
        Ok(())
    }

    /// Whether the pipeline runs on an operation, given by its name.
    fn matches(&self, name: &[u8], registered_isolated: bool) -> bool {
        match &self.anchor {
            Anchor::Op(anchor) => anchor.as_bytes() == name,
            Anchor::Any => registered_isolated && self.can_schedule(name),
        }
    }

    fn can_schedule(&self, name: &[u8]) -> bool {
        self.stages.iter().all(|stage| match stage {
            Stage::Pass(instances) => {
                instances.entry.info.anchor.as_ref().is_none_or(|anchor| anchor.as_bytes() == name)
            }
            Stage::Nested(_) => true,
        })
    }
}

fn create(entry: &PassEntry, context: &Context) -> Result<Box<dyn Pass>, PassFailed> {
    (entry.info.create)(&entry.options).map_err(|reason| {
        let owner = entry.info.plugin.as_ref().map(|p| format!(" of plugin '{p}'")).unwrap_or_default();
        let message = format!("pass '{}'{owner} cannot be created: {reason}", entry.info.name);
        context.diagnostics().emit(Diagnostic::error(Location::UNKNOWN, message));
        PassFailed
    })
}

/// Runs a group of nested pipelines on the operations directly below the top of `ir`.
fn run_nested(group: &[Prepared], ir: &mut Ir, config: &RunConfig) -> Result<(), PassFailed> {
    use rayon::prelude::*;
    let context = ir.context().clone();
    let root = ir.root().body;
    // Those with a body of their own; what has none cannot be the anchor of a pass.
    let mut chosen: Vec<(BodyId, &Prepared)> = Vec::new();
    let body = ir.body(root);
    for &region in body.op_regions(Body::ROOT) {
        for block in body.region_blocks(region) {
            for op in body.block_ops(block) {
                let name = body.name(op);
                let info = context.op_info(name);
                let isolated = info.registered && info.has(Traits::ISOLATED_FROM_ABOVE);
                let found = group.iter().find(|p| p.matches(context.op_name_bytes(name), isolated));
                let Some(prepared) = found else { continue };
                match body.child(op) {
                    Some(child) => chosen.push((child, prepared)),
                    None => {
                        let reason = match info.registered {
                            false => "trying to schedule a pass on an unregistered operation",
                            true => "trying to schedule a pass on an operation not marked as 'IsolatedFromAbove'",
                        };
                        let name = String::from_utf8_lossy(context.op_name_bytes(name)).into_owned();
                        let message = format!("'{name}' op {reason}");
                        context.diagnostics().emit(Diagnostic::error(body.location(op), message));
                        return Err(PassFailed);
                    }
                }
            }
        }
    }
    let mut parts: Vec<(Ir, &Prepared)> = chosen.into_iter().map(|(child, p)| (ir.split(child), p)).collect();
    let around: &Ir = ir;
    let run_one = |(part, prepared): &mut (Ir, &Prepared)| {
        context.diagnostics().capture(|| prepared.run(part, Some(around), config))
    };
    let outcomes: Vec<(Result<(), PassFailed>, Vec<Diagnostic>)> = if context.threading() && parts.len() > 1 {
        let chunks = parts.par_chunks_mut(BODIES_PER_TASK);
        chunks.flat_map_iter(|chunk| chunk.iter_mut().map(run_one).collect::<Vec<_>>()).collect()
    } else {
        parts.iter_mut().map(run_one).collect()
    };
    ir.join_all(parts.into_iter().map(|(part, _)| part).collect());
    let mut result = Ok(());
    for (outcome, diagnostics) in outcomes {
        for diagnostic in diagnostics {
            context.diagnostics().emit(diagnostic);
        }
        result = result.and(outcome);
    }
    result
}

impl Instances {
    fn run(&self, ir: &mut Ir, around: Option<&Ir>, config: &RunConfig) -> Result<(), PassFailed> {
        let context = ir.context().clone();
        let idle = self.idle.lock().pop();
        let mut pass = match idle {
            Some(pass) => pass,
            None => create(&self.entry, &context)?,
        };
        let span = tracing::debug_span!("pass", name = self.entry.info.name.as_str());
        let (outcome, mut diagnostics) =
            span.in_scope(|| context.diagnostics().capture(|| pass.run(&mut PassContext { ir, around })));
        self.idle.lock().push(pass);
        let mut failed = outcome.is_err();
        let info = &self.entry.info;
        let mut errors = 0;
        for diagnostic in diagnostics.iter_mut().filter(|d| d.severity == Severity::Error) {
            errors += 1;
            if let Some(plugin) = info.plugin.as_ref().filter(|_| config.name_passes) {
                let who = format!("pass '{}' of plugin '{plugin}'", info.name);
                if diagnostic.message.starts_with(who.as_bytes()) {
                    continue;
                }
                let note = format!("in {who}");
                diagnostic.notes.push(Diagnostic::new(Severity::Note, diagnostic.location, note));
            }
        }
        if errors > 0 {
            failed = true;
        } else if failed {
            let op = String::from_utf8_lossy(context.op_name_bytes(ir.name(ir.root()))).into_owned();
            let owner = info.plugin.as_ref().map(|p| format!(" of plugin '{p}'")).unwrap_or_default();
            let message = format!("pass '{}'{owner} failed on '{op}' without saying why", info.name);
            diagnostics.push(Diagnostic::error(ir.location(ir.root()), message));
        }
        for diagnostic in diagnostics {
            context.diagnostics().emit(diagnostic);
        }
        if failed {
            return Err(PassFailed);
        }
        match &config.verify {
            Some(verify) => self.verify(ir, verify.as_ref(), config),
            None => Ok(()),
        }
    }

    /// Checks what a pass left behind; the errors name it.
    fn verify(&self, ir: &Ir, verify: &Verifier, config: &RunConfig) -> Result<(), PassFailed> {
        let context = ir.context();
        let (valid, diagnostics) = context.diagnostics().capture(|| verify(ir, ir.root()));
        for mut diagnostic in diagnostics {
            if diagnostic.severity == Severity::Error && config.name_passes {
                let info = &self.entry.info;
                let owner = info.plugin.as_ref().map(|p| format!(" of plugin '{p}'")).unwrap_or_default();
                let note = format!("after pass '{}'{owner}", info.name);
                diagnostic.notes.push(Diagnostic::new(Severity::Note, diagnostic.location, note));
            }
            context.diagnostics().emit(diagnostic);
        }
        if valid { Ok(()) } else { Err(PassFailed) }
    }
}
