//! Plugins in C++: the examples, built by each compiler that is there, pass the tests that their twins in Rust pass, and what they throw
//! becomes a diagnostic.
#![allow(missing_docs)]

use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

const DRIVER: &str = env!("CARGO_BIN_EXE_plugopt");

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// The C++ compilers of this machine. Without one there is nothing to test plugins in C++ with.
fn compilers() -> Vec<&'static str> {
    let works = |name: &&str| {
        let version = Command::new(name).arg("--version").stdout(Stdio::null()).stderr(Stdio::null()).status();
        let works = version.is_ok_and(|status| status.success());
        if !works {
            eprintln!("({name} is not installed: not tested with it)");
        }
        works
    };
    let found: Vec<&str> = ["g++", "clang++"].into_iter().filter(works).collect();
    assert!(!found.is_empty(), "the tests of plugins in C++ need g++ or clang++");
    found
}

/// Builds a source as a user would, and warnings are errors.
fn build(compiler: &str, source: &Path, library: &Path) {
    let output = Command::new(compiler)
        .args(["-std=c++17", "-Wall", "-Wextra", "-Werror", "-pedantic", "-O1", "-shared", "-fPIC", "-I"])
        .arg(root().join("plugin-abi/include"))
        .arg(source)
        .arg("-o")
        .arg(library)
        .output()
        .unwrap();
    assert!(output.status.success(), "{compiler}: {}", String::from_utf8_lossy(&output.stderr));
}

fn run(folder: &Path, words: &[&str]) -> Output {
    Command::new(DRIVER).args(words).current_dir(folder).output().unwrap()
}

#[test]
fn the_dialect_in_cpp_passes_the_tests_of_the_dialect_in_rust() {
    for compiler in compilers() {
        let folder = tempfile::tempdir().unwrap();
        build(compiler, &root().join("plugins/examples/cpp-dialect/fixed.cpp"), &folder.path().join("libfixed.so"));
        let tests = plugopt_tests::files(&plugopt_tests::folder().join("plugins/fixed"));
        assert!(tests.len() >= 3, "{tests:?}");
        for test in tests {
            let result = plugopt_tests::command::run_file_with(Path::new(DRIVER), folder.path(), &test);
            assert_eq!(result, Ok(()), "{compiler}: {}", test.display());
        }
    }
}

const INPUT: &str = "\
func.func @f(%a: i32, %b: i64) -> (i32, i64) {
  %c = arith.constant 8 : i32
  %d = arith.constant 1024 : i64
  %0 = arith.muli %a, %c : i32
  %1 = arith.muli %b, %d : i64
  return %0, %1 : i32, i64
}
";

#[test]
fn the_pass_in_cpp() {
    for compiler in compilers() {
        let folder = tempfile::tempdir().unwrap();
        let folder = folder.path();
        build(compiler, &root().join("plugins/examples/cpp-pass/strength_reduce.cpp"), &folder.join("pass.so"));
        std::fs::write(folder.join("in.mlir"), INPUT).unwrap();
        let with = |pass: &str| {
            let output = run(folder, &["in.mlir", "--load", "pass.so", pass]);
            let text = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap();
            (output.status.code(), text(output.stdout), text(output.stderr))
        };

        let (code, out, err) = with("--strength-reduce");
        assert_eq!((code, err.as_str()), (Some(0), ""), "{compiler}");
        let expected =
            ["%c3_i32 = arith.constant 3 : i32", "arith.shli %arg0, %c3_i32 : i32", "arith.shli %arg1, %c10_i64 : i64"];
        expected.iter().for_each(|line| assert!(out.contains(line), "{compiler}: {out}"));
        assert!(!out.contains("muli"), "{out}");

        let (_, out, err) = with("--strength-reduce=max-shift=9 report=remark");
        assert!(out.contains("shli %arg0") && out.contains("muli %arg1"), "{out}");
        assert!(err.starts_with("in.mlir:4:8: remark: 'arith.muli' op becomes a shift by 3\n"), "{err}");
        assert_eq!(err.matches("remark:").count(), 1, "{err}");
        let (_, out, _) = with("--strength-reduce=widths=8,64");
        assert!(out.contains("muli %arg0") && out.contains("shli %arg1"), "{out}");
        let (_, _, err) = with("--strength-reduce=report=loud");
        assert!(err.contains("'loud'"), "{err}");
        let (code, out, err) = with("--strength-reduce=max-shift=-3");
        assert_eq!((code, out.as_str()), (Some(1), ""));
        assert!(err.ends_with("the option `max-shift` cannot be -3\n"), "{err}");
        let (_, out, _) = with("--list-passes");
        let lines =
            ["  --strength-reduce ", "--report=<value> ", "    =remark\n", "--widths=<int,...> ", "(default: 31)"];
        lines.iter().for_each(|line| assert!(out.contains(line), "{line}: {out}"));

        // An exception of the plugin's own.
        let (code, out, err) = with("--throw-something");
        assert_eq!((code, out.as_str()), (Some(1), ""), "{err}");
        let first =
            "in.mlir:1:1: error: pass 'throw-something' of plugin 'cpp-pass' failed: threw: func.func is too far\n";
        assert!(err.starts_with(first), "{err}");
    }
}

/// A declaration that the host refuses, with the place in it.
#[test]
fn mistakes_in_a_declaration() {
    let compiler = compilers()[0];
    let cases = [
        (
            "dialect bad;\nop x(a: Nothing);",
            "its declaration:2:9: there is no constraint, type, attribute or enum `Nothing`",
        ),
        (
            "dialect bad;\nop x verify check;",
            "its declaration:2:13: it names the function 'check' as `verify`, which is not in the plugin's list",
        ),
        ("dialect other;", "the manifest declares the dialect 'bad', which the plugin does not have"),
    ];
    for (declaration, reason) in cases {
        let folder = tempfile::tempdir().unwrap();
        let folder = folder.path();
        let source = format!(
            "#include \"plugopt.hpp\"\nstruct Bad {{\n  static constexpr std::string_view name = \"bad\";\n  \
             static constexpr std::string_view declaration = R\"({declaration})\";\n  \
             static std::vector<PlugoptHook> hooks() {{ return {{}}; }}\n}};\n\
             PLUGOPT_PLUGIN(\"bad\", \"0.1.0\", \"A mistake\", plugopt::Dialects<Bad>)\n"
        );
        std::fs::write(folder.join("bad.cpp"), source).unwrap();
        build(compiler, &folder.join("bad.cpp"), &folder.join("bad.so"));
        std::fs::write(folder.join("use.mlir"), "bad.x\n").unwrap();
        let output = run(folder, &["--load", "bad.so", "use.mlir"]);
        let found = (output.status.code(), String::from_utf8_lossy(&output.stderr).into_owned());
        assert_eq!(found, (Some(1), format!("plugopt: cannot load plugin 'bad.so': {reason}\n")));
    }
}
