//! A ninth game works with every feature of this crate: play, explanations, taps, pictures, the
//! board editor, the rule book and PDN. None of them was written for it.

use crate::{
    BoardPicture, Game, GameId, MoveRefusalKind, Phase, Record, Rules, Side, TapMeaning, rule_book,
    tap,
};

const GAME: GameId = GameId::NoNeighbours;

/// A game played to its end.
fn played() -> Record {
    let mut record = Record::start(GAME);
    while let Some(text) = record.game().pick_legal_move(|count| count / 2) {
        record.play(&text).expect("a legal move");
    }
    record
}

#[test]
fn a_new_game_is_found_by_name_and_played() {
    assert_eq!("no-neighbours".parse(), Ok(GAME));
    assert!(Rules::all().contains(&GAME.rules()));
    let mut game = Game::start(GAME);
    assert_eq!((game.legal_moves().len(), game.phase(), game.perft(2)), (16, Phase::Placing, 192));
    game.play("b2").expect("a legal move");
    assert_eq!((game.to_string().as_str(), game.side()), ("4/4/1x2/4 o", Side::Second));
    let refused = |text: &str| game.clone().play(text).unwrap_err();
    assert_eq!(refused("b2").kind, MoveRefusalKind::Occupied);
    assert_eq!(refused("b3").to_string(), "There is a checker beside b3.");
    assert_eq!(refused("e5").kind, MoveRefusalKind::NotAMove);
    assert_eq!(
        game.explain_taps(&["c2".parse().unwrap()]).explanation().rule,
        "no-neighbours.turns"
    );
}

#[test]
fn a_new_game_ends_and_round_trips_through_pdn() {
    let record = played();
    let outcome = record.game().outcome().expect("an end");
    assert_eq!(outcome.winner(), Some(!record.game().side()));
    assert!(
        record.game().explain_outcome().expect("a reason").to_string().contains("cannot place")
    );
    let pdn = record.to_string();
    assert!(pdn.contains("[RuleSet \"no-neighbours\"]") && !pdn.contains("GameType"), "{pdn}");
    assert_eq!(pdn.parse::<Record>().expect("a game").game(), record.game());
}

#[test]
fn a_new_game_has_pictures_taps_and_the_board_editor() {
    let game = Game::from_text(GAME, "4/4/1x2/4 o").expect("a position");
    let picture = BoardPicture::of(&game);
    assert_eq!((picture.rows.len(), picture.rows[2][1].checkers.len()), (4, 1));
    let actions = game.actions();
    for action in &actions {
        assert_eq!(tap(&actions, &[], action.trail[0]), TapMeaning::Act(action));
    }
    let text = GAME.rules().setup_text(game.side(), &|square| game.checkers_on(square));
    assert_eq!(Some(text), game.text());
    assert!(rule_book(GAME.rules()).iter().any(|rule| rule.topic == GAME.ritual_topic()));
}
