//! The OpenAPI document as an HTML page, without scripts or external resources.

use std::fmt::Write;
use std::sync::LazyLock;

use base64ct::{Base64, Encoding};
use serde_json::Value;
use sha2::{Digest, Sha256};

/// The style sheet of the page.
pub(super) const STYLE: &str = "\
:root{color-scheme:light dark;--ink:#2b2118;--paper:#f7efe0;--line:#d8c7a8;--note:#6b5a45}\
@media(prefers-color-scheme:dark){:root{--ink:#efe3cf;--paper:#241b14;--line:#4b3b2c;--note:#b9a78d}}\
body{font:17px/1.5 Georgia,serif;color:var(--ink);background:var(--paper);max-width:46rem;\
margin:2rem auto;padding:0 1rem}\
h2{border-bottom:1px solid var(--line);margin-top:2.5rem}\
code,pre{font:15px/1.4 ui-monospace,monospace}\
pre{overflow-x:auto;border:1px solid var(--line);padding:.75rem;border-radius:6px}\
button{font:inherit;padding:.4rem 1rem}.how{color:var(--note)}h3{margin-bottom:.2rem}details{margin:.4rem 0}a{color:inherit}";

/// The hash of the style sheet, for the content security policy.
pub(super) static STYLE_HASH: LazyLock<String> =
    LazyLock::new(|| format!("sha256-{}", Base64::encode_string(&Sha256::digest(STYLE))));

/// Renders the page of a document.
pub(super) fn render(all: &Value) -> String {
    let mut page = format!(
        "<!doctype html><html lang=\"en\"><head><meta charset=\"utf-8\">\
         <meta name=\"viewport\" content=\"width=device-width\">\
         <title>Crownhead for programs</title><style>{STYLE}</style></head><body>\
         <h1>Crownhead for programs</h1><p>{}</p>\
         <p>The same as an OpenAPI document: \
         <a href=\"/api/v1/openapi.json\">/api/v1/openapi.json</a>.</p>",
        safe(&all["info"]["description"])
    );
    for tag in all["tags"].as_array().into_iter().flatten() {
        let _ = write!(page, "<h2>{}</h2>", safe(&tag["description"]));
        for (path, item) in all["paths"].as_object().into_iter().flatten() {
            for (method, operation) in item.as_object().into_iter().flatten() {
                if operation["tags"][0] == tag["name"] {
                    describe(&mut page, &method.to_uppercase(), path, operation);
                }
            }
        }
    }
    page.push_str("<h2>Bodies</h2>");
    for (name, schema) in all["components"]["schemas"].as_object().into_iter().flatten() {
        let text = serde_json::to_string_pretty(schema).unwrap_or_default();
        let (name, text) = (escaped(name), escaped(&text));
        let _ = write!(
            page,
            "<details id=\"{name}\"><summary><code>{name}</code></summary><pre>{text}</pre></details>"
        );
    }
    page.push_str("</body></html>");
    page
}

fn describe(page: &mut String, method: &str, path: &str, operation: &Value) {
    let path = escaped(path);
    let _ = write!(
        page,
        "<h3><code>{method} /api/v1{path}</code></h3><p>{}.</p><p class=\"how\">",
        safe(&operation["summary"])
    );
    let parameters = operation["parameters"].as_array().into_iter().flatten();
    let names: Vec<_> = parameters
        .map(|parameter| {
            format!("<code>{}</code> ({})", safe(&parameter["name"]), safe(&parameter["in"]))
        })
        .collect();
    if !names.is_empty() {
        let _ = write!(page, "With {}. ", names.join(", "));
    }
    for body in operation["requestBody"]["content"].as_object().into_iter().flatten() {
        let _ = write!(page, "Takes {}. ", linked(&body.1["schema"]));
    }
    for (status, response) in operation["responses"].as_object().into_iter().flatten() {
        let bodies: Vec<_> = response["content"]
            .as_object()
            .into_iter()
            .flatten()
            .map(|(kind, content)| format!("{} as {}", linked(&content["schema"]), escaped(kind)))
            .collect();
        let bodies = if bodies.is_empty() { "nothing".to_owned() } else { bodies.join(", ") };
        let _ = write!(page, "{}: {bodies}. ", escaped(status));
    }
    page.push_str("</p>");
}

/// A link to a schema, with its name; for a stream, to the schema of its messages.
fn linked(schema: &Value) -> String {
    if let Some(message) = schema.get("contentSchema") {
        return format!("a stream of {}", linked(message));
    }
    let Some(name) = schema["$ref"].as_str().and_then(|path| path.rsplit('/').next()) else {
        return schema["type"].as_str().map_or_else(|| "JSON".to_owned(), escaped);
    };
    let name = escaped(name);
    format!("<a href=\"#{name}\"><code>{name}</code></a>")
}

fn safe(text: &Value) -> String {
    escaped(text.as_str().unwrap_or_default())
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}
