//! The attacks of the noisy visitor. Each does one kind of thing that anybody may do, as fast as it
//! can, from one address.

use std::sync::Arc;
use std::sync::atomic::{AtomicI64, AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use tokio::task::JoinSet;

use super::holding::{self, Held};
use super::routes;
use super::visitor::{NOISY, Visitor};
use crate::http_connection::Connection;

/// How many connections repeat the calls of an attack.
const CALLERS: u64 = 48;

/// The delay after a connection that broke or was refused.
const RETRY_DELAY: Duration = Duration::from_millis(5);

/// A kind of attack.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(super) enum Attack {
    /// Searches with every combination of filters.
    Searches,
    /// Lists, profiles and the lobby.
    Lists,
    /// Pictures, each of another size.
    Pictures,
    /// Files of games, as large as they may be.
    Uploads,
    /// Analyses, hints and endgames.
    Analyses,
    /// Matches, most of them against the computer at its strongest, and commands.
    Matches,
    /// Challenges.
    Challenges,
    /// Wrong passwords, everywhere where one is checked.
    Passwords,
    /// New accounts, and everything that an account has.
    Accounts,
    /// Pages, links of mails, health checks.
    Pages,
    /// Streams of the lobby and of matches, opened again and again.
    Streams,
    /// Streams of the lobby and of matches that stay open and are read.
    HeldStreams,
    /// WebSockets that stay open.
    Sockets,
    /// Commands over WebSockets.
    SocketCommands,
    /// WebSocket messages that are too large, broken or wrong.
    BadFrames,
    /// Responses and streams that are not read.
    SlowReads,
    /// Files of games that arrive byte by byte.
    SlowBodies,
    /// Heads of requests that arrive byte by byte.
    HalfHeads,
    /// Connections on which nothing is sent.
    Connections,
}

impl Attack {
    pub(super) const ALL: [Attack; 19] = [
        Attack::Searches,
        Attack::Lists,
        Attack::Pictures,
        Attack::Uploads,
        Attack::Analyses,
        Attack::Matches,
        Attack::Challenges,
        Attack::Passwords,
        Attack::Accounts,
        Attack::Pages,
        Attack::Streams,
        Attack::HeldStreams,
        Attack::Sockets,
        Attack::SocketCommands,
        Attack::BadFrames,
        Attack::SlowReads,
        Attack::SlowBodies,
        Attack::HalfHeads,
        Attack::Connections,
    ];

    /// Its name on the command line and in the report.
    pub(super) fn name(self) -> &'static str {
        match self {
            Attack::Searches => "searches",
            Attack::Lists => "lists",
            Attack::Pictures => "pictures",
            Attack::Uploads => "uploads",
            Attack::Analyses => "analyses",
            Attack::Matches => "matches",
            Attack::Challenges => "challenges",
            Attack::Passwords => "passwords",
            Attack::Accounts => "accounts",
            Attack::Pages => "pages",
            Attack::Streams => "streams",
            Attack::HeldStreams => "held-streams",
            Attack::Sockets => "sockets",
            Attack::SocketCommands => "socket-commands",
            Attack::BadFrames => "bad-frames",
            Attack::SlowReads => "slow-reads",
            Attack::SlowBodies => "slow-bodies",
            Attack::HalfHeads => "half-heads",
            Attack::Connections => "connections",
        }
    }

    /// How it holds connections, if that is what it does.
    fn held(self) -> Option<(Held, u64)> {
        match self {
            Attack::HeldStreams => Some((Held::Stream, 1_500)),
            Attack::Sockets => Some((Held::Socket, 1_500)),
            Attack::SocketCommands => Some((Held::Commands, 32)),
            Attack::BadFrames => Some((Held::BadFrames, 32)),
            Attack::SlowReads => Some((Held::SlowRead, 300)),
            Attack::SlowBodies => Some((Held::SlowBody, 1_500)),
            Attack::HalfHeads => Some((Held::HalfHead, 5_000)),
            Attack::Connections => Some((Held::Silent, 5_000)),
            _ => None,
        }
    }
}

