//! The C header says what the Rust mirror says: each compiler that is there compiles it without a warning, and gives every struct and
//! table the size and the offsets that they have in Rust and in the descriptions of `abi_stable`.
#![allow(missing_docs)]

mod layouts;

use abi_stable::type_layout::TypeLayout;
use std::fmt::Write as _;
use std::path::Path;
use std::process::{Command, Stdio};

/// What Rust says of a type; `name` and the names of fields are those of C.
pub(crate) struct Layout {
    name: &'static str,
    size: usize,
    align: usize,
    fields: Vec<(&'static str, usize)>,
    stable: Option<&'static TypeLayout>,
}

impl Layout {
    /// `name size align field=offset…`
    fn line(&self) -> String {
        let mut line = format!("{} {} {}", self.name, self.size, self.align);
        self.fields.iter().for_each(|(name, offset)| _ = write!(line, " {name}={offset}"));
        line
    }
}

/// A program that prints the lines of all layouts, as its compiler has them.
fn program(layouts: &[Layout]) -> String {
    let mut out = String::from("#include \"plugopt.h\"\n#include <stdio.h>\n\n");
    for layout in layouts {
        // The alignment of a type is where it lies behind a single byte.
        let _ = writeln!(out, "typedef struct {{ char byte; {0} value; }} Aligned{0};", layout.name);
    }
    out.push_str("\nint main(void) {\n");
    for layout in layouts {
        let name = layout.name;
        let _ = writeln!(out, "  printf(\"{name} %d %d\", (int)sizeof({name}), (int)offsetof(Aligned{name}, value));");
        for (field, _) in &layout.fields {
            let _ = writeln!(out, "  printf(\" {field}=%d\", (int)offsetof({name}, {field}));");
        }
        out.push_str("  printf(\"\\n\");\n");
    }
    out.push_str("  return 0;\n}\n");
    out
}

#[test]
fn c_and_cpp_compilers_agree_with_rust() {
    let layouts = layouts::layouts();
    let expected: Vec<String> = layouts.iter().map(Layout::line).collect();
    let folder = tempfile::tempdir().unwrap();
    let include = Path::new(env!("CARGO_MANIFEST_DIR")).join("include");
    let (text, mut used) = (program(&layouts), 0);
    for (compiler, standard, source) in [
        ("gcc", "c11", "layout.c"),
        ("clang", "c11", "layout.c"),
        ("g++", "c++17", "layout.cpp"),
        ("clang++", "c++17", "layout.cpp"),
    ] {
        let there = Command::new(compiler).arg("--version").stdout(Stdio::null()).stderr(Stdio::null()).status();
        if !there.is_ok_and(|status| status.success()) {
            eprintln!("({compiler} is not installed: the header is not tested with it)");
            continue;
        }
        used += 1;
        let (source, binary) = (folder.path().join(source), folder.path().join(compiler));
        std::fs::write(&source, &text).unwrap();
        let output = Command::new(compiler)
            .arg(format!("-std={standard}"))
            .args(["-Wall", "-Wextra", "-Werror", "-pedantic", "-I"])
            .arg(&include)
            .arg(&source)
            .arg("-o")
            .arg(&binary)
            .output()
            .unwrap();
        assert!(output.status.success(), "{compiler}: {}", String::from_utf8_lossy(&output.stderr));
        let output = Command::new(&binary).output().unwrap();
        let found = String::from_utf8(output.stdout).unwrap();
        for (found, expected) in found.lines().zip(&expected) {
            assert_eq!(found, expected, "{compiler}");
        }
        assert_eq!(found.lines().count(), expected.len(), "{compiler}");
    }
    assert!(used > 0, "a C compiler is needed for this test");
}

#[test]
fn descriptions_agree_with_the_layouts() {
    let layouts = layouts::layouts();
    let mut described = 0;
    for layout in &layouts {
        let Some(stable) = layout.stable else {
            assert!(layout.name.ends_with("Table"), "{} has no description", layout.name);
            continue;
        };
        described += 1;
        assert_eq!((stable.size(), stable.alignment()), (layout.size, layout.align), "{}", layout.name);
        // An enum is a number.
        if !layout.fields.is_empty() {
            let count = stable.get_fields().map_or(0, |fields| fields.iter().count());
            assert_eq!(count, layout.fields.len(), "{}", layout.name);
        }
    }
    assert!(described > 50, "{described}");
}
