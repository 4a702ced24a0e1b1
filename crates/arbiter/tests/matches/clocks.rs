//! Clocks: first moves, increments, lag, flags, days, and remedies.

use crownhead_arbiter::{
    CommandRefusalKind, Days, GameOrigin, MatchSettings, Ritual, Seat, Span, TimeControl,
};
use crownhead_games::GameId;

use crate::script::script;
use crate::{checkers, given, timed};

#[test]
fn first_moves_are_not_timed_and_turns_add_the_increment() {
    script(
        timed(checkers(), 60, 2),
        "0  ? due             => -
         20 one move 11-15    => moved
         40 two move 22-18    => moved
         40 ? clock one       => 60
         40 ? clock two       => 60
         40 ? due             => 101
         50 ? clock one       => 50
         50 one move 15x22    => moved
         50 ? clock one       => 52
         53 two move 25x18    => moved
         53 ? clock two       => 59
         55 ? clock one       => 50",
    );
}

#[test]
fn a_flag_falls_by_claim_and_by_itself() {
    let start = "0 one move 11-15 => moved
         0 two move 22-18     => moved
         59 one claim time    => ! not-yet
         59 two claim time    => ! not-yet
         60.5 two claim time  => ! not-yet
         60.5 one move 15x22  => ! out-of-time
         60.999 host tick     => ! nothing-due";
    script(timed(checkers(), 60, 0), start).play(
        "61 two claim time => ended:two:time
         61 one claim time => ! game-over
         61 ? clock one    => 0
         61 ? score        => 0 1 0",
    );
    script(timed(checkers(), 60, 0), start).play(
        "61 one move 15x22 => ! overdue
         61 two resign     => ! overdue
         61 one claim time => ! not-yet
         61 host tick      => ended:two:time
         62 host tick      => ! nothing-due
         62 two claim time => ! game-over",
    );
}

#[test]
fn lag_is_compensated_from_a_quota_that_refills_slowly() {
    script(
        timed(checkers(), 60, 0),
        "0  one move 11-15          => moved
         0  two move 22-18          => moved
         0  ? lag one               => 1
         2  one lag=0.7 move 15x22  => moved
         2  ? clock one             => 58.7
         2  ? lag one               => 0.4
         3  two lag=50 move 25x18   => moved
         3  ? clock two             => 60
         3  ? lag two               => 0.1
         4  one lag=9 move 12-16    => moved
         4  ? clock one             => 58.1
         4  ? lag one               => 0.1",
    );
}

#[test]
fn a_move_sent_before_the_time_ran_out_is_in_time() {
    let start = "0 one move 11-15 => moved
                 0 two move 22-18 => moved";
    script(timed(checkers(), 10, 0), start).play(
        "10.4 one lag=0.3 move 15x22 => ! out-of-time
         10.4 one lag=0.5 move 15x22 => moved
         10.4 ? clock one            => 0.1",
    );
    // No lag compensates a move after the flag.
    script(timed(checkers(), 10, 0), start).play("11 one lag=5 move 15x22 => ! overdue");
}

#[test]
fn the_quota_and_so_the_grace_are_bounded() {
    let mut scripted = script(timed(given(GameId::StackEm), 600, 0), "");
    // Whatever is played, the quota is never above two seconds.
    for _ in 0..60 {
        let Some(seat) = scripted.game.turn() else { break };
        let text = scripted.game.board().unwrap().legal_moves().remove(0);
        let who = if seat == Seat::One { "one" } else { "two" };
        let context = crownhead_arbiter::CommandContext::new(
            crate::script::time("0"),
            crownhead_arbiter::Actor::Seat(seat),
        );
        let command = crownhead_arbiter::Command::Move { text, seen: None };
        let events = scripted.game.decide(&command, &context).unwrap();
        for event in &events {
            scripted.game.apply(event).unwrap();
        }
        scripted.log.extend(events);
        let clocks = scripted.game.state().play.clocks.clone().unwrap();
        assert!(clocks.lag[seat] <= Span::from_secs(2), "{who}");
        if let Some((seat, flag)) = clocks.flag() {
            let up = clocks.running.unwrap().since + clocks.left[seat];
            assert!(flag.since(up) <= Span::from_secs(2));
        }
    }
}

