//! Positions and moves in the protocol: the standard Hub forms for checkers, or the text forms of
//! Crownhead for any game.

use std::fmt;

use crownhead_games::{Game, Rules};
use crownhead_rules::{AnySquare, BySide, Side, dark};

#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(crate) enum MoveNotation {
    /// Hub's: `Wbbbb…eeeewwww…`; a capture has its start, its end and the captured squares; moves
    /// are separated by spaces.
    Hub,
    /// The text forms of Crownhead; moves are separated by commas.
    Own,
}

impl MoveNotation {
    /// The default notation of a game.
    pub(crate) fn of(rules: Rules) -> MoveNotation {
        if rules.game().is_checkers() { MoveNotation::Hub } else { MoveNotation::Own }
    }

    /// Parses a position, and returns its notation: Hub's if the game has it and the text looks
    /// like it.
    pub(crate) fn read_position(rules: Rules, text: &str) -> Result<(Game, MoveNotation), String> {
        let is_hub = MoveNotation::of(rules) == MoveNotation::Hub && !text.contains(':');
        let form = if is_hub { MoveNotation::Hub } else { MoveNotation::Own };
        let fen = if is_hub { fen(text)? } else { text.to_owned() };
        match Game::from_text(rules, &fen) {
            Ok(game) => Ok((game, form)),
            Err(faults) => Err(faults.to_string()),
        }
    }

    /// Writes the start position of a game; `None` in a phase without text.
    pub(crate) fn position(self, game: &Game) -> Option<String> {
        let text = game.text()?;
        Some(match self {
            MoveNotation::Own => text,
            MoveNotation::Hub => hub_position(game),
        })
    }

    /// Writes a move.
    pub(crate) fn move_text(self, text: &str) -> String {
        match self {
            MoveNotation::Own => text.to_owned(),
            MoveNotation::Hub => match Capture::of_path(text) {
                Some(capture) => capture.to_string(),
                None => text.replace(' ', "-"),
            },
        }
    }

    /// Writes a list of moves.
    pub(crate) fn moves<T: AsRef<str>>(self, texts: impl IntoIterator<Item = T>) -> String {
        let written: Vec<_> = texts.into_iter().map(|text| self.move_text(text.as_ref())).collect();
        written.join(match self {
            MoveNotation::Own => ", ",
            MoveNotation::Hub => " ",
        })
    }

    /// Splits a list of moves.
    pub(crate) fn split(self, moves: &str) -> impl Iterator<Item = &str> {
        let between = move |c: char| match self {
            MoveNotation::Own => c == ',',
            MoveNotation::Hub => c.is_whitespace(),
        };
        moves.split(between).map(str::trim).filter(|text| !text.is_empty())
    }

    /// Converts a move to Crownhead's notation. Captures with the same start, end and captured
    /// squares are equivalent; the first of them is used.
    pub(crate) fn parse_move(self, game: &Game, text: &str) -> Result<String, String> {
        if self == MoveNotation::Own {
            return Ok(text.to_owned());
        }
        if let Some(square) = text.strip_prefix("huff-") {
            return Ok(format!("huff {square}"));
        }
        match Capture::read(text) {
            // Without the captured checkers it is a shortened jump, which the game itself reads.
            None => Ok(text.to_owned()),
            Some(capture) if capture.captured.is_empty() => Ok(text.to_owned()),
            Some(capture) => {
                let moves = game.moves_ignoring_draws();
                let exact = moves.iter().find(|own| self.move_text(own) == text);
                let same = |own: &&String| Capture::of_path(own).is_some_and(|c| c.is(&capture));
                let found = exact.or_else(|| moves.iter().find(same));
                let none = || "no legal move has this beginning, end and captures".to_owned();
                found.cloned().ok_or_else(none)
            }
        }
    }
}

/// A capture in Hub's notation.
struct Capture {
    from: dark::Square,
    to: dark::Square,
    captured: Vec<dark::Square>,
}

impl Capture {
    /// Parses `from x to x captured x captured …`.
    fn read(text: &str) -> Option<Capture> {
        let squares = squares(text)?;
        let (&[from, to], captured) = squares.split_first_chunk()?;
        Some(Capture { from, to, captured: captured.to_vec() })
    }

    /// The capture of a path that names every landing square.
    fn of_path(text: &str) -> Option<Capture> {
        let path = squares(text)?;
        let (&from, &to) = (path.first()?, path.last()?);
        let jumps = path.windows(2).map(|jump| between(jump[0], jump[1]));
        let captured: Vec<_> = jumps.collect::<Option<_>>()?;
        (!captured.is_empty()).then_some(Capture { from, to, captured })
    }

    /// Whether two captures are equal, regardless of the order of the captured squares.
    fn is(&self, other: &Capture) -> bool {
        let sorted = |capture: &Capture| {
            let mut numbers: Vec<_> =
                capture.captured.iter().map(|square| square.number()).collect();
            numbers.sort_unstable();
            numbers
        };
        (self.from, self.to) == (other.from, other.to) && sorted(self) == sorted(other)
    }
}

impl fmt::Display for Capture {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}x{}", self.from, self.to)?;
        self.captured.iter().try_for_each(|square| write!(f, "x{square}"))
    }
}

/// The squares of a text such as `22x15x18`; `None` for anything else.
fn squares(text: &str) -> Option<Vec<dark::Square>> {
    text.contains('x').then(|| text.split('x').map(dark::Square::from_text).collect())?
}

