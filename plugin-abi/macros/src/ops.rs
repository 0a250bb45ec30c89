//! Operations in Rust: a struct per op with its name and accessors.

use proc_macro2::{Span, TokenStream};
use quote::quote;

use plugopt_descriptor::{
    Arity, AttrKind, AttributeDecl, Class, DialectDecl, OpDecl, ParamKind, SimpleTrait, ValueDecl,
};

use crate::definitions::enum_value;
use crate::dialect::{Names, doc, rust_name};

/// Methods of every op struct.
const RESERVED: [&str; 4] = ["cast", "op", "new", "build"];

/// The struct of an op.
pub fn code(dialect: &DialectDecl, op: &OpDecl, span: Span) -> TokenStream {
    let name = rust_name(&op.name, op.rust_name.as_deref(), "Op", span);
    let full = format!("{}.{}", dialect.name, op.name);
    let docs = doc(&op.docs, &format!("`{full}`"));
    let mut names = Names::new(&RESERVED);
    let operands = values(&op.operands, true, &mut names);
    let results = values(&op.results, false, &mut names);
    let attributes =
        op.attributes.iter().enumerate().map(|(slot, attr)| attribute(dialect, attr, slot as u32, &mut names));
    let attributes: Vec<TokenStream> = attributes.collect();
    let regions: Vec<TokenStream> = op
        .regions
        .iter()
        .enumerate()
        .filter(|(_, region)| region.arity == Arity::One)
        .map(|(index, region)| {
            let (index, method) = (index as u32, names.method(&region.name, Span::call_site()));
            let docs = doc(&region.docs, &format!("The region `{}`.", region.name));
            quote! { #docs pub fn #method(self) -> ::plugopt_plugin::Region<'s> { self.op().region(#index) } }
        })
        .collect();
    let successors: Vec<TokenStream> = op
        .successors
        .iter()
        .enumerate()
        .filter(|(_, successor)| successor.arity == Arity::One)
        .map(|(index, successor)| {
            let method = names.method(&successor.name, Span::call_site());
            let docs = doc(&successor.docs, &format!("The successor `{}`.", successor.name));
            quote! {
                #docs
                pub fn #method(self) -> Option<::plugopt_plugin::Block<'s>> { self.op().successors().get(#index) }
            }
        })
        .collect();
    let build = build(op);
    quote! {
        #docs
        #[derive(Clone, Copy, Debug)]
        pub struct #name<'s>(::plugopt_plugin::Op<'s>);

        impl<'s> #name<'s> {
            /// The full name of the operation.
            pub const NAME: &'static str = #full;

            /// It, if it is such an operation.
            pub fn cast(op: ::plugopt_plugin::Op<'s>) -> Option<Self> {
                (op.name().text() == Self::NAME).then_some(Self(op))
            }

            /// Takes the caller's word for it: for hooks of this operation. Accessors of another one end the hook with an error.
            pub fn new(op: ::plugopt_plugin::Op<'s>) -> Self {
                Self(op)
            }

            /// Without the knowledge of what it is.
            pub fn op(self) -> ::plugopt_plugin::Op<'s> {
                self.0
            }

            #build
            #(#operands)*
            #(#results)*
            #(#attributes)*
            #(#regions)*
            #(#successors)*
        }

        impl<'s> ::core::ops::Deref for #name<'s> {
            type Target = ::plugopt_plugin::Op<'s>;
            fn deref(&self) -> &Self::Target {
                &self.0
            }
        }

        impl<'s> ::core::convert::From<#name<'s>> for ::plugopt_plugin::Op<'s> {
            fn from(op: #name<'s>) -> Self {
                op.0
            }
        }
    }
}

