//! The plain interface: lines in, sentences out, for pipes and screen readers.

use std::io::{self, BufRead, IsTerminal, Write};
use std::sync::mpsc::SyncSender;

use crownhead_games::{GameId, english};

use crate::analysis_worker::{AnalysisJob, AnalysisResult, AnalysisTask};
use crate::board_description;
use crate::match_options::MatchOptions;
use crate::runtime::{AppMessage, Runtime};
use crate::session::{Choice, ConnectionState, MatchBackend, Notice, Session};
use crate::typed_command::{self, TYPED_COMMANDS, TypedCommand};
use crate::{StartWith, TerminalError, TerminalOptions, print};

/// The longest input line; the rest is cut off.
const MAX_LINE: usize = 1000;
/// The number of analysis lines printed.
const ANALYSIS_LINES: usize = 3;
/// The search depth at which they are printed.
const ANALYSIS_DEPTH: u32 = 12;
/// The most legal moves listed.
const MAX_LISTED_MOVES: usize = 60;

/// Runs the plain interface until the player quits or the input ends.
pub fn run_plain(options: TerminalOptions, out: &mut dyn Write) -> Result<(), TerminalError> {
    let TerminalOptions { start, folder, analyst, .. } = options;
    let runtime = Runtime::new(folder, analyst)?;
    let sender = runtime.sender.clone();
    std::thread::spawn(move || listen(&sender));
    let prompt = io::stdin().is_terminal();
    let mut plain = PlainInterface {
        runtime,
        out,
        prompt,
        last_status: String::new(),
        held: Vec::new(),
        lines: false,
    };
    let session = match start {
        StartWith::Menu => plain.choose()?,
        StartWith::NewMatch(options) => {
            Some(plain.runtime.open_match(&options).map_err(TerminalError::Invalid)?)
        }
        StartWith::Resume(name) => Some(plain.runtime.resume(name.as_deref())?),
        StartWith::Join(link) => Some(plain.runtime.join(link)?),
    };
    match session {
        Some(session) => plain.run(session),
        None => Ok(()),
    }
}

/// Sends the input lines to the event loop.
fn listen(sender: &SyncSender<AppMessage>) {
    for line in io::stdin().lock().lines() {
        let Ok(line) = line else { break };
        let line: String = line.chars().take(MAX_LINE).collect();
        if sender.send(AppMessage::Line(line)).is_err() {
            return;
        }
    }
    let _ = sender.send(AppMessage::EndOfInput);
}

struct PlainInterface<'a> {
    runtime: Runtime,
    out: &'a mut dyn Write,
    /// Whether to print a prompt: someone types at a terminal.
    prompt: bool,
    /// The status printed last.
    last_status: String,
    /// Messages that wait until the computer has moved.
    held: Vec<AppMessage>,
    /// Whether the player asked for analysis lines.
    lines: bool,
}

