//! Where the printer puts spaces between the elements of a format, as ODS does.

use crate::lexer::TokenKind;

/// What matters of the elements before.
#[derive(Clone, Copy)]
pub(super) struct Spacing {
    /// The next element may need a space before it.
    pub(super) space: bool,
    /// The last element was punctuation.
    pub(super) punctuation: bool,
}

impl Spacing {
    /// Whether a literal is printed with a space before it.
    pub(super) fn before_literal(&mut self, text: &str) -> bool {
        let first = text.bytes().next().unwrap_or(b' ');
        let wanted = if text.len() != 1 && text != "->" {
            true
        } else if self.punctuation {
            !b">)}],".contains(&first)
        } else {
            !b"<>(){}[],".contains(&first)
        };
        let space = self.space && wanted;
        self.space = text.len() != 1 || !b"<({[".contains(&first);
        self.punctuation = first != b'_' && !first.is_ascii_alphabetic();
        space
    }

    /// Whether a variable or a directive is printed with a space before it.
    pub(super) fn before_element(&mut self) -> bool {
        let space = self.space || !self.punctuation;
        self.space = true;
        self.punctuation = false;
        space
    }

    /// Takes note of `` ` ` `` or `` `` ``.
    pub(super) fn whitespace(&mut self, empty: bool) {
        self.space = false;
        self.punctuation = empty;
    }
}

/// The token of a literal that is no word.
pub(super) fn punctuation(text: &str) -> Option<TokenKind> {
    Some(match text {
        "->" => TokenKind::Arrow,
        ":" => TokenKind::Colon,
        "::" => TokenKind::DoubleColon,
        "," => TokenKind::Comma,
        "..." => TokenKind::Ellipsis,
        "=" => TokenKind::Equal,
        ">" => TokenKind::Greater,
        "{" => TokenKind::LeftBrace,
        "(" => TokenKind::LeftParen,
        "[" => TokenKind::LeftBracket,
        "<" => TokenKind::Less,
        "-" => TokenKind::Minus,
        "+" => TokenKind::Plus,
        "?" => TokenKind::Question,
        "}" => TokenKind::RightBrace,
        ")" => TokenKind::RightParen,
        "]" => TokenKind::RightBracket,
        "/" => TokenKind::Slash,
        "*" => TokenKind::Star,
        "|" => TokenKind::VerticalBar,
        _ => return None,
    })
}
