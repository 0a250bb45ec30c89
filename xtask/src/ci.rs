//! What the CI runs.

use crate::command::{cargo, root, run};
use crate::{abi, test, tidy};

/// All checks, the quick ones first.
pub fn all() -> Result<(), String> {
    tidy::run()?;
    abi::run(root(), true)?;
    run(&mut cargo(&["fmt", "--all", "--check"]))?;
    run(&mut cargo(&["clippy", "--workspace", "--all-targets", "--quiet", "--", "-D", "warnings"]))?;
    test::all(&[])
}