/// The square in the middle of a jump.
fn between(from: dark::Square, to: dark::Square) -> Option<dark::Square> {
    let is_jump = from.row().abs_diff(to.row()) == 2 && from.file().abs_diff(to.file()) == 2;
    let middle = |square: &dark::Square| {
        2 * square.row() == from.row() + to.row() && 2 * square.file() == from.file() + to.file()
    };
    if is_jump { dark::Square::all().find(middle) } else { None }
}

/// The FEN of a position in Hub's notation.
fn fen(text: &str) -> Result<String, String> {
    let form = "a position is the side to move, W or B, and 32 of w b W B e";
    let (side, squares) = match (text.strip_prefix('W'), text.strip_prefix('B')) {
        (Some(squares), _) => ('W', squares),
        (_, Some(squares)) => ('B', squares),
        _ => return Err(form.to_owned()),
    };
    if squares.chars().count() != 32 {
        return Err(format!("{form}; here are {} after the side", squares.chars().count()));
    }
    let mut sides = BySide::<Vec<String>>::default();
    for (square, checker) in dark::Square::all().zip(squares.chars()) {
        match checker {
            'e' => {}
            'w' => sides.second.push(square.to_string()),
            'W' => sides.second.push(format!("K{square}")),
            'b' => sides.first.push(square.to_string()),
            'B' => sides.first.push(format!("K{square}")),
            other => return Err(format!("{form}, not {}", other.escape_debug())),
        }
    }
    Ok(format!("{side}:W{}:B{}", sides.second.join(","), sides.first.join(",")))
}

fn hub_position(game: &Game) -> String {
    let mut text = String::from(if game.side() == Side::First { "B" } else { "W" });
    text.extend(dark::Square::all().map(|square| {
        let checkers = game.checkers_on(AnySquare::from(square));
        match checkers.last().map(|checker| (checker.side, checker.king)) {
            None => 'e',
            Some((Side::First, false)) => 'b',
            Some((Side::First, true)) => 'B',
            Some((Side::Second, false)) => 'w',
            Some((Side::Second, true)) => 'W',
        }
    }));
    text
}

#[cfg(test)]
mod tests {
    use crownhead_games::GameId;

    use super::*;

    #[test]
    fn positions_round_trip() {
        let rules = GameId::WinningMovesCheckers.rules();
        let start = "Bbbbbbbbbbbbbeeeeeeeewwwwwwwwwwww";
        assert_eq!(MoveNotation::Hub.position(&Game::start(rules)).unwrap(), start);
        for text in [start, "WeeeeWeeeeeeeeeeeeebeeeweeeeeeeBe"] {
            let (game, form) = MoveNotation::read_position(rules, text).unwrap();
            assert_eq!((form, form.position(&game)), (MoveNotation::Hub, Some(text.to_owned())));
        }
        let (_, form) = MoveNotation::read_position(rules, "B:W21:B1").unwrap();
        assert_eq!(form, MoveNotation::Own);
    }

    #[test]
    fn positions_that_are_none_are_refused() {
        let rules = GameId::WinningMovesCheckers.rules();
        let refused = |text: &str| MoveNotation::read_position(rules, text).unwrap_err();
        assert!(refused("Wbbb").contains("here are 3 after the side"));
        assert!(refused("").starts_with("a position is the side to move"));
        assert!(refused("Wxbbbbbbbbbbbeeeeeeeewwwwwwwwwwww").ends_with("not x"));
        assert!(refused("Wébbbbbbbbbbbeeeeeeeewwwwwwwwwwww").ends_with("not é"));
        assert!(refused("Wwbbbbbbbbbbbeeeeeeeewwwwwwwwwwww").contains("far row"));
        assert!(refused("Weeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee").contains("no checker"));
        assert!(MoveNotation::read_position(GameId::StackEm.rules(), "Wbbb").is_err());
    }

    #[test]
    fn captures_name_the_captured() {
        assert_eq!(MoveNotation::Hub.move_text("22x15"), "22x15x18");
        assert_eq!(MoveNotation::Hub.move_text("22x15x8"), "22x8x18x11");
        assert_eq!(MoveNotation::Own.move_text("22x15x8"), "22x15x8");
        assert_eq!(MoveNotation::Hub.moves(["11-15", "huff 14", "pass"]), "11-15 huff-14 pass");
        assert_eq!(MoveNotation::Own.moves(["11-15", "huff 14"]), "11-15, huff 14");
    }

    #[test]
    fn captures_are_found_in_any_order() {
        // A king that can go round either way: the same capture, told in two orders.
        let rules = GameId::WinningMovesCheckers.rules();
        let (game, _) = MoveNotation::read_position(rules, "W:WK31:B26,27,18,19").unwrap();
        let texts = game.moves_ignoring_draws();
        assert!(texts.len() > 1, "{texts:?}");
        for own in texts {
            let hub = MoveNotation::Hub.move_text(&own);
            let read = MoveNotation::Hub.parse_move(&game, &hub).unwrap();
            assert_eq!(MoveNotation::Hub.move_text(&read), hub);
            let mut squares: Vec<_> = hub.split('x').collect();
            squares[2..].reverse();
            assert!(MoveNotation::Hub.parse_move(&game, &squares.join("x")).is_ok());
        }
        assert!(MoveNotation::Hub.parse_move(&game, "31x22x27").is_err());
        let (game, _) = MoveNotation::read_position(rules, "W:W22:B18,11").unwrap();
        for text in ["22x8x18x11", "22x8x11x18"] {
            assert_eq!(MoveNotation::Hub.parse_move(&game, text).unwrap(), "22x15x8");
        }
        assert_eq!(MoveNotation::Hub.parse_move(&game, "huff-14").unwrap(), "huff 14");
    }
}
