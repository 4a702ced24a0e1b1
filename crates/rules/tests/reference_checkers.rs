//! A slow reference implementation of the checkers family, written from the sentences of the rules
//! over a map of squares. It starts from texts, shares no code with the crate, and is compared with
//! it.

#![allow(clippy::unwrap_used, reason = "a test that panics has failed")]

#[path = "reference_checkers/generator.rs"]
mod generator;

use std::collections::{BTreeMap, HashMap};

use crownhead_rules::checkers::{
    Checkers, KingMe, KingMeContinues, Parker, Regal, RuleSet, WinningMoves,
};
use crownhead_rules::{
    AnySquare, History, Key, Keyed, MoveRefusal, Notation, Position, Side, dark, perft,
};
use generator::{
    Board, Cell, Phase, ReferenceGame, ReferenceRules, at, board_text, directions, hops, is_of,
    landed, other, steps,
};

/// The board of a game in any phase.
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

/// The keys and the texts of positions, which must identify each other.
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
fn check_same_board<R: RuleSet>(game: &Checkers<R>, reference: &ReferenceGame) {
    let text = (reference.phase == Phase::Regular).then(|| reference.text());
    assert_eq!(game.text(), text);
    assert_eq!(
        board_text(&on_the_board(game)),
        board_text(&reference.board),
        "{}",
        reference.state()
    );
    assert_eq!(game.side() == Side::First, reference.turn == 'b', "{}", reference.state());
    assert_eq!(game.phase().name(), reference.phase_name(), "{}", reference.state());
    assert_eq!(game.draw_rules_apply(), reference.phase == Phase::Regular, "{}", reference.state());
}

/// Compares both implementations in one position, and returns the legal moves by text.
fn check_agreement<R: ReferenceRules>(
    game: &Checkers<R>,
    reference: &ReferenceGame,
    keys: &mut Keys,
) -> BTreeMap<String, ReferenceGame> {
    check_same_board(game, reference);
    let state = reference.state();
    keys.check(state.clone(), game.key());
    if let Some(text) = game.text() {
        let again = text.parse::<Checkers<R>>().unwrap();
        assert_eq!((&again, again.key()), (game, game.key()), "{state}");
    }
    let moves = reference.moves();
    assert_eq!(game.legal_texts(), moves.keys().cloned().collect::<Vec<_>>(), "{state}");
    assert_eq!(game.count_moves(), moves.len() as u64, "{state}");
    let outcome = game.outcome().map(|outcome| (outcome.score(), outcome.reason.name()));
    assert_eq!(outcome, reference.outcome(), "{state}");
    assert_eq!(outcome.is_some(), moves.is_empty(), "{state}");
    game.each_move(|mv| {
        let mut next = *game;
        next.play_unchecked(mv);
        let text = game.move_text(mv);
        check_same_board(&next, &moves[&text]);
        assert_eq!(game.key_change(mv), game.key() ^ next.key(), "{state} {text}");
        assert_eq!(game.parse_move(&text), Ok(mv), "{state} {text}");
        assert_eq!(game.makes_progress(mv), reference.makes_progress(&text), "{state} {text}");
        assert!(!game.explain_move(mv).to_string().contains(['{', '}']), "{state} {text}");
    });
    moves
}

/// Plays at random to the end and compares at every ply.
fn play_out<R: ReferenceRules>(mut game: Checkers<R>, random: &mut fastrand::Rng) {
    let mut reference = ReferenceGame::from_text(R::TABLE, &game.text().unwrap());
    let mut keys = Keys::default();
    let mut history = History::new(&game);
    let mut occurrences = HashMap::from([(reference.state(), 1)]);
    let mut idle = 0;
    let mut keyed = Keyed::new(game);
    loop {
        let moves = check_agreement(&game, &reference, &mut keys);
        let draw = match reference.phase {
            Phase::Regular if occurrences[&reference.state()] >= 3 => Some("repetition"),
            Phase::Regular if idle >= 80 => Some("no-progress"),
            _ => None,
        };
        assert_eq!(history.draw(&game).map(|draw| draw.reason.name()), draw);
        assert_eq!(history.plies_without_progress(), idle);
        if moves.is_empty() || draw.is_some() {
            return;
        }
        let (text, next) = moves.iter().nth(random.usize(..moves.len())).unwrap();
        let mv = game.parse_move(text).unwrap();
        idle = if reference.makes_progress(text) { 0 } else { idle + 1 };
        keyed.play_unchecked(mv);
        history.play(&mut game, mv);
        assert_eq!(keyed.key(), game.key());
        reference = next.clone();
        *occurrences.entry(reference.state()).or_default() += 1;
    }
}

