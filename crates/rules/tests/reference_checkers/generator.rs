//! The reference move generator of the checkers family, written for clarity and not for speed.

use std::collections::{BTreeMap, BTreeSet};

use crownhead_rules::checkers::{KingMe, KingMeContinues, Parker, Regal, RuleSet, WinningMoves};

/// A square by row from the top and file from the left.
pub(crate) type Cell = (i32, i32);

/// `b` and `w` for men, `B` and `W` for kings.
pub(crate) type Board = BTreeMap<Cell, char>;

/// The rules that differ between the four games.
#[derive(Copy, Clone, Debug)]
pub(crate) struct RuleTable {
    pub(crate) jumping_is_a_must: bool,
    pub(crate) overlooked_jumps_have_a_remedy: bool,
    pub(crate) crowned_goes_on: bool,
    pub(crate) passes_when_stuck: bool,
}

pub(crate) const MUST: RuleTable = RuleTable {
    jumping_is_a_must: true,
    overlooked_jumps_have_a_remedy: false,
    crowned_goes_on: false,
    passes_when_stuck: false,
};
pub(crate) const CONTINUES: RuleTable = RuleTable { crowned_goes_on: true, ..MUST };
pub(crate) const REGAL: RuleTable =
    RuleTable { jumping_is_a_must: false, passes_when_stuck: true, ..MUST };
pub(crate) const PARKER: RuleTable =
    RuleTable { jumping_is_a_must: false, overlooked_jumps_have_a_remedy: true, ..MUST };

pub(crate) trait ReferenceRules: RuleSet {
    const TABLE: RuleTable;
}

impl ReferenceRules for Regal {
    const TABLE: RuleTable = REGAL;
}
impl ReferenceRules for KingMe {
    const TABLE: RuleTable = MUST;
}
impl ReferenceRules for KingMeContinues {
    const TABLE: RuleTable = CONTINUES;
}
impl ReferenceRules for WinningMoves {
    const TABLE: RuleTable = MUST;
}
impl ReferenceRules for Parker {
    const TABLE: RuleTable = PARKER;
}

#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Phase {
    Regular,
    Remedy { before: Board, culprits: BTreeSet<Cell> },
    Compelled,
}

#[derive(Clone, Debug)]
pub(crate) struct ReferenceGame {
    pub(crate) table: RuleTable,
    pub(crate) board: Board,
    pub(crate) turn: char,
    pub(crate) phase: Phase,
}

/// A jump of one checker: its text, the board after it, and what it did.
struct Jump {
    text: String,
    board: Board,
    landed: Cell,
    crowned: bool,
    complete: bool,
}

pub(crate) fn at(number: i32) -> Cell {
    let row = (number - 1) / 4;
    let place = (number - 1) % 4;
    (row, if row % 2 == 0 { 2 * place + 1 } else { 2 * place })
}

pub(crate) fn number((row, file): Cell) -> i32 {
    row * 4 + file / 2 + 1
}

fn on_board((row, file): Cell) -> bool {
    (0..8).contains(&row) && (0..8).contains(&file)
}

pub(crate) fn other(turn: char) -> char {
    if turn == 'b' { 'w' } else { 'b' }
}

pub(crate) fn board_text(board: &Board) -> String {
    let squares = |side: char| {
        let mut ours: Vec<_> =
            board.iter().filter(|(_, checker)| checker.eq_ignore_ascii_case(&side)).collect();
        ours.sort_by_key(|(at, _)| number(**at));
        let item = |(at, checker): &(&Cell, &char)| {
            format!("{}{}", if checker.is_uppercase() { "K" } else { "" }, number(**at))
        };
        ours.iter().map(item).collect::<Vec<_>>().join(",")
    };
    format!("W{}:B{}", squares('w'), squares('b'))
}

pub(crate) fn is_of(board: &Board, side: char, at: Cell) -> bool {
    board.get(&at).is_some_and(|checker| checker.eq_ignore_ascii_case(&side))
}

fn all_of(board: &Board, side: char) -> Vec<Cell> {
    board.keys().copied().filter(|&at| is_of(board, side, at)).collect()
}

pub(crate) fn directions(checker: char) -> Vec<Cell> {
    match checker {
        'b' => vec![(1, -1), (1, 1)],
        'w' => vec![(-1, -1), (-1, 1)],
        _ => vec![(1, -1), (1, 1), (-1, -1), (-1, 1)],
    }
}

