//! Push subscriptions for turn notices over HTTP.

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::Problem;
use super::extract::ApiJson;
use super::openapi::Problems;
use super::seat_auth::MatchSeat;
use crate::app::App;
use crate::notices::{SubscribeError, Subscription};
use crate::push::{Endpoint, SubscriptionKeys};
use crownhead_store::MatchId;

/// The server's public key.
#[derive(Serialize, ToSchema)]
pub(super) struct ServerKey {
    /// A P-256 point in base64url, as browsers expect it.
    key: String,
}

/// Returns the key that browsers subscribe with.
#[utoipa::path(
    get,
    path = "/notices/key",
    tag = "matches",
    operation_id = "notices-key",
    summary = "The public key with which a browser subscribes to pushes (VAPID)",
    responses((status = 200, description = "The public key", body = ServerKey), Problems),
)]
pub(super) async fn key(State(app): State<App>) -> Result<Json<ServerKey>, Problem> {
    let key = app.notices.push().public_key(&app.db).await;
    let key = key.map_err(crate::rooms::RoomError::from)?;
    Ok(Json(ServerKey { key }))
}

/// A push subscription, as a browser creates it.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct PushSubscription {
    /// The `https` address at the push service.
    #[schema(max_length = 1_000, pattern = "^https:[^\\s]+$")]
    endpoint: String,
    keys: PushSubscriptionKeys,
    /// The language of the notice, such as `es`; English by default.
    #[serde(default)]
    language: LanguageCode,
}

/// The keys of a subscription, in base64url.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct PushSubscriptionKeys {
    #[schema(pattern = "^[0-9A-Za-z_-]{87}=?$")]
    p256dh: String,
    #[schema(pattern = "^[0-9A-Za-z_-]{22}(==)?$")]
    auth: String,
}

/// A two-letter language code.
#[derive(Deserialize, ToSchema)]
#[serde(try_from = "String")]
#[schema(as = Language, pattern = "^[a-z]{2}$")]
pub(super) struct LanguageCode(String);

/// Subscribes a browser to the turns of a seat.
#[utoipa::path(
    post,
    path = "/matches/{id}/notices",
    tag = "matches",
    operation_id = "notices-want",
    summary = "Subscribe a browser to pushes when it is the player's turn in a slow match",
    params(("id" = MatchId, Path, description = "The id of the match")), request_body = PushSubscription,
    responses((status = 204, description = "Done"), Problems),
    security((), ("seat" = []), ("session" = []), ("token" = [])),
)]
pub(super) async fn subscribe(
    State(app): State<App>,
    MatchSeat(id, seat): MatchSeat,
    ApiJson(PushSubscription { endpoint, keys, language }): ApiJson<PushSubscription>,
) -> Result<StatusCode, Problem> {
    let bad =
        |error: String| Problem::new(StatusCode::UNPROCESSABLE_ENTITY, "bad-subscription", error);
    let endpoint = Endpoint::new(&endpoint, app.notices.push().endpoints());
    let keys = SubscriptionKeys::parse(&keys.p256dh, &keys.auth);
    let who = Subscription {
        endpoint: endpoint.map_err(|error| bad(error.to_string()))?,
        keys: keys.map_err(|error| bad(error.to_string()))?,
        language: language.0,
    };
    app.notices.subscribe(id, seat, &who).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// The subscription to remove.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct PushUnsubscription {
    endpoint: String,
}

/// Unsubscribes a browser.
#[utoipa::path(
    delete,
    path = "/matches/{id}/notices",
    tag = "matches",
    operation_id = "notices-forget",
    summary = "Unsubscribe a browser",
    params(("id" = MatchId, Path, description = "The id of the match")), request_body = PushUnsubscription,
    responses((status = 204, description = "Done"), Problems),
    security((), ("seat" = []), ("session" = []), ("token" = [])),
)]
pub(super) async fn unsubscribe(
    State(app): State<App>,
    MatchSeat(id, seat): MatchSeat,
    ApiJson(PushUnsubscription { endpoint }): ApiJson<PushUnsubscription>,
) -> Result<StatusCode, Problem> {
    app.notices.unsubscribe(id, seat, &endpoint).await?;
    Ok(StatusCode::NO_CONTENT)
}

impl Default for LanguageCode {
    fn default() -> LanguageCode {
        LanguageCode("en".to_owned())
    }
}

impl TryFrom<String> for LanguageCode {
    type Error = &'static str;

    fn try_from(text: String) -> Result<LanguageCode, &'static str> {
        let fits = text.len() == 2 && text.bytes().all(|letter| letter.is_ascii_lowercase());
        if fits { Ok(LanguageCode(text)) } else { Err("a language has two small letters") }
    }
}

impl From<SubscribeError> for Problem {
    fn from(error: SubscribeError) -> Problem {
        let detail = error.to_string();
        match error {
            SubscribeError::NotSlow => Problem::new(StatusCode::CONFLICT, "no-notices", detail),
            SubscribeError::LimitReached => Problem::new(StatusCode::CONFLICT, "full", detail),
            SubscribeError::Room(error) => error.into(),
        }
    }
}
