//! Another program as a player, over the Hub protocol.

use std::io::{BufReader, Write};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, sync_channel};
use std::thread;
use std::time::{Duration, Instant};

use crownhead_games::{GameId, Rules};

use super::clock::{MatchClock, Stopwatch};
use super::player::{Allowance, Forfeit, GameView};
use super::spec::{Budget, Spec};
use crate::failure::words;
use crate::hub::input::next_line;
use crate::hub::line::ProtocolLine;
use crate::hub::notation::MoveNotation;

/// The time limit for initialization, and for moves without a time limit of their own.
const PATIENCE: Duration = Duration::from_secs(600);
/// The time limit for the first reply.
const GREETING: Duration = Duration::from_secs(20);

/// A running program. Dropping it stops the process.
pub(crate) struct Program {
    child: Child,
    input: ChildStdin,
    lines: Receiver<ProtocolLine>,
    form: MoveNotation,
}

impl Program {
    /// Starts a program, and prepares it for a game. The error says what failed.
    pub(crate) fn start(spec: &Spec, rules: Rules) -> Result<Program, String> {
        let command = spec.program.as_deref().unwrap_or_default();
        let (name, args) = command.split_first().ok_or("cmd= needs a program")?;
        let about = |error: String| format!("{name}: {error}");
        let mut command = Command::new(name);
        // An interrupt is for the match, which lets the game at hand end.
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(&mut command, 0);
        let mut child = command
            .args(args)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .map_err(|error| about(format!("it cannot be started: {}", words(&error))))?;
        let (Some(input), Some(output)) = (child.stdin.take(), child.stdout.take()) else {
            return Err(about("it has no input or output".to_owned()));
        };
        let (sender, lines) = sync_channel(1024);
        thread::spawn(move || {
            let mut output = BufReader::new(output);
            while let Ok(Some(line)) = next_line(&mut output) {
                // The protocol wants lines that are not part of it to be ignored.
                let Ok(Ok(Some(line))) = line.map(|text| ProtocolLine::read(&text)) else {
                    continue;
                };
                if sender.send(line).is_err() {
                    break;
                }
            }
        });
        let mut program = Program { child, input, lines, form: MoveNotation::of(rules) };
        program.greet(spec, rules).map_err(about)?;
        Ok(program)
    }

    fn greet(&mut self, spec: &Spec, rules: Rules) -> Result<(), String> {
        let mut params = Vec::new();
        let gather = |line: ProtocolLine| {
            if line.command == "param" {
                params.push(line);
            }
        };
        // It may be gone before it is spoken to, or after: either way it does not answer.
        self.say(&ProtocolLine::new("hub"))
            .and_then(|()| self.until("wait", GREETING, gather))
            .map_err(|forfeit| format!("it does not answer “hub” with “wait” ({forfeit})"))?;
        let declared = |name: &str| params.iter().find(|param| param.get("name") == Some(name));
        let knows = |param: &ProtocolLine| {
            let values = param.get("values");
            values.is_none_or(|values| values.split(' ').any(|value| value == rules.game().name()))
        };
        if declared("variant").is_some_and(knows) {
            self.set("variant", &rules.to_string())?;
        } else if rules.game() != GameId::ENGLISH_CHECKERS {
            return Err(format!("it does not know the game {rules}"));
        }
        for (name, value) in [("threads", spec.threads), ("hash", spec.hash)] {
            if declared(name).is_some() {
                self.set(name, &value.to_string())?;
            }
        }
        self.say(&ProtocolLine::new("init"))
            .and_then(|()| self.until("ready", PATIENCE, |_| {}))
            .map_err(|forfeit| format!("it does not answer “init” with “ready” ({forfeit})"))?;
        Ok(())
    }

    fn set(&mut self, name: &str, value: &str) -> Result<(), String> {
        let line = ProtocolLine::new("set-param").with("name", name).with("value", value);
        self.say(&line).map_err(|forfeit| forfeit.to_string())
    }

