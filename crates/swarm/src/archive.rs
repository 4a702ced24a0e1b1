//! How a server behaves with an archive of some size: its start, its memory, and the time that the
//! lists take. The database is filled beforehand, by the example `fill` of the crate `store`.

use std::fmt::{self, Display, Formatter};
use std::net::Ipv4Addr;
use std::path::PathBuf;
use std::time::{Duration, Instant};

use serde::Serialize;

use crate::fleet::{Node, Port};
use crate::http_connection::{Call, Connection};
use crate::memory::resident;
use crate::run::SwarmError;

/// The lists that are asked for, and what they are called.
const LISTS: [(&str, &str); 10] = [
    ("the lobby", "/api/v1/lobby"),
    ("running matches", "/api/v1/matches"),
    ("the newest games", "/api/v1/games"),
    ("games of one box", "/api/v1/games?game=stack-em"),
    ("drawn games", "/api/v1/games?result=drawn"),
    ("one box, drawn", "/api/v1/games?game=parker-checkers&result=drawn"),
    ("games of a player", "/api/v1/games?player=Player7"),
    (
        "games of a player, one box, drawn",
        "/api/v1/games?player=Player7&game=tic-tac-toe&result=drawn",
    ),
    ("a profile", "/api/v1/accounts/Player7"),
    ("a profile's games", "/api/v1/accounts/Player7/games"),
];

/// How many games a page of a search has while the archive is paged through.
const PAGE: &str = "/api/v1/games?limit=200";

/// How many pages are read.
const PAGES: usize = 50;

/// The plan of a measurement.
#[derive(Clone, Debug)]
pub struct ArchivePlan {
    /// The program to start as a server.
    pub program: PathBuf,
    /// The filled database.
    pub database: PathBuf,
    /// How often each list is asked for.
    pub times: usize,
}

/// What was measured.
#[derive(Clone, Debug, Serialize)]
pub struct ArchiveReport {
    /// How long the server took to start, until it was ready.
    pub start: Duration,
    /// Its resident memory after the start and at the end, in bytes.
    pub memory: [Option<u64>; 2],
    /// The lists.
    pub lists: Vec<ListRow>,
}

/// The times of a list.
#[derive(Clone, Debug, Serialize)]
pub struct ListRow {
    /// Its name in the report.
    pub list: String,
    /// The time until the whole answer was there.
    pub median: Duration,
    /// The longest such time.
    pub slowest: Duration,
    /// The length of the last answer.
    pub bytes: usize,
}

/// Starts a server over the database, and asks it for its lists.
pub fn run(plan: &ArchivePlan, mut log: impl FnMut(&str)) -> Result<ArchiveReport, SwarmError> {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
    runtime.map_err(message)?.block_on(measure(plan, &mut log))
}

async fn measure(
    plan: &ArchivePlan,
    log: &mut impl FnMut(&str),
) -> Result<ArchiveReport, SwarmError> {
    if !plan.database.exists() {
        return Err(SwarmError(format!("{}: no such database", plan.database.display())));
    }
    let port = Port::reserve()?;
    let address = format!("127.0.0.1:{}", port.number());
    let database = plan.database.display().to_string();
    // The lists are asked for faster than a person does.
    let args = ["--database", &database, "--tables", "off", "--rate", "0"];
    let begun = Instant::now();
    let node = Node::start(&plan.program, address.clone(), &args)?;
    let mut connection = Connection::open(Ipv4Addr::LOCALHOST, &address).await.map_err(message)?;
    send(&mut connection, "/readyz").await?;
    let start = begun.elapsed();
    let first_memory = resident(node.process());
    let mut lists = Vec::new();
    for (list, path) in LISTS {
        let mut times = Vec::with_capacity(plan.times);
        let mut bytes = 0;
        for _ in 0..plan.times.max(1) {
            let begun = Instant::now();
            bytes = send(&mut connection, path).await?.len();
            times.push(begun.elapsed());
        }
        lists.push(row(list, times, bytes));
        log(&format!("{list}: {:?}", lists.last().map(|row| row.median)));
    }
    lists.push(page_through(&mut connection).await?);
    Ok(ArchiveReport { start, memory: [first_memory, resident(node.process())], lists })
}

/// Reads the archive page by page, from the newest game on.
async fn page_through(connection: &mut Connection) -> Result<ListRow, SwarmError> {
    let (mut times, mut bytes) = (Vec::new(), 0);
    let mut path = PAGE.to_owned();
    for _ in 0..PAGES {
        let begun = Instant::now();
        let body = send(connection, &path).await?;
        times.push(begun.elapsed());
        bytes = body.len();
        let page: serde_json::Value = serde_json::from_slice(&body).map_err(message)?;
        let Some(after) = page["after"].as_str() else { break };
        path = format!("{PAGE}&after={after}");
    }
    Ok(row("a page of 200 games, one after the other", times, bytes))
}

fn row(list: &str, mut times: Vec<Duration>, bytes: usize) -> ListRow {
    times.sort_unstable();
    let at = |index: usize| times.get(index).copied().unwrap_or_default();
    let (median, slowest) = (at(times.len() / 2), at(times.len().saturating_sub(1)));
    ListRow { list: list.to_owned(), median, slowest, bytes }
}

/// The body of an answer, which must be a good one.
async fn send(connection: &mut Connection, path: &str) -> Result<Vec<u8>, SwarmError> {
    let answer = connection.call(&Call::get(path)).await.map_err(message)?;
    match answer.status {
        200 => Ok(answer.body.to_vec()),
        status => Err(SwarmError(format!("{path}: {status}"))),
    }
}

impl Display for ArchiveReport {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let megabytes = |bytes: Option<u64>| bytes.unwrap_or_default() as f64 / 1e6;
        let [first, last] = self.memory.map(megabytes);
        writeln!(f, "ready after {:.0} ms", self.start.as_secs_f64() * 1e3)?;
        writeln!(f, "memory {first:.1} MB, at the end {last:.1} MB")?;
        for ListRow { list, median, slowest, bytes } in &self.lists {
            let [median, slowest] = [median, slowest].map(|time| time.as_secs_f64() * 1e3);
            writeln!(f, "{list:<42} {median:>7.2} ms, slowest {slowest:>7.2} ms, {bytes} bytes")?;
        }
        Ok(())
    }
}

fn message(error: impl Display) -> SwarmError {
    SwarmError(error.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_row_has_the_median_and_the_slowest() {
        let times = [3, 1, 2].map(Duration::from_millis).to_vec();
        let row = row("list", times, 5);
        assert_eq!((row.median, row.slowest), (Duration::from_millis(2), Duration::from_millis(3)));
    }
}
