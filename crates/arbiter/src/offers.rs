//! Offers of a draw, a takeback or a rematch: making, accepting and declining them.

use crate::apply::ensure;
use crate::pending::PendingEvents;
use crate::play::require_playing;
use crate::{
    CommandRefusal, CommandRefusalKind, EndReason, EventKind, InvalidEvent, Match, MatchStage,
    Offer, Offers, Seat, series, takeback,
};

impl Offers {
    /// The player who made this offer, if it is open.
    pub fn by(&self, offer: Offer) -> Option<Seat> {
        match offer {
            Offer::Draw => self.draw,
            Offer::Takeback => self.takeback,
            Offer::Rematch => self.rematch,
        }
    }

    fn set(&mut self, offer: Offer, by: Option<Seat>) {
        match offer {
            Offer::Draw => self.draw = by,
            Offer::Takeback => self.takeback = by,
            Offer::Rematch => self.rematch = by,
        }
    }

    /// A move declines a draw offer of the opponent and keeps one's own. It cancels an offered
    /// takeback.
    pub(crate) fn after_move(&mut self, seat: Seat) {
        if self.draw == Some(!seat) {
            self.draw = None;
        }
        self.draw_used[seat] = false;
        self.takeback = None;
        self.takeback_used = Default::default();
    }
}

pub(crate) fn offer(
    pending: &mut PendingEvents,
    seat: Seat,
    offer: Offer,
) -> Result<(), CommandRefusal> {
    let game_match = pending.next();
    check_offer_allowed(game_match, offer)?;
    if game_match.state.play.offers.by(offer) == Some(!seat) {
        return accept(pending, seat, offer);
    }
    let offers = &game_match.state.play.offers;
    let used = match offer {
        Offer::Draw => offers.draw_used[seat],
        Offer::Takeback => offers.takeback_used[seat],
        Offer::Rematch => offers.rematch == Some(seat),
    };
    if offer == Offer::Takeback && takeback::is_free(game_match, seat)? {
        return takeback::take_back(pending, seat);
    }
    if used {
        return Err(CommandRefusalKind::AlreadyOffered.into());
    }
    pending.push(EventKind::Offered { seat, offer })
}

pub(crate) fn accept(
    pending: &mut PendingEvents,
    seat: Seat,
    offer: Offer,
) -> Result<(), CommandRefusal> {
    let game_match = pending.next();
    check_offer_allowed(game_match, offer)?;
    if game_match.state.play.offers.by(offer) != Some(!seat) {
        return Err(CommandRefusalKind::NothingOffered.into());
    }
    match offer {
        Offer::Draw => {
            pending.push(EventKind::Ended { winner: None, reason: EndReason::Agreement })
        }
        Offer::Takeback => takeback::take_back(pending, !seat),
        Offer::Rematch => series::next_game(pending),
    }
}

pub(crate) fn decline(
    pending: &mut PendingEvents,
    seat: Seat,
    offer: Offer,
) -> Result<(), CommandRefusal> {
    check_offer_allowed(pending.next(), offer)?;
    if pending.next().state.play.offers.by(offer) != Some(!seat) {
        return Err(CommandRefusalKind::NothingOffered.into());
    }
    pending.push(EventKind::Declined { seat, offer })
}

/// Checks that such an offer is possible at this stage.
fn check_offer_allowed(game_match: &Match, offer: Offer) -> Result<(), CommandRefusal> {
    match (offer, &game_match.state.stage) {
        (Offer::Rematch, MatchStage::Over { .. }) => return Ok(()),
        (Offer::Rematch, _) => return Err(CommandRefusalKind::NotOver.into()),
        (Offer::Takeback, _) => return require_playing(game_match).map(|_| ()),
        (Offer::Draw, _) => {}
    }
    require_playing(game_match)?;
    if !game_match.has_draw_by_agreement() {
        return Err(CommandRefusalKind::NoAgreement.into());
    }
    if !game_match.both_moved() {
        return Err(CommandRefusalKind::TooEarly.into());
    }
    Ok(())
}

impl Match {
    /// Whether the rule book of the game has a draw by agreement.
    pub fn has_draw_by_agreement(&self) -> bool {
        let book = crownhead_games::rule_book(self.state.settings.play);
        book.iter().any(|rule| rule.topic == "draw.agreement")
    }

    /// Whether a draw can be offered or accepted now: both players have moved in a game that has a
    /// draw by agreement.
    pub fn can_offer_draw(&self) -> bool {
        check_offer_allowed(self, Offer::Draw).is_ok()
    }

    pub(crate) fn apply_offered(&mut self, seat: Seat, offer: Offer) -> Result<(), InvalidEvent> {
        let over = matches!(self.state.stage, MatchStage::Over { .. });
        let fits =
            if offer == Offer::Rematch { over } else { self.state.stage == MatchStage::Playing };
        ensure(fits, "an offer at the wrong time")?;
        let offers = &mut self.state.play.offers;
        offers.set(offer, Some(seat));
        match offer {
            Offer::Draw => offers.draw_used[seat] = true,
            Offer::Takeback => offers.takeback_used[seat] = true,
            Offer::Rematch => {}
        }
        Ok(())
    }

    pub(crate) fn apply_declined(&mut self, seat: Seat, offer: Offer) -> Result<(), InvalidEvent> {
        let offers = &mut self.state.play.offers;
        ensure(offers.by(offer) == Some(!seat), "nothing of the kind was offered")?;
        offers.set(offer, None);
        Ok(())
    }
}
