//! Challenges over HTTP: creating, reading, accepting and withdrawing.

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use crownhead_arbiter::Seat;
use crownhead_protocol::{
    AcceptedChallenge, Challenge, ChallengeGuest, ChallengeHost, ChallengeList, CreatedChallenge,
    MatchId,
};

use super::Problem;
use super::client_addr::ClientAddr;
use super::extract::{ApiJson, ChallengePath};
use super::identity::PlayingAs;
use super::openapi::Problems;
use super::seat_auth::OptionalSecret;
use super::settings_body::{ExtraFields, WithSettings};
use crate::app::App;
use crate::people::challenges::{
    AcceptOutcome, ChallengeError, ChallengeMaker, MAX_LISTED, NewChallenge,
};

/// Lists the open challenges.
#[utoipa::path(
    get,
    path = "/challenges",
    tag = "challenges",
    operation_id = "challenges-list",
    summary = "Waiting challenges, the latest first",
    responses((status = 200, description = "The waiting challenges", body = ChallengeList), Problems),
)]
pub(super) async fn list(State(app): State<App>) -> Result<Json<ChallengeList>, Problem> {
    Ok(Json(ChallengeList { challenges: app.challenges.list(MAX_LISTED).await? }))
}

/// Creates a challenge.
#[utoipa::path(
    post,
    path = "/challenges",
    tag = "challenges",
    operation_id = "challenges-make",
    summary = "Create a challenge",
    request_body = NewChallengeBody,
    responses((status = 201, description = "The new challenge and its seat", body = CreatedChallenge), Problems),
    security((), ("session" = []), ("token" = [])),
)]
pub(super) async fn create(
    State(app): State<App>,
    PlayingAs(account): PlayingAs,
    ClientAddr(address): ClientAddr,
    ApiJson(WithSettings { settings, extra: ChallengeHost { name, seat, listed } }): ApiJson<
        NewChallengeBody,
    >,
) -> Result<Response, Problem> {
    app.may_create(account.as_ref()).map_err(Problem::too_many)?;
    let maker = match app.quotas {
        Some(_) => ChallengeMaker::At(address),
        None => ChallengeMaker::Unlimited,
    };
    let seat = seat.unwrap_or(Seat::One);
    let new = NewChallenge { settings, name, account, seat, listed };
    let made = app.challenges.create_within(new, maker).await.map_err(|error| match error {
        ChallengeError::Full(limit, wait) => {
            let detail = format!(
                "You or others at your address have {limit} challenges waiting; take one back first."
            );
            Problem::new(StatusCode::CONFLICT, "full", detail).retry_after(wait)
        }
        ChallengeError::Room(error) => Problem::bad_settings(error),
    })?;
    Ok((StatusCode::CREATED, Json(made)).into_response())
}

/// The settings of the match, and the player who creates the challenge.
type NewChallengeBody = WithSettings<ChallengeHost>;

impl ExtraFields for ChallengeHost {
    const FIELDS: &'static [&'static str] = &["name", "seat", "listed"];
}

/// Returns a challenge. Reading it with its secret keeps it open.
#[utoipa::path(
    get,
    path = "/challenges/{id}",
    tag = "challenges",
    operation_id = "challenges-look",
    summary = "A challenge; it stays open while its creator keeps asking",
    params(("id" = MatchId, Path, description = "The id of the challenge")),
    responses((status = 200, description = "The challenge", body = Challenge), Problems),
    security((), ("seat" = [])),
)]
pub(super) async fn get(
    State(app): State<App>,
    ChallengePath(id): ChallengePath,
    OptionalSecret(secret): OptionalSecret,
) -> Result<Json<Challenge>, Problem> {
    let found = app.challenges.get(id, secret.as_ref()).await?;
    found.map(Json).ok_or_else(no_challenge)
}

/// Accepts a challenge.
#[utoipa::path(
    post,
    path = "/challenges/{id}/accept",
    tag = "challenges",
    operation_id = "challenges-take-up",
    summary = "Accept a challenge",
    params(("id" = MatchId, Path, description = "The id of the challenge")), request_body = ChallengeGuest,
    responses((status = 201, description = "The match and your seat in it", body = AcceptedChallenge), Problems),
    security((), ("session" = []), ("token" = [])),
)]
pub(super) async fn accept(
    State(app): State<App>,
    ChallengePath(id): ChallengePath,
    PlayingAs(account): PlayingAs,
    OptionalSecret(secret): OptionalSecret,
    ApiJson(guest): ApiJson<ChallengeGuest>,
) -> Result<Response, Problem> {
    app.may_create(account.as_ref()).map_err(Problem::too_many)?;
    match app.challenges.accept(id, guest.name, secret.as_ref(), account.as_ref()).await? {
        AcceptOutcome::Opened(opened, seat) => {
            let link = opened.seats[seat].clone().ok_or_else(Problem::busy)?;
            let seated = AcceptedChallenge {
                id: opened.id,
                version: opened.version,
                seat,
                secret: link.secret,
                link: link.link,
            };
            Ok((StatusCode::CREATED, Json(seated)).into_response())
        }
        AcceptOutcome::Gone => Err(no_challenge()),
        AcceptOutcome::Blocked => {
            let detail = "One of you has blocked the other.";
            Err(Problem::new(StatusCode::FORBIDDEN, "blocked", detail))
        }
        AcceptOutcome::NeedsAccount => {
            let detail = "A rated match is one between accounts: sign in for it.";
            Err(Problem::new(StatusCode::UNAUTHORIZED, "not-signed-in", detail))
        }
        AcceptOutcome::Own => {
            let detail = "That is your own challenge; somebody else takes it up.";
            Err(Problem::new(StatusCode::CONFLICT, "own-challenge", detail))
        }
    }
}

/// Withdraws a challenge.
#[utoipa::path(
    delete,
    path = "/challenges/{id}",
    tag = "challenges",
    operation_id = "challenges-withdraw",
    summary = "Withdraw a challenge",
    params(("id" = MatchId, Path, description = "The id of the challenge")),
    responses((status = 204, description = "Done"), Problems),
    security((), ("seat" = []), ("session" = []), ("token" = [])),
)]
pub(super) async fn withdraw(
    State(app): State<App>,
    ChallengePath(id): ChallengePath,
    PlayingAs(account): PlayingAs,
    OptionalSecret(secret): OptionalSecret,
) -> Result<StatusCode, Problem> {
    if secret.is_none() && account.is_none() {
        let detail = "Whoever made a challenge takes it back, with its secret as a bearer token, or \
                      signed in.";
        return Err(Problem::new(StatusCode::UNAUTHORIZED, "no-secret", detail));
    }
    let account = account.map(|account| account.id);
    if app.challenges.withdraw(id, secret.as_ref(), account.as_ref()).await? {
        return Ok(StatusCode::NO_CONTENT);
    }
    match app.challenges.get(id, None).await? {
        Some(challenge) if challenge.match_id.is_none() => {
            let detail = "That is not the secret of this challenge.";
            Err(Problem::new(StatusCode::UNAUTHORIZED, "wrong-secret", detail))
        }
        _ => Err(no_challenge()),
    }
}

/// The problem for an unknown challenge.
pub(super) fn no_challenge() -> Problem {
    let detail = "There is no such challenge, or it has been taken up.";
    Problem::new(StatusCode::NOT_FOUND, "no-challenge", detail)
}
