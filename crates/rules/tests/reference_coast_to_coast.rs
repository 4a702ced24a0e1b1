//! A slow reference implementation of Coast to Coast, written from the sentences of the rules over
//! a map of squares. It starts from texts, shares no code with the crate, and is compared with it.

#![allow(clippy::unwrap_used)]

use std::collections::{BTreeMap, BTreeSet};

use crownhead_rules::coast_to_coast::{CoastToCoast, Layout};
use crownhead_rules::{Keyed, Notation, Position};

/// File and rank, from 0.
type Cell = (i8, i8);

#[derive(Clone)]
struct ReferenceGame {
    board: BTreeMap<Cell, char>,
    side: char,
    black_home: u32,
    red_home: u32,
}

fn name((file, rank): Cell) -> String {
    format!("{}{}", (b'a' + file as u8) as char, rank + 1)
}

fn on_board((file, rank): Cell) -> bool {
    (0..8).contains(&file) && (0..8).contains(&rank)
}

fn home(side: char) -> Cell {
    if side == 'b' { (0, 0) } else { (7, 7) }
}

fn other(side: char) -> char {
    if side == 'b' { 'r' } else { 'b' }
}

/// The five directions of a man, or the eight of a king.
fn directions(side: char, king: bool) -> Vec<Cell> {
    let mut all = Vec::new();
    for files in -1..=1 {
        for ranks in -1..=1 {
            let forward = if side == 'b' { files + ranks } else { -files - ranks };
            if (files, ranks) != (0, 0) && (king || forward >= 0) {
                all.push((files, ranks));
            }
        }
    }
    all
}

impl ReferenceGame {
    fn from_text(text: &str) -> ReferenceGame {
        let parts: Vec<&str> = text.split(' ').collect();
        let mut board = BTreeMap::new();
        for (row, rank) in parts[0].split('/').zip((0..8).rev()) {
            let mut file = 0;
            for letter in row.chars() {
                match letter.to_digit(10) {
                    Some(empty) => file += empty as i8,
                    None => {
                        board.insert((file, rank), letter);
                        file += 1;
                    }
                }
            }
        }
        let side = parts[1].chars().next().unwrap();
        let (black_home, red_home) = (parts[2].parse().unwrap(), parts[3].parse().unwrap());
        ReferenceGame { board, side, black_home, red_home }
    }

    fn text(&self) -> String {
        let mut rows = Vec::new();
        for rank in (0..8).rev() {
            let row: String =
                (0..8).map(|file| self.board.get(&(file, rank)).unwrap_or(&'.')).collect();
            let mut row = row;
            for empty in (1..=8).rev() {
                row = row.replace(&".".repeat(empty), &empty.to_string());
            }
            rows.push(row);
        }
        format!("{} {} {} {}", rows.join("/"), self.side, self.black_home, self.red_home)
    }

    fn steps(&self, side: char, king: bool, at: Cell) -> BTreeSet<Cell> {
        let all = directions(side, king).into_iter().map(|(f, r)| (at.0 + f, at.1 + r));
        all.filter(|to| on_board(*to) && !self.board.contains_key(to)).collect()
    }

    /// All landings of jumps; the jumping checker is not on the board meanwhile.
    fn jumps(&self, side: char, king: bool, at: Cell, landings: &mut BTreeSet<Cell>) {
        for (f, r) in directions(side, king) {
            let (over, to) = ((at.0 + f, at.1 + r), (at.0 + 2 * f, at.1 + 2 * r));
            let open =
                on_board(to) && self.board.contains_key(&over) && !self.board.contains_key(&to);
            if open && landings.insert(to) {
                let taken_off = king && to == home(side);
                let crowned = !king && to == home(other(side));
                if !taken_off && !crowned {
                    self.jumps(side, king, to, landings);
                }
            }
        }
    }

    fn reach(&self, side: char, king: bool, at: Cell) -> BTreeSet<Cell> {
        let mut all = BTreeSet::new();
        self.jumps(side, king, at, &mut all);
        all.extend(self.steps(side, king, at));
        all
    }

