//! The review of a whole game: what each move gave away, in words that a player uses.

use std::fmt;
use std::sync::atomic::AtomicBool;

use crownhead_engine::{Clock, Score};
use crownhead_games::{Game, GameId};
use crownhead_rules::{BySide, Refusal, Side};

use crate::{Analyst, Exact, Question, Thought, win_chance, worth};

/// How good a move was.
#[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Judged {
    /// Nothing was better.
    Best,
    /// Hardly anything was given away.
    Good,
    /// A little was.
    Inaccuracy,
    /// Much was.
    Mistake,
    /// A game was, or nearly.
    Blunder,
}

impl Judged {
    /// The word for it.
    pub const fn word(self) -> &'static str {
        match self {
            Judged::Best => "best",
            Judged::Good => "good",
            Judged::Inaccuracy => "inaccuracy",
            Judged::Mistake => "mistake",
            Judged::Blunder => "blunder",
        }
    }

    /// The word for a chance to win that was given away, between 0 and 1.
    fn of(loss: f64) -> Judged {
        match loss {
            _ if loss < 0.05 => Judged::Good,
            _ if loss < 0.10 => Judged::Inaccuracy,
            _ if loss < 0.20 => Judged::Mistake,
            _ => Judged::Blunder,
        }
    }
}

/// A move of a game that was reviewed. Scores are from its own side's view.
#[derive(Clone, Debug, PartialEq)]
pub struct Reviewed {
    /// Who moved.
    pub side: Side,
    /// The one text of the move.
    pub text: String,
    /// The best move.
    pub best: String,
    /// What the position was worth before the move, with the best one.
    pub before: Score,
    /// What it was worth with the move.
    pub after: Score,
    /// How much of the chance to win the move gave away, from 0 to 1.
    pub loss: f64,
    /// The word for it.
    pub judged: Judged,
    /// Whether the game turned here: it was won, even or lost for the side before, and something
    /// worse after.
    pub turning_point: bool,
    /// What is certain after the move: the game is over, or endgame tables know how it ends.
    pub exact: Option<Exact>,
}

/// A game that was reviewed.
#[derive(Clone, Debug, PartialEq)]
pub struct Review {
    /// Its moves.
    pub moves: Vec<Reviewed>,
    /// How well each side played, in percent; none for a side that made no move.
    pub accuracy: BySide<Option<f64>>,
}

/// A move of the game cannot be played.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BadMove {
    /// The number of the move, from 1.
    pub number: usize,
    /// What was given.
    pub text: String,
    /// Why not.
    pub refusal: Box<Refusal>,
}

impl fmt::Display for BadMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let text: String = self.text.chars().take(40).collect();
        write!(f, "move {} ({}): {}", self.number, text.escape_debug(), self.refusal)
    }
}

impl std::error::Error for BadMove {}

/// Reviews the moves of a game. `start` is where they begin; each position is thought about as
/// `question` says, with a clock that `watch` starts. `progress` is told how many positions of
/// how many are done. When `stop` is set, what is left is judged at a glance.
///
/// A draw ruling does not end a game in which there are more moves: its players may not have known
/// it. Such a game is judged on as if it began there.
pub fn review<C: Clock>(
    start: &Game,
    moves: &[String],
    analyst: &Analyst,
    question: Question,
    mut watch: impl FnMut() -> C,
    stop: &AtomicBool,
    mut progress: impl FnMut(usize, usize),
) -> Result<Review, BadMove> {
    let (games, texts) = played(start, moves)?;
    // From the end to the beginning: what was found out later helps to judge what came before.
    let mut thoughts: Vec<Thought> = Vec::new();
    for game in games.iter().rev() {
        let question = Question { lines: 1, ..question };
        thoughts.push(analyst.think(game, question, watch(), stop, |_| {}));
        progress(thoughts.len(), games.len());
    }
    thoughts.reverse();
    let judged = texts
        .into_iter()
        .enumerate()
        .map(|(i, text)| judge(&games[i], &games[i + 1], &thoughts[i], &thoughts[i + 1], text));
    let mut moves: Vec<Reviewed> = judged.collect();
    for (reviewed, after) in moves.iter_mut().zip(&games[1..]) {
        reviewed.exact = analyst.exact(after);
    }
    let accuracy = BySide::new(Side::First, Side::Second).map(|side| accuracy(&moves, side));
    Ok(Review { moves, accuracy })
}

/// The game before the first move and after each, and the texts of the moves.
fn played(start: &Game, moves: &[String]) -> Result<(Vec<Game>, Vec<String>), BadMove> {
    let mut games = vec![start.clone()];
    let mut texts = Vec::new();
    for (i, text) in moves.iter().enumerate() {
        go_on(&mut games[i]);
        let mut game = games[i].clone();
        let bad =
            |refusal| BadMove { number: i + 1, text: text.clone(), refusal: Box::new(refusal) };
        texts.push(game.play(text).map_err(bad)?);
        games.push(game);
    }
    Ok((games, texts))
}

/// Takes the past from a game that a draw ruling has ended; other ends stay.
fn go_on(game: &mut Game) {
    if game.outcome().is_some()
        && let Some(text) = game.text()
        && let Ok(anew) = Game::from_text(game.rules(), &text)
    {
        *game = anew;
    }
}

