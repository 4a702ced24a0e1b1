//! The openings of a match: from a file, random moves, or random ballots. Every opening is played
//! twice, with colours reversed.

use std::sync::atomic::AtomicBool;

use crownhead_computer::{AnalysisRequest, Analyst, NoClock, SearchLimits};
use crownhead_games::{Game, Rules};
use crownhead_rules::{AnySquare, Side, dark};
use fastrand::Rng;

use crate::hub::notation::MoveNotation;

/// An opening.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Opening {
    pub(crate) start: Game,
    /// Legal moves, after which the game is not over.
    pub(crate) moves: Vec<String>,
}

/// An endless sequence of openings, determined by its seed.
#[derive(Clone, Debug)]
pub(crate) enum Openings {
    /// These openings, repeatedly.
    Listed(Vec<Opening>),
    /// So many random moves from the start position.
    Random { rules: Rules, plies: u32, seed: u64 },
    /// The start position without one man of each side, and a random move each, if nobody can jump
    /// and it is balanced.
    Ballots { rules: Rules, seed: u64 },
}

/// The maximum evaluation of a ballot, in hundredths of a man.
pub(crate) const BALANCE: i32 = 60;
/// The depth of the search that evaluates a ballot.
pub(crate) const BALLOT_DEPTH: u32 = 9;
/// This many times as many ballots as are wanted are drawn to find different ones.
const MAX_DUPLICATES: usize = 20;
/// How often an opening is drawn again before the game counts as too short.
const DRAWS: u32 = 10_000;

impl Openings {
    /// Parses a file: one opening a line, as moves separated by spaces or commas, or as the text of
    /// a position; `#` starts a comment.
    pub(crate) fn read(rules: Rules, text: &str) -> Result<Openings, String> {
        let mut listed = Vec::new();
        for (number, line) in (1..).zip(text.lines()) {
            let line = line.split('#').next().unwrap_or_default().trim();
            if !line.is_empty() {
                listed
                    .push(opening(rules, line).map_err(|error| format!("line {number}: {error}"))?);
            }
        }
        if listed.is_empty() {
            return Err("there is no opening in it".to_owned());
        }
        Ok(Openings::Listed(listed))
    }

    /// Ballots, for games whose men can be removed.
    pub(crate) fn ballots(rules: Rules, seed: u64) -> Result<Openings, String> {
        if MoveNotation::of(rules) == MoveNotation::Hub {
            return Ok(Openings::Ballots { rules, seed });
        }
        Err(format!("ballots are for the checkers games, not for {}", rules.game()))
    }

