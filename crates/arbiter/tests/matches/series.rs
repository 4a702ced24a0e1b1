//! The series: sides, score, and rematches.

use crownhead_arbiter::Seat;
use crownhead_games::GameId;

use crate::script::script;
use crate::{checkers, given, timed};

#[test]
fn sides_alternate_and_points_add_up() {
    let scripted = script(
        timed(checkers(), 60, 0),
        "0 one move 11-15      => moved
         0 two move 22-18      => moved
         1 two resign          => ended:one:resignation
         1 two accept rematch  => ! nothing-offered
         2 two offer rematch   => offered
         2 two offer rematch   => ! already-offered
         3 one decline rematch => declined
         4 one offer rematch   => offered
         5 two accept rematch  => began:two
         5 ? game              => 2
         5 ? clock one         => 60
         5 ? plies             =>
         6 one offer draw      => ! too-early
         6 two move 11-15      => moved
         6 one move 22-18      => moved
         7 one offer draw      => offered
         7 two accept draw     => ended:-:agreement
         8 one offer rematch   => offered
         8 two offer rematch   => began:one
         8 ? score             => 1 0 1",
    );
    let score = scripted.game.state().score;
    assert_eq!((score.half_points(Seat::One), score.half_points(Seat::Two)), (3, 1));
}

#[test]
fn an_aborted_game_is_replayed_with_the_same_sides() {
    script(
        checkers(),
        "0 two abort          => ended:-:aborted
         1 one offer rematch  => offered
         1 two accept rematch => began:one
         1 ? score            => 0 0 0",
    );
}

#[test]
fn a_game_ends_by_its_rules() {
    script(
        given(GameId::TicTacToe),
        "0 one move a1         => moved
         0 two move b1         => moved
         0 one move a2         => moved
         0 two move b2         => moved
         1 one move a3         => moved ended:one:three-in-a-row
         1 two move b3         => ! game-over
         1 two resign          => ! game-over
         1 one offer takeback  => ! game-over
         1 two premove c1      => ! game-over
         1 ? turn              => -
         1 ? score             => 1 0 0
         2 one offer rematch   => offered
         2 two accept rematch  => began:two
         2 two move b1         => moved",
    );
}
