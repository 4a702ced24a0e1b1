//! Evaluations for people and programs: the result if it is certain, otherwise a score. Their text
//! and their JSON form are defined here.

use std::fmt;

use crownhead_engine::Score;
use crownhead_games::{Game, GameId, ScoreUnit};
use crownhead_rules::{Side, Verdict};
use crownhead_tablebase::Wld;

/// The value of a position to the side to move, or of a move to the side that makes it.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize),
    serde(tag = "kind", rename_all = "lowercase")
)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub enum Evaluation {
    /// The result is certain: the game is over, endgame tables know it, or it is proven.
    Exact {
        /// `win`, `loss` or `draw` for the side to move.
        #[cfg_attr(feature = "serde", serde(serialize_with = "name"))]
        #[cfg_attr(feature = "schema", schema(value_type = String, example = "draw"))]
        #[cfg_attr(feature = "ts", ts(type = "'win' | 'loss' | 'draw'"))]
        value: Wld,
        /// The plies to the end with best play, if a side wins and they are known.
        #[cfg_attr(feature = "serde", serde(skip_serializing_if = "Option::is_none"))]
        #[cfg_attr(feature = "ts", ts(optional))]
        plies: Option<u32>,
        /// The tic-tac-toes of the side to move minus the other's, in games that count them.
        #[cfg_attr(feature = "serde", serde(skip))]
        margin: Option<i32>,
    },
    /// The search has found a forced win or loss.
    Mate {
        /// `win` or `loss` for the side to move.
        #[cfg_attr(feature = "serde", serde(serialize_with = "name"))]
        #[cfg_attr(feature = "schema", schema(value_type = String, example = "win"))]
        #[cfg_attr(feature = "ts", ts(type = "'win' | 'loss'"))]
        value: Wld,
        /// The maximal number of plies to the end.
        plies: u32,
    },
    /// The search has found a score.
    Estimate {
        /// The lead of the side to move: in men, in steps in Coast to Coast, or in tic-tac-toes.
        #[cfg_attr(feature = "schema", schema(value_type = f64, example = 0.35))]
        #[cfg_attr(feature = "ts", ts(type = "number"))]
        score: Points,
    },
}

/// The lead of a side, in the unit of its game.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Points {
    hundredths: i32,
    unit: ScoreUnit,
}

/// The maximal lead in hundredths: greater scores are internal to the search.
const MAX_HUNDREDTHS: i32 = 9_990;

/// The hundredths of a score per unit.
const fn hundredths(unit: ScoreUnit) -> i32 {
    match unit {
        ScoreUnit::Men | ScoreUnit::TicTacToes => 100,
        ScoreUnit::Steps => 10,
    }
}

/// The units of a slip, the loss of a typical mistake.
const fn units_of_slip(unit: ScoreUnit) -> i32 {
    match unit {
        ScoreUnit::Men | ScoreUnit::TicTacToes => 1,
        ScoreUnit::Steps => 3,
    }
}

/// A slip in the hundredths of a game's scores: a man in checkers, a tic-tac-toe where they are
/// counted, three steps in a race.
pub(crate) const fn slip(game: GameId) -> i32 {
    let unit = game.score_unit();
    hundredths(unit) * units_of_slip(unit)
}

impl Points {
    fn of(game: GameId, score: Score) -> Points {
        let unit = game.score_unit();
        let lead = score.value() * 100 / hundredths(unit);
        Points { hundredths: lead.clamp(-MAX_HUNDREDTHS, MAX_HUNDREDTHS), unit }
    }

    /// The lead as a number of units.
    pub fn value(self) -> f64 {
        f64::from(self.hundredths) / 100.0
    }
}

impl Evaluation {
    /// The evaluation of a search score.
    pub fn of(game: GameId, score: Score) -> Evaluation {
        let value = if score.value() > 0 { Wld::Win } else { Wld::Loss };
        match score.plies_to_end() {
            Some(plies) => Evaluation::Mate { value, plies },
            None if score.is_decided() => Evaluation::Exact { value, plies: None, margin: None },
            None => Evaluation::Estimate { score: Points::of(game, score) },
        }
    }

    /// The evaluation of a score that is proven.
    pub fn certain(score: Score) -> Evaluation {
        let value = match score.value() {
            1.. => Wld::Win,
            0 => Wld::Draw,
            _ => Wld::Loss,
        };
        Evaluation::Exact { value, plies: score.plies_to_end(), margin: None }
    }

