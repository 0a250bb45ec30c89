//! Which block is always passed before another: dominator trees of regions with several blocks, computed when asked for.

use plugopt_ir::body::ValueDef;
use plugopt_ir::{Block, Body, Op, Region, Value};
use rustc_hash::FxHashMap;

/// The dominator tree of one region (Cooper, Harvey and Kennedy, "A simple, fast dominance algorithm").
pub struct RegionDominance {
    /// Reachable blocks in reverse post order.
    blocks: Vec<Block>,
    /// Position in `blocks`.
    order: FxHashMap<Block, u32>,
    /// Immediate dominator, as a position; that of the entry is itself.
    parent: Vec<u32>,
    children: Vec<Vec<Block>>,
    /// Numbers of a walk over the tree: a block dominates those whose numbers lie within its own.
    enter: Vec<u32>,
    leave: Vec<u32>,
}

impl RegionDominance {
    /// The tree of a region that has blocks.
    pub fn compute(body: &Body, region: Region) -> RegionDominance {
        let blocks = reverse_post_order(body, region);
        let order: FxHashMap<Block, u32> = blocks.iter().enumerate().map(|(i, &b)| (b, i as u32)).collect();
        let mut predecessors: Vec<Vec<u32>> = vec![Vec::new(); blocks.len()];
        for (i, &block) in blocks.iter().enumerate() {
            for successor in successors(body, block) {
                if let Some(&to) = order.get(&successor) {
                    predecessors[to as usize].push(i as u32);
                }
            }
        }
        const UNKNOWN: u32 = u32::MAX;
        let mut parent = vec![UNKNOWN; blocks.len()];
        if let Some(entry) = parent.first_mut() {
            *entry = 0;
        }
        let mut changed = true;
        while changed {
            changed = false;
            for i in 1..blocks.len() {
                let mut found = UNKNOWN;
                for &p in &predecessors[i] {
                    if parent[p as usize] == UNKNOWN {
                        continue;
                    }
                    let (mut a, mut b) = (p, if found == UNKNOWN { p } else { found });
                    while a != b {
                        while a > b {
                            a = parent[a as usize];
                        }
                        while b > a {
                            b = parent[b as usize];
                        }
                    }
                    found = a;
                }
                if found != parent[i] {
                    parent[i] = found;
                    changed = true;
                }
            }
        }
        let mut children = vec![Vec::new(); blocks.len()];
        for i in 1..blocks.len() {
            children[parent[i] as usize].push(blocks[i]);
        }
        let (mut enter, mut leave) = (vec![0; blocks.len()], vec![0; blocks.len()]);
        let mut clock = 0;
        let mut todo: Vec<(u32, usize)> = if blocks.is_empty() { Vec::new() } else { vec![(0, 0)] };
        while let Some((block, child)) = todo.pop() {
            if child == 0 {
                enter[block as usize] = clock;
                clock += 1;
            }
            match children[block as usize].get(child) {
                Some(next) => {
                    todo.push((block, child + 1));
                    todo.push((order[next], 0));
                }
                None => leave[block as usize] = clock,
            }
        }
        RegionDominance { blocks, order, parent, children, enter, leave }
    }

    /// Whether the block can be reached from the region's entry.
    pub fn is_reachable(&self, block: Block) -> bool {
        self.order.contains_key(&block)
    }

    /// Whether every way from the entry to `b` passes `a`. An unreachable block is dominated by all.
    pub fn dominates(&self, a: Block, b: Block) -> bool {
        if a == b {
            return true;
        }
        match (self.order.get(&a), self.order.get(&b)) {
            (_, None) => true,
            (None, Some(_)) => false,
            (Some(&a), Some(&b)) => {
                let (a, b) = (a as usize, b as usize);
                self.enter[a] <= self.enter[b] && self.leave[b] <= self.leave[a]
            }
        }
    }

    /// The blocks that a block immediately dominates.
    pub fn children(&self, block: Block) -> &[Block] {
        self.order.get(&block).map_or(&[], |&i| &self.children[i as usize])
    }

    /// The immediate dominator; `None` for the entry and unreachable blocks.
    pub fn immediate_dominator(&self, block: Block) -> Option<Block> {
        let &i = self.order.get(&block)?;
        (i != 0).then(|| self.blocks[self.parent[i as usize] as usize])
    }
}

/// The successors of a block.
pub fn successors(body: &Body, block: Block) -> impl Iterator<Item = Block> + '_ {
    body.last_op(block).into_iter().flat_map(|op| body.successors(op))
}

/// The reachable blocks of a region, each before those that are only reached through it.
pub fn reverse_post_order(body: &Body, region: Region) -> Vec<Block> {
    let mut order = post_order(body, region);
    order.reverse();
    order
}

/// The reachable blocks of a region, a block after its successors as far as there is no cycle (LLVM's `post_order`).
pub fn post_order(body: &Body, region: Region) -> Vec<Block> {
    let Some(entry) = body.first_block(region) else { return Vec::new() };
    let mut seen: rustc_hash::FxHashSet<Block> = [entry].into_iter().collect();
    let mut order = Vec::new();
    let mut todo: Vec<(Block, usize)> = vec![(entry, 0)];
    while let Some((block, next)) = todo.pop() {
        match successors(body, block).nth(next) {
            Some(successor) => {
                todo.push((block, next + 1));
                if body.block_region(successor) == region && seen.insert(successor) {
                    todo.push((successor, 0));
                }
            }
            None => order.push(block),
        }
    }
    order
}

/// Dominance within a body; trees are made when first needed, and hold as long as no block or branch changes.
#[derive(Default)]
pub struct Dominance {
    trees: FxHashMap<Region, RegionDominance>,
}

impl Dominance {
    /// The tree of a region.
    pub fn tree(&mut self, body: &Body, region: Region) -> &RegionDominance {
        self.trees.entry(region).or_insert_with(|| RegionDominance::compute(body, region))
    }

    /// Forgets the tree of a region whose blocks or branches changed.
    pub fn forget(&mut self, region: Region) {
        self.trees.remove(&region);
    }

    /// Whether a value is defined wherever `user` runs, in regions that are no graphs.
    pub fn value_dominates(&mut self, body: &Body, value: Value, user: Op) -> bool {
        let (block, definition) = match body.value_def(value) {
            ValueDef::Result { op, .. } => (body.op_block(op), Some(op)),
            ValueDef::Argument { block, .. } => (block, None),
            ValueDef::Erased => return false,
        };
        if block.is_none() {
            return false;
        }
        let region = body.block_region(block);
        // The operation around the user, or the user, that is in the region of the definition.
        let mut at = user;
        let user_block = loop {
            let user_block = body.op_block(at);
            if user_block.is_none() {
                return false;
            }
            if body.block_region(user_block) == region {
                break user_block;
            }
            match body.parent_op(at) {
                Some(parent) => at = parent,
                None => return false,
            }
        };
        if block == user_block {
            return definition.is_none_or(|op| op != at && body.is_before(op, at));
        }
        self.tree(body, region).dominates(block, user_block)
    }
}
