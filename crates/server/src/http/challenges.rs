//! Challenges over HTTP: made, looked at, taken up and taken back.

use axum::Json;
use axum::extract::rejection::JsonRejection;
use axum::extract::{Path, State};
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse, Response};
use crownhead_arbiter::{Seat, Version};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::openapi::Problems;
use super::split::{Beside, Split};
use super::whence::Whence;
use super::{App, Name, Problem, auth, who};
use crate::limit::MOST_WAITING;
use crate::people::Nickname;
use crate::people::accounts::TOKEN;
use crate::people::challenges::{Challenge, Made, NewChallenge, SHOWN, Taken};
use crate::rooms::SeatLink;
use crate::{MatchId, SeatSecret};

/// The challenges that wait.
#[utoipa::path(
    get,
    path = "/challenges",
    tag = "challenges",
    operation_id = "challenges-list",
    summary = "The challenges that wait, the latest first",
    responses((status = 200, description = "What was asked for", body = Challenges), Problems),
)]
pub(super) async fn list(State(app): State<App>) -> Result<Json<Challenges>, Problem> {
    Ok(Json(Challenges { challenges: app.rooms.challenges(SHOWN).await? }))
}

#[derive(Serialize, ToSchema)]
pub(super) struct Challenges {
    challenges: Vec<Challenge>,
}

/// Makes a challenge.
#[utoipa::path(
    post,
    path = "/challenges",
    tag = "challenges",
    operation_id = "challenges-make",
    summary = "Make a challenge",
    request_body = New,
    responses((status = 201, description = "What was asked for", body = Made), Problems),
    security((), ("session" = []), ("token" = [])),
)]
pub(super) async fn make(
    State(app): State<App>,
    headers: HeaderMap,
    Whence(address): Whence,
    body: Result<Json<New>, JsonRejection>,
) -> Result<Response, Problem> {
    let Json(Split { settings, beside: Host { name, seat, listed } }) = body?;
    let account = who::plays(&app, &headers).await?.map(|identity| identity.account);
    app.may_make(account.as_ref())?;
    let maker = account.as_ref().map(|account| account.id.as_str().to_owned());
    let counted = app.quotas.as_deref().zip(maker.or(address.map(|address| address.to_string())));
    if let Some((quotas, maker)) = &counted
        && !quotas.may_wait(&app.rooms, maker).await?
    {
        let detail = format!("You have {MOST_WAITING} challenges waiting; take one back first.");
        return Err(Problem::new(StatusCode::CONFLICT, "full", detail));
    }
    let seat = seat.unwrap_or(Seat::One);
    let new = NewChallenge { settings, name, account, seat, listed };
    let made = app.rooms.challenge(new).await.map_err(Problem::bad_settings)?;
    if let Some((quotas, maker)) = &counted {
        quotas.waits(maker, made.id);
    }
    Ok((StatusCode::CREATED, Json(made)).into_response())
}

/// How it is played, and who makes the challenge.
type New = Split<Host>;

/// Who makes a challenge.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Host {
    #[serde(default)]
    name: Option<Nickname>,
    #[serde(default)]
    seat: Option<Seat>,
    #[serde(default = "yes")]
    listed: bool,
}

fn yes() -> bool {
    true
}

impl Beside for Host {
    const FIELDS: &'static [&'static str] = &["name", "seat", "listed"];
}

/// A challenge. Whoever made it keeps it waiting by looking at it.
#[utoipa::path(
    get,
    path = "/challenges/{id}",
    tag = "challenges",
    operation_id = "challenges-look",
    summary = "A challenge; whoever made it keeps it waiting by looking at it",
    params(("id" = MatchId, Path, description = "The name of the challenge")),
    responses((status = 200, description = "What was asked for", body = Challenge), Problems),
    security((), ("seat" = [])),
)]
pub(super) async fn look(
    State(app): State<App>,
    name: Name,
    headers: HeaderMap,
) -> Result<Json<Challenge>, Problem> {
    let id = id(name)?;
    let secret = secret(&headers)?;
    let found = app.rooms.look_at_challenge(id, secret.as_ref()).await?;
    found.map(Json).ok_or_else(gone)
}

