//! The runtime behind both interfaces: the message queue, the analysis worker, the server connection
//! and the folder of saved games.

use std::io;
use std::path::PathBuf;
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel};
use std::time::{Duration, Instant};

use ratatui::crossterm::event::Event;

use crate::analysis_worker::{AnalysisJob, AnalysisResult, AnalysisWorker, AnalystFactory};
use crate::clock_source::{RandomSource, StepContext};
use crate::connection::Connection;
use crate::saved::SaveFolder;
use crate::session::{ConnectionEvent, MatchBackend, Session};

/// The capacity of the message queue.
const MAX_QUEUED: usize = 256;

/// A message to the event loop.
#[derive(Debug)]
pub(crate) enum AppMessage {
    /// A key, the mouse, or a new window size.
    Event(Event),
    /// A line of plain input.
    Line(String),
    EndOfInput,
    /// A result of the analysis job with this number.
    Analysis(u64, AnalysisResult),
    /// An event of the server connection with this number.
    Server(u64, ConnectionEvent),
    /// The system asks the program to quit.
    Quit,
}

/// The workers and resources behind an interface.
pub(crate) struct Runtime {
    pub(crate) folder: Option<SaveFolder>,
    pub(crate) inbox: Receiver<AppMessage>,
    pub(crate) sender: SyncSender<AppMessage>,
    worker: AnalysisWorker,
    connection: Option<(String, Connection)>,
    /// The number of connections opened so far.
    connections: u64,
    begun: Instant,
    /// The session and change that were saved last.
    last_saved: Option<(String, u64)>,
}

impl Runtime {
    pub(crate) fn new(folder: Option<PathBuf>, make: AnalystFactory) -> io::Result<Runtime> {
        let (sender, inbox) = sync_channel(MAX_QUEUED);
        let thoughts = sender.clone();
        let worker = AnalysisWorker::new(make, move |number, thought| match thought {
            // A newer report follows, so this one may be dropped.
            AnalysisResult::Lines(ref lines) if !lines.done => {
                drop(thoughts.try_send(AppMessage::Analysis(number, thought)));
            }
            _ => drop(thoughts.send(AppMessage::Analysis(number, thought))),
        });
        let quit = sender.clone();
        // A process has one handler; a test may have installed it already.
        let handled = ctrlc::set_handler(move || drop(quit.send(AppMessage::Quit)));
        match handled {
            Ok(()) | Err(ctrlc::Error::MultipleHandlers) => {}
            Err(error) => return Err(io::Error::other(error)),
        }
        Ok(Runtime {
            folder: folder.map(SaveFolder::new),
            inbox,
            sender,
            worker,
            connection: None,
            connections: 0,
            begun: Instant::now(),
            last_saved: None,
        })
    }

    /// The time and random source of a step.
    pub(crate) fn context(&self) -> StepContext {
        StepContext { now: self.begun.elapsed(), random: RandomSource::System }
    }

    /// Waits for the next message, at most until the given time.
    pub(crate) fn next(&self, until: Option<Duration>) -> Option<AppMessage> {
        let now = self.begun.elapsed();
        match until {
            None => Some(self.inbox.recv().unwrap_or(AppMessage::Quit)),
            Some(until) => match self.inbox.recv_timeout(until.saturating_sub(now)) {
                Ok(message) => Some(message),
                Err(RecvTimeoutError::Timeout) => None,
                Err(RecvTimeoutError::Disconnected) => Some(AppMessage::Quit),
            },
        }
    }

    /// Whether a result belongs to the job that the current state needs. Later events may have made
    /// it obsolete.
    pub(crate) fn is_current(&mut self, number: u64, job: Option<AnalysisJob>) -> bool {
        self.worker.set_job(job);
        self.worker.is_current(number)
    }

    /// Replaces the analysis job.
    pub(crate) fn set_job(&mut self, job: Option<AnalysisJob>) {
        self.worker.set_job(job);
    }

    /// The number of the current analysis job.
    #[cfg(test)]
    pub(crate) fn job_number(&self) -> u64 {
        self.worker.number()
    }

    /// Whether a message comes from the current connection.
    pub(crate) fn is_connected(&self, number: u64) -> bool {
        self.connection.is_some() && self.connections == number
    }

    /// A name under which to save a new game.
    pub(crate) fn new_name(&self, game: &str) -> String {
        match &self.folder {
            Some(folder) => folder.new_name(game),
            None => game.to_owned(),
        }
    }

    /// Brings worker, connection and saved file up to date with the session. The error is a
    /// sentence.
    pub(crate) fn sync_session(
        &mut self,
        session: Option<&mut Session>,
        lines: Option<usize>,
    ) -> Result<(), String> {
        let Some(session) = session else {
            self.worker.set_job(None);
            self.connection = None;
            return Ok(());
        };
        self.worker.set_job(session.job(lines));
        self.connect(session).map_err(|error| format!("There is no connection: {error}."))?;
        let change = (session.name.clone(), session.changes);
        if session.changes > 0 && self.last_saved.as_ref() != Some(&change) {
            self.last_saved = Some(change);
            self.save(session)?;
        }
        Ok(())
    }

    fn connect(&mut self, session: &mut Session) -> io::Result<()> {
        let MatchBackend::Remote(remote) = &mut session.backend else {
            self.connection = None;
            return Ok(());
        };
        let link = remote.link.to_string();
        if self.connection.as_ref().is_none_or(|(to, _)| *to != link) {
            let sender = self.sender.clone();
            self.connections += 1;
            let number = self.connections;
            let tell = move |from| sender.send(AppMessage::Server(number, from)).is_ok();
            self.connection = Some((link, Connection::open(remote.link.clone(), tell)?));
        }
        if let Some((_, connection)) = &self.connection {
            if let Some(game_match) = &remote.game_match {
                connection.record_version(game_match.version().get());
            }
            remote.outbox.drain(..).for_each(|text| connection.send(text));
        }
        Ok(())
    }

    /// Saves a session as it is now.
    pub(crate) fn save(&self, session: &Session) -> Result<(), String> {
        let (Some(folder), Some(saved)) = (&self.folder, session.saved(self.begun.elapsed()))
        else {
            return Ok(());
        };
        folder.save(&session.name, &saved).map_err(|error| {
            format!("The game cannot be saved in {}: {error}.", folder.folder_path().display())
        })
    }
}
