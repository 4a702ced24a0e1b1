//! The embedded web page: its static files, and `index.html` for every other path.

use axum::body::Body;
use axum::extract::{Request, State};
use axum::http::{HeaderMap, HeaderValue, Method, StatusCode, header};
use axum::response::{IntoResponse, Response};

use super::{method_not_allowed, not_found};
use crate::app::App;
use crate::preview;
use crownhead_store::MatchId;

/// A file of the page, uncompressed and compressed.
struct PageFile {
    path: &'static str,
    tag: &'static str,
    plain: Option<&'static [u8]>,
    gzip: Option<&'static [u8]>,
    brotli: Option<&'static [u8]>,
}

static FILES: &[PageFile] = include!(concat!(env!("OUT_DIR"), "/page.rs"));

/// The content security policy: only the page's own scripts run, and nothing loads from other
/// sites.
const CONTENT_SECURITY_POLICY: &str = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; \
     font-src 'self'; img-src 'self' data:; connect-src 'self'; worker-src 'self'; \
     manifest-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/// The response of a server that was built without the page.
const NO_PAGE: &str = "This games room was built without its web page: \
     `cargo xtask page` builds it. The API is at /api/v1.\n";

/// Serves every path outside the API.
pub(super) async fn serve(State(app): State<App>, request: Request) -> Response {
    let path = request.uri().path();
    if path.starts_with("/api/") {
        return not_found().await.into_response();
    }
    if !matches!(*request.method(), Method::GET | Method::HEAD) {
        return method_not_allowed().await.into_response();
    }
    if FILES.is_empty() && path == "/" {
        return NO_PAGE.into_response();
    }
    let named = FILES.iter().find(|file| file.path == path);
    // A path whose last segment has no dot belongs to the page's own router.
    let is_address = !path.rsplit('/').next().is_some_and(|last| last.contains('.'));
    let index = || FILES.iter().find(|file| is_address && file.path == "/index.html");
    let Some(file) = named.or_else(index) else { return not_found().await.into_response() };
    let id = path.strip_prefix('/').and_then(|name| name.parse().ok());
    if let (Some(id), Some(html)) = (id, file.plain)
        && let Some(tags) = preview_of(&app, id, request.headers()).await
        && let Some(page) = with_tags(html, &tags)
    {
        let kind = [
            (header::CONTENT_TYPE, file.kind()),
            (header::CONTENT_SECURITY_POLICY, CONTENT_SECURITY_POLICY),
            (header::CACHE_CONTROL, "no-cache"),
        ];
        return (kind, page).into_response();
    }
    file.response(request.headers())
}

/// The link preview tags of a match; `None` if it does not exist.
async fn preview_of(app: &App, id: MatchId, request_headers: &HeaderMap) -> Option<String> {
    let game_match = app.rooms.registry.load(id).await.ok()?;
    let players = app.players.of_match(id).await.ok()?;
    Some(preview::tags(&public_url(app, request_headers)?, id, &game_match, &players))
}

/// The public address of the server: as configured, or from the request's headers.
fn public_url(app: &App, request_headers: &HeaderMap) -> Option<String> {
    if let Some(mail) = &app.mail {
        return Some(mail.site().to_owned());
    }
    let text = |name: &str| request_headers.get(name).and_then(|value| value.to_str().ok());
    let scheme = if text("x-forwarded-proto") == Some("https") { "https" } else { "http" };
    Some(format!("{scheme}://{}", text("host")?))
}

/// The page with more tags in its head.
fn with_tags(html: &[u8], tags: &str) -> Option<String> {
    let (before, after) = std::str::from_utf8(html).ok()?.split_once("</head>")?;
    Some(format!("{before}{tags}</head>{after}"))
}

impl PageFile {
    fn response(&self, request_headers: &HeaderMap) -> Response {
        let same = request_headers.get(header::IF_NONE_MATCH).is_some_and(|tag| tag == self.tag);
        let (status, body) = match self.encoding_for(request_headers) {
            _ if same => (StatusCode::NOT_MODIFIED, None),
            Some(encoded) => (StatusCode::OK, Some(encoded)),
            None => (StatusCode::NOT_ACCEPTABLE, None),
        };
        let bytes = body.map_or(&[][..], |(bytes, _)| bytes);
        let mut response = (status, Body::from(bytes)).into_response();
        let headers = response.headers_mut();
        let mut set = |name, value| headers.insert(name, HeaderValue::from_static(value));
        set(header::CONTENT_TYPE, self.kind());
        set(header::CONTENT_SECURITY_POLICY, CONTENT_SECURITY_POLICY);
        set(header::ETAG, self.tag);
        set(header::VARY, "accept-encoding");
        // The names of assets contain a hash of their content.
        let lasts = self.path.starts_with("/assets/");
        let keep = if lasts { "public, max-age=31536000, immutable" } else { "no-cache" };
        set(header::CACHE_CONTROL, keep);
        if let Some((_, Some(encoding))) = body {
            set(header::CONTENT_ENCODING, encoding);
        }
        response
    }

