//! The typed options of a pass and their textual form.
//!
//! The grammar is that of `mlir-opt`: `key=value` separated by blanks; values may stand in `'…'`, `"…"` or `{…}`; a bare key is
//! `true`; lists are separated by commas and grow where they are repeated.

use std::fmt::Write;

/// The type of an option.
#[derive(Clone, PartialEq, Debug)]
pub enum OptionKind {
    /// `true`, `false`, `1`, `0`
    Bool,
    /// A number within a range.
    Int {
        /// The smallest.
        min: i128,
        /// The largest.
        max: i128,
    },
    /// A floating point number.
    Float,
    /// Any text.
    String,
    /// One of some words.
    Enum(Vec<String>),
    /// Several values.
    List(Box<OptionKind>),
}

/// The value of an option.
#[derive(Clone, PartialEq, Debug)]
pub enum OptionValue {
    /// See [`OptionKind::Bool`].
    Bool(bool),
    /// See [`OptionKind::Int`].
    Int(i128),
    /// See [`OptionKind::Float`].
    Float(f64),
    /// See [`OptionKind::String`] and [`OptionKind::Enum`].
    String(String),
    /// See [`OptionKind::List`].
    List(Vec<OptionValue>),
}

/// An option as a pass declares it.
#[derive(Clone, PartialEq, Debug)]
pub struct OptionSpec {
    /// Its name.
    pub name: String,
    /// Its type.
    pub kind: OptionKind,
    /// The value where it is not given.
    pub default: OptionValue,
    /// What it does, one line.
    pub doc: String,
}

/// The values of all options of a pass, in the order of its [`OptionSpec`]s.
pub type OptionValues = Vec<OptionValue>;

/// The words of a list of options: `(key, value)`, the value `None` where there is no `=`.
fn split(text: &str) -> Vec<(&str, Option<&str>)> {
    let bytes = text.as_bytes();
    let mut found = Vec::new();
    let mut at = 0;
    while at < bytes.len() {
        if bytes[at] == b' ' {
            at += 1;
            continue;
        }
        let start = at;
        while at < bytes.len() && bytes[at] != b' ' && bytes[at] != b'=' {
            at += 1;
        }
        let key = &text[start..at];
        if bytes.get(at) != Some(&b'=') {
            found.push((key, None));
            continue;
        }
        at += 1;
        let start = at;
        while at < bytes.len() && bytes[at] != b' ' {
            at = match bytes[at] {
                quote @ (b'\'' | b'"') => {
                    let close = bytes[at + 1..].iter().position(|&b| b == quote);
                    close.map_or(at + 1, |n| at + n + 2)
                }
                b'{' => closing_brace(bytes, at).map_or(at + 1, |n| n + 1),
                _ => at + 1,
            };
        }
        found.push((key, Some(strip(&text[start..at]))));
    }
    found
}

fn closing_brace(bytes: &[u8], open: usize) -> Option<usize> {
    let mut depth = 0;
    for (i, b) in bytes.iter().enumerate().skip(open) {
        match b {
            b'{' => depth += 1,
            b'}' => {
                depth -= 1;
                if depth == 0 {
                    return Some(i);
                }
            }
            _ => {}
        }
    }
    None
}

/// A value without the quotes or braces around the whole of it.
fn strip(value: &str) -> &str {
    let bytes = value.as_bytes();
    match (bytes.first(), bytes.last()) {
        (Some(b'\''), Some(b'\'')) | (Some(b'"'), Some(b'"')) | (Some(b'{'), Some(b'}')) if bytes.len() > 1 => {
            value[1..value.len() - 1].trim()
        }
        _ => value,
    }
}

