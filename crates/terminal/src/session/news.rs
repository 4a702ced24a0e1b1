//! What happens in a match, in sentences.

use crownhead_arbiter::{
    BySeat, Coin, EndReason, Event, How, Match, Offer, Seat, Stage, TossOf, What,
};
use crownhead_games::Game;
use crownhead_rules::Side;

use super::{Session, Told, capital};

impl Session {
    /// Takes events in: sentences for who reads, and what is told on the screen.
    pub(super) fn note(&mut self, events: &[Event]) {
        self.changed();
        for event in events {
            if matches!(
                event.what,
                What::Moved { .. } | What::TakenBack { .. } | What::Began { .. }
            ) {
                self.told = None;
                self.hint_wanted = false;
            }
            let Some(sentence) = self.sentence(&event.what) else { continue };
            if is_told(&event.what) {
                let before = self.told.take().map(|told| told.says + " ").unwrap_or_default();
                self.told = Some(Told::saying(before + &sentence));
            }
            self.tell(sentence);
        }
    }

    /// What has happened, if it is worth a sentence.
    fn sentence(&self, what: &What) -> Option<String> {
        let does = |seat: Seat, verb: &str| self.does(seat, verb);
        Some(match what {
            What::YoungestNamed { seat, youngest } => {
                let is = if self.called(*youngest) == "you" { "are" } else { "is" };
                format!("{} that {} {is} the youngest.", does(*seat, "say"), self.called(*youngest))
            }
            What::SideChosen { seat, side } => {
                format!("{} {}.", does(*seat, "choose"), self.side_name(side.0))
            }
            What::CoinsTossed { coins } => self.coins(coins),
            What::LotsDrawn { winner } => format!("Lots are drawn: {}.", self.acts(*winner, "win")),
            What::TossForfeited { seat } => {
                format!("{} the toss by taking too long.", does(*seat, "lose"))
            }
            What::TossVoid => "Nobody showed a coin in time; once more.".to_owned(),
            What::Began { first, .. } => self.beginning(*first),
            What::Moved { seat, text, how, .. } => match how {
                How::Forced => format!("{} no move, and so passes.", does(*seat, "have")),
                How::ByHand | How::Premove => format!("{} {text}.", does(*seat, "play")),
            },
            What::TakenBack { seat, plies } => {
                let plies = plies.get();
                let moves = if plies == 1 { "a move" } else { "moves" };
                format!("{} {moves} back.", does(*seat, "take"))
            }
            What::Offered { seat, offer } => match offer {
                Offer::Draw => format!("{} a draw.", does(*seat, "offer")),
                Offer::Takeback => format!("{} to take a move back.", does(*seat, "ask")),
                Offer::Rematch => format!("{} to play again.", does(*seat, "ask")),
            },
            What::Declined { seat, offer } => match offer {
                Offer::Draw => format!("{} the draw.", does(*seat, "decline")),
                Offer::Takeback => format!("{} the move stand.", does(*seat, "let")),
                Offer::Rematch => format!("{} no other game.", does(*seat, "want")),
            },
            What::PremoveDropped { text, why, .. } => format!("{text} was not played: {why}"),
            What::Presence { seat, here } => {
                does(*seat, if *here { "are here again" } else { "have gone" }) + "."
            }
            What::Ended { .. } => self.ending()?,
            What::Opened { .. }
            | What::Committed { .. }
            | What::Revealed { .. }
            | What::RitualBegan { .. }
            | What::PremoveSet { .. }
            | What::PremoveCancelled { .. }
            | What::Veiled => return None,
        })
    }

    /// "You play", "The computer plays".
    fn does(&self, seat: Seat, verb: &str) -> String {
        capital(&self.acts(seat, verb))
    }

    /// The same in the middle of a sentence.
    fn acts(&self, seat: Seat, verb: &str) -> String {
        let who = self.called(seat);
        let verb = match (who.as_str(), verb) {
            ("you", verb) => verb.to_owned(),
            (_, "have") => "has".to_owned(),
            (_, "have gone") => "has gone".to_owned(),
            (_, "are here again") => "is here again".to_owned(),
            (_, verb) if verb.ends_with('s') => format!("{verb}es"),
            (_, verb) => format!("{verb}s"),
        };
        format!("{who} {verb}")
    }

