//! Every response that a test gets is compared with the OpenAPI document: its status and content type
//! must be declared, and its body must fit the schema.

use std::collections::{BTreeSet, HashMap};
use std::sync::{LazyLock, Mutex};

use axum::http::{HeaderMap, StatusCode};
use jsonschema::Validator;
use serde_json::Value;

/// The document, and what has been compared with it.
pub(crate) struct Conformance {
    document: Value,
    validators: Mutex<HashMap<String, &'static Validator>>,
    seen: Mutex<BTreeSet<(String, u16)>>,
}

/// The document of this program.
pub(crate) static CONFORMANCE: LazyLock<Conformance> = LazyLock::new(|| Conformance {
    document: serde_json::from_str(crownhead_server::openapi()).expect("JSON"),
    validators: Mutex::default(),
    seen: Mutex::default(),
});

impl Conformance {
    /// Compares a response with the document, if it describes the request.
    pub(crate) fn check(
        &self,
        (method, path): (&str, &str),
        status: StatusCode,
        headers: &HeaderMap,
        body: &[u8],
    ) {
        let Some((template, operation)) = self.operation(method, path) else { return };
        let request = format!("{method} {template}");
        let status = status.as_u16();
        let declared = &operation["responses"][status.to_string()];
        assert!(declared.is_object(), "{request}: {status} is not declared");
        for (header, schema) in declared["headers"].as_object().into_iter().flatten() {
            let value = headers.get(header).and_then(|value| value.to_str().ok());
            let value = value.unwrap_or_else(|| panic!("{request}: {status} without {header}"));
            if schema["schema"]["type"] == "integer" {
                assert!(value.parse::<u64>().is_ok(), "{request}: {header}: {value}");
            }
        }
        match declared["content"].as_object() {
            None => assert!(body.is_empty(), "{request}: {status} has a body"),
            Some(content) => {
                let kind = headers["content-type"].to_str().expect("a content type");
                let kind = kind.split(';').next().unwrap_or_default();
                let media = content.get(kind);
                let media = media.unwrap_or_else(|| panic!("{request}: {kind} is not declared"));
                let key = format!("{request} {status} {kind}");
                self.check_body(&key, kind, &media["schema"], body);
            }
        }
        self.seen.lock().expect("no panic").insert((request, status));
    }

    /// The requests and statuses that were compared.
    pub(crate) fn seen(&self) -> BTreeSet<(String, u16)> {
        self.seen.lock().expect("no panic").clone()
    }

    /// The requests of the document, and their success responses.
    pub(crate) fn successes(&self) -> BTreeSet<(String, u16)> {
        let paths = self.document["paths"].as_object().into_iter().flatten();
        let operations = paths.flat_map(|(path, item)| {
            let methods = item.as_object().into_iter().flatten();
            methods.map(move |(method, operation)| (method.to_uppercase(), path, operation))
        });
        let successes = operations.flat_map(|(method, path, operation)| {
            let statuses = operation["responses"].as_object().into_iter().flatten();
            let statuses = statuses.filter_map(|(status, _)| status.parse::<u16>().ok());
            let done = statuses.filter(|status| (200..300).contains(status));
            done.map(move |status| (format!("{method} {path}"), status)).collect::<Vec<_>>()
        });
        successes.collect()
    }

    /// A schema of the document as a validator.
    pub(crate) fn validator(&self, key: &str, schema: &Value) -> &'static Validator {
        let mut validators = self.validators.lock().expect("no panic");
        validators.entry(key.to_owned()).or_insert_with(|| {
            // References point to components of the same document.
            let mut schema = schema.clone();
            schema["components"] = self.document["components"].clone();
            let validator = jsonschema::draft202012::new(&schema).expect("a schema");
            Box::leak(Box::new(validator))
        })
    }

    fn operation(&self, method: &str, path: &str) -> Option<(&str, &Value)> {
        let path = path.strip_prefix("/api/v1")?.split('?').next()?;
        let paths = self.document["paths"].as_object().into_iter().flatten();
        let fitting = paths.filter(|(template, _)| fits(template, path));
        // A path that is spelled out comes before one with parameters.
        let (template, item) = fitting.min_by_key(|(template, _)| template.matches('{').count())?;
        Some((template, item.get(method.to_lowercase())?))
    }

    fn check_body(&self, key: &str, kind: &str, schema: &Value, body: &[u8]) {
        let text = String::from_utf8_lossy(body);
        let messages: Vec<&str> = match kind {
            "application/x-ndjson" => text.lines().filter(|line| !line.is_empty()).collect(),
            "text/event-stream" => {
                text.lines().filter_map(|line| line.strip_prefix("data: ")).collect()
            }
            kind if kind.ends_with("json") => vec![&text],
            _ => return,
        };
        let schema = schema.get("contentSchema").unwrap_or(schema);
        for message in messages {
            let value = serde_json::from_str(message).expect("JSON");
            check(self.validator(key, schema), key, &value);
        }
    }
}

fn check(validator: &Validator, key: &str, value: &Value) {
    let errors = validator.iter_errors(value).map(|error| error.to_string());
    let errors: Vec<_> = errors.collect();
    assert!(errors.is_empty(), "{key}: {}\n{value}", errors.join("\n"));
}

fn fits(template: &str, path: &str) -> bool {
    let (template, path): (Vec<_>, Vec<_>) =
        (template.split('/').collect(), path.split('/').collect());
    let same = |(wanted, found): (&&str, &&str)| wanted.starts_with('{') || wanted == found;
    template.len() == path.len() && template.iter().zip(&path).all(same)
}
