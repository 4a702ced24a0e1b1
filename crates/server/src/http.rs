//! The HTTP interface: routes and middleware.

mod account_matches;
mod accounts;
mod archive;
mod challenges;
mod client_addr;
mod endgames;
mod extract;
mod health;
mod hosts;
mod identity;
mod integer_bounds;
mod layers;
mod live;
mod live_slot;
mod lobby;
mod mail_address;
mod mail_links;
mod match_extras;
mod matches;
mod moderation;
mod notices;
mod openapi;
mod openapi_page;
mod origin;
mod page;
mod pictures;
mod problem;
mod records;
mod recovery;
mod seat_auth;
mod settings_body;
mod stream;
mod tokens;

use axum::extract::DefaultBodyLimit;
use axum::middleware;
use axum::routing::get;
use axum::{Router, http};
use tower_http::catch_panic::CatchPanicLayer;
use utoipa_axum::router::{OpenApiRouter, UtoipaMethodRouterExt};
use utoipa_axum::routes;

use crate::app::App;

pub use hosts::HostPolicy;
pub use openapi::openapi;
pub use problem::Problem;
pub(crate) use stream::StreamFormat;

/// The maximum size of a request's body. The log of a long game fits.
const MAX_BODY: usize = 64 * 1024;

/// The whole server as a function from requests to responses.
pub fn app(app: App) -> Router {
    let metrics = app.rooms.metrics().clone();
    let api = api().split_for_parts().0.route("/openapi.json", get(openapi::json));
    let router = Router::new()
        .nest("/api/v1", api)
        .route("/api", get(openapi::page))
        .route("/mail/confirm/{secret}", get(mail_links::confirm_page).post(mail_links::confirm))
        .route(
            "/mail/stop/{token}",
            get(mail_links::unsubscribe_page).post(mail_links::unsubscribe),
        )
        .route("/livez", get(health::alive))
        .route("/readyz", get(health::ready))
        .route("/metrics", get(health::metrics))
        .fallback(page::serve)
        .method_not_allowed_fallback(method_not_allowed)
        .layer(DefaultBodyLimit::max(MAX_BODY))
        .layer(middleware::from_fn_with_state(app.clone(), layers::limits))
        .layer(CatchPanicLayer::custom(move |_| layers::after_panic(&metrics)))
        .layer(middleware::from_fn_with_state(app.hosts.clone(), hosts::check));
    let router = match app.origins.is_empty() {
        true => router,
        false => router.layer(layers::cors(&app.origins)),
    };
    let router = match app.own_tls {
        true => router.layer(middleware::from_fn(layers::own_tls)),
        false => router,
    };
    router.layer(middleware::from_fn(layers::security_headers)).with_state(app)
}

/// The API and its OpenAPI document: a handler's attribute declares its method and path.
fn api() -> OpenApiRouter<App> {
    let large_body = DefaultBodyLimit::max(records::MAX_FILE);
    OpenApiRouter::with_openapi(openapi::empty_document())
        .routes(routes!(matches::list_live, matches::create))
        .routes(routes!(matches::snapshot))
        .routes(routes!(matches::events))
        .routes(routes!(matches::command))
        .route("/matches/{id}/live", get(live::upgrade))
        .routes(routes!(match_extras::hint))
        .routes(routes!(match_extras::rename))
        .routes(routes!(live::stream))
        .routes(routes!(notices::key))
        .routes(routes!(notices::subscribe, notices::unsubscribe))
        .routes(routes!(challenges::list, challenges::create))
        .routes(routes!(challenges::get, challenges::withdraw))
        .routes(routes!(challenges::accept))
        .routes(routes!(lobby::snapshot))
        .routes(routes!(lobby::stream))
        .routes(routes!(archive::search))
        .routes(routes!(archive::history))
        .routes(routes!(archive::export))
        .routes(routes!(archive::export_mine))
        .routes(routes!(archive::request_analysis, archive::analysis))
        .routes(routes!(pictures::position))
        .routes(routes!(pictures::of_match))
        .routes(routes!(records::parse).map(|route| route.layer(large_body)))
        .routes(routes!(endgames::list))
        .routes(routes!(endgames::probe))
        .routes(routes!(accounts::create))
        .routes(routes!(accounts::profile))
        .routes(routes!(accounts::sign_in, accounts::sign_out))
        .routes(routes!(accounts::me, accounts::delete))
        .routes(routes!(accounts::set_password))
        .routes(routes!(accounts::export))
        .routes(routes!(account_matches::list))
        .routes(routes!(account_matches::events))
        .routes(routes!(accounts::sessions))
        .routes(routes!(accounts::end_session))
        .routes(routes!(mail_address::set_mail))
        .routes(routes!(mail_address::send_confirmation))
        .routes(routes!(mail_address::set_notices))
        .routes(routes!(recovery::begin))
        .routes(routes!(recovery::finish))
        .routes(routes!(tokens::list, tokens::create))
        .routes(routes!(tokens::delete))
        .routes(routes!(moderation::blocked))
        .routes(routes!(moderation::block, moderation::unblock))
        .routes(routes!(moderation::report))
}

/// Whether a path is that of a health check, which is answered when the server is overloaded, too.
pub(crate) fn is_health_check(path: &str) -> bool {
    matches!(path, "/livez" | "/readyz" | "/metrics")
}

async fn not_found() -> Problem {
    Problem::new(http::StatusCode::NOT_FOUND, "not-found", "There is nothing here.")
}

async fn method_not_allowed() -> Problem {
    let status = http::StatusCode::METHOD_NOT_ALLOWED;
    Problem::new(status, "method-not-allowed", "That cannot be done here.")
}
