//! Who begins: the youngest, lots, coins, or the players' choice. What is decided on, and what the
//! events do.

use crownhead_rules::Side;

use crate::apply::must;
use crate::draft::Draft;
use crate::{
    BadEvent, BySeat, Coin, Commitment, Match, Refusal, RefusalKind, Ritual, Round, Seat, Secret,
    Settings, SideName, Stage, Time, Toss, TossOf, What,
};

/// How the ritual of a match begins.
pub(crate) fn first_stage(settings: &Settings) -> Stage {
    match settings.ritual {
        Ritual::Youngest => Stage::Youngest { named: BySeat::default() },
        Ritual::Choice => Stage::Choice { wishes: BySeat::default() },
        Ritual::Lots => Stage::Toss(Toss::new(TossOf::Lots, None)),
        Ritual::Coins => Stage::Toss(Toss::new(TossOf::Coins, None)),
        Ritual::Given { first } => Stage::Settled { first },
    }
}

impl Toss {
    fn new(of: TossOf, prize: Option<SideName>) -> Toss {
        Toss {
            of,
            round: Round::new(1),
            prize,
            committed: BySeat::default(),
            revealed: BySeat::default(),
            until: None,
        }
    }

    /// The same toss once more.
    fn again(&self) -> Toss {
        Toss { round: self.round.next(), ..Toss::new(self.of, self.prize) }
    }
}

/// Begins the game if it is settled who begins.
pub(crate) fn go_on(draft: &mut Draft) -> Result<(), Refusal> {
    let next = draft.next();
    if let Stage::Settled { first } = next.state.stage {
        let game = next.coming_game();
        draft.push(What::Began { game, first })?;
        crate::play::settle(draft)?;
    }
    Ok(())
}

/// The refusal of a step that belongs to another ritual, or to no ritual at all.
fn out_of_place(whole: &Match) -> Refusal {
    match whole.state.stage {
        Stage::Over { .. } => RefusalKind::GameOver.into(),
        Stage::Playing => Refusal::new(RefusalKind::OtherRitual)
            .saying("The game has begun; who begins is decided."),
        _ => {
            let play = whole.state.settings.play;
            Refusal::new(RefusalKind::OtherRitual).under(play, Ritual::topic(play.game()))
        }
    }
}

pub(crate) fn name_youngest(draft: &mut Draft, seat: Seat, youngest: Seat) -> Result<(), Refusal> {
    let Stage::Youngest { .. } = draft.next().state.stage else {
        return Err(out_of_place(draft.next()));
    };
    draft.push(What::YoungestNamed { seat, youngest })?;
    go_on(draft)
}

pub(crate) fn choose(draft: &mut Draft, seat: Seat, side: SideName) -> Result<(), Refusal> {
    match draft.next().state.stage {
        Stage::Choice { .. } => {}
        Stage::Choosing { seat: winner, .. } if winner == seat => {}
        Stage::Choosing { .. } => return Err(RefusalKind::NotYourChoice.into()),
        _ => return Err(out_of_place(draft.next())),
    }
    draft.push(What::SideChosen { seat, side })?;
    go_on(draft)
}

pub(crate) fn commit(draft: &mut Draft, seat: Seat, commitment: Commitment) -> Result<(), Refusal> {
    let Stage::Toss(toss) = &draft.next().state.stage else {
        return Err(out_of_place(draft.next()));
    };
    if toss.committed[seat].is_some() {
        return Err(RefusalKind::AlreadyCommitted.into());
    }
    draft.push(What::Committed { seat, commitment })
}

pub(crate) fn reveal(draft: &mut Draft, seat: Seat, secret: Secret) -> Result<(), Refusal> {
    let Stage::Toss(toss) = &draft.next().state.stage else {
        return Err(out_of_place(draft.next()));
    };
    let Some(committed) = toss.committed.complete() else {
        return Err(RefusalKind::NotCommitted.into());
    };
    if toss.revealed[seat].is_some() {
        return Err(RefusalKind::AlreadyRevealed.into());
    }
    if draft.next().state.toss_id(toss).commitment(seat, secret) != committed[seat] {
        return Err(RefusalKind::WrongSecret.into());
    }
    let of = toss.of;
    draft.push(What::Revealed { seat, secret })?;
    if let Some(fall) = draft.next().fall() {
        draft.push(match of {
            TossOf::Coins => What::CoinsTossed { coins: fall.coins() },
            TossOf::Lots => What::LotsDrawn { winner: fall.winner() },
        })?;
    }
    go_on(draft)
}

impl Match {
    fn toss(&mut self) -> Result<&mut Toss, BadEvent> {
        match &mut self.state.stage {
            Stage::Toss(toss) => Ok(toss),
            _ => Err(BadEvent::Unsound("there is no toss")),
        }
    }

    /// How the toss falls, once both have revealed.
    fn fall(&self) -> Option<crate::Fall> {
        let Stage::Toss(toss) = &self.state.stage else { return None };
        Some(self.state.toss_id(toss).fall(toss.revealed.complete()?))
    }

