//! Challenges: a player waits for an opponent, and the first to accept plays. The secret of the
//! challenge becomes the secret of the challenger's seat.

mod limits;
mod operator;

use std::sync::Arc;

use crownhead_arbiter::{BySeat, MatchSettings, Seat, Sha256Hash, Span, TimeControl};
use crownhead_protocol::{Challenge, CreatedChallenge, MatchId, Nickname, OpenedMatch, SeatLink};

use super::Person;
use super::accounts::{Account, AccountId, is_blocked};
use crate::rooms::{MatchCreator, RoomError, SeatAssignment};
use crownhead_store::sql::{ChangeOutcome, Row, Statement, Value};
use crownhead_store::{Db, StoreError, hash_from_bytes};
use crownhead_store::{SeatSecret, random_match_id};
use ring::hmac;
use tokio::sync::OnceCell;

use limits::Limits;
pub use limits::{ChallengeError, ChallengeMaker};
pub use operator::OpenChallenge;

/// How long a challenge stays open after the challenger's last request: in a fast match, and in one
/// with days for each move, of an account or of a guest. A guest who has lost the secret cannot
/// withdraw it, and it counts for everybody at the address.
const LIFETIME: Span = Span::from_secs(90);
const LIFETIME_SLOW: Span = Span::from_secs(14 * 24 * 60 * 60);
const LIFETIME_SLOW_OF_GUEST: Span = Span::from_secs(24 * 60 * 60);

/// How long an accepted challenge is kept, so that the challenger finds the match.
const ACCEPTED_RETENTION: Span = Span::from_secs(24 * 60 * 60);

/// The maximum number of listed challenges.
pub const MAX_LISTED: u32 = 200;

/// A challenge to create.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NewChallenge {
    /// The settings of the match.
    pub settings: MatchSettings,
    /// The challenger's name, for a guest.
    pub name: Option<Nickname>,
    /// The challenger's account. Its name overrides the guest's.
    pub account: Option<Account>,
    /// The challenger's seat.
    pub seat: Seat,
    /// Whether it is listed in the lobby. Otherwise one needs its id to find it.
    pub listed: bool,
}

/// The result of accepting a challenge.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum AcceptOutcome {
    /// The match, and the seat of the player who accepted.
    Opened(Box<OpenedMatch<Option<SeatLink>>>, Seat),
    /// There is no such challenge any more.
    Gone,
    /// The challenger cannot accept the challenge.
    Own,
    /// One of the players blocks the other.
    Blocked,
    /// A rated match requires an account.
    NeedsAccount,
}

/// A challenge with the hash of its secret, and the challenger's account.
struct StoredChallenge {
    challenge: Challenge,
    hash: Sha256Hash,
    account: Option<AccountId>,
}

/// The challenges in a store.
#[derive(Clone)]
pub struct Challenges {
    db: Db,
    creator: MatchCreator,
    /// Makes the sources of challenges; see [`limits`].
    source_key: Arc<OnceCell<hmac::Key>>,
}

impl Challenges {
    /// The challenges in a store.
    pub fn new(db: Db) -> Challenges {
        Challenges { creator: MatchCreator::new(db.clone()), source_key: Arc::default(), db }
    }

    /// Creates a challenge, if there is room for one.
    pub async fn create(&self, new: NewChallenge) -> Result<CreatedChallenge, RoomError> {
        self.create_within(new, ChallengeMaker::Unlimited).await.map_err(|error| match error {
            ChallengeError::Full(..) => RoomError::Busy,
            ChallengeError::Room(error) => error,
        })
    }

    /// Creates a challenge, if its maker has not too many.
    pub async fn create_within(
        &self,
        new: NewChallenge,
        maker: ChallengeMaker,
    ) -> Result<CreatedChallenge, ChallengeError> {
        new.settings.check().map_err(|refusal| RoomError::Refused(Box::new(refusal)))?;
        if new.settings.rated && new.account.is_none() {
            let detail = "A rated match is one between accounts: sign in for it.";
            return Err(RoomError::Seats(detail).into());
        }
        let limits = Limits::of(self, &new, maker).await?;
        let person = match &new.account {
            Some(account) => Person::of(account),
            None => Person { name: new.name, account: None },
        };
        let (id, secret) = (random_match_id()?, SeatSecret::random()?);
        let now = self.db.now();
        let until = now + lifetime(&new.settings, new.account.is_some());
        let settings = serde_json::to_string(&new.settings).map_err(StoreError::failed)?;
        let columns: [Value; 12] = [
            id.into(),
            now.into(),
            until.into(),
            i64::from(new.listed).into(),
            new.settings.play.game().name().into(),
            settings.into(),
            new.seat.into(),
            person.name.map(String::from).into(),
            secret.hash().0.as_slice().into(),
            person.account.map(|account| account.as_str().to_owned()).into(),
            limits.source().into(),
            limits.site().into(),
        ];
        match self.db.store().change(limits.insert(columns, now)).await? {
            ChangeOutcome::Committed(_) => {
                Ok(CreatedChallenge { id, secret: secret.as_str().to_owned(), until })
            }
            ChangeOutcome::ConditionFailed => Err(limits.exceeded(&self.db, now).await?),
        }
    }

