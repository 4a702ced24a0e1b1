//! Who sits where in a match: a person with a nickname or without, or the computer at a level.

use crownhead_arbiter::{BySeat, Seat, Time, Version};
use crownhead_computer::Level;
use serde::{Deserialize, Serialize};

use super::Nickname;
use crate::MatchId;
use crate::rooms::{RoomError, Rooms};
use crate::store::sql::{Row, Statement};
use crate::store::{self, StoreError};

/// Who is to sit in a seat, as one says it who opens a match.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Seated {
    /// What the player is called.
    #[serde(default)]
    pub name: Option<Nickname>,
    /// The computer, at this level from 1 to 10.
    #[serde(default)]
    pub computer: Option<u8>,
}

/// Who sits in a seat.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub struct Player {
    /// What the player is called.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// The level of the computer, if that is who sits there.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub computer: Option<u8>,
}

/// A live match in a list.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub struct LiveMatch {
    /// Its name.
    pub id: MatchId,
    /// The name of the game.
    pub game: String,
    /// Its version.
    pub version: Version,
    /// When it last changed.
    pub changed: Time,
    /// Who plays.
    pub players: BySeat<Player>,
}

impl Rooms {
    /// Who plays in a match.
    pub async fn players(&self, id: MatchId) -> Result<BySeat<Player>, RoomError> {
        let find = "SELECT seat, name, level FROM players WHERE match_id = $1";
        let rows = self.store().query(Statement::new(find, [id.into()])).await?;
        let mut players = BySeat::default();
        for row in rows {
            let seat = if row.number(0)? == 1 { Seat::One } else { Seat::Two };
            players[seat] = player(&row, 1)?;
        }
        Ok(players)
    }

    /// Says what a player is called from now on.
    pub async fn set_name(
        &self,
        id: MatchId,
        seat: Seat,
        name: &Nickname,
    ) -> Result<(), RoomError> {
        self.store().change(vec![keep(id, seat, Some(name), None)]).await?;
        Ok(())
    }

    /// The live matches of a game, or of all games, with who plays in them, the latest change
    /// first.
    pub async fn live_matches(
        &self,
        game: Option<&str>,
        most: u32,
    ) -> Result<Vec<LiveMatch>, RoomError> {
        let find = "SELECT m.id, m.game, m.version, m.changed, one.name, one.level, two.name,
                two.level
            FROM matches AS m
            LEFT JOIN players AS one ON one.match_id = m.id AND one.seat = 1
            LEFT JOIN players AS two ON two.match_id = m.id AND two.seat = 2
            WHERE m.live AND ($1 = '' OR m.game = $1)
            ORDER BY m.changed DESC LIMIT $2";
        let values = [game.unwrap_or_default().into(), i64::from(most).into()];
        let rows = self.store().query(Statement::new(find, values)).await?;
        rows.iter().map(|row| Ok(live_match(row)?)).collect()
    }
}

/// What keeps a player in a seat. A name that is given replaces the one before.
pub(crate) fn keep(
    id: MatchId,
    seat: Seat,
    name: Option<&Nickname>,
    level: Option<Level>,
) -> Statement {
    let name = name.map(|name| name.as_str().to_owned());
    let level = level.map(|level| i64::from(level.number()));
    Statement::new(
        "INSERT INTO players (match_id, seat, name, level) VALUES ($1, $2, $3, $4)
         ON CONFLICT (match_id, seat) DO UPDATE SET name = excluded.name",
        [id.into(), seat.into(), name.into(), level.into()],
    )
}

fn player(row: &Row, from: usize) -> Result<Player, StoreError> {
    let level = row.some_number(from + 1)?;
    let computer = level.map(|level| u8::try_from(level).unwrap_or_default());
    Ok(Player { name: row.some_text(from)?, computer })
}

fn live_match(row: &Row) -> Result<LiveMatch, StoreError> {
    Ok(LiveMatch {
        id: store::name(&row.text(0)?)?,
        game: row.text(1)?,
        version: Version::new(store::value(row.number(2)?)),
        changed: Time::from_millis(store::value(row.number(3)?)),
        players: BySeat::new(player(row, 4)?, player(row, 6)?),
    })
}