impl PlainInterface<'_> {
    /// Asks which game to play; none if the input ends.
    fn choose(&mut self) -> Result<Option<Session>, TerminalError> {
        writeln!(self.out, "Which game? Type its number or its name.")?;
        for (id, number) in GameId::ALL.iter().zip(1..) {
            writeln!(self.out, "{number}. {}: {}", id.title(), id.about())?;
        }
        loop {
            self.print_prompt()?;
            let line = match self.runtime.next(None) {
                Some(AppMessage::Line(line)) => line,
                Some(AppMessage::EndOfInput | AppMessage::Quit) => return Ok(None),
                _ => continue,
            };
            let chosen = match typed_command::parse(&line) {
                TypedCommand::Number(number) => {
                    number.checked_sub(1).and_then(|n| GameId::ALL.get(n))
                }
                TypedCommand::Quit => return Ok(None),
                _ => GameId::ALL.iter().find(|id| id.name() == line.trim()),
            };
            let close = english::suggestions(&line, GameId::ALL.iter().map(|id| id.name()));
            match chosen {
                Some(id) => {
                    let options = MatchOptions::new(id.rules());
                    return self
                        .runtime
                        .open_match(&options)
                        .map(Some)
                        .map_err(TerminalError::Invalid);
                }
                None if !close.is_empty() => {
                    writeln!(self.out, "Unknown game. {}", english::did_you_mean(&close))?;
                }
                None => {
                    let all = GameId::ALL.len();
                    writeln!(self.out, "Unknown game. The numbers are 1 to {all}.")?;
                }
            }
        }
    }

    fn run(&mut self, mut session: Session) -> Result<(), TerminalError> {
        self.greet(&mut session)?;
        loop {
            if let Err(error) = self.sync_session(&mut session) {
                writeln!(self.out, "{error}")?;
            }
            self.print_new(&mut session)?;
            if let MatchBackend::Remote(remote) = &session.backend
                && let ConnectionState::Refused(error) = &remote.connection
            {
                return Err(TerminalError::Invalid(error.clone()));
            }
            let Some(message) = self.next(&session) else {
                session.tick(&self.runtime.context());
                continue;
            };
            let goes_on = self.receive(&mut session, message)?;
            if !goes_on {
                return self.leave(&session);
            }
        }
    }

    fn sync_session(&mut self, session: &mut Session) -> Result<(), String> {
        self.runtime.sync_session(Some(session), self.lines.then_some(ANALYSIS_LINES))
    }

    /// The next message. Typed lines wait while the computer thinks or a server has not answered, so
    /// that a piped game does not depend on timing. Urgent commands at a terminal, such as a draw offer, do not wait.
    fn next(&mut self, session: &Session) -> Option<AppMessage> {
        let busy = self.is_busy(session);
        if !busy && !self.held.is_empty() {
            return Some(self.held.remove(0));
        }
        let message = self.runtime.next(session.due())?;
        match message {
            AppMessage::Line(line) if busy && self.is_urgent_command(&line) => {
                Some(AppMessage::Line(line))
            }
            // The channel holds the rest.
            AppMessage::Line(_) | AppMessage::EndOfInput if busy => {
                self.held.push(message);
                self.next(session)
            }
            message => Some(message),
        }
    }

    /// Whether a line takes effect while others wait. Lines keep their order.
    fn is_urgent_command(&self, line: &str) -> bool {
        let word = typed_command::parse(line);
        let spoken = matches!(
            word,
            TypedCommand::Undo
                | TypedCommand::Draw
                | TypedCommand::Resign
                | TypedCommand::Abort
                | TypedCommand::Menu
                | TypedCommand::Quit
        );
        spoken && self.prompt && self.held.is_empty()
    }

    /// Whether typed lines wait.
    fn is_busy(&self, session: &Session) -> bool {
        if session.is_awaiting_server() {
            return true;
        }
        let lines = self.lines.then_some(ANALYSIS_LINES);
        matches!(
            session.job(lines),
            Some(AnalysisJob {
                task: AnalysisTask::Opponent { .. }
                    | AnalysisTask::Hint
                    | AnalysisTask::Lines { .. },
                ..
            })
        )
    }

    /// Handles a message; false ends the program.
    fn receive(
        &mut self,
        session: &mut Session,
        message: AppMessage,
    ) -> Result<bool, TerminalError> {
        let mut context = self.runtime.context();
        match message {
            AppMessage::Line(line) => return self.execute(session, &line),
            AppMessage::Analysis(number, result) => {
                if self
                    .runtime
                    .is_current(number, session.job(self.lines.then_some(ANALYSIS_LINES)))
                {
                    self.apply_analysis(session, &result)?;
                }
            }
            AppMessage::Server(_, from) => session.receive(from, &mut context),
            AppMessage::Event(_) => {}
            AppMessage::EndOfInput if !session.has_joined() => {
                let error = "the input ended before the server could be reached";
                return Err(TerminalError::Unreachable(error.to_owned()));
            }
            AppMessage::EndOfInput | AppMessage::Quit => return Ok(false),
        }
        Ok(true)
    }

    /// Handles an analysis result.
    fn apply_analysis(
        &mut self,
        session: &mut Session,
        result: &AnalysisResult,
    ) -> Result<(), TerminalError> {
        match result {
            AnalysisResult::Lines(lines)
                if self.lines && (lines.done || lines.depth >= ANALYSIS_DEPTH) =>
            {
                self.lines = false;
                for line in &lines.lines {
                    writeln!(self.out, "{}: {}.", line.verdict, line.moves.join(", "))?;
                }
            }
            result => session.apply_analysis(result, &mut self.runtime.context()),
        }
        Ok(())
    }

    /// Executes a typed line; false ends the program.
    fn execute(&mut self, session: &mut Session, line: &str) -> Result<bool, TerminalError> {
        let mut context = self.runtime.context();
        match typed_command::parse(line) {
            TypedCommand::Nothing => self.last_status.clear(),
            TypedCommand::Number(number) => {
                let choices = session.choices(context.now);
                match number.checked_sub(1).and_then(|number| choices.get(number)) {
                    Some(choice) => session.act(&choice.action, &mut context),
                    None => writeln!(self.out, "Choice {number} does not exist.")?,
                }
            }
            TypedCommand::Board
            | TypedCommand::Pieces
            | TypedCommand::Moves
            | TypedCommand::Lines
                if session.board().is_none() =>
            {
                session.notice = Some(session.choose_first(context.now));
            }
            TypedCommand::Board => self.draw(session)?,
            TypedCommand::Pieces => self.print_pieces(session)?,
            TypedCommand::Moves => self.print_moves(session)?,
            TypedCommand::Why(text) => session.explain(&text, context.now),
            TypedCommand::Hint => session.request_hint(),
            TypedCommand::Lines if !session.may_use_engine() => {
                session.notice =
                    Some(Notice::new("Analysis is not allowed in a match between people."));
            }
            TypedCommand::Lines => {
                self.lines = session.board().is_some_and(|b| b.outcome().is_none());
            }
            TypedCommand::Undo => session.take_back(&mut context),
            TypedCommand::Draw => session.offer_draw(&mut context),
            TypedCommand::Resign => session.resign(&mut context),
            TypedCommand::Abort => session.abort(&mut context),
            TypedCommand::Say(phrase) => session.say(&phrase, &mut context),
            TypedCommand::Stack(square) => {
                let lies = session
                    .board()
                    .and_then(|board| board_description::describe_square(board, &square));
                let none = || "The board has no such square.".to_owned();
                session.notice = Some(Notice::new(lies.unwrap_or_else(none)));
            }
            TypedCommand::Flip => {
                session.notice = Some(Notice::new("The plain interface cannot turn the board."));
            }
            TypedCommand::Help => self.help()?,
            TypedCommand::Quit | TypedCommand::Menu => return Ok(false),
            TypedCommand::Move(text) => session.play(&text, &mut context),
        }
        Ok(true)
    }

    fn greet(&mut self, session: &mut Session) -> Result<(), TerminalError> {
        match &session.backend {
            MatchBackend::Local(local) => {
                let rules = local.game_match.state().settings.play;
                let options: Vec<_> =
                    rules.options().map(|(key, value)| format!("{key} {value}")).collect();
                let with = if options.is_empty() { "" } else { ", with " };
                let title = rules.game().title();
                writeln!(
                    self.out,
                    "{title}{with}{}. Type help for a list of commands.",
                    options.join(", ")
                )?;
            }
            MatchBackend::Remote(remote) => {
                writeln!(self.out, "Joining the match at {}.", remote.link.host())?;
            }
        }
        Ok(())
    }

    /// Prints new notifications, and the status if it changed.
    fn print_new(&mut self, session: &mut Session) -> Result<(), TerminalError> {
        for sentence in session.notifications.drain(..) {
            if session.notice.as_ref().is_some_and(|notice| notice.message.contains(&sentence)) {
                session.notice = None;
            }
            writeln!(self.out, "{}", printable(&sentence))?;
            self.last_status.clear();
        }
        if let Some(notice) = session.notice.take() {
            writeln!(self.out, "{}", printable(&notice.message))?;
            if let Some(question) = notice.question() {
                writeln!(self.out, "{question}")?;
            }
            if let Some(rule) = notice.rule {
                writeln!(self.out, "Rule {rule}.")?;
            }
            self.last_status.clear();
        }
        if !self.is_busy(session) {
            self.print_status(session)?;
        }
        Ok(self.out.flush()?)
    }

    fn print_status(&mut self, session: &Session) -> Result<(), TerminalError> {
        let Some(status) = session.status() else { return Ok(()) };
        let choices = session.choices(self.runtime.context().now);
        let mut status_text = if session.is_over() { String::new() } else { format!("{status}\n") };
        for (Choice { label, .. }, number) in choices.iter().zip(1..) {
            status_text.push_str(&format!("{number}. {label}.\n"));
        }
        if status_text != self.last_status {
            self.out.write_all(printable(&status_text).as_bytes())?;
            self.last_status = status_text;
            self.print_prompt()?;
        }
        Ok(())
    }

    fn print_prompt(&mut self) -> io::Result<()> {
        if self.prompt {
            write!(self.out, "> ")?;
        }
        self.out.flush()
    }

    fn draw(&mut self, session: &Session) -> Result<(), TerminalError> {
        match session.board() {
            Some(board) => print::board(board, &mut self.out)?,
            None => writeln!(self.out, "The game has not begun yet.")?,
        }
        self.last_status.clear();
        Ok(())
    }

    fn print_pieces(&mut self, session: &Session) -> Result<(), TerminalError> {
        for sentence in session.board().map(board_description::describe_board).unwrap_or_default() {
            writeln!(self.out, "{sentence}")?;
        }
        Ok(())
    }

    fn print_moves(&mut self, session: &Session) -> Result<(), TerminalError> {
        let legal = session.board().map(crownhead_games::Game::legal_moves).unwrap_or_default();
        let shown: Vec<_> = legal.iter().take(MAX_LISTED_MOVES).cloned().collect();
        let more = match legal.len() - shown.len() {
            0 => String::new(),
            more => format!(" and {more} more"),
        };
        writeln!(self.out, "Legal moves: {}{more}.", shown.join(", "))?;
        Ok(())
    }

    fn help(&mut self) -> Result<(), TerminalError> {
        for (word, does) in TYPED_COMMANDS {
            writeln!(self.out, "{word}: {does}.")?;
        }
        Ok(())
    }

    fn leave(&mut self, session: &Session) -> Result<(), TerminalError> {
        let kept = self.runtime.save(session);
        if self.runtime.folder.is_some() && session.changes > 0 {
            kept.map_err(TerminalError::SavedGame)?;
            let name = &session.name;
            writeln!(self.out, "The game is saved as {name}.")?;
            if !session.is_over() {
                writeln!(self.out, "To continue: crownhead play --resume {name}")?;
            }
        }
        Ok(self.out.flush()?)
    }
}

