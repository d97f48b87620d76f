//! Requests read into values: queries, forms and JSON give the same struct, sizes and times are
//! bounded, unknown fields are refused, and every rejection is a [`Problem`].

use std::borrow::Cow;
use std::time::Duration;

use axum::body::{Body, Bytes};
use axum::extract::{FromRequest, Request};
use axum::http::{HeaderMap, Method, StatusCode as S, header};
use http_body_util::{BodyExt as _, Limited};
use serde::de::DeserializeOwned;
use tokio::time::timeout;

use super::problem::Problem;
use super::state::AppState;
use crate::notation::pgn::{Encoding, decode};
use crate::notation::quote;

/// How much of a body that is too large is read and thrown away, so that a client which sends all
/// of it before it reads still sees the answer.
const DRAINED: usize = 64 << 20;
const DRAIN_TIME: Duration = Duration::from_secs(5);

/// How the fields of a request were sent.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(crate) enum Origin {
    /// In the URL.
    Query,
    /// As `application/x-www-form-urlencoded`.
    Form,
    /// As JSON.
    Json,
}

/// The fields of a request, wherever they were sent.
#[derive(Debug)]
pub(super) struct Params<T> {
    pub(super) fields: T,
    pub(super) origin: Origin,
    /// The request's own headers: taken, since a copy costs.
    pub(super) headers: HeaderMap,
}

impl<T: DeserializeOwned> Params<T> {
    /// The fields of a request that may have no body.
    pub(super) fn of_query(query: &str, headers: HeaderMap) -> Result<Self, Problem> {
        refuse_body(&headers)?;
        let (fields, origin) = of_query(query)?;
        Ok(Self {
            fields,
            origin,
            headers,
        })
    }
}

impl<T: DeserializeOwned> FromRequest<AppState> for Params<T> {
    type Rejection = Problem;

    async fn from_request(mut request: Request, state: &AppState) -> Result<Self, Problem> {
        let headers = std::mem::take(request.headers_mut());
        let query = request.uri().query().unwrap_or("");
        if matches!(*request.method(), Method::GET | Method::HEAD) {
            return Self::of_query(query, headers);
        }
        let media_type = media_type(&headers)?;
        let charset = charset(&headers)?;
        let query = query.to_owned();
        let limit = state.http.max_body_bytes();
        let body = read_body(request.into_body(), limit, state.http.read_timeout()).await?;
        if !body.is_empty() && !query.is_empty() {
            let detail = "the fields stand in the query and in the body; send them in one of them";
            return Err(Problem::new(S::BAD_REQUEST, "query-with-body", detail));
        }
        let body = in_utf8(&body, charset);
        let body = body.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(&body);
        let is_json = media_type == MediaType::Json || body.trim_ascii_start().starts_with(b"{");
        let (fields, origin) = if body.is_empty() {
            of_query(&query)?
        } else if is_json {
            json(body)?
        } else {
            urlencoded(body, Origin::Form)?
        };
        Ok(Self {
            fields,
            origin,
            headers,
        })
    }
}

/// A body that would be passed over is a request that would be misread.
fn refuse_body(headers: &HeaderMap) -> Result<(), Problem> {
    let length = headers.get(header::CONTENT_LENGTH);
    let is_empty = length.is_none_or(|length| length.as_bytes() == b"0");
    if is_empty && !headers.contains_key(header::TRANSFER_ENCODING) {
        return Ok(());
    }
    let detail = "a body with GET, whose fields stand in the query; send the body with POST";
    Err(Problem::new(S::BAD_REQUEST, "body-with-get", detail))
}

/// The encoding that `Content-Type` states.
pub(super) fn charset(headers: &HeaderMap) -> Result<Option<Encoding>, Problem> {
    let value = headers
        .get(header::CONTENT_TYPE)
        .and_then(|value| value.to_str().ok());
    let label = value.and_then(|value| {
        let parameters = value.split(';').skip(1);
        parameters.map(str::trim).find_map(|parameter| {
            let (name, label) = parameter.split_once('=')?;
            name.eq_ignore_ascii_case("charset")
                .then(|| label.trim_matches('"').to_owned())
        })
    });
    let Some(label) = label else { return Ok(None) };
    match Encoding::from_label(&label) {
        Some(encoding) => Ok(Some(encoding)),
        None => {
            let label = quote(&label);
            let detail =
                format!("charset {label} is not known here, expected utf-8, utf-16 or iso-8859-1");
            Err(Problem::new(
                S::UNSUPPORTED_MEDIA_TYPE,
                "unsupported-charset",
                detail,
            ))
        }
    }
}

