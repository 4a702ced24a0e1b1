//! Offers of a draw, a takeback or another game, and the answers.

use crate::apply::must;
use crate::draft::Draft;
use crate::play::playing;
use crate::{
    BadEvent, EndReason, Match, Offer, Offers, Refusal, RefusalKind, Seat, Stage, What, series,
    takeback,
};

impl Offers {
    /// Who offers this.
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

    /// A move turns a draw down that was offered to the one who moves; one's own offer stands.
    /// It makes an offered takeback pointless.
    pub(crate) fn after_move(&mut self, seat: Seat) {
        if self.draw == Some(!seat) {
            self.draw = None;
        }
        self.draw_used[seat] = false;
        self.takeback = None;
        self.takeback_used = Default::default();
    }
}

pub(crate) fn offer(draft: &mut Draft, seat: Seat, offer: Offer) -> Result<(), Refusal> {
    let whole = draft.next();
    may_speak_of(whole, offer)?;
    if whole.state.play.offers.by(offer) == Some(!seat) {
        return accept(draft, seat, offer);
    }
    let offers = &whole.state.play.offers;
    let used = match offer {
        Offer::Draw => offers.draw_used[seat],
        Offer::Takeback => offers.takeback_used[seat],
        Offer::Rematch => offers.rematch == Some(seat),
    };
    if offer == Offer::Takeback && takeback::at_once(whole, seat)? {
        return takeback::take_back(draft, seat);
    }
    if used {
        return Err(RefusalKind::AlreadyOffered.into());
    }
    draft.push(What::Offered { seat, offer })
}

pub(crate) fn accept(draft: &mut Draft, seat: Seat, offer: Offer) -> Result<(), Refusal> {
    let whole = draft.next();
    may_speak_of(whole, offer)?;
    if whole.state.play.offers.by(offer) != Some(!seat) {
        return Err(RefusalKind::NothingOffered.into());
    }
    match offer {
        Offer::Draw => draft.push(What::Ended { winner: None, reason: EndReason::Agreement }),
        Offer::Takeback => takeback::take_back(draft, !seat),
        Offer::Rematch => series::next_game(draft),
    }
}

pub(crate) fn decline(draft: &mut Draft, seat: Seat, offer: Offer) -> Result<(), Refusal> {
    may_speak_of(draft.next(), offer)?;
    if draft.next().state.play.offers.by(offer) != Some(!seat) {
        return Err(RefusalKind::NothingOffered.into());
    }
    draft.push(What::Declined { seat, offer })
}

/// Whether it is the time for such an offer.
fn may_speak_of(whole: &Match, offer: Offer) -> Result<(), Refusal> {
    match (offer, &whole.state.stage) {
        (Offer::Rematch, Stage::Over { .. }) => return Ok(()),
        (Offer::Rematch, _) => return Err(RefusalKind::NotOver.into()),
        (Offer::Takeback, _) => return playing(whole).map(|_| ()),
        (Offer::Draw, _) => {}
    }
    playing(whole)?;
    let play = whole.state.settings.play;
    let book = crownhead_games::rule_book(play);
    if !book.iter().any(|rule| rule.topic == "draw.agreement") {
        return Err(RefusalKind::NoAgreement.into());
    }
    if !whole.both_moved() {
        return Err(RefusalKind::TooEarly.into());
    }
    Ok(())
}

impl Match {
    pub(crate) fn offered(&mut self, seat: Seat, offer: Offer) -> Result<(), BadEvent> {
        let over = matches!(self.state.stage, Stage::Over { .. });
        let fits = if offer == Offer::Rematch { over } else { self.state.stage == Stage::Playing };
        must(fits, "an offer at the wrong time")?;
        let offers = &mut self.state.play.offers;
        offers.set(offer, Some(seat));
        match offer {
            Offer::Draw => offers.draw_used[seat] = true,
            Offer::Takeback => offers.takeback_used[seat] = true,
            Offer::Rematch => {}
        }
        Ok(())
    }

    pub(crate) fn declined(&mut self, seat: Seat, offer: Offer) -> Result<(), BadEvent> {
        let offers = &mut self.state.play.offers;
        must(offers.by(offer) == Some(!seat), "nothing of the kind was offered")?;
        offers.set(offer, None);
        Ok(())
    }
}
