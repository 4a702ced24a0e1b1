//! The evaluation of Stack'Em: symmetry between the sides, and its weight table.

use crownhead_rules::Notation;

use super::*;
use crate::SplitMix64;

/// The same position with the colours swapped and the board rotated.
fn turned(position: &StackEm) -> StackEm {
    let text = position.text().unwrap();
    let (side, stacks) = text.split_once(':').unwrap();
    let other = |colour: char| match colour {
        'r' => 'b',
        'b' => 'r',
        'R' => 'B',
        'B' => 'R',
        other => other,
    };
    let stack = |stack: &str| {
        let digits = stack.find(|c: char| !c.is_ascii_digit()).unwrap();
        let number: u32 = stack[..digits].parse().unwrap();
        let checkers: String = stack[digits..].chars().map(other).collect();
        format!("{}{checkers}", 33 - number)
    };
    let stacks: Vec<String> = stacks.split(',').map(stack).collect();
    let side: String = side.chars().map(other).collect();
    format!("{side}:{}", stacks.join(",")).parse::<StackEm>().unwrap()
}

/// The same position with the other side to move.
fn passed(position: &StackEm) -> StackEm {
    let text = position.text().unwrap();
    let (side, rest) = text.split_once(':').unwrap();
    let other = if side == "R" { "B" } else { "R" };
    format!("{other}:{rest}").parse::<StackEm>().unwrap()
}

fn random_positions(visit: impl Fn(&StackEm)) {
    let mut rng = SplitMix64::new(1);
    for _ in 0..50 {
        let mut position = StackEm::start();
        for _ in 0..120 {
            visit(&position);
            let mut moves = Vec::new();
            position.each_move(|mv| moves.push(mv));
            if moves.is_empty() {
                break;
            }
            position.play_unchecked(moves[rng.below(moves.len())]);
        }
    }
}

#[test]
fn the_table_names_every_feature() {
    assert!(FeatureWeights::parse(&NAMES, TABLE).is_ok());
}

#[test]
fn the_evaluation_is_symmetric() {
    let eval = StackEm::default_eval();
    random_positions(|position| {
        assert_eq!(position.evaluate(eval), turned(position).evaluate(eval), "{position:?}");
        let (ours, stacks) = features::of(position);
        let (theirs, the_same) = features::of(&passed(position));
        assert_eq!(stacks, the_same);
        for i in 0..COUNT - 1 {
            assert_eq!(ours[i], -theirs[i], "{} in {:?}", NAMES[i], position.text());
        }
        assert_eq!((ours[COUNT - 1], theirs[COUNT - 1]), (1, 1));
    });
}

#[test]
fn quietness_matches_the_moves() {
    random_positions(|position| {
        let jumps = |position: &StackEm| {
            let mut jumps = false;
            position.each_move(|mv| jumps |= mv.is_jump());
            jumps
        };
        let expected = match (jumps(position), jumps(&passed(position))) {
            (true, _) => Quietness::MustCapture,
            (false, true) => Quietness::Threatened,
            (false, false) => Quietness::Quiet,
        };
        assert_eq!(position.quietness(), expected, "{:?}", position.text());
    });
}

#[test]
fn buried_checkers_count() {
    let seen = |text: &str| {
        let (features, _) = features::of(&text.parse::<StackEm>().unwrap());
        let seen = |(name, times): (&&'static str, i32)| (times != 0).then_some((*name, times));
        NAMES.iter().zip(features).filter_map(seen).collect::<Vec<_>>()
    };
    // One red king on two black men and a red one; a black man far away.
    let king = seen("R:15bbrR,32b");
    let times = |name| king.iter().find(|(known, _)| *known == name).map_or(0, |(_, times)| *times);
    assert_eq!(times("king on top"), 1);
    assert_eq!(times("man on top"), -1);
    assert_eq!(times("prisoner"), 2);
    assert_eq!(times("own checker below"), 1);
    assert_eq!(times("own checker above prisoners"), 1);
    assert_eq!(times("prisoner's way to be removed"), 8);
    assert_eq!(times("prisoner under a king"), 2);
    assert_eq!(times("prisoner under the top"), 0);
}
