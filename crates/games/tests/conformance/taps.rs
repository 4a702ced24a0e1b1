//! Every legal action can be tapped out: property test of the tap narrowing.

use crownhead_games::{Action, ActionKind, AnySquare, Game, Rules, TapMeaning, tap, targets};

use crate::setups;

/// Taps out every action of random games and of positions that were set up.
pub(crate) fn check(rules: Rules) {
    let mut random = fastrand::Rng::with_seed(3);
    let set_up = setups::some(rules, 60);
    let set_up = set_up.iter().map(|text| Game::from_text(rules, text).unwrap());
    for mut game in set_up.chain((0..6).map(|_| Game::start(rules))) {
        for _ in 0..40 {
            let actions = game.actions_ignoring_draws();
            for action in &actions {
                // There are up to 630 exchanges at once, all alike: some of them are enough.
                let alike = action.kind == ActionKind::Exchange;
                if !alike || random.usize(..actions.len()) < 12 {
                    can_be_tapped(&game, &actions, action);
                }
            }
            let Some(action) = random.choice(&actions) else { break };
            game.play_on(&action.text).unwrap();
        }
    }
}

fn can_be_tapped(game: &Game, actions: &[Action], action: &Action) {
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
    // The way of a step is no choice of the player: its start and end say it all, and if a man can
    // also be crowned on its way, one more square does. A jump is tapped out square by square.
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
    // The end alone is enough where no other action has it.
    let same_end = |other: &&Action| {
        other.trail.first() == Some(&from) && other.end() == Some(end) && other.trail.len() > 1
    };
    let passes = |other: &Action| other.trail.len() > 2 && other.trail.starts_with(&[from, end]);
    if actions.iter().filter(same_end).count() == 1 && (is_step || !actions.iter().any(passes)) {
        assert_eq!(tap(actions, &[from], end), TapMeaning::Act(action), "{}", name());
    }
}

/// The text of the action that the taps lead to. Whoever is asked taps the last square again, and
/// whoever gets a list takes what is meant from it.
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
