//! The evaluation of Coast to Coast: symmetry between the sides, and its weight table.

use std::sync::atomic::AtomicBool;

use crownhead_rules::coast_to_coast::Layout;
use crownhead_rules::{History, Notation, Side, Verdict};

use super::view::LONGEST;
use super::*;
use crate::SplitMix64;
use crate::{Search, SearchLimits, TranspositionTable};

/// The fields of a text: the board, the side, black's and red's checkers home.
fn fields(position: &CoastToCoast) -> [String; 4] {
    let text = position.text().unwrap();
    let fields: Vec<String> = text.split(' ').map(str::to_owned).collect();
    fields.try_into().unwrap()
}

/// The same position with the colours swapped and the board reflected through its centre.
fn turned(position: &CoastToCoast) -> CoastToCoast {
    let [board, side, black, red] = fields(position);
    let other = |colour: char| match colour {
        'r' => 'b',
        'b' => 'r',
        'R' => 'B',
        'B' => 'R',
        other => other,
    };
    let board: String = board.chars().rev().map(other).collect();
    let side: String = side.chars().map(other).collect();
    format!("{board} {side} {red} {black}").parse::<CoastToCoast>().unwrap()
}

/// The same position with the other side to move.
fn passed(position: &CoastToCoast) -> CoastToCoast {
    let [board, side, black, red] = fields(position);
    let other = if side == "b" { "r" } else { "b" };
    format!("{board} {other} {black} {red}").parse::<CoastToCoast>().unwrap()
}

/// Positions of games that are half random and half a race, so that kings and checkers at home
/// occur.
fn racing_positions(visit: impl Fn(&CoastToCoast)) {
    let mut rng = SplitMix64::new(1);
    for game in 0..20 {
        let mut position = CoastToCoast::start(Layout::ALL[game % 2]);
        for _ in 0..300 {
            visit(&position);
            let mut moves = Vec::new();
            position.each_move(|mv| moves.push(mv));
            if moves.is_empty() {
                break;
            }
            let random = moves[rng.below(moves.len())];
            let fastest = moves.into_iter().max_by_key(|&mv| position.move_prior(mv));
            let race = rng.below(4) > 0;
            position.play_unchecked(fastest.filter(|_| race).unwrap_or(random));
        }
    }
}

#[test]
fn the_table_names_every_feature() {
    assert!(FeatureWeights::parse(&NAMES, TABLE).is_ok());
}

#[test]
fn the_evaluation_is_symmetric() {
    let eval = CoastToCoast::default_eval();
    let kings_seen = std::cell::Cell::new(0);
    racing_positions(|position| {
        kings_seen.set(kings_seen.get() + position.kings().len());
        assert_eq!(position.evaluate(eval), turned(position).evaluate(eval), "{position:?}");
        let (ours, theirs) = (features::of(position), features::of(&passed(position)));
        assert_eq!((ours.legs, ours.race), (theirs.legs, theirs.race.map(|lead| -lead)));
        let (ours, theirs) = (ours.features, theirs.features);
        for i in 0..COUNT - 1 {
            assert_eq!(ours[i], -theirs[i], "{} in {:?}", NAMES[i], position.text());
        }
        assert_eq!((ours[COUNT - 1], theirs[COUNT - 1]), (1, 1));
    });
    assert!(kings_seen.get() > 1_000);
}

#[test]
fn distances_are_counted_in_steps() {
    let times = |text: &str, name: &str| {
        let seen = features::of(&text.parse::<CoastToCoast>().unwrap());
        seen.features[NAMES.iter().position(|known| *known == name).unwrap()]
    };
    // A black man on c3, a black king on a6; red is nearly home.
    let text = "8/8/B7/8/8/2b5/1R6/8 b 10 11";
    assert_eq!(times(text, "man"), 1);
    assert_eq!(times(text, "way of a man"), 5);
    assert_eq!(times(text, "way of a king"), 5 - 6);
    assert_eq!(times(text, "way of the last king"), 5 - 6);
    assert_eq!(times(text, "man off the line"), 0);
    assert_eq!(times(text, "king off the line"), 5);
    assert_eq!(times(text, "lonely checker"), 1);
    // Black's man near a1 can jump twice more, over d4 and f6.
    let text = "8/8/5r2/8/3r4/2b5/8/8 b 11 10";
    assert_eq!(times(text, "jump of a man"), 1 - 1);
    assert_eq!(times(text, "second jump of a man"), 1);
}

/// Red's kings block black's men before the last square, and only need to go home themselves.
#[test]
fn a_decided_race_is_recognised() {
    let text = "4bRb1/5Rbb/5RRR/6Rb/8/8/8/8 r 7 6";
    let mut position = text.parse::<CoastToCoast>().unwrap();
    assert_eq!(features::of(&position).race, Some((5 * LONGEST as i32 + 9) / 2 - 13));
    let mut history = History::new(&position);
    let (table, stop) = (TranspositionTable::with_mebibytes(1), AtomicBool::new(false));
    while position.outcome().is_none() {
        let search = Search::new(&table, &stop, SearchLimits::nodes(30_000));
        let best = search.run(&position, &history, |_| {}).best().unwrap();
        history.play(&mut position, best);
        assert!(history.keys().len() < 60, "nobody hurries: {:?}", position.text());
    }
    assert_eq!(position.outcome().unwrap().verdict, Verdict::Win(Side::Second));
}

#[test]
fn moves_towards_the_goal_have_a_higher_prior() {
    let position = "8/8/8/8/3b4/8/1B5R/8 b 10 11".parse::<CoastToCoast>().unwrap();
    let move_prior = |text: &str| position.move_prior(position.parse_move(text).unwrap());
    assert!(move_prior("d4-e5") > move_prior("d4-e4"));
    assert!(move_prior("d4-e4") > 0);
    assert!(move_prior("d4-c5") < 0);
    assert!(move_prior("b2-c3") < 0 && move_prior("b2-a1") > move_prior("b2-a2"));
}