    /// A short name, equal for equal openings.
    pub(crate) fn fingerprint(&self) -> String {
        match self {
            Openings::Listed(listed) => {
                let mut hash = 0xcbf2_9ce4_8422_2325_u64;
                for opening in listed {
                    let text = opening.start.text().unwrap_or_default() + &opening.moves.join(" ");
                    for byte in text.bytes().chain([b'\n']) {
                        hash = (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
                    }
                }
                format!("{}:{hash:016x}", listed.len())
            }
            Openings::Random { plies, .. } => format!("random:{plies}"),
            Openings::Ballots { .. } => "ballots".to_owned(),
        }
    }

    /// The number of openings before they repeat.
    pub(crate) fn len(&self) -> Option<usize> {
        match self {
            Openings::Listed(listed) => Some(listed.len()),
            _ => None,
        }
    }

    /// So many different ballots, as positions after their random moves.
    pub(crate) fn ballot_positions(&self, count: usize) -> Result<Vec<String>, String> {
        let mut positions = Vec::new();
        for number in 0.. {
            if positions.len() >= count || number > MAX_DUPLICATES * count {
                break;
            }
            let Opening { mut start, moves } = self.get(number)?;
            for text in &moves {
                start.play(text).map_err(|refusal| refusal.to_string())?;
            }
            positions.extend(start.text().filter(|text| !positions.contains(text)));
        }
        match positions.len() >= count {
            true => Ok(positions),
            false => Err(format!("only {} different ballots were found", positions.len())),
        }
    }

    /// The opening with this number, unless finding it takes a search.
    pub(crate) fn get_quickly(&self, number: usize) -> Option<Opening> {
        match self {
            Openings::Ballots { .. } => None,
            Openings::Listed(_) | Openings::Random { .. } => self.get(number).ok(),
        }
    }

    /// The opening with this number.
    pub(crate) fn get(&self, number: usize) -> Result<Opening, String> {
        match self {
            Openings::Listed(listed) => Ok(listed[number % listed.len()].clone()),
            Openings::Random { rules, plies, seed } => {
                let start = Game::start(*rules);
                let mut rng = rng(*seed, number);
                let found = (0..DRAWS).find_map(|_| random_moves(&start, *plies, &mut rng));
                let moves = found.ok_or_else(|| {
                    format!("{} does not last {plies} random moves", rules.game())
                })?;
                Ok(Opening { start, moves })
            }
            Openings::Ballots { rules, seed } => {
                let mut rng = rng(*seed, number);
                let found = (0..DRAWS).find_map(|_| ballot(*rules, &mut rng));
                found.ok_or_else(|| format!("no balanced ballot of {} was found", rules.game()))
            }
        }
    }
}

/// A random source for each opening, so that the order of requests does not matter.
fn rng(seed: u64, number: usize) -> Rng {
    Rng::with_seed(seed.wrapping_add((number as u64).wrapping_mul(0x9E37_79B9_7F4A_7C15)))
}

fn opening(rules: Rules, line: &str) -> Result<Opening, String> {
    let position = Game::from_text(rules, line);
    if let Ok(start) = position {
        let opening = Opening { start, moves: Vec::new() };
        return still_open(opening.start.clone()).map(|_| opening);
    }
    let separator = if line.contains(',') { ',' } else { ' ' };
    let start = Game::start(rules);
    let mut game = start.clone();
    let mut moves = Vec::new();
    for text in line.split(separator).map(str::trim).filter(|text| !text.is_empty()) {
        match game.play(text) {
            Ok(text) => moves.push(text),
            // Nothing of it is a move: it was meant as a position.
            Err(_) if moves.is_empty() && line.contains([':', '/']) => {
                return Err(position.map_or_else(|faults| faults.to_string(), |_| String::new()));
            }
            Err(refusal) => {
                return Err(format!(
                    "move {} ({}): {refusal}",
                    moves.len() + 1,
                    text.escape_debug()
                ));
            }
        }
    }
    still_open(game)?;
    Ok(Opening { start, moves })
}

fn still_open(game: Game) -> Result<Game, String> {
    if game.outcome().is_some() { Err("the game is over after it".to_owned()) } else { Ok(game) }
}

/// So many random moves; `None` if the game ends before.
fn random_moves(start: &Game, plies: u32, rng: &mut Rng) -> Option<Vec<String>> {
    let mut game = start.clone();
    let mut moves = Vec::new();
    for _ in 0..plies {
        let legal = game.legal_moves();
        let text = rng.choice(&legal)?;
        moves.push(game.play(text).ok()?);
    }
    still_open(game).is_ok().then_some(moves)
}

/// A random ballot, if it is balanced.
fn ballot(rules: Rules, rng: &mut Rng) -> Option<Opening> {
    let start = Game::start(rules);
    let squares = |side: Side| -> Vec<u8> {
        let has = |square: &dark::Square| {
            let checkers = start.checkers_on(AnySquare::from(*square));
            checkers.last().is_some_and(|checker| checker.side == side)
        };
        dark::Square::all().filter(has).map(dark::Square::number).collect()
    };
    let mut eleven = |side: Side| {
        let mut numbers = squares(side);
        numbers.remove(rng.usize(..numbers.len()));
        let texts: Vec<_> = numbers.iter().map(ToString::to_string).collect();
        texts.join(",")
    };
    let text = format!("B:W{}:B{}", eleven(Side::Second), eleven(Side::First));
    let start = Game::from_text(rules, &text).ok()?;
    let moves = random_moves(&start, 2, rng)?;
    let mut game = start.clone();
    for text in &moves {
        game.play(text).ok()?;
    }
    if moves.iter().chain(&game.legal_moves()).any(|text| text.contains('x')) {
        return None;
    }
    let question = AnalysisRequest::new(SearchLimits::depth(BALLOT_DEPTH));
    let stop = AtomicBool::new(false);
    let thought = Analyst::new(1).analyse(&game, question, NoClock, &stop, |_| {});
    let score = thought.variations.first()?.score;
    (score.value().abs() <= BALANCE).then_some(Opening { start, moves })
}

#[cfg(test)]
mod tests {
    use crownhead_games::GameId;

