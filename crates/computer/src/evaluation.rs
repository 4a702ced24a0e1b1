//! Evaluations for people and programs: how the game ends if that is certain, or else a score. Their
//! text and their JSON form are defined here, once.

use std::fmt;

use crownhead_engine::Score;
use crownhead_games::{Game, GameId};
use crownhead_rules::{Side, Verdict};
use crownhead_tablebase::Wld;

/// What a position is worth to the side to move, or a move to the side that makes it.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize),
    serde(tag = "kind", rename_all = "lowercase")
)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub enum Evaluation {
    /// The result is certain: the game is over, endgame tables know it, or it is proven.
    Exact {
        /// `win`, `loss` or `draw` for the side to move.
        #[cfg_attr(feature = "serde", serde(serialize_with = "name"))]
        #[cfg_attr(feature = "schema", schema(value_type = String, example = "draw"))]
        value: Wld,
        /// In how many plies the game ends with best play, where somebody wins and it is known.
        #[cfg_attr(feature = "serde", serde(skip_serializing_if = "Option::is_none"))]
        plies: Option<u32>,
        /// The tic-tac-toes of the side to move less the other's, where they are counted.
        #[cfg_attr(feature = "serde", serde(skip))]
        margin: Option<i32>,
    },
    /// The search has found a win, or a loss, that cannot be avoided.
    Mate {
        /// `win` or `loss` for the side to move.
        #[cfg_attr(feature = "serde", serde(serialize_with = "name"))]
        #[cfg_attr(feature = "schema", schema(value_type = String, example = "win"))]
        value: Wld,
        /// In at most how many plies the game ends.
        plies: u32,
    },
    /// What the search believes.
    Estimate {
        /// How far the side to move is ahead: in men, in steps in Coast to Coast, or in
        /// tic-tac-toes.
        #[cfg_attr(feature = "schema", schema(value_type = f64, example = 0.35))]
        score: Points,
    },
}

/// How far a side is ahead, in what its game is played for.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Points {
    hundredths: i32,
    unit: Unit,
}

/// What a game is played for.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
enum Unit {
    Men,
    Steps,
    TicTacToes,
}

/// Nobody is further ahead than this, in hundredths: what lies beyond is a search's own business.
const MOST: i32 = 9_990;

impl Unit {
    fn of(game: GameId) -> Unit {
        match game {
            GameId::CoastToCoast => Unit::Steps,
            GameId::CheckerboardTicTacToe | GameId::TicTacToe => Unit::TicTacToes,
            _ => Unit::Men,
        }
    }

    /// How many hundredths of a score make one.
    const fn hundredths(self) -> i32 {
        match self {
            Unit::Men | Unit::TicTacToes => 100,
            Unit::Steps => 10,
        }
    }

    /// How many count as one slip.
    const fn slip(self) -> i32 {
        match self {
            Unit::Men | Unit::TicTacToes => 1,
            Unit::Steps => 3,
        }
    }
}

/// What counts as one slip in a game, in the hundredths of its scores: a man in checkers, a
/// tic-tac-toe where they are counted, three steps in Coast to Coast.
pub(crate) fn slip(game: GameId) -> i32 {
    let unit = Unit::of(game);
    unit.hundredths() * unit.slip()
}

impl Points {
    fn of(game: GameId, score: Score) -> Points {
        let unit = Unit::of(game);
        let hundredths = (score.value() * 100 / unit.hundredths()).clamp(-MOST, MOST);
        Points { hundredths, unit }
    }

    /// The number.
    pub fn value(self) -> f64 {
        f64::from(self.hundredths) / 100.0
    }
}

impl Evaluation {
    /// What a search has found.
    pub fn of(game: GameId, score: Score) -> Evaluation {
        let value = if score.value() > 0 { Wld::Win } else { Wld::Loss };
        match score.plies_to_end() {
            Some(plies) => Evaluation::Mate { value, plies },
            None if score.is_decided() => Evaluation::Exact { value, plies: None, margin: None },
            None => Evaluation::Estimate { score: Points::of(game, score) },
        }
    }

