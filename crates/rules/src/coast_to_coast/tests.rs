//! Tests of the special rules of Coast to Coast, its texts and its explanations.

use alloc::string::ToString;
use std::collections::BTreeSet;

use super::*;
use crate::{History, MoveRefusalKind, PositionError, Verdict};

/// Black's men crowded before the enemy home, some without a free move out of it.
const CROWD: &str = "5bb1/6bb/5b1b/8/8/rrr5/rrr5/8 b 6 6";
/// Black's only king is blocked.
const SHUT_IN: &str = "Brr5/rr6/r1r5/8/8/8/8/8 b 11 6";

fn board(text: &str) -> CoastToCoast {
    text.parse::<CoastToCoast>().unwrap_or_else(|errors| panic!("{text}: {errors}"))
}

fn start() -> CoastToCoast {
    CoastToCoast::start(Layout::Lines)
}

#[track_caller]
fn moves_from(text: &str, from: &str, expected: &str) {
    let mut legal = board(text).legal_texts();
    legal.retain(|mv| mv.starts_with(from));
    assert_eq!(legal.join(" "), expected);
}

#[track_caller]
fn after(text: &str, mv: &str, expected: &str) {
    let mut game = board(text);
    let mv = game.parse_move(mv).unwrap_or_else(|refusal| panic!("{refusal}"));
    game.play(mv).unwrap();
    assert_eq!(game.text().unwrap(), expected);
}

#[track_caller]
fn refuses(
    game: &CoastToCoast,
    text: &str,
    kind: MoveRefusalKind,
    topic: &str,
    sentence: &str,
) -> MoveRefusal {
    let refusal = game.parse_move(text).unwrap_err();
    assert_eq!((refusal.kind, refusal.to_string().as_str()), (kind, sentence), "{text}");
    assert_eq!(refusal.explanation.rule, alloc::format!("coast-to-coast.{topic}"), "{text}");
    let legal = game.legal_texts();
    assert!(refusal.candidates.iter().all(|candidate| legal.contains(candidate)), "{text}");
    assert!(refusal.candidates.is_sorted());
    refusal
}

#[test]
fn both_layouts_start_as_the_rule_book_describes() {
    let lines = "3rrr2/4rrr1/5rrr/b5rr/bb5r/bbb5/1bbb4/2bbb3 b 0 0";
    assert_eq!(start().text().unwrap(), lines);
    assert_eq!(Layout::default(), Layout::Lines);
    let game = CoastToCoast::start(Layout::Corner);
    assert_eq!(game.checkers(Side::First).len(), 12);
    let corner_squares: Vec<_> =
        game.checkers(Side::First).into_iter().map(|square| square.to_string()).collect();
    assert_eq!(corner_squares.join(" "), "b1 c1 d1 a2 b2 c2 d2 a3 b3 c3 a4 b4");
}

#[test]
fn a_man_goes_in_five_directions_and_a_king_in_eight() {
    moves_from("8/8/8/8/3b4/8/8/7r b 11 11", "d4", "d4-c5 d4-d5 d4-e3 d4-e4 d4-e5");
    moves_from("8/8/8/8/3r4/8/8/7b r 11 11", "d4", "d4-c3 d4-c4 d4-c5 d4-d3 d4-e3");
    let all = "d4-c3 d4-c4 d4-c5 d4-d3 d4-d5 d4-e3 d4-e4 d4-e5";
    moves_from("8/8/8/8/3B4/8/8/7r b 11 11", "d4", all);
}

#[test]
fn jumps_go_over_either_colour_and_may_stop_anywhere() {
    let text = "8/8/5b2/3r4/8/1r6/b7/8 b 10 10";
    moves_from(text, "a2", "a2-a3 a2-b1 a2-b2 a2-c4 a2-e6 a2-g6");
    after(text, "a2-g6", "8/8/5bb1/3r4/8/1r6/8/8 r 10 10");
}

