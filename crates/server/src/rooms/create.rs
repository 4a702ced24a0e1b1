//! New matches: their names, the secrets of their seats, and who sits there.

use crownhead_arbiter::{By, BySeat, Command, Context, Hash, Match, Salt, Seat, Settings, Version};
use crownhead_computer::Level;
use serde::Serialize;
use utoipa::ToSchema;

use super::act::standing;
use super::{RoomError, Rooms};
use crate::computer;
use crate::id::{self, MatchId, NoRandomness, SeatSecret};
use crate::notices;
use crate::people::accounts::Account;
use crate::people::{Person, Seated, players};
use crate::store::sql::Statement;
use crate::store::{Created, NewMatch};

/// How often a name is drawn again because there is a match of that name.
const TRIES: usize = 8;

/// A match that was opened.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct Opened<Link = SeatLink> {
    /// Its name.
    pub id: MatchId,
    /// Its version.
    pub version: Version,
    /// What gives each player the seat. It is told now and never again.
    pub seats: BySeat<Link>,
}

/// What gives a player a seat.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct SeatLink {
    /// The secret.
    pub secret: String,
    /// A link with the secret behind its `#`, where no server and no log sees it.
    pub link: String,
}

/// Who sits in a seat of a match that is to be opened.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Chair {
    /// Somebody who gets a new secret.
    Person(Person),
    /// Somebody who has a secret already, of which this is the hash.
    Known(Person, Hash),
    /// The computer.
    Computer(Level),
}

impl SeatLink {
    pub(crate) fn new(id: MatchId, secret: SeatSecret) -> SeatLink {
        let secret = secret.as_str().to_owned();
        SeatLink { link: format!("/{id}#{secret}"), secret }
    }
}

impl Chair {
    /// The chairs for those who are to sit there; `me` is whoever asks.
    fn of(seated: BySeat<Seated>, me: Option<&Person>) -> Result<BySeat<Chair>, RoomError> {
        let chair = |seated: Seated| match seated {
            Seated { computer: Some(_), name: None, me: true }
            | Seated { computer: Some(_), name: Some(_), .. } => {
                Err(RoomError::Seats("The computer has its own name."))
            }
            Seated { computer: Some(level), name: None, me: false } => Level::new(level)
                .map(Chair::Computer)
                .ok_or(RoomError::Seats("The computer has levels from 1 to 10.")),
            Seated { me: true, .. } => me
                .map(|me| Chair::Person(me.clone()))
                .ok_or(RoomError::Seats("Who is signed in can say \"me\".")),
            Seated { me: false, name, .. } => Ok(Chair::Person(Person { name, account: None })),
        };
        let both = seated.one.me && seated.two.me;
        let chairs = BySeat::new(chair(seated.one)?, chair(seated.two)?);
        match (&chairs.one, &chairs.two) {
            (Chair::Computer(_), Chair::Computer(_)) => {
                Err(RoomError::Seats("The computer plays against people here."))
            }
            _ if both => Err(RoomError::Seats("One does not play against oneself.")),
            _ => Ok(chairs),
        }
    }

    /// What is kept of who sits there.
    fn statements(&self, id: MatchId, seat: Seat) -> Result<Vec<Statement>, NoRandomness> {
        Ok(match self {
            Chair::Person(person) | Chair::Known(person, _) if *person == Person::default() => {
                Vec::new()
            }
            Chair::Person(person) | Chair::Known(person, _) => {
                vec![players::keep(id, seat, person)]
            }
            Chair::Computer(level) => vec![
                players::keep_computer(id, seat, *level),
                computer::keep(id, seat, *level, id::random()?),
            ],
        })
    }
}

impl Rooms {
    /// Opens a match. Both seats are empty until their players come.
    pub async fn open(&self, settings: Settings) -> Result<Opened, RoomError> {
        let opened = self.open_for(settings, BySeat::default(), None).await?;
        let BySeat { one: Some(one), two: Some(two) } = opened.seats else {
            return Err(RoomError::Failed("a seat has no secret".to_owned()));
        };
        Ok(Opened { id: opened.id, version: opened.version, seats: BySeat::new(one, two) })
    }

    /// Opens a match for those who are named; `me` is the account that asks. The computer sits
    /// down at once, and gets no secret.
    pub async fn open_for(
        &self,
        settings: Settings,
        seated: BySeat<Seated>,
        me: Option<&Account>,
    ) -> Result<Opened<Option<SeatLink>>, RoomError> {
        let chairs = Chair::of(seated, me.map(Person::of).as_ref())?;
        let also = |_| Vec::new();
        self.open_with(settings, &chairs, also).await?.ok_or(RoomError::Busy)
    }

    /// Opens a match together with what else is to be kept then; if that cannot be, with nothing.
    pub(crate) async fn open_with(
        &self,
        settings: Settings,
        chairs: &BySeat<Chair>,
        also: impl Fn(MatchId) -> Vec<Statement>,
    ) -> Result<Option<Opened<Option<SeatLink>>>, RoomError> {
        let is_computer = |seat| matches!(chairs[seat], Chair::Computer(_));
        if settings.rated && Seat::ALL.into_iter().any(is_computer) {
            return Err(RoomError::Seats("A match with the computer is not rated."));
        }
        let now = self.now();
        let salt = Salt(id::random()?);
        let (mut whole, mut events) = Match::open(settings, now, salt)
            .map_err(|refusal| RoomError::Refused(Box::new(refusal)))?;
        for seat in Seat::ALL.into_iter().filter(|seat| !is_computer(*seat)) {
            let gone = Command::Presence { seat, here: false };
            events.extend(whole.handle(&gone, &Context::new(now, By::System)).events);
        }
        let secrets = BySeat::new(SeatSecret::random()?, SeatSecret::random()?);
        let hash = |seat| match &chairs[seat] {
            Chair::Known(_, hash) => *hash,
            // Nobody is told the computer's, so nobody has it.
            Chair::Person(_) | Chair::Computer(_) => secrets[seat].hash(),
        };
        let hashes = BySeat::new(hash(Seat::One), hash(Seat::Two));
        for _ in 0..TRIES {
            let id = MatchId::random()?;
            let mut also = also(id);
            for seat in Seat::ALL {
                also.extend(chairs[seat].statements(id, seat)?);
            }
            also.extend(notices::note(id, None, &whole));
            let (events, standing) = (events.clone(), standing(&whole));
            let new = NewMatch { id, secrets: hashes, events, standing, also };
            match self.store.create(new).await? {
                Created::Done => {
                    let link = |seat| match chairs[seat] {
                        Chair::Person(_) => Some(SeatLink::new(id, secrets[seat])),
                        Chair::Known(..) | Chair::Computer(_) => None,
                    };
                    let seats = BySeat::new(link(Seat::One), link(Seat::Two));
                    return Ok(Some(Opened { id, version: whole.version(), seats }));
                }
                Created::Taken => {}
                Created::Not => return Ok(None),
            }
        }
        Err(RoomError::Busy)
    }

    /// Which seat a secret gives.
    pub async fn seat(&self, id: MatchId, secret: &SeatSecret) -> Result<Option<Seat>, RoomError> {
        let secrets = self.store.secrets(id).await?.ok_or(RoomError::NoMatch)?;
        let hash = secret.hash();
        Ok(Seat::ALL.into_iter().find(|seat| secrets[*seat] == hash))
    }
}

impl From<NoRandomness> for RoomError {
    fn from(why: NoRandomness) -> RoomError {
        RoomError::Failed(why.to_string())
    }
}
