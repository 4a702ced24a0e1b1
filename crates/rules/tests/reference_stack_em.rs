//! A slow reference implementation of Stack'Em, written from the sentences of the rules over a map
//! of squares. It starts from texts, shares no code with the crate, and is compared with it.

#![allow(clippy::unwrap_used, reason = "a test that panics has failed")]

use std::collections::{BTreeMap, HashMap};

use crownhead_rules::stack_em::StackEm;
use crownhead_rules::{History, Keyed, Notation, Outcome, Position, Side};

/// A square by row from the top and file from the left.
type Cell = (i32, i32);

/// The letters of a stack from bottom to top, by square; and whose turn it is, `r` or `b`.
#[derive(Clone, Debug, PartialEq)]
struct ReferenceGame {
    stacks: BTreeMap<Cell, String>,
    turn: char,
}

fn at(number: i32) -> Cell {
    let row = (number - 1) / 4;
    let place = (number - 1) % 4;
    (row, if row % 2 == 0 { 2 * place + 1 } else { 2 * place })
}

fn number((row, file): Cell) -> i32 {
    row * 4 + file / 2 + 1
}

fn on_board((row, file): Cell) -> bool {
    (0..8).contains(&row) && (0..8).contains(&file)
}

impl ReferenceGame {
    fn from_text(text: &str) -> ReferenceGame {
        let (side, stacks) = text.split_once(':').unwrap();
        let mut reference =
            ReferenceGame { stacks: BTreeMap::new(), turn: if side == "R" { 'r' } else { 'b' } };
        for item in stacks.split(',').filter(|item| !item.is_empty()) {
            let letters = item.trim_start_matches(|c: char| c.is_ascii_digit());
            let square = item[..item.len() - letters.len()].parse().unwrap();
            reference.stacks.insert(at(square), letters.to_string());
        }
        reference
    }

    fn text(&self) -> String {
        let mut items: Vec<_> = self.stacks.iter().collect();
        items.sort_by_key(|(at, _)| number(**at));
        let items: Vec<_> =
            items.iter().map(|(at, letters)| format!("{}{letters}", number(**at))).collect();
        format!("{}:{}", self.turn.to_ascii_uppercase(), items.join(","))
    }

    fn enemy(&self) -> char {
        if self.turn == 'r' { 'b' } else { 'r' }
    }

    fn top(&self, at: Cell) -> Option<char> {
        self.stacks.get(&at).and_then(|letters| letters.chars().last())
    }

    fn controls(&self, side: char, at: Cell) -> bool {
        self.top(at).is_some_and(|top| top.to_ascii_lowercase() == side)
    }

    /// The directions that the top checker of a stack goes in.
    fn directions(&self, at: Cell) -> Vec<Cell> {
        match self.top(at) {
            Some('r') => vec![(1, -1), (1, 1)],
            Some('b') => vec![(-1, -1), (-1, 1)],
            Some(_) => vec![(1, -1), (1, 1), (-1, -1), (-1, 1)],
            None => vec![],
        }
    }

    /// The stack lands: on the King Me row its top is crowned and its enemies are removed.
    fn land(&mut self, at: Cell, mut letters: String) {
        let king_me_row = if self.turn == 'r' { 7 } else { 0 };
        if at.0 == king_me_row {
            crown(&mut letters);
            let enemy = self.enemy();
            letters.retain(|letter| letter != enemy);
        }
        self.stacks.insert(at, letters);
    }

    /// The single jumps of one stack: where it lands, and the board then.
    fn single_jumps(&self, from: Cell) -> Vec<(Cell, ReferenceGame)> {
        let mut jumps = vec![];
        for (down, right) in self.directions(from) {
            let over = (from.0 + down, from.1 + right);
            let landing = (over.0 + down, over.1 + right);
            if !on_board(landing)
                || !self.controls(self.enemy(), over)
                || self.stacks.contains_key(&landing)
            {
                continue;
            }
            let mut next = self.clone();
            let mut jumped = next.stacks.remove(&over).unwrap();
            let captured = jumped.pop().unwrap().to_ascii_lowercase();
            if !jumped.is_empty() {
                next.stacks.insert(over, jumped);
            }
            let mut letters = next.stacks.remove(&from).unwrap();
            letters.insert(0, captured);
            crown(&mut letters);
            next.land(landing, letters);
            jumps.push((landing, next));
        }
        jumps
    }

