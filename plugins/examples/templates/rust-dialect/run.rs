//! Runs the plugin on `tests/in.mlir` and compares what comes out with `tests/expected.mlir`.

use std::path::PathBuf;
use std::process::Command;

/// The library, as cargo built it for this test.
fn plugin() -> PathBuf {
    let name = format!("{}@IDENT@{}", std::env::consts::DLL_PREFIX, std::env::consts::DLL_SUFFIX);
    let test = std::env::current_exe().unwrap();
    let library = test.ancestors().skip(1).map(|folder| folder.join(&name)).find(|library| library.is_file());
    library.unwrap_or_else(|| panic!("{name} is not beside {}", test.display()))
}

/// The driver: `PLUGOPT` names another one than that on the path.
fn plugopt() -> Command {
    Command::new(std::env::var_os("PLUGOPT").unwrap_or_else(|| "plugopt".into()))
}

#[test]
fn the_plugin_can_be_used() {
    let output = plugopt().args(["plugin", "check"]).arg(plugin()).output().expect("plugopt can be started");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
}

#[test]
fn what_comes_out() {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests");
    let mut command = plugopt();
    command.arg(folder.join("in.mlir")).arg("--load").arg(plugin()).args(["--canonicalize"]);
    let output = command.output().expect("plugopt can be started");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let expected = std::fs::read_to_string(folder.join("expected.mlir")).unwrap();
    assert_eq!(String::from_utf8_lossy(&output.stdout), expected);
}
