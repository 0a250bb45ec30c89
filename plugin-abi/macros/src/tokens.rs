//! Rust tokens as tokens of the declaration language.

use plugopt_descriptor::{ParseError, Spanned, Token, tokenize};
use proc_macro2::{Delimiter, Spacing, Span, TokenStream, TokenTree};

/// Flattens a token stream.
pub fn flatten(stream: TokenStream) -> Result<Vec<Spanned<Span>>, ParseError<Span>> {
    let mut out = Vec::new();
    extend(&mut out, stream)?;
    Ok(out)
}

fn extend(out: &mut Vec<Spanned<Span>>, stream: TokenStream) -> Result<(), ParseError<Span>> {
    let mut trees = stream.into_iter().peekable();
    while let Some(tree) = trees.next() {
        let at = tree.span();
        let mut push = |token, at| out.push(Spanned { token, at });
        match tree {
            TokenTree::Ident(ident) => {
                let text = ident.to_string();
                push(Token::Ident(text.strip_prefix("r#").unwrap_or(&text).to_string()), at);
            }
            TokenTree::Punct(punct) if punct.as_char() == '#' => {
                // A doc comment arrives as `#[doc = "…"]`.
                let docs = match trees.next() {
                    Some(TokenTree::Group(group)) if group.delimiter() == Delimiter::Bracket => {
                        doc_text(group.stream())
                    }
                    _ => None,
                };
                let text = docs.ok_or_else(|| ParseError { message: "only doc comments can stand here".into(), at })?;
                push(Token::Doc(text), at);
            }
            TokenTree::Punct(punct) => {
                // `//` cannot arrive, so joint punctuation is just one character after the other.
                let _: Spacing = punct.spacing();
                push(Token::Punct(punct.as_char()), at);
            }
            TokenTree::Literal(literal) => push(literal_token(&literal.to_string(), at)?, at),
            TokenTree::Group(group) => {
                let delimiters = match group.delimiter() {
                    Delimiter::Parenthesis => Some(('(', ')')),
                    Delimiter::Bracket => Some(('[', ']')),
                    Delimiter::Brace => Some(('{', '}')),
                    Delimiter::None => None,
                };
                if let Some((open, _)) = delimiters {
                    push(Token::Punct(open), group.span_open());
                }
                extend(out, group.stream())?;
                if let Some((_, close)) = delimiters {
                    out.push(Spanned { token: Token::Punct(close), at: group.span_close() });
                }
            }
        }
    }
    Ok(())
}

fn literal_token(text: &str, at: Span) -> Result<Token, ParseError<Span>> {
    let wrong = || ParseError { message: format!("`{text}` is neither an integer nor a string"), at };
    match tokenize(text).map_err(|_| wrong())?.as_slice() {
        [Spanned { token: token @ (Token::Int(_) | Token::Str(_)), .. }] => Ok(token.clone()),
        _ => Err(wrong()),
    }
}

fn doc_text(attribute: TokenStream) -> Option<String> {
    let mut trees = attribute.into_iter();
    match (trees.next()?, trees.next()?, trees.next()?) {
        (TokenTree::Ident(name), TokenTree::Punct(_), TokenTree::Literal(text)) if name == "doc" => {
            match literal_token(&text.to_string(), Span::call_site()) {
                Ok(Token::Str(text)) => Some(text),
                _ => None,
            }
        }
        _ => None,
    }
}

/// A case- and separator-free name as words: `intr.cmpIPredicate` is `intr`, `cmp`, `i`, `predicate`.
fn words(name: &str) -> Vec<String> {
    let mut words: Vec<String> = Vec::new();
    let mut start = true;
    let mut previous_lower = false;
    for c in name.chars() {
        if !c.is_ascii_alphanumeric() {
            start = true;
            continue;
        }
        if start || (c.is_ascii_uppercase() && previous_lower) {
            words.push(String::new());
        }
        start = false;
        previous_lower = c.is_ascii_lowercase() || c.is_ascii_digit();
        if let Some(word) = words.last_mut() {
            word.push(c);
        }
    }
    words
}

