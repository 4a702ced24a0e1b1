//! PDN tags of a record: the game, its start position and its result.

use crownhead_pdn::{PdnResult, Tags};
use crownhead_rules::PositionErrors;

use super::{ReplayErrorKind, square_names};
use crate::{Game, GameId, Rules};

/// The GameType of English checkers: black begins, eight by eight, squares numbered from the top.
const ENGLISH: &str = "21,B,8,8,N1,0";

/// Tags that every game has, with their values for "unknown".
const COMMON: [(&str, &str); 4] =
    [("Event", "?"), ("Site", "?"), ("Date", "????.??.??"), ("Round", "?")];

/// Whether PDN has a GameType for the game: the four checkers games share one.
pub(super) fn is_checkers(game: &Game) -> bool {
    game.rules().game().is_checkers()
}

/// Whether a tag is derived from the game itself.
pub(super) fn is_derived(name: &str) -> bool {
    matches!(name, "Result" | "GameType" | "RuleSet" | "RuleOptions" | "SetUp" | "FEN")
}

/// All tags of a record: the given and the derived ones, and "unknown" for the rest of the
/// standard's seven.
pub(super) fn write(given: &Tags, begin: &Game, set_up: bool, ending: PdnResult) -> Tags {
    let mut tags = given.clone();
    // All these names are valid.
    let mut set = |name, value: &str| {
        let _ = tags.set(name, value);
    };
    let players = if is_checkers(begin) { ["White", "Black"] } else { ["First", "Second"] };
    for (name, unknown) in COMMON.into_iter().chain(players.map(|name| (name, "?"))) {
        if given.get(name).is_none() {
            set(name, unknown);
        }
    }
    set("Result", ending.text());
    if is_checkers(begin) {
        set("GameType", ENGLISH);
    }
    let rules = begin.rules();
    set("RuleSet", rules.game().name());
    let options: Vec<_> = rules.options().map(|(key, value)| format!("{key}={value}")).collect();
    if !options.is_empty() {
        set("RuleOptions", &options.join(" "));
    }
    if let Some(text) = begin.text().filter(|_| set_up) {
        set("SetUp", "1");
        set("FEN", &text);
    }
    tags
}

/// Whether a value means the same as a missing tag.
pub(super) fn is_unknown(name: &str, value: &str) -> bool {
    COMMON.contains(&(name, value))
        || value == "?" && matches!(name, "White" | "Black" | "First" | "Second")
}

/// The given tags: all except the derived and the unknown ones.
pub(super) fn given(all: &Tags) -> Tags {
    let mut tags = Tags::default();
    for (name, value) in all.iter() {
        if !is_unknown(name, value) && !is_derived(name) && tags.get(name).is_none() {
            let _ = tags.set(name, value);
        }
    }
    tags
}

/// The rules that the tags name; English checkers if they name none.
pub(super) fn rules(tags: &Tags) -> Result<Rules, ReplayErrorKind> {
    let game: GameId = match tags.get("RuleSet") {
        Some(name) => name.trim().parse().map_err(ReplayErrorKind::RuleSet)?,
        None => GameId::ENGLISH_CHECKERS,
    };
    let mut rules = game.rules();
    for option in tags.get("RuleOptions").unwrap_or_default().split([' ', ',']) {
        if !option.is_empty() {
            let (key, value) = option.split_once('=').ok_or(ReplayErrorKind::OptionForm)?;
            rules = rules.with(key, value).map_err(ReplayErrorKind::Options)?;
        }
    }
    match tags.get("GameType").map(|kind| kind.split(',').next().unwrap_or_default().trim()) {
        Some(kind) if kind != "21" && game.is_checkers() => {
            Err(ReplayErrorKind::GameType(kind.chars().take(12).collect()))
        }
        _ => Ok(rules),
    }
}

/// The game at its start, and whether the tags set up a position.
pub(super) fn begin(rules: Rules, tags: &Tags) -> Result<(Game, bool), ReplayErrorKind> {
    match tags.get("FEN").filter(|_| tags.get("SetUp") != Some("0")) {
        Some(fen) => Ok((position(rules, fen).map_err(ReplayErrorKind::Begin)?, true)),
        None => Ok((Game::start(rules), false)),
    }
}

/// A game from the FEN of a file: in checkers also with square names.
pub(super) fn position(rules: Rules, fen: &str) -> Result<Game, PositionErrors> {
    let has_names = fen.contains(|letter: char| letter.is_ascii_lowercase());
    match has_names && rules.game().is_checkers() {
        true => Game::from_text(rules, &square_names::fen_to_numbers(fen)),
        false => Game::from_text(rules, fen),
    }
}
