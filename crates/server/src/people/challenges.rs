//! Challenges: a player waits for an opponent, and the first to accept plays. The secret of the
//! challenge becomes the secret of the challenger's seat.

use crownhead_arbiter::{BySeat, MatchSettings, Seat, Sha256Hash, Span, TimeControl};
use crownhead_protocol::{Challenge, CreatedChallenge, MatchId, Nickname, OpenedMatch, SeatLink};

use super::Person;
use super::accounts::{Account, AccountId, is_blocked};
use crate::rooms::{MatchCreator, RoomError, SeatAssignment};
use crownhead_store::sql::{ChangeOutcome, Row, Statement};
use crownhead_store::{Db, StoreError, hash_from_bytes};
use crownhead_store::{SeatSecret, random_match_id};

/// How long a challenge waits after the last sign of whoever made it, in a match that is played at
/// once, and in one that is played over days.
const WAITS: Span = Span::from_secs(90);
const WAITS_DAYS: Span = Span::from_secs(14 * 24 * 60 * 60);

/// How long it is known that a challenge was taken up.
const KNOWN: Span = Span::from_secs(24 * 60 * 60);

/// How many challenges wait at a time.
const MOST: i64 = 2_000;

/// How many are shown.
pub const SHOWN: u32 = 200;

/// A challenge that is to be made.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NewChallenge {
    /// How it is played.
    pub settings: MatchSettings,
    /// Who makes it.
    pub name: Option<Nickname>,
    /// The account of that player, whose name goes before.
    pub account: Option<Account>,
    /// In which seat.
    pub seat: Seat,
    /// Whether everybody sees it. Otherwise only those who are told its name.
    pub listed: bool,
}

/// What came of taking a challenge up.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum AcceptOutcome {
    /// A match; the seat of whoever took it up.
    Opened(Box<OpenedMatch<Option<SeatLink>>>, Seat),
    /// Nothing: there is no such challenge, or not any more.
    Gone,
    /// Nothing: one does not play against oneself.
    Own,
    /// Nothing: one of the two blocks the other.
    Blocked,
    /// Nothing: a rated match is one between accounts.
    NeedsAccount,
}

/// A challenge as it is kept: with the hash of its secret, and its maker's account.
struct StoredChallenge {
    challenge: Challenge,
    hash: Sha256Hash,
    account: Option<AccountId>,
}

/// The open challenges of a store.
#[derive(Clone)]
pub struct Challenges {
    db: Db,
    creator: MatchCreator,
}

impl Challenges {
    /// The challenges in a store.
    pub fn new(db: Db) -> Challenges {
        Challenges { creator: MatchCreator::new(db.clone()), db }
    }