    pub(crate) fn youngest_named(&mut self, seat: Seat, youngest: Seat) -> Result<(), BadEvent> {
        let Stage::Youngest { named } = &mut self.state.stage else {
            return Err(BadEvent::Unsound("nobody asks who is youngest"));
        };
        named[seat] = Some(youngest);
        if named[!seat] == Some(youngest) {
            let board = self.state.settings.start(self.state.game, youngest);
            let side = board.map_err(BadEvent::Settings)?.side();
            let first = if side == Side::First { youngest } else { !youngest };
            self.state.stage = Stage::Settled { first };
        }
        Ok(())
    }

    pub(crate) fn side_chosen(&mut self, seat: Seat, side: Side) -> Result<(), BadEvent> {
        let first = if side == Side::First { seat } else { !seat };
        match &mut self.state.stage {
            Stage::Choosing { seat: winner, .. } => {
                must(*winner == seat, "who lost the draw chooses")?;
                self.state.stage = Stage::Settled { first };
            }
            Stage::Choice { wishes } => {
                wishes[seat] = Some(SideName(side));
                if let Some(other) = wishes[!seat] {
                    self.state.stage = if other.0 == side {
                        Stage::Toss(Toss::new(TossOf::Lots, Some(other)))
                    } else {
                        Stage::Settled { first }
                    };
                }
            }
            _ => return Err(BadEvent::Unsound("there is no choice of sides")),
        }
        Ok(())
    }

    pub(crate) fn committed(
        &mut self,
        at: Time,
        seat: Seat,
        commitment: Commitment,
    ) -> Result<(), BadEvent> {
        let until = at + self.state.settings.ritual_time();
        let toss = self.toss()?;
        must(toss.committed[seat].is_none(), "a player commits twice")?;
        toss.committed[seat] = Some(commitment);
        toss.until = toss.committed.complete().map(|_| until);
        Ok(())
    }

    pub(crate) fn revealed(&mut self, seat: Seat, secret: Secret) -> Result<(), BadEvent> {
        let Stage::Toss(toss) = &self.state.stage else {
            return Err(BadEvent::Unsound("there is no toss"));
        };
        let committed = toss.committed.complete();
        let committed = committed.ok_or(BadEvent::Unsound("a toss is revealed too early"))?;
        let fits = self.state.toss_id(toss).commitment(seat, secret) == committed[seat];
        must(fits, "a toss is not what was committed to")?;
        self.toss()?.revealed[seat] = Some(secret);
        Ok(())
    }

    pub(crate) fn coins_tossed(&mut self, coins: BySeat<Coin>) -> Result<(), BadEvent> {
        let fall = self.fall().ok_or(BadEvent::Unsound("the coins are still in the air"))?;
        let toss = self.toss()?;
        must(toss.of == TossOf::Coins, "lots are drawn, not coins tossed")?;
        must(fall.coins() == coins, "the coins fell otherwise")?;
        self.state.stage = match coins.only_heads() {
            Some(first) => Stage::Settled { first },
            None => Stage::Toss(toss.again()),
        };
        Ok(())
    }

    pub(crate) fn lots_drawn(&mut self, at: Time, winner: Seat) -> Result<(), BadEvent> {
        let fall = self.fall().ok_or(BadEvent::Unsound("the lots are not drawn"))?;
        let toss = self.toss()?;
        must(toss.of == TossOf::Lots, "coins are tossed, not lots drawn")?;
        must(fall.winner() == winner, "the lots fell otherwise")?;
        self.won_toss(at, winner)
    }

    /// What winning a toss brings: the side that both wished for, the first side if coins were
    /// tossed for it, or the choice.
    fn won_toss(&mut self, at: Time, winner: Seat) -> Result<(), BadEvent> {
        let until = at + self.state.settings.ritual_time();
        let toss = self.toss()?;
        self.state.stage = match (toss.of, toss.prize) {
            (TossOf::Coins, _) | (TossOf::Lots, Some(SideName(Side::First))) => {
                Stage::Settled { first: winner }
            }
            (TossOf::Lots, Some(SideName(Side::Second))) => Stage::Settled { first: !winner },
            (TossOf::Lots, None) => Stage::Choosing { seat: winner, until },
        };
        Ok(())
    }

    pub(crate) fn toss_forfeited(&mut self, at: Time, seat: Seat) -> Result<(), BadEvent> {
        let toss = self.toss()?;
        must(toss.until.is_some_and(|until| at >= until), "there was time to reveal")?;
        must(toss.revealed[seat].is_none(), "a toss that was revealed is not lost so")?;
        must(toss.revealed[!seat].is_some(), "neither player revealed")?;
        self.won_toss(at, !seat)
    }

    pub(crate) fn toss_void(&mut self, at: Time) -> Result<(), BadEvent> {
        let toss = self.toss()?;
        must(toss.until.is_some_and(|until| at >= until), "there was time to reveal")?;
        must(toss.revealed == BySeat::default(), "a player revealed")?;
        *toss = toss.again();
        Ok(())
    }
}
