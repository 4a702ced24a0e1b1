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
    Spectator "You're watching; only the two players can do that.",
    HostOnly "Only whoever set up the match can do that.",
    PlayersOnly "Only the players can do that.",
    Overdue "Time ran out before that.",
    NothingDue "Nobody has run out of time.",
    Stale "The game has gone on since you last saw it.",
    CommandIdUsed "You've already used this id for another command; choose a new one.",
    IllegalMove "That move isn't allowed.",
    TooLong "That text is too long.",
    NotYourTurn "It's your opponent's turn.",
    YourTurn "It's your turn, so just play the move.",
    OutOfTime "Your time had already run out.",
    NotPlaying "The game hasn't started yet.",
    GameOver "The game is over.",
    NotOver "The game isn't over yet.",
    OtherRitual "That isn't how you decide who goes first now.",
    NotYourChoice "Your opponent won the draw and gets to choose.",
    AlreadyCommitted "You've already tossed.",
    NotCommitted "Both of you have to toss before either shows the coin.",
    AlreadyRevealed "You've already shown your coin.",
    WrongSecret "That isn't the coin you tossed.",
    TooLateToAbort "You've both moved, so the game can't be called off any more.",
    TooEarly "You both have to move first; until then you can call the game off.",
    NoAgreement "You can't agree to a draw in this game.",
    AlreadyOffered "You've already offered that; wait until the game goes on.",
    NothingOffered "Nobody has offered you that.",
    NoTakebacks "You can't take moves back in this match.",
    NothingToTakeBack "You have no move to take back.",
    OpponentMoved "Your opponent has moved since.",
    NoPremove "You haven't planned a move.",
    NoClock "This match is played without a clock.",
    NotYet "There is still time.",
    NotAbsent "Your opponent is here, or it isn't their turn.",
    NoAbsence "With days per move, nobody has to be here all the time.",
    NotRated "A match from a position or a log, or with a handicap, can't be rated.",
    BadRitual "This game doesn't decide who goes first that way.",
    BadClock "You can't set the clock like that.",
    BadPosition "The match can't start from that position.",
    BadLog "The match can't go on from that log.",
    BadHandicap "There's no such handicap.",
    Unsound "That doesn't fit this match.",
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