    /// Makes a challenge.
    pub async fn create(&self, new: NewChallenge) -> Result<CreatedChallenge, RoomError> {
        new.settings.check().map_err(|refusal| RoomError::Refused(Box::new(refusal)))?;
        if new.settings.rated && new.account.is_none() {
            return Err(RoomError::Seats("A rated match is one between accounts: sign in for it."));
        }
        let person = match &new.account {
            Some(account) => Person::of(account),
            None => Person { name: new.name, account: None },
        };
        let count = "SELECT count(*) FROM challenges WHERE match_id IS NULL";
        let waiting = self.db.store().query(Statement::new(count, [])).await?;
        if waiting.first().map_or(Ok(0), |row| row.number(0))? >= MOST {
            return Err(RoomError::Busy);
        }
        let (id, secret) = (random_match_id()?, SeatSecret::random()?);
        let until = self.db.now() + waits(&new.settings);
        let settings = serde_json::to_string(&new.settings).map_err(StoreError::failed)?;
        let make = Statement::new(
            "INSERT INTO challenges (id, made, until, listed, game, settings, seat, name, secret,
                account)
             VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)",
            [
                id.into(),
                self.db.now().into(),
                until.into(),
                i64::from(new.listed).into(),
                new.settings.play.game().name().into(),
                settings.into(),
                new.seat.into(),
                person.name.map(String::from).into(),
                secret.hash().0.as_slice().into(),
                person.account.map(|account| account.as_str().to_owned()).into(),
            ],
        );
        self.db.store().change(vec![make]).await?;
        Ok(CreatedChallenge { id, secret: secret.as_str().to_owned(), until })
    }

    /// Which of at most twenty challenges still wait.
    pub(crate) async fn still_waiting(&self, ids: &[MatchId]) -> Result<Vec<MatchId>, RoomError> {
        let find = "SELECT id FROM challenges WHERE match_id IS NULL AND until > $1
            AND id IN ($2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18,
                $19, $20, $21)";
        let ids = ids.iter().map(|id| (*id).into()).chain(std::iter::repeat("".into())).take(20);
        let values = std::iter::once(self.db.now().into()).chain(ids);
        let rows = self.db.store().query(Statement::new(find, values)).await?;
        rows.iter().map(|row| Ok(row.match_id(0)?)).collect()
    }

    /// The challenges that wait, the latest first.
    pub async fn list(&self, most: u32) -> Result<Vec<Challenge>, RoomError> {
        let find = "SELECT id, settings, name, seat, made, match_id, secret, account
            FROM challenges
            WHERE match_id IS NULL AND listed = 1 AND until > $1 ORDER BY made DESC LIMIT $2";
        let values = [self.db.now().into(), i64::from(most).into()];
        let rows = self.db.store().query(Statement::new(find, values)).await?;
        rows.iter().map(|row| Ok(read(row)?.challenge)).collect()
    }

    /// A challenge, whether it waits or was taken up. Whoever made it shows so that it still
    /// holds.
    pub async fn get(
        &self,
        id: MatchId,
        secret: Option<&SeatSecret>,
    ) -> Result<Option<Challenge>, RoomError> {
        let Some(StoredChallenge { challenge, hash, .. }) = self.find(id).await? else {
            return Ok(None);
        };
        if challenge.match_id.is_none() && secret.is_some_and(|secret| secret.hash() == hash) {
            let until = self.db.now() + waits(&challenge.settings);
            let renew = Statement::new(
                "UPDATE challenges SET until = $1 WHERE id = $2 AND match_id IS NULL",
                [until.into(), id.into()],
            );
            self.db.store().change(vec![renew]).await?;
        }
        Ok(Some(challenge))
    }

    /// Takes a challenge up: the match is opened, and the seat given to whoever was first. `guest`
    /// is the account that asks, whose name goes before.
    pub async fn accept(
        &self,
        id: MatchId,
        name: Option<Nickname>,
        secret: Option<&SeatSecret>,
        guest: Option<&Account>,
    ) -> Result<AcceptOutcome, RoomError> {
        let Some(StoredChallenge { challenge, hash, account }) = self.find(id).await? else {
            return Ok(AcceptOutcome::Gone);
        };
        if challenge.match_id.is_some() {
            return Ok(AcceptOutcome::Gone);
        }
        let own = account.is_some() && account.as_ref() == guest.map(|guest| &guest.id);
        if own || secret.is_some_and(|secret| secret.hash() == hash) {
            return Ok(AcceptOutcome::Own);
        }
        if challenge.settings.rated && guest.is_none() {
            return Ok(AcceptOutcome::NeedsAccount);
        }
        if let (Some(host), Some(guest)) = (&account, guest)
            && is_blocked(&self.db, host, &guest.id).await?
        {
            return Ok(AcceptOutcome::Blocked);
        }
        // A name that was allowed then may not be any more.
        let name_of_host = challenge.name.as_deref().and_then(|name| Nickname::new(name).ok());
        let host = SeatAssignment::Known(Person { name: name_of_host, account }, hash);
        let person = Person { name, account: None };
        let guest = SeatAssignment::Person(guest.map_or(person, Person::of));
        let chairs = match challenge.seat {
            Seat::One => BySeat::new(host, guest),
            Seat::Two => BySeat::new(guest, host),
        };
        let now = self.db.now();
        let also = |opened: MatchId| {
            let take = Statement::new(
                "UPDATE challenges SET match_id = $1, until = $2
                 WHERE id = $3 AND match_id IS NULL AND until > $4",
                [opened.into(), (now + KNOWN).into(), id.into(), now.into()],
            );
            vec![take.requiring(1)]
        };
        let opened = self.creator.open_with(challenge.settings, &chairs, also).await?;
        Ok(opened.map_or(AcceptOutcome::Gone, |opened| {
            AcceptOutcome::Opened(Box::new(opened), !challenge.seat)
        }))
    }

    /// Takes a challenge back; whether it was there to be taken back.
    pub async fn withdraw(&self, id: MatchId, secret: &SeatSecret) -> Result<bool, RoomError> {
        let withdraw = Statement::new(
            "DELETE FROM challenges WHERE id = $1 AND secret = $2 AND match_id IS NULL",
            [id.into(), secret.hash().0.as_slice().into()],
        );
        Ok(self.db.store().change(vec![withdraw.requiring(1)]).await?
            != ChangeOutcome::ConditionFailed)
    }

    /// Forgets challenges that nobody waits for.
    pub(crate) async fn delete_expired(&self) -> Result<(), RoomError> {
        let forget =
            Statement::new("DELETE FROM challenges WHERE until < $1", [self.db.now().into()]);
        self.db.store().change(vec![forget]).await?;
        Ok(())
    }

    async fn find(&self, id: MatchId) -> Result<Option<StoredChallenge>, RoomError> {
        let find = "SELECT id, settings, name, seat, made, match_id, secret, account
            FROM challenges
            WHERE id = $1 AND until > $2";
        let rows =
            self.db.store().query(Statement::new(find, [id.into(), self.db.now().into()])).await?;
        Ok(rows.first().map(read).transpose()?)
    }
}

fn waits(settings: &MatchSettings) -> Span {
    match settings.clock {
        TimeControl::Days { .. } => WAITS_DAYS,
        TimeControl::None | TimeControl::Main { .. } => WAITS,
    }
}

fn read(row: &Row) -> Result<StoredChallenge, StoreError> {
    let settings = serde_json::from_str(&row.text(1)?).map_err(StoreError::failed)?;
    let account = row.optional_text(7)?.map(AccountId::kept);
    let challenge = Challenge {
        id: row.match_id(0)?,
        settings,
        name: row.optional_text(2)?,
        account: account.is_some(),
        seat: if row.number(3)? == 1 { Seat::One } else { Seat::Two },
        made: row.time(4)?,
        match_id: row.optional_match_id(5)?,
    };
    Ok(StoredChallenge { challenge, hash: hash_from_bytes(&row.bytes(6)?)?, account })
}