/// The checker after it has landed, and whether it was crowned there.
pub(crate) fn landed(checker: char, at: Cell) -> (char, bool) {
    let crowned = checker == 'b' && at.0 == 7 || checker == 'w' && at.0 == 0;
    (if crowned { checker.to_ascii_uppercase() } else { checker }, crowned)
}

/// Where the checker on a square can step.
pub(crate) fn steps(board: &Board, from: Cell) -> Vec<Cell> {
    let neighbour = |(down, right): Cell| (from.0 + down, from.1 + right);
    let ways = directions(board[&from]).into_iter().map(neighbour);
    ways.filter(|to| on_board(*to) && !board.contains_key(to)).collect()
}

/// What the checker on a square can jump, and where it lands.
pub(crate) fn hops(board: &Board, from: Cell) -> Vec<(Cell, Cell)> {
    let enemy = other(board[&from].to_ascii_lowercase());
    let mut found = vec![];
    for (down, right) in directions(board[&from]) {
        let over = (from.0 + down, from.1 + right);
        let landing = (from.0 + 2 * down, from.1 + 2 * right);
        if on_board(landing) && is_of(board, enemy, over) && !board.contains_key(&landing) {
            found.push((over, landing));
        }
    }
    found
}

/// Every jump of one checker, complete or not. What is jumped is removed at once.
fn jumps(board: &Board, from: Cell, text: &str, goes_on_crowned: bool) -> Vec<Jump> {
    let mut found = vec![];
    for (over, landing) in hops(board, from) {
        let mut next = board.clone();
        next.remove(&over);
        let (checker, crowned) = landed(next.remove(&from).unwrap(), landing);
        next.insert(landing, checker);
        let text = format!("{text}x{}", number(landing));
        let ends = crowned && !goes_on_crowned;
        let further = if ends { vec![] } else { jumps(&next, landing, &text, goes_on_crowned) };
        let complete = further.is_empty();
        found.push(Jump { text, board: next, landed: landing, crowned, complete });
        found.extend(
            further.into_iter().map(|jump| Jump { crowned: jump.crowned || crowned, ..jump }),
        );
    }
    found
}

impl ReferenceGame {
    pub(crate) fn from_text(table: RuleTable, text: &str) -> ReferenceGame {
        let fields: Vec<&str> = text.split(':').collect();
        let [turn, white, black] = fields[..] else { panic!("not three fields: {text}") };
        let mut board = Board::new();
        for (man, field) in [('w', white), ('b', black)] {
            for item in field[1..].split(',').filter(|item| !item.is_empty()) {
                let square = at(item.trim_start_matches('K').parse().unwrap());
                let king = item.starts_with('K');
                board.insert(square, if king { man.to_ascii_uppercase() } else { man });
            }
        }
        let turn = if turn == "B" { 'b' } else { 'w' };
        ReferenceGame { table, board, turn, phase: Phase::Regular }
    }

    pub(crate) fn text(&self) -> String {
        format!("{}:{}", self.turn.to_ascii_uppercase(), board_text(&self.board))
    }

    /// The text and the phase, which the text leaves out.
    pub(crate) fn state(&self) -> String {
        match &self.phase {
            Phase::Regular => self.text(),
            Phase::Compelled => format!("{} compelled", self.text()),
            Phase::Remedy { before, culprits } => {
                format!("{} after {} by {culprits:?}", self.text(), board_text(before))
            }
        }
    }

    fn after(&self, board: Board, turn: char, phase: Phase) -> ReferenceGame {
        ReferenceGame { table: self.table, board, turn, phase }
    }

    fn can_move(&self, side: char) -> bool {
        all_of(&self.board, side).iter().any(|&from| {
            !steps(&self.board, from).is_empty() || !hops(&self.board, from).is_empty()
        })
    }

    fn all_jumps(&self) -> Vec<Jump> {
        let goes_on = self.table.crowned_goes_on;
        all_of(&self.board, self.turn)
            .into_iter()
            .flat_map(|from| jumps(&self.board, from, &number(from).to_string(), goes_on))
            .collect()
    }

    /// The phase after a move; an offence if there are culprits.
    fn phase_after(&self, culprits: BTreeSet<Cell>) -> Phase {
        if culprits.is_empty() || !self.table.overlooked_jumps_have_a_remedy {
            return Phase::Regular;
        }
        Phase::Remedy { before: self.board.clone(), culprits }
    }