/// Takes a challenge up.
#[utoipa::path(
    post,
    path = "/challenges/{id}/accept",
    tag = "challenges",
    operation_id = "challenges-take-up",
    summary = "Take a challenge up",
    params(("id" = MatchId, Path, description = "The name of the challenge")), request_body = Guest,
    responses((status = 201, description = "What was asked for", body = OwnSeat), Problems),
    security((), ("session" = []), ("token" = [])),
)]
pub(super) async fn take_up(
    State(app): State<App>,
    name: Name,
    headers: HeaderMap,
    body: Result<Json<Guest>, JsonRejection>,
) -> Result<Response, Problem> {
    let id = id(name)?;
    let Json(guest) = body?;
    let secret = secret(&headers)?;
    let account = who::plays(&app, &headers).await?.map(|identity| identity.account);
    app.may_make(account.as_ref())?;
    match app.rooms.take_up(id, guest.name, secret.as_ref(), account.as_ref()).await? {
        Taken::Opened(opened, seat) => {
            let link = opened.seats[seat].clone().ok_or_else(Problem::busy)?;
            let seated = OwnSeat { id: opened.id, version: opened.version, seat, link };
            Ok((StatusCode::CREATED, Json(seated)).into_response())
        }
        Taken::Gone => Err(gone()),
        Taken::Apart => {
            let detail = "One of you has blocked the other.";
            Err(Problem::new(StatusCode::FORBIDDEN, "blocked", detail))
        }
        Taken::NeedsAccount => {
            let detail = "A rated match is one between accounts: sign in for it.";
            Err(Problem::new(StatusCode::UNAUTHORIZED, "not-signed-in", detail))
        }
        Taken::Own => {
            let detail = "That is your own challenge; somebody else takes it up.";
            Err(Problem::new(StatusCode::CONFLICT, "own-challenge", detail))
        }
    }
}

/// Who takes a challenge up.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Guest {
    #[serde(default)]
    name: Option<Nickname>,
}

/// A seat in a match.
#[derive(Serialize, ToSchema)]
pub(super) struct OwnSeat {
    id: MatchId,
    version: Version,
    seat: Seat,
    #[serde(flatten)]
    link: SeatLink,
}

/// Takes a challenge back.
#[utoipa::path(
    delete,
    path = "/challenges/{id}",
    tag = "challenges",
    operation_id = "challenges-withdraw",
    summary = "Take a challenge back",
    params(("id" = MatchId, Path, description = "The name of the challenge")),
    responses((status = 204, description = "Done"), Problems),
    security((), ("seat" = [])),
)]
pub(super) async fn withdraw(
    State(app): State<App>,
    name: Name,
    headers: HeaderMap,
) -> Result<StatusCode, Problem> {
    let id = id(name)?;
    let secret = secret(&headers)?.ok_or_else(|| {
        let detail = "Whoever made a challenge takes it back, with its secret as a bearer token.";
        Problem::new(StatusCode::UNAUTHORIZED, "no-secret", detail)
    })?;
    if app.rooms.withdraw(id, &secret).await? {
        return Ok(StatusCode::NO_CONTENT);
    }
    match app.rooms.look_at_challenge(id, None).await? {
        Some(challenge) if challenge.came_of.is_none() => {
            let detail = "That is not the secret of this challenge.";
            Err(Problem::new(StatusCode::UNAUTHORIZED, "wrong-secret", detail))
        }
        _ => Err(gone()),
    }
}

fn id(name: Name) -> Result<MatchId, Problem> {
    let Ok(Path(name)) = name else { return Err(gone()) };
    name.parse().map_err(|_| gone())
}

fn secret(headers: &HeaderMap) -> Result<Option<SeatSecret>, Problem> {
    let secret = auth::bearer(headers).filter(|token| !token.starts_with(TOKEN));
    secret.map(|token| token.parse().map_err(|_| auth::wrong_secret())).transpose()
}

fn gone() -> Problem {
    let detail = "There is no such challenge, or it has been taken up.";
    Problem::new(StatusCode::NOT_FOUND, "no-challenge", detail)
}
