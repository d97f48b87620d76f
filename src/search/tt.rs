//! The transposition table: what is known about positions, shared by the threads of one search.
//!
//! An entry is two words that are read and written without a lock: the second holds the data, the
//! first the key and the epoch, exclusive-ored with the data, so that a torn entry fails its check
//! (Hyatt and Mann, "A lock-less transposition table implementation for parallel search", 2002).
//!
//! [`Table::clear`] only begins a new epoch: entries of another epoch are empty, for finding and
//! for replacing alike, so a cleared table answers as a fresh one would. Memory is wiped for real
//! once in 65,535 epochs. It comes from the system as zero pages, so a table costs nothing until
//! it is used.

use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use memmap2::MmapMut;
use zerocopy::FromBytes as _;

use super::hash_mib::HashMib;
use super::packed::PackedMove;

const ENTRIES: usize = 4;
/// Words of a cluster: one cache line.
const WORDS: usize = ENTRIES * 2;
const MIB: usize = 1 << 20;

/// What a stored value says about the true one.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(super) enum Limit {
    /// Nothing: only the static evaluation is known.
    None,
    Upper,
    Lower,
    Exact,
}

/// What is known about a position. Values are relative to the position, not to the root.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(super) struct Entry {
    pub(super) m: PackedMove,
    pub(super) value: i16,
    pub(super) eval: i16,
    pub(super) depth: u8,
    pub(super) limit: Limit,
    /// Whether it was once on a principal variation.
    pub(super) was_pv: bool,
}

/// The table's memory between searches.
#[derive(Debug)]
pub(super) struct Hash {
    bytes: MmapMut,
    epoch: u16,
    age: u8,
}

/// The table as the threads of one search see it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Table<'a> {
    words: &'a [AtomicU64],
    epoch: u16,
    age: u8,
}

const AGE_BITS: u32 = 5;
const AGE_MASK: u8 = (1 << AGE_BITS) - 1;

/// Zeroed memory, in large pages where the system has them: every access is to a random place, and
/// with small pages finding the page takes longer than the access.
fn zeroed(mut size: usize) -> MmapMut {
    loop {
        // A table that the system will not give is halved: a small one is better than none.
        if let Ok(bytes) = MmapMut::map_anon(size) {
            #[cfg(target_os = "linux")]
            let _ = bytes.advise(memmap2::Advice::HugePage);
            return bytes;
        }
        size = (size / 2).max(MIB);
    }
}

impl Hash {
    pub(super) fn new(hash: HashMib) -> Self {
        Self {
            bytes: zeroed(hash.get() as usize * MIB),
            epoch: 1,
            age: 0,
        }
    }

    fn words(&mut self) -> &mut [AtomicU64] {
        <[AtomicU64]>::mut_from_bytes(&mut self.bytes).expect("pages hold whole words")
    }

    /// The table for one search.
    pub(super) fn table(&mut self) -> Table<'_> {
        let (epoch, age) = (self.epoch, self.age);
        let words = self.words();
        Table { words, epoch, age }
    }

    /// Forgets everything.
    pub(super) fn clear(&mut self) {
        self.age = 0;
        self.epoch = self.epoch.wrapping_add(1);
        if self.epoch == 0 {
            for word in self.words() {
                *word.get_mut() = 0;
            }
            self.epoch = 1;
        }
    }

    /// Begins a search: what earlier ones left is replaced first.
    pub(super) fn grow_older(&mut self) {
        self.age = (self.age + 1) & AGE_MASK;
    }
}

