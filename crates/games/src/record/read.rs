//! A game of a PDN file played through.

use crownhead_pdn::{Comment, CommentCommand, ItemKind, MovetextItem, PdnGame, TextPosition};
use crownhead_rules::{ActionKind, MoveRefusal, MoveRefusalKind};

use super::numbering::Numbering;
use super::{
    Record, RecordedPly, ReplayError, ReplayErrorKind, head, kind, names, readings, result, steps,
};
use crate::GameId;

impl Record {
    /// Plays the main line of a game of a file. Variations are passed over.
    ///
    /// Moves may be written in any form that the rules read; one that is illegal is refused. A jump
    /// that fits several routes is read by the one with which the rest of the game can be played.
    /// If routes lead to the same position, the first of them by its text counts; if several
    /// positions remain, the game is refused. Draw rulings do not end the game: its players may not
    /// have known them. The first mover's score stands first in the result; see [`ResultOrder`]
    /// for files in which it does not.
    ///
    /// [`ResultOrder`]: crate::ResultOrder
    pub fn from_pdn(pdn: &PdnGame) -> Result<Record, ReplayError> {
        let mut record = readings::play(Replay::begin(pdn)?, &pdn.items)?;
        record.score = result::noted(pdn);
        Ok(record)
    }

    /// What a game of a file says of itself, without its moves: for one whose moves cannot be
    /// played.
    pub fn without_moves(pdn: &PdnGame) -> Result<Record, ReplayError> {
        let mut record = Replay::begin(pdn)?.record;
        record.score = result::noted(pdn);
        Ok(record)
    }
}

/// A game that is being played through.
#[derive(Clone)]
pub(super) struct Replay<'a> {
    pub(super) pdn: &'a PdnGame,
    pub(super) record: Record,
    checkers: bool,
    numbering: Numbering,
}

