//! The operations that a driver still has to look at: a stack in which each is at most once.

use plugopt_ir::Op;

const ABSENT: u32 = u32::MAX;

#[derive(Default)]
pub(crate) struct Worklist {
    /// Removed entries are [`Op::NONE`].
    list: Vec<Op>,
    position: Vec<u32>,
}

impl Worklist {
    pub(crate) fn push(&mut self, op: Op) {
        let at = op.0 as usize;
        if self.position.len() <= at {
            self.position.resize((at + 1).next_power_of_two(), ABSENT);
        }
        if self.position[at] == ABSENT {
            self.position[at] = self.list.len() as u32;
            self.list.push(op);
        }
    }

    pub(crate) fn pop(&mut self) -> Option<Op> {
        loop {
            let op = self.list.pop()?;
            if !op.is_none() {
                self.position[op.0 as usize] = ABSENT;
                return Some(op);
            }
        }
    }

    pub(crate) fn remove(&mut self, op: Op) {
        if let Some(position) = self.position.get_mut(op.0 as usize)
            && *position != ABSENT
        {
            self.list[*position as usize] = Op::NONE;
            *position = ABSENT;
        }
    }

    pub(crate) fn reverse(&mut self) {
        self.list.reverse();
        for (i, op) in self.list.iter().enumerate() {
            if !op.is_none() {
                self.position[op.0 as usize] = i as u32;
            }
        }
    }

    /// Empties it, and makes room for operations whose indexes are below `bound`.
    pub(crate) fn clear(&mut self, bound: usize) {
        self.list.clear();
        self.position.clear();
        self.position.resize(bound, ABSENT);
        self.list.reserve(bound);
    }
}
