//! `#[derive(Pass)]`.

use proc_macro2::TokenStream;
use quote::{ToTokens, quote};
use syn::spanned::Spanned;
use syn::{Data, DeriveInput, Expr, ExprLit, Field, Fields, GenericArgument, Lit, LitStr, PathArguments, Type, UnOp};

use crate::tokens::snake_case;

/// Documentation of an item, in lines.
pub fn docs(attributes: &[syn::Attribute]) -> String {
    let mut lines = Vec::new();
    for attribute in attributes.iter().filter(|a| a.path().is_ident("doc")) {
        if let syn::Meta::NameValue(meta) = &attribute.meta {
            if let Expr::Lit(ExprLit { lit: Lit::Str(text), .. }) = &meta.value {
                lines.extend(text.value().split('\n').map(|line| line.strip_prefix(' ').unwrap_or(line).to_string()));
            }
        }
    }
    lines.join("\n").trim().to_string()
}

/// A basic string of TOML.
pub fn toml_string(text: &str) -> String {
    let mut out = String::from("\"");
    for c in text.chars() {
        match c {
            '"' => out.push_str("\\\""),
            '\\' => out.push_str("\\\\"),
            '\n' => out.push_str("\\n"),
            '\t' => out.push_str("\\t"),
            c if (c as u32) < 0x20 || c as u32 == 0x7f => out.push_str(&format!("\\u{:04X}", c as u32)),
            c => out.push(c),
        }
    }
    out.push('"');
    out
}

/// A list of strings of TOML.
pub fn toml_strings(items: &[String]) -> String {
    format!("[{}]", items.iter().map(|item| toml_string(item)).collect::<Vec<_>>().join(", "))
}

fn one_line(docs: &str) -> String {
    let paragraph = docs.split("\n\n").next().unwrap_or_default().replace('\n', " ");
    paragraph.strip_suffix('.').unwrap_or(&paragraph).to_string()
}

#[derive(Default)]
struct PassArguments {
    name: Option<String>,
    anchor: Option<String>,
    dialects: Vec<String>,
    summary: Option<String>,
}

/// An array of string literals, or one string literal.
pub fn strings(expr: &Expr) -> syn::Result<Vec<String>> {
    let one = |expr: &Expr| match expr {
        Expr::Lit(ExprLit { lit: Lit::Str(text), .. }) => Ok(text.value()),
        other => Err(syn::Error::new(other.span(), "expected a string")),
    };
    match expr {
        Expr::Array(array) => array.elems.iter().map(one).collect(),
        other => one(other).map(|text| vec![text]),
    }
}

fn pass_arguments(input: &DeriveInput) -> syn::Result<PassArguments> {
    let mut arguments = PassArguments::default();
    for attribute in input.attrs.iter().filter(|a| a.path().is_ident("pass")) {
        attribute.parse_nested_meta(|meta| {
            let value = meta.value()?;
            match meta.path.to_token_stream().to_string().as_str() {
                "name" => arguments.name = Some(value.parse::<LitStr>()?.value()),
                "anchor" => arguments.anchor = Some(value.parse::<LitStr>()?.value()),
                "summary" => arguments.summary = Some(value.parse::<LitStr>()?.value()),
                "dialects" => arguments.dialects = strings(&value.parse()?)?,
                _ => return Err(meta.error("expected `name`, `anchor`, `dialects` or `summary`")),
            }
            Ok(())
        })?;
    }
    Ok(arguments)
}

struct OptionField {
    name: String,
    /// The TOML type of a type that the macro knows.
    kind: Option<String>,
    default: Option<String>,
    values: Vec<String>,
    help: String,
}

/// The manifest as parts that the compiler puts together.
#[derive(Default)]
struct Manifest {
    parts: Vec<TokenStream>,
    text: String,
}

impl Manifest {
    fn push(&mut self, text: &str) {
        self.text.push_str(text);
    }

