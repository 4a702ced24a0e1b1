//! The rituals that decide who begins: the youngest, lots, coins, or the players' choice. Both the
//! commands and the application of their events.

use crownhead_rules::Side;

use crate::apply::ensure;
use crate::pending::PendingEvents;
use crate::{
    BySeat, ChosenSide, Coin, CommandRefusal, CommandRefusalKind, Commitment, EventKind,
    InvalidEvent, Match, MatchSettings, MatchStage, Ritual, Seat, Secret, Timestamp, Toss,
    TossMethod, TossRound,
};

/// The first stage of the ritual of a match.
pub(crate) fn first_stage(settings: &MatchSettings) -> MatchStage {
    match settings.ritual {
        Ritual::Youngest => MatchStage::Youngest { named: BySeat::default() },
        Ritual::Choice => MatchStage::Choice { wishes: BySeat::default() },
        Ritual::Lots => MatchStage::Toss(Toss::new(TossMethod::Lots, None)),
        Ritual::Coins => MatchStage::Toss(Toss::new(TossMethod::Coins, None)),
        Ritual::Given { first } => MatchStage::Settled { first },
    }
}

impl Toss {
    fn new(of: TossMethod, prize: Option<ChosenSide>) -> Toss {
        Toss {
            of,
            round: TossRound::new(1),
            prize,
            committed: BySeat::default(),
            revealed: BySeat::default(),
            until: None,
        }
    }

    /// The next round of the same toss.
    fn next_round(&self) -> Toss {
        Toss { round: self.round.next(), ..Toss::new(self.of, self.prize) }
    }
}

/// Begins the game if the ritual is settled.
pub(crate) fn begin_if_settled(pending: &mut PendingEvents) -> Result<(), CommandRefusal> {
    let next = pending.next();
    if let MatchStage::Settled { first } = next.state.stage {
        let game = next.next_game_number();
        pending.push(EventKind::Began { game, first })?;
        crate::play::run_consequences(pending)?;
    }
    Ok(())
}

/// The refusal of a step that does not belong to the current ritual.
fn refuse_out_of_turn(game_match: &Match) -> CommandRefusal {
    match game_match.state.stage {
        MatchStage::Over { .. } => CommandRefusalKind::GameOver.into(),
        MatchStage::Playing => CommandRefusal::new(CommandRefusalKind::OtherRitual)
            .with_sentence("The game has begun; who begins is decided."),
        _ => {
            let play = game_match.state.settings.play;
            CommandRefusal::new(CommandRefusalKind::OtherRitual)
                .citing(play, play.game().ritual_topic())
        }
    }
}

pub(crate) fn name_youngest(
    pending: &mut PendingEvents,
    seat: Seat,
    youngest: Seat,
) -> Result<(), CommandRefusal> {
    let MatchStage::Youngest { .. } = pending.next().state.stage else {
        return Err(refuse_out_of_turn(pending.next()));
    };
    pending.push(EventKind::YoungestNamed { seat, youngest })?;
    begin_if_settled(pending)
}

pub(crate) fn choose(
    pending: &mut PendingEvents,
    seat: Seat,
    side: ChosenSide,
) -> Result<(), CommandRefusal> {
    match pending.next().state.stage {
        MatchStage::Choice { .. } => {}
        MatchStage::Choosing { seat: winner, .. } if winner == seat => {}
        MatchStage::Choosing { .. } => return Err(CommandRefusalKind::NotYourChoice.into()),
        _ => return Err(refuse_out_of_turn(pending.next())),
    }
    pending.push(EventKind::SideChosen { seat, side })?;
    begin_if_settled(pending)
}

pub(crate) fn commit(
    pending: &mut PendingEvents,
    seat: Seat,
    commitment: Commitment,
) -> Result<(), CommandRefusal> {
    let MatchStage::Toss(toss) = &pending.next().state.stage else {
        return Err(refuse_out_of_turn(pending.next()));
    };
    if toss.committed[seat].is_some() {
        return Err(CommandRefusalKind::AlreadyCommitted.into());
    }
    pending.push(EventKind::Committed { seat, commitment })
}

pub(crate) fn reveal(
    pending: &mut PendingEvents,
    seat: Seat,
    secret: Secret,
) -> Result<(), CommandRefusal> {
    let MatchStage::Toss(toss) = &pending.next().state.stage else {
        return Err(refuse_out_of_turn(pending.next()));
    };
    let Some(committed) = toss.committed.complete() else {
        return Err(CommandRefusalKind::NotCommitted.into());
    };
    if toss.revealed[seat].is_some() {
        return Err(CommandRefusalKind::AlreadyRevealed.into());
    }
    if pending.next().state.toss_id(toss).commitment(seat, secret) != committed[seat] {
        return Err(CommandRefusalKind::WrongSecret.into());
    }
    let of = toss.of;
    pending.push(EventKind::Revealed { seat, secret })?;
    if let Some(result) = pending.next().toss_result() {
        pending.push(match of {
            TossMethod::Coins => EventKind::CoinsTossed { coins: result.coins() },
            TossMethod::Lots => EventKind::LotsDrawn { winner: result.winner() },
        })?;
    }
    begin_if_settled(pending)
}

impl Match {
    fn toss(&mut self) -> Result<&mut Toss, InvalidEvent> {
        match &mut self.state.stage {
            MatchStage::Toss(toss) => Ok(toss),
            _ => Err(InvalidEvent::Unsound("there is no toss")),
        }
    }

    /// The result of the toss, once both have revealed.
    fn toss_result(&self) -> Option<crate::TossResult> {
        let MatchStage::Toss(toss) = &self.state.stage else { return None };
        Some(self.state.toss_id(toss).result(toss.revealed.complete()?))
    }

