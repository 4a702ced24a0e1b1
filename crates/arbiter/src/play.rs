//! Moves, forced passes, and the end of a game.

use crownhead_games::{Game, Legality};
use crownhead_rules::Verdict;

use crate::apply::ensure;
use crate::clock::ClockPress;
use crate::pending::PendingEvents;
use crate::{
    Clocks, CommandRefusal, CommandRefusalKind, EndReason, EventKind, InvalidEvent,
    MAX_TEXT_LENGTH, Match, MatchStage, MoveSource, Offers, PlayedPly, PlyCount, Seat, Span,
    TimeControl, Timestamp,
};

/// The board while a game is played; otherwise refuses the command.
pub(crate) fn require_playing(game_match: &Match) -> Result<&Game, CommandRefusal> {
    match (&game_match.state.stage, &game_match.board) {
        (MatchStage::Playing, Some(board)) => Ok(board),
        (MatchStage::Over { .. }, _) => Err(game_over(game_match)),
        _ => Err(CommandRefusalKind::NotPlaying.into()),
    }
}

/// The refusal after the end of a game, with the reason if the rules ended it.
fn game_over(game_match: &Match) -> CommandRefusal {
    let refusal = CommandRefusal::new(CommandRefusalKind::GameOver);
    match game_match.board.as_ref().and_then(Game::explain_outcome) {
        Some(explanation) => {
            let rule = Some(explanation.rule.to_owned());
            CommandRefusal { rule, ..refusal }
                .with_sentence(format!("The game is over. {explanation}"))
        }
        None => refusal,
    }
}

pub(crate) fn play(
    pending: &mut PendingEvents,
    seat: Seat,
    text: &str,
    seen: Option<PlyCount>,
    lag: Span,
) -> Result<(), CommandRefusal> {
    let (game_match, at) = (pending.next(), pending.at());
    let board = require_playing(game_match)?;
    if text.len() > MAX_TEXT_LENGTH {
        return Err(CommandRefusalKind::TooLong.into());
    }
    let play = &game_match.state.play;
    if seen.is_some_and(|seen| seen != PlyCount::of(&play.plies)) {
        return Err(CommandRefusalKind::Stale.into());
    }
    if game_match.turn() != Some(seat) {
        return Err(CommandRefusalKind::NotYourTurn.into());
    }
    let mut compensated = Span::ZERO;
    if let Some(clocks) = &play.clocks {
        if !clocks.in_time(seat, at, lag) {
            return Err(CommandRefusalKind::OutOfTime.into());
        }
        compensated = clocks.compensated_lag(seat, at, lag);
    }
    let text = match board.explain(text) {
        Legality::Legal { text, .. } => text,
        Legality::Refused(refusal) => return Err(CommandRefusal::illegal(&refusal)),
    };
    pending.push(EventKind::Moved { seat, text, source: MoveSource::ByHand, lag: compensated })?;
    run_consequences(pending)
}

/// Adds the events that follow automatically: the end of the game, premoves and forced passes. This
/// terminates, because each player has only a few premoves, and nobody passes if neither can move.
pub(crate) fn run_consequences(pending: &mut PendingEvents) -> Result<(), CommandRefusal> {
    loop {
        let game_match = pending.next();
        let (Some(seat), Some(board)) = (game_match.turn(), &game_match.board) else {
            return Ok(());
        };
        if let Some(outcome) = board.outcome() {
            let winner = match outcome.verdict {
                Verdict::Win(side) => game_match.seat_of(side),
                Verdict::Draw => None,
            };
            return pending.push(EventKind::Ended { winner, reason: outcome.reason.into() });
        }
        let kind = if let Some(text) = game_match.state.play.premoves[seat].clone() {
            match board.explain(&text) {
                Legality::Legal { text, .. } => {
                    EventKind::Moved { seat, text, source: MoveSource::Premove, lag: Span::ZERO }
                }
                Legality::Refused(why) => {
                    EventKind::PremoveDropped { seat, text, why: why.to_string() }
                }
            }
        } else if let Some(text) = board.forced_pass() {
            EventKind::Moved { seat, text, source: MoveSource::Forced, lag: Span::ZERO }
        } else {
            return Ok(());
        };
        pending.push(kind)?;
    }
}

