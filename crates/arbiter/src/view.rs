//! What somebody may see of a match: as a snapshot to go on folding from, or as a view to draw.

use crownhead_games::Game;
use serde::{Deserialize, Serialize};

use crate::{
    BySeat, Clocks, GameNumber, Hash, Match, Offers, Ply, Score, Seat, Settings, Stage, State,
    Time, Version, Viewer,
};

/// A match as one can draw it without knowing the rules.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct View {
    /// Whose view it is.
    pub viewer: Viewer,
    /// The number of the last event.
    pub version: Version,
    /// Its time.
    pub time: Time,
    /// The hash of the match.
    pub hash: Hash,
    /// The settings.
    pub settings: Settings,
    /// The number of the game.
    pub game: GameNumber,
    /// Where the game is.
    pub stage: Stage,
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
    pub plies: Vec<Ply>,
    /// The clocks.
    pub clocks: Option<Clocks>,
    /// What is offered.
    pub offers: Offers,
    /// The viewer's own premove.
    pub premove: Option<String>,
    /// Since when a player is absent.
    pub absent: BySeat<Option<Time>>,
    /// The score of the series.
    pub score: Score,
    /// When something will happen by itself.
    pub due: Option<Time>,
}

impl Match {
    /// The whole state, for the host to store.
    pub fn snapshot(&self) -> State {
        self.state.clone()
    }

    /// The state as `viewer` may see it: without the other players' premoves and commands. A match
    /// can be [restored](Self::restore) from it and go on with the events that the viewer sees.
    pub fn snapshot_for(&self, viewer: Viewer) -> State {
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
    pub fn view_for(&self, viewer: Viewer) -> View {
        let state = self.snapshot_for(viewer);
        let premove = match viewer {
            Viewer::Seat(seat) => state.play.premoves[seat].clone(),
            Viewer::Spectator => None,
        };
        let board = self.board.as_ref();
        let playing = board.filter(|_| state.stage == Stage::Playing);
        View {
            viewer,
            version: state.version,
            time: state.time,
            hash: self.hash(),
            settings: state.settings,
            game: state.game,
            first: state.first,
            turn: self.turn(),
            position: board.and_then(Game::text),
            phase: board.map(|board| board.phase().to_owned()),
            legal: playing.map(Game::legal).unwrap_or_default(),
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
