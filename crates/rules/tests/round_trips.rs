//! Round trips: positions of random games, their moves and small values are parsed back equal from
//! the texts that they display, and every accepted form is written in one form.
#![allow(clippy::unwrap_used)] // A panic is how a test fails.

use std::fmt::{Debug, Display};
use std::str::FromStr;

use crownhead_rules::checkers::{
    KingMeStandard, KingMeStandardContinues, ParkerCheckers, RegalCheckers, WinningMovesCheckers,
};
use crownhead_rules::coast_to_coast::{self, CoastToCoast, Layout};
use crownhead_rules::dark::Path;
use crownhead_rules::placing::{
    CheckerboardMove, CheckerboardTicTacToe, Size, TicTacToe, Variations,
};
use crownhead_rules::stack_em::{self, StackEm};
use crownhead_rules::{
    AnySquare, Notation, PositionErrors, Reason, Side, Verdict, checkers, dark, grid,
};
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::Index;
use proptest::test_runner::{Config, RngSeed, TestRunner};

/// Deterministic, so that every run tries the same cases.
fn runner(cases: u32) -> TestRunner {
    let rng_seed = RngSeed::Fixed(11);
    TestRunner::new(Config { cases, failure_persistence: None, rng_seed, ..Config::default() })
}

/// Plays random games and calls `check` with every position.
fn each_position<P: Notation>(start: &P, check: impl Fn(&P)) {
    let run = |picks: Vec<Index>| {
        let mut position = start.clone();
        check(&position);
        for pick in picks {
            let moves = position.legal_moves();
            if moves.is_empty() {
                break;
            }
            position.play(moves[pick.index(moves.len())]).unwrap();
            check(&position);
        }
        Ok(())
    };
    runner(40).run(&vec(any::<Index>(), 0..120), run).unwrap();
}

/// A position displays as its text and is parsed from every form of it; a position without a text
/// displays as something that cannot be parsed.
fn round_trip<P>(
    position: &P,
    read: impl Fn(&str) -> Result<P, PositionErrors>,
    other: fn(&str) -> String,
) where
    P: Notation,
{
    let shown = position.to_string();
    let Some(text) = position.text() else {
        assert!(shown.ends_with(&format!(" ({})", position.phase())), "{shown}");
        assert!(read(&shown).is_err(), "{shown}");
        return;
    };
    assert_eq!(shown, text);
    let again = read(&shown).unwrap();
    assert_eq!(again, *position, "{shown}");
    assert_eq!(again.key(), position.key(), "{shown}");
    let generous = other(&shown);
    assert_ne!(generous, shown);
    assert_eq!(read(&generous).unwrap().to_string(), shown, "{generous}");
}

/// The same for a type that implements `FromStr` and whose default is the start position.
fn check_parsed<P>(start: &P, other: fn(&str) -> String)
where
    P: Notation + Default + FromStr<Err = PositionErrors>,
{
    assert_eq!(P::default(), *start);
    each_position(start, |position| round_trip(position, str::parse, other));
}

/// Black before white, with a full stop.
fn swapped(fen: &str) -> String {
    let fields: Vec<_> = fen.split(':').collect();
    format!("{} : {} : {} .", fields[0], fields[2], fields[1]).replace(" .", ".")
}

/// The stacks in descending order of the squares.
fn reversed(stacks: &str) -> String {
    let (side, stacks) = stacks.split_once(':').unwrap();
    let stacks: Vec<_> = stacks.split(',').rev().collect();
    format!(" {side}:{}", stacks.join(","))
}

/// More spaces than necessary.
fn spread(rows: &str) -> String {
    format!(" {}\t", rows.replace(' ', "   "))
}

#[test]
fn checkers_positions_round_trip() {
    check_parsed(&RegalCheckers::start(), swapped);
    check_parsed(&KingMeStandard::start(), swapped);
    check_parsed(&KingMeStandardContinues::start(), swapped);
    check_parsed(&WinningMovesCheckers::start(), swapped);
    check_parsed(&ParkerCheckers::start(), swapped);
}