    /// The listed open challenges, the latest first.
    pub async fn list(&self, limit: u32) -> Result<Vec<Challenge>, RoomError> {
        let find = "SELECT id, settings, name, seat, made, match_id, secret, account
            FROM challenges
            WHERE match_id IS NULL AND listed = 1 AND until > $1 ORDER BY made DESC LIMIT $2";
        let values = [self.db.now().into(), i64::from(limit).into()];
        let rows = self.db.store().query(Statement::new(find, values)).await?;
        rows.iter().map(|row| Ok(stored_challenge(row)?.challenge)).collect()
    }

    /// A challenge, open or accepted. The challenger's request keeps it open.
    pub async fn get(
        &self,
        id: MatchId,
        secret: Option<&SeatSecret>,
    ) -> Result<Option<Challenge>, RoomError> {
        let Some(StoredChallenge { challenge, hash, .. }) = self.find(id).await? else {
            return Ok(None);
        };
        if challenge.match_id.is_none() && secret.is_some_and(|secret| secret.hash() == hash) {
            let until = self.db.now() + lifetime(&challenge.settings, challenge.account);
            let renew = Statement::new(
                "UPDATE challenges SET until = $1 WHERE id = $2 AND match_id IS NULL",
                [until.into(), id.into()],
            );
            self.db.store().change(vec![renew]).await?;
        }
        Ok(Some(challenge))
    }

    /// Accepts a challenge: opens the match, and seats the first player who accepts. The name of
    /// the account `guest` overrides `name`.
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
        // The rules for names may have changed since.
        let name_of_host = challenge.name.as_deref().and_then(|name| Nickname::new(name).ok());
        let host = SeatAssignment::Known(Person { name: name_of_host, account }, hash);
        let person = Person { name, account: None };
        let guest = SeatAssignment::Person(guest.map_or(person, Person::of));
        let assignments = match challenge.seat {
            Seat::One => BySeat::new(host, guest),
            Seat::Two => BySeat::new(guest, host),
        };
        let now = self.db.now();
        let accept_statements = |opened: MatchId| {
            let update = Statement::new(
                "UPDATE challenges SET match_id = $1, until = $2, source = NULL, site = NULL
                 WHERE id = $3 AND match_id IS NULL AND until > $4",
                [opened.into(), (now + ACCEPTED_RETENTION).into(), id.into(), now.into()],
            );
            vec![update.requiring(1)]
        };
        let opened =
            self.creator.open_with(challenge.settings, &assignments, accept_statements).await?;
        Ok(opened.map_or(AcceptOutcome::Gone, |opened| {
            AcceptOutcome::Opened(Box::new(opened), !challenge.seat)
        }))
    }

    /// Withdraws an open challenge by its secret or for its account, and returns whether there was one.
    pub async fn withdraw(
        &self,
        id: MatchId,
        secret: Option<&SeatSecret>,
        account: Option<&AccountId>,
    ) -> Result<bool, RoomError> {
        let secret = secret.map(|secret| secret.hash().0);
        let withdraw = Statement::new(
            "DELETE FROM challenges
             WHERE id = $1 AND match_id IS NULL AND (secret = $2 OR account = $3)",
            [
                id.into(),
                Value::Bytes(secret.map(|secret| secret.to_vec())),
                Value::Text(account.map(|account| account.as_str().to_owned())),
            ],
        );
        Ok(self.db.store().change(vec![withdraw.requiring(1)]).await?
            != ChangeOutcome::ConditionFailed)
    }

    /// Deletes expired challenges.
    pub(crate) async fn delete_expired(&self) -> Result<(), RoomError> {
        let delete =
            Statement::new("DELETE FROM challenges WHERE until < $1", [self.db.now().into()]);
        self.db.store().change(vec![delete]).await?;
        Ok(())
    }

    async fn find(&self, id: MatchId) -> Result<Option<StoredChallenge>, RoomError> {
        let find = "SELECT id, settings, name, seat, made, match_id, secret, account
            FROM challenges
            WHERE id = $1 AND until > $2";
        let find = Statement::new(find, [id.into(), self.db.now().into()]);
        let rows = self.db.store().query_for_play(find).await?;
        Ok(rows.first().map(stored_challenge).transpose()?)
    }
}

fn lifetime(settings: &MatchSettings, has_account: bool) -> Span {
    match settings.clock {
        TimeControl::Days { .. } if has_account => LIFETIME_SLOW,
        TimeControl::Days { .. } => LIFETIME_SLOW_OF_GUEST,
        TimeControl::None | TimeControl::Main { .. } => LIFETIME,
    }
}

/// A challenge as everybody may see it, from the columns of `find`.
pub(super) fn challenge(row: &Row) -> Result<Challenge, StoreError> {
    Ok(stored_challenge(row)?.challenge)
}

fn stored_challenge(row: &Row) -> Result<StoredChallenge, StoreError> {
    let settings = serde_json::from_str(&row.text(1)?).map_err(StoreError::failed)?;
    let account = row.optional_text(7)?.map(AccountId::from_store);
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
