//! Data that follows from other tables: the players' names, the ratings, and the archive.

use std::collections::BTreeMap;

use rusqlite::Connection;

use super::findings::{Findings, Repair};
use crate::sql::Statement;

/// The rating of a new player, in thousandths, and the deviation and volatility, in the units of the
/// table of ratings.
const NEW_RATING: i64 = 1_500_000;
const NEW_DEVIATION: i64 = 350_000;
const NEW_VOLATILITY: i64 = 60_000_000;

/// Checks these tables.
pub(super) fn check(connection: &Connection, findings: &mut Findings) -> rusqlite::Result<()> {
    check_players(connection, findings)?;
    check_computers(connection, findings)?;
    check_ratings(connection, findings)?;
    check_archive(connection, findings)
}

/// A player, and what the account and the computer in the same seat say.
struct Seated {
    id: String,
    seat: i64,
    name: Option<String>,
    key: Option<String>,
    level: Option<i64>,
    account: Option<String>,
    account_name: Option<(String, String)>,
    computer: Option<i64>,
}

fn check_players(connection: &Connection, findings: &mut Findings) -> rusqlite::Result<()> {
    let mut players = connection.prepare(
        "SELECT p.match_id, p.seat, p.name, p.key, p.level, p.account, a.name, a.key, c.level
         FROM players AS p LEFT JOIN accounts AS a ON a.id = p.account
         LEFT JOIN computers AS c ON c.match_id = p.match_id AND c.seat = p.seat
         ORDER BY p.match_id, p.seat",
    )?;
    let players = players.query_map([], |row| {
        let (name, key): (Option<String>, Option<String>) = (row.get(6)?, row.get(7)?);
        Ok(Seated {
            id: row.get(0)?,
            seat: row.get(1)?,
            name: row.get(2)?,
            key: row.get(3)?,
            level: row.get(4)?,
            account: row.get(5)?,
            account_name: name.zip(key),
            computer: row.get(8)?,
        })
    })?;
    for player in players {
        check_player(&player?, findings);
    }
    Ok(())
}

fn check_player(player: &Seated, findings: &mut Findings) {
    let Seated { id, seat, name, key, level, .. } = player;
    let place = format!("match {id}: the player in seat {seat}");
    if ![1, 2].contains(seat) {
        return findings.add(format!("{place} has no such seat"), None);
    }
    let expected = match (&player.account_name, player.computer, level) {
        (Some((name, key)), None, None) => (Some(name.clone()), Some(key.clone()), None),
        (None, Some(level), _) => (None, Some("computer".to_owned()), Some(level)),
        (None, None, None) if player.account.is_none() => {
            (name.clone(), name.as_ref().map(|name| name.to_lowercase()), None)
        }
        _ => return findings.add(format!("{place} is neither a person nor the computer"), None),
    };
    if (name, key, level) == (&expected.0, &expected.1, &expected.2) {
        return;
    }
    let (name, key, level) = expected;
    let write = Statement::new(
        "UPDATE players SET name = $1, key = $2, level = $3 WHERE match_id = $4 AND seat = $5",
        [name.into(), key.into(), level.into(), id.as_str().into(), (*seat).into()],
    );
    findings.add(
        format!("{place} has another name than before"),
        Repair::change(format!("{place} has the right name again"), vec![write]),
    );
}

fn check_computers(connection: &Connection, findings: &mut Findings) -> rusqlite::Result<()> {
    let mut missing = connection.prepare(
        "SELECT c.match_id, c.seat, c.level FROM computers AS c
         LEFT JOIN players AS p ON p.match_id = c.match_id AND p.seat = c.seat
         WHERE p.match_id IS NULL ORDER BY c.match_id",
    )?;
    let missing = missing.query_map([], |row| Ok((row.get(0)?, row.get(1)?, row.get(2)?)))?;
    for row in missing {
        let (id, seat, level): (String, i64, i64) = row?;
        let insert = Statement::new(
            "INSERT INTO players (match_id, seat, level, key) VALUES ($1, $2, $3, 'computer')",
            [id.as_str().into(), seat.into(), level.into()],
        );
        findings.add(
            format!("match {id}: the computer is not among the players"),
            Repair::change(format!("match {id}: seated the computer again"), vec![insert]),
        );
    }
    Ok(())
}