/// The bytes as UTF-8: as they are where they are that, decoded where `charset` or a byte order
/// mark says so. Bytes that are not UTF-8 without a word on it are left to be refused.
fn in_utf8(body: &[u8], charset: Option<Encoding>) -> Cow<'_, [u8]> {
    let marked = body.starts_with(b"\xff\xfe") || body.starts_with(b"\xfe\xff");
    match charset {
        Some(Encoding::Utf8) => Cow::Borrowed(body),
        None if !marked => Cow::Borrowed(body),
        stated => Cow::Owned(decode(body, stated).into_bytes()),
    }
}

/// The fields of a query alone.
pub(super) fn of_query<T: DeserializeOwned>(query: &str) -> Result<(T, Origin), Problem> {
    urlencoded(query.as_bytes(), Origin::Query)
}

/// The fields of an object that was read already.
pub(super) fn of_value<T: DeserializeOwned>(value: serde_json::Value) -> Result<T, Problem> {
    serde_path_to_error::deserialize(value).map_err(|error| {
        let path = error.path().to_string();
        json_problem(&path, error.inner())
    })
}

fn urlencoded<T: DeserializeOwned>(text: &[u8], origin: Origin) -> Result<(T, Origin), Problem> {
    let read = || serde_urlencoded::Deserializer::new(form_urlencoded::parse(text));
    if let Ok(fields) = T::deserialize(read()) {
        return Ok((fields, origin));
    }
    // Once more for the path of the fault, which costs too much to follow where there is none.
    serde_path_to_error::deserialize(read())
        .map(|fields| (fields, origin))
        .map_err(|error| {
            let path = error.path().to_string();
            unreadable(&path, &error.inner().to_string()).sent_as(origin)
        })
}

fn is_json(text: &[u8]) -> bool {
    serde_json::from_slice::<serde::de::IgnoredAny>(text).is_ok()
}

/// A list of values, each a request of its own.
pub(super) fn list(
    body: &[u8],
    charset: Option<Encoding>,
) -> Result<Vec<serde_json::Value>, Problem> {
    let body = in_utf8(body, charset);
    let body = body.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(&body);
    serde_json::from_slice(body).map_err(|error| json_problem("", &error))
}

fn json<T: DeserializeOwned>(text: &[u8]) -> Result<(T, Origin), Problem> {
    // serde would take a list for the fields in their order.
    if text.trim_ascii_start().starts_with(b"[") && is_json(text) {
        let detail = "a list, expected an object with the fields of a request";
        return Err(Problem::new(S::BAD_REQUEST, "invalid-value", detail).sent_as(Origin::Json));
    }
    if let Ok(fields) = serde_json::from_slice(text) {
        return Ok((fields, Origin::Json));
    }
    let mut deserializer = serde_json::Deserializer::from_slice(text);
    let fields = serde_path_to_error::deserialize(&mut deserializer).map_err(|error| {
        let path = error.path().to_string();
        json_problem(&path, error.inner())
    })?;
    deserializer
        .end()
        .map_err(|error| json_problem("", &error))?;
    Ok((fields, Origin::Json))
}

/// What a body is said to be.
#[derive(Clone, Debug, Eq, PartialEq)]
pub(super) enum MediaType {
    Json,
    /// JSON, one value a line.
    Lines,
    /// Also a body without a type: it is looked at.
    Form,
    /// Plain text or PGN.
    Text,
    Other(String),
}

/// Reads `Content-Type`.
pub(super) fn media_type_of(headers: &HeaderMap) -> MediaType {
    let Some(value) = headers.get(header::CONTENT_TYPE) else {
        return MediaType::Form;
    };
    let text = String::from_utf8_lossy(value.as_bytes()).to_ascii_lowercase();
    let essence = text.split(';').next().unwrap_or("").trim();
    match essence {
        "application/json" => MediaType::Json,
        _ if essence.starts_with("application/") && essence.ends_with("+json") => MediaType::Json,
        "application/x-ndjson" | "application/ndjson" | "application/jsonl" => MediaType::Lines,
        "application/x-www-form-urlencoded" | "" => MediaType::Form,
        "text/plain"
        | "application/vnd.chess-pgn"
        | "application/x-chess-pgn"
        | "application/octet-stream" => MediaType::Text,
        other => MediaType::Other(other.to_owned()),
    }
}

/// JSON and forms are taken; a body without a type is looked at.
fn media_type(headers: &HeaderMap) -> Result<MediaType, Problem> {
    match media_type_of(headers) {
        taken @ (MediaType::Json | MediaType::Form) => return Ok(taken),
        MediaType::Text | MediaType::Lines | MediaType::Other(_) => {}
    }
    let name = headers.get(header::CONTENT_TYPE);
    let name = name.map_or("".into(), |value| String::from_utf8_lossy(value.as_bytes()));
    let detail = format!(
        "the body is {}, expected application/json or application/x-www-form-urlencoded",
        quote(&name)
    );
    Err(Problem::new(
        S::UNSUPPORTED_MEDIA_TYPE,
        "unsupported-media-type",
        detail,
    ))
}

