//! What the players agree on before a match: the game, who begins, the clock, takebacks, and
//! where the first game starts.

use crownhead_games::{Game, GameId, Rules, StartRitual};
use serde::{Deserialize, Serialize};

use crate::handicap::{self, Handicap};
use crate::names;
use crate::{CommandRefusal, CommandRefusalKind, GameNumber, Seat, Span, TimeControl};

/// The longest text of a move or a position that is looked at.
pub const LONGEST_TEXT: usize = 400;

/// The most moves that a log from elsewhere may have.
pub const LONGEST_LOG: usize = 2000;

/// The settings of a match. They hold for the whole series.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct MatchSettings {
    /// What is played.
    #[serde(with = "names::rules")]
    #[cfg_attr(feature = "schema", schema(value_type = names::NamedRules))]
    #[cfg_attr(feature = "ts", ts(as = "names::NamedRules"))]
    pub play: Rules,
    /// How it is decided who begins the first game.
    pub ritual: Ritual,
    /// The clock.
    pub clock: TimeControl,
    /// Whether moves can be taken back.
    pub takebacks: Takebacks,
    /// Whether the games count for ratings. The arbiter only checks that they may.
    pub rated: bool,
    /// Where the games start.
    #[serde(default)]
    pub origin: GameOrigin,
}

/// How it is decided who begins the first game.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(tag = "kind", rename_all = "kebab-case", deny_unknown_fields)]
pub enum Ritual {
    /// The players say who is youngest, and that player goes first in every game.
    Youngest,
    /// Lots are drawn; the winner chooses a side.
    Lots,
    /// Each tosses a coin until just one shows heads; its owner starts.
    Coins,
    /// Each says which side to have; if both want the same, lots decide.
    Choice,
    /// It is agreed beforehand.
    Given {
        /// Who plays the side that moves first.
        first: Seat,
    },
}

/// Whether moves can be taken back.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(rename_all = "kebab-case")]
pub enum Takebacks {
    /// They cannot.
    Off,
    /// If the other player agrees.
    Agreement,
    /// At once, until the other player has moved.
    Free,
}

/// Where the games start.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(tag = "kind", rename_all = "kebab-case", deny_unknown_fields)]
pub enum GameOrigin {
    /// The start position.
    #[default]
    Start,
    /// A position by its text; every game of the series starts there.
    Position {
        /// The text.
        #[cfg_attr(feature = "schema", schema(max_length = 400))]
        text: String,
    },
    /// A game begun elsewhere, which the first game goes on with. Later games start where that
    /// one did.
    Log {
        /// Where it began, if not at the start.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[cfg_attr(feature = "schema", schema(max_length = 400))]
        position: Option<String>,
        /// Its moves.
        #[cfg_attr(feature = "schema", schema(max_items = 2_000))]
        moves: Vec<String>,
    },
    /// The stronger player has fewer checkers, in every game.
    Handicap(Handicap),
}

impl Ritual {
    /// The ways in which a game begins, as its leaflet or a ruling has it; the first is the usual
    /// one.
    pub fn of(game: GameId) -> Vec<Ritual> {
        game.rituals().iter().copied().map(Ritual::from).collect()
    }
}

impl From<StartRitual> for Ritual {
    fn from(ritual: StartRitual) -> Ritual {
        match ritual {
            StartRitual::Youngest => Ritual::Youngest,
            StartRitual::Lots => Ritual::Lots,
            StartRitual::Coins => Ritual::Coins,
            StartRitual::Choice => Ritual::Choice,
        }
    }
}

impl MatchSettings {
    /// A casual match of a game from the start, with its first ritual, without a clock, moves
    /// taken back by agreement.
    pub fn casual(play: Rules) -> MatchSettings {
        MatchSettings {
            play,
            ritual: Ritual::of(play.game())[0],
            clock: TimeControl::None,
            takebacks: Takebacks::Agreement,
            rated: false,
            origin: GameOrigin::Start,
        }
    }

