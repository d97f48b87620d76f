//! Plays a script: hears commands, carries out its rules, and answers the rest well.

use std::collections::HashMap;
use std::io::{self, Write as _};
use std::process::{Command as Program, exit};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::Duration;

use kibitz::uci::Command;

use crate::sane::Sane;
use crate::script::{Action, Script};

/// The engine while it runs.
pub(crate) struct Player {
    script: Script,
    heard: Mutex<HashMap<&'static str, u32>>,
    sane: Mutex<Sane>,
    stop: AtomicBool,
    deaf: AtomicBool,
}

impl Player {
    pub(crate) fn new(script: Script) -> Self {
        Self {
            script,
            heard: Mutex::default(),
            sane: Mutex::default(),
            stop: AtomicBool::new(false),
            deaf: AtomicBool::new(false),
        }
    }

    pub(crate) fn start(&self) {
        if let Some(actions) = self.script.actions("start", 1) {
            self.carry_out(actions, &Command::Uci);
        }
    }

    /// Takes one line; whether to go on. A search runs on a thread of its own.
    pub(crate) fn hear(self: &Arc<Self>, line: &str) -> bool {
        let Ok(command) = Command::parse(line) else {
            return true;
        };
        let name = name(&command);
        let time = {
            let mut heard = self.heard.lock().unwrap_or_else(PoisonError::into_inner);
            let times = heard.entry(name).or_default();
            *times += 1;
            *times
        };
        if matches!(command, Command::Go(_)) {
            self.stop.store(false, Ordering::SeqCst);
        }
        let actions = self.script.actions(name, time).map(<[Action]>::to_vec);
        let goes_on = actions.is_some() || command != Command::Quit;
        let player = Arc::clone(self);
        let act = move || match &actions {
            Some(actions) => player.carry_out(actions, &command),
            None => player.answer(&command),
        };
        if name == "go" {
            thread::spawn(act);
        } else {
            act();
        }
        goes_on
    }

    fn answer(&self, command: &Command) {
        match command {
            Command::Stop => {
                if !self.deaf.load(Ordering::SeqCst) {
                    self.stop.store(true, Ordering::SeqCst);
                }
            }
            Command::Go(go) => {
                let lines = self.sane().search(go);
                if go.infinite || go.ponder {
                    self.wait();
                }
                lines.iter().for_each(|line| say(line.as_bytes()));
            }
            _ => {
                let lines = self.sane().answer(command);
                lines.iter().for_each(|line| say(line.as_bytes()));
            }
        }
    }

    fn sane(&self) -> std::sync::MutexGuard<'_, Sane> {
        self.sane.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn wait(&self) {
        while !self.stop.load(Ordering::SeqCst) {
            thread::sleep(Duration::from_millis(1));
        }
    }

    fn carry_out(&self, actions: &[Action], command: &Command) {
        for action in actions {
            match action {
                Action::Say(text) => say(text),
                Action::Sleep(ms) => thread::sleep(Duration::from_millis(*ms)),
                Action::Exit(code) => exit(*code),
                Action::Crash => std::process::abort(),
                Action::Flood(text) => self.flood(text),
                Action::Long(letters) => say(&vec![b'x'; *letters]),
                Action::Spawn(words) => spawn(words),
                Action::Wait => self.wait(),
                Action::Deaf => self.deaf.store(true, Ordering::SeqCst),
                Action::Blind => loop {
                    thread::sleep(Duration::from_secs(1));
                },
                Action::Well => self.answer(command),
                Action::Tell => {
                    self.sane().tell();
                    self.answer(command);
                }
            }
        }
    }

    fn flood(&self, text: &[u8]) {
        let mut block = Vec::new();
        while block.len() < 32 * 1024 {
            block.extend_from_slice(text);
            block.push(b'\n');
        }
        while !self.stop.load(Ordering::SeqCst) {
            if io::stdout().write_all(&block).is_err() {
                exit(1);
            }
        }
    }
}

/// Writes one line. Whoever started us is gone when that fails.
fn say(text: &[u8]) {
    let mut out = io::stdout().lock();
    let written = out.write_all(text).and_then(|()| out.write_all(b"\n"));
    if written.and_then(|()| out.flush()).is_err() {
        exit(1);
    }
}

/// Starts a child and forgets it.
fn spawn(words: &[String]) {
    if let Some((program, args)) = words.split_first()
        && Program::new(program).args(args).spawn().is_err()
    {
        eprintln!("fake-engine: cannot start {program:?}");
    }
}

fn name(command: &Command) -> &'static str {
    match command {
        Command::Uci => "uci",
        Command::DebugOn | Command::DebugOff => "debug",
        Command::IsReady => "isready",
        Command::SetOption { .. } => "setoption",
        Command::NewGame => "ucinewgame",
        Command::Position { .. } => "position",
        Command::Go(_) => "go",
        Command::Stop => "stop",
        Command::PonderHit => "ponderhit",
        Command::Quit => "quit",
    }
}