    /// The smallest encoding that the client accepts.
    fn encoding_for(
        &self,
        request_headers: &HeaderMap,
    ) -> Option<(&'static [u8], Option<&'static str>)> {
        let list = request_headers.get(header::ACCEPT_ENCODING).and_then(|list| list.to_str().ok());
        let accepts = |encoding: &str| {
            let parts = list.unwrap_or_default().split(',').map(str::trim);
            let named = parts.filter(|part| part.split(';').next() == Some(encoding));
            named.into_iter().any(|part| !part.replace(' ', "").ends_with("q=0"))
        };
        let encoded = [(self.brotli, "br"), (self.gzip, "gzip")];
        let encoded = encoded.into_iter().find_map(|(bytes, encoding)| {
            bytes.filter(|_| accepts(encoding)).map(|bytes| (bytes, Some(encoding)))
        });
        encoded.or_else(|| self.plain.map(|bytes| (bytes, None)))
    }

    fn kind(&self) -> &'static str {
        match self.path.rsplit('.').next().unwrap_or_default() {
            "html" => "text/html; charset=utf-8",
            "js" => "text/javascript; charset=utf-8",
            "css" => "text/css; charset=utf-8",
            "wasm" => "application/wasm",
            "svg" => "image/svg+xml",
            "png" => "image/png",
            "jpg" => "image/jpeg",
            "woff2" => "font/woff2",
            "webmanifest" => "application/manifest+json",
            "json" => "application/json",
            _ => "application/octet-stream",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const FILE: PageFile = PageFile {
        path: "/assets/room.js",
        tag: "\"1\"",
        plain: Some(b"plain"),
        gzip: Some(b"gzip"),
        brotli: Some(b"brotli"),
    };

    fn request_headers(name: header::HeaderName, value: &'static str) -> HeaderMap {
        HeaderMap::from_iter([(name, HeaderValue::from_static(value))])
    }

    #[test]
    fn each_gets_the_form_that_it_can_unpack() {
        for (accepted, encoding) in [
            ("gzip, deflate, br", Some("br")),
            ("gzip;q=0.8", Some("gzip")),
            ("br;q=0, gzip", Some("gzip")),
            ("identity", None),
            ("", None),
        ] {
            let response = FILE.response(&request_headers(header::ACCEPT_ENCODING, accepted));
            let header = response.headers().get(header::CONTENT_ENCODING);
            assert_eq!(header.and_then(|header| header.to_str().ok()), encoding, "{accepted}");
        }
        let packed_only = PageFile { plain: None, ..FILE };
        assert_eq!(packed_only.response(&HeaderMap::new()).status(), StatusCode::NOT_ACCEPTABLE);
    }

    #[test]
    fn a_known_etag_gets_304() {
        let again = FILE.response(&request_headers(header::IF_NONE_MATCH, "\"1\""));
        assert_eq!(again.status(), StatusCode::NOT_MODIFIED);
        let other = FILE.response(&request_headers(header::IF_NONE_MATCH, "\"2\""));
        assert_eq!(other.status(), StatusCode::OK);
        assert_eq!(other.headers()[header::CONTENT_TYPE], "text/javascript; charset=utf-8");
        assert!(other.headers()[header::CACHE_CONTROL].to_str().unwrap().contains("immutable"));
    }

    #[test]
    fn tags_go_into_the_head() {
        let page = with_tags(b"<html><head><title>x</title></head><body>", "<meta>").unwrap();
        assert_eq!(page, "<html><head><title>x</title><meta></head><body>");
        assert_eq!(with_tags(b"no head", "<meta>"), None);
    }

    #[test]
    fn no_script_of_others_runs() {
        assert!(
            !CONTENT_SECURITY_POLICY.contains("unsafe-inline")
                && !CONTENT_SECURITY_POLICY.contains("'unsafe-eval'")
        );
        assert!(
            !CONTENT_SECURITY_POLICY.contains('*') && !CONTENT_SECURITY_POLICY.contains("http")
        );
    }
}