    /// Whether a stack could step or jump if jumping were not mandatory.
    fn can_go(&self, from: Cell) -> bool {
        let steps = self.directions(from);
        let mut steps = steps.iter().map(|(down, right)| (from.0 + down, from.1 + right));
        steps.any(|to| on_board(to) && !self.stacks.contains_key(&to))
            || !self.single_jumps(from).is_empty()
    }

    fn all_jumps(&self, from: Cell, text: String, found: &mut Vec<(String, ReferenceGame)>) {
        let jumps = self.single_jumps(from);
        if jumps.is_empty() && text.contains('x') {
            found.push((text, ReferenceGame { turn: self.enemy(), ..self.clone() }));
        } else {
            for (landing, next) in jumps {
                next.all_jumps(landing, format!("{text}x{}", number(landing)), found);
            }
        }
    }

    /// Every legal move by its text, with the position after it.
    fn moves(&self) -> BTreeMap<String, ReferenceGame> {
        let ours: Vec<Cell> =
            self.stacks.keys().copied().filter(|&at| self.controls(self.turn, at)).collect();
        let mut found = vec![];
        for &from in &ours {
            self.all_jumps(from, number(from).to_string(), &mut found);
        }
        if found.is_empty() {
            for &from in &ours {
                for (down, right) in self.directions(from) {
                    let to = (from.0 + down, from.1 + right);
                    if on_board(to) && !self.stacks.contains_key(&to) {
                        let mut next = self.clone();
                        let letters = next.stacks.remove(&from).unwrap();
                        next.land(to, letters);
                        next.turn = self.enemy();
                        found.push((format!("{}-{}", number(from), number(to)), next));
                    }
                }
            }
        }
        let count = found.len();
        let moves: BTreeMap<_, _> = found.into_iter().collect();
        assert_eq!(moves.len(), count, "two moves with one text");
        moves
    }

    fn perft(&self, depth: u32) -> u64 {
        if depth == 0 { 1 } else { self.moves().values().map(|next| next.perft(depth - 1)).sum() }
    }
}

fn crown(letters: &mut String) {
    if let Some(top) = letters.pop() {
        letters.push(top.to_ascii_uppercase());
    }
}

/// Compares both implementations in one position, and returns the legal moves by text.
fn check_agreement(game: &StackEm) -> BTreeMap<String, ReferenceGame> {
    let text = game.text().unwrap();
    let reference = ReferenceGame::from_text(&text);
    assert_eq!(reference.text(), text);
    assert_eq!(text.parse::<StackEm>().as_ref(), Ok(game), "{text}");
    let moves = reference.moves();
    assert_eq!(game.legal_texts(), moves.keys().cloned().collect::<Vec<_>>(), "{text}");
    assert_eq!(game.count_moves(), moves.len() as u64, "{text}");
    let outcome = moves.is_empty().then(|| {
        let winner = if reference.turn == 'r' { Side::Second } else { Side::First };
        Outcome::win(winner, crownhead_rules::Reason::NoMove)
    });
    assert_eq!(game.outcome(), outcome, "{text}");
    game.each_move(|mv| {
        let mut next = game.clone();
        next.play_unchecked(mv);
        let move_text = game.move_text(mv);
        assert_eq!(next.text().unwrap(), moves[&move_text].text(), "{text} {move_text}");
        assert_eq!(game.key_change(mv), game.key() ^ next.key(), "{text} {move_text}");
        assert_eq!(game.parse_move(&move_text), Ok(mv), "{text} {move_text}");
        let men = !reference.top(at(number_before(&move_text))).unwrap().is_uppercase();
        assert_eq!(game.makes_progress(mv), men || move_text.contains('x'), "{text} {move_text}");
        assert!(!game.explain_move(mv).to_string().contains('{'));
    });
    moves
}

fn number_before(move_text: &str) -> i32 {
    move_text.split(['-', 'x']).next().unwrap().parse().unwrap()
}

