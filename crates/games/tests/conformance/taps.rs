//! Every legal action can be tapped: property test of the tap narrowing.

use crownhead_games::{Action, ActionKind, AnySquare, Game, Rules, TapMeaning, tap, targets};

use crate::setups;

/// Taps every action of random games and of set-up positions.
pub(crate) fn check(rules: Rules) {
    let mut random = fastrand::Rng::with_seed(3);
    let set_up = setups::some(rules, 60);
    let set_up = set_up.iter().map(|text| Game::from_text(rules, text).unwrap());
    for mut game in set_up.chain((0..6).map(|_| Game::start(rules))) {
        for _ in 0..40 {
            let actions = game.actions_ignoring_draws();
            for action in &actions {
                // There are up to 630 similar exchanges at once; some of them are enough.
                let alike = action.kind == ActionKind::Exchange;
                if !alike || random.usize(..actions.len()) < 12 {
                    check_taps(&game, &actions, action);
                }
            }
            let Some(action) = random.choice(&actions) else { break };
            game.play_ignoring_draws(&action.text).unwrap();
        }
    }
}

fn check_taps(game: &Game, actions: &[Action], action: &Action) {
    let name = || format!("{game}: {}", action.text);
    if action.trail.is_empty() {
        let words = [ActionKind::Pass, ActionKind::Compel, ActionKind::Stand];
        assert!(words.contains(&action.kind), "{}", name());
        return;
    }
    let [from, .., end] = action.trail[..] else {
        let only = tapped(actions, &action.trail, action);
        assert_eq!(only, Some(action.text.clone()), "{}", name());
        return;
    };
    // The player does not choose the route of a step: its start and end are enough, and one more
    // square if a man can be crowned on the way. A jump is tapped square by square.
    let is_step = action.kind == ActionKind::Step;
    let routes: Vec<Vec<AnySquare>> = match is_step {
        true => {
            let between = &action.trail[1..action.trail.len() - 1];
            let by_way_of = between.iter().map(|way| vec![from, *way, end]);
            [vec![from, end]].into_iter().chain(by_way_of).collect()
        }
        false => vec![action.trail.clone()],
    };
    let leads = |route: &Vec<_>| tapped(actions, route, action).as_deref() == Some(&action.text);
    assert!(routes.iter().any(leads), "{} cannot be tapped", name());
    // The end alone is enough if no other action has it.
    let same_end = |other: &&Action| {
        other.trail.first() == Some(&from) && other.end() == Some(end) && other.trail.len() > 1
    };
    let passes = |other: &Action| other.trail.len() > 2 && other.trail.starts_with(&[from, end]);
    if actions.iter().filter(same_end).count() == 1 && (is_step || !actions.iter().any(passes)) {
        assert_eq!(tap(actions, &[from], end), TapMeaning::Act(action), "{}", name());
    }
}

/// The text of the action that the taps lead to. Taps the last square again if that stops the jump,
/// and chooses the intended action from a list.
fn tapped(actions: &[Action], squares: &[AnySquare], meant: &Action) -> Option<String> {
    let mut taps = Vec::new();
    for square in squares {
        let shown = targets(actions, &taps);
        assert!(shown.iter().any(|target| target.square == *square), "{square} is not shown");
        match tap(actions, &taps, *square) {
            TapMeaning::Act(action) => return Some(action.text.clone()),
            TapMeaning::More { taps: more, .. } => taps = more,
            _ => return None,
        }
    }
    match tap(actions, &taps, *squares.last()?) {
        TapMeaning::Act(action) => Some(action.text.clone()),
        TapMeaning::Choose(list) => list.contains(&meant).then(|| meant.text.clone()),
        _ => None,
    }
}
