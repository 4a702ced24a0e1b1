//! Secret keys of the server, generated once. The store has them, so that all nodes share them and
//! backups include them.

use crownhead_store::sql::Statement;
use crownhead_store::{Db, StoreError};

/// The key with a name. The first call stores the generated key; later calls return that one.
pub(crate) async fn key(db: &Db, name: &str, generated: &[u8]) -> Result<Vec<u8>, StoreError> {
    let keep = Statement::new(
        "INSERT INTO server_keys (name, key) VALUES ($1, $2) ON CONFLICT DO NOTHING",
        [name.into(), generated.into()],
    );
    db.store().change(vec![keep]).await?;
    let find = Statement::new("SELECT key FROM server_keys WHERE name = $1", [name.into()]);
    let rows = db.store().query(find).await?;
    rows.first().ok_or_else(|| StoreError::failed("a key was not stored"))?.bytes(0)
}