#[test]
fn each_move_has_its_own_days() {
    let clock = TimeControl::Days { days: Days::new(1) };
    script(
        MatchSettings { clock, ..checkers() },
        "0      ? due           => 86401
         50000  one move 11-15  => moved
         50000  ? clock one     => 36400
         50000  ? clock two     => 86400
         60000  two move 22-18  => moved
         60000  ? clock one     => 86400
         146400 two claim time  => ! not-yet
         146401.5 host tick     => ended:two:time",
    );
}

#[test]
fn days_run_from_the_first_move() {
    let clock = TimeControl::Days { days: Days::new(1) };
    script(MatchSettings { clock, ..checkers() }, "86401 host tick => ended:two:time");
}

/// The clock of the player who chooses a remedy runs, and a turn adds its increment once.
#[test]
fn parkers_remedies_use_the_clock_of_the_deciding_player() {
    let settings = || MatchSettings {
        ritual: Ritual::Given { first: Seat::One },
        origin: GameOrigin::Position { text: "B:W22,30,32:B1,2,17".to_owned() },
        ..MatchSettings::casual(GameId::ParkerCheckers.rules())
    };
    script(
        timed(settings(), 60, 5),
        "0 one move 1-5     => moved
         1 two move 32-27   => ! illegal-move
         1 ? phase          => remedy
         1 two move huff 17 => moved
         1 ? turn           => two
         1 ? clock two      => 60
         3 ? clock two      => 58
         3 two move 32-27   => moved
         3 ? clock two      => 63
         4 one move 2-6     => moved
         4 ? clock one      => 64",
    );
    script(
        timed(settings(), 60, 5),
        "0 one move 1-5     => moved
         1 two move stand   => moved
         1 ? turn           => two
         4 two move 22x13   => moved
         4 ? clock two      => 62",
    );
    script(
        timed(settings(), 60, 5),
        "0 one move 1-5     => moved
         1 two move compel  => moved
         1 ? turn           => one
         1 ? phase          => compelled
         3 one move 1-5     => ! illegal-move
         3 one move 17x26   => moved
         3 ? clock one      => 63",
    );
}

#[test]
fn a_turn_with_a_remedy_adds_its_increment_once() {
    let settings = MatchSettings {
        ritual: Ritual::Given { first: Seat::One },
        origin: GameOrigin::Position { text: "B:W22,30,32:B1,2,13".to_owned() },
        ..MatchSettings::casual(GameId::ParkerCheckers.rules())
    };
    script(
        timed(settings, 60, 5),
        "0 one move 1-5     => moved
         0 two move 30-26   => moved
         1 one move 13-17   => moved
         1 ? clock one      => 64
         2 two move 32-27   => moved
         2 ? phase          => remedy
         4 one move huff 22 => moved
         4 ? clock one      => 62
         5 one move 2-6     => moved
         5 ? clock one      => 66",
    );
}

#[test]
fn invalid_clocks_are_refused() {
    let main = |time, increment| TimeControl::Main { time, increment };
    for clock in [
        main(Span::ZERO, Span::from_secs(5)),
        main(Span::from_secs(90_000), Span::ZERO),
        main(Span::from_secs(60), Span::from_secs(601)),
        TimeControl::Days { days: Days::new(0) },
        TimeControl::Days { days: Days::new(31) },
    ] {
        let refusal = MatchSettings { clock, ..checkers() }.check().unwrap_err();
        assert_eq!(refusal.kind, CommandRefusalKind::BadClock);
    }
}

#[test]
fn time_never_runs_backwards() {
    script(
        timed(checkers(), 60, 0),
        "5 one move 11-15  => moved
         5 two move 22-18  => moved
         9 one move 15x22  => moved
         2 two move 25x18  => moved
         9 ? clock two     => 60",
    );
}
