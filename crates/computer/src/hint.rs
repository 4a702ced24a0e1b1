//! Hints: the best move, and one sentence that says why.

use std::sync::atomic::AtomicBool;

use crownhead_engine::{Score, SearchClock};
use crownhead_games::{ActionKind, Game, GameId, ScoreUnit};
use crownhead_rules::{MessageArg, MessageTemplate, Sentence};

use crate::{
    AnalysisRequest, Analyst, MoveFacts, PositionAnalysis, Variation, messages, slip_score,
};

/// A recommended move with a reason.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Hint {
    /// The canonical text of the move.
    pub text: String,
    /// The reason, as a sentence.
    pub sentence: Sentence,
    /// The score of the move for the side to move.
    pub score: Score,
}

/// The lead over the second best move, in hundredths of a slip, from which the hint mentions it.
const FAR_BETTER: i32 = 80;

/// The best move with a reason; none when the game is over.
pub fn hint(
    game: &Game,
    analyst: &Analyst,
    request: AnalysisRequest,
    clock: impl SearchClock,
    stop: &AtomicBool,
) -> Option<Hint> {
    game.outcome().is_none().then_some(())?;
    let analysis =
        analyst.analyse(game, AnalysisRequest { lines: 2, ..request }, clock, stop, |_| {});
    let best = analysis.variations.first()?;
    let text = best.moves.first()?.clone();
    let facts = MoveFacts::of(game, &text)?;
    let sentence = sentence(game, &analysis, &facts)?;
    Some(Hint { text, sentence, score: best.score })
}

/// Prefers a reason from the facts of the move over one from its score.
fn sentence(game: &Game, analysis: &PositionAnalysis, facts: &MoveFacts) -> Option<Sentence> {
    let best = analysis.variations.first()?;
    let score = best.score;
    let kind = game.move_details(best.moves.first()?).ok()?.kind;
    if facts.wins {
        return Some(Sentence::new(&messages::WINS));
    }
    if let Some(plies) = score.plies_to_end().filter(|_| score.value() > 0) {
        return Some(Sentence::new(&messages::WINS_IN).with("plies", MessageArg::Number(plies)));
    }
    Some(match (facts.takes, score.plies_to_end()) {
        (0, _) if facts.only => Sentence::new(&messages::ONLY),
        (_, _) if facts.only => takes(messages::ONLY_TAKES, facts),
        (0, Some(plies)) => {
            Sentence::new(&messages::HOLDS_OUT).with("plies", MessageArg::Number(plies))
        }
        (0, None) => {
            remedy_message(kind).map_or_else(|| quiet(game, analysis, facts), Sentence::new)
        }
        _ if facts.must_jump => takes(messages::MUST_TAKE, facts),
        _ => takes(messages::TAKES, facts),
    })
}

fn takes(messages: messages::JumpMessages, facts: &MoveFacts) -> Sentence {
    let message = messages[usize::from(facts.takes > 1)][usize::from(facts.crowns > 0)];
    Sentence::new(message).with("takes", MessageArg::Count(facts.takes))
}

/// The reason for a move that neither jumps nor has a proven result.
fn quiet(game: &Game, analysis: &PositionAnalysis, facts: &MoveFacts) -> Sentence {
    let id = game.rules().game();
    let value = |variation: &Variation| slip_score::value(id, variation.score);
    let ahead = match analysis.variations.as_slice() {
        [best, second, ..] => value(best) - value(second),
        _ => 0,
    };
    let exact = |variation: &Variation| variation.evaluation.is_exact();
    Sentence::new(match (facts.makes, facts.blocks) {
        _ if facts.crowns > 0 => &messages::CROWNS,
        _ if facts.home > 0 => &messages::COMES_HOME,
        (1.., _) | (_, 1..) => return lines(id, facts),
        _ if ahead >= FAR_BETTER => match id.score_unit() {
            ScoreUnit::Men => &messages::CHECKER_BETTER,
            ScoreUnit::Steps => &messages::STEPS_BETTER,
            ScoreUnit::TicTacToes if !id.wins_by_count() => &messages::ELSE_LOSES,
            ScoreUnit::TicTacToes if analysis.variations.iter().all(exact) => &messages::ELSE_WORSE,
            ScoreUnit::TicTacToes => &messages::LINE_BETTER,
        },
        _ if facts.keeps_back_row => &messages::KEEPS_BACK_ROW,
        _ if analysis.variations.first().is_some_and(exact) => &messages::BEST_FOR_CERTAIN,
        _ if analysis.depth < 2 => &messages::LOOKS_BEST,
        _ => {
            return Sentence::new(&messages::BEST_AHEAD)
                .with("depth", MessageArg::Number(analysis.depth));
        }
    })
}

