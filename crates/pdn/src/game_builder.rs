//! The parser's builder: turns tokens into a game.

use crate::tags::is_standard;
use crate::text::{squeeze, unescape};
use crate::{
    Comment, ItemKind, MoveNumber, MoveText, MovetextItem, PdnError, PdnErrorKind, PdnGame,
    PdnLimits, RawText, TextPosition, Token,
};

/// A game being parsed.
pub(crate) struct GameBuilder {
    game: PdnGame,
    /// The open variations, each with the items before it in its parent line.
    open: Vec<(TextPosition, Vec<MovetextItem>)>,
    number: Option<MoveNumber>,
    /// The position of a move number without its move yet.
    owes_move: Option<TextPosition>,
    /// Whether it has anything besides tags and comments.
    has_body: bool,
    limits: PdnLimits,
}

/// The role of a token.
pub(crate) enum TokenUse {
    /// It is part of the game.
    Part,
    /// It ends the game.
    Last,
    /// It begins the next game.
    Next,
}

impl GameBuilder {
    pub(crate) fn new(number: u64, limits: PdnLimits) -> GameBuilder {
        GameBuilder {
            game: PdnGame { number, ..PdnGame::default() },
            open: Vec::new(),
            number: None,
            owes_move: None,
            has_body: false,
            limits,
        }
    }

    /// Whether it has anything besides tags and comments.
    pub(crate) fn has_body(&self) -> bool {
        self.has_body
    }

    /// An error in this game.
    pub(crate) fn error(&self, position: TextPosition, kind: PdnErrorKind) -> PdnError {
        PdnError { position, game: self.game.number, kind }
    }

    /// Adds a token. The position of an error is the token's, unless the error says another.
    #[inline]
    pub(crate) fn take(
        &mut self,
        position: TextPosition,
        token: Token<'_>,
    ) -> Result<TokenUse, (TextPosition, PdnErrorKind)> {
        if let Some(number) = self.owes_move
            && !may_follow_number(&token)
        {
            return Err((number, PdnErrorKind::NumberAlone));
        }
        self.add(position, token).map_err(|kind| (position, kind))
    }

    fn add(&mut self, position: TextPosition, token: Token<'_>) -> Result<TokenUse, PdnErrorKind> {
        if self.game.position == TextPosition::default() {
            (self.game.position, self.game.end) = (position, position);
        }
        // Some files have comments before or between the tags.
        self.has_body |= !matches!(token, Token::Tag { .. } | Token::Comment(_));
        match token {
            Token::Tag { .. } if !self.open.is_empty() => return Err(PdnErrorKind::TagInVariation),
            Token::Tag { .. } if self.has_body => return Err(PdnErrorKind::ResultMissing),
            Token::Tag { name, value } => return Ok(self.add_tag(name, value)),
            Token::Ellipsis => {
                self.owes_move = None;
                if let Some(number) = &mut self.number {
                    number.second = true;
                }
            }
            Token::Number(number) => {
                self.number = Some(number);
                self.owes_move = Some(position);
            }
            Token::Move(text) => {
                let text = MoveText::from_bytes(text).ok_or_else(|| unknown(text))?;
                let number = self.number.take();
                self.owes_move = None;
                self.push(position, ItemKind::Move { number, text });
            }
            Token::Nag(nag) => self.push(position, ItemKind::Nag(nag)),
            Token::Comment(text) => {
                let comment = Comment::new(&text.text());
                if !comment.text().is_empty() {
                    self.push(position, ItemKind::Comment(comment));
                }
            }
            Token::SetUp(fen) => {
                let fen = squeeze(&fen.text()).replace(' ', "");
                self.push(position, ItemKind::SetUp(fen));
            }
            Token::Open => {
                if self.open.len() == self.limits.depth {
                    return Err(PdnErrorKind::TooDeep(self.limits.depth));
                }
                self.number = None;
                self.open.push((position, std::mem::take(&mut self.game.items)));
            }
            Token::Close => {
                let (position, before) = self.open.pop().ok_or(PdnErrorKind::StrayParenthesis)?;
                self.number = None;
                let inside = std::mem::replace(&mut self.game.items, before);
                // The grammar has no empty variation, and nothing is lost with one.
                if !inside.is_empty() {
                    self.push(position, ItemKind::Variation(inside));
                }
            }
            Token::End(_) if !self.open.is_empty() => return Err(PdnErrorKind::ResultInVariation),
            Token::End(result) => {
                (self.game.result, self.game.end) = (result, position);
                return Ok(TokenUse::Last);
            }
        }
        Ok(TokenUse::Part)
    }

    /// The game, if there is one and it is complete.
    pub(crate) fn finish(self) -> Result<Option<PdnGame>, PdnError> {
        if let Some(position) = self.owes_move {
            return Err(self.error(position, PdnErrorKind::NumberAlone));
        }
        match self.open.last() {
            Some((position, _)) => Err(self.error(*position, PdnErrorKind::VariationOpen)),
            // A result on its own only separates games.
            None if self.game.is_empty() => Ok(None),
            None => Ok(Some(self.game)),
        }
    }

    fn push(&mut self, position: TextPosition, kind: ItemKind) {
        self.game.items.push(MovetextItem { position, kind });
    }

    /// Adds a tag, unless it shows that the next game begins and this one has no moves: no game
    /// has two events, or two start positions.
    fn add_tag(&mut self, name: &[u8], value: RawText<'_>) -> TokenUse {
        let mut name = RawText(name).text().into_owned();
        // The standard has capitals; some writers had not.
        if let Some(first) = name.get_mut(..1) {
            first.make_ascii_uppercase();
        }
        if (is_standard(&name) || name == "FEN") && self.game.tags.get(&name).is_some() {
            return TokenUse::Next;
        }
        let value = unescape(&value.text()).replace('\r', " ");
        self.game.tags.add(name, value);
        TokenUse::Part
    }
}

/// Whether a token may stand behind a move's number. Comments before the move are found in files;
/// the standard has them only behind it.
fn may_follow_number(token: &Token<'_>) -> bool {
    matches!(token, Token::Move(_) | Token::Ellipsis | Token::Comment(_) | Token::SetUp(_))
}

fn unknown(text: &[u8]) -> PdnErrorKind {
    PdnErrorKind::Unknown(RawText(text).text().chars().take(24).collect())
}
