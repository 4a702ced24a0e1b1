//! Tap narrowing: which legal action a player means by the squares tapped so far, on the page and
//! in the terminal. It works on actions and their squares only, not on the rules of a game.
//!
//! Taps are ordered. An action fits if its trail begins with the first tap and contains the other
//! taps in that order, so a player may tap out every landing of a jump or only its end. Landing
//! twice on a square is two taps.

use crownhead_rules::{ActionKind, AnySquare};

use crate::Action;

/// What one more tap means.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TapMeaning<'a> {
    /// The player means this action.
    Act(&'a Action),
    /// More squares have to be tapped.
    More {
        /// The taps from now on.
        taps: Vec<AnySquare>,
        /// The action that tapping the last square again plays.
        stop: Option<&'a Action>,
    },
    /// The squares match several actions and cannot distinguish them: the player chooses one by its
    /// text.
    Choose(Vec<&'a Action>),
    /// The taps are cleared.
    Cleared,
    /// No legal action touches these squares in this order.
    NoAction(Vec<AnySquare>),
}

/// A square that can be tapped next.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct TapTarget {
    /// The square to highlight.
    pub square: AnySquare,
    /// Whether an action ends there.
    pub ends: bool,
}

/// What tapping `square` means after `taps`.
///
/// ```
/// use crownhead_games::{Game, GameId, TapMeaning, tap};
///
/// let actions = Game::start(GameId::WinningMovesCheckers).actions();
/// let TapMeaning::More { taps, .. } = tap(&actions, &[], "11".parse()?) else { panic!() };
/// let TapMeaning::Act(action) = tap(&actions, &taps, "15".parse()?) else { panic!() };
/// assert_eq!(action.text, "11-15");
/// # Ok::<(), crownhead_games::ParseError>(())
/// ```
pub fn tap<'a>(actions: &'a [Action], taps: &[AnySquare], square: AnySquare) -> TapMeaning<'a> {
    match taps {
        [] => return first_tap(actions, square),
        [only] if *only == square && !returns_to_start(actions, square) => {
            return tap_again(actions, taps);
        }
        [_, .., last] if *last == square => return tap_again(actions, taps),
        _ => {}
    }
    let next = with(taps, square);
    if let Some(meaning) = resolve(actions.iter().filter(|action| fits(action, &next)), &next) {
        return meaning;
    }
    if taps.contains(&square) {
        return TapMeaning::Cleared;
    }
    // The last tap may be an end that several routes lead to; then this tap is an earlier square of
    // a route.
    if let [before @ .., end] = taps
        && !before.is_empty()
    {
        let way = with(&with(before, square), *end);
        let routes = actions.iter().filter(|action| ends_with(action, &way));
        if let Some(meaning) = resolve(routes, &way) {
            return meaning;
        }
    }
    match first_tap(actions, square) {
        TapMeaning::NoAction(_) => TapMeaning::NoAction(next),
        another_checker => another_checker,
    }
}

/// The squares that can be tapped next: where actions begin or continue.
pub fn targets(actions: &[Action], taps: &[AnySquare]) -> Vec<TapTarget> {
    let mut found: Vec<TapTarget> = Vec::new();
    let mut add = |square: AnySquare, ends: bool| match found
        .iter_mut()
        .find(|target| target.square == square)
    {
        Some(target) => target.ends |= ends,
        None => found.push(TapTarget { square, ends }),
    };
    for action in candidates(actions, taps) {
        let trail = action.trail.as_slice();
        match (taps, action.kind) {
            (_, ActionKind::Exchange) => {
                let left = trail.iter().filter(|square| !taps.contains(square));
                left.for_each(|&square| add(square, !taps.is_empty()));
            }
            ([], _) => add(trail[0], trail.len() == 1),
            _ => {
                let rest = rest_of_trail(trail, taps).unwrap_or_default();
                for (i, &square) in rest.iter().enumerate() {
                    add(square, i + 1 == rest.len());
                }
            }
        }
    }
    if let [before @ .., _] = taps {
        let routes: Vec<_> = actions.iter().filter(|action| ends_with(action, taps)).collect();
        for action in routes.iter().filter(|_| routes.len() > 1) {
            let rest = rest_of_trail(&action.trail, before).unwrap_or_default();
            rest.iter().rev().skip(1).rev().for_each(|&square| add(square, false));
        }
    }
    found
}

/// The actions that match the taps so far; all with squares if nothing is tapped.
pub fn candidates<'a>(
    actions: &'a [Action],
    taps: &[AnySquare],
) -> impl Iterator<Item = &'a Action> {
    actions.iter().filter(move |action| fits(action, taps))
}

/// What a first tap means.
fn first_tap(actions: &[Action], square: AnySquare) -> TapMeaning<'_> {
    let taps = [square];
    let meaning = resolve(actions.iter().filter(|action| fits(action, &taps)), &taps);
    meaning.unwrap_or_else(|| TapMeaning::NoAction(taps.to_vec()))
}

