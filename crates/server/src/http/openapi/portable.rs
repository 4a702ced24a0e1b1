//! The OpenAPI document in a form that generators of clients and validators understand alike: closed
//! variants with names of their own, no joined schemas, no tuples, and streams that say so.

use std::collections::BTreeMap;

use serde_json::{Map, Value, json};

/// The prefix of a reference to a schema.
const SCHEMAS: &str = "#/components/schemas/";

/// The content types of bodies that consist of messages.
const STREAMS: [(&str, &str); 2] = [
    ("application/x-ndjson", "A stream: one JSON document per line. An empty line is a heartbeat."),
    ("text/event-stream", "Server-sent events: the data of each is a JSON document."),
];

type Schemas = Map<String, Value>;

pub(super) fn rewrite(document: &mut Value) {
    let schemas = document["components"]["schemas"].as_object().cloned().unwrap_or_default();
    each_object(document, &mut |object| {
        join(object, &schemas);
        close_variants(object);
        replace_tuple(object);
    });
    if let Some(schemas) = document["components"]["schemas"].as_object_mut() {
        name_variants(schemas);
    }
    let paths = document["paths"].as_object_mut().into_iter().flatten();
    let operations = paths.flat_map(|(_, item)| item.as_object_mut().into_iter().flatten());
    for (_, operation) in operations {
        let responses = operation["responses"].as_object_mut().into_iter().flatten();
        for response in responses.filter_map(|(_, response)| response.as_object_mut()) {
            if let Some(content) = response.get_mut("content").and_then(Value::as_object_mut) {
                mark_streams(content);
            }
        }
    }
}

/// Visits every object of a value, the inner ones first.
fn each_object(value: &mut Value, visit: &mut impl FnMut(&mut Map<String, Value>)) {
    match value {
        Value::Object(object) => {
            object.values_mut().for_each(|value| each_object(value, visit));
            visit(object);
        }
        Value::Array(list) => list.iter_mut().for_each(|value| each_object(value, visit)),
        _ => {}
    }
}

/// Replaces objects that are joined by `allOf` by one object, or by one for each variant of a part.
fn join(schema: &mut Map<String, Value>, schemas: &Schemas) {
    let Some(parts) = schema.get("allOf").and_then(Value::as_array).filter(|it| it.len() > 1)
    else {
        return;
    };
    let mut joined = vec![Schemas::new()];
    for part in parts {
        let part = resolved(part, schemas);
        let variants = match part["oneOf"].as_array() {
            Some(variants) => variants.iter().map(|variant| resolved(variant, schemas)).collect(),
            None => vec![part],
        };
        let with = |object: &Schemas| -> Vec<_> {
            variants.iter().map(|variant| union(object, variant)).collect()
        };
        joined = joined.iter().flat_map(with).collect();
    }
    schema.remove("allOf");
    if joined.len() > 1 {
        schema.insert("oneOf".to_owned(), joined.into());
    } else if let Some(only) = joined.pop() {
        // A description of the whole comes before those of its parts.
        only.into_iter().for_each(|(key, value)| {
            schema.entry(key).or_insert(value);
        });
    }
}

fn resolved<'a>(schema: &'a Value, schemas: &'a Schemas) -> &'a Value {
    let name = schema["$ref"].as_str().and_then(|path| path.strip_prefix(SCHEMAS));
    name.and_then(|name| schemas.get(name)).unwrap_or(schema)
}

/// An object with the properties of both. It is closed if both are.
fn union(object: &Schemas, other: &Value) -> Schemas {
    let mut both = object.clone();
    let first = object.is_empty();
    for (key, value) in other.as_object().into_iter().flatten() {
        match (both.get_mut(key), value) {
            (Some(Value::Object(mine)), Value::Object(more)) => mine.extend(more.clone()),
            (Some(Value::Array(mine)), Value::Array(more)) => mine.extend(more.iter().cloned()),
            (Some(_), _) => {}
            (None, _) if key == "additionalProperties" && !first => {}
            (None, value) => {
                both.insert(key.clone(), value.clone());
            }
        }
    }
    if !first && other.get("additionalProperties").is_none() {
        both.remove("additionalProperties");
    }
    both
}