/// A text without control characters, which could move the terminal's cursor.
fn printable(text: &str) -> String {
    text.chars().filter(|letter| *letter == '\n' || !letter.is_control()).collect()
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc::{Sender, channel};
    use std::time::Duration;

    use crownhead_computer::{Analyst, Level};

    use super::*;
    use crate::match_options::{OpponentChoice, SideChoice};

    /// The output for these lines, in a game that the player begins. The computer's analysis waits
    /// for the returned sender.
    fn output(prompt: bool, lines: &'static [&str]) -> (Sender<()>, String) {
        let (go, gone) = channel();
        let (done, is_done) = channel();
        std::thread::spawn(move || {
            let held = Box::new(move |_| {
                let _ = gone.recv();
                Analyst::new(1)
            });
            let runtime = Runtime::new(None, held).expect("works");
            for line in lines {
                runtime.sender.send(AppMessage::Line((*line).to_owned())).expect("room");
            }
            let options = MatchOptions {
                opponent: OpponentChoice::Computer(Level::WEAKEST),
                side: SideChoice::First,
                ..MatchOptions::new(GameId::StackEm.rules())
            };
            let session = runtime.open_match(&options).expect("a match");
            let mut out = Vec::new();
            let (held, lines) = (Vec::new(), false);
            let out_again = &mut out;
            let mut plain = PlainInterface {
                runtime,
                out: out_again,
                prompt,
                last_status: String::new(),
                held,
                lines,
            };
            plain.run(session).expect("a game");
            let _ = done.send(String::from_utf8(out).expect("text"));
        });
        if !prompt {
            go.send(()).expect("somebody waits");
        }
        let text = is_done.recv_timeout(Duration::from_secs(60)).expect("it ends");
        (go, text)
    }

    #[test]
    fn typed_commands_take_effect_while_the_computer_thinks() {
        let (_held, text) = output(true, &["11-15", "undo", "11-16", "resign", "quit"]);
        assert!(text.contains("You play 11-15.\nYou take the last move back.\n"), "{text}");
        assert!(text.contains("You play 11-16.\nYou resign, so the computer wins.\n"), "{text}");
        assert!(!text.contains("The computer plays"), "{text}");
    }

    #[test]
    fn a_pipe_waits_for_the_computer() {
        let (_go, text) = output(false, &["11-15", "undo", "quit"]);
        assert!(text.contains("You play 11-15.\nThe computer plays "), "{text}");
        assert!(text.contains("\nYou take the last move back.\n"), "{text}");
    }
}