    /// A constant `&str` that is known to the compiler only.
    fn constant(&mut self, constant: TokenStream) {
        let text = std::mem::take(&mut self.text);
        self.parts.push(quote!(#text));
        self.parts.push(constant);
    }

    fn finish(self) -> TokenStream {
        let (parts, text) = (self.parts, self.text);
        if parts.is_empty() { quote!(#text) } else { quote!(::plugopt_plugin::concat_texts!(&[#(#parts,)* #text])) }
    }
}

/// Whether the type is `Option<…>`, and then the inner one.
fn optional(ty: &Type) -> Option<&Type> {
    let Type::Path(path) = ty else { return None };
    let segment = path.path.segments.last().filter(|segment| segment.ident == "Option")?;
    let PathArguments::AngleBracketed(arguments) = &segment.arguments else { return None };
    match arguments.args.first()? {
        GenericArgument::Type(inner) => Some(inner),
        _ => None,
    }
}

/// The TOML spelling of an option's type; `None` for a type that the macro does not know (an enum of the plugin).
fn option_kind(ty: &Type) -> Option<String> {
    let Type::Path(path) = ty else { return None };
    let segment = path.path.segments.last()?;
    match segment.ident.to_string().as_str() {
        "bool" => Some("bool".into()),
        "i8" | "i16" | "i32" | "i64" | "isize" | "u8" | "u16" | "u32" | "u64" | "usize" => Some("int".into()),
        "f32" | "f64" => Some("float".into()),
        "String" => Some("string".into()),
        "Vec" | "Option" => {
            let PathArguments::AngleBracketed(arguments) = &segment.arguments else { return None };
            let GenericArgument::Type(inner) = arguments.args.first()? else { return None };
            let inner = option_kind(inner)?;
            Some(if segment.ident == "Vec" { format!("list<{inner}>") } else { inner })
        }
        _ => None,
    }
}

/// The text of a default, as a pipeline spells it.
fn default_text(expr: &Expr) -> syn::Result<String> {
    match expr {
        Expr::Lit(ExprLit { lit, .. }) => Ok(match lit {
            Lit::Str(text) => text.value(),
            Lit::Bool(value) => value.value.to_string(),
            Lit::Int(value) => value.base10_digits().to_string(),
            Lit::Float(value) => value.base10_digits().to_string(),
            _ => return Err(syn::Error::new(lit.span(), "a default is a string, a number or a bool")),
        }),
        Expr::Unary(unary) if matches!(unary.op, UnOp::Neg(_)) => Ok(format!("-{}", default_text(&unary.expr)?)),
        Expr::Array(array) => Ok(array.elems.iter().map(default_text).collect::<syn::Result<Vec<_>>>()?.join(",")),
        other => Err(syn::Error::new(other.span(), "a default is a literal, as in a pipeline")),
    }
}

fn option_field(field: &Field, attribute: &syn::Attribute, field_name: &str) -> syn::Result<OptionField> {
    let mut option = OptionField {
        name: snake_case(field_name).replace('_', "-"),
        kind: None,
        default: None,
        values: Vec::new(),
        help: one_line(&docs(&field.attrs)),
    };
    if !matches!(attribute.meta, syn::Meta::Path(_)) {
        attribute.parse_nested_meta(|meta| {
            let value = meta.value()?;
            match meta.path.to_token_stream().to_string().as_str() {
                "name" => option.name = value.parse::<LitStr>()?.value(),
                "help" => option.help = value.parse::<LitStr>()?.value(),
                "default" => option.default = Some(default_text(&value.parse()?)?),
                "values" => option.values = strings(&value.parse()?)?,
                _ => return Err(meta.error("expected `name`, `default`, `values` or `help`")),
            }
            Ok(())
        })?;
    }
    option.kind = option_kind(&field.ty);
    if !option.values.is_empty() && option.kind.as_deref() == Some("string") {
        option.kind = Some("enum".into());
    }
    Ok(option)
}

/// The implementation of the macro.
pub fn derive(input: TokenStream) -> syn::Result<TokenStream> {
    let input: DeriveInput = syn::parse2(input)?;
    let Data::Struct(data) = &input.data else {
        return Err(syn::Error::new(input.ident.span(), "a pass is a struct"));
    };
    let arguments = pass_arguments(&input)?;
    let ident = &input.ident;
    let Some(name) = arguments.name else {
        return Err(syn::Error::new(ident.span(), "`#[pass(name = \"…\")]` is missing"));
    };
    let docs = docs(&input.attrs);
    let summary = arguments.summary.unwrap_or_else(|| one_line(&docs));
    let mut manifest = Manifest::default();
    manifest.push(&format!("\n[[pass]]\nname = {}\nsummary = {}\n", toml_string(&name), toml_string(&summary)));
    if let Some(anchor) = &arguments.anchor {
        manifest.push(&format!("anchor = {}\n", toml_string(anchor)));
    }
    if !arguments.dialects.is_empty() {
        manifest.push(&format!("dialects = {}\n", toml_strings(&arguments.dialects)));
    }

    let mut fields = Vec::new();
    let mut statistics = Vec::new();
    let mut has_plain = false;
    let none = syn::punctuated::Punctuated::new();
    let named = match &data.fields {
        Fields::Named(named) => &named.named,
        Fields::Unit => &none,
        Fields::Unnamed(unnamed) => return Err(syn::Error::new(unnamed.span(), "the fields of a pass have names")),
    };
    for field in named {
        let Some(field_ident) = &field.ident else { continue };
        let field_name = field_ident.to_string();
        let find = |what: &str| field.attrs.iter().find(|a| a.path().is_ident(what));
        if let Some(attribute) = find("option") {
            let option = option_field(field, attribute, field_name.trim_start_matches("r#"))?;
            manifest.push(&format!("\n[[pass.option]]\nname = {}\n", toml_string(&option.name)));
            let ty = optional(&field.ty).unwrap_or(&field.ty);
            match &option.kind {
                Some(kind) => manifest.push(&format!("type = {}\n", toml_string(kind))),
                None => {
                    manifest.push("type = \"");
                    manifest.constant(quote!(<#ty as ::plugopt_plugin::pass::OptionValue>::TYPE));
                    manifest.push("\"\n");
                    if option.values.is_empty() {
                        // From `derive(OptionValue)`.
                        manifest.push("values = ");
                        manifest.constant(quote!(<#ty>::OPTION_VALUES));
                        manifest.push("\n");
                    }
                }
            }
            if let Some(default) = &option.default {
                manifest.push(&format!("default = {}\n", toml_string(default)));
            }
            if !option.values.is_empty() {
                manifest.push(&format!("values = {}\n", toml_strings(&option.values)));
            }
            if !option.help.is_empty() {
                manifest.push(&format!("help = {}\n", toml_string(&option.help)));
            }
            let option_name = &option.name;
            let get = if optional(&field.ty).is_some() { quote!(get) } else { quote!(require) };
            fields.push(quote! { #field_ident: options.#get(#option_name)? });
        } else if find("statistic").is_some() {
            let statistic = snake_case(&field_name).replace('_', "-");
            let help = one_line(&self::docs(&field.attrs));
            manifest.push(&format!("\n[[pass.statistic]]\nname = {}\n", toml_string(&statistic)));
            if !help.is_empty() {
                manifest.push(&format!("help = {}\n", toml_string(&help)));
            }
            fields.push(quote! { #field_ident: ::core::default::Default::default() });
            statistics.push(quote! { each(#statistic, self.#field_ident.take()); });
        } else {
            has_plain = true;
        }
    }
    let rest = has_plain.then(|| quote! { ..<Self as ::core::default::Default>::default() });
    let manifest = manifest.finish();
    let (impl_generics, type_generics, where_clause) = input.generics.split_for_impl();
    Ok(quote! {
        impl #impl_generics ::plugopt_plugin::pass::Pass for #ident #type_generics #where_clause {
            const NAME: &'static str = #name;
            const MANIFEST: &'static str = #manifest;
            fn from_options(options: &::plugopt_plugin::pass::Options<'_>) -> ::plugopt_plugin::Result<Self> {
                let _ = options;
                ::core::result::Result::Ok(Self { #(#fields,)* #rest })
            }
            fn take_statistics(&mut self, each: &mut dyn FnMut(&'static str, u64)) {
                let _ = &each;
                #(#statistics)*
            }
        }
    })
}

/// `#[derive(OptionValue)]`: an enum as the value of an option.
pub fn derive_option_value(input: TokenStream) -> syn::Result<TokenStream> {
    let input: DeriveInput = syn::parse2(input)?;
    let ident = &input.ident;
    let Data::Enum(data) = &input.data else {
        return Err(syn::Error::new(ident.span(), "the values of an option are an enum's"));
    };
    let (mut variants, mut words) = (Vec::new(), Vec::new());
    for variant in &data.variants {
        if !matches!(variant.fields, Fields::Unit) {
            return Err(syn::Error::new(variant.span(), "a value of an option has no fields"));
        }
        let mut word = snake_case(&variant.ident.to_string()).replace('_', "-");
        for attribute in variant.attrs.iter().filter(|a| a.path().is_ident("option")) {
            attribute.parse_nested_meta(|meta| {
                if !meta.path.is_ident("name") {
                    return Err(meta.error("expected `name`"));
                }
                word = meta.value()?.parse::<LitStr>()?.value();
                Ok(())
            })?;
        }
        variants.push(&variant.ident);
        words.push(word);
    }
    let text = toml_strings(&words);
    Ok(quote! {
        impl #ident {
            /// The words of its values, as a manifest lists them.
            pub const OPTION_VALUES: &'static str = #text;
        }

        impl ::plugopt_plugin::pass::OptionValue for #ident {
            const TYPE: &'static str = "enum";
            const VALUES: &'static [&'static str] = &[#(#words),*];
            fn from_option(option: ::plugopt_plugin::pass::OptionRef<'_>) -> ::core::option::Option<Self> {
                match option.text() {
                    #(#words => ::core::option::Option::Some(Self::#variants),)*
                    _ => ::core::option::Option::None,
                }
            }
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn manifest_of_a_pass() {
        let code = derive(quote! {
            /// Replaces multiplications
            /// by shifts.
            #[derive(Pass)]
            #[pass(name = "strength-reduce", anchor = "func.func", dialects = ["arith"])]
            struct StrengthReduce {
                /// Largest "shift".
                #[option(default = -31)]
                max_shift: i32,
                #[option]
                mode: Mode,
                #[option]
                limit: Option<u8>,
                #[option(default = [1, 2])]
                tiles: Vec<i64>,
                #[statistic]
                replaced: Counter,
                scratch: u8,
            }
        })
        .unwrap()
        .to_string();
        for part in [
            r#"summary = \"Replaces multiplications by shifts\"\nanchor = \"func.func\"\ndialects = [\"arith\"]"#,
            r#"name = \"max-shift\"\ntype = \"int\"\ndefault = \"-31\"\nhelp = \"Largest \\\"shift\\\"\""#,
            "< Mode as :: plugopt_plugin :: pass :: OptionValue > :: TYPE",
            "< Mode > :: OPTION_VALUES",
            r#"type = \"list<int>\"\ndefault = \"1,2\""#,
            r#"tiles : options . require ("tiles") ?"#,
            r#"limit : options . get ("limit") ?"#,
            r#"each ("replaced" , self . replaced . take ())"#,
            "default :: Default > :: default ()",
        ] {
            assert!(code.contains(part), "{part}\n{code}");
        }
    }

    #[test]
    fn option_values() {
        let code = derive_option_value(quote! { enum Mode { TopDown, #[option(name = "up")] BottomUp } }).unwrap();
        let code = code.to_string();
        for part in [r#""[\"top-down\", \"up\"]""#, r#""up" => :: core :: option :: Option :: Some (Self :: BottomUp)"#]
        {
            assert!(code.contains(part), "{part}\n{code}");
        }
    }

    #[test]
    fn errors() {
        let check = |code: TokenStream, message: &str| assert_eq!(derive(code).unwrap_err().to_string(), message);
        check(quote! { enum X {} }, "a pass is a struct");
        check(quote! { struct X; }, "`#[pass(name = \"…\")]` is missing");
        check(quote! { #[pass(nam = "x")] struct X; }, "expected `name`, `anchor`, `dialects` or `summary`");
        let option = derive_option_value(quote! { enum X { A(u8) } });
        assert_eq!(option.unwrap_err().to_string(), "a value of an option has no fields");
        check(
            quote! { #[pass(name = "x")] struct X { #[option(default = f())] a: bool } },
            "a default is a literal, as in a pipeline",
        );
        check(quote! { #[pass(name = "x")] struct X(u8); }, "the fields of a pass have names");
    }
}
