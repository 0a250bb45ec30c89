//! Words of enums.

use crate::lexer::is_bare_identifier;
use plugopt_dialect::definition::EnumDef;

/// Whether a case can be written as a bare word where an attribute has an enum's words.
fn is_keyword_case(def: &EnumDef, name: &str, value: i64) -> bool {
    is_bare_identifier(name.as_bytes()) && (!def.decl.bits || (value > 0 && value.count_ones() == 1))
}

/// The text of an inherent attribute's value; `None` where it has none.
pub(super) fn attribute_text(def: &EnumDef, value: i64) -> Option<String> {
    let text = def.text(value)?;
    let bare = match def.decl.cases.iter().find(|c| c.value == value) {
        Some(case) => is_keyword_case(def, &case.name, case.value),
        None => false,
    };
    if bare || def.decl.cases.iter().all(|c| is_keyword_case(def, &c.name, c.value)) {
        return Some(text);
    }
    Some(format!("\"{text}\""))
}

/// The value of a text: a word, or for sets of bits words with the separator between.
pub(super) fn value_of(def: &EnumDef, text: &[u8]) -> Option<i64> {
    if !def.decl.bits {
        return def.value(text);
    }
    if def.decl.cases.iter().any(|c| c.value == 0 && c.name.as_bytes() == text) {
        return Some(0);
    }
    let text = std::str::from_utf8(text).ok()?;
    let separator = def.decl.separator.trim();
    let mut bits = 0;
    let mut add = |word: &str| -> Option<()> {
        bits |= def.value(word.trim().as_bytes())?;
        Some(())
    };
    if separator.is_empty() {
        add(text)?;
    } else {
        for word in text.split(separator) {
            add(word)?;
        }
    }
    Some(bits)
}

/// The cases with commas between, as messages list them.
pub(super) fn cases(def: &EnumDef) -> String {
    def.decl.cases.iter().map(|c| c.name.as_str()).collect::<Vec<_>>().join(", ")
}

/// Whether a word is the name of a case that is a bare identifier.
pub(super) fn is_case_keyword(def: &EnumDef, word: &[u8]) -> bool {
    def.decl.cases.iter().any(|c| c.name.as_bytes() == word)
}
