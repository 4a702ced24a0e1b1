//! The computer as an opponent on the server: it takes seats in matches against people, and gives hints.
//!
//! The store knows which matches wait for it, so any node can play, also after a restart.

mod fair_queue;
mod play;
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

pub use fair_queue::Caller;
pub use pool::{SearchPool, SearchPoolBusy, WorkRefused};
use seat::ComputerSeat;
pub(crate) use seat::seat_computer;

/// How often the store is polled for matches in which the computer is to act.
const POLL_INTERVAL: Duration = Duration::from_millis(150);

/// How often idle matches are put to sleep, and active ones woken.
const SLEEP_CHECK_INTERVAL: Duration = Duration::from_secs(10);

/// The maximum number of matches in which the computer acts concurrently.
const MAX_CONCURRENT: usize = 64;

const HINT_LIMITS: SearchLimits = SearchLimits {
    depth: None,
    nodes: Some(400_000),
    soft: None,
    hard: Some(Duration::from_millis(1500)),
};

/// The computer as a player in the matches of a store.
pub struct Computers {
    db: Db,
    rooms: Arc<RoomRegistry>,
    commands: Arc<CommandExecutor>,
    pool: SearchPool,
    active: Mutex<HashSet<MatchId>>,
    permits: Arc<Semaphore>,
}

impl Computers {
    /// The computer opponent of a node, which searches in a pool.
    pub fn new(rooms: &Rooms, pool: SearchPool) -> Computers {
        let permits = Arc::new(Semaphore::new(MAX_CONCURRENT));
        Computers {
            db: rooms.db().clone(),
            rooms: rooms.registry.clone(),
            commands: rooms.commands.clone(),
            pool,
            active: Mutex::default(),
            permits,
        }
    }

    /// The thread pool.
    pub fn pool(&self) -> &SearchPool {
        &self.pool
    }

    /// Plays all matches of the computer, forever.
    pub async fn run(self: Arc<Self>) {
        let mut poll = tokio::time::interval(POLL_INTERVAL);
        poll.set_missed_tick_behavior(tokio::time::MissedTickBehavior::Delay);
        let mut last_sleep_check = Instant::now();
        loop {
            poll.tick().await;
            if last_sleep_check.elapsed() >= SLEEP_CHECK_INTERVAL {
                last_sleep_check = Instant::now();
                if let Err(error) = seat::sleep_and_wake(&self.db).await {
                    tracing::warn!(%error, "the computer cannot look after quiet matches");
                }
            }
            let Ok(pending) = seat::pending(&self.db, MAX_CONCURRENT).await else { continue };
            for computer in pending {
                self.start_playing(computer);
            }
        }
    }

    /// Starts a task that plays a match, unless one runs already.
    fn start_playing(self: &Arc<Self>, computer: ComputerSeat) {
        let Ok(permit) = self.permits.clone().try_acquire_owned() else { return };
        if !self.active().insert(computer.id) {
            return;
        }
        let this = self.clone();
        tokio::spawn(async move {
            let id = computer.id;
            if let Err(error) = this.play_match(&computer).await {
                tracing::warn!(%id, %error, "the computer cannot go on with a match");
            }
            this.active().remove(&id);
            drop(permit);
        });
    }

    fn active(&self) -> parking_lot::MutexGuard<'_, HashSet<MatchId>> {
        self.active.lock()
    }

    /// A hint for the player to move in a match against the computer. Matches between people have
    /// none. The search must not keep the computer from moving, so other threads do it.
    pub async fn hint(
        &self,
        id: MatchId,
        seat: Seat,
        workers: &SearchPool,
        caller: Caller,
    ) -> Result<Hint, HintError> {
        if seat::find(&self.db, id).await?.is_none() {
            return Err(HintError::BetweenPeople);
        }
        let game_match = self.rooms.load(id).await?;
        let board = game_to_move(&game_match, seat)?;
        let search = workers.run_for(caller, move |analyst, stop| {
            let begun = Instant::now();
            let request = AnalysisRequest::new(HINT_LIMITS);
            crownhead_computer::hint(&board, analyst, request, || begun.elapsed(), stop)
        });
        search.await?.ok_or_else(|| refused(CommandRefusalKind::GameOver))
    }
}

/// The reason why there is no hint.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum HintError {
    /// Both players are people.
    BetweenPeople,
    /// The match could not be loaded, or it is not this player's turn.
    Room(RoomError),
    /// There is too much other work.
    Refused(WorkRefused),
}

fn game_to_move(game_match: &Match, seat: Seat) -> Result<crownhead_games::Game, HintError> {
    match (game_match.turn(), game_match.board()) {
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
    fn from(error: RoomError) -> HintError {
        HintError::Room(error)
    }
}

impl From<WorkRefused> for HintError {
    fn from(error: WorkRefused) -> HintError {
        HintError::Refused(error)
    }
}
