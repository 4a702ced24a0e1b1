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
use crate::push::{Endpoint, Keys};
use crownhead_store::MatchId;

/// The server's key.
#[derive(Serialize, ToSchema)]
pub(super) struct ServerKey {
    /// A point of P-256 in base64url, as browsers take it.
    key: String,
}

/// The key that browsers subscribe with.
#[utoipa::path(
    get,
    path = "/notices/key",
    tag = "matches",
    operation_id = "notices-key",
    summary = "The public key with which a browser subscribes to pushes (VAPID)",
    responses((status = 200, description = "What was asked for", body = ServerKey), Problems),
)]
pub(super) async fn key(State(app): State<App>) -> Result<Json<ServerKey>, Problem> {
    let key = app.notices.push().public_key(&app.db).await;
    let key = key.map_err(crate::rooms::RoomError::from)?;
    Ok(Json(ServerKey { key }))
}

/// A push subscription, as a browser tells it.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct PushSubscription {
    /// The `https` address at the push service.
    #[schema(max_length = 1_000, pattern = "^https:")]
    endpoint: String,
    keys: PushSubscriptionKeys,
    /// The language of the notice, such as `es`; English unless told otherwise.
    #[serde(default)]
    language: Language,
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

/// Two letters for a language.
#[derive(Deserialize, ToSchema)]
#[serde(try_from = "String")]
#[schema(pattern = "^[a-z]{2}$")]
pub(super) struct Language(String);

/// Tells a browser of a seat's turns.
#[utoipa::path(
    post,
    path = "/matches/{id}/notices",
    tag = "matches",
    operation_id = "notices-want",
    summary = "Tell a browser, by its push service, when it is the player's turn in a slow match",
    params(("id" = MatchId, Path, description = "The name of the match")), request_body = PushSubscription,
    responses((status = 204, description = "Done"), Problems),
    security((), ("seat" = [])),
)]
pub(super) async fn want(
    State(app): State<App>,
    MatchSeat(id, seat): MatchSeat,
    ApiJson(PushSubscription { endpoint, keys, language }): ApiJson<PushSubscription>,
) -> Result<StatusCode, Problem> {
    let bad = |why: String| Problem::new(StatusCode::UNPROCESSABLE_ENTITY, "bad-subscription", why);
    let endpoint = Endpoint::new(&endpoint, app.notices.push().reach());
    let keys = Keys::read(&keys.p256dh, &keys.auth);
    let who = Subscription {
        endpoint: endpoint.map_err(|why| bad(why.to_string()))?,
        keys: keys.map_err(|why| bad(why.to_string()))?,
        language: language.0,
    };
    app.notices.want(id, seat, &who).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// A browser that is not to be told.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct PushUnsubscription {
    endpoint: String,
}

/// Tells a browser no longer.
#[utoipa::path(
    delete,
    path = "/matches/{id}/notices",
    tag = "matches",
    operation_id = "notices-forget",
    summary = "Tell a browser of the player's turns no longer",
    params(("id" = MatchId, Path, description = "The name of the match")), request_body = PushUnsubscription,
    responses((status = 204, description = "Done"), Problems),
    security((), ("seat" = [])),
)]
pub(super) async fn forget(
    State(app): State<App>,
    MatchSeat(id, seat): MatchSeat,
    ApiJson(PushUnsubscription { endpoint }): ApiJson<PushUnsubscription>,
) -> Result<StatusCode, Problem> {
    app.notices.forget(id, seat, &endpoint).await?;
    Ok(StatusCode::NO_CONTENT)
}

impl Default for Language {
    fn default() -> Language {
        Language("en".to_owned())
    }
}

impl TryFrom<String> for Language {
    type Error = &'static str;

    fn try_from(text: String) -> Result<Language, &'static str> {
        let fits = text.len() == 2 && text.bytes().all(|letter| letter.is_ascii_lowercase());
        if fits { Ok(Language(text)) } else { Err("a language has two small letters") }
    }
}

impl From<SubscribeError> for Problem {
    fn from(why: SubscribeError) -> Problem {
        let detail = why.to_string();
        match why {
            SubscribeError::Quick => Problem::new(StatusCode::CONFLICT, "no-notices", detail),
            SubscribeError::Full => Problem::new(StatusCode::CONFLICT, "full", detail),
            SubscribeError::Room(why) => why.into(),
        }
    }
}
