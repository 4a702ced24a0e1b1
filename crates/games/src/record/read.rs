//! A game of a PDN file played through.

use crownhead_pdn::{Command, Comment, Game as Pdn, Item, Kind, Place};
use crownhead_rules::Refusal;

use super::numbering::Numbering;
use super::{Ply, Record, Unplayable, Why, head, kind, names, steps};
use crate::GameId;

impl Record {
    /// Plays the main line of a game of a file. Variations are passed over.
    ///
    /// Moves may be written in any form that the rules read; one that is illegal or means several
    /// is refused. Draw rulings do not end the game: its players may not have known them.
    pub fn from_pdn(pdn: &Pdn) -> Result<Record, Unplayable> {
        let before = |why| Unplayable { game: pdn.number, place: pdn.place, number: None, why };
        let rules = head::rules(&pdn.tags).map_err(before)?;
        let (begin, set_up) =
            head::begin(rules, &pdn.tags).map_err(|why| before(kind::instead_of(why, pdn)))?;
        let mut record = Record::begin_with(begin, set_up);
        record.tags = head::given(&pdn.tags);
        let checkers = head::is_checkers(&record.begin);
        let mut replay = Replay { pdn, record, checkers, numbering: Numbering::default() };
        let mut items = pdn.items.iter();
        while let Some(item) = items.next() {
            replay
                .item(item, items.as_slice())
                .map_err(|bad| Unplayable { why: kind::instead_of(bad.why, pdn), ..bad })?;
        }
        let mut record = replay.record;
        record.score = head::score(pdn.ending, &pdn.tags, checkers);
        Ok(record)
    }
}

struct Replay<'a> {
    pdn: &'a Pdn,
    record: Record,
    checkers: bool,
    numbering: Numbering,
}

impl Replay<'_> {
    fn item(&mut self, item: &Item, after: &[Item]) -> Result<(), Unplayable> {
        match &item.kind {
            Kind::Move { text, .. } => self.play(item.place, text.as_str()),
            Kind::SetUp(fen) => self.set_up(item.place, fen, after),
            Kind::Nag(nag) => {
                if let Some(ply) = self.record.plies.last_mut() {
                    ply.nags.push(*nag);
                }
                Ok(())
            }
            Kind::Comment(comment) => {
                self.note(comment);
                Ok(())
            }
            Kind::Variation(_) => Ok(()),
        }
    }

    fn play(&mut self, place: Place, text: &str) -> Result<(), Unplayable> {
        let number = self.numbering.count(&self.record.game, text).number;
        match self.played(text) {
            Ok(text) => {
                self.record.plies.push(Ply { text, ..Ply::default() });
                Ok(())
            }
            Err(refusal) => {
                let why = Why::Move { text: text.to_owned(), refusal: Box::new(refusal) };
                Err(self.unplayable(place, number, why))
            }
        }
    }

    /// Plays a move in any form that files have for it: also by names in checkers, and there with
    /// `-` for a jump or `x` for a step, which are far apart or neighbours whatever the sign.
    fn played(&mut self, text: &str) -> Result<String, Refusal> {
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
            game.play_on(&other_sign).map_err(|_| refusal)
        })
    }

    /// A position that is set up: what a ply led to, if a command says which; or else the start,
    /// if it stands before all moves.
    fn set_up(&mut self, place: Place, fen: &str, after: &[Item]) -> Result<(), Unplayable> {
        let number = self.numbering.number();
        let Some(text) = action(after) else {
            if !self.record.plies.is_empty() {
                return Err(self.unplayable(place, number, Why::BareSetUp));
            }
            let begin = head::position(self.record.rules(), fen)
                .map_err(|faults| self.unplayable(place, number, Why::Begin(faults)))?;
            self.record.game = begin.clone();
            (self.record.begin, self.record.set_up) = (begin, true);
            return Ok(());
        };
        self.play(place, &text)?;
        let expected = steps::fen(&self.record.game).unwrap_or_default();
        if is_same(fen, &expected) {
            return Ok(());
        }
        Err(self.unplayable(place, number, Why::OtherPosition { expected }))
    }

    fn unplayable(&self, place: Place, number: u32, why: Why) -> Unplayable {
        Unplayable { game: self.pdn.number, place, number: Some(number), why }
    }

    /// Takes a comment to the last ply.
    fn note(&mut self, comment: &Comment) {
        let Some(ply) = self.record.plies.last_mut() else {
            join(&mut self.record.preface, &comment.words());
            return;
        };
        for command in comment.commands() {
            match command {
                Command::Clock(time) => ply.clock = Some(time),
                Command::Elapsed(time) => ply.elapsed = Some(time),
                _ => {}
            }
        }
        join(&mut ply.comment, &comment.words());
    }
}

/// What a command behind a set-up says was played, before the next move or set-up.
fn action(after: &[Item]) -> Option<String> {
    let mut comments = after.iter().map_while(|item| match &item.kind {
        Kind::Move { .. } | Kind::SetUp(_) => None,
        Kind::Comment(comment) => Some(Some(comment)),
        Kind::Nag(_) | Kind::Variation(_) => Some(None),
    });
    comments.find_map(|comment| comment?.commands().find_map(played))
}

fn played(command: Command<'_>) -> Option<String> {
    match command {
        Command::Huff(square) => Some(format!("huff {square}")),
        Command::Compel => Some("compel".to_owned()),
        Command::Stand => Some("stand".to_owned()),
        Command::Pass => Some("pass".to_owned()),
        Command::Move(text) => Some(text.to_owned()),
        Command::Clock(_) | Command::Elapsed(_) | Command::Other { .. } => None,
    }
}

/// Whether a FEN, in any form, is the position of this one.
fn is_same(fen: &str, expected: &str) -> bool {
    let read = || head::position(GameId::WinningMovesCheckers.rules(), fen).ok()?.text();
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
