//! `dialect!`: the descriptor, the hooks, and what plugin code names.

use proc_macro2::{Ident, Literal, Span, TokenStream};
use quote::{format_ident, quote, quote_spanned};

use plugopt_descriptor::{HookDecl, ParseError, Parsed, Role, encode, line_and_column, parse, parse_tokens};

use crate::tokens::{camel_case, flatten, ident, path, snake_case};
use crate::{definitions, enums, ops};

/// A declaration with Rust spans.
pub struct Declaration {
    /// What was parsed.
    pub parsed: Parsed<Span>,
}

/// The macro over the tokens of a declaration.
pub fn dialect(input: TokenStream) -> TokenStream {
    let parsed = flatten(input).and_then(|tokens| parse_tokens(&tokens, Span::call_site()));
    match parsed {
        Ok(parsed) => Declaration { parsed }.code(),
        Err(error) => compile_error(&error),
    }
}

/// The macro over a file, relative to the package.
pub fn include_dialect(input: TokenStream) -> TokenStream {
    let file = match syn::parse2::<syn::LitStr>(input) {
        Ok(file) => file,
        Err(error) => return error.to_compile_error(),
    };
    let span = file.span();
    let error = |message: String| compile_error(&ParseError { message, at: span });
    let folder = std::env::var_os("CARGO_MANIFEST_DIR").map(std::path::PathBuf::from).unwrap_or_default();
    let full = folder.join(file.value());
    let text = match std::fs::read_to_string(&full) {
        Ok(text) => text,
        Err(why) => return error(format!("{}: {why}", full.display())),
    };
    let parsed = match parse(&text) {
        Ok(parsed) => parsed,
        Err(wrong) => {
            let (line, column) = line_and_column(&text, wrong.at);
            return error(format!("{}:{line}:{column}: {}", full.display(), wrong.message));
        }
    };
    let place = |positions: Vec<usize>| positions.into_iter().map(|_| span).collect();
    let code = Declaration {
        parsed: Parsed {
            dialect: parsed.dialect,
            hooks: place(parsed.hooks),
            ops: place(parsed.ops),
            enums: place(parsed.enums),
        },
    }
    .code();
    let full = full.display().to_string();
    // Names the file to the compiler, so that a change is noticed.
    quote! {
        const _: &[u8] = include_bytes!(#full);
        #code
    }
}

/// An error at its place.
pub fn compile_error(error: &ParseError<Span>) -> TokenStream {
    let message = &error.message;
    quote_spanned! { error.at => ::core::compile_error!(#message); }
}

impl Declaration {
    fn code(&self) -> TokenStream {
        let dialect = &self.parsed.dialect;
        let name = &dialect.name;
        let module = ident(name, Span::call_site());
        let hooks_name = format_ident!("__{}_HOOKS", snake_case(name).to_ascii_uppercase());
        let bytes = encode(dialect);
        let length = bytes.len();
        let blob = Literal::byte_string(&bytes);
        let hooks = dialect.hooks.iter().zip(&self.parsed.hooks).map(|(hook, span)| hook_expression(hook, *span));
        let hook_count = dialect.hooks.len();
        let docs = format!("The dialect `{name}`. {}", dialect.summary);
        let enums = dialect.enums.iter().zip(&self.parsed.enums).map(|(decl, span)| enums::code(decl, *span));
        let types = dialect.types.iter().map(|decl| definitions::code(dialect, decl, true));
        let attrs = dialect.attrs.iter().map(|decl| definitions::code(dialect, decl, false));
        let ops = dialect.ops.iter().zip(&self.parsed.ops).map(|(op, span)| ops::code(dialect, op, *span));
        quote! {
            #[doc(hidden)]
            pub static #hooks_name: [::plugopt_plugin::raw::Hook; #hook_count] = [ #(#hooks),* ];

            #[doc = #docs]
            pub mod #module {
                /// The dialect's name.
                pub const NAME: &str = #name;
                /// Its declaration, as the host reads it.
                pub static DESCRIPTOR: [u8; #length] = *#blob;
                /// Its functions, in the order of the descriptor.
                pub static HOOKS: &[::plugopt_plugin::raw::Hook] = &super::#hooks_name;
            }

            #(#enums)*
            #(#types)*
            #(#attrs)*
            #(#ops)*
        }
    }
}

fn hook_expression(hook: &HookDecl, span: Span) -> TokenStream {
    let function = path(&hook.path, span);
    let role = match hook.role {
        Role::InterfaceMethod => {
            // `Interface/REV.method`
            let (interface, method) = hook.method.split_once('.').unwrap_or((&hook.method, "call"));
            let name = interface.split('/').next().unwrap_or(interface);
            let (interface, method) = (ident(&snake_case(name), span), ident(method, span));
            quote_spanned! { span => #interface::#method }
        }
        role => {
            let role = Ident::new(role.as_str(), span);
            quote_spanned! { span => #role }
        }
    };
    quote_spanned! { span => ::plugopt_plugin::hook::#role(#function) }
}

/// The name that a declared thing has in Rust.
pub fn rust_name(name: &str, given: Option<&str>, suffix: &str, span: Span) -> Ident {
    match given {
        Some(given) => ident(given, span),
        None => ident(&format!("{}{suffix}", camel_case(name)), span),
    }
}

/// A documentation attribute; a fallback keeps `missing_docs` quiet.
pub fn doc(docs: &str, fallback: &str) -> TokenStream {
    let text = if docs.is_empty() { fallback } else { docs };
    quote! { #[doc = #text] }
}

/// Hands out method names, each once.
pub struct Names {
    taken: Vec<String>,
}

impl Names {
    /// None of `reserved` is handed out.
    pub fn new(reserved: &[&str]) -> Self {
        Names { taken: reserved.iter().map(|name| name.to_string()).collect() }
    }

    /// `name` in snake case, with underscores behind it if it is taken.
    pub fn method(&mut self, name: &str, span: Span) -> Ident {
        let mut method = snake_case(name);
        while self.taken.contains(&method) {
            method.push('_');
        }
        self.taken.push(method.clone());
        ident(&method, span)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What the macro makes of a declaration, checked to be Rust.
    fn expand(declaration: &str) -> String {
        let code = dialect(declaration.parse().unwrap());
        syn::parse2::<syn::File>(code.clone()).unwrap_or_else(|error| panic!("{error}\n{code}"));
        code.to_string()
    }

    fn check(declaration: &str, parts: &[&str]) {
        let spaceless = |text: &str| text.replace(char::is_whitespace, "");
        let code = expand(declaration);
        for part in parts {
            assert!(spaceless(&code).contains(&spaceless(part)), "{part}\n{code}");
        }
    }

    #[test]
    fn documented_example() {
        let page = include_str!("../../../docs/declarations.md");
        let example =
            page[page.find("## 6.").unwrap()..].split("```text\n").nth(1).unwrap().split("```").next().unwrap();
        check(
            example,
            &[
                "pub mod arith",
                "static __ARITH_HOOKS",
                "hook :: materialize_constant (materialize)",
                "hook :: infer_int_range_interface :: infer_result_ranges (addi_ranges)",
                "pub struct AddIOp < 's >",
                "fn overflow_flags (self) -> Option < IntegerOverflowFlags >",
                "pub enum CmpIPredicate { # [doc = \"`eq`\"] Eq = 0",
                "pub const NSW : Self = Self (1)",
                "pub struct OverflowAttr",
            ],
        );
    }

    #[test]
    fn accessors() {
        check(
            "dialect t; op in.cast(in: I1, op: optional<I1>, self: I1) -> (result: I1, others: variadic<I1>) attrs (type: TypeAttr, dynamicSizes: I32Attr)
             regions (body) successors (next);
             op v(all: variadic<I1>); op s(a: variadic<I1>, b: I1, c: variadic<I1>) traits [AttrSizedOperandSegments];",
            &[
                "pub struct InCastOp",
                "fn r#in (self) -> :: plugopt_plugin :: Value < 's > { self . op () . operand (0u32) }",
                "fn op_ (self) -> Option < :: plugopt_plugin :: Value < 's >> { self . op () . named_operands (\"op\") . first () }",
                "fn self_ (self) -> :: plugopt_plugin :: Value < 's > { self . op () . operand (self . op () . operand_count () . wrapping_sub (1u32)) }",
                "fn result (self) -> :: plugopt_plugin :: Value < 's > { self . op () . result (0u32) }",
                "fn others (self) -> :: plugopt_plugin :: Batch",
                "fn r#type (self) -> Option < :: plugopt_plugin :: Type < 's >>",
                "fn dynamic_sizes_attr (self)",
                "fn body (self) -> :: plugopt_plugin :: Region",
                "fn next (self) -> Option < :: plugopt_plugin :: Block",
                "{ self . op () . operands () }",
                "pub fn build (builder : & :: plugopt_plugin :: Builder < 's > , a : & [:: plugopt_plugin :: Value < 's >] , b : :: plugopt_plugin :: Value < 's > , c",
                "i32_array_attr (& [a . len () as i64 , 1 , c . len () as i64])",
                "if types . is_empty () { op = op . infer_results () ; } else { op = op . results (types . iter () . copied ()) ; }",
                "unwrap_or_else (|| self . op () . operand (u32 :: MAX))",
            ],
        );
    }

    #[test]
    fn wrong_declarations_are_compile_errors() {
        let code = dialect("dialect t; op x(a: Foo);".parse().unwrap()).to_string();
        assert_eq!(code, ":: core :: compile_error ! (\"there is no constraint, type, attribute or enum `Foo`\") ;");
        let code = include_dialect(quote!("no/such/file.plugdef")).to_string();
        assert!(code.contains("compile_error") && code.contains("no/such/file.plugdef"), "{code}");
    }
}
