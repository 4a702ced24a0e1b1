//! Probing endgame tables over HTTP.

use std::collections::BTreeMap;

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use crownhead_arbiter::GameName;
use crownhead_computer::{EndgameProbe, Evaluation, ProbedMove, family};
use crownhead_games::{Game, GameId, Rules, UnknownGame};
use crownhead_rules::Side;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use super::extract::{ApiQuery, TextPath};
use super::openapi::Problems;
use super::{Problem, pictures};
use crate::app::App;

/// The position to probe.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(deny_unknown_fields)]
pub(super) struct ProbeQuery {
    /// The position, in the text form of its game.
    #[param(max_length = 400)]
    position: String,
    /// Options such as `crowning=stops`, separated by commas.
    options: Option<String>,
}

/// The result of a probe. It ignores the draw rulings: see docs/endgames.md.
#[derive(Serialize, ToSchema)]
#[schema(as = EndgameAnswer)]
pub(super) struct ProbeResponse {
    /// The evaluation for the side to move.
    #[serde(flatten)]
    evaluation: Evaluation,
    /// All legal moves, the best first.
    moves: Vec<EndgameMove>,
    /// Best play to the end, if the number of plies is known; empty in a draw.
    line: Vec<String>,
}

/// A move and its evaluation for the side that makes it, with plies counted after the move.
#[derive(Serialize, ToSchema)]
pub(super) struct EndgameMove {
    #[serde(rename = "move")]
    text: String,
    #[serde(flatten)]
    evaluation: Evaluation,
}

/// The tables of a game.
#[derive(Serialize, ToSchema)]
#[schema(as = KnownEndgames)]
pub(super) struct AvailableTables {
    /// The name of the game.
    game: &'static str,
    /// Its options.
    options: BTreeMap<&'static str, &'static str>,
    /// The tables have all positions with up to this many checkers.
    checkers: u8,
    /// Tables with up to this many checkers are built on demand.
    makes: u8,
}

/// Lists the available tables.
#[utoipa::path(
    get,
    path = "/endgames",
    tag = "archive",
    operation_id = "endgames-list",
    summary = "For which games this server has endgame tables, and of how many checkers",
    responses((status = 200, description = "One for each game and options", body = [AvailableTables]), Problems),
)]
pub(super) async fn list(State(app): State<App>) -> Json<Vec<AvailableTables>> {
    let makes = app.tables.as_ref().map_or(0, |tables| tables.max_checkers());
    let known = Rules::all().into_iter().filter_map(|rules| {
        let game = Game::start(rules);
        family(&game)?;
        Some(AvailableTables {
            game: rules.game().name(),
            options: rules.options().collect(),
            checkers: app.endgames.tables_for(&game).map_or(0, |tables| tables.max_checkers()),
            makes,
        })
    });
    Json(known.collect())
}

/// Probes the tables.
#[utoipa::path(
    get,
    path = "/endgames/{name}",
    tag = "archive",
    operation_id = "endgames-probe",
    summary = "Who wins an endgame, and what every move makes of it",
    params(("name" = GameName, Path, description = "The name of the game"), ProbeQuery),
    responses((status = 200, description = "What the tables of this server say", body = ProbeResponse), Problems),
)]
pub(super) async fn probe(
    State(app): State<App>,
    TextPath(name): TextPath,
    ApiQuery(ProbeQuery { position, options }): ApiQuery<ProbeQuery>,
) -> Result<Json<ProbeResponse>, Problem> {
    let name: GameId = name.parse().map_err(|error: UnknownGame| {
        Problem::new(StatusCode::NOT_FOUND, "no-game", error.to_string())
    })?;
    let game = pictures::game(name.name(), options.as_deref(), Some(&position))?;
    let side = game.side();
    // The first probe of a table reads from the disk.
    let probed = tokio::task::spawn_blocking(move || {
        let known = app.endgames.probe(&game);
        let later = known.is_none() && app.tables.is_some_and(|tables| tables.may_be_built(&game));
        // A build may have finished in the meantime.
        (known.or_else(|| app.endgames.probe(&game)), later)
    });
    match probed.await {
        Ok((Some(probed), _)) => Ok(Json(probe_response(probed, side))),
        Ok((None, true)) => Err(Problem::new(
            StatusCode::SERVICE_UNAVAILABLE,
            "endgames-in-the-making",
            "The endgame tables for that position are being made. Please ask again in a moment.",
        )),
        Ok((None, false)) => Err(Problem::new(
            StatusCode::NOT_FOUND,
            "no-endgame",
            "The endgame tables of this server do not have that position.",
        )),
        Err(_) => Err(Problem::busy()),
    }
}

fn probe_response(probed: EndgameProbe, side: Side) -> ProbeResponse {
    let moves = probed.moves.into_iter().map(|ProbedMove { text, verdict, plies }| EndgameMove {
        text,
        evaluation: Evaluation::known(verdict, plies, side),
    });
    let evaluation = Evaluation::known(probed.verdict, probed.plies, side);
    ProbeResponse { evaluation, moves: moves.collect(), line: probed.line }
}
