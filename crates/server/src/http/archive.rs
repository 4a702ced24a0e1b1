//! The archive over HTTP: search with pagination, export and analysis.

use std::time::Duration;

use axum::Json;
use axum::extract::State;
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use crownhead_arbiter::Timestamp;
use crownhead_protocol::FinishedGamePage;
use serde::Deserialize;
use utoipa::{IntoParams, ToSchema};

use super::Problem;
use super::client_addr::LimitedAddr;
use super::extract::{ApiQuery, GamePath, MatchPath, UserNamePath};
use super::identity::TokenReader;
use super::live_slot::LiveSlot;
use super::openapi::{Forbidden, Problems};
use super::stream::{self, StreamSender};
use crate::app::App;
use crate::people::accounts::{AccountError, UserName};
use crate::people::analysis::{Analysis, AnalysisError};
use crate::people::archive::{ArchiveResult, ArchiveSearch, Cursor};
use crate::people::export::Export;
use crate::rooms::RoomError;
use crownhead_store::MatchId;

/// The default and the maximum number of games on a page.
const DEFAULT_PAGE_SIZE: u32 = 50;
const MAX_PAGE_SIZE: u32 = 200;

/// When an address with too many analyses in the queue should try again.
const ANALYSIS_RETRY: Duration = Duration::from_secs(30);

/// The search parameters.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(deny_unknown_fields)]
pub(super) struct ArchiveQuery {
    player: Option<String>,
    game: Option<String>,
    result: Option<ArchiveResult>,
    since: Option<u64>,
    until: Option<u64>,
    /// The `after` of the previous page.
    #[param(pattern = "^[0-9]{1,18}-[0-9A-Za-z]{8}-[0-9]{1,9}$")]
    after: Option<String>,
    limit: Option<u32>,
}

impl ArchiveQuery {
    fn search(self) -> Result<(ArchiveSearch, u32), Problem> {
        let after = self.after.map(|text| text.parse::<Cursor>()).transpose().map_err(|_| {
            let detail = "That is not where a page ended.";
            Problem::new(StatusCode::BAD_REQUEST, "bad-query", detail)
        })?;
        let search = ArchiveSearch {
            player: self.player,
            account: false,
            game: self.game,
            result: self.result,
            since: self.since.map(Timestamp::from_millis),
            until: self.until.map(Timestamp::from_millis),
            after,
        };
        Ok((search, self.limit.unwrap_or(DEFAULT_PAGE_SIZE).clamp(1, MAX_PAGE_SIZE)))
    }
}

/// Lists finished games, the latest first.
#[utoipa::path(
    get,
    path = "/games",
    tag = "archive",
    operation_id = "archive-search",
    summary = "Finished games, the latest first",
    params(ArchiveQuery),
    responses((status = 200, description = "A page of finished games", body = FinishedGamePage), Problems),
)]
pub(super) async fn search(
    State(app): State<App>,
    ApiQuery(query): ApiQuery<ArchiveQuery>,
) -> Result<Json<FinishedGamePage>, Problem> {
    let (search, most) = query.search()?;
    page(&app, &search, most).await
}

/// Lists the finished games of an account.
#[utoipa::path(
    get,
    path = "/accounts/{name}/games",
    tag = "archive",
    operation_id = "archive-history",
    summary = "Finished games of an account",
    params(("name" = UserName, Path, description = "The user name"), ArchiveQuery),
    responses((status = 200, description = "A page of finished games", body = FinishedGamePage), Problems),
)]
pub(super) async fn history(
    State(app): State<App>,
    UserNamePath(name): UserNamePath,
    ApiQuery(query): ApiQuery<ArchiveQuery>,
) -> Result<Json<FinishedGamePage>, Problem> {
    let (mut search, most) = query.search()?;
    let account = app.accounts.find(&name).await?.ok_or(AccountError::NotFound)?;
    search.player = Some(account.name);
    search.account = true;
    page(&app, &search, most).await
}

async fn page(
    app: &App,
    search: &ArchiveSearch,
    most: u32,
) -> Result<Json<FinishedGamePage>, Problem> {
    let games = app.archive.search(search, most).await?;
    let full = games.len() >= most as usize;
    let after = games.last().filter(|_| full).map(|last| Cursor::of(last).to_string());
    Ok(Json(FinishedGamePage { games, after }))
}

#[derive(Copy, Clone, Debug, Default, PartialEq, Eq, Deserialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
#[schema(as = ExportForm)]
pub(super) enum ExportFormat {
    #[default]
    Json,
    Pdn,
}

#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(deny_unknown_fields)]
pub(super) struct ExportQuery {
    #[serde(default)]
    form: ExportFormat,
}

/// Exports a match.
#[utoipa::path(
    get,
    path = "/matches/{id}/export",
    tag = "archive",
    operation_id = "archive-export",
    summary = "A whole match, as JSON or as PDN",
    params(("id" = MatchId, Path, description = "The id of the match"), ExportQuery),
    responses((status = 200, description = "The match", content((Export = "application/json"), (String = "application/x-pdn"))), Problems),
)]
pub(super) async fn export(
    State(app): State<App>,
    MatchPath(id): MatchPath,
    ApiQuery(query): ApiQuery<ExportQuery>,
) -> Result<Response, Problem> {
    let export = app.archive.export(id).await?;
    Ok(match query.form {
        ExportFormat::Json => Json(export).into_response(),
        ExportFormat::Pdn => {
            let kind = (header::CONTENT_TYPE, "application/x-pdn; charset=utf-8");
            ([kind], export.pdn()?).into_response()
        }
    })
}

