//! Logging on standard error, set up only when it is asked for.

use tracing_subscriber::EnvFilter;

/// The variable that says what to log if `--log` does not.
pub const VARIABLE: &str = "PLUGOPT_LOG";

/// Starts logging if the option or the variable asks for it. The error is a text for people.
pub fn start(option: Option<&str>) -> Result<(), String> {
    let variable = std::env::var(VARIABLE).ok().filter(|text| !text.is_empty());
    let (origin, filter) = match (option, &variable) {
        (Some(filter), _) => ("--log", filter),
        (None, Some(filter)) => (VARIABLE, filter.as_str()),
        (None, None) => return Ok(()),
    };
    let filter =
        EnvFilter::try_new(filter).map_err(|error| format!("invalid filter '{filter}' in {origin}: {error}"))?;
    tracing_subscriber::fmt().with_env_filter(filter).with_writer(std::io::stderr).with_ansi(false).init();
    Ok(())
}
