//! The OpenAPI document and its page: whole, true to the routes, and harmless.

use axum::body::Body;
use serde_json::Value;

use crate::support::node::Node;

async fn document(node: &Node) -> Value {
    let document = node.get("/api/v1/openapi.json", None).await;
    assert_eq!(
        (document.status.as_u16(), &document.headers["content-type"]),
        (200, &"application/json".parse().unwrap())
    );
    document.body
}

/// Everything that a value refers to.
fn references(value: &Value, found: &mut Vec<String>) {
    match value {
        Value::Object(map) => map.iter().for_each(|(key, value)| match value {
            Value::String(path) if key == "$ref" => found.push(path.clone()),
            value => references(value, found),
        }),
        Value::Array(list) => list.iter().for_each(|value| references(value, found)),
        _ => {}
    }
}

#[tokio::test]
async fn everything_that_is_referred_to_is_there() {
    let document = document(&Node::start().await).await;
    assert_eq!(document["openapi"], "3.1.0");
    let mut found = Vec::new();
    references(&document, &mut found);
    assert!(found.len() > 100, "{}", found.len());
    for path in found {
        assert!(document.pointer(path.strip_prefix('#').unwrap()).is_some(), "{path}");
    }
    let settings = &document["components"]["schemas"]["SettingsAndMatchPlayers"];
    for field in ["play", "clock", "players"] {
        assert!(settings["properties"][field].is_object(), "{settings}");
    }
}

/// Everything that is joined to something else.
fn joined(value: &Value, found: &mut Vec<String>) {
    match value {
        Value::Object(map) => map.iter().for_each(|(key, value)| {
            if key == "allOf" {
                let parts = value.as_array().into_iter().flatten();
                found.extend(parts.filter_map(|part| part["$ref"].as_str().map(str::to_owned)));
            }
            joined(value, found);
        }),
        Value::Array(list) => list.iter().for_each(|value| joined(value, found)),
        _ => {}
    }
}

/// Nothing fits a closed schema to which something is joined.
#[tokio::test]
async fn combined_schemas_allow_additional_properties() {
    let document = document(&Node::start().await).await;
    let mut found = Vec::new();
    joined(&document, &mut found);
    assert!(found.iter().any(|path| path.ends_with("/Toss")), "{found:?}");
    for path in found {
        let schema = document.pointer(path.strip_prefix('#').unwrap()).unwrap();
        assert_ne!(schema["additionalProperties"], false, "{path}");
    }
}

/// Every whole number of a value that may be given and has no largest value.
fn unbounded(path: &str, value: &Value, found: &mut Vec<String>) {
    let integer = |of: &Value| of == "integer";
    let kind = &value["type"];
    if (integer(kind) || kind.as_array().is_some_and(|kinds| kinds.iter().any(integer)))
        && value["maximum"].is_null()
        && value["format"].as_str().is_some_and(|format| format.starts_with("u-int"))
    {
        found.push(path.to_owned());
    }
    match value {
        Value::Object(map) => {
            map.iter().for_each(|(key, value)| unbounded(&format!("{path}/{key}"), value, found));
        }
        Value::Array(list) => list.iter().for_each(|value| unbounded(path, value, found)),
        _ => {}
    }
}

/// What the document lets through is taken: bounds stand in it as they are in the code.
#[tokio::test]
async fn every_schema_is_bounded() {
    let document = document(&Node::start().await).await;
    let mut found = Vec::new();
    unbounded("", &document, &mut found);
    // The bytes of a picture are given by the server alone.
    found.retain(|path| !path.contains("/responses/"));
    assert_eq!(found, [""; 0]);
    let schemas = &document["components"]["schemas"];
    let days = &schemas["TimeControl"]["oneOf"][2]["properties"]["days"];
    assert_eq!([&days["minimum"], &days["maximum"]], [1, 30], "{}", schemas["TimeControl"]);
    assert_eq!(schemas["Handicap"]["properties"]["without"]["maximum"], 11);
    assert_eq!(schemas["Secret"]["pattern"], "^[0-9A-Fa-f]{64}$");
    assert_eq!(schemas["Nickname"]["maxLength"], 24);
    assert_eq!(schemas["PdnFile"]["minLength"], 1);
}

/// The paths that are routed, as the source has them.
fn routed() -> Vec<&'static str> {
    let source = include_str!("../../../src/http.rs");
    let places = source.match_indices(".route(").map(|(at, _)| &source[at..]);
    places.map(|text| text.split('"').nth(1).unwrap()).collect()
}

#[tokio::test]
async fn every_route_is_documented_and_every_document_routed() {
    let node = Node::start().await;
    let document = document(&node).await;
    let paths = document["paths"].as_object().unwrap();
    // What is no part of the interface, or no plain request.
    let aside = [
        "/openapi.json",
        "/matches/{id}/live",
        "/api",
        "/mail/confirm/{secret}",
        "/mail/stop/{token}",
        "/livez",
        "/readyz",
        "/metrics",
    ];
    for path in routed() {
        assert!(paths.contains_key(path) || aside.contains(&path), "{path} is not documented");
    }
    // Streams end when the server is about to stop.
    node.drain.send(true).unwrap();
    for (path, item) in paths {
        for (method, operation) in item.as_object().unwrap() {
            let path = path.replace("{id}", "00000000").replace("{name}", "nobody");
            let path = format!("/api/v1{}", path.replace("{number}", "1"));
            let answer = node.ask(&method.to_uppercase(), &path, None, Body::empty()).await;
            assert_ne!(answer.status, 405, "{method} {path}");
            assert_ne!(answer.body["type"], "/problems/not-found", "{method} {path}");
            let known = operation["responses"].as_object().unwrap();
            let status = answer.status.as_u16();
            let told = known.contains_key(&status.to_string())
                || (400..500).contains(&status) && known.contains_key("4XX");
            assert!(told, "{method} {path}: {status}");
        }
    }
}

#[tokio::test]
async fn the_page_is_only_a_page() {
    let node = Node::start().await;
    let page = node.get("/api", None).await;
    assert_eq!(page.headers["content-type"], "text/html; charset=utf-8");
    let policy = page.headers["content-security-policy"].to_str().unwrap();
    assert!(policy.starts_with("default-src 'none'; style-src 'sha256-"), "{policy}");
    let text = page.body.as_str().unwrap();
    assert!(text.contains("POST /api/v1/matches/{id}/commands"));
    for wrong in ["<script", "http://", "https://", " style=", "onclick"] {
        assert!(!text.contains(wrong), "{wrong}");
    }
}
