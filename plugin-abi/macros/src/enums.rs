//! Enums and bits in Rust.

use proc_macro2::{Ident, Literal, Span, TokenStream};
use quote::quote;

use plugopt_descriptor::{EnumCase, EnumDecl};

use crate::dialect::{Names, doc};
use crate::tokens::{camel_case, ident, snake_case};

/// The type of an enum.
pub fn code(decl: &EnumDecl, span: Span) -> TokenStream {
    if decl.bits { bits(decl, span) } else { cases(decl, span) }
}

fn variant(case: &EnumCase, span: Span) -> Ident {
    match &case.rust_name {
        Some(name) => ident(name, span),
        None => ident(&camel_case(&case.name), span),
    }
}

fn cases(decl: &EnumDecl, span: Span) -> TokenStream {
    let name = ident(&decl.name, span);
    let docs = doc(&decl.docs, &decl.summary);
    let (mut variants, mut aliases, mut words, mut values) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
    for (index, case) in decl.cases.iter().enumerate() {
        let (variant, value, word) = (variant(case, span), Literal::i64_unsuffixed(case.value), &case.name);
        let docs = doc(&case.docs, &format!("`{}`", case.name));
        words.push(quote! { #word => Some(Self::#variant) });
        match decl.cases[..index].iter().find(|c| c.value == case.value) {
            Some(first) => {
                let first = self::variant(first, span);
                aliases.push(quote! { #docs pub const #variant: Self = Self::#first; });
            }
            None => {
                values.push((quote! { #value => Some(Self::#variant) }, quote! { Self::#variant => #word }));
                variants.push(quote! { #docs #variant = #value });
            }
        }
    }
    let (from_value, as_str): (Vec<_>, Vec<_>) = values.into_iter().unzip();
    quote! {
        #docs
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
        #[repr(i64)]
        pub enum #name { #(#variants),* }

        #[allow(non_upper_case_globals)]
        impl #name {
            #(#aliases)*

            /// The number that stands for it.
            pub const fn value(self) -> i64 {
                self as i64
            }

            /// The case of a number.
            pub const fn from_value(value: i64) -> Option<Self> {
                match value { #(#from_value,)* _ => None }
            }

            /// Its word in MLIR text.
            pub const fn as_str(self) -> &'static str {
                match self { #(#as_str),* }
            }

            /// The case of a word.
            pub fn from_name(word: &str) -> Option<Self> {
                match word { #(#words,)* _ => None }
            }
        }
    }
}

fn bits(decl: &EnumDecl, span: Span) -> TokenStream {
    let name = ident(&decl.name, span);
    let docs = doc(&decl.docs, &decl.summary);
    let mut names = Names::new(&[]);
    let constants = decl.cases.iter().map(|case| {
        let constant = match &case.rust_name {
            Some(name) => ident(name, span),
            None => {
                let method = names.method(&snake_case(&case.name), span).to_string();
                ident(&method.trim_start_matches("r#").to_ascii_uppercase(), span)
            }
        };
        let docs = doc(&case.docs, &format!("`{}`", case.name));
        let value = Literal::i64_unsuffixed(case.value);
        quote! { #docs pub const #constant: Self = Self(#value); }
    });
    let all = Literal::i64_unsuffixed(decl.valid_bits() as i64);
    quote! {
        #docs
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
        pub struct #name(i64);

        impl #name {
            #(#constants)*

            /// The number that stands for it.
            pub const fn value(self) -> i64 {
                self.0
            }

            /// The bits of a number, if all have a name.
            pub const fn from_value(value: i64) -> Option<Self> {
                if value & !(#all) == 0 { Some(Self(value)) } else { None }
            }

            /// Whether all bits of `other` are set.
            pub const fn contains(self, other: Self) -> bool {
                self.0 & other.0 == other.0
            }

            /// Whether no bit is set.
            pub const fn is_empty(self) -> bool {
                self.0 == 0
            }
        }

        impl ::core::ops::BitOr for #name {
            type Output = Self;
            fn bitor(self, other: Self) -> Self {
                Self(self.0 | other.0)
            }
        }

        impl ::core::ops::BitAnd for #name {
            type Output = Self;
            fn bitand(self, other: Self) -> Self {
                Self(self.0 & other.0)
            }
        }
    }
}
