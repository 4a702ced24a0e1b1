//! Pending turn notices in the store: recording, claiming and settling them.

use crownhead_arbiter::{Match, Seat, Span, Version};

use super::{AT_A_TIME, Notices, is_slow};
use crownhead_store::MatchId;
use crownhead_store::StoreError;
use crownhead_store::sql::{ChangeOutcome, Row, Statement, Value};

/// How long a node has to tell, before another takes it up.
const CLAIM: Span = Span::from_secs(60);

/// A turn that is to be told.
pub(super) struct Turn {
    pub(super) id: MatchId,
    pub(super) seat: Seat,
    /// The version with which it began.
    pub(super) since: Version,
    /// How often it was tried.
    pub(super) tries: u32,
    /// How often the player seemed to be there.
    pub(super) looks: i64,
    /// Whether the mail was sent.
    pub(super) mailed: bool,
}

/// What is noted when a match has gone on, from whose turn it was to whose it is now.
pub(crate) fn record_turn(id: MatchId, before: Option<Seat>, now: &Match) -> Vec<Statement> {
    if !is_slow(now.state().settings.clock) || before == now.turn() {
        return Vec::new();
    }
    let over = Statement::new("DELETE FROM turns WHERE match_id = $1", [id.into()]);
    std::iter::once(over).chain(now.turn().map(|seat| begin(id, seat, now.version()))).collect()
}

/// Only turns of those who want to know are noted.
fn begin(id: MatchId, seat: Seat, since: Version) -> Statement {
    Statement::new(
        "INSERT INTO turns (match_id, seat, since, due, tries, looks, mailed)
         SELECT $1, $2, $3, 0, 0, 0, 0
         WHERE EXISTS (SELECT 1 FROM notices WHERE match_id = $4 AND seat = $5)
            OR EXISTS (SELECT 1 FROM players AS p JOIN accounts AS a ON a.id = p.account
                WHERE p.match_id = $4 AND p.seat = $5 AND a.mail_notices = 1)",
        [id.into(), seat.into(), since.into(), id.into(), seat.into()],
    )
}

impl Notices {
    /// Turns that are to be told now, and that no other node sees to.
    pub(super) async fn claim(&self) -> Result<Vec<Turn>, StoreError> {
        let now = self.db.now();
        let most = i64::try_from(2 * AT_A_TIME).unwrap_or(i64::MAX);
        let claim = Statement::new(
            "UPDATE turns SET due = $1, tries = tries + 1 WHERE match_id IN
                (SELECT match_id FROM turns WHERE due <= $2 ORDER BY due LIMIT $3)
             RETURNING match_id, seat, since, tries, looks, mailed",
            [(now + CLAIM).into(), now.into(), most.into()],
        )
        .on_postgres(
            "UPDATE turns SET due = $1, tries = tries + 1 WHERE match_id IN
                (SELECT match_id FROM turns WHERE due <= $2 ORDER BY due LIMIT $3
                 FOR UPDATE SKIP LOCKED)
             RETURNING match_id, seat, since, tries, looks, mailed",
        );
        let ChangeOutcome::Committed(rows) = self.db.store().change(vec![claim]).await? else {
            return Ok(Vec::new());
        };
        rows.iter().flatten().map(turn).collect()
    }

    /// The turn is told, or cannot be.
    pub(super) async fn settle(&self, turn: &Turn) -> Result<(), StoreError> {
        let settle = "DELETE FROM turns WHERE match_id = $1 AND since = $2";
        self.change(Statement::new(settle, [turn.id.into(), version(turn)])).await
    }

    /// The turn is looked at again after a while.
    pub(super) async fn put_off(&self, turn: &Turn, wait: Span) -> Result<(), StoreError> {
        let put_off = Statement::new(
            "UPDATE turns SET due = $1, looks = $2, tries = $3
             WHERE match_id = $4 AND since = $5",
            [
                (self.db.now() + wait).into(),
                turn.looks.into(),
                i64::from(turn.tries).into(),
                turn.id.into(),
                version(turn),
            ],
        );
        self.change(put_off).await
    }

    /// Whether a player has a live connection to any node that lives.
    pub(super) async fn is_there(&self, turn: &Turn) -> Result<bool, StoreError> {
        let find = "SELECT count(*) FROM connections AS c JOIN nodes AS n ON n.id = c.node
            WHERE c.match_id = $1 AND c.seat = $2 AND n.until >= $3";
        let values = [turn.id.into(), turn.seat.into(), self.db.now().into()];
        let rows = self.db.store().query(Statement::new(find, values)).await?;
        Ok(rows.first().map_or(Ok(0), |row| row.number(0))? > 0)
    }

    pub(super) async fn change(&self, what: Statement) -> Result<(), StoreError> {
        self.db.store().change(vec![what]).await.map(|_| ())
    }
}

/// By which a turn is known.
pub(super) fn version(turn: &Turn) -> Value {
    turn.since.into()
}

fn turn(row: &Row) -> Result<Turn, StoreError> {
    Ok(Turn {
        id: row.match_id(0)?,
        seat: row.seat(1)?,
        since: row.version(2)?,
        tries: u32::try_from(row.number(3)?).unwrap_or_default(),
        looks: row.number(4)?,
        mailed: row.number(5)? != 0,
    })
}
