//! Types and attributes in Rust: `QType`, `OverflowAttr`.

use proc_macro2::{Ident, Span, TokenStream};
use quote::quote;

use plugopt_descriptor::{DialectDecl, ParamKind, TypeDecl};

use crate::dialect::{Names, doc, rust_name};
use crate::tokens::ident;

/// The struct of a type or attribute.
pub fn code(dialect: &DialectDecl, decl: &TypeDecl, is_type: bool) -> TokenStream {
    let span = Span::call_site();
    let suffix = if is_type { "Type" } else { "Attr" };
    let name = rust_name(&decl.name, decl.rust_name.as_deref(), suffix, span);
    let full = format!("{}.{}", dialect.name, decl.name);
    let docs = doc(&decl.docs, &format!("`{full}`"));
    let handle = if is_type { quote!(::plugopt_plugin::Type) } else { quote!(::plugopt_plugin::Attribute) };
    let mut names = Names::new(&["cast", "handle", "get"]);
    let getters: Vec<TokenStream> = decl
        .params
        .iter()
        .enumerate()
        .map(|(index, param)| {
            let method = names.method(&param.name, span);
            let docs = doc(&param.docs, &format!("The parameter `{}`.", param.name));
            let index = index as u32;
            let (ty, convert) = value_of(&param.kind);
            quote! {
                #docs
                pub fn #method(self) -> Option<#ty> {
                    self.0.parameter(#index)#convert
                }
            }
        })
        .collect();
    let make = if is_type { quote!(dialect_type) } else { quote!(dialect_attr) };
    quote! {
        #docs
        #[derive(Clone, Copy, Debug)]
        pub struct #name<'s>(#handle<'s>);

        impl<'s> #name<'s> {
            /// The full name of the definition.
            pub const NAME: &'static str = #full;

            /// It, if it is of this definition.
            pub fn cast(handle: #handle<'s>) -> Option<Self> {
                handle.definition().filter(|definition| definition.text() == Self::NAME).map(|_| Self(handle))
            }

            /// Makes one of its parameters as they are stored: one for each, `None` where absent.
            pub fn get(
                session: ::plugopt_plugin::Session<'s>,
                parameters: &[Option<::plugopt_plugin::Attribute<'s>>],
            ) -> ::plugopt_plugin::Result<Self> {
                session.#make(Self::NAME, parameters).map(Self)
            }

            /// Without the knowledge of what it is.
            pub fn handle(self) -> #handle<'s> {
                self.0
            }

            #(#getters)*
        }
    }
}

/// The Rust type of a parameter, and the rest of an expression that starts with an optional attribute.
fn value_of(kind: &ParamKind) -> (TokenStream, TokenStream) {
    match kind {
        ParamKind::Int { .. } | ParamKind::Index => (quote!(i64), quote!(.and_then(|a| a.integer()))),
        ParamKind::Bool => (quote!(bool), quote!(.and_then(|a| a.integer()).map(|value| value != 0))),
        ParamKind::String => (quote!(::plugopt_plugin::Text<'s>), quote!(.and_then(|a| a.string()))),
        ParamKind::Type(_) => (quote!(::plugopt_plugin::Type<'s>), quote!(.and_then(|a| a.type_value()))),
        ParamKind::Enum(name) => enum_value(name),
        _ => (quote!(::plugopt_plugin::Attribute<'s>), quote!()),
    }
}

/// The same for an enum of the dialect.
pub fn enum_value(name: &str) -> (TokenStream, TokenStream) {
    let name: Ident = ident(name, Span::call_site());
    (quote!(#name), quote!(.and_then(|a| a.integer()).and_then(#name::from_value)))
}
