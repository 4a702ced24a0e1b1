//! Challenges: somebody waits for an opponent, and whoever comes first plays. The secret of the one
//! who waits becomes the secret of that one's seat, so nothing secret is ever passed on.

use crownhead_arbiter::{BySeat, Clock, Hash, Seat, Settings, Span, Time};
use serde::Serialize;
use utoipa::ToSchema;

use super::accounts::{Account, AccountId};
use super::{Nickname, Person, players};
use crate::id::{MatchId, SeatSecret};
use crate::rooms::{Chair, Opened, RoomError, Rooms, SeatLink};
use crate::store::sql::{Changed, Row, Statement};
use crate::store::{self, StoreError, failed};

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
    pub settings: Settings,
    /// Who makes it.
    pub name: Option<Nickname>,
    /// The account of that player, whose name goes before.
    pub account: Option<Account>,
    /// In which seat.
    pub seat: Seat,
    /// Whether everybody sees it. Otherwise only those who are told its name.
    pub listed: bool,
}

/// A challenge that was made.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
pub struct Made {
    /// Its name.
    pub id: MatchId,
    /// What gives the seat in the match that comes of it. It is told now and never again.
    pub secret: String,
    /// Until when it waits, unless there is a sign of whoever made it.
    pub until: Time,
}

/// A challenge as everybody may see it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
pub struct Challenge {
    /// Its name.
    pub id: MatchId,
    /// How it is played.
    pub settings: Settings,
    /// Who made it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// Whether the name is that of an account.
    #[serde(skip_serializing_if = "players::is_false")]
    pub account: bool,
    /// Which seat that player will have.
    pub seat: Seat,
    /// When it was made.
    pub made: Time,
    /// The match that came of it.
    #[serde(rename = "match", skip_serializing_if = "Option::is_none")]
    pub came_of: Option<MatchId>,
}

/// What came of taking a challenge up.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Taken {
    /// A match; the seat of whoever took it up.
    Opened(Box<Opened<Option<SeatLink>>>, Seat),
    /// Nothing: there is no such challenge, or not any more.
    Gone,
    /// Nothing: one does not play against oneself.
    Own,
    /// Nothing: one of the two blocks the other.
    Apart,
    /// Nothing: a rated match is one between accounts.
    NeedsAccount,
}

/// A challenge as it is kept: with the hash of its secret, and its maker's account.
struct Kept {
    challenge: Challenge,
    hash: Hash,
    account: Option<AccountId>,
}

impl Rooms {
    /// Makes a challenge.
    pub async fn challenge(&self, new: NewChallenge) -> Result<Made, RoomError> {
        new.settings.check().map_err(|refusal| RoomError::Refused(Box::new(refusal)))?;
        if new.settings.rated && new.account.is_none() {
            return Err(RoomError::Seats("A rated match is one between accounts: sign in for it."));
        }
        let person = match &new.account {
            Some(account) => Person::of(account),
            None => Person { name: new.name, account: None },
        };
        let count = "SELECT count(*) FROM challenges WHERE match_id IS NULL";
        let waiting = self.store().query(Statement::new(count, [])).await?;
        if waiting.first().map_or(Ok(0), |row| row.number(0))? >= MOST {
            return Err(RoomError::Busy);
        }
        let (id, secret) = (MatchId::random()?, SeatSecret::random()?);
        let until = self.now() + waits(&new.settings);
        let settings = serde_json::to_string(&new.settings).map_err(failed)?;
        let make = Statement::new(
            "INSERT INTO challenges (id, made, until, listed, game, settings, seat, name, secret,
                account)
             VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)",
            [
                id.into(),
                self.now().into(),
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
        self.store().change(vec![make]).await?;
        Ok(Made { id, secret: secret.as_str().to_owned(), until })
    }

    /// Which of at most twenty challenges still wait.
    pub(crate) async fn still_waiting(&self, ids: &[MatchId]) -> Result<Vec<MatchId>, RoomError> {
        let find = "SELECT id FROM challenges WHERE match_id IS NULL AND until > $1
            AND id IN ($2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18,
                $19, $20, $21)";
        let ids = ids.iter().map(|id| (*id).into()).chain(std::iter::repeat("".into())).take(20);
        let values = std::iter::once(self.now().into()).chain(ids);
        let rows = self.store().query(Statement::new(find, values)).await?;
        rows.iter().map(|row| Ok(store::name(&row.text(0)?)?)).collect()
    }

    /// The challenges that wait, the latest first.
    pub async fn challenges(&self, most: u32) -> Result<Vec<Challenge>, RoomError> {
        let find = "SELECT id, settings, name, seat, made, match_id, secret, account
            FROM challenges
            WHERE match_id IS NULL AND listed = 1 AND until > $1 ORDER BY made DESC LIMIT $2";
        let values = [self.now().into(), i64::from(most).into()];
        let rows = self.store().query(Statement::new(find, values)).await?;
        rows.iter().map(|row| Ok(read(row)?.challenge)).collect()
    }

