//! A hint: the best move, and one plain sentence why.

use std::sync::atomic::AtomicBool;

use crownhead_engine::{Clock, Score};
use crownhead_games::{Game, GameId};

use crate::exact::number;
use crate::{Analyst, Facts, Question, Thought, Way, worth};

/// A move to play, and why.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Hint {
    /// The move.
    pub text: String,
    /// One sentence that says what is good about it.
    pub sentence: String,
    /// What it is worth to the side to move.
    pub score: Score,
}

/// So much better than the second best, in hundredths of a slip, that it is worth saying.
const FAR_BETTER: i32 = 80;

/// The best move and why; none when the game is over.
pub fn hint(
    game: &Game,
    analyst: &Analyst,
    question: Question,
    clock: impl Clock,
    stop: &AtomicBool,
) -> Option<Hint> {
    game.outcome().is_none().then_some(())?;
    let thought = analyst.think(game, Question { lines: 2, ..question }, clock, stop, |_| {});
    let best = thought.ways.first()?;
    let text = best.moves.first()?.clone();
    let facts = Facts::of(game, &text)?;
    let sentence = sentence(game, &thought, &facts)?;
    Some(Hint { text, sentence, score: best.score })
}

/// What is said of the move comes from its facts first, then from its score.
fn sentence(game: &Game, thought: &Thought, facts: &Facts) -> Option<String> {
    let best = thought.ways.first()?;
    let (score, text) = (best.score, best.moves.first()?);
    if facts.wins {
        return Some("It wins the game.".to_owned());
    }
    if let Some(plies) = score.plies_to_end().filter(|_| score.value() > 0) {
        return Some(format!("It wins in {plies}, whatever the other side does."));
    }
    let takes = checkers(facts.takes);
    let crowned = if facts.crowns > 0 { " and makes a king" } else { "" };
    Some(match (facts.takes, score.plies_to_end()) {
        (0, _) if facts.only => "It is your only move.".to_owned(),
        (_, _) if facts.only => format!("It is your only move, and takes {takes}{crowned}."),
        (0, Some(plies)) => format!("It holds out longest: the other side can win in {plies}."),
        (0, None) => {
            answer_to_offence(text).map_or_else(|| quiet(game, thought, facts), ToOwned::to_owned)
        }
        _ if facts.must_jump => format!("You must jump, and this takes {takes}{crowned}."),
        _ => format!("It takes {takes}{crowned}."),
    })
}

/// Why a move is good that jumps nothing and proves nothing.
fn quiet(game: &Game, thought: &Thought, facts: &Facts) -> String {
    let id = game.rules().game();
    let value = |way: &Way| worth::value(id, way.score);
    let ahead = match thought.ways.as_slice() {
        [best, second, ..] => value(best) - value(second),
        _ => 0,
    };
    match (facts.makes, facts.blocks) {
        _ if facts.crowns > 0 => "It makes a king.".to_owned(),
        _ if facts.home > 0 => "It brings a king home.".to_owned(),
        (1.., 1..) => format!(
            "It makes {}, where the other side would make {}.",
            tic_tac_toes(facts.makes),
            number(facts.blocks)
        ),
        (1.., 0) => format!("It makes {}.", tic_tac_toes(facts.makes)),
        (0, 1..) if id == GameId::TicTacToe => "It stops three in a row.".to_owned(),
        (0, 1..) => {
            let blocks = tic_tac_toes(facts.blocks);
            format!("It takes the square where the other side would make {blocks}.")
        }
        _ if ahead >= FAR_BETTER => match id {
            GameId::TicTacToe => "Everything else loses.".to_owned(),
            GameId::CoastToCoast => "It is some steps better than everything else.".to_owned(),
            GameId::CheckerboardTicTacToe if thought.ways.iter().all(|way| way.exact.is_some()) => {
                "Everything else is worse, whatever the other side does.".to_owned()
            }
            GameId::CheckerboardTicTacToe => {
                "It is about a tic-tac-toe better than everything else.".to_owned()
            }
            _ => "Everything else costs about a checker more.".to_owned(),
        },
        _ if facts.keeps_back_row => {
            "It keeps your back row, which the other side must reach for a king.".to_owned()
        }
        _ if thought.ways.first().is_some_and(|way| way.exact.is_some()) => {
            "Nothing is better, whatever the other side does.".to_owned()
        }
        _ => match thought.depth {
            0 | 1 => "Nothing looks better.".to_owned(),
            depth => format!("Nothing is better, looking {depth} moves ahead."),
        },
    }
}

/// What answers an offence in Parker's game, or declines an exchange.
fn answer_to_offence(text: &str) -> Option<&'static str> {
    match text {
        "compel" => Some("Their jump is good for you: make them take it."),
        "stand" => Some("Their oversight is good for you as it is: let it stand."),
        "pass" => Some("No exchange makes it better."),
        _ if text.starts_with("huff") => Some("It costs them a checker for the jump they missed."),
        _ => None,
    }
}

fn checkers(count: u32) -> String {
    match count {
        1 => "a checker".to_owned(),
        count => format!("{} checkers", number(count)),
    }
}

fn tic_tac_toes(count: u32) -> String {
    match count {
        1 => "a tic-tac-toe".to_owned(),
        count => format!("{} tic-tac-toes", number(count)),
    }
}

#[cfg(test)]
mod tests {
    use crownhead_engine::{Limits, NoClock};
    use crownhead_games::Rules;

    use super::*;

    fn hinted(game: &Game) -> Option<Hint> {
        let stop = AtomicBool::new(false);
        let question = Question::new(Limits::depth(6));
        hint(game, &Analyst::new(1), question, NoClock, &stop)
    }

    fn says(id: GameId, position: &str) -> (String, String) {
        let hint = hinted(&Game::from_text(id.rules(), position).unwrap()).unwrap();
        (hint.text, hint.sentence)
    }

    #[test]
    fn a_hint_says_what_the_move_does() {
        let is = |text: &str, sentence: &str| (text.to_owned(), sentence.to_owned());
        assert_eq!(says(GameId::TicTacToe, "xx1/oo1/3 x"), is("c3", "It wins the game."));
        assert_eq!(
            says(GameId::WinningMovesCheckers, "B:W18,32,31,29:B14,1,2"),
            is("14x23", "It is your only move, and takes a checker.")
        );
        let (text, sentence) = says(GameId::TicTacToe, "x2/1o1/x2 o");
        assert_eq!((text.as_str(), sentence.as_str()), ("a2", "It stops three in a row."));
        let (_, sentence) = says(GameId::TicTacToe, "x1o/3/3 x");
        assert_eq!(sentence, "It wins in 5, whatever the other side does.");
    }

    #[test]
    fn every_game_has_a_hint_at_its_start_and_none_at_its_end() {
        for rules in Rules::all() {
            let game = Game::start(rules);
            let hint = hinted(&game).expect("a hint");
            assert!(game.legal().contains(&hint.text));
            assert!(hint.sentence.ends_with('.') && hint.sentence.len() > 10);
        }
        let over = Game::from_text(GameId::RegalCheckers.rules(), "B:W:B1").unwrap();
        assert_eq!(hinted(&over), None);
    }
}
