//! The declaration language and the constant descriptor of a plugin.