/// Closes the objects among the variants of a schema: none has a property that its kind does not
/// have.
fn close_variants(schema: &mut Map<String, Value>) {
    let variants = schema.get_mut("oneOf").and_then(Value::as_array_mut).into_iter().flatten();
    for variant in variants.filter_map(Value::as_object_mut) {
        if variant.contains_key("properties") {
            variant.entry("additionalProperties").or_insert(false.into());
        }
    }
}

/// Replaces a tuple by a list of as many items, each of which may be of any of their types.
fn replace_tuple(schema: &mut Map<String, Value>) {
    let Some(Value::Array(mut types)) = schema.remove("prefixItems") else { return };
    let length = types.len();
    types.dedup();
    let item = match types.len() {
        1 => types.swap_remove(0),
        _ => json!({"anyOf": types}),
    };
    schema.insert("items".to_owned(), item);
    schema.insert("minItems".to_owned(), length.into());
    schema.insert("maxItems".to_owned(), length.into());
}

/// Makes each variant of a tagged schema a schema of its own, named after both: `MatchStageOver`.
fn name_variants(schemas: &mut Schemas) {
    let mut named = BTreeMap::new();
    for (name, schema) in schemas.iter_mut() {
        let Some(schema) = schema.as_object_mut() else { continue };
        let Some(tag) = tag(schema) else { continue };
        let mut mapping = Map::new();
        let variants = schema.get_mut("oneOf").and_then(Value::as_array_mut);
        for variant in variants.into_iter().flatten() {
            let value = tag_value(variant, &tag).unwrap_or_default().to_owned();
            let reference = format!("{SCHEMAS}{name}{}", pascal_case(&value));
            let own = std::mem::replace(variant, json!({"$ref": reference}));
            named.insert(format!("{name}{}", pascal_case(&value)), own);
            mapping.insert(value, reference.into());
        }
        let discriminator = json!({"propertyName": tag, "mapping": mapping});
        schema.insert("discriminator".to_owned(), discriminator);
    }
    schemas.extend(named);
}

/// The property by which the variants of a schema differ, if there is one.
fn tag(schema: &Map<String, Value>) -> Option<String> {
    let variants = schema.get("oneOf")?.as_array()?;
    let properties = variants.first()?["properties"].as_object()?;
    let is_tag = |name: &&String| variants.iter().all(|it| tag_value(it, name).is_some());
    properties.keys().find(is_tag).cloned()
}

/// The only value of a property of a variant.
fn tag_value<'a>(variant: &'a Value, tag: &str) -> Option<&'a str> {
    match variant["properties"][tag]["enum"].as_array()?.as_slice() {
        [only] => only.as_str(),
        _ => None,
    }
}

fn pascal_case(kebab: &str) -> String {
    let capitalized = |word: &str| {
        let mut letters = word.chars();
        letters.next().map(|first| first.to_ascii_uppercase().to_string() + letters.as_str())
    };
    kebab.split('-').filter_map(capitalized).collect()
}

