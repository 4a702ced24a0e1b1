//! The OpenAPI document, generated from the routes and their types, and its page.

mod portable;
mod problems;

use std::sync::LazyLock;

use axum::http::header;
use axum::response::{IntoResponse, Response};
use crownhead_protocol::ClientMessage;
use serde_json::Value;
use utoipa::openapi::security::{ApiKey, ApiKeyValue, Http, HttpAuthScheme, SecurityScheme};
use utoipa::{Modify, OpenApi};

use super::integer_bounds::IntegerBounds;
use super::problem::Problem;
use super::{api, archive, openapi_page, pictures, records};
use crate::people::archive::ArchiveResult;

pub(super) use problems::{Forbidden, NotFound, Problems, Unauthorized};

#[derive(OpenApi)]
#[openapi(
    info(
        title = "Crownhead",
        description = "The games room: matches of eight games on one checkerboard. Errors are \
                       problem documents (RFC 9457). A match is played live over a WebSocket at \
                       `/api/v1/matches/{id}/live`: clients send a `ClientMessage` and get a \
                       `ServerMessage`, as docs/api.md describes. The body of a stream does not \
                       end; `contentSchema` describes one of its messages."
    ),
    servers((url = "/api/v1")),
    components(schemas(
        Problem,
        ArchiveResult,
        ClientMessage,
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

static DOCUMENT: LazyLock<Value> = LazyLock::new(|| {
    let mut document = api().into_openapi();
    for modifier in [&SecuritySchemes as &dyn Modify, &IntegerBounds] {
        modifier.modify(&mut document);
    }
    let mut document = serde_json::to_value(document).unwrap_or_default();
    problems::declare(&mut document);
    portable::rewrite(&mut document);
    document
});

static JSON: LazyLock<String> = LazyLock::new(|| DOCUMENT.to_string());

static PAGE: LazyLock<String> = LazyLock::new(|| openapi_page::render(&DOCUMENT));

/// The document without its paths, which the router adds.
pub(super) fn empty_document() -> utoipa::openapi::OpenApi {
    Document::openapi()
}

/// The OpenAPI document as JSON.
pub fn openapi() -> &'static str {
    &JSON
}

/// The document.
pub(super) async fn json() -> Response {
    ([(header::CONTENT_TYPE, "application/json")], JSON.as_str()).into_response()
}

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
