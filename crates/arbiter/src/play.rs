//! Moves and premoves, and the end of a game by its own rules.

use crownhead_games::{Explanation, Game};
use crownhead_rules::Verdict;

use crate::apply::must;
use crate::clock::Stroke;
use crate::draft::Draft;
use crate::{
    BadEvent, Clock, Clocks, EndReason, How, LONGEST_TEXT, Match, Offers, Plies, Ply, Refusal,
    RefusalKind, Seat, Span, Stage, Time, What,
};

/// Refuses what can only be done while a game is played.
pub(crate) fn playing(whole: &Match) -> Result<&Game, Refusal> {
    match (&whole.state.stage, &whole.board) {
        (Stage::Playing, Some(board)) => Ok(board),
        (Stage::Over { .. }, _) => Err(over(whole)),
        _ => Err(RefusalKind::NotPlaying.into()),
    }
}

/// The game is over: why, if the rules ended it.
fn over(whole: &Match) -> Refusal {
    let refusal = Refusal::new(RefusalKind::GameOver);
    match whole.board.as_ref().and_then(Game::why_ended) {
        Some(answer) => {
            let rule = Some(answer.rule.to_owned());
            Refusal { rule, ..refusal }.saying(format!("The game is over. {answer}"))
        }
        None => refusal,
    }
}

pub(crate) fn play(
    draft: &mut Draft,
    seat: Seat,
    text: &str,
    seen: Option<Plies>,
    lag: Span,
) -> Result<(), Refusal> {
    let (whole, at) = (draft.next(), draft.at());
    let board = playing(whole)?;
    if text.len() > LONGEST_TEXT {
        return Err(RefusalKind::TooLong.into());
    }
    let play = &whole.state.play;
    if seen.is_some_and(|seen| seen != Plies::of(&play.plies)) {
        return Err(RefusalKind::Stale.into());
    }
    if whole.turn() != Some(seat) {
        return Err(RefusalKind::NotYourTurn.into());
    }
    let mut forgiven = Span::ZERO;
    if let Some(clocks) = &play.clocks {
        if !clocks.in_time(seat, at, lag) {
            return Err(RefusalKind::OutOfTime.into());
        }
        forgiven = clocks.forgiven(seat, at, lag);
    }
    let text = match board.explain(text) {
        Explanation::Legal { text, .. } => text,
        Explanation::Refused(refusal) => return Err(Refusal::illegal(&refusal)),
    };
    draft.push(What::Moved { seat, text, how: How::ByHand, lag: forgiven })?;
    settle(draft)
}

/// What follows by itself: the end, premoves, and passes that are forced. It comes to an end, for
/// there is one premove a player, and nobody passes where neither can move.
pub(crate) fn settle(draft: &mut Draft) -> Result<(), Refusal> {
    loop {
        let whole = draft.next();
        let (Some(seat), Some(board)) = (whole.turn(), &whole.board) else { return Ok(()) };
        if let Some(outcome) = board.outcome() {
            let winner = match outcome.verdict {
                Verdict::Win(side) => whole.seat_of(side),
                Verdict::Draw => None,
            };
            return draft.push(What::Ended { winner, reason: outcome.reason.into() });
        }
        let what = if let Some(text) = whole.state.play.premoves[seat].clone() {
            match board.explain(&text) {
                Explanation::Legal { text, .. } => {
                    What::Moved { seat, text, how: How::Premove, lag: Span::ZERO }
                }
                Explanation::Refused(why) => {
                    What::PremoveDropped { seat, text, why: why.to_string() }
                }
            }
        } else if board.must_pass() {
            What::Moved { seat, text: "pass".to_owned(), how: How::Forced, lag: Span::ZERO }
        } else {
            return Ok(());
        };
        draft.push(what)?;
    }
}

pub(crate) fn premove(draft: &mut Draft, seat: Seat, text: &str) -> Result<(), Refusal> {
    playing(draft.next())?;
    if text.len() > LONGEST_TEXT {
        return Err(RefusalKind::TooLong.into());
    }
    if draft.next().turn() == Some(seat) {
        return Err(RefusalKind::YourTurn.into());
    }
    draft.push(What::PremoveSet { seat, text: text.to_owned() })
}

pub(crate) fn cancel_premove(draft: &mut Draft, seat: Seat) -> Result<(), Refusal> {
    playing(draft.next())?;
    if draft.next().state.play.premoves[seat].is_none() {
        return Err(RefusalKind::NoPremove.into());
    }
    draft.push(What::PremoveCancelled { seat })
}

