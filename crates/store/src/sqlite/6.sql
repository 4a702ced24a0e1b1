ALTER TABLE matches ADD COLUMN log_hash BLOB;

CREATE TABLE nodes (
    id TEXT PRIMARY KEY,
    until INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE connections (
    match_id TEXT NOT NULL REFERENCES matches (id),
    seat INTEGER NOT NULL,
    node TEXT NOT NULL,
    PRIMARY KEY (match_id, seat, node)
) STRICT, WITHOUT ROWID;

CREATE INDEX connections_by_node ON connections (node);
