//! `export_plugin!`.

use proc_macro2::TokenStream;
use quote::quote;
use syn::parse::{Parse, ParseStream};
use syn::punctuated::Punctuated;
use syn::{Ident, LitStr, Path, Token, bracketed};

use crate::pass::{docs, toml_string};

#[derive(Default)]
struct Export {
    statics: Option<Ident>,
    docs: String,
    name: Option<LitStr>,
    version: Option<LitStr>,
    description: Option<LitStr>,
    dialects: Vec<Path>,
    passes: Vec<Path>,
}

fn paths(input: ParseStream<'_>) -> syn::Result<Vec<Path>> {
    let content;
    bracketed!(content in input);
    Ok(Punctuated::<Path, Token![,]>::parse_terminated(&content)?.into_iter().collect())
}

impl Parse for Export {
    fn parse(input: ParseStream<'_>) -> syn::Result<Self> {
        let mut export = Export { docs: docs(&syn::Attribute::parse_outer(input)?), ..Export::default() };
        while !input.is_empty() {
            let key: Ident = input.parse()?;
            input.parse::<Token![:]>()?;
            match key.to_string().as_str() {
                "name" => export.name = Some(input.parse()?),
                "version" => export.version = Some(input.parse()?),
                "description" => export.description = Some(input.parse()?),
                "dialects" => export.dialects = paths(input)?,
                "passes" => export.passes = paths(input)?,
                "as_static" => export.statics = Some(input.parse()?),
                _ => {
                    let message = "expected `name`, `version`, `description`, `dialects`, `passes` or `as_static`";
                    return Err(syn::Error::new(key.span(), message));
                }
            }
            if !input.is_empty() {
                input.parse::<Token![,]>()?;
            }
        }
        Ok(export)
    }
}

/// The implementation of the macro.
pub fn export_plugin(input: TokenStream) -> syn::Result<TokenStream> {
    let export: Export = syn::parse2(input)?;
    let Some(name) = &export.name else {
        return Err(syn::Error::new(proc_macro2::Span::call_site(), "`name: \"…\"` is missing"));
    };
    let plugin = export.statics.clone().unwrap_or_else(|| Ident::new("PLUGIN", proc_macro2::Span::call_site()));
    let (dialects, passes) = (&export.dialects, &export.passes);
    let version = match &export.version {
        Some(version) => quote!(#version),
        None => quote!(env!("CARGO_PKG_VERSION")),
    };
    let description = export.description.as_ref().map(LitStr::value).unwrap_or_else(|| export.docs.replace('\n', " "));
    let head = format!("name = {}\nversion = \"", toml_string(&name.value()));
    let description = format!("\"\ndescription = {}\ndialects = [", toml_string(&description));

    // One dialect, as usual, needs no copy.
    let (descriptor, hooks) = match dialects.as_slice() {
        [] => (quote!(&[]), quote!(&[])),
        [one] => (quote!(&#one::DESCRIPTOR), quote!(#one::HOOKS)),
        _ => (
            quote! {{
                const LENGTH: usize = 0 #(+ #dialects::DESCRIPTOR.len())*;
                #[allow(long_running_const_eval)]
                static DESCRIPTORS: [u8; LENGTH] = ::plugopt_plugin::join::bytes(&[#(&#dialects::DESCRIPTOR),*]);
                &DESCRIPTORS
            }},
            quote! {{
                const LENGTH: usize = 0 #(+ #dialects::HOOKS.len())*;
                static HOOKS: [::plugopt_plugin::raw::Hook; LENGTH] =
                    ::plugopt_plugin::join::hooks(&[#(#dialects::HOOKS),*]);
                &HOOKS
            }},
        ),
    };
    Ok(quote! {
        /// What this crate offers to the host.
        pub const #plugin: ::plugopt_plugin::plugin::StaticPlugin = {
            static PASSES: &[::plugopt_plugin::raw::Pass] = &[#(::plugopt_plugin::pass::pass::<#passes>()),*];
            static PLUGIN: ::plugopt_plugin::raw::Plugin =
                ::plugopt_plugin::plugin::plugin(#name, #version, #descriptor, #hooks, PASSES);

            #[allow(unsafe_code)]
            unsafe extern "C" fn entry(
                host: *const ::plugopt_plugin::raw::Host,
                plugin: *mut *const ::plugopt_plugin::raw::Plugin,
            ) -> ::plugopt_plugin::raw::Status {
                // SAFETY: the arguments are passed on.
                unsafe { ::plugopt_plugin::plugin::entry(host, plugin, &PLUGIN) }
            }

            ::plugopt_plugin::plugin::StaticPlugin {
                manifest: ::plugopt_plugin::concat_texts!(
                    ::plugopt_plugin::manifest::HEADER,
                    &[
                        #head,
                        #version,
                        #description,
                        #("\"", #dialects::NAME, "\", ",)*
                        "]\n",
                        #(<#passes as ::plugopt_plugin::pass::Pass>::MANIFEST,)*
                    ],
                ),
                entry,
            }
        };
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn plugins() {
        let code = |input| export_plugin(input).map(|code| code.to_string()).map_err(|error| error.to_string());
        let one = code(quote! { name: "fixed", dialects: [fixed], passes: [StrengthReduce, a::B], }).unwrap();
        for part in ["& fixed :: DESCRIPTOR", "fixed :: HOOKS", "pass :: pass :: < a :: B > ()", "CARGO_PKG_VERSION"] {
            assert!(one.contains(part), "{part}\n{one}");
        }
        let two = code(quote! { name: "x", version: "2", dialects: [a, b::c] }).unwrap();
        assert!(two.contains("join :: hooks"), "{two}");
        assert_eq!(code(quote! { dialects: [a] }).unwrap_err(), "`name: \"…\"` is missing");
        assert!(code(quote! { nam: "x" }).unwrap_err().starts_with("expected `name`"));
    }
}
