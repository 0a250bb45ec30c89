//! Patterns, greedy driver, folding, dominance, cse.
