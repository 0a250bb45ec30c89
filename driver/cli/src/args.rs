//! The command line: what may stand on it, and the manners of LLVM's command line library that scripts rely on.
//!
//! The words are first brought into one shape ([`normalise`]): options take one dash or two, a value after `=` or as the
//! next word, `@file` holds further words, and what no option of the driver is called is kept as a pass flag, since the
//! names of passes are only known once plugins are loaded. [`clap`] then sees `--name=value` words alone.

use clap::error::{ContextKind, ContextValue};
use clap::{Arg, ArgAction, Command, CommandFactory, FromArgMatches, Parser};
use clap_lex::OsStrExt as _;
use plugopt_pass::registry::suggestion;
use std::ffi::OsString;
use std::path::{Path, PathBuf};

/// Name of the program in its messages.
pub const PROGRAM: &str = "plugopt";

/// The marker that separates the chunks of a file.
pub const DEFAULT_SPLIT_MARKER: &str = "// -----";

const VERSION: &str = concat!(env!("CARGO_PKG_VERSION"), "\nMLIR text of LLVM 22");

/// The options of the driver itself.
#[derive(Parser, Debug)]
#[command(name = "plugopt", version = VERSION, about = "Runs passes over MLIR.", disable_help_flag = true)]
#[command(disable_version_flag = true, override_usage = "plugopt [options] [input file]", args_override_self = true)]
pub struct Options {
    /// Input file; standard input if absent or `-`
    #[arg(value_name = "input file")]
    pub input: Option<PathBuf>,

    /// Output file, `-` for standard output; only replaced if all went well
    #[arg(short = 'o', long = "o", value_name = "filename", default_value = "-", hide_default_value = true)]
    pub output: PathBuf,

    /// Pipeline to run, such as 'builtin.module(func.func(cse,canonicalize))'
    #[arg(short = 'p', long = "pass-pipeline", value_name = "pipeline")]
    pub pass_pipeline: Option<String>,

    /// Plugin to load, a shared library or a Python file; repeatable
    #[arg(long, value_name = "file", action = ArgAction::Append)]
    pub load: Vec<PathBuf>,

    /// Plugin to load if it can be loaded; repeatable
    #[arg(long, value_name = "file", action = ArgAction::Append)]
    pub load_optional: Vec<PathBuf>,

    /// Folder whose plugins are known, besides those of PLUGOPT_PLUGIN_PATH; repeatable
    #[arg(long, value_name = "folder", action = ArgAction::Append)]
    pub plugin_dir: Vec<PathBuf>,

    /// Python for `.py` files, before PLUGOPT_PYTHON, VIRTUAL_ENV and `python3` on the path
    #[arg(long, value_name = "program")]
    pub python: Option<PathBuf>,

    /// Accept operations, types and attributes of unknown dialects
    #[arg(long)]
    pub allow_unregistered_dialect: bool,

    /// Treat the input as chunks separated by the marker, `// -----` by default
    #[arg(long, value_name = "marker", num_args = 0..=1, default_missing_value = DEFAULT_SPLIT_MARKER)]
    pub split_input_file: Option<String>,

    /// Line between the chunks of the output
    #[arg(long, value_name = "marker", default_value = DEFAULT_SPLIT_MARKER, hide_default_value = true)]
    pub output_split_marker: String,

    /// Check the diagnostics against the `expected-…` comments of the input; `only-expected` allows others
    #[arg(long, value_name = "all|only-expected", value_parser = expectations, num_args = 0..=1, default_missing_value = "all")]
    pub verify_diagnostics: Option<Expectations>,

    /// Verify after each pass (true if absent)
    #[arg(long, default_value = "true")]
    pub verify_each: bool,

    /// Do not put the input into a `builtin.module`
    #[arg(long)]
    pub no_implicit_module: bool,

    /// Use one thread
    #[arg(long)]
    pub mlir_disable_threading: bool,

    /// Attach the operation to diagnostics about it (true if absent)
    #[arg(long, default_value = "true")]
    pub mlir_print_op_on_diagnostic: bool,

    /// Print the generic form
    #[arg(long)]
    pub mlir_print_op_generic: bool,

    /// Print everything in place instead of through aliases
    #[arg(long)]
    pub mlir_print_local_scope: bool,

    /// Print locations
    #[arg(long)]
    pub mlir_print_debuginfo: bool,

    /// Print locations in a form for people, not to be read back
    #[arg(long)]
    pub mlir_pretty_debuginfo: bool,