    /// A score that is certain.
    pub fn certain(score: Score) -> Evaluation {
        let value = match score.value() {
            1.. => Wld::Win,
            0 => Wld::Draw,
            _ => Wld::Loss,
        };
        Evaluation::Exact { value, plies: score.plies_to_end(), margin: None }
    }

    /// A result that is known, as a side sees it.
    pub fn known(verdict: Verdict, plies: Option<u32>, side: Side) -> Evaluation {
        let value = match verdict {
            Verdict::Draw => Wld::Draw,
            Verdict::Win(winner) if winner == side => Wld::Win,
            Verdict::Win(_) => Wld::Loss,
        };
        let plies = plies.filter(|_| value != Wld::Draw);
        Evaluation::Exact { value, plies, margin: None }
    }

    /// What a game that is over came to, for the side that would be to move.
    pub fn over(game: &Game) -> Option<Evaluation> {
        let verdict = game.outcome()?.verdict;
        let counts = game.rules().game() == GameId::CheckerboardTicTacToe;
        let count = |side| game.tic_tac_toes(side).len() as i32;
        let margin = counts.then(|| count(game.side()) - count(!game.side()));
        Some(Evaluation::known(verdict, Some(0), game.side()).with_margin(margin))
    }

    /// The same with the tic-tac-toes of the side to move less the other's.
    #[must_use]
    pub fn with_margin(self, by: Option<i32>) -> Evaluation {
        match self {
            Evaluation::Exact { value, plies, .. } => {
                Evaluation::Exact { value, plies, margin: by }
            }
            other => other,
        }
    }

    /// The same as the other side sees it.
    #[must_use]
    pub fn turned(self) -> Evaluation {
        match self {
            Evaluation::Exact { value, plies, margin } => Evaluation::Exact {
                value: value.flipped(),
                plies,
                margin: margin.map(|margin| -margin),
            },
            Evaluation::Mate { value, plies } => Evaluation::Mate { value: value.flipped(), plies },
            Evaluation::Estimate { score: Points { hundredths, unit } } => {
                Evaluation::Estimate { score: Points { hundredths: -hundredths, unit } }
            }
        }
    }

    /// The evaluation of a position one ply further on, told at this one.
    #[must_use]
    pub(crate) fn before_move(self, same_side: bool) -> Evaluation {
        let seen = if same_side { self } else { self.turned() };
        match seen {
            Evaluation::Exact { value, plies, margin } => {
                Evaluation::Exact { value, plies: plies.map(|plies| plies + 1), margin }
            }
            Evaluation::Mate { value, plies } => Evaluation::Mate { value, plies: plies + 1 },
            estimate => estimate,
        }
    }

    /// Whether the result is certain.
    pub const fn is_exact(self) -> bool {
        matches!(self, Evaluation::Exact { .. })
    }

    /// Who wins, if that is known.
    pub const fn value(self) -> Option<Wld> {
        match self {
            Evaluation::Exact { value, .. } | Evaluation::Mate { value, .. } => Some(value),
            Evaluation::Estimate { .. } => None,
        }
    }

    /// In how many plies the game ends, if that is known.
    pub const fn plies(self) -> Option<u32> {
        match self {
            Evaluation::Exact { plies, .. } => plies,
            Evaluation::Mate { plies, .. } => Some(plies),
            Evaluation::Estimate { .. } => None,
        }
    }

    /// The tic-tac-toes of the side to move less the other's, if they are counted and certain.
    pub const fn margin(self) -> Option<i32> {
        match self {
            Evaluation::Exact { margin, .. } => margin,
            _ => None,
        }
    }

