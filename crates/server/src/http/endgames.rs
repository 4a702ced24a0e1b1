//! Probing endgame tables over HTTP.

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use crownhead_arbiter::GameName;
use crownhead_computer::{EndgameAnswer, family};
use crownhead_games::{Game, GameId, Rules, UnknownGame};
use crownhead_protocol::KnownEndgames;
use serde::Deserialize;
use utoipa::IntoParams;

use super::client_addr::LimitedAddr;
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

/// Lists the available tables.
#[utoipa::path(
    get,
    path = "/endgames",
    tag = "archive",
    operation_id = "endgames-list",
    summary = "The endgame tables of this server",
    responses((status = 200, description = "One for each game and options", body = [KnownEndgames]), Problems),
)]
pub(super) async fn list(State(app): State<App>) -> Json<Vec<KnownEndgames>> {
    let makes = app.tables.as_ref().map_or(0, |tables| tables.max_checkers());
    let known = Rules::all().into_iter().filter_map(|rules| {
        let game = Game::start(rules);
        family(&game)?;
        Some(KnownEndgames {
            game: rules.game().name().to_owned(),
            options: rules.options().map(|(key, value)| (key.into(), value.into())).collect(),
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
    summary = "The result of an endgame, and of every move",
    params(("name" = GameName, Path, description = "The name of the game"), ProbeQuery),
    responses((status = 200, description = "The result, as far as this server has tables", body = EndgameAnswer), Problems),
)]
pub(super) async fn probe(
    State(app): State<App>,
    TextPath(name): TextPath,
    addr: LimitedAddr,
    ApiQuery(ProbeQuery { position, options }): ApiQuery<ProbeQuery>,
) -> Result<Json<EndgameAnswer>, Problem> {
    let name: GameId = name.parse().map_err(|error: UnknownGame| {
        Problem::new(StatusCode::NOT_FOUND, "no-game", error.to_string())
    })?;
    let game = pictures::game(name.name(), options.as_deref(), Some(&position))?;
    let side = game.side();
    // The first probe of a table reads from the disk.
    let (workers, caller) = (app.workers.clone(), addr.caller());
    let probed = workers.run_for(caller, move |_, _| {
        let known = app.endgames.probe(&game);
        let later = known.is_none() && app.tables.is_some_and(|tables| tables.may_be_built(&game));
        // A build may have finished in the meantime.
        (known.or_else(|| app.endgames.probe(&game)), later)
    });
    match probed.await? {
        (Some(probed), _) => Ok(Json(EndgameAnswer::new(probed, side))),
        (None, true) => Err(Problem::new(
            StatusCode::SERVICE_UNAVAILABLE,
            "endgames-in-the-making",
            "The endgame tables for that position are being built. Try again in a moment.",
        )),
        (None, false) => Err(Problem::new(
            StatusCode::NOT_FOUND,
            "no-endgame",
            "The endgame tables of this server do not have that position.",
        )),
    }
}