impl Table<'_> {
    fn clusters(&self) -> usize {
        self.words.len() / WORDS
    }

    fn cluster(&self, key: u64) -> &[AtomicU64] {
        let index = (u128::from(key) * self.clusters() as u128) >> 64;
        let start = usize::try_from(index).unwrap_or(0) * WORDS;
        &self.words[start..start + WORDS]
    }

    /// The check word's plain content. The cluster is chosen by the key's high bits, so the low 48
    /// are kept.
    fn check(&self, key: u64) -> u64 {
        (key << 16) | u64::from(self.epoch)
    }

    /// What is known about a position.
    pub(super) fn find(&self, key: u64) -> Option<Entry> {
        let check = self.check(key);
        self.cluster(key).chunks_exact(2).find_map(|pair| {
            let data = pair[1].load(Relaxed);
            (pair[0].load(Relaxed) ^ data == check).then(|| unpack(data))
        })
    }

    /// Notes what was found out about a position, in the place of what is worth least.
    pub(super) fn store(&self, key: u64, entry: Entry) {
        let check = self.check(key);
        let cluster = self.cluster(key);
        let mut place = 0;
        let mut least = i32::MAX;
        let mut entry = entry;
        for slot in 0..ENTRIES {
            let data = cluster[slot * 2 + 1].load(Relaxed);
            let found = cluster[slot * 2].load(Relaxed) ^ data;
            if found == check {
                let old = unpack(data);
                if entry.m.is_none() {
                    entry.m = old.m;
                }
                let kept = i32::from(old.depth) > i32::from(entry.depth) + 3
                    && entry.limit != Limit::Exact
                    && age_of(data) == self.age;
                if kept {
                    return;
                }
                place = slot;
                break;
            }
            let is_empty = found & 0xffff != u64::from(self.epoch);
            let worth = if is_empty {
                -1_000
            } else {
                let years = self.age.wrapping_sub(age_of(data)) & AGE_MASK;
                i32::from(unpack(data).depth) - 4 * i32::from(years)
            };
            if worth < least {
                least = worth;
                place = slot;
            }
        }
        let data = pack(entry, self.age);
        cluster[place * 2 + 1].store(data, Relaxed);
        cluster[place * 2].store(check ^ data, Relaxed);
    }

    /// How full it is with entries of this search, in permille of a sample.
    pub(super) fn permille_full(&self) -> u16 {
        let sample = self.clusters().min(250);
        let used = (0..sample * ENTRIES)
            .filter(|slot| {
                let at = slot * 2;
                let data = self.words[at + 1].load(Relaxed);
                let epoch = (self.words[at].load(Relaxed) ^ data) & 0xffff;
                epoch == u64::from(self.epoch) && age_of(data) == self.age
            })
            .count();
        u16::try_from(used * 1_000 / (sample * ENTRIES)).unwrap_or(1_000)
    }
}

/// move 0–15, value 16–31, evaluation 32–47, depth 48–55, limit 56–57, was-pv 58, age 59–63.
fn pack(entry: Entry, age: u8) -> u64 {
    let limit = match entry.limit {
        Limit::None => 0,
        Limit::Upper => 1,
        Limit::Lower => 2,
        Limit::Exact => 3,
    };
    u64::from(entry.m.bits())
        | u64::from(entry.value.cast_unsigned()) << 16
        | u64::from(entry.eval.cast_unsigned()) << 32
        | u64::from(entry.depth) << 48
        | limit << 56
        | u64::from(entry.was_pv) << 58
        | u64::from(age) << 59
}

fn unpack(data: u64) -> Entry {
    let word = |shift: u32| (data >> shift) as u16;
    Entry {
        m: PackedMove::from_bits(word(0)),
        value: word(16).cast_signed(),
        eval: word(32).cast_signed(),
        depth: (data >> 48) as u8,
        limit: match (data >> 56) & 3 {
            0 => Limit::None,
            1 => Limit::Upper,
            2 => Limit::Lower,
            _ => Limit::Exact,
        },
        was_pv: (data >> 58) & 1 == 1,
    }
}

fn age_of(data: u64) -> u8 {
    (data >> 59) as u8
}

#[cfg(test)]
mod tests {
    use super::*;

    fn entry(depth: u8) -> Entry {
        Entry {
            m: PackedMove::from_bits(0x0abc),
            value: -31_999,
            eval: 77,
            depth,
            limit: Limit::Lower,
            was_pv: true,
        }
    }

    fn hash() -> Hash {
        Hash::new(HashMib::try_from(1).unwrap())
    }

    #[test]
    fn what_is_stored_is_found_until_it_is_cleared() {
        let mut hash = hash();
        let table = hash.table();
        let key = 0x1234_5678_9abc_def0;
        assert_eq!(table.find(key), None);
        table.store(key, entry(9));
        assert_eq!(table.find(key), Some(entry(9)));
        hash.clear();
        let table = hash.table();
        assert_eq!(table.find(key), None);
        // An old entry is an empty place: a shallow one takes it though the old was deep.
        table.store(key ^ 1, entry(1));
        assert_eq!(table.find(key ^ 1), Some(entry(1)));
        assert_eq!(table.permille_full(), 0);
    }

    #[test]
    fn epochs_come_round_without_ghosts() {
        let mut hash = hash();
        let table = hash.table();
        table.store(5, entry(3));
        for _ in 0..65_535 {
            hash.clear();
        }
        assert_eq!(hash.table().find(5), None);
    }

    #[test]
    fn every_word_survives_packing() {
        for limit in [Limit::None, Limit::Upper, Limit::Lower, Limit::Exact] {
            let entry = Entry {
                limit,
                ..entry(245)
            };
            assert_eq!(unpack(pack(entry, 31)), entry);
            assert_eq!(age_of(pack(entry, 31)), 31);
        }
    }
}
