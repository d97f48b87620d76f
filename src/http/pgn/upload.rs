//! How a PGN was sent: as a text body, which is streamed, or as a field of JSON or of a form.

use axum::body::{Body, Bytes};
use axum::extract::{FromRequest, Request};
use axum::http::StatusCode as S;
use serde::Deserialize;

use crate::http::extract::{
    MediaType, Origin, Params, charset, media_type_of, of_query, read_body,
};
use crate::http::number::Number;
use crate::http::problem::Problem;
use crate::http::request::language;
use crate::http::state::AppState;
use crate::notation::pgn::{Encoding, Limits, Options};

/// The fields beside the PGN.
#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub(in crate::http) struct Fields {
    pub(super) pgn: Option<String>,
    pub(super) limit: Option<Number>,
    pub(super) cursor: Option<String>,
    pub(super) language: Option<String>,
    pub(super) language_out: Option<String>,
}

/// A PGN on its way in.
pub(in crate::http) struct Upload {
    pub(super) body: Body,
    pub(super) fields: Fields,
    pub(super) origin: Origin,
    pub(super) charset: Option<Encoding>,
}

/// The most of one game that is kept in memory.
const LIMITS: Limits = Limits {
    bytes: 8 << 20,
    items: 250_000,
    depth: 50_000,
};

impl Upload {
    /// How it is to be read.
    pub(super) fn options(&self) -> Result<Options, Problem> {
        let language = self.fields.language.as_deref().map(language).transpose();
        let language = language.map_err(|problem| problem.sent_as(self.origin))?;
        Ok(Options {
            language,
            encoding: self.charset,
            limits: LIMITS,
        })
    }
}

impl FromRequest<AppState> for Upload {
    type Rejection = Problem;

    async fn from_request(request: Request, state: &AppState) -> Result<Self, Problem> {
        let query = request.uri().query().unwrap_or("").to_owned();
        let kind = media_type_of(request.headers());
        let charset = charset(request.headers())?;
        match kind {
            MediaType::Json => from_fields(Params::<Fields>::from_request(request, state).await?),
            MediaType::Form => {
                // What `curl --data-binary @games.pgn` calls a form is mostly a PGN.
                let limit = state.http.max_body_bytes();
                let (parts, body) = request.into_parts();
                let (start, body) = peek(body).await?;
                if start.is_empty() {
                    return Err(missing().sent_as(Origin::Form));
                }
                if is_fields(&start) {
                    let bytes = read_body(body, limit, state.http.read_timeout()).await?;
                    let request = Request::from_parts(parts, Body::from(bytes));
                    return from_fields(Params::<Fields>::from_request(request, state).await?);
                }
                text(&query, body, charset)
            }
            MediaType::Text => text(&query, request.into_body(), charset),
            MediaType::Lines => Err(unsupported("lines of JSON")),
            MediaType::Other(name) => Err(unsupported(&name)),
        }
    }
}

/// Whether a body starts as a form or as JSON does, and not as a PGN.
fn is_fields(start: &[u8]) -> bool {
    const NAMES: [&[u8]; 5] = [b"pgn", b"limit", b"cursor", b"language", b"language_out"];
    let name = start.split(|&byte| byte == b'=').next().unwrap_or(start);
    let named = name.len() < start.len() && NAMES.contains(&name);
    named || start.starts_with(b"{\"") || start.windows(5).any(|window| window == b"&pgn=")
}

fn unsupported(name: &str) -> Problem {
    let name = crate::notation::quote(name);
    let detail = format!(
        "the body is {name}, expected a PGN as text/plain or application/vnd.chess-pgn, or JSON"
    );
    Problem::new(S::UNSUPPORTED_MEDIA_TYPE, "unsupported-media-type", detail)
}

fn missing() -> Problem {
    let detail = "no pgn; send it as a text body or in this field";
    Problem::new(S::BAD_REQUEST, "missing-field", detail).field("pgn")
}

fn from_fields(params: Params<Fields>) -> Result<Upload, Problem> {
    let Params {
        mut fields, origin, ..
    } = params;
    let Some(pgn) = fields.pgn.take() else {
        return Err(missing().sent_as(origin));
    };
    // A string of JSON has no other encoding.
    Ok(Upload {
        body: Body::from(pgn),
        fields,
        origin,
        charset: Some(Encoding::Utf8),
    })
}

fn text(query: &str, body: Body, charset: Option<Encoding>) -> Result<Upload, Problem> {
    let (fields, origin) = of_query(query)?;
    Ok(Upload {
        body,
        fields,
        origin,
        charset,
    })
}

/// The first bytes of a body, and the whole body again.
async fn peek(mut body: Body) -> Result<(Bytes, Body), Problem> {
    use http_body_util::BodyExt as _;
    loop {
        let Some(frame) = body.frame().await else {
            return Ok((Bytes::new(), Body::empty()));
        };
        let frame = frame.map_err(|error| {
            let detail = format!("the body broke off: {error}");
            Problem::new(S::BAD_REQUEST, "body-incomplete", detail)
        })?;
        if let Ok(first) = frame.into_data()
            && !first.is_empty()
        {
            let again = tokio_stream::once(Ok::<_, axum::Error>(first.clone()));
            let rest = tokio_stream::StreamExt::chain(again, body.into_data_stream());
            return Ok((first, Body::from_stream(rest)));
        }
    }
}
