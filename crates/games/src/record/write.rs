//! A record as a game of a PDN file.

use crownhead_pdn::{Command, Comment, Game as Pdn, Item, Kind, MoveText};

use super::numbering::Numbering;
use super::{Ply, Record, Style, head, names, steps};
use crate::{Game, GameId};

impl Record {
    /// The record as PDN.
    ///
    /// In checkers, a ply that English checkers does not have is written as the position that it
    /// leads to, with a command that says what it was; so any program can follow the positions.
    pub fn to_pdn(&self) -> Pdn {
        self.to_pdn_in(Style::default())
    }

    /// The record as PDN, as other programs may want it. Commands in comments keep to numbers.
    pub fn to_pdn_in(&self, style: Style) -> Pdn {
        let pdn = self.numbered_pdn(style.whole_jumps);
        match style.names && head::is_checkers(&self.begin) {
            true => names::with_names(pdn),
            false => pdn,
        }
    }

    fn numbered_pdn(&self, whole_jumps: bool) -> Pdn {
        let checkers = head::is_checkers(&self.begin);
        let ending = head::ending(self.score, checkers);
        let mut pdn = Pdn {
            tags: head::write(&self.tags, &self.begin, self.set_up, ending),
            ending,
            ..Pdn::default()
        };
        push_comment(&mut pdn.items, self.preface.clone());
        let mut game = self.begin.clone();
        let mut numbering = Numbering::default();
        // Whether the reader knows the number from the item before.
        let mut numbered = false;
        for ply in &self.plies {
            let number = numbering.count(&game, &ply.text);
            let before = game.clone();
            // Every ply of a record was legal when it was played.
            if game.play_on(&ply.text).is_err() {
                break;
            }
            let mut command = None;
            match as_move(&before, &ply.text, &game, whole_jumps) {
                Some(text) => {
                    let number = (!number.second || !numbered).then_some(number);
                    pdn.items.push(Item::new(Kind::Move { number, text }));
                    numbered = true;
                }
                None => {
                    let fen = steps::fen(&game).unwrap_or_default();
                    pdn.items.push(Item::new(Kind::SetUp(fen)));
                    command = Some(command_for(&ply.text));
                    numbered = false;
                }
            }
            pdn.items.extend(ply.nags.iter().map(|&nag| Item::new(Kind::Nag(nag))));
            let comment = comment(ply, command);
            numbered &= comment.is_empty();
            push_comment(&mut pdn.items, comment);
        }
        pdn
    }
}

/// The move as other programs can play it, if they can.
fn as_move(before: &Game, text: &str, after: &Game, whole_jumps: bool) -> Option<MoveText> {
    if !head::is_checkers(before) {
        return MoveText::new(text).ok();
    }
    let rules = before.rules();
    // These two move as English checkers does; asking costs.
    let plain = match rules.game() {
        GameId::WinningMovesCheckers => true,
        GameId::KingMeStandard => !rules.crowned_goes_on(),
        _ => false,
    };
    if !plain && !steps::is_english(&steps::fen(before)?, text, &steps::fen(after)?) {
        return None;
    }
    match whole_jumps {
        true => MoveText::new(text).ok(),
        false => MoveText::new(&steps::short(before, text)).ok(),
    }
}

/// The command that says what a ply was.
pub(super) fn command_for(text: &str) -> Command<'_> {
    let huffed = text.strip_prefix("huff ").and_then(|square| square.parse().ok());
    match (text, huffed) {
        (_, Some(square)) => Command::Huff(square),
        ("compel", _) => Command::Compel,
        ("stand", _) => Command::Stand,
        ("pass", _) => Command::Pass,
        _ => Command::Move(text),
    }
}

/// The commands of a ply, and what was said about it.
fn comment(ply: &Ply, command: Option<Command<'_>>) -> String {
    let commands = [command, ply.clock.map(Command::Clock), ply.elapsed.map(Command::Elapsed)];
    let mut parts: Vec<String> =
        commands.into_iter().flatten().map(|command| command.to_string()).collect();
    if !ply.comment.is_empty() {
        parts.push(ply.comment.clone());
    }
    parts.join(" ")
}

fn push_comment(items: &mut Vec<Item>, text: String) {
    if !text.is_empty() {
        items.push(Item::new(Kind::Comment(Comment::new(&text))));
    }
}
