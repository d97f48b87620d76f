//! `kibitz serve`: its one line, its end on SIGTERM, and its engines' end on SIGKILL.

use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::TcpStream;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use crate::support::fake_engine;

pub(super) struct Served {
    pub(super) process: Child,
    pub(super) address: String,
    greeting: String,
}

impl Served {
    pub(super) fn start(arguments: &[&str]) -> Self {
        let mut process = Command::new(env!("CARGO_BIN_EXE_kibitz"))
            .env("KIBITZ_LISTEN", "127.0.0.1:0")
            .args(["--hash", "4", "--slots", "2"])
            .args(arguments)
            .env("PATH", "/nonexistent")
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        let mut greeting = String::new();
        BufReader::new(process.stdout.take().unwrap())
            .read_line(&mut greeting)
            .unwrap();
        let address = greeting
            .split("http://")
            .nth(1)
            .unwrap()
            .split(' ')
            .next()
            .unwrap()
            .to_owned();
        Self {
            process,
            address,
            greeting,
        }
    }

    fn ask(&self, target: &str) -> TcpStream {
        let mut stream = TcpStream::connect(&self.address).unwrap();
        stream
            .set_read_timeout(Some(Duration::from_secs(20)))
            .unwrap();
        write!(
            stream,
            "GET {target} HTTP/1.1\r\nHost: t\r\nConnection: close\r\n\r\n"
        )
        .unwrap();
        stream
    }

    pub(super) fn get(&self, target: &str) -> String {
        let mut reply = String::new();
        self.ask(target).read_to_string(&mut reply).unwrap();
        reply
    }

    pub(super) fn signal(&self, signal: rustix::process::Signal) {
        let pid = rustix::process::Pid::from_child(&self.process);
        rustix::process::kill_process(pid, signal).unwrap();
    }
}

impl Drop for Served {
    fn drop(&mut self) {
        drop(self.process.kill());
        drop(self.process.wait());
    }
}

/// A word on the engine's command line by which it is found, and a log file with it in its name.
fn marked(test: &str) -> (String, String) {
    let marker = format!("kibitz-{test}-{}", std::process::id());
    let log = std::env::temp_dir().join(&marker);
    (marker, log.display().to_string())
}

/// The scripted engines whose command line holds a text.
fn processes(with: &str) -> Vec<u32> {
    let all = std::fs::read_dir("/proc").unwrap().filter_map(|entry| {
        let pid: u32 = entry.ok()?.file_name().to_str()?.parse().ok()?;
        let line = std::fs::read(format!("/proc/{pid}/cmdline")).ok()?;
        Some((pid, String::from_utf8_lossy(&line).replace('\0', " ")))
    });
    let fake = env!("CARGO_BIN_EXE_fake-engine");
    all.filter(|(_, line)| line.starts_with(fake) && line.contains(with))
        .map(|(pid, _)| pid)
        .collect()
}

fn gone_within(with: &str, time: Duration) -> bool {
    let start = Instant::now();
    while start.elapsed() < time {
        if processes(with).is_empty() {
            return true;
        }
        std::thread::sleep(Duration::from_millis(20));
    }
    false
}

#[test]
fn one_line_with_the_address_and_a_command_to_try() {
    let served = Served::start(&[]);
    assert!(
        served.greeting.contains("curl 'http://127.0.0.1:"),
        "{}",
        served.greeting
    );
    assert!(served.get("/healthz").contains("200 OK"));
    let health = Command::new(env!("CARGO_BIN_EXE_kibitz"))
        .args(["health", "--listen", &served.address])
        .status();
    assert!(health.unwrap().success());
}

#[test]
fn sigterm_ends_a_search_with_its_partial_result() {
    let mut served = Served::start(&["--drain", "0"]);
    let mut waiting = served.ask("/v1/bestmove?movetime=30000&engine=embedded");
    while !served.get("/v1/engines").contains("\"busy\":1,\"queued\"") {
        std::thread::sleep(Duration::from_millis(10));
    }
    served.signal(rustix::process::Signal::TERM);
    let mut reply = String::new();
    waiting.read_to_string(&mut reply).unwrap();
    assert!(
        reply.contains("200 OK") && reply.contains("\"cancelled\""),
        "{reply}"
    );
    assert_eq!(served.process.wait().unwrap().code(), Some(0));
}

#[test]
fn engines_die_with_us_even_on_sigkill() {
    let (marker, log) = marked("kill");
    let engine = format!("scripted={} --log {log}", fake_engine(Some("think")));
    let mut served = Served::start(&["--engine", &engine]);
    let _search = served.ask("/v1/bestmove?movetime=30000&engine=scripted");
    let start = Instant::now();
    while !served.get("/v1/engines").contains("\"busy\":1,\"queued\"") {
        assert!(start.elapsed() < Duration::from_secs(10));
        std::thread::sleep(Duration::from_millis(10));
    }
    while processes(&marker).is_empty() {
        assert!(
            start.elapsed() < Duration::from_secs(10),
            "the engine does not run"
        );
        std::thread::sleep(Duration::from_millis(10));
    }
    served.process.kill().unwrap();
    served.process.wait().unwrap();
    assert!(
        gone_within(&marker, Duration::from_secs(3)),
        "left: {:?}",
        processes(&marker)
    );
}

#[test]
fn a_killed_engine_costs_no_answer() {
    let (marker, log) = marked("crash");
    let engine = format!("scripted={} -- --log {log}", fake_engine(None));
    let served = Served::start(&["--engine", &engine]);
    for round in 0..5 {
        let reply = served.get("/v1/bestmove?depth=3&engine=scripted");
        assert!(reply.contains("200 OK"), "round {round}: {reply}");
        for pid in processes(&marker) {
            let pid = rustix::process::Pid::from_raw(i32::try_from(pid).unwrap()).unwrap();
            let _ = rustix::process::kill_process(pid, rustix::process::Signal::KILL); // it may have ended already
        }
    }
    // What was killed has been reaped: no zombie is a child of the server.
    let children =
        std::fs::read_to_string(format!("/proc/{0}/task/{0}/children", served.process.id()));
    for child in children.unwrap_or_default().split_whitespace() {
        let stat = std::fs::read_to_string(format!("/proc/{child}/stat")).unwrap_or_default();
        assert!(!stat.contains(") Z "), "a zombie: {stat}");
    }
}

#[test]
fn engines_that_are_not_there_are_named() {
    let output = Command::new(env!("CARGO_BIN_EXE_kibitz"))
        .args(["--engine", "/no/such/engine"])
        .output()
        .unwrap();
    assert_eq!(output.status.code(), Some(1));
    assert!(String::from_utf8_lossy(&output.stderr).contains("/no/such/engine"));
}

#[test]
fn options_say_what_they_expect() {
    for (option, value, expected) in [
        ("--slots", "0", "expected 1 to 65535"),
        ("--log", "inof", "expected off, error, warn"),
        ("--log", "info,kibitz::pool=verbose", "such as warn"),
        ("--listen", "8080", "such as 127.0.0.1:8080"),
        ("--listen", "no such host:1", "such as 127.0.0.1:8080"),
    ] {
        let output = Command::new(env!("CARGO_BIN_EXE_kibitz"))
            .args([option, value])
            .output()
            .unwrap();
        let said = String::from_utf8_lossy(&output.stderr);
        assert!(said.contains(expected), "{option} {value}: {said}");
    }
}

#[test]
fn a_host_to_listen_on_may_be_named() {
    let server = Served::start(&["--listen", "localhost:0"]);
    assert!(server.get("/healthz").contains("ok"));
}
