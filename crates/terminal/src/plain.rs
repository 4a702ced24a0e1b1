//! The plain face: lines in, sentences out. It works in a pipe and with a screen reader.

use std::io::{self, BufRead, IsTerminal, Write};
use std::sync::mpsc::SyncSender;

use crownhead_games::GameId;

use crate::begin::Begin;
use crate::desk::{Job, Task, Thought};
use crate::pieces;
use crate::session::{Choice, Connection, Place, Session, Told};
use crate::words::{self, WORDS, Word};
use crate::works::{Message, Works};
use crate::{Setting, Start, Trouble, print};

/// The longest line that is looked at.
const LONGEST_LINE: usize = 1000;
/// How many ways to go on are told.
const LINES: usize = 3;
/// How deep they are looked at before they are told.
const DEEP: u32 = 12;
/// How many legal moves are listed.
const MOST_MOVES: usize = 60;

/// Plays by lines, until the player leaves or the input ends.
pub fn plain(setting: Setting, out: &mut dyn Write) -> Result<(), Trouble> {
    let Setting { start, folder, analyst, .. } = setting;
    let works = Works::new(folder, analyst)?;
    let post = works.post.clone();
    std::thread::spawn(move || listen(&post));
    let prompt = io::stdin().is_terminal();
    let mut plain =
        Plain { works, out, prompt, said: String::new(), held: Vec::new(), lines: false };
    let session = match start {
        Start::Menu => plain.choose()?,
        Start::Begin(begin) => Some(plain.works.begin(&begin).map_err(Trouble::Asked)?),
        Start::Resume(name) => Some(plain.works.resume(name.as_deref()).map_err(Trouble::Asked)?),
        Start::Join(link) => Some(plain.works.join(link)),
    };
    match session {
        Some(session) => plain.run(session),
        None => Ok(()),
    }
}

/// Sends the lines of the input.
fn listen(post: &SyncSender<Message>) {
    for line in io::stdin().lock().lines() {
        let Ok(line) = line else { break };
        let line: String = line.chars().take(LONGEST_LINE).collect();
        if post.send(Message::Line(line)).is_err() {
            return;
        }
    }
    let _ = post.send(Message::EndOfInput);
}

struct Plain<'a> {
    works: Works,
    out: &'a mut dyn Write,
    /// Whether somebody types, who is to see where.
    prompt: bool,
    /// Where the match stands, as it was said last.
    said: String,
    /// Lines that wait until the computer has moved.
    held: Vec<Message>,
    /// Whether the best ways to go on were asked for.
    lines: bool,
}

