//! `cargo xtask demo`: builds everything and runs a pass of each kind on a real input.

use crate::command::root;
use crate::plugins;
use std::path::Path;
use std::process::Command;

const INPUT: &str = "\
func.func @area(%n: i32, %m: memref<16xi32>) -> i32 {
  %c0 = arith.constant 0 : index
  %c16 = arith.constant 16 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : i32
  %twice = arith.addi %n, %n : i32
  %again = arith.addi %n, %n : i32
  scf.for %i = %c0 to %c16 step %c1 {
    %x = memref.load %m[%i] : memref<16xi32>
    %y = arith.muli %x, %c8 : i32
    memref.store %y, %m[%i] : memref<16xi32>
  }
  %area = arith.muli %twice, %again : i32
  return %area : i32
}
";

/// Builds the driver and the example plugins and shows what their passes change.
pub fn show() -> Result<(), String> {
    let folder = plugins::build()?;
    let (rust, c) = (folder.join("librust_pass.so"), folder.join("libcount_ops.so"));
    let python = root().join("plugins/examples/python-pass/strength_reduce.py");
    let input = folder.join("demo.mlir");
    std::fs::write(&input, INPUT).map_err(|error| error.to_string())?;
    let driver = folder.join("plugopt");
    let before = output(&driver, &input, &[])?;
    println!("The input:\n\n{}", before.trim_end());
    let steps: [(&str, &[&Path], &str); 4] = [
        ("Passes of the driver (canonicalize, cse)", &[], "canonicalize,cse"),
        ("A pass from a Rust library (double-to-mul)", &[&rust], "func.func(double-to-mul{width=32})"),
        ("A pass from a C library (count-ops)", &[&c], "func.func(count-ops{attribute=example.size})"),
        ("A pass from a Python file (py-strength-reduce)", &[&python], "func.func(py-strength-reduce{max-shift=8})"),
    ];
    for (title, load, pipeline) in steps {
        let pipeline = format!("builtin.module({pipeline})");
        let mut words = vec!["--pass-pipeline".to_string(), pipeline];
        for file in load {
            words.extend(["--load".to_string(), file.display().to_string()]);
        }
        let after = output(&driver, &input, &words)?;
        println!("\n{title} changed:\n\n{}", changes(&before, &after));
        if after == before {
            return Err(format!("{title} changed nothing"));
        }
    }
    Ok(())
}

fn output(driver: &Path, input: &Path, words: &[String]) -> Result<String, String> {
    let output = Command::new(driver).arg(input).args(words).output();
    let output = output.map_err(|error| format!("{}: {error}", driver.display()))?;
    if !output.status.success() {
        return Err(format!("plugopt {}\n{}", words.join(" "), String::from_utf8_lossy(&output.stderr)));
    }
    Ok(String::from_utf8_lossy(&output.stdout).into_owned())
}

/// The lines that only one of the texts has, with `-` and `+` in front.
fn changes(before: &str, after: &str) -> String {
    let (before, after): (Vec<&str>, Vec<&str>) = (before.lines().collect(), after.lines().collect());
    // Length of the longest common subsequence of what follows each pair of lines.
    let mut common = vec![vec![0usize; after.len() + 1]; before.len() + 1];
    for i in (0..before.len()).rev() {
        for j in (0..after.len()).rev() {
            common[i][j] = match before[i] == after[j] {
                true => common[i + 1][j + 1] + 1,
                false => common[i + 1][j].max(common[i][j + 1]),
            };
        }
    }
    let (mut i, mut j, mut lines) = (0, 0, Vec::new());
    while i < before.len() || j < after.len() {
        if i < before.len() && j < after.len() && before[i] == after[j] {
            (i, j) = (i + 1, j + 1);
        } else if j == after.len() || (i < before.len() && common[i + 1][j] >= common[i][j + 1]) {
            lines.push(format!("- {}", before[i]));
            i += 1;
        } else {
            lines.push(format!("+ {}", after[j]));
            j += 1;
        }
    }
    lines.join("\n")
}

#[cfg(test)]
mod tests {
    #[test]
    fn changes_are_the_lines_of_one_text_alone() {
        assert_eq!(super::changes("a\nb\nc", "a\nx\nc\nd"), "- b\n+ x\n+ d");
        assert_eq!(super::changes("a", "a"), "");
    }
}
