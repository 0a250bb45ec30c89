//! From what the command line says about passes to a pipeline, and the list of all passes.

use crate::args::{CommandLine, PassFlag, unknown_argument};
use plugopt_pass::options::{OptionKind, OptionSpec, OptionValue};
use plugopt_pass::pipeline::{self, Entry, Pipeline};
use plugopt_pass::registry::LookupError;
use plugopt_pass::{Anchor, PassInfo, PassRegistry};
use std::fmt::Write as _;
use std::sync::Arc;

/// What is to run.
pub enum Plan {
    /// Nothing.
    Nothing,
    /// The pipeline of `--pass-pipeline`, which names its anchor.
    Pipeline(Box<Pipeline>),
    /// One pass for each flag; the anchor is the top of the input.
    Flags(Vec<PassFlag>),
}

/// Why there is no plan.
#[derive(Debug, PartialEq, Eq)]
pub enum PlanError {
    /// A wrong word on the command line, said as it is.
    Usage(String),
    /// A diagnostic without a place.
    Diagnostic(String),
}

/// Checks all that is said about passes.
pub fn plan(line: &CommandLine, registry: &PassRegistry) -> Result<Plan, PlanError> {
    let unknown: Vec<String> = line
        .pass_flags
        .iter()
        .filter_map(|flag| match registry.find(&flag.name) {
            Ok(_) => None,
            Err(LookupError::Unknown(_)) => {
                Some(unknown_argument(flag, registry.iter().map(|pass| pass.name.as_str())))
            }
            Err(LookupError::Ambiguous(owners)) => {
                let choices: Vec<String> = owners.iter().map(|owner| format!("'--{owner}/{}'", flag.name)).collect();
                let (program, owners) = (crate::args::PROGRAM, owners.join(", "));
                let choices = choices.join(" or ");
                Some(format!("{program}: '--{}' is a pass of several plugins: {owners}; write {choices}", flag.name))
            }
        })
        .collect();
    if !unknown.is_empty() {
        return Err(PlanError::Usage(unknown.join("\n")));
    }
    match &line.options.pass_pipeline {
        Some(_) if !line.pass_flags.is_empty() => {
            Err(PlanError::Diagnostic("'-pass-pipeline' option can't be used with individual pass options".into()))
        }
        Some(text) => match pipeline::parse(text, registry) {
            Ok(pipeline) => Ok(Plan::Pipeline(Box::new(pipeline))),
            Err(error) => Err(PlanError::Diagnostic(error.message)),
        },
        None if line.pass_flags.is_empty() => Ok(Plan::Nothing),
        None => {
            // The options are checked before the input is read, whatever its top turns out to be.
            from_flags(&line.pass_flags, &Anchor::Any, registry)?;
            Ok(Plan::Flags(line.pass_flags.clone()))
        }
    }
}

impl Plan {
    /// The pipeline for an input whose top is an operation of that name.
    pub fn pipeline(&self, top: &str, registry: &PassRegistry) -> Result<Option<Pipeline>, PlanError> {
        match self {
            Plan::Nothing => Ok(None),
            Plan::Pipeline(pipeline) => Ok(Some((**pipeline).clone())),
            Plan::Flags(flags) => from_flags(flags, &Anchor::Op(top.to_string()), registry).map(Some),
        }
    }

    /// The passes that run, each once for each time it is named.
    pub fn passes(&self, registry: &PassRegistry) -> Vec<Arc<PassInfo>> {
        match self {
            Plan::Nothing => Vec::new(),
            Plan::Flags(flags) => flags.iter().filter_map(|flag| registry.find(&flag.name).ok()).collect(),
            Plan::Pipeline(pipeline) => {
                let (mut passes, mut pending) = (Vec::new(), vec![&**pipeline]);
                while let Some(pipeline) = pending.pop() {
                    for entry in &pipeline.entries {
                        match entry {
                            Entry::Pass(pass) => passes.push(pass.info.clone()),
                            Entry::Nested(nested) => pending.push(nested),
                        }
                    }
                }
                passes
            }
        }
    }
}

fn from_flags(flags: &[PassFlag], anchor: &Anchor, registry: &PassRegistry) -> Result<Pipeline, PlanError> {
    let entries = flags.iter().map(|flag| {
        pipeline::from_flag(&flag.name, flag.options.as_deref().unwrap_or_default(), anchor, registry)
            .map_err(|error| PlanError::Diagnostic(error.message))
    });
    Ok(Pipeline { anchor: anchor.clone(), entries: entries.collect::<Result<_, _>>()? })
}

