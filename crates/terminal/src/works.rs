//! What runs behind either face of the program: the desk where the computer thinks, the connection
//! to a server, and the folder where games are kept.

use std::io;
use std::path::PathBuf;
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel};
use std::time::{Duration, Instant};

use ratatui::crossterm::event::Event;

use crate::connection::Connection;
use crate::desk::{Desk, MakeAnalyst, Thought};
use crate::moment::{Chance, Moment};
use crate::saved::Folder;
use crate::session::{FromServer, Place, Session};

/// How many messages may wait.
const MOST_WAITING: usize = 256;

/// What comes in from outside.
#[derive(Debug)]
pub(crate) enum Message {
    /// A key, the mouse, or another size of the screen.
    Event(Event),
    /// A line of plain input.
    Line(String),
    /// There is no more input.
    EndOfInput,
    /// The computer has thought, about the job of a number.
    Thought(u64, Thought),
    /// From the connection of a number to a server.
    Server(u64, FromServer),
    /// The system asks the program to end.
    Quit,
}

/// What runs behind.
pub(crate) struct Works {
    pub(crate) folder: Option<Folder>,
    pub(crate) inbox: Receiver<Message>,
    pub(crate) post: SyncSender<Message>,
    desk: Desk,
    connection: Option<(String, Connection)>,
    /// How many connections there have been.
    connections: u64,
    begun: Instant,
    /// Of which session and change the last that was kept is.
    kept: Option<(String, u64)>,
}

impl Works {
    pub(crate) fn new(folder: Option<PathBuf>, make: MakeAnalyst) -> io::Result<Works> {
        let (post, inbox) = sync_channel(MOST_WAITING);
        let thoughts = post.clone();
        let desk = Desk::new(make, move |number, thought| match thought {
            // There is always a next report.
            Thought::Lines(ref lines) if !lines.done => {
                drop(thoughts.try_send(Message::Thought(number, thought)));
            }
            _ => drop(thoughts.send(Message::Thought(number, thought))),
        });
        let quit = post.clone();
        // The first handler of a process counts; a test may have set one before.
        let handled = ctrlc::set_handler(move || drop(quit.send(Message::Quit)));
        match handled {
            Ok(()) | Err(ctrlc::Error::MultipleHandlers) => {}
            Err(why) => return Err(io::Error::other(why)),
        }
        Ok(Works {
            folder: folder.map(Folder::new),
            inbox,
            post,
            desk,
            connection: None,
            connections: 0,
            begun: Instant::now(),
            kept: None,
        })
    }

    /// The moment of a step.
    pub(crate) fn moment(&self) -> Moment {
        Moment { now: self.begun.elapsed(), chance: Chance::System }
    }

    /// Waits for what comes next, at most until a time of the program.
    pub(crate) fn next(&self, until: Option<Duration>) -> Option<Message> {
        let now = self.begun.elapsed();
        match until {
            None => Some(self.inbox.recv().unwrap_or(Message::Quit)),
            Some(until) => match self.inbox.recv_timeout(until.saturating_sub(now)) {
                Ok(message) => Some(message),
                Err(RecvTimeoutError::Timeout) => None,
                Err(RecvTimeoutError::Disconnected) => Some(Message::Quit),
            },
        }
    }

    /// Whether a thought is about what is wanted now.
    pub(crate) fn is_current(&self, number: u64) -> bool {
        self.desk.is_current(number)
    }

    /// Whether a message is of the connection that stands now, and not of one before it.
    pub(crate) fn is_connected(&self, number: u64) -> bool {
        self.connection.is_some() && self.connections == number
    }

    /// A name for a new game of a kind.
    pub(crate) fn new_name(&self, game: &str) -> String {
        match &self.folder {
            Some(folder) => folder.new_name(game),
            None => game.to_owned(),
        }
    }

    /// Sees to what a session wants: thoughts, a connection, to be kept. What went wrong with
    /// keeping it, in a sentence.
    pub(crate) fn attend(
        &mut self,
        session: Option<&mut Session>,
        lines: Option<usize>,
    ) -> Result<(), String> {
        let Some(session) = session else {
            self.desk.want(None);
            self.connection = None;
            return Ok(());
        };
        self.desk.want(session.job(lines));
        self.connect(session).map_err(|why| format!("There is no connection: {why}."))?;
        let change = (session.name.clone(), session.changes);
        if session.changes > 0 && self.kept.as_ref() != Some(&change) {
            self.kept = Some(change);
            self.keep(session)?;
        }
        Ok(())
    }

    fn connect(&mut self, session: &mut Session) -> io::Result<()> {
        let Place::Server(live) = &mut session.place else {
            self.connection = None;
            return Ok(());
        };
        let link = live.link.to_string();
        if self.connection.as_ref().is_none_or(|(to, _)| *to != link) {
            let post = self.post.clone();
            self.connections += 1;
            let number = self.connections;
            let tell = move |from| post.send(Message::Server(number, from)).is_ok();
            self.connection = Some((link, Connection::open(live.link.clone(), tell)?));
        }
        if let Some((_, connection)) = &self.connection {
            if let Some(whole) = &live.whole {
                connection.saw(whole.version().get());
            }
            live.outbox.drain(..).for_each(|text| connection.say(text));
        }
        Ok(())
    }

    /// Keeps a session as it is now.
    pub(crate) fn keep(&self, session: &Session) -> Result<(), String> {
        let (Some(folder), Some(saved)) = (&self.folder, session.saved(self.begun.elapsed()))
        else {
            return Ok(());
        };
        folder.save(&session.name, &saved).map_err(|why| {
            format!("The game cannot be saved in {}: {why}.", folder.place().display())
        })
    }
}
