//! Promises about any text at all: it is read without a panic, its errors are inside it, and what
//! was read is written so that it reads back equal.
#![allow(clippy::unwrap_used)]

use crownhead_pdn::{
    Comment, ItemKind, MoveNumber, MoveText, MovetextItem, PdnGame, PdnReader, PdnResult, Tags,
};
use proptest::prelude::*;

/// Pieces that PDN is made of, whole and broken.
const PIECES: [&str; 50] = [
    "[",
    "]",
    "[Event \"",
    "[Event \"x\"]",
    "[RuleSet \"parker-checkers\"]\n",
    "\"",
    "\\",
    "\\\"",
    "{",
    "}",
    "{a b}",
    "{[%clk 0:01:02]}",
    "{[%huff 18] x}",
    ";",
    "; text }\n",
    "%",
    "(",
    ")",
    "(!)",
    "!",
    "?",
    "!?",
    "$",
    "$7",
    "$99999",
    "1.",
    "12...",
    "...",
    "11-15",
    "22x15x8",
    "22:08",
    "01 - 7",
    "a3b4",
    "pass",
    "1-0",
    "1/2-1/2",
    "0-0",
    "*",
    "/",
    "/FEN \"B:W1:B2\"/",
    "/FEN ",
    "é",
    "[Site \"y\"]",
    "[Board \"1\"] ",
    "\u{feff}",
    "\n",
    "\r\n",
    " ",
    "\t",
    "0",
];

fn soup() -> impl Strategy<Value = String> {
    let piece = prop_oneof![8 => prop::sample::select(&PIECES[..]).prop_map(str::to_owned),
                            1 => any::<char>().prop_map(String::from)];
    prop::collection::vec(piece, 0..60).prop_map(|pieces| pieces.concat())
}

fn comment() -> impl Strategy<Value = ItemKind> {
    let words = prop_oneof![".{1,200}", "([a-z}\\[%]{1,12}[ \n]?){1,40}"];
    words
        .prop_map(|words| Comment::new(&words))
        .prop_filter("empty comments are not kept", |comment| !comment.text().is_empty())
        .prop_map(ItemKind::Comment)
}

fn items() -> impl Strategy<Value = Vec<MovetextItem>> {
    let squares = prop::collection::vec(1..51_u8, 2..14);
    let mv = (squares, prop::option::of((1..1000_u32, any::<bool>()))).prop_filter_map(
        "1-1 is a result",
        |(squares, number)| {
            let separator = if squares.len() > 2 || squares[0] % 2 == 0 { "x" } else { "-" };
            let squares: Vec<_> = squares.iter().map(u8::to_string).collect();
            let number = number.map(|(number, second)| MoveNumber { number, second });
            Some(ItemKind::Move { number, text: MoveText::new(&squares.join(separator)).ok()? })
        },
    );
    let leaf = prop_oneof![
        4 => mv,
        1 => any::<u16>().prop_map(ItemKind::Nag),
        1 => comment(),
        1 => Just(ItemKind::SetUp("B:W21,K22:B1-12".to_owned())),
    ]
    .prop_map(MovetextItem::new);
    let item = leaf.prop_recursive(4, 60, 8, |inner| {
        prop::collection::vec(inner, 1..8)
            .prop_map(|items| MovetextItem::new(ItemKind::Variation(items)))
    });
    prop::collection::vec(item, 1..20)
}

fn game() -> impl Strategy<Value = PdnGame> {
    let tags = prop::collection::vec(("(Event|White|[A-Z][a-z_0-9]{0,8})", "\\PC{0,40}"), 0..9);
    let result = prop::sample::select(&PdnResult::ALL[..]);
    (tags, items(), result).prop_map(|(pairs, items, result)| {
        let mut tags = Tags::default();
        for (name, value) in pairs {
            tags.set(&name, &value).unwrap();
        }
        PdnGame { tags, items, result, ..PdnGame::default() }
    })
}

fn reads_back(games: &[PdnGame]) -> Result<(), TestCaseError> {
    let written: Vec<_> = games.iter().map(PdnGame::to_string).collect();
    let again: Result<Vec<_>, _> = PdnReader::new(written.join("\n").as_bytes()).collect();
    let again = again.map_err(|error| TestCaseError::fail(format!("{error} in {written:?}")))?;
    prop_assert_eq!(&again, games, "{:?}", written);
    let twice: Vec<_> = again.iter().map(PdnGame::to_string).collect();
    prop_assert_eq!(twice, written);
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2000))]

    #[test]
    fn any_text_is_read_and_its_errors_are_inside_it(text in prop_oneof![4 => soup(), 1 => "\\PC*"]) {
        let bare = text.strip_prefix('\u{feff}').unwrap_or(&text);
        let lines: Vec<_> = bare.split('\n').collect();
        let mut games = Vec::new();
        for game in PdnReader::new(text.as_bytes()) {
            match game {
                Ok(game) => games.push(game),
                Err(error) => {
                    let (line, column) = (error.position.line as usize, error.position.column as usize);
                    prop_assert!((1..=lines.len()).contains(&line), "{}", error);
                    let length = lines[line - 1].chars().count();
                    prop_assert!((1..=length + 1).contains(&column), "{}", error);
                    prop_assert!(!error.kind.to_string().is_empty());
                }
            }
        }
        reads_back(&games)?;
    }

    #[test]
    fn any_bytes_are_read(bytes in prop::collection::vec(any::<u8>(), 0..300)) {
        let games: Vec<_> = PdnReader::new(&bytes[..]).flatten().collect();
        reads_back(&games)?;
    }

    #[test]
    fn any_game_reads_back(game in game()) {
        reads_back(&[game])?;
    }
}
