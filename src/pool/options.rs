//! The options of the pool.

use std::num::NonZeroU16;
use std::time::Duration;

use clap::Args;

use super::Ceilings;
use crate::analysis::{Depth, MoveTime, MultiPv, Nodes, Threads};

/// How many searches run at once, how many wait, and how far each may go.
#[derive(Args, Clone, Debug)]
#[command(next_help_heading = "Search pool")]
pub struct PoolOptions {
    /// Search slots for all engines together: a search with n threads takes n [default: cores]
    #[arg(long, env = "KIBITZ_SLOTS", value_name = "N", value_parser = slots)]
    pub slots: Option<NonZeroU16>,
    /// Searches that may wait for a slot; more are refused at once with 503
    #[arg(long, env = "KIBITZ_QUEUE", value_name = "N", default_value_t = 256)]
    pub queue: u16,
    /// Hash table of one search, in MiB
    #[arg(long, env = "KIBITZ_HASH", value_name = "MIB", default_value_t = 64,
          value_parser = clap::value_parser!(u32).range(1..=65_536))]
    pub hash: u32,
    /// Kept results, in MiB; 0: none are kept and no search is shared
    #[arg(long, env = "KIBITZ_CACHE", value_name = "MIB", default_value_t = 64,
          value_parser = clap::value_parser!(u32).range(0..=65_536))]
    pub cache: u32,
    /// Longest wait for an answer in seconds, queueing included
    #[arg(long, env = "KIBITZ_DEADLINE", value_name = "SECONDS", default_value_t = 120,
          value_parser = clap::value_parser!(u64).range(1..=86_400))]
    pub deadline: u64,
    /// How long an engine may rest before it is ended, in seconds; it starts again on demand. 0: for ever
    #[arg(long, env = "KIBITZ_IDLE_UNLOAD", value_name = "SECONDS", default_value_t = 0,
          value_parser = clap::value_parser!(u64).range(0..=86_400))]
    pub idle_unload: u64,
    /// Ceiling of movetime, and of any search's time, in milliseconds
    #[arg(long, env = "KIBITZ_MAX_MOVETIME", value_name = "MS", default_value_t = 60_000,
          value_parser = clap::value_parser!(u64).range(1..=86_400_000))]
    pub max_movetime: u64,
    /// Ceiling of nodes
    #[arg(long, env = "KIBITZ_MAX_NODES", value_name = "N", default_value_t = 1_000_000_000,
          value_parser = clap::value_parser!(u64).range(1..=1_000_000_000_000))]
    pub max_nodes: u64,
    /// Ceiling of depth in plies
    #[arg(long, env = "KIBITZ_MAX_DEPTH", value_name = "PLIES", default_value_t = 245,
          value_parser = clap::value_parser!(u8).range(1..=245))]
    pub max_depth: u8,
    /// Ceiling of multipv
    #[arg(long, env = "KIBITZ_MAX_MULTIPV", value_name = "LINES", default_value_t = 64,
          value_parser = clap::value_parser!(u16).range(1..=500))]
    pub max_multipv: u16,
    /// Ceiling of threads of one search [default: the search slots]
    #[arg(long, env = "KIBITZ_MAX_THREADS", value_name = "N")]
    pub max_threads: Option<NonZeroU16>,
}

impl PoolOptions {
    /// Two slots, a short queue, small tables: for tests.
    pub fn for_testing() -> Self {
        Self {
            slots: NonZeroU16::new(2),
            queue: 8,
            hash: 4,
            cache: 0,
            deadline: 20,
            idle_unload: 0,
            max_movetime: 10_000,
            max_nodes: 50_000_000,
            max_depth: 200,
            max_multipv: 20,
            max_threads: None,
        }
    }

    /// One search of some threads, with no ceilings: for the command line.
    pub fn for_one(threads: u16, hash: u32) -> Self {
        Self {
            slots: NonZeroU16::new(threads),
            queue: 1,
            hash,
            cache: 0,
            deadline: 86_400 * 2,
            idle_unload: 0,
            max_movetime: 86_400_000,
            max_nodes: Nodes::MAX.get(),
            max_depth: Depth::MAX.get(),
            max_multipv: MultiPv::MAX.get(),
            max_threads: None,
        }
    }

    /// Search slots: as asked, else one for each core.
    pub fn slots(&self) -> u16 {
        self.slots.map_or_else(cores, NonZeroU16::get)
    }

    /// The longest wait for an answer.
    pub fn deadline(&self) -> Duration {
        Duration::from_secs(self.deadline)
    }

    /// How long an engine may rest; `None`: for ever.
    pub(super) fn idle_unload(&self) -> Option<Duration> {
        (self.idle_unload > 0).then(|| Duration::from_secs(self.idle_unload))
    }

    /// The ceilings that lower what is asked.
    pub fn ceilings(&self) -> Ceilings {
        let threads = self
            .max_threads
            .map_or(self.slots(), NonZeroU16::get)
            .min(self.slots());
        Ceilings {
            depth: Depth::try_from(i128::from(self.max_depth)).unwrap_or(Depth::MAX),
            nodes: Nodes::try_from(i128::from(self.max_nodes)).unwrap_or(Nodes::MAX),
            movetime: MoveTime::try_from(i128::from(self.max_movetime)).unwrap_or(MoveTime::MAX),
            multipv: MultiPv::try_from(i128::from(self.max_multipv)).unwrap_or(MultiPv::MAX),
            threads: Threads::try_from(i128::from(threads)).unwrap_or(Threads::MAX),
            hash_mib: self.hash,
        }
    }
}

fn cores() -> u16 {
    std::thread::available_parallelism().map_or(1, |n| u16::try_from(n.get()).unwrap_or(u16::MAX))
}

fn slots(given: &str) -> Result<NonZeroU16, String> {
    let number = given.parse().ok();
    number.ok_or_else(|| format!("expected 1 to {}", u16::MAX))
}
