//! The text of a format to elements, without looking at what the names in it stand for.

/// A part of a format.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Element {
    /// `` `text` ``
    Literal(String),
    /// `` `` ``, `` ` ` ``, `` `\n` ``, without the backticks
    Whitespace(&'static str),
    /// `$name`
    Variable(String),
    /// `qualified(…)`
    Qualified(Box<Element>),
    /// `ref(…)`
    Ref(Box<Element>),
    /// `"text"`
    Text(String),
    /// `type(…)`, `functional-type(…)`, `struct(…)`, or without arguments `attr-dict`, `operands`, …
    Directive(String, Vec<Element>),
    /// `custom<Name>(…)`
    Custom(String, Vec<Element>),
    /// `oilist(…)`
    Clauses(Vec<(String, Vec<Element>)>),
    /// `( … )?`
    Group {
        then: Vec<Element>,
        otherwise: Vec<Element>,
        /// Index of the anchor in `then`, or in `otherwise`.
        anchor: usize,
        inverted: bool,
    },
}

/// How deep a format may nest.
const MAX_DEPTH: usize = 16;

struct Reader<'t> {
    text: &'t str,
    at: usize,
    depth: usize,
}

type Result<T> = std::result::Result<T, String>;

/// The elements of a format.
pub(super) fn read(text: &str) -> Result<Vec<Element>> {
    let mut reader = Reader { text, at: 0, depth: 0 };
    let mut elements = Vec::new();
    while reader.peek().is_some() {
        elements.push(reader.element()?);
    }
    Ok(elements)
}

impl Reader<'_> {
    fn skip_blanks(&mut self) {
        let rest = &self.text[self.at..];
        self.at += rest.len() - rest.trim_start().len();
    }

    fn peek(&mut self) -> Option<u8> {
        self.skip_blanks();
        self.text.as_bytes().get(self.at).copied()
    }

    fn take(&mut self, byte: u8) -> bool {
        let found = self.peek() == Some(byte);
        self.at += usize::from(found);
        found
    }

    fn expect(&mut self, byte: u8) -> Result<()> {
        if self.take(byte) {
            return Ok(());
        }
        Err(format!("expected '{}' at `{}`", byte as char, self.text.get(self.at..).unwrap_or("")))
    }

    fn word(&mut self) -> Result<String> {
        self.skip_blanks();
        let rest = &self.text[self.at..];
        let bare = |c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | '-');
        let length = rest.find(|c| !bare(c)).unwrap_or(rest.len());
        if length == 0 || !rest.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_') {
            return Err(format!("expected a directive, a variable or a literal at `{rest}`"));
        }
        self.at += length;
        Ok(rest[..length].to_string())
    }

    /// The text up to a closing byte, which is consumed.
    fn until(&mut self, close: char) -> Result<&str> {
        let rest = &self.text[self.at..];
        let Some(end) = rest.find(close) else { return Err(format!("expected {close} after `{rest}`")) };
        self.at += end + close.len_utf8();
        Ok(&rest[..end])
    }

    fn literal(&mut self) -> Result<Element> {
        Ok(match self.until('`')? {
            "" => Element::Whitespace(""),
            " " => Element::Whitespace(" "),
            "\\n" | "\n" => Element::Whitespace("\n"),
            text => Element::Literal(text.to_string()),
        })
    }

    fn element(&mut self) -> Result<Element> {
        self.depth += 1;
        if self.depth > MAX_DEPTH {
            return Err("too deeply nested".to_string());
        }
        let element = self.element_here()?;
        self.depth -= 1;
        Ok(element)
    }

    fn element_here(&mut self) -> Result<Element> {
        match self.peek() {
            Some(b'`') => {
                self.at += 1;
                self.literal()
            }
            Some(b'$') => {
                self.at += 1;
                // Names of variables have no `-`, but none of those that declarations know has one either.
                Ok(Element::Variable(self.word()?))
            }
            Some(b'"') => {
                self.at += 1;
                Ok(Element::Text(self.until('"')?.to_string()))
            }
            Some(b'(') => {
                self.at += 1;
                self.group()
            }
            _ => {
                let word = self.word()?;
                match word.as_str() {
                    "custom" => self.custom(),
                    "oilist" => self.clauses(),
                    "qualified" => Ok(Element::Qualified(Box::new(self.argument()?))),
                    "ref" => Ok(Element::Ref(Box::new(self.argument()?))),
                    _ => {
                        let arguments = if self.peek() == Some(b'(') && takes_arguments(&word) {
                            self.arguments()?
                        } else {
                            Vec::new()
                        };
                        Ok(Element::Directive(word, arguments))
                    }
                }
            }
        }
    }

    fn argument(&mut self) -> Result<Element> {
        self.expect(b'(')?;
        let argument = self.element()?;
        self.expect(b')')?;
        Ok(argument)
    }

    fn arguments(&mut self) -> Result<Vec<Element>> {
        self.expect(b'(')?;
        let mut arguments = Vec::new();
        if self.take(b')') {
            return Ok(arguments);
        }
        loop {
            arguments.push(self.element()?);
            if !self.take(b',') {
                break;
            }
        }
        self.expect(b')')?;
        Ok(arguments)
    }

    fn custom(&mut self) -> Result<Element> {
        self.expect(b'<')?;
        let name = self.until('>')?.trim().to_string();
        Ok(Element::Custom(name, self.arguments()?))
    }

    fn clauses(&mut self) -> Result<Element> {
        self.expect(b'(')?;
        let mut clauses = Vec::new();
        loop {
            self.expect(b'`')?;
            let word = self.until('`')?.to_string();
            let mut elements = Vec::new();
            loop {
                match self.peek() {
                    Some(b'|') => {
                        self.at += 1;
                        break;
                    }
                    Some(b')') => break,
                    None => return Err("expected ')' to end the clauses of an oilist".to_string()),
                    _ => elements.push(self.element()?),
                }
            }
            clauses.push((word, elements));
            if self.take(b')') {
                return Ok(Element::Clauses(clauses));
            }
        }
    }

    fn group_part(&mut self, anchor: &mut Option<(usize, bool)>, inverted: bool) -> Result<Vec<Element>> {
        let mut elements = Vec::new();
        while !self.take(b')') {
            if self.peek().is_none() {
                return Err("expected ')' to end an optional group".to_string());
            }
            elements.push(self.element()?);
            if self.take(b'^') {
                if anchor.is_some() {
                    return Err("only one element of an optional group can be its anchor".to_string());
                }
                *anchor = Some((elements.len() - 1, inverted));
            }
        }
        Ok(elements)
    }

    fn group(&mut self) -> Result<Element> {
        let mut anchor = None;
        let then = self.group_part(&mut anchor, false)?;
        let mut otherwise = Vec::new();
        if self.take(b':') {
            self.expect(b'(')?;
            otherwise = self.group_part(&mut anchor, true)?;
        }
        self.expect(b'?')?;
        match anchor {
            Some((anchor, inverted)) => Ok(Element::Group { then, otherwise, anchor, inverted }),
            None => Err("an optional group has no anchor".to_string()),
        }
    }
}

