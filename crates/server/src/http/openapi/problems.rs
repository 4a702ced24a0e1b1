//! The problem responses in the OpenAPI document: which statuses an operation may answer with, by its
//! parameters, its body and its method.

use std::collections::BTreeMap;

use serde_json::{Map, Value, json};
use utoipa::IntoResponses;
use utoipa::openapi::{
    ContentBuilder, Header, Object, Ref, RefOr, Response, ResponseBuilder, Type,
};

/// The problems that every operation may answer with. [`declare`] adds those that follow from the
/// shape of an operation.
pub(in crate::http) struct Problems;

/// Not found, although no parameter of the path names it.
pub(in crate::http) struct NotFound;

/// Forbidden, although the operation only reads and needs no authentication.
pub(in crate::http) struct Forbidden;

/// A secret or a password is wrong, although the operation needs no authentication.
pub(in crate::http) struct Unauthorized;

impl IntoResponses for Problems {
    fn responses() -> BTreeMap<String, RefOr<Response>> {
        BTreeMap::from([
            later("429", "Too many requests by one address, account or seat."),
            problem("500", "The server failed; its log has the reason."),
            later("503", "The server is busy, is about to stop, or needs longer. Try again."),
        ])
    }
}

impl IntoResponses for NotFound {
    fn responses() -> BTreeMap<String, RefOr<Response>> {
        BTreeMap::from([problem("404", "It does not exist.")])
    }
}

impl IntoResponses for Forbidden {
    fn responses() -> BTreeMap<String, RefOr<Response>> {
        BTreeMap::from([problem("403", "That is not allowed yet.")])
    }
}

impl IntoResponses for Unauthorized {
    fn responses() -> BTreeMap<String, RefOr<Response>> {
        BTreeMap::from([problem("401", "The secret or the password is wrong.")])
    }
}

fn problem(status: &str, says: &str) -> (String, RefOr<Response>) {
    let content = ContentBuilder::new().schema(Some(Ref::from_schema_name("Problem"))).build();
    let response = ResponseBuilder::new().description(says);
    (status.to_owned(), RefOr::T(response.content("application/problem+json", content).build()))
}

/// A problem that passes by itself.
fn later(status: &str, says: &str) -> (String, RefOr<Response>) {
    let (status, mut response) = problem(status, says);
    let mut wait = Header::new(Object::with_type(Type::Integer));
    wait.description = Some("The number of seconds after which to try again.".to_owned());
    if let RefOr::T(response) = &mut response {
        response.headers.insert("Retry-After".to_owned(), RefOr::T(wait));
    }
    (status, response)
}

/// Adds to each operation the problems that follow from its shape.
pub(super) fn declare(document: &mut Value) {
    let paths = document["paths"].as_object_mut().into_iter().flatten();
    let operations = paths.flat_map(|(_, item)| item.as_object_mut().into_iter().flatten());
    for (method, operation) in operations {
        let following = following(method, operation);
        let Some(responses) = operation["responses"].as_object_mut() else { continue };
        for (status, says) in following {
            let content = json!({
                "application/problem+json": {"schema": {"$ref": "#/components/schemas/Problem"}}
            });
            let response = || json!({"description": says, "content": content});
            responses.entry(status).or_insert_with(response);
        }
        // In the order of the statuses.
        let sorted: BTreeMap<_, _> = std::mem::take(responses).into_iter().collect();
        *responses = Map::from_iter(sorted);
    }
}

fn following(method: &str, operation: &Value) -> Vec<(&'static str, &'static str)> {
    let parameters = || operation["parameters"].as_array().into_iter().flatten();
    let is_in = |place: &str| parameters().any(|parameter| parameter["in"] == place);
    let body = operation["requestBody"]["content"].as_object();
    let changes = method != "get";
    let mut found = Vec::new();
    if body.is_some() || is_in("query") {
        found.push(("400", "The body or a parameter of the query cannot be read."));
    }
    if operation.get("security").is_some() {
        found.push(("401", "The secret, the token or the session is missing or wrong."));
    }
    if changes || operation.get("security").is_some() {
        found.push(("403", "That is not allowed, or not from the page of another site."));
    }
    if is_in("path") {
        found.push(("404", "What the path names does not exist."));
    }
    if changes && method != "delete" {
        found.push(("409", "It does not fit what is there already."));
    }
    if let Some(body) = body {
        found.push(("413", "The body is too large."));
        if body.contains_key("application/json") {
            found.push(("415", "The body is not declared as JSON."));
            found.push(("422", "The body is JSON, but not what is expected."));
        }
    }
    found
}