/// The reason for a placement: tic-tac-toes that it completes or blocks.
fn lines(id: GameId, facts: &MoveFacts) -> Sentence {
    let message = match (facts.makes, facts.blocks) {
        (0, _) if !id.wins_by_count() => &messages::STOPS_THREE,
        (0, 1) => &messages::BLOCKS_ONE,
        (0, _) => &messages::BLOCKS,
        (1, 0) => &messages::MAKES_ONE,
        (_, 0) => &messages::MAKES,
        (1, _) => &messages::MAKES_ONE_AND_BLOCKS,
        (_, _) => &messages::MAKES_AND_BLOCKS,
    };
    Sentence::new(message)
        .with("makes", MessageArg::Count(facts.makes))
        .with("blocks", MessageArg::Count(facts.blocks))
}

/// The message of a remedy in Parker's game, or of declining an exchange.
fn remedy_message(kind: ActionKind) -> Option<&'static MessageTemplate> {
    match kind {
        ActionKind::Compel => Some(&messages::COMPELS),
        ActionKind::Stand => Some(&messages::STANDS),
        ActionKind::Pass => Some(&messages::PASSES),
        ActionKind::Huff => Some(&messages::HUFFS),
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
        let request = AnalysisRequest::new(SearchLimits::depth(6));
        hint(game, &Analyst::new(1), request, NoClock, &stop)
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
            is("14x23", "It's your only move, and it captures a checker.")
        );
        let (text, sentence) = says(GameId::TicTacToe, "x2/1o1/x2 o");
        assert_eq!((text.as_str(), sentence.as_str()), ("a2", "It stops three in a row."));
        let (_, sentence) = says(GameId::TicTacToe, "x1o/3/3 x");
        assert_eq!(sentence, "It wins in 5, whatever your opponent does.");
    }

    #[test]
    fn a_hint_counts_captures() {
        let messages = |messages, takes, crowns| {
            super::takes(messages, &MoveFacts { takes, crowns, ..MoveFacts::default() }).to_string()
        };
        assert_eq!(messages(messages::TAKES, 1, 0), "It captures a checker.");
        assert_eq!(messages(messages::TAKES, 2, 1), "It captures two checkers and makes a king.");
        let must = "You have to jump, and this captures a checker and makes a king.";
        assert_eq!(messages(messages::MUST_TAKE, 1, 1), must);
        let only = "It's your only move, and it captures three checkers.";
        assert_eq!(messages(messages::ONLY_TAKES, 3, 0), only);
    }

    #[test]
    fn a_hint_counts_tic_tac_toes() {
        let messages = |makes, blocks| {
            let facts = MoveFacts { makes, blocks, ..MoveFacts::default() };
            lines(GameId::CheckerboardTicTacToe, &facts).to_string()
        };
        assert_eq!(messages(1, 0), "It makes a tic-tac-toe.");
        assert_eq!(messages(2, 0), "It makes two tic-tac-toes.");
        let both = "It makes a tic-tac-toe where your opponent would make one.";
        assert_eq!(messages(1, 1), both);
        let both = "It makes two tic-tac-toes where your opponent would make three.";
        assert_eq!(messages(2, 3), both);
        let blocked = "It takes the square where your opponent would make a tic-tac-toe.";
        assert_eq!(messages(0, 1), blocked);
        let blocked = "It takes the square where your opponent would make two tic-tac-toes.";
        assert_eq!(messages(0, 2), blocked);
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
