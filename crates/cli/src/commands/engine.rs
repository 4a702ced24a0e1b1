//! `crownhead engine`: the Hub protocol on standard input and output. One thread reads, one
//! searches, and this one replies.

use std::io::{self, BufRead, Write};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::sync::{Arc, OnceLock};
use std::time::{Duration, Instant};
use std::{iter, thread};

use crownhead_computer::{AnalysisRequest, Analyst, PositionAnalysis};

use crate::failure::Failure;
use crate::hub::input::{BadInput, next_line};
use crate::hub::line::ProtocolLine;
use crate::hub::machine::{Action, Job, Machine, report_error};
use crate::{endgames, memory};

/// An event of the engine.
enum Event {
    /// A line of input, or the reason why it is invalid.
    Input(Result<String, BadInput>),
    /// The end of input.
    End,
    /// A finished depth of the search, and the time since its start.
    Progress(PositionAnalysis, Duration),
    /// The end of the search.
    Finished(PositionAnalysis),
}

/// The maximum number of queued events; a sender waits beyond it.
const QUEUE: usize = 256;

pub(super) fn run(out: &mut impl Write) -> Result<(), Failure> {
    let (sender, events) = sync_channel(QUEUE);
    let reader = sender.clone();
    thread::spawn(move || read_input(&mut io::stdin().lock(), &reader));
    Engine { machine: Machine::new(), sender, memory: None, search: None }.answer(&events, out)
}

/// Reads lines until the end of input, or until the receiver is gone.
fn read_input(from: &mut impl BufRead, to: &SyncSender<Event>) {
    while let Ok(Some(line)) = next_line(from) {
        if to.send(Event::Input(line)).is_err() {
            return;
        }
    }
    let _ = to.send(Event::End);
}

struct Engine {
    machine: Machine,
    sender: SyncSender<Event>,
    memory: Option<(usize, Arc<Analyst>)>,
    search: Option<Arc<Search>>,
}

/// The signals to a running search.
struct Search {
    stop: AtomicBool,
    /// The start of its clock; not set while it ponders.
    clock: OnceLock<Instant>,
}

impl Engine {
    fn answer(mut self, events: &Receiver<Event>, out: &mut impl Write) -> Result<(), Failure> {
        for event in events {
            let actions = match event {
                Event::Input(Ok(text)) => self.machine.handle_line(&text),
                Event::Input(Err(bad)) => vec![report_error(&bad.to_string())],
                // The client is gone.
                Event::End => break,
                Event::Progress(thought, time) => {
                    self.machine.progress(&thought, time).into_iter().collect()
                }
                Event::Finished(thought) => self.machine.finished(&thought),
            };
            for action in actions {
                let line = match action {
                    Action::Quit => return Ok(()),
                    Action::Say(line) => Some(line),
                    action => self.act(action),
                };
                if let Some(line) = line {
                    writeln!(out, "{line}")?;
                    out.flush()?;
                }
            }
        }
        Ok(())
    }

    /// Carries out actions, and returns the lines to print.
    fn act(&mut self, action: Action) -> Option<ProtocolLine> {
        match action {
            Action::ResizeTable(mebibytes) => {
                let error = self.resize_table(mebibytes).err()?;
                let kept = self.memory.as_ref().map(|(size, _)| *size);
                return Some(self.machine.keep_hash(kept, &error));
            }
            Action::Search(job) => self.begin(*job),
            Action::StartClock => {
                if let Some(search) = &self.search {
                    let _ = search.clock.set(Instant::now());
                }
            }
            Action::Halt => {
                if let Some(search) = &self.search {
                    search.stop.store(true, Ordering::Relaxed);
                }
            }
            Action::Say(_) | Action::Quit => {}
        }
        None
    }

    /// Creates an empty table of so many MiB; keeps the old one if that fails.
    fn resize_table(&mut self, mebibytes: usize) -> Result<Arc<Analyst>, String> {
        if let Some((size, analyst)) = &self.memory
            && *size == mebibytes
        {
            analyst.clear();
            return Ok(Arc::clone(analyst));
        }
        let analyst = Arc::new(memory::analyst(mebibytes)?.with_endgames(endgames::shared()));
        self.memory = Some((mebibytes, Arc::clone(&analyst)));
        Ok(analyst)
    }

    /// Creates a table of the requested size, or half of it, and so on, because a search must
    /// always answer.
    fn allocate_largest_table(&mut self) -> Arc<Analyst> {
        let halves = iter::successors(Some(self.machine.hash()), |size| Some(size / 2));
        let mut sizes = halves.take_while(|&size| size > 0);
        let found = sizes.find_map(|size| self.resize_table(size).ok());
        found.unwrap_or_else(|| Arc::new(Analyst::new(1)))
    }

    fn begin(&mut self, job: Job) {
        endgames::start_loading(job.game.rules());
        let analyst = match &self.memory {
            Some((_, analyst)) => Arc::clone(analyst),
            None => self.allocate_largest_table(),
        };
        let search = Arc::new(Search { stop: AtomicBool::new(false), clock: OnceLock::new() });
        let began = Instant::now();
        if !job.ponder {
            let _ = search.clock.set(began);
        }
        self.search = Some(Arc::clone(&search));
        let sender = self.sender.clone();
        thread::spawn(move || {
            let question =
                AnalysisRequest { threads: job.threads, ..AnalysisRequest::new(job.limits) };
            let clock = || search.clock.get().map_or(Duration::ZERO, Instant::elapsed);
            let report = |thought: &PositionAnalysis| {
                // The engine is gone only when the whole program is about to go.
                let _ = sender.send(Event::Progress(thought.clone(), began.elapsed()));
            };
            let thought = analyst.analyse(&job.game, question, clock, &search.stop, report);
            let _ = sender.send(Event::Finished(thought));
        });
    }
}
