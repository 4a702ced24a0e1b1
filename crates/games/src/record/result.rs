//! Results of games in PDN: their conversion, files with white's score first, and whether a result
//! agrees with the last position.

use crownhead_pdn::{PdnGame, PdnResult};
use crownhead_rules::{BySide, Outcome, Reason, Side, Verdict};

use super::{Record, RecordedResult, tags};

/// The order of scores in the results of a checkers file.
///
/// PDN lists the score of the side that moves first, which is Black, whatever the start position.
/// Some programs list White's first, and so did older versions of Crownhead. Other games than
/// checkers always had the order of PDN.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq, Hash)]
pub enum ResultOrder {
    /// The side that moves first comes first, as in PDN.
    #[default]
    FirstMover,
    /// White comes first.
    White,
}

/// Whether a recorded result agrees with the last position.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
pub enum ResultCheck {
    /// The position is undecided, or no result was recorded.
    Unknown,
    /// Both say the same.
    Agrees,
    /// The result names the side that has lost.
    Reversed,
    /// They contradict each other in another way, such as a draw or a loss of both.
    Differs,
}

impl ResultOrder {
    /// Converts the result of a game to the order of PDN.
    pub fn normalize(self, pdn: &mut PdnGame) {
        if self == ResultOrder::White && black_begins(pdn) {
            pdn.swap_result();
        }
    }
}

impl Record {
    /// The outcome by the last position alone. Draws by repetition and without progress do not
    /// count, because the players may not have known them.
    pub fn outcome_by_position(&self) -> Option<Outcome> {
        let by_the_past =
            |end: &Outcome| matches!(end.reason, Reason::Repetition | Reason::NoProgress);
        self.game.outcome().filter(|end| !by_the_past(end))
    }

    /// Compares the result with the last position. A loss of both contradicts a decided position.
    pub fn result_check(&self) -> ResultCheck {
        let Some(end) = self.outcome_by_position() else { return ResultCheck::Unknown };
        match (end.verdict, self.score) {
            (_, RecordedResult::Open) => ResultCheck::Unknown,
            (Verdict::Win(winner), RecordedResult::Won(noted)) if winner == noted => {
                ResultCheck::Agrees
            }
            (Verdict::Draw, RecordedResult::Drawn) => ResultCheck::Agrees,
            (Verdict::Win(_), RecordedResult::Won(_)) => ResultCheck::Reversed,
            _ => ResultCheck::Differs,
        }
    }

    /// The names of the players' tags. In checkers black moves first.
    pub fn player_tags(&self) -> BySide<&'static str> {
        match tags::is_checkers(&self.begin) {
            true => BySide::new("Black", "White"),
            false => BySide::new("First", "Second"),
        }
    }
}

/// The results of the Result tag and of the terminator, if they contradict each other. `*`
/// contradicts nothing, because it only separates games.
pub fn contradictory_results(pdn: &PdnGame) -> Option<(PdnResult, PdnResult)> {
    let tag = pdn.result_tag()?;
    let (says, closes) = (score(tag), score(pdn.result));
    (says != closes && says != RecordedResult::Open && closes != RecordedResult::Open)
        .then_some((tag, pdn.result))
}

/// Converts a result to PDN.
pub(super) fn ending(score: RecordedResult) -> PdnResult {
    match score {
        RecordedResult::Open => PdnResult::Open,
        RecordedResult::Drawn => PdnResult::Draw,
        RecordedResult::BothLost => PdnResult::BothLost,
        RecordedResult::Won(Side::First) => PdnResult::FirstWon,
        RecordedResult::Won(Side::Second) => PdnResult::SecondWon,
    }
}

/// The result of a PDN game: its terminator, or else its `Result` tag.
pub(super) fn recorded_result(pdn: &PdnGame) -> RecordedResult {
    match pdn.result {
        PdnResult::Open => pdn.result_tag().map_or(RecordedResult::Open, score),
        ending => score(ending),
    }
}

fn score(ending: PdnResult) -> RecordedResult {
    match ending {
        PdnResult::Open => RecordedResult::Open,
        PdnResult::Draw | PdnResult::DrawOfTwo => RecordedResult::Drawn,
        PdnResult::BothLost => RecordedResult::BothLost,
        PdnResult::FirstWon | PdnResult::FirstWonTwo => RecordedResult::Won(Side::First),
        PdnResult::SecondWon | PdnResult::SecondWonTwo => RecordedResult::Won(Side::Second),
    }
}

/// Whether black moves first in the draughts variant of a game.
fn black_begins(pdn: &PdnGame) -> bool {
    let kind = pdn.tags.get("GameType").map(str::trim);
    match (pdn.tags.get("RuleSet"), kind) {
        (Some(_), _) => tags::rules(&pdn.tags).is_ok_and(|rules| rules.game().is_checkers()),
        (None, Some(kind)) => {
            let mut fields = kind.split(',').map(str::trim);
            match (fields.next(), fields.next()) {
                (Some("21"), _) | (_, Some("B" | "b")) => true,
                (Some("23" | "31"), colour) => colour.is_none(),
                _ => false,
            }
        }
        // The tags do not say which variant it is.
        (None, None) => match Record::from_pdn(pdn) {
            Ok(_) => true,
            Err(bad) => !bad.kind.is_other_kind(),
        },
    }
}