impl<'a> Replay<'a> {
    /// A game before its first move.
    pub(super) fn begin(pdn: &'a PdnGame) -> Result<Replay<'a>, ReplayError> {
        let before = |why| ReplayError { game: pdn.number, place: pdn.position, number: None, why };
        let rules = head::rules(&pdn.tags).map_err(before)?;
        let (begin, set_up) =
            head::begin(rules, &pdn.tags).map_err(|why| before(kind::of_begin(why, pdn)))?;
        if let Some(why) = kind::of_position(pdn, &begin).filter(|_| set_up) {
            return Err(before(why));
        }
        let mut record = Record::begin_with(begin, set_up);
        record.tags = head::given(&pdn.tags);
        let checkers = rules.game().is_checkers();
        Ok(Replay { pdn, record, checkers, numbering: Numbering::default() })
    }

    /// Takes the next item. A move whose text fits several is refused, and can be taken again with
    /// the one that is meant.
    pub(super) fn item(
        &mut self,
        item: &MovetextItem,
        after: &[MovetextItem],
        meant: Option<&str>,
    ) -> Result<(), ReplayError> {
        match &item.kind {
            ItemKind::Move { text, .. } => self.play(item.position, text.as_str(), meant),
            ItemKind::SetUp(fen) => self.set_up(item.position, fen, after, meant),
            ItemKind::Nag(nag) => {
                if let Some(ply) = self.record.plies.last_mut() {
                    ply.nags.push(*nag);
                }
                Ok(())
            }
            ItemKind::Comment(comment) => {
                self.note(comment);
                Ok(())
            }
            ItemKind::Variation(_) => Ok(()),
        }
    }

    fn play(
        &mut self,
        place: TextPosition,
        text: &str,
        meant: Option<&str>,
    ) -> Result<(), ReplayError> {
        let mut numbering = self.numbering;
        let number = numbering.count(&self.record.game, text).number;
        match self.played(meant.unwrap_or(text)) {
            Ok(text) => {
                self.record.plies.push(RecordedPly { text, ..RecordedPly::default() });
                self.numbering = numbering;
                Ok(())
            }
            Err(refusal) => {
                let why =
                    ReplayErrorKind::Move { text: text.to_owned(), refusal: Box::new(refusal) };
                Err(self.unplayable(place, number, why))
            }
        }
    }

    /// Plays a move in any form that files have for it: also by names in checkers, and there with
    /// `-` for a jump or `x` for a step, which are far apart or neighbours whatever the sign.
    fn played(&mut self, text: &str) -> Result<String, MoveRefusal> {
        let game = &mut self.record.game;
        if !self.checkers {
            return game.play_on(text);
        }
        let by_number = match text.as_bytes().first() {
            Some(b'a'..=b'h') => names::numbered(text),
            _ => None,
        };
        let text = by_number.as_deref().unwrap_or(text);
        game.play_on(text).or_else(|refusal| {
            let other_sign = match text.contains('x') {
                true if text.matches('x').count() == 1 => text.replace('x', "-"),
                true => return Err(refusal),
                false => text.replace('-', "x"),
            };
            game.play_on(&other_sign).map_err(|other| match other.kind {
                MoveRefusalKind::Ambiguous => other,
                _ => refusal,
            })
        })
    }

    /// A position that is set up: what a ply led to, if a command says which; or else the start,
    /// if it stands before all moves.
    fn set_up(
        &mut self,
        place: TextPosition,
        fen: &str,
        after: &[MovetextItem],
        meant: Option<&str>,
    ) -> Result<(), ReplayError> {
        let number = self.numbering.number();
        let Some(text) = action(after) else {
            if !self.record.plies.is_empty() {
                return Err(self.unplayable(place, number, ReplayErrorKind::BareSetUp));
            }
            let begin = head::position(self.record.rules(), fen)
                .map_err(|faults| self.unplayable(place, number, ReplayErrorKind::Begin(faults)))?;
            if let Some(why) = kind::of_position(self.pdn, &begin) {
                return Err(self.unplayable(place, number, why));
            }
            self.record.game = begin.clone();
            (self.record.begin, self.record.set_up) = (begin, true);
            return Ok(());
        };
        self.play(place, &text, meant)?;
        let expected = steps::fen(&self.record.game).unwrap_or_default();
        if is_same(fen, &expected) {
            return Ok(());
        }
        Err(self.unplayable(place, number, ReplayErrorKind::OtherPosition { expected }))
    }

    fn unplayable(&self, place: TextPosition, number: u32, why: ReplayErrorKind) -> ReplayError {
        ReplayError { game: self.pdn.number, place, number: Some(number), why }
    }

    /// Takes a comment to the last ply.
    fn note(&mut self, comment: &Comment) {
        let Some(ply) = self.record.plies.last_mut() else {
            join(&mut self.record.preface, &comment.words());
            return;
        };
        for command in comment.commands() {
            match command {
                CommentCommand::Clock(time) => ply.clock = Some(time),
                CommentCommand::Elapsed(time) => ply.elapsed = Some(time),
                _ => {}
            }
        }
        join(&mut ply.comment, &comment.words());
    }
}

/// What a command behind a set-up says was played, before the next move or set-up.
fn action(after: &[MovetextItem]) -> Option<String> {
    let mut comments = after.iter().map_while(|item| match &item.kind {
        ItemKind::Move { .. } | ItemKind::SetUp(_) => None,
        ItemKind::Comment(comment) => Some(Some(comment)),
        ItemKind::Nag(_) | ItemKind::Variation(_) => Some(None),
    });
    comments.find_map(|comment| comment?.commands().find_map(played))
}

fn played(command: CommentCommand<'_>) -> Option<String> {
    match command {
        CommentCommand::Huff(square) => Some(format!("{} {square}", ActionKind::Huff.name())),
        CommentCommand::Compel => Some(ActionKind::Compel.write(&[])),
        CommentCommand::Stand => Some(ActionKind::Stand.write(&[])),
        CommentCommand::Pass => Some(ActionKind::Pass.write(&[])),
        CommentCommand::Move(text) => Some(text.to_owned()),
        CommentCommand::Clock(_) | CommentCommand::Elapsed(_) | CommentCommand::Other { .. } => {
            None
        }
    }
}

/// Whether a FEN, in any form, is the position of this one.
fn is_same(fen: &str, expected: &str) -> bool {
    let read = || head::position(GameId::ENGLISH_CHECKERS.rules(), fen).ok()?.text();
    fen == expected || read().as_deref() == Some(expected)
}

/// Adds words to words. Two halves of a command that meet here are not to become one.
fn join(text: &mut String, more: &str) {
    if !text.is_empty() && !more.is_empty() {
        text.push(' ');
    }
    text.push_str(more);
    *text = Comment::new(text).words();
}
