//! Results: a score as PDN has it, files that have white's score first, and whether a result agrees
//! with the last position.

use crownhead_pdn::{PdnGame, PdnResult};
use crownhead_rules::{BySide, Outcome, Reason, Side, Verdict};

use super::{Record, RecordedResult, head};

/// Whose score stands first in the results of a PDN file of checkers.
///
/// PDN has the score of the side that moves first, which is Black, whatever the position that a
/// game begins from. Some programs write White's first, and so did older versions of Crownhead. The
/// games that are not checkers never had another order.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq, Hash)]
pub enum ResultOrder {
    /// The score of the side that moves first.
    #[default]
    FirstMover,
    /// White's.
    White,
}

/// How the result that was noted stands to the last position.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
pub enum ResultCheck {
    /// The position decides nothing, or no result was noted.
    Unknown,
    /// Both say the same.
    Agrees,
    /// The result names the side that has lost.
    Reversed,
    /// They differ in another way: one says that the game was drawn, or that both have lost.
    Differs,
}

impl ResultOrder {
    /// Gives the result of a game the order that PDN has.
    pub fn normalize(self, pdn: &mut PdnGame) {
        if self == ResultOrder::White && black_begins(pdn) {
            pdn.swap_result();
        }
    }
}

impl Record {
    /// How the game has ended by the position alone. Draws by repetition and no progress do not
    /// count: the players may not have known them.
    pub fn decided(&self) -> Option<Outcome> {
        let by_the_past =
            |end: &Outcome| matches!(end.reason, Reason::Repetition | Reason::NoProgress);
        self.game.outcome().filter(|end| !by_the_past(end))
    }

    /// Compares the score with the last position. A ruling that both have lost contradicts a
    /// position that is decided.
    pub fn result_check(&self) -> ResultCheck {
        let Some(end) = self.decided() else { return ResultCheck::Unknown };
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

    /// The names of the tags for the players. In checkers black moves first.
    pub fn player_tags(&self) -> BySide<&'static str> {
        match head::is_checkers(&self.begin) {
            true => BySide::new("Black", "White"),
            false => BySide::new("First", "Second"),
        }
    }
}

/// Two results that a game gives and that say different things: the tag's, and the one that closes
/// it. `*` says nothing: it separates games.
pub fn contradictory_results(pdn: &PdnGame) -> Option<(PdnResult, PdnResult)> {
    let tag = pdn.result_tag()?;
    let (says, closes) = (score(tag), score(pdn.result));
    (says != closes && says != RecordedResult::Open && closes != RecordedResult::Open)
        .then_some((tag, pdn.result))
}

/// A score as files have it.
pub(super) fn ending(score: RecordedResult) -> PdnResult {
    match score {
        RecordedResult::Open => PdnResult::Open,
        RecordedResult::Drawn => PdnResult::Draw,
        RecordedResult::BothLost => PdnResult::BothLost,
        RecordedResult::Won(Side::First) => PdnResult::FirstWon,
        RecordedResult::Won(Side::Second) => PdnResult::SecondWon,
    }
}

/// The score that a file gives: what closes the game, or else its `Result` tag.
pub(super) fn noted(pdn: &PdnGame) -> RecordedResult {
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

/// Whether black has the first move in the kind of draughts that a game is: then the first mover's
/// score is not white's.
fn black_begins(pdn: &PdnGame) -> bool {
    let kind = pdn.tags.get("GameType").map(str::trim);
    match (pdn.tags.get("RuleSet"), kind) {
        (Some(_), _) => head::rules(&pdn.tags).is_ok_and(|rules| rules.game().is_checkers()),
        (None, Some(kind)) => {
            let mut fields = kind.split(',').map(str::trim);
            match (fields.next(), fields.next()) {
                (Some("21"), _) | (_, Some("B" | "b")) => true,
                (Some("23" | "31"), colour) => colour.is_none(),
                _ => false,
            }
        }
        // Only its moves say what it is.
        (None, None) => match Record::from_pdn(pdn) {
            Ok(_) => true,
            Err(bad) => !bad.why.is_other_kind(),
        },
    }
}
