//! The checkers family once more, slowly: the rules' sentences over a map of squares, starting
//! from the text of a position and sharing no code with the crate's own generator, which is
//! compared with it.

#![allow(clippy::unwrap_used, reason = "a test that panics has failed")]

#[path = "slow_checkers/generator.rs"]
mod generator;

use std::collections::{BTreeMap, HashMap};

use crownhead_rules::checkers::{
    Checkers, KingMe, KingMeContinues, Parker, Regal, RuleSet, WinningMoves,
};
use crownhead_rules::{
    AnySquare, History, Key, Keyed, MoveRefusal, Notation, Position, Side, dark, perft,
};
use generator::{
    At, Board, Column, Phase, Slow, at, board_text, directions, hops, is_of, landed, other, steps,
};

/// What stands on the board of a game, whatever its phase.
fn on_the_board<R: RuleSet>(game: &Checkers<R>) -> Board {
    let mut board = Board::new();
    for square in dark::Square::all() {
        let checkers = game.checkers_on(AnySquare::from(square));
        assert!(checkers.len() < 2);
        for checker in checkers {
            let man = if checker.side == Side::First { 'b' } else { 'w' };
            let letter = if checker.king { man.to_ascii_uppercase() } else { man };
            board.insert(at(i32::from(square.number())), letter);
        }
    }
    board
}

/// Two ways to tell a position from every other: they must agree.
#[derive(Default)]
struct Keys(HashMap<String, Key>, HashMap<Key, String>);

impl Keys {
    fn check(&mut self, state: String, key: Key) {
        assert_eq!(*self.0.entry(state.clone()).or_insert(key), key, "{state}");
        let first = self.1.entry(key).or_insert_with(|| state.clone());
        assert_eq!(*first, state, "two positions with one key");
    }
}

/// The same board, side and phase.
fn same<R: RuleSet>(game: &Checkers<R>, slow: &Slow) {
    let text = (slow.phase == Phase::Regular).then(|| slow.text());
    assert_eq!(game.text(), text);
    assert_eq!(board_text(&on_the_board(game)), board_text(&slow.board), "{}", slow.state());
    assert_eq!(game.side() == Side::First, slow.turn == 'b', "{}", slow.state());
    assert_eq!(game.phase().name(), slow.phase_name(), "{}", slow.state());
    assert_eq!(game.asks_for_draws(), slow.phase == Phase::Regular, "{}", slow.state());
}

/// Compares everything that both know of a position, and gives the legal moves by text.
fn agree<R: Column>(game: &Checkers<R>, slow: &Slow, keys: &mut Keys) -> BTreeMap<String, Slow> {
    same(game, slow);
    let state = slow.state();
    keys.check(state.clone(), game.key());
    if let Some(text) = game.text() {
        let again = text.parse::<Checkers<R>>().unwrap();
        assert_eq!((&again, again.key()), (game, game.key()), "{state}");
    }
    let moves = slow.moves();
    assert_eq!(game.legal_texts(), moves.keys().cloned().collect::<Vec<_>>(), "{state}");
    assert_eq!(game.count_moves(), moves.len() as u64, "{state}");
    let outcome = game.outcome().map(|outcome| (outcome.score(), outcome.reason.name()));
    assert_eq!(outcome, slow.outcome(), "{state}");
    assert_eq!(outcome.is_some(), moves.is_empty(), "{state}");
    game.each_move(|mv| {
        let mut next = *game;
        next.play_unchecked(mv);
        let text = game.move_text(mv);
        same(&next, &moves[&text]);
        assert_eq!(game.key_change(mv), game.key() ^ next.key(), "{state} {text}");
        assert_eq!(game.read_move(&text), Ok(mv), "{state} {text}");
        assert_eq!(game.makes_progress(mv), slow.makes_progress(&text), "{state} {text}");
        assert!(!game.permit(mv).to_string().contains(['{', '}']), "{state} {text}");
    });
    moves
}

