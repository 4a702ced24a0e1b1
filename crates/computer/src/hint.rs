//! Hints: the best move, and one sentence that says why.

use std::sync::atomic::AtomicBool;

use crownhead_engine::{Score, SearchClock};
use crownhead_games::{ActionKind, Game, GameId};
use crownhead_rules::{MessageArg, MessageTemplate, Sentence};

use crate::{AnalysisRequest, Analyst, MoveFacts, PositionAnalysis, Variation, slip_score, words};

/// A move to play, and why.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Hint {
    /// The move.
    pub text: String,
    /// What is good about it.
    pub sentence: Sentence,
    /// What it is worth to the side to move.
    pub score: Score,
}

/// So much better than the second best, in hundredths of a slip, that it is worth saying.
const FAR_BETTER: i32 = 80;

/// The best move and why; none when the game is over.
pub fn hint(
    game: &Game,
    analyst: &Analyst,
    question: AnalysisRequest,
    clock: impl SearchClock,
    stop: &AtomicBool,
) -> Option<Hint> {
    game.outcome().is_none().then_some(())?;
    let thought =
        analyst.think(game, AnalysisRequest { lines: 2, ..question }, clock, stop, |_| {});
    let best = thought.variations.first()?;
    let text = best.moves.first()?.clone();
    let facts = MoveFacts::of(game, &text)?;
    let sentence = sentence(game, &thought, &facts)?;
    Some(Hint { text, sentence, score: best.score })
}

/// What is said of the move comes from its facts first, then from its score.
fn sentence(game: &Game, thought: &PositionAnalysis, facts: &MoveFacts) -> Option<Sentence> {
    let best = thought.variations.first()?;
    let score = best.score;
    let kind = game.move_details(best.moves.first()?).ok()?.kind;
    if facts.wins {
        return Some(Sentence::new(&words::WINS));
    }
    if let Some(plies) = score.plies_to_end().filter(|_| score.value() > 0) {
        return Some(Sentence::new(&words::WINS_IN).with("plies", MessageArg::Number(plies)));
    }
    Some(match (facts.takes, score.plies_to_end()) {
        (0, _) if facts.only => Sentence::new(&words::ONLY),
        (_, _) if facts.only => takes(words::ONLY_TAKES, facts),
        (0, Some(plies)) => {
            Sentence::new(&words::HOLDS_OUT).with("plies", MessageArg::Number(plies))
        }
        (0, None) => {
            answer_to_offence(kind).map_or_else(|| quiet(game, thought, facts), Sentence::new)
        }
        _ if facts.must_jump => takes(words::MUST_TAKE, facts),
        _ => takes(words::TAKES, facts),
    })
}

fn takes(told: words::Takes, facts: &MoveFacts) -> Sentence {
    let message = told[usize::from(facts.takes > 1)][usize::from(facts.crowns > 0)];
    Sentence::new(message).with("takes", MessageArg::Count(facts.takes))
}

/// Why a move is good that jumps nothing and proves nothing.
fn quiet(game: &Game, thought: &PositionAnalysis, facts: &MoveFacts) -> Sentence {
    let id = game.rules().game();
    let value = |variation: &Variation| slip_score::value(id, variation.score);
    let ahead = match thought.variations.as_slice() {
        [best, second, ..] => value(best) - value(second),
        _ => 0,
    };
    let exact = |variation: &Variation| variation.evaluation.is_exact();
    Sentence::new(match (facts.makes, facts.blocks) {
        _ if facts.crowns > 0 => &words::CROWNS,
        _ if facts.home > 0 => &words::COMES_HOME,
        (1.., _) | (_, 1..) => return lines(id, facts),
        _ if ahead >= FAR_BETTER => match id {
            GameId::TicTacToe => &words::ELSE_LOSES,
            GameId::CoastToCoast => &words::STEPS_BETTER,
            GameId::CheckerboardTicTacToe if thought.variations.iter().all(exact) => {
                &words::ELSE_WORSE
            }
            GameId::CheckerboardTicTacToe => &words::LINE_BETTER,
            _ => &words::CHECKER_BETTER,
        },
        _ if facts.keeps_back_row => &words::KEEPS_BACK_ROW,
        _ if thought.variations.first().is_some_and(exact) => &words::BEST_FOR_CERTAIN,
        _ if thought.depth < 2 => &words::LOOKS_BEST,
        _ => {
            return Sentence::new(&words::BEST_AHEAD)
                .with("depth", MessageArg::Number(thought.depth));
        }
    })
}

