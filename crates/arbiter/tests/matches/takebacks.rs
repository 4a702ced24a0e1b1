//! Takebacks: off, by agreement, free; with remedies, forced passes and clocks.

use crownhead_arbiter::{Days, GameOrigin, MatchSettings, Ritual, Seat, Takebacks, TimeControl};
use crownhead_games::GameId;

use crate::script::script;
use crate::{checkers, takebacks, timed};

fn from(game: GameId, text: &str) -> MatchSettings {
    MatchSettings {
        ritual: Ritual::Given { first: Seat::One },
        origin: GameOrigin::Position { text: text.to_owned() },
        ..MatchSettings::casual(game.rules())
    }
}

/// A match of Parker's checkers in which the first player can overlook a jump.
fn parker() -> MatchSettings {
    from(GameId::ParkerCheckers, "B:W22,30,32:B1,2,17")
}

#[test]
fn takebacks_can_be_off() {
    script(
        takebacks(checkers(), Takebacks::Off),
        "0 one move 11-15     => moved
         0 one offer takeback => ! no-takebacks",
    );
}

#[test]
fn by_agreement_the_requesters_last_move_is_taken_back() {
    script(
        checkers(),
        "0 one offer takeback   => ! nothing-to-take-back
         0 one move 11-15       => moved
         0 two offer takeback   => ! nothing-to-take-back
         1 one offer takeback   => offered
         1 one offer takeback   => ! already-offered
         1 one accept takeback  => ! nothing-offered
         2 two accept takeback  => taken-back:1
         2 ? turn               => one
         2 ? plies              =>
         3 one move 11-16       => moved
         3 two move 22-18       => moved
         4 one offer takeback   => offered
         4 two offer takeback   => taken-back:2
         4 ? turn               => one
         5 one move 11-15       => moved
         5 two move 22-18       => moved
         6 one offer takeback   => offered
         6 two decline takeback => declined
         6 one offer takeback   => ! already-offered
         6 ? plies              => 11-15 22-18",
    );
}

#[test]
fn a_move_cancels_an_offered_takeback() {
    script(
        checkers(),
        "0 one move 11-15      => moved
         1 one offer takeback  => offered
         2 two move 22-18      => moved
         2 ? takeback-offer    => -
         3 two accept takeback => ! nothing-offered",
    );
}

#[test]
fn free_takebacks_last_until_the_opponent_moves() {
    script(
        takebacks(checkers(), Takebacks::Free),
        "0 one move 11-15      => moved
         1 one offer takeback  => taken-back:1
         1 one offer takeback  => ! nothing-to-take-back
         2 one move 11-16      => moved
         2 two move 22-18      => moved
         3 one offer takeback  => ! opponent-moved
         3 two offer takeback  => taken-back:1
         3 ? turn              => two",
    );
}

#[test]
fn takebacks_by_agreement_cross_remedies() {
    script(
        parker(),
        "0 one move 1-5        => moved
         1 two move stand      => moved
         2 one offer takeback  => offered
         2 two accept takeback => taken-back:2
         2 ? turn              => one
         2 ? phase             => regular
         3 one move 1-5        => moved
         3 two move compel     => moved
         4 one offer takeback  => offered
         4 two accept takeback => taken-back:2
         4 ? position          => B:W22,30,32:B1,2,17
         5 one move 1-5        => moved
         5 two move huff 17    => moved
         6 two move 32-27      => moved
         7 two offer takeback  => offered
         7 one accept takeback => taken-back:1
         7 ? turn              => two
         8 one offer takeback  => offered
         8 two accept takeback => taken-back:2
         8 ? plies             =>",
    );
}

#[test]
fn free_takebacks_cross_remedies() {
    script(
        takebacks(parker(), Takebacks::Free),
        "0 one move 1-5       => moved
         1 two move huff 17   => moved
         1 one offer takeback => ! opponent-moved
         2 two offer takeback => taken-back:1
         2 ? phase            => remedy
         3 two move stand     => moved
         4 two move 22x13     => moved
         5 two offer takeback => taken-back:1
         5 ? turn             => two
         5 two offer takeback => taken-back:1
         5 ? phase            => remedy
         6 one offer takeback => taken-back:1",
    );
}

/// The pass was not a decision, so the move before it can still be taken back.
#[test]
fn takebacks_cross_a_forced_pass() {
    script(
        takebacks(from(GameId::RegalCheckers, "B:W5:B1,12"), Takebacks::Free),
        "0 one move 12-16     => moved moved:forced
         0 ? turn             => one
         1 two offer takeback => ! nothing-to-take-back
         2 one offer takeback => taken-back:2
         2 ? turn             => one
         2 ? plies            =>",
    );
}

#[test]
fn a_takeback_returns_no_time_and_loses_increments() {
    script(
        timed(checkers(), 60, 5),
        "0  one move 11-15      => moved
         0  two move 22-18      => moved
         10 one move 15x22      => moved
         10 ? clock one         => 55
         12 one offer takeback  => offered
         14 two accept takeback => taken-back:1
         14 ? clock one         => 50
         14 ? clock two         => 56
         15 ? clock one         => 49
         15 ? clock two         => 56",
    );
}

#[test]
fn a_takeback_leaves_at_least_a_second() {
    script(
        timed(checkers(), 3, 2),
        "0   one move 11-15      => moved
         0   two move 22-18      => moved
         2.5 one move 15x22      => moved
         2.5 two move 25x18      => moved
         4.5 ? clock one         => 0.5
         4.5 one offer takeback  => offered
         4.5 two accept takeback => taken-back:2
         4.5 ? clock one         => 0.5
         4.5 ? clock two         => 3",
    );
}

#[test]
fn free_takebacks_gain_no_time() {
    script(
        timed(takebacks(checkers(), Takebacks::Free), 60, 5),
        "0  one move 11-15     => moved
         0  two move 22-18     => moved
         10 one move 15x22     => moved
         10 one offer takeback => taken-back:1
         10 ? clock one        => 50
         12 one move 15x22     => moved
         12 one offer takeback => taken-back:1
         12 ? clock one        => 48",
    );
    let clock = TimeControl::Days { days: Days::new(1) };
    script(
        takebacks(MatchSettings { clock, ..checkers() }, Takebacks::Free),
        "50000 one move 11-15     => moved
         50000 ? clock one        => 36400
         60000 one offer takeback => taken-back:1
         60000 ? clock one        => 36400",
    );
}

#[test]
fn nothing_is_taken_back_after_the_time_is_up() {
    script(
        timed(checkers(), 60, 0),
        "0    one move 11-15      => moved
         0    two move 22-18      => moved
         1    two offer takeback  => offered
         60.5 one accept takeback => ! out-of-time
         61   one accept takeback => ! overdue",
    );
}

#[test]
fn a_takeback_does_not_restore_the_right_to_abort() {
    script(
        checkers(),
        "0 one move 11-15      => moved
         0 two move 22-18      => moved
         1 one offer takeback  => offered
         1 two accept takeback => taken-back:2
         1 one abort           => ! too-late-to-abort",
    );
}
