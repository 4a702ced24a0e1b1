//! What somebody may see of a match: as a snapshot to go on folding from, or as a view to draw.

use crownhead_games::Game;
use serde::{Deserialize, Serialize};

use crate::{
    BySeat, Clocks, GameNumber, Match, MatchSettings, MatchStage, MatchState, Offers, PlayedPly,
    Seat, SeriesScore, Sha256Hash, Timestamp, Version, Viewer,
};

/// A match as one can draw it without knowing the rules.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct MatchView {
    /// Whose view it is.
    pub viewer: Viewer,
    /// The number of the last event.
    pub version: Version,
    /// Its time.
    pub time: Timestamp,
    /// The hash of the match.
    pub hash: Sha256Hash,
    /// The settings.
    pub settings: MatchSettings,
    /// The number of the game.
    pub game: GameNumber,
    /// Where the game is.
    pub stage: MatchStage,
    /// Who has the side that moves first.
    pub first: Option<Seat>,
    /// Who is to decide.
    pub turn: Option<Seat>,
    /// The text of the position; none before the game, and in a phase that has no text form.
    pub position: Option<String>,
    /// The phase of the game, for games that have phases.
    pub phase: Option<String>,
    /// The legal moves; none when the game is not being played.
    pub legal: Vec<String>,
    /// The plies so far.
    pub plies: Vec<PlayedPly>,
    /// The clocks.
    pub clocks: Option<Clocks>,
    /// What is offered.
    pub offers: Offers,
    /// The viewer's own premove.
    pub premove: Option<String>,
    /// Since when a player is absent.
    pub absent: BySeat<Option<Timestamp>>,
    /// The score of the series.
    pub score: SeriesScore,
    /// When something will happen by itself.
    pub due: Option<Timestamp>,
}

impl Match {
    /// The whole state, for the host to store.
    pub fn snapshot(&self) -> MatchState {
        self.state.clone()
    }

    /// The state as `viewer` may see it: without the other players' premoves and commands. A match
    /// can be [restored](Self::restore) from it and go on with the events that the viewer sees.
    pub fn snapshot_for(&self, viewer: Viewer) -> MatchState {
        let mut state = self.state.clone();
        for seat in Seat::ALL {
            if !viewer.is(seat) {
                state.play.premoves[seat] = None;
            }
        }
        state.recent.retain(|done| viewer.is(done.seat));
        state
    }

    /// What `viewer` sees.
    pub fn view_for(&self, viewer: Viewer) -> MatchView {
        let state = self.snapshot_for(viewer);
        let premove = match viewer {
            Viewer::Seat(seat) => state.play.premoves[seat].clone(),
            Viewer::Spectator => None,
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
            absent: state.absent,
            score: state.score,
            due: self.due(),
            stage: state.stage,
        }
    }
}
