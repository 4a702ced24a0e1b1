//! The pages behind links in mails. A button on the page does the work, not opening the link, because
//! mail scanners open links, too.

use axum::extract::{Path, State};
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse, Response};

use super::openapi_page::{STYLE, STYLE_HASH};
use crate::app::App;
use crate::people::accounts::AccountError;

/// The texts of a page: heading, sentence, and button if it has one.
struct MailPageText {
    title: &'static str,
    says: &'static str,
    button: Option<&'static str>,
}

/// The texts of all pages in one language.
struct MailPageTexts {
    code: &'static str,
    confirm: MailPageText,
    confirmed: MailPageText,
    stop: MailPageText,
    stopped: MailPageText,
    wrong: MailPageText,
    busy: MailPageText,
}

const ENGLISH: MailPageTexts = MailPageTexts {
    code: "en",
    confirm: MailPageText {
        title: "Your address",
        says: "Is this mail address yours, and the account at Crownhead too?",
        button: Some("Yes, confirm it"),
    },
    confirmed: MailPageText {
        title: "Confirmed",
        says: "Thank you. This page can be closed.",
        button: None,
    },
    stop: MailPageText {
        title: "Mails about your turns",
        says: "No more mails when it is your turn?",
        button: Some("Stop them"),
    },
    stopped: MailPageText {
        title: "Stopped",
        says: "No more of these mails will come.",
        button: None,
    },
    wrong: MailPageText {
        title: "This link is not good",
        says: "It is incomplete, or too old, or about an address that was changed since.",
        button: None,
    },
    busy: MailPageText { title: "Too much to do", says: "Try again in a moment.", button: None },
};

const SPANISH: MailPageTexts = MailPageTexts {
    code: "es",
    confirm: MailPageText {
        title: "Tu dirección",
        says: "¿Es tuya esta dirección de correo, y también la cuenta de Crownhead?",
        button: Some("Sí, confirmarla"),
    },
    confirmed: MailPageText {
        title: "Confirmada",
        says: "Gracias. Puedes cerrar esta página.",
        button: None,
    },
    stop: MailPageText {
        title: "Correos sobre tus turnos",
        says: "¿No quieres más correos cuando te toque jugar?",
        button: Some("No enviarlos más"),
    },
    stopped: MailPageText {
        title: "Hecho",
        says: "No llegarán más correos de estos.",
        button: None,
    },
    wrong: MailPageText {
        title: "Este enlace no sirve",
        says: "Está incompleto, o es muy antiguo, o es de una dirección que ya cambió.",
        button: None,
    },
    busy: MailPageText {
        title: "Demasiado trabajo",
        says: "Inténtalo dentro de un momento.",
        button: None,
    },
};

/// Shows the button that confirms an address.
pub(super) async fn confirm_page(headers: HeaderMap) -> Response {
    let language = language(&headers);
    language.page(StatusCode::OK, &language.confirm)
}

/// Confirms an address.
pub(super) async fn confirm(
    State(app): State<App>,
    Path(secret): Path<String>,
    headers: HeaderMap,
) -> Response {
    let language = language(&headers);
    language.after(app.accounts.confirm(&secret).await, &language.confirmed)
}

/// Shows the button that unsubscribes from notices.
pub(super) async fn unsubscribe_page(headers: HeaderMap) -> Response {
    let language = language(&headers);
    language.page(StatusCode::OK, &language.stop)
}

/// Unsubscribes from notices; mail programs do so with one click (RFC 8058).
pub(super) async fn unsubscribe(
    State(app): State<App>,
    Path(token): Path<String>,
    headers: HeaderMap,
) -> Response {
    let language = language(&headers);
    language.after(app.accounts.unsubscribe(&token).await, &language.stopped)
}

fn language(headers: &HeaderMap) -> &'static MailPageTexts {
    let wanted = headers.get(header::ACCEPT_LANGUAGE).and_then(|value| value.to_str().ok());
    if wanted.is_some_and(|wanted| wanted.trim_start().starts_with("es")) {
        &SPANISH
    } else {
        &ENGLISH
    }
}

impl MailPageTexts {
    fn after(&self, done: Result<(), AccountError>, text: &MailPageText) -> Response {
        match done {
            Ok(()) => self.page(StatusCode::OK, text),
            Err(AccountError::WrongSecret) => self.page(StatusCode::NOT_FOUND, &self.wrong),
            Err(_) => self.page(StatusCode::SERVICE_UNAVAILABLE, &self.busy),
        }
    }

    fn page(&self, status: StatusCode, text: &MailPageText) -> Response {
        let MailPageText { title, says, button } = text;
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
