//! `cargo xtask demo`: builds everything and runs a pass of each kind on a real input.

use crate::command::root;
use crate::plugins;
use std::path::Path;
use std::process::Command;

const INPUT: &str = "\
func.func @area(%n: i32) -> i32 {
  %twice = arith.addi %n, %n : i32
  %again = arith.addi %n, %n : i32
  %area = arith.muli %twice, %again : i32
  return %area : i32
}

func.func @scale(%m: memref<16xi32>) {
  %c0 = arith.constant 0 : index
  %c16 = arith.constant 16 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : i32
  scf.for %i = %c0 to %c16 step %c1 {
    %x = memref.load %m[%i] : memref<16xi32>
    %y = arith.muli %x, %c8 : i32
    memref.store %y, %m[%i] : memref<16xi32>
  }
  return
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
    println!("The input, as plugopt prints it:\n\n{}", before.trim_end());
    let steps: [(&str, Option<&Path>, &str); 4] = [
        ("passes of the driver", None, "canonicalize,cse"),
        ("a pass from a Rust library", Some(&rust), "func.func(double-to-mul{width=32})"),
        ("a pass from a C library", Some(&c), "func.func(count-ops{attribute=example.size})"),
        ("a pass from a Python file", Some(&python), "func.func(py-strength-reduce{max-shift=8})"),
    ];
    for (number, (title, load, pipeline)) in (1..).zip(steps) {
        let mut words = Vec::new();
        if let Some(file) = load {
            words.extend(["--load".to_string(), file.display().to_string()]);
        }
        words.extend(["-p".to_string(), format!("builtin.module({pipeline})")]);
        let after = output(&driver, &input, &words)?;
        let shown = load.and_then(Path::file_name).map(|name| format!(" --load {}", name.to_string_lossy()));
        let shown = shown.unwrap_or_default();
        println!("\n{number}. {title}\n\n$ plugopt demo.mlir{shown} -p 'builtin.module({pipeline})'\n");
        println!("{}", changes(&before, &after));
        if after == before {
            return Err(format!("{title} changed nothing"));
        }
    }
    println!("\nAll of them ran on {}; the libraries and plugopt are in that folder.", input.display());
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

/// Lines around a change that are shown.
const CONTEXT: usize = 1;

/// The lines that only one of the texts has, with `-` and `+` in front, between those around them; `…` stands for the others.
fn changes(before: &str, after: &str) -> String {
    let lines = compared(&before.lines().collect::<Vec<_>>(), &after.lines().collect::<Vec<_>>());
    let mut text = Vec::new();
    let mut left_out = false;
    for (index, (mark, line)) in lines.iter().enumerate() {
        let near = &lines[index.saturating_sub(CONTEXT)..lines.len().min(index + CONTEXT + 1)];
        if near.iter().any(|(mark, _)| *mark != ' ') {
            text.push(format!("{mark} {line}"));
            left_out = false;
        } else if !left_out {
            text.push("  …".to_string());
            left_out = true;
        }
    }
    text.join("\n")
}

/// All lines of both texts in their order, each with `-`, `+`, or a blank where both have it.
fn compared<'a>(before: &[&'a str], after: &[&'a str]) -> Vec<(char, &'a str)> {
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
            lines.push((' ', before[i]));
            (i, j) = (i + 1, j + 1);
        } else if j == after.len() || (i < before.len() && common[i + 1][j] >= common[i][j + 1]) {
            lines.push(('-', before[i]));
            i += 1;
        } else {
            lines.push(('+', after[j]));
            j += 1;
        }
    }
    lines
}

#[cfg(test)]
mod tests {
    #[test]
    fn changes_are_shown_between_their_neighbours() {
        assert_eq!(super::changes("a\nb\nc", "a\nx\nc\nd"), "  a\n- b\n+ x\n  c\n+ d");
        assert_eq!(super::changes("a\nb\nc\nd\ne\nf", "a\nb\nc\nd\nf"), "  …\n  d\n- e\n  f");
        assert_eq!(super::changes("a", "a"), "  …");
    }
}
