//! The special rules of Stack'Em on small boards, and the parser of positions.

mod ends;
mod explanations;

use std::format;
use std::string::{String, ToString};
use std::vec::Vec;

use super::StackEm;
use crate::{Checker, Notation, Outcome, Position, PositionError, Reason, Side, dark, grid};

fn board(text: &str) -> StackEm {
    text.parse::<StackEm>().unwrap()
}

/// Checks the legal moves of a position, and the position after each.
fn check(text: &str, moves: &[(&str, &str)]) {
    let game = board(text);
    let mut found = Vec::new();
    game.each_move(|mv| {
        let mut next = game.clone();
        next.play_unchecked(mv);
        found.push((game.move_text(mv), next.text().unwrap()));
    });
    found.sort();
    let moves: Vec<_> = moves.iter().map(|(mv, next)| (mv.to_string(), next.to_string())).collect();
    assert_eq!(found, moves, "{text}");
    assert_eq!(game.count_moves(), moves.len() as u64, "{text}");
}

#[test]
fn the_start_has_three_rows_of_men_and_red_moves() {
    let men = |numbers: core::ops::RangeInclusive<u8>, letter: &str| -> Vec<String> {
        numbers.map(|number| format!("{number}{letter}")).collect()
    };
    let stacks = [men(1..=12, "r"), men(21..=32, "b")].concat().join(",");
    assert_eq!(StackEm::start().text().unwrap(), format!("R:{stacks}"));
    assert_eq!(
        StackEm::start().legal_texts(),
        ["10-14", "10-15", "11-15", "11-16", "12-16", "9-13", "9-14"]
    );
}

#[test]
fn a_stack_moves_as_its_top_does() {
    check("R:14bbr,32b", &[("14-17", "B:17bbr,32b"), ("14-18", "B:18bbr,32b")]);
    check("B:14rb,1R", &[("14-10", "R:1R,10rb"), ("14-9", "R:1R,9rb")]);
    check(
        "R:14bR,32b",
        &[
            ("14-10", "B:10bR,32b"),
            ("14-17", "B:17bR,32b"),
            ("14-18", "B:18bR,32b"),
            ("14-9", "B:9bR,32b"),
        ],
    );
}

#[test]
fn the_captured_king_goes_to_the_bottom_as_a_man_and_frees_the_rest() {
    check("R:14bR,18rrB", &[("14x23", "B:18rr,23bbR")]);
}

#[test]
fn a_man_is_a_king_once_it_has_jumped_and_goes_on_backwards() {
    check("R:14r,18b,19b,32b", &[("14x23x16", "B:16bbR,32b")]);
}

#[test]
fn a_demoted_king_that_jumps_is_crowned_again() {
    // The red top was demoted when it was captured and freed later, so it is an ordinary man.
    check("R:14r,18b,31b", &[("14x23", "B:23bR,31b")]);
}

#[test]
fn a_mandatory_jump_may_be_any_of_several() {
    check(
        "R:1r,14r,18b,11r,16b",
        &[("11x20", "B:1r,14r,18b,20bR"), ("14x23", "B:1r,11r,16b,23bR")],
    );
}

#[test]
fn the_same_stack_is_jumped_as_long_as_an_enemy_is_on_top() {
    check("R:14R,18rbb,32b", &[("14x23x14", "B:14bbR,18r,32b")]);
    check("R:14R,18bbb,32b", &[("14x23x14x23", "B:23bbbR,32b")]);
}

#[test]
fn the_square_that_the_stack_left_is_open_to_its_jump() {
    check(
        "R:14R,18b,19b,11b,10b",
        &[("14x23x16x7x14", "B:14bbbbR"), ("14x7x16x23x14", "B:14bbbbR")],
    );
}

#[test]
fn a_checker_that_comes_free_is_jumped_no_more() {
    check("R:14R,18rb,32b", &[("14x23", "B:18r,23bR,32b")]);
}

#[test]
fn the_king_me_row_crowns_and_clears() {
    check("R:25bbr,1B", &[("25-29", "B:1B,29R"), ("25-30", "B:1B,30R")]);
    check(
        "B:6rbB,32R",
        &[
            ("6-1", "R:1bB,32R"),
            ("6-10", "R:10rbB,32R"),
            ("6-2", "R:2bB,32R"),
            ("6-9", "R:9rbB,32R"),
        ],
    );
}

#[test]
fn the_king_me_row_clears_in_the_middle_of_a_jump_too() {
    check("R:22bbr,26b,27b,1B", &[("22x31x24", "B:1B,24bR")]);
}

