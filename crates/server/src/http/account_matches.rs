//! The matches of an account over HTTP: as a list, and as a stream of events.

use std::time::Duration;

use axum::Json;
use axum::extract::State;
use axum::http::{HeaderMap, StatusCode};
use axum::response::Response;
use crownhead_protocol::{AccountEvent, AccountMatchPage};
use serde::Deserialize;
use tokio::sync::watch;
use tokio::time::Instant;
use utoipa::IntoParams;

use super::Problem;
use super::client_addr::ClientAddr;
use super::extract::ApiQuery;
use super::identity::TokenReader;
use super::live_slot::LiveSlot;
use super::openapi::Problems;
use super::stream::{self, Disconnected, StreamFormat, StreamSender};
use crate::app::App;
use crate::people::account_events::AccountFollower;
use crate::people::account_matches::MatchCursor;
use crate::people::account_poll::Summary;
use crate::people::accounts::Identity;

/// The default and the maximum number of matches on a page.
const DEFAULT_PAGE_SIZE: u32 = 20;
const MAX_PAGE_SIZE: u32 = 100;

/// How often a stream sends a heartbeat, checks that the client is still signed in, and looks for new
/// matches and accepted challenges even if the poller has found none.
const HEARTBEAT: Duration = Duration::from_secs(10);

/// After how long a client with too many streams may try again.
const RETRY: Duration = Duration::from_secs(10);

#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(deny_unknown_fields)]
pub(super) struct MatchesQuery {
    /// The `after` of the previous page.
    #[param(pattern = "^[01]-[0-9]{1,18}-[0-9A-Za-z]{8}$")]
    after: Option<String>,
    limit: Option<u32>,
}

/// Lists the matches of the account.
#[utoipa::path(
    get,
    path = "/account/matches",
    tag = "accounts",
    operation_id = "account-matches",
    summary = "The matches of the account, the running ones first",
    params(MatchesQuery),
    responses((status = 200, description = "The matches", body = AccountMatchPage), Problems),
    security(("session" = []), ("token" = [])),
)]
pub(super) async fn list(
    State(app): State<App>,
    TokenReader(identity): TokenReader,
    ApiQuery(MatchesQuery { after, limit }): ApiQuery<MatchesQuery>,
) -> Result<Json<AccountMatchPage>, Problem> {
    let after = after.map(|text| text.parse::<MatchCursor>()).transpose().map_err(|_| {
        let detail = "That is not where a page ended.";
        Problem::new(StatusCode::BAD_REQUEST, "bad-query", detail)
    })?;
    let limit = limit.unwrap_or(DEFAULT_PAGE_SIZE).clamp(1, MAX_PAGE_SIZE);
    let account = &identity.account.id;
    let (matches, after) = app.account_matches.list(account, after.as_ref(), limit).await?;
    Ok(Json(AccountMatchPage { matches, after: after.map(|after| after.to_string()) }))
}

/// Streams what happens in the matches of the account.
#[utoipa::path(
    get,
    path = "/account/events",
    tag = "accounts",
    operation_id = "account-events",
    summary = "What happens in the account's matches, one event a line or as server-sent events",
    responses((status = 200, description = "The events", content((AccountEvent = "application/x-ndjson"), (AccountEvent = "text/event-stream"))), Problems),
    security(("session" = []), ("token" = [])),
)]
pub(super) async fn events(
    State(app): State<App>,
    TokenReader(identity): TokenReader,
    ClientAddr(address): ClientAddr,
    headers: HeaderMap,
    LiveSlot(slot): LiveSlot,
) -> Result<Response, Problem> {
    let account = identity.account.id.clone();
    let open = app.account_streams.open(&account, address);
    let open = open.ok_or_else(|| Problem::too_many(RETRY))?;
    let (db, rooms) = (app.db.clone(), app.rooms.registry.clone());
    // Before the first look, so that nothing falls between.
    let news = app.account_poller.follow(&account);
    let (follower, first) = AccountFollower::start(db, rooms, account).await?;
    let (to, response) = stream::open(StreamFormat::of(&headers));
    tokio::spawn(async move {
        // Ends when the client disconnects.
        let _ = send_events(&to, &app, &identity, (follower, news), first).await;
        drop((open, slot));
    });
    Ok(response)
}

async fn send_events(
    to: &StreamSender,
    app: &App,
    identity: &Identity,
    (mut follower, mut news): (AccountFollower, watch::Receiver<Summary>),
    first: AccountEvent,
) -> Result<(), Disconnected> {
    let mut stopping = std::pin::pin!(app.stopping());
    let mut heartbeat = tokio::time::interval(HEARTBEAT);
    to.send(&first).await?;
    loop {
        let retry_at = follower.retry_at();
        // If the store does not answer, the next look finds what was missed.
        let events = tokio::select! {
            () = to.closed() => return Err(Disconnected),
            () = &mut stopping => return Ok(()),
            changed = follower.changed() => {
                follower.event_of(changed).await.unwrap_or_default().into_iter().collect()
            }
            Ok(()) = news.changed() => follower.poll().await.unwrap_or_default(),
            () = until(retry_at) => follower.poll().await.unwrap_or_default(),
            _ = heartbeat.tick() => {
                if let Ok(false) = app.accounts.is_valid(identity).await {
                    return Ok(());
                }
                to.heartbeat().await?;
                follower.poll().await.unwrap_or_default()
            }
        };
        for event in &events {
            to.send(event).await?;
        }
    }
}

/// Waits until a time; forever, if there is none.
async fn until(time: Option<Instant>) {
    match time {
        Some(time) => tokio::time::sleep_until(time).await,
        None => std::future::pending().await,
    }
}
