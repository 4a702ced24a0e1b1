//! Creating matches: ids, seat secrets, and who sits where.

use crownhead_arbiter::{
    Actor, BySeat, Command, CommandContext, Match, MatchSettings, Salt, Seat, Sha256Hash,
};
use crownhead_computer::Level;
use crownhead_protocol::{MatchId, OpenedMatch, SeatLink, SeatRequest};

use super::RoomError;
use crate::computer;
use crate::notices;
use crate::people::accounts::Account;
use crate::people::{Person, players};
use crownhead_store::sql::Statement;
use crownhead_store::{CreateOutcome, Db, MatchSummary, NewMatch};
use crownhead_store::{NoRandomness, SeatSecret, random_bytes, random_match_id};

/// How often another id is drawn because one is taken.
const MAX_RETRIES: usize = 8;

/// The assignment of a seat in a new match.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum SeatAssignment {
    /// A person, who gets a new secret.
    Person(Person),
    /// A person who has a secret with this hash already.
    Known(Person, Sha256Hash),
    /// The computer.
    Computer(Level),
}

impl SeatAssignment {
    /// Validates the requested seats; `me` is the client.
    fn of(
        seated: BySeat<SeatRequest>,
        me: Option<&Person>,
    ) -> Result<BySeat<SeatAssignment>, RoomError> {
        let assign = |seated: SeatRequest| match seated {
            SeatRequest { computer: Some(_), name: None, me: true }
            | SeatRequest { computer: Some(_), name: Some(_), .. } => {
                Err(RoomError::Seats("The computer has its own name."))
            }
            SeatRequest { computer: Some(level), name: None, me: false } => Level::new(level)
                .map(SeatAssignment::Computer)
                .ok_or(RoomError::Seats("The computer has levels from 1 to 10.")),
            SeatRequest { me: true, .. } => me
                .map(|me| SeatAssignment::Person(me.clone()))
                .ok_or(RoomError::Seats("Who is signed in can say \"me\".")),
            SeatRequest { me: false, name, .. } => {
                Ok(SeatAssignment::Person(Person { name, account: None }))
            }
        };
        let both = seated.one.me && seated.two.me;
        let assignments = BySeat::new(assign(seated.one)?, assign(seated.two)?);
        match (&assignments.one, &assignments.two) {
            (SeatAssignment::Computer(_), SeatAssignment::Computer(_)) => {
                Err(RoomError::Seats("The computer plays against people here."))
            }
            _ if both => Err(RoomError::Seats("One does not play against oneself.")),
            _ => Ok(assignments),
        }
    }

    /// The statements that store the assignment.
    fn statements(&self, id: MatchId, seat: Seat) -> Result<Vec<Statement>, NoRandomness> {
        Ok(match self {
            SeatAssignment::Person(person) | SeatAssignment::Known(person, _)
                if *person == Person::default() =>
            {
                Vec::new()
            }
            SeatAssignment::Person(person) | SeatAssignment::Known(person, _) => {
                vec![players::seat_person(id, seat, person)]
            }
            SeatAssignment::Computer(level) => vec![
                players::seat_computer(id, seat, *level),
                computer::seat_computer(id, seat, *level, random_bytes()?),
            ],
        })
    }
}

/// Creates matches in a store.
#[derive(Clone)]
pub struct MatchCreator {
    db: Db,
}

impl MatchCreator {
    /// Creates matches in this store.
    pub fn new(db: Db) -> MatchCreator {
        MatchCreator { db }
    }

    /// Opens a match. Both seats are empty until their players come.
    pub async fn open(&self, settings: MatchSettings) -> Result<OpenedMatch, RoomError> {
        let opened = self.open_for(settings, BySeat::default(), None).await?;
        let BySeat { one: Some(one), two: Some(two) } = opened.seats else {
            return Err(RoomError::Failed("a seat has no secret".to_owned()));
        };
        Ok(OpenedMatch { id: opened.id, version: opened.version, seats: BySeat::new(one, two) })
    }

    /// Opens a match with these players; `me` is the client's account. The computer is seated at
    /// once, and gets no secret.
    pub async fn open_for(
        &self,
        settings: MatchSettings,
        seated: BySeat<SeatRequest>,
        me: Option<&Account>,
    ) -> Result<OpenedMatch<Option<SeatLink>>, RoomError> {
        let assignments = SeatAssignment::of(seated, me.map(Person::of).as_ref())?;
        let extra_statements = |_| Vec::new();
        self.open_with(settings, &assignments, extra_statements).await?.ok_or(RoomError::Busy)
    }

    /// Opens a match, and executes further statements in the same transaction. Returns `None` if
    /// one of their conditions fails.
    pub(crate) async fn open_with(
        &self,
        settings: MatchSettings,
        assignments: &BySeat<SeatAssignment>,
        extra_statements: impl Fn(MatchId) -> Vec<Statement>,
    ) -> Result<Option<OpenedMatch<Option<SeatLink>>>, RoomError> {
        let is_computer = |seat| matches!(assignments[seat], SeatAssignment::Computer(_));
        if settings.rated && Seat::ALL.into_iter().any(is_computer) {
            return Err(RoomError::Seats("A match with the computer is not rated."));
        }
        let now = self.db.now();
        let salt = Salt(random_bytes()?);
        let (mut game_match, mut events) = Match::open(settings, now, salt)
            .map_err(|refusal| RoomError::Refused(Box::new(refusal)))?;
        for seat in Seat::ALL.into_iter().filter(|seat| !is_computer(*seat)) {
            let gone = Command::Presence { seat, here: false };
            events
                .extend(game_match.handle(&gone, &CommandContext::new(now, Actor::System)).events);
        }
        let secrets = BySeat::new(SeatSecret::random()?, SeatSecret::random()?);
        let hash = |seat| match &assignments[seat] {
            SeatAssignment::Known(_, hash) => *hash,
            // The computer's secret is never given out.
            SeatAssignment::Person(_) | SeatAssignment::Computer(_) => secrets[seat].hash(),
        };
        let hashes = BySeat::new(hash(Seat::One), hash(Seat::Two));
        for _ in 0..MAX_RETRIES {
            let id = random_match_id()?;
            let mut extra_statements = extra_statements(id);
            for seat in Seat::ALL {
                extra_statements.extend(assignments[seat].statements(id, seat)?);
            }
            extra_statements.extend(notices::record_turn(id, None, &game_match));
            let (events, summary) = (events.clone(), MatchSummary::of(&game_match));
            let new =
                NewMatch { id, secrets: hashes, events, summary, statements: extra_statements };
            match self.db.store().create(new).await? {
                CreateOutcome::Created => {
                    let link = |seat| match assignments[seat] {
                        SeatAssignment::Person(_) => {
                            Some(SeatLink::new(id, secrets[seat].as_str()))
                        }
                        SeatAssignment::Known(..) | SeatAssignment::Computer(_) => None,
                    };
                    let seats = BySeat::new(link(Seat::One), link(Seat::Two));
                    return Ok(Some(OpenedMatch { id, version: game_match.version(), seats }));
                }
                CreateOutcome::IdTaken => {}
                CreateOutcome::ConditionFailed => return Ok(None),
            }
        }
        Err(RoomError::Busy)
    }

    /// The seat that a secret belongs to.
    pub async fn seat(&self, id: MatchId, secret: &SeatSecret) -> Result<Option<Seat>, RoomError> {
        let secrets = self.db.store().seat_secrets(id).await?.ok_or(RoomError::NoMatch)?;
        let hash = secret.hash();
        Ok(Seat::ALL.into_iter().find(|seat| secrets[*seat] == hash))
    }
}
