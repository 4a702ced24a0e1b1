//! Keys that the server makes for itself, once. They stand in the store, so that all nodes have the
//! same and a backup has them, too.

use crate::rooms::Rooms;
use crate::store::sql::Statement;
use crate::store::{StoreError, failed};

/// The key of that name: the one that was kept, or else this one from now on.
pub(crate) async fn key(rooms: &Rooms, name: &str, made: &[u8]) -> Result<Vec<u8>, StoreError> {
    let keep = Statement::new(
        "INSERT INTO server_keys (name, key) VALUES ($1, $2) ON CONFLICT DO NOTHING",
        [name.into(), made.into()],
    );
    rooms.store().change(vec![keep]).await?;
    let find = Statement::new("SELECT key FROM server_keys WHERE name = $1", [name.into()]);
    let rows = rooms.store().query(find).await?;
    rows.first().ok_or_else(|| failed("a key was not kept"))?.bytes(0)
}
