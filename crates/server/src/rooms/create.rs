//! New matches: their names, and the secrets of their seats.

use crownhead_arbiter::{By, BySeat, Command, Context, Match, Salt, Seat, Settings, Version};
use serde::Serialize;

use super::act::standing;
use super::{RoomError, Rooms};
use crate::id::{self, MatchId, NoRandomness, SeatSecret};
use crate::store::{Created, NewMatch};

/// How often a name is drawn again because there is a match of that name.
const TRIES: usize = 8;

/// A match that was opened.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Opened {
    /// Its name.
    pub id: MatchId,
    /// Its version.
    pub version: Version,
    /// What gives each player the seat. It is told now and never again.
    pub seats: BySeat<SeatLink>,
}

/// What gives a player a seat.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct SeatLink {
    /// The secret.
    pub secret: String,
    /// A link with the secret behind its `#`, where no server and no log sees it.
    pub link: String,
}

impl Rooms {
    /// Opens a match. Both seats are empty until their players come.
    pub async fn open(&self, settings: Settings) -> Result<Opened, RoomError> {
        let now = self.now();
        let salt = Salt(id::random()?);
        let (mut whole, mut events) = Match::open(settings, now, salt)
            .map_err(|refusal| RoomError::Refused(Box::new(refusal)))?;
        for seat in Seat::ALL {
            let gone = Command::Presence { seat, here: false };
            events.extend(whole.handle(&gone, &Context::new(now, By::System)).events);
        }
        let secrets = BySeat::new(SeatSecret::random()?, SeatSecret::random()?);
        let hashes = BySeat::new(secrets.one.hash(), secrets.two.hash());
        for _ in 0..TRIES {
            let id = MatchId::random()?;
            let (events, standing) = (events.clone(), standing(&whole));
            let new = NewMatch { id, secrets: hashes, events, standing };
            if self.store.create(new).await? == Created::Done {
                let link = |secret: SeatSecret| SeatLink {
                    secret: secret.as_str().to_owned(),
                    link: format!("/{id}#{}", secret.as_str()),
                };
                let seats = BySeat::new(link(secrets.one), link(secrets.two));
                return Ok(Opened { id, version: whole.version(), seats });
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
