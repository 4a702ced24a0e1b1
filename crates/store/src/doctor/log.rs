//! The logs, and what follows from each: the summary of the match, its commands and its results.

use std::collections::BTreeMap;

use crownhead_arbiter::{Event, Match, MatchStage, Seat};
use rusqlite::{Connection, OptionalExtension};

use super::findings::{Findings, Repair, RepairAction};
use crate::codec::{seat_to_number, to_i64};
use crate::results::{GameResult, NOT_RATED, RATED, TO_RATE};
use crate::sql::Statement;
use crate::{MatchId, MatchSummary, hash_chain};

/// A row of the table of matches.
struct Entry {
    id: String,
    version: i64,
    changed: i64,
    hash: Option<Vec<u8>>,
    summary: (String, bool, Option<i64>),
    secrets: [Vec<u8>; 2],
    secret_check: Option<Vec<u8>>,
}

/// What follows from a log.
struct Derived {
    version: i64,
    changed: i64,
    /// When it ended, if it is over.
    ended: Option<i64>,
    summary: (String, bool, Option<i64>),
    /// The first and the last event of each command, by seat and id.
    commands: BTreeMap<(i64, String), (i64, i64)>,
    results: Vec<GameResult>,
    turn: Option<Seat>,
}

/// A row of the table of results.
struct StoredResult {
    result: GameResult,
    rated: i64,
    changes: (Option<i64>, Option<i64>),
}

/// Checks and counts all matches.
pub(super) fn check_all(
    connection: &Connection,
    findings: &mut Findings,
    count: &mut u64,
) -> rusqlite::Result<()> {
    let mut matches = connection.prepare(
        "SELECT id, version, log_hash, game, live, due, changed, secret_one, secret_two,
            secret_check FROM matches ORDER BY id",
    )?;
    let entries = matches.query_map([], |row| {
        Ok(Entry {
            id: row.get(0)?,
            version: row.get(1)?,
            changed: row.get(6)?,
            hash: row.get(2)?,
            summary: (row.get(3)?, row.get(4)?, row.get(5)?),
            secrets: [row.get(7)?, row.get(8)?],
            secret_check: row.get(9)?,
        })
    })?;
    for entry in entries {
        *count += 1;
        check(connection, &entry?, findings)?;
    }
    Ok(())
}

fn check(connection: &Connection, entry: &Entry, findings: &mut Findings) -> rusqlite::Result<()> {
    let problem = |what: &str| format!("match {}: {what}", entry.id);
    let Ok(id) = entry.id.parse::<MatchId>() else {
        findings.add(problem("that is not an id"), None);
        return Ok(());
    };
    let [one, two] = &entry.secrets;
    if entry.secret_check.as_deref() != Some(&hash_chain::secret_check(id.as_str(), one, two)) {
        findings.add(problem("a secret of its players has changed"), None);
    }
    let log = log(connection, &entry.id)?;
    let hash = log.iter().fold(hash_chain::EMPTY, |hash, json| hash_chain::next(hash, json));
    if entry.hash.as_deref() != Some(&hash.0) {
        findings.add(problem("the log does not match its hash"), None);
        return Ok(());
    }
    match derive(&log) {
        Err(what) => findings.add(problem(&what), None),
        Ok(derived) => {
            check_summary(id, entry, &derived, findings);
            check_running(connection, id, &derived, findings)?;
            check_commands(connection, id, &derived, findings)?;
            check_results(connection, id, &derived, findings)?;
            check_turn(connection, id, &derived, findings)?;
        }
    }
    Ok(())
}

fn log(connection: &Connection, id: &str) -> rusqlite::Result<Vec<String>> {
    connection
        .prepare_cached("SELECT event FROM events WHERE match_id = ?1 ORDER BY version")?
        .query_map([id], |row| row.get(0))?
        .collect()
}

fn derive(log: &[String]) -> Result<Derived, String> {
    let mut game_match: Option<Match> = None;
    let (mut commands, mut results) = (BTreeMap::new(), Vec::new());
    let mut ended = None;
    for (json, number) in log.iter().zip(1..) {
        let event: Event =
            serde_json::from_str(json).map_err(|error| format!("event {number}: {error}"))?;
        match &mut game_match {
            None => {
                let opened = Match::from_first(&event).map_err(|error| error.to_string())?;
                game_match = Some(opened);
            }
            Some(game_match) => {
                game_match.apply(&event).map_err(|error| error.to_string())?;
                results.extend(GameResult::of(game_match, &event));
            }
        }
        let is_over =
            |game_match: &Match| matches!(game_match.state().stage, MatchStage::Over { .. });
        ended = match game_match.as_ref().is_some_and(is_over) {
            true => ended.or(Some(to_i64(event.at.as_millis()))),
            false => None,
        };
        if let Some(cause) = &event.cause {
            let key = (i64::from(seat_to_number(cause.seat)), cause.id.as_str().to_owned());
            let range = commands.entry(key).or_insert((number, number));
            range.1 = number;
        }
    }
    let game_match = game_match.ok_or("the log is empty")?;
    let MatchSummary { game, live, due } = MatchSummary::of(&game_match);
    Ok(Derived {
        version: to_i64(game_match.version().get()),
        changed: to_i64(game_match.state().time.as_millis()),
        ended,
        summary: (game, live, due.map(|due| to_i64(due.as_millis()))),
        commands,
        results,
        turn: game_match.turn(),
    })
}

