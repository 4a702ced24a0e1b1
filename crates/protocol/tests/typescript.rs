//! The page's TypeScript types are current.

use std::path::Path;

use crownhead_protocol::typescript;

#[test]
fn the_generated_types_are_current() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../web/src/generated");
    typescript::protocol().assert_current(&folder.join("protocol.ts"));
}
