//! What the CI runs.

use crate::command::{cargo, run};
use crate::{test, tidy};

/// All checks, the quick ones first.
pub fn all() -> Result<(), String> {
    tidy::run()?;
    run(&mut cargo(&["fmt", "--all", "--check"]))?;
    run(&mut cargo(&["clippy", "--workspace", "--all-targets", "--quiet", "--", "-D", "warnings"]))?;
    test::all(&[])
}
