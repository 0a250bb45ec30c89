//! A memory of operations whose checks hold: most operations have the name, types and inherent attributes of one before.

use plugopt_ir::body::OpParts;

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
    pub(super) fn of(op: OpParts<'_>) -> Option<Signature> {
        let (operand_count, result_count) = (op.operand_count(), op.result_count());
        if operand_count + result_count + op.properties.len() > WORDS - 2 || !op.is_plain {
            return None;
        }
        let mut words = [0; WORDS];
        words[0] = op.name.0 + 1;
        words[1] = (operand_count | result_count << 8) as u32;
        let mut hash = words[0] ^ words[1] << 16;
        let parts = op.operand_types().map(|ty| ty.0).chain(op.result_types().map(|ty| ty.0));
        for (into, word) in words[2..].iter_mut().zip(parts.chain(op.properties.iter().map(|p| p.0))) {
            *into = word;
            hash = hash.rotate_left(7) ^ word;
        }
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