pub(crate) fn resign(pending: &mut PendingEvents, seat: Seat) -> Result<(), CommandRefusal> {
    require_playing(pending.next())?;
    pending.push(EventKind::Ended { winner: Some(!seat), reason: EndReason::Resignation })
}

pub(crate) fn abort(pending: &mut PendingEvents) -> Result<(), CommandRefusal> {
    let game_match = pending.next();
    if matches!(game_match.state.stage, MatchStage::Over { .. }) {
        return Err(game_over(game_match));
    }
    if !game_match.can_abort() {
        return Err(CommandRefusalKind::TooLateToAbort.into());
    }
    pending.push(EventKind::Ended { winner: None, reason: EndReason::Aborted })
}

impl Match {
    /// Whether a player can abort now: until both have moved.
    pub fn can_abort(&self) -> bool {
        match self.state.stage {
            MatchStage::Over { .. } => false,
            MatchStage::Playing => !self.both_moved(),
            _ => true,
        }
    }

    /// Whether both players have chosen a move in this game.
    pub(crate) fn both_moved(&self) -> bool {
        self.state.play.moved.one && self.state.play.moved.two
    }

    pub(crate) fn apply_moved(
        &mut self,
        at: Timestamp,
        seat: Seat,
        text: &str,
        source: MoveSource,
        lag: Span,
    ) -> Result<(), InvalidEvent> {
        ensure(self.turn() == Some(seat), "a player moves who is not on turn")?;
        let board = self.board.as_mut().ok_or(InvalidEvent::Unsound("no game has begun"))?;
        board.play(text).map_err(|_| InvalidEvent::Unsound("a move is not legal"))?;
        let over = board.outcome().is_some();
        let next = self.turn().unwrap_or(seat);
        let clock = self.state.settings.clock;
        let play = &mut self.state.play;
        play.moved[seat] |= source.is_decided();
        let timed = match clock {
            TimeControl::Days { .. } => true,
            // Each player's first move is not timed.
            TimeControl::None | TimeControl::Main { .. } => play.moved.one && play.moved.two,
        };
        let stroke = ClockPress {
            seat,
            at,
            lag,
            hands_over: next != seat,
            decided: source.is_decided(),
            next: (timed && !over).then_some(next),
        };
        let gained = match &mut play.clocks {
            Some(clocks) => clocks.press(clock, stroke),
            None => Span::ZERO,
        };
        play.plies.push(PlayedPly { seat, text: text.into(), source, gained });
        play.turn_since = at;
        if source.is_decided() {
            play.use_premove(seat, source);
            play.offers.after_move(seat);
        }
        Ok(())
    }

    /// Whether the game can end like this now. Facts that only the host knows, such as a
    /// resignation, are not checked.
    fn can_end(&self, at: Timestamp, winner: Option<Seat>, reason: EndReason) -> bool {
        let (play, playing) = (&self.state.play, self.state.stage == MatchStage::Playing);
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

    pub(crate) fn apply_ended(
        &mut self,
        at: Timestamp,
        winner: Option<Seat>,
        reason: EndReason,
    ) -> Result<(), InvalidEvent> {
        ensure(!matches!(self.state.stage, MatchStage::Over { .. }), "a game ends twice")?;
        ensure(self.can_end(at, winner, reason), "no game ends so here")?;
        let play = &mut self.state.play;
        if let Some(clocks) = &mut play.clocks {
            clocks.stop(at);
        }
        play.offers = Offers::default();
        Seat::ALL.into_iter().for_each(|seat| play.cancel_premoves(seat));
        self.state.stage = MatchStage::Over { winner, reason };
        self.state.score.count(winner, reason);
        Ok(())
    }
}