    fn regular_moves(&self) -> Vec<(String, ReferenceGame)> {
        let mut found = vec![];
        let could_jump: BTreeSet<Cell> = all_of(&self.board, self.turn)
            .into_iter()
            .filter(|&from| !hops(&self.board, from).is_empty())
            .collect();
        for jump in self.all_jumps() {
            if !jump.complete && self.table.jumping_is_a_must {
                continue;
            }
            let stopped = !jump.complete && !jump.crowned;
            let culprits = stopped.then_some(jump.landed).into_iter().collect();
            found.push((
                jump.text,
                self.after(jump.board, other(self.turn), self.phase_after(culprits)),
            ));
        }
        if self.table.jumping_is_a_must && !could_jump.is_empty() {
            return found;
        }
        for from in all_of(&self.board, self.turn) {
            for to in steps(&self.board, from) {
                let mut board = self.board.clone();
                let (checker, _) = landed(board.remove(&from).unwrap(), to);
                board.insert(to, checker);
                let now = |culprit: &Cell| if *culprit == from { to } else { *culprit };
                let phase = self.phase_after(could_jump.iter().map(now).collect());
                let text = format!("{}-{}", number(from), number(to));
                found.push((text, self.after(board, other(self.turn), phase)));
            }
        }
        if found.is_empty() && self.table.passes_when_stuck && self.can_move(other(self.turn)) {
            let next = self.after(self.board.clone(), other(self.turn), Phase::Regular);
            found.push(("pass".to_string(), next));
        }
        found
    }

    /// Every legal move by its text, with the position after it.
    pub(crate) fn moves(&self) -> BTreeMap<String, ReferenceGame> {
        if all_of(&self.board, 'b').is_empty() || all_of(&self.board, 'w').is_empty() {
            return BTreeMap::new();
        }
        let found = match &self.phase {
            Phase::Regular => self.regular_moves(),
            Phase::Compelled => self
                .all_jumps()
                .into_iter()
                .filter(|jump| jump.complete)
                .map(|jump| (jump.text, self.after(jump.board, other(self.turn), Phase::Regular)))
                .collect(),
            Phase::Remedy { before, culprits } => {
                let stand = self.after(self.board.clone(), self.turn, Phase::Regular);
                let back = self.after(before.clone(), other(self.turn), Phase::Compelled);
                let huff = |culprit: &Cell| {
                    let mut next = stand.clone();
                    next.board.remove(culprit);
                    (format!("huff {}", number(*culprit)), next)
                };
                let mut found: Vec<_> = culprits.iter().map(huff).collect();
                found.extend([("compel".to_string(), back), ("stand".to_string(), stand)]);
                found
            }
        };
        let count = found.len();
        let moves: BTreeMap<_, _> = found.into_iter().collect();
        assert_eq!(moves.len(), count, "two moves with one text");
        moves
    }

    /// The score and the reason when the position itself has ended the game.
    pub(crate) fn outcome(&self) -> Option<(&'static str, &'static str)> {
        let wins = |side| if side == 'b' { "1-0" } else { "0-1" };
        for side in ['b', 'w'] {
            if all_of(&self.board, side).is_empty() {
                return Some((wins(other(side)), "captured-all"));
            }
        }
        if self.phase != Phase::Regular || self.can_move(self.turn) {
            return None;
        }
        if !self.table.passes_when_stuck {
            return Some((wins(other(self.turn)), "no-move"));
        }
        (!self.can_move(other(self.turn))).then_some(("1/2-1/2", "neither-can-move"))
    }

    pub(crate) fn phase_name(&self) -> &'static str {
        match self.phase {
            _ if !self.table.overlooked_jumps_have_a_remedy => "play",
            Phase::Regular => "regular",
            Phase::Remedy { .. } => "remedy",
            Phase::Compelled => "compelled",
        }
    }

    pub(crate) fn makes_progress(&self, move_text: &str) -> bool {
        let man = |from: &str| self.board[&at(from.parse().unwrap())].is_lowercase();
        move_text.contains('x')
            || move_text.starts_with("huff")
            || move_text.split_once('-').is_some_and(|(from, _)| man(from))
    }

    pub(crate) fn perft(&self, depth: u32) -> u64 {
        if depth == 0 { 1 } else { self.moves().values().map(|next| next.perft(depth - 1)).sum() }
    }
}
