//! `crownhead engine`: the Hub protocol on standard input and output. One thread reads, one
//! searches, and this one answers.

use std::io::{self, BufRead, Write};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::sync::{Arc, OnceLock};
use std::time::{Duration, Instant};
use std::{iter, thread};

use crownhead_computer::{AnalysisRequest, Analyst, PositionAnalysis};

use crate::failure::Failure;
use crate::hub::input::{BadInput, next_line};
use crate::hub::line::Line;
use crate::hub::machine::{Action, Job, Machine, complaint};
use crate::{endgames, memory};

/// What can happen.
enum Event {
    /// A line came in, or what stands for one.
    Heard(Result<String, BadInput>),
    /// No more lines will come.
    End,
    /// A depth of the search is done, after so much time.
    Progress(PositionAnalysis, Duration),
    /// The search has ended.
    Finished(PositionAnalysis),
}

/// How many events may wait; whoever has more waits, too.
const QUEUE: usize = 256;

pub(super) fn run(out: &mut impl Write) -> Result<(), Failure> {
    let (sender, events) = sync_channel(QUEUE);
    let heard = sender.clone();
    thread::spawn(move || listen(&mut io::stdin().lock(), &heard));
    Engine { machine: Machine::new(), sender, memory: None, search: None }.answer(&events, out)
}

/// Reads lines until the input ends or nobody wants them any more.
fn listen(from: &mut impl BufRead, to: &SyncSender<Event>) {
    while let Ok(Some(line)) = next_line(from) {
        if to.send(Event::Heard(line)).is_err() {
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

/// What is told to a search while it runs.
struct Search {
    stop: AtomicBool,
    /// When its time began; not yet while it ponders.
    clock: OnceLock<Instant>,
}

impl Engine {
    fn answer(mut self, events: &Receiver<Event>, out: &mut impl Write) -> Result<(), Failure> {
        for event in events {
            let actions = match event {
                Event::Heard(Ok(text)) => self.machine.hear(&text),
                Event::Heard(Err(bad)) => vec![complaint(&bad.to_string())],
                // Whoever asked is gone: nobody is left to answer.
                Event::End => break,
                Event::Progress(thought, time) => {
                    self.machine.progress(&thought, time).into_iter().collect()
                }
                Event::Finished(thought) => self.machine.finished(&thought),
            };
            for action in actions {
                let said = match action {
                    Action::Quit => return Ok(()),
                    Action::Say(line) => Some(line),
                    action => self.act(action),
                };
                if let Some(line) = said {
                    writeln!(out, "{line}")?;
                    out.flush()?;
                }
            }
        }
        Ok(())
    }

    /// Does what is to be done, and gives what is to be said about it.
    fn act(&mut self, action: Action) -> Option<Line> {
        match action {
            Action::Remember(mebibytes) => {
                let why = self.remember(mebibytes).err()?;
                let kept = self.memory.as_ref().map(|(size, _)| *size);
                return Some(self.machine.keep_hash(kept, &why));
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

    /// Empty memory of so many mebibytes; what there was stays if they are not to be had.
    fn remember(&mut self, mebibytes: usize) -> Result<Arc<Analyst>, String> {
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

    /// The memory that is wanted, or half of it, or half of that: a search is owed an answer.
    fn remember_what_can_be(&mut self) -> Arc<Analyst> {
        let halves = iter::successors(Some(self.machine.hash()), |size| Some(size / 2));
        let mut sizes = halves.take_while(|&size| size > 0);
        let found = sizes.find_map(|size| self.remember(size).ok());
        found.unwrap_or_else(|| Arc::new(Analyst::new(1)))
    }

    fn begin(&mut self, job: Job) {
        endgames::begin(job.game.rules());
        let analyst = match &self.memory {
            Some((_, analyst)) => Arc::clone(analyst),
            None => self.remember_what_can_be(),
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
