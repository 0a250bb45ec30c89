//! The `plugopt` command.

fn main() {}