/// Makes the schema of a stream's messages the content of a text, and bytes those of a file.
fn mark_streams(content: &mut Map<String, Value>) {
    for (kind, media) in content {
        if let Some((_, says)) = STREAMS.iter().find(|(stream, _)| stream == kind) {
            media["schema"] = json!({
                "type": "string",
                "description": says,
                "contentMediaType": kind,
                "contentSchema": media["schema"],
            });
        } else if kind.starts_with("image/png") {
            media["schema"] =
                json!({"type": "string", "format": "binary", "contentMediaType": kind});
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rewritten(schemas: Value) -> Value {
        let mut document = json!({"components": {"schemas": schemas}});
        rewrite(&mut document);
        document["components"]["schemas"].take()
    }

    fn object(properties: Value) -> Value {
        let required: Vec<_> = properties.as_object().unwrap().keys().cloned().collect();
        json!({"type": "object", "properties": properties, "required": required})
    }

    fn closed(properties: Value) -> Value {
        let mut closed = object(properties);
        closed["additionalProperties"] = false.into();
        closed
    }

    #[test]
    fn variants_are_closed_and_have_names() {
        let kind = |name: &str| json!({"type": "string", "enum": [name]});
        let number = json!({"type": "integer"});
        let schemas = rewritten(json!({
            "Toss": closed(json!({"round": number})),
            "Stage": {"oneOf": [
                {"allOf": [{"$ref": "#/components/schemas/Toss"}, object(json!({"kind": kind("toss")}))]},
                object(json!({"at": number, "kind": kind("game-over")})),
            ]},
        }));
        let toss = closed(json!({"round": number, "kind": kind("toss")}));
        assert_eq!(schemas["StageToss"]["properties"], toss["properties"]);
        assert_eq!(schemas["StageToss"]["additionalProperties"], false);
        assert_eq!(
            schemas["StageGameOver"],
            closed(json!({"at": number, "kind": kind("game-over")}))
        );
        assert_eq!(
            schemas["Stage"],
            json!({
                "oneOf": [
                    {"$ref": "#/components/schemas/StageToss"},
                    {"$ref": "#/components/schemas/StageGameOver"},
                ],
                "discriminator": {"propertyName": "kind", "mapping": {
                    "toss": "#/components/schemas/StageToss",
                    "game-over": "#/components/schemas/StageGameOver",
                }},
            })
        );
    }

    #[test]
    fn a_variant_that_is_joined_to_an_object_gets_its_properties() {
        let text = json!({"type": "string"});
        let kind = |name: &str| json!({"type": "string", "enum": [name]});
        let schemas = rewritten(json!({
            "Value": {"oneOf": [object(json!({"kind": kind("a")})), object(json!({"kind": kind("b")}))]},
            "Move": {"allOf": [{"$ref": "#/components/schemas/Value"}, object(json!({"text": text}))]},
        }));
        assert_eq!(schemas["MoveA"], closed(json!({"kind": kind("a"), "text": text})));
        assert_eq!(schemas["MoveB"], closed(json!({"kind": kind("b"), "text": text})));
    }

    #[test]
    fn an_object_that_is_joined_stays_as_open_as_its_parts() {
        let text = json!({"type": "string"});
        let schemas = rewritten(json!({
            "Open": object(json!({"a": text})),
            "Closed": closed(json!({"b": text})),
            "Half": {"description": "Half.", "allOf": [
                {"$ref": "#/components/schemas/Closed"}, {"$ref": "#/components/schemas/Open"},
            ]},
            "Whole": {"allOf": [{"$ref": "#/components/schemas/Closed"}, closed(json!({"c": text}))]},
        }));
        assert_eq!(schemas["Half"]["description"], "Half.");
        assert_eq!(schemas["Half"]["properties"], json!({"a": text, "b": text}));
        assert_eq!(schemas["Half"]["additionalProperties"], Value::Null);
        assert_eq!(schemas["Whole"]["additionalProperties"], false);
    }

    #[test]
    fn a_tuple_is_a_list_of_its_length() {
        let text = json!({"type": "string"});
        let pair = json!({"type": "array", "prefixItems": [text, text], "items": false});
        let schemas = rewritten(json!({"Pair": pair}));
        let list = json!({"type": "array", "items": text, "minItems": 2, "maxItems": 2});
        assert_eq!(schemas["Pair"], list);
    }

    #[test]
    fn a_stream_is_a_text_with_messages() {
        let message = json!({"$ref": "#/components/schemas/Message"});
        let content = json!({"application/x-ndjson": {"schema": message}});
        let mut document = json!({
            "paths": {"/stream": {"get": {"responses": {"200": {"content": content}}}}}
        });
        rewrite(&mut document);
        let content = &document["paths"]["/stream"]["get"]["responses"]["200"]["content"];
        let schema = &content["application/x-ndjson"]["schema"];
        assert_eq!(schema["type"], "string");
        assert_eq!(schema["contentSchema"], message);
    }
}
