//! Proven openings: built ones match the solver, and the built-in ones are consistent.

use std::collections::HashSet;

use crownhead_rules::placing::{CheckerboardTicTacToe, Size, Variations};
use crownhead_rules::{Position, Side};

use super::{NOT_STOPPED, random, solved, variations};
use crate::solver::openings::{ProvenOpenings, replies, root};
use crate::solver::{ProofTable, SavedProofsError, best_move, build_openings, solve};

#[test]
fn built_openings_match_the_solver() {
    let mut rng = fastrand::Rng::with_seed(12);
    for variation in variations() {
        let plies = 2 * variation.size.checkers() - if variation.exchange { 5 } else { 9 };
        let start = random(variation, plies, &mut rng);
        let mut openings = ProvenOpenings::default();
        let table = ProofTable::with_bytes(1 << 20);
        assert!(build_openings(&start, 2, &mut openings, &table, |_, _| true));
        let known = ProofTable::with(1 << 16, openings.clone(), false);
        let mut found = 0;
        let second = replies(&start);
        for position in [start].into_iter().chain(second) {
            let one = best_move(&position, &known, |_| true).unwrap();
            let all = solved(&position, 1 << 20);
            assert_eq!((one.margin, one.nodes), (all.margin, 1), "{position:?}");
            assert!(all.best.contains(&one.decision.unwrap()), "{position:?}");
            // Openings do not change the solution.
            let helped = solve(&position, &known, &NOT_STOPPED, |_| {});
            assert_eq!((helped.margin, helped.best), (all.margin, all.best));
            found += 1;
        }
        assert!(found > 4 && openings.len() >= 4);
        let mut again = ProvenOpenings::default();
        again.decode(&openings.encode()).unwrap();
        assert_eq!(again, openings);
    }
}

#[test]
fn damaged_openings_are_refused() {
    let bytes = ProvenOpenings::built_in().encode();
    let mut openings = ProvenOpenings::default();
    assert_eq!(openings.decode(b"something else"), Err(SavedProofsError::Other));
    assert_eq!(openings.decode(&bytes[..bytes.len() - 1]), Err(SavedProofsError::Damaged));
    assert!(openings.is_empty());
}

/// The margin of a position for the starting player, if the built-in openings know it.
fn margin(position: &CheckerboardTicTacToe, openings: &ProvenOpenings) -> Option<i32> {
    let (margin, _) = root(position).opening(openings)?;
    Some(if position.side() == Side::First { margin } else { -margin })
}

#[test]
fn built_in_openings_agree_with_their_replies() {
    let openings = ProvenOpenings::built_in();
    assert!(openings.encode().len() < 1_000_000);
    let mut checked = 0;
    for (exchange, floating, start) in [(true, false, 0), (false, true, 1)] {
        let variation = Variations { exchange, floating, size: Size::Five };
        let empty = CheckerboardTicTacToe::start(variation);
        assert_eq!(margin(&empty, &openings), Some(start));
        let mut waiting = vec![empty];
        waiting.extend(replies(&empty));
        let mut seen: HashSet<CheckerboardTicTacToe> = HashSet::new();
        while let Some(position) = waiting.pop() {
            let Some((_, decision)) = root(&position).opening(&openings) else { continue };
            if !seen.insert(position) {
                continue;
            }
            let mut moved = position;
            moved.play_unchecked(decision);
            let replies = replies(&moved);
            let margins: Option<Vec<i32>> =
                replies.iter().map(|next| margin(next, &openings)).collect();
            // If all replies are known, the best of them has the value of the position.
            if let Some(margins) = margins {
                let best = match position.side() {
                    Side::First => margins.into_iter().min(),
                    Side::Second => margins.into_iter().max(),
                };
                assert_eq!(best, margin(&position, &openings), "{position:?}");
                checked += 1;
            }
            waiting.extend(replies);
        }
    }
    assert!(checked > 10, "{checked}");
}
