//! `/metrics`: what a Prometheus server scrapes, in the OpenMetrics text format.

use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use axum::extract::State;
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse as _, Response};
use prometheus_client::encoding::EncodeLabelSet;
use prometheus_client::encoding::text::encode;
use prometheus_client::metrics::counter::Counter;
use prometheus_client::metrics::family::Family;
use prometheus_client::metrics::gauge::Gauge;
use prometheus_client::metrics::histogram::Histogram;
use prometheus_client::metrics::info::Info;
use prometheus_client::registry::{Registry, Unit};

use super::problem::Problem;
use super::state::AppState;
use crate::pool::{Pool, PoolStatus};

#[derive(Clone, Debug, EncodeLabelSet, Eq, Hash, PartialEq)]
struct Class {
    status: &'static str,
}

const CLASSES: [&str; 5] = ["1xx", "2xx", "3xx", "4xx", "5xx"];

/// The service's own counters, and the registry of all.
#[derive(Debug)]
pub(super) struct Metrics {
    registry: Mutex<Registry>,
    /// By the first digit of the status; taken out of the family once, since each request needs one.
    requests: [Counter; 5],
    duration: Histogram,
    slots: Gauge,
    busy: Gauge,
    queued: Gauge,
    sockets: Gauge,
}

/// A WebSocket that is counted as long as it is held.
#[derive(Debug)]
pub(super) struct OpenSocket(Gauge);

impl Drop for OpenSocket {
    fn drop(&mut self) {
        self.0.dec();
    }
}

impl Metrics {
    pub(super) fn new(pool: &Pool) -> Arc<Self> {
        let mut registry = Registry::with_prefix("kibitz");
        let build = Info::new(vec![("version", env!("CARGO_PKG_VERSION"))]);
        registry.register("build", "The version that runs", build);
        let family: Family<Class, Counter> = Family::default();
        let requests = CLASSES.map(|status| family.get_or_create_owned(&Class { status }));
        registry.register(
            "http_requests",
            "Requests answered, by class of status",
            family,
        );
        let bounds = [0.000_1, 0.001, 0.01, 0.1, 0.5, 1.0, 2.0, 5.0, 30.0, 120.0];
        let duration = Histogram::new(bounds);
        let help = "From a request's head to its answer's head";
        registry.register_with_unit(
            "http_request_duration",
            help,
            Unit::Seconds,
            duration.clone(),
        );
        let mut gauge = |name: &str, help: &str| {
            let gauge = Gauge::default();
            registry.register(name, help, gauge.clone());
            gauge
        };
        let slots = gauge("search_slots", "Search slots");
        let busy = gauge("search_slots_busy", "Search slots taken");
        let queued = gauge("searches_queued", "Searches that wait for a slot");
        let sockets = gauge("websockets", "Open WebSockets");
        pool.register(&mut registry);
        Arc::new(Self {
            registry: Mutex::new(registry),
            requests,
            duration,
            slots,
            busy,
            queued,
            sockets,
        })
    }

    /// Counts an answer.
    pub(super) fn answered(&self, status: StatusCode, time: Duration) {
        let class = usize::from(status.as_u16() / 100).clamp(1, CLASSES.len());
        self.requests[class - 1].inc();
        self.duration.observe(time.as_secs_f64());
    }

    /// Counts a WebSocket as long as what is returned is held.
    pub(super) fn socket(&self) -> OpenSocket {
        self.sockets.inc();
        OpenSocket(self.sockets.clone())
    }

    fn write(&self, status: &PoolStatus) -> Result<String, std::fmt::Error> {
        self.slots.set(i64::from(status.slots));
        self.busy.set(i64::from(status.busy));
        self.queued.set(i64::from(status.queued));
        let registry = self.registry.lock().unwrap_or_else(PoisonError::into_inner);
        let mut text = String::new();
        encode(&mut text, &registry)?;
        Ok(text)
    }
}

/// Answers the metrics (operation `getMetrics`).
pub(super) async fn metrics(State(state): State<AppState>) -> Result<Response, Problem> {
    let status = state.pool.status().await;
    let status = status.ok_or(crate::pool::PoolError::Closed)?;
    let text = state.metrics.write(&status).map_err(Problem::internal)?;
    let headers = [
        (
            header::CONTENT_TYPE,
            "application/openmetrics-text; version=1.0.0; charset=utf-8",
        ),
        (header::CACHE_CONTROL, "no-store"),
    ];
    Ok((headers, text).into_response())
}