/// What taps mean that match some actions; none if they match none.
fn resolve<'a>(
    left: impl Iterator<Item = &'a Action>,
    taps: &[AnySquare],
) -> Option<TapMeaning<'a>> {
    let left: Vec<_> = left.collect();
    if left.is_empty() {
        return None;
    }
    // A player who taps a longer jump square by square is not stopped early.
    let goes_on = left.iter().any(|action| {
        action.kind == ActionKind::Jump
            && action.trail.len() > taps.len()
            && action.trail.starts_with(taps)
    });
    let ends: Vec<_> = left.into_iter().filter(|action| ends_with(action, taps)).collect();
    let exact: Vec<_> = ends.iter().copied().filter(|action| action.trail == taps).collect();
    Some(match (ends.as_slice(), exact.as_slice()) {
        ([only], _) if !goes_on => TapMeaning::Act(only),
        (_, [_, _, ..]) if !goes_on && exact.len() == ends.len() => TapMeaning::Choose(exact),
        ([only], _) | (_, [only]) => TapMeaning::More { taps: taps.to_vec(), stop: Some(only) },
        _ => TapMeaning::More { taps: taps.to_vec(), stop: None },
    })
}

/// What tapping the last square again means: the action that stops there.
fn tap_again<'a>(actions: &'a [Action], taps: &[AnySquare]) -> TapMeaning<'a> {
    let ends: Vec<_> = actions.iter().filter(|action| ends_with(action, taps)).collect();
    let exact: Vec<_> = ends.iter().copied().filter(|action| action.trail == taps).collect();
    match (exact.as_slice(), ends.as_slice()) {
        (_, []) => TapMeaning::Cleared,
        ([only], _) | ([], [only]) => TapMeaning::Act(only),
        ([], _) => TapMeaning::Choose(ends),
        _ => TapMeaning::Choose(exact),
    }
}

/// Whether an action begins and ends on a square.
fn returns_to_start(actions: &[Action], square: AnySquare) -> bool {
    actions.iter().any(|action| {
        action.trail.len() > 2 && action.trail[0] == square && action.end() == Some(square)
    })
}

/// Whether an action is still possible after these taps.
fn fits(action: &Action, taps: &[AnySquare]) -> bool {
    if action.kind == ActionKind::Exchange {
        return taps.iter().all(|square| action.trail.contains(square)) && !repeats(taps);
    }
    !action.trail.is_empty() && rest_of_trail(&action.trail, taps).is_some()
}

/// Whether the last tap can be the end of an action.
fn ends_with(action: &Action, taps: &[AnySquare]) -> bool {
    let complete = match action.kind {
        ActionKind::Exchange => taps.len() == action.trail.len(),
        _ => action.end() == taps.last().copied() && (taps.len() > 1 || action.trail.len() == 1),
    };
    complete && fits(action, taps)
}

/// The rest of a trail after the taps, which must begin with its first square and follow its order.
fn rest_of_trail<'a>(trail: &'a [AnySquare], taps: &[AnySquare]) -> Option<&'a [AnySquare]> {
    let [from, further @ ..] = taps else { return Some(trail) };
    let rest = trail.strip_prefix(&[*from])?;
    further.iter().try_fold(rest, |rest, tap| {
        let place = rest.iter().position(|square| square == tap)?;
        Some(&rest[place + 1..])
    })
}

fn repeats(taps: &[AnySquare]) -> bool {
    taps.iter().enumerate().any(|(i, tap)| taps[..i].contains(tap))
}