/// `addi` is `Addi`, `intr.abs` is `IntrAbs`, `BufferAlloc` stays.
pub fn camel_case(name: &str) -> String {
    let mut out = String::new();
    for word in words(name) {
        let mut chars = word.chars();
        if let Some(first) = chars.next() {
            out.push(first.to_ascii_uppercase());
            out.push_str(chars.as_str());
        }
    }
    match out.as_bytes().first() {
        None => "Empty".to_string(),
        Some(b'0'..=b'9') => format!("N{out}"),
        Some(_) => out,
    }
}

/// `dynamicSizes` is `dynamic_sizes`, `CallOpInterface` is `call_op_interface`.
pub fn snake_case(name: &str) -> String {
    let out = words(name).join("_").to_ascii_lowercase();
    match out.as_bytes().first() {
        None => "empty".to_string(),
        Some(b'0'..=b'9') => format!("n{out}"),
        Some(_) => out,
    }
}

/// An identifier, raw where it is a keyword.
pub fn ident(name: &str, span: Span) -> proc_macro2::Ident {
    if matches!(name, "self" | "super" | "crate" | "Self" | "_") {
        return proc_macro2::Ident::new(&format!("{name}_"), span);
    }
    match syn::parse_str::<proc_macro2::Ident>(name) {
        Ok(_) => proc_macro2::Ident::new(name, span),
        Err(_) => proc_macro2::Ident::new_raw(name, span),
    }
}

/// `a::b::c` as tokens, all at `span`.
pub fn path(text: &str, span: Span) -> TokenStream {
    let mut out = TokenStream::new();
    for (index, segment) in text.split("::").enumerate() {
        if index > 0 {
            for spacing in [Spacing::Joint, Spacing::Alone] {
                let mut colon = proc_macro2::Punct::new(':', spacing);
                colon.set_span(span);
                out.extend([TokenTree::Punct(colon)]);
            }
        }
        let word = match segment {
            "self" | "super" | "crate" | "Self" => proc_macro2::Ident::new(segment, span),
            _ => ident(segment, span),
        };
        out.extend([TokenTree::Ident(word)]);
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names() {
        for (name, camel, snake) in [
            ("addi", "Addi", "addi"),
            ("intr.abs", "IntrAbs", "intr_abs"),
            ("dynamicSizes", "DynamicSizes", "dynamic_sizes"),
            ("CallOpInterface", "CallOpInterface", "call_op_interface"),
            ("conv_1d_nwc", "Conv1dNwc", "conv_1d_nwc"),
            ("1x", "N1x", "n1x"),
            ("c-d", "CD", "c_d"),
        ] {
            assert_eq!((camel_case(name).as_str(), snake_case(name).as_str()), (camel, snake));
        }
        assert_eq!(ident("type", Span::call_site()).to_string(), "r#type");
        assert_eq!(ident("self", Span::call_site()).to_string(), "self_");
        assert_eq!(path("crate::a::r", Span::call_site()).to_string(), "crate :: a :: r");
    }

    #[test]
    fn rust_tokens_are_those_of_text() {
        let text = "/// Doc.\nop r#type(a: optional<I<32>>) -> (b: AnyType) format r#\"`x` $a\"# traits [A<-1>];";
        let stream: TokenStream = text.parse().unwrap();
        let of_rust: Vec<Token> = flatten(stream).unwrap().into_iter().map(|t| t.token).collect();
        let of_text: Vec<Token> = tokenize(text).unwrap().into_iter().map(|t| t.token).collect();
        assert_eq!(of_rust, of_text);
        assert!(flatten("#[cfg(x)]".parse().unwrap()).is_err());
        assert!(flatten("1.5".parse().unwrap()).is_err());
    }
}