    use super::*;

    fn read(game: GameId, text: &str) -> Result<Vec<Opening>, String> {
        match Openings::read(game.rules(), text)? {
            Openings::Listed(listed) => Ok(listed),
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn moves_and_positions_are_read() {
        let text = "# two openings\n\n11-15 22-18 15x22 # the last one jumps\r\nB:W18,32:B14,1.\n";
        let openings = read(GameId::ParkerCheckers, text).unwrap();
        assert_eq!(openings[0].moves, ["11-15", "22-18", "15x22"]);
        assert_eq!(openings[1].start.text().unwrap(), "B:W18,32:B1,14");
        assert!(openings[1].moves.is_empty());
        let huff = read(GameId::ParkerCheckers, "11-15, 22-18, 9-13, huff 15").unwrap();
        assert_eq!(huff[0].moves[3], "huff 15");
        let coast = "8/6rr/5rrr/4rrr1/1bbb4/bbb5/bb6/bbrr4 b 1 1";
        assert!(read(GameId::CoastToCoast, coast).is_err());
        assert_eq!(read(GameId::TicTacToe, "a1 b2\n1x1/1o1/3 x\n").unwrap().len(), 2);
    }

    #[test]
    fn what_is_wrong_is_named_with_its_line() {
        let refused = |text: &str| read(GameId::WinningMovesCheckers, text).unwrap_err();
        assert!(refused("11-15\n11-15 11-16\n").starts_with("line 2: move 2 (11-16): "));
        assert!(refused("B:W99:B1").starts_with("line 1: “99” is not a square"));
        assert_eq!(refused("# nothing\n"), "there is no opening in it");
        assert_eq!(refused("B:W:B1"), "line 1: the game is over after it");
    }

    #[test]
    fn the_three_move_openings_are_legal() {
        for (text, count) in [
            (include_str!("../../../../data/openings/three-move-openings-174.txt"), 174),
            (include_str!("../../../../data/openings/three-move-openings-crossboard-144.txt"), 144),
        ] {
            let openings = read(GameId::WinningMovesCheckers, text).unwrap();
            assert_eq!(openings.len(), count);
            assert!(openings.iter().all(|opening| opening.moves.len() == 3));
        }
    }

    #[test]
    fn a_seed_fixes_the_random_ones() {
        for rules in Rules::all() {
            let random = |seed| Openings::Random { rules, plies: 4, seed };
            let openings = [random(7), random(7), random(8)];
            let texts =
                openings.map(|of| (0..8).map(|i| of.get(i).unwrap().moves).collect::<Vec<_>>());
            assert_eq!(texts[0], texts[1]);
            assert_ne!(texts[0], texts[2]);
        }
        let long = Openings::Random { rules: GameId::TicTacToe.rules(), plies: 9, seed: 1 };
        assert_eq!(long.get(0).unwrap_err(), "tic-tac-toe does not last 9 random moves");
    }

    #[test]
    fn ballots_have_eleven_men_and_are_balanced() {
        let rules = GameId::WinningMovesCheckers.rules();
        let ballots = Openings::ballots(rules, 3).unwrap();
        let ballot = ballots.get(5).unwrap();
        assert_eq!(ballot, ballots.get(5).unwrap());
        assert_eq!(ballot.moves.len(), 2);
        let text = ballot.start.text().unwrap();
        assert_eq!(text.matches(',').count(), 20, "{text}");
        assert!(Openings::ballots(GameId::StackEm.rules(), 3).is_err());
    }
}
