//! Replays a game of a PDN file.

use crownhead_pdn::{Comment, CommentCommand, ItemKind, MovetextItem, PdnGame, TextPosition};
use crownhead_rules::{ActionKind, MoveRefusal, MoveRefusalKind};

use super::numbering::Numbering;
use super::{
    Record, RecordedPly, ReplayError, ReplayErrorKind, disambiguate, draughts_variant,
    english_checkers, result, square_names, tags,
};
use crate::GameId;

impl Record {
    /// Replays the main line of a PDN game. Variations are skipped.
    ///
    /// Moves may have any form that the rules parse; illegal ones are refused. An ambiguous jump
    /// takes the route with which the rest of the game can be replayed. If several routes lead to
    /// the same position, the first by text is taken; if several positions remain, the game is
    /// refused. Draws by repetition and without progress do not end the game, because its players
    /// may not have known them. The result lists the first mover's score first; see [`ResultOrder`]
    /// for files that do not.
    ///
    /// [`ResultOrder`]: crate::ResultOrder
    pub fn from_pdn(pdn: &PdnGame) -> Result<Record, ReplayError> {
        let mut record = disambiguate::play(Replay::begin(pdn)?, &pdn.items)?;
        record.score = result::recorded_result(pdn);
        Ok(record)
    }

    /// The tags and the start position of a PDN game, for one whose moves cannot be replayed.
    pub fn without_moves(pdn: &PdnGame) -> Result<Record, ReplayError> {
        let mut record = Replay::begin(pdn)?.record;
        record.score = result::recorded_result(pdn);
        Ok(record)
    }
}

/// A game being replayed.
#[derive(Clone)]
pub(super) struct Replay<'a> {
    pub(super) pdn: &'a PdnGame,
    pub(super) record: Record,
    checkers: bool,
    numbering: Numbering,
}

impl<'a> Replay<'a> {
    /// The game before its first move.
    pub(super) fn begin(pdn: &'a PdnGame) -> Result<Replay<'a>, ReplayError> {
        let before =
            |kind| ReplayError { game: pdn.number, position: pdn.position, number: None, kind };
        let rules = tags::rules(&pdn.tags).map_err(before)?;
        let (begin, set_up) = tags::begin(rules, &pdn.tags)
            .map_err(|why| before(draughts_variant::diagnose_start(why, pdn)))?;
        if let Some(why) = draughts_variant::diagnose_position(pdn, &begin).filter(|_| set_up) {
            return Err(before(why));
        }
        let mut record = Record::begin_with(begin, set_up);
        record.tags = tags::given(&pdn.tags);
        let checkers = rules.game().is_checkers();
        Ok(Replay { pdn, record, checkers, numbering: Numbering::default() })
    }

    /// Processes the next item. An ambiguous move is refused, and can be retried with the intended
    /// one as `meant`.
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
                self.add_comment(comment);
                Ok(())
            }
            ItemKind::Variation(_) => Ok(()),
        }
    }

    fn play(
        &mut self,
        position: TextPosition,
        text: &str,
        meant: Option<&str>,
    ) -> Result<(), ReplayError> {
        let mut numbering = self.numbering;
        let number = numbering.count(&self.record.game, text).number;
        match self.play_any_form(meant.unwrap_or(text)) {
            Ok(text) => {
                self.record.plies.push(RecordedPly { text, ..RecordedPly::default() });
                self.numbering = numbering;
                Ok(())
            }
            Err(refusal) => {
                let why =
                    ReplayErrorKind::Move { text: text.to_owned(), refusal: Box::new(refusal) };
                Err(self.error(position, number, why))
            }
        }
    }

    /// Plays a move in any form that files use. In checkers that includes square names, and the
    /// wrong one of `-` and `x`, because the distance of the squares decides between step and jump.
    fn play_any_form(&mut self, text: &str) -> Result<String, MoveRefusal> {
        let game = &mut self.record.game;
        if !self.checkers {
            return game.play_ignoring_draws(text);
        }
        let by_number = match text.as_bytes().first() {
            Some(b'a'..=b'h') => square_names::move_to_numbers(text),
            _ => None,
        };
        let text = by_number.as_deref().unwrap_or(text);
        game.play_ignoring_draws(text).or_else(|refusal| {
            let other_sign = match text.contains('x') {
                true if text.matches('x').count() == 1 => text.replace('x', "-"),
                true => return Err(refusal),
                false => text.replace('-', "x"),
            };
            game.play_ignoring_draws(&other_sign).map_err(|other| match other.kind {
                MoveRefusalKind::Ambiguous => other,
                _ => refusal,
            })
        })
    }

    /// Processes a position that is set: the result of a ply if a command says which, or else the
    /// start position if no move came before.
    fn set_up(
        &mut self,
        position: TextPosition,
        fen: &str,
        after: &[MovetextItem],
        meant: Option<&str>,
    ) -> Result<(), ReplayError> {
        let number = self.numbering.number();
        let Some(text) = move_from_command(after) else {
            if !self.record.plies.is_empty() {
                return Err(self.error(position, number, ReplayErrorKind::BareSetUp));
            }
            let begin = tags::position(self.record.rules(), fen)
                .map_err(|errors| self.error(position, number, ReplayErrorKind::Begin(errors)))?;
            if let Some(why) = draughts_variant::diagnose_position(self.pdn, &begin) {
                return Err(self.error(position, number, why));
            }
            self.record.game = begin.clone();
            (self.record.begin, self.record.set_up) = (begin, true);
            return Ok(());
        };
        self.play(position, &text, meant)?;
        let expected = english_checkers::fen(&self.record.game).unwrap_or_default();
        if is_same(fen, &expected) {
            return Ok(());
        }
        Err(self.error(position, number, ReplayErrorKind::OtherPosition { expected }))
    }

    fn error(&self, position: TextPosition, number: u32, kind: ReplayErrorKind) -> ReplayError {
        ReplayError { game: self.pdn.number, position, number: Some(number), kind }
    }

    /// Adds a comment to the last ply.
    fn add_comment(&mut self, comment: &Comment) {
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

/// The move that a command names, after a position that is set and before the next move or
/// position.
fn move_from_command(after: &[MovetextItem]) -> Option<String> {
    let mut comments = after.iter().map_while(|item| match &item.kind {
        ItemKind::Move { .. } | ItemKind::SetUp(_) => None,
        ItemKind::Comment(comment) => Some(Some(comment)),
        ItemKind::Nag(_) | ItemKind::Variation(_) => Some(None),
    });
    comments.find_map(|comment| comment?.commands().find_map(command_move))
}

fn command_move(command: CommentCommand<'_>) -> Option<String> {
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

/// Whether a FEN, in any form, describes the expected position.
fn is_same(fen: &str, expected: &str) -> bool {
    let read = || tags::position(GameId::ENGLISH_CHECKERS.rules(), fen).ok()?.text();
    fen == expected || read().as_deref() == Some(expected)
}

/// Appends a comment. Two halves of a command must not become one by this.
fn join(text: &mut String, more: &str) {
    if !text.is_empty() && !more.is_empty() {
        text.push(' ');
    }
    text.push_str(more);
    *text = Comment::new(text).words();
}