#[test]
fn stack_em_positions_round_trip() {
    check_parsed(&StackEm::start(), reversed);
    each_position(&StackEm::start(), |position| {
        for mv in position.legal_moves() {
            assert_eq!(position.move_text(mv).parse(), Ok(mv));
        }
    });
}

#[test]
fn coast_to_coast_positions_round_trip() {
    check_parsed(&CoastToCoast::start(Layout::Lines), spread);
    let start = CoastToCoast::start(Layout::Corner);
    each_position(&start, |position| round_trip(position, str::parse, spread));
}

#[test]
fn tic_tac_toe_positions_round_trip() {
    check_parsed(&TicTacToe::start(), spread);
}

#[test]
fn checkerboard_tic_tac_toe_positions_round_trip() {
    assert_eq!(
        CheckerboardTicTacToe::default(),
        CheckerboardTicTacToe::start(Variations::default())
    );
    for number in 0..8 {
        let size = if number & 1 == 0 { Size::Five } else { Size::Six };
        let variation = Variations { exchange: number & 2 > 0, floating: number & 4 > 0, size };
        let read = |text: &str| CheckerboardTicTacToe::from_text(variation, text);
        each_position(&CheckerboardTicTacToe::start(variation), |position| {
            round_trip(position, read, spread);
            for mv in position.legal_moves() {
                assert_eq!(position.move_text(mv).parse(), Ok(mv));
            }
        });
    }
}

/// A setup from a position converts back to that position.
#[test]
fn setups_round_trip() {
    each_position(&RegalCheckers::start(), |position| {
        assert_eq!(checkers::Setup::from(position).position(), Ok(*position));
    });
    each_position(&StackEm::start(), |position| {
        assert_eq!(stack_em::Setup::from(position).position().as_ref(), Ok(position));
    });
    each_position(&CoastToCoast::default(), |position| {
        assert_eq!(coast_to_coast::Setup::from(position).position(), Ok(*position));
    });
}

fn check_round_trip<T: Display + FromStr<Err: Debug> + Eq + Debug>(value: T) {
    let text = value.to_string();
    assert_eq!(text.parse::<T>().unwrap(), value, "{text}");
}

#[test]
fn small_values_round_trip() {
    Side::ALL.into_iter().for_each(check_round_trip);
    Side::ALL.map(Verdict::Win).into_iter().chain([Verdict::Draw]).for_each(check_round_trip);
    Reason::ALL.into_iter().for_each(check_round_trip);
    Layout::ALL.into_iter().for_each(check_round_trip);
    dark::Square::all().for_each(check_round_trip);
    grid::Square::all().for_each(check_round_trip);
    dark::Square::all().map(AnySquare::from).for_each(check_round_trip);
    grid::Square::all().map(AnySquare::from).for_each(check_round_trip);
}

/// Any text is refused with what was expected, or displays as a text that parses to the same value.
#[test]
fn any_text_is_refused_or_round_trips() {
    fn check<T: Display + FromStr<Err: Display> + Eq + Debug>(text: &str) {
        match text.parse::<T>() {
            Ok(value) => assert_eq!(value.to_string().parse::<T>().ok(), Some(value), "{text}"),
            Err(error) => assert!(error.to_string().starts_with("expected "), "{text}: {error}"),
        }
    }
    let piece = prop_oneof!["[0-9]{1,2}", "[a-h][1-8]", "[-x=]", "pass", any::<String>()];
    let text = vec(piece, 0..8).prop_map(|pieces| pieces.concat());
    let hops = vec(1..=32_u8, 1..16)
        .prop_map(|squares| squares.iter().map(ToString::to_string).collect::<Vec<_>>().join("x"));
    let run = |text: String| {
        check::<Side>(&text);
        check::<Verdict>(&text);
        check::<Reason>(&text);
        check::<Layout>(&text);
        check::<dark::Square>(&text);
        check::<grid::Square>(&text);
        check::<AnySquare>(&text);
        check::<Path>(&text);
        check::<CheckerboardMove>(&text);
        Ok(())
    };
    runner(4_000).run(&prop_oneof![text, hops], run).unwrap();
    assert!(
        ["22-8", "1-2", "22x8", "22x15x7", "22", "", "x"]
            .iter()
            .all(|t| t.parse::<Path>().is_err())
    );
}