/// Plays at random to the end, by the position or by a ruling, and compares at every step.
fn play_out<R: Column>(mut game: Checkers<R>, random: &mut fastrand::Rng) {
    let mut slow = Slow::from_text(R::TABLE, &game.text().unwrap());
    let mut keys = Keys::default();
    let mut history = History::new(&game);
    let mut seen = HashMap::from([(slow.state(), 1)]);
    let mut idle = 0;
    let mut keyed = Keyed::new(game);
    loop {
        let moves = agree(&game, &slow, &mut keys);
        let draw = match slow.phase {
            Phase::Regular if seen[&slow.state()] >= 3 => Some("repetition"),
            Phase::Regular if idle >= 80 => Some("no-progress"),
            _ => None,
        };
        assert_eq!(history.draw(&game).map(|draw| draw.reason.name()), draw);
        assert_eq!(history.idle_plies(), idle);
        if moves.is_empty() || draw.is_some() {
            return;
        }
        let (text, next) = moves.iter().nth(random.usize(..moves.len())).unwrap();
        let mv = game.read_move(text).unwrap();
        idle = if slow.makes_progress(text) { 0 } else { idle + 1 };
        keyed.play_unchecked(mv);
        history.play(&mut game, mv);
        assert_eq!(keyed.key(), game.key());
        slow = next.clone();
        *seen.entry(slow.state()).or_default() += 1;
    }
}

/// A position with men and kings anywhere that the rules allow, few or many. Half of them have
/// one side's checkers where long jumps of the other's go over them.
fn any_position(random: &mut fastrand::Rng) -> String {
    let mut squares: Vec<i32> = (1..=32).collect();
    random.shuffle(&mut squares);
    let kings = random.u8(..=4);
    let long = random.bool();
    let mut board = Board::new();
    for side in ['b', 'w'] {
        let low = usize::from(board.is_empty());
        for _ in 0..random.usize(low..=12) {
            let fits = |square: &&i32| {
                let odd = at(**square).0 % 2 == 1;
                !board.contains_key(&at(**square)) && (!long || odd == (side == 'w'))
            };
            let Some(&square) = squares.iter().find(fits) else { break };
            squares.retain(|other| *other != square);
            let king = random.u8(..4) < kings;
            let checker = if king { side.to_ascii_uppercase() } else { side };
            board.insert(at(square), landed(checker, at(square)).0);
        }
    }
    format!("{}:{}", if random.bool() { 'B' } else { 'W' }, board_text(&board))
}

/// Positions that random play seldom meets.
const CONSTRUCTED: &[&str] = &[
    // Rings: a king comes back to where it began, and the ring of four has a tail.
    "B:W14,15,22,23:BK18",
    "B:W14,15,22,23:BK11",
    "B:W6,7,14,15,22,23:BK2",
    "W:WK18:B10,14,15,22,23,24",
    "B:W6,7,8,14,15,16,22,23,24:BK1",
    "B:W6,7,8,14,15,16,22,23,24:BK11,K2,K18",
    "B:WK6,K7,K8,K14,K15,K16,K22,K23,K24:BK19",
    "W:WK10,K27,19:B6,7,14,15,16,22,23,24",
    // Men with long jumps, past the crowning row and up to it.
    "B:W6,14,15,22,23,26,27:B1,2",
    "B:W26,27,18,19,11,10:B22,14,15",
    "B:W26,27:B22",
    "B:W25,26:B21,22",
    "W:W27,30:B7,8,16,23,24,6",
    "W:W11,12:B7,8,K6,15",
    "B:W26,27,19,11:B22,K31",
    // Twelve kings a side, and a board that is nearly full.
    "B:WK21,K22,K23,K24,K25,K26,K27,K28,K29,K30,K31,K32:BK1,K2,K3,K4,K5,K6,K7,K8,K9,K10,K11,K12",
    "W:W13,14,15,16,21,22,23,24,29,30,31,32:B5,6,7,8,9,10,11,12,17,18,19,20",
    // Blocked: one side, both sides, and both after the next move.
    "B:W16,19:B12",
    "W:W21:B14,17",
    "B:W21,22,23,24,25,26,27,28:B13,14,15,16,17,18,19,20",
    "W:W21,22,23,24,25,26,27,28:B13,14,15,16,17,18,19,20",
    "B:W21,22,23,24,25,26,27,28:B12,13,14,15,17,18,19,20",
    "W:W21,22,23,24,25,26,27,32:B13,14,15,16,17,18,19,20",
    "B:WK9,K14:B5,K1,6",
    // A side without checkers, on turn or not.
    "B:W:B1",
    "W:W:B1",
    "B:W32:B",
    "W:WK1:B",
    // Several that can jump beside some that cannot, kings that shuffle, a last checker to huff.
    "B:W18,19,27:B14,15,K32,1",
    "B:W18,26:B14,K1",
    "B:WK32:BK1",
    "B:W18,32:B14",
    "W:W18,27:B14,K10,1",
];

fn start<R: Column>(text: &str) -> (Checkers<R>, Slow) {
    (text.parse::<Checkers<R>>().unwrap(), Slow::from_text(R::TABLE, text))
}

