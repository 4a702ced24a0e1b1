//! The state machine of the protocol: it turns each line into replies and actions, without clock,
//! threads or streams.

use std::time::Duration;

use crownhead_computer::{PositionAnalysis, SearchLimits};
use crownhead_games::Game;

use super::line::ProtocolLine;
use super::notation::MoveNotation;
use super::settings::{self, Settings};

/// An action for the program that runs the machine.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Action {
    /// Write a line.
    Say(ProtocolLine),
    /// Create an empty transposition table of so many MiB.
    ResizeTable(usize),
    /// Start a search. None is running.
    Search(Box<Job>),
    /// Start the clock of the running search.
    StartClock,
    /// Stop the running search soon.
    Halt,
    /// End the program.
    Quit,
}

/// A search to start.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Job {
    pub(crate) game: Game,
    pub(crate) limits: SearchLimits,
    pub(crate) threads: usize,
    /// Whether its time begins only with [`Action::StartClock`].
    pub(crate) ponder: bool,
    form: MoveNotation,
}

/// The engine's side of the protocol.
pub(crate) struct Machine {
    settings: Settings,
    /// `None` after an invalid position, so that no search runs on an old one.
    position: Option<(Game, MoveNotation)>,
    limits: SearchLimits,
    running: Option<Running>,
    waiting: Option<Job>,
}

struct Running {
    form: MoveNotation,
    pondering: bool,
    /// The result of a finished ponder search, held back until it is needed.
    answer: Option<ProtocolLine>,
}

impl Machine {
    pub(crate) fn new() -> Machine {
        let settings = Settings::default();
        Machine {
            settings,
            position: Some(start(&settings)),
            limits: SearchLimits::INFINITE,
            running: None,
            waiting: None,
        }
    }

    /// The requested size of the transposition table, in MiB.
    pub(crate) fn hash(&self) -> usize {
        self.settings.hash
    }

    /// The table could not be created. The old one stays, which has the default size at first.
    pub(crate) fn keep_hash(&mut self, kept: Option<usize>, reason: &str) -> ProtocolLine {
        self.settings.hash = kept.unwrap_or(Settings::default().hash);
        error_line(&format!("{reason}; hash stays at {}", self.settings.hash))
    }

    /// Handles a line. Unknown commands are ignored; errors are reported.
    pub(crate) fn handle_line(&mut self, text: &str) -> Vec<Action> {
        let actions = match ProtocolLine::read(text) {
            Ok(None) => Ok(Vec::new()),
            Ok(Some(line)) => {
                self.execute(&line).map_err(|error| format!("{}: {error}", line.command))
            }
            Err(bad) => Err(bad.to_string()),
        };
        actions.unwrap_or_else(|error| vec![report_error(&error)])
    }

    fn execute(&mut self, line: &ProtocolLine) -> Result<Vec<Action>, String> {
        match line.command.as_str() {
            "hub" => return Ok(self.introduce()),
            "ping" => return Ok(vec![say("pong")]),
            "init" => return Ok(vec![Action::ResizeTable(self.settings.hash), say("ready")]),
            "new-game" => return Ok(vec![Action::ResizeTable(self.settings.hash)]),
            "set-param" => return self.set(line),
            "pos" => self.set_position(line)?,
            "level" => self.limits = settings::level(line)?,
            "go" => return self.go(line),
            "ponder-hit" => return Ok(self.ponder_hit()),
            "stop" => return Ok(self.stop()),
            "quit" => return Ok(vec![Action::Quit]),
            _ => {}
        }
        Ok(Vec::new())
    }

    fn introduce(&self) -> Vec<Action> {
        let id = ProtocolLine::new("id")
            .with("name", "Crownhead")
            .with("version", env!("CARGO_PKG_VERSION"))
            .with("author", "the Crownhead developers");
        let params = self.settings.declared().map(Action::Say);
        [vec![Action::Say(id)], params.to_vec(), vec![say("wait")]].concat()
    }

    fn set(&mut self, line: &ProtocolLine) -> Result<Vec<Action>, String> {
        let name = line.get("name").ok_or("it needs name= and value=")?;
        let before = self.settings;
        self.settings.set(name, line.get("value").unwrap_or_default())?;
        if self.settings.rules != before.rules {
            self.position = Some(start(&self.settings));
        }
        let resized = self.settings.hash != before.hash;
        Ok(resized.then_some(Action::ResizeTable(self.settings.hash)).into_iter().collect())
    }

