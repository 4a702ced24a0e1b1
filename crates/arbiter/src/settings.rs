//! What the players agree on before a match: the game, who begins, the clock, takebacks, and
//! where the first game starts.

use crownhead_games::{Game, GameId, Rules};
use serde::{Deserialize, Serialize};

use crate::handicap::{self, Handicap};
use crate::names;
use crate::{Clock, GameNumber, Refusal, RefusalKind, Seat, Span};

/// The longest text of a move or a position that is looked at.
pub const LONGEST_TEXT: usize = 400;

/// The most moves that a log from elsewhere may have.
pub const LONGEST_LOG: usize = 2000;

/// The settings of a match. They hold for the whole series.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Settings {
    /// What is played.
    #[serde(with = "names::rules")]
    #[cfg_attr(feature = "schema", schema(value_type = names::Named))]
    pub play: Rules,
    /// How it is decided who begins the first game.
    pub ritual: Ritual,
    /// The clock.
    pub clock: Clock,
    /// Whether moves can be taken back.
    pub takebacks: Takebacks,
    /// Whether the games count for ratings. The arbiter only checks that they may.
    pub rated: bool,
    /// Where the games start.
    #[serde(default)]
    pub origin: Origin,
}

/// How it is decided who begins the first game.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
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
#[serde(tag = "kind", rename_all = "kebab-case", deny_unknown_fields)]
pub enum Origin {
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
    /// The ways in which a game begins, as its leaflet or a ruling has it.
    pub fn of(game: GameId) -> &'static [Ritual] {
        match game {
            GameId::RegalCheckers => &[Ritual::Youngest],
            GameId::ParkerCheckers => &[Ritual::Lots],
            GameId::CheckerboardTicTacToe => &[Ritual::Coins],
            GameId::TicTacToe
            | GameId::KingMeStandard
            | GameId::CoastToCoast
            | GameId::StackEm
            | GameId::WinningMovesCheckers => &[Ritual::Choice, Ritual::Lots],
        }
    }
}

impl Ritual {
    /// The topic of the rule book under which a game's ritual stands.
    pub(crate) fn topic(game: GameId) -> &'static str {
        match game {
            GameId::RegalCheckers | GameId::TicTacToe | GameId::CheckerboardTicTacToe => {
                "first-move"
            }
            GameId::ParkerCheckers
            | GameId::KingMeStandard
            | GameId::CoastToCoast
            | GameId::StackEm
            | GameId::WinningMovesCheckers => "later-games",
        }
    }
}

impl Settings {
    /// A casual match of a game from the start, with its first ritual, without a clock, moves
    /// taken back by agreement.
    pub fn casual(play: Rules) -> Settings {
        Settings {
            play,
            ritual: Ritual::of(play.game())[0],
            clock: Clock::None,
            takebacks: Takebacks::Agreement,
            rated: false,
            origin: Origin::Start,
        }
    }

    /// Whether a match can be opened so, and if not, why.
    pub fn check(&self) -> Result<(), Refusal> {
        if self.rated && self.origin != Origin::Start {
            return Err(RefusalKind::NotRated.into());
        }
        self.clock.check()?;
        self.check_ritual()?;
        for first in Seat::ALL {
            let game = self.start(GameNumber::new(1), first)?;
            if let Some(answer) = game.why_ended() {
                let kind = match self.origin {
                    Origin::Log { .. } => RefusalKind::BadLog,
                    _ => RefusalKind::BadPosition,
                };
                return Err(Refusal::new(kind).saying(format!("The game is over there. {answer}")));
            }
        }
        Ok(())
    }

    /// A leaflet that says how to begin is followed. Where the players choose they may have
    /// chosen beforehand; and a game that does not start at its start has no leaflet.
    fn check_ritual(&self) -> Result<(), Refusal> {
        let allowed = Ritual::of(self.play.game());
        let given = matches!(self.ritual, Ritual::Given { .. });
        let fits = match self.origin {
            Origin::Start => {
                allowed.contains(&self.ritual) || given && allowed.contains(&Ritual::Choice)
            }
            Origin::Position { .. } | Origin::Handicap(_) => {
                allowed.contains(&self.ritual) || given
            }
            Origin::Log { .. } => given,
        };
        if fits {
            return Ok(());
        }
        let refusal = Refusal::new(RefusalKind::BadRitual);
        Err(match self.origin {
            Origin::Log { .. } => refusal.saying("The sides of a game begun elsewhere are given."),
            _ => refusal.under(self.play, Ritual::topic(self.play.game())),
        })
    }

    /// The board on which a game of the series begins when `first` has the first side.
    pub(crate) fn start(&self, number: GameNumber, first: Seat) -> Result<Game, Refusal> {
        match &self.origin {
            Origin::Start => Ok(Game::start(self.play)),
            Origin::Position { text } => self.position(text),
            Origin::Log { position, moves } => {
                let mut game = match position {
                    Some(text) => self.position(text)?,
                    None => Game::start(self.play),
                };
                if number == GameNumber::new(1) {
                    replay(&mut game, moves)?;
                }
                Ok(game)
            }
            Origin::Handicap(handicap) => handicap::start(self.play, *handicap, first),
        }
    }

    fn position(&self, text: &str) -> Result<Game, Refusal> {
        if text.len() > LONGEST_TEXT {
            return Err(RefusalKind::TooLong.into());
        }
        Game::from_text(self.play, text).map_err(|faults| {
            Refusal::new(RefusalKind::BadPosition)
                .saying(format!("The match cannot begin from that position: {faults}."))
        })
    }

    /// Who has the first side in the game after one in which `first` had it.
    pub(crate) fn next_first(&self, first: Seat) -> Seat {
        match self.play.game() {
            // The youngest goes first in every game.
            GameId::RegalCheckers => first,
            _ => !first,
        }
    }

    /// How long a player may take over a step of the ritual that the other waits for: a minute,
    /// or as long as for a move where days are given for one.
    pub fn ritual_time(&self) -> Span {
        match self.clock {
            Clock::Days { days } => days.span(),
            Clock::None | Clock::Main { .. } => Span::from_secs(60),
        }
    }

    /// How long a player on turn must be absent until the other can claim the game; none where
    /// nobody need be there.
    pub fn absence_time(&self) -> Option<Span> {
        match self.clock {
            Clock::None => Some(Span::from_secs(300)),
            Clock::Main { .. } => Some(Span::from_secs(60)),
            Clock::Days { .. } => None,
        }
    }
}

/// Plays a log, or names its first wrong move.
fn replay(game: &mut Game, moves: &[String]) -> Result<(), Refusal> {
    if moves.len() > LONGEST_LOG {
        return Err(Refusal::new(RefusalKind::BadLog)
            .saying(format!("A log of more than {LONGEST_LOG} moves is not read.")));
    }
    for (text, number) in moves.iter().zip(1..) {
        if text.len() > LONGEST_TEXT {
            return Err(RefusalKind::TooLong.into());
        }
        game.play(text).map_err(|refusal| {
            let why = Refusal::illegal(&refusal);
            let says = format!("Ply {number} of the log, {text}: {why}");
            Refusal { kind: RefusalKind::BadLog, ..why }.saying(says)
        })?;
    }
    Ok(())
}
