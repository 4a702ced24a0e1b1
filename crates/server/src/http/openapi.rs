//! The OpenAPI document, made from the handlers and their types, and a page that reads it out.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use axum::http::header;
use axum::response::{IntoResponse, Response};
use utoipa::openapi::security::{ApiKey, ApiKeyValue, Http, HttpAuthScheme, SecurityScheme};
use utoipa::openapi::{ContentBuilder, Header, Object, Ref, RefOr, ResponseBuilder, Schema, Type};
use utoipa::{IntoResponses, Modify, OpenApi};

use super::bounds::Bounds;
use super::problem::Problem;
use super::{
    accounts, addresses, archive, challenges, endgames, lobby, manual, matches, notices, pictures,
    records, recovery, safety, table,
};
use crate::people::archive::Outcome;

#[derive(OpenApi)]
#[openapi(
    info(
        title = "Crownhead",
        description = "The games room: matches of eight games on one checkerboard. Errors are \
                       problem documents (RFC 9457). A match is played live over a WebSocket at \
                       `/api/v1/matches/{id}/live`, which says and hears the messages of the \
                       stream; docs/api.md tells how."
    ),
    servers((url = "/api/v1")),
    modifiers(&Schemes, &Joined, &Bounds),
    components(schemas(Problem, Outcome, archive::ExportForm, pictures::PictureForm)),
    tags(
        (name = "matches", description = "Matches: opened, watched and played."),
        (name = "challenges", description = "Finding somebody to play with."),
        (name = "archive", description = "Games that are over, and pictures of positions."),
        (name = "accounts", description = "Accounts, for those who want one.")
    ),
    paths(
    matches::live,
    matches::open,
    matches::look,
    matches::events,
    matches::command,
    table::hint,
    table::rename,
    table::follow,
    notices::key,
    notices::want,
    notices::forget,
    challenges::list,
    challenges::make,
    challenges::look,
    challenges::take_up,
    challenges::withdraw,
    lobby::look,
    lobby::watch,
    archive::search,
    archive::history,
    archive::export,
    archive::export_mine,
    archive::analyse,
    archive::analysis,
    pictures::position,
    pictures::of_match,
    records::read,
    endgames::list,
    endgames::probe,
    accounts::make,
    accounts::profile,
    accounts::sign_in,
    accounts::sign_out,
    accounts::me,
    accounts::delete,
    accounts::set_password,
    accounts::data,
    accounts::sessions,
    accounts::end_session,
    addresses::set_mail,
    addresses::send_confirmation,
    addresses::set_notices,
        recovery::begin,
        recovery::finish,
        safety::tokens,
    safety::make_token,
    safety::end_token,
    safety::blocked,
    safety::block,
    safety::unblock,
    safety::report
    )
)]
struct Document;

/// How one shows who one is.
struct Schemes;

impl Modify for Schemes {
    fn modify(&self, document: &mut utoipa::openapi::OpenApi) {
        let components = document.components.get_or_insert_default();
        let bearer = |says: &str| {
            let mut scheme = Http::new(HttpAuthScheme::Bearer);
            scheme.description = Some(says.to_owned());
            SecurityScheme::Http(scheme)
        };
        let cookie = ApiKeyValue::with_description("crownhead", "A browser that is signed in.");
        for (name, scheme) in [
            ("seat", bearer("The secret of a seat, or of a challenge.")),
            ("token", bearer("The token of a program, `cht_` and 32 letters and digits.")),
            ("session", SecurityScheme::ApiKey(ApiKey::Cookie(cookie))),
        ] {
            components.security_schemes.insert(name.to_owned(), scheme.into());
        }
    }
}

/// Schemas of which others are made by joining a `kind` to them. They cannot be closed: what is
/// joined would not be allowed in them.
struct Joined;

impl Modify for Joined {
    fn modify(&self, document: &mut utoipa::openapi::OpenApi) {
        let components = document.components.get_or_insert_default();
        for name in ["Toss", "Handicap"] {
            if let Some(RefOr::T(Schema::Object(object))) = components.schemas.get_mut(name) {
                object.additional_properties = None;
            }
        }
    }
}

/// What any request may be answered when something is wrong with it.
pub(super) struct Problems;

impl IntoResponses for Problems {
    fn responses() -> BTreeMap<String, RefOr<utoipa::openapi::Response>> {
        let problem = |says: &str| {
            let content = ContentBuilder::new().schema(Some(Ref::from_schema_name("Problem")));
            let response = ResponseBuilder::new().description(says);
            RefOr::T(response.content("application/problem+json", content.build()).build())
        };
        let later = |says: &str| {
            let mut answer = problem(says);
            let mut wait = Header::new(Object::with_type(Type::Integer));
            wait.description = Some("After how many seconds to try again.".to_owned());
            if let RefOr::T(response) = &mut answer {
                response.headers.insert("Retry-After".to_owned(), RefOr::T(wait));
            }
            answer
        };
        BTreeMap::from([
            ("429".to_owned(), later("That was too much at once, for an address or a player.")),
            ("4XX".to_owned(), problem("Something is wrong with the request.")),
            ("503".to_owned(), later("There is too much to do; it is to be tried again.")),
        ])
    }
}

static JSON: LazyLock<String> =
    LazyLock::new(|| Document::openapi().to_json().unwrap_or_else(|_| "{}".to_owned()));

static PAGE: LazyLock<String> = LazyLock::new(|| manual::of(&Document::openapi()));

/// The document.
pub(super) async fn json() -> Response {
    ([(header::CONTENT_TYPE, "application/json")], JSON.as_str()).into_response()
}

/// The page.
pub(super) async fn read() -> Response {
    let policy = format!(
        "default-src 'none'; style-src '{}'; frame-ancestors 'none'; base-uri 'none'",
        manual::STYLE_HASH.as_str()
    );
    let headers = [
        (header::CONTENT_TYPE, "text/html; charset=utf-8"),
        (header::CONTENT_SECURITY_POLICY, policy.as_str()),
    ];
    (headers, PAGE.as_str()).into_response()
}
