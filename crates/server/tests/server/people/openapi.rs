//! The OpenAPI document and its page: complete, true to the routes, and safe.

use axum::body::Body;
use serde_json::{Map, Value, json};

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
async fn every_reference_resolves() {
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

/// Every object of a value, with its path.
fn objects<'a>(place: &str, value: &'a Value, found: &mut Vec<(String, &'a Map<String, Value>)>) {
    match value {
        Value::Object(map) => {
            found.push((place.to_owned(), map));
            map.iter().for_each(|(key, value)| objects(&format!("{place}/{key}"), value, found));
        }
        Value::Array(list) => list.iter().for_each(|value| objects(place, value, found)),
        _ => {}
    }
}

/// Generators of clients and validators do not agree on the rest.
#[tokio::test]
async fn schemas_are_of_the_kinds_that_every_generator_knows() {
    let document = document(&Node::start().await).await;
    let mut found = Vec::new();
    objects("", &document, &mut found);
    let mut patterns = 0;
    for (place, schema) in found {
        let joined = schema.get("allOf").and_then(Value::as_array).map_or(0, Vec::len);
        assert!(joined < 2, "{place} is joined");
        assert!(!schema.contains_key("prefixItems"), "{place} is a tuple");
        assert!(schema.get("items").is_none_or(|items| !items.is_boolean()), "{place}");
        let Some(Value::String(pattern)) = schema.get("pattern") else { continue };
        patterns += 1;
        // An alternative by itself would have one anchor only.
        let alternatives = pattern.split('(').next().is_some_and(|start| start.contains('|'));
        let anchored = pattern.starts_with('^') && pattern.ends_with('$');
        assert!(anchored && !alternatives, "{place}: {pattern}");
        for special in ["(?=", "(?!", "(?<", "(?P", "(?i", r"\p", r"\w", r"\d", r"\b", r"\A", r"\z"]
        {
            assert!(!pattern.contains(special), "{place}: {pattern}");
        }
    }
    assert!(patterns > 10, "{patterns}");
}

/// A variant has no properties of other variants, and its kind says which it is.
#[tokio::test]
async fn variants_are_closed_and_named_by_their_kind() {
    let document = document(&Node::start().await).await;
    let schemas = document["components"]["schemas"].as_object().unwrap();
    let mut tagged = 0;
    for (name, schema) in schemas {
        let variants = schema["oneOf"].as_array().into_iter().flatten();
        for variant in variants.filter(|variant| variant["properties"].is_object()) {
            assert_eq!(variant["additionalProperties"], false, "{name}: {variant}");
        }
        let Some(tag) = schema["discriminator"]["propertyName"].as_str() else { continue };
        tagged += 1;
        for (value, path) in schema["discriminator"]["mapping"].as_object().unwrap() {
            let variant = document.pointer(&path.as_str().unwrap()[1..]).unwrap();
            assert_eq!(variant["properties"][tag]["enum"], json!([value]), "{name}");
            assert_eq!(variant["additionalProperties"], false, "{name}: {value}");
            assert!(variant["required"].as_array().unwrap().contains(&json!(tag)), "{name}");
        }
    }
    assert!(tagged > 8, "{tagged}");
    for name in ["CommandMove", "MatchStageToss", "ServerMessageSnapshot", "ClientMessageJoin"] {
        assert!(schemas.contains_key(name), "{name}");
    }
}

/// The server refuses unknown fields of every body, and the document says so.
#[tokio::test]
async fn bodies_are_closed() {
    let document = document(&Node::start().await).await;
    let schema = |schema: &Value| match schema["$ref"].as_str() {
        Some(path) => document.pointer(&path[1..]).unwrap().clone(),
        None => schema.clone(),
    };
    for (place, operation) in operations(&document) {
        let body = &operation["requestBody"]["content"]["application/json"]["schema"];
        if body.is_object() {
            assert_eq!(schema(body)["additionalProperties"], false, "{place}");
        }
    }
    for name in ["Command", "GameOrigin", "TimeControl", "Ritual", "ClientMessage"] {
        assert!(document["components"]["schemas"][name]["discriminator"].is_object(), "{name}");
    }
}

fn operations(document: &Value) -> impl Iterator<Item = (String, &Value)> {
    let paths = document["paths"].as_object().unwrap();
    paths.iter().flat_map(|(path, item)| {
        let methods = item.as_object().unwrap().iter();
        methods.map(move |(method, operation)| (format!("{method} {path}"), operation))
    })
}

#[tokio::test]
async fn common_responses_are_declared() {
    let document = document(&Node::start().await).await;
    let wait = "/headers/Retry-After/schema/type";
    for (place, operation) in operations(&document) {
        let responses = &operation["responses"];
        let declares = |status: &str| {
            let problem = &responses[status]["content"]["application/problem+json"];
            problem["schema"]["$ref"] == "#/components/schemas/Problem"
        };
        assert!(responses["4XX"].is_null(), "{place}");
        for status in ["429", "500", "503"] {
            assert!(declares(status), "{place}: {status}");
        }
        for status in ["429", "503"] {
            assert_eq!(responses[status].pointer(wait), Some(&json!("integer")), "{place}");
        }
        let body = &operation["requestBody"]["content"];
        assert_eq!(body.is_object(), declares("413"), "{place}");
        for status in ["415", "422"] {
            assert_eq!(body["application/json"].is_object(), declares(status), "{place}");
        }
        assert!(operation["security"].is_null() || declares("401") && declares("403"), "{place}");
        for (kind, media) in responses["200"]["content"].as_object().into_iter().flatten() {
            if ["application/x-ndjson", "text/event-stream"].contains(&kind.as_str()) {
                assert_eq!(media["schema"]["contentMediaType"], *kind, "{place}");
                assert!(media["schema"]["contentSchema"]["$ref"].is_string(), "{place}");
            }
        }
    }
}

/// Every integer of a value that has no maximum.
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

/// The bounds of the document are those of the code.
#[tokio::test]
async fn every_schema_is_bounded() {
    let document = document(&Node::start().await).await;
    let mut found = Vec::new();
    unbounded("", &document, &mut found);
    // Only the server sends the bytes of a picture.
    found.retain(|path| !path.contains("/responses/"));
    assert_eq!(found, [""; 0]);
    let schemas = &document["components"]["schemas"];
    let days = &schemas["TimeControlDays"]["properties"]["days"];
    assert_eq!([&days["minimum"], &days["maximum"]], [1, 30], "{}", schemas["TimeControlDays"]);
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
    // Not part of the interface, or not a plain request.
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
        for method in item.as_object().unwrap().keys() {
            let path = path.replace("{id}", "00000000").replace("{name}", "nobody");
            let path = format!("/api/v1{}", path.replace("{number}", "1"));
            let answer = node.send(&method.to_uppercase(), &path, None, Body::empty()).await;
            assert_ne!(answer.status, 405, "{method} {path}");
            assert_ne!(answer.body["type"], "/problems/not-found", "{method} {path}");
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