    fn side_name(&self, side: Side) -> &'static str {
        let rules = self.whole().map(|whole| whole.state().settings.play);
        rules.map_or("", |rules| Game::start(rules).side_names()[side].english())
    }

    fn coins(&self, coins: &BySeat<Coin>) -> String {
        let shows = |seat: Seat| match coins[seat] {
            Coin::Heads => format!("{} heads", self.acts(seat, "toss")),
            Coin::Tails => format!("{} tails", self.acts(seat, "toss")),
        };
        let again = if coins.only_heads().is_none() { " Once more." } else { "" };
        capital(&format!("{}; {}.{again}", shows(Seat::One), shows(Seat::Two)))
    }

    fn beginning(&self, first: Seat) -> String {
        let (dark, light) = (self.side_name(Side::First), self.side_name(Side::Second));
        let (one, other) = (self.called(first), self.called(!first));
        let verb = |who: &str| if who == "you" { "have" } else { "has" };
        match dark.starts_with("the ") {
            true => format!("The game begins: {} first.", self.acts(first, "move")),
            false => format!(
                "The game begins: {one} {} {dark} and {} first, {other} {} {light}.",
                verb(&one),
                if one == "you" { "move" } else { "moves" },
                verb(&other)
            ),
        }
    }

    /// How the game ended, and why.
    pub(crate) fn ending(&self) -> Option<String> {
        let whole = self.whole()?;
        let Stage::Over { winner, reason } = whole.state().stage else { return None };
        let result = match winner {
            Some(seat) => format!("{}.", self.does(seat, "win")),
            None if reason == EndReason::Aborted => "The game does not count.".to_owned(),
            None => "It is a draw.".to_owned(),
        };
        Some(format!("{result} {}", self.end_reason(whole, winner, reason)))
    }

    fn end_reason(&self, whole: &Match, winner: Option<Seat>, reason: EndReason) -> String {
        let loser = winner.map(|seat| !seat);
        let did = |verb: &str| loser.map(|seat| self.does(seat, verb)).unwrap_or_default();
        match reason {
            EndReason::Resignation => format!("{}.", did("resign")),
            EndReason::Agreement => "Both agreed.".to_owned(),
            EndReason::Time => format!("{} no time left.", did("have")),
            EndReason::Absence => "A player was away for too long.".to_owned(),
            EndReason::Aborted => "It ended before both had moved.".to_owned(),
            _ => whole
                .board()
                .and_then(Game::why_ended)
                .map(|answer| answer.to_string())
                .unwrap_or_default(),
        }
    }

    /// Where the match stands and who is to act, in a sentence.
    pub(crate) fn standing(&self) -> Option<String> {
        let whole = self.whole()?;
        let state = whole.state();
        Some(match &state.stage {
            Stage::Youngest { .. } => "Who is the youngest? The youngest goes first.".to_owned(),
            Stage::Choice { .. } => "Who has which side?".to_owned(),
            Stage::Toss(toss) => match toss.of {
                TossOf::Coins => "Coins are tossed until just one shows heads.".to_owned(),
                TossOf::Lots => "Lots are drawn for the choice of sides.".to_owned(),
            },
            Stage::Choosing { seat, .. } => {
                format!("{} the draw, and the choice of sides.", self.does(*seat, "win"))
            }
            Stage::Settled { .. } => return None,
            Stage::Playing => self.turn_sentence(whole)?,
            Stage::Over { .. } => self.ending()?,
        })
    }

    fn turn_sentence(&self, whole: &Match) -> Option<String> {
        let (turn, board) = (whole.turn()?, whole.board()?);
        let side = board.side_names()[board.side()].english();
        let who = self.called(turn);
        let what = match board.phase() {
            "remedy" => "answers an overlooked jump",
            "compelled" => "must make the jump now",
            "exchange" => "may exchange two checkers",
            _ => "is to move",
        };
        Some(match (who.as_str(), side.starts_with("the ")) {
            ("you", true) => match what {
                "is to move" => "It is your move.".to_owned(),
                _ => format!("It is your turn: {side} {what}."),
            },
            ("you", false) => format!("It is your turn: {side} {what}."),
            (_, true) => format!("{} {what}.", capital(&who)),
            (_, false) => format!("{}, {side}, {what}.", capital(&who)),
        })
    }
}

/// Whether it is told on the screen as well, where the board does not show it.
fn is_told(what: &What) -> bool {
    !matches!(what, What::Moved { how: How::ByHand | How::Premove, .. } | What::SideChosen { .. })
}
