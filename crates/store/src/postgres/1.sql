CREATE TABLE matches (
    id TEXT PRIMARY KEY,
    game TEXT NOT NULL,
    version BIGINT NOT NULL,
    changed BIGINT NOT NULL,
    live BOOLEAN NOT NULL,
    due BIGINT,
    secret_one BYTEA NOT NULL,
    secret_two BYTEA NOT NULL
);

CREATE INDEX live_matches ON matches (changed) WHERE live;
CREATE INDEX due_matches ON matches (due) WHERE due IS NOT NULL;

CREATE TABLE events (
    match_id TEXT NOT NULL REFERENCES matches (id),
    version BIGINT NOT NULL,
    event TEXT NOT NULL,
    PRIMARY KEY (match_id, version)
);

CREATE TABLE commands (
    match_id TEXT NOT NULL REFERENCES matches (id),
    seat SMALLINT NOT NULL,
    id TEXT NOT NULL,
    first_event BIGINT NOT NULL,
    last_event BIGINT NOT NULL,
    PRIMARY KEY (match_id, seat, id)
);
