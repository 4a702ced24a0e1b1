//! The OpenAPI document, generated from the routes and their types, and its page.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use axum::http::header;
use axum::response::{IntoResponse, Response};
use utoipa::openapi::security::{ApiKey, ApiKeyValue, Http, HttpAuthScheme, SecurityScheme};
use utoipa::openapi::{ContentBuilder, Header, Object, Ref, RefOr, ResponseBuilder, Schema, Type};
use utoipa::{IntoResponses, Modify, OpenApi};

use super::integer_bounds::IntegerBounds;
use super::problem::Problem;
use super::{api, archive, openapi_page, pictures, records};
use crate::people::archive::ArchiveResult;

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
    components(schemas(
        Problem,
        ArchiveResult,
        archive::ExportFormat,
        pictures::PictureFormat,
        records::Results
    )),
    tags(
        (name = "matches", description = "Matches: opened, watched and played."),
        (name = "challenges", description = "Finding somebody to play with."),
        (name = "archive", description = "Games that are over, and pictures of positions."),
        (name = "accounts", description = "Accounts, for those who want one.")
    )
)]
struct Document;

/// How clients authenticate.
struct SecuritySchemes;

impl Modify for SecuritySchemes {
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

/// Schemas that others extend by a `kind`. They must allow further properties, or the extended
/// schema would match nothing.
struct OpenSchemas;

impl Modify for OpenSchemas {
    fn modify(&self, document: &mut utoipa::openapi::OpenApi) {
        let components = document.components.get_or_insert_default();
        for name in ["Toss", "Handicap"] {
            if let Some(RefOr::T(Schema::Object(object))) = components.schemas.get_mut(name) {
                object.additional_properties = None;
            }
        }
    }
}

/// The problem responses that every operation may return.
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

static DOCUMENT: LazyLock<utoipa::openapi::OpenApi> = LazyLock::new(|| {
    let mut document = api().into_openapi();
    for modifier in [&SecuritySchemes as &dyn Modify, &OpenSchemas, &IntegerBounds] {
        modifier.modify(&mut document);
    }
    document
});

static JSON: LazyLock<String> =
    LazyLock::new(|| DOCUMENT.to_json().unwrap_or_else(|_| "{}".to_owned()));

static PAGE: LazyLock<String> = LazyLock::new(|| openapi_page::render(&DOCUMENT));

/// The document without its paths, which the router adds.
pub(super) fn empty_document() -> utoipa::openapi::OpenApi {
    Document::openapi()
}

/// The document.
pub(super) async fn json() -> Response {
    ([(header::CONTENT_TYPE, "application/json")], JSON.as_str()).into_response()
}

/// The page.
pub(super) async fn page() -> Response {
    let policy = format!(
        "default-src 'none'; style-src '{}'; frame-ancestors 'none'; base-uri 'none'",
        openapi_page::STYLE_HASH.as_str()
    );
    let headers = [
        (header::CONTENT_TYPE, "text/html; charset=utf-8"),
        (header::CONTENT_SECURITY_POLICY, policy.as_str()),
    ];
    (headers, PAGE.as_str()).into_response()
}
