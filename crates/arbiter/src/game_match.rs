//! `Match`: the state, the board that is built from it, and the constructors.

use crownhead_games::Game;
use crownhead_rules::Side;

use crate::pending::PendingEvents;
use crate::{
    BySeat, CommandId, CommandRefusal, CurrentGame, Event, EventKind, GameNumber, InvalidEvent,
    MatchSettings, MatchStage, MatchState, RulesVersion, Salt, Seat, SeriesScore, Timestamp,
    Version, ritual,
};

/// The number of commands of each player that are remembered, to recognise repeated ones.
pub const REMEMBERED_COMMANDS: usize = 32;

/// A match: the fold of its events.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Match {
    pub(crate) state: MatchState,
    /// The board of the game that has begun, built from the state.
    pub(crate) board: Option<Game>,
}

impl Match {
    /// Opens a match, and returns it with its first events. `salt` must be random and new for every
    /// match.
    pub fn open(
        settings: MatchSettings,
        now: Timestamp,
        salt: Salt,
    ) -> Result<(Match, Vec<Event>), CommandRefusal> {
        settings.check()?;
        let kind =
            EventKind::Opened { rules: RulesVersion::CURRENT, salt, settings: Box::new(settings) };
        let opened = Event { version: Version::new(1), at: now, cause: None, kind };
        let opening = Match::from_first(&opened).map_err(CommandRefusal::from)?;
        let mut pending = PendingEvents::new(&opening, now, None);
        ritual::begin_if_settled(&mut pending)?;
        let (begun, mut more) = pending.finish();
        more.insert(0, opened);
        Ok((begun, more))
    }

    /// Replays and validates a log.
    pub fn replay(log: &[Event]) -> Result<Match, InvalidEvent> {
        let (first, rest) = log.split_first().ok_or(InvalidEvent::NotOpened)?;
        let mut game_match = Match::from_first(first)?;
        rest.iter().try_for_each(|event| game_match.apply(event))?;
        Ok(game_match)
    }

    /// The match after the first event of its log.
    pub fn from_first(event: &Event) -> Result<Match, InvalidEvent> {
        let EventKind::Opened { rules, salt, settings } = &event.kind else {
            return Err(InvalidEvent::NotOpened);
        };
        if *rules != RulesVersion::CURRENT {
            return Err(InvalidEvent::UnknownRules { found: *rules });
        }
        if event.version != Version::new(1) {
            return Err(InvalidEvent::Gap { expected: Version::new(1), found: event.version });
        }
        settings.check().map_err(InvalidEvent::Settings)?;
        let state = MatchState {
            rules: *rules,
            version: event.version,
            time: event.at,
            salt: *salt,
            settings: (**settings).clone(),
            game: GameNumber::new(1),
            first: None,
            stage: ritual::first_stage(settings),
            play: CurrentGame::default(),
            absent: BySeat::default(),
            score: SeriesScore::default(),
            recent: Vec::new(),
        };
        Ok(Match { state, board: None })
    }

    /// A match from a [snapshot](Self::snapshot_for) of it.
    pub fn restore(state: MatchState) -> Result<Match, InvalidEvent> {
        if state.rules != RulesVersion::CURRENT {
            return Err(InvalidEvent::UnknownRules { found: state.rules });
        }
        state.settings.check().map_err(InvalidEvent::Settings)?;
        let mut game_match = Match { state, board: None };
        if game_match.state.first.is_some() {
            game_match.board = Some(game_match.board_before(0)?);
        } else if game_match.state.stage == MatchStage::Playing {
            return Err(InvalidEvent::Unsound("a game is played, and nobody is first"));
        }
        Ok(game_match)
    }

    /// The board without the last plies.
    pub(crate) fn board_before(&self, last: usize) -> Result<Game, InvalidEvent> {
        let first = self.state.first.ok_or(InvalidEvent::Unsound("no game has begun"))?;
        let mut board =
            self.state.settings.start(self.state.game, first).map_err(InvalidEvent::Settings)?;
        let plies = &self.state.play.plies;
        for ply in &plies[..plies.len().saturating_sub(last)] {
            board.play(&ply.text).map_err(|_| InvalidEvent::Unsound("a move is not legal"))?;
        }
        Ok(board)
    }

    /// The complete state, with everything that only the host may see.
    pub fn state(&self) -> &MatchState {
        &self.state
    }

    /// The number of the last event.
    pub fn version(&self) -> Version {
        self.state.version
    }

    /// The board of the current or last game, with its history.
    pub fn board(&self) -> Option<&Game> {
        self.board.as_ref()
    }

    /// The board before the first ply of the current or last game.
    pub fn initial_board(&self) -> Option<Game> {
        self.board_before(self.state.play.plies.len()).ok()
    }

    /// The seat that plays a side in the current or last game.
    pub fn seat_of(&self, side: Side) -> Option<Seat> {
        let first = self.state.first?;
        Some(if side == Side::First { first } else { !first })
    }

    /// The side of a seat in the current or last game.
    pub fn side_of(&self, seat: Seat) -> Option<Side> {
        let first = self.state.first?;
        Some(if seat == first { Side::First } else { Side::Second })
    }

    /// The seat to move while a game is played.
    pub fn turn(&self) -> Option<Seat> {
        if self.state.stage != MatchStage::Playing {
            return None;
        }
        self.seat_of(self.board.as_ref()?.side())
    }

    /// The first and last event of a command that was processed already, if it is among the last
    /// [`REMEMBERED_COMMANDS`] of that player. The reply to a repeated command is those events from
    /// the store. Refused commands are not remembered: they changed nothing and are decided again.
    pub fn processed_command(&self, seat: Seat, id: &CommandId) -> Option<(Version, Version)> {
        let mut newest_first = self.state.recent.iter().rev();
        let done = newest_first.find(|done| done.seat == seat && done.id == *id)?;
        Some((done.from, done.to))
    }
}
