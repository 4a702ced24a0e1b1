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

/// Which position is asked about.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(deny_unknown_fields)]
pub(super) struct ProbeQuery {
    /// The position, in the text form of its game.
    #[param(max_length = 400)]
    position: String,
    /// `crowning=stops`, several with commas between them.
    options: Option<String>,
}

/// What the tables say. The draw rulings are outside: see docs/endgames.md.
#[derive(Serialize, ToSchema)]
pub(super) struct EndgameAnswer {
    /// For the side to move.
    #[serde(flatten)]
    evaluation: Evaluation,
    /// Every legal move, the best first.
    moves: Vec<EndgameMove>,
    /// Best play to the end, where plies are known; nothing if nobody wins.
    line: Vec<String>,
}

/// A move, as the side that makes it sees it. Plies are those to the end of the game after it.
#[derive(Serialize, ToSchema)]
pub(super) struct EndgameMove {
    #[serde(rename = "move")]
    text: String,
    #[serde(flatten)]
    evaluation: Evaluation,
}

/// What the tables have of a game.
#[derive(Serialize, ToSchema)]
pub(super) struct KnownEndgames {
    /// The name of the game.
    game: &'static str,
    /// Its options.
    options: BTreeMap<&'static str, &'static str>,
    /// Up to so many checkers they have every position.
    checkers: u8,
    /// Up to so many checkers they are made when somebody asks.
    makes: u8,
}

/// Tells what the tables have.
#[utoipa::path(
    get,
    path = "/endgames",
    tag = "archive",
    operation_id = "endgames-list",
    summary = "For which games this server has endgame tables, and of how many checkers",
    responses((status = 200, description = "One for each game and options", body = [KnownEndgames]), Problems),
)]
pub(super) async fn list(State(app): State<App>) -> Json<Vec<KnownEndgames>> {
    let makes = app.tables.as_ref().map_or(0, |tables| tables.most());
    let known = Rules::all().into_iter().filter_map(|rules| {
        let game = Game::start(rules);
        family(&game)?;
        Some(KnownEndgames {
            game: rules.game().name(),
            options: rules.options().collect(),
            checkers: app.endgames.tables_for(&game).map_or(0, |tables| tables.max_checkers()),
            makes,
        })
    });
    Json(known.collect())
}

/// Asks the tables.
#[utoipa::path(
    get,
    path = "/endgames/{name}",
    tag = "archive",
    operation_id = "endgames-probe",
    summary = "Who wins an endgame, and what every move makes of it",
    params(("name" = GameName, Path, description = "The name of the game"), ProbeQuery),
    responses((status = 200, description = "What the tables of this server say", body = EndgameAnswer), Problems),
)]
pub(super) async fn probe(
    State(app): State<App>,
    TextPath(name): TextPath,
    ApiQuery(ProbeQuery { position, options }): ApiQuery<ProbeQuery>,
) -> Result<Json<EndgameAnswer>, Problem> {
    let name: GameId = name.parse().map_err(|why: UnknownGame| {
        Problem::new(StatusCode::NOT_FOUND, "no-game", why.to_string())
    })?;
    let game = pictures::game(name.name(), options.as_deref(), Some(&position))?;
    let side = game.side();
    // The first look at a part of a table waits for the disk.
    let probed = tokio::task::spawn_blocking(move || {
        let known = app.endgames.probe(&game);
        let later = known.is_none() && app.tables.is_some_and(|tables| tables.may_come(&game));
        // They may have come in between.
        (known.or_else(|| app.endgames.probe(&game)), later)
    });
    match probed.await {
        Ok((Some(probed), _)) => Ok(Json(answer(probed, side))),
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

fn answer(probed: EndgameProbe, side: Side) -> EndgameAnswer {
    let moves = probed.moves.into_iter().map(|ProbedMove { text, verdict, plies }| EndgameMove {
        text,
        evaluation: Evaluation::known(verdict, plies, side),
    });
    let evaluation = Evaluation::known(probed.verdict, probed.plies, side);
    EndgameAnswer { evaluation, moves: moves.collect(), line: probed.line }
}