    /// Whether a match can be opened so, and if not, why.
    pub fn check(&self) -> Result<(), CommandRefusal> {
        if self.rated && self.origin != GameOrigin::Start {
            return Err(CommandRefusalKind::NotRated.into());
        }
        self.clock.check()?;
        self.check_ritual()?;
        for first in Seat::ALL {
            let game = self.start(GameNumber::new(1), first)?;
            if let Some(answer) = game.explain_outcome() {
                let kind = match self.origin {
                    GameOrigin::Log { .. } => CommandRefusalKind::BadLog,
                    _ => CommandRefusalKind::BadPosition,
                };
                return Err(
                    CommandRefusal::new(kind).saying(format!("The game is over there. {answer}"))
                );
            }
        }
        Ok(())
    }

    /// A leaflet that says how to begin is followed. Where the players choose they may have
    /// chosen beforehand; and a game that does not start at its start has no leaflet.
    fn check_ritual(&self) -> Result<(), CommandRefusal> {
        let allowed = Ritual::of(self.play.game());
        let given = matches!(self.ritual, Ritual::Given { .. });
        let fits = match self.origin {
            GameOrigin::Start => {
                allowed.contains(&self.ritual) || given && allowed.contains(&Ritual::Choice)
            }
            GameOrigin::Position { .. } | GameOrigin::Handicap(_) => {
                allowed.contains(&self.ritual) || given
            }
            GameOrigin::Log { .. } => given,
        };
        if fits {
            return Ok(());
        }
        let refusal = CommandRefusal::new(CommandRefusalKind::BadRitual);
        Err(match self.origin {
            GameOrigin::Log { .. } => {
                refusal.saying("The sides of a game begun elsewhere are given.")
            }
            _ => refusal.under(self.play, self.play.game().ritual_topic()),
        })
    }

    /// The board on which a game of the series begins when `first` has the first side.
    pub(crate) fn start(&self, number: GameNumber, first: Seat) -> Result<Game, CommandRefusal> {
        match &self.origin {
            GameOrigin::Start => Ok(Game::start(self.play)),
            GameOrigin::Position { text } => self.position(text),
            GameOrigin::Log { position, moves } => {
                let mut game = match position {
                    Some(text) => self.position(text)?,
                    None => Game::start(self.play),
                };
                if number == GameNumber::new(1) {
                    replay(&mut game, moves)?;
                }
                Ok(game)
            }
            GameOrigin::Handicap(handicap) => handicap::start(self.play, *handicap, first),
        }
    }

    fn position(&self, text: &str) -> Result<Game, CommandRefusal> {
        if text.len() > LONGEST_TEXT {
            return Err(CommandRefusalKind::TooLong.into());
        }
        Game::from_text(self.play, text).map_err(|faults| {
            CommandRefusal::new(CommandRefusalKind::BadPosition)
                .saying(format!("The match cannot begin from that position: {faults}."))
        })
    }

    /// Who has the first side in the game after one in which `first` had it.
    pub(crate) fn next_first(&self, first: Seat) -> Seat {
        if self.play.game().same_player_begins() { first } else { !first }
    }

    /// How long a player may take over a step of the ritual that the other waits for: a minute,
    /// or as long as for a move where days are given for one.
    pub fn ritual_time(&self) -> Span {
        match self.clock {
            TimeControl::Days { days } => days.span(),
            TimeControl::None | TimeControl::Main { .. } => Span::from_secs(60),
        }
    }

    /// How long a player on turn must be absent until the other can claim the game; none where
    /// nobody need be there.
    pub fn absence_time(&self) -> Option<Span> {
        match self.clock {
            TimeControl::None => Some(Span::from_secs(300)),
            TimeControl::Main { .. } => Some(Span::from_secs(60)),
            TimeControl::Days { .. } => None,
        }
    }
}

/// Plays a log, or names its first wrong move.
fn replay(game: &mut Game, moves: &[String]) -> Result<(), CommandRefusal> {
    if moves.len() > LONGEST_LOG {
        return Err(CommandRefusal::new(CommandRefusalKind::BadLog)
            .saying(format!("A log of more than {LONGEST_LOG} moves is not read.")));
    }
    for (text, number) in moves.iter().zip(1..) {
        if text.len() > LONGEST_TEXT {
            return Err(CommandRefusalKind::TooLong.into());
        }
        game.play(text).map_err(|refusal| {
            let why = CommandRefusal::illegal(&refusal);
            let says = format!("Ply {number} of the log, {text}: {why}");
            CommandRefusal { kind: CommandRefusalKind::BadLog, ..why }.saying(says)
        })?;
    }
    Ok(())
}