/// The rating of an account in a game.
type RatingKey = (String, String);

/// A rating is that of a new player and the sum of what each game changed.
fn check_ratings(connection: &Connection, findings: &mut Findings) -> rusqlite::Result<()> {
    let mut stored: BTreeMap<RatingKey, (i64, i64)> = connection
        .prepare("SELECT account, game, rating, games FROM ratings")?
        .query_map([], |row| Ok(((row.get(0)?, row.get(1)?), (row.get(2)?, row.get(3)?))))?
        .collect::<Result<_, _>>()?;
    let mut expected = connection.prepare(
        "SELECT p.account, r.game,
            sum(coalesce(CASE p.seat WHEN 1 THEN r.change_one ELSE r.change_two END, 0)), count(*),
            sum(r.change_one IS NULL OR r.change_two IS NULL)
         FROM results AS r JOIN players AS p ON p.match_id = r.match_id
         WHERE p.account IS NOT NULL
            AND (r.rated = 2 OR r.change_one IS NOT NULL OR r.change_two IS NOT NULL)
         GROUP BY p.account, r.game",
    )?;
    let expected = expected.query_map([], |row| {
        let key: RatingKey = (row.get(0)?, row.get(1)?);
        Ok((key, (NEW_RATING + row.get::<_, i64>(2)?, row.get(3)?), row.get::<_, i64>(4)? > 0))
    })?;
    for row in expected {
        let (key, (rating, games), has_gaps): (RatingKey, (i64, i64), bool) = row?;
        let problem = match stored.remove(&key) {
            Some(found) if found == (rating, games) => continue,
            Some(_) => "does not follow from its games",
            None => "is missing",
        };
        let (account, game) = key;
        // The deviation cannot be derived. A new player's is the careful one.
        let write = Statement::new(
            "INSERT INTO ratings (account, game, rating, deviation, volatility, games, changed)
             VALUES ($1, $2, $3, $4, $5, $6, 0)
             ON CONFLICT (account, game) DO UPDATE SET rating = excluded.rating,
                games = excluded.games",
            [
                account.as_str().into(),
                game.as_str().into(),
                rating.into(),
                NEW_DEVIATION.into(),
                NEW_VOLATILITY.into(),
                games.into(),
            ],
        );
        let what = format!("account {account}: the rating in {game}");
        let does = format!("{what} is the sum of its games again");
        let repair = if has_gaps { None } else { Repair::change(does, vec![write]) };
        findings.add(format!("{what} {problem}"), repair);
    }
    for (account, game) in stored.into_keys() {
        let delete = Statement::new(
            "DELETE FROM ratings WHERE account = $1 AND game = $2",
            [account.as_str().into(), game.as_str().into()],
        );
        let what = format!("account {account}: the rating in {game}");
        findings.add(
            format!("{what} comes from no game"),
            Repair::change(format!("{what} was deleted"), vec![delete]),
        );
    }
    Ok(())
}

fn check_archive(connection: &Connection, findings: &mut Findings) -> rusqlite::Result<()> {
    let difference = |from: &str, less: &str| -> rusqlite::Result<i64> {
        let query =
            format!("SELECT count(*) FROM (SELECT * FROM {from} EXCEPT SELECT * FROM {less})");
        connection.query_row(&query, [], |row| row.get(0))
    };
    let missing = difference("archive_rows", "archive")?;
    let wrong = difference("archive", "archive_rows")?;
    if missing + wrong > 0 {
        let rebuild = vec![
            Statement::new("DELETE FROM archive", []),
            Statement::new("INSERT INTO archive SELECT * FROM archive_rows", []),
        ];
        findings.add(
            format!("the archive: {missing} rows are missing, and {wrong} are wrong"),
            Repair::change("the archive was built anew from results and players", rebuild),
        );
    }
    Ok(())
}