fn check_summary(id: MatchId, entry: &Entry, derived: &Derived, findings: &mut Findings) {
    let problem = if entry.version != derived.version {
        format!(
            "match {id}: the match is at version {}, and its log at {}",
            entry.version, derived.version
        )
    } else if entry.summary != derived.summary || entry.changed != derived.changed {
        format!("match {id}: the summary does not follow from the log")
    } else {
        return;
    };
    let (game, live, due) = &derived.summary;
    let write = Statement::new(
        "UPDATE matches SET version = $1, changed = $2, game = $3, live = ($4 <> 0), due = $5
         WHERE id = $6",
        [
            derived.version.into(),
            derived.changed.into(),
            game.as_str().into(),
            i64::from(*live).into(),
            (*due).into(),
            id.into(),
        ],
    );
    let repair = Repair::change(format!("match {id}: wrote its summary from the log"), vec![write]);
    findings.add(problem, repair);
}

/// Checks that the match is among the running ones of its accounts just while it is live, and
/// otherwise in its place among the others. Stores of an early version have it where it changed last.
fn check_running(
    connection: &Connection,
    id: MatchId,
    derived: &Derived,
    findings: &mut Findings,
) -> rusqlite::Result<()> {
    let live = derived.summary.1;
    let minus_ended = if live { 0 } else { -derived.ended.unwrap_or(derived.changed) };
    let minus_changed = if live { 0 } else { -derived.changed };
    let wrong: i64 = connection
        .prepare_cached(
            "SELECT count(*) FROM players WHERE match_id = ?1 AND account IS NOT NULL
             AND (running <> ?2 OR minus_ended NOT IN (?3, ?4))",
        )?
        .query_row(rusqlite::params![id.as_str(), live, minus_ended, minus_changed], |row| {
            row.get(0)
        })?;
    if wrong > 0 {
        let set = Statement::new(
            "UPDATE players SET running = $1, minus_ended = $2 WHERE match_id = $3",
            [i64::from(live).into(), minus_ended.into(), id.into()],
        );
        findings.add(
            format!("match {id}: its players see it in the wrong list"),
            Repair::change(format!("match {id}: moved it to the right list"), vec![set]),
        );
    }
    Ok(())
}

fn check_commands(
    connection: &Connection,
    id: MatchId,
    derived: &Derived,
    findings: &mut Findings,
) -> rusqlite::Result<()> {
    let mut stored: BTreeMap<(i64, String), (i64, i64)> = connection
        .prepare_cached(
            "SELECT seat, id, first_event, last_event FROM commands WHERE match_id = ?1",
        )?
        .query_map([id.as_str()], |row| {
            Ok(((row.get(0)?, row.get(1)?), (row.get(2)?, row.get(3)?)))
        })?
        .collect::<Result<_, _>>()?;
    let mut report = |key: &(i64, String), problem: String, statement: Statement| {
        let does = format!("match {id}: corrected command {} from the log", key.1);
        findings.add(format!("match {id}: {problem}"), Repair::change(does, vec![statement]));
    };
    for (key, range) in &derived.commands {
        let (seat, command) = key;
        match stored.remove(key) {
            Some(found) if found == *range => {}
            Some(_) => report(
                key,
                format!("command {command} has other events in the log"),
                Statement::new(
                    "UPDATE commands SET first_event = $1, last_event = $2
                     WHERE match_id = $3 AND seat = $4 AND id = $5",
                    [
                        range.0.into(),
                        range.1.into(),
                        id.into(),
                        (*seat).into(),
                        command.as_str().into(),
                    ],
                ),
            ),
            None => report(
                key,
                format!("command {command} is missing"),
                Statement::new(
                    "INSERT INTO commands (match_id, seat, id, first_event, last_event)
                     VALUES ($1, $2, $3, $4, $5)",
                    [
                        id.into(),
                        (*seat).into(),
                        command.as_str().into(),
                        range.0.into(),
                        range.1.into(),
                    ],
                ),
            ),
        }
    }
    for key in stored.keys() {
        let (seat, command) = key;
        report(
            key,
            format!("the events of command {command} are missing"),
            Statement::new(
                "DELETE FROM commands WHERE match_id = $1 AND seat = $2 AND id = $3",
                [id.into(), (*seat).into(), command.as_str().into()],
            ),
        );
    }
    Ok(())
}

