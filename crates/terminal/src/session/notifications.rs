//! Notifications: the events and status of a match as sentences.

use crownhead_arbiter::{
    BySeat, Coin, EndReason, Event, EventKind, Match, MatchStage, MoveSource, Offer, Seat,
    TossMethod,
};
use crownhead_games::{Game, Phase};
use crownhead_rules::Side;

use super::{MatchBackend, Notice, Session, Tone, capital};

impl Session {
    /// Records events: as sentences to print, and as the notice on the screen.
    pub(super) fn record_events(&mut self, events: &[Event]) {
        self.changed();
        for event in events {
            if self.is_outdated_by(&event.kind) {
                self.notice = None;
            }
            if matches!(
                event.kind,
                EventKind::Moved { .. } | EventKind::TakenBack { .. } | EventKind::Began { .. }
            ) {
                self.hint_wanted = false;
            }
            let Some(sentence) = self.sentence(&event.kind) else { continue };
            if is_shown(&event.kind) {
                // The status of the match is on the screen anyway.
                let stands = self.status();
                let before =
                    self.notice.take().filter(|notice| Some(&notice.message) != stands.as_ref());
                let before = before.map(|notice| notice.message + " ").unwrap_or_default();
                let tone = if is_ritual(&event.kind) { Tone::Ritual } else { Tone::Plain };
                self.notice = Some(Notice { tone, ..Notice::new(before + &sentence) });
            }
            self.notify(sentence);
        }
    }

    /// Whether an event makes the current notice obsolete.
    fn is_outdated_by(&self, kind: &EventKind) -> bool {
        let ritual = self.notice.as_ref().is_some_and(|notice| notice.tone == Tone::Ritual);
        match kind {
            EventKind::Moved { seat, .. } => !ritual || self.local_seats().contains(seat),
            EventKind::TakenBack { .. }
            | EventKind::CoinsTossed { .. }
            | EventKind::Ended { .. } => true,
            kind => is_ritual(kind) && !ritual,
        }
    }

    /// The sentence for an event, if it deserves one.
    fn sentence(&self, kind: &EventKind) -> Option<String> {
        let does = |seat: Seat, verb: &str| self.does(seat, verb);
        Some(match kind {
            // At one keyboard, the one answer is both players'.
            EventKind::YoungestNamed { seat: Seat::Two, .. } if self.is_here() => return None,
            EventKind::YoungestNamed { youngest, .. } if self.is_here() => {
                let is = if self.name_of(*youngest) == "you" { "are" } else { "is" };
                format!("{} {is} the youngest.", capital(&self.name_of(*youngest)))
            }
            EventKind::YoungestNamed { seat, youngest } => {
                let is = if self.name_of(*youngest) == "you" { "are" } else { "is" };
                format!(
                    "{} that {} {is} the youngest.",
                    does(*seat, "say"),
                    self.name_of(*youngest)
                )
            }
            EventKind::SideChosen { seat, side } => {
                format!("{} {}.", does(*seat, "choose"), self.side_name(side.0))
            }
            EventKind::CoinsTossed { coins } => self.coins(coins),
            EventKind::LotsDrawn { winner } => {
                format!("Lots are drawn: {}.", self.acts(*winner, "win"))
            }
            EventKind::TossForfeited { seat } => {
                format!("{} the toss by taking too long.", does(*seat, "lose"))
            }
            EventKind::TossVoid => "Nobody showed a coin in time. Toss again.".to_owned(),
            EventKind::Began { first, .. } => self.beginning(*first),
            EventKind::Moved { seat, text, source, .. } => match source {
                MoveSource::Forced => format!("{} no move and must pass.", does(*seat, "have")),
                MoveSource::ByHand | MoveSource::Premove => {
                    format!("{} {text}.", does(*seat, "play"))
                }
            },
            // The computer's answer follows at once, and is not mentioned.
            EventKind::TakenBack { seat, .. } => {
                format!("{} the last move back.", does(*seat, "take"))
            }
            // At one keyboard, the player who offers also agrees.
            EventKind::Offered { offer: Offer::Takeback | Offer::Rematch, .. }
                if self.is_here() =>
            {
                return None;
            }
            EventKind::Offered { seat, offer } => match offer {
                Offer::Draw => format!("{} a draw.", does(*seat, "offer")),
                Offer::Takeback => format!("{} to take a move back.", does(*seat, "ask")),
                Offer::Rematch => format!("{} to play again.", does(*seat, "ask")),
            },
            EventKind::Declined { seat, offer } => match offer {
                Offer::Draw => format!("{} the draw.", does(*seat, "decline")),
                Offer::Takeback => format!("{} the move stand.", does(*seat, "let")),
                Offer::Rematch => format!("{} no other game.", does(*seat, "want")),
            },
            EventKind::PremoveDropped { text, why, .. } => format!("{text} was not played: {why}"),
            EventKind::Said { seat, phrase } => {
                format!("{}: \u{201c}{}\u{201d}", does(*seat, "say"), phrase.sentence())
            }
            EventKind::Presence { seat, here } => {
                does(*seat, if *here { "are here again" } else { "have gone" }) + "."
            }
            EventKind::OutageCredited { span, .. } if !span.is_zero() => {
                let secs = span.as_millis().div_ceil(1000);
                format!("The room was away: {secs} s were not charged to the clock.")
            }
            EventKind::Ended { .. } => self.ending()?,
            EventKind::Opened { .. }
            | EventKind::Committed { .. }
            | EventKind::Revealed { .. }
            | EventKind::RitualBegan { .. }
            | EventKind::PremoveSet { .. }
            | EventKind::PremoveCancelled { .. }
            | EventKind::OutageCredited { .. }
            | EventKind::Veiled => return None,
        })
    }

