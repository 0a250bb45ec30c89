//! `plugopt plugin`: each kind of new plugin builds and passes its own test, and what the commands say.
#![allow(missing_docs)]

use std::path::{Path, PathBuf};
use std::process::{Command, Output};

const DRIVER: &str = env!("CARGO_BIN_EXE_plugopt");

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn plugopt(folder: &Path, words: &[&str]) -> Output {
    let mut command = Command::new(DRIVER);
    command.args(words).current_dir(folder).env_remove("PLUGOPT_PLUGIN_PATH").output().unwrap()
}

/// The texts of a run: exit code, standard output, standard error.
fn texts(folder: &Path, words: &[&str]) -> (Option<i32>, String, String) {
    let output = plugopt(folder, words);
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    (output.status.code(), text(&output.stdout), text(&output.stderr))
}

/// Makes a plugin and gives its folder and the command that tests it, as the driver says it.
#[track_caller]
fn made(folder: &Path, words: &[&str]) -> (PathBuf, String) {
    let (kind, name) = (words[0], words[1]);
    let (code, stdout, stderr) = texts(folder, &[&["plugin", "new"], words].concat());
    assert_eq!((code, &*stderr), (Some(0), ""));
    let said = stdout.strip_prefix(&format!("{name}: a {kind}; its test is `")).unwrap();
    (folder.join(name), said.strip_suffix("` in that folder\n").unwrap().to_string())
}

/// Runs the test of a plugin.
#[track_caller]
fn passes(folder: &Path, test: &str) {
    let mut words = test.split(' ');
    let mut command = match words.next().unwrap() {
        // The packages of this workspace, which are there already, built once for all tests.
        "cargo" => {
            std::fs::copy(root().join("Cargo.lock"), folder.join("Cargo.lock")).unwrap();
            let mut cargo = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
            cargo.env("CARGO_TARGET_DIR", Path::new(DRIVER).with_file_name("new-plugins"));
            cargo
        }
        other => Command::new(other),
    };
    let output = command.args(words).current_dir(folder).env("PLUGOPT", DRIVER).output().unwrap();
    assert!(output.status.success(), "{test}: {output:?}");
    // A test that notices nothing is none.
    let expected = folder.join("tests/expected.mlir");
    let text = std::fs::read_to_string(&expected).unwrap();
    std::fs::write(&expected, text.replace("return", "retturn")).unwrap();
    assert!(!command.output().unwrap().status.success(), "{test} passes with a wrong expectation");
}

#[test]
fn new_plugins_in_c_cpp_and_python() {
    let folder = tempfile::tempdir().unwrap();
    for kind in ["c-pass", "cpp-dialect", "python-pass"] {
        let (made, test) = made(folder.path(), &[kind, &format!("my-{kind}")]);
        passes(&made, &test);
    }
}

#[test]
fn new_plugins_in_rust() {
    let folder = tempfile::tempdir().unwrap();
    let sdk = root().join("plugin-abi");
    for kind in ["rust-pass", "rust-dialect"] {
        let (made, test) = made(folder.path(), &[kind, &format!("my-{kind}"), "--sdk", sdk.to_str().unwrap()]);
        passes(&made, &test);
    }
}

#[test]
fn wrong_words() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::create_dir(folder.path().join("there")).unwrap();
    let kinds = "the kinds are rust-pass, rust-dialect, c-pass, cpp-dialect, python-pass";
    let fails = |words: &[&str], expected: &str| {
        let words = [&["plugin", "new"], words].concat();
        assert_eq!(texts(folder.path(), &words), (Some(1), String::new(), format!("plugopt: {expected}\n")));
    };
    fails(&[], &format!("'plugin new' takes a kind and a name; {kinds}"));
    fails(&["c-pass"], &format!("'plugin new' takes a kind and a name; {kinds}"));
    fails(&["java", "mine"], &format!("there is no kind of plugin 'java'; {kinds}"));
    fails(&["c-pas", "mine"], &format!("there is no kind of plugin 'c-pas', did you mean 'c-pass'?; {kinds}"));
    let no_name = "is no name of a plugin, which has lower case letters, digits and dashes, and begins with a letter";
    for name in ["Mine", "../mine", "1", "a b", "", "a-"] {
        fails(&["c-pass", name], &format!("'{name}' {no_name}"));
    }
    fails(&["c-pass", "there"], "cannot write 'there': File exists");
    fails(&["c-pass", "mine", "--sdk=."], "a c-pass needs no SDK, so that '--sdk' has no meaning");
    fails(&["rust-pass", "mine", "--sdk", "."], "'.' is not the folder of the crate plugopt-plugin");
    fails(&["rust-pass", "mine", "--sdk"], "for the --sdk option: requires a value!");
    fails(&["rust-pass", "mine", "--sdl"], "'plugin new' has no option '--sdl', only '--sdk'");
    assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 1);

    let (code, stdout, stderr) = texts(folder.path(), &["plugin", "remove"]);
    assert_eq!((code, &*stdout), (Some(1), ""));
    assert!(
        stderr.starts_with("plugopt: there is no command 'plugin remove'\nUsage: plugopt plugin list "),
        "{stderr}"
    );
    let (code, stdout, _) = texts(folder.path(), &["plugin", "--help"]);
    assert!(code == Some(0) && stdout.starts_with("Usage: "), "{stdout}");
    // A file of that name is an input.
    std::fs::write(folder.path().join("plugin"), "").unwrap();
    for words in [&["plugin"][..], &["plugin", "--canonicalize"]] {
        assert_eq!(texts(folder.path(), words), (Some(0), "module {\n}\n\n".into(), String::new()));
    }
}

