//! The pages behind links in mails. A button on the page does the work, not opening the link, because
//! mail scanners open links, too.

use axum::extract::{Path, State};
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse, Response};

use super::openapi_page::{STYLE, STYLE_HASH};
use crate::app::App;
use crate::people::accounts::AccountError;

/// What a page says: its heading, a sentence, and its button if it has one.
struct PageText {
    title: &'static str,
    says: &'static str,
    button: Option<&'static str>,
}

/// The words of all pages in a language.
struct Language {
    code: &'static str,
    confirm: PageText,
    confirmed: PageText,
    stop: PageText,
    stopped: PageText,
    wrong: PageText,
    busy: PageText,
}

const ENGLISH: Language = Language {
    code: "en",
    confirm: PageText {
        title: "Your address",
        says: "Is this mail address yours, and the account at Crownhead too?",
        button: Some("Yes, confirm it"),
    },
    confirmed: PageText {
        title: "Confirmed",
        says: "Thank you. This page can be closed.",
        button: None,
    },
    stop: PageText {
        title: "Mails about your turns",
        says: "No more mails when it is your turn?",
        button: Some("Stop them"),
    },
    stopped: PageText { title: "Stopped", says: "No more of these mails will come.", button: None },
    wrong: PageText {
        title: "This link is not good",
        says: "It is incomplete, or too old, or about an address that was changed since.",
        button: None,
    },
    busy: PageText { title: "Too much to do", says: "Try again in a moment.", button: None },
};

const SPANISH: Language = Language {
    code: "es",
    confirm: PageText {
        title: "Tu dirección",
        says: "¿Es tuya esta dirección de correo, y también la cuenta de Crownhead?",
        button: Some("Sí, confirmarla"),
    },
    confirmed: PageText {
        title: "Confirmada",
        says: "Gracias. Puedes cerrar esta página.",
        button: None,
    },
    stop: PageText {
        title: "Correos sobre tus turnos",
        says: "¿No quieres más correos cuando te toque jugar?",
        button: Some("No enviarlos más"),
    },
    stopped: PageText { title: "Hecho", says: "No llegarán más correos de estos.", button: None },
    wrong: PageText {
        title: "Este enlace no sirve",
        says: "Está incompleto, o es muy antiguo, o es de una dirección que ya cambió.",
        button: None,
    },
    busy: PageText {
        title: "Demasiado trabajo",
        says: "Inténtalo dentro de un momento.",
        button: None,
    },
};

/// Asks whether an address is to be confirmed.
pub(super) async fn ask_confirm(headers: HeaderMap) -> Response {
    let language = language(&headers);
    language.page(StatusCode::OK, &language.confirm)
}

/// Confirms it.
pub(super) async fn confirm(
    State(app): State<App>,
    Path(secret): Path<String>,
    headers: HeaderMap,
) -> Response {
    let language = language(&headers);
    language.after(app.accounts.confirm(&secret).await, &language.confirmed)
}

/// Asks whether notices are to be stopped.
pub(super) async fn ask_stop(headers: HeaderMap) -> Response {
    let language = language(&headers);
    language.page(StatusCode::OK, &language.stop)
}

/// Stops them; mail programs do so with one click, too (RFC 8058).
pub(super) async fn stop(
    State(app): State<App>,
    Path(token): Path<String>,
    headers: HeaderMap,
) -> Response {
    let language = language(&headers);
    language.after(app.accounts.stop_by(&token).await, &language.stopped)
}

fn language(headers: &HeaderMap) -> &'static Language {
    let wanted = headers.get(header::ACCEPT_LANGUAGE).and_then(|value| value.to_str().ok());
    if wanted.is_some_and(|wanted| wanted.trim_start().starts_with("es")) {
        &SPANISH
    } else {
        &ENGLISH
    }
}

impl Language {
    fn after(&self, done: Result<(), AccountError>, words: &PageText) -> Response {
        match done {
            Ok(()) => self.page(StatusCode::OK, words),
            Err(AccountError::WrongSecret) => self.page(StatusCode::NOT_FOUND, &self.wrong),
            Err(_) => self.page(StatusCode::SERVICE_UNAVAILABLE, &self.busy),
        }
    }

    fn page(&self, status: StatusCode, words: &PageText) -> Response {
        let PageText { title, says, button } = words;
        let button = button.map_or_else(String::new, |button| {
            format!("<form method=\"post\"><button>{button}</button></form>")
        });
        let page = format!(
            "<!doctype html><html lang=\"{}\"><head><meta charset=\"utf-8\">\
             <meta name=\"viewport\" content=\"width=device-width\">\
             <title>{title} · Crownhead</title><style>{STYLE}</style></head>\
             <body><h1>{title}</h1><p>{says}</p>{button}</body></html>",
            self.code
        );
        let policy = format!(
            "default-src 'none'; style-src '{}'; form-action 'self'; frame-ancestors 'none'; \
             base-uri 'none'",
            STYLE_HASH.as_str()
        );
        let headers = [
            (header::CONTENT_TYPE, "text/html; charset=utf-8"),
            (header::CONTENT_SECURITY_POLICY, policy.as_str()),
        ];
        (status, headers, page).into_response()
    }
}
