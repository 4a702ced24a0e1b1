//! Integer bounds in the OpenAPI document: the maximum of each number's Rust type, which the server
//! enforces.

use utoipa::Modify;
use utoipa::openapi::schema::{AdditionalProperties, ArrayItems};
use utoipa::openapi::{KnownFormat, Object, PathItem, RefOr, Schema, SchemaFormat};

/// Gives every integer without a maximum that of its type.
pub(super) struct IntegerBounds;

impl Modify for IntegerBounds {
    fn modify(&self, document: &mut utoipa::openapi::OpenApi) {
        if let Some(components) = &mut document.components {
            components.schemas.values_mut().for_each(bound);
        }
        document.paths.paths.values_mut().for_each(bound_path);
    }
}

fn bound_path(path: &mut PathItem) {
    let operations = [&mut path.get, &mut path.put, &mut path.post, &mut path.delete];
    let parameters =
        operations.into_iter().flatten().filter_map(|it| it.parameters.as_mut()).flatten();
    for parameter in parameters {
        if let RefOr::T(parameter) = parameter
            && let Some(schema) = &mut parameter.schema
        {
            bound(schema);
        }
    }
}

fn bound(schema: &mut RefOr<Schema>) {
    let RefOr::T(schema) = schema else { return };
    match schema {
        Schema::Object(object) => bound_object(object),
        Schema::Array(array) => {
            if let ArrayItems::RefOrSchema(items) = &mut array.items {
                bound(items);
            }
        }
        Schema::OneOf(parts) => parts.items.iter_mut().for_each(bound),
        Schema::AllOf(parts) => parts.items.iter_mut().for_each(bound),
        Schema::AnyOf(parts) => parts.items.iter_mut().for_each(bound),
        _ => {}
    }
}

fn bound_object(object: &mut Object) {
    object.properties.values_mut().for_each(bound);
    if let Some(AdditionalProperties::RefOr(more)) = object.additional_properties.as_deref_mut() {
        bound(more);
    }
    let Some(SchemaFormat::KnownFormat(format)) = &object.format else { return };
    let largest = match format {
        KnownFormat::UInt8 => u8::MAX.into(),
        KnownFormat::UInt16 => u16::MAX.into(),
        KnownFormat::UInt32 => u32::MAX as usize,
        KnownFormat::UInt64 => usize::MAX,
        _ => return,
    };
    object.maximum.get_or_insert(utoipa::Number::UInt(largest));
}
