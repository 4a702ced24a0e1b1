//! The HTTP interface: the routes and what holds for all of them.

mod accounts;
mod addresses;
mod archive;
mod challenges;
mod client_addr;
mod endgames;
mod extract;
mod guard;
mod health;
mod identity;
mod integer_bounds;
mod live;
mod lobby;
mod mail_links;
mod match_extras;
mod matches;
mod notices;
mod openapi;
mod openapi_page;
mod origin;
mod page;
mod pictures;
mod problem;
mod records;
mod recovery;
mod safety;
mod seat_auth;
mod settings_body;
mod stream;

use axum::extract::DefaultBodyLimit;
use axum::middleware;
use axum::routing::get;
use axum::{Router, http};
use utoipa_axum::router::{OpenApiRouter, UtoipaMethodRouterExt};
use utoipa_axum::routes;

use crate::app::App;

pub use problem::Problem;

/// The largest body of a request. The log of a long game fits.
const MAX_BODY: usize = 64 * 1024;

/// The whole server as a function from requests to responses.
pub fn app(app: App) -> Router {
    let api = api().split_for_parts().0.route("/openapi.json", get(openapi::json));
    Router::new()
        .nest("/api/v1", api)
        .route("/api", get(openapi::page))
        .route("/mail/confirm/{secret}", get(mail_links::ask_confirm).post(mail_links::confirm))
        .route("/mail/stop/{token}", get(mail_links::ask_stop).post(mail_links::stop))
        .route("/livez", get(health::alive))
        .route("/readyz", get(health::ready))
        .route("/metrics", get(health::metrics))
        .fallback(page::serve)
        .method_not_allowed_fallback(method_not_allowed)
        .layer(DefaultBodyLimit::max(MAX_BODY))
        .layer(middleware::from_fn_with_state(app.clone(), guard::limits))
        .layer(middleware::from_fn(guard::headers))
        .with_state(app)
}

/// The API and its OpenAPI document: a handler's attribute declares its method and path.
fn api() -> OpenApiRouter<App> {
    let large_body = DefaultBodyLimit::max(records::MAX_FILE);
    OpenApiRouter::with_openapi(openapi::empty_document())
        .routes(routes!(matches::live, matches::open))
        .routes(routes!(matches::look))
        .routes(routes!(matches::events))
        .routes(routes!(matches::command))
        .route("/matches/{id}/live", get(live::upgrade))
        .routes(routes!(match_extras::hint))
        .routes(routes!(match_extras::rename))
        .routes(routes!(live::follow))
        .routes(routes!(notices::key))
        .routes(routes!(notices::want, notices::forget))
        .routes(routes!(challenges::list, challenges::make))
        .routes(routes!(challenges::look, challenges::withdraw))
        .routes(routes!(challenges::take_up))
        .routes(routes!(lobby::look))
        .routes(routes!(lobby::watch))
        .routes(routes!(archive::search))
        .routes(routes!(archive::history))
        .routes(routes!(archive::export))
        .routes(routes!(archive::export_mine))
        .routes(routes!(archive::analyse, archive::analysis))
        .routes(routes!(pictures::position))
        .routes(routes!(pictures::of_match))
        .routes(routes!(records::read).map(|route| route.layer(large_body)))
        .routes(routes!(endgames::list))
        .routes(routes!(endgames::probe))
        .routes(routes!(accounts::make))
        .routes(routes!(accounts::profile))
        .routes(routes!(accounts::sign_in, accounts::sign_out))
        .routes(routes!(accounts::me, accounts::delete))
        .routes(routes!(accounts::set_password))
        .routes(routes!(accounts::data))
        .routes(routes!(accounts::sessions))
        .routes(routes!(accounts::end_session))
        .routes(routes!(addresses::set_mail))
        .routes(routes!(addresses::send_confirmation))
        .routes(routes!(addresses::set_notices))
        .routes(routes!(recovery::begin))
        .routes(routes!(recovery::finish))
        .routes(routes!(safety::tokens, safety::make_token))
        .routes(routes!(safety::end_token))
        .routes(routes!(safety::blocked))
        .routes(routes!(safety::block, safety::unblock))
        .routes(routes!(safety::report))
}

async fn not_found() -> Problem {
    Problem::new(http::StatusCode::NOT_FOUND, "not-found", "There is nothing here.")
}

async fn method_not_allowed() -> Problem {
    let status = http::StatusCode::METHOD_NOT_ALLOWED;
    Problem::new(status, "method-not-allowed", "That cannot be done here.")
}