fn judge(before: &Game, after: &Game, best: &Thought, next: &Thought, text: String) -> Reviewed {
    let side = before.side();
    let id = before.rules().game();
    let found = best.ways.first().map_or(Score::DRAW, |way| way.score);
    let best = best.best().unwrap_or(&text).to_owned();
    let next = worth::over(after, after.side())
        .or_else(|| next.ways.first().map(|way| way.score))
        .unwrap_or(Score::DRAW);
    let with_move = worth::from_after(next, after.side() == side);
    // A move that was looked at longer than the best one cannot be better than it.
    let is_best = text == best;
    let score = if is_best || with_move > found { with_move } else { found };
    let loss = (win_chance(id, score) - win_chance(id, with_move)).max(0.0);
    let judged = if is_best || score == with_move { Judged::Best } else { Judged::of(loss) };
    let turning_point = judged >= Judged::Mistake && stands(id, score) != stands(id, with_move);
    Reviewed {
        side,
        text,
        best,
        before: score,
        after: with_move,
        loss,
        judged,
        turning_point,
        exact: None,
    }
}

/// Whether a side with this score is winning, losing or neither.
fn stands(game: GameId, score: Score) -> i32 {
    match win_chance(game, score) {
        chance if chance >= 0.7 => 1,
        chance if chance <= 0.3 => -1,
        _ => 0,
    }
}

/// The mean over a side's moves of what a loss leaves of 100 %: half of it when a sixth of the
/// chance to win was given away.
fn accuracy(moves: &[Reviewed], side: Side) -> Option<f64> {
    let own = || moves.iter().filter(|reviewed| reviewed.side == side);
    let kept: f64 = own().map(|reviewed| (-4.2 * reviewed.loss).exp()).sum();
    let count = own().count();
    (count > 0).then(|| 100.0 * kept / count as f64)
}

#[cfg(test)]
mod tests {
    use crownhead_engine::{Limits, NoClock};

    use super::*;

    fn reviewed(id: GameId, position: Option<&str>, moves: &[&str]) -> Result<Review, BadMove> {
        let start = match position {
            Some(text) => Game::from_text(id.rules(), text).unwrap(),
            None => Game::start(id.rules()),
        };
        let moves: Vec<String> = moves.iter().map(|&text| text.to_owned()).collect();
        let question = Question::new(Limits::depth(9));
        let stop = AtomicBool::new(false);
        review(&start, &moves, &Analyst::new(1), question, || NoClock, &stop, |_, _| {})
    }

    #[test]
    fn a_checker_given_away_is_a_blunder() {
        let moves = ["11-15", "22-18", "15x22", "25x18", "8-11", "18-14", "9x18", "23x14"];
        let review = reviewed(GameId::WinningMovesCheckers, None, &moves).unwrap();
        assert!(review.moves[..5].iter().all(|reviewed| reviewed.judged <= Judged::Inaccuracy));
        let even = Some("B:W23,31,32:B1,2,14");
        let review = reviewed(GameId::WinningMovesCheckers, even, &["14-18", "23x14"]).unwrap();
        let gift = &review.moves[0];
        assert_eq!((gift.judged.word(), gift.turning_point), ("blunder", true), "{gift:?}");
        assert!(gift.loss >= 0.2 && gift.after < gift.before);
        assert_eq!(review.moves[1].judged.word(), "best");
    }

    #[test]
    fn a_thrown_win_is_a_turning_point_and_proven() {
        let moves = ["b2", "a3", "a1", "b1", "a2"];
        let review = reviewed(GameId::TicTacToe, None, &moves).unwrap();
        let blunder = &review.moves[3];
        assert_eq!((blunder.judged, blunder.best.as_str()), (Judged::Blunder, "c3"));
        assert_eq!(blunder.after.to_string(), "loses in 2");
        assert!(blunder.turning_point);
        assert_eq!(blunder.loss, 0.5);
        assert_eq!(review.moves[0].judged, Judged::Best);
        assert!(review.accuracy.first.unwrap() > review.accuracy.second.unwrap());
    }

    #[test]
    fn the_last_move_tells_the_result_exactly() {
        let review = reviewed(GameId::TicTacToe, Some("xx1/oo1/3 x"), &["c3"]).unwrap();
        let last = &review.moves[0];
        assert_eq!(last.after, Score::win_in(1));
        assert_eq!(last.exact.unwrap().to_string(), "the starting player wins");
        assert_eq!(review.accuracy.first, Some(100.0));
        assert_eq!(review.accuracy.second, None);
    }

    #[test]
    fn a_move_that_cannot_be_played_is_named() {
        let bad = reviewed(GameId::TicTacToe, None, &["b2", "b2"]).unwrap_err();
        assert!(bad.to_string().starts_with("move 2 (b2): "), "{bad}");
    }

    /// Kings that walk to and fro for longer than the rulings allow, and then one is lost.
    #[test]
    fn a_draw_ruling_does_not_end_a_game_that_went_on() {
        let mut moves = ["1-6", "32-27", "6-1", "27-32"].repeat(22);
        moves.extend(["1-6", "32-27", "6-10", "27-23", "10-14", "23-18", "14x23"]);
        let id = GameId::WinningMovesCheckers;
        let review = reviewed(id, Some("B:WK32:BK1"), &moves).unwrap();
        assert_eq!(review.moves.len(), moves.len());
        let gift = &review.moves[moves.len() - 2];
        assert_eq!((gift.text.as_str(), gift.judged), ("23-18", Judged::Blunder), "{gift:?}");
        let over = reviewed(GameId::TicTacToe, Some("xx1/oo1/3 x"), &["c3", "c2"]).unwrap_err();
        assert_eq!(over.number, 2);
    }

    #[test]
    fn progress_reaches_its_end() {
        let start = Game::start(GameId::TicTacToe.rules());
        let stop = AtomicBool::new(false);
        let mut told = Vec::new();
        let moves = ["a1".to_owned(), "b2".to_owned()];
        let question = Question::new(Limits::depth(2));
        let watch = || NoClock;
        review(&start, &moves, &Analyst::new(1), question, watch, &stop, |done, all| {
            told.push((done, all));
        })
        .unwrap();
        assert_eq!(told, [(1, 3), (2, 3), (3, 3)]);
    }
}