    /// A challenge, whether it waits or was taken up. Whoever made it shows so that it still
    /// holds.
    pub async fn look_at_challenge(
        &self,
        id: MatchId,
        secret: Option<&SeatSecret>,
    ) -> Result<Option<Challenge>, RoomError> {
        let Some(Kept { challenge, hash, .. }) = self.find(id).await? else { return Ok(None) };
        if challenge.came_of.is_none() && secret.is_some_and(|secret| secret.hash() == hash) {
            let until = self.now() + waits(&challenge.settings);
            let renew = Statement::new(
                "UPDATE challenges SET until = $1 WHERE id = $2 AND match_id IS NULL",
                [until.into(), id.into()],
            );
            self.store().change(vec![renew]).await?;
        }
        Ok(Some(challenge))
    }

    /// Takes a challenge up: the match is opened, and the seat given to whoever was first. `guest`
    /// is the account that asks, whose name goes before.
    pub async fn take_up(
        &self,
        id: MatchId,
        name: Option<Nickname>,
        secret: Option<&SeatSecret>,
        guest: Option<&Account>,
    ) -> Result<Taken, RoomError> {
        let Some(Kept { challenge, hash, account }) = self.find(id).await? else {
            return Ok(Taken::Gone);
        };
        if challenge.came_of.is_some() {
            return Ok(Taken::Gone);
        }
        let own = account.is_some() && account.as_ref() == guest.map(|guest| &guest.id);
        if own || secret.is_some_and(|secret| secret.hash() == hash) {
            return Ok(Taken::Own);
        }
        if challenge.settings.rated && guest.is_none() {
            return Ok(Taken::NeedsAccount);
        }
        if let (Some(host), Some(guest)) = (&account, guest)
            && self.are_apart(host, &guest.id).await?
        {
            return Ok(Taken::Apart);
        }
        // A name that was allowed then may not be any more.
        let name_of_host = challenge.name.as_deref().and_then(|name| Nickname::new(name).ok());
        let host = Chair::Known(Person { name: name_of_host, account }, hash);
        let person = Person { name, account: None };
        let guest = Chair::Person(guest.map_or(person, Person::of));
        let chairs = match challenge.seat {
            Seat::One => BySeat::new(host, guest),
            Seat::Two => BySeat::new(guest, host),
        };
        let now = self.now();
        let also = |came_of: MatchId| {
            let take = Statement::new(
                "UPDATE challenges SET match_id = $1, until = $2
                 WHERE id = $3 AND match_id IS NULL AND until > $4",
                [came_of.into(), (now + KNOWN).into(), id.into(), now.into()],
            );
            vec![take.needing(1)]
        };
        let opened = self.open_with(challenge.settings, &chairs, also).await?;
        Ok(opened.map_or(Taken::Gone, |opened| Taken::Opened(Box::new(opened), !challenge.seat)))
    }

    /// Takes a challenge back; whether it was there to be taken back.
    pub async fn withdraw(&self, id: MatchId, secret: &SeatSecret) -> Result<bool, RoomError> {
        let withdraw = Statement::new(
            "DELETE FROM challenges WHERE id = $1 AND secret = $2 AND match_id IS NULL",
            [id.into(), secret.hash().0.as_slice().into()],
        );
        Ok(self.store().change(vec![withdraw.needing(1)]).await? != Changed::Not)
    }

    /// Forgets challenges that nobody waits for.
    pub(crate) async fn forget_challenges(&self) -> Result<(), RoomError> {
        let forget = Statement::new("DELETE FROM challenges WHERE until < $1", [self.now().into()]);
        self.store().change(vec![forget]).await?;
        Ok(())
    }

    async fn find(&self, id: MatchId) -> Result<Option<Kept>, RoomError> {
        let find = "SELECT id, settings, name, seat, made, match_id, secret, account
            FROM challenges
            WHERE id = $1 AND until > $2";
        let rows = self.store().query(Statement::new(find, [id.into(), self.now().into()])).await?;
        Ok(rows.first().map(read).transpose()?)
    }
}

fn waits(settings: &Settings) -> Span {
    match settings.clock {
        Clock::Days { .. } => WAITS_DAYS,
        Clock::None | Clock::Main { .. } => WAITS,
    }
}

fn read(row: &Row) -> Result<Kept, StoreError> {
    let settings = serde_json::from_str(&row.text(1)?).map_err(failed)?;
    let account = row.some_text(7)?.map(AccountId::kept);
    let challenge = Challenge {
        id: store::name(&row.text(0)?)?,
        settings,
        name: row.some_text(2)?,
        account: account.is_some(),
        seat: if row.number(3)? == 1 { Seat::One } else { Seat::Two },
        made: Time::from_millis(store::value(row.number(4)?)),
        came_of: row.some_text(5)?.map(|id| store::name(&id)).transpose()?,
    };
    Ok(Kept { challenge, hash: store::hash(&row.bytes(6)?)?, account })
}
