//! Idle connections: players who do not move, and only answer pings.

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
use crate::report::RunReport;
use crate::run::{Swarm, SwarmError, open};
use crate::shared_match::SharedMatch;
use crate::socket::Socket;

/// The maximum number of concurrent handshakes.
const MAX_HANDSHAKES: usize = 64;

/// The delay before a reconnect.
const RECONNECT_DELAY: Duration = Duration::from_millis(200);

/// How long the server may settle before its memory is measured.
const SETTLE_TIME: Duration = Duration::from_secs(25);

pub(crate) struct IdleConnections {
    sockets: JoinSet<()>,
    online: Arc<AtomicI64>,
}

impl IdleConnections {
    /// Opens the planned connections, two for a match, and measures the server's memory per
    /// connection.
    pub(crate) async fn open(
        swarm: &Arc<Swarm>,
        fleet: Option<&Fleet>,
        report: &mut RunReport,
    ) -> Result<IdleConnections, SwarmError> {
        let mut idle = IdleConnections { sockets: JoinSet::new(), online: Arc::default() };
        let count = swarm.plan.idle;
        if count == 0 {
            return Ok(idle);
        }
        let before = fleet.and_then(|fleet| resident(fleet.process()));
        let handshakes = Arc::new(Semaphore::new(MAX_HANDSHAKES));
        for shared in open(swarm, count.div_ceil(2)).await? {
            for seat in Seat::ALL {
                let (swarm, shared, handshakes) =
                    (swarm.clone(), shared.clone(), handshakes.clone());
                let online = idle.online.clone();
                idle.sockets.spawn(async move {
                    stay_connected(&swarm, &shared, seat, &online, &handshakes).await;
                });
            }
        }
        idle.wait(Duration::from_secs(120)).await?;
        tokio::time::sleep(SETTLE_TIME).await;
        let after = fleet.and_then(|fleet| resident(fleet.process()));
        if let (Some(before), Some(after)) = (before, after) {
            report.memory = Some(after.saturating_sub(before) / count as u64);
        }
        Ok(idle)
    }

    /// The number of open connections.
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

    /// Closes the connections.
    pub(crate) async fn close(mut self) {
        self.sockets.shutdown().await;
    }
}

/// Stays connected, and reconnects when the connection breaks.
async fn stay_connected(
    swarm: &Swarm,
    shared: &SharedMatch,
    seat: Seat,
    online: &AtomicI64,
    handshakes: &Semaphore,
) {
    let mut seen = shared.beginning;
    for number in 0_usize.. {
        let join = shared.join(Some(seat), Some(Version::new(seen)));
        let door = handshakes.acquire().await;
        let joined = Socket::join(swarm.node(number), &shared.id, &join, None).await;
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
        tokio::time::sleep(RECONNECT_DELAY).await;
    }
}