/// The text of `--list-passes`.
pub fn list(registry: &PassRegistry) -> String {
    let mut text = String::from("Passes:\n");
    for pass in registry.iter() {
        let PassInfo { name, summary, plugin, options, .. } = &**pass;
        let origin = plugin.as_ref().map(|plugin| format!(" [{plugin}]")).unwrap_or_default();
        entry(&mut text, &format!("  --{name}"), &format!("  {summary}{origin}"));
        let mut options: Vec<&OptionSpec> = options.iter().collect();
        options.sort_by(|a, b| a.name.cmp(&b.name));
        for OptionSpec { name, kind, doc, default } in options {
            let default = value_text(default);
            let default = if default.is_empty() { default } else { format!(" (default: {default})") };
            entry(&mut text, &format!("    --{name}{}", value(kind)), &format!("{doc}{default}"));
            let element = if let OptionKind::List(element) = kind { element } else { kind };
            if let OptionKind::Enum(words) = element {
                for word in words {
                    let _ = writeln!(text, "    ={word}");
                }
            }
        }
    }
    text
}

/// A name, and what it means in the column where mlir-opt has it.
fn entry(text: &mut String, name: &str, meaning: &str) {
    let _ = writeln!(text, "{name:<57} - {}", meaning.trim_end());
}

fn value(kind: &OptionKind) -> &'static str {
    match kind {
        OptionKind::Bool => "",
        OptionKind::Int { .. } => "=<int>",
        OptionKind::Float => "=<number>",
        OptionKind::String => "=<string>",
        OptionKind::Enum(_) => "=<value>",
        OptionKind::List(element) => match **element {
            OptionKind::Bool => "=<bool,...>",
            OptionKind::Int { .. } => "=<int,...>",
            OptionKind::Float => "=<number,...>",
            OptionKind::Enum(_) => "=<value,...>",
            _ => "=<string,...>",
        },
    }
}

fn value_text(value: &OptionValue) -> String {
    match value {
        OptionValue::Bool(value) => value.to_string(),
        OptionValue::Int(value) => value.to_string(),
        OptionValue::Float(value) => value.to_string(),
        OptionValue::String(text) => text.clone(),
        OptionValue::List(values) => values.iter().map(value_text).collect::<Vec<_>>().join(","),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::ffi::OsString;

    fn planned(words: &[&str]) -> Result<Plan, PlanError> {
        let words = std::iter::once("plugopt").chain(words.iter().copied()).map(OsString::from);
        plan(&crate::args::parse(words).unwrap(), &PassRegistry::default())
    }

    #[test]
    fn flags_keep_their_order_and_options() {
        let plan = planned(&["--cse", "-canonicalize=top-down=false", "--cse"]).ok().unwrap();
        let pipeline = plan.pipeline("builtin.module", &PassRegistry::default()).ok().unwrap().unwrap();
        assert_eq!((pipeline.anchor.text(), pipeline.entries.len()), ("builtin.module", 3));
        assert!(matches!(planned(&[]), Ok(Plan::Nothing)));
        assert!(matches!(planned(&["-p", "builtin.module(cse)"]), Ok(Plan::Pipeline(_))));
    }

    #[test]
    fn what_is_wrong_is_said_before_anything_runs() {
        let usage = |text: &str| PlanError::Usage(text.into());
        let unknown =
            "plugopt: Unknown command line argument '--cses'.  Try: 'plugopt --help'\nplugopt: Did you mean '--cse'?";
        assert_eq!(planned(&["--cses"]).err().unwrap(), usage(unknown));
        assert_eq!(
            planned(&["--cse", "-p", "builtin.module(cse)"]).err().unwrap(),
            PlanError::Diagnostic("'-pass-pipeline' option can't be used with individual pass options".into())
        );
        assert!(
            matches!(planned(&["--canonicalize=foo"]).err().unwrap(), PlanError::Diagnostic(text) if text.contains("no such option foo"))
        );
        assert!(
            matches!(planned(&["-p", "builtin.module(cze)"]).err().unwrap(), PlanError::Diagnostic(text) if text.contains("'cze' does not refer"))
        );
    }

    #[test]
    fn the_list_names_options_and_their_values() {
        let list = list(&PassRegistry::default());
        assert!(
            list.contains("\n  --cse                                                   -   Eliminate common"),
            "{list}"
        );
        assert!(list.contains("\n    --region-simplify=<value> ") && list.contains("\n    =aggressive\n"), "{list}");
    }
}
