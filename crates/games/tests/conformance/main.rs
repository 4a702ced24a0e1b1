//! The conformance kit that every game passes with every combination of options: random games,
//! constructed positions, malformed texts and the symmetries of the board.
#![allow(clippy::unwrap_used)] // A panic is how a test fails.

mod explanations;
mod mirror;
mod move_squares;
mod play;
mod position;
mod properties;
mod refused_texts;
mod setups;
mod symmetry;
mod taps;

use crownhead_games::Rules;

/// The game and options of this name.
fn rules(name: &str) -> Rules {
    name.parse().unwrap_or_else(|why| panic!("{name}: {why}"))
}

/// A module of tests for each, so that a failure names the game.
macro_rules! every_rule_set {
    ($($module:ident = $name:literal,)*) => {
        $(
            mod $module {
                #[test]
                fn games_from_the_start() {
                    crate::play::from_the_start(crate::rules($name));
                }

                #[test]
                fn games_from_set_up_positions() {
                    crate::play::from_set_ups(crate::rules($name));
                }

                #[test]
                fn set_up_positions() {
                    crate::properties::set_ups(crate::rules($name));
                }

                #[test]
                fn texts_of_positions() {
                    crate::properties::position_texts(crate::rules($name));
                }

                #[test]
                fn texts_of_moves() {
                    crate::properties::move_texts(crate::rules($name));
                }

                #[test]
                fn every_action_can_be_tapped() {
                    crate::taps::check(crate::rules($name));
                }

                #[test]
                fn symmetries() {
                    crate::symmetry::check(crate::rules($name));
                }
            }
        )*

        #[test]
        fn every_rule_set_is_tested() {
            assert_eq!(Rules::all(), [$(rules($name)),*]);
        }
    };
}

every_rule_set! {
    regal_checkers = "regal-checkers",
    tic_tac_toe = "tic-tac-toe",
    king_me_stops = "king-me-standard crowning=stops",
    king_me_continues = "king-me-standard crowning=continues",
    coast_lines = "coast-to-coast setup=lines",
    coast_corner = "coast-to-coast setup=corner",
    stack_em = "stack-em",
    winning_moves_checkers = "winning-moves-checkers",
    checkerboard_5 = "checkerboard-tic-tac-toe exchange=off floating=off size=5",
    checkerboard_6 = "checkerboard-tic-tac-toe exchange=off floating=off size=6",
    checkerboard_floating_5 = "checkerboard-tic-tac-toe exchange=off floating=on size=5",
    checkerboard_floating_6 = "checkerboard-tic-tac-toe exchange=off floating=on size=6",
    checkerboard_exchange_5 = "checkerboard-tic-tac-toe exchange=on floating=off size=5",
    checkerboard_exchange_6 = "checkerboard-tic-tac-toe exchange=on floating=off size=6",
    checkerboard_both_5 = "checkerboard-tic-tac-toe exchange=on floating=on size=5",
    checkerboard_both_6 = "checkerboard-tic-tac-toe exchange=on floating=on size=6",
    parker_checkers = "parker-checkers",
}