#[test]
fn each_destination_is_one_move_whatever_the_route() {
    // c3 goes to e5 over d3 and e4, or over c4 and d5.
    let game = board("8/8/8/3r4/2r1r3/2br4/8/8 b 11 8");
    let legal = game.legal_texts();
    assert_eq!(legal.iter().filter(|text| *text == "c3-e5").count(), 1);
    let trail: Vec<_> = game.move_details(game.parse_move("c3-e5").unwrap()).trail;
    assert_eq!(trail.len(), 3);
}

#[test]
fn the_trail_is_a_shortest_route() {
    let trail = |text: &str, mv: &str| {
        let game = board(text);
        let mv = game.parse_move(mv).unwrap();
        let names: Vec<_> = game.move_details(mv).trail.iter().map(ToString::to_string).collect();
        names.join(" ")
    };
    let text = "8/8/5b2/3r4/8/1r6/b7/8 b 10 10";
    assert_eq!(trail(text, "a2-a3"), "a2 a3");
    assert_eq!(trail(text, "a2-g6"), "a2 c4 e6 g6");
    assert_eq!(trail("5r2/6b1/8/8/8/8/8/8 b 11 11", "g7-h8-g8"), "g7 h8 g8");
    assert_eq!(trail("6r1/6r1/5b2/8/8/8/8/8 b 11 10", "f6-h8-f8"), "f6 h8 f8");
    assert_eq!(trail(SHUT_IN, "pass"), "");
}

#[test]
fn a_man_is_crowned_in_the_enemy_home_and_leaves_it_at_once() {
    let text = "8/6b1/8/8/8/8/r7/8 b 11 11";
    moves_from(text, "g7", "g7-f8 g7-g8 g7-h6 g7-h7 g7-h8-g8 g7-h8-h7");
    after(text, "g7-h8-g8", "6B1/8/8/8/8/8/r7/8 r 11 11");
    after("8/8/8/8/8/8/1r6/7b r 11 11", "b2-a1-b1", "8/8/8/8/8/8/8/1R5b b 11 11");
}

#[test]
fn a_man_that_jumps_into_the_enemy_home_ends_its_move_and_has_a_free_one() {
    // Over g7 to h8, then as a king back over g7 would end where the turn began.
    let text = "6r1/6r1/5b2/8/8/8/8/8 b 11 10";
    moves_from(text, "f6-h8", "f6-h8-f8 f6-h8-h6 f6-h8-h7");
    // The start square may be passed: h8, f6 again, and on over e5 to d4.
    let text = "6r1/6r1/5b2/4r3/8/8/8/8 b 11 9";
    moves_from(text, "f6-h8", "f6-h8-d4 f6-h8-f8 f6-h8-h6 f6-h8-h7");
}

#[test]
fn the_enemy_home_is_closed_to_a_man_without_a_free_move() {
    moves_from(CROWD, "g7", "");
    moves_from(CROWD, "g8", "");
}

/// Jumps keep the parity of file and rank, so no free move gets from one home to the other.
#[test]
fn a_free_move_may_be_many_jumps_but_never_leads_home() {
    let text = "6b1/6r1/8/4r3/8/2r5/8/8 b 11 9";
    moves_from(text, "g8", "g8-h7 g8-h8-b2 g8-h8-d4 g8-h8-f6 g8-h8-h7");
    after(text, "g8-h8-b2", "8/6r1/8/4r3/8/2r5/1B6/8 r 11 9");
}

#[test]
fn a_king_passes_the_enemy_home_but_never_stops_there() {
    let text = "6r1/6r1/5B2/8/8/8/8/8 b 11 10";
    let game = board(text);
    assert!(game.legal_texts().iter().any(|mv| mv == "f6-f8"), "by way of h8");
    assert!(game.legal_texts().iter().all(|mv| !mv.contains("h8")));
    let mv = game.parse_move("f6-h8-f8").unwrap();
    assert_eq!(game.move_text(mv), "f6-f8");
    assert!(!game.makes_progress(mv));
    moves_from("6B1/8/8/8/8/8/8/1r6 b 11 11", "g8", "g8-f7 g8-f8 g8-g7 g8-h7");
}

