//! Commands that come twice, late, or out of date.

use crownhead_arbiter::{
    Actor, Command, CommandContext, CommandId, InvalidCommandId, REMEMBERED, Seat, Version,
};

use crate::checkers;
use crate::script::{script, time};

#[test]
fn a_repeated_command_changes_nothing() {
    let table = script(
        checkers(),
        "0 one id=a move 11-15  => moved
         1 two id=a move 22-18  => moved
         2 one id=a move 15x22  =>
         2 one id=b move 15x22  => moved
         3 one id=b move 15x22  =>
         4 one id=a resign      =>",
    );
    let id = |text: &str| CommandId::new(text).unwrap();
    let version = |number| Version::new(number);
    assert_eq!(table.game.answered(Seat::One, &id("a")), Some((version(3), version(3))));
    assert_eq!(table.game.answered(Seat::Two, &id("a")), Some((version(4), version(4))));
    assert_eq!(table.game.answered(Seat::Two, &id("b")), None);
}

#[test]
fn a_refused_command_is_not_remembered() {
    script(
        checkers(),
        "0 two id=a move 22-18 => ! not-your-turn
         1 one move 11-15      => moved
         2 two id=a move 22-18 => moved",
    );
}

#[test]
fn a_stale_move_is_refused() {
    script(
        checkers(),
        "0 one stale-move 11-15 1 => ! stale
         0 one stale-move 11-15 0 => moved
         0 two stale-move 22-18 0 => ! stale",
    );
}

#[test]
fn the_answer_names_all_events_of_a_command() {
    let table = script(
        checkers(),
        "0 one move 11-15        => moved
         0 two move 22-18        => moved
         0 two premove 25x18     => premove-set
         0 one id=j move 15x22   => moved moved:premove",
    );
    let id = CommandId::new("j").unwrap();
    let (from, to) = table.game.answered(Seat::One, &id).unwrap();
    assert_eq!((from.get(), to.get()), (6, 7));
}

#[test]
fn so_many_are_remembered_and_no_more() {
    let mut game = script(checkers(), "0 one move 11-15 => moved").game;
    let ids: Vec<_> = (0..=REMEMBERED).map(|i| CommandId::new(format!("p{i}")).unwrap()).collect();
    for (i, id) in ids.iter().enumerate() {
        let command = Command::Premove { text: format!("15-{i}") };
        let context = CommandContext {
            id: Some(id.clone()),
            ..CommandContext::new(time("1"), Actor::Seat(Seat::One))
        };
        for event in game.decide(&command, &context).unwrap() {
            game.apply(&event).unwrap();
        }
    }
    assert_eq!(game.state().recent.len(), REMEMBERED);
    assert!(game.answered(Seat::One, &ids[0]).is_none());
    assert!(ids[1..].iter().all(|id| game.answered(Seat::One, id).is_some()));
}

#[test]
fn ids_are_short_and_plain() {
    for text in ["", "a b", "ä", &"x".repeat(25)] {
        assert_eq!(CommandId::new(text), Err(InvalidCommandId));
    }
    assert!(serde_json::from_str::<CommandId>("\"a/b\"").is_err());
    assert!(CommandId::new("x".repeat(24)).is_ok());
}

#[test]
fn handling_does_what_is_due_first() {
    let settings = crate::timed(checkers(), 60, 0);
    let mut game = script(
        settings,
        "0 one move 11-15 => moved
         0 two move 22-18 => moved",
    )
    .game;
    let command = Command::Move { text: "15x22".to_owned(), seen: None };
    let handled = game.handle(&command, &CommandContext::new(time("99"), Actor::Seat(Seat::One)));
    assert_eq!(handled.events.len(), 1);
    assert_eq!(handled.refusal.unwrap().kind, crownhead_arbiter::CommandRefusalKind::GameOver);
}