#[test]
fn a_player_who_cannot_move_has_lost() {
    let lost = Some(Outcome::win(Side::Second, Reason::NoMove));
    for text in ["R:", "R:32b", "R:14rb,22rrB", "R:29R,25b,22b"] {
        assert_eq!(board(text).outcome(), lost, "{text}");
        check(text, &[]);
    }
    assert_eq!(board("B:14r").outcome(), Some(Outcome::win(Side::First, Reason::NoMove)));
    assert_eq!(board("R:14r").outcome(), None);
}

#[test]
fn kings_steps_alone_make_no_progress() {
    let progress = |text: &str, mv: &str| {
        let game = board(text);
        game.makes_progress(game.parse_move(mv).unwrap())
    };
    assert!(progress("R:14bbr,32b", "14-17"));
    assert!(!progress("R:14rrR,32b", "14-17"));
    assert!(progress("R:14R,18b", "14x23"));
}

#[test]
fn the_checkers_of_a_stack_are_listed_from_the_bottom() {
    let game = board("R:14rbB");
    let checkers = game.checkers_on(dark::Square::from_number(14).unwrap().into());
    let checker = |side, king| Checker { side, king };
    assert_eq!(
        checkers,
        [checker(Side::First, false), checker(Side::Second, false), checker(Side::Second, true)]
    );
    assert!(game.checkers_on(dark::Square::from_number(15).unwrap().into()).is_empty());
    assert!(game.checkers_on(grid::Square::at(0, 0).unwrap().into()).is_empty());
}

#[test]
fn positions_that_differ_have_different_keys() {
    let texts = [
        "R:14rb",
        "B:14rb",
        "R:14br",
        "R:14rB",
        "R:14bR",
        "R:15rb",
        "R:14b",
        "R:14r",
        "R:",
        "B:",
        "R:14rrb",
        "R:14rb,15b",
    ];
    let mut keys: Vec<_> = texts.iter().map(|text| board(text).key()).collect();
    keys.sort();
    keys.dedup();
    assert_eq!(keys.len(), texts.len());
}

#[test]
fn stacks_are_read_in_any_order_and_written_in_one() {
    assert_eq!(board(" R:21b,14rbB,2r,1r\n").text().unwrap(), "R:1r,2r,14rbB,21b");
    assert_eq!(board("B:").text().unwrap(), "B:");
}

#[test]
fn every_error_is_reported_at_once() {
    let errors = |text: &str| -> Vec<PositionError> {
        text.parse::<StackEm>().unwrap_err().iter().cloned().collect()
    };
    let shown = "X:1b,14Bb,14r,15rrrrrrrrrrrrr,33r,7,é".parse::<StackEm>().unwrap_err();
    assert_eq!(
        shown.to_string(),
        "the side to move is R or B, not “X”; \
         there is no square “33”: they are numbered 1 to 32; \
         “7” isn't a stack: write one like 14rbB; \
         “é” isn't a stack: write one like 14rbB; \
         the man on 1 is on its far row, where it would be a king; \
         a king below the top of the stack on 14; \
         two checkers on 14; \
         red has 14 checkers, 12 is the most"
    );
    let square = |number| dark::Square::from_number(number).unwrap().into();
    assert_eq!(errors("R:29r"), [PositionError::ManOnFarRow(square(29))]);
    assert_eq!(errors("R:4b"), [PositionError::ManOnFarRow(square(4))]);
    assert_eq!(errors("R:14r,14r,14r"), [PositionError::TwoOnASquare(square(14))]);
    assert_eq!(errors("R:14Rr"), [PositionError::KingBelowTop(square(14))]);
    assert_eq!(errors("B:14bbbbbbbbbbbbb").len(), 1);
}

#[test]
fn malformed_texts_are_refused() {
    let long = format!("R:{}", "1r,".repeat(1_000_000));
    for text in [
        "",
        ":",
        "R",
        "r:1r",
        "R;1r",
        "R:1r,",
        "R:,",
        "R:1",
        "R:r",
        "R:0r",
        "R:001r",
        "R:1w",
        "R: 1r",
        "R:1r 2r",
        "R:4294967297r",
        "R:1r.",
        "R:1é",
        "R:1r:2b",
        long.as_str(),
    ] {
        let errors = text.parse::<StackEm>().unwrap_err();
        assert!(
            errors.iter().all(|error| matches!(error, PositionError::Form(_))),
            "{text} {errors}"
        );
    }
}