/// Tic-tac-toes that a checker makes, or keeps the other side from.
fn lines(id: GameId, facts: &MoveFacts) -> Sentence {
    let message = match (facts.makes, facts.blocks) {
        (0, _) if id == GameId::TicTacToe => &words::STOPS_THREE,
        (0, 1) => &words::BLOCKS_ONE,
        (0, _) => &words::BLOCKS,
        (1, 0) => &words::MAKES_ONE,
        (_, 0) => &words::MAKES,
        (1, _) => &words::MAKES_ONE_AND_BLOCKS,
        (_, _) => &words::MAKES_AND_BLOCKS,
    };
    Sentence::new(message)
        .with("makes", MessageArg::Count(facts.makes))
        .with("blocks", MessageArg::Count(facts.blocks))
}

/// What answers an offence in Parker's game, or declines an exchange.
fn answer_to_offence(kind: ActionKind) -> Option<&'static MessageTemplate> {
    match kind {
        ActionKind::Compel => Some(&words::COMPELS),
        ActionKind::Stand => Some(&words::STANDS),
        ActionKind::Pass => Some(&words::PASSES),
        ActionKind::Huff => Some(&words::HUFFS),
        ActionKind::Step | ActionKind::Jump | ActionKind::Place | ActionKind::Exchange => None,
    }
}

#[cfg(test)]
mod tests {
    use crownhead_engine::{NoClock, SearchLimits};
    use crownhead_games::Rules;

    use super::*;

    fn hinted(game: &Game) -> Option<Hint> {
        let stop = AtomicBool::new(false);
        let question = AnalysisRequest::new(SearchLimits::depth(6));
        hint(game, &Analyst::new(1), question, NoClock, &stop)
    }

    fn says(id: GameId, position: &str) -> (String, String) {
        let hint = hinted(&Game::from_text(id.rules(), position).unwrap()).unwrap();
        (hint.text, hint.sentence.to_string())
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
    fn what_a_jump_takes_is_counted() {
        let told = |told, takes, crowns| {
            super::takes(told, &MoveFacts { takes, crowns, ..MoveFacts::default() }).to_string()
        };
        assert_eq!(told(words::TAKES, 1, 0), "It takes a checker.");
        assert_eq!(told(words::TAKES, 2, 1), "It takes two checkers and makes a king.");
        let must = "You must jump, and this takes a checker and makes a king.";
        assert_eq!(told(words::MUST_TAKE, 1, 1), must);
        let only = "It is your only move, and takes three checkers.";
        assert_eq!(told(words::ONLY_TAKES, 3, 0), only);
    }

    #[test]
    fn tic_tac_toes_are_counted() {
        let told = |makes, blocks| {
            let facts = MoveFacts { makes, blocks, ..MoveFacts::default() };
            lines(GameId::CheckerboardTicTacToe, &facts).to_string()
        };
        assert_eq!(told(1, 0), "It makes a tic-tac-toe.");
        assert_eq!(told(2, 0), "It makes two tic-tac-toes.");
        let both = "It makes a tic-tac-toe, where the other side would make one.";
        assert_eq!(told(1, 1), both);
        let both = "It makes two tic-tac-toes, where the other side would make three.";
        assert_eq!(told(2, 3), both);
        let blocked = "It takes the square where the other side would make a tic-tac-toe.";
        assert_eq!(told(0, 1), blocked);
        let blocked = "It takes the square where the other side would make two tic-tac-toes.";
        assert_eq!(told(0, 2), blocked);
    }

    #[test]
    fn every_game_has_a_hint_at_its_start_and_none_at_its_end() {
        for rules in Rules::all() {
            let game = Game::start(rules);
            let hint = hinted(&game).expect("a hint");
            assert!(game.legal_moves().contains(&hint.text));
            let sentence = hint.sentence.to_string();
            assert!(sentence.ends_with('.') && sentence.len() > 10);
        }
        let over = Game::from_text(GameId::RegalCheckers.rules(), "B:W:B1").unwrap();
        assert_eq!(hinted(&over), None);
    }
}
