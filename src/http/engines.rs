//! `/v1/engines`: which engines there are, and how far a search may go.

use axum::extract::State;
use axum::response::Response;
use serde::Serialize;
use serde_json::Value;

use super::problem::Problem;
use super::reply;
use crate::engine::{EngineKind, allowed};
use crate::pool::{Ceilings, EngineState, Pool, PoolError, PoolStatus};
use crate::uci::{OptionDecl, OptionKind};

#[derive(Serialize)]
struct Engines {
    engines: Vec<EngineInfo>,
    default: String,
    ceilings: CeilingsInfo,
    slots: u16,
    busy: u16,
    queued: u16,
    queue: u16,
}

#[derive(Serialize)]
struct EngineInfo {
    name: String,
    kind: EngineKind,
    /// What the engine calls itself.
    id: Option<String>,
    author: Option<String>,
    options: Vec<OptionInfo>,
    busy: u16,
    available: bool,
    default: bool,
}

#[derive(Serialize)]
struct OptionInfo {
    name: String,
    r#type: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    default: Option<Value>,
    #[serde(skip_serializing_if = "Option::is_none")]
    min: Option<i64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    max: Option<i64>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    vars: Vec<String>,
    /// Whether a request may set it.
    settable: bool,
}

impl From<&OptionDecl> for OptionInfo {
    fn from(option: &OptionDecl) -> Self {
        let mut info = Self {
            name: option.name.as_str().to_owned(),
            r#type: "button",
            default: None,
            min: None,
            max: None,
            vars: Vec::new(),
            settable: allowed(option.name.as_str()).is_some(),
        };
        match &option.kind {
            OptionKind::Button => {}
            OptionKind::Check { default } => {
                (info.r#type, info.default) = ("check", Some((*default).into()))
            }
            OptionKind::Spin { default, min, max } => {
                (info.r#type, info.default) = ("spin", Some((*default).into()));
                (info.min, info.max) = (Some(*min), Some(*max));
            }
            OptionKind::Combo { default, vars } => {
                (info.r#type, info.default) = ("combo", Some(default.as_str().into()));
                info.vars = vars.iter().map(|var| var.as_str().to_owned()).collect();
            }
            OptionKind::String { default } => {
                (info.r#type, info.default) = ("string", Some(default.as_str().into()));
            }
        }
        info
    }
}

#[derive(Serialize)]
struct CeilingsInfo {
    depth: u8,
    nodes: u64,
    movetime: u64,
    multipv: u16,
    threads: u16,
}

/// Lists the engines (operation `listEngines`).
pub(super) async fn engines(State(pool): State<Pool>) -> Result<Response, Problem> {
    let status = pool.status().await.ok_or(PoolError::Closed)?;
    reply::fresh(&Engines::new(status, &pool))
}

impl Engines {
    fn new(status: PoolStatus, pool: &Pool) -> Self {
        Self {
            engines: status.engines.into_iter().map(EngineInfo::from).collect(),
            default: pool.default_engine().to_owned(),
            ceilings: pool.ceilings().into(),
            slots: status.slots,
            busy: status.busy,
            queued: status.queued,
            queue: status.queue,
        }
    }
}

impl From<EngineState> for EngineInfo {
    fn from(state: EngineState) -> Self {
        let identity = state.identity;
        Self {
            id: identity
                .as_ref()
                .map(|identity| identity.name.as_str().to_owned()),
            author: identity
                .as_ref()
                .map(|identity| identity.author.as_str().to_owned()),
            options: identity
                .iter()
                .flat_map(|identity| &identity.options)
                .map(OptionInfo::from)
                .collect(),
            name: state.name,
            kind: state.kind,
            busy: state.busy,
            available: state.failures == 0,
            default: state.is_default,
        }
    }
}

impl From<&Ceilings> for CeilingsInfo {
    fn from(ceilings: &Ceilings) -> Self {
        Self {
            depth: ceilings.depth.get(),
            nodes: ceilings.nodes.get(),
            movetime: ceilings.movetime.get(),
            multipv: ceilings.multipv.get(),
            threads: ceilings.threads.get(),
        }
    }
}
