//! Who is there: a player is from joining, or giving a command, until the last live connection
//! to any node has been gone for a while.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use crownhead_arbiter::{Command, Seat};

use super::{RoomError, Rooms};
use crate::MatchId;

/// How long a player may be gone before the others are told: a page that is loaded anew is not an
/// absence.
pub(super) const GRACE: Duration = Duration::from_secs(5);

/// How many live connections of this node each player has.
#[derive(Default)]
pub(super) struct Sockets(Mutex<HashMap<(MatchId, Seat), usize>>);

/// A player's live connection. When it is dropped the player has gone, or soon will have.
pub struct Presence {
    rooms: Arc<Rooms>,
    id: MatchId,
    seat: Seat,
}

impl Rooms {
    /// Counts a player's live connection, and tells the others that the player is there.
    pub async fn join(self: &Arc<Self>, id: MatchId, seat: Seat) -> Result<Presence, RoomError> {
        self.sockets.add(id, seat);
        let presence = Presence { rooms: self.clone(), id, seat };
        presence.tell().await?;
        Ok(presence)
    }
}

impl Presence {
    /// Says that the player is there; again, if another node has lost sight of the player.
    pub async fn tell(&self) -> Result<(), RoomError> {
        self.rooms.store.arrive(self.id, self.seat, self.rooms.node).await?;
        self.rooms.host(self.id, &Command::Presence { seat: self.seat, here: true }).await
    }
}

impl Rooms {
    /// Tells the others that a player has gone, if the player has not come again here or elsewhere.
    async fn part(&self, id: MatchId, seat: Seat) -> Result<(), RoomError> {
        if !self.sockets.none(id, seat) {
            return Ok(());
        }
        self.store.leave(id, seat, self.node).await?;
        if !self.store.is_elsewhere(id, seat, self.node, self.now()).await? {
            self.host(id, &Command::Presence { seat, here: false }).await?;
        }
        // Whoever came while this was going on has been here all along.
        if !self.sockets.none(id, seat) {
            self.store.arrive(id, seat, self.node).await?;
        }
        Ok(())
    }
}

impl Drop for Presence {
    fn drop(&mut self) {
        let (rooms, id, seat) = (self.rooms.clone(), self.id, self.seat);
        if !rooms.sockets.remove(id, seat) {
            return;
        }
        let Ok(runtime) = tokio::runtime::Handle::try_current() else { return };
        runtime.spawn(async move {
            tokio::time::sleep(GRACE).await;
            if let Err(why) = rooms.part(id, seat).await {
                tracing::warn!(%id, %why, "it could not be told that a player has gone");
            }
        });
    }
}

impl Sockets {
    fn add(&self, id: MatchId, seat: Seat) {
        let mut counts = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        *counts.entry((id, seat)).or_default() += 1;
    }

    /// Whether it was the last.
    fn remove(&self, id: MatchId, seat: Seat) -> bool {
        let mut counts = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let Some(count) = counts.get_mut(&(id, seat)) else { return true };
        *count = count.saturating_sub(1);
        let last = *count == 0;
        if last {
            counts.remove(&(id, seat));
        }
        last
    }

    fn none(&self, id: MatchId, seat: Seat) -> bool {
        !self.0.lock().unwrap_or_else(PoisonError::into_inner).contains_key(&(id, seat))
    }
}