/// The elements of a list; commas within brackets and quotes do not separate.
fn elements(text: &str) -> Vec<&str> {
    if text.is_empty() {
        return Vec::new();
    }
    let mut found = Vec::new();
    let (mut start, mut depth) = (0, 0usize);
    let mut quote = None;
    for (i, b) in text.bytes().enumerate() {
        match (quote, b) {
            (Some(q), b) if b == q => quote = None,
            (Some(_), _) => {}
            (None, b'\'' | b'"') => quote = Some(b),
            (None, b'{' | b'(' | b'[') => depth += 1,
            (None, b'}' | b')' | b']') => depth = depth.saturating_sub(1),
            (None, b',') if depth == 0 => {
                found.push(&text[start..i]);
                start = i + 1;
            }
            _ => {}
        }
    }
    found.push(&text[start..]);
    found
}

/// Reads the value of an option called `name`, without quotes or braces around the whole of it; `None` where only the name is
/// given. The error is one line, and names the option.
pub fn parse_value(kind: &OptionKind, name: &str, text: Option<&str>) -> Result<OptionValue, String> {
    let Some(text) = text else {
        return match kind {
            OptionKind::Bool => Ok(OptionValue::Bool(true)),
            _ => Err(format!("for the --{name} option: requires a value!")),
        };
    };
    match kind {
        OptionKind::Bool => match text {
            "true" | "TRUE" | "True" | "1" | "" => Ok(OptionValue::Bool(true)),
            "false" | "FALSE" | "False" | "0" => Ok(OptionValue::Bool(false)),
            _ => Err(format!("for the --{name} option: '{text}' is invalid value for boolean argument! Try 0 or 1")),
        },
        OptionKind::Int { min, max } => match parse_int(text).filter(|n| n >= min && n <= max) {
            Some(value) => Ok(OptionValue::Int(value)),
            None => Err(format!("for the --{name} option: '{text}' value invalid for integer argument!")),
        },
        OptionKind::Float => match text.parse() {
            Ok(value) => Ok(OptionValue::Float(value)),
            Err(_) => Err(format!("for the --{name} option: '{text}' value invalid for floating point argument!")),
        },
        OptionKind::String => Ok(OptionValue::String(text.to_owned())),
        OptionKind::Enum(words) => match words.iter().any(|w| w == text) {
            true => Ok(OptionValue::String(text.to_owned())),
            false => Err(format!(
                "for the --{name} option: Cannot find option named '{text}'! Expected one of: {}",
                words.join(", ")
            )),
        },
        OptionKind::List(element) => {
            let mut values = Vec::new();
            for part in elements(text) {
                match part.strip_prefix('{').and_then(|p| p.strip_suffix('}')) {
                    Some(inner) => {
                        for part in elements(inner) {
                            values.push(parse_value(element, name, Some(strip(part)))?);
                        }
                    }
                    None => values.push(parse_value(element, name, Some(strip(part)))?),
                }
            }
            Ok(OptionValue::List(values))
        }
    }
}

fn parse_int(text: &str) -> Option<i128> {
    let (negative, digits) = match text.strip_prefix('-') {
        Some(rest) => (true, rest),
        None => (false, text.strip_prefix('+').unwrap_or(text)),
    };
    let value = match digits.strip_prefix("0x").or_else(|| digits.strip_prefix("0X")) {
        Some(hex) => i128::from_str_radix(hex, 16).ok()?,
        None => digits.parse().ok()?,
    };
    Some(if negative { -value } else { value })
}

/// Reads the text between the braces of a pass. The error is one line, and names the option.
pub fn parse_options(specs: &[OptionSpec], text: &str) -> Result<OptionValues, String> {
    let mut values: Vec<Option<OptionValue>> = vec![None; specs.len()];
    for (key, value) in split(text) {
        let Some(index) = specs.iter().position(|s| s.name == key) else {
            let names = specs.iter().map(|s| s.name.as_str());
            let hint = crate::registry::suggestion(key, names).map(|s| format!(", did you mean '{s}'?"));
            return Err(format!("<Pass-Options-Parser>: no such option {key}{}", hint.unwrap_or_default()));
        };
        let value = parse_value(&specs[index].kind, key, value)?;
        match (&mut values[index], value) {
            (Some(OptionValue::List(have)), OptionValue::List(mut more)) => have.append(&mut more),
            (slot, value) => *slot = Some(value),
        }
    }
    Ok(values.into_iter().zip(specs).map(|(value, spec)| value.unwrap_or_else(|| spec.default.clone())).collect())
}