/// Compares a position and all that follow it within some plies.
fn agree_below<R: Column>(game: &Checkers<R>, slow: &Slow, plies: u32, keys: &mut Keys) {
    for (text, next) in agree(game, slow, keys) {
        if plies > 0 {
            let mut after = *game;
            after.play_unchecked(game.read_move(&text).unwrap());
            agree_below(&after, &next, plies - 1, keys);
        }
    }
}

fn compare<R: Column>(seed: u64) {
    let mut random = fastrand::Rng::with_seed(seed);
    let mut keys = Keys::default();
    for text in CONSTRUCTED {
        let (game, slow) = start::<R>(text);
        let few = slow.moves().len() < 12;
        agree_below(&game, &slow, if few { 3 } else { 1 }, &mut keys);
        for _ in 0..4 {
            play_out(game, &mut random);
        }
    }
    for _ in 0..40 {
        play_out(Checkers::<R>::start(), &mut random);
    }
    for _ in 0..150 {
        play_out(start::<R>(&any_position(&mut random)).0, &mut random);
    }
    for _ in 0..2_000 {
        let (game, slow) = start::<R>(&any_position(&mut random));
        agree(&game, &slow, &mut keys);
    }
}

#[test]
fn regal_checkers_agree() {
    compare::<Regal>(51);
}

#[test]
fn king_me_standard_agrees() {
    compare::<KingMe>(52);
}

#[test]
fn king_me_standard_with_crowning_that_continues_agrees() {
    compare::<KingMeContinues>(53);
}

#[test]
fn winning_moves_checkers_agree() {
    compare::<WinningMoves>(54);
}

#[test]
fn parker_checkers_agree() {
    compare::<Parker>(55);
}

/// Why two squares are no jump of the checker on the first, which may be moved.
fn no_jump(slow: &Slow, from: At, to: At) -> &'static str {
    let (down, right) = (to.0 - from.0, to.1 - from.1);
    let over = (from.0 + down / 2, from.1 + right / 2);
    if down.abs() != 2 || right.abs() != 2 {
        "nothing-to-jump"
    } else if !directions(slow.board[&from]).contains(&(down / 2, right / 2)) {
        "backwards"
    } else if !is_of(&slow.board, other(slow.turn), over) {
        "nothing-to-jump"
    } else if slow.board.contains_key(&to) {
        "occupied"
    } else {
        "must-go-on"
    }
}

/// Why two squares are no step of the checker on the first, which may be moved.
fn no_step(slow: &Slow, from: At, to: At) -> &'static str {
    let (down, right) = (to.0 - from.0, to.1 - from.1);
    let over = (from.0 + down / 2, from.1 + right / 2);
    if from == to {
        "same-square"
    } else if down.abs() != 1 || right.abs() != 1 {
        match (down.abs(), right.abs()) {
            (2, 2) if is_of(&slow.board, other(slow.turn), over) => no_jump(slow, from, to),
            (rows, files) if rows == files => "too-far",
            _ => "not-diagonal",
        }
    } else if !directions(slow.board[&from]).contains(&(down, right)) {
        "backwards"
    } else if !slow.board.contains_key(&to) {
        "must-jump"
    } else if steps(&slow.board, from).is_empty() && hops(&slow.board, from).is_empty() {
        "blocked"
    } else {
        "occupied"
    }
}

/// What reading a text of two squares comes to: a legal move's text, or the kind of the refusal.
fn reading(slow: &Slow, moves: &BTreeMap<String, Slow>, a: i32, b: i32, jump: bool) -> String {
    let exact = format!("{a}{}{b}", if jump { 'x' } else { '-' });
    if moves.contains_key(&exact) {
        return exact;
    }
    let (begins, ends) = (format!("{a}x"), format!("x{b}"));
    let fits = |text: &&String| text.starts_with(&begins) && text.ends_with(&ends);
    let fitting: Vec<&String> = moves.keys().filter(fits).collect();
    let passes = |text: &String| text.starts_with(&begins) && text.contains(&format!("{ends}x"));
    let ((row, file), (to_row, to_file)) = (at(a), at(b));
    let one_hop = (row - to_row).abs() == 2 && (file - to_file).abs() == 2;
    let kind = match (&slow.phase, &fitting[..]) {
        _ if slow.outcome().is_some() => "game-over",
        (_, [only]) if jump => only.as_str(),
        (_, [_, _, ..]) if jump => "ambiguous",
        (Phase::Remedy { .. }, _) => "remedy-due",
        _ if moves.contains_key("pass") => "blocked",
        _ if is_of(&slow.board, other(slow.turn), at(a)) => "wrong-side",
        _ if !slow.board.contains_key(&at(a)) => "empty-square",
        _ if jump && !one_hop && moves.keys().any(passes) => "must-go-on",
        _ if jump => no_jump(slow, at(a), at(b)),
        (_, [_, ..]) if a != b => "too-far",
        _ => no_step(slow, at(a), at(b)),
    };
    kind.to_string()
}

