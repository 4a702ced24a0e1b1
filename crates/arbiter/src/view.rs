//! What a viewer may see of a match: a snapshot to apply further events to, or a view to draw.

use crownhead_games::Game;
use serde::{Deserialize, Serialize};

use crate::{
    BySeat, Clocks, GameNumber, Match, MatchSettings, MatchStage, MatchState, Offers, PlayedPly,
    Seat, SeriesScore, Sha256Hash, Timestamp, Version, Viewer,
};

/// A match in a form that can be drawn without knowing the rules.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct MatchView {
    /// The player or spectator that the view is for.
    pub viewer: Viewer,
    /// The number of the last event.
    pub version: Version,
    /// The time of the last event.
    pub time: Timestamp,
    /// The hash of the match, to detect a missing event.
    pub hash: Sha256Hash,
    /// The settings of the whole series.
    pub settings: MatchSettings,
    /// Which game of the match it is, from 1.
    pub game: GameNumber,
    /// The stage of the current game.
    pub stage: MatchStage,
    /// The player with the side that moves first.
    pub first: Option<Seat>,
    /// The player to move.
    pub turn: Option<Seat>,
    /// The text of the position; none before the game, and in a phase that has no text form.
    pub position: Option<String>,
    /// The phase of the game, for games that have phases.
    pub phase: Option<String>,
    /// The texts of the legal moves; none if no game is being played.
    pub legal: Vec<String>,
    /// The plies of the current game.
    pub plies: Vec<PlayedPly>,
    /// The clocks as of the last event.
    pub clocks: Option<Clocks>,
    /// The open offers.
    pub offers: Offers,
    /// The viewer's own next premove.
    pub premove: Option<String>,
    /// The viewer's own premoves after that one.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub queued_premoves: Vec<String>,
    /// The time since which a player is absent.
    pub absent: BySeat<Option<Timestamp>>,
    /// Wins, losses and draws of the finished games.
    pub score: SeriesScore,
    /// The time of the next timeout.
    pub due: Option<Timestamp>,
}

impl Match {
    /// The complete state, for the host to store.
    pub fn snapshot(&self) -> MatchState {
        self.state.clone()
    }

    /// The state as `viewer` may see it, without the opponent's premoves and commands. A match can
    /// be [restored](Self::restore) from it and continued with the events that the viewer sees.
    pub fn snapshot_for(&self, viewer: Viewer) -> MatchState {
        let mut state = self.state.clone();
        for seat in Seat::ALL {
            if !viewer.is(seat) {
                state.play.cancel_premoves(seat);
            }
        }
        state.recent.retain(|done| viewer.is(done.seat));
        state
    }

    /// The match as `viewer` may see it, ready to draw.
    pub fn view_for(&self, viewer: Viewer) -> MatchView {
        let state = self.snapshot_for(viewer);
        let (premove, queued_premoves) = match viewer {
            Viewer::Seat(seat) => {
                (state.play.premoves[seat].clone(), state.play.queued_premoves[seat].clone())
            }
            Viewer::Spectator => (None, Vec::new()),
        };
        let board = self.board.as_ref();
        let playing = board.filter(|_| state.stage == MatchStage::Playing);
        MatchView {
            viewer,
            version: state.version,
            time: state.time,
            hash: self.hash(),
            settings: state.settings,
            game: state.game,
            first: state.first,
            turn: self.turn(),
            position: board.and_then(Game::text),
            phase: board.map(|board| board.phase().name().to_owned()),
            legal: playing.map(Game::legal_moves).unwrap_or_default(),
            plies: state.play.plies,
            clocks: state.play.clocks,
            offers: state.play.offers,
            premove,
            queued_premoves,
            absent: state.absent,
            score: state.score,
            due: self.due(),
            stage: state.stage,
        }
    }
}