/// The text that [`parse_options`] reads back as the same values: sorted by name, all options.
pub fn print_options(specs: &[OptionSpec], values: &[OptionValue]) -> String {
    let mut order: Vec<usize> = (0..specs.len()).collect();
    order.sort_by(|&a, &b| specs[a].name.cmp(&specs[b].name));
    let mut out = String::new();
    for (n, index) in order.into_iter().enumerate() {
        if n > 0 {
            out.push(' ');
        }
        let value = &values[index];
        if matches!(value, OptionValue::List(list) if list.is_empty()) {
            continue;
        }
        let _ = write!(out, "{}=", specs[index].name);
        print_value(value, &mut out);
    }
    out
}

fn print_value(value: &OptionValue, out: &mut String) {
    match value {
        OptionValue::Bool(value) => out.push_str(if *value { "true" } else { "false" }),
        OptionValue::Int(value) => {
            let _ = write!(out, "{value}");
        }
        OptionValue::Float(value) => {
            let _ = write!(out, "{value}");
        }
        OptionValue::String(text) => {
            let plain = !text.contains([' ', '{', '}', '\'', '"', ',']) || text.is_empty();
            match plain {
                true => out.push_str(text),
                false => {
                    let _ = write!(out, "{{{text}}}");
                }
            }
        }
        OptionValue::List(values) => {
            out.push('{');
            for (i, value) in values.iter().enumerate() {
                if i > 0 {
                    out.push(',');
                }
                print_value(value, out);
            }
            out.push('}');
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn specs() -> Vec<OptionSpec> {
        let spec = |name: &str, kind, default| OptionSpec { name: name.into(), kind, default, doc: String::new() };
        let int = OptionKind::Int { min: i32::MIN.into(), max: i32::MAX.into() };
        vec![
            spec("limit", int.clone(), OptionValue::Int(4)),
            spec("flag", OptionKind::Bool, OptionValue::Bool(false)),
            spec("name", OptionKind::String, OptionValue::String("x".into())),
            spec("list", OptionKind::List(Box::new(int)), OptionValue::List(vec![])),
            spec("mode", OptionKind::Enum(vec!["one".into(), "two".into()]), OptionValue::String("one".into())),
        ]
    }

    #[test]
    fn reads_values_and_defaults() {
        let values = parse_options(&specs(), "limit=0x10 flag name={a b} list=1,2 list={3}").unwrap();
        let list = vec![OptionValue::Int(1), OptionValue::Int(2), OptionValue::Int(3)];
        let expected = [
            OptionValue::Int(16),
            OptionValue::Bool(true),
            OptionValue::String("a b".into()),
            OptionValue::List(list),
            OptionValue::String("one".into()),
        ];
        assert_eq!(values, expected);
        let printed = print_options(&specs(), &values);
        assert_eq!(printed, "flag=true limit=16 list={1,2,3} mode=one name={a b}");
        assert_eq!(parse_options(&specs(), &printed).unwrap(), values);
    }

    #[test]
    fn errors_name_the_option() {
        let error = |text| parse_options(&specs(), text).unwrap_err();
        assert_eq!(error("limt=3"), "<Pass-Options-Parser>: no such option limt, did you mean 'limit'?");
        assert_eq!(error("limit=abc"), "for the --limit option: 'abc' value invalid for integer argument!");
        assert_eq!(
            error("limit=5000000000"),
            "for the --limit option: '5000000000' value invalid for integer argument!"
        );
        assert_eq!(error("limit"), "for the --limit option: requires a value!");
        assert_eq!(
            error("flag=maybe"),
            "for the --flag option: 'maybe' is invalid value for boolean argument! Try 0 or 1"
        );
        let expected = "for the --mode option: Cannot find option named 'six'! Expected one of: one, two";
        assert_eq!(error("mode=six"), expected);
    }
}
