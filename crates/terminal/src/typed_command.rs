//! Parsing typed commands: a move, or one of a few words.

/// A typed line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum TypedCommand {
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
    /// Call the game off before both have moved.
    Abort,
    /// One of the phrases for the other player, or nothing for the list of them.
    Say(String),
    Flip,
    /// The contents of a square.
    Stack(String),
    Help,
    Menu,
    Quit,
    /// Anything else is a move.
    Move(String),
}

/// The commands with their help texts.
pub(crate) const TYPED_COMMANDS: [(&str, &str); 16] = [
    ("11-15, 22x15x8, c3, pass …", "play a move, in the rule book's notation"),
    ("1, 2 …", "take one of the choices on offer"),
    ("board", "draw the board"),
    ("pieces", "describe the position in words"),
    ("moves", "list the legal moves"),
    ("why MOVE", "explain whether a move is legal, and which rule decides"),
    ("stack SQUARE", "describe a square, from bottom to top"),
    ("hint", "show the best move and the reason"),
    ("lines", "show the best lines"),
    ("undo", "take your last move back"),
    ("draw", "offer a draw"),
    ("resign", "resign the game"),
    ("abort", "call the game off, until both have moved"),
    ("say PHRASE", "say hello, good-luck, nice-jump … to the other player"),
    ("help", "show this list"),
    ("quit", "save the game and quit"),
];

pub(crate) fn parse(line: &str) -> TypedCommand {
    let line = line.trim();
    let (first, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
    let rest = rest.trim();
    match (first.to_ascii_lowercase().as_str(), rest.is_empty()) {
        ("", _) => TypedCommand::Nothing,
        ("board" | "b", true) => TypedCommand::Board,
        ("pieces", true) => TypedCommand::Pieces,
        ("moves", true) => TypedCommand::Moves,
        ("why", false) => TypedCommand::Why(rest.to_owned()),
        ("hint", true) => TypedCommand::Hint,
        ("lines" | "analyse", true) => TypedCommand::Lines,
        ("undo" | "takeback", true) => TypedCommand::Undo,
        ("draw", true) => TypedCommand::Draw,
        ("resign", true) => TypedCommand::Resign,
        ("abort", true) => TypedCommand::Abort,
        ("say", _) => TypedCommand::Say(rest.to_ascii_lowercase()),
        ("flip" | "turn", true) => TypedCommand::Flip,
        ("stack" | "on", false) => TypedCommand::Stack(rest.to_owned()),
        ("help" | "?", true) => TypedCommand::Help,
        ("menu", true) => TypedCommand::Menu,
        ("quit" | "exit", true) => TypedCommand::Quit,
        (number, true) if number.parse::<usize>().is_ok() => {
            TypedCommand::Number(number.parse().unwrap_or_default())
        }
        _ => TypedCommand::Move(line.to_owned()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn commands_are_distinguished_from_moves() {
        assert_eq!(parse("  "), TypedCommand::Nothing);
        assert_eq!(parse("3"), TypedCommand::Number(3));
        assert_eq!(parse("Why 11-12"), TypedCommand::Why("11-12".to_owned()));
        assert_eq!(parse("why"), TypedCommand::Move("why".to_owned()));
        assert_eq!(parse(" UNDO "), TypedCommand::Undo);
        assert_eq!(parse("say Nice-jump"), TypedCommand::Say("nice-jump".to_owned()));
        assert_eq!(parse("say"), TypedCommand::Say(String::new()));
        assert_eq!(parse("b2"), TypedCommand::Move("b2".to_owned()));
        assert_eq!(parse("huff 14"), TypedCommand::Move("huff 14".to_owned()));
        assert_eq!(parse("11-15"), TypedCommand::Move("11-15".to_owned()));
        assert_eq!(parse("stack 14"), TypedCommand::Stack("14".to_owned()));
    }
}
