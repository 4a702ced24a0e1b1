//! Draws, resignations and aborts.

use crownhead_games::GameId;

use crate::script::script;
use crate::{checkers, given, timed};

#[test]
fn a_draw_offer_is_accepted_or_declined() {
    script(
        checkers(),
        "0 one offer draw   => ! too-early
         0 one move 11-15   => moved
         0 two offer draw   => ! too-early
         0 two move 22-18   => moved
         1 one accept draw  => ! nothing-offered
         1 one decline draw => ! nothing-offered
         1 one offer draw   => offered
         1 one accept draw  => ! nothing-offered
         2 two decline draw => declined
         2 ? draw-offer     => -
         3 one offer draw   => ! already-offered
         3 two offer draw   => offered
         4 one accept draw  => ended:-:agreement
         4 two accept draw  => ! game-over
         4 ? score          => 0 0 1",
    );
}

#[test]
fn two_offers_of_the_same_kind_are_an_agreement() {
    script(
        checkers(),
        "0 one move 11-15 => moved
         0 two move 22-18 => moved
         1 one offer draw => offered
         1 two offer draw => ended:-:agreement",
    );
}

#[test]
fn an_offer_survives_ones_own_move_and_expires_with_the_opponents() {
    script(
        checkers(),
        "0 one move 11-15  => moved
         0 two move 22-18  => moved
         1 one offer draw  => offered
         1 one move 15x22  => moved
         1 ? draw-offer    => one
         2 two move 25x18  => moved
         2 ? draw-offer    => -
         3 two accept draw => ! nothing-offered
         4 one offer draw  => offered",
    );
}

#[test]
fn a_flag_falls_while_an_offer_is_open() {
    script(
        timed(checkers(), 60, 0),
        "0    one move 11-15  => moved
         0    two move 22-18  => moved
         30   two offer draw  => offered
         60.5 ? draw-offer    => two
         61   one accept draw => ! overdue
         61   host tick       => ended:two:time
         61   ? draw-offer    => -
         61   one accept draw => ! game-over",
    );
    // Until the flag has fallen, a reply counts.
    script(
        timed(checkers(), 60, 0),
        "0    one move 11-15  => moved
         0    two move 22-18  => moved
         30   two offer draw  => offered
         60.5 one accept draw => ended:-:agreement",
    );
}

#[test]
fn the_placing_games_have_no_draw_by_agreement() {
    script(
        given(GameId::TicTacToe),
        "0 one move a1    => moved
         0 two move b2    => moved
         1 one offer draw => ! no-agreement
         1 one resign     => ended:two:resignation",
    );
}

#[test]
fn a_game_can_be_aborted_before_both_have_moved() {
    script(
        checkers(),
        "0 one move 11-15 => moved
         1 two abort      => ended:-:aborted
         1 ? score        => 0 0 0
         1 two abort      => ! game-over",
    );
    script(
        checkers(),
        "0 one move 11-15 => moved
         0 two move 22-18 => moved
         1 one abort      => ! too-late-to-abort
         1 host abort     => ! too-late-to-abort",
    );
    script(checkers(), "0 host abort => ended:-:aborted");
}

#[test]
fn host_commands_and_player_commands_are_separate() {
    script(
        checkers(),
        "0 watch move 11-15 => ! spectator
         0 watch resign     => ! spectator
         0 one tick         => ! host-only
         0 one gone two     => ! host-only
         0 host resign      => ! players-only
         0 two move 22-18   => ! not-your-turn
         0 one move 11-17   => ! illegal-move
         0 one offer rematch => ! not-over",
    );
}

#[test]
fn an_illegal_move_is_refused_with_the_rule() {
    let scripted = script(checkers(), "0 one move 11-15 => moved");
    let command = crownhead_arbiter::Command::Move { text: "22-13".to_owned(), seen: None };
    let by = crownhead_arbiter::Actor::Seat(crownhead_arbiter::Seat::Two);
    let context = crownhead_arbiter::CommandContext::new(crate::script::time("1"), by);
    let refusal = scripted.game.decide(&command, &context).unwrap_err();
    assert!(refusal.rule.unwrap().starts_with("winning-moves-checkers."));
    assert_eq!(refusal.illegal.unwrap().why, "too-far");
    assert!(refusal.says.ends_with('.'));
}
