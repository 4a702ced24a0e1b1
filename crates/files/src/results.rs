//! Result checks: the tag against the terminator, both against the last position, and whether a
//! file has its scores in the reverse order.

use crownhead_games::{Record, RecordedResult, ResultCheck, ResultOrder, contradictory_results};
use crownhead_pdn::{PdnGame, PdnResult};
use crownhead_rules::Verdict;

use crate::json_game::result;
use crate::{GameFileError, ParsedGame};

/// The checks of a game's result.
#[derive(Clone, Debug)]
pub struct ResultReport {
    /// The result compared with the last position.
    pub check: ResultCheck,
    /// Whether the file may have the other order of scores, as only PDN of checkers can.
    pub may_be_swapped: bool,
    /// The Result tag contradicts the terminator, or is not a result.
    pub tag: Option<GameFileError>,
    /// The last position contradicts the result.
    pub board: Option<GameFileError>,
}

/// Counts the checkers games of a file whose result contradicts the last position.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq)]
pub struct DecidedGames {
    /// How many games have a result and were decided on the board.
    pub decided: u64,
    /// How many of them name the loser as the winner.
    pub reversed: u64,
}

impl ParsedGame {
    /// Checks the result. `record` is the game played through. The messages quote the file, which
    /// has its scores in this order; see [`ParsedGame::with_results`].
    pub fn result_report(&self, record: &Record, order: ResultOrder) -> ResultReport {
        let check = record.result_check();
        let (line, column) = match self {
            ParsedGame::Pdn(pdn) if pdn.result != PdnResult::Open => (pdn.end.line, pdn.end.column),
            ParsedGame::Pdn(pdn) => (pdn.position.line, pdn.position.column),
            ParsedGame::Json(_, line, _) => (*line, 1),
        };
        let fault = |message| GameFileError {
            game: self.number(),
            line,
            column,
            number: None,
            message,
            is_fatal: false,
        };
        let tag = match self {
            ParsedGame::Pdn(pdn) => wrong_tag(pdn, order),
            ParsedGame::Json(..) => None,
        };
        let is_wrong = matches!(check, ResultCheck::Reversed | ResultCheck::Differs);
        ResultReport {
            check,
            may_be_swapped: may_be_swapped(record),
            tag: tag.map(fault),
            board: is_wrong.then(|| fault(against_board(record, self.is_swapped(order)))),
        }
    }
}

impl ParsedGame {
    /// Whether the order of its file was not the one that results have here.
    fn is_swapped(&self, order: ResultOrder) -> bool {
        match self {
            ParsedGame::Pdn(pdn) => {
                let mut probe = PdnGame { result: PdnResult::FirstWon, ..pdn.clone() };
                order.normalize(&mut probe);
                probe.result != PdnResult::FirstWon
            }
            ParsedGame::Json(..) => false,
        }
    }
}

impl DecidedGames {
    /// Counts a game by its check.
    pub fn add(&mut self, check: ResultCheck, may_be_swapped: bool) {
        if may_be_swapped && check != ResultCheck::Unknown {
            self.decided += 1;
            self.reversed += u64::from(check == ResultCheck::Reversed);
        }
    }

    /// Counts a game that was played through.
    pub fn add_record(&mut self, record: &Record) {
        self.add(record.result_check(), may_be_swapped(record));
    }

    /// Whether most results name the loser, so that the file seems to have the other order.
    pub fn are_reversed(&self) -> bool {
        self.reversed * 2 > self.decided
    }
}

fn may_be_swapped(record: &Record) -> bool {
    record.rules().game().is_checkers()
}

/// What is wrong with a Result tag, in the words of the file.
fn wrong_tag(pdn: &PdnGame, order: ResultOrder) -> Option<String> {
    let text = pdn.tags.get("Result")?.trim();
    if pdn.result_tag().is_none() && !matches!(text, "" | "?") {
        let text: String = text.chars().take(40).collect();
        return Some(format!("the Result tag says “{text}”, which is not a result such as 1-0"));
    }
    contradictory_results(pdn)?;
    // Exchanged once more, the results are those of the file again.
    let mut as_written = pdn.clone();
    order.normalize(&mut as_written);
    let (tag, ending) = contradictory_results(&as_written)?;
    Some(format!("the Result tag says {tag}, but the game ends with {ending}"))
}

/// What is wrong with a result that the board contradicts, in the order of scores of the file.
fn against_board(record: &Record, is_swapped: bool) -> String {
    let in_file = |score: RecordedResult| match score {
        RecordedResult::Won(side) if is_swapped => result(RecordedResult::Won(!side)),
        other => result(other),
    };
    let noted = in_file(record.result());
    let decided =
        record.outcome_by_position().map_or(RecordedResult::Open, |end| match end.verdict {
            Verdict::Win(side) => RecordedResult::Won(side),
            Verdict::Draw => RecordedResult::Drawn,
        });
    let decided = in_file(decided);
    let why = record.game().explain_outcome().map(|why| why.to_string()).unwrap_or_default();
    format!("the result is {noted}, but on the board it is {decided}: {why}")
}
