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
                lines.extend(text.value().lines().map(|line| line.strip_prefix(' ').unwrap_or(line).to_string()));
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
    kind: String,
    default: Option<String>,
    values: Vec<String>,
    help: String,
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
            let inner = option_kind(inner).unwrap_or_else(|| "enum".into());
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
        kind: String::new(),
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
    option.kind = match option_kind(&field.ty) {
        Some(kind) if kind == "string" && !option.values.is_empty() => "enum".into(),
        Some(kind) => kind,
        None if option.values.is_empty() => {
            return Err(syn::Error::new(field.ty.span(), "an option of this type needs `values = [\"…\"]`"));
        }
        None => "enum".into(),
    };
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
    let mut manifest = format!("\n[[pass]]\nname = {}\nsummary = {}\n", toml_string(&name), toml_string(&summary));
    if docs.contains("\n\n") {
        manifest.push_str(&format!("description = {}\n", toml_string(&docs)));
    }
    if let Some(anchor) = &arguments.anchor {
        manifest.push_str(&format!("anchor = {}\n", toml_string(anchor)));
    }
    if !arguments.dialects.is_empty() {
        manifest.push_str(&format!("dialects = {}\n", toml_strings(&arguments.dialects)));
    }

    let mut fields = Vec::new();
    let mut option_count = 0usize;
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
            let text = toml_string(&option.name);
            manifest.push_str(&format!("\n[[pass.option]]\nname = {text}\ntype = {}\n", toml_string(&option.kind)));
            if let Some(default) = &option.default {
                manifest.push_str(&format!("default = {}\n", toml_string(default)));
            }
            if !option.values.is_empty() {
                manifest.push_str(&format!("values = {}\n", toml_strings(&option.values)));
            }
            if !option.help.is_empty() {
                manifest.push_str(&format!("help = {}\n", toml_string(&option.help)));
            }
            fields.push(quote! { #field_ident: options.get(#option_count)? });
            option_count += 1;
        } else if find("statistic").is_some() {
            let statistic = snake_case(&field_name).replace('_', "-");
            let help = one_line(&self::docs(&field.attrs));
            manifest.push_str(&format!("\n[[pass.statistic]]\nname = {}\n", toml_string(&statistic)));
            if !help.is_empty() {
                manifest.push_str(&format!("help = {}\n", toml_string(&help)));
            }
            fields.push(quote! { #field_ident: ::plugopt_plugin::Counter::new(#statistic) });
        } else {
            has_plain = true;
        }
    }
    let rest = has_plain.then(|| quote! { ..<Self as ::core::default::Default>::default() });
    let (impl_generics, type_generics, where_clause) = input.generics.split_for_impl();
    Ok(quote! {
        impl #impl_generics ::plugopt_plugin::pass::Declared for #ident #type_generics #where_clause {
            const NAME: &'static str = #name;
            const MANIFEST: &'static str = #manifest;
            fn create(
                options: &::plugopt_plugin::pass::Options<'_>,
            ) -> ::plugopt_plugin::Result<Self> {
                let _ = options;
                ::core::result::Result::Ok(Self { #(#fields,)* #rest })
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
                #[option(values = ["a", "b"])]
                mode: Mode,
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
            r#"name = \"mode\"\ntype = \"enum\"\nvalues = [\"a\", \"b\"]"#,
            r#"type = \"list<int>\"\ndefault = \"1,2\""#,
            "tiles : options . get (2usize) ?",
            r#"Counter :: new ("replaced")"#,
            "default :: Default > :: default ()",
        ] {
            assert!(code.contains(part), "{part}\n{code}");
        }
    }

    #[test]
    fn errors() {
        let check = |code: TokenStream, message: &str| assert_eq!(derive(code).unwrap_err().to_string(), message);
        check(quote! { enum X {} }, "a pass is a struct");
        check(quote! { struct X; }, "`#[pass(name = \"…\")]` is missing");
        check(quote! { #[pass(nam = "x")] struct X; }, "expected `name`, `anchor`, `dialects` or `summary`");
        check(
            quote! { #[pass(name = "x")] struct X { #[option] a: Mode } },
            "an option of this type needs `values = [\"…\"]`",
        );
        check(
            quote! { #[pass(name = "x")] struct X { #[option(default = f())] a: bool } },
            "a default is a literal, as in a pipeline",
        );
        check(quote! { #[pass(name = "x")] struct X(u8); }, "the fields of a pass have names");
    }
}
