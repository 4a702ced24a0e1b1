//! Game review: the win chance that each move gave away, and turning points.

use std::fmt;
use std::sync::atomic::AtomicBool;

use crownhead_engine::{Score, SearchClock};
use crownhead_games::Game;
use crownhead_rules::{BySide, MoveRefusal, Side};

use crate::accuracy::accuracy;
use crate::{AnalysisRequest, Analyst, Evaluation, PositionAnalysis, Variation, slip_score};

/// How much of the win chance a move lost.
#[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum MoveQuality {
    /// No move was better.
    Best,
    /// Hardly any win chance was lost.
    Good,
    /// Some win chance was lost.
    Inaccuracy,
    /// Much win chance was lost.
    Mistake,
    /// The game, or nearly, was lost.
    Blunder,
}

impl MoveQuality {
    /// From the best to the worst.
    pub const ALL: [MoveQuality; 5] = [
        MoveQuality::Best,
        MoveQuality::Good,
        MoveQuality::Inaccuracy,
        MoveQuality::Mistake,
        MoveQuality::Blunder,
    ];

    /// The name for people.
    pub const fn name(self) -> &'static str {
        match self {
            MoveQuality::Best => "best",
            MoveQuality::Good => "good",
            MoveQuality::Inaccuracy => "inaccuracy",
            MoveQuality::Mistake => "mistake",
            MoveQuality::Blunder => "blunder",
        }
    }

    /// The quality of a move that lost this win chance, between 0 and 1.
    fn of(loss: f64) -> MoveQuality {
        match loss {
            _ if loss < 0.05 => MoveQuality::Good,
            _ if loss < 0.10 => MoveQuality::Inaccuracy,
            _ if loss < 0.20 => MoveQuality::Mistake,
            _ => MoveQuality::Blunder,
        }
    }
}

/// A reviewed move. Evaluations are for the side that moved, counted from the position before the
/// move.
#[derive(Clone, Debug, PartialEq)]
pub struct ReviewedMove {
    /// The side that moved.
    pub side: Side,
    /// The canonical text of the move.
    pub text: String,
    /// The canonical text of the best move.
    pub best: String,
    /// The evaluation with the best move.
    pub before: Evaluation,
    /// The evaluation with the move that was played.
    pub after: Evaluation,
    /// The win chance that the move lost, from 0 to 1.
    pub loss: f64,
    /// How good the move was.
    pub quality: MoveQuality,
    /// Whether the game turned here: from won to even or lost, or from even to lost.
    pub turning_point: bool,
    /// Whether there was no other legal move.
    pub forced: bool,
    /// The texts of the best line, which begins with the best move.
    pub best_line: Vec<String>,
    /// The texts of the best line after the move that was played.
    pub reply_line: Vec<String>,
}

/// The review of a game.
#[derive(Clone, Debug, PartialEq)]
pub struct Review {
    /// The reviewed moves in order.
    pub moves: Vec<ReviewedMove>,
    /// The accuracy of each side in percent; none for a side that made no move.
    pub accuracy: BySide<Option<f64>>,
}

/// A move of the game is illegal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct InvalidReviewMove {
    /// The number of the move, from 1.
    pub number: usize,
    /// The text that was given.
    pub text: String,
    /// Why the move is illegal.
    pub refusal: Box<MoveRefusal>,
}

impl fmt::Display for InvalidReviewMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let text: String = self.text.chars().take(40).collect();
        write!(f, "move {} ({}): {}", self.number, text.escape_debug(), self.refusal)
    }
}

impl std::error::Error for InvalidReviewMove {}

