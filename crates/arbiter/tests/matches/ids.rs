//! Repeated, late and stale commands.

use crownhead_arbiter::{
    Actor, Command, CommandContext, CommandId, InvalidCommandId, REMEMBERED_COMMANDS, Seat, Version,
};

use crate::checkers;
use crate::script::{script, time};

#[test]
fn a_repeated_command_changes_nothing() {
    let scripted = script(
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
    assert_eq!(
        scripted.game.processed_command(Seat::One, &id("a")),
        Some((version(3), version(3)))
    );
    assert_eq!(
        scripted.game.processed_command(Seat::Two, &id("a")),
        Some((version(4), version(4)))
    );
    assert_eq!(scripted.game.processed_command(Seat::Two, &id("b")), None);
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
fn a_processed_command_returns_all_its_events() {
    let scripted = script(
        checkers(),
        "0 one move 11-15        => moved
         0 two move 22-18        => moved
         0 two premove 25x18     => premove-set
         0 one id=j move 15x22   => moved moved:premove",
    );
    let id = CommandId::new("j").unwrap();
    let (from, to) = scripted.game.processed_command(Seat::One, &id).unwrap();
    assert_eq!((from.get(), to.get()), (6, 7));
}

#[test]
fn only_the_last_commands_are_remembered() {
    let mut game = script(checkers(), "0 one move 11-15 => moved").game;
    let ids: Vec<_> =
        (0..=REMEMBERED_COMMANDS).map(|i| CommandId::new(format!("p{i}")).unwrap()).collect();
    for (i, id) in ids.iter().enumerate() {
        let command = Command::Premove { text: format!("15-{i}"), queue: false };
        let context = CommandContext {
            id: Some(id.clone()),
            ..CommandContext::new(time("1"), Actor::Seat(Seat::One))
        };
        for event in game.decide(&command, &context).unwrap() {
            game.apply(&event).unwrap();
        }
    }
    assert_eq!(game.state().recent.len(), REMEMBERED_COMMANDS);
    assert!(game.processed_command(Seat::One, &ids[0]).is_none());
    assert!(ids[1..].iter().all(|id| game.processed_command(Seat::One, id).is_some()));
}

#[test]
fn ids_are_limited_in_length_and_characters() {
    for text in ["", "a b", "ä", &"x".repeat(25)] {
        assert_eq!(CommandId::new(text), Err(InvalidCommandId));
    }
    assert!(serde_json::from_str::<CommandId>("\"a/b\"").is_err());
    assert!(CommandId::new("x".repeat(24)).is_ok());
}

#[test]
fn handling_runs_due_events_first() {
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