    /// The moves of a side other than a pass, with the positions after them.
    fn checkers_move(&self, side: char) -> BTreeMap<String, ReferenceGame> {
        let mut all = BTreeMap::new();
        for (&from, &letter) in &self.board {
            if letter.to_ascii_lowercase() != side {
                continue;
            }
            let king = letter.is_ascii_uppercase();
            let mut rest = self.clone();
            rest.board.remove(&from);
            for to in rest.reach(side, king, from) {
                if to == from {
                    continue;
                }
                if to != home(other(side)) {
                    let text = format!("{}-{}", name(from), name(to));
                    all.insert(text, rest.arrive(side, letter, to));
                } else if !king {
                    for end in rest.reach(side, true, to) {
                        if end != from && end != to {
                            let text = format!("{}-{}-{}", name(from), name(to), name(end));
                            let crowned = letter.to_ascii_uppercase();
                            all.insert(text, rest.arrive(side, crowned, end));
                        }
                    }
                }
            }
        }
        all
    }

    fn arrive(&self, side: char, letter: char, to: Cell) -> ReferenceGame {
        let mut next = self.clone();
        next.side = other(side);
        match (to == home(side), side) {
            (true, 'b') => next.black_home += 1,
            (true, _) => next.red_home += 1,
            (false, _) => drop(next.board.insert(to, letter)),
        }
        next
    }

    fn outcome(&self) -> Option<(&'static str, &'static str)> {
        match (self.black_home, self.red_home) {
            (12, 12) => return Some((if self.side == 'r' { "1-0" } else { "0-1" }, "all-home")),
            (12, _) => return Some(("1-0", "all-home")),
            (_, 12) => return Some(("0-1", "all-home")),
            _ => {}
        }
        let stuck = self.checkers_move('b').is_empty() && self.checkers_move('r').is_empty();
        stuck.then_some(("1/2-1/2", "neither-can-move"))
    }

    fn moves(&self) -> BTreeMap<String, ReferenceGame> {
        if self.outcome().is_some() {
            return BTreeMap::new();
        }
        let mut all = self.checkers_move(self.side);
        if all.is_empty() {
            let mut next = self.clone();
            next.side = other(self.side);
            all.insert("pass".to_string(), next);
        }
        all
    }

    fn perft(&self, depth: u32) -> u64 {
        match depth {
            0 => 1,
            1 => self.moves().len() as u64,
            _ => self.moves().values().map(|next| next.perft(depth - 1)).sum(),
        }
    }
}

/// Compares both implementations in one position.
fn compare(game: &CoastToCoast) {
    let text = game.text().unwrap();
    assert_eq!(text.parse::<CoastToCoast>().as_ref(), Ok(game));
    let reference = ReferenceGame::from_text(&text);
    assert_eq!(reference.text(), text);
    let outcome = game.outcome().map(|outcome| (outcome.score(), outcome.reason.name()));
    assert_eq!(outcome, reference.outcome(), "{text}");
    let expected = reference.moves();
    let texts: Vec<String> = expected.keys().cloned().collect();
    assert_eq!(game.legal_texts(), texts, "{text}");
    assert_eq!(game.count_moves(), texts.len() as u64, "{text}");
    for (mv_text, next) in expected {
        let mv = game.parse_move(&mv_text).unwrap_or_else(|why| panic!("{text} {mv_text}: {why}"));
        assert_eq!(game.move_text(mv), mv_text, "{text}");
        let mut after = Keyed::new(*game);
        after.play_unchecked(mv);
        assert_eq!(after.text().unwrap(), next.text(), "{text} {mv_text}");
        assert_eq!(after.key(), Position::key(&*after), "{text} {mv_text}");
        let counted = |reference: &ReferenceGame| {
            let kings =
                reference.board.values().filter(|letter| letter.is_ascii_uppercase()).count();
            (kings, reference.black_home, reference.red_home)
        };
        let reference = ReferenceGame::from_text(&text);
        assert_eq!(
            game.makes_progress(mv),
            counted(&reference) != counted(&next),
            "{text} {mv_text}"
        );
        follow_the_trail(game, mv, &reference, &mv_text);
    }
}