    /// `exact`, `mate` or `estimate`.
    pub const fn kind(self) -> &'static str {
        match self {
            Evaluation::Exact { .. } => "exact",
            Evaluation::Mate { .. } => "mate",
            Evaluation::Estimate { .. } => "estimate",
        }
    }

    /// Whether the side to move is better, even or worse.
    pub fn sign(self) -> std::cmp::Ordering {
        match self {
            Evaluation::Estimate { score } => score.hundredths.cmp(&0),
            other => match other.value() {
                Some(Wld::Win) => std::cmp::Ordering::Greater,
                Some(Wld::Loss) => std::cmp::Ordering::Less,
                _ => std::cmp::Ordering::Equal,
            },
        }
    }

    /// The chance that the side to move wins, a draw counting half: certain when it is known,
    /// otherwise a logistic that gives 73 % for one slip ahead.
    pub fn win_chance(self) -> f64 {
        match self {
            Evaluation::Estimate { score: Points { hundredths, unit } } => {
                let slips = f64::from(hundredths) / f64::from(100 * unit.slip());
                1.0 / (1.0 + (-slips).exp())
            }
            other => match other.value() {
                Some(Wld::Win) => 1.0,
                Some(Wld::Loss) => 0.0,
                _ => 0.5,
            },
        }
    }
}

/// `wins in 12`, `loses in 4`, `exact win`, `exact loss by 2 tic-tac-toes`, `exact draw`, `+0.4`,
/// `-3.0 steps`.
impl fmt::Display for Evaluation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let text = match *self {
            Evaluation::Exact { value, margin: Some(margin), .. } if margin != 0 => {
                let by = margin.unsigned_abs();
                let s = if by == 1 { "" } else { "s" };
                format!("exact {} by {by} tic-tac-toe{s}", value.name())
            }
            Evaluation::Exact { value, plies: None | Some(0), .. }
            | Evaluation::Exact { value: value @ Wld::Draw, .. } => {
                format!("exact {}", value.name())
            }
            Evaluation::Exact { value, plies: Some(plies), .. }
            | Evaluation::Mate { value, plies } => {
                let ends = if value == Wld::Win { "wins" } else { "loses" };
                format!("{ends} in {plies}")
            }
            Evaluation::Estimate { score } => score.to_string(),
        };
        f.pad(&text)
    }
}

/// One decimal, and the unit if it is not a man.
impl fmt::Display for Points {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let unit = match self.unit {
            Unit::Men => "",
            Unit::Steps => " steps",
            Unit::TicTacToes => " tic-tac-toes",
        };
        // Half a tenth is rounded away from nothing, and nothing has no sign.
        let tenths = (self.hundredths.abs() + 5) / 10 * self.hundredths.signum();
        match tenths {
            0 => f.write_str("0.0"),
            _ => write!(f, "{:+.1}{unit}", f64::from(tenths) / 10.0),
        }
    }
}

#[cfg(feature = "serde")]
impl serde::Serialize for Points {
    fn serialize<S: serde::Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.serialize_f64(self.value())
    }
}

#[cfg(feature = "serde")]
#[allow(clippy::trivially_copy_pass_by_ref, reason = "serde asks for it")]
fn name<S: serde::Serializer>(value: &Wld, to: S) -> Result<S::Ok, S::Error> {
    to.serialize_str(value.name())
}

#[cfg(test)]
mod tests {
    use crownhead_engine::Ply;

    use super::*;

    const CHECKERS: GameId = GameId::RegalCheckers;

    #[test]
    fn people_read_ends_and_scores_and_nothing_internal() {
        let says = |game, score| Evaluation::of(game, score).to_string();
        assert_eq!(says(CHECKERS, Score::win_in(12)), "wins in 12");
        assert_eq!(says(CHECKERS, Score::loss_in(4)), "loses in 4");
        assert_eq!(says(CHECKERS, Score::tablebase(true, Ply::new(6))), "exact win");
        assert_eq!(says(CHECKERS, Score::tablebase(false, Ply::new(6))), "exact loss");
        assert_eq!(says(CHECKERS, Score::new(35)), "+0.4");
        assert_eq!(says(CHECKERS, Score::new(-135)), "-1.4");
        for nothing in [0, 4, -4] {
            assert_eq!(says(CHECKERS, Score::new(nothing)), "0.0");
        }
        assert_eq!(says(CHECKERS, Score::new(18_000)), "+99.9");
        assert_eq!(says(GameId::CoastToCoast, Score::new(-30)), "-3.0 steps");
        assert_eq!(says(GameId::CheckerboardTicTacToe, Score::new(120)), "+1.2 tic-tac-toes");
    }