/// Plays at random to the end and compares at every ply.
fn play_out(mut game: StackEm, random: &mut fastrand::Rng) {
    let mut history = History::new(&game);
    let mut occurrences = HashMap::from([(game.text().unwrap(), 1)]);
    let mut idle = 0;
    let mut keyed = Keyed::new(game.clone());
    loop {
        let moves = check_agreement(&game);
        let text = game.text().unwrap();
        let draw = if occurrences[&text] >= 3 {
            Some("repetition")
        } else {
            (idle >= 80).then_some("no-progress")
        };
        assert_eq!(history.draw(&game).map(|draw| draw.reason.name()), draw);
        if moves.is_empty() || draw.is_some() {
            return;
        }
        let (move_text, next) = moves.iter().nth(random.usize(..moves.len())).unwrap();
        let mv = game.parse_move(move_text).unwrap();
        idle = if game.makes_progress(mv) { 0 } else { idle + 1 };
        keyed.play_unchecked(mv);
        history.play(&mut game, mv);
        assert_eq!(keyed.key(), game.key());
        assert_eq!(game.text().unwrap(), next.text());
        *occurrences.entry(next.text()).or_default() += 1;
    }
}

/// A random position with few or many stacks.
fn any_position(random: &mut fastrand::Rng) -> StackEm {
    let mut bag: Vec<char> = "rrrrrrrrrrrrbbbbbbbbbbbb".chars().collect();
    random.shuffle(&mut bag);
    bag.truncate(random.usize(0..=24));
    let mut squares: Vec<i32> = (1..=32).collect();
    random.shuffle(&mut squares);
    squares.truncate(random.usize(1..=24));
    let mut stacks: BTreeMap<i32, String> = BTreeMap::new();
    for checker in bag {
        stacks.entry(squares[random.usize(..squares.len())]).or_default().push(checker);
    }
    let mut items = vec![];
    for (square, mut letters) in stacks {
        let far = match letters.chars().last() {
            Some('r') => square > 28,
            _ => square < 5,
        };
        if far || random.u8(..3) == 0 {
            crown(&mut letters);
        }
        items.push(format!("{square}{letters}"));
    }
    let side = if random.bool() { 'R' } else { 'B' };
    format!("{side}:{}", items.join(",")).parse::<StackEm>().unwrap()
}

#[test]
fn random_games_agree() {
    let mut random = fastrand::Rng::with_seed(41);
    for _ in 0..120 {
        play_out(StackEm::start(), &mut random);
    }
}

#[test]
fn random_games_from_any_position_agree() {
    let mut random = fastrand::Rng::with_seed(42);
    for _ in 0..400 {
        play_out(any_position(&mut random), &mut random);
    }
}