    /// Print operations without their regions
    #[arg(long)]
    pub mlir_print_skip_regions: bool,

    /// Print the users of each value as a comment
    #[arg(long)]
    pub mlir_print_value_users: bool,

    /// Number values uniquely over all regions
    #[arg(long)]
    pub mlir_print_unique_ssa_ids: bool,

    /// Name values after their named locations
    #[arg(long)]
    pub mlir_use_nameloc_as_prefix: bool,

    /// Do not look for invalid operations before printing the custom form
    #[arg(long)]
    pub mlir_print_assume_verified: bool,

    /// Print `__elided__` instead of the elements of attributes with more than these
    #[arg(long, value_name = "uint", value_parser = uint)]
    pub mlir_elide_elementsattrs_if_larger: Option<u32>,

    /// Leave resource strings out that are longer
    #[arg(long, value_name = "uint", value_parser = uint)]
    pub mlir_elide_resource_strings_if_larger: Option<u32>,

    /// Print attributes with more elements than these as one hexadecimal string; -1 for never
    #[arg(long, value_name = "long", value_parser = long)]
    pub mlir_print_elementsattrs_with_hex_if_larger: Option<i64>,

    /// Do not verify the input
    #[arg(long)]
    pub mlir_very_unsafe_disable_verifier_on_parsing: bool,

    /// List the passes and their options, and exit
    #[arg(long)]
    pub list_passes: bool,

    /// List the dialects, and exit
    #[arg(long)]
    pub show_dialects: bool,

    /// Start without the plugins that are linked into the driver
    #[arg(long)]
    pub no_bundled: bool,

    /// What to log on standard error, such as `debug` or `plugopt_host=trace`; also PLUGOPT_LOG
    #[arg(long, value_name = "filter")]
    pub log: Option<String>,

    /// Print this text
    #[arg(short = 'h', long)]
    pub help: bool,

    /// Print the version
    #[arg(long)]
    pub version: bool,
}

/// Which diagnostics `--verify-diagnostics` accepts.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Expectations {
    /// Those that are expected, and no other.
    All,
    /// Those that are expected; others are ignored.
    OnlyExpected,
}

/// A word that may be the flag of a pass: `--canonicalize='top-down=false'`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PassFlag {
    /// As written.
    pub word: String,
    /// Without dashes and value.
    pub name: String,
    /// What follows the `=`.
    pub options: Option<String>,
}

/// A command line that was understood as far as it can be before the passes are known.
#[derive(Debug)]
pub struct CommandLine {
    /// The driver's own options.
    pub options: Options,
    /// In the order of the line.
    pub pass_flags: Vec<PassFlag>,
}

/// Reads the command line; the first word is the name of the program. The error is a text for people.
pub fn parse(words: impl IntoIterator<Item = OsString>) -> Result<CommandLine, String> {
    let mut command = command();
    let words = expand_response_files(words.into_iter().skip(1).collect())?;
    let (canonical, pass_flags) = normalise(&command, words)?;
    let mut matches = command.try_get_matches_from_mut(canonical).map_err(|error| usage_error(&error))?;
    let options = Options::from_arg_matches_mut(&mut matches).map_err(|error| usage_error(&error))?;
    Ok(CommandLine { options, pass_flags })
}

/// The text of `--version`.
pub fn version() -> String {
    format!("{PROGRAM} {VERSION}\n")
}

/// The text of `--help` as far as the driver's own options go.
pub fn help() -> String {
    command().render_help().to_string()
}

/// What is said about a word that is neither an option nor a pass of `passes`.
pub fn unknown_argument<'a>(flag: &PassFlag, passes: impl IntoIterator<Item = &'a str>) -> String {
    let mut text = format!("{PROGRAM}: Unknown command line argument '{}'.  Try: '{PROGRAM} --help'", flag.word);
    let command = command();
    let names: Vec<String> =
        command.get_arguments().flat_map(names).chain(passes.into_iter().map(str::to_string)).collect();
    let long = names.iter().map(String::as_str).filter(|name| name.len() > 1);
    if let Some(name) = suggestion(&flag.name, long) {
        let value = flag.options.as_ref().map(|value| format!("={value}")).unwrap_or_default();
        text += &format!("\n{PROGRAM}: Did you mean '--{name}{value}'?");
    }
    text
}

