//! The settings of a match: the game, the ritual, the time control, takebacks, and the start
//! position.

use crownhead_games::{Game, GameId, Rules, StartRitual};
use serde::{Deserialize, Serialize};

use crate::handicap::{self, Handicap};
use crate::json_forms;
use crate::{CommandRefusal, CommandRefusalKind, GameNumber, Seat, Span, TimeControl};

/// The maximal length of the text of a move or a position.
pub const MAX_TEXT_LENGTH: usize = 400;

/// The maximal number of moves of an imported game.
pub const MAX_LOG_MOVES: usize = 2000;

/// The settings of a match. They hold for the whole series.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct MatchSettings {
    /// The game and its options.
    #[serde(with = "json_forms::rules")]
    #[cfg_attr(feature = "schema", schema(value_type = json_forms::NamedRules))]
    #[cfg_attr(feature = "ts", ts(as = "json_forms::NamedRules"))]
    pub play: Rules,
    /// The ritual that decides who begins the first game.
    pub ritual: Ritual,
    /// How much time the players have.
    pub clock: TimeControl,
    /// Whether moves can be taken back.
    pub takebacks: Takebacks,
    /// Whether the games count for ratings. The arbiter only checks that they may.
    pub rated: bool,
    /// The start position of the games.
    #[serde(default)]
    pub origin: GameOrigin,
}

/// The ritual that decides who begins the first game.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(tag = "kind", rename_all = "kebab-case", deny_unknown_fields)]
pub enum Ritual {
    /// The players name the youngest, who goes first in every game.
    Youngest,
    /// Lots are drawn; the winner chooses a side.
    Lots,
    /// Each tosses a coin until just one shows heads; its owner starts.
    Coins,
    /// Each player chooses a side; if both want the same, lots decide.
    Choice,
    /// The players have agreed beforehand.
    Given {
        /// The player with the side that moves first.
        first: Seat,
    },
}

/// Whether moves can be taken back.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(rename_all = "kebab-case")]
pub enum Takebacks {
    /// Moves cannot be taken back.
    Off,
    /// With the opponent's consent.
    Agreement,
    /// Without consent, until the opponent has moved.
    Free,
}

/// The start position of the games.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(tag = "kind", rename_all = "kebab-case", deny_unknown_fields)]
pub enum GameOrigin {
    /// The start position.
    #[default]
    Start,
    /// A position; every game of the series starts there.
    Position {
        /// The text of the position.
        #[cfg_attr(feature = "schema", schema(max_length = 400))]
        text: String,
    },
    /// An imported game, which the first game continues. Later games start where that one did.
    Log {
        /// The position before its first move; none for the start position.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[cfg_attr(feature = "schema", schema(max_length = 400))]
        position: Option<String>,
        /// The moves that were played.
        #[cfg_attr(feature = "schema", schema(max_items = 2_000))]
        moves: Vec<String>,
    },
    /// The stronger player has fewer checkers, in every game.
    Handicap(Handicap),
}

impl Ritual {
    /// The rituals of a game by its leaflet or a ruling; the first is the default.
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
    /// An unrated match from the start position, with the default ritual, no clock, and takebacks
    /// by agreement.
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

    /// Checks that a match can be opened with these settings.
    pub fn check(&self) -> Result<(), CommandRefusal> {
        if self.rated && self.origin != GameOrigin::Start {
            return Err(CommandRefusalKind::NotRated.into());
        }
        self.clock.check()?;
        self.check_ritual()?;
        for first in Seat::ALL {
            let game = self.start(GameNumber::new(1), first)?;
            if let Some(explanation) = game.explain_outcome() {
                let kind = match self.origin {
                    GameOrigin::Log { .. } => CommandRefusalKind::BadLog,
                    _ => CommandRefusalKind::BadPosition,
                };
                return Err(CommandRefusal::new(kind)
                    .with_sentence(format!("The game is over there. {explanation}")));
            }
        }
        Ok(())
    }

    /// A ritual of the leaflet is mandatory, unless it is the players' choice, which they may have
    /// made beforehand, or the game starts from another position.
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
                refusal.with_sentence("The sides of a game begun elsewhere are given.")
            }
            _ => refusal.citing(self.play, self.play.game().ritual_topic()),
        })
    }

    /// The initial board of a game of the series in which `first` has the first side.
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
        if text.len() > MAX_TEXT_LENGTH {
            return Err(CommandRefusalKind::TooLong.into());
        }
        Game::from_text(self.play, text).map_err(|faults| {
            CommandRefusal::new(CommandRefusalKind::BadPosition)
                .with_sentence(format!("The match cannot begin from that position: {faults}."))
        })
    }

    /// The seat with the first side in the game after one in which `first` had it.
    pub(crate) fn next_first(&self, first: Seat) -> Seat {
        if self.play.game().same_player_begins() { first } else { !first }
    }

    /// The time limit for a step of the ritual that the opponent waits for: a minute, or as long as
    /// for a move in correspondence games.
    pub fn ritual_time(&self) -> Span {
        match self.clock {
            TimeControl::Days { days } => days.span(),
            TimeControl::None | TimeControl::Main { .. } => Span::from_secs(60),
        }
    }

    /// How long a player to move must be absent until the opponent can claim the game; none in
    /// correspondence games.
    pub fn absence_time(&self) -> Option<Span> {
        match self.clock {
            TimeControl::None => Some(Span::from_secs(300)),
            TimeControl::Main { .. } => Some(Span::from_secs(60)),
            TimeControl::Days { .. } => None,
        }
    }
}

/// Replays a log, or refuses its first illegal move.
fn replay(game: &mut Game, moves: &[String]) -> Result<(), CommandRefusal> {
    if moves.len() > MAX_LOG_MOVES {
        return Err(CommandRefusal::new(CommandRefusalKind::BadLog)
            .with_sentence(format!("A log of more than {MAX_LOG_MOVES} moves is not read.")));
    }
    for (text, number) in moves.iter().zip(1..) {
        if text.len() > MAX_TEXT_LENGTH {
            return Err(CommandRefusalKind::TooLong.into());
        }
        game.play(text).map_err(|refusal| {
            let why = CommandRefusal::illegal(&refusal);
            let says = format!("Ply {number} of the log, {text}: {why}");
            CommandRefusal { kind: CommandRefusalKind::BadLog, ..why }.with_sentence(says)
        })?;
    }
    Ok(())
}