#[test]
fn a_king_that_comes_home_is_taken_off_and_its_turn_ends() {
    // Over b2 to a1; from there a jump over b1 to c1 would be open.
    let text = "8/8/8/8/8/2B5/1r6/1r6 b 11 10";
    moves_from(text, "c3", "c3-a1 c3-b3 c3-b4 c3-c2 c3-c4 c3-d2 c3-d3 c3-d4");
    let game = board(text);
    assert!(game.makes_progress(game.parse_move("c3-a1").unwrap()));
    after(text, "c3-a1", "8/8/8/8/8/8/1r6/1r6 r 12 10");
}

#[test]
fn twelve_home_wins() {
    let outcome = |text: &str| board(text).outcome().map(|end| (end.verdict, end.reason));
    let wins = |side| Some((Verdict::Win(side), Reason::AllHome));
    assert_eq!(outcome("8/8/8/8/8/8/1r6/8 r 12 11"), wins(Side::First));
    assert_eq!(outcome("8/8/8/8/8/8/1b6/8 b 11 12"), wins(Side::Second));
    assert_eq!(outcome("8/8/8/8/8/8/1b6/8 r 11 12"), wins(Side::Second));
    assert_eq!(outcome("8/8/8/8/8/8/8/8 b 12 12"), wins(Side::Second), "red moved last");
    assert_eq!(outcome("8/8/8/8/8/8/8/8 r 12 12"), wins(Side::First), "black moved last");
    assert!(board("8/8/8/8/8/8/1b6/8 b 11 12").legal_texts().is_empty());
}

#[test]
fn a_player_who_cannot_move_passes() {
    let mut game = board(SHUT_IN);
    assert_eq!(game.legal_texts(), ["pass"]);
    assert_eq!(game.outcome(), None);
    let mv = game.parse_move(" pass ").unwrap();
    assert!(!game.makes_progress(mv));
    game.play(mv).unwrap();
    assert_eq!(game.text().unwrap(), SHUT_IN.replace(" b ", " r "));
}

/// Twelve checkers a side cannot block each other completely, so this board is full of men, which
/// no text can describe.
#[test]
fn a_board_where_neither_can_move_is_a_draw() {
    let homes: SquareSet = Side::ALL.map(CoastToCoast::home_of).into_iter().collect();
    let lower = SquareSet::from_bits(0xffff_ffff);
    let game = CoastToCoast { checkers: BySide::new(lower & !homes, !lower & !homes), ..start() };
    assert_eq!(game.outcome(), Some(Outcome::draw(Reason::NeitherCanMove)));
    assert_eq!((game.count_moves(), game.legal_texts().len()), (0, 0));
}

#[test]
fn the_third_occurrence_is_a_draw() {
    let mut game = board("6B1/8/8/8/8/8/8/6R1 b 11 11");
    let mut history = History::new(&game);
    let mut turn = |game: &mut CoastToCoast, text: &str| {
        let mv = game.parse_move(text).unwrap();
        history.play(game, mv);
        history.draw(game).map(|end| end.reason)
    };
    for text in ["g8-f8", "g1-f1", "f8-g8", "f1-g1", "g8-f8", "g1-f1", "f8-g8"] {
        assert_eq!(turn(&mut game, text), None);
    }
    assert_eq!(turn(&mut game, "f1-g1"), Some(Reason::Repetition));
}

