//! Tokens of the declaration language, and the lexer that makes them of text. Rust macros make them of Rust tokens instead.

use std::fmt;

/// A token.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Token {
    /// A word.
    Ident(String),
    /// A number without its sign.
    Int(i128),
    /// A string, unescaped.
    Str(String),
    /// The text of a doc comment, without the slashes.
    Doc(String),
    /// One character of punctuation.
    Punct(char),
}

impl fmt::Display for Token {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Token::Ident(word) => write!(f, "`{word}`"),
            Token::Int(value) => write!(f, "`{value}`"),
            Token::Str(text) => write!(f, "{text:?}"),
            Token::Doc(_) => f.write_str("a doc comment"),
            Token::Punct(c) => write!(f, "`{c}`"),
        }
    }
}

/// A token and where it stands: a byte offset in text, a span in a macro.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Spanned<P> {
    /// The token.
    pub token: Token,
    /// Where it stands.
    pub at: P,
}

/// What is wrong with a declaration, and where.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ParseError<P> {
    /// One line, lower case, without a period.
    pub message: String,
    /// Where.
    pub at: P,
}

impl<P> ParseError<P> {
    pub(crate) fn new(at: P, message: impl Into<String>) -> Self {
        ParseError { message: message.into(), at }
    }
}

/// The line and column (from 1, in characters) of a byte offset.
pub fn line_and_column(text: &str, offset: usize) -> (usize, usize) {
    let mut end = offset.min(text.len());
    while !text.is_char_boundary(end) {
        end -= 1;
    }
    let before = &text[..end];
    let start = before.rfind('\n').map_or(0, |newline| newline + 1);
    (before.matches('\n').count() + 1, before[start..].chars().count() + 1)
}

/// The tokens of a text, at byte offsets.
pub fn tokenize(text: &str) -> Result<Vec<Spanned<usize>>, ParseError<usize>> {
    let mut lexer = Lexer { text, at: 0 };
    let mut tokens = Vec::new();
    while let Some(token) = lexer.next()? {
        tokens.push(token);
    }
    Ok(tokens)
}

struct Lexer<'a> {
    text: &'a str,
    at: usize,
}

