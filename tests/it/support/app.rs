//! The service in process, with the scripted engine behind it.

use std::net::SocketAddr;

use axum::body::Body;
use axum::http::{HeaderMap, Method, Request, StatusCode, header};
use http_body_util::BodyExt as _;
use kibitz::engine::{self, EngineOptions};
use kibitz::http::{AppState, HttpOptions, Server, Service, service};
use kibitz::pool::{Pool, PoolOptions};
use serde_json::Value;
use tokio_util::sync::CancellationToken;
use tower::ServiceExt as _;

use super::Contract;

/// The service, asked without a socket.
pub(crate) struct TestApp {
    service: Service,
    pub(crate) pool: Pool,
}

/// An answer whose status, media type and body the contract has already judged.
#[derive(Debug)]
pub(crate) struct Reply {
    pub(crate) status: StatusCode,
    pub(crate) headers: HeaderMap,
    /// JSON, or null where the answer is text or nothing.
    pub(crate) body: Value,
    pub(crate) text: String,
}

impl TestApp {
    /// The scripted engine is the default one; `embedded` is there too.
    pub(crate) fn new() -> Self {
        Self::with(&PoolOptions::for_testing(), None)
    }

    /// The scripted engine does what a script of `tests/fixtures/uci` says.
    pub(crate) fn scripted(script: &str) -> Self {
        Self::with(&PoolOptions::for_testing(), Some(script))
    }

    /// Options of the pool, and the script of the scripted engine; without one it is well-behaved.
    pub(crate) fn with(pool: &PoolOptions, script: Option<&str>) -> Self {
        Self::behind(pool, HttpOptions::for_testing(), script)
    }

    /// The same, with options of the service.
    pub(crate) fn behind(pool: &PoolOptions, http: HttpOptions, script: Option<&str>) -> Self {
        Self::before(pool, http, &fake_engine(script))
    }

    /// The same, with the command of the scripted engine.
    pub(crate) fn before(pool: &PoolOptions, http: HttpOptions, command: &str) -> Self {
        let mut options = EngineOptions::for_testing(env!("CARGO_BIN_EXE_kibitz"));
        options.engines = vec![format!("scripted={command}")];
        let engines = engine::configure(&options, pool.hash).unwrap();
        let pool = Pool::start(pool, engines.engines, &engines.default);
        let state = AppState::new(pool.clone(), http);
        Self {
            service: service(state),
            pool,
        }
    }

    /// A service that was put together otherwise.
    pub(crate) fn of(service: Service, pool: Pool) -> Self {
        Self { service, pool }
    }

    /// Serves on a real socket until the test ends.
    pub(crate) async fn listen(&self) -> SocketAddr {
        let server = Server::bind(&HttpOptions::for_testing()).await.unwrap();
        let address = server.address();
        tokio::spawn(server.run(self.service.clone(), CancellationToken::new()));
        address
    }

    /// Sends a request as it stands, and hands the response over unread.
    pub(crate) async fn raw(&self, mut request: Request<Body>) -> axum::response::Response {
        name_host(&mut request);
        self.service.clone().oneshot(request).await.unwrap()
    }

    /// Sends a request, checks the exchange against the contract, and reads the answer.
    pub(crate) async fn send(&self, request: Request<Body>) -> Reply {
        let (parts, body) = request.into_parts();
        let sent = body.collect().await.unwrap().to_bytes();
        let (method, uri) = (parts.method.clone(), parts.uri.clone());
        let mut request = Request::from_parts(parts, Body::from(sent.clone()));
        name_host(&mut request);
        let response = self.service.clone().oneshot(request).await.unwrap();
        let (parts, body) = response.into_parts();
        let body = body.collect().await.unwrap().to_bytes();
        let media_type = parts.headers.get(header::CONTENT_TYPE);
        let media_type = media_type.map_or("", |value| value.to_str().unwrap());
        let contract = Contract::shared();
        contract.check_answer((&method, uri.path()), parts.status, media_type, &body);
        if parts.status.is_success() {
            let json = serde_json::from_slice(&sent).ok();
            contract.check_request(
                &method,
                uri.path(),
                uri.query().unwrap_or(""),
                json.as_ref(),
            );
        }
        let text = String::from_utf8(body.to_vec()).unwrap();
        let body = if media_type.ends_with("json")
            && !media_type.ends_with("ndjson")
            && !text.is_empty()
        {
            serde_json::from_str(&text).unwrap()
        } else {
            Value::Null
        };
        Reply {
            status: parts.status,
            headers: parts.headers,
            body,
            text,
        }
    }

    /// Waits until nothing is searched; at most 2 s.
    pub(crate) async fn until_idle(&self) {
        let idle = async {
            while self
                .pool
                .status()
                .await
                .is_some_and(|status| status.busy + status.queued > 0)
            {
                tokio::time::sleep(std::time::Duration::from_millis(10)).await;
            }
        };
        let waited = tokio::time::timeout(std::time::Duration::from_secs(2), idle).await;
        assert!(waited.is_ok(), "a search still runs");
    }

    /// GET, with the query as it stands.
    pub(crate) async fn get(&self, path_and_query: &str) -> Reply {
        self.send(get(path_and_query)).await
    }

    /// POST of JSON.
    pub(crate) async fn post(&self, path: &str, body: &Value) -> Reply {
        self.send(post(path, body)).await
    }
}

/// Names the host that HTTP/1.1 asks for, where the test does not.
fn name_host(request: &mut Request<Body>) {
    let host = axum::http::HeaderValue::from_static("localhost");
    request.headers_mut().entry(header::HOST).or_insert(host);
}

impl Reply {
    pub(crate) fn header(&self, name: &str) -> &str {
        self.headers
            .get(name)
            .map_or("", |value| value.to_str().unwrap())
    }

    /// The code of a problem document, or nothing.
    pub(crate) fn code(&self) -> &str {
        self.body["code"].as_str().unwrap_or("")
    }
}

pub(crate) fn get(path_and_query: &str) -> Request<Body> {
    Request::get(path_and_query).body(Body::empty()).unwrap()
}

pub(crate) fn post(path: &str, body: &Value) -> Request<Body> {
    let request = Request::builder().method(Method::POST).uri(path);
    let request = request.header(header::CONTENT_TYPE, "application/json");
    request.body(Body::from(body.to_string())).unwrap()
}

pub(crate) fn form(path: &str, body: &str) -> Request<Body> {
    let request = Request::builder().method(Method::POST).uri(path);
    let request = request.header(header::CONTENT_TYPE, "application/x-www-form-urlencoded");
    request.body(Body::from(body.to_owned())).unwrap()
}

/// The scripted engine's command, as `--engine` takes it.
pub(crate) fn fake_engine(script: Option<&str>) -> String {
    let program = env!("CARGO_BIN_EXE_fake-engine");
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/fixtures/uci");
    match script {
        Some(script) => format!("{program} -- --script {folder}/{script}.txt"),
        None => program.to_owned(),
    }
}
