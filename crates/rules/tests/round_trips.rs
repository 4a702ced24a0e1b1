//! What displays is parsed back equal, and what is parsed displays in one form: positions that random
//! games lead to, their moves, and the small values.
#![allow(clippy::unwrap_used)] // A panic is how a test fails.

use std::fmt::{Debug, Display};
use std::str::FromStr;

use crownhead_rules::checkers::{
    KingMeStandard, KingMeStandardContinues, ParkerCheckers, RegalCheckers, WinningMovesCheckers,
};
use crownhead_rules::coast_to_coast::{self, CoastToCoast, Layout};
use crownhead_rules::dark::Path;
use crownhead_rules::placing::{
    CheckerboardMove, CheckerboardTicTacToe, Size, TicTacToe, Variation,
};
use crownhead_rules::stack_em::{self, StackEm};
use crownhead_rules::{
    AnySquare, Notation, PositionErrors, Reason, Side, Verdict, checkers, dark, grid,
};
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::Index;
use proptest::test_runner::{Config, RngSeed, TestRunner};

/// Every run tries the same.
fn runner(cases: u32) -> TestRunner {
    let rng_seed = RngSeed::Fixed(11);
    TestRunner::new(Config { cases, failure_persistence: None, rng_seed, ..Config::default() })
}

/// Plays random games and hands every position that comes up to `check`.
fn each_position<P: Notation>(start: &P, check: impl Fn(&P)) {
    let run = |picks: Vec<Index>| {
        let mut position = start.clone();
        check(&position);
        for pick in picks {
            let moves = position.all_moves();
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

/// A position displays as its text and is read back from it, in whatever form it is written; one
/// without a text displays as something that is not read.
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

/// The same for a type that is parsed, and whose default is the start.
fn parsed<P>(start: &P, other: fn(&str) -> String)
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

/// The stacks from the highest square on.
fn reversed(stacks: &str) -> String {
    let (side, stacks) = stacks.split_once(':').unwrap();
    let stacks: Vec<_> = stacks.split(',').rev().collect();
    format!(" {side}:{}", stacks.join(","))
}

/// More blanks than there need be.
fn spread(rows: &str) -> String {
    format!(" {}\t", rows.replace(' ', "   "))
}

#[test]
fn checkers() {
    parsed(&RegalCheckers::start(), swapped);
    parsed(&KingMeStandard::start(), swapped);
    parsed(&KingMeStandardContinues::start(), swapped);
    parsed(&WinningMovesCheckers::start(), swapped);
    parsed(&ParkerCheckers::start(), swapped);
}

#[test]
fn stack_em() {
    parsed(&StackEm::start(), reversed);
    each_position(&StackEm::start(), |position| {
        for mv in position.all_moves() {
            assert_eq!(position.move_text(mv).parse(), Ok(mv));
        }
    });
}

#[test]
fn coast_to_coast() {
    parsed(&CoastToCoast::start(Layout::Lines), spread);
    let start = CoastToCoast::start(Layout::Corner);
    each_position(&start, |position| round_trip(position, str::parse, spread));
}

#[test]
fn tic_tac_toe() {
    parsed(&TicTacToe::start(), spread);
}

#[test]
fn checkerboard_tic_tac_toe() {
    assert_eq!(
        CheckerboardTicTacToe::default(),
        CheckerboardTicTacToe::start(Variation::default())
    );
    for number in 0..8 {
        let size = if number & 1 == 0 { Size::Five } else { Size::Six };
        let variation = Variation { exchange: number & 2 > 0, floating: number & 4 > 0, size };
        let read = |text: &str| CheckerboardTicTacToe::from_text(variation, text);
        each_position(&CheckerboardTicTacToe::start(variation), |position| {
            round_trip(position, read, spread);
            for mv in position.all_moves() {
                assert_eq!(position.move_text(mv).parse(), Ok(mv));
            }
        });
    }
}

/// A set-up that is made of a position makes that position.
#[test]
fn set_ups() {
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

fn same<T: Display + FromStr<Err: Debug> + Eq + Debug>(value: T) {
    let text = value.to_string();
    assert_eq!(text.parse::<T>().unwrap(), value, "{text}");
}

#[test]
fn small_values() {
    Side::ALL.into_iter().for_each(same);
    Side::ALL.map(Verdict::Win).into_iter().chain([Verdict::Draw]).for_each(same);
    Reason::ALL.into_iter().for_each(same);
    Layout::ALL.into_iter().for_each(same);
    dark::Square::all().for_each(same);
    grid::Square::all().for_each(same);
    dark::Square::all().map(AnySquare::from).for_each(same);
    grid::Square::all().map(AnySquare::from).for_each(same);
}

/// Whatever is typed is refused with what was expected, or displays as what is parsed again.
#[test]
fn any_text() {
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
