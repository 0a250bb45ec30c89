//! A memory of operations whose checks hold: most operations have the name, types and inherent attributes of one before.

use plugopt_ir::{Body, Op};

const WORDS: usize = 8;
const SLOT_BITS: u32 = 9;

/// Name, types of operands and results, and inherent attributes of an operation without successors and regions.
#[derive(Clone, Copy)]
pub(super) struct Signature {
    words: [u32; WORDS],
    slot: u32,
}

impl Signature {
    /// `None` where the operation has too many parts, or successors or regions.
    #[inline]
    pub(super) fn of(body: &Body, op: Op) -> Option<Signature> {
        let (operands, results, properties) = (body.operands(op), body.results(op), body.properties(op));
        let (operand_count, result_count) = (operands.len(), results.len());
        if operand_count + result_count + properties.len() > WORDS - 2
            || !body.op_regions(op).is_empty()
            || body.successors(op).len() != 0
        {
            return None;
        }
        let mut words = [0; WORDS];
        words[0] = body.name(op).0 + 1;
        words[1] = (operand_count | result_count << 8) as u32;
        let mut hash = words[0] ^ words[1] << 16;
        let mut rest = words[2..].iter_mut();
        let mut put = |word: u32| {
            if let Some(into) = rest.next() {
                *into = word;
                hash = hash.rotate_left(7) ^ word;
            }
        };
        operands.for_each(|value| put(body.value_type(value).0));
        results.for_each(|value| put(body.value_type(value).0));
        properties.iter().for_each(|p| put(p.0));
        Some(Signature { words, slot: hash.wrapping_mul(0x9e37_79b9) >> (u32::BITS - SLOT_BITS) })
    }
}

/// The signatures seen last.
pub(super) struct Checks(Box<[[u32; WORDS]]>);

impl Default for Checks {
    fn default() -> Self {
        // No operation has name 0 in its signature.
        Checks(vec![[0; WORDS]; 1 << SLOT_BITS].into())
    }
}

impl Checks {
    #[inline]
    pub(super) fn contains(&self, signature: Signature) -> bool {
        self.0[signature.slot as usize] == signature.words
    }

    pub(super) fn insert(&mut self, signature: Signature) {
        self.0[signature.slot as usize] = signature.words;
    }
}
