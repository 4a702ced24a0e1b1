//! Refusals of commands: a kind for programs, a sentence for people, and the rule.

use std::fmt;

use crownhead_games::Rules;
use serde::{Deserialize, Serialize};

use crate::Timestamp;

/// Why a command was refused. It changed nothing.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct CommandRefusal {
    /// The reason, for programs.
    pub kind: CommandRefusalKind,
    /// The reason as a sentence in English.
    pub says: String,
    /// The id of the rule in the game's rule book that the refusal is based on, if any.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rule: Option<String>,
    /// The explanation of an illegal move.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub illegal: Option<Box<IllegalMoveDetails>>,
    /// The time from which the same command is allowed, if waiting helps.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub until: Option<Timestamp>,
}

/// The explanation of an illegal move.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct IllegalMoveDetails {
    /// The kind of refusal, by its stable name in the rules.
    pub why: String,
    /// The id of the message, for translations.
    pub message: String,
    /// The arguments of the message by the names of their placeholders.
    pub args: Vec<(String, String)>,
    /// The squares to highlight.
    pub squares: Vec<String>,
    /// Legal moves that the player may have meant.
    pub candidates: Vec<String>,
}

macro_rules! kinds {
    ($($(#[$doc:meta])* $Kind:ident $says:literal,)*) => {
        /// Why a command was refused, for programs.
        #[derive(Copy, Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
        #[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
        #[cfg_attr(feature = "ts", derive(ts_rs::TS))]
        #[serde(rename_all = "kebab-case")]
        pub enum CommandRefusalKind {
            $(#[doc = $says] $Kind,)*
        }

        impl CommandRefusalKind {
            /// Every kind, in the order of declaration.
            pub const ALL: &[CommandRefusalKind] = &[$(CommandRefusalKind::$Kind),*];

            /// The default sentence, if nothing more specific is known.
            pub const fn sentence(self) -> &'static str {
                match self {
                    $(CommandRefusalKind::$Kind => $says,)*
                }
            }
        }
    };
}

kinds! {
    Spectator "Spectators watch; the players act.",
    HostOnly "Only the host of the match can say that.",
    PlayersOnly "Only the players can do that.",
    Overdue "A time limit has passed, and its event comes first.",
    NothingDue "No time limit has passed.",
    Stale "The game has gone on since you last saw it.",
    CommandIdUsed "You have given another command with this id; choose a new id.",
    IllegalMove "That move is not legal.",
    TooLong "That text is too long.",
    NotYourTurn "It is the other player's turn.",
    YourTurn "It is your turn: play the move itself.",
    OutOfTime "Your time had run out before that.",
    NotPlaying "The game has not begun yet.",
    GameOver "The game is over.",
    NotOver "The game is not over yet.",
    OtherRitual "The first player is not decided this way now.",
    NotYourChoice "The other player won the draw and chooses.",
    AlreadyCommitted "You have committed to a toss already.",
    NotCommitted "Both players commit before either reveals.",
    AlreadyRevealed "You have revealed your toss already.",
    WrongSecret "That is not what you committed to.",
    TooLateToAbort "Both players have moved, so the game cannot be aborted.",
    TooEarly "Both players must have moved first; until then the game can be aborted.",
    NoAgreement "This game has no draw by agreement.",
    AlreadyOffered "You have offered that already; wait for the game to go on.",
    NothingOffered "Nothing of the kind is offered to you.",
    NoTakebacks "Moves are not taken back in this match.",
    NothingToTakeBack "You have no move to take back.",
    OpponentMoved "The other player has moved since.",
    NoPremove "You have set no premove.",
    TooManyPremoves "You have planned enough moves already.",
    TooManyPhrases "You have said a lot already.",
    NoClock "This match is played without a clock.",
    NotYet "There is still time.",
    NotAbsent "The other player is there, or is not on turn.",
    NoAbsence "Absence does not count in a match with days per move.",
    NotRated "A match from a position, a log or with a handicap cannot be rated.",
    BadRitual "The first player of this game is not decided that way.",
    BadClock "This clock setting is not allowed.",
    BadPosition "The match cannot begin from that position.",
    BadLog "The match cannot go on from that log.",
    BadHandicap "There is no such handicap.",
    Unsound "The match cannot take that event.",
}

impl CommandRefusal {
    /// A refusal with the default sentence of its kind.
    pub fn new(kind: CommandRefusalKind) -> CommandRefusal {
        CommandRefusal {
            kind,
            says: kind.sentence().to_owned(),
            rule: None,
            illegal: None,
            until: None,
        }
    }

    /// Replaces the sentence.
    #[must_use]
    pub(crate) fn with_sentence(mut self, says: impl Into<String>) -> CommandRefusal {
        self.says = says.into();
        self
    }

    /// Sets the time from which the command is allowed.
    #[must_use]
    pub(crate) fn until(mut self, time: Timestamp) -> CommandRefusal {
        self.until = Some(time);
        self
    }

    /// Cites the game's rule on a topic and takes its text as the sentence, if there is one.
    #[must_use]
    pub(crate) fn citing(mut self, rules: Rules, topic: &str) -> CommandRefusal {
        let book = crownhead_games::rule_book(rules);
        if let Some(rule) = book.into_iter().find(|rule| rule.topic == topic) {
            self.says = format!("{} {}", self.says, rule.text);
            self.rule = Some(rule.id.to_owned());
        }
        self
    }

    pub(crate) fn illegal(refusal: &crownhead_rules::MoveRefusal) -> CommandRefusal {
        let answer = &refusal.explanation;
        let text = |(name, arg): &(&'static str, crownhead_rules::MessageArg)| {
            ((*name).to_owned(), arg.to_string())
        };
        let illegal = IllegalMoveDetails {
            why: refusal.kind.name().to_owned(),
            message: answer.sentence.message.id.to_owned(),
            args: answer.sentence.args.iter().map(text).collect(),
            squares: answer.squares.iter().map(ToString::to_string).collect(),
            candidates: refusal.candidates.clone(),
        };
        CommandRefusal {
            kind: CommandRefusalKind::IllegalMove,
            says: refusal.to_string(),
            rule: Some(answer.rule.to_owned()),
            illegal: Some(Box::new(illegal)),
            until: None,
        }
    }
}

impl From<CommandRefusalKind> for CommandRefusal {
    fn from(kind: CommandRefusalKind) -> CommandRefusal {
        CommandRefusal::new(kind)
    }
}

impl fmt::Display for CommandRefusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.says)
    }
}

impl std::error::Error for CommandRefusal {}
