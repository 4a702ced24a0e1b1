//! Outages: nobody is charged for a time in which nobody could play.

use crownhead_arbiter::{
    Actor, Command, CommandContext, CommandRefusalKind, Days, GameOrigin, Match, MatchSettings,
    Outage, Ritual, Seat, Span, TimeControl, Timestamp,
};
use crownhead_games::GameId;

use crate::script::{script, time};
use crate::{checkers, given, timed};

const START: &str = "0 one move 11-15 => moved
                     0 two move 22-18 => moved";

#[test]
fn the_player_to_move_is_not_charged() {
    script(timed(checkers(), 60, 0), START).play(
        "100 host outage 10 95 => outage-credited
         100 ? clock one       => 45
         100 ? clock two       => 60
         100 ? due             => 146
         101 one move 15x22    => moved
         101 ? clock one       => 44
         130 host outage 10 95 120 128 => outage-credited
         130 ? clock two       => 39
         131 two move 25x18    => moved
         131 ? clock two       => 38
         131 ? clock one       => 44",
    );
}

#[test]
fn an_outage_is_credited_once() {
    let mut scripted = script(timed(checkers(), 60, 0), START);
    scripted.play(
        "100 host outage 10 95 => outage-credited
         100 host outage 10 95 =>
         105 host outage 10 95 =>
         105 host outage 20 90 =>
         105 ? clock one       => 40
         140 host tick         => ! nothing-due
         146 host tick         => ended:two:time
         200 host outage 150 190 => ",
    );
    let outage = Outage { from: time("10"), until: time("95") };
    assert_eq!(scripted.game.uncredited(&[outage]), None);
}

#[test]
fn several_outages_are_credited_together_and_what_they_share_once() {
    script(timed(checkers(), 60, 0), START).play(
        "100 host outage 50 80 10 40 30 60 => outage-credited
         100 ? clock one                   => 30",
    );
    // In order, one after another, they come to the same.
    script(timed(checkers(), 60, 0), START).play(
        "100 host outage 10 40 => outage-credited
         100 host outage 30 80 => outage-credited
         100 ? clock one       => 30",
    );
}

#[test]
fn the_clock_stands_until_players_had_time_to_reconnect() {
    script(timed(checkers(), 60, 0), START).play(
        "95  host outage 10 100 => outage-credited
         95  ? clock one        => 50
         99  ? clock one        => 50
         101 ? clock one        => 49
         101 one move 15x22     => moved",
    );
    // Who moves before that is charged for the time before the outage, and the other player's clock
    // does not run yet, either.
    script(timed(checkers(), 60, 0), START).play(
        "95  host outage 10 100 => outage-credited
         96  one move 15x22     => moved
         96  ? clock one        => 50
         97  host outage 10 100 => outage-credited
         97  ? clock two        => 60
         102 ? clock two        => 58
         102 host outage 10 100 => ",
    );
}

#[test]
fn nothing_is_credited_that_did_not_cost_anybody_time() {
    // The clock started after the outage, or at its very end.
    script(timed(checkers(), 60, 0), "").play(
        "50 host outage 10 40 =>
         60 one move 11-15    => moved
         60 two move 22-18    => moved
         70 host outage 10 40 =>
         70 host outage 10 60 =>
         70 host outage 10 61 => outage-credited
         70 ? clock one       => 51",
    );
    // A match without a clock in which nobody is absent.
    script(checkers(), START).play("100 host outage 10 95 => ");
    // A game that is over.
    script(checkers(), "1 one resign => ended:two:resignation").play("9 host outage 2 9 => ");
}

#[test]
fn a_flag_that_fell_in_an_outage_has_not_fallen() {
    let start = "0 one move 11-15 => moved
                 0 two move 22-18 => moved
                 190 one move 15x22 => ! overdue
                 190 host outage 59.9 195 => outage-credited";
    script(timed(checkers(), 60, 0), start).play(
        "195.09 host tick       => ! nothing-due
         195.09 one move 15x22  => moved
         195.09 ? clock one     => 0.01",
    );
    // One that fell before the outage has fallen, at the end of it.
    let start = "0 one move 11-15 => moved
                 0 two move 22-18 => moved
                 200 host outage 61.5 195 => outage-credited
                 200 host outage 61.5 195 => ";
    script(timed(checkers(), 60, 0), start).play(
        "200 ? clock one       => 0
         200 one move 15x22    => ! overdue
         200 host tick         => ended:two:time",
    );
    // Nor can it be claimed.
    script(timed(checkers(), 60, 0), START).play(
        "100 host outage 10 95 => outage-credited
         101 two claim time    => ! not-yet",
    );
}

