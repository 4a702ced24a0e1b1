//! Tags as a JSON object that keeps their order.

use std::fmt;

use crownhead_pdn::Tags;
use serde::de::{Error, MapAccess, Visitor};
use serde::{Deserializer, Serializer};

pub(crate) fn serialize<S: Serializer>(tags: &Tags, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_map(tags.iter())
}

pub(crate) fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Tags, D::Error> {
    struct Pairs;
    impl<'de> Visitor<'de> for Pairs {
        type Value = Tags;

        fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            f.write_str("an object of names and texts")
        }

        fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Tags, A::Error> {
            let mut tags = Tags::default();
            while let Some((name, value)) = map.next_entry::<String, String>()? {
                tags.set(&name, &value).map_err(A::Error::custom)?;
            }
            Ok(tags)
        }
    }
    deserializer.deserialize_map(Pairs)
}
