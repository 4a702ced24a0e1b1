//! Parsing PDN files over HTTP.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use axum::Json;
use axum::body::Bytes;
use axum::extract::rejection::BytesRejection;
use axum::extract::{FromRequestParts, State};
use axum::http::request::Parts;
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use crownhead_files::{GameFileError, GameReader, JsonGame};
use crownhead_games::{Record, ResultOrder};
use serde::{Deserialize, Serialize};
use tokio::sync::OwnedSemaphorePermit;
use utoipa::{IntoParams, ToSchema};

use super::Problem;
use super::archive::ExportFormat;
use super::client_addr::LimitedAddr;
use super::extract::ApiQuery;
use super::openapi::Problems;
use crate::app::App;
use crate::computer::WorkRefused;
use crate::rate_limit::AddressSlot;

/// The maximum size of a file. The command line has no such limit.
pub(super) const MAX_FILE: usize = 1 << 20;

/// The maximum number of games of a file.
const MAX_GAMES: usize = 1_000;

/// How long a file is read at most. A file of games that people played takes a tenth of a second, but
/// one can be made up in which every move fits many jumps.
const MAX_TIME: Duration = Duration::from_secs(2);

/// The parameters of a request.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(deny_unknown_fields)]
pub(super) struct RecordsQuery {
    #[serde(default)]
    form: ExportFormat,
    /// The order of the two scores in the results of checkers games.
    #[serde(default)]
    results: Results,
}

/// The order of the two scores in the results of checkers games. In PDN the first mover's, Black's,
/// comes first.
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
    /// The valid games.
    games: Vec<JsonGame>,
    /// The errors of the others.
    wrong: Vec<InvalidGame>,
    /// Whether the file has more games: at most 1,000 are read, and as many as take two seconds.
    more: bool,
}

/// The error of an invalid game.
#[derive(Serialize, ToSchema)]
pub(super) struct InvalidGame {
    /// The index of the game in the file, from 1.
    game: u64,
    line: u32,
    column: u32,
    /// The number of the wrong move, if a move is wrong.
    #[serde(rename = "move")]
    number: Option<u32>,
    /// The error in a sentence.
    says: String,
}

/// Leave to upload a file. A file waits in memory until it is parsed, so there may be only a few.
pub(super) struct UploadSlot {
    _permit: OwnedSemaphorePermit,
    _own: Option<AddressSlot>,
}

impl FromRequestParts<App> for UploadSlot {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<UploadSlot, Problem> {
        let Ok(LimitedAddr(address)) = LimitedAddr::from_request_parts(parts, app).await;
        let own = address.map(|address| {
            app.uploads_by_address.take(address).ok_or(Problem::from(WorkRefused::TooMany))
        });
        let own = own.transpose()?;
        let permit = app.uploads.clone().try_acquire_owned().map_err(|_| Problem::busy())?;
        Ok(UploadSlot { _permit: permit, _own: own })
    }
}

/// Parses a PDN file, and replays its games.
#[utoipa::path(
    post,
    path = "/records",
    tag = "archive",
    operation_id = "records-read",
    summary = "Check the games of a PDN file, and return them as JSON or as PDN",
    params(RecordsQuery),
    request_body(content((PdnFile = "application/x-pdn"), (PdnFile = "text/plain"))),
    responses((status = 200, description = "The games. As PDN, without those that have errors.", content((Records = "application/json"), (String = "application/x-pdn"))), Problems),
)]
pub(super) async fn parse(
    State(app): State<App>,
    addr: LimitedAddr,
    _slot: UploadSlot,
    ApiQuery(RecordsQuery { form, results }): ApiQuery<RecordsQuery>,
    body: Result<Bytes, BytesRejection>,
) -> Result<Response, Problem> {
    let order = match results {
        Results::FirstMover => ResultOrder::FirstMover,
        Results::White => ResultOrder::White,
    };
    let body = body.map_err(|error| Problem::new(error.status(), "bad-body", error.body_text()))?;
    if body.is_empty() {
        let detail = "A file of games is wanted, and there is nothing in the body.";
        return Err(Problem::new(StatusCode::BAD_REQUEST, "bad-body", detail));
    }
    let encoded = app
        .workers
        .run_for(addr.caller(), move |_, stop| encode(replay(&body, order, MAX_TIME, stop), form));
    Ok(encoded.await?)
}

fn encode(replay: Replay, form: ExportFormat) -> Response {
    match form {
        ExportFormat::Json => Json(records(replay)).into_response(),
        ExportFormat::Pdn => {
            let texts: Vec<_> =
                replay.games.iter().flatten().map(|record| record.to_pdn().to_string()).collect();
            let kind = (header::CONTENT_TYPE, "application/x-pdn; charset=utf-8");
            ([kind], texts.join("\n")).into_response()
        }
    }
}

/// The games that were read.
struct Replay {
    games: Vec<Result<Record, GameFileError>>,
    /// Whether the file has more.
    more: bool,
}

/// Reads the games up to the limits. Nobody waits for the rest if the caller has gone.
fn replay(file: &[u8], order: ResultOrder, time: Duration, stop: &AtomicBool) -> Replay {
    let begun = Instant::now();
    let mut games = Vec::new();
    for game in GameReader::pdn(file) {
        let is_late = begun.elapsed() >= time && !games.is_empty();
        if games.len() == MAX_GAMES || is_late || stop.load(Ordering::Relaxed) {
            return Replay { games, more: true };
        }
        games.push(game.and_then(|game| game.with_results(order).record()));
    }
    Replay { games, more: false }
}

fn records(Replay { games: replay, more }: Replay) -> Records {
    let (mut games, mut wrong) = (Vec::new(), Vec::new());
    for game in replay {
        match game {
            Ok(record) => games.push(JsonGame::new(&record)),
            Err(GameFileError { game, line, column, number, message: says, .. }) => {
                wrong.push(InvalidGame { game, line, column, number, says });
            }
        }
    }
    Records { games, wrong, more }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_is_read_no_longer_than_its_time_and_its_caller() {
        let file = "1. 11-15 *\n".repeat(3);
        let read = |time, is_gone| {
            let stop = AtomicBool::new(is_gone);
            let Replay { games, more } =
                replay(file.as_bytes(), ResultOrder::FirstMover, time, &stop);
            (games.len(), more)
        };
        assert_eq!(read(Duration::MAX, false), (3, false));
        assert_eq!(read(Duration::ZERO, false), (1, true));
        assert_eq!(read(Duration::MAX, true), (0, true));
    }
}
