//! What is typed: a move, or one of a few words.

/// What a line means.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Word {
    Nothing,
    /// One of the choices, counted from 1.
    Number(usize),
    Board,
    Pieces,
    Moves,
    Why(String),
    Hint,
    Lines,
    Undo,
    Draw,
    Resign,
    Flip,
    /// What lies on a square.
    Stack(String),
    Help,
    Menu,
    Quit,
    /// Anything else is a move.
    Move(String),
}

/// The words with what they do, for help.
pub(crate) const WORDS: [(&str, &str); 14] = [
    ("11-15, 22x15x8, c3, pass …", "play a move, as the rule book writes it"),
    ("1, 2 …", "take one of the choices that are offered"),
    ("board", "draw the board"),
    ("pieces", "tell in words what stands where"),
    ("moves", "list the legal moves"),
    ("why MOVE", "whether a move is allowed, and by which rule"),
    ("stack SQUARE", "what lies on a square, from bottom to top"),
    ("hint", "the best move and why"),
    ("lines", "the best ways to go on"),
    ("undo", "take your last move back"),
    ("draw", "offer a draw"),
    ("resign", "give the game up"),
    ("help", "these words"),
    ("quit", "save the game and leave"),
];

/// Reads a line.
pub(crate) fn read(line: &str) -> Word {
    let line = line.trim();
    let (first, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
    let rest = rest.trim();
    match (first.to_ascii_lowercase().as_str(), rest.is_empty()) {
        ("", _) => Word::Nothing,
        ("board" | "b", true) => Word::Board,
        ("pieces", true) => Word::Pieces,
        ("moves", true) => Word::Moves,
        ("why", false) => Word::Why(rest.to_owned()),
        ("hint", true) => Word::Hint,
        ("lines" | "analyse", true) => Word::Lines,
        ("undo" | "takeback", true) => Word::Undo,
        ("draw", true) => Word::Draw,
        ("resign", true) => Word::Resign,
        ("flip" | "turn", true) => Word::Flip,
        ("stack" | "on", false) => Word::Stack(rest.to_owned()),
        ("help" | "?", true) => Word::Help,
        ("menu", true) => Word::Menu,
        ("quit" | "exit", true) => Word::Quit,
        (number, true) if number.parse::<usize>().is_ok() => {
            Word::Number(number.parse().unwrap_or_default())
        }
        _ => Word::Move(line.to_owned()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_told_from_moves() {
        assert_eq!(read("  "), Word::Nothing);
        assert_eq!(read("3"), Word::Number(3));
        assert_eq!(read("Why 11-12"), Word::Why("11-12".to_owned()));
        assert_eq!(read("why"), Word::Move("why".to_owned()));
        assert_eq!(read(" UNDO "), Word::Undo);
        assert_eq!(read("b2"), Word::Move("b2".to_owned()));
        assert_eq!(read("huff 14"), Word::Move("huff 14".to_owned()));
        assert_eq!(read("11-15"), Word::Move("11-15".to_owned()));
        assert_eq!(read("stack 14"), Word::Stack("14".to_owned()));
    }
}
