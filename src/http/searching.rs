//! A search on behalf of a request: what the pool says, in the words that the request asked for.

use std::time::Duration;

use axum::http::{HeaderMap, header};

use super::client::Client;
use super::problem::Problem;
use super::request::SearchRequest;
use crate::notation::Findings;
use crate::pool::{self, Answer, CacheUse, Place, Pool, Pressing, Request, Search};
use crate::position::Position;
use crate::wire::{Applied, Searched, Style};

/// A search under way; dropping it leaves it.
#[derive(Debug)]
pub(super) struct Searching {
    search: Search,
    position: Position,
    style: Style,
    findings: Findings,
}

/// What there is to tell of a search on its way.
#[derive(Debug)]
pub(super) enum News {
    /// It has to wait.
    Queued(Place),
    /// It has found something.
    State(Box<Searched>),
}

impl Searching {
    /// Starts the search of somebody who waits for it, or joins the one that answers the same.
    pub(super) fn open(
        pool: &Pool,
        mut request: SearchRequest,
        client: Client,
        headers: &HeaderMap,
    ) -> Result<Self, Problem> {
        if refuses_cache(headers) {
            request.cache = CacheUse::Off;
        }
        Self::start(pool, request, client, Pressing::Interactive)
    }

    /// Starts the search, or joins the one that answers the same.
    pub(super) fn start(
        pool: &Pool,
        request: SearchRequest,
        client: Client,
        pressing: Pressing,
    ) -> Result<Self, Problem> {
        let search = pool.open(Request {
            engine: request.engine,
            task: request.task,
            cache: request.cache,
            turn: client.turn(pressing),
            session: request.session.map(|name| client.session(&name)),
        })?;
        Ok(Self {
            search,
            position: request.read.position,
            style: request.style,
            findings: request.read.findings,
        })
    }

    /// What there is to tell on the way; `None`: there will be no more.
    pub(super) async fn next(&mut self) -> Option<News> {
        Some(match self.search.next().await? {
            pool::News::Queued(place) => News::Queued(place),
            pool::News::State(answer) => News::State(Box::new(self.told(*answer))),
        })
    }

    /// The answer, and its age where it was kept from an earlier search.
    pub(super) async fn answer(&self) -> Result<(Searched, Option<Duration>), Problem> {
        let answer = self.search.answer().await?;
        let age = answer.age;
        Ok((self.told(answer), age))
    }

    /// The newest state, as the answer of a search that ends here.
    pub(super) fn latest(&self) -> Option<Searched> {
        self.search.latest().map(|answer| self.told(answer))
    }

    fn told(&self, answer: Answer) -> Searched {
        let used = answer.applied;
        Searched {
            position: self.position.clone(),
            report: answer.report,
            engine: answer.engine,
            applied: Applied::new(
                &used.limits,
                used.multipv.get(),
                used.threads.get(),
                used.lowered,
            ),
            style: self.style,
            findings: self.findings.clone(),
            cached: answer.age.is_some(),
        }
    }
}

/// `Cache-Control: no-cache` (RFC 9111, section 5.2.1.4) asks for an answer that is not kept.
fn refuses_cache(headers: &HeaderMap) -> bool {
    let values = headers.get_all(header::CACHE_CONTROL).into_iter();
    values
        .filter_map(|value| value.to_str().ok())
        .flat_map(|list| list.split(','))
        .any(|directive| {
            let directive = directive.trim();
            directive.eq_ignore_ascii_case("no-cache") || directive.eq_ignore_ascii_case("no-store")
        })
}
