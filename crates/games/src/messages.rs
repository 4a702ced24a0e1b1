//! Message templates of errors in PDN files. An error follows a colon, so it begins in lower case
//! and has no full stop.

use crownhead_pdn::{ERROR_MESSAGES, PdnError, PdnErrorKind};
use crownhead_rules::{MessageArg, MessageTemplate, Sentence, messages};

messages! { "file":
    NO_SUCH_GAME = "no-such-game": "there is no such game; the games are {names}";
    NO_OPTIONS = "no-options": "{game} has no options";
    NO_SUCH_OPTION = "no-such-option": "{game} has no such option; it has {names}";
    NO_SUCH_VALUE = "no-such-value": "{name} can be {values}";
    OPTION_FORM = "option-form": "an option is written as in crowning=continues";
    GAME_TYPE = "game-type": "GameType {number} is {kind}; the kind played here is 21";
    LARGER_BOARD = "larger-board":
        "there are squares above 32: this is draughts on a larger board, which is not played here";
    TEN_BY_TEN = "ten-by-ten":
        "{moves} and the other moves are those of a board of ten by ten: this is draughts on a \
         larger board, which is not played here";
    WHITE_BEGINS = "white-begins":
        "white has the first move, and in checkers black begins: this is another kind of draughts, \
         or its board is turned round";
    TAKES_BACKWARDS = "takes-backwards":
        "a man takes backwards with {moves}: this is another kind of draughts, such as Russian, \
         Brazilian or pool checkers, which is not played here";
    FLYING_KING = "flying-king":
        "a king flies over several squares with {moves}: this is another kind of draughts, such as \
         Russian, Brazilian or pool checkers, which is not played here";
    BEGIN = "begin": "the game can't start like that: {why}";
    MOVE = "move": "{moves}: {why}";
    BARE_SET_UP = "bare-set-up":
        "a position is set up here, and no command such as [%huff 18] behind it says how it came \
         about";
    OTHER_POSITION = "other-position":
        "the command here leads to {position}, and not to what is set up";

    AT = "at": "game {game}, line {line}, column {column}: {why}";
    AT_MOVE = "at-move": "game {game}, line {line}, column {column}, move {number}: {why}";
    AT_BEGIN = "at-begin": "game {game}, line {line}, column {column}, before the first move: {why}";
    ON_MOVE = "on-move": "move {number}: {why}";
    BEFORE_MOVES = "before-moves": "before the first move: {why}";

    KIND_20 = "kind-20": "international draughts";
    KIND_22 = "kind-22": "Italian draughts";
    KIND_23 = "kind-23": "pool checkers";
    KIND_24 = "kind-24": "Spanish draughts";
    KIND_25 = "kind-25": "Russian draughts";
    KIND_26 = "kind-26": "Brazilian draughts";
    KIND_27 = "kind-27": "Canadian draughts";
    KIND_28 = "kind-28": "Portuguese draughts";
    KIND_29 = "kind-29": "Czech draughts";
    KIND_30 = "kind-30": "Turkish draughts";
    KIND_31 = "kind-31": "Thai draughts";
    KIND_40 = "kind-40": "Frisian draughts";
    KIND_41 = "kind-41": "Spantsiretti draughts";
    KIND_OTHER = "kind-other": "another kind of draughts";
}

/// The names of the other variants in the PDN standard.
pub(crate) fn kind(number: &str) -> &'static MessageTemplate {
    match number {
        "20" => &KIND_20,
        "22" => &KIND_22,
        "23" => &KIND_23,
        "24" => &KIND_24,
        "25" => &KIND_25,
        "26" => &KIND_26,
        "27" => &KIND_27,
        "28" => &KIND_28,
        "29" => &KIND_29,
        "30" => &KIND_30,
        "31" => &KIND_31,
        "40" => &KIND_40,
        "41" => &KIND_41,
        _ => &KIND_OTHER,
    }
}

/// The messages of syntax errors.
static PROBLEMS: [MessageTemplate; ERROR_MESSAGES.len()] = {
    let mut all = [MessageTemplate::new("", ""); ERROR_MESSAGES.len()];
    let mut number = 0;
    while number < ERROR_MESSAGES.len() {
        all[number] = MessageTemplate::new(ERROR_MESSAGES[number].0, ERROR_MESSAGES[number].1);
        number += 1;
    }
    all
};

/// Every message about files, for translations.
pub fn file_messages() -> impl Iterator<Item = &'static MessageTemplate> {
    ALL.iter().chain(&PROBLEMS)
}

/// The sentence for a syntax error.
pub fn pdn_error_sentence(error: &PdnError) -> Sentence {
    let number = |number: u64| MessageArg::Number(u32::try_from(number).unwrap_or(u32::MAX));
    let problem = Sentence::new(&PROBLEMS[error.kind.message_index()]);
    let problem = match &error.kind {
        PdnErrorKind::Unknown(text) => problem.with("typed", MessageArg::Typed(text.clone())),
        PdnErrorKind::TooLong { most, .. } | PdnErrorKind::TooDeep(most) => {
            problem.with("most", number(*most as u64))
        }
        PdnErrorKind::Input(kind) => problem.with("why", MessageArg::Text(kind.to_string())),
        _ => problem,
    };
    Sentence::new(&AT)
        .with("game", number(error.game))
        .with("line", MessageArg::Number(error.position.line))
        .with("column", MessageArg::Number(error.position.column))
        .with("why", MessageArg::Sentences(vec![problem]))
}

#[cfg(test)]
mod tests {
    use std::io::ErrorKind;

    use crownhead_pdn::{LimitedPart, TextPosition};

    use super::*;

    #[test]
    fn syntax_messages_match_the_pdn_reader() {
        let long = |part| PdnErrorKind::TooLong { part, most: 1000 };
        let problems = [
            PdnErrorKind::TagName,
            PdnErrorKind::StrayBrace,
            PdnErrorKind::Dots,
            PdnErrorKind::Unknown("}{".to_owned()),
            long(LimitedPart::Game),
            long(LimitedPart::Tag),
            long(LimitedPart::Comment),
            PdnErrorKind::TooDeep(64),
            PdnErrorKind::Input(ErrorKind::UnexpectedEof),
        ];
        for problem in problems {
            let error =
                PdnError { position: TextPosition { line: 14, column: 3 }, game: 2, kind: problem };
            assert_eq!(pdn_error_sentence(&error).to_string(), error.to_string());
        }
    }
}
