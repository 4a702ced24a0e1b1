//! Writes a record as a PDN game.

use crownhead_pdn::{Comment, CommentCommand, ItemKind, MoveText, MovetextItem, PdnGame};

use crownhead_rules::ActionKind;

use super::numbering::Numbering;
use super::{PdnStyle, Record, RecordedPly, english_checkers, result, square_names, tags};
use crate::Game;
use crate::list::PdnMoves;

impl Record {
    /// The record as PDN.
    ///
    /// In checkers, a ply that English checkers does not have is written as the position after it,
    /// with a command that names the ply, so that any program can follow the positions.
    pub fn to_pdn(&self) -> PdnGame {
        self.to_pdn_in(PdnStyle::default())
    }

    /// The record as PDN in a style for other programs. Commands in comments always use numbers.
    pub fn to_pdn_in(&self, style: PdnStyle) -> PdnGame {
        let pdn = self.numbered_pdn(style.full_jumps);
        match style.names && tags::is_checkers(&self.begin) {
            true => square_names::with_names(pdn),
            false => pdn,
        }
    }

    fn numbered_pdn(&self, full_jumps: bool) -> PdnGame {
        let ending = result::ending(self.score);
        let mut pdn = PdnGame {
            tags: tags::write(&self.tags, &self.begin, self.set_up, ending),
            result: ending,
            ..PdnGame::default()
        };
        push_comment(&mut pdn.items, self.preface.clone());
        let mut game = self.begin.clone();
        let mut numbering = Numbering::default();
        // Whether the number follows from the item before.
        let mut numbered = false;
        for ply in &self.plies {
            let number = numbering.count(&game, &ply.text);
            let before = game.clone();
            // Every ply of a record was legal when it was played.
            if game.play_ignoring_draws(&ply.text).is_err() {
                break;
            }
            let mut command = None;
            match as_move(&before, &ply.text, &game, full_jumps) {
                Some(text) => {
                    let number = (!number.second || !numbered).then_some(number);
                    pdn.items.push(MovetextItem::new(ItemKind::Move { number, text }));
                    numbered = true;
                }
                None => {
                    let fen = english_checkers::fen(&game).unwrap_or_default();
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

/// The move in the form that other programs accept, if they can play it.
fn as_move(before: &Game, text: &str, after: &Game, full_jumps: bool) -> Option<MoveText> {
    let rules = before.rules();
    let PdnMoves::English { only_english } = rules.game().entry().pdn else {
        return MoveText::new(text).ok();
    };
    // The comparison sets up a game, so it is only done for games that differ from English
    // checkers.
    if !only_english(&rules)
        && !english_checkers::is_english(
            &english_checkers::fen(before)?,
            text,
            &english_checkers::fen(after)?,
        )
    {
        return None;
    }
    match full_jumps {
        true => MoveText::new(text).ok(),
        false => MoveText::new(&english_checkers::abbreviate(before, text)).ok(),
    }
}

/// The command that names a ply.
fn command_for<'a>(before: &Game, text: &'a str) -> CommentCommand<'a> {
    let Ok(details) = before.move_details(text) else { return CommentCommand::Move(text) };
    let square = || details.trail.first()?.to_string().parse().ok();
    match details.kind {
        ActionKind::Huff => square().map_or(CommentCommand::Move(text), CommentCommand::Huff),
        ActionKind::Compel => CommentCommand::Compel,
        ActionKind::Stand => CommentCommand::Stand,
        ActionKind::Pass => CommentCommand::Pass,
        _ => CommentCommand::Move(text),
    }
}

/// The comment of a ply with its commands.
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
