//! Matches over HTTP: opening, reading, playing and listing.

use axum::Json;
use axum::extract::State;
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use crownhead_arbiter::{Event, Span, Version, Viewer};
use crownhead_protocol::{
    CommandBody, CommandResponse, EventPage, LiveMatchList, MatchId, MatchPlayers, OpenedMatch,
    SeatLink, Snapshot,
};
use serde::Deserialize;
use utoipa::IntoParams;

use super::Problem;
use super::extract::{ApiJson, ApiQuery};
use super::identity::PlayingAs;
use super::openapi::Problems;
use super::seat_auth::{MatchViewer, no_secret};
use super::settings_body::{ExtraFields, WithSettings};
use crate::app::App;
use crate::rooms::CommandRequest;

/// The default and the maximum number of listed matches.
const DEFAULT_LISTED: u32 = 50;
const MAX_LISTED: u32 = 200;

/// Lists the live matches.
#[utoipa::path(
    get,
    path = "/matches",
    tag = "matches",
    operation_id = "matches-live",
    summary = "The live matches, the latest change first",
    params(Limit),
    responses((status = 200, description = "The live matches", body = LiveMatchList), Problems),
)]
pub(super) async fn list_live(
    State(app): State<App>,
    ApiQuery(Limit { limit, game }): ApiQuery<Limit>,
) -> Result<Json<LiveMatchList>, Problem> {
    let most = limit.unwrap_or(DEFAULT_LISTED).min(MAX_LISTED);
    Ok(Json(LiveMatchList { matches: app.players.live_matches(game.as_deref(), most).await? }))
}

#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(super) struct Limit {
    limit: Option<u32>,
    game: Option<String>,
}

/// Creates a match.
#[utoipa::path(
    post,
    path = "/matches",
    tag = "matches",
    operation_id = "matches-open",
    summary = "Open a match",
    request_body = NewMatchBody,
    responses((status = 201, description = "The new match and its seats", body = OpenedMatch<Option<SeatLink>>), Problems),
    security((), ("session" = []), ("token" = [])),
)]
pub(super) async fn create(
    State(app): State<App>,
    PlayingAs(me): PlayingAs,
    ApiJson(WithSettings { settings, extra: MatchPlayers { players } }): ApiJson<NewMatchBody>,
) -> Result<Response, Problem> {
    app.may_create(me.as_ref()).map_err(Problem::too_many)?;
    let opened = app.creator.open_for(settings, players, me.as_ref()).await;
    let opened = opened.map_err(Problem::bad_settings)?;
    let location = HeaderValue::from_str(&format!("/api/v1/matches/{}", opened.id));
    let mut response = (StatusCode::CREATED, Json(opened)).into_response();
    if let Ok(location) = location {
        response.headers_mut().insert(header::LOCATION, location);
    }
    Ok(response)
}

type NewMatchBody = WithSettings<MatchPlayers>;

impl ExtraFields for MatchPlayers {
    const FIELDS: &'static [&'static str] = &["players"];
}

/// Returns a match as the client may see it.
#[utoipa::path(
    get,
    path = "/matches/{id}",
    tag = "matches",
    operation_id = "matches-look",
    summary = "A snapshot of a match",
    params(("id" = MatchId, Path, description = "The id of the match")),
    responses((status = 200, description = "The snapshot", body = Snapshot), Problems),
    security((), ("seat" = []), ("session" = []), ("token" = [])),
)]
pub(super) async fn snapshot(
    State(app): State<App>,
    MatchViewer(id, viewer): MatchViewer,
) -> Result<Json<Snapshot>, Problem> {
    let game_match = app.rooms.registry.load(id).await?;
    let players = app.players.of_match(id).await?;
    Ok(Json(Snapshot::new(id, &game_match, viewer, app.db.now(), players)))
}

/// Returns the events after a version.
#[utoipa::path(
    get,
    path = "/matches/{id}/events",
    tag = "matches",
    operation_id = "matches-events",
    summary = "The events after a version",
    params(("id" = MatchId, Path, description = "The id of the match"), Since),
    responses((status = 200, description = "The events", body = EventPage), Problems),
    security((), ("seat" = []), ("session" = []), ("token" = [])),
)]
pub(super) async fn events(
    State(app): State<App>,
    MatchViewer(id, viewer): MatchViewer,
    ApiQuery(query): ApiQuery<Since>,
) -> Result<Json<EventPage>, Problem> {
    let since = Version::new(query.since);
    let (events, more) = app.rooms.registry.events(id, since).await?;
    if events.is_empty() {
        // Tells a match without new events from an unknown one.
        app.rooms.registry.load(id).await?;
    }
    Ok(Json(EventPage { events: redacted(&events, viewer), more }))
}

#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(super) struct Since {
    #[serde(default)]
    since: u64,
}

/// Executes a player's command.
#[utoipa::path(
    post,
    path = "/matches/{id}/commands",
    tag = "matches",
    operation_id = "matches-command",
    summary = "Send a command",
    params(("id" = MatchId, Path, description = "The id of the match")), request_body = CommandBody,
    responses((status = 200, description = "The versions of its events", body = CommandResponse), Problems),
    security((), ("seat" = []), ("session" = []), ("token" = [])),
)]
pub(super) async fn command(
    State(app): State<App>,
    MatchViewer(id, viewer): MatchViewer,
    ApiJson(body): ApiJson<CommandBody>,
) -> Result<Json<CommandResponse>, Problem> {
    let Viewer::Seat(seat) = viewer else {
        return Err(no_secret());
    };
    app.may_command(id, seat).await?;
    let request =
        CommandRequest { seat, command: body.command, id: body.id.clone(), lag: Span::ZERO };
    let done = app.rooms.commands.execute(id, request).await?;
    let events = redacted(&done.events, viewer);
    Ok(Json(CommandResponse { id: body.id, from: done.range.from, to: done.range.to, events }))
}

fn redacted(events: &[Event], viewer: Viewer) -> Vec<Event> {
    events.iter().map(|event| event.for_viewer(viewer)).collect()
}