    /// Starts a new game.
    pub(crate) fn new_game(&mut self) -> Result<(), Forfeit> {
        self.say(&ProtocolLine::new("new-game"))?;
        self.say(&ProtocolLine::new("ping"))?;
        self.until("pong", GREETING, |_| {}).map(drop)
    }

    /// Requests a move.
    pub(crate) fn think(
        &mut self,
        view: GameView<'_>,
        allowance: Allowance,
    ) -> Result<String, Forfeit> {
        let no_text = || Forfeit::Error("the game began in a phase without a text".to_owned());
        let start = self.form.position(view.start).ok_or_else(no_text)?;
        let mut position = ProtocolLine::new("pos").with("pos", start);
        if !view.moves.is_empty() {
            position = position.with("moves", self.form.moves(view.moves));
        }
        self.say(&position)?;
        self.say(&level(allowance))?;
        self.say(&ProtocolLine::new("go").flag("think"))?;
        // By processor time it is judged afterwards: a busy machine is not its fault.
        let most = allowance.most().filter(|_| allowance.clock == MatchClock::Wall);
        let done = self.until("done", most.unwrap_or(PATIENCE), |_| {})?;
        let text = done.get("move").ok_or_else(|| Forfeit::Error("done without move".into()))?;
        let own = self.form.parse_move(view.game, text);
        own.map_err(|_| Forfeit::Illegal(text.chars().take(40).collect()))
    }

    /// A stopwatch for the next move.
    pub(crate) fn stopwatch(&self, clock: MatchClock) -> Result<Stopwatch, Forfeit> {
        clock.start_for(self.child.id()).map_err(|error| {
            Forfeit::Error(format!("its processor time cannot be measured: {error}"))
        })
    }

    fn say(&mut self, line: &ProtocolLine) -> Result<(), Forfeit> {
        writeln!(self.input, "{line}").and_then(|()| self.input.flush()).map_err(|_| Forfeit::Crash)
    }

    /// Waits for a line, and passes earlier lines to `other`.
    fn until(
        &mut self,
        command: &str,
        time: Duration,
        mut other: impl FnMut(ProtocolLine),
    ) -> Result<ProtocolLine, Forfeit> {
        let end = Instant::now() + time;
        loop {
            let left = end.saturating_duration_since(Instant::now());
            match self.lines.recv_timeout(left) {
                Ok(line) if line.command == command => return Ok(line),
                Ok(line) if line.command == "error" => {
                    let error = line.get("message").unwrap_or_default();
                    return Err(Forfeit::Error(error.chars().take(100).collect()));
                }
                Ok(line) => other(line),
                Err(RecvTimeoutError::Timeout) => return Err(Forfeit::Time),
                Err(RecvTimeoutError::Disconnected) => return Err(Forfeit::Crash),
            }
        }
    }
}

fn level(allowance: Allowance) -> ProtocolLine {
    let level = ProtocolLine::new("level");
    let seconds = |time: Duration| format!("{:.3}", time.as_secs_f64());
    match allowance.budget {
        // A program is never asked for a level of Crownhead's.
        Budget::Level(_) => level.flag("infinite"),
        Budget::Depth(depth) => level.with("depth", depth),
        Budget::Nodes(nodes) => level.with("nodes", nodes),
        Budget::MoveTime(time) => level.with("move-time", seconds(time)),
        Budget::Clock { increment, .. } => {
            let left = allowance.left.unwrap_or_default();
            level.with("time", seconds(left)).with("inc", seconds(increment))
        }
    }
}

impl Drop for Program {
    fn drop(&mut self) {
        let _ = self.say(&ProtocolLine::new("quit"));
        for _ in 0..20 {
            if !matches!(self.child.try_wait(), Ok(None)) {
                return;
            }
            thread::sleep(Duration::from_millis(10));
        }
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
