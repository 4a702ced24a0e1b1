//! Matches over HTTP: opened, looked at, played and listed.

use axum::Json;
use axum::extract::rejection::{JsonRejection, QueryRejection};
use axum::extract::{Query, State};
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use crownhead_arbiter::{BySeat, Command, CommandId, Event, Span, Version, Viewer};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use super::openapi::Problems;
use super::split::{Beside, Split};
use super::{App, Name, Problem, auth, who};
use crate::MatchId;
use crate::live::message::Snapshot;
use crate::people::Seated;
use crate::people::players::LiveMatch;
use crate::rooms::{Ask, Opened, RoomError, SeatLink};
use crate::store::Answer;

/// How many live matches are listed, unless told otherwise, and at most.
const LISTED: u32 = 50;
const MOST_LISTED: u32 = 200;

/// The live matches.
#[utoipa::path(
    get,
    path = "/matches",
    tag = "matches",
    operation_id = "matches-live",
    summary = "The live matches, the latest change first",
    params(Limit),
    responses((status = 200, description = "What was asked for", body = Live), Problems),
)]
pub(super) async fn live(
    State(app): State<App>,
    query: Result<Query<Limit>, QueryRejection>,
) -> Result<Json<Live>, Problem> {
    let Limit { limit, game } = query?.0;
    let most = limit.unwrap_or(LISTED).min(MOST_LISTED);
    Ok(Json(Live { matches: app.rooms.live_matches(game.as_deref(), most).await? }))
}

#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(super) struct Limit {
    limit: Option<u32>,
    game: Option<String>,
}

#[derive(Serialize, ToSchema)]
pub(super) struct Live {
    matches: Vec<LiveMatch>,
}

/// Opens a match.
#[utoipa::path(
    post,
    path = "/matches",
    tag = "matches",
    operation_id = "matches-open",
    summary = "Open a match",
    request_body = New,
    responses((status = 201, description = "What was asked for", body = Opened<Option<SeatLink>>), Problems),
    security((), ("session" = []), ("token" = [])),
)]
pub(super) async fn open(
    State(app): State<App>,
    headers: HeaderMap,
    body: Result<Json<New>, JsonRejection>,
) -> Result<Response, Problem> {
    let Json(Split { settings, beside: Players { players } }) = body?;
    let me = who::plays(&app, &headers).await?.map(|identity| identity.account);
    app.may_make(me.as_ref())?;
    let opened = app.rooms.open_for(settings, players, me.as_ref()).await;
    let opened = opened.map_err(Problem::bad_settings)?;
    let location = HeaderValue::from_str(&format!("/api/v1/matches/{}", opened.id));
    let mut response = (StatusCode::CREATED, Json(opened)).into_response();
    if let Ok(location) = location {
        response.headers_mut().insert(header::LOCATION, location);
    }
    Ok(response)
}

/// How it is played, and by whom.
type New = Split<Players>;

/// Who is to play.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Players {
    #[serde(default)]
    players: BySeat<Seated>,
}

impl Beside for Players {
    const FIELDS: &'static [&'static str] = &["players"];
}

/// A match as the one who asks may see it.
#[utoipa::path(
    get,
    path = "/matches/{id}",
    tag = "matches",
    operation_id = "matches-look",
    summary = "A match as the one who asks may see it",
    params(("id" = MatchId, Path, description = "The name of the match")),
    responses((status = 200, description = "What was asked for", body = Snapshot), Problems),
    security((), ("seat" = [])),
)]
pub(super) async fn look(
    State(app): State<App>,
    name: Name,
    headers: HeaderMap,
) -> Result<Json<Snapshot>, Problem> {
    let id = id(name)?;
    let viewer = auth::viewer(&app, id, &headers).await?;
    let whole = app.rooms.look(id).await?;
    let players = app.rooms.players(id).await?;
    Ok(Json(Snapshot::of(id, &whole, viewer, app.rooms.now(), players)))
}

/// What has happened since a version.
#[utoipa::path(
    get,
    path = "/matches/{id}/events",
    tag = "matches",
    operation_id = "matches-events",
    summary = "What has happened since a version",
    params(("id" = MatchId, Path, description = "The name of the match"), Since),
    responses((status = 200, description = "What was asked for", body = Events), Problems),
    security((), ("seat" = [])),
)]
pub(super) async fn events(
    State(app): State<App>,
    name: Name,
    query: Result<Query<Since>, QueryRejection>,
    headers: HeaderMap,
) -> Result<Json<Events>, Problem> {
    let id = id(name)?;
    let since = Version::new(query?.0.since);
    let viewer = auth::viewer(&app, id, &headers).await?;
    let (events, more) = app.rooms.events(id, since).await?;
    if events.is_empty() {
        // Either there is nothing new, or no match at all.
        app.rooms.look(id).await?;
    }
    Ok(Json(Events { events: veiled(&events, viewer), more }))
}

#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(super) struct Since {
    #[serde(default)]
    since: u64,
}

#[derive(Serialize, ToSchema)]
pub(super) struct Events {
    events: Vec<Event>,
    /// Whether there are more after these.
    more: bool,
}

/// Carries a player's command out.
#[utoipa::path(
    post,
    path = "/matches/{id}/commands",
    tag = "matches",
    operation_id = "matches-command",
    summary = "Give a command as a player",
    params(("id" = MatchId, Path, description = "The name of the match")), request_body = Given,
    responses((status = 200, description = "What was asked for", body = Answered), Problems),
    security((), ("seat" = [])),
)]
pub(super) async fn command(
    State(app): State<App>,
    name: Name,
    headers: HeaderMap,
    body: Result<Json<Given>, JsonRejection>,
) -> Result<Json<Answered>, Problem> {
    let id = id(name)?;
    let Json(given) = body?;
    let viewer = auth::viewer(&app, id, &headers).await?;
    let Viewer::Seat(seat) = viewer else {
        let detail = "Players act with the secret of their seat, as a bearer token.";
        return Err(Problem::new(StatusCode::UNAUTHORIZED, "no-secret", detail));
    };
    app.may_command(id, seat).await?;
    let ask = Ask { seat, command: given.command, id: given.id.clone(), lag: Span::ZERO };
    let done = app.rooms.command(id, ask).await?;
    let events = veiled(&done.events, viewer);
    Ok(Json(Answered { id: given.id, answer: done.answer, events }))
}

#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Given {
    id: CommandId,
    command: Command,
}

#[derive(Serialize, ToSchema)]
pub(super) struct Answered {
    id: CommandId,
    #[serde(flatten)]
    answer: Answer,
    events: Vec<Event>,
}

pub(super) fn id(name: Name) -> Result<MatchId, Problem> {
    name?.0.parse().map_err(|_| RoomError::NoMatch.into())
}

fn veiled(events: &[Event], viewer: Viewer) -> Vec<Event> {
    events.iter().map(|event| event.for_viewer(viewer)).collect()
}
