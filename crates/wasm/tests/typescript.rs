//! The page's TypeScript types are current.

use std::path::Path;

use crownhead_wasm::typescript;

#[test]
fn the_generated_types_are_current() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../web/src/generated");
    typescript::interface().assert_current(&folder.join("wasm.ts"));
}
