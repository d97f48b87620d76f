//! `/v1/recognize`: a picture of a board into a FEN.
//!
//! The picture is the body, or the field `image` of a multipart form; the other fields stand in the
//! query or in the form.

use axum::body::{Body, Bytes};
use axum::extract::{DefaultBodyLimit, FromRequest as _, Multipart, Request, State};
use axum::http::{HeaderMap, StatusCode as S, header};
use axum::response::Response;
use serde::Deserialize;
use shakmaty::Color;

use super::extract::{Origin, of_query, of_value, read_body};
use super::problem::Problem;
use super::reply;
use super::state::AppState;
use crate::notation::quote;
use crate::recognize::{Facts, MOST_BYTES, RecognizeError, Scene, fens};
use crate::wire::{Orientation, Recognized, Turn};

/// What a form has beside the picture, in bytes: boundaries, headers, the other fields.
const FORM: usize = 64 << 10;
/// The longest other field of a form, in bytes.
const FIELD: usize = 1 << 10;

/// The fields beside the picture.
#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
struct Fields {
    turn: Option<Turn>,
    castling: Option<String>,
    ep: Option<String>,
    orientation: Option<Orientation>,
    debug: Option<Debugging>,
}

#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Debugging {
    Overlay,
}

/// A picture as it was sent, and the fields.
struct Upload {
    image: Bytes,
    fields: Fields,
}

/// What is answered.
enum Answer {
    Board(Box<Recognized>),
    Overlay(Vec<u8>),
}

/// Answers the position on a picture (operation `recognizeBoard`).
pub(super) async fn recognize(
    State(state): State<AppState>,
    headers: HeaderMap,
    request: Request,
) -> Result<Response, Problem> {
    let place = state.pictures.place()?;
    let upload = read(request, &state).await?;
    match place.run(move || answer(&upload)).await?? {
        Answer::Board(board) => reply::cacheable(&headers, &board),
        Answer::Overlay(picture) => Ok(reply::cacheable_as(&headers, picture, "image/png")),
    }
}

fn answer(upload: &Upload) -> Result<Answer, RecognizeError> {
    let Upload { image, fields } = upload;
    let scene = Scene::read(image)?;
    let recognition = scene.recognize(fields.orientation.unwrap_or_default().bottom())?;
    if let Some(Debugging::Overlay) = fields.debug {
        return Ok(Answer::Overlay(scene.overlay(&recognition)));
    }
    let fens = fens(&recognition, &fields.facts());
    Ok(Answer::Board(Box::new(Recognized::new(&recognition, fens))))
}

impl Fields {
    fn facts(&self) -> Facts {
        Facts {
            turn: self.turn.map(Color::from),
            castling: self.castling.clone(),
            ep: self.ep.clone(),
        }
    }
}

async fn read(request: Request, state: &AppState) -> Result<Upload, Problem> {
    let query = request.uri().query().unwrap_or("").to_owned();
    let time = state.http.read_timeout();
    let kind = request.headers().get(header::CONTENT_TYPE);
    let kind = kind.map_or("", |kind| kind.to_str().unwrap_or("?"));
    let essence = kind
        .split(';')
        .next()
        .unwrap_or("")
        .trim()
        .to_ascii_lowercase();
    match essence.as_str() {
        "multipart/form-data" => {
            let (parts, body) = request.into_parts();
            let body = read_body(body, MOST_BYTES + FORM, time).await?;
            form(Request::from_parts(parts, Body::from(body)), state, &query).await
        }
        // What curl calls the picture with --data-binary is looked at too.
        "" | "application/octet-stream" | "application/x-www-form-urlencoded" => {
            let image = read_body(request.into_body(), MOST_BYTES, time).await?;
            let (fields, _) = of_query(&query)?;
            Ok(Upload { image, fields })
        }
        picture if picture.starts_with("image/") => {
            let image = read_body(request.into_body(), MOST_BYTES, time).await?;
            let (fields, _) = of_query(&query)?;
            Ok(Upload { image, fields })
        }
        other => {
            let detail = format!(
                "the body is {}, expected a picture (image/png, image/jpeg, image/webp, image/gif) or multipart/form-data with \
                 the field \"image\"",
                quote(other)
            );
            Err(Problem::new(
                S::UNSUPPORTED_MEDIA_TYPE,
                "unsupported-media-type",
                detail,
            ))
        }
    }
}

/// Reads a multipart form; its fields and those of the query are one set.
async fn form(mut request: Request, state: &AppState, query: &str) -> Result<Upload, Problem> {
    // The body is in memory, and bounded, already.
    DefaultBodyLimit::disable().apply(&mut request);
    let unreadable = |error: &dyn std::fmt::Display| {
        let detail = format!("the multipart form cannot be read: {error}");
        Problem::new(S::BAD_REQUEST, "invalid-form", detail)
    };
    let form = Multipart::from_request(request, state).await;
    let mut form = form.map_err(|error| unreadable(&error))?;
    let mut image = None;
    let mut fields = serde_json::Map::new();
    for (name, value) in form_urlencoded::parse(query.as_bytes()) {
        insert(&mut fields, &name, value.into_owned())?;
    }
    while let Some(field) = form
        .next_field()
        .await
        .map_err(|error| unreadable(&error))?
    {
        let name = field.name().unwrap_or("").to_owned();
        let bytes = field.bytes().await.map_err(|error| unreadable(&error))?;
        if name == "image" {
            if image.replace(bytes).is_some() {
                return Err(doubled("image"));
            }
            continue;
        }
        let text = String::from_utf8_lossy(&bytes[..bytes.len().min(FIELD)]).into_owned();
        insert(&mut fields, &name, text)?;
    }
    let image = image.ok_or_else(|| {
        let detail =
            "image is missing; send the picture in the field of that name, or as the body itself";
        Problem::new(S::BAD_REQUEST, "missing-field", detail)
            .field("image")
            .sent_as(Origin::Form)
    })?;
    // The picture under another name is missed first, or it would be said that there is no such field.
    let fields = of_value(fields.into()).map_err(|problem| problem.sent_as(Origin::Form))?;
    Ok(Upload { image, fields })
}

fn insert(
    fields: &mut serde_json::Map<String, serde_json::Value>,
    name: &str,
    value: String,
) -> Result<(), Problem> {
    match fields.insert(name.to_owned(), value.into()) {
        None => Ok(()),
        Some(_) => Err(doubled(name)),
    }
}

fn doubled(name: &str) -> Problem {
    let detail = format!("{} is given twice", quote(name));
    Problem::new(S::BAD_REQUEST, "duplicate-field", detail)
        .field(name)
        .sent_as(Origin::Form)
}