#[test]
fn plugins_are_listed_and_checked() {
    let folder = tempfile::tempdir().unwrap();
    let (made, _) = made(folder.path(), &["c-pass", "mine"]);
    let mut cc = Command::new("cc");
    cc.args(["-std=c11", "-shared", "-fPIC", "-o", "mine.so", "mine.c"]).current_dir(&made);
    assert!(cc.status().unwrap().success());
    let (code, stdout, stderr) = texts(&made, &["plugin", "list", "--plugin-dir", "."]);
    assert_eq!((code, &*stderr), (Some(0), ""));
    let version = env!("CARGO_PKG_VERSION");
    assert!(stdout.starts_with(&format!("arith {version} (linked in): dialect arith\n")), "{stdout}");
    assert!(stdout.ends_with("\nmine 0.1.0 ('./mine.so'): pass mine\n"), "{stdout}");
    let (code, stdout, stderr) = texts(&made, &["plugin", "list", "--no-bundled", "--load=mine.so"]);
    assert_eq!((code, &*stdout, &*stderr), (Some(0), "mine 0.1.0 ('mine.so'): pass mine\n", ""));
    let says = "mine 0.1.0 (ABI 0, needs plugopt.core/0, plugopt.ir.build/0, plugopt.ir.read/0): 0 dialects, 1 pass";
    let (code, stdout, stderr) = texts(&made, &["plugin", "check", "mine.so"]);
    assert_eq!((code, &*stderr), (Some(0), ""));
    assert_eq!(
        stdout,
        format!("{says}; loads in this plugopt, and in others whose tables of revision 0 are the same\n")
    );

    // What cannot be used: both sides are said where there is a manifest.
    let fails = |file: &str, expected: &str| {
        assert_eq!(
            texts(&made, &["plugin", "check", file]),
            (Some(1), String::new(), format!("plugopt: {expected}\n"))
        );
    };
    fails("nosuch.so", "cannot load plugin 'nosuch.so': No such file or directory");
    fails("mine.c", "cannot load plugin 'mine.c': it is not a library: Unknown file magic");
    let changed = |file: &str, from: &str, to: &str| {
        let mut bytes = std::fs::read(made.join("mine.so")).unwrap();
        let at = bytes.windows(from.len()).position(|window| window == from.as_bytes()).unwrap();
        bytes[at..at + to.len()].copy_from_slice(to.as_bytes());
        std::fs::write(made.join(file), bytes).unwrap();
    };
    changed("newer.so", "\nabi = 0", "\nabi = 3");
    let reason = "it is built for version 3 of the plugin ABI, this plugopt speaks version 0: use a newer plugopt";
    let newer = says.replace("ABI 0", "ABI 3");
    fails("newer.so", &format!("cannot load plugin 'newer.so': {reason}\nplugopt: its manifest says: {newer}"));
    changed("declares.so", "\n[[pass]]\nname = 'mine'", "\n[[pass]]\nname = 'ours'");
    let reason = "it has the pass 'mine', which its manifest does not declare";
    fails("declares.so", &format!("cannot load plugin 'declares.so': {reason}\nplugopt: its manifest says: {says}"));
    changed("default.so", "default = 'op_count'", "default = ''        ");
    let reason = "its pass 'mine' cannot be created: the option `attribute` is empty, expected a name";
    fails("default.so", &format!("cannot load plugin 'default.so': {reason}\nplugopt: its manifest says: {says}"));
}

#[test]
fn libraries_import_nothing_of_the_host() {
    let folder = Path::new(DRIVER).parent().unwrap();
    let mut checked = 0;
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_name().unwrap().to_string_lossy().into_owned();
        let is_plugin = ["libplugopt_dialect_", "libplugopt_test_", "librust_pass", "libfixed", "libcount_ops"];
        if !name.ends_with(".so") || !is_plugin.iter().any(|start| name.starts_with(start)) {
            continue;
        }
        let output = Command::new("nm").args(["-D", "--undefined-only"]).arg(&path).output().unwrap();
        assert!(output.status.success(), "{output:?}");
        let symbols = String::from_utf8_lossy(&output.stdout).into_owned();
        let imported: Vec<&str> =
            symbols.lines().filter(|line| line.contains("plugopt") || line.contains("mlir")).collect();
        assert!(imported.is_empty(), "{name} imports {imported:?}");
        checked += 1;
    }
    assert!(checked >= 5, "`cargo build --workspace` builds the libraries; {checked} are there");
}
