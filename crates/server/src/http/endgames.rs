//! The endgame tables over HTTP: who wins a position, and what every move makes of it.

use axum::Json;
use axum::extract::rejection::QueryRejection;
use axum::extract::{Query, State};
use axum::http::StatusCode;
use crownhead_computer::{Probed, ProbedMove};
use crownhead_rules::{Side, Verdict};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use super::openapi::Problems;
use super::{App, Name, Problem, pictures};

/// Which position is asked about.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(deny_unknown_fields)]
pub(super) struct Which {
    /// The position, in the text form of its game.
    position: String,
    /// `crowning=stops`, several with commas between them.
    options: Option<String>,
}

/// How a game ends with best play, for the side to move.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
pub(super) enum Value {
    Win,
    Draw,
    Loss,
}

/// What the tables say. The draw rulings are outside: see docs/endgames.md.
#[derive(Serialize, ToSchema)]
pub(super) struct Told {
    /// For the side to move.
    value: Value,
    /// To the end of the game with best play, where that is known.
    #[serde(skip_serializing_if = "Option::is_none")]
    plies: Option<u32>,
    /// Every legal move, the best first.
    moves: Vec<ToldMove>,
}

/// A move, as the side that makes it sees it.
#[derive(Serialize, ToSchema)]
pub(super) struct ToldMove {
    #[serde(rename = "move")]
    text: String,
    value: Value,
    /// To the end of the game after it.
    #[serde(skip_serializing_if = "Option::is_none")]
    plies: Option<u32>,
}

/// Asks the tables.
#[utoipa::path(
    get,
    path = "/endgames/{name}",
    tag = "archive",
    operation_id = "endgames-probe",
    summary = "Who wins an endgame, and what every move makes of it",
    params(("name" = String, Path, description = "The name of the game"), Which),
    responses((status = 200, description = "What the tables of this server say", body = Told), Problems),
)]
pub(super) async fn probe(
    State(app): State<App>,
    name: Name,
    query: Result<Query<Which>, QueryRejection>,
) -> Result<Json<Told>, Problem> {
    let Query(Which { position, options }) = query?;
    let game = pictures::game(&name?, options.as_deref(), Some(&position))?;
    let side = game.side();
    // The first look at a part of a table waits for the disk.
    let probed = tokio::task::spawn_blocking(move || app.endgames.probe(&game)).await;
    match probed {
        Ok(Some(probed)) => Ok(Json(told(probed, side))),
        Ok(None) => Err(Problem::new(
            StatusCode::NOT_FOUND,
            "no-endgame",
            "The endgame tables of this server do not have that position.",
        )),
        Err(_) => Err(Problem::busy()),
    }
}

fn told(probed: Probed, side: Side) -> Told {
    let value = |verdict| match verdict {
        Verdict::Draw => Value::Draw,
        Verdict::Win(winner) if winner == side => Value::Win,
        Verdict::Win(_) => Value::Loss,
    };
    let moves = probed.moves.into_iter().map(|ProbedMove { text, verdict, plies }| ToldMove {
        text,
        value: value(verdict),
        plies,
    });
    Told { value: value(probed.verdict), plies: probed.plies, moves: moves.collect() }
}
