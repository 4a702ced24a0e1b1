//! Absence and claims.

use crownhead_arbiter::{Days, MatchSettings, TimeControl};

use crate::script::script;
use crate::{checkers, timed};

#[test]
fn a_game_is_claimed_after_a_long_absence_on_turn() {
    script(
        timed(checkers(), 600, 0),
        "0   one move 11-15 => moved
         0   host gone two  => presence
         0   host gone two  =>
         100 two claim win  => ! too-early
         100 two move 22-18 => moved
         100 one move 15x22 => moved
         159.999 one claim win => ! not-yet
         160 two claim win  => ! not-absent
         160 one claim win  => ended:one:absence
         161 one claim draw => ! game-over",
    );
}

#[test]
fn a_game_that_the_opponent_never_starts_is_claimed() {
    script(
        timed(checkers(), 600, 0),
        "0   host gone two  => presence
         90  one claim win  => ! too-early
         90  one move 11-15 => moved
         149 one claim win  => ! not-yet
         150 one claim win  => ended:one:absence",
    );
}

#[test]
fn absence_counts_only_while_the_player_is_to_move() {
    script(
        checkers(),
        "0    one move 11-15 => moved
         0    two move 22-18 => moved
         1    host gone two  => presence
         1000 one claim win  => ! not-absent
         1000 one move 15x22 => moved
         1001 one claim win  => ! not-yet
         1100 host back two  => presence
         1400 one claim win  => ! not-absent
         1400 host gone two  => presence
         1699 one claim draw => ! not-yet
         1700 one claim draw => ended:-:absence
         1700 ? score        => 0 0 1",
    );
}

#[test]
fn absence_cannot_be_claimed_in_correspondence_games() {
    let clock = TimeControl::Days { days: Days::new(3) };
    script(
        MatchSettings { clock, ..checkers() },
        "0     one move 11-15 => moved
         0     two move 22-18 => moved
         0     host gone one  => presence
         90000 two claim win  => ! no-absence",
    );
}

#[test]
fn the_first_of_two_claims_counts() {
    script(
        timed(checkers(), 600, 0),
        "0   one move 11-15 => moved
         0   two move 22-18 => moved
         0   host gone one  => presence
         0   host gone two  => presence
         60  one claim win  => ! not-absent
         60  two claim draw => ended:-:absence
         60  two claim win  => ! game-over
         60  one claim win  => ! game-over",
    );
    script(checkers(), "0 one claim time => ! no-clock");
}