fn check_results(
    connection: &Connection,
    id: MatchId,
    derived: &Derived,
    findings: &mut Findings,
) -> rusqlite::Result<()> {
    let mut stored = connection.prepare_cached(
        "SELECT number, game, first, winner, reason, ended, plies, rated, change_one,
                change_two FROM results WHERE match_id = ?1",
    )?;
    let stored = stored.query_map([id.as_str()], |row| {
        let result = GameResult {
            number: row.get(0)?,
            game: row.get(1)?,
            first: row.get(2)?,
            winner: row.get(3)?,
            reason: row.get(4)?,
            ended: row.get(5)?,
            plies: row.get(6)?,
            for_ratings: false,
        };
        let changes = (row.get(8)?, row.get(9)?);
        Ok((result.number, StoredResult { result, rated: row.get(7)?, changes }))
    })?;
    let mut stored = stored.collect::<rusqlite::Result<BTreeMap<_, _>>>()?;
    for result in &derived.results {
        let number = result.number;
        let delete = || {
            Statement::new(
                "DELETE FROM results WHERE match_id = $1 AND number = $2",
                [id.into(), number.into()],
            )
        };
        let write = |rated, does: &str| {
            let does = format!("match {id}: {does} the result of game {number} from the log");
            Repair::change(does, vec![delete(), result.record_as(id, rated)])
        };
        match stored.remove(&number) {
            // Whether it was rated, and what it changed, is in no log.
            None => findings.add(
                format!("match {id}: the result of game {number} is missing"),
                write(NOT_RATED, "wrote"),
            ),
            Some(found) => {
                let expected = GameResult { for_ratings: false, ..result.clone() };
                if found.result != expected {
                    let (one, two) = found.changes;
                    let keep = Statement::new(
                        "UPDATE results SET rated = $1, change_one = $2, change_two = $3
                         WHERE match_id = $4 AND number = $5",
                        [found.rated.into(), one.into(), two.into(), id.into(), number.into()],
                    );
                    let repair = write(found.rated, "corrected").map(|mut repair| {
                        if let RepairAction::Change(all) = &mut repair.action {
                            all.push(keep);
                        }
                        repair
                    });
                    findings.add(
                        format!("match {id}: the result of game {number} is not that of the log"),
                        repair,
                    );
                }
                let is_rated = found.changes.0.is_some() && found.changes.1.is_some();
                let is_unrated = found.changes == (None, None);
                let may_be = match found.rated {
                    RATED => is_rated && result.for_ratings,
                    NOT_RATED => is_unrated,
                    TO_RATE => is_unrated && result.for_ratings,
                    _ => false,
                };
                if !may_be {
                    // Only a rated game changes ratings.
                    let set_rated = Statement::new(
                        "UPDATE results SET rated = $1 WHERE match_id = $2 AND number = $3",
                        [RATED.into(), id.into(), number.into()],
                    );
                    let repair = (is_rated && result.for_ratings).then_some(set_rated);
                    let does = format!("match {id}: game {number} counts as rated again");
                    findings.add(
                        format!("match {id}: game {number} has a rating that it cannot have"),
                        repair.and_then(|set_rated| Repair::change(does, vec![set_rated])),
                    );
                }
            }
        }
    }
    for number in stored.into_keys() {
        let delete = Statement::new(
            "DELETE FROM results WHERE match_id = $1 AND number = $2",
            [id.into(), number.into()],
        );
        findings.add(
            format!("match {id}: it has a result of game {number}, which has not ended"),
            Repair::change(
                format!("match {id}: deleted the result of game {number}"),
                vec![delete],
            ),
        );
    }
    Ok(())
}

/// Checks that a notice of a turn is due only to the player whose turn it is.
fn check_turn(
    connection: &Connection,
    id: MatchId,
    derived: &Derived,
    findings: &mut Findings,
) -> rusqlite::Result<()> {
    let stored: Option<(i64, i64)> = connection
        .prepare_cached("SELECT seat, since FROM turns WHERE match_id = ?1")?
        .query_row([id.as_str()], |row| Ok((row.get(0)?, row.get(1)?)))
        .optional()?;
    let Some((seat, since)) = stored else { return Ok(()) };
    let turn = derived.turn.map(|seat| i64::from(seat_to_number(seat)));
    if turn != Some(seat) || !(1..=derived.version).contains(&since) {
        let delete = Statement::new("DELETE FROM turns WHERE match_id = $1", [id.into()]);
        findings.add(
            format!("match {id}: it waits to notify a player whose turn it is not"),
            Repair::change(format!("match {id}: deleted a notice of a turn"), vec![delete]),
        );
    }
    Ok(())
}