    fn set_position(&mut self, line: &ProtocolLine) -> Result<(), String> {
        self.position = None;
        if let Some(text) = line.get("variant") {
            self.settings.rules = settings::variant(text)?;
        }
        let (mut game, form) = match line.get("pos") {
            None => start(&self.settings),
            Some(text) => MoveNotation::read_position(self.settings.rules, text)?,
        };
        for (i, text) in form.split(line.get("moves").unwrap_or_default()).enumerate() {
            let short: String = text.chars().take(40).collect();
            let at = |error: String| format!("move {} ({}): {error}", i + 1, short.escape_debug());
            let own = form.parse_move(&game, text).map_err(at)?;
            game.play_ignoring_draws(&own).map_err(|refusal| at(refusal.to_string()))?;
        }
        self.position = Some((game, form));
        Ok(())
    }

    fn go(&mut self, line: &ProtocolLine) -> Result<Vec<Action>, String> {
        if !["think", "ponder", "analyze"].iter().any(|mode| line.has(mode)) {
            return Err("think, ponder or analyze?".to_owned());
        }
        let (game, form) = self.position.clone().ok_or("there is no position")?;
        if game.moves_ignoring_draws().is_empty() {
            return Err("the game is over in this position".to_owned());
        }
        let ponder = line.has("ponder");
        let (limits, threads) = (self.limits, self.settings.threads);
        let job = Job { game, limits, threads, ponder, form };
        if self.running.is_none() {
            return Ok(vec![self.begin(job)]);
        }
        if self.waiting.is_some() {
            return Err("another search already waits for the running one to end".to_owned());
        }
        let ended = self.stop();
        if self.running.is_none() {
            return Ok([ended, vec![self.begin(job)]].concat());
        }
        self.waiting = Some(job);
        Ok(ended)
    }

    fn begin(&mut self, job: Job) -> Action {
        self.running = Some(Running { form: job.form, pondering: job.ponder, answer: None });
        Action::Search(Box::new(job))
    }

    fn ponder_hit(&mut self) -> Vec<Action> {
        if let Some(job) = &mut self.waiting {
            job.ponder = false;
            return Vec::new();
        }
        match &mut self.running {
            Some(running) if running.pondering => {
                running.pondering = false;
                self.answer().unwrap_or_else(|| vec![Action::StartClock])
            }
            _ => Vec::new(),
        }
    }

    fn stop(&mut self) -> Vec<Action> {
        if let Some(job) = &mut self.waiting {
            // It still gets an answer, but no time.
            (job.ponder, job.limits) = (false, SearchLimits::depth(1));
            return Vec::new();
        }
        let Some(running) = &mut self.running else { return Vec::new() };
        running.pondering = false;
        self.answer().unwrap_or_else(|| vec![Action::Halt])
    }

    /// The result that was held back, if there is one.
    fn answer(&mut self) -> Option<Vec<Action>> {
        let answer = self.running.as_mut()?.answer.take()?;
        self.running = None;
        let next = self.waiting.take().map(|job| self.begin(job));
        Some([Action::Say(answer)].into_iter().chain(next).collect())
    }

    /// Handles a finished depth of the running search.
    pub(crate) fn progress(&self, thought: &PositionAnalysis, time: Duration) -> Option<Action> {
        let running = self.running.as_ref()?;
        let way = thought.variations.first()?;
        let seconds = time.as_secs_f64();
        let millions = thought.nodes as f64 / seconds.max(1e-6) / 1e6;
        let score = f64::from(way.score.value()) / 100.0;
        let mut info = ProtocolLine::new("info")
            .with("depth", thought.depth)
            .with("score", format!("{score:.2}"))
            .with("nodes", thought.nodes)
            .with("time", format!("{seconds:.3}"))
            .with("nps", format!("{millions:.3}"))
            .with("pv", running.form.moves(&way.moves))
            .with("kind", way.evaluation.kind());
        if let Some(value) = way.evaluation.value() {
            info = info.with("value", value.name());
        }
        if let Some(plies) = way.evaluation.plies() {
            info = info.with("plies", plies);
        }
        Some(Action::Say(info))
    }

    /// Handles the end of the running search.
    pub(crate) fn finished(&mut self, thought: &PositionAnalysis) -> Vec<Action> {
        let Some(running) = &mut self.running else { return Vec::new() };
        let moves = thought.variations.first().map(|way| way.moves.as_slice()).unwrap_or_default();
        let mut done = ProtocolLine::new("done");
        for (name, text) in ["move", "ponder"].into_iter().zip(moves) {
            done = done.with(name, running.form.move_text(text));
        }
        running.answer = Some(done);
        if running.pondering { Vec::new() } else { self.answer().unwrap_or_default() }
    }
}

fn start(settings: &Settings) -> (Game, MoveNotation) {
    (Game::start(settings.rules), MoveNotation::of(settings.rules))
}

fn say(command: &str) -> Action {
    Action::Say(ProtocolLine::new(command))
}

/// Reports an error, cut to a reasonable length.
pub(crate) fn report_error(message: &str) -> Action {
    Action::Say(error_line(message))
}

fn error_line(message: &str) -> ProtocolLine {
    let short: String = message.chars().take(300).collect();
    ProtocolLine::new("error").with("message", short)
}
