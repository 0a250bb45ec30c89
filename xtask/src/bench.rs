//! `cargo xtask bench`: the driver beside mlir-opt 22 on the same inputs.

use crate::command::{cargo, run, target, works};
use std::fmt::Write as _;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

const PEER: &str = "mlir-opt-22";

/// What both programs are run with.
const CASES: [(&str, &[&str]); 4] = [
    ("custom form", &[]),
    ("generic form", &["--mlir-print-op-generic"]),
    ("cse", &["--cse"]),
    ("canonicalize", &["--canonicalize"]),
];

/// Runs each case several times in turn and prints the medians; the argument is the number of functions of the input.
pub fn compare(words: &[&str]) -> Result<(), String> {
    let functions = match words {
        [] => 5000,
        [count] => count.parse().map_err(|_| format!("'{count}' is no number of functions"))?,
        _ => return Err("cargo xtask bench [FUNCTIONS]".into()),
    };
    run(&mut cargo(&["build", "--release", "--package", "plugopt-cli"]))?;
    let driver = target().join("release/plugopt");
    let peer = works(Command::new(PEER).arg("--version"));
    if !peer {
        eprintln!("({PEER} is not installed: no ratios)");
    }
    let input = target().join("bench.mlir");
    std::fs::write(&input, source(functions)).map_err(|error| error.to_string())?;
    println!("{:14} {:>10} {:>10} {:>7}", "", "plugopt", PEER, "ratio");
    for (name, options) in CASES {
        let ours = median(&driver, options, &input)?;
        let theirs = if peer { Some(median(Path::new(PEER), options, &input)?) } else { None };
        let seconds = |time: Duration| format!("{:.3} s", time.as_secs_f64());
        let ratio = theirs.map(|theirs| format!("{:.1}", theirs.as_secs_f64() / ours.as_secs_f64()));
        let theirs = theirs.map(seconds);
        let (theirs, ratio) = (theirs.unwrap_or_default(), ratio.unwrap_or_default());
        println!("{name:14} {:>10} {theirs:>10} {ratio:>7}", seconds(ours));
    }
    Ok(())
}

/// Calls of a plugin through the tables, beside the same work inside the driver.
pub fn abi() -> Result<(), String> {
    run(&mut cargo(&["bench", "--quiet", "--package", "plugopt-host", "--bench", "abi"]))
}

fn median(program: &Path, options: &[&str], input: &Path) -> Result<Duration, String> {
    const ROUNDS: usize = 5;
    let mut times = Vec::new();
    for _ in 0..ROUNDS {
        let start = Instant::now();
        let status = Command::new(program)
            .arg("--mlir-disable-threading")
            .args(options)
            .arg(input)
            .stdout(Stdio::null())
            .status()
            .map_err(|error| format!("{}: {error}", program.display()))?;
        if !status.success() {
            return Err(format!("{} {} failed", program.display(), options.join(" ")));
        }
        times.push(start.elapsed());
    }
    times.sort();
    Ok(times[ROUNDS / 2])
}

/// Functions with chains of integer arithmetic, a loop over a buffer and a branch.
fn source(functions: usize) -> String {
    let mut text = String::new();
    // A fixed sequence, so that runs can be compared.
    let mut state = 1u32;
    let mut below = |bound: usize| {
        state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        (state >> 8) as usize % bound
    };
    const OPERATIONS: [&str; 5] = ["addi", "subi", "muli", "andi", "xori"];
    for function in 0..functions {
        let _ = writeln!(text, "func.func @f{function}(%a: i32, %b: i32, %m: memref<64xf32>, %c: i1) -> i32 {{");
        let mut names = vec!["%a".to_string(), "%b".to_string()];
        for value in 0..40 {
            let operation = OPERATIONS[below(OPERATIONS.len())];
            let (lhs, rhs) = (below(names.len()), below(names.len()));
            let _ = writeln!(text, "  %v{value} = arith.{operation} {}, {} : i32", names[lhs], names[rhs]);
            names.push(format!("%v{value}"));
            if value % 10 == 3 {
                let _ = writeln!(text, "  %k{value} = arith.constant {} : i32", below(6));
                names.push(format!("%k{value}"));
            }
        }
        text += "  %c0 = arith.constant 0 : index\n  %c64 = arith.constant 64 : index\n  %c1 = arith.constant 1 : index\n  \
                 scf.for %i = %c0 to %c64 step %c1 {\n    %x = memref.load %m[%i] : memref<64xf32>\n    \
                 %y = arith.addf %x, %x : f32\n    memref.store %y, %m[%i] : memref<64xf32>\n  }\n  \
                 cf.cond_br %c, ^bb1(%v39 : i32), ^bb2\n^bb1(%r: i32):\n  return %r : i32\n^bb2:\n  return %v38 : i32\n}\n";
    }
    text
}
