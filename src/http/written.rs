//! Answers of searches that were written already: who asks the same in the same words gets the same
//! words, without reading the position and writing the moves once more.

use std::sync::Arc;
use std::time::Instant;

use axum::body::{Body, Bytes, HttpBody as _};
use axum::http::{HeaderMap, Method, Request, StatusCode, header};
use axum::response::Response;
use http_body_util::BodyExt as _;
use quick_cache::Weighter;
use quick_cache::sync::Cache;

use super::{analysis, bestmove, reply};
use crate::pool::Pool;

/// Longer answers are not kept.
const LONGEST: u64 = 64 << 10;

/// An answer, and when its search ended.
#[derive(Debug)]
struct Page {
    body: Bytes,
    since: Instant,
}

#[derive(Clone, Debug)]
struct ByBytes;

impl Weighter<Box<str>, Arc<Page>> for ByBytes {
    fn weight(&self, asked: &Box<str>, page: &Arc<Page>) -> u64 {
        let bytes = asked.len() + page.body.len() + size_of::<Page>();
        // What the cache itself takes for an entry is a guess on the safe side.
        u64::try_from(bytes + 160).unwrap_or(u64::MAX)
    }
}

/// The answers that are kept: an eighth as many bytes as the results that they tell.
#[derive(Debug)]
pub(super) struct Written {
    /// `None`: no results are kept either.
    pages: Option<Cache<Box<str>, Arc<Page>, ByBytes>>,
    pool: Pool,
}

/// What a request asks, if an answer in the same words will do.
#[derive(Debug)]
pub(super) struct Words(Box<str>);

impl Written {
    pub(super) fn new(pool: &Pool) -> Self {
        let bytes = pool.cache_bytes() / 8;
        let entries = usize::try_from(bytes / 1024).unwrap_or(usize::MAX).max(16);
        let pages = (bytes > 0).then(|| Cache::with_weighter(entries, bytes, ByBytes));
        Self {
            pages,
            pool: pool.clone(),
        }
    }

    /// The answer in the words of the last time.
    pub(super) fn find<B>(&self, request: &Request<B>) -> Option<Response> {
        let pages = self.pages.as_ref()?;
        let asked = asked(request)?;
        if request.headers().contains_key(header::CACHE_CONTROL) {
            // What is asked anew now is told in new words from now on.
            pages.remove(asked);
            return None;
        }
        if !is_plain(request.headers()) {
            return None;
        }
        let page = pages.get(asked)?;
        self.pool.answered_again();
        let response = reply::fresh_bytes(page.body.clone());
        Some(reply::aged(response, Some(page.since.elapsed())))
    }

    /// What is asked, where the answer is worth keeping.
    pub(super) fn words<B>(&self, request: &Request<B>) -> Option<Words> {
        let wanted = self.pages.is_some() && is_plain(request.headers());
        let asked = asked(request).filter(|_| wanted)?;
        // What a session has found is its client's alone.
        let query = request.uri().query().unwrap_or("");
        if form_urlencoded::parse(query.as_bytes()).any(|(name, _)| name == "session") {
            return None;
        }
        Some(Words(asked.into()))
    }

    /// Keeps an answer that told a kept result; gives it back.
    pub(super) async fn keep(&self, words: Words, response: Response) -> Response {
        let Some(pages) = &self.pages else {
            return response;
        };
        let age = reply::age(&response).filter(|_| response.status() == StatusCode::OK);
        let length = response.body().size_hint().exact();
        let (Some(age), Some(0..=LONGEST)) = (age, length) else {
            return response;
        };
        let (head, body) = response.into_parts();
        let body = match body.collect().await {
            Ok(body) => body.to_bytes(),
            // A body of bytes has no errors.
            Err(_) => Bytes::new(),
        };
        let since = Instant::now().checked_sub(age);
        if let Some(since) = since.filter(|_| !body.is_empty()) {
            let body = body.clone();
            pages.insert(words.0, Arc::new(Page { body, since }));
        }
        Response::from_parts(head, Body::from(body))
    }
}

/// The path and query of a request for a search.
fn asked<B>(request: &Request<B>) -> Option<&str> {
    let target = request.uri().path_and_query()?;
    let search = matches!(target.path(), bestmove::PATH | analysis::PATH);
    (request.method() == Method::GET && search).then_some(target.as_str())
}

/// Whether nothing in the headers asks for an answer of another kind.
fn is_plain(headers: &HeaderMap) -> bool {
    let any = |value: &header::HeaderValue| {
        value.as_bytes() == b"*/*" || value.as_bytes() == b"application/json"
    };
    let other = [
        header::CACHE_CONTROL,
        header::CONTENT_LENGTH,
        header::TRANSFER_ENCODING,
    ];
    headers.get_all(header::ACCEPT).iter().all(any)
        && !other.iter().any(|name| headers.contains_key(name))
}
