//! One session: commands in, answers out, at most one search at a time.

use std::pin::Pin;

use shakmaty::Position as _;
use thiserror::Error;
use tokio::io::{AsyncBufRead, AsyncBufReadExt as _, AsyncWrite, AsyncWriteExt as _};
use tokio::sync::watch;
use tokio_util::sync::CancellationToken;

use super::player::{Failure, Player, Seat};
use super::settings::{Effect, Settings};
use super::{setup, speech};
use crate::analysis::{Limits, Report, Task};
use crate::engine::EngineError;
use crate::position::{CastlingStyle, Position};
use crate::search;
use crate::uci::{Command, Go, Output};

/// Why a session ended before `quit`.
#[derive(Debug, Error)]
pub enum SessionError {
    /// The stream broke.
    #[error("the stream broke: {0}")]
    Stream(#[from] std::io::Error),
    /// The engine failed.
    #[error("the engine failed: {0}")]
    Engine(#[from] EngineError),
}

/// The player, when its search has ended, and what it found.
type Ended = (Player, Result<Report, Failure>);

/// A search in flight; it holds the player.
struct Running {
    done: Pin<Box<dyn Future<Output = Ended> + Send>>,
    stop: CancellationToken,
    progress: watch::Receiver<Option<Report>>,
    go: Go,
    /// The result of a search that may not be told before `stop` or `ponderhit`.
    held: Option<Report>,
    castling: CastlingStyle,
}

enum State {
    Idle(Player),
    Searching(Running),
}

/// One UCI session on a stream of lines.
#[derive(Debug)]
pub struct Session<W> {
    out: W,
    settings: Settings,
    position: Result<Position, String>,
    /// `None`: it starts an engine of its own.
    seat: Option<Seat>,
}

enum Event {
    Line(Option<String>),
    Progress,
    Done(Box<Ended>),
}

impl<W: AsyncWrite + Unpin> Session<W> {
    /// A session with an engine of its own, which answers on `out`.
    pub fn new(out: W) -> Self {
        Self {
            out,
            settings: Settings::default(),
            position: Ok(Position::default()),
            seat: None,
        }
    }

    /// A session that searches by the pool, within its ceilings: options are clamped to them, of the engine's own there
    /// are those that any client may set, and what only serves to use the machine (`go perft`) is refused.
    pub async fn over(seat: Seat, out: W) -> Self {
        Self {
            settings: Settings::over(&seat).await,
            seat: Some(seat),
            ..Self::new(out)
        }
    }

    /// Runs until `quit`, or until the input ends and the search that was asked for is done.
    ///
    /// # Errors
    ///
    /// See [`SessionError`].
    pub async fn run(mut self, input: impl AsyncBufRead + Unpin) -> Result<(), SessionError> {
        let mut lines = input.split(b'\n');
        let mut state = State::Idle(self.player().await?);
        let mut open = true;
        loop {
            if !open && matches!(state, State::Idle(_)) {
                return Ok(());
            }
            let event = match &mut state {
                State::Idle(_) => Event::Line(next_line(&mut lines).await?),
                State::Searching(running) => tokio::select! {
                    biased;
                    line = next_line(&mut lines), if open => Event::Line(line?),
                    Ok(()) = running.progress.changed() => Event::Progress,
                    ended = &mut running.done, if running.held.is_none() => Event::Done(Box::new(ended)),
                },
            };
            state = match event {
                Event::Line(None) => {
                    open = false;
                    self.input_ended(state).await?
                }
                Event::Line(Some(line)) => match Command::parse(&line) {
                    Ok(Command::Quit) => return Ok(()),
                    Ok(command) => self.obey(state, command).await?,
                    Err(error) if line.trim().is_empty() => {
                        drop(error);
                        state
                    }
                    Err(error) => {
                        self.say(&[speech::words(&error.to_string())]).await?;
                        state
                    }
                },
                Event::Progress => self.show_progress(state).await?,
                Event::Done(ended) => self.search_ended(state, *ended).await?,
            };
        }
    }

    async fn player(&mut self) -> Result<Player, EngineError> {
        match self.seat.take() {
            Some(seat) => Ok(Player::Pool(Box::new(seat))),
            None => Player::own(self.settings.hash).await,
        }
    }

    /// Nobody can say `stop` any more: endless searches end now, others when they are done.
    async fn input_ended(&mut self, state: State) -> Result<State, SessionError> {
        match state {
            State::Searching(running) if running.go.infinite || running.go.ponder => {
                self.finish(running).await.map(State::Idle)
            }
            State::Searching(_) | State::Idle(_) => Ok(state),
        }
    }

    async fn obey(&mut self, state: State, command: Command) -> Result<State, SessionError> {
        match command {
            Command::Uci => self.say(&speech::introduction(&self.settings)).await?,
            Command::IsReady => self.say(&[Output::ReadyOk]).await?,
            Command::DebugOn | Command::DebugOff | Command::Quit => {}
            Command::Stop => return self.idle(state).await.map(State::Idle),
            Command::PonderHit => return self.ponder_hit(state).await,
            Command::NewGame => {
                let mut engine = self.idle(state).await?;
                engine.clean().await?;
                return Ok(State::Idle(engine));
            }
            Command::SetOption { name, value } => {
                let engine = self.idle(state).await?;
                let effect = self.settings.set(&name, value.as_ref());
                return self
                    .take_effect(engine, effect, name.as_str())
                    .await
                    .map(State::Idle);
            }
            Command::Position { root, moves } => {
                let engine = self.idle(state).await?;
                self.position = setup::position(&root, &moves, self.settings.variant);
                if let Err(fault) = &self.position {
                    let fault = speech::words(&format!("position not taken: {fault}"));
                    self.say(&[fault]).await?;
                }
                return Ok(State::Idle(engine));
            }
            Command::Go(go) => {
                let engine = self.idle(state).await?;
                return self.go(engine, *go).await;
            }
        }
        Ok(state)
    }

    async fn take_effect(
        &mut self,
        mut engine: Player,
        effect: Effect,
        name: &str,
    ) -> Result<Player, SessionError> {
        match effect {
            Effect::Nothing => {}
            Effect::Clear => engine.clean().await?,
            Effect::Resize => {
                engine = engine.resize(self.settings.hash).await?;
            }
            Effect::Unknown => {
                let text = format!("no option {name:?}, or not with that value");
                self.say(&[speech::words(&text)]).await?;
            }
        }
        Ok(engine)
    }

    async fn go(&mut self, engine: Player, go: Go) -> Result<State, SessionError> {
        let Ok(position) = &self.position else {
            self.say(&[speech::words("there is no position to search")])
                .await?;
            self.say(&[speech::best_move(
                &Report::terminal(),
                CastlingStyle::Standard,
            )])
            .await?;
            return Ok(State::Idle(engine));
        };
        if go.perft.is_some() && matches!(engine, Player::Pool(_)) {
            self.say(&[speech::words("there is no perft here")]).await?;
            return Ok(State::Idle(engine));
        }
        if let Some(depth) = go.perft {
            let board = position.board().clone();
            let depth = depth.clamp(1, 20);
            let counts = tokio::task::spawn_blocking(move || search::perft_divide(&board, depth));
            self.say_perft(&counts.await.unwrap_or_default()).await?;
            return Ok(State::Idle(engine));
        }
        let castling = CastlingStyle::of(self.settings.variant);
        if !setup::has_moves(position) {
            self.say(&[speech::best_move(&Report::terminal(), castling)])
                .await?;
            return Ok(State::Idle(engine));
        }
        let limits = if go.ponder || go.infinite {
            Limits {
                infinite: true,
                ..Limits::default()
            }
        } else {
            setup::limits(&go, position.board().turn(), &self.settings)
        };
        let task = setup::task(position, &go, limits, &self.settings);
        Ok(State::Searching(start(engine, task, go, castling)))
    }

    /// The move that was pondered on was played: search on with the clock, from a warm table.
    async fn ponder_hit(&mut self, state: State) -> Result<State, SessionError> {
        let State::Searching(running) = state else {
            return Ok(state);
        };
        if !running.go.ponder {
            return Ok(State::Searching(running));
        }
        let go = Go {
            ponder: false,
            ..running.go.clone()
        };
        running.stop.cancel();
        let (engine, report) = running.done.await;
        self.judged(report, &running.progress).await?;
        self.go(engine, go).await
    }

    async fn show_progress(&mut self, state: State) -> Result<State, SessionError> {
        let State::Searching(mut running) = state else {
            return Ok(state);
        };
        let report = running.progress.borrow_and_update().clone();
        if let Some(report) = report {
            self.say(&speech::infos(&report, running.castling)).await?;
        }
        Ok(State::Searching(running))
    }

    async fn search_ended(&mut self, state: State, ended: Ended) -> Result<State, SessionError> {
        let (engine, report) = ended;
        let report = match &state {
            State::Searching(running) => self.judged(report, &running.progress.clone()).await?,
            State::Idle(_) => return Ok(state),
        };
        match state {
            // Nothing may be told before `stop`; the engine waits in a future that is done.
            State::Searching(mut running) if running.go.infinite || running.go.ponder => {
                running.held = Some(report.clone());
                running.done = Box::pin(std::future::ready((engine, Ok(report))));
                Ok(State::Searching(running))
            }
            State::Searching(running) => {
                self.conclude(&report, running.castling).await?;
                Ok(State::Idle(engine))
            }
            State::Idle(idle) => Ok(State::Idle(idle)),
        }
    }

    /// Stops a search if there is one, and says what it found.
    async fn idle(&mut self, state: State) -> Result<Player, SessionError> {
        match state {
            State::Idle(engine) => Ok(engine),
            State::Searching(running) => self.finish(running).await,
        }
    }

    async fn finish(&mut self, running: Running) -> Result<Player, SessionError> {
        running.stop.cancel();
        let (engine, report) = running.done.await;
        let report = self.judged(report, &running.progress).await?;
        self.conclude(&report, running.castling).await?;
        Ok(engine)
    }

    /// What a search has found. Where the pool had nothing for it that is said, and what was known before is the
    /// answer.
    async fn judged(
        &mut self,
        report: Result<Report, Failure>,
        progress: &watch::Receiver<Option<Report>>,
    ) -> Result<Report, SessionError> {
        match report {
            Ok(report) => Ok(report),
            Err(Failure::Engine(error)) => Err(error.into()),
            Err(Failure::Pool(error)) => {
                self.say(&[speech::words(&error.to_string())]).await?;
                let known = progress.borrow().clone();
                Ok(known.unwrap_or_else(Report::terminal))
            }
        }
    }

    async fn conclude(
        &mut self,
        report: &Report,
        castling: CastlingStyle,
    ) -> Result<(), SessionError> {
        let mut lines = speech::infos(report, castling);
        lines.push(speech::best_move(report, castling));
        self.say(&lines).await
    }

    async fn say_perft(&mut self, counts: &[(shakmaty::Move, u64)]) -> Result<(), SessionError> {
        let castling = CastlingStyle::of(self.settings.variant);
        let mut text = String::new();
        for (m, count) in counts {
            text.push_str(&format!("{}: {count}\n", castling.uci(*m)));
        }
        let total: u64 = counts.iter().map(|(_, count)| count).sum();
        text.push_str(&format!("\nNodes searched: {total}\n\n"));
        self.out.write_all(text.as_bytes()).await?;
        Ok(self.out.flush().await?)
    }

    async fn say(&mut self, lines: &[Output]) -> Result<(), SessionError> {
        let text: String = lines.iter().map(|line| format!("{line}\n")).collect();
        self.out.write_all(text.as_bytes()).await?;
        Ok(self.out.flush().await?)
    }
}

fn start(mut engine: Player, task: Task, go: Go, castling: CastlingStyle) -> Running {
    let stop = CancellationToken::new();
    let (sender, progress) = watch::channel(None);
    let token = stop.clone();
    let done = Box::pin(async move {
        let report = engine.analyse(&task, &token, &sender).await;
        (engine, report)
    });
    Running {
        done,
        stop,
        progress,
        go,
        held: None,
        castling,
    }
}

async fn next_line<R: AsyncBufRead + Unpin>(
    lines: &mut tokio::io::Split<R>,
) -> std::io::Result<Option<String>> {
    let line = lines.next_segment().await?;
    Ok(line.map(|line| {
        String::from_utf8_lossy(&line)
            .trim_end_matches('\r')
            .to_owned()
    }))
}
