//! What a plugin with several dialects puts together at compile time.

use crate::raw;

/// Bytes one behind the other; `N` is their number.
pub const fn bytes<const N: usize>(parts: &[&[u8]]) -> [u8; N] {
    let mut out = [0; N];
    let (mut at, mut i) = (0, 0);
    while i < parts.len() {
        let mut j = 0;
        while j < parts[i].len() {
            out[at] = parts[i][j];
            at += 1;
            j += 1;
        }
        i += 1;
    }
    assert!(at == N, "the length is that of the parts together");
    out
}

/// Hooks one behind the other; `N` is their number.
pub const fn hooks<const N: usize>(parts: &[&[raw::Hook]]) -> [raw::Hook; N] {
    let mut out = [raw::Hook {
        role: raw::HookRole::NONE,
        reserved: 0,
        function: None,
        data: core::ptr::null_mut(),
        name: crate::session::NO_BYTES,
    }; N];
    let (mut at, mut i) = (0, 0);
    while i < parts.len() {
        let mut j = 0;
        while j < parts[i].len() {
            out[at] = parts[i][j];
            at += 1;
            j += 1;
        }
        i += 1;
    }
    assert!(at == N, "the length is that of the parts together");
    out
}
