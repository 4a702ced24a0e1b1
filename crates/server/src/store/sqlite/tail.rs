//! What came in a rush. A move changes several pages of the tables of matches; when many come at a
//! time, they are first written one after another to the end of a table that nothing else is in, and
//! are as safe there. They are settled in the tables of matches a moment later, all moves of a match
//! at once. Meanwhile they are held in memory for those who read.

use std::collections::HashMap;
use std::sync::{PoisonError, RwLock, RwLockReadGuard, RwLockWriteGuard};
use std::time::Instant;

use crownhead_arbiter::{Cause, CommandId, Hash, Time, Version};
use rusqlite::{Connection, OptionalExtension, params};

use super::rows;
use crate::MatchId;
use crate::store::{Answer, Append, Row, Standing, chain, name, number, seat, seat_number, value};

/// What is held of each match.
#[derive(Default)]
pub(super) struct Tail(RwLock<HashMap<MatchId, Held>>);

/// What came to a match and is not settled yet.
#[derive(Debug)]
struct Held {
    /// The number of its first line in the tail.
    first: i64,
    since: Instant,
    news: News,
}

/// What came to a match.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct News {
    rows: Vec<Row>,
    commands: Vec<(Cause, Answer)>,
    changed: i64,
    standing: Standing,
}

impl News {
    /// What an append leads to, with its events as they are kept.
    pub(super) fn of(append: Append, rows: Vec<Row>, changed: i64) -> News {
        let Append { command, standing, .. } = append;
        News { rows, commands: command.into_iter().collect(), changed, standing }
    }

    /// The version after it.
    fn version(&self) -> i64 {
        self.rows.last().map_or(0, |row| row.0)
    }

    fn settle(&self, on: &Connection, id: MatchId) -> rusqlite::Result<()> {
        settle(on, id, &self.rows, &self.commands, (self.changed, &self.standing))
    }

    fn go_on(&mut self, later: News) {
        self.rows.extend(later.rows);
        self.commands.extend(later.commands);
        (self.changed, self.standing) = (later.changed, later.standing);
    }
}

impl Tail {
    /// Holds what has been committed under a number. Whether it is the first of its match.
    pub(super) fn hold(&self, id: MatchId, number: i64, news: News) -> bool {
        let mut held = self.write();
        if let Some(before) = held.get_mut(&id) {
            before.news.go_on(news);
            return false;
        }
        held.insert(id, Held { first: number, since: Instant::now(), news });
        true
    }

    /// Lets go of what has been settled.
    pub(super) fn release(&self, ids: &[MatchId]) {
        let mut held = self.write();
        for id in ids {
            held.remove(id);
        }
    }

    /// The number of the first line of a match, and since when it is held.
    pub(super) fn first(&self, id: MatchId) -> Option<(i64, Instant)> {
        self.read().get(&id).map(|held| (held.first, held.since))
    }

    /// Settles what is held of a match, if anything is. It is held on until it is released.
    pub(super) fn settle(&self, on: &Connection, id: MatchId) -> rusqlite::Result<bool> {
        match self.read().get(&id) {
            Some(held) => held.news.settle(on, id).map(|()| true),
            None => Ok(false),
        }
    }

    /// The version of a match of which something is held.
    pub(super) fn version(&self, id: MatchId) -> Option<i64> {
        self.read().get(&id).map(|held| held.news.version())
    }

    /// What a command was answered, if it is held.
    pub(super) fn answer(&self, id: MatchId, cause: &Cause) -> Option<Answer> {
        let held = self.read();
        let mut commands = held.get(&id)?.news.commands.iter();
        commands.find(|(other, _)| other == cause).map(|(_, answer)| *answer)
    }

    /// The events that are held of a match.
    pub(super) fn rows(&self, id: MatchId) -> Vec<Row> {
        self.read().get(&id).map(|held| held.news.rows.clone()).unwrap_or_default()
    }

    /// How the matches stand of which something is held: with their versions and last changes.
    pub(super) fn standings(&self) -> HashMap<MatchId, (i64, i64, Standing)> {
        let held = self.read();
        let stands = held.iter().map(|(id, Held { news, .. })| {
            (*id, (news.version(), news.changed, news.standing.clone()))
        });
        stands.collect()
    }

    fn read(&self) -> RwLockReadGuard<'_, HashMap<MatchId, Held>> {
        self.0.read().unwrap_or_else(PoisonError::into_inner)
    }

    fn write(&self) -> RwLockWriteGuard<'_, HashMap<MatchId, Held>> {
        self.0.write().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Writes a line to the end of the tail.
