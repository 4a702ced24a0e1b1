//! Tokens made into a game.

use crate::tags::is_standard;
use crate::text::{squeeze, unescape};
use crate::{
    Comment, Error, Game, Item, Kind, Limits, MoveNumber, MoveText, Place, Problem, Raw, Token,
};

/// A game that is being read.
pub(crate) struct Assembly {
    game: Game,
    /// The variations that are open, each with what stands before it in the line that it leaves.
    open: Vec<(Place, Vec<Item>)>,
    number: Option<MoveNumber>,
    /// Where the number stands that no move has followed yet.
    owes_move: Option<Place>,
    /// Whether anything but tags and comments was read.
    has_body: bool,
    limits: Limits,
}

/// What a token did to the game.
pub(crate) enum Taken {
    /// It is a part of it.
    Part,
    /// It was the last part.
    Last,
    /// It belongs to the next game.
    Next,
}

impl Assembly {
    pub(crate) fn new(number: u64, limits: Limits) -> Assembly {
        Assembly {
            game: Game { number, ..Game::default() },
            open: Vec::new(),
            number: None,
            owes_move: None,
            has_body: false,
            limits,
        }
    }

    /// Whether anything but tags and comments was read.
    pub(crate) fn has_body(&self) -> bool {
        self.has_body
    }

    /// An error in this game.
    pub(crate) fn error(&self, place: Place, problem: Problem) -> Error {
        Error { place, game: self.game.number, problem }
    }

    /// Adds a token. A problem is where the token begins, or where it says.
    #[inline]
    pub(crate) fn take(
        &mut self,
        place: Place,
        token: Token<'_>,
    ) -> Result<Taken, (Place, Problem)> {
        if let Some(number) = self.owes_move
            && !may_follow_number(&token)
        {
            return Err((number, Problem::NumberAlone));
        }
        self.add(place, token).map_err(|problem| (place, problem))
    }

    fn add(&mut self, place: Place, token: Token<'_>) -> Result<Taken, Problem> {
        if self.game.place == Place::default() {
            self.game.place = place;
        }
        // Some files have comments before or between the tags.
        self.has_body |= !matches!(token, Token::Tag { .. } | Token::Comment(_));
        match token {
            Token::Tag { .. } if !self.open.is_empty() => return Err(Problem::TagInVariation),
            Token::Tag { .. } if self.has_body => return Err(Problem::ResultMissing),
            Token::Tag { name, value } => return Ok(self.add_tag(name, value)),
            Token::Ellipsis => {
                self.owes_move = None;
                if let Some(number) = &mut self.number {
                    number.second = true;
                }
            }
            Token::Number(number) => {
                self.number = Some(number);
                self.owes_move = Some(place);
            }
            Token::Move(text) => {
                let text = MoveText::from_bytes(text).ok_or_else(|| unknown(text))?;
                let number = self.number.take();
                self.owes_move = None;
                self.push(place, Kind::Move { number, text });
            }
            Token::Nag(nag) => self.push(place, Kind::Nag(nag)),
            Token::Comment(text) => {
                let comment = Comment::new(&text.text());
                if !comment.text().is_empty() {
                    self.push(place, Kind::Comment(comment));
                }
            }
            Token::SetUp(fen) => {
                let fen = squeeze(&fen.text()).replace(' ', "");
                self.push(place, Kind::SetUp(fen));
            }
            Token::Open => {
                if self.open.len() == self.limits.depth {
                    return Err(Problem::TooDeep(self.limits.depth));
                }
                self.number = None;
                self.open.push((place, std::mem::take(&mut self.game.items)));
            }
            Token::Close => {
                let (place, before) = self.open.pop().ok_or(Problem::StrayParenthesis)?;
                self.number = None;
                let inside = std::mem::replace(&mut self.game.items, before);
                // The grammar has no empty variation, and nothing is lost with one.
                if !inside.is_empty() {
                    self.push(place, Kind::Variation(inside));
                }
            }
            Token::End(_) if !self.open.is_empty() => return Err(Problem::ResultInVariation),
            Token::End(ending) => {
                self.game.ending = ending;
                return Ok(Taken::Last);
            }
        }
        Ok(Taken::Part)
    }

    /// The game, if there is one and it is complete.
    pub(crate) fn finish(self) -> Result<Option<Game>, Error> {
        if let Some(place) = self.owes_move {
            return Err(self.error(place, Problem::NumberAlone));
        }
        match self.open.last() {
            Some((place, _)) => Err(self.error(*place, Problem::VariationOpen)),
            // A result on its own only separates games.
            None if self.game.is_empty() => Ok(None),
            None => Ok(Some(self.game)),
        }
    }

    fn push(&mut self, place: Place, kind: Kind) {
        self.game.items.push(Item { place, kind });
    }

    /// Adds a tag, unless it shows that the next game begins and this one has no moves: no game
    /// has two events, or two start positions.
    fn add_tag(&mut self, name: &[u8], value: Raw<'_>) -> Taken {
        let mut name = Raw(name).text().into_owned();
        // The standard has capitals; some writers had not.
        if let Some(first) = name.get_mut(..1) {
            first.make_ascii_uppercase();
        }
        if (is_standard(&name) || name == "FEN") && self.game.tags.get(&name).is_some() {
            return Taken::Next;
        }
        let value = unescape(&value.text()).replace('\r', " ");
        self.game.tags.add(name, value);
        Taken::Part
    }
}

/// Whether a token may stand behind a move's number. Comments before the move are found in files;
/// the standard has them only behind it.
fn may_follow_number(token: &Token<'_>) -> bool {
    matches!(token, Token::Move(_) | Token::Ellipsis | Token::Comment(_) | Token::SetUp(_))
}

fn unknown(text: &[u8]) -> Problem {
    Problem::Unknown(Raw(text).text().chars().take(24).collect())
}