/// Reviews the moves of a game from `start`. Each position is analysed as `request` says, with a
/// clock from `start_clock`. Calls `progress` with the number of finished positions and of all.
/// Once `stop` is set, the remaining positions get only a glance.
///
/// A draw by repetition or without progress does not end a game with further moves, because its
/// players may not have known it. The review continues as if the game began there.
pub fn review<C: SearchClock>(
    start: &Game,
    moves: &[String],
    analyst: &Analyst,
    request: AnalysisRequest,
    mut start_clock: impl FnMut() -> C,
    stop: &AtomicBool,
    mut progress: impl FnMut(usize, usize),
) -> Result<Review, InvalidReviewMove> {
    let (games, texts) = replay(start, moves)?;
    // From the end to the beginning: the transposition table of later positions helps with earlier
    // ones.
    let mut thoughts: Vec<PositionAnalysis> = Vec::new();
    for game in games.iter().rev() {
        let request = AnalysisRequest { lines: 1, ..request };
        thoughts.push(analyst.analyse(game, request, start_clock(), stop, |_| {}));
        progress(thoughts.len(), games.len());
    }
    thoughts.reverse();
    let judged = texts
        .into_iter()
        .enumerate()
        .map(|(i, text)| judge(&games[i], &games[i + 1], &thoughts[i], &thoughts[i + 1], text));
    let moves: Vec<ReviewedMove> = judged.collect();
    let accuracy = BySide::new(Side::First, Side::Second).map(|side| accuracy(&moves, side));
    Ok(Review { moves, accuracy })
}

/// The game before the first move and after each, and the texts of the moves.
fn replay(start: &Game, moves: &[String]) -> Result<(Vec<Game>, Vec<String>), InvalidReviewMove> {
    let mut games = vec![start.clone()];
    let mut texts = Vec::new();
    for (i, text) in moves.iter().enumerate() {
        clear_history_after_draw(&mut games[i]);
        let mut game = games[i].clone();
        let bad = |refusal| InvalidReviewMove {
            number: i + 1,
            text: text.clone(),
            refusal: Box::new(refusal),
        };
        texts.push(game.play(text).map_err(bad)?);
        games.push(game);
    }
    Ok((games, texts))
}

/// Clears the history of a game that is a draw by history; other outcomes are kept.
fn clear_history_after_draw(game: &mut Game) {
    if game.outcome().is_some()
        && let Some(text) = game.text()
        && let Ok(set_up) = Game::from_text(game.rules(), &text)
    {
        *game = set_up;
    }
}

fn judge(
    position: &Game,
    after: &Game,
    best: &PositionAnalysis,
    next: &PositionAnalysis,
    text: String,
) -> ReviewedMove {
    let side = position.side();
    let worth = |variation: &Variation| (variation.score, variation.evaluation);
    let nothing = (Score::DRAW, Evaluation::of(position.rules().game(), Score::DRAW));
    let found = best.variations.first().map_or(nothing, worth);
    let line = |analysis: &PositionAnalysis| {
        analysis.variations.first().map_or(Vec::new(), |variation| variation.moves.clone())
    };
    let (best_line, reply_line) = (line(best), line(next));
    let best = best.best().unwrap_or(&text).to_owned();
    let over = slip_score::over(after, after.side()).zip(Evaluation::of_finished_game(after));
    let next = over.or_else(|| next.variations.first().map(worth)).unwrap_or(nothing);
    let same_side = after.side() == side;
    let with_move = (slip_score::from_after(next.0, same_side), next.1.before_move(same_side));
    // The move was searched deeper than the best one, so it cannot count as better.
    let is_best = text == best;
    let before = if is_best || with_move.0 > found.0 { with_move } else { found };
    let loss = (before.1.win_chance() - with_move.1.win_chance()).max(0.0);
    let quality =
        if is_best || before.0 == with_move.0 { MoveQuality::Best } else { MoveQuality::of(loss) };
    let turning_point =
        quality >= MoveQuality::Mistake && result_sign(before.1) != result_sign(with_move.1);
    let forced = position.legal_moves().len() == 1;
    let (before, after) = (before.1, with_move.1);
    ReviewedMove {
        side,
        text,
        best,
        before,
        after,
        loss,
        quality,
        turning_point,
        forced,
        best_line,
        reply_line,
    }
}

/// 1 if a side with this evaluation is winning, -1 if it is losing, otherwise 0.
fn result_sign(evaluation: Evaluation) -> i32 {
    match evaluation.win_chance() {
        chance if chance >= 0.7 => 1,
        chance if chance <= 0.3 => -1,
        _ => 0,
    }
}

#[cfg(test)]
mod tests {
    use crownhead_engine::{NoClock, SearchLimits};
    use crownhead_games::GameId;

    use super::*;