fn takes_arguments(word: &str) -> bool {
    matches!(word, "type" | "functional-type" | "struct")
}

/// Whether a literal can be written: a word, or punctuation that the lexer gives as one token.
pub(super) fn literal_is_valid(text: &str) -> bool {
    is_word(text) || crate::format::spacing::punctuation(text).is_some()
}

/// Whether a literal is a word.
pub(super) fn is_word(text: &str) -> bool {
    crate::lexer::is_bare_identifier(text.as_bytes())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn directives_variables_and_literals() {
        let elements = read("$lhs `,` attr-dict `` type($lhs) functional-type(operands, results)").unwrap();
        let directive = |name: &str, arguments| Element::Directive(name.into(), arguments);
        assert_eq!(
            elements,
            [
                Element::Variable("lhs".into()),
                Element::Literal(",".into()),
                directive("attr-dict", vec![]),
                Element::Whitespace(""),
                directive("type", vec![Element::Variable("lhs".into())]),
                directive("functional-type", vec![directive("operands", vec![]), directive("results", vec![])]),
            ]
        );
    }

    #[test]
    fn groups_and_clauses() {
        let elements = read("(`a`) : (`b` $u^)? oilist(`x` `(` $x `)` | `y`)").unwrap();
        let Element::Group { then, otherwise, anchor, inverted } = &elements[0] else { panic!() };
        assert_eq!((then.len(), otherwise.len(), *anchor, *inverted), (1, 2, 1, true));
        let Element::Clauses(clauses) = &elements[1] else { panic!() };
        assert_eq!(clauses.len(), 2);
        assert_eq!((clauses[0].1.len(), clauses[1].1.len()), (3, 0));
    }

    #[test]
    fn mistakes_are_told() {
        for text in ["(`a`)?", "`a", "$", "(`a`^", "custom<X", "type($a", "oilist(`a`", "*", "((((((((((((((((((`a`^)?"]
        {
            assert!(read(text).is_err(), "{text}");
        }
    }
}