#[test]
fn remedies_are_credited_to_the_player_who_decides() {
    let settings = MatchSettings {
        ritual: Ritual::Given { first: Seat::One },
        origin: GameOrigin::Position { text: "B:W22,30,32:B1,2,17".to_owned() },
        ..MatchSettings::casual(GameId::ParkerCheckers.rules())
    };
    script(
        timed(settings, 60, 5),
        "0   one move 1-5           => moved
         0   two move huff 17       => moved
         100 host outage 10 95      => outage-credited
         100 ? turn                 => two
         100 ? clock two            => 45
         100 two move 32-27         => moved
         100 ? clock two            => 50
         200 host outage 110 200    => outage-credited
         203 one move 2-6           => moved
         203 ? clock one            => 52",
    );
}

#[test]
fn days_are_credited_too() {
    let clock = TimeControl::Days { days: Days::new(1) };
    script(
        MatchSettings { clock, ..checkers() },
        "50000  one move 11-15             => moved
         150000 host outage 60000 140000   => outage-credited
         150000 ? clock two                => 66400
         150000 ? due                      => 216401
         200000 two move 22-18             => moved
         200000 ? clock one                => 86400",
    );
}

#[test]
fn a_toss_and_a_choice_have_their_full_time_again() {
    let settings = || given(GameId::ParkerCheckers);
    script(
        settings(),
        "0   one commit 1         => committed
         500 host outage 10 400   =>
         500 two commit 2         => committed
         500 ? due                => 560
         510 one reveal 1         => revealed
         900 two resign           => ! overdue
         900 host outage 520 895  => outage-credited
         900 host outage 520 895  =>
         900 ? due                => 955
         955 host tick            => forfeited:two
         955 ? due                => 1015
         2000 host outage 1014 2005 => outage-credited
         2000 host outage 1014 2005 =>
         2000 ? due               => 2065
         2065 host tick           => side-chosen began:one",
    );
    // An outage that ended before both had committed changes nothing.
    script(
        settings(),
        "0   one commit 1         => committed
         500 two commit 2         => committed
         500 host outage 10 500   => ",
    );
}

#[test]
fn nobody_is_absent_during_an_outage() {
    script(timed(checkers(), 600, 0), START).play(
        "10  host gone one         => presence
         30  two claim win         => ! not-yet
         200 host outage 40 195    => outage-credited
         200 host outage 40 195    =>
         200 two claim win         => ! not-yet
         254 two claim draw        => ! not-yet
         255 two claim win         => ended:two:absence",
    );
    // Without a clock, too, and only if the player is to move.
    script(checkers(), START).play(
        "10   host gone two        => presence
         100  host outage 40 95    =>
         100  host gone one        => presence
         2000 host outage 200 1000 => outage-credited
         2000 host outage 200 1000 => ",
    );
}

#[test]
fn a_takeback_in_the_meantime_keeps_the_credit() {
    let settings =
        MatchSettings { takebacks: crownhead_arbiter::Takebacks::Free, ..timed(checkers(), 60, 0) };
    script(settings, START).play(
        "100 host outage 10 95     => outage-credited
         100 two offer takeback    => taken-back:1
         100 ? clock one           => 45
         100 ? clock two           => 60
         100 host outage 10 95     => ",
    );
}

#[test]
fn only_the_host_credits_and_never_more_than_has_passed() {
    let scripted = script(timed(checkers(), 60, 0), START);
    let outages = vec![Outage { from: time("1"), until: time("2") }];
    let command = Command::CreditOutages { outages };
    for by in [Actor::Seat(Seat::One), Actor::Seat(Seat::Two)] {
        let refused = scripted.game.decide(&command, &CommandContext::new(time("3"), by));
        assert_eq!(refused.unwrap_err().kind, CommandRefusalKind::HostOnly);
    }
    let host = CommandContext::new(time("3"), Actor::System);
    let [event] = &*scripted.game.decide(&command, &host).unwrap() else { panic!("one event") };
    let mut forged = serde_json::to_value(event).unwrap();
    forged["what"]["span"] = 2001.into();
    let forged = serde_json::from_value(forged).unwrap();
    assert!(scripted.game.clone().apply(&forged).is_err());
    // Whatever the host says, nothing overflows.
    let outages = vec![Outage {
        from: Timestamp::from_millis(u64::MAX),
        until: Timestamp::from_millis(u64::MAX),
    }];
    let events = scripted.game.decide(&Command::CreditOutages { outages }, &host).unwrap();
    let mut game: Match = scripted.game.clone();
    game.apply(&events[0]).unwrap();
    assert_eq!(game.state().play.clocks.as_ref().unwrap().left.one, Span::ZERO);
}