fn with(taps: &[AnySquare], square: AnySquare) -> Vec<AnySquare> {
    taps.iter().copied().chain([square]).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Game, GameId, Rules};

    fn square(name: &str) -> AnySquare {
        name.parse().expect("a square")
    }

    fn actions(rules: impl Into<Rules>, position: &str) -> Vec<Action> {
        Game::from_text(rules, position).expect("a position").actions()
    }

    /// Taps squares in order, and writes what the last tap means.
    fn tapped(actions: &[Action], squares: &str) -> String {
        let mut taps = Vec::new();
        let mut meaning = TapMeaning::Cleared;
        for name in squares.split(' ') {
            meaning = tap(actions, &taps, square(name));
            taps = match &meaning {
                TapMeaning::More { taps, .. } => taps.clone(),
                _ => Vec::new(),
            };
        }
        let list = |taps: &[AnySquare]| taps.iter().map(ToString::to_string).collect::<Vec<_>>();
        match meaning {
            TapMeaning::Act(action) => action.text.clone(),
            TapMeaning::More { taps, stop: None } => format!("more {}", list(&taps).join(" ")),
            TapMeaning::More { taps, stop: Some(stop) } => {
                format!("more {}, or {}", list(&taps).join(" "), stop.text)
            }
            TapMeaning::Choose(several) => {
                let texts: Vec<_> = several.iter().map(|action| action.text.as_str()).collect();
                format!("choose {}", texts.join(" "))
            }
            TapMeaning::Cleared => "cleared".to_owned(),
            TapMeaning::NoAction(squares) => format!("no action {}", list(&squares).join(" ")),
        }
    }

    #[test]
    fn two_taps_are_a_step_and_one_places() {
        let checkers = Game::start(GameId::WinningMovesCheckers).actions();
        assert_eq!(tapped(&checkers, "11 15"), "11-15");
        assert_eq!(tapped(&checkers, "11 11"), "cleared");
        assert_eq!(tapped(&checkers, "11 18"), "no action 11 18");
        assert_eq!(tapped(&checkers, "11 10 14"), "10-14");
        assert_eq!(tapped(&checkers, "18"), "no action 18");
        let shown = targets(&checkers, &[square("11")]);
        let shown: Vec<_> = shown.iter().map(|target| target.square.to_string()).collect();
        assert_eq!(shown, ["15", "16"]);
        assert_eq!(tapped(&Game::start(GameId::TicTacToe).actions(), "b2"), "b2");
    }

    #[test]
    fn a_jump_that_may_stop_needs_another_tap() {
        let regal = actions(GameId::RegalCheckers, "B:W6,15,32:B1");
        assert_eq!(tapped(&regal, "1 10"), "more 1 10, or 1x10");
        assert_eq!(tapped(&regal, "1 10 10"), "1x10");
        assert_eq!(tapped(&regal, "1 19"), "1x10x19");
    }

    #[test]
    fn intermediate_squares_choose_between_routes_before_or_after_the_end() {
        let king = actions(GameId::WinningMovesCheckers, "B:W6,7,14,15:BK1");
        let texts: Vec<_> = king.iter().map(|action| action.text.as_str()).collect();
        assert_eq!(texts, ["1x10x17", "1x10x19", "1x10x3"]);
        assert_eq!(tapped(&king, "1 10"), "more 1 10");
        assert_eq!(tapped(&king, "1 10 3"), "1x10x3");

        // Two routes lead back to the start.
        let round = actions(GameId::WinningMovesCheckers, "B:W6,7,14,15:BK2");
        assert_eq!(tapped(&round, "2 2"), "more 2 2");
        assert_eq!(tapped(&round, "2 2 2"), "choose 2x11x18x9x2 2x9x18x11x2");
        assert_eq!(tapped(&round, "2 9 18"), "more 2 9 18");
        assert_eq!(tapped(&round, "2 9 2"), "more 2 9 2");
        assert_eq!(tapped(&round, "2 9 11"), "more 2 9 11");
        assert_eq!(tapped(&round, "2 9 11 2"), "2x9x18x11x2");
        assert_eq!(tapped(&round, "2 2 9 11"), "2x9x18x11x2");
    }

    #[test]
    fn routes_of_a_stack_differ_and_may_land_on_a_square_twice() {
        let stacks = actions(GameId::StackEm, "R:14bb,15bb,18R,22bb,23bb");
        assert_eq!(stacks.len(), 24);
        let mut found = Vec::new();
        for action in &stacks {
            let squares: Vec<_> = action.trail.iter().map(ToString::to_string).collect();
            found.push(tapped(&stacks, &squares.join(" ")));
        }
        let texts: Vec<_> = stacks.iter().map(|action| action.text.clone()).collect();
        assert_eq!(found, texts);
        let lands_twice = |action: &&Action| {
            let trail = &action.trail;
            trail.iter().enumerate().any(|(i, square)| trail[..i].contains(square))
        };
        assert!(stacks.iter().filter(lands_twice).count() > 0);
    }

    #[test]
    fn an_exchange_has_no_order() {
        let exchange = GameId::CheckerboardTicTacToe.rules().with("exchange", "on").unwrap();
        let pairs = actions(exchange, "xoxox/oxoxo/xoxox/oxoxo/xoxo1 x -");
        assert_eq!(tapped(&pairs, "b1"), "more b1");
        assert_eq!(tapped(&pairs, "b1 a1"), "a1=b1");
        assert_eq!(tapped(&pairs, "b1 b1"), "cleared");
    }

    #[test]
    fn a_step_that_may_crown_on_the_way_needs_a_choice() {
        let coast = actions(GameId::CoastToCoast, "8/6b1/8/8/8/8/8/3r4 b 11 11");
        assert_eq!(tapped(&coast, "g7 g8"), "more g7 g8, or g7-g8");
        assert_eq!(tapped(&coast, "g7 g8 g8"), "g7-g8");
        assert_eq!(tapped(&coast, "g7 g8 h8"), "g7-h8-g8");
        assert_eq!(tapped(&coast, "g7 h8 g8"), "g7-h8-g8");
    }
}