pub(super) async fn read_body(
    mut body: Body,
    limit: usize,
    time: Duration,
) -> Result<Bytes, Problem> {
    match timeout(time, Limited::new(&mut body, limit).collect()).await {
        Ok(Ok(collected)) => Ok(collected.to_bytes()),
        Ok(Err(error)) if error.is::<http_body_util::LengthLimitError>() => {
            drain(body).await;
            let detail = format!("the body is larger than {} KiB", limit / 1024);
            Err(Problem::new(S::PAYLOAD_TOO_LARGE, "body-too-large", detail))
        }
        Ok(Err(error)) => {
            let detail = format!("the body broke off: {error}");
            Err(Problem::new(S::BAD_REQUEST, "body-incomplete", detail))
        }
        Err(_) => {
            let detail = format!("the body did not arrive within {} s", time.as_secs());
            Err(Problem::new(S::REQUEST_TIMEOUT, "body-timeout", detail))
        }
    }
}

/// Reads what is left of a body and throws it away, within bounds.
pub(super) async fn drain(mut body: Body) {
    let all = async {
        let mut read = 0;
        while let Some(Ok(frame)) = body.frame().await {
            read += frame.data_ref().map_or(0, Bytes::len);
            if read > DRAINED {
                break;
            }
        }
    };
    // Whatever is left then is cut off with the connection.
    let _ = timeout(DRAIN_TIME, all).await;
}

fn json_problem(path: &str, error: &serde_json::Error) -> Problem {
    use serde_json::error::Category;
    let message = error.to_string();
    match error.classify() {
        Category::Data => unreadable(path, &message).sent_as(Origin::Json),
        Category::Syntax | Category::Eof | Category::Io => Problem::new(
            S::BAD_REQUEST,
            "invalid-json",
            format!("not JSON: {message}"),
        )
        .sent_as(Origin::Json),
    }
}

/// serde's words, with the field that they are about.
pub(super) fn unreadable(path: &str, message: &str) -> Problem {
    let quoted = |prefix: &str| {
        let rest = message.strip_prefix(prefix)?.strip_prefix(" `")?;
        rest.split('`').next().map(str::to_owned)
    };
    if let Some(field) = quoted("unknown field") {
        let known = message
            .split_once("expected")
            .map_or("", |(_, known)| known);
        let known = known.split(" at line").next().unwrap_or("");
        let detail = format!("{} is not a field here, expected{known}", quote(&field));
        return Problem::new(S::BAD_REQUEST, "unknown-field", detail).field(field);
    }
    if let Some(field) = quoted("duplicate field") {
        let detail = format!("{} is given twice", quote(&field));
        return Problem::new(S::BAD_REQUEST, "duplicate-field", detail).field(field);
    }
    let field = path.split(['.', '[']).next().unwrap_or("");
    let words = quote_long(field, &plain(message));
    let problem = Problem::new(S::BAD_REQUEST, "invalid-value", words);
    if field.is_empty() {
        problem
    } else {
        problem.field(field)
    }
}

/// serde's words for what it found and what it wanted, in those of JSON.
fn plain(message: &str) -> String {
    if let Some((found, expected)) = message
        .strip_prefix("unknown variant `")
        .and_then(|rest| rest.split_once("`, expected "))
    {
        return format!("{} is not known here, expected {expected}", quote(found));
    }
    let rest = ["invalid type: ", "invalid value: ", "invalid length "]
        .iter()
        .find_map(|prefix| message.strip_prefix(prefix));
    let Some((found, expected)) = rest.and_then(|rest| rest.split_once(", expected ")) else {
        return message.to_owned();
    };
    let (kind, value) = found.split_once(' ').unwrap_or((found, ""));
    let found = match kind {
        "map" => "an object".to_owned(),
        "sequence" => "a list".to_owned(),
        "null" | "unit" | "Option" => "null".to_owned(),
        "string" => value.to_owned(),
        "integer" | "boolean" => value.trim_matches('`').to_owned(),
        "floating" => value
            .trim_start_matches("point ")
            .trim_matches('`')
            .to_owned(),
        _ => found.to_owned(),
    };
    let expected = match expected.split(' ').next().unwrap_or("") {
        "struct" => "an object with the fields of a request",
        _ if expected.starts_with("a sequence") => "a list",
        _ if expected.starts_with("a map") => "an object",
        _ => expected,
    };
    format!("{found}, expected {expected}")
}

/// Bounds a message that may quote the input at length.
fn quote_long(field: &str, message: &str) -> String {
    let short: String = message
        .chars()
        .filter(|c| !c.is_control())
        .take(200)
        .collect();
    if field.is_empty() {
        short
    } else {
        format!("{field}: {short}")
    }
}