/// A refusal speaks of a rule in the book, fills its sentence and proposes legal moves in order.
fn sound<R: Column>(moves: &BTreeMap<String, Slow>, refusal: &MoveRefusal) {
    assert!(R::BOOK.iter().any(|rule| rule.id == refusal.answer.rule), "{refusal}");
    assert!(!refusal.to_string().contains(['{', '}']), "{refusal}");
    assert!(refusal.candidates.iter().all(|text| moves.contains_key(text)), "{refusal}");
    assert!(refusal.candidates.is_sorted(), "{refusal}");
}

fn read_alike<R: Column>(game: &Checkers<R>, slow: &Slow, random: &mut fastrand::Rng) {
    let moves = slow.moves();
    for (a, b) in (1..=32).flat_map(|a| (1..=32).map(move |b| (a, b))) {
        for jump in [false, true] {
            let text = format!("{a}{}{b}", if jump { 'x' } else { '-' });
            let read = match game.read_move(&text) {
                Ok(mv) => game.move_text(mv),
                Err(refusal) => {
                    sound::<R>(&moves, &refusal);
                    refusal.kind.name().to_string()
                }
            };
            assert_eq!(read, reading(slow, &moves, a, b, jump), "{} {text}", slow.state());
        }
    }
    let pieces = ["x", "-", "1", "3", "0", " ", "22", "pass", "huff ", "é", ":", "99", "\n"];
    for _ in 0..60 {
        let squares: Vec<_> =
            (0..random.usize(2..16)).map(|_| random.u8(1..=32).to_string()).collect();
        let noise: String =
            (0..random.usize(..12)).map(|_| pieces[random.usize(..pieces.len())]).collect();
        let huff = format!("huff {}", random.u8(..40));
        let claims = ["compel", "stand", "huff", "pass"].map(String::from);
        for text in claims.into_iter().chain([squares.join("x"), noise, huff]) {
            match game.read_move(&text) {
                Ok(mv) => assert!(moves.contains_key(&game.move_text(mv))),
                Err(refusal) => sound::<R>(&moves, &refusal),
            }
        }
    }
}

/// Reads texts in some positions and in what follows each.
fn read_texts<R: Column>(seed: u64) {
    let mut random = fastrand::Rng::with_seed(seed);
    let more: Vec<String> = (0..60).map(|_| any_position(&mut random)).collect();
    for text in CONSTRUCTED.iter().copied().chain(more.iter().map(String::as_str)) {
        let (mut game, mut slow) = start::<R>(text);
        for _ in 0..3 {
            read_alike(&game, &slow, &mut random);
            let moves = slow.moves();
            if moves.is_empty() {
                break;
            }
            let (text, next) = moves.iter().nth(random.usize(..moves.len())).unwrap();
            game.play_unchecked(game.read_move(text).unwrap());
            slow = next.clone();
        }
    }
}

#[test]
fn texts_are_read_alike() {
    read_texts::<Regal>(61);
    read_texts::<KingMe>(62);
    read_texts::<KingMeContinues>(63);
    read_texts::<Parker>(64);
}

#[test]
fn leaves_are_counted_alike() {
    fn check<R: Column>() {
        let game = Checkers::<R>::start();
        let slow = Slow::from_text(R::TABLE, &game.text().unwrap());
        for depth in 0..=5 {
            assert_eq!(perft::perft(&game, depth), slow.perft(depth), "{} {depth}", R::ID);
        }
    }
    check::<Regal>();
    check::<KingMe>();
    check::<KingMeContinues>();
    check::<WinningMoves>();
    check::<Parker>();
}

/// The world's numbers for English draughts, whose moves those of Winning Moves' game are.
#[test]
fn leaves_are_counted_as_the_world_counts_them() {
    let counts = [1, 7, 49, 302, 1_469, 7_361, 36_768, 179_740, 845_931, 3_963_680];
    for (depth, count) in (0..).zip(counts) {
        assert_eq!(perft::perft(&Checkers::<WinningMoves>::start(), depth), count, "{depth}");
    }
}
