//! `/v1/pgn/format`: games in export format, nothing lost.

use axum::extract::State;
use axum::http::{HeaderMap, header};
use axum::response::{IntoResponse as _, Response};
use http_body_util::BodyExt as _;
use serde::Serialize;

use super::parse::not_pgn;
use super::pump::{self, Worker};
use super::upload::{Fields, Upload};
use crate::http::extract::Origin;
use crate::http::problem::Problem;
use crate::http::reply;
use crate::http::request_id::RequestId;
use crate::http::state::AppState;
use crate::notation::pgn::{self, Game, Reader, Summary};

#[derive(Serialize)]
struct Formatted {
    pgn: String,
}

/// Answers a PGN in export format (operation `formatPgn`).
pub(in crate::http) async fn format(
    State(state): State<AppState>,
    headers: HeaderMap,
    id: RequestId,
    upload: Upload,
) -> Result<Response, Problem> {
    let options = upload.options()?;
    let origin = upload.origin;
    refuse_paging(&upload.fields).map_err(|problem| problem.sent_as(origin))?;
    if wants_json(&headers, origin) {
        let limit = state.http.max_body_bytes();
        let whole = http_body_util::Limited::new(upload.body, limit)
            .collect()
            .await;
        let bytes = whole.map_err(|_| too_large(limit))?.to_bytes();
        let written = state
            .blocking
            .run(bytes.len(), move || write_all(&bytes, options))
            .await?;
        return reply::fresh(&Formatted {
            pgn: written.map_err(|p| p.sent_as(origin))?,
        });
    }
    let reader = Reader::new(options);
    let body = pump::run(
        upload.body,
        reader,
        Export(id),
        state.blocking.clone(),
        state.bounds(),
    );
    let headers = [
        (header::CONTENT_TYPE, "application/vnd.chess-pgn"),
        (header::CACHE_CONTROL, "no-store"),
        (header::VARY, "accept"),
    ];
    Ok((headers, body).into_response())
}

/// All games are written, in the English SAN of the export format: what asks for less or for other
/// letters would be passed over.
fn refuse_paging(fields: &Fields) -> Result<(), Problem> {
    let given = [
        ("limit", fields.limit.is_some()),
        ("cursor", fields.cursor.is_some()),
        ("language_out", fields.language_out.is_some()),
    ];
    let Some((name, _)) = given.into_iter().find(|(_, given)| *given) else {
        return Ok(());
    };
    let detail = format!("\"{name}\" is not a field here, expected `pgn` or `language`");
    let status = axum::http::StatusCode::BAD_REQUEST;
    Err(Problem::new(status, "unknown-field", detail).field(name))
}

/// A field gets a field back; a text body gets text, unless JSON is asked for by name.
fn wants_json(headers: &HeaderMap, origin: Origin) -> bool {
    let named = |known: &str| {
        let mut accepted = reply::accepted(headers);
        accepted.any(|named| named.eq_ignore_ascii_case(known))
    };
    if named("application/vnd.chess-pgn") || named("text/plain") {
        return false;
    }
    origin != Origin::Query || named("application/json")
}

fn too_large(limit: usize) -> Problem {
    let detail = format!(
        "the body is larger than {} KiB; as text it can be of any size",
        limit / 1024
    );
    Problem::new(
        axum::http::StatusCode::PAYLOAD_TOO_LARGE,
        "body-too-large",
        detail,
    )
}

fn write_all(bytes: &[u8], options: pgn::Options) -> Result<String, Problem> {
    let mut written = String::new();
    let mut reader = Reader::new(options);
    reader.feed(bytes, &mut |game| written.push_str(&pgn::write(&game)));
    let summary = reader.finish(&mut |game| written.push_str(&pgn::write(&game)));
    not_pgn(&summary).map_or(Ok(written), Err)
}

/// Export format, game after game.
struct Export(RequestId);

impl Worker for Export {
    fn game(&mut self, game: &Game, out: &mut Vec<u8>) {
        out.extend_from_slice(pgn::write(game).as_bytes());
    }

    fn end(&mut self, summary: &Summary, out: &mut Vec<u8>) {
        if let Some(problem) = not_pgn(summary) {
            self.fail(&problem, out);
        }
    }

    /// PGN has one place for words that are not of the game.
    fn fail(&mut self, problem: &Problem, out: &mut Vec<u8>) {
        let words = problem
            .inside_a_stream(&self.0)
            .to_string()
            .replace('\n', " ");
        out.extend_from_slice(format!("% kibitz: {words}\n").as_bytes());
    }
}
