//! Building what the driver loads: the example plugins and the Python component.

use crate::command::{cargo, root, run, target};
use std::path::PathBuf;
use std::process::Command;

/// Sources of the example plugin in C, and the library it becomes.
const C_SOURCE: &str = "plugins/examples/c-pass/count_ops.c";
const C_LIBRARY: &str = "libcount_ops.so";

/// Builds the driver, the plugins and the Python component; gives the folder they are in.
pub fn build() -> Result<PathBuf, String> {
    run(&mut cargo(&["build", "--workspace", "--quiet"]))?;
    let folder = target().join("debug");
    let source = root().join(C_SOURCE);
    if source.is_file() {
        let compiler = std::env::var_os("CC").unwrap_or_else(|| "cc".into());
        let mut command = Command::new(compiler);
        command.args(["-std=c11", "-Wall", "-Wextra", "-Werror", "-O1", "-shared", "-fPIC", "-I"]);
        command.arg(root().join("plugin-abi/include")).arg(source).arg("-o").arg(folder.join(C_LIBRARY));
        run(&mut command)?;
    }
    Ok(folder)
}
