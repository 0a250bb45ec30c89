//! What `plugopt plugin new` makes folders of. The files lie in `plugins/examples/templates`; `@NAME@`, `@IDENT@`, `@TYPE@` and `@SDK@` stand
//! for the spellings of the name and for the place of the SDK.

/// A kind of plugin.
pub struct Template {
    /// As it is named on the command line.
    pub kind: &'static str,
    /// Files by their paths.
    pub files: &'static [(&'static str, &'static str)],
    /// Whether it depends on the crate of the SDK.
    pub needs_sdk: bool,
    /// The command that tests it.
    pub test: &'static str,
}

const C_HEADER: &str = include_str!("../../../plugin-abi/include/plugopt.h");
const CPP_HEADER: &str = include_str!("../../../plugin-abi/include/plugopt.hpp");

macro_rules! file {
    ($name:literal) => {
        include_str!(concat!("../../examples/templates/", $name))
    };
}

/// All kinds.
pub const TEMPLATES: &[Template] = &[
    Template {
        kind: "rust-pass",
        files: &[
            ("Cargo.toml", file!("Cargo.toml.in")),
            (".gitignore", file!("gitignore")),
            ("src/lib.rs", file!("rust-pass/lib.rs")),
            ("tests/run.rs", file!("rust-pass/run.rs")),
            ("tests/in.mlir", file!("in.mlir")),
            ("tests/expected.mlir", file!("expected.mlir")),
        ],
        needs_sdk: true,
        test: "cargo test",
    },
    Template {
        kind: "rust-dialect",
        files: &[
            ("Cargo.toml", file!("Cargo.toml.in")),
            (".gitignore", file!("gitignore")),
            ("src/lib.rs", file!("rust-dialect/lib.rs")),
            ("tests/run.rs", file!("rust-dialect/run.rs")),
            ("tests/in.mlir", file!("rust-dialect/in.mlir")),
            ("tests/expected.mlir", file!("rust-dialect/expected.mlir")),
        ],
        needs_sdk: true,
        test: "cargo test",
    },
    Template {
        kind: "c-pass",
        files: &[
            ("Makefile", file!("c-pass/Makefile")),
            (".gitignore", file!("gitignore")),
            ("@IDENT@.c", file!("c-pass/plugin.c")),
            ("plugopt.h", C_HEADER),
            ("tests/in.mlir", file!("in.mlir")),
            ("tests/expected.mlir", file!("expected.mlir")),
        ],
        needs_sdk: false,
        test: "make test",
    },
    Template {
        kind: "cpp-dialect",
        files: &[
            ("Makefile", file!("cpp-dialect/Makefile")),
            (".gitignore", file!("gitignore")),
            ("@IDENT@.cpp", file!("cpp-dialect/plugin.cpp")),
            ("plugopt.h", C_HEADER),
            ("plugopt.hpp", CPP_HEADER),
            ("tests/in.mlir", file!("rust-dialect/in.mlir")),
            ("tests/expected.mlir", file!("rust-dialect/expected.mlir")),
        ],
        needs_sdk: false,
        test: "make test",
    },
    Template {
        kind: "python-pass",
        files: &[
            ("@IDENT@.py", file!("python-pass/plugin.py")),
            (".gitignore", file!("gitignore")),
            ("test_@IDENT@.py", file!("python-pass/test.py")),
            ("tests/in.mlir", file!("in.mlir")),
            ("tests/expected.mlir", file!("expected.mlir")),
        ],
        needs_sdk: false,
        test: "python3 -m unittest",
    },
];