/// The options as clap has them, with all switches made to take `=true` and `=false`.
fn command() -> Command {
    Options::command().mut_args(|arg| {
        if !is_switch(&arg) {
            return arg;
        }
        let default = if arg.get_default_values().is_empty() { "false" } else { "true" };
        arg.action(ArgAction::Set)
            .num_args(0..=1)
            .value_parser(boolean)
            .default_value(default)
            .default_missing_value("true")
            .hide_default_value(true)
            .hide_possible_values(true)
            .value_name("bool")
    })
}

fn is_switch(arg: &Arg) -> bool {
    matches!(arg.get_action(), ArgAction::SetTrue)
}

fn names(arg: &Arg) -> impl Iterator<Item = String> {
    arg.get_long().map(str::to_string).into_iter().chain(arg.get_short().map(String::from))
}

/// Brings the words into the form `--name=value … -- input`; what is no option of `command` is given as pass flags.
fn normalise(command: &Command, words: Vec<OsString>) -> Result<(Vec<OsString>, Vec<PassFlag>), String> {
    let mut canonical = vec![OsString::from(PROGRAM)];
    let mut positional = Vec::new();
    let mut pass_flags = Vec::new();
    let mut words = words.into_iter();
    while let Some(word) = words.next() {
        if word == "--" {
            positional.extend(words);
            break;
        }
        let Some(stripped) = word.strip_prefix("-").filter(|rest| !rest.is_empty()) else {
            positional.push(word);
            continue;
        };
        let stripped = stripped.strip_prefix("-").unwrap_or(stripped);
        let (name, value) = match stripped.split_once("=") {
            Some((name, value)) => (name, Some(value.to_os_string())),
            None => (stripped, None),
        };
        let known = command.get_arguments().find(|arg| names(arg).any(|known| name == known.as_str()));
        let Some(arg) = known else {
            pass_flags.push(PassFlag {
                word: word.to_string_lossy().into_owned(),
                name: name.to_string_lossy().into_owned(),
                options: value.map(|value| value.to_string_lossy().into_owned()),
            });
            continue;
        };
        let optional = arg.get_num_args().is_some_and(|count| count.min_values() == 0);
        let value = match value {
            None if optional => None,
            None => Some(words.next().ok_or_else(|| {
                format!("{PROGRAM}: for the {} option: requires a value!", dashed(&name.to_string_lossy()))
            })?),
            value => value,
        };
        let mut whole = OsString::from("--");
        whole.push(arg.get_long().expect("all options have a long name"));
        if let Some(value) = value {
            whole.push("=");
            whole.push(value);
        }
        canonical.push(whole);
    }
    if positional.len() > 1 {
        return Err(format!(
            "{PROGRAM}: Too many positional arguments specified!\n\
             Can specify at most 1 positional arguments: See: {PROGRAM} --help"
        ));
    }
    if !positional.is_empty() {
        canonical.push("--".into());
        canonical.append(&mut positional);
    }
    Ok((canonical, pass_flags))
}

fn dashed(name: &str) -> String {
    if name.chars().count() == 1 { format!("-{name}") } else { format!("--{name}") }
}

fn usage_error(error: &clap::Error) -> String {
    let context = |kind| match error.get(kind) {
        Some(ContextValue::String(text)) => Some(text.as_str()),
        _ => None,
    };
    match (context(ContextKind::InvalidArg), std::error::Error::source(error)) {
        (Some(arg), Some(reason)) => {
            let name = arg.trim_start_matches('-').split([' ', '=', '[']).next().unwrap_or(arg);
            format!("{PROGRAM}: for the {} option: {reason}", dashed(name))
        }
        _ => format!("{PROGRAM}: {}", error.to_string().trim_end()),
    }
}

/// Replaces each `@file` by the words of the file; a name that is no file stays as it is.
fn expand_response_files(words: Vec<OsString>) -> Result<Vec<OsString>, String> {
    const MOST_NESTED: usize = 20;
    fn expand(words: Vec<OsString>, out: &mut Vec<OsString>, depth: usize) -> Result<(), String> {
        for word in words {
            let file = word.strip_prefix("@").map(Path::new).filter(|file| file.is_file());
            let Some(file) = file else {
                out.push(word);
                continue;
            };
            let cannot = |reason: &str| format!("{PROGRAM}: cannot read response file '{}': {reason}", file.display());
            if depth == MOST_NESTED {
                return Err(cannot("response files are nested too deeply"));
            }
            let text = std::fs::read_to_string(file).map_err(|error| cannot(&crate::input::reason(&error)))?;
            expand(split_words(&text), out, depth + 1)?;
        }
        Ok(())
    }
    if !words.iter().any(|word| word.starts_with("@")) {
        return Ok(words);
    }
    let mut out = Vec::new();
    expand(words, &mut out, 0)?;
    Ok(out)
}

