//! Idle connections: players who think, and only answer pings.

use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};
use std::time::{Duration, Instant};

use crownhead_arbiter::{Seat, Version};
use crownhead_protocol::ServerMessage;
use tokio::sync::Semaphore;
use tokio::task::JoinSet;

use crate::fleet::Fleet;
use crate::memory::resident;
use crate::messages::decode;
use crate::report::Report;
use crate::run::{Swarm, SwarmError, open};
use crate::shared_match::SharedMatch;
use crate::socket::Socket;

/// How many come in at a time.
const AT_A_TIME: usize = 64;

/// How long one waits before it tries again.
const PAUSE: Duration = Duration::from_millis(200);

/// How long the server gets to settle down before its memory is looked at.
const SETTLE: Duration = Duration::from_secs(25);

/// The idle connections.
pub(crate) struct Idle {
    sockets: JoinSet<()>,
    online: Arc<AtomicI64>,
}

impl Idle {
    /// Opens as many as planned, two for a match, and looks at what the server needs for them.
    pub(crate) async fn open(
        swarm: &Arc<Swarm>,
        fleet: Option<&Fleet>,
        report: &mut Report,
    ) -> Result<Idle, SwarmError> {
        let mut idle = Idle { sockets: JoinSet::new(), online: Arc::default() };
        let count = swarm.plan.idle;
        if count == 0 {
            return Ok(idle);
        }
        let before = fleet.and_then(|fleet| resident(fleet.process()));
        let doors = Arc::new(Semaphore::new(AT_A_TIME));
        for shared in open(swarm, count.div_ceil(2)).await? {
            for seat in Seat::ALL {
                let (swarm, shared, doors) = (swarm.clone(), shared.clone(), doors.clone());
                let online = idle.online.clone();
                idle.sockets
                    .spawn(async move { stay(&swarm, &shared, seat, &online, &doors).await });
            }
        }
        idle.wait(Duration::from_secs(120)).await?;
        tokio::time::sleep(SETTLE).await;
        let after = fleet.and_then(|fleet| resident(fleet.process()));
        if let (Some(before), Some(after)) = (before, after) {
            report.memory = Some(after.saturating_sub(before) / count as u64);
        }
        Ok(idle)
    }

    /// How many are open.
    pub(crate) fn count(&self) -> usize {
        usize::try_from(self.online.load(Ordering::Relaxed)).unwrap_or_default()
    }

    /// Waits until all are open.
    pub(crate) async fn wait(&self, limit: Duration) -> Result<(), SwarmError> {
        let (begun, all) = (Instant::now(), self.sockets.len());
        while self.count() < all {
            if begun.elapsed() > limit {
                return Err(SwarmError(format!("only {} of {all} came in", self.count())));
            }
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
        Ok(())
    }

    /// Ends them.
    pub(crate) async fn close(mut self) {
        self.sockets.shutdown().await;
    }
}

/// Stays connected, and comes again when the connection breaks.
async fn stay(
    swarm: &Swarm,
    shared: &SharedMatch,
    seat: Seat,
    online: &AtomicI64,
    doors: &Semaphore,
) {
    let mut seen = shared.beginning;
    for number in 0_usize.. {
        let join = shared.join(Some(seat), Some(Version::new(seen)));
        let door = doors.acquire().await;
        let joined = Socket::join(swarm.node(number), &shared.id, &join).await;
        drop(door);
        if let Ok(mut socket) = joined {
            online.fetch_add(1, Ordering::Relaxed);
            while let Ok(text) = socket.receive().await {
                if let Ok(ServerMessage::Missed { events, .. } | ServerMessage::Events { events }) =
                    decode(&text)
                {
                    seen = events.last().map_or(seen, |event| event.version.get());
                }
            }
            online.fetch_sub(1, Ordering::Relaxed);
        }
        tokio::time::sleep(PAUSE).await;
    }
}
