//! The IR core: entities, arenas, interner, types, attributes, locations. Knows no text, no files, no plugins.

pub mod int;
