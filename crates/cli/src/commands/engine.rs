//! `crownhead engine`: the Hub protocol on standard input and output. One thread reads, one
//! searches, and this one answers.

use std::io::{self, BufRead, Write};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::sync::{Arc, OnceLock};
use std::thread;
use std::time::{Duration, Instant};

use crownhead_computer::{Analyst, Question, Thought};

use crate::failure::Failure;
use crate::hub::input::{BadInput, next_line};
use crate::hub::machine::{Action, Job, Machine, complaint};

/// What can happen.
enum Event {
    /// A line came in, or what stands for one.
    Heard(Result<String, BadInput>),
    /// No more lines will come.
    End,
    /// A depth of the search is done, after so much time.
    Progress(Thought, Duration),
    /// The search has ended.
    Finished(Thought),
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
                match action {
                    Action::Quit => return Ok(()),
                    Action::Say(line) => {
                        writeln!(out, "{line}")?;
                        out.flush()?;
                    }
                    action => self.act(action),
                }
            }
        }
        Ok(())
    }

    fn act(&mut self, action: Action) {
        match action {
            Action::Remember(mebibytes) => drop(self.remember(mebibytes)),
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
    }

    /// Empty memory of so many mebibytes.
    fn remember(&mut self, mebibytes: usize) -> Arc<Analyst> {
        if let Some((size, analyst)) = &self.memory
            && *size == mebibytes
        {
            analyst.forget();
            return Arc::clone(analyst);
        }
        // The old memory goes before the new one comes, unless a search still has it.
        self.memory = None;
        let analyst = Arc::new(Analyst::new(mebibytes));
        self.memory = Some((mebibytes, Arc::clone(&analyst)));
        analyst
    }

    fn begin(&mut self, job: Job) {
        let analyst = match &self.memory {
            Some((_, analyst)) => Arc::clone(analyst),
            None => self.remember(self.machine.hash()),
        };
        let search = Arc::new(Search { stop: AtomicBool::new(false), clock: OnceLock::new() });
        let began = Instant::now();
        if !job.ponder {
            let _ = search.clock.set(began);
        }
        self.search = Some(Arc::clone(&search));
        let sender = self.sender.clone();
        thread::spawn(move || {
            let question = Question { threads: job.threads, ..Question::new(job.limits) };
            let clock = || search.clock.get().map_or(Duration::ZERO, Instant::elapsed);
            let report = |thought: &Thought| {
                // The engine is gone only when the whole program is about to go.
                let _ = sender.send(Event::Progress(thought.clone(), began.elapsed()));
            };
            let thought = analyst.think(&job.game, question, clock, &search.stop, report);
            let _ = sender.send(Event::Finished(thought));
        });
    }
}
