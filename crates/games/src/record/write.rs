//! A record as a game of a PDN file.

use crownhead_pdn::{Comment, CommentCommand, ItemKind, MoveText, MovetextItem, PdnGame};

use crownhead_rules::ActionKind;

use super::numbering::Numbering;
use super::{PdnStyle, Record, RecordedPly, head, names, result, steps};
use crate::Game;
use crate::list::PdnMoves;

impl Record {
    /// The record as PDN.
    ///
    /// In checkers, a ply that English checkers does not have is written as the position that it
    /// leads to, with a command that says what it was; so any program can follow the positions.
    pub fn to_pdn(&self) -> PdnGame {
        self.to_pdn_in(PdnStyle::default())
    }

    /// The record as PDN, as other programs may want it. Commands in comments keep to numbers.
    pub fn to_pdn_in(&self, style: PdnStyle) -> PdnGame {
        let pdn = self.numbered_pdn(style.whole_jumps);
        match style.names && head::is_checkers(&self.begin) {
            true => names::with_names(pdn),
            false => pdn,
        }
    }

    fn numbered_pdn(&self, whole_jumps: bool) -> PdnGame {
        let ending = result::ending(self.score);
        let mut pdn = PdnGame {
            tags: head::write(&self.tags, &self.begin, self.set_up, ending),
            result: ending,
            ..PdnGame::default()
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
                    pdn.items.push(MovetextItem::new(ItemKind::Move { number, text }));
                    numbered = true;
                }
                None => {
                    let fen = steps::fen(&game).unwrap_or_default();
                    pdn.items.push(MovetextItem::new(ItemKind::SetUp(fen)));
                    command = Some(command_for(&before, &ply.text));
                    numbered = false;
                }
            }
            pdn.items.extend(ply.nags.iter().map(|&nag| MovetextItem::new(ItemKind::Nag(nag))));
            let comment = comment(ply, command);
            numbered &= comment.is_empty();
            push_comment(&mut pdn.items, comment);
        }
        pdn
    }
}

/// The move as other programs can play it, if they can.
fn as_move(before: &Game, text: &str, after: &Game, whole_jumps: bool) -> Option<MoveText> {
    let rules = before.rules();
    let PdnMoves::English { only_english } = rules.game().entry().pdn else {
        return MoveText::new(text).ok();
    };
    // Comparing costs a game of its own, so it is done only where the games differ.
    if !only_english(&rules) && !steps::is_english(&steps::fen(before)?, text, &steps::fen(after)?)
    {
        return None;
    }
    match whole_jumps {
        true => MoveText::new(text).ok(),
        false => MoveText::new(&steps::short(before, text)).ok(),
    }
}

/// The command that says what a ply was.
fn command_for<'a>(before: &Game, text: &'a str) -> CommentCommand<'a> {
    let Ok(details) = before.details(text) else { return CommentCommand::Move(text) };
    let square = || details.trail.first()?.to_string().parse().ok();
    match details.kind {
        ActionKind::Huff => square().map_or(CommentCommand::Move(text), CommentCommand::Huff),
        ActionKind::Compel => CommentCommand::Compel,
        ActionKind::Stand => CommentCommand::Stand,
        ActionKind::Pass => CommentCommand::Pass,
        _ => CommentCommand::Move(text),
    }
}

/// The commands of a ply, and what was said about it.
fn comment(ply: &RecordedPly, command: Option<CommentCommand<'_>>) -> String {
    let commands =
        [command, ply.clock.map(CommentCommand::Clock), ply.elapsed.map(CommentCommand::Elapsed)];
    let mut parts: Vec<String> =
        commands.into_iter().flatten().map(|command| command.to_string()).collect();
    if !ply.comment.is_empty() {
        parts.push(ply.comment.clone());
    }
    parts.join(" ")
}

fn push_comment(items: &mut Vec<MovetextItem>, text: String) {
    if !text.is_empty() {
        items.push(MovetextItem::new(ItemKind::Comment(Comment::new(&text))));
    }
}