impl Lexer<'_> {
    fn rest(&self) -> &str {
        &self.text[self.at..]
    }

    fn peek(&self) -> Option<char> {
        self.rest().chars().next()
    }

    fn take_while(&mut self, accept: impl Fn(char) -> bool) -> String {
        let rest = self.rest();
        let length = rest.find(|c| !accept(c)).unwrap_or(rest.len());
        let taken = rest[..length].to_string();
        self.at += length;
        taken
    }

    fn next(&mut self) -> Result<Option<Spanned<usize>>, ParseError<usize>> {
        loop {
            self.take_while(char::is_whitespace);
            let at = self.at;
            if self.rest().starts_with("///") && !self.rest().starts_with("////") {
                self.at += 3;
                let line = self.take_while(|c| c != '\n');
                let line = line.strip_suffix('\r').unwrap_or(&line).to_string();
                return Ok(Some(Spanned { token: Token::Doc(line), at }));
            }
            if self.rest().starts_with("//") {
                self.take_while(|c| c != '\n');
                continue;
            }
            if self.rest().starts_with("/*") {
                let end = self.rest().find("*/").ok_or_else(|| ParseError::new(at, "unterminated comment"))?;
                self.at += end + 2;
                continue;
            }
            let Some(c) = self.peek() else { return Ok(None) };
            let token = match c {
                '"' => self.string()?,
                'r' if self.rest().starts_with("r\"")
                    || self.rest().starts_with("r#\"")
                    || self.rest().starts_with("r##") =>
                {
                    self.raw_string()?
                }
                c if c.is_ascii_alphabetic() || c == '_' => {
                    if self.rest().starts_with("r#") {
                        self.at += 2;
                    }
                    Token::Ident(self.take_while(|c| c.is_ascii_alphanumeric() || c == '_'))
                }
                c if c.is_ascii_digit() => {
                    let word = self.take_while(|c| c.is_ascii_alphanumeric() || c == '_');
                    integer(&word).ok_or_else(|| ParseError::new(at, format!("`{word}` is not an integer")))?
                }
                '(' | ')' | '[' | ']' | '<' | '>' | '{' | '}' | ',' | ';' | ':' | '=' | '?' | '|' | '&' | '!' | '.'
                | '-' | '/' => {
                    self.at += 1;
                    Token::Punct(c)
                }
                c => return Err(ParseError::new(at, format!("unexpected character `{}`", c.escape_debug()))),
            };
            return Ok(Some(Spanned { token, at }));
        }
    }

    fn raw_string(&mut self) -> Result<Token, ParseError<usize>> {
        let at = self.at;
        self.at += 1;
        let hashes = self.take_while(|c| c == '#');
        if !self.rest().starts_with('"') {
            return Err(ParseError::new(at, "expected a raw string"));
        }
        self.at += 1;
        let close = format!("\"{hashes}");
        let end = self.rest().find(&close).ok_or_else(|| ParseError::new(at, "unterminated string"))?;
        let text = self.rest()[..end].to_string();
        self.at += end + close.len();
        Ok(Token::Str(text))
    }

    fn string(&mut self) -> Result<Token, ParseError<usize>> {
        let start = self.at;
        self.at += 1;
        let mut out = String::new();
        loop {
            let at = self.at;
            let c = self.peek().ok_or_else(|| ParseError::new(start, "unterminated string"))?;
            self.at += c.len_utf8();
            match c {
                '"' => return Ok(Token::Str(out)),
                '\\' => {
                    let bad = || ParseError::new(at, "unknown escape in string");
                    let escape = self.peek().ok_or_else(bad)?;
                    self.at += escape.len_utf8();
                    match escape {
                        'n' => out.push('\n'),
                        't' => out.push('\t'),
                        'r' => out.push('\r'),
                        '0' => out.push('\0'),
                        '\\' | '"' | '\'' => out.push(escape),
                        'x' => {
                            let digits = self.rest().get(..2).ok_or_else(bad)?;
                            let value = u8::from_str_radix(digits, 16).ok().filter(u8::is_ascii).ok_or_else(bad)?;
                            out.push(char::from(value));
                            self.at += 2;
                        }
                        'u' => {
                            let end = self.rest().find('}').filter(|_| self.rest().starts_with('{')).ok_or_else(bad)?;
                            let digits = &self.rest()[1..end];
                            let value =
                                u32::from_str_radix(digits, 16).ok().and_then(char::from_u32).ok_or_else(bad)?;
                            out.push(value);
                            self.at += end + 1;
                        }
                        '\n' => {
                            self.take_while(char::is_whitespace);
                        }
                        _ => return Err(bad()),
                    }
                }
                c => out.push(c),
            }
        }
    }
}

/// An integer literal as Rust spells it, without suffix.
pub fn integer(word: &str) -> Option<Token> {
    let digits = word.replace('_', "");
    let value = match digits.strip_prefix("0x") {
        Some(hex) => i128::from_str_radix(hex, 16),
        None => match digits.strip_prefix("0b") {
            Some(binary) => i128::from_str_radix(binary, 2),
            None => digits.parse(),
        },
    };
    value.ok().map(Token::Int)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(text: &str, expected: &[Token]) {
        let tokens: Vec<Token> = tokenize(text).unwrap().into_iter().map(|t| t.token).collect();
        assert_eq!(tokens, expected);
    }

    #[test]
    fn words_numbers_strings() {
        check(
            "op r#type 0x1F -3 \"a\\n\\\"\\u{e9}\" r#\"`b` \"c\"\"# // no\n/* no */ -> ",
            &[
                Token::Ident("op".into()),
                Token::Ident("type".into()),
                Token::Int(31),
                Token::Punct('-'),
                Token::Int(3),
                Token::Str("a\n\"é".into()),
                Token::Str("`b` \"c\"".into()),
                Token::Punct('-'),
                Token::Punct('>'),
            ],
        );
        check("/// Doc.\nrank r", &[Token::Doc(" Doc.".into()), Token::Ident("rank".into()), Token::Ident("r".into())]);
    }

    #[test]
    fn errors_have_positions() {
        for (text, at) in
            [("a `", 2), ("\"x", 0), ("r#\"x\"", 0), ("/*", 0), ("12ab", 0), ("\"\\q\"", 1), ("\"\\x9", 1)]
        {
            assert_eq!(tokenize(text).unwrap_err().at, at, "{text}");
        }
        assert_eq!(line_and_column("ab\ncé x", 6), (2, 3));
        assert_eq!(line_and_column("é", 1), (1, 1));
    }
}