/// Splits at blanks; `'…'` and `"…"` protect them, a backslash protects one character.
fn split_words(text: &str) -> Vec<OsString> {
    let mut words = Vec::new();
    let mut word: Option<String> = None;
    let mut quote = None;
    let mut chars = text.chars();
    while let Some(c) = chars.next() {
        match (quote, c) {
            (None, c) if c.is_whitespace() => words.extend(word.take().map(OsString::from)),
            (None, '\'' | '"') => {
                quote = Some(c);
                word.get_or_insert_default();
            }
            (Some(open), c) if c == open => quote = None,
            (_, '\\') => word.get_or_insert_default().extend(chars.next()),
            (_, c) => word.get_or_insert_default().push(c),
        }
    }
    words.extend(word.map(OsString::from));
    words
}

fn boolean(text: &str) -> Result<bool, String> {
    match text {
        "" | "true" | "TRUE" | "True" | "1" => Ok(true),
        "false" | "FALSE" | "False" | "0" => Ok(false),
        _ => Err(format!("'{text}' is invalid value for boolean argument! Try 0 or 1")),
    }
}

/// An integer in C's notation.
fn integer(text: &str) -> Option<i64> {
    let (sign, digits) = match text.strip_prefix('-') {
        Some(digits) => (-1, digits),
        None => (1, text),
    };
    let lower = digits.to_ascii_lowercase();
    let value = match lower.as_bytes() {
        [b'0', b'x', ..] => i64::from_str_radix(&lower[2..], 16),
        [b'0', b'b', ..] => i64::from_str_radix(&lower[2..], 2),
        [b'0', b'o', ..] => i64::from_str_radix(&lower[2..], 8),
        [b'0'..=b'9', ..] => lower.parse(),
        _ => return None,
    };
    value.ok()?.checked_mul(sign)
}

fn uint(text: &str) -> Result<u32, String> {
    integer(text)
        .and_then(|value| value.try_into().ok())
        .ok_or_else(|| format!("'{text}' value invalid for uint argument!"))
}

fn long(text: &str) -> Result<i64, String> {
    integer(text).ok_or_else(|| format!("'{text}' value invalid for long argument!"))
}

