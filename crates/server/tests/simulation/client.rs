//! A player in the simulation: plays at random, comes again to any node when something breaks, and
//! repeats what was not answered.

use std::collections::HashMap;
use std::sync::Arc;
use std::time::Duration;

use crownhead_arbiter::{
    Command, CommandId, Event, Match, MatchStage, Seat, Span, Version, Viewer,
};
use crownhead_protocol::ServerMessage;
use crownhead_server::rooms::{CommandRequest, Presence, RoomError, Rooms, Watcher};
use crownhead_store::MatchId;
use tokio::time::timeout;

use crate::truth::Truth;
use crate::world::World;

/// How long a client waits for an answer.
const PATIENCE: Duration = Duration::from_secs(4);

/// How long a client waits for news before it acts again, and once there is nothing to do but to look on.
const PAUSE: Duration = Duration::from_millis(300);
const LOOK: Duration = Duration::from_secs(3);

/// A player.
pub(crate) struct Client {
    world: Arc<World>,
    id: MatchId,
    seat: Seat,
    /// What the client has seen.
    game_match: Option<Match>,
    pending: Option<CommandRequest>,
    commands: u32,
    /// What was said, by its id.
    said: HashMap<String, Command>,
}

/// A connection to a node.
pub(crate) struct Link {
    node: usize,
    rooms: Arc<Rooms>,
    watcher: Watcher,
    presence: Presence,
}

impl Client {
    pub(crate) fn new(world: Arc<World>, id: MatchId, seat: Seat) -> Client {
        Client {
            world,
            id,
            seat,
            game_match: None,
            pending: None,
            commands: 0,
            said: HashMap::new(),
        }
    }

    /// Plays until the world ends, and then looks on until everything has been seen. The connection is
    /// still open then: who leaves first is not missed by the others.
    pub(crate) async fn run(mut self, truth: Truth) -> (Match, Link) {
        loop {
            let Some(mut link) = self.connect().await else {
                tokio::time::sleep(self.world.dice.span(500)).await;
                continue;
            };
            while self.is_up(&link) && self.follow(&mut link).await {
                if self.world.is_still() && self.pending.is_none() {
                    return (self.game_match.unwrap(), link);
                }
                if !self.act(&link, &truth).await {
                    break;
                }
                let pause = if self.world.is_over() { LOOK } else { PAUSE };
                let _ = timeout(pause, link.watcher.changed()).await;
            }
        }
    }

    /// Joins a node, and sees what was missed.
    async fn connect(&mut self) -> Option<Link> {
        let (node, rooms) = self.world.any_node()?;
        let joining = timeout(PATIENCE, async {
            let watcher = rooms.registry.watch(self.id, Viewer::Seat(self.seat));
            let presence = rooms.presence.join(self.id, self.seat).await?;
            let seen = self.game_match.as_ref().map_or(Version::new(0), Match::version);
            let now = rooms.registry.load(self.id).await?;
            let (events, _) = rooms.registry.events(self.id, seen).await?;
            Ok::<_, RoomError>((watcher, presence, events, now))
        });
        let (watcher, presence, events, now) = joining.await.ok()?.ok()?;
        assert!(events.len() as u64 + self.seen().get() >= now.version().get(), "a gap");
        self.see(&events);
        Some(Link { node, rooms, watcher, presence })
    }

    /// Whether the connection is still there: the node is not dead, and nothing broke it.
    fn is_up(&self, link: &Link) -> bool {
        self.world.lives(link.node) && !self.world.dice.strikes(10)
    }

    /// Takes in what is new; not if it is too much. A player whom another node reported absent is
    /// reported present again, as a live connection does it.
    async fn follow(&mut self, link: &mut Link) -> bool {
        match link.watcher.since(self.seen()) {
            Ok(Some(batch)) => match serde_json::from_str(&batch.message).unwrap() {
                ServerMessage::Events { events } => self.see(&events),
                other => panic!("{other:?}"),
            },
            Ok(None) => {}
            Err(_) => return false,
        }
        let absent =
            self.game_match.as_ref().map(|game_match| game_match.state().absent[self.seat]);
        absent.flatten().is_none() || link.presence.report_present().await.is_ok()
    }

    fn see(&mut self, events: &[Event]) {
        for event in events {
            match &mut self.game_match {
                Some(game_match) => game_match.apply(event).expect("events fold, without gaps"),
                None => self.game_match = Some(Match::from_first(event).unwrap()),
            }
        }
    }

    fn seen(&self) -> Version {
        self.game_match.as_ref().map_or(Version::new(0), Match::version)
    }

    /// Gives the next command or repeats the last; returns whether the connection held.
    async fn act(&mut self, link: &Link, truth: &Truth) -> bool {
        if self.pending.is_none() && !self.world.is_over() {
            self.pending = self.choose(truth);
        }
        let Some(ask) = self.pending.clone() else { return true };
        // The command, or its answer, may be lost on its way.
        let (lost, unheard) = (self.world.dice.strikes(40), self.world.dice.strikes(40));
        if lost {
            return false;
        }
        let answer = timeout(PATIENCE, link.rooms.commands.execute(self.id, ask.clone())).await;
        if unheard || !self.world.lives(link.node) {
            return false;
        }
        match answer {
            Ok(Ok(done)) => {
                truth.acknowledge(self.id, self.seat, &ask.id, done.range);
                self.pending = None;
                true
            }
            Ok(Err(RoomError::Refused(_))) => {
                self.pending = None;
                true
            }
            Ok(Err(RoomError::NoMatch | RoomError::Seats(_) | RoomError::Failed(_))) => {
                panic!("{answer:?}")
            }
            Ok(Err(RoomError::Busy)) | Err(_) => {
                truth.retry();
                false
            }
        }
    }

    fn choose(&mut self, truth: &Truth) -> Option<CommandRequest> {
        // Now and then something that was answered is said again, and must be answered alike.
        if self.world.dice.strikes(50)
            && let Some(id) = truth.any_acknowledged(self.id, self.seat, &self.world.dice)
        {
            truth.retry();
            let command = self.said[id.as_str()].clone();
            return Some(self.ask(id, command));
        }
        let game_match = self.game_match.as_ref()?;
        let command = match &game_match.state().stage {
            MatchStage::Playing if game_match.turn() == Some(self.seat) => {
                let mut legal = game_match.board()?.legal_moves();
                Command::Move {
                    text: legal.swap_remove(self.world.dice.below(legal.len())),
                    seen: None,
                }
            }
            MatchStage::Over { .. } => Command::Offer { offer: crownhead_arbiter::Offer::Rematch },
            _ => return None,
        };
        self.commands += 1;
        let id = CommandId::new(format!("c{}", self.commands)).unwrap();
        self.said.insert(id.as_str().to_owned(), command.clone());
        Some(self.ask(id, command))
    }

    fn ask(&self, id: CommandId, command: Command) -> CommandRequest {
        CommandRequest { seat: self.seat, command, id, lag: Span::ZERO }
    }
}
