//! `/openapi.yaml`: the contract itself.

use axum::http::HeaderMap;
use axum::response::Response;

use super::reply;

/// The contract, as it stands at the project's root.
const CONTRACT: &str = include_str!("../../openapi.yaml");

/// Answers the contract (operation `getContract`).
pub(super) async fn contract(headers: HeaderMap) -> Response {
    reply::cacheable_as(&headers, CONTRACT.as_bytes().to_vec(), "application/yaml")
}
