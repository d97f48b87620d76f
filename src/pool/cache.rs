//! Results kept for the next one who asks, bounded in bytes.

use std::sync::Arc;
use std::time::Duration;

use quick_cache::Weighter;
use quick_cache::sync::Cache;
use tokio::time::Instant;

use super::question::{ExactQuestion, Question};
use crate::analysis::{Limits, Report, StopReason};

/// Which kept results will do.
#[derive(Clone, Copy, Debug, Default, Eq, PartialEq, serde::Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum CacheUse {
    /// That of the very same question.
    #[default]
    Exact,
    /// Also one that was searched further.
    Deeper,
    /// None: it is searched, and nobody else's search will do.
    Off,
}

/// Results of one question at different limits that are kept at a time.
const LIMITS_KEPT: usize = 8;

/// A report, and when it came.
#[derive(Clone, Debug)]
pub(super) struct Kept {
    limits: Limits,
    pub(super) report: Arc<Report>,
    since: Instant,
}

impl Kept {
    pub(super) fn age(&self) -> Duration {
        self.since.elapsed()
    }

    /// Whether the search went at least as far as one of the limits, the first of which would have
    /// ended it.
    fn reaches(&self, limits: &Limits) -> bool {
        let report = &self.report;
        let shallowest = report.lines.iter().map(|line| line.depth).min();
        let depth = limits
            .depth
            .is_some_and(|asked| shallowest.is_some_and(|depth| depth >= u16::from(asked.get())));
        let nodes = limits
            .nodes
            .is_some_and(|asked| report.nodes >= asked.get());
        let time = limits
            .movetime
            .is_some_and(|asked| report.time >= asked.duration());
        depth || nodes || time
    }
}

#[derive(Clone, Debug)]
struct ByBytes;

impl Weighter<Question, Arc<Vec<Kept>>> for ByBytes {
    fn weight(&self, question: &Question, kept: &Arc<Vec<Kept>>) -> u64 {
        let of_report = |kept: &Kept| {
            let lines = kept.report.lines.iter();
            let moves: usize = lines.map(|line| line.pv.capacity()).sum();
            size_of::<Kept>()
                + size_of::<Report>()
                + kept.report.lines.len() * size_of::<crate::analysis::Line>()
                + moves * size_of::<shakmaty::Move>()
        };
        let reports: usize = kept.iter().map(of_report).sum();
        // What the cache itself takes for an entry is a guess on the safe side.
        u64::try_from(question.size() + reports + 128).unwrap_or(u64::MAX)
    }
}

/// The kept results.
#[derive(Debug)]
pub(super) struct Results(Cache<Question, Arc<Vec<Kept>>, ByBytes>);

impl Results {
    /// At most so many bytes.
    pub(super) fn new(bytes: u64) -> Self {
        let entries = usize::try_from(bytes / 1024).unwrap_or(usize::MAX).max(16);
        Self(Cache::with_weighter(entries, bytes, ByBytes))
    }

    /// The most bytes.
    pub(super) fn bytes(&self) -> u64 {
        self.0.capacity()
    }

    /// What is known, as far as it will do; of several the one that was searched longest.
    pub(super) fn find(&self, asked: &ExactQuestion, wanted: CacheUse) -> Option<Kept> {
        let kept = self.0.get(&asked.question)?;
        let fits = |kept: &&Kept| match wanted {
            CacheUse::Exact => kept.limits == asked.limits,
            CacheUse::Deeper => kept.limits == asked.limits || kept.reaches(&asked.limits),
            CacheUse::Off => false,
        };
        kept.iter()
            .filter(fits)
            .max_by_key(|kept| kept.report.nodes)
            .cloned()
    }

    /// Keeps a result that is all that was asked for; one that was cut short is not kept.
    pub(super) fn keep(&self, asked: &ExactQuestion, report: &Arc<Report>) {
        match report.stop_reason {
            StopReason::Depth | StopReason::Nodes | StopReason::Movetime | StopReason::Mate => {}
            StopReason::Ceiling | StopReason::Cancelled | StopReason::Terminal => return,
        }
        let mut all = self
            .0
            .get(&asked.question)
            .map_or_else(Vec::new, |kept| kept.to_vec());
        all.retain(|kept| kept.limits != asked.limits);
        if all.len() >= LIMITS_KEPT {
            all.remove(0);
        }
        all.push(Kept {
            limits: asked.limits,
            report: Arc::clone(report),
            since: Instant::now(),
        });
        self.0.insert(asked.question.clone(), Arc::new(all));
    }
}
