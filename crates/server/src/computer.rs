//! The computer as an opponent on the server: it takes seats in matches against people, and gives hints.
//!
//! The store knows which matches wait for it, so any node can play, also after a restart.

mod act;
mod pool;
mod seat;

use parking_lot::Mutex;
use std::collections::HashSet;
use std::sync::Arc;
use std::time::{Duration, Instant};

use crownhead_arbiter::{CommandRefusalKind, Match, Seat};
use crownhead_computer::{AnalysisRequest, Hint, SearchLimits};
use tokio::sync::Semaphore;

use crate::rooms::{CommandExecutor, RoomError, RoomRegistry, Rooms};
use crownhead_store::{Db, MatchId};

pub use pool::{Pool, PoolBusy};
use seat::Computer;
pub(crate) use seat::keep;

/// How often it looks for matches that wait for it.
const BEAT: Duration = Duration::from_millis(150);

/// How often it looks for those that have been quiet for long.
const SLOW_BEAT: Duration = Duration::from_secs(10);

/// How many matches it sees to at a time.
const AT_A_TIME: usize = 64;

/// How long a hint is thought about.
const HINT: SearchLimits = SearchLimits {
    depth: None,
    nodes: Some(400_000),
    soft: None,
    hard: Some(Duration::from_millis(1500)),
};

/// The computer, as a player in the matches of a node's store.
pub struct Computers {
    db: Db,
    rooms: Arc<RoomRegistry>,
    commands: Arc<CommandExecutor>,
    pool: Pool,
    at_work: Mutex<HashSet<MatchId>>,
    permits: Arc<Semaphore>,
}

impl Computers {
    /// The computer in the rooms of a node, thinking in a pool.
    pub fn new(rooms: &Rooms, pool: Pool) -> Computers {
        let permits = Arc::new(Semaphore::new(AT_A_TIME));
        Computers {
            db: rooms.db().clone(),
            rooms: rooms.registry.clone(),
            commands: rooms.commands.clone(),
            pool,
            at_work: Mutex::default(),
            permits,
        }
    }

    /// Where it thinks.
    pub fn pool(&self) -> &Pool {
        &self.pool
    }

    /// Plays, for ever.
    pub async fn keep_playing(self: Arc<Self>) {
        let mut beat = tokio::time::interval(BEAT);
        beat.set_missed_tick_behavior(tokio::time::MissedTickBehavior::Delay);
        let mut slow = Instant::now();
        loop {
            beat.tick().await;
            if slow.elapsed() >= SLOW_BEAT {
                slow = Instant::now();
                if let Err(why) = seat::sleep_and_wake(&self.db).await {
                    tracing::warn!(%why, "the computer cannot look after quiet matches");
                }
            }
            let Ok(waiting) = seat::waiting(&self.db, AT_A_TIME).await else { continue };
            for computer in waiting {
                self.begin(computer);
            }
        }
    }

    /// Sees to a match, unless somebody does already.
    fn begin(self: &Arc<Self>, computer: Computer) {
        let Ok(permit) = self.permits.clone().try_acquire_owned() else { return };
        if !self.at_work().insert(computer.id) {
            return;
        }
        let this = self.clone();
        tokio::spawn(async move {
            let id = computer.id;
            if let Err(why) = this.see_to(&computer).await {
                tracing::warn!(%id, %why, "the computer cannot go on with a match");
            }
            this.at_work().remove(&id);
            drop(permit);
        });
    }

    fn at_work(&self) -> parking_lot::MutexGuard<'_, HashSet<MatchId>> {
        self.at_work.lock()
    }

    /// A hint for a player who is on turn against the computer. Between people there is none.
    pub async fn hint(&self, id: MatchId, seat: Seat) -> Result<Hint, HintError> {
        if seat::of(&self.db, id).await?.is_none() {
            return Err(HintError::BetweenPeople);
        }
        let whole = self.rooms.load(id).await?;
        let board = on_turn(&whole, seat)?;
        let thought = self.pool.think(move |analyst, stop| {
            let begun = Instant::now();
            let question = AnalysisRequest::new(HINT);
            crownhead_computer::hint(&board, analyst, question, || begun.elapsed(), stop)
        });
        thought.await?.ok_or_else(|| refused(CommandRefusalKind::GameOver))
    }
}

/// Why no hint is given.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum HintError {
    /// The match is one between people.
    BetweenPeople,
    /// Something else.
    Room(RoomError),
}

fn on_turn(whole: &Match, seat: Seat) -> Result<crownhead_games::Game, HintError> {
    match (whole.turn(), whole.board()) {
        (Some(turn), Some(board)) if turn == seat => Ok(board.clone()),
        (Some(_), _) => Err(refused(CommandRefusalKind::NotYourTurn)),
        (None, Some(_)) => Err(refused(CommandRefusalKind::GameOver)),
        (None, None) => Err(refused(CommandRefusalKind::NotPlaying)),
    }
}

fn refused(kind: CommandRefusalKind) -> HintError {
    HintError::Room(RoomError::Refused(Box::new(kind.into())))
}

impl From<RoomError> for HintError {
    fn from(why: RoomError) -> HintError {
        HintError::Room(why)
    }
}

impl From<PoolBusy> for HintError {
    fn from(_: PoolBusy) -> HintError {
        HintError::Room(RoomError::Busy)
    }
}
