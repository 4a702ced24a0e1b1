//! Premoves and forced passes.

use crownhead_arbiter::{
    Command, Event, EventKind, GameOrigin, MatchSettings, Ritual, Seat, Viewer,
};
use crownhead_games::GameId;

use crate::script::script;
use crate::{checkers, timed};

#[test]
fn a_premove_is_played_at_once_and_takes_no_time() {
    script(
        timed(checkers(), 60, 2),
        "0 one move 11-15       => moved
         0 two move 22-18       => moved
         1 one premove 12-16    => ! your-turn
         1 two cancel-premove   => ! no-premove
         1 two premove 25x18    => premove-set
         3 one move 15x22       => moved moved:premove
         3 ? clock two          => 62
         3 ? premove two        => -
         3 ? turn               => one",
    );
}

#[test]
fn an_illegal_premove_is_dropped_with_a_reason() {
    let scripted = script(
        checkers(),
        "0 two premove 24-20  => premove-set
         0 two premove 22-13  => premove-set
         1 ? premove two      => 22-13
         1 two cancel-premove => premove-cancelled
         1 one move 11-15     => moved
         1 two move 22-18     => moved
         1 two premove 24-20  => premove-set
         2 one move 8-11      => ! illegal-move
         2 one move 15x22     => moved premove-dropped
         2 ? premove two      => -
         2 ? turn             => two",
    );
    let EventKind::PremoveDropped { why, .. } = &scripted.log.last().unwrap().kind else {
        panic!()
    };
    assert!(why.ends_with('.'), "{why}");
}

#[test]
fn premoves_are_queued_for_later_turns() {
    script(
        checkers(),
        "0 two then 24-20      => premove-set
         0 two then 28-24      => premove-set
         0 two then 32-28      => premove-set
         0 ? premove two       => 24-20, 28-24, 32-28
         0 one move 11-15      => moved moved:premove
         0 ? premove two       => 28-24, 32-28
         1 one move 8-11       => moved moved:premove
         1 ? premove two       => 32-28
         1 two then 23-18      => premove-set
         2 one move 15-19      => moved premove-dropped
         2 ? premove two       => -
         3 two move 24x15x8    => moved
         3 two then 28-24      => premove-set
         3 two then 25-22      => premove-set
         3 two premove 22-18   => premove-set
         3 ? premove two       => 22-18
         3 two then 25-22      => premove-set
         3 two cancel-premove  => premove-cancelled
         3 ? premove two       => -",
    );
    let many =
        "0 two then 24-20 => premove-set\n".repeat(8) + "0 two then 24-20 => ! too-many-premoves";
    script(checkers(), &many);
}

#[test]
fn takebacks_and_leaving_cancel_premoves() {
    script(
        checkers(),
        "0 one move 11-15      => moved
         0 two move 22-18      => moved
         1 two premove 25x18   => premove-set
         1 two offer takeback  => offered
         1 one accept takeback => taken-back:1
         1 ? premove two       => -
         2 two move 22-18      => moved
         2 two premove 25x18   => premove-set
         3 host gone two       => presence
         3 ? premove two       => -
         4 host back two       => presence
         4 one move 15x22      => moved",
    );
}

/// In a game with remedies a premove waits until its player is to move, whatever the phase.
#[test]
fn a_premove_waits_for_a_remedy() {
    let settings = || MatchSettings {
        ritual: Ritual::Given { first: Seat::One },
        origin: GameOrigin::Position { text: "B:W22,30,32:B1,2,17".to_owned() },
        ..MatchSettings::casual(GameId::ParkerCheckers.rules())
    };
    script(
        settings(),
        "0 two premove huff 17 => premove-set
         0 one move 1-5        => moved moved:premove
         0 ? turn              => two
         0 ? phase             => regular
         0 one premove 5-9     => premove-set
         1 two move 32-27      => moved moved:premove",
    );
    script(
        settings(),
        "0 two premove 32-27 => premove-set
         0 one move 1-5      => moved premove-dropped",
    );
}

/// The same side moves again, and its clock continues.
#[test]
fn forced_passes_are_played_automatically() {
    let position = |text: &str, game: GameId| MatchSettings {
        ritual: Ritual::Given { first: Seat::One },
        origin: GameOrigin::Position { text: text.to_owned() },
        ..MatchSettings::casual(game.rules())
    };
    script(
        timed(position("8/8/8/4b3/8/2b5/rb6/1bb5 b 7 11", GameId::CoastToCoast), 60, 2),
        "0 one move e5-e6 => moved moved:forced
         1 ? turn         => one
         1 two move pass  => ! not-your-turn
         1 one move e6-e7 => moved moved:forced
         1 ? plies        => e5-e6 pass e6-e7 pass
         1 one abort      => ended:-:aborted",
    );
    // The mover's clock stops, gets the increment, and runs again; the pass gives the opponent
    // nothing.
    script(
        timed(position("B:W9:B1,12", GameId::RegalCheckers), 60, 2),
        "0 one move 12-16 => moved
         0 two move 9-5   => moved
         3 one move 16-19 => moved moved:forced
         3 ? turn         => one
         3 ? clock one    => 59
         3 ? clock two    => 60
         5 ? clock one    => 57
         5 one move 19-23 => moved moved:forced
         5 ? clock one    => 59",
    );
}

#[test]
fn others_do_not_see_a_premove() {
    let scripted = script(
        checkers(),
        "0 one move 11-15          => moved
         0 one id=a premove 15-19  => premove-set",
    );
    let event = scripted.log.last().unwrap();
    assert_eq!(event.for_viewer(Viewer::Seat(Seat::One)), *event);
    for viewer in [Viewer::Seat(Seat::Two), Viewer::Spectator] {
        let seen: Event = event.for_viewer(viewer);
        assert_eq!((seen.kind, seen.cause), (EventKind::Veiled, None));
        assert_eq!(scripted.game.view_for(viewer).premove, None);
        let json = serde_json::to_string(&scripted.game.snapshot_for(viewer)).unwrap();
        assert!(!json.contains("15-19"), "{json}");
    }
    let own = scripted.game.view_for(Viewer::Seat(Seat::One));
    assert_eq!(own.premove.as_deref(), Some("15-19"));
    let long = Command::Premove { text: "x".repeat(401), queue: false };
    let by = crownhead_arbiter::Actor::Seat(Seat::One);
    let context = crownhead_arbiter::CommandContext::new(crate::script::time("1"), by);
    assert!(scripted.game.decide(&long, &context).is_err());
}