/// What an attack has done so far.
#[derive(Default)]
pub(super) struct Tally {
    /// Answers of any kind.
    pub(super) answers: AtomicU64,
    /// Answers that say that it was too much: 429 and 503.
    pub(super) refused: AtomicU64,
    /// Connections that were refused or broke.
    pub(super) broken: AtomicU64,
    /// Connections that are open now, and the most that were open at a time.
    pub(super) open: AtomicI64,
    pub(super) most_open: AtomicI64,
    /// The server's own errors, as sentences.
    pub(super) errors: Mutex<Vec<String>>,
}

impl Tally {
    /// Counts an answer.
    pub(super) fn answer(&self, status: u16, what: impl FnOnce() -> String) {
        self.answers.fetch_add(1, Ordering::Relaxed);
        match status {
            429 | 503 => drop(self.refused.fetch_add(1, Ordering::Relaxed)),
            500..600 => {
                let mut errors = self.errors.lock().unwrap_or_else(PoisonError::into_inner);
                errors.push(format!("{}: {status}", what()));
            }
            _ => {}
        }
    }

    /// Counts a connection as open until the guard is dropped.
    pub(super) fn opened(self: &Arc<Tally>) -> OpenGuard {
        let open = 1 + self.open.fetch_add(1, Ordering::Relaxed);
        self.most_open.fetch_max(open, Ordering::Relaxed);
        OpenGuard(self.clone())
    }

    /// Counts a connection that was refused or broke, and waits a moment.
    pub(super) async fn broke(&self) {
        self.broken.fetch_add(1, Ordering::Relaxed);
        tokio::time::sleep(RETRY_DELAY).await;
    }
}

/// An open connection.
pub(super) struct OpenGuard(Arc<Tally>);

impl Drop for OpenGuard {
    fn drop(&mut self) {
        self.0.open.fetch_sub(1, Ordering::Relaxed);
    }
}

/// Starts an attack. It stops when the set is dropped. `share` is the number of attacks that run at a
/// time: each gets that part of the connections.
pub(super) fn start(
    attack: Attack,
    share: u64,
    visitor: &Arc<Visitor>,
    routes: &[String],
    tally: &Arc<Tally>,
) -> JoinSet<()> {
    let mut tasks = JoinSet::new();
    if let Some((held, most)) = attack.held() {
        for number in 0..(most / share).max(1) {
            tasks.spawn(holding::hold(held, number, visitor.clone(), tally.clone()));
        }
        return tasks;
    }
    let own =
        |route: &&String| routes::call(route, visitor, 0).is_some_and(|(other, _)| other == attack);
    let own: Arc<[String]> = routes.iter().filter(own).cloned().collect();
    for number in 0..(CALLERS / share).max(2) {
        tasks.spawn(repeat(own.clone(), number, visitor.clone(), tally.clone()));
    }
    tasks
}

/// Calls the routes in turn, over connections that stay open as long as the server allows.
async fn repeat(routes: Arc<[String]>, caller: u64, visitor: Arc<Visitor>, tally: Arc<Tally>) {
    let mut n = caller << 32;
    loop {
        let Ok(mut line) = Connection::open(NOISY, &visitor.address).await else {
            tally.broke().await;
            continue;
        };
        let _open = tally.opened();
        loop {
            n += 1;
            let route = &routes[(n % routes.len() as u64) as usize];
            // The number that varies the call must not go with the one that picks the route.
            let Some((attack, call)) = routes::call(route, &visitor, n / routes.len() as u64)
            else {
                return;
            };
            // A stream does not end: the head of the answer is all that is awaited.
            let status = match attack {
                Attack::Streams => line.send(&call).await.map(|answer| answer.status().as_u16()),
                _ => line.call(&call).await.map(|answer| answer.status),
            };
            match status {
                Ok(status) => tally.answer(status, || format!("{} {}", call.method, call.path)),
                Err(_) => {
                    tally.broke().await;
                    break;
                }
            }
            if attack == Attack::Streams {
                break;
            }
        }
    }
}
