//! The special rules of the four games on small boards. Parker's offences are in `parker`.

use std::string::String;

use super::{
    KingMe, KingMeContinues, Parker, PlayedGame, Regal, RuleSet, WinningMoves, after, check, result,
};
use crate::{Notation, Position};

/// Two rows of each side that cannot move.
const WALL: &str = "W21,22,23,24,25,26,27,28:B13,14,15,16,17,18,19,20";

/// A king of each side, and two circles that never meet, of six and eight squares.
const KINGS: &str = "B:WK32:BK1";
const SIX: [&str; 6] = ["1", "6", "10", "14", "9", "5"];
const EIGHT: [&str; 8] = ["32", "28", "24", "19", "23", "26", "31", "27"];

#[test]
fn men_step_forward_and_kings_both_ways() {
    check(
        after::<WinningMoves>("B:W32:B14", &[]),
        &[("14-17", "W:W32:B17"), ("14-18", "W:W32:B18")],
    );
    check(after::<WinningMoves>("W:W14:B4", &[]), &[("14-10", "B:W10:B4"), ("14-9", "B:W9:B4")]);
    check(
        after::<WinningMoves>("B:W32:BK14", &[]),
        &[
            ("14-10", "W:W32:BK10"),
            ("14-17", "W:W32:BK17"),
            ("14-18", "W:W32:BK18"),
            ("14-9", "W:W32:BK9"),
        ],
    );
    check(
        after::<WinningMoves>("B:W5:B25", &[]),
        &[("25-29", "W:W5:BK29"), ("25-30", "W:W5:BK30")],
    );
}

#[test]
fn men_jump_forward_and_kings_both_ways() {
    check(after::<WinningMoves>("B:W10,18:B14", &[]), &[("14x23", "W:W10:B23")]);
    check(
        after::<WinningMoves>("B:W10,18:BK14", &[]),
        &[("14x23", "W:W10:BK23"), ("14x7", "W:W18:BK7")],
    );
}

#[test]
fn a_mandatory_jump_may_be_any_of_several() {
    // The man on 14 captures two, the man on 15 one: both are legal.
    let moves = [("14x23x32", "W:W29:B1,15,K32"), ("15x22", "W:W27,29:B1,14,22")];
    check(after::<WinningMoves>("B:W18,27,29:B1,14,15", &[]), &moves);
    check(after::<KingMe>("B:W18,27,29:B1,14,15", &[]), &moves);
    check(after::<KingMeContinues>("B:W18,27,29:B1,14,15", &[]), &moves);
}

#[test]
fn jumping_and_going_on_are_a_choice_in_regal_checkers() {
    check(
        after::<Regal>("B:W18,27:B14", &[]),
        &[("14-17", "W:W18,27:B17"), ("14x23", "W:W27:B23"), ("14x23x32", "W:W:BK32")],
    );
}

#[test]
fn a_king_may_come_back_to_where_it_began() {
    let ring = "B:W15,16,23,24,32:BK11";
    let moves = [("11x18x27x20x11", "W:W32:BK11"), ("11x20x27x18x11", "W:W32:BK11")];
    check(after::<WinningMoves>(ring, &[]), &moves);
    assert_eq!(
        after::<Regal>(ring, &[]).legal_texts(),
        [
            "11-7",
            "11-8",
            "11x18",
            "11x18x27",
            "11x18x27x20",
            "11x18x27x20x11",
            "11x20",
            "11x20x27",
            "11x20x27x18",
            "11x20x27x18x11",
        ]
    );
}

#[test]
fn a_jump_goes_on_through_the_square_it_began_on() {
    check(
        after::<WinningMoves>("B:W7,15,16,23,24,32:BK11", &[]),
        &[
            ("11x18x27x20x11x2", "W:W32:BK2"),
            ("11x2", "W:W15,16,23,24,32:BK2"),
            ("11x20x27x18x11x2", "W:W32:BK2"),
        ],
    );
}

#[test]
fn a_jumped_checker_is_removed_at_once() {
    // From 23 the king would find 18 in front of it once more, and 14 free behind it.
    check(after::<WinningMoves>("B:W18,32:BK14", &[]), &[("14x23", "W:W32:BK23")]);
    // The path crosses itself on 18, over four different checkers.
    check(
        after::<WinningMoves>("B:W14,15,22,23,32:BK9,1", &[]),
        &[
            ("9x18x11", "W:W22,23,32:B1,K11"),
            ("9x18x25", "W:W15,23,32:B1,K25"),
            ("9x18x27", "W:W15,22,32:B1,K27"),
        ],
    );
}

#[test]
fn a_man_crowned_by_a_jump_stops_or_goes_on() {
    let position = "B:W26,27:B22";
    check(after::<WinningMoves>(position, &[]), &[("22x31", "W:W27:BK31")]);
    check(after::<KingMe>(position, &[]), &[("22x31", "W:W27:BK31")]);
    check(after::<KingMeContinues>(position, &[]), &[("22x31x24", "W:W:BK24")]);
    check(after::<Regal>(position, &[]), &[("22-25", "W:W26,27:B25"), ("22x31", "W:W27:BK31")]);
    check(after::<Parker>(position, &[]), &[("22-25", ""), ("22x31", "W:W27:BK31")]);
}

#[test]
fn a_crowned_man_that_goes_on_must_for_as_long_as_it_can() {
    check(after::<KingMeContinues>("B:W5,19,26,27:B22", &[]), &[("22x31x24x15", "W:W5:BK15")]);
    // Nothing to jump as a king: the turn ends there.
    check(after::<KingMeContinues>("B:W26,28:B22", &[]), &[("22x31", "W:W28:BK31")]);
}