pub(crate) fn resign(draft: &mut Draft, seat: Seat) -> Result<(), Refusal> {
    playing(draft.next())?;
    draft.push(What::Ended { winner: Some(!seat), reason: EndReason::Resignation })
}

pub(crate) fn abort(draft: &mut Draft) -> Result<(), Refusal> {
    let whole = draft.next();
    match whole.state.stage {
        Stage::Over { .. } => return Err(over(whole)),
        Stage::Playing if whole.both_moved() => {
            return Err(RefusalKind::TooLateToAbort.into());
        }
        _ => {}
    }
    draft.push(What::Ended { winner: None, reason: EndReason::Aborted })
}

impl Match {
    /// Whether both players have decided on a move in this game.
    pub(crate) fn both_moved(&self) -> bool {
        self.state.play.moved.one && self.state.play.moved.two
    }

    pub(crate) fn moved(
        &mut self,
        at: Time,
        seat: Seat,
        text: &str,
        how: How,
        lag: Span,
    ) -> Result<(), BadEvent> {
        must(self.turn() == Some(seat), "a player moves who is not on turn")?;
        let board = self.board.as_mut().ok_or(BadEvent::Unsound("no game has begun"))?;
        board.play(text).map_err(|_| BadEvent::Unsound("a move is not legal"))?;
        let over = board.outcome().is_some();
        let next = self.turn().unwrap_or(seat);
        let clock = self.state.settings.clock;
        let play = &mut self.state.play;
        play.moved[seat] |= how.is_decided();
        let timed = match clock {
            Clock::Days { .. } => true,
            // Each player's first move is not timed.
            Clock::None | Clock::Main { .. } => play.moved.one && play.moved.two,
        };
        let stroke = Stroke {
            seat,
            at,
            lag,
            hands_over: next != seat,
            decided: how.is_decided(),
            next: (timed && !over).then_some(next),
        };
        let gained = match &mut play.clocks {
            Some(clocks) => clocks.press(clock, stroke),
            None => Span::ZERO,
        };
        play.plies.push(Ply { seat, text: text.into(), how, gained });
        play.turn_since = at;
        if how.is_decided() {
            play.premoves[seat] = None;
            play.offers.after_move(seat);
        }
        Ok(())
    }

    pub(crate) fn premove_set(&mut self, seat: Seat, text: Option<String>) -> Result<(), BadEvent> {
        must(self.state.stage == Stage::Playing, "a premove where no game is played")?;
        self.state.play.premoves[seat] = text;
        Ok(())
    }

    /// Whether the game can end in this way now. What the host alone knows, as a resignation, is
    /// believed.
    fn can_end(&self, at: Time, winner: Option<Seat>, reason: EndReason) -> bool {
        let (play, playing) = (&self.state.play, self.state.stage == Stage::Playing);
        if let Some(outcome) = self.turn().and_then(|_| self.board.as_ref()?.outcome()) {
            let right = match outcome.verdict {
                Verdict::Win(side) => self.seat_of(side),
                Verdict::Draw => None,
            };
            return winner == right && reason == outcome.reason.into();
        }
        match reason {
            EndReason::Aborted => winner.is_none() && !(playing && self.both_moved()),
            EndReason::Resignation => playing && winner.is_some(),
            EndReason::Agreement => playing && winner.is_none() && play.offers.draw.is_some(),
            EndReason::Time => {
                let flag = play.clocks.as_ref().and_then(Clocks::flag);
                playing && flag.is_some_and(|(seat, flag)| at >= flag && winner == Some(!seat))
            }
            EndReason::Absence => playing && self.absent_on_turn() && winner != self.turn(),
            _ => false,
        }
    }

    fn absent_on_turn(&self) -> bool {
        self.turn().is_some_and(|seat| self.state.absent[seat].is_some())
    }

    pub(crate) fn ended(
        &mut self,
        at: Time,
        winner: Option<Seat>,
        reason: EndReason,
    ) -> Result<(), BadEvent> {
        must(!matches!(self.state.stage, Stage::Over { .. }), "a game ends twice")?;
        must(self.can_end(at, winner, reason), "no game ends so here")?;
        let play = &mut self.state.play;
        if let Some(clocks) = &mut play.clocks {
            clocks.stop(at);
        }
        play.offers = Offers::default();
        play.premoves = Default::default();
        self.state.stage = Stage::Over { winner, reason };
        self.state.score.count(winner, reason);
        Ok(())
    }
}