/// A random position with few or many men and kings. Half of them place one side's checkers where
/// the other side has long jumps.
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

/// Positions that random play rarely reaches.
const CONSTRUCTED: &[&str] = &[
    // Rings: a king returns to its start, and the ring of four has a tail.
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

fn start<R: ReferenceRules>(text: &str) -> (Checkers<R>, ReferenceGame) {
    (text.parse::<Checkers<R>>().unwrap(), ReferenceGame::from_text(R::TABLE, text))
}

/// Compares a position and all positions within some plies of it.
fn check_subtree<R: ReferenceRules>(
    game: &Checkers<R>,
    reference: &ReferenceGame,
    plies: u32,
    keys: &mut Keys,
) {
    for (text, next) in check_agreement(game, reference, keys) {
        if plies > 0 {
            let mut after = *game;
            after.play_unchecked(game.parse_move(&text).unwrap());
            check_subtree(&after, &next, plies - 1, keys);
        }
    }
}

fn compare<R: ReferenceRules>(seed: u64) {
    let mut random = fastrand::Rng::with_seed(seed);
    let mut keys = Keys::default();
    for text in CONSTRUCTED {
        let (game, reference) = start::<R>(text);
        let few = reference.moves().len() < 12;
        check_subtree(&game, &reference, if few { 3 } else { 1 }, &mut keys);
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
        let (game, reference) = start::<R>(&any_position(&mut random));
        check_agreement(&game, &reference, &mut keys);
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

/// The kind of refusal for a jump between two squares, if the checker on the first may move.
fn jump_refusal(reference: &ReferenceGame, from: Cell, to: Cell) -> &'static str {
    let (down, right) = (to.0 - from.0, to.1 - from.1);
    let over = (from.0 + down / 2, from.1 + right / 2);
    if down.abs() != 2 || right.abs() != 2 {
        "nothing-to-jump"
    } else if !directions(reference.board[&from]).contains(&(down / 2, right / 2)) {
        "backwards"
    } else if !is_of(&reference.board, other(reference.turn), over) {
        "nothing-to-jump"
    } else if reference.board.contains_key(&to) {
        "occupied"
    } else {
        "must-go-on"
    }
}

/// The kind of refusal for a step between two squares, if the checker on the first may move.
fn step_refusal(reference: &ReferenceGame, from: Cell, to: Cell) -> &'static str {
    let (down, right) = (to.0 - from.0, to.1 - from.1);
    let over = (from.0 + down / 2, from.1 + right / 2);
    if from == to {
        "same-square"
    } else if down.abs() != 1 || right.abs() != 1 {
        match (down.abs(), right.abs()) {
            (2, 2) if is_of(&reference.board, other(reference.turn), over) => {
                jump_refusal(reference, from, to)
            }
            (rows, files) if rows == files => "too-far",
            _ => "not-diagonal",
        }
    } else if !directions(reference.board[&from]).contains(&(down, right)) {
        "backwards"
    } else if !reference.board.contains_key(&to) {
        "must-jump"
    } else if steps(&reference.board, from).is_empty() && hops(&reference.board, from).is_empty() {
        "blocked"
    } else {
        "occupied"
    }
}

/// The expected result of parsing two squares: a legal move's text, or the kind of the refusal.
fn expected_parse(
    reference: &ReferenceGame,
    moves: &BTreeMap<String, ReferenceGame>,
    a: i32,
    b: i32,
    jump: bool,
) -> String {
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
    let kind = match (&reference.phase, &fitting[..]) {
        _ if reference.outcome().is_some() => "game-over",
        (_, [only]) if jump => only.as_str(),
        (_, [_, _, ..]) if jump => "ambiguous",
        (Phase::Remedy { .. }, _) => "remedy-due",
        _ if moves.contains_key("pass") => "blocked",
        _ if is_of(&reference.board, other(reference.turn), at(a)) => "wrong-side",
        _ if !reference.board.contains_key(&at(a)) => "empty-square",
        _ if jump && !one_hop && moves.keys().any(passes) => "must-go-on",
        _ if jump => jump_refusal(reference, at(a), at(b)),
        (_, [_, ..]) if a != b => "too-far",
        _ => step_refusal(reference, at(a), at(b)),
    };
    kind.to_string()
}

/// A refusal cites a rule of the book, fills its sentence and proposes legal moves in order.
fn check_refusal<R: ReferenceRules>(
    moves: &BTreeMap<String, ReferenceGame>,
    refusal: &MoveRefusal,
) {
    assert!(R::BOOK.iter().any(|rule| rule.id == refusal.explanation.rule), "{refusal}");
    assert!(!refusal.to_string().contains(['{', '}']), "{refusal}");
    assert!(refusal.candidates.iter().all(|text| moves.contains_key(text)), "{refusal}");
    assert!(refusal.candidates.is_sorted(), "{refusal}");
}

fn parse_alike<R: ReferenceRules>(
    game: &Checkers<R>,
    reference: &ReferenceGame,
    random: &mut fastrand::Rng,
) {
    let moves = reference.moves();
    for (a, b) in (1..=32).flat_map(|a| (1..=32).map(move |b| (a, b))) {
        for jump in [false, true] {
            let text = format!("{a}{}{b}", if jump { 'x' } else { '-' });
            let read = match game.parse_move(&text) {
                Ok(mv) => game.move_text(mv),
                Err(refusal) => {
                    check_refusal::<R>(&moves, &refusal);
                    refusal.kind.name().to_string()
                }
            };
            assert_eq!(
                read,
                expected_parse(reference, &moves, a, b, jump),
                "{} {text}",
                reference.state()
            );
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
            match game.parse_move(&text) {
                Ok(mv) => assert!(moves.contains_key(&game.move_text(mv))),
                Err(refusal) => check_refusal::<R>(&moves, &refusal),
            }
        }
    }
}

/// Parses texts in some positions and in all positions after one move.
fn parse_texts<R: ReferenceRules>(seed: u64) {
    let mut random = fastrand::Rng::with_seed(seed);
    let more: Vec<String> = (0..60).map(|_| any_position(&mut random)).collect();
    for text in CONSTRUCTED.iter().copied().chain(more.iter().map(String::as_str)) {
        let (mut game, mut reference) = start::<R>(text);
        for _ in 0..3 {
            parse_alike(&game, &reference, &mut random);
            let moves = reference.moves();
            if moves.is_empty() {
                break;
            }
            let (text, next) = moves.iter().nth(random.usize(..moves.len())).unwrap();
            game.play_unchecked(game.parse_move(text).unwrap());
            reference = next.clone();
        }
    }
}

#[test]
fn texts_are_parsed_alike() {
    parse_texts::<Regal>(61);
    parse_texts::<KingMe>(62);
    parse_texts::<KingMeContinues>(63);
    parse_texts::<Parker>(64);
}

#[test]
fn perft_agrees() {
    fn check<R: ReferenceRules>() {
        let game = Checkers::<R>::start();
        let reference = ReferenceGame::from_text(R::TABLE, &game.text().unwrap());
        for depth in 0..=5 {
            assert_eq!(perft::perft(&game, depth), reference.perft(depth), "{} {depth}", R::ID);
        }
    }
    check::<Regal>();
    check::<KingMe>();
    check::<KingMeContinues>();
    check::<WinningMoves>();
    check::<Parker>();
}

/// The published perft numbers of English draughts, which has the moves of Winning Moves Checkers.
#[test]
fn perft_matches_the_published_numbers_of_english_draughts() {
    let counts = [1, 7, 49, 302, 1_469, 7_361, 36_768, 179_740, 845_931, 3_963_680];
    for (depth, count) in (0..).zip(counts) {
        assert_eq!(perft::perft(&Checkers::<WinningMoves>::start(), depth), count, "{depth}");
    }
}
