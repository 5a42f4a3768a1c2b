//! A radix heap: the queue of the searches.

/// A heap for costs that never fall below the last one taken: buckets by the highest bit that differs from it.
#[derive(Debug, Default)]
pub(crate) struct RadixHeap {
    buckets: Vec<Vec<(u64, u32)>>,
    last: u64,
    filled: u64,
    first: bool,
}

impl RadixHeap {
    /// Empties it.
    pub(crate) fn clear(&mut self) {
        self.buckets.resize_with(65, Vec::new);
        self.buckets.iter_mut().for_each(Vec::clear);
        (self.last, self.filled, self.first) = (0, 0, false);
    }

    /// Puts a state in at its cost, which is not below the last one taken.
    pub(crate) fn push(&mut self, key: u64, state: u32) {
        let bucket = 64 - (key ^ self.last).leading_zeros() as usize;
        self.buckets[bucket].push((key, state));
        if bucket > 0 {
            self.filled |= 1 << (bucket - 1);
        } else {
            self.first = true;
        }
    }

    /// Takes out a state of the least cost.
    pub(crate) fn pop(&mut self) -> Option<(u64, u32)> {
        if self.buckets[0].is_empty() {
            if self.filled == 0 {
                return None;
            }
            let bucket = self.filled.trailing_zeros() as usize + 1;
            self.filled &= !(1 << (bucket - 1));
            let entries = std::mem::take(&mut self.buckets[bucket]);
            self.last = entries.iter().map(|(key, _)| *key).min().unwrap_or(self.last);
            for (key, state) in &entries {
                self.push(*key, *state);
            }
            let mut entries = entries;
            entries.clear();
            self.buckets[bucket] = entries;
        }
        self.buckets[0].pop()
    }
}
