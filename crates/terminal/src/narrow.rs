//! Which of the legal moves a player means, by the squares that were touched. No rule of a game is
//! known here: only texts, and the squares that each touches.

use crownhead_games::Game;

/// A legal move with the squares that it touches.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Action {
    pub(crate) text: String,
    trail: Vec<String>,
    /// Whether the squares may be touched in any order.
    exchange: bool,
    /// Whether another legal move begins as this one, and goes on.
    onward: bool,
}

/// What one more touch means.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Meaning {
    /// This is the move.
    Act(String),
    /// More has to be touched. A move may stop here: touching the last square again plays it.
    More { taps: Vec<String>, stop: Option<String> },
    /// The touches are taken back.
    Nothing,
    /// No legal move has these squares.
    Tried(Vec<String>),
}

/// The legal moves of a game.
pub(crate) fn actions(game: &Game) -> Vec<Action> {
    let legal = game.legal();
    let goes_on = |text: &str| {
        let rest = |other: &String| other.strip_prefix(text).is_some_and(|r| r.starts_with('x'));
        legal.iter().any(rest)
    };
    let action = |text: &String| Action {
        text: text.clone(),
        trail: game.trail(text).unwrap_or_default().iter().map(ToString::to_string).collect(),
        exchange: text.contains('='),
        onward: goes_on(text),
    };
    legal.iter().map(action).collect()
}

/// The moves that the touches so far leave.
fn candidates<'a>(actions: &'a [Action], taps: &[String]) -> Vec<&'a Action> {
    let fits = |action: &&Action| match (taps, action.trail.as_slice()) {
        (_, []) | ([], _) => false,
        (taps, trail) if action.exchange => taps.iter().all(|square| trail.contains(square)),
        ([from, rest @ ..], [first, after @ ..]) => {
            from == first && rest.iter().all(|square| after.contains(square))
        }
    };
    actions.iter().filter(fits).collect()
}

fn end(action: &Action) -> Option<&String> {
    action.trail.last()
}

/// What one more touch means.
pub(crate) fn tap(actions: &[Action], taps: &[String], square: &str) -> Meaning {
    let Some(last) = taps.last() else { return begin(actions, square) };
    let before = candidates(actions, taps);
    let ends_here = |action: &&&Action| end(action).is_some_and(|end| end == square);
    if last == square && taps.len() > 1 {
        let mut stops = before.iter().filter(ends_here);
        if let (Some(only), None) = (stops.next(), stops.next()) {
            return Meaning::Act(only.text.clone());
        }
    }
    let comes_back = before.iter().filter(ends_here).any(|action| action.trail.len() > 2);
    if taps.iter().any(|tap| tap == square) && !comes_back {
        return Meaning::Nothing;
    }
    let mut next = taps.to_vec();
    next.push(square.to_owned());
    let left = candidates(actions, &next);
    if left.is_empty() {
        return elsewhere(actions, taps, square);
    }
    let ends: Vec<_> = left.iter().filter(|action| action.exchange || ends_here(action)).collect();
    match (ends.as_slice(), left.as_slice()) {
        ([only], _) if !only.onward => Meaning::Act(only.text.clone()),
        (_, [only]) if end(only).is_some_and(|end| next.contains(end)) => {
            Meaning::Act(only.text.clone())
        }
        ([only], _) => Meaning::More { taps: next, stop: Some(only.text.clone()) },
        _ => Meaning::More { taps: next, stop: None },
    }
}

fn begin(actions: &[Action], square: &str) -> Meaning {
    let taps = vec![square.to_owned()];
    let left = candidates(actions, &taps);
    if left.is_empty() {
        return Meaning::Tried(taps);
    }
    let mut whole = left.iter().filter(|action| action.trail.len() == 1);
    match (whole.next(), whole.next()) {
        (Some(only), None) => Meaning::Act(only.text.clone()),
        _ => Meaning::More { taps, stop: None },
    }
}

/// A touch that no move fits: another checker, or a try that the rule book answers.
fn elsewhere(actions: &[Action], taps: &[String], square: &str) -> Meaning {
    if !candidates(actions, &[square.to_owned()]).is_empty() {
        return begin(actions, square);
    }
    Meaning::Tried(taps.iter().cloned().chain([square.to_owned()]).collect())
}

/// The squares that can be touched next: where moves begin, or where they go on.
pub(crate) fn targets(actions: &[Action], taps: &[String]) -> Vec<String> {
    let mut found: Vec<String> = Vec::new();
    let begun = if taps.is_empty() {
        actions.iter().filter(|action| !action.trail.is_empty()).collect()
    } else {
        candidates(actions, taps)
    };
    for action in begun {
        let squares = match (taps.is_empty(), action.exchange) {
            (true, false) => &action.trail[..1],
            (_, true) => &action.trail[..],
            (false, false) => &action.trail[1..],
        };
        for square in squares {
            if !found.contains(square) && !taps.contains(square) {
                found.push(square.clone());
            }
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use crownhead_games::{GameId, Rules};

    use super::*;

    fn moves(rules: Rules, position: &str) -> Vec<Action> {
        actions(&Game::from_text(rules, position).expect("a position"))
    }

    /// Touches squares one after the other, and tells what the last means.
    fn touched(actions: &[Action], squares: &[&str]) -> Meaning {
        let mut taps = Vec::new();
        let mut meaning = Meaning::Nothing;
        for square in squares {
            meaning = tap(actions, &taps, square);
            if let Meaning::More { taps: more, .. } = &meaning {
                taps.clone_from(more);
            }
        }
        meaning
    }

    #[test]
    fn two_touches_are_a_step_and_one_places() {
        let checkers = actions(&Game::start(GameId::WinningMovesCheckers.rules()));
        assert_eq!(touched(&checkers, &["11", "15"]), Meaning::Act("11-15".to_owned()));
        assert_eq!(touched(&checkers, &["11", "11"]), Meaning::Nothing);
        let tried = Meaning::Tried(vec!["11".to_owned(), "18".to_owned()]);
        assert_eq!(touched(&checkers, &["11", "18"]), tried);
        assert_eq!(touched(&checkers, &["11", "10", "14"]), Meaning::Act("10-14".to_owned()));
        assert_eq!(targets(&checkers, &["11".to_owned()]), ["15", "16"]);
        let placing = actions(&Game::start(GameId::TicTacToe.rules()));
        assert_eq!(touched(&placing, &["b2"]), Meaning::Act("b2".to_owned()));
    }

    #[test]
    fn a_jump_that_may_stop_asks_where() {
        let regal = moves(GameId::RegalCheckers.rules(), "B:W6,15,32:B1");
        let stop = Some("1x10".to_owned());
        let taps = vec!["1".to_owned(), "10".to_owned()];
        assert_eq!(touched(&regal, &["1", "10"]), Meaning::More { taps, stop });
        assert_eq!(touched(&regal, &["1", "10", "10"]), Meaning::Act("1x10".to_owned()));
        assert_eq!(touched(&regal, &["1", "19"]), Meaning::Act("1x10x19".to_owned()));
    }
}
