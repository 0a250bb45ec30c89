//! The macros of the plugin SDK: `dialect!` and the definition of passes and plugins. `README.md` says what they make.

mod definitions;
mod dialect;
mod enums;
mod ops;
mod pass;
mod plugin;
mod tokens;

use proc_macro::TokenStream;

/// Declares a dialect, in the language of `docs/declarations.md`.
#[proc_macro]
pub fn dialect(input: TokenStream) -> TokenStream {
    dialect::dialect(input.into()).into()
}

/// Declares a dialect by a file in the same language; the path is relative to the package.
#[proc_macro]
pub fn include_dialect(input: TokenStream) -> TokenStream {
    dialect::include_dialect(input.into()).into()
}

/// Declares a pass: its name, anchor, dialects, options and statistics. Implement `Run` beside it.
#[proc_macro_derive(Pass, attributes(pass, option, statistic))]
pub fn pass(input: TokenStream) -> TokenStream {
    pass::derive(input.into()).unwrap_or_else(|error| error.to_compile_error()).into()
}

/// Makes an enum the type of a pass option: its variants in dashed lower case, or as `#[option(name = "…")]` says.
#[proc_macro_derive(OptionValue, attributes(option))]
pub fn option_value(input: TokenStream) -> TokenStream {
    pass::derive_option_value(input.into()).unwrap_or_else(|error| error.to_compile_error()).into()
}

/// Makes the constant `PLUGIN` of the dialects and passes that the crate offers.
#[proc_macro]
pub fn export_plugin(input: TokenStream) -> TokenStream {
    plugin::export_plugin(input.into()).unwrap_or_else(|error| error.to_compile_error()).into()
}
