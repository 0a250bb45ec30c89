//! The parser, for hooks.

use crate::error::{Error, Result};
use crate::handles::{Attribute, Ident, Location, Type};
use crate::raw::{self, Status, Token};
use crate::session::{Session, Text, Wrap, raw_bytes};
use crate::tables;

pub use crate::raw::{Argument, UnresolvedOperand};

/// Wrappers of what only the host knows.
macro_rules! opaque {
    ($($(#[$doc:meta])* $name:ident: $raw:ident;)*) => {$(
        $(#[$doc])*
        pub struct $name<'s> {
            pointer: *mut raw::$raw,
            session: Session<'s>,
        }

        impl<'s> $name<'s> {
            /// # Safety
            /// `pointer` is valid for the callback of the session.
            pub(crate) unsafe fn new(pointer: *mut raw::$raw, session: Session<'s>) -> Self {
                Self { pointer, session }
            }

            #[inline(always)]
            #[allow(dead_code)]
            pub(crate) fn as_ptr(&self) -> *mut raw::$raw {
                self.pointer
            }

            /// The session.
            #[inline]
            pub fn session(&self) -> Session<'s> {
                self.session
            }
        }
    )*};
}
pub(crate) use opaque;

opaque! {
    /// The parser at its current token.
    OpAsmParser: Parser;
    /// An operation that is being put together.
    OpState: OpState;
}

impl Argument {
    /// The same argument with a type.
    pub fn with_type(mut self, ty: Type<'_>) -> Self {
        self.ty = ty.as_raw();
        self
    }

    /// The same argument without a type.
    pub fn type_in<'s>(&self, session: Session<'s>) -> Option<Type<'s>> {
        Option::<Type<'s>>::wrap(self.ty, session)
    }

    /// Its attributes, a dictionary.
    pub fn attributes_in<'s>(&self, session: Session<'s>) -> Option<Attribute<'s>> {
        Option::<Attribute<'s>>::wrap(self.attributes, session)
    }
}

impl UnresolvedOperand {
    /// Where it stands.
    pub fn location_in(self, session: Session<'_>) -> Location<'_> {
        Location::wrap(self.location, session)
    }
}

macro_rules! punctuation {
    ($($name:ident $optional:ident $token:ident $text:literal;)*) => {
        impl OpAsmParser<'_> {
            $(
                #[doc = concat!("Parses ", $text, ".")]
                #[inline]
                pub fn $name(&mut self) -> Result<()> {
                    self.parse_punctuation(Token::$token)
                }

                #[doc = concat!("Parses ", $text, ", if it is there.")]
                #[inline]
                pub fn $optional(&mut self) -> bool {
                    self.parse_optional_punctuation(Token::$token)
                }
            )*
        }
    };
}

punctuation! {
    parse_arrow parse_optional_arrow ARROW "`->`";
    parse_l_brace parse_optional_l_brace LEFT_BRACE "`{`";
    parse_r_brace parse_optional_r_brace RIGHT_BRACE "`}`";
    parse_colon parse_optional_colon COLON "`:`";
    parse_comma parse_optional_comma COMMA "`,`";
    parse_equal parse_optional_equal EQUAL "`=`";
    parse_less parse_optional_less LESS "`<`";
    parse_greater parse_optional_greater GREATER "`>`";
    parse_question parse_optional_question QUESTION "`?`";
    parse_plus parse_optional_plus PLUS "`+`";
    parse_minus parse_optional_minus MINUS "`-`";
    parse_star parse_optional_star STAR "`*`";
    parse_slash parse_optional_slash SLASH "`/`";
    parse_vertical_bar parse_optional_vertical_bar VERTICAL_BAR "`|`";
    parse_l_paren parse_optional_l_paren LEFT_PAREN "`(`";
    parse_r_paren parse_optional_r_paren RIGHT_PAREN "`)`";
    parse_l_square parse_optional_l_square LEFT_SQUARE "`[`";
    parse_r_square parse_optional_r_square RIGHT_SQUARE "`]`";
    parse_ellipsis parse_optional_ellipsis ELLIPSIS "`...`";
}