    pub(crate) fn apply_youngest_named(
        &mut self,
        seat: Seat,
        youngest: Seat,
    ) -> Result<(), InvalidEvent> {
        let MatchStage::Youngest { named } = &mut self.state.stage else {
            return Err(InvalidEvent::Unsound("nobody asks who is youngest"));
        };
        named[seat] = Some(youngest);
        if named[!seat] == Some(youngest) {
            let board = self.state.settings.start(self.state.game, youngest);
            let side = board.map_err(InvalidEvent::Settings)?.side();
            let first = if side == Side::First { youngest } else { !youngest };
            self.state.stage = MatchStage::Settled { first };
        }
        Ok(())
    }

    pub(crate) fn apply_side_chosen(&mut self, seat: Seat, side: Side) -> Result<(), InvalidEvent> {
        let first = if side == Side::First { seat } else { !seat };
        match &mut self.state.stage {
            MatchStage::Choosing { seat: winner, .. } => {
                ensure(*winner == seat, "who lost the draw chooses")?;
                self.state.stage = MatchStage::Settled { first };
            }
            MatchStage::Choice { wishes } => {
                wishes[seat] = Some(ChosenSide(side));
                if let Some(other) = wishes[!seat] {
                    self.state.stage = if other.0 == side {
                        MatchStage::Toss(Toss::new(TossMethod::Lots, Some(other)))
                    } else {
                        MatchStage::Settled { first }
                    };
                }
            }
            _ => return Err(InvalidEvent::Unsound("there is no choice of sides")),
        }
        Ok(())
    }

    pub(crate) fn apply_committed(
        &mut self,
        at: Timestamp,
        seat: Seat,
        commitment: Commitment,
    ) -> Result<(), InvalidEvent> {
        let until = at + self.state.settings.ritual_time();
        let toss = self.toss()?;
        ensure(toss.committed[seat].is_none(), "a player commits twice")?;
        toss.committed[seat] = Some(commitment);
        toss.until = toss.committed.complete().map(|_| until);
        Ok(())
    }

    pub(crate) fn apply_revealed(
        &mut self,
        seat: Seat,
        secret: Secret,
    ) -> Result<(), InvalidEvent> {
        let MatchStage::Toss(toss) = &self.state.stage else {
            return Err(InvalidEvent::Unsound("there is no toss"));
        };
        let committed = toss.committed.complete();
        let committed = committed.ok_or(InvalidEvent::Unsound("a toss is revealed too early"))?;
        let fits = self.state.toss_id(toss).commitment(seat, secret) == committed[seat];
        ensure(fits, "a toss is not what was committed to")?;
        self.toss()?.revealed[seat] = Some(secret);
        Ok(())
    }

    pub(crate) fn apply_coins_tossed(&mut self, coins: BySeat<Coin>) -> Result<(), InvalidEvent> {
        let result =
            self.toss_result().ok_or(InvalidEvent::Unsound("the coins are still in the air"))?;
        let toss = self.toss()?;
        ensure(toss.of == TossMethod::Coins, "lots are drawn, not coins tossed")?;
        ensure(result.coins() == coins, "the coins fell otherwise")?;
        self.state.stage = match coins.only_heads() {
            Some(first) => MatchStage::Settled { first },
            None => MatchStage::Toss(toss.next_round()),
        };
        Ok(())
    }

    pub(crate) fn apply_lots_drawn(
        &mut self,
        at: Timestamp,
        winner: Seat,
    ) -> Result<(), InvalidEvent> {
        let result = self.toss_result().ok_or(InvalidEvent::Unsound("the lots are not drawn"))?;
        let toss = self.toss()?;
        ensure(toss.of == TossMethod::Lots, "coins are tossed, not lots drawn")?;
        ensure(result.winner() == winner, "the lots fell otherwise")?;
        self.won_toss(at, winner)
    }

    /// Applies a won toss: the winner gets the side that both wanted, the first side after coins,
    /// or the choice after lots.
    fn won_toss(&mut self, at: Timestamp, winner: Seat) -> Result<(), InvalidEvent> {
        let until = at + self.state.settings.ritual_time();
        let toss = self.toss()?;
        self.state.stage = match (toss.of, toss.prize) {
            (TossMethod::Coins, _) | (TossMethod::Lots, Some(ChosenSide(Side::First))) => {
                MatchStage::Settled { first: winner }
            }
            (TossMethod::Lots, Some(ChosenSide(Side::Second))) => {
                MatchStage::Settled { first: !winner }
            }
            (TossMethod::Lots, None) => MatchStage::Choosing { seat: winner, until },
        };
        Ok(())
    }

    pub(crate) fn apply_toss_forfeited(
        &mut self,
        at: Timestamp,
        seat: Seat,
    ) -> Result<(), InvalidEvent> {
        let toss = self.toss()?;
        ensure(toss.until.is_some_and(|until| at >= until), "there was time to reveal")?;
        ensure(toss.revealed[seat].is_none(), "a toss that was revealed is not lost so")?;
        ensure(toss.revealed[!seat].is_some(), "neither player revealed")?;
        self.won_toss(at, !seat)
    }

    pub(crate) fn apply_toss_void(&mut self, at: Timestamp) -> Result<(), InvalidEvent> {
        let toss = self.toss()?;
        ensure(toss.until.is_some_and(|until| at >= until), "there was time to reveal")?;
        ensure(toss.revealed == BySeat::default(), "a player revealed")?;
        *toss = toss.next_round();
        Ok(())
    }
}
