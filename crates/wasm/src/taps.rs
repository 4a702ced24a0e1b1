//! Tap narrowing for the page: what the next tap on the board means, as JSON. The rules decide it in
//! [`crownhead_games::tap`].

use crownhead_games::{Action, TapMeaning, candidates, tap, targets};
use crownhead_rules::AnySquare;
use serde::Serialize;

use crate::explanation::parse_squares;
use crate::scene::square_names;
use crate::{WasmResult, to_json};

/// The page offers buttons for up to so many moves that the taps leave.
const MAX_CHOICES: usize = 8;

/// What a tap means.
#[derive(Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub(crate) enum TapReply {
    /// The player means this move.
    Act { text: String },
    /// More has to be tapped, or one of the choices picked.
    More {
        taps: Vec<String>,
        /// The move that tapping the last square again plays.
        stop: Option<String>,
        targets: Vec<TapSquare>,
        /// The moves that are left, if they are few or taps cannot tell them apart.
        choices: Vec<String>,
    },
    /// The taps are taken back.
    Cleared,
    /// No legal move touches these squares in this order.
    NoAction { squares: Vec<String> },
}

/// A square that can be tapped next.
#[derive(Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub(crate) struct TapSquare {
    square: String,
    /// Whether a move ends there.
    ends: bool,
}

/// The reply to a first tap. Scenes carry these, so that the page answers it without the worker.
#[derive(Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub(crate) struct FirstTap {
    square: String,
    reply: TapReply,
}

impl TapReply {
    /// What tapping `square` means after `taps`.
    pub(crate) fn of(actions: &[Action], taps: &[AnySquare], square: AnySquare) -> TapReply {
        match tap(actions, taps, square) {
            TapMeaning::Act(action) => TapReply::Act { text: action.text.clone() },
            TapMeaning::More { taps, stop } => {
                let left: Vec<&Action> = candidates(actions, &taps).collect();
                let few = taps.len() > 1 && left.len() <= MAX_CHOICES;
                TapReply::more(actions, &taps, stop, if few { &left } else { &[] })
            }
            TapMeaning::Choose(choices) => {
                let again = taps.last() == Some(&square);
                let taps: Vec<AnySquare> =
                    taps.iter().copied().chain((!again).then_some(square)).collect();
                TapReply::more(actions, &taps, None, &choices)
            }
            TapMeaning::Cleared => TapReply::Cleared,
            TapMeaning::NoAction(squares) => TapReply::NoAction { squares: square_names(&squares) },
        }
    }

    fn more(
        actions: &[Action],
        taps: &[AnySquare],
        stop: Option<&Action>,
        choices: &[&Action],
    ) -> TapReply {
        let square = |target: crownhead_games::TapTarget| TapSquare {
            square: target.square.to_string(),
            ends: target.ends,
        };
        TapReply::More {
            taps: square_names(taps),
            stop: stop.map(|action| action.text.clone()),
            targets: targets(actions, taps).into_iter().map(square).collect(),
            choices: choices.iter().map(|action| action.text.clone()).collect(),
        }
    }
}

/// The JSON of the reply to a tap on a square, after taps as JSON of names.
pub(crate) fn tap_reply(actions: &[Action], taps: &str, square: &str) -> WasmResult<String> {
    let taps = parse_squares(taps)?;
    let square: AnySquare = square.parse().map_err(|_| "that is no square")?;
    to_json(&TapReply::of(actions, &taps, square))
}

/// The replies to a first tap on every square where an action begins.
pub(crate) fn first_taps(actions: &[Action]) -> Vec<FirstTap> {
    let reply = |square: AnySquare| FirstTap {
        square: square.to_string(),
        reply: TapReply::of(actions, &[], square),
    };
    targets(actions, &[]).into_iter().map(|target| reply(target.square)).collect()
}

#[cfg(test)]
mod tests {
    use crownhead_games::{ActionKind, Game, GameId};

    use super::*;

    /// Taps out every square of a move, and the choice or the stop that is left then.
    fn tap_out(actions: &[Action], wanted: &Action) -> String {
        let mut taps = Vec::new();
        for &square in &wanted.trail {
            match TapReply::of(actions, &taps, square) {
                TapReply::Act { text } => return text,
                TapReply::More { taps: next, stop, choices, .. } => {
                    taps = next.iter().map(|name| name.parse().expect("a square")).collect();
                    if taps == wanted.trail {
                        let known = stop.into_iter().chain(choices);
                        let mut known = known.filter(|text| *text == wanted.text);
                        return known.next().expect("a button");
                    }
                }
                other => panic!("{}: {other:?}", wanted.text),
            }
        }
        panic!("{} is not tapped out", wanted.text)
    }

    #[test]
    fn every_route_of_a_long_jump_is_tapped_out() {
        let game = Game::from_text(GameId::StackEm, "R:14bb,15bb,18R,22bb,23bb").expect("stacks");
        let actions = game.actions();
        assert_eq!(actions.len(), 24);
        for action in &actions {
            assert_eq!(tap_out(&actions, action), action.text);
        }
    }

    #[test]
    fn a_scene_answers_first_taps_as_the_rules_do() {
        let actions = Game::start(GameId::WinningMovesCheckers).actions();
        let first = first_taps(&actions);
        assert_eq!(first.len(), 4);
        for FirstTap { square, reply } in &first {
            let TapReply::More { taps, targets, choices, .. } = reply else { panic!("{reply:?}") };
            assert_eq!(taps, std::slice::from_ref(square));
            assert!(choices.is_empty() && targets.iter().all(|target| target.ends));
        }
        let placing = Game::start(GameId::TicTacToe).actions();
        assert!(placing.iter().all(|action| action.kind == ActionKind::Place));
        let placed = |tap: &FirstTap| tap.reply == TapReply::Act { text: tap.square.clone() };
        assert!(first_taps(&placing).iter().all(placed));
    }
}