#[test]
fn any_position_agrees() {
    let mut random = fastrand::Rng::with_seed(43);
    for _ in 0..6_000 {
        check_agreement(&any_position(&mut random));
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
    let squares = |text: &str| -> Vec<i32> {
        text.split(['-', 'x']).map(|number| number.parse().unwrap()).collect()
    };
    let jumps: Vec<_> = moves.keys().filter(|text| text.contains('x')).collect();
    let fitting: Vec<_> = jumps
        .iter()
        .filter(|text| squares(text)[0] == a && squares(text).last() == Some(&b))
        .collect();
    let exact = format!("{a}{}{b}", if jump { 'x' } else { '-' });
    if moves.contains_key(&exact) {
        return exact;
    }
    if jump && fitting.len() == 1 {
        return fitting[0].to_string();
    }
    let (from, to) = (at(a), at(b));
    let (down, right) = (to.0 - from.0, to.1 - from.1);
    let forward = reference.directions(from).iter().any(|direction| direction.0 == down.signum());
    let next_to = down.abs() == 1 && right.abs() == 1;
    // A step over an enemy is taken for the jump that it would be.
    let over_an_enemy = (down.abs(), right.abs()) == (2, 2)
        && reference.controls(reference.enemy(), (from.0 + down / 2, from.1 + right / 2));
    let kind = if jump && fitting.len() > 1 {
        "ambiguous"
    } else if moves.is_empty() {
        "game-over"
    } else if !reference.stacks.contains_key(&from) {
        "empty-square"
    } else if !reference.controls(reference.turn, from) {
        "wrong-side"
    } else if !jump && !fitting.is_empty() {
        "too-far"
    } else if (jump || over_an_enemy)
        && jumps.iter().any(|text| squares(text)[0] == a && squares(text)[1..].contains(&b))
    {
        "must-go-on"
    } else if a == b {
        if jump { "nothing-to-jump" } else { "same-square" }
    } else if next_to && jump {
        "nothing-to-jump"
    } else if next_to && !forward {
        "backwards"
    } else if next_to {
        match reference.stacks.contains_key(&to) {
            true if reference.can_go(from) => "occupied",
            true => "blocked",
            false => "must-jump",
        }
    } else if !jump && !over_an_enemy {
        if down.abs() == right.abs() { "too-far" } else { "not-diagonal" }
    } else if down.abs() != right.abs() || down.abs() > 2 {
        "nothing-to-jump"
    } else if !forward {
        "backwards"
    } else if over_an_enemy {
        "occupied"
    } else {
        "nothing-to-jump"
    };
    kind.to_string()
}

#[test]
fn texts_of_two_squares_are_parsed_alike() {
    let mut random = fastrand::Rng::with_seed(44);
    for _ in 0..250 {
        let game = any_position(&mut random);
        let reference = ReferenceGame::from_text(&game.text().unwrap());
        let moves = reference.moves();
        for (a, b, jump) in
            (1..=32).flat_map(|a| (1..=32).flat_map(move |b| [(a, b, false), (a, b, true)]))
        {
            let text = format!("{a}{}{b}", if jump { 'x' } else { '-' });
            let read = match game.parse_move(&text) {
                Ok(mv) => game.move_text(mv),
                Err(refusal) => {
                    check_refusal(&moves, &refusal);
                    refusal.kind.name().to_string()
                }
            };
            assert_eq!(
                read,
                expected_parse(&reference, &moves, a, b, jump),
                "{} {text}",
                reference.text()
            );
        }
    }
}

/// A refusal cites a rule of the book, fills its sentence and proposes legal moves in order.
fn check_refusal(moves: &BTreeMap<String, ReferenceGame>, refusal: &crownhead_rules::MoveRefusal) {
    assert!(StackEm::BOOK.iter().any(|rule| rule.id == refusal.explanation.rule));
    assert!(!refusal.to_string().contains(['{', '}']));
    assert!(refusal.candidates.iter().all(|text| moves.contains_key(text)));
    assert!(refusal.candidates.is_sorted());
}

#[test]
fn any_text_is_parsed_or_refused() {
    let mut random = fastrand::Rng::with_seed(45);
    let pieces =
        ["x", "-", "1", "3", "0", " ", "22", "pass", "é", ":", "X", "32", "99", "\n", "14"];
    for _ in 0..300 {
        let game = any_position(&mut random);
        let moves = ReferenceGame::from_text(&game.text().unwrap()).moves();
        for _ in 0..60 {
            let squares: Vec<_> =
                (0..random.usize(2..16)).map(|_| random.u8(1..=32).to_string()).collect();
            let noise: String =
                (0..random.usize(..12)).map(|_| pieces[random.usize(..pieces.len())]).collect();
            for text in [squares.join("x"), noise] {
                match game.parse_move(&text) {
                    Ok(mv) => assert!(moves.contains_key(&game.move_text(mv))),
                    Err(refusal) => check_refusal(&moves, &refusal),
                }
            }
        }
    }
}

/// The lines of the perft file: position, depth and count.
fn counts() -> Vec<(StackEm, u32, u64)> {
    let read = |line: &str| {
        let fields: Vec<&str> = line.split('\t').collect();
        let [_, text, depth, count] = fields[..] else { panic!("not four fields: {line}") };
        let position = match text {
            "start" => StackEm::start(),
            _ => text.parse::<StackEm>().unwrap(),
        };
        (position, depth.parse().unwrap(), count.parse().unwrap())
    };
    include_str!("../../games/tests/perft/stack-em.perft").lines().map(read).collect()
}

#[test]
fn perft_agrees() {
    for (position, depth, count) in counts().into_iter().filter(|&(_, _, count)| count < 60_000) {
        let reference = ReferenceGame::from_text(&position.text().unwrap());
        assert_eq!(reference.perft(depth), count, "{} {depth}", reference.text());
    }
}