/// Exports all matches of the account.
#[utoipa::path(
    get,
    path = "/me/games",
    tag = "archive",
    operation_id = "archive-export-mine",
    summary = "All matches of the account, one a line or as PDN",
    params(ExportQuery),
    responses((status = 200, description = "The matches", content((Export = "application/x-ndjson"), (String = "application/x-pdn"))), Problems),
    security(("session" = []), ("token" = [])),
)]
pub(super) async fn export_mine(
    State(app): State<App>,
    TokenReader(identity): TokenReader,
    ApiQuery(query): ApiQuery<ExportQuery>,
    LiveSlot(slot): LiveSlot,
) -> Result<Response, Problem> {
    let form = query.form;
    let (to, mut response) = stream::open(stream::StreamFormat::Lines);
    if form == ExportFormat::Pdn {
        let kind = header::HeaderValue::from_static("application/x-pdn; charset=utf-8");
        response.headers_mut().insert(header::CONTENT_TYPE, kind);
    }
    tokio::spawn(async move {
        if let Err(error) = send_matches(&app, &to, identity.account.name, form).await {
            tracing::warn!(%error, "an export broke off");
        }
        drop(slot);
    });
    Ok(response)
}

async fn send_matches(
    app: &App,
    to: &StreamSender,
    name: String,
    form: ExportFormat,
) -> Result<(), RoomError> {
    let mut search =
        ArchiveSearch { player: Some(name), account: true, ..ArchiveSearch::default() };
    let mut last = None;
    loop {
        let games = app.archive.search(&search, MAX_PAGE_SIZE).await?;
        for game in &games {
            // The games of a match follow one another; if another match ended in between, it is
            // exported again.
            if last == Some(game.id) {
                continue;
            }
            last = Some(game.id);
            let export = app.archive.export(game.id).await?;
            let sent = match form {
                ExportFormat::Json => to.send(&export).await,
                ExportFormat::Pdn => to.send_text(export.pdn()? + "\n").await,
            };
            if sent.is_err() {
                return Ok(());
            }
        }
        match games.last() {
            Some(last) if games.len() >= MAX_PAGE_SIZE as usize => {
                search.after = Some(Cursor::of(last));
            }
            _ => return Ok(()),
        }
    }
}

/// Requests the analysis of a game.
#[utoipa::path(
    post,
    path = "/matches/{id}/games/{number}/analysis",
    tag = "archive",
    operation_id = "archive-analyse",
    summary = "Start the analysis of a game",
    params(("id" = MatchId, Path, description = "The id of the match"), ("number" = u32, Path, description = "Which game of the match")),
    responses((status = 200, description = "The review", body = Analysis), (status = 202, description = "The analysis has begun", body = Analysis), Problems),
)]
pub(super) async fn request_analysis(
    State(app): State<App>,
    GamePath(id, number): GamePath,
    LimitedAddr(address): LimitedAddr,
) -> Result<(StatusCode, Json<Analysis>), Problem> {
    let analysis = app.analyses.request(id, number, address).await?;
    let status = match analysis {
        Analysis::Working { .. } => StatusCode::ACCEPTED,
        Analysis::Done { .. } | Analysis::Failed => StatusCode::OK,
    };
    Ok((status, Json(analysis)))
}

/// Returns the state of an analysis, or its result.
#[utoipa::path(
    get,
    path = "/matches/{id}/games/{number}/analysis",
    tag = "archive",
    operation_id = "archive-analysis",
    summary = "The review of a game, or the state of its analysis",
    params(("id" = MatchId, Path, description = "The id of the match"), ("number" = u32, Path, description = "Which game of the match")),
    responses((status = 200, description = "The review, or the state of the analysis", body = Analysis), Problems, Forbidden),
)]
pub(super) async fn analysis(
    State(app): State<App>,
    GamePath(id, number): GamePath,
) -> Result<Json<Analysis>, Problem> {
    let analysis = app.analyses.find(id, number).await?;
    analysis.map(Json).ok_or_else(|| {
        let detail = "Nobody has asked for that analysis.";
        Problem::new(StatusCode::NOT_FOUND, "no-analysis", detail)
    })
}

impl From<AnalysisError> for Problem {
    fn from(error: AnalysisError) -> Problem {
        match error {
            AnalysisError::NotOver => {
                let detail = "There is no such game, or it is not over.";
                Problem::new(StatusCode::NOT_FOUND, "no-game", detail)
            }
            AnalysisError::MatchLive => {
                let detail = "A match between people is analysed when it is over.";
                Problem::new(StatusCode::FORBIDDEN, "goes-on", detail)
            }
            AnalysisError::TooMany => Problem::too_many(ANALYSIS_RETRY),
            AnalysisError::Room(error) => error.into(),
        }
    }
}