    /// The evaluation of a known result for a side.
    pub fn known(verdict: Verdict, plies: Option<u32>, side: Side) -> Evaluation {
        let value = match verdict {
            Verdict::Draw => Wld::Draw,
            Verdict::Win(winner) if winner == side => Wld::Win,
            Verdict::Win(_) => Wld::Loss,
        };
        let plies = plies.filter(|_| value != Wld::Draw);
        Evaluation::Exact { value, plies, margin: None }
    }

    /// The evaluation of a finished game for its side to move; none if it is not over.
    pub fn of_finished_game(game: &Game) -> Option<Evaluation> {
        let verdict = game.outcome()?.verdict;
        let counts = game.rules().game().wins_by_count();
        let count = |side| game.tic_tac_toes(side).len() as i32;
        let margin = counts.then(|| count(game.side()) - count(!game.side()));
        Some(Evaluation::known(verdict, Some(0), game.side()).with_margin(margin))
    }

    /// Adds the tic-tac-toes of the side to move minus the other's.
    #[must_use]
    pub fn with_margin(self, by: Option<i32>) -> Evaluation {
        match self {
            Evaluation::Exact { value, plies, .. } => {
                Evaluation::Exact { value, plies, margin: by }
            }
            other => other,
        }
    }

    /// The same from the other side's point of view.
    #[must_use]
    pub fn flipped(self) -> Evaluation {
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

    /// Converts the evaluation after a move to the position before it.
    #[must_use]
    pub(crate) fn before_move(self, same_side: bool) -> Evaluation {
        let seen = if same_side { self } else { self.flipped() };
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

    /// The result, if it is known.
    pub const fn value(self) -> Option<Wld> {
        match self {
            Evaluation::Exact { value, .. } | Evaluation::Mate { value, .. } => Some(value),
            Evaluation::Estimate { .. } => None,
        }
    }

    /// The plies to the end, if they are known.
    pub const fn plies(self) -> Option<u32> {
        match self {
            Evaluation::Exact { plies, .. } => plies,
            Evaluation::Mate { plies, .. } => Some(plies),
            Evaluation::Estimate { .. } => None,
        }
    }

    /// The tic-tac-toes of the side to move minus the other's, if they are counted and certain.
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

    /// The win chance of the side to move, a draw counting half: 0, ½ or 1 if the result is known,
    /// otherwise a logistic curve with 73 % for a lead of one slip.
    pub fn win_chance(self) -> f64 {
        match self {
            Evaluation::Estimate { score: Points { hundredths, unit } } => {
                let slips = f64::from(hundredths) / f64::from(100 * units_of_slip(unit));
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
            ScoreUnit::Men => "",
            ScoreUnit::Steps => " steps",
            ScoreUnit::TicTacToes => " tic-tac-toes",
        };
        // Half a tenth is rounded away from zero, and zero has no sign.
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
    fn texts_have_results_and_scores_but_no_internal_numbers() {
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
    fn certain_results_are_exact() {
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
        let finished = Evaluation::of_finished_game(&full).unwrap();
        let count = |side| full.tic_tac_toes(side).len() as i32;
        let margin = count(full.side()) - count(!full.side());
        assert_eq!((finished.margin(), finished.flipped().margin()), (Some(margin), Some(-margin)));
        assert_eq!(Evaluation::of_finished_game(&Game::start(rules)), None);
        let checkers = Game::from_text(GameId::KingMeStandard.rules(), "B:W:B1").unwrap();
        assert_eq!(Evaluation::of_finished_game(&checkers).unwrap().value(), Some(Wld::Win));
    }

    #[test]
    fn chances_are_even_at_zero_and_certain_for_exact_results() {
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
    fn distances_grow_by_a_ply_before_a_move() {
        let before = |score, same| Evaluation::of(CHECKERS, score).before_move(same).to_string();
        assert_eq!(before(Score::loss_in(0), false), "wins in 1");
        assert_eq!(before(Score::win_in(3), true), "wins in 4");
        assert_eq!(before(Score::win_in(3), false), "loses in 4");
        assert_eq!(before(Score::new(40), false), "-0.4");
        assert_eq!(Evaluation::certain(Score::DRAW).before_move(false).to_string(), "exact draw");
    }
}