impl Plain<'_> {
    /// Which game? None if the input ends.
    fn choose(&mut self) -> Result<Option<Session>, Trouble> {
        writeln!(self.out, "Which game? Type its number or its name.")?;
        for (id, number) in GameId::ALL.iter().zip(1..) {
            writeln!(self.out, "{number}. {}: {}", id.title(), id.about())?;
        }
        loop {
            self.ask()?;
            let line = match self.works.next(None) {
                Some(Message::Line(line)) => line,
                Some(Message::EndOfInput | Message::Quit) => return Ok(None),
                _ => continue,
            };
            let chosen = match words::read(&line) {
                Word::Number(number) => number.checked_sub(1).and_then(|n| GameId::ALL.get(n)),
                Word::Quit => return Ok(None),
                _ => GameId::ALL.iter().find(|id| id.name() == line.trim()),
            };
            match chosen {
                Some(id) => {
                    let begin = Begin::new(id.rules());
                    return self.works.begin(&begin).map(Some).map_err(Trouble::Asked);
                }
                None => writeln!(self.out, "There is no such game; the numbers go from 1 to 8.")?,
            }
        }
    }

    fn run(&mut self, mut session: Session) -> Result<(), Trouble> {
        self.greet(&mut session)?;
        loop {
            if let Err(why) = self.attend(&mut session) {
                writeln!(self.out, "{why}")?;
            }
            self.speak(&mut session)?;
            if let Place::Server(live) = &session.place
                && let Connection::Refused(why) = &live.connection
            {
                return Err(Trouble::Asked(why.clone()));
            }
            let Some(message) = self.next(&session) else {
                session.tick(&self.works.moment());
                continue;
            };
            let goes_on = self.hear(&mut session, message)?;
            if !goes_on {
                return self.leave(&session);
            }
        }
    }

    fn attend(&mut self, session: &mut Session) -> Result<(), String> {
        self.works.attend(Some(session), self.lines.then_some(LINES))
    }

    /// The next message; what is typed waits while the computer thinks.
    fn next(&mut self, session: &Session) -> Option<Message> {
        let busy = self.is_busy(session);
        if !busy && !self.held.is_empty() {
            return Some(self.held.remove(0));
        }
        let message = self.works.next(session.due())?;
        match message {
            // The channel holds the rest: nothing more is taken in.
            Message::Line(_) | Message::EndOfInput if busy => {
                self.held.push(message);
                self.next(session)
            }
            message => Some(message),
        }
    }

    fn is_busy(&self, session: &Session) -> bool {
        let lines = self.lines.then_some(LINES);
        matches!(
            session.job(lines),
            Some(Job {
                task: Task::Move { .. } | Task::Draw | Task::Hint | Task::Lines { .. },
                ..
            })
        )
    }

    /// Whether it goes on.
    fn hear(&mut self, session: &mut Session, message: Message) -> Result<bool, Trouble> {
        let mut moment = self.works.moment();
        match message {
            Message::Line(line) => return self.obey(session, &line),
            Message::Thought(number, thought) if self.works.is_current(number) => match &thought {
                Thought::Lines(lines) if self.lines && (lines.done || lines.depth >= DEEP) => {
                    self.lines = false;
                    for way in &lines.ways {
                        writeln!(self.out, "{}: {}.", way.worth, way.moves.join(", "))?;
                    }
                }
                thought => session.thought(thought, &mut moment),
            },
            Message::Server(_, from) => session.hear(from, &mut moment),
            Message::Thought(..) | Message::Event(_) => {}
            Message::EndOfInput | Message::Quit => return Ok(false),
        }
        Ok(true)
    }

    /// Does what a line says. Whether it goes on.
    fn obey(&mut self, session: &mut Session, line: &str) -> Result<bool, Trouble> {
        let mut moment = self.works.moment();
        match words::read(line) {
            Word::Nothing => self.said.clear(),
            Word::Number(number) => {
                let choices = session.choices(moment.now);
                match number.checked_sub(1).and_then(|number| choices.get(number)) {
                    Some(choice) => session.act(&choice.deed, &mut moment),
                    None => writeln!(self.out, "There is no choice {number} now.")?,
                }
            }
            Word::Board => self.draw(session)?,
            Word::Pieces => self.tell_pieces(session)?,
            Word::Moves => self.tell_moves(session)?,
            Word::Why(text) => session.why(&text),
            Word::Hint => session.ask_hint(),
            Word::Lines if !session.may_be_helped() => {
                session.told =
                    Some(Told::saying("There is no analysis in a match between people."));
            }
            Word::Lines => self.lines = session.board().is_some_and(|b| b.outcome().is_none()),
            Word::Undo => session.take_back(&mut moment),
            Word::Draw => session.offer_draw(&mut moment),
            Word::Resign => session.resign(&mut moment),
            Word::Stack(square) => {
                let lies = session.board().and_then(|board| pieces::on(board, &square));
                let none = || "There is no such square on the board.".to_owned();
                session.told = Some(Told::saying(lies.unwrap_or_else(none)));
            }
            Word::Flip => session.told = Some(Told::saying("Plain boards are not turned.")),
            Word::Help => self.help()?,
            Word::Quit | Word::Menu => return Ok(false),
            Word::Move(text) => session.play(&text, &mut moment),
        }
        Ok(true)
    }

    fn greet(&mut self, session: &mut Session) -> Result<(), Trouble> {
        match &session.place {
            Place::Here(here) => {
                let rules = here.whole.state().settings.play;
                let options: Vec<_> =
                    rules.options().map(|(key, value)| format!("{key} {value}")).collect();
                let with = if options.is_empty() { "" } else { ", with " };
                let title = rules.game().title();
                writeln!(
                    self.out,
                    "{title}{with}{}. Type help for the words.",
                    options.join(", ")
                )?;
            }
            Place::Server(live) => {
                writeln!(self.out, "Joining the match at {}.", live.link.host())?;
            }
        }
        Ok(())
    }

    /// Says what is new, and where the match stands if that is new.
    fn speak(&mut self, session: &mut Session) -> Result<(), Trouble> {
        for sentence in session.news.drain(..) {
            if session.told.as_ref().is_some_and(|told| told.says.contains(&sentence)) {
                session.told = None;
            }
            writeln!(self.out, "{}", printable(&sentence))?;
            self.said.clear();
        }
        if let Some(told) = session.told.take() {
            writeln!(self.out, "{}", printable(&told.says))?;
            if !told.candidates.is_empty() {
                let few: Vec<_> = told.candidates.iter().take(8).cloned().collect();
                writeln!(self.out, "Perhaps you mean {}.", few.join(" or "))?;
            }
            if let Some(rule) = told.rule {
                writeln!(self.out, "Rule {rule}.")?;
            }
            self.said.clear();
        }
        if !self.is_busy(session) {
            self.say_standing(session)?;
        }
        Ok(self.out.flush()?)
    }

    fn say_standing(&mut self, session: &Session) -> Result<(), Trouble> {
        let Some(standing) = session.standing() else { return Ok(()) };
        let choices = session.choices(self.works.moment().now);
        let mut said = if session.is_over() { String::new() } else { format!("{standing}\n") };
        for (Choice { label, .. }, number) in choices.iter().zip(1..) {
            said.push_str(&format!("{number}. {label}.\n"));
        }
        if said != self.said {
            self.out.write_all(printable(&said).as_bytes())?;
            self.said = said;
            self.ask()?;
        }
        Ok(())
    }

    fn ask(&mut self) -> io::Result<()> {
        if self.prompt {
            write!(self.out, "> ")?;
        }
        self.out.flush()
    }

    fn draw(&mut self, session: &Session) -> Result<(), Trouble> {
        match session.board() {
            Some(board) => print::board(board, &mut self.out)?,
            None => writeln!(self.out, "There is no board yet.")?,
        }
        self.said.clear();
        Ok(())
    }

    fn tell_pieces(&mut self, session: &Session) -> Result<(), Trouble> {
        for sentence in session.board().map(pieces::sentences).unwrap_or_default() {
            writeln!(self.out, "{sentence}")?;
        }
        Ok(())
    }

    fn tell_moves(&mut self, session: &Session) -> Result<(), Trouble> {
        let legal = session.board().map(crownhead_games::Game::legal).unwrap_or_default();
        let shown: Vec<_> = legal.iter().take(MOST_MOVES).cloned().collect();
        let more = match legal.len() - shown.len() {
            0 => String::new(),
            more => format!(" and {more} more"),
        };
        writeln!(self.out, "Legal moves: {}{more}.", shown.join(", "))?;
        Ok(())
    }

    fn help(&mut self) -> Result<(), Trouble> {
        for (word, does) in WORDS {
            writeln!(self.out, "{word}: {does}.")?;
        }
        Ok(())
    }

    fn leave(&mut self, session: &Session) -> Result<(), Trouble> {
        if let Err(why) = self.works.keep(session) {
            writeln!(self.out, "{why}")?;
        } else if self.works.folder.is_some() && session.changes > 0 {
            let name = &session.name;
            writeln!(self.out, "The game is saved as {name}.")?;
            if !session.is_over() {
                writeln!(self.out, "To go on: crownhead play --resume {name}")?;
            }
        }
        Ok(self.out.flush()?)
    }
}

/// A text from outside without what would move a terminal's cursor.
fn printable(text: &str) -> String {
    text.chars().filter(|letter| *letter == '\n' || !letter.is_control()).collect()
}
