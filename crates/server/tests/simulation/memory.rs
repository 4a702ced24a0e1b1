//! A store in memory, and a node's way to it, on which everything can fail.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};

use crownhead_arbiter::{BySeat, Cause, Event, Hash, Seat, Time, Version};
use crownhead_server::bus::News;
use crownhead_server::store::sql::{Changed, Row, Statement};
use crownhead_server::store::{
    Answer, Append, Appended, Created, Listed, NewMatch, Reply, Standing, Store, StoreError,
    Stranded,
};
use crownhead_server::{MatchId, NodeId};

use crate::chaos::Dice;

/// What is kept. All nodes share it, and it outlives them.
#[derive(Default)]
pub(crate) struct Memory {
    matches: BTreeMap<MatchId, Kept>,
    nodes: BTreeMap<NodeId, Time>,
    connections: Vec<(MatchId, Seat, NodeId)>,
}

struct Kept {
    secrets: BySeat<Hash>,
    log: Vec<Event>,
    commands: Vec<(Cause, Answer)>,
    standing: Standing,
}

/// A node's way to what is kept, until the node dies.
#[derive(Clone)]
pub(crate) struct Way {
    pub(crate) memory: Arc<Mutex<Memory>>,
    pub(crate) dice: Dice,
    pub(crate) dead: Arc<AtomicBool>,
}

impl Way {
    /// Does something, late, and perhaps without an answer. What a dead node asks for is not done,
    /// and what was done for it is not answered.
    fn go<'a, T: Send + 'a>(
        &'a self,
        work: impl FnOnce(&mut Memory) -> T + Send + 'a,
    ) -> Reply<'a, T> {
        Box::pin(async move {
            self.dice.delay().await;
            self.live().await;
            self.dice.may_fail()?;
            let done = work(&mut self.memory.lock().unwrap());
            self.dice.delay().await;
            self.live().await;
            self.dice.may_fail()?;
            Ok(done)
        })
    }

    async fn live(&self) {
        if self.dead.load(Ordering::SeqCst) {
            std::future::pending::<()>().await;
        }
    }
}

impl Memory {
    /// The whole log of a match.
    pub(crate) fn log(&self, id: MatchId) -> Vec<Event> {
        self.matches[&id].log.clone()
    }

    fn append(&mut self, append: Append) -> Appended {
        let Some(kept) = self.matches.get_mut(&append.id) else { return Appended::NoMatch };
        if let Some((cause, _)) = &append.command
            && let Some((_, answer)) = kept.commands.iter().find(|(known, _)| known == cause)
        {
            return Appended::Repeated(*answer);
        }
        if append.expected.get() != kept.log.len() as u64 {
            return Appended::Conflict;
        }
        kept.log.extend(append.events);
        kept.commands.extend(append.command);
        kept.standing = append.standing;
        Appended::Done
    }

    pub(crate) fn create(&mut self, new: NewMatch) -> Created {
        if self.matches.contains_key(&new.id) {
            return Created::Taken;
        }
        let NewMatch { id, secrets, events: log, standing, also: _ } = new;
        self.matches.insert(id, Kept { secrets, log, commands: Vec::new(), standing });
        Created::Done
    }

    fn lives(&self, node: NodeId, now: Time) -> bool {
        self.nodes.get(&node).is_some_and(|until| *until >= now)
    }
}

impl Store for Way {
    fn create(&self, new: NewMatch) -> Reply<'_, Created> {
        self.go(move |memory| memory.create(new))
    }

    fn append(&self, append: Append) -> Reply<'_, Appended> {
        self.go(move |memory| memory.append(append))
    }

    fn load(&self, id: MatchId, since: Version, most: u32) -> Reply<'_, Vec<Event>> {
        self.go(move |memory| {
            let Some(kept) = memory.matches.get(&id) else { return Vec::new() };
            let since = usize::try_from(since.get()).unwrap();
            kept.log.iter().skip(since).take(most as usize).cloned().collect()
        })
    }

    fn secrets(&self, id: MatchId) -> Reply<'_, Option<BySeat<Hash>>> {
        self.go(move |memory| memory.matches.get(&id).map(|kept| kept.secrets))
    }

    fn answer(&self, id: MatchId, cause: Cause) -> Reply<'_, Option<Answer>> {
        self.go(move |memory| {
            let commands = &memory.matches.get(&id)?.commands;
            commands.iter().find(|(known, _)| *known == cause).map(|(_, answer)| *answer)
        })
    }

    fn live(&self, _: u32) -> Reply<'_, Vec<Listed>> {
        Box::pin(async { Err(StoreError::Closed) })
    }

    fn due(&self, before: Time, most: u32) -> Reply<'_, Vec<MatchId>> {
        self.go(move |memory| {
            let due = memory
                .matches
                .iter()
                .filter(|(_, kept)| kept.standing.due.is_some_and(|due| due < before));
            due.take(most as usize).map(|(id, _)| *id).collect()
        })
    }

    /// Nothing is asked here of what is kept beside the logs.
    fn query(&self, _: Statement) -> Reply<'_, Vec<Row>> {
        Box::pin(async { Err(StoreError::Closed) })
    }

    fn change(&self, _: Vec<Statement>) -> Reply<'_, Changed> {
        Box::pin(async { Err(StoreError::Closed) })
    }

    fn versions(&self, ids: Vec<MatchId>) -> Reply<'_, Vec<News>> {
        self.go(move |memory| {
            let version = |id: &MatchId| Version::new(memory.matches[id].log.len() as u64);
            ids.iter().map(|id| News { id: *id, version: version(id) }).collect()
        })
    }

    fn beat(&self, node: NodeId, until: Time, _: Time) -> Reply<'_, ()> {
        self.go(move |memory| {
            memory.nodes.insert(node, until);
        })
    }

    fn arrive(&self, id: MatchId, seat: Seat, node: NodeId) -> Reply<'_, ()> {
        self.go(move |memory| {
            if !memory.connections.contains(&(id, seat, node)) {
                memory.connections.push((id, seat, node));
            }
        })
    }

    fn leave(&self, id: MatchId, seat: Seat, node: NodeId) -> Reply<'_, ()> {
        self.go(move |memory| memory.connections.retain(|known| *known != (id, seat, node)))
    }

    fn is_elsewhere(&self, id: MatchId, seat: Seat, node: NodeId, now: Time) -> Reply<'_, bool> {
        self.go(move |memory| {
            memory.connections.iter().any(|(known, at, other)| {
                (*known, *at) == (id, seat) && *other != node && memory.lives(*other, now)
            })
        })
    }

    fn stranded(&self, now: Time, most: u32) -> Reply<'_, Vec<Stranded>> {
        self.go(move |memory| {
            let lost = memory.connections.iter().filter(|(_, _, node)| !memory.lives(*node, now));
            let lost = lost.map(|(id, seat, node)| Stranded { id: *id, seat: *seat, node: *node });
            lost.take(most as usize).collect()
        })
    }

    fn waiting(&self) -> usize {
        0
    }

    fn ping(&self) -> Reply<'_, ()> {
        self.go(|_| ())
    }

    fn close(&self) -> Reply<'_, ()> {
        self.go(|_| ())
    }
}