pub(super) fn push(
    on: &Connection,
    line: i64,
    append: &Append,
    rows: &[Row],
    changed: i64,
) -> rusqlite::Result<()> {
    // JSON that is written without spaces has no line breaks.
    let events: Vec<&str> = rows.iter().map(|(_, json)| json.as_str()).collect();
    let cause = append.command.as_ref().map(|(cause, _)| cause);
    let answer = append.command.as_ref().map(|(_, answer)| answer);
    on.prepare_cached(
        "INSERT INTO tail (number, match_id, version, events, seat, command, first_event,
         last_event, changed, game, live, due)
         VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12)",
    )?
    .execute(params![
        line,
        append.id.as_str(),
        rows.last().map_or(0, |row| row.0),
        events.join("\n"),
        cause.map(|cause| seat_number(cause.seat)),
        cause.map(|cause| cause.id.as_str()),
        answer.map(|answer| number(answer.from.get())),
        answer.map(|answer| number(answer.to.get())),
        changed,
        append.standing.game,
        append.standing.live,
        append.standing.due.map(|due| number(due.as_millis())),
    ])?;
    Ok(())
}

/// Cuts off the lines before a number.
pub(super) fn cut(on: &Connection, before: i64) -> rusqlite::Result<()> {
    on.prepare_cached("DELETE FROM tail WHERE number < ?1")?.execute([before])?;
    Ok(())
}

/// Settles what was left behind by a process that ended suddenly.
pub(super) fn settle_all(on: &Connection) -> rusqlite::Result<()> {
    let mut lines = on.prepare(
        "SELECT match_id, version, events, seat, command, first_event, last_event, changed, game,
         live, due FROM tail ORDER BY number",
    )?;
    let lines = lines.query_map([], |row| {
        let wrong = |what: &str| rusqlite::Error::InvalidColumnName(what.to_owned());
        let (id, version): (String, i64) = (row.get(0)?, row.get(1)?);
        let events: String = row.get(2)?;
        let count = number(events.lines().count() as u64);
        let rows = (version - count + 1..).zip(events.lines().map(str::to_owned)).collect();
        let cause: (Option<i64>, Option<String>) = (row.get(3)?, row.get(4)?);
        let version = |column| Ok::<_, rusqlite::Error>(Version::new(value(row.get(column)?)));
        let commands = match cause {
            (Some(at), Some(command)) => {
                let id = CommandId::new(&command).map_err(|_| wrong("command"))?;
                let cause = Cause { seat: seat(at).map_err(|_| wrong("seat"))?, id };
                vec![(cause, Answer { from: version(5)?, to: version(6)? })]
            }
            _ => Vec::new(),
        };
        let due: Option<i64> = row.get(10)?;
        let due = due.map(|due| Time::from_millis(value(due)));
        let standing = Standing { game: row.get(8)?, live: row.get(9)?, due };
        let news = News { rows, commands, changed: row.get(7)?, standing };
        Ok((name(&id).map_err(|_| wrong("match_id"))?, news))
    })?;
    let mut all: HashMap<MatchId, News> = HashMap::new();
    for line in lines {
        let (id, news) = line?;
        match all.get_mut(&id) {
            Some(before) => before.go_on(news),
            None => drop(all.insert(id, news)),
        }
    }
    all.iter().try_for_each(|(id, news)| news.settle(on, *id))?;
    on.execute("DELETE FROM tail", [])?;
    Ok(())
}

/// Brings the tables of matches up to date. What they have is not written again.
pub(super) fn settle(
    on: &Connection,
    id: MatchId,
    rows: &[Row],
    commands: &[(Cause, Answer)],
    (changed, standing): (i64, &Standing),
) -> rusqlite::Result<()> {
    let at: Option<(i64, [u8; 32])> = on
        .prepare_cached("SELECT version, log_hash FROM matches WHERE id = ?1")?
        .query_row([id.as_str()], |row| Ok((row.get(0)?, row.get(1)?)))
        .optional()?;
    let Some((version, before)) = at else { return Ok(()) };
    let known = rows.iter().take_while(|row| row.0 <= version).count();
    let rows = &rows[known..];
    let Some((version, _)) = rows.last() else { return Ok(()) };
    rows::insert(on, id, rows)?;
    let mut note = on.prepare_cached(
        "INSERT INTO commands (match_id, seat, id, first_event, last_event)
         VALUES (?1, ?2, ?3, ?4, ?5) ON CONFLICT DO NOTHING",
    )?;
    for (cause, answer) in commands {
        note.execute(params![
            id.as_str(),
            seat_number(cause.seat),
            cause.id.as_str(),
            number(answer.from.get()),
            number(answer.to.get()),
        ])?;
    }
    on.prepare_cached(
        "UPDATE matches SET version = ?2, changed = ?3, game = ?4, live = ?5, due = ?6,
         log_hash = ?7 WHERE id = ?1",
    )?
    .execute(params![
        id.as_str(),
        version,
        changed,
        standing.game,
        standing.live,
        standing.due.map(|due| number(due.as_millis())),
        chain::on(Hash(before), rows).0,
    ])?;
    Ok(())
}
