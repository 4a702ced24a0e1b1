ALTER TABLE matches ADD COLUMN log_hash BYTEA;

CREATE TABLE nodes (
    id TEXT PRIMARY KEY,
    until BIGINT NOT NULL
);

CREATE TABLE connections (
    match_id TEXT NOT NULL REFERENCES matches (id),
    seat SMALLINT NOT NULL,
    node TEXT NOT NULL,
    PRIMARY KEY (match_id, seat, node)
);

CREATE INDEX connections_by_node ON connections (node);
