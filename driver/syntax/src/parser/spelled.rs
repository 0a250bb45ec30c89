//! What texts stand for, by their bytes: most of what is written was written shortly before.

/// Texts of at most so many bytes are told by their digests.
pub(crate) const EXACT: usize = 8;

const K: u64 = 0x9e37_79b9_7f4a_7c15;

/// A digest of a text, which with its length tells all bytes of a short one.
#[inline]
pub(crate) fn digest(text: &[u8]) -> u64 {
    let word = |at: usize| u64::from_le_bytes(text[at..at + 8].try_into().expect("eight bytes"));
    let half = |at: usize| u32::from_le_bytes(text[at..at + 4].try_into().expect("four bytes")) as u64;
    // Parts may overlap.
    match text.len() {
        0 => 0,
        length @ 1..4 => text[0] as u64 | (text[length / 2] as u64) << 8 | (text[length - 1] as u64) << 16,
        length @ 4..=EXACT => half(0) | half(length - 4) << 32,
        length => {
            let mut digest = word(length - 8);
            for at in (0..length - 8).step_by(8) {
                digest = (digest.rotate_left(5) ^ word(at)).wrapping_mul(K);
            }
            digest
        }
    }
}

/// Spreads a digest and something beside it over all bits.
#[inline]
pub(crate) fn mix(digest: u64, beside: u64) -> u64 {
    let mixed = (digest ^ beside.wrapping_mul(K)).wrapping_mul(K);
    mixed ^ (mixed >> 32)
}

const SLOTS: usize = 256;

/// Remembers values by texts of a source. A text may be forgotten when another one is added.
pub(crate) struct Spelled<'s, T> {
    /// Empty until something is added.
    slots: Box<[Slot<'s, T>]>,
}

#[derive(Clone, Copy)]
struct Slot<'s, T> {
    digest: u64,
    text: &'s [u8],
    value: Option<T>,
}

impl<T> Default for Spelled<'_, T> {
    fn default() -> Self {
        Spelled { slots: Box::default() }
    }
}

impl<'s, T: Copy> Spelled<'s, T> {
    fn slot(digest: u64, text: &[u8]) -> usize {
        mix(digest, text.len() as u64) as usize % SLOTS
    }

    #[inline]
    pub(crate) fn get(&self, text: &[u8]) -> Option<T> {
        let digest = digest(text);
        let slot = self.slots.get(Self::slot(digest, text))?;
        let same = slot.digest == digest && slot.text.len() == text.len() && (text.len() <= EXACT || slot.text == text);
        if same { slot.value } else { None }
    }

    pub(crate) fn insert(&mut self, text: &'s [u8], value: T) {
        if self.slots.is_empty() {
            self.slots = vec![Slot { digest: 0, text: b"", value: None }; SLOTS].into();
        }
        let digest = digest(text);
        self.slots[Self::slot(digest, text)] = Slot { digest, text, value: Some(value) };
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashMap;

    #[test]
    fn digests_of_short_texts_differ() {
        let mut seen = HashMap::new();
        for length in 1..=EXACT {
            for at in 0..length {
                for byte in [b'a', b'b', b'z'] {
                    let mut text = vec![b'a'; length];
                    text[at] = byte;
                    if let Some(other) = seen.insert((length, digest(&text)), text.clone()) {
                        assert_eq!(other, text);
                    }
                }
            }
        }
    }

    #[test]
    fn a_text_gives_what_was_said_of_it_or_nothing() {
        let texts: Vec<String> = (0..5000).map(|n| format!("{}{n}", "text".repeat(n % 7))).collect();
        let mut spelled = Spelled::default();
        assert_eq!(spelled.get(b""), None);
        for (n, text) in texts.iter().enumerate() {
            assert!(spelled.get(text.as_bytes()).is_none());
            spelled.insert(text.as_bytes(), n);
            assert_eq!(spelled.get(text.as_bytes()), Some(n));
        }
        assert!(texts.iter().enumerate().all(|(n, text)| spelled.get(text.as_bytes()).is_none_or(|found| found == n)));
    }
}