#[test]
fn a_side_without_checkers_has_lost_whoever_is_on_turn() {
    fn lost<R: RuleSet>() {
        for text in ["B:W:B1", "W:W:B1"] {
            check(after::<R>(text, &[]), &[]);
            assert_eq!(result(&after::<R>(text, &[])), ("1-0", "captured-all"), "{text}");
        }
        for text in ["B:WK32:B", "W:WK32:B"] {
            assert_eq!(result(&after::<R>(text, &[])), ("0-1", "captured-all"), "{text}");
        }
        assert_eq!(result(&after::<R>("B:W18:B14", &["14x23"])), ("1-0", "captured-all"));
    }
    lost::<Regal>();
    lost::<KingMe>();
    lost::<KingMeContinues>();
    lost::<WinningMoves>();
    lost::<Parker>();
}

#[test]
fn a_player_who_cannot_move_loses_or_passes_in_regal_checkers() {
    fn loses<R: RuleSet>() {
        check(after::<R>("B:W16,19:B12", &[]), &[]);
        assert_eq!(result(&after::<R>("B:W16,19:B12", &[])), ("0-1", "no-move"));
        assert_eq!(result(&after::<R>("W:W21:B14,17", &[])), ("1-0", "no-move"));
    }
    loses::<KingMe>();
    loses::<KingMeContinues>();
    loses::<WinningMoves>();
    loses::<Parker>();
    check(after::<Regal>("B:W16,19:B12", &[]), &[("pass", "W:W16,19:B12")]);
    assert_eq!(result(&after::<Regal>("B:W16,19:B12", &[])), ("*", ""));
    let game = after::<Regal>("B:W16,19:B12", &[]);
    assert!(!game.makes_progress(game.parse_move("pass").unwrap()));
}

#[test]
fn regal_checkers_is_drawn_at_once_when_neither_can_move() {
    for side in ["B", "W"] {
        let game = after::<Regal>(&[side, WALL].join(":"), &[]);
        check(game, &[]);
        assert_eq!(result(&game), ("1/2-1/2", "neither-can-move"));
    }
    let closed = after::<Regal>("B:W21,22,23,24,25,26,27,28:B12,13,14,15,17,18,19,20", &["12-16"]);
    assert_eq!(result(&closed), ("1/2-1/2", "neither-can-move"));
    assert_eq!(result(&after::<WinningMoves>(&["B", WALL].join(":"), &[])), ("0-1", "no-move"));
}

#[test]
fn eighty_plies_without_a_jump_or_a_mans_move_are_a_draw() {
    fn drawn<R: RuleSet>() {
        let mut played = PlayedGame::<R>::from(KINGS);
        played.walk(80, &SIX, &EIGHT);
        assert_eq!(played.draw(), "no-progress");
    }
    drawn::<Regal>();
    drawn::<KingMe>();
    drawn::<KingMeContinues>();
    drawn::<WinningMoves>();
    drawn::<Parker>();
}

#[test]
fn a_mans_move_and_a_jump_restart_the_count() {
    let mut played = PlayedGame::<WinningMoves>::from("B:WK32:BK1,12");
    played.walk(78, &SIX, &EIGHT);
    played.play("12-16");
    assert_eq!(played.history.plies_without_progress(), 0);
    let mut jumped = PlayedGame::<Regal>::from("B:W18,K32:BK14");
    jumped.walk(4, &["14", "9"], &["32", "28"]);
    assert_eq!(jumped.history.plies_without_progress(), 4);
    jumped.play("14x23");
    assert_eq!(jumped.history.plies_without_progress(), 0);
}

#[test]
fn a_pass_is_a_ply_without_progress() {
    // The first side is blocked; the second side's king moves back and forth.
    let mut played = PlayedGame::<Regal>::from("B:W16,19,K29:B12");
    for text in ["pass", "29-25", "pass", "25-29"] {
        played.play(text);
    }
    assert_eq!((played.history.plies_without_progress(), played.draw()), (4, ""));
    for text in ["pass", "29-25", "pass", "25-29"] {
        played.play(text);
    }
    assert_eq!(played.draw(), "repetition");
}

#[test]
fn the_third_occurrence_is_a_draw_and_the_start_is_the_first() {
    let mut played = PlayedGame::<KingMe>::from(KINGS);
    played.walk(8, &["1", "6"], &["32", "27"]);
    assert_eq!(played.draw(), "repetition");
}

#[test]
fn the_third_occurrence_comes_before_no_progress() {
    // Circles of four and ten squares: the start recurs after 40 plies and after 80.
    let ten = ["32", "28", "24", "20", "16", "19", "23", "26", "31", "27"];
    let mut played = PlayedGame::<WinningMoves>::from(KINGS);
    played.walk(80, &["1", "6", "9", "5"], &ten);
    assert_eq!((played.history.plies_without_progress(), played.draw()), (80, "repetition"));
}

#[test]
fn a_jump_may_be_shortened_when_one_fits_and_the_exact_text_wins() {
    let read = |position: &str, text: &str| {
        let game = after::<WinningMoves>(position, &[]);
        game.parse_move(text).map(|mv| game.move_text(mv)).map_err(|refusal| refusal.candidates)
    };
    let two = "B:W6,14,15,22,23:B1";
    let both = ["1x10x17x26", "1x10x19x26"].map(String::from);
    for text in ["1x26", "1x10x26"] {
        assert_eq!(read(two, text), Err(both.to_vec()), "{text}");
    }
    for text in ["1x17x26", "1x10x17x26", " 1 x 17 x 26 "] {
        assert_eq!(read(two, text), Ok(both[0].clone()), "{text}");
    }
    assert_eq!(read(two, "1x19x26"), Ok(both[1].clone()));
    // Two longer jumps begin and end there as well.
    assert_eq!(read("B:W7,15,16,23,24,32:BK11", "11x2"), Ok("11x2".into()));
}
