//! Pending turn notices in the store: recording, claiming and finishing them.

use crownhead_arbiter::{Match, Seat, Span, Version};

use super::{MAX_CONCURRENT, Notices, is_slow};
use crownhead_store::MatchId;
use crownhead_store::StoreError;
use crownhead_store::sql::{ChangeOutcome, Row, Statement, Value};

/// How long a node has to deliver a notice until another node may claim it.
const CLAIM_DURATION: Span = Span::from_secs(60);

/// A turn whose player is to be notified.
pub(super) struct PendingTurn {
    pub(super) id: MatchId,
    pub(super) seat: Seat,
    /// The version at which the turn began.
    pub(super) since: Version,
    /// The number of attempts.
    pub(super) attempts: u32,
    /// The number of times the player was found connected.
    pub(super) times_connected: i64,
    /// Whether the mail was sent.
    pub(super) mailed: bool,
}

/// The statements that record a new turn, if the turn has changed.
pub(crate) fn record_turn(id: MatchId, before: Option<Seat>, now: &Match) -> Vec<Statement> {
    if !is_slow(now.state().settings.clock) || before == now.turn() {
        return Vec::new();
    }
    let delete = Statement::new("DELETE FROM turns WHERE match_id = $1", [id.into()]);
    std::iter::once(delete)
        .chain(now.turn().map(|seat| insert_turn(id, seat, now.version())))
        .collect()
}

/// Turns without subscribers are not recorded.
fn insert_turn(id: MatchId, seat: Seat, since: Version) -> Statement {
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
    /// Claims the turns that are due.
    pub(super) async fn claim(&self) -> Result<Vec<PendingTurn>, StoreError> {
        let now = self.db.now();
        let limit = i64::try_from(2 * MAX_CONCURRENT).unwrap_or(i64::MAX);
        let claim = Statement::new(
            "UPDATE turns SET due = $1, tries = tries + 1 WHERE match_id IN
                (SELECT match_id FROM turns WHERE due <= $2 ORDER BY due LIMIT $3)
             RETURNING match_id, seat, since, tries, looks, mailed",
            [(now + CLAIM_DURATION).into(), now.into(), limit.into()],
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

    /// Removes a turn whose player was notified, or cannot be.
    pub(super) async fn finish(&self, turn: &PendingTurn) -> Result<(), StoreError> {
        let finish = "DELETE FROM turns WHERE match_id = $1 AND since = $2";
        self.change(Statement::new(finish, [turn.id.into(), version(turn)])).await
    }

    /// Tries a turn again after a while.
    pub(super) async fn postpone(&self, turn: &PendingTurn, delay: Span) -> Result<(), StoreError> {
        let postpone = Statement::new(
            "UPDATE turns SET due = $1, looks = $2, tries = $3
             WHERE match_id = $4 AND since = $5",
            [
                (self.db.now() + delay).into(),
                turn.times_connected.into(),
                i64::from(turn.attempts).into(),
                turn.id.into(),
                version(turn),
            ],
        );
        self.change(postpone).await
    }

    /// Whether the player has a live connection to any live node.
    pub(super) async fn is_connected(&self, turn: &PendingTurn) -> Result<bool, StoreError> {
        let find = "SELECT count(*) FROM connections AS c JOIN nodes AS n ON n.id = c.node
            WHERE c.match_id = $1 AND c.seat = $2 AND n.until >= $3";
        let values = [turn.id.into(), turn.seat.into(), self.db.now().into()];
        let rows = self.db.store().query(Statement::new(find, values)).await?;
        Ok(rows.first().map_or(Ok(0), |row| row.number(0))? > 0)
    }

    pub(super) async fn change(&self, statement: Statement) -> Result<(), StoreError> {
        self.db.store().change(vec![statement]).await.map(|_| ())
    }
}

/// The version that identifies a turn, as a value.
pub(super) fn version(turn: &PendingTurn) -> Value {
    turn.since.into()
}

fn turn(row: &Row) -> Result<PendingTurn, StoreError> {
    Ok(PendingTurn {
        id: row.match_id(0)?,
        seat: row.seat(1)?,
        since: row.version(2)?,
        attempts: u32::try_from(row.number(3)?).unwrap_or_default(),
        times_connected: row.number(4)?,
        mailed: row.number(5)? != 0,
    })
}