    fn reviewed(
        id: GameId,
        position: Option<&str>,
        moves: &[&str],
    ) -> Result<Review, InvalidReviewMove> {
        let start = match position {
            Some(text) => Game::from_text(id.rules(), text).unwrap(),
            None => Game::start(id.rules()),
        };
        let moves: Vec<String> = moves.iter().map(|&text| text.to_owned()).collect();
        let request = AnalysisRequest::new(SearchLimits::depth(9));
        let stop = AtomicBool::new(false);
        review(&start, &moves, &Analyst::new(1), request, || NoClock, &stop, |_, _| {})
    }

    #[test]
    fn a_checker_given_away_is_a_blunder() {
        let moves = ["11-15", "22-18", "15x22", "25x18", "8-11", "18-14", "9x18", "23x14"];
        let review = reviewed(GameId::WinningMovesCheckers, None, &moves).unwrap();
        assert!(
            review.moves[..5].iter().all(|reviewed| reviewed.quality <= MoveQuality::Inaccuracy)
        );
        let even = Some("B:W23,31,32:B1,2,14");
        let review = reviewed(GameId::WinningMovesCheckers, even, &["14-18", "23x14"]).unwrap();
        let gift = &review.moves[0];
        assert_eq!((gift.quality.name(), gift.turning_point), ("blunder", true), "{gift:?}");
        assert!(gift.loss >= 0.2 && gift.after.win_chance() < gift.before.win_chance());
        assert_eq!(review.moves[1].quality.name(), "best");
    }

    #[test]
    fn a_thrown_win_is_an_exact_turning_point() {
        let moves = ["b2", "a3", "a1", "b1", "a2"];
        let review = reviewed(GameId::TicTacToe, None, &moves).unwrap();
        let blunder = &review.moves[3];
        assert_eq!((blunder.quality, blunder.best.as_str()), (MoveQuality::Blunder, "c3"));
        assert_eq!(blunder.after.to_string(), "loses in 2");
        assert!(blunder.turning_point);
        assert_eq!(blunder.loss, 0.5);
        assert_eq!(review.moves[0].quality, MoveQuality::Best);
        assert!(review.accuracy.first.unwrap() > review.accuracy.second.unwrap());
    }

    #[test]
    fn the_last_move_has_the_exact_result() {
        let review = reviewed(GameId::TicTacToe, Some("xx1/oo1/3 x"), &["c3"]).unwrap();
        let last = &review.moves[0];
        assert_eq!(last.after, Evaluation::certain(Score::win_in(1)));
        assert_eq!(review.accuracy.first, Some(100.0));
        assert_eq!(review.accuracy.second, None);
    }

    #[test]
    fn an_illegal_move_is_named() {
        let bad = reviewed(GameId::TicTacToe, None, &["b2", "b2"]).unwrap_err();
        assert!(bad.to_string().starts_with("move 2 (b2): "), "{bad}");
    }

    /// Kings move back and forth for longer than the draw rules allow, and then one is lost.
    #[test]
    fn a_game_that_continued_after_a_draw_is_reviewed_to_its_end() {
        let mut moves = ["1-6", "32-27", "6-1", "27-32"].repeat(22);
        moves.extend(["1-6", "32-27", "6-10", "27-23", "10-14", "23-18", "14x23"]);
        let id = GameId::WinningMovesCheckers;
        let review = reviewed(id, Some("B:WK32:BK1"), &moves).unwrap();
        assert_eq!(review.moves.len(), moves.len());
        let gift = &review.moves[moves.len() - 2];
        assert_eq!((gift.text.as_str(), gift.quality), ("23-18", MoveQuality::Blunder), "{gift:?}");
        let over = reviewed(GameId::TicTacToe, Some("xx1/oo1/3 x"), &["c3", "c2"]).unwrap_err();
        assert_eq!(over.number, 2);
    }

    #[test]
    fn progress_reaches_its_end() {
        let start = Game::start(GameId::TicTacToe.rules());
        let stop = AtomicBool::new(false);
        let mut progress = Vec::new();
        let moves = ["a1".to_owned(), "b2".to_owned()];
        let request = AnalysisRequest::new(SearchLimits::depth(2));
        let start_clock = || NoClock;
        review(&start, &moves, &Analyst::new(1), request, start_clock, &stop, |done, all| {
            progress.push((done, all));
        })
        .unwrap();
        assert_eq!(progress, [(1, 3), (2, 3), (3, 3)]);
    }
}