    fn is_here(&self) -> bool {
        matches!(self.backend, MatchBackend::Local(_))
    }

    /// "You play", "The computer plays".
    fn does(&self, seat: Seat, verb: &str) -> String {
        capital(&self.acts(seat, verb))
    }

    /// The same inside a sentence.
    fn acts(&self, seat: Seat, verb: &str) -> String {
        let who = self.name_of(seat);
        let verb = match (who.as_str(), verb) {
            ("you", verb) => verb.to_owned(),
            (_, "have") => "has".to_owned(),
            (_, "have gone") => "has gone".to_owned(),
            (_, "have been") => "has been".to_owned(),
            (_, "are here again") => "is here again".to_owned(),
            (_, verb) if verb.ends_with('s') => format!("{verb}es"),
            (_, verb) => format!("{verb}s"),
        };
        format!("{who} {verb}")
    }

    fn side_name(&self, side: Side) -> &'static str {
        let rules = self.game_match().map(|game_match| game_match.state().settings.play);
        rules.map_or("", |rules| Game::start(rules).side_names()[side].english())
    }

    fn coins(&self, coins: &BySeat<Coin>) -> String {
        let shows = |seat: Seat| match coins[seat] {
            Coin::Heads => format!("{} heads", self.acts(seat, "toss")),
            Coin::Tails => format!("{} tails", self.acts(seat, "toss")),
        };
        let again = if coins.only_heads().is_none() { " Toss again." } else { "" };
        capital(&format!("{}; {}.{again}", shows(Seat::One), shows(Seat::Two)))
    }

    fn beginning(&self, first: Seat) -> String {
        let (dark, light) = (self.side_name(Side::First), self.side_name(Side::Second));
        match dark.starts_with("the ") {
            true => format!("The game begins: {} first.", self.acts(first, "move")),
            false => format!(
                "The game begins: {} {dark} and {} first, and {} {light}.",
                self.acts(first, "play"),
                if self.name_of(first) == "you" { "move" } else { "moves" },
                self.acts(!first, "play"),
            ),
        }
    }

    /// The result of the game and its reason.
    pub(crate) fn ending(&self) -> Option<String> {
        let game_match = self.game_match()?;
        let MatchStage::Over { winner, reason } = game_match.state().stage else { return None };
        let error =
            || game_match.board().and_then(Game::explain_outcome).map(|answer| answer.to_string());
        Some(match (reason, winner) {
            (EndReason::Resignation, Some(seat)) => {
                format!("{}, so {}.", self.does(!seat, "resign"), self.acts(seat, "win"))
            }
            (EndReason::Time, Some(seat)) => {
                let late = self.does(!seat, "have");
                format!("{late} no time left, so {}.", self.acts(seat, "win"))
            }
            (EndReason::Absence, Some(seat)) => {
                let gone = self.does(!seat, "have been");
                format!("{gone} away for too long, so {}.", self.acts(seat, "win"))
            }
            (EndReason::Agreement, _) => "It is a draw: both players agreed.".to_owned(),
            (EndReason::Absence, None) => {
                "It is a draw: a player has been away for too long.".to_owned()
            }
            (EndReason::Aborted, _) => {
                "The game does not count: it ended before both players had moved.".to_owned()
            }
            (_, Some(seat)) => {
                format!("{}. {}", self.does(seat, "win"), error().unwrap_or_default())
            }
            (_, None) => format!("It is a draw. {}", error().unwrap_or_default()),
        })
    }

    /// The status of the match and the player to act, as a sentence.
    pub(crate) fn status(&self) -> Option<String> {
        let game_match = self.game_match()?;
        let state = game_match.state();
        Some(match &state.stage {
            MatchStage::Youngest { .. } => {
                "Who is the youngest? The youngest goes first.".to_owned()
            }
            MatchStage::Choice { .. } => "Who plays which side?".to_owned(),
            MatchStage::Toss(toss) => match toss.of {
                TossMethod::Coins => "Coins are tossed until just one shows heads.".to_owned(),
                TossMethod::Lots => "Lots are drawn for the choice of sides.".to_owned(),
            },
            MatchStage::Choosing { seat, .. } => {
                format!("{} the draw, and the choice of sides.", self.does(*seat, "win"))
            }
            MatchStage::Settled { .. } => return None,
            MatchStage::Playing => self.turn_sentence(game_match)?,
            MatchStage::Over { .. } => self.ending()?,
        })
    }

    fn turn_sentence(&self, game_match: &Match) -> Option<String> {
        let (turn, board) = (game_match.turn()?, game_match.board()?);
        let side = board.side_names()[board.side()].english();
        let who = self.name_of(turn);
        let kind = match board.phase() {
            Phase::Remedy => "answers an overlooked jump",
            Phase::Compelled => "must make the jump now",
            Phase::Exchange => "may exchange two checkers",
            _ => "is to move",
        };
        Some(match (who.as_str(), side.starts_with("the ")) {
            ("you", true) => match kind {
                "is to move" => "It is your move.".to_owned(),
                _ => format!("It is your turn: {side} {kind}."),
            },
            ("you", false) => format!("It is your turn: {side} {kind}."),
            (_, true) => format!("{} {kind}.", capital(&who)),
            (_, false) => format!("{}, {side}, {kind}.", capital(&who)),
        })
    }
}

/// Whether an event belongs to the ritual that decides who begins.
fn is_ritual(kind: &EventKind) -> bool {
    matches!(
        kind,
        EventKind::YoungestNamed { .. }
            | EventKind::CoinsTossed { .. }
            | EventKind::LotsDrawn { .. }
            | EventKind::TossForfeited { .. }
            | EventKind::TossVoid
            | EventKind::Began { .. }
    )
}

/// Whether an event is also shown as a notice, because the board does not show it.
fn is_shown(kind: &EventKind) -> bool {
    !matches!(
        kind,
        EventKind::Moved { source: MoveSource::ByHand | MoveSource::Premove, .. }
            | EventKind::SideChosen { .. }
    )
}
