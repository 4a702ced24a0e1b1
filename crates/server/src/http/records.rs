//! Parsing PDN files over HTTP.

use axum::Json;
use axum::body::Bytes;
use axum::extract::State;
use axum::extract::rejection::BytesRejection;
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use crownhead_files::{GameFileError, GameReader, JsonGame};
use crownhead_games::{Record, ResultOrder};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use super::Problem;
use super::archive::ExportForm;
use super::extract::ApiQuery;
use super::openapi::Problems;
use crate::app::App;

/// The most bytes of a file that is read here. The command reads any.
pub(super) const MAX_FILE: usize = 1 << 20;

/// The most games of a file that are looked at here.
const MOST_GAMES: usize = 1_000;

/// In which form games are wanted.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(deny_unknown_fields)]
pub(super) struct RecordsQuery {
    #[serde(default)]
    form: ExportForm,
    /// Whose score stands first in the results of checkers.
    #[serde(default)]
    results: Results,
}

/// Whose score stands first in the results of checkers. PDN has the first mover's, which is Black's.
#[derive(Copy, Clone, Default, Deserialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
pub(super) enum Results {
    #[default]
    FirstMover,
    White,
}

/// A file of games.
#[derive(ToSchema)]
#[schema(min_length = 1, max_length = 1_048_576)]
#[expect(dead_code, reason = "it is for the document; the bytes are read as they are")]
pub(super) struct PdnFile(String);

/// The games of a file.
#[derive(Serialize, ToSchema)]
pub(super) struct Records {
    /// Those that could be read and played.
    games: Vec<JsonGame>,
    /// What is wrong with the others.
    wrong: Vec<InvalidGame>,
    /// Whether there are more games than were looked at.
    more: bool,
}

/// A game that could not be read or played.
#[derive(Serialize, ToSchema)]
pub(super) struct InvalidGame {
    /// Which game of the file, counted from 1.
    game: u64,
    line: u32,
    column: u32,
    /// The number of the move that is wrong, if it is one.
    #[serde(rename = "move")]
    number: Option<u32>,
    /// Why, in a sentence.
    says: String,
}

/// Plays the games of a PDN file through.
#[utoipa::path(
    post,
    path = "/records",
    tag = "archive",
    operation_id = "records-read",
    summary = "The games of a PDN file, played through, as JSON or as PDN in one form",
    params(RecordsQuery),
    request_body(content((PdnFile = "application/x-pdn"), (PdnFile = "text/plain"))),
    responses((status = 200, description = "What was read. As PDN, the games that are wrong are left out.", content((Records = "application/json"), (String = "application/x-pdn"))), Problems),
)]
pub(super) async fn read(
    State(app): State<App>,
    ApiQuery(RecordsQuery { form, results }): ApiQuery<RecordsQuery>,
    body: Result<Bytes, BytesRejection>,
) -> Result<Response, Problem> {
    let order = match results {
        Results::FirstMover => ResultOrder::FirstMover,
        Results::White => ResultOrder::White,
    };
    let body = body.map_err(|why| Problem::new(why.status(), "bad-body", why.body_text()))?;
    if body.is_empty() {
        let detail = "A file of games is wanted, and there is nothing in the body.";
        return Err(Problem::new(StatusCode::BAD_REQUEST, "bad-body", detail));
    }
    let played = app.pool().think(move |_, _| played(&body, order));
    let played = played.await.map_err(|_| Problem::busy())?;
    Ok(match form {
        ExportForm::Json => Json(records(played)).into_response(),
        ExportForm::Pdn => {
            let texts: Vec<_> =
                played.iter().flatten().map(|record| record.to_pdn().to_string()).collect();
            let kind = (header::CONTENT_TYPE, "application/x-pdn; charset=utf-8");
            ([kind], texts.join("\n")).into_response()
        }
    })
}

/// The first games, and one more if there are too many.
fn played(file: &[u8], order: ResultOrder) -> Vec<Result<Record, GameFileError>> {
    let games = GameReader::pdn(file).take(MOST_GAMES + 1);
    games.map(|game| game?.with_results(order).record()).collect()
}

fn records(mut played: Vec<Result<Record, GameFileError>>) -> Records {
    let more = played.len() > MOST_GAMES;
    played.truncate(MOST_GAMES);
    let (mut games, mut wrong) = (Vec::new(), Vec::new());
    for game in played {
        match game {
            Ok(record) => games.push(JsonGame::new(&record)),
            Err(GameFileError { game, line, column, number, message: says, .. }) => {
                wrong.push(InvalidGame { game, line, column, number, says });
            }
        }
    }
    Records { games, wrong, more }
}