impl<'s> OpAsmParser<'s> {
    /// Emits an error at the current token, to be given back: `return Err(parser.error("…"))`.
    pub fn error(&mut self, message: impl AsRef<[u8]>) -> Error {
        let location = self.current_location();
        self.error_at(location, message)
    }

    /// Emits an error at a location.
    pub fn error_at(&mut self, location: Location<'s>, message: impl AsRef<[u8]>) -> Error {
        let session = self.session;
        // SAFETY: the arguments are valid for the call.
        let status = unsafe {
            (tables::parse().emit_error)(session.as_ptr(), self.pointer, location.raw, raw_bytes(message.as_ref()))
        };
        if status != Status::FAILURE {
            session.check(status);
        }
        Error::reported()
    }

    /// An attribute with its own type.
    pub fn parse_attribute(&mut self) -> Result<Attribute<'s>> {
        self.parse_attribute_of(None)
    }

    /// An attribute of the given type where none is written.
    pub fn parse_attribute_with_type(&mut self, ty: Type<'s>) -> Result<Attribute<'s>> {
        self.parse_attribute_of(Some(ty))
    }

    /// An attribute, if there is one.
    pub fn parse_optional_attribute(&mut self) -> Result<Option<Attribute<'s>>> {
        self.parse_optional_attribute_of(None)
    }

    /// Name and number of values of a result that is being defined.
    pub fn result_name(&mut self, index: u32) -> Option<(Text<'s>, u32)> {
        let session = self.session;
        let (mut name, mut count) = (raw::Bytes { pointer: core::ptr::null(), length: 0 }, 0);
        // SAFETY: the arguments are valid for the call.
        let status = unsafe {
            (tables::parse().result_name)(session.as_ptr(), self.pointer, index, &raw mut name, &raw mut count)
        };
        if status == Status::NO_MATCH {
            return None;
        }
        session.check(status);
        Some((Text::wrap(name, session), count))
    }

    /// Elements with commas between, each parsed by `element`, between delimiters that are there.
    pub fn parse_comma_separated(
        &mut self,
        open: Token,
        close: Token,
        mut element: impl FnMut(&mut Self) -> Result<()>,
    ) -> Result<()> {
        self.parse_punctuation(open)?;
        if self.parse_optional_punctuation(close) {
            return Ok(());
        }
        loop {
            element(self)?;
            if !self.parse_optional_comma() {
                return self.parse_punctuation(close);
            }
        }
    }

    /// `{…}`, if it is there, into a state.
    pub fn parse_optional_attr_dict_into(&mut self, state: &mut OpState<'s>) -> Result<()> {
        let dictionary = self.parse_optional_attr_dict()?;
        state.add_attributes(dictionary);
        Ok(())
    }

    /// `attributes {…}`, if it is there, into a state.
    pub fn parse_optional_attr_dict_with_keyword_into(&mut self, state: &mut OpState<'s>) -> Result<()> {
        let dictionary = self.parse_optional_attr_dict_with_keyword()?;
        state.add_attributes(dictionary);
        Ok(())
    }

    /// A region into a new region of the state.
    pub fn parse_region_into(&mut self, state: &mut OpState<'s>, arguments: &[Argument]) -> Result<u32> {
        let index = state.add_region();
        self.parse_region(state, index, arguments, false)?;
        Ok(index)
    }

    /// `%name`
    pub fn parse_ssa_operand(&mut self) -> Result<UnresolvedOperand> {
        self.parse_operand(true)
    }

    /// Resolves an operand and adds it to a state.
    pub fn resolve_operand_into(
        &mut self,
        operand: UnresolvedOperand,
        ty: Type<'s>,
        state: &mut OpState<'s>,
    ) -> Result<()> {
        let value = self.resolve_operand(operand, ty)?;
        state.add_operand(value);
        Ok(())
    }

    /// `@name` as an attribute of the state.
    pub fn parse_symbol_name_into(&mut self, state: &mut OpState<'s>, attribute: &str) -> Result<Text<'s>> {
        let name = self.parse_symbol_name()?;
        state.set_attribute(attribute, name);
        Ok(name.string().unwrap_or_default())
    }

    /// The identifier of a text.
    pub fn ident(&self, text: &str) -> Ident<'s> {
        self.session.ident(text)
    }
}