    #[test]
    fn what_is_certain_says_so() {
        let certain = |score| Evaluation::certain(score).to_string();
        assert_eq!(certain(Score::DRAW), "exact draw");
        assert_eq!(certain(Score::win_in(61)), "wins in 61");
        assert_eq!(certain(Score::loss_in(0)), "exact loss");
        let by = |score, margin| Evaluation::certain(score).with_margin(Some(margin)).to_string();
        assert_eq!(by(Score::win_in(25), 1), "exact win by 1 tic-tac-toe");
        assert_eq!(by(Score::loss_in(25), -2), "exact loss by 2 tic-tac-toes");
        assert_eq!(by(Score::DRAW, 0), "exact draw");
        let known = |verdict| Evaluation::known(verdict, Some(7), Side::Second).to_string();
        assert_eq!(known(Verdict::Win(Side::Second)), "wins in 7");
        assert_eq!(known(Verdict::Win(Side::First)), "loses in 7");
        assert_eq!(known(Verdict::Draw), "exact draw");
    }

    #[test]
    fn the_end_of_a_counted_game_has_a_margin() {
        let rules = GameId::CheckerboardTicTacToe.rules();
        let full = Game::from_text(rules, "xxxxx/ooooo/xxoxx/ooxoo/x1xoo x").unwrap();
        let told = Evaluation::over(&full).unwrap();
        let count = |side| full.tic_tac_toes(side).len() as i32;
        let margin = count(full.side()) - count(!full.side());
        assert_eq!((told.margin(), told.turned().margin()), (Some(margin), Some(-margin)));
        assert_eq!(Evaluation::over(&Game::start(rules)), None);
        let checkers = Game::from_text(GameId::KingMeStandard.rules(), "B:W:B1").unwrap();
        assert_eq!(Evaluation::over(&checkers).unwrap().value(), Some(Wld::Win));
    }

    #[test]
    fn chances_are_even_at_nothing_and_certain_when_it_is_known() {
        let chance = |score| Evaluation::of(CHECKERS, score).win_chance();
        assert_eq!(chance(Score::DRAW), 0.5);
        assert_eq!((chance(Score::win_in(9)), chance(Score::loss_in(0))), (1.0, 0.0));
        assert_eq!(
            (
                chance(Score::tablebase(true, Ply::new(3))),
                chance(Score::tablebase(false, Ply::new(3)))
            ),
            (1.0, 0.0)
        );
        let ahead = chance(Score::new(100));
        assert!((0.72..0.74).contains(&ahead), "{ahead}");
        assert!((ahead + chance(Score::new(-100)) - 1.0).abs() < 1e-9);
        let steps = Evaluation::of(GameId::CoastToCoast, Score::new(30)).win_chance();
        assert!((steps - ahead).abs() < 1e-9);
    }

    #[test]
    fn ends_are_a_ply_further_from_the_position_before() {
        let before = |score, same| Evaluation::of(CHECKERS, score).before_move(same).to_string();
        assert_eq!(before(Score::loss_in(0), false), "wins in 1");
        assert_eq!(before(Score::win_in(3), true), "wins in 4");
        assert_eq!(before(Score::win_in(3), false), "loses in 4");
        assert_eq!(before(Score::new(40), false), "-0.4");
        assert_eq!(Evaluation::certain(Score::DRAW).before_move(false).to_string(), "exact draw");
    }
}