#[test]
fn keys_differ_between_positions_and_follow_moves() {
    let texts = [
        "8/8/8/8/3b4/8/8/7r b 11 11",
        "8/8/8/8/3b4/8/8/7r r 11 11",
        "8/8/8/8/3B4/8/8/7r b 11 11",
        "8/8/8/8/3b4/8/8/7R b 11 11",
        "8/8/8/8/3r4/8/8/7b b 11 11",
        "8/8/8/8/2b5/8/8/7r b 11 11",
        "8/8/8/8/8/8/8/7r b 12 11",
    ];
    let keys: BTreeSet<_> = texts.iter().map(|text| board(text).key()).collect();
    assert_eq!(keys.len(), texts.len());
    for text in texts.into_iter().chain([CROWD, SHUT_IN, "8/6b1/8/8/8/8/r7/8 b 11 11"]) {
        let game = board(text);
        game.each_move(|mv| {
            let mut next = game;
            next.play_unchecked(mv);
            assert_eq!(game.key() ^ game.key_change(mv), next.key());
        });
    }
}

#[test]
fn positions_are_read_generously_and_written_in_one_form() {
    let text = "3rrr2/4rrr1/5rrr/b5rr/bb5r/bbb5/1bbb4/2bbb3 b 0 0";
    let generous = "  3rrr11/4rrr1/5rrr/b5rr/bb5r/bbb5/1bbb22/2bbb3\tb  0\n00 ";
    assert_eq!(board(generous), start());
    assert_eq!(start().text().unwrap(), text);
    let setup = Setup::from(&start());
    assert_eq!(setup.position(), Ok(start()));
}

#[track_caller]
fn errors(text: &str, expected: &[&str]) {
    let errors = text.parse::<CoastToCoast>().unwrap_err();
    let found: Vec<_> = errors.iter().map(ToString::to_string).collect();
    assert_eq!(found, expected);
}

#[test]
fn every_error_of_a_bad_text_is_reported() {
    let parts = "a position has four parts with blanks between them: the board, b or r for the \
                 side to move, and how many of black's and of red's checkers are home";
    let twelve = |side: &str, count: u32| {
        alloc::format!("{side} has {count} checkers on the board and at home, not twelve")
    };
    errors("", &[parts]);
    errors("8/8/8/8/8/8/8/8 b 12 12 7", &[parts]);
    errors(
        "8/8/8/8 w -1 many",
        &[
            "the board has 4 ranks, not 8 with / between them",
            "the side to move is not b or r",
            "how many of black's checkers are home is not a number from 0 to 12",
            "how many of red's checkers are home is not a number from 0 to 12",
        ],
    );
    errors(
        "9/8b/7/é7/8/8/8/8 b 12 12",
        &[
            "rank 8: “9” is not b, B, r, R or a digit from 1 to 8",
            "rank 7: more than 8 squares",
            "rank 6: 7 squares, not 8",
            "rank 5: “é” is not b, B, r, R or a digit from 1 to 8",
        ],
    );
    errors(
        "7r/8/8/8/8/8/8/B7 b 0 13",
        &[
            "a checker on a1, a home, which always stays empty",
            "a checker on h8, a home, which always stays empty",
            &twelve("black", 1),
            &twelve("red", 14),
        ],
    );
    errors(
        "8/8/8/8/8/8/8/7b w 4294967295 12",
        &["the side to move is not b or r", &twelve("black", u32::MAX)],
    );
    let doubled = Setup {
        checkers: BySide::new(start().checkers.first, start().checkers.first),
        ..Setup::from(&start())
    };
    assert_eq!(
        doubled
            .position()
            .unwrap_err()
            .iter()
            .filter(|error| matches!(error, PositionError::TwoOnASquare(_)))
            .count(),
        12
    );
}

#[test]
fn hostile_texts_are_refused() {
    let game = start();
    for piece in ["/", "8", "b", "é", "\u{0}", "a3-", "a3-c5-", "-", "pass", "🂡", " ", "b 0 0 "]
    {
        let long = piece.repeat(50_000);
        assert!(long.parse::<CoastToCoast>().is_err());
        assert!(game.parse_move(&long).is_err());
        assert!(board(CROWD).parse_move(&long).is_err());
        assert!(board(SHUT_IN).parse_move(&long).is_err());
    }
}

mod explanations;