/// The function that builds one from everything that it declares.
fn build(op: &OpDecl) -> TokenStream {
    let span = Span::call_site();
    let mut names = Names::new(&["builder", "types"]);
    let (mut parameters, mut steps) = (Vec::new(), Vec::new());
    let mut docs = String::from("Builds one of what it declares, in order: ");
    docs.push_str(if op.results.is_empty() { "" } else { "result types, " });
    docs.push_str("operands, attributes, successors. Its regions are empty.");
    let fixed_result = op.results.iter().any(|value| value.arity == Arity::One);
    if !op.results.is_empty() {
        parameters.push(quote!(types: &[::plugopt_plugin::Type<'s>]));
        let given = quote!(op = op.results(types.iter().copied()););
        steps.push(match fixed_result {
            true => quote! { if types.is_empty() { op = op.infer_results(); } else { #given } },
            false => given,
        });
    }
    if fixed_result {
        docs.push_str(" Without result types they are inferred.");
    }
    let mut sizes = Vec::new();
    for value in &op.operands {
        let name = names.method(if value.name.is_empty() { "operand" } else { &value.name }, span);
        match value.arity {
            Arity::One => {
                parameters.push(quote!(#name: ::plugopt_plugin::Value<'s>));
                steps.push(quote!(op = op.operand(#name);));
                sizes.push(quote!(1));
            }
            Arity::Optional => {
                parameters.push(quote!(#name: Option<::plugopt_plugin::Value<'s>>));
                steps.push(quote!(op = op.operands(#name);));
                sizes.push(quote!(i64::from(#name.is_some())));
            }
            Arity::Variadic => {
                parameters.push(quote!(#name: &[::plugopt_plugin::Value<'s>]));
                steps.push(quote!(op = op.operands(#name.iter().copied());));
                sizes.push(quote!(#name.len() as i64));
            }
        }
    }
    if op.has(SimpleTrait::AttrSizedOperandSegments) {
        steps.push(quote! {
            op = op.attribute("operandSegmentSizes", builder.session().i32_array_attr(&[#(#sizes),*]));
        });
    }
    if op.has(SimpleTrait::AttrSizedResultSegments) {
        let name = names.method("result_segment_sizes", span);
        parameters.push(quote!(#name: &[i64]));
        steps.push(quote!(op = op.attribute("resultSegmentSizes", builder.session().i32_array_attr(#name));));
    }
    for attr in &op.attributes {
        let (text, name) = (&attr.name, names.method(&attr.name, span));
        if attr.optional || attr.default.is_some() {
            parameters.push(quote!(#name: Option<::plugopt_plugin::Attribute<'s>>));
            steps.push(quote!(op = op.optional_attribute(#text, #name);));
        } else {
            parameters.push(quote!(#name: ::plugopt_plugin::Attribute<'s>));
            steps.push(quote!(op = op.attribute(#text, #name);));
        }
    }
    for successor in &op.successors {
        let name = names.method(&successor.name, span);
        if successor.arity == Arity::One {
            parameters.push(quote!(#name: ::plugopt_plugin::Block<'s>));
            steps.push(quote!(op = op.successor(#name);));
        } else {
            parameters.push(quote!(#name: &[::plugopt_plugin::Block<'s>]));
            steps.push(quote!(for block in #name { op = op.successor(*block); }));
        }
    }
    for region in &op.regions {
        if region.arity == Arity::One {
            steps.push(quote!(op = op.region();));
        } else {
            let name = names.method(&format!("{}_count", region.name), span);
            parameters.push(quote!(#name: usize));
            steps.push(quote!(for _ in 0..#name { op = op.region(); }));
        }
    }
    quote! {
        #[doc = #docs]
        #[allow(clippy::too_many_arguments, unused_mut)]
        pub fn build(
            builder: &::plugopt_plugin::Builder<'s>,
            #(#parameters),*
        ) -> ::plugopt_plugin::Result<Self> {
            let mut op = builder.op(Self::NAME);
            #(#steps)*
            op.build().map(Self)
        }
    }
}

fn values(values: &[ValueDecl], operands: bool, names: &mut Names) -> Vec<TokenStream> {
    let (one, count, named, word) = match operands {
        true => (quote!(operand), quote!(operand_count), quote!(named_operands), "operand"),
        false => (quote!(result), quote!(result_count), quote!(named_results), "result"),
    };
    let several: Vec<usize> = (0..values.len()).filter(|i| values[*i].arity != Arity::One).collect();
    let mut out = Vec::new();
    for (index, value) in values.iter().enumerate() {
        if value.name.is_empty() {
            continue;
        }
        let (name, method) = (&value.name, names.method(&value.name, Span::call_site()));
        let docs = doc(&value.docs, &format!("The {word} `{name}`."));
        let position = index as u32;
        let from_end = (values.len() - index) as u32;
        let (ty, body) = match value.arity {
            Arity::One if several.iter().all(|i| *i > index) => (quote!(Value<'s>), quote!(self.op().#one(#position))),
            // One group of several in front: counted from the end. A wrong count is an error of the call.
            Arity::One if several.len() == 1 => {
                (quote!(Value<'s>), quote!(self.op().#one(self.op().#count().wrapping_sub(#from_end))))
            }
            Arity::One => {
                (quote!(Value<'s>), quote!(self.op().#named(#name).first().unwrap_or_else(|| self.op().#one(u32::MAX))))
            }
            Arity::Optional => (quote!(Option<::plugopt_plugin::Value<'s>>), quote!(self.op().#named(#name).first())),
            Arity::Variadic => {
                let batch = quote!(::plugopt_plugin::Batch<'s, ::plugopt_plugin::Value<'s>>);
                // The only value of the op: no need to look it up by name.
                let all = if operands { quote!(self.op().operands()) } else { quote!(self.op().results()) };
                if values.len() == 1 { (batch, all) } else { (batch, quote!(self.op().#named(#name))) }
            }
        };
        let ty = if value.arity == Arity::One { quote!(::plugopt_plugin::#ty) } else { ty };
        out.push(quote! { #docs pub fn #method(self) -> #ty { #body } });
    }
    out
}

fn attribute(dialect: &DialectDecl, attr: &AttributeDecl, slot: u32, names: &mut Names) -> TokenStream {
    let span = Span::call_site();
    let typed = names.method(&attr.name, span);
    let plain = names.method(&format!("{}_attr", attr.name), span);
    let docs = doc(&attr.docs, &format!("The attribute `{}`.", attr.name));
    let plain_docs = format!("The attribute `{}` as it is stored.", attr.name);
    let (ty, convert) = attribute_value(dialect, attr);
    quote! {
        #docs
        pub fn #typed(self) -> Option<#ty> { self.op().inherent_attribute(#slot)#convert }

        #[doc = #plain_docs]
        pub fn #plain(self) -> Option<::plugopt_plugin::Attribute<'s>> { self.op().inherent_attribute(#slot) }
    }
}

/// The Rust type of an attribute's value, and the rest of an expression that starts with an optional attribute.
fn attribute_value(dialect: &DialectDecl, attr: &AttributeDecl) -> (TokenStream, TokenStream) {
    let plain = (quote!(::plugopt_plugin::Attribute<'s>), quote!());
    let Some(constraint) = dialect.constraint(attr.constraint) else { return plain };
    if let Some(name) = &constraint.enumeration {
        return enum_value(name);
    }
    match &constraint.class {
        Class::Attr(AttrKind::Integer) if constraint.builder.as_deref() != Some("i128") => {
            (quote!(i64), quote!(.and_then(|a| a.integer())))
        }
        Class::Attr(AttrKind::Bool) => (quote!(bool), quote!(.and_then(|a| a.integer()).map(|value| value != 0))),
        Class::Attr(AttrKind::String) => (quote!(::plugopt_plugin::Text<'s>), quote!(.and_then(|a| a.string()))),
        Class::Attr(AttrKind::Type) => (quote!(::plugopt_plugin::Type<'s>), quote!(.and_then(|a| a.type_value()))),
        // ODS's `EnumAttr`: an attribute around one enum.
        Class::Defined(full) => {
            let name = full.strip_prefix(&dialect.name).and_then(|rest| rest.strip_prefix('.'));
            let decl = name.and_then(|name| dialect.attrs.iter().find(|decl| decl.name == name));
            match decl.map(|decl| decl.params.as_slice()) {
                Some([param]) => match &param.kind {
                    ParamKind::Enum(name) => {
                        let (ty, convert) = enum_value(name);
                        (ty, quote!(.and_then(|a| a.parameter(0))#convert))
                    }
                    _ => plain,
                },
                _ => plain,
            }
        }
        _ => plain,
    }
}