fn expectations(text: &str) -> Result<Expectations, String> {
    match text {
        "all" | "" => Ok(Expectations::All),
        "only-expected" => Ok(Expectations::OnlyExpected),
        _ => Err(format!("Cannot find option named '{text}'!")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn line(words: &[&str]) -> CommandLine {
        parse(std::iter::once(PROGRAM).chain(words.iter().copied()).map(OsString::from)).unwrap()
    }

    fn error(words: &[&str]) -> String {
        parse(std::iter::once(PROGRAM).chain(words.iter().copied()).map(OsString::from)).unwrap_err()
    }

    #[test]
    fn one_dash_or_two_and_values_in_both_forms() {
        for words in [
            &["-pass-pipeline=a", "-o=x", "in.mlir"][..],
            &["in.mlir", "--pass-pipeline", "a", "-o", "x"],
            &["-p", "a", "--o=x", "in.mlir"],
            &["-p=a", "in.mlir", "--o", "x"],
            &["-p", "first", "in.mlir", "-p", "a"],
        ] {
            let options = line(words).options;
            assert_eq!(options.pass_pipeline.as_deref(), Some("a"), "{words:?}");
        }
        let options = line(&["-p", "a", "in.mlir", "-o", "y", "--o=x"]).options;
        assert_eq!((options.output, options.input), ("x".into(), Some("in.mlir".into())));
    }

    #[test]
    fn switches() {
        assert!(line(&["-mlir-print-op-generic"]).options.mlir_print_op_generic);
        assert!(line(&["-mlir-print-op-generic=TRUE"]).options.mlir_print_op_generic);
        assert!(!line(&["-mlir-print-op-generic", "--mlir-print-op-generic=0"]).options.mlir_print_op_generic);
        assert!(line(&[]).options.verify_each);
        assert!(!line(&["--verify-each=false"]).options.verify_each);
        // A switch does not take the next word.
        assert_eq!(line(&["--mlir-print-debuginfo", "false"]).options.input, Some("false".into()));
        assert_eq!(
            error(&["--verify-each=maybe"]),
            "plugopt: for the --verify-each option: 'maybe' is invalid value for boolean argument! Try 0 or 1"
        );
    }

    #[test]
    fn options_with_a_value_that_may_be_left_out() {
        assert_eq!(line(&[]).options.split_input_file, None);
        assert_eq!(line(&["-split-input-file"]).options.split_input_file.as_deref(), Some("// -----"));
        assert_eq!(line(&["-split-input-file=//%"]).options.split_input_file.as_deref(), Some("//%"));
        assert_eq!(line(&["-split-input-file="]).options.split_input_file.as_deref(), Some(""));
        assert_eq!(line(&["-verify-diagnostics"]).options.verify_diagnostics, Some(Expectations::All));
        assert_eq!(
            line(&["-verify-diagnostics=only-expected"]).options.verify_diagnostics,
            Some(Expectations::OnlyExpected)
        );
        assert_eq!(
            error(&["--verify-diagnostics=foo"]),
            "plugopt: for the --verify-diagnostics option: Cannot find option named 'foo'!"
        );
    }

    #[test]
    fn numbers() {
        let options = line(&["--mlir-elide-elementsattrs-if-larger=0x10"]).options;
        assert_eq!(options.mlir_elide_elementsattrs_if_larger, Some(16));
        let options = line(&["--mlir-print-elementsattrs-with-hex-if-larger", "-1"]).options;
        assert_eq!(options.mlir_print_elementsattrs_with_hex_if_larger, Some(-1));
        assert_eq!(
            error(&["--mlir-elide-elementsattrs-if-larger=abc"]),
            "plugopt: for the --mlir-elide-elementsattrs-if-larger option: 'abc' value invalid for uint argument!"
        );
        assert_eq!(error(&["in.mlir", "-o"]), "plugopt: for the -o option: requires a value!");
    }

    #[test]
    fn pass_flags_keep_their_order_and_take_no_word() {
        let flags = line(&["--cse", "in.mlir", "-canonicalize=top-down=false max-iterations=2", "--cse"]).pass_flags;
        let seen: Vec<_> = flags.iter().map(|f| (f.name.as_str(), f.options.as_deref())).collect();
        assert_eq!(seen, [("cse", None), ("canonicalize", Some("top-down=false max-iterations=2")), ("cse", None)]);
        assert!(error(&["in.mlir", "--canonicalize", "top-down=false"]).contains("Too many positional arguments"));
    }

    #[test]
    fn a_wrong_word_gets_a_suggestion() {
        let flag = &line(&["--cses"]).pass_flags[0];
        assert_eq!(
            unknown_argument(flag, ["canonicalize", "cse"]),
            "plugopt: Unknown command line argument '--cses'.  Try: 'plugopt --help'\nplugopt: Did you mean '--cse'?"
        );
        let flag = &line(&["-verify-diagnosti=all"]).pass_flags[0];
        assert!(unknown_argument(flag, []).ends_with("Did you mean '--verify-diagnostics=all'?"));
        let flag = &line(&["--zzz"]).pass_flags[0];
        assert!(!unknown_argument(flag, ["cse"]).contains("Did you mean"));
    }

    #[test]
    fn words_after_two_dashes_are_files() {
        assert_eq!(line(&["--", "-o"]).options.input, Some("-o".into()));
        assert_eq!(line(&["-"]).options.input, Some("-".into()));
    }

    #[test]
    fn response_files() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("words");
        std::fs::write(&file, "--cse -o 'a b'\n--pass-pipeline=\"x y\" c\\ d").unwrap();
        let line = line(&[&format!("@{}", file.display())]);
        assert_eq!(line.options.output, PathBuf::from("a b"));
        assert_eq!(line.options.pass_pipeline.as_deref(), Some("x y"));
        assert_eq!(line.options.input, Some("c d".into()));
        assert_eq!(line.pass_flags.len(), 1);
        std::fs::write(&file, format!("@{}", file.display())).unwrap();
        assert!(error(&[&format!("@{}", file.display())]).contains("nested too deeply"));
        assert_eq!(
            super::parse(["p", "@nope.rsp"].map(OsString::from)).unwrap().options.input,
            Some("@nope.rsp".into())
        );
    }

    #[test]
    fn all_options_have_a_long_name() {
        command().debug_assert();
        assert!(command().get_arguments().filter(|arg| !arg.is_positional()).all(|arg| arg.get_long().is_some()));
    }
}
