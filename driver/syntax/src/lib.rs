//! Text to IR and IR to text, and nothing else.