/// A trail begins and ends as the move does, and each part of it is one step or single jumps.
fn follow_the_trail(
    game: &CoastToCoast,
    mv: <CoastToCoast as Position>::Move,
    reference: &ReferenceGame,
    mv_text: &str,
) {
    let trail: Vec<String> = game.move_details(mv).trail.iter().map(ToString::to_string).collect();
    assert_eq!(game.explain_move(mv).to_string().matches('{').count(), 0);
    if mv_text == "pass" {
        return assert!(trail.is_empty());
    }
    let ends: Vec<&str> = mv_text.split('-').collect();
    assert_eq!(
        (trail[0].as_str(), &trail[trail.len() - 1]),
        (ends[0], &ends[ends.len() - 1].to_string())
    );
    assert_eq!(game.parse_move(&trail.join("-")), Ok(mv), "{trail:?}");
    let places: Vec<Cell> = trail
        .iter()
        .map(|name| (name.as_bytes()[0] as i8 - b'a' as i8, name.as_bytes()[1] as i8 - b'1' as i8))
        .collect();
    let crowning = (ends.len() == 3).then(|| home(other(reference.side)));
    let parts: Vec<&[Cell]> = match crowning {
        Some(home) => {
            let middle = places.iter().position(|place| *place == home).unwrap();
            vec![&places[..=middle], &places[middle..]]
        }
        None => vec![&places],
    };
    for part in parts {
        let far = |pair: &[Cell]| (pair[0].0 - pair[1].0).abs().max((pair[0].1 - pair[1].1).abs());
        assert!(part.len() == 2 || part.windows(2).all(|pair| far(pair) == 2), "{trail:?}");
        let mut rest = reference.clone();
        rest.board.remove(&places[0]);
        for pair in part.windows(2).filter(|pair| far(pair) == 2) {
            let over = ((pair[0].0 + pair[1].0) / 2, (pair[0].1 + pair[1].1) / 2);
            assert!(rest.board.contains_key(&over), "{trail:?}");
        }
    }
}

fn play_on(mut game: CoastToCoast, plies: u32, rng: &mut fastrand::Rng) {
    for _ in 0..plies {
        compare(&game);
        let mut moves = Vec::new();
        game.each_move(|mv| moves.push(mv));
        // Prefer what is rare: crownings, and checkers taken home.
        let rare: Vec<_> = moves.iter().copied().filter(|&mv| game.makes_progress(mv)).collect();
        let pool = if rare.is_empty() || rng.u8(0..4) == 0 { &moves } else { &rare };
        let Some(&mv) = rng.choice(pool) else { return };
        game.play_unchecked(mv);
    }
}

#[test]
fn games_from_the_start_agree() {
    let mut rng = fastrand::Rng::with_seed(1);
    for layout in Layout::ALL {
        for _ in 0..4 {
            play_on(CoastToCoast::start(layout), 120, &mut rng);
        }
    }
}

/// Random positions: few or many checkers, crowded around a home or spread out.
#[test]
fn games_from_random_positions_agree() {
    let mut rng = fastrand::Rng::with_seed(2);
    for _ in 0..400 {
        let centre: Cell = *rng.choice(&[(0, 0), (7, 7), (3, 3), (0, 7)]).unwrap();
        let reach = rng.i8(3..=8);
        let kings = rng.u8(0..=4);
        let mut reference =
            ReferenceGame { board: BTreeMap::new(), side: 'b', black_home: 12, red_home: 12 };
        for _ in 0..rng.u8(2..60) {
            let place: Cell = (rng.i8(0..8), rng.i8(0..8));
            let far = (place.0 - centre.0).abs().max((place.1 - centre.1).abs());
            let black = rng.bool();
            let left = if black { &mut reference.black_home } else { &mut reference.red_home };
            let barred = place == home('b') || place == home('r') || far > reach || *left == 0;
            if barred || reference.board.contains_key(&place) {
                continue;
            }
            *left -= 1;
            let letter = if black { 'b' } else { 'r' };
            let king = rng.u8(0..4) < kings;
            reference.board.insert(place, if king { letter.to_ascii_uppercase() } else { letter });
        }
        reference.side = if rng.bool() { 'b' } else { 'r' };
        let game = reference.text().parse::<CoastToCoast>().unwrap();
        play_on(game, 12, &mut rng);
    }
}

/// The perft numbers of the games' own file, as far as the slow generator can count them.
#[test]
fn perft_agrees() {
    let file = include_str!("../../games/tests/perft/coast-to-coast.perft");
    let mut rows = 0;
    for line in file.lines().filter(|line| !line.starts_with('#')) {
        let [options, position, depth, count] =
            line.split('\t').collect::<Vec<_>>().try_into().unwrap();
        let (depth, count) = (depth.parse().unwrap(), count.parse::<u64>().unwrap());
        let game = match (options, position) {
            ("setup=lines", "start") => CoastToCoast::start(Layout::Lines),
            ("setup=corner", "start") => CoastToCoast::start(Layout::Corner),
            (_, text) => text.parse::<CoastToCoast>().unwrap(),
        };
        if count < 40_000 {
            assert_eq!(
                ReferenceGame::from_text(&game.text().unwrap()).perft(depth),
                count,
                "{line}"
            );
        }
        rows += 1;
    }
    assert!(rows >= 20);
}
