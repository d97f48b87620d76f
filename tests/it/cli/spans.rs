//! `--otlp-endpoint`: what a collector is sent.

use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::{TcpListener, TcpStream};
use std::sync::mpsc::{Receiver, channel};
use std::thread;
use std::time::Duration;

use opentelemetry_proto::tonic::collector::trace::v1::ExportTraceServiceRequest;
use opentelemetry_proto::tonic::common::v1::{KeyValue, any_value::Value};
use opentelemetry_proto::tonic::trace::v1::{Span, span::SpanKind};
use prost::Message as _;
use rustix::process::Signal;

use super::serve::Served;

/// A collector that hands on what it is sent.
fn collector() -> (String, Receiver<ExportTraceServiceRequest>) {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = format!("http://{}", listener.local_addr().unwrap());
    let (sender, sent) = channel();
    thread::spawn(move || {
        for stream in listener.incoming() {
            let sender = sender.clone();
            thread::spawn(move || {
                let mut reader = BufReader::new(stream.unwrap());
                while let Some(request) = delivery(&mut reader) {
                    drop(sender.send(request));
                    let reply = "HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n";
                    reader.get_mut().write_all(reply.as_bytes()).unwrap();
                }
            });
        }
    });
    (address, sent)
}

/// One request of the exporter; `None`: it has gone.
fn delivery(reader: &mut BufReader<TcpStream>) -> Option<ExportTraceServiceRequest> {
    let mut first = String::new();
    reader.read_line(&mut first).ok().filter(|read| *read > 0)?;
    assert_eq!(first, "POST /v1/traces HTTP/1.1\r\n");
    let mut length = 0;
    loop {
        let mut line = String::new();
        reader.read_line(&mut line).unwrap();
        let Some((name, value)) = line.trim().split_once(": ") else {
            break;
        };
        if name.eq_ignore_ascii_case("content-length") {
            length = value.parse().unwrap();
        }
    }
    let mut body = vec![0; length];
    reader.read_exact(&mut body).unwrap();
    Some(ExportTraceServiceRequest::decode(&body[..]).unwrap())
}

fn value(of: &[KeyValue], key: &str) -> Option<Value> {
    let found = of.iter().find(|attribute| attribute.key == key)?;
    found.value.clone()?.value
}

fn text(of: &[KeyValue], key: &str) -> Option<String> {
    match value(of, key)? {
        Value::StringValue(text) => Some(text),
        _ => None,
    }
}

fn number(of: &[KeyValue], key: &str) -> Option<i64> {
    match value(of, key)? {
        Value::IntValue(number) => Some(number),
        _ => None,
    }
}

/// The trace that the W3C's own example names (Trace Context, section 3.2.2.5).
const TRACE: &str = "4bf92f3577b34da6a3ce929d0e0e4736";
const CALLER: &str = "00f067aa0ba902b7";

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

#[test]
fn a_request_and_its_search_are_parts_of_the_callers_trace() {
    let (endpoint, sent) = collector();
    let server = Served::start(&["--otlp-endpoint", &endpoint]);
    let mut stream = TcpStream::connect(&server.address).unwrap();
    let head = format!(
        "GET /v1/bestmove?nodes=500&engine=embedded HTTP/1.1\r\nHost: t\r\nX-Request-Id: mine\r\ntraceparent: 00-{TRACE}-{CALLER}-01\r\nConnection: close\r\n\r\n"
    );
    stream.write_all(head.as_bytes()).unwrap();
    let mut reply = String::new();
    stream.read_to_string(&mut reply).unwrap();
    assert!(reply.starts_with("HTTP/1.1 200"), "{reply}");
    assert!(server.get("/v1/fen/validate?fen=8/8").contains("rank"));
    assert!(server.get("/nothing").starts_with("HTTP/1.1 404"));
    // What waits goes out at the end.
    server.signal(Signal::TERM);

    let mut spans: Vec<Span> = Vec::new();
    while spans.len() < 5 {
        let request = sent.recv_timeout(Duration::from_secs(20)).unwrap();
        for resource in request.resource_spans {
            let about = resource.resource.unwrap().attributes;
            assert_eq!(text(&about, "service.name").unwrap(), "kibitz");
            spans.extend(
                resource
                    .scope_spans
                    .into_iter()
                    .flat_map(|scope| scope.spans),
            );
        }
    }
    let find = |name: &str| spans.iter().find(|span| span.name == name).unwrap();
    let request = find("GET /v1/bestmove");
    assert_eq!(hex(&request.trace_id), TRACE);
    assert_eq!(hex(&request.parent_span_id), CALLER);
    assert_eq!(request.kind, SpanKind::Server as i32);
    let about = &request.attributes;
    assert_eq!(number(about, "http.response.status_code"), Some(200));
    assert_eq!(text(about, "http.request.method").unwrap(), "GET");
    assert_eq!(text(about, "http.route").unwrap(), "/v1/bestmove");
    assert_eq!(text(about, "kibitz.request_id").unwrap(), "mine");

    let search = find("search");
    for inner in [find("queue"), search] {
        assert_eq!(hex(&inner.trace_id), TRACE);
        assert_eq!(inner.parent_span_id, request.span_id);
    }
    let about = &search.attributes;
    assert_eq!(text(about, "kibitz.engine").unwrap(), "embedded");
    assert_eq!(text(about, "kibitz.stop_reason").unwrap(), "nodes");
    assert!(number(about, "kibitz.nodes").unwrap() > 0);

    let validated = find("GET /v1/fen/validate");
    assert!(validated.parent_span_id.is_empty());
    let unknown = find("GET");
    assert_eq!(
        number(&unknown.attributes, "http.response.status_code"),
        Some(404)
    );
}

/// A collector that is not there costs neither answers nor a prompt end.
#[test]
fn a_dead_collector_is_no_trouble() {
    let port = TcpListener::bind("127.0.0.1:0")
        .unwrap()
        .local_addr()
        .unwrap();
    let mut server = Served::start(&["--otlp-endpoint", &format!("http://{port}")]);
    for _ in 0..20 {
        assert!(server.get("/v1/bestmove?nodes=100").contains("bestmove"));
    }
    server.signal(Signal::TERM);
    assert!(server.process.wait().unwrap().success());
}

#[test]
fn a_collector_that_cannot_be_is_refused() {
    let mut program = std::process::Command::new(env!("CARGO_BIN_EXE_kibitz"));
    let output = program
        .args(["--otlp-endpoint", "https://x"])
        .output()
        .unwrap();
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(!output.status.success());
    assert!(said.contains("TLS is not spoken here"), "{said}");
}
